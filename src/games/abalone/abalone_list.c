/* The move list: a bit-matrix transposition.
 *
 * abalone_legal_sets() gives one word per slot, with one bit per lowest marble; the list is ordered
 * by marble, then by slot. So the bit matrix is transposed: each own marble gets a word with one
 * bit per slot. Rows a to e are in reading order on the ring, and so are rows f to i, but the two
 * parts are interleaved: they are listed one after the other. Invariant: the list is strictly
 * ascending by (cell, slot), and both versions give the same list.
 *
 * A search spends most of its time here, and most of that in the transposition. With AVX2 the bytes
 * of eight words are transposed first, then the bits of one marble at a time. */
#include "games/abalone/abalone.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Rows a to e. */
static const uint64_t lower = 0x1ff07f81fc07e01f;

static pes_move *list_part(const uint64_t slots[ABALONE_CELLS], uint64_t marbles, pes_move *to) {
    for (; marbles != 0; marbles &= marbles - 1) {
        const int place = __builtin_ctzll(marbles);
        for (uint64_t rest = slots[place]; rest != 0; rest &= rest - 1)
            *to++ = abalone_move(place, __builtin_ctzll(rest));
    }
    return to;
}

int abalone_list_plain(uint64_t own, uint64_t opponent, pes_move out[]) {
    uint64_t sets[ABALONE_SLOTS];
    uint64_t slots[ABALONE_CELLS]; /* by place; valid only for own marbles */
    abalone_legal_sets(own, opponent, sets);
    for (uint64_t rest = own; rest != 0; rest &= rest - 1)
        slots[__builtin_ctzll(rest)] = 0;
    for (int slot = 0; slot < ABALONE_SLOTS; slot++)
        for (uint64_t rest = sets[slot]; rest != 0; rest &= rest - 1)
            slots[__builtin_ctzll(rest)] |= UINT64_C(1) << slot;
    const pes_move *end = list_part(slots, own & ~lower, list_part(slots, own & lower, out));
    assert(end - out <= ABALONE_MOVES_MAX);
    return (int)(end - out);
}

#if defined(__x86_64__)

#define WIDE __attribute__((target("avx2,bmi,popcnt")))

enum {
    EIGHT = 8,
    SETS = 48, /* the slots, rounded up to a multiple of eight */
    STRIDE = 4 /* moves written at once: most marbles have no more */
};

/* The byte-transposed sets: row b has byte b of every set, in six of its eight words. */
struct byte_rows {
    alignas(32) uint64_t row[EIGHT][EIGHT];
};

/* Stores four bytes of eight sets, 0 to 3 or 4 to 7, one row per byte. */
WIDE static inline void put_rows(__m256i words, uint64_t row[][EIGHT], int word) {
    row[0][word] = (uint64_t)_mm256_extract_epi64(words, 0);
    row[1][word] = (uint64_t)_mm256_extract_epi64(words, 1);
    row[2][word] = (uint64_t)_mm256_extract_epi64(words, 2);
    row[3][word] = (uint64_t)_mm256_extract_epi64(words, 3);
}

/* Transposes eight sets of eight bytes: interleaves pairs of sets by bytes, pairs of pairs by two
 * bytes, then the halves by four. */
WIDE static inline void transpose_eight(const uint64_t sets[EIGHT], struct byte_rows *rows,
                                        int word) {
    const __m256i zip = _mm256_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15, 0, 8,
                                         1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    const __m256i fours = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i a = _mm256_load_si256((const __m256i *)(const void *)sets);
    const __m256i b = _mm256_load_si256((const __m256i *)(const void *)(sets + 4));
    const __m256i p = _mm256_shuffle_epi8(_mm256_permute2x128_si256(a, b, 0x20), zip);
    const __m256i q = _mm256_shuffle_epi8(_mm256_permute2x128_si256(a, b, 0x31), zip);
    put_rows(_mm256_permutevar8x32_epi32(_mm256_unpacklo_epi16(p, q), fours), rows->row, word);
    put_rows(_mm256_permutevar8x32_epi32(_mm256_unpackhi_epi16(p, q), fours), rows->row + 4, word);
}

/* The slots of a marble: shifts its bit to the top of each byte and collects the top bits. */
WIDE static inline uint64_t slots_of(const struct byte_rows *rows, int place) {
    const uint64_t *row = rows->row[place / EIGHT];
    const __m128i by = _mm_cvtsi32_si128(EIGHT - 1 - place % EIGHT);
    const __m256i low = _mm256_load_si256((const __m256i *)(const void *)row);
    const __m128i high = _mm_load_si128((const __m128i *)(const void *)(row + 4));
    const uint32_t low_slots = (uint32_t)_mm256_movemask_epi8(_mm256_sll_epi16(low, by));
    const uint32_t high_slots = (uint32_t)_mm_movemask_epi8(_mm_sll_epi16(high, by));
    return low_slots | (uint64_t)high_slots << 32;
}

/* Moves are written in whole strides: entries that are no moves are overwritten by the next
 * marble's, or lie after the end of the list, where `out` has room. */
WIDE static inline pes_move *list_part_wide(const struct byte_rows *rows, uint64_t marbles,
                                            pes_move *to) {
    for (; marbles != 0; marbles &= marbles - 1) {
        const int place = __builtin_ctzll(marbles);
        const pes_move first = abalone_move(place, 0);
        uint64_t slots = slots_of(rows, place);
        pes_move *next = to;
        to += __builtin_popcountll(slots);
        do {
#pragma GCC unroll 4
            for (int i = 0; i < STRIDE; i++, slots &= slots - 1)
                next[i] = first + (pes_move)_tzcnt_u64(slots);
            next += STRIDE;
        } while (slots != 0);
    }
    return to;
}

WIDE static int list_wide(uint64_t own, uint64_t opponent, pes_move out[]) {
    alignas(32) uint64_t sets[SETS];
    struct byte_rows rows;
    abalone_legal_sets(own, opponent, sets);
    for (int slot = ABALONE_SLOTS; slot < SETS; slot++)
        sets[slot] = 0;
    for (int word = 0; word < SETS / EIGHT; word++)
        transpose_eight(sets + (size_t)EIGHT * (size_t)word, &rows, word);
    pes_move *end = list_part_wide(&rows, own & lower, out);
    end = list_part_wide(&rows, own & ~lower, end);
    assert(end - out <= ABALONE_MOVES_MAX - STRIDE);
    return (int)(end - out);
}

void abalone_choose_list(struct abalone_table *table) {
    __builtin_cpu_init();
    const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("popcnt");
    table->list = wide ? list_wide : abalone_list_plain;
}

#else

void abalone_choose_list(struct abalone_table *table) {
    table->list = abalone_list_plain;
}

#endif
