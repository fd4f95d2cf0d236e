#include "solve/pack.h"

#include "core/file.h"
#include "core/mem.h"
#include "core/text.h"
#include "pessoi/hash.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* The head: fixed fields, then the name, then the list of the blocks: for each the offset of its
 * end and its checksum. */
enum {
    AT_VERSION = 8,
    AT_KIND = 12,
    AT_COUNT = 16,
    AT_PLANES = 24,
    AT_BLOCK = 28,
    AT_PLIES = 32,
    AT_NAME_LENGTH = 36,
    AT_CHECKSUM = 40,
    AT_NAME = 48,
    ENTRY_SIZE = 16,
    VERSION = 1,
    LEVEL = 3 /* zstd's: higher ones take many times longer and gain little */
};

/* Not text for anybody, and spoilt by whatever changes the ends of lines. */
static const unsigned char magic[AT_VERSION] = {'P', 'E', 'S', 'T', 'A', 'B', '\r', '\n'};

/* Checkpoints of the largest games we can solve are far below this. */
static const size_t file_bytes_max = (size_t)1 << 36;

static void put_bytes(struct str *out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        str_add_char(out, (char)(unsigned char)(value >> (8 * i)));
}

static uint64_t get_bytes(const void *from, int bytes) {
    const unsigned char *at = from;
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static uint64_t blocks_of(uint64_t count) {
    return (count + PACK_BLOCK - 1) / PACK_BLOCK;
}
static uint64_t block_count(uint64_t count, uint64_t block) {
    const uint64_t left = count - block * PACK_BLOCK;
    return left < PACK_BLOCK ? left : PACK_BLOCK;
}

/* Covers all of the head and the list but the checksum itself. */
static uint64_t head_checksum(const char *bytes, size_t length) {
    const uint64_t fixed = pes_hash_bytes(0, bytes, AT_CHECKSUM);
    return pes_hash_bytes(fixed, bytes + AT_NAME, length - AT_NAME);
}

/* Writing. ------------------------------------------------------------------------------------- */

/* A block on its way into the file. */
struct bale {
    unsigned char *raw;
    char *packed;
    size_t packed_size; /* 0: it failed */
    ZSTD_CCtx *zstd;
};

/* One round: as many blocks as there are bales, packed side by side, then written in order. */
struct press {
    const struct pack_head *head;
    pack_block *fill;
    void *to;
    struct bale *bales;
    uint64_t first; /* block of the first bale */
};

static void pack_bale(void *to, int worker, uint64_t item) {
    (void)worker;
    struct press *press = to;
    struct bale *bale = &press->bales[item];
    const uint64_t block = press->first + item;
    const uint64_t count = block_count(press->head->count, block);
    const size_t size = (size_t)count * press->head->planes;
    press->fill(press->to, block * PACK_BLOCK, count, bale->raw);
    const size_t packed =
        ZSTD_compress2(bale->zstd, bale->packed, ZSTD_compressBound(size), bale->raw, size);
    bale->packed_size = ZSTD_isError(packed) ? 0 : packed;
}

static void free_bales(struct bale *bales, int count) {
    for (int i = 0; bales != NULL && i < count; i++) {
        mem_free(bales[i].raw);
        mem_free(bales[i].packed);
        ZSTD_freeCCtx(bales[i].zstd);
    }
    mem_free(bales);
}

static struct bale *new_bales(int count, uint32_t planes) {
    const size_t size = (size_t)PACK_BLOCK * planes;
    struct bale *bales = mem_alloc((size_t)count * sizeof *bales);
    bool good = bales != NULL;
    for (int i = 0; good && i < count; i++) {
        bales[i].raw = mem_alloc(size);
        bales[i].packed = mem_alloc(ZSTD_compressBound(size));
        bales[i].zstd = ZSTD_createCCtx();
        good = bales[i].raw != NULL && bales[i].packed != NULL && bales[i].zstd != NULL &&
               !ZSTD_isError(ZSTD_CCtx_setParameter(bales[i].zstd, ZSTD_c_compressionLevel, LEVEL));
    }
    if (good)
        return bales;
    free_bales(bales, count);
    return NULL;
}

static void add_head(struct str *out, const struct pack_head *head) {
    str_add_bytes(out, (const char *)magic, sizeof magic);
    put_bytes(out, VERSION, 4);
    put_bytes(out, head->kind, 4);
    put_bytes(out, head->count, 8);
    put_bytes(out, head->planes, 4);
    put_bytes(out, PACK_BLOCK, 4);
    put_bytes(out, (uint32_t)head->plies, 4);
    put_bytes(out, strlen(head->name), 4);
    put_bytes(out, 0, 8);
    str_add(out, head->name);
    for (uint64_t i = 0; i < 2 * blocks_of(head->count); i++)
        put_bytes(out, 0, 8);
}

/* Writes over 8 bytes that are there. */
static void set_bytes(struct str *out, size_t at, uint64_t value) {
    assert(at + 8 <= out->length);
    for (int i = 0; i < 8; i++)
        out->text[at + (size_t)i] = (char)(unsigned char)(value >> (8 * i));
}

/* Appends a block and enters it in the list, which begins at `list_at`. */
static enum pes_err add_block(struct str *file, size_t list_at, uint64_t block,
                              const struct bale *bale) {
    if (bale->packed_size == 0)
        return PES_ERR_NOMEM;
    str_add_bytes(file, bale->packed, bale->packed_size);
    if (str_err(file))
        return PES_ERR_NOMEM;
    const size_t entry = list_at + ENTRY_SIZE * (size_t)block;
    set_bytes(file, entry, file->length);
    set_bytes(file, entry + 8, pes_hash_bytes(block, bale->packed, bale->packed_size));
    return PES_ERR_OK;
}

static enum pes_err add_blocks(struct str *file, size_t list_at, struct press *press,
                               const struct crew *crew, int bales) {
    const uint64_t blocks = blocks_of(press->head->count);
    for (press->first = 0; press->first < blocks; press->first += (uint64_t)bales) {
        const uint64_t left = blocks - press->first;
        const uint64_t count = left < (uint64_t)bales ? left : (uint64_t)bales;
        crew_run(crew, count, pack_bale, press);
        if (crew->stop != NULL && atomic_load(crew->stop))
            return PES_ERR_STOPPED;
        enum pes_err err = PES_ERR_OK;
        for (uint64_t i = 0; i < count && err == PES_ERR_OK; i++)
            err = add_block(file, list_at, press->first + i, &press->bales[i]);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

enum pes_err pack_write(const char *path, const struct pack_head *head, const struct crew *crew,
                        pack_block *fill, void *to, struct pes_note *note) {
    enum { BALES_PER_JOB = 8 };
    assert(head->planes >= 1 && head->planes <= PACK_PLANES_MAX);
    const int bales = crew->jobs * BALES_PER_JOB;
    struct str file;
    str_init(&file);
    add_head(&file, head);
    const size_t head_length = file.length;
    const size_t list_at = AT_NAME + strlen(head->name);
    struct press press = {.head = head, .fill = fill, .to = to};
    press.bales = new_bales(bales, head->planes);
    enum pes_err err = press.bales == NULL ? PES_ERR_NOMEM : str_err(&file);
    if (err == PES_ERR_OK)
        err = add_blocks(&file, list_at, &press, crew, bales);
    free_bales(press.bales, bales);
    if (err == PES_ERR_OK) {
        set_bytes(&file, AT_CHECKSUM, head_checksum(file.text, head_length));
        err = file_write(path, file.text, file.length, note);
    }
    str_release(&file);
    return err;
}

/* Reading. ------------------------------------------------------------------------------------- */

static enum pes_err refuse(const char *path, const struct pes_text *why, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote))));
}

/* Where a block ends; before the first, where the head does. */
static uint64_t end_of(const struct pack *pack, uint64_t block) {
    return get_bytes(pack->list + ENTRY_SIZE * block, 8);
}
static uint64_t begin_of(const struct pack *pack, uint64_t block) {
    const size_t head_length =
        (size_t)((const char *)pack->list - pack->bytes.text) + ENTRY_SIZE * (size_t)pack->blocks;
    return block == 0 ? head_length : end_of(pack, block - 1);
}

/* Do the blocks follow each other, up to the end of the file? */
static bool list_good(const struct pack *pack) {
    for (uint64_t i = 0; i < pack->blocks; i++)
        if (end_of(pack, i) <= begin_of(pack, i))
            return false;
    return end_of(pack, pack->blocks - 1) == pack->bytes.length;
}

/* Does it look like what is wanted? The checksum comes first, so that a damaged file is not taken
 * for another game's. */
static const struct pes_text *check_head(struct pack *pack, const struct pack_head *wanted) {
    const char *bytes = pack->bytes.text;
    const size_t length = pack->bytes.length;
    if (length < AT_NAME || memcmp(bytes, magic, sizeof magic) != 0)
        return TEXT(solve_no_table);
    if (get_bytes(bytes + AT_VERSION, 4) != VERSION)
        return TEXT(solve_other_version);
    const size_t name_length = (size_t)get_bytes(bytes + AT_NAME_LENGTH, 4);
    const uint64_t count = get_bytes(bytes + AT_COUNT, 8);
    const uint64_t room = (length - AT_NAME) / ENTRY_SIZE; /* more blocks cannot be listed */
    if (name_length >= PACK_NAME_MAX || name_length > length - AT_NAME || count == 0 ||
        blocks_of(count) > room)
        return TEXT(solve_damaged);
    const size_t head_length = AT_NAME + name_length + ENTRY_SIZE * (size_t)blocks_of(count);
    if (head_length > length ||
        head_checksum(bytes, head_length) != get_bytes(bytes + AT_CHECKSUM, 8))
        return TEXT(solve_damaged);
    pack->blocks = blocks_of(count);
    pack->list = (const unsigned char *)bytes + AT_NAME + name_length;
    pack->head.plies = (int32_t)get_bytes(bytes + AT_PLIES, 4);
    if (get_bytes(bytes + AT_KIND, 4) != wanted->kind || count != wanted->count ||
        get_bytes(bytes + AT_PLANES, 4) != wanted->planes ||
        get_bytes(bytes + AT_BLOCK, 4) != PACK_BLOCK || name_length != strlen(wanted->name) ||
        memcmp(bytes + AT_NAME, wanted->name, name_length) != 0)
        return TEXT(solve_other_game);
    return list_good(pack) ? NULL : TEXT(solve_damaged);
}

enum pes_err pack_open(const char *path, const struct pack_head *wanted, struct pack *out,
                       struct pes_note *note) {
    *out = (struct pack){.head = *wanted};
    str_init(&out->bytes);
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return PES_ERR_UNKNOWN;
    enum pes_err err = file_read(path, file_bytes_max, &out->bytes, note);
    if (err == PES_ERR_OK) {
        const struct pes_text *wrong = check_head(out, wanted);
        out->damaged = wrong == TEXT(solve_damaged);
        if (wrong != NULL)
            err = refuse(path, wrong, note);
    }
    if (err != PES_ERR_OK)
        pack_close(out);
    return err;
}

void pack_close(struct pack *pack) {
    str_release(&pack->bytes);
}

/* The packed bytes of a block; NULL: they are not those that were written. */
static const char *packed_block(const struct pack *pack, uint64_t block, size_t *length) {
    assert(block < pack->blocks);
    const uint64_t from = begin_of(pack, block);
    const char *packed = pack->bytes.text + from;
    *length = (size_t)(end_of(pack, block) - from);
    const uint64_t checksum = get_bytes(pack->list + ENTRY_SIZE * block + 8, 8);
    return pes_hash_bytes(block, packed, *length) == checksum ? packed : NULL;
}

enum pes_err pack_check(const struct pack *pack, const char *path, struct pes_note *note) {
    for (uint64_t block = 0; block < pack->blocks; block++) {
        size_t length;
        if (packed_block(pack, block, &length) == NULL)
            return refuse(path, TEXT(solve_damaged), note);
    }
    return PES_ERR_OK;
}

bool pack_unpack(const struct pack *pack, uint64_t block, unsigned char *out, uint64_t *count) {
    size_t length;
    const char *packed = packed_block(pack, block, &length);
    *count = block_count(pack->head.count, block);
    const size_t size = (size_t)*count * pack->head.planes;
    return packed != NULL && ZSTD_decompress(out, size, packed, length) == size;
}

/* All blocks: a buffer a thread. */
struct unpacking {
    const struct pack *pack;
    pack_block *take;
    void *to;
    unsigned char **buffers;
    atomic_bool damaged;
};

static void unpack_block(void *to, int worker, uint64_t block) {
    struct unpacking *u = to;
    uint64_t count;
    if (pack_unpack(u->pack, block, u->buffers[worker], &count))
        u->take(u->to, block * PACK_BLOCK, count, u->buffers[worker]);
    else
        atomic_store(&u->damaged, true);
}

enum pes_err pack_read(const struct pack *pack, const struct crew *crew, pack_block *take,
                       void *to) {
    struct unpacking u = {.pack = pack, .take = take, .to = to};
    u.buffers = mem_alloc((size_t)crew->jobs * sizeof *u.buffers);
    enum pes_err err = u.buffers != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    for (int i = 0; err == PES_ERR_OK && i < crew->jobs; i++) {
        u.buffers[i] = mem_alloc((size_t)PACK_BLOCK * pack->head.planes);
        if (u.buffers[i] == NULL)
            err = PES_ERR_NOMEM;
    }
    if (err == PES_ERR_OK) {
        crew_run(crew, pack->blocks, unpack_block, &u);
        err = u.damaged ? PES_ERR_IO : PES_ERR_OK;
        if (crew->stop != NULL && atomic_load(crew->stop))
            err = PES_ERR_STOPPED;
    }
    for (int i = 0; u.buffers != NULL && i < crew->jobs; i++)
        mem_free(u.buffers[i]);
    mem_free(u.buffers);
    return err;
}
