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

#endif
