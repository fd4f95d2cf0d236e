/* Text of Abalone: what is written is read back, both notations of moves are understood, and
 * anything else is refused with a note that says why. */
#include "games/abalone/abalone_testing.h"

static void check_round_trip(const struct pes_game *g, struct pes_state_buf *s, int clock) {
    char text[PES_STATE_TEXT_MAX];
    struct pes_state_buf read;
    g->rules->state_format(g, PES_STATE(*s), clock, text);
    memset(&read, 0xa5, sizeof read);
    assert_int_equal(read_position(g, text, &read), clock);
    assert_memory_equal(s, &read, g->state_size);
    pes_move list[ABALONE_MOVES_MAX];
    const int n = pes_moves(g, PES_STATE(*s), list);
    for (int i = 0; i < n; i++) {
        char move[PES_MOVE_TEXT_MAX], other[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(*s), list[i], move);
        assert_int_equal(read_move(g, PES_STATE(*s), move, strlen(move)), list[i]);
        if (strlen(move) != 6)
            continue;
        /* The other spelling, which is the greater one. */
        const int goal = abalone_next(abalone_highest(list[i]), abalone_slot(list[i])->direction);
        char name[ABALONE_CELL_TEXT];
        snprintf(other, sizeof other, "%.2s%.2s%s", move + 2, move, abalone_cell_name(goal, name));
        assert_true(strcmp(move, other) < 0);
        assert_int_equal(read_move(g, PES_STATE(*s), other, 6), list[i]);
    }
}

static void round_trip(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 70);
    for (int i = 0; i < STARTS; i++) {
        struct pes_game *g = open_start(all_starts[i]);
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 150; ply++) {
            check_round_trip(g, &s, ply * 7 % 1000);
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE)
                break;
            pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        for (int k = 0; k < 100; k++) {
            scatter(&rng, 8, 6, &s);
            check_round_trip(g, &s, k);
        }
        pes_game_close(g);
    }
}

static void clock_is_bounded(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    char text[PES_STATE_TEXT_MAX];
    read_position(g, "5/6/7/8/4b4/8/7/6/w4 b 0 0 0", &s);
    g->rules->state_format(g, PES_STATE(s), 999, text);
    assert_string_equal(text, "5/6/7/8/4b4/8/7/6/w4 b 0 0 999");
    g->rules->state_format(g, PES_STATE(s), 1000, text);
    assert_string_equal(text, "5/6/7/8/4b4/8/7/6/w4 b 0 0 999");
    pes_game_close(g);
}

#define START "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"
#define EMPTY "5/6/7/8/9/8/7/6/5"

static const struct bad_text bad_positions[] = {
    {START " b 0 0 0", PES_ERR_OK, 0, ""},
    {START " w 0 0 999", PES_ERR_OK, 0, ""},
    {EMPTY " b 0 0 0", PES_ERR_OK, 0, ""},
    {"5/6/7/8/4b4/8/7/6/5 b 6 0 0", PES_ERR_OK, 0, ""},
    {"", PES_ERR_SYNTAX, 1, "field 1 (the board) is missing"},
    {" " START " b 0 0 0", PES_ERR_SYNTAX, 1, "field 1 (the board) is missing"},
    {START, PES_ERR_SYNTAX, 48, "field 2 (the side to move) is missing"},
    {START " b 0 0", PES_ERR_SYNTAX, 54, "field 5 (the plies since a marble was ejected)"},
    {START "  b 0 0 0", PES_ERR_SYNTAX, 49, "field 2 (the side to move) is missing"},
    {START " b 0 0 0 ", PES_ERR_SYNTAX, 56, "follows the last field"},
    {START " b 0 0 0 x", PES_ERR_SYNTAX, 56, "follows the last field"},
    {START " r 0 0 0", PES_ERR_SYNTAX, 49, "'r' is neither b nor w"},
    {START " bw 0 0 0", PES_ERR_SYNTAX, 49, "'bw' is neither b nor w"},
    {START " b 00 0 0", PES_ERR_RANGE, 51, "field 3 (Black's marbles lost): '00'"},
    {START " b 7 0 0", PES_ERR_RANGE, 51, "from 0 to 6"},
    {START " b 0 -1 0", PES_ERR_RANGE, 53, "field 4 (White's marbles lost): '-1'"},
    {START " b 0 0 1000", PES_ERR_RANGE, 55, "from 0 to 999"},
    {START " b 0 0 007", PES_ERR_RANGE, 55, "without leading zeros"},
    {START " b 0 0 x", PES_ERR_RANGE, 55, "'x' is not a number"},
    {"wwbb/6/7/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 5, "row i has 4 cells instead of 5"},
    {"w/6/7/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 2, "row i has 1 cell instead of 5"},
    {"6/6/7/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 1, "row i has more than its 5 cells"},
    {"5/6/7/8/9b/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 10, "row e has more than its 9 cells"},
    {"5/6/34/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 6, "two numbers side by side in row g"},
    {"5/6/7/8/9/8/7/6 b 0 0 0", PES_ERR_SYNTAX, 16, "row a has 0 cells instead of 5"},
    {"5/6/7/8/9/8/7/6/5/5 b 0 0 0", PES_ERR_SYNTAX, 18, "there are nine rows"},
    {"5/6/7/8/9/8/7/6/5/ b 0 0 0", PES_ERR_SYNTAX, 18, "there are nine rows"},
    {"5/6/0b6/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 5, "'0' in row g"},
    {"5/6/B6/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 5, "'B' in row g"},
    {"5/6/\xce\xb8/8/9/8/7/6/5 b 0 0 0", PES_ERR_SYNTAX, 5, "'\xce\xb8' in row g"},
    {"ww1bb/wwwbbb/1ww1bb1/8/4b4/8/1bb1ww1/bbbwww/bb1ww b 0 0 0", PES_ERR_ILLEGAL, 1,
     "with 15 on the board and 0 lost Black has more than 14 marbles"},
    {"ww1bb/wwwbbb/1ww1bb1/8/4w4/8/1bb1ww1/bbbwww/bb1ww b 0 0 0", PES_ERR_ILLEGAL, 1,
     "with 15 on the board and 0 lost White has more than 14 marbles"},
    {START " b 1 0 0", PES_ERR_ILLEGAL, 51, "with 14 on the board and 1 lost Black"},
    {START " b 0 2 0", PES_ERR_ILLEGAL, 53, "with 14 on the board and 2 lost White"},
    {EMPTY " b 6 6 0", PES_ERR_ILLEGAL, 23, "both sides have lost 6"},
    {EMPTY " w 6 0 0", PES_ERR_ILLEGAL, 19, "Black has just lost the last of 6 marbles"},
    {EMPTY " b 0 6 0", PES_ERR_ILLEGAL, 19, "so White must be to move (w)"},
};

static void positions_refused(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    check_positions(g, bad_positions, sizeof bad_positions / sizeof bad_positions[0]);
    pes_game_close(g);
    g = open_table("eject=3");
    check_position(g, &(struct bad_text){EMPTY " b 4 0 0", PES_ERR_RANGE, 21, "from 0 to 3"});
    check_position(g, &(struct bad_text){EMPTY " b 3 3 0", PES_ERR_ILLEGAL, 23, "have lost 3"});
    check_position(g, &(struct bad_text){EMPTY " w 2 3 0", PES_ERR_OK, 0, ""});
    pes_game_close(g);
}

struct bad_move {
    const char *position; /* row e, or a whole position if it has blanks */
    const char *move;
    enum pes_err err;
    const char *says;
};

static const struct bad_move bad_moves[] = {
    {"4b4", "e5", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "e5e6e7e8", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "E5E6", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "e5j6", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "e5e0", PES_ERR_SYNTAX, "is not a move"},
    {"4b4", "e5a6", PES_ERR_RANGE, "there is no cell a6; row a goes from a1 to a5"},
    {"4b4", "f1e5", PES_ERR_RANGE, "there is no cell f1; row f goes from f2 to f9"},
    {"4b4", "e4e5", PES_ERR_ILLEGAL, "there is no marble on e4"},
    {"4bw3", "e6e7", PES_ERR_ILLEGAL, "the marble on e6 is not yours; it is Black's turn"},
    {"4b4", "e5e7", PES_ERR_ILLEGAL, "e5 and e7 are not neighbours"},
    {"4b4", "e5e5", PES_ERR_ILLEGAL, "e5 and e5 are not neighbours"},
    {"4bw3", "e5e6", PES_ERR_ILLEGAL, "one marble cannot push one"},
    {"2bbww3", "e3e4", PES_ERR_ILLEGAL, "two marbles cannot push two"},
    {"bbbwww3", "e1e2", PES_ERR_ILLEGAL, "three marbles cannot push three"},
    {"bbbwwwww1", "e1e2", PES_ERR_ILLEGAL, "three marbles cannot push five"},
    {"bbbwb4", "e1e2", PES_ERR_ILLEGAL, "behind the pushed marbles is one of your own, on e5"},
    {"bbbbwww2", "e1e2", PES_ERR_ILLEGAL, "more than three marbles stand in line from e1"},
    {"bbbb5", "e1e2", PES_ERR_ILLEGAL, "more than three marbles stand in line from e1"},
    {"7bb", "e8e9", PES_ERR_ILLEGAL, "your own marble on e9 would leave the board"},
    {"2bbb4", "e3e6f3", PES_ERR_ILLEGAL, "e3 and e6 are not the ends"},
    {"2bbb4", "e3e3f3", PES_ERR_ILLEGAL, "e3 and e3 are not the ends"},
    {"2bbb4", "e3e5f5", PES_ERR_ILLEGAL, "e3 and f5 are not neighbours"},
    {"2bbb4", "e3e5e4", PES_ERR_ILLEGAL, "goes along its own line"},
    {"2bbb4", "e3e5e4", PES_ERR_ILLEGAL, "the next cell: e3e4"},
    {"2bbb4", "e3e5e2", PES_ERR_ILLEGAL, "the next cell: e5e4"},
    {"2b1b4", "e3e5f3", PES_ERR_ILLEGAL, "there is no marble on e4"},
    {"2bwb4", "e3e5f3", PES_ERR_ILLEGAL, "the marble on e4 is not yours"},
    {"5/6/7/1w6/2bb5/8/7/6/5 b 0 0 0", "e3e4f3", PES_ERR_ILLEGAL, "f3 is taken"},
    {"5/6/7/1b6/2bb5/8/7/6/5 b 0 0 0", "e3e4f3", PES_ERR_ILLEGAL, "a sideways move never pushes"},
    {"bb7", "e2e1f2", PES_ERR_ILLEGAL, "from e1 there is no cell in that direction"},
    {"5/6/7/8/4b4/8/7/6/5 b 6 0 0", "e5e6", PES_ERR_ILLEGAL, "the game is over"},
    {"2bbb4", "e3f5", PES_ERR_ILLEGAL, "fits several moves"},
};

static void moves_refused(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    for (size_t i = 0; i < sizeof bad_moves / sizeof bad_moves[0]; i++) {
        const struct bad_move *bad = &bad_moves[i];
        struct pes_state_buf s;
        struct pes_note note = {0}, greek = {0};
        pes_move m = PES_MOVE_NONE;
        size_t used = 0;
        const size_t length = strlen(bad->move);
        if (strchr(bad->position, ' ') != NULL)
            read_position(g, bad->position, &s);
        else
            read_row_e(g, bad->position, &s);
        const enum pes_err err =
            g->rules->move_parse(g, PES_STATE(s), bad->move, length, &used, &m, &note);
        if (err != bad->err || strstr(note.why[PES_LANG_EN], bad->says) == NULL)
            fail_msg("%s in %s: error %d: %s", bad->move, bad->position, err,
                     note.why[PES_LANG_EN]);
        assert_int_equal(
            g->rules->move_parse(g, PES_STATE(s), bad->move, length, &used, &m, &greek), err);
        assert_string_not_equal(greek.why[PES_LANG_EL], note.why[PES_LANG_EN]);
        assert_true(strlen(greek.why[PES_LANG_EL]) < sizeof greek.why[PES_LANG_EL] - 1);
        assert_int_equal(g->rules->move_parse(g, PES_STATE(s), bad->move, length, &used, &m, NULL),
                         err);
    }
    pes_game_close(g);
}

/* The marble at the back and the goal of the front one; broadside either end may be the first. */
static void nacre(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *move, *means;
    } golden[] = {
        {START " b 0 0 0", "a1d4", "a1b2"},
        {START " b 0 0 0", "a2d2", "a2b2"},
        {START " b 0 0 0", "b1d1", NULL},
        {START " b 0 0 0", "c2d4", "c2c3d3"},
        {START " b 0 0 0", "c3d2", "c2c3d2"},
        {START " b 0 0 0", "b1d2", "b1c2c1"},
        {START " w 0 0 0", "a5d5", "a5b5"},
        {"5/6/7/8/2bbw4/8/7/6/5 b 0 0 0", "e3e5", "e3e4"},
        {"5/6/7/8/2bbb4/8/7/6/5 b 0 0 0", "e3e6", "e3e4"},
        {"5/6/7/8/2bbb4/8/7/6/5 b 0 0 0", "e3f5", NULL}, /* e3e5f3 and e3e4f4 */
        {"5/6/7/8/2bb5/8/7/6/5 b 0 0 0", "e3f5", "e3e4f4"},
        {"5/6/7/8/2bb5/8/7/6/5 b 0 0 0", "e4f4", "e4f4"}, /* Aba-Pro: one marble */
    };
    struct pes_game *g = open_table("");
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_state_buf s;
        pes_move m = PES_MOVE_NONE;
        size_t used = 0;
        char text[PES_MOVE_TEXT_MAX];
        read_position(g, golden[i].position, &s);
        const enum pes_err err =
            g->rules->move_parse(g, PES_STATE(s), golden[i].move, 4, &used, &m, NULL);
        if ((err == PES_ERR_OK) != (golden[i].means != NULL))
            fail_msg("%s in %s: error %d", golden[i].move, golden[i].position, err);
        if (err != PES_ERR_OK)
            continue;
        g->rules->move_format(g, PES_STATE(s), m, text);
        assert_string_equal(text, golden[i].means);
    }
    pes_game_close(g);
}

/* The cell of a name, moved by some steps of `way`; false off the board. */
static bool walk(const char *name, const int way[2], int steps, char out[ABALONE_CELL_TEXT]) {
    const int row = name[0] - 'a' + steps * way[0], number = name[1] - '0' + steps * way[1];
    if (!abalone_exists(row, number))
        return false;
    abalone_cell_name(abalone_place(row, number), out);
    return true;
}

/* Is this what a player who writes in Nacre's way might write for a move? Found from the move's
 * text and size alone. */
static bool nacre_spells(const char *text, const char *move, int size) {
    const bool sideways = strlen(move) == 6;
    const char *last = sideways ? move + 2 : move, *goal = sideways ? move + 4 : move + 2;
    const int way[2] = {goal[0] - move[0], goal[1] - move[1]};
    char name[ABALONE_CELL_TEXT];
    if (!sideways)
        return memcmp(text, move, 2) == 0 && walk(move, way, size, name) &&
               memcmp(text + 2, name, 2) == 0;
    for (int end = 0; end < 2; end++) {
        const char *from = end == 0 ? move : last, *other = end == 0 ? last : move;
        if (memcmp(text, from, 2) == 0 && walk(other, way, 1, name) &&
            memcmp(text + 2, name, 2) == 0)
            return true;
    }
    return false;
}

/* What a text of four characters means: the move that is printed so; else the only one that it
 * spells in Nacre's way; else nothing. */
static pes_move meaning(const struct pes_game *g, const struct pes_state *s, const char *text) {
    pes_move list[ABALONE_MOVES_MAX], found = PES_MOVE_NONE;
    int fits = 0;
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        char move[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, list[i], move);
        if (strcmp(move, text) == 0)
            return list[i];
        if (!nacre_spells(text, move, abalone_slot(list[i])->size))
            continue;
        found = list[i];
        fits++;
    }
    return fits == 1 ? found : PES_MOVE_NONE;
}

/* Every pair of cells in some positions: pushes, ejections, large and small groups. */
static void every_four_characters(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 71);
    struct pes_game *g = open_table("");
    int read = 0, refused = 0;
    for (int k = 0; k < 12; k++) {
        struct pes_state_buf s;
        scatter(&rng, 3 + k, 6, &s);
        for (int pair = 0; pair < ABALONE_CELLS * ABALONE_CELLS; pair++) {
            char text[2 * ABALONE_CELL_TEXT];
            abalone_cell_name(pair / ABALONE_CELLS, text);
            abalone_cell_name(pair % ABALONE_CELLS, text + 2);
            pes_move m = PES_MOVE_NONE;
            size_t used = 0;
            const enum pes_err err =
                g->rules->move_parse(g, PES_STATE(s), text, 4, &used, &m, NULL);
            const pes_move golden = meaning(g, PES_STATE(s), text);
            if ((err == PES_ERR_OK) != (golden != PES_MOVE_NONE) ||
                (err == PES_ERR_OK && m != golden))
                fail_msg("%s: error %d, move %u instead of %u", text, err, m, golden);
            read += err == PES_ERR_OK;
            refused += err != PES_ERR_OK;
        }
    }
    assert_true(read > 600);
    assert_true(refused > 30000);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(clock_is_bounded),
        cmocka_unit_test(positions_refused),
        cmocka_unit_test(moves_refused),
        cmocka_unit_test(nacre),
        cmocka_unit_test(every_four_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
