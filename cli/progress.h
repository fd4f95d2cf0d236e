/* A line on standard error that tells how far a long job has come: only on a terminal, only after
 * two seconds, at most a few times a second, and gone when the job is done. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

struct progress {
    struct cli *c;
    int64_t start_ns;
    int64_t shown_ns; /* when the line was last written */
    int width;        /* columns the line takes now; 0: there is none */
    int64_t part_ns;  /* when the part began; 0: no part has */
    int64_t part_done;
};

void progress_begin(struct progress *p, struct cli *c);

/* `done` of `total` things are done. */
void progress_show(struct progress *p, int64_t done, int64_t total);
/* Somebody thinks, and has looked at this many positions; nobody knows how many there will be. */
void progress_think(struct progress *p, uint64_t nodes);
/* The same for one of several parts of a job, told by `what`; rate and time left are the part's
 * own, and it begins when `done` gets smaller. */
void progress_part(struct progress *p, const struct pes_text *what, int64_t number, int64_t done,
                   int64_t total);
void progress_end(struct progress *p);

/* "1:05" or "2:03:59". */
void progress_clock(double seconds, char out[24]);

#endif
