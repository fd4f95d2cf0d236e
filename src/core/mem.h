/* Memory: every allocation goes through these functions, so that tests can make the n-th one fail
 * (they link mem_torture.c instead of mem.c). */
#ifndef CORE_MEM_H
#define CORE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size);         /* zeroed, aligned for anything; NULL: out of memory */
void *mem_grow(void *p, size_t size); /* realloc: p may be NULL; NULL: p is unchanged */
void mem_free(void *p);               /* memory of either function; NULL is fine */

#endif
