/* Defines the sentences of text.def. */
#include "process/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "process/text.def"
#undef X
