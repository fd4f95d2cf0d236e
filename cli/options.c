#include "cli/options.h"
#include "cli/text.h"

#include "cli/term.h"

#include <string.h>
#include <strings.h>

enum { RANGE_MAX = 256, INDENT = 4 };

void options_head(struct cli *c, const char *name, const struct pes_text *what, struct str *out) {
    term_ink_on(out, PES_INK_STRONG, c->colour);
    str_add(out, name);
    term_ink_off(out, c->colour);
    str_add(out, "  ");
    const int used = utf8_width(name, strlen(name)) + 2;
    term_wrap(out, what->in[c->lang], used, INDENT, term_columns(c->out));
}

void options_head_titled(struct cli *c, const char *name, const struct pes_text *title,
                         const struct pes_text *what, struct str *out) {
    const char *word = title->in[c->lang];
    if (word == NULL || strcasecmp(word, name) == 0) {
        options_head(c, name, what, out);
        return;
    }
    char line[CLI_LINE_SIZE];
    struct pes_text both = {{NULL}};
    pes_say(c->lang, TEXT(cli_titled), PES_ARGS(PES_SAID(title), PES_SAID(what)), line,
            sizeof line);
    both.in[c->lang] = line;
    options_head(c, name, &both, out);
}

/* " (s0: first shuffle, ..)": the choices whose titles are not the words themselves. */
static void add_choices(const struct cli *c, const struct pes_option *o, struct str *out) {
    const char *word;
    size_t length = 0;
    int count = 0;
    if (o->kind != PES_OPTION_CHOICE || o->choice_titles == NULL)
        return;
    for (int i = 0; (word = pes_option_choice(o, i, &length)) != NULL; i++) {
        const char *title = o->choice_titles[i].in[c->lang];
        if (strlen(title) == length && memcmp(title, word, length) == 0)
            continue;
        str_addf(out, "%s%.*s: %s", count++ > 0 ? ", " : " (", (int)length, word, title);
    }
    if (count > 0)
        str_add_char(out, ')');
}

void options_list(struct cli *c, const struct pes_option *options, struct str *out) {
    for (const struct pes_option *o = options; o != NULL && o->key != NULL; o++) {
        char range[RANGE_MAX], line[CLI_LINE_SIZE];
        pes_option_range(o, range, sizeof range);
        if (o->kind == PES_OPTION_REST) // has no key in the text, and no default
            pes_say(c->lang, TEXT(cli_titled), PES_ARGS(PES_STR(o->key), PES_SAID(&o->help)), line,
                    sizeof line);
        else
            pes_say(c->lang, TEXT(cli_option_line),
                    PES_ARGS(PES_STR(o->key), PES_STR(range), PES_STR(o->def), PES_SAID(&o->help)),
                    line, sizeof line);
        struct str whole;
        str_init(&whole);
        str_add(&whole, line);
        add_choices(c, o, &whole);
        str_add(out, "  ");
        term_wrap(out, whole.text, 2, INDENT, term_columns(c->out));
        out->failed |= whole.failed;
        str_release(&whole);
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
