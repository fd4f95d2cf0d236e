/* Prepared swap2 openings: three stones after which both sides have equal chances by our own
 * search. swap2.def is written by tools/swap2-openings. */
#ifndef GOMOCUP_SWAP2_H
#define GOMOCUP_SWAP2_H

#include "gomocup/gomocup.h"

enum { SWAP2_STONES = 3 };

/* An opening on a board of this size (5 to 20) for the rule "freestyle", "standard" or "renju":
 * Black, White, Black. The seed chooses the opening, and how it is turned and reflected. */
void swap2_opening(int32_t size, const char *rule, uint64_t seed,
                   struct gomocup_point out[SWAP2_STONES]);

#endif
