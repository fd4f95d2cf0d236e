/* Files that are made when the server starts: compressed with gzip and tagged like the embedded
 * ones (files.h), so that both are served by the same code. */
#ifndef SERVER_PACK_H
#define SERVER_PACK_H

#include "core/str.h"
#include "server/files.h"

/* A file that owns its memory. */
struct pack {
    struct file file;
    struct str plain, packed;
    char tag[20];
};

void pack_init(struct pack *p);
void pack_release(struct pack *p);

/* Makes the file from the content of `plain`. */
PES_MUST_USE enum pes_err pack_make(struct pack *p, const char *path, const char *type);

/* Appends `in` compressed by gzip with the least work, for an answer that is made for one client.
 *
 * Never for an answer with a secret (a key of a seat): whoever can choose a part of such an answer
 * and see how long the whole is learns the rest, byte by byte (BREACH). */
PES_MUST_USE enum pes_err pack_quickly(const struct str *in, struct str *out);

/* The page of the application for a server below a prefix such as "/games": `page` with <base
 * href="/games/"> instead of <base href="/">. */
PES_MUST_USE enum pes_err pack_rebase(struct pack *p, const struct file *page, const char *prefix);

#endif
