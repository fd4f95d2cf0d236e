/* The network side of bench/load: the server as a child process, blocking HTTP requests, and
 * non-blocking WebSockets. Plain sockets, so that the measuring program uses little CPU time. */
#ifndef BENCH_LOAD_NET_H
#define BENCH_LOAD_NET_H

#include "core/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* `pessoi serve` as a child, with its games in a temporary folder. */
struct host {
    const char *program;
    const char *db;       /* its database; NULL: a file in the folder */
    const char *movetime; /* for --movetime */
    char folder[64];
    int port; /* 0 before the first start; the same after each restart */
    pid_t pid;
    int out; /* its standard output */
};

bool host_start(struct host *h);
void host_kill(struct host *h); /* SIGKILL */
bool host_stop(struct host *h); /* SIGTERM; true: exit code 0. Removes the folder */
long host_memory_kb(const struct host *h);

/* Status of an HTTP request whose body, if any, is JSON; the answer's body is appended to *out. 0:
 * there was no answer. */
int http_ask(int port, const char *method, const char *path, const char *body, struct str *out);

/* A WebSocket. */
struct wire {
    int fd;
    bool open; /* the handshake is complete */
    struct str in, out;
};

bool wire_connect(struct wire *w, int port); /* sends the handshake; does not wait */
void wire_close(struct wire *w);
void wire_send(struct wire *w, const char *text); /* one message */
bool wire_flush(struct wire *w);                  /* false: the connection is lost */
bool wire_fill(struct wire *w); /* reads what has arrived; false: the connection is lost */

/* The next whole message, which stays in w->in until wire_done(); NULL: there is none. */
const char *wire_message(struct wire *w, size_t *length, size_t *whole);
void wire_done(struct wire *w, size_t whole);

#endif
