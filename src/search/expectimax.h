/* Internals of the expectimax search, for its own files only: expectimax.c (create, run, iterative
 * deepening at the root) and expectimax_node.c (decision nodes, and chance nodes with Star1 and
 * Star2). pessoi/search.h says what the search computes.
 *
 * Values are First's throughout: First maximises and Second minimises, whichever player moved
 * before, so that turns may repeat. Within a window (alpha, beta) a returned value is exact, at or
 * below alpha it is an upper bound, at or above beta a lower bound (fail-soft).
 *
 * A chance event is one roll or several consecutive rolls between two players' moves.
 *
 * Every make() on the path from the root has a frame with memory of its own, so that a search
 * allocates nothing. Chance nodes keep a copy of the position, which undoes any number of outcomes
 * at once. */
#ifndef SEARCH_EXPECTIMAX_H
#define SEARCH_EXPECTIMAX_H

#include "pessoi/search.h"
#include "search/budget.h"

enum { EXPECTIMAX_FRAMES = 192 }; /* the last one holds leaves only */

/* The data of one make() on the current path. */
struct expectimax_frame {
    unsigned char *undo;
    struct pes_state *before;         /* a copy of the position, at chance nodes */
    void *accumulator;                /* of the position; NULL: the evaluation has none */
    pes_move *list;                   /* g->moves_max moves */
    int32_t *order;                   /* one per move: larger is searched earlier */
    pes_move killer[PES_CHANCES_MAX]; /* the last best move, by the outcome that led here */
    pes_move line[PES_LINE_MAX];      /* the principal variation, up to the first roll */
    int32_t line_count;
    struct pes_chance outcomes[PES_CHANCES_MAX];
};

struct pes_expectimax {
    const struct pes_game *g;
    const struct pes_eval *eval; /* NULL: points, or nothing */
    struct pes_expectimax_config config;
    double win;         /* the value of a won game; every value is within -win..win */
    struct pes_rng rng; /* of the game: every chance event has a stream of it */

    struct expectimax_frame *frames;
    void *memory; /* of the frames' lists and buffers */

    /* The current search. */
    struct pes_state_buf s;
    int32_t plies_left; /* players' moves up to the ply cap; INT32_MAX: no cap */
    uint64_t nodes, nodes_max;
    struct watch watch;
    bool may_stop; /* by time or flag: not in the first iteration */
    bool stopped;  /* every value from now on is meaningless */
    bool horizon;  /* some position was evaluated because depth ran out */
};

/* A node, described by its parent. */
struct expectimax_node {
    int32_t frame;   /* index of its frame: make() calls since the root */
    int32_t depth;   /* players' moves still to be searched */
    int32_t plies;   /* players' moves made since the root */
    int32_t event;   /* chance events since the root: each has its own random stream */
    int32_t run;     /* consecutive outcomes just before this node */
    int32_t outcome; /* index of the outcome that led here; 0 after a move */
    bool unknown;    /* an outcome on the path is the unknown one */
};

/* The value of the current position. */
double expectimax_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                        double beta);

/* The value of the current position after m; makes and unmakes m. */
double expectimax_move(struct pes_expectimax *x, struct expectimax_node node, pes_move m,
                       double alpha, double beta);

/* Sets the frame's principal variation to m followed by that of the next frame. */
void expectimax_pv(struct pes_expectimax *x, int32_t frame, pes_move m);

/* Move ordering: fills in frame->order for the n moves of frame->list. The killer move comes first,
 * the others by the game's order, unless only leaves follow. */
void expectimax_order(struct pes_expectimax *x, struct expectimax_node node, int n);

/* Brings the next move to search to place i and returns it. */
pes_move expectimax_pick(struct expectimax_frame *frame, int i, int n);

#endif
