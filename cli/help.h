/* Help in three formats, all generated from the table of commands: for the terminal, as a man page
 * in scdoc(5) format, and as completion for bash. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

/* Prints help on a command, or on the program if `command` is NULL. Returns the exit code. */
int help_print(struct cli *c, const struct command *command);

/* The source of pessoi-COMMAND(1), or of pessoi(1) if `command` is NULL. */
int help_man(struct cli *c, const struct command *command);

/* The completion script for bash. */
int help_completion(struct cli *c);

/* Does the help of a command list this option? NULL: the help of the program. */
bool help_takes(const struct command *command, int option);

#endif
