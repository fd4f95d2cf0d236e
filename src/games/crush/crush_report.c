/* The report's agents: `heuristic` (greedy) and `minimax`, which share one rating of moves.
 *
 * It counts the tiles that a swap brings into line and prefers them low on the board, where more
 * tiles fall after them. docs/games/crush.md has the formulas. Invariant: the order of
 * floating-point operations is that of the report, because its values depend on it. */
#include "games/crush/crush.h"

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
                           "the report's program looks at the board before the swap",
                           "το πρόγραμμα της αναφοράς κοιτά το ταμπλό πριν από την αντιμετάθεση"),
                       .title = PES_TEXT("Follows", "Ακολουθεί"),
                       .choice_titles = quirks_titles},
    {.key = NULL},
};

/* The visible board as an array of colours. */
struct sight {
    const struct crush_board *board;
    int8_t tile[CRUSH_SIZE_MAX][CRUSH_SIZE_MAX]; /* by x and y; -1: no colour */
};

static void look(const struct crush_board *board, const struct crush *s, struct sight *out) {
    out->board = board;
    for (int x = 0; x < board->columns; x++) {
        const struct crush_column c = crush_column(board, s, x);
        for (int y = 0; y < board->rows; y++) {
            const int code = crush_tile_in(&c, y);
            out->tile[x][y] = (int8_t)(code < board->colours ? code : -1);
        }
    }
}

static int tile_at(const struct sight *sight, struct crush_cell at) {
    assert(crush_visible(sight->board, at.x, at.y));
    return sight->tile[at.x][at.y];
}

/* Is there a tile of this colour? A tile without a colour equals no other. */
static bool is_like(const struct sight *sight, int x, int y, int colour) {
    return crush_visible(sight->board, x, y) && colour >= 0 && sight->tile[x][y] == colour;
}

/* The run through a cell, counting the cell whatever it holds, and its lowest row; {0, rows} if it
 * is too short. */
struct line {
    int count, low;
};

static struct line keep(const struct sight *sight, int count, int low) {
    if (count < CRUSH_RUN)
        return (struct line){0, sight->board->rows};
    return (struct line){count, low};
}

static struct line vertical(const struct sight *sight, struct crush_cell at, int colour) {
    int top = at.y, low = at.y;
    while (is_like(sight, at.x, top + 1, colour))
        top++;
    while (is_like(sight, at.x, low - 1, colour))
        low--;
    return keep(sight, top - low + 1, low);
}

static struct line horizontal(const struct sight *sight, struct crush_cell at, int colour) {
    int left = at.x, right = at.x;
    while (is_like(sight, left - 1, at.y, colour))
        left--;
    while (is_like(sight, right + 1, at.y, colour))
        right++;
    return keep(sight, right - left + 1, at.y);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* The parts of the value of a move. */
struct parts {
    int total;
    double row, column;
};

static struct parts rate(const struct crush_board *board, const struct crush *s,
                         struct crush_swap swap, bool quirks) {
    struct sight sight;
    look(board, s, &sight);
    const int moved = tile_at(&sight, swap.from), other = tile_at(&sight, swap.to);
    if (!quirks) {
        sight.tile[swap.from.x][swap.from.y] = (int8_t)other;
        sight.tile[swap.to.x][swap.to.y] = (int8_t)moved;
    }
    const struct line ver[2] = {vertical(&sight, swap.to, moved),
                                vertical(&sight, swap.from, other)};
    const struct line hor[2] = {horizontal(&sight, swap.to, moved),
                                horizontal(&sight, swap.from, other)};
    const int column = least(ver[0].low, ver[1].low), row = least(hor[0].low, hor[1].low);
    assert(column >= 0 && column <= board->rows);
    assert(row >= 0 && row <= board->rows);
    return (struct parts){
        .total = ver[0].count + hor[0].count + ver[1].count + hor[1].count,
        .row = row != board->rows ? 0.01 * board->power[row] : 0,
        .column = column != board->rows ? 0.005 * board->power[column] : 0,
    };
}

double crush_value(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   bool quirks) {
    const struct parts parts = rate(board, s, swap, quirks);
    return parts.total == 0 ? 0 : 150 * parts.total + parts.row + parts.column;
}

/* Is there no tile of the colour within two cells in the four directions? */
static bool is_alone(const struct sight *sight, struct crush_cell at, int colour) {
    for (int distance = 1; distance <= 2; distance++)
        if (is_like(sight, at.x, at.y + distance, colour) ||
            is_like(sight, at.x, at.y - distance, colour) ||
            is_like(sight, at.x - distance, at.y, colour) ||
            is_like(sight, at.x + distance, at.y, colour))
            return false;
    return true;
}

int crush_fallback(const struct crush_board *board, const struct crush *s, struct crush_swap swap) {
    struct sight sight;
    look(board, s, &sight);
    const int moved = tile_at(&sight, swap.from), other = tile_at(&sight, swap.to);
    if (moved >= 0 && moved == other)
        return 1;
    sight.tile[swap.from.x][swap.from.y] = (int8_t)other;
    sight.tile[swap.to.x][swap.to.y] = (int8_t)moved;
    return is_alone(&sight, swap.to, moved) && is_alone(&sight, swap.from, other) ? 2 : 0;
}

static bool wants_quirks(const struct pes_values *values) {
    assert(strcmp(values->options[OPTION_QUIRKS].key, "quirks") == 0);
    return values->number[OPTION_QUIRKS] == 1;
}

static double heuristic_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                             const struct pes_values *values) {
    return crush_value(crush_board(g), crush_at(s), crush_swap_of(m), wants_quirks(values));
}

enum { TERM_TILES, TERM_ROW, TERM_COLUMN, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_TILES] = PES_TEXT("tiles in line", "πλακίδια στη σειρά"),
    [TERM_ROW] = PES_TEXT("low row", "χαμηλή γραμμή"),
    [TERM_COLUMN] = PES_TEXT("low column", "χαμηλή στήλη"),
    [TERMS] = PES_TEXT("", ""),
};

static void heuristic_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                            const struct pes_values *values, double out[PES_TERMS_MAX]) {
    const struct parts parts =
        rate(crush_board(g), crush_at(s), crush_swap_of(m), wants_quirks(values));
    out[TERM_TILES] = 150 * parts.total;
    out[TERM_ROW] = parts.row;
    out[TERM_COLUMN] = parts.column;
}

static const struct pes_rating heuristic = {
    .name = "heuristic",
    .title = PES_TEXT("Report player", "Παίκτης αναφοράς"),
    .help = PES_TEXT("brings the most tiles into line, low on the board if it can",
                     "βάζει στη σειρά τα περισσότερα πλακίδια, όσο γίνεται πιο χαμηλά"),
    .options = options,
    .pick = PES_PICK_FIRST_BEST,
    .move = heuristic_move,
    .term_names = term_names,
    .terms = heuristic_terms,
};

const struct pes_rating *const crush_ratings[] = {&heuristic, NULL};

const struct pes_minimax crush_minimax = {
    .rating = &heuristic,
    .depth = 2,
};
