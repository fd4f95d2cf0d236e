/* Help in three shapes, all made from the table of commands: for the terminal, as a man page in
 * scdoc's language, and as completion for bash. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/cli.h"

/* Help on a command, or on the program where `command` is NULL. Returns the exit code. */
int help_print(struct cli *c, const struct command *command);

/* The source of pessoi-COMMAND(1), or of pessoi(1) where `command` is NULL. */
int help_man(struct cli *c, const struct command *command);

/* A script for bash. */
int help_completion(struct cli *c);

/* Does a command take this option? */
bool help_takes(const struct command *command, int option);

#endif
