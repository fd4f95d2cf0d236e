/* Time. Only what drives games may ask for it; rules and fixed-work searches never do. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ns(void); /* monotonic; the zero is arbitrary */
double clock_seconds_since(int64_t start_ns);
enum { CLOCK_DATE_SIZE = 11 };              /* bytes, NUL included */
void clock_date(char out[CLOCK_DATE_SIZE]); /* today as "2026-03-25", local time */
uint64_t clock_seed(void); /* a fresh seed, different each time, at most 2^53: people copy it */

#endif
