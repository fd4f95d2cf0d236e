/* Files, read whole and written whole. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/str.h"
#include "pessoi/err.h"

/* Appends the file's bytes to *out. LIMIT where it is larger than `bytes_max`, IO with the system's
 * reason where it cannot be read. */
PES_MUST_USE enum pes_err file_read(const char *path, size_t bytes_max, struct str *out,
                                    struct pes_note *note);

/* Writes bytes[0..length) to a temporary name beside `path`, flushes them to the disk and renames:
 * whatever happens, the old file or the new one is there, whole. */
PES_MUST_USE enum pes_err file_write(const char *path, const char *bytes, size_t length,
                                     struct pes_note *note);

/* Makes a folder and those above it; one that is there is fine. */
PES_MUST_USE enum pes_err file_make_folder(const char *path, struct pes_note *note);

#endif
