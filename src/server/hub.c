/* The hub: which rooms are in memory, what clients ask of them, the turn that commits what changed,
 * and who is charged for what agents think. */
#include "server/hub.h"

#include "core/bug.h"
#include "core/clock.h"
#include "core/mem.h"
#include "rooms/thought.h"
#include "server/bounds.h"
#include "server/hub_int.h"
#include "server/persist.h"
#include "server/text.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { IDLE_MS = 10000 }; /* how long a room that nobody needs stays in memory */

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

/* What a room needs of the world ----------------------------------------------------------------
 */

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

/* Charges an address for the agents of a game, unless somebody is charged with better reason. */
static void charge(struct hub_entry *e, enum hub_payer why, limits_address who) {
    if (why < e->pays || (why == e->pays && why != PAYER_PLAYER))
        return;
    e->pays = why;
    e->payer = who;
}

static void mark(struct hub *h, struct hub_entry *e) {
    if (e->dirty || h->forgetting)
        return;
    e->dirty = true;
    e->next_dirty = h->dirty;
    h->dirty = e;
}

/* A room that is being made speaks for the first time before anybody has it: it is taken in at
 * once. hub_reserve() has seen to the memory. */
static struct hub_entry *entry_of(struct hub *h, struct room *room) {
    struct hub_entry *e = hub_set_find(&h->rooms, room_id(room));
    if (e == NULL) {
        e = hub_set_add(&h->rooms, room);
        if (h->making)
            charge(e, PAYER_MAKER, h->who);
    }
    return e;
}

static void world_keep(void *world, struct room *room) {
    struct hub *h = world;
    mark(h, entry_of(h, room));
}

static void world_tell(void *world, void *connection, const char *json, size_t length) {
    struct hub *h = world;
    if (!h->forgetting)
        h->options.tell(h->options.net, connection, json, length);
}

/* A move is an agent's: it may be stopped when others wait. What a client asked for is short. */
static void world_think(void *world, struct room *room, struct thought *thought, void *connection) {
    struct hub *h = world;
    struct hub_entry *e = entry_of(h, room);
    const struct hub_client *client = connection;
    if (client != NULL)
        pool_add(h->pool, client->who, thought, e, INT32_MAX);
    else
        pool_add(h->pool, e->payer, thought, e, h->patience_ms);
}

static int64_t world_budget(void *world, struct room *room) {
    struct hub *h = world;
    return limits_move(h->options.limits, entry_of(h, room)->payer, hub_now(h));
}

/* Memory for whatever one call of a room, or reading it first, may need of its world: a few
 * thoughts, one room more. Without it nothing is begun. */
static enum pes_err hub_reserve(struct hub *h) {
    const enum pes_err err = pool_reserve(h->pool, CALL_THOUGHTS_MAX);
    return err == PES_ERR_OK ? hub_set_reserve(&h->rooms) : err;
}

/* Rooms come and go ------------------------------------------------------------------------------
 */

/* After anything was done with a room: when is it to be looked at again? */
static void look_again(struct hub *h, struct hub_entry *e) {
    const int64_t wakes = room_wakes(e->room);
    const int64_t leaves = room_idle(e->room) ? hub_now(h) + IDLE_MS : INT64_MAX;
    hub_set_wake(&h->rooms, e, wakes < leaves ? wakes : leaves);
}

static enum request_code refuse_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

static enum request_code world_open(void *world, const struct request_play *wanted,
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
    h->making = true;
    const enum request_code code = room_new(&h->world, wanted, keys, out, why);
    h->making = false;
    if (code != REQUEST_OK)
        return code;
    struct hub_entry *e = entry_of(h, *out);
    mark(h, e);
    look_again(h, e);
    return REQUEST_OK;
}

static enum request_code refuse_unknown(const char *id, struct refusal *why) {
    char quote[PES_QUOTE_SIZE];
    return refuse(why, REQUEST_UNKNOWN, TEXT(net_no_game),
                  PES_ARGS(PES_STR(pes_quote(id, strlen(id), quote))));
}

/* Reads a room from the store. SYNTAX: what is stored is not this game. */
static enum pes_err read_room(struct hub *h, const char *id, struct room **out,
                              struct pes_note *note) {
    struct room *room = NULL;
    int64_t event = 0;
    str_clear(&h->scratch);
    enum pes_err err = store_get(h->options.store, id, &h->scratch, &event, note);
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

/* A room from the store; NULL: it was refused. */
static struct hub_entry *load(struct hub *h, const char *id, struct refusal *why) {
    struct pes_note note = {0};
    struct room *room = NULL;
    const enum pes_err err = read_room(h, id, &room, &note);
    if (err == PES_ERR_UNKNOWN) {
        refuse_unknown(id, why);
        return NULL;
    }
    if (err == PES_ERR_OK) {
        struct hub_entry *e = entry_of(h, room);
        e->stored_event = room_event(room);
        look_again(h, e);
        return e;
    }
    if (err == PES_ERR_STOPPED) {
        refuse(why, REQUEST_BUSY, TEXT(net_busy_locked), PES_NO_ARGS);
        why->wait_ms = 1000;
        return NULL;
    }
    h->options.log(h->options.net, TEXT(net_log_load), PES_ARGS(PES_STR(id), PES_NOTED(&note)));
    refuse(why, REQUEST_SERVER, TEXT(net_unreadable), PES_NO_ARGS);
    return NULL;
}

/* The room of a name, with memory for what it may do; NULL: it was refused. */
static struct hub_entry *find(struct hub *h, const char *id, struct refusal *why) {
    struct hub_entry *e = NULL;
    if (strlen(id) != ROOM_ID_SIZE - 1)
        refuse_unknown(id, why);
    else if (hub_reserve(h) != PES_ERR_OK)
        refuse_memory(why);
    else if ((e = hub_set_find(&h->rooms, id)) == NULL)
        e = load(h, id, why);
    return e;
}

/* Ends a follow; the room tells the others. */
static void unfollow(struct hub *h, struct hub_follow *f) {
    struct hub_entry *e = f->entry;
    assert(f->previous != NULL ? f->previous->next == f : e->followers == f);
    /* It may have been told what is not persistent yet. */
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

static void free_entry(struct hub_entry *e) {
    room_free(e->room);
    mem_free(e);
}

/* A thought of a room that is gone has ended. */
static void bury(struct hub *h, struct hub_entry *e, struct thought *t) {
    thought_free(t);
    assert(e->running > 0 && e->followers == NULL);
    if (--e->running > 0)
        return;
    struct hub_entry **at = &h->gone;
    while (*at != e)
        at = &(*at)->next_of_hash;
    *at = e->next_of_hash;
    free_entry(e);
}

/* Drops a room, whatever it does; the store has what was kept. */
static void drop(struct hub *h, struct hub_entry *e) {
    assert(!e->dirty);
    h->forgetting = true;
    while (e->followers != NULL) {
        struct hub_client *client = e->followers->client;
        unfollow(h, e->followers);
        h->options.lost(h->options.net, client);
    }
    h->forgetting = false;
    assert(e->followers == NULL);
    e->running = pool_disown(h->pool, e);
    hub_set_remove(&h->rooms, e);
    if (e->running == 0) {
        free_entry(e);
        return;
    }
    e->next_of_hash = h->gone;
    h->gone = e;
}

/* What clients say ------------------------------------------------------------------------------
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

/* The place of a game among those the client follows; NULL: it does not. */
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
    struct hub_entry *e = find(h, r->id, why);
    if (e == NULL)
        return why->code;
    struct hub_follow *f = follow_of(client, r->id);
    if (f != NULL)
        unfollow(h, f); /* it begins anew, perhaps with other keys */
    else
        f = free_place(client);
    if (f == NULL)
        return refuse(why, REQUEST_BUSY, TEXT(net_busy_follows),
                      PES_ARGS(PES_INT(HUB_FOLLOWS_MAX)));
    if (room_is_agents_only(e->room))
        charge(e, PAYER_WATCHER, client->who);
    struct follower *follower = room_follow(e->room, client, r);
    if (follower != NULL) {
        *f = (struct hub_follow){
            .entry = e, .follower = follower, .client = client, .next = e->followers};
        if (e->followers != NULL)
            e->followers->previous = f;
        e->followers = f;
        if (room_follower_plays(follower))
            charge(e, PAYER_PLAYER, client->who);
        assert(f->previous == NULL && (f->next == NULL || f->next->previous == f));
    }
    look_again(h, e);
    return follower != NULL ? REQUEST_OK
                            : refuse(why, REQUEST_BUSY, TEXT(net_busy_followers), PES_NO_ARGS);
}

static enum request_code obey(struct hub *h, struct hub_client *client, const struct request *r,
                              struct refusal *why) {
    if (r->action == REQUEST_FOLLOW)
        return follow(h, client, r, why);
    struct hub_follow *f = follow_of(client, r->id);
    if (f == NULL)
        return refuse(why, REQUEST_UNFIT, TEXT(net_not_followed), PES_NO_ARGS);
    struct hub_entry *e = f->entry;
    assert(f->follower != NULL && f->client == client);
    room_do(e->room, f->follower, r);
    if (r->action == REQUEST_LEAVE)
        unfollow(h, f);
    look_again(h, e);
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
        refuse_memory(&why);
        tell_refusal(h, client, &why, r.seq, r.id);
    } else if (obey(h, client, &r, &why) != REQUEST_OK)
        tell_refusal(h, client, &why, r.seq, r.id);
    request_release(&r);
}

void hub_gone(struct hub *h, struct hub_client *client) {
    for (int i = 0; i < HUB_FOLLOWS_MAX; i++) {
        struct hub_entry *e = client->follows[i].entry;
        if (e == NULL)
            continue;
        unfollow(h, &client->follows[i]);
        look_again(h, e);
    }
}

/* What is asked over HTTP -----------------------------------------------------------------------
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
    code = hub_reserve(h) == PES_ERR_OK ? world_open(h, &wanted, keys, &room, why)
                                        : refuse_memory(why);
    request_release_play(&wanted);
    if (code != REQUEST_OK)
        return code;
    str_addf(out, "{\"id\":\"%s\",\"keys\":[", room_id(room));
    add_key(out, keys[0]);
    str_add_char(out, ',');
    add_key(out, keys[1]);
    str_add(out, "]}");
    return str_err(out) == PES_ERR_OK ? REQUEST_OK : refuse_memory(why);
}

enum request_code hub_join(struct hub *h, const char *id, const char *bytes, size_t length,
                           struct str *out, struct refusal *why) {
    struct request_join wanted;
    struct hub_entry *e = find(h, id, why);
    char key[ROOM_KEY_SIZE] = "";
    int seat = 0;
    if (e == NULL)
        return why->code;
    enum request_code code = request_read_join(bytes, length, &wanted, why);
    if (code != REQUEST_OK)
        return code;
    code = room_join(e->room, &wanted, &seat, key, why);
    request_release_join(&wanted);
    look_again(h, e);
    if (code != REQUEST_OK)
        return code;
    str_addf(out, "{\"seat\":%d,\"key\":\"%s\"}", seat, key);
    return str_err(out) == PES_ERR_OK ? REQUEST_OK : refuse_memory(why);
}

static enum request_code ask(struct hub *h, const char *id,
                             enum pes_err (*what)(struct room *, struct str *), struct str *out,
                             struct refusal *why) {
    struct hub_entry *e = find(h, id, why);
    if (e == NULL)
        return why->code;
    const enum pes_err err = what(e->room, out);
    look_again(h, e);
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

/* The turn ------------------------------------------------------------------------------------ */

/* Hands finished thoughts to their rooms: at most those that had finished when this began, since
 * each of them may begin the next. Where there is no memory for that, all wait for another turn. */
static void take_thoughts(struct hub *h) {
    const int64_t began = hub_now(h);
    const int done = pool_done(h->pool);
    const int most = done < TURN_THOUGHTS_MAX ? done : TURN_THOUGHTS_MAX;
    for (int i = 0; i < most && hub_now(h) - began <= TURN_STEP_MS; i++) {
        void *owner = NULL;
        struct thought *t = hub_reserve(h) == PES_ERR_OK ? pool_take(h->pool, &owner) : NULL;
        if (t == NULL)
            return;
        struct hub_entry *e = owner;
        assert(e != NULL && e->running >= 0);
        if (e->running > 0) {
            bury(h, e, t);
            continue;
        }
        room_thought(e->room, t);
        look_again(h, e);
    }
    h->left_over |= pool_done(h->pool) > 0;
}

static void wake_room(struct hub *h, struct hub_entry *e, int64_t now) {
    if (room_wakes(e->room) <= now && hub_reserve(h) == PES_ERR_OK) {
        room_tick(e->room);
        look_again(h, e);
        /* Whatever a room wants, the others get their turn first. */
        if (e->wakes <= now)
            hub_set_wake(&h->rooms, e, now + 1);
    } else if (room_idle(e->room) && !e->dirty) {
        drop(h, e);
    } else {
        hub_set_wake(&h->rooms, e, now + 1000);
    }
}

/* Wakes the rooms whose moment has come, and drops those that have been idle for long enough. What
 * is left over is due at once: see hub_wakes(). */
static void wake_rooms(struct hub *h) {
    const int64_t now = hub_now(h);
    struct hub_entry *e;
    for (int i = 0; i < TURN_WAKES_MAX && hub_now(h) - now <= TURN_STEP_MS &&
                    (e = hub_set_first(&h->rooms)) != NULL && e->wakes <= now;
         i++)
        wake_room(h, e, now);
}

/* Lets a long thought give way where others wait for a thread. */
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

/* Persists every room that changed. STOPPED: the database is locked, try again later. */
static enum pes_err persist_dirty(struct hub *h, struct pes_note *note) {
    enum pes_err err = persist_begin(&h->persist, hub_now(h), note);
    for (struct hub_entry *e = h->dirty; err == PES_ERR_OK && e != NULL; e = e->next_dirty)
        err = save(h, e, note);
    return err == PES_ERR_OK ? persist_commit(&h->persist, hub_now(h), note) : err;
}

/* What changed is persistent, or is forgotten. */
static void settle(struct hub *h, bool kept) {
    struct hub_entry *dirty = h->dirty;
    h->dirty = NULL;
    h->turns++;
    while (dirty != NULL) {
        struct hub_entry *e = dirty;
        assert(e->dirty && hub_set_find(&h->rooms, room_id(e->room)) == e);
        dirty = e->next_dirty;
        e->dirty = false;
        e->stored_event = room_event(e->room);
        if (!kept)
            drop(h, e);
    }
}

static bool in_memory(void *hub, const char *id) {
    const struct hub *h = hub;
    return hub_set_find(&h->rooms, id) != NULL;
}

enum hub_turned hub_turn(struct hub *h) {
    h->left_over = false;
    watchdog_enter(h->options.watchdog, PHASE_THOUGHTS, 0);
    take_thoughts(h);
    watchdog_enter(h->options.watchdog, PHASE_ROOMS, 0);
    wake_rooms(h);
    relieve(h);
    watchdog_enter(h->options.watchdog, PHASE_STORING, 0);
    struct pes_note note = {0};
    const enum pes_err err = h->dirty != NULL ? persist_dirty(h, &note) : PES_ERR_OK;
    if (err == PES_ERR_STOPPED)
        return HUB_WAITS;
    if (err != PES_ERR_OK)
        persist_fail(&h->persist, err, &note, hub_now(h));
    settle(h, err == PES_ERR_OK);
    persist_idle(&h->persist, in_memory, h, hub_now(h));
    return err == PES_ERR_OK ? HUB_KEPT : HUB_FAILED;
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
    const int64_t earlier = rooms < h->relieve_at ? rooms : h->relieve_at;
    return earlier < retry ? earlier : retry;
}

int hub_rooms(const struct hub *h) {
    return h->rooms.count;
}

int64_t hub_games(const struct hub *h) {
    return store_count(h->options.store);
}

struct hub_numbers hub_numbers(struct hub *h) {
    const struct persist *p = &h->persist;
    const int running = pool_running(h->pool);
    return (struct hub_numbers){.trouble = persist_trouble(p),
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

static void run_thought(void *thought) {
    thought_run(thought);
}

static void stop_thought(void *thought) {
    thought_stop(thought);
}

static void free_thought(void *thought) {
    thought_free(thought);
}

enum pes_err hub_open(const struct hub_options *options, struct hub **out) {
    assert(options->threads > 0 && options->thinking_max > 0);
    assert(options->store != NULL && options->limits != NULL);
    struct hub *h = mem_alloc(sizeof *h);
    if (h == NULL)
        return PES_ERR_NOMEM;
    h->options = *options;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    h->epoch_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    h->zero_ns = clock_now_ns();
    persist_init(&h->persist, options->store, h->epoch_ms);
    h->persist.log = options->log;
    h->persist.net = options->net;
    h->persist.keep_ms = options->keep_ms;
    h->world = (struct room_world){.world = h,
                                   .movetime_ms = options->movetime_ms,
                                   .movetime_max_ms = options->movetime_max_ms,
                                   .began_ms = h->epoch_ms,
                                   .now_ms = world_now,
                                   .random = world_random,
                                   .keep = world_keep,
                                   .tell = world_tell,
                                   .think = world_think,
                                   .budget = world_budget,
                                   .open = world_open};
    h->relieve_at = INT64_MAX;
    h->patience_ms = options->movetime_ms > 0 ? options->movetime_ms : ROOM_MOVETIME_MS;
    if (options->threads == 1 && h->patience_ms > POOL_SLICE_MS)
        h->patience_ms = POOL_SLICE_MS;
    hub_set_init(&h->rooms);
    str_init(&h->scratch);
    const struct pool_options pool = {.threads = options->threads,
                                      .line_max = options->thinking_max,
                                      .work = {run_thought, stop_thought, free_thought},
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
    h->forgetting = true;
    for (struct hub_entry *e; (e = hub_set_first(&h->rooms)) != NULL;) {
        assert(e->followers == NULL);
        hub_set_remove(&h->rooms, e);
        free_entry(e);
    }
    while (h->gone != NULL) {
        struct hub_entry *e = h->gone;
        h->gone = e->next_of_hash;
        free_entry(e);
    }
    hub_set_release(&h->rooms);
    str_release(&h->scratch);
    mem_free(h);
}
