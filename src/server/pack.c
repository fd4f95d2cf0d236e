/* gzip with zlib, and an ETag from a hash of the content: see pack.h. */
#include "server/pack.h"

#include "core/mem.h"
#include "pessoi/hash.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

void pack_init(struct pack *p) {
    *p = (struct pack){0};
    str_init(&p->plain);
    str_init(&p->packed);
}

void pack_release(struct pack *p) {
    str_release(&p->plain);
    str_release(&p->packed);
    pack_init(p);
}

static voidpf pack_alloc(voidpf opaque, uInt items, uInt size) {
    (void)opaque;
    return mem_alloc((size_t)items * size);
}

static void pack_free(voidpf opaque, voidpf address) {
    (void)opaque;
    mem_free(address);
}

/* Appends `in`, compressed as a gzip file. `memory` is from 1 to 9. */
static enum pes_err gzip(const struct str *in, int level, int memory, struct str *out) {
    enum { GZIP_WINDOW = 15 + 16 }; /* the largest window of deflate, with the header of gzip */
    z_stream z = {.zalloc = pack_alloc, .zfree = pack_free};
    unsigned char piece[4096];
    int code = deflateInit2(&z, level, Z_DEFLATED, GZIP_WINDOW, memory, Z_DEFAULT_STRATEGY);
    if (code != Z_OK)
        return PES_ERR_NOMEM;
    z.next_in = (unsigned char *)in->text;
    z.avail_in = (uInt)in->length;
    do {
        z.next_out = piece;
        z.avail_out = sizeof piece;
        code = deflate(&z, Z_FINISH);
        assert(code == Z_OK || code == Z_STREAM_END);
        str_add_bytes(out, (const char *)piece, sizeof piece - z.avail_out);
    } while (code == Z_OK);
    deflateEnd(&z);
    return str_err(out);
}

enum pes_err pack_quickly(const struct str *in, struct str *out) {
    return gzip(in, Z_BEST_SPEED, 8, out);
}

enum pes_err pack_make(struct pack *p, const char *path, const char *type) {
    enum pes_err err = str_err(&p->plain);
    str_clear(&p->packed);
    if (err == PES_ERR_OK)
        err = gzip(&p->plain, Z_BEST_COMPRESSION, 9, &p->packed);
    if (err != PES_ERR_OK)
        return err;
    snprintf(p->tag, sizeof p->tag, "%016" PRIx64,
             pes_hash_bytes(1, p->plain.text, p->plain.length));
    p->file = (struct file){.path = path,
                            .type = type,
                            .tag = p->tag,
                            .plain = {(const unsigned char *)p->plain.text, p->plain.length},
                            .packed = {(const unsigned char *)p->packed.text, p->packed.length}};
    return PES_ERR_OK;
}

enum pes_err pack_rebase(struct pack *p, const struct file *page, const char *prefix) {
    static const char base[] = "<base href=\"/\">";
    const char *text = (const char *)page->plain.bytes;
    const size_t length = page->plain.length;
    size_t done = 0;
    str_clear(&p->plain);
    for (size_t i = 0; i + strlen(base) <= length; i++) {
        if (memcmp(text + i, base, strlen(base)) != 0)
            continue;
        str_add_bytes(&p->plain, text + done, i - done);
        str_addf(&p->plain, "<base href=\"%s/\">", prefix);
        done = i + strlen(base);
    }
    str_add_bytes(&p->plain, text + done, length - done);
    return pack_make(p, page->path, page->type);
}
