#include "queue/wire.h"

#include "queue/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char head[] = "pessoi-result 1\n";
static const char *const lang_words[PES_LANG_COUNT] = {[PES_LANG_EN] = "en", [PES_LANG_EL] = "el"};

enum { HEAD_MAX = 4096 }; /* bytes before the logs */

/* Writing. ------------------------------------------------------------------------------------ */

static void add_note(struct str *out, const char *key, const struct pes_note *note) {
    for (int lang = 0; lang < PES_LANG_COUNT && !pes_note_is_empty(note); lang++) {
        str_addf(out, "%s.%s=", key, lang_words[lang]);
        const char *text = note->why[lang];
        const size_t length = strlen(text);
        for (size_t i = 0; i < length;) {
            const int n = utf8_char(text + i, length - i);
            if (utf8_control(text + i, n) || utf8_bidi(text + i, n))
                str_add_char(out, '?');
            else
                str_add_bytes(out, text + i, (size_t)n);
            i += (size_t)n;
        }
        str_add_char(out, '\n');
    }
}

void wire_format_failure(enum pes_err err, const struct pes_note *note, struct str *out) {
    struct pes_note whole = *note;
    for (int lang = 0; lang < PES_LANG_COUNT && pes_note_is_empty(note); lang++)
        snprintf(whole.why[lang], PES_NOTE_MAX, "%s", pes_err_text(err)->in[lang]);
    str_add(out, head);
    str_addf(out, "error=%s\n", pes_err_name(err));
    add_note(out, "why", &whole);
    str_add_char(out, '\n');
}

static enum pes_err add_text(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

static void format_game(const struct runner_result *result, const struct str *record,
                        struct str *out) {
    const struct bout_notes *notes = &result->notes;
    size_t lengths[PES_PLAYERS_MAX];
    size_t room = WIRE_BYTES_MAX - HEAD_MAX - record->length;
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        lengths[seat] = result->logs[seat].length <= room ? result->logs[seat].length : 0;
        room -= lengths[seat];
    }
    str_add(out, head);
    str_add(out, "error=OK\n");
    add_note(out, "fault", &notes->fault);
    str_addf(out, "longest=%" PRId32 " %" PRId32 "\n", notes->think_max_ms[0],
             notes->think_max_ms[1]);
    str_addf(out, "thought=%" PRId32 " %" PRId32 "\n", notes->think_sum_ms[0],
             notes->think_sum_ms[1]);
    str_addf(out, "logs=%zu %zu\n", lengths[0], lengths[1]);
    str_addf(out, "record=%zu\n\n", record->length);
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
        if (lengths[seat] > 0)
            str_add_bytes(out, result->logs[seat].bytes, lengths[seat]);
    str_add_str(out, record);
}

void wire_format(const struct runner_result *result, struct str *out) {
    struct pes_note note = {0};
    struct str record;
    str_init(&record);
    if (result->err != PES_ERR_OK) {
        wire_format_failure(result->err, &result->note, out);
    } else if (pes_record_format(result->record, add_text, &record) != PES_ERR_OK) {
        wire_format_failure(PES_ERR_NOMEM, &note, out);
    } else if (record.length > WIRE_BYTES_MAX - HEAD_MAX) {
        const enum pes_err err = pes_note_say(&note, PES_ERR_LIMIT, 0, TEXT(wire_large),
                                              PES_ARGS(PES_INT(WIRE_BYTES_MAX - HEAD_MAX)));
        wire_format_failure(err, &note, out);
    } else {
        format_game(result, &record, out);
    }
    str_release(&record);
}

/* Reading. ------------------------------------------------------------------------------------ */

/* One "key=value" line. */
struct line {
    const char *key, *value;
    size_t key_length, value_length;
};

static bool is_key(const struct line *line, const char *key) {
    return strlen(key) == line->key_length && memcmp(key, line->key, line->key_length) == 0;
}

/* A sentence for people: UTF-8 without control characters. */
static bool read_sentence(const struct line *line, char out[PES_NOTE_MAX]) {
    if (line->value_length >= PES_NOTE_MAX || !utf8_valid(line->value, line->value_length))
        return false;
    for (size_t i = 0; i < line->value_length;) {
        const int n = utf8_char(line->value + i, line->value_length - i);
        if (utf8_control(line->value + i, n) || utf8_bidi(line->value + i, n))
            return false;
        i += (size_t)n;
    }
    memcpy(out, line->value, line->value_length);
    out[line->value_length] = '\0';
    return true;
}

/* Reads digits at *at, up to max; false if there are none. */
static bool read_number(const char **at, const char *end, int64_t max, int64_t *out) {
    int64_t n = 0;
    const char *from = *at;
    for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
        n = 10 * n + (**at - '0');
        if (n > max)
            return false;
    }
    *out = n;
    return *at > from;
}

/* "N" or "N M". */
static bool read_numbers(const struct line *line, int count, int64_t max, int64_t out[]) {
    const char *at = line->value, *end = line->value + line->value_length;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (at == end || *at++ != ' '))
            return false;
        if (!read_number(&at, end, max, &out[i]))
            return false;
    }
    return at == end;
}

/* STOPPED is no result: only the person at the sender stops a run. */
static bool read_error(const struct line *line, enum pes_err *out) {
    for (int err = 0; err < PES_ERR_COUNT; err++) {
        const char *name = pes_err_name((enum pes_err)err);
        if (err != PES_ERR_STOPPED && strlen(name) == line->value_length &&
            memcmp(name, line->value, line->value_length) == 0) {
            *out = (enum pes_err)err;
            return true;
        }
    }
    return false;
}

static bool read_times(const struct line *line, int32_t out[PES_PLAYERS_MAX]) {
    int64_t times[PES_PLAYERS_MAX];
    if (!read_numbers(line, PES_PLAYERS_MAX, INT32_MAX, times))
        return false;
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
        out[seat] = (int32_t)times[seat];
    return true;
}

static bool read_line(const struct line *line, struct wire *out, bool *has_error) {
    int64_t lengths[PES_PLAYERS_MAX] = {0, 0};
    if (is_key(line, "error"))
        return *has_error = read_error(line, &out->err);
    if (is_key(line, "why.en"))
        return read_sentence(line, out->note.why[PES_LANG_EN]);
    if (is_key(line, "why.el"))
        return read_sentence(line, out->note.why[PES_LANG_EL]);
    if (is_key(line, "fault.en"))
        return read_sentence(line, out->notes.fault.why[PES_LANG_EN]);
    if (is_key(line, "fault.el"))
        return read_sentence(line, out->notes.fault.why[PES_LANG_EL]);
    if (is_key(line, "longest"))
        return read_times(line, out->notes.think_max_ms);
    if (is_key(line, "thought"))
        return read_times(line, out->notes.think_sum_ms);
    if (is_key(line, "logs")) {
        if (!read_numbers(line, PES_PLAYERS_MAX, RUNNER_LOG_MAX, lengths))
            return false;
        for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
            out->logs[seat].length = (size_t)lengths[seat];
        return true;
    }
    if (!is_key(line, "record") || !read_numbers(line, 1, WIRE_BYTES_MAX, lengths))
        return false;
    out->record.length = (size_t)lengths[0];
    return true;
}

/* Takes one line off text[*at..length); false at the empty line, which it takes too, and if it is
 * none. */
static bool take_line(const char *text, size_t length, size_t *at, struct line *out) {
    const char *from = text + *at;
    const char *end = memchr(from, '\n', length - *at);
    if (end == NULL)
        return false;
    *at = (size_t)(end - text) + 1;
    const char *equals = memchr(from, '=', (size_t)(end - from));
    if (equals == NULL)
        return false;
    *out = (struct line){.key = from,
                         .value = equals + 1,
                         .key_length = (size_t)(equals - from),
                         .value_length = (size_t)(end - equals) - 1};
    return true;
}

/* Do the parts fill the rest exactly? */
static bool place_parts(const char *text, size_t length, size_t at, struct wire *out) {
    struct wire_part *parts[PES_PLAYERS_MAX + 1] = {&out->logs[0], &out->logs[1], &out->record};
    for (int i = 0; i < PES_PLAYERS_MAX + 1; i++) {
        if (parts[i]->length > length - at)
            return false;
        parts[i]->at = text + at;
        at += parts[i]->length;
    }
    return at == length;
}

static bool read_all(const char *text, size_t length, struct wire *out) {
    struct line line;
    size_t at = strlen(head), before = 0;
    bool has_error = false;
    if (length > WIRE_BYTES_MAX || length < at || memcmp(text, head, at) != 0)
        return false;
    for (before = at; take_line(text, length, &at, &line); before = at)
        if (!read_line(&line, out, &has_error))
            return false;
    /* What ended the lines must be the empty one. */
    if (at != before + 1 || !has_error || !place_parts(text, length, at, out))
        return false;
    const bool played = out->err == PES_ERR_OK;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (played != (out->note.why[lang][0] == '\0'))
            return false;
    return played == (out->record.length > 0);
}

enum pes_err wire_parse(const char *text, size_t length, struct wire *out, struct pes_note *note) {
    *out = (struct wire){.err = PES_ERR_OK};
    if (!read_all(text, length, out))
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(wire_bad), PES_NO_ARGS);
    return PES_ERR_OK;
}
