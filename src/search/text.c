/* Defines the sentences of text.def. */
#include "search/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "search/text.def"
#undef X
