/* Rooms come and go: they are read from the store when a client asks for them, and dropped when
 * they have been idle for a while or could not be persisted.
 *
 * A room that is dropped while thoughts of it still run stays on the list `gone` until the last of
 * them has ended. */
#include "server/hub_int.h"

#include "core/mem.h"
#include "rooms/thought.h"
#include "server/text.h"

#include <assert.h>
#include <string.h>

enum { IDLE_MS = 10000 }; /* how long an idle room stays in memory */

/* Schedules when to look at the room again. */
void hub_reschedule(struct hub *h, struct hub_entry *e) {
    assert(e->running == 0);
    const int64_t wakes = room_wakes(e->room);
    int64_t leaves = room_idle(e->room) ? hub_now(h) + IDLE_MS : INT64_MAX;
    if (hub_gives_up(h, e, hub_now(h)))
        leaves = hub_now(h);
    hub_set_wake(&h->rooms, e, wakes < leaves ? wakes : leaves);
}

static enum request_code refuse_unknown(const char *id, struct refusal *why) {
    char quote[PES_QUOTE_SIZE];
    return refuse(why, REQUEST_UNKNOWN, TEXT(net_no_game),
                  PES_ARGS(PES_STR(pes_quote(id, strlen(id), quote))));
}

/* Reads a room from the store. SYNTAX: the document is not of this game. */
static enum pes_err read_room(struct hub *h, const char *id, bool routed, struct room **out,
                              struct pes_note *note) {
    struct room *room = NULL;
    int64_t event = 0;
    str_clear(&h->scratch);
    enum pes_err err = store_get(h->options.store, id, routed, &h->scratch, &event, note);
    if (err == PES_ERR_OK)
        err = room_load(&h->world, h->scratch.text, h->scratch.length, &room, note);
    if (err != PES_ERR_OK)
        return err;
    if (strcmp(room_id(room), id) != 0 || room_event(room) != event) {
        room_free(room);
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(net_other_game), PES_NO_ARGS);
    }
    *out = room;
    return PES_ERR_OK;
}

/* The store did not give the room; its error is not OK. */
static void refuse_load(struct hub *h, const char *id, enum pes_err err,
                        const struct pes_note *note, struct refusal *why) {
    if (err == PES_ERR_UNKNOWN) {
        refuse_unknown(id, why);
    } else if (err == PES_ERR_UNFIT && h->shared) {
        h->elsewhere++;
        refuse(why, REQUEST_ELSEWHERE, TEXT(net_elsewhere), PES_NO_ARGS);
        why->wait_ms = STORE_RENEW_MS;
    } else if (err == PES_ERR_STOPPED) {
        refuse(why, REQUEST_BUSY, h->shared ? TEXT(net_busy_away) : TEXT(net_busy_locked),
               PES_NO_ARGS);
        why->wait_ms = 1000;
    } else {
        store_release(h->options.store, id); /* what cannot be read need not be owned */
        h->options.log(h->options.net, TEXT(net_log_load), PES_ARGS(PES_STR(id), PES_NOTED(note)));
        refuse(why, REQUEST_SERVER, TEXT(net_unreadable), PES_NO_ARGS);
    }
}

/* Adds a room from the store; NULL: it was refused. */
static struct hub_entry *load(struct hub *h, const char *id, bool routed, struct refusal *why) {
    struct pes_note note = {0};
    struct room *room = NULL;
    const enum pes_err err = read_room(h, id, routed, &room, &note);
    if (err != PES_ERR_OK) {
        store_release(h->options.store,
                      id); /* it may have taken the lease of what it cannot read */
        refuse_load(h, id, err, &note, why);
        return NULL;
    }
    struct hub_entry *e = hub_entry_of(h, room);
    e->stored_event = room_event(room);
    assert(e->stored_event > 0 && !e->dirty);
    hub_reschedule(h, e);
    return e;
}

struct hub_entry *hub_find_room(struct hub *h, const char *id, bool routed, struct refusal *why) {
    struct hub_entry *e = NULL;
    if (strlen(id) != ROOM_ID_SIZE - 1)
        refuse_unknown(id, why);
    else if (hub_reserve(h) != PES_ERR_OK)
        hub_refuse_memory(why);
    else if ((e = hub_set_find(&h->rooms, id)) == NULL)
        e = load(h, id, routed, why);
    return e;
}

enum request_code hub_line(struct hub *h, const struct line_wanted *wanted, bool routed,
                           struct line *out, struct refusal *why) {
    if (wanted->id == NULL)
        return line_open(wanted, out, why);
    struct hub_entry *e = hub_find_room(h, wanted->id, routed, why);
    if (e == NULL)
        return why->code;
    const enum request_code code = line_of_room(e->room, wanted->ply, out, why);
    hub_reschedule(h, e);
    return code;
}

void hub_unfollow(struct hub *h, struct hub_follow *f) {
    struct hub_entry *e = f->entry;
    assert(e != NULL && f->client != NULL && f->follower != NULL);
    assert(f->previous != NULL ? f->previous->next == f : e->followers == f);
    /* The client may have been told what is not persistent yet. */
    if (e->dirty)
        f->client->tied_turn = h->turns + 1;
    *(f->previous != NULL ? &f->previous->next : &e->followers) = f->next;
    if (f->next != NULL)
        f->next->previous = f->previous;
    if (e->pays == PAYER_WATCHER && e->payer == f->client->who) {
        e->pays = e->followers != NULL ? PAYER_WATCHER : PAYER_NONE;
        e->payer = e->followers != NULL ? e->followers->client->who : 0;
    }
    room_leave(e->room, f->follower);
    *f = (struct hub_follow){0};
}

void hub_free_entry(struct hub_entry *e) {
    room_free(e->room);
    mem_free(e);
}

void hub_thought_ended(struct hub *h, struct hub_entry *e, struct thought *t) {
    thought_free(t);
    assert(e->running > 0 && e->followers == NULL);
    if (--e->running > 0)
        return;
    struct hub_entry **at = &h->gone;
    while (*at != e) {
        assert(*at != NULL);
        at = &(*at)->next_of_hash;
    }
    *at = e->next_of_hash;
    hub_free_entry(e);
}

void hub_drop_room(struct hub *h, struct hub_entry *e) {
    assert(!e->dirty);
    h->forgetting = true;
    while (e->followers != NULL) {
        struct hub_client *client = e->followers->client;
        hub_unfollow(h, e->followers);
        h->options.lost(h->options.net, client);
    }
    h->forgetting = false;
    assert(e->followers == NULL);
    store_release(h->options.store, room_id(e->room));
    e->running = pool_disown(h->pool, e);
    hub_set_remove(&h->rooms, e);
    if (e->running == 0) {
        hub_free_entry(e);
        return;
    }
    e->next_of_hash = h->gone;
    h->gone = e;
}
