/* Programs as agents: what the agent classes of all protocols share.
 *
 * A class has data around it, so the program that registers it owns it:
 *
 *     struct program_class cmd; // lives as long as the program
 *     ugi_class_init(&cmd, &config);
 *     err = pes_agent_register(&cmd.base);
 *
 * Its agents find that data by their class. */
#ifndef PROCESS_PROGRAM_H
#define PROCESS_PROGRAM_H

#include "pessoi/agent.h"
#include "process/files.h"
#include "process/process.h"

/* A program that the operator of a server has named: visitors can choose it, but never write a
 * command. */
struct program {
    const char *name; /* the agent's name */
    const char *command;
    const struct pes_kit *kit; /* the game it plays; NULL: every game of the protocol */
};

/* What a class of programs is made with. All pointers are borrowed for the rest of the program. */
struct program_config {
    struct process_config process;
    const atomic_bool *interrupted; /* ends waiting for a program that starts; NULL: nothing does */
    atomic_bool *confined; /* set once the sandbox was found to work; NULL: it is always tried */

    const struct program *programs; /* NULL: the class offers an agent that takes a command */
    int program_count;
};

struct program_class {
    struct pes_agent_class base;
    struct program_config config;
};

const struct program_config *program_config_of(const struct pes_agent_class *class);

/* The command of an agent: that of the named program, or its option, which is the only one. */
const char *program_command(const struct pes_agent *agent);

/* The hash of the files of the program that the class would start for these values: files_hash().
 * Starts nothing. */
PES_MUST_USE enum pes_err program_files(const struct pes_offer *offer,
                                        const struct pes_values *values, char out[FILES_HASH_SIZE]);

/* Checks that the agent's program could be started, and that it can be confined if it must be.
 * Starts nothing but, once, a trial of the sandbox. */
PES_MUST_USE enum pes_err program_check(const struct pes_agent *agent, struct pes_note *note);

/* Offers the named programs that play this game; returns how many. `help` is about each of them. */
int program_offers(const struct program_config *config, const struct pes_kit *kit,
                   const struct pes_text *help, struct pes_offer out[], int offers_max);

/* Offers the agent that takes a command: NAME:./bot --fast. */
void program_offer_command(const char *name, const struct pes_text *title,
                           const struct pes_text *help, struct pes_offer *out);

#endif
