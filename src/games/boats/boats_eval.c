/* The evaluation of Boats on the lake: a static, linear one, the report's, in integers.
 *
 * A boat's distance is two for every column it still has to cross, plus one for every level its own
 * column lacks, minus one if its player is to move; the value is Green's distance minus Red's. The
 * roll counts as Red's turn, because Red moves after it. Invariant: the terms sum to the value, and
 * the value before the roll equals that of every outcome. */
#include "games/boats/boats.h"

enum { TERM_GREEN_WAY, TERM_GREEN_WATER, TERM_RED_WAY, TERM_RED_WATER, TERM_TURN, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_GREEN_WAY] = PES_TEXT("Green's way to go", "δρόμος του Πράσινου"),
    [TERM_GREEN_WATER] = PES_TEXT("water missing under Green", "νερό που λείπει στον Πράσινο"),
    [TERM_RED_WAY] = PES_TEXT("Red's way to go", "δρόμος του Κόκκινου"),
    [TERM_RED_WATER] = PES_TEXT("water missing under Red", "νερό που λείπει στον Κόκκινο"),
    [TERM_TURN] = PES_TEXT("the turn", "σειρά"),
};

/* First is Red, Second is Green. */
static const struct pes_text term_deeds[TERMS + 1][PES_PLAYERS_MAX] = {
    [TERM_GREEN_WAY] = {PES_TEXT("leaves Green further to go", "μακραίνει τον δρόμο του Πράσινου"),
                        PES_TEXT("shortens Green's way", "συντομεύει τον δρόμο του Πράσινου")},
    [TERM_GREEN_WATER] = {PES_TEXT("takes water from Green's way",
                                   "στερεί νερό από τον δρόμο του Πράσινου"),
                          PES_TEXT("brings Green water for its way",
                                   "φέρνει νερό στον δρόμο του Πράσινου")},
    [TERM_RED_WAY] = {PES_TEXT("shortens Red's way", "συντομεύει τον δρόμο του Κόκκινου"),
                      PES_TEXT("leaves Red further to go", "μακραίνει τον δρόμο του Κόκκινου")},
    [TERM_RED_WATER] = {PES_TEXT("brings Red water for its way",
                                 "φέρνει νερό στον δρόμο του Κόκκινου"),
                        PES_TEXT("takes water from Red's way",
                                 "στερεί νερό από τον δρόμο του Κόκκινου")},
};

static void terms_of(const struct boats_lake *lake, const struct boats *s, int32_t out[TERMS]) {
    const int red = s->boat[BOATS_RED], green = s->boat[BOATS_GREEN];
    out[TERM_GREEN_WAY] = 2 * green;
    out[TERM_GREEN_WATER] = lake->levels - boats_level(s, green);
    out[TERM_RED_WAY] = -2 * (lake->columns + 1 - red);
    out[TERM_RED_WATER] = boats_level(s, red) - lake->levels;
    out[TERM_TURN] = s->mover == BOATS_GREEN ? -1 : 1;
    assert(out[TERM_GREEN_WATER] >= 0 && out[TERM_RED_WATER] <= 0);
}

int32_t boats_value(const struct boats_lake *lake, const struct boats *s) {
    int32_t terms[TERMS], sum = 0;
    terms_of(lake, s, terms);
    for (int i = 0; i < TERMS; i++)
        sum += terms[i];
    assert(sum > -PES_EVAL_WIN && sum < PES_EVAL_WIN);
    return sum;
}

/* No accumulator: computing the value is cheaper than keeping one. */
static size_t eval_accumulator_size(const struct pes_game *g) {
    (void)g;
    return 0;
}

static int32_t eval_value(const struct pes_game *g, const struct pes_state *s,
                          const void *accumulator) {
    (void)accumulator;
    return boats_value(boats_lake(g), boats_at(s));
}

static int eval_terms(const struct pes_game *g, const struct pes_state *s, const void *accumulator,
                      int32_t out[PES_TERMS_MAX]) {
    (void)accumulator;
    terms_of(boats_lake(g), boats_at(s), out);
    return TERMS;
}

/* Fitted as docs/strength.md describes. Under `free` every threat can be undone, so games between
 * equals are drawn; under `ko` the boat that leaves its dock first is drained, and that is mostly
 * First's. */
static const struct pes_odds odds_free = {.edge = {0.0, 0.0, 0.0, 0.0, 0.0},
                                          .slope = {0.342, 0.342, 0.342, 0.342, 0.342}},
                             odds_ko = {.edge = {-1.33, -1.33, -1.33, -1.33, -1.33},
                                        .slope = {0.161, 0.161, 0.161, 0.161, 0.161}};

static const struct pes_odds *eval_odds(const struct pes_game *g) {
    return boats_lake(g)->ko ? &odds_ko : &odds_free;
}

const struct pes_eval boats_eval = {
    .abi = PES_ABI,
    .name = "distance",
    .accumulator_size = eval_accumulator_size,
    .value = eval_value,
    .term_names = term_names,
    .term_deeds = term_deeds,
    .terms = eval_terms,
    .odds = eval_odds,
};

const struct pes_eval *const boats_evals[] = {&boats_eval, NULL};
