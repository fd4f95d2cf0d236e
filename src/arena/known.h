/* A game that an earlier run of the same match played, read from its record. The match then has the
 * same result as if it had not been interrupted. */
#ifndef ARENA_KNOWN_H
#define ARENA_KNOWN_H

#include "arena/runner.h"

/* Computes the result of a job from the record of its game. `names` are the agents A and B as a
 * record may name them besides their texts in the job; `opening` is the job's; `h` is a history of
 * the same variant and is overwritten. Everything but the number and the record of *out is set.
 *
 * UNFIT if it is the record of another game: another variant, seed, agent (or version of a program)
 * or opening, or one that is not over; other errors are those of pes_record_replay(). */
PES_MUST_USE enum pes_err known_read(const struct pes_record *r, const struct job *job,
                                     const char *const names[2], const struct pes_history *opening,
                                     struct pes_history *h, struct runner_result *out,
                                     struct pes_note *note);

#endif
