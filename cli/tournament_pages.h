/* The pages of a tournament: --html. src/site writes them; here they get what is stored. */
#ifndef CLI_TOURNAMENT_PAGES_H
#define CLI_TOURNAMENT_PAGES_H

#include "cli/tournament_store.h"

/* Checks and makes the folder: before the first game, not after the last one. */
int tournament_begin_pages(struct tournament_store *store, const char *folder,
                           const struct tournament *t);

/* Writes the pages with all games stored so far. CLI_DONE or an exit code. */
int tournament_write_pages(struct tournament_store *store, const char *folder,
                           const struct tournament *t, const struct standings *s);

#endif
