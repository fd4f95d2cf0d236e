/* Facts that only @Name@ has; tests/conformance checks what all games must do. */
#include "games/games_testing.h"

static struct pes_game *open_ @name @(const char *options) {
    return open_variant(pes_kit_find("@name@"), options);
}

/* Takes the last stone; returns First's payoff. */
static int32_t last_stone(const char *options) {
    struct pes_game *g = open_ @name @(options);
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    read_position(g, "1 b", &s);
    play_moves(g, &s, "1");
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

static void moves_take_stones(void **unused) {
    (void)unused;
    struct pes_game *g = open_ @name @("");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    play_moves(g, &s, "3 1 2");
    assert_position(g, &s, "15 w");
    pes_game_close(g);
}

/* The text, the error, its column (from 1), and a part of the message. */
static void impossible_positions_are_refused(void **unused) {
    (void)unused;
    static const struct bad_text bad[] = {
        {"21 b", PES_ERR_OK, 0, ""},
        {"19 b", PES_ERR_OK, 0, ""},
        {"19 w", PES_ERR_OK, 0, ""},
        {"", PES_ERR_SYNTAX, 1, "the stones"},
        {"21", PES_ERR_SYNTAX, 3, "the player"},
        {"22 b", PES_ERR_SYNTAX, 1, "from 0 to 21"},
        {"021 b", PES_ERR_SYNTAX, 1, "from 0 to 21"},
        {"5 x", PES_ERR_SYNTAX, 3, "neither b nor w"},
        {"5 bw", PES_ERR_SYNTAX, 3, "neither b nor w"},
        {"21 w", PES_ERR_ILLEGAL, 1, "no game could"},
        {"20 b", PES_ERR_ILLEGAL, 1, "no game could"},
    };
    struct pes_game *g = open_ @name @("");
    check_positions(g, bad, sizeof bad / sizeof bad[0]);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_stone_decides),
        cmocka_unit_test(moves_take_stones),
        cmocka_unit_test(impossible_positions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
