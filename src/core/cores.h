/* How many threads this machine can run at once. */
#ifndef CORE_CORES_H
#define CORE_CORES_H

enum { CORES_MAX = 256 /* threads that one job may have, whatever the machine has */ };

/* The cores that are online, within 1..CORES_MAX. */
int cores_online(void);

#endif
