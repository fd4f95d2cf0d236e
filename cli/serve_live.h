/* A tournament shown live by the web server: `pessoi serve --tournament FILE`. A thread reads the
 * store of results, to which the tournament writes, and keeps the pages of its newest tournament
 * in a temporary folder that the server serves.
 *
 * It costs little: the store is asked every few seconds, pages are written only if something
 * changed, and never for more than a tenth of the time. */
#ifndef CLI_SERVE_LIVE_H
#define CLI_SERVE_LIVE_H

#include "cli/cli.h"

struct serve_live;

/* Writes the pages once and starts the thread. A file without a tournament is fine: its pages come
 * with it. Otherwise an error with a note. */
PES_MUST_USE enum pes_err serve_live_open(const char *file, struct serve_live **out,
                                          struct pes_note *note);
const char *serve_live_folder(const struct serve_live *live); /* with the pages */
void serve_live_close(struct serve_live *live);               /* removes the folder; NULL is fine */

#endif
