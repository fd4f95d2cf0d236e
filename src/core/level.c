/* The titles of levels of play: eight words, of which a game with fewer levels uses some. */
#include "core/text.h"
#include "pessoi/kit.h"

#include <assert.h>

const struct pes_text *pes_level_title(int n, int count) {
    static const struct pes_text *const titles[PES_LEVELS_MAX] = {
        TEXT(level_title_1), TEXT(level_title_2), TEXT(level_title_3), TEXT(level_title_4),
        TEXT(level_title_5), TEXT(level_title_6), TEXT(level_title_7), TEXT(level_title_8),
    };
    enum { ONLY = 3 }; /* a single level is in the middle */
    assert(count >= 1 && count <= PES_LEVELS_MAX);
    assert(n >= 1 && n <= count);
    const int top = count + 2 < PES_LEVELS_MAX ? count + 2 : PES_LEVELS_MAX - 1;
    const int at = count > 1 ? (n - 1) * top / (count - 1) : ONLY;
    assert(at >= 0 && at < PES_LEVELS_MAX);
    return titles[at];
}
