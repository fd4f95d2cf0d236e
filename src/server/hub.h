/* The hub: every room that is in memory, who follows it, and the turn of the loop that makes what
 * happened safe.
 *
 * Rooms are read from the store when somebody asks for them and dropped when they have been idle
 * for a while, so that memory holds what is being played, not what was ever played. The hub knows
 * no socket: clients are handles, and what they are told leaves through one function. In a turn of
 * the loop
 *
 *     hub_receive() .. hub_play() ..      for everything that came in
 *     hub_turn()                      thoughts that have ended, clocks, and the commit
 *
 * and only when hub_turn() returned true may anything that was told since the last one be sent. If
 * the disk refuses, everything that changed is forgotten: its rooms are dropped (the next who asks
 * reads them as they were kept last) and those who followed them are lost, which is told of each.
 *
 * All functions are for the loop's thread. */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "rooms/request.h"
#include "rooms/room.h"
#include "server/limits.h"
#include "server/pool.h"
#include "server/watchdog.h"
#include "store/store.h"

#include <stdbool.h>
#include <stdint.h>

enum { HUB_FOLLOWS_MAX = 16 }; /* games that one connection follows */

struct hub;
struct hub_entry;

/* One game that a client follows. */
struct hub_follow {
    struct hub_entry *entry; /* NULL: this place is free */
    struct follower *follower;
    struct hub_client *client;
    struct hub_follow *previous, *next; /* all who follow the game */
};

/* One connection; its owner keeps it and zeroes it first. */
struct hub_client {
    limits_address who;
    struct hub_follow follows[HUB_FOLLOWS_MAX];
};

struct hub_options {
    struct store *store;   /* borrowed */
    struct limits *limits; /* borrowed */
    int threads;           /* that think */
    int thinking_max;      /* of one address at once */
    int32_t movetime_ms;   /* for a move of an agent, see room.h */
    int32_t movetime_max_ms;
    struct watchdog *watchdog; /* borrowed; NULL: there is none */
    void *net;                 /* given back to the functions */
    void (*tell)(void *net, struct hub_client *client, const char *json, size_t length);
    void (*lost)(void *net, struct hub_client *client); /* it must be cut off */
    void (*wake)(void *net);                            /* on any thread: a turn is due */
    void (*log)(void *net, const struct pes_text *what, const struct pes_arg args[]);
};

PES_MUST_USE enum pes_err hub_open(const struct hub_options *options, struct hub **out);
/* Stops all thinking, for good: wake() is not called any more, and what rooms thought is lost. All
 * clients have gone and hub_turn() has kept what they changed; only hub_close() may follow. */
void hub_stop(struct hub *hub);
void hub_close(struct hub *hub); /* NULL is fine */

/* What a client says over its WebSocket; it is told the answer, the errors included. */
void hub_receive(struct hub *hub, struct hub_client *client, const char *bytes, size_t length);
void hub_gone(struct hub *hub, struct hub_client *client); /* it follows nothing any more */

/* What is asked over HTTP: the body of the answer is appended to *out, or *why is filled in. */
PES_MUST_USE enum request_code hub_play(struct hub *hub, limits_address who, const char *bytes,
                                        size_t length, struct str *out, struct refusal *why);
PES_MUST_USE enum request_code hub_join(struct hub *hub, const char *id, const char *bytes,
                                        size_t length, struct str *out, struct refusal *why);
PES_MUST_USE enum request_code hub_describe(struct hub *hub, const char *id, struct str *out,
                                            struct refusal *why);
PES_MUST_USE enum request_code hub_record(struct hub *hub, const char *id, struct str *out,
                                          struct refusal *why);

/* Ends a turn: see above. */
PES_MUST_USE bool hub_turn(struct hub *hub);

/* When the next turn is due even if nothing comes in: a moment of hub_now(), INT64_MAX: never. */
int64_t hub_wakes(const struct hub *hub);
int64_t hub_now(const struct hub *hub); /* milliseconds since 1970, never backwards */

int hub_rooms(const struct hub *hub);     /* in memory */
int64_t hub_games(const struct hub *hub); /* in the store */

#endif
