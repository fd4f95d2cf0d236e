/* Which known word did somebody mean? */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

/* The word of words[0..count) with the fewest typing slips from `typed` (a letter wrong, missing,
 * too many, or two swapped); the first of equals. NULL where none is near enough to suggest. */
const char *nearest_word(const char *typed, const char *const words[], int count);

#endif
