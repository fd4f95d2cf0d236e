/* Man pages in scdoc(5) format. */
#include "cli/help.h"
#include "cli/text.h"

#include <assert.h>
#include <string.h>

/* Plain text: characters with a meaning in scdoc are escaped by a backslash. */
static void add_plain(struct str *out, const char *text) {
    for (const char *at = text; *at != '\0'; at++) {
        if (strchr("\\*_#`~|[]+-.", *at) != NULL)
            str_add_char(out, '\\');
        str_add_char(out, *at);
    }
}

static void add_section(struct cli *c, const struct pes_text *heading, struct str *out) {
    str_addf(out, "\n# %s\n\n", heading->in[c->lang]);
}

static void add_bold(struct str *out, const char *text) {
    str_add_char(out, '*');
    add_plain(out, text);
    str_add_char(out, '*');
}

static void add_examples(struct cli *c, const struct command *command, struct str *out) {
    assert(command->examples != NULL);
    add_section(c, TEXT(cli_man_examples), out);
    for (const struct cli_example *e = command->examples; e->line != NULL; e++) {
        add_plain(out, e->what->in[c->lang]);
        str_add(out, "\n\n\t");
        add_bold(out, e->line);
        str_add(out, "\n\n");
    }
}

static void add_options(struct cli *c, const struct command *command, struct str *out) {
    add_section(c, TEXT(cli_man_options), out);
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        const struct cli_option *o = &cli_options[i];
        if (!help_takes(command, i))
            continue;
        str_add(out, "*\\-\\-");
        add_plain(out, o->name);
        str_add_char(out, '*');
        const char *value = cli_placeholder(command, o);
        if (value != NULL) {
            str_add(out, " _");
            add_plain(out, value);
            str_add_char(out, '_');
        }
        str_add(out, "\n\t");
        add_plain(out, o->help->in[c->lang]);
        str_add(out, "\n\n");
    }
}

static void add_head(struct cli *c, const char *page, const struct pes_text *summary,
                     struct str *out) {
    str_addf(out, "%s(1) \"Pessoi %s\" \"Pessoi\"\n", page, PES_VERSION);
    add_section(c, TEXT(cli_man_name), out);
    str_addf(out, "%s - %s\n", page, summary->in[c->lang]);
    add_section(c, TEXT(cli_man_synopsis), out);
}

static void add_program(struct cli *c, struct str *out) {
    add_head(c, "pessoi", TEXT(cli_help_title), out);
    str_add(out, "*pessoi* _COMMAND_ \\[_GAME_\\] \\[_OPTIONS_\\]\n");
    add_section(c, TEXT(cli_man_description), out);
    add_plain(out, TEXT(cli_man_about)->in[c->lang]);
    str_add_char(out, '\n');
    add_section(c, TEXT(cli_man_commands), out);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        str_addf(out, "*pessoi-%s*(1)\n\t", cli_commands[i]->name);
        add_plain(out, cli_commands[i]->summary->in[c->lang]);
        str_add(out, "\n\n");
    }
    add_options(c, NULL, out);
    add_section(c, TEXT(cli_man_exit), out);
    add_plain(out, TEXT(cli_man_exit_codes)->in[c->lang]);
    str_add_char(out, '\n');
    add_section(c, TEXT(cli_man_environment), out);
    add_plain(out, TEXT(cli_man_environment_text)->in[c->lang]);
    str_add_char(out, '\n');
}

static void add_command(struct cli *c, const struct command *command, struct str *out) {
    char page[CLI_LABEL_SIZE];
    snprintf(page, sizeof page, "pessoi-%s", command->name);
    add_head(c, page, command->summary, out);
    str_addf(out, "*pessoi %s* ", command->name);
    add_plain(out, command->words);
    str_add(out, " \\[_OPTIONS_\\]\n");
    add_section(c, TEXT(cli_man_description), out);
    add_plain(out, command->description->in[c->lang]);
    str_add_char(out, '\n');
    add_examples(c, command, out);
    add_options(c, command, out);
    if (command->json != NULL) {
        add_section(c, TEXT(cli_man_json), out);
        add_plain(out, command->json->in[c->lang]);
        str_add_char(out, '\n');
    }
    add_section(c, TEXT(cli_man_see_also), out);
    str_add(out, "*pessoi*(1)\n");
}

int help_man(struct cli *c, const struct command *command) {
    struct str out;
    str_init(&out);
    if (command == NULL)
        add_program(c, &out);
    else
        add_command(c, command, &out);
    return cli_print(c, &out);
}
