/* Paints the lake for a terminal.
 *
 * A column is six characters wide and a level two rows high; boats have a sail and a hull with
 * their letter. From the top: one row of sky that shows who sails in which direction, two rows for
 * boats on the highest water, the water, the wall, the levels with the last change of water, the
 * column numbers. Ten columns and four levels take 76 by 14 characters. */
#include "games/boats/boats.h"

#include "core/str.h"

enum {
    COLUMN_WIDTH = 6,
    DOCK_WIDTH = 8,
    BOAT_WIDTH = 3,
    LEVEL_ROWS = 2, /* also a boat's height */
    SKY_ROWS = 1
};

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
    return is_dock(p, column) ? DOCK_WIDTH : COLUMN_WIDTH;
}
static int left_of(int column) {
    return column == 0 ? 0 : DOCK_WIDTH + (column - 1) * COLUMN_WIDTH;
}
/* Greek cannot be written in ASCII: without Unicode all labels are English. */
static const char *said(const struct painter *p, const struct pes_text *text) {
    return text->in[p->how->unicode ? p->how->lang : PES_LANG_EN];
}

/* The top row of an object of LEVEL_ROWS rows that stands on `level` levels. */
static int row_above(const struct painter *p, int level) {
    return p->floor - LEVEL_ROWS * (level + 1);
}

static void paint_centred(const struct painter *p, int row, int column, enum pes_ink ink,
                          const char *text) {
    const int blank = width_of(p, column) - utf8_width(text, strlen(text));
    put(p, row, left_of(column) + blank / 2, ink, text);
}

static void paint_water(const struct painter *p, int column) {
    const int left = left_of(column), top = p->floor - LEVEL_ROWS * boats_level(p->s, column);
    for (int i = 0; i < COLUMN_WIDTH && top < p->floor; i++)
        put(p, top, left + i, PES_INK_WATER_TOP, p->glyphs->crest[i % 2]);
    for (int row = top + 1; row < p->floor; row++)
        repeat(p, row, left, COLUMN_WIDTH, PES_INK_WATER, p->glyphs->deep);
}

/* A dock is labelled with the player whose goal it is: the one who started on the other side. */
static void paint_dock(const struct painter *p, int column) {
    const int left = left_of(column), top = p->floor - LEVEL_ROWS * p->lake->levels;
    const int owner = column == 0 ? BOATS_GREEN : BOATS_RED;
    repeat(p, top, left, DOCK_WIDTH, PES_INK_GROUND, p->glyphs->deck);
    for (int row = top + 1; row < p->floor; row++)
        if (row != top + 1 && row != top + 2)
            repeat(p, row, left, DOCK_WIDTH, PES_INK_GROUND, p->glyphs->stone);
    const enum pes_ink ink = owner == BOATS_RED ? PES_INK_FIRST : PES_INK_SECOND;
    paint_centred(p, top + 1, column, ink, said(p, &goal_of[owner]));
    paint_centred(p, top + 2, column, ink, said(p, &goal));
}

/* The left edge of a player's boat on a column: centred, or if both boats are there Red on the left
 * and Green on the right. */
static int boat_left(const struct painter *p, int player, int column) {
    const bool shared = p->s->boat[!player] == column;
    const int blank = width_of(p, column) - BOAT_WIDTH;
    return left_of(column) + (!shared ? blank / 2 : player == BOATS_RED ? 0 : blank);
}

static void paint_boat(const struct painter *p, int player) {
    const int column = p->s->boat[player], left = boat_left(p, player, column);
    const int row = row_above(p, boats_level(p->s, column));
    const enum pes_ink ink = player == BOATS_RED ? PES_INK_FIRST : PES_INK_SECOND;
    const bool sunk = boats_sunk(p->s, player);
    if (!sunk)
        put(p, row, left, ink, p->glyphs->sail[player]);
    put(p, row + 1, left, ink, sunk ? p->glyphs->wreck_left : p->glyphs->hull_left);
    put(p, row + 1, left + 1, ink, said(p, &letters[player]));
    put(p, row + 1, left + 2, ink, sunk ? p->glyphs->wreck_right : p->glyphs->hull_right);
}

/* Marks the last move: an arrow where the boat came from, or a triangle beside the new level. */
static void paint_last(const struct painter *p) {
    const pes_move m = p->how->last;
    if (p->how->before == NULL || m == PES_MOVE_NONE || m >= BOATS_OUTCOME)
        return;
    const struct boats *before = boats_at(p->how->before);
    const int column = boats_column(m), step = boats_step(m);
    if (column > 0) {
        put(p, p->floor + 1, left_of(column) + COLUMN_WIDTH / 2 + 1, PES_INK_MARK,
            step > 0 ? p->glyphs->raised : p->glyphs->lowered);
        return;
    }
    const int from = before->boat[before->mover];
    put(p, row_above(p, boats_level(p->s, from)) + 1, boat_left(p, before->mover, from),
        PES_INK_MARK, p->glyphs->wake[step > 0]);
}

static void paint_sky(const struct painter *p) {
    char line[64];
    snprintf(line, sizeof line, "%s %s", said(p, boats_name(BOATS_RED)), p->glyphs->heading[0]);
    put(p, 0, 1, PES_INK_FIRST, line);
    snprintf(line, sizeof line, "%s %s", p->glyphs->heading[1], said(p, boats_name(BOATS_GREEN)));
    put(p, 0, p->canvas->columns - 1 - utf8_width(line, strlen(line)), PES_INK_SECOND, line);
    if (p->s->mover != BOATS_ROLL)
        return;
    const char *text = said(p, &to_roll);
    put(p, 0, (p->canvas->columns - utf8_width(text, strlen(text))) / 2, PES_INK_STRONG, text);
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
    put(p, p->floor + 1, 0, PES_INK_DIM, said(p, &level_label));
    put(p, p->floor + 2, 0, PES_INK_DIM, said(p, &column_label));
    for (int column = 0; column <= p->lake->columns + 1; column++) {
        char number[12];
        const int left = left_of(column) + COLUMN_WIDTH / 2;
        snprintf(number, sizeof number, "%d", boats_level(p->s, column));
        if (!is_dock(p, column))
            put(p, p->floor + 1, left, PES_INK_STRONG, is_unknown(p, column) ? "?" : number);
        snprintf(number, sizeof number, "%2d", column);
        put(p, p->floor + 2, column == 0 ? DOCK_WIDTH - 2 : left - 1, PES_INK_DIM, number);
    }
}

void boats_paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas) {
    const struct boats_lake *lake = boats_lake(g);
    const struct painter p = {
        .lake = lake,
        .s = boats_at(s),
        .how = how,
        .glyphs = how->unicode ? &unicode_glyphs : &ascii_glyphs,
        .canvas = canvas,
        .floor = SKY_ROWS + LEVEL_ROWS * (lake->levels + 1),
    };
    pes_canvas_init(canvas, 2 * DOCK_WIDTH + lake->columns * COLUMN_WIDTH, p.floor + 3);
    paint_sky(&p);
    for (int column = 0; column <= lake->columns + 1; column++) {
        if (is_dock(&p, column))
            paint_dock(&p, column);
        else
            paint_water(&p, column);
    }
    repeat(&p, p.floor, 0, canvas->columns, PES_INK_GROUND, p.glyphs->floor);
    paint_last(&p);
    paint_boat(&p, BOATS_RED);
    paint_boat(&p, BOATS_GREEN);
    paint_numbers(&p);
}
