/* Results in a PostgreSQL database.
 *
 * Writers take turns, as on an SQLite file: every transaction holds one advisory lock. So two that
 * store the same games in another order never wait for each other in a circle.
 *
 * Every transaction writes its number into the row of its process in the table `writer`. If the
 * answer to a commit was lost, that row tells whether it is stored: it is read with the lock, after
 * the transaction in doubt has ended. (pg_xact_status() does not tell: after a crash another
 * transaction may have the same number.)
 *
 * Rows are read through cursors, so that memory does not grow with their number, and a visitor may
 * read, too. */
#include "core/clock.h"
#include "core/mem.h"
#include "core/str.h"
#include "store/pq.h"
#include "store/results_int.h"
#include "store/sql.h"
#include "store/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

enum {
    VERSION = 1,
    STATEMENT_MS = 120000, /* the longest question: counting the games of all events */
    IDLE_MS = 60000,       /* a writer that is stopped in a transaction stops all others */
    FETCH = 64             /* rows that are held at once */
};

/* docs/formats/results.md explains every column: they are those of the SQLite file. */
static const char *const steps[VERSION] = {
    "CREATE TABLE event("
    " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL UNIQUE,"
    " kind text NOT NULL, title text NOT NULL, game text NOT NULL, variant text NOT NULL,"
    " seed bigint NOT NULL, version text NOT NULL, created_ms bigint NOT NULL,"
    " finished bigint NOT NULL DEFAULT 0);"

    "CREATE TABLE player("
    " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE);"

    "CREATE TABLE entry("
    " event bigint NOT NULL REFERENCES event, seat bigint NOT NULL,"
    " player bigint NOT NULL REFERENCES player, agent text NOT NULL, files text,"
    " excluded_en text, excluded_el text, rating double precision, rating_low double precision,"
    " rating_high double precision, PRIMARY KEY(event, seat));"
    "CREATE INDEX entry_player ON entry(player);"

    "CREATE TABLE game("
    " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " event bigint NOT NULL REFERENCES event, number bigint NOT NULL, round bigint NOT NULL,"
    " first_seat bigint NOT NULL, second_seat bigint NOT NULL,"
    " result text NOT NULL CHECK(result IN ('1-0', '0-1', '1/2-1/2')), termination text NOT NULL,"
    " reason_en text, reason_el text, margin bigint NOT NULL, plies bigint NOT NULL,"
    " opening bigint NOT NULL, fingerprint bigint NOT NULL, first_max_ms bigint NOT NULL,"
    " second_max_ms bigint NOT NULL, first_sum_ms bigint NOT NULL, second_sum_ms bigint NOT NULL,"
    " played_ms bigint NOT NULL, checksum bigint NOT NULL, UNIQUE(event, number),"
    " FOREIGN KEY(event, first_seat) REFERENCES entry(event, seat),"
    " FOREIGN KEY(event, second_seat) REFERENCES entry(event, seat));"

    "CREATE TABLE transcript("
    " game bigint PRIMARY KEY REFERENCES game, job text NOT NULL, record text NOT NULL,"
    " first_log bytea, second_log bytea, checksum bigint NOT NULL);"

    "CREATE TABLE writer("
    " name text PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL);"

    "CREATE VIEW listing AS SELECT g.event, e.title, e.game, g.number, g.round, a.name AS first,"
    " b.name AS second, g.result, g.termination, g.reason_en AS reason, g.plies, g.margin,"
    " to_timestamp(g.played_ms / 1000.0) AS played"
    " FROM game g JOIN event e ON e.id=g.event"
    " JOIN entry x ON x.event=g.event AND x.seat=g.first_seat JOIN player a ON a.id=x.player"
    " JOIN entry y ON y.event=g.event AND y.seat=g.second_seat JOIN player b ON b.id=y.player",
};
static const struct pq_format format = {"pessoi_results", VERSION, steps};

struct results_pq {
    struct results base;
    struct pq *db;
    uint64_t name;  /* of this process in `writer`: random */
    int64_t number; /* of the last transaction */
    bool reading;   /* a transaction was begun by a reader */
};

static struct results_pq *of(struct results *r) {
    return (struct results_pq *)r; /* the base comes first */
}

/* Transactions --------------------------------------------------------------------------------- */

/* Writers take turns: "PESR", 2. */
#define BEGIN_LOCKED "BEGIN; SELECT pg_advisory_xact_lock(1346720594, 2);"

static enum pes_err begin(struct results *base, struct pes_note *note) {
    struct results_pq *r = of(base);
    char sql[320];
    const enum pes_err err = pq_connect(r->db, PQ_CONNECT_MS, note);
    if (err != PES_ERR_OK)
        return err;
    snprintf(sql, sizeof sql,
             BEGIN_LOCKED "INSERT INTO writer VALUES('%016" PRIx64 "', %" PRId64 ", now())"
                          " ON CONFLICT(name) DO UPDATE SET number=excluded.number, at=excluded.at",
             r->name, ++r->number);
    return pq_begin(r->db, sql, 0, NULL, note);
}

static void undo(struct results *r) {
    pq_undo(of(r)->db);
}

/* *stored: was the last transaction committed? */
static enum pes_err read_writer(struct results_pq *r, bool *stored, struct pes_note *note) {
    char sql[256];
    PGresult *result = NULL;
    enum pes_err err = pq_connect(r->db, RESULTS_WAIT_MS, note);
    snprintf(sql, sizeof sql, BEGIN_LOCKED "SELECT number FROM writer WHERE name='%016" PRIx64 "'",
             r->name);
    if (err == PES_ERR_OK)
        err = pq_begin(r->db, sql, 0, &result, note);
    if (err != PES_ERR_OK)
        return err;
    *stored = PQntuples(result) == 1 && pq_number(result, 0, 0) == r->number;
    PQclear(result);
    pq_undo(r->db);
    return PES_ERR_OK;
}

/* The answer to a commit was lost: OK if the transaction is stored, STOPPED if it is not. */
static enum pes_err resolve(struct results_pq *r, struct pes_note *note) {
    const struct timespec pause = {.tv_nsec = 50000000};
    const int64_t start = clock_now_ns();
    struct pes_note why = {0};
    while (clock_seconds_since(start) * 1000 < RESULTS_WAIT_MS) {
        bool stored = false;
        const enum pes_err err = read_writer(r, &stored, &why);
        if (err == PES_ERR_OK)
            return stored ? PES_ERR_OK : PES_ERR_STOPPED; /* the note is that of the commit */
        if (err != PES_ERR_STOPPED)
            return err;
        (void)nanosleep(&pause, NULL);
    }
    (void)sql_say(r->base.name, TEXT(store_doubt), "", note);
    return PES_ERR_STOPPED;
}

static enum pes_err commit(struct results *base, struct pes_note *note) {
    struct results_pq *r = of(base);
    const enum pes_err err = pq_commit(r->db, note);
    return err == PES_ERR_LATE ? resolve(r, note) : err;
}

static void close_results(struct results *base) {
    struct results_pq *r = of(base);
    char sql[128];
    snprintf(sql, sizeof sql, "DELETE FROM writer WHERE name='%016" PRIx64 "'", r->name);
    if (r->db != NULL && r->number > 0 && pq_connected(r->db))
        (void)!pq_run(r->db, sql, NULL, NULL);
    pq_close(r->db);
    mem_free(r);
}

/* Queries -------------------------------------------------------------------------------------- */

static enum pes_err run(struct results *base, enum results_query which, const struct value values[],
                        int count, int64_t *out, struct pes_note *note) {
    struct results_pq *r = of(base);
    PGresult *result = NULL;
    enum pes_err err = PES_ERR_OK;
    if (!base->open) /* in a transaction a lost connection is an error */
        err = pq_connect(r->db, PQ_CONNECT_MS, note);
    if (err == PES_ERR_OK)
        err = pq_query(r->db, (int)which, results_queries[which], values, count, &result, note);
    if (err != PES_ERR_OK)
        return err;
    if (out != NULL)
        *out = PQntuples(result) > 0 ? pq_number(result, 0, 0) : 0;
    PQclear(result);
    return PES_ERR_OK;
}

/* Rows ----------------------------------------------------------------------------------------- */

struct row {
    struct results_row base;
    const PGresult *result;
    int at;
    struct str *scratch; /* two: for the bytes of two columns */
};
extern const struct results_class results_pq_class;

static const struct row *row_of(const struct results_row *row) {
    return (const struct row *)row;
}

/* Visits the rows that one FETCH has given; false: no more are wanted. */
static bool visit_rows(const PGresult *result, struct str scratch[2], results_visit *visit,
                       void *to) {
    struct row row = {.base = {&results_pq_class}, .result = result, .scratch = scratch};
    for (row.at = 0; row.at < PQntuples(result); row.at++)
        if (!visit(to, &row.base))
            return false;
    return true;
}

static enum pes_err fetch_all(struct results_pq *r, const char *cursor, results_visit *visit,
                              void *to, struct pes_note *note) {
    char sql[64];
    struct str scratch[2];
    enum pes_err err = PES_ERR_OK;
    bool more = true;
    str_init(&scratch[0]);
    str_init(&scratch[1]);
    snprintf(sql, sizeof sql, "FETCH %d FROM %s", FETCH, cursor);
    while (more && err == PES_ERR_OK) {
        PGresult *result = NULL;
        err = pq_run(r->db, sql, &result, note);
        if (err != PES_ERR_OK)
            break;
        more = PQntuples(result) == FETCH;
        more = visit_rows(result, scratch, visit, to) && more;
        if (scratch[0].failed || scratch[1].failed)
            err = pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        PQclear(result);
    }
    str_release(&scratch[0]);
    str_release(&scratch[1]);
    return err;
}

/* The first reader outside a transaction begins one: cursors need it. */
static enum pes_err begin_reading(struct results_pq *r, bool *begun, struct pes_note *note) {
    *begun = false;
    if (r->base.open || r->reading)
        return PES_ERR_OK;
    enum pes_err err = pq_connect(r->db, PQ_CONNECT_MS, note);
    if (err == PES_ERR_OK)
        err = pq_begin(r->db,
                       "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
                       "SET LOCAL idle_in_transaction_session_timeout=0",
                       0, NULL, note);
    *begun = r->reading = err == PES_ERR_OK;
    return err;
}

static enum pes_err each(struct results *base, const char *sql, const struct value values[],
                         int count, results_visit *visit, void *to, struct pes_note *note) {
    struct results_pq *r = of(base);
    char cursor[32], end[48];
    struct str declare;
    bool begun;
    enum pes_err err = begin_reading(r, &begun, note);
    if (err != PES_ERR_OK)
        return err;
    snprintf(cursor, sizeof cursor, "reader_%d", base->visits); /* readers may be nested */
    str_init(&declare);
    str_addf(&declare, "DECLARE %s NO SCROLL CURSOR FOR %s", cursor, sql);
    err = str_err(&declare);
    if (err == PES_ERR_OK)
        err = pq_query(r->db, -1, declare.text, values, count, NULL, note);
    str_release(&declare);
    if (err == PES_ERR_OK)
        err = fetch_all(r, cursor, visit, to, note);
    snprintf(end, sizeof end, "CLOSE %s", cursor);
    if (err == PES_ERR_OK && !begun)
        err = pq_run(r->db, end, NULL, note);
    if (begun) {
        pq_undo(r->db); /* nothing was written */
        r->reading = false;
    }
    return err;
}

static int64_t number(const struct results_row *row, int column) {
    return pq_number(row_of(row)->result, row_of(row)->at, column);
}

static double real(const struct results_row *row, int column) {
    return strtod(PQgetvalue(row_of(row)->result, row_of(row)->at, column), NULL);
}

static const char *text(const struct results_row *row, int column) {
    return pq_text(row_of(row)->result, row_of(row)->at, column);
}

/* Two columns of bytes next to each other do not share their memory. */
static const char *bytes(const struct results_row *row, int column, size_t *length) {
    const struct row *at = row_of(row);
    struct str *s = &at->scratch[column % 2];
    *length = 0;
    if (PQgetisnull(at->result, at->at, column))
        return NULL;
    str_clear(s);
    str_add(s, PQgetvalue(at->result, at->at, column)); /* as text: long enough */
    if (str_err(s) != PES_ERR_OK)
        return NULL;
    *length = pq_bytes(at->result, at->at, column, (unsigned char *)s->text);
    return *length > 0 ? s->text : NULL;
}

const struct results_class results_pq_class = {.begin = begin,
                                               .commit = commit,
                                               .undo = undo,
                                               .run = run,
                                               .each = each,
                                               .close = close_results,
                                               .number = number,
                                               .real = real,
                                               .text = text,
                                               .bytes = bytes};

enum pes_err results_open_pq(const char *url, bool read_only, struct results **out,
                             struct pes_note *note) {
    struct results_pq *r =
        (struct results_pq *)results_new(sizeof *r, &results_pq_class, url, read_only);
    if (r == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    const struct pq_options options = {.url = r->base.name,
                                       .format = &format,
                                       .wait_ms = STATEMENT_MS,
                                       .lock_ms = RESULTS_WAIT_MS,
                                       .idle_ms = IDLE_MS,
                                       .read_only = read_only};
    enum pes_err err = pq_open(&options, &r->db, note);
    if (err == PES_ERR_OK && getrandom(&r->name, sizeof r->name, 0) != sizeof r->name)
        err = sql_say(url, TEXT(store_cannot_open), "getrandom", note);
    if (err == PES_ERR_OK && !read_only) /* what processes that were killed have left behind */
        err = pq_run(r->db, "DELETE FROM writer WHERE at<now()-interval '7 days'", NULL, note);
    if (err != PES_ERR_OK) {
        results_close(&r->base);
        return err;
    }
    *out = &r->base;
    return PES_ERR_OK;
}
