/* What a position of Gomoku is worth: the evaluation `own`.
 *
 * A position is worth what the lines of both sides promise, and the turn. Where somebody threatens,
 * it matters more who is to move: five next, or fours that cannot be stopped, decide the game, and
 * other threats change the odds. All of it but the decided is fitted to games between equals, so
 * that values are odds: docs/games/gomoku.md says how.
 *
 * Whoever chooses between the colours of swap2 gets the better one: what is good for those who
 * place stones is a position that is worth nothing to either colour. Until all are placed it is
 * worth nothing anyway. */
#include "games/gomoku/gomoku_shapes.h"

enum { TERM_FIRST, TERM_SECOND, TERM_TURN, TERM_THREATS, TERM_CHOICE, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_FIRST] = PES_TEXT("the first player's lines", "γραμμές του πρώτου παίκτη"),
    [TERM_SECOND] = PES_TEXT("the second player's lines", "γραμμές του δεύτερου παίκτη"),
    [TERM_TURN] = PES_TEXT("the turn", "σειρά"),
    [TERM_THREATS] = PES_TEXT("threats", "απειλές"),
    [TERM_CHOICE] = PES_TEXT("the choice of colours", "η επιλογή χρώματος"),
};

/* What is worth how much to the mover. 200 make the odds to win e to 1. */
enum {
    VALUE_ODDS = 200,
    VALUE_FIVE = 20000,  /* wins with this stone */
    VALUE_LOST = 19000,  /* cannot stop two fives */
    VALUE_FOURS = 18000, /* makes two fives, and the opponent has none */
    VALUE_TURN = 90,

    /* The rest is fitted, as the worth of shapes is. */
    VALUE_OWN_FOUR_THREE = 250,
    VALUE_OTHER_FOUR_THREE = -110,
    VALUE_OWN_THREES = 50,
    VALUE_OTHER_THREES = -55,
    VALUE_FREE_THREES = 730, /* several threes, and no four of the opponent's against them */
    VALUE_OTHER_FOURS = 50,  /* to stop: less bad than the worth of these spots says */
    VALUE_STOP_FIVE = -125,
    VALUE_STOP_MORE = -215 /* a five to stop, and strong fours behind it */
};

/* The threats to the mover, of whom `own` are the counts and `other` the opponent's. */
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

/* The terms as if the colours were settled, First being Black unless the position says otherwise.
 */
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
    return sum_of(terms);
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    (void)g;
    terms_of(gomoku_at(s), accumulator, out);
    return TERMS;
}

/* docs/strength.md says how these were found. */
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
