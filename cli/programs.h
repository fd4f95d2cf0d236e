/* Programs of other people as players: registers the agents `cmd:` (UGI) and `gomocup:` for
 * commands whose agents may be programs, and the programs that an operator has named for `serve`.
 *
 * A command takes part by its options: with CLI_HAS(NO_SANDBOX) and CLI_HAS(MEMORY) its agents may
 * be command lines; with CLI_HAS(PROGRAMS) only those that this option names, so that a visitor of
 * a server can choose one but never write a command. */
#ifndef CLI_PROGRAMS_H
#define CLI_PROGRAMS_H

#include "cli/cli.h"
#include "process/program.h"

enum { PROGRAMS_MAX = 16 };

/* Memory of the registered classes; main() owns it, because classes stay registered. */
struct programs {
    atomic_bool confined; /* the sandbox was found to work */
    struct program_class ugi, gomocup;

    /* Of --programs. */
    char text[CLI_LINE_SIZE * 4]; /* names and commands, NUL-terminated */
    struct named_programs {
        struct program list[PROGRAMS_MAX];
        int count;
    } ugi_named, gomocup_named;
};

/* Registers what the command of c takes, if anything; CLI_DONE or an exit code. */
int programs_register(struct cli *c);

/* The hash of the files of an agent that is a program (process/files.h), an empty text for other
 * agents. Fails if there is no such agent. */
PES_MUST_USE enum pes_err programs_files(const struct cli *c, const struct pes_game *g,
                                         const char *agent, char out[FILES_HASH_SIZE],
                                         struct pes_note *note);

/* Appends a line with the command that tells the author of a program more about its mistake;
 * nothing for agents that are no programs. */
void programs_add_check(struct cli *c, const struct pes_game *g, const char *agent,
                        struct str *out);

#endif
