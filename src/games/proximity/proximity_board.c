/* The variants of Proximity: options, lists of numbers, geometry tables.
 *
 * Invariant: an open variant is immutable; its pools hold exactly one number per placement. */
#include "games/proximity/proximity.h"

#include "pessoi/fields.h"

static const struct pes_text draw_titles[] = {
    PES_TEXT("from a pool", "από απόθεμα"),
    PES_TEXT("by lot each time", "με κλήρο κάθε φορά"),
    PES_TEXT("from lists", "από λίστες"),
    {{NULL}},
};

const struct pes_option proximity_options[] = {
    [PROXIMITY_OPTION_DRAW] = {.key = "draw",
                               .kind = PES_OPTION_CHOICE,
                               .def = "pool",
                               .choices = "pool|iid|list",
                               .help =
                                   PES_TEXT("where numbers come from: each player's pool, 1..20 "
                                            "with replacement, or a list for Blue and one for "
                                            "Red",
                                            "από πού έρχονται οι αριθμοί: από τα αποθέματα "
                                            "των παικτών, 1..20 κάθε φορά, ή από μία λίστα για "
                                            "τον Μπλε και μία για τον Κόκκινο"),
                               .title = PES_TEXT("Numbers", "Αριθμοί"),
                               .choice_titles = draw_titles},
    [PROXIMITY_OPTION_BLUE] = {.key = "blue",
                               .kind = PES_OPTION_TEXT,
                               .def = "-",
                               .help = PES_TEXT("from lists: Blue's numbers in their order, "
                                                "such as 7.20.1",
                                                "από λίστες: οι αριθμοί του Μπλε με τη σειρά, "
                                                "π.χ. 7.20.1"),
                               .title = PES_TEXT("Blue's numbers", "Αριθμοί του Μπλε")},
    [PROXIMITY_OPTION_RED] = {.key = "red",
                              .kind = PES_OPTION_TEXT,
                              .def = "-",
                              .help = PES_TEXT("from lists: Red's numbers in their order",
                                               "από λίστες: οι αριθμοί του Κόκκινου με τη "
                                               "σειρά"),
                              .title = PES_TEXT("Red's numbers", "Αριθμοί του Κόκκινου")},
    [PROXIMITY_OPTION_LOOK] = {.key = "look",
                               .kind = PES_OPTION_INT,
                               .def = "1",
                               .min = 1,
                               .max = PROXIMITY_LOOK_MAX,
                               .help = PES_TEXT("numbers both players know, the one in hand "
                                                "included",
                                                "αριθμοί που ξέρουν και οι δύο παίκτες, μαζί με "
                                                "αυτόν στο χέρι"),
                               .title = PES_TEXT("Known numbers", "Γνωστοί αριθμοί")},
    [PROXIMITY_OPTION_COLUMNS] = {.key = "columns",
                                  .kind = PES_OPTION_INT,
                                  .def = "12",
                                  .min = PROXIMITY_SIDE_MIN,
                                  .max = PROXIMITY_SIDE_MAX,
                                  .help = PES_TEXT("cells per row", "κελιά ανά γραμμή"),
                                  .title = PES_TEXT("Columns", "Στήλες")},
    [PROXIMITY_OPTION_ROWS] = {.key = "rows",
                               .kind = PES_OPTION_INT,
                               .def = "10",
                               .min = PROXIMITY_SIDE_MIN,
                               .max = PROXIMITY_SIDE_MAX,
                               .help = PES_TEXT("rows of cells", "γραμμές κελιών"),
                               .title = PES_TEXT("Rows", "Γραμμές")},
    [PROXIMITY_OPTION_KOMI] = {.key = "komi",
                               .kind = PES_OPTION_INT,
                               .def = "0",
                               .min = -PROXIMITY_KOMI_MAX,
                               .max = PROXIMITY_KOMI_MAX,
                               .help = PES_TEXT("extra points for Blue, because Red has the "
                                                "advantage of the last move",
                                                "πόντοι που παίρνει επιπλέον ο Μπλε, επειδή ο "
                                                "Κόκκινος παίζει τελευταίος"),
                               .title = PES_TEXT("Extra points for Blue",
                                                 "Επιπλέον πόντοι για τον Μπλε")},
    {.key = NULL},
};

static const struct pes_text
    why_no_lists = PES_TEXT("{1} is only for draw=list", "το {1} υπάρχει μόνο με draw=list"),
    why_no_list = PES_TEXT("draw=list needs {1}: {2} numbers from 1 to {3} with dots between them",
                           "το draw=list χρειάζεται το {1}: {2} αριθμούς από 1 έως {3} με τελείες "
                           "ανάμεσά τους"),
    why_number = PES_TEXT("{1}: number {2} is '{3}' instead of one from 1 to {4}, written without "
                          "leading zeros",
                          "{1}: ο αριθμός {2} είναι «{3}» αντί για έναν από 1 έως {4}, γραμμένο "
                          "χωρίς αρχικά μηδενικά"),
    why_count = PES_TEXT("{1} has {2} {2|number|numbers}; on this board it must have {3}, one for "
                         "each tile",
                         "το {1} έχει {2} {2|αριθμό|αριθμούς}· σε αυτό το ταμπλό πρέπει να έχει "
                         "{3}, έναν για κάθε πλακίδιο");

/* Lists of numbers. --------------------------------------------------------------------------- */

static const char no_list[] = "-"; /* the default */

static int count_numbers(const char *text) {
    int count = 1;
    for (; *text != '\0'; text++)
        count += *text == '.';
    return count;
}

static enum pes_err read_list(struct proximity_board *board, int player, const char *key,
                              const char *text, struct pes_note *note) {
    const int turns = board->turns[player];
    const int count = count_numbers(text);
    if (*text == '\0' || strcmp(text, no_list) == 0)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, &why_no_list,
                            PES_ARGS(PES_STR(key), PES_INT(turns), PES_INT(PROXIMITY_TOP)));
    for (int i = 0; i < count; i++) {
        const size_t length = strcspn(text, ".");
        const int number = pes_field_number(text, length, PROXIMITY_TOP);
        char quote[PES_QUOTE_SIZE];
        if (number < 1)
            return pes_note_say(note, PES_ERR_RANGE, 0, &why_number,
                                PES_ARGS(PES_STR(key), PES_INT(i + 1),
                                         PES_STR(pes_quote(text, length, quote)),
                                         PES_INT(PROXIMITY_TOP)));
        if (i < turns)
            board->list[player][i] = (uint8_t)number;
        text += length + 1;
    }
    if (count != turns)
        return pes_note_say(note, PES_ERR_RANGE, 0, &why_count,
                            PES_ARGS(PES_STR(key), PES_INT(count), PES_INT(turns)));
    return PES_ERR_OK;
}

static enum pes_err read_lists(struct proximity_board *board, const struct pes_values *values,
                               struct pes_note *note) {
    static const int places[2] = {PROXIMITY_OPTION_BLUE, PROXIMITY_OPTION_RED};
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
        const char *key = proximity_options[places[player]].key;
        const char *text = pes_values_text(values, places[player]);
        if (board->draw != PROXIMITY_LIST && strcmp(text, no_list) != 0)
            return pes_note_say(note, PES_ERR_UNFIT, 0, &why_no_lists, PES_ARGS(PES_STR(key)));
        if (board->draw != PROXIMITY_LIST)
            continue;
        const enum pes_err err = read_list(board, player, key, text, note);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

/* Tables. ------------------------------------------------------------------------------------- */

/* The pool of m numbers: value v occurs floor(v*m/20) - floor((v-1)*m/20) times. */
static uint64_t full_pool(int m) {
    uint64_t pool = 0;
    for (int v = 1; v <= PROXIMITY_TOP; v++) {
        const int count = v * m / PROXIMITY_TOP - (v - 1) * m / PROXIMITY_TOP;
        assert(count < 1 << PROXIMITY_POOL_BITS);
        pool += proximity_one(v) * (uint64_t)count;
    }
    assert(proximity_pool_sum(pool) == m);
    return pool;
}

static void set_neighbours(struct proximity_board *board, struct proximity_cell *cell) {
    static const struct {
        int8_t dx[2], dy; /* dx for even and odd rows */
    } steps[PROXIMITY_DIRECTIONS] = {
        {{1, 1}, 0}, {{0, 1}, 1}, {{-1, 0}, 1}, {{-1, -1}, 0}, {{-1, 0}, -1}, {{0, 1}, -1},
    };
    cell->degree = 0;
    for (int i = 0; i < PROXIMITY_DIRECTIONS; i++) {
        const int x = cell->x + steps[i].dx[cell->y & 1], y = cell->y + steps[i].dy;
        if (x >= 0 && x < board->columns && y >= 0 && y < board->rows)
            cell->neighbour[cell->degree++] = (int16_t)proximity_cell_of(board, x, y);
    }
    assert(cell->degree >= 2);
    for (int i = cell->degree; i < PROXIMITY_DIRECTIONS; i++)
        cell->neighbour[i] = -1;
}

static void set_cells(struct proximity_board *board) {
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++) {
            const int number = proximity_cell_of(board, x, y);
            struct proximity_cell *cell = &board->at[number];
            const int place = (y + 1) * board->stride + x + 1;
            *cell =
                (struct proximity_cell){.place = (uint16_t)place, .x = (uint8_t)x, .y = (uint8_t)y};
            set_neighbours(board, cell);
            board->spot[number] = (uint16_t)proximity_spot((uint32_t)place, y);
        }
}

static void set_bounds(struct pes_game *g, const struct proximity_board *board) {
    g->state_size = (uint32_t)offsetof(struct proximity, tile) + (uint32_t)board->tiles;
    g->undo_size = sizeof(uint64_t);
    g->moves_max = board->cells;
    g->chances_max = board->draw == PROXIMITY_LIST ? 1 : PROXIMITY_TOP;
    g->move_keys = (uint32_t)board->cells + PROXIMITY_TOP;
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = 0;
    g->repetition_max = 0;
    g->plies_bound = board->cells;
    g->chance_in_play = true;
    g->start_rolled = false;
}

enum pes_err proximity_open(struct pes_game *g, const struct pes_values *values,
                            struct pes_note *note) {
    struct proximity_board *board = g->own;
    board->columns = (int32_t)values->number[PROXIMITY_OPTION_COLUMNS];
    board->rows = (int32_t)values->number[PROXIMITY_OPTION_ROWS];
    board->cells = board->columns * board->rows;
    board->stride = board->columns + 1;
    /* One row of padding above, one below, and one byte after the end, which rings reach. */
    board->tiles = ((board->rows + 2) * board->stride + 1 + 15) / 16 * 16;
    assert(board->tiles <= PROXIMITY_TILES_MAX);
    board->look = (int32_t)values->number[PROXIMITY_OPTION_LOOK];
    board->komi = (int32_t)values->number[PROXIMITY_OPTION_KOMI];
    board->draw = (enum proximity_draw)values->number[PROXIMITY_OPTION_DRAW];
    board->turns[PROXIMITY_BLUE] = (board->cells + 1) / 2;
    board->turns[PROXIMITY_RED] = board->cells / 2;
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++)
        board->pool[player] = board->draw == PROXIMITY_POOL ? full_pool(board->turns[player]) : 0;
    for (int score = 0; score <= PROXIMITY_TOP + 1; score++)
        for (int empty = 0; empty <= PROXIMITY_DIRECTIONS; empty++)
            board->risk[score][empty] = proximity_risk(score, empty);
    set_cells(board);
    set_bounds(g, board);
    return read_lists(board, values, note);
}
