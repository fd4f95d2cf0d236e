/* The class of this server, if it has one: read from the store like a room, changed by requests and
 * by the rooms of its games, and persisted in the same transaction as they are.
 *
 * It is a row of the games' table, under an id that follows from its name. If a turn could not be
 * persisted, the class is dropped with its changes, and read again when it is needed. */
#include "server/hub_int.h"

#include "server/text.h"

#include <assert.h>
#include <string.h>

static void world_keep_class(void *world, struct lobby *lobby) {
    struct hub *h = world;
    (void)lobby;
    h->class.dirty = true;
}

static enum pes_err read_class(struct hub *h, struct pes_note *note) {
    int64_t event = 0;
    str_clear(&h->scratch);
    enum pes_err err = store_get(h->options.store, h->class.id, false, &h->scratch, &event, note);
    if (err == PES_ERR_OK)
        err =
            lobby_load(&h->class.world, h->scratch.text, h->scratch.length, &h->class.lobby, note);
    if (err == PES_ERR_OK)
        h->class.stored_event = event;
    return err;
}

struct lobby *hub_lobby(struct hub *h) {
    struct pes_note note = {0};
    if (h->class.id[0] != '\0' && h->class.lobby == NULL && read_class(h, &note) != PES_ERR_OK)
        h->options.log(h->options.net, TEXT(net_log_class), PES_ARGS(PES_NOTED(&note)));
    return h->class.lobby;
}

bool hub_is_class(const struct hub *h, const char *id) {
    return h->class.id[0] != '\0' && strcmp(h->class.id, id) == 0;
}

enum pes_err hub_put_class(struct hub *h, struct pes_note *note) {
    const struct lobby *l = h->class.lobby;
    assert(h->class.dirty && l != NULL);
    str_clear(&h->scratch);
    const enum pes_err err = lobby_save(l, &h->scratch);
    if (err != PES_ERR_OK)
        return pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
    const struct store_game row = {
        .id = h->class.id,
        .game = "class",
        .variant = "",
        .result = "*",
        .created_ms = lobby_created(l),
        .updated_ms = lobby_updated(l),
        .event = lobby_event(l),
        .stored_event = h->class.stored_event,
        .document = h->scratch.text,
        .document_length = h->scratch.length,
    };
    return store_put(h->options.store, &row, note);
}

void hub_settle_class(struct hub *h, bool kept) {
    if (!h->class.dirty)
        return;
    h->class.dirty = false;
    if (kept) {
        h->class.stored_event = lobby_event(h->class.lobby);
    } else {
        lobby_free(h->class.lobby);
        h->class.lobby = NULL;
    }
}

void hub_show_class(struct hub *h, const struct room *room) {
    struct lobby *l = h->forgetting ? NULL : hub_lobby(h);
    if (l != NULL)
        lobby_saw(l, room);
}

/* Opening --------------------------------------------------------------------------------------*/

static enum pes_err keep_now(struct hub *h, struct pes_note *note) {
    enum pes_err err = store_begin(h->options.store, note);
    if (err == PES_ERR_OK)
        err = hub_put_class(h, note);
    if (err == PES_ERR_OK)
        err = store_commit(h->options.store, note);
    else
        store_undo(h->options.store);
    hub_settle_class(h, err == PES_ERR_OK);
    return err;
}

enum pes_err hub_open_class(struct hub *h, const char *title, char teacher[ROOM_KEY_SIZE],
                            struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    if (!lobby_title_valid(title))
        return pes_note_say(
            note, PES_ERR_SYNTAX, 0, TEXT(net_class_name),
            PES_ARGS(PES_STR(pes_quote(title, strlen(title), quote)), PES_INT(LOBBY_TITLE_MAX)));
    if (h->shared)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(net_class_shared), PES_NO_ARGS);
    h->class.world = (struct lobby_world){.rooms = &h->world, .keep = world_keep_class};
    lobby_id_of(title, h->class.id);
    enum pes_err err = read_class(h, note);
    if (err == PES_ERR_UNKNOWN) {
        *note = (struct pes_note){0};
        err = lobby_new(&h->class.world, title, &h->class.lobby);
    }
    if (err != PES_ERR_OK)
        return err;
    lobby_draw_teacher(h->class.lobby, teacher);
    return keep_now(h, note);
}

/* Requests -------------------------------------------------------------------------------------*/

enum request_code hub_class(struct hub *h, limits_address who, const char *bytes, size_t length,
                            struct str *out, struct refusal *why) {
    if (h->class.id[0] == '\0')
        return refuse(why, REQUEST_UNKNOWN, TEXT(net_no_class), PES_NO_ARGS);
    if (hub_reserve(h) != PES_ERR_OK)
        return hub_refuse_memory(why);
    struct lobby *l = hub_lobby(h);
    if (l == NULL)
        return refuse(why, REQUEST_SERVER, TEXT(net_server), PES_NO_ARGS);
    h->who = who;
    return lobby_do(l, bytes, length, out, why);
}

bool hub_class_waits(const struct hub *h) {
    return h->class.dirty;
}

const char *hub_class_code(const struct hub *h) {
    return h->class.lobby != NULL ? lobby_code(h->class.lobby) : "";
}
