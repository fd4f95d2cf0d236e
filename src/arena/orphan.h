/* Processes that must not outlive the one that started them. */
#ifndef ARENA_ORPHAN_H
#define ARENA_ORPHAN_H

#include <stdbool.h>
#include <sys/types.h>

/* Called by a child first of all: it is killed as soon as its parent ends. False: that has happened
 * already. Where the system cannot do it, a child ends when it next writes to its parent. */
bool orphan_never(pid_t parent);

#endif
