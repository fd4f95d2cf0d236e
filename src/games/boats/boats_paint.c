/* Paints the lake for a terminal.
 *
 * In the largest of three sizes a column is six characters wide and a level two rows high; boats
 * have a sail and a hull with their letter. In the smaller ones a boat is its hull. From the top:
 * one row of sky that shows who sails in which direction, the rows of boats on the highest water,
 * the water, the wall, the levels with the last change of water, the column numbers. Ten columns
 * and four levels take 76 by 14, 56 by 9 or 38 by 9 characters. */
#include "games/boats/boats.h"

#include "core/str.h"

enum { BOAT_WIDTH = 3, SKY_ROWS = 1 };

/* The sizes of a picture, the largest first. */
struct size {
    int column_width, dock_width;
    int level_rows; /* also a boat's height */
};
static const struct size sizes[] = {{6, 8, 2}, {4, 8, 1}, {3, 4, 1}};

/* The characters of one style of painting. */
struct glyphs {
    const char *sail[2], *hull_left, *hull_right, *wreck_left, *wreck_right;
    const char *crest[2]; /* alternating, so that the surface has waves */
    const char *deep, *deck, *stone, *floor;
    const char *wake[2];    /* where a boat came from, by direction */
    const char *heading[2]; /* each player's direction */
    const char *raised, *lowered;
};

static const struct glyphs unicode_glyphs = {
    .sail = {"▐◣", " ◢▌"},
    .hull_left = "◥",
    .hull_right = "◤",
    .wreck_left = "◢",
    .wreck_right = "◣",
    .crest = {"▄", "▃"},
    .deep = "▒",
    .deck = "▄",
    .stone = "█",
    .floor = "▀",
    .wake = {"←··", "··→"},
    .heading = {"▶", "◀"},
    .raised = "▲",
    .lowered = "▼",
};
static const struct glyphs ascii_glyphs = {
    .sail = {" |>", "<| "},
    .hull_left = "\\",
    .hull_right = "/",
    .wreck_left = "/",
    .wreck_right = "\\",
    .crest = {"~", "~"},
    .deep = ":",
    .deck = "=",
    .stone = "#",
    .floor = "#",
    .wake = {"<..", "..>"},
    .heading = {"->", "<-"},
    .raised = "^",
    .lowered = "v",
};

static const struct pes_text letters[2] = {PES_TEXT("R", "Κ"), PES_TEXT("G", "Π")},
                             goal_of[2] = {PES_TEXT("Red's", "Κόκκινου"),
                                           PES_TEXT("Green's", "Πράσινου")},
                             goal = PES_TEXT("goal", "στόχος"),
                             level_label = PES_TEXT("level", "στάθμη"),
                             column_label = PES_TEXT("column", "στήλη"),
                             to_roll = PES_TEXT("the start is rolled: #0..#3",
                                                "η αρχή κληρώνεται: #0..#3");

/* The context of all paint functions. */
struct painter {
    const struct boats_lake *lake;
    const struct boats *s;
    const struct pes_draw *how;
    const struct glyphs *glyphs;
    struct pes_canvas *canvas;
    const struct size *size;
    int floor; /* the row of the wall below the lake */
};

static void put(const struct painter *p, int row, int column, enum pes_ink ink, const char *text) {
    pes_canvas_put(p->canvas, row, column, ink, PES_INK_PLAIN, text);
}

static void repeat(const struct painter *p, int row, int column, int width, enum pes_ink ink,
                   const char *glyph) {
    for (int i = 0; i < width; i++)
        put(p, row, column + i, ink, glyph);
}

static bool is_dock(const struct painter *p, int column) {
    return column == 0 || column == p->lake->columns + 1;
}
static int width_of(const struct painter *p, int column) {
    return is_dock(p, column) ? p->size->dock_width : p->size->column_width;
}
static int left_of(const struct painter *p, int column) {
    return column == 0 ? 0 : p->size->dock_width + (column - 1) * p->size->column_width;
}
static const char *said(const struct painter *p, const struct pes_text *text) {
    return text->in[p->how->lang];
}
static enum pes_ink ink_of(int player) {
    return player == BOATS_RED ? PES_INK_RED : PES_INK_GREEN;
}

/* The lowest row of a boat on `level` levels of water: its hull. */
static int hull_row(const struct painter *p, int level) {
    return p->floor - p->size->level_rows * level - 1;
}

static void paint_centred(const struct painter *p, int row, int column, enum pes_ink ink,
                          const char *text) {
    const int blank = width_of(p, column) - utf8_width(text, strlen(text));
    put(p, row, left_of(p, column) + blank / 2, ink, text);
}

static void paint_water(const struct painter *p, int column) {
    const int left = left_of(p, column), width = p->size->column_width;
    const int top = p->floor - p->size->level_rows * boats_level(p->s, column);
    for (int i = 0; i < width && top < p->floor; i++)
        put(p, top, left + i, PES_INK_WATER_TOP, p->glyphs->crest[(left + i) % 2]);
    for (int row = top + 1; row < p->floor; row++)
        repeat(p, row, left, width, PES_INK_WATER, p->glyphs->deep);
}

/* A dock is labelled with the player whose goal it is, the one who started on the other side: in
 * two lines, or where they do not fit with the player's letter. */
static void paint_dock(const struct painter *p, int column) {
    const int left = left_of(p, column), width = p->size->dock_width;
    const int top = p->floor - p->size->level_rows * p->lake->levels;
    const int owner = column == 0 ? BOATS_GREEN : BOATS_RED;
    const char *whose = said(p, &goal_of[owner]);
    const bool lines = top + 2 < p->floor && utf8_width(whose, strlen(whose)) <= width;
    repeat(p, top, left, width, PES_INK_GROUND, p->glyphs->deck);
    for (int row = top + 1; row < p->floor; row++)
        if (row != top + 1 && (row != top + 2 || !lines))
            repeat(p, row, left, width, PES_INK_GROUND, p->glyphs->stone);
    if (top + 1 < p->floor)
        paint_centred(p, top + 1, column, ink_of(owner), lines ? whose : said(p, &letters[owner]));
    if (lines)
        paint_centred(p, top + 2, column, ink_of(owner), said(p, &goal));
}

/* Are both boats on this column, and is it too narrow for two? */
static bool is_crowded(const struct painter *p, int column) {
    return p->s->boat[0] == column && p->s->boat[1] == column &&
           width_of(p, column) < 2 * BOAT_WIDTH;
}

/* The left edge of a player's boat on a column: centred, or if both boats are there Red on the left
 * and Green on the right. */
static int boat_left(const struct painter *p, int player, int column) {
    const bool shared = p->s->boat[!player] == column && !is_crowded(p, column);
    const int blank = width_of(p, column) - BOAT_WIDTH;
    return left_of(p, column) + (!shared ? blank / 2 : player == BOATS_RED ? 0 : blank);
}

static void paint_boat(const struct painter *p, int player) {
    const int column = p->s->boat[player], left = boat_left(p, player, column);
    const int row = hull_row(p, boats_level(p->s, column));
    const enum pes_ink ink = ink_of(player);
    const bool sunk = boats_sunk(p->s, player);
    if (!sunk && p->size->level_rows > 1)
        put(p, row - 1, left, ink, p->glyphs->sail[player]);
    put(p, row, left, ink, sunk ? p->glyphs->wreck_left : p->glyphs->hull_left);
    put(p, row, left + 1, ink, said(p, &letters[player]));
    put(p, row, left + 2, ink, sunk ? p->glyphs->wreck_right : p->glyphs->hull_right);
}

/* Two boats in one hull, or their letters alone. */
static void paint_crowd(const struct painter *p, int column) {
    const int left = left_of(p, column), row = hull_row(p, boats_level(p->s, column));
    const bool hull = width_of(p, column) > BOAT_WIDTH, sunk = boats_sunk(p->s, BOATS_RED);
    if (hull) {
        put(p, row, left, PES_INK_RED, sunk ? p->glyphs->wreck_left : p->glyphs->hull_left);
        put(p, row, left + 3, PES_INK_GREEN, sunk ? p->glyphs->wreck_right : p->glyphs->hull_right);
    }
    put(p, row, left + hull, PES_INK_RED, said(p, &letters[BOATS_RED]));
    put(p, row, left + hull + 1, PES_INK_GREEN, said(p, &letters[BOATS_GREEN]));
}

static void paint_boats(const struct painter *p) {
    if (is_crowded(p, p->s->boat[BOATS_RED])) {
        paint_crowd(p, p->s->boat[BOATS_RED]);
        return;
    }
    paint_boat(p, BOATS_RED);
    paint_boat(p, BOATS_GREEN);
}

/* Marks the last move: an arrow where the boat came from, or a triangle beside the new level. */
static void paint_last(const struct painter *p) {
    const pes_move m = p->how->last;
    if (p->how->before == NULL || m == PES_MOVE_NONE || m >= BOATS_OUTCOME)
        return;
    const struct boats *before = boats_at(p->how->before);
    const int column = boats_column(m), step = boats_step(m);
    if (column > 0) {
        put(p, p->floor + 1, left_of(p, column) + p->size->column_width / 2 + 1, PES_INK_MARK,
            step > 0 ? p->glyphs->raised : p->glyphs->lowered);
        return;
    }
    const int from = before->boat[before->mover];
    put(p, hull_row(p, boats_level(p->s, from)), boat_left(p, before->mover, from), PES_INK_MARK,
        p->glyphs->wake[step > 0]);
}

static void paint_sky(const struct painter *p) {
    char line[64];
    snprintf(line, sizeof line, "%s %s", said(p, boats_name(BOATS_RED)), p->glyphs->heading[0]);
    const int from = 1 + utf8_width(line, strlen(line)) + 1;
    put(p, 0, 1, PES_INK_RED, line);
    snprintf(line, sizeof line, "%s %s", p->glyphs->heading[1], said(p, boats_name(BOATS_GREEN)));
    const int to = p->canvas->columns - 1 - utf8_width(line, strlen(line));
    put(p, 0, to, PES_INK_GREEN, line);
    const char *text = said(p, &to_roll);
    const int width = utf8_width(text, strlen(text));
    if (p->s->mover == BOATS_ROLL && from + width < to)
        put(p, 0, (p->canvas->columns - width) / 2, PES_INK_STRONG, text);
}

/* Does the roll decide the level of this column? */
static bool is_unknown(const struct painter *p, int column) {
    uint64_t differ = 0;
    for (int i = 1; i < BOATS_OUTCOMES; i++)
        differ |= p->lake->rolled[i] ^ p->lake->rolled[0];
    return p->s->mover == BOATS_ROLL && (differ >> (4 * column) & 15) != 0;
}

/* Below the wall: levels and column numbers. Before the roll the levels it decides are "?". */
static void paint_numbers(const struct painter *p) {
    const int middle = p->size->column_width / 2, dock = p->size->dock_width;
    const char *level = said(p, &level_label), *below = said(p, &column_label);
    if (utf8_width(level, strlen(level)) < dock + middle)
        put(p, p->floor + 1, 0, PES_INK_DIM, level);
    if (utf8_width(below, strlen(below)) <= dock - 2)
        put(p, p->floor + 2, 0, PES_INK_DIM, below);
    for (int column = 0; column <= p->lake->columns + 1; column++) {
        char number[12];
        const int left = left_of(p, column) + middle;
        snprintf(number, sizeof number, "%d", boats_level(p->s, column));
        if (!is_dock(p, column))
            put(p, p->floor + 1, left, PES_INK_STRONG, is_unknown(p, column) ? "?" : number);
        snprintf(number, sizeof number, "%2d", column);
        put(p, p->floor + 2, column == 0 ? dock - 2 : left - 1, PES_INK_DIM, number);
    }
}

static void paint(const struct painter *p) {
    const int columns = 2 * p->size->dock_width + p->lake->columns * p->size->column_width;
    pes_canvas_init(p->canvas, columns, p->floor + 3);
    paint_sky(p);
    for (int column = 0; column <= p->lake->columns + 1; column++) {
        if (is_dock(p, column))
            paint_dock(p, column);
        else
            paint_water(p, column);
    }
    repeat(p, p->floor, 0, columns, PES_INK_GROUND, p->glyphs->floor);
    paint_last(p);
    paint_boats(p);
    paint_numbers(p);
}

void boats_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas) {
    struct painter p = {
        .lake = boats_lake(g),
        .s = boats_at(s),
        .how = how,
        .glyphs = how->unicode ? &unicode_glyphs : &ascii_glyphs,
        .canvas = canvas,
    };
    for (int pass = 0; pass < PES_DRAW_PASSES; pass++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            p.size = &sizes[i];
            p.floor = SKY_ROWS + p.size->level_rows * (p.lake->levels + 1);
            paint(&p);
            if (pes_draw_fits(how, canvas, pass))
                return;
        }
}
