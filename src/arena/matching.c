/* Edmonds' algorithm in its simple form: breadth-first search for an augmenting path, in which an
 * odd cycle (a blossom) is contracted to its base. O(V^3) per path in the worst case. */
#include "arena/matching.h"

#include "core/mem.h"

#include <assert.h>
#include <string.h>

enum { NONE = -1 };

enum pes_err matching_init(struct matching *m, int32_t count) {
    assert(count >= 0);
    *m = (struct matching){.count = count};
    const size_t n = (size_t)count;
    int32_t *numbers = mem_alloc(n * (4 * sizeof *numbers + 3 * sizeof(bool)) + 1);
    if (numbers == NULL)
        return PES_ERR_NOMEM;
    bool *flags = (bool *)(void *)(numbers + 4 * n);
    m->memory = numbers;
    m->mate = numbers;
    m->parent = numbers + n;
    m->base = numbers + 2 * n;
    m->queue = numbers + 3 * n;
    m->gone = flags;
    m->used = flags + n;
    m->blossom = flags + 2 * n;
    for (size_t i = 0; i < n; i++)
        m->mate[i] = MATCHING_FREE;
    return PES_ERR_OK;
}

void matching_release(struct matching *m) {
    mem_free(m->memory);
    *m = (struct matching){0};
}

/* The lowest common ancestor of the bases of a and b in the search tree. */
static int32_t common_base(const struct matching *m, int32_t a, int32_t b) {
    for (int32_t up = a;; up = m->parent[m->mate[up]]) {
        up = m->base[up];
        m->blossom[up] = true; // used as "on the way to the root" here
        if (m->mate[up] == MATCHING_FREE)
            break;
    }
    for (;; b = m->parent[m->mate[b]]) {
        b = m->base[b];
        if (m->blossom[b])
            return b;
    }
}

/* Marks the bases on the way from v to the blossom's base, and turns the parents around so that the
 * path can be walked in both directions; `child` is the neighbour of v in the blossom. */
static void mark_path(struct matching *m, int32_t v, int32_t base, int32_t child) {
    while (m->base[v] != base) {
        m->blossom[m->base[v]] = m->blossom[m->base[m->mate[v]]] = true;
        m->parent[v] = child;
        child = m->mate[v];
        v = m->parent[m->mate[v]];
    }
}

/* Contracts the blossom that the edge v - w closes; new even vertices join the queue. */
static void contract(struct matching *m, int32_t v, int32_t w, int32_t *tail) {
    memset(m->blossom, 0, (size_t)m->count * sizeof *m->blossom);
    const int32_t base = common_base(m, v, w);
    memset(m->blossom, 0, (size_t)m->count * sizeof *m->blossom);
    mark_path(m, v, base, w);
    mark_path(m, w, base, v);
    for (int32_t i = 0; i < m->count; i++) {
        if (!m->blossom[m->base[i]])
            continue;
        m->base[i] = base;
        if (!m->used[i]) {
            m->used[i] = true;
            m->queue[(*tail)++] = i;
        }
    }
}

/* The free vertex at the end of an augmenting path from `root`, or NONE. */
static int32_t search(struct matching *m, int32_t root) {
    for (int32_t i = 0; i < m->count; i++) {
        m->used[i] = false;
        m->parent[i] = NONE;
        m->base[i] = i;
    }
    int32_t head = 0, tail = 0;
    m->used[root] = true;
    m->queue[tail++] = root;
    while (head < tail) {
        const int32_t v = m->queue[head++];
        for (int32_t w = 0; w < m->count; w++) {
            if (w == v || m->gone[w] || m->base[v] == m->base[w] || m->mate[v] == w ||
                !m->joined(m->to, v, w))
                continue;
            const bool even =
                w == root || (m->mate[w] != MATCHING_FREE && m->parent[m->mate[w]] != NONE);
            if (even) {
                contract(m, v, w, &tail);
            } else if (m->parent[w] == NONE) {
                m->parent[w] = v;
                if (m->mate[w] == MATCHING_FREE)
                    return w;
                m->used[m->mate[w]] = true;
                m->queue[tail++] = m->mate[w];
            }
        }
    }
    return NONE;
}

bool matching_augment(struct matching *m, int32_t root) {
    assert(m->mate[root] == MATCHING_FREE);
    assert(!m->gone[root]);
    int32_t v = search(m, root);
    if (v == NONE)
        return false;
    while (v != NONE) {
        const int32_t before = m->parent[v];
        const int32_t next = m->mate[before];
        m->mate[v] = before;
        m->mate[before] = v;
        v = next;
    }
    return true;
}

bool matching_complete(struct matching *m) {
    /* Most vertices find a partner at once. */
    for (int32_t a = 0; a < m->count; a++)
        for (int32_t b = a + 1; b < m->count && m->mate[a] == MATCHING_FREE && !m->gone[a]; b++)
            if (m->mate[b] == MATCHING_FREE && !m->gone[b] && m->joined(m->to, a, b)) {
                m->mate[a] = b;
                m->mate[b] = a;
            }
    bool complete = true;
    for (int32_t v = 0; v < m->count; v++)
        if (!m->gone[v] && m->mate[v] == MATCHING_FREE)
            complete &= matching_augment(m, v);
    return complete;
}
