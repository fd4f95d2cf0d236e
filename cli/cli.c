/* What every command uses: values of options, and printing. */
#include "cli/cli.h"
#include "cli/args.h"
#include "cli/term.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

const char *cli_text(const struct cli *c, enum cli_option_id id, const char *otherwise) {
    assert(cli_options[id].kind != CLI_FLAG);
    return c->given[id].text != NULL ? c->given[id].text : otherwise;
}

int64_t cli_number(const struct cli *c, enum cli_option_id id, int64_t otherwise) {
    assert(cli_options[id].kind == CLI_INT || cli_options[id].kind == CLI_WORD);
    return c->given[id].text != NULL ? c->given[id].number : otherwise;
}

double cli_real(const struct cli *c, enum cli_option_id id, double otherwise) {
    assert(cli_options[id].kind == CLI_REAL);
    return c->given[id].text != NULL ? c->given[id].real : otherwise;
}

bool cli_clock(const struct cli *c, int32_t *base_ms, int32_t *increment_ms) {
    if (!CLI_GIVEN(c, TC))
        return false;
    const bool valid = args_clock(c->given[CLI_OPT_TC].text, base_ms, increment_ms);
    assert(valid);
    return valid;
}

void cli_add_line(struct cli *c, struct str *out, const struct pes_text *text,
                  const struct pes_arg args[]) {
    struct str line;
    str_init(&line);
    str_say(&line, c->lang, text, args);
    if (c->out_tty)
        term_wrap(out, line.text, 0, 2, term_columns(c->out));
    else
        str_addf(out, "%s\n", line.text);
    out->failed |= line.failed;
    str_release(&line);
}

void cli_add_printable(struct str *out, const char *text, size_t length, bool lines) {
    while (length > 0) {
        const size_t n = (size_t)utf8_char(text, length);
        assert(n >= 1);
        assert(n <= length);
        if (utf8_control(text, (int)n) && !(lines && (*text == '\n' || *text == '\t')))
            str_add_char(out, '?');
        else
            str_add_bytes(out, text, n);
        text += n;
        length -= n;
    }
}

/* Output longer than the buffer of the stream fails here, not at the final fflush(): save errno. */
static void write_out(struct cli *c, const struct str *s) {
    errno = 0;
    if (fwrite(s->text, 1, s->length, c->out) < s->length && c->out_errno == 0)
        c->out_errno = errno;
}

/* Prints and releases a sentence; if memory ran out for it, main() reports that at the end. */
static void put(struct cli *c, struct str *s) {
    if (str_err(s) != PES_ERR_OK)
        c->lost = true;
    write_out(c, s);
    str_release(s);
}

void cli_say(struct cli *c, const struct pes_text *text, const struct pes_arg args[]) {
    struct str s;
    str_init(&s);
    cli_add_line(c, &s, text, args);
    put(c, &s);
}

void cli_say_part(struct cli *c, const struct pes_text *text, const struct pes_arg args[]) {
    struct str s;
    str_init(&s);
    str_say(&s, c->lang, text, args);
    put(c, &s);
}

int cli_print(struct cli *c, struct str *s) {
    const enum pes_err err = str_err(s);
    if (err == PES_ERR_OK)
        write_out(c, s);
    str_release(s);
    return err == PES_ERR_OK ? CLI_DONE : fail_err(c, NULL, err);
}

char *cli_trim(char *text, size_t length) {
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL)
        length--;
    if (text[length] != '\0') // the text of an empty struct str cannot be written to
        text[length] = '\0';
    return text + strspn(text, " \t");
}

void cli_add_quoted(struct str *out, const char *word) {
    str_add_char(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            str_add(out, "'\\'");
        str_add_char(out, *word);
    }
    str_add_char(out, '\'');
}
