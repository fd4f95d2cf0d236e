/* Playouts: random games to the end. They measure a game's speed, and Monte Carlo searches sample
 * them.
 *
 * A game that is over by its rules is worth its payoff, even where the last allowed move ended it.
 * One that reaches the limit is adjudicated as at the ply cap, after the rolls that follow the last
 * move: exactly as a history ends it. */
#include "pessoi/search.h"

#include "core/game.h"

#include <assert.h>
#include <limits.h>

/* Rolls at random until a player is to move or the game is over; returns turn(). */
static pes_player roll(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                       bool hooks) {
    struct pes_undo_buf undo;
    if (hooks && g->rules->roll != NULL)
        g->rules->roll(g, s, rng, NULL, INT_MAX);
    pes_player turn = pes_turn(g, s);
    for (; turn == PES_CHANCE; turn = pes_turn(g, s)) {
        const pes_move m = hooks ? pes_draw(g, s, rng) : game_draw_outcome(g, s, rng);
        pes_make(g, s, m, undo.bytes);
    }
    return turn;
}

static int play(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, int plies_max,
                bool hooks, int32_t out[PES_PLAYERS_MAX]) {
    struct pes_undo_buf undo;
    int plies = 0;
    for (;; plies++) {
        pes_player turn = pes_turn(g, s);
        if (turn == PES_CHANCE)
            turn = roll(g, s, rng, hooks);
        if (plies == plies_max || turn == PES_TERMINAL)
            break;
        const pes_move m = hooks ? pes_draw(g, s, rng) : game_draw_move(g, s, rng);
        if (m == PES_MOVE_NONE)
            break;
        pes_make(g, s, m, undo.bytes);
    }
    pes_settle(g, s, pes_over(g, s) ? PES_END_RULES : PES_END_PLIES, out);
    return plies;
}

/* `plies_max`, with 0 replaced by what it stands for. */
static int limit_of(const struct pes_game *g, int plies_max) {
    assert(plies_max >= 0);
    if (plies_max > 0)
        return plies_max;
    return g->plies_cap > 0 ? g->plies_cap : INT_MAX;
}

int pes_playout(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, int plies_max,
                int32_t out[PES_PLAYERS_MAX]) {
    const int limit = limit_of(g, plies_max);
    if (g->rules->playout != NULL)
        return g->rules->playout(g, s, rng, limit, out);
    return play(g, s, rng, limit, true, out);
}

int pes_playout_plain(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                      int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    return play(g, s, rng, limit_of(g, plies_max), false, out);
}
