/* Whole files: read into memory, and written atomically. */
#ifndef CORE_FILE_H
#define CORE_FILE_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdio.h>

/* Appends the file's bytes to *out. Fails with LIMIT if the file is larger than `bytes_max`, with
 * IO and the system's reason if it cannot be read, with NOMEM; then *out is as before. */
PES_MUST_USE enum pes_err file_read(const char *path, size_t bytes_max, struct str *out,
                                    struct pes_note *note);

/* Writes bytes[0..length) to a temporary file beside `path`, flushes it to the disk and renames it:
 * after a crash either the old file or the new one exists, complete. */
PES_MUST_USE enum pes_err file_write(const char *path, const char *bytes, size_t length,
                                     struct pes_note *note);

/* The same without flushing it to the disk, for many files that can be made again: after a power
 * failure a file may be incomplete, after a killed process it is not. */
PES_MUST_USE enum pes_err file_write_quick(const char *path, const char *bytes, size_t length,
                                           struct pes_note *note);

/* A new file that is written piece by piece. It appears under its name complete, or not at all, and
 * never replaces another one. */
struct file_new {
    FILE *stream; /* write to it */
    int reason;   /* the errno of a write that failed, for the note; 0: unknown */
    const char *path;
    struct str temporary; /* its name until file_finish() */
};

/* UNFIT: the name is taken. `path` is borrowed until the end. */
PES_MUST_USE enum pes_err file_create(struct file_new *f, const char *path, struct pes_note *note);
/* Flushes the file to the disk and gives it its name; UNFIT if that is taken by now. Whether it
 * succeeds or not, the file_new is released. */
PES_MUST_USE enum pes_err file_finish(struct file_new *f, struct pes_note *note);
void file_discard(struct file_new *f); /* instead of file_finish() */

/* Appends bytes[0..length) to a file, which is made if it does not exist. After a crash a part of
 * them may be missing at its end. */
PES_MUST_USE enum pes_err file_append(const char *path, const char *bytes, size_t length,
                                      struct pes_note *note);

/* Shortens a file to its first `length` bytes. */
PES_MUST_USE enum pes_err file_cut(const char *path, size_t length, struct pes_note *note);

/* Does something with this name exist? */
bool file_exists(const char *path);

/* Makes a folder and its parents; an existing folder is not an error. */
PES_MUST_USE enum pes_err file_make_folder(const char *path, struct pes_note *note);

/* The system's words for an errno. Returns `out`. */
enum { FILE_REASON_SIZE = 128 };
const char *file_reason(int reason, char out[FILE_REASON_SIZE]);

#endif
