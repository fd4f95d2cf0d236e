/* The examination of an agent: may it take part in a tournament, and if not, what should its author
 * fix first?
 *
 * Everything is played as jobs in a child process (arena/runner.h), so that an agent that crashes
 * or loops fails its examination and nothing else. A check is passed or failed; the checks are in
 * the order in which their mistakes should be fixed. Some only inform: they are always passed.
 *
 * The positions and the dice depend on the seed alone. How many positions are tried, and when a
 * game of a slow agent is cut, depends on how long it thinks. */
#ifndef ARENA_EXAMINE_H
#define ARENA_EXAMINE_H

#include "core/str.h"
#include "pessoi/agent.h"

enum {
    EXAMINE_MOVETIME_MS = 100, /* per move, if no time is given */
    EXAMINE_GRACE_MS = 500,    /* by which an answer may be late: pipes and busy machines */
    EXAMINE_CLOCK_MS = 4000,   /* the clock, if no time is given, */
    EXAMINE_INCREMENT_MS = 50, /* and what every move adds to it */
};

enum examine_id {
    EXAMINE_STARTS,   /* the program starts and speaks its protocol; only of agents with about() */
    EXAMINE_ANSWERS,  /* it answers in the start position, on both sides */
    EXAMINE_AGAIN,    /* it plays another game after a game */
    EXAMINE_LEGAL,    /* its moves are legal in odd positions */
    EXAMINE_GAMES,    /* it plays whole games as First and as Second */
    EXAMINE_TIME,     /* it answers within its time */
    EXAMINE_CLOCK,    /* it divides the time of a clock */
    EXAMINE_REPEATS,  /* informs: does it answer the same in the same position? */
    EXAMINE_VARIANTS, /* informs: does it play other variants of the game? */
    EXAMINE_CHECKS
};

struct examine_check {
    const char *name;             /* for programs: "legal" */
    const struct pes_text *title; /* for people: "legal moves in odd positions" */
    bool informs;                 /* it is never failed */
    bool passed;
    struct pes_note detail; /* what was seen */
};

struct examine_config {
    const struct pes_game *game; /* borrowed */
    const char *agent;
    uint64_t seed;

    /* A time per move or a clock, for the whole examination. Neither: EXAMINE_MOVETIME_MS, and one
     * game with a clock. The stop flag ends the examination. */
    struct pes_limits limits;

    /* Before a tournament: fewer positions, the beginnings of games, no checks that inform. */
    bool quick;

    /* Called after every check. NULL: no calls. */
    void (*on_check)(void *to, const struct examine_check *check);
    void *on_check_to;
};

struct examine_result {
    bool passed;
    struct examine_check checks[EXAMINE_CHECKS];
    int count; /* of checks; those after a failed start are left out */

    /* Of the check to fix first; only if one failed. */
    int worst;           /* its index; -1: none */
    struct str start;    /* the start of the game in which it failed; "": no game began */
    struct str moves;    /* the moves of that game */
    struct str log;      /* what the agent wrote for its author in it */
    struct pes_note why; /* the reason for excluding the agent, as one sentence */
};

/* Examines an agent. Fails if the text names no agent of this game (the note says why), and with
 * STOPPED, NOMEM or IO; whatever the agent does is no failure. Release the result in any case. */
PES_MUST_USE enum pes_err examine_run(const struct examine_config *config,
                                      struct examine_result *out, struct pes_note *note);
void examine_result_release(struct examine_result *result);

#endif
