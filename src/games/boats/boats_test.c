/* The rules against their golden values and against the oracle of boats_oracle_testing.h. */
#include "games/boats/boats_oracle_testing.h"
#include "games/boats/boats_testing.h"

/* Golden values. ------------------------------------------------------------------------------ */

/* The oracle's counts are the published ones; tests/conformance/check_files.c checks the rules
 * against all of boats.perft. */
static void plain_counts(void **unused) {
    (void)unused;
    static const struct {
        const char *options;
        uint64_t nodes[3];
    } cases[] = {
        {"start=base", {17, 289, 4936}},       {"start=s0", {17, 289, 4936}},
        {"start=s2", {16, 259, 4251}},         {"start=s1,rule=ko", {17, 273, 4408}},
        {"start=s3,rule=ko", {16, 244, 3783}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_game *g = open_lake(cases[i].options);
        struct pes_state_buf s;
        char text[PES_STATE_TEXT_MAX];
        read_position(g, "startpos", &s);
        g->rules->state_format(g, PES_STATE(s), 0, text);
        const struct plain p = plain_read(g, text);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(plain_perft(&p, depth), cases[i].nodes[depth - 1]);
        pes_game_close(g);
    }
}

static int count_after(const char *options, const char *moves) {
    struct pes_game *g = open_lake(options);
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    play_some(g, &s, moves, 100);
    const int n = g->rules->count(g, PES_STATE(s));
    pes_game_close(g);
    return n;
}

static void numbers_of_moves(void **unused) {
    (void)unused;
    static const struct {
        const char *moves;
        int full, less; /* in base, s0 and s1; in s2 and s3, where one column is empty */
    } golden[] = {{"", 17, 16}, {"R", 17, 16}, {"R L", 18, 17}, {"R L L L", 17, 16}};
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        assert_int_equal(count_after("start=base", golden[i].moves), golden[i].full);
        assert_int_equal(count_after("start=s0", golden[i].moves), golden[i].full);
        assert_int_equal(count_after("start=s1", golden[i].moves), golden[i].full);
        assert_int_equal(count_after("start=s2", golden[i].moves), golden[i].less);
        assert_int_equal(count_after("start=s3", golden[i].moves), golden[i].less);
    }
}

static void printed_game_a(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=s2");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    const int plies = play_some(g, &s,
                                "R L R +7 R -8 R +7 +5 -4 R L +5 -1 R +6 +6 -9 R -1 +8 +8 R -6 -8 "
                                "-2 R +1 -10 +9 R -8 +10 +3 R",
                                100);
    assert_int_equal(plies, 35);
    assert_position(g, &s, "3341234244 11 9 g R");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], 1);
    assert_int_equal(payoff[1], -1);
    pes_game_close(g);
}

static void printed_game_b(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    play_moves(g, &s, "R -1 +1 L R L R L R -4 R -5");
    assert_position(g, &s, "4431032344 5 8 r -5");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], -1);
    assert_int_equal(payoff[1], 1);
    pes_game_close(g);
}

static void both_sink(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=base");
    struct pes_state_buf s;
    read_position(g, "4432112344 5 5 r -", &s);
    play_moves(g, &s, "-5");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    int32_t payoff[PES_PLAYERS_MAX] = {7, 7};
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], 0);
    assert_int_equal(payoff[1], 0);
    pes_game_close(g);
}

/* Variants. ----------------------------------------------------------------------------------- */

static void starts(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *position;
    } golden[] = {
        {"start=base", "4432112344 0 11 r -"},   {"start=s0", "4432132344 0 11 r -"},
        {"start=s1", "4432312344 0 11 r -"},     {"start=s2", "4432022344 0 11 r -"},
        {"start=s3", "4432202344 0 11 r -"},     {"", "random"},
        {"start=random,rule=ko", "random"},      {"columns=3,levels=2", "222 0 4 r -"},
        {"columns=5,levels=3", "33233 0 6 r -"}, {"start=base,columns=6", "443344 0 7 r -"},
        {"levels=2", "2211111122 0 11 r -"},     {"columns=9,levels=4", "443212344 0 10 r -"},
    };
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_game *g = open_lake(golden[i].options);
        struct pes_state_buf s;
        g->rules->init(g, PES_STATE(s));
        assert_position(g, &s, golden[i].position);
        pes_game_close(g);
    }
}

static void variants_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *options;
        enum pes_err err;
    } bad[] = {
        {"start=s0,columns=9", PES_ERR_UNFIT}, {"start=random,levels=3", PES_ERR_UNFIT},
        {"columns=2", PES_ERR_RANGE},          {"columns=11", PES_ERR_RANGE},
        {"levels=1", PES_ERR_RANGE},           {"levels=5", PES_ERR_RANGE},
        {"repetition=101", PES_ERR_RANGE},     {"plies=100001", PES_ERR_RANGE},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct pes_game *g = NULL;
        struct pes_note note = {0};
        assert_int_equal(pes_game_open(&boats_kit, bad[i].options, &g, &note), bad[i].err);
        assert_null(g);
        assert_true(strlen(note.why[PES_LANG_EN]) > 0);
    }
}

static void bounds(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("columns=5,repetition=0,plies=0");
    assert_int_equal(g->repetition_max, 0);
    assert_int_equal(g->plies_cap, 0);
    assert_int_equal(g->moves_max, 12);
    assert_int_equal(g->chances_max, 0);
    assert_false(g->start_rolled);
    pes_game_close(g);
    g = open_lake("");
    assert_int_equal(g->repetition_max, 3);
    assert_int_equal(g->plies_cap, 300);
    assert_int_equal(g->moves_max, 22);
    assert_int_equal(g->chances_max, 4);
    assert_true(g->start_rolled);
    assert_false(g->chance_in_play);
    pes_game_close(g);
}

static void roll(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("");
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), 0);
    struct pes_chance outcomes[PES_CHANCES_MAX];
    assert_int_equal(pes_chances(g, PES_STATE(s), outcomes), 4);
    static const char *const rolled[] = {"4432132344 0 11 r -", "4432312344 0 11 r -",
                                         "4432022344 0 11 r -", "4432202344 0 11 r -"};
    const struct pes_state_buf before = s;
    for (int i = 0; i < 4; i++) {
        char text[PES_MOVE_TEXT_MAX];
        struct pes_undo_buf undo;
        g->rules->move_format(g, PES_STATE(s), outcomes[i].move, text);
        assert_true(text[0] == '#' && text[1] == '0' + i && text[2] == '\0');
        assert_int_equal(outcomes[i].weight, outcomes[0].weight);
        assert_int_equal(read_move(g, PES_STATE(s), text, 2), outcomes[i].move);
        pes_make(g, PES_STATE(s), outcomes[i].move, undo.bytes);
        assert_position(g, &s, rolled[i]);
        assert_int_equal(pes_turn(g, PES_STATE(s)), 0);
        assert_int_equal(pes_chances(g, PES_STATE(s), outcomes + 4), 0);
        pes_unmake(g, PES_STATE(s), outcomes[i].move, undo.bytes);
        assert_memory_equal(&s, &before, g->state_size);
    }
    pes_game_close(g);
}

static void ko_forbids_one_move(void **unused) {
    (void)unused;
    assert_int_equal(count_after("start=base,rule=free", "+5"), 17);
    assert_int_equal(count_after("start=base,rule=ko", "+5"), 16);
    assert_int_equal(count_after("start=base,rule=ko", "-5"), 15);
    assert_int_equal(count_after("start=base,rule=ko", "R"), 17);
    assert_int_equal(count_after("start=base,rule=ko", "-5 L"), 16);
}

/* Against the oracle. ------------------------------------------------------------------------- */

static void compare_result(const struct pes_game *g, const struct pes_state *s,
                           const struct plain *p) {
    const enum plain_result result = plain_result(p);
    if (result == PLAIN_OPEN) {
        assert_int_equal(pes_turn(g, s), p->mover);
        return;
    }
    int32_t payoff[PES_PLAYERS_MAX];
    assert_int_equal(pes_turn(g, s), PES_TERMINAL);
    pes_payoff(g, s, payoff);
    assert_int_equal(payoff[0], result == PLAIN_DRAW ? 0 : result == PLAIN_RED ? 1 : -1);
    assert_int_equal(payoff[1], -payoff[0]);
}

/* Compares one position, all its moves and all positions they lead to. */
static int compare(const struct pes_game *g, struct pes_state_buf *s, const struct plain *p,
                   pes_move list[]) {
    char expected[BOATS_MOVES_MAX][PES_MOVE_TEXT_MAX], text[PES_STATE_TEXT_MAX];
    const int n = plain_moves(p, expected);
    const struct pes_state_buf before = *s;
    compare_result(g, PES_STATE(*s), p);
    assert_true(g->rules->valid(g, PES_STATE(*s)));
    assert_int_equal(pes_moves(g, PES_STATE(*s), list), n);
    assert_int_equal(g->rules->count(g, PES_STATE(*s)), n);
    for (int i = 0; i < n; i++) {
        char move[PES_MOVE_TEXT_MAX], next_text[64];
        struct pes_undo_buf undo;
        g->rules->move_format(g, PES_STATE(*s), list[i], move);
        assert_string_equal(move, expected[i]);
        const struct plain next = plain_make(p, move);
        pes_make(g, PES_STATE(*s), list[i], undo.bytes);
        g->rules->state_format(g, PES_STATE(*s), 0, text);
        plain_text(&next, next_text);
        assert_string_equal(text, next_text);
        compare_result(g, PES_STATE(*s), &next);
        pes_unmake(g, PES_STATE(*s), list[i], undo.bytes);
        assert_memory_equal(s, &before, g->state_size);
    }
    return n;
}

static int compare_game(const struct pes_game *g, struct pes_rng *rng, int plies_max) {
    struct pes_state_buf s;
    memset(&s, 0, sizeof s);
    pes_start(g, rng, PES_STATE(s));
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, PES_STATE(s), 0, text);
    struct plain p = plain_read(g, text);
    for (int ply = 0; ply < plies_max; ply++) {
        pes_move list[BOATS_MOVES_MAX];
        const int n = compare(g, &s, &p, list);
        if (n == 0)
            return ply;
        const pes_move m = list[pes_rng_below(rng, (uint32_t)n)];
        char move[PES_MOVE_TEXT_MAX];
        struct pes_undo_buf undo;
        g->rules->move_format(g, PES_STATE(s), m, move);
        pes_make(g, PES_STATE(s), m, undo.bytes);
        p = plain_make(&p, move);
    }
    return plies_max;
}

/* A hundred thousand positions of random games, each with all its successors. */
static void plain_agrees(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 20);
    char options[PES_OPTIONS_TEXT_MAX];
    int positions = 0, variants = 0;
    for (; variant_at(variants, options); variants++) {
        struct pes_game *g = open_lake(options);
        const int until = positions + 1700;
        while (positions < until)
            positions += 1 + compare_game(g, &rng, 300);
        pes_game_close(g);
    }
    assert_int_equal(variants, 60);
    assert_true(positions > 100000);
}

/* Hashes. ------------------------------------------------------------------------------------- */

/* What the future depends on, as text: the last move only if ko makes it relevant. */
static void future_text(const struct pes_game *g, const struct pes_state *s, char out[64]) {
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, s, 0, text);
    struct plain p = plain_read(g, text);
    const bool matters = p.ko && plain_result(&p) == PLAIN_OPEN && strchr("+-", p.last[0]) != NULL;
    if (!matters)
        p.last[0] = '\0';
    plain_text(&p, out);
}

static void hash_is_the_future(void **unused) {
    (void)unused;
    enum { PLIES = 200 };
    struct pes_rng rng;
    pes_rng_init(&rng, 21);
    char options[PES_OPTIONS_TEXT_MAX];
    int equal = 0;
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        static char texts[PLIES][64];
        static uint64_t hashes[PLIES];
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        for (int n = 0; n < PLIES; n++) {
            if (n == 0 || pes_turn(g, PES_STATE(s)) == PES_TERMINAL)
                pes_start(g, &rng, PES_STATE(s));
            else
                pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
            future_text(g, PES_STATE(s), texts[n]);
            hashes[n] = pes_hash(g, PES_STATE(s));
            for (int k = 0; k < n; k++) {
                const bool same = strcmp(texts[k], texts[n]) == 0;
                assert_int_equal(same, hashes[k] == hashes[n]);
                equal += same;
            }
        }
        pes_game_close(g);
    }
    assert_true(equal > 1000);
}

static uint64_t hash_of(const struct pes_game *g, const char *position) {
    struct pes_state_buf s;
    read_position(g, position, &s);
    return pes_hash(g, PES_STATE(s));
}

static void hash_and_last_move(void **unused) {
    (void)unused;
    struct pes_game *free_game = open_lake("start=base"), *ko = open_lake("start=base,rule=ko");
    const char *none = "4432112344 1 10 r -", *boat = "4432112344 1 10 r L",
               *water = "4432112344 1 10 r +5", *other = "4432112344 1 10 r -5",
               *green = "4432112344 1 10 g -";
    assert_true(hash_of(free_game, none) == hash_of(free_game, boat));
    assert_true(hash_of(free_game, none) == hash_of(free_game, water));
    assert_true(hash_of(free_game, none) != hash_of(free_game, green));
    assert_true(hash_of(ko, none) == hash_of(ko, boat));
    assert_true(hash_of(ko, none) != hash_of(ko, water));
    assert_true(hash_of(ko, other) != hash_of(ko, water));
    pes_game_close(free_game);
    pes_game_close(ko);
}

/* Hooks. -------------------------------------------------------------------------------------- */

static void keys_are_dense(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=random");
    bool seen[64] = {false};
    struct pes_chance outcomes[PES_CHANCES_MAX];
    struct pes_state_buf s;
    read_position(g, "random", &s);
    const int n = pes_chances(g, PES_STATE(s), outcomes);
    uint32_t total = 0;
    for (int i = 0; i < n + BOATS_MOVES_MAX; i++) {
        const int k = i - n;
        const pes_move m = k < 0   ? outcomes[i].move
                           : k < 2 ? (pes_move)(BOATS_LEFT + k)
                           : k % 2 ? boats_raise(k / 2)
                                   : boats_lower(k / 2);
        const uint32_t key = g->rules->move_key(g, m);
        assert_true(key < g->move_keys);
        assert_false(seen[key]);
        seen[key] = true;
        total++;
    }
    assert_int_equal(total, g->move_keys);
    pes_game_close(g);
}

/* The table of the thesis, section 4.4. */
static void moves_have_the_numbers_of_the_thesis(void **unused) {
    (void)unused;
    static const struct {
        const char *position, *move;
        int32_t number;
    } cases[] = {
        {"4432132344 6 8 r -", "L", 0},    {"4432132344 0 11 r -", "R", 1},
        {"4432132344 1 11 g R", "L", 2},   {"4432132344 1 9 g R", "R", 3},
        {"3432132344 0 11 r -", "+1", 4},  {"4432132343 0 11 r -", "+10", 13},
        {"4432132344 1 11 g R", "-1", 14}, {"4432132344 0 11 r -", "-10", 23},
    };
    struct pes_game *g = open_lake("start=s0");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_state_buf s;
        read_position(g, cases[i].position, &s);
        size_t used;
        pes_move m;
        assert_int_equal(g->rules->move_parse(g, PES_STATE(s), cases[i].move, strlen(cases[i].move),
                                              &used, &m, NULL),
                         PES_ERR_OK);
        assert_int_equal(pes_move_number(g, PES_STATE(s), m), cases[i].number);
    }
    pes_game_close(g);
    /* An outcome of the roll has none. */
    g = open_lake("start=random");
    struct pes_state_buf s;
    read_position(g, "random", &s);
    struct pes_chance outcomes[PES_CHANCES_MAX];
    assert_true(pes_chances(g, PES_STATE(s), outcomes) > 0);
    assert_int_equal(pes_move_number(g, PES_STATE(s), outcomes[0].move), -1);
    pes_game_close(g);
}

/* Is `counts` uniform within six standard deviations of chi-square? Seeds are fixed. */
static void assert_uniform(const int counts[], int n, int draws) {
    const double expected = (double)draws / n;
    double chi = 0;
    for (int i = 0; i < n; i++)
        chi += (counts[i] - expected) * (counts[i] - expected) / expected;
    const double excess = chi - (n - 1);
    assert_true(excess * excess < 36.0 * 2 * (n - 1));
}

/* Draws from a position by random_move(), or by playouts of one ply. */
static void check_draws(const char *options, const char *position, bool playout) {
    enum { DRAWS = 40000 };
    struct pes_game *g = open_lake(options);
    struct pes_state_buf s;
    read_position(g, position, &s);
    pes_move list[BOATS_MOVES_MAX];
    int counts[BOATS_MOVES_MAX] = {0};
    const int n = pes_moves(g, PES_STATE(s), list);
    struct pes_rng rng;
    pes_rng_init(&rng, 22);
    for (int i = 0; i < DRAWS; i++) {
        struct pes_state_buf after = s;
        int32_t payoff[PES_PLAYERS_MAX];
        if (playout)
            assert_int_equal(g->rules->playout(g, PES_STATE(after), &rng, 1, payoff), 1);
        const pes_move m = playout ? boats_at(PES_STATE(after))->last
                                   : g->rules->random_move(g, PES_STATE(s), &rng);
        int k = 0;
        while (k < n && list[k] != m)
            k++;
        assert_true(k < n);
        counts[k]++;
    }
    assert_uniform(counts, n, DRAWS);
    pes_game_close(g);
}

static void draws_are_uniform(void **unused) {
    (void)unused;
    for (int playout = 0; playout < 2; playout++) {
        check_draws("start=s0", "startpos", playout);
        check_draws("start=s2,rule=ko", "4431224244 5 9 g +5", playout);
        check_draws("columns=3,levels=2,rule=ko", "211 1 2 r -2", playout);
    }
}

static void rolls_are_uniform(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("");
    struct pes_state_buf s;
    read_position(g, "random", &s);
    int counts[BOATS_OUTCOMES] = {0};
    struct pes_rng rng;
    pes_rng_init(&rng, 23);
    for (int i = 0; i < 10000; i++)
        counts[g->rules->random_move(g, PES_STATE(s), &rng) - BOATS_OUTCOME]++;
    assert_uniform(counts, BOATS_OUTCOMES, 10000);
    pes_game_close(g);
}

static void playouts_end(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 24);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        for (int k = 0; k < 50; k++) {
            struct pes_state_buf s;
            int32_t found[PES_PLAYERS_MAX], payoff[PES_PLAYERS_MAX] = {0, 0};
            g->rules->init(g, PES_STATE(s));
            const int plies = g->rules->playout(g, PES_STATE(s), &rng, 60, found);
            const bool over = pes_turn(g, PES_STATE(s)) == PES_TERMINAL;
            assert_true(over ? plies > 0 && plies <= 60 : plies == 60);
            assert_true(g->rules->valid(g, PES_STATE(s)));
            if (over)
                pes_payoff(g, PES_STATE(s), payoff);
            assert_memory_equal(found, payoff, sizeof payoff);
        }
        pes_game_close(g);
    }
}

static void no_move_at_the_end(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=s2");
    struct pes_state_buf s;
    struct pes_rng rng;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_rng_init(&rng, 25);
    read_position(g, "3341234244 11 9 g R", &s);
    const struct pes_state_buf before = s;
    assert_int_equal(g->rules->random_move(g, PES_STATE(s), &rng), PES_MOVE_NONE);
    assert_int_equal(g->rules->playout(g, PES_STATE(s), &rng, 10, payoff), 0);
    assert_int_equal(payoff[0], 1);
    assert_memory_equal(&s, &before, g->state_size);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_counts),
        cmocka_unit_test(numbers_of_moves),
        cmocka_unit_test(printed_game_a),
        cmocka_unit_test(printed_game_b),
        cmocka_unit_test(both_sink),
        cmocka_unit_test(starts),
        cmocka_unit_test(variants_refused),
        cmocka_unit_test(bounds),
        cmocka_unit_test(roll),
        cmocka_unit_test(ko_forbids_one_move),
        cmocka_unit_test(plain_agrees),
        cmocka_unit_test(hash_is_the_future),
        cmocka_unit_test(hash_and_last_move),
        cmocka_unit_test(keys_are_dense),
        cmocka_unit_test(moves_have_the_numbers_of_the_thesis),
        cmocka_unit_test(draws_are_uniform),
        cmocka_unit_test(rolls_are_uniform),
        cmocka_unit_test(playouts_end),
        cmocka_unit_test(no_move_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
