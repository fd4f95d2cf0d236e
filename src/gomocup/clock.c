/* Time management for Gomocup: the smaller of the limit per move and a fixed fraction of the time
 * left, each without its reserve. */
#include "gomocup/clock.h"

#include <assert.h>

enum { NOT_GIVEN = -1 };

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

void gomocup_clock_init(struct gomocup_clock *clock) {
    *clock = (struct gomocup_clock){.turn_ms = NOT_GIVEN, .left_ms = NOT_GIVEN};
}

void gomocup_clock_begin(struct gomocup_clock *clock) {
    clock->spent_ms = 0;
    if (clock->left_old)
        clock->left_ms = NOT_GIVEN;
}

void gomocup_clock_info(struct gomocup_clock *clock, const struct gomocup_command *info) {
    /* GOMOCUP_NUMBER_MAX, 24 days, means "no limit"; negative times count as 0. */
    const int64_t value = least(most(info->value, 0), GOMOCUP_NUMBER_MAX);
    switch (info->key) {
    case GOMOCUP_KEY_TIMEOUT_TURN:
        clock->turn_ms = value;
        break;
    case GOMOCUP_KEY_TIMEOUT_MATCH:
        clock->match_ms = value;
        break;
    case GOMOCUP_KEY_TIME_LEFT:
        clock->left_ms = value;
        clock->left_old = false;
        break;
    case GOMOCUP_KEY_MAX_MEMORY:
    case GOMOCUP_KEY_RULE:
    case GOMOCUP_KEY_OTHER:
        break;
    }
}

/* The rest of the game's time; GOMOCUP_NUMBER_MAX: no limit. */
static int64_t left_ms(const struct gomocup_clock *clock) {
    if (clock->left_ms >= 0)
        return clock->left_ms;
    if (clock->match_ms > 0)
        return most(0, clock->match_ms - clock->spent_ms);
    return GOMOCUP_NUMBER_MAX;
}

static int64_t without_reserve(int64_t ms) {
    assert(ms >= 0);
    return ms - least(GOMOCUP_RESERVE_MS, (ms + 1) / 2);
}

int32_t gomocup_clock_move_ms(const struct gomocup_clock *clock, int64_t gone_ms) {
    assert(gone_ms >= 0);
    const bool by_turn = clock->turn_ms >= 0;
    const int64_t left = left_ms(clock);
    const bool by_match = left < GOMOCUP_NUMBER_MAX;
    int64_t ms = GOMOCUP_NUMBER_MAX;
    if (by_turn)
        ms = without_reserve(clock->turn_ms);
    if (by_match)
        ms = least(ms, without_reserve(left) / GOMOCUP_MOVES_AHEAD);
    if (!by_turn && !by_match)
        ms = GOMOCUP_DEFAULT_MS;
    assert(ms >= 0 && ms <= GOMOCUP_NUMBER_MAX);
    return (int32_t)most(1, ms - gone_ms);
}

void gomocup_clock_spend(struct gomocup_clock *clock, int64_t spent_ms) {
    assert(spent_ms >= 0);
    clock->spent_ms += spent_ms;
    clock->left_old = true;
    if (clock->left_ms >= 0 && clock->left_ms < GOMOCUP_NUMBER_MAX)
        clock->left_ms = most(0, clock->left_ms - spent_ms);
}
