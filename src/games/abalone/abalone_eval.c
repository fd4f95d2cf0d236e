/* The two evaluations of Abalone: static, linear sums of bitboard features.
 *
 * `own` is the one to play by; a marble is worth about a hundred. Its terms, each Black's minus
 * White's:
 *
 *     lost marbles   each costs more than the one before
 *     centre         marbles by their ring
 *     cohesion       pairs of neighbours, minus triangles, plus lines of three. By Euler's formula
 *                    pairs minus triangles are marbles minus connected groups (without holes): it
 *                    counts the groups a side is split into without searching for them
 *     pushes         the number of pushes, for both sides as if each were to move
 *     rim            the number of those that eject a marble
 *     turn           the bonus of the side to move
 *
 * `report` is the report's evaluation without its quirks, exactly, in hundredths of its points.
 *
 * There is no accumulator: all terms are a few population counts, which cost less. The weights of
 * `own` were tuned by matches: docs/games/abalone.md. Invariant: the terms sum to the value, and
 * the portable and the popcnt versions are equal. */
#include "games/abalone/abalone_bits.h"

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

enum {
    LOST = 100,       /* for each marble .. */
    LOST_SQUARE = 12, /* .. and for the square of their number */
    RING_0 = 84,      /* for a marble on this ring, relative to the rim */
    RING_1 = 74,
    RING_2 = 54,
    RING_3 = 27,
    NEIGHBOURS = 12, /* a pair of adjacent marbles */
    TRIANGLE = -12,  /* three mutually adjacent marbles */
    LINE = 3,        /* three in line */
    PUSH = 14,
    EJECTION = 20, /* in addition to PUSH */
    TURN = 10
};

INLINE int bits(uint64_t set, bool popcnt) {
    return abalone_count_bits(set, popcnt);
}

INLINE int32_t lost_of(int lost) {
    assert(lost >= 0 && lost <= ABALONE_MARBLES);
    return -(LOST * lost + LOST_SQUARE * lost * lost);
}

INLINE int32_t centre_of(uint64_t own, bool popcnt) {
    return RING_0 * bits(own & abalone_rings[0], popcnt) +
           RING_1 * bits(own & abalone_rings[1], popcnt) +
           RING_2 * bits(own & abalone_rings[2], popcnt) +
           RING_3 * bits(own & abalone_rings[3], popcnt);
}

/* The features of one side. */
struct counts {
    int neighbours, triangles, lines;
    int pushes, ejections; /* available if the side were to move */
};

/* Adds the pushes in a direction by groups with these front marbles: two against one or three
 * against two; three against one is already counted as its front two. Behind the pushed marbles is
 * an empty cell or the edge. */
INLINE void add_pushes(uint64_t two, uint64_t three, uint64_t opponent, uint64_t all, int direction,
                       bool popcnt, struct counts *counts) {
    const uint64_t one_ahead =
        abalone_before(opponent & ~abalone_before(all, direction), direction);
    const uint64_t two_ahead = abalone_before(opponent & one_ahead, direction);
    const uint64_t one_to_edge = abalone_before(ABALONE_BOARD & ~abalone_has[direction], direction);
    const uint64_t two_to_edge = abalone_before(one_to_edge, direction);
    const uint64_t against_one = two & one_ahead, against_two = three & two_ahead;
    counts->pushes += bits(against_one, popcnt) + bits(against_two, popcnt);
    counts->ejections += bits((against_one & one_to_edge) | (against_two & two_to_edge), popcnt);
    assert(counts->ejections <= counts->pushes);
}

/* Adds the features along a line; returns the lower marbles of its pairs. Moving down the line the
 * lower marble is the front, moving up the upper one. */
INLINE uint64_t add_line(uint64_t own, uint64_t opponent, int line, bool popcnt,
                         struct counts *counts) {
    const uint64_t all = own | opponent;
    const uint64_t two = own & abalone_before(own, line);
    const uint64_t three = two & abalone_before(two, line);
    const unsigned turn = abalone_turn[line];
    counts->neighbours += bits(two, popcnt);
    counts->lines += bits(three, popcnt);
    add_pushes(abalone_rotate(two, turn), abalone_rotate(three, 2 * turn), opponent, all, line,
               popcnt, counts);
    add_pushes(two, three, opponent, all, line + ABALONE_LINES, popcnt, counts);
    return two;
}

/* Unrolled by hand, so that every rotation is by a constant. A triangle has its tip above or below
 * the two others. */
INLINE struct counts counts_of(uint64_t own, uint64_t opponent, bool popcnt) {
    struct counts counts = {0};
    const uint64_t e = add_line(own, opponent, ABALONE_E, popcnt, &counts);
    const uint64_t ne = add_line(own, opponent, ABALONE_NE, popcnt, &counts);
    const uint64_t nw = add_line(own, opponent, ABALONE_NW, popcnt, &counts);
    counts.triangles = bits(e & ne, popcnt) + bits(ne & nw, popcnt);
    return counts;
}

INLINE int32_t cohesion_of(struct counts counts) {
    return NEIGHBOURS * counts.neighbours + TRIANGLE * counts.triangles + LINE * counts.lines;
}

INLINE void own_terms(const struct abalone *s, int32_t out[], bool popcnt) {
    const uint64_t black = s->marbles[ABALONE_BLACK], white = s->marbles[ABALONE_WHITE];
    const struct counts of_black = counts_of(black, white, popcnt);
    const struct counts of_white = counts_of(white, black, popcnt);
    out[OWN_LOST] = lost_of(s->lost[ABALONE_BLACK]) - lost_of(s->lost[ABALONE_WHITE]);
    out[OWN_CENTRE] = centre_of(black, popcnt) - centre_of(white, popcnt);
    out[OWN_COHESION] = cohesion_of(of_black) - cohesion_of(of_white);
    out[OWN_PUSHES] = PUSH * (of_black.pushes - of_white.pushes);
    out[OWN_RIM] = EJECTION * (of_black.ejections - of_white.ejections);
    out[OWN_TURN] = s->mover == ABALONE_BLACK ? TURN : -TURN;
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

/* Fitted as docs/strength.md describes. */
static const struct pes_odds fitted_odds = {.edge = {0.07, 0.07, 0.08, 0.01, 0.0},
                                            .slope = {0.00604, 0.00691, 0.00768, 0.00783, 0.00794}};

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
    .terms = eval_own_terms,
    .odds = eval_odds,
    .phase = own_phase,
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
