#include "pessoi/version.h"

const char *pes_version(void) {
    return PES_VERSION;
}
