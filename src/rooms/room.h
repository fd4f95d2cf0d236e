/* A room: one game on the server, with its seats, its followers and its clocks.
 *
 * A room is a state machine that knows no socket, no thread and no file. Its input is requests that
 * were read and checked for their form (request.h); its output goes through the functions of a
 * `struct room_world`, so that all of it can be tested without a network. All functions run on the
 * thread of the event loop. Nothing here blocks: thinking is handed out as a `struct thought`
 * (thought.h), which any thread may run, and comes back through room_thought().
 *
 * Persist before sending: a room calls keep() before it tells a change, and the world sends nothing
 * of a turn of its event loop before the rooms that called keep() in that turn are on the disk.
 *
 * Chance events and moves of agents are functions of the seed of the game and of the number of
 * moves made: after an undo, or after the server was killed, the game goes on as it would have. */
#ifndef ROOMS_ROOM_H
#define ROOMS_ROOM_H

#include "core/str.h"
#include "rooms/request.h"

#include <stdbool.h>
#include <stdint.h>

struct room;
struct thought;
struct pes_kit;
struct follower; /* one connection that follows one room */

enum {
    ROOM_ID_SIZE = 17,  /* 16 characters and the NUL */
    ROOM_KEY_SIZE = 25, /* 24 characters and the NUL */
    ROOM_FOLLOWERS_MAX = 1000,
    ROOM_MOVETIME_MS = 1000, /* default thinking time per move of an agent */
    ROOM_PLIES_MAX = 2000,   /* moves of players in one game, also if its variant has no bound */
    ROOM_PACE_MIN_MS = 50,   /* between two moves of agents */
    ROOM_BYTES_MAX = 1 << 20 /* upper bound of a game as a document or as a message */
};

/* What a room needs of the world around it. Every function is called with `world`. */
struct room_world {
    void *world;

    /* Thinking time per move: the first for most agents, the second for those whose text limits
     * their thinking. 0: 1000 and 10000. */
    int32_t movetime_ms, movetime_max_ms;

    /* When this world began: clocks do not run while there is no server. */
    int64_t began_ms;

    int64_t (*now_ms)(void *world);                                /* since 1970, never backwards */
    void (*random)(void *world, unsigned char *out, size_t count); /* from the system's source */

    /* The room changed: persist it in this turn. */
    void (*keep)(void *world, struct room *room);

    /* One message to one connection, JSON without a final newline. */
    void (*tell)(void *world, void *connection, const char *json, size_t length);

    /* Runs the thought when its turn comes and hands it back by room_thought(), never from within
     * this call; takes ownership. `connection` is charged for it; NULL: the payer of the room is.
     */
    void (*think)(void *world, struct room *room, struct thought *thought, void *connection);

    /* May a move of two agents be shown now? 0: yes; else in how many milliseconds. NULL: always.
     */
    int64_t (*budget)(void *world, struct room *room);

    /* A rematch: room_new() within the limits of the world, which owns the new room. */
    enum request_code (*open)(void *world, const struct request_play *wanted,
                              char keys[2][ROOM_KEY_SIZE], struct room **out, struct refusal *why);
};

/* A new game. The world is borrowed and outlives its rooms. `keys` gets the keys of the seats whose
 * `who` is "me", "" for the others. Only this call returns them: the room keeps their hashes. */
PES_MUST_USE enum request_code room_new(const struct room_world *world,
                                        const struct request_play *wanted,
                                        char keys[2][ROOM_KEY_SIZE], struct room **out,
                                        struct refusal *why);

/* The room as one JSON document for the store, and back. A document that room_save() wrote is
 * always accepted; any other is refused with a note. */
PES_MUST_USE enum pes_err room_save(const struct room *room, struct str *out);
PES_MUST_USE enum pes_err room_load(const struct room_world *world, const char *text, size_t length,
                                    struct room **out, struct pes_note *note);
void room_free(struct room *room); /* without followers and running thoughts; NULL is fine */

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

/* Can it be dropped from memory and read again later: no followers, and no thought under way? */
bool room_idle(const struct room *room);

/* When it needs room_tick() next (a clock that runs out, the next move of two agents, progress of a
 * thinking agent); INT64_MAX: never. */
int64_t room_wakes(const struct room *room);
void room_tick(struct room *room);

/* Takes a free seat. */
PES_MUST_USE enum request_code room_join(struct room *room, const struct request_join *wanted,
                                         int *seat, char key[ROOM_KEY_SIZE], struct refusal *why);

/* The whole game as a reader without a key sees it; the record. */
PES_MUST_USE enum pes_err room_describe(struct room *room, struct str *out);
PES_MUST_USE enum pes_err room_record(struct room *room, struct str *out);

/* A connection begins to follow: it is sent the game, or that it missed nothing. The handle is
 * valid until room_leave(), which the world calls when the connection closes. NULL: too many
 * followers, or no memory. */
struct follower *room_follow(struct room *room, void *connection, const struct request *wanted);
void room_leave(struct room *room, struct follower *follower);

/* All other requests: tells the follower the reply, also if it is an error. For "leave" it only
 * replies: the world calls room_leave() after it. */
void room_do(struct room *room, struct follower *from, const struct request *wanted);

/* A thought has ended; frees it. */
void room_thought(struct room *room, struct thought *thought);

/* The list of games for GET /api/1/games: the same for every client, made once. */
PES_MUST_USE enum pes_err room_games(struct str *out);

/* The rules of a game in pictures, for GET /api/1/games/NAME/rules; an empty list if none. */
PES_MUST_USE enum pes_err room_rules(const struct pes_kit *kit, struct str *out);

/* The lesson about a game, for GET /api/1/games/NAME/lesson; without steps if it has none. */
PES_MUST_USE enum pes_err room_lesson(const struct pes_kit *kit, struct str *out);

/* Answers a question about a step of the lesson, the rest of the path: "/3/try/7" or "/3/why/4.12".
 * UNKNOWN: the lesson has no such step, or the step no such move or cells. Stateless: a step always
 * begins with the same position and the same luck. */
PES_MUST_USE enum pes_err room_lesson_ask(const struct pes_kit *kit, const char *question,
                                          struct str *out);

/* The puzzles of a game without their solutions, for GET /api/1/games/NAME/puzzles; none if it has
 * none. */
PES_MUST_USE enum pes_err room_puzzles(const struct pes_kit *kit, struct str *out);

/* One puzzle, or a question about it, the rest of the path: "/1f3a99c2", "/1f3a99c2/try/0/7" (turn
 * and legal move), "/1f3a99c2/see/0/7", "/1f3a99c2/why/0/4.12", "/1f3a99c2/line". UNKNOWN: there is
 * no such puzzle, turn, move or cell. Stateless: every turn is asked in the position of the line.
 */
PES_MUST_USE enum pes_err room_puzzle_ask(const struct pes_kit *kit, const char *question,
                                          struct str *out);

#endif
