/* The sandbox by bubblewrap: the command line that builds the same sandbox as namespaces_linux.c.
 */
#ifndef PROCESS_BWRAP_H
#define PROCESS_BWRAP_H

#include "process/launch_int.h"

/* The arguments of bubblewrap for a command; ends with NULL. The caller frees the array with
 * mem_free(); its strings belong to the scope, the command and `bwrap`. NULL: no memory.
 *
 * In the sandbox a shell writes one byte to LAUNCH_READY_FD, reads a line from LAUNCH_GO_FD and
 * becomes the program. If `filtered`, bubblewrap reads a filter of system calls from
 * LAUNCH_FILTER_FD. */
char **bwrap_arguments(char *bwrap, const struct scope *scope, bool filtered,
                       const struct command *c);

#endif
