/* `pessoi eval`: an agent's value for every legal move. */
#include "cli/ask.h"
#include "cli/json.h"
#include "cli/term.h"
#include "cli/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* The values of an agent for all moves. */
struct opinion {
    struct pes_move_value values[PES_MOVES_MAX];
    int count;
    pes_move best; /* PES_MOVE_NONE: no move has a value */
};

/* The move with the largest value, the first among equals. */
static pes_move first_best(const struct opinion *o) {
    assert(o->count <= PES_MOVES_MAX);
    int best = -1;
    for (int i = 0; i < o->count; i++) {
        if (o->values[i].has_value && (best < 0 || o->values[i].value > o->values[best].value))
            best = i;
    }
    return best < 0 ? PES_MOVE_NONE : o->values[best].move;
}

/* Ask a deterministic agent which move it plays: its values may be from First's point of view, and
 * it may need a margin before it prefers a later move. An agent that draws its move at random has
 * no such move; its values are weights, and the largest is marked. */
static enum pes_err find_best(struct ask *a, struct opinion *o) {
    o->best = first_best(o);
    if (!pes_agent_deterministic(a->agent))
        return PES_ERR_OK;
    struct pes_answer answer = {0};
    const enum pes_err err = pes_agent_choose(a->agent, a->at.history, &a->limits, &answer);
    if (err == PES_ERR_OK)
        o->best = answer.move;
    return err;
}

static int opinion_json(struct cli *c, const struct ask *a, const struct opinion *o) {
    char text[PES_MOVE_TEXT_MAX] = "";
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "agent", a->name);
    if (o->best != PES_MOVE_NONE)
        ask_move_text(a, o->best, text);
    put_text(&doc, "best", text[0] != '\0' ? text : NULL);
    put_open(&doc, "moves", '[');
    for (int i = 0; i < o->count; i++) {
        const struct pes_move_value *v = &o->values[i];
        ask_move_text(a, v->move, text);
        put_open(&doc, NULL, '{');
        put_text(&doc, "move", text);
        const int32_t number =
            pes_move_number(a->at.game, pes_history_state(a->at.history), v->move);
        if (number >= 0)
            put_int(&doc, "number", number);
        put_exact(&doc, "value", v->has_value ? v->value : NAN);
        put_close(&doc, '}');
    }
    put_close(&doc, ']');
    return json_print(c, &doc, '}');
}

/* A value as text: whole numbers without decimals, others with six, with the decimal mark of the
 * language. */
static void value_text(struct cli *c, const struct pes_move_value *v, char *out, size_t cap) {
    static const struct pes_text number = PES_TEXT("{1}", "{1}");
    if (!v->has_value)
        snprintf(out, cap, "-");
    else
        pes_say(c->lang, &number, PES_ARGS(text_value(v->value, 6)), out, cap);
}

static int opinion_text(struct cli *c, const struct ask *a, const struct opinion *o) {
    char move[PES_MOVE_TEXT_MAX], value[CLI_LINE_SIZE];
    int move_width = 0, value_width = 0;
    for (int i = 0; i < o->count; i++) {
        ask_move_text(a, o->values[i].move, move);
        value_text(c, &o->values[i], value, sizeof value);
        const int m = utf8_width(move, strlen(move)), v = utf8_width(value, strlen(value));
        move_width = m > move_width ? m : move_width;
        value_width = v > value_width ? v : value_width;
    }
    struct str out;
    str_init(&out);
    const struct pes_player_name *first =
        pes_player_name(a->at.game, pes_history_state(a->at.history), 0);
    cli_add_line(c, &out, a->agent->first_view ? TEXT(cli_eval_head_first) : TEXT(cli_eval_head),
                 PES_ARGS(PES_STR(a->name), PES_SAID(&first->name)));
    for (int i = 0; i < o->count; i++) {
        const bool best = o->values[i].move == o->best;
        ask_move_text(a, o->values[i].move, move);
        value_text(c, &o->values[i], value, sizeof value);
        str_add(&out, best ? "* " : "  ");
        term_ink_on(&out, best ? PES_INK_STRONG : PES_INK_PLAIN, c->colour);
        term_pad(&out, move, move_width + 2);
        str_addf(&out, "%*s", value_width, value);
        term_ink_off(&out, best ? c->colour : TERM_PLAIN);
        str_add_char(&out, '\n');
    }
    return cli_print(c, &out);
}

static int run_eval(struct cli *c) {
    struct ask a;
    int code = ask_open(c, "max", &a);
    if (code != CLI_DONE)
        return code;
    struct opinion o = {0};
    enum pes_err err = PES_ERR_UNFIT;
    if (a.agent->class->values != NULL)
        err = pes_agent_values(a.agent, a.at.history, &a.limits, o.values, &o.count);
    if (err == PES_ERR_UNFIT)
        code = fail_say(c, "--agent", err, TEXT(cli_no_values), PES_ARGS(PES_STR(a.name)));
    else if (err == PES_ERR_OK)
        err = find_best(&a, &o);
    progress_end(&a.progress);
    /* Values of an interrupted search would look like final ones. */
    if (err == PES_ERR_OK && atomic_load(c->stop))
        err = PES_ERR_STOPPED;
    if (err == PES_ERR_OK)
        code = c->json ? opinion_json(c, &a, &o) : opinion_text(c, &a, &o);
    else if (code == CLI_DONE)
        code = fail_err(c, NULL, err);
    ask_close(&a);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi eval boats --agent minimax --variant start=s0 --moves R", TEXT(cli_eval_example_1)},
    {"pessoi eval boats --agent minimax:depth=2,model=free --variant start=s0 --json",
     TEXT(cli_eval_example_2)},
    {NULL, NULL},
};

const struct command cmd_eval = {
    .name = "eval",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS_SETUP, CLI_HAS(AGENT), CLI_HAS(MOVETIME)},
    .summary = TEXT(cli_eval_summary),
    .description = TEXT(cli_eval_description),
    .json = TEXT(cli_eval_json),
    .examples = examples,
    .run = run_eval,
};
