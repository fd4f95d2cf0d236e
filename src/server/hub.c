/* What clients ask of the hub, over a WebSocket and over HTTP; opening and closing it. */
#include "server/hub.h"

#include "core/clock.h"
#include "core/mem.h"
#include "server/bounds.h"
#include "server/hub_int.h"
#include "server/text.h"

#include <assert.h>
#include <string.h>
#include <time.h>

/* Messages over a WebSocket --------------------------------------------------------------------
 */

static void tell_refusal(struct hub *h, struct hub_client *client, const struct refusal *why,
                         int64_t seq, const char *id) {
    struct str s;
    str_init(&s);
    refusal_format_message(why, seq, id, &s);
    if (str_err(&s) == PES_ERR_OK)
        h->options.tell(h->options.net, client, s.text, s.length);
    else
        h->options.lost(h->options.net, client);
    str_release(&s);
}

/* The slot of a game among those the client follows; NULL: it does not follow it. */
static struct hub_follow *follow_of(struct hub_client *client, const char *id) {
    for (int i = 0; i < HUB_FOLLOWS_MAX; i++) {
        struct hub_follow *f = &client->follows[i];
        if (f->entry != NULL && strcmp(room_id(f->entry->room), id) == 0)
            return f;
    }
    return NULL;
}

static struct hub_follow *free_place(struct hub_client *client) {
    for (int i = 0; i < HUB_FOLLOWS_MAX; i++) {
        if (client->follows[i].entry == NULL)
            return &client->follows[i];
    }
    return NULL;
}

static enum request_code follow(struct hub *h, struct hub_client *client, const struct request *r,
                                struct refusal *why) {
    struct hub_entry *e = hub_find_room(h, r->id, strcmp(client->game, r->id) == 0, why);
    if (e == NULL)
        return why->code;
    struct hub_follow *f = follow_of(client, r->id);
    if (f != NULL)
        hub_unfollow(h, f); /* it follows again, perhaps with other keys */
    else
        f = free_place(client);
    if (f == NULL)
        return refuse(why, REQUEST_BUSY, TEXT(net_busy_follows),
                      PES_ARGS(PES_INT(HUB_FOLLOWS_MAX)));
    if (room_is_agents_only(e->room))
        hub_charge(e, PAYER_WATCHER, client->who);
    struct follower *follower = room_follow(e->room, client, r);
    if (follower != NULL) {
        *f = (struct hub_follow){
            .entry = e, .follower = follower, .client = client, .next = e->followers};
        if (e->followers != NULL)
            e->followers->previous = f;
        e->followers = f;
        e->followed = true;
        if (room_follower_plays(follower))
            hub_charge(e, PAYER_PLAYER, client->who);
        assert(f->previous == NULL && (f->next == NULL || f->next->previous == f));
    }
    hub_reschedule(h, e);
    return follower != NULL ? REQUEST_OK
                            : refuse(why, REQUEST_BUSY, TEXT(net_busy_followers), PES_NO_ARGS);
}

static enum request_code obey(struct hub *h, struct hub_client *client, const struct request *r,
                              struct refusal *why) {
    if (request_is_study(r))
        return hub_ask(h, client, r, why);
    if (r->action == REQUEST_FOLLOW)
        return follow(h, client, r, why);
    struct hub_follow *f = follow_of(client, r->id);
    if (f == NULL)
        return refuse(why, REQUEST_UNFIT, TEXT(net_not_followed), PES_NO_ARGS);
    struct hub_entry *e = f->entry;
    assert(f->follower != NULL && f->client == client);
    room_do(e->room, f->follower, r);
    if (r->action == REQUEST_LEAVE)
        hub_unfollow(h, f);
    hub_reschedule(h, e);
    return REQUEST_OK;
}

void hub_receive(struct hub *h, struct hub_client *client, const char *bytes, size_t length) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    struct request r = {.seq = -1};
    h->who = client->who;
    if (request_read(bytes, length, &r, &why) != REQUEST_OK) {
        tell_refusal(h, client, &why, r.seq, NULL);
        return;
    }
    if (hub_reserve(h) != PES_ERR_OK) {
        hub_refuse_memory(&why);
        tell_refusal(h, client, &why, r.seq, r.id);
    } else if (obey(h, client, &r, &why) != REQUEST_OK)
        tell_refusal(h, client, &why, r.seq, r.id);
    request_release(&r);
}

void hub_gone(struct hub *h, struct hub_client *client) {
    hub_forget_inquiry(h, client);
    for (int i = 0; i < HUB_FOLLOWS_MAX; i++) {
        struct hub_entry *e = client->follows[i].entry;
        if (e == NULL)
            continue;
        hub_unfollow(h, &client->follows[i]);
        hub_reschedule(h, e);
    }
}

/* Requests over HTTP ----------------------------------------------------------------------------
 */

static void add_key(struct str *out, const char *key) {
    if (key[0] != '\0')
        str_addf(out, "\"%s\"", key);
    else
        str_add(out, "null");
}

enum request_code hub_play(struct hub *h, limits_address who, const char *bytes, size_t length,
                           struct str *out, struct refusal *why) {
    struct request_play wanted;
    char keys[2][ROOM_KEY_SIZE] = {"", ""};
    struct room *room = NULL;
    enum request_code code = request_read_play(bytes, length, &wanted, why);
    if (code != REQUEST_OK)
        return code;
    h->who = who;
    code = hub_reserve(h) == PES_ERR_OK ? hub_new_room(h, &wanted, keys, &room, why)
                                        : hub_refuse_memory(why);
    request_release_play(&wanted);
    if (code != REQUEST_OK)
        return code;
    str_addf(out, "{\"id\":\"%s\",\"keys\":[", room_id(room));
    add_key(out, keys[0]);
    str_add_char(out, ',');
    add_key(out, keys[1]);
    str_add(out, "]}");
    return str_err(out) == PES_ERR_OK ? REQUEST_OK : hub_refuse_memory(why);
}

enum request_code hub_join(struct hub *h, const char *id, const char *bytes, size_t length,
                           struct str *out, struct refusal *why) {
    struct request_join wanted;
    struct hub_entry *e = hub_find_room(h, id, true, why);
    char key[ROOM_KEY_SIZE] = "";
    int seat = 0;
    if (e == NULL)
        return why->code;
    enum request_code code = request_read_join(bytes, length, &wanted, why);
    if (code != REQUEST_OK)
        return code;
    code = room_join(e->room, &wanted, &seat, key, why);
    request_release_join(&wanted);
    hub_reschedule(h, e);
    if (code != REQUEST_OK)
        return code;
    str_addf(out, "{\"seat\":%d,\"key\":\"%s\"}", seat, key);
    return str_err(out) == PES_ERR_OK ? REQUEST_OK : hub_refuse_memory(why);
}

static enum request_code ask(struct hub *h, const char *id,
                             enum pes_err (*what)(struct room *, struct str *), struct str *out,
                             struct refusal *why) {
    struct hub_entry *e = hub_find_room(h, id, true, why);
    if (e == NULL)
        return why->code;
    const enum pes_err err = what(e->room, out);
    hub_reschedule(h, e);
    return err == PES_ERR_OK ? REQUEST_OK
                             : refuse(why, request_code_of(err), pes_err_text(err), PES_NO_ARGS);
}

enum request_code hub_describe(struct hub *h, const char *id, struct str *out,
                               struct refusal *why) {
    return ask(h, id, room_describe, out, why);
}

enum request_code hub_record(struct hub *h, const char *id, struct str *out, struct refusal *why) {
    return ask(h, id, room_record, out, why);
}

/* A question on its way to its line. */
struct asking {
    struct hub *hub;
    char *id; /* of the game on the server that the line names */
};

static enum request_code open_line(void *world, const struct line_wanted *wanted, struct line *out,
                                   struct refusal *why) {
    const struct asking *a = world;
    snprintf(a->id, ROOM_ID_SIZE, "%s", wanted->id != NULL ? wanted->id : "");
    return hub_line(a->hub, wanted, false, out, why);
}

enum request_code hub_study(struct hub *h, const struct study_question *question, const char *bytes,
                            size_t length, char id[ROOM_ID_SIZE], struct str *out,
                            struct refusal *why) {
    struct asking asking = {h, id};
    const struct study_asker asker = {
        .open = open_line, .world = &asking, .tables = h->options.tables};
    id[0] = '\0';
    return study_answer(question, &asker, bytes, length, out, why);
}

/* Numbers for operators ------------------------------------------------------------------------
 */

int hub_rooms(const struct hub *h) {
    return h->rooms.count;
}

int64_t hub_games(const struct hub *h) {
    return store_count(h->options.store);
}

struct hub_numbers hub_numbers(struct hub *h) {
    const struct persist *p = &h->persist;
    const int running = pool_running(h->pool);
    const char *trouble = persist_trouble(p);
    return (struct hub_numbers){.trouble = trouble == NULL && h->away ? "away" : trouble,
                                .shared = h->shared,
                                .handed_over = h->handed_over,
                                .lost = h->lost,
                                .elsewhere = h->elsewhere,
                                .renewed_ms = h->renewed_ms,
                                .committed_ms = p->committed_ms,
                                .expired = p->expired,
                                .failures = p->failures,
                                .commits = &p->commits,
                                .bytes = store_bytes(h->options.store),
                                .running = running,
                                .waiting = pool_busy(h->pool) - running};
}

void hub_refusals(const struct hub *h, int64_t *games, int64_t *disk) {
    *games = h->refused_games;
    *disk = h->refused_disk;
}

/* Opening and closing ---------------------------------------------------------------------------
 */

enum pes_err hub_open(const struct hub_options *options, struct hub **out) {
    assert(options->threads > 0 && options->thinking_max > 0);
    assert(options->store != NULL && options->limits != NULL);
    struct hub *h = mem_alloc(sizeof *h);
    if (h == NULL)
        return PES_ERR_NOMEM;
    h->options = *options;
    h->epoch_ms = clock_wall_ms();
    h->zero_ns = clock_now_ns();
    persist_init(&h->persist, options->store, h->epoch_ms);
    h->persist.log = options->log;
    h->persist.net = options->net;
    h->persist.keep_ms = options->keep_ms;
    hub_world_init(h);
    hub_leases_init(h);
    h->relieve_at = h->ask_at = INT64_MAX;
    h->patience_ms = options->movetime_ms > 0 ? options->movetime_ms : ROOM_MOVETIME_MS;
    if (options->threads == 1 && h->patience_ms > POOL_SLICE_MS)
        h->patience_ms = POOL_SLICE_MS;
    hub_set_init(&h->rooms);
    str_init(&h->scratch);
    const struct pool_options pool = {.threads = options->threads,
                                      .line_max = options->thinking_max,
                                      .ready = options->wake,
                                      .loop = options->net};
    const enum pes_err err = pool_open(&pool, &h->pool);
    if (err != PES_ERR_OK) {
        hub_close(h);
        return err;
    }
    *out = h;
    return PES_ERR_OK;
}

void hub_stop(struct hub *h) {
    pool_close(h->pool);
    h->pool = NULL;
}

void hub_close(struct hub *h) {
    if (h == NULL)
        return;
    assert(h->dirty == NULL);
    hub_stop(h);
    hub_inquiries_close(h);
    h->forgetting = true;
    for (struct hub_entry *e; (e = hub_set_first(&h->rooms)) != NULL;) {
        assert(e->followers == NULL);
        hub_set_remove(&h->rooms, e);
        hub_free_entry(e);
    }
    while (h->gone != NULL) {
        struct hub_entry *e = h->gone;
        h->gone = e->next_of_hash;
        hub_free_entry(e);
    }
    hub_set_release(&h->rooms);
    lobby_free(h->class.lobby);
    str_release(&h->scratch);
    mem_free(h);
}
