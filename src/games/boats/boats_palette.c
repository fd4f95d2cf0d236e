/* The palette of Boats on the lake: water, boats, whose turn it is, and the last move, which may
 * not be undone under ko.
 *
 * Water is painted by height: the touched cell becomes the surface of its column, or the air above
 * it. A boat goes to the column of the touched cell and floats there. Invariant: every level and
 * both boats stay on the lake (boats_in_bounds()). */
#include "games/boats/boats.h"

static const char water[] = "water", boat[] = "boat";

enum {
    BRUSH_AIR,
    BRUSH_WATER,
    BRUSH_RED,
    BRUSH_GREEN,
    BRUSH_RED_MOVES,
    BRUSH_GREEN_MOVES,
    BRUSH_LAST_UNKNOWN,
    BRUSH_LAST_LEFT,
    BRUSH_LAST_RIGHT,
    BRUSH_LAST_RAISED,
    BRUSH_LAST_LOWERED,
    BRUSHES
};

static const struct pes_brush brushes[BRUSHES] = {
    [BRUSH_AIR] = {.title = PES_TEXT("Nothing", "Τίποτα"), .player = -1, .on_cell = true},
    [BRUSH_WATER] = {.title = PES_TEXT("Water up to here", "Νερό ως εδώ"),
                     .kind = water,
                     .player = -1,
                     .on_cell = true},
    [BRUSH_RED] = {.title = PES_TEXT("Red boat", "Κόκκινη βάρκα"),
                   .kind = boat,
                   .player = BOATS_RED,
                   .on_cell = true},
    [BRUSH_GREEN] = {.title = PES_TEXT("Green boat", "Πράσινη βάρκα"),
                     .kind = boat,
                     .player = BOATS_GREEN,
                     .on_cell = true},
    [BRUSH_RED_MOVES] = {.title = PES_TEXT("Red to move", "Παίζει ο Κόκκινος"),
                         .player = BOATS_RED},
    [BRUSH_GREEN_MOVES] = {.title = PES_TEXT("Green to move", "Παίζει ο Πράσινος"),
                           .player = BOATS_GREEN},
    [BRUSH_LAST_UNKNOWN] = {.title = PES_TEXT("Last move: unknown", "Τελευταία κίνηση: άγνωστη"),
                            .player = -1},
    [BRUSH_LAST_LEFT] = {.title = PES_TEXT("Last move: a boat to the left",
                                           "Τελευταία κίνηση: βάρκα αριστερά"),
                         .player = -1},
    [BRUSH_LAST_RIGHT] = {.title = PES_TEXT("Last move: a boat to the right",
                                            "Τελευταία κίνηση: βάρκα δεξιά"),
                          .player = -1},
    [BRUSH_LAST_RAISED] = {.title = PES_TEXT("Last move: raised column",
                                             "Τελευταία κίνηση: ανέβηκε η στήλη"),
                           .player = -1,
                           .min = 1},
    [BRUSH_LAST_LOWERED] = {.title = PES_TEXT("Last move: lowered column",
                                              "Τελευταία κίνηση: κατέβηκε η στήλη"),
                            .player = -1,
                            .min = 1},
};

int boats_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    memcpy(out, brushes, sizeof brushes);
    out[BRUSH_LAST_RAISED].max = out[BRUSH_LAST_LOWERED].max = boats_lake(g)->columns;
    return BRUSHES;
}

/* Sets a column's level; docks have no other. */
static void fill(const struct boats_lake *lake, struct boats *s, int column, int level) {
    if (column < 1 || column > lake->columns || level < 0 || level > lake->levels)
        return;
    s->water &= ~(UINT64_C(15) << (4 * column));
    s->water |= (uint64_t)level << (4 * column);
}

/* The last move of a brush. */
static pes_move last_of(int brush, int column) {
    switch (brush) {
    case BRUSH_LAST_LEFT:
        return BOATS_LEFT;
    case BRUSH_LAST_RIGHT:
        return BOATS_RIGHT;
    case BRUSH_LAST_RAISED:
        return boats_raise(column);
    case BRUSH_LAST_LOWERED:
        return boats_lower(column);
    default:
        return PES_MOVE_NONE;
    }
}

/* A changed position no longer follows from the last move, which becomes unknown. A lake that would
 * be drawn first is set up by hand instead. */
bool boats_stroke(const struct pes_game *g, struct pes_state *state, int brush, int32_t number,
                  int16_t cell) {
    const struct boats_lake *lake = boats_lake(g);
    struct boats *s = (struct boats *)(void *)state;
    const struct boats before = *s;
    if (s->mover == BOATS_ROLL)
        s->mover = BOATS_RED;
    if (brush >= BRUSH_LAST_UNKNOWN) {
        s->last = (uint8_t)last_of(brush, number);
    } else if (brush >= BRUSH_RED_MOVES) {
        s->mover = (uint8_t)brushes[brush].player;
    } else {
        const int column = boats_column_of_cell(lake, cell);
        const int level = boats_level_of_cell(lake, cell);
        if (brush == BRUSH_AIR && boats_level(s, column) >= level)
            fill(lake, s, column, level - 1);
        else if (brush == BRUSH_WATER)
            fill(lake, s, column, level);
        else if (brush >= BRUSH_RED)
            s->boat[brushes[brush].player] = (uint8_t)column;
    }
    assert(boats_in_bounds(lake, s));
    if (memcmp(s, &before, sizeof before) == 0)
        return false;
    if (brush < BRUSH_LAST_UNKNOWN)
        s->last = PES_MOVE_NONE;
    return true;
}
