/* The server: the web application, its API and its WebSocket, on one address.
 *
 *     struct server *s;
 *     server_open(&options, &s, &note);     the database is locked, the port is open
 *     server_urls(s, &text);                what people click
 *     server_run(s, stop);                  until *stop; then clients are told, and all is
 * persisted server_close(s);
 *
 * One thread runs the event loop (libwebsockets); a thread pool beside it runs thoughts. Each turn
 * of the loop handles all input, commits the changes to the store once, and only then sends
 * anything: whatever a client has seen is persistent.
 *
 * The server prints nothing: messages for operators go to `log`, and one line per reply, if wanted,
 * to `access`. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* One reply, for the access log. A WebSocket is logged once, when it ends. */
struct server_access {
    const char *address; /* of the client; of IPv6 the first 64 bits */
    const char *method;
    const char
        *path;  /* without keys, and with only the beginning of the id of a game; printable ASCII */
    int status; /* 0: the connection ended before the reply */
    int64_t bytes; /* of the body, or of all messages */
    int64_t ms;
};

struct server_options {
    const char *bind;               /* "127.0.0.1": see listen.h */
    int port;                       /* 0: any free port */
    const char *pages;              /* a folder with the pages of a tournament; NULL: none */
    const char *class;              /* the name of its class: see rooms/lobby.h; NULL: none */
    const char *db;                 /* the database: see store.h */
    const char *tables;             /* folder of solved tables; NULL: no exact values */
    const char *tls_cert, *tls_key; /* PEM files; NULL: without TLS */
    const char *origins;            /* allowed origins, separated by commas: see origin.h */
    const char *proxies;            /* trusted proxies, separated by commas: see proxy.h; "" */
    int threads;                    /* of the pool */
    int32_t movetime_ms;            /* thinking time per move of an agent, */
    int32_t movetime_max_ms;        /* and the longest that its own options may ask for */
    int32_t connections, connections_all, games, thinking; /* limits: see limits.h and pool.h */
    int32_t requests;    /* HTTP requests per second and address */
    int32_t watchdog_s;  /* a turn that takes longer ends the process; 0: never */
    bool loopback_only;  /* refuses (UNFIT) an address that other machines can reach: for root */
    int32_t keep_days;   /* games unchanged for longer are deleted: see persist.h; 0: never */
    int32_t db_mb_max;   /* no new games while the database is larger; 0: no limit */
    int32_t hsts_s;      /* Strict-Transport-Security, in seconds; 0: not sent. Only with TLS */
    const char *prefix;  /* prefix of all paths: "/games"; "": none */
    bool metrics;        /* serves /metrics, to this machine only */
    atomic_bool *reload; /* set by a signal: read the certificate again; NULL: never */
    void (*access)(void *log_arg, const struct server_access *access); /* NULL: no access log */
    void (*reopen)(void *log_arg); /* called on reload: reopen logs; NULL: there are none */
    void (*log)(void *log_arg, const struct pes_text *what, const struct pes_arg args[]);
    /* The server hangs: reports it and ends the process, on another thread: see watchdog.h. */
    void (*stuck)(void *log_arg, const struct pes_text *what, const struct pes_arg args[]);
    void *log_arg;
};

struct server;

/* The texts of the options must live as long as the server. */
PES_MUST_USE enum pes_err server_open(const struct server_options *options, struct server **out,
                                      struct pes_note *note);
/* Appends the URLs at which people reach it, one per line. */
void server_urls(const struct server *server, struct str *out);
/* The addresses for the class: what people enter with, and what its teacher opens; both contain
 * what is nobody else's business. Appends nothing if there is no class. */
void server_class_urls(const struct server *server, struct str *people, struct str *teacher);
/* Serves until *stop. IO: the event loop broke down; UNFIT: another program writes to the database.
 * Both have been logged. */
PES_MUST_USE enum pes_err server_run(struct server *server, const atomic_bool *stop);
void server_close(struct server *server); /* NULL is fine */

#endif
