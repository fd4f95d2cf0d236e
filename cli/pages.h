/* The pages of a tournament from the store of results: src/site writes them. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include "site/site.h"
#include "store/results.h"

struct pages_from {
    struct results *results;
    int64_t event;
    const int32_t *place; /* by seat: the player's index on the pages */
    int32_t seats;
    bool (*counts)(const void *arg, const struct results_game *g); /* NULL: all games do */
    const void *arg;
};

/* Writes all games of the event, then the list. */
PES_MUST_USE enum pes_err pages_write(const struct pages_from *from, const struct site_about *about,
                                      const char *folder, const struct site_player players[],
                                      int count, struct pes_note *note);

#endif
