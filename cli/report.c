#include "cli/report.h"
#include "cli/text.h"

#include "cli/json.h"
#include "cli/term.h"
#include "core/game.h"
#include "pessoi/record.h"

#include <assert.h>

bool report_draw(struct cli *c, const struct pes_history *h, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_view *view = g->kit->view;
    if (view == NULL)
        return false;
    struct pes_draw how = {.lang = c->lang, .unicode = c->unicode};
    struct pes_state_buf before;
    const int last = pes_history_last(h, PES_STATE(before));
    if (last >= 0) {
        how.last = pes_history_move(h, last);
        how.before = PES_STATE(before);
    }
    struct pes_canvas canvas;
    view->draw(g, pes_history_state(h), &how, &canvas);
    assert(canvas.rows > 0);
    assert(canvas.columns > 0);
    const int columns = term_columns(c->out);
    if (c->out_tty && canvas.columns > columns) {
        cli_add_line(c, out, TEXT(cli_too_narrow),
                     PES_ARGS(PES_INT(canvas.columns), PES_INT(columns)));
        return false;
    }
    term_paint(out, &canvas, c->colour);
    return true;
}

const struct pes_text *report_outcome(const struct pes_game *g, const struct pes_state *s,
                                      const int32_t payoff[PES_PLAYERS_MAX],
                                      struct pes_arg args[2]) {
    args[0] = args[1] = (struct pes_arg){.kind = PES_ARG_END};
    if (payoff[0] == payoff[1])
        return TEXT(cli_draw);
    args[0] = PES_SAID(&pes_player_name(g, s, payoff[0] > payoff[1] ? 0 : 1)->name);
    return TEXT(cli_wins);
}

/* The sentence for a game that ended before the rules end it. */
static const struct pes_text *stopped_by(enum pes_end end) {
    assert(end == PES_END_REPETITION || end == PES_END_PLIES);
    return end == PES_END_REPETITION ? TEXT(cli_by_repetition) : TEXT(cli_by_plies);
}

static void say_end(struct cli *c, const struct pes_history *h, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    const enum pes_end end = pes_history_end(h);
    if (end == PES_END_NONE)
        return;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_settle(g, s, end, payoff);
    const int often = end == PES_END_PLIES ? g->plies_cap : pes_history_occurrences(h);
    struct pes_arg args[2];
    char outcome[CLI_LINE_SIZE];
    const struct pes_text *text = report_outcome(g, s, payoff, args);
    pes_say(c->lang, text, args, outcome, sizeof outcome);
    if (end == PES_END_RULES)
        cli_add_line(c, out, TEXT(cli_over), PES_ARGS(PES_STR(outcome)));
    else
        cli_add_line(c, out, stopped_by(end), PES_ARGS(PES_STR(outcome), PES_INT(often)));
}

static void say_scores(struct cli *c, const struct pes_game *g, const struct pes_state *s,
                       struct str *out) {
    if (g->rules->scores == NULL)
        return;
    int32_t scores[PES_PLAYERS_MAX];
    g->rules->scores(g, s, scores);
    str_say(out, c->lang, TEXT(cli_scores),
            PES_ARGS(PES_SAID(&pes_player_name(g, s, 0)->name), PES_INT(scores[0]),
                     PES_SAID(&pes_player_name(g, s, 1)->name), PES_INT(scores[1])));
    str_add_char(out, '\n');
}

/* The moves, or the outcomes with their weights, wrapped. */
static void say_moves(struct cli *c, const struct pes_game *g, const struct pes_state *s,
                      struct str *out) {
    pes_move moves[PES_MOVES_MAX];
    struct pes_chance chances[PES_CHANCES_MAX];
    const bool chance = pes_turn(g, s) == PES_CHANCE;
    const int count = chance ? pes_chances(g, s, chances) : pes_moves(g, s, moves);
    if (chance)
        str_say(out, c->lang, TEXT(cli_chance_to_move), PES_ARGS(PES_INT(count)));
    else
        str_say(out, c->lang, TEXT(cli_to_move),
                PES_ARGS(PES_SAID(&pes_player_name(g, s, pes_turn(g, s))->name), PES_INT(count)));
    str_add(out, "\n  ");
    struct str list;
    str_init(&list);
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, chance ? chances[i].move : moves[i], text);
        str_addf(&list, i > 0 ? " %s" : "%s", text);
        if (chance)
            str_addf(&list, ":%u", chances[i].weight);
    }
    term_wrap(out, list.text, 2, 2, term_columns(c->out));
    out->failed |= list.failed;
    str_release(&list);
}

int report_position(struct cli *c, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    char position[PES_STATE_TEXT_MAX];
    struct str out;
    str_init(&out);
    term_ink_on(&out, PES_INK_STRONG, c->colour);
    str_add(&out, g->rules->title.in[c->lang]);
    term_ink_off(&out, c->colour);
    if (g->variant[0] != '\0')
        str_addf(&out, " (%s)", g->variant);
    str_add_char(&out, '\n');
    (void)report_draw(c, h, &out);
    pes_history_format(h, position);
    str_say(&out, c->lang, TEXT(cli_position), PES_ARGS(PES_STR(position)));
    str_add_char(&out, '\n');
    say_scores(c, g, s, &out);
    say_end(c, h, &out);
    if (!pes_over(g, s))
        say_moves(c, g, s, &out);
    return cli_print(c, &out);
}

/* The name of the player to move in s, or "chance". */
static const struct pes_text *mover(const struct pes_game *g, const struct pes_state *s) {
    const pes_player player = pes_turn(g, s);
    return player == PES_CHANCE ? TEXT(cli_chance) : &pes_player_name(g, s, player)->name;
}

static void add_steps(struct cli *c, const struct pes_game *g, const struct pes_state *s,
                      pes_move m, struct str *out) {
    const struct pes_view *view = g->kit->view;
    if (view == NULL)
        return;
    struct pes_step steps[PES_STEPS_MAX];
    const int count = view->trace(g, s, m, steps);
    for (int i = 0; i < count; i++) {
        char sentence[CLI_LINE_SIZE];
        if (view->say_step(g, s, m, &steps[i], c->lang, sentence, sizeof sentence) > 0)
            str_addf(out, "   %s\n", sentence);
    }
}

void report_add_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                     struct str *out) {
    size_t at = out->length;
    while (at > 0 && out->text[at - 1] != ' ')
        at--;
    char text[PES_MOVE_TEXT_MAX];
    const size_t run = out->text[at] == '#' ? out->length - at : 0;
    const char *more = game_move_text(g, s, m, run, text);
    if (more == text && out->length > 0)
        str_add_char(out, ' ');
    str_add(out, more);
}

/* Describes move `*i` of h and makes it in `at`. Consecutive outcomes of chance are described
 * together, up to the first one with an effect to describe; *i is then the last of them. */
static enum pes_err say_next(struct cli *c, const struct pes_history *h, struct pes_history *at,
                             int *i, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    const int number = pes_history_plies(at) + 1, last = pes_history_count(h) - 1;
    const bool chance = pes_turn(g, pes_history_state(at)) == PES_CHANCE;
    const struct pes_text *who = mover(g, pes_history_state(at));
    assert(*i <= last);
    struct str made, steps;
    str_init(&made);
    str_init(&steps);
    enum pes_err err = PES_ERR_OK;
    for (;; ++*i) {
        const pes_move m = pes_history_move(h, *i);
        report_add_move(g, pes_history_state(at), m, &made);
        add_steps(c, g, pes_history_state(at), m, &steps);
        err = pes_history_make(at, m);
        if (err || !chance || steps.length > 0 || *i == last ||
            pes_turn(g, pes_history_state(at)) != PES_CHANCE)
            break;
    }
    str_say(out, c->lang, TEXT(cli_played),
            PES_ARGS(PES_INT(number), PES_SAID(who), PES_STR(made.text)));
    str_addf(out, "\n%s", steps.text);
    out->failed |= made.failed || steps.failed;
    str_release(&made);
    str_release(&steps);
    return err;
}

int report_moves(struct cli *c, const struct pes_history *h) {
    struct pes_history *at;
    enum pes_err err = pes_history_new(pes_history_game(h), &at);
    if (err != PES_ERR_OK)
        return fail_err(c, NULL, err);
    struct str out;
    str_init(&out);
    pes_history_start(at, pes_history_first(h), pes_history_first_clock(h));
    const int count = pes_history_count(h);
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        const enum pes_end before = pes_history_end(at);
        err = say_next(c, h, at, &i, &out);
        /* report_position() describes the end of the last position; a ply cap is reported once. */
        if (err == PES_ERR_OK && i + 1 < count && pes_history_end(at) != before)
            say_end(c, at, &out);
    }
    pes_history_free(at);
    if (count > 0)
        str_add_char(&out, '\n');
    const int code = cli_print(c, &out);
    return err == PES_ERR_OK ? code : fail_err(c, NULL, err);
}

/* Member `numbers`: the moves' numbers in the report's list, if the game has them. */
static void put_numbers(struct str *doc, const struct pes_game *g, const struct pes_state *s,
                        const pes_move moves[], int count) {
    if (g->rules->move_number == NULL)
        return;
    put_open(doc, "numbers", '[');
    for (int i = 0; i < count; i++)
        put_int(doc, NULL, pes_move_number(g, s, moves[i]));
    put_close(doc, ']');
}

/* Members `moves` and, at a chance node, `weights`, else perhaps `numbers`. */
static void put_moves(struct str *doc, const struct pes_game *g, const struct pes_state *s) {
    pes_move moves[PES_MOVES_MAX];
    struct pes_chance chances[PES_CHANCES_MAX];
    const bool chance = pes_turn(g, s) == PES_CHANCE;
    const int count = chance ? pes_chances(g, s, chances) : pes_moves(g, s, moves);
    put_open(doc, "moves", '[');
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, chance ? chances[i].move : moves[i], text);
        put_text(doc, NULL, text);
    }
    put_close(doc, ']');
    if (!chance) {
        put_numbers(doc, g, s, moves, count);
        return;
    }
    put_open(doc, "weights", '[');
    for (int i = 0; i < count; i++)
        put_uint(doc, NULL, chances[i].weight);
    put_close(doc, ']');
}

static void put_scores(struct str *doc, const struct pes_game *g, const struct pes_state *s) {
    if (g->rules->scores == NULL) {
        put_null(doc, "scores");
        return;
    }
    int32_t scores[PES_PLAYERS_MAX];
    g->rules->scores(g, s, scores);
    put_open(doc, "scores", '[');
    for (int i = 0; i < g->players; i++)
        put_int(doc, NULL, scores[i]);
    put_close(doc, ']');
}

int report_json(struct cli *c, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    const bool over = pes_over(g, s);
    const pes_player player = over ? PES_TERMINAL : pes_turn(g, s);
    char position[PES_STATE_TEXT_MAX];
    pes_history_format(h, position);
    const char *turn = player == PES_TERMINAL ? NULL
                       : player == PES_CHANCE ? "chance"
                                              : pes_player_name(g, s, player)->id;
    const char *result = NULL;
    if (pes_history_end(h) != PES_END_NONE) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_settle(g, s, pes_history_end(h), payoff);
        result = pes_result_of(payoff);
    }
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", g->rules->name);
    put_text(&doc, "variant", g->variant);
    put_text(&doc, "position", position);
    put_text(&doc, "turn", turn);
    json_put_int_if(&doc, "player", player >= 0, player + 1);
    put_moves(&doc, g, s);
    put_bool(&doc, "terminal", over);
    put_text(&doc, "result", result);
    put_scores(&doc, g, s);
    return json_print(c, &doc, '}');
}
