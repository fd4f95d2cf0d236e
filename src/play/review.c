/* Judging moves, and summing up the moves of a game.
 *
 * Without chance: the adviser searches the position, then the positions after its move and after
 * the move played, as deep as each other. The first of these is not compared with the others: it
 * looks one ply further ahead, and two searches of different depth differ more than two good moves.
 * An error is confirmed by a second look.
 * With chance: the adviser's values of all moves come from one search.
 *
 * Invariant: 0 <= after <= chance <= 1. */
#include "play/review.h"

#include "core/clock.h"
#include "core/mem.h"
#include "pessoi/kit.h"

#include <assert.h>
#include <math.h>

enum {
    SEED = 1,
    /* Of the nodes, for the search before the move, for each of at most three searches after a
     * move, and for each of at most two that confirm an error. */
    ROOT_PERCENT = 30,
    MOVE_PERCENT = 16,
    CONFIRM_PERCENT = 11,
    LUCK_SAMPLES = 128 /* events of several rolls that are compared with the actual one */
};

/* A judgement under way. */
struct judge {
    const struct hint_asker *asker;
    struct pes_history *h;
    const struct pes_game *g;
    pes_player mover;
    int64_t deadline_ns; /* if there is a limit of time */
    uint64_t nodes;      /* searched so far */
};

/* What is known about a position or a move, from the mover's view. */
struct look {
    double chance;
    bool has_mate;
    int32_t mate;
    bool is_final; /* the game is over there */
    int depth;
    pes_move line[PES_LINE_MAX];
    int line_count;
};

static bool is_stopped(const struct hint_asker *asker) {
    return asker->limits.stop != NULL && atomic_load(asker->limits.stop);
}

static double half_or(int32_t sign) {
    return sign > 0 ? 1.0 : sign < 0 ? 0.0 : 0.5;
}

/* Who has won, if the game is over at the present position: > 0 the player, < 0 the other one. */
static int outcome_for(const struct pes_history *h, pes_player player) {
    const struct pes_game *g = pes_history_game(h);
    int32_t payoff[PES_PLAYERS_MAX];
    assert(pes_history_end(h) != PES_END_NONE);
    pes_settle(g, pes_history_state(h), pes_history_end(h), payoff);
    return payoff[player] > payoff[1 - player] ? 1 : payoff[player] < payoff[1 - player] ? -1 : 0;
}

/* Limits for `percent` of the nodes, and for one of `searches` equal parts of the time that is
 * left. */
static struct pes_limits part_of(const struct judge *j, int percent, int searches) {
    const struct pes_limits *all = &j->asker->limits;
    struct pes_limits part = {
        .depth = all->depth, .nodes = all->nodes / 100 * (unsigned)percent, .stop = all->stop};
    if (all->nodes > 0 && part.nodes == 0)
        part.nodes = 1;
    if (all->movetime_ms > 0) {
        const int64_t left_ms = (j->deadline_ns - clock_now_ns()) / CLOCK_NS_PER_MS;
        part.movetime_ms = (int32_t)(left_ms / searches);
        part.movetime_ms = part.movetime_ms > 0 ? part.movetime_ms : 1;
    }
    return part;
}

/* The agent's answer as a look; false if it has no win probability. */
static bool take_answer(const struct pes_answer *a, struct look *out) {
    *out = (struct look){.has_mate = a->has_mate,
                         .mate = a->mate,
                         .depth = a->depth,
                         .line = {a->move},
                         .line_count = 1};
    assert(a->line_count <= PES_LINE_MAX);
    if (a->line_count > 0 && a->line[0] == a->move) {
        memcpy(out->line, a->line, (size_t)a->line_count * sizeof a->line[0]);
        out->line_count = a->line_count;
    }
    out->chance = a->has_mate ? half_or(a->mate) : a->win_probability;
    return a->has_mate || a->has_win_probability;
}

/* In an expectation over chance, is this the value of a game that is won or lost in every case? */
static bool is_certain(const struct pes_game *g, double value) {
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    const double win = eval != NULL && eval->win > 0 ? eval->win : PES_EVAL_WIN;
    return fabs(value) >= win * (1.0 - 1e-9);
}

/* Searches the present position, in which a player is to move; from that player's view. */
static enum pes_err search(struct judge *j, const struct pes_limits *limits, struct look *out) {
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    enum pes_err err = pes_agent_choose(j->asker->adviser, j->h, limits, &answer);
    j->nodes += answer.nodes;
    if (err == PES_ERR_OK && !answer.has_score && !answer.has_mate) {
        /* The limits did not even allow one ply. */
        const struct pes_limits least = {.depth = 1, .stop = limits->stop};
        err = pes_agent_choose(j->asker->adviser, j->h, &least, &answer);
        j->nodes += answer.nodes;
    }
    if (is_stopped(j->asker))
        return PES_ERR_STOPPED;
    if (err != PES_ERR_OK)
        return err;
    if (!take_answer(&answer, out))
        return PES_ERR_UNFIT;
    if (j->g->rules->chance_in_play && !answer.has_mate && is_certain(j->g, answer.score))
        out->chance = answer.score > 0 ? 1.0 : 0.0;
    return PES_ERR_OK;
}

/* Turns the look at the position after a move into one at the move. */
static void turn_look(const struct judge *j, struct look *look) {
    const pes_player next = pes_turn(j->g, pes_history_state(j->h));
    assert(next >= 0);
    if (next != j->mover) {
        look->chance = 1.0 - look->chance;
        look->mate = -look->mate;
    }
    if (look->mate != 0)
        look->mate += look->mate > 0 ? 1 : -1;
}

/* The mover's view of a final position. */
static void look_at_end(const struct judge *j, struct look *out) {
    const int sign = outcome_for(j->h, j->mover);
    *out = (struct look){
        .chance = half_or(sign), .has_mate = true, .mate = sign, .is_final = true, .line_count = 0};
}

/* Looks at the present position from the mover's view: at the end, or by a search. */
static enum pes_err look_here(struct judge *j, const struct pes_limits *limits, struct look *out) {
    if (pes_history_end(j->h) != PES_END_NONE) {
        look_at_end(j, out);
        return PES_ERR_OK;
    }
    const enum pes_err err = search(j, limits, out);
    if (err == PES_ERR_OK)
        turn_look(j, out);
    return err;
}

/* Looks at the position after move m, at most `depth` plies deep (0: no such limit). The line
 * begins after m. */
static enum pes_err look_after(struct judge *j, pes_move m, struct pes_limits limits, int depth,
                               struct look *out) {
    enum pes_err err = pes_history_make(j->h, m);
    if (err != PES_ERR_OK)
        return err;
    if (limits.depth > 1)
        limits.depth--;
    if (depth > 0 && (limits.depth == 0 || depth < limits.depth))
        limits.depth = depth;
    err = look_here(j, &limits, out);
    pes_history_unmake(j->h);
    return err;
}

/* The mover's win probability after m and the reply that the first look at it found. */
static enum pes_err look_further(struct judge *j, pes_move m, const struct look *first,
                                 const struct pes_limits *limits, double *chance) {
    *chance = first->chance;
    if (first->has_mate || first->line_count == 0)
        return PES_ERR_OK;
    struct look look;
    enum pes_err err = pes_history_make(j->h, m);
    if (err != PES_ERR_OK)
        return err;
    err = pes_history_make(j->h, first->line[0]);
    if (err == PES_ERR_OK) {
        err = look_here(j, limits, &look);
        pes_history_unmake(j->h);
    }
    pes_history_unmake(j->h);
    if (err == PES_ERR_OK)
        *chance = look.chance;
    return err;
}

/* Looks at both moves, as deep at one as at the other. */
static enum pes_err look_at_both(struct judge *j, pes_move best, pes_move played, struct look *b,
                                 struct look *p) {
    enum pes_err err = look_after(j, best, part_of(j, MOVE_PERCENT, 4), 0, b);
    if (err != PES_ERR_OK)
        return err;
    err = look_after(j, played, part_of(j, MOVE_PERCENT, 3), b->has_mate ? 0 : b->depth, p);
    if (err != PES_ERR_OK || b->has_mate || p->has_mate || p->depth >= b->depth)
        return err;
    return look_after(j, best, part_of(j, MOVE_PERCENT, 3), p->depth, b);
}

static void set_line(struct review_move *out, pes_move m, const pes_move rest[], int count) {
    out->line[0] = m;
    out->line_count = count < PES_LINE_MAX ? count + 1 : PES_LINE_MAX;
    memmove(out->line + 1, rest, (size_t)(out->line_count - 1) * sizeof rest[0]);
}

static void set_reply(struct review_move *out, const pes_move line[], int count) {
    out->reply_count = count;
    memcpy(out->reply, line, (size_t)count * sizeof line[0]);
}

static void set_best(struct review_move *out, const struct look *look) {
    out->chance = look->chance;
    out->has_mate = look->has_mate;
    out->mate = look->mate;
}

static void set_after(struct review_move *out, const struct look *look) {
    out->after = look->chance;
    out->has_mate_after = look->has_mate;
    out->mate_after = look->mate;
}

/* The move played is the adviser's, or at least as good: it is the best move. */
static void play_is_best(struct review_move *out) {
    out->chance = out->after;
    out->has_mate = out->has_mate_after;
    out->mate = out->mate_after;
    set_line(out, out->played, out->reply, out->reply_count);
}

/* An error must be one in two looks: the second is at the positions after both moves and their best
 * replies. A win that a search sees from the position before the move is often out of its sight
 * from the position after another move that wins as well. */
static enum pes_err confirm(struct judge *j, const struct look *root, const struct look *best,
                            const struct look *played, struct review_move *out) {
    double best_chance = root->chance, played_chance = 0.0;
    /* What one search has proven must be in sight of the other. */
    struct pes_limits limits =
        root->has_mate ? part_of(j, ROOT_PERCENT, 1) : part_of(j, CONFIRM_PERCENT, 2);
    enum pes_err err = look_further(j, out->played, played, &limits, &played_chance);
    if (err == PES_ERR_OK && !root->has_mate) {
        limits = part_of(j, CONFIRM_PERCENT, 1);
        err = look_further(j, root->line[0], best, &limits, &best_chance);
    }
    const double drop = best_chance > played_chance ? best_chance - played_chance : 0.0;
    if (err != PES_ERR_OK || drop >= out->chance - out->after)
        return err;
    if (!out->has_mate_after)
        out->after = out->chance - drop;
    else if (!out->has_mate)
        out->chance = out->after + drop;
    return PES_ERR_OK;
}

/* The adviser has another move than the one played. */
static enum pes_err compare(struct judge *j, const struct look *root, struct review_move *out) {
    struct look best = *root, played;
    const pes_move advised = root->line[0];
    const enum pes_err err =
        root->has_mate ? look_after(j, out->played, part_of(j, ROOT_PERCENT, 2), 0, &played)
                       : look_at_both(j, advised, out->played, &best, &played);
    if (err != PES_ERR_OK)
        return err;
    set_best(out, root->has_mate ? root : &best);
    set_after(out, &played);
    set_reply(out, played.line, played.line_count);
    if (out->after > out->chance && root->has_mate)
        out->after = out->chance; /* proven; the other is an estimate */
    if (out->after > out->chance) {
        play_is_best(out);
    } else if (root->line_count > 1 || root->has_mate || best.is_final) {
        set_line(out, advised, root->line + 1, root->line_count - 1);
    } else {
        set_line(out, advised, best.line, best.line_count);
    }
    out->depth = root->depth;
    return review_class_of(out->chance, out->after) < REVIEW_INACCURACY
               ? PES_ERR_OK
               : confirm(j, root, &best, &played, out);
}

/* Games in which chance never plays after the start. */
static enum pes_err find_by_search(struct judge *j, struct review_move *out) {
    struct look root;
    const struct pes_limits limits = part_of(j, ROOT_PERCENT, 3);
    const enum pes_err err = search(j, &limits, &root);
    if (err != PES_ERR_OK)
        return err;
    if (root.line[0] != out->played)
        return compare(j, &root, out);
    set_after(out, &root);
    set_reply(out, root.line + 1, root.line_count - 1);
    play_is_best(out);
    out->depth = root.depth;
    return PES_ERR_OK;
}

/* The values of all moves. -------------------------------------------------------------------- */

/* A search of values tells its depth and its nodes only while it runs. */
struct work {
    int depth;
    uint64_t nodes;
};

static void note_work(void *to, const struct pes_answer *so_far) {
    struct work *work = to;
    work->depth = so_far->depth;
    work->nodes = so_far->nodes;
}

/* The win probability of a value to the mover. */
static double chance_of_value(const struct judge *j, const struct pes_eval *eval, double value) {
    const double first = j->mover == 0 ? value : 0.0 - value;
    if (is_certain(j->g, value))
        return value > 0 ? 1.0 : 0.0;
    const double p = pes_chance_of(pes_log_odds(j->g, eval, pes_history_state(j->h), first));
    return j->mover == 0 ? p : 1.0 - p;
}

/* The move of the largest value; among equals the move played, else the first. */
static const struct pes_move_value *best_value(const struct pes_move_value values[], int count,
                                               pes_move played) {
    const struct pes_move_value *best = NULL;
    for (int i = 0; i < count; i++) {
        const bool is_better = best == NULL || values[i].value > best->value ||
                               (values[i].value == best->value && values[i].move == played);
        if (values[i].has_value && is_better)
            best = &values[i];
    }
    return best;
}

/* A look at a move by its value, or by the rules if they decide at once. */
static enum pes_err look_at_value(struct judge *j, const struct pes_eval *eval,
                                  const struct pes_move_value *value, struct look *out) {
    const enum pes_err err = pes_history_make(j->h, value->move);
    if (err != PES_ERR_OK)
        return err;
    const bool is_over = pes_history_end(j->h) != PES_END_NONE;
    if (is_over)
        look_at_end(j, out);
    pes_history_unmake(j->h);
    if (!is_over)
        *out = (struct look){.chance = chance_of_value(j, eval, value->value)};
    return PES_ERR_OK;
}

static enum pes_err judge_values(struct judge *j, const struct pes_eval *eval,
                                 const struct pes_move_value values[], int count,
                                 struct review_move *out) {
    const struct pes_move_value *best = best_value(values, count, out->played), *own = NULL;
    struct look look;
    for (int i = 0; i < count && own == NULL; i++)
        own = values[i].move == out->played && values[i].has_value ? &values[i] : NULL;
    if (best == NULL || own == NULL)
        return PES_ERR_UNFIT;
    enum pes_err err = look_at_value(j, eval, own, &look);
    if (err != PES_ERR_OK)
        return err;
    set_after(out, &look);
    err = look_at_value(j, eval, best, &look);
    if (err != PES_ERR_OK)
        return err;
    set_best(out, &look);
    set_line(out, best->move, NULL, 0);
    if (out->after >= out->chance)
        play_is_best(out);
    return PES_ERR_OK;
}

/* Games in which chance plays. */
static enum pes_err find_by_values(struct judge *j, struct review_move *out) {
    const struct pes_eval *eval = j->g->kit->evals != NULL ? j->g->kit->evals[0] : NULL;
    struct work work = {0};
    int count = 0;
    if (eval == NULL || eval->odds == NULL)
        return PES_ERR_UNFIT;
    struct pes_move_value *values = mem_alloc(PES_MOVES_MAX * sizeof *values);
    if (values == NULL)
        return PES_ERR_NOMEM;
    struct pes_limits limits = part_of(j, 100, 1);
    limits.info = note_work;
    limits.info_to = &work;
    enum pes_err err = pes_agent_values(j->asker->adviser, j->h, &limits, values, &count);
    if (err == PES_ERR_OK && work.depth == 0 && !is_stopped(j->asker)) {
        limits.depth = 1;
        limits.nodes = 0;
        err = pes_agent_values(j->asker->adviser, j->h, &limits, values, &count);
    }
    if (is_stopped(j->asker))
        err = PES_ERR_STOPPED;
    if (err == PES_ERR_OK)
        err = judge_values(j, eval, values, count, out);
    mem_free(values);
    out->depth = work.depth;
    j->nodes = work.nodes;
    return err;
}

/* Interface. ---------------------------------------------------------------------------------- */

static struct judge judge_of(const struct hint_asker *asker, struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const int64_t now = asker->limits.movetime_ms > 0 ? clock_now_ns() : 0;
    pes_agent_begin(asker->adviser, SEED);
    return (struct judge){.asker = asker,
                          .h = h,
                          .g = g,
                          .mover = pes_turn(g, pes_history_state(h)),
                          .deadline_ns =
                              now + (int64_t)asker->limits.movetime_ms * CLOCK_NS_PER_MS};
}

enum pes_err review_find(const struct hint_asker *asker, struct pes_history *h, pes_move played,
                         struct review_move *out) {
    struct judge j = judge_of(asker, h);
    const int before = pes_history_count(h);
    assert(j.mover >= 0);
    assert(pes_legal(j.g, pes_history_state(h), played));
    *out = (struct review_move){.player = j.mover, .played = played};
    const enum pes_err err =
        j.g->rules->chance_in_play ? find_by_values(&j, out) : find_by_search(&j, out);
    assert(pes_history_count(h) == before);
    (void)before;
    if (err != PES_ERR_OK)
        return err;
    assert(out->line_count > 0);
    assert(out->after >= 0.0);
    assert(out->after <= out->chance);
    assert(out->chance <= 1.0);
    const bool is_forced = pes_count(j.g, pes_history_state(h)) == 1;
    out->nodes = j.nodes;
    out->class = is_forced ? REVIEW_FORCED : review_class_of(out->chance, out->after);
    out->accuracy = is_forced ? 100.0 : review_accuracy(out->chance, out->after);
    return PES_ERR_OK;
}

enum pes_err review_chance(const struct hint_asker *asker, struct pes_history *h, double *out) {
    if (pes_history_end(h) != PES_END_NONE) {
        const pes_player turn = pes_turn(pes_history_game(h), pes_history_state(h));
        *out = half_or(outcome_for(h, turn == 1 ? 1 : 0));
        return PES_ERR_OK;
    }
    struct judge j = judge_of(asker, h);
    struct look look;
    assert(j.mover >= 0);
    const struct pes_limits limits = part_of(&j, 100, 1);
    const enum pes_err err = search(&j, &limits, &look);
    if (err == PES_ERR_OK)
        *out = look.chance;
    return err;
}

/* Luck. --------------------------------------------------------------------------------------- */

/* First's win probability at the present position, by a search of one ply. */
static enum pes_err first_chance(struct judge *j, double *out) {
    if (pes_history_end(j->h) != PES_END_NONE) {
        *out = half_or(outcome_for(j->h, 0));
        return PES_ERR_OK;
    }
    const struct pes_limits limits = {.depth = 1, .stop = j->asker->limits.stop};
    struct look look;
    const enum pes_err err = search(j, &limits, &look);
    if (err == PES_ERR_OK)
        *out = pes_turn(j->g, pes_history_state(j->h)) == 0 ? look.chance : 1.0 - look.chance;
    return err;
}

static void unmake(struct pes_history *h, int count) {
    while (count-- > 0)
        pes_history_unmake(h);
}

/* One event: `first` (PES_MOVE_NONE: rolled), then rolls until a player is to move. Gives First's
 * win probability after it, and whether it was one roll only, and takes it back. */
static enum pes_err try_event(struct judge *j, pes_move first, struct pes_rng *rng, double *out,
                              bool *is_one_roll) {
    enum pes_err err = PES_ERR_OK;
    int made = 0;
    for (pes_move m = first; err == PES_ERR_OK; m = PES_MOVE_NONE) {
        const struct pes_state *s = pes_history_state(j->h);
        if (pes_turn(j->g, s) != PES_CHANCE)
            break;
        err = pes_history_make(j->h, m != PES_MOVE_NONE ? m : pes_draw(j->g, s, rng));
        made += err == PES_ERR_OK;
    }
    if (err == PES_ERR_OK)
        err = first_chance(j, out);
    unmake(j->h, made);
    *is_one_roll = made == 1;
    return err;
}

/* The mean over the outcomes of a single roll; *is_exact is false if other rolls follow it. */
static enum pes_err mean_of_roll(struct judge *j, double *mean, bool *is_exact) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    struct pes_rng rng;
    const int count = pes_chances(j->g, pes_history_state(j->h), outcomes);
    double sum = 0.0, weights = 0.0;
    pes_rng_init(&rng, SEED);
    *is_exact = true;
    for (int i = 0; i < count && *is_exact; i++) {
        double chance = 0.0;
        const enum pes_err err = try_event(j, outcomes[i].move, &rng, &chance, is_exact);
        if (err != PES_ERR_OK)
            return err;
        sum += chance * outcomes[i].weight;
        weights += outcomes[i].weight;
    }
    assert(weights > 0.0);
    *mean = sum / weights;
    return PES_ERR_OK;
}

/* The mean over samples of an event of several rolls. */
static enum pes_err mean_of_samples(struct judge *j, double *mean) {
    struct pes_rng rng;
    double sum = 0.0;
    pes_rng_init(&rng, pes_hash(j->g, pes_history_state(j->h)));
    for (int i = 0; i < LUCK_SAMPLES; i++) {
        double chance = 0.0;
        bool is_one_roll;
        const enum pes_err err = try_event(j, PES_MOVE_NONE, &rng, &chance, &is_one_roll);
        if (err != PES_ERR_OK)
            return err;
        sum += chance;
    }
    *mean = sum / LUCK_SAMPLES;
    return PES_ERR_OK;
}

enum pes_err review_luck(const struct hint_asker *asker, const struct pes_history *h, double *out) {
    struct pes_state_buf before;
    struct pes_history *own = NULL;
    bool is_exact = false;
    double actual = 0.0, mean = 0.0;
    const int last = pes_history_last(h, PES_STATE(before));
    const int rolls = pes_history_count(h) - 1 - last;
    *out = 0.0;
    if (last < 0 || rolls == 0)
        return PES_ERR_OK;
    enum pes_err err = pes_history_clone(h, &own);
    if (err != PES_ERR_OK)
        return err;
    struct judge j = judge_of(asker, own);
    err = first_chance(&j, &actual);
    unmake(own, rolls);
    if (err == PES_ERR_OK)
        err = mean_of_roll(&j, &mean, &is_exact);
    if (err == PES_ERR_OK && !is_exact)
        err = mean_of_samples(&j, &mean);
    pes_history_free(own);
    if (err == PES_ERR_OK)
        *out = actual - mean;
    return err;
}
