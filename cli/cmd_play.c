/* `pessoi play`: the loop of a terminal game. It asks the person, the agent or chance, whichever
 * has the turn, until the game is left; play_game.h does what is typed. */
#include "cli/cli.h"
#include "cli/play_game.h"
#include "cli/play_words.h"
#include "cli/term.h"
#include "core/clock.h"
#include "core/level.h"
#include "core/mem.h"

#include <assert.h>
#include <string.h>
#include <time.h>

enum {
    PACE_MS = 400, /* between two moves when two agents play on a terminal */
    NAP_MS = 50,   /* delay within which Ctrl-C is noticed */
    OPPONENT_LEVEL = 3
};

static bool stop_asked(const struct play_game *t) {
    return atomic_load(t->c->stop);
}

/* Two agents on a terminal: waits until it is time for the next move. */
static void rest(const struct play_game *t, int64_t since_ns) {
    const double pace = (double)cli_number(t->c, CLI_OPT_MOVETIME, PACE_MS) / 1000;
    const struct timespec nap = {.tv_nsec = NAP_MS * 1000000L};
    fflush(t->c->out);
    while (clock_seconds_since(since_ns) < pace && !stop_asked(t))
        nanosleep(&nap, NULL);
}

static void agent_moves(struct play_game *t) {
    struct session *s = &t->session;
    assert(session_turn(s) >= 0);
    assert(!session_is_person(s, session_turn(s)));
    const int64_t start = clock_now_ns();
    const bool watched = t->in == NULL && t->c->out_tty;
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    screen_thinking(&t->screen, s, true);
    const enum pes_err err = session_think(s, &answer);
    screen_thinking(&t->screen, s, false);
    if (err == PES_ERR_STOPPED)
        return;
    if (err) {
        /* The agent loses by forfeit; the person may still take a move back. */
        struct pes_note note;
        pes_agent_fault(s->seats[session_turn(s)].agent, &note);
        screen_fail(&t->screen, TEXT(play_failed), err, &note);
        session_stop(s, PES_END_FORFEIT, session_turn(s));
        t->changed = true;
        play_game_keep(t);
        return;
    }
    if (t->in == NULL)
        t->screen.rows = 0;
    play_game_move(t, answer.move);
    screen_value(&t->screen, s);
    if (watched && session_end(s) == PES_END_NONE) {
        screen_board(&t->screen, s);
        rest(t, start);
    }
}

static void show(struct play_game *t) {
    if (!t->changed)
        return;
    screen_board(&t->screen, &t->session);
    screen_turn(&t->screen, &t->session);
    t->changed = false;
}

static void person_types(struct play_game *t) {
    assert(t->in != NULL);
    show(t);
    struct str prompt;
    str_init(&prompt);
    screen_prompt(&t->screen, &t->session, &prompt);
    play_game_vocabulary(t);
    const char *line;
    size_t length;
    switch (play_input_line(t->in, prompt.text, &line, &length)) {
    case PLAY_READ_LINE:
        play_game_line(t, line, length);
        break;
    case PLAY_READ_LONG:
        screen_say(&t->screen, TEXT(play_line_too_long), PES_ARGS(PES_INT(PLAY_LINE_MAX)));
        break;
    case PLAY_READ_END:
    case PLAY_READ_STOP:
        t->done = true;
    }
    str_release(&prompt);
}

static void play(struct play_game *t) {
    struct session *s = &t->session;
    while (!t->done && !stop_asked(t) && !ferror(t->c->out)) {
        const pes_player turn = session_turn(s);
        if (turn == PES_CHANCE)
            play_game_roll(t);
        else if (turn >= 0 && !session_is_person(s, turn))
            agent_moves(t);
        else if (t->in != NULL)
            person_types(t);
        else
            t->done = true;
    }
    if (t->in == NULL && session_end(s) != PES_END_NONE)
        show(t);
    else if (t->in == NULL && stop_asked(t))
        screen_say(&t->screen, TEXT(play_stopped), PES_NO_ARGS);
    play_game_leave(t);
}

/* Seats the player of an option; `human` is valid here only, not in other commands. */
static int seat_player(struct play_game *t, pes_player player, const char *option,
                       const char *text) {
    struct pes_note note = {0};
    const enum pes_err err = session_seat(&t->session, player, text, &note);
    if (err == PES_ERR_OK)
        return CLI_DONE;
    char quoted[PES_QUOTE_SIZE];
    const size_t length = strlen(text);
    if (play_slips(text, length, SESSION_PERSON) >= 0)
        return fail_say(
            t->c, option, err, TEXT(play_not_human),
            PES_ARGS(PES_STR(pes_quote(text, length, quoted)), PES_STR(SESSION_PERSON)));
    return fail_note(t->c, option, err, &note);
}

/* An opponent that a beginner can beat if the game has levels, else minimax or random. */
static const char *default_opponent(const struct pes_kit *kit, char out[LEVEL_TEXT_MAX]) {
    if (kit->levels != NULL)
        return level_format(kit->levels->count >= OPPONENT_LEVEL ? OPPONENT_LEVEL : 1, out);
    return kit->minimax != NULL ? "minimax" : "random";
}

/* The level of --level as an agent; an error if the game does not have it. */
static int read_level(struct play_game *t, char out[LEVEL_TEXT_MAX]) {
    const struct pes_kit *kit = t->session.game->kit;
    const int64_t level = cli_number(t->c, CLI_OPT_LEVEL, 0);
    const struct pes_arg title = PES_SAID(&kit->rules->title);
    if (kit->levels == NULL)
        return fail_say(t->c, "--level", PES_ERR_UNFIT, TEXT(play_level_none), PES_ARGS(title));
    if (level < 1 || level > kit->levels->count)
        return fail_say(t->c, "--level", PES_ERR_RANGE, TEXT(play_level_range),
                        PES_ARGS(title, PES_INT(kit->levels->count), PES_INT(level)));
    level_format((int)level, out);
    return CLI_DONE;
}

/* Does --level leave one seat to a person, and say nothing else about the other one? */
static bool level_conflicts(const struct cli *c) {
    const char *first = cli_text(c, CLI_OPT_FIRST, NULL);
    const char *second = cli_text(c, CLI_OPT_SECOND, NULL);
    return CLI_GIVEN(c, LEVEL) && ((first != NULL && strcmp(first, SESSION_PERSON) != 0) ||
                                   (second != NULL && strcmp(second, SESSION_PERSON) != 0) ||
                                   (first != NULL && second != NULL));
}

static int seat_players(struct play_game *t) {
    char level[LEVEL_TEXT_MAX];
    const struct cli *c = t->c;
    const char *opponent = default_opponent(t->session.game->kit, level);
    if (level_conflicts(c))
        return fail_say(t->c, NULL, PES_ERR_UNFIT, TEXT(play_level_conflict), PES_NO_ARGS);
    if (CLI_GIVEN(c, LEVEL)) {
        const int code = read_level(t, level);
        if (code != CLI_DONE)
            return code;
        opponent = level;
    }
    /* If only --first is given, the person plays second; with --level and a person second, the
     * opponent plays first. */
    const bool second = CLI_GIVEN(c, LEVEL) && CLI_GIVEN(c, SECOND);
    const char *one = cli_text(c, CLI_OPT_FIRST, second ? opponent : SESSION_PERSON);
    const char *two = strcmp(one, SESSION_PERSON) == 0 ? opponent : SESSION_PERSON;
    const int code = seat_player(t, 0, "--first", one);
    if (code != CLI_DONE)
        return code;
    return seat_player(t, 1, "--second", cli_text(c, CLI_OPT_SECOND, two));
}

static int open_game(struct play_game *t) {
    struct cli *c = t->c;
    struct setup at;
    if (!c->seed_given)
        c->seed = clock_seed();
    int code = setup_open(c, c->words[0], &at);
    if (code != CLI_DONE)
        return code;
    session_init(&t->session, at.game, at.history, c->seed);
    t->session.position = cli_text(c, CLI_OPT_POSITION, "startpos");
    t->session.moves = cli_text(c, CLI_OPT_MOVES, "");
    t->session.limits.movetime_ms = (int32_t)cli_number(c, CLI_OPT_MOVETIME, 0);
    t->session.limits.stop = c->stop;
    t->screen.c = c;
    t->changed = true;
    code = seat_players(t);
    if (code != CLI_DONE || session_persons(&t->session) == 0)
        return code;
    char history[PLAY_PATH_MAX];
    const bool has_history = play_state_path("history", history);
    const enum pes_err err = play_input_open(c, has_history ? history : NULL, &t->in);
    if (err)
        return fail_err(c, NULL, err);
    assert(t->in != NULL);
    play_store_init(&t->store, t->session.game->rules->name);
    return CLI_DONE;
}

/* The first screen: the offer to resume a saved game, then this game. */
static void welcome(struct play_game *t) {
    const bool own_board = CLI_GIVEN(t->c, POSITION) || CLI_GIVEN(t->c, MOVES);
    const bool resumed = t->in != NULL && play_game_offer(t, own_board);
    if (!t->done && !resumed)
        screen_opening(&t->screen, &t->session);
}

/* Which game? ---------------------------------------------------------------------------------- */

/* The game of a typed name, title or number; NULL: there is none. */
static const struct pes_kit *find_game(const char *text, size_t length, enum pes_lang lang) {
    char typed[CLI_LABEL_SIZE];
    snprintf(typed, sizeof typed, "%.*s", (int)length, text);
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_rules *rules = pes_kit_at(i)->rules;
        char number[CLI_NUMBER_SIZE];
        snprintf(number, sizeof number, "%d", i + 1);
        if (strcmp(typed, number) == 0 || play_slips(typed, strlen(typed), rules->name) == 0 ||
            play_slips(typed, strlen(typed), rules->title.in[lang]) == 0)
            return pes_kit_at(i);
    }
    return NULL;
}

/* One line per game: number, name, what it is. */
static void list_games(struct cli *c) {
    enum { NAME_COLUMN = 4, TEXT_COLUMN = 16 };
    struct str out;
    str_init(&out);
    cli_add_line(c, &out, TEXT(play_which_game), PES_NO_ARGS);
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        const bool tagged = kit->view != NULL && kit->view->tagline.in[c->lang] != NULL;
        char left[CLI_LABEL_SIZE];
        snprintf(left, sizeof left, "%*d  %s", NAME_COLUMN - 2, i + 1, kit->rules->name);
        term_pad(&out, left, TEXT_COLUMN);
        term_wrap(&out, tagged ? kit->view->tagline.in[c->lang] : kit->rules->title.in[c->lang],
                  TEXT_COLUMN, TEXT_COLUMN, term_columns(c->out));
    }
    (void)cli_print(c, &out);
}

/* Asks on a terminal which game to play; *out stays NULL if the person leaves. */
static int ask_game(struct cli *c, const char **out) {
    struct play_input *in = NULL;
    const enum pes_err err = play_input_open(c, NULL, &in);
    if (err)
        return fail_err(c, NULL, err);
    list_games(c);
    const char *line;
    size_t length;
    while (*out == NULL && play_input_line(in, TEXT(play_which_prompt)->in[c->lang], &line,
                                           &length) == PLAY_READ_LINE) {
        while (length > 0 && line[length - 1] == ' ')
            length--;
        const enum play_command command = play_command_find(line, length);
        const struct pes_kit *kit = find_game(line, length, c->lang);
        if (command == PLAY_QUIT || play_command_find_short(line, length) == PLAY_QUIT)
            break;
        if (kit != NULL)
            *out = kit->rules->name;
        char quoted[PES_QUOTE_SIZE];
        if (kit == NULL && length > 0)
            cli_say(c, TEXT(play_which_again),
                    PES_ARGS(PES_STR(pes_quote(line, length, quoted)), PES_INT(pes_kit_count())));
    }
    play_input_close(in);
    return CLI_DONE;
}

/* Without a terminal: an error that names the games. */
static int fail_without_game(struct cli *c) {
    struct str names;
    str_init(&names);
    for (int i = 0; i < pes_kit_count(); i++)
        str_addf(&names, "%s%s", i > 0 ? ", " : "", pes_kit_at(i)->rules->name);
    const int code = fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(play_needs_game),
                              PES_ARGS(PES_STR(names.text), PES_STR(pes_kit_at(0)->rules->name)));
    str_release(&names);
    return code;
}

static int run_play(struct cli *c) {
    if (c->word_count == 0) {
        if (!c->in_tty || !c->out_tty)
            return fail_without_game(c);
        const int asked = ask_game(c, &c->words[0]);
        if (asked != CLI_DONE || c->words[0] == NULL)
            return asked;
        c->word_count = 1;
    }
    struct play_game *t = mem_alloc(sizeof *t);
    if (t == NULL)
        return fail_err(c, NULL, PES_ERR_NOMEM);
    t->c = c;
    const int code = open_game(t);
    if (code == CLI_DONE) {
        welcome(t);
        play(t);
    }
    play_input_close(t->in);
    session_release(&t->session);
    mem_free(t);
    return code;
}

static const struct cli_example examples[] = {
    {"pessoi play boats", TEXT(play_example_default)},
    {"pessoi play gomoku --level 5", TEXT(play_example_level)},
    {"pessoi play boats --first minimax:depth=2 --second human", TEXT(play_example_second)},
    {"pessoi play boats --second human", TEXT(play_example_friends)},
    {"pessoi play boats --first minimax --second crazy --movetime 1000", TEXT(play_example_watch)},
    {NULL, NULL},
};

const struct command cmd_play = {
    .name = "play",
    .words = "[GAME]",
    .words_min = 0,
    .words_max = 1,
    .options = {CLI_HAS_SETUP, CLI_HAS(FIRST), CLI_HAS(SECOND), CLI_HAS(LEVEL), CLI_HAS(MOVETIME),
                CLI_HAS(NO_SANDBOX), CLI_HAS(MEMORY)},
    .summary = TEXT(play_summary),
    .description = TEXT(play_description),
    .examples = examples,
    .run = run_play,
};
