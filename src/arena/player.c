/* Plays jobs. All random numbers of a game are derived from its job's seed. */
#include "arena/player.h"

#include "arena/known.h"
#include "arena/openings.h"
#include "arena/text.h"
#include "core/mem.h"

/* Streams of a job's seed; STREAM_AGENTS + 2 * swap + agent for the agents. */
enum { STREAM_LUCK, STREAM_AGENTS };

void player_init(struct player *p, const struct runner_config *config, const atomic_bool *stop,
                 struct bout_trace *trace) {
    *p = (struct player){.config = config, .stop = stop, .trace = trace};
    str_init(&p->opening);
}

static void forget_agent(struct kept_agent *kept) {
    pes_agent_free(kept->agent);
    *kept = (struct kept_agent){.agent = NULL};
}

static void close_variant(struct player *p) {
    for (int i = 0; i < PLAYER_AGENTS; i++)
        forget_agent(&p->kept[i]);
    pes_history_free(p->h);
    pes_history_free(p->checked);
    pes_game_close(p->own_game);
    mem_free(p->named);
    p->h = p->checked = NULL;
    p->named = NULL;
    p->named_count = 0;
    p->game = p->own_game = NULL;
    str_clear(&p->opening);
}

void player_release(struct player *p) {
    close_variant(p);
    str_release(&p->opening);
}

/* The variant. ------------------------------------------------------------------------------- */

static bool is_variant(const struct pes_game *g, const struct job *job) {
    return g != NULL && strcmp(g->rules->name, job->game) == 0 &&
           strcmp(g->variant, job->variant) == 0;
}

static enum pes_err open_variant(struct player *p, const struct job *job, struct pes_note *note) {
    if (is_variant(p->game, job))
        return PES_ERR_OK;
    close_variant(p);
    if (is_variant(p->config->game, job)) {
        p->game = p->config->game;
    } else {
        const struct pes_kit *kit = pes_kit_find(job->game);
        char quoted[PES_QUOTE_SIZE];
        if (kit == NULL)
            return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(job_unknown_game),
                                PES_ARGS(PES_STR(pes_quote(job->game, strlen(job->game), quoted))));
        const enum pes_err err = pes_game_open(kit, job->variant, &p->own_game, note);
        if (err != PES_ERR_OK)
            return err;
        p->game = p->own_game;
    }
    const enum pes_err err = pes_history_new(p->game, &p->h);
    if (err != PES_ERR_OK)
        close_variant(p);
    return err;
}

/* Sets the history to the opening. */
static enum pes_err open_opening(struct player *p, const struct job *job, struct pes_note *note) {
    if (p->opening.length > 0 && p->opening_seed == job->seed &&
        strcmp(p->opening.text, job->opening) == 0) {
        assert(pes_history_count(p->h) >= p->opening_count);
        while (pes_history_count(p->h) > p->opening_count && pes_history_unmake(p->h))
            continue;
        return PES_ERR_OK;
    }
    struct pes_rng rng;
    pes_rng_init(&rng, job->seed); // for a start that chance sets up
    str_release(&p->opening);
    p->opening_seed = job->seed;
    const enum pes_err err = openings_read(job->opening, 1, &rng, p->h, note);
    if (err != PES_ERR_OK)
        return err;
    p->opening_count = pes_history_count(p->h);
    str_add(&p->opening, job->opening);
    return str_err(&p->opening);
}

/* The agents. -------------------------------------------------------------------------------- */

/* The kept agent with this text that does not play in the present game yet, or the place for a new
 * one: the one that was not used for the longest time. */
static struct kept_agent *find_agent(struct player *p, const char *text) {
    struct kept_agent *oldest = NULL;
    for (struct kept_agent *k = p->kept; k < p->kept + PLAYER_AGENTS; k++) {
        if (k->used == p->games)
            continue;
        if (k->agent != NULL && strcmp(k->text, text) == 0)
            return k;
        if (oldest == NULL || k->used < oldest->used)
            oldest = k;
    }
    assert(oldest != NULL);
    forget_agent(oldest);
    return oldest;
}

/* Makes agent i (A or B) of a job, unless it exists, and begins a new game for it. */
static enum pes_err begin_agent(struct player *p, const struct job *job, int i,
                                struct kept_agent **out, struct pes_note *note) {
    const int64_t allowance_ns = bout_allowance_ns(&job->limits);
    const int seat = i ^ job->swap;
    struct kept_agent *kept = find_agent(p, job->agents[i]);
    enum pes_err err = PES_ERR_OK;
    bout_trace_enter(p->trace, seat, allowance_ns);
    if (kept->agent == NULL) {
        err = pes_agent_new(p->game, job->agents[i], &kept->agent, note);
        if (err == PES_ERR_OK) {
            snprintf(kept->text, sizeof kept->text, "%s", job->agents[i]);
            pes_agent_format(kept->agent, kept->canonical);
        }
    }
    if (err == PES_ERR_OK) {
        struct pes_rng root;
        pes_rng_init(&root, job->seed);
        struct pes_rng own = pes_rng_split(&root, STREAM_AGENTS + 2u * job->swap + (unsigned)i);
        /* A program of somebody else may be slow to start; its class keeps time by itself. */
        if (kept->agent->class->about != NULL)
            bout_trace_enter(p->trace, seat, 0);
        pes_agent_begin(kept->agent, pes_rng_next(&own));
        kept->used = p->games;
    }
    bout_trace_leave(p->trace);
    *out = kept;
    return err;
}

/* The game. ---------------------------------------------------------------------------------- */

static struct bout bout_of(const struct player *p, const struct job *job) {
    struct pes_rng root;
    pes_rng_init(&root, job->seed);
    struct bout bout = {.h = p->h,
                        .luck = pes_rng_split(&root, STREAM_LUCK),
                        .limits = job->limits,
                        .max_plies = job->max_plies,
                        .trace = p->trace,
                        .names = {job->agents[job->swap], job->agents[!job->swap]},
                        .files = {job->files[job->swap], job->files[!job->swap]}};
    bout.limits.stop = p->stop;
    return bout;
}

static enum pes_err add_record(const struct player *p, const struct job *job,
                               const struct bout *bout, struct runner_result *out) {
    if (p->config->no_records)
        return PES_ERR_OK;
    return bout_record(bout, &out->game, &out->notes, job->seed, &out->record);
}

/* Copies the end of what an agent wrote for its author. */
static enum pes_err copy_log(const struct pes_agent *agent, struct runner_log *out) {
    size_t length;
    const char *bytes = pes_agent_log(agent, &length);
    if (length == 0)
        return PES_ERR_OK;
    const size_t skipped = length > RUNNER_LOG_MAX ? length - RUNNER_LOG_MAX : 0;
    out->bytes = mem_alloc(length - skipped);
    if (out->bytes == NULL)
        return PES_ERR_NOMEM;
    out->length = length - skipped;
    memcpy(out->bytes, bytes + skipped, out->length);
    return PES_ERR_OK;
}

static enum pes_err play(struct player *p, const struct job *job, struct runner_result *out) {
    struct kept_agent *agents[2];
    p->games++;
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < 2 && err == PES_ERR_OK; i++)
        err = begin_agent(p, job, i, &agents[i], &out->note);
    if (err != PES_ERR_OK)
        return err;
    struct bout bout = bout_of(p, job);
    for (int seat = 0; seat < 2; seat++) {
        bout.seats[seat] = agents[seat ^ job->swap]->agent;
        bout.names[seat] = agents[seat ^ job->swap]->canonical;
    }
    err = bout_play(&bout, &out->game, &out->notes);
    for (int seat = 0; seat < 2 && err == PES_ERR_OK; seat++)
        err = copy_log(bout.seats[seat], &out->logs[seat]);
    return err == PES_ERR_OK ? add_record(p, job, &bout, out) : err;
}

/* Reads the job and sets up variant and opening. */
static enum pes_err prepare(struct player *p, char *line, struct job *job,
                            struct runner_result *out) {
    enum pes_err err = job_parse(line, job, &out->note);
    if (err == PES_ERR_OK)
        err = open_variant(p, job, &out->note);
    if (err == PES_ERR_OK)
        err = open_opening(p, job, &out->note);
    if (err == PES_ERR_OK)
        out->opening = bout_fingerprint(p->h);
    return err;
}

void player_run(struct player *p, int64_t number, char *line, struct runner_result *out) {
    struct job job;
    *out = (struct runner_result){.number = number};
    out->err = prepare(p, line, &job, out);
    if (out->err == PES_ERR_OK)
        out->err = play(p, &job, out);
}

/* Replays the moves of a crashed process as far as they are legal. */
static enum pes_err replay(struct player *p, const struct bout_trace *trace) {
    const int count = atomic_load(&trace->count);
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < count && i < BOUT_TRACE_MAX && err == PES_ERR_OK; i++) {
        const pes_move m = trace->moves[i];
        if (pes_history_end(p->h) == PES_END_RULES ||
            !pes_legal(p->game, pes_history_state(p->h), m))
            break;
        err = pes_history_make(p->h, m);
    }
    return err;
}

void player_forfeit(struct player *p, int64_t number, char *line, const struct bout_trace *trace,
                    pes_player loser, enum pes_end why, struct runner_result *out) {
    struct job job;
    *out = (struct runner_result){.number = number};
    out->err = prepare(p, line, &job, out);
    if (out->err == PES_ERR_OK)
        out->err = replay(p, trace);
    if (out->err != PES_ERR_OK)
        return;
    const struct bout bout = bout_of(p, &job);
    bout_forfeit(&bout, loser, why, &out->game, &out->notes);
    out->err = add_record(p, &job, &bout, out);
}

/* The canonical text of an agent, as records have it; valid until the variant changes. Makes the
 * agent once to learn it, because only its class knows the options. */
static enum pes_err find_name(struct player *p, const char *text, struct named_agent *out,
                              struct pes_note *note) {
    for (int32_t i = 0; i < p->named_count; i++)
        if (strcmp(p->named[i].text, text) == 0) {
            *out = p->named[i];
            return PES_ERR_OK;
        }
    struct pes_agent *agent = NULL;
    const enum pes_err err = pes_agent_new(p->game, text, &agent, note);
    if (err != PES_ERR_OK)
        return err;
    snprintf(out->text, sizeof out->text, "%s", text);
    pes_agent_format(agent, out->canonical);
    pes_agent_free(agent);
    if (p->named_count == PLAYER_NAMED_MAX)
        return PES_ERR_OK;
    struct named_agent *grown = mem_grow(p->named, (size_t)(p->named_count + 1) * sizeof *p->named);
    if (grown == NULL)
        return PES_ERR_NOMEM;
    p->named = grown;
    p->named[p->named_count++] = *out;
    return PES_ERR_OK;
}

static enum pes_err verify(struct player *p, const struct job *job, const struct pes_record *record,
                           struct runner_result *out) {
    struct named_agent named[2];
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < 2 && err == PES_ERR_OK; i++)
        err = find_name(p, job->agents[i], &named[i], &out->note);
    if (err == PES_ERR_OK && p->checked == NULL)
        err = pes_history_new(p->game, &p->checked);
    if (err != PES_ERR_OK)
        return err;
    const char *const names[2] = {named[0].canonical, named[1].canonical};
    return known_read(record, job, names, p->h, p->checked, out, &out->note);
}

void player_verify(struct player *p, int64_t number, char *line, struct pes_record *record,
                   struct runner_result *out) {
    struct job job;
    *out = (struct runner_result){.number = number, .record = record};
    out->err = prepare(p, line, &job, out);
    if (out->err == PES_ERR_OK)
        out->err = verify(p, &job, record, out);
    if (out->err != PES_ERR_OK || p->config->no_records)
        runner_result_release(out);
}
