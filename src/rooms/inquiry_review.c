/* `review`: every move of a line judged, in a quick pass and then in a deeper one. One thought per
 * move, used again for the next one, so that a long review delays nobody; a thought that had to
 * give way to a game is begun again with half the time. */
#include "rooms/inquiry_int.h"

#include "core/mem.h"

#include <assert.h>
#include <math.h>

enum { PASSES = 2, HALVED_MAX = 4 };

enum request_code inquiry_review_init(struct inquiry *q, const struct request *wanted,
                                      struct refusal *why) {
    q->of = pes_history_plies(q->line.session.history);
    q->first = wanted->first_ply < q->of ? wanted->first_ply : q->of;
    q->judged = mem_alloc((size_t)(q->of > 0 ? q->of : 1) * sizeof q->judged[0]);
    if (q->judged == NULL)
        return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    for (int i = 0; i < q->of; i++)
        q->judged[i] = (struct judged){.luck = NAN};
    return REQUEST_OK;
}

/* Limits ----------------------------------------------------------------------------------------
 */

static int32_t share(int32_t all, int32_t count, int32_t least, int32_t most) {
    const int32_t each = all / (count > 0 ? count : 1);
    return each < least ? least : each > most ? most : each;
}

/* The limits of one thought of this pass. */
static struct pes_limits limits_of(const struct inquiry *q) {
    struct pes_limits limits = {.nodes = q->limits.nodes};
    if (limits.nodes == 0)
        limits.movetime_ms = q->limits.movetime_ms > 0
                                 ? q->limits.movetime_ms
                                 : share(INQUIRY_DEEP_ALL_MS, q->of - q->first,
                                         INQUIRY_DEEP_LEAST_MS, INQUIRY_DEEP_MOST_MS);
    else
        limits.movetime_ms = q->limits.movetime_ms;
    const int32_t quick_ms = share(INQUIRY_QUICK_ALL_MS, q->of - q->first, INQUIRY_QUICK_LEAST_MS,
                                   INQUIRY_QUICK_MOST_MS);
    if (q->pass == 0 && limits.movetime_ms > quick_ms)
        limits.movetime_ms = quick_ms;
    if (q->pass == 0 && limits.nodes > 0)
        limits.nodes =
            limits.nodes / 8 > INQUIRY_NODES_LEAST ? limits.nodes / 8 : INQUIRY_NODES_LEAST;
    limits.movetime_ms >>= limits.movetime_ms > 0 ? q->halved : 0;
    if (limits.movetime_ms == 0 && limits.nodes == 0)
        limits.movetime_ms = 1;
    return limits;
}

/* Thoughts --------------------------------------------------------------------------------------
 */

/* The index of the next move of a player from `at` on; the number of moves: there is none. */
static int next_move(const struct pes_history *h, int at) {
    while (at < pes_history_count(h) && pes_history_player(h, at) == PES_CHANCE)
        at++;
    return at;
}

/* Can the end of the line be judged: is the game over, or a player to move? */
static bool has_end(const struct inquiry *q) {
    const struct pes_history *h = q->line.session.history;
    return pes_history_end(h) != PES_END_NONE ||
           pes_turn(pes_history_game(h), pes_history_state(h)) >= 0;
}

/* Thinks about the present move, or about the end; `t` is used again. */
static void think(struct inquiry *q, struct thought *t) {
    t->kind = q->ply < q->of ? THOUGHT_REVIEW : THOUGHT_END;
    t->limits = limits_of(q);
    t->study->at = q->at;
    /* Luck does not depend on the depth of the search: the quick pass has found it. */
    t->study->has_luck = q->ply < q->of && q->judged[q->ply].known;
    t->study->luck = t->study->has_luck ? q->judged[q->ply].luck : NAN;
    t->err = PES_ERR_OK;
    atomic_store(&t->stop, false);
    inquiry_think(q, t);
}

/* The sums. -------------------------------------------------------------------------------------
 */

static double first_chance(const struct judged *j) {
    return !j->known ? NAN : j->player == 0 ? j->chance : 1.0 - j->chance;
}

/* What review_sum() reads of the moves: made for it, because whole judgements of a long game take
 * megabytes. */
static enum pes_err sum_up(const struct inquiry *q, struct review_player out[PES_PLAYERS_MAX]) {
    const size_t count = (size_t)q->of;
    struct review_move *moves = mem_alloc((count + 1) * sizeof *moves);
    double *first = mem_alloc((count + 1) * sizeof *first);
    double *luck = mem_alloc((count + 1) * sizeof *luck);
    const bool ok = moves != NULL && first != NULL && luck != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        const struct judged *j = &q->judged[i];
        moves[i] = (struct review_move){.player = j->player,
                                        .line_count = j->known,
                                        .chance = j->chance,
                                        .after = j->after,
                                        .class = (enum review_class)j->class,
                                        .accuracy = j->accuracy};
        first[i] = first_chance(j);
        luck[i] = j->luck;
    }
    if (ok) {
        first[count] = q->end;
        review_sum(moves, first, q->line.session.game->chance_in_play ? luck : NULL, q->of, out);
    }
    mem_free(moves);
    mem_free(first);
    mem_free(luck);
    return ok ? PES_ERR_OK : PES_ERR_NOMEM;
}

static void put_player(const struct inquiry *q, const struct review_player *p, struct str *out) {
    put_open(out, NULL, '{');
    put_real(out, "accuracy", p->accuracy);
    for (int class = 0; class < REVIEW_CLASS_COUNT; class ++)
        put_int(out, review_class_word((enum review_class) class), p->counts[class]);
    if (q->line.session.game->chance_in_play) {
        put_real(out, "skill", p->skill);
        put_real(out, "luck", p->luck);
    }
    put_close(out, '}');
}

static void tell_sum(struct inquiry *q, bool last) {
    struct review_player players[PES_PLAYERS_MAX];
    struct str out;
    int known = 0;
    if (sum_up(q, players) != PES_ERR_OK) {
        inquiry_fail(q, PES_ERR_NOMEM);
        return;
    }
    for (int i = 0; i < q->of; i++)
        known += q->judged[i].known;
    inquiry_begin_message(q, "review", &out);
    put_int(&out, "pass", q->pass);
    put_int(&out, "known", known);
    put_int(&out, "of", q->of);
    put_real(&out, "end", q->end);
    put_bool(&out, "last", last);
    put_open(&out, "players", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        put_player(q, &players[i], &out);
    put_close(&out, ']');
    inquiry_tell(q, &out);
    q->over |= last;
}

/* One move. -------------------------------------------------------------------------------------
 */

/* The history of the thought may have gone on, to find the luck: the position before the move. */
static void position_before(const struct inquiry *q, struct thought *t) {
    while (pes_history_count(t->history) > q->at)
        pes_history_unmake(t->history);
}

static void tell_move(struct inquiry *q, struct thought *t) {
    const struct review_move *m = &t->study->judged;
    const struct pes_game *g = pes_history_game(t->history);
    const bool second = m->player == 1;
    char played[PES_MOVE_TEXT_MAX];
    struct str out;
    position_before(q, t);
    g->rules->move_format(g, pes_history_state(t->history), m->played, played);
    inquiry_begin_message(q, "reviewed", &out);
    put_int(&out, "pass", q->pass);
    put_int(&out, "ply", q->ply);
    put_int(&out, "of", q->of);
    put_int(&out, "player", m->player);
    put_text(&out, "played", played);
    put_real(&out, "chance", second ? 1.0 - m->chance : m->chance);
    put_real(&out, "after", second ? 1.0 - m->after : m->after);
    if (m->has_mate)
        put_int(&out, "mate", m->mate);
    if (m->has_mate_after)
        put_int(&out, "mate_after", m->mate_after);
    put_text(&out, "class", review_class_word(m->class));
    put_real(&out, "accuracy", m->accuracy);
    put_int(&out, "depth", m->depth);
    inquiry_put_line(t->history, "line", "cells", m->line, m->line_count, &out);
    if (pes_history_make(t->history, m->played) == PES_ERR_OK) {
        inquiry_put_line(t->history, "reply", NULL, m->reply, m->reply_count, &out);
        pes_history_unmake(t->history);
    }
    put_said(&out, "said", &t->study->said);
    if (g->chance_in_play && !isnan(t->study->luck))
        put_real(&out, "luck", t->study->luck);
    inquiry_tell(q, &out);
}

static void take_move(struct inquiry *q, const struct thought *t) {
    const struct review_move *m = &t->study->judged;
    q->judged[q->ply] = (struct judged){.chance = m->chance,
                                        .after = m->after,
                                        .accuracy = m->accuracy,
                                        .luck = t->study->luck,
                                        .player = (int8_t)m->player,
                                        .class = (int8_t)m->class,
                                        .known = true};
}

/* The index of the first move that is judged. */
static int first_move(const struct inquiry *q) {
    const struct pes_history *h = q->line.session.history;
    int at = next_move(h, 0);
    for (int i = 0; i < q->first; i++)
        at = next_move(h, at + 1);
    return at;
}

/* Begins a pass: with its first move, or with the end of a line without moves. */
static void begin_pass(struct inquiry *q, struct thought *t) {
    q->ply = q->first;
    q->halved = 0;
    q->at = first_move(q);
    think(q, t);
}

static void end_pass(struct inquiry *q, struct thought *t) {
    const bool last = q->pass == PASSES - 1;
    tell_sum(q, last);
    if (q->over) {
        thought_free(t);
        return;
    }
    q->pass++;
    begin_pass(q, t);
}

/* Goes on with the next move, the end of the line, or the next pass. */
static void go_on(struct inquiry *q, struct thought *t) {
    const struct pes_history *h = q->line.session.history;
    q->halved = 0;
    if (q->ply < q->of) {
        q->ply++;
        q->at = next_move(h, q->at + 1);
    } else {
        end_pass(q, t);
        return;
    }
    if (q->ply < q->of || has_end(q))
        think(q, t);
    else
        end_pass(q, t);
}

void inquiry_review_start(struct inquiry *q) {
    struct thought *t = thought_study_new(THOUGHT_REVIEW, q->line.session.history);
    if (t == NULL)
        inquiry_fail(q, PES_ERR_NOMEM);
    else if (q->first == q->of && !has_end(q)) {
        thought_free(t);
        tell_sum(q, true);
    } else
        begin_pass(q, t);
}

void inquiry_review_thought(struct inquiry *q, struct thought *t) {
    if (t->err == PES_ERR_STOPPED) {
        q->halved += q->halved < HALVED_MAX;
        think(q, t);
        return;
    }
    if (t->err != PES_ERR_OK) {
        inquiry_fail(q, t->err);
    } else if (t->kind == THOUGHT_REVIEW) {
        take_move(q, t);
        tell_move(q, t);
    } else {
        q->end = t->study->chance;
    }
    if (q->over)
        thought_free(t);
    else
        go_on(q, t);
}

void inquiry_review_end(struct inquiry *q) {
    tell_sum(q, true);
}
