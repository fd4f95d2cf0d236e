/* Refusals: the error codes of docs/formats/api.md, their HTTP statuses, and refusals as JSON. */
#include "core/json_write.h"
#include "core/text.h"
#include "rooms/request.h"

#include <assert.h>
#include <stdio.h>

static const struct {
    const char *word;
    int status;
} codes[REQUEST_CODE_COUNT] = {
    [REQUEST_OK] = {"ok", 200},           [REQUEST_SYNTAX] = {"syntax", 400},
    [REQUEST_UNKNOWN] = {"unknown", 404}, [REQUEST_RANGE] = {"range", 422},
    [REQUEST_ILLEGAL] = {"illegal", 422}, [REQUEST_SEAT] = {"seat", 403},
    [REQUEST_LATE] = {"late", 409},       [REQUEST_OVER] = {"over", 409},
    [REQUEST_UNFIT] = {"unfit", 409},     [REQUEST_ORIGIN] = {"origin", 403},
    [REQUEST_BUSY] = {"busy", 429},       [REQUEST_ELSEWHERE] = {"elsewhere", 503},
    [REQUEST_LARGE] = {"large", 413},     [REQUEST_SERVER] = {"server", 500},
};

const char *request_code_word(enum request_code code) {
    assert((unsigned)code < REQUEST_CODE_COUNT);
    return codes[code].word;
}

int request_code_status(enum request_code code) {
    assert((unsigned)code < REQUEST_CODE_COUNT);
    return codes[code].status;
}

enum request_code request_code_of(enum pes_err err) {
    switch (err) {
    case PES_ERR_OK:
        return REQUEST_OK;
    case PES_ERR_SYNTAX:
        return REQUEST_SYNTAX;
    case PES_ERR_RANGE:
    case PES_ERR_LIMIT:
        return REQUEST_RANGE;
    case PES_ERR_UNKNOWN:
        return REQUEST_UNKNOWN;
    case PES_ERR_ILLEGAL:
        return REQUEST_ILLEGAL;
    case PES_ERR_UNFIT:
        return REQUEST_UNFIT;
    case PES_ERR_NOMEM:
    case PES_ERR_IO:
    case PES_ERR_STOPPED:
    case PES_ERR_COUNT:
    default:
        return REQUEST_SERVER;
    }
}

enum request_code refuse(struct refusal *out, enum request_code code, const struct pes_text *why,
                         const struct pes_arg args[]) {
    assert(code != REQUEST_OK);
    assert(why != NULL);
    if (out == NULL)
        return code;
    *out = (struct refusal){.code = code, .place = -1, .wait_ms = -1};
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        pes_say((enum pes_lang)lang, why, args, out->why[lang], PES_NOTE_MAX);
    return code;
}

enum request_code refuse_note(struct refusal *out, enum request_code code, enum pes_err err,
                              const struct pes_note *note) {
    assert(err != PES_ERR_OK);
    refuse(out, code, pes_err_text(err), PES_NO_ARGS);
    if (out == NULL || pes_note_is_empty(note))
        return code;
    memcpy(out->why, note->why, sizeof out->why);
    out->place = note->pos > 0 ? note->pos - 1 : -1;
    return code;
}

/* The member "error". */
static void add_error(const struct refusal *refusal, struct str *out) {
    put_open(out, "error", '{');
    put_text(out, "code", request_code_word(refusal->code));
    put_open(out, "why", '{');
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        put_text(out, pes_lang_code((enum pes_lang)lang), refusal->why[lang]);
    put_close(out, '}');
    if (refusal->place >= 0)
        put_int(out, "place", refusal->place);
    if (refusal->line > 0) {
        put_int(out, "line", refusal->line);
        put_int(out, "column", refusal->column);
    }
    if (refusal->wait_ms >= 0)
        put_int(out, "wait_ms", refusal->wait_ms);
    put_close(out, '}');
}

void refusal_format(const struct refusal *refusal, struct str *out) {
    put_open(out, NULL, '{');
    add_error(refusal, out);
    put_close(out, '}');
}

void refusal_format_message(const struct refusal *refusal, int64_t re, const char *id,
                            struct str *out) {
    put_open(out, NULL, '{');
    put_text(out, "is", "error");
    if (re >= 0)
        put_int(out, "re", re);
    if (id != NULL)
        put_text(out, "id", id);
    add_error(refusal, out);
    put_close(out, '}');
}
