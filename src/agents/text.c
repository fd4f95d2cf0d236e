/* Defines the sentences of text.def. */
#include "agents/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "agents/text.def"
#undef X
