/* Several threads at one piece of work, where there are threads: workers_pthread.c. The minimal
 * build has none: workers_single.c. */
#ifndef SEARCH_WORKERS_H
#define SEARCH_WORKERS_H

enum { WORKERS_MAX = 64 };

/* How many this build can have at the same time. */
int workers_most(void);

/* Runs work(items[0]) here and work(items[i]) in a thread of its own for every other item; finish()
 * of items[0] is called as soon as work on it is done, and shall make the others end. Returns when
 * all have. Where a thread cannot be made its item is left out. */
void workers_run(void *const items[], int count, void (*work)(void *item),
                 void (*finish)(void *item));

#endif
