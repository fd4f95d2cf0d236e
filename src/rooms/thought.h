/* A thought: work for the thread pool. It finds the move of an agent, a hint, a win probability, or
 * the answer to a question of a study.
 *
 * A thought has everything it needs: the variant (shared and immutable), a history of its own, the
 * text of the agent, a seed and limits. It is made and read on the event loop's thread and runs on
 * another one; while it runs only thought_stop() may touch it. An agent is made for one thought and
 * freed after it, so that memory is bounded by the number of threads, not by the number of games.
 */
#ifndef ROOMS_THOUGHT_H
#define ROOMS_THOUGHT_H

struct thought;

/* Runs it, on a thread of the pool. Errors are stored in the thought, for its room. */
void thought_run(struct thought *thought);

/* Asks it to end soon with the best result so far; from any thread, before, during or after the
 * run. */
void thought_stop(struct thought *thought);

/* Frees a thought that does not run. */
void thought_free(struct thought *thought);

#endif
