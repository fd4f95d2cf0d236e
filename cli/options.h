/* Lists of options (of a game, of an agent), as text and as JSON. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"
#include "cli/json.h"

/* Appends "name  description", the name in bold. */
void options_head(struct cli *c, const char *name, const struct pes_text *what, struct str *out);

/* Appends "name  Title: description"; a title that only repeats the name is left out. */
void options_head_titled(struct cli *c, const char *name, const struct pes_text *title,
                         const struct pes_text *what, struct str *out);

/* Appends one line per option: key, range, default, help, and what its choices are called. NULL:
 * no options. */
void options_list(struct cli *c, const struct pes_option *options, struct str *out);

/* The list [{key, default, help}]; the help ends with the range and is English, like everything in
 * JSON documents. */
void put_options(struct str *doc, const char *key, const struct pes_option *options);

#endif
