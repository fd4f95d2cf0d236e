/* What is special about @Name@; what every game promises is tested by tests/conformance. */
#include "pessoi/kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A variant that must open. */
static struct pes_game *open_variant(const char *options) {
    struct pes_game *g = NULL;
    struct pes_note note = {.lang = PES_LANG_EN};
    if (pes_game_open(pes_kit_find("@name@"), options, &g, &note) != PES_ERR_OK)
        fail_msg("%s: %s", options, note.why);
    return g;
}

/* A position that must be read. */
static void read_position(const struct pes_game *g, const char *text, struct pes_state_buf *out) {
    struct pes_note note = {.lang = PES_LANG_EN};
    int clock;
    if (g->rules->state_parse(g, text, strlen(text), PES_STATE(*out), &clock, &note) != PES_ERR_OK)
        fail_msg("'%s' is refused: %s", text, note.why);
}

/* A position that must not be, and the words it is refused with. */
static void refuse_position(const struct pes_game *g, const char *text) {
    struct pes_note note = {.lang = PES_LANG_EN};
    struct pes_state_buf s;
    int clock;
    if (g->rules->state_parse(g, text, strlen(text), PES_STATE(s), &clock, &note) == PES_ERR_OK)
        fail_msg("'%s' is read", text);
    assert_string_not_equal(note.why, "");
}

static void a_hand_takes_one_to_three(void **unused) {
    (void)unused;
    struct pes_game *g = open_variant("");
    struct pes_state_buf s;
    pes_move moves[PES_MOVES_MAX];
    g->rules->init(g, PES_STATE(s));
    assert_int_equal(pes_moves(g, PES_STATE(s), moves), 3);
    assert_int_equal(moves[0], 1);
    assert_int_equal(moves[2], 3);
    read_position(g, "2 w", &s);
    assert_int_equal(pes_moves(g, PES_STATE(s), moves), 2);
    pes_game_close(g);
}

/* Takes the last stone and tells what First got. */
static int32_t last_stone(const char *options) {
    struct pes_game *g = open_variant(options);
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    int32_t payoff[PES_PLAYERS_MAX];
    read_position(g, "1 b", &s);
    pes_make(g, PES_STATE(s), 1, undo.bytes);
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], -payoff[1]);
    pes_game_close(g);
    return payoff[0];
}

static void the_last_stone_decides(void **unused) {
    (void)unused;
    assert_int_equal(last_stone(""), 1);
    assert_int_equal(last_stone("last=loses"), -1);
}

static void impossible_positions_are_refused(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"",      "21",    "21 w", "20 b", "22 b",  "021 b",
                                        "21 b ", "21  b", "-1 b", "5 x",  "256 b", "5 bw"};
    struct pes_game *g = open_variant("");
    struct pes_state_buf s;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        refuse_position(g, wrong[i]);
    read_position(g, "21 b", &s);
    read_position(g, "19 b", &s);
    read_position(g, "19 w", &s);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_takes_one_to_three),
        cmocka_unit_test(the_last_stone_decides),
        cmocka_unit_test(impossible_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
