/* A new room: its variant, its seats, its first position, its clock.
 *
 * Everything is checked before the room exists for others: room_new() persists and starts it only
 * after fill() has succeeded, so a refused request leaves nothing behind. */
#include "rooms/room_int.h"

#include "core/bug.h"
#include "rooms/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Agents ---------------------------------------------------------------------------------------*/

static enum request_code no_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

/* A client may not raise an option that costs the server more than the granted time, such as memory
 * and threads, above its default. */
static enum request_code check_options(const struct pes_offer *offer,
                                       const struct pes_values *values, struct refusal *why) {
    struct pes_values usual;
    assert(values->count <= PES_OPTIONS_MAX);
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
    /* All other errors are found when the agent is made. */
    return err == PES_ERR_OK ? check_options(&offer, &values, why) : REQUEST_OK;
}

/* Does the text name an agent that may play on this server? */
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

/* Seats ----------------------------------------------------------------------------------------*/

void room_draw_mark(const struct room_world *world, char out[], size_t length) {
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

/* Assigns the seats; every person that asks gets a key, of which the room keeps the hash. */
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
            room_draw_mark(room->world, keys[i], ROOM_KEY_SIZE - 1);
            room_hash_key(keys[i], own->hash);
        }
    }
    return REQUEST_OK;
}

/* Variant and position -------------------------------------------------------------------------*/

/* Names of the games that have a view: "boats, gomoku". */
static void list_games(struct str *out) {
    for (int i = 0; i < pes_kit_count(); i++)
        if (pes_kit_at(i)->view != NULL)
            str_addf(out, "%s%s", out->length > 0 ? ", " : "", pes_kit_at(i)->rules->name);
}

enum request_code room_refuse_game(const struct pes_kit *kit, const char *name,
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

/* Does every game of this variant end within ROOM_PLIES_MAX moves? */
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
        return room_refuse_game(kit, wanted->game, why);
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
    assert(is_bounded(game));
    session_init(&room->session, game, history, 0);
    return REQUEST_OK;
}

/* Sets up the first position: the requested position and moves, then the chance events after them.
 */
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

/* A seed is secret while its game goes on: it determines every future chance event. It has 53 bits,
 * which every JSON reader represents exactly. */
static uint64_t draw_seed(const struct room *room, const struct request_play *wanted) {
    uint64_t seed = wanted->seed;
    if (!wanted->has_seed) {
        room->world->random(room->world->world, (unsigned char *)&seed, sizeof seed);
        seed >>= 11;
    }
    return seed;
}

/* Is a seat reserved for a person other than the one who makes the game? */
static bool has_guest(const struct request_play *wanted) {
    bool guest = false;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        guest |= wanted->seats[i].who == REQUEST_PERSON;
    return guest;
}

static enum request_code fill(struct room *room, const struct request_play *wanted,
                              char keys[2][ROOM_KEY_SIZE], struct refusal *why) {
    /* A player who chose the seed can predict the dice; the other player did not agree to that. */
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
    room_draw_mark(room->world, room->id, ROOM_ID_SIZE - 1);
    assert(session_turn(&room->session) >= 0);
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
    assert(room->event == 0);
    room_changed(room);
    room_go_on(room);
    assert(room->event == 1);
    *out = room;
    return REQUEST_OK;
}
