/* Plays a match for `match` and `sprt`: with progress, with its games stored and resumed, and with
 * the reasons of the first forfeits. */
#ifndef CLI_MATCH_PLAY_H
#define CLI_MATCH_PLAY_H

#include "cli/json.h"
#include "cli/match_setup.h"

enum { MATCH_FAULTS_MAX = 5 }; /* whose reasons are reported */

/* What is reported of a match. */
struct match_played {
    struct pes_match_result result;
    bool stopped; /* by Ctrl-C: the result is that of the games before it */
    struct match_fault {
        int32_t game; /* from 1 */
        int agent;    /* 0 is A */
        struct pes_note why;
    } faults[MATCH_FAULTS_MAX]; /* the first ones */
    int fault_count;
};

/* Plays; CLI_DONE, also if it was stopped, or the exit code of a failure that was reported. */
int match_play(struct cli *c, struct match_setup *setup, struct match_played *out);

/* An Elo difference with its sign; it may be infinite. Returns `out`. */
const char *match_elo_text(const struct cli *c, double elo, char out[CLI_NUMBER_SIZE]);

/* Lines about who met, the pairs and the forfeits. */
void match_say_head(struct cli *c, const struct pes_match *m, const struct pes_match_result *r);
void match_say_pairs(struct cli *c, const struct pes_match_result *r);
void match_say_faults(struct cli *c, const struct pes_match *m, const struct match_played *played);

/* Members `pentanomial` and `los`. */
void match_put_pairs(struct str *doc, const struct pes_match_result *r);
/* Member `faults`. */
void match_put_faults(struct str *doc, const struct pes_match *m,
                      const struct match_played *played);
/* What was played, so that a document says by itself what its numbers are about. */
void match_put_played(struct str *doc, const struct cli *c, const struct pes_match *m);

/* The exit code after a match: `code`, unless it was stopped, which is reported. */
int match_end(struct cli *c, const struct match_setup *setup, const struct match_played *played,
              int code);

#endif
