/* Inside the hub: its rooms, by name and by when they want to be woken. For hub*.c alone. */
#ifndef SERVER_HUB_INT_H
#define SERVER_HUB_INT_H

#include "server/hub.h"

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

#endif
