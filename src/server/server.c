/* The server as a whole: opening its parts in the right order, the event loop, closing. end_turn()
 * is the place where changes are persisted before anything is sent. */
#include "server/server.h"
#include "server/bounds.h"

#include "core/clock.h"
#include "core/mem.h"
#include "pessoi/agent.h"
#include "pessoi/kit.h"
#include "pessoi/version.h"
#include "rooms/document.h"
#include "server/net.h"
#include "server/notify.h"
#include "server/text.h"
#include "server/tls.h"

#include <assert.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What the hub needs ----------------------------------------------------------------------------
 */

static void on_tell(void *net, struct hub_client *client, const char *json, size_t length) {
    (void)net;
    net_tell(net_peer_of_client(client), json, length);
}

static void on_lost(void *net, struct hub_client *client) {
    (void)net;
    struct peer *p = net_peer_of_client(client);
    p->lost = true; /* the end of the turn closes it */
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
     .rx_buffer_size = NET_TLS_RECORD,
     .tx_packet_size = 65536},
    {.name = "listen", .callback = listen_callback},
    {.name = NULL},
};

/* Pings after half a minute of silence; a client that has not replied after a whole minute is
 * disconnected. */
static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 30,
                                           .secs_since_valid_hangup = 60};

/* Raises the limit of open files to what the connections need; if the system allows fewer, there
 * are fewer connections. */
static void raise_file_limit(struct server *s) {
    enum {
        OWN = 64
    }; /* of the store, of the library, and of connections beyond the limit that get 429 */
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

/* "/games": letters, digits and -._~ between single slashes; no segment of dots only. */
static bool is_prefix(const char *text) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    if (text[0] == '\0')
        return true;
    if (strlen(text) > NET_PREFIX_MAX)
        return false;
    while (*text == '/') {
        const size_t length = strspn(text + 1, letters);
        if (length == 0 || strspn(text + 1, ".") == length)
            return false;
        text += 1 + length;
    }
    return *text == '\0';
}

/* The folder becomes part of an agent's text, where a comma separates options. */
static enum pes_err check_tables(const char *folder, struct pes_note *note) {
    enum { LENGTH_MAX = PES_AGENT_TEXT_MAX - 32 };
    struct stat info;
    char quote[PES_QUOTE_SIZE];
    if (folder == NULL)
        return PES_ERR_OK;
    pes_quote(folder, strlen(folder), quote);
    if (strlen(folder) > LENGTH_MAX || strchr(folder, ',') != NULL)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_tables_name),
                            PES_ARGS(PES_STR(quote), PES_INT(LENGTH_MAX)));
    if (stat(folder, &info) != 0 || !S_ISDIR(info.st_mode) || access(folder, R_OK | X_OK) != 0)
        return pes_note_say(note, PES_ERR_IO, 0, TEXT(net_tables_missing),
                            PES_ARGS(PES_STR(quote)));
    return PES_ERR_OK;
}

static enum pes_err check_options(const struct server_options *o, struct pes_note *note) {
    const char *bad = NULL;
    int length = 0;
    char quote[PES_QUOTE_SIZE];
    if (!origin_list_valid(o->origins, &bad, &length))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_bad_origin),
                            PES_ARGS(PES_STR(pes_quote(bad, (size_t)length, quote))));
    struct proxy_rules proxies;
    if (!proxy_rules_read(&proxies, o->proxies, &bad, &length))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_bad_proxy),
                            PES_ARGS(PES_STR(pes_quote(bad, (size_t)length, quote))));
    if ((o->tls_cert == NULL) != (o->tls_key == NULL))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_tls_pair), PES_NO_ARGS);
    if (o->hsts_s > 0 && o->tls_cert == NULL)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_hsts_alone), PES_NO_ARGS);
    if (!is_prefix(o->prefix))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_bad_prefix),
                            PES_ARGS(PES_STR(pes_quote(o->prefix, strlen(o->prefix), quote))));
    const enum pes_err err = check_tables(o->tables, note);
    if (err != PES_ERR_OK)
        return err;
    return o->tls_cert != NULL ? tls_check(o->tls_cert, o->tls_key, note) : PES_ERR_OK;
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
        .pt_serv_buf_size = NET_TLS_RECORD + 1024, /* some of it is the library's own */
        .fd_limit_per_thread = (unsigned)o->connections_all + 64,
        .retry_and_idle_policy = &idle_policy,
        .headers = s->headers,
        .ssl_cert_filepath = o->tls_cert,
        .ssl_private_key_filepath = o->tls_key,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (o->tls_cert != NULL ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
    };
    lws_set_log_level(0, NULL); /* it would print */
    net_guard_install();
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

typedef enum pes_err kit_writer(const struct pes_kit *kit, struct str *out);

/* One reply per kit. */
static enum pes_err make_packs(struct pack **packs, const char *path, kit_writer *write) {
    const int count = pes_kit_count();
    enum pes_err err = PES_ERR_OK;
    *packs = mem_alloc((size_t)count * sizeof **packs);
    if (*packs == NULL)
        return PES_ERR_NOMEM;
    for (int i = 0; i < count; i++)
        pack_init(&(*packs)[i]);
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        err = write(pes_kit_at(i), &(*packs)[i].plain);
        if (err == PES_ERR_OK)
            err = pack_make(&(*packs)[i], path, "application/json");
    }
    return err;
}

static void release_packs(struct pack *packs) {
    for (int i = 0; packs != NULL && i < pes_kit_count(); i++)
        pack_release(&packs[i]);
    mem_free(packs);
}

/* Replies that never change are made once. */
static enum pes_err make_files(struct server *s) {
    enum pes_err err = room_games(&s->games.plain);
    if (err == PES_ERR_OK)
        err = pack_make(&s->games, "/api/1/games", "application/json");
    if (err == PES_ERR_OK)
        err = make_packs(&s->rules, "/api/1/games/NAME/rules", room_rules);
    if (err == PES_ERR_OK)
        err = make_packs(&s->lessons, "/api/1/games/NAME/lesson", room_lesson);
    if (err == PES_ERR_OK)
        err = make_packs(&s->puzzles, "/api/1/games/NAME/puzzles", room_puzzles);
    if (err == PES_ERR_OK && s->prefix[0] != '\0')
        err = pack_rebase(&s->page, files_find(&files_web, "/"), s->prefix);
    return err;
}

static enum pes_err open_watchdog(struct server *s, struct pes_note *note) {
    const struct server_options *o = &s->options;
    const struct watchdog_options options = {
        .limit_ms = o->watchdog_s * 1000, .stuck = o->stuck, .arg = o->log_arg};
    if (o->watchdog_s == 0)
        return PES_ERR_OK;
    const enum pes_err err = watchdog_open(&options, &s->watchdog);
    return err == PES_ERR_OK ? err : pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
}

static enum pes_err open_hub(struct server *s, struct pes_note *note) {
    const struct server_options *o = &s->options;
    const struct limits_options limits = {.connections = o->connections,
                                          .connections_all = o->connections_all,
                                          .games = o->games,
                                          .requests = o->requests};
    s->limits = limits_new(&limits);
    if (s->limits == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    s->tables = (struct solved_tables){
        .folder = o->tables, .writable = o->tables != NULL && access(o->tables, W_OK) == 0};
    const struct hub_options hub = {.store = s->store,
                                    .limits = s->limits,
                                    .threads = o->threads,
                                    .thinking_max = o->thinking,
                                    .movetime_ms = o->movetime_ms,
                                    .movetime_max_ms = o->movetime_max_ms,
                                    .tables = s->tables.folder != NULL ? &s->tables : NULL,
                                    .keep_ms = o->keep_days * INT64_C(86400000),
                                    .db_bytes_max = o->db_mb_max * INT64_C(1000000),
                                    .net = s,
                                    .tell = on_tell,
                                    .lost = on_lost,
                                    .wake = on_wake,
                                    .log = on_log,
                                    .watchdog = s->watchdog};
    enum pes_err err = hub_open(&hub, &s->hub);
    if (err == PES_ERR_OK)
        err = make_files(s);
    if (err == PES_ERR_OK && o->class != NULL) {
        err = hub_open_class(s->hub, o->class, s->teacher, note);
        if (err != PES_ERR_OK && !pes_note_is_empty(note))
            return err;
    }
    return err == PES_ERR_OK ? err : pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
}

void server_urls(const struct server *s, struct str *out) {
    struct str urls;
    str_init(&urls);
    listen_urls(&s->listen, s->options.tls_cert != NULL, &urls);
    for (const char *at = urls.text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        str_add_bytes(out, at, (size_t)(end - at));
        str_addf(out, "%s\n", s->root + 1); /* the URL already ends with a slash */
    }
    out->failed |= urls.failed;
    str_release(&urls);
}

/* Where people reach the application: the first origin that the operator named, or the first
 * address. */
static void add_home(const struct server *s, struct str *out) {
    const char *origin = s->options.origins;
    if (origin[0] != '\0') {
        str_add_bytes(out, origin, strcspn(origin, ","));
        str_addf(out, "%s", s->root);
        return;
    }
    struct str urls;
    str_init(&urls);
    server_urls(s, &urls);
    /* Other devices cannot use the loopback address, which comes first. */
    const char *second = strchr(urls.text, '\n');
    const char *use = second != NULL && second[1] != '\0' ? second + 1 : urls.text;
    str_add_bytes(out, use, strcspn(use, "\n"));
    out->failed |= urls.failed;
    str_release(&urls);
}

void server_class_urls(const struct server *s, struct str *people, struct str *teacher) {
    if (s->options.class == NULL)
        return;
    add_home(s, people);
    str_addf(people, "class#%s", hub_class_code(s->hub));
    add_home(s, teacher);
    str_addf(teacher, "class#teacher=%s", s->teacher);
}

/* Logs version, address and limits in one line, and warnings. */
static void log_start(struct server *s) {
    const struct server_options *o = &s->options;
    struct str urls;
    str_init(&urls);
    server_urls(s, &urls);
    urls.text[strcspn(urls.text, "\n")] = '\0'; /* the first is enough */
    on_log(s, TEXT(net_log_start),
           PES_ARGS(PES_STR(pes_version()), PES_STR(urls.text), PES_STR(o->db),
                    PES_INT(o->connections), PES_INT(o->connections_all), PES_INT(o->games),
                    PES_INT(o->thinking), PES_INT(o->threads), PES_INT(o->keep_days)));
    str_release(&urls);
    if (s->connections_wanted > o->connections_all)
        on_log(s, TEXT(net_log_files),
               PES_ARGS(PES_INT(o->connections_all), PES_INT(s->connections_wanted)));
    if (!store_private(s->store))
        on_log(s, TEXT(net_log_exposed), PES_ARGS(PES_STR(o->db)));
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
    pack_init(&s->games);
    pack_init(&s->page);
    snprintf(s->prefix, sizeof s->prefix, "%s", options->prefix);
    snprintf(s->root, sizeof s->root, "%s/", options->prefix);
    snprintf(s->pages, sizeof s->pages, "%s/tournament/", options->prefix);
    net_set_headers(s);
    if (gethostname(s->machine, sizeof s->machine - 1) != 0)
        s->machine[0] = '\0';
    s->origin = (struct origin_rules){
        .tls = options->tls_cert != NULL, .machine = s->machine, .others = options->origins};
    s->connections_wanted = options->connections_all;
    const char *bad;
    int length;
    const bool read = proxy_rules_read(&s->proxies, options->proxies, &bad, &length);
    assert(read); /* checked above */
    (void)read;
    raise_file_limit(s);
    /* The port is opened last: every client that can connect is served. */
    err = store_open(options->db, &s->store, note);
    if (err == PES_ERR_OK)
        err = open_watchdog(s, note);
    if (err == PES_ERR_OK)
        err = open_hub(s, note);
    if (err == PES_ERR_OK)
        err = listen_open(&s->listen, options->bind, options->port, note);
    if (err == PES_ERR_OK && options->loopback_only && !s->listen.loopback)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(net_root), PES_NO_ARGS);
    if (err == PES_ERR_OK)
        err = open_lws(s, note);
    if (err != PES_ERR_OK) {
        server_close(s);
        return err;
    }
    s->metrics.began_ms = hub_now(s->hub);
    log_start(s);
    *out = s;
    return PES_ERR_OK;
}

/* Running ---------------------------------------------------------------------------------------
 */

/* A turn is due. The library calls this before it waits for events, if the timer has expired by
 * then, and would wait for its next timer: up to 30 s. */
static void on_timer(lws_sorted_usec_list_t *timer) {
    const struct server *s = lws_container_of(timer, struct server, timer);
    lws_cancel_service(s->lws);
}

/* Logs the refusals since the last summary, at most one line per minute and kind. */
static void log_refusals(struct server *s) {
    static const struct pes_text *const what[REFUSED_COUNT] = {
        [REFUSED_CONNECTION] = TEXT(net_log_connections),
        [REFUSED_DROPPED] = TEXT(net_log_dropped),
        [REFUSED_REQUEST] = TEXT(net_log_requests),
        [REFUSED_GAME] = TEXT(net_log_games),
        [REFUSED_DISK] = TEXT(net_log_disk),
        [REFUSED_TLS] = TEXT(net_log_tls),
    };
    int64_t count;
    hub_refusals(s->hub, &s->metrics.refused[REFUSED_GAME], &s->metrics.refused[REFUSED_DISK]);
    for (enum metrics_refusal kind;
         (kind = metrics_due(&s->metrics, hub_now(s->hub), &count)) != REFUSED_COUNT;)
        on_log(s, what[kind], PES_ARGS(PES_INT(count)));
}

/* Reads the certificate again and reopens the logs. */
static void reload(struct server *s) {
    const struct server_options *o = &s->options;
    struct pes_note note = {0};
    if (o->reopen != NULL)
        o->reopen(o->log_arg);
    if (s->ssl_ctx == NULL)
        on_log(s, TEXT(net_log_reloaded), PES_NO_ARGS);
    else if (tls_renew(s->ssl_ctx, o->tls_cert, o->tls_key, &note) == PES_ERR_OK)
        on_log(s, TEXT(net_log_renewed), PES_NO_ARGS);
    else
        on_log(s, TEXT(net_log_not_renewed), PES_ARGS(PES_NOTED(&note)));
}

static int64_t thread_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Tells the supervisor that the loop turns, three times as often as it requires. */
static void report(struct server *s) {
    const int64_t now = hub_now(s->hub);
    if (s->notify_ms == 0 || now < s->notify_at)
        return;
    s->notify_at = now + s->notify_ms / 3;
    notify_send("WATCHDOG=1");
}

/* Ends a turn: persists the changes, then sends, and schedules the next turn. */
static void end_turn(struct server *s) {
    switch (hub_turn(s->hub)) {
    case HUB_KEPT:
        net_release(s);
        break;
    case HUB_WAITS:
        net_release_unchanged(s);
        break;
    case HUB_FAILED:
        net_fail(s);
        break;
    }
    s->turn++;
    watchdog_turn(s->watchdog);
    report(s);
    int64_t sleep_ms = hub_wakes(s->hub) - hub_now(s->hub);
    sleep_ms = sleep_ms < 0 ? 0 : sleep_ms > TURN_SLEEP_MS_MAX ? TURN_SLEEP_MS_MAX : sleep_ms;
    lws_sul_schedule(s->lws, 0, &s->timer, on_timer, sleep_ms * LWS_US_PER_MS + 1);
}

/* One turn of the loop. Its duration is measured without the time that the library sleeps: by the
 * CPU time of the thread while the library runs, by the wall clock in the rest. False: the loop
 * broke down. */
static bool run_turn(struct server *s) {
    const int64_t begun_ns = thread_ns();
    if (lws_service(s->lws, 0) < 0)
        return false;
    const int64_t served_ns = thread_ns() - begun_ns, ending_ns = clock_now_ns();
    end_turn(s);
    metrics_observe(&s->metrics.turns, served_ns + clock_now_ns() - ending_ns);
    log_refusals(s);
    if (s->options.reload != NULL && atomic_exchange(s->options.reload, false))
        reload(s);
    return true;
}

/* Sends a close frame to every client, and waits a moment for them to arrive. */
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
    s->notify_ms = notify_watchdog_ms();
    end_turn(s);
    notify_send("READY=1");
    while (err == PES_ERR_OK && !atomic_load_explicit(stop, memory_order_relaxed)) {
        if (!run_turn(s))
            err = PES_ERR_IO;
        if (hub_second_owner(s->hub))
            err = PES_ERR_UNFIT;
    }
    notify_send("STOPPING=1");
    say_farewell(s);
    const int64_t up_s = (hub_now(s->hub) - s->metrics.began_ms) / 1000;
    on_log(s,
           err == PES_ERR_OK      ? TEXT(net_log_stop)
           : err == PES_ERR_UNFIT ? TEXT(net_log_stop_owner)
                                  : TEXT(net_log_stop_loop),
           PES_ARGS(PES_INT(up_s)));
    return err;
}

void server_close(struct server *s) {
    if (s == NULL)
        return;
    /* In this order: all clients leave, which changes rooms; the changes are persisted; the pool
     * stops; only then the library goes, because threads of the pool wake it. */
    for (struct peer *p = s->peers; p != NULL; p = p->next) {
        hub_gone(s->hub, &p->client);
        p->socket = false;
    }
    if (s->hub != NULL) {
        const struct timespec moment = {.tv_nsec = 20000000};
        while (hub_turn(s->hub) == HUB_WAITS) { /* for a few seconds at most */
            watchdog_turn(s->watchdog);
            nanosleep(&moment, NULL);
        }
        hub_stop(s->hub);
    }
    if (s->lws != NULL) {
        s->listen.count = 0; /* the library owns the sockets by now */
        lws_sul_cancel(&s->timer);
        lws_context_destroy(s->lws);
        s->lws = NULL;
    }
    listen_close(&s->listen);
    hub_close(s->hub);
    limits_free(s->limits);
    store_close(s->store);
    pack_release(&s->games);
    release_packs(s->rules);
    release_packs(s->lessons);
    release_packs(s->puzzles);
    pack_release(&s->page);
    watchdog_close(s->watchdog);
    mem_free(s);
}
