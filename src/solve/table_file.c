/* Reading and writing of table files: a head, a list of blocks, then the blocks, each compressed
 * with zstd. docs/formats/table.md describes the bytes.
 *
 * Invariant: the list holds the end of every block, ends grow, and the last one is the end of the
 * file; table_file_open() checks this before any block is read. */
#include "solve/table_file.h"

#include "core/file.h"
#include "core/mem.h"
#include "pessoi/hash.h"
#include "solve/text.h"

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
    LEVEL = 3 /* of zstd: higher levels take many times longer and gain little */
};

/* Not valid text, and destroyed by any conversion of line ends (as in PNG). */
static const unsigned char magic[AT_VERSION] = {'P', 'E', 'S', 'T', 'A', 'B', '\r', '\n'};

/* Checkpoints of the largest games that can be solved are far below this. */
static const size_t file_bytes_max = (size_t)1 << 36;

/* Appends a number, little-endian. */
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

/* Blocks of a file with `count` cells, and cells of one of them: only the last may be smaller. */
static uint64_t blocks_of(uint64_t count) {
    return (count + TABLE_FILE_BLOCK - 1) / TABLE_FILE_BLOCK;
}
static uint64_t block_count(uint64_t count, uint64_t block) {
    assert(block < blocks_of(count));
    const uint64_t left = count - block * TABLE_FILE_BLOCK;
    return left < TABLE_FILE_BLOCK ? left : TABLE_FILE_BLOCK;
}

/* Covers the head and the list, without the checksum itself. */
static uint64_t head_checksum(const char *bytes, size_t length) {
    assert(length >= AT_NAME);
    const uint64_t fixed = pes_hash_bytes(0, bytes, AT_CHECKSUM);
    return pes_hash_bytes(fixed, bytes + AT_NAME, length - AT_NAME);
}

/* Writing. ------------------------------------------------------------------------------------- */

/* The memory for compressing one block. */
struct block_buffer {
    unsigned char *raw;
    char *packed;
    size_t packed_size; /* 0: it failed */
    ZSTD_CCtx *zstd;
};

/* One round: as many blocks as there are buffers, compressed in parallel, then appended in order.
 */
struct block_writer {
    const struct table_file_head *head;
    table_file_block *fill;
    void *to;
    struct block_buffer *buffers;
    uint64_t first; /* block of the first buffer */
};

/* One item of the parallel loop: fills in and compresses one block. Buffers belong to items, not to
 * threads, because the results are needed in order afterwards. */
static void compress_block(void *to, int worker, uint64_t item) {
    (void)worker;
    struct block_writer *writer = to;
    struct block_buffer *buffer = &writer->buffers[item];
    const uint64_t block = writer->first + item;
    const uint64_t count = block_count(writer->head->count, block);
    const size_t size = (size_t)count * writer->head->planes;
    writer->fill(writer->to, block * TABLE_FILE_BLOCK, count, buffer->raw);
    const size_t packed =
        ZSTD_compress2(buffer->zstd, buffer->packed, ZSTD_compressBound(size), buffer->raw, size);
    buffer->packed_size = ZSTD_isError(packed) ? 0 : packed;
}

static void buffers_free(struct block_buffer *buffers, int count) {
    for (int i = 0; buffers != NULL && i < count; i++) {
        mem_free(buffers[i].raw);
        mem_free(buffers[i].packed);
        ZSTD_freeCCtx(buffers[i].zstd);
    }
    mem_free(buffers);
}

/* NULL: out of memory. */
static struct block_buffer *buffers_new(int count, uint32_t planes) {
    const size_t size = (size_t)TABLE_FILE_BLOCK * planes;
    struct block_buffer *buffers = mem_alloc((size_t)count * sizeof *buffers);
    bool good = buffers != NULL;
    for (int i = 0; good && i < count; i++) {
        buffers[i].raw = mem_alloc(size);
        buffers[i].packed = mem_alloc(ZSTD_compressBound(size));
        buffers[i].zstd = ZSTD_createCCtx();
        good =
            buffers[i].raw != NULL && buffers[i].packed != NULL && buffers[i].zstd != NULL &&
            !ZSTD_isError(ZSTD_CCtx_setParameter(buffers[i].zstd, ZSTD_c_compressionLevel, LEVEL));
    }
    if (good)
        return buffers;
    buffers_free(buffers, count);
    return NULL;
}

/* Writes the head with a checksum and a list of zeros, which are filled in at the end. */
static void add_head(struct str *out, const struct table_file_head *head) {
    str_add_bytes(out, (const char *)magic, sizeof magic);
    put_bytes(out, VERSION, 4);
    put_bytes(out, head->kind, 4);
    put_bytes(out, head->count, 8);
    put_bytes(out, head->planes, 4);
    put_bytes(out, TABLE_FILE_BLOCK, 4);
    put_bytes(out, (uint32_t)head->plies, 4);
    put_bytes(out, strlen(head->name), 4);
    put_bytes(out, 0, 8);
    str_add(out, head->name);
    for (uint64_t i = 0; i < 2 * blocks_of(head->count); i++)
        put_bytes(out, 0, 8);
}

/* Overwrites 8 bytes. */
static void set_bytes(struct str *out, size_t at, uint64_t value) {
    assert(at + 8 <= out->length);
    for (int i = 0; i < 8; i++)
        out->text[at + (size_t)i] = (char)(unsigned char)(value >> (8 * i));
}

/* Appends a block and enters it in the list, which begins at `list_at`. */
static enum pes_err add_block(struct str *file, size_t list_at, uint64_t block,
                              const struct block_buffer *buffer) {
    if (buffer->packed_size == 0)
        return PES_ERR_NOMEM;
    str_add_bytes(file, buffer->packed, buffer->packed_size);
    if (str_err(file))
        return PES_ERR_NOMEM;
    const size_t entry = list_at + ENTRY_SIZE * (size_t)block;
    set_bytes(file, entry, file->length);
    set_bytes(file, entry + 8, pes_hash_bytes(block, buffer->packed, buffer->packed_size));
    return PES_ERR_OK;
}

/* Compresses and appends all blocks, round by round. */
static enum pes_err add_blocks(struct str *file, size_t list_at, struct block_writer *writer,
                               const struct parallel *parallel, int buffers) {
    const uint64_t blocks = blocks_of(writer->head->count);
    for (writer->first = 0; writer->first < blocks; writer->first += (uint64_t)buffers) {
        const uint64_t left = blocks - writer->first;
        const uint64_t count = left < (uint64_t)buffers ? left : (uint64_t)buffers;
        parallel_for(parallel, count, compress_block, writer);
        if (parallel->stop != NULL && atomic_load(parallel->stop))
            return PES_ERR_STOPPED;
        enum pes_err err = PES_ERR_OK;
        for (uint64_t i = 0; i < count && err == PES_ERR_OK; i++)
            err = add_block(file, list_at, writer->first + i, &writer->buffers[i]);
        if (err != PES_ERR_OK)
            return err;
    }
    return PES_ERR_OK;
}

enum pes_err table_file_write(const char *path, const struct table_file_head *head,
                              const struct parallel *parallel, table_file_block *fill, void *to,
                              struct pes_note *note) {
    enum { BUFFERS_PER_JOB = 8 };
    assert(head->planes >= 1);
    assert(head->planes <= TABLE_FILE_PLANES_MAX);
    assert(head->count > 0);
    assert(strlen(head->name) < TABLE_FILE_NAME_MAX);
    const int buffers = parallel->jobs * BUFFERS_PER_JOB;
    struct str file;
    str_init(&file);
    add_head(&file, head);
    const size_t head_length = file.length;
    const size_t list_at = AT_NAME + strlen(head->name);
    assert(str_err(&file) || head_length == list_at + ENTRY_SIZE * (size_t)blocks_of(head->count));
    struct block_writer writer = {.head = head, .fill = fill, .to = to};
    writer.buffers = buffers_new(buffers, head->planes);
    enum pes_err err = writer.buffers == NULL ? PES_ERR_NOMEM : str_err(&file);
    if (err == PES_ERR_OK)
        err = add_blocks(&file, list_at, &writer, parallel, buffers);
    buffers_free(writer.buffers, buffers);
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

/* The offset of a block's end; the first block begins where the list ends. */
static uint64_t end_of(const struct table_file *file, uint64_t block) {
    return get_bytes(file->list + ENTRY_SIZE * block, 8);
}
static uint64_t begin_of(const struct table_file *file, uint64_t block) {
    const size_t head_length =
        (size_t)((const char *)file->list - file->bytes.text) + ENTRY_SIZE * (size_t)file->blocks;
    return block == 0 ? head_length : end_of(file, block - 1);
}

/* Do the blocks follow one another up to the end of the file? */
static bool list_good(const struct table_file *file) {
    for (uint64_t i = 0; i < file->blocks; i++)
        if (end_of(file, i) <= begin_of(file, i))
            return false;
    return end_of(file, file->blocks - 1) == file->bytes.length;
}

/* Compares the head with what is wanted; returns the reason to refuse the file, or NULL. The
 * checksum comes first, so that a damaged file is not reported as another game's. */
static const struct pes_text *check_head(struct table_file *file,
                                         const struct table_file_head *wanted) {
    const char *bytes = file->bytes.text;
    const size_t length = file->bytes.length;
    if (length < AT_NAME || memcmp(bytes, magic, sizeof magic) != 0)
        return TEXT(solve_no_table);
    if (get_bytes(bytes + AT_VERSION, 4) != VERSION)
        return TEXT(solve_other_version);
    const size_t name_length = (size_t)get_bytes(bytes + AT_NAME_LENGTH, 4);
    const uint64_t count = get_bytes(bytes + AT_COUNT, 8);
    const uint64_t room = (length - AT_NAME) / ENTRY_SIZE; /* more blocks cannot be listed */
    if (name_length >= TABLE_FILE_NAME_MAX || name_length > length - AT_NAME || count == 0 ||
        blocks_of(count) > room)
        return TEXT(solve_damaged);
    const size_t head_length = AT_NAME + name_length + ENTRY_SIZE * (size_t)blocks_of(count);
    if (head_length > length ||
        head_checksum(bytes, head_length) != get_bytes(bytes + AT_CHECKSUM, 8))
        return TEXT(solve_damaged);
    file->blocks = blocks_of(count);
    file->list = (const unsigned char *)bytes + AT_NAME + name_length;
    file->head.plies = (int32_t)get_bytes(bytes + AT_PLIES, 4);
    if (get_bytes(bytes + AT_KIND, 4) != wanted->kind || count != wanted->count ||
        get_bytes(bytes + AT_PLANES, 4) != wanted->planes ||
        get_bytes(bytes + AT_BLOCK, 4) != TABLE_FILE_BLOCK || name_length != strlen(wanted->name) ||
        memcmp(bytes + AT_NAME, wanted->name, name_length) != 0)
        return TEXT(solve_other_game);
    return list_good(file) ? NULL : TEXT(solve_damaged);
}

enum pes_err table_file_open(const char *path, const struct table_file_head *wanted,
                             struct table_file *out, struct pes_note *note) {
    *out = (struct table_file){.head = *wanted};
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
        table_file_close(out);
    return err;
}

void table_file_close(struct table_file *file) {
    str_release(&file->bytes);
}

/* The compressed bytes of a block; NULL: their checksum is wrong. */
static const char *packed_block(const struct table_file *file, uint64_t block, size_t *length) {
    assert(block < file->blocks);
    const uint64_t from = begin_of(file, block);
    const char *packed = file->bytes.text + from;
    *length = (size_t)(end_of(file, block) - from);
    const uint64_t checksum = get_bytes(file->list + ENTRY_SIZE * block + 8, 8);
    return pes_hash_bytes(block, packed, *length) == checksum ? packed : NULL;
}

enum pes_err table_file_check(const struct table_file *file, const char *path,
                              struct pes_note *note) {
    for (uint64_t block = 0; block < file->blocks; block++) {
        size_t length;
        if (packed_block(file, block, &length) == NULL)
            return refuse(path, TEXT(solve_damaged), note);
    }
    return PES_ERR_OK;
}

bool table_file_unpack(const struct table_file *file, uint64_t block, unsigned char *out,
                       uint64_t *count) {
    size_t length;
    const char *packed = packed_block(file, block, &length);
    *count = block_count(file->head.count, block);
    const size_t size = (size_t)*count * file->head.planes;
    return packed != NULL && ZSTD_decompress(out, size, packed, length) == size;
}

/* Decompresses all blocks, with one buffer per thread. */
struct unpacking {
    const struct table_file *file;
    table_file_block *take;
    void *to;
    unsigned char **buffers;
    atomic_bool damaged;
};

static void unpack_block(void *to, int worker, uint64_t block) {
    struct unpacking *u = to;
    uint64_t count;
    if (table_file_unpack(u->file, block, u->buffers[worker], &count))
        u->take(u->to, block * TABLE_FILE_BLOCK, count, u->buffers[worker]);
    else
        atomic_store(&u->damaged, true);
}

enum pes_err table_file_read(const struct table_file *file, const struct parallel *parallel,
                             table_file_block *take, void *to) {
    struct unpacking u = {.file = file, .take = take, .to = to};
    u.buffers = mem_alloc((size_t)parallel->jobs * sizeof *u.buffers);
    enum pes_err err = u.buffers != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    for (int i = 0; err == PES_ERR_OK && i < parallel->jobs; i++) {
        u.buffers[i] = mem_alloc((size_t)TABLE_FILE_BLOCK * file->head.planes);
        if (u.buffers[i] == NULL)
            err = PES_ERR_NOMEM;
    }
    if (err == PES_ERR_OK) {
        parallel_for(parallel, file->blocks, unpack_block, &u);
        err = u.damaged ? PES_ERR_IO : PES_ERR_OK;
        if (parallel->stop != NULL && atomic_load(parallel->stop))
            err = PES_ERR_STOPPED;
    }
    for (int i = 0; u.buffers != NULL && i < parallel->jobs; i++)
        mem_free(u.buffers[i]);
    mem_free(u.buffers);
    return err;
}
