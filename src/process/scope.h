/* The files that a confined program can see: the system's programs and libraries, and of the
 * program's own files those that its command names. All of them are read-only. */
#ifndef PROCESS_SCOPE_H
#define PROCESS_SCOPE_H

#include "pessoi/err.h"
#include "process/command.h"

#include <stdbool.h>
#include <stdint.h>

enum scope_kind {
    SCOPE_SHOW,   /* a file or a folder with all it contains */
    SCOPE_COPY,   /* a file that the program's user may not read: it sees a copy */
    SCOPE_LINK,   /* a symbolic link; `from` is its text */
    SCOPE_FOLDER, /* an empty folder */
};

struct scope_item {
    enum scope_kind kind;
    char *from; /* owned; NULL for a folder */
    char *to;   /* owned: where the program sees it, an absolute path */
    bool runs;  /* SCOPE_COPY: it is executable */
    int fd;     /* for the code that shows it; not used by this module */
};

struct scope {
    struct scope_item *items; /* owned; folders come before what is in them */
    int32_t count, cap;
};

/* What a command may see. `by_other`: the program will run as another user, who can read a file
 * only if everybody can. Fails with UNKNOWN (too many unreadable files), IO or NOMEM. */
PES_MUST_USE enum pes_err scope_init(struct scope *s, const struct command *c, bool by_other,
                                     struct pes_note *note);
void scope_release(struct scope *s);

/* Is the path in a folder that every confined program sees? */
bool scope_is_system(const char *path);

/* Does it see its whole folder? A program called `run` does, unless that would show the whole disk
 * or hide /tmp. */
bool scope_shows_folder(const struct command *c);

/* Calls visit() for everything in a folder, until it fails or clears *open. `depth` is passed on. A
 * folder that cannot be read is empty. */
typedef enum pes_err scope_visit(void *to, const char *path, int depth, bool *open);
PES_MUST_USE enum pes_err scope_each(const char *path, int depth, scope_visit *visit, void *to,
                                     bool *open);

#endif
