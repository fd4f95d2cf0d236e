/* Ctrl-C: the first one asks for a clean end, the second one ends the program at once. SIGTERM and
 * SIGHUP ask for a clean end too. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set the returned flag, except those that were already
 * ignored when the program started (nohup, background jobs of a shell). */
const atomic_bool *stop_install(void);

/* From now on SIGHUP does not end the program but sets this flag, which its reader resets: a
 * request to read the configuration again, as usual for servers. */
atomic_bool *stop_reload_install(void);

/* Clears the flag, for a command that goes on for a while after the first request: the next one
 * sets it again. */
void stop_rearm(void);

/* Sets the flag as Ctrl-C does. */
void stop_request(void);

#endif
