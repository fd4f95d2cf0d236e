/* One pair of games. All its random numbers are derived from the match's seed and the pair's
 * number, so that the result does not depend on the thread or process that plays it, or on the
 * order. */
#include "arena/match_int.h"

/* Streams of a pair; STREAM_AGENTS + 2k + agent for game k. */
enum { STREAM_OPENING, STREAM_LUCK, STREAM_AGENTS };

enum pes_err player_init(struct player *p, struct pes_note *note) {
    const struct pes_match *match = p->run->match;
    p->opened = -1;
    enum pes_err err = p->h == NULL ? pes_history_new(match->game, &p->h) : PES_ERR_OK;
    for (int agent = 0; agent < 2 && err == PES_ERR_OK; agent++) {
        bout_trace_enter(p->trace, agent ^ p->k, bout_allowance_ns(&match->limits));
        err = pes_agent_new(match->game, match->agents[agent], &p->agents[agent], note);
        bout_trace_leave(p->trace);
    }
    if (err != PES_ERR_OK)
        player_release(p);
    return err;
}

void player_release(struct player *p) {
    pes_agent_free(p->agents[0]);
    pes_agent_free(p->agents[1]);
    pes_history_free(p->h);
    p->agents[0] = p->agents[1] = NULL;
    p->h = NULL;
}

static struct pes_rng rng_of(const struct run *run, int32_t number) {
    return pes_rng_split(&run->root, (uint64_t)number);
}

enum pes_err player_open(struct player *p, int32_t number, struct pes_note *note) {
    assert(number >= 0);
    if (p->opened == number) {
        assert(pes_history_count(p->h) >= p->opening_count);
        while (pes_history_count(p->h) > p->opening_count && pes_history_unmake(p->h))
            continue;
        return PES_ERR_OK;
    }
    const struct pes_rng pair_rng = rng_of(p->run, number);
    const struct pes_rng opening_rng = pes_rng_split(&pair_rng, STREAM_OPENING);
    p->opened = -1;
    const enum pes_err err = openings_set(&p->run->openings, number, &opening_rng, p->h, note);
    if (err == PES_ERR_OK) {
        p->opened = number;
        p->opening_count = pes_history_count(p->h);
    }
    return err;
}

/* The bout of game k of a pair. */
static struct bout bout_of(const struct player *p, const struct pes_rng *pair_rng) {
    const int k = p->k;
    assert(k == 0 || k == 1);
    struct bout bout = {
        .h = p->h,
        .seats = {p->agents[k], p->agents[1 - k]},
        .names = {p->run->texts[k], p->run->texts[1 - k]},
        .luck = pes_rng_split(pair_rng, STREAM_LUCK),
        .limits = p->run->match->limits,
        .trace = p->trace,
    };
    bout.limits.stop = p->stop;
    return bout;
}

/* Begins a new game for both agents, each with a seed of its own. */
static void begin_agents(const struct player *p, const struct pes_rng *pair_rng) {
    const int k = p->k;
    for (int agent = 0; agent < 2; agent++) {
        struct pes_rng rng =
            pes_rng_split(pair_rng, STREAM_AGENTS + (uint64_t)(2 * k) + (uint64_t)agent);
        bout_trace_enter(p->trace, agent ^ k, bout_allowance_ns(&p->run->match->limits));
        pes_agent_begin(p->agents[agent], pes_rng_next(&rng));
        bout_trace_leave(p->trace);
    }
}

static enum pes_err record_of(const struct player *p, const struct bout *bout, struct played *out) {
    const struct pes_match *match = p->run->match;
    if (match->on_game == NULL || match->without_records)
        return PES_ERR_OK;
    return bout_record(bout, &out->game, match->seed, &out->record);
}

enum pes_err player_play(struct player *p, int32_t number, int k, struct played *out,
                         struct pes_note *note) {
    const struct pes_rng pair_rng = rng_of(p->run, number);
    *out = (struct played){.record = NULL};
    p->k = k;
    enum pes_err err = player_open(p, number, note);
    if (err != PES_ERR_OK)
        return err;
    out->opening = bout_fingerprint(p->h);
    const struct bout bout = bout_of(p, &pair_rng);
    begin_agents(p, &pair_rng);
    err = bout_play(&bout, &out->game);
    return err == PES_ERR_OK ? record_of(p, &bout, out) : err;
}

enum pes_err player_forfeit(struct player *p, int32_t number, int k, const struct bout_trace *trace,
                            pes_player loser, enum pes_end why, struct played *out,
                            struct pes_note *note) {
    const struct pes_rng pair_rng = rng_of(p->run, number);
    *out = (struct played){.record = NULL};
    p->k = k;
    enum pes_err err = player_open(p, number, note);
    if (err != PES_ERR_OK)
        return err;
    out->opening = bout_fingerprint(p->h);
    /* The trace is that of a process that crashed: its moves are replayed as far as they are legal.
     */
    const int count = atomic_load(&trace->count);
    for (int i = 0; i < count && i < BOUT_TRACE_MAX && err == PES_ERR_OK; i++) {
        const pes_move m = trace->moves[i];
        if (pes_history_end(p->h) == PES_END_RULES ||
            !pes_legal(p->run->match->game, pes_history_state(p->h), m))
            break;
        err = pes_history_make(p->h, m);
    }
    if (err != PES_ERR_OK)
        return err;
    const struct bout bout = bout_of(p, &pair_rng);
    bout_forfeit(&bout, loser, why, &out->game);
    return record_of(p, &bout, out);
}
