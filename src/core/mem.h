/* Memory: the one door through which anything is allocated, so that tests can make the n-th
 * allocation fail (mem_torture.c takes the place of mem.c there). */
#ifndef CORE_MEM_H
#define CORE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t size);         /* zeroed, aligned for anything; NULL: out of memory */
void *mem_grow(void *p, size_t size); /* realloc: p may be NULL; NULL: p is unchanged */
void mem_free(void *p);               /* of either; NULL is fine */

#endif
