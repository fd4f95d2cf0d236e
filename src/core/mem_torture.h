/* Tests of running out of memory.
 *
 * A torture test links mem_torture.c instead of mem.c (core_torture_dep in meson.build). It repeats
 * the same work, failing the first allocation, then the second, and so on until the work succeeds;
 * after each run no memory may be left allocated:
 *
 *     for (int64_t n = 1;; n++) {
 *         mem_torture_fail_at(n);
 *         enum pes_err err = work();
 *         assert_int_equal(mem_torture_live(), 0);
 *         if (!mem_torture_failed())
 *             break;
 *         assert_int_equal(err, PES_ERR_NOMEM);
 *     }
 *
 * mem_grow() always moves the block, so that the sanitizers detect every use of the old one. The
 * counts are global: torture tests use one thread. */
#ifndef CORE_MEM_TORTURE_H
#define CORE_MEM_TORTURE_H

#include <stdbool.h>
#include <stdint.h>

void mem_torture_fail_at(int64_t n);   /* the n-th allocation from now fails; 0: none */
void mem_torture_fail_from(int64_t n); /* so do all after it */
bool mem_torture_failed(void);         /* has one failed since? */
int64_t mem_torture_live(void);        /* blocks allocated and not freed */

#endif
