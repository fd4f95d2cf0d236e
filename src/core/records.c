/* Splits a text into records: a scanner that knows tags, comments and variations, and that a result
 * outside of them ends a record. Everything else is left to the parser. */
#include "core/records.h"

#include "core/record_int.h"

#include <assert.h>

void records_init(struct records *records, const char *text, size_t length) {
    const size_t mark = record_mark_length(text, length);
    *records = (struct records){.text = text, .length = length, .at = mark, .line = 1};
}

/* The end of the text in quotes or braces that begins at `at`; `length` if it is not closed. */
static size_t skip_quoted(const char *text, size_t length, size_t at, char close) {
    for (at++; at < length && text[at] != close; at++)
        if (text[at] == '\\' && at + 1 < length)
            at++;
    return at < length ? at + 1 : length;
}

/* The end of a tag, or of the line in which it is not closed. */
static size_t skip_tag(const char *text, size_t length, size_t at) {
    while (at < length && text[at] != ']' && text[at] != '\n')
        at = text[at] == '"' ? skip_quoted(text, length, at, '"') : at + 1;
    return at < length ? at + 1 : length;
}

/* The end of the record that begins at `from`: after its result. Sets *complete. */
static size_t find_end(const char *text, size_t length, size_t from, bool *complete) {
    int depth = 0; // of variations
    size_t at = from;
    *complete = false;
    while (at < length && !*complete) {
        const size_t start = at;
        if (text[at] == '[') {
            at = skip_tag(text, length, at);
        } else if (text[at] == '{') {
            at = skip_quoted(text, length, at, '}');
        } else if (record_is_token_char(text[at])) {
            while (at < length && record_is_token_char(text[at]))
                at++;
            *complete = depth == 0 && record_is_result(text + start, at - start);
        } else {
            depth += (text[at] == '(') - (text[at] == ')');
            at++;
        }
        assert(at > start);
    }
    return at;
}

static void advance(struct records *records, size_t to) {
    for (; records->at < to; records->at++)
        records->line += records->text[records->at] == '\n';
}

bool records_next(struct records *records, struct record_slice *out) {
    size_t start = records->at;
    while (start < records->length && record_is_blank(records->text[start]))
        start++;
    advance(records, start);
    if (start == records->length)
        return false;
    *out = (struct record_slice){.text = records->text + start, .line = records->line};
    const size_t end = find_end(records->text, records->length, start, &out->complete);
    out->length = end - start;
    advance(records, end);
    return true;
}
