#include "cli/json.h"

#include <math.h>

void json_begin(struct json *doc) {
    doc->root = json_object();
    doc->failed = doc->root == NULL;
}

void json_begin_list(struct json *doc) {
    doc->root = json_array();
    doc->failed = doc->root == NULL;
}

void json_put(struct json *doc, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0)
        doc->failed = true;
}

void json_add(struct json *doc, json_t *list, json_t *value) {
    if (json_array_append_new(list, value) != 0)
        doc->failed = true;
}

json_t *json_real_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_text_or_null(const char *text) {
    return text != NULL ? json_string(text) : json_null();
}

json_t *json_count(uint64_t n) {
    return n <= INT64_MAX ? json_integer((json_int_t)n) : json_real((double)n);
}

void json_drop(struct json *doc) {
    json_decref(doc->root);
    doc->root = NULL;
}

static int append(const char *bytes, size_t length, void *to) {
    struct str *out = to;
    str_add_bytes(out, bytes, length);
    return str_err(out) == PES_ERR_OK ? 0 : -1;
}

/* The document is made whole in memory first: either all of it is printed or nothing. The memory is
 * ours, because json_dumps() of jansson 2.14 overlooks one kind of running out of it and leaves a
 * quote out. */
int json_print(struct cli *c, struct json *doc) {
    struct str out;
    str_init(&out);
    if (!doc->failed)
        doc->failed = json_dump_callback(doc->root, append, &out,
                                         JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0;
    str_add_char(&out, '\n');
    out.failed |= doc->failed;
    json_drop(doc);
    return cli_print(c, &out);
}
