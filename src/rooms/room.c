#include "rooms/room_int.h"

#include "core/bug.h"
#include "core/json_write.h"
#include "core/mem.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Small questions ----------------------------------------------------------------------------- */

int64_t room_now(const struct room *room) {
    return room->world->now_ms(room->world->world);
}

const char *room_id(const struct room *room) {
    return room->id;
}

const char *room_game(const struct room *room) {
    return room->session.game->rules->name;
}

const char *room_variant(const struct room *room) {
    return room->session.game->variant;
}

const char *room_result(const struct room *room) {
    const char *result = session_result(&room->session);
    return result != NULL ? result : "*";
}

int64_t room_created(const struct room *room) {
    return room->created;
}

int64_t room_event(const struct room *room) {
    return room->event;
}

int64_t room_updated(const struct room *room) {
    return room->updated;
}

bool room_over(const struct room *room) {
    return session_end(&room->session) != PES_END_NONE;
}

bool room_idle(const struct room *room) {
    return room->followers == NULL && room->thoughts == NULL;
}

bool room_is_agent(const struct room *room, pes_player player) {
    return player >= 0 && !session_is_person(&room->session, player);
}

bool room_is_agents_only(const struct room *room) {
    return session_persons(&room->session) == 0;
}

bool room_has_two_people(const struct room *room) {
    return session_persons(&room->session) == 2;
}

bool room_holds(const struct follower *f, pes_player player) {
    return player >= 0 && f->mine[player];
}

bool room_holds_any(const struct follower *f) {
    return f->mine[0] || f->mine[1];
}

bool room_other_person(const struct room *room, const struct follower *f) {
    return room_has_two_people(room) && !(f->mine[0] && f->mine[1]);
}

bool room_may_ask(const struct room *room, const struct follower *f) {
    return room->hints || room_over(room) || !room_other_person(room, f);
}

bool room_is_here(const struct room *room, pes_player player) {
    for (const struct follower *f = room->followers; f != NULL; f = f->next)
        if (f->mine[player])
            return true;
    return false;
}

void room_hash_key(const char *key, char out[SHA256_HEX_SIZE]) {
    sha256_hex(key, strlen(key), out);
}

/* Telling ------------------------------------------------------------------------------------- */

void room_tell(struct room *room, struct follower *f, const struct str *json) {
    /* Whoever misses a message must know that he does: he follows anew then. */
    static const char lost[] = "{\"is\":\"error\",\"error\":{\"code\":\"server\",\"why\":{\"en\":"
                               "\"out of memory\",\"el\":\"η μνήμη δεν επαρκεί\"}}}";
    void *world = room->world->world;
    if (str_err(json) == PES_ERR_OK)
        room->world->tell(world, f->connection, json->text, json->length);
    else
        room->world->tell(world, f->connection, lost, sizeof lost - 1);
}

void room_refuse(struct room *room, struct asked asked, const struct refusal *why) {
    if (asked.from == NULL)
        return;
    struct str out;
    str_init(&out);
    refusal_format_message(why, asked.seq, room->id, &out);
    room_tell(room, asked.from, &out);
    str_release(&out);
}

void room_refuse_say(struct room *room, struct asked asked, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]) {
    struct refusal refusal;
    refuse(&refusal, code, why, args);
    room_refuse(room, asked, &refusal);
}

void room_tell_done(struct room *room, struct asked asked) {
    if (asked.from == NULL)
        return;
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "done");
    if (asked.seq >= 0)
        put_int(&out, "re", asked.seq);
    put_close(&out, '}');
    room_tell(room, asked.from, &out);
    str_release(&out);
}

void room_tell_game(struct room *room, struct asked asked) {
    struct str out;
    str_init(&out);
    for (struct follower *f = room->followers; f != NULL; f = f->next) {
        str_release(&out);
        put_game(room, f, f == asked.from ? asked.seq : -1, &out);
        room_tell(room, f, &out);
    }
    str_release(&out);
}

void room_tell_state(struct room *room, struct asked asked) {
    struct str same, own;
    str_init(&same);
    str_init(&own);
    put_state(room, -1, &same);
    for (struct follower *f = room->followers; f != NULL; f = f->next) {
        const bool numbered = f == asked.from && asked.seq >= 0;
        if (numbered)
            put_state(room, asked.seq, &own);
        room_tell(room, f, numbered ? &own : &same);
    }
    str_release(&same);
    str_release(&own);
}

void room_changed(struct room *room) {
    room->event++;
    room->updated = room_now(room);
    room->world->keep(room->world->world, room);
}

/* Making rooms -------------------------------------------------------------------------------- */

char *room_copy_text(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = mem_alloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/* Four characters for every three random bytes. */
static void draw_mark(const struct room_world *world, char out[], size_t length) {
    static const char marks[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[18];
    assert(length % 4 == 0 && length / 4 * 3 <= sizeof bytes);
    world->random(world->world, bytes, length / 4 * 3);
    for (size_t i = 0; i < length; i += 4) {
        const unsigned char *b = bytes + i / 4 * 3;
        out[i] = marks[b[0] >> 2];
        out[i + 1] = marks[(b[0] & 3) << 4 | b[1] >> 4];
        out[i + 2] = marks[(b[1] & 15) << 2 | b[2] >> 6];
        out[i + 3] = marks[b[2] & 63];
    }
    out[length] = '\0';
}

bool room_follower_plays(const struct follower *follower) {
    return room_holds_any(follower);
}

struct room *room_alloc(const struct room_world *world) {
    struct room *room = mem_alloc(sizeof *room);
    if (room == NULL)
        return NULL;
    room->world = world;
    room->alone_since = INT64_MIN;
    str_init(&room->played);
    return room;
}

void room_free(struct room *room) {
    if (room == NULL)
        return;
    assert(room->followers == NULL);
    thought_free(room->held);
    if (room->session.game != NULL)
        session_release(&room->session);
    mem_free(room->position);
    mem_free(room->opening);
    str_release(&room->played);
    mem_free(room);
}

static enum request_code no_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

/* Options that cost the server more than the time it grants are not for callers to set. */
static enum request_code check_options(const struct pes_offer *offer,
                                       const struct pes_values *values, struct refusal *why) {
    struct pes_values usual;
    if (offer->class->kind == PES_AGENT_SOLVED)
        return refuse(why, REQUEST_RANGE, TEXT(room_dear_agent), PES_ARGS(PES_STR(offer->name)));
    if (pes_values_parse(offer->options, "", &usual, NULL) != PES_ERR_OK)
        PES_BUG("an agent's own options are not within their ranges");
    for (int i = 0; i < values->count; i++)
        if (offer->options[i].costly && values->number[i] > usual.number[i])
            return refuse(why, REQUEST_RANGE, TEXT(room_dear_option),
                          PES_ARGS(PES_STR(offer->options[i].key), PES_INT(usual.number[i])));
    return REQUEST_OK;
}

enum request_code room_check_cost(const struct pes_game *g, const char *text, struct refusal *why) {
    struct pes_offer offer;
    struct pes_values values;
    const enum pes_err err = pes_agent_find(g, text, &offer, &values, NULL);
    if (err == PES_ERR_NOMEM)
        return no_memory(why);
    /* Making the agent tells what else is wrong. */
    return err == PES_ERR_OK ? check_options(&offer, &values, why) : REQUEST_OK;
}

/* Is the agent's text one that this server lets play? */
static enum request_code check_agent(const struct pes_game *g, const char *text,
                                     struct refusal *why) {
    if (strcmp(text, SESSION_PERSON) == 0)
        return refuse(why, REQUEST_UNKNOWN, TEXT(room_human), PES_NO_ARGS);
    const enum request_code code = room_check_cost(g, text, why);
    if (code != REQUEST_OK)
        return code;
    struct pes_agent *agent = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_agent_new(g, text, &agent, &note);
    if (err)
        return refuse_note(why, request_code_of(err), err, &note);
    pes_agent_free(agent);
    return REQUEST_OK;
}

/* Puts agents and people on their seats. */
static enum request_code seat_all(struct room *room, const struct request_play *wanted,
                                  char keys[2][ROOM_KEY_SIZE], struct refusal *why) {
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const struct request_seat *seat = &wanted->seats[i];
        struct room_seat *own = &room->seats[i];
        keys[i][0] = '\0';
        if (seat->who == REQUEST_AGENT) {
            const enum request_code code = check_agent(room->session.game, seat->agent, why);
            if (code != REQUEST_OK)
                return code;
            session_seat_text(&room->session, i, seat->agent);
            continue;
        }
        session_seat_text(&room->session, i, SESSION_PERSON);
        snprintf(own->name, sizeof own->name, "%s", seat->name != NULL ? seat->name : "");
        own->taken = seat->who == REQUEST_ME;
        if (own->taken) {
            draw_mark(room->world, keys[i], ROOM_KEY_SIZE - 1);
            room_hash_key(keys[i], own->hash);
        }
    }
    return REQUEST_OK;
}

/* The games a browser can show: "boats, gomoku". */
static void list_games(struct str *out) {
    for (int i = 0; i < pes_kit_count(); i++)
        if (pes_kit_at(i)->view != NULL)
            str_addf(out, "%s%s", out->length > 0 ? ", " : "", pes_kit_at(i)->rules->name);
}

static enum request_code refuse_game(const struct pes_kit *kit, const char *name,
                                     struct refusal *why) {
    char quote[PES_QUOTE_SIZE];
    struct str names;
    str_init(&names);
    list_games(&names);
    const enum request_code code =
        refuse(why, REQUEST_UNKNOWN, kit == NULL ? TEXT(room_no_game) : TEXT(room_no_view),
               PES_ARGS(PES_STR(pes_quote(name, strlen(name), quote)), PES_STR(names.text)));
    str_release(&names);
    return code;
}

/* Is a game of this variant sure to end within the bound? */
static bool is_bounded(const struct pes_game *g) {
    return (g->plies_cap > 0 && g->plies_cap <= ROOM_PLIES_MAX) ||
           (g->plies_bound > 0 && g->plies_bound <= ROOM_PLIES_MAX);
}

enum pes_err room_open_game(const struct pes_kit *kit, const char *variant, struct pes_game **out,
                            struct pes_note *note) {
    struct pes_values values;
    char text[PES_OPTIONS_TEXT_MAX], most[16];
    enum pes_err err = pes_game_open(kit, variant, out, note);
    if (err || is_bounded(*out))
        return err;
    pes_game_close(*out);
    *out = NULL;
    snprintf(most, sizeof most, "%d", ROOM_PLIES_MAX);
    err = pes_values_parse(kit->rules->options, variant, &values, note);
    if (err == PES_ERR_OK)
        err = pes_values_set(&values, "plies", most, note);
    if (err)
        return err;
    pes_values_format(&values, text);
    return pes_game_open(kit, text, out, note);
}

static enum request_code open_variant(struct room *room, const struct request_play *wanted,
                                      struct refusal *why) {
    const struct pes_kit *kit = pes_kit_find(wanted->game);
    if (kit == NULL || kit->view == NULL)
        return refuse_game(kit, wanted->game, why);
    struct pes_game *game = NULL;
    struct pes_note note = {0};
    const enum pes_err err = room_open_game(kit, wanted->variant, &game, &note);
    if (err)
        return refuse_note(why, request_code_of(err), err, &note);
    struct pes_history *history = NULL;
    if (pes_history_new(game, &history) != PES_ERR_OK) {
        pes_game_close(game);
        return no_memory(why);
    }
    session_init(&room->session, game, history, 0);
    return REQUEST_OK;
}

/* Sets the board up: the position, the moves that were asked for, the rolls after them. */
static enum request_code set_up(struct room *room, uint64_t seed, struct refusal *why) {
    struct pes_note note = {0};
    room->session.position = room->position;
    room->session.moves = room->opening;
    const enum pes_err err = session_again(&room->session, false, seed, &note);
    if (err)
        return refuse_note(why, request_code_of(err), err, &note);
    while (session_turn(&room->session) == PES_CHANCE)
        if (session_make(&room->session, session_roll(&room->session)) != PES_ERR_OK)
            return no_memory(why);
    if (room_over(room))
        return refuse(why, REQUEST_UNFIT, TEXT(room_is_over), PES_NO_ARGS);
    return REQUEST_OK;
}

/* A seed is secret while its game goes on: whoever knew it would know the dice. It has 53 bits, so
 * that everything that reads numbers gets it whole when it is told. */
static uint64_t draw_seed(const struct room *room, const struct request_play *wanted) {
    uint64_t seed = wanted->seed;
    if (!wanted->has_seed) {
        room->world->random(room->world->world, (unsigned char *)&seed, sizeof seed);
        seed >>= 11;
    }
    return seed;
}

/* Is a seat kept for somebody other than the one who makes the game? */
static bool has_guest(const struct request_play *wanted) {
    bool guest = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        guest |= wanted->seats[i].who == REQUEST_PERSON;
    return guest;
}

static enum request_code fill(struct room *room, const struct request_play *wanted,
                              char keys[2][ROOM_KEY_SIZE], struct refusal *why) {
    /* Who knows the seed knows the dice, and the guest was not asked. */
    if (wanted->has_seed && has_guest(wanted))
        return refuse(why, REQUEST_UNFIT, TEXT(room_seed_person), PES_NO_ARGS);
    room->hints = wanted->hints || !has_guest(wanted);
    room->position = room_copy_text(wanted->position);
    room->opening = room_copy_text(wanted->moves);
    if (room->position == NULL || room->opening == NULL)
        return no_memory(why);
    enum request_code code = open_variant(room, wanted, why);
    if (code == REQUEST_OK)
        code = seat_all(room, wanted, keys, why);
    if (code != REQUEST_OK)
        return code;
    if (wanted->has_clock && room_is_agents_only(room))
        return refuse(why, REQUEST_UNFIT, TEXT(room_clock_agents), PES_NO_ARGS);
    code = set_up(room, draw_seed(room, wanted), why);
    if (code != REQUEST_OK)
        return code;
    draw_mark(room->world, room->id, ROOM_ID_SIZE - 1);
    room->created = room_now(room);
    room->pace_ms = room_pace_within(wanted->pace_ms);
    room->clock = (struct room_clock){.used = wanted->has_clock,
                                      .base_ms = wanted->base_ms,
                                      .increment_ms = wanted->increment_ms,
                                      .left_ms = {wanted->base_ms, wanted->base_ms},
                                      .since = room->created};
    return REQUEST_OK;
}

enum request_code room_new(const struct room_world *world, const struct request_play *wanted,
                           char keys[2][ROOM_KEY_SIZE], struct room **out, struct refusal *why) {
    struct room *room = room_alloc(world);
    if (room == NULL)
        return no_memory(why);
    const enum request_code code = fill(room, wanted, keys, why);
    if (code != REQUEST_OK) {
        room_free(room);
        return code;
    }
    room_changed(room);
    room_go_on(room);
    *out = room;
    return REQUEST_OK;
}

enum request_code room_join(struct room *room, const struct request_join *wanted, int *seat,
                            char key[ROOM_KEY_SIZE], struct refusal *why) {
    int i = 0;
    while (i < PES_PLAYERS_MAX && (room_is_agent(room, i) || room->seats[i].taken))
        i++;
    if (i == PES_PLAYERS_MAX)
        return refuse(why, REQUEST_SEAT, TEXT(room_no_seat), PES_NO_ARGS);
    struct room_seat *own = &room->seats[i];
    draw_mark(room->world, key, ROOM_KEY_SIZE - 1);
    room_hash_key(key, own->hash);
    own->taken = true;
    if (wanted->name != NULL)
        snprintf(own->name, sizeof own->name, "%s", wanted->name);
    *seat = i;
    room_changed(room);
    room_tell_state(room, (struct asked){.seq = -1});
    return REQUEST_OK;
}

/* Followers ----------------------------------------------------------------------------------- */

static void take_keys(const struct room *room, const struct request *wanted, struct follower *f) {
    for (int k = 0; k < 2; k++) {
        char hash[SHA256_HEX_SIZE];
        if (wanted->keys[k] == NULL)
            continue;
        room_hash_key(wanted->keys[k], hash);
        for (int i = 0; i < PES_PLAYERS_MAX; i++)
            f->mine[i] = f->mine[i] || strcmp(hash, room->seats[i].hash) == 0;
    }
}

static void tell_same(struct room *room, struct follower *f, int64_t re) {
    struct str out;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "same");
    if (re >= 0)
        put_int(&out, "re", re);
    put_text(&out, "id", room->id);
    put_int(&out, "event", room->event);
    put_close(&out, '}');
    room_tell(room, f, &out);
    str_release(&out);
    /* Who is here and what the clocks say changes without events. */
    str_init(&out);
    put_state(room, -1, &out);
    room_tell(room, f, &out);
    str_release(&out);
}

/* Tells everybody but one follower who is here. */
static void tell_presence(struct room *room, const struct follower *but) {
    struct str out;
    str_init(&out);
    put_state(room, -1, &out);
    for (struct follower *f = room->followers; f != NULL; f = f->next)
        if (f != but)
            room_tell(room, f, &out);
    str_release(&out);
}

struct follower *room_follow(struct room *room, void *connection, const struct request *wanted) {
    if (room->follower_count >= ROOM_FOLLOWERS_MAX)
        return NULL;
    struct follower *f = mem_alloc(sizeof *f);
    if (f == NULL)
        return NULL;
    f->connection = connection;
    take_keys(room, wanted, f);
    bool comes = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        comes = comes || (f->mine[i] && !room_is_here(room, i));
    f->next = room->followers;
    room->followers = f;
    room->follower_count++;
    room_tick(room);
    room_go_on(room);
    if (wanted->from == room->event) {
        tell_same(room, f, wanted->seq);
    } else {
        struct str out;
        str_init(&out);
        put_game(room, f, wanted->seq, &out);
        room_tell(room, f, &out);
        str_release(&out);
    }
    if (comes)
        tell_presence(room, f);
    return f;
}

void room_leave(struct room *room, struct follower *follower) {
    struct follower **at = &room->followers;
    while (*at != follower) {
        assert(*at != NULL);
        at = &(*at)->next;
    }
    *at = follower->next;
    room->follower_count--;
    for (struct thought *t = room->thoughts; t != NULL; t = t->next) {
        if (t->from != follower)
            continue;
        t->from = NULL;
        thought_stop(t);
    }
    if (room->followers == NULL)
        room->alone_since = room_now(room);
    bool goes = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        goes = goes || (follower->mine[i] && !room_is_here(room, i));
    mem_free(follower);
    if (goes)
        tell_presence(room, NULL);
}

/* What clients say ---------------------------------------------------------------------------- */

void room_do(struct room *room, struct follower *from, const struct request *wanted) {
    const struct asked asked = {.from = from, .seq = wanted->seq};
    if (room_clock_is_over(room))
        room_tick(room);
    switch (wanted->action) {
    case REQUEST_MOVE:
        room_move(room, asked, wanted);
        break;
    case REQUEST_UNDO:
        room_undo(room, asked);
        break;
    case REQUEST_REDO:
        room_redo(room, asked);
        break;
    case REQUEST_RESIGN:
        room_resign(room, asked);
        break;
    case REQUEST_OFFER:
        room_make_offer(room, asked, wanted->offer);
        break;
    case REQUEST_ACCEPT:
        room_accept(room, asked);
        break;
    case REQUEST_DECLINE:
        room_decline(room, asked);
        break;
    case REQUEST_REMATCH:
        room_rematch(room, asked);
        break;
    case REQUEST_HINT:
        room_hint(room, asked, wanted->step);
        break;
    case REQUEST_THREATS:
        room_threats(room, asked);
        break;
    case REQUEST_JUDGE:
        room_judge(room, asked, wanted->ply);
        break;
    case REQUEST_AT:
        room_at(room, asked, wanted->ply);
        break;
    case REQUEST_PACE:
        room_pace(room, asked, wanted->pace_ms);
        break;
    case REQUEST_STEP:
        room_step(room, asked);
        break;
    case REQUEST_STOP:
        room_stop(room, asked);
        break;
    case REQUEST_FOLLOW:
    case REQUEST_LEAVE:
    case REQUEST_ACTION_COUNT:
    default:
        room_tell_done(room, asked);
    }
}

enum pes_err room_describe(struct room *room, struct str *out) {
    put_game(room, NULL, -1, out);
    return str_err(out);
}
