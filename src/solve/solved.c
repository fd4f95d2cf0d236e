/* Tables that can be asked. The file stays packed in memory; blocks are unpacked when they are
 * needed, and the last ones stay. */
#include "solve/solved.h"

#include "core/mem.h"
#include "core/text.h"
#include "pessoi/hash.h"
#include "solve/fold.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEPT = 256 }; /* blocks that stay unpacked: 100 MB at most */

struct kept {
    unsigned char *bytes; /* NULL: nothing yet */
    uint64_t block;
    uint64_t count;
};

struct pes_table {
    const struct pes_game *game;
    struct pack pack;
    bool bans;
    struct kept kept[KEPT]; /* block b can only be at b % KEPT */
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

static void variant_name(const struct pes_game *g, char out[PES_OPTIONS_TEXT_MAX]) {
    if (g->kit->index->name != NULL)
        g->kit->index->name(g, out);
    else
        snprintf(out, PES_OPTIONS_TEXT_MAX, "%s", g->variant);
}

bool solved_bans(const struct pes_game *g) {
    const struct pes_index *index = g->kit->index;
    return index->banned != NULL && (index->bans == NULL || index->bans(g));
}

struct pack_head solved_head(const struct pes_game *g) {
    char name[PES_OPTIONS_TEXT_MAX];
    variant_name(g, name);
    struct pack_head head = {
        .kind = PACK_TABLE,
        .count = g->kit->index->count(g),
        .planes = solved_bans(g) ? SOLVED_PLANES_BANS : SOLVED_PLANES,
    };
    snprintf(head.name, sizeof head.name, "%.64s %s", g->rules->name, name);
    return head;
}

enum pes_err solved_path(const struct pes_game *g, const char *folder, const char *suffix,
                         char out[PES_SOLVE_PATH_MAX], struct pes_note *note) {
    enum { NAME_MAX_HERE = 160 }; /* systems allow 255 bytes; longer variants go by a number */
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

enum pes_err solved_check(const struct pes_game *g, struct pes_note *note) {
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

/* Asking. -------------------------------------------------------------------------------------- */

enum pes_err pes_table_open(const struct pes_game *g, const char *folder, struct pes_table **out,
                            struct pes_note *note) {
    char path[PES_SOLVE_PATH_MAX];
    enum pes_err err = solved_check(g, note);
    if (err == PES_ERR_OK)
        err = solved_path(g, folder, "table", path, note);
    if (err != PES_ERR_OK)
        return err;
    struct pes_table *table = mem_alloc(sizeof *table);
    if (table == NULL)
        return PES_ERR_NOMEM;
    table->game = g;
    table->bans = solved_bans(g);
    const struct pack_head wanted = solved_head(g);
    err = pack_open(path, &wanted, &table->pack, note);
    if (err == PES_ERR_OK) {
        err = pack_check(&table->pack, path, note);
        if (err != PES_ERR_OK)
            pack_close(&table->pack);
    }
    if (err != PES_ERR_OK) {
        mem_free(table);
        return err;
    }
    *out = table;
    return PES_ERR_OK;
}

void pes_table_close(struct pes_table *table) {
    if (table == NULL)
        return;
    for (int i = 0; i < KEPT; i++)
        mem_free(table->kept[i].bytes);
    pack_close(&table->pack);
    mem_free(table);
}

/* The block, unpacked. */
static enum pes_err fetch(struct pes_table *table, uint64_t block, const struct kept **out) {
    struct kept *kept = &table->kept[block % KEPT];
    const uint64_t cells = table->pack.head.count;
    if (kept->bytes == NULL) {
        const size_t most = cells < PACK_BLOCK ? (size_t)cells : PACK_BLOCK;
        kept->bytes = mem_alloc(most * table->pack.head.planes);
        if (kept->bytes == NULL)
            return PES_ERR_NOMEM;
        kept->count = 0;
    }
    if (kept->count == 0 || kept->block != block) {
        kept->count = 0;
        uint64_t count;
        if (!pack_unpack(&table->pack, block, kept->bytes, &count))
            return PES_ERR_IO;
        kept->block = block;
        kept->count = count;
    }
    *out = kept;
    return PES_ERR_OK;
}

/* The key of the move that history forbids, as the table's position would list it; 0: none. */
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
    const struct kept *kept;
    const enum pes_err err = fetch(table, number / PACK_BLOCK, &kept);
    if (err != PES_ERR_OK)
        return err;
    const unsigned char *cell = kept->bytes + number % PACK_BLOCK;
    const int8_t value = (int8_t)cell[SOLVED_VALUE * kept->count];
    /* Only a table that was made by other rules can have a hole where there is a position. */
    if (value == SOLVED_HOLE)
        return PES_ERR_IO;
    const uint32_t only = table->bans ? cell[SOLVED_ONLY * kept->count] : 0;
    const bool banned = only != 0 && only == banned_key(table, s);
    *out = banned ? (int8_t)cell[SOLVED_OTHER * kept->count] : value;
    return PES_ERR_OK;
}

enum pes_err pes_table_move(struct pes_table *table, const struct pes_state *s, pes_move m,
                            int32_t *out) {
    const struct pes_game *g = table->game;
    const pes_player mover = pes_turn(g, s);
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
    *out = fold_before(value, pes_turn(g, PES_STATE(next)) == mover);
    return err;
}

/* How good a value is: wins above draws above losses. */
static int32_t worth(int32_t value) {
    enum { FAR = 1 << 20 };
    return value > 0 ? FAR - value : value < 0 ? -FAR - value : 0;
}

bool pes_value_better(int32_t a, int32_t b) {
    return worth(a) > worth(b);
}
