/* The sandbox of our own: Linux namespaces. Systems without them have namespaces_none.c. */
#ifndef PROCESS_NAMESPACES_H
#define PROCESS_NAMESPACES_H

#include "process/launch_int.h"

/* fork(), into new namespaces if the launch wants them. With `root` false it works for every user;
 * root gets all of its users in the new namespace. -1: errno says why. */
pid_t namespaces_fork(const struct launch *l);

/* For the caller: gives the new process its users and chooses the one to become: as root one that
 * no other process has, else 0. False: errno says why. */
bool namespaces_give_users(const struct launch *l, pid_t pid, uid_t *user);

/* Does the system count the tasks of one sandbox alone? */
bool namespaces_count_tasks(void);

/* Sets the limit of tasks for a process and all its descendants. */
void namespaces_limit_tasks(pid_t pid, int32_t tasks_max);

/* For the new process. On failure they end it with child_fail(). --------------------------------*/

/* Makes the scope its whole file system. */
void namespaces_enter(const struct launch *l);
/* Gives up all privileges, for ever. */
void namespaces_drop(const struct launch *l, uid_t user);
/* Returns in a second process, which is to become the program. This one, the first of its process
 * namespace, stays: it reaps all others and ends with the program, with the exit code of a shell.
 */
void namespaces_split(const struct launch *l);
/* Limits that POSIX does not know: no message queues, which hold memory outside of any process, and
 * if the machine has no memory left, this process is the first to be killed. */
void namespaces_limit_more(void);
/* Lets exec close every descriptor from `first` on. */
void namespaces_close_from(int first);

#endif
