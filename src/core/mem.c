/* Memory from the C library; tests link mem_torture.c instead. */
#include "core/mem.h"

#include <assert.h>
#include <stdlib.h>

void *mem_alloc(size_t size) {
    /* calloc(0) may return NULL, which for our callers means "out of memory". */
    return calloc(1, size > 0 ? size : 1);
}

void *mem_grow(void *p, size_t size) {
    assert(size > 0);
    return realloc(p, size);
}

void mem_free(void *p) {
    free(p);
}
