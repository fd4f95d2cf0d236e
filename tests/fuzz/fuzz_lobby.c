/* Fuzz target: a class. Input: the first line is a stored class or "" for a new one; every line
 * after it is a request to it. "CODE", "KEY" and "TEACHER" in a request stand for what the class
 * gives out: the code, the key of the person who entered last, and a teacher's key. Whatever comes,
 * the class can be stored and read again unchanged. */
#include "fuzz/fuzz_room.h"

#include "rooms/lobby.h"

struct keys {
    char key[ROOM_KEY_SIZE], teacher[ROOM_KEY_SIZE];
};

static void keep(void *to, struct lobby *lobby) {
    (void)to;
    FUZZ_CHECK(lobby_event(lobby) >= 1);
}

/* Every request has its own random bytes, so that keys and codes differ. */
static void draw(void *to, unsigned char *out, size_t count) {
    struct fuzz_world *w = to;
    w->now++;
    for (size_t i = 0; i < count; i++)
        out[i] = (unsigned char)(w->now * 31 + (int64_t)i * 7);
}

static void check_stored(const struct lobby_world *world, const struct lobby *lobby) {
    struct str saved, again;
    struct lobby *twin = NULL;
    str_init(&saved);
    str_init(&again);
    FUZZ_CHECK(lobby_save(lobby, &saved) == PES_ERR_OK);
    fuzz_check_json(saved.text, saved.length);
    FUZZ_CHECK(lobby_load(world, saved.text, saved.length, &twin, NULL) == PES_ERR_OK);
    FUZZ_CHECK(lobby_save(twin, &again) == PES_ERR_OK);
    FUZZ_CHECK(strcmp(saved.text, again.text) == 0);
    FUZZ_CHECK(strcmp(lobby_id(twin), lobby_id(lobby)) == 0);
    lobby_free(twin);
    str_release(&saved);
    str_release(&again);
}

/* The line with the words replaced by what they stand for. */
static void put_in(const char *line, const struct lobby *lobby, const struct keys *k,
                   struct str *out) {
    const struct {
        const char *word, *text;
    } known[] = {{"CODE", lobby_code(lobby)}, {"KEY", k->key}, {"TEACHER", k->teacher}};
    while (*line != '\0') {
        size_t i = 0;
        while (i < 3 && strncmp(line, known[i].word, strlen(known[i].word)) != 0)
            i++;
        if (i < 3) {
            str_add(out, known[i].text);
            line += strlen(known[i].word);
        } else {
            str_add_char(out, *line++);
        }
    }
}

static void take_key(const char *answer, struct keys *k) {
    json_t *root = json_loads(answer, 0, NULL);
    const char *key = json_string_value(json_object_get(root, "key"));
    if (key != NULL)
        snprintf(k->key, sizeof k->key, "%s", key);
    json_decref(root);
}

static void ask(struct lobby *lobby, const char *line, struct keys *k) {
    struct str request, out;
    struct refusal why;
    const int64_t event = lobby_event(lobby);
    str_init(&request);
    str_init(&out);
    put_in(line, lobby, k, &request);
    const char *bytes = request.text != NULL ? request.text : "";
    const enum request_code code = lobby_do(lobby, bytes, request.length, &out, &why);
    if (code == REQUEST_OK) {
        FUZZ_CHECK(out.length > 0 && out.length <= LOBBY_BYTES_MAX);
        fuzz_check_json(out.text, out.length);
        take_key(out.text, k);
    } else {
        FUZZ_CHECK(out.length == 0 && why.code == code && lobby_event(lobby) == event);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            FUZZ_CHECK(why.why[lang][0] != '\0' &&
                       utf8_valid(why.why[lang], strlen(why.why[lang])));
    }
    str_release(&request);
    str_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct fuzz_world rooms;
    char line[FUZZ_LINE_MAX];
    struct keys k = {.key = ""};
    struct lobby *lobby = NULL;
    struct pes_note note = {0};
    fuzz_world_init(&rooms);
    rooms.world.random = draw;
    const struct lobby_world world = {.rooms = &rooms.world, .keep = keep};
    fuzz_line(&in, line);
    const enum pes_err err = line[0] == '\0'
                                 ? lobby_new(&world, "fuzz", &lobby)
                                 : lobby_load(&world, line, strlen(line), &lobby, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, size);
        FUZZ_CHECK(lobby == NULL);
        return 0;
    }
    check_stored(&world, lobby);
    lobby_draw_teacher(lobby, k.teacher);
    while (in.length > 0) {
        fuzz_line(&in, line);
        ask(lobby, line, &k);
    }
    check_stored(&world, lobby);
    lobby_free(lobby);
    return 0;
}
