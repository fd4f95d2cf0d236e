/* A record in memory: its tags, its tree of moves, and the pool of tokens and comments. Failed
 * calls leave the record unchanged. */
#include "core/file.h"
#include "core/mem.h"
#include "core/record_int.h"

#include <assert.h>

bool record_is_key(const char *text, size_t length) {
    if (length == 0 || length > RECORD_KEY_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool later = (c >= '0' && c <= '9') || c == '_' || c == '-';
        if (!letter && (i == 0 || !later))
            return false;
    }
    return true;
}

bool record_is_result(const char *text, size_t length) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strlen(results[i]) == length && memcmp(results[i], text, length) == 0)
            return true;
    return false;
}

size_t record_number_length(const char *text, size_t length) {
    size_t digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    size_t end = digits;
    while (end < length && text[end] == '.')
        end++;
    return digits > 0 && end > digits ? end : 0;
}

bool record_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

size_t record_mark_length(const char *text, size_t length) {
    static const char mark[] = "\xef\xbb\xbf";
    const size_t bytes = sizeof mark - 1;
    return length >= bytes && memcmp(text, mark, bytes) == 0 ? bytes : 0;
}

bool record_is_token_char(char c) {
    return (unsigned char)c > ' ' && c != 0x7f && !strchr("{}()[]\"", c);
}

/* Would the parser read this text as one move token? */
static bool is_token(const char *token) {
    const size_t length = strlen(token);
    if (length == 0 || length > PES_RECORD_TOKEN_MAX || !utf8_valid(token, length))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!record_is_token_char(token[i]))
            return false;
    return !record_is_result(token, length) && record_number_length(token, length) == 0;
}

enum pes_err pes_record_new(struct pes_record **out) {
    struct pes_record *r = mem_alloc(sizeof *r);
    if (!r)
        return PES_ERR_NOMEM;
    int start = 0;
    enum pes_err err = record_put_node(r, -1, "", 0, (struct record_place){0}, &start);
    if (err) {
        pes_record_free(r);
        return err;
    }
    assert(start == 0);
    *out = r;
    return PES_ERR_OK;
}

void pes_record_free(struct pes_record *r) {
    if (!r)
        return;
    for (int32_t i = 0; i < r->tag_count; i++)
        mem_free(r->tags[i].key);
    mem_free(r->tags);
    mem_free(r->nodes);
    mem_free(r->pool);
    mem_free(r);
}

/* Tags. ------------------------------------------------------------------------------------- */

/* The index of a tag by its key, or -1. */
static int find_tag(const struct pes_record *r, const char *key, size_t length) {
    for (int32_t i = 0; i < r->tag_count; i++)
        if (strncmp(r->tags[i].key, key, length) == 0 && r->tags[i].key[length] == '\0')
            return i;
    return -1;
}

const struct record_tag *record_find(const struct pes_record *r, const char *key) {
    const int i = find_tag(r, key, strlen(key));
    return i < 0 ? NULL : &r->tags[i];
}

/* Reserves memory for one more tag. */
static enum pes_err reserve_tag(struct pes_record *r) {
    if (r->tag_count == RECORD_TAGS_MAX)
        return PES_ERR_LIMIT;
    if (r->tag_count < r->tag_cap)
        return PES_ERR_OK;
    const int32_t cap = r->tag_cap > 0 ? 2 * r->tag_cap : 16;
    struct record_tag *tags = mem_grow(r->tags, (size_t)cap * sizeof *tags);
    if (!tags)
        return PES_ERR_NOMEM;
    r->tags = tags;
    r->tag_cap = cap;
    return PES_ERR_OK;
}

enum pes_err record_put_tag(struct pes_record *r, const char *key, size_t key_length,
                            const char *value, size_t value_length, struct record_place place) {
    assert(record_is_key(key, key_length));
    int i = find_tag(r, key, key_length);
    if (i < 0) {
        const enum pes_err err = reserve_tag(r);
        if (err)
            return err;
    }
    char *block = mem_alloc(key_length + value_length + 2); /* zeroed, with both NULs */
    if (!block)
        return PES_ERR_NOMEM;
    memcpy(block, key, key_length);
    memcpy(block + key_length + 1, value, value_length);
    if (i < 0)
        i = r->tag_count++;
    else
        mem_free(r->tags[i].key);
    r->tags[i] = (struct record_tag){.key = block, .value = block + key_length + 1, .place = place};
    return PES_ERR_OK;
}

const char *pes_record_tag(const struct pes_record *r, const char *key) {
    const struct record_tag *tag = record_find(r, key);
    return tag ? tag->value : NULL;
}

static void remove_tag(struct pes_record *r, int i) {
    assert(i >= 0 && i < r->tag_count);
    mem_free(r->tags[i].key);
    r->tag_count--;
    memmove(&r->tags[i], &r->tags[i + 1], (size_t)(r->tag_count - i) * sizeof r->tags[0]);
}

/* The rank of a tag in the order of the format's own tags; other tags come last. */
static int tag_rank(const char *key) {
    static const char *const order[] = {"Format", "Game",  "Variant", "Seed", "Position",   "First",
                                        "Second", "Clock", "Result",  "Date", "Termination"};
    enum { KNOWN = sizeof order / sizeof order[0] };
    int rank = 0;
    while (rank < KNOWN && strcmp(key, order[rank]) != 0)
        rank++;
    return rank;
}

/* Moves the tag that was added last before the first one with a higher rank. */
static void sort_last_tag(struct pes_record *r) {
    assert(r->tag_count > 0);
    const struct record_tag last = r->tags[r->tag_count - 1];
    int to = 0;
    while (to < r->tag_count - 1 && tag_rank(r->tags[to].key) <= tag_rank(last.key))
        to++;
    memmove(&r->tags[to + 1], &r->tags[to], (size_t)(r->tag_count - 1 - to) * sizeof r->tags[0]);
    r->tags[to] = last;
}

enum pes_err pes_record_set(struct pes_record *r, const char *key, const char *value) {
    const size_t key_length = strlen(key);
    if (!record_is_key(key, key_length))
        return PES_ERR_SYNTAX;
    if (!value) {
        const int i = find_tag(r, key, key_length);
        if (i >= 0)
            remove_tag(r, i);
        return PES_ERR_OK;
    }
    const size_t length = strlen(value);
    if (length > PES_RECORD_BYTES_MAX)
        return PES_ERR_LIMIT;
    if (!utf8_valid(value, length) || strpbrk(value, "\r\n"))
        return PES_ERR_SYNTAX;
    if (strcmp(key, "Result") == 0 && !record_is_result(value, length))
        return PES_ERR_SYNTAX;
    if (strcmp(key, "Format") == 0 && strcmp(value, "1") != 0)
        return PES_ERR_SYNTAX;
    const int count = r->tag_count;
    const enum pes_err err =
        record_put_tag(r, key, key_length, value, length, (struct record_place){0});
    if (r->tag_count > count)
        sort_last_tag(r);
    return err;
}

int pes_record_tags(const struct pes_record *r) {
    return r->tag_count;
}

void pes_record_tag_at(const struct pes_record *r, int i, const char **key, const char **value) {
    assert(i >= 0 && i < r->tag_count);
    *key = r->tags[i].key;
    *value = r->tags[i].value;
}

/* Moves. ------------------------------------------------------------------------------------ */

enum pes_err record_pool_add(struct pes_record *r, const char *bytes, size_t length) {
    if (length > RECORD_POOL_MAX - r->pool_used)
        return PES_ERR_LIMIT;
    const uint32_t need = r->pool_used + (uint32_t)length;
    if (need > r->pool_cap) {
        uint32_t cap = r->pool_cap > 0 ? r->pool_cap : 256;
        while (cap < need)
            cap *= 2;
        char *pool = mem_grow(r->pool, cap);
        if (!pool)
            return PES_ERR_NOMEM;
        r->pool = pool;
        r->pool_cap = cap;
    }
    assert(need <= r->pool_cap);
    if (length > 0)
        memcpy(r->pool + r->pool_used, bytes, length);
    r->pool_used = need;
    return PES_ERR_OK;
}

/* Adds text and its NUL to the pool; *at is its offset. */
static enum pes_err pool_put(struct pes_record *r, const char *text, size_t length, uint32_t *at) {
    const uint32_t before = r->pool_used;
    enum pes_err err = record_pool_add(r, text, length);
    if (!err)
        err = record_pool_add(r, "", 1);
    if (err)
        r->pool_used = before;
    else
        *at = before;
    return err;
}

/* Reserves memory for one more node. */
static enum pes_err reserve_node(struct pes_record *r) {
    if (r->node_count < r->node_cap)
        return PES_ERR_OK;
    if (r->node_cap > INT32_MAX / 2)
        return PES_ERR_LIMIT;
    const int32_t cap = r->node_cap > 0 ? 2 * r->node_cap : 64;
    struct record_node *nodes = mem_grow(r->nodes, (size_t)cap * sizeof *nodes);
    if (!nodes)
        return PES_ERR_NOMEM;
    r->nodes = nodes;
    r->node_cap = cap;
    return PES_ERR_OK;
}

enum pes_err record_put_node(struct pes_record *r, int parent, const char *token, size_t length,
                             struct record_place place, int *out) {
    assert(parent < r->node_count);
    assert((parent < 0) == (r->node_count == 0)); /* only the start has no parent */
    struct record_node node = {.parent = parent, .child = -1, .child_last = -1, .next = -1};
    node.place = place;
    if (parent >= 0) {
        /* The first child continues its parent's line, every other child begins a variation. */
        const struct record_node *above = &r->nodes[parent];
        node.depth = above->depth + (above->child >= 0);
        if (node.depth > PES_RECORD_DEPTH_MAX)
            return PES_ERR_LIMIT;
    }
    enum pes_err err = reserve_node(r);
    if (!err)
        err = pool_put(r, token, length, &node.token);
    if (err)
        return err;
    const int32_t number = r->node_count++;
    r->nodes[number] = node;
    if (parent >= 0) {
        struct record_node *above = &r->nodes[parent];
        if (above->child < 0)
            above->child = number;
        else
            r->nodes[above->child_last].next = number;
        above->child_last = number;
    }
    *out = number;
    return PES_ERR_OK;
}

int pes_record_child(const struct pes_record *r, int node, int i) {
    assert(node >= 0 && node < r->node_count);
    assert(i >= 0);
    int32_t child = r->nodes[node].child;
    while (child >= 0 && i-- > 0)
        child = r->nodes[child].next;
    return child;
}

int pes_record_next(const struct pes_record *r, int node) {
    assert(node >= 0 && node < r->node_count);
    return r->nodes[node].next;
}

const char *pes_record_token(const struct pes_record *r, int node) {
    assert(node >= 0 && node < r->node_count);
    return r->pool + r->nodes[node].token;
}

const char *pes_record_comment(const struct pes_record *r, int node) {
    assert(node >= 0 && node < r->node_count);
    const uint32_t at = r->nodes[node].comment;
    return at > 0 ? r->pool + at : NULL;
}

enum pes_err pes_record_add(struct pes_record *r, int node, const char *token, const char *comment,
                            int *out) {
    assert(node >= 0 && node < r->node_count);
    if (!is_token(token))
        return PES_ERR_SYNTAX;
    if (comment && !utf8_valid(comment, strlen(comment)))
        return PES_ERR_SYNTAX;
    const uint32_t before = r->pool_used; /* to drop the comment again if the node fails */
    uint32_t at = 0;
    enum pes_err err = PES_ERR_OK;
    if (comment)
        err = pool_put(r, comment, strlen(comment), &at);
    if (!err)
        err = record_put_node(r, node, token, strlen(token), (struct record_place){0}, out);
    if (err)
        r->pool_used = before;
    else
        r->nodes[*out].comment = at;
    return err;
}

enum pes_err pes_record_set_comment(struct pes_record *r, int node, const char *comment) {
    assert(node >= 0 && node < r->node_count);
    uint32_t at = 0;
    if (comment && !utf8_valid(comment, strlen(comment)))
        return PES_ERR_SYNTAX;
    const enum pes_err err = comment ? pool_put(r, comment, strlen(comment), &at) : PES_ERR_OK;
    if (!err)
        r->nodes[node].comment = at;
    return err;
}

/* Files. ------------------------------------------------------------------------------------ */

enum pes_err pes_record_read(const char *path, struct pes_record **out, struct pes_note *note) {
    struct str text;
    str_init(&text);
    enum pes_err err = file_read(path, PES_RECORD_BYTES_MAX, &text, note);
    if (!err)
        err = pes_record_parse(text.text, text.length, out, note);
    str_release(&text);
    return err;
}

static enum pes_err str_sink(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

enum pes_err pes_record_write(const struct pes_record *r, const char *path, struct pes_note *note) {
    struct str text;
    str_init(&text);
    enum pes_err err = pes_record_format(r, str_sink, &text);
    if (!err)
        err = file_write(path, text.text, text.length, note);
    str_release(&text);
    return err;
}
