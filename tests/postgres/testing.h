/* For tests of both kinds of database: a file in the current folder, or, if PESSOI_TEST_DB is set
 * (postgres.py), the database that it names. */
#ifndef POSTGRES_TESTING_H
#define POSTGRES_TESTING_H

#include <stdint.h>

/* The URL; NULL: the test is about files. */
const char *testing_url(void);

/* Deletes all that Pessoi has in the database. */
void testing_reset(void);

/* What another program does in a schema of the database: one or more statements. */
void testing_sql(const char *schema, const char *sql);
/* The number that a query gives. */
int64_t testing_number(const char *schema, const char *sql);

/* The same in a transaction that stays open, with its locks, until testing_let_go(). */
void testing_hold(const char *schema, const char *sql);
void testing_let_go(void);

#endif
