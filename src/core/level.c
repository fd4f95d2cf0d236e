/* The titles of levels, and the texts of the agents that play them. */
#include "core/level.h"

#include "core/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char prefix[] = "level:n=";
_Static_assert(PES_LEVELS_MAX < 10, "a level is one digit");

const char *level_format(int n, char out[LEVEL_TEXT_MAX]) {
    assert(n >= 1);
    assert(n <= PES_LEVELS_MAX);
    snprintf(out, LEVEL_TEXT_MAX, "%s%d", prefix, n);
    return out;
}

int level_parse(const struct pes_kit *kit, const char *agent) {
    const size_t length = sizeof prefix - 1;
    if (kit->levels == NULL || strncmp(agent, prefix, length) != 0)
        return 0;
    const char digit = agent[length];
    const bool is_level = digit >= '1' && digit <= '0' + kit->levels->count;
    return is_level && agent[length + 1] == '\0' ? digit - '0' : 0;
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
