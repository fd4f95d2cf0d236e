/* Bugs that must stop the program even in a release, where assert() is off: a state that cannot be
 * and after which going on could destroy what people have.
 *
 *     default:
 *         PES_BUG("a move of no kind");
 *
 * This is the single place of the library that writes to the terminal and ends the program: one
 * line to stderr, then abort(). It is never reached by input, whatever the input. */
#ifndef CORE_BUG_H
#define CORE_BUG_H

#define PES_BUG(message) bug_abort(__FILE__, __LINE__, (message))

_Noreturn void bug_abort(const char *file, int line, const char *message);

#endif
