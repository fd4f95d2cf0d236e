/* Child processes that must not outlive their parent. */
#ifndef ARENA_ORPHAN_H
#define ARENA_ORPHAN_H

#include <stdbool.h>
#include <sys/types.h>

/* Must be the first call of a child: the system kills it when its parent ends. False: the parent
 * has ended already. On systems that cannot do it, a child ends when it next writes to its parent.
 */
bool orphan_prevent(pid_t parent);

#endif
