/* The report's agents: `heuristic` (greedy) and `minimax`, which share one rating of moves.
 *
 * It counts the tiles that a swap brings into line and prefers them low on the board, where more
 * tiles fall after them. A free swap, which lines up nothing, has the value of the report's
 * fall-back. docs/games/crush.md has the formulas. Invariant: the order of
 * floating-point operations is that of the report, because its values depend on it. */
#include "games/crush/crush.h"

enum { OPTION_QUIRKS, OPTION_POINTS };

static const struct pes_text quirks_titles[] = {
    PES_TEXT("the text", "το κείμενο"),
    PES_TEXT("the program", "τον κώδικα"),
    {{NULL}},
};

static const struct pes_text points_titles[] = {
    PES_TEXT("150, as in the report", "150, όπως στην αναφορά"),
    PES_TEXT("300, as in the published program", "300, όπως στο δημοσιευμένο πρόγραμμα"),
    {{NULL}},
};

static const struct pes_option options[] = {
    [OPTION_QUIRKS] = {.key = "quirks",
                       .kind = PES_OPTION_CHOICE,
                       .def = "off",
                       .choices = "off|on",
                       .help = PES_TEXT("the program looks at the board before the swap, as the "
                                        "report calls its functions",
                                        "ο κώδικας κοιτά το ταμπλό πριν από την αντιμετάθεση, "
                                        "όπως καλεί η αναφορά τις συναρτήσεις της"),
                       .title = PES_TEXT("Follows", "Ακολουθεί"),
                       .choice_titles = quirks_titles},
    [OPTION_POINTS] = {.key = "points",
                       .kind = PES_OPTION_CHOICE,
                       .def = "150",
                       .choices = "150|300",
                       .help = PES_TEXT("value of one tile: 150 in the report, 300 in the program "
                                        "that its authors published",
                                        "αξία ενός πλακιδίου: 150 στην αναφορά, 300 στο πρόγραμμα "
                                        "που δημοσίευσαν οι συγγραφείς της"),
                       .title = PES_TEXT("Value of one tile", "Αξία ενός πλακιδίου"),
                       .choice_titles = points_titles},
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
    int total;       /* tiles in line */
    int tile_points; /* value of each */
    double row, column;
    int fallback;
};

static void swap_in(struct sight *sight, struct crush_swap swap) {
    const int8_t moved = sight->tile[swap.from.x][swap.from.y];
    sight->tile[swap.from.x][swap.from.y] = sight->tile[swap.to.x][swap.to.y];
    sight->tile[swap.to.x][swap.to.y] = moved;
}

static struct parts rate(const struct crush_board *board, const struct crush *s,
                         struct crush_swap swap, struct crush_report how) {
    struct sight sight;
    look(board, s, &sight);
    const int moved = tile_at(&sight, swap.from), other = tile_at(&sight, swap.to);
    if (!how.quirks)
        swap_in(&sight, swap);
    const struct line ver[2] = {vertical(&sight, swap.to, moved),
                                vertical(&sight, swap.from, other)};
    const struct line hor[2] = {horizontal(&sight, swap.to, moved),
                                horizontal(&sight, swap.from, other)};
    const int column = least(ver[0].low, ver[1].low), row = least(hor[0].low, hor[1].low);
    assert(column >= 0 && column <= board->rows);
    assert(row >= 0 && row <= board->rows);
    const int total = ver[0].count + hor[0].count + ver[1].count + hor[1].count;
    return (struct parts){
        .total = total,
        .tile_points = how.double_points ? 300 : 150,
        .row = row != board->rows ? 0.01 * board->power[row] : 0,
        .column = column != board->rows ? 0.005 * board->power[column] : 0,
        .fallback = total == 0 && board->stuck == CRUSH_STUCK_ANY
                        ? crush_fallback(board, s, swap, how.quirks)
                        : 0,
    };
}

/* The report's if-else: a move that lines up nothing has the value of the fall-back, or 0 under
 * rules that do not allow it. */
double crush_value(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   struct crush_report how) {
    const struct parts parts = rate(board, s, swap, how);
    if (parts.total == 0)
        return parts.fallback;
    return parts.tile_points * parts.total + parts.row + parts.column;
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

int crush_fallback(const struct crush_board *board, const struct crush *s, struct crush_swap swap,
                   bool quirks) {
    struct sight sight;
    look(board, s, &sight);
    const int moved = tile_at(&sight, swap.from), other = tile_at(&sight, swap.to);
    if (moved >= 0 && moved == other)
        return 1;
    if (!quirks)
        swap_in(&sight, swap);
    return is_alone(&sight, swap.to, moved) && is_alone(&sight, swap.from, other) ? 2 : 0;
}

static struct crush_report read_options(const struct pes_values *values) {
    assert(strcmp(values->options[OPTION_QUIRKS].key, "quirks") == 0);
    assert(strcmp(values->options[OPTION_POINTS].key, "points") == 0);
    return (struct crush_report){.quirks = values->number[OPTION_QUIRKS] == 1,
                                 .double_points = values->number[OPTION_POINTS] == 1};
}

static double heuristic_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                             const struct pes_values *values) {
    return crush_value(crush_board(g), crush_at(s), crush_swap_of(m), read_options(values));
}

enum { TERM_TILES, TERM_ROW, TERM_COLUMN, TERM_FALLBACK, TERMS };

static const struct pes_text term_names[TERMS + 1] = {
    [TERM_TILES] = PES_TEXT("tiles in line", "πλακίδια στη σειρά"),
    [TERM_ROW] = PES_TEXT("low row", "χαμηλή γραμμή"),
    [TERM_COLUMN] = PES_TEXT("low column", "χαμηλή στήλη"),
    [TERM_FALLBACK] = PES_TEXT("shield of a free swap", "ασπίδα ελεύθερης αλλαγής"),
    [TERMS] = PES_TEXT("", ""),
};

static void heuristic_terms(const struct pes_game *g, const struct pes_state *s, pes_move m,
                            const struct pes_values *values, double out[PES_TERMS_MAX]) {
    const struct parts parts =
        rate(crush_board(g), crush_at(s), crush_swap_of(m), read_options(values));
    out[TERM_TILES] = parts.tile_points * parts.total;
    out[TERM_ROW] = parts.row;
    out[TERM_COLUMN] = parts.column;
    out[TERM_FALLBACK] = parts.fallback;
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
