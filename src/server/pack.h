/* Files of the server that are made when it starts: packed by gzip and tagged like the embedded
 * ones (files.h), so that both are answered in the same way. */
#ifndef SERVER_PACK_H
#define SERVER_PACK_H

#include "core/str.h"
#include "server/files.h"

/* A file in memory of its own. */
struct pack {
    struct file file;
    struct str plain, packed;
    char tag[20];
};

void pack_init(struct pack *p);
void pack_release(struct pack *p);

/* Makes the file of what has been added to `plain`. */
PES_MUST_USE enum pes_err pack_make(struct pack *p, const char *path, const char *type);

/* The application's page for a server below a prefix such as "/games": `page` with
 * <base href="/games/"> in place of <base href="/">. */
PES_MUST_USE enum pes_err pack_rebase(struct pack *p, const struct file *page, const char *prefix);

#endif
