/* `pessoi best`: the move that an agent chooses, and what it knows about that move. */
#include "cli/ask.h"
#include "cli/json.h"
#include "cli/text.h"
#include "core/clock.h"
#include "core/game.h"
#include "play/lines.h"

#include <assert.h>
#include <math.h>

/* The principal variation as text. */
struct line {
    char text[PES_LINE_MAX][PES_MOVE_TEXT_MAX];
    int count;
};

static void line_read(const struct ask *a, const struct pes_answer *answer, struct line *out) {
    assert(answer->line_count <= PES_LINE_MAX);
    out->count = game_line_text(a->at.game, setup_state(&a->at), answer->line, answer->line_count,
                                out->text);
}

/* The moves of the line as a list, null if there are none. */
static void put_line(struct str *doc, const char *key, const struct line *line) {
    if (line->count == 0) {
        put_null(doc, key);
        return;
    }
    put_open(doc, key, '[');
    for (int i = 0; i < line->count; i++)
        put_text(doc, NULL, line->text[i]);
    put_close(doc, ']');
}

/* What is known about one line. */
static void put_answer(struct str *doc, const struct ask *a, const struct pes_answer *answer) {
    struct line line;
    char move[PES_MOVE_TEXT_MAX];
    line_read(a, answer, &line);
    ask_move_text(a, answer->move, move);
    put_text(doc, "move", move);
    put_exact(doc, "score", answer->has_score ? answer->score : NAN);
    json_put_int_if(doc, "mate", answer->has_mate, answer->mate);
    put_exact(doc, "win_probability", answer->has_win_probability ? answer->win_probability : NAN);
    put_line(doc, "pv", &line);
}

static void put_lines(struct str *doc, const struct ask *a, const struct lines *lines) {
    put_open(doc, "lines", '[');
    for (int i = 0; i < lines->count; i++) {
        put_open(doc, NULL, '{');
        put_answer(doc, a, &lines->line[i]);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static int best_json(struct cli *c, const struct ask *a, const struct lines *lines,
                     double seconds) {
    const struct pes_answer *answer = &lines->line[0];
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "agent", a->name);
    put_answer(&doc, a, answer);
    if (CLI_GIVEN(c, LINES))
        put_lines(&doc, a, lines);
    json_put_int_if(&doc, "depth", answer->depth > 0, answer->depth);
    json_put_int_if(&doc, "nodes", answer->nodes > 0, (int64_t)answer->nodes);
    put_exact(&doc, "seconds", seconds);
    return json_print(c, &doc, '}');
}

static void say_mate(struct cli *c, int32_t mate) {
    if (mate > 0)
        cli_say(c, TEXT(cli_best_mate_win), PES_ARGS(PES_INT(mate)));
    else if (mate < 0)
        cli_say(c, TEXT(cli_best_mate_loss), PES_ARGS(PES_INT(-mate)));
    else
        cli_say(c, TEXT(cli_best_mate_draw), PES_NO_ARGS);
}

/* Score, proof, win probability and line. */
static void say_answer(struct cli *c, const struct ask *a, const struct pes_answer *answer) {
    struct line line;
    line_read(a, answer, &line);
    if (answer->has_score)
        cli_say(c, TEXT(cli_best_score), PES_ARGS(PES_REAL(answer->score, 3)));
    if (answer->has_mate)
        say_mate(c, answer->mate);
    if (answer->has_win_probability)
        cli_say(c, TEXT(cli_best_probability),
                PES_ARGS(PES_REAL(100 * answer->win_probability, 1)));
    if (line.count > 0) {
        cli_say_part(c, TEXT(cli_best_line), PES_NO_ARGS);
        for (int i = 0; i < line.count; i++)
            fprintf(c->out, " %s", line.text[i]);
        fputc('\n', c->out);
    }
}

static int best_text(struct cli *c, const struct ask *a, const struct lines *lines,
                     double seconds) {
    const struct pes_answer *answer = &lines->line[0];
    char move[PES_MOVE_TEXT_MAX];
    ask_move_text(a, answer->move, move);
    cli_say(c, TEXT(cli_best_move), PES_ARGS(PES_STR(a->name), PES_STR(move)));
    say_answer(c, a, answer);
    for (int i = 1; i < lines->count; i++) {
        ask_move_text(a, lines->line[i].move, move);
        cli_say(c, TEXT(cli_best_next), PES_ARGS(PES_INT(i + 1), PES_STR(move)));
        say_answer(c, a, &lines->line[i]);
    }
    if (answer->depth == 0 && answer->nodes > 0)
        cli_say(c, TEXT(cli_best_part),
                PES_ARGS(PES_INT((int64_t)answer->nodes), PES_REAL(seconds, 3)));
    if (answer->depth > 0)
        cli_say(c, TEXT(cli_best_work),
                PES_ARGS(PES_INT(answer->depth), PES_INT((int64_t)answer->nodes),
                         PES_REAL(seconds, 3)));
    return CLI_DONE;
}

static int run_best(struct cli *c) {
    struct ask a;
    int code = ask_open(c, "max", &a);
    if (code != CLI_DONE)
        return code;
    struct lines lines;
    struct lines_asker asker = {.agent = a.agent, .limits = a.limits};
    asker.limits.lines = (int32_t)cli_number(c, CLI_OPT_LINES, 1);
    const int64_t start_ns = clock_now_ns();
    const enum pes_err err = lines_find(&asker, a.at.history, &lines);
    const double seconds = clock_seconds_since(start_ns);
    progress_end(&a.progress);
    struct pes_note note;
    pes_agent_fault(a.agent, &note);
    if (err != PES_ERR_OK)
        code = fail_note(c, "--agent", err, &note);
    else
        code = c->json ? best_json(c, &a, &lines, seconds) : best_text(c, &a, &lines, seconds);
    /* An interrupted search prints what it has, but it is a failure. */
    if (code == CLI_DONE && atomic_load(c->stop))
        code = fail_err(c, NULL, PES_ERR_STOPPED);
    ask_close(&a);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi best boats --agent minimax --variant start=s0 --moves R", TEXT(cli_best_example_1)},
    {"pessoi best boats --agent crazy --seed 7", TEXT(cli_best_example_2)},
    {"pessoi best gomoku --moves 'h8 i9' --lines 3", TEXT(cli_best_example_3)},
    {NULL, NULL},
};

const struct command cmd_best = {
    .name = "best",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .options = {CLI_HAS_SETUP, CLI_HAS(AGENT), CLI_HAS(MOVETIME), CLI_HAS(LINES),
                CLI_HAS(NO_SANDBOX), CLI_HAS(MEMORY)},
    .summary = TEXT(cli_best_summary),
    .description = TEXT(cli_best_description),
    .json = TEXT(cli_best_json),
    .examples = examples,
    .run = run_best,
};
