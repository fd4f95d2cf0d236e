/* Questions about positions: what they answer is what a history says, for every game; a tree read
 * from a record and written again is that record; and what is wrong is said with its place. */
#include "core/history.h"
#include "pessoi/kit.h"
#include "pessoi/record.h"
#include "pessoi/rng.h"
#include "rooms/study_testing.h"

#include <stdio.h>
#include <stdlib.h>

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    if (text == NULL)
        fail_msg("no text '%s'", key);
    return text;
}

/* Appends the tokens of a list of moves, with blanks between them. */
static void add_moves(struct str *out, const json_t *moves) {
    assert_true(json_is_array(moves));
    for (size_t i = 0; i < json_array_size(moves); i++)
        str_addf(out, "%s%s", out->length > 0 ? " " : "",
                 json_string_value(json_array_get(moves, i)));
}

/* Positions ----------------------------------------------------------------------------------- */

/* The same question gets the same answer; an independent history says the same position. */
static void check_line(const struct pes_kit *kit, const char *moves, const json_t *position) {
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    char text[PES_STATE_TEXT_MAX];
    int made;
    assert_int_equal(pes_game_open(kit, "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, moves, &made, NULL), PES_ERR_OK);
    pes_history_format(h, text);
    assert_string_equal(text_of(position, "text"), text);
    assert_int_equal(json_integer_value(json_object_get(position, "ply")), pes_history_plies(h));
    if (pes_history_end(h) == PES_END_NONE) {
        pes_move list[PES_MOVES_MAX];
        assert_int_equal(json_array_size(json_object_get(position, "legal")),
                         pes_moves(g, pes_history_state(h), list));
    }
    pes_history_free(h);
    pes_game_close(g);
}

/* The nodes of a line, one after the other, are the line. */
static void check_nodes(const json_t *answer, const char *moves) {
    const json_t *nodes = json_object_get(answer, "nodes");
    struct str joined;
    str_init(&joined);
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        add_moves(&joined, json_object_get(node, "moves"));
        assert_int_equal(json_object_get(node, "player") != NULL, i > 0);
        assert_int_equal(json_object_get(node, "said") != NULL, i > 0);
    }
    assert_int_equal(json_array_size(nodes) - 1, json_integer_value(json_object_get(
                                                     json_object_get(answer, "position"), "ply")));
    assert_string_equal(joined.text, moves);
    str_release(&joined);
}

/* Plays a game question by question: each makes one move more. */
static void play_game(const struct pes_kit *kit, struct pes_rng *rng, int plies) {
    struct str moves;
    str_init(&moves);
    json_t *answer = ask("", json_pack("{ss}", "game", kit->rules->name));
    add_moves(&moves, json_object_get(answer, "added"));
    for (int ply = 0; ply < plies; ply++) {
        const json_t *legal = json_object_get(json_object_get(answer, "position"), "legal");
        const size_t count = json_array_size(legal);
        if (count == 0)
            break;
        const size_t index = pes_rng_below(rng, (uint32_t)count);
        const char *move = json_string_value(json_array_get(json_array_get(legal, index), 0));
        json_t *body =
            json_pack("{ss ss ss}", "game", kit->rules->name, "moves", moves.text, "play", move);
        json_t *once = ask("", json_incref(body));
        json_t *twice = ask("", body);
        assert_true(json_equal(once, twice));
        json_decref(twice);
        json_t *tried = ask("", json_pack("{ss ss ss}", "game", kit->rules->name, "moves",
                                          moves.text, "try", move));
        assert_string_equal(text_of(tried, "move"), move);
        assert_string_equal(json_string_value(json_array_get(json_object_get(once, "added"), 0)),
                            move);
        const json_t *steps = json_object_get(tried, "steps");
        assert_true(json_array_size(steps) <= json_array_size(json_object_get(once, "steps")));
        for (size_t i = 0; i < json_array_size(steps); i++)
            assert_true(json_equal(json_array_get(steps, i),
                                   json_array_get(json_object_get(once, "steps"), i)));
        json_decref(tried);
        json_decref(answer);
        answer = once;
        add_moves(&moves, json_object_get(answer, "added"));
        check_line(kit, moves.text, json_object_get(answer, "position"));
    }
    json_decref(answer);
    answer =
        ask("", json_pack("{ss ss sb}", "game", kit->rules->name, "moves", moves.text, "nodes", 1));
    assert_int_equal(json_array_size(json_object_get(answer, "added")), 0);
    assert_string_equal(text_of(answer, "start"), "startpos");
    check_nodes(answer, moves.text);
    check_line(kit, moves.text, json_object_get(answer, "position"));
    json_decref(answer);
    str_release(&moves);
}

static void test_positions(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    for (int i = 0; i < pes_kit_count(); i++)
        if (pes_kit_at(i)->view != NULL)
            play_game(pes_kit_at(i), &rng, 25);
}

/* Other moves are followed by other rolls: the luck is that of the line, not of its length. */
static void test_luck(void **state) {
    (void)state;
    enum { CELLS = 12 };
    int kinds = 0;
    bool seen[32] = {false};
    for (int i = 0; i < CELLS; i++) {
        char move[8];
        snprintf(move, sizeof move, "a%d", i % 10 + 1);
        if (i >= 10)
            snprintf(move, sizeof move, "b%d", i - 9);
        json_t *answer =
            ask("", json_pack("{ss ss ss}", "game", "proximity", "moves", "#4", "play", move));
        const json_t *added = json_object_get(answer, "added");
        assert_int_equal(json_array_size(added), 2);
        const int roll = (int)strtol(json_string_value(json_array_get(added, 1)) + 1, NULL, 10);
        assert_in_range(roll, 1, 20);
        kinds += !seen[roll];
        seen[roll] = true;
        char moves[16];
        snprintf(moves, sizeof moves, "#4 %s", move);
        json_t *rolled = ask("", json_pack("{ss ss}", "game", "proximity", "moves", moves));
        assert_string_equal(json_string_value(json_array_get(json_object_get(rolled, "added"), 0)),
                            json_string_value(json_array_get(added, 1)));
        json_decref(rolled);
        json_decref(answer);
    }
    assert_true(kinds > 3);
}

/* Refusals ------------------------------------------------------------------------------------ */

struct refused {
    const char *path, *body;
    enum request_code code;
    int place, line, column;
};

static const struct refused refusals[] = {
    {"", "{}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"chess\"}", REQUEST_UNKNOWN, -1, 0, 0},
    {"", "{\"game\":7}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"game\":\"boats\"}", REQUEST_SYNTAX, 23, 0, 0},
    {"", "{\"game\":\"gomoku\",\"variant\":\"size=99\"}", REQUEST_RANGE, 5, 0, 0},
    {"", "{\"game\":\"gomoku\",\"position\":\"15/x\"}", REQUEST_SYNTAX, 4, 0, 0},
    {"", "{\"game\":\"gomoku\",\"moves\":\"h8 h8\"}", REQUEST_ILLEGAL, 3, 0, 0},
    {"", "{\"game\":\"gomoku\",\"moves\":[]}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"play\":\"z1\"}", REQUEST_ILLEGAL, 0, 0, 0},
    {"", "{\"game\":\"gomoku\",\"try\":\"\"}", REQUEST_ILLEGAL, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"why\":[]}", REQUEST_RANGE, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"why\":[225]}", REQUEST_RANGE, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"why\":[\"a\"]}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"play\":\"h8\",\"try\":\"h8\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"nodes\":1}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"id\":\"abcdefghij-_XY09\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"id\":\"abcdefghij-_XY0\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"", "{\"id\":\"abcdefghij-_XY09\",\"ply\":-1}", REQUEST_RANGE, -1, 0, 0},
    {"", "{\"id\":\"abcdefghij-_XY09\"}", REQUEST_UNKNOWN, -1, 0, 0},
    {"", "{\"game\":\"gomoku\",\"moves\":\"h8 a1 i8 b1 j8 c1 k8 d1 l8\",\"play\":\"a2\"}",
     REQUEST_OVER, -1, 0, 0},
    {"/read", "{}", REQUEST_SYNTAX, -1, 0, 0},
    {"/read", "{\"text\":\"h8\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"/read", "{\"text\":\"h8\",\"game\":\"go\"}", REQUEST_UNKNOWN, -1, 0, 0},
    {"/read", "{\"text\":\"[Format \\\"1\\\"]\\n*\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"/read", "{\"text\":\"[Format \\\"2\\\"]\\n*\"}", REQUEST_UNFIT, -1, 1, 10},
    {"/read", "{\"text\":\"[Format \\\"1\\\"]\\n[Game \\\"go\\\"]\\n*\"}", REQUEST_UNKNOWN, -1, 0,
     0},
    {"/read",
     "{\"text\":\"[Format \\\"1\\\"]\\n[Game \\\"gomoku\\\"]\\n[Variant \\\"size=9,size=9\\\"]"
     "\\n*\"}",
     REQUEST_SYNTAX, -1, 3, 18},
    {"/read", "{\"text\":\"1. h8 {\xce\xb1\xce\xb2} h8\",\"game\":\"gomoku\"}", REQUEST_ILLEGAL, -1,
     1, 12},
    {"/read", "{\"text\":\"h8\\n (i9\",\"game\":\"gomoku\"}", REQUEST_SYNTAX, -1, 2, 2},
    {"/read", "{\"text\":\"h8 i9\\n(i8 h8) j9\",\"game\":\"gomoku\"}", REQUEST_ILLEGAL, -1, 2, 5},
    {"/read", "{\"text\":\"\\n  4432132344 0 19 r -\",\"game\":\"boats\"}", REQUEST_RANGE, -1, 2,
     16},
    {"/write", "{\"game\":\"gomoku\"}", REQUEST_SYNTAX, -1, 0, 0},
    {"/write", "{\"game\":\"gomoku\",\"nodes\":[]}", REQUEST_SYNTAX, -1, 0, 0},
    {"/write", "{\"game\":\"gomoku\",\"nodes\":[7]}", REQUEST_SYNTAX, -1, 0, 0},
    {"/write", "{\"game\":\"gomoku\",\"nodes\":[{\"parent\":0,\"moves\":[]}]}", REQUEST_SYNTAX, -1,
     0, 0},
    {"/write", "{\"game\":\"gomoku\",\"nodes\":[{\"parent\":-1,\"moves\":[\"h8 i9\"]}]}",
     REQUEST_SYNTAX, -1, 0, 0},
    {"/write", "{\"game\":\"gomoku\",\"nodes\":[{\"parent\":-1,\"moves\":[7]}]}", REQUEST_SYNTAX,
     -1, 0, 0},
    {"/write",
     "{\"game\":\"gomoku\",\"nodes\":[{\"parent\":-1,\"moves\":[]},{\"parent\":0,\"moves\":"
     "[]}]}",
     REQUEST_SYNTAX, -1, 0, 0},
    {"/write",
     "{\"game\":\"gomoku\",\"nodes\":[{\"parent\":-1,\"moves\":[]},{\"parent\":0,\"moves\":"
     "[\"h8\"]},{\"parent\":1,\"moves\":[\"h8\"]}]}",
     REQUEST_ILLEGAL, -1, 0, 0},
    {"/write",
     "{\"game\":\"gomoku\",\"tags\":{\"Res ult\":\"1\"},\"nodes\":[{\"parent\":-1,\"moves\":[]"
     "}]}",
     REQUEST_SYNTAX, -1, 0, 0},
    {"/write",
     "{\"game\":\"gomoku\",\"tags\":{\"First\":7},\"nodes\":[{\"parent\":-1,\"moves\":[]}]}",
     REQUEST_SYNTAX, -1, 0, 0},
    {"/write", "{\"id\":\"abcdefghij-_XY09\",\"nodes\":[]}", REQUEST_SYNTAX, -1, 0, 0},
};

static void test_refusals(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refused *c = &refusals[i];
        struct refusal why;
        if (ask_text(c->path, c->body, strlen(c->body), &why) != NULL)
            fail_msg("accepted: %s", c->body);
        if (why.code != c->code || why.line != c->line || why.column != c->column ||
            (c->line == 0 && c->place >= 0 && why.place != c->place))
            fail_msg("%s: %s at %d, line %d, column %d: %s", c->body, request_code_word(why.code),
                     why.place, why.line, why.column, why.why[PES_LANG_EN]);
    }
    assert_null(study_find("/"));
    assert_null(study_find("/no"));
}

/* A line may be long, but not endless; a body may be large, but not larger. */
static void test_bounds(void **state) {
    (void)state;
    struct refusal why;
    struct str body;
    str_init(&body);
    str_add(&body,
            "{\"game\":\"boats\",\"variant\":\"start=s2,plies=0\",\"nodes\":true,\"moves\":\"");
    for (int i = 0; i < LINE_PLIES_MAX / 4; i++)
        str_add(&body, "R L L R ");
    const size_t length = body.length;
    str_add(&body, "\"}");
    json_t *answer = ask_text("", body.text, body.length, &why);
    if (answer == NULL)
        fail_msg("%s", why.why[PES_LANG_EN]);
    assert_int_equal(
        json_integer_value(json_object_get(json_object_get(answer, "position"), "ply")),
        LINE_PLIES_MAX);
    /* So long a line has no sentences. */
    const json_t *nodes = json_object_get(answer, "nodes");
    assert_int_equal(json_array_size(nodes), LINE_PLIES_MAX + 1);
    const json_t *last = json_array_get(nodes, LINE_PLIES_MAX);
    assert_string_equal(json_string_value(json_array_get(json_object_get(last, "moves"), 0)), "R");
    assert_int_equal(json_integer_value(json_object_get(last, "player")), 1);
    assert_null(json_object_get(last, "said"));
    json_decref(answer);
    body.length = length;
    str_add(&body, "R\"}");
    assert_null(ask_text("", body.text, body.length, &why));
    assert_int_equal(why.code, REQUEST_RANGE);
    body.length = length;
    str_add(&body, "\",\"play\":\"R\"}");
    assert_null(ask_text("", body.text, body.length, &why));
    assert_int_equal(why.code, REQUEST_OVER); /* the position has come often */
    while (body.length <= REQUEST_BYTES_MAX)
        str_add_char(&body, ' ');
    assert_null(ask_text("", body.text, body.length, &why));
    assert_int_equal(why.code, REQUEST_LARGE);
    while (body.length <= STUDY_BYTES_MAX)
        str_add_char(&body, ' ');
    assert_null(ask_text("/read", body.text, body.length - 1, &why));
    assert_int_equal(why.code, REQUEST_SYNTAX);
    assert_null(ask_text("/read", body.text, body.length, &why));
    assert_int_equal(why.code, REQUEST_LARGE);
    str_release(&body);
}

/* A tree with one node more than allowed is refused before it is played. */
static void test_large_tree(void **state) {
    (void)state;
    struct refusal why;
    struct str body;
    for (int more = 0; more < 2; more++) {
        str_init(&body);
        str_add(&body, "{\"game\":\"boats\",\"variant\":\"start=s2\",\"text\":\"R ");
        for (int i = 1; i < STUDY_NODES_MAX + more; i++)
            str_add(&body, "(R)");
        str_add(&body, "\"}");
        json_t *answer = ask_text("/read", body.text, body.length, &why);
        if (more == 0 && answer == NULL)
            fail_msg("%s", why.why[PES_LANG_EN]);
        assert_int_equal(answer != NULL, more == 0);
        assert_true(more == 0 || why.code == REQUEST_RANGE);
        json_decref(answer);
        str_release(&body);
    }
}

/* Trees --------------------------------------------------------------------------------------- */

struct growing {
    struct pes_record *record;
    struct pes_history *history;
    struct pes_rng rng;
    int left; /* nodes */
};

/* Has the node of the record a child with this token? */
static bool has_child(const struct pes_record *r, int node, const char *token) {
    for (int child = pes_record_child(r, node, 0); child >= 0; child = pes_record_next(r, child))
        if (strcmp(pes_record_token(r, child), token) == 0)
            return true;
    return false;
}

/* Adds random moves below a node of the record, and now and then a variation: another move, or
 * another roll after a move of a player. */
static void grow(struct growing *t, int node, int depth, int nested) {
    struct pes_history *h = t->history;
    const struct pes_game *g = pes_history_game(h);
    if (depth == 0 || pes_over(g, pes_history_state(h)))
        return;
    const bool chance = pes_turn(g, pes_history_state(h)) == PES_CHANCE;
    const bool branches = nested < 4 && pes_history_plies(h) > 0 && pes_rng_below(&t->rng, 6) == 0;
    for (int i = 0; i < (branches ? 3 : 1) && t->left > 0; i++) {
        char text[PES_MOVE_TEXT_MAX];
        int added = -1;
        const pes_move m = pes_draw(g, pes_history_state(h), &t->rng);
        g->rules->move_format(g, pes_history_state(h), m, text);
        if (has_child(t->record, node, text))
            continue;
        const bool said = !chance && pes_rng_below(&t->rng, 4) == 0;
        assert_int_equal(pes_record_add(t->record, node, text,
                                        said ? "a {\\} \xce\xb1\n\"b\" eval=0" : NULL, &added),
                         PES_ERR_OK);
        t->left--;
        assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
        grow(t, added, depth - 1, nested + (i > 0));
        pes_history_unmake(h);
    }
}

static enum pes_err add_bytes(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return PES_ERR_OK;
}

/* Nodes of the tree are ends of lines that can be asked about. */
static void check_tree(const json_t *tree, const char *game) {
    const json_t *nodes = json_object_get(tree, "nodes");
    for (size_t i = 0; i < json_array_size(nodes); i += 7) {
        struct str line;
        str_init(&line);
        size_t path[512], length = 0;
        for (json_int_t at = (json_int_t)i; at >= 0 && length < 512;) {
            path[length++] = (size_t)at;
            const json_int_t parent =
                json_integer_value(json_object_get(json_array_get(nodes, (size_t)at), "parent"));
            assert_true(parent < at);
            at = parent;
        }
        int players = 0;
        while (length-- > 0) {
            const json_t *node = json_array_get(nodes, path[length]);
            add_moves(&line, json_object_get(node, "moves"));
            players += json_object_get(node, "player") != NULL;
        }
        json_t *answer = ask("", json_pack("{ss ss ss}", "game", game, "position",
                                           text_of(tree, "start"), "moves", line.text));
        const json_t *position = json_object_get(answer, "position");
        assert_int_equal(json_integer_value(json_object_get(position, "ply")), players);
        json_decref(answer);
        str_release(&line);
    }
}

/* The tree of a text, written again, is the text. */
static json_t *check_round(const char *text) {
    json_t *tree = ask("/read", json_pack("{ss}", "text", text));
    json_t *body = json_deep_copy(tree);
    json_object_set_new(body, "position", json_incref(json_object_get(body, "start")));
    json_t *written = ask("/write", body);
    assert_string_equal(text_of(written, "text"), text);
    json_decref(written);
    return tree;
}

static void check_random_tree(const struct pes_kit *kit, uint64_t seed, int nodes) {
    struct growing t = {.left = nodes};
    struct pes_game *g = NULL;
    struct str text;
    str_init(&text);
    pes_rng_init(&t.rng, seed);
    assert_int_equal(pes_game_open(kit, "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &t.history), PES_ERR_OK);
    if (seed % 2 == 0) { /* from a position that was set up, else from the start before any roll */
        assert_int_equal(pes_history_start_text(t.history, "startpos", &t.rng, NULL), PES_ERR_OK);
        const struct pes_state *first = pes_history_first(t.history);
        struct pes_state_buf copy;
        memcpy(copy.bytes, first, g->state_size);
        pes_history_start(t.history, PES_STATE(copy), 0);
    }
    assert_int_equal(pes_record_of(t.history, &t.record), PES_ERR_OK);
    assert_int_equal(pes_record_set(t.record, "First", "a \"b\" \\ \xce\xb1"), PES_ERR_OK);
    assert_int_equal(pes_record_set(t.record, "Result", "*"), PES_ERR_OK);
    assert_int_equal(pes_record_set(t.record, "Date", "2026-03-25"), PES_ERR_OK);
    assert_int_equal(pes_record_set(t.record, "Mood", ""), PES_ERR_OK);
    if (seed % 3 == 0)
        assert_int_equal(pes_record_set_comment(t.record, 0, "begin"), PES_ERR_OK);
    grow(&t, 0, 400, 0);
    assert_int_equal(pes_record_format(t.record, add_bytes, &text), PES_ERR_OK);
    json_t *tree = check_round(text.text);
    check_tree(tree, kit->rules->name);
    json_decref(tree);
    pes_record_free(t.record);
    pes_history_free(t.history);
    pes_game_close(g);
    str_release(&text);
}

static void test_trees(void **state) {
    (void)state;
    const char *many = getenv("LONG");
    for (int i = 0; i < pes_kit_count(); i++)
        for (uint64_t seed = 0; pes_kit_at(i)->view != NULL && seed < (many != NULL ? 40 : 4);
             seed++)
            check_random_tree(pes_kit_at(i), seed, 300);
}

/* A whole game as the library writes it: outcomes in runs, a result, how it ended. */
static void test_games(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    for (int i = 0; i < pes_kit_count(); i++) {
        struct pes_game *g = NULL;
        struct pes_history *h = NULL;
        struct pes_record *r = NULL;
        struct str text;
        if (pes_kit_at(i)->view == NULL) /* it cannot be shown */
            continue;
        str_init(&text);
        assert_int_equal(pes_game_open(pes_kit_at(i), "", &g, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        while (pes_history_end(h) == PES_END_NONE && pes_history_plies(h) < 300)
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
        assert_int_equal(pes_record_of(h, &r), PES_ERR_OK);
        assert_int_equal(pes_record_format(r, add_bytes, &text), PES_ERR_OK);
        json_decref(check_round(text.text));
        pes_record_free(r);
        pes_history_free(h);
        pes_game_close(g);
        str_release(&text);
    }
}

/* Two rolls after one move are two nodes with that move; written again they share it. */
static void test_rolls(void **state) {
    (void)state;
    static const char text[] = "[Format \"1\"]\n[Game \"proximity\"]\n[Result \"*\"]\n\n"
                               "#4 1. a1 {hi} #7 (#9 {other} 1... b1 #2) 1... c1 (1... d1 #5) "
                               "#3 *\n";
    json_t *tree = check_round(text);
    const json_t *nodes = json_object_get(tree, "nodes");
    static const struct {
        const char *moves, *comment;
        int parent;
    } wanted[] = {{"#4", NULL, -1},   {"a1 #7", "hi", 0},    {"c1 #3", NULL, 1},
                  {"d1 #5", NULL, 1}, {"a1 #9", "other", 0}, {"b1 #2", NULL, 4}};
    assert_int_equal(json_array_size(nodes), 6);
    for (size_t i = 0; i < 6; i++) {
        const json_t *node = json_array_get(nodes, i);
        struct str moves;
        str_init(&moves);
        add_moves(&moves, json_object_get(node, "moves"));
        assert_string_equal(moves.text, wanted[i].moves);
        assert_int_equal(json_integer_value(json_object_get(node, "parent")), wanted[i].parent);
        const char *comment = json_string_value(json_object_get(node, "comment"));
        assert_int_equal(comment != NULL, wanted[i].comment != NULL);
        if (comment != NULL)
            assert_string_equal(comment, wanted[i].comment);
        str_release(&moves);
    }
    json_decref(tree);
}

/* Text without tags is a position or moves; a result that the rules contradict is replaced. */
static void test_pasted(void **state) {
    (void)state;
    json_t *tree = ask("/read", json_pack("{ss ss ss}", "game", "boats", "variant", "rule=ko",
                                          "text", "\n 4432132344 0 11 r -\r\n"));
    assert_string_equal(text_of(tree, "start"), "4432132344 0 11 r -");
    assert_string_equal(text_of(tree, "variant"), "rule=ko");
    assert_int_equal(json_array_size(json_object_get(tree, "nodes")), 1);
    json_decref(tree);
    tree = ask("/read", json_pack("{ss ss}", "game", "gomoku", "text",
                                  "1. h8 a1 2. i8 b1 3. j8 c1 (c2) 4. k8 d1 {?} 5. l8"));
    assert_int_equal(json_array_size(json_object_get(tree, "nodes")), 11);
    json_object_set_new(tree, "tags", json_pack("{ss ss}", "Result", "0-1", "Termination", "time"));
    json_t *written = ask("/write", tree);
    assert_non_null(strstr(text_of(written, "text"), "[Result \"1-0\"]\n[Termination \"rules\"]"));
    json_decref(written);
    tree = ask("/read", json_pack("{ss ss}", "game", "gomoku", "text", "h8 i9 1-0"));
    json_object_set_new(tree, "tags",
                        json_pack("{ss ss}", "Result", "1-0", "Termination", "rules"));
    written = ask("/write", tree);
    assert_non_null(strstr(text_of(written, "text"), "[Result \"*\"]"));
    assert_null(strstr(text_of(written, "text"), "Termination"));
    json_decref(written);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions),  cmocka_unit_test(test_luck),
        cmocka_unit_test(test_refusals),   cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_large_tree), cmocka_unit_test(test_trees),
        cmocka_unit_test(test_games),      cmocka_unit_test(test_rolls),
        cmocka_unit_test(test_pasted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
