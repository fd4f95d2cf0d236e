#include "cli/play_screen.h"
#include "cli/text.h"
#include "play/text.h"

#include "cli/play_end.h"
#include "cli/play_hint.h"
#include "cli/play_moves.h"
#include "cli/play_names.h"
#include "cli/report.h"
#include "cli/term.h"
#include "play/say.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
    ROLLED_BYTES_MAX = 32, /* longer lists of outcomes are cut: the board shows them better */
    HELP_COLUMN = 24,
    TURN_INDENT = 2, /* of its second line */
    TOLD_ROWS = 2,   /* reserved for moves before the person's first turn .. */
    ROLLED_ROWS = 2  /* .. and for rolls between them */
};

static int columns(const struct play_screen *screen) {
    const int n = term_columns(screen->c->out);
    return n < TERM_COLUMNS_DEFAULT ? n : TERM_COLUMNS_DEFAULT;
}

static int rows_of_terminal(const struct play_screen *screen) {
    return screen->c->out_tty ? term_rows(screen->c->out) : TERM_ROWS_DEFAULT;
}

static int count_rows(const char *text) {
    int rows = 0;
    for (; *text != '\0'; text++)
        rows += *text == '\n';
    return rows;
}

/* Prints and releases a buffer of whole lines. */
static void print(struct play_screen *screen, struct str *out) {
    const int rows = count_rows(out->text);
    screen->rows += rows;
    screen->below += rows;
    (void)cli_print(screen->c, out);
}

/* Appends a paragraph, wrapped, and releases it. */
static void add_wrapped(struct str *out, const struct play_screen *screen, struct str *text,
                        int indent) {
    term_wrap(out, text->text, 0, indent, columns(screen));
    out->failed |= text->failed;
    str_release(text);
}

/* Appends a sentence, wrapped. */
static void add_said(struct str *out, const struct play_screen *screen, const struct pes_text *text,
                     const struct pes_arg args[]) {
    struct str said;
    str_init(&said);
    str_say(&said, screen->c->lang, text, args);
    add_wrapped(out, screen, &said, 0);
}

/* Prints a paragraph, wrapped, and releases it. */
static void print_wrapped(struct play_screen *screen, struct str *text, int indent) {
    struct str out;
    str_init(&out);
    add_wrapped(&out, screen, text, indent);
    print(screen, &out);
}

void screen_print(struct play_screen *screen, struct str *out) {
    print(screen, out);
}

void screen_say(struct play_screen *screen, const struct pes_text *text,
                const struct pes_arg args[]) {
    struct str out;
    str_init(&out);
    add_said(&out, screen, text, args);
    print(screen, &out);
}

void screen_fail(struct play_screen *screen, const struct pes_text *text, enum pes_err err,
                 const struct pes_note *note) {
    char why[CLI_LINE_SIZE];
    const char *said = pes_note_is_empty(note) ? pes_err_text(err)->in[screen->c->lang]
                                               : note->why[screen->c->lang];
    pes_say(screen->c->lang, note->line > 0 ? TEXT(play_place) : TEXT(play_plain),
            PES_ARGS(PES_STR(said), PES_INT(note->line), PES_INT(note->pos)), why, sizeof why);
    screen_say(screen, text, PES_ARGS(PES_STR(why)));
}

static const struct pes_text *name_of(const struct session *s, pes_player player) {
    return &pes_player_name(s->game, pes_history_state(s->history), player)->name;
}

/* The opening --------------------------------------------------------------------------------- */

static void add_players(struct str *out, enum pes_lang lang, const struct session *s) {
    const int persons = session_persons(s);
    assert(persons >= 0);
    assert(persons <= PES_PLAYERS_MAX);
    struct str names[PES_PLAYERS_MAX];
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        str_init(&names[i]);
        play_name_add(&names[i], s->game, s->seats[i].text, lang);
        out->failed |= names[i].failed;
    }
    if (persons == 1) {
        const pes_player you = session_is_person(s, 0) ? 0 : 1;
        str_say(out, lang, TEXT(play_you_against),
                PES_ARGS(PES_SAID(name_of(s, you)), PES_STR(names[1 - you].text),
                         PES_SAID(name_of(s, 1 - you))));
    } else if (persons == 2) {
        str_say(out, lang, TEXT(play_two_people),
                PES_ARGS(PES_SAID(name_of(s, 0)), PES_SAID(name_of(s, 1))));
    } else {
        str_say(out, lang, TEXT(play_two_agents),
                PES_ARGS(PES_SAID(name_of(s, 0)), PES_STR(names[0].text), PES_SAID(name_of(s, 1)),
                         PES_STR(names[1].text)));
    }
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        str_release(&names[i]);
}

static void add_goal(struct str *out, const struct play_screen *screen, const struct session *s) {
    const struct pes_view *view = s->game->kit->view;
    if (view != NULL)
        add_said(out, screen, &view->goal, PES_NO_ARGS);
}

/* How to type a move; `how` is the sentence around the one of the game. */
static void add_how(struct str *out, const struct play_screen *screen, const struct session *s,
                    const struct pes_text *how) {
    const struct pes_view *view = s->game->kit->view;
    if (session_persons(s) == 0)
        return;
    if (view != NULL)
        add_said(out, screen, how, PES_ARGS(PES_SAID(&view->how_to_move)));
    else
        add_said(out, screen, TEXT(play_type_a_move), PES_NO_ARGS);
}

static void add_title(struct str *out, const struct play_screen *screen, const struct session *s) {
    const enum term_colour colour = screen->c->colour;
    term_ink_on(out, PES_INK_STRONG, colour);
    str_add(out, s->game->rules->title.in[screen->c->lang]);
    term_ink_off(out, colour);
    if (s->game->variant[0] != '\0')
        str_addf(out, " (%s)", s->game->variant);
    str_add_char(out, '\n');
}

static void say_seed(struct str *out, enum pes_lang lang, const struct session *s) {
    char seed[CLI_NUMBER_SIZE];
    snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    str_say(out, lang, TEXT(play_seed), PES_ARGS(PES_STR(seed)));
}

void screen_seed(struct play_screen *screen, const struct session *s) {
    struct str text;
    str_init(&text);
    say_seed(&text, screen->c->lang, s);
    print_wrapped(screen, &text, 0);
}

static void add_seats(struct str *out, const struct play_screen *screen, const struct session *s) {
    struct str text;
    str_init(&text);
    add_players(&text, screen->c->lang, s);
    if (session_persons(s) == 0) {
        str_add_char(&text, ' ');
        say_seed(&text, screen->c->lang, s);
    }
    add_wrapped(out, screen, &text, 0);
}

void screen_players(struct play_screen *screen, const struct session *s) {
    struct str out;
    str_init(&out);
    add_seats(&out, screen, s);
    print(screen, &out);
}

static void add_picture(struct str *out, const struct play_screen *screen, const struct session *s);
static void add_turn(struct str *out, const struct play_screen *screen, const struct session *s);

/* Rows left above the board at the first prompt. */
static int room_above(const struct play_screen *screen, const struct session *s) {
    const bool asked = session_turn(s) >= 0 && session_is_person(s, session_turn(s));
    struct str below;
    str_init(&below);
    add_picture(&below, screen, s);
    add_turn(&below, screen, s);
    const int told = asked ? 0 : TOLD_ROWS + (s->game->chance_in_play ? ROLLED_ROWS : 0);
    const int needed = screen->rows + count_rows(below.text) + told + 1;
    str_release(&below);
    return rows_of_terminal(screen) - needed;
}

/* If there are not enough rows, the goal is left out first, then how to move: `help` shows both,
 * but nothing shows a title that has scrolled away. */
void screen_opening(struct play_screen *screen, const struct session *s) {
    struct str out, goal, how;
    str_init(&out);
    str_init(&goal);
    str_init(&how);
    add_title(&out, screen, s);
    add_seats(&out, screen, s);
    add_goal(&goal, screen, s);
    add_how(&how, screen, s, TEXT(play_how));
    const int room = room_above(screen, s) - count_rows(out.text);
    if (count_rows(goal.text) + count_rows(how.text) <= room)
        str_add(&out, goal.text);
    if (count_rows(how.text) <= room)
        str_add(&out, how.text);
    out.failed |= goal.failed || how.failed;
    str_release(&goal);
    str_release(&how);
    print(screen, &out);
}

/* What happened ------------------------------------------------------------------------------- */

/* Does the first sentence of a text contain this word? */
static bool names_word(const char *text, const char *word) {
    const char *end = strstr(text, ". ");
    const size_t sentence = end != NULL ? (size_t)(end - text) : strlen(text);
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        const size_t from = (size_t)(at - text);
        if (from + length > sentence)
            return false;
        if ((from == 0 || at[-1] == ' ') && strchr(" .,:", at[length]) != NULL)
            return true;
    }
    return false;
}

/* The move as text is left out if the sentence about it contains it: "Black places h8." */
void screen_told(struct play_screen *screen, const struct session *s, pes_move m) {
    const enum pes_lang lang = screen->c->lang;
    const struct pes_state *state = pes_history_state(s->history);
    const pes_player mover = pes_turn(s->game, state);
    assert(mover >= 0);
    char text[PES_MOVE_TEXT_MAX];
    s->game->rules->move_format(s->game, state, m, text);
    struct str out, steps;
    str_init(&out);
    str_init(&steps);
    say_move(s->game, state, m, lang, &steps);
    const bool told = names_word(steps.text, text);
    if (!told && session_is_person(s, mover) && session_persons(s) == 1)
        str_say(&out, lang, TEXT(play_told_you), PES_ARGS(PES_STR(text)));
    else if (!told)
        str_say(&out, lang, TEXT(play_told), PES_ARGS(PES_SAID(name_of(s, mover)), PES_STR(text)));
    if (!told && steps.length > 0)
        str_add_char(&out, ' ');
    str_add_str(&out, &steps);
    str_release(&steps);
    print_wrapped(screen, &out, 2);
}

void screen_value(struct play_screen *screen, const struct session *s) {
    struct str out;
    str_init(&out);
    if (pes_history_count(s->history) > 0)
        say_value(s, pes_history_count(s->history) - 1, screen->c->lang, &out);
    if (out.length > 0)
        print_wrapped(screen, &out, 2);
    else
        str_release(&out);
}

void screen_roll(const struct play_screen *screen, const struct session *s, pes_move m,
                 struct str *rolled, struct str *told) {
    report_add_move(s->game, pes_history_state(s->history), m, rolled);
    say_move(s->game, pes_history_state(s->history), m, screen->c->lang, told);
}

/* How many bytes of the outcomes are printed: all, or as many whole tokens as fit. */
static int rolled_length(const struct str *rolled) {
    if (rolled->length <= ROLLED_BYTES_MAX)
        return (int)rolled->length;
    int length = ROLLED_BYTES_MAX;
    while (length > 0 && rolled->text[length] != ' ')
        length--;
    return length > 0 ? length : ROLLED_BYTES_MAX;
}

void screen_rolled(struct play_screen *screen, const struct session *s, const struct str *rolled,
                   const struct str *told) {
    struct str out;
    if (s->game->kit->view != NULL && told->length == 0)
        return;
    str_init(&out);
    if (s->game->kit->view == NULL) {
        char text[ROLLED_BYTES_MAX + sizeof ".."];
        const int length = rolled_length(rolled);
        assert(length <= ROLLED_BYTES_MAX);
        snprintf(text, sizeof text, "%.*s%s", length, rolled->text,
                 (size_t)length < rolled->length ? ".." : "");
        str_say(&out, screen->c->lang, TEXT(play_told_chance), PES_ARGS(PES_STR(text)));
    }
    str_add_str(&out, told);
    out.failed |= rolled->failed;
    print_wrapped(screen, &out, 2);
}

void screen_line(const struct session *s, int from, struct str *out) {
    const struct pes_history *h = s->history;
    assert(from >= 0);
    assert(from <= pes_history_count(h));
    struct pes_walk w;
    for (pes_walk_start(&w, h, from); w.at < pes_history_count(h); pes_walk_next(&w))
        report_add_move(s->game, PES_STATE(w.state), pes_history_move(h, w.at), out);
}

/* Lists of moves ------------------------------------------------------------------------------ */

static int rows_of_turn(const struct play_screen *screen, const struct str *turn) {
    struct str lines;
    str_init(&lines);
    term_wrap(&lines, turn->text, 0, TURN_INDENT, columns(screen));
    const int rows = count_rows(lines.text);
    str_release(&lines);
    return rows;
}

/* Appends the moves to a turn: all of them, or some examples if that takes fewer rows. */
static void add_can_play(struct str *turn, const struct play_screen *screen,
                         const struct session *s) {
    const enum pes_lang lang = screen->c->lang;
    struct str list, all, some;
    str_init(&list);
    str_init(&all);
    str_init(&some);
    play_moves_all(&list, s);
    str_addf(&all, "%s ", turn->text);
    str_say(&all, lang, TEXT(play_you_can_play), PES_ARGS(PES_STR(list.text)));
    str_addf(&some, "%s ", turn->text);
    const bool shorter =
        play_moves_some(&some, lang, s) && rows_of_turn(screen, &some) < rows_of_turn(screen, &all);
    str_clear(turn);
    str_add(turn, shorter ? some.text : all.text);
    turn->failed |= list.failed || all.failed || some.failed;
    str_release(&list);
    str_release(&all);
    str_release(&some);
}

void screen_moves(struct play_screen *screen, const struct session *s) {
    struct str list, out;
    str_init(&list);
    str_init(&out);
    play_moves_all(&list, s);
    str_say(
        &out, screen->c->lang, TEXT(play_moves_all),
        PES_ARGS(PES_INT(pes_count(s->game, pes_history_state(s->history))), PES_STR(list.text)));
    out.failed |= list.failed;
    str_release(&list);
    print_wrapped(screen, &out, 2);
}

/* The board ----------------------------------------------------------------------------------- */

/* The player addressed as "you": the only person of the game, if there is exactly one. */
static pes_player you_of(const struct session *s) {
    if (session_persons(s) != 1)
        return SAY_TO_ALL;
    return session_is_person(s, 0) ? 0 : 1;
}

void screen_over(struct play_screen *screen, const struct session *s) {
    struct str end;
    str_init(&end);
    play_end_add(&end, s, you_of(s), screen->c->lang);
    screen_say(screen, TEXT(play_is_over), PES_ARGS(PES_STR(end.text)));
    str_release(&end);
    screen_say(screen, TEXT(play_after_end), PES_NO_ARGS);
}

static void add_turn(struct str *out, const struct play_screen *screen, const struct session *s) {
    const enum pes_lang lang = screen->c->lang;
    struct str text;
    str_init(&text);
    if (session_turn(s) == PES_TERMINAL) {
        play_end_add(&text, s, you_of(s), lang);
        say_scores(s, lang, &text);
    } else if (session_turn(s) >= 0) {
        play_warning_add(&text, s, lang);
        say_turn(s, you_of(s), lang, &text);
        say_scores(s, lang, &text);
        if (session_is_person(s, session_turn(s)))
            add_can_play(&text, screen, s);
    }
    add_wrapped(out, screen, &text, TURN_INDENT);
    if (session_turn(s) == PES_TERMINAL && session_persons(s) > 0)
        add_said(out, screen, TEXT(play_after_end), PES_NO_ARGS);
}

void screen_turn(struct play_screen *screen, const struct session *s) {
    struct str out;
    str_init(&out);
    add_turn(&out, screen, s);
    print(screen, &out);
}

static void add_picture(struct str *out, const struct play_screen *screen,
                        const struct session *s) {
    if (report_draw(screen->c, s->history, out))
        return;
    char position[PES_STATE_TEXT_MAX];
    pes_history_format(s->history, position);
    report_add_position(screen->c, TEXT(play_position), position, out);
}

/* With an empty line above and below if turn and prompt still fit. */
void screen_board(struct play_screen *screen, const struct session *s) {
    struct str picture, turn, out;
    str_init(&picture);
    str_init(&turn);
    str_init(&out);
    add_picture(&picture, screen, s);
    add_turn(&turn, screen, s);
    const int needed = screen->rows + count_rows(picture.text) + count_rows(turn.text) + 1;
    const int air = rows_of_terminal(screen) - needed;
    str_addf(&out, "%s%s%s", air >= 1 ? "\n" : "", picture.text, air >= 2 ? "\n" : "");
    out.failed |= picture.failed || turn.failed;
    str_release(&picture);
    str_release(&turn);
    screen->below = 0;
    print(screen, &out);
}

bool screen_board_is_gone(const struct play_screen *screen) {
    return screen->c->out_tty && screen->below >= rows_of_terminal(screen);
}

/* Without a picture the position is part of the board that follows. */
void screen_so_far(struct play_screen *screen, const struct session *s) {
    char position[PES_STATE_TEXT_MAX];
    struct str picture, text;
    str_init(&picture);
    str_init(&text);
    if (report_draw(screen->c, s->history, &picture)) {
        pes_history_format(s->history, position);
        report_add_position(screen->c, TEXT(play_position), position, &text);
    }
    str_release(&picture);
    print(screen, &text);
    if (pes_history_count(s->history) == 0)
        return;
    struct str line, out;
    str_init(&line);
    str_init(&out);
    screen_line(s, 0, &line);
    str_say(&out, screen->c->lang, TEXT(play_so_far), PES_ARGS(PES_STR(line.text)));
    str_release(&line);
    print_wrapped(screen, &out, 2);
}

void screen_prompt(struct play_screen *screen, const struct session *s, struct str *out) {
    if (session_turn(s) >= 0)
        str_add(out, name_of(s, session_turn(s))->in[screen->c->lang]);
    str_add(out, "> ");
    screen->rows = 1; /* the line that is about to be typed */
    screen->below++;
}

void screen_thinking(struct play_screen *screen, const struct session *s, bool on) {
    struct cli *c = screen->c;
    if (!c->out_tty)
        return;
    char text[CLI_LINE_SIZE];
    const pes_player turn = session_turn(s);
    assert(turn >= 0);
    pes_say(c->lang, session_is_person(s, turn) ? TEXT(play_thinking_hint) : TEXT(play_thinking),
            PES_ARGS(PES_SAID(name_of(s, turn))), text, sizeof text);
    if (on) {
        term_echo(false);
        fputs(text, c->out);
    } else {
        fprintf(c->out, "\r%*s\r", utf8_width(text, strlen(text)), "");
    }
    fflush(c->out);
    if (!on)
        term_echo(true);
}

/* Help and hints ------------------------------------------------------------------------------ */

static void add_help(struct str *out, const struct play_screen *screen, enum play_command command,
                     const struct pes_text *text) {
    const enum pes_lang lang = screen->c->lang;
    char left[CLI_LINE_SIZE];
    const char *brief = play_command_short(command);
    const bool file = command == PLAY_SAVE || command == PLAY_LOAD;
    snprintf(left, sizeof left, "  %s%s%s%s%s", play_command_name(command, lang), file ? " " : "",
             file ? TEXT(play_help_file)->in[lang] : "", brief != NULL ? ", " : "",
             brief != NULL ? brief : "");
    term_pad(out, left, HELP_COLUMN);
    term_wrap(out, text->in[lang], HELP_COLUMN, HELP_COLUMN, columns(screen));
}

void screen_help(struct play_screen *screen, const struct session *s) {
    static const struct {
        enum play_command command;
        const struct pes_text *text;
    } list[] = {
        {PLAY_HINT, TEXT(play_help_hint)},     {PLAY_UNDO, TEXT(play_help_undo)},
        {PLAY_REDO, TEXT(play_help_redo)},     {PLAY_MOVES, TEXT(play_help_moves)},
        {PLAY_SHOW, TEXT(play_help_show)},     {PLAY_NEW, TEXT(play_help_new)},
        {PLAY_RESIGN, TEXT(play_help_resign)}, {PLAY_SAVE, TEXT(play_help_save)},
        {PLAY_LOAD, TEXT(play_help_load)},     {PLAY_RESUME, TEXT(play_help_resume)},
        {PLAY_RULES, TEXT(play_help_rules)},   {PLAY_SEED, TEXT(play_help_seed)},
        {PLAY_HELP, TEXT(play_help_help)},     {PLAY_QUIT, TEXT(play_help_quit)},
    };
    struct str out;
    str_init(&out);
    add_goal(&out, screen, s);
    add_how(&out, screen, s, TEXT(play_plain));
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        add_help(&out, screen, list[i].command, list[i].text);
    add_said(&out, screen, TEXT(play_help_slash), PES_NO_ARGS);
    print(screen, &out);
    if (screen_board_is_gone(screen))
        screen_say(screen, TEXT(play_help_board), PES_NO_ARGS);
}

void screen_hint(struct play_screen *screen, const struct session *s) {
    const enum pes_lang lang = screen->c->lang;
    const struct hint *hint = &s->hint;
    assert(s->hints >= PLAY_HINT_IDEA && hint->line_count > 0);
    struct str out;
    str_init(&out);
    if (s->hints == PLAY_HINT_IDEA) {
        hint_say(s->history, hint, HINT_IDEA, lang, &out);
        str_add_char(&out, ' ');
        if (hint_area(s->history, hint) != HINT_AREA_NONE) {
            hint_say(s->history, hint, HINT_AREA, lang, &out);
            str_add_char(&out, ' ');
        }
        str_say(&out, lang, TEXT(play_hint_next_move), PES_NO_ARGS);
    } else if (s->hints == PLAY_HINT_MOVE) {
        hint_say(s->history, hint, HINT_MOVE, lang, &out);
        if (hint_goes_on(s->history, hint)) {
            str_add_char(&out, ' ');
            str_say(&out, lang, TEXT(play_hint_next_line), PES_NO_ARGS);
        }
    } else {
        hint_say(s->history, hint, HINT_LINE, lang, &out);
    }
    print_wrapped(screen, &out, 2);
}
