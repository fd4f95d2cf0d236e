#include "cli/json.h"

#include <assert.h>

enum { BLANKS_PER_LEVEL = 2 };

void json_begin(struct str *doc, char bracket) {
    str_init(doc);
    put_open(doc, NULL, bracket);
}

void json_put_int_if(struct str *doc, const char *key, bool known, int64_t n) {
    if (known)
        put_int(doc, key, n);
    else
        put_null(doc, key);
}

static void new_line(struct str *out, int level) {
    assert(level >= 0);
    str_addf(out, "\n%*s", level * BLANKS_PER_LEVEL, "");
}

/* Bytes of the quoted text that begins at `json`, both quotes included. */
static size_t text_length(const char *json) {
    assert(json[0] == '"');
    size_t n = 1;
    while (json[n] != '"')
        n += json[n] == '\\' ? 2 : 1;
    return n + 1;
}

/* Appends a document as put_*() writes it, without any blank, with one member or item per line. It
 * stands inside `outer` brackets. */
static void add_indented(struct str *out, const char *json, int outer) {
    int level = outer;
    for (size_t length; *json != '\0'; json += length) {
        length = 1;
        if (*json == '"') {
            length = text_length(json);
            str_add_bytes(out, json, length);
        } else if ((*json == '{' && json[1] == '}') || (*json == '[' && json[1] == ']')) {
            length = 2;
            str_add_bytes(out, json, length);
        } else if (*json == '{' || *json == '[') {
            str_add_char(out, *json);
            new_line(out, ++level);
        } else if (*json == '}' || *json == ']') {
            new_line(out, --level);
            str_add_char(out, *json);
        } else {
            str_add_char(out, *json);
            if (*json == ':')
                str_add_char(out, ' ');
            else if (*json == ',')
                new_line(out, level);
        }
    }
    assert(level == outer);
}

int json_print(struct cli *c, struct str *doc, char bracket) {
    assert(bracket == '}' || bracket == ']');
    put_close(doc, bracket);
    return json_print_value(c, doc);
}

int json_print_value(struct cli *c, struct str *doc) {
    struct str out;
    str_init(&out);
    out.failed = str_err(doc) != PES_ERR_OK;
    if (!out.failed)
        add_indented(&out, doc->text, 0);
    str_add_char(&out, '\n');
    str_release(doc);
    return cli_print(c, &out);
}

void json_list_begin(struct json_list *list, struct cli *c) {
    *list = (struct json_list){.c = c};
}

int json_list_print(struct json_list *list, struct str *item) {
    struct str out;
    str_init(&out);
    out.failed = str_err(item) != PES_ERR_OK;
    str_add(&out, list->count == 0 ? "[" : ",");
    new_line(&out, 1);
    if (!out.failed)
        add_indented(&out, item->text, 1);
    list->count++;
    str_release(item);
    return cli_print(list->c, &out);
}

int json_list_end(struct json_list *list) {
    struct str out;
    str_init(&out);
    str_add(&out, list->count == 0 ? "[]\n" : "\n]\n");
    return cli_print(list->c, &out);
}
