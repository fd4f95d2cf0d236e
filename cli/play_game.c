#include "cli/play_game.h"
#include "cli/text.h"
#include "play/text.h"

#include "cli/play_hint.h"
#include "cli/play_names.h"
#include "cli/play_rules.h"
#include "cli/term.h"
#include "core/clock.h"
#include "core/nearest.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A part of the typed line. */
struct word {
    const char *text;
    size_t length;
};

static void say(struct play_game *t, const struct pes_text *text, const struct pes_arg args[]) {
    screen_say(&t->screen, text, args);
}

void play_game_keep(struct play_game *t) {
    if (session_persons(&t->session) == 0)
        return;
    if (session_end(&t->session) != PES_END_NONE) {
        play_store_finish(&t->store);
        return;
    }
    struct pes_note note = {0};
    const enum pes_err err = play_store_save(&t->store, &t->session, &note);
    if (err != PES_ERR_OK && !t->told_not_kept) {
        screen_fail(&t->screen, TEXT(play_store_failed), err, &note);
        t->told_not_kept = true;
    }
}

/* Makes a move or an outcome; false after an error was printed. */
static bool make(struct play_game *t, pes_move m) {
    const enum pes_err err = session_make(&t->session, m);
    if (err) {
        const struct pes_note note = {0};
        screen_fail(&t->screen, TEXT(play_failed), err, &note);
        t->done = true;
        return false;
    }
    t->changed = true;
    return true;
}

void play_game_move(struct play_game *t, pes_move m) {
    screen_told(&t->screen, &t->session, m);
    if (make(t, m))
        play_game_keep(t);
}

/* Rolls are not saved: the seed reproduces them. */
void play_game_roll(struct play_game *t) {
    struct session *s = &t->session;
    struct str rolled, told;
    str_init(&rolled);
    str_init(&told);
    bool made;
    do {
        const pes_move m = session_roll(s);
        screen_roll(&t->screen, s, m, &rolled, &told);
        made = make(t, m);
    } while (made && told.length == 0 && session_turn(s) == PES_CHANCE);
    screen_rolled(&t->screen, s, &rolled, &told);
    str_release(&rolled);
    str_release(&told);
}

bool play_game_ask(struct play_game *t, const struct pes_text *question,
                   const struct pes_arg args[], bool otherwise) {
    assert(t->in != NULL);
    struct str prompt;
    str_init(&prompt);
    str_say(&prompt, t->c->lang, question, args);
    int answer = -1;
    play_input_vocabulary(t->in)->count = play_input_vocabulary(t->in)->listed = 0;
    while (answer < 0) {
        const char *line;
        size_t length;
        const enum play_read read = play_input_line(t->in, prompt.text, &line, &length);
        if (read == PLAY_READ_END || read == PLAY_READ_STOP) {
            t->done = true;
            answer = 0;
        } else if (read == PLAY_READ_LINE) {
            while (length > 0 && line[length - 1] == ' ')
                length--;
            answer = length == 0 ? otherwise : play_word_yes(line, length);
        }
    }
    str_release(&prompt);
    return answer == 1;
}

/* Commands ------------------------------------------------------------------------------------ */

static void do_undo(struct play_game *t) {
    struct session *s = &t->session;
    const bool resigned = s->stopped == PES_END_RESIGN;
    const int before = pes_history_count(s->history);
    struct str all;
    str_init(&all);
    screen_line(s, 0, &all);
    const bool undone = session_undo(s);
    if (!undone) {
        say(t, TEXT(play_undo_none), PES_NO_ARGS);
    } else if (resigned && pes_history_count(s->history) == before) {
        say(t, TEXT(play_unresigned), PES_NO_ARGS);
    } else {
        struct str left;
        str_init(&left);
        screen_line(s, 0, &left);
        /* The undone moves are the end of the old line. */
        const size_t at = left.length < all.length ? left.length + (left.length > 0) : all.length;
        say(t, TEXT(play_undone), PES_ARGS(PES_STR(all.text + at)));
        str_release(&left);
    }
    str_release(&all);
    t->changed = t->changed || undone;
    if (undone)
        play_game_keep(t);
}

static void do_redo(struct play_game *t) {
    struct session *s = &t->session;
    const int before = pes_history_count(s->history);
    if (session_redo(s) == 0) {
        say(t, TEXT(play_redo_none), PES_NO_ARGS);
        return;
    }
    assert(pes_history_count(s->history) > before);
    struct str line;
    str_init(&line);
    screen_line(s, before, &line);
    say(t, TEXT(play_redone), PES_ARGS(PES_STR(line.text)));
    str_release(&line);
    t->changed = true;
    play_game_keep(t);
}

static void do_hint(struct play_game *t) {
    screen_thinking(&t->screen, &t->session, true);
    const enum pes_err err = play_hint(&t->session);
    screen_thinking(&t->screen, &t->session, false);
    const struct pes_note note = {0};
    if (err == PES_ERR_OK) {
        screen_hint(&t->screen, &t->session);
        t->changed = t->changed || screen_board_is_gone(&t->screen);
    } else if (err == PES_ERR_UNFIT) {
        say(t, TEXT(play_hint_none), PES_NO_ARGS);
    } else if (err != PES_ERR_STOPPED) {
        screen_fail(&t->screen, TEXT(play_failed), err, &note);
    }
}

static void do_new(struct play_game *t, struct word rest) {
    const bool swap = rest.length > 0;
    if (swap && !play_word_is_swap(rest.text, rest.length)) {
        say(t, TEXT(play_new_words), PES_NO_ARGS);
        return;
    }
    struct pes_note note = {0};
    /* With --seed the whole series of games is reproducible. */
    const uint64_t seed = t->c->seed_given ? t->session.seed + 1 : clock_seed();
    const enum pes_err err = session_again(&t->session, swap, seed, &note);
    if (err) {
        screen_fail(&t->screen, TEXT(play_failed), err, &note);
        return;
    }
    play_store_leave(&t->store);
    t->own_file[0] = '\0';
    t->changed = true;
    screen_players(&t->screen, &t->session);
}

static void do_resign(struct play_game *t) {
    struct session *s = &t->session;
    assert(session_turn(s) >= 0);
    session_stop(s, PES_END_RESIGN, session_turn(s));
    play_game_keep(t);
    screen_turn(&t->screen, s);
    t->changed = false;
}

/* The path that was typed, "~/" expanded. False after an error was printed. */
static bool read_path(struct play_game *t, enum play_command command, struct word rest,
                      char out[PLAY_PATH_MAX]) {
    assert(command == PLAY_SAVE || command == PLAY_SAVE_OVER || command == PLAY_LOAD);
    const char *home = getenv("HOME");
    const bool from_home = rest.length > 1 && rest.text[0] == '~' && rest.text[1] == '/' && home;
    const int n = from_home ? snprintf(out, PLAY_PATH_MAX, "%s%.*s", home, (int)rest.length - 1,
                                       rest.text + 1)
                            : snprintf(out, PLAY_PATH_MAX, "%.*s", (int)rest.length, rest.text);
    if (rest.length > 0 && n < PLAY_PATH_MAX && strlen(out) == (size_t)n)
        return true;
    char example[CLI_LABEL_SIZE];
    snprintf(example, sizeof example, "%s.pes", t->session.game->rules->name);
    say(t, TEXT(play_needs_file),
        PES_ARGS(PES_STR(play_command_name(command, t->c->lang)), PES_STR(example)));
    return false;
}

/* May the game be written to this path? Prints why not. */
static bool may_write(struct play_game *t, const char *path, const char *quoted, bool over) {
    const enum play_place place = play_place(path);
    if (place == PLAY_PLACE_OTHER) {
        say(t, TEXT(play_not_a_file), PES_ARGS(PES_STR(quoted)));
        return false;
    }
    if (place == PLAY_PLACE_FREE || over || strcmp(path, t->own_file) == 0)
        return true;
    if (!play_input_asks(t->in)) {
        say(t, TEXT(play_exists), PES_ARGS(PES_STR(quoted)));
        return false;
    }
    if (play_game_ask(t, TEXT(play_overwrite), PES_ARGS(PES_STR(quoted)), false))
        return true;
    if (!t->done)
        say(t, TEXT(play_not_overwritten), PES_ARGS(PES_STR(quoted)));
    return false;
}

static void do_save(struct play_game *t, enum play_command command, struct word rest) {
    char path[PLAY_PATH_MAX];
    char quoted[PES_QUOTE_SIZE];
    if (!read_path(t, command, rest, path))
        return;
    pes_quote(path, strlen(path), quoted);
    if (!may_write(t, path, quoted, command == PLAY_SAVE_OVER))
        return;
    struct pes_note note = {0};
    const enum pes_err err = play_save(&t->session, path, &note);
    if (err) {
        screen_fail(&t->screen, TEXT(play_not_saved), err, &note);
        return;
    }
    memcpy(t->own_file, path, sizeof path);
    say(t, TEXT(play_saved), PES_ARGS(PES_STR(quoted)));
}

static void do_load(struct play_game *t, struct word rest) {
    char path[PLAY_PATH_MAX];
    char quoted[PES_QUOTE_SIZE];
    if (!read_path(t, PLAY_LOAD, rest, path))
        return;
    pes_quote(path, strlen(path), quoted);
    if (play_place(path) == PLAY_PLACE_OTHER) {
        say(t, TEXT(play_not_a_file), PES_ARGS(PES_STR(quoted)));
        return;
    }
    struct pes_note note = {0};
    const enum pes_err err = play_load(&t->session, path, &note);
    if (err) {
        screen_fail(&t->screen, TEXT(play_not_loaded), err, &note);
        return;
    }
    play_store_leave(&t->store);
    memcpy(t->own_file, path, sizeof path);
    say(t, TEXT(play_loaded),
        PES_ARGS(PES_STR(quoted), PES_INT(pes_history_plies(t->session.history))));
    screen_players(&t->screen, &t->session);
    t->changed = true;
}

static bool do_resume(struct play_game *t) {
    if (play_store_waiting(&t->store) == NULL) {
        say(t, TEXT(play_resume_none), PES_NO_ARGS);
        return false;
    }
    struct pes_note note = {0};
    const enum pes_err err = play_store_resume(&t->store, &t->session, &note);
    if (err) {
        screen_fail(&t->screen, TEXT(play_store_broken), err, &note);
        return false;
    }
    t->own_file[0] = '\0';
    say(t, TEXT(play_resumed), PES_ARGS(PES_INT(pes_history_plies(t->session.history))));
    screen_players(&t->screen, &t->session);
    t->changed = true;
    return true;
}

/* Does the command need a game that is not over? */
static bool needs_turn(enum play_command command) {
    return command == PLAY_MOVES || command == PLAY_HINT || command == PLAY_RESIGN;
}

static bool takes_words(enum play_command command) {
    return command == PLAY_NEW || command == PLAY_SAVE || command == PLAY_SAVE_OVER ||
           command == PLAY_LOAD;
}

static void do_command(struct play_game *t, enum play_command command, struct word rest) {
    struct play_screen *screen = &t->screen;
    if (rest.length > 0 && !takes_words(command)) {
        say(t, TEXT(play_no_words), PES_ARGS(PES_STR(play_command_name(command, t->c->lang))));
        return;
    }
    if (needs_turn(command) && session_turn(&t->session) == PES_TERMINAL) {
        screen_over(screen, &t->session);
        return;
    }
    switch (command) {
    case PLAY_MOVES:
        screen_moves(screen, &t->session);
        break;
    case PLAY_SHOW:
        screen_so_far(screen, &t->session);
        t->changed = true;
        break;
    case PLAY_HINT:
        do_hint(t);
        break;
    case PLAY_UNDO:
        do_undo(t);
        break;
    case PLAY_REDO:
        do_redo(t);
        break;
    case PLAY_NEW:
        do_new(t, rest);
        break;
    case PLAY_RESIGN:
        do_resign(t);
        break;
    case PLAY_SAVE:
    case PLAY_SAVE_OVER:
        do_save(t, command, rest);
        break;
    case PLAY_LOAD:
        do_load(t, rest);
        break;
    case PLAY_RESUME:
        (void)do_resume(t);
        break;
    case PLAY_SEED:
        screen_seed(screen, &t->session);
        break;
    case PLAY_RULES:
        play_rules(screen, t->session.game->kit);
        t->changed = true; /* the board has scrolled away */
        break;
    case PLAY_HELP:
        screen_help(screen, &t->session);
        break;
    case PLAY_QUIT:
        t->done = true;
        break;
    case PLAY_NONE:
    case PLAY_COMMAND_COUNT:
        assert(false);
    }
}

/* Lines --------------------------------------------------------------------------------------- */

static void add_commands(struct play_vocabulary *v, enum pes_lang lang) {
    for (int i = PLAY_NONE + 1; i < PLAY_COMMAND_COUNT; i++)
        if (i != PLAY_SAVE_OVER)
            play_vocabulary_add(v, play_command_name((enum play_command)i, lang));
}

void play_game_vocabulary(struct play_game *t) {
    struct play_vocabulary *v = play_input_vocabulary(t->in);
    const struct session *s = &t->session;
    const struct pes_state *state = pes_history_state(s->history);
    pes_move list[PES_MOVES_MAX];
    const int count = session_turn(s) >= 0 ? pes_moves(s->game, state, list) : 0;
    v->count = 0;
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        s->game->rules->move_format(s->game, state, list[i], text);
        play_vocabulary_add(v, text);
    }
    add_commands(v, t->c->lang);
    v->listed = v->count;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (lang != (int)t->c->lang)
            add_commands(v, (enum pes_lang)lang);
}

/* The command or move nearest to what was typed; NULL: none is near. */
static const char *guess(struct play_game *t, struct word typed) {
    play_game_vocabulary(t);
    const struct play_vocabulary *v = play_input_vocabulary(t->in);
    struct nearest near = {.word = NULL};
    for (int i = 0; i < v->count; i++)
        nearest_take(&near, v->words[i], play_slips(typed.text, typed.length, v->words[i]));
    return near.word;
}

/* One line: what is wrong, and what can be typed instead. */
static void say_wrong(struct play_game *t, struct word typed, enum pes_err err,
                      const struct pes_note *note, bool command_only) {
    const enum pes_lang lang = t->c->lang;
    char quoted[PES_QUOTE_SIZE];
    struct str out;
    str_init(&out);
    pes_quote(typed.text, typed.length, quoted);
    /* If the rules could read the word as a move, their reason is the best explanation. */
    const bool readable = err == PES_ERR_ILLEGAL || err == PES_ERR_RANGE;
    const char *near = readable ? NULL : guess(t, typed);
    if (command_only)
        str_say(&out, lang, TEXT(play_no_command), PES_ARGS(PES_STR(quoted)));
    else if (near == NULL && !pes_note_is_empty(note))
        str_say(&out, lang, TEXT(play_bad_move), PES_ARGS(PES_NOTED(note)));
    else
        str_say(&out, lang, TEXT(play_no_such), PES_ARGS(PES_STR(quoted)));
    const struct pes_text *advice = near != NULL   ? TEXT(play_did_you_mean)
                                    : command_only ? TEXT(play_see_help)
                                                   : TEXT(play_see_moves);
    char more[CLI_LINE_SIZE];
    pes_say(lang, advice, PES_ARGS(PES_STR(near != NULL ? near : "")), more, sizeof more);
    /* The advice is left out if the line would become too long. */
    const int width = utf8_width(out.text, out.length) + 1 + utf8_width(more, strlen(more));
    if (near != NULL || width <= TERM_COLUMNS_DEFAULT)
        str_addf(&out, " %s", more);
    say(t, TEXT(play_plain), PES_ARGS(PES_STR(out.text)));
    str_release(&out);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static struct word trim(struct word w) {
    for (; w.length > 0 && is_blank(w.text[0]); w.length--)
        w.text++;
    while (w.length > 0 && is_blank(w.text[w.length - 1]))
        w.length--;
    return w;
}

/* Removes the first word from *line and returns it; both are trimmed. */
static struct word cut_word(struct word *line) {
    const struct word all = trim(*line);
    struct word first = {.text = all.text};
    while (first.length < all.length && !is_blank(all.text[first.length]))
        first.length++;
    *line = trim((struct word){all.text + first.length, all.length - first.length});
    return first;
}

/* Plays a move that was typed, unless more text follows it. */
static void play_typed(struct play_game *t, pes_move m, struct word rest) {
    struct pes_note note = {0};
    if (rest.length == 0)
        play_game_move(t, m);
    else
        screen_fail(&t->screen, TEXT(play_bad_move),
                    pes_note_say(&note, PES_ERR_SYNTAX, 0, TEXT(play_one_move), PES_NO_ARGS),
                    &note);
}

/* Plays a line that is a move once its blanks are removed, "h 8", or says why it cannot be played.
 * False if it is nothing of the kind. */
static bool play_whole(struct play_game *t, struct word line) {
    struct pes_note note = {0};
    pes_move m = PES_MOVE_NONE;
    const enum pes_err err = session_read_line(&t->session, line.text, line.length, &m, &note);
    if (err == PES_ERR_OK)
        play_game_move(t, m);
    else if (err == PES_ERR_ILLEGAL || err == PES_ERR_RANGE)
        say_wrong(t, line, err, &note, false);
    else
        return false;
    return true;
}

/* Says what is wrong with a line that is neither a move nor a command. */
static void refuse(struct play_game *t, struct word typed, enum pes_err err,
                   const struct pes_note *note, bool slash) {
    const bool over = session_turn(&t->session) < 0;
    if (over && !slash && guess(t, typed) == NULL)
        screen_over(&t->screen, &t->session);
    else
        say_wrong(t, typed, err, note, slash || over);
}

void play_game_line(struct play_game *t, const char *line, size_t length) {
    struct word rest = {line, length};
    struct word first = cut_word(&rest);
    if (first.length == 0)
        return;
    const bool slash = first.text[0] == '/';
    const bool command_only = slash || session_turn(&t->session) < 0;
    if (slash) {
        first.text++;
        first.length--;
    }
    struct pes_note note = {0};
    struct pes_note unused = note;
    enum pes_err err = PES_ERR_UNKNOWN;
    pes_move m = PES_MOVE_NONE;
    if (!command_only)
        err = session_read_move(&t->session, first.text, first.length, true, &m, &note);
    enum play_command command = PLAY_NONE;
    if (err != PES_ERR_OK)
        command = play_command_find(first.text, first.length);
    const bool open = err != PES_ERR_OK && command == PLAY_NONE && !command_only;
    if (open && rest.length > 0 && play_whole(t, trim((struct word){line, length})))
        return;
    if (open)
        err = session_read_move(&t->session, first.text, first.length, false, &m, &unused);
    if (err != PES_ERR_OK && command == PLAY_NONE)
        command = play_command_find_short(first.text, first.length);
    if (command != PLAY_NONE)
        do_command(t, command, rest);
    else if (err == PES_ERR_OK)
        play_typed(t, m, rest);
    else
        refuse(t, first, err, &note, slash);
}

/* The game in progress ------------------------------------------------------------------------ */

/* The number of moves by players in the main line. */
static int count_moves(const struct pes_record *r) {
    int n = 0;
    for (int node = 0; (node = pes_record_child(r, node, 0)) >= 0;)
        n += pes_record_token(r, node)[0] != '#';
    return n;
}

bool play_game_offer(struct play_game *t, bool only_tell) {
    const char *path = play_store_in_progress(&t->store);
    if (path == NULL)
        return false;
    struct pes_note note = {0};
    struct pes_record *r = NULL;
    const enum pes_err err = pes_record_read(path, &r, &note);
    if (err) {
        screen_fail(&t->screen, TEXT(play_store_broken), err, &note);
        return false;
    }
    struct str names[2];
    static const char *const tags[2] = {"First", "Second"};
    for (int i = 0; i < 2; i++) {
        const char *seat = pes_record_tag(r, tags[i]);
        str_init(&names[i]);
        play_name_add(&names[i], t->session.game, seat != NULL ? seat : "?", t->c->lang);
    }
    const int moves = count_moves(r);
    pes_record_free(r);
    const struct pes_arg *args =
        PES_ARGS(PES_STR(names[0].text), PES_STR(names[1].text), PES_INT(moves));
    bool resumed = false;
    if (only_tell || !play_input_asks(t->in))
        say(t, TEXT(play_resume_waits), args);
    else if (play_game_ask(t, TEXT(play_resume_ask), args, true))
        resumed = do_resume(t);
    str_release(&names[0]);
    str_release(&names[1]);
    return resumed;
}

void play_game_leave(struct play_game *t) {
    if (!t->store.ours || session_end(&t->session) != PES_END_NONE)
        return;
    const char *home = getenv("HOME");
    const char *path = t->store.current;
    const size_t length = home != NULL ? strlen(home) : 0;
    const bool at_home = length > 1 && strncmp(path, home, length) == 0 && path[length] == '/';
    char shown[PLAY_PATH_MAX + 1];
    snprintf(shown, sizeof shown, "%s%s", at_home ? "~" : "", at_home ? path + length : path);
    say(t, TEXT(play_kept), PES_ARGS(PES_STR(shown)));
    say(t, TEXT(play_kept_how), PES_ARGS(PES_STR(t->session.game->rules->name)));
}
