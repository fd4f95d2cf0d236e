/* Reading the command line, GNU style: options anywhere, `--x=y` and `--x y`, `--` ends them.
 *
 * Every value is checked here, against cli_options, before any command runs. The argument after an
 * option is its value even if it begins with a dash: `--moves "-1 +2"`. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "cli/cli.h"

/* Sets command, words, given, and what follows from options: json, colour, seed, jobs. Returns
 * CLI_DONE, or an exit code after an error was printed. With --help or --version the rest of the
 * command line is not checked. */
int args_parse(struct cli *c, int argc, char *const argv[]);

/* Checks and stores the value of an option, which is kept as a pointer: for options that stand in a
 * file. The note says what would be right. Afterwards call args_settle(), which sets the members of
 * struct cli that follow from options. */
PES_MUST_USE enum pes_err args_take(struct cli *c, enum cli_option_id id, const char *value,
                                    struct pes_note *note);
void args_settle(struct cli *c);

/* The language of arguments and environment. Call it before args_parse(), whose errors should be in
 * that language. */
enum pes_lang args_lang(int argc, char *const argv[]);

/* "60+0.5" to milliseconds; false for anything else. */
bool args_clock(const char *text, int32_t *base_ms, int32_t *increment_ms);

/* Digits with an optional minus sign, nothing else; false also if the number exceeds 64 bits. */
bool args_number(const char *text, int64_t *out);

/* The command with this name; CLI_DONE, or an exit code after an error that suggests the nearest
 * name. */
int args_find_command(struct cli *c, const char *name, const struct command **out);

#endif
