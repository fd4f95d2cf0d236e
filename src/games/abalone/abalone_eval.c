/* The two evaluations of Abalone: static, linear sums of bitboard features.
 *
 * `own` is the one to play by; a marble is worth about a hundred. Its terms, each Black's minus
 * White's:
 *
 *     lost marbles   each costs more than the one before
 *     centre         marbles by their ring; how full the inner cells are; how far the centre of
 *                    mass is from e5: of two sides as near to the centre, the one that is not
 *                    spread around it is the more compact; more, the more marbles are lost
 *     cohesion       pairs of neighbours, triangles, lines of three. By Euler's formula pairs minus
 *                    triangles are marbles minus connected groups (without holes): it counts the
 *                    groups a side is split into without searching for them
 *     pushes         the number of pushes, for both sides as if each were to move
 *     rim            the number of those that eject a marble
 *     turn           the bonus of the side to move
 *
 * `report` is the report's evaluation without its quirks, exactly, in hundredths of its points.
 *
 * There is no accumulator: all terms are a few population counts, which cost less. The weights of
 * `own` are fitted: abalone_weights.inc has the command, docs/games/abalone.md the story.
 * Invariant: the terms sum to the value, and the portable and the popcnt versions are equal. */
#include "games/abalone/abalone_counts.h"

#define INLINE ABALONE_INLINE

static size_t eval_accumulator_size(const struct pes_game *g) {
    (void)g;
    return 0;
}

/* Own. ---------------------------------------------------------------------------------------- */

enum { OWN_LOST, OWN_CENTRE, OWN_COHESION, OWN_PUSHES, OWN_RIM, OWN_TURN, OWN_TERMS };

static const struct pes_text own_names[OWN_TERMS + 1] = {
    [OWN_LOST] = PES_TEXT("lost marbles", "χαμένες μπίλιες"),
    [OWN_CENTRE] = PES_TEXT("centre", "κέντρο"),
    [OWN_COHESION] = PES_TEXT("cohesion", "συνοχή"),
    [OWN_PUSHES] = PES_TEXT("pushes", "σπρωξίματα"),
    [OWN_RIM] = PES_TEXT("danger on the rim", "κίνδυνος στην άκρη"),
    [OWN_TURN] = PES_TEXT("the turn", "σειρά"),
    [OWN_TERMS] = PES_TEXT("", ""),
};

/* Lost marbles are counted as pieces already. */
#define CENTRE PES_TEXT("gains ground in the centre", "κερδίζει έδαφος στο κέντρο")
#define COHESION PES_TEXT("keeps the marbles together", "κρατά τις μπίλιες ενωμένες")
#define PUSHES PES_TEXT("gives better pushes", "δίνει καλύτερα σπρωξίματα")
#define RIM PES_TEXT("makes the rim safer", "δίνει ασφάλεια στην άκρη")
static const struct pes_text own_deeds[OWN_TERMS][PES_PLAYERS_MAX] = {
    [OWN_CENTRE] = {CENTRE, CENTRE},
    [OWN_COHESION] = {COHESION, COHESION},
    [OWN_PUSHES] = {PUSHES, PUSHES},
    [OWN_RIM] = {RIM, RIM},
};

#include "games/abalone/abalone_weights.inc"
_Static_assert(sizeof abalone_values / sizeof abalone_values[0] == ABALONE_FEATURES,
               "one weight per feature");

INLINE int bits(uint64_t set, bool popcnt) {
    return abalone_count_bits(set, popcnt);
}

/* What a side loses with this many lost marbles. */
static int32_t lost_of(int lost) {
    int32_t sum = 0;
    assert(lost >= 0 && lost <= ABALONE_MARBLES);
    for (int i = 0; i < ABALONE_LOSSES; i++)
        sum += abalone_values[ABALONE_F_LOST + i] * abalone_losses(lost, i);
    return sum / ABALONE_WEIGHT_UNIT;
}

/* The weighted sum of the features from..end - 1. */
INLINE int32_t weigh(const int32_t features[], int from, int end) {
    int32_t sum = 0;
    for (int i = from; i < end; i++)
        sum += abalone_values[i] * features[i];
    return sum / ABALONE_WEIGHT_UNIT;
}

INLINE void own_terms(const struct abalone *s, int32_t out[], bool popcnt) {
    int32_t of_mover[ABALONE_FEATURES];
    const int32_t sign = s->mover == ABALONE_BLACK ? 1 : -1;
    abalone_put_features(s, of_mover, popcnt);
    out[OWN_LOST] = lost_of(s->lost[ABALONE_BLACK]) - lost_of(s->lost[ABALONE_WHITE]);
    out[OWN_CENTRE] = sign * weigh(of_mover, ABALONE_F_RING, ABALONE_F_NEIGHBOURS);
    out[OWN_COHESION] = sign * weigh(of_mover, ABALONE_F_NEIGHBOURS, ABALONE_F_PUSHES);
    out[OWN_PUSHES] = sign * weigh(of_mover, ABALONE_F_PUSHES, ABALONE_F_EJECTIONS);
    out[OWN_RIM] = sign * weigh(of_mover, ABALONE_F_EJECTIONS, ABALONE_FEATURES);
    out[OWN_TURN] = sign * weigh(of_mover, ABALONE_F_TURN, ABALONE_F_LOST);
}

void abalone_own_terms_plain(const struct abalone *s, int32_t out[PES_TERMS_MAX]) {
    own_terms(s, out, false);
}

ABALONE_POPCNT static void own_terms_popcnt(const struct abalone *s, int32_t out[PES_TERMS_MAX]) {
    own_terms(s, out, true);
}

static int eval_own_terms(const struct pes_game *g, const struct pes_state *s,
                          const void *accumulator, int32_t out[PES_TERMS_MAX]) {
    (void)accumulator;
    abalone_table(g)->own_terms(abalone_at(s), out);
    return OWN_TERMS;
}

static int32_t eval_own(const struct pes_game *g, const struct pes_state *s,
                        const void *accumulator) {
    (void)accumulator;
    int32_t terms[PES_TERMS_MAX], sum = 0;
    abalone_table(g)->own_terms(abalone_at(s), terms);
    for (int i = 0; i < OWN_TERMS; i++)
        sum += terms[i];
    assert(sum > -PES_EVAL_WIN && sum < PES_EVAL_WIN);
    return sum;
}

/* What an advantage in position is worth that has ejected nothing for a long time: its half after
 * FADE_AFTER + FADE_HALF plies. What the ply cap counts, the lost marbles, does not fade. A side
 * that is behind in them must win them back in time: its advantage fades faster. */
enum { FADE_AFTER = 40, FADE_HALF = 80, FADE_BEHIND = 3 };

static int32_t own_fade(const struct pes_game *g, const struct pes_state *state, int32_t value,
                        int32_t clock) {
    const struct abalone *s = abalone_at(state);
    const int32_t lost = lost_of(s->lost[ABALONE_BLACK]) - lost_of(s->lost[ABALONE_WHITE]);
    const int32_t rest = value - lost, late = clock - FADE_AFTER;
    const bool behind = (lost < 0 && rest > 0) || (lost > 0 && rest < 0);
    (void)g;
    assert(clock >= 0);
    if (late <= 0)
        return value;
    return lost + rest * FADE_HALF / (FADE_HALF + (behind ? FADE_BEHIND * late : late));
}

/* Fitted as docs/strength.md describes. */
static const struct pes_odds fitted_odds = {.edge = {0.02, 0.05, -0.02, -0.12, -0.13},
                                            .slope = {0.0083, 0.00816, 0.00782, 0.00763, 0.00789}};

static const struct pes_odds *eval_odds(const struct pes_game *g) {
    (void)g;
    return &fitted_odds;
}

/* The phase is the share of the decisive number of marbles that the losing side has lost. */
static double own_phase(const struct pes_game *g, const struct pes_state *state) {
    const struct abalone *s = abalone_at(state);
    const int more = s->lost[0] > s->lost[1] ? s->lost[0] : s->lost[1];
    return more < abalone_table(g)->eject ? (double)more / abalone_table(g)->eject : 1.0;
}

static const struct pes_eval own_eval = {
    .abi = PES_ABI,
    .name = "own",
    .accumulator_size = eval_accumulator_size,
    .value = eval_own,
    .term_names = own_names,
    .term_deeds = own_deeds,
    .terms = eval_own_terms,
    .odds = eval_odds,
    .phase = own_phase,
    .fade = own_fade,
};

/* The report's. ------------------------------------------------------------------------------- */

enum { REPORT_MARBLES, REPORT_CENTRE, REPORT_COMPANY, REPORT_TERMS };

static const struct pes_text report_names[REPORT_TERMS + 1] = {
    [REPORT_MARBLES] = PES_TEXT("marbles left", "μπίλιες που απομένουν"),
    [REPORT_CENTRE] = PES_TEXT("nearness to the centre", "εγγύτητα στο κέντρο"),
    [REPORT_COMPANY] = PES_TEXT("cohesion", "συνοχή"),
    [REPORT_TERMS] = PES_TEXT("", ""),
};

/* In hundredths of the report's points; abalone_report.c explains the terms, in quarters. */
static const int16_t marbles_worth[ABALONE_MARBLES + 1] = {10000, 9000, 7500, 5500, 3000, 1000};

INLINE int32_t report_centre_of(uint64_t own, bool popcnt) {
    return 300 * bits(own & abalone_rings[0], popcnt) + 100 * bits(own & abalone_rings[1], popcnt) +
           50 * bits(own & abalone_rings[2], popcnt) - 50 * bits(own & abalone_rings[3], popcnt) -
           100 * bits(own & abalone_rings[4], popcnt);
}

/* Each neighbouring cell counts a half, and another half if it holds an own marble. Contacts with
 * opponent marbles cost both sides the same and cancel out. */
INLINE int32_t report_company_of(uint64_t own, bool popcnt) {
    const int neighbours = 6 * bits(own, popcnt) - 2 * bits(own & abalone_rings[4], popcnt) -
                           bits(own & abalone_corners, popcnt);
    const int pairs = bits(own & abalone_before(own, ABALONE_E), popcnt) +
                      bits(own & abalone_before(own, ABALONE_NE), popcnt) +
                      bits(own & abalone_before(own, ABALONE_NW), popcnt);
    return 50 * neighbours + 2 * 50 * pairs;
}

INLINE void report_terms(const struct abalone *s, int32_t out[], bool popcnt) {
    const uint64_t black = s->marbles[ABALONE_BLACK], white = s->marbles[ABALONE_WHITE];
    out[REPORT_MARBLES] =
        marbles_worth[s->lost[ABALONE_BLACK]] - marbles_worth[s->lost[ABALONE_WHITE]];
    out[REPORT_CENTRE] = report_centre_of(black, popcnt) - report_centre_of(white, popcnt);
    out[REPORT_COMPANY] = report_company_of(black, popcnt) - report_company_of(white, popcnt);
}

void abalone_report_terms_plain(const struct abalone *s, int32_t out[PES_TERMS_MAX]) {
    report_terms(s, out, false);
}

ABALONE_POPCNT static void report_terms_popcnt(const struct abalone *s,
                                               int32_t out[PES_TERMS_MAX]) {
    report_terms(s, out, true);
}

static int eval_report_terms(const struct pes_game *g, const struct pes_state *s,
                             const void *accumulator, int32_t out[PES_TERMS_MAX]) {
    (void)accumulator;
    abalone_table(g)->report_terms(abalone_at(s), out);
    return REPORT_TERMS;
}

static int32_t eval_report(const struct pes_game *g, const struct pes_state *s,
                           const void *accumulator) {
    (void)accumulator;
    int32_t terms[PES_TERMS_MAX];
    abalone_table(g)->report_terms(abalone_at(s), terms);
    const int32_t sum = terms[REPORT_MARBLES] + terms[REPORT_CENTRE] + terms[REPORT_COMPANY];
    assert(sum > -PES_EVAL_WIN && sum < PES_EVAL_WIN);
    return sum;
}

static const struct pes_eval report_eval = {
    .abi = PES_ABI,
    .name = "report",
    .accumulator_size = eval_accumulator_size,
    .value = eval_report,
    .term_names = report_names,
    .terms = eval_report_terms,
};

/* Both. --------------------------------------------------------------------------------------- */

const struct pes_eval *const abalone_evals[] = {&own_eval, &report_eval, NULL};

void abalone_choose_eval(struct abalone_table *table) {
    const bool popcnt = abalone_has_popcnt();
    table->own_terms = popcnt ? own_terms_popcnt : abalone_own_terms_plain;
    table->report_terms = popcnt ? report_terms_popcnt : abalone_report_terms_plain;
}
