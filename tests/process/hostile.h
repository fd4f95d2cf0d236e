/* What the files of the program `hostile` share. */
#ifndef TESTS_HOSTILE_H
#define TESTS_HOSTILE_H

#include <stdbool.h>

/* Says "safe", or "LEAK .." if an attempt worked. */
void verdict(bool worked, const char *what);
_Noreturn void sleep_for_ever(void);

/* Takes up to `mb` MB of memory in a way that no resident set shows, says how many, and keeps them.
 */
void hoard(const char *way, long mb);

#endif
