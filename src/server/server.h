/* The server: the web application, its API and its WebSocket, on one address.
 *
 *     struct server *s;
 *     server_open(&options, &s, &note);     the file is held, the port is open
 *     server_urls(s, &text);                what people click
 *     server_run(s, stop);                  until *stop; then everybody is told, and all is kept
 *     server_close(s);
 *
 * One thread runs the loop (libwebsockets); thinking is done by a pool beside it. In each turn of
 * the loop everything that came in is done, what changed is committed to the store once, and only
 * then is anything sent: whatever a client has seen is kept.
 *
 * The server prints nothing: what its owner should know goes to `log`, and a line per answer, if
 * wanted, to `access`. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* One answer, for a log. A WebSocket is one, when it ends. */
struct server_access {
    const char *address; /* of the client; of IPv6 its first half */
    const char *method;
    const char *path; /* without keys, and of a game's id only the beginning; printable ASCII */
    int status;       /* 0: it went before it was answered */
    int64_t bytes;    /* of the body, or of all messages */
    int64_t ms;
};

struct server_options {
    const char *bind;               /* "127.0.0.1": see listen.h */
    int port;                       /* 0: any that is free */
    const char *db;                 /* the file of games: see store.h */
    const char *tls_cert, *tls_key; /* files in PEM; NULL: without TLS */
    const char *origins;            /* other origins of pages, separated by commas: see origin.h */
    const char *proxies;            /* whose X-Forwarded-For is read, likewise: see proxy.h; "" */
    int threads;                    /* that think */
    int32_t movetime_ms;            /* how long an agent thinks about a move, */
    int32_t movetime_max_ms;        /* and at most where its own options ask for it */
    int32_t connections, connections_all, games, thinking; /* limits: see limits.h and pool.h */
    int32_t requests;                                      /* over HTTP per second and address */
    int32_t watchdog_s;  /* a turn that takes longer ends the process; 0: never */
    bool loopback_only;  /* UNFIT for an address that other machines can reach: root's default */
    int32_t keep_days;   /* games unchanged for longer are deleted: see persist.h; 0: never */
    int32_t db_mb_max;   /* no new games while the database is larger; 0: no limit */
    int32_t hsts_s;      /* browsers insist on https for so long; 0: not asked for. Only with TLS */
    const char *prefix;  /* all addresses are below it: "/games"; "": none */
    bool metrics;        /* /metrics answers this machine */
    atomic_bool *reload; /* set: read the certificate again; NULL: never */
    void (*access)(void *log_arg, const struct server_access *access); /* NULL: not wanted */
    void (*reopen)(void *log_arg); /* reload was asked for: reopen logs; NULL: there are none */
    void (*log)(void *log_arg, const struct pes_text *what, const struct pes_arg args[]);
    /* The server hangs: says so and ends the process, on another thread: see watchdog.h. */
    void (*stuck)(void *log_arg, const struct pes_text *what, const struct pes_arg args[]);
    void *log_arg;
};

struct server;

/* The texts of the options must live as long as the server. */
PES_MUST_USE enum pes_err server_open(const struct server_options *options, struct server **out,
                                      struct pes_note *note);
/* Appends the addresses under which people reach it, one a line. */
void server_urls(const struct server *server, struct str *out);
/* Serves until *stop. IO where the loop broke down, UNFIT where another program writes to the
 * database; both have been logged. */
PES_MUST_USE enum pes_err server_run(struct server *server, const atomic_bool *stop);
void server_close(struct server *server); /* NULL is fine */

#endif
