/* The sentences of this folder: text.def declares each in English and Greek; see core/text.h. */
#ifndef LEARN_TEXT_H
#define LEARN_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "learn/text.def"
#undef X

#endif
