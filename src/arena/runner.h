/* A runner plays jobs (arena/job.h): it takes lines of text and gives back games. Callers decide
 * which games they want and what the results mean; a runner decides where they are played. See
 * docs/adr/0020.
 *
 * There are three here: in the calling thread, in several threads, and in child processes. Others
 * come from outside, by a struct pes_runner_maker: src/queue has one for other machines. */
#ifndef ARENA_RUNNER_H
#define ARENA_RUNNER_H

#include "arena/bout.h"
#include "arena/job.h"

struct pollfd;
struct runner;
struct runner_config;

/* Makes runners of another class. */
struct pes_runner_maker {
    enum pes_err (*make)(void *to, const struct runner_config *config, struct runner **out,
                         struct pes_note *note);
    void *to;
};

struct runner_config {
    int32_t jobs;            /* games at once, 1..PES_JOBS_MAX */
    bool isolated;           /* in child processes: an agent that crashes or loops costs one game */
    bool no_records;         /* results have no record */
    const atomic_bool *stop; /* once true, games under way end with STOPPED; NULL: never */

    /* A variant at hand, borrowed: jobs of this game and variant use it. It need not be a
     * registered game. NULL: every job opens its variant by name. */
    const struct pes_game *game;

    const struct pes_runner_maker *maker; /* borrowed; NULL: one of the three */
};

/* One finished job. */
struct runner_result {
    int64_t number;            /* as submitted */
    enum pes_err err;          /* OK: the game was played, whatever its end */
    struct pes_note note;      /* why it was not */
    uint64_t opening;          /* fingerprint */
    struct stats_game game;    /* its result */
    struct bout_notes notes;   /* faults and times */
    struct pes_record *record; /* NULL if records are not wanted */
    struct runner_log {        /* what First's and Second's agents wrote for their authors */
        char *bytes;           /* NULL: nothing */
        size_t length;
    } logs[PES_PLAYERS_MAX];
};
enum { RUNNER_LOG_MAX = 64 << 10 }; /* bytes; the end of a longer log */

/* Frees what the receiver of a result owns: the record and the logs. */
void runner_result_release(struct runner_result *result);

struct runner_class;

/* Every runner begins with this. */
struct runner {
    const struct runner_class *class;
    struct runner_config config;
    int32_t in_flight; /* jobs submitted whose results have not been taken */
    int32_t most;      /* of them at once: backpressure */
    int32_t window;    /* the same at present, 1..most */
};

struct runner_class {
    enum pes_err (*submit)(struct runner *r, int64_t number, const char *job, size_t length);
    bool (*next)(struct runner *r, struct runner_result *out);
    bool (*wait)(struct runner *r, struct pollfd *others, int count, int ms);
    void (*cancel)(struct runner *r, int64_t number); /* NULL: it cannot do that */
    void (*free)(struct runner *r);
};

/* Only a maker fills in the note. */
PES_MUST_USE enum pes_err runner_new(const struct runner_config *config, struct runner **out,
                                     struct pes_note *note);

/* Drops what has not begun, stops the games under way, and ends all workers. NULL is fine. */
void runner_free(struct runner *r);

/* May another job be submitted now? If not, take a result first. */
static inline bool runner_has_space(const struct runner *r) {
    return r->in_flight < r->window;
}

/* Hands in a job; `number` is the caller's and comes back with the result. Fails with NOMEM or IO,
 * and then keeps nothing of it. */
PES_MUST_USE enum pes_err runner_submit(struct runner *r, int64_t number, const char *job,
                                        size_t length);

/* Waits for a finished job, in any order; false if none is in flight. */
PES_MUST_USE bool runner_next(struct runner *r, struct runner_result *out);

/* Waits for up to `ms` until runner_next() would return at once; true if it would. If `count` > 0
 * it also ends when one of these descriptors is ready, whose `revents` are set as by poll(); only
 * runners with processes can do that. */
enum { RUNNER_OTHERS_MAX = 16 };
PES_MUST_USE bool runner_wait(struct runner *r, struct pollfd *others, int count, int ms);

/* The job with this number, which is in flight, is not wanted any more: its result is soon there,
 * STOPPED unless the game was over. Only runners with processes can do that. */
void runner_cancel(struct runner *r, int64_t number);

/* The classes, for runner_new(). */
PES_MUST_USE enum pes_err runner_new_inline(const struct runner_config *config,
                                            struct runner **out);
PES_MUST_USE enum pes_err runner_new_threads(const struct runner_config *config,
                                             struct runner **out);
PES_MUST_USE enum pes_err runner_new_processes(const struct runner_config *config,
                                               struct runner **out);

#endif
