/* The openings of a match: --openings FILE, random:K or balanced:K, or the one position of
 * --position and --moves. */
#ifndef CLI_MATCH_OPENINGS_H
#define CLI_MATCH_OPENINGS_H

#include "cli/cli.h"

struct match_openings {
    const char **lines;   /* into `text`; NULL: random or balanced openings */
    int32_t *line_number; /* of each opening in its file, from 1 */
    int32_t count;
    int32_t plies; /* of random and balanced openings */
    bool balanced;
    const char *file; /* borrowed; NULL: not from a file */
    struct str text;  /* owns the lines */
};

void match_openings_init(struct match_openings *o);
void match_openings_release(struct match_openings *o);

/* How many moves random openings of this game have by default: none if there are dice. */
int32_t match_openings_plies(const struct pes_game *g);

/* Reads random:K or balanced:K; false: it is something else. *code is CLI_DONE or an
 * exit code. */
bool match_openings_generator(struct cli *c, const char *text, struct match_openings *o, int *code);

/* CLI_DONE or an exit code. Remarks on standard error if lines of a file repeat each other. */
int match_openings_read(struct cli *c, const struct pes_game *g, struct match_openings *o);

/* Prints an error of pes_match_run(), whose note may name an opening by its number. Returns the
 * exit code. */
int match_openings_fail(struct cli *c, const struct match_openings *o, enum pes_err err,
                        struct pes_note *note);

#endif
