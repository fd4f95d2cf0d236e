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

/* Threats are facts, which the view names. */
#define BUILDS PES_TEXT("builds lines", "χτίζει γραμμές")
#define BREAKS PES_TEXT("breaks up lines of the opponent", "χαλά γραμμές του αντιπάλου")
static const struct pes_text term_deeds[TERMS][PES_PLAYERS_MAX] = {
    [TERM_FIRST] = {BUILDS, BREAKS},
    [TERM_SECOND] = {BREAKS, BUILDS},
};

/* Values to the mover. A value of 200 means odds to win of e to 1. */
enum {
    VALUE_FIVE = 20000,  /* VERDICT_FIVE */
    VALUE_LOST = 19000,  /* VERDICT_LOST */
    VALUE_FOURS = 18000, /* VERDICT_FOURS */
    VALUE_OPEN_MAX = 15000
};

/* The value that a verdict has for the mover. */
static int32_t decided_value(enum gomoku_verdict verdict) {
    return verdict == VERDICT_FIVE   ? VALUE_FIVE
           : verdict == VERDICT_LOST ? -VALUE_LOST
                                     : VALUE_FOURS;
}

/* The terms as if the colours were settled. */
static void play_terms(const struct gomoku_board *board, const struct gomoku *s,
                       const struct gomoku_shapes *a, int32_t out[TERMS]) {
    const int mover = gomoku_colour(s), sign = gomoku_swapped(s, mover) == 0 ? 1 : -1;
    const uint16_t *own = a->count[mover], *other = a->count[!mover];
    const enum gomoku_verdict verdict = gomoku_verdict(own, other);
    memset(out, 0, TERMS * sizeof out[0]);
    if (verdict != VERDICT_OPEN) {
        out[TERM_THREATS] = sign * decided_value(verdict);
        return;
    }
    const int16_t *situation = board->tables.situation[mover];
    out[sign > 0 ? TERM_FIRST : TERM_SECOND] = sign * gomoku_worth_own(a->worth[mover]);
    out[sign > 0 ? TERM_SECOND : TERM_FIRST] = sign * gomoku_worth_other(a->worth[!mover]);
    out[TERM_TURN] = sign * situation[0];
    out[TERM_THREATS] = sign * (situation[gomoku_situation(own, other)] - situation[0]);
    const int32_t sum = out[TERM_FIRST] + out[TERM_SECOND] + out[TERM_TURN] + out[TERM_THREATS];
    if (sum > VALUE_OPEN_MAX)
        out[TERM_THREATS] -= sum - VALUE_OPEN_MAX;
    if (sum < -VALUE_OPEN_MAX)
        out[TERM_THREATS] -= sum + VALUE_OPEN_MAX;
}

static int32_t sum_of(const int32_t terms[TERMS]) {
    int32_t sum = 0;
    for (int i = 0; i < TERMS; i++)
        sum += terms[i];
    return sum;
}

static void terms_of(const struct gomoku_board *board, const struct gomoku *s,
                     const struct gomoku_shapes *a, int32_t out[TERMS]) {
    play_terms(board, s, a, out);
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
    int32_t terms[TERMS];
    terms_of(gomoku_board(g), gomoku_at(s), accumulator, terms);
    const int32_t value = sum_of(terms);
    assert(value > -PES_EVAL_WIN && value < PES_EVAL_WIN);
    return value;
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    terms_of(gomoku_board(g), gomoku_at(s), accumulator, out);
    return TERMS;
}

/* The weights are fitted as log odds: 200 is 1. */
static const struct pes_odds fitted_odds = {.slope = {0.005, 0.005, 0.005, 0.005, 0.005}};

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
    .term_deeds = term_deeds,
    .terms = eval_terms,
    .odds = eval_odds,
    .phase = eval_phase,
};

const struct pes_eval *const gomoku_evals[] = {&eval_own, NULL};
