/* Child processes that must not outlive their parent. */
#ifndef PROCESS_ORPHAN_H
#define PROCESS_ORPHAN_H

#include <stdbool.h>
#include <sys/types.h>

/* Asks the system to kill this process when the thread that forked it ends. It forgets this when
 * the process changes its user, and it does nothing if the parent has ended already. Systems other
 * than Linux cannot do it: there a child ends when it next writes to its parent. */
void orphan_kill(void);

/* Must be the first call of a child: orphan_kill(), and checks the parent. False: it has ended. */
bool orphan_prevent(pid_t parent);

#endif
