/* Time and seeds. Only code that runs games may use them; rules and searches with a fixed amount of
 * work must not, because their results must be reproducible. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

#define CLOCK_NS_PER_MS INT64_C(1000000)

int64_t clock_now_ns(void);      /* monotonic, from an arbitrary zero */
int64_t clock_in_ms(int64_t ms); /* a deadline: so many milliseconds after clock_now_ns() */
int64_t clock_wall_ms(void);     /* since 1970; may be set back: for dates, not for durations */
double clock_seconds_since(int64_t start_ns);
enum { CLOCK_DATE_SIZE = 11 };              /* bytes, NUL included */
void clock_date(char out[CLOCK_DATE_SIZE]); /* today as "2026-03-25", local time */
uint64_t clock_seed(void); /* a random seed below 2^53, short enough for people to copy */

#endif
