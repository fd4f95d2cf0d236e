/* Where the games of a match begin: --openings FILE or random:K, or the one position that
 * --position and --moves give. */
#ifndef CLI_MATCH_OPENINGS_H
#define CLI_MATCH_OPENINGS_H

#include "cli/cli.h"

struct match_openings {
    const char **lines;   /* into `text`; NULL: random ones */
    int32_t *line_number; /* of each in its file, from 1 */
    int32_t count;
    int32_t plies;    /* of random ones */
    const char *file; /* borrowed; NULL: not from a file */
    struct str text;  /* what the lines point into */
};

void match_openings_init(struct match_openings *o);
void match_openings_release(struct match_openings *o);

/* CLI_DONE or an exit code. */
int match_openings_read(struct cli *c, const struct pes_game *g, struct match_openings *o);

/* Says an error of a match, whose note may speak of a line of the list. Returns the exit code. */
int match_openings_fail(struct cli *c, const struct match_openings *o, enum pes_err err,
                        struct pes_note *note);

#endif
