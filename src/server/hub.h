/* The hub: the rooms in memory, their followers, and the turn of the event loop that persists their
 * changes.
 *
 * Rooms are read from the store when a client asks for them and dropped when they have been idle
 * for a while, so that memory holds the games that are being played, not all games. The hub knows
 * no socket: clients are handles, and messages to them leave through one function. In a turn of the
 * loop
 *
 *     hub_receive() .. hub_play() ..  for all input
 *     hub_turn()                      thoughts that have ended, clocks, and the commit
 *
 * and only if hub_turn() returned HUB_KEPT may anything be sent that was told since the last turn.
 * HUB_WAITS: another program has locked the database, or it is away; messages of changed rooms are
 * held back (hub_client_waits(), hub_room_waits()), all others may be sent, and the next turns try
 * again for a few seconds. HUB_FAILED: the disk refused; changed rooms are dropped (the next
 * request reads them from the store, as they were persisted last) and their followers are
 * disconnected through lost().
 *
 * If several servers share the store, a room in memory is one whose lease this server has
 * (docs/adr/0029). It gives a room up when no client follows it, or when another server was asked
 * for it; its followers are disconnected then, and connect again, to that server. If the store says
 * that the lease is lost, or did not answer for longer than a lease lasts, rooms are dropped
 * likewise.
 *
 * All functions are for the thread of the event loop. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "rooms/lobby.h"
#include "rooms/request.h"
#include "rooms/room.h"
#include "rooms/solved.h"
#include "rooms/study.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/pool.h"
#include "server/watchdog.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

enum { HUB_FOLLOWS_MAX = 16 }; /* games that one connection follows */

struct hub;
struct hub_entry;
struct hub_inquiry;

/* One game that a client follows. */
struct hub_follow {
    struct hub_entry *entry; /* NULL: this slot is free */
    struct follower *follower;
    struct hub_client *client;
    struct hub_follow *previous, *next; /* list of all followers of the room */
};

/* One connection; its owner allocates it and zeroes it first. */
struct hub_client {
    limits_address who;
    char game[ROOM_ID_SIZE]; /* the game that the address of the connection names; "": none */
    int64_t tied_turn;       /* it left a room that had changed in this turn */
    struct hub_follow follows[HUB_FOLLOWS_MAX];
    struct hub_inquiry *inquiry; /* its question about a line of moves; NULL: it has none */
};

struct hub_options {
    struct store *store;   /* borrowed */
    struct limits *limits; /* borrowed */
    int threads;           /* of the pool */
    int thinking_max;      /* thoughts of one address that run at once */
    int32_t movetime_ms;   /* thinking time per move, see room.h */
    int32_t movetime_max_ms;
    int64_t keep_ms;                    /* retention: see persist.h */
    const struct solved_tables *tables; /* borrowed; NULL: none */
    int64_t db_bytes_max;               /* no new games while the database is larger; 0: no limit */
    struct watchdog *watchdog;          /* borrowed; NULL: there is none */
    void *net;                          /* passed to the functions */
    void (*tell)(void *net, struct hub_client *client, const char *json, size_t length);
    void (*lost)(void *net, struct hub_client *client); /* it must be disconnected */
    void (*wake)(void *net);                            /* called on any thread: a turn is due */
    void (*log)(void *net, const struct pes_text *what, const struct pes_arg args[]);
};

PES_MUST_USE enum pes_err hub_open(const struct hub_options *options, struct hub **out);
/* Stops all thoughts for good: wake() is not called any more, and results are lost. All clients
 * have left and hub_turn() has persisted their changes; only hub_close() may follow. */
void hub_stop(struct hub *hub);
void hub_close(struct hub *hub); /* NULL is fine */

/* A message of a client over its WebSocket; it is told the reply, also if it is an error. */
void hub_receive(struct hub *hub, struct hub_client *client, const char *bytes, size_t length);
void hub_gone(struct hub *hub,
              struct hub_client *client); /* the connection has closed: it leaves all rooms */

/* Requests over HTTP: the body of the reply is appended to *out, or *why is filled in. */
PES_MUST_USE enum request_code hub_play(struct hub *hub, limits_address who, const char *bytes,
                                        size_t length, struct str *out, struct refusal *why);
PES_MUST_USE enum request_code hub_join(struct hub *hub, const char *id, const char *bytes,
                                        size_t length, struct str *out, struct refusal *why);
PES_MUST_USE enum request_code hub_describe(struct hub *hub, const char *id, struct str *out,
                                            struct refusal *why);
PES_MUST_USE enum request_code hub_record(struct hub *hub, const char *id, struct str *out,
                                          struct refusal *why);

/* The class of this server (rooms/lobby.h), read from the store or made; `teacher` gets a new key.
 * SYNTAX: the title is none. UNFIT: several servers share the store. */
PES_MUST_USE enum pes_err hub_open_class(struct hub *hub, const char *title,
                                         char teacher[ROOM_KEY_SIZE], struct pes_note *note);
PES_MUST_USE enum request_code hub_class(struct hub *hub, limits_address who, const char *bytes,
                                         size_t length, struct str *out, struct refusal *why);
bool hub_class_waits(const struct hub *hub);       /* after HUB_WAITS: did the class change? */
const char *hub_class_code(const struct hub *hub); /* "": there is no class */

/* Answers a question about a position; `id` gets the game on the server that its line names, or
 * "". */
PES_MUST_USE enum request_code hub_study(struct hub *hub, const struct study_question *question,
                                         const char *bytes, size_t length, char id[ROOM_ID_SIZE],
                                         struct str *out, struct refusal *why);

/* Ends a turn: see above. */
enum hub_turned { HUB_FAILED, HUB_KEPT, HUB_WAITS };
PES_MUST_USE enum hub_turned hub_turn(struct hub *hub);

/* After HUB_WAITS: was the client told, or did the room change, what is not persistent yet? */
bool hub_client_waits(const struct hub *hub, const struct hub_client *client);
bool hub_room_waits(const struct hub *hub, const char *id);

/* Another program writes to the database: the server must stop. It has acknowledged nothing since.
 */
bool hub_second_owner(const struct hub *hub);

/* When the next turn is due even without input, in time of hub_now(); INT64_MAX: never. */
int64_t hub_wakes(const struct hub *hub);
int64_t hub_now(const struct hub *hub); /* milliseconds since 1970, never backwards */

int hub_rooms(const struct hub *hub);     /* in memory */
int64_t hub_games(const struct hub *hub); /* in the store */

/* For operators. */
struct hub_numbers {
    const char *trouble;  /* why games cannot be persisted at the moment; NULL: they can */
    bool shared;          /* other servers use the same database: */
    int64_t handed_over;  /* games given to another server that was asked for them, */
    int64_t lost;         /* games dropped because this server had been silent, */
    int64_t elsewhere;    /* requests for games that other servers have, */
    int64_t renewed_ms;   /* and when it last renewed its leases; 0: never */
    int64_t committed_ms; /* the last commit; 0: none yet */
    int64_t expired;      /* games deleted by retention */
    int64_t failures;     /* turns that could not be persisted */
    const struct metrics_times *commits;
    int64_t bytes;        /* of the database; -1: unknown */
    int running, waiting; /* thoughts */
};
struct hub_numbers hub_numbers(struct hub *hub);
/* New games refused by the limit of one address, and because the database is too large. */
void hub_refusals(const struct hub *hub, int64_t *games, int64_t *disk);

#endif
