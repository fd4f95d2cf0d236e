/* What a room needs of the world around it, as the hub provides it (`struct room_world`): time,
 * random bytes, thoughts for the pool, messages for clients, and new rooms.
 *
 * A room calls these while a request of it is handled, so none may fail for lack of memory:
 * hub_reserve() has allocated what they need before the request began. */
#include "server/hub_int.h"

#include "core/bug.h"
#include "core/clock.h"
#include "server/bounds.h"
#include "server/text.h"

#include <assert.h>
#include <errno.h>
#include <sys/random.h>

int64_t hub_now(const struct hub *h) {
    return h->epoch_ms + (clock_now_ns() - h->zero_ns) / 1000000;
}

static int64_t world_now(void *world) {
    return hub_now(world);
}

static void world_random(void *world, unsigned char *out, size_t count) {
    (void)world;
    while (count > 0) {
        const ssize_t got = getrandom(out, count, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            PES_BUG("the system has no random numbers");
        out += got;
        count -= (size_t)got;
    }
}

void hub_charge(struct hub_entry *e, enum hub_payer why, limits_address who) {
    if (why < e->pays || (why == e->pays && why != PAYER_PLAYER))
        return;
    e->pays = why;
    e->payer = who;
}

void hub_mark_dirty(struct hub *h, struct hub_entry *e) {
    assert(e->running == 0); /* dropped rooms do not change */
    if (e->dirty || h->forgetting)
        return;
    e->dirty = true;
    e->next_dirty = h->dirty;
    h->dirty = e;
}

struct hub_entry *hub_entry_of(struct hub *h, struct room *room) {
    struct hub_entry *e = hub_set_find(&h->rooms, room_id(room));
    if (e == NULL) {
        e = hub_set_add(&h->rooms, room);
        e->since_ms = hub_now(h);
        if (h->making)
            hub_charge(e, PAYER_MAKER, h->who);
    }
    assert(e->room == room);
    return e;
}

static void world_keep(void *world, struct room *room) {
    struct hub *h = world;
    hub_mark_dirty(h, hub_entry_of(h, room));
    hub_show_class(h, room);
}

static void world_tell(void *world, void *connection, const char *json, size_t length) {
    struct hub *h = world;
    if (!h->forgetting)
        h->options.tell(h->options.net, connection, json, length);
}

/* A thought that finds a move may be stopped when others wait. What a client asked for is short. */
static void world_think(void *world, struct room *room, struct thought *thought, void *connection) {
    struct hub *h = world;
    struct hub_entry *e = hub_entry_of(h, room);
    const struct hub_client *client = connection;
    assert(thought != NULL);
    assert(h->patience_ms > 0);
    if (client != NULL)
        pool_add(h->pool, POOL_GAME, client->who, thought, e, INT32_MAX);
    else
        pool_add(h->pool, POOL_GAME, e->payer, thought, e, h->patience_ms);
}

static int64_t world_budget(void *world, struct room *room) {
    struct hub *h = world;
    return limits_move(h->options.limits, hub_entry_of(h, room)->payer, hub_now(h));
}

enum pes_err hub_reserve(struct hub *h) {
    const enum pes_err err = pool_reserve(h->pool, CALL_THOUGHTS_MAX);
    return err == PES_ERR_OK ? hub_set_reserve(&h->rooms) : err;
}

enum request_code hub_refuse_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

enum request_code hub_new_room(void *world, const struct request_play *wanted,
                               char keys[2][ROOM_KEY_SIZE], struct room **out,
                               struct refusal *why) {
    struct hub *h = world;
    if (h->options.db_bytes_max > 0 && store_bytes(h->options.store) > h->options.db_bytes_max) {
        h->refused_disk++;
        return refuse(why, REQUEST_BUSY, TEXT(net_busy_disk), PES_NO_ARGS);
    }
    const int64_t wait_ms = limits_game(h->options.limits, h->who, hub_now(h));
    if (wait_ms > 0) {
        h->refused_games++;
        const enum request_code code = refuse(why, REQUEST_BUSY, TEXT(net_busy_games),
                                              PES_ARGS(PES_INT((wait_ms + 999) / 1000)));
        if (why != NULL)
            why->wait_ms = wait_ms;
        return code;
    }
    assert(!h->making);
    h->making = true;
    const enum request_code code = room_new(&h->world, wanted, keys, out, why);
    h->making = false;
    if (code != REQUEST_OK)
        return code;
    struct hub_entry *e = hub_entry_of(h, *out);
    hub_mark_dirty(h, e);
    assert(e->dirty && e->stored_event == 0);
    hub_reschedule(h, e);
    return REQUEST_OK;
}

void hub_world_init(struct hub *h) {
    h->world = (struct room_world){.world = h,
                                   .movetime_ms = h->options.movetime_ms,
                                   .movetime_max_ms = h->options.movetime_max_ms,
                                   .began_ms = h->epoch_ms,
                                   .now_ms = world_now,
                                   .random = world_random,
                                   .keep = world_keep,
                                   .tell = world_tell,
                                   .think = world_think,
                                   .budget = world_budget,
                                   .open = hub_new_room};
}
