/* Runs one search on several threads: workers_pthread.c. The minimal build has no threads and runs
 * the first worker only: workers_single.c. */
#ifndef SEARCH_WORKERS_H
#define SEARCH_WORKERS_H

enum { WORKERS_MAX = 64 };

/* The largest number of workers in this build. */
int workers_most(void);

/* Runs work(items[0]) on the calling thread and every other item on a thread of its own. When
 * work(items[0]) returns, finish(items[0]) is called, which must make the others end; returns when
 * all have. An item whose thread cannot be created is left out. */
void workers_run(void *const items[], int count, void (*work)(void *item),
                 void (*finish)(void *item));

#endif
