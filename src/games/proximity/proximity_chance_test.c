/* Chance in Proximity: pools and lists, numbers known in advance, and that all ways to draw have
 * the same distribution. */
#include "games/proximity/proximity_testing.h"

#include "core/game.h"

#include <math.h>

/* Numbers. ------------------------------------------------------------------------------------ */

/* Three of each on the default board; on others as the formula distributes them. */
static void pools(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *blue, *red;
    } golden[] = {
        {"", FULL_POOL, FULL_POOL},
        {"columns=10,rows=8", "22222222222222222222", "22222222222222222222"},
        {"columns=4,rows=4", "00101001010010100101", "00101001010010100101"},
        {"columns=5,rows=5", "01011011011011011011", "01011010110101101011"},
        {"columns=16,rows=16", "66767667676676766767", "66767667676676766767"},
        {"draw=iid", "-", "-"},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_game *g = open_board(golden[i].options);
        struct pes_state_buf s;
        char text[PES_STATE_TEXT_MAX], end[128];
        read_position(g, "startpos", &s);
        g->rules->state_format(g, PES_STATE(s), 0, text);
        snprintf(end, sizeof end, " b ? %s %s -", golden[i].blue, golden[i].red);
        assert_string_equal(strchr(text, ' '), end);
        pes_game_close(g);
    }
}

/* The outcomes as text, ascending; each with the same weight. */
static void assert_outcomes(const struct pes_game *g, const struct pes_state_buf *buf,
                            const char *golden) {
    const struct pes_state *s = (const struct pes_state *)(const void *)buf->bytes;
    struct pes_chance chances[PES_CHANCES_MAX];
    char found[256] = "";
    const int n = pes_chances(g, s, chances);
    for (int i = 0; i < n; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, chances[i].move, text);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "",
                 text);
        assert_int_equal(chances[i].weight, 1);
    }
    assert_string_equal(found, golden);
}

/* A value counts once, whatever its count; values that are used up do not count. */
static void uniform_over_values(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("columns=10,rows=8");
    struct pes_state_buf s;
    read_position(g,
                  "b1,b2,b3,b4,b5,b6,b7,b8,b9,b1/r1,r2,r3,r4,r5,r6,r7,r8,r9,r1/"
                  "b1,b2,b3,b4,b5,b6,b7,b8,b9,b1/r1,r2,r3,r4,r5,r6,r7,r8,r9,r1/"
                  "b1,b2,b3,b4,b5,b6,b7,b8,b9,b1/r1,r2,r3,r4,r5,r6,r7,r8,r9,r1/10/10 "
                  "b ? 02010000002020000012 22222000000000000000 -",
                  &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    assert_outcomes(g, &s, "#2 #4 #11 #13 #19 #20");
    play_moves(g, &s, "#4 a7");
    assert_outcomes(g, &s, "#1 #2 #3 #4 #5");
    play_moves(g, &s, "#1 b7");
    assert_outcomes(g, &s, "#2 #11 #13 #19 #20");
    pes_game_close(g);
}

static void draws_of_other_kinds(void **unused) {
    (void)unused;
    struct pes_state_buf s;
    char options[512];
    struct pes_game *g = open_board("draw=iid");
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#7 a1 #7 b1 #7 c1 #7 d1 #7 e1 #7 f1 #7 g1");
    assert_outcomes(g, &s,
                    "#1 #2 #3 #4 #5 #6 #7 #8 #9 #10 #11 #12 #13 #14 #15 #16 #17 #18 #19 #20");
    pes_game_close(g);
    write_lists(options, sizeof options, 16, ",columns=4,rows=4,look=2");
    g = open_board(options);
    assert_int_equal(g->chances_max, 1);
    read_position(g, "startpos", &s);
    assert_outcomes(g, &s, "#1");
    play_moves(g, &s, "#1");
    assert_outcomes(g, &s, "#20");
    play_moves(g, &s, "#20 a1");
    assert_outcomes(g, &s, "#2");
    play_moves(g, &s, "#2 a2");
    assert_outcomes(g, &s, "#19");
    pes_game_close(g);
}

/* The first numbers are drawn one by one, alternately, and are taken from the pools. */
static void looking_ahead(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("look=3,columns=4,rows=4");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    assert_position(g, &s, "4/4/4/4 b ? 00101001010010100101 00101001010010100101 -");
    play_moves(g, &s, "#3");
    assert_position(g, &s, "4/4/4/4 b 3 00001001010010100101 00101001010010100101 -");
    play_moves(g, &s, "#3");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    assert_outcomes(g, &s, "#5 #8 #10 #13 #15 #18 #20");
    play_moves(g, &s, "#20");
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    assert_position(g, &s, "4/4/4/4 b 3 00001001010010100100 00001001010010100101 3,20");
    play_moves(g, &s, "a1");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    assert_position(g, &s, "b3,3/4/4/4 r 3 00001001010010100100 00001001010010100101 20");
    assert_outcomes(g, &s, "#5 #8 #10 #13 #15 #18 #20");
    pes_game_close(g);
}

/* Near the end there are fewer numbers to know, and then none. */
static void looking_to_the_end(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("look=3,columns=4,rows=4");
    struct pes_state_buf s;
    read_position(g,
                  "b1,r1,b1,r1/b1,r1,b1,r1/b1,r1,b1,r1/4 "
                  "b 3 00000000000000000000 00000000000000000001 5,8",
                  &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    play_moves(g, &s, "a4 #20 b4");
    assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
    assert_position(g, &s,
                    "b1,r1,b1,r1/b1,r1,b1,r1/b2,r1,r1,r1/r3,r5,2 "
                    "b 8 00000000000000000000 00000000000000000000 20");
    pes_game_close(g);
}

/* Draws. -------------------------------------------------------------------------------------- */

enum draw_way { BY_DRAW, BY_ROLL, BY_LIST, BY_PLAYOUT };

/* The number that a playout of a single move draws and places. */
static int drawn_by_playout(const struct pes_game *g, const struct pes_state *s,
                            struct pes_rng *rng) {
    struct pes_state_buf after;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_copy(g, PES_STATE(after), s);
    assert_int_equal(g->rules->playout(g, PES_STATE(after), rng, 1, payoff), 1);
    for (int word = 0; word < PROXIMITY_WORDS; word++) {
        const uint64_t placed = proximity_at(s)->empty[word] ^ tiles_of(&after)->empty[word];
        if (placed != 0)
            return proximity_score(proximity_get(proximity_board(g), tiles_of(&after),
                                                 64 * word + __builtin_ctzll(placed)));
    }
    fail_msg("nothing was placed");
    return 0;
}

static int draw_once(const struct pes_game *g, const struct pes_state *s, enum draw_way way,
                     struct pes_rng *rng) {
    struct pes_state_buf own;
    pes_move m;
    switch (way) {
    case BY_DRAW:
        return proximity_drawn(pes_draw(g, s, rng));
    case BY_LIST:
        return proximity_drawn(game_draw_listed(g, s, rng));
    case BY_PLAYOUT:
        return drawn_by_playout(g, s, rng);
    case BY_ROLL:
        break;
    }
    pes_copy(g, PES_STATE(own), s);
    assert_int_equal(g->rules->roll(g, PES_STATE(own), rng, &m, 1), 1);
    assert_int_equal(proximity_in_hand(tiles_of(&own)), proximity_drawn(m));
    return proximity_drawn(m);
}

/* A million draws from a half-used pool: every value that is left is as likely as any other. The
 * 99.9999 % point of chi-square with ten degrees of freedom is 48.3. */
static void draws_are_uniform(void **unused) {
    (void)unused;
    enum { DRAWS = 1000000 };
    static const int left[] = {1, 2, 4, 6, 7, 9, 11, 14, 16, 19, 20};
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    read_position(g,
                  "b1,r1,b1,r1,b1,r1,b1,r1,b1,r1,b1,r1/b1,r1,b1,r1,b1,r1,b1,r1,b1,r1,b1,r1/"
                  "b1,r1,b1,r1,b1,r1,b1,r1,b1,r1,b1,r1/b1,r1,b1,r1,b1,r1,b1,r1,b1,r1,b1,r1/"
                  "b1,r1,b1,r1,b1,r1,b1,r1,b1,r1,b1,r1/12/12/12/12/12 "
                  "b ? 31030230303003030033 33333333330000000000 -",
                  &s);
    for (int way = BY_DRAW; way <= BY_PLAYOUT; way++) {
        struct pes_rng rng;
        int seen[21] = {0}, all = 0;
        double chi = 0;
        pes_rng_init(&rng, 70 + (uint64_t)way);
        for (int i = 0; i < DRAWS; i++)
            seen[draw_once(g, PES_STATE(s), (enum draw_way)way, &rng)]++;
        for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
            const double expected = DRAWS / 11.0, d = seen[left[i]] - expected;
            chi += d * d / expected;
            all += seen[left[i]];
        }
        assert_int_equal(all, DRAWS);
        assert_true(chi < 48.3);
    }
    pes_game_close(g);
}

/* Blue's mean lead at the end of random games is the same with playout() as with single draws. */
static void playouts_draw_alike(void **unused) {
    (void)unused;
    enum { GAMES = 100000 };
    struct pes_game *g = open_board("columns=5,rows=5,look=2");
    struct pes_state_buf start;
    double sums[2] = {0, 0}, squares[2] = {0, 0};
    read_position(g, "startpos", &start);
    for (int way = 0; way < 2; way++) {
        struct pes_rng rng;
        pes_rng_init(&rng, 80 + (uint64_t)way);
        for (int i = 0; i < GAMES; i++) {
            struct pes_state_buf s = start;
            struct pes_undo_buf undo;
            int32_t payoff[PES_PLAYERS_MAX], scores[PES_PLAYERS_MAX];
            if (way == 0)
                g->rules->playout(g, PES_STATE(s), &rng, 1000, payoff);
            while (pes_turn(g, PES_STATE(s)) != PES_TERMINAL)
                pes_make(g, PES_STATE(s), game_draw_listed(g, PES_STATE(s), &rng), undo.bytes);
            g->rules->scores(g, PES_STATE(s), scores);
            const double lead = scores[0] - scores[1];
            sums[way] += lead / GAMES;
            squares[way] += lead * lead / GAMES;
        }
    }
    const double deviation =
        sqrt((squares[0] - sums[0] * sums[0] + squares[1] - sums[1] * sums[1]) / GAMES);
    assert_true(fabs(sums[0] - sums[1]) < 4.9 * deviation);
    pes_game_close(g);
}

/* The position after a playout can be reached move by move. */
static void playouts_end_well(void **unused) {
    (void)unused;
    char lists[512];
    write_lists(lists, sizeof lists, 42, ",columns=6,rows=7,look=4");
    const char *const variants[] = {"",
                                    "columns=4,rows=4",
                                    "columns=16,rows=16,look=10",
                                    "draw=iid,look=3",
                                    "look=5",
                                    "columns=5,rows=5,komi=9",
                                    lists};
    struct pes_rng rng;
    pes_rng_init(&rng, 61);
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct pes_game *g = open_board(variants[v]);
        for (int i = 0; i < 400; i++) {
            struct pes_state_buf s;
            int32_t found[PES_PLAYERS_MAX], payoff[PES_PLAYERS_MAX] = {0, 0};
            struct pes_undo_buf undo;
            g->rules->init(g, PES_STATE(s));
            for (int k = i % 40; k > 0 && pes_turn(g, PES_STATE(s)) != PES_TERMINAL; k--)
                pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
            const int left = proximity_board(g)->cells - tiles_of(&s)->placed;
            const int limit = i % 2 == 0 ? 1000 : i / 4;
            const int plies = g->rules->playout(g, PES_STATE(s), &rng, limit, found);
            const bool over = pes_over(g, PES_STATE(s));
            assert_int_equal(plies, left < limit ? left : limit);
            assert_true(g->rules->valid(g, PES_STATE(s)));
            assert_int_not_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
            if (over)
                pes_payoff(g, PES_STATE(s), payoff);
            assert_memory_equal(found, payoff, sizeof payoff);
        }
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pools),
        cmocka_unit_test(uniform_over_values),
        cmocka_unit_test(draws_of_other_kinds),
        cmocka_unit_test(looking_ahead),
        cmocka_unit_test(looking_to_the_end),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(playouts_draw_alike),
        cmocka_unit_test(playouts_end_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
