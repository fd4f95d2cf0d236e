/* The store of games: which of its classes is used, and what they have in common. */
#include "store/store.h"

#include "core/mem.h"
#include "store/sql.h"
#include "store/store_int.h"
#include "store/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum pes_err store_open(const char *where, struct store **out, struct pes_note *note) {
    assert(where != NULL);
    return sql_is_url(where) ? store_open_pq(where, out, note) : store_open_lite(where, out, note);
}

struct store *store_new(size_t size, const struct store_class *class, const char *name) {
    const size_t length = strlen(name) + 1;
    struct store *s = mem_alloc(size + length);
    if (s == NULL)
        return NULL;
    char *copy = (char *)s + size;
    memcpy(copy, name, length);
    s->class = class;
    s->name = copy;
    return s;
}

/* Games ---------------------------------------------------------------------------------------- */

void store_checksum(const char *id, int64_t event, const char *document, size_t length,
                    unsigned char out[SHA256_SIZE]) {
    char text[512], inner[SHA256_HEX_SIZE];
    sha256_hex(document, length, inner);
    const int all = snprintf(text, sizeof text, "%.384s\n%" PRId64 "\n%s", id, event, inner);
    assert(all > SHA256_HEX_SIZE);
    assert((size_t)all < sizeof text);
    sha256(text, (size_t)all, out);
}

enum pes_err store_take(const struct store *s, const char *id, int64_t event, const char *document,
                        size_t length, const void *checksum, size_t checksum_length,
                        struct str *out, struct pes_note *note) {
    unsigned char sum[SHA256_SIZE];
    store_checksum(id, event, document, length, sum);
    if (checksum_length != SHA256_SIZE || memcmp(checksum, sum, SHA256_SIZE) != 0) {
        (void)sql_say(s->name, TEXT(store_bad_game), "", note);
        return PES_ERR_SYNTAX;
    }
    str_add_bytes(out, document, length);
    return str_err(out);
}

enum pes_err store_refuse_owner(const struct store *s, const char *id, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    (void)sql_say(s->name, TEXT(store_second_owner), pes_quote(id, strlen(id), quote), note);
    return PES_ERR_UNFIT;
}

enum pes_err store_refuse_unknown(const char *id, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(store_no_game),
                        PES_ARGS(PES_STR(pes_quote(id, strlen(id), quote))));
}

bool store_expired(const struct store_expiry *e, const char *id, const char *result,
                   int64_t updated_ms) {
    const bool over = strcmp(result, "*") != 0;
    return updated_ms < (over ? e->over_before_ms : e->open_before_ms) && !e->in_use(e->arg, id);
}

/* One function per member of the class --------------------------------------------------------- */

void store_close(struct store *s) {
    if (s != NULL)
        s->class->close(s);
}

enum pes_err store_begin(struct store *s, struct pes_note *note) {
    if (s->open)
        return PES_ERR_OK;
    const enum pes_err err = s->class->begin(s, note);
    s->open = err == PES_ERR_OK;
    return err;
}

enum pes_err store_put(struct store *s, const struct store_game *game, struct pes_note *note) {
    assert(game->event > 0);
    assert(game->stored_event >= 0);
    assert(game->event > game->stored_event);
    enum pes_err err = store_begin(s, note);
    if (err == PES_ERR_OK)
        err = s->class->put(s, game, note);
    if (err == PES_ERR_OK)
        s->count += game->stored_event == 0;
    return err;
}

enum pes_err store_commit(struct store *s, struct pes_note *note) {
    if (!s->open)
        return PES_ERR_OK;
    const enum pes_err err = s->class->commit(s, note);
    if (err != PES_ERR_OK) {
        store_undo(s);
        return err;
    }
    s->open = false;
    s->committed = s->count;
    assert(s->committed >= 0);
    return PES_ERR_OK;
}

void store_undo(struct store *s) {
    if (s->open)
        s->class->undo(s);
    s->open = false;
    s->count = s->committed;
}

enum pes_err store_get(struct store *s, const char *id, bool routed, struct str *out,
                       int64_t *event, struct pes_note *note) {
    assert(id != NULL);
    return s->class->get(s, id, routed, out, event, note);
}

enum pes_err store_probe(struct store *s, struct pes_note *note) {
    return s->class->probe(s, note);
}

enum pes_err store_expire(struct store *s, const struct store_expiry *expiry, int *deleted,
                          bool *more, struct pes_note *note) {
    assert(!s->open);
    *deleted = 0;
    *more = false;
    const enum pes_err err = s->class->expire(s, expiry, deleted, more, note);
    if (err != PES_ERR_OK)
        store_undo(s);
    assert(!s->open);
    return err;
}

bool store_shared(const struct store *s) {
    return s->class->renew != NULL;
}

enum pes_err store_renew(struct store *s, void (*wanted)(void *arg, const char *id), void *arg,
                         struct pes_note *note) {
    assert(!s->open);
    return s->class->renew != NULL ? s->class->renew(s, wanted, arg, note) : PES_ERR_OK;
}

void store_release(struct store *s, const char *id) {
    if (s->class->release != NULL)
        s->class->release(s, id);
}

void store_flush(struct store *s) {
    assert(!s->open);
    if (s->class->flush != NULL)
        s->class->flush(s);
}

/* Numbers -------------------------------------------------------------------------------------- */

int64_t store_count(const struct store *s) {
    return s->count;
}

int64_t store_newest(struct store *s) {
    return s->count > 0 ? s->class->newest(s) : -1;
}

int64_t store_bytes(struct store *s) {
    return s->class->bytes(s);
}

bool store_private(const struct store *s) {
    return s->class->is_private(s);
}
