/* The sentences of this folder: text.def declares each in English and Greek; see core/text.h. */
#ifndef STORE_TEXT_H
#define STORE_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "store/text.def"
#undef X

#endif
