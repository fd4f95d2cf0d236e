/* Systems without a parent death signal: SIGPIPE ends the child when it next writes. */
#include "arena/orphan.h"

#include <unistd.h>

bool orphan_prevent(pid_t parent) {
    return getppid() == parent;
}
