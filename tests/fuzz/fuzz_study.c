/* Fuzz target: questions about positions. Input: a line with what follows "/api/1/study" in the
 * address, then the bytes of the body. What is answered is JSON, always the same; what `read` makes
 * of a text, `write` makes into a text that `read` makes the same tree of; and a position that is
 * answered can be asked about. */
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_room.h"

#include "core/str.h"
#include "rooms/study.h"

static enum request_code open_alone(void *world, const struct line_wanted *wanted, struct line *out,
                                    struct refusal *why) {
    (void)world;
    if (wanted->id != NULL) {
        FUZZ_CHECK(strlen(wanted->id) == ROOM_ID_SIZE - 1);
        return refuse(why, REQUEST_UNKNOWN, pes_err_text(PES_ERR_UNKNOWN), PES_NO_ARGS);
    }
    FUZZ_CHECK(wanted->game != NULL);
    return line_open(wanted, out, why);
}

static const struct study_asker alone = {.open = open_alone};

/* The answer, or NULL; a refusal has a reason in every language, and a place that is a place. */
static json_t *ask(const char *path, const char *body, size_t length) {
    struct refusal why;
    struct str out;
    json_t *answer = NULL;
    str_init(&out);
    const enum request_code code = study_answer(study_find(path), &alone, body, length, &out, &why);
    if (code == REQUEST_OK) {
        answer = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
        FUZZ_CHECK(answer != NULL);
    } else {
        FUZZ_CHECK(why.code == code && why.place >= -1);
        FUZZ_CHECK((why.line > 0) == (why.column > 0) && why.line >= 0);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            FUZZ_CHECK(why.why[lang][0] != '\0' &&
                       utf8_valid(why.why[lang], strlen(why.why[lang])));
    }
    str_release(&out);
    return answer;
}

static json_t *ask_json(const char *path, json_t *body) {
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *answer = ask(path, text, strlen(text));
    free(text);
    json_decref(body);
    return answer;
}

/* The tree, written and read again, is the same tree. */
static void check_tree(json_t *tree) {
    json_t *body = json_deep_copy(tree);
    json_object_set(body, "position", json_object_get(tree, "start"));
    json_t *written = ask_json("/write", body);
    if (written == NULL) /* its JSON is larger than a body may be */
        return;
    json_t *again = ask_json("/read", json_incref(written));
    json_decref(written);
    FUZZ_CHECK(again != NULL);
    FUZZ_CHECK(json_equal(json_object_get(tree, "nodes"), json_object_get(again, "nodes")));
    FUZZ_CHECK(json_equal(json_object_get(tree, "start"), json_object_get(again, "start")));
    FUZZ_CHECK(json_equal(json_object_get(tree, "variant"), json_object_get(again, "variant")));
    json_decref(again);
}

/* The position as text is a start of which the same position is told. */
static void check_position(const json_t *answer) {
    const json_t *position = json_object_get(answer, "position");
    json_t *body = json_pack("{sO sO sO}", "game", json_object_get(answer, "game"), "variant",
                             json_object_get(answer, "variant"), "position",
                             json_object_get(position, "text"));
    json_t *again = ask_json("", body);
    FUZZ_CHECK(again != NULL);
    FUZZ_CHECK(json_equal(json_object_get(position, "pieces"),
                          json_object_get(json_object_get(again, "position"), "pieces")));
    json_decref(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    char path[FUZZ_LINE_MAX];
    fuzz_line(&in, path);
    if (study_find(path) == NULL)
        return 0;
    json_t *answer = ask(path, in.bytes, in.length);
    json_t *again = ask(path, in.bytes, in.length);
    FUZZ_CHECK((answer == NULL) == (again == NULL));
    FUZZ_CHECK(answer == NULL || json_equal(answer, again));
    json_decref(again);
    if (answer != NULL && strcmp(path, "/read") == 0)
        check_tree(answer);
    if (answer != NULL && strcmp(path, "") == 0 && json_object_get(answer, "position") != NULL)
        check_position(answer);
    json_decref(answer);
    return 0;
}
