#include "queue/conn.h"

#include "core/clock.h"
#include "core/mem.h"
#include "core/str.h"
#include "queue/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    LOOK_MS = 50,
    READ_SIZE = 65536,
    FLOOD_MS = 1000, /* after its deadline, in which a reply that is arriving may be completed */
};

struct conn {
    int fd;
    SSL_CTX *ctx; /* NULL: no TLS */
    SSL *ssl;
    struct reader *reader;
    struct str out; /* to be sent */
    size_t sent;    /* of it */
    const atomic_bool *stop;
    char name[URL_NAME_SIZE]; /* of the queue, for messages */
};

/* Failures. ----------------------------------------------------------------------------------- */

static enum pes_err say_lost(const struct pes_text *why, int arg, struct pes_note *note) {
    char en[PES_NOTE_MAX], el[PES_NOTE_MAX];
    pes_say(PES_LANG_EN, why, PES_ARGS(PES_INT(arg)), en, sizeof en);
    pes_say(PES_LANG_EL, why, PES_ARGS(PES_INT(arg)), el, sizeof el);
    const struct pes_text both = PES_TEXT(en, el);
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(queue_lost), PES_ARGS(PES_SAID(&both)));
}

static enum pes_err say_errno(int number, struct pes_note *note) {
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(queue_lost), PES_ARGS(PES_STR(strerror(number))));
}

/* The reason of OpenSSL's last failure; a certificate that is not accepted needs a person. */
static enum pes_err say_tls(const SSL *ssl, struct pes_note *note) {
    const long verdict = ssl != NULL ? SSL_get_verify_result(ssl) : X509_V_OK;
    const unsigned long code = ERR_get_error();
    const char *why = verdict != X509_V_OK ? X509_verify_cert_error_string(verdict)
                      : code != 0          ? ERR_reason_error_string(code)
                                           : NULL;
    ERR_clear_error();
    if (why == NULL)
        return say_lost(TEXT(queue_closed), 0, note);
    return pes_note_say(note, verdict != X509_V_OK ? PES_ERR_UNFIT : PES_ERR_IO, 0, TEXT(queue_tls),
                        PES_ARGS(PES_STR(why)));
}

/* Waiting. ------------------------------------------------------------------------------------ */

static bool is_stopped(const atomic_bool *stop) {
    return stop != NULL && atomic_load(stop);
}

/* Waits until the socket is ready; OK, LATE, STOPPED or IO. */
static enum pes_err wait_for(const struct conn *c, short events, int64_t until_ns, bool stoppable) {
    for (;;) {
        if (stoppable && is_stopped(c->stop))
            return PES_ERR_STOPPED;
        const int64_t left_ms = (until_ns - clock_now_ns() + CLOCK_NS_PER_MS - 1) / CLOCK_NS_PER_MS;
        const int look_ms = left_ms <= 0 ? 0 : left_ms < LOOK_MS ? (int)left_ms : LOOK_MS;
        struct pollfd fd = {.fd = c->fd, .events = events};
        const int ready = poll(&fd, 1, look_ms);
        if (ready > 0)
            return PES_ERR_OK;
        if (ready < 0 && errno != EINTR)
            return PES_ERR_IO;
        if (left_ms <= 0)
            return PES_ERR_LATE;
    }
}

/* What TLS waits for after a call that returned `code`; 0: it has failed. */
static short tls_wants(const struct conn *c, int code) {
    const int what = SSL_get_error(c->ssl, code);
    const int wanted = what == SSL_ERROR_WANT_READ    ? POLLIN
                       : what == SSL_ERROR_WANT_WRITE ? POLLOUT
                                                      : 0;
    return (short)wanted;
}

/* Connecting. --------------------------------------------------------------------------------- */

static void set_socket_up(int fd) {
    const int yes = 1;
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
}

/* Connects to one address; 0 or the errno. */
static int connect_to(struct conn *c, int family, const struct sockaddr *to, socklen_t length,
                      int64_t until_ns) {
    int failed = 0;
    socklen_t size = sizeof failed;
    c->fd = socket(family, SOCK_STREAM, 0);
    if (c->fd < 0)
        return errno;
    set_socket_up(c->fd);
    if (connect(c->fd, to, length) == 0)
        return 0;
    failed = errno;
    if (failed == EINPROGRESS) {
        const enum pes_err err = wait_for(c, POLLOUT, until_ns, true);
        if (err != PES_ERR_OK)
            failed = err == PES_ERR_STOPPED ? EINTR : ETIMEDOUT;
        else if (getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &failed, &size) != 0)
            failed = errno;
    }
    if (failed != 0) {
        close(c->fd);
        c->fd = -1;
    }
    return failed;
}

static const char *connect_local(struct conn *c, const struct url *url, int64_t until_ns) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    if (strlen(url->host) >= sizeof to.sun_path)
        return strerror(ENAMETOOLONG);
    memcpy(to.sun_path, url->host, strlen(url->host) + 1);
    const int failed =
        connect_to(c, AF_UNIX, (const struct sockaddr *)&to, (socklen_t)sizeof to, until_ns);
    return failed != 0 ? strerror(failed) : NULL;
}

/* Tries every address of the host; NULL: connected, else why not. */
static const char *connect_host(struct conn *c, const struct url *url, int64_t until_ns) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
    struct addrinfo *list = NULL;
    const int code = getaddrinfo(url->host, url->port, &hints, &list);
    if (code != 0)
        return gai_strerror(code);
    int failed = EADDRNOTAVAIL;
    for (const struct addrinfo *a = list; a != NULL && failed != 0 && failed != EINTR;
         a = a->ai_next)
        failed = connect_to(c, a->ai_family, a->ai_addr, a->ai_addrlen, until_ns);
    freeaddrinfo(list);
    return failed != 0 ? strerror(failed) : NULL;
}

/* Sets up TLS: the certificate must be for this host and come from an authority. */
static enum pes_err prepare_tls(struct conn *c, const char *ca, const struct url *url,
                                struct pes_note *note) {
    c->ctx = SSL_CTX_new(TLS_client_method());
    if (c->ctx == NULL)
        return PES_ERR_NOMEM;
    SSL_CTX_set_verify(c->ctx, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(c->ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    const int loaded = ca != NULL ? SSL_CTX_load_verify_locations(c->ctx, ca, NULL)
                                  : SSL_CTX_set_default_verify_paths(c->ctx);
    if (loaded != 1 || SSL_CTX_set_min_proto_version(c->ctx, TLS1_2_VERSION) != 1) {
        const char *why = ERR_reason_error_string(ERR_peek_last_error());
        ERR_clear_error();
        return pes_note_say(
            note, PES_ERR_UNFIT, 0, TEXT(queue_ca),
            PES_ARGS(PES_STR(ca != NULL ? ca : "/etc/ssl"), PES_STR(why != NULL ? why : "?")));
    }
    c->ssl = SSL_new(c->ctx);
    if (c->ssl == NULL || SSL_set_fd(c->ssl, c->fd) != 1)
        return PES_ERR_NOMEM;
    X509_VERIFY_PARAM *param = SSL_get0_param(c->ssl);
    if (X509_VERIFY_PARAM_set1_ip_asc(param, url->host) == 1)
        return PES_ERR_OK;
    ERR_clear_error();        /* it is a name */
    char name[URL_HOST_SIZE]; /* a copy, because OpenSSL's macro drops const */
    memcpy(name, url->host, sizeof name);
    return SSL_set1_host(c->ssl, name) == 1 && SSL_set_tlsext_host_name(c->ssl, name) == 1
               ? PES_ERR_OK
               : PES_ERR_NOMEM;
}

static enum pes_err begin_tls(struct conn *c, const char *ca, const struct url *url,
                              int64_t until_ns, struct pes_note *note) {
    enum pes_err err = prepare_tls(c, ca, url, note);
    while (err == PES_ERR_OK) {
        const int code = SSL_connect(c->ssl);
        if (code == 1)
            return PES_ERR_OK;
        const short wanted = tls_wants(c, code);
        if (wanted == 0)
            return say_tls(c->ssl, note);
        err = wait_for(c, wanted, until_ns, true);
        if (err == PES_ERR_LATE)
            return say_lost(TEXT(queue_late), 0, note);
    }
    return err;
}

static enum pes_err log_in(struct conn *c, const struct queue_config *config, const char *user,
                           int64_t until_ns, struct pes_note *note) {
    struct reply *reply;
    if (config->password == NULL)
        return PES_ERR_OK;
    conn_begin(c, user[0] != '\0' ? 3 : 2);
    conn_add(c, "AUTH");
    if (user[0] != '\0')
        conn_add(c, user);
    conn_add(c, config->password);
    enum pes_err err = conn_reply(c, until_ns, true, &reply, note);
    memset(c->out.text, 0, c->out.cap); /* it had the password */
    if (err == PES_ERR_LATE)
        return say_lost(TEXT(queue_late), 0, note);
    if (err == PES_ERR_OK && reply->kind == REPLY_ERROR)
        err = conn_refused(c, reply, note);
    reply_free(reply);
    return err;
}

enum pes_err conn_open(const struct queue_config *config, const struct url *url, int64_t until_ns,
                       struct conn **out, struct pes_note *note) {
    struct conn *c = mem_alloc(sizeof *c);
    if (c == NULL)
        return PES_ERR_NOMEM;
    c->fd = -1;
    c->stop = config->stop;
    str_init(&c->out);
    snprintf(c->name, sizeof c->name, "%s", url->name);
    c->reader = reader_new();
    enum pes_err err = c->reader != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    const char *why = NULL;
    if (err == PES_ERR_OK) {
        why = url->local ? connect_local(c, url, until_ns) : connect_host(c, url, until_ns);
        if (why != NULL)
            err = is_stopped(c->stop) ? PES_ERR_STOPPED
                                      : pes_note_say(note, PES_ERR_IO, 0, TEXT(queue_no_connection),
                                                     PES_ARGS(PES_STR(url->host), PES_STR(why)));
    }
    if (err == PES_ERR_OK && url->tls)
        err = begin_tls(c, config->ca, url, until_ns, note);
    if (err == PES_ERR_OK)
        err = log_in(c, config, url->user, until_ns, note);
    if (err != PES_ERR_OK) {
        conn_close(c);
        return err;
    }
    *out = c;
    return PES_ERR_OK;
}

void conn_close(struct conn *c) {
    if (c == NULL)
        return;
    SSL_free(c->ssl);
    SSL_CTX_free(c->ctx);
    if (c->fd >= 0) {
        (void)shutdown(c->fd, SHUT_RDWR);
        close(c->fd);
    }
    reader_free(c->reader);
    str_release(&c->out);
    mem_free(c);
}

int conn_fd(const struct conn *c) {
    return c->fd;
}

/* Commands. ----------------------------------------------------------------------------------- */

void conn_begin(struct conn *c, int words) {
    assert(words > 0);
    str_addf(&c->out, "*%d\r\n", words);
}

void conn_add_bytes(struct conn *c, const char *bytes, size_t length) {
    str_addf(&c->out, "$%zu\r\n", length);
    str_add_bytes(&c->out, bytes, length);
    str_add(&c->out, "\r\n");
}

void conn_add(struct conn *c, const char *word) {
    conn_add_bytes(c, word, strlen(word));
}

void conn_add_int(struct conn *c, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    conn_add(c, text);
}

void conn_command(struct conn *c, const char *const words[]) {
    int count = 0;
    while (words[count] != NULL)
        count++;
    conn_begin(c, count);
    for (int i = 0; i < count; i++)
        conn_add(c, words[i]);
}

size_t conn_waiting(const struct conn *c) {
    return c->out.length - c->sent;
}

/* Sends some bytes; how many, 0 if it must wait for *wanted, -1 if it failed. */
static ssize_t send_some(const struct conn *c, const char *bytes, size_t length, short *wanted,
                         struct pes_note *note) {
    *wanted = POLLOUT;
    if (c->ssl != NULL) {
        const int chunk = length < INT32_MAX ? (int)length : INT32_MAX;
        const int n = SSL_write(c->ssl, bytes, chunk);
        if (n > 0)
            return n;
        *wanted = tls_wants(c, n);
        if (*wanted == 0)
            (void)say_tls(c->ssl, note);
        return *wanted != 0 ? 0 : -1;
    }
    const ssize_t n = send(c->fd, bytes, length, MSG_NOSIGNAL);
    if (n >= 0 || errno == EAGAIN || errno == EINTR)
        return n >= 0 ? n : 0;
    (void)say_errno(errno, note);
    return -1;
}

enum pes_err conn_flush(struct conn *c, int64_t until_ns, struct pes_note *note) {
    if (str_err(&c->out) != PES_ERR_OK)
        return PES_ERR_NOMEM;
    while (c->sent < c->out.length) {
        short wanted;
        const ssize_t n =
            send_some(c, c->out.text + c->sent, c->out.length - c->sent, &wanted, note);
        if (n < 0)
            return PES_ERR_IO;
        c->sent += (size_t)n;
        if (n > 0)
            continue;
        const enum pes_err err = wait_for(c, wanted, until_ns, false);
        if (err == PES_ERR_LATE)
            return say_lost(TEXT(queue_late), 0, note);
        if (err != PES_ERR_OK)
            return err;
    }
    str_clear(&c->out);
    c->sent = 0;
    return PES_ERR_OK;
}

/* Replies. ------------------------------------------------------------------------------------ */

/* Reads some bytes; how many, 0 if it must wait for *wanted, -1 if it failed or was closed. */
static ssize_t read_some(const struct conn *c, char *bytes, size_t size, short *wanted,
                         struct pes_note *note) {
    *wanted = POLLIN;
    if (c->ssl != NULL) {
        const int n = SSL_read(c->ssl, bytes, (int)size);
        if (n > 0)
            return n;
        *wanted = tls_wants(c, n);
        if (*wanted == 0)
            (void)say_tls(c->ssl, note);
        return *wanted != 0 ? 0 : -1;
    }
    const ssize_t n = recv(c->fd, bytes, size, 0);
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
        return n > 0 ? n : 0;
    (void)(n == 0 ? say_lost(TEXT(queue_closed), 0, note) : say_errno(errno, note));
    return -1;
}

enum pes_err conn_reply(struct conn *c, int64_t until_ns, bool stoppable, struct reply **out,
                        struct pes_note *note) {
    char bytes[READ_SIZE];
    *out = NULL;
    enum pes_err err = conn_flush(c, until_ns, note);
    while (err == PES_ERR_OK) {
        const enum reader_state state = reader_take(c->reader, out);
        if (state == READER_REPLY)
            return PES_ERR_OK;
        if (state != READER_MORE)
            return say_lost(state == READER_NONSENSE ? TEXT(queue_nonsense) : TEXT(queue_too_much),
                            REPLY_BYTES_MAX >> 20, note);
        short wanted;
        const ssize_t n = read_some(c, bytes, sizeof bytes, &wanted, note);
        if (n < 0)
            return PES_ERR_IO;
        if (n > 0 && !reader_feed(c->reader, bytes, (size_t)n))
            return PES_ERR_NOMEM;
        if (n == 0)
            err = wait_for(c, wanted, until_ns, stoppable);
        else if (stoppable && is_stopped(c->stop))
            err = PES_ERR_STOPPED;
        else if (clock_now_ns() > until_ns + FLOOD_MS * CLOCK_NS_PER_MS)
            err = PES_ERR_LATE;
    }
    return err;
}

/* Does an error begin with this word? Redis 6 puts other words before those of an error in a
 * script: "ERR Error running script (call to f_..): @user_script:1: NOGROUP ..". */
static bool says(const struct reply *error, const char *word) {
    static const char in_script[] = "@user_script:";
    if (reply_begins(error, word))
        return true;
    if (!reply_begins(error, "ERR Error running script"))
        return false;
    const char *at = error->text;
    for (const char *next; (next = strstr(at, in_script)) != NULL;)
        at = next + strlen(in_script);
    at += strspn(at, " 0123456789:-");
    return strncmp(at, word, strlen(word)) == 0;
}

enum pes_err conn_refused(const struct conn *c, const struct reply *error, struct pes_note *note) {
    static const char *const passing[] = {"LOADING", "BUSY",      "MASTERDOWN", "READONLY",
                                          "OOM",     "NOSCRIPT",  "NOGROUP",    "TRYAGAIN",
                                          "MISCONF", "UNBLOCKED", "CLUSTERDOWN"};
    char quoted[PES_QUOTE_SIZE];
    if (error->kind != REPLY_ERROR)
        return say_lost(TEXT(queue_nonsense), 0, note);
    if (reply_begins(error, "NOAUTH"))
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(queue_needs_password), PES_NO_ARGS);
    if (reply_begins(error, "WRONGPASS") || strstr(error->text, "AUTH") != NULL)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(queue_bad_password), PES_NO_ARGS);
    if (says(error, "WRONGTYPE"))
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(queue_other_data),
                            PES_ARGS(PES_STR(c->name)));
    bool later = strstr(error->text, "max number of clients") != NULL;
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
        later |= says(error, passing[i]);
    return pes_note_say(note, later ? PES_ERR_IO : PES_ERR_UNFIT, 0, TEXT(queue_refused),
                        PES_ARGS(PES_STR(pes_quote(error->text, error->length, quoted))));
}
