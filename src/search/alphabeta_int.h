/* The parts of the alpha-beta search, for its own files alone:
 *
 *     alphabeta.c        the public door: making one, running it, telling what it found
 *     alphabeta_root.c   iterative deepening at the root, aspiration, several lines
 *     alphabeta_node.c   the search of one node: principal variation search, quiescence
 *     alphabeta_list.c   which moves a node tries, and in which order
 *
 * One worker is one thread's search. Workers share the table and nothing else that changes, but for
 * the flag that ends them. */
#ifndef SEARCH_ALPHABETA_INT_H
#define SEARCH_ALPHABETA_INT_H

#include "pessoi/search.h"
#include "search/budget.h"
#include "search/evaluator.h"
#include "search/score.h"
#include "search/table.h"
#include "search/trail.h"
#include "search/workers.h"

enum {
    AB_PLIES =
        TRAIL_PLIES, /* from the root to the deepest leaf, extensions and quiescence included */
    AB_SLOTS = AB_PLIES + 2,
    AB_QUIET_PLIES = 8, /* of noisy moves behind the last full ply, at most */
    AB_KILLERS = 2
};
_Static_assert(AB_PLIES >= 2 * PES_DEPTH_MAX + AB_QUIET_PLIES, "extended lines fit");
_Static_assert(PES_ALPHABETA_THREADS_MAX == (int)WORKERS_MAX, "one bound of threads");

/* What a worker keeps for one ply of the line it is in. */
struct ab_slot {
    pes_move *moves;    /* moves_max of them */
    int32_t *ranks;     /* larger is tried earlier; a parallel list */
    void *undo;         /* of the move made here */
    void *accumulator;  /* of the position here; NULL: the evaluation keeps none */
    uint64_t hash;      /* of the position here */
    int32_t most;       /* how often the commonest position on the way here has come up */
    int32_t line_count; /* of the best line from here */
    pes_move line[PES_LINE_MAX];
    pes_move killers[AB_KILLERS]; /* moves that refuted other lines at this ply, latest first */
};

/* A move at the root and what is known of it. */
struct ab_root_move {
    pes_move move;
    int32_t score; /* of the last search that told one; -SCORE_MAX: none yet */
    int32_t depth; /* of that search; 0: none yet */
    int32_t line_count;
    pes_move line[PES_LINE_MAX];
    int32_t found; /* where each move gets its own value: in the iteration under way */
};

struct ab_worker {
    const struct pes_alphabeta *ab;
    const struct pes_game *g;
    int32_t number; /* 0 is the one that answers */

    /* Where it stands. */
    struct pes_state *s;
    struct ab_slot *slots; /* AB_SLOTS */
    int32_t ply;
    struct trail trail;
    int32_t plies_left; /* from the root to the cap; INT32_MAX: there is none */

    /* The root. */
    struct ab_root_move *root;
    int32_t root_count;
    int32_t root_legal;   /* moves there are; the list may be shorter */
    bool root_restricted; /* not all of them have been looked at */
    int32_t root_depth;   /* of the iteration under way */
    int32_t depth_done;   /* the last one finished */
    int32_t swing;        /* how far the score moved between the last two */
    bool tactics_done;    /* the root's have been settled */
    int32_t solved;       /* the first so many lines, 0 or 1, are what the tactics found */

    /* What it has learned about moves. */
    int32_t *history[PES_PLAYERS_MAX]; /* by move key; NULL: the game has no keys */

    /* Limits. */
    uint64_t nodes;
    uint64_t nodes_max; /* 0: none */
    struct watch watch; /* by the clock and the caller's flag, or by the first worker's */
    bool stopped;       /* every score from now on is meaningless */
    bool first_look;    /* depth 1: nothing but nodes stops it, and leaves are just evaluated */
    _Atomic uint64_t nodes_told; /* `nodes` as others may read it */
    atomic_bool done;            /* the first worker's ends the others */
    void *memory;
};

struct pes_alphabeta {
    const struct pes_game *g;
    struct evaluator evaluator;
    const struct pes_order *order; /* NULL: none */
    const struct pes_tactics *tactics;
    struct table *table;
    bool selective;
    bool repetition_is_draw; /* by these rules, wherever it happens */
    int32_t worker_count;
    struct ab_worker *workers[WORKERS_MAX];

    /* The run under way, or the last one. */
    const struct pes_history *h;
    const struct pes_limits *limits;
    int32_t running; /* workers of this run */
    int32_t depth_max;
    int32_t lines; /* wanted */
    bool each;     /* every root move gets its own value */
};

/* alphabeta_node.c */

/* Asked before every make(), which it counts: false if the search must end. */
bool ab_may_make(struct ab_worker *w);

/* Makes m where the worker stands; false: it was stopped instead. */
bool ab_make(struct ab_worker *w, pes_move m);
void ab_unmake(struct ab_worker *w, pes_move m);

/* The score, to `mover`, of the position its last move led to; `depth` plies are left. */
int32_t ab_after(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta, int32_t depth);

/* The key of the present position in the table. */
uint64_t ab_key(const struct ab_worker *w, int32_t depth);

/* Asks the game's tactics whether the player to move wins by force, with at most `nodes_max` nodes,
 * which count; a win's line becomes the present slot's. False: nothing is known. */
bool ab_tactics(struct ab_worker *w, uint64_t nodes_max, enum pes_verdict *verdict, int32_t *score);

/* Writes `first` and behind it the line of the next slot, as far as there is room; returns how many
 * moves. */
int32_t ab_line(pes_move first, const struct ab_slot *rest, pes_move out[PES_LINE_MAX]);

/* alphabeta_list.c */

/* Lists the moves to try into the present slot, with their ranks; returns how many. *restricted:
 * not all legal ones are there. */
int ab_list(struct ab_worker *w, pes_player mover, pes_move best, bool *restricted);

/* The same for noisy moves alone; the game has an order that knows them. */
int ab_list_noisy(struct ab_worker *w);

/* Brings the best of moves[i..n) to i and returns it. */
pes_move ab_pick(struct ab_slot *slot, int i, int n);

bool ab_is_noisy(const struct ab_worker *w, pes_move m);

/* The last of the `tried` first moves of the present slot refuted the opponent's line. */
void ab_learn(struct ab_worker *w, pes_player mover, int tried, int32_t depth);

/* How well a move has done so far, -AB_HISTORY_MAX..AB_HISTORY_MAX. */
enum { AB_HISTORY_MAX = 16384 };
int32_t ab_history(const struct ab_worker *w, pes_player mover, pes_move m);

/* The accumulator for order and tactics, which is that of the game's first evaluation or none. */
const void *ab_hint(const struct ab_worker *w);

/* alphabeta_root.c */

/* The place of a move among the first `count` of the root's; `count`: it is none of them. */
int32_t ab_root_place(const struct ab_worker *w, pes_move m, int32_t count);

/* Searches from the root until a limit ends it; item is a struct ab_worker. */
void ab_deepen(void *item);

/* Line `i` of what the first worker knows, as an answer. */
void ab_answer(const struct pes_alphabeta *ab, int i, struct pes_answer *out);

#endif
