/* Plays a random game, remembers where its odd positions were, and takes moves back to one. */
#include "arena/odd.h"

/* Where the odd positions of a game are, as numbers of moves made. */
struct places {
    int last, fewest, most, middle;
    int fewest_moves, most_moves;
    int seen; /* positions that could be the middle one */
};

enum { FEWEST, MOST, LAST, MIDDLE };

/* Rolls until a player is to move or the game is over. */
static enum pes_err roll(struct pes_history *h, struct pes_rng *rng) {
    const struct pes_game *g = pes_history_game(h);
    enum pes_err err = PES_ERR_OK;
    while (err == PES_ERR_OK && pes_history_end(h) == PES_END_NONE &&
           pes_turn(g, pes_history_state(h)) == PES_CHANCE)
        err = pes_history_make(h, pes_draw(g, pes_history_state(h), rng));
    return err;
}

static enum pes_err start(struct pes_history *h, struct pes_rng *rng) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf s = {0};
    pes_start(g, rng, PES_STATE(s));
    pes_history_start(h, PES_STATE(s), 0);
    return roll(h, rng);
}

enum pes_err odd_start(const struct pes_rng *rng, struct pes_history *h) {
    struct pes_rng own = *rng;
    return start(h, &own);
}

/* Considers the present position. The middle one is drawn uniformly (reservoir sampling) from those
 * with `side` to move. */
static void look(const struct pes_history *h, pes_player side, struct pes_rng *rng,
                 struct places *places) {
    const struct pes_game *g = pes_history_game(h);
    const int at = pes_history_count(h);
    const int moves = pes_count(g, pes_history_state(h));
    assert(moves > 0);
    places->last = at;
    if (places->fewest_moves == 0 || moves < places->fewest_moves) {
        places->fewest_moves = moves;
        places->fewest = at;
    }
    if (moves > places->most_moves) {
        places->most_moves = moves;
        places->most = at;
    }
    if (pes_turn(g, pes_history_state(h)) == side &&
        pes_rng_below(rng, (uint32_t)++places->seen) == 0)
        places->middle = at;
}

enum pes_err odd_set(int number, const struct pes_rng *rng, struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const int game = number / ODD_KINDS;
    struct places places = {0};
    struct pes_rng own = pes_rng_split(rng, (uint64_t)game);
    enum pes_err err = start(h, &own);
    while (err == PES_ERR_OK && pes_history_end(h) == PES_END_NONE &&
           pes_history_plies(h) < ODD_PLIES_MAX) {
        look(h, game % PES_PLAYERS_MAX, &own, &places);
        err = pes_history_make(h, pes_draw(g, pes_history_state(h), &own));
        if (err == PES_ERR_OK)
            err = roll(h, &own);
    }
    const int at[ODD_KINDS] = {[FEWEST] = places.fewest,
                               [MOST] = places.most,
                               [LAST] = places.last,
                               [MIDDLE] = places.seen > 0 ? places.middle : places.last};
    while (err == PES_ERR_OK && pes_history_count(h) > at[number % ODD_KINDS])
        (void)pes_history_unmake(h);
    return err;
}
