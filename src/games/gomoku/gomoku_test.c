/* The rules of Gomoku: against the oracle, wins in every direction, swap2,
 * hooks and random play. */
#include "games/gomoku/gomoku_oracle_testing.h"

#include <math.h>

/* Against the definitions. -------------------------------------------------------------------- */

static void assert_same(const struct pes_game *g, const struct pes_state *s, struct plain *p) {
    pes_move list[PES_MOVES_MAX];
    int points[GOMOKU_POINTS_MAX];
    const int n = pes_moves(g, s, list);
    assert_int_equal(plain_list(p, points), n);
    assert_int_equal(g->rules->count(g, s), n);
    for (int i = 0; i < n; i++)
        assert_int_equal(gomoku_target(list[i]), points[i]);
    const bool over = p->winner != '.' || p->stones == p->size * p->size;
    assert_int_equal(pes_turn(g, s), over ? PES_TERMINAL : p->stones % 2);
    int32_t payoff[PES_PLAYERS_MAX];
    if (!over)
        return;
    pes_payoff(g, s, payoff);
    assert_int_equal(payoff[0], p->winner == 'b' ? 1 : p->winner == 'w' ? -1 : 0);
    assert_int_equal(payoff[1], -payoff[0]);
}

/* Random games; returns the number of compared positions. */
static int compare_games(const char *options, int games, uint64_t seed) {
    struct pes_game *g = open_board(options);
    const int size = gomoku_board(g)->size;
    const int rule = (int)g->values.number[GOMOKU_OPTION_RULE];
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    int positions = 0;
    for (int i = 0; i < games; i++) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        struct plain p;
        pes_move list[PES_MOVES_MAX];
        int n;
        g->rules->init(g, PES_STATE(s));
        plain_start(&p, size, (enum gomoku_rule)rule);
        do {
            assert_same(g, PES_STATE(s), &p);
            positions++;
            n = pes_moves(g, PES_STATE(s), list);
            if (n == 0)
                break;
            const pes_move m = list[pes_rng_below(&rng, (uint32_t)n)];
            pes_make(g, PES_STATE(s), m, undo.bytes);
            plain_play(&p, gomoku_target(m));
        } while (n > 0);
    }
    pes_game_close(g);
    return positions;
}

static void plain_agrees(void **unused) {
    (void)unused;
    int positions = 0;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++)
        for (int rule = 0; rule < 2; rule++) {
            char options[64];
            snprintf(options, sizeof options, "size=%d,rule=%s", size,
                     rule == 0 ? "freestyle" : "standard");
            positions += compare_games(options, 20000 / (size * size), (uint64_t)size);
        }
    positions += compare_games("size=5,rule=renju", 100, 1);
    positions += compare_games("size=7,rule=renju", 120, 2);
    positions += compare_games("size=8,rule=renju", 100, 3);
    positions += compare_games("size=10,rule=renju", 60, 4);
    positions += compare_games("size=15,rule=renju", 20, 5);
    positions += compare_games("size=20,rule=renju", 4, 6);
    assert_true(positions >= 100000);
}

/* Counts from the oracle, as in gomoku.perft. */
static void plain_counts(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *position;
        int depth;
        uint64_t count;
    } lines[] = {
        {"size=5", "startpos", 3, 13800},
        {"size=5", "bbbb1/wwww1/5/5/5 b", 4, 47460},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_board(lines[i].options);
        struct pes_state_buf s;
        struct plain p;
        read_position(g, lines[i].position, &s);
        plain_copy(&p, g, PES_STATE(s));
        assert_int_equal(plain_perft(&p, lines[i].depth), lines[i].count);
        pes_game_close(g);
    }
}

/* Wins. --------------------------------------------------------------------------------------- */

static void assert_result(const char *options, const char *position, const char *moves,
                          int winner) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    read_position(g, position, &s);
    play_moves(g, &s, moves);
    if (winner == 2) {
        assert_true(pes_turn(g, PES_STATE(s)) >= 0);
    } else {
        assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
        pes_payoff(g, PES_STATE(s), payoff);
        assert_int_equal(payoff[0], -winner);
        assert_int_equal(payoff[1], winner);
    }
    pes_game_close(g);
}
enum { BLACK_WINS = -1, NOBODY_WINS, WHITE_WINS, GOES_ON };

static void wins_in_every_direction(void **unused) {
    (void)unused;
    assert_result("", "startpos", "a1 a3 b1 b3 c1 c3 d1 d3 e1", BLACK_WINS);
    assert_result("", "startpos", "o15 a3 o14 b3 o13 c3 o12 d3 o11", BLACK_WINS);
    assert_result("", "startpos", "a1 a3 b2 b4 c3 c5 d4 d6 e5", BLACK_WINS);
    assert_result("", "startpos", "o11 a3 n12 b3 m13 c3 l14 d3 k15", BLACK_WINS);
    assert_result("", "startpos", "a1 o1 a3 o2 a5 o3 a7 o4 a9 o5", WHITE_WINS);
    assert_result("size=20", "startpos", "t20 a1 t19 b1 t18 c1 t17 d1 t16", BLACK_WINS);
    assert_result("size=20", "startpos", "a20 a1 b19 b1 c18 c1 d17 d1 e16", BLACK_WINS);
    assert_result("size=5", "startpos", "a5 a1 b4 b1 c3 c1 d2 d1 e1", BLACK_WINS);
    /* Rows do not wrap around the edge. */
    assert_result("", "startpos", "n1 a3 o1 b3 a2 c3 b2 e3 c2", GOES_ON);
    assert_result("", "startpos", "a14 c3 a15 d3 b1 e3 b2 g3 b3", GOES_ON);
}

static void overlines(void **unused) {
    (void)unused;
    static const char six[] = "a1 a3 b1 b3 c1 c3 e1 e3 f1 g3 d1";
    assert_result("rule=freestyle", "startpos", six, BLACK_WINS);
    assert_result("rule=standard", "startpos", six, GOES_ON);
    assert_result("rule=standard", "startpos", "a1 a3 b1 b3 c1 c3 e1 e3 f3 d3", WHITE_WINS);
    /* Six in a row and five in a column at once. */
    assert_result("rule=standard,size=9", "w1w1w1w1w/1w1w1w1w1/9/9/3b5/3b5/3b5/3b5/bbb1bb3 b", "d1",
                  BLACK_WINS);
}

static void full_board(void **unused) {
    (void)unused;
    assert_result("size=5", "bwbwb/bwbwb/wbwbw/wbwbw/bwbw1 b", "e1", NOBODY_WINS);
}

/* Swap2. -------------------------------------------------------------------------------------- */

/* The player to move, its name, the number of moves, and the text. */
static void assert_phase(const struct pes_game *g, struct pes_state_buf *s, int player,
                         const char *name, int moves, const char *field) {
    char text[PES_STATE_TEXT_MAX];
    assert_int_equal(pes_turn(g, PES_STATE(*s)), player);
    assert_string_equal(pes_player_name(g, PES_STATE(*s), player)->id, name);
    assert_int_equal(pes_count(g, PES_STATE(*s)), moves);
    g->rules->state_format(g, PES_STATE(*s), 0, text);
    assert_string_equal(strchr(text, ' '), field);
}

static void swap2_taken(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s, chosen;
    read_position(g, "startpos", &s);
    assert_phase(g, &s, 0, "black", 225, " b p1");
    play_moves(g, &s, "h8");
    assert_phase(g, &s, 0, "black", 224, " w p1");
    play_moves(g, &s, "h9");
    assert_phase(g, &s, 0, "black", 223, " b p1");
    play_moves(g, &s, "j3");
    assert_phase(g, &s, 1, "white", 3, " w c2");
    chosen = s;
    play_moves(g, &chosen, "white");
    assert_phase(g, &chosen, 1, "white", 222, " w fb");
    chosen = s;
    play_moves(g, &chosen, "black");
    assert_phase(g, &chosen, 0, "white", 222, " w fw");
    play_moves(g, &chosen, "a1");
    assert_phase(g, &chosen, 1, "black", 221, " b fw");
    pes_game_close(g);
}

static void swap2_more(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2,size=9");
    struct pes_state_buf s, chosen;
    pes_move list[PES_MOVES_MAX];
    read_position(g, "startpos", &s);
    play_moves(g, &s, "e5 e6 a1");
    assert_int_equal(pes_moves(g, PES_STATE(s), list), 3);
    assert_int_equal(list[0], GOMOKU_SECOND_TAKES_WHITE);
    assert_int_equal(list[1], GOMOKU_SECOND_TAKES_BLACK);
    assert_int_equal(list[2], GOMOKU_SECOND_WANTS_MORE);
    play_moves(g, &s, "more");
    assert_phase(g, &s, 1, "white", 78, " w p2");
    play_moves(g, &s, "a2");
    assert_phase(g, &s, 1, "white", 77, " b p2");
    play_moves(g, &s, "a3");
    assert_phase(g, &s, 0, "black", 2, " w c1");
    assert_int_equal(pes_moves(g, PES_STATE(s), list), 2);
    assert_int_equal(list[0], GOMOKU_FIRST_TAKES_BLACK);
    assert_int_equal(list[1], GOMOKU_FIRST_TAKES_WHITE);
    chosen = s;
    play_moves(g, &chosen, "black");
    assert_phase(g, &chosen, 1, "white", 76, " w fb");
    play_moves(g, &s, "white");
    assert_phase(g, &s, 0, "white", 76, " w fw");
    assert_int_not_equal(pes_hash(g, PES_STATE(s)), pes_hash(g, PES_STATE(chosen)));
    pes_game_close(g);
}

/* Black wins, and Black is Second. */
static void swap2_payoff(void **unused) {
    (void)unused;
    static const char moves[] = "a1 a3 b1 black b3 c1 c3 d1 e3 e1";
    assert_result("opening=swap2", "startpos", moves, WHITE_WINS);
    assert_result("opening=swap2", "startpos", "a1 a3 b1 white b3 c1 c3 d1 e3 e1", BLACK_WINS);
}

/* Bounds and hooks. --------------------------------------------------------------------------- */

static void bounds(void **unused) {
    (void)unused;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++)
        for (int swap2 = 0; swap2 < 2; swap2++) {
            char options[64];
            snprintf(options, sizeof options, "size=%d,opening=%s", size, swap2 ? "swap2" : "none");
            struct pes_game *g = open_board(options);
            assert_int_equal(g->plies_bound, size * size + 2 * swap2);
            assert_int_equal(g->move_keys, size * size + 5 * swap2);
            assert_true(g->moves_max >= size * size && g->moves_max < size * size + 8);
            assert_true(g->state_size <= sizeof(struct gomoku));
            pes_game_close(g);
        }
}

/* Full, half full and empty boards of all sizes: the fast and the portable function list the same
 * moves, and the k-th empty point is the k-th of the list. */
static void listers_agree(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 62);
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d", size);
        struct pes_game *g = open_board(options);
        const struct gomoku_board *board = gomoku_board(g);
        struct pes_state_buf s;
        read_position(g, "startpos", &s);
        for (int left = board->points; left >= 0; left--) {
            pes_move fast[GOMOKU_LIST_MAX], plain[GOMOKU_LIST_MAX];
            assert_int_equal(board->list_points(board, stones_of(&s), fast), left);
            assert_int_equal(gomoku_list_plainly(board, stones_of(&s), plain), left);
            for (int k = 0; k < left; k++) {
                assert_int_equal(fast[k], plain[k]);
                assert_true(k == 0 || plain[k - 1] < plain[k]);
                assert_true(gomoku_empty(stones_of(&s), gomoku_target(plain[k])));
                assert_int_equal(gomoku_nth_empty(board, stones_of(&s), (uint32_t)k),
                                 gomoku_target(plain[k]));
            }
            if (left > 0)
                gomoku_put(board, stones_of(&s),
                           gomoku_target(plain[pes_rng_below(&rng, (uint32_t)left)]), left % 2);
        }
        pes_game_close(g);
    }
}

/* The list never exceeds moves_max, although the points of a byte are written together. */
static void lists_stay_inside(void **unused) {
    (void)unused;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d", size);
        struct pes_game *g = open_board(options);
        struct pes_state_buf s;
        pes_move list[PES_MOVES_MAX];
        read_position(g, "startpos", &s);
        memset(list, 0xa5, sizeof list);
        assert_int_equal(pes_moves(g, PES_STATE(s), list), size * size);
        for (int i = g->moves_max; i < PES_MOVES_MAX; i++)
            assert_int_equal(list[i], 0xa5a5a5a5);
        pes_game_close(g);
    }
}

static void keys_are_dense(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=5,opening=swap2");
    bool seen[32] = {false};
    for (pes_move m = 1; m < GOMOKU_CHOICE + GOMOKU_CHOICES; m++) {
        if (m > 25 && m < GOMOKU_CHOICE)
            continue;
        const uint32_t key = g->rules->move_key(g, m);
        assert_true(key < g->move_keys && !seen[key]);
        seen[key] = true;
    }
    pes_game_close(g);
}

static void every_move_is_for_good(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    assert_true(g->rules->irreversible(g, PES_STATE(s), 1));
    play_moves(g, &s, "h8 h9 j3");
    assert_true(g->rules->irreversible(g, PES_STATE(s), GOMOKU_SECOND_WANTS_MORE));
    pes_game_close(g);
}

/* The same stones in another order give the same bytes. */
static void transpositions(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf a, b;
    memset(&a, 0x11, sizeof a);
    memset(&b, 0x77, sizeof b);
    read_position(g, "startpos", &a);
    read_position(g, "startpos", &b);
    play_moves(g, &a, "h8 g8 h9 a1 h1 h15");
    play_moves(g, &b, "h1 h15 h9 g8 h8 a1");
    assert_memory_equal(&a, &b, g->state_size);
    assert_int_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    play_moves(g, &b, "a2");
    assert_int_not_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    pes_game_close(g);
}

/* Random games of the report's board: First wins 51 %, after 109 stones on average. */
static void playout_statistics(void **unused) {
    (void)unused;
    enum { GAMES = 60000 };
    struct pes_game *g = open_board("");
    struct pes_rng rng;
    pes_rng_init(&rng, 60);
    double plies = 0, squares = 0, wins = 0;
    for (int i = 0; i < GAMES; i++) {
        struct pes_state_buf s;
        int32_t payoff[PES_PLAYERS_MAX];
        g->rules->init(g, PES_STATE(s));
        const double n = g->rules->playout(g, PES_STATE(s), &rng, 1000, payoff);
        plies += n;
        squares += n * n;
        wins += payoff[0] == 1;
        assert_true(payoff[0] + payoff[1] == 0);
    }
    const double mean = plies / GAMES, deviation = sqrt((squares / GAMES - mean * mean) / GAMES);
    assert_true(fabs(mean - 109.0) < 4 * deviation + 0.05);
    assert_true(fabs(wins / GAMES - 0.5105) < 4 * sqrt(0.25 / GAMES));
    pes_game_close(g);
}

/* The position after a playout can be reached move by move. */
static void playouts_end_well(void **unused) {
    (void)unused;
    static const char *const variants[] = {
        "size=5",  "size=6,rule=standard", "size=7,rule=renju",
        "size=20", "size=9,opening=swap2", "size=8,rule=renju,opening=swap2"};
    struct pes_rng rng;
    pes_rng_init(&rng, 61);
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct pes_game *g = open_board(variants[v]);
        for (int i = 0; i < 300; i++) {
            struct pes_state_buf s;
            int32_t found[PES_PLAYERS_MAX], payoff[PES_PLAYERS_MAX] = {0, 0};
            g->rules->init(g, PES_STATE(s));
            const int limit = i % 2 == 0 ? 1000 : i / 4;
            const int plies = g->rules->playout(g, PES_STATE(s), &rng, limit, found);
            const bool over = pes_over(g, PES_STATE(s));
            assert_true(over ? plies <= limit : plies == limit);
            assert_true(g->rules->valid(g, PES_STATE(s)));
            if (over)
                pes_payoff(g, PES_STATE(s), payoff);
            assert_memory_equal(found, payoff, sizeof payoff);
        }
        pes_game_close(g);
    }
}

/* valid() refuses positions that the parser cannot produce. */
static void invalid_bytes(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=6");
    struct pes_state_buf start, s;
    read_position(g, "6/6/2bw2/6/6/6 b", &start);
    assert_true(g->rules->valid(g, PES_STATE(start)));
    for (uint32_t i = 0; i < g->state_size; i++) {
        s = start;
        s.bytes[i] ^= 0x40;
        assert_false(g->rules->valid(g, PES_STATE(s)));
        s.bytes[i] ^= 0x41;
        assert_false(g->rules->valid(g, PES_STATE(s)));
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_agrees),
        cmocka_unit_test(plain_counts),
        cmocka_unit_test(wins_in_every_direction),
        cmocka_unit_test(overlines),
        cmocka_unit_test(full_board),
        cmocka_unit_test(swap2_taken),
        cmocka_unit_test(swap2_more),
        cmocka_unit_test(swap2_payoff),
        cmocka_unit_test(bounds),
        cmocka_unit_test(listers_agree),
        cmocka_unit_test(lists_stay_inside),
        cmocka_unit_test(keys_are_dense),
        cmocka_unit_test(every_move_is_for_good),
        cmocka_unit_test(transpositions),
        cmocka_unit_test(playout_statistics),
        cmocka_unit_test(playouts_end_well),
        cmocka_unit_test(invalid_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
