/* The end of a program with a bug: see core/bug.h. */
#include "core/bug.h"

#include <stdio.h>
#include <stdlib.h>

void bug_abort(const char *file, int line, const char *message) {
    fprintf(stderr, "%s:%d: bug: %s\n", file, line, message);
    abort();
}
