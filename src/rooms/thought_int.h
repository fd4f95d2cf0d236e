/* The parts of a thought, for the room and thought.c. */
#ifndef ROOMS_THOUGHT_INT_H
#define ROOMS_THOUGHT_INT_H

#include "core/said.h"
#include "play/hint.h"
#include "play/lines.h"
#include "play/review.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum thought_kind {
    THOUGHT_MOVE,
    THOUGHT_HINT,
    THOUGHT_JUDGE,
    THOUGHT_LINES,  /* the best lines of the position at the end of a line */
    THOUGHT_REVIEW, /* judges one move of a line, and its luck */
    THOUGHT_END     /* the win probability at the end of a line */
};

/* Hands lines from the thread that finds them to the one that sends them, without locks: a triple
 * buffer. The writer owns one slot and the reader another; the third is exchanged, fresh or not. */
struct shelf {
    struct lines slots[3];
    _Atomic unsigned shared; /* the index of the third slot, and SHELF_FRESH */
    unsigned back, front;    /* the writer's slot, and the reader's */
};
enum { SHELF_FRESH = 4 };

void shelf_init(struct shelf *shelf);
void shelf_put(struct shelf *shelf, const struct lines *lines); /* by the writer */
const struct lines *shelf_take(struct shelf *shelf); /* by the reader; NULL: nothing new */

/* A move and its exact value, as mate of struct pes_answer. */
struct exact {
    pes_move move;
    int32_t mate;
};

/* What thoughts of a study have besides the others. */
struct thought_study {
    const struct pes_history *line; /* of the inquiry, which outlives the thought; constant */
    int at;                         /* the position after so many of its moves and outcomes */
    struct shelf shelf;             /* THOUGHT_LINES: as they are found */
    const char *tables;             /* THOUGHT_LINES: the folder, for exact values; NULL: none */

    /* The result. */
    struct lines lines;  /* THOUGHT_LINES */
    struct exact *exact; /* with `tables`: of every move, in list order; owned */
    int exact_count;
    struct review_move judged; /* THOUGHT_REVIEW */
    bool has_luck;             /* also input: it was found before, and is not looked for again */
    double luck;               /* First's; NAN: unknown, or the game has no chance */
    struct said said;          /* about the move */
    double chance;             /* THOUGHT_END: First's */
};

struct thought {
    enum thought_kind kind;
    struct pes_history *history;    /* its own */
    char agent[PES_AGENT_TEXT_MAX]; /* THOUGHT_MOVE: its text */
    uint64_t seed;                  /* of the agent, for the whole game */
    struct pes_rng rng;             /* of the agent, for this move */
    struct pes_limits limits;
    enum hint_step step;
    atomic_bool stop;

    /* Progress, read by other threads while it runs. */
    atomic_int depth;
    atomic_uint_fast64_t nodes;

    /* The result. */
    enum pes_err err;
    struct pes_answer answer;
    struct hint hint;            /* also input: what is already known */
    struct thought_study *study; /* owned; NULL: it is about a game */

    /* For the room alone: a run does not touch these. */
    struct thought *next;
    struct follower *from; /* that asked; NULL: the game needs a move, or it has left */
    int64_t seq;
    int64_t event; /* of the room when it began */
    int64_t begun; /* when it began */
    int64_t told;  /* when its progress was last told */
    pes_player player;
    int ply;
    bool stale; /* the game has changed: the result is ignored */
};

/* An empty thought about a history; takes ownership of it even on failure. NULL: no memory. */
struct thought *thought_new(enum thought_kind kind, struct pes_history *history);

/* An empty thought about a line. NULL: no memory. */
struct thought *thought_study_new(enum thought_kind kind, const struct pes_history *line);
void thought_study_free(struct thought_study *study);
void thought_study_run(struct thought *t);

#endif
