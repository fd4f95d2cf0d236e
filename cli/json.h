/* One JSON document for programs, written by core/json_write.h: members in a fixed order, numbers
 * with 17 significant digits, nothing translated.
 *
 *     struct str doc;
 *     json_begin(&doc, '{');
 *     put_uint(&doc, "nodes", nodes);
 *     return json_print(c, &doc, '}');
 *
 * Errors are sticky: a document for which memory ran out is not printed at all, and json_print()
 * returns the exit code. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli/cli.h"
#include "core/json_write.h"

/* Starts a document that is an object ('{') or a list ('['). */
void json_begin(struct str *doc, char bracket);

/* An integer, or null if it is not known. */
void json_put_int_if(struct str *doc, const char *key, bool known, int64_t n);

/* Closes the document, prints it to c->out with one member or item per line, and releases it.
 * Returns CLI_DONE or an exit code. */
int json_print(struct cli *c, struct str *doc, char bracket);

/* The same for a document that is closed. */
int json_print_value(struct cli *c, struct str *doc);

/* A list that is printed item by item, for more items than should be in memory. */
struct json_list {
    struct cli *c;
    int64_t count; /* items so far */
};
void json_list_begin(struct json_list *list, struct cli *c);
/* Prints and releases an item, which begins with put_open(item, NULL, ..) and is closed. CLI_DONE
 * or an exit code. */
int json_list_print(struct json_list *list, struct str *item);
int json_list_end(struct json_list *list);

#endif
