/* Random moves and playouts, for Monte Carlo search.
 *
 * In ordinary play without forbidden points a random game is a random permutation of the empty
 * points, cut off at the first five: the move list is shuffled lazily (Fisher-Yates), and only the
 * lines are updated. The choices of swap2 and the forbidden points of renju are played one move at
 * a time. Invariant: moves are uniform over the legal ones, and a position after a playout is as if
 * its moves had been made one by one. */
#include "games/gomoku/gomoku.h"

/* Rejected draws of forbidden points before the whole list is generated. */
enum { TRIES_MAX = 16 };

static struct gomoku *state_at(struct pes_state *s) {
    return (struct gomoku *)(void *)s;
}

/* A random empty point as a move. */
static pes_move draw_empty(const struct gomoku_board *board, const struct gomoku *s,
                           struct pes_rng *rng) {
    assert(s->stones < board->points);
    const uint32_t k = pes_rng_below(rng, (uint32_t)(board->points - s->stones));
    return gomoku_move_to(gomoku_nth_empty(board, s, k));
}

static pes_move draw_listed(const struct gomoku_board *board, const struct gomoku *s,
                            struct pes_rng *rng) {
    pes_move list[GOMOKU_LIST_MAX];
    const int n = gomoku_list(board, s, list);
    return n == 0 ? PES_MOVE_NONE : list[pes_rng_below(rng, (uint32_t)n)];
}

/* Rejection sampling: draws empty points until Black may play one; few are forbidden. */
static pes_move draw_allowed(const struct gomoku_board *board, const struct gomoku *s,
                             struct pes_rng *rng) {
    for (int i = 0; i < TRIES_MAX; i++) {
        const pes_move m = draw_empty(board, s, rng);
        if (gomoku_ban(board, s, gomoku_target(m)) == GOMOKU_ALLOWED)
            return m;
    }
    return draw_listed(board, s, rng);
}

static pes_move draw_move(const struct gomoku_board *board, const struct gomoku *s,
                          struct pes_rng *rng) {
    if (gomoku_over(board, s))
        return PES_MOVE_NONE;
    if (gomoku_choosing(s))
        return draw_listed(board, s, rng);
    if (board->renju && gomoku_colour(s) == GOMOKU_BLACK)
        return draw_allowed(board, s, rng);
    return draw_empty(board, s, rng);
}

pes_move gomoku_random_move(const struct pes_game *g, const struct pes_state *s,
                            struct pes_rng *rng) {
    return draw_move(gomoku_board(g), gomoku_at(s), rng);
}

/* The state of a playout: the remaining points, lazily shuffled. */
struct shuffle {
    pes_move list[GOMOKU_LIST_MAX];
    uint32_t left;
    struct pes_rng rng;
};

/* Places a stone of this colour on a random point; true if it wins. */
static inline bool place(const struct gomoku_board *board, struct gomoku *s, struct shuffle *f,
                         uint32_t bits, int colour) {
    const uint32_t i = pes_rng_below_by(&f->rng, bits, f->left);
    assert(i < f->left);
    const int point = gomoku_target(f->list[i]);
    f->list[i] = f->list[--f->left];
    return gomoku_set(board, &s->lines, point, colour) &&
           gomoku_winning_kind(board, &s->lines, point, colour) >= 0;
}

/* Places stones until a player wins or `stones_max` are placed; returns their number. */
static int place_shuffled(const struct gomoku_board *board, struct gomoku *s, struct pes_rng *rng,
                          int stones_max) {
    struct shuffle f;
    f.rng = *rng;
    f.left = (uint32_t)gomoku_list(board, s, f.list);
    const int mover = gomoku_colour(s), all = (int)f.left;
    const int goal = all < stones_max ? all : stones_max;
    const uint32_t until = (uint32_t)(all - goal);
    while (f.left > until) {
        const uint64_t bits = pes_rng_next(&f.rng);
        if (place(board, s, &f, (uint32_t)(bits >> 32), mover)) {
            s->winner = (uint8_t)(1 + mover);
            break;
        }
        if (f.left == until)
            break;
        if (place(board, s, &f, (uint32_t)bits, !mover)) {
            s->winner = (uint8_t)(1 + !mover);
            break;
        }
    }
    *rng = f.rng;
    const int placed = all - (int)f.left;
    assert(placed <= stones_max);
    s->stones = (uint16_t)(s->stones + placed);
    gomoku_find_empty(board, s);
    return placed;
}

int gomoku_playout(const struct pes_game *g, struct pes_state *state, struct pes_rng *rng,
                   int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    const struct gomoku_board *board = gomoku_board(g);
    struct gomoku *s = state_at(state);
    int plies = 0;
    while (plies < plies_max && (board->renju || !gomoku_playing(s))) {
        const pes_move m = draw_move(board, s, rng);
        if (m == PES_MOVE_NONE)
            break;
        gomoku_play(board, s, m);
        plies++;
    }
    if (plies < plies_max && !board->renju && gomoku_playing(s) && !gomoku_over(board, s))
        plies += place_shuffled(board, s, rng, plies_max - plies);
    gomoku_payoff(s, out); /* a game that was cut off counts as a draw: 0 */
    return plies;
}
