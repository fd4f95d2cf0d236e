/* On Linux each thread has a nice value of its own, set by its kernel thread id. */
#include "server/nice.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void nice_stand_back(void) {
    enum { RANK = 5 };
    const id_t thread = (id_t)syscall(SYS_gettid);
    (void)setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + RANK);
}
