/* The turn of the event loop: finished thoughts, rooms that wake, and the commit of everything that
 * changed. Persist before sending: nothing that a room told in a turn is sent before hub_turn() has
 * committed that turn. */
#include "server/hub_int.h"

#include "server/bounds.h"

#include <assert.h>

/* Hands finished thoughts to their rooms: at most those that had finished when this began, since
 * each may start the next one. Without memory for that, all wait for another turn. */
static void take_thoughts(struct hub *h) {
    const int64_t began = hub_now(h);
    const int done = pool_done(h->pool);
    const int most = done < TURN_THOUGHTS_MAX ? done : TURN_THOUGHTS_MAX;
    for (int i = 0; i < most && hub_now(h) - began <= TURN_STEP_MS; i++) {
        void *owner = NULL;
        struct thought *t = hub_reserve(h) == PES_ERR_OK ? pool_take(h->pool, &owner) : NULL;
        if (t == NULL)
            return;
        if (*(const enum hub_owner *)owner == HUB_INQUIRY) {
            hub_inquiry_thought(h, owner, t);
            continue;
        }
        struct hub_entry *e = owner;
        assert(e != NULL && e->running >= 0);
        if (e->running > 0) {
            hub_thought_ended(h, e, t);
            continue;
        }
        room_thought(e->room, t);
        hub_reschedule(h, e);
    }
    h->left_over |= pool_done(h->pool) > 0;
}

static void wake_room(struct hub *h, struct hub_entry *e, int64_t now) {
    if (hub_gives_up(h, e, now) && !e->dirty) {
        h->handed_over += e->wanted;
        hub_drop_room(h, e);
    } else if (room_wakes(e->room) <= now && hub_reserve(h) == PES_ERR_OK) {
        room_tick(e->room);
        hub_reschedule(h, e);
        /* A room that is due again at once waits for the others. */
        if (e->wakes <= now)
            hub_set_wake(&h->rooms, e, now + 1);
    } else if (room_idle(e->room) && !e->dirty) {
        hub_drop_room(h, e);
    } else {
        hub_set_wake(&h->rooms, e, now + 1000);
    }
}

/* Wakes the rooms that are due, and drops those that have been idle for long enough. What is left
 * over makes the next turn due at once: see hub_wakes(). */
static void wake_rooms(struct hub *h) {
    const int64_t now = hub_now(h);
    struct hub_entry *e;
    for (int i = 0; i < TURN_WAKES_MAX && hub_now(h) - now <= TURN_STEP_MS &&
                    (e = hub_set_first(&h->rooms)) != NULL && e->wakes <= now;
         i++)
        wake_room(h, e, now);
}

/* Stops a long thought if others wait for a thread. */
static void relieve(struct hub *h) {
    const int64_t ms = pool_relieve(h->pool);
    h->relieve_at = ms < INT64_MAX ? hub_now(h) + ms : INT64_MAX;
}

static enum pes_err save(struct hub *h, const struct hub_entry *e, struct pes_note *note) {
    const struct room *room = e->room;
    assert(room_event(room) > 0);
    str_clear(&h->scratch);
    const enum pes_err err = room_save(room, &h->scratch);
    if (err != PES_ERR_OK)
        return pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
    const struct store_game game = {
        .id = room_id(room),
        .game = room_game(room),
        .variant = room_variant(room),
        .result = room_result(room),
        .created_ms = room_created(room),
        .updated_ms = room_updated(room),
        .event = room_event(room),
        .stored_event = e->stored_event,
        .document = h->scratch.text,
        .document_length = h->scratch.length,
    };
    return store_put(h->options.store, &game, note);
}

/* Persists every room that changed, and the class. STOPPED: the database is locked, try again
 * later. */
static enum pes_err persist_dirty(struct hub *h, struct pes_note *note) {
    assert(h->dirty != NULL || h->class.dirty);
    enum pes_err err = persist_begin(&h->persist, note);
    for (struct hub_entry *e = h->dirty; err == PES_ERR_OK && e != NULL; e = e->next_dirty)
        err = save(h, e, note);
    if (err == PES_ERR_OK && h->class.dirty)
        err = hub_put_class(h, note);
    if (err == PES_ERR_OK)
        err = persist_commit(&h->persist, hub_now(h), note);
    return err == PES_ERR_STOPPED ? persist_wait(&h->persist, hub_now(h), note) : err;
}

/* All changes are persistent, or else the changed rooms are dropped. */
static void settle(struct hub *h, bool kept) {
    struct hub_entry *dirty = h->dirty;
    h->dirty = NULL;
    h->turns++;
    hub_settle_class(h, kept);
    while (dirty != NULL) {
        struct hub_entry *e = dirty;
        assert(e->dirty && hub_set_find(&h->rooms, room_id(e->room)) == e);
        assert(room_event(e->room) > e->stored_event);
        dirty = e->next_dirty;
        e->dirty = false;
        e->stored_event = room_event(e->room);
        if (!kept)
            hub_drop_room(h, e);
        else if (hub_gives_up(h, e, hub_now(h)))
            hub_set_wake(&h->rooms, e, hub_now(h)); /* the next turn drops it */
    }
    assert(h->dirty == NULL);
}

static bool in_memory(void *hub, const char *id) {
    const struct hub *h = hub;
    return hub_is_class(h, id) || hub_set_find(&h->rooms, id) != NULL;
}

/* Stores the changes of the turn, or decides what becomes of them. */
static enum hub_turned store_turn(struct hub *h) {
    struct pes_note note = {0};
    const enum pes_err err =
        h->dirty != NULL || h->class.dirty ? persist_dirty(h, &note) : PES_ERR_OK;
    if (err == PES_ERR_STOPPED)
        return HUB_WAITS;
    if (err != PES_ERR_OK)
        persist_fail(&h->persist, err, &note, hub_now(h));
    if (err == PES_ERR_UNFIT)
        h->renew_at = hub_now(h); /* is it only this room, or all of them? */
    settle(h, err == PES_ERR_OK);
    persist_idle(&h->persist, in_memory, h, hub_now(h));
    store_flush(h->options.store);
    return err == PES_ERR_OK ? HUB_KEPT : HUB_FAILED;
}

enum hub_turned hub_turn(struct hub *h) {
    assert(!h->forgetting && !h->making);
    h->left_over = false;
    watchdog_enter(h->options.watchdog, PHASE_STORING, 0);
    if (!hub_keep_leases(h))
        return HUB_FAILED;
    watchdog_enter(h->options.watchdog, PHASE_THOUGHTS, 0);
    take_thoughts(h);
    watchdog_enter(h->options.watchdog, PHASE_ROOMS, 0);
    wake_rooms(h);
    hub_tick_inquiries(h);
    relieve(h);
    watchdog_enter(h->options.watchdog, PHASE_STORING, 0);
    return store_turn(h);
}

bool hub_client_waits(const struct hub *h, const struct hub_client *client) {
    bool waits = client->tied_turn == h->turns + 1;
    for (int i = 0; i < HUB_FOLLOWS_MAX && !waits; i++)
        waits = client->follows[i].entry != NULL && client->follows[i].entry->dirty;
    return waits;
}

bool hub_room_waits(const struct hub *h, const char *id) {
    const struct hub_entry *e = hub_set_find(&h->rooms, id);
    return e != NULL && e->dirty;
}

bool hub_second_owner(const struct hub *h) {
    return h->persist.second_owner;
}

int64_t hub_wakes(const struct hub *h) {
    const struct hub_entry *first = hub_set_first(&h->rooms);
    const int64_t rooms = first != NULL ? first->wakes : INT64_MAX;
    const int64_t retry =
        h->persist.waiting_since_ms >= 0 ? hub_now(h) + PERSIST_RETRY_MS : INT64_MAX;
    if (h->left_over)
        return hub_now(h);
    const int64_t moments[] = {rooms, h->relieve_at, h->ask_at, retry, h->renew_at};
    int64_t first_ms = INT64_MAX;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++)
        first_ms = moments[i] < first_ms ? moments[i] : first_ms;
    return first_ms;
}
