/* Reading and writing jobs: one table of keys serves both. */
#include "arena/job.h"

#include "arena/text.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

enum kind { KIND_TEXT, KIND_BOOL, KIND_NUMBER, KIND_WIDE };

struct field {
    const char *key;
    enum kind kind;
    size_t at;    /* offset in struct job */
    uint64_t max; /* KIND_NUMBER (int32_t) and KIND_WIDE (uint64_t) */
};

#define TIME_FIELD(key, member)                                                               \
    {                                                                                         \
        key, KIND_NUMBER, offsetof(struct job, limits) + offsetof(struct pes_limits, member), \
            PES_MOVETIME_MAX_MS                                                               \
    }

static const struct field fields[] = {
    {"game", KIND_TEXT, offsetof(struct job, game), 0},
    {"variant", KIND_TEXT, offsetof(struct job, variant), 0},
    {"opening", KIND_TEXT, offsetof(struct job, opening), 0},
    {"a", KIND_TEXT, offsetof(struct job, agents), 0},
    {"b", KIND_TEXT, offsetof(struct job, agents) + sizeof(const char *), 0},
    {"files-a", KIND_TEXT, offsetof(struct job, files), 0},
    {"files-b", KIND_TEXT, offsetof(struct job, files) + sizeof(const char *), 0},
    {"swap", KIND_BOOL, offsetof(struct job, swap), 1},
    {"seed", KIND_WIDE, offsetof(struct job, seed), UINT64_MAX},
    {"depth", KIND_NUMBER, offsetof(struct job, limits) + offsetof(struct pes_limits, depth),
     INT32_MAX},
    {"nodes", KIND_WIDE, offsetof(struct job, limits) + offsetof(struct pes_limits, nodes),
     UINT64_MAX},
    TIME_FIELD("movetime", movetime_ms),
    TIME_FIELD("clock", clock_ms[0]),
    TIME_FIELD("increment", increment_ms[0]),
    {"plies", KIND_NUMBER, offsetof(struct job, max_plies), INT32_MAX},
    {"version", KIND_TEXT, offsetof(struct job, version), 0},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static const void *place_in(const struct job *job, const struct field *field) {
    return (const char *)job + field->at;
}

/* Is the value that of an empty job, which need not be written? */
static bool is_empty(const struct job *job, const struct field *field) {
    const void *at = place_in(job, field);
    switch (field->kind) {
    case KIND_TEXT:
        return *(const char *const *)at == NULL || **(const char *const *)at == '\0';
    case KIND_BOOL:
        return !*(const bool *)at;
    case KIND_NUMBER:
        return *(const int32_t *)at == 0;
    case KIND_WIDE:
        break;
    }
    return *(const uint64_t *)at == 0;
}

void job_format(const struct job *job, struct str *out) {
    assert(job->game != NULL && job->agents[0] != NULL && job->agents[1] != NULL);
    bool first = true;
    for (const struct field *f = fields; f < fields + FIELDS; f++) {
        if (is_empty(job, f))
            continue;
        const void *at = place_in(job, f);
        str_addf(out, "%s%s=", first ? "" : "\t", f->key);
        first = false;
        if (f->kind == KIND_TEXT) {
            assert(strpbrk(*(const char *const *)at, "\t\r\n") == NULL);
            str_add(out, *(const char *const *)at);
        } else {
            str_addf(out, "%" PRIu64,
                     f->kind == KIND_BOOL     ? (uint64_t) * (const bool *)at
                     : f->kind == KIND_NUMBER ? (uint64_t) * (const int32_t *)at
                                              : *(const uint64_t *)at);
        }
    }
}

/* A whole number in 0..max; false if the text is not one. */
static bool read_number(const char *text, uint64_t max, uint64_t *out) {
    uint64_t n = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        const uint64_t digit = (uint64_t)(*text - '0');
        if (*text < '0' || *text > '9' || digit > max || n > (max - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    *out = n;
    return true;
}

static bool set_field(struct job *job, const struct field *f, const char *value) {
    char *at = (char *)job + f->at;
    uint64_t number = 0;
    if (f->kind == KIND_TEXT) {
        memcpy(at, &value, sizeof value);
        return true;
    }
    if (!read_number(value, f->max, &number))
        return false;
    if (f->kind == KIND_BOOL)
        *(bool *)at = number != 0;
    else if (f->kind == KIND_NUMBER)
        *(int32_t *)(void *)at = (int32_t)number;
    else
        *(uint64_t *)(void *)at = number;
    return true;
}

static const struct field *find_field(const char *key, size_t length) {
    for (const struct field *f = fields; f < fields + FIELDS; f++)
        if (strlen(f->key) == length && memcmp(f->key, key, length) == 0)
            return f;
    return NULL;
}

/* Reads one "key=value", NUL-terminated. */
static enum pes_err read_field(char *text, struct job *out, bool seen[FIELDS],
                               struct pes_note *note) {
    char quoted[PES_QUOTE_SIZE];
    const size_t length = strcspn(text, "=");
    const struct field *f = find_field(text, length);
    if (text[length] != '=' || f == NULL)
        return pes_note_say(note, PES_ERR_UNKNOWN, 0, TEXT(job_unknown_key),
                            PES_ARGS(PES_STR(pes_quote(text, length, quoted))));
    if (seen[f - fields])
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(job_key_twice),
                            PES_ARGS(PES_STR(f->key)));
    seen[f - fields] = true;
    if (!set_field(out, f, text + length + 1))
        return pes_note_say(
            note, PES_ERR_RANGE, 0, TEXT(job_bad_value),
            PES_ARGS(PES_STR(f->key),
                     PES_STR(pes_quote(text + length + 1, strlen(text + length + 1), quoted))));
    return PES_ERR_OK;
}

enum pes_err job_parse(char *line, struct job *out, struct pes_note *note) {
    bool seen[FIELDS] = {false};
    *out = (struct job){.variant = "", .opening = "startpos"};
    if (strnlen(line, JOB_BYTES_MAX) == JOB_BYTES_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(job_too_long),
                            PES_ARGS(PES_INT(JOB_BYTES_MAX)));
    line[strcspn(line, "\r\n")] = '\0';
    for (char *at = line; *at != '\0';) {
        char *end = at + strcspn(at, "\t");
        char *next = *end != '\0' ? end + 1 : end;
        *end = '\0';
        const enum pes_err err = read_field(at, out, seen, note);
        if (err != PES_ERR_OK)
            return err;
        at = next;
    }
    if (out->game == NULL || out->agents[0] == NULL || out->agents[1] == NULL)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(job_incomplete), PES_NO_ARGS);
    out->limits.clock_ms[1] = out->limits.clock_ms[0];
    out->limits.increment_ms[1] = out->limits.increment_ms[0];
    if (out->version != NULL && strcmp(out->version, pes_version()) != 0) {
        char quoted[PES_QUOTE_SIZE];
        pes_quote(out->version, strlen(out->version), quoted);
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(job_other_version),
                            PES_ARGS(PES_STR(quoted), PES_STR(pes_version())));
    }
    return PES_ERR_OK;
}
