/* The evaluation `margin` of Proximity: the expected final margin of the tiles on the board, in
 * hundredths of a point, from tables of statistics and an incremental accumulator.
 *
 * Every empty cell will be filled, so a tile is threatened by its empty neighbours and the
 * opponent's numbers that are greater than its score: those still in the pool, or 1 to 20 if they
 * are drawn with replacement, and those known to come. `hold` is the expected share of a tile that
 * its owner has at the end, with lost tiles counted negative; `growth` is its expected growth,
 * whoever owns it. Both were counted in 3,000 games of self-play, one move ahead, by an earlier
 * table that was counted in games of `heuristic`; each row of `hold` is smoothed by a cubic.
 *
 * The accumulator has the worth of a tile by owner, score and empty neighbours, and the sums. A
 * drawn number changes the worth of every tile; a placement changes only its ring, unless more than
 * the number in hand is known: then it ends a threat to every tile. Invariant: push gives the same
 * bytes as refresh. */
#include "games/proximity/proximity.h"

enum {
    POINT = 100,
    WIN = 200000, /* more than any lead on the board; komi can exceed it */
    SHARES = 20   /* resolution of the share of the opponent's numbers that take a tile */
};

/* In thousandths, by empty neighbours and by the share of the opponent's numbers that take it. */
static const int16_t hold[PROXIMITY_DIRECTIONS + 1][SHARES + 1] = {
    {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000,
     1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000},
    {1000, 830, 694, 588, 509, 455, 421, 404, 402, 410, 425,
     444,  463, 480, 491, 492, 481, 453, 406, 336, 240},
    {1000, 802, 640, 510, 408, 332, 277, 241, 220, 210, 209,
     213,  218, 221, 220, 209, 187, 149, 93,  14,  -89},
    {1000, 778, 593, 444, 326, 236, 170, 125, 99, 86, 84,
     90,   100, 111, 118, 120, 112, 91,  54,  -3, -84},
    {1000, 785, 604, 455, 333, 237, 164, 111, 74, 52, 40, 38, 40, 46, 51, 53, 50, 37, 13, -25, -80},
    {1000, 785, 605, 457, 337, 243, 172, 122, 88, 69, 61, 61, 68, 76, 85, 90, 90, 80, 59, 23, -31},
    {1000, 806, 638, 496, 376, 278, 198, 136, 89, 56, 35, 23, 19, 21, 27, 36, 45, 52, 56, 55, 46},
};

/* In hundredths of a point, by empty neighbours. */
static const int16_t growth[PROXIMITY_DIRECTIONS + 1] = {0, 47, 96, 156, 201, 247, 282};

enum { TERM_POINTS, TERM_BLUE, TERM_RED, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_POINTS] = PES_TEXT("points ahead", "διαφορά πόντων"),
    [TERM_BLUE] = PES_TEXT("Blue's tiles at risk", "πλακίδια του Μπλε σε κίνδυνο"),
    [TERM_RED] = PES_TEXT("Red's tiles at risk", "πλακίδια του Κόκκινου σε κίνδυνο"),
};

/* First is Blue, Second is Red. Points are counted as such already. */
#define SAFER PES_TEXT("keeps tiles out of danger", "κρατά τα πλακίδια εκτός κινδύνου")
#define RISK \
    PES_TEXT("puts the opponent's tiles at risk", "βάζει σε κίνδυνο πλακίδια του αντιπάλου")
static const struct pes_text term_deeds[TERMS + 1][PES_PLAYERS_MAX] = {
    [TERM_BLUE] = {SAFER, RISK},
    [TERM_RED] = {RISK, SAFER},
};

struct accumulator {
    int32_t points;   /* Blue's lead, komi included */
    int32_t worth[2]; /* of each player's tiles in addition to their points, in hundredths */
    int32_t zero;     /* always 0 */
    int16_t tile[2][PROXIMITY_TOP + 1][PROXIMITY_DIRECTIONS + 1]; /* owner, score, empty ones */
    int16_t rest[2];                                              /* always 0 */
};
enum { SIZE = (sizeof(struct accumulator) + 63) / 64 * 64 };

/* Numbers. ------------------------------------------------------------------------------------ */

/* The numbers that a player still gets, by value; counts are scaled by PROXIMITY_TOP. */
struct numbers {
    int32_t of[PROXIMITY_TOP + 1], total;
};

static void numbers_add(struct numbers *n, int value, int32_t count) {
    assert(value >= 1 && value <= PROXIMITY_TOP);
    assert(count >= 0);
    n->of[value] += count;
    n->total += count;
}

/* With replacement all values count alike. If only the number in hand is known it is left out: the
 * search sees its threat, and the worth of tiles does not change when it is placed. */
static struct numbers numbers_of(const struct proximity_board *board, const struct proximity *s,
                                 int player) {
    struct numbers n = {{0}, 0};
    const int known_end = s->placed + s->known;
    if (board->draw == PROXIMITY_LIST) {
        for (int k = s->placed; k < board->cells; k++)
            if ((k & 1) == player)
                numbers_add(&n, proximity_listed(board, k), PROXIMITY_TOP);
        return n;
    }
    for (int i = 0; i < s->known && board->look > 1; i++)
        if (((s->placed + i) & 1) == player)
            numbers_add(&n, proximity_known(s, i), PROXIMITY_TOP);
    const int to_come = (board->cells - known_end + (player == (known_end & 1))) / 2;
    for (int value = 1; value <= PROXIMITY_TOP; value++)
        numbers_add(&n, value,
                    board->draw == PROXIMITY_IID
                        ? to_come
                        : PROXIMITY_TOP * proximity_left(s->pool[player], value));
    return n;
}

/* The worth of a tile to its owner, in addition to its points. */
static void fill_tiles(const struct proximity_board *board, const struct proximity *s, int owner,
                       struct accumulator *a) {
    const struct numbers theirs = numbers_of(board, s, owner ^ 1);
    int32_t greater = 0;
    for (int score = PROXIMITY_TOP; score >= 1; score--) {
        const int share =
            theirs.total > 0 ? (greater * SHARES + theirs.total / 2) / theirs.total : 0;
        assert(share >= 0 && share <= SHARES);
        for (int empty = 0; empty <= PROXIMITY_DIRECTIONS; empty++) {
            int grown = score * POINT + growth[empty];
            grown = grown < PROXIMITY_TOP * POINT ? grown : PROXIMITY_TOP * POINT;
            a->tile[owner][score][empty] =
                (int16_t)(grown * hold[empty][share] / 1000 - score * POINT);
        }
        greater += theirs.of[score];
    }
}

/* Tiles. -------------------------------------------------------------------------------------- */

/* Adds (sign 1) or removes (sign -1) a tile with `empty` empty neighbours. */
static void count_tile(struct accumulator *a, uint8_t tile, int empty, int sign) {
    const int owner = proximity_owner(tile), score = proximity_score(tile);
    assert(empty >= 0 && empty <= PROXIMITY_DIRECTIONS);
    a->points += owner == PROXIMITY_BLUE ? sign * score : -sign * score;
    a->worth[owner] += sign * a->tile[owner][score][empty];
}

static void refresh(const struct proximity_board *board, const struct proximity *s,
                    struct accumulator *a) {
    memset(a, 0, SIZE);
    a->points = board->komi;
    for (int owner = PROXIMITY_BLUE; owner <= PROXIMITY_RED; owner++)
        fill_tiles(board, s, owner, a);
    for (int cell = 0; cell < board->cells; cell++) {
        const uint8_t tile = proximity_get(board, s, cell);
        if (tile != 0)
            count_tile(a, tile, proximity_free(board, s, cell), 1);
    }
}

/* Updates the accumulator for a tile of `player` on `cell`, which is still empty in s. */
static void put(const struct proximity_board *board, const struct proximity *s, int cell,
                int player, int number, struct accumulator *a) {
    const struct proximity_cell *at = &board->at[cell];
    assert(proximity_get(board, s, cell) == 0);
    count_tile(a, proximity_tile(player, number), proximity_free(board, s, cell), 1);
    for (int i = 0; i < at->degree; i++) {
        const uint8_t tile = proximity_get(board, s, at->neighbour[i]);
        if (tile == 0)
            continue;
        const int empty = proximity_free(board, s, at->neighbour[i]);
        const int owner = proximity_owner(tile), score = proximity_score(tile);
        count_tile(a, tile, empty, -1);
        if (owner == player)
            count_tile(a, proximity_tile(owner, score < PROXIMITY_TOP ? score + 1 : score),
                       empty - 1, 1);
        else
            count_tile(a, proximity_tile(score < number ? player : owner, score), empty - 1, 1);
    }
}

/* The evaluation. ----------------------------------------------------------------------------- */

static size_t eval_accumulator_size(const struct pes_game *g) {
    (void)g;
    return SIZE;
}

static void eval_refresh(const struct pes_game *g, const struct pes_state *s, void *accumulator) {
    refresh(proximity_board(g), proximity_at(s), accumulator);
}

/* Does a placement leave the worth of tiles outside its ring unchanged? */
static bool is_steady(const struct proximity_board *board) {
    return board->look == 1 && board->draw != PROXIMITY_LIST;
}

static void eval_push(const struct pes_game *g, const struct pes_state *before, pes_move m,
                      const void *accumulator, void *next) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(before);
    if (!proximity_is_drawn(m) && is_steady(board)) {
        memcpy(next, accumulator, SIZE);
        put(board, s, proximity_target(m), s->placed & 1, proximity_in_hand(s), next);
        return;
    }
    struct pes_state_buf after;
    uint64_t undo;
    pes_copy(g, PES_STATE(after), before);
    proximity_rules.make(g, PES_STATE(after), m, &undo);
    refresh(board, proximity_at(PES_STATE(after)), next);
}

static int32_t margin_of(const struct accumulator *a) {
    return a->points * POINT + a->worth[PROXIMITY_BLUE] - a->worth[PROXIMITY_RED];
}

/* The value is clamped below WIN; the excess is taken from the points. */
static int32_t terms_of(const struct accumulator *a, int32_t out[TERMS]) {
    const int32_t margin = margin_of(a);
    const int32_t value = margin >= WIN ? WIN - 1 : margin <= -WIN ? 1 - WIN : margin;
    out[TERM_POINTS] = a->points * POINT - (margin - value);
    out[TERM_BLUE] = a->worth[PROXIMITY_BLUE];
    out[TERM_RED] = -a->worth[PROXIMITY_RED];
    assert(value > -WIN && value < WIN);
    assert(out[TERM_POINTS] + out[TERM_BLUE] + out[TERM_RED] == value);
    return value;
}

static int32_t eval_value(const struct pes_game *g, const struct pes_state *s,
                          const void *accumulator) {
    (void)g;
    (void)s;
    int32_t terms[TERMS];
    return terms_of(accumulator, terms);
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    (void)g;
    (void)s;
    terms_of(accumulator, out);
    return TERMS;
}

/* Fitted as docs/strength.md describes. */
static const struct pes_odds fitted_odds = {.edge = {-0.40, -0.41, -0.43, -0.47, -0.48},
                                            .slope = {2.86e-5, 3.35e-5, 4.46e-5, 1.06e-4, 1.75e-4}};

static const struct pes_odds *eval_odds(const struct pes_game *g) {
    (void)g;
    return &fitted_odds;
}

static double eval_phase(const struct pes_game *g, const struct pes_state *s) {
    return (double)proximity_at(s)->placed / proximity_board(g)->cells;
}

static const struct pes_eval eval = {
    .abi = PES_ABI,
    .name = "margin",
    .accumulator_size = eval_accumulator_size,
    .refresh = eval_refresh,
    .push = eval_push,
    .value = eval_value,
    .term_names = term_names,
    .term_deeds = term_deeds,
    .terms = eval_terms,
    .odds = eval_odds,
    .phase = eval_phase,
    .win = WIN,
};

const struct pes_eval *const proximity_evals[] = {&eval, NULL};

/* Move ordering by the expected margin after the tile is placed. */
static int32_t order_score(const struct pes_game *g, const struct pes_state *state, pes_move m,
                           const void *accumulator) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    struct accumulator a;
    if (accumulator == NULL)
        return 0;
    memcpy(&a, accumulator, sizeof a);
    put(board, s, proximity_target(m), s->placed & 1, proximity_in_hand(s), &a);
    return (s->placed & 1) == PROXIMITY_BLUE ? margin_of(&a) : -margin_of(&a);
}

const struct pes_order proximity_order = {.abi = PES_ABI, .score = order_score};
