/* Programs as agents: `cmd:./bot --args` is a program that speaks UGI, in a process of its own. It
 * is started when a game begins, serves game after game, and is started again after it has failed.
 */
#ifndef UGI_UGI_AGENT_H
#define UGI_UGI_AGENT_H

#include "process/program.h"

enum {
    UGI_MOVETIME_MS = 1000, /* for a move without any limit */
    UGI_GRACE_MS = 500,     /* beyond movetime: starting to run again on a busy machine, pipes */
    UGI_WORK_MS = 60000     /* for a move that is limited by nodes or depth alone */
};

void ugi_class_init(struct program_class *class, const struct program_config *config);

#endif
