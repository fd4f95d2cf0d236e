/* Paints the board for a terminal: four characters per cell, odd rows shifted right by half a cell
 * like the hexagons, column letters above for even rows and below for odd ones.
 *
 * A tile is its owner's letter and its score. The last tile is in brackets, and tiles that it
 * captured have capital letters: nothing is shown by colour alone. Beside the board, or below it if
 * it is too wide, are points, numbers and a legend; below everything, the pools. In small terminals
 * only the numbers to place are below the board; in narrow ones a cell has three characters, and
 * the last tile is named. */
#include "games/proximity/proximity.h"

#include "core/str.h"

enum {
    PITCH = 4,
    PITCH_SMALL = 3,
    PANEL_GAP = 2, /* blanks before the panel */
    PANEL_WIDTH = 24,
    PANEL_NUMBERS = 4, /* coming numbers per line */
    POOL_LEFT = 8,     /* the column of the pools */
    POOL_PITCH = 3
};

/* The richest layout first: the panel beside the board or below it; one line of numbers below it,
 * also with small cells. */
enum layout { BESIDE, BELOW, LINE, SMALL, LAYOUTS };

static const struct pes_text points_label = PES_TEXT("{1} {1|point|points}, {2} {2|cell|cells}",
                                                     "{1} {1|πόντος|πόντοι}, {2} {2|κελί|κελιά}"),
                             hand_label = PES_TEXT("to place: ", "στο χέρι: "),
                             coming_label = PES_TEXT("then:", "μετά:"),
                             komi_label = PES_TEXT("komi {1} counted", "μαζί με komi {1}"),
                             last_label = PES_TEXT("the last tile", "τελευταίο πλακίδιο"),
                             last_at_label = PES_TEXT("last: {1}", "τελευταίο: {1}"),
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
    enum layout layout;
    int pitch;          /* columns of a cell */
    int left;           /* the column of the leftmost tiles */
    int canvas_columns; /* the columns there are */
    int last;           /* the cell of the last tile, or -1 */
    bool captured;      /* the last tile captured another */
    int row;            /* the next line of the panel */
    int column;         /* where the panel begins */
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

static enum pes_ink ink_of(int player) {
    return player == PROXIMITY_BLUE ? PES_INK_BLUE : PES_INK_RED;
}

/* Something of a player: on the player's colour. */
static void put_of(const struct painter *p, int row, int column, int player, const char *text) {
    pes_canvas_put(p->canvas, row, column, PES_INK_PLAIN, ink_of(player), text);
}

/* The first letter of the player's name, a capital on a captured tile. */
static const char *letter_of(const struct painter *p, int player, bool captured) {
    static const struct pes_text letters[2][2] = {
        {PES_TEXT("b", "μ"), PES_TEXT("r", "κ")},
        {PES_TEXT("B", "Μ"), PES_TEXT("R", "Κ")},
    };
    return letters[captured][player].in[p->lang];
}
static const char *dot(const struct painter *p) {
    return p->unicode ? "·" : ".";
}

/* Row and column of a cell on the canvas. */
static int line_of(const struct proximity_cell *at) {
    return 1 + at->y;
}
static int column_of(const struct painter *p, const struct proximity_cell *at) {
    return p->left + p->pitch * at->x + p->pitch / 2 * (at->y % 2);
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
    const int column = column_of(p, at);
    if (tile == 0) {
        put(p, line_of(at), column, PES_INK_BOARD, dot(p));
        return;
    }
    char text[12];
    const int owner = proximity_owner(tile);
    const bool captured = was_captured(p, cell);
    p->captured = p->captured || captured;
    snprintf(text, sizeof text, "%s%d", letter_of(p, owner, captured), proximity_score(tile));
    put_of(p, line_of(at), column, owner, text);
    if (cell == p->last && p->layout != SMALL) {
        put(p, line_of(at), column - 1, PES_INK_MARK, "[");
        put(p, line_of(at), column + utf8_width(text, strlen(text)), PES_INK_MARK, "]");
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
        put(p, 0, p->left + p->pitch * x, PES_INK_DIM, text);
        put(p, 1 + p->board->rows, p->left + p->pitch * x + p->pitch / 2, PES_INK_DIM, text);
    }
}

static void paint_points(struct painter *p) {
    const struct proximity_count count = proximity_count(p->board, p->s);
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
        char line[64];
        put_of(p, p->row, p->column, player, letter_of(p, player, false));
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
static void paint_number(const struct painter *p, int i, int row, int column) {
    const int player = (p->s->placed + i) & 1;
    const char *letter = letter_of(p, player, false);
    char text[12];
    if (i < p->s->known)
        snprintf(text, sizeof text, "%s%d", letter, proximity_known(p->s, i));
    else
        snprintf(text, sizeof text, "%s?", letter);
    put_of(p, row, column, player, text);
}

/* How many numbers there are to show: the known ones and the next one. */
static int numbers_shown(const struct painter *p) {
    const int wanted = proximity_wanted(p->board, p->s);
    return p->s->known < wanted ? p->s->known + 1 : wanted;
}

static void paint_numbers(struct painter *p) {
    const int shown = numbers_shown(p);
    if (shown == 0)
        return;
    const char *hand = hand_label.in[p->lang], *coming = coming_label.in[p->lang];
    put(p, p->row, p->column, PES_INK_PLAIN, hand);
    paint_number(p, 0, p->row++, p->column + utf8_width(hand, strlen(hand)));
    if (shown == 1)
        return;
    put(p, p->row, p->column, PES_INK_PLAIN, coming);
    const int left = p->column + utf8_width(coming, strlen(coming)) + 1;
    for (int i = 1; i < shown; i++) {
        const int at = i - 1;
        paint_number(p, i, p->row + at / PANEL_NUMBERS, left + PITCH * (at % PANEL_NUMBERS));
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
    put_of(p, p->row, p->column, player, letter_of(p, player, true));
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
            snprintf(text, sizeof text, "%d", left);
            put_of(p, p->row + 1 + player, 0, player, letter_of(p, player, false));
            put(p, p->row + 1 + player, column + 1, left > 0 ? PES_INK_PLAIN : PES_INK_BOARD,
                left > 0 ? text : dot(p));
        }
    }
    p->row += 3;
}

/* The numbers to place in one line, as many as fit, and where the last tile is. */
static void paint_line(struct painter *p) {
    const int shown = numbers_shown(p);
    const char *hand = hand_label.in[p->lang];
    char last[48] = "";
    if (p->last >= 0) {
        char name[PROXIMITY_NAME_MAX];
        proximity_name(p->board, p->last, name);
        pes_say(p->lang, &last_at_label, PES_ARGS(PES_STR(name)), last, sizeof last);
    }
    int column = 0;
    if (shown > 0) {
        put(p, p->row, column, PES_INK_PLAIN, hand);
        column = utf8_width(hand, strlen(hand));
    }
    const int end = p->canvas_columns - utf8_width(last, strlen(last)) - 2;
    for (int i = 0; i < shown && (i == 0 || column + PITCH <= end); i++, column += PITCH)
        paint_number(p, i, p->row, column);
    put(p, p->row++, column > 0 ? column + 1 : 0, PES_INK_PLAIN, last);
}

/* The columns of the board alone. */
static int width_of(const struct painter *p) {
    return p->left + p->pitch * p->board->columns + p->pitch / 2;
}

static void paint_panel(struct painter *p, int width, int height) {
    p->row = p->layout == BESIDE ? 1 : height + 1;
    p->column = p->layout == BESIDE ? width + PANEL_GAP : 0;
    paint_points(p);
    p->row++;
    paint_numbers(p);
    paint_legend(p);
    if (p->row <= height)
        p->row = height;
    else if (p->board->draw == PROXIMITY_POOL)
        p->row++; /* a blank line between the panel and the pools */
    paint_pools(p);
    assert(p->row <= PES_CANVAS_ROWS);
}

static void paint(struct painter *p, enum layout layout) {
    p->layout = layout;
    p->pitch = layout == SMALL ? PITCH_SMALL : PITCH;
    p->left = p->pitch; /* two digits, and a bracket or a blank */
    p->captured = false;
    const int width = width_of(p), height = p->board->rows + 2;
    pes_canvas_init(p->canvas, PES_CANVAS_COLUMNS, PES_CANVAS_ROWS);
    for (int cell = 0; cell < p->board->cells; cell++)
        paint_cell(p, cell);
    paint_names(p);
    if (layout == BESIDE || layout == BELOW) {
        paint_panel(p, width, height);
    } else {
        p->row = height;
        paint_line(p);
    }
    pes_canvas_trim(p->canvas);
}

void proximity_paint(const struct pes_game *g, const struct pes_state *s,
                     const struct pes_draw *how, struct pes_canvas *canvas) {
    const bool placed =
        how->before != NULL && how->last != PES_MOVE_NONE && !proximity_is_drawn(how->last);
    struct painter p = {
        .board = proximity_board(g),
        .s = proximity_at(s),
        .before = placed ? proximity_at(how->before) : NULL,
        .canvas = canvas,
        .canvas_columns = pes_draw_columns(how),
        .lang = how->lang,
        .unicode = how->unicode,
        .last = placed ? proximity_target(how->last) : -1,
    };
    for (int pass = 0; pass < PES_DRAW_PASSES; pass++)
        for (int layout = 0; layout < LAYOUTS; layout++) {
            paint(&p, (enum layout)layout);
            /* What is beyond the canvas is cut off, so that the canvas does not show it. */
            const bool cut =
                layout == BESIDE && width_of(&p) + PANEL_GAP + PANEL_WIDTH > PES_CANVAS_COLUMNS;
            if (!cut && pes_draw_fits(how, canvas, pass))
                return;
        }
}
