#include "puzzles/judge.h"

#include "core/game.h"
#include "core/mem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void judge_back_to(struct pes_history *h, int count) {
    while (pes_history_count(h) > count)
        pes_history_unmake(h);
}

enum pes_err judge_best(const struct judge *j, const struct pes_history *h, uint64_t nodes,
                        struct pes_answer *out) {
    const struct pes_limits limits = {.nodes = nodes, .stop = j->stop};
    *out = (struct pes_answer){.move = PES_MOVE_NONE};
    const enum pes_err err = pes_agent_choose(j->adviser, h, &limits, out);
    if (j->stop != NULL && atomic_load(j->stop))
        return PES_ERR_STOPPED;
    return err;
}

/* The value of an ended game to a player. */
static void settle(const struct pes_history *h, pes_player mover, struct judged *out) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(pes_history_game(h), pes_history_state(h), pes_history_end(h), payoff);
    const int32_t margin = payoff[mover] - payoff[1 - mover];
    out->decided = true;
    out->mate = margin > 0 ? 1 : margin < 0 ? -1 : 0;
    out->chance = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

/* An answer in the position after the move, as seen by its mover. */
static void take(const struct pes_answer *answer, bool same, struct judged *out) {
    if (answer->has_mate) {
        const int mate = same ? answer->mate : -answer->mate;
        out->decided = true;
        out->mate = mate == 0 ? 0 : mate > 0 ? mate + 1 : mate - 1;
        out->chance = mate > 0 ? 1 : mate < 0 ? 0 : 0.5;
        return;
    }
    const double chance = answer->has_win_probability ? answer->win_probability : 0.5;
    out->chance = same ? chance : 1 - chance;
}

enum pes_err judge_move(const struct judge *j, struct pes_history *h, pes_move m, uint64_t nodes,
                        struct judged *out) {
    const struct pes_game *g = pes_history_game(h);
    const pes_player mover = pes_turn(g, pes_history_state(h));
    *out = (struct judged){.move = m};
    enum pes_err err = pes_history_make(h, m);
    if (err != PES_ERR_OK)
        return err;
    if (pes_history_end(h) != PES_END_NONE) {
        settle(h, mover, out);
    } else {
        struct pes_answer answer;
        err = judge_best(j, h, nodes, &answer);
        if (err == PES_ERR_OK) {
            take(&answer, pes_turn(g, pes_history_state(h)) == mover, out);
            g->rules->move_format(g, pes_history_state(h), answer.move, out->reply);
        }
    }
    pes_history_unmake(h);
    return err;
}

/* All moves by the adviser's own values, which are expectations. */
static enum pes_err judge_values(const struct judge *j, const struct pes_history *h, uint64_t nodes,
                                 struct judged out[], int *count) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    if (eval == NULL || eval->odds == NULL)
        return PES_ERR_UNFIT;
    struct pes_move_value *values = mem_alloc(PES_MOVES_MAX * sizeof *values);
    if (values == NULL)
        return PES_ERR_NOMEM;
    const struct pes_limits limits = {.nodes = nodes * (uint64_t)pes_count(g, s), .stop = j->stop};
    const double sign = pes_turn(g, s) == 0 || j->adviser->first_view ? 1 : -1;
    const bool first = pes_turn(g, s) == 0;
    const enum pes_err err = pes_agent_values(j->adviser, h, &limits, values, count);
    for (int i = 0; err == PES_ERR_OK && i < *count; i++) {
        const double odds = pes_log_odds(g, eval, s, sign * values[i].value);
        out[i] =
            (struct judged){.move = values[i].move, .chance = pes_chance_of(first ? odds : -odds)};
    }
    mem_free(values);
    return j->stop != NULL && atomic_load(j->stop) ? PES_ERR_STOPPED : err;
}

enum pes_err judge_all(const struct judge *j, struct pes_history *h, uint64_t nodes,
                       struct judged out[], int *count) {
    const struct pes_game *g = pes_history_game(h);
    if (g->chance_in_play)
        return judge_values(j, h, nodes, out, count);
    pes_move list[PES_MOVES_MAX];
    enum pes_err err = PES_ERR_OK;
    *count = pes_moves(g, pes_history_state(h), list);
    for (int i = 0; i < *count && err == PES_ERR_OK; i++)
        err = judge_move(j, h, list[i], nodes, &out[i]);
    return err;
}

/* Rolls the outcomes after a move into its reply; false: they are too many to be shown. */
static enum pes_err roll(const struct judge *j, struct pes_history *h, struct str *text) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_rng rng;
    size_t run = 0;
    enum pes_err err = PES_ERR_OK;
    pes_rng_init(&rng, j->seed);
    while (err == PES_ERR_OK && text->length < JUDGE_REPLY_MAX &&
           pes_turn(g, pes_history_state(h)) == PES_CHANCE) {
        char word[PES_MOVE_TEXT_MAX];
        const pes_move m = pes_draw(g, pes_history_state(h), &rng);
        const char *at = game_move_text(g, pes_history_state(h), m, run, word);
        if (at == word && text->length > 0)
            str_add_char(text, ' ');
        run = at == word ? strlen(word) : run + strlen(at);
        str_add(text, at);
        err = pes_history_make(h, m);
    }
    return err == PES_ERR_OK ? str_err(text) : err;
}

/* The outcomes and the reply after one move. */
static enum pes_err reply_to(const struct judge *j, struct pes_history *h, uint64_t nodes,
                             struct judged *of, struct str *text) {
    const struct pes_game *g = pes_history_game(h);
    enum pes_err err = pes_history_make(h, of->move);
    if (err == PES_ERR_OK)
        err = roll(j, h, text);
    if (err != PES_ERR_OK || pes_history_end(h) != PES_END_NONE ||
        pes_turn(g, pes_history_state(h)) < 0)
        return err;
    struct pes_answer answer;
    err = judge_best(j, h, nodes, &answer);
    if (err == PES_ERR_OK) {
        char word[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, pes_history_state(h), answer.move, word);
        str_addf(text, text->length > 0 ? " %s" : "%s", word);
        err = str_err(text);
    }
    return err;
}

enum pes_err judge_replies(const struct judge *j, struct pes_history *h, uint64_t nodes,
                           struct judged moves[], int count) {
    const int before = pes_history_count(h);
    enum pes_err err = PES_ERR_OK;
    struct str text;
    if (!pes_history_game(h)->chance_in_play)
        return err;
    str_init(&text);
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        str_clear(&text);
        err = reply_to(j, h, nodes, &moves[i], &text);
        judge_back_to(h, before);
        if (err == PES_ERR_OK && text.length < JUDGE_REPLY_MAX)
            memcpy(moves[i].reply, text.text, text.length + 1);
    }
    str_release(&text);
    return err;
}
