/* What the words and options of `match` and `sprt` ask for: GAME A B, --variant, --openings, --tc
 * and the others. */
#ifndef CLI_MATCH_SETUP_H
#define CLI_MATCH_SETUP_H

#include "cli/cli.h"
#include "cli/match_openings.h"
#include "cli/queue_setup.h"
#include "process/files.h"

struct match_setup {
    struct pes_game *game;
    char files[2][FILES_HASH_SIZE]; /* of agents that are programs */
    struct match_openings openings;
    struct queue_setup queue;
    struct pes_match match; /* borrows all of them */
};

/* For `options` of both commands. */
#define CLI_HAS_MATCH                                                                         \
    CLI_HAS_SETUP, CLI_HAS_QUEUE, CLI_HAS(OPENINGS), CLI_HAS(MOVETIME), CLI_HAS(TC),          \
        CLI_HAS(JOBS), CLI_HAS(SAVE), CLI_HAS(RECORDS), CLI_HAS(RESUME), CLI_HAS(NO_SANDBOX), \
        CLI_HAS(MEMORY)

/* A match of at most `games` games. CLI_DONE or an exit code, and then there is nothing to close.
 */
int match_setup_open(struct cli *c, int32_t games, struct match_setup *out);
void match_setup_close(struct match_setup *setup);

#endif
