/* A room: one game under way on the server, with its seats, its followers and its clocks.
 *
 * A room knows no socket, no thread and no file. What comes in is a request that was already read
 * and checked for its form (request.h); what goes out leaves through the functions of a `struct
 * room_world`, so that all of it can be tested without a network. All functions run on the thread
 * of the loop. Nothing here blocks: whoever has to think is handed out as a `struct thought`
 * (thought.h), which any thread may run, and comes back through room_thought().
 *
 * Told means kept: a room calls keep() before it tells a change, and the world sends nothing of one
 * turn of its loop before what was kept in that turn is safe on the disk.
 *
 * Luck and agents are functions of the game's seed and of the number of moves made: a game that was
 * taken back, or read again after the server was killed, goes on as it would have. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "core/str.h"
#include "rooms/request.h"

#include <stdbool.h>
#include <stdint.h>

struct room;
struct thought;
struct follower; /* one connection that follows one room; the world's own handle is inside */

enum {
    ROOM_ID_SIZE = 17,  /* 16 characters and the NUL */
    ROOM_KEY_SIZE = 25, /* 24 characters and the NUL */
    ROOM_FOLLOWERS_MAX = 1000,
    ROOM_MOVETIME_MS = 1000, /* for a move of an agent, where the world says nothing */
    ROOM_PLIES_MAX = 2000,   /* moves of players in one game, whatever its variant allows */
    ROOM_PACE_MIN_MS = 50,   /* between two moves of agents */
    ROOM_BYTES_MAX = 1 << 20 /* of a game as a document or as a message: no game is larger */
};

/* What a room needs of the world around it. Every function gets `world` back. */
struct room_world {
    void *world;

    /* How long agents may think for a move: those that have options of their own for it up to the
     * second, others the first. 0: 1000 and 10000. */
    int32_t movetime_ms, movetime_max_ms;

    /* When this world began: no clock of a player runs while there is no server. */
    int64_t began_ms;

    int64_t (*now_ms)(void *world);                                /* since 1970, never backwards */
    void (*random)(void *world, unsigned char *out, size_t count); /* from the system's source */

    /* The room changed in a way that must outlive the server. */
    void (*keep)(void *world, struct room *room);

    /* One message to one connection, JSON without a final newline. */
    void (*tell)(void *world, void *connection, const char *json, size_t length);

    /* Runs the thought when its turn comes and hands it back by room_thought(), never from within
     * this call; takes ownership.
     * `connection` is whose thinking it is, for the limits; NULL: nobody's in particular. */
    void (*think)(void *world, struct room *room, struct thought *thought, void *connection);

    /* A move of two agents is to be shown: 0, or how many milliseconds to wait for it. NULL: it
     * never waits. */
    int64_t (*budget)(void *world, struct room *room);

    /* A rematch: room_new() for this, with the limits of the world; the room belongs to the world.
     */
    enum request_code (*open)(void *world, const struct request_play *wanted,
                              char keys[2][ROOM_KEY_SIZE], struct room **out, struct refusal *why);
};

/* A new game. The world is borrowed and outlives its rooms. `keys` gets the keys of the seats whose
 * `who` is "me", "" for the others: they are told to the caller once and kept only as hashes. */
PES_MUST_USE enum request_code room_new(const struct room_world *world,
                                        const struct request_play *wanted,
                                        char keys[2][ROOM_KEY_SIZE], struct room **out,
                                        struct refusal *why);

/* The room as one JSON document for the store, and back. A document that was written by room_save()
 * and not damaged is always read; whatever else is refused with a note. */
PES_MUST_USE enum pes_err room_save(const struct room *room, struct str *out);
PES_MUST_USE enum pes_err room_load(const struct room_world *world, const char *text, size_t length,
                                    struct room **out, struct pes_note *note);
void room_free(struct room *room); /* nobody follows it and nothing of it thinks; NULL is fine */

const char *room_id(const struct room *room);
const char *room_game(const struct room *room);    /* "gomoku" */
const char *room_variant(const struct room *room); /* canonical text */
const char *room_result(const struct room *room);  /* "1-0" and so on, "*" while it goes on */
int64_t room_created(const struct room *room);
int64_t room_event(const struct room *room);   /* number of the last event */
int64_t room_updated(const struct room *room); /* moment of the last event */
bool room_over(const struct room *room);
bool room_is_agents_only(const struct room *room);         /* two agents play */
bool room_follower_plays(const struct follower *follower); /* it holds a seat */

/* Could it be dropped from memory and read again later: no followers, no thought out, no clock
 * running that matters before somebody comes? */
bool room_idle(const struct room *room);

/* When it wants room_tick() next (a clock that runs out, the next move of two agents, the second of
 * a thinking agent); INT64_MAX: never. */
int64_t room_wakes(const struct room *room);
void room_tick(struct room *room);

/* Takes a free seat. */
PES_MUST_USE enum request_code room_join(struct room *room, const struct request_join *wanted,
                                         int *seat, char key[ROOM_KEY_SIZE], struct refusal *why);

/* The whole game as somebody without a key sees it; the record. */
PES_MUST_USE enum pes_err room_describe(struct room *room, struct str *out);
PES_MUST_USE enum pes_err room_record(struct room *room, struct str *out);

/* A connection begins to follow: it is told the game, or that it missed nothing. The handle stays
 * valid until room_leave(), which the world calls when the connection goes. NULL: too many, or no
 * memory. */
struct follower *room_follow(struct room *room, void *connection, const struct request *wanted);
void room_leave(struct room *room, struct follower *follower);

/* Everything else a client says: tells the answer, the errors included. "leave" is only answered:
 * the world calls room_leave() after it. */
void room_do(struct room *room, struct follower *from, const struct request *wanted);

/* A thought comes back; frees it. */
void room_thought(struct room *room, struct thought *thought);

/* The list of games for GET /api/1/games: the same for everybody, made once. */
PES_MUST_USE enum pes_err room_games(struct str *out);

#endif
