/* Asking an agent about a position: shared by eval, best and tree. */
#ifndef CLI_ASK_H
#define CLI_ASK_H

#include "cli/cli.h"
#include "cli/progress.h"
#include "pessoi/agent.h"

/* A position, an agent for it, and its limits. */
struct ask {
    struct setup at;
    struct pes_agent *agent;
    struct pes_limits limits;
    struct progress progress;      /* shown while the agent thinks */
    char name[PES_AGENT_TEXT_MAX]; /* the agent as text */
};

/* From --agent (or `agent`), --movetime and the options of setup_open(). Refuses a position where
 * no player is to move. CLI_DONE or an exit code. */
int ask_open(struct cli *c, const char *agent, struct ask *out);
void ask_close(struct ask *a);

/* A move of the position as text. */
void ask_move_text(const struct ask *a, pes_move m, char out[PES_MOVE_TEXT_MAX]);

#endif
