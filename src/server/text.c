/* The sentences of this folder. */
#include "server/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "server/text.def"
#undef X
