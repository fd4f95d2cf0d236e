/* The class as a JSON document for the store, and back. Reading checks everything: a document that
 * lobby_save() did not write is refused, never trusted. */
#include "core/json_write.h"
#include "rooms/document.h"
#include "rooms/lobby_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { FORMAT = 1 };
#define NUMBER_MAX (INT64_C(1) << 53)

/* Writing ------------------------------------------------------------------------------------- */

static void put_person(struct str *out, const struct lobby_person *p) {
    put_open(out, NULL, '{');
    put_int(out, "number", p->number);
    put_text(out, "name", p->name);
    put_text(out, "hash", p->hash);
    put_int(out, "won", p->won);
    put_int(out, "drawn", p->drawn);
    put_int(out, "lost", p->lost);
    put_close(out, '}');
}

static void put_challenge(struct str *out, const struct lobby_challenge *c) {
    put_open(out, NULL, '{');
    put_int(out, "number", c->number);
    put_int(out, "by", c->by);
    put_text(out, "game", c->game);
    put_text(out, "variant", c->variant);
    put_int(out, "base_ms", c->has_clock ? c->base_ms : 0);
    put_int(out, "increment_ms", c->increment_ms);
    put_int(out, "side", c->side);
    put_int(out, "made", c->made_ms);
    put_close(out, '}');
}

static void put_stored_game(struct str *out, const struct lobby_game *g) {
    put_open(out, NULL, '{');
    put_text(out, "id", g->id);
    put_text(out, "game", g->game);
    put_text(out, "variant", g->variant);
    put_int(out, "first", g->players[0]);
    put_int(out, "second", g->players[1]);
    put_text(out, "result", g->result);
    put_int(out, "began", g->began_ms);
    put_int(out, "ended", g->ended_ms);
    put_close(out, '}');
}

enum pes_err lobby_save(const struct lobby *l, struct str *out) {
    assert(l->event > 0);
    put_open(out, NULL, '{');
    put_int(out, "format", FORMAT);
    put_text(out, "class", l->title);
    put_text(out, "code", l->code);
    put_int(out, "event", l->event);
    put_int(out, "created", l->created);
    put_int(out, "updated", l->updated);
    put_int(out, "last", l->last);
    put_open(out, "keys", '[');
    for (int i = 0; i < LOBBY_KEYS_MAX; i++)
        put_text(out, NULL, l->keys[i]);
    put_close(out, ']');
    put_open(out, "people", '[');
    for (int i = 0; i < l->people_count; i++)
        put_person(out, &l->people[i]);
    put_close(out, ']');
    put_open(out, "challenges", '[');
    for (int i = 0; i < l->challenge_count; i++)
        put_challenge(out, &l->challenges[i]);
    put_close(out, ']');
    put_open(out, "games", '[');
    for (int i = 0; i < l->game_count; i++)
        put_stored_game(out, &l->games[i]);
    put_close(out, ']');
    put_close(out, '}');
    return str_err(out);
}

/* Reading ------------------------------------------------------------------------------------- */

static void damaged(struct document_reader *r, const char *key) {
    document_refuse(r, REQUEST_SYNTAX, TEXT(lobby_damaged), PES_ARGS(PES_STR(key)));
}

/* A text that fits into `size` bytes. */
static void read_text(struct document_reader *r, const json_t *object, const char *key, char *out,
                      size_t size) {
    const char *text = document_needs_text(r, object, key, (int)size);
    if (strlen(text) >= size)
        damaged(r, key);
    snprintf(out, size, "%s", text);
}

static bool is_hash(const char *text) {
    return strlen(text) == SHA256_HEX_SIZE - 1 && strspn(text, "0123456789abcdef") == strlen(text);
}

static bool is_number(const struct lobby *l, int64_t number) {
    return number >= 1 && number <= l->last;
}

static void read_person(struct document_reader *r, const json_t *from, struct lobby *l) {
    struct lobby_person *p = &l->people[l->people_count];
    *p = (struct lobby_person){.number = document_needs_int(r, from, "number", 1, NUMBER_MAX)};
    read_text(r, from, "name", p->name, sizeof p->name);
    read_text(r, from, "hash", p->hash, sizeof p->hash);
    p->won = (int)document_needs_int(r, from, "won", 0, INT32_MAX);
    p->drawn = (int)document_needs_int(r, from, "drawn", 0, INT32_MAX);
    p->lost = (int)document_needs_int(r, from, "lost", 0, INT32_MAX);
    if (!is_hash(p->hash) || !is_number(l, p->number) || lobby_person(l, p->number) != NULL)
        damaged(r, "people");
    l->people_count++;
}

static void read_challenge(struct document_reader *r, const json_t *from, struct lobby *l) {
    struct lobby_challenge *c = &l->challenges[l->challenge_count++];
    *c = (struct lobby_challenge){.number = document_needs_int(r, from, "number", 1, NUMBER_MAX)};
    c->by = document_needs_int(r, from, "by", 1, NUMBER_MAX);
    read_text(r, from, "game", c->game, sizeof c->game);
    read_text(r, from, "variant", c->variant, sizeof c->variant);
    c->base_ms = (int32_t)document_needs_int(r, from, "base_ms", 0, INT32_MAX);
    c->increment_ms = (int32_t)document_needs_int(r, from, "increment_ms", 0, INT32_MAX);
    c->side = (int)document_needs_int(r, from, "side", -1, 1);
    c->made_ms = document_needs_int(r, from, "made", 0, NUMBER_MAX);
    c->has_clock = c->base_ms > 0;
    if (!is_number(l, c->number) || lobby_person(l, c->by) == NULL)
        damaged(r, "challenges");
}

static void read_stored_game(struct document_reader *r, const json_t *from, struct lobby *l) {
    struct lobby_game *g = &l->games[l->game_count++];
    *g = (struct lobby_game){.began_ms = document_needs_int(r, from, "began", 0, NUMBER_MAX)};
    read_text(r, from, "id", g->id, sizeof g->id);
    read_text(r, from, "game", g->game, sizeof g->game);
    read_text(r, from, "variant", g->variant, sizeof g->variant);
    read_text(r, from, "result", g->result, sizeof g->result);
    g->players[0] = document_needs_int(r, from, "first", 1, NUMBER_MAX);
    g->players[1] = document_needs_int(r, from, "second", 1, NUMBER_MAX);
    g->ended_ms = document_needs_int(r, from, "ended", 0, NUMBER_MAX);
    const bool known = lobby_is_running(g) || strcmp(g->result, "1-0") == 0 ||
                       strcmp(g->result, "0-1") == 0 || strcmp(g->result, "1/2-1/2") == 0;
    if (!document_is_token(g->id, ROOM_ID_SIZE - 1) || !known)
        damaged(r, "games");
}

typedef void item_reader(struct document_reader *r, const json_t *from, struct lobby *l);

static void read_list(struct document_reader *r, const char *key, size_t most, item_reader *read,
                      struct lobby *l) {
    const json_t *list = document_needs(r, r->root, key, JSON_ARRAY);
    if (json_array_size(list) > most)
        damaged(r, key);
    for (size_t i = 0; i < json_array_size(list) && r->code == REQUEST_OK; i++) {
        const json_t *from = json_array_get(list, i);
        if (json_is_object(from))
            read(r, from, l);
        else
            damaged(r, key);
    }
}

static void read_keys(struct document_reader *r, struct lobby *l) {
    const json_t *list = document_needs(r, r->root, "keys", JSON_ARRAY);
    if (json_array_size(list) != LOBBY_KEYS_MAX)
        damaged(r, "keys");
    for (size_t i = 0; i < LOBBY_KEYS_MAX && r->code == REQUEST_OK; i++) {
        const char *key = json_string_value(json_array_get(list, i));
        if (key == NULL || (key[0] != '\0' && !is_hash(key)))
            damaged(r, "keys");
        else
            snprintf(l->keys[i], sizeof l->keys[i], "%s", key);
    }
}

static void fill(struct document_reader *r, struct lobby *l) {
    if (document_needs_int(r, r->root, "format", 0, NUMBER_MAX) != FORMAT)
        damaged(r, "format");
    read_text(r, r->root, "class", l->title, sizeof l->title);
    read_text(r, r->root, "code", l->code, sizeof l->code);
    l->event = document_needs_int(r, r->root, "event", 1, NUMBER_MAX);
    l->created = document_needs_int(r, r->root, "created", 0, NUMBER_MAX);
    l->updated = document_needs_int(r, r->root, "updated", 0, NUMBER_MAX);
    l->last = document_needs_int(r, r->root, "last", 0, NUMBER_MAX);
    if (r->code == REQUEST_OK && !lobby_title_valid(l->title))
        damaged(r, "class");
    if (r->code == REQUEST_OK && strlen(l->code) != LOBBY_CODE_SIZE - 1)
        damaged(r, "code");
    if (r->code == REQUEST_OK)
        lobby_id_of(l->title, l->id);
    read_keys(r, l);
    read_list(r, "people", LOBBY_PEOPLE_MAX, read_person, l);
    read_list(r, "challenges", LOBBY_CHALLENGES_MAX, read_challenge, l);
    read_list(r, "games", LOBBY_GAMES_MAX, read_stored_game, l);
}

enum pes_err lobby_load(const struct lobby_world *world, const char *text, size_t length,
                        struct lobby **out, struct pes_note *note) {
    struct document_reader reader;
    struct refusal why;
    enum request_code code = document_read(&reader, text, length, LOBBY_BYTES_MAX, &why);
    struct lobby *l = NULL;
    if (code == REQUEST_OK) {
        l = lobby_alloc(world);
        if (l == NULL)
            code = refuse(&why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        else
            fill(&reader, l);
        code = l == NULL ? code : reader.code;
    }
    json_decref(reader.root);
    if (code == REQUEST_OK) {
        *out = l;
        return PES_ERR_OK;
    }
    lobby_free(l);
    if (note != NULL)
        memcpy(note->why, why.why, sizeof note->why);
    return code == REQUEST_SERVER ? PES_ERR_NOMEM : PES_ERR_SYNTAX;
}
