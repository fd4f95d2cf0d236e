#include "cli/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "cli/text.def"
#include "cli/text_arena.def"
#include "cli/text_bots.def"
#include "cli/text_db.def"
#include "cli/text_learn.def"
#include "cli/text_play.def"
#include "cli/text_queue.def"
#include "cli/text_review.def"
#undef X
