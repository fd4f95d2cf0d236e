/* Systems without seccomp, and architectures whose numbers of system calls nobody has checked. */
#include "process/filter.h"

void filter_make(struct filter *out) {
    out->count = 0;
}

bool filter_install(const struct filter *f) {
    (void)f;
    return true;
}
