/* Checksums of games. SQLite has none: a byte that the disk changed in a text or a number would be
 * read without an error. They detect damage, not forgery: 64 bits of a fast hash are enough.
 * docs/formats/results.md says what is hashed. */
#include "pessoi/hash.h"
#include "store/results_int.h"

#include <string.h>

/* Hashes go on from `sum`; the length of each text is a part of it. */
static uint64_t add_number(uint64_t sum, int64_t n) {
    return pes_hash_key(sum, (uint64_t)n);
}

static uint64_t add_bytes(uint64_t sum, const char *bytes, size_t length) {
    return bytes != NULL ? pes_hash_bytes(sum, bytes, length) : add_number(sum, -1);
}

static uint64_t add_text(uint64_t sum, const char *text) {
    return add_bytes(sum, text, text != NULL ? strlen(text) : 0);
}

int64_t results_sum_game(int64_t event, const struct results_game *g) {
    const int64_t numbers[] = {event,
                               g->number,
                               g->round,
                               g->seats[0],
                               g->seats[1],
                               g->margin,
                               g->plies,
                               (int64_t)g->opening,
                               (int64_t)g->fingerprint,
                               g->think_max_ms[0],
                               g->think_max_ms[1],
                               g->think_sum_ms[0],
                               g->think_sum_ms[1],
                               g->played_ms};
    uint64_t sum = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sum = add_number(sum, numbers[i]);
    sum = add_text(sum, g->result);
    sum = add_text(sum, g->end);
    sum = add_text(sum, g->reason[PES_LANG_EN]);
    return (int64_t)add_text(sum, g->reason[PES_LANG_EL]);
}

int64_t results_sum_transcript(int64_t event, const struct results_game *g) {
    uint64_t sum = add_number(add_number(2, event), g->number);
    sum = add_text(sum, g->job);
    sum = add_text(sum, g->record);
    sum = add_bytes(sum, g->log[0], g->log_length[0]);
    return (int64_t)add_bytes(sum, g->log[1], g->log_length[1]);
}
