/* Linux: the parent death signal. It is lost if the parent ends before it is set, so that the
 * parent is checked afterwards. */
#include "process/orphan.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

void orphan_kill(void) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

bool orphan_prevent(pid_t parent) {
    orphan_kill();
    return getppid() == parent;
}
