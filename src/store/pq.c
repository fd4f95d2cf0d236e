#include "store/pq.h"

#include "core/clock.h"
#include "core/mem.h"
#include "core/str.h"
#include "store/sql.h"
#include "store/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SERVER_VERSION_MIN = 130000, /* the oldest that is still maintained */
    UPGRADE_MS = 60000,          /* for one statement of an upgrade, and for others that upgrade */
    LATE_MS = 500                /* beyond the timeouts of the server, before we give up */
};

struct pq {
    struct pq_options options;
    PGconn *conn; /* NULL: none */
    bool ready;   /* it is connected and set up */
    bool opened;  /* pq_open() has succeeded */
    bool upgrades;
    bool prepared[PQ_SLOTS];
    PostgresPollingStatusType polling; /* while it connects */
    int64_t tried_ns;                  /* when the last attempt began; 0: never */
    int64_t until_ns;                  /* of the transaction; INT64_MAX: no bound */
    struct pes_note away;              /* why there is no connection */
    char state[6];                     /* SQLSTATE of the last error */
    struct str settings;               /* of each session */
};

/* What went wrong ------------------------------------------------------------------------------ */

/* The first line of a message, without "ERROR: ". Messages of libpq have no passwords. */
static const char *first_line(const char *message, char *out, size_t size) {
    static const char *const heads[] = {"ERROR:  ", "FATAL:  "};
    for (int i = 0; i < 2; i++)
        if (strncmp(message, heads[i], strlen(heads[i])) == 0)
            message += strlen(heads[i]);
    snprintf(out, size, "%.*s", (int)strcspn(message, "\n"), message);
    return out;
}

static void drop(struct pq *db) {
    PQfinish(db->conn);
    db->conn = NULL;
    db->ready = false;
    memset(db->prepared, 0, sizeof db->prepared);
}

/* The connection is lost, or was never there: `message` says why. */
static enum pes_err lose(struct pq *db, const char *message, struct pes_note *note) {
    char line[PES_NOTE_MAX];
    first_line(message[0] != '\0' ? message : "no answer", line, sizeof line);
    const enum pes_err err = db->opened ? PES_ERR_STOPPED : PES_ERR_IO;
    (void)sql_say(db->options.url, db->opened ? TEXT(store_away) : TEXT(store_cannot_open), line,
                  &db->away);
    drop(db);
    if (note != NULL)
        *note = db->away;
    return err;
}

/* The states (SQLSTATE) that pass by themselves, by their beginnings. */
static bool passes(const char *state) {
    static const char *const states[] = {
        "08",    /* connection */
        "40",    /* serialization failure, deadlock */
        "53300", /* too many connections */
        "55P03", /* lock_timeout */
        "57014", /* statement_timeout */
        "57P0",  /* the server stops, crashed, starts */
        "25P03", /* idle_in_transaction_session_timeout */
    };
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strncmp(state, states[i], strlen(states[i])) == 0)
            return true;
    return false;
}

static enum pes_err refuse(struct pq *db, const PGresult *result, struct pes_note *note) {
    char line[PES_NOTE_MAX];
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (primary == NULL)
        primary = PQresultErrorMessage(result);
    first_line(primary, line, sizeof line);
    snprintf(db->state, sizeof db->state, "%s", state != NULL ? state : "");
    if (state == NULL) /* libpq itself: the connection */
        return lose(db, line, note);
    if (strcmp(state, "53200") == 0)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    if (strcmp(state, "53100") == 0)
        return sql_say(db->options.url, TEXT(store_full), "", note);
    if (strcmp(state, "55P03") == 0) {
        (void)sql_say(db->options.url, TEXT(store_locked), "", note);
        return PES_ERR_STOPPED;
    }
    (void)sql_say(db->options.url, TEXT(store_failed), line, note);
    return passes(state) ? PES_ERR_STOPPED : PES_ERR_IO;
}

/* Waiting -------------------------------------------------------------------------------------- */

/* Waits until the connection can be read or written; false: it is too late. */
static bool wait_for(PGconn *conn, short events, int64_t until_ns) {
    for (;;) {
        struct pollfd fd = {.fd = PQsocket(conn), .events = events};
        const int64_t left_ns = until_ns - clock_now_ns();
        const int64_t left_ms = left_ns <= 0 ? 0 : left_ns / CLOCK_NS_PER_MS + 1;
        const int ready = poll(&fd, 1, left_ms > 60000 ? 60000 : (int)left_ms);
        if (ready > 0)
            return true;
        if ((ready == 0 && left_ns <= 0) || (ready < 0 && errno != EINTR))
            return false;
    }
}

/* Sends what waits to be sent, and receives until a result is complete. False: the connection
 * failed, or it is too late. */
static bool receive(PGconn *conn, int64_t until_ns) {
    for (;;) {
        const int unsent = PQflush(conn);
        if (unsent < 0)
            return false;
        if (unsent == 0 && !PQisBusy(conn))
            return true;
        if (!wait_for(conn, (short)(POLLIN | (unsent > 0 ? POLLOUT : 0)), until_ns))
            return false;
        if (PQconsumeInput(conn) == 0)
            return false;
    }
}

static bool failed(const PGresult *result) {
    const ExecStatusType status = PQresultStatus(result);
    return status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK;
}

/* The result of what was sent: of the last statement, or of the first that failed. The deadline is
 * that of the statement and of the transaction. */
static enum pes_err collect(struct pq *db, PGresult **out, struct pes_note *note) {
    const int wait_ms = db->upgrades ? UPGRADE_MS : db->options.wait_ms;
    const int64_t own_ns = clock_in_ms(wait_ms + LATE_MS);
    const int64_t until_ns = own_ns < db->until_ns ? own_ns : db->until_ns;
    PGresult *last = NULL;
    for (;;) {
        if (!receive(db->conn, until_ns)) {
            PQclear(last);
            return lose(db, PQstatus(db->conn) == CONNECTION_BAD ? PQerrorMessage(db->conn) : "",
                        note);
        }
        PGresult *next = PQgetResult(db->conn);
        if (next == NULL)
            break;
        if (last != NULL && failed(last)) {
            PQclear(next);
            continue;
        }
        PQclear(last);
        last = next;
    }
    enum pes_err err = PES_ERR_OK;
    if (last == NULL || failed(last))
        err = last != NULL ? refuse(db, last, note) : lose(db, PQerrorMessage(db->conn), note);
    /* After a FATAL error the server has closed the connection. */
    if (db->conn != NULL && PQstatus(db->conn) == CONNECTION_BAD && err != PES_ERR_OK)
        err = lose(db, PQerrorMessage(db->conn), note);
    if (err != PES_ERR_OK || out == NULL)
        PQclear(last);
    else
        *out = last;
    return err;
}

/* Statements ----------------------------------------------------------------------------------- */

static enum pes_err run(struct pq *db, const char *text, PGresult **out, struct pes_note *note) {
    if (PQsendQuery(db->conn, text) == 0)
        return lose(db, PQerrorMessage(db->conn), note);
    return collect(db, out, note);
}

enum pes_err pq_run(struct pq *db, const char *text, PGresult **out, struct pes_note *note) {
    const enum pes_err err = pq_connect(db, 0, note);
    return err == PES_ERR_OK ? run(db, text, out, note) : err;
}

/* Values as libpq takes them: texts, and bytes as they are. */
struct arguments {
    const char *values[PQ_VALUES_MAX];
    int lengths[PQ_VALUES_MAX], formats[PQ_VALUES_MAX];
    char digits[PQ_VALUES_MAX][32];
};

static void take_values(struct arguments *a, const struct value values[], int count) {
    assert(count <= PQ_VALUES_MAX);
    for (int i = 0; i < count; i++) {
        const struct value *v = &values[i];
        a->values[i] = v->kind == VALUE_NULL                             ? NULL
                       : v->kind == VALUE_TEXT || v->kind == VALUE_BYTES ? v->bytes
                                                                         : a->digits[i];
        a->lengths[i] = (int)v->length;
        a->formats[i] = v->kind == VALUE_BYTES;
        if (v->kind == VALUE_INT)
            snprintf(a->digits[i], sizeof a->digits[i], "%" PRId64, v->number);
        else if (v->kind == VALUE_REAL)
            snprintf(a->digits[i], sizeof a->digits[i], "%.17g", v->real);
    }
}

enum pes_err pq_query(struct pq *db, int slot, const char *text, const struct value values[],
                      int count, PGresult **out, struct pes_note *note) {
    struct arguments a;
    char name[24];
    enum pes_err err = pq_connect(db, 0, note);
    if (err != PES_ERR_OK)
        return err;
    assert(slot < PQ_SLOTS);
    take_values(&a, values, count);
    snprintf(name, sizeof name, "pessoi_%d", slot);
    if (slot >= 0 && !db->prepared[slot]) {
        err = PQsendPrepare(db->conn, name, text, 0, NULL) == 0
                  ? lose(db, PQerrorMessage(db->conn), note)
                  : collect(db, NULL, note);
        if (err != PES_ERR_OK)
            return err;
        db->prepared[slot] = true;
    }
    const int sent =
        slot >= 0
            ? PQsendQueryPrepared(db->conn, name, count, a.values, a.lengths, a.formats, 0)
            : PQsendQueryParams(db->conn, text, count, NULL, a.values, a.lengths, a.formats, 0);
    return sent == 0 ? lose(db, PQerrorMessage(db->conn), note) : collect(db, out, note);
}

/* Transactions --------------------------------------------------------------------------------- */

enum pes_err pq_begin(struct pq *db, const char *text, int within_ms, PGresult **out,
                      struct pes_note *note) {
    enum pes_err err = pq_connect(db, 0, note);
    if (err != PES_ERR_OK)
        return err;
    assert(PQtransactionStatus(db->conn) == PQTRANS_IDLE);
    db->until_ns = within_ms > 0 ? clock_in_ms(within_ms) : INT64_MAX;
    err = run(db, text, out, note);
    if (err != PES_ERR_OK)
        pq_undo(db);
    return err;
}

void pq_within(struct pq *db, int ms) {
    db->until_ns = clock_in_ms(ms);
}

enum pes_err pq_commit(struct pq *db, struct pes_note *note) {
    PGresult *result = NULL;
    if (!pq_connected(db)) { /* lost before the commit was sent */
        if (note != NULL)
            *note = db->away;
        return PES_ERR_STOPPED;
    }
    enum pes_err err = run(db, "COMMIT", &result, note);
    db->until_ns = INT64_MAX;
    if (err != PES_ERR_OK)
        return pq_connected(db) ? err : PES_ERR_LATE;
    /* A transaction in which a statement has failed is rolled back without an error. */
    if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        err = sql_say(db->options.url, TEXT(store_failed), PQcmdStatus(result), note);
    PQclear(result);
    return err;
}

void pq_undo(struct pq *db) {
    db->until_ns = INT64_MAX;
    if (db->conn == NULL || PQtransactionStatus(db->conn) == PQTRANS_IDLE)
        return;
    if (run(db, "ROLLBACK", NULL, NULL) != PES_ERR_OK && db->conn != NULL)
        drop(db);
}

/* The tables ----------------------------------------------------------------------------------- */

/* The key of an advisory lock, while tables are created or upgraded: "PESS", 1. */
#define LOCK_UPGRADE "SELECT pg_advisory_xact_lock(1346720595, 1)"

static enum pes_err refuse_tables(const struct pq *db, const struct pes_text *why, int64_t version,
                                  struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    const char *url = db->options.url;
    return pes_note_say(note, PES_ERR_UNFIT, 0, why,
                        PES_ARGS(PES_STR(pes_quote(url, strlen(url), quote)), PES_INT(version),
                                 PES_INT(db->options.format->version)));
}

static enum pes_err refuse_schema(const struct pq *db, struct pes_note *note) {
    (void)sql_say(db->options.url, TEXT(store_schema_taken), db->options.format->schema, note);
    return PES_ERR_UNFIT;
}

/* The version of the tables; 0: there are none yet. */
static enum pes_err read_version(struct pq *db, int64_t *out, struct pes_note *note) {
    const char *schema = db->options.format->schema;
    char sql[512];
    PGresult *result = NULL;
    *out = 0;
    snprintf(sql, sizeof sql,
             "SELECT count(*), count(*) FILTER (WHERE relname='meta' AND relkind='r')"
             " FROM pg_catalog.pg_class WHERE relnamespace=to_regnamespace('%s')",
             schema);
    enum pes_err err = run(db, sql, &result, note);
    if (err != PES_ERR_OK)
        return err;
    const bool empty = pq_number(result, 0, 0) == 0, ours = pq_number(result, 0, 1) == 1;
    PQclear(result);
    if (empty)
        return PES_ERR_OK;
    if (!ours)
        return refuse_schema(db, note);
    snprintf(sql, sizeof sql, "SELECT version FROM %s.meta WHERE program='pessoi'", schema);
    err = run(db, sql, &result, note);
    if (err == PES_ERR_IO && strcmp(db->state, "42703") == 0) /* no such column */
        return refuse_schema(db, note);
    if (err != PES_ERR_OK)
        return err;
    if (PQntuples(result) == 1)
        *out = pq_number(result, 0, 0);
    PQclear(result);
    return *out > 0 ? PES_ERR_OK : refuse_schema(db, note);
}

/* In the transaction and with the lock: brings the tables to the newest version. */
static enum pes_err upgrade_locked(struct pq *db, struct pes_note *note) {
    const struct pq_format *f = db->options.format;
    char sql[512];
    int64_t version = 0;
    enum pes_err err = read_version(db, &version, note);
    if (err != PES_ERR_OK || version >= f->version)
        return err;
    snprintf(sql, sizeof sql,
             "CREATE SCHEMA IF NOT EXISTS %s; CREATE TABLE IF NOT EXISTS %s.meta"
             "(program text PRIMARY KEY, version integer NOT NULL)",
             f->schema, f->schema);
    err = run(db, sql, NULL, note);
    for (int64_t v = version; v < f->version && err == PES_ERR_OK; v++)
        err = run(db, f->steps[v], NULL, note);
    snprintf(sql, sizeof sql,
             "INSERT INTO %s.meta VALUES('pessoi', %d)"
             " ON CONFLICT(program) DO UPDATE SET version=excluded.version",
             f->schema, f->version);
    return err == PES_ERR_OK ? run(db, sql, NULL, note) : err;
}

static enum pes_err upgrade(struct pq *db, struct pes_note *note) {
    char sql[160];
    snprintf(sql, sizeof sql,
             "BEGIN; SET LOCAL statement_timeout=%d; SET LOCAL lock_timeout=%d; " LOCK_UPGRADE,
             UPGRADE_MS, UPGRADE_MS);
    db->upgrades = true;
    enum pes_err err = run(db, sql, NULL, note);
    if (err == PES_ERR_OK)
        err = upgrade_locked(db, note);
    if (err == PES_ERR_OK)
        err = run(db, "COMMIT", NULL, note);
    pq_undo(db);
    db->upgrades = false;
    return err;
}

static enum pes_err check_tables(struct pq *db, struct pes_note *note) {
    const struct pq_format *f = db->options.format;
    int64_t version = 0;
    enum pes_err err = read_version(db, &version, note);
    if (err == PES_ERR_OK && version < f->version && !db->options.read_only && !db->opened) {
        err = upgrade(db, note);
        if (err == PES_ERR_OK)
            err = read_version(db, &version, note); /* another process may be newer */
    }
    if (err != PES_ERR_OK || version == f->version)
        return err;
    return refuse_tables(db,
                         version == 0           ? TEXT(results_empty)
                         : version < f->version ? TEXT(results_older)
                                                : TEXT(store_newer),
                         version, note);
}

/* Connecting ----------------------------------------------------------------------------------- */

static void ignore_notice(void *arg, const PGresult *result) {
    (void)arg;
    (void)result; /* it would be printed */
}

static enum pes_err check_server(const struct pq *db, struct pes_note *note) {
    const char *encoding = PQparameterStatus(db->conn, "server_encoding");
    if (PQserverVersion(db->conn) < SERVER_VERSION_MIN)
        return refuse_tables(db, TEXT(store_old_server), 0, note);
    if (encoding == NULL || strcmp(encoding, "UTF8") != 0)
        return refuse_tables(db, TEXT(store_encoding), 0, note);
    return PES_ERR_OK;
}

/* The connection is there: may it be used? */
static enum pes_err set_up(struct pq *db, struct pes_note *note) {
    PQsetNoticeReceiver(db->conn, ignore_notice, NULL);
    if (PQsetnonblocking(db->conn, 1) != 0)
        return lose(db, PQerrorMessage(db->conn), note);
    db->until_ns = INT64_MAX;
    enum pes_err err = check_server(db, note);
    if (err == PES_ERR_OK)
        err = check_tables(db, note);
    db->ready = err == PES_ERR_OK; /* the hook uses it */
    if (err == PES_ERR_OK && db->options.connected != NULL)
        err = db->options.connected(db->options.arg, note);
    if (err == PES_ERR_OK)
        return PES_ERR_OK;
    drop(db);
    if (note != NULL)
        db->away = *note;
    return db->opened ? PES_ERR_STOPPED : err;
}

static void start(struct pq *db) {
    char late[16];
    /* What the URL says comes after our own, and replaces it; only the last ones are fixed. */
    const char *const keys[] = {"fallback_application_name",
                                "tcp_user_timeout",
                                "keepalives_idle",
                                "keepalives_interval",
                                "keepalives_count",
                                "dbname",
                                "options",
                                "client_encoding",
                                NULL};
    const char *const values[] = {"pessoi",          late,   "10", "5", "3", db->options.url,
                                  db->settings.text, "UTF8", NULL};
    snprintf(late, sizeof late, "%d", db->options.wait_ms + LATE_MS);
    db->tried_ns = clock_now_ns();
    db->conn = PQconnectStartParams(keys, values, 1);
    db->polling = PGRES_POLLING_WRITING; /* as if PQconnectPoll() had said so */
}

/* No connection yet: says why. */
static enum pes_err say_away(const struct pq *db, struct pes_note *note) {
    if (note != NULL && !pes_note_is_empty(&db->away))
        *note = db->away;
    else
        (void)sql_say(db->options.url, TEXT(store_away), "..", note);
    return PES_ERR_STOPPED;
}

enum pes_err pq_connect(struct pq *db, int wait_ms, struct pes_note *note) {
    struct pes_note why = {0};
    if (db->ready)
        return PES_ERR_OK;
    const int64_t until_ns = clock_in_ms(wait_ms);
    if (db->conn == NULL) {
        if (db->tried_ns != 0 && clock_now_ns() - db->tried_ns < PQ_RETRY_MS * CLOCK_NS_PER_MS)
            return say_away(db, note);
        start(db);
    }
    while (db->polling != PGRES_POLLING_OK) {
        if (PQstatus(db->conn) == CONNECTION_BAD || db->polling == PGRES_POLLING_FAILED)
            return lose(db, PQerrorMessage(db->conn), note);
        const short events = db->polling == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (!wait_for(db->conn, events, until_ns)) {
            if (clock_now_ns() - db->tried_ns > PQ_CONNECT_MS * CLOCK_NS_PER_MS)
                return lose(db, "", note);
            return say_away(db, note);
        }
        db->polling = PQconnectPoll(db->conn);
    }
    const enum pes_err err = set_up(db, &why);
    if (err != PES_ERR_OK && note != NULL)
        *note = why;
    return err;
}

bool pq_refused_with(const struct pq *db, const char *state) {
    return strcmp(db->state, state) == 0;
}

bool pq_connected(const struct pq *db) {
    return db->ready;
}

/* Opening -------------------------------------------------------------------------------------- */

/* The URL is checked before anything quotes it: everybody on this machine sees a command line, and
 * what libpq says about a wrong URL may quote a password. */
static enum pes_err check_url(const char *url, struct str *user_options, struct pes_note *note) {
    char *message = NULL;
    PQconninfoOption *all = PQconninfoParse(url, &message);
    PQfreemem(message);
    if (all == NULL)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(store_bad_url), PES_NO_ARGS);
    bool secret = false;
    for (const PQconninfoOption *o = all; o->keyword != NULL; o++) {
        if (o->val == NULL)
            continue;
        secret |= strcmp(o->keyword, "password") == 0 || strcmp(o->keyword, "sslpassword") == 0;
        if (strcmp(o->keyword, "options") == 0)
            str_addf(user_options, "%s ", o->val);
    }
    PQconninfoFree(all);
    return secret ? pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(store_url_password), PES_NO_ARGS)
                  : PES_ERR_OK;
}

enum pes_err pq_open(const struct pq_options *options, struct pq **out, struct pes_note *note) {
    enum pes_err err = pq_api_load(note);
    if (err != PES_ERR_OK)
        return err;
    struct pq *db = mem_alloc(sizeof *db);
    if (db == NULL)
        return pes_note_say(note, PES_ERR_NOMEM, 0, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    db->options = *options;
    db->until_ns = INT64_MAX;
    str_init(&db->settings);
    *out = db; /* for the hook */
    err = check_url(options->url, &db->settings, note);
    str_addf(&db->settings,
             "-c search_path=%s,pg_temp -c statement_timeout=%d -c lock_timeout=%d"
             " -c idle_in_transaction_session_timeout=%d -c bytea_output=hex"
             " -c default_transaction_isolation=read\\ committed -c client_min_messages=error%s",
             options->format->schema, options->wait_ms, options->lock_ms, options->idle_ms,
             options->read_only ? " -c default_transaction_read_only=on" : "");
    if (err == PES_ERR_OK)
        err = str_err(&db->settings);
    if (err == PES_ERR_OK)
        err = pq_connect(db, PQ_CONNECT_MS, note);
    if (err == PES_ERR_STOPPED) /* there was no answer in time */
        err = lose(db, "", note);
    if (err != PES_ERR_OK) {
        *out = NULL;
        pq_close(db);
        return err;
    }
    db->opened = true;
    return PES_ERR_OK;
}

void pq_close(struct pq *db) {
    if (db == NULL)
        return;
    drop(db);
    str_release(&db->settings);
    mem_free(db);
}

/* Rows ----------------------------------------------------------------------------------------- */

const char *pq_text(const PGresult *result, int row, int column) {
    return PQgetisnull(result, row, column) ? NULL : PQgetvalue(result, row, column);
}

int64_t pq_number(const PGresult *result, int row, int column) {
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

static int digit_of(char c) {
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

/* The format "\xdeadbeef": see bytea_output. */
size_t pq_bytes(const PGresult *result, int row, int column, unsigned char *out) {
    const char *text = PQgetvalue(result, row, column);
    const int length = PQgetlength(result, row, column);
    size_t count = 0;
    assert(length == 0 || (length >= 2 && text[0] == '\\' && text[1] == 'x'));
    for (int i = 2; i + 1 < length; i += 2)
        out[count++] = (unsigned char)(digit_of(text[i]) * 16 + digit_of(text[i + 1]));
    return count;
}
