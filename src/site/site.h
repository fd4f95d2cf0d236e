/* The pages of a tournament: a folder of static files that needs no server (docs/adr/0026).
 *
 *     site_begin(&about, "pages", &site, note);
 *     .. site_add_game(site, &game, note);      once per finished game, in any order
 *     site_end(site, players, count, note);     data.js, and the pages are complete
 *     site_free(site);
 *
 * index.html works from the disk (file://) and on any web server. The moves of a game are in a file
 * of their own, which a page loads when it shows the game; memory here grows by some fifty bytes
 * per game. All texts may be hostile: bots choose their names and write to stderr.
 *
 * The folder must not exist, be empty (but for hidden files), or hold pages that were written by
 * this module: then its files are replaced, and games that no longer exist are removed. data.js is
 * replaced last and atomically, so a reader never sees a list with games that are not there yet. */
#ifndef SITE_SITE_H
#define SITE_SITE_H

#include "pessoi/kit.h"
#include "pessoi/record.h"

enum { SITE_LOG_MAX = 8 << 10 /* bytes of a log that the pages show: its end */ };

/* What was played, and how. Texts are copied, but for `how`, which must live until site_end(). */
struct site_about {
    const char *title;         /* NULL or "": the name of the game */
    const struct pes_kit *kit; /* of all games */
    const char *variant;
    const char *type;           /* "robin", "gauntlet", "swiss" or "knockout" */
    int32_t games_each;         /* per pairing; 0: not said */
    int32_t movetime_ms;        /* per move; 0: no such limit */
    int32_t clock_ms;           /* per game; 0: no clock */
    int32_t increment_ms;       /* added to the clock after each move */
    int32_t max_plies;          /* then a game is adjudicated; 0: no cap but the game's own */
    const struct pes_text *how; /* one more sentence, e.g. about points; NULL: none */
    uint64_t seed;
    const char *version; /* of the program that played */
    int64_t date_ms;     /* of the last game, since 1970; 0: not said */
    bool running;        /* not all games were played, however many they will be */
    int64_t expected;    /* games of the whole tournament: if more than were added, the pages say
                            that it is still running; 0: not said */
};

struct site_player {
    const char *name;                     /* for people: "alice" */
    const char *agent;                    /* as text; NULL: not shown */
    const char *excluded[PES_LANG_COUNT]; /* why it did not take part; NULL: it did */
    int32_t rank;                         /* from 1, equal for players who share a place */
    double points;
    bool rated;
    double rating, rating_low, rating_high; /* if rated */
};

/* One game. Wins, draws, losses and forfeits of players are counted from these. */
struct site_game {
    int64_t number;                     /* >= 0, unique: the name of its files and its address */
    int32_t round;                      /* from 1; 0: there are no rounds */
    int32_t players[PES_PLAYERS_MAX];   /* First and Second, as indexes for site_end() */
    const char *result;                 /* "1-0", "0-1", "1/2-1/2" */
    const char *end;                    /* pes_end_word() */
    const char *reason[PES_LANG_COUNT]; /* of a forfeit or a loss on time; NULL: none */
    int32_t think_max_ms[PES_PLAYERS_MAX], think_sum_ms[PES_PLAYERS_MAX];
    const char *record;                /* as text */
    const char *logs[PES_PLAYERS_MAX]; /* what First and Second wrote to stderr; NULL: nothing */
};

struct site;

/* Checks and makes the folder and writes the files that do not depend on games. UNFIT with a note
 * if the folder holds something else; nothing is changed then. */
PES_MUST_USE enum pes_err site_begin(const struct site_about *about, const char *folder,
                                     struct site **out, struct pes_note *note);

/* Writes the files of one game. Replays the record: a note says which game has a bad one. */
PES_MUST_USE enum pes_err site_add_game(struct site *site, const struct site_game *game,
                                        struct pes_note *note);

/* Writes the list of players and games. `players` are in the order of the standings, those that did
 * not take part last. */
PES_MUST_USE enum pes_err site_end(struct site *site, const struct site_player players[], int count,
                                   struct pes_note *note);

void site_free(struct site *site); /* NULL is fine; without site_end() the old data.js stays */

#endif
