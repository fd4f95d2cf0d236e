/* Defines the sentences of text.def. */
#include "play/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "play/text.def"
#undef X
