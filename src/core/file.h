/* Whole files: read into memory, and written atomically. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/str.h"
#include "pessoi/err.h"

/* Appends the file's bytes to *out. Fails with LIMIT if the file is larger than `bytes_max`, with
 * IO and the system's reason if it cannot be read, with NOMEM; then *out is as before. */
PES_MUST_USE enum pes_err file_read(const char *path, size_t bytes_max, struct str *out,
                                    struct pes_note *note);

/* Writes bytes[0..length) to a temporary file beside `path`, flushes it to the disk and renames it:
 * after a crash either the old file or the new one exists, complete. */
PES_MUST_USE enum pes_err file_write(const char *path, const char *bytes, size_t length,
                                     struct pes_note *note);

/* Makes a folder and its parents; an existing folder is not an error. */
PES_MUST_USE enum pes_err file_make_folder(const char *path, struct pes_note *note);

#endif
