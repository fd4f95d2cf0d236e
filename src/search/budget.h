/* Limits of one search: an agent's own options combined with the caller's limits. Each bound is the
 * smaller of the two; zero means "no such bound".
 *
 * A watch tells a running search when its time is up. It reads the clock about every tenth to half
 * of a millisecond, however fast or slow the game is: often enough to be late by a few milliseconds
 * at most, and seldom enough to cost nothing. */
#ifndef SEARCH_BUDGET_H
#define SEARCH_BUDGET_H

#include "pessoi/agent.h"

struct budget {
    int32_t depth;
    uint64_t nodes;
    int64_t movetime_ms; /* the optimum: for a search that cannot tell whether it needs more */
    int64_t most_ms;     /* the maximum: for one that does, see struct pace; >= movetime_ms */
    bool saves;          /* time that is not used here is kept for later moves */
};

enum {
    BUDGET_MOVES_MOST = 20, /* expected of a player at the beginning of a game */
    BUDGET_MOVES_LEAST = 8, /* and at its end, unless the rules allow fewer */
    BUDGET_DELAY_MS = 10,   /* per move that no search sees: pipes, other programs on the machine */
    BUDGET_STRETCH = 4      /* a difficult move may take so many times the share of one move */
};

/* The limits of the player to move. Time management: a game clock is divided by the number of moves
 * that the player is expected to make still, less a delay for each of them, plus most of the
 * increment; the optimum is one such share, the maximum several, and neither more than half of the
 * time left. The own budget has no
 * clock: its most_ms and saves are ignored. */
struct budget budget_of(struct budget own, const struct pes_limits *limits,
                        const struct pes_history *h);

/* The limit per move alone, without the clock; 0: none. */
int64_t budget_movetime_ms(const struct budget *own, const struct pes_limits *limits);

/* How many moves the player to move is expected to make still, at least 1: by the phase of the
 * game, if the kit knows it, and by the bounds of its length. */
int32_t budget_moves_ahead(const struct pes_history *h);

/* When a search that begins now must end, in the time of clock_now_ns(); 0: never. It is for
 * searches without time management: the optimum. */
int64_t budget_deadline_ns(const struct budget *budget);

/* The pace of a search by iterative deepening: tells after each iteration whether the answer is
 * worth more time. Early if the same move has been best for several iterations and most of the work
 * went into it; late if the best move keeps changing or its value falls. An iteration that could
 * not even finish its first move is not begun.
 *
 * Without a clock (a limit per move alone), there is nothing to save, and all of it is used. */
struct pace {
    int64_t begun_ns; /* of clock_now_ns(); 0: there is no time limit, and nothing reads a clock */
    int64_t optimum_ns; /* 0: nothing is saved */
    int64_t most_ns;
    int64_t ended_ns; /* when the last iteration ended, since begun_ns */
    pes_move best;    /* of the last iteration */
    int32_t stable;   /* iterations since it became the best */
    double changes;   /* of the best move, older ones count less */
    double odds;      /* of the last iterations, smoothed */
};

/* What an iteration found. */
struct pace_look {
    pes_move best;
    double odds;   /* logarithm of the mover's odds; 0 where they are not known */
    double effort; /* the share of all work that went into the best move, 0..1 */
};

struct pace pace_begin(const struct budget *budget);

/* When the search must end, whatever it finds; 0: never. */
int64_t pace_deadline_ns(const struct pace *p);

/* An iteration ended at `now_ns`. True: the search should end. Otherwise *deadline_ns is when it
 * must end, of clock_now_ns(). Requires a time limit. */
bool pace_is_enough(struct pace *p, const struct pace_look *look, int64_t now_ns,
                    int64_t *deadline_ns);

/* The caller sets the first two; the rest is private and begins as zero. */
struct watch {
    int64_t deadline_ns;     /* of clock_now_ns(); 0: never */
    const atomic_bool *stop; /* once true, time is up; NULL: never */
    int64_t looked_ns;       /* when the clock was last read */
    uint64_t look_at;        /* the work at which it is read again */
    uint64_t look_every;     /* work between two readings; adapts to the speed of the game */
};

static inline bool watch_stopped(const struct watch *w) {
    return w->stop != NULL && atomic_load_explicit(w->stop, memory_order_relaxed);
}

/* Reads the clock: is time up? */
bool watch_look(struct watch *w, uint64_t work);

/* Is time up? Called between any two pieces of work; `work` is how much has been done, in nodes,
 * and never decreases. */
static inline bool watch_is_up(struct watch *w, uint64_t work) {
    return watch_stopped(w) || (w->deadline_ns != 0 && work >= w->look_at && watch_look(w, work));
}

#endif
