/* Reading the command line, GNU style: options anywhere, `--x=y` and `--x y`, `--` ends them.
 *
 * Every option's value is checked here, against cli_options, before any command runs. A value is
 * whatever stands after the option, even where it begins with a dash: `--moves "-1 +2"`. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "cli/cli.h"

/* Fills in command, words, given and what follows from it: json, colour, seed, jobs. Returns
 * CLI_DONE, or an exit code after having said what is wrong. With --help or --version the rest is
 * not checked. */
int args_parse(struct cli *c, int argc, char *const argv[]);

/* The language the arguments and the environment ask for, before anything else is read: errors
 * should be in that language too. */
enum pes_lang args_lang(int argc, char *const argv[]);

/* "60+0.5" to milliseconds; false for anything else. */
bool args_clock(const char *text, int32_t *base_ms, int32_t *increment_ms);

/* The command of that name; CLI_DONE, or the exit code after an error with the nearest name was
 * printed. */
int args_find_command(struct cli *c, const char *name, const struct command **out);

#endif
