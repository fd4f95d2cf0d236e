/* Paints the board for a terminal: two characters per tile, numbers at the left, letters below.
 *
 * A tile is its letter on its colour. Hidden rows are dim: as many as fit are above the board, the
 * next ones beside it, so that there is room for text below. The second character of a tile is for
 * the brackets around the two tiles that were swapped last. In narrow terminals the hidden rows
 * beside the board are left out, then the legend goes below it. */
#include "games/crush/crush.h"

#include "core/str.h"

enum {
    LEFT = 4,       /* the column of the leftmost tiles */
    GAP = 4,        /* blanks before the right-hand part */
    BESIDE_MAX = 8, /* hidden rows beside the board */
    LEGEND_ROWS = 6,
    NAME_WIDTH = 9 /* of a player, in a legend beside the board */
};

/* The richest layout first: hidden rows and legend beside the board, only the legend beside it, the
 * scores below it, nothing but the board. */
enum layout { FULL, LEGEND, BELOW, BARE, LAYOUTS };

static const struct pes_text goes_on = PES_TEXT("above that:", "πιο πάνω:"),
                             more_rows = PES_TEXT("({1} more {1|row|rows})",
                                                  "({1|άλλη|άλλες} {1} {1|γραμμή|γραμμές})"),
                             goal = PES_TEXT("{1} {1|point wins|points win}",
                                             "{1|νικά ο|νικούν οι} {1} {1|πόντος|πόντοι}"),
                             last_swap = PES_TEXT("the last swap", "η τελευταία κίνηση"),
                             to_come = PES_TEXT("{1} {1|tile|tiles} to come",
                                                "{1|έρχεται|έρχονται} {1} {1|πλακίδιο|πλακίδια}"),
                             after_wave = PES_TEXT("wave {1}", "κύμα {1}");

/* The context of all paint functions. */
struct painter {
    const struct crush_board *board;
    const struct crush *s;
    const struct pes_draw *how;
    struct pes_canvas *canvas;
    int above, beside; /* hidden rows there */
    int right;         /* the first column of the right-hand part */
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

static void put_said(const struct painter *p, int row, int column, enum pes_ink ink,
                     const struct pes_text *text, int number) {
    char said[96];
    pes_say(p->how->lang, text, PES_ARGS(PES_INT(number)), said, sizeof said);
    put(p, row, column, ink, said);
}

/* The canvas row of a visible row, or of a hidden one above the board. */
static int row_of(const struct painter *p, int y) {
    const int hidden_gap = p->above > 0 && y < p->board->rows;
    return p->above + p->board->rows - 1 - y + hidden_gap;
}

static void paint_row(const struct painter *p, int y, int row, int left) {
    char text[12];
    snprintf(text, sizeof text, "%2d", y + 1);
    put(p, row, left, PES_INK_DIM, text);
    for (int x = 0; x < p->board->columns; x++) {
        const int code = crush_tile(p->board, p->s, x, y);
        const char symbol[2] = {crush_letter(code), '\0'};
        const bool visible = y < p->board->rows, coloured = visible && code < p->board->colours;
        pes_canvas_put(p->canvas, row, left + LEFT + 2 * x,
                       coloured  ? PES_INK_PLAIN
                       : visible ? PES_INK_BOARD
                                 : PES_INK_DIM,
                       coloured ? PES_INK_TILE(code) : PES_INK_PLAIN,
                       code == CRUSH_DOT && p->how->unicode ? "·" : symbol);
    }
}

static void paint_board(const struct painter *p) {
    const struct crush_board *board = p->board;
    for (int y = 0; y < board->rows + p->above; y++)
        paint_row(p, y, row_of(p, y), 0);
    for (int x = 0; x < board->columns; x++) {
        const char letter[2] = {(char)('a' + x), '\0'};
        put(p, row_of(p, 0) + 1, LEFT + 2 * x, PES_INK_DIM, letter);
    }
    for (int i = 0; p->above > 0 && i < 2 * board->columns - 1; i++)
        put(p, p->above, LEFT + i, PES_INK_DIM, p->how->unicode ? "─" : "-");
}

/* The hidden rows that do not fit above; returns the next free row. */
static int paint_beside(const struct painter *p) {
    if (p->beside == 0)
        return 0;
    const int first = p->board->rows + p->above, left = p->board->hidden - p->above - p->beside;
    put_said(p, 0, p->right, PES_INK_DIM, &goes_on, 0);
    if (left > 0)
        put_said(p, 0, p->right + 12, PES_INK_DIM, &more_rows, left);
    for (int i = 0; i < p->beside; i++)
        paint_row(p, first + p->beside - 1 - i, 1 + i, p->right);
    return p->beside + 2;
}

static bool has_last(const struct painter *p) {
    return p->how->before != NULL && p->how->last != PES_MOVE_NONE &&
           !crush_is_outcome(p->how->last);
}

static void paint_last(const struct painter *p) {
    if (!has_last(p))
        return;
    const struct crush_swap swap = crush_swap_of(p->how->last);
    const struct crush_cell cells[2] = {swap.from, swap.to};
    const int first = swap.from.x < swap.to.x ? swap.from.x : swap.to.x;
    const int last = swap.from.x + swap.to.x - first;
    for (int i = 0; i < 2; i++) {
        const int row = row_of(p, cells[i].y);
        put(p, row, LEFT + 2 * first - 1, PES_INK_MARK, "[");
        put(p, row, LEFT + 2 * last + 1, PES_INK_MARK, "]");
    }
}

/* One player's line: ">" before the player to move, the name, the score; returns its width. */
static int paint_score(const struct painter *p, int player, int row, int left, int name_width) {
    const char *name = crush_rules.players[player].name.in[p->how->lang];
    const int width = utf8_width(name, strlen(name));
    const int at = left + 2 + (width < name_width ? name_width : width + 1);
    char score[16];
    if (!crush_over(p->board, p->s) && p->s->side == player)
        put(p, row, left, PES_INK_STRONG, ">");
    put(p, row, left + 2, player == 0 ? PES_INK_FIRST : PES_INK_SECOND, name);
    snprintf(score, sizeof score, name_width > 0 ? "%4u" : "%u", (unsigned)p->s->score[player]);
    put(p, row, at, PES_INK_STRONG, score);
    return at + (int)strlen(score) - left;
}

static void paint_below(const struct painter *p, int row) {
    const int width = paint_score(p, 0, row, 0, 0);
    paint_score(p, 1, row, width + 2, 0);
    put_said(p, row + 1, 2, PES_INK_PLAIN, &goal, (int)p->board->limit);
}

static void paint_legend(const struct painter *p, int row) {
    const struct crush *s = p->s;
    for (int player = 0; player < 2; player++)
        paint_score(p, player, row++, p->right, NAME_WIDTH);
    put_said(p, row++, p->right + 2, PES_INK_PLAIN, &goal, (int)p->board->limit);
    if (s->phase == CRUSH_WAVE)
        put_said(p, row++, p->right + 2, PES_INK_PLAIN, &after_wave, s->wave + 1);
    if (s->phase != CRUSH_PLAY)
        put_said(p, row++, p->right + 2, PES_INK_PLAIN, &to_come, crush_missing(p->board, s));
    if (has_last(p)) {
        put(p, row, p->right + 2, PES_INK_MARK, "[ ]");
        put_said(p, row, p->right + 6, PES_INK_PLAIN, &last_swap, 0);
    }
}

static int least(int a, int b) {
    return a < b ? a : b;
}
static int not_negative(int a) {
    return a > 0 ? a : 0;
}

static void paint(struct painter *p, enum layout layout) {
    const struct crush_board *board = p->board;
    const int rows = pes_draw_rows(p->how, 0);
    const int for_board = rows - 2 - (layout == BELOW ? 2 : 0);
    p->above = least(board->hidden, not_negative(for_board - board->rows - 2));
    p->beside = layout == FULL ? least(board->hidden - p->above,
                                       least(BESIDE_MAX, not_negative(rows - 2 - LEGEND_ROWS)))
                               : 0;
    pes_canvas_init(p->canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    paint_board(p);
    if (layout == FULL || layout == LEGEND)
        paint_legend(p, paint_beside(p));
    else if (layout == BELOW)
        paint_below(p, row_of(p, 0) + 2);
    paint_last(p);
    pes_canvas_trim(p->canvas);
}

void crush_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas) {
    struct painter p = {
        .board = crush_board(g),
        .s = crush_at(s),
        .how = how,
        .canvas = canvas,
        .right = LEFT + 2 * crush_board(g)->columns + GAP,
    };
    for (int pass = 0; pass < PES_DRAW_PASSES; pass++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            paint(&p, (enum layout)layout);
            if (pes_draw_fits(how, canvas, pass))
                return;
        }
}
