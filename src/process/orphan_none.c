/* Systems without a parent death signal: SIGPIPE ends the child when it next writes. */
#include "process/orphan.h"

#include <unistd.h>

void orphan_kill(void) {
}

bool orphan_prevent(pid_t parent) {
    return getppid() == parent;
}
