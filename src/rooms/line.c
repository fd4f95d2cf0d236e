/* Lines: see line.h. */
#include "rooms/line.h"

#include "core/game.h"
#include "pessoi/hash.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

enum { WORD_MAX = 64 /* characters of a game's name and of an id */ };

/* Reading ------------------------------------------------------------------------------------- */

/* Members that stand beside `id`, which says them all. */
static bool has_other(const json_t *object, const char **which) {
    static const char *const keys[] = {"game", "variant", "position", "moves"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        *which = keys[i];
        if (json_object_get(object, keys[i]) != NULL)
            return true;
    }
    return false;
}

static void read_id(struct document_reader *reader, const json_t *object, struct line_wanted *out) {
    const char *which;
    out->id = document_needs_text(reader, object, "id", WORD_MAX);
    out->ply = document_int(reader, object, "ply", 0, INT32_MAX, -1);
    if (!document_is_token(out->id, ROOM_ID_SIZE - 1))
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_mark),
                        PES_ARGS(PES_STR("id"), PES_INT(ROOM_ID_SIZE - 1)));
    if (has_other(object, &which))
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_line_both), PES_ARGS(PES_STR(which)));
}

void line_read(struct document_reader *reader, const json_t *object, struct line_wanted *out) {
    *out = (struct line_wanted){.variant = "", .position = "startpos", .moves = "", .ply = -1};
    const json_t *id = json_object_get(object, "id");
    if (id != NULL && !json_is_null(id)) {
        read_id(reader, object, out);
        return;
    }
    out->game = document_needs_text(reader, object, "game", WORD_MAX);
    out->variant = document_text(reader, object, "variant", PES_OPTIONS_TEXT_MAX - 1, "");
    out->position = document_text(reader, object, "position", PES_STATE_TEXT_MAX - 1, "startpos");
    out->moves = document_text(reader, object, "moves", REQUEST_BYTES_MAX, "");
}

/* Opening ------------------------------------------------------------------------------------- */

static enum request_code no_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

static uint64_t luck_after(uint64_t luck, pes_move m) {
    return pes_hash_bytes(luck, &m, sizeof m);
}

void line_lead(struct line *line, pes_move m) {
    line->session.seed = luck_after(line->session.seed, m);
}

/* The seed of chance after the line: from its start and its moves, so that the same line always
 * goes on in the same way, and another move is followed by another roll. */
static uint64_t luck_of(const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const int count = pes_history_count(h);
    uint64_t hash = pes_hash_bytes(1, g->variant, strlen(g->variant));
    hash = pes_hash_bytes(hash, pes_history_first(h), g->state_size);
    for (int i = 0; i < count; i++)
        hash = luck_after(hash, pes_history_move(h, i));
    return hash;
}

/* An empty line of a variant. */
static enum request_code begin(const struct pes_kit *kit, const char *variant, struct line *out,
                               struct refusal *why) {
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_game_open(kit, variant, &game, &note);
    if (err)
        return refuse_note(why, request_code_of(err), err, &note);
    if (pes_history_new(game, &history) != PES_ERR_OK) {
        pes_game_close(game);
        return no_memory(why);
    }
    session_init(&out->session, game, history, 0);
    return REQUEST_OK;
}

/* Plays the moves of the request. */
static enum request_code play(struct pes_history *h, const struct line_wanted *wanted,
                              struct refusal *why) {
    struct pes_note note = {0};
    int made = 0;
    enum pes_err err = pes_history_start_text(h, wanted->position, NULL, &note);
    if (err == PES_ERR_OK)
        err = pes_history_make_text(h, wanted->moves, &made, &note);
    if (err != PES_ERR_OK)
        return refuse_note(why, request_code_of(err), err, &note);
    if (pes_history_plies(h) > LINE_PLIES_MAX)
        return refuse(why, REQUEST_RANGE, TEXT(room_line_long), PES_ARGS(PES_INT(LINE_PLIES_MAX)));
    return REQUEST_OK;
}

const struct pes_kit *line_find_kit(const char *name, struct refusal *why) {
    const struct pes_kit *kit = pes_kit_find(name);
    if (kit != NULL && kit->view != NULL)
        return kit;
    (void)room_refuse_game(kit, name, why);
    return NULL;
}

enum request_code line_open(const struct line_wanted *wanted, struct line *out,
                            struct refusal *why) {
    assert(wanted->game != NULL);
    assert(wanted->id == NULL);
    const struct pes_kit *kit = line_find_kit(wanted->game, why);
    if (kit == NULL)
        return REQUEST_UNKNOWN;
    enum request_code code = begin(kit, wanted->variant, out, why);
    if (code != REQUEST_OK)
        return code;
    code = play(out->session.history, wanted, why);
    if (code != REQUEST_OK)
        line_release(out);
    else
        out->session.seed = luck_of(out->session.history);
    return code;
}

/* Plays the first `ply` players' moves of another history, with the outcomes of chance between them
 * and after them. */
static enum pes_err copy(struct pes_history *to, const struct pes_history *from, int64_t ply) {
    enum pes_err err = PES_ERR_OK;
    const int count = pes_history_count(from);
    pes_history_start(to, pes_history_first(from), pes_history_first_clock(from));
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        if (pes_history_player(from, i) >= 0 && pes_history_plies(to) == ply)
            break;
        err = pes_history_make(to, pes_history_move(from, i));
    }
    return err;
}

enum request_code line_of_room(const struct room *room, int64_t ply, struct line *out,
                               struct refusal *why) {
    const struct session *s = &room->session;
    const int plies = pes_history_plies(s->history);
    if (room_has_two_people(room) && !room->hints && !room_over(room))
        return refuse(why, REQUEST_UNFIT, TEXT(room_line_unfair), PES_NO_ARGS);
    if (ply > plies)
        return refuse(why, REQUEST_RANGE, TEXT(room_no_ply), PES_ARGS(PES_INT(plies)));
    enum request_code code = begin(s->game->kit, s->game->variant, out, why);
    if (code != REQUEST_OK)
        return code;
    if (copy(out->session.history, s->history, ply < 0 ? plies : ply) != PES_ERR_OK) {
        line_release(out);
        return no_memory(why);
    }
    out->session.seed = luck_of(out->session.history);
    return REQUEST_OK;
}

void line_release(struct line *line) {
    session_release(&line->session);
}
