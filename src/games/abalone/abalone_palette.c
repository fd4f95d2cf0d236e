/* The palette of Abalone: marbles, whose turn it is, and the marbles that each side has lost. */
#include "games/abalone/abalone.h"

static const char marble[] = "marble";

enum {
    BRUSH_NOTHING,
    BRUSH_BLACK,
    BRUSH_WHITE,
    BRUSH_BLACK_MOVES,
    BRUSH_WHITE_MOVES,
    BRUSH_BLACK_LOST,
    BRUSH_WHITE_LOST,
    BRUSHES
};

static const struct pes_brush brushes[BRUSHES] = {
    [BRUSH_NOTHING] = {.title = PES_TEXT("Nothing", "Τίποτα"), .player = -1, .on_cell = true},
    [BRUSH_BLACK] = {.title = PES_TEXT("Black marble", "Μαύρη μπίλια"),
                     .kind = marble,
                     .player = ABALONE_BLACK,
                     .on_cell = true},
    [BRUSH_WHITE] = {.title = PES_TEXT("White marble", "Λευκή μπίλια"),
                     .kind = marble,
                     .player = ABALONE_WHITE,
                     .on_cell = true},
    [BRUSH_BLACK_MOVES] = {.title = PES_TEXT("Black to move", "Παίζει ο Μαύρος"),
                           .player = ABALONE_BLACK},
    [BRUSH_WHITE_MOVES] = {.title = PES_TEXT("White to move", "Παίζει ο Λευκός"),
                           .player = ABALONE_WHITE},
    [BRUSH_BLACK_LOST] = {.title =
                              PES_TEXT("Marbles that Black has lost", "Μπίλιες που έχασε ο Μαύρος"),
                          .player = ABALONE_BLACK},
    [BRUSH_WHITE_LOST] = {.title =
                              PES_TEXT("Marbles that White has lost", "Μπίλιες που έχασε ο Λευκός"),
                          .player = ABALONE_WHITE},
};

int abalone_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    memcpy(out, brushes, sizeof brushes);
    out[BRUSH_BLACK_LOST].max = out[BRUSH_WHITE_LOST].max = abalone_table(g)->eject;
    return BRUSHES;
}

/* The marble of a cell: its player, or -1. */
static int marble_at(const struct abalone *s, int place) {
    return abalone_holds(s->marbles[ABALONE_BLACK], place)   ? ABALONE_BLACK
           : abalone_holds(s->marbles[ABALONE_WHITE], place) ? ABALONE_WHITE
                                                             : -1;
}

static bool put_marble(struct abalone *s, int place, int player) {
    if (marble_at(s, place) == player)
        return false;
    const uint64_t bit = UINT64_C(1) << place;
    s->marbles[ABALONE_BLACK] &= ~bit;
    s->marbles[ABALONE_WHITE] &= ~bit;
    if (player >= 0)
        s->marbles[player] |= bit;
    return true;
}

/* Sets one byte of the position; false if it has that value. */
static bool set_byte(uint8_t *byte, int value) {
    const bool changed = *byte != value;
    *byte = (uint8_t)value;
    return changed;
}

bool abalone_stroke(const struct pes_game *g, struct pes_state *state, int brush, int32_t number,
                    int16_t cell) {
    (void)g;
    struct abalone *s = (struct abalone *)(void *)state;
    const int8_t player = brushes[brush].player;
    switch (brush) {
    case BRUSH_NOTHING:
    case BRUSH_BLACK:
    case BRUSH_WHITE:
        return put_marble(s, abalone_place_of[cell], player);
    case BRUSH_BLACK_MOVES:
    case BRUSH_WHITE_MOVES:
        return set_byte(&s->mover, player);
    default:
        return set_byte(&s->lost[player], number);
    }
}
