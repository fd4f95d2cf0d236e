#include "solve/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "solve/text.def"
#undef X
