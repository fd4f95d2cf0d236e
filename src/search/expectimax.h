/* Inside the expectimax: what expectimax.c (the root, deeper and deeper) and expectimax_node.c (one
 * position, one event) share. pessoi/search.h says what the search computes.
 *
 * Values are First's throughout: First maximises, Second minimises, whoever moved before, so that
 * turns may repeat. A window (alpha, beta) asks for less than the value: what is returned is the
 * value if it lies between them, an upper bound of it if at most alpha, a lower one if at least
 * beta.
 *
 * Every make() on the way from the root is a level with memory of its own, so that a search
 * allocates nothing. Events keep a copy of the position: dozens of outcomes are then undone at
 * once. */
#ifndef SEARCH_EXPECTIMAX_H
#define SEARCH_EXPECTIMAX_H

#include "pessoi/search.h"
#include "search/budget.h"

enum { EXPECTIMAX_LEVELS = 192 }; /* a position behind so many makes is a leaf */

/* The memory of a level, all of it the level's own. */
struct expectimax_level {
    unsigned char *undo;
    struct pes_state *before;         /* the position an event began in */
    void *accumulator;                /* of the position at this level; NULL: none is kept */
    pes_move *list;                   /* g->moves_max */
    int32_t *order;                   /* the same: larger is looked at earlier */
    pes_move killer[PES_CHANCES_MAX]; /* the last best move here, by the outcome that led here */
    pes_move line[PES_LINE_MAX];      /* from here on, up to the first roll */
    int32_t line_count;
    struct pes_chance outcomes[PES_CHANCES_MAX];
};

struct pes_expectimax {
    const struct pes_game *g;
    const struct pes_eval *eval; /* NULL: points, or nothing */
    struct pes_expectimax_config config;
    double win;         /* of a won game; every value is within -win..win */
    struct pes_rng rng; /* of the game: events draw from streams of it */

    struct expectimax_level *levels;
    void *memory; /* that the levels divide */

    /* The search under way. */
    struct pes_state_buf s;
    int32_t plies_left; /* players' moves up to the cap; INT32_MAX: none */
    uint64_t nodes, nodes_max;
    struct watch watch;
    bool may_stop; /* by time or flag: not in the first depth */
    bool stopped;  /* every value from now on is meaningless */
    bool horizon;  /* some position was valued because depth ran out */
};

/* A node, as its parent leaves it. */
struct expectimax_node {
    int32_t level;
    int32_t depth; /* players' moves still to be looked at */
    int32_t plies; /* players' moves made since the root */
    int32_t event; /* chance events since the root: each has luck of its own */
    int32_t run;   /* outcomes in a row just before this node */
    int32_t slot;  /* which outcome led here; 0 after a move */
    bool unknown;  /* an outcome on the way here is not known */
};

/* The value of the search's present position. */
double expectimax_value(struct pes_expectimax *x, struct expectimax_node node, double alpha,
                        double beta);

/* Makes m at node, values what it leads to, takes it back. */
double expectimax_move(struct pes_expectimax *x, struct expectimax_node node, pes_move m,
                       double alpha, double beta);

/* The line of a level becomes m and, unless chance moves in between, the next level's. */
void expectimax_keep_line(struct pes_expectimax *x, int32_t level, pes_move m);

/* Fills in level->order for the n moves of level->list: the killer first, then as the game's order
 * says unless only leaves follow. */
void expectimax_order(struct pes_expectimax *x, struct expectimax_node node, int n);

/* Brings the move to be looked at next to place i. */
pes_move expectimax_pick(struct expectimax_level *level, int i, int n);

#endif
