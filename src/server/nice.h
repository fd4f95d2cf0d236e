/* Threads that stand back. */
#ifndef SERVER_NICE_H
#define SERVER_NICE_H

/* The calling thread gets the processor only after those of the usual rank. Does nothing where the
 * system ranks whole processes. */
void nice_stand_back(void);

#endif
