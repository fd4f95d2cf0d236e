/* A build without libpq: all tests are about files. */
#include "postgres/testing.h"

#include <stddef.h>
#include <stdlib.h>

const char *testing_url(void) {
    return NULL;
}

void testing_reset(void) {
}

void testing_sql(const char *schema, const char *sql) {
    (void)schema;
    (void)sql;
    abort();
}

int64_t testing_number(const char *schema, const char *sql) {
    testing_sql(schema, sql);
    return 0;
}

void testing_hold(const char *schema, const char *sql) {
    testing_sql(schema, sql);
}

void testing_let_go(void) {
}
