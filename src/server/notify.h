/* Messages to a supervisor such as systemd, over the socket named in NOTIFY_SOCKET: the server is
 * ready, is alive, stops. Does nothing without a supervisor.
 *
 * The protocol is one datagram of text per message; no library is needed for it. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdint.h>

void notify_send(const char *state); /* "READY=1" */

/* The longest interval between two "WATCHDOG=1" that the supervisor accepts, in milliseconds; 0: it
 * expects none. */
int64_t notify_watchdog_ms(void);

#endif
