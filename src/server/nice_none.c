/* Systems where only processes have a nice value: nothing to do. */
#include "server/nice.h"

void nice_stand_back(void) {
}
