/* Defines the sentences of text.def. */
#include "arena/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "arena/text.def"
#undef X
