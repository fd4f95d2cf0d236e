/* Priority of threads. */
#ifndef SERVER_NICE_H
#define SERVER_NICE_H

/* Lowers the priority of the calling thread. Does nothing on systems where only processes have a
 * priority. */
void nice_stand_back(void);

#endif
