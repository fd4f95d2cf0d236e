/* What a tournament prints: text for people, JSON for programs, the courses' result files. */
#ifndef CLI_TOURNAMENT_REPORT_H
#define CLI_TOURNAMENT_REPORT_H

#include "arena/standings.h"
#include "cli/tournament_plan.h"

/* All return CLI_DONE or an exit code. */
int tournament_report_text(struct cli *c, const struct plan *plan, const struct tournament *t,
                           const struct standings *s);
int tournament_report_json(struct cli *c, const struct plan *plan, const struct tournament *t,
                           const struct standings *s);

/* Writes a file A-B.txt for every two players who met. */
int tournament_write_files(struct cli *c, const char *folder, const struct plan *plan,
                           const struct tournament *t);

#endif
