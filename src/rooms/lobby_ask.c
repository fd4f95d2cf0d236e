/* Requests of clients to the class: their form is checked here, then they are done. */
#include "core/json_write.h"
#include "rooms/document.h"
#include "rooms/lobby_int.h"
#include "rooms/text.h"

#include "core/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    WORD_MAX = 64,
    BASE_MAX_MS = 24 * 3600 * 1000,
    INCREMENT_MAX_MS = 3600 * 1000,
};
#define NUMBER_MAX (INT64_C(1) << 53)

enum lobby_action {
    LOBBY_LOOK,
    LOBBY_ENTER,
    LOBBY_CHALLENGE,
    LOBBY_ACCEPT,
    LOBBY_WITHDRAW,
    LOBBY_REMOVE,
    LOBBY_DROP,
    LOBBY_RECODE,
    LOBBY_CSV,
    LOBBY_ACTION_COUNT
};

/* Who asks, and with what. */
struct lobby_asked {
    struct document_reader reader;
    enum lobby_action action;
    struct lobby_person *who; /* NULL: a key that is not of this class, or none */
    bool teacher;
};

static enum lobby_action read_action(struct document_reader *r) {
    static const char *const words[LOBBY_ACTION_COUNT] = {
        [LOBBY_LOOK] = "look",     [LOBBY_ENTER] = "enter",       [LOBBY_CHALLENGE] = "challenge",
        [LOBBY_ACCEPT] = "accept", [LOBBY_WITHDRAW] = "withdraw", [LOBBY_REMOVE] = "remove",
        [LOBBY_DROP] = "drop",     [LOBBY_RECODE] = "recode",     [LOBBY_CSV] = "csv"};
    const char *word = document_needs_text(r, r->root, "do", WORD_MAX);
    int at = 0;
    while (at < LOBBY_ACTION_COUNT && strcmp(word, words[at]) != 0)
        at++;
    if (at < LOBBY_ACTION_COUNT)
        return (enum lobby_action)at;
    char quote[PES_QUOTE_SIZE];
    document_refuse(r, REQUEST_UNKNOWN, TEXT(lobby_no_do),
                    PES_ARGS(PES_STR(pes_quote(word, strlen(word), quote))));
    return LOBBY_LOOK;
}

/* The variant of a challenge as canonical text, if its game can be played. */
static void read_game(struct document_reader *r, struct lobby_challenge *out) {
    const char *name = document_needs_text(r, r->root, "game", LOBBY_GAME_SIZE - 1);
    const char *variant = document_text(r, r->root, "variant", LOBBY_VARIANT_SIZE - 1, "");
    const struct pes_kit *kit = r->code == REQUEST_OK ? pes_kit_find(name) : NULL;
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    if (r->code != REQUEST_OK)
        return;
    if (kit == NULL || kit->view == NULL) {
        document_refuse(r, REQUEST_UNKNOWN, TEXT(lobby_no_rules), PES_NO_ARGS);
        return;
    }
    const enum pes_err err = room_open_game(kit, variant, &g, &note);
    if (err != PES_ERR_OK) {
        r->code = refuse_note(r->why, request_code_of(err), err, &note);
        return;
    }
    if (strlen(g->variant) >= LOBBY_VARIANT_SIZE)
        document_refuse(r, REQUEST_RANGE, TEXT(room_text_long),
                        PES_ARGS(PES_STR("variant"), PES_INT(LOBBY_VARIANT_SIZE - 1)));
    snprintf(out->game, sizeof out->game, "%s", name);
    snprintf(out->variant, sizeof out->variant, "%.*s", LOBBY_VARIANT_SIZE - 1, g->variant);
    pes_game_close(g);
}

static void read_challenge(struct document_reader *r, struct lobby_challenge *out) {
    static const char *const sides[] = {"first", "second", "random"};
    const char *side = document_text(r, r->root, "side", WORD_MAX, "random");
    const json_t *clock = document_member(r, r->root, "clock", JSON_OBJECT);
    int at = 0;
    while (at < 3 && strcmp(side, sides[at]) != 0)
        at++;
    if (at == 3)
        document_refuse(r, REQUEST_UNKNOWN, TEXT(lobby_no_side), PES_NO_ARGS);
    *out = (struct lobby_challenge){.side = at < 2 ? at : -1, .has_clock = clock != NULL};
    if (clock != NULL) {
        out->base_ms = (int32_t)document_needs_int(r, clock, "base_ms", 1000, BASE_MAX_MS);
        out->increment_ms = (int32_t)document_int(r, clock, "increment_ms", 0, INCREMENT_MAX_MS, 0);
    }
    read_game(r, out);
}

/* Requests -------------------------------------------------------------------------------------*/

static void put_done(struct str *out) {
    put_open(out, NULL, '{');
    put_bool(out, "done", true);
    put_close(out, '}');
}

static enum request_code look(struct lobby *l, struct lobby_asked *a, struct str *out) {
    const int64_t from = document_int(&a->reader, a->reader.root, "from", 0, NUMBER_MAX, -1);
    if (a->reader.code != REQUEST_OK)
        return a->reader.code;
    if (from == l->revision && (a->who != NULL || a->teacher)) {
        put_open(out, NULL, '{');
        put_int(out, "revision", l->revision);
        put_close(out, '}');
    } else if (a->who == NULL && !a->teacher) {
        put_open(out, NULL, '{'); /* a stranger learns whose door this is */
        put_text(out, "class", l->title);
        put_close(out, '}');
    } else {
        lobby_put(l, a->who, a->teacher, out);
    }
    return REQUEST_OK;
}

static enum request_code enter(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct document_reader *r = &a->reader;
    const char *code = document_needs_text(r, r->root, "code", WORD_MAX);
    const char *name = document_name(r, r->root);
    char key[ROOM_KEY_SIZE];
    int64_t number = 0;
    if (r->code != REQUEST_OK)
        return r->code;
    const enum request_code done = lobby_enter(l, code, name, key, &number, r->why);
    if (done != REQUEST_OK)
        return done;
    put_open(out, NULL, '{');
    put_int(out, "person", number);
    put_text(out, "key", key);
    put_close(out, '}');
    return REQUEST_OK;
}

static enum request_code challenge(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct lobby_challenge wanted;
    int64_t number = 0;
    read_challenge(&a->reader, &wanted);
    enum request_code code = a->reader.code;
    if (code == REQUEST_OK)
        code = lobby_challenge(l, a->who, &wanted, &number, a->reader.why);
    if (code != REQUEST_OK)
        return code;
    put_open(out, NULL, '{');
    put_int(out, "challenge", number);
    put_close(out, '}');
    return REQUEST_OK;
}

static enum request_code accept(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct document_reader *r = &a->reader;
    const int64_t number = document_needs_int(r, r->root, "challenge", 0, NUMBER_MAX);
    char id[ROOM_ID_SIZE];
    int seat = 0;
    enum request_code code = r->code;
    if (code == REQUEST_OK)
        code = lobby_accept(l, a->who, number, id, &seat, r->why);
    if (code != REQUEST_OK)
        return code;
    put_open(out, NULL, '{');
    put_text(out, "id", id);
    put_int(out, "seat", seat);
    put_close(out, '}');
    return REQUEST_OK;
}

static enum request_code csv(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct document_reader *r = &a->reader;
    const char *what = document_text(r, r->root, "what", WORD_MAX, "results");
    const bool games = strcmp(what, "games") == 0;
    if (r->code != REQUEST_OK)
        return r->code;
    if (!games && strcmp(what, "results") != 0)
        return refuse(r->why, REQUEST_UNKNOWN, TEXT(lobby_no_csv), PES_NO_ARGS);
    struct str text;
    str_init(&text);
    if (games)
        lobby_csv_games(l, &text);
    else
        lobby_csv_results(l, &text);
    put_open(out, NULL, '{');
    put_bytes(out, "csv", text.text, text.length);
    put_close(out, '}');
    out->failed |= text.failed;
    str_release(&text);
    return REQUEST_OK;
}

/* Requests that change or show more than oneself. */
static enum request_code govern(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct document_reader *r = &a->reader;
    enum request_code code = REQUEST_OK;
    if (a->action == LOBBY_CSV)
        return csv(l, a, out);
    if (a->action == LOBBY_RECODE) {
        lobby_draw_code(l);
        lobby_changed(l);
    } else if (a->action == LOBBY_DROP) {
        const char *id = document_needs_text(r, r->root, "game", WORD_MAX);
        code = r->code == REQUEST_OK ? lobby_drop_game(l, id, r->why) : r->code;
    } else {
        const bool removes = a->action == LOBBY_REMOVE;
        const int64_t number =
            document_needs_int(r, r->root, removes ? "person" : "challenge", 0, NUMBER_MAX);
        if (r->code != REQUEST_OK)
            return r->code;
        code = removes ? lobby_remove(l, a->who, a->teacher, number, r->why)
                       : lobby_withdraw(l, a->who, a->teacher, number, r->why);
    }
    if (code == REQUEST_OK)
        put_done(out);
    return code;
}

/* Who may do it: entering needs the code, playing a name, governing the teacher's key; withdrawing
 * and removing check their object. */
static enum request_code check_right(const struct lobby_asked *a) {
    const bool plays = a->action == LOBBY_CHALLENGE || a->action == LOBBY_ACCEPT;
    const bool governs =
        a->action == LOBBY_DROP || a->action == LOBBY_RECODE || a->action == LOBBY_CSV;
    if (a->action == LOBBY_ENTER)
        return REQUEST_OK;
    if (governs && !a->teacher)
        return refuse(a->reader.why, REQUEST_SEAT, TEXT(lobby_not_teacher), PES_NO_ARGS);
    if (a->who == NULL && a->action != LOBBY_LOOK && (plays || !a->teacher))
        return refuse(a->reader.why, REQUEST_SEAT, TEXT(lobby_not_in), PES_NO_ARGS);
    return REQUEST_OK;
}

static enum request_code act(struct lobby *l, struct lobby_asked *a, struct str *out) {
    struct document_reader *r = &a->reader;
    a->action = read_action(r);
    const char *key = document_text(r, r->root, "key", ROOM_KEY_SIZE, NULL);
    const char *teacher = document_text(r, r->root, "teacher", ROOM_KEY_SIZE, NULL);
    if (r->code != REQUEST_OK)
        return r->code;
    a->who = lobby_person_of(l, key);
    a->teacher = lobby_is_teacher(l, teacher);
    if (a->who != NULL)
        a->who->seen_ms = lobby_now(l);
    lobby_look_around(l);
    const enum request_code right = check_right(a);
    if (right != REQUEST_OK)
        return right;
    switch (a->action) {
    case LOBBY_LOOK:
        return look(l, a, out);
    case LOBBY_ENTER:
        return enter(l, a, out);
    case LOBBY_CHALLENGE:
        return challenge(l, a, out);
    case LOBBY_ACCEPT:
        return accept(l, a, out);
    case LOBBY_WITHDRAW:
    case LOBBY_REMOVE:
    case LOBBY_DROP:
    case LOBBY_RECODE:
    case LOBBY_CSV:
    case LOBBY_ACTION_COUNT:
    default:
        return govern(l, a, out);
    }
}

enum request_code lobby_do(struct lobby *l, const char *bytes, size_t length, struct str *out,
                           struct refusal *why) {
    struct lobby_asked a = {.who = NULL};
    if (document_read(&a.reader, bytes, length, REQUEST_BYTES_MAX, why) != REQUEST_OK)
        return a.reader.code;
    enum request_code code = act(l, &a, out);
    json_decref(a.reader.root);
    if (code == REQUEST_OK && str_err(out) != PES_ERR_OK)
        code = refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    return code;
}
