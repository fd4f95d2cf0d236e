#include "core/cores.h"

#include <unistd.h>

int cores_online(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CORES_MAX ? CORES_MAX : (int)cores;
}
