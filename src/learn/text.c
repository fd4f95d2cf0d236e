#include "learn/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "learn/text.def"
#undef X
