/* The version of the library that is running. */
#include "pessoi/version.h"

const char *pes_version(void) {
    return PES_VERSION;
}
