/* Moves and positions of Crush as text: what is read, and why the rest is not. */
#include "games/crush/crush_testing.h"

static const char small[] = "columns=6,rows=6,hidden=0";

/* Positions. ---------------------------------------------------------------------------------- */

static void round_trips(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *text;
    } lines[] = {
        {small, "345601/123456/601234/450012/234560/012340 1 0,0 -"},
        {small, "345601/123456/601234/450012/234560/012340 2 299,17 -"},
        {small, "345601/123456/6?1234/456012/234560/012345 2 12,30 -"},
        {small, "....../....../....../....../....../...... 1 0,0 fill"},
        {small, "....../....../....../....../123.../012345 2 5,9 fill"},
        {small, "..3456/..4560/601234/456012/234560/012345 1 5,0 0,5"},
        {small, "..3456/12456?/601234/456012/234560/012345 1 900,0 12,3"},
        {small, "345601/123456/601234/456012/234560/012345 2 300,17 -"},
        {"columns=6,rows=6,hidden=2", "?12222/33333?/345601/123456/601234/450012/234560/012340 1 "
                                      "0,0 -"},
        {"columns=6,rows=6,hidden=0,colours=9",
         "345678/123456/601234/450012/234560/012340 1 0,0 -"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_crush(lines[i].options);
        struct pes_state_buf s;
        read_position(g, lines[i].text, &s);
        assert_position(g, &s, lines[i].text);
        assert_true(g->rules->valid(g, PES_STATE(s)));
        pes_game_close(g);
    }
}

static void phase_may_be_left_out(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush(small);
    struct pes_state_buf s;
    read_position(g, "345601/123456/601234/450012/234560/012340 1 0,0", &s);
    assert_position(g, &s, "345601/123456/601234/450012/234560/012340 1 0,0 -");
    pes_game_close(g);
}

/* Texts that are refused, where, and part of the sentence that says why. */
static const struct {
    const char *text;
    int pos;
    const char *why; /* part of the sentence */
} bad[] = {
    {"", 1, "field 1 (the board)"},
    {"345601/123456/601234/450012/234560/012340", 42, "field 2 (the side)"},
    {"345601/123456/601234/450012/234560/012340 1", 44, "field 3 (the scores)"},
    {"345601/123456/601234/450012/234560/012340 1 0,0 ", 49, "field 4"},
    {"345601/123456/601234/450012/234560/012340 1 0,0 - x", 50, ""},
    {"345601/123456/601234/450012/234560/012347 1 0,0 -", 41,
     "'7' is not a tile; tiles are colours "
     "0..6"},
    {"345601/123456/601234/450012/234560/01234a 1 0,0 -", 41, "'a' is not a tile"},
    {"345601/123456/601234/450012/234560/01234 1 0,0 -", 41, "row 1 has 5 tiles instead of 6"},
    {"345601/1234560/601234/450012/234560/012340 1 0,0 -", 14, "row 5 has more than 6 tiles"},
    {"345601/123456/601234/450012/234560 1 0,0 -", 1, "there are 5 rows instead of 6"},
    {"345601/123456/601234/450012/234560/012340/ 1 0,0 -", 1, "there are 7 rows"},
    {"345601/123456/601234/450012/234560/012340 3 0,0 -", 43, "neither 1 nor 2"},
    {"345601/123456/601234/450012/234560/012340 1 0 -", 45, "two numbers"},
    {"345601/123456/601234/450012/234560/012340 1 00,0 -", 45, "two numbers"},
    {"345601/123456/601234/450012/234560/012340 1 0,1000000000 -", 45, "two numbers"},
    {"345601/123456/601234/450012/234560/012340 1 0,0 full", 49, "none of -, fill"},
    {"345601/123456/601234/450012/234560/012340 1 0,0 0,03", 49, "none of -, fill"},
    /* a run; two of them at the limit; no move; runs being filled */
    {"345601/123456/601234/450012/234560/000345 1 0,0 -", 36,
     "a1 is part of a run of three or "
     "more tiles 0"},
    {"345601/123456/601234/450012/234560/012340 1 300,300 -", 45,
     "only one player can reach "
     "the limit of 300"},
    {"345601/123456/601234/456012/234560/012345 1 0,0 -", 1, "no move is possible"},
    {"....../....../....../....../...../012340 1 0,0 fill", 34, "row 2 has 5"},
    {"....../....../....../....../....../000... 1 0,0 fill", 38, "c1 is part of a run"},
    {"....../....../....../....../1...../01.... 1 0,0 fill", 29, "a2 has a tile, but"},
    {"1...../....../....../....../....../012340 1 0,0 fill", 29, "a tile floats above a2"},
    {"345601/123456/601234/450012/234560/012340 1 0,0 fill", 49, "it must be -"},
    {"34560./123456/601234/450012/234560/012340 1 0,0 -", 6, "f6 has no tile"},
    {"....../....../....../....../....../012... 1 0,300 fill", 45, "was reached before"},
    {"345601/123456/601234/450012/234560/012340 1 9,0 0,3", 49, "it must be -"},
    {"34560./12345./601234/450012/234560/012340 1 9,0 0,2", 49, "so few"},
    {"3456../1234../6012../450012/234560/012340 1 9,0 0,5", 49, "so many tiles"},
    {"34560./12345./601234/450012/234560/012340 1 2,9 0,3", 45, "more points than it has"},
    {"34560./12345./601234/450012/234560/012340 1 8,9 2,3", 45, "more points than it has"},
    {"34560./12345./601234/450012/234560/012340 1 8,300 0,3", 45, "was reached before"},
};

static void assert_refused(const struct pes_game *g, const char *text, int pos, const char *why) {
    struct pes_state_buf s;
    struct pes_note note = {0}, greek = {0};
    int clock;
    if (crush_state_parse(g, text, strlen(text), PES_STATE(s), &clock, &note) == PES_ERR_OK)
        fail_msg("%s is read", text);
    if (note.pos != pos || !strstr(note.why[PES_LANG_EN], why))
        fail_msg("%s: column %d: %s", text, note.pos, note.why[PES_LANG_EN]);
    assert_int_not_equal(crush_state_parse(g, text, strlen(text), PES_STATE(s), &clock, &greek),
                         PES_ERR_OK);
    assert_true(greek.why[PES_LANG_EL][0] != '\0' &&
                strcmp(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]) != 0);
}

static void bad_positions(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush(small);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_refused(g, bad[i].text, bad[i].pos, bad[i].why);
    pes_game_close(g);
    g = open_crush("columns=6,rows=6,hidden=3");
    assert_refused(g, ".34560/.34560/.45601/.23456/.01234/.50012/.34560/012340/234560 1 9,0 1,9",
                   43, "lacks more than its 6 visible tiles");
    pes_game_close(g);
}

/* Moves. -------------------------------------------------------------------------------------- */

static void bad_moves(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        enum pes_err err;
        const char *why;
    } lines[] = {
        {"e2", PES_ERR_SYNTAX,
         "'e2' is not a move; a move is a cell and u, d, l or r, such as c4u"},
        {"e2x", PES_ERR_SYNTAX, "not a move"},
        {"E2d", PES_ERR_SYNTAX, "not a move"},
        {"e02d", PES_ERR_SYNTAX, "not a move"},
        {"e0d", PES_ERR_SYNTAX, "not a move"},
        {"e2dd", PES_ERR_SYNTAX, "not a move"},
        {"e", PES_ERR_SYNTAX, "not a move"},
        {"k3u", PES_ERR_RANGE, "'k3u': k3 is off the board, which goes from a1 to j10"},
        {"a21u", PES_ERR_RANGE, "a21 is off the board"},
        {"a11u", PES_ERR_ILLEGAL, "a11 is a hidden tile; only those from a1 to j10 move"},
        {"a20d", PES_ERR_ILLEGAL, "a20 is a hidden tile"},
        {"a10u", PES_ERR_ILLEGAL, "a11 is a hidden tile"},
        {"a1l", PES_ERR_ILLEGAL, "'a1l' leaves the board, which goes from a1 to j10"},
        {"j1r", PES_ERR_ILLEGAL, "leaves the board"},
        {"c1d", PES_ERR_ILLEGAL, "leaves the board"},
        {"c1r", PES_ERR_ILLEGAL,
         "'c1r' completes no run: on d1 tile F would have 1 in its row and 2 "
         "in its column, and it takes three"},
        {"e1u", PES_ERR_ILLEGAL,
         "'e1u' completes no run: on e2 tile B would have 1 in its row and "
         "2 in its column"},
        {"h1u", PES_ERR_ILLEGAL, "completes no run"},
        {"#3", PES_ERR_ILLEGAL, "'#3': no tile is to come now; First is to move"},
        {"#", PES_ERR_ILLEGAL, "no tile is to come now"},
        {"3", PES_ERR_ILLEGAL, "'3': no tile is to come now; First is to move"},
        {"?", PES_ERR_ILLEGAL, "no tile is to come now"},
    };
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    set_golden(g, &s, 4);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_note note = {0}, greek = {0};
        pes_move m = PES_MOVE_NONE;
        size_t used;
        const size_t length = strlen(lines[i].text);
        const enum pes_err err =
            crush_move_parse(g, PES_STATE(s), lines[i].text, length, &used, &m, &note);
        if (err != lines[i].err || !strstr(note.why[PES_LANG_EN], lines[i].why))
            fail_msg("%s: %s: %s", lines[i].text, pes_err_name(err), note.why[PES_LANG_EN]);
        assert_int_equal(
            crush_move_parse(g, PES_STATE(s), lines[i].text, length, &used, &m, &greek), err);
        assert_true(greek.why[PES_LANG_EL][0] != '\0' &&
                    strcmp(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]) != 0);
    }
    pes_game_close(g);
}

static void assert_outcome(const struct pes_game *g, struct pes_state_buf *s, const char *text,
                           enum pes_err err, const char *why) {
    struct pes_note note = {0};
    pes_move m = PES_MOVE_NONE;
    size_t used = 0;
    const enum pes_err found =
        crush_move_parse(g, PES_STATE(*s), text, strlen(text), &used, &m, &note);
    if (found != err || (err != PES_ERR_OK && !strstr(note.why[PES_LANG_EN], why)))
        fail_msg("%s: %s: %s", text, pes_err_name(found), note.why[PES_LANG_EN]);
}

static void outcomes(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    set_golden(g, &s, 4);
    play_tokens(g, &s, "e2d");
    assert_outcome(g, &s, "#7", PES_ERR_RANGE,
                   "'#7' is not a tile; a new tile is # and a colour 0..6");
    assert_outcome(g, &s, "#9", PES_ERR_RANGE, "not a tile");
    assert_outcome(g, &s, "#", PES_ERR_RANGE, "not a tile");
    assert_outcome(g, &s, "#x", PES_ERR_RANGE, "not a tile");
    assert_outcome(g, &s, "e2d", PES_ERR_ILLEGAL, "first a tile comes to c20");
    assert_outcome(g, &s, "3", PES_ERR_ILLEGAL,
                   "'3' needs a # before it: the first tile after a move, or of a new board");
    assert_outcome(g, &s, "?", PES_ERR_ILLEGAL, "needs a # before it");
    assert_outcome(g, &s, "#3", PES_ERR_OK, "");
    assert_outcome(g, &s, "#?", PES_ERR_OK, "");
    play_tokens(g, &s, "#35?");
    assert_outcome(g, &s, "3", PES_ERR_OK, "");
    assert_outcome(g, &s, "?", PES_ERR_OK, "");
    assert_outcome(g, &s, "8", PES_ERR_RANGE, "not a tile");
    pes_game_close(g);
    g = open_crush(small);
    read_position(g, "....../....../....../....../....../22.... 1 0,0 fill", &s);
    assert_outcome(g, &s, "#2", PES_ERR_ILLEGAL, "'#2': on c1 this colour would make a run");
    assert_outcome(g, &s, "#?", PES_ERR_OK, "");
    /* A new board begins a token: the rest of the previous one is refused. */
    read_position(g, "34560./123456/601234/456012/234560/012345 2 7,8 fill", &s);
    play_tokens(g, &s, "#1");
    assert_outcome(g, &s, "3", PES_ERR_ILLEGAL, "'3' needs a # before it");
    assert_outcome(g, &s, "#3", PES_ERR_OK, "");
    read_position(g, "345601/123456/601234/456012/234560/012345 2 300,17 -", &s);
    assert_outcome(g, &s, "a1u", PES_ERR_ILLEGAL, "the game is over");
    read_position(g, "345601/123456/601234/45?012/234560/012345 2 17,18 -", &s);
    assert_outcome(g, &s, "c3u", PES_ERR_ILLEGAL, "the tile on c3 is unknown");
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),   cmocka_unit_test(phase_may_be_left_out),
        cmocka_unit_test(bad_positions), cmocka_unit_test(bad_moves),
        cmocka_unit_test(outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
