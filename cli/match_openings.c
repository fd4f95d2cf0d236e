#include "cli/match_openings.h"
#include "arena/openings.h"
#include "cli/text.h"

#include "core/file.h"
#include "core/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MAX = 64 << 20, PLIES_DEFAULT = 4, PLIES_MAX = OPENINGS_PLIES_MAX };

void match_openings_init(struct match_openings *o) {
    *o = (struct match_openings){0};
    str_init(&o->text);
}

void match_openings_release(struct match_openings *o) {
    mem_free(o->lines);
    mem_free(o->line_number);
    str_release(&o->text);
    match_openings_init(o);
}

/* Splits the text into lines in place; skips empty ones and those that begin with '#'. */
static enum pes_err cut_lines(struct match_openings *o) {
    assert(o->lines == NULL);
    assert(o->count == 0);
    size_t most = 1;
    for (size_t i = 0; i < o->text.length; i++)
        most += o->text.text[i] == '\n';
    o->lines = mem_alloc(most * sizeof *o->lines);
    o->line_number = mem_alloc(most * sizeof *o->line_number);
    if (o->lines == NULL || o->line_number == NULL)
        return PES_ERR_NOMEM;
    int32_t number = 0;
    char *at = o->text.text, *end = at + o->text.length;
    while (at < end) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        char *next = stop < end ? stop + 1 : end;
        while (stop > at && (stop[-1] == '\r' || stop[-1] == ' ' || stop[-1] == '\t'))
            stop--;
        number++;
        if (stop > at && at[0] != '#') {
            *stop = '\0';
            o->lines[o->count] = at;
            o->line_number[o->count++] = number;
        }
        at = next;
    }
    assert((size_t)o->count <= most);
    return PES_ERR_OK;
}

static int read_file(struct cli *c, const char *path, struct match_openings *o) {
    struct pes_note note = {0};
    o->file = path;
    enum pes_err err = file_read(path, BYTES_MAX, &o->text, &note);
    if (err == PES_ERR_OK && !utf8_valid(o->text.text, o->text.length))
        return fail_say(c, path, PES_ERR_SYNTAX, TEXT(cli_not_text), PES_NO_ARGS);
    if (err == PES_ERR_OK)
        err = cut_lines(o);
    if (err != PES_ERR_OK)
        return fail_file(c, path, err, &note);
    if (o->count == 0)
        return fail_say(c, path, PES_ERR_RANGE, TEXT(cli_no_openings), PES_NO_ARGS);
    return CLI_DONE;
}

bool match_openings_generator(struct cli *c, const char *text, struct match_openings *o,
                              int *code) {
    static const char *const names[] = {"random", "balanced"};
    const size_t name_length = strcspn(text, ":");
    for (int i = 0; i < 2; i++) {
        if (strlen(names[i]) != name_length || strncmp(text, names[i], name_length) != 0 ||
            text[name_length] != ':')
            continue;
        const char *digits = text + name_length + 1;
        const size_t length = strlen(digits);
        const bool number = length > 0 && length <= 4 && strspn(digits, "0123456789") == length;
        o->balanced = i == 1;
        o->plies = number ? (int32_t)strtol(digits, NULL, 10) : PLIES_MAX + 1;
        char quoted[PES_QUOTE_SIZE];
        *code = o->plies <= PLIES_MAX
                    ? CLI_DONE
                    : fail_say(c, "--openings", PES_ERR_RANGE, TEXT(cli_bad_random),
                               PES_ARGS(PES_STR(pes_quote(text, strlen(text), quoted)),
                                        PES_INT(PLIES_MAX), PES_STR(names[i])));
        return true;
    }
    return false;
}

int32_t match_openings_plies(const struct pes_game *g) {
    return g->chance_in_play ? 0 : PLIES_DEFAULT;
}

/* Lines that repeat an earlier one are no mistake, but the games from them are worth less. */
static int remark_copies(struct cli *c, const struct pes_game *g, const struct match_openings *o) {
    const struct openings openings = {.lines = o->lines, .count = o->count};
    struct pes_history *h = NULL;
    struct pes_rng root;
    int32_t copies = 0;
    pes_rng_init(&root, c->seed);
    enum pes_err err = pes_history_new(g, &h);
    if (err == PES_ERR_OK)
        err = openings_copies(&openings, &root, h, &copies);
    pes_history_free(h);
    if (err != PES_ERR_OK)
        return fail_err(c, o->file, err);
    if (copies > 0)
        cli_remark(c, o->file, TEXT(cli_openings_copies),
                   PES_ARGS(PES_INT(copies), PES_INT(o->count)));
    return CLI_DONE;
}

/* The one opening of --position and --moves, as text with all outcomes of chance, so that every
 * pair starts alike. */
static int read_position(struct cli *c, struct match_openings *o) {
    struct setup at;
    int code = setup_open(c, c->words[0], &at);
    if (code != CLI_DONE)
        return code;
    openings_format(at.history, &o->text);
    setup_close(&at);
    enum pes_err err = str_err(&o->text);
    if (err == PES_ERR_OK)
        err = cut_lines(o);
    return err == PES_ERR_OK ? CLI_DONE : fail_err(c, NULL, err);
}

int match_openings_read(struct cli *c, const struct pes_game *g, struct match_openings *o) {
    const char *text = cli_text(c, CLI_OPT_OPENINGS, NULL);
    if (CLI_GIVEN(c, POSITION) || CLI_GIVEN(c, MOVES)) {
        if (text != NULL)
            return fail_say(c, NULL, PES_ERR_UNFIT, TEXT(cli_either_or),
                            PES_ARGS(PES_STR("--openings"),
                                     PES_STR(CLI_GIVEN(c, POSITION) ? "--position" : "--moves")));
        return read_position(c, o);
    }
    if (text == NULL) {
        o->plies = match_openings_plies(g);
        return CLI_DONE;
    }
    int code = CLI_DONE;
    if (match_openings_generator(c, text, o, &code))
        return code;
    code = read_file(c, text, o);
    return code == CLI_DONE ? remark_copies(c, g, o) : code;
}

int match_openings_fail(struct cli *c, const struct match_openings *o, enum pes_err err,
                        struct pes_note *note) {
    /* An opening of the command line has no line number. */
    if (o->file == NULL && note->line > 0) {
        note->line = 0;
        return fail_note(c, CLI_GIVEN(c, MOVES) ? "--moves" : "--position", err, note);
    }
    if (o->file == NULL || note->line < 1 || note->line > o->count)
        return fail_note(c, NULL, err, note);
    note->line = o->line_number[note->line - 1];
    return fail_note(c, o->file, err, note);
}
