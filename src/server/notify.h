/* What a supervisor such as systemd is told, over the socket that it names in NOTIFY_SOCKET: that
 * the server is ready, that it is alive, that it stops. Does nothing where there is no supervisor.
 *
 * The protocol is one datagram of text per message; no library is needed for it. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdint.h>

void notify_send(const char *state); /* "READY=1" */

/* How often "WATCHDOG=1" is expected at least, in milliseconds; 0: it is not. */
int64_t notify_watchdog_ms(void);

#endif
