/* The report's agents: `heuristic` (greedy) and `minimax`, which share one evaluation.
 *
 * A side's score has three parts: the marbles it has left, their nearness to the centre, and their
 * cohesion. All parts are multiples of a quarter and are summed as integers. Invariant: no
 * rounding, whatever the order of summation. */
#include "games/abalone/abalone.h"

enum { QUARTERS = 4 };
enum { OPTION_QUIRKS };
enum { QUIRKS_OFF, QUIRKS_ON };
enum { TERM_MARBLES, TERM_CENTRE, TERM_COMPANY, TERMS };

static const struct pes_text quirks_titles[] = {
    PES_TEXT("the text", "το κείμενο"),
    PES_TEXT("the program", "τον κώδικα"),
    {{NULL}},
};

static const struct pes_option options[] = {
    [OPTION_QUIRKS] = {.key = "quirks",
                       .kind = PES_OPTION_CHOICE,
                       .def = "off",
                       .choices = "off|on",
                       .help = PES_TEXT("the authors' program, which is not part of the "
                                        "report, miscounts six cells",
                                        "το πρόγραμμα των συγγραφέων, που δεν είναι μέρος της "
                                        "αναφοράς, μετρά στραβά έξι θέσεις"),
                       .title = PES_TEXT("Follows", "Ακολουθεί"),
                       .choice_titles = quirks_titles},
    {.key = NULL},
};

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_MARBLES] = PES_TEXT("marbles left", "μπίλιες που απομένουν"),
    [TERM_CENTRE] = PES_TEXT("nearness to the centre", "εγγύτητα στο κέντρο"),
    [TERM_COMPANY] = PES_TEXT("cohesion", "συνοχή"),
    [TERMS] = PES_TEXT("", ""),
};

/* The value of the remaining marbles, by the number lost; 0 from six on. */
static const int16_t marbles_worth[ABALONE_MARBLES + 1] = {400, 360, 300, 220, 120, 40};

/* Piece-square table: a marble's value by its cell, rows a to i. The quirks are c6, d6, d7, f3, f4
 * and g4. */
static const int8_t centre_worth[2][ABALONE_CELLS] = {
    [QUIRKS_OFF] =
        {
            -4, -4, -4, -4, -4,                 /* a */
            -4, -2, -2, -2, -2, -4,             /* b */
            -4, -2, 2,  2,  2,  -2, -4,         /* c */
            -4, -2, 2,  4,  4,  2,  -2, -4,     /* d */
            -4, -2, 2,  4,  12, 4,  2,  -2, -4, /* e */
            -4, -2, 2,  4,  4,  2,  -2, -4,     /* f */
            -4, -2, 2,  2,  2,  -2, -4,         /* g */
            -4, -2, -2, -2, -2, -4,             /* h */
            -4, -4, -4, -4, -4,                 /* i */
        },
    [QUIRKS_ON] =
        {
            -4, -4, -4, -4, -4,                 /* a */
            -4, -2, -2, -2, -2, -4,             /* b */
            -4, -2, 2,  2,  2,  -6, -4,         /* c */
            -4, -2, 2,  4,  4,  -2, -6, -4,     /* d */
            -4, -2, 2,  4,  12, 4,  2,  -2, -4, /* e */
            -4, -6, -2, 4,  4,  2,  -2, -4,     /* f */
            -4, -6, 2,  2,  2,  -2, -4,         /* g */
            -4, -2, -2, -2, -2, -4,             /* h */
            -4, -4, -4, -4, -4,                 /* i */
        },
};

static int centre_of(uint64_t own, int quirks) {
    assert(quirks == QUIRKS_OFF || quirks == QUIRKS_ON);
    int sum = 0;
    for (; own != 0; own &= own - 1)
        sum += centre_worth[quirks][abalone_cell_of[__builtin_ctzll(own)]];
    return sum;
}

/* Each neighbouring cell counts: an own marble 1, an empty cell 1/2, an opponent marble 1/4. That
 * is a half for every neighbour (six, on the rim four, in the corners three), plus a half for own
 * marbles, minus a quarter for opponent marbles. */
static int company_of(uint64_t own, int contacts) {
    const int neighbours = 6 * abalone_bits(own) -
                           2 * abalone_bits(own & abalone_rings[ABALONE_RINGS - 1]) -
                           abalone_bits(own & abalone_corners);
    int pairs = 0;
    for (int line = 0; line < ABALONE_LINES; line++)
        pairs += abalone_bits(own & abalone_before(own, line));
    assert(2 * pairs + contacts <= neighbours);
    return 2 * neighbours + 2 * 2 * pairs - contacts;
}

/* The number of adjacent pairs of a black and a white marble. */
static int contacts_of(const struct abalone *s) {
    int contacts = 0;
    for (int d = 0; d < ABALONE_DIRECTIONS; d++)
        contacts +=
            abalone_bits(s->marbles[ABALONE_BLACK] & abalone_before(s->marbles[ABALONE_WHITE], d));
    return contacts;
}

static void score_terms(const struct abalone *s, int player, int quirks, int contacts,
                        int out[TERMS]) {
    assert(s->lost[player] <= ABALONE_MARBLES);
    out[TERM_MARBLES] = marbles_worth[s->lost[player]];
    out[TERM_CENTRE] = centre_of(s->marbles[player], quirks);
    out[TERM_COMPANY] = company_of(s->marbles[player], contacts);
}

double abalone_score(const struct abalone *s, int player, bool quirks) {
    int terms[TERMS], sum = 0;
    score_terms(s, player, quirks ? QUIRKS_ON : QUIRKS_OFF, contacts_of(s), terms);
    for (int i = 0; i < TERMS; i++)
        sum += terms[i];
    return (double)sum / QUARTERS;
}

/* The parts of a player's score minus those of the other's. Contacts cost both the same and cancel
 * out. */
static void lead_terms(const struct abalone *s, int player, int quirks, int out[TERMS]) {
    int other[TERMS];
    score_terms(s, player, quirks, 0, out);
    score_terms(s, !player, quirks, 0, other);
    for (int i = 0; i < TERMS; i++)
        out[i] -= other[i];
}

static double lead_of(const struct abalone *s, int player, int quirks) {
    int terms[TERMS];
    lead_terms(s, player, quirks, terms);
    return (double)(terms[TERM_MARBLES] + terms[TERM_CENTRE] + terms[TERM_COMPANY]) / QUARTERS;
}

static int quirks_of(const struct pes_values *values) {
    assert(strcmp(values->options[OPTION_QUIRKS].key, "quirks") == 0);
    return (int)values->number[OPTION_QUIRKS];
}

static double heuristic_state(const struct pes_game *g, const struct pes_state *s,
                              const struct pes_values *values) {
    (void)g;
    return lead_of(abalone_at(s), ABALONE_BLACK, quirks_of(values));
}

static struct abalone position_after(const struct pes_state *s, pes_move m) {
    struct abalone after = *abalone_at(s);
    abalone_play(&after, m);
    return after;
}

static double heuristic_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                             const struct pes_values *values) {
    (void)g;
    const struct abalone after = position_after(s, m);
    return lead_of(&after, abalone_at(s)->mover, quirks_of(values));
}

static void heuristic_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                            const struct pes_values *values, double out[PES_TERMS_MAX]) {
    (void)g;
    const struct abalone after = position_after(s, m);
    int terms[TERMS];
    lead_terms(&after, abalone_at(s)->mover, quirks_of(values), terms);
    for (int i = 0; i < TERMS; i++)
        out[i] = (double)terms[i] / QUARTERS;
}

static const struct pes_rating heuristic = {
    .name = "heuristic",
    .title = PES_TEXT("Report player", "Παίκτης αναφοράς"),
    .help = PES_TEXT("the move after which it is furthest ahead in marbles, centre and cohesion",
                     "η κίνηση μετά την οποία προηγείται περισσότερο σε μπίλιες, κέντρο και "
                     "συνοχή"),
    .options = options,
    .pick = PES_PICK_FIRST_BEST,
    .move = heuristic_move,
    .state = heuristic_state,
    .term_names = term_names,
    .terms = heuristic_terms,
};

const struct pes_rating *const abalone_ratings[] = {&heuristic, NULL};

const struct pes_minimax abalone_minimax = {
    .rating = &heuristic,
    .depth = 2,
};
