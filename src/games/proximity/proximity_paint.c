/* Paints the board for a terminal: four characters per cell, odd rows shifted right by half a cell
 * like the hexagons, column letters above for even rows and below for odd ones.
 *
 * A tile is its owner's letter and its score. The last tile is in brackets, and tiles that it
 * captured have capital letters: nothing is shown by colour alone. Beside the board, or below it if
 * it is too wide, are points, numbers and a legend; below everything, the pools. */
#include "games/proximity/proximity.h"

#include "core/str.h"

enum {
    LEFT = 4, /* the column of the leftmost tiles */
    PITCH = 4,
    PANEL_GAP = 2, /* blanks before the panel */
    PANEL_WIDTH = 24,
    PANEL_NUMBERS = 4, /* coming numbers per line */
    POOL_LEFT = 8,     /* the column of the pools */
    POOL_PITCH = 3
};

static const struct pes_text points_label = PES_TEXT("{1} {1|point|points}, {2} {2|cell|cells}",
                                                     "{1} {1|πόντος|πόντοι}, {2} {2|κελί|κελιά}"),
                             hand_label = PES_TEXT("to place: ", "στο χέρι: "),
                             coming_label = PES_TEXT("then:", "μετά:"),
                             komi_label = PES_TEXT("komi {1} counted", "μαζί με komi {1}"),
                             last_label = PES_TEXT("the last tile", "τελευταίο πλακίδιο"),
                             captured_label = PES_TEXT("just captured", "μόλις κατακτήθηκε"),
                             pool_label = PES_TEXT("left", "μένουν");

/* The context of all paint functions. */
struct painter {
    const struct proximity_board *board;
    const struct proximity *s;
    const struct proximity *before; /* the position before the last tile; NULL: there is none */
    struct pes_canvas *canvas;
    enum pes_lang lang;
    bool unicode;
    int last;      /* the cell of the last tile, or -1 */
    bool captured; /* the last tile captured another */
    int row;       /* the next line of the panel */
    int column;    /* where the panel begins */
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

/* The nine tile colours include a blue and a red; the inks of First and Second are neither. */
static enum pes_ink ink_of(int player) {
    return player == PROXIMITY_BLUE ? PES_INK_TILE(1) : PES_INK_TILE(5);
}
static char letter_of(int player) {
    return player == PROXIMITY_BLUE ? 'b' : 'r';
}
static const char *dot(const struct painter *p) {
    return p->unicode ? "·" : ".";
}

/* Row and column of a cell on the canvas. */
static int line_of(const struct proximity_cell *at) {
    return 1 + at->y;
}
static int column_of(const struct proximity_cell *at) {
    return LEFT + PITCH * at->x + PITCH / 2 * (at->y % 2);
}

/* Did the last tile capture this one? */
static bool was_captured(const struct painter *p, int cell) {
    if (p->before == NULL)
        return false;
    const uint8_t was = proximity_get(p->board, p->before, cell);
    const uint8_t is = proximity_get(p->board, p->s, cell);
    return was != 0 && is != 0 && proximity_owner(was) != proximity_owner(is);
}

static void paint_cell(struct painter *p, int cell) {
    const struct proximity_cell *at = &p->board->at[cell];
    const uint8_t tile = proximity_get(p->board, p->s, cell);
    if (tile == 0) {
        put(p, line_of(at), column_of(at), PES_INK_BOARD, dot(p));
        return;
    }
    char text[8];
    char letter = letter_of(proximity_owner(tile));
    if (was_captured(p, cell)) {
        p->captured = true;
        letter = (char)(letter - 'a' + 'A');
    }
    const int width = snprintf(text, sizeof text, "%c%d", letter, proximity_score(tile));
    put(p, line_of(at), column_of(at), ink_of(proximity_owner(tile)), text);
    if (cell == p->last) {
        put(p, line_of(at), column_of(at) - 1, PES_INK_MARK, "[");
        put(p, line_of(at), column_of(at) + width, PES_INK_MARK, "]");
    }
}

static void paint_names(const struct painter *p) {
    char text[12];
    for (int y = 0; y < p->board->rows; y++) {
        snprintf(text, sizeof text, "%2d", y + 1);
        put(p, 1 + y, 0, PES_INK_DIM, text);
    }
    for (int x = 0; x < p->board->columns; x++) {
        snprintf(text, sizeof text, "%c", 'a' + x);
        put(p, 0, LEFT + PITCH * x, PES_INK_DIM, text);
        put(p, 1 + p->board->rows, LEFT + PITCH * x + PITCH / 2, PES_INK_DIM, text);
    }
}

static void paint_points(struct painter *p) {
    const struct proximity_count count = proximity_count(p->board, p->s);
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
        const char letter[] = {letter_of(player), '\0'};
        char line[64];
        put(p, p->row, p->column, ink_of(player), letter);
        put(p, p->row++, p->column + 2, PES_INK_STRONG,
            proximity_rules.players[player].name.in[p->lang]);
        pes_say(p->lang, &points_label,
                PES_ARGS(PES_INT(count.points[player]), PES_INT(count.cells[player])), line,
                sizeof line);
        put(p, p->row++, p->column + 2, PES_INK_PLAIN, line);
    }
    if (p->board->komi != 0) {
        char line[64];
        pes_say(p->lang, &komi_label, PES_ARGS(PES_INT(p->board->komi)), line, sizeof line);
        put(p, p->row++, p->column, PES_INK_DIM, line);
    }
}

/* The i-th number from now, or a question mark if it is not drawn yet. */
static void paint_number(const struct painter *p, int i, int row, int column, bool strong) {
    const int player = (p->s->placed + i) & 1;
    char text[8];
    if (i < p->s->known)
        snprintf(text, sizeof text, "%c%d", letter_of(player), proximity_known(p->s, i));
    else
        snprintf(text, sizeof text, "%c?", letter_of(player));
    put(p, row, column, strong ? PES_INK_STRONG : ink_of(player), text);
}

static void paint_numbers(struct painter *p) {
    const int wanted = proximity_wanted(p->board, p->s);
    const int shown = p->s->known < wanted ? p->s->known + 1 : wanted;
    if (shown == 0)
        return;
    const char *hand = hand_label.in[p->lang], *coming = coming_label.in[p->lang];
    put(p, p->row, p->column, PES_INK_PLAIN, hand);
    paint_number(p, 0, p->row++, p->column + utf8_width(hand, strlen(hand)), true);
    if (shown == 1)
        return;
    put(p, p->row, p->column, PES_INK_PLAIN, coming);
    const int left = p->column + utf8_width(coming, strlen(coming)) + 1;
    for (int i = 1; i < shown; i++) {
        const int at = i - 1;
        paint_number(p, i, p->row + at / PANEL_NUMBERS, left + PITCH * (at % PANEL_NUMBERS), false);
    }
    p->row += (shown - 2) / PANEL_NUMBERS + 1;
}

static void paint_legend(struct painter *p) {
    if (p->last < 0)
        return;
    put(p, p->row, p->column, PES_INK_MARK, "[ ]");
    put(p, p->row++, p->column + 4, PES_INK_PLAIN, last_label.in[p->lang]);
    if (!p->captured)
        return;
    const int player = proximity_owner(proximity_get(p->board, p->s, p->last));
    put(p, p->row, p->column, ink_of(player), player == PROXIMITY_BLUE ? "B" : "R");
    put(p, p->row++, p->column + 4, PES_INK_PLAIN, captured_label.in[p->lang]);
}

static void paint_pools(struct painter *p) {
    if (p->board->draw != PROXIMITY_POOL)
        return;
    put(p, p->row, 0, PES_INK_DIM, pool_label.in[p->lang]);
    for (int v = 1; v <= PROXIMITY_TOP; v++) {
        const int column = POOL_LEFT + POOL_PITCH * (v - 1);
        char text[12];
        snprintf(text, sizeof text, "%2d", v);
        put(p, p->row, column, PES_INK_DIM, text);
        for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
            const int left = proximity_left(p->s->pool[player], v);
            const char letter[] = {letter_of(player), '\0'};
            snprintf(text, sizeof text, "%d", left);
            put(p, p->row + 1 + player, 0, ink_of(player), letter);
            put(p, p->row + 1 + player, column + 1, left > 0 ? PES_INK_PLAIN : PES_INK_BOARD,
                left > 0 ? text : dot(p));
        }
    }
    p->row += 3;
}

void proximity_paint(const struct pes_game *g, const struct pes_state *s,
                     const struct pes_draw *how, struct pes_canvas *canvas) {
    const struct proximity_board *board = proximity_board(g);
    const bool placed =
        how->before != NULL && how->last != PES_MOVE_NONE && !proximity_is_drawn(how->last);
    struct painter p = {
        .board = board,
        .s = proximity_at(s),
        .before = placed ? proximity_at(how->before) : NULL,
        .canvas = canvas,
        /* Greek cannot be written in ASCII: without Unicode all labels are English. */
        .lang = how->unicode ? how->lang : PES_LANG_EN,
        .unicode = how->unicode,
        .last = placed ? proximity_target(how->last) : -1,
    };
    const int width = LEFT + PITCH * board->columns + PITCH / 2, height = board->rows + 2;
    const bool beside = width + PANEL_GAP + PANEL_WIDTH <= PES_CANVAS_COLUMNS;
    pes_canvas_init(canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    for (int cell = 0; cell < board->cells; cell++)
        paint_cell(&p, cell);
    paint_names(&p);
    p.row = beside ? 1 : height + 1;
    p.column = beside ? width + PANEL_GAP : 0;
    paint_points(&p);
    p.row++;
    paint_numbers(&p);
    paint_legend(&p);
    if (p.row <= height)
        p.row = height;
    else if (board->draw == PROXIMITY_POOL)
        p.row++; /* a blank line between the panel and the pools */
    paint_pools(&p);
    assert(p.row <= PES_CANVAS_ROWS);
    canvas->rows = p.row;
}
