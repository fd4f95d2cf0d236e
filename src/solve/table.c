/* Queries of a solved table (struct pes_table). The file stays compressed in memory; blocks are
 * decompressed on demand into a direct-mapped cache.
 *
 * Invariant: cached block `b` is at b % CACHED, and count is 0 where its bytes are not valid. */
#include "solve/table.h"

#include "core/mem.h"
#include "pessoi/hash.h"
#include "solve/best_two.h"
#include "solve/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CACHED = 256 }; /* decompressed blocks: 100 MB at most */

struct cached_block {
    unsigned char *bytes; /* NULL: not allocated yet */
    uint64_t block;
    uint64_t count; /* cells; 0: empty */
};

struct pes_table {
    const struct pes_game *game;
    struct table_file file;
    bool bans;
    struct cached_block cached[CACHED]; /* block b can only be at b % CACHED */
};

/* Names. --------------------------------------------------------------------------------------- */

enum pes_err pes_table_folder(char out[PES_SOLVE_PATH_MAX], struct pes_note *note) {
    /* The XDG base directory specification: a path that is not absolute is to be ignored. */
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(out, PES_SOLVE_PATH_MAX, "%s/pessoi", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, PES_SOLVE_PATH_MAX, "%s/.cache/pessoi", home);
    if (length < 0 || length >= PES_SOLVE_PATH_MAX)
        return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(solve_no_folder), PES_NO_ARGS);
    return PES_ERR_OK;
}

/* The variant's name for files: that of the index, which may join variants of equal solution. */
static void variant_name(const struct pes_game *g, char out[PES_OPTIONS_TEXT_MAX]) {
    if (g->kit->index->name != NULL)
        g->kit->index->name(g, out);
    else
        snprintf(out, PES_OPTIONS_TEXT_MAX, "%s", g->variant);
}

bool table_bans(const struct pes_game *g) {
    const struct pes_index *index = g->kit->index;
    return index->banned != NULL && (index->bans == NULL || index->bans(g));
}

struct table_file_head table_head(const struct pes_game *g) {
    char name[PES_OPTIONS_TEXT_MAX];
    variant_name(g, name);
    struct table_file_head head = {
        .kind = TABLE_FILE_TABLE,
        .count = g->kit->index->count(g),
        .planes = table_bans(g) ? TABLE_PLANES_BANS : TABLE_PLANES,
    };
    snprintf(head.name, sizeof head.name, "%.64s %s", g->rules->name, name);
    return head;
}

enum pes_err table_path(const struct pes_game *g, const char *folder, const char *suffix,
                        char out[PES_SOLVE_PATH_MAX], struct pes_note *note) {
    enum { NAME_MAX_HERE = 160 }; /* file systems allow 255 bytes; longer names become a hash */
    char name[PES_OPTIONS_TEXT_MAX];
    variant_name(g, name);
    if (strlen(name) > NAME_MAX_HERE)
        snprintf(name, sizeof name, "%016" PRIx64, pes_hash_bytes(0, name, strlen(name)));
    const int length = snprintf(out, PES_SOLVE_PATH_MAX, "%s/%s%s%s.%s", folder, g->rules->name,
                                name[0] != '\0' ? "-" : "", name, suffix);
    if (length >= PES_SOLVE_PATH_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(solve_path_long),
                            PES_ARGS(PES_INT(PES_SOLVE_PATH_MAX - 1)));
    return PES_ERR_OK;
}

enum pes_err table_check(const struct pes_game *g, struct pes_note *note) {
    if (g->kit->index == NULL)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(solve_no_index),
                            PES_ARGS(PES_STR(g->rules->name)));
    if (g->chance_in_play)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(solve_chance),
                            PES_ARGS(PES_STR(g->rules->name)));
    if (g->kit->index->count(g) == 0)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(solve_no_numbers),
                            PES_ARGS(PES_STR(g->rules->name)));
    if (g->moves_max > PES_SOLVE_MOVES_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(solve_many_moves),
                            PES_ARGS(PES_INT(PES_SOLVE_MOVES_MAX)));
    return PES_ERR_OK;
}

/* Queries. ------------------------------------------------------------------------------------- */

enum pes_err pes_table_open(const struct pes_game *g, const char *folder, struct pes_table **out,
                            struct pes_note *note) {
    char path[PES_SOLVE_PATH_MAX];
    enum pes_err err = table_check(g, note);
    if (err == PES_ERR_OK)
        err = table_path(g, folder, "table", path, note);
    if (err != PES_ERR_OK)
        return err;
    struct pes_table *table = mem_alloc(sizeof *table);
    if (table == NULL)
        return PES_ERR_NOMEM;
    table->game = g;
    table->bans = table_bans(g);
    const struct table_file_head wanted = table_head(g);
    err = table_file_open(path, &wanted, &table->file, note);
    if (err == PES_ERR_OK) {
        err = table_file_check(&table->file, path, note);
        if (err != PES_ERR_OK)
            table_file_close(&table->file);
    }
    if (err != PES_ERR_OK) {
        mem_free(table);
        return err;
    }
    *out = table;
    return PES_ERR_OK;
}

bool pes_table_exists(const struct pes_game *g, const char *folder) {
    char path[PES_SOLVE_PATH_MAX];
    return table_check(g, NULL) == PES_ERR_OK &&
           table_path(g, folder, "table", path, NULL) == PES_ERR_OK && access(path, R_OK) == 0;
}

void pes_table_close(struct pes_table *table) {
    if (table == NULL)
        return;
    for (int i = 0; i < CACHED; i++)
        mem_free(table->cached[i].bytes);
    table_file_close(&table->file);
    mem_free(table);
}

/* The decompressed block. */
static enum pes_err fetch(struct pes_table *table, uint64_t block,
                          const struct cached_block **out) {
    struct cached_block *cached = &table->cached[block % CACHED];
    const uint64_t cells = table->file.head.count;
    assert(block < table->file.blocks);
    if (cached->bytes == NULL) {
        const size_t most = cells < TABLE_FILE_BLOCK ? (size_t)cells : TABLE_FILE_BLOCK;
        cached->bytes = mem_alloc(most * table->file.head.planes);
        if (cached->bytes == NULL)
            return PES_ERR_NOMEM;
        cached->count = 0;
    }
    if (cached->count == 0 || cached->block != block) {
        cached->count = 0;
        uint64_t count;
        if (!table_file_unpack(&table->file, block, cached->bytes, &count))
            return PES_ERR_IO;
        cached->block = block;
        cached->count = count;
    }
    *out = cached;
    return PES_ERR_OK;
}

/* The key of the move that the history forbids, in the table's (mirrored) position; 0: none. */
static uint32_t banned_key(const struct pes_table *table, const struct pes_state *s) {
    const struct pes_game *g = table->game;
    const struct pes_index *index = g->kit->index;
    pes_move banned = table->bans ? index->banned(g, s) : PES_MOVE_NONE;
    if (banned == PES_MOVE_NONE)
        return 0;
    if (index->mirror != NULL)
        banned = index->mirror(g, s, banned);
    return g->rules->move_key(g, banned) + 1;
}

enum pes_err pes_table_value(struct pes_table *table, const struct pes_state *s, int32_t *out) {
    const struct pes_game *g = table->game;
    assert(pes_turn(g, s) >= 0);
    const uint64_t number = g->kit->index->rank(g, s);
    assert(number < table->file.head.count);
    const struct cached_block *cached;
    const enum pes_err err = fetch(table, number / TABLE_FILE_BLOCK, &cached);
    if (err != PES_ERR_OK)
        return err;
    assert(number % TABLE_FILE_BLOCK < cached->count);
    const unsigned char *cell = cached->bytes + number % TABLE_FILE_BLOCK;
    const int8_t value = (int8_t)cell[TABLE_VALUE * cached->count];
    /* A hole in place of a position means that other rules made the table. */
    if (value == TABLE_HOLE)
        return PES_ERR_IO;
    const uint32_t only = table->bans ? cell[TABLE_ONLY * cached->count] : 0;
    const bool banned = only != 0 && only == banned_key(table, s);
    *out = banned ? (int8_t)cell[TABLE_OTHER * cached->count] : value;
    return PES_ERR_OK;
}

enum pes_err pes_table_move(struct pes_table *table, const struct pes_state *s, pes_move m,
                            int32_t *out) {
    const struct pes_game *g = table->game;
    const pes_player mover = pes_turn(g, s);
    assert(mover >= 0);
    assert(pes_legal(g, s, m));
    struct pes_state_buf next;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(next), s);
    pes_make(g, PES_STATE(next), m, undo.bytes);
    if (pes_over(g, PES_STATE(next))) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_payoff(g, PES_STATE(next), payoff);
        const int32_t gain = payoff[mover] - payoff[1 - mover];
        *out = gain > 0 ? 1 : gain < 0 ? -1 : 0;
        return PES_ERR_OK;
    }
    int32_t value = 0;
    const enum pes_err err = pes_table_value(table, PES_STATE(next), &value);
    *out = value_one_ply_earlier(value, pes_turn(g, PES_STATE(next)) == mover);
    return err;
}

/* Maps values to their order: quick wins, slow wins, draws, slow losses, quick losses. */
static int32_t worth(int32_t value) {
    enum { FAR = 1 << 20 };
    return value > 0 ? FAR - value : value < 0 ? -FAR - value : 0;
}

bool pes_value_better(int32_t a, int32_t b) {
    return worth(a) > worth(b);
}
