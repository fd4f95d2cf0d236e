#include "rooms/text.h"

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "rooms/text.def"
#undef X
