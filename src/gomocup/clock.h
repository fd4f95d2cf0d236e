/* Time management: how long a move may take, by the limits that a manager sends as INFO, at any
 * time.
 *
 * A manager measures time at its own end of a pipe, so every limit is reduced by a reserve. The
 * reserve is measured: how much later than planned our answers were, and how much more time than
 * ours the manager's time_left says that they took; and a small safety. A value that was not sent
 * is not a limit; if none was sent, a move takes at most GOMOCUP_DEFAULT_MS. */
#ifndef GOMOCUP_CLOCK_H
#define GOMOCUP_CLOCK_H

#include "gomocup/gomocup.h"

enum {
    GOMOCUP_DEFAULT_MS = 5000,
    GOMOCUP_SAFETY_MS = 5,      /* of every limit, .. */
    GOMOCUP_SAFETY_SHARE = 200, /* .. and one part in so many, .. */
    GOMOCUP_SAFETY_MAX_MS = 20, /* .. together at most this */
    GOMOCUP_MATCH_SHARE = 50,   /* one part in so many of a game's time stays unused */
    GOMOCUP_LATE_MAX_MS = 1000  /* the most that a measured delay adds */
};

struct gomocup_clock {
    int64_t turn_ms;      /* per move; negative: not given */
    int64_t match_ms;     /* per game; 0: no limit */
    int64_t increment_ms; /* added after each move */
    int64_t spent_ms;     /* of the game's time, by our own measurement */
    int64_t left_ms;   /* the manager's time_left minus what was spent since; negative: not given */
    bool left_old;     /* moves were made since it was given */
    int64_t late_ms;   /* by which answers were later than planned: the worst one, fading */
    int64_t unseen_ms; /* that answers took by the manager's clock but not by ours, likewise */
};

/* What a move may take; 0: no such limit. At least one of the first two is given. */
struct gomocup_time {
    int32_t turn_ms; /* for this move alone */
    int32_t left_ms; /* for this move and all others */
    int32_t increment_ms;
};

void gomocup_clock_init(struct gomocup_clock *clock);

/* A new game begins with its whole time, unless the manager has just sent time_left. */
void gomocup_clock_begin(struct gomocup_clock *clock);

/* Applies an INFO command; keys that are not times are ignored. */
void gomocup_clock_info(struct gomocup_clock *clock, const struct gomocup_command *info);

/* The time for a move that was requested `gone_ms` ago. */
struct gomocup_time gomocup_clock_time(const struct gomocup_clock *clock, int64_t gone_ms);

/* Subtracts the time that a move took. `planned_ms` is what it should have taken at most; 0: it had
 * no limit of its own. */
void gomocup_clock_spend(struct gomocup_clock *clock, int64_t spent_ms, int64_t planned_ms);

#endif
