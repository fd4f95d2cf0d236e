#include "store/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "store/text.def"
#undef X
