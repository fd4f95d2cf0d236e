/* What a tournament on the command line is: the players and the rules, from words, from a text file
 * (docs/formats/tournament.md), or from a folder of programs. */
#ifndef CLI_TOURNAMENT_PLAN_H
#define CLI_TOURNAMENT_PLAN_H

#include "arena/tournament.h"
#include "cli/cli.h"
#include "cli/match_openings.h"
#include "process/files.h"

enum {
    PLAN_NAME_MAX = 32,                     /* characters of a player's name */
    PLAN_NAME_SIZE = 4 * PLAN_NAME_MAX + 1, /* bytes, NUL included */
    PLAN_GAMES_DEFAULT = 10                 /* per pairing */
};

struct entrant {
    char name[PLAN_NAME_SIZE];
    char agent[PES_AGENT_TEXT_MAX];
    int32_t line;                /* of the file; 0: not from one */
    char files[FILES_HASH_SIZE]; /* of a program: a hash of its files */
    bool program;                /* of somebody else: it is examined before the start */
    struct pes_note excluded;    /* why it does not take part; empty: it does */
};

struct plan {
    const char *file;  /* borrowed; NULL: from words */
    const char *title; /* of the file; NULL: none */
    const char *game_name;
    struct str text;   /* of the file: options point into it */
    int32_t bots_line; /* of the key `bots` in it; 0: none */
    struct pes_game *game;
    struct entrant *entrants;
    int32_t count, cap;
    struct tournament_player *players; /* the same, for the arena */
    struct match_openings openings;
    struct tournament_config config;
};

void plan_init(struct plan *plan);
void plan_release(struct plan *plan);

/* Reads everything and checks it; starts no program. CLI_DONE or an exit code. */
int plan_read(struct cli *c, struct plan *plan);

/* Is a text free of control characters and bidi controls? */
bool plan_is_printable(const char *text);

/* Adds a player; the name must be fit and unique, else the note says why. */
PES_MUST_USE enum pes_err plan_add(struct plan *plan, const char *name, const char *agent,
                                   int32_t line, struct pes_note *note);

/* Sets players[] and the config's list from the entrants. */
PES_MUST_USE enum pes_err plan_settle(struct plan *plan);

/* The parts of plan_read(). */
int plan_read_file(struct cli *c, const char *path, struct plan *plan);
int plan_read_bots(struct cli *c, const char *folder, struct plan *plan);

/* A hash of everything that determines the games but the files of programs: the same for the same
 * command. */
enum { PLAN_KEY_SIZE = 80 };
PES_MUST_USE enum pes_err plan_key(const struct plan *plan, char out[PLAN_KEY_SIZE]);

/* "robin" and so on. */
const char *plan_type_word(const struct plan *plan);

#endif
