/* The files of the web application, which are embedded in the program.
 *
 * Nothing is read from the disk at run time, so no path can escape: a request names one of the
 * files, or a page of the application, or nothing. */
#ifndef SERVER_FILES_H
#define SERVER_FILES_H

#include "core/embedded.h"

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
