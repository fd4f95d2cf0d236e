/* Trees: their values are those of plain minimax, their cuts those of a second alpha-beta, and the
 * numbers that the thesis about Boats prints in its appendices. */
#include "search/tree_testing.h"

#include "dice.h"

#include <stdio.h>

static struct pes_values no_values(void) {
    static const struct pes_option nothing[] = {{.key = NULL}};
    struct pes_values values;
    assert_int_equal(pes_values_parse(nothing, "", &values, NULL), PES_ERR_OK);
    return values;
}

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static void random_position(const struct pes_game *g, struct pes_rng *rng, struct pes_state *s) {
    struct pes_undo_buf undo;
    do {
        pes_start(g, rng, s);
        for (uint32_t left = pes_rng_below(rng, 30); left > 0 && !pes_over(g, s); left--)
            pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
        while (pes_turn(g, s) == PES_CHANCE)
            pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
    } while (pes_over(g, s));
}

/* The tree of a position against pes_minimax_value(): equal bit by bit, and as many nodes. */
static void compare_at(const struct pes_game *g, const struct pes_minimax *how,
                       const struct pes_state *s, int depth) {
    const struct pes_values values = no_values();
    struct pes_minimax_search search = {
        .game = g, .how = how, .rating_values = &values, .depth = depth};
    const struct pes_tree_config config = {.nodes_max = 0};
    struct pes_tree *t = NULL;
    assert_int_equal(pes_tree_new(&search, s, NULL, 0, &config, &t, NULL), PES_ERR_OK);
    pes_move list[PES_MOVES_MAX];
    assert_int_equal(t->nodes[0].count, pes_moves(g, s, list));
    uint64_t nodes = 0;
    for (int32_t i = 0; i < t->nodes[0].count; i++) {
        double value;
        assert_int_equal(pes_minimax_value(&search, s, list[i], &value), PES_ERR_OK);
        assert_int_equal(t->nodes[t->nodes[0].first + i].move, list[i]);
        assert_true(t->nodes[t->nodes[0].first + i].value == value);
        nodes += search.nodes;
    }
    uint64_t made = 0;
    for (int32_t i = 1; i < t->count; i++)
        made += t->nodes[i].outcomes > 0 ? (uint64_t)t->nodes[i].outcomes : 1;
    assert_int_equal(made, nodes);
    assert_int_equal(t->depth, depth);
    assert_int_equal(t->view, how->first_view ? 0 : pes_turn(g, s));
    tree_assert_sound(t);
    tree_assert_path(t);
    tree_assert_cuts(t);
    pes_tree_free(t);
}

static void compare(const struct pes_game *g, const struct pes_minimax *how, int positions,
                    int depth_max) {
    struct pes_rng rng;
    pes_rng_init(&rng, 11);
    for (int i = 0; i < positions; i++) {
        struct pes_state_buf s;
        random_position(g, &rng, PES_STATE(s));
        for (int depth = 1; depth <= depth_max; depth++)
            compare_at(g, how, PES_STATE(s), depth);
    }
}

static void test_lake(void **state) {
    (void)state;
    static const char *const variants[] = {"", "rule=ko", "columns=4,levels=2"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct pes_game *g = open_game(pes_kit_find("boats"), variants[i]);
        compare(g, g->kit->minimax, 12, 3);
        struct pes_minimax mover = *g->kit->minimax; /* the same from the mover's view */
        mover.first_view = false;
        compare(g, &mover, 12, 3);
        pes_game_close(g);
    }
}

/* Chance before every turn, several turns in a row, a rating of moves. */
static void test_toy(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=9,sides=3");
    compare(g, g->kit->minimax, 30, 3);
    struct pes_minimax first = *g->kit->minimax;
    first.first_view = true;
    compare(g, &first, 30, 3);
    pes_game_close(g);
}

static void test_unknown(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=12,sides=4");
    struct pes_rules rules = *g->rules;
    rules.chance_unknown = toy_dice_two;
    struct pes_game unknown = *g;
    unknown.rules = &rules;
    compare(&unknown, g->kit->minimax, 30, 4);
    pes_game_close(g);
}

/* Boats after some moves. -------------------------------------------------------------------- */

struct lake {
    struct pes_game *g;
    struct pes_state_buf s;
    struct pes_values values;
    struct pes_minimax_search search;
};

static void lake_open(struct lake *l, const char *options, const char *moves, int depth) {
    struct pes_undo_buf undo;
    l->g = open_game(pes_kit_find("boats"), options);
    l->g->rules->init(l->g, PES_STATE(l->s));
    while (*moves != '\0') {
        const size_t length = strcspn(moves, " ");
        size_t used;
        pes_move m;
        assert_int_equal(
            l->g->rules->move_parse(l->g, PES_STATE(l->s), moves, length, &used, &m, NULL),
            PES_ERR_OK);
        pes_make(l->g, PES_STATE(l->s), m, undo.bytes);
        moves += length + strspn(moves + length, " ");
    }
    l->values = no_values();
    l->search = (struct pes_minimax_search){
        .game = l->g, .how = l->g->kit->minimax, .rating_values = &l->values, .depth = depth};
}

static enum pes_err lake_tree(struct lake *l, const struct pes_tree_config *config,
                              struct pes_tree **out, struct pes_note *note) {
    *out = NULL;
    return pes_tree_new(&l->search, PES_STATE(l->s), NULL, 0, config, out, note);
}

/* Appendix A: the children of "R L L", of which the first is expanded into 17 leaves. */
static void test_appendix_a(void **state) {
    (void)state;
    /* The first leaf's number is misprinted as 2, Green's move; it is Red who moves. */
    static const struct {
        int32_t number;
        double value;
    } leaves[] = {{1, -3},  {6, -5},  {7, -5},  {8, -5},  {9, -5},  {10, -5},
                  {11, -5}, {14, -5}, {15, -5}, {16, -5}, {17, -5}, {18, -5},
                  {19, -5}, {20, -5}, {21, -5}, {22, -4}, {23, -5}};
    static const char *const starts[] = {"base", "s0", "s1"}; /* 17 legal moves after R */
    for (size_t k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        char options[32];
        snprintf(options, sizeof options, "start=%s,rule=ko", starts[k]);
        struct lake l;
        struct pes_tree *t;
        const struct pes_tree_config config = {.nodes_max = 0};
        lake_open(&l, options, "R", 4);
        assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
        assert_int_equal(t->count, 83133);
        assert_int_equal(t->nodes[0].kind, PES_TREE_MIN);
        assert_int_equal(t->nodes[0].count, 17);
        const struct pes_tree_node *level1 = &t->nodes[t->nodes[0].first];
        assert_int_equal(level1->number, 2); /* Green to the left */
        assert_int_equal(level1->count, 18);
        const struct pes_tree_node *level2 = &t->nodes[level1->first];
        assert_int_equal(level2->number, 0); /* Red to the left */
        const struct pes_tree_node *level3 = &t->nodes[level2->first];
        assert_int_equal(level3->number, 2);
        assert_int_equal(level3->count, 17);
        for (int32_t i = 0; i < 17; i++) {
            assert_int_equal(t->nodes[level3->first + i].number, leaves[i].number);
            assert_true(t->nodes[level3->first + i].value == leaves[i].value);
        }
        /* "Red maximises, so -3 passes to the root of level 3." */
        assert_true(level3->value == -3);
        assert_true(level2->value <= -3);
        pes_tree_free(t);
        pes_game_close(l.g);
    }
}

/* Appendix B: 16 legal moves at the root; at every node only the boats' moves and column 1. */
static void test_appendix_b(void **state) {
    (void)state;
    static const int32_t legal[] = {2, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 19, 20, 21, 22, 23};
    struct lake l;
    struct pes_tree *t;
    lake_open(&l, "start=s2,rule=ko", "R", 1);
    struct pes_tree_config config = {.nodes_max = 0};
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 16);
    for (int i = 0; i < 16; i++)
        assert_int_equal(t->nodes[1 + i].number, legal[i]);
    pes_tree_free(t);
    l.search.depth = 4;
    config.only = "L R +1 -1";
    config.everywhere = true;
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 2);
    for (int32_t i = 1; i < t->count; i++)
        assert_true(t->nodes[i].number <= 4 || t->nodes[i].number == 14);
    tree_assert_sound(t);
    tree_assert_cuts(t);
    pes_tree_free(t);
    pes_game_close(l.g);
}

/* Restrictions. ------------------------------------------------------------------------------ */

static void test_only_root(void **state) {
    (void)state;
    struct lake l;
    struct pes_tree *t, *whole;
    lake_open(&l, "start=s0", "R", 2);
    struct pes_tree_config config = {.nodes_max = 0};
    assert_int_equal(lake_tree(&l, &config, &whole, NULL), PES_ERR_OK);
    config.only = " -3  l ";
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 2);
    assert_string_equal(t->nodes[1].text, "L"); /* in list order */
    assert_string_equal(t->nodes[2].text, "-3");
    assert_int_equal(t->nodes[1].count, 18);
    assert_true(t->nodes[1].value == whole->nodes[1].value);
    pes_tree_free(whole);
    pes_tree_free(t);
    pes_game_close(l.g);
}

static void assert_refused(struct lake *l, struct pes_tree_config config, enum pes_err expected,
                           int32_t pos) {
    struct pes_tree *t;
    struct pes_note note = {0};
    assert_int_equal(lake_tree(l, &config, &t, &note), expected);
    assert_null(t);
    assert_false(pes_note_is_empty(&note));
    assert_int_equal(note.pos, pos);
    assert_int_equal(lake_tree(l, &config, &t, NULL), expected);
}

static void test_only_wrong(void **state) {
    (void)state;
    struct lake l;
    struct pes_tree *t;
    lake_open(&l, "start=s0", "R", 2);
    assert_refused(&l, (struct pes_tree_config){.only = "L R"}, PES_ERR_ILLEGAL, 3);
    assert_refused(&l, (struct pes_tree_config){.only = "  "}, PES_ERR_SYNTAX, 0);
    /* Legal below the root, but nowhere at the root; and legal nowhere. */
    struct pes_tree_config config = {.only = "L R", .everywhere = true};
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 1);
    pes_tree_free(t);
    assert_refused(&l, (struct pes_tree_config){.only = "L +99", .everywhere = true},
                   PES_ERR_ILLEGAL, 3);
    assert_refused(&l, (struct pes_tree_config){.only = "L aaaaaaaaaaaaaaaa", .everywhere = true},
                   PES_ERR_ILLEGAL, 3);
    char many[2 * (PES_TREE_ONLY_MAX + 1) + 1];
    for (size_t i = 0; i < sizeof many - 1; i += 2)
        memcpy(many + i, "L ", 3);
    assert_refused(&l, (struct pes_tree_config){.only = many}, PES_ERR_LIMIT,
                   2 * PES_TREE_ONLY_MAX + 1);
    many[sizeof many - 3] = '\0'; /* one less is accepted, each counted once */
    config = (struct pes_tree_config){.only = many};
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 1);
    pes_tree_free(t);
    pes_game_close(l.g);
}

/* Any text is accepted, and then every root move is in it, or refused with a reason. */
static void test_only_random(void **state) {
    (void)state;
    static const char letters[] = "LRlr+-0123456789  #a\xce\xff\t";
    struct lake l;
    struct pes_rng rng;
    lake_open(&l, "start=s0", "R", 1);
    pes_rng_init(&rng, 5);
    int accepted = 0, refused = 0;
    for (int i = 0; i < 4000; i++) {
        char text[96];
        const uint32_t length = pes_rng_below(&rng, i % 2 == 0 ? 6 : sizeof text);
        for (uint32_t k = 0; k < length; k++)
            text[k] = letters[pes_rng_below(&rng, sizeof letters - 1)];
        text[length] = '\0';
        const struct pes_tree_config config = {.only = text, .everywhere = i % 4 < 2};
        struct pes_tree *t;
        struct pes_note note = {0};
        const enum pes_err err = lake_tree(&l, &config, &t, &note);
        accepted += err == PES_ERR_OK;
        refused += err != PES_ERR_OK;
        assert_true((err == PES_ERR_OK) == pes_note_is_empty(&note));
        assert_true(note.pos >= 0 && note.pos <= (int32_t)length);
        for (int32_t k = 1; err == PES_ERR_OK && k < t->count; k++)
            assert_true(strstr(text, t->nodes[k].text) != NULL || t->nodes[k].text[0] == 'L');
        pes_tree_free(t);
    }
    assert_true(accepted > 20);
    assert_true(refused > 1000);
    pes_game_close(l.g);
}

/* A node where none of the moves is legal keeps all of its moves. */
static void test_only_nowhere_legal(void **state) {
    (void)state;
    struct lake l;
    struct pes_tree *t;
    lake_open(&l, "start=s0,rule=ko", "R", 2);
    const struct pes_tree_config config = {.only = "-3", .everywhere = true};
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 1);
    assert_int_equal(t->nodes[1].count, 1); /* column 3 has water left */
    pes_tree_free(t);
    pes_game_close(l.g);
    lake_open(&l, "start=s0", "R", 3);
    const struct pes_tree_config boats = {.only = "-5", .everywhere = true};
    assert_int_equal(lake_tree(&l, &boats, &t, NULL), PES_ERR_OK);
    assert_int_equal(t->nodes[0].count, 1);
    assert_int_equal(t->nodes[1].count, 17); /* column 5 is empty now: all moves of Red */
    assert_true(tree_backed_up(t, &t->nodes[1]) == t->nodes[1].value);
    pes_tree_free(t);
    pes_game_close(l.g);
}

static void test_limits(void **state) {
    (void)state;
    struct lake l;
    struct pes_tree *t;
    struct pes_note note = {0};
    lake_open(&l, "start=s0,rule=ko", "R", 2);
    struct pes_tree_config config = {.nodes_max = 0};
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    config.nodes_max = t->count;
    pes_tree_free(t);
    assert_int_equal(lake_tree(&l, &config, &t, NULL), PES_ERR_OK);
    pes_tree_free(t);
    config.nodes_max--;
    assert_int_equal(lake_tree(&l, &config, &t, &note), PES_ERR_LIMIT);
    assert_null(t);
    assert_true(pes_note_is_empty(&note));
    atomic_bool stop = true;
    config = (struct pes_tree_config){.stop = &stop};
    assert_int_equal(lake_tree(&l, &config, &t, &note), PES_ERR_STOPPED);
    assert_null(t);
    pes_tree_free(NULL);
    pes_game_close(l.g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lake),       cmocka_unit_test(test_toy),
        cmocka_unit_test(test_unknown),    cmocka_unit_test(test_appendix_a),
        cmocka_unit_test(test_appendix_b), cmocka_unit_test(test_only_root),
        cmocka_unit_test(test_only_wrong), cmocka_unit_test(test_only_nowhere_legal),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_only_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
