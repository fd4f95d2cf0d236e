/* A tournament as a text file: lines `key = value`, whose keys are the names of options, and lines
 * `player NAME = AGENT`. docs/formats/tournament.md. Options of the command line come first. */
#include "cli/args.h"
#include "cli/tournament_plan.h"
#include "core/file.h"
#include "core/nearest.h"

#include <string.h>

enum { BYTES_MAX = 1 << 20, TITLE_MAX = 200 };

/* The options that may stand in a file. Those about the machine (--jobs, --db, --memory ..) belong
 * to the command line: a file says what is played. */
static const enum cli_option_id keys[] = {
    CLI_OPT_VARIANT, CLI_OPT_TYPE,      CLI_OPT_GAMES,    CLI_OPT_ROUNDS,
    CLI_OPT_POINTS,  CLI_OPT_BOTS,      CLI_OPT_MOVETIME, CLI_OPT_TC,
    CLI_OPT_SEED,    CLI_OPT_MAX_PLIES, CLI_OPT_OPENINGS,
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* Reading one file. */
struct reader {
    struct cli *c;
    struct plan *plan;
    bool seen[KEYS]; /* keys of the file */
    bool kept[KEYS]; /* given on the command line, which comes first */
    int32_t line;
};

static enum pes_err unknown_key(const char *key, struct pes_note *note) {
    const char *names[KEYS + 3] = {"game", "title", "player"};
    for (int i = 0; i < KEYS; i++)
        names[3 + i] = cli_options[keys[i]].name;
    char quoted[PES_QUOTE_SIZE];
    const char *near = nearest_word(key, names, KEYS + 3);
    pes_quote(key, strlen(key), quoted);
    if (near != NULL)
        return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(cli_tournament_key_near),
                            PES_ARGS(PES_STR(quoted), PES_STR(near)));
    return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(cli_tournament_key),
                        PES_ARGS(PES_STR(quoted)));
}

static enum pes_err twice(const char *key, struct pes_note *note) {
    return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(cli_tournament_key_twice),
                        PES_ARGS(PES_STR(key)));
}

/* `game` and `title`. */
static enum pes_err take_text(const char **place, const char *key, const char *value,
                              struct pes_note *note) {
    if (*place != NULL)
        return twice(key, note);
    *place = value;
    return PES_ERR_OK;
}

static enum pes_err take_title(struct plan *plan, const char *value, struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE];
    const size_t length = strlen(value);
    if (!plan_is_printable(value) || utf8_width(value, length) > TITLE_MAX)
        return pes_note_say(
            note, PES_ERR_SYNTAX, 0, TEXT(cli_tournament_bad_title),
            PES_ARGS(PES_STR(pes_quote(value, length, quoted)), PES_INT(TITLE_MAX)));
    return take_text(&plan->title, "title", value, note);
}

static enum pes_err take_key(struct reader *r, const char *key, const char *value,
                             struct pes_note *note) {
    if (strcmp(key, "game") == 0)
        return take_text(&r->plan->game_name, key, value, note);
    if (strcmp(key, "title") == 0)
        return take_title(r->plan, value, note);
    int at = 0;
    while (at < KEYS && strcmp(key, cli_options[keys[at]].name) != 0)
        at++;
    if (at == KEYS)
        return unknown_key(key, note);
    if (r->seen[at])
        return twice(key, note);
    r->seen[at] = true;
    const struct cli_given before = r->c->given[keys[at]];
    const enum pes_err err = args_take(r->c, keys[at], value, note);
    if (r->kept[at])
        r->c->given[keys[at]] = before;
    return err;
}

/* Reads one line, which is not empty. */
static enum pes_err take_line(struct reader *r, char *line, struct pes_note *note) {
    static const char player[] = "player";
    char *equals = strchr(line, '=');
    if (equals == NULL)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(cli_tournament_no_equals), PES_NO_ARGS);
    char *value = cli_trim(equals + 1, strlen(equals + 1));
    char *key = cli_trim(line, (size_t)(equals - line));
    if (value[0] == '\0' && strcmp(key, "variant") != 0)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(cli_tournament_no_value),
                            PES_ARGS(PES_STR(key)));
    const size_t length = strlen(player);
    if (strncmp(key, player, length) == 0 && (key[length] == ' ' || key[length] == '\t'))
        return plan_add(r->plan, key + length + strspn(key + length, " \t"), value, r->line, note);
    return take_key(r, key, value, note);
}

static enum pes_err take_lines(struct reader *r, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    static const char mark[] = "\xef\xbb\xbf"; // some editors begin with a byte order mark
    char *text = r->plan->text.text;
    if (strncmp(text, mark, strlen(mark)) == 0)
        text += strlen(mark);
    for (char *at = text; at != NULL && err == PES_ERR_OK;) {
        char *end = strchr(at, '\n');
        char *next = end != NULL ? end + 1 : NULL;
        char *line = cli_trim(at, end != NULL ? (size_t)(end - at) : strlen(at));
        r->line++;
        if (line[0] != '\0' && line[0] != '#')
            err = take_line(r, line, note);
        at = next;
    }
    return err;
}

int plan_read_file(struct cli *c, const char *path, struct plan *plan) {
    struct reader r = {.c = c, .plan = plan};
    struct pes_note note = {0};
    plan->file = path;
    plan->game_name = NULL;
    enum pes_err err = file_read(path, BYTES_MAX, &plan->text, &note);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    if (!utf8_valid(plan->text.text, plan->text.length))
        return fail_say(c, path, PES_ERR_SYNTAX, TEXT(cli_not_text), PES_NO_ARGS);
    for (int i = 0; i < KEYS; i++)
        r.kept[i] = c->given[keys[i]].text != NULL;
    err = take_lines(&r, &note);
    if (err != PES_ERR_OK) {
        note.line = r.line;
        return fail_note(c, path, err, &note);
    }
    if (plan->game_name == NULL)
        return fail_say(c, path, PES_ERR_SYNTAX, TEXT(cli_tournament_no_game), PES_NO_ARGS);
    return CLI_DONE;
}
