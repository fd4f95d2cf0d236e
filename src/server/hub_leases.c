/* Leases, where several servers share the store: which rooms this server may have in memory.
 *
 * Writes are fenced by the store itself. What is left to do here is to renew the leases, to give
 * rooms up that are not used here or that another server was asked for, and to drop all rooms when
 * others may have them: their followers would see a game that goes on elsewhere. */
#include "server/hub_int.h"

#include "server/bounds.h"
#include "server/text.h"

#include <assert.h>

void hub_leases_init(struct hub *h) {
    h->shared = store_shared(h->options.store);
    h->renew_at = h->shared ? h->epoch_ms : INT64_MAX;
    h->renewed_ms = h->epoch_ms;
}

bool hub_gives_up(const struct hub *h, const struct hub_entry *e, int64_t now_ms) {
    if (!h->shared)
        return false;
    /* A game that was made or looked at over HTTP: its players follow it through the server that
     * its address leads to. */
    if (e->followers == NULL)
        return !e->followed || e->wanted;
    /* A misled proxy must not send it back and forth all the time. */
    return e->wanted && now_ms - e->since_ms >= LEASE_HOLD_MS;
}

static void want(void *hub, const char *id) {
    struct hub *h = hub;
    struct hub_entry *e = hub_set_find(&h->rooms, id);
    if (e == NULL) {
        store_release(h->options.store, id);
        return;
    }
    e->wanted = true;
    if (hub_gives_up(h, e, hub_now(h)))
        hub_set_wake(&h->rooms, e, hub_now(h));
}

static void drop_all(struct hub *h) {
    for (struct hub_entry *e = h->dirty; e != NULL; e = e->next_dirty)
        e->dirty = false;
    h->dirty = NULL;
    h->turns++;
    persist_abandon(&h->persist);
    for (struct hub_entry *e; (e = hub_set_first(&h->rooms)) != NULL; h->lost++)
        hub_drop_room(h, e);
}

/* The leases could not be renewed. Once they may have expired, other servers may have the rooms. */
static bool bear(struct hub *h, const struct pes_note *note) {
    const int64_t now_ms = hub_now(h); /* the attempt may have taken long */
    h->away = true;
    h->renew_at = now_ms + LEASE_RETRY_MS;
    if (now_ms - h->renewed_ms < STORE_LEASE_MS || h->rooms.count == 0)
        return true;
    h->options.log(h->options.net, TEXT(net_log_away), PES_ARGS(PES_NOTED(note)));
    drop_all(h);
    return false;
}

bool hub_keep_leases(struct hub *h) {
    struct pes_note note = {0};
    const int64_t now_ms = hub_now(h);
    if (!h->shared || now_ms < h->renew_at)
        return true;
    const enum pes_err err = store_renew(h->options.store, want, h, &note);
    if (err != PES_ERR_OK && err != PES_ERR_UNFIT)
        return bear(h, &note);
    h->away = false;
    h->renewed_ms = now_ms;
    h->renew_at = now_ms + STORE_RENEW_MS;
    if (err == PES_ERR_OK)
        return true;
    h->options.log(h->options.net, TEXT(net_log_lost), PES_ARGS(PES_NOTED(&note)));
    drop_all(h);
    return false;
}
