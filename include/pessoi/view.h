/* How a game describes itself to screens: terminal and browser know no rules of any game.
 *
 * A view gives the cells with their shapes and coordinates, the pieces on them, the cells to touch
 * for each move, and the steps of a move. Coordinates are in thousandths of a cell, x to the right,
 * y down, so that any screen can scale them.
 *
 * For the terminal a view also draws a canvas of characters in named inks; only the command line
 * maps inks to colours, and the picture must be readable without colours. */
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
    PES_RULES_MAX = 6,       /* pictures of the rules of one game */
    PES_RULE_TEXT_MAX = 200, /* characters of the text of a picture */
    PES_LESSONS_MIN = 5,     /* steps of the lesson about one game */
    PES_LESSONS_MAX = 10,
    PES_LESSON_TITLE_MAX = 44, /* characters of the title of a step */
    PES_LESSON_TEXT_MAX = 260, /* of its other texts */
    PES_BRUSHES_MAX = 16,
    PES_CANVAS_COLUMNS = 80,
    PES_CANVAS_ROWS = 48,
    PES_GLYPH_MAX = 5 /* bytes of one character, NUL included */
};

enum { PES_CELL_NONE = -1 };

enum pes_shape { PES_SHAPE_SQUARE, PES_SHAPE_CIRCLE, PES_SHAPE_HEXAGON };

/* One cell of the board. The cells are the same in every position of a variant. */
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
    uint8_t layer;    /* 0 is drawn first */
    int32_t number;   /* of a tile or a colour; 0 if it has none */
    const char *kind; /* static: "boat", "water", "stone"; the browser's look draws it by kind */
};

enum pes_step_kind {
    PES_STEP_MOVE,    /* a piece goes from `from` to `to` */
    PES_STEP_PLACE,   /* a piece appears on `to` */
    PES_STEP_REMOVE,  /* the piece on `from` leaves the board */
    PES_STEP_CAPTURE, /* the piece on `from` changes owner to `player` */
    PES_STEP_CHANGE,  /* `from` changes by `value`: water rises, a tile grows */
    PES_STEP_POINTS,  /* `player` gets `value` points */
    PES_STEP_END      /* the game is over; `player` won, or -1: a draw */
};

/* One step of a move. */
struct pes_step {
    enum pes_step_kind kind;
    int16_t from, to; /* cells, or PES_CELL_NONE */
    int8_t player;    /* the player it concerns, or -1 */
    uint8_t wave;     /* steps of one wave are animated together, one wave after another, from 0 */
    int32_t value;
    const char *piece; /* kind of the piece concerned, or NULL */
};

/* A threat: something `player` will do with its next move unless the other prevents it. */
struct pes_threat {
    int8_t player;
    uint8_t kind;                        /* defined by the game, for say_threat() */
    uint8_t cell_count, at_count;        /* of the two lists */
    int16_t cells[PES_THREAT_CELLS_MAX]; /* with the pieces that threaten or are in danger */
    int16_t at[PES_THREAT_CELLS_MAX];    /* the cells where the threat is carried out */
};

/* What a move does to a threat. */
enum pes_deed {
    PES_DEED_MAKES,  /* the mover did not have it before */
    PES_DEED_STOPS,  /* the opponent had it */
    PES_DEED_LEAVES, /* the opponent had it, and still has it */
    PES_DEED_ALLOWS  /* the opponent did not have it before */
};

/* Inks are semantic: they name what a character stands for, not its colour. Every ink can be read
 * on dark and on light terminals. An ink may also be the paper of a character: BOARD as paper is a
 * board on which BLACK and WHITE can be seen; on any other paper use PLAIN, which is then black or
 * white, whichever can be read there. */
enum pes_ink {
    PES_INK_PLAIN,
    PES_INK_DIM,    /* coordinates, frames */
    PES_INK_STRONG, /* headings, numbers that matter */
    PES_INK_FIRST,  /* First's pieces, if players are not called by a colour */
    PES_INK_SECOND, /* Second's pieces */
    PES_INK_MARK,   /* the last move */
    PES_INK_BOARD,  /* empty cells */
    PES_INK_GROUND, /* walls, docks */
    PES_INK_WATER_TOP,
    PES_INK_WATER,
    PES_INK_TILE_0, /* nine colours that colour-blind people can tell apart; see PES_INK_TILE() */
    PES_INK_BLACK = PES_INK_TILE_0 + 9, /* the pieces of players who are called by a colour: */
    PES_INK_WHITE,                      /* these look as their names say */
    PES_INK_RED,
    PES_INK_GREEN,
    PES_INK_BLUE,
    PES_INK_COUNT
};
#define PES_INK_TILE(colour) ((enum pes_ink)(PES_INK_TILE_0 + (colour)))

/* A picture of characters. Every cell holds one character, one column wide. */
struct pes_canvas {
    int columns, rows; /* the part in use */
    struct {
        char glyph[PES_GLYPH_MAX]; /* UTF-8, NUL-terminated; "" is a blank */
        uint8_t ink;               /* foreground, enum pes_ink */
        uint8_t paper;             /* background, enum pes_ink; PES_INK_PLAIN: none */
    } at[PES_CANVAS_ROWS][PES_CANVAS_COLUMNS];
};

/* Empties the canvas and sets its size, at most PES_CANVAS_COLUMNS by PES_CANVAS_ROWS. */
PES_API void pes_canvas_init(struct pes_canvas *canvas, int columns, int rows);

/* Reduces the size of the canvas to the part that is not blank, at least 1 by 1. */
PES_API void pes_canvas_trim(struct pes_canvas *canvas);

/* Writes UTF-8 text from (row, column) to the right, one column per character; characters outside
 * the canvas are dropped. `paper` PES_INK_PLAIN keeps the background. */
PES_API void pes_canvas_put(struct pes_canvas *canvas, int row, int column, enum pes_ink ink,
                            enum pes_ink paper, const char *text);

/* What a picture may show besides the position. */
struct pes_draw {
    enum pes_lang lang;
    const struct pes_state *before; /* the position before `last`; NULL: no last move */
    pes_move last;                  /* the last move of a player, to be marked; chance outcomes may
                                     * have followed */
    bool unicode;                   /* false: draw shapes with ASCII only; words are in `lang` */
    int columns, rows;              /* of the terminal; 0: 80 and 24 */
};

/* Does a picture fit? A view tries its layouts, the richest first, in PES_DRAW_PASSES passes, and
 * takes the first that fits: in pass 0 with rows for text below it, in pass 1 with rows for one
 * sentence and a prompt, in pass 2 with any height. If none fits, the last layout stays. */
enum { PES_DRAW_PASSES = 3, PES_DRAW_TEXT_ROWS = 7, PES_DRAW_PROMPT_ROWS = 3 };
static inline int pes_draw_columns(const struct pes_draw *how) {
    return how->columns > 0 && how->columns < PES_CANVAS_COLUMNS ? how->columns
                                                                 : PES_CANVAS_COLUMNS;
}
static inline int pes_draw_rows(const struct pes_draw *how, int pass) {
    const int rows =
        (how->rows > 0 ? how->rows : 24) - (pass == 0 ? PES_DRAW_TEXT_ROWS : PES_DRAW_PROMPT_ROWS);
    return rows < PES_CANVAS_ROWS ? rows : PES_CANVAS_ROWS;
}
static inline bool pes_draw_fits(const struct pes_draw *how, const struct pes_canvas *canvas,
                                 int pass) {
    return canvas->columns <= pes_draw_columns(how) &&
           (pass >= 2 || canvas->rows <= pes_draw_rows(how, pass));
}

/* One picture of the rules: one or two short sentences, and a game of a few moves. A screen shows
 * the position before the last move of a player, then that move and the outcomes of chance after it
 * as they are made. A small variant makes a large picture. */
struct pes_rule {
    struct pes_text text; /* at most PES_RULE_TEXT_MAX characters; NULL members end a list */
    const char *variant;  /* NULL: the default variant */
    const char *position; /* as text; NULL: the start */
    const char *moves;    /* "R L", chance outcomes included, until a player is to move or the game
                           * is over; NULL: none */
    const char *crossed;  /* the labels of cells where the text says that something is not possible,
                           * to be crossed out after the move: "e5 f6"; NULL: none */
};

/* One step of the lesson about a game: a position in which a person must play, and what they hear
 * before and after it. Together the steps teach every rule to a person who does not know the game.
 */
struct pes_lesson {
    struct pes_text title; /* what to do, in a few words; NULL members end a list */
    struct pes_text task;  /* the rule behind it */
    struct pes_text done;  /* after a move that does it */
    struct pes_text miss;  /* after another legal move; NULL members: every legal move does it */
    const char *variant;   /* NULL: the default variant */
    const char *position;  /* as text; NULL: the start */
    const char *moves;     /* played from there before the person moves; NULL: none */
    const char *accepted;  /* the moves that do it: "e3e4 e2e3"; NULL: every legal move */

    /* What to touch for the first of these moves, one sentence per touch: for steps that explain
     * how one enters a move. NULL members in the first: not said. */
    struct pes_text touch[PES_TOUCHES_MAX];
};

/* One brush of the palette with which people set up a position by hand. */
struct pes_brush {
    struct pes_text title; /* "White stone", "Nothing", "Black to move" */
    const char *kind;      /* of the piece that it paints, as in struct pes_piece; NULL: none */
    int8_t player;         /* its owner, or -1 */
    bool on_cell;          /* false: it changes the position as a whole (who is to move) */
    int32_t min, max;      /* of its number, which the person chooses; the same: it is this one */
};

struct pes_view {
    uint32_t abi;
    const char *look; /* how the browser draws it: "lake", "stones"; unknown: a generic look */

    /* The cells of the board; returns how many, at most PES_CELLS_MAX. */
    int (*cells)(const struct pes_game *g, struct pes_cell out[]);

    /* The pieces on them; returns how many, at most PES_PIECES_MAX. */
    int (*pieces)(const struct pes_game *g, const struct pes_state *s, struct pes_piece out[]);

    /* The cells to touch, in order, for a legal move; returns how many, at most PES_TOUCHES_MAX. No
     * two moves of a position have the same sequence, and no sequence is a prefix of another,
     * whatever the order of the touches before the last: people may touch either end of a group
     * first. 0: the move is not made by touching cells and needs a button (swap2's choices). */
    int (*touches)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                   int16_t out[PES_TOUCHES_MAX]);

    /* The steps of m, about to be made in `before`; returns how many, at most PES_STEPS_MAX. */
    int (*trace)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                 struct pes_step out[]);

    /* One step of that trace as a sentence; returns its length as pes_say() does. 0: the step needs
     * no sentence, and `out` is ignored. */
    size_t (*say_step)(const struct pes_game *g, const struct pes_state *before, pes_move m,
                       const struct pes_step *step, enum pes_lang lang, char *out, size_t cap);

    /* Draws the position for a terminal of how->columns by how->rows. If the picture does not
     * fit, the view draws a smaller one: a legend below the board or none, smaller cells; see
     * pes_draw_fits(). If even its smallest picture is too wide, it draws that one, and the
     * terminal shows the position as text. Must call pes_canvas_init() first: the canvas may hold
     * an earlier picture. */
    void (*draw)(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                 struct pes_canvas *canvas);

    /* Optional: NULL means that the game has nothing of the kind. ----------------------------- */

    /* The pieces that come next and are not on the board yet, the next one first, as far as the
     * players may know them; `cell` is PES_CELL_NONE. Returns how many, at most PES_HAND_MAX. */
    int (*hand)(const struct pes_game *g, const struct pes_state *s, struct pes_piece out[]);

    /* The score that wins the game; 0: there is none in this variant. */
    int32_t (*target)(const struct pes_game *g);

    /* The cells that decided a finished game, e.g. a row of five; returns how many, at most
     * PES_CELLS_MAX. */
    int (*won_by)(const struct pes_game *g, const struct pes_state *s, int16_t out[]);

    /* The threats of both players, the most serious first; returns how many, at most
     * PES_THREATS_MAX. For display, not for a search: facts about the next move, no judgement. */
    int (*threats)(const struct pes_game *g, const struct pes_state *s, struct pes_threat out[]);

    /* One of them as a sentence; returns its length as pes_say() does. Required with threats(). */
    size_t (*say_threat)(const struct pes_game *g, const struct pes_state *s,
                         const struct pes_threat *threat, enum pes_lang lang, char *out,
                         size_t cap);

    /* The label of a legal move, a few words as on a button: "Play Black", "Raise column 2";
     * returns its length as pes_say() does. 0, or NULL for all moves: its text is the label. */
    size_t (*say_button)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         enum pes_lang lang, char *out, size_t cap);

    /* For people who have never seen the game, in about 150 characters each: the goal of the game,
     * and how moves are typed, true for every variant. */
    struct pes_text goal;
    struct pes_text how_to_move;

    /* The text of the move that touches of these cells stand for, whether it is legal or not, so
     * that rules->move_parse() can say why it is refused. A player is to move; `count` is from 1 to
     * PES_TOUCHES_MAX, and all cells but the last may come in any order. False: they stand for no
     * move. The touches of a legal move give a text that is read as that move; any other touches
     * give none, or one that is refused. NULL: touches are refused without a reason. */
    bool (*touched)(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                    int count, char out[PES_MOVE_TEXT_MAX]);

    /* The rules in pictures, three to PES_RULES_MAX: first the goal, then how one moves, then what
     * a newcomer would not expect. NULL: there are none. */
    const struct pes_rule *rules;

    /* The variant of a person's first game in the browser; NULL: the default variant. */
    const char *usual_variant;

    /* The game in one short sentence for a list, in about 60 characters; NULL members: `goal` is
     * used instead. */
    struct pes_text tagline;

    /* Why the finished game s ended as it did, as the rest of a sentence such as "You win: ..",
     * without a full stop; returns its length as pes_say() does. `you` is the player who reads it
     * and is addressed as "you", or -1. NULL: only the winner is named. */
    size_t (*say_why)(const struct pes_game *g, const struct pes_state *s, pes_player you,
                      enum pes_lang lang, char *out, size_t cap);

    /* The rules as a lesson of PES_LESSONS_MIN to PES_LESSONS_MAX steps; NULL: there is none. */
    const struct pes_lesson *lessons;

    /* Where the game comes from, and what is known about it, for the page after the lesson; NULL
     * members: not said. */
    struct pes_text source, known;

    /* The palette of this variant; returns how many brushes, at most PES_BRUSHES_MAX: with them any
     * position in which a player is to move can be set up from any other. NULL: positions cannot be
     * set up by hand. */
    int (*palette)(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]);

    /* Paints with brush number `brush` and a number from its min to its max, on a cell of the board
     * or, if the brush is not for cells, PES_CELL_NONE. False: it changes nothing there. The
     * position may become one that valid() refuses; pieces(), hand(), turn(), scores(), name_of()
     * and state_format() accept it all the same, and what state_parse() says about its text, after
     * the name of the field, is said to the person. Required with palette(). */
    bool (*paint)(const struct pes_game *g, struct pes_state *s, int brush, int32_t number,
                  int16_t cell);

    /* What a move does to a threat, as a phrase without its subject, the move, and without a full
     * stop: "makes an open three"; returns its length as pes_say() does. s is the position before
     * the move if the threat was there already, else the one after it. A phrase about a threat that
     * the move makes does not tell where the move goes: hints use it. 0, or NULL for all threats:
     * the coach does not mention it. */
    size_t (*say_deed)(const struct pes_game *g, const struct pes_state *s,
                       const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                       char *out, size_t cap);
};

#endif
