/* Parsing of positions by fields, with notes that name the field; and names of grid cells. */
#include "pessoi/fields.h"

#include "core/str.h"
#include "core/text.h"

#include <assert.h>
#include <string.h>

enum pes_err pes_fields_split(const char *text, size_t length, const struct pes_text names[],
                              int count, struct pes_field out[], struct pes_note *note) {
    assert(count > 0);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        /* After the last field of the text `at` is length + 1: no blank follows that field. */
        const char *end = at < length ? memchr(text + at, ' ', length - at) : NULL;
        const size_t until = end != NULL ? (size_t)(end - text) : length;
        if (at >= length || until == at)
            return pes_note_say(note, PES_ERR_SYNTAX, (int32_t)(at < length ? at : length) + 1,
                                TEXT(field_missing),
                                PES_ARGS(PES_INT(i + 1), PES_SAID(&names[i]), PES_INT(count)));
        out[i] = (struct pes_field){text + at, until - at, (int32_t)at + 1};
        at = until + 1;
    }
    const size_t used = at - 1;
    assert(used <= length);
    if (used == length)
        return PES_ERR_OK;
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_SYNTAX, (int32_t)used + 1, TEXT(field_trailing),
                        PES_ARGS(PES_STR(pes_quote(text + used, length - used, quote))));
}

int pes_fields_count(const char *text, size_t length) {
    int count = 1;
    for (size_t i = 0; i < length; i++)
        count += text[i] == ' ';
    return count;
}

bool pes_field_is(const struct pes_field *field, const char *word) {
    return field->length == strlen(word) && memcmp(field->text, word, field->length) == 0;
}

size_t pes_field_digits(const char *text, size_t length) {
    size_t digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits;
}

/* Stops at the first digit that exceeds max, so that a long text costs no more than a short one. */
int pes_field_number(const char *text, size_t length, int max) {
    if (length == 0 || (length > 1 && text[0] == '0') || pes_field_digits(text, length) < length)
        return -1;
    assert(max >= 0);
    int64_t number = 0; /* at most 10 * max + 9: it cannot overflow */
    for (size_t i = 0; i < length && number <= max; i++)
        number = 10 * number + (text[i] - '0');
    return number <= max ? (int)number : -1;
}

enum pes_err pes_field_refuse(const struct pes_field *field, enum pes_err err,
                              const struct pes_text *why, int bound, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(
        note, err, field->pos, why,
        PES_ARGS(PES_STR(pes_quote(field->text, field->length, quote)), PES_INT(bound)));
}

enum pes_err pes_field_refuse_char(const struct pes_field *field, size_t offset, enum pes_err err,
                                   const struct pes_text *why, int bound, struct pes_note *note) {
    assert(offset < field->length);
    /* Quote the whole UTF-8 character, which may have several bytes. */
    const char *at = field->text + offset;
    const struct pes_field one = {
        .text = at,
        .length = (size_t)utf8_char(at, field->length - offset),
        .pos = field->pos + (int32_t)offset,
    };
    return pes_field_refuse(&one, err, why, bound, note);
}

void pes_cell_format(int column, int row, char out[PES_CELL_TEXT_MAX]) {
    assert(column >= 0 && column < 26 && row >= 0 && row < 99);
    const int number = row + 1;
    int n = 0;
    out[n++] = (char)('a' + column);
    if (number >= 10)
        out[n++] = (char)('0' + number / 10);
    out[n++] = (char)('0' + number % 10);
    out[n] = '\0';
}

bool pes_cell_parse(const char *text, size_t length, int *column, int *row) {
    const int number = length > 1 ? pes_field_number(text + 1, length - 1, 99) : -1;
    if (number < 1 || text[0] < 'a' || text[0] > 'z')
        return false;
    *column = text[0] - 'a';
    *row = number - 1;
    return true;
}
