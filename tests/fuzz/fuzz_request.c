/* Fuzz target: messages and requests of clients. Input: a line "say", "play" or "join", then the
 * bytes of a message or of a request's body. A game that is accepted is opened, stored and loaded;
 * a question that is accepted is thought about a little. */
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_room.h"

#include "core/str.h"
#include "rooms/inquiry.h"
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

/* Questions. ------------------------------------------------------------------------------------
 */

struct fuzz_desk {
    struct thought *thought;
};

static int64_t desk_now(void *owner) {
    (void)owner;
    return 1000;
}

static void desk_tell(void *owner, const char *json, size_t length) {
    (void)owner;
    fuzz_check_json(json, length);
}

static void desk_think(void *owner, struct thought *thought) {
    struct fuzz_desk *desk = owner;
    FUZZ_CHECK(desk->thought == NULL);
    desk->thought = thought;
}

/* Thinks a little about a question, and ends it in the middle. */
static void think_about(struct inquiry *q, struct fuzz_desk *desk) {
    enum { THOUGHTS = 3 };
    inquiry_start(q);
    for (int i = 0; i < THOUGHTS && desk->thought != NULL; i++) {
        struct thought *t = desk->thought;
        inquiry_tick(q);
        desk->thought = NULL;
        thought_run(t);
        inquiry_thought(q, t);
    }
    inquiry_end(q);
    FUZZ_CHECK(inquiry_over(q));
    thought_free(desk->thought);
}

static void check_question(struct request *request) {
    static const struct inquiry_world world = {
        .now_ms = desk_now, .tell = desk_tell, .think = desk_think};
    struct refusal why = {.code = REQUEST_OK};
    struct document_reader reader = {.root = request->document, .why = &why};
    struct fuzz_desk desk = {NULL};
    struct inquiry *q = NULL;
    struct line_wanted wanted;
    struct line line;
    FUZZ_CHECK(request->id == NULL);
    FUZZ_CHECK(request->count >= 0 && request->count <= 5);
    FUZZ_CHECK(request->ms >= 0 && request->ms <= INQUIRY_MS_MAX);
    if (request->action == REQUEST_QUIET)
        return;
    line_read(&reader, reader.root, &wanted);
    enum request_code code = reader.code;
    if (code == REQUEST_OK && wanted.id != NULL)
        return; /* a game of the server */
    request->nodes = 30;
    request->ms = 0;
    if (code == REQUEST_OK)
        code = line_open(&wanted, &line, &why);
    if (code == REQUEST_OK)
        code = inquiry_new(&world, &desk, request, &line, NULL, &q, &why);
    if (code == REQUEST_OK)
        think_about(q, &desk);
    else
        check_refusal(&why, code);
    inquiry_free(q);
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
    if (request_is_study(&request)) {
        check_question(&request);
        request_release(&request);
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
