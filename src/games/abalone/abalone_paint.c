/* Paints the board for a terminal.
 *
 * A cell is four characters wide, so that brackets fit around it: they mark every cell that a
 * marble of the last move left or entered. Letters name the rows, numbers the diagonals that run
 * from the lower right to the upper left; the lost marbles are shown beside the board, below it, or
 * not at all if there is no space. The board takes 38 by 10 characters. */
#include "games/abalone/abalone.h"

#include "core/str.h"

enum { PITCH = 4, MARGIN = 3, PANEL_COLUMN = 42, PANEL_ROW = 2, PANEL_STEP = 4 };

/* Where the lost marbles are shown, the richest layout first. */
enum layout { BESIDE, BELOW, BARE, LAYOUTS };

/* The characters of one style of painting. */
struct glyphs {
    const char *marble[2], *empty;
};
static const struct glyphs unicode_glyphs = {.marble = {"●", "○"}, .empty = "·"};
static const struct glyphs ascii_glyphs = {.marble = {"X", "O"}, .empty = "."};

static const struct pes_text lost_label =
    PES_TEXT("lost {1} of {2}", "{1|χαμένη|χαμένες} {1} από {2}");

/* The context of all paint functions. */
struct painter {
    const struct abalone_table *table;
    const struct abalone *s;
    const struct pes_draw *how;
    const struct glyphs *glyphs;
    struct pes_canvas *canvas;
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

/* The same on the board's ground. */
static void put_on_board(const struct painter *p, int row, int column, enum pes_ink ink,
                         const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_BOARD, text);
}

static enum pes_ink ink_of(int player) {
    return player == ABALONE_BLACK ? PES_INK_BLACK : PES_INK_WHITE;
}

/* Row and column of a cell on the canvas, also of one just off the board. */
static int line_of(int row) {
    return ABALONE_ROWS - 1 - row;
}
static int column_of(int row, int number) {
    return MARGIN + PITCH * (number - 1) - PITCH / 2 * (row - 4);
}

static void paint_cell(const struct painter *p, int place, bool marked) {
    const int row = abalone_row(place), column = column_of(row, abalone_number(place));
    const bool black = abalone_holds(p->s->marbles[ABALONE_BLACK], place);
    const bool white = abalone_holds(p->s->marbles[ABALONE_WHITE], place);
    for (int i = -PITCH / 2; i < 0; i++) {
        put_on_board(p, line_of(row), column + i, PES_INK_PLAIN, " ");
        put_on_board(p, line_of(row), column - i, PES_INK_PLAIN, " ");
    }
    if (black || white)
        put_on_board(p, line_of(row), column, ink_of(white), p->glyphs->marble[white]);
    else
        put_on_board(p, line_of(row), column, PES_INK_BOARD, p->glyphs->empty);
    if (marked) {
        put_on_board(p, line_of(row), column - 1, PES_INK_MARK, "[");
        put_on_board(p, line_of(row), column + 1, PES_INK_MARK, "]");
    }
}

/* The cells of the last move: where its marbles were and are, pushed ones included. */
static uint64_t marked_cells(const struct painter *p) {
    const pes_move m = p->how->last;
    if (p->how->before == NULL || m == PES_MOVE_NONE)
        return 0;
    const struct abalone_push push = abalone_push(abalone_at(p->how->before), m);
    const uint64_t group = abalone_group(m);
    return group | abalone_step(group, abalone_slot(m)->direction) | push.last | push.behind;
}

static void paint_names(const struct painter *p) {
    for (int row = 0; row < ABALONE_ROWS; row++) {
        const char letter[] = {(char)('a' + row), '\0'};
        put(p, line_of(row), column_of(row, abalone_first(row)) - 3, PES_INK_DIM, letter);
    }
    for (int number = 1; number <= ABALONE_ROWS; number++) {
        const char digit[] = {(char)('0' + number), '\0'};
        const int row = number <= 5 ? -1 : number - 6; /* just below the diagonal's last cell */
        put(p, line_of(row), column_of(row, number), PES_INK_DIM, digit);
    }
}

static void paint_lost(const struct painter *p, int player, enum layout layout) {
    const int lost = p->s->lost[player];
    const char *name = abalone_name(player)->in[p->how->lang];
    char line[64];
    pes_say(p->how->lang, &lost_label, PES_ARGS(PES_INT(lost), PES_INT(p->table->eject)), line,
            sizeof line);
    if (layout == BELOW) {
        const int row = ABALONE_ROWS + 1 + player;
        put_on_board(p, row, 0, ink_of(player), p->glyphs->marble[player]);
        put(p, row, 2, PES_INK_STRONG, name);
        put(p, row, 2 + utf8_width(name, strlen(name)) + 1, PES_INK_PLAIN, line);
        return;
    }
    const int row = PANEL_ROW + PANEL_STEP * player;
    put_on_board(p, row, PANEL_COLUMN, ink_of(player), p->glyphs->marble[player]);
    put(p, row, PANEL_COLUMN + 2, PES_INK_STRONG, name);
    put(p, row + 1, PANEL_COLUMN + 2, PES_INK_PLAIN, line);
    for (int i = 0; i < lost; i++)
        put_on_board(p, row + 2, PANEL_COLUMN + 2 + 2 * i, ink_of(player),
                     p->glyphs->marble[player]);
}

static void paint(const struct painter *p, enum layout layout) {
    pes_canvas_init(p->canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    const uint64_t marked = marked_cells(p);
    for (int place = 0; place < ABALONE_CELLS; place++)
        paint_cell(p, place, abalone_holds(marked, place));
    paint_names(p);
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE && layout != BARE; player++)
        paint_lost(p, player, layout);
    pes_canvas_trim(p->canvas);
}

void abalone_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                   struct pes_canvas *canvas) {
    const struct painter p = {
        .table = abalone_table(g),
        .s = abalone_at(s),
        .how = how,
        .glyphs = how->unicode ? &unicode_glyphs : &ascii_glyphs,
        .canvas = canvas,
    };
    for (int pass = 0; pass < PES_DRAW_PASSES; pass++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            paint(&p, (enum layout)layout);
            if (pes_draw_fits(how, canvas, pass))
                return;
        }
}
