/* Linux ranks each thread by itself, under the number that the kernel knows it by. */
#include "server/nice.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void nice_stand_back(void) {
    enum { RANK = 5 };
    const id_t thread = (id_t)syscall(SYS_gettid);
    (void)setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + RANK);
}
