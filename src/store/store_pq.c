/* Games in a PostgreSQL database that several servers share: leases, fenced writes, and commits
 * whose answer was lost.
 *
 * A server is a row of `server` with a random name; a game belongs to the server that its row of
 * `lease` names, as long as that server's row exists. A row that was not renewed for STORE_LEASE_MS
 * by the clock of the database may be deleted by any server that wants one of its games. So:
 *
 * - every transaction that writes games first locks the row of its server (FOR SHARE). If it is
 *   gone, the server was declared dead, and nothing is written. While it is locked nobody can
 * delete it: no other server can take a game before this transaction has ended.
 * - a row has a generation, which each new connection increments: what an older connection of the
 *   same server left behind cannot write any more, and has ended before the new one goes on. So the
 *   outcome of a commit whose answer was lost is decided, and the next put of the same game finds
 *   either the old event number or the one that was in doubt; both are its own.
 *
 * docs/adr/0029-postgresql.md argues this in detail. */
#include "core/mem.h"
#include "pessoi/hash.h"
#include "store/pq.h"
#include "store/sql.h"
#include "store/store_int.h"
#include "store/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

enum { VERSION = 1, OWNER_BYTES = 16, WANTED_MAX = 64 };

static const char *const steps[VERSION] = {
    "CREATE TABLE game("
    " id text PRIMARY KEY, game text NOT NULL, variant text NOT NULL, result text NOT NULL,"
    " created_ms bigint NOT NULL, updated_ms bigint NOT NULL, event bigint NOT NULL,"
    " document text NOT NULL, checksum bytea NOT NULL);"
    "CREATE TABLE server("
    " owner text PRIMARY KEY, generation bigint NOT NULL, until timestamptz NOT NULL);"
    "CREATE TABLE lease("
    " id text PRIMARY KEY REFERENCES game ON DELETE CASCADE, owner text NOT NULL,"
    " wanted boolean NOT NULL DEFAULT false);"
    "CREATE INDEX lease_wanted ON lease(owner) WHERE wanted",
};
static const struct pq_format format = {"pessoi_games", VERSION, steps};

/* Prepared queries. */
enum {
    Q_UPDATE,
    Q_INSERT,
    Q_TAKE,
    Q_GET,
    Q_EXISTS,
    Q_WANT,
    Q_RENEW,
    Q_WANTED,
    Q_RELEASE,
    Q_NEXT,
    Q_LOCK,
    Q_DELETE,
    Q_COUNT
};
_Static_assert((int)Q_COUNT <= (int)PQ_SLOTS, "each query has a slot");

#define COLUMNS "id, game, variant, result, created_ms, updated_ms, event, document, checksum"
#define IDS "string_to_array($1, E'\\n')"

static const char *const queries[Q_COUNT] = {
    [Q_UPDATE] = "UPDATE game SET game=$2, variant=$3, result=$4, created_ms=$5, updated_ms=$6,"
                 " event=$7, document=$8, checksum=$9 WHERE id=$1 AND event BETWEEN $10 AND $11"
                 " AND EXISTS(SELECT 1 FROM lease WHERE id=$1 AND owner=$12)",
    /* A new game and its lease. It exists already if it is the one in doubt ($10). */
    [Q_INSERT] = "WITH g AS (INSERT INTO game(" COLUMNS ")"
                 " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT(id) DO UPDATE SET"
                 " result=excluded.result, updated_ms=excluded.updated_ms, event=excluded.event,"
                 " document=excluded.document, checksum=excluded.checksum"
                 " WHERE game.event<=$10 RETURNING id)"
                 " INSERT INTO lease(id, owner) SELECT id, $11 FROM g ON CONFLICT(id) DO UPDATE"
                 " SET owner=excluded.owner WHERE lease.owner=excluded.owner",
    [Q_TAKE] = "INSERT INTO lease(id, owner) SELECT id, $2 FROM game WHERE id=$1"
               " ON CONFLICT(id) DO UPDATE SET owner=excluded.owner, wanted=false"
               " WHERE lease.owner=excluded.owner"
               " OR NOT EXISTS(SELECT 1 FROM server s WHERE s.owner=lease.owner)",
    [Q_GET] = "SELECT document, event, checksum FROM game WHERE id=$1",
    [Q_EXISTS] = "SELECT 1 FROM game WHERE id=$1",
    [Q_WANT] = "UPDATE lease SET wanted=true WHERE id=$1 AND owner<>$2 AND NOT wanted",
    [Q_RENEW] = "UPDATE server SET until=now()+$3*interval '1 ms' WHERE owner=$1 AND generation=$2"
                " RETURNING pg_total_relation_size('game')",
    [Q_WANTED] = "SELECT id FROM lease WHERE owner=$1 AND wanted LIMIT $2",
    [Q_RELEASE] = "DELETE FROM lease WHERE id=ANY(" IDS ") AND owner=$2",
    [Q_NEXT] = "SELECT id, result, updated_ms FROM game WHERE id>$1 ORDER BY id LIMIT $2",
    /* A server that takes the lease meanwhile waits for this lock, because of the foreign key. */
    [Q_LOCK] = "SELECT 1 FROM game WHERE id=ANY(" IDS ") ORDER BY id FOR UPDATE",
    [Q_DELETE] = "DELETE FROM game g WHERE id=ANY(" IDS ")"
                 " AND updated_ms<CASE result WHEN '*' THEN $2::bigint ELSE $3::bigint END"
                 " AND NOT EXISTS(SELECT 1 FROM lease l JOIN server s ON s.owner=l.owner"
                 " WHERE l.id=g.id AND l.owner<>$4)", /* of our own the caller knows */
};

/* A put of a transaction that is open, or whose outcome is not known. */
struct put {
    uint64_t id; /* hash */
    int64_t event;
};
struct puts {
    struct put *items;
    size_t count, capacity;
};

struct store_pq {
    struct store base;
    struct pq *db;
    char owner[2 * OWNER_BYTES + 1]; /* the name of this server */
    int64_t generation;              /* of the connection */
    bool registered;                 /* `owner` has had a row */
    bool evicted;                    /* another server has deleted it */
    int64_t bytes;                   /* of the table when it was renewed last; -1: never */
    struct puts puts;                /* of the open transaction */
    struct puts doubts;              /* of those whose commit may have succeeded */
    struct str released;             /* ids, one per line, whose leases are to be given back */
    struct str expire_after;         /* retention: the id that was looked at last */
};

static struct store_pq *of(struct store *s) {
    return (struct store_pq *)s; /* the base comes first */
}

/* A call begins: it has its time, unless it is a part of a transaction, which has its own. */
static void enter(struct store_pq *s) {
    if (!s->base.open)
        pq_within(s->db, STORE_WAIT_MS);
}

/* Runs a query without a result; *changed (may be NULL): how many rows it changed. */
static enum pes_err run(struct store_pq *s, int which, const struct value values[], int count,
                        int64_t *changed, struct pes_note *note) {
    PGresult *result = NULL;
    const enum pes_err err = pq_query(s->db, which, queries[which], values, count, &result, note);
    if (err == PES_ERR_OK && changed != NULL)
        *changed = strtoll(PQcmdTuples(result), NULL, 10);
    if (err == PES_ERR_OK)
        PQclear(result);
    return err;
}

/* This server ---------------------------------------------------------------------------------- */

static enum pes_err say_evicted(struct store_pq *s, struct pes_note *note) {
    s->evicted = true;
    (void)sql_say(s->base.name, TEXT(store_evicted), "", note);
    return PES_ERR_UNFIT;
}

/* A new name and its row. */
static enum pes_err register_server(struct store_pq *s, struct pes_note *note) {
    unsigned char bytes[OWNER_BYTES];
    char sql[256];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return sql_say(s->base.name, TEXT(store_failed), "getrandom", note);
    for (int i = 0; i < OWNER_BYTES; i++)
        snprintf(s->owner + (ptrdiff_t)2 * i, 3, "%02x", (unsigned)bytes[i]);
    s->generation = 1;
    snprintf(sql, sizeof sql, "INSERT INTO server VALUES('%s', 1, now()+%d*interval '1 ms')",
             s->owner, STORE_LEASE_MS);
    const enum pes_err err = pq_run(s->db, sql, NULL, note);
    s->registered |= err == PES_ERR_OK;
    return err;
}

/* The first connection registers; later ones end what earlier ones left behind. */
static enum pes_err connected(void *arg, struct pes_note *note) {
    struct store_pq *s = arg;
    char sql[256];
    PGresult *result = NULL;
    if (!s->registered)
        return register_server(s, note);
    if (s->evicted)
        return PES_ERR_OK;
    snprintf(sql, sizeof sql,
             "UPDATE server SET generation=generation+1, until=now()+%d*interval '1 ms'"
             " WHERE owner='%s' RETURNING generation",
             STORE_LEASE_MS, s->owner);
    const enum pes_err err = pq_run(s->db, sql, &result, note);
    if (err != PES_ERR_OK)
        return err;
    s->evicted = PQntuples(result) == 0;
    if (!s->evicted)
        s->generation = pq_number(result, 0, 0);
    PQclear(result);
    return PES_ERR_OK;
}

/* Deletes the rows of servers that were not heard of, except those that write at this moment. */
static enum pes_err bury(struct store_pq *s, struct pes_note *note) {
    return pq_run(s->db,
                  "DELETE FROM server WHERE owner IN"
                  " (SELECT owner FROM server WHERE until<now() FOR UPDATE SKIP LOCKED)",
                  NULL, note);
}

/* Leases --------------------------------------------------------------------------------------- */

static void release(struct store *base, const char *id) {
    struct store_pq *s = of(base);
    str_addf(&s->released, "%s%s", s->released.length > 0 ? "\n" : "", id);
}

/* Gives back what was released. Until this has succeeded none of it may be taken again: it would be
 * given back later, while this server has it. */
static enum pes_err give_back(struct store_pq *s, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    if (s->released.length == 0)
        return err;
    enter(s);
    const struct value values[] = {value_text(s->released.text), value_text(s->owner)};
    if (!s->evicted)
        err = run(s, Q_RELEASE, values, 2, NULL, note);
    if (err == PES_ERR_OK)
        str_clear(&s->released);
    return err;
}

static void flush(struct store *base) {
    (void)!give_back(of(base), NULL); /* the next call tries again */
}

/* Says that this server is alive; *alive: the database knows it. */
static enum pes_err renew_server(struct store_pq *s, bool *alive, struct pes_note *note) {
    PGresult *result = NULL;
    enum pes_err err = pq_connect(s->db, 0, note); /* a new connection has a new generation */
    if (err != PES_ERR_OK)
        return err;
    const struct value values[] = {value_text(s->owner), value_int(s->generation),
                                   value_int(STORE_LEASE_MS)};
    err = pq_query(s->db, Q_RENEW, queries[Q_RENEW], values, 3, &result, note);
    if (err != PES_ERR_OK)
        return err;
    *alive = PQntuples(result) == 1;
    if (*alive)
        s->bytes = pq_number(result, 0, 0);
    PQclear(result);
    return PES_ERR_OK;
}

/* Begins anew after an eviction. */
static enum pes_err return_from_dead(struct store_pq *s, struct pes_note *note) {
    str_clear(&s->released);
    s->evicted = true; /* also if the answer to the registration is lost: the caller must know */
    const enum pes_err err = register_server(s, note);
    if (err != PES_ERR_OK)
        return err;
    (void)say_evicted(s, note);
    s->evicted = false;
    return PES_ERR_UNFIT;
}

static enum pes_err renew(struct store *base, void (*wanted)(void *arg, const char *id), void *arg,
                          struct pes_note *note) {
    struct store_pq *s = of(base);
    PGresult *result = NULL;
    bool alive = false;
    enter(s);
    enum pes_err err = renew_server(s, &alive, note);
    if (err != PES_ERR_OK)
        return err;
    if (!alive || s->evicted)
        return return_from_dead(s, note);
    flush(base);
    const struct value which[] = {value_text(s->owner), value_int(WANTED_MAX)};
    err = pq_query(s->db, Q_WANTED, queries[Q_WANTED], which, 2, &result, note);
    if (err != PES_ERR_OK)
        return err;
    for (int i = 0; i < PQntuples(result); i++)
        wanted(arg, pq_text(result, i, 0));
    PQclear(result);
    return PES_ERR_OK;
}

/* Transactions --------------------------------------------------------------------------------- */

static void forget(struct puts *puts) {
    mem_free(puts->items);
    *puts = (struct puts){0};
}

static uint64_t hash_of(const char *id) {
    return pes_hash_bytes(1, id, strlen(id));
}

static struct put *find_put(struct puts *puts, uint64_t id) {
    for (size_t i = 0; i < puts->count; i++)
        if (puts->items[i].id == id)
            return &puts->items[i];
    return NULL;
}

static enum pes_err reserve(struct puts *puts, size_t more) {
    if (puts->count + more <= puts->capacity)
        return PES_ERR_OK;
    const size_t capacity = 2 * (puts->count + more);
    struct put *items = mem_grow(puts->items, capacity * sizeof *items);
    if (items == NULL)
        return PES_ERR_NOMEM;
    puts->items = items;
    puts->capacity = capacity;
    return PES_ERR_OK;
}

static enum pes_err begin(struct store *base, struct pes_note *note) {
    struct store_pq *s = of(base);
    char sql[256];
    PGresult *result = NULL;
    enum pes_err err = pq_connect(s->db, 0, note);
    if (err != PES_ERR_OK)
        return err;
    if (s->evicted)
        return say_evicted(s, note);
    snprintf(sql, sizeof sql,
             "BEGIN; SELECT 1 FROM server WHERE owner='%s' AND generation=%" PRId64 " FOR SHARE",
             s->owner, s->generation);
    err = pq_begin(s->db, sql, STORE_WAIT_MS, &result, note);
    if (err != PES_ERR_OK)
        return err;
    const bool alive = PQntuples(result) == 1;
    PQclear(result);
    if (alive)
        return PES_ERR_OK;
    pq_undo(s->db);
    return say_evicted(s, note);
}

static void undo(struct store *base) {
    struct store_pq *s = of(base);
    pq_undo(s->db);
    forget(&s->puts);
}

/* The commit may have succeeded: its puts are accepted again. */
static void doubt(struct store_pq *s) {
    for (size_t i = 0; i < s->puts.count; i++) {
        struct put *known = find_put(&s->doubts, s->puts.items[i].id);
        if (known != NULL)
            known->event = s->puts.items[i].event;
        else
            s->doubts.items[s->doubts.count++] = s->puts.items[i];
    }
    assert(s->doubts.count <= s->doubts.capacity);
}

static enum pes_err commit(struct store *base, struct pes_note *note) {
    struct store_pq *s = of(base);
    /* What a lost answer would need; later there may be no memory. */
    enum pes_err err = reserve(&s->doubts, s->puts.count);
    if (err == PES_ERR_OK)
        err = pq_commit(s->db, note);
    if (err == PES_ERR_LATE) {
        doubt(s);
        return PES_ERR_STOPPED;
    }
    if (err == PES_ERR_OK) {
        forget(&s->puts);
        forget(&s->doubts);
    }
    return err;
}

/* The row of the server is written in any case. */
static enum pes_err probe(struct store *base, struct pes_note *note) {
    bool alive;
    enter(of(base));
    return renew_server(of(base), &alive, note);
}

/* Games ---------------------------------------------------------------------------------------- */

static enum pes_err put(struct store *base, const struct store_game *g, struct pes_note *note) {
    struct store_pq *s = of(base);
    unsigned char sum[SHA256_SIZE];
    int64_t changed = 0;
    store_checksum(g->id, g->event, g->document, g->document_length, sum);
    const uint64_t hash = hash_of(g->id);
    const struct put *doubted = find_put(&s->doubts, hash);
    const bool new = g->stored_event == 0;
    struct value values[12] = {
        value_text(g->id),
        value_text(g->game),
        value_text(g->variant),
        value_text(g->result),
        value_int(g->created_ms),
        value_int(g->updated_ms),
        value_int(g->event),
        {.kind = VALUE_TEXT, .bytes = g->document, .length = g->document_length},
        value_bytes(sum, sizeof sum),
    };
    int count = 9;
    if (!new)
        values[count++] = value_int(g->stored_event);
    /* A doubt may be older than what others have written since: then it does not matter. */
    values[count++] = value_int(
        doubted != NULL && doubted->event > g->stored_event ? doubted->event : g->stored_event);
    values[count++] = value_text(s->owner);
    enum pes_err err = reserve(&s->puts, 1);
    if (err == PES_ERR_OK)
        err = run(s, new ? Q_INSERT : Q_UPDATE, values, count, &changed, note);
    if (err != PES_ERR_OK)
        return err;
    if (changed == 0)
        return store_refuse_owner(base, g->id, note);
    assert(changed == 1);
    s->puts.items[s->puts.count++] = (struct put){.id = hash, .event = g->event};
    return PES_ERR_OK;
}

/* Takes the lease of a game; *taken is false where there is no game, or another server has it. */
static enum pes_err take(struct store_pq *s, const char *id, bool *taken, struct pes_note *note) {
    const struct value values[] = {value_text(id), value_text(s->owner)};
    int64_t changed = 0;
    enum pes_err err = run(s, Q_TAKE, values, 2, &changed, note);
    if (err == PES_ERR_IO && pq_refused_with(s->db, "23503"))
        err = PES_ERR_OK; /* the game was deleted just now */
    *taken = changed == 1;
    return err;
}

/* Another server has the game, or there is none. */
static enum pes_err take_from_other(struct store_pq *s, const char *id, bool routed, bool *taken,
                                    struct pes_note *note) {
    const struct value values[] = {value_text(id), value_text(s->owner)};
    PGresult *result = NULL;
    enum pes_err err = pq_query(s->db, Q_EXISTS, queries[Q_EXISTS], values, 1, &result, note);
    if (err != PES_ERR_OK)
        return err;
    const bool exists = PQntuples(result) == 1;
    PQclear(result);
    if (!exists)
        return store_refuse_unknown(id, note);
    err = bury(s, note);
    if (err == PES_ERR_OK)
        err = take(s, id, taken, note);
    if (err != PES_ERR_OK || *taken)
        return err;
    if (routed)
        err = run(s, Q_WANT, values, 2, NULL, note);
    if (err != PES_ERR_OK)
        return err;
    (void)sql_say(s->base.name, TEXT(store_elsewhere), id, note);
    return PES_ERR_UNFIT;
}

static enum pes_err read_game(struct store_pq *s, const char *id, struct str *out, int64_t *event,
                              struct pes_note *note) {
    unsigned char sum[SHA256_SIZE];
    const struct value value = value_text(id);
    PGresult *result = NULL;
    enum pes_err err = pq_query(s->db, Q_GET, queries[Q_GET], &value, 1, &result, note);
    if (err != PES_ERR_OK)
        return err;
    if (PQntuples(result) == 0) {
        err = store_refuse_unknown(id, note);
    } else {
        const bool fits = PQgetlength(result, 0, 2) == 2 * SHA256_SIZE + 2;
        *event = pq_number(result, 0, 1);
        err = store_take(&s->base, id, *event, pq_text(result, 0, 0),
                         (size_t)PQgetlength(result, 0, 0), sum,
                         fits ? pq_bytes(result, 0, 2, sum) : 0, out, note);
    }
    PQclear(result);
    return err;
}

static enum pes_err get(struct store *base, const char *id, bool routed, struct str *out,
                        int64_t *event, struct pes_note *note) {
    struct store_pq *s = of(base);
    bool taken = false;
    if (!utf8_valid(id, strlen(id)))
        return store_refuse_unknown(id, note);
    enter(s);
    enum pes_err err = pq_connect(s->db, 0, note);
    if (err == PES_ERR_OK && s->evicted) {
        (void)say_evicted(s, note);
        err = PES_ERR_STOPPED; /* until the games in memory are dropped */
    }
    if (err != PES_ERR_OK)
        return err;
    err = give_back(s, note); /* it may be among them */
    if (err == PES_ERR_OK)
        err = take(s, id, &taken, note);
    if (err == PES_ERR_OK && !taken)
        err = take_from_other(s, id, routed, &taken, note);
    /* In a statement of its own: it sees what the last owner wrote. */
    return err == PES_ERR_OK ? read_game(s, id, out, event, note) : err;
}

/* Retention ------------------------------------------------------------------------------------ */

/* Looks at the next games: *ids are those to delete, one per line. */
static enum pes_err find_expired(struct store_pq *s, const struct store_expiry *e, struct str *ids,
                                 struct str *last, bool *more, struct pes_note *note) {
    PGresult *result = NULL;
    const struct value values[] = {value_text(s->expire_after.text), value_int(STORE_EXPIRE_MAX)};
    const enum pes_err err = pq_query(s->db, Q_NEXT, queries[Q_NEXT], values, 2, &result, note);
    if (err != PES_ERR_OK)
        return err;
    const int count = PQntuples(result);
    assert(count <= STORE_EXPIRE_MAX);
    for (int i = 0; i < count; i++) {
        const char *id = pq_text(result, i, 0);
        if (store_expired(e, id, pq_text(result, i, 1), pq_number(result, i, 2)))
            str_addf(ids, "%s%s", ids->length > 0 ? "\n" : "", id);
    }
    if (count > 0)
        str_add(last, pq_text(result, count - 1, 0));
    *more = count == STORE_EXPIRE_MAX;
    PQclear(result);
    return str_err(ids) == PES_ERR_OK ? str_err(last) : PES_ERR_NOMEM;
}

static enum pes_err delete_games(struct store_pq *s, const struct store_expiry *e,
                                 const struct str *ids, int *deleted, struct pes_note *note) {
    const struct value values[] = {value_text(ids->text), value_int(e->open_before_ms),
                                   value_int(e->over_before_ms), value_text(s->owner)};
    int64_t changed = 0;
    enum pes_err err = store_begin(&s->base, note);
    if (err == PES_ERR_OK)
        err = run(s, Q_LOCK, values, 1, NULL, note);
    if (err == PES_ERR_OK)
        err = run(s, Q_DELETE, values, 4, &changed, note);
    if (err != PES_ERR_OK)
        return err;
    s->base.count -= changed < s->base.count ? changed : s->base.count;
    err = store_commit(&s->base, note);
    if (err == PES_ERR_OK)
        *deleted = (int)changed;
    return err;
}

static enum pes_err expire(struct store *base, const struct store_expiry *e, int *deleted,
                           bool *more, struct pes_note *note) {
    struct store_pq *s = of(base);
    struct str ids, last;
    str_init(&ids);
    str_init(&last);
    enter(s);
    enum pes_err err = pq_connect(s->db, 0, note);
    if (err == PES_ERR_OK)
        err = find_expired(s, e, &ids, &last, more, note);
    if (err == PES_ERR_OK && ids.length > 0)
        err = delete_games(s, e, &ids, deleted, note);
    if (err == PES_ERR_OK) {
        str_clear(&s->expire_after);
        if (*more)
            str_add_str(&s->expire_after, &last);
    }
    str_release(&ids);
    str_release(&last);
    return err;
}

/* Numbers -------------------------------------------------------------------------------------- */

static int64_t number(struct store_pq *s, const char *sql) {
    PGresult *result = NULL;
    enter(s);
    if (pq_run(s->db, sql, &result, NULL) != PES_ERR_OK)
        return -1;
    const int64_t n = PQntuples(result) == 1 ? pq_number(result, 0, 0) : -1;
    PQclear(result);
    return n;
}

/* A query that reads all games, or something cheaper where there are many: the server's own
 * estimate of their number decides. */
#define UNLESS_LARGE(few, many)                                                           \
    "SELECT CASE WHEN reltuples>100000 THEN " many " ELSE (SELECT " few " FROM game) END" \
    " FROM pg_class WHERE oid='game'::regclass"

/* With many games the clock of the database is the witness. */
static int64_t newest(struct store *s) {
    return number(of(s), UNLESS_LARGE("coalesce(max(updated_ms), -1)",
                                      "(extract(epoch FROM now())*1000)::bigint"));
}

static int64_t count_games(struct store_pq *s) {
    return number(s, UNLESS_LARGE("count(*)", "reltuples::bigint"));
}

static int64_t bytes(struct store *s) {
    return of(s)->bytes;
}

static bool is_private(const struct store *s) {
    (void)s;
    return true; /* a new schema is its owner's alone */
}

/* Opening and closing -------------------------------------------------------------------------- */

static void close_store(struct store *base) {
    struct store_pq *s = of(base);
    char sql[256];
    if (base->open)
        (void)!store_commit(base, NULL);
    if (s->db != NULL && s->registered && pq_connected(s->db)) {
        enter(s);
        snprintf(sql, sizeof sql,
                 "DELETE FROM lease WHERE owner='%s'; DELETE FROM server WHERE owner='%s'",
                 s->owner, s->owner);
        (void)!pq_run(s->db, sql, NULL, NULL);
    }
    pq_close(s->db);
    forget(&s->puts);
    forget(&s->doubts);
    str_release(&s->released);
    str_release(&s->expire_after);
    mem_free(s);
}

static const struct store_class class = {.close = close_store,
                                         .begin = begin,
                                         .put = put,
                                         .commit = commit,
                                         .undo = undo,
                                         .get = get,
                                         .probe = probe,
                                         .expire = expire,
                                         .newest = newest,
                                         .bytes = bytes,
                                         .is_private = is_private,
                                         .renew = renew,
                                         .release = release,
                                         .flush = flush};

static void no_wish(void *arg, const char *id) {
    (void)arg;
    (void)id;
}

enum pes_err store_open_pq(const char *url, struct store **out, struct pes_note *note) {
    struct store_pq *s = (struct store_pq *)store_new(sizeof *s, &class, url);
    if (s == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    str_init(&s->released);
    str_init(&s->expire_after);
    s->bytes = -1;
    const struct pq_options options = {.url = s->base.name,
                                       .format = &format,
                                       .wait_ms = STORE_WAIT_MS,
                                       .lock_ms = STORE_WAIT_MS / 2,
                                       .idle_ms = STORE_LEASE_MS / 2,
                                       .connected = connected,
                                       .arg = s};
    enum pes_err err = pq_open(&options, &s->db, note);
    if (err == PES_ERR_OK)
        err = bury(s, note);
    if (err == PES_ERR_OK) /* what servers that were killed have left behind */
        err = pq_run(s->db,
                     "DELETE FROM lease l"
                     " WHERE NOT EXISTS(SELECT 1 FROM server s WHERE s.owner=l.owner)",
                     NULL, note);
    if (err == PES_ERR_OK)
        err = renew(&s->base, no_wish, NULL, note);
    if (err == PES_ERR_OK)
        s->base.count = s->base.committed = count_games(s);
    if (err == PES_ERR_OK && s->base.count < 0)
        err = sql_say(url, TEXT(store_failed), "count", note);
    if (err != PES_ERR_OK) {
        store_close(&s->base);
        return err == PES_ERR_UNFIT || err == PES_ERR_STOPPED ? PES_ERR_IO : err; /* see store.h */
    }
    *out = &s->base;
    return PES_ERR_OK;
}
