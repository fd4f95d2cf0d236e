#include "queue/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "queue/text.def"
#undef X
