/* What a thought is made of: for the room and thought.c. */
#ifndef ROOMS_THOUGHT_INT_H
#define ROOMS_THOUGHT_INT_H

#include "play/hint.h"
#include "rooms/room.h"
#include "rooms/thought.h"

enum thought_kind { THOUGHT_MOVE, THOUGHT_HINT, THOUGHT_JUDGE };

struct thought {
    enum thought_kind kind;
    struct pes_history *history;    /* its own */
    char agent[PES_AGENT_TEXT_MAX]; /* THOUGHT_MOVE: who thinks */
    uint64_t seed;                  /* the agent's luck, of the whole game */
    struct pes_rng rng;             /* and of this move */
    struct pes_limits limits;
    enum hint_step step;
    atomic_bool stop;

    /* How far it has come; read while it runs. */
    atomic_int depth;
    atomic_uint_fast64_t nodes;

    /* What came out. */
    enum pes_err err;
    struct pes_answer answer;
    struct hint hint; /* in and out */

    /* The room's own: untouched by a run. */
    struct thought *next;
    struct follower *from; /* whose question it is; NULL: the game's, or gone */
    int64_t seq;
    int64_t event; /* the game as it was */
    int64_t begun; /* moment */
    int64_t told;  /* moment of the last word about it */
    pes_player player;
    int ply;
    bool stale;
};

/* An empty thought about a history, which it takes over even where this fails. */
struct thought *thought_new(enum thought_kind kind, struct pes_history *history);

#endif
