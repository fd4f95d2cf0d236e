/* A lobby: the people of one class, their open challenges, their games and results.
 *
 * Like a room it is a state machine that knows no socket, thread or file: requests come in as JSON
 * (lobby_do()), rooms that changed are shown to it (lobby_saw()), and everything it needs of the
 * world are the functions of a `struct lobby_world`. There are no accounts: a person is a name that
 * lives in the class, and a key that only the person's browser has. The key plays the seats of the
 * person's games in the class too, so that the two rooms of a game need not hand out more keys.
 *
 * Persist before sending: a lobby calls keep() before it answers a change.
 *
 * Everything is bounded, so that nobody can fill memory or the database; docs/adr/0033 says why so,
 * docs/formats/api.md is the specification of requests and answers. */
#ifndef ROOMS_LOBBY_H
#define ROOMS_LOBBY_H

#include "rooms/room.h"

enum {
    LOBBY_TITLE_MAX = 60,       /* characters of the class's name */
    LOBBY_CODE_SIZE = 7,        /* six characters and the NUL */
    LOBBY_PEOPLE_MAX = 200,     /* with room for a second and third class of thirty */
    LOBBY_CHALLENGES_MAX = 100, /* open at once, */
    LOBBY_CHALLENGES_EACH = 3,  /* and of one person */
    LOBBY_RUNNING_EACH = 10,    /* running games of one person */
    LOBBY_GAMES_MAX = 500,      /* that are listed: the oldest that are over go first */
    LOBBY_KEYS_MAX = 4,         /* teacher's keys: one per start, the newest are valid */
    LOBBY_HERE_MS = 20000,      /* a person who asked for news so recently is here */
    LOBBY_OPEN_MS = 7200000,    /* a challenge is open for two hours at most */
    LOBBY_ENTRIES_MAX = 60,     /* new names per minute: a class may enter at once */
    LOBBY_BYTES_MAX = 1 << 20   /* of its document, and of an answer */
};

struct lobby;

struct lobby_world {
    const struct room_world *rooms;                 /* clock, random bytes and new rooms */
    void (*keep)(void *world, struct lobby *lobby); /* called with rooms->world: see above */
};

/* The id under which the class of a name is stored; looks like that of a room. */
void lobby_id_of(const char *title, char id[ROOM_ID_SIZE]);

/* The world is borrowed and outlives the lobby. A title that is_lobby_title() refuses is a bug. */
bool lobby_title_valid(const char *title);
PES_MUST_USE enum pes_err lobby_new(const struct lobby_world *world, const char *title,
                                    struct lobby **out);
PES_MUST_USE enum pes_err lobby_save(const struct lobby *lobby, struct str *out);
PES_MUST_USE enum pes_err lobby_load(const struct lobby_world *world, const char *text,
                                     size_t length, struct lobby **out, struct pes_note *note);
void lobby_free(struct lobby *lobby); /* NULL is fine */

const char *lobby_id(const struct lobby *lobby);
const char *lobby_title(const struct lobby *lobby);
const char *lobby_code(const struct lobby *lobby); /* who knows it may enter */
int64_t lobby_event(const struct lobby *lobby);    /* grows with every stored change; at least 1 */
int64_t lobby_created(const struct lobby *lobby);
int64_t lobby_updated(const struct lobby *lobby);

/* Draws one more key for the teacher, of which the lobby keeps the hash alone. */
void lobby_draw_teacher(struct lobby *lobby, char key[ROOM_KEY_SIZE]);

/* Answers a request: appends the answer to *out or fills in *why. */
PES_MUST_USE enum request_code lobby_do(struct lobby *lobby, const char *bytes, size_t length,
                                        struct str *out, struct refusal *why);

/* A room has changed: if it is a game of the class, its result counts, and its rematch joins. */
void lobby_saw(struct lobby *lobby, const struct room *room);

#endif
