/* The palette of Gomoku: stones, and under swap2 the phase of the opening.
 *
 * Whose turn it is follows from the number of stones, so there is no brush for it. Invariant:
 * stones plus empty points are the points of the board, whatever is painted. */
#include "games/gomoku/gomoku.h"

static const char stone[] = "stone";

enum { BRUSH_NOTHING, BRUSH_BLACK, BRUSH_WHITE, BRUSH_PHASES };

static const struct pes_brush stones[BRUSH_PHASES] = {
    [BRUSH_NOTHING] = {.title = PES_TEXT("Nothing", "Τίποτα"), .player = -1, .on_cell = true},
    [BRUSH_BLACK] = {.title = PES_TEXT("Black stone", "Μαύρο πούλι"),
                     .kind = stone,
                     .player = 0,
                     .on_cell = true,
                     .min = 1 + GOMOKU_BLACK,
                     .max = 1 + GOMOKU_BLACK},
    [BRUSH_WHITE] = {.title = PES_TEXT("White stone", "Λευκό πούλι"),
                     .kind = stone,
                     .player = 1,
                     .on_cell = true,
                     .min = 1 + GOMOKU_WHITE,
                     .max = 1 + GOMOKU_WHITE},
};

static const struct pes_text phases[GOMOKU_PHASES] = {
    [GOMOKU_FIRST_BLACK] = PES_TEXT("The first player has Black", "Ο πρώτος έχει τα μαύρα"),
    [GOMOKU_FIRST_WHITE] = PES_TEXT("The first player has White", "Ο πρώτος έχει τα λευκά"),
    [GOMOKU_FIRST_PLACES] =
        PES_TEXT("Opening: the first player places three stones", "Άνοιγμα: ο πρώτος βάζει τρία "
                                                                  "πούλια"),
    [GOMOKU_SECOND_CHOOSES] =
        PES_TEXT("Opening: the second player chooses", "Άνοιγμα: διαλέγει ο δεύτερος"),
    [GOMOKU_SECOND_PLACES] = PES_TEXT("Opening: the second player places two stones",
                                      "Άνοιγμα: ο δεύτερος βάζει δύο πούλια"),
    [GOMOKU_FIRST_CHOOSES] =
        PES_TEXT("Opening: the first player chooses a colour", "Άνοιγμα: ο πρώτος διαλέγει χρώμα"),
};

int gomoku_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    int n = 0;
    for (; n < BRUSH_PHASES; n++)
        out[n] = stones[n];
    for (int phase = 0; gomoku_board(g)->swap2 && phase < GOMOKU_PHASES; phase++)
        out[n++] = (struct pes_brush){.title = phases[phase], .player = -1};
    assert(n <= PES_BRUSHES_MAX);
    return n;
}

static void take_away(const struct gomoku_board *board, struct gomoku *s, int point) {
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
        if (!gomoku_has(board, s, point, colour))
            continue;
        gomoku_clear(board, &s->lines, point, colour);
        s->empty[point / 64] |= UINT64_C(1) << (point % 64);
        s->stones--;
    }
    assert(gomoku_empty(s, point));
    assert(gomoku_count_empty(s) + s->stones == board->points);
}

bool gomoku_stroke(const struct pes_game *g, struct pes_state *state, int brush, int32_t number,
                   int16_t cell) {
    const struct gomoku_board *board = gomoku_board(g);
    struct gomoku *s = (struct gomoku *)(void *)state;
    (void)number;
    if (brush >= BRUSH_PHASES) {
        const uint8_t before = s->phase;
        s->phase = (uint8_t)(brush - BRUSH_PHASES);
        return s->phase != before;
    }
    const int colour = brush - BRUSH_BLACK;
    if (brush == BRUSH_NOTHING ? gomoku_empty(s, cell) : gomoku_has(board, s, cell, colour))
        return false;
    take_away(board, s, cell);
    if (brush != BRUSH_NOTHING)
        gomoku_put(board, s, cell, colour);
    gomoku_settle(board, s);
    return true;
}
