/* A record becomes a tree: its nodes are the moves of players, each with the outcomes of chance
 * after it. All its moves are played, so that what the browser gets is legal.
 *
 * In a record every outcome is a node of its own, and a variation may begin there: another roll
 * after the same move. In the tree it is a second node with the same move. */
#include "rooms/study.h"

#include "core/history.h"
#include "core/json_write.h"
#include "core/mem.h"
#include "core/record_tour.h"
#include "rooms/moves.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <string.h>

enum { WORD_MAX = 64 };

/* A part of one of the texts of the tree. */
struct piece {
    size_t from, length;
};

struct node {
    int parent;
    pes_player player; /* -1: the start */
    struct piece moves, comment;
};

/* Where a node of the record ends: in a node of the tree, after so many bytes of its moves. */
struct end {
    int node;
    size_t length;
};

struct tree {
    const struct pes_record *record;
    struct node *nodes;
    int count;
    struct end *ends;           /* by node of the record */
    struct str moves, comments; /* pieces with a blank between two of them */
    enum request_code code;     /* why the visit was stopped, if not because of a move */
    struct refusal *why;
};

/* Building ------------------------------------------------------------------------------------ */

static enum pes_err stop(struct tree *t, enum request_code code, const struct pes_text *why,
                         const struct pes_arg args[]) {
    t->code = refuse(t->why, code, why, args);
    return PES_ERR_STOPPED;
}

static enum pes_err new_node(struct tree *t, int parent, pes_player player) {
    if (t->count > STUDY_NODES_MAX)
        return stop(t, REQUEST_RANGE, TEXT(room_tree_large), PES_ARGS(PES_INT(STUDY_NODES_MAX)));
    t->nodes[t->count++] = (struct node){.parent = parent, .player = player};
    return PES_ERR_OK;
}

/* The last bytes of a text, from `before` on, join a piece of it that is empty or ended there. */
static void extend(struct piece *piece, const struct str *text, size_t before) {
    assert(piece->length == 0 || piece->from + piece->length == before);
    if (piece->length == 0)
        piece->from = before + (before > 0); /* a blank parts it from the piece before */
    piece->length = text->length >= piece->from ? text->length - piece->from : 0;
}

/* Another roll after a move: a node beside the one in which `at`, a node of the record, ends; it
 * begins with the same moves up to there. */
static enum pes_err new_roll(struct tree *t, struct end at) {
    const int parent = t->nodes[at.node].parent;
    const size_t from = t->nodes[at.node].moves.from;
    if (parent < 0)
        return stop(t, REQUEST_UNFIT, TEXT(room_tree_starts), PES_NO_ARGS);
    const enum pes_err err = new_node(t, parent, t->nodes[at.node].player);
    if (err != PES_ERR_OK)
        return err;
    const size_t before = t->moves.length;
    str_add_char(&t->moves, ' ');
    for (size_t i = 0; i < at.length; i++) /* the text may move when it grows */
        str_add_char(&t->moves, t->moves.text[from + i]);
    extend(&t->nodes[t->count - 1].moves, &t->moves, before);
    return PES_ERR_OK;
}

static void add_comment(struct tree *t, const char *comment) {
    const size_t before = t->comments.length;
    if (comment == NULL)
        return;
    if (before > 0)
        str_add_char(&t->comments, ' ');
    str_add(&t->comments, comment);
    extend(&t->nodes[t->count - 1].comment, &t->comments, before);
}

/* A node of the record: its moves from number `from` on have been made. */
static enum pes_err visit(void *to, int node, const struct pes_history *h, int from) {
    struct tree *t = to;
    const int above = record_parent(t->record, node);
    struct end end = above >= 0 ? t->ends[above] : (struct end){0};
    enum pes_err err = above < 0 ? new_node(t, -1, -1) : PES_ERR_OK;
    size_t run = 0;
    struct pes_walk w;
    for (pes_walk_start(&w, h, from); w.at < pes_history_count(h) && !err; pes_walk_next(&w)) {
        const pes_player player = pes_history_player(h, w.at);
        if (player >= 0)
            err = new_node(t, end.node, player);
        else if (w.at == from && pes_record_child(t->record, above, 0) != node)
            err = new_roll(t, end);
        if (err)
            break;
        end.node = t->count - 1;
        const size_t before = t->moves.length;
        moves_add(&t->moves, pes_history_game(h), PES_STATE(w.state), pes_history_move(h, w.at),
                  &run);
        extend(&t->nodes[end.node].moves, &t->moves, before);
    }
    if (err)
        return err;
    t->ends[node] = (struct end){end.node, t->nodes[end.node].moves.length};
    assert(end.node == t->count - 1);
    add_comment(t, pes_record_comment(t->record, node));
    return t->moves.failed || t->comments.failed ? PES_ERR_NOMEM : PES_ERR_OK;
}

/* Writing ------------------------------------------------------------------------------------- */

/* The tags that the other members do not say. */
static void put_tags(const struct pes_record *r, struct str *out) {
    static const char *const said[] = {"Format", "Game", "Variant", "Position"};
    put_open(out, "tags", '{');
    for (int i = 0; i < pes_record_tags(r); i++) {
        const char *key, *value;
        bool is_said = false;
        pes_record_tag_at(r, i, &key, &value);
        for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
            is_said |= strcmp(key, said[k]) == 0;
        if (!is_said)
            put_text(out, key, value);
    }
    put_close(out, '}');
}

static void put_tree_node(const struct tree *t, const struct node *n, struct str *out) {
    put_open(out, NULL, '{');
    put_int(out, "parent", n->parent);
    put_moves(out, "moves", t->moves.text + n->moves.from, n->moves.length);
    if (n->player >= 0)
        put_int(out, "player", n->player);
    if (n->comment.length > 0)
        put_bytes(out, "comment", t->comments.text + n->comment.from, n->comment.length);
    put_close(out, '}');
}

static void put_tree(const struct tree *t, const struct pes_history *h, struct str *out) {
    put_open(out, NULL, '{');
    put_text(out, "game", pes_history_game(h)->rules->name);
    put_text(out, "variant", pes_history_game(h)->variant);
    put_start(out, h);
    put_tags(t->record, out);
    put_open(out, "nodes", '[');
    for (int i = 0; i < t->count; i++)
        put_tree_node(t, &t->nodes[i], out);
    put_close(out, ']');
    put_close(out, '}');
}

/* Reading ------------------------------------------------------------------------------------- */

static enum request_code no_memory(struct refusal *why) {
    return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
}

/* A text that people gave, and how many lines were put before it. */
struct source {
    const char *text;
    int added;
};

/* Where a line of a text begins; its end if it has fewer. */
static const char *text_line(const char *text, int line) {
    for (; line > 1 && text != NULL; line--) {
        const char *end = strchr(text, '\n');
        text = end != NULL ? end + 1 : text + strlen(text);
    }
    return text;
}

/* Refuses with a line and a column of the text, counted in characters. */
static enum request_code refuse_there(struct refusal *why, enum pes_err err,
                                      const struct pes_note *note, const struct source *source) {
    const enum request_code code = refuse_note(why, request_code_of(err), err, note);
    const int line = note->line - source->added;
    why->place = -1;
    if (line <= 0 || note->pos <= 0)
        return code;
    const char *from = text_line(source->text, line);
    why->line = line;
    why->column = utf8_width(from, strnlen(from, (size_t)note->pos - 1)) + 1;
    return code;
}

/* The tree of a record of this game. */
static enum request_code answer_tree(const struct pes_record *r, struct pes_history *h,
                                     const struct source *source, struct str *out,
                                     struct refusal *why) {
    const size_t nodes = (size_t)record_nodes(r);
    struct tree t = {.record = r, .why = why};
    const struct record_tour tour = {.plies_max = LINE_PLIES_MAX, .visit = visit, .to = &t};
    struct pes_note note = {0};
    if (nodes > STUDY_NODES_MAX + 1)
        return refuse(why, REQUEST_RANGE, TEXT(room_tree_large),
                      PES_ARGS(PES_INT(STUDY_NODES_MAX)));
    str_init(&t.moves);
    str_init(&t.comments);
    t.nodes = mem_alloc((STUDY_NODES_MAX + 1) * sizeof *t.nodes);
    t.ends = mem_alloc(nodes * sizeof *t.ends);
    const enum pes_err err =
        t.nodes != NULL && t.ends != NULL ? record_visit(r, h, &tour, &note) : PES_ERR_NOMEM;
    enum request_code code = REQUEST_OK;
    if (err == PES_ERR_STOPPED)
        code = t.code;
    else if (err != PES_ERR_OK)
        code = refuse_there(why, err, &note, source);
    else
        put_tree(&t, h, out);
    str_release(&t.moves);
    str_release(&t.comments);
    mem_free(t.nodes);
    mem_free(t.ends);
    return code;
}

/* The same, and its variant is opened first. */
static enum request_code answer_record(const struct pes_record *r, const struct pes_kit *kit,
                                       const struct source *source, struct str *out,
                                       struct refusal *why) {
    struct pes_game *game = NULL;
    struct pes_history *history = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_record_open(r, kit, &game, &note);
    if (err != PES_ERR_OK)
        return refuse_there(why, err, &note, source);
    enum request_code code = pes_history_new(game, &history) == PES_ERR_OK
                                 ? answer_tree(r, history, source, out, why)
                                 : no_memory(why);
    pes_history_free(history);
    pes_game_close(game);
    return code;
}

static enum request_code read_record(const char *text, struct str *out, struct refusal *why) {
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    const struct source source = {text, 0};
    const enum pes_err err = pes_record_parse(text, strlen(text), &r, &note);
    if (err != PES_ERR_OK)
        return refuse_there(why, err, &note, &source);
    const char *name = pes_record_tag(r, "Game");
    enum request_code code;
    const struct pes_kit *kit;
    if (name == NULL)
        code = refuse(why, REQUEST_SYNTAX, TEXT(room_missing), PES_ARGS(PES_STR("Game")));
    else if ((kit = line_find_kit(name, why)) == NULL)
        code = REQUEST_UNKNOWN;
    else
        code = answer_record(r, kit, &source, out, why);
    pes_record_free(r);
    return code;
}

/* Text without tags --------------------------------------------------------------------------- */

enum { ADDED_LINES = 4 /* what moves_as_record() puts before a text */ };

/* Parses moves as a record of a game. They may lack the result. */
static enum pes_err moves_as_record(const struct pes_game *g, const char *text, const char *result,
                                    struct pes_record **out, struct pes_note *note) {
    struct str whole;
    str_init(&whole);
    str_addf(&whole, "[Format \"1\"]\n[Game \"%s\"]\n[Variant \"%s\"]\n\n%s%s", g->rules->name,
             g->variant, text, result);
    enum pes_err err = str_err(&whole);
    if (err == PES_ERR_OK)
        err = pes_record_parse(whole.text, whole.length, out, note);
    str_release(&whole);
    return err;
}

/* Starts at the position that the text is, with blanks around it. A note has its line and place. */
static enum pes_err start_at(struct pes_history *h, const char *text, struct pes_note *note) {
    static const char blanks[] = " \t\r\n";
    char position[PES_STATE_TEXT_MAX];
    const size_t before = strspn(text, blanks);
    size_t length = strlen(text + before);
    while (length > 0 && strchr(blanks, text[before + length - 1]) != NULL)
        length--;
    if (length >= sizeof position)
        return PES_ERR_SYNTAX;
    memcpy(position, text + before, length);
    position[length] = '\0';
    const enum pes_err err = pes_history_start_text(h, position, NULL, note);
    note->line = 1;
    for (size_t i = 0; i < before; i++)
        note->line += text[i] == '\n';
    note->pos += (int32_t)(before - (size_t)(text_line(text, note->line) - text));
    return err;
}

/* Moves of a game, as in a record but perhaps without the result. */
static enum request_code read_moves(struct pes_history *h, const char *text, struct str *out,
                                    struct refusal *why) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    enum pes_err err = moves_as_record(g, text, "", &r, &note);
    if (err != PES_ERR_OK && err != PES_ERR_NOMEM)
        err = moves_as_record(g, text, "\n*", &r, &note);
    const struct source source = {text, ADDED_LINES};
    if (err != PES_ERR_OK)
        return refuse_there(why, err, &note, &source);
    const enum request_code code = answer_tree(r, h, &source, out, why);
    pes_record_free(r);
    return code;
}

/* A text that has no tags: a position of the game, or moves from its start. If it is neither, the
 * refusal is that of the reading that came further. */
static enum request_code read_plain(struct pes_history *h, const char *text, struct str *out,
                                    struct refusal *why) {
    const struct source source = {text, 0};
    struct pes_note note = {0};
    struct pes_record *r = NULL;
    const enum pes_err err = start_at(h, text, &note);
    if (err == PES_ERR_OK) {
        if (pes_record_of(h, &r) != PES_ERR_OK)
            return no_memory(why);
        const enum request_code code = answer_tree(r, h, &source, out, why);
        pes_record_free(r);
        return code;
    }
    const enum request_code code = read_moves(h, text, out, why);
    const bool is_further =
        note.line > why->line || (note.line == why->line && note.pos > why->column);
    if (code == REQUEST_OK || code == REQUEST_SERVER || why->line == 0 || !is_further)
        return code;
    return refuse_there(why, err, &note, &source);
}

/* A text of a game and a variant that the question names. */
static enum request_code read_of_game(const char *name, const char *variant, const char *text,
                                      struct str *out, struct refusal *why) {
    const struct line_wanted start = {
        .game = name, .variant = variant, .position = "startpos", .moves = "", .ply = -1};
    struct line line;
    enum request_code code = line_open(&start, &line, why);
    if (code != REQUEST_OK)
        return code;
    code = read_plain(line.session.history, text, out, why);
    line_release(&line);
    return code;
}

/* Does it begin as a record does, with a tag? */
static bool has_tags(const char *text) {
    static const char mark[] = "\xef\xbb\xbf";
    if (strncmp(text, mark, strlen(mark)) == 0)
        text += strlen(mark);
    return text[strspn(text, " \t\r\n")] == '[';
}

enum request_code study_read(const struct study_asked *asked, struct str *out) {
    struct document_reader *reader = asked->reader;
    const char *text = document_needs_text(reader, reader->root, "text", STUDY_BYTES_MAX);
    const char *name = document_text(reader, reader->root, "game", WORD_MAX, NULL);
    const char *variant =
        document_text(reader, reader->root, "variant", PES_OPTIONS_TEXT_MAX - 1, "");
    if (reader->code != REQUEST_OK)
        return reader->code;
    if (has_tags(text))
        return read_record(text, out, reader->why);
    if (name == NULL)
        return refuse(reader->why, REQUEST_SYNTAX, TEXT(room_no_record), PES_NO_ARGS);
    return read_of_game(name, variant, text, out, reader->why);
}
