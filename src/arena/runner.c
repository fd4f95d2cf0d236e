/* Runners: what they have in common, and the one that plays in the calling thread. */
#include "arena/runner.h"

#include "arena/player.h"
#include "core/mem.h"

enum pes_err runner_new(const struct runner_config *config, struct runner **out,
                        struct pes_note *note) {
    assert(config->jobs >= 1 && config->jobs <= PES_JOBS_MAX);
    if (config->maker != NULL)
        return config->maker->make(config->maker->to, config, out, note);
    if (config->isolated)
        return runner_new_processes(config, out);
    return config->jobs > 1 ? runner_new_threads(config, out) : runner_new_inline(config, out);
}

void runner_free(struct runner *r) {
    if (r != NULL)
        r->class->free(r);
}

void runner_result_release(struct runner_result *result) {
    pes_record_free(result->record);
    result->record = NULL;
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        mem_free(result->logs[seat].bytes);
        result->logs[seat] = (struct runner_log){.bytes = NULL};
    }
}

enum pes_err runner_submit(struct runner *r, int64_t number, const char *job, size_t length) {
    assert(runner_has_space(r));
    const enum pes_err err = r->class->submit(r, number, job, length);
    r->in_flight += err == PES_ERR_OK;
    return err;
}

bool runner_next(struct runner *r, struct runner_result *out) {
    assert(r->in_flight >= 0);
    if (r->in_flight == 0 || !r->class->next(r, out))
        return false;
    r->in_flight--;
    return true;
}

bool runner_wait(struct runner *r, struct pollfd *others, int count, int ms) {
    assert(count >= 0 && count <= RUNNER_OTHERS_MAX);
    return r->class->wait(r, others, count, ms);
}

void runner_cancel(struct runner *r, int64_t number) {
    assert(r->class->cancel != NULL);
    r->class->cancel(r, number);
}

/* In the calling thread: the job is played when its result is asked for. ----------------------- */

struct inline_runner {
    struct runner base;
    struct player player;
    int64_t number;
    struct str job;
};

static enum pes_err inline_submit(struct runner *r, int64_t number, const char *job,
                                  size_t length) {
    struct inline_runner *own = (struct inline_runner *)(void *)r;
    own->number = number;
    str_release(&own->job);
    str_add_bytes(&own->job, job, length);
    return str_err(&own->job);
}

static bool inline_next(struct runner *r, struct runner_result *out) {
    struct inline_runner *own = (struct inline_runner *)(void *)r;
    player_run(&own->player, own->number, own->job.text, out);
    return true;
}

/* Its result is never far: runner_next() plays the game. */
static bool inline_wait(struct runner *r, struct pollfd *others, int count, int ms) {
    (void)others;
    (void)ms;
    (void)count;
    assert(count == 0);
    return r->in_flight > 0;
}

static void inline_free(struct runner *r) {
    struct inline_runner *own = (struct inline_runner *)(void *)r;
    player_release(&own->player);
    str_release(&own->job);
    mem_free(own);
}

enum pes_err runner_new_inline(const struct runner_config *config, struct runner **out) {
    static const struct runner_class class = {
        .submit = inline_submit, .next = inline_next, .wait = inline_wait, .free = inline_free};
    struct inline_runner *own = mem_alloc(sizeof *own);
    if (own == NULL)
        return PES_ERR_NOMEM;
    own->base = (struct runner){.class = &class, .config = *config, .most = 1, .window = 1};
    player_init(&own->player, &own->base.config, config->stop, NULL);
    str_init(&own->job);
    *out = &own->base;
    return PES_ERR_OK;
}
