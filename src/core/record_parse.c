/* The parser of records: recursive structure, but no recursion; open variations are a stack of at
 * most PES_RECORD_DEPTH_MAX lines. docs/formats/record.md has the grammar. */
#include "core/mem.h"
#include "core/record_int.h"
#include "core/records.h"
#include "core/str.h"
#include "core/text.h"

#include <assert.h>

/* A comment in the text. The comments of one node are joined after everything is parsed: joining
 * them one by one would take quadratic time. */
struct chunk {
    int32_t node;
    int32_t next;  /* the node's next one, -1: none */
    uint32_t from; /* offset in the text, after the opening brace */
    uint32_t to;   /* offset of the closing brace */
};

/* A line of moves being parsed: the main line, or a variation. */
struct line {
    int node;                  /* the last move, or the start */
    bool has_moves;            /* at least one move of this line was parsed */
    struct record_place place; /* of its opening bracket */
};

struct parser {
    const char *text;
    size_t length;
    size_t at;
    size_t line_start;
    int32_t line;
    size_t begin; /* where the record begins */
    bool several; /* another record may follow */
    struct pes_record *record;
    struct pes_note *note;
    struct line lines[PES_RECORD_DEPTH_MAX + 1]; /* the stack of open lines; [0] is the main line */
    int depth;                                   /* index of the innermost open line */
    struct chunk *chunks;
    int32_t chunk_count, chunk_cap;
    struct str value; /* of the tag being parsed, without its escapes */
};

static struct record_place place_of(const struct parser *p) {
    return (struct record_place){.line = p->line, .pos = (int32_t)(p->at - p->line_start) + 1};
}

/* Fills in the note with a sentence and a position. */
static enum pes_err fail_at(const struct parser *p, struct record_place place, enum pes_err err,
                            const struct pes_text *why, const struct pes_arg args[]) {
    err = pes_note_say(p->note, err, place.pos, why, args);
    if (p->note)
        p->note->line = place.line;
    return err;
}

static enum pes_err fail(const struct parser *p, const struct pes_text *why,
                         const struct pes_arg args[]) {
    return fail_at(p, place_of(p), PES_ERR_SYNTAX, why, args);
}

/* The next character; NUL at the end of the text, which contains no other NUL. */
static char peek(const struct parser *p) {
    if (p->at == p->length)
        return '\0';
    return p->text[p->at];
}

static void step(struct parser *p) {
    assert(p->at < p->length);
    if (p->text[p->at++] == '\n') {
        p->line++;
        p->line_start = p->at;
    }
}

static void skip_blanks(struct parser *p) {
    while (record_is_blank(peek(p)))
        step(p);
}

static void skip_spaces(struct parser *p) {
    while (peek(p) == ' ' || peek(p) == '\t')
        step(p);
}

static enum pes_err check_size(const struct parser *p, size_t bytes) {
    if (bytes <= PES_RECORD_BYTES_MAX)
        return PES_ERR_OK;
    return pes_note_say(p->note, PES_ERR_LIMIT, 0, TEXT(record_too_large),
                        PES_ARGS(PES_INT(PES_RECORD_BYTES_MAX)));
}

/* Checks that the text is UTF-8 without NUL. */
static enum pes_err check_bytes(struct parser *p) {
    struct parser scan = *p;
    while (scan.at < scan.length) {
        const int bytes = utf8_char(scan.text + scan.at, scan.length - scan.at);
        const unsigned char lead = (unsigned char)scan.text[scan.at];
        if (lead == 0 || (bytes == 1 && lead >= 0x80))
            return fail(&scan, TEXT(record_not_text), PES_NO_ARGS);
        for (int i = 0; i < bytes; i++)
            step(&scan);
    }
    return PES_ERR_OK;
}

/* Tags. ------------------------------------------------------------------------------------- */

/* Parses a value, from after its opening quote to after its closing quote. */
static enum pes_err parse_value(struct parser *p) {
    str_clear(&p->value);
    while (peek(p) != '"') {
        if (peek(p) == '\0' || peek(p) == '\n' || peek(p) == '\r')
            return fail(p, TEXT(record_tag_cut), PES_NO_ARGS);
        if (peek(p) == '\\') {
            step(p);
            if (peek(p) != '"' && peek(p) != '\\')
                return fail(p, TEXT(record_escape), PES_ARGS(PES_STR("\"")));
        }
        str_add_char(&p->value, peek(p));
        step(p);
    }
    step(p);
    return str_err(&p->value);
}

/* Checks the tags whose values the format defines: Format and Result. */
static enum pes_err check_tag(const struct parser *p, const char *key, size_t key_length,
                              struct record_place place) {
    const struct str *value = &p->value;
    char quote[PES_QUOTE_SIZE];
    pes_quote(value->text, value->length, quote);
    if (key_length == 6 && memcmp(key, "Format", 6) == 0 && strcmp(value->text, "1") != 0)
        return fail_at(p, place, PES_ERR_UNFIT, TEXT(record_format), PES_ARGS(PES_STR(quote)));
    if (key_length == 6 && memcmp(key, "Result", 6) == 0 &&
        !record_is_result(value->text, value->length))
        return fail_at(p, place, PES_ERR_SYNTAX, TEXT(record_result), PES_ARGS(PES_STR(quote)));
    return PES_ERR_OK;
}

/* Parses one tag, [Key "value"]. */
static enum pes_err parse_tag(struct parser *p) {
    const struct record_place tag_place = place_of(p);
    step(p);
    skip_spaces(p);
    const char *key = p->text + p->at;
    while (record_is_token_char(peek(p)))
        step(p);
    const size_t key_length = (size_t)(p->text + p->at - key);
    if (!record_is_key(key, key_length))
        return fail_at(p, tag_place, PES_ERR_SYNTAX, TEXT(record_tag), PES_NO_ARGS);
    skip_spaces(p);
    if (peek(p) != '"')
        return fail(p, TEXT(record_tag), PES_NO_ARGS);
    step(p);
    const struct record_place place = place_of(p);
    enum pes_err err = parse_value(p);
    if (err)
        return err;
    skip_spaces(p);
    if (peek(p) != ']')
        return fail(p, TEXT(record_tag), PES_NO_ARGS);
    step(p);
    char name[RECORD_KEY_MAX + 1] = "";
    memcpy(name, key, key_length);
    if (record_find(p->record, name))
        return fail_at(p, tag_place, PES_ERR_SYNTAX, TEXT(record_tag_twice),
                       PES_ARGS(PES_STR(name)));
    err = check_tag(p, key, key_length, place);
    if (err)
        return err;
    err = record_put_tag(p->record, key, key_length, p->value.text, p->value.length, place);
    if (err == PES_ERR_LIMIT)
        return fail_at(p, tag_place, err, TEXT(record_tags_max),
                       PES_ARGS(PES_INT(RECORD_TAGS_MAX)));
    return err;
}

/* Parses all tags; Format is required. */
static enum pes_err parse_tags(struct parser *p) {
    const struct record_place first = place_of(p);
    for (skip_blanks(p); peek(p) == '['; skip_blanks(p)) {
        const enum pes_err err = parse_tag(p);
        if (err)
            return err;
    }
    if (!record_find(p->record, "Format"))
        return fail_at(p, first, PES_ERR_SYNTAX, TEXT(record_no_format), PES_NO_ARGS);
    return PES_ERR_OK;
}

/* Moves. ------------------------------------------------------------------------------------ */

/* Remembers a comment of `node`, text[from..to). */
static enum pes_err add_chunk(struct parser *p, int node, size_t from, size_t to) {
    if (p->chunk_count == p->chunk_cap) {
        const int32_t cap = p->chunk_cap > 0 ? 2 * p->chunk_cap : 64;
        struct chunk *chunks = mem_grow(p->chunks, (size_t)cap * sizeof *chunks);
        if (!chunks)
            return PES_ERR_NOMEM;
        p->chunks = chunks;
        p->chunk_cap = cap;
    }
    p->chunks[p->chunk_count++] =
        (struct chunk){.node = node, .next = -1, .from = (uint32_t)from, .to = (uint32_t)to};
    return PES_ERR_OK;
}

/* Parses a comment, which belongs to the last move of the line or to the start. */
static enum pes_err parse_comment(struct parser *p) {
    const struct record_place place = place_of(p);
    const struct line *line = &p->lines[p->depth];
    if (p->depth > 0 && !line->has_moves)
        return fail(p, TEXT(record_comment_first), PES_NO_ARGS);
    step(p);
    const size_t from = p->at;
    while (peek(p) != '}') {
        if (peek(p) == '\\') {
            step(p);
            if (peek(p) != '}' && peek(p) != '\\' && peek(p) != '\0')
                return fail(p, TEXT(record_escape), PES_ARGS(PES_STR("}")));
        }
        if (peek(p) == '\0')
            return fail_at(p, place, PES_ERR_SYNTAX, TEXT(record_comment_cut), PES_NO_ARGS);
        step(p);
    }
    const size_t to = p->at;
    step(p);
    return add_chunk(p, line->node, from, to);
}

/* A variation begins at the parent of the last move, which it replaces. */
static enum pes_err open_variation(struct parser *p) {
    const struct line *line = &p->lines[p->depth];
    if (!line->has_moves)
        return fail(p, TEXT(record_variation_first), PES_NO_ARGS);
    if (p->depth == PES_RECORD_DEPTH_MAX)
        return fail_at(p, place_of(p), PES_ERR_LIMIT, TEXT(record_depth),
                       PES_ARGS(PES_INT(PES_RECORD_DEPTH_MAX)));
    assert(line->node > 0);
    p->lines[++p->depth] =
        (struct line){.node = p->record->nodes[line->node].parent, .place = place_of(p)};
    step(p);
    return PES_ERR_OK;
}

static enum pes_err close_variation(struct parser *p) {
    if (p->depth == 0)
        return fail(p, TEXT(record_stray), PES_ARGS(PES_STR(")")));
    if (!p->lines[p->depth].has_moves)
        return fail(p, TEXT(record_variation_empty), PES_NO_ARGS);
    p->depth--;
    step(p);
    return PES_ERR_OK;
}

/* Parses the result, which ends the record. */
static enum pes_err parse_result(struct parser *p, const char *word, size_t length,
                                 struct record_place place) {
    char quote[PES_QUOTE_SIZE];
    pes_quote(word, length, quote);
    if (p->depth > 0)
        return fail_at(p, p->lines[p->depth].place, PES_ERR_SYNTAX, TEXT(record_variation_cut),
                       PES_NO_ARGS);
    const char *tag = pes_record_tag(p->record, "Result");
    if (!tag)
        return record_put_tag(p->record, "Result", 6, word, length, place);
    if (strlen(tag) != length || memcmp(tag, word, length) != 0)
        return fail_at(p, place, PES_ERR_SYNTAX, TEXT(record_result_tag),
                       PES_ARGS(PES_STR(quote), PES_STR(tag)));
    return PES_ERR_OK;
}

/* Parses a move, its number, or the result; sets *done if it was the result. */
static enum pes_err parse_word(struct parser *p, bool *done) {
    struct record_place place = place_of(p);
    const char *word = p->text + p->at;
    while (record_is_token_char(peek(p)))
        step(p);
    size_t length = (size_t)(p->text + p->at - word);
    if (record_is_result(word, length)) {
        *done = true;
        return parse_result(p, word, length, place);
    }
    const size_t number = record_number_length(word, length);
    word += number;
    length -= number;
    place.pos += (int32_t)number;
    if (length == 0)
        return PES_ERR_OK;
    char quote[PES_QUOTE_SIZE];
    pes_quote(word, length, quote);
    if (length > PES_RECORD_TOKEN_MAX)
        return fail_at(p, place, PES_ERR_LIMIT, TEXT(record_token_long),
                       PES_ARGS(PES_STR(quote), PES_INT(PES_RECORD_TOKEN_MAX)));
    if (record_is_result(word, length) || record_number_length(word, length) > 0)
        return fail_at(p, place, PES_ERR_SYNTAX, TEXT(record_stray), PES_ARGS(PES_STR(quote)));
    struct line *line = &p->lines[p->depth];
    line->has_moves = true;
    return record_put_node(p->record, line->node, word, length, place, &line->node);
}

static enum pes_err parse_item(struct parser *p, bool *done) {
    const char c = peek(p);
    if (c == '{')
        return parse_comment(p);
    if (c == '(')
        return open_variation(p);
    if (c == ')')
        return close_variation(p);
    if (c == '[')
        return fail(p, TEXT(record_tag_late), PES_NO_ARGS);
    if (record_is_token_char(c))
        return parse_word(p, done);
    char quote[PES_QUOTE_SIZE];
    return fail(p, TEXT(record_stray), PES_ARGS(PES_STR(pes_quote(&c, 1, quote))));
}

/* Parses moves, comments and variations up to the result, after which nothing may follow but the
 * tags of another record, if there may be several. */
static enum pes_err parse_moves(struct parser *p) {
    bool done = false;
    for (skip_blanks(p); !done && p->at < p->length; skip_blanks(p)) {
        const enum pes_err err = parse_item(p, &done);
        if (err)
            return err;
    }
    if (p->at < p->length && !(p->several && peek(p) == '[')) {
        size_t end = p->at;
        while (end < p->length && !record_is_blank(p->text[end]) &&
               end - p->at < PES_RECORD_TOKEN_MAX)
            end++;
        char quote[PES_QUOTE_SIZE];
        pes_quote(p->text + p->at, end - p->at, quote);
        return fail(p, TEXT(record_after_result), PES_ARGS(PES_STR(quote)));
    }
    if (p->depth > 0 && !done)
        return fail_at(p, p->lines[p->depth].place, PES_ERR_SYNTAX, TEXT(record_variation_cut),
                       PES_NO_ARGS);
    return done ? PES_ERR_OK : fail(p, TEXT(record_no_result), PES_NO_ARGS);
}

/* Comments into the pool. ------------------------------------------------------------------- */

/* Appends a comment to the pool, without its escapes. */
static enum pes_err put_chunk(struct parser *p, const struct chunk *chunk) {
    const char *at = p->text + chunk->from;
    const char *end = p->text + chunk->to;
    enum pes_err err = PES_ERR_OK;
    while (at < end && !err) {
        const char *escape = memchr(at, '\\', (size_t)(end - at));
        const char *stop = escape ? escape : end;
        err = record_pool_add(p->record, at, (size_t)(stop - at));
        if (escape && !err) {
            err = record_pool_add(p->record, escape + 1, 1);
            stop = escape + 2;
        }
        at = stop;
    }
    return err;
}

/* Stores the chunks of one node as its comment, joined by blanks. */
static enum pes_err put_comment(struct parser *p, int32_t first) {
    const uint32_t comment = p->record->pool_used;
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = first; i >= 0 && !err; i = p->chunks[i].next) {
        if (i != first)
            err = record_pool_add(p->record, " ", 1);
        if (!err)
            err = put_chunk(p, &p->chunks[i]);
    }
    if (!err)
        err = record_pool_add(p->record, "", 1);
    p->record->nodes[p->chunks[first].node].comment = comment;
    return err;
}

/* Links the chunks of each node into a list, then stores the comments in the order in which they
 * begin. While linking, the node's unused `comment` holds the index of its last chunk + 1. */
static enum pes_err put_comments(struct parser *p) {
    struct record_node *nodes = p->record->nodes;
    for (int32_t i = 0; i < p->chunk_count; i++) {
        struct chunk *chunk = &p->chunks[i];
        uint32_t *last = &nodes[chunk->node].comment;
        if (*last > 0) {
            p->chunks[*last - 1].next = i;
            chunk->node = -1; /* not the first of its node */
        }
        *last = (uint32_t)i + 1;
    }
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < p->chunk_count && !err; i++)
        if (p->chunks[i].node >= 0)
            err = put_comment(p, i);
    return err;
}

/* Begins before the first record. */
static void begin(struct parser *p) {
    p->line = 1;
    p->at = p->line_start = record_mark_length(p->text, p->length);
}

/* Parses the next record. */
static enum pes_err parse_one(struct parser *p, struct pes_record **out) {
    p->begin = p->at;
    p->depth = 0;
    p->lines[0] = (struct line){.node = 0};
    p->chunk_count = 0;
    enum pes_err err = pes_record_new(&p->record);
    if (err)
        return err;
    err = parse_tags(p);
    if (!err)
        err = parse_moves(p);
    if (!err)
        err = check_size(p, p->at - p->begin);
    if (!err)
        err = put_comments(p);
    assert(err || p->depth == 0); /* all variations are closed */
    if (err)
        pes_record_free(p->record);
    else
        *out = p->record;
    return err;
}

static void end(struct parser *p) {
    str_release(&p->value);
    mem_free(p->chunks);
}

enum pes_err pes_record_parse(const char *text, size_t length, struct pes_record **out,
                              struct pes_note *note) {
    struct parser p = {.text = text, .length = length, .note = note};
    str_init(&p.value);
    begin(&p);
    enum pes_err err = check_size(&p, length);
    if (!err)
        err = check_bytes(&p);
    if (!err)
        err = parse_one(&p, out);
    end(&p);
    return err;
}

enum pes_err records_each(const char *text, size_t length,
                          enum pes_err (*visit)(void *to, struct pes_record *r), void *to,
                          struct pes_note *note) {
    struct parser p = {.text = text, .length = length, .several = true, .note = note};
    assert(length <= RECORDS_BYTES_MAX);
    str_init(&p.value);
    begin(&p);
    enum pes_err err = check_bytes(&p);
    do {
        struct pes_record *r = NULL;
        if (!err)
            err = parse_one(&p, &r);
        if (!err)
            err = visit(to, r);
    } while (!err && p.at < p.length);
    end(&p);
    return err;
}
