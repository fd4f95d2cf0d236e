/* Writes a record in canonical form: the tags in their order, an empty line, the moves wrapped at
 * 80 columns, the result.
 *
 * Move numbers only help the reader: they count players' moves in pairs, whichever player made
 * them, because a record knows no rules. A token that begins with '#' is an outcome and is not
 * counted. */
#include "core/record_int.h"
#include "core/str.h"

#include <assert.h>

enum { COLUMNS = 80 };

/* Writes words separated by blanks or line ends. The last word is buffered in `word`, so that a
 * bracket can still be appended to it. */
struct writer {
    const struct pes_record *record;
    pes_sink *sink;
    void *to;
    struct str word;
    bool glue;   /* append the next word to the buffered one: after "(" */
    bool broken; /* after a comment, a bracket or the start: the next move needs its number */
    int column;  /* width of the line so far */
    enum pes_err err;
};

/* Passes bytes to the sink, until it returns an error. */
static void send(struct writer *w, const char *bytes, size_t length) {
    if (!w->err && length > 0)
        w->err = w->sink(w->to, bytes, length);
}

/* Writes the buffered word, on this line if it fits. Line ends within a comment are kept: its first
 * line must fit, and its last line determines the column. */
static void flush(struct writer *w) {
    const struct str *word = &w->word;
    if (word->length > 0) {
        const size_t first = strcspn(word->text, "\n");
        const int width = utf8_width(word->text, first);
        const bool wrap = w->column > 0 && w->column + 1 + width > COLUMNS;
        const char *last = strrchr(word->text, '\n');
        if (w->column > 0)
            send(w, wrap ? "\n" : " ", 1);
        send(w, word->text, word->length);
        if (last)
            w->column = utf8_width(last + 1, strlen(last + 1));
        else
            w->column = (w->column == 0 || wrap ? 0 : w->column + 1) + width;
    }
    if (!w->err)
        w->err = str_err(word);
    str_clear(&w->word);
}

/* Begins a new word, unless it is glued to the buffered one. */
static void begin_word(struct writer *w) {
    if (!w->glue)
        flush(w);
    w->glue = false;
}

static void put_word(struct writer *w, const char *text) {
    begin_word(w);
    str_add(&w->word, text);
}

/* Text with a backslash before `close` and before every backslash. */
static void add_escaped(struct str *to, const char *text, char close) {
    const char stops[] = {'\\', close, '\0'};
    while (*text) {
        const size_t plain = strcspn(text, stops);
        str_add_bytes(to, text, plain);
        text += plain;
        if (*text) {
            str_add_char(to, '\\');
            str_add_char(to, *text++);
        }
    }
}

static void put_comment(struct writer *w, int node) {
    const char *comment = pes_record_comment(w->record, node);
    if (!comment)
        return;
    begin_word(w);
    str_add_char(&w->word, '{');
    add_escaped(&w->word, comment, '}');
    str_add_char(&w->word, '}');
    w->broken = true;
}

/* Writes a move, its number if it needs one, and its comment. Returns 1 for a player's move, 0 for
 * an outcome. */
static int put_move(struct writer *w, int node, int plies) {
    const char *token = pes_record_token(w->record, node);
    const bool outcome = token[0] == '#';
    if (!outcome && (plies % 2 == 0 || w->broken)) {
        begin_word(w);
        str_addf(&w->word, "%d%s", plies / 2 + 1, plies % 2 == 0 ? "." : "...");
    }
    if (!outcome)
        w->broken = false;
    put_word(w, token);
    put_comment(w, node);
    return outcome ? 0 : 1;
}

/* Writes everything after `node`, which is preceded by `plies` players' moves. The recursion depth
 * is that of the variations, at most PES_RECORD_DEPTH_MAX. */
static void put_line(struct writer *w, int node, int plies) {
    const struct record_node *nodes = w->record->nodes;
    assert(nodes[node].depth <= PES_RECORD_DEPTH_MAX);
    for (int next = nodes[node].child; next >= 0 && !w->err; next = nodes[next].child) {
        const int after = plies + put_move(w, next, plies);
        for (int other = nodes[next].next; other >= 0 && !w->err; other = nodes[other].next) {
            put_word(w, "(");
            w->glue = true;
            w->broken = true;
            put_line(w, other, plies + put_move(w, other, plies));
            str_add_char(&w->word, ')');
            w->broken = true;
        }
        plies = after;
    }
}

static void put_tag(struct writer *w, const char *key, const char *value) {
    str_addf(&w->word, "[%s \"", key);
    add_escaped(&w->word, value, '"');
    str_add(&w->word, "\"]\n");
    flush(w);
    w->column = 0;
}

enum pes_err pes_record_format(const struct pes_record *r, pes_sink *sink, void *to) {
    struct writer w = {.record = r, .sink = sink, .to = to, .broken = true};
    str_init(&w.word);
    const char *result = pes_record_tag(r, "Result");
    /* A record must have Format and Result: write them even if they are not set. */
    if (!pes_record_tag(r, "Format"))
        put_tag(&w, "Format", "1");
    for (int32_t i = 0; i < r->tag_count; i++)
        put_tag(&w, r->tags[i].key, r->tags[i].value);
    if (!result)
        put_tag(&w, "Result", "*");
    send(&w, "\n", 1);
    put_comment(&w, 0);
    put_line(&w, 0, 0);
    put_word(&w, result ? result : "*");
    flush(&w);
    send(&w, "\n", 1);
    str_release(&w.word);
    return w.err;
}
