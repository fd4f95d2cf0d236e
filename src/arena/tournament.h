/* A tournament: which games it needs, and what is known of them. docs/adr/0025.
 *
 * Every game has a number from 1, which says its round, its pairing and its place there (game k of
 * pairing `slot`). Its job depends on the config, the number and, in Swiss and knockout
 * tournaments, on the results of earlier rounds; so a tournament of which some games are known
 * continues with the same pairings. This file knows no clock, file or thread; tournament_run.h
 * plays the games.
 *
 *     tournament_new(&config, &t, note)
 *     tournament_add(t, &game, note)       what is known already
 *     tournament_next(t, &number)          a game that is needed
 *     tournament_job(t, number, &line)     as a job
 *     tournament_add(t, &game, note)       its result, and so on until tournament_is_complete() */
#ifndef ARENA_TOURNAMENT_H
#define ARENA_TOURNAMENT_H

#include "arena/openings.h"
#include "arena/pairing.h"
#include "arena/stats.h"

enum {
    TOURNAMENT_PLAYERS_MAX = PAIRING_PLAYERS_MAX,
    TOURNAMENT_GAMES_MAX = 4000000, /* numbers of games */
    TOURNAMENT_ROUNDS_MAX = 200,    /* of a Swiss tournament */
    TOURNAMENT_OPENINGS = 256,      /* balanced ones, unless a pairing has more pairs */
    TOURNAMENT_TIE_PAIRS = 5,       /* further pairs at most in a tied knockout pairing */
    TOURNAMENT_WON = 10000          /* what a won game adds to the score on the board */
};

/* In the order of the words of --type and --points. */
enum tournament_type {
    TOURNAMENT_ROBIN,    /* everyone against everyone */
    TOURNAMENT_GAUNTLET, /* the first player against everyone else */
    TOURNAMENT_SWISS,
    TOURNAMENT_KNOCKOUT
};
enum tournament_points {
    TOURNAMENT_BY_GAME,   /* 1, 1/2, 0 per game */
    TOURNAMENT_BY_MATCH,  /* 2, 1, 0 per pairing, by its games */
    TOURNAMENT_BY_DOUBLE, /* 2, 1.5, 1 per pair of games, by the sum of its scores */
    TOURNAMENT_BY_SCORE   /* the scores on the board, with TOURNAMENT_WON more per game won */
};

struct tournament_player {
    const char *name;  /* for people; unique */
    const char *agent; /* as text */
    const char *files; /* of a program: a hash of its files; NULL: none */
    bool excluded;     /* does not take part */
};

/* Borrows everything it points to. */
struct tournament_config {
    const struct pes_game *game;
    const struct tournament_player *players; /* in the order of their seeds */
    int32_t count;
    enum tournament_type type;
    enum tournament_points points;
    int32_t games;  /* per pairing; rounded up to whole pairs */
    int32_t rounds; /* of a Swiss tournament; 0: pairing_swiss_rounds() */
    uint64_t seed;
    struct openings openings; /* its `balance` is made here if `balanced` is set */
    bool balanced;
    struct pes_limits limits; /* of both players; its stop flag stops the tournament */
    int32_t max_plies;        /* 0: no cap but the game's own */
};

/* A finished game. */
struct tournament_game {
    int64_t number;        /* from 1; 0: not known */
    int32_t seats[2];      /* First and Second: indices of players */
    int32_t scores[2];     /* on the board, First's and Second's; 0 if the game has none */
    uint64_t opening;      /* fingerprint */
    struct stats_game end; /* its result */
};

struct tournament {
    struct tournament_config config;
    int32_t *active; /* the players that take part */
    int32_t active_count;
    int32_t games_per_pairing; /* even */
    int32_t stride;            /* numbers per pairing: with those of tie-breaks */
    int32_t rounds;            /* in all */
    int32_t rounds_made;       /* whose pairings are known */
    int32_t slots;             /* in all */
    int32_t slots_made;
    struct pairing *pairings;      /* by slot; a is PAIRING_BYE if there are no games */
    struct tournament_game *games; /* by number - 1 */
    int64_t known;                 /* games */
    int64_t wanted;                /* games of the rounds that were made */
    bool *submitted;               /* by number - 1: given out by tournament_next() */
    int64_t scanned;               /* numbers that tournament_next() need not look at again */
    int64_t start;                 /* where its search begins */
    struct pes_rng root;           /* parent of the generators of the pairs */
    struct pes_history *h;         /* for making openings */
    struct str opening;
    int64_t opening_pair; /* whose opening is in `opening`; -1: none */
    struct str *balanced; /* the balanced openings made so far, in order */
    int32_t balanced_count;
};

/* Fails with RANGE or LIMIT and a note if the config is not a tournament, with UNFIT if fewer than
 * two players take part or the first one of a gauntlet does not, and with NOMEM; as openings_set()
 * if a line of the list of openings is bad. */
PES_MUST_USE enum pes_err tournament_new(const struct tournament_config *config,
                                         struct tournament **out, struct pes_note *note);
void tournament_free(struct tournament *t); /* NULL is fine */

/* Adds a finished game; one that is known already is ignored. Makes the pairings of further rounds
 * when their games can be given out. Fails with UNFIT if the game does not belong to this
 * tournament, and with NOMEM. */
PES_MUST_USE enum pes_err tournament_add(struct tournament *t, const struct tournament_game *game,
                                         struct pes_note *note);

/* The next game that is needed and was not given out; false if there is none now: all others are
 * under way, or everything is played. */
PES_MUST_USE bool tournament_next(struct tournament *t, int64_t *number);

/* Begins the search for the next game elsewhere, so that two programs on the same store play
 * different games. Any number. */
void tournament_begin_at(struct tournament *t, uint64_t number);

/* Appends the job of a game whose round was made. */
PES_MUST_USE enum pes_err tournament_job(struct tournament *t, int64_t number, struct str *line,
                                         struct pes_note *note);

bool tournament_is_complete(const struct tournament *t);

/* The games there will be, as far as is known: further pairs of tied pairings may be added. */
int64_t tournament_total(const struct tournament *t);

/* Of a number or slot. ------------------------------------------------------------------------ */

static inline int32_t tournament_slot(const struct tournament *t, int64_t number) {
    return (int32_t)((number - 1) / t->stride);
}
int32_t tournament_round(const struct tournament *t, int32_t slot); /* from 0 */
/* First's and Second's player of a game whose round was made. */
void tournament_seats(const struct tournament *t, int64_t number, int32_t out[2]);
/* Game k of a pairing, or NULL if it is not known. */
const struct tournament_game *tournament_game(const struct tournament *t, int32_t slot, int32_t k);
/* The games that a pairing needs, given those that are known; 0 for a bye. */
int32_t tournament_wanted(const struct tournament *t, int32_t slot);
/* Are they all known? */
bool tournament_slot_complete(const struct tournament *t, int32_t slot);
/* The points of a and b in a pairing, in halves. A bye counts as a pairing won in every game. */
void tournament_slot_points(const struct tournament *t, int32_t slot, int64_t out[2]);
/* Who advances from a complete pairing of a knockout tournament. */
int32_t tournament_winner(const struct tournament *t, int32_t slot);
/* What a player of this seat is worth in a game by TOURNAMENT_BY_SCORE. */
int64_t tournament_score(const struct tournament_game *game, int seat);

#endif
