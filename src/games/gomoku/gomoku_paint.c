/* Paints the board for a terminal: two characters per point, numbers at the left, letters below.
 *
 * The second character of a point is for the brackets around the last stone. Stones of a winning
 * row have another shape, so that the row can be seen without colours; points that are forbidden to
 * Black are marked when Black is to move. A legend explains the signs, at the right or below; in
 * small terminals it is left out. */
#include "games/gomoku/gomoku.h"

#include "core/str.h"

enum {
    LEFT = 4,       /* the column of the leftmost points */
    LEGEND_GAP = 4, /* blanks before the legend */
    ENTRY_GAP = 3   /* between two entries of a legend below the board */
};

/* Where the legend is, the richest layout first. */
enum layout { BESIDE, BELOW, BARE, LAYOUTS };

/* The characters of one style of painting. */
struct glyphs {
    const char *stone[2], *winning[2]; /* by colour */
    const char *empty, *star, *banned;
};

static const struct glyphs unicode_glyphs = {
    .stone = {"●", "○"},
    .winning = {"◆", "◇"},
    .empty = "·",
    .star = "+",
    .banned = "×",
};
static const struct glyphs ascii_glyphs = {
    .stone = {"X", "O"},
    .winning = {"#", "@"},
    .empty = ".",
    .star = "+",
    .banned = "!",
};

static const struct pes_text winning_row = PES_TEXT("the winning row", "η νικηφόρα σειρά"),
                             last_stone = PES_TEXT("the last stone", "το τελευταίο πούλι"),
                             banned_point =
                                 PES_TEXT("forbidden to Black", "απαγορευμένο στον Μαύρο"),
                             colours_open =
                                 PES_TEXT("swap2: colours are open", "swap2: χρώματα ανοιχτά");

/* The context of all paint functions. */
struct painter {
    const struct gomoku_board *board;
    const struct gomoku *s;
    const struct pes_draw *how;
    const struct glyphs *glyphs;
    struct pes_canvas *canvas;
    bool winning[GOMOKU_POINTS_MAX];
    bool banned[GOMOKU_POINTS_MAX];
    bool has_banned;
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

static void put_on_board(const struct painter *p, int row, int column, enum pes_ink ink,
                         const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_BOARD, text);
}

static const char *said(const struct painter *p, const struct pes_text *text) {
    return text->in[p->how->lang];
}

static enum pes_ink ink_of(int colour) {
    return colour == GOMOKU_BLACK ? PES_INK_BLACK : PES_INK_WHITE;
}

/* Marks every winning row, also when the last move is not known. */
static void find_winning(struct painter *p) {
    const struct gomoku_board *board = p->board;
    if (p->s->winner == 0)
        return;
    const int colour = p->s->winner - 1;
    for (int point = 0; point < board->points; point++) {
        if (!gomoku_has(board, p->s, point, colour))
            continue;
        p->winning[point] = gomoku_winning_kind(board, &p->s->lines, point, colour) >= 0;
    }
}

/* Marks the empty points that are forbidden to Black, if Black is to move. */
static void find_banned(struct painter *p) {
    const struct gomoku_board *board = p->board;
    if (!board->renju || gomoku_colour(p->s) != GOMOKU_BLACK || gomoku_over(board, p->s))
        return;
    for (int point = 0; point < board->points; point++) {
        p->banned[point] =
            gomoku_empty(p->s, point) && gomoku_ban(board, p->s, point) != GOMOKU_ALLOWED;
        p->has_banned = p->has_banned || p->banned[point];
    }
}

/* Small boards have only a centre point; large ones also star points on the third or fourth lines.
 */
static bool is_star(int size, int x, int y) {
    const int centre = size / 2, edge = size >= 13 ? 3 : 2;
    if (size % 2 == 1 && x == centre && y == centre)
        return true;
    return size >= 9 && (x == edge || x == size - 1 - edge) && (y == edge || y == size - 1 - edge);
}

static void paint_point(const struct painter *p, int point) {
    const struct gomoku_board *board = p->board;
    const struct gomoku_point *at = &board->at[point];
    const int row = board->size - 1 - at->y, column = LEFT + 2 * at->x;
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
        if (gomoku_has(board, p->s, point, colour)) {
            const bool won = p->winning[point];
            pes_canvas_put(p->canvas, row, column, ink_of(colour),
                           won ? PES_INK_MARK : PES_INK_BOARD,
                           won ? p->glyphs->winning[colour] : p->glyphs->stone[colour]);
            return;
        }
    if (p->banned[point])
        put_on_board(p, row, column, PES_INK_MARK, p->glyphs->banned);
    else
        put_on_board(p, row, column, PES_INK_BOARD,
                     is_star(board->size, at->x, at->y) ? p->glyphs->star : p->glyphs->empty);
}

static void paint_frame(const struct painter *p) {
    for (int i = 0; i < p->board->size; i++) {
        char text[12];
        snprintf(text, sizeof text, "%2d", p->board->size - i);
        put(p, i, 0, PES_INK_DIM, text);
        snprintf(text, sizeof text, "%c", 'a' + i);
        put(p, p->board->size, LEFT + 2 * i, PES_INK_DIM, text);
        for (int column = LEFT - 1; column < LEFT + 2 * p->board->size; column++)
            put_on_board(p, i, column, PES_INK_PLAIN, " ");
    }
}

/* The point of the last move, or -1. */
static int last_point(const struct painter *p) {
    const pes_move m = p->how->last;
    if (p->how->before == NULL || m == PES_MOVE_NONE || gomoku_is_choice(m))
        return -1;
    return gomoku_target(m);
}

static void paint_last(const struct painter *p) {
    const int point = last_point(p);
    if (point < 0)
        return;
    const struct gomoku_point *at = &p->board->at[point];
    const int row = p->board->size - 1 - at->y, column = LEFT + 2 * at->x;
    put_on_board(p, row, column - 1, PES_INK_MARK, "[");
    put_on_board(p, row, column + 1, PES_INK_MARK, "]");
}

/* Where the next entry of the legend goes. */
struct legend {
    const struct painter *p;
    enum layout layout;
    int row, column;
};

/* One entry: a sign on the board's ground and its meaning. */
static void add_entry(struct legend *l, enum pes_ink ink, enum pes_ink paper, const char *sign,
                      const struct pes_text *text) {
    const struct painter *p = l->p;
    const char *words = said(p, text);
    const int signs = utf8_width(sign, strlen(sign));
    const int width = signs + (signs > 0) + utf8_width(words, strlen(words));
    if (l->layout == BELOW && l->column > 0 && l->column + width > pes_draw_columns(p->how)) {
        l->row++;
        l->column = 0;
    }
    pes_canvas_put(p->canvas, l->row, l->column, ink, paper, sign);
    put(p, l->row, l->column + signs + (signs > 0), signs > 0 ? PES_INK_PLAIN : PES_INK_STRONG,
        words);
    if (l->layout == BESIDE)
        l->row++;
    else
        l->column += width + ENTRY_GAP;
}

static void paint_legend(const struct painter *p, enum layout layout) {
    struct legend l = {
        .p = p,
        .layout = layout,
        .row = layout == BESIDE ? 0 : p->board->size + 1,
        .column = layout == BESIDE ? LEFT + 2 * p->board->size + LEGEND_GAP : 0,
    };
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
        add_entry(&l, ink_of(colour), PES_INK_BOARD, p->glyphs->stone[colour],
                  &gomoku_rules.players[colour].name);
    if (!gomoku_playing(p->s))
        add_entry(&l, PES_INK_PLAIN, PES_INK_PLAIN, "", &colours_open);
    if (p->s->winner != 0)
        add_entry(&l, ink_of(p->s->winner - 1), PES_INK_MARK, p->glyphs->winning[p->s->winner - 1],
                  &winning_row);
    if (p->has_banned)
        add_entry(&l, PES_INK_MARK, PES_INK_BOARD, p->glyphs->banned, &banned_point);
    if (last_point(p) >= 0)
        add_entry(&l, PES_INK_MARK, PES_INK_BOARD, "[ ]", &last_stone);
}

static void paint(const struct painter *p, enum layout layout) {
    pes_canvas_init(p->canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    paint_frame(p);
    for (int point = 0; point < p->board->points; point++)
        paint_point(p, point);
    paint_last(p);
    if (layout != BARE)
        paint_legend(p, layout);
    pes_canvas_trim(p->canvas);
}

void gomoku_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct pes_canvas *canvas) {
    struct painter p = {
        .board = gomoku_board(g),
        .s = gomoku_at(s),
        .how = how,
        .glyphs = how->unicode ? &unicode_glyphs : &ascii_glyphs,
        .canvas = canvas,
    };
    find_winning(&p);
    find_banned(&p);
    for (int pass = 0; pass < PES_DRAW_PASSES; pass++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            paint(&p, (enum layout)layout);
            if (pes_draw_fits(how, canvas, pass))
                return;
        }
}
