/* Bugs that must stop the program even in a release, where assert() is off: an impossible state
 * after which continuing could destroy users' data.
 *
 *     default:
 *         PES_BUG("a move of unknown kind");
 *
 * This is the only place in the library that writes to the terminal and ends the program: one line
 * to stderr, then abort(). No input can reach it. */
#ifndef CORE_BUG_H
#define CORE_BUG_H

#define PES_BUG(message) bug_abort(__FILE__, __LINE__, (message))

_Noreturn void bug_abort(const char *file, int line, const char *message);

#endif
