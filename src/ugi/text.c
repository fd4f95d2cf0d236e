/* Defines the sentences of text.def. */
#include "ugi/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "ugi/text.def"
#undef X
