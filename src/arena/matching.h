/* Maximum matching in a graph that need not be bipartite (Edmonds 1965): pairs up vertices, one
 * augmenting path at a time. Small graphs: up to a few hundred vertices. */
#ifndef ARENA_MATCHING_H
#define ARENA_MATCHING_H

#include "pessoi/err.h"

enum { MATCHING_FREE = -1 };

struct matching {
    int32_t count; /* of vertices */
    /* Is there an edge between a and b? Symmetric; never asked for a == b. */
    bool (*joined)(const void *to, int32_t a, int32_t b);
    const void *to;

    int32_t *mate; /* by vertex: its partner, or MATCHING_FREE */
    bool *gone;    /* by vertex: left out */

    /* For one search. */
    int32_t *parent, *base, *queue;
    bool *used, *blossom;
    void *memory; /* of all these arrays */
};

/* Every vertex is free. Fails with NOMEM. */
PES_MUST_USE enum pes_err matching_init(struct matching *m, int32_t count);
void matching_release(struct matching *m);

/* Pairs the free vertex `root` by an augmenting path, which leaves every matched vertex matched;
 * false if there is none. */
bool matching_augment(struct matching *m, int32_t root);

/* Augments until no vertex can be added; true if none that is not gone stays free. */
bool matching_complete(struct matching *m);

#endif
