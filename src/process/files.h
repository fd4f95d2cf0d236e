/* Which version of a program is it? A hash of the program's own files tells: results of one version
 * must not be counted as those of another one.
 *
 * Its files are the program, unless its command finds it on PATH in a folder of the system (an
 * interpreter), every file that the command names, and the whole folder of a program called `run`.
 * There hidden files and __pycache__ do not count: tools write them, and a bot that is imported
 * would differ from itself. Of very large files only size and time count. */
#ifndef PROCESS_FILES_H
#define PROCESS_FILES_H

#include "pessoi/err.h"

#include <stdbool.h>

enum { FILES_HASH_SIZE = 17 }; /* hexadecimal digits, NUL included */

/* The hash of a command's files; the same files give the same hash on every machine. An empty text
 * if the command names no files, or none can be found. `confined` as in command_init(). Fails with
 * NOMEM only. */
PES_MUST_USE enum pes_err files_hash(const char *command, bool confined, char out[FILES_HASH_SIZE]);

#endif
