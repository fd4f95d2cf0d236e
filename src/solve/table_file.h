/* Files of cells, packed in blocks that can be unpacked one by one: tables and checkpoints.
 * docs/formats/table.md describes the bytes.
 *
 * A file is written whole, under a temporary name that becomes the real one at the end. Before
 * anything in a file is believed, its head and its list of blocks are checked against a checksum
 * and against what is expected; every block has a checksum of its own. */
#ifndef SOLVE_TABLE_FILE_H
#define SOLVE_TABLE_FILE_H

#include "core/str.h"
#include "solve/parallel.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TABLE_FILE_BLOCK = 1 << 17, /* cells in a block, the last one excepted */
    TABLE_FILE_PLANES_MAX = 4,  /* bytes of a cell */
    TABLE_FILE_NAME_MAX = 2200  /* bytes of a name, NUL included */
};

/* The cells of a checkpoint mean something else where the solver sweeps forward. */
enum table_file_kind {
    TABLE_FILE_TABLE = 1,
    TABLE_FILE_CHECKPOINT = 2,
    TABLE_FILE_CHECKPOINT_FORWARD = 3
};

/* What a file says of itself. */
struct table_file_head {
    enum table_file_kind kind;
    uint64_t count;  /* cells */
    uint32_t planes; /* bytes of a cell; a block has all first bytes, then all second ones .. */
    int32_t plies;   /* how far from the end everything is known */
    char name[TABLE_FILE_NAME_MAX]; /* game and variant */
};

/* Where a block's cells come from or go to; may be called by several threads at once, each time for
 * other cells. */
typedef void table_file_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes);

/* Writes a file. `fill` makes each block's bytes. STOPPED where the parallel was stopped; nothing
 * has changed then. */
PES_MUST_USE enum pes_err table_file_write(const char *path, const struct table_file_head *head,
                                           const struct parallel *parallel, table_file_block *fill,
                                           void *to, struct pes_note *note);

/* A file in memory. */
struct table_file {
    struct table_file_head head;
    bool damaged; /* where it could not be opened: it is ours, but not as it was written */
    struct str bytes;
    uint64_t blocks;
    const unsigned char *list; /* of the blocks */
};

/* Reads a file and checks head and list of blocks. UNKNOWN: there is none. IO, with a note, where
 * it is damaged or not what `wanted` describes (its plies do not matter). */
PES_MUST_USE enum pes_err table_file_open(const char *path, const struct table_file_head *wanted,
                                          struct table_file *out, struct pes_note *note);
void table_file_close(struct table_file *file);

/* Is every block as it was written? IO with a note where one is not. */
PES_MUST_USE enum pes_err table_file_check(const struct table_file *file, const char *path,
                                           struct pes_note *note);

/* Unpacks a block to out[0..planes * cells); false: it is damaged. *count is its cells. */
bool table_file_unpack(const struct table_file *file, uint64_t block, unsigned char *out,
                       uint64_t *count);

/* Hands over all blocks; IO where one is damaged, STOPPED where the parallel was stopped. */
PES_MUST_USE enum pes_err table_file_read(const struct table_file *file,
                                          const struct parallel *parallel, table_file_block *take,
                                          void *to);

#endif
