/* Mines puzzles: looks for them in games of self-play, or in games that were played.
 *
 * In self-play every game draws its two players from the levels of the kit, and a share of their
 * moves at random, so that there are errors to punish and positions that good players would not
 * reach. Game n depends on the seed and n alone: with limits by nodes the same command makes the
 * same puzzles, however many games are searched at once and however often it was interrupted. */
#ifndef PUZZLES_MINE_H
#define PUZZLES_MINE_H

#include "core/str.h"
#include "pessoi/agent.h"

enum {
    MINE_JOBS_MAX = 64,
    MINE_PUZZLES_MAX = 3, /* of one game: more would be alike */
    MINE_APART = 6,   /* plies between two puzzles of one game, and as many as the first lasts */
    MINE_OPENING = 6, /* random moves at the start of a game, at most */
    MINE_RANDOM_PERCENT = 10
};

struct mine {
    const struct pes_game *game;
    const char *adviser; /* as text; its own limits are not used */
    uint64_t nodes;      /* see puzzles/build.h */
    double margin;       /* 0: the usual one */
    uint64_t seed;
    int32_t jobs;                       /* games at once, 1..MINE_JOBS_MAX */
    struct pes_history *const *records; /* games to search instead of self-play; NULL: none */
    int32_t record_count;
    const atomic_bool *stop;
};

/* One puzzle that was found. */
struct mined {
    const char *text; /* its lines, of `length` bytes */
    size_t length;
    uint64_t hash; /* the same for the same puzzle */
};

struct miner;

/* The game, the records and the texts are borrowed. */
PES_MUST_USE enum pes_err miner_new(const struct mine *mine, struct miner **out,
                                    struct pes_note *note);
void miner_free(struct miner *m); /* NULL is fine */

/* Searches the games first .. first + count - 1, count <= the number of jobs. */
PES_MUST_USE enum pes_err miner_search(struct miner *m, int64_t first, int32_t count,
                                       struct pes_note *note);

/* The puzzles of game `i` of those searched last; returns how many. Valid until the next search. */
int miner_found(const struct miner *m, int32_t i, struct mined out[MINE_PUZZLES_MAX]);

/* As many games as there can be: those of the records, or INT32_MAX. */
int32_t miner_games(const struct miner *m);

#endif
