#include "site/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "site/text.def"
#undef X
