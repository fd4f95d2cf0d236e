/* The agents of the course, as ratings of moves: `heuristic`, which `minimax` uses too, and `stock`
 * (both greedy).
 *
 * `heuristic` adds the points that a tile gains at once and the cover of the tile and its
 * neighbours: the risk of a tile depends on its score and on the empty cells around it.
 * docs/games/proximity.md has the formulas. Invariant: the order of floating-point operations is
 * that of the formulas, because the last digits depend on it. */
#include "games/proximity/proximity.h"

#include <math.h>

enum { OPTION_QUIRKS };

static const struct pes_text quirks_titles[] = {
    PES_TEXT("the text", "το κείμενο"),
    PES_TEXT("the program", "τον κώδικα"),
    {{NULL}},
};

static const struct pes_option options[] = {
    [OPTION_QUIRKS] =
        {.key = "quirks",
         .kind = PES_OPTION_CHOICE,
         .def = "off",
         .choices = "off|on",
         .help = PES_TEXT(
             "the report's program takes a later cell only if it is better by a whole point",
             "το πρόγραμμα της αναφοράς προτιμά ένα επόμενο κελί μόνο αν είναι καλύτερο κατά έναν "
             "ολόκληρο πόντο"),
         .title = PES_TEXT("Follows", "Ακολουθεί"),
         .choice_titles = quirks_titles},
    {.key = NULL},
};

double proximity_risk(int score, int empty) {
    return (20 - score) / 20.0 * pow(empty / 6.0, 0.4) * score;
}

struct proximity_worth proximity_rate(const struct proximity_board *board,
                                      const struct proximity *s, int cell, int player, int number) {
    const struct proximity_cell *at = &board->at[cell];
    struct proximity_worth worth = {
        .gain = 0, .cover = number - board->risk[number][proximity_free(board, s, cell)]};
    assert(proximity_get(board, s, cell) == 0);
    for (int i = 0; i < at->degree; i++) {
        const int neighbour = at->neighbour[i];
        const uint8_t tile = proximity_get(board, s, neighbour);
        if (tile == 0)
            continue;
        const int score = proximity_score(tile), empty = proximity_free(board, s, neighbour);
        assert(empty >= 1); /* `cell` itself is one */
        if (proximity_owner(tile) == player) {
            worth.gain += 1;
            worth.cover += board->risk[score][empty] - board->risk[score + 1][empty - 1];
        } else if (score < number) {
            worth.gain += 2 * score;
            worth.cover += number - board->risk[score][empty];
        }
    }
    return worth;
}

/* What the course's opponent counts. */
struct stock {
    int own;   /* neighbours of the player, which grow by one */
    int taken; /* points of the neighbours it takes over */
    int open;  /* empty neighbours, minus the smaller ones of either player */
};

static struct stock count_stock(const struct proximity_board *board, const struct proximity *s,
                                int cell, int player, int number) {
    const struct proximity_cell *at = &board->at[cell];
    struct stock count = {.own = 0};
    for (int i = 0; i < at->degree; i++) {
        const uint8_t tile = proximity_get(board, s, at->neighbour[i]);
        if (tile == 0) {
            count.open++;
            continue;
        }
        count.own += proximity_owner(tile) == player;
        if (proximity_score(tile) < number) {
            count.taken += proximity_score(tile);
            count.open--;
        }
    }
    return count;
}

double proximity_rate_stock(const struct proximity_board *board, const struct proximity *s,
                            int cell, int player, int number) {
    const struct stock count = count_stock(board, s, cell, player, number);
    const int gain = number + count.own + count.taken;
    return fmin(100, 0.78 * gain + 0.33 * (6 - count.open) * number);
}

static struct proximity_worth worth_of(const struct pes_game *g, const struct pes_state *state,
                                       pes_move m) {
    const struct proximity *s = proximity_at(state);
    return proximity_rate(proximity_board(g), s, proximity_target(m), s->placed & 1,
                          proximity_in_hand(s));
}

static double heuristic_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                             const struct pes_values *values) {
    (void)values;
    const struct proximity_worth worth = worth_of(g, s, m);
    return worth.gain + worth.cover;
}

/* The report's comparison casts the difference of two values to int. */
static double heuristic_margin(const struct pes_values *values) {
    assert(strcmp(values->options[OPTION_QUIRKS].key, "quirks") == 0);
    return values->number[OPTION_QUIRKS] == 1 ? 1.0 : 0.0;
}

enum { TERM_GAIN, TERM_COVER, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_GAIN] = PES_TEXT("gain", "κέρδος"),
    [TERM_COVER] = PES_TEXT("cover", "κάλυψη"),
    [TERMS] = PES_TEXT("", ""),
};

static void heuristic_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                            const struct pes_values *values, double out[PES_TERMS_MAX]) {
    (void)values;
    const struct proximity_worth worth = worth_of(g, s, m);
    out[TERM_GAIN] = worth.gain;
    out[TERM_COVER] = worth.cover;
}

static const struct pes_rating heuristic = {
    .name = "heuristic",
    .title = PES_TEXT("Report player", "Παίκτης αναφοράς"),
    .help = PES_TEXT("adds the points a tile gains and how well it and its neighbours are covered",
                     "προσθέτει τους πόντους που κερδίζει ένα πλακίδιο και πόσο καλύπτονται αυτό "
                     "και τα γειτονικά του"),
    .options = options,
    .pick = PES_PICK_FIRST_BEST,
    .move = heuristic_move,
    .margin = heuristic_margin,
    .term_names = term_names,
    .terms = heuristic_terms,
};

static double stock_move(const struct pes_game *g, const struct pes_state *state, pes_move m,
                         const struct pes_values *values) {
    (void)values;
    const struct proximity *s = proximity_at(state);
    return proximity_rate_stock(proximity_board(g), s, proximity_target(m), s->placed & 1,
                                proximity_in_hand(s));
}

enum { STOCK_NUMBER, STOCK_OWN, STOCK_TAKEN, STOCK_SHELTER, STOCK_LIMIT, STOCK_TERMS };

static const struct pes_text stock_names[STOCK_TERMS + 1] = {
    [STOCK_NUMBER] = PES_TEXT("number in hand", "αριθμός στο χέρι"),
    [STOCK_OWN] = PES_TEXT("own neighbours", "δικά του γειτονικά"),
    [STOCK_TAKEN] = PES_TEXT("smaller neighbours", "μικρότερα γειτονικά"),
    [STOCK_SHELTER] = PES_TEXT("shelter", "προφύλαξη"),
    [STOCK_LIMIT] = PES_TEXT("above the limit of 100", "πάνω από το όριο των 100"),
    [STOCK_TERMS] = PES_TEXT("", ""),
};

static void stock_terms(const struct pes_game *g, const struct pes_state *state, pes_move m,
                        const struct pes_values *values, double out[PES_TERMS_MAX]) {
    (void)values;
    const struct proximity *s = proximity_at(state);
    const int number = proximity_in_hand(s);
    const struct stock count =
        count_stock(proximity_board(g), s, proximity_target(m), s->placed & 1, number);
    out[STOCK_NUMBER] = 0.78 * number;
    out[STOCK_OWN] = 0.78 * count.own;
    out[STOCK_TAKEN] = 0.78 * count.taken;
    out[STOCK_SHELTER] = 0.33 * (6 - count.open) * number;
    const double sum = out[STOCK_NUMBER] + out[STOCK_OWN] + out[STOCK_TAKEN] + out[STOCK_SHELTER];
    out[STOCK_LIMIT] = fmin(0, 100 - sum);
}

static const struct pes_rating stock = {
    .name = "stock",
    .title = PES_TEXT("Course player", "Παίκτης μαθήματος"),
    .help = PES_TEXT("the opponent that came with the course: points at once, and few empty "
                     "neighbours for large numbers",
                     "ο αντίπαλος του μαθήματος: άμεσοι πόντοι, και λίγοι κενοί γείτονες για τους "
                     "μεγάλους αριθμούς"),
    .pick = PES_PICK_FIRST_BEST,
    .move = stock_move,
    .term_names = stock_names,
    .terms = stock_terms,
};

const struct pes_rating *const proximity_ratings[] = {&heuristic, &stock, NULL};

const struct pes_minimax proximity_minimax = {
    .rating = &heuristic,
    .depth = 2,
};
