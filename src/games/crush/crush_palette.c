/* The palette of Crush: tiles of every colour and unknown ones, hidden rows included, whose turn it
 * is, and the scores.
 *
 * A position that is set up is one in which a player is to move: tiles that chance would bring
 * become unknown. Invariant: no `.` is left after a stroke, and the phase is CRUSH_PLAY. */
#include "games/crush/crush.h"

static const char tile[] = "tile", unknown_tile[] = "unknown";

/* The brushes after those of the colours, which are as many as the variant has. */
enum {
    BRUSH_UNKNOWN,
    BRUSH_FIRST_MOVES,
    BRUSH_SECOND_MOVES,
    BRUSH_FIRST_SCORE,
    BRUSH_SECOND_SCORE
};
enum { BRUSHES_BESIDES = 5 };

static const struct pes_text colours[CRUSH_COLOURS_MAX] = {
    PES_TEXT("Tile A", "Πλακίδιο A"), PES_TEXT("Tile B", "Πλακίδιο B"),
    PES_TEXT("Tile C", "Πλακίδιο C"), PES_TEXT("Tile D", "Πλακίδιο D"),
    PES_TEXT("Tile E", "Πλακίδιο E"), PES_TEXT("Tile F", "Πλακίδιο F"),
    PES_TEXT("Tile G", "Πλακίδιο G"), PES_TEXT("Tile H", "Πλακίδιο H"),
    PES_TEXT("Tile I", "Πλακίδιο I"),
};

static const struct pes_brush besides[BRUSHES_BESIDES] = {
    [BRUSH_UNKNOWN] = {.title = PES_TEXT("Unknown tile", "Άγνωστο πλακίδιο"),
                       .kind = unknown_tile,
                       .player = -1,
                       .on_cell = true},
    [BRUSH_FIRST_MOVES] = {.title = PES_TEXT("First to move", "Παίζει ο πρώτος"), .player = 0},
    [BRUSH_SECOND_MOVES] = {.title = PES_TEXT("Second to move", "Παίζει ο δεύτερος"), .player = 1},
    [BRUSH_FIRST_SCORE] = {.title = PES_TEXT("Points of First", "Πόντοι του πρώτου"),
                           .player = 0,
                           .max = CRUSH_SCORE_MAX},
    [BRUSH_SECOND_SCORE] = {.title = PES_TEXT("Points of Second", "Πόντοι του δεύτερου"),
                            .player = 1,
                            .max = CRUSH_SCORE_MAX},
};

int crush_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    int n = 0;
    for (; n < crush_board(g)->colours; n++)
        out[n] = (struct pes_brush){
            .title = colours[n], .kind = tile, .player = -1, .on_cell = true, .min = n, .max = n};
    memcpy(out + n, besides, sizeof besides);
    assert(n + BRUSHES_BESIDES <= PES_BRUSHES_MAX);
    return n + BRUSHES_BESIDES;
}

/* Makes a chance node a position in which a player is to move. */
static void end_chance(const struct crush_board *board, struct crush *s) {
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->height; y++)
            if (crush_tile(board, s, x, y) == CRUSH_DOT)
                crush_put(board, s, x, y, CRUSH_UNKNOWN);
    s->phase = CRUSH_PLAY;
    s->wave = s->first = 0;
}

bool crush_stroke(const struct pes_game *g, struct pes_state *state, int brush, int32_t number,
                  int16_t cell) {
    const struct crush_board *board = crush_board(g);
    struct crush *s = crush_to(state);
    struct crush before;
    memcpy(&before, s, g->state_size);
    end_chance(board, s);
    switch (brush - board->colours) {
    case BRUSH_FIRST_MOVES:
    case BRUSH_SECOND_MOVES:
        s->side = (uint8_t)(brush - board->colours - BRUSH_FIRST_MOVES);
        break;
    case BRUSH_FIRST_SCORE:
    case BRUSH_SECOND_SCORE:
        s->score[brush - board->colours - BRUSH_FIRST_SCORE] = (uint32_t)number;
        break;
    default:
        assert(crush_view_cell(board, cell / board->height, cell % board->height) == cell);
        crush_put(board, s, cell / board->height, cell % board->height,
                  brush < board->colours ? brush : CRUSH_UNKNOWN);
    }
    return memcmp(s, &before, g->state_size) != 0;
}
