/* Inside the store of games, for store*.c alone: what SQLite (store_lite*.c) and PostgreSQL
 * (store_pq*.c) implement. */
#ifndef STORE_STORE_INT_H
#define STORE_STORE_INT_H

#include "core/sha256.h"
#include "store/store.h"

/* One way to store games; each function is that of store.h with the same name. */
struct store_class {
    void (*close)(struct store *s);
    enum pes_err (*begin)(struct store *s, struct pes_note *note);
    enum pes_err (*put)(struct store *s, const struct store_game *game, struct pes_note *note);
    enum pes_err (*commit)(struct store *s, struct pes_note *note);
    void (*undo)(struct store *s);
    enum pes_err (*get)(struct store *s, const char *id, bool routed, struct str *out,
                        int64_t *event, struct pes_note *note);
    enum pes_err (*probe)(struct store *s, struct pes_note *note);
    /* Deletes what is expired among the next games; *more as in store_expire(). */
    enum pes_err (*expire)(struct store *s, const struct store_expiry *expiry, int *deleted,
                           bool *more, struct pes_note *note);
    int64_t (*newest)(struct store *s);
    int64_t (*bytes)(struct store *s);
    bool (*is_private)(const struct store *s);
    /* Only where several servers share the games; else NULL. */
    enum pes_err (*renew)(struct store *s, void (*wanted)(void *arg, const char *id), void *arg,
                          struct pes_note *note);
    void (*release)(struct store *s, const char *id);
    void (*flush)(struct store *s);
};

struct store {
    const struct store_class *class;
    bool open;         /* a transaction is open */
    int64_t committed; /* games that are stored */
    int64_t count;     /* the same, with what was put since the last commit */
    const char *name;  /* the file or URL as it was given */
};

/* Allocates a store of `size` bytes, with `base` first; NULL: out of memory. */
struct store *store_new(size_t size, const struct store_class *class, const char *name);

PES_MUST_USE enum pes_err store_open_lite(const char *path, struct store **out,
                                          struct pes_note *note);
PES_MUST_USE enum pes_err store_open_pq(const char *url, struct store **out, struct pes_note *note);

/* The checksum of a row: SHA-256 of "ID\nEVENT\nHASH", where HASH is the SHA-256 of the document in
 * hexadecimal. Part of the format. */
void store_checksum(const char *id, int64_t event, const char *document, size_t length,
                    unsigned char out[SHA256_SIZE]);

/* Appends a document to *out if its checksum is right, else SYNTAX. */
PES_MUST_USE enum pes_err store_take(const struct store *s, const char *id, int64_t event,
                                     const char *document, size_t length, const void *checksum,
                                     size_t checksum_length, struct str *out,
                                     struct pes_note *note);

/* Is a game old enough to be deleted, and not in use? */
bool store_expired(const struct store_expiry *e, const char *id, const char *result,
                   int64_t updated_ms);

/* UNFIT: the row of a game is not as expected. UNKNOWN: there is no such game. */
enum pes_err store_refuse_owner(const struct store *s, const char *id, struct pes_note *note);
enum pes_err store_refuse_unknown(const char *id, struct pes_note *note);

#endif
