/* A job: one game to be played, as one line of text that determines it. docs/adr/0020 says why.
 *
 *     game=gomoku <TAB> variant= <TAB> opening=startpos; h8 i9 <TAB> a=max:nodes=1000 <TAB> ..
 *
 * Keys: game, variant, opening ("POSITION" or "POSITION; m1 m2 .."), a, b (the agents), swap (1: b
 * is First), files-a, files-b (process/files.h), seed, and the limits depth, nodes, movetime, clock
 * and increment (ms, of both players), plies (the game is adjudicated after that many), version.
 * Missing keys have the values of an empty struct job, except game, a and b. */
#ifndef ARENA_JOB_H
#define ARENA_JOB_H

#include "core/str.h"
#include "pessoi/agent.h"

enum { JOB_BYTES_MAX = 1 << 20 };

struct job {
    const char *game;
    const char *variant;
    const char *opening;
    const char *agents[2]; /* A and B, as text */
    const char *files[2];  /* a hash of the files of an agent that is a program; NULL: none */
    bool swap;             /* B is First */
    uint64_t seed;         /* of the pair: both of its games have the same dice */
    struct pes_limits limits;
    int32_t max_plies;   /* 0: no cap but the game's own */
    const char *version; /* NULL: any */
};

/* Appends the line, without a line break. Errors stay in `out`. */
void job_format(const struct job *job, struct str *out);

/* Reads a line in place: the texts of *out point into it. Fails with SYNTAX, UNKNOWN, RANGE or
 * LIMIT, and with UNFIT for a job of another version. */
PES_MUST_USE enum pes_err job_parse(char *line, struct job *out, struct pes_note *note);

#endif
