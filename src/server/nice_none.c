/* Systems that rank whole processes: threads cannot stand back. */
#include "server/nice.h"

void nice_stand_back(void) {
}
