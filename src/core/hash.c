/* Hashing of bytes: eight at a time, mixed by splitmix64's finaliser. */
#include "pessoi/hash.h"

enum { WORD = 8 };
static const uint64_t step = 0x9e3779b97f4a7c15u; /* odd, near 2^64 / golden ratio */

/* Up to eight bytes as a little-endian number, so that every machine gets the same hash. */
static uint64_t word_of(const unsigned char *bytes, size_t length) {
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

uint64_t pes_hash_bytes(uint64_t seed, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    /* Hash the length too: otherwise trailing zero bytes would make no difference. */
    uint64_t h = pes_hash_mix(seed + step * ((uint64_t)length + 1));
    for (; length >= WORD; length -= WORD, at += WORD)
        h = pes_hash_mix((h ^ word_of(at, WORD)) + step);
    if (length > 0)
        h = pes_hash_mix((h ^ word_of(at, length)) + step);
    return h;
}
