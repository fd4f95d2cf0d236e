/* Fuzz target: messages and requests of clients. Input: a line "say", "play" or "join", then the
 * bytes of a message or of a request's body. A game that is accepted is opened, stored and loaded.
 */
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_room.h"

#include "core/str.h"
#include "rooms/request.h"

/* A refusal has a reason in every language, and a JSON form. */
static void check_refusal(const struct refusal *why, enum request_code code) {
    FUZZ_CHECK(why->code == code);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        FUZZ_CHECK(why->why[lang][0] != '\0');
        FUZZ_CHECK(utf8_valid(why->why[lang], strlen(why->why[lang])));
    }
    struct str out;
    str_init(&out);
    refusal_format_message(why, 1, "id", &out);
    fuzz_check_json(out.text, out.length);
    str_release(&out);
}

static void check_say(const char *bytes, size_t length) {
    struct request request;
    struct refusal why;
    const enum request_code code = request_read(bytes, length, &request, &why);
    FUZZ_CHECK(request.seq >= -1);
    if (code != REQUEST_OK) {
        check_refusal(&why, code);
        FUZZ_CHECK(request.document == NULL);
        return;
    }
    FUZZ_CHECK(strlen(request.id) == ROOM_ID_SIZE - 1);
    for (int i = 0; i < 2; i++)
        FUZZ_CHECK(request.keys[i] == NULL || strlen(request.keys[i]) == ROOM_KEY_SIZE - 1);
    FUZZ_CHECK(request.action < REQUEST_ACTION_COUNT);
    FUZZ_CHECK(request.action != REQUEST_MOVE || (request.move != NULL && request.ply >= 0));
    FUZZ_CHECK(request.action != REQUEST_TRY || (request.move != NULL && request.ply >= 0));
    FUZZ_CHECK(request.action != REQUEST_WHY || (request.cell_count >= 1 && request.ply >= 0));
    FUZZ_CHECK(request.cell_count >= 0 && request.cell_count <= REQUEST_CELLS_MAX);
    for (int i = 0; i < request.cell_count; i++)
        FUZZ_CHECK(request.cells[i] >= 0);
    FUZZ_CHECK(request.step >= 0 && request.step < 4);
    request_release(&request);
}

static void check_play(const char *bytes, size_t length) {
    struct request_play play;
    struct refusal why;
    struct room *room = NULL;
    char keys[2][ROOM_KEY_SIZE];
    enum request_code code = request_read_play(bytes, length, &play, &why);
    if (code == REQUEST_OK) {
        struct fuzz_world world;
        fuzz_world_init(&world);
        code = room_new(&world.world, &play, keys, &room, &why);
        if (code == REQUEST_OK)
            fuzz_check_room(&world, room);
        fuzz_world_release(&world);
        room_free(room);
        request_release_play(&play);
    }
    if (code != REQUEST_OK)
        check_refusal(&why, code);
}

static void check_join(const char *bytes, size_t length) {
    struct request_join join;
    struct refusal why;
    const enum request_code code = request_read_join(bytes, length, &join, &why);
    if (code != REQUEST_OK) {
        check_refusal(&why, code);
        return;
    }
    FUZZ_CHECK(join.name == NULL || utf8_width(join.name, strlen(join.name)) <= REQUEST_NAME_MAX);
    request_release_join(&join);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    char kind[FUZZ_LINE_MAX];
    fuzz_line(&in, kind);
    if (strcmp(kind, "play") == 0)
        check_play(in.bytes, in.length);
    else if (strcmp(kind, "join") == 0)
        check_join(in.bytes, in.length);
    else
        check_say(in.bytes, in.length);
    return 0;
}
