/* Speed of the store of results: puts games in batches, lists them, and reads them whole.
 *
 *     bench/results FILE|URL [GAMES [BATCH]]
 *
 * FILE must not exist, nor results in the database; it is left for other measurements (`pessoi db
 * games FILE`). */
#include "store/results.h"
#include "core/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORD_BYTES = 1200 }; /* of a typical game */

static void must(enum pes_err err, const struct pes_note *note) {
    if (err == PES_ERR_OK)
        return;
    fprintf(stderr, "results: %s\n", note->why[PES_LANG_EN]);
    exit(3);
}

static void fill(struct results *r, int64_t games, int64_t batch) {
    static char record[RECORD_BYTES + 1];
    struct pes_note note = {0};
    const struct results_event e = {.key = "bench",
                                    .kind = "match",
                                    .title = "bench",
                                    .game = "boats",
                                    .variant = "",
                                    .version = pes_version()};
    int64_t event;
    bool yes;
    memset(record, 'r', RECORD_BYTES);
    must(results_begin_event(r, &e, &event, &yes, &note), &note);
    for (int32_t seat = 0; seat < 2; seat++) {
        const struct results_player p = {
            .seat = seat, .name = seat == 0 ? "alice" : "bob", .agent = "random"};
        must(results_put_player(r, event, &p, &note), &note);
    }
    for (int64_t i = 0; i < games; i++) {
        const struct results_game g = {.number = i,
                                       .seats = {(int32_t)(i % 2), (int32_t)(1 - i % 2)},
                                       .result = i % 3 == 0 ? "1-0" : "0-1",
                                       .end = "rules",
                                       .plies = 40,
                                       .fingerprint = (uint64_t)i,
                                       .job = "game=boats first=random second=random seed=1",
                                       .record = record};
        must(results_put_game(r, event, &g, &yes, &note), &note);
        if (i % batch == batch - 1)
            must(results_commit(r, &note), &note);
    }
    must(results_commit(r, &note), &note);
}

static bool count(void *to, const struct results_event *e, const char *const names[2],
                  const struct results_game *g) {
    (void)e;
    (void)names;
    *(int64_t *)to += g->number >= 0;
    return true;
}

static void time_reading(struct results *r, bool whole, const char *what) {
    struct pes_note note = {0};
    int64_t games = 0;
    const int64_t start = clock_now_ns();
    must(results_each_game(r, NULL, whole, count, &games, &note), &note);
    printf("%s: %" PRId64 " games in %.2f s\n", what, games, clock_seconds_since(start));
}

int main(int argc, char *argv[]) {
    struct results *r = NULL;
    struct pes_note note = {0};
    const int64_t games = argc > 2 ? strtoll(argv[2], NULL, 10) : 100000;
    const int64_t batch = argc > 3 ? strtoll(argv[3], NULL, 10) : 100;
    if (argc < 2 || games < 1 || batch < 1 || access(argv[1], F_OK) == 0) {
        fprintf(stderr, "usage: results NEW_FILE|URL [GAMES [BATCH]]\n");
        return 2;
    }
    must(results_open(argv[1], false, &r, &note), &note);
    const int64_t start = clock_now_ns();
    fill(r, games, batch);
    printf("put: %" PRId64 " games in %.2f s, %" PRId64 " per commit\n", games,
           clock_seconds_since(start), batch);
    time_reading(r, false, "list");
    time_reading(r, true, "whole");
    results_close(r);
    return 0;
}
