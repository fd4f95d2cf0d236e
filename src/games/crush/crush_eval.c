/* The evaluation `visible` of Crush, in hundredths of a point: the lead, and a one-ply static
 * exchange of visible gains.
 *
 * The visible gain of a move is the sum of the waves that known tiles make, hidden rows included;
 * new tiles are unknown. The player to move takes the largest gain; a share of the second best one
 * counts for the opponent. A position in the middle of a wave is evaluated after known tiles have
 * fallen as far as they can. Invariant: the terms sum to the value, and |value| < WIN. */
#include "games/crush/crush.h"

enum {
    POINT = 100,
    WIN = 30000, /* the value of a won game */
    NEXT = 40,   /* percent of the second best gain that count for the opponent */
    EXTRA = 600  /* bonus for an extra turn */
};

/* Gains. -------------------------------------------------------------------------------------- */

/* Turns every `.` into a `?`: their codes differ in the lowest bit. */
static void fill_unknown(const struct crush_board *board, struct crush *s) {
    _Static_assert(CRUSH_UNKNOWN == 14 && CRUSH_DOT == 15, "codes differ in the lowest bit");
    for (int x = 0; x < board->columns; x++) {
        const uint64_t dots = crush_dots(board, s, x);
        s->near[0][x] = (uint16_t)(s->near[0][x] & ~dots);
        if (board->hidden > 0)
            s->far[x][0] &= (uint32_t) ~(dots >> board->rows);
    }
}

/* The points of all waves from number `wave` on that known tiles make; sets *first to the number of
 * tiles of wave 0 if it is one of them. */
static int fall(const struct crush_board *board, struct crush *s, int wave, int *first) {
    struct crush_set runs;
    int points = 0;
    for (;; wave++) {
        fill_unknown(board, s);
        const int count = crush_find_runs(board, s, &runs);
        if (count == 0)
            return points;
        assert(wave <= board->columns * board->height);
        points += crush_points(board, count, wave);
        if (wave == 0)
            *first = count;
        crush_drop(board, s, &runs);
    }
}

/* The points of all waves of a swap that known tiles make; *first as above. */
static int swap_points(const struct crush_board *board, const struct crush *s,
                       struct crush_swap swap, int *first) {
    struct crush after;
    memcpy(&after, s, crush_size(board));
    crush_exchange(&after, swap);
    *first = 0;
    return fall(board, &after, 0, first);
}

int crush_visible_points(const struct crush_board *board, const struct crush *s,
                         struct crush_swap swap, int *at_once) {
    int first;
    const int points = swap_points(board, s, swap, &first);
    *at_once = crush_points(board, first, 0);
    assert(*at_once <= points);
    return points;
}

/* The visible gain of a swap, in hundredths, with the bonus for an extra turn; *points without. */
static int gain_of(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   int *points) {
    int first;
    *points = swap_points(board, s, swap, &first);
    const bool extra = board->tournament && first >= CRUSH_EXTRA_TURN;
    return POINT * *points + (extra ? EXTRA : 0);
}

/* The two best visible gains, and the most points of one move. */
struct gains {
    int best, next, points;
};

static void gains_add(const struct crush_board *board, const struct crush *s,
                      struct crush_swap swap, struct gains *g) {
    int points;
    const int gain = gain_of(board, s, swap, &points);
    if (gain > g->best) {
        g->next = g->best;
        g->best = gain;
    } else if (gain > g->next) {
        g->next = gain;
    }
    assert(g->best >= g->next);
    if (points > g->points)
        g->points = points;
}

/* A swap that completes runs for both tiles is counted once. */
static struct gains gains_of(const struct crush_board *board, const struct crush *s) {
    struct gains g = {0, 0, 0};
    struct crush_moves moves;
    if (!crush_find_moves(board, s, &moves))
        return g;
    for (int x = 0; x < board->columns; x++) {
        unsigned up = moves.go[CRUSH_UP].of[x] | (unsigned)moves.go[CRUSH_DOWN].of[x] >> 1;
        for (; up != 0; up &= up - 1) {
            const int y = __builtin_ctz(up);
            gains_add(board, s, (struct crush_swap){{x, y}, {x, y + 1}}, &g);
        }
        unsigned right = moves.go[CRUSH_RIGHT].of[x] | moves.go[CRUSH_LEFT].of[x + 1];
        for (; right != 0; right &= right - 1) {
            const int y = __builtin_ctz(right);
            gains_add(board, s, (struct crush_swap){{x, y}, {x + 1, y}}, &g);
        }
    }
    return g;
}

/* The evaluation. ----------------------------------------------------------------------------- */

enum { TERM_LEAD, TERM_BEST, TERM_NEXT, TERM_LIMIT, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_LEAD] = PES_TEXT("points ahead", "διαφορά πόντων"),
    [TERM_BEST] = PES_TEXT("best visible move", "καλύτερη ορατή κίνηση"),
    [TERM_NEXT] = PES_TEXT("what it leaves", "τι αφήνει"),
    [TERM_LIMIT] = PES_TEXT("near the limit", "κοντά στο όριο"),
};

/* The lead is said as points. After a move the opponent sees the best swaps, unless the mover moves
 * again; what is left then is the mover's next one. */
#define BEST PES_TEXT("leaves little to the opponent", "αφήνει λίγα στον αντίπαλο")
#define NEXT_ONE PES_TEXT("keeps good swaps for later", "κρατά καλές αλλαγές για μετά")
#define LIMIT PES_TEXT("comes close to the winning score", "φέρνει κοντά στους πόντους της νίκης")
static const struct pes_text term_deeds[TERMS + 1][PES_PLAYERS_MAX] = {
    [TERM_BEST] = {BEST, BEST},
    [TERM_NEXT] = {NEXT_ONE, NEXT_ONE},
    [TERM_LIMIT] = {LIMIT, LIMIT},
};

/* Completes the current wave as far as known tiles determine it. A board that is being filled has
 * only unknown tiles. */
static void come_to_rest(const struct crush_board *board, struct crush *s) {
    int first = s->first;
    if (s->phase == CRUSH_WAVE) {
        s->score[s->side] += (uint32_t)fall(board, s, s->wave + 1, &first);
        if (!board->tournament || first < CRUSH_EXTRA_TURN)
            s->side ^= 1;
    } else if (s->phase == CRUSH_FILL) {
        fill_unknown(board, s);
    }
}

/* Clamps a value below WIN. */
static int32_t within(int32_t value) {
    return value >= WIN ? WIN - 1 : value <= -WIN ? 1 - WIN : value;
}

static int32_t sum_of(const int32_t terms[TERMS]) {
    int32_t sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += terms[i];
    return sum;
}

/* A player who can reach the limit with one visible move counts as winning; so does one who has
 * reached it in a wave that is not finished. */
static void terms_of(const struct crush_board *board, const struct crush *from,
                     int32_t out[TERMS]) {
    struct crush s;
    memcpy(&s, from, crush_size(board));
    come_to_rest(board, &s);
    const struct gains gains = gains_of(board, &s);
    const int sign = s.side == 0 ? 1 : -1;
    const int64_t lead = ((int64_t)s.score[0] - s.score[1]) * POINT;
    out[TERM_LEAD] = (int32_t)(lead >= WIN ? WIN - 1 : lead <= -WIN ? 1 - WIN : lead);
    out[TERM_BEST] = sign * gains.best;
    out[TERM_NEXT] = -sign * gains.next * NEXT / 100;
    out[TERM_LIMIT] = 0;
    const int32_t sum = sum_of(out);
    int32_t value = within(sum);
    if (s.score[0] >= board->limit || s.score[1] >= board->limit)
        value = s.score[0] >= board->limit ? WIN - 1 : 1 - WIN;
    else if (s.score[s.side] + (uint32_t)gains.points >= board->limit)
        value = sign * (WIN - 1);
    out[TERM_LIMIT] = value - sum;
    assert(value > -WIN && value < WIN);
}

static size_t eval_accumulator_size(const struct pes_game *g) {
    (void)g;
    return 0;
}

static int32_t eval_value(const struct pes_game *g, const struct pes_state *s,
                          const void *accumulator) {
    (void)accumulator;
    int32_t terms[TERMS];
    terms_of(crush_board(g), crush_at(s), terms);
    return sum_of(terms);
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    (void)accumulator;
    terms_of(crush_board(g), crush_at(s), out);
    return TERMS;
}

/* Fitted as docs/strength.md describes. */
static const struct pes_odds fitted_odds = {.edge = {-0.27, -0.24, -0.19, -0.13, -0.10},
                                            .slope = {0.00147, 0.00165, 0.00213, 0.00253, 0.00268}};

static const struct pes_odds *eval_odds(const struct pes_game *g) {
    (void)g;
    return &fitted_odds;
}

/* The phase is the leader's share of the limit. */
static double eval_phase(const struct pes_game *g, const struct pes_state *state) {
    const struct crush *s = crush_at(state);
    const uint32_t more = s->score[0] > s->score[1] ? s->score[0] : s->score[1];
    const uint32_t limit = (uint32_t)crush_board(g)->limit;
    return more < limit ? (double)more / limit : 1.0;
}

static const struct pes_eval eval = {
    .abi = PES_ABI,
    .name = "visible",
    .accumulator_size = eval_accumulator_size,
    .value = eval_value,
    .term_names = term_names,
    .term_deeds = term_deeds,
    .terms = eval_terms,
    .odds = eval_odds,
    .phase = eval_phase,
    .win = WIN,
};

const struct pes_eval *const crush_evals[] = {&eval, NULL};

/* Move ordering: large visible gains first. */
static int32_t order_score(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           const void *accumulator) {
    (void)accumulator;
    int points;
    return gain_of(crush_board(g), crush_at(s), crush_swap_of(m), &points);
}

const struct pes_order crush_order = {.abi = PES_ABI, .score = order_score};
