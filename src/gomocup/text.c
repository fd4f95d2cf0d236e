/* Defines the sentences of text.def. */
#include "gomocup/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "gomocup/text.def"
#undef X
