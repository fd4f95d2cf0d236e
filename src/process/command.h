/* A command line: its words, and the program that its first word names. */
#ifndef PROCESS_COMMAND_H
#define PROCESS_COMMAND_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Where a confined program finds others, whatever the caller's PATH is. */
#define COMMAND_PATH "/usr/local/bin:/usr/bin:/bin"

struct command {
    char **words;     /* owned; words[count] is NULL */
    int32_t count;    /* at least 1 */
    char *program;    /* owned: its absolute path */
    char *folder;     /* owned: the working directory */
    bool owns_folder; /* the program's file is called `run`: it works in its folder */
    char *first;      /* owned: how the program is called from its working directory */
};

/* Splits a command as a shell does (quotes and backslashes, no expansion) and finds the program: a
 * first word with a slash is a path, else it is looked for on PATH; if `confined`, first on
 * COMMAND_PATH, whose programs work in a sandbox (a version manager's python3 does not).
 * A program called `run` works in its own folder; words that name files become absolute then, so
 * that they mean the same there. Fails with SYNTAX, UNKNOWN, IO or NOMEM. */
PES_MUST_USE enum pes_err command_init(struct command *c, const char *text, bool confined,
                                       struct pes_note *note);
void command_release(struct command *c);

/* Looks for a program in folders with colons between them, of which only absolute ones count;
 * *found, which the caller owns, is NULL if it is in none. */
PES_MUST_USE enum pes_err command_search(const char *folders, const char *name, char **found);

/* The absolute path of a word, without looking at the file: owned by the caller; NULL: no memory.
 */
char *command_absolute(const char *folder, const char *word);

/* Copies text[0..length); NULL: no memory. */
char *command_copy(const char *text, size_t length);

#endif
