/* The list of empty points: a bit set expanded by a lookup table, eight points at a time.
 *
 * Random play through the public interface spends most of its time here: a list has about two
 * hundred moves, and every move needs a new one. For each byte of eight points a table has the
 * indices of its set bits; all eight entries are written and the next byte overwrites those that
 * are no moves. Invariant: the list is ascending and has points - stones moves, in both versions.
 *
 * The overlapping stores are the main cost. A sorted list kept in the position was tried, also with
 * a branch-free removal: it made this a little faster, and the playouts of gomoku_random.c, which
 * must restore its order at their end, a quarter slower. */
#include "games/gomoku/gomoku.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

void gomoku_find_empty(const struct gomoku_board *board, struct gomoku *s) {
    uint64_t word = 0;
    int bits = 0, words = 0;
    for (int line = board->size; line < 2 * board->size; line++) {
        const uint32_t *stones = s->lines.of[line];
        const uint64_t column = board->full[line] & ~(stones[GOMOKU_BLACK] | stones[GOMOKU_WHITE]);
        word |= column << bits;
        bits += board->size;
        if (bits < 64)
            continue;
        s->empty[words++] = word;
        bits -= 64;
        word = column >> (board->size - bits);
    }
    if (bits > 0)
        s->empty[words] = word;
    assert(gomoku_count_empty(s) + s->stones == board->points);
}

/* The population count of each byte, in that byte. */
static uint64_t ones_of_bytes(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    return (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

int gomoku_nth_empty(const struct gomoku_board *board, const struct gomoku *s, uint32_t k) {
    for (int i = 0; i < GOMOKU_WORDS; i++) {
        /* Prefix sums: byte b has the ones of bytes 0 to b together, at most 64. */
        const uint64_t sums = ones_of_bytes(s->empty[i]) * UINT64_C(0x0101010101010101);
        const uint32_t ones = (uint32_t)(sums >> 56);
        if (k >= ones) {
            k -= ones;
            continue;
        }
        int byte = 0;
        while (k >= (sums >> (8 * byte) & 255))
            byte++;
        k -= byte > 0 ? (uint32_t)(sums >> (8 * byte - 8) & 255) : 0;
        const int point = 64 * i + 8 * byte + board->places[s->empty[i] >> (8 * byte) & 255][k];
        assert(gomoku_empty(s, point));
        return point;
    }
    assert(false);
    return 0;
}

int gomoku_list_plainly(const struct gomoku_board *board, const struct gomoku *s, pes_move out[]) {
    pes_move *to = out;
    for (int point = 0; point < board->points; point += 8) {
        const uint32_t byte = s->empty[point / 64] >> (point % 64) & 255;
        const uint8_t *places = board->places[byte];
        for (int i = 0; i < 8; i++)
            to[i] = gomoku_move_to(point + places[i]);
        to += board->ones[byte];
    }
    assert(to - out == board->points - s->stones);
    return (int)(to - out);
}

#if defined(__x86_64__)
/* Eight moves at once with AVX2; x86-64 is little-endian, so the words can be read as bytes. */
__attribute__((target("avx2,popcnt"))) static int
list_wide(const struct gomoku_board *board, const struct gomoku *s, pes_move out[]) {
    const uint8_t *bytes = (const uint8_t *)s->empty, *end = bytes + (board->points + 7) / 8;
    const __m256i eight = _mm256_set1_epi32(8);
    __m256i first = _mm256_set1_epi32((int)gomoku_move_to(0));
    pes_move *to = out;
#pragma GCC unroll 4
    for (; bytes < end; bytes++) {
        const uint32_t byte = *bytes;
        const __m128i row = _mm_loadl_epi64((const __m128i *)(const void *)board->places[byte]);
        const __m256i moves = _mm256_add_epi32(_mm256_cvtepu8_epi32(row), first);
        _mm256_storeu_si256((__m256i *)(void *)to, moves);
        to += _mm_popcnt_u32(byte);
        first = _mm256_add_epi32(first, eight);
    }
    assert(to - out == board->points - s->stones);
    return board->points - s->stones;
}
#endif

gomoku_lister *gomoku_best_lister(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
        return list_wide;
#endif
    return gomoku_list_plainly;
}
