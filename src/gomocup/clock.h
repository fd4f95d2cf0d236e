/* How long a move may take, from what a manager tells by INFO, at whatever moment it does.
 *
 * A manager measures from its own side of a pipe, so every bound is kept with a reserve. What it
 * has not told is not a limit; if it told nothing at all, a move takes at most GOMOCUP_DEFAULT_MS.
 */
#ifndef GOMOCUP_CLOCK_H
#define GOMOCUP_CLOCK_H

#include "gomocup/gomocup.h"

enum {
    GOMOCUP_DEFAULT_MS = 5000,
    GOMOCUP_RESERVE_MS = 40, /* of every bound; of a short one at most half */
    GOMOCUP_MOVES_AHEAD = 20 /* the time left is shared among so many moves, again and again */
};

struct gomocup_clock {
    int64_t turn_ms;  /* for one move; negative: not told */
    int64_t match_ms; /* for a game; 0: no limit */
    int64_t spent_ms; /* of that, as we count it */
    int64_t left_ms;  /* as the manager counts it, less what was spent since; negative: not told */
    bool left_old;    /* moves were made since it was told */
};

void gomocup_clock_init(struct gomocup_clock *clock);

/* A new game begins: its whole time is left, unless the manager has just told how much is. */
void gomocup_clock_begin(struct gomocup_clock *clock);

/* Takes what an INFO told; keys that are no times are passed over. */
void gomocup_clock_info(struct gomocup_clock *clock, const struct gomocup_command *info);

/* Milliseconds, at least 1, for a move asked for `gone_ms` ago. */
int32_t gomocup_clock_move_ms(const struct gomocup_clock *clock, int64_t gone_ms);

/* A move took so long. */
void gomocup_clock_spend(struct gomocup_clock *clock, int64_t spent_ms);

#endif
