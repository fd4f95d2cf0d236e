/* Tables of options (of a game's variants, of an agent) for people and for programs. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"
#include "cli/json.h"

/* Appends "name  what it is", the name in strong ink. */
void options_head(struct cli *c, const char *name, const struct pes_text *what, struct str *out);

/* Appends a line an option: key, range, default, help. NULL or an empty table: nothing. */
void options_list(struct cli *c, const struct pes_option *options, struct str *out);

/* The list [{key, default, help}]; the help ends with the range and is English, like everything in
 * JSON documents. */
void put_options(struct str *doc, const char *key, const struct pes_option *options);

#endif
