/* What the files of a hint share; not for other files. */
#ifndef PLAY_HINT_INT_H
#define PLAY_HINT_INT_H

#include "play/hint.h"

/* Fills in idea, threat and facts, when everything else of the first step is known. */
void hint_find_idea(const struct pes_history *h, struct hint *hint);

#endif
