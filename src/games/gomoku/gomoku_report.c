/* The report's agents: `heuristic` (greedy) and `minimax`, which share one rating of moves.
 *
 * A point is rated by the row that a stone there makes, otherwise by its centrality and the share
 * of own stones around it. docs/games/gomoku.md has the formulas. Invariant: types and order of
 * operations are those of the report, because its values depend on rounding. */
#include "games/gomoku/gomoku.h"

#include <math.h>

enum { SHARE_RADIUS = 4 };

enum { OPTION_QUIRKS };

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
                       .help = PES_TEXT(
                           "the report's program looks for rows at the transposed point",
                           "το πρόγραμμα της αναφοράς ψάχνει γραμμές στο ανεστραμμένο σημείο"),
                       .title = PES_TEXT("Follows", "Ακολουθεί"),
                       .choice_titles = quirks_titles},
    {.key = NULL},
};

float gomoku_centrality(int size, int x, int y) {
    const int centre = (size - 1) / 2;
    const int dx = centre - x, dy = centre - y;
    float d = (float)sqrt((double)(dy * dy + dx * dx));
    d = d / (float)sqrt((double)(2 * centre * centre));
    return (1 - d) * 100;
}

static int count_ones(const struct gomoku_board *board, uint32_t word) {
    return board->ones[word & 255] + board->ones[word >> 8 & 255] + board->ones[word >> 16 & 255];
}

double gomoku_share(const struct gomoku_board *board, const struct gomoku *s, int colour, int x,
                    int y, int radius) {
    const int n = board->size;
    const int left = x < radius ? 0 : x - radius, right = x + radius < n ? x + radius : n - 1;
    const int bottom = y < radius ? 0 : y - radius, top = y + radius < n ? y + radius : n - 1;
    const uint32_t around = (((uint32_t)1 << (right - left + 1)) - 1) << left;
    int own = 0;
    for (int row = bottom; row <= top; row++)
        own += count_ones(board, s->lines.of[row][colour] & around);
    const int cells = (right - left + 1) * (top - bottom + 1);
    assert(own <= cells);
    return (double)own / cells;
}

/* The run through a bit, counting the bit itself whether it is set or not. */
static int count_run(uint32_t word, int bit) {
    int count = 1;
    for (int i = bit + 1; word >> i & 1; i++)
        count++;
    for (int i = bit - 1; i >= 0 && (word >> i & 1); i--)
        count++;
    return count;
}

/* The rows that a stone makes: bit k is set if the run along some line is k, bit 5 for five and
 * more. */
static unsigned counts_at(const struct gomoku_board *board, const struct gomoku *s, int colour,
                          int point) {
    unsigned counts = 0;
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const uint32_t word = s->lines.of[board->at[point].line[kind]][colour];
        const int count = count_run(word, gomoku_bit(board, point, kind));
        counts |= 1u << (count > 5 ? 5 : count);
    }
    return counts;
}

/* The features of a point. */
struct view {
    bool five, block_five, four, three, two;
    float centrality;
    double share; /* of a hundred */
};

static struct view look(const struct gomoku_board *board, const struct gomoku *s, int colour, int x,
                        int y, bool quirks) {
    const int lines_at = quirks ? gomoku_point_of(board, y, x) : gomoku_point_of(board, x, y);
    const unsigned own = counts_at(board, s, colour, lines_at);
    assert(own != 0 && own < 1u << 6);
    return (struct view){
        .five = own >> 5 & 1,
        .block_five = counts_at(board, s, !colour, lines_at) >> 5 & 1,
        .four = own >> 4 & 1,
        .three = own >> 3 & 1,
        .two = own >> 2 & 1,
        .centrality = board->centrality[gomoku_point_of(board, x, y)],
        .share = 100 * gomoku_share(board, s, colour, x, y, SHARE_RADIUS),
    };
}

int gomoku_evaluate(const struct gomoku_board *board, const struct gomoku *s, int colour, int x,
                    int y, bool quirks) {
    const struct view v = look(board, s, colour, x, y, quirks);
    const int c = (int)v.centrality;
    if (v.five)
        return 100;
    if (v.block_five)
        return 99;
    if (v.four)
        return (int)(80 + 0.1 * c) / 2;
    if (v.three)
        return (int)(60 + 0.1 * c) / 2;
    if (v.two)
        return (int)(50 + 0.1 * c) / 2;
    return (int)(0.7 * (v.share + c)) / 2;
}

static bool wants_quirks(const struct pes_values *values) {
    assert(strcmp(values->options[OPTION_QUIRKS].key, "quirks") == 0);
    return values->number[OPTION_QUIRKS] == 1;
}

/* The report has no choice of colours: all choices are rated 0, and the first one is taken. */
static double heuristic_move(const struct pes_game *g, const struct pes_state *state, pes_move m,
                             const struct pes_values *values) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    if (gomoku_is_choice(m))
        return 0;
    const struct gomoku_point *at = &board->at[gomoku_target(m)];
    return gomoku_evaluate(board, s, gomoku_colour(s), at->x, at->y, wants_quirks(values));
}

enum { TERM_FIVE, TERM_BLOCK, TERM_FOUR, TERM_THREE, TERM_TWO, TERM_CENTRE, TERM_SHARE, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_FIVE] = PES_TEXT("five", "πεντάδα"),
    [TERM_BLOCK] = PES_TEXT("block five", "εμποδίζει πεντάδα"),
    [TERM_FOUR] = PES_TEXT("four", "τετράδα"),
    [TERM_THREE] = PES_TEXT("three", "τριάδα"),
    [TERM_TWO] = PES_TEXT("two", "δυάδα"),
    [TERM_CENTRE] = PES_TEXT("centre", "κέντρο"),
    [TERM_SHARE] = PES_TEXT("share", "μερίδιο"),
    [TERMS] = PES_TEXT("", ""),
};

/* The features of the point, each by its weight in the rating. */
static void heuristic_terms(const struct pes_game *g, const struct pes_state *state, pes_move m,
                            const struct pes_values *values, double out[PES_TERMS_MAX]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    struct view v = {.five = false};
    if (!gomoku_is_choice(m)) {
        const struct gomoku_point *at = &board->at[gomoku_target(m)];
        v = look(board, s, gomoku_colour(s), at->x, at->y, wants_quirks(values));
    }
    out[TERM_FIVE] = v.five ? 100 : 0;
    out[TERM_BLOCK] = v.block_five ? 99 : 0;
    out[TERM_FOUR] = v.four ? 80 : 0;
    out[TERM_THREE] = v.three ? 60 : 0;
    out[TERM_TWO] = v.two ? 50 : 0;
    out[TERM_CENTRE] = (double)v.centrality;
    out[TERM_SHARE] = v.share;
}

static const struct pes_rating heuristic = {
    .name = "heuristic",
    .title = PES_TEXT("Report player", "Παίκτης αναφοράς"),
    .help = PES_TEXT("wins, blocks a five, lengthens its rows, else plays near the centre and its "
                     "stones",
                     "κερδίζει, εμποδίζει πεντάδες, μακραίνει τις σειρές του, αλλιώς παίζει κοντά "
                     "στο κέντρο και στα πούλια του"),
    .options = options,
    .pick = PES_PICK_FIRST_BEST,
    .move = heuristic_move,
    .term_names = term_names,
    .terms = heuristic_terms,
    .how_terms =
        PES_TEXT("A five, or else blocking one, is the whole value. Otherwise it is half of the "
                 "first of four, three and two that is there and a twentieth of the centre, and "
                 "without any of these 0.35 of centre and share; decimals are dropped.",
                 "Η πεντάδα, αλλιώς το εμπόδιο σε πεντάδα, είναι όλη η αξία. Διαφορετικά είναι το "
                 "μισό της πρώτης από τετράδα, τριάδα και δυάδα που υπάρχει συν το ένα εικοστό του "
                 "κέντρου, και χωρίς καμία τους το 0,35 κέντρου και μεριδίου· τα δεκαδικά "
                 "κόβονται."),
};

const struct pes_rating *const gomoku_ratings[] = {&heuristic, NULL};

const struct pes_minimax gomoku_minimax = {
    .rating = &heuristic,
    .depth = 2,
};
