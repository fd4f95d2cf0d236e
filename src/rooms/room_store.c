/* A room as a JSON document for the store, and back; a room as a record.
 *
 * The document has what cannot be derived: the seats, the requested position, the moves, the moves
 * that were undone, the clocks. Moves are written in the notation of the game, so that stored games
 * do not depend on how moves are encoded in memory. Reading checks everything: a document that
 * room_save() did not write is refused, never trusted. */
#include "core/game.h"
#include "core/json_write.h"
#include "rooms/document.h"
#include "rooms/moves.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FORMAT = 1,
    DOCUMENT_BYTES_MAX = 4 << 20,
    MOVES_CHARS_MAX = DOCUMENT_BYTES_MAX, /* only the document has a bound */
    DATE_SIZE = 11
};
#define NUMBER_MAX (INT64_C(1) << 53)

/* Writing ------------------------------------------------------------------------------------- */

/* The moves that were made, and those that were undone (the next to redo first), as two texts. */
static void add_moves(struct str *out, const struct session *s) {
    const struct pes_history *h = s->history;
    struct pes_walk w;
    struct str line;
    size_t run = 0;
    str_init(&line);
    for (pes_walk_start(&w, h, 0); w.at < pes_history_count(h); pes_walk_next(&w))
        moves_add(&line, s->game, PES_STATE(w.state), pes_history_move(h, w.at), &run);
    put_bytes(out, "moves", line.text, line.length);
    out->failed |= line.failed;
    str_release(&line);
    run = 0;
    for (int i = s->redo_count - 1; i >= 0; i--) {
        struct pes_undo_buf undo;
        moves_add(&line, s->game, PES_STATE(w.state), s->redo[i], &run);
        pes_make(s->game, PES_STATE(w.state), s->redo[i], undo.bytes);
    }
    put_bytes(out, "redo", line.text, line.length);
    out->failed |= line.failed;
    str_release(&line);
}

/* What agents said that their moves are worth: [index in the history, value], undone moves
 * included. */
static void add_values(struct str *out, const struct session *s) {
    const int count = pes_history_count(s->history) + s->redo_count;
    put_open(out, "values", '[');
    for (int i = 0; i < count; i++) {
        double value;
        if (!session_value(s, i, &value))
            continue;
        put_open(out, NULL, '[');
        put_int(out, NULL, i);
        put_exact(out, NULL, value);
        put_close(out, ']');
    }
    put_close(out, ']');
}

static void add_seats(struct str *out, const struct room *room) {
    put_open(out, "seats", '[');
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const struct room_seat *seat = &room->seats[i];
        put_open(out, NULL, '{');
        if (room_is_agent(room, i)) {
            put_text(out, "agent", room->session.seats[i].text);
        } else {
            put_text(out, "name", seat->name);
            put_text(out, "key", seat->hash);
        }
        put_close(out, '}');
    }
    put_close(out, ']');
}

static void add_end(struct str *out, const struct session *s) {
    if (s->stopped == PES_END_NONE) {
        put_null(out, "end");
        return;
    }
    put_open(out, "end", '{');
    put_text(out, "why", pes_end_word(s->stopped));
    put_int(out, "loser", s->loser);
    put_close(out, '}');
}

static void add_clock(struct str *out, const struct room_clock *clock) {
    if (!clock->used) {
        put_null(out, "clock");
        return;
    }
    put_open(out, "clock", '{');
    put_int(out, "base_ms", clock->base_ms);
    put_int(out, "increment_ms", clock->increment_ms);
    put_int(out, "first_ms", clock->left_ms[0]);
    put_int(out, "second_ms", clock->left_ms[1]);
    put_int(out, "since", clock->since);
    put_close(out, '}');
}

static void add_offer(struct str *out, const struct room_offer *offer) {
    if (!offer->open) {
        put_null(out, "offer");
        return;
    }
    put_open(out, "offer", '{');
    put_int(out, "what", offer->what);
    put_int(out, "by", offer->by);
    put_close(out, '}');
}

enum pes_err room_save(const struct room *room, struct str *out) {
    const struct session *s = &room->session;
    char seed[24];
    assert(room->event > 0);
    room_check(room);
    snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    put_open(out, NULL, '{');
    put_int(out, "format", FORMAT);
    put_text(out, "id", room->id);
    put_text(out, "game", s->game->rules->name);
    put_text(out, "variant", s->game->variant);
    put_text(out, "position", room->position);
    put_text(out, "opening", room->opening);
    put_text(out, "seed", seed);
    add_seats(out, room);
    add_moves(out, s);
    add_values(out, s);
    add_end(out, s);
    add_clock(out, &room->clock);
    add_offer(out, &room->offer);
    put_int(out, "pace_ms", room->pace_ms);
    put_bool(out, "hints", room->hints);
    put_text(out, "next", room->next);
    put_int(out, "event", room->event);
    put_int(out, "created", room->created);
    put_int(out, "updated", room->updated);
    put_close(out, '}');
    assert(pes_history_plies(s->history) > ROOM_PLIES_MAX || out->length <= ROOM_BYTES_MAX);
    return str_err(out);
}

/* Reading ------------------------------------------------------------------------------------- */

static enum request_code damaged(struct document_reader *r, const char *key) {
    document_refuse(r, REQUEST_SYNTAX, TEXT(room_damaged), PES_ARGS(PES_STR(key)));
    return r->code;
}

static enum request_code failed(struct document_reader *r, enum pes_err err, const char *key) {
    if (err == PES_ERR_NOMEM)
        document_refuse(r, REQUEST_SERVER, pes_err_text(err), PES_NO_ARGS);
    return err ? damaged(r, key) : r->code;
}

static uint64_t read_seed(struct document_reader *r) {
    const char *text = document_needs_text(r, r->root, "seed", 20);
    if (text[0] < '0' || text[0] > '9') {
        damaged(r, "seed");
        return 0;
    }
    char *end;
    errno = 0;
    const uintmax_t seed = strtoumax(text, &end, 10);
    if (errno != 0 || *end != '\0' || seed > UINT64_MAX)
        damaged(r, "seed");
    return (uint64_t)seed;
}

static bool is_hash(const char *text) {
    return text[0] == '\0' || (strlen(text) == SHA256_HEX_SIZE - 1 &&
                               strspn(text, "0123456789abcdef") == strlen(text));
}

static bool is_agent(const struct pes_game *g, const char *text) {
    return text[0] != '\0' && strlen(text) < PES_AGENT_TEXT_MAX &&
           strcmp(text, SESSION_PERSON) != 0 && room_check_cost(g, text, NULL) == REQUEST_OK;
}

static void read_seats(struct document_reader *r, struct room *room) {
    const json_t *seats = document_needs(r, r->root, "seats", JSON_ARRAY);
    if (json_array_size(seats) != PES_PLAYERS_MAX) {
        damaged(r, "seats");
        return;
    }
    for (int i = 0; i < PES_PLAYERS_MAX; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        const char *agent = document_text(r, seat, "agent", PES_AGENT_TEXT_MAX - 1, NULL);
        const char *name = document_text(r, seat, "name", REQUEST_NAME_MAX, "");
        const char *hash = document_text(r, seat, "key", SHA256_HEX_SIZE, "");
        if (agent != NULL && !is_agent(room->session.game, agent))
            damaged(r, "agent");
        if (!is_hash(hash) || (agent == NULL && !json_is_string(json_object_get(seat, "key"))))
            damaged(r, "key");
        if (r->code != REQUEST_OK)
            return;
        session_seat_text(&room->session, i, agent != NULL ? agent : SESSION_PERSON);
        if (agent != NULL)
            continue;
        snprintf(room->seats[i].name, sizeof room->seats[i].name, "%s", name);
        snprintf(room->seats[i].hash, sizeof room->seats[i].hash, "%s", hash);
        room->seats[i].taken = hash[0] != '\0';
    }
}

/* Fills the redo stack: makes the moves that were undone, and undoes them again. */
static enum pes_err read_redo(struct session *s, const char *text) {
    int made = 0;
    assert(s->redo_count == 0);
    enum pes_err err = pes_history_make_text(s->history, text, &made, NULL);
    for (; made > 0; made--) {
        const pes_move m = pes_history_move(s->history, pes_history_count(s->history) - 1);
        pes_history_unmake(s->history);
        if (err == PES_ERR_OK)
            err = session_push_redo(s, m);
    }
    return err;
}

static void read_game(struct document_reader *r, struct room *room) {
    const struct pes_kit *kit = pes_kit_find(document_needs_text(r, r->root, "game", 64));
    const char *variant = document_needs_text(r, r->root, "variant", PES_OPTIONS_TEXT_MAX - 1);
    const char *position = document_needs_text(r, r->root, "position", PES_STATE_TEXT_MAX - 1);
    const char *opening = document_needs_text(r, r->root, "opening", REQUEST_BYTES_MAX);
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    if (kit == NULL || kit->view == NULL)
        damaged(r, "game");
    if (r->code != REQUEST_OK)
        return;
    room->position = room_copy_text(position);
    room->opening = room_copy_text(opening);
    enum pes_err err = room->position != NULL && room->opening != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
    if (err == PES_ERR_OK)
        err = room_open_game(kit, variant, &game, NULL);
    if (err == PES_ERR_OK)
        err = pes_history_new(game, &history);
    if (err == PES_ERR_OK)
        session_init(&room->session, game, history, 0);
    else
        pes_game_close(game);
    failed(r, err, "variant");
}

/* Documents of earlier versions have no values. */
static void read_values(struct document_reader *r, struct session *s) {
    const json_t *values = document_member(r, r->root, "values", JSON_ARRAY);
    const int count = pes_history_count(s->history) + s->redo_count;
    int next = 0;
    for (size_t i = 0; i < json_array_size(values); i++) {
        const json_t *pair = json_array_get(values, i);
        const json_t *value = json_array_get(pair, 1);
        const int64_t at = json_integer_value(json_array_get(pair, 0));
        if (json_array_size(pair) != 2 || !json_is_integer(json_array_get(pair, 0)) ||
            !json_is_number(value) || at < next || at >= count) {
            damaged(r, "values");
            return;
        }
        session_set_value(s, (int)at, json_number_value(value));
        next = (int)at + 1;
    }
}

static void read_moves(struct document_reader *r, struct room *room) {
    struct session *s = &room->session;
    const uint64_t seed = read_seed(r);
    s->position = room->position;
    s->moves = document_needs_text(r, r->root, "moves", MOVES_CHARS_MAX);
    const char *redo = document_needs_text(r, r->root, "redo", MOVES_CHARS_MAX);
    if (r->code != REQUEST_OK)
        return;
    if (failed(r, session_again(s, false, seed, NULL), "moves") != REQUEST_OK)
        return;
    s->moves = room->opening;
    if (failed(r, read_redo(s, redo), "redo") == REQUEST_OK)
        read_values(r, s);
}

static void read_end(struct document_reader *r, struct session *s) {
    const json_t *end = document_member(r, r->root, "end", JSON_OBJECT);
    if (end == NULL)
        return;
    const char *word = document_needs_text(r, end, "why", 16);
    const pes_player loser = (pes_player)document_needs_int(r, end, "loser", -1, 1);
    int why = PES_END_RESIGN;
    while (why < PES_END_COUNT && strcmp(word, pes_end_word((enum pes_end)why)) != 0)
        why++;
    if (why == PES_END_COUNT || (why == PES_END_AGREED) != (loser < 0) ||
        session_end(s) != PES_END_NONE)
        damaged(r, "end");
    if (r->code == REQUEST_OK)
        session_stop(s, (enum pes_end)why, loser);
}

static void read_clock(struct document_reader *r, struct room_clock *clock) {
    const json_t *from = document_member(r, r->root, "clock", JSON_OBJECT);
    if (from == NULL)
        return;
    clock->used = true;
    clock->base_ms = (int32_t)document_needs_int(r, from, "base_ms", 1, INT32_MAX);
    clock->increment_ms = (int32_t)document_needs_int(r, from, "increment_ms", 0, INT32_MAX);
    clock->left_ms[0] = document_needs_int(r, from, "first_ms", 0, NUMBER_MAX);
    clock->left_ms[1] = document_needs_int(r, from, "second_ms", 0, NUMBER_MAX);
    clock->since = document_needs_int(r, from, "since", 0, NUMBER_MAX);
}

static void read_rest(struct document_reader *r, struct room *room) {
    const char *id = document_needs_text(r, r->root, "id", ROOM_ID_SIZE - 1);
    const char *next = document_needs_text(r, r->root, "next", ROOM_ID_SIZE - 1);
    const json_t *offer = document_member(r, r->root, "offer", JSON_OBJECT);
    if (!document_is_token(id, ROOM_ID_SIZE - 1))
        damaged(r, "id");
    if (next[0] != '\0' && !document_is_token(next, ROOM_ID_SIZE - 1))
        damaged(r, "next");
    if (r->code != REQUEST_OK)
        return;
    snprintf(room->id, sizeof room->id, "%s", id);
    snprintf(room->next, sizeof room->next, "%s", next);
    room->hints = document_bool(r, r->root, "hints", false);
    read_clock(r, &room->clock);
    if (room->clock.since < room->world->began_ms)
        room->clock.since = room->world->began_ms;
    if (offer != NULL) {
        room->offer.open = true;
        room->offer.what =
            (enum request_offer)document_needs_int(r, offer, "what", REQUEST_DRAW, REQUEST_HELP);
        room->offer.by = (pes_player)document_needs_int(r, offer, "by", 0, 1);
    }
    room->pace_ms =
        room_pace_within((int32_t)document_needs_int(r, r->root, "pace_ms", -1, INT32_MAX));
    room->event = document_needs_int(r, r->root, "event", 1, NUMBER_MAX);
    room->created = document_needs_int(r, r->root, "created", 0, NUMBER_MAX);
    room->updated = document_needs_int(r, r->root, "updated", 0, NUMBER_MAX);
}

static enum request_code fill(struct document_reader *r, struct room *room) {
    if (document_needs_int(r, r->root, "format", 0, NUMBER_MAX) != FORMAT)
        damaged(r, "format");
    read_game(r, room);
    if (r->code == REQUEST_OK)
        read_seats(r, room);
    if (r->code == REQUEST_OK)
        read_moves(r, room);
    if (r->code == REQUEST_OK)
        read_end(r, &room->session);
    if (r->code == REQUEST_OK)
        read_rest(r, room);
    return r->code;
}

enum pes_err room_load(const struct room_world *world, const char *text, size_t length,
                       struct room **out, struct pes_note *note) {
    struct document_reader reader;
    struct refusal why;
    enum request_code code = document_read(&reader, text, length, DOCUMENT_BYTES_MAX, &why);
    struct room *room = NULL;
    if (code == REQUEST_OK) {
        room = room_alloc(world);
        code = room != NULL
                   ? fill(&reader, room)
                   : refuse(&why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    }
    if (code == REQUEST_OK) {
        room_check(room);
        *out = room;
    } else {
        room_free(room);
        if (note != NULL)
            memcpy(note->why, why.why, sizeof note->why);
    }
    json_decref(reader.root);
    return code == REQUEST_OK       ? PES_ERR_OK
           : code == REQUEST_SERVER ? PES_ERR_NOMEM
                                    : PES_ERR_SYNTAX;
}

/* Records ------------------------------------------------------------------------------------- */

static void date_of(int64_t moment_ms, char out[DATE_SIZE]) {
    const time_t seconds = (time_t)(moment_ms / 1000);
    struct tm day;
    if (gmtime_r(&seconds, &day) == NULL || strftime(out, DATE_SIZE, "%Y-%m-%d", &day) == 0)
        out[0] = '\0';
}

static const char *player_of(const struct room *room, int player) {
    return room->seats[player].name[0] != '\0' ? room->seats[player].name
                                               : room->session.seats[player].text;
}

static enum pes_err add_tags(struct pes_record *r, const struct room *room) {
    const struct session *s = &room->session;
    char seed[24], date[DATE_SIZE], clock[48];
    snprintf(seed, sizeof seed, "%" PRIu64, s->seed);
    snprintf(clock, sizeof clock, "%g+%g", room->clock.base_ms / 1000.0,
             room->clock.increment_ms / 1000.0);
    date_of(room->created, date);
    const struct {
        const char *key, *value;
    } tags[] = {{"Seed", room_over(room) ? seed : NULL}, /* secret while the game goes on */
                {"First", player_of(room, 0)},
                {"Second", player_of(room, 1)},
                {"Clock", room->clock.used ? clock : NULL},
                {"Result", room_result(room)},
                {"Date", date[0] != '\0' ? date : NULL},
                {"Termination", pes_end_word(session_end(s))}};
    enum pes_err err = PES_ERR_OK;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0] && err == PES_ERR_OK; i++)
        if (tags[i].value != NULL)
            err = pes_record_set(r, tags[i].key, tags[i].value);
    return err;
}

static enum pes_err append(void *to, const char *bytes, size_t length) {
    struct str *out = to;
    str_add_bytes(out, bytes, length);
    return str_err(out);
}

enum pes_err room_record(struct room *room, struct str *out) {
    struct pes_record *r = NULL;
    enum pes_err err = pes_record_of(room->session.history, &r);
    if (err)
        return err;
    err = add_tags(r, room);
    if (err == PES_ERR_OK)
        err = session_annotate(&room->session, r);
    if (err == PES_ERR_OK)
        err = pes_record_format(r, append, out);
    pes_record_free(r);
    return err;
}
