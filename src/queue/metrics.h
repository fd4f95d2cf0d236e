/* Metrics of a worker over HTTP, for a program on the same machine: a listener without threads that
 * the worker's loop serves. It answers every request with the same page and closes. */
#ifndef QUEUE_METRICS_H
#define QUEUE_METRICS_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdint.h>

struct pollfd;

enum { METRICS_CLIENTS_MAX = 8, METRICS_CLIENT_MS = 2000 };

struct metrics_http {
    int fd; /* -1: none */
    struct metrics_client {
        int fd; /* -1: none */
        int64_t until_ns;
        int newlines; /* at the end of what was read: two of them end a request */
        struct str answer;
        size_t sent;
    } clients[METRICS_CLIENTS_MAX];
};

/* Port 0: no listener. Fails with IO. */
PES_MUST_USE enum pes_err metrics_open(struct metrics_http *m, int port, struct pes_note *note);
void metrics_close(struct metrics_http *m);

/* The descriptors to wait for; returns how many, up to METRICS_CLIENTS_MAX + 1. */
int metrics_poll(const struct metrics_http *m, struct pollfd *out);

/* Accepts, reads and answers as far as it goes without waiting; `page` writes the answer. */
void metrics_serve(struct metrics_http *m, void (*page)(void *to, struct str *out), void *to);

#endif
