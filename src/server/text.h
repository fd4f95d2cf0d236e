/* The sentences of this folder: text.def declares each in English and Greek; see core/text.h. */
#ifndef SERVER_TEXT_H
#define SERVER_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "server/text.def"
#undef X

#endif
