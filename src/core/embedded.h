/* Files that are embedded in the program: tools/embed turns a folder into a `struct file_set` when
 * Pessoi is built, each file as it is and, if that is smaller, compressed with gzip. */
#ifndef CORE_EMBEDDED_H
#define CORE_EMBEDDED_H

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

#endif
