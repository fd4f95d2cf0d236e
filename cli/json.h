/* One JSON document for programs: keys in a fixed order, numbers with 17 significant digits,
 * nothing translated.
 *
 * Building never stops half-way: what could not be made is remembered and json_print() says so.
 *
 *     struct json doc;
 *     json_begin(&doc);
 *     json_put(&doc, doc.root, "nodes", json_integer(nodes));
 *     return json_print(c, &doc); */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli/cli.h"

#include <jansson.h>

struct json {
    json_t *root; /* an object, or what json_begin_list() made */
    bool failed;
};

void json_begin(struct json *doc);
void json_begin_list(struct json *doc);

/* Takes ownership of `value`; NULL is memory that ran out. */
void json_put(struct json *doc, json_t *object, const char *key, json_t *value);
void json_add(struct json *doc, json_t *list, json_t *value);

/* Values; the caller hands them to json_put() or json_add(). */
json_t *json_real_or_null(double x);         /* null where it is not finite */
json_t *json_text_or_null(const char *text); /* null for NULL */
json_t *json_count(uint64_t n);

/* Prints the document to c->out and releases it. Returns CLI_DONE or an exit code. */
int json_print(struct cli *c, struct json *doc);

/* Releases it unprinted. */
void json_drop(struct json *doc);

#endif
