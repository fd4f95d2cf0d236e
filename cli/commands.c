/* The table of commands, in the order of the help. cli/man/meson.build reads their names from it.
 */
#include "cli/cli.h"

#include <assert.h>
#include <string.h>

const struct command *const cli_commands[] = {
    &cmd_games,     &cmd_agents, &cmd_show,    &cmd_play,       &cmd_best,    &cmd_eval,
    &cmd_tree,      &cmd_match,  &cmd_sprt,    &cmd_tournament, &cmd_rate,    &cmd_openings,
    &cmd_check_bot, &cmd_data,   &cmd_fit,     &cmd_puzzles,    &cmd_db,      &cmd_worker,
    &cmd_queue,     &cmd_replay, &cmd_review,  &cmd_perft,      &cmd_solve,   &cmd_serve,
    &cmd_bench,     &cmd_engine, &cmd_gomocup, &cmd_help,       &cmd_version, NULL,
};

_Static_assert(sizeof cli_commands / sizeof cli_commands[0] <= CLI_COMMANDS_MAX,
               "args.c lists all commands");

bool cli_command_takes(const struct command *command, enum cli_option_id id, bool quietly) {
    switch (id) {
    case CLI_OPT_LANG:
    case CLI_OPT_COLOR:
    case CLI_OPT_HELP:
        return true;
    case CLI_OPT_JSON:
        return command->json != NULL;
    case CLI_OPT_SEED:
    case CLI_OPT_JOBS:
        return quietly || command->options[id];
    default:
        return command->options[id];
    }
}

const char *cli_placeholder(const struct command *command, const struct cli_option *option) {
    return option->kind == CLI_WORD && option->choices == NULL ? command->formats : option->value;
}

const struct command *cli_command_find(const char *name) {
    assert(name != NULL);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0)
            return cli_commands[i];
    }
    return NULL;
}
