/* Random moves and playouts, for Monte Carlo search.
 *
 * A random game is a random permutation of the empty cells and an independent sequence of numbers:
 * the cells are shuffled lazily (Fisher-Yates), the numbers are drawn without replacement from
 * `hats`, and only the tiles are updated. Invariant: draws are uniform over the legal moves and
 * outcomes, and a position after a playout is as if its moves had been made one by one. */
#include "games/proximity/proximity.h"

static struct proximity *state_at(struct pes_state *s) {
    return (struct proximity *)(void *)s;
}

/* One draw at a time. ------------------------------------------------------------------------- */

/* The index of the n-th set bit, from 0, by binary search. */
static int nth_bit(uint64_t word, int n) {
    int at = 0;
    for (int width = 32; width > 0; width /= 2) {
        const int low = __builtin_popcountll(word >> at & ((UINT64_C(1) << width) - 1));
        if (n >= low) {
            n -= low;
            at += width;
        }
    }
    assert(word >> at & 1);
    return at;
}

static int draw_number(const struct proximity_board *board, const struct proximity *s,
                       struct pes_rng *rng) {
    const uint64_t numbers = proximity_drawable(board, s);
    const uint32_t n = pes_rng_below(rng, (uint32_t)__builtin_popcountll(numbers));
    return proximity_number_of(nth_bit(numbers, (int)n));
}

static int draw_cell(const struct proximity_board *board, const struct proximity *s,
                     struct pes_rng *rng) {
    int n = (int)pes_rng_below(rng, (uint32_t)(board->cells - s->placed));
    int word = 0;
    for (;; word++) {
        assert(word < PROXIMITY_WORDS);
        const int count = __builtin_popcountll(s->empty[word]);
        if (n < count)
            break;
        n -= count;
    }
    return 64 * word + nth_bit(s->empty[word], n);
}

pes_move proximity_random_move(const struct pes_game *g, const struct pes_state *state,
                               struct pes_rng *rng) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    switch (proximity_turn(board, s)) {
    case PES_TERMINAL:
        return PES_MOVE_NONE;
    case PES_CHANCE:
        return proximity_draw_of(draw_number(board, s, rng));
    default:
        return proximity_move_to(draw_cell(board, s, rng));
    }
}

int proximity_roll(const struct pes_game *g, struct pes_state *state, struct pes_rng *rng,
                   pes_move out[], int outcomes_max) {
    const struct proximity_board *board = proximity_board(g);
    struct proximity *s = state_at(state);
    int rolled = 0;
    for (; rolled < outcomes_max && proximity_turn(board, s) == PES_CHANCE; rolled++) {
        const int number = draw_number(board, s, rng);
        proximity_draw_number(board, s, number);
        if (out != NULL)
            out[rolled] = proximity_draw_of(number);
    }
    return rolled;
}

/* Whole games. -------------------------------------------------------------------------------- */

/* The multiset of numbers that one player may still draw, in no particular order. */
struct hat {
    uint32_t distinct;
    uint8_t value[PROXIMITY_TOP];
    uint8_t left[PROXIMITY_TOP]; /* the count of each value */
};

/* The state of a playout. */
struct playing {
    const struct proximity_board *board;
    struct pes_rng rng;
    struct hat hat[2];
    uint16_t spots[PROXIMITY_CELLS_MAX]; /* the empty ones, lazily shuffled */
    uint32_t left;                       /* the number of empty spots */
};

/* If numbers are drawn with replacement, a hat holds more than the longest game needs. */
static void fill_hat(const struct proximity_board *board, uint64_t pool, struct hat *hat) {
    enum { PLENTY = 255 };
    _Static_assert(PLENTY > (int)PROXIMITY_TURNS_MAX, "a hat must not run out");
    hat->distinct = 0;
    for (int v = 1; v <= PROXIMITY_TOP; v++) {
        const int left = board->draw == PROXIMITY_POOL ? proximity_left(pool, v) : PLENTY;
        if (left == 0)
            continue;
        hat->value[hat->distinct] = (uint8_t)v;
        hat->left[hat->distinct++] = (uint8_t)left;
    }
}

static uint64_t pool_of(const struct hat *hat) {
    uint64_t pool = 0;
    for (uint32_t i = 0; i < hat->distinct; i++)
        pool += proximity_one(hat->value[i]) * hat->left[i];
    return pool;
}

static void start_playing(struct playing *p, const struct proximity_board *board,
                          const struct proximity *s, const struct pes_rng *rng) {
    p->board = board;
    p->rng = *rng;
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++)
        fill_hat(board, s->pool[player], &p->hat[player]);
    p->left = (uint32_t)(board->cells - s->placed);
    if (s->placed == 0) {
        memcpy(p->spots, board->spot, p->left * sizeof p->spots[0]);
        return;
    }
    uint16_t *to = p->spots;
    for (int word = 0; word < PROXIMITY_WORDS; word++)
        for (uint64_t left = s->empty[word]; left != 0; left &= left - 1)
            *to++ = board->spot[64 * word + __builtin_ctzll(left)];
}

/* Draws a number. A value that is used up is replaced by the last one; branch-free, because the
 * branch would be unpredictable. */
static inline int pull(struct hat *hat, struct pes_rng *rng, uint32_t bits) {
    assert(hat->distinct > 0);
    const uint32_t i = pes_rng_below_by(rng, bits, hat->distinct);
    assert(hat->left[i] > 0);
    const uint8_t number = hat->value[i], left = (uint8_t)(hat->left[i] - 1);
    const bool gone = left == 0;
    hat->distinct -= gone;
    const uint32_t from = gone ? hat->distinct : i;
    hat->left[i] = left;
    hat->value[i] = hat->value[from];
    hat->left[i] = hat->left[from];
    return number;
}

/* Removes a random spot from the first `left` ones. */
static inline uint32_t take_spot(uint16_t spots[], uint32_t left, struct pes_rng *rng,
                                 uint32_t bits) {
    assert(left > 0);
    const uint32_t i = pes_rng_below_by(rng, bits, left), spot = spots[i];
    spots[i] = spots[left - 1];
    return spot;
}

/* Places the numbers that are already known, at most `plies_max`; returns their number. */
static int place_known(struct playing *p, struct proximity *s, int plies_max) {
    int plies = 0;
    for (; s->known > 0 && plies < plies_max; plies++) {
        const uint32_t bits = (uint32_t)pes_rng_next(&p->rng);
        const uint32_t spot = take_spot(p->spots, p->left--, &p->rng, bits);
        proximity_put(p->board, s->tile, spot, s->placed & 1, proximity_in_hand(s));
        s->queue >>= PROXIMITY_NUMBER_BITS;
        s->known--;
        s->placed++;
    }
    return plies;
}

/* One turn of a player, when no number is known. */
static inline void play_turn(struct playing *p, uint8_t tile[], struct pes_rng *rng, int turn,
                             uint32_t left, int player) {
    const struct proximity_board *board = p->board;
    const uint64_t bits = pes_rng_next(rng);
    const int number = board->draw == PROXIMITY_LIST
                           ? proximity_listed(board, turn)
                           : pull(&p->hat[player], rng, (uint32_t)(bits >> 32));
    const uint32_t spot = take_spot(p->spots, left, rng, (uint32_t)bits);
    proximity_put(board, tile, spot, player, number);
}

/* Draws and places while no number is known; returns the number of tiles. The generator and the
 * counters are local copies, because for the compiler a store to a tile may alias the struct; a
 * constant player makes the inlined code shorter. */
static int place_drawn(struct playing *p, struct proximity *s, int plies_max) {
    const int goal = (int)p->left < plies_max ? (int)p->left : plies_max;
    const int end = s->placed + goal;
    struct pes_rng rng = p->rng;
    uint32_t left = p->left;
    int turn = s->placed;
    if (turn < end && turn % 2 == PROXIMITY_RED)
        play_turn(p, s->tile, &rng, turn++, left--, PROXIMITY_RED);
    for (; turn + 1 < end; turn += 2, left -= 2) {
        play_turn(p, s->tile, &rng, turn, left, PROXIMITY_BLUE);
        play_turn(p, s->tile, &rng, turn + 1, left - 1, PROXIMITY_RED);
    }
    if (turn < end)
        play_turn(p, s->tile, &rng, turn++, left--, PROXIMITY_BLUE);
    p->rng = rng;
    p->left = left;
    s->placed = (uint16_t)turn;
    return goal;
}

/* Recomputes what was not updated during the playout. */
static void end_playing(const struct playing *p, struct proximity *s) {
    const struct proximity_board *board = p->board;
    if (board->draw == PROXIMITY_POOL)
        for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++)
            s->pool[player] = pool_of(&p->hat[player]);
    memset(s->empty, 0, sizeof s->empty);
    for (int cell = 0; cell < board->cells && p->left > 0; cell++)
        if (proximity_get(board, s, cell) == 0)
            s->empty[cell / 64] |= UINT64_C(1) << (cell % 64);
    assert(proximity_is_sound(board, s));
}

int proximity_playout(const struct pes_game *g, struct pes_state *state, struct pes_rng *rng,
                      int plies_max, int32_t out[PES_PLAYERS_MAX]) {
    const struct proximity_board *board = proximity_board(g);
    struct proximity *s = state_at(state);
    struct playing p;
    start_playing(&p, board, s, rng);
    int plies = place_known(&p, s, plies_max);
    if (s->known == 0)
        plies += place_drawn(&p, s, plies_max - plies);
    end_playing(&p, s);
    *rng = p.rng;
    out[PROXIMITY_BLUE] = out[PROXIMITY_RED] = 0; /* a game that was cut off is a draw */
    if (s->placed == board->cells)
        g->rules->payoff(g, state, out);
    else
        proximity_roll(g, state, rng, NULL, PROXIMITY_LOOK_MAX);
    return plies;
}
