/* What the files of the worker share. */
#ifndef QUEUE_WORKER_INT_H
#define QUEUE_WORKER_INT_H

#include "arena/runner.h"
#include "queue/link.h"
#include "queue/metrics.h"
#include "queue/worker.h"

enum {
    WORKER_REFUSALS_MAX = 3,   /* workers that refuse a job before it is set aside */
    WORKER_DELIVERIES_MAX = 3, /* of a job that kills its workers, or is never finished */
    WORKER_BY_SIZE = (WORKER_REFUSALS_MAX + 1) * LINK_WORKER_SIZE,
    WORKER_RUNS_KEPT = 8,
    WORKER_CONNECT_MS = 3000,
};

enum held_state {
    HELD_FREE,
    HELD_PLAYING,
    HELD_DONE,    /* `text` is the result */
    HELD_REFUSED, /* `text` is the failure, `note` why */
    HELD_DROPPED, /* its run is over */
};

/* A job that this worker has. */
struct held {
    enum held_state state;
    char id[LINK_ID_SIZE];
    char run[LINK_RUN_SIZE];
    char ticket[24];
    char by[WORKER_BY_SIZE]; /* who refused it, with commas between them */
    int refusals;
    bool at_once; /* set it aside without asking others */
    struct str job, text;
    struct pes_note note;
    int64_t begun_ns;
    int64_t
        gone_ns;    /* since when nobody waits for its result, as far as it is known; 0: somebody */
    bool abandoned; /* and its game was cancelled */
};

/* Whether somebody still waits for the results of a run, as far as it is known. */
struct known_run {
    char run[LINK_RUN_SIZE];
    bool alive;
    int64_t asked_ns;
};

struct worker {
    const struct worker_config *config;
    char name[LINK_WORKER_SIZE];
    char host[48];
    char worker_key[LINK_KEY_SIZE];
    struct link tell; /* results, signs of life */
    struct link take; /* only waits for jobs */
    int32_t asked;    /* `take` waits for so many jobs; 0: for nothing */
    int64_t asked_ns; /* since when */
    struct runner *runner;
    struct held *held; /* as many as the runner takes */
    int32_t held_count;
    struct known_run runs[WORKER_RUNS_KEPT];
    int next_run;
    struct metrics_http http;
    struct worker_counts counts;
    double mean_ms;     /* of a game; < 0: not known */
    int64_t started_ms; /* wall clock */
    int64_t beat_ns, claim_ns, abandon_ns, summary_ns;
    int64_t pause_until_ns; /* takes nothing before: it was offered what it had refused */
    int64_t pause_ms;
    int64_t retry_ns, retry_ms; /* when to connect again */
    int64_t connected_ns;       /* since when; 0: it is not */
    bool away_said;
    int64_t draining_ns; /* since when; 0: it is not */
    bool rearmed;
    int64_t beat_games; /* at the last sign of life, for the rate */
    double rate;
    struct pes_note why;
};

void worker_log(struct worker *w, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* worker_jobs.c: jobs and results. ------------------------------------------------------------- */

/* Takes one entry of the stream, delivered for the n-th time. */
PES_MUST_USE enum pes_err worker_take(struct worker *w, const struct reply *id,
                                      const struct reply *fields, int64_t deliveries,
                                      struct pes_note *note);
/* Ends the games for which nobody waits any more. */
PES_MUST_USE enum pes_err worker_abandon(struct worker *w, struct pes_note *note);
/* Takes all results that the runner has. */
void worker_collect(struct worker *w);
/* Sends everything that is to be told about jobs. */
PES_MUST_USE enum pes_err worker_tell(struct worker *w, struct pes_note *note);

#endif
