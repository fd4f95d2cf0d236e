/* Error messages: always one line on standard error, `pessoi: WHERE: WHAT`. */
#include "cli/cli.h"

#include <assert.h>
#include <string.h>

enum { PLACE_SIZE = PES_QUOTE_SIZE + sizeof ".." - 1 };
_Static_assert((int)CLI_LINE_SIZE >= PES_NOTE_MAX + PLACE_SIZE + CLI_LABEL_SIZE,
               "a message has room for a note and its place");

/* A place in printable form; of a long path only the end. */
static const char *place(const char *where, char out[PLACE_SIZE]) {
    const size_t length = strlen(where);
    size_t from = 0;
    const int width = utf8_width(where, length);
    for (int i = width > PES_QUOTE_MAX ? PES_QUOTE_MAX - 2 : width; i < width && from < length; i++)
        from += (size_t)utf8_char(where + from, length - from);
    char quoted[PES_QUOTE_SIZE];
    pes_quote(where + from, length - from, quoted);
    snprintf(out, PLACE_SIZE, "%s%s", from > 0 ? ".." : "", quoted);
    return out;
}

/* One line in one write, so that it does not mix with other output. */
static void print_line(struct cli *c, const char *where, int32_t line, int32_t column,
                       const char *why) {
    assert(why != NULL);
    char at[PLACE_SIZE] = "";
    if (where == NULL)
        where = c->command != NULL ? c->command->name : "";
    place(where, at);
    const bool lines = line > 0, columns = column > 0;
    const struct pes_text *shape = at[0] == '\0'      ? TEXT(cli_error)
                                   : lines && columns ? TEXT(cli_error_line_column)
                                   : lines            ? TEXT(cli_error_line)
                                   : columns          ? TEXT(cli_error_column)
                                                      : TEXT(cli_error_at);
    char text[CLI_LINE_SIZE];
    pes_say(c->lang, shape,
            PES_ARGS(PES_STR(why), PES_STR(at), PES_INT(lines ? line : column), PES_INT(column)),
            text, sizeof text);
    fprintf(c->err, "pessoi: %s\n", text);
}

static int say_line(struct cli *c, enum pes_err err, const char *where, int32_t line,
                    int32_t column, const char *why) {
    assert(err != PES_ERR_OK);
    print_line(c, where, line, column, why);
    return pes_err_exit_code(err);
}

int fail_note(struct cli *c, const char *where, enum pes_err err, const struct pes_note *note) {
    if (pes_note_is_empty(note))
        return fail_err(c, where, err);
    return say_line(c, err, where, note->line, note->pos, note->why[c->lang]);
}

int fail_file(struct cli *c, const char *path, enum pes_err err, const struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE];
    pes_quote(path, strlen(path), quoted);
    const bool too_large = err == PES_ERR_LIMIT && note->line == 0;
    const bool named =
        err == PES_ERR_IO || (too_large && strstr(note->why[c->lang], quoted) != NULL);
    return fail_note(c, named ? NULL : path, err, note);
}

int fail_err(struct cli *c, const char *where, enum pes_err err) {
    return say_line(c, err, where, 0, 0, pes_err_text(err)->in[c->lang]);
}

int fail_say(struct cli *c, const char *where, enum pes_err err, const struct pes_text *text,
             const struct pes_arg args[]) {
    char why[CLI_LINE_SIZE];
    pes_say(c->lang, text, args, why, sizeof why);
    return say_line(c, err, where, 0, 0, why);
}

void cli_remark(struct cli *c, const char *where, const struct pes_text *text,
                const struct pes_arg args[]) {
    char why[CLI_LINE_SIZE];
    pes_say(c->lang, text, args, why, sizeof why);
    print_line(c, where, 0, 0, why);
}
