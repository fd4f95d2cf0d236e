/* Ctrl-C: the first one asks for a clean end, the second one ends the program at once. A request to
 * terminate and a terminal that goes away ask for the same. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set the flag that is returned, but for those that whoever
 * started the program has chosen to ignore: nohup, or a shell that runs it in the background. */
const atomic_bool *stop_install(void);

/* From now on SIGHUP does not end the program but sets this flag, which its reader resets: read the
 * configuration again, as servers without a terminal do. */
atomic_bool *stop_reload_install(void);

/* Sets the flag as Ctrl-C would: whatever runs should end. */
void stop_request(void);

#endif
