#include "postgres/testing.h"

#include <libpq-fe.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

const char *testing_url(void) {
    return getenv("PESSOI_TEST_DB");
}

static PGresult *run(PGconn *conn, const char *sql) {
    PGresult *result = PQexec(conn, sql);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(conn));
    return result;
}

static PGconn *connect_to(const char *schema) {
    char path[128];
    PGconn *conn = PQconnectdb(testing_url());
    snprintf(path, sizeof path, "SET client_min_messages=error; SET search_path=%s", schema);
    PQclear(run(conn, path));
    return conn;
}

int64_t testing_number(const char *schema, const char *sql) {
    PGconn *conn = connect_to(schema);
    PGresult *result = run(conn, sql);
    const int64_t n = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
    PQclear(result);
    PQfinish(conn);
    return n;
}

void testing_sql(const char *schema, const char *sql) {
    (void)testing_number(schema, sql);
}

static PGconn *holder;

void testing_hold(const char *schema, const char *sql) {
    assert_null(holder);
    holder = connect_to(schema);
    PQclear(run(holder, "BEGIN"));
    PQclear(run(holder, sql));
}

void testing_let_go(void) {
    PQfinish(holder);
    holder = NULL;
}

void testing_reset(void) {
    testing_sql("public",
                "DROP SCHEMA IF EXISTS pessoi_games, pessoi_results, pessoi_test CASCADE");
}
