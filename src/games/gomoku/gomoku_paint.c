/* Paints the board for a terminal: two characters per point, numbers at the left, letters below.
 *
 * The second character of a point is for the brackets around the last stone. Stones of a winning
 * row have another shape, so that the row can be seen without colours; points that are forbidden to
 * Black are marked when Black is to move. A legend at the right explains the signs. */
#include "games/gomoku/gomoku.h"

enum {
    LEFT = 4,       /* the column of the leftmost points */
    LEGEND_GAP = 4, /* blanks before the legend */
    LEGEND_WIDTH = 30
};

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

/* Greek cannot be written in ASCII: without Unicode all labels are English. */
static const char *said(const struct painter *p, const struct pes_text *text) {
    return text->in[p->how->unicode ? p->how->lang : PES_LANG_EN];
}

static enum pes_ink ink_of(const struct painter *p, int colour) {
    return gomoku_swapped(p->s, colour) == 0 ? PES_INK_FIRST : PES_INK_SECOND;
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
            put(p, row, column, p->winning[point] ? PES_INK_MARK : ink_of(p, colour),
                p->winning[point] ? p->glyphs->winning[colour] : p->glyphs->stone[colour]);
            return;
        }
    if (p->banned[point])
        put(p, row, column, PES_INK_MARK, p->glyphs->banned);
    else
        put(p, row, column, PES_INK_BOARD,
            is_star(board->size, at->x, at->y) ? p->glyphs->star : p->glyphs->empty);
}

static void paint_frame(const struct painter *p) {
    for (int i = 0; i < p->board->size; i++) {
        char text[12];
        snprintf(text, sizeof text, "%2d", p->board->size - i);
        put(p, i, 0, PES_INK_DIM, text);
        snprintf(text, sizeof text, "%c", 'a' + i);
        put(p, p->board->size, LEFT + 2 * i, PES_INK_DIM, text);
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
    put(p, row, column - 1, PES_INK_MARK, "[");
    put(p, row, column + 1, PES_INK_MARK, "]");
}

static void paint_legend(const struct painter *p) {
    const int left = LEFT + 2 * p->board->size + LEGEND_GAP;
    int row = 0;
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
        put(p, row, left, ink_of(p, colour), p->glyphs->stone[colour]);
        put(p, row++, left + 2, PES_INK_PLAIN, said(p, &gomoku_rules.players[colour].name));
    }
    if (!gomoku_playing(p->s))
        put(p, row++, left, PES_INK_STRONG, said(p, &colours_open));
    if (p->s->winner != 0) {
        put(p, row, left, PES_INK_MARK, p->glyphs->winning[p->s->winner - 1]);
        put(p, row++, left + 2, PES_INK_PLAIN, said(p, &winning_row));
    }
    if (p->has_banned) {
        put(p, row, left, PES_INK_MARK, p->glyphs->banned);
        put(p, row++, left + 2, PES_INK_PLAIN, said(p, &banned_point));
    }
    if (last_point(p) >= 0) {
        put(p, row, left - 1, PES_INK_MARK, "[ ]");
        put(p, row, left + 3, PES_INK_PLAIN, said(p, &last_stone));
    }
}

void gomoku_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct pes_canvas *canvas) {
    const struct gomoku_board *board = gomoku_board(g);
    struct painter p = {
        .board = board,
        .s = gomoku_at(s),
        .how = how,
        .glyphs = how->unicode ? &unicode_glyphs : &ascii_glyphs,
        .canvas = canvas,
    };
    pes_canvas_init(canvas, LEFT + 2 * board->size + LEGEND_GAP + LEGEND_WIDTH, board->size + 1);
    find_winning(&p);
    find_banned(&p);
    paint_frame(&p);
    for (int point = 0; point < board->points; point++)
        paint_point(&p, point);
    paint_last(&p);
    paint_legend(&p);
}
