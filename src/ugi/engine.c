/* The engine's conversation. One thread hears the manager and answers; the thinker searches on
 * another and sends `info` lines; the inbox reads on a third. */
#include "ugi/engine.h"

#include "core/clock.h"
#include "core/game.h"
#include "core/mem.h"
#include "process/inbox.h"
#include "ugi/board.h"
#include "ugi/text.h"
#include "ugi/thinker.h"
#include "ugi/ugi.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    INFO_MS = 250, /* between `info` lines of the same depth */
    POLL_MS = 50,  /* interval at which interrupts are noticed while waiting for a search */
    /* A manager that measures time also counts our start of a thread and the way through pipes. */
    RESERVE_MS = 30,
    /* `stop` and `quit` let a search run at least this long, so that a script that is piped in,
     * `go` and `quit` together, gets a real answer. */
    STOP_MS = 50,
    QUIT_MS = 500
};

struct engine {
    const struct ugi_engine_config *config;
    struct inbox *inbox;
    struct ugi_board board;
    char agent_text[PES_AGENT_TEXT_MAX];
    struct pes_agent *agent; /* NULL: not made yet */
    bool begun;              /* pes_agent_begin() was called for this game */
    struct thinker thinker;
    bool infinite;         /* the search must not answer before `stop` */
    int32_t told_depth;    /* of the last `info` line; 0: none with a depth. The search's own */
    int64_t told_ns;       /* when it was sent, or when the search began */
    atomic_bool cut_short; /* the manager is gone */
};

/* Output. ------------------------------------------------------------------------------------ */

static void put(struct engine *e, const char *line) {
    if (!e->config->put(e->config->to, line))
        atomic_store(&e->cut_short, true);
}

/* Sends and releases a line that was built. One that lacks memory is not sent. */
static void put_str(struct engine *e, struct str *line) {
    if (str_err(line) == PES_ERR_OK)
        put(e, line->text);
    str_release(line);
}

/* `info string ..`: always one line. */
static void put_string(struct engine *e, const char *sentence) {
    struct str line;
    str_init(&line);
    str_add(&line, "info string ");
    for (const char *c = sentence; *c != '\0'; c++) {
        if (*c > 0 && *c < ' ')
            str_add_char(&line, ' ');
        else
            str_add_char(&line, *c);
    }
    put_str(e, &line);
}

static void put_why(struct engine *e, enum pes_err err, const struct pes_note *note) {
    const enum pes_lang lang = e->config->lang;
    put_string(e, pes_note_is_empty(note) ? pes_err_text(err)->in[lang] : note->why[lang]);
}

static void say(struct engine *e, const struct pes_text *text, struct words about) {
    char why[PES_NOTE_MAX], quoted[PES_QUOTE_SIZE];
    pes_quote(about.at != NULL ? about.at : "", about.length, quoted);
    pes_say(e->config->lang, text, PES_ARGS(PES_STR(quoted)), why, sizeof why);
    put_string(e, why);
}

/* What an answer says, as UGI says it: from the mover's view. */
static struct ugi_info info_of(const struct pes_agent *agent, const struct pes_state *s,
                               const struct pes_answer *answer) {
    enum { CENTIS_MAX = 1000000000 };
    struct ugi_info info = {.depth = answer->depth, .nodes = answer->nodes};
    if (answer->has_mate && answer->mate != 0) {
        info.has_mate = true;
        info.mate = answer->mate;
    } else if (answer->has_mate || (answer->has_score && isfinite(answer->score))) {
        const bool turned = agent->first_view && pes_turn(agent->game, s) == 1;
        const double score = answer->has_mate ? 0 : 100 * answer->score; // mate 0: a proven draw
        const double bounded = fmax(-CENTIS_MAX, fmin(CENTIS_MAX, score));
        info.has_score = true;
        info.centis = (int32_t)lround(turned ? -bounded : bounded);
    }
    return info;
}

static void put_info(struct engine *e, const struct pes_answer *answer) {
    const struct pes_game *g = e->board.game;
    const struct pes_state *s = pes_history_state(e->thinker.h);
    const int64_t ms = (clock_now_ns() - e->thinker.started_ns) / CLOCK_NS_PER_MS;
    const struct ugi_info info = info_of(e->agent, s, answer);
    char texts[PES_LINE_MAX][PES_MOVE_TEXT_MAX];
    struct str moves, line;
    str_init(&moves);
    str_init(&line);
    assert(answer->line_count <= PES_LINE_MAX);
    const int count = game_line_text(g, s, answer->line, answer->line_count, texts);
    for (int i = 0; i < count; i++)
        str_addf(&moves, "%s%s", i > 0 ? " " : "", texts[i]);
    ugi_put_info(&line, &info, ms, moves.text);
    str_release(&moves);
    put_str(e, &line);
}

/* On the thinker's thread. Some agents report every move they have looked at: only deeper results,
 * and one now and then, are sent. */
static void on_info(void *to, const struct pes_answer *so_far) {
    struct engine *e = to;
    const int64_t now_ns = clock_now_ns();
    const bool deeper = so_far->depth > e->told_depth;
    if (so_far->line_index > 0 || (!deeper && now_ns - e->told_ns < INFO_MS * CLOCK_NS_PER_MS))
        return;
    e->told_ns = now_ns;
    e->told_depth = so_far->depth;
    put_info(e, so_far);
}

static void put_best(struct engine *e, const char *move) {
    char line[sizeof "bestmove " + PES_MOVE_TEXT_MAX];
    snprintf(line, sizeof line, "bestmove %s", move);
    put(e, line);
}

/* The agent. --------------------------------------------------------------------------------- */

static void drop_agent(struct engine *e) {
    pes_agent_free(e->agent);
    e->agent = NULL;
    e->begun = false;
}

/* Makes the agent unless it exists, which may be expensive, and begins a game for it. */
static enum pes_err prepare(struct engine *e, struct pes_note *note) {
    if (e->agent == NULL) {
        const enum pes_err err = pes_agent_new(e->board.game, e->agent_text, &e->agent, note);
        if (err != PES_ERR_OK)
            return err;
    }
    if (!e->begun)
        pes_agent_begin(e->agent, e->board.seed);
    e->begun = true;
    return PES_ERR_OK;
}

/* Chooses another agent; the text is checked, the agent is made when it is needed. */
static enum pes_err set_agent(struct engine *e, const char *text, struct pes_note *note) {
    struct pes_offer offer;
    struct pes_values values;
    char strongest[PES_AGENT_NAME_MAX] = "";
    if (text[0] == '\0' && pes_agent_strongest(e->board.kit, strongest))
        text = strongest;
    const enum pes_err err = pes_agent_find(e->board.game, text, &offer, &values, note);
    if (err != PES_ERR_OK)
        return err;
    assert(strlen(text) < sizeof e->agent_text);
    snprintf(e->agent_text, sizeof e->agent_text, "%s", text);
    drop_agent(e);
    return PES_ERR_OK;
}

/* Thinking. ---------------------------------------------------------------------------------- */

/* Time without what the way to the manager costs. */
static int32_t less_reserve(int32_t ms) {
    if (ms <= 0)
        return 0;
    return ms > 5 * RESERVE_MS ? ms - RESERVE_MS : ms - ms / 5;
}

static struct pes_limits limits_of(struct engine *e, const struct ugi_command *command) {
    struct pes_limits limits = command->limits;
    limits.movetime_ms = less_reserve(limits.movetime_ms);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        limits.clock_ms[i] = less_reserve(limits.clock_ms[i]);
    if (command->infinite)
        limits = (struct pes_limits){.movetime_ms = PES_MOVETIME_MAX_MS};
    limits.info = on_info;
    limits.info_to = e;
    return limits;
}

/* Sends the answer of the search, which has ended or is stopped now. A search that was stopped
 * before it had a move, or that failed, plays any legal one: an answer always comes. */
static void answer(struct engine *e) {
    struct thinker *t = &e->thinker;
    const struct pes_game *g = e->board.game;
    const struct pes_state *s = pes_history_state(e->board.h);
    char move[PES_MOVE_TEXT_MAX];
    thinker_finish(t);
    pes_move m = t->answer.move;
    if (t->err != PES_ERR_OK && !pes_legal(g, s, m)) {
        struct pes_note note;
        struct pes_rng rng;
        pes_agent_fault(e->agent, &note);
        if (t->err != PES_ERR_STOPPED)
            put_why(e, t->err, &note);
        pes_rng_init(&rng, e->board.seed);
        m = pes_draw(g, s, &rng);
    } else if (e->told_depth == 0 && (t->answer.has_score || t->answer.depth > 0)) {
        put_info(e, &t->answer);
    }
    g->rules->move_format(g, s, m, move);
    put_best(e, move);
}

/* Lets the search run until then, at most until it ends, the manager quits or the program is
 * interrupted. */
static void let_run(struct engine *e, int64_t until_ns) {
    const atomic_bool *quits = inbox_stop(e->inbox);
    const int64_t quit_ns = e->thinker.started_ns + QUIT_MS * CLOCK_NS_PER_MS;
    int64_t now_ns = clock_now_ns();
    while (now_ns < until_ns && !atomic_load(e->config->interrupted) &&
           !atomic_load(&e->cut_short) && !(atomic_load(quits) && now_ns >= quit_ns)) {
        const int64_t poll_ns = now_ns + POLL_MS * CLOCK_NS_PER_MS;
        if (thinker_wait(&e->thinker, poll_ns < until_ns ? poll_ns : until_ns))
            return;
        now_ns = clock_now_ns();
    }
}

/* Stops a search that has run for at least `least_ms`. */
static void stop_search(struct engine *e, int64_t least_ms) {
    if (!e->thinker.running)
        return;
    let_run(e, e->thinker.started_ns + least_ms * CLOCK_NS_PER_MS);
    answer(e);
}

/* Before a command that changes what is searched, and at the end of the stream: waits for the
 * answer, unless only `stop` would bring it. */
static void await_search(struct engine *e) {
    if (!e->thinker.running)
        return;
    if (e->infinite) {
        stop_search(e, STOP_MS);
        return;
    }
    let_run(e, INT64_MAX);
    answer(e);
}

static void on_done(void *to) {
    struct engine *e = to;
    inbox_wake(e->inbox);
}

static void start_search(struct engine *e, const struct ugi_command *command) {
    struct pes_note note = {0};
    struct thinker *t = &e->thinker;
    enum pes_err err = prepare(e, &note);
    if (err == PES_ERR_OK) {
        t->agent = e->agent;
        t->h = e->board.h;
        t->limits = limits_of(e, command);
        t->done = on_done;
        t->done_to = e;
        e->infinite = command->infinite;
        e->told_depth = 0;
        e->told_ns = clock_now_ns();
        err = thinker_start(t);
    }
    if (err == PES_ERR_OK)
        return;
    put_why(e, err, &note);
    put_best(e, UGI_NO_MOVE);
}

/* Commands. ---------------------------------------------------------------------------------- */

static void on_ugi(struct engine *e, const struct ugi_command *command) {
    (void)command;
    const struct ugi_engine_config *config = e->config;
    char strongest[PES_AGENT_NAME_MAX] = "";
    if (config->agent == NULL)
        (void)pes_agent_strongest(config->kit, strongest);
    struct str line;
    str_init(&line);
    str_addf(&line, "id name Pessoi %s\n", pes_version());
    str_add(&line, "id author The Pessoi authors\n");
    str_addf(&line, "option name " UGI_OPTION_AGENT " type string default %s\n",
             config->agent != NULL ? config->agent : strongest);
    str_addf(&line, "option name " UGI_OPTION_VARIANT " type string default %s\n",
             config->variant[0] != '\0' ? config->variant : UGI_EMPTY);
    str_addf(&line,
             "option name " UGI_OPTION_SEED " type spin default %" PRIu64 " min 0 max %" PRId64
             "\n",
             config->seed, INT64_MAX);
    str_add(&line, "ugiok");
    put_str(e, &line);
}

static void on_isready(struct engine *e, const struct ugi_command *command) {
    (void)command;
    struct pes_note note = {0};
    if (!e->thinker.running) {
        const enum pes_err err = prepare(e, &note);
        if (err != PES_ERR_OK)
            put_why(e, err, &note);
    }
    put(e, "readyok");
}

static enum pes_err set_seed(struct engine *e, struct words value, struct pes_note *note) {
    int64_t seed;
    char quoted[PES_QUOTE_SIZE];
    if (!words_number(value, INT64_MAX, &seed) || seed < 0)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(ugi_bad_seed),
                            PES_ARGS(PES_STR(pes_quote(value.at, value.length, quoted))));
    e->board.seed = (uint64_t)seed;
    e->begun = false;
    return PES_ERR_OK;
}

/* Another variant: the agent is made again, and must fit the new one. */
static enum pes_err set_variant(struct engine *e, const char *value, struct pes_note *note) {
    drop_agent(e); // it borrows the game that is closed now
    return ugi_board_vary(&e->board, value, note);
}

/* Options that are not ours are ignored. */
static enum pes_err set_option(struct engine *e, const struct ugi_command *command,
                               const struct str *value, struct pes_note *note) {
    if (str_err(value) != PES_ERR_OK)
        return str_err(value);
    if (words_like(command->name, UGI_OPTION_AGENT))
        return set_agent(e, value->text, note);
    if (words_like(command->name, UGI_OPTION_VARIANT))
        return set_variant(e, value->text, note);
    if (words_like(command->name, UGI_OPTION_SEED))
        return set_seed(e, command->value, note);
    return PES_ERR_OK;
}

static void on_setoption(struct engine *e, const struct ugi_command *command) {
    struct pes_note note = {0};
    struct str value;
    await_search(e);
    str_init(&value);
    str_add_bytes(&value, command->value.at, command->value.length);
    const enum pes_err err = set_option(e, command, &value, &note);
    if (err != PES_ERR_OK)
        put_why(e, err, &note);
    str_release(&value);
}

static void on_position(struct engine *e, const struct ugi_command *command) {
    struct pes_note note = {0};
    await_search(e);
    const enum pes_err err = ugi_board_place(&e->board, command->fen, command->moves, &note);
    if (err != PES_ERR_OK)
        put_why(e, err, &note);
}

static void on_newgame(struct engine *e, const struct ugi_command *command) {
    await_search(e);
    e->begun = false;
    on_position(e, command); // its members are empty: the start
}

static const char *result_word(const struct engine *e) {
    const enum pes_end end = pes_history_end(e->board.h);
    int32_t payoff[PES_PLAYERS_MAX];
    if (end == PES_END_NONE)
        return "none";
    pes_settle(e->board.game, pes_history_state(e->board.h), end, payoff);
    return payoff[0] == payoff[1] ? "draw" : payoff[0] > payoff[1] ? "p1win" : "p2win";
}

static void on_query(struct engine *e, const struct ugi_command *command) {
    const bool first = pes_turn(e->board.game, pes_history_state(e->board.h)) == 0;
    const bool over = pes_history_end(e->board.h) != PES_END_NONE;
    const char *word = command->question == UGI_P1TURN     ? (first ? "true" : "false")
                       : command->question == UGI_GAMEOVER ? (over ? "true" : "false")
                                                           : result_word(e);
    char line[sizeof "response p1turn"];
    snprintf(line, sizeof line, "response %s", word);
    put(e, line);
}

static void on_go(struct engine *e, const struct ugi_command *command) {
    await_search(e);
    const struct pes_state *s = pes_history_state(e->board.h);
    const bool chance = pes_turn(e->board.game, s) == PES_CHANCE;
    if (!chance && !pes_over(e->board.game, s)) {
        start_search(e, command);
        return;
    }
    put_string(e, (chance ? TEXT(ugi_chance) : TEXT(ugi_over))->in[e->config->lang]);
    put_best(e, UGI_NO_MOVE);
}

static void on_stop(struct engine *e, const struct ugi_command *command) {
    (void)command;
    stop_search(e, STOP_MS);
}

static void on_quit(struct engine *e, const struct ugi_command *command) {
    (void)command;
    stop_search(e, QUIT_MS);
}

/* The loop. ---------------------------------------------------------------------------------- */

static const struct {
    void (*run)(struct engine *e, const struct ugi_command *command);
    const struct pes_text *bad; /* said of arguments that make no sense; NULL: there are none */
} actions[] = {
    [UGI_UNKNOWN] = {NULL, NULL},
    [UGI_UGI] = {on_ugi, NULL},
    [UGI_ISREADY] = {on_isready, NULL},
    [UGI_SETOPTION] = {on_setoption, TEXT(ugi_bad_option)},
    [UGI_NEWGAME] = {on_newgame, NULL},
    [UGI_POSITION] = {on_position, TEXT(ugi_bad_position)},
    [UGI_QUERY] = {on_query, TEXT(ugi_bad_query)},
    [UGI_GO] = {on_go, NULL},
    [UGI_STOP] = {on_stop, NULL},
    [UGI_QUIT] = {on_quit, NULL},
};

/* Obeys a line; false: it was the last one. */
static bool hear(struct engine *e, const struct inbox_line *line) {
    const struct ugi_command command = ugi_parse(line->text, line->length);
    const struct words all = {line->text, line->length};
    assert((size_t)command.verb < sizeof actions / sizeof actions[0]);
    if (actions[command.verb].run == NULL)
        return true;
    if (line->cut)
        say(e, TEXT(ugi_long_line), all);
    else if (command.bad)
        say(e, actions[command.verb].bad, all);
    else
        actions[command.verb].run(e, &command);
    return command.verb != UGI_QUIT;
}

/* Has the search ended that runs now? The inbox may have been woken by an earlier one. */
static bool has_answer(struct engine *e) {
    return e->thinker.running && !e->infinite && thinker_wait(&e->thinker, 0);
}

static void converse(struct engine *e) {
    bool more = true;
    while (more && !atomic_load(&e->cut_short)) {
        struct inbox_line line;
        const enum inbox_event event = inbox_take(e->inbox, &line);
        if (event == INBOX_LINE)
            more = hear(e, &line);
        else if (event == INBOX_WOKEN && has_answer(e))
            answer(e);
        else if (event == INBOX_ENDED)
            more = false;
    }
    await_search(e);
}

static bool is_quit(const char *line, size_t length) {
    return ugi_parse(line, length).verb == UGI_QUIT;
}

static enum pes_err run(struct engine *e) {
    const struct inbox_config config = {.fd = e->config->fd,
                                        .interrupted = e->config->interrupted,
                                        .line_max = UGI_LINE_MAX,
                                        .is_last = is_quit};
    const enum pes_err err = inbox_open(&config, &e->inbox);
    if (err != PES_ERR_OK)
        return err;
    thinker_init(&e->thinker);
    converse(e);
    thinker_release(&e->thinker);
    inbox_close(e->inbox);
    return atomic_load(e->config->interrupted) ? PES_ERR_STOPPED : PES_ERR_OK;
}

enum pes_err ugi_engine_run(const struct ugi_engine_config *config, bool *bad_variant,
                            struct pes_note *note) {
    struct engine *e = mem_alloc(sizeof *e);
    if (e == NULL)
        return PES_ERR_NOMEM;
    e->config = config;
    enum pes_err err = ugi_board_init(&e->board, config->kit, config->variant, config->seed, note);
    *bad_variant = err != PES_ERR_OK;
    if (err != PES_ERR_OK) {
        mem_free(e);
        return err;
    }
    err = set_agent(e, config->agent != NULL ? config->agent : "", note);
    if (err == PES_ERR_OK)
        err = run(e);
    drop_agent(e);
    ugi_board_release(&e->board);
    mem_free(e);
    return err;
}
