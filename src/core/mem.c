#include "core/mem.h"

#include <assert.h>
#include <stdlib.h>

void *mem_alloc(size_t size) {
    /* calloc(0) may answer NULL, which here means "out of memory" and nothing else. */
    return calloc(1, size > 0 ? size : 1);
}

void *mem_grow(void *p, size_t size) {
    assert(size > 0);
    return realloc(p, size);
}

void mem_free(void *p) {
    free(p);
}
