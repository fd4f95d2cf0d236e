/* Makes labelled games (learn/data.h) by self-play of one agent.
 *
 * A game begins with random candidate moves of the kit (all legal moves where it has none), from
 * one to `opening_plies` of them, so that the stones of Gomoku meet. An opening that the agent
 * finds uneven (log odds above MAKE_EVEN) is drawn again, up to MAKE_TRIES times: decided games
 * teach little. Then the agent searches every position; a share of the moves is drawn at random
 * again, for positions that no good player would reach. A game ends by its rules, or as soon as the
 * agent proves how it ends.
 *
 * Game n depends on the seed and n alone: with limits by depth or nodes, the same command makes the
 * same bytes, however many games are played at once and however often it was interrupted. */
#ifndef LEARN_MAKE_H
#define LEARN_MAKE_H

#include "core/str.h"
#include "pessoi/agent.h"

enum {
    MAKE_JOBS_MAX = 64,
    MAKE_BLOCK_GAMES = 64, /* of a block: what is lost when the program is killed */
    MAKE_TRIES = 16,       /* openings drawn for one game */
    MAKE_EVEN = 1          /* log odds */
};

struct make {
    const struct pes_game *game;
    const char *agent; /* as text */
    uint64_t seed;
    int32_t jobs;          /* games at once, 1..MAKE_JOBS_MAX */
    int32_t opening_plies; /* at most; 0: no random opening */
    int32_t random_percent;
    const atomic_bool *stop;
};

struct maker;

/* The game and the texts are borrowed. UNFIT: the agent gives no win probability. */
PES_MUST_USE enum pes_err maker_new(const struct make *make, struct maker **out,
                                    struct pes_note *note);
void maker_free(struct maker *m); /* NULL is fine */

/* Plays the games first .. first + count - 1, count <= MAKE_BLOCK_GAMES, and appends them to
 * *payload. */
PES_MUST_USE enum pes_err maker_block(struct maker *m, int64_t first, int32_t count,
                                      struct str *payload, struct pes_note *note);

#endif
