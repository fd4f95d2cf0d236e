#include "arena/seen.h"

void seen_release(struct seen *seen) {
    keymap_release(&seen->times);
    seen->repeats = 0;
}

enum pes_err seen_add(struct seen *seen, uint64_t identity, bool *is_new) {
    uint64_t *times = keymap_add(&seen->times, identity);
    if (times == NULL)
        return PES_ERR_NOMEM;
    *is_new = (*times)++ == 0;
    seen->repeats = *is_new ? 0 : seen->repeats + 1;
    return PES_ERR_OK;
}

bool seen_is_exhausted(const struct seen *seen) {
    return seen->repeats >= SEEN_REPEATS && (size_t)seen->repeats >= 2 * seen->times.count;
}
