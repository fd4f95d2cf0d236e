/* The sentences of the command line; see core/text.h. the other files hold those of some commands.
 */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "cli/text.def"
#include "cli/text_arena.def"
#include "cli/text_bots.def"
#include "cli/text_db.def"
#include "cli/text_learn.def"
#include "cli/text_play.def"
#include "cli/text_queue.def"
#include "cli/text_review.def"
#undef X

#endif
