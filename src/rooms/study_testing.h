/* Asking questions about positions without a server, for tests. */
#ifndef ROOMS_STUDY_TESTING_H
#define ROOMS_STUDY_TESTING_H

#include "rooms/study.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* There is no game on a server. */
static inline enum request_code open_alone(void *world, const struct line_wanted *wanted,
                                           struct line *out, struct refusal *why) {
    (void)world;
    if (wanted->id != NULL)
        return refuse(why, REQUEST_UNKNOWN, pes_err_text(PES_ERR_UNKNOWN), PES_NO_ARGS);
    return line_open(wanted, out, why);
}

static const struct study_asker alone = {.open = open_alone};

/* The answer, to be freed with json_decref(), or NULL and the refusal. */
static inline json_t *ask_text(const char *path, const char *body, size_t length,
                               struct refusal *why) {
    const struct study_question *question = study_find(path);
    struct str out;
    json_t *answer = NULL;
    str_init(&out);
    assert_non_null(question);
    const enum request_code code = study_answer(question, &alone, body, length, &out, why);
    if (code == REQUEST_OK) {
        json_error_t error;
        answer = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, &error);
        if (answer == NULL)
            fail_msg("%s at %d of %s", error.text, error.position, out.text);
    } else {
        assert_int_equal(why->code, code);
    }
    str_release(&out);
    return answer;
}

/* The same for a body that is taken and must be accepted. */
static inline json_t *ask(const char *path, json_t *body) {
    struct refusal why;
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *answer = ask_text(path, text, strlen(text), &why);
    if (answer == NULL)
        fail_msg("%s: %s: %s", path, text, why.why[PES_LANG_EN]);
    free(text);
    json_decref(body);
    return answer;
}

#endif
