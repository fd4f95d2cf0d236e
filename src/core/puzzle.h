/* Puzzles: positions with one move that is better than all others. docs/formats/puzzles.md
 * describes the file; `pessoi puzzles` makes it, and a kit contains the text of one.
 *
 *     struct puzzle_set set;
 *     err = puzzle_set_parse(&set, text, length, note);
 *     const struct puzzle *p = puzzle_find(&set, "1f3a99c2");
 *     err = puzzle_open(kit, p, &game, &history, note);
 *
 * A puzzle asks for one or more moves of the player to move, the solver. Its line alternates
 * between them and the opponent's replies; outcomes of chance are in place. For every turn of the
 * solver the file says which other moves are as good, and what follows the rest. */
#ifndef CORE_PUZZLE_H
#define CORE_PUZZLE_H

#include "core/str.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

enum {
    PUZZLE_FORMAT = 1,
    PUZZLE_BYTES_MAX = 8 << 20, /* of a file */
    PUZZLES_MAX = 10000,        /* in a file */
    PUZZLE_ID_LENGTH = 8,
    PUZZLE_TURNS_MAX = 16, /* of the solver, in one puzzle */
    PUZZLE_TRIES_MAX = 99, /* of one level */
    PUZZLE_GRADES = 5
};

enum puzzle_kind {
    PUZZLE_WIN,  /* only this move wins by force */
    PUZZLE_SAVE, /* all other moves lose by force */
    PUZZLE_BEST, /* this move is clearly better */
    PUZZLE_KIND_COUNT
};

/* How it is known. */
enum puzzle_proof {
    PUZZLE_BY_TABLE,   /* an exact table of all positions */
    PUZZLE_BY_TACTICS, /* a search for forced wins that is specific to the game */
    PUZZLE_BY_SEARCH,
    PUZZLE_PROOF_COUNT
};

/* One turn of the solver. All texts are NUL-terminated and belong to the set. */
struct puzzle_turn {
    const char *move;
    const char *reply;  /* what follows it: outcomes and the opponent's moves; in the last turn how
                         * the game could go on; may be "" */
    const char *extras; /* lines `also` and `wrong` */
    int extra_count;
};

struct puzzle {
    const char *id;
    const char *variant;  /* "": the default */
    const char *position; /* a little before the puzzle, so that the last move can be seen .. */
    const char *moves;    /* .. played from there; "": none */
    enum puzzle_kind kind;
    enum puzzle_proof proof;
    int plies; /* to the end of the game for PUZZLE_WIN, else 0 */
    struct puzzle_turn turns[PUZZLE_TURNS_MAX];
    int turn_count; /* at least 1 */
    double chance;  /* the solver's to win with the first move, 0..1 */
    double next;    /* the same with the second best move */
    double score;   /* the decimal logarithm of Ai Ai's score: legal moves per winning move */
    int levels;     /* levels of the game that tried it; 0: the game has none */
    int tries;      /* of each level */
    int8_t found[PES_LEVELS_MAX]; /* how often each played the first move */
    int32_t file_line;            /* of the id, from 1 */
};

struct puzzle_head {
    const char *game; /* its name */
    const char *how;  /* the options of the command that makes the file again */
    int64_t searched; /* games that were searched */
};

struct puzzle_set {
    char *bytes; /* owns all texts */
    struct puzzle_head head;
    struct puzzle *list;
    int count;
};

/* Reads text[0..length), which is copied. The forms are checked; the moves are not, see
 * puzzle_check(). The note has the line. On error the set is empty. */
PES_MUST_USE enum pes_err puzzle_set_parse(struct puzzle_set *set, const char *text, size_t length,
                                           struct pes_note *note);
void puzzle_set_release(struct puzzle_set *set);

/* The puzzle with this id; NULL: there is none. */
const struct puzzle *puzzle_find(const struct puzzle_set *set, const char *id);

/* Opens the variant and plays up to the position of the puzzle; ownership of both passes to the
 * caller. On error nothing is open. */
PES_MUST_USE enum pes_err puzzle_open(const struct pes_kit *kit, const struct puzzle *p,
                                      struct pes_game **game, struct pes_history **history,
                                      struct pes_note *note);

/* Plays the first `turns` turns from the puzzle's position, replies included. */
PES_MUST_USE enum pes_err puzzle_advance(const struct puzzle *p, struct pes_history *h, int turns,
                                         struct pes_note *note);

/* Is the move, another than that of the line, as good in turn `turn`, from 0? */
bool puzzle_also(const struct puzzle *p, int turn, const char *move);

/* What follows a move that is not good. */
struct puzzle_reply {
    const char *moves; /* of `length` bytes; may be empty */
    size_t length;
    int percent; /* the solver's chance to win after the wrong move; -1: not said */
};
/* The reply to a move that is neither that of the line nor as good in turn `turn`; false: the file
 * has none. */
bool puzzle_wrong(const struct puzzle *p, int turn, const char *move, struct puzzle_reply *out);

/* 1, every level finds it, to PUZZLE_GRADES, nearly none does. */
int puzzle_grade(const struct puzzle *p);

/* Does level n, from 1, play the first move more often than not? */
bool puzzle_found(const struct puzzle *p, int n);

const char *puzzle_kind_word(enum puzzle_kind kind);    /* "win", "save", "best" */
const char *puzzle_proof_word(enum puzzle_proof proof); /* "table", "tactics", "search" */

/* Is every move of it legal, and is there a reply to every wrong one? The note says what is not. */
PES_MUST_USE enum pes_err puzzle_check(const struct pes_kit *kit, const struct puzzle *p,
                                       struct pes_note *note);

#endif
