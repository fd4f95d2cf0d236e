/* Files of cells, packed in blocks that can be unpacked one by one: tables and checkpoints.
 * docs/formats/table.md describes the bytes.
 *
 * A file is written whole, under a temporary name that becomes the real one at the end. Before
 * anything in a file is believed, its head and its list of blocks are checked against a checksum
 * and against what is expected; every block has a checksum of its own. */
#ifndef SOLVE_PACK_H
#define SOLVE_PACK_H

#include "core/str.h"
#include "solve/crew.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PACK_BLOCK = 1 << 17, /* cells in a block, the last one excepted */
    PACK_PLANES_MAX = 4,  /* bytes of a cell */
    PACK_NAME_MAX = 2200  /* bytes of a name, NUL included */
};

/* The cells of a checkpoint mean something else where the solver sweeps forward. */
enum pack_kind { PACK_TABLE = 1, PACK_CHECKPOINT = 2, PACK_CHECKPOINT_FORWARD = 3 };

/* What a file says of itself. */
struct pack_head {
    enum pack_kind kind;
    uint64_t count;  /* cells */
    uint32_t planes; /* bytes of a cell; a block has all first bytes, then all second ones .. */
    int32_t plies;   /* how far from the end everything is known */
    char name[PACK_NAME_MAX]; /* game and variant */
};

/* Where a block's cells come from or go to; may be called by several threads at once, each time for
 * other cells. */
typedef void pack_block(void *to, uint64_t first, uint64_t count, unsigned char *bytes);

/* Writes a file. `fill` makes each block's bytes. STOPPED where the crew was stopped; nothing has
 * changed then. */
PES_MUST_USE enum pes_err pack_write(const char *path, const struct pack_head *head,
                                     const struct crew *crew, pack_block *fill, void *to,
                                     struct pes_note *note);

/* A file in memory. */
struct pack {
    struct pack_head head;
    bool damaged; /* where it could not be opened: it is ours, but not as it was written */
    struct str bytes;
    uint64_t blocks;
    const unsigned char *list; /* of the blocks */
};

/* Reads a file and checks head and list of blocks. UNKNOWN: there is none. IO, with a note, where
 * it is damaged or not what `wanted` describes (its plies do not matter). */
PES_MUST_USE enum pes_err pack_open(const char *path, const struct pack_head *wanted,
                                    struct pack *out, struct pes_note *note);
void pack_close(struct pack *pack);

/* Is every block as it was written? IO with a note where one is not. */
PES_MUST_USE enum pes_err pack_check(const struct pack *pack, const char *path,
                                     struct pes_note *note);

/* Unpacks a block to out[0..planes * cells); false: it is damaged. *count is its cells. */
bool pack_unpack(const struct pack *pack, uint64_t block, unsigned char *out, uint64_t *count);

/* Hands over all blocks; IO where one is damaged, STOPPED where the crew was stopped. */
PES_MUST_USE enum pes_err pack_read(const struct pack *pack, const struct crew *crew,
                                    pack_block *take, void *to);

#endif
