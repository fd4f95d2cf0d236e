/* Text of Boats on the lake: what is written is read back, anything else is refused with a note
 * that names the field and the column. */
#include "games/boats/boats_testing.h"

static void round_trip(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 30);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        struct pes_state_buf s, read;
        struct pes_undo_buf undo;
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 500; ply++) {
            char text[PES_STATE_TEXT_MAX], move[PES_MOVE_TEXT_MAX];
            g->rules->state_format(g, PES_STATE(s), 17, text);
            memset(&read, 0xa5, sizeof read);
            read_position(g, text, &read);
            assert_memory_equal(&s, &read, g->state_size);
            assert_int_equal(pes_hash(g, PES_STATE(s)), pes_hash(g, PES_STATE(read)));
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE) {
                g->rules->init(g, PES_STATE(s));
                continue;
            }
            g->rules->move_format(g, PES_STATE(s), m, move);
            assert_int_equal(read_move(g, PES_STATE(s), move, strlen(move)), m);
            pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        pes_game_close(g);
    }
}

static const struct bad_text bad_positions[] = {
    {"", PES_ERR_SYNTAX, 1, "field 1 (the levels) is missing"},
    {" 4432112344 0 11 r -", PES_ERR_SYNTAX, 1, "field 1 (the levels) is missing"},
    {"4432112344", PES_ERR_SYNTAX, 11, "field 2 (Red's column) is missing"},
    {"4432112344 0 11 r", PES_ERR_SYNTAX, 18, "field 5 (the last move) is missing"},
    {"4432112344 0 11 r ", PES_ERR_SYNTAX, 19, "field 5 (the last move) is missing"},
    {"4432112344  0 11 r -", PES_ERR_SYNTAX, 12, "field 2 (Red's column) is missing"},
    {"4432112344 0 11 r - ", PES_ERR_SYNTAX, 20, "follows the last field"},
    {"4432112344 0 11 r - x", PES_ERR_SYNTAX, 20, "follows the last field"},
    {"443211234 0 11 r -", PES_ERR_SYNTAX, 10, "has 9 digits"},
    {"44321123444 0 11 r -", PES_ERR_SYNTAX, 11, "has 11 digits"},
    {"4432172344 0 11 r -", PES_ERR_RANGE, 6, "'7' is not a level from 0 to 4"},
    {"44321x2344 0 11 r -", PES_ERR_RANGE, 6, "'x' is not a level"},
    {"443\xce\xb8 0 11 r -", PES_ERR_RANGE, 4, "'\xce\xb8' is not a level"},
    {"4432112344 12 11 r -", PES_ERR_RANGE, 12, "field 2 (Red's column): '12'"},
    {"4432112344 00 11 r -", PES_ERR_RANGE, 12, "field 2 (Red's column): '00'"},
    {"4432112344 -1 11 r -", PES_ERR_RANGE, 12, "field 2 (Red's column): '-1'"},
    {"4432112344 0 12 r -", PES_ERR_RANGE, 14, "field 3 (Green's column): '12'"},
    {"4432112344 0 011 r -", PES_ERR_RANGE, 14, "field 3 (Green's column): '011'"},
    {"4432112344 0 4294967307 r -", PES_ERR_RANGE, 14, "field 3 (Green's column)"},
    {"4432112344 0 11 w -", PES_ERR_SYNTAX, 17, "'w' is neither r nor g"},
    {"4432112344 0 11 rg -", PES_ERR_SYNTAX, 17, "'rg' is neither r nor g"},
    {"4432112344 0 11 r x", PES_ERR_SYNTAX, 19, "field 5 (the last move): 'x'"},
    {"4432112344 0 11 r +0", PES_ERR_SYNTAX, 19, "field 5 (the last move): '+0'"},
    {"4432112344 0 11 r +11", PES_ERR_SYNTAX, 19, "field 5 (the last move): '+11'"},
    {"4432112344 0 11 r -05", PES_ERR_SYNTAX, 19, "field 5 (the last move): '-05'"},
    {"4432112344 11 9 r -", PES_ERR_ILLEGAL, 17, "Red has just reached column 11"},
    {"4432112344 3 0 g -", PES_ERR_ILLEGAL, 16, "Green has just reached column 0"},
    {"4432112344 11 0 g -", PES_ERR_ILLEGAL, 17, "Green has just reached column 0"},
    {"4432002344 5 6 r -", PES_ERR_ILLEGAL, 14, "columns 5 and 6 are both empty"},
    {"4432002344 11 6 g -", PES_ERR_ILLEGAL, 1, "the other cannot have sunk"},
    {"4432102344 3 8 r +6", PES_ERR_ILLEGAL, 18, "+6 cannot have left its column"},
    {"4432112344 3 8 r -1", PES_ERR_ILLEGAL, 18, "-1 cannot have left its column"},
    {"4432112344 0 11 r L", PES_ERR_ILLEGAL, 19, "L cannot have brought a boat"},
    {"4432112344 0 11 g R", PES_ERR_ILLEGAL, 19, "R cannot have brought a boat"},
    {"4432112344 7 8 g L", PES_ERR_OK, 0, ""},
    {"4432112344 2 8 g L", PES_ERR_ILLEGAL, 18, "L cannot have brought a boat"},
    {"4432112344 5 8 r +5", PES_ERR_ILLEGAL, 18, "before +5 the game was already over"},
    {"4432112344 11 9 g +5", PES_ERR_ILLEGAL, 19, "before +5 the game was already over"},
    {"4432112344 1 11 g R", PES_ERR_OK, 0, ""},
    {"4432012344 5 5 r -5", PES_ERR_OK, 0, ""},
    {"3341234244 11 9 g -", PES_ERR_OK, 0, ""},
    {"random", PES_ERR_UNFIT, 1, "only with start=random"},
    {"random ", PES_ERR_SYNTAX, 8, "field 2 (Red's column) is missing"},
};

static void positions_refused(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=base");
    check_positions(g, bad_positions, sizeof bad_positions / sizeof bad_positions[0]);
    pes_game_close(g);
    g = open_lake("columns=5,levels=2");
    check_position(g, &(struct bad_text){"22122 7 6 r -", PES_ERR_RANGE, 7, "from 0 to 6"});
    check_position(g, &(struct bad_text){"22322 0 6 r -", PES_ERR_RANGE, 3, "from 0 to 2"});
    check_position(g, &(struct bad_text){"221222 0 6 r -", PES_ERR_SYNTAX, 6, "has 6 digits"});
    check_position(g, &(struct bad_text){"22122 0 6 r +6", PES_ERR_SYNTAX, 13, "+1..+5"});
    pes_game_close(g);
}

/* Everything that is accepted is valid and is written back unchanged. */
static void noise(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("rule=ko");
    struct pes_rng rng;
    pes_rng_init(&rng, 31);
    int accepted = 0;
    for (int i = 0; i < 200000; i++) {
        char text[] = "4432112344 3 8 r +5\0\0";
        static const char alphabet[] = "0123456789 rgLR+-#x\xce";
        for (int k = 1 + (int)pes_rng_below(&rng, 3); k > 0; k--)
            text[pes_rng_below(&rng, 21)] = alphabet[pes_rng_below(&rng, sizeof alphabet - 1)];
        struct pes_state_buf s;
        int clock = -1;
        const size_t length = strlen(text);
        if (g->rules->state_parse(g, text, length, PES_STATE(s), &clock, NULL) != PES_ERR_OK)
            continue;
        assert_true(g->rules->valid(g, PES_STATE(s)));
        assert_position(g, &s, text);
        assert_int_equal(clock, 0);
        accepted++;
    }
    assert_true(accepted > 1000);
    pes_game_close(g);
}

static void check_move(const struct pes_game *g, const char *position, const struct bad_text *bad) {
    struct pes_state_buf s;
    struct pes_note note = {0};
    pes_move m = PES_MOVE_NONE;
    size_t used = 0;
    read_position(g, position, &s);
    const enum pes_err err =
        g->rules->move_parse(g, PES_STATE(s), bad->text, strlen(bad->text), &used, &m, &note);
    if (err != bad->err || note.pos != bad->pos || strstr(note.why[PES_LANG_EN], bad->says) == NULL)
        fail_msg("'%s': error %d at %d: %s", bad->text, err, note.pos, note.why[PES_LANG_EN]);
    struct pes_note greek = {0};
    assert_int_equal(
        g->rules->move_parse(g, PES_STATE(s), bad->text, strlen(bad->text), &used, &m, &greek),
        err);
    assert_string_not_equal(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]);
}

static void moves_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        struct bad_text bad;
    } cases[] = {
        {"startpos", {"L", PES_ERR_ILLEGAL, 1, "Red's boat is at the end of the lake, column 0"}},
        {"4432132344 5 6 r -", {"R", PES_ERR_ILLEGAL, 1, "column 6 is at level 3, above level 1"}},
        {"4432132344 0 11 g +6", {"R", PES_ERR_ILLEGAL, 1, "Green's boat is at the end"}},
        {"startpos", {"+1", PES_ERR_ILLEGAL, 1, "column 1 is already at level 4, the highest"}},
        {"4432022344 0 11 r -", {"-5", PES_ERR_ILLEGAL, 1, "column 5 is already empty"}},
        {"4432132344 0 11 g +6", {"-6", PES_ERR_ILLEGAL, 1, "undo the move just made"}},
        {"3341234244 11 9 g R", {"L", PES_ERR_ILLEGAL, 1, "the game is over"}},
        {"startpos", {"", PES_ERR_SYNTAX, 1, "is not a move"}},
        {"startpos", {"r", PES_ERR_SYNTAX, 1, "'r' is not a move"}},
        {"startpos", {"RL", PES_ERR_SYNTAX, 1, "'RL' is not a move"}},
        {"startpos", {"+", PES_ERR_SYNTAX, 1, "'+' is not a move"}},
        {"startpos", {"+0", PES_ERR_SYNTAX, 1, "+1..+10"}},
        {"startpos", {"+05", PES_ERR_SYNTAX, 1, "'+05' is not a move"}},
        {"startpos", {"-11", PES_ERR_SYNTAX, 1, "'-11' is not a move"}},
        {"startpos", {"-5x", PES_ERR_SYNTAX, 1, "'-5x' is not a move"}},
        {"startpos", {"+4294967301", PES_ERR_SYNTAX, 1, "is not a move"}},
        {"startpos", {"#0", PES_ERR_ILLEGAL, 1, "nothing to roll"}},
    };
    struct pes_game *g = open_lake("start=base,rule=ko");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_move(g, cases[i].position, &cases[i].bad);
    pes_game_close(g);
    g = open_lake("");
    check_move(g, "random", &(struct bad_text){"R", PES_ERR_SYNTAX, 1, "#0, #1, #2 or #3"});
    check_move(g, "random", &(struct bad_text){"#4", PES_ERR_SYNTAX, 1, "'#4' is not an outcome"});
    pes_game_close(g);
}

/* valid() refuses positions that the parser cannot produce. */
static void invalid_bytes(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("");
    struct boats roll_without_base = {.water = 0, .mover = BOATS_ROLL}, s;
    struct pes_state *state = (struct pes_state *)(void *)&s;
    g->rules->init(g, state);
    assert_true(g->rules->valid(g, state));
    const struct boats start = s;
    s = roll_without_base;
    assert_false(g->rules->valid(g, state));
    s = start;
    s.mover = BOATS_RED;
    assert_true(g->rules->valid(g, state));
    s.zero[3] = 1;
    assert_false(g->rules->valid(g, state));
    s.zero[3] = 0;
    s.last = 1;
    assert_false(g->rules->valid(g, state));
    s.last = (uint8_t)boats_raise(11);
    assert_false(g->rules->valid(g, state));
    s.last = 0;
    s.water += (uint64_t)1 << 4;
    assert_false(g->rules->valid(g, state));
    s.water = start.water - 1;
    assert_false(g->rules->valid(g, state));
    s.water = start.water;
    s.boat[BOATS_GREEN] = 12;
    assert_false(g->rules->valid(g, state));
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),    cmocka_unit_test(positions_refused),
        cmocka_unit_test(noise),         cmocka_unit_test(moves_refused),
        cmocka_unit_test(invalid_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
