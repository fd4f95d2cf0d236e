#include "core/mem_torture.h"
#include "core/mem.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRESH = 0xa5, /* what grown memory holds before anybody writes to it */
    STALE = 0xdb  /* what freed memory holds */
};

/* Stands before every block. */
struct head {
    alignas(max_align_t) size_t size; /* of the block, without the head */
};

/* Test support alone has state of its own: there is no other way to reach mem.h's functions. */
static struct {
    int64_t countdown; /* allocations until one fails; 0: none will */
    bool forever;      /* all that follow fail too */
    bool failed;
    int64_t live;
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
    if (torture.countdown == 0 || --torture.countdown > 0)
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
    torture.live--;
    assert(torture.live >= 0);
}
