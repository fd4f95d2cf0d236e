/* Solving: the exact value of every position of a game whose kit numbers them.
 *
 * Retrograde analysis (Bellman 1965; Thompson 1986): the ends of games are known; each pass goes
 * back from the positions decided last to their predecessors, one ply further, until nothing new is
 * found. Positions without a value are then draws. Repetition and the ply cap are ignored, because
 * they belong to a game's history and not to a position. A draw is therefore a game that neither
 * side can win by force, ended by the rules or endless.
 *
 * Values are the mover's, against best play: n > 0 wins in n plies, n < 0 loses in -n plies, 0 is a
 * draw. Where the history may forbid a move (ko) the table has the values with and without it.
 *
 * The result is a table, a file described in docs/formats/table.md. It is compressed, and single
 * positions can be looked up without decompressing the whole. */
#ifndef PES_SOLVE_H
#define PES_SOLVE_H

#include "pessoi/kit.h"

#include <stdatomic.h>

enum {
    PES_SOLVE_PLIES_MAX = 125, /* the longest forced win or loss a table can hold */
    PES_SOLVE_MOVES_MAX = 254, /* moves in a position */
    PES_SOLVE_PATH_MAX = 4096  /* bytes of a file's name, NUL included */
};

/* The default folder of tables: $XDG_CACHE_HOME/pessoi, else ~/.cache/pessoi. Fails with UNKNOWN
 * where neither is set. */
PES_API PES_MUST_USE enum pes_err pes_table_folder(char out[PES_SOLVE_PATH_MAX],
                                                   struct pes_note *note);

/* How far a solution has come. */
struct pes_solve_progress {
    int32_t pass;   /* 0: examining every position once; n: going back from those decided in n
                       plies; -1: writing a file */
    uint64_t done;  /* position numbers done in this pass */
    uint64_t total; /* of this many */
};

struct pes_solve {
    const struct pes_game *game;
    const char *folder; /* for the table and checkpoints; created if it does not exist */
    int32_t jobs;       /* threads; 0: one per core */

    /* The least number of seconds between two checkpoints; 0: after every pass, < 0: never. */
    int32_t checkpoint_seconds;
    const atomic_bool *stop; /* borrowed; once true, solving ends with STOPPED. NULL: never */

    /* Called from time to time, on the thread that called pes_solve_run(). NULL: no reports. */
    void (*progress)(void *to, const struct pes_solve_progress *how);
    void *progress_to;
};

/* What a solution started from. */
enum pes_solve_from {
    PES_SOLVE_FROM_START,
    PES_SOLVE_FROM_CHECKPOINT, /* of a run that was interrupted */
    PES_SOLVE_FROM_TABLE       /* the table existed already */
};

struct pes_solve_result {
    uint64_t numbers;           /* what index->count() says */
    uint64_t positions;         /* those that stand for a position */
    uint64_t won, lost, drawn;  /* by the mover with nothing forbidden; they sum to positions */
    int32_t longest_win;        /* plies; 0: there is no forced win */
    int32_t longest_loss;       /* plies */
    bool bans;                  /* may a move be forbidden? Then there are two more: */
    int32_t longest_win_banned; /* the longest win where the best move is forbidden */
    int32_t longest_loss_banned;
    enum pes_solve_from from;
    int32_t from_pass;              /* the pass after the checkpoint */
    uint64_t table_bytes;           /* of the file */
    char table[PES_SOLVE_PATH_MAX]; /* its name */
};

/* Solves the game and writes the table, unless the whole table exists; a damaged one is made again.
 * Resumes from a matching checkpoint, and removes it at the end. Two runs in one folder wait for
 * each other. Fails with UNFIT where the game cannot be solved, LIMIT where a table cannot hold it,
 * NOMEM where it does not fit into the machine's memory, IO where a file cannot be read or written
 * or has the table's name and is something else, STOPPED. */
PES_API PES_MUST_USE enum pes_err
pes_solve_run(const struct pes_solve *solve, struct pes_solve_result *out, struct pes_note *note);

/* An open table. Used by one thread at a time. */
struct pes_table;

/* Opens the table of a variant. UNKNOWN: it does not exist; IO: it cannot be read, is damaged or is
 * another file. The game is borrowed. */
PES_API PES_MUST_USE enum pes_err pes_table_open(const struct pes_game *g, const char *folder,
                                                 struct pes_table **out, struct pes_note *note);
/* Does the folder have a file with the name of the variant's table? It may still be damaged. */
PES_API bool pes_table_exists(const struct pes_game *g, const char *folder);
PES_API void pes_table_close(struct pes_table *table); /* NULL is fine */

/* The value of a position to the player to move, who can move; what the history forbids is taken
 * into account. Fails with IO where the table is damaged, or with NOMEM. */
PES_API PES_MUST_USE enum pes_err pes_table_value(struct pes_table *table,
                                                  const struct pes_state *s, int32_t *out);

/* The value of a legal move to its mover: > 0 it wins in so many plies, this one included. */
PES_API PES_MUST_USE enum pes_err pes_table_move(struct pes_table *table, const struct pes_state *s,
                                                 pes_move m, int32_t *out);

/* Is the value a better to a player than b? A quick win before a slow one, a slow loss before a
 * quick one. */
PES_API bool pes_value_better(int32_t a, int32_t b);

#endif
