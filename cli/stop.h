/* Ctrl-C: the first one asks for a clean end, the second one ends the program at once. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGINT and SIGTERM set the flag that is returned. */
const atomic_bool *stop_install(void);

/* Sets the flag as Ctrl-C would: whatever runs should end. */
void stop_request(void);

/* The flag is false again and Ctrl-C asks anew: `play` goes on after a Ctrl-C that only cut a long
 * thought short. */
void stop_clear(void);

#endif
