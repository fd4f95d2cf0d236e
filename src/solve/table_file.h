/* Files of cells: tables and checkpoints. Cells are compressed in blocks that can be decompressed
 * one by one. docs/formats/table.md describes the bytes.
 *
 * A file is written under a temporary name and renamed at the end. Nothing in a file is trusted
 * before its head and its list of blocks have been checked, by a checksum and against what is
 * expected; every block has a checksum of its own. */
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

/* Checkpoints of retrograde analysis and of value iteration have cells of different meaning. */
enum table_file_kind {
    TABLE_FILE_TABLE = 1,
    TABLE_FILE_CHECKPOINT = 2,
    TABLE_FILE_CHECKPOINT_FORWARD = 3
};

/* The head of a file. */
struct table_file_head {
    enum table_file_kind kind;
    uint64_t count;  /* cells */
    uint32_t planes; /* bytes of a cell; a block has all first bytes, then all second ones ... */
    int32_t plies;   /* everything decided within these is known */
    char name[TABLE_FILE_NAME_MAX]; /* game and variant */
};

/* Fills in or consumes the bytes of one block, cells first..first+count-1. Called by several
 * threads at once, for different blocks. */
typedef void table_file_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes);

/* Writes a file; `fill` makes the bytes of each block. STOPPED where the stop flag was raised; the
 * old file is unchanged then. */
PES_MUST_USE enum pes_err table_file_write(const char *path, const struct table_file_head *head,
                                           const struct parallel *parallel, table_file_block *fill,
                                           void *to, struct pes_note *note);

/* A file in memory. */
struct table_file {
    struct table_file_head head;
    bool damaged; /* it could not be opened: it is a table file, but not as it was written */
    struct str bytes;
    uint64_t blocks;
    const unsigned char *list; /* of the blocks */
};

/* Reads a file and checks its head and list of blocks. UNKNOWN: it does not exist. IO, with a note,
 * where it is damaged or not what `wanted` describes (plies are not compared). */
PES_MUST_USE enum pes_err table_file_open(const char *path, const struct table_file_head *wanted,
                                          struct table_file *out, struct pes_note *note);
void table_file_close(struct table_file *file);

/* Is every block as it was written? IO with a note where one is not. */
PES_MUST_USE enum pes_err table_file_check(const struct table_file *file, const char *path,
                                           struct pes_note *note);

/* Decompresses a block to out[0..planes * cells); *count is the number of its cells. False: it is
 * damaged. */
bool table_file_unpack(const struct table_file *file, uint64_t block, unsigned char *out,
                       uint64_t *count);

/* Decompresses all blocks and passes them to `take`. IO where one is damaged, STOPPED where the
 * stop flag was raised. */
PES_MUST_USE enum pes_err table_file_read(const struct table_file *file,
                                          const struct parallel *parallel, table_file_block *take,
                                          void *to);

#endif
