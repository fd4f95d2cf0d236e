#include "cli/help.h"
#include "cli/text.h"

#include "cli/term.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS = 80, INDENT = 2, OPTION_COLUMN = 26, COMMAND_COLUMN = 14 };

bool help_takes(const struct command *command, int option) {
    assert(option >= 0);
    assert(option < CLI_OPT_COUNT);
    static const struct command none = {.name = "", .options = {CLI_HAS(VERSION)}};
    return cli_command_takes(command != NULL ? command : &none, (enum cli_option_id)option, false);
}

static void heading(struct cli *c, const struct pes_text *text, struct str *out) {
    str_add_char(out, '\n');
    term_ink_on(out, PES_INK_STRONG, c->colour);
    str_add(out, text->in[c->lang]);
    term_ink_off(out, c->colour);
    str_add_char(out, '\n');
}

/* "  left      right, wrapped"; if the left side is too long, the right side starts on a new line.
 */
static void entry(struct str *out, const char *left, const char *right, int column) {
    assert(column > INDENT);
    str_add(out, "  ");
    term_pad(out, left, column - INDENT);
    if (INDENT + utf8_width(left, strlen(left)) >= column)
        str_addf(out, "\n%*s", column, "");
    term_wrap(out, right, column, column, COLUMNS);
}

static void examples(struct cli *c, const struct cli_example *list, struct str *out) {
    assert(list != NULL);
    heading(c, TEXT(cli_help_examples), out);
    for (const struct cli_example *e = list; e->line != NULL; e++) {
        str_addf(out, "  %s\n      ", e->line);
        term_wrap(out, e->what->in[c->lang], 6, 6, COLUMNS);
    }
}

static void options(struct cli *c, const struct command *command, struct str *out) {
    heading(c, TEXT(cli_help_options), out);
    for (int i = 0; i < CLI_OPT_COUNT; i++) {
        const struct cli_option *o = &cli_options[i];
        if (!help_takes(command, i))
            continue;
        char left[CLI_LABEL_SIZE];
        const char *value = cli_placeholder(command, o);
        snprintf(left, sizeof left, "--%s%s%s", o->name, value != NULL ? " " : "",
                 value != NULL ? value : "");
        entry(out, left, o->help->in[c->lang], OPTION_COLUMN);
    }
}

static void program_help(struct cli *c, struct str *out) {
    static const struct cli_example list[] = {
        {"pessoi play boats", TEXT(cli_help_example_1)},
        {"pessoi show boats --moves \"#0 R L\"", TEXT(cli_help_example_2)},
        {"pessoi match boats minimax crazy --games 20", TEXT(cli_help_example_3)},
        {NULL, NULL},
    };
    str_addf(out, "pessoi %s - %s\n", PES_VERSION, TEXT(cli_help_title)->in[c->lang]);
    examples(c, list, out);
    heading(c, TEXT(cli_help_usage), out);
    str_add(out, "  pessoi COMMAND [GAME] [OPTIONS]\n");
    heading(c, TEXT(cli_help_commands), out);
    for (int i = 0; cli_commands[i] != NULL; i++)
        entry(out, cli_commands[i]->name, cli_commands[i]->summary->in[c->lang], COMMAND_COLUMN);
    options(c, NULL, out);
    str_add_char(out, '\n');
    term_wrap(out, TEXT(cli_help_more)->in[c->lang], 0, 0, COLUMNS);
}

static void command_help(struct cli *c, const struct command *command, struct str *out) {
    str_addf(out, "pessoi %s - ", command->name);
    term_wrap(out, command->summary->in[c->lang], 10 + (int)strlen(command->name), INDENT, COLUMNS);
    examples(c, command->examples, out);
    heading(c, TEXT(cli_help_usage), out);
    str_addf(out, "  pessoi %s%s%s [OPTIONS]\n", command->name,
             command->words[0] != '\0' ? " " : "", command->words);
    str_add_char(out, '\n');
    term_wrap(out, command->description->in[c->lang], 0, 0, COLUMNS);
    if (command->json != NULL) {
        heading(c, TEXT(cli_help_json), out);
        str_add(out, "  ");
        term_wrap(out, command->json->in[c->lang], INDENT, INDENT, COLUMNS);
    }
    options(c, command, out);
}

int help_print(struct cli *c, const struct command *command) {
    struct str out;
    str_init(&out);
    if (command == NULL)
        program_help(c, &out);
    else
        command_help(c, command, &out);
    return cli_print(c, &out);
}
