#include "core/game.h"

#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct pes_game *open_dice(const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    assert_int_equal(pes_game_open(&toy_dice_kit, options, &g, &note), PES_ERR_OK);
    return g;
}

/* The same game without any hook: what core does by itself must agree with the hooks. */
static void strip(struct pes_rules *rules) {
    *rules = *toy_dice_kit.rules;
    rules->count = NULL;
    rules->random_move = NULL;
    rules->playout = NULL;
    rules->roll = NULL;
    rules->adjudicate = NULL;
}

static void parse(const struct pes_game *g, const char *text, struct pes_state *s) {
    int clock = 0;
    struct pes_note note = {0};
    assert_int_equal(g->rules->state_parse(g, text, strlen(text), s, &clock, &note), PES_ERR_OK);
}

static void opening(void **state) {
    (void)state;
    struct pes_game *g = open_dice(NULL);
    assert_string_equal(g->variant, "");
    assert_ptr_equal(g->kit, &toy_dice_kit);
    pes_game_close(g);
    g = open_dice("sides=3,length=20");
    assert_string_equal(g->variant, "sides=3");
    struct pes_game *other = NULL;
    assert_int_equal(pes_game_reopen(g, "length", "9", &other, NULL), PES_ERR_OK);
    assert_string_equal(other->variant, "length=9,sides=3");
    assert_string_equal(g->variant, "sides=3");
    pes_game_close(other);
    struct pes_note note = {0};
    assert_int_equal(pes_game_reopen(g, "length", "4", &other, &note), PES_ERR_RANGE);
    assert_int_equal(pes_game_reopen(g, "width", "4", &other, &note), PES_ERR_UNKNOWN);
    assert_int_equal(pes_game_open(&toy_dice_kit, "length=41", &other, &note), PES_ERR_RANGE);
    assert_true(!pes_note_is_empty(&note));
    pes_game_close(g);
    pes_game_close(NULL);
}

/* A game that sets an option that was not given, and one that refuses. */
static enum pes_err open_filling(struct pes_game *g, const struct pes_values *values,
                                 struct pes_note *note) {
    if (values->number[1] == 2)
        return PES_ERR_UNFIT;
    const enum pes_err err = pes_values_set(&g->values, "length", "7", note);
    return err ? err : toy_dice_kit.rules->open(g, &g->values, note);
}

static void open_may_set_values(void **state) {
    (void)state;
    struct pes_rules rules = *toy_dice_kit.rules;
    rules.open = open_filling;
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &rules};
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(&kit, "", &g, NULL), PES_ERR_OK);
    assert_string_equal(g->variant, "length=7");
    pes_game_close(g);
    assert_int_equal(pes_game_open(&kit, "sides=2", &g, NULL), PES_ERR_UNFIT);
}

static void start_rolls_only_what_belongs_to_it(void **state) {
    (void)state;
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    struct pes_game *g = open_dice("");
    pes_start(g, &rng, PES_STATE(s));
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    pes_game_close(g);

    struct pes_rules plain;
    strip(&plain);
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &plain};
    const struct pes_kit *const kits[] = {&toy_dice_kit, &kit};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pes_game_open(kits[i], "start=rolled", &g, NULL), PES_ERR_OK);
        for (int n = 0; n < 100; n++) {
            pes_start(g, &rng, PES_STATE(s));
            assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
        }
        pes_game_close(g);
    }
}

/* Chi-square of counts against weights; `sum` is the weights' total. */
static double chi_square(const int counts[], const uint32_t weights[], int n, int draws,
                         uint32_t sum) {
    double chi = 0;
    for (int i = 0; i < n; i++) {
        const double expected = (double)draws * weights[i] / sum;
        chi += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return chi;
}

static void draws_are_weighted(void **state) {
    (void)state;
    enum { DRAWS = 70000 };
    struct pes_rules plain;
    strip(&plain);
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &plain};
    struct pes_game *g = NULL;
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_rng_init(&rng, 11);
    assert_int_equal(pes_game_open(&kit, "", &g, NULL), PES_ERR_OK);
    g->rules->init(g, PES_STATE(s));
    int faces[6] = {0};
    const uint32_t weights[6] = {2, 1, 1, 1, 1, 1};
    for (int i = 0; i < DRAWS; i++)
        faces[(pes_draw(g, PES_STATE(s), &rng) & 7) - 1]++;
    assert_true(chi_square(faces, weights, 6, DRAWS, 7) < 20.5); /* 5 degrees, p = 0.001 */

    parse(g, "5 5 111111 0 0 25 1 0", PES_STATE(s));
    pes_move list[PES_MOVES_MAX];
    assert_int_equal(pes_moves(g, PES_STATE(s), list), 4);
    int moves[4] = {0};
    for (int i = 0; i < DRAWS; i++) {
        const pes_move m = pes_draw(g, PES_STATE(s), &rng);
        for (int k = 0; k < 4; k++)
            moves[k] += list[k] == m;
    }
    const uint32_t equal[4] = {1, 1, 1, 1};
    assert_int_equal(moves[0] + moves[1] + moves[2] + moves[3], DRAWS);
    assert_true(chi_square(moves, equal, 4, DRAWS, 4) < 16.3); /* 3 degrees, p = 0.001 */

    parse(g, "20 5 111111 0 0 - 2 0", PES_STATE(s));
    assert_int_equal(pes_draw(g, PES_STATE(s), &rng), PES_MOVE_NONE);
    pes_game_close(g);
}

/* Counts with and without the hook, and legality, over random games. */
static void hooks_agree_with_lists(void **state) {
    (void)state;
    struct pes_rules plain;
    strip(&plain);
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &plain};
    struct pes_game *g = open_dice("length=12"), *bare = NULL;
    assert_int_equal(pes_game_open(&kit, "length=12", &bare, NULL), PES_ERR_OK);
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    for (int game = 0; game < 200; game++) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        while (!pes_over(g, PES_STATE(s))) {
            assert_int_equal(pes_count(g, PES_STATE(s)), pes_count(bare, PES_STATE(s)));
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            assert_true(pes_legal(g, PES_STATE(s), m));
            assert_false(pes_legal(g, PES_STATE(s), PES_MOVE_NONE));
            pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        assert_int_equal(pes_count(g, PES_STATE(s)), 0);
    }
    pes_game_close(bare);
    pes_game_close(g);
}

static void over_and_settled(void **state) {
    (void)state;
    struct pes_game *g = open_dice("length=5");
    struct pes_state_buf s;
    int32_t out[2];

    parse(g, "0 0 1 0 0 - 1 0", PES_STATE(s));
    assert_false(pes_over(g, PES_STATE(s))); /* chance has its outcomes */

    parse(g, "5 3 0 0 1 - 2 0", PES_STATE(s));
    assert_true(pes_over(g, PES_STATE(s)));
    pes_settle(g, PES_STATE(s), PES_END_RULES, out);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], -1);

    parse(g, "1 3 0 0 1 66 1 0", PES_STATE(s)); /* stuck: the turn is a player's, but no move */
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    assert_true(pes_over(g, PES_STATE(s)));
    pes_settle(g, PES_STATE(s), PES_END_RULES, out);
    assert_int_equal(out[0], -1);
    pes_settle(g, PES_STATE(s), PES_END_PLIES, out);
    assert_int_equal(out[0], -1);
    pes_settle(g, PES_STATE(s), PES_END_REPETITION, out);
    assert_int_equal(out[0], 0);
    pes_game_close(g);

    struct pes_rules plain;
    strip(&plain);
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &plain};
    assert_int_equal(pes_game_open(&kit, "length=5", &g, NULL), PES_ERR_OK);
    out[0] = out[1] = 9;
    pes_settle(g, PES_STATE(s), PES_END_PLIES, out); /* no adjudicate(): a draw */
    assert_int_equal(out[0], 0);
    assert_int_equal(out[1], 0);
    pes_game_close(g);
}

static int swapped(const struct pes_game *g, const struct pes_state *s, pes_player player) {
    (void)g, (void)s;
    return 1 - player;
}

static void names(void **state) {
    (void)state;
    struct pes_game *g = open_dice("");
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    assert_string_equal(pes_player_name(g, PES_STATE(s), 0)->id, "one");
    assert_string_equal(pes_player_name(g, PES_STATE(s), 1)->id, "two");
    pes_game_close(g);
    struct pes_rules rules = *toy_dice_kit.rules;
    rules.name_of = swapped;
    const struct pes_kit kit = {.abi = PES_ABI, .rules = &rules};
    assert_int_equal(pes_game_open(&kit, "", &g, NULL), PES_ERR_OK);
    assert_string_equal(pes_player_name(g, PES_STATE(s), 0)->id, "two");
    pes_game_close(g);
}

/* What goes on a line after a token of `run` bytes. */
static void assert_text(const char *position, pes_move m, size_t run, const char *more,
                        bool joins) {
    struct pes_game *g = open_dice("");
    struct pes_state_buf s;
    char text[PES_MOVE_TEXT_MAX];
    parse(g, position, PES_STATE(s));
    const char *found = game_move_text(g, PES_STATE(s), m, run, text);
    assert_string_equal(found, more);
    assert_int_equal(found != text, joins);
    pes_game_close(g);
}

static void lines_of_moves(void **state) {
    (void)state;
    /* The second number of a throw goes on with the first, unless the token gets too long. */
    assert_text("0 0 111111 0 0 3 1 0", 16 + 5, 2, "5", true);
    assert_text("0 0 111111 0 0 3 1 0", 16 + 5, GAME_RUN_MAX - 1, "5", true);
    assert_text("0 0 111111 0 0 3 1 0", 16 + 5, GAME_RUN_MAX, "#5", false);
    assert_text("0 0 111111 0 0 3 1 0", 16 + 5, 0, "#5", false);
    /* A throw never continues a run, and a move begins a new token. */
    assert_text("0 0 111111 0 0 - 1 0", 16 + 5, 3, "#5", false);
    assert_text("0 0 111111 0 0 35 1 0", 5, 3, "+5", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening),
        cmocka_unit_test(open_may_set_values),
        cmocka_unit_test(start_rolls_only_what_belongs_to_it),
        cmocka_unit_test(draws_are_weighted),
        cmocka_unit_test(hooks_agree_with_lists),
        cmocka_unit_test(over_and_settled),
        cmocka_unit_test(names),
        cmocka_unit_test(lines_of_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
