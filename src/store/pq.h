/* A connection to PostgreSQL, for the files of this folder alone: opened again when it is lost, and
 * never waited for longer than asked.
 *
 * Everything is sent and received without blocking, with a deadline on this side: statement_timeout
 * and TCP's own timeouts do not help against a server that is stopped. Only the name of the host is
 * resolved by a call that may block (getaddrinfo).
 *
 * A transaction on a connection that was lost is rolled back by the server, unless the answer to
 * its commit was what got lost: pq_commit() says so.
 *
 * Errors: STOPPED for what may pass (no connection, a lock, a restart, a deadlock), IO for what
 * will not. docs/adr/0029 has the reasons. */
#ifndef STORE_PQ_H
#define STORE_PQ_H

#include "pessoi/err.h"
#include "store/pq_api.h"
#include "store/value.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PQ_CONNECT_MS = 10000, /* for one attempt to connect */
    PQ_RETRY_MS = 250,     /* between two attempts */
    PQ_SLOTS = 16,         /* prepared queries */
    PQ_VALUES_MAX = 24     /* of one query */
};

/* A set of tables in a schema of their own, and its newest version. */
struct pq_format {
    const char *schema;
    int version;
    const char *const *steps; /* from version n to n+1 by the n-th text */
};

struct pq_options {
    const char *url; /* borrowed: as the user gave it */
    const struct pq_format *format;
    int wait_ms; /* for one statement, */
    int lock_ms; /* of which so long for a lock of others */
    int idle_ms; /* the server ends a connection that is in a transaction and silent for so long */
    bool read_only; /* the tables must exist; else UNFIT */
    /* After each connection, before it is used; an error means that it cannot be used. */
    enum pes_err (*connected)(void *arg, struct pes_note *note);
    void *arg;
};

struct pq;

/* Connects, waiting for PQ_CONNECT_MS at most, and brings the tables to the newest version. IO: it
 * cannot be used; UNFIT: the tables are of another program, or of a newer or (if read_only) older
 * Pessoi; SYNTAX: the URL is wrong, or has a password. */
PES_MUST_USE enum pes_err pq_open(const struct pq_options *options, struct pq **out,
                                  struct pes_note *note);
void pq_close(struct pq *db); /* NULL is fine */

/* Is there a connection? Else begins or continues to open one, for at most wait_ms; STOPPED: there
 * is none yet. */
PES_MUST_USE enum pes_err pq_connect(struct pq *db, int wait_ms, struct pes_note *note);
bool pq_connected(const struct pq *db);

/* Runs one or more statements without values; *out (may be NULL) is the result of the last one, to
 * be released by PQclear(). */
PES_MUST_USE enum pes_err pq_run(struct pq *db, const char *text, PGresult **out,
                                 struct pes_note *note);
/* Runs one statement with $1, $2 ..; `slot` 0 .. PQ_SLOTS-1: it is prepared once per connection
 * under this number; -1: it is not. */
PES_MUST_USE enum pes_err pq_query(struct pq *db, int slot, const char *text,
                                   const struct value values[], int count, PGresult **out,
                                   struct pes_note *note);

/* Outside a transaction: all statements from now on must end within this time, together. */
void pq_within(struct pq *db, int ms);

/* Was this the SQLSTATE of the last statement that failed? */
bool pq_refused_with(const struct pq *db, const char *state);

/* Begins a transaction by running `text`, e.g. "BEGIN". All of it must end within this time; 0:
 * only its statements are bounded. */
PES_MUST_USE enum pes_err pq_begin(struct pq *db, const char *text, int within_ms, PGresult **out,
                                   struct pes_note *note);
/* LATE: the answer was lost, and nobody knows. Any other error: it was rolled back. */
PES_MUST_USE enum pes_err pq_commit(struct pq *db, struct pes_note *note);
void pq_undo(struct pq *db);

/* Columns of a row of a result. */
int64_t pq_number(const PGresult *result, int row, int column);   /* 0 for NULL */
const char *pq_text(const PGresult *result, int row, int column); /* NULL for NULL */
/* Decodes a column of bytes into *out, which has room for half of its text; returns their number.
 */
size_t pq_bytes(const PGresult *result, int row, int column, unsigned char *out);

#endif
