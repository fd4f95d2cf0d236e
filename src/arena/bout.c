/* Plays one bout: asks the agent to move, runs its clock, rolls chance outcomes, and publishes its
 * progress in the trace. Answers are claims: pes_agent_choose() checks that they are legal. */
#include "arena/bout.h"

#include "arena/text.h"
#include "core/clock.h"
#include "pessoi/hash.h"

#include <inttypes.h>
#include <stdio.h>

/* A bout under way. */
struct progress {
    const struct bout *bout;
    const struct pes_game *game;
    struct pes_limits limits;         /* for the next choose(), with the present clocks */
    int64_t left_ns[PES_PLAYERS_MAX]; /* time left, for players with a clock */
    pes_player mover;                 /* the player who moved last; PES_CHANCE: none has moved */
    uint64_t made[PES_PLAYERS_MAX];   /* moves of each player since the bout began */
    enum pes_end end;                 /* why it is over; NONE: it is not */
    pes_player loser;                 /* of a FORFEIT or by TIME */
    struct bout_notes *notes;
};

static bool stopped(const struct progress *t) {
    return t->limits.stop != NULL && atomic_load(t->limits.stop);
}

void bout_trace_enter(struct bout_trace *trace, int seat, int64_t allowance_ns) {
    if (trace == NULL)
        return;
    atomic_store_explicit(&trace->until_ns, allowance_ns > 0 ? clock_now_ns() + allowance_ns : 0,
                          memory_order_relaxed);
    atomic_store_explicit(&trace->seat, seat, memory_order_release);
}

void bout_trace_leave(struct bout_trace *trace) {
    if (trace == NULL)
        return;
    atomic_store_explicit(&trace->seat, BOUT_NO_SEAT, memory_order_release);
}

/* Publishes a move: the release store of `count` makes it visible to the supervisor. */
static void trace_move(struct bout_trace *trace, pes_move m) {
    const int count =
        trace != NULL ? atomic_load_explicit(&trace->count, memory_order_relaxed) : BOUT_TRACE_MAX;
    if (count >= BOUT_TRACE_MAX)
        return;
    trace->moves[count] = m;
    atomic_store_explicit(&trace->count, count + 1, memory_order_release);
}

int64_t bout_allowance_ns(const struct pes_limits *limits) {
    const int32_t clock_ms =
        limits->clock_ms[0] > limits->clock_ms[1] ? limits->clock_ms[0] : limits->clock_ms[1];
    return (clock_ms > 0 ? clock_ms : limits->movetime_ms) * CLOCK_NS_PER_MS;
}

/* Lets an agent observe a move. Most classes have no observe(): skip the trace for them, because
 * reading the clock costs more than making a move. */
static void show(const struct progress *t, int seat, pes_move m) {
    struct pes_agent *agent = t->bout->seats[seat];
    if (agent->class->observe == NULL)
        return;
    bout_trace_enter(t->bout->trace, seat, bout_allowance_ns(&t->bout->limits));
    pes_agent_observe(agent, t->bout->h, m);
    bout_trace_leave(t->bout->trace);
}

/* Makes a move or outcome and lets both agents observe it. */
static enum pes_err advance(struct progress *t, pes_move m) {
    const enum pes_err err = pes_history_make(t->bout->h, m);
    if (err != PES_ERR_OK)
        return err;
    trace_move(t->bout->trace, m);
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
        show(t, seat, m);
    t->end = pes_history_end(t->bout->h);
    if (t->end == PES_END_NONE && t->bout->max_plies > 0 &&
        pes_history_plies(t->bout->h) >= t->bout->max_plies)
        t->end = PES_END_PLIES;
    return PES_ERR_OK;
}

/* Rolls until a player is to move or the game is over. */
static enum pes_err roll(struct progress *t) {
    const struct pes_state *s = pes_history_state(t->bout->h);
    assert(pes_turn(t->game, s) == PES_CHANCE);
    const bool begun = t->mover >= 0;
    const struct pes_rng seat_luck =
        pes_rng_split(&t->bout->luck, begun ? 1 + (uint64_t)t->mover : 0);
    struct pes_rng rng = pes_rng_split(&seat_luck, begun ? t->made[t->mover] : 0);
    while (t->end == PES_END_NONE && pes_turn(t->game, s) == PES_CHANCE) {
        const enum pes_err err = advance(t, pes_draw(t->game, s, &rng));
        if (err != PES_ERR_OK)
            return err;
        s = pes_history_state(t->bout->h);
    }
    return PES_ERR_OK;
}

/* The agent to move loses; `err` is what its choose() returned. */
static void lose(struct progress *t, pes_player player, enum pes_err err, int64_t spent_ms) {
    assert(t->end == PES_END_NONE);
    const bool late = err == PES_ERR_LATE;
    const int ply = pes_history_plies(t->bout->h) + 1;
    struct pes_note *fault = &t->notes->fault;
    t->end = late ? PES_END_TIME : PES_END_FORFEIT;
    t->loser = player;
    pes_agent_fault(t->bout->seats[player], fault);
    if (!pes_note_is_empty(fault))
        return;
    if (late)
        (void)!pes_note_say(fault, err, 0, TEXT(bout_late),
                            PES_ARGS(PES_INT(ply), PES_INT(spent_ms)));
    else
        (void)!pes_note_say(fault, err, 0, TEXT(bout_bad_answer),
                            PES_ARGS(PES_INT(ply), PES_SAID(pes_err_text(err))));
}

/* How long the player may think about this move; 0: no limit. */
static int64_t allowance_ns(const struct progress *t, pes_player player) {
    if (t->bout->limits.clock_ms[player] > 0)
        return t->left_ns[player];
    return t->limits.movetime_ms * CLOCK_NS_PER_MS;
}

/* Subtracts the time since start_ns from the player's clock and adds the increment; false if the
 * time ran out. */
static bool punch_clock(struct progress *t, pes_player player, int64_t start_ns) {
    if (t->bout->limits.clock_ms[player] <= 0)
        return true;
    t->left_ns[player] -= clock_now_ns() - start_ns;
    if (t->left_ns[player] <= 0)
        return false;
    t->left_ns[player] += t->limits.increment_ms[player] * CLOCK_NS_PER_MS;
    /* Round up, because 0 means "no clock". */
    const int64_t left_ms = (t->left_ns[player] + CLOCK_NS_PER_MS - 1) / CLOCK_NS_PER_MS;
    assert(left_ms > 0);
    t->limits.clock_ms[player] = left_ms < INT32_MAX ? (int32_t)left_ms : INT32_MAX;
    return true;
}

static void note_time(struct bout_notes *notes, pes_player player, int64_t spent_ms) {
    const int32_t ms = spent_ms < INT32_MAX / 2 ? (int32_t)spent_ms : INT32_MAX / 2;
    if (ms > notes->think_max_ms[player])
        notes->think_max_ms[player] = ms;
    if (notes->think_sum_ms[player] < INT32_MAX - ms)
        notes->think_sum_ms[player] += ms;
}

/* Asks the player to move, and makes its move or lets it lose. */
static enum pes_err think(struct progress *t, pes_player player) {
    assert(player >= 0 && player < PES_PLAYERS_MAX);
    struct pes_history *h = t->bout->h;
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    bout_trace_enter(t->bout->trace, player, allowance_ns(t, player));
    const int64_t start_ns = clock_now_ns();
    enum pes_err err = pes_agent_choose(t->bout->seats[player], h, &t->limits, &answer);
    const int64_t spent_ms = (clock_now_ns() - start_ns) / CLOCK_NS_PER_MS;
    if (!punch_clock(t, player, start_ns) && err == PES_ERR_OK)
        err = PES_ERR_LATE;
    bout_trace_leave(t->bout->trace);
    note_time(t->notes, player, spent_ms);

    /* An answer cut short by the stop flag must not count. */
    if (stopped(t))
        return PES_ERR_STOPPED;
    if (err == PES_ERR_NOMEM)
        return err;
    if (err != PES_ERR_OK) {
        lose(t, player, err, spent_ms);
        return PES_ERR_OK;
    }
    t->mover = player;
    t->made[player]++;
    return advance(t, answer.move);
}

/* First's margin: the difference of the scores, or of the payoffs if the game has no scores. */
static int32_t margin_of(const struct pes_history *h, const int32_t payoff[PES_PLAYERS_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    int32_t points[PES_PLAYERS_MAX] = {payoff[0], payoff[1]};
    if (g->rules->scores != NULL)
        g->rules->scores(g, pes_history_state(h), points);
    return points[0] - points[1];
}

void bout_settle(const struct pes_history *h, enum pes_end end, pes_player loser,
                 struct stats_game *out) {
    assert(end != PES_END_NONE);
    const struct pes_game *g = pes_history_game(h);
    int32_t payoff[PES_PLAYERS_MAX];
    if (end == PES_END_FORFEIT || end == PES_END_TIME) {
        payoff[loser] = g->payoff_min;
        payoff[1 - loser] = g->payoff_max;
    } else {
        pes_settle(g, pes_history_state(h), end, payoff);
    }
    *out = (struct stats_game){
        .fingerprint = bout_fingerprint(h),
        .margin = margin_of(h, payoff),
        .plies = pes_history_plies(h),
        .halves = (uint8_t)(1 + (payoff[0] > payoff[1]) - (payoff[0] < payoff[1])),
        .end = (uint8_t)end,
    };
}

enum pes_err bout_play(const struct bout *bout, struct stats_game *out, struct bout_notes *notes) {
    *notes = (struct bout_notes){0};
    struct progress t = {
        .bout = bout,
        .game = pes_history_game(bout->h),
        .limits = bout->limits,
        .mover = PES_CHANCE,
        .end = pes_history_end(bout->h),
        .notes = notes,
    };
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
        t.left_ns[seat] = bout->limits.clock_ms[seat] * CLOCK_NS_PER_MS;
    while (t.end == PES_END_NONE) {
        if (stopped(&t))
            return PES_ERR_STOPPED;
        const pes_player player = pes_turn(t.game, pes_history_state(bout->h));
        const enum pes_err err = player == PES_CHANCE ? roll(&t) : think(&t, player);
        if (err != PES_ERR_OK)
            return err;
    }
    bout_settle(bout->h, t.end, t.loser, out);
    return PES_ERR_OK;
}

void bout_forfeit(const struct bout *bout, pes_player loser, enum pes_end why,
                  struct stats_game *out, struct bout_notes *notes) {
    assert(loser >= 0 && loser < PES_PLAYERS_MAX);
    assert(why == PES_END_FORFEIT || why == PES_END_TIME);
    const int ply = pes_history_plies(bout->h) + 1;
    *notes = (struct bout_notes){0};
    (void)!pes_note_say(&notes->fault, PES_ERR_IO, 0,
                        why == PES_END_TIME ? TEXT(bout_overdue) : TEXT(bout_crashed),
                        PES_ARGS(PES_INT(ply)));
    bout_settle(bout->h, why, loser, out);
}

uint64_t bout_fingerprint(const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    char start[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), start);
    uint64_t hash = pes_hash_bytes(0, start, strlen(start));
    const int count = pes_history_count(h);
    for (int i = 0; i < count; i++)
        hash = pes_hash_key(hash, pes_history_move(h, i));
    return hash;
}

enum pes_err bout_record(const struct bout *bout, const struct stats_game *game,
                         const struct bout_notes *notes, uint64_t seed, struct pes_record **out) {
    assert(game->halves <= 2);
    char seed_text[24];
    snprintf(seed_text, sizeof seed_text, "%" PRIu64, seed);
    const int32_t halves[PES_PLAYERS_MAX] = {game->halves, 2 - game->halves};
    const struct {
        const char *key, *value;
    } tags[] = {
        {"Seed", seed_text},
        {"First", bout->names[0]},
        {"Second", bout->names[1]},
        {"FirstFiles", bout->files[0]},
        {"SecondFiles", bout->files[1]},
        {"Result", pes_result_of(halves)},
        {"Termination", pes_end_word((enum pes_end)game->end)},
        {"Reason", notes->fault.why[PES_LANG_EN]},
    };

    struct pes_record *r = NULL;
    enum pes_err err = pes_record_of(bout->h, &r);
    for (size_t i = 0; err == PES_ERR_OK && i < sizeof tags / sizeof tags[0]; i++)
        if (tags[i].value != NULL && tags[i].value[0] != '\0')
            err = pes_record_set(r, tags[i].key, tags[i].value);
    if (err != PES_ERR_OK) {
        pes_record_free(r);
        return err;
    }
    *out = r;
    return PES_ERR_OK;
}
