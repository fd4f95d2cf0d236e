/* Helpers shared by the tests of Boats on the lake. */
#ifndef BOATS_TESTING_H
#define BOATS_TESTING_H

#include "games/boats/boats.h"
#include "games/games_testing.h"

/* A variant that must open. */
static inline struct pes_game *open_lake(const char *options) {
    return open_variant(&boats_kit, options);
}

/* The variants that tests iterate over: all sizes of lakes, all starts, both rules. Returns false
 * after the last one. */
static inline bool variant_at(int i, char out[PES_OPTIONS_TEXT_MAX]) {
    static const char *const starts[] = {"base", "s0", "s1", "s2", "s3", "random"};
    enum { STARTS = 6, COLUMNS = 8, LEVELS = 3, SIZES = COLUMNS * LEVELS };
    const char *rule = i % 2 == 0 ? "free" : "ko";
    const int which = i / 2;
    if (which < STARTS)
        snprintf(out, PES_OPTIONS_TEXT_MAX, "start=%s,rule=%s", starts[which], rule);
    else
        snprintf(out, PES_OPTIONS_TEXT_MAX, "start=base,rule=%s,columns=%d,levels=%d", rule,
                 3 + (which - STARTS) / LEVELS, 2 + (which - STARTS) % LEVELS);
    return which < STARTS + SIZES;
}

#endif
