/* Thinking that is done beside the loop: what an agent plays, a hint, chances to win.
 *
 * A thought has everything it needs: the variant (shared, never changed), a history of its own, the
 * agent's text, a seed and limits. It is made and read on the loop's thread and run on any other;
 * meanwhile only thought_stop() may touch it. Agents are made for one thought and freed after it,
 * so that memory is bounded by how many think at once, not by how many games there are. */
#ifndef ROOMS_THOUGHT_H
#define ROOMS_THOUGHT_H

struct thought;

/* Thinks; on a thread of the pool. Never fails: what went wrong is told to the room. */
void thought_run(struct thought *thought);

/* Asks it to come to an end with what it has; from any thread, before, during or after the run. */
void thought_stop(struct thought *thought);

/* Frees one that nobody wants any more (the server is closing); it is not running. */
void thought_free(struct thought *thought);

#endif
