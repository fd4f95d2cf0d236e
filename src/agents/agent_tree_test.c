/* The tree of an agent in every registered game: its values and its choice are the agent's. */
#include "search/tree_testing.h"

#include <stdio.h>

enum { NODES_MAX = 20000, WANTED = 4, TRIES = 60 };

/* A history somewhere in a random game, at most `back` plies before its end if that is > 0; a
 * player is to move. */
static struct pes_history *random_history(const struct pes_game *g, uint64_t seed, int back) {
    struct pes_history *h;
    struct pes_rng rng;
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    int plies = INT32_MAX;
    for (int pass = 0; pass < 2; pass++) {
        pes_rng_init(&rng, seed);
        assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
        int made = 0;
        while (made < plies || pes_turn(g, pes_history_state(h)) == PES_CHANCE) {
            if (pes_over(g, pes_history_state(h)) || made > 400)
                break;
            const bool is_player = pes_turn(g, pes_history_state(h)) >= 0;
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
            made += is_player;
        }
        if (pass == 0) {
            const int from = back > 0 && made > back ? made - back : 0;
            plies = from + (int)pes_rng_below(&rng, (uint32_t)(made - from));
        }
    }
    return h;
}

/* The root's children against values(): all of them, unless the root was restricted. */
static void compare_values(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_tree *t, bool restricted) {
    static struct pes_move_value values[PES_MOVES_MAX];
    const struct pes_tree_node *root = &t->nodes[0];
    int count, child = 0;
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    for (int i = 0; i < count; i++) {
        const struct pes_tree_node *node = &t->nodes[root->first + child];
        if (!values[i].has_value ||
            (restricted && (child == root->count || node->move != values[i].move)))
            continue;
        assert_true(child < root->count);
        assert_int_equal(node->move, values[i].move);
        assert_true(node->value == values[i].value);
        child++;
    }
    assert_int_equal(child, root->count);
}

/* The chosen path against choose(). */
static void compare_choice(struct pes_agent *agent, const struct pes_history *h,
                           const struct pes_tree *t) {
    struct pes_answer answer;
    const struct pes_tree_node *root = &t->nodes[0];
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(root->value == answer.score);
    int32_t at = 0;
    for (int i = 0; i < answer.line_count; i++) {
        int32_t next = t->nodes[at].first;
        while (!t->nodes[next].chosen)
            next++;
        assert_true(next < t->nodes[at].first + t->nodes[at].count);
        assert_int_equal(t->nodes[next].move, answer.line[i]);
        at = next;
    }
}

/* Two moves to which a tree is restricted if the whole one is too large. */
static void two_moves(const struct pes_history *h, char out[2 * PES_MOVE_TEXT_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, pes_history_state(h), list);
    char first[PES_MOVE_TEXT_MAX], last[PES_MOVE_TEXT_MAX];
    g->rules->move_format(g, pes_history_state(h), list[0], first);
    g->rules->move_format(g, pes_history_state(h), list[count - 1], last);
    snprintf(out, (size_t)2 * PES_MOVE_TEXT_MAX, "%s %s", first, last);
}

/* Compares one position; false if even a restricted tree is too large. */
static bool compare(struct pes_agent *agent, const struct pes_history *h) {
    char only[2 * PES_MOVE_TEXT_MAX];
    struct pes_tree_config config = {.nodes_max = NODES_MAX};
    struct pes_tree *t = NULL;
    enum pes_err err = pes_agent_tree(agent, h, &config, &t, NULL);
    if (err == PES_ERR_LIMIT) {
        two_moves(h, only);
        config.only = only;
        err = pes_agent_tree(agent, h, &config, &t, NULL);
    }
    if (err == PES_ERR_LIMIT)
        return false;
    assert_int_equal(err, PES_ERR_OK);
    compare_values(agent, h, t, config.only != NULL);
    if (config.only == NULL)
        compare_choice(agent, h, t);
    tree_assert_sound(t);
    tree_assert_path(t);
    tree_assert_cuts(t);
    pes_tree_free(t);
    return true;
}

/* Compares WANTED positions of one game at one depth. Deep trees of games with chance are small
 * enough only near the end. */
static void compare_game(const struct pes_game *g, const char *text, int depth) {
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    int compared = 0;
    for (uint64_t seed = 1; compared < WANTED && seed <= TRIES; seed++) {
        struct pes_history *h = random_history(g, seed, depth < 3 ? 0 : 4);
        if (!pes_over(g, pes_history_state(h)))
            compared += compare(agent, h);
        pes_history_free(h);
    }
    if (compared < WANTED)
        fail_msg("%s, depth %d: only %d positions", g->rules->name, depth, compared);
    pes_agent_free(agent);
}

static void test_games(void **state) {
    (void)state;
    int games = 0;
    for (int i = 0; i < pes_kit_count(); i++) {
        struct pes_game *g;
        if (pes_kit_at(i)->minimax == NULL)
            continue;
        games++;
        /* The values of all moves at depth 3 take too long on a large board. */
        const bool is_large = strcmp(pes_kit_at(i)->rules->name, "gomoku") == 0;
        assert_int_equal(pes_game_open(pes_kit_at(i), is_large ? "size=6" : "", &g, NULL),
                         PES_ERR_OK);
        for (int depth = 1; depth <= 3; depth++) {
            char text[32];
            snprintf(text, sizeof text, "minimax:depth=%d", depth);
            compare_game(g, text, depth);
        }
        pes_game_close(g);
    }
    assert_true(games > 0);
}

/* Searching in another variant than the game's: its root moves are those of both. */
static void test_models(void **state) {
    (void)state;
    static const char *const variants[] = {"start=s0", "start=s0,rule=ko"};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct pes_game *g;
        assert_int_equal(pes_game_open(pes_kit_find("boats"), variants[i], &g, NULL), PES_ERR_OK);
        compare_game(g, "minimax:depth=2,model=ko", 2);
        compare_game(g, "minimax:depth=2,model=free", 2);
        pes_game_close(g);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const struct {
        const char *agent, *moves;
        bool says_why;
    } cases[] = {
        {"random", "", true},
        {"crazy", "", true},
        {"alphabeta:depth=2", "", true},
        {"minimax:depth=2,nodes=100", "", true},
        {"minimax:movetime=10", "", true},
        {"minimax:depth=1", "R -1 +1 L R L R L R -4 R -5", false}, /* the game is over */
    };
    struct pes_game *g;
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "start=s0", &g, NULL), PES_ERR_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_agent *agent;
        struct pes_history *h;
        struct pes_rng rng;
        struct pes_note note = {0};
        struct pes_tree *t = NULL;
        const struct pes_tree_config config = {.nodes_max = 0};
        int made;
        pes_rng_init(&rng, 1);
        assert_int_equal(pes_agent_new(g, cases[i].agent, &agent, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_make_text(h, cases[i].moves, &made, NULL), PES_ERR_OK);
        assert_int_equal(pes_agent_tree(agent, h, &config, &t, &note), PES_ERR_UNFIT);
        assert_null(t);
        assert_true(pes_note_is_empty(&note) == !cases[i].says_why);
        pes_history_free(h);
        pes_agent_free(agent);
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
