/* `pessoi gomocup`: talks to a tournament manager; docs/formats/gomocup.md describes the protocol.
 *
 * Every answer is one line and is flushed at once. Invalid input never ends the program: only END,
 * the end of the stream, an interrupt or a failed write does. */
#include "cli/cli.h"
#include "core/clock.h"
#include "core/mem.h"
#include "gomocup/brain.h"
#include "gomocup/clock.h"
#include "gomocup/gomocup.h"
#include "pessoi/search.h"
#include "process/inbox.h"

#include <assert.h>
#include <unistd.h>

enum {
    HURRY_MS = 300, /* for a move after END; managers wait about one second */
    LINES_MAX = 16  /* of YXNBEST */
};

/* What INFO show_detail asks for. */
enum detail { DETAIL_ITERATIONS = 2 };

/* Rules of INFO rule by the numbers of Yixin's board, which are not those of Gomocup. */
enum { YIXIN_RENJU = 2, YIXIN_SWAP1 = 5, YIXIN_SWAP2 = 6 };

/* The lines between BOARD or SWAP2BOARD and DONE. */
struct body {
    struct brain_stone stones[BRAIN_POINTS_MAX];
    int count;
    bool whole;           /* DONE has been read */
    struct pes_note note; /* the first error; empty: none */
};

/* What Yixin's extensions set for the next moves. */
struct analysis {
    bool known;          /* the manager has asked for the extensions */
    int64_t nodes_max;   /* 0: no limit */
    int32_t depth_max;   /* 0: no limit */
    int64_t show_detail; /* bits of enum detail */
    int32_t lines;       /* of the move under way: how many best ones are reported */
    int told;            /* lines of the last iteration */
    struct gomocup_line last[LINES_MAX];
    struct gomocup_point points[LINES_MAX][PES_LINE_MAX];
};

/* One run of the protocol. */
struct talk {
    struct cli *c;
    struct inbox *inbox;
    struct inbox_line line; /* the last one read */
    bool again;             /* read the same line again */
    bool over;
    bool warn_rule; /* send a warning about the rule with the next move */
    struct brain brain;
    struct gomocup_clock clock;
    struct analysis analysis;
    int64_t memory; /* the last INFO max_memory; negative: not given */
    struct body body;
};

/* Output -----------------------------------------------------------------------------------------
 */

static void put_line(struct talk *t, const char *line) {
    fprintf(t->c->out, "%s\n", line);
    /* The manager is gone; main() reports the failed write. */
    if (fflush(t->c->out) != 0)
        t->over = true;
}

static void put_error(struct talk *t, const struct pes_note *note) {
    char out[GOMOCUP_LINE_MAX];
    put_line(t, gomocup_format_text("ERROR", note->why[t->c->lang], out));
}

static void put_complaint(struct talk *t, const struct pes_text *why) {
    char out[GOMOCUP_LINE_MAX];
    put_line(t, gomocup_format_text("ERROR", why->in[t->c->lang], out));
}

static void put_ok(struct talk *t, enum pes_err err, const struct pes_note *note) {
    if (err == PES_ERR_OK)
        put_line(t, "OK");
    else
        put_error(t, note);
}

/* Sent before a move, because INFO must not be answered. */
static void put_warning(struct talk *t) {
    char why[PES_NOTE_MAX], out[GOMOCUP_LINE_MAX];
    if (!t->warn_rule)
        return;
    t->warn_rule = false;
    pes_say(t->c->lang, TEXT(cli_gomocup_rule),
            PES_ARGS(PES_INT(t->brain.rule), PES_STR(brain_rule_word(t->brain.rule))), why,
            sizeof why);
    put_line(t, gomocup_format_text("MESSAGE", why, out));
}

/* Thinking ---------------------------------------------------------------------------------------
 */

static int64_t gone_ms(const struct talk *t) {
    return (clock_now_ns() - t->line.arrived_ns) / CLOCK_NS_PER_MS;
}

/* Takes note of a line of the search, and reports it if the manager wants to see iterations. */
static void on_line(void *to, const struct pes_answer *so_far) {
    struct talk *t = to;
    struct analysis *a = &t->analysis;
    char out[GOMOCUP_REPORT_SIZE];
    const int i = so_far->line_index;
    if (i < 0 || i >= LINES_MAX || so_far->line_count == 0)
        return;
    a->last[i] = (struct gomocup_line){
        .index = i,
        .lines = a->lines,
        .depth = so_far->depth,
        .nodes = so_far->nodes,
        .time_ms = gone_ms(t),
        .has_mate = so_far->has_mate,
        .mate = so_far->mate,
        .score = (int32_t)so_far->score,
        .chance = so_far->has_win_probability ? so_far->win_probability : -1,
        .point_count = brain_points(&t->brain, so_far->line, so_far->line_count, a->points[i]),
        .points = a->points[i],
    };
    a->told = i + 1;
    if ((a->show_detail & DETAIL_ITERATIONS) != 0)
        put_line(t, gomocup_format_report(&a->last[i], out));
}

/* The best lines, for people, if more than one was wanted. */
static void put_lines(struct talk *t) {
    char out[GOMOCUP_REPORT_SIZE];
    for (int i = 0; t->analysis.lines > 1 && i < t->analysis.told; i++)
        put_line(t, gomocup_format_summary(&t->analysis.last[i], out));
}

/* END and YXSTOP stop the search. If END arrived before the search began, the whole input was piped
 * in: answer every command, but with a short limit. *planned_ms is what the answer may take at most
 * since it was asked for. */
static struct pes_limits limits_now(struct talk *t, int32_t lines, int64_t *planned_ms) {
    const int64_t gone = gone_ms(t);
    const struct gomocup_time time = gomocup_clock_time(&t->clock, gone);
    struct pes_limits limits = {.depth = t->analysis.depth_max,
                                .nodes = (uint64_t)t->analysis.nodes_max,
                                .movetime_ms = time.turn_ms,
                                .lines = lines,
                                .stop = inbox_stop(t->inbox),
                                .info = on_line,
                                .info_to = t};
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        limits.clock_ms[i] = time.left_ms;
        limits.increment_ms[i] = time.increment_ms;
    }
    if (inbox_is_ending(t->inbox)) {
        limits.stop = t->c->stop;
        if (limits.movetime_ms == 0 || limits.movetime_ms > HURRY_MS)
            limits.movetime_ms = HURRY_MS;
    }
    *planned_ms = limits.movetime_ms > 0 ? gone + limits.movetime_ms : 0;
    t->analysis.lines = lines;
    t->analysis.told = 0;
    return limits;
}

/* Answers with a move, and reports the best `lines`. */
static void answer_best(struct talk *t, int32_t lines) {
    assert(t->brain.size > 0);
    struct gomocup_point point;
    struct pes_note note = {0};
    int64_t planned_ms;
    const struct pes_limits limits = limits_now(t, lines, &planned_ms);
    if (brain_move(&t->brain, &limits, &point, &note) != PES_ERR_OK) {
        put_error(t, &note);
        return;
    }
    char out[GOMOCUP_LINE_MAX];
    put_warning(t);
    put_lines(t);
    put_line(t, gomocup_format_points(&point, 1, out));
    gomocup_clock_spend(&t->clock, gone_ms(t), planned_ms);
}

static void answer_move(struct talk *t) {
    answer_best(t, 1);
}

/* Commands ---------------------------------------------------------------------------------------
 */

static void on_start(struct talk *t, const struct gomocup_command *command) {
    struct pes_note note = {0};
    const enum pes_err err = brain_start(&t->brain, command->size, &note);
    if (err == PES_ERR_OK)
        gomocup_clock_begin(&t->clock);
    put_ok(t, err, &note);
}

static void on_rectstart(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    put_complaint(t, TEXT(cli_gomocup_rectangle));
}

static void on_restart(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    const struct gomocup_command start = {.verb = GOMOCUP_START, .size = t->brain.size};
    on_start(t, &start);
}

static void on_begin(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    for (int i = 0; i < t->brain.size * t->brain.size; i++) {
        if (t->brain.stones[i] != '.') {
            put_complaint(t, TEXT(cli_gomocup_begun));
            return;
        }
    }
    answer_move(t);
}

static void on_turn(struct talk *t, const struct gomocup_command *command) {
    struct pes_note note = {0};
    if (brain_put(&t->brain, command->point, &note) != PES_ERR_OK)
        put_error(t, &note);
    else
        answer_move(t);
}

static void on_takeback(struct talk *t, const struct gomocup_command *command) {
    struct pes_note note = {0};
    const enum pes_err err = brain_take_back(&t->brain, command->point, &note);
    put_ok(t, err, &note);
}

/* Yixin's board has numbers of its own for some rules. Its openings are set up by BOARD. */
static int64_t rule_of(const struct talk *t, int64_t value) {
    if (!t->analysis.known)
        return value;
    if (value == YIXIN_SWAP1 || value == YIXIN_SWAP2)
        return GOMOCUP_RULE_FREESTYLE;
    return value == YIXIN_RENJU ? GOMOCUP_RULE_RENJU : value;
}

static void set_rule(struct talk *t, int64_t value) {
    const int64_t rule = rule_of(t, value);
    if (rule == t->brain.rule)
        return;
    t->brain.rule = rule;
    t->warn_rule = brain_rule_strange(rule);
}

static int32_t limit_of(int64_t value, int32_t most) {
    return value <= 0 ? 0 : value < most ? (int32_t)value : most;
}

static void set_memory(struct talk *t) {
    if (t->memory >= 0)
        t->brain.table_mb = brain_table_mb(t->memory, t->brain.threads);
}

/* The protocol forbids an answer to INFO, even to an invalid one. */
static void on_info(struct talk *t, const struct gomocup_command *command) {
    const int64_t value = command->value;
    if (command->bad)
        return;
    gomocup_clock_info(&t->clock, command);
    switch (command->key) {
    case GOMOCUP_KEY_RULE:
        set_rule(t, value);
        break;
    case GOMOCUP_KEY_MAX_MEMORY:
        t->memory = value > 0 ? value : 0;
        set_memory(t);
        break;
    case GOMOCUP_KEY_HASH_SIZE:
        t->memory = -1;
        t->brain.table_mb = limit_of(value / 1024, PES_ALPHABETA_TABLE_MAX);
        break;
    case GOMOCUP_KEY_THREAD_NUM:
        t->brain.threads = limit_of(value, PES_ALPHABETA_THREADS_MAX);
        set_memory(t);
        break;
    case GOMOCUP_KEY_MAX_NODE:
        t->analysis.nodes_max = value > 0 ? value : 0;
        break;
    case GOMOCUP_KEY_MAX_DEPTH:
        t->analysis.depth_max = limit_of(value, PES_DEPTH_MAX);
        break;
    case GOMOCUP_KEY_SHOW_DETAIL:
        t->analysis.show_detail = value > 0 ? value : 0;
        break;
    default:
        break;
    }
}

static void on_about(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    char out[GOMOCUP_LINE_MAX];
    put_line(t, gomocup_format_about("Pessoi", pes_version(), "The Pessoi authors", "Greece", out));
}

static void on_end(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    t->over = true;
}

/* DONE or a stone outside a board, or an unknown command. */
static void on_stray(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    put_line(t, "UNKNOWN");
}

/* Boards -----------------------------------------------------------------------------------------
 */

static bool take_line(struct talk *t) {
    if (t->again) {
        t->again = false;
        return true;
    }
    return inbox_take(t->inbox, &t->line) == INBOX_LINE;
}

static void body_complain(struct talk *t, const struct pes_text *why) {
    struct pes_note *note = &t->body.note;
    char quoted[PES_QUOTE_SIZE];
    if (!pes_note_is_empty(note))
        return;
    pes_quote(t->line.text, t->line.length, quoted);
    (void)!pes_note_say(note, PES_ERR_SYNTAX, 0, why, PES_ARGS(PES_STR(quoted)));
}

static void body_add(struct talk *t, const struct gomocup_command *command) {
    struct body *body = &t->body;
    assert(body->count <= BRAIN_POINTS_MAX);
    if (command->bad)
        body_complain(t, TEXT(cli_gomocup_no_stone));
    else if (body->count == BRAIN_POINTS_MAX)
        body_complain(t, TEXT(cli_gomocup_many));
    else
        body->stones[body->count++] =
            (struct brain_stone){.point = command->point, .field = command->field};
}

/* Reads up to DONE, or up to another command, which means that DONE is missing. */
static void read_body(struct talk *t) {
    struct body *body = &t->body;
    body->count = 0;
    body->whole = false;
    body->note = (struct pes_note){0};
    while (!body->whole && take_line(t)) {
        const struct gomocup_command command = gomocup_parse(t->line.text, t->line.length);
        switch (command.verb) {
        case GOMOCUP_BLANK:
            break;
        case GOMOCUP_POINT:
            body_add(t, &command);
            break;
        case GOMOCUP_UNKNOWN:
            body_complain(t, TEXT(cli_gomocup_no_stone));
            break;
        case GOMOCUP_INFO:
            on_info(t, &command);
            break;
        case GOMOCUP_DONE:
            body->whole = true;
            break;
        default:
            body_complain(t, TEXT(cli_gomocup_no_done));
            t->again = true;
            return;
        }
    }
}

/* Reads the stones; false after one error was sent. */
static bool body_read(struct talk *t) {
    read_body(t);
    const bool wrong = !pes_note_is_empty(&t->body.note);
    if (t->brain.size == 0)
        put_complaint(t, TEXT(cli_gomocup_no_board));
    else if (wrong)
        put_error(t, &t->body.note);
    return t->brain.size > 0 && t->body.whole && !wrong;
}

/* BOARD, and YXBOARD, which has no answer and may leave the move to either side. */
static void on_board(struct talk *t, const struct gomocup_command *command) {
    const bool silent = command->verb == GOMOCUP_YXBOARD;
    struct pes_note note = {0};
    if (!body_read(t))
        return;
    if (brain_set_up(&t->brain, t->body.stones, t->body.count, silent, &note) != PES_ERR_OK)
        put_error(t, &note);
    else if (!silent)
        answer_move(t);
}

static void on_swap2board(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    struct pes_note note = {0};
    struct gomocup_point points[BRAIN_SWAP2_MAX];
    int count;
    if (!body_read(t))
        return;
    int64_t planned_ms;
    const struct pes_limits limits = limits_now(t, 1, &planned_ms);
    if (brain_swap2(&t->brain, t->body.stones, t->body.count, &limits, points, &count, &note) !=
        PES_ERR_OK) {
        put_error(t, &note);
        return;
    }
    assert(count >= 0);
    assert(count <= BRAIN_SWAP2_MAX);
    char out[GOMOCUP_LINE_MAX];
    put_warning(t);
    put_line(t, count > 0 ? gomocup_format_points(points, count, out) : "SWAP");
    gomocup_clock_spend(&t->clock, gone_ms(t), planned_ms);
}

/* Extensions of Yixin ----------------------------------------------------------------------------
 */

static void on_yxnbest(struct talk *t, const struct gomocup_command *command) {
    answer_best(t, command->bad ? 1 : limit_of(command->value, LINES_MAX));
}

/* The reader has stopped the search already, see is_halt(). */
static void on_yxstop(struct talk *t, const struct gomocup_command *command) {
    (void)t;
    (void)command;
}

static void on_yxshowforbid(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    struct gomocup_point points[BRAIN_POINTS_MAX];
    struct pes_note note = {0};
    char out[GOMOCUP_FORBID_SIZE];
    if (brain_apply(&t->brain, &note) != PES_ERR_OK)
        put_error(t, &note);
    else
        put_line(t, gomocup_format_forbid(points, brain_forbidden(&t->brain, points), out));
}

/* The largest numbers, as Yixin's board expects them: the table as a power of two of kilobytes. */
static void on_yxshowinfo(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    char out[GOMOCUP_LINE_MAX];
    int power = 10;
    while (INT64_C(2) << (power - 10) <= PES_ALPHABETA_TABLE_MAX)
        power++;
    t->analysis.known = true;
    snprintf(out, sizeof out, "MESSAGE INFO MAX_THREAD_NUM %d", (int)PES_ALPHABETA_THREADS_MAX);
    put_line(t, out);
    snprintf(out, sizeof out, "MESSAGE INFO MAX_HASH_SIZE %d", power);
    put_line(t, out);
}

static void on_yxhashclear(struct talk *t, const struct gomocup_command *command) {
    (void)command;
    brain_forget(&t->brain);
}

/* The main loop ----------------------------------------------------------------------------------
 */

static const struct {
    void (*run)(struct talk *t, const struct gomocup_command *command);
    bool needs_board;
} actions[] = {
    [GOMOCUP_BLANK] = {NULL, false},
    [GOMOCUP_UNKNOWN] = {on_stray, false},
    [GOMOCUP_START] = {on_start, false},
    [GOMOCUP_RECTSTART] = {on_rectstart, false},
    [GOMOCUP_RESTART] = {on_restart, true},
    [GOMOCUP_BEGIN] = {on_begin, true},
    [GOMOCUP_TURN] = {on_turn, true},
    [GOMOCUP_TAKEBACK] = {on_takeback, true},
    [GOMOCUP_BOARD] = {on_board, false},
    [GOMOCUP_SWAP2BOARD] = {on_swap2board, false},
    [GOMOCUP_POINT] = {on_stray, false},
    [GOMOCUP_DONE] = {on_stray, false},
    [GOMOCUP_INFO] = {on_info, false},
    [GOMOCUP_ABOUT] = {on_about, false},
    [GOMOCUP_END] = {on_end, false},
    [GOMOCUP_YXBOARD] = {on_board, false},
    [GOMOCUP_YXNBEST] = {on_yxnbest, true},
    [GOMOCUP_YXSTOP] = {on_yxstop, false},
    [GOMOCUP_YXSHOWFORBID] = {on_yxshowforbid, true},
    [GOMOCUP_YXSHOWINFO] = {on_yxshowinfo, false},
    [GOMOCUP_YXHASHCLEAR] = {on_yxhashclear, true},
};

static void obey(struct talk *t, const struct gomocup_command *command) {
    assert((size_t)command->verb < sizeof actions / sizeof actions[0]);
    const bool point = command->verb == GOMOCUP_TURN || command->verb == GOMOCUP_TAKEBACK;
    if (actions[command->verb].run == NULL)
        return;
    if (actions[command->verb].needs_board && t->brain.size == 0)
        put_complaint(t, TEXT(cli_gomocup_no_board));
    else if (command->bad && point)
        put_complaint(t, TEXT(cli_gomocup_no_point));
    else if (command->bad && command->verb == GOMOCUP_START)
        put_complaint(t, TEXT(cli_gomocup_no_size));
    else
        actions[command->verb].run(t, command);
}

static int converse(struct talk *t) {
    while (!t->over && take_line(t)) {
        const struct gomocup_command command = gomocup_parse(t->line.text, t->line.length);
        obey(t, &command);
    }
    return atomic_load(t->c->stop) ? fail_err(t->c, NULL, PES_ERR_STOPPED) : CLI_DONE;
}

/* Reports errors of the command line before the protocol begins. */
static int check_agent(struct cli *c, const struct pes_kit *kit, const char *agent) {
    struct pes_note note = {0};
    struct pes_game *g = NULL;
    struct pes_agent *made = NULL;
    enum pes_err err = pes_game_open(kit, "", &g, &note);
    if (err == PES_ERR_OK)
        err = pes_agent_new(g, agent, &made, &note);
    pes_agent_free(made);
    pes_game_close(g);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, "--agent", err, &note);
}

static bool is_end(const char *line, size_t length) {
    return gomocup_parse(line, length).verb == GOMOCUP_END;
}

static bool is_halt(const char *line, size_t length) {
    return gomocup_parse(line, length).verb == GOMOCUP_YXSTOP;
}

static int run_gomocup(struct cli *c) {
    const struct pes_kit *kit = setup_kit(c, GOMOCUP_GAME);
    const char *agent = cli_text(c, CLI_OPT_AGENT, "max");
    if (kit == NULL)
        return CLI_USAGE;
    int code = check_agent(c, kit, agent);
    if (code != CLI_DONE)
        return code;
    struct talk *t = mem_alloc(sizeof *t);
    if (t == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    t->c = c;
    t->memory = -1;
    brain_init(&t->brain, kit, agent, c->seed);
    gomocup_clock_init(&t->clock);
    const struct inbox_config config = {.fd = STDIN_FILENO,
                                        .interrupted = c->stop,
                                        .line_max = GOMOCUP_LINE_MAX,
                                        .is_last = is_end,
                                        .is_halt = is_halt};
    const enum pes_err err = inbox_open(&config, &t->inbox);
    code = err == PES_ERR_OK ? converse(t) : fail_err(c, NULL, err);
    inbox_close(t->inbox);
    brain_release(&t->brain);
    mem_free(t);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi gomocup", TEXT(cli_gomocup_example_1)},
    {"pbrain-pessoi", TEXT(cli_gomocup_example_2)},
    {"pessoi gomocup --agent minimax:depth=2", TEXT(cli_gomocup_example_3)},
    {NULL, NULL},
};

const struct command cmd_gomocup = {
    .name = "gomocup",
    .words = "",
    .options = {CLI_HAS(AGENT), CLI_HAS(SEED)},
    .summary = TEXT(cli_gomocup_summary),
    .description = TEXT(cli_gomocup_description),
    .examples = examples,
    .run = run_gomocup,
};
