/* The evaluation `own` of Gomoku: pattern sums from an incremental accumulator.
 *
 * The value is the sum of the shapes of both sides and a bonus for the side to move. With threats
 * on the board the side to move matters more: an immediate five, or fours that cannot be stopped,
 * decide the game, and other threats change the odds. Everything except the decided cases is fitted
 * to games between equal players (logistic regression), so that values are log-odds:
 * docs/games/gomoku.md describes it.
 *
 * The player who chooses a colour in swap2 takes the better one, so the player who places stones
 * aims at a position that is worth 0 to both colours. While stones are being placed the value is 0.
 * Invariant: the terms sum to the value. */
#include "games/gomoku/gomoku_shapes.h"

enum { TERM_FIRST, TERM_SECOND, TERM_TURN, TERM_THREATS, TERM_CHOICE, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_FIRST] = PES_TEXT("the first player's lines", "γραμμές του πρώτου παίκτη"),
    [TERM_SECOND] = PES_TEXT("the second player's lines", "γραμμές του δεύτερου παίκτη"),
    [TERM_TURN] = PES_TEXT("the turn", "σειρά"),
    [TERM_THREATS] = PES_TEXT("threats", "απειλές"),
    [TERM_CHOICE] = PES_TEXT("the choice of colours", "η επιλογή χρώματος"),
};

/* Values to the mover. A value of 200 means odds to win of e to 1. */
enum {
    VALUE_ODDS = 200,
    VALUE_FIVE = 20000,  /* wins with the next stone */
    VALUE_LOST = 19000,  /* two fives to stop */
    VALUE_FOURS = 18000, /* can threaten two fives, and the opponent threatens none */
    VALUE_TURN = 90,

    /* Fitted, like the worth of shapes. */
    VALUE_OWN_FOUR_THREE = 250,
    VALUE_OTHER_FOUR_THREE = -110,
    VALUE_OWN_THREES = 50,
    VALUE_OTHER_THREES = -55,
    VALUE_FREE_THREES = 730, /* several threes, and the opponent has no four against them */
    VALUE_OTHER_FOURS = 50,  /* corrects the worth of these spots, which overrates them */
    VALUE_STOP_FIVE = -125,
    VALUE_STOP_MORE = -215 /* a five to stop, and strong fours behind it */
};

/* The value of the threats to the mover: `own` are its counts, `other` the opponent's. */
static int32_t threats_of(const uint16_t own[], const uint16_t other[]) {
    const bool five = other[THREAT_FIVE] > 0;
    if (own[THREAT_FIVE] > 0)
        return VALUE_FIVE;
    if (other[THREAT_FIVE] > 1)
        return -VALUE_LOST;
    if (own[THREAT_FOURS] > 0 && !five)
        return VALUE_FOURS;
    int32_t sum = 0;
    if (own[THREAT_FOUR_THREE] > 0)
        sum += VALUE_OWN_FOUR_THREE;
    if (own[THREAT_THREES] > 0)
        sum += other[THREAT_FOUR] + other[THREAT_FOUR_THREE] > 0 ? VALUE_OWN_THREES
                                                                 : VALUE_FREE_THREES;
    if (other[THREAT_FOUR_THREE] > 0)
        sum += VALUE_OTHER_FOUR_THREE;
    if (other[THREAT_THREES] > 0)
        sum += VALUE_OTHER_THREES;
    if (other[THREAT_FOURS] > 0)
        sum += VALUE_OTHER_FOURS;
    if (five)
        sum += VALUE_STOP_FIVE;
    if (five && other[THREAT_FOURS] + other[THREAT_FOUR_THREE] > 0)
        sum += VALUE_STOP_MORE;
    return sum;
}

/* The terms as if the colours were settled. */
static void play_terms(const struct gomoku *s, const struct gomoku_shapes *a, int32_t out[TERMS]) {
    const int mover = gomoku_colour(s), sign = gomoku_swapped(s, mover) == 0 ? 1 : -1;
    out[TERM_FIRST] = a->worth[gomoku_swapped(s, 0)];
    out[TERM_SECOND] = -a->worth[gomoku_swapped(s, 1)];
    out[TERM_TURN] = sign * VALUE_TURN;
    out[TERM_THREATS] = sign * threats_of(a->count[mover], a->count[!mover]);
    out[TERM_CHOICE] = 0;
}

static int32_t sum_of(const int32_t terms[TERMS]) {
    int32_t sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += terms[i];
    return sum;
}

static void terms_of(const struct gomoku *s, const struct gomoku_shapes *a, int32_t out[TERMS]) {
    play_terms(s, a, out);
    if (gomoku_playing(s))
        return;
    /* The player who chooses gets the better colour. */
    const int32_t value = sum_of(out), better = value < 0 ? -value : value;
    memset(out, 0, TERMS * sizeof out[0]);
    if (gomoku_choosing(s))
        out[TERM_CHOICE] = s->phase == GOMOKU_FIRST_CHOOSES ? better : -better;
}

static size_t eval_accumulator_size(const struct pes_game *g) {
    return gomoku_shapes_size(gomoku_board(g));
}

static void eval_refresh(const struct pes_game *g, const struct pes_state *s, void *accumulator) {
    gomoku_shapes_refresh(gomoku_board(g), gomoku_at(s), accumulator);
}

static void eval_push(const struct pes_game *g, const struct pes_state *before, pes_move m,
                      const void *accumulator, void *next) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(before);
    if (gomoku_is_choice(m))
        memcpy(next, accumulator, gomoku_shapes_size(board));
    else
        gomoku_shapes_push(board, s, gomoku_target(m), gomoku_colour(s), accumulator, next);
}

static int32_t eval_value(const struct pes_game *g, const struct pes_state *s,
                          const void *accumulator) {
    (void)g;
    int32_t terms[TERMS];
    terms_of(gomoku_at(s), accumulator, terms);
    const int32_t value = sum_of(terms);
    assert(value > -PES_EVAL_WIN && value < PES_EVAL_WIN);
    return value;
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    (void)g;
    terms_of(gomoku_at(s), accumulator, out);
    return TERMS;
}

/* Fitted as docs/strength.md describes. */
static const struct pes_odds fitted_odds = {.edge = {0.20, 0.03, 0.04, 0.05, 0.05},
                                            .slope = {0.00402, 0.00345, 0.00343, 0.00343, 0.00342}};

static const struct pes_odds *eval_odds(const struct pes_game *g) {
    (void)g;
    return &fitted_odds;
}

static double eval_phase(const struct pes_game *g, const struct pes_state *s) {
    return (double)gomoku_at(s)->stones / gomoku_board(g)->points;
}

static const struct pes_eval eval_own = {
    .abi = PES_ABI,
    .name = "own",
    .accumulator_size = eval_accumulator_size,
    .refresh = eval_refresh,
    .push = eval_push,
    .value = eval_value,
    .term_names = term_names,
    .terms = eval_terms,
    .odds = eval_odds,
    .phase = eval_phase,
};

const struct pes_eval *const gomoku_evals[] = {&eval_own, NULL};
