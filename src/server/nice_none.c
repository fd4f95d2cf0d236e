#include "server/nice.h"

void nice_stand_back(void) {
}
