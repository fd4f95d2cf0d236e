/* The parts of a thought, for the room and thought.c. */
#ifndef ROOMS_THOUGHT_INT_H
#define ROOMS_THOUGHT_INT_H

#include "play/hint.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum thought_kind { THOUGHT_MOVE, THOUGHT_HINT, THOUGHT_JUDGE };

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
    struct hint hint; /* also input: what is already known */

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

#endif
