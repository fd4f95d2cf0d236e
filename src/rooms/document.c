/* JSON from outside, read strictly with jansson: see document.h. Size and depth are checked before
 * jansson sees a document, since it recurses once per level of nesting. */
#include "rooms/document.h"

#include "core/mem.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

void document_setup(void) {
    json_set_alloc_funcs(mem_alloc, mem_free);
}

void document_refuse(struct document_reader *reader, enum request_code code,
                     const struct pes_text *why, const struct pes_arg args[]) {
    if (reader->code == REQUEST_OK)
        reader->code = refuse(reader->why, code, why, args);
}

/* How deep brackets are nested, outside of strings. All other errors are left to jansson. */
static int depth_of(const char *bytes, size_t length) {
    int depth = 0, deepest = 0;
    bool in_text = false;
    for (size_t i = 0; i < length; i++) {
        const char c = bytes[i];
        if (in_text && c == '\\')
            i++;
        else if (c == '"')
            in_text = !in_text;
        else if (!in_text && (c == '[' || c == '{'))
            deepest = ++depth > deepest ? depth : deepest;
        else if (!in_text && (c == ']' || c == '}'))
            depth--;
    }
    return deepest;
}

enum request_code document_read(struct document_reader *reader, const char *bytes, size_t length,
                                size_t length_max, struct refusal *why) {
    *reader = (struct document_reader){.why = why};
    if (length > length_max) {
        document_refuse(reader, REQUEST_LARGE, TEXT(room_too_large),
                        PES_ARGS(PES_INT((int64_t)length_max)));
        return reader->code;
    }
    if (depth_of(bytes, length) > DOCUMENT_DEPTH_MAX) {
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_too_deep),
                        PES_ARGS(PES_INT(DOCUMENT_DEPTH_MAX)));
        return reader->code;
    }
    json_error_t error = {.position = 0};
    reader->root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    if (reader->root == NULL) {
        const enum json_error_code kind = json_error_code(&error);
        const int64_t at = error.position >= 0 ? error.position : 0;
        /* jansson 2.14 leaves the error empty if it ran out of memory for a member. */
        if (kind == json_error_out_of_memory || error.text[0] == '\0')
            document_refuse(reader, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
        else
            document_refuse(reader, REQUEST_SYNTAX,
                            kind == json_error_duplicate_key ? TEXT(room_twice)
                                                             : TEXT(room_not_json),
                            PES_ARGS(PES_INT(at)));
        if (why != NULL && reader->code == REQUEST_SYNTAX)
            why->place = (int32_t)at;
    } else if (!json_is_object(reader->root)) {
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_object), PES_NO_ARGS);
        json_decref(reader->root);
        reader->root = NULL;
    }
    assert((reader->code == REQUEST_OK) == (reader->root != NULL));
    return reader->code;
}

static const struct pes_text *kind_wanted(json_type kind) {
    switch (kind) {
    case JSON_STRING:
        return TEXT(room_not_text);
    case JSON_INTEGER:
        return TEXT(room_not_number);
    case JSON_ARRAY:
        return TEXT(room_not_list);
    case JSON_OBJECT:
    case JSON_REAL:
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL:
    default:
        return TEXT(room_not_member_object);
    }
}

json_t *document_member(struct document_reader *reader, const json_t *object, const char *key,
                        json_type kind) {
    json_t *member = json_object_get(object, key);
    if (member == NULL || json_is_null(member))
        return NULL;
    if (json_typeof(member) == kind)
        return member;
    document_refuse(reader, REQUEST_SYNTAX, kind_wanted(kind), PES_ARGS(PES_STR(key)));
    return NULL;
}

json_t *document_needs(struct document_reader *reader, const json_t *object, const char *key,
                       json_type kind) {
    json_t *member = document_member(reader, object, key, kind);
    if (member == NULL)
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_missing), PES_ARGS(PES_STR(key)));
    return member;
}

const char *document_text(struct document_reader *reader, const json_t *object, const char *key,
                          int chars_max, const char *otherwise) {
    assert(chars_max > 0);
    const json_t *member = document_member(reader, object, key, JSON_STRING);
    if (member == NULL)
        return otherwise;
    if (utf8_width(json_string_value(member), json_string_length(member)) <= chars_max)
        return json_string_value(member);
    document_refuse(reader, REQUEST_RANGE, TEXT(room_text_long),
                    PES_ARGS(PES_STR(key), PES_INT(chars_max)));
    return otherwise;
}

const char *document_needs_text(struct document_reader *reader, const json_t *object,
                                const char *key, int chars_max) {
    const char *text = document_text(reader, object, key, chars_max, NULL);
    if (text != NULL)
        return text;
    document_refuse(reader, REQUEST_SYNTAX, TEXT(room_missing), PES_ARGS(PES_STR(key)));
    return "";
}

bool document_bool(struct document_reader *reader, const json_t *object, const char *key,
                   bool usual) {
    const json_t *member = json_object_get(object, key);
    if (member == NULL || json_is_null(member))
        return usual;
    if (!json_is_boolean(member))
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_bool), PES_ARGS(PES_STR(key)));
    return json_is_true(member);
}

int64_t document_int(struct document_reader *reader, const json_t *object, const char *key,
                     int64_t min, int64_t max, int64_t otherwise) {
    assert(min <= max);
    const json_t *member = document_member(reader, object, key, JSON_INTEGER);
    if (member == NULL)
        return otherwise;
    const int64_t n = json_integer_value(member);
    if (n >= min && n <= max)
        return n;
    document_refuse(reader, REQUEST_RANGE, TEXT(room_out_of_range),
                    PES_ARGS(PES_STR(key), PES_INT(min), PES_INT(max)));
    return otherwise;
}

int64_t document_needs_int(struct document_reader *reader, const json_t *object, const char *key,
                           int64_t min, int64_t max) {
    const int64_t n = document_int(reader, object, key, min, max, min);
    if (document_member(reader, object, key, JSON_INTEGER) == NULL)
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_missing), PES_ARGS(PES_STR(key)));
    return n;
}

int document_cells(struct document_reader *reader, const json_t *object, const char *key,
                   int16_t out[REQUEST_CELLS_MAX]) {
    const json_t *cells = document_needs(reader, object, key, JSON_ARRAY);
    const size_t count = json_array_size(cells);
    if (cells != NULL && (count < 1 || count > REQUEST_CELLS_MAX))
        document_refuse(reader, REQUEST_RANGE, TEXT(room_cells_many),
                        PES_ARGS(PES_INT(REQUEST_CELLS_MAX)));
    for (size_t i = 0; i < count && reader->code == REQUEST_OK; i++) {
        const json_t *cell = json_array_get(cells, i);
        const json_int_t number = json_integer_value(cell);
        if (!json_is_integer(cell))
            document_refuse(reader, REQUEST_SYNTAX, TEXT(room_not_number), PES_ARGS(PES_STR(key)));
        else if (number < 0 || number > INT16_MAX)
            document_refuse(reader, REQUEST_RANGE, TEXT(room_out_of_range),
                            PES_ARGS(PES_STR(key), PES_INT(0), PES_INT(INT16_MAX)));
        else
            out[i] = (int16_t)number;
    }
    return reader->code == REQUEST_OK ? (int)count : 0;
}

bool document_is_token(const char *text, size_t length) {
    static const char marks[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return strlen(text) == length && strspn(text, marks) == length;
}
