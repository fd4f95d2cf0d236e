/* Rows of the store of results: as lines of a table for people, as JSON objects and as CSV. */
#ifndef CLI_DB_ROWS_H
#define CLI_DB_ROWS_H

#include "cli/cli.h"
#include "store/results.h"

/* A game as results_each_game() gives it. */
struct db_game {
    const struct results_event *event;
    const char *const *names; /* First's and Second's */
    const struct results_game *game;
};

/* Lines of a table, each with its line end; heads are in the language of the run. */
void db_add_events_head(struct cli *c, struct str *out);
void db_add_event(struct cli *c, const struct results_event *e, struct str *out);
void db_add_players_head(struct cli *c, struct str *out);
void db_add_player(struct cli *c, int64_t event, const struct results_player *p, struct str *out);
void db_add_games_head(struct cli *c, struct str *out);
void db_add_game(struct cli *c, const struct db_game *g, struct str *out);

/* Everything about one game, with its record and logs. */
void db_add_whole_game(struct cli *c, const struct db_game *g, struct str *out);

/* Objects. Of a game also its job, record and logs, if they were read. */
void db_put_event(const struct results_event *e, struct str *out);
void db_put_player(int64_t event, const struct results_player *p, struct str *out);
void db_put_game(const struct db_game *g, struct str *out);

/* CSV by RFC 4180: a head, then one line per game, each ended by CR LF. */
void db_add_csv_head(struct str *out);
void db_add_csv(const struct db_game *g, struct str *out);

#endif
