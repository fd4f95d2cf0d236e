/* Linux: the parent death signal. It is lost if the parent ends before it is set, so that the
 * parent is checked afterwards. */
#include "arena/orphan.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

bool orphan_prevent(pid_t parent) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    return getppid() == parent;
}
