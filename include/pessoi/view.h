/* How a game looks, for terminal and browser alike: neither knows a rule of any game.
 *
 * A view names cells with shapes and places, the pieces on them, the cells to touch for each move,
 * and tells what a move does step by step. Places are in thousandths of a cell, x to the right, y
 * down, so that any screen can scale them.
 *
 * For the terminal a view also paints a canvas of characters in named inks; only the command line
 * turns inks into colours, and the picture must be readable without them. */
#ifndef PES_VIEW_H
#define PES_VIEW_H

#include "pessoi/game.h"

enum {
    PES_CELLS_MAX = 512,
    PES_PIECES_MAX = 1024,
    PES_TOUCHES_MAX = 8, /* cells to touch for one move */
    PES_STEPS_MAX = 512, /* steps of one move */
    PES_HAND_MAX = 64,   /* pieces that are not on the board yet */
    PES_THREATS_MAX = 64,
    PES_THREAT_CELLS_MAX = 8,
    PES_CANVAS_COLUMNS = 80,
    PES_CANVAS_ROWS = 48,
    PES_GLYPH_MAX = 5 /* bytes of one character, NUL included */
};

enum { PES_CELL_NONE = -1 };

enum pes_shape { PES_SHAPE_SQUARE, PES_SHAPE_CIRCLE, PES_SHAPE_HEXAGON };

/* One cell of the board. It is the same in every position of a variant. */
struct pes_cell {
    enum pes_shape shape;
    int32_t x, y;          /* centre, thousandths of a cell */
    int32_t width, height; /* thousandths of a cell */
    char label[8];         /* "h8"; "" where it has no name */
};

/* Something on a cell: a stone, a marble, a tile, a boat, water. */
struct pes_piece {
    int16_t cell;
    int8_t player;    /* owner, or -1 */
    uint8_t layer;    /* 0 is painted first */
    int32_t number;   /* a tile's number, a colour's; 0 where it has none */
    const char *kind; /* static: "boat", "water", "stone"; the browser's recipes know it by this */
};

enum pes_step_kind {
    PES_STEP_MOVE,    /* a piece goes from `from` to `to` */
    PES_STEP_PLACE,   /* a piece appears on `to` */
    PES_STEP_REMOVE,  /* the piece on `from` leaves the board */
    PES_STEP_CAPTURE, /* the piece on `from` changes owner to `player` */
    PES_STEP_CHANGE,  /* `from` changes by `value`: water rises, a tile grows */
    PES_STEP_POINTS,  /* `player` gets `value` points */
    PES_STEP_END      /* the game is over; `player` won, or -1: nobody */
};

/* One thing a move does. */
struct pes_step {
    enum pes_step_kind kind;
    int16_t from, to; /* cells, or PES_CELL_NONE */
    int8_t player;    /* whom it concerns, or -1 */
    uint8_t wave;     /* steps of one wave happen together; waves follow each other from 0 */
    int32_t value;
    const char *piece; /* kind of the piece concerned, or NULL */
};

/* Something a player would do with the next move if nobody did anything about it: what makes it or
 * is in danger, and where it strikes. */
struct pes_threat {
    int8_t player;
    uint8_t kind; /* the game's own: say_threat() knows it */
    uint8_t cell_count, at_count;
    int16_t cells[PES_THREAT_CELLS_MAX];
    int16_t at[PES_THREAT_CELLS_MAX];
};

/* Inks say what a character is, not how it looks. */
enum pes_ink {
    PES_INK_PLAIN,
    PES_INK_DIM,    /* coordinates, frames */
    PES_INK_STRONG, /* headings, numbers that matter */
    PES_INK_FIRST,  /* First's pieces */
    PES_INK_SECOND, /* Second's pieces */
    PES_INK_MARK,   /* the last move */
    PES_INK_BOARD,  /* empty cells */
    PES_INK_GROUND, /* walls, docks */
    PES_INK_WATER_TOP,
    PES_INK_WATER,
    PES_INK_TILE_0, /* nine colours that colour-blind people can tell apart; see PES_INK_TILE() */
    PES_INK_COUNT = PES_INK_TILE_0 + 9
};
#define PES_INK_TILE(colour) ((enum pes_ink)(PES_INK_TILE_0 + (colour)))

/* A picture of characters. Every cell holds one character of one column's width. */
struct pes_canvas {
    int columns, rows; /* the part in use */
    struct {
        char glyph[PES_GLYPH_MAX]; /* UTF-8, NUL-terminated; "" is a blank */
        uint8_t ink;               /* over the paper */
        uint8_t paper;             /* behind it; PES_INK_PLAIN is none */
    } at[PES_CANVAS_ROWS][PES_CANVAS_COLUMNS];
};

/* Empties the canvas and sets its size, at most PES_CANVAS_COLUMNS by PES_CANVAS_ROWS. */
PES_API void pes_canvas_init(struct pes_canvas *canvas, int columns, int rows);

/* Writes UTF-8 text from (row, column) on to the right, a column a character; what falls outside
 * is left out. `paper` PES_INK_PLAIN keeps what is there. */
PES_API void pes_canvas_put(struct pes_canvas *canvas, int row, int column, enum pes_ink ink,
                            enum pes_ink paper, const char *text);

/* What a picture may show besides the position. */
struct pes_draw {
    enum pes_lang lang;
    const struct pes_state *before; /* the position before `last`; NULL: no last move */
    pes_move last;                  /* a player's last move, to be marked; chance may have made
                                     * outcomes since */
    bool unicode;                   /* false: paint with ASCII only, in English words */
};

struct pes_view {
    uint32_t abi;
    const char *look; /* the browser's recipe: "lake", "stones"; an unknown one is drawn plainly */

    /* The cells of the board; returns how many, at most PES_CELLS_MAX. */
    int (*cells)(const struct pes_game *g, struct pes_cell out[]);

    /* What stands on them; returns how many, at most PES_PIECES_MAX. */
    int (*pieces)(const struct pes_game *g, const struct pes_state *s, struct pes_piece out[]);

    /* The cells to touch, in order, for a legal move; returns how many, at most PES_TOUCHES_MAX. No
     * two moves of a position have the same sequence, and none is the beginning of another, not
     * even if all but the last are touched in another order: people take either end of a group
     * first. 0: the move cannot be touched and needs a button (swap2's choices). */
    int (*touches)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                   int16_t out[PES_TOUCHES_MAX]);

    /* What m, about to be made in `before`, does step by step; returns how many steps, at most
     * PES_STEPS_MAX. */
    int (*trace)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                 struct pes_step out[]);

    /* One step of that trace as a sentence; returns its length as pes_say() does, 0 for a step
     * that needs no words: then nobody reads `out`. */
    size_t (*say_step)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                       const struct pes_step *step, enum pes_lang lang, char *out, size_t cap);

    /* Paints the position for a terminal of 80 by 24: at most 80 columns and 17 rows where the game
     * allows it. Begins with pes_canvas_init(): the canvas comes as the last picture left it. */
    void (*draw)(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas);

    /* The rest is for screens and may be NULL: then there is nothing of the kind. -------------- */

    /* What comes next and is not on the board yet, next first, as far as people may know it; `cell`
     * is PES_CELL_NONE. Returns how many, at most PES_HAND_MAX. */
    int (*hand)(const struct pes_game *g, const struct pes_state *s, struct pes_piece out[]);

    /* The score that wins the game; NULL or 0: none does. */
    int32_t (*target)(const struct pes_game *g);

    /* The cells that decided a game that is over; returns how many, at most PES_CELLS_MAX. */
    int (*won_by)(const struct pes_game *g, const struct pes_state *s, int16_t out[]);

    /* What both players threaten, the gravest first; returns how many, at most PES_THREATS_MAX. It
     * is for the eye, not for a search: facts of the next move, no opinions. */
    int (*threats)(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);

    /* One of them as a sentence; returns its length as pes_say() does. Required with threats(). */
    size_t (*say_threat)(const struct pes_game *g, const struct pes_state *s,
                         const struct pes_threat *threat, enum pes_lang lang, char *out,
                         size_t cap);

    /* What the button of a move without touches says, in a few words; returns its length as
     * pes_say() does. NULL: the move's text. */
    size_t (*say_button)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         enum pes_lang lang, char *out, size_t cap);

    /* For somebody who has never seen the game, in about 150 characters each: what one tries to do,
     * and how moves are typed, in words that hold for every variant. */
    struct pes_text goal;
    struct pes_text how_to_move;

    /* The game in one short sentence for a list, in about 60 characters; NULL members: the goal
     * serves. */
    struct pes_text tagline;
};

#endif
