/* Numbers for operators: how long things took, and what was answered and refused. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "core/str.h"

#include <stdint.h>

/* Durations, in buckets as Prometheus wants them. */
enum { METRICS_BUCKETS = 9 };
struct metrics_times {
    int64_t counts[METRICS_BUCKETS]; /* of at most metrics_bounds_ms[i]; the last: any */
    int64_t sum_ns, max_ns;
};
void metrics_observe(struct metrics_times *times, int64_t ns);

/* What a limit refused, or what failed before there was a request. */
enum metrics_refusal {
    REFUSED_CONNECTION, /* answered with 429 */
    REFUSED_DROPPED,    /* closed without an answer */
    REFUSED_REQUEST,
    REFUSED_GAME,
    REFUSED_DISK,
    REFUSED_TLS, /* the handshake failed */
    REFUSED_COUNT
};

struct metrics {
    int64_t began_ms;
    int64_t answers[6]; /* by the first digit of the status */
    int64_t bytes_sent; /* bodies and messages */
    int64_t messages;   /* of clients, over WebSockets */
    int64_t refused[REFUSED_COUNT];
    int64_t summarised[REFUSED_COUNT];    /* how many of those the log has */
    int64_t summarised_ms[REFUSED_COUNT]; /* and since when */
    struct metrics_times turns;
};

/* The text format of Prometheus (version 0.0.4). */
void metrics_put(struct str *out, const char *name, const char *kind, const char *help,
                 double value);
void metrics_put_refused(struct str *out, const struct metrics *m);
void metrics_put_answers(struct str *out, const struct metrics *m);
void metrics_put_times(struct str *out, const char *name, const char *help,
                       const struct metrics_times *times);

/* A refusal whose summary is due: it has happened since the last one, which is a minute old. Marks
 * it as logged and gives how often it happened; REFUSED_COUNT: there is none. */
enum metrics_refusal metrics_due(struct metrics *m, int64_t now_ms, int64_t *count);

#endif
