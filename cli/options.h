/* Lists of options (of a game, of an agent), as text and as JSON. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"
#include "cli/json.h"

/* Appends "name  description", the name in bold. */
void options_head(struct cli *c, const char *name, const struct pes_text *what, struct str *out);

/* Appends one line per option: key, range, default, help. NULL: no options. */
void options_list(struct cli *c, const struct pes_option *options, struct str *out);

/* The list [{key, default, help}]; the help ends with the range and is English, like everything in
 * JSON documents. */
void put_options(struct str *doc, const char *key, const struct pes_option *options);

#endif
