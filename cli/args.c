#include "cli/args.h"
#include "cli/text.h"

#include "cli/term.h"
#include "core/nearest.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct cli_option cli_options[CLI_OPT_COUNT] = {
#define X(id, name, kind, value, min, max, choices) \
    [CLI_OPT_##id] = {name, kind, value, min, max, choices, TEXT(cli_option_##id)},
    CLI_OPTION_MAP(X)
#undef X
};

static const char *quote(const char *text, char out[PES_QUOTE_SIZE]) {
    return pes_quote(text, strlen(text), out);
}

/* The index of a word in "auto|always|never", or -1. */
static int choice_of(const char *choices, const char *word) {
    assert(choices != NULL);
    const size_t length = strlen(word);
    int place = 0;
    for (const char *at = choices; *at != '\0'; place++) {
        const size_t n = strcspn(at, "|");
        if (n == length && memcmp(at, word, n) == 0)
            return place;
        at += n + (at[n] == '|');
    }
    return -1;
}

bool args_number(const char *text, int64_t *out) {
    const char *digits = text + (text[0] == '-');
    if (digits[0] == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return false;
    errno = 0;
    *out = strtoll(text, NULL, 10);
    return errno == 0;
}

/* Digits with an optional sign and decimals, nothing else: no exponent, no "inf". */
static bool real_of(const char *text, double *out) {
    enum { DIGITS_MAX = 15 };
    const char *at = text + (text[0] == '-' || text[0] == '+');
    const size_t whole = strspn(at, "0123456789");
    const size_t part = at[whole] == '.' ? strspn(at + whole + 1, "0123456789") : 0;
    const char *end = at + whole + (part > 0 ? part + 1 : 0);
    if (whole + part == 0 || whole + part > DIGITS_MAX || *end != '\0')
        return false;
    *out = strtod(text, NULL); // LC_NUMERIC is always "C"
    return true;
}

/* Reads seconds ("12", "0.5", "1.125") at *text as milliseconds, at most one day, and advances it.
 */
static bool seconds_of(const char **text, int32_t *out_ms) {
    const char *at = *text;
    const size_t whole = strspn(at, "0123456789");
    if (whole == 0 || whole > 5)
        return false;
    int64_t ms = 0;
    for (size_t i = 0; i < whole; i++)
        ms = ms * 10 + (*at++ - '0');
    ms *= 1000;
    if (*at == '.') {
        at++;
        const size_t part = strspn(at, "0123456789");
        if (part == 0 || part > 3)
            return false;
        for (int64_t unit = 100; *at >= '0' && *at <= '9'; unit /= 10)
            ms += (*at++ - '0') * unit;
    }
    if (ms > PES_MOVETIME_MAX_MS)
        return false;
    *out_ms = (int32_t)ms;
    *text = at;
    return true;
}

bool args_clock(const char *text, int32_t *base_ms, int32_t *increment_ms) {
    if (!seconds_of(&text, base_ms) || *text++ != '+' || !seconds_of(&text, increment_ms))
        return false;
    return *text == '\0' && *base_ms > 0;
}

/* `choices`: of a CLI_WORD. */
static enum pes_err bad_value(const struct cli_option *o, enum pes_err err, const char *value,
                              const char *choices, struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE], range[CLI_LABEL_SIZE];
    snprintf(range, sizeof range, "%" PRId64 "..%" PRId64, o->min, o->max);
    const struct pes_text *why = o->kind == CLI_INT     ? TEXT(cli_bad_number)
                                 : o->kind == CLI_REAL  ? TEXT(cli_bad_real)
                                 : o->kind == CLI_CLOCK ? TEXT(cli_bad_clock)
                                                        : TEXT(cli_bad_word);
    return pes_note_say(
        note, err, 0, why,
        PES_ARGS(PES_STR(quote(value, quoted)), PES_STR(o->kind == CLI_WORD ? choices : range)));
}

enum pes_err args_take(struct cli *c, enum cli_option_id id, const char *value,
                       struct pes_note *note) {
    assert(id < CLI_OPT_COUNT);
    assert(value != NULL);
    const struct cli_option *o = &cli_options[id];
    struct cli_given *given = &c->given[id];
    int32_t base_ms, increment_ms;
    switch (o->kind) {
    case CLI_INT:
        if (!args_number(value, &given->number) || given->number < o->min || given->number > o->max)
            return bad_value(o, PES_ERR_RANGE, value, o->choices, note);
        break;
    case CLI_REAL:
        if (!real_of(value, &given->real) || given->real < (double)o->min ||
            given->real > (double)o->max)
            return bad_value(o, PES_ERR_RANGE, value, o->choices, note);
        break;
    case CLI_WORD:
        if (o->choices == NULL)
            break; /* the command may not be known yet: check_whole() */
        given->number = choice_of(o->choices, value);
        if (given->number < 0)
            return bad_value(o, PES_ERR_UNKNOWN, value, o->choices, note);
        break;
    case CLI_CLOCK:
        if (!args_clock(value, &base_ms, &increment_ms))
            return bad_value(o, PES_ERR_SYNTAX, value, o->choices, note);
        break;
    case CLI_FLAG:
    case CLI_TEXT:
        break;
    }
    given->text = value;
    return PES_ERR_OK;
}

/* Checks and stores a value of the command line. */
static int take_value(struct cli *c, enum cli_option_id id, const char *value) {
    struct pes_note note = {0};
    char where[CLI_LABEL_SIZE];
    const enum pes_err err = args_take(c, id, value, &note);
    snprintf(where, sizeof where, "--%s", cli_options[id].name);
    return err == PES_ERR_OK ? CLI_DONE : fail_note(c, where, err, &note);
}

static int unknown_option(struct cli *c, const char *typed, size_t length) {
    const char *names[CLI_OPT_COUNT];
    for (int i = 0; i < CLI_OPT_COUNT; i++)
        names[i] = cli_options[i].name;
    char quoted[PES_QUOTE_SIZE], word[CLI_LABEL_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), typed);
    const char *near = nearest_word(word + strspn(word, "-"), names, CLI_OPT_COUNT);
    pes_quote(typed, length, quoted);
    if (near == NULL)
        return fail_say(c, NULL, PES_ERR_UNKNOWN, TEXT(cli_unknown_option),
                        PES_ARGS(PES_STR(quoted)));
    return fail_say(c, NULL, PES_ERR_UNKNOWN, TEXT(cli_unknown_option_near),
                    PES_ARGS(PES_STR(quoted), PES_STR(near)));
}

/* The id of `--name` or `--name=..`, or -1; *value is the text after the '=', or NULL. */
static int option_of(const char *word, const char **value) {
    *value = NULL;
    if (strcmp(word, "-h") == 0)
        return CLI_OPT_HELP;
    if (strncmp(word, "--", 2) != 0)
        return -1;
    const size_t length = strcspn(word + 2, "=");
    if (word[2 + length] == '=')
        *value = word + 2 + length + 1;
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        if (strlen(cli_options[i].name) == length &&
            memcmp(cli_options[i].name, word + 2, length) == 0)
            return i;
    }
    return -1;
}

/* Reads the option argv[*at], and the next argument if that is its value. */
static int take_option(struct cli *c, int argc, char *const argv[], int *at) {
    const char *word = argv[*at];
    const char *value;
    const int id = option_of(word, &value);
    if (id < 0)
        return unknown_option(c, word, strcspn(word, "="));
    const struct cli_option *o = &cli_options[id];
    if (o->kind == CLI_FLAG) {
        if (value != NULL)
            return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_no_value),
                            PES_ARGS(PES_STR(o->name)));
        return take_value(c, (enum cli_option_id)id, "");
    }
    if (value == NULL && *at + 1 < argc)
        value = argv[++*at];
    if (value == NULL)
        return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_needs_value),
                        PES_ARGS(PES_STR(o->name), PES_STR(o->value)));
    return take_value(c, (enum cli_option_id)id, value);
}

int args_find_command(struct cli *c, const char *name, const struct command **out) {
    *out = cli_command_find(name);
    if (*out != NULL)
        return CLI_DONE;
    const char *names[CLI_COMMANDS_MAX];
    int count = 0;
    for (; cli_commands[count] != NULL && count < CLI_COMMANDS_MAX; count++)
        names[count] = cli_commands[count]->name;
    assert(cli_commands[count] == NULL);
    char quoted[PES_QUOTE_SIZE];
    const char *near = nearest_word(name, names, count);
    if (near == NULL)
        return fail_say(c, NULL, PES_ERR_UNKNOWN, TEXT(cli_unknown_command),
                        PES_ARGS(PES_STR(quote(name, quoted))));
    return fail_say(c, NULL, PES_ERR_UNKNOWN, TEXT(cli_unknown_command_near),
                    PES_ARGS(PES_STR(quote(name, quoted)), PES_STR(near)));
}

static int take_word(struct cli *c, const char *word) {
    if (c->command == NULL)
        return args_find_command(c, word, &c->command);
    assert(c->command->words_max <= CLI_WORDS_MAX);
    if (c->word_count < c->command->words_max) {
        c->words[c->word_count++] = word;
        return CLI_DONE;
    }
    char quoted[PES_QUOTE_SIZE];
    return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_extra_word),
                    PES_ARGS(PES_STR(quote(word, quoted)), PES_STR(c->command->name),
                             PES_STR(c->command->words[0] == '\0' ? "" : " "),
                             PES_STR(c->command->words)));
}

/* Reports the first missing argument by its name in the synopsis: "B" of "GAME A B". */
static int missing_word(struct cli *c) {
    assert(c->word_count < c->command->words_min);
    char name[CLI_LABEL_SIZE];
    const char *word = c->command->words;
    for (int i = 0; i < c->word_count; i++) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, " "), word);
    return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_missing_word),
                    PES_ARGS(PES_STR(c->command->name), PES_STR(c->command->words), PES_STR(name)));
}

/* The words of --format are those of the command. */
static int check_format(struct cli *c) {
    struct cli_given *given = &c->given[CLI_OPT_FORMAT];
    if (given->text == NULL)
        return CLI_DONE;
    assert(c->command->formats != NULL);
    given->number = choice_of(c->command->formats, given->text);
    if (given->number >= 0)
        return CLI_DONE;
    struct pes_note note = {0};
    const enum pes_err err = bad_value(&cli_options[CLI_OPT_FORMAT], PES_ERR_UNKNOWN, given->text,
                                       c->command->formats, &note);
    return fail_note(c, "--format", err, &note);
}

/* Does the command take every option that was given, and are all its arguments there? */
static int check_whole(struct cli *c) {
    if (CLI_GIVEN(c, HELP) || CLI_GIVEN(c, VERSION))
        return CLI_DONE;
    if (c->command == NULL)
        return fail_say(c, NULL, PES_ERR_SYNTAX, TEXT(cli_no_command), PES_NO_ARGS);
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        if (c->given[i].text != NULL && !cli_command_takes(c->command, (enum cli_option_id)i, true))
            return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_foreign_option),
                            PES_ARGS(PES_STR(cli_options[i].name), PES_STR(c->command->name)));
    }
    const int code = check_format(c);
    if (code == CLI_DONE && c->word_count < c->command->words_min)
        return missing_word(c);
    return code;
}

void args_settle(struct cli *c) {
    enum { COLOR_AUTO, COLOR_ALWAYS };
    const int64_t color = cli_number(c, CLI_OPT_COLOR, COLOR_AUTO);
    c->json = CLI_GIVEN(c, JSON);
    const bool wanted = color == COLOR_ALWAYS || (color == COLOR_AUTO && term_wants_colour(c->out));
    c->colour = wanted ? term_colours(c->out) : TERM_PLAIN;
    c->seed_given = CLI_GIVEN(c, SEED);
    c->seed = (uint64_t)cli_number(c, CLI_OPT_SEED, 1);
    c->jobs = (int)cli_number(c, CLI_OPT_JOBS, 1);
    assert(c->jobs >= 1);
    assert(c->jobs <= PES_JOBS_MAX);
}

int args_parse(struct cli *c, int argc, char *const argv[]) {
    bool options = true;
    for (int i = 1; i < argc; i++) {
        int code;
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            continue;
        }
        if (options && argv[i][0] == '-' && argv[i][1] != '\0')
            code = take_option(c, argc, argv, &i);
        else
            code = take_word(c, argv[i]);
        if (code != CLI_DONE)
            return code;
    }
    args_settle(c);
    return check_whole(c);
}

/* The first of the three variables that is set, in the order of POSIX. */
static const char *locale_name(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return "";
}

enum pes_lang args_lang(int argc, char *const argv[]) {
    enum pes_lang lang = pes_lang_of_locale(locale_name());
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *value;
        const int id = argv[i][0] == '-' ? option_of(argv[i], &value) : -1;
        if (id < 0 || cli_options[id].kind == CLI_FLAG)
            continue;
        if (value == NULL && i + 1 < argc)
            value = argv[++i];
        if (id == CLI_OPT_LANG && value != NULL && pes_lang_parse(value) >= 0)
            lang = (enum pes_lang)pes_lang_parse(value);
    }
    return lang;
}
