/* Reading and writing labelled games; see data.h. All numbers are little-endian. */
#include "learn/data.h"

#include "core/file.h"
#include "core/sha256.h"
#include "learn/text.h"
#include "pessoi/hash.h"

static const char magic[8] = {'P', 'E', 'S', 'D', 'A', 'T', 'A', '\n'};

enum {
    PLY_BYTES = 6,
    BLOCK_HEAD = 8, /* the lengths of a block's payload and the number of its games */
    FILE_HEAD = sizeof magic + 8
};

/* Numbers. ------------------------------------------------------------------------------------ */

static void put16(struct str *out, unsigned n) {
    str_add_char(out, (char)(n & 255));
    str_add_char(out, (char)(n >> 8 & 255));
}
static void put32(struct str *out, uint32_t n) {
    put16(out, n & UINT16_MAX);
    put16(out, n >> 16);
}
static unsigned get16(const unsigned char *at) {
    return at[0] | (unsigned)at[1] << 8;
}
static uint32_t get32(const unsigned char *at) {
    return get16(at) | (uint32_t)get16(at + 2) << 16;
}
static const unsigned char *bytes_at(const struct data *data, size_t at) {
    return (const unsigned char *)data->bytes.text + at;
}

struct data_ply data_ply_at(const struct data_game *game, int32_t i) {
    assert(i >= 0 && i < game->count);
    const unsigned char *at = game->plies + (size_t)i * PLY_BYTES;
    return (struct data_ply){(uint16_t)get16(at), (uint16_t)get16(at + 2), (int16_t)get16(at + 4)};
}

/* Writing. ------------------------------------------------------------------------------------ */

/* Appends the checksum of everything from `from` on. */
static void put_sum(struct str *out, size_t from) {
    unsigned char sum[SHA256_SIZE];
    sha256(out->text + from, out->length - from, sum);
    str_add_bytes(out, (const char *)sum, sizeof sum);
}

void data_put_head(struct str *out, const struct data_head *head) {
    struct str text;
    const size_t from = out->length;
    str_init(&text);
    str_addf(&text, "%s\t%s\t%s\t%s", head->game, head->variant, head->version, head->how);
    assert(text.length <= DATA_HEAD_MAX);
    str_add_bytes(out, magic, sizeof magic);
    put32(out, DATA_FORMAT);
    put32(out, (uint32_t)text.length);
    str_add_str(out, &text);
    put_sum(out, from);
    str_release(&text);
}

static void put_game_head(struct str *out, const char *start, size_t length, int halves,
                          int32_t count) {
    assert(count >= 0 && count <= DATA_PLIES_MAX);
    assert(halves >= 0 && halves <= 2);
    put16(out, (unsigned)length);
    put16(out, (unsigned)count);
    str_add_char(out, (char)halves);
    str_add_bytes(out, start, length);
}

void data_copy_game(struct str *out, const struct data_game *game) {
    put_game_head(out, game->start, game->start_length, game->halves, game->count);
    str_add_bytes(out, (const char *)game->plies, (size_t)game->count * PLY_BYTES);
}

void data_put_game(struct str *out, const char *start, int halves, const struct data_ply plies[],
                   int32_t count) {
    put_game_head(out, start, strlen(start), halves, count);
    for (int32_t i = 0; i < count; i++) {
        put16(out, plies[i].played);
        put16(out, plies[i].best);
        put16(out, (uint16_t)plies[i].value);
    }
}

void data_put_block(struct str *out, const struct str *payload, int32_t games) {
    const size_t from = out->length;
    put32(out, (uint32_t)payload->length);
    put32(out, (uint32_t)games);
    str_add_str(out, payload);
    put_sum(out, from);
}

/* Reading. ------------------------------------------------------------------------------------ */

/* Is there a checksum at `at`, and is it that of the bytes from `from` on? */
static bool sum_is_right(const struct data *data, size_t from, size_t at) {
    unsigned char sum[SHA256_SIZE];
    if (data->bytes.length - at < SHA256_SIZE)
        return false;
    sha256(data->bytes.text + from, at - from, sum);
    return memcmp(sum, data->bytes.text + at, sizeof sum) == 0;
}

/* The end of the block at `at`, its checksum included; 0: there is no whole block. */
static size_t block_end(const struct data *data, size_t at) {
    if (data->bytes.length - at < BLOCK_HEAD)
        return 0;
    const size_t length = get32(bytes_at(data, at)), from = at + BLOCK_HEAD;
    if (length > data->bytes.length - from || !sum_is_right(data, at, from + length))
        return 0;
    return from + length + SHA256_SIZE;
}

/* Splits the text of the head. */
static bool read_head(struct data *data, const char *text, size_t length) {
    const char **const fields[] = {&data->head.game, &data->head.variant, &data->head.version,
                                   &data->head.how};
    str_add_bytes(&data->head_text, text, length);
    char *at = data->head_text.text;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        *fields[i] = at;
        char *const tab = strchr(at, '\t');
        if ((tab == NULL) != (i == sizeof fields / sizeof fields[0] - 1))
            return false;
        if (tab != NULL) {
            *tab = '\0';
            at = tab + 1;
        }
    }
    return strlen(at) + (size_t)(at - data->head_text.text) == length;
}

static enum pes_err parse_head(struct data *data, struct pes_note *note) {
    if (data->bytes.length < FILE_HEAD || memcmp(data->bytes.text, magic, sizeof magic) != 0)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(data_magic), PES_NO_ARGS);
    const uint32_t format = get32(bytes_at(data, sizeof magic));
    const uint32_t length = get32(bytes_at(data, sizeof magic + 4));
    if (format != DATA_FORMAT)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(data_newer),
                            PES_ARGS(PES_INT(format), PES_INT(DATA_FORMAT)));
    if (length > DATA_HEAD_MAX || length > data->bytes.length - FILE_HEAD ||
        !sum_is_right(data, 0, FILE_HEAD + length) ||
        !read_head(data, data->bytes.text + FILE_HEAD, length))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(data_head), PES_NO_ARGS);
    data->first = FILE_HEAD + length + SHA256_SIZE;
    return str_err(&data->head_text);
}

static enum pes_err parse_all(struct data *data, struct pes_note *note) {
    const enum pes_err err = parse_head(data, note);
    if (err != PES_ERR_OK)
        return err;
    data->whole = data->first;
    for (size_t end; (end = block_end(data, data->whole)) != 0; data->whole = end) {
        const uint32_t games = get32(bytes_at(data, data->whole + 4));
        if (games > (uint32_t)(INT32_MAX - data->games))
            return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(data_block), PES_ARGS(PES_INT(games)));
        data->games += (int32_t)games;
        data->blocks++;
    }
    return PES_ERR_OK;
}

static void data_init(struct data *data) {
    *data = (struct data){.games = 0};
    str_init(&data->bytes);
    str_init(&data->head_text);
}

enum pes_err data_parse(struct data *data, const char *bytes, size_t length,
                        struct pes_note *note) {
    data_init(data);
    str_add_bytes(&data->bytes, bytes, length);
    enum pes_err err = str_err(&data->bytes);
    if (err == PES_ERR_OK)
        err = parse_all(data, note);
    if (err != PES_ERR_OK)
        data_release(data);
    return err;
}

enum pes_err data_read(struct data *data, const char *path, struct pes_note *note) {
    data_init(data);
    enum pes_err err = file_read(path, DATA_BYTES_MAX, &data->bytes, note);
    if (err == PES_ERR_OK)
        err = parse_all(data, note);
    if (err != PES_ERR_OK)
        data_release(data);
    return err;
}

void data_release(struct data *data) {
    str_release(&data->bytes);
    str_release(&data->head_text);
}

/* Games. -------------------------------------------------------------------------------------- */

void data_start(struct data_reader *r, const struct data *data) {
    *r = (struct data_reader){.data = data, .at = data->first, .block_end = data->first};
}

/* Enters the next block that has games; false: there is none. */
static bool enter_block(struct data_reader *r) {
    while (r->at == r->block_end) {
        if (r->number > 0 || r->at != r->data->first)
            r->at += SHA256_SIZE;
        if (r->at >= r->data->whole)
            return false;
        const size_t length = get32(bytes_at(r->data, r->at));
        r->at += BLOCK_HEAD;
        r->block_end = r->at + length;
    }
    return true;
}

enum pes_err data_next(struct data_reader *r, struct data_game *out, struct pes_note *note) {
    enum { GAME_HEAD = 5 };
    *out = (struct data_game){.start = NULL};
    if (!enter_block(r))
        return PES_ERR_OK;
    const unsigned char *at = bytes_at(r->data, r->at);
    const size_t left = r->block_end - r->at;
    const size_t start = left < GAME_HEAD ? 0 : get16(at);
    const int32_t count = left < GAME_HEAD ? 0 : (int32_t)get16(at + 2);
    const size_t size = GAME_HEAD + start + (size_t)count * PLY_BYTES;
    r->number++;
    if (size > left)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(data_block),
                            PES_ARGS(PES_INT(r->number)));
    if (at[4] > 2)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(data_result),
                            PES_ARGS(PES_INT(r->number)));
    *out = (struct data_game){.start = (const char *)at + GAME_HEAD,
                              .start_length = start,
                              .halves = at[4],
                              .count = count,
                              .plies = at + GAME_HEAD + start,
                              .hash = pes_hash_bytes(0, at, size)};
    r->at += size;
    return PES_ERR_OK;
}

/* The move at a place of the list; PES_MOVE_NONE: the list is shorter. */
static pes_move move_at(const struct pes_game *g, const struct pes_state *s, unsigned place) {
    if (pes_turn(g, s) == PES_CHANCE) {
        struct pes_chance outcomes[PES_CHANCES_MAX];
        const int n = pes_chances(g, s, outcomes);
        return place < (unsigned)n ? outcomes[place].move : PES_MOVE_NONE;
    }
    pes_move moves[PES_MOVES_MAX];
    const int n = pes_moves(g, s, moves);
    return place < (unsigned)n ? moves[place] : PES_MOVE_NONE;
}

uint16_t data_place(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    pes_move moves[PES_MOVES_MAX];
    const bool chance = pes_turn(g, s) == PES_CHANCE;
    const int n = chance ? pes_chances(g, s, outcomes) : pes_moves(g, s, moves);
    for (int i = 0; i < n; i++)
        if ((chance ? outcomes[i].move : moves[i]) == m)
            return (uint16_t)i;
    return DATA_NONE;
}

static enum pes_err replay_moves(const struct data_game *game, int32_t number,
                                 struct pes_history *h, data_visit *visit, void *to,
                                 struct pes_note *note) {
    const struct pes_game *g = pes_history_game(h);
    for (int32_t i = 0; i < game->count; i++) {
        const struct data_ply ply = data_ply_at(game, i);
        const struct pes_state *s = pes_history_state(h);
        const bool over = pes_history_end(h) != PES_END_NONE;
        const pes_move move = over ? PES_MOVE_NONE : move_at(g, s, ply.played);
        const bool searched = ply.best != DATA_NONE;
        const pes_move best = searched && !over ? move_at(g, s, ply.best) : PES_MOVE_NONE;
        if (move == PES_MOVE_NONE || (searched && best == PES_MOVE_NONE))
            return pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(data_move),
                                PES_ARGS(PES_INT(number), PES_INT(i + 1)));
        enum pes_err err = visit(to, h, &ply, best);
        if (err == PES_ERR_OK)
            err = pes_history_make(h, move);
        if (err != PES_ERR_OK)
            return err;
    }
    return visit(to, h, NULL, PES_MOVE_NONE);
}

enum pes_err data_replay(const struct data_game *game, int32_t number, struct pes_history *h,
                         data_visit *visit, void *to, struct pes_note *note) {
    struct pes_state_buf start = {0};
    const struct pes_game *g = pes_history_game(h);
    int clock = 0;
    const enum pes_err err =
        g->rules->state_parse(g, game->start, game->start_length, PES_STATE(start), &clock, note);
    if (err != PES_ERR_OK)
        return err;
    pes_history_start(h, PES_STATE(start), clock);
    return replay_moves(game, number, h, visit, to, note);
}
