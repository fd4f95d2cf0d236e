/* A record as a tree of legal moves: every line of it is played, variations included. */
#ifndef CORE_RECORD_TOUR_H
#define CORE_RECORD_TOUR_H

#include "pessoi/record.h"

struct record_tour {
    int plies_max; /* a line with more players' moves is refused (LIMIT) */

    /* Called for every node in the order of the text, the start (0) first: a parent before its
     * children, and everything below a child before the next one. The moves of its token, from
     * number `from` on, have been made in h. An error ends the tour. */
    enum pes_err (*visit)(void *to, int node, const struct pes_history *h, int from);
    void *to;
};

/* Plays all lines in a history of the record's variant, one after the other; each move costs one
 * make and one unmake. The note names the first bad move with its line and column. The result of
 * the record is not checked. */
PES_MUST_USE enum pes_err record_visit(const struct pes_record *r, struct pes_history *h,
                                       const struct record_tour *tour, struct pes_note *note);

/* Nodes are numbered from 0, the start, in the order in which they were added. */
int record_nodes(const struct pes_record *r);
int record_parent(const struct pes_record *r, int node); /* -1: it is the start */
bool record_in_main_line(const struct pes_record *r, int node);

#endif
