/* Fuzz target: a job, as a worker gets it from a queue. Input: its line. What is accepted can be
 * written, and is read as the same. */
#include "fuzz/fuzz.h"

#include "arena/job.h"

#include <stdlib.h>

static bool same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void check_again(const struct job *job) {
    struct str line;
    struct job again;
    str_init(&line);
    job_format(job, &line);
    FUZZ_CHECK(str_err(&line) == PES_ERR_OK);
    FUZZ_CHECK(job_parse(line.text, &again, NULL) == PES_ERR_OK);
    FUZZ_CHECK(same_text(job->game, again.game) && same_text(job->variant, again.variant));
    FUZZ_CHECK(same_text(job->agents[0], again.agents[0]));
    FUZZ_CHECK(same_text(job->agents[1], again.agents[1]));
    FUZZ_CHECK(job->opening[0] == '\0' || same_text(job->opening, again.opening));
    FUZZ_CHECK(job->swap == again.swap && job->seed == again.seed);
    FUZZ_CHECK(job->max_plies == again.max_plies && job->limits.nodes == again.limits.nodes);
    str_release(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct pes_note note = {0};
    struct job job;
    char *line = fuzz_rest(&in);
    const enum pes_err err = job_parse(line, &job, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, size);
    } else {
        FUZZ_CHECK(job.limits.movetime_ms >= 0 && job.limits.clock_ms[0] >= 0);
        if (job.game[0] != '\0' && job.agents[0][0] != '\0' && job.agents[1][0] != '\0')
            check_again(&job);
    }
    free(line);
    return 0;
}
