#include "core/keymap.h"

#include "core/mem.h"

#include <assert.h>
#include <stdbool.h>

enum { CAP_MIN = 64 };

struct keymap_slot {
    uint64_t key; /* 0: the slot is free */
    uint64_t value;
};

void keymap_release(struct keymap *map) {
    mem_free(map->slots);
    *map = (struct keymap){0};
}

/* The slot of a key, or the free slot where it belongs. */
static struct keymap_slot *slot_of(struct keymap_slot slots[], size_t cap, uint64_t key) {
    assert(key != 0);
    size_t at = key & (cap - 1);
    while (slots[at].key != 0 && slots[at].key != key)
        at = (at + 1) & (cap - 1);
    return &slots[at];
}

uint64_t *keymap_find(const struct keymap *map, uint64_t key) {
    key = key != 0 ? key : 1;
    if (map->count == 0)
        return NULL;
    struct keymap_slot *slot = slot_of(map->slots, map->cap, key);
    return slot->key == key ? &slot->value : NULL;
}

/* Makes space for one more key. */
static bool grow(struct keymap *map) {
    if (2 * (map->count + 1) <= map->cap)
        return true;
    const size_t cap = map->cap > 0 ? 2 * map->cap : CAP_MIN;
    struct keymap_slot *slots = mem_alloc(cap * sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < map->cap; i++)
        if (map->slots[i].key != 0)
            *slot_of(slots, cap, map->slots[i].key) = map->slots[i];
    mem_free(map->slots);
    map->slots = slots;
    map->cap = cap;
    return true;
}

uint64_t *keymap_add(struct keymap *map, uint64_t key) {
    key = key != 0 ? key : 1;
    if (!grow(map))
        return NULL;
    struct keymap_slot *slot = slot_of(map->slots, map->cap, key);
    map->count += slot->key == 0;
    slot->key = key;
    return &slot->value;
}
