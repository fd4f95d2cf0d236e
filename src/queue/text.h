/* The sentences of this folder: text.def declares each in English and Greek; see core/text.h. */
#ifndef QUEUE_TEXT_H
#define QUEUE_TEXT_H

#include "core/text.h"

#define X(name, en, el) TEXT_DECLARE(name)
#include "queue/text.def"
#undef X

#endif
