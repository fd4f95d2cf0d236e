/* What the files of the hub share; for hub*.c alone.
 *
 *     hub.c        what clients ask over a WebSocket and over HTTP; opening and closing
 *     hub_rooms.c  rooms are read from the store and dropped from memory
 *     hub_set.c    the rooms in memory, by id and by when they want to be woken
 *     hub_turn.c   the turn: thoughts that have ended, rooms that wake, the commit
 *     hub_world.c  what a room needs of the world around it */
#ifndef SERVER_HUB_INT_H
#define SERVER_HUB_INT_H

#include "server/hub.h"
#include "server/persist.h"

/* Why an address is charged for the agents of a game. A later reason replaces an earlier one. */
enum hub_payer {
    PAYER_NONE,    /* read from the store: all such games share one line */
    PAYER_WATCHER, /* two agents: they play only because somebody follows, the first who came */
    PAYER_MAKER,   /* made the game since the server was started */
    PAYER_PLAYER   /* holds a seat */
};

/* A room in memory. */
struct hub_entry {
    struct room *room;
    limits_address payer;         /* whose thinking it is where no client asked for it */
    enum hub_payer pays;          /* why this one */
    struct hub_follow *followers; /* a list */
    int64_t stored_event;         /* the event that the store has; 0: it is new there */
    bool dirty;                   /* it changed in this turn */
    struct hub_entry *next_dirty;
    struct hub_entry *next_of_hash;
    int running;   /* it is gone; so many of its thoughts are still being stopped, and use it */
    int64_t wakes; /* when it wants a tick, or to be dropped; INT64_MAX: never */
    int place;     /* in the heap */
};

/* A set of rooms: found by name, and the one that wakes first is known at once. */
struct hub_set {
    struct hub_entry **heads; /* by hash of the name; their number is a power of two */
    uint32_t mask;
    struct hub_entry **heap; /* each wakes no earlier than its parent, at (place - 1) / 2 */
    int count, capacity;
    struct hub_entry *spare; /* for the next that is added */
};

void hub_set_init(struct hub_set *set);
void hub_set_release(struct hub_set *set);
struct hub_entry *hub_set_find(const struct hub_set *set, const char *id);
/* Makes sure that one more can be added. */
PES_MUST_USE enum pes_err hub_set_reserve(struct hub_set *set);
struct hub_entry *hub_set_add(struct hub_set *set, struct room *room); /* one that is not there */
void hub_set_remove(struct hub_set *set, struct hub_entry *entry);     /* it is the caller's then */
void hub_set_wake(struct hub_set *set, struct hub_entry *entry, int64_t wakes);
struct hub_entry *hub_set_first(const struct hub_set *set); /* NULL: there is none */

struct hub {
    struct hub_options options;
    struct room_world world;
    struct pool *pool;
    struct hub_set rooms;
    struct hub_entry *dirty;   /* the rooms that changed in this turn */
    struct hub_entry *gone;    /* dropped, and still used by thoughts that are being stopped */
    bool making;               /* a room is being made, on behalf of `who` */
    bool left_over;            /* the last turn did not do everything: the next is due at once */
    int64_t relieve_at;        /* when a long thought is to give way; INT64_MAX: never */
    int32_t patience_ms;       /* how long a move is thought about while others wait */
    bool forgetting;           /* rooms are being dropped: what they say does not count */
    limits_address who;        /* on whose behalf the hub acts at the moment */
    int64_t epoch_ms, zero_ns; /* the same moment, since 1970 and of clock_now_ns() */
    struct persist persist;
    int64_t turns;         /* that have been persisted, or have failed */
    int64_t refused_disk;  /* new games refused because the database is as large as it may be */
    int64_t refused_games; /* and by the limit of one address */
    struct str scratch;
};

/* hub_world.c ----------------------------------------------------------------------------------*/

void hub_world_init(struct hub *hub);

/* The entry of a room. One that is being made calls its world before hub_new_room() has it: the
 * entry is added then. hub_reserve() has allocated the memory. */
struct hub_entry *hub_entry_of(struct hub *hub, struct room *room);

/* The room changed: the turn persists it. */
void hub_mark_dirty(struct hub *hub, struct hub_entry *entry);

/* Charges an address for the agents of a game, unless another one is charged for a better reason.
 */
void hub_charge(struct hub_entry *entry, enum hub_payer why, limits_address who);

/* Allocates what one call of a room, or reading it first, may need of its world: a few thoughts,
 * one more room. If it fails, the request is refused before it begins. */
PES_MUST_USE enum pes_err hub_reserve(struct hub *hub);
enum request_code hub_refuse_memory(struct refusal *why);

/* A new game within the limits of `who`; `world` is the hub. */
PES_MUST_USE enum request_code hub_new_room(void *world, const struct request_play *wanted,
                                            char keys[2][ROOM_KEY_SIZE], struct room **out,
                                            struct refusal *why);

/* hub_rooms.c ----------------------------------------------------------------------------------*/

/* The room of an id, read from the store if needed, with memory for what it may do; NULL: refused.
 */
struct hub_entry *hub_find_room(struct hub *hub, const char *id, struct refusal *why);

/* After every call of a room: schedules when to look at it again. */
void hub_reschedule(struct hub *hub, struct hub_entry *entry);

/* Ends a follow; the room tells its other followers. */
void hub_unfollow(struct hub *hub, struct hub_follow *follow);

/* Drops a room, whatever it does; the store has its last persisted state. */
void hub_drop_room(struct hub *hub, struct hub_entry *entry);

/* A thought of a dropped room has ended. */
void hub_thought_ended(struct hub *hub, struct hub_entry *entry, struct thought *thought);
void hub_free_entry(struct hub_entry *entry);

#endif
