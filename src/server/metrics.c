/* Metrics in the text format of Prometheus, and when a summary of refusals is due. Counters only
 * grow. */
#include "server/metrics.h"

#include <assert.h>
#include <inttypes.h>

enum { SUMMARY_MS = 60000 };

static const int bounds_ms[METRICS_BUCKETS - 1] = {1, 5, 10, 50, 100, 500, 1000, 5000};

static const char *const refusal_names[REFUSED_COUNT] = {
    [REFUSED_CONNECTION] = "connection",
    [REFUSED_DROPPED] = "dropped",
    [REFUSED_REQUEST] = "request",
    [REFUSED_GAME] = "game",
    [REFUSED_DISK] = "disk",
    [REFUSED_TLS] = "tls",
};

void metrics_observe(struct metrics_times *times, int64_t ns) {
    int i = 0;
    while (i < METRICS_BUCKETS - 1 && ns > bounds_ms[i] * INT64_C(1000000))
        i++;
    times->counts[i]++;
    times->sum_ns += ns;
    times->max_ns = ns > times->max_ns ? ns : times->max_ns;
}

static void put_head(struct str *out, const char *name, const char *kind, const char *help) {
    str_addf(out, "# HELP pessoi_%s %s\n# TYPE pessoi_%s %s\n", name, help, name, kind);
}

void metrics_put(struct str *out, const char *name, const char *kind, const char *help,
                 double value) {
    put_head(out, name, kind, help);
    str_addf(out, "pessoi_%s %.17g\n", name, value);
}

void metrics_put_refused(struct str *out, const struct metrics *m) {
    put_head(out, "refused_total", "counter", "Refused by a limit, or failed before any request.");
    for (int i = 0; i < REFUSED_COUNT; i++)
        str_addf(out, "pessoi_refused_total{what=\"%s\"} %" PRId64 "\n", refusal_names[i],
                 m->refused[i]);
}

void metrics_put_answers(struct str *out, const struct metrics *m) {
    put_head(out, "http_answers_total", "counter", "Answers over HTTP, by class of status.");
    for (int i = 1; i < 6; i++)
        str_addf(out, "pessoi_http_answers_total{status=\"%dxx\"} %" PRId64 "\n", i, m->answers[i]);
}

void metrics_put_times(struct str *out, const char *name, const char *help,
                       const struct metrics_times *times) {
    int64_t all = 0;
    put_head(out, name, "histogram", help);
    for (int i = 0; i < METRICS_BUCKETS - 1; i++) {
        all += times->counts[i];
        str_addf(out, "pessoi_%s_bucket{le=\"%g\"} %" PRId64 "\n", name, bounds_ms[i] / 1000.0,
                 all);
    }
    all += times->counts[METRICS_BUCKETS - 1];
    str_addf(out, "pessoi_%s_bucket{le=\"+Inf\"} %" PRId64 "\n", name, all);
    str_addf(out, "pessoi_%s_sum %.9f\npessoi_%s_count %" PRId64 "\n", name,
             (double)times->sum_ns / 1e9, name, all);
}

enum metrics_refusal metrics_due(struct metrics *m, int64_t now_ms, int64_t *count) {
    for (int i = 0; i < REFUSED_COUNT; i++) {
        *count = m->refused[i] - m->summarised[i];
        assert(*count >= 0);
        if (*count == 0 || (m->summarised[i] > 0 && now_ms - m->summarised_ms[i] < SUMMARY_MS))
            continue;
        m->summarised[i] = m->refused[i];
        m->summarised_ms[i] = now_ms;
        return (enum metrics_refusal)i;
    }
    return REFUSED_COUNT;
}
