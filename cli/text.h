/* The sentences of the command line; see core/text.h. text_play.def: those of `pessoi play`. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "cli/text.def"
#include "cli/text_play.def"
#undef X

#endif
