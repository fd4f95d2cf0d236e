/* The titles of levels, and the texts of the agents that play them. */
#include "core/level.h"

#include "core/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char prefix[] = "level:n=";
_Static_assert(PES_LEVELS_MAX < 100, "a level has at most two digits");

const char *level_format(int n, char out[LEVEL_TEXT_MAX]) {
    assert(n >= 1);
    assert(n <= PES_LEVELS_MAX);
    snprintf(out, LEVEL_TEXT_MAX, "%s%d", prefix, n);
    return out;
}

int level_parse(const struct pes_kit *kit, const char *agent) {
    if (kit->levels == NULL)
        return 0;
    for (int n = 1; n <= kit->levels->count; n++) {
        char text[LEVEL_TEXT_MAX];
        if (strcmp(agent, level_format(n, text)) == 0)
            return n;
    }
    return 0;
}

int level_usual(const struct pes_levels *levels) {
    enum { THIRD = 3 };
    assert(levels->usual >= 0 && levels->usual <= levels->count);
    if (levels->usual > 0)
        return levels->usual;
    return levels->count < THIRD ? levels->count : THIRD;
}

const struct pes_text *pes_level_title(int n, int count) {
    static const struct pes_text *const titles[PES_LEVELS_MAX] = {
        TEXT(level_title_1), TEXT(level_title_2),  TEXT(level_title_3),  TEXT(level_title_4),
        TEXT(level_title_5), TEXT(level_title_6),  TEXT(level_title_7),  TEXT(level_title_8),
        TEXT(level_title_9), TEXT(level_title_10), TEXT(level_title_11), TEXT(level_title_12),
    };
    enum { ONLY = 3 };   /* a single level is in the middle */
    enum { COMMON = 8 }; /* titles of games with so many levels or fewer */
    assert(count >= 1 && count <= PES_LEVELS_MAX);
    assert(n >= 1 && n <= count);
    const int few = count + 2 < COMMON ? count + 2 : COMMON - 1;
    const int top = count > COMMON ? count - 1 : few;
    const int at = count > 1 ? (n - 1) * top / (count - 1) : ONLY;
    assert(at >= 0 && at < PES_LEVELS_MAX);
    return titles[at];
}
