/* The rules of Proximity: the golden values, the oracle, results, hashes. */
#include "games/proximity/proximity_oracle_testing.h"

/* The board. ---------------------------------------------------------------------------------- */

static void golden_degrees(void **unused) {
    (void)unused;
    static const int golden[] = {0, 0, 2, 10, 20, 8, 80};
    struct pes_game *g = open_board("");
    const struct proximity_board *board = proximity_board(g);
    int degrees[7] = {0};
    for (int cell = 0; cell < board->cells; cell++)
        degrees[board->at[cell].degree]++;
    for (int i = 0; i < 7; i++)
        assert_int_equal(degrees[i], golden[i]);
    pes_game_close(g);
}

static void golden_neighbours(void **unused) {
    (void)unused;
    static const int golden[6][2] = {{6, 5}, {6, 6}, {5, 6}, {4, 5}, {5, 4}, {6, 4}};
    struct pes_game *g = open_board("");
    const struct proximity_board *board = proximity_board(g);
    const struct proximity_cell *cell = &board->at[proximity_cell_of(board, 5, 5)];
    assert_int_equal(cell->degree, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(cell->neighbour[i], proximity_cell_of(board, golden[i][0], golden[i][1]));
    pes_game_close(g);
}

/* On every board a ring has exactly the neighbours. */
static void rings_are_neighbours(void **unused) {
    (void)unused;
    for (int columns = PROXIMITY_SIDE_MIN; columns <= PROXIMITY_SIDE_MAX; columns++)
        for (int rows = PROXIMITY_SIDE_MIN; rows <= PROXIMITY_SIDE_MAX; rows += 3) {
            char options[64];
            snprintf(options, sizeof options, "columns=%d,rows=%d", columns, rows);
            struct pes_game *g = open_board(options);
            const struct proximity_board *board = proximity_board(g);
            struct plain p;
            plain_start(&p, g);
            for (int cell = 0; cell < board->cells; cell++) {
                struct pes_state_buf s;
                int degree = 0, nx, ny;
                proximity_reset(board, tiles_of(&s));
                assert_int_equal(proximity_free(board, tiles_of(&s), cell), board->at[cell].degree);
                for (int i = 0; i < 6; i++)
                    if (plain_neighbour(&p, cell / rows, cell % rows, i, &nx, &ny)) {
                        assert_int_equal(board->at[cell].neighbour[degree++],
                                         proximity_cell_of(board, nx, ny));
                        proximity_set(board, tiles_of(&s), proximity_cell_of(board, nx, ny), i % 2,
                                      1 + i);
                        assert_int_equal(proximity_free(board, tiles_of(&s), cell),
                                         board->at[cell].degree - degree);
                    }
                assert_int_equal(board->at[cell].degree, degree);
            }
            pes_game_close(g);
        }
}

/* Placing. ------------------------------------------------------------------------------------ */

static void assert_after(const char *position, const char *move, const char *board, int blue,
                         int red) {
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    char text[PES_STATE_TEXT_MAX];
    int32_t scores[PES_PLAYERS_MAX];
    read_position(g, position, &s);
    play_moves(g, &s, move);
    g->rules->state_format(g, PES_STATE(s), 0, text);
    *strchr(text, ' ') = '\0';
    assert_string_equal(text, board);
    g->rules->scores(g, PES_STATE(s), scores);
    assert_int_equal(scores[0], blue);
    assert_int_equal(scores[1], red);
    pes_game_close(g);
}

static void golden_placements(void **unused) {
    (void)unused;
    assert_after(FOUR_TILES " b 6 " FOUR_POOLS " -", "f6",
                 "12/12/12/12/5,b9,6/4,r12,b6,r6,5/5,b20,6/12/12/12", 35, 18);
    assert_after(FOUR_TILES " b 7 " FOUR_POOLS " -", "f6",
                 "12/12/12/12/5,b9,6/4,r12,b7,b6,5/5,b20,6/12/12/12", 42, 12);
    assert_after(FOUR_TILES " b 13 " FOUR_POOLS " -", "f6",
                 "12/12/12/12/5,b9,6/4,b12,b13,b6,5/5,b20,6/12/12/12", 60, 0);
    assert_after(FOUR_TILES " b 20 " FOUR_POOLS " -", "f6",
                 "12/12/12/12/5,b9,6/4,b12,b20,b6,5/5,b20,6/12/12/12", 67, 0);
    /* Equal scores stay: 12 does not take 12. */
    assert_after(FOUR_TILES " b 12 " FOUR_POOLS " -", "f6",
                 "12/12/12/12/5,b9,6/4,r12,b12,b6,5/5,b20,6/12/12/12", 47, 12);
}

/* Own tiles 18 10 16 9 11 12 around an empty cell grow by one. */
static void golden_ring(void **unused) {
    (void)unused;
    static const int before[6] = {18, 10, 16, 9, 11, 12}, after[6] = {19, 11, 17, 10, 12, 13};
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
        struct pes_game *g = open_board("");
        const struct proximity_board *board = proximity_board(g);
        struct pes_state_buf s;
        const int middle = proximity_cell_of(board, 5, 5);
        const int16_t *around = board->at[middle].neighbour;
        proximity_reset(board, tiles_of(&s));
        for (int i = 0; i < 6; i++)
            proximity_set(board, tiles_of(&s), around[i], player, before[i]);
        proximity_put(board, tiles_of(&s)->tile, board->spot[middle], player, 8);
        for (int i = 0; i < 6; i++)
            assert_int_equal(proximity_get(board, tiles_of(&s), around[i]),
                             proximity_tile(player, after[i]));
        assert_int_equal(proximity_get(board, tiles_of(&s), middle), proximity_tile(player, 8));
        pes_game_close(g);
    }
}

/* Every neighbour and every number, in every direction, against the definition. */
static void every_reaction(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("columns=5,rows=5");
    const struct proximity_board *board = proximity_board(g);
    for (int cell = 0; cell < board->cells; cell++)
        for (int number = 1; number <= 20; number++)
            for (int score = 1; score <= 20; score++)
                for (int same = 0; same < 2; same++)
                    for (int i = 0; i < board->at[cell].degree; i++) {
                        struct pes_state_buf s;
                        const int mover = (cell + number) % 2;
                        const int at = board->at[cell].neighbour[i];
                        proximity_reset(board, tiles_of(&s));
                        proximity_set(board, tiles_of(&s), at, same ? mover : !mover, score);
                        proximity_put(board, tiles_of(&s)->tile, board->spot[cell], mover, number);
                        const int grown = score < 20 ? score + 1 : 20;
                        const uint8_t golden =
                            same ? proximity_tile(mover, grown)
                                 : proximity_tile(score < number ? mover : !mover, score);
                        if (proximity_get(board, tiles_of(&s), at) != golden)
                            fail_msg("cell %d, %d beside %d", cell, number, score);
                    }
    pes_game_close(g);
}

/* Against the definitions. -------------------------------------------------------------------- */

static void assert_same(const struct pes_game *g, const struct pes_state *state,
                        const struct plain *p) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    assert_int_equal(pes_turn(g, state), plain_turn(p));
    for (int x = 0; x < p->columns; x++)
        for (int y = 0; y < p->rows; y++) {
            const uint8_t tile = proximity_get(board, s, proximity_cell_of(board, x, y));
            assert_int_equal(proximity_score(tile), p->score[x][y]);
            if (tile != 0)
                assert_int_equal("br"[proximity_owner(tile)], p -> owner[x][y]);
        }
    for (int v = 1; v <= 20; v++)
        for (int player = 0; player < 2; player++)
            assert_int_equal(proximity_left(s->pool[player], v), p->pool[player][v]);
    assert_int_equal(s->known, p->knowns);
    for (int i = 0; i < p->knowns; i++)
        assert_int_equal(proximity_known(s, i), p->known[i]);
}

static void assert_same_list(const struct pes_game *g, const struct pes_state *s,
                             const struct plain *p) {
    pes_move list[PES_MOVES_MAX];
    struct pes_chance chances[PES_CHANCES_MAX];
    int golden[256];
    const int n = plain_list(p, golden);
    const bool chance = plain_turn(p) == PES_CHANCE;
    assert_int_equal(pes_moves(g, s, list), chance ? 0 : n);
    assert_int_equal(g->rules->count(g, s), chance ? 0 : n);
    assert_int_equal(pes_chances(g, s, chances), chance ? n : 0);
    for (int i = 0; i < n; i++) {
        if (!chance) {
            assert_int_equal(proximity_target(list[i]), golden[i]);
            continue;
        }
        assert_int_equal(proximity_drawn(chances[i].move), golden[i]);
        assert_int_equal(chances[i].weight, chances[0].weight);
    }
}

static void assert_same_points(const struct pes_game *g, const struct pes_state *s,
                               const struct plain *p) {
    int32_t scores[PES_PLAYERS_MAX], payoff[PES_PLAYERS_MAX];
    int points[2], cells[2];
    plain_points(p, points, cells);
    g->rules->scores(g, s, scores);
    assert_int_equal(scores[0], points[0]);
    assert_int_equal(scores[1], points[1]);
    if (plain_turn(p) != PES_TERMINAL)
        return;
    pes_payoff(g, s, payoff);
    assert_int_equal(payoff[0], plain_result(p));
    assert_int_equal(payoff[1], -payoff[0]);
}

/* Random games, every move unmade and remade; returns the number of compared positions. */
static int compare_games(const char *options, int games, uint64_t seed) {
    struct pes_game *g = open_board(options);
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    int positions = 0;
    for (int i = 0; i < games; i++) {
        struct pes_state_buf s, before;
        struct pes_undo_buf undo;
        struct plain p;
        int list[256], n;
        g->rules->init(g, PES_STATE(s));
        plain_start(&p, g);
        for (;; positions++) {
            assert_same(g, PES_STATE(s), &p);
            assert_same_list(g, PES_STATE(s), &p);
            assert_same_points(g, PES_STATE(s), &p);
            n = plain_list(&p, list);
            if (n == 0)
                break;
            const int listed = list[pes_rng_below(&rng, (uint32_t)n)];
            const pes_move m = plain_turn(&p) == PES_CHANCE ? proximity_draw_of(listed)
                                                            : proximity_move_to(listed);
            pes_copy(g, PES_STATE(before), PES_STATE(s));
            pes_make(g, PES_STATE(s), m, undo.bytes);
            pes_unmake(g, PES_STATE(s), m, undo.bytes);
            assert_memory_equal(&before, &s, g->state_size);
            pes_make(g, PES_STATE(s), m, undo.bytes);
            plain_play(&p, listed);
        }
    }
    pes_game_close(g);
    return positions;
}

static void plain_agrees(void **unused) {
    (void)unused;
    static const char *const draws[] = {"pool", "iid", "list"};
    int positions = 0;
    for (int columns = 4; columns <= 16; columns++)
        for (int k = 0; k < 6; k++) {
            const int rows = 4 + (columns + 5 * k) % 13, look = 1 + (columns + k) % 10;
            char options[1400], more[80];
            snprintf(more, sizeof more, ",columns=%d,rows=%d,look=%d,komi=%d", columns, rows, look,
                     k - 2);
            if (k % 3 == 2)
                write_lists(options, sizeof options, columns * rows, more);
            else
                snprintf(options, sizeof options, "draw=%s%s", draws[k % 3], more);
            positions +=
                compare_games(options, 1600 / (columns * rows), (uint64_t)columns + (uint64_t)k);
        }
    positions += compare_games("", 200, 1);
    assert_true(positions >= 100000);
}

/* Counts from the oracle, as in proximity.perft. */
static void plain_counts(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *position;
        int depth;
        uint64_t count;
    } lines[] = {
        {"", "12/12/12/12/12/12/12/12/12/12 b ? 33333333333333333333 33333333333333333333 -", 3,
         48000},
        {"columns=4,rows=4", "4/4/4/4 b ? 00101001010010100101 00101001010010100101 -", 6, 1505280},
        {"columns=4,rows=4",
         "b5,r3,b9,1/r8,2,b4/b2,r7,1,r12/b3,r6,b10,1 r 8 00000000000010000100 00001000000000000100 "
         "-",
         9, 480},
        {"columns=4,rows=4,look=3",
         "b5,r3,b9,1/r8,2,b4/b2,r7,1,r12/b3,r6,b10,1 r 8 00000000000000000100 00001000000000000100 "
         "13",
         8, 240},
        {"columns=4,rows=4,look=10",
         "b5,r3,b9,1/r8,2,b4/b2,r7,1,r12/b3,r6,b10,1 r 8 00000000000000000100 00001000000000000100 "
         "13",
         8, 240},
        {"columns=4,rows=4,draw=iid", "b5,r3,b9,1/r8,r20,1,b4/b2,r7,b20,r12/b3,r6,b10,r1 b ? - - -",
         4, 800},
        {"columns=4,rows=4,draw=iid", "b5,r3,b9,1/r8,2,b4/b2,r7,1,r12/b3,r6,b10,1 r ? - - -", 4,
         8000},
        {"draw=list,blue=1.2.3.4.5.6.7.8,red=20.19.18.17.16.15.14.13,columns=4,rows=4,look=2",
         "b5,r3,b9,1/r8,2,b4/b2,r7,1,r12/b3,r6,b10,1 r 15 - - 7", 8, 120},
        {"draw=list,blue=1.2.3.4.5.6.7.8,red=20.19.18.17.16.15.14.13,columns=4,rows=4",
         "4/4/4/4 b ? - - -", 6, 3360},
        {"columns=5,rows=5,look=2", "5/5/5/5/5 b ? 01011011011011011011 01011010110101101011 -", 4,
         46800},
        {"columns=4,rows=5", "4/4/4/4/4 b ? 01010101010101010101 01010101010101010101 -", 4, 38000},
        {"columns=16,rows=16,look=10",
         "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 b ? 66767667676676766767 "
         "66767667676676766767 -",
         4, 160000},
        {"columns=10,rows=8",
         "10/10/10/10/10/10/10/10 b ? 22222222222222222222 22222222222222222222 -", 3, 32000},
        {"",
         "12/12/12/12/5,b8,6/4,r12,1,r6,5/5,b20,6/12/12/12 b 13 23333332333333333332 "
         "33333233333233333333 -",
         3, 266800},
        {"columns=4,rows=4",
         "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,r1 b ? 00000000000000000000 "
         "00000000000000000000 -",
         2, 0},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_board(lines[i].options);
        struct pes_state_buf s;
        struct plain p;
        read_position(g, lines[i].position, &s);
        plain_read(&p, g, lines[i].position);
        assert_same(g, PES_STATE(s), &p);
        assert_int_equal(plain_perft(&p, lines[i].depth), lines[i].count);
        pes_game_close(g);
    }
}

/* Results. ------------------------------------------------------------------------------------ */

static void assert_result(const char *komi, const char *board, int blue, int red, int payoff) {
    char options[64], position[256];
    int32_t found[PES_PLAYERS_MAX];
    struct pes_state_buf s;
    snprintf(options, sizeof options, "columns=4,rows=4,draw=iid,komi=%s", komi);
    snprintf(position, sizeof position, "%s b ? - - -", board);
    struct pes_game *g = open_board(options);
    read_position(g, position, &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    g->rules->scores(g, PES_STATE(s), found);
    assert_int_equal(found[0], blue);
    assert_int_equal(found[1], red);
    pes_payoff(g, PES_STATE(s), found);
    assert_int_equal(found[0], payoff);
    assert_int_equal(found[1], -payoff);
    pes_game_close(g);
}

/* More points win, then more cells, otherwise a draw. Komi goes to Blue. */
static void results(void **unused) {
    (void)unused;
    static const char even[] = "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,r1";
    static const char cells[] = "b1,b1,b1,b1/b1,b1,b1,b1/b1,r2,r1,r1/r1,r1,r1,r2";
    assert_result("0", even, 8, 8, 0);
    assert_result("1", even, 9, 8, 1);
    assert_result("-1", even, 7, 8, -1);
    assert_result("0", cells, 9, 9, 1);
    assert_result("-1", cells, 8, 9, -1);
    assert_result("-5120", "b20,b20,b20,b20/b20,b20,b20,b20/b20,b20,b20,b20/b20,b20,b20,b20",
                  320 - 5120, 0, -1);
    assert_result("0", "r20,b1,b1,b1/b1,b1,b1,b1/b1,b1,b1,b1/b1,b1,b1,b1", 15, 20, -1);
}

/* Bounds and bytes. --------------------------------------------------------------------------- */

static void bounds(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    assert_int_equal(g->state_size, 64 + 160);
    assert_int_equal(g->plies_bound, 120);
    assert_int_equal(g->moves_max, 120);
    assert_int_equal(g->chances_max, 20);
    assert_int_equal(g->move_keys, 140);
    assert_true(g->chance_in_play);
    assert_false(g->start_rolled);
    assert_int_equal(g->rules->move_key(g, proximity_move_to(119)), 119);
    assert_int_equal(g->rules->move_key(g, proximity_draw_of(1)), 120);
    assert_int_equal(g->rules->move_key(g, proximity_draw_of(20)), 139);
    pes_game_close(g);
    g = open_board("columns=16,rows=16");
    assert_true(g->state_size <= sizeof(struct proximity));
    pes_game_close(g);
}

/* The same tiles in another order give the same bytes; anything else differs. */
static void hashes(void **unused) {
    (void)unused;
    static const char *const others[] = {
        "#5 a1 #9 c4 #5 l10 #9 f6 #2",  "#5 a1 #9 c4 #5 l9 #9 f6 #1",
        "#5 a1 #9 c4 #5 l10 #8 f6 #1",  "#5 a1 #9 c4 #5 l10 #9 f6",
        "#5 a1 #9 c4 #5 l10 #10 f6 #1", "#4 a1 #9 c4 #5 l10 #9 f6 #1",
    };
    struct pes_game *g = open_board("");
    struct pes_state_buf a, b;
    memset(&a, 0x11, sizeof a);
    memset(&b, 0x77, sizeof b);
    read_position(g, "startpos", &a);
    read_position(g, "startpos", &b);
    play_moves(g, &a, "#5 a1 #9 c4 #5 l10 #9 f6 #1");
    play_moves(g, &b, "#5 l10 #9 f6 #5 a1 #9 c4 #1");
    assert_memory_equal(&a, &b, g->state_size);
    assert_int_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        read_position(g, "startpos", &b);
        play_moves(g, &b, others[i]);
        assert_int_not_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    }
    /* The same tiles, another number in hand or other numbers left. */
    read_position(g, FOUR_TILES " b 7 " FOUR_POOLS " -", &a);
    read_position(g, FOUR_TILES " b 6 " FOUR_POOLS " -", &b);
    assert_int_not_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    read_position(g, FOUR_TILES " b 7 33333322333333333332 33333233333233333333 -", &b);
    assert_int_not_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    read_position(g, FOUR_TILES " b 7 23333332333333333332 33333333333133333333 -", &b);
    assert_int_not_equal(pes_hash(g, PES_STATE(a)), pes_hash(g, PES_STATE(b)));
    pes_game_close(g);
}

/* valid() refuses positions that the parser cannot produce. */
static void invalid_bytes(void **unused) {
    (void)unused;
    static const char *const variants[] = {"columns=6,rows=5,look=3", "columns=6,rows=5,draw=iid"};
    for (size_t v = 0; v < 2; v++) {
        struct pes_game *g = open_board(variants[v]);
        struct pes_state_buf start, s;
        read_position(g, "startpos", &start);
        play_moves(g, &start, v == 0 ? "#2 #4 #6 a1 #8 c3 #10" : "#2 a1 #4 c3 #6");
        assert_true(g->rules->valid(g, PES_STATE(start)));
        for (uint32_t i = 0; i < g->state_size; i++) {
            s = start;
            s.bytes[i] ^= 0x60;
            const bool number =
                i >= offsetof(struct proximity, queue) && i < offsetof(struct proximity, placed);
            assert_true(number || !g->rules->valid(g, PES_STATE(s)));
        }
        /* No number, one above twenty, and one beyond the known ones. */
        static const uint64_t queues[] = {0, 21, UINT64_C(1) << 40};
        for (int i = 0; i < 3; i++) {
            s = start;
            tiles_of(&s)->queue = queues[i] | (i == 2 ? tiles_of(&start)->queue : 0);
            assert_false(g->rules->valid(g, PES_STATE(s)));
        }
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_degrees),
        cmocka_unit_test(golden_neighbours),
        cmocka_unit_test(rings_are_neighbours),
        cmocka_unit_test(golden_placements),
        cmocka_unit_test(golden_ring),
        cmocka_unit_test(every_reaction),
        cmocka_unit_test(plain_agrees),
        cmocka_unit_test(plain_counts),
        cmocka_unit_test(results),
        cmocka_unit_test(bounds),
        cmocka_unit_test(hashes),
        cmocka_unit_test(invalid_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
