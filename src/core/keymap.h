/* A map from 64-bit hashes to numbers: open addressing with linear probing, at most half full. Keys
 * are hashes already and are not mixed again; 0 and 1 count as the same key. Keys are never
 * removed.
 *
 *     struct keymap seen = {0};
 *     uint64_t *times = keymap_add(&seen, hash);
 *     if (times == NULL) .. no memory ..
 *     (*times)++;
 *     keymap_release(&seen); */
#ifndef CORE_KEYMAP_H
#define CORE_KEYMAP_H

#include <stddef.h>
#include <stdint.h>

struct keymap {
    struct keymap_slot *slots; /* `cap` of them, a power of two; NULL: the map is empty */
    size_t cap, count;
};

void keymap_release(struct keymap *map);

/* The value of a key; NULL: the key is not in the map. Valid until the next key is added. */
uint64_t *keymap_find(const struct keymap *map, uint64_t key);

/* The same; a new key is added with the value 0. NULL: no memory, and nothing changed. */
uint64_t *keymap_add(struct keymap *map, uint64_t key);

#endif
