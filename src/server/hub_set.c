/* Rooms by id (a hash table with chaining) and by when they wake (a binary heap). Every entry is in
 * both. */
#include "server/hub_int.h"

#include "core/mem.h"
#include "pessoi/hash.h"

#include <assert.h>
#include <string.h>

void hub_set_init(struct hub_set *set) {
    *set = (struct hub_set){0};
}

void hub_set_release(struct hub_set *set) {
    assert(set->count == 0);
    mem_free(set->heads);
    mem_free(set->heap);
    mem_free(set->spare);
    hub_set_init(set);
}

static struct hub_entry **head_of(const struct hub_set *set, const char *id) {
    return &set->heads[pes_hash_bytes(1, id, strlen(id)) & set->mask];
}

struct hub_entry *hub_set_find(const struct hub_set *set, const char *id) {
    if (set->capacity == 0)
        return NULL;
    struct hub_entry *e = *head_of(set, id);
    while (e != NULL && strcmp(room_id(e->room), id) != 0)
        e = e->next_of_hash;
    return e;
}

/* The heap --------------------------------------------------------------------------------------
 */

static void put(struct hub_set *set, int place, struct hub_entry *e) {
    set->heap[place] = e;
    e->place = place;
}

/* Asserts the heap order around an entry, and that it knows its index. */
static void check_place(const struct hub_set *set, const struct hub_entry *e) {
    const int place = e->place;
    assert(place >= 0 && place < set->count && set->heap[place] == e);
    assert(place == 0 || set->heap[(place - 1) / 2]->wakes <= e->wakes);
    assert(2 * place + 1 >= set->count || set->heap[2 * place + 1]->wakes >= e->wakes);
    assert(2 * place + 2 >= set->count || set->heap[2 * place + 2]->wakes >= e->wakes);
    (void)set;
    (void)place;
}

/* Restores the heap order: sifts an entry up, then down. */
static void settle(struct hub_set *set, struct hub_entry *e) {
    int place = e->place;
    while (place > 0 && set->heap[(place - 1) / 2]->wakes > e->wakes) {
        put(set, place, set->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    for (;;) {
        int child = 2 * place + 1;
        if (child + 1 < set->count && set->heap[child + 1]->wakes < set->heap[child]->wakes)
            child++;
        if (child >= set->count || set->heap[child]->wakes >= e->wakes)
            break;
        put(set, place, set->heap[child]);
        place = child;
    }
    put(set, place, e);
    check_place(set, e);
}

void hub_set_wake(struct hub_set *set, struct hub_entry *e, int64_t wakes) {
    assert(set->count > 0 && set->heap[e->place] == e);
    e->wakes = wakes;
    settle(set, e);
}

struct hub_entry *hub_set_first(const struct hub_set *set) {
    return set->count > 0 ? set->heap[0] : NULL;
}

/* The table --------------------------------------------------------------------------------------
 */

static bool grow(struct hub_set *set) {
    const int capacity = set->capacity > 0 ? 2 * set->capacity : 64;
    struct hub_entry **heads = mem_alloc((size_t)capacity * sizeof(struct hub_entry *));
    struct hub_entry **heap = mem_grow(set->heap, (size_t)capacity * sizeof(struct hub_entry *));
    if (heap != NULL)
        set->heap = heap;
    if (heads == NULL || heap == NULL) {
        mem_free(heads);
        return false;
    }
    mem_free(set->heads);
    assert(set->count <= capacity && (capacity & (capacity - 1)) == 0);
    set->heads = heads;
    set->mask = (uint32_t)capacity - 1;
    set->capacity = capacity;
    for (int i = 0; i < set->count; i++) {
        struct hub_entry **head = head_of(set, room_id(set->heap[i]->room));
        set->heap[i]->next_of_hash = *head;
        *head = set->heap[i];
    }
    return true;
}

enum pes_err hub_set_reserve(struct hub_set *set) {
    if (set->count == set->capacity && !grow(set))
        return PES_ERR_NOMEM;
    if (set->spare == NULL)
        set->spare = mem_alloc(sizeof *set->spare);
    return set->spare != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
}

struct hub_entry *hub_set_add(struct hub_set *set, struct room *room) {
    struct hub_entry *e = set->spare;
    assert(e != NULL && set->count < set->capacity);
    assert(hub_set_find(set, room_id(room)) == NULL);
    set->spare = NULL;
    *e = (struct hub_entry){.room = room, .wakes = INT64_MAX};
    struct hub_entry **head = head_of(set, room_id(room));
    e->next_of_hash = *head;
    *head = e;
    put(set, set->count++, e);
    settle(set, e);
    return e;
}

void hub_set_remove(struct hub_set *set, struct hub_entry *e) {
    assert(set->count > 0 && set->heap[e->place] == e);
    struct hub_entry **at = head_of(set, room_id(e->room));
    while (*at != e)
        at = &(*at)->next_of_hash;
    *at = e->next_of_hash;
    struct hub_entry *last = set->heap[--set->count];
    if (last != e) {
        put(set, e->place, last);
        settle(set, last);
    }
    e->next_of_hash = NULL;
}
