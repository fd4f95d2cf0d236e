/* Time management for Gomocup: the limits per move and per game, each without its reserve. How much
 * of a game's time a move takes is decided by the search. */
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

/* A measured delay counts at once; without new ones it fades. */
static int64_t worst_of(int64_t delay_ms, int64_t now_ms) {
    assert(delay_ms >= 0);
    const int64_t faded = delay_ms - (delay_ms + 7) / 8;
    return least(most(faded, now_ms), GOMOCUP_LATE_MAX_MS);
}

/* The manager's time_left after a move: the time that it counts and we did not see. A difference of
 * seconds is no delay: the clock was set. */
static void compare_left(struct gomocup_clock *clock, int64_t value) {
    if (!clock->left_old || clock->left_ms <= 0 || clock->left_ms >= GOMOCUP_NUMBER_MAX)
        return;
    const int64_t unseen = clock->left_ms - value;
    if (unseen <= GOMOCUP_LATE_MAX_MS)
        clock->unseen_ms = worst_of(clock->unseen_ms, unseen);
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
    case GOMOCUP_KEY_TIME_INCREMENT:
        clock->increment_ms = value;
        break;
    case GOMOCUP_KEY_TIME_LEFT:
        compare_left(clock, value);
        clock->left_ms = value;
        clock->left_old = false;
        break;
    default:
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

/* A limit less what was measured, a small safety, and `more`; at least one millisecond. */
static int32_t without_reserve(const struct gomocup_clock *clock, int64_t ms, int64_t more,
                               int64_t gone_ms) {
    assert(ms >= 0);
    assert(ms <= GOMOCUP_NUMBER_MAX);
    const int64_t safety =
        least(GOMOCUP_SAFETY_MS + ms / GOMOCUP_SAFETY_SHARE, GOMOCUP_SAFETY_MAX_MS);
    const int64_t reserve = safety + clock->late_ms + clock->unseen_ms + more;
    return (int32_t)most(1, ms - least(reserve, (ms + 1) / 2) - gone_ms);
}

struct gomocup_time gomocup_clock_time(const struct gomocup_clock *clock, int64_t gone_ms) {
    assert(gone_ms >= 0);
    const int64_t left = left_ms(clock);
    struct gomocup_time time = {0};
    if (clock->turn_ms >= 0)
        time.turn_ms = without_reserve(clock, clock->turn_ms, 0, gone_ms);
    if (left < GOMOCUP_NUMBER_MAX) {
        /* Every later move may be a little late too. */
        const int64_t later = clock->match_ms / GOMOCUP_MATCH_SHARE;
        time.left_ms = without_reserve(clock, left, later, gone_ms);
        time.increment_ms = (int32_t)clock->increment_ms;
    }
    if (time.turn_ms == 0 && time.left_ms == 0)
        time.turn_ms = (int32_t)most(1, GOMOCUP_DEFAULT_MS - gone_ms);
    return time;
}

void gomocup_clock_spend(struct gomocup_clock *clock, int64_t spent_ms, int64_t planned_ms) {
    assert(spent_ms >= 0);
    const int64_t gained = clock->increment_ms;
    clock->spent_ms += spent_ms - gained;
    clock->left_old = true;
    if (clock->left_ms >= 0 && clock->left_ms < GOMOCUP_NUMBER_MAX)
        clock->left_ms = least(most(0, clock->left_ms - spent_ms + gained), GOMOCUP_NUMBER_MAX);
    if (planned_ms > 0)
        clock->late_ms = worst_of(clock->late_ms, spent_ms - planned_ms);
}
