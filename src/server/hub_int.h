/* What the files of the hub share; for hub*.c alone.
 *
 *     hub.c        what clients ask over a WebSocket and over HTTP; opening and closing
 *     hub_rooms.c  rooms are read from the store and dropped from memory
 *     hub_set.c    the rooms in memory, by id and by when they want to be woken
 *     hub_class.c  the class of this server
 *     hub_turn.c   the turn: thoughts that have ended, rooms that wake, the commit
 *     hub_leases.c which rooms this server may have, where others share the store
 *     hub_world.c  what a room needs of the world around it
 *     hub_inquiry.c  questions of connections that take thinking */
#ifndef SERVER_HUB_INT_H
#define SERVER_HUB_INT_H

#include "rooms/inquiry.h"
#include "rooms/line.h"
#include "server/hub.h"
#include "server/persist.h"

/* Why an address is charged for the agents of a game. A later reason in this list replaces an
 * earlier one. */
enum hub_payer {
    PAYER_NONE,    /* read from the store: all such games share one line of the pool */
    PAYER_WATCHER, /* it was the first to follow a game between two agents, which stops without
                      followers */
    PAYER_MAKER,   /* it made the game since the server started */
    PAYER_PLAYER   /* it holds a seat */
};

/* What the owner of a thought in the pool is; its first member. */
enum hub_owner { HUB_ROOM, HUB_INQUIRY };

/* A room in memory. */
struct hub_entry {
    enum hub_owner owner; /* HUB_ROOM */
    struct room *room;
    limits_address payer;         /* charged for thoughts that no client asked for */
    enum hub_payer pays;          /* why it is charged */
    struct hub_follow *followers; /* a list */
    int64_t stored_event;         /* event number of the row in the store; 0: it has none */
    bool dirty;                   /* it changed in this turn */
    bool followed;                /* it has had a follower since it is in memory */
    bool wanted;                  /* another server was asked for it */
    int64_t since_ms;             /* when it came into memory */
    struct hub_entry *next_dirty;
    struct hub_entry *next_of_hash;
    int running;   /* of a dropped room: how many of its thoughts still run and use it */
    int64_t wakes; /* when it needs room_tick(), or is dropped; INT64_MAX: never */
    int place;     /* index in the heap */
};

/* A set of rooms, indexed by id (hash table) and by when they wake (binary heap). */
struct hub_set {
    struct hub_entry **heads; /* by hash of the id; their number is a power of two */
    uint32_t mask;
    struct hub_entry **heap; /* each wakes no earlier than its parent, at (place - 1) / 2 */
    int count, capacity;
    struct hub_entry *spare; /* memory for the next entry */
};

void hub_set_init(struct hub_set *set);
void hub_set_release(struct hub_set *set);
struct hub_entry *hub_set_find(const struct hub_set *set, const char *id);
/* Allocates memory for one more entry. */
PES_MUST_USE enum pes_err hub_set_reserve(struct hub_set *set);
struct hub_entry *hub_set_add(struct hub_set *set,
                              struct room *room); /* its id is not in the set */
void hub_set_remove(struct hub_set *set,
                    struct hub_entry *entry); /* ownership passes to the caller */
void hub_set_wake(struct hub_set *set, struct hub_entry *entry, int64_t wakes);
struct hub_entry *hub_set_first(const struct hub_set *set); /* NULL: there is none */

/* A question of a client, or one that it no longer wants while a thread still runs its thought. */
struct hub_inquiry {
    enum hub_owner owner; /* HUB_INQUIRY */
    struct hub *hub;
    struct hub_client *client; /* NULL: it wants no more */
    struct inquiry *inquiry;
    struct hub_inquiry *previous, *next; /* of the hub's list */
};

struct hub {
    struct hub_options options;
    struct room_world world;
    struct pool *pool;
    struct hub_set rooms;
    struct hub_entry *dirty;             /* the rooms that changed in this turn */
    struct hub_entry *gone;              /* dropped rooms whose thoughts still run */
    struct hub_inquiry *asked, *unasked; /* lists: see struct hub_inquiry */
    int64_t ask_at;                      /* when inquiries are looked at next; INT64_MAX: never */
    bool making;                         /* a room is being made for `who` */
    bool left_over;                      /* the last turn left work: the next is due at once */
    int64_t relieve_at;                  /* when pool_relieve() is due; INT64_MAX: never */
    int32_t patience_ms;                 /* patience of thoughts that find a move: see pool.h */
    bool forgetting;           /* rooms are being dropped: their changes and messages are ignored */
    limits_address who;        /* the address whose request is being handled */
    int64_t epoch_ms, zero_ns; /* the same moment since 1970, and of clock_now_ns() */
    struct persist persist;
    bool shared;        /* several servers use the store; else the next five are not used */
    int64_t renew_at;   /* when the leases are renewed next */
    int64_t renewed_ms; /* when they were last */
    bool away;          /* the last attempt failed */
    int64_t handed_over, lost, elsewhere; /* counts: see struct hub_numbers */
    struct {
        char id[ROOM_ID_SIZE]; /* "": there is none */
        struct lobby_world world;
        struct lobby *lobby; /* NULL: it must be read again */
        int64_t stored_event;
        bool dirty;
    } class;
    int64_t turns;         /* turns that were persisted, or have failed */
    int64_t refused_disk;  /* new games refused because the database is too large */
    int64_t refused_games; /* new games refused by the limit of one address */
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
/* `routed`: the request came to this server because of the game's id in its address. */
struct hub_entry *hub_find_room(struct hub *hub, const char *id, bool routed, struct refusal *why);

/* Opens the line of a question; one with an id is that of a room. `routed` as above. */
PES_MUST_USE enum request_code hub_line(struct hub *hub, const struct line_wanted *wanted,
                                        bool routed, struct line *out, struct refusal *why);

/* After every call of a room: schedules when to look at it again. */
void hub_reschedule(struct hub *hub, struct hub_entry *entry);

/* Ends a follow; the room tells its other followers. */
void hub_unfollow(struct hub *hub, struct hub_follow *follow);

/* Drops a room, whatever it does; the store has its last persisted state. */
void hub_drop_room(struct hub *hub, struct hub_entry *entry);

/* A thought of a dropped room has ended. */
void hub_thought_ended(struct hub *hub, struct hub_entry *entry, struct thought *thought);
void hub_free_entry(struct hub_entry *entry);

/* hub_inquiry.c --------------------------------------------------------------------------------*/

/* A message that is a question: begins it, and ends the one before; or only ends that (quiet). */
PES_MUST_USE enum request_code hub_ask(struct hub *hub, struct hub_client *client,
                                       const struct request *r, struct refusal *why);
/* Ends the client's question with its last answer, or, after it has left, without. */
void hub_quiet(struct hub *hub, struct hub_client *client);
void hub_forget_inquiry(struct hub *hub, struct hub_client *client);
void hub_inquiry_thought(struct hub *hub, struct hub_inquiry *inquiry, struct thought *thought);
void hub_tick_inquiries(struct hub *hub); /* in every turn */
void hub_inquiries_close(struct hub *hub);

/* hub_class.c ----------------------------------------------------------------------------------*/

struct lobby *hub_lobby(struct hub *hub); /* NULL: there is none, or it could not be read */
bool hub_is_class(const struct hub *hub, const char *id);
void hub_show_class(struct hub *hub, const struct room *room); /* the room has changed */
/* The class changed in this turn: writes it; all changes are persistent, or it is dropped. */
PES_MUST_USE enum pes_err hub_put_class(struct hub *hub, struct pes_note *note);
void hub_settle_class(struct hub *hub, bool kept);

/* hub_leases.c ---------------------------------------------------------------------------------*/

void hub_leases_init(struct hub *hub);
/* At the begin of a turn: renews the leases if that is due. False: all rooms were dropped. */
PES_MUST_USE bool hub_keep_leases(struct hub *hub);
/* Should this server give the room up, because it is no longer used here or wanted elsewhere? */
bool hub_gives_up(const struct hub *hub, const struct hub_entry *entry, int64_t now_ms);

#endif
