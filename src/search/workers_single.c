/* Workers of the minimal build, which has no threads: only the first one runs. */
#include "search/workers.h"

int workers_most(void) {
    return 1;
}

void workers_run(void *const items[], int count, void (*work)(void *item),
                 void (*finish)(void *item)) {
    (void)count;
    work(items[0]);
    finish(items[0]);
}
