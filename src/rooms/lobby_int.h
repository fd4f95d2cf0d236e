/* What the files of a lobby share; for lobby*.c alone.
 *
 *     lobby.c          the class: people, challenges, games, results
 *     lobby_ask.c      requests of clients, read and dispatched
 *     lobby_json.c     the class as clients see it, and its results as CSV
 *     lobby_store.c    the class as a document for the store */
#ifndef ROOMS_LOBBY_INT_H
#define ROOMS_LOBBY_INT_H

#include "core/sha256.h"
#include "rooms/lobby.h"
#include "rooms/room_int.h"

enum { LOBBY_VARIANT_SIZE = 256, LOBBY_GAME_SIZE = 32 };

struct lobby_person {
    int64_t number; /* from 1, never used again */
    char name[ROOM_NAME_SIZE];
    char hash[SHA256_HEX_SIZE]; /* of the key */
    int won, drawn, lost;
    int64_t seen_ms; /* when it last asked; not stored */
    bool here;       /* as it was last told; not stored */
};

struct lobby_challenge {
    int64_t number, by; /* `by`: the person */
    char game[LOBBY_GAME_SIZE];
    char variant[LOBBY_VARIANT_SIZE]; /* canonical text */
    bool has_clock;
    int32_t base_ms, increment_ms;
    int side; /* of the one who made it; -1: drawn by lot */
    int64_t made_ms;
};

struct lobby_game {
    char id[ROOM_ID_SIZE];
    char game[LOBBY_GAME_SIZE];
    char variant[LOBBY_VARIANT_SIZE];
    int64_t players[2]; /* people, who may be gone since */
    char result[8];     /* "*" while it goes on */
    int64_t began_ms, ended_ms;
};

struct lobby {
    const struct lobby_world *world;
    char id[ROOM_ID_SIZE];
    char title[LOBBY_TITLE_MAX * 4 + 1];
    char code[LOBBY_CODE_SIZE];
    char keys[LOBBY_KEYS_MAX][SHA256_HEX_SIZE]; /* of the teacher, the newest first; "": none */
    int64_t event, created, updated;
    int64_t revision; /* of what clients see; not stored, and never that of an earlier process */
    int64_t last;     /* number given last */
    int entries;      /* new names since `entries_since` */
    int64_t entries_since;

    struct lobby_person people[LOBBY_PEOPLE_MAX];
    int people_count;
    struct lobby_challenge challenges[LOBBY_CHALLENGES_MAX];
    int challenge_count;
    struct lobby_game games[LOBBY_GAMES_MAX]; /* the oldest first */
    int game_count;
};

/* lobby.c --------------------------------------------------------------------------------------*/

int64_t lobby_now(const struct lobby *l);
void lobby_changed(struct lobby *l);
struct lobby *lobby_alloc(const struct lobby_world *world);
struct lobby_person *lobby_person(struct lobby *l, int64_t number); /* NULL: gone */
struct lobby_person *lobby_person_of(struct lobby *l, const char *key);
bool lobby_is_teacher(const struct lobby *l, const char *key);

/* Who is here changes by time alone: looks at it before clients are told. */
void lobby_look_around(struct lobby *l);

PES_MUST_USE enum request_code lobby_enter(struct lobby *l, const char *code, const char *name,
                                           char key[ROOM_KEY_SIZE], int64_t *number,
                                           struct refusal *why);
PES_MUST_USE enum request_code lobby_challenge(struct lobby *l, const struct lobby_person *by,
                                               const struct lobby_challenge *wanted,
                                               int64_t *number, struct refusal *why);
PES_MUST_USE enum request_code lobby_accept(struct lobby *l, struct lobby_person *who,
                                            int64_t number, char id[ROOM_ID_SIZE], int *seat,
                                            struct refusal *why);
PES_MUST_USE enum request_code lobby_withdraw(struct lobby *l, const struct lobby_person *who,
                                              bool teacher, int64_t number, struct refusal *why);
PES_MUST_USE enum request_code lobby_remove(struct lobby *l, const struct lobby_person *who,
                                            bool teacher, int64_t number, struct refusal *why);
PES_MUST_USE enum request_code lobby_drop_game(struct lobby *l, const char *id,
                                               struct refusal *why);
void lobby_draw_code(struct lobby *l);
void lobby_count(struct lobby *l, const struct lobby_game *g, int by);
bool lobby_is_running(const struct lobby_game *g);

/* lobby_json.c ---------------------------------------------------------------------------------*/

void lobby_put(const struct lobby *l, const struct lobby_person *me, bool teacher, struct str *out);
void lobby_csv_results(const struct lobby *l, struct str *out);
void lobby_csv_games(const struct lobby *l, struct str *out);

#endif
