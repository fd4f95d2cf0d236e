/* Metrics for operators: durations, and counts of replies and refusals. */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "core/str.h"

#include <stdint.h>

/* A histogram of durations, with the buckets of Prometheus. */
enum { METRICS_BUCKETS = 9 };
struct metrics_times {
    int64_t counts[METRICS_BUCKETS]; /* durations of at most metrics_bounds_ms[i]; the last: all */
    int64_t sum_ns, max_ns;
};
void metrics_observe(struct metrics_times *times, int64_t ns);

/* Refused by a limit, or failed before there was a request. */
enum metrics_refusal {
    REFUSED_CONNECTION, /* replied 429 */
    REFUSED_DROPPED,    /* closed without a reply */
    REFUSED_REQUEST,
    REFUSED_GAME,
    REFUSED_DISK,
    REFUSED_TLS, /* the TLS handshake failed */
    REFUSED_COUNT
};

struct metrics {
    int64_t began_ms;
    int64_t answers[6]; /* replies by the first digit of the status */
    int64_t bytes_sent; /* bodies and messages */
    int64_t messages;   /* of clients, over WebSockets */
    int64_t refused[REFUSED_COUNT];
    int64_t summarised[REFUSED_COUNT];    /* how many of them have been logged */
    int64_t summarised_ms[REFUSED_COUNT]; /* when they were last logged */
    struct metrics_times turns;
};

/* The text format of Prometheus (version 0.0.4). */
void metrics_put(struct str *out, const char *name, const char *kind, const char *help,
                 double value);
void metrics_put_refused(struct str *out, const struct metrics *m);
void metrics_put_answers(struct str *out, const struct metrics *m);
void metrics_put_times(struct str *out, const char *name, const char *help,
                       const struct metrics_times *times);

/* A kind of refusal whose summary is due: it has happened since the last summary, which is at least
 * a minute old. Marks it as logged and returns how often it happened; REFUSED_COUNT: there is none.
 */
enum metrics_refusal metrics_due(struct metrics *m, int64_t now_ms, int64_t *count);

#endif
