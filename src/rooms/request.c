/* Requests of clients, read from JSON: see request.h. Only their form is checked here; bounds of
 * numbers and texts are part of the form. */
#include "rooms/request.h"

#include "pessoi/search.h"
#include "play/lines.h"
#include "rooms/document.h"
#include "rooms/inquiry.h"
#include "rooms/room.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

enum {
    WORD_MAX = 64, /* characters of a keyword, and of a move */
    EVENT_MAX = 1 << 30,
    BASE_MAX_MS = 24 * 3600 * 1000,
    INCREMENT_MAX_MS = 3600 * 1000,
    PACE_MAX_MS = 60000,
    PACE_MS = 800 /* the default, between two moves of agents */
};
#define SEQ_MAX (INT64_C(1) << 53) /* integers up to here are exact in JavaScript */

/* Index of a word in a list, or -1. */
static int place_of(const char *word, const char *const list[], int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

/* Index of a word that must be in the list; refuses as UNKNOWN and returns 0 if it is not. */
static int choose(struct document_reader *reader, const json_t *object, const char *key,
                  const char *const list[], int count, const struct pes_text *wrong) {
    assert(count > 0);
    const char *word = document_needs_text(reader, object, key, WORD_MAX);
    const int place = place_of(word, list, count);
    char quote[PES_QUOTE_SIZE];
    if (place < 0)
        document_refuse(reader, REQUEST_UNKNOWN, wrong,
                        PES_ARGS(PES_STR(pes_quote(word, strlen(word), quote))));
    return place < 0 ? 0 : place;
}

static void check_mark(struct document_reader *reader, const char *key, const char *text,
                       int length) {
    if (!document_is_token(text, (size_t)length))
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_mark),
                        PES_ARGS(PES_STR(key), PES_INT(length)));
}

/* Messages ------------------------------------------------------------------------------------ */

static const char *const do_words[REQUEST_ACTION_COUNT] = {
    [REQUEST_FOLLOW] = "follow",   [REQUEST_LEAVE] = "leave",   [REQUEST_MOVE] = "move",
    [REQUEST_UNDO] = "undo",       [REQUEST_REDO] = "redo",     [REQUEST_RESIGN] = "resign",
    [REQUEST_OFFER] = "offer",     [REQUEST_ACCEPT] = "accept", [REQUEST_DECLINE] = "decline",
    [REQUEST_REMATCH] = "rematch", [REQUEST_HINT] = "hint",     [REQUEST_THREATS] = "threats",
    [REQUEST_JUDGE] = "judge",     [REQUEST_AT] = "at",         [REQUEST_PACE] = "pace",
    [REQUEST_STEP] = "step",       [REQUEST_STOP] = "stop",     [REQUEST_WHY] = "why",
    [REQUEST_TRY] = "try",         [REQUEST_HINTS] = "hints",   [REQUEST_LINES] = "lines",
    [REQUEST_REVIEW] = "review",   [REQUEST_QUIET] = "quiet",
};

static void read_keys(struct document_reader *reader, struct request *out) {
    const json_t *keys = document_member(reader, reader->root, "keys", JSON_ARRAY);
    const size_t count = json_array_size(keys);
    if (count > 2) {
        document_refuse(reader, REQUEST_RANGE, TEXT(room_keys_many), PES_NO_ARGS);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *key = json_array_get(keys, i);
        if (json_is_null(key))
            continue;
        if (!json_is_string(key)) {
            document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_text), PES_ARGS(PES_STR("keys")));
            return;
        }
        check_mark(reader, "keys", json_string_value(key), ROOM_KEY_SIZE - 1);
        out->keys[i] = json_string_value(key);
    }
}

/* How much to think about a question of a study. */
static void read_effort(struct document_reader *reader, struct request *out) {
    const json_t *root = reader->root;
    out->ms = (int32_t)document_int(reader, root, "ms", 1, INQUIRY_MS_MAX, 0);
    out->nodes = (uint64_t)document_int(reader, root, "nodes", 1, INQUIRY_NODES_MAX, 0);
    if (out->action == REQUEST_REVIEW) {
        out->first_ply = (int32_t)document_int(reader, root, "from", 0, ROOM_PLIES_MAX, 0);
        return;
    }
    static const char *const agents[] = {"max", "oracle"};
    out->count = (int32_t)document_int(reader, root, "count", 1, LINES_COUNT_MAX, 1);
    out->depth = (int32_t)document_int(reader, root, "depth", 1, PES_DEPTH_MAX, 0);
    if (document_text(reader, root, "agent", WORD_MAX, NULL) != NULL &&
        choose(reader, root, "agent", agents, 2, TEXT(room_no_line_agent)) == 1)
        out->agent = agents[1];
}

/* The members of a message besides `do`, `id` and `seq`. */
static void read_rest(struct document_reader *reader, struct request *out) {
    static const char *const offers[] = {[REQUEST_DRAW] = "draw",
                                         [REQUEST_TAKE_BACK] = "undo",
                                         [REQUEST_AGAIN] = "rematch",
                                         [REQUEST_HELP] = "hints"};
    const json_t *root = reader->root;
    switch (out->action) {
    case REQUEST_FOLLOW:
        read_keys(reader, out);
        out->from = document_int(reader, root, "from", 0, EVENT_MAX, -1);
        break;
    case REQUEST_MOVE:
    case REQUEST_TRY:
        out->ply = document_needs_int(reader, root, "ply", 0, EVENT_MAX);
        out->move = document_needs_text(reader, root, "move", WORD_MAX);
        break;
    case REQUEST_WHY:
        out->ply = document_needs_int(reader, root, "ply", 0, EVENT_MAX);
        out->cell_count = document_cells(reader, root, "cells", out->cells);
        break;
    case REQUEST_OFFER:
        out->offer =
            (enum request_offer)choose(reader, root, "what", offers, 4, TEXT(room_no_what));
        break;
    case REQUEST_HINT:
        out->step = (int32_t)document_needs_int(reader, root, "step", 0, 3);
        break;
    case REQUEST_JUDGE:
        out->ply = document_int(reader, root, "ply", 0, EVENT_MAX, -1);
        break;
    case REQUEST_AT:
        out->ply = document_needs_int(reader, root, "ply", 0, EVENT_MAX);
        break;
    case REQUEST_PACE:
        out->pace_ms = (int32_t)document_needs_int(reader, root, "ms", -1, PACE_MAX_MS);
        break;
    case REQUEST_LINES:
    case REQUEST_REVIEW:
        read_effort(reader, out);
        break;
    case REQUEST_HINTS:
        out->on = document_bool(reader, root, "on", true);
        break;
    case REQUEST_LEAVE:
    case REQUEST_QUIET:
    case REQUEST_UNDO:
    case REQUEST_REDO:
    case REQUEST_RESIGN:
    case REQUEST_ACCEPT:
    case REQUEST_DECLINE:
    case REQUEST_REMATCH:
    case REQUEST_THREATS:
    case REQUEST_STEP:
    case REQUEST_STOP:
    case REQUEST_ACTION_COUNT:
    default:
        break;
    }
}

enum request_code request_read(const char *bytes, size_t length, struct request *out,
                               struct refusal *why) {
    *out = (struct request){.seq = -1, .from = -1, .ply = -1};
    struct document_reader reader;
    if (document_read(&reader, bytes, length, REQUEST_BYTES_MAX, why) != REQUEST_OK)
        return reader.code;
    assert(reader.root != NULL);
    out->document = reader.root;
    out->seq = document_int(&reader, reader.root, "seq", 0, SEQ_MAX, -1);
    out->action = (enum request_action)choose(&reader, reader.root, "do", do_words,
                                              REQUEST_ACTION_COUNT, TEXT(room_no_do));
    if (reader.code == REQUEST_OK && !request_is_study(out))
        out->id = document_needs_text(&reader, reader.root, "id", WORD_MAX);
    if (reader.code == REQUEST_OK && out->id != NULL)
        check_mark(&reader, "id", out->id, ROOM_ID_SIZE - 1);
    if (reader.code == REQUEST_OK)
        read_rest(&reader, out);
    if (reader.code != REQUEST_OK) {
        const int64_t seq = out->seq;
        request_release(out);
        out->seq = seq;
    }
    return reader.code;
}

bool request_is_study(const struct request *r) {
    return r->action == REQUEST_LINES || r->action == REQUEST_REVIEW || r->action == REQUEST_QUIET;
}

void request_release(struct request *r) {
    json_decref(r->document);
    *r = (struct request){.seq = -1, .from = -1, .ply = -1};
}

/* New games ----------------------------------------------------------------------------------- */

static void read_seat(struct document_reader *reader, const json_t *object,
                      struct request_seat *out) {
    static const char *const words[] = {
        [REQUEST_ME] = "me", [REQUEST_PERSON] = "person", [REQUEST_AGENT] = "agent"};
    if (!json_is_object(object)) {
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_member_object),
                        PES_ARGS(PES_STR("seats")));
        return;
    }
    out->who = (enum request_who)choose(reader, object, "who", words, 3, TEXT(room_no_who));
    out->name = document_name(reader, object);
    if (out->who == REQUEST_AGENT)
        out->agent = document_needs_text(reader, object, "agent", PES_AGENT_TEXT_MAX - 1);
}

static void read_seats(struct document_reader *reader, struct request_play *out) {
    const json_t *seats = document_needs(reader, reader->root, "seats", JSON_ARRAY);
    if (seats != NULL && json_array_size(seats) != 2)
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_two_seats), PES_NO_ARGS);
    for (size_t i = 0; i < 2 && reader->code == REQUEST_OK; i++)
        read_seat(reader, json_array_get(seats, i), &out->seats[i]);
}

static void read_clock(struct document_reader *reader, struct request_play *out) {
    const json_t *clock = document_member(reader, reader->root, "clock", JSON_OBJECT);
    if (clock == NULL)
        return;
    out->has_clock = true;
    out->base_ms = (int32_t)document_needs_int(reader, clock, "base_ms", 1000, BASE_MAX_MS);
    out->increment_ms =
        (int32_t)document_int(reader, clock, "increment_ms", 0, INCREMENT_MAX_MS, 0);
}

enum request_code request_read_play(const char *bytes, size_t length, struct request_play *out,
                                    struct refusal *why) {
    *out = (struct request_play){.document = NULL};
    struct document_reader reader;
    if (document_read(&reader, bytes, length, REQUEST_BYTES_MAX, why) != REQUEST_OK)
        return reader.code;
    const json_t *root = reader.root;
    out->document = reader.root;
    out->game = document_needs_text(&reader, root, "game", WORD_MAX);
    out->variant = document_text(&reader, root, "variant", PES_OPTIONS_TEXT_MAX - 1, "");
    out->position = document_text(&reader, root, "position", PES_STATE_TEXT_MAX - 1, "startpos");
    out->moves = document_text(&reader, root, "moves", REQUEST_BYTES_MAX, "");
    read_seats(&reader, out);
    read_clock(&reader, out);
    out->pace_ms = (int32_t)document_int(&reader, root, "pace_ms", -1, PACE_MAX_MS, PACE_MS);
    const int64_t seed = document_int(&reader, root, "seed", 0, INT64_MAX, -1);
    out->has_seed = seed >= 0;
    out->seed = seed >= 0 ? (uint64_t)seed : 0;
    out->hints = document_bool(&reader, root, "hints", false);
    if (reader.code != REQUEST_OK)
        request_release_play(out);
    return reader.code;
}

void request_release_play(struct request_play *r) {
    json_decref(r->document);
    *r = (struct request_play){.document = NULL};
}

enum request_code request_read_join(const char *bytes, size_t length, struct request_join *out,
                                    struct refusal *why) {
    *out = (struct request_join){.document = NULL};
    struct document_reader reader;
    if (document_read(&reader, bytes, length, REQUEST_BYTES_MAX, why) != REQUEST_OK)
        return reader.code;
    out->document = reader.root;
    out->name = document_name(&reader, reader.root);
    if (reader.code != REQUEST_OK)
        request_release_join(out);
    return reader.code;
}

void request_release_join(struct request_join *r) {
    json_decref(r->document);
    *r = (struct request_join){.document = NULL};
}
