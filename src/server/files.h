/* The files of the web application, which are embedded in the program.
 *
 * tools/embed turns a folder into a `struct file_set` when Pessoi is built: each file as it is and,
 * if that is smaller, compressed with gzip. Nothing is read from the disk at run time, so no path
 * can escape: a request names one of the files, or a page of the application, or nothing. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct file_bytes {
    const unsigned char *bytes; /* NULL: this encoding does not exist */
    size_t length;
};

struct file {
    const char *path; /* "/assets/main-B8f1.js" */
    const char *type; /* for Content-Type */
    const char *tag;  /* hash of the content: part of its ETag */
    bool forever;     /* its name contains a hash of the content: cacheable forever */
    struct file_bytes plain, packed;
};

/* Ordered by path. */
struct file_set {
    const struct file *files;
    size_t count;
};

extern const struct file_set files_web; /* web/dist */

/* The file for a path: one of the set, "/index.html" for every page of the application ("/",
 * "/new", "/about", "/g/ID"), NULL for anything else. */
const struct file *files_find(const struct file_set *set, const char *path);

/* The reply, given the headers of the request; the texts may be NULL. */
struct file_answer {
    int status; /* 200 or 304 */
    bool packed;
    struct file_bytes body;
    char tag[40]; /* the ETag, with its quotes */
};
struct file_answer files_answer(const struct file *file, const char *accept_encoding,
                                const char *if_none_match);

/* Does an Accept-Encoding header accept gzip? */
bool files_wants_gzip(const char *accept_encoding);

#endif
