/* The sentences of this folder: text.def declares each in English and Greek; see core/text.h. */
#ifndef ROOMS_TEXT_H
#define ROOMS_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "rooms/text.def"
#undef X

#endif
