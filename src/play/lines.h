/* The best lines of a position: up to LINES_COUNT_MAX continuations, better and better while an
 * agent thinks.
 *
 * The agent is asked once, with several lines (struct pes_limits). The first line is its answer,
 * and with one line and the same limits all of it is what `pessoi best` prints. An agent that finds
 * only one line gives only one. A line that leads to a proven end is completed up to that end, if
 * the time allows. */
#ifndef PLAY_LINES_H
#define PLAY_LINES_H

#include "pessoi/agent.h"

enum { LINES_COUNT_MAX = 5 };

/* Lines of one depth, best first; line_index counts them. */
struct lines {
    int count; /* 0: none is known yet */
    struct pes_answer line[LINES_COUNT_MAX];
};

struct lines_asker {
    struct pes_agent *agent;
    struct pes_limits limits; /* lines: how many; 0 is 1 */

    /* Called with the lines of every depth that was finished, on the thread of lines_find(). NULL:
     * not wanted. */
    void (*found)(void *to, const struct lines *lines);
    void *to;
};

/* Finds them. A player must be to move; the history is changed while lines are completed, and
 * restored. Fails as pes_agent_choose() does; a search that was stopped succeeds if it knows any
 * line. */
PES_MUST_USE enum pes_err lines_find(const struct lines_asker *asker, struct pes_history *h,
                                     struct lines *out);

/* The win probability of a line to its mover: exactly 0, 0.5 or 1 if the end is proven. False: it
 * is unknown. */
bool lines_chance(const struct pes_answer *line, double *out);

#endif
