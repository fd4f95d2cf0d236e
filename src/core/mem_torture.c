/* mem.h for torture tests: malloc() with a header per block, a count of live blocks, fill patterns
 * that expose the use of uninitialised and freed memory, and allocations that fail on demand. */
#include "core/mem_torture.h"
#include "core/mem.h"

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRESH = 0xa5, /* fills grown memory that has not been written to */
    STALE = 0xdb  /* fills freed memory */
};

/* Precedes every block. */
struct head {
    alignas(max_align_t) size_t size; /* of the block, without the head */
};

/* Global state, for tests only: the functions of mem.h have no other parameter to carry it. Atomic,
 * because a test may have threads that think. */
static struct {
    _Atomic int64_t countdown; /* allocations until one fails; 0 or less: none will */
    atomic_bool forever;       /* all later ones fail too */
    atomic_bool failed;        /* one has failed since arm() */
    _Atomic int64_t live;      /* blocks allocated and not freed */
} torture;

static void arm(int64_t n, bool forever) {
    assert(n >= 0);
    torture.countdown = n;
    torture.forever = forever;
    torture.failed = false;
}

void mem_torture_fail_at(int64_t n) {
    arm(n, false);
}

void mem_torture_fail_from(int64_t n) {
    arm(n, true);
}

bool mem_torture_failed(void) {
    return torture.failed;
}

int64_t mem_torture_live(void) {
    return torture.live;
}

static bool fails_now(void) {
    if (torture.failed && torture.forever)
        return true;
    if (torture.countdown <= 0 || atomic_fetch_sub(&torture.countdown, 1) != 1)
        return false;
    torture.failed = true;
    return true;
}

static struct head *head_of(void *p) {
    return (struct head *)p - 1;
}

static void *block_new(size_t size, int fill) {
    struct head *head = fails_now() ? NULL : malloc(sizeof *head + size);
    if (!head)
        return NULL;
    head->size = size;
    memset(head + 1, fill, size);
    torture.live++;
    return head + 1;
}

void *mem_alloc(size_t size) {
    return block_new(size, 0);
}

void *mem_grow(void *p, size_t size) {
    assert(size > 0);
    void *grown = block_new(size, FRESH);
    if (!grown || !p)
        return grown;
    const size_t before = head_of(p)->size;
    memcpy(grown, p, before < size ? before : size);
    mem_free(p);
    return grown;
}

void mem_free(void *p) {
    if (!p)
        return;
    memset(p, STALE, head_of(p)->size);
    free(head_of(p));
    const int64_t before = atomic_fetch_sub(&torture.live, 1);
    assert(before > 0);
    (void)before;
}
