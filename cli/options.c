#include "cli/options.h"
#include "cli/text.h"

#include "cli/term.h"

#include <string.h>

enum { RANGE_MAX = 256, INDENT = 4 };

void options_head(struct cli *c, const char *name, const struct pes_text *what, struct str *out) {
    term_ink_on(out, PES_INK_STRONG, c->colour);
    str_add(out, name);
    term_ink_off(out, c->colour);
    str_add(out, "  ");
    const int used = utf8_width(name, strlen(name)) + 2;
    term_wrap(out, what->in[c->lang], used, INDENT, term_columns(c->out));
}

void options_list(struct cli *c, const struct pes_option *options, struct str *out) {
    for (const struct pes_option *o = options; o != NULL && o->key != NULL; o++) {
        char range[RANGE_MAX], line[CLI_LINE_SIZE];
        pes_option_range(o, range, sizeof range);
        pes_say(c->lang, TEXT(cli_option_line),
                PES_ARGS(PES_STR(o->key), PES_STR(range), PES_STR(o->def), PES_SAID(&o->help)),
                line, sizeof line);
        str_add(out, "  ");
        term_wrap(out, line, 2, INDENT, term_columns(c->out));
    }
}

void put_options(struct str *doc, const char *key, const struct pes_option *options) {
    put_open(doc, key, '[');
    for (const struct pes_option *o = options; o != NULL && o->key != NULL; o++) {
        char range[RANGE_MAX];
        struct str help;
        str_init(&help);
        str_addf(&help, "%s (%s)", o->help.in[PES_LANG_EN],
                 pes_option_range(o, range, sizeof range));
        put_open(doc, NULL, '{');
        put_text(doc, "key", o->key);
        put_text(doc, "default", o->def);
        put_text(doc, "help", help.text);
        put_close(doc, '}');
        doc->failed |= help.failed;
        str_release(&help);
    }
    put_close(doc, ']');
}
