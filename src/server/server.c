#include "server/server.h"

#include "core/mem.h"
#include "rooms/document.h"
#include "server/net.h"
#include "server/text.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    TURN_MS_MAX = 500, /* the longest sleep: a signal may come just before it begins */
    FAREWELL_MS = 2000 /* for close frames to arrive when the server ends */
};

/* What the hub needs ----------------------------------------------------------------------------
 */

static void on_tell(void *net, struct hub_client *client, const char *json, size_t length) {
    (void)net;
    net_tell(net_peer_of_client(client), json, length);
}

static void on_lost(void *net, struct hub_client *client) {
    (void)net;
    struct peer *p = net_peer_of_client(client);
    p->lost = true; /* the end of the turn does the rest */
    net_mark_pending(p);
}

static void on_wake(void *net) {
    struct server *s = net;
    lws_cancel_service(s->lws);
}

static void on_log(void *net, const struct pes_text *what, const struct pes_arg args[]) {
    struct server *s = net;
    if (s->options.log != NULL)
        s->options.log(s->options.log_arg, what, args);
}

/* Opening ---------------------------------------------------------------------------------------
 */

static int listen_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t length) {
    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        net_accept(lws_context_user(lws_get_context(wsi)), lws_get_socket_fd(wsi));
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = net_http_callback,
     .rx_buffer_size = 4096,
     .tx_packet_size = 65536},
    {.name = "pessoi.1",
     .callback = net_socket_callback,
     .rx_buffer_size = 4096,
     .tx_packet_size = 65536},
    {.name = "listen", .callback = listen_callback},
    {.name = NULL},
};

/* Pings after half a minute of silence; whoever has not answered after a whole one is gone. */
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 30,
                                           .secs_since_valid_hangup = 60};

/* As many files as connections need; where the system allows fewer there are fewer connections. */
static void raise_file_limit(struct server *s) {
    enum { OWN = 64 }; /* the store's, the library's, those beyond the limit that are told so */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    const rlim_t wanted = (rlim_t)s->options.connections_all + OWN;
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
        limit.rlim_cur =
            limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
        if (limit.rlim_cur < wanted)
            s->options.connections_all = limit.rlim_cur > OWN ? (int32_t)(limit.rlim_cur - OWN) : 1;
    }
}

static enum pes_err check_options(const struct server_options *o, struct pes_note *note) {
    const char *bad = NULL;
    int length = 0;
    char quote[PES_QUOTE_SIZE];
    if (!origin_list_valid(o->origins, &bad, &length))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_bad_origin),
                            PES_ARGS(PES_STR(pes_quote(bad, (size_t)length, quote))));
    if ((o->tls_cert == NULL) != (o->tls_key == NULL))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_tls_pair), PES_NO_ARGS);
    return PES_ERR_OK;
}

static enum pes_err open_lws(struct server *s, struct pes_note *note) {
    const struct server_options *o = &s->options;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .user = s,
        .gid = -1,
        .uid = -1,
        .server_string = "pessoi",
        .alpn = "http/1.1",
        .vhost_name = "pessoi",
        .timeout_secs = NET_REQUEST_S,
        .timeout_secs_ah_idle = NET_REQUEST_S,
        .keepalive_timeout = 15,
        .max_http_header_data = 8192,
        .fd_limit_per_thread = (unsigned)o->connections_all + 64,
        .retry_and_idle_policy = &idle_policy,
        .ssl_cert_filepath = o->tls_cert,
        .ssl_private_key_filepath = o->tls_key,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (o->tls_cert != NULL ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
    };
    lws_set_log_level(0, NULL); /* it would print */
    s->lws = lws_create_context(&info);
    if (s->lws == NULL)
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(net_no_loop), PES_NO_ARGS);
    s->vhost = lws_create_vhost(s->lws, &info);
    if (s->vhost == NULL && o->tls_cert != NULL) {
        char cert[PES_QUOTE_SIZE], key[PES_QUOTE_SIZE];
        pes_quote(o->tls_cert, strlen(o->tls_cert), cert);
        pes_quote(o->tls_key, strlen(o->tls_key), key);
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(net_tls_bad),
                            PES_ARGS(PES_STR(cert), PES_STR(key)));
    }
    for (int i = 0; s->vhost != NULL && i < s->listen.count; i++) {
        const lws_sock_file_fd_type fd = {.filefd = s->listen.fds[i]};
        if (lws_adopt_descriptor_vhost(s->vhost, LWS_ADOPT_RAW_FILE_DESC, fd, "listen", NULL) ==
            NULL)
            return pes_note_say(note, PES_ERR_IO, 0, TEXT(net_no_loop), PES_NO_ARGS);
    }
    return s->vhost != NULL ? PES_ERR_OK
                            : pes_note_say(note, PES_ERR_IO, 0, TEXT(net_no_loop), PES_NO_ARGS);
}

static enum pes_err open_hub(struct server *s, struct pes_note *note) {
    const struct server_options *o = &s->options;
    const struct limits_options limits = {.connections = o->connections,
                                          .connections_all = o->connections_all,
                                          .games = o->games,
                                          .requests = NET_REQUESTS_A_SECOND};
    s->limits = limits_new(&limits);
    if (s->limits == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    const struct hub_options hub = {.store = s->store,
                                    .limits = s->limits,
                                    .threads = o->threads,
                                    .thinking_max = o->thinking,
                                    .movetime_ms = o->movetime_ms,
                                    .movetime_max_ms = o->movetime_max_ms,
                                    .net = s,
                                    .tell = on_tell,
                                    .lost = on_lost,
                                    .wake = on_wake,
                                    .log = on_log};
    enum pes_err err = hub_open(&hub, &s->hub);
    if (err == PES_ERR_OK)
        err = room_games(&s->games);
    return err == PES_ERR_OK ? err : pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
}

enum pes_err server_open(const struct server_options *options, struct server **out,
                         struct pes_note *note) {
    enum pes_err err = check_options(options, note);
    if (err != PES_ERR_OK)
        return err;
    document_setup();
    struct server *s = mem_alloc(sizeof *s);
    if (s == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    s->options = *options;
    str_init(&s->games);
    if (gethostname(s->machine, sizeof s->machine - 1) != 0)
        s->machine[0] = '\0';
    s->origin = (struct origin_rules){
        .tls = options->tls_cert != NULL, .machine = s->machine, .others = options->origins};
    raise_file_limit(s);
    err = listen_open(&s->listen, options->bind, options->port, note);
    if (err == PES_ERR_OK && options->loopback_only && !s->listen.loopback)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(net_root), PES_NO_ARGS);
    if (err == PES_ERR_OK)
        err = store_open(options->db, &s->store, note);
    if (err == PES_ERR_OK)
        err = open_hub(s, note);
    if (err == PES_ERR_OK)
        err = open_lws(s, note);
    if (err != PES_ERR_OK) {
        server_close(s);
        return err;
    }
    *out = s;
    return PES_ERR_OK;
}

void server_urls(const struct server *s, struct str *out) {
    listen_urls(&s->listen, s->options.tls_cert != NULL, out);
}

/* Running ---------------------------------------------------------------------------------------
 */

static void on_timer(lws_sorted_usec_list_t *timer) {
    (void)timer; /* that the loop wakes is all that is wanted: the turn follows */
}

/* Everything came in: makes it safe, lets it out, and arranges the next turn. */
static void end_turn(struct server *s) {
    if (hub_turn(s->hub))
        net_release(s);
    else
        net_fail(s);
    int64_t sleep_ms = hub_wakes(s->hub) - hub_now(s->hub);
    sleep_ms = sleep_ms < 0 ? 0 : sleep_ms > TURN_MS_MAX ? TURN_MS_MAX : sleep_ms;
    lws_sul_schedule(s->lws, 0, &s->timer, on_timer, sleep_ms * LWS_US_PER_MS + 1);
}

/* Tells everybody that the server ends, and waits a moment for it to arrive. */
static void say_farewell(struct server *s) {
    s->closing = true;
    for (struct peer *p = s->peers; p != NULL; p = p->next) {
        if (p->socket)
            net_socket_end(p, LWS_CLOSE_STATUS_GOINGAWAY);
    }
    const int64_t until = hub_now(s->hub) + FAREWELL_MS;
    for (;;) {
        end_turn(s);
        bool sockets = false;
        for (struct peer *p = s->peers; p != NULL; p = p->next)
            sockets |= p->socket;
        if (!sockets || hub_now(s->hub) >= until || lws_service(s->lws, 0) < 0)
            return;
    }
}

enum pes_err server_run(struct server *s, const atomic_bool *stop) {
    enum pes_err err = PES_ERR_OK;
    end_turn(s);
    while (err == PES_ERR_OK && !atomic_load_explicit(stop, memory_order_relaxed)) {
        if (lws_service(s->lws, 0) < 0)
            err = PES_ERR_IO;
        end_turn(s);
    }
    say_farewell(s);
    return err;
}

void server_close(struct server *s) {
    if (s == NULL)
        return;
    /* Everybody leaves, which changes rooms; that is kept; then nothing thinks any more and the
     * library, which threads that think would wake, can go. */
    for (struct peer *p = s->peers; p != NULL; p = p->next) {
        hub_gone(s->hub, &p->client);
        p->socket = false;
    }
    if (s->hub != NULL) {
        (void)!hub_turn(s->hub);
        hub_stop(s->hub);
    }
    if (s->lws != NULL) {
        s->listen.count = 0; /* they belong to the library by now */
        lws_sul_cancel(&s->timer);
        lws_context_destroy(s->lws);
        s->lws = NULL;
    }
    listen_close(&s->listen);
    hub_close(s->hub);
    limits_free(s->limits);
    store_close(s->store);
    str_release(&s->games);
    mem_free(s);
}
