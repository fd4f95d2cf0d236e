/* Progress of a long job, in one line on standard error: only on a terminal, only after two
 * seconds, at most four times per second, and removed when the job is done. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

struct progress {
    struct cli *c;
    int64_t start_ns;
    int64_t shown_ns; /* when the line was last written */
    int width;        /* columns of the line; 0: there is none */
    int64_t before;   /* of what is done: done before this run, not by it */
    int64_t part_ns;  /* when the part began; 0: none has */
    int64_t part_done;
};

void progress_begin(struct progress *p, struct cli *c);

/* `done` of `total` things are done. */
void progress_show(struct progress *p, int64_t done, int64_t total);
/* A search has made this many nodes; the total is unknown. */
void progress_think(struct progress *p, uint64_t nodes);
/* `done` of `total` in one part of a job, which `what` names with `number`. Rate and time left are
 * those of the part; a new part begins when `done` decreases. */
void progress_part(struct progress *p, const struct pes_text *what, int64_t number, int64_t done,
                   int64_t total);
/* A sentence of the caller's, for a job whose end is not known. */
void progress_say(struct progress *p, const struct pes_text *text, const struct pes_arg args[]);
void progress_end(struct progress *p);

/* "1:05" or "2:03:59". */
void progress_clock(double seconds, char out[CLI_NUMBER_SIZE]);

#endif
