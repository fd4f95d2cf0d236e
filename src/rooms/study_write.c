/* A tree becomes a record. Its nodes are moves of players with the outcomes of chance after them;
 * in the record every outcome is a node of its own, so that two nodes with the same move and other
 * rolls share that move, and the second roll is a variation. */
#include "rooms/study.h"

#include "core/json_write.h"
#include "core/mem.h"
#include "core/record_tour.h"
#include "pessoi/kit.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

/* A tree on its way into a record. */
struct writing {
    struct document_reader *reader;
    struct pes_record *record;
    int *ends;  /* of each node of the tree: the node of the record in which it ends */
    int *lasts; /* of each node of the record: its last child; -1: none */
};

static enum request_code refuse_of(struct writing *w, enum request_code code,
                                   const struct pes_text *why, const struct pes_arg args[]) {
    document_refuse(w->reader, code, why, args);
    return w->reader->code;
}

static enum request_code no_memory(struct writing *w) {
    return refuse_of(w, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

/* Tags ---------------------------------------------------------------------------------------- */

/* All tags but those that other members say. */
static enum request_code add_tags(struct writing *w) {
    json_t *tags = document_member(w->reader, w->reader->root, "tags", JSON_OBJECT);
    const char *key;
    json_t *value;
    json_object_foreach(tags, key, value) {
        char quote[PES_QUOTE_SIZE];
        if (strcmp(key, "Format") == 0 || strcmp(key, "Game") == 0 || strcmp(key, "Variant") == 0 ||
            strcmp(key, "Position") == 0)
            continue;
        const enum pes_err err = json_is_string(value)
                                     ? pes_record_set(w->record, key, json_string_value(value))
                                     : PES_ERR_SYNTAX;
        if (err == PES_ERR_NOMEM)
            return no_memory(w);
        if (err != PES_ERR_OK)
            return refuse_of(w, request_code_of(err), TEXT(room_tag_bad),
                             PES_ARGS(PES_STR(pes_quote(key, strlen(key), quote))));
    }
    return w->reader->code;
}

/* Nodes --------------------------------------------------------------------------------------- */

/* Moves on from *at, a node of the record, by a token: to its last child if that has the token. */
static enum request_code add_token(struct writing *w, int index, const json_t *token, int *at) {
    const char *text = json_string_value(token);
    char quote[PES_QUOTE_SIZE];
    if (text == NULL)
        return refuse_of(w, REQUEST_SYNTAX, TEXT(room_not_text), PES_ARGS(PES_STR("moves")));
    const int last = w->lasts[*at];
    if (last >= 0 && strcmp(pes_record_token(w->record, last), text) == 0) {
        *at = last;
        return REQUEST_OK;
    }
    int added = -1;
    const enum pes_err err = pes_record_add(w->record, *at, text, NULL, &added);
    if (err == PES_ERR_NOMEM)
        return no_memory(w);
    if (err == PES_ERR_LIMIT)
        return refuse_of(w, REQUEST_RANGE, TEXT(room_tree_deep),
                         PES_ARGS(PES_INT(PES_RECORD_DEPTH_MAX)));
    if (err != PES_ERR_OK)
        return refuse_of(w, REQUEST_SYNTAX, TEXT(room_tree_token),
                         PES_ARGS(PES_INT(index), PES_STR(pes_quote(text, strlen(text), quote))));
    w->lasts[*at] = added;
    w->lasts[added] = -1;
    *at = added;
    return REQUEST_OK;
}

/* Adds a comment to a node of the record, after the one it has. */
static enum request_code add_comment(struct writing *w, int at, const char *comment) {
    const char *before = pes_record_comment(w->record, at);
    struct str joined;
    str_init(&joined);
    if (before != NULL)
        str_addf(&joined, "%s ", before);
    str_add(&joined, comment);
    enum pes_err err = str_err(&joined);
    if (err == PES_ERR_OK)
        err = pes_record_set_comment(w->record, at, joined.text);
    str_release(&joined);
    return err == PES_ERR_OK ? REQUEST_OK : no_memory(w);
}

/* The node of the record that a node of the tree begins at; -1: refused. */
static int parent_of(struct writing *w, int index, const json_t *node) {
    const int64_t parent = document_needs_int(w->reader, node, "parent", -1, STUDY_NODES_MAX);
    if (w->reader->code == REQUEST_OK &&
        (index == 0 ? parent != -1 : parent < 0 || parent >= index))
        refuse_of(w, REQUEST_SYNTAX, TEXT(room_tree_parent), PES_ARGS(PES_INT(index)));
    if (w->reader->code != REQUEST_OK)
        return -1;
    return index == 0 ? 0 : w->ends[parent];
}

static enum request_code add_node(struct writing *w, int index, const json_t *node) {
    if (!json_is_object(node))
        return refuse_of(w, REQUEST_SYNTAX, TEXT(room_not_member_object),
                         PES_ARGS(PES_STR("nodes")));
    int at = parent_of(w, index, node);
    const json_t *moves = document_needs(w->reader, node, "moves", JSON_ARRAY);
    const char *comment = document_text(w->reader, node, "comment", STUDY_BYTES_MAX, NULL);
    if (w->reader->code != REQUEST_OK)
        return w->reader->code;
    const size_t count = json_array_size(moves);
    if (index > 0 && count == 0)
        return refuse_of(w, REQUEST_SYNTAX, TEXT(room_tree_moves), PES_ARGS(PES_INT(index)));
    /* A comment stands after the move of a player, or before the first move. If another node has
     * that move already, it stands after the outcomes. */
    int said_at = at;
    for (size_t i = 0; i < count; i++) {
        const int before = record_nodes(w->record);
        const enum request_code code = add_token(w, index, json_array_get(moves, i), &at);
        if (code != REQUEST_OK)
            return code;
        if (i == 0 && index > 0)
            said_at = record_nodes(w->record) > before ? at : -1;
    }
    w->ends[index] = at;
    if (comment == NULL || comment[0] == '\0')
        return REQUEST_OK;
    return add_comment(w, said_at >= 0 ? said_at : at, comment);
}

static size_t count_tokens(const json_t *nodes) {
    size_t count = 0, i;
    const json_t *node;
    json_array_foreach(nodes, i, node) count += json_array_size(json_object_get(node, "moves"));
    return count;
}

static enum request_code add_nodes(struct writing *w) {
    const json_t *nodes = document_needs(w->reader, w->reader->root, "nodes", JSON_ARRAY);
    const size_t count = json_array_size(nodes);
    if (w->reader->code != REQUEST_OK)
        return w->reader->code;
    if (count == 0)
        return refuse_of(w, REQUEST_SYNTAX, TEXT(room_tree_empty), PES_NO_ARGS);
    if (count > STUDY_NODES_MAX + 1)
        return refuse_of(w, REQUEST_RANGE, TEXT(room_tree_large),
                         PES_ARGS(PES_INT(STUDY_NODES_MAX)));
    w->ends = mem_alloc(count * sizeof *w->ends);
    w->lasts = mem_alloc((count_tokens(nodes) + 1) * sizeof *w->lasts);
    if (w->ends == NULL || w->lasts == NULL)
        return no_memory(w);
    w->lasts[0] = -1;
    for (size_t i = 0; i < count && w->reader->code == REQUEST_OK; i++)
        (void)add_node(w, (int)i, json_array_get(nodes, i));
    return w->reader->code;
}

/* The whole record ---------------------------------------------------------------------------- */

/* What the end of the main line says about the result. */
struct ending {
    const struct pes_record *record;
    const char *result; /* by the rules; NULL: it is not over */
};

static enum pes_err visit(void *to, int node, const struct pes_history *h, int from) {
    struct ending *e = to;
    const struct pes_game *g = pes_history_game(h);
    int32_t payoff[PES_PLAYERS_MAX];
    (void)from;
    if (!record_in_main_line(e->record, node) || pes_record_child(e->record, node, 0) >= 0)
        return PES_ERR_OK;
    if (pes_over(g, pes_history_state(h))) {
        pes_payoff(g, pes_history_state(h), payoff);
        e->result = pes_result_of(payoff);
    }
    return PES_ERR_OK;
}

/* The result that follows from the rules replaces another one, which was that of another line; so
 * does "not over" where the rules are said to have decided and have not. */
static enum pes_err set_result(struct pes_record *r, const char *result) {
    const char *said = pes_record_tag(r, "Result"), *how = pes_record_tag(r, "Termination");
    const bool by_rules = how != NULL && strcmp(how, pes_end_word(PES_END_RULES)) == 0;
    if (result == NULL && !by_rules)
        return PES_ERR_OK;
    if (result != NULL && said != NULL && (strcmp(said, "*") == 0 || strcmp(said, result) == 0))
        return PES_ERR_OK;
    enum pes_err err = pes_record_set(r, "Result", result != NULL ? result : "*");
    if (err == PES_ERR_OK)
        err = pes_record_set(r, "Termination", result != NULL ? pes_end_word(PES_END_RULES) : NULL);
    return err;
}

/* Plays all lines of the record and sets its result. */
static enum request_code check(struct writing *w, struct pes_history *h) {
    struct ending ending = {.record = w->record};
    const struct record_tour tour = {.plies_max = LINE_PLIES_MAX, .visit = visit, .to = &ending};
    struct pes_note note = {0};
    enum pes_err err = record_visit(w->record, h, &tour, &note);
    if (err != PES_ERR_OK)
        return refuse_note(w->reader->why, request_code_of(err), err, &note);
    err = set_result(w->record, ending.result);
    return err == PES_ERR_OK ? REQUEST_OK : no_memory(w);
}

static enum pes_err sink(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

static enum request_code put_record(struct writing *w, struct str *out) {
    struct str text;
    str_init(&text);
    const enum pes_err err = pes_record_format(w->record, sink, &text);
    if (err == PES_ERR_OK) {
        put_open(out, NULL, '{');
        put_bytes(out, "text", text.text, text.length);
        put_close(out, '}');
    }
    str_release(&text);
    return err == PES_ERR_OK ? REQUEST_OK : no_memory(w);
}

/* A record that begins where h does. */
static enum request_code write_record(struct writing *w, struct pes_history *h, struct str *out) {
    if (pes_record_of(h, &w->record) != PES_ERR_OK)
        return no_memory(w);
    enum request_code code = add_tags(w);
    if (code == REQUEST_OK)
        code = add_nodes(w);
    if (code == REQUEST_OK)
        code = check(w, h);
    if (code == REQUEST_OK)
        code = put_record(w, out);
    mem_free(w->ends);
    mem_free(w->lasts);
    pes_record_free(w->record);
    return code;
}

enum request_code study_write(const struct study_asked *asked, struct str *out) {
    struct document_reader *reader = asked->reader;
    struct writing w = {.reader = reader};
    struct line_wanted start;
    struct line line;
    line_read(reader, reader->root, &start);
    if (reader->code == REQUEST_OK && start.id != NULL)
        document_refuse(reader, REQUEST_SYNTAX, TEXT(room_missing), PES_ARGS(PES_STR("game")));
    if (reader->code != REQUEST_OK)
        return reader->code;
    start.moves = ""; /* they are in the nodes */
    enum request_code code = line_open(&start, &line, reader->why);
    if (code != REQUEST_OK)
        return code;
    code = write_record(&w, line.session.history, out);
    line_release(&line);
    return code;
}
