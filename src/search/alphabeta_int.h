/* Internals of the alpha-beta search, for its own files only:
 *
 *     alphabeta.c        the public functions: create, run, report answers
 *     alphabeta_root.c   iterative deepening, aspiration windows, multiple principal variations
 *     alphabeta_node.c   one node: principal variation search, quiescence search
 *     alphabeta_prune.c  forward pruning and reductions: what is not searched, or less deep
 *     alphabeta_list.c   move generation and ordering: killer moves, history heuristic
 *
 * A worker is one thread's search. Parallel search is lazy SMP: every worker searches the same root
 * on its own, at different depths. Workers share the transposition table, and the flag that ends
 * them; nothing else that changes. */
#ifndef SEARCH_ALPHABETA_INT_H
#define SEARCH_ALPHABETA_INT_H

#include "pessoi/search.h"
#include "search/budget.h"
#include "search/evaluator.h"
#include "search/score.h"
#include "search/trail.h"
#include "search/tt.h"
#include "search/workers.h"

enum {
    AB_PLIES = 144, /* from the root to the deepest leaf, extensions and quiescence included */
    AB_FRAMES = AB_PLIES + 2,
    AB_QUIET_PLIES = 8, /* the deepest quiescence search */
    AB_KILLERS = 2
};
_Static_assert((int)AB_PLIES <= (int)TRAIL_PLIES, "the trail is long enough");
_Static_assert(AB_PLIES >= 2 * PES_DEPTH_MAX + AB_QUIET_PLIES, "extended variations fit");
_Static_assert(PES_ALPHABETA_THREADS_MAX == (int)WORKERS_MAX, "one bound of threads");

/* A worker's data for one ply of the current variation. */
struct ab_frame {
    pes_move *moves;   /* moves_max of them */
    int32_t listed;    /* how many of them are listed; the search may try fewer */
    int32_t *ranks;    /* one per move: larger is tried earlier */
    int32_t top;       /* the largest rank that the game's candidates gave */
    void *undo;        /* of the move made here */
    void *accumulator; /* of the position here; NULL: the evaluation keeps none */
    uint64_t hash;     /* of the position here */
    int32_t most;      /* occurrences of the most frequent position on the path here */
    int32_t eval;      /* the static evaluation to First, where margins are used */
    int32_t clock;     /* plies since an irreversible move, where the evaluation fades */
    bool passed;       /* the position here was reached by a null move */
    pes_move excluded; /* left out while the singular extension looks at the others; or none */
    int32_t pv_count;  /* of the principal variation from here */
    pes_move pv[PES_LINE_MAX];
    pes_move killers[AB_KILLERS]; /* killer moves: caused a beta cutoff at this ply, latest first */
};

/* A move at the root and what is known of it. */
struct ab_root_move {
    pes_move move;
    int32_t score;  /* of the last search that found one; -SCORE_MAX: none yet */
    int32_t depth;  /* of that search; 0: none yet */
    bool lost;      /* the last search that saw the whole window below it found a loss */
    uint64_t nodes; /* that went into it in this run */
    int32_t pv_count;
    pes_move pv[PES_LINE_MAX];
    int32_t found; /* where each move gets its own value: in the current iteration */
};

struct ab_worker {
    const struct pes_alphabeta *ab;
    const struct pes_game *g;
    int32_t number; /* 0: the main worker, whose results are the answer; else a helper */

    /* The current position. */
    struct pes_state *s;
    struct ab_frame *frames; /* AB_FRAMES */
    int32_t ply;
    struct trail trail; /* positions between the root and here, here excluded */

    /* The root. */
    struct ab_root_move *root;
    int32_t root_count;
    int32_t root_legal;     /* legal moves; the list may be shorter */
    bool root_restricted;   /* not all of them have been searched */
    int32_t root_depth;     /* of the current iteration */
    int32_t depth_done;     /* of the last iteration that was finished */
    int32_t unit;           /* the evaluation worth log odds of 1, the unit of margins; 0: none */
    int32_t swing;          /* how far the score moved between the last two iterations */
    bool tactics_done;      /* the tactics have decided whether the root is won by force */
    uint64_t tactics_nodes; /* that they have used for that */
    uint64_t wide_nodes;    /* that wide tactics have used below the root */
    int32_t solved;         /* root moves at the front, 0 or 1, that come from the tactics */

    /* History heuristic (Schaeffer 1983): how often a move caused cutoffs. */
    int32_t *history[PES_PLAYERS_MAX]; /* by move key; NULL: the game has no keys */

    /* What the game's tactics remember of their searches in this game. */
    void *tactics_memory;
    size_t tactics_size; /* 0: they remember nothing */

    /* Limits. */
    uint64_t nodes;
    uint64_t nodes_max; /* 0: none */
    struct watch watch; /* main worker: clock and caller's flag; helpers: the main one's `done` */
    struct pace pace;   /* of the main worker; helpers end with it */
    bool stopped;       /* every score from now on is meaningless */
    bool first_look;    /* depth 1: only the node limit stops it, and leaves are just evaluated */
    _Atomic uint64_t nodes_public; /* `nodes` as other threads may read it */
    atomic_bool done;              /* the main worker's ends the helpers */
    void *memory;
};

/* A node that is being searched. */
struct ab_node {
    pes_player mover;
    int32_t alpha, beta; /* alpha rises */
    int32_t depth;
    uint64_t key;          /* in the transposition table */
    bool is_pv;            /* the window is open, as on the principal variation */
    bool improving;        /* the mover's static evaluation is better than two plies ago */
    bool restricted;       /* some of the moves are left out */
    struct tt_entry known; /* from the transposition table; its move is not known to be legal */
    bool singular;         /* that move is far better than all others, as it seems */
    pes_move best_move;    /* PES_MOVE_NONE: no move raised alpha */
    int32_t eval;          /* the static evaluation to the mover, where margins are used */
    int32_t best;
};

struct pes_alphabeta {
    const struct pes_game *g;
    struct evaluator evaluator;
    const struct pes_order *order; /* NULL: none */
    const struct pes_tactics *tactics;
    struct tt *tt;
    bool selective;
    bool fades;              /* the evaluation depends on the clock */
    bool repetition_is_draw; /* in this game, in every position */
    int32_t worker_count;
    struct ab_worker *workers[WORKERS_MAX];

    /* The current run, or the last one. */
    const struct pes_history *h;
    const struct pes_limits *limits;
    int32_t running; /* workers of this run */
    int32_t depth_max;
    int32_t lines; /* principal variations wanted ("multi-PV") */
    bool each;     /* every root move gets its own exact value */
};

/* alphabeta_node.c */

/* Called before every make(), which it counts. False: the search must end. */
bool ab_may_make(struct ab_worker *w);

/* Makes m in the current position. False: the search was stopped instead. */
bool ab_make(struct ab_worker *w, pes_move m);
void ab_unmake(struct ab_worker *w, pes_move m);

/* The score, to `mover`, of the position its last move led to; `depth` plies are left. */
int32_t ab_after(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta, int32_t depth);

/* The score, to `mover`, after a null move, which is made and taken back. */
int32_t ab_after_pass(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                      int32_t depth);

/* Quiescence search of the current position. */
int32_t ab_quiescence(struct ab_worker *w, pes_player mover, int32_t alpha, int32_t beta,
                      int32_t depth);

/* The static evaluation of the current position to `mover`. */
int32_t ab_static(const struct ab_worker *w, pes_player mover);

/* The key of the current position in the transposition table. */
uint64_t ab_key(const struct ab_worker *w, int32_t depth);

/* Asks the game's tactics whether the player to move wins by force, with at most `nodes_max` nodes,
 * which are counted; `wide` as in struct pes_effort. True: *score is a win, and the current frame's
 * PV is how. */
bool ab_tactics(struct ab_worker *w, uint64_t nodes_max, bool wide, enum pes_verdict *verdict,
                int32_t *score);

/* Writes the principal variation that begins with `first` and goes on with that of the next frame,
 * cut to PES_LINE_MAX; returns how many moves. */
int32_t ab_pv(pes_move first, const struct ab_frame *rest, pes_move out[PES_LINE_MAX]);

/* alphabeta_prune.c */

/* Sets the node's static evaluation, and whether it improves. */
void ab_judge(struct ab_worker *w, struct ab_node *node);

/* Is the node not worth searching, by its static evaluation or a null move? Then *score is its
 * score: a bound, never a proof. */
bool ab_prunes_node(struct ab_worker *w, const struct ab_node *node, int32_t *score);

/* May the i-th move m be left out, and all that come after it? */
bool ab_prunes_rest(const struct ab_worker *w, const struct ab_node *node, int i, pes_move m);

/* Late move reductions: how many plies less the i-th move m is searched at first. */
int32_t ab_reduction(const struct ab_worker *w, const struct ab_node *node, int i, pes_move m);

/* The same for the i-th root move. */
int32_t ab_root_reduction(const struct ab_worker *w, int i);

/* alphabeta_list.c */

/* The rank of a candidate is its score times this, plus its history score. */
enum { AB_CANDIDATE_SCORE = 256 };

/* Lists the moves in the current frame, with their ranks; returns how many of the best to try.
 * `best` is the transposition table's move, or none. *restricted: some legal moves are left out. */
int ab_list(struct ab_worker *w, pes_player mover, pes_move best, bool *restricted);

/* The same for noisy moves only; the game's order must know them. */
int ab_list_noisy(struct ab_worker *w);

/* Brings the best of the listed moves from i on to i and returns it. */
pes_move ab_pick(struct ab_frame *frame, int i);

/* Is the move that was picked as the i-th noisy? The table's move, which comes first, is not asked.
 */
bool ab_is_noisy(const struct ab_frame *frame, int i);

/* The last of the first `tried` moves of the current frame caused a beta cutoff: updates killer
 * moves and history. */
void ab_cutoff(struct ab_worker *w, pes_player mover, int tried, int32_t depth);

/* The history score of a move, -AB_HISTORY_MAX..AB_HISTORY_MAX. */
enum { AB_HISTORY_MAX = 16384 };
int32_t ab_history(const struct ab_worker *w, pes_player mover, pes_move m);

/* The current position's accumulator for the game's order and tactics. They read only that of the
 * game's first evaluation; NULL where the search uses another one. */
const void *ab_accumulator(const struct ab_worker *w);

/* alphabeta_root.c */

/* The index of a move among the first `count` root moves; `count`: it is not one of them. */
int32_t ab_root_place(const struct ab_worker *w, pes_move m, int32_t count);

/* Iterative deepening, until a limit ends it; item is a struct ab_worker. */
void ab_deepen(void *item);

/* The main worker's root move `i` as an answer. */
void ab_answer(const struct pes_alphabeta *ab, int i, struct pes_answer *out);

#endif
