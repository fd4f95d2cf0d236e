/* The levels of Gomoku: weakened players, as parameters of the agent `level`, and what people
 * overlook in this game: diagonals. A point that matters because of a diagonal is missed more
 * easily the fewer stones the diagonal has. People never play far from all stones.
 *
 * docs/strength.md describes how the levels were found and the matches between them. Invariant:
 * each clearly beats the one before. */
#include "games/gomoku/gomoku.h"

enum { NEAR = 2, FIVE = 5 };

static bool is_near(const struct gomoku_board *board, const struct gomoku *s, int point) {
    const struct gomoku_point *at = &board->at[point];
    const uint64_t around = ((UINT64_C(1) << (2 * NEAR + 1)) - 1) << at->x;
    const int low = at->y > NEAR ? at->y - NEAR : 0;
    const int high = at->y + NEAR < board->size ? at->y + NEAR : board->size - 1;
    for (int row = low; row <= high; row++) {
        const uint32_t *of = s->lines.of[row];
        const uint64_t stones = of[GOMOKU_BLACK] | of[GOMOKU_WHITE];
        if ((stones << NEAR & around) != 0)
            return true;
    }
    return s->stones == 0;
}

/* The most stones of one colour in a window of five points through this one that has no stones of
 * the other colour. */
static int stones_along(const struct gomoku_board *board, const struct gomoku *s, int point,
                        int kind) {
    const int line = board->at[point].line[kind], bit = gomoku_bit(board, point, kind);
    int most = 0;
    for (int first = bit >= FIVE ? bit - FIVE + 1 : 0; first <= bit; first++) {
        const uint32_t five = (uint32_t)31 << first;
        if ((five & ~board->full[line]) != 0)
            continue;
        const uint32_t black = five & s->lines.of[line][GOMOKU_BLACK];
        const uint32_t white = five & s->lines.of[line][GOMOKU_WHITE];
        if (black != 0 && white != 0)
            continue;
        const int count = __builtin_popcount(black | white);
        most = count > most ? count : most;
    }
    assert(most < FIVE);
    return most;
}

static double overlooked(const struct pes_game *g, const struct pes_state *state, pes_move m) {
    static const double by_stones[FIVE] = {0.0, 0.2, 0.9, 0.6, 0.2};
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    if (gomoku_is_choice(m))
        return 0.0;
    const int point = gomoku_target(m);
    if (!is_near(board, s, point))
        return 2.0;
    int of[GOMOKU_KINDS];
    for (int kind = 0; kind < GOMOKU_KINDS; kind++)
        of[kind] = stones_along(board, s, point, kind);
    const int straight = of[GOMOKU_ROW] > of[GOMOKU_COLUMN] ? of[GOMOKU_ROW] : of[GOMOKU_COLUMN];
    const int diagonal =
        of[GOMOKU_FALLING] > of[GOMOKU_RISING] ? of[GOMOKU_FALLING] : of[GOMOKU_RISING];
    return diagonal > straight ? by_stones[diagonal] : 0.0;
}

const struct pes_levels gomoku_levels = {
    .count = 8,
    .usual = 3,
    .at =
        {
            {.depth = 1, .nodes = 100000, .loss = 220, .blind = 0.9},
            {.depth = 1, .nodes = 100000, .loss = 131, .blind = 0.8},
            {.depth = 1, .nodes = 100000, .selective = true, .loss = 105, .blind = 0.7},
            {.depth = 2, .nodes = 3000, .selective = true, .loss = 133, .blind = 0.5},
            {.depth = 2, .nodes = 3000, .selective = true, .loss = 86.5, .blind = 0.4},
            {.depth = 3, .nodes = 3000, .selective = true, .loss = 38.3, .blind = 0.3},
            {.depth = 5, .nodes = 12000, .selective = true, .loss = 11, .blind = 0.2},
            {.depth = 8, .nodes = 40000, .selective = true, .loss = 10, .blind = 0.1},
        },
    .sees =
        {
            PES_TEXT("Looks one move ahead and misses most of what grows on diagonals. Good for "
                     "learning the rules.",
                     "Κοιτάζει μία κίνηση μπροστά και δεν βλέπει τα περισσότερα που χτίζονται στις "
                     "διαγωνίους. Καλός για να μάθεις τους κανόνες."),
            PES_TEXT("Looks one move ahead, stops the fours it sees, and often misses diagonals.",
                     "Κοιτάζει μία κίνηση μπροστά, σταματά τις τετράδες που βλέπει και συχνά δεν "
                     "βλέπει τις διαγωνίους."),
            PES_TEXT(
                "Sees what fours force and errs often elsewhere; many diagonals still escape it. A "
                "good place to start.",
                "Βλέπει τι επιβάλλουν οι τετράδες και αλλού κάνει συχνά λάθη· πολλές διαγώνιοι "
                "του ξεφεύγουν ακόμη. Καλή αρχή για πολλούς."),
            PES_TEXT("Thinks of your answer and finds wins by fours; misses a third of the "
                     "diagonals.",
                     "Σκέφτεται την απάντησή σου και βρίσκει νίκες με τετράδες· του ξεφεύγει το "
                     "ένα τρίτο των διαγωνίων."),
            PES_TEXT("Thinks of your answer and builds threats of its own; misses some diagonals.",
                     "Σκέφτεται την απάντησή σου και χτίζει δικές του απειλές· του ξεφεύγουν "
                     "μερικές διαγώνιοι."),
            PES_TEXT(
                "Plans its next move after your answer and wins by fours where it can; now and "
                "then a diagonal escapes it.",
                "Σχεδιάζει την επόμενη κίνησή του μετά την απάντησή σου και κερδίζει με "
                "τετράδες όπου μπορεί· πού και πού του ξεφεύγει μια διαγώνιος."),
            PES_TEXT("Punishes most slips and seldom overlooks a diagonal.",
                     "Τιμωρεί τα περισσότερα λάθη και σπάνια παραβλέπει διαγώνιο."),
            PES_TEXT("Hardly overlooks anything and gives little away; only the strongest is "
                     "clearly better.",
                     "Δεν παραβλέπει σχεδόν τίποτα και χαρίζει ελάχιστα· μόνο ο ισχυρότερος είναι "
                     "καθαρά καλύτερος."),
        },
    .overlooked = overlooked,
};
