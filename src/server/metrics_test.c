/* Metrics: histograms, the text format, summaries of refusals. */
#include "server/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define MS INT64_C(1000000)

static void assert_has(const struct str *text, const char *part) {
    if (strstr(text->text, part) == NULL)
        fail_msg("'%s' is not in\n%s", part, text->text);
}

/* Buckets are cumulative and include their bounds. */
static void durations(void **state) {
    (void)state;
    static const int64_t ns[] = {0, MS, MS + 1, 5 * MS, 100 * MS, 5000 * MS, 5000 * MS + 1};
    struct metrics_times times = {0};
    struct str out;
    str_init(&out);
    for (size_t i = 0; i < sizeof ns / sizeof ns[0]; i++)
        metrics_observe(&times, ns[i]);
    assert_int_equal(times.max_ns, 5000 * MS + 1);
    metrics_put_times(&out, "x_seconds", "Something.", &times);
    assert_has(&out, "# TYPE pessoi_x_seconds histogram\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"0.001\"} 2\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"0.005\"} 4\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"0.05\"} 4\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"0.1\"} 5\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"5\"} 6\n");
    assert_has(&out, "pessoi_x_seconds_bucket{le=\"+Inf\"} 7\n");
    assert_has(&out, "pessoi_x_seconds_sum 10.107000002\npessoi_x_seconds_count 7\n");
    str_release(&out);
}

/* The first refusal of a kind is logged at once, the others at most once per minute. */
static void summaries(void **state) {
    (void)state;
    struct metrics m = {0};
    int64_t count = 0;
    assert_int_equal(metrics_due(&m, 1000, &count), REFUSED_COUNT);
    m.refused[REFUSED_GAME] = 1;
    m.refused[REFUSED_TLS] = 3;
    assert_int_equal(metrics_due(&m, 1000, &count), REFUSED_GAME);
    assert_int_equal(count, 1);
    assert_int_equal(metrics_due(&m, 1000, &count), REFUSED_TLS);
    assert_int_equal(count, 3);
    assert_int_equal(metrics_due(&m, 1000, &count), REFUSED_COUNT);
    m.refused[REFUSED_GAME] = 8;
    assert_int_equal(metrics_due(&m, 60999, &count), REFUSED_COUNT);
    assert_int_equal(metrics_due(&m, 61000, &count), REFUSED_GAME);
    assert_int_equal(count, 7);
    assert_int_equal(metrics_due(&m, 200000, &count), REFUSED_COUNT); /* nothing new */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(durations), cmocka_unit_test(summaries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
