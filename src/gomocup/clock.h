/* Time management: how long a move may take, by the limits that a manager sends as INFO, at any
 * time.
 *
 * A manager measures time at its own end of a pipe, so every limit is reduced by a reserve. A value
 * that was not sent is not a limit; if none was sent, a move takes at most GOMOCUP_DEFAULT_MS. */
#ifndef GOMOCUP_CLOCK_H
#define GOMOCUP_CLOCK_H

#include "gomocup/gomocup.h"

enum {
    GOMOCUP_DEFAULT_MS = 5000,
    GOMOCUP_RESERVE_MS = 40, /* of every limit, but at most half of it */
    GOMOCUP_MOVES_AHEAD = 20 /* each move may use this fraction (1/20) of the time left */
};

struct gomocup_clock {
    int64_t turn_ms;  /* per move; negative: not given */
    int64_t match_ms; /* per game; 0: no limit */
    int64_t spent_ms; /* of the game's time, by our own measurement */
    int64_t left_ms;  /* the manager's time_left minus what was spent since; negative: not given */
    bool left_old;    /* moves were made since it was given */
};

void gomocup_clock_init(struct gomocup_clock *clock);

/* A new game begins with its whole time, unless the manager has just sent time_left. */
void gomocup_clock_begin(struct gomocup_clock *clock);

/* Applies an INFO command; keys that are not times are ignored. */
void gomocup_clock_info(struct gomocup_clock *clock, const struct gomocup_command *info);

/* The time for a move in milliseconds, at least 1; it was requested `gone_ms` ago. */
int32_t gomocup_clock_move_ms(const struct gomocup_clock *clock, int64_t gone_ms);

/* Subtracts the time that a move took. */
void gomocup_clock_spend(struct gomocup_clock *clock, int64_t spent_ms);

#endif
