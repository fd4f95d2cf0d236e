/* The rules against their golden values, against the oracle of abalone_oracle_testing.h, and
 * against real games. */
#include "games/abalone/abalone_oracle_testing.h"
#include "games/abalone/abalone_testing.h"
#include "pessoi/history.h"

/* Golden values. ------------------------------------------------------------------------------ */

/* tests/conformance/check_files.c checks the rules against all of abalone.perft. */
static void plain_counts(void **unused) {
    (void)unused;
    static const uint64_t golden[STARTS][2] = {
        {52, 2692}, {44, 1936},  {80, 6244}, {44, 1946}, {64, 4066}, {80, 5466}, {57, 3211},
        {58, 3420}, {102, 9630}, {58, 3262}, {78, 6153}, {48, 2310}, {48, 2336},
    };
    for (int i = 0; i < STARTS; i++) {
        struct pes_game *g = open_start(all_starts[i]);
        struct pes_state_buf s;
        char text[PES_STATE_TEXT_MAX];
        g->rules->init(g, PES_STATE(s));
        g->rules->state_format(g, PES_STATE(s), 0, text);
        const struct plain p = plain_read(text, 6);
        assert_int_equal(plain_perft(&p, 1), golden[i][0]);
        assert_int_equal(plain_perft(&p, 2), golden[i][1]);
        assert_int_equal(g->rules->count(g, PES_STATE(s)), golden[i][0]);
        for (int player = 0; player < 2; player++)
            assert_int_equal(abalone_bits(abalone_at(PES_STATE(s))->marbles[player]), 14);
        pes_game_close(g);
    }
    struct pes_game *g = open_table("");
    char text[PES_STATE_TEXT_MAX];
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    g->rules->state_format(g, PES_STATE(s), 0, text);
    const struct plain p = plain_read(text, 6);
    assert_int_equal(plain_perft(&p, 3), 149322);
    pes_game_close(g);
}

/* The number of moves of each kind: in line by size, broadside by size. */
static void count_kinds(const char *start, int kinds[2][4]) {
    struct pes_game *g = open_start(start);
    struct pes_state_buf s;
    pes_move list[ABALONE_MOVES_MAX];
    g->rules->init(g, PES_STATE(s));
    memset(kinds, 0, 8 * sizeof(int));
    const int n = pes_moves(g, PES_STATE(s), list);
    for (int i = 0; i < n; i++)
        kinds[abalone_broadside(abalone_slot(list[i]))][abalone_slot(list[i])->size]++;
    pes_game_close(g);
}

static void kinds_of_moves(void **unused) {
    (void)unused;
    int kinds[2][4];
    count_kinds("belgian", kinds);
    static const int belgian[2][4] = {{0, 20, 20, 4}, {0, 0, 8, 0}};
    assert_memory_equal(kinds, belgian, sizeof belgian);
    count_kinds("standard", kinds);
    static const int standard[2][4] = {{0, 14, 12, 8}, {0, 0, 8, 2}};
    assert_memory_equal(kinds, standard, sizeof standard);
}

static void list_order(void **unused) {
    (void)unused;
    static const char *const golden[] = {"a1a2", "a1b1", "a1b2",   "a2a3", "a2b3", "a2b2",
                                         "b1c1", "b1c2", "b1c2c1", "b2c3", "b2c2", "b3c4"};
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    pes_move list[ABALONE_MOVES_MAX];
    g->rules->init(g, PES_STATE(s));
    assert_true(pes_moves(g, PES_STATE(s), list) == 52);
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(s), list[i], text);
        assert_string_equal(text, golden[i]);
    }
    pes_game_close(g);
}

/* Counts the moves of a position that push, and those that eject. */
static void count_pushes(const struct pes_game *g, struct pes_state *s, int *pushes, int *ejects) {
    pes_move list[ABALONE_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    *pushes = *ejects = 0;
    for (int i = 0; i < n; i++) {
        *pushes += abalone_push(abalone_at(s), list[i]).first != 0;
        *ejects += g->rules->irreversible(g, s, list[i]);
    }
}

static void pushes_of_the_sheet(void **unused) {
    (void)unused;
    static const struct {
        const char *row_e;
        int moves, pushes, ejects;
    } golden[] = {
        {"2bbw4", 15, 1, 0},   {"6bbw", 15, 1, 1},   {"2bbww3", 14, 0, 0},   {"2bbbww2", 28, 1, 0},
        {"bbbwww3", 18, 0, 0}, {"bbbwb4", 23, 0, 0}, {"bbbbwww2", 30, 0, 0}, {"4b4", 6, 0, 0},
    };
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        int pushes = 0, ejects = 0;
        read_row_e(g, golden[i].row_e, &s);
        count_pushes(g, PES_STATE(s), &pushes, &ejects);
        assert_int_equal(g->rules->count(g, PES_STATE(s)), golden[i].moves);
        assert_int_equal(pushes, golden[i].pushes);
        assert_int_equal(ejects, golden[i].ejects);
    }
    read_position(g, "5/6/7/8/9/8/7/6/b4 b 0 0 0", &s);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), 3);
    pes_game_close(g);
}

static void check_after(const char *row_e, const char *move, const char *golden) {
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    read_row_e(g, row_e, &s);
    play_moves(g, &s, move);
    assert_position(g, &s, golden);
    pes_game_close(g);
}

static void pushes_made(void **unused) {
    (void)unused;
    check_after("2bbw4", "e3e4", "5/6/7/8/3bbw3/8/7/6/5 w 0 0 0");
    check_after("2bbbww2", "e3e4", "5/6/7/8/3bbbww1/8/7/6/5 w 0 0 0");
    check_after("2bbbw3", "e3e4", "5/6/7/8/3bbbw2/8/7/6/5 w 0 0 0");
    check_after("2bbbw3", "e4e5", "5/6/7/8/2b1bbw2/8/7/6/5 w 0 0 0");
    check_after("6bbw", "e7e8", "5/6/7/8/7bb/8/7/6/5 w 0 1 0");
    check_after("4bbbww", "e5e6", "5/6/7/8/5bbbw/8/7/6/5 w 0 1 0");
    check_after("wwbbb4", "e5e4", "5/6/7/8/wbbb5/8/7/6/5 w 0 1 0");
    check_after("wbb6", "e3e2", "5/6/7/8/bb7/8/7/6/5 w 0 1 0");
}

/* Ends. --------------------------------------------------------------------------------------- */

static void assert_won(const struct pes_game *g, const struct pes_state_buf *buf, int winner) {
    const struct pes_state *s = (const struct pes_state *)(const void *)buf;
    int32_t payoff[PES_PLAYERS_MAX] = {7, 7};
    assert_true(pes_over(g, s));
    pes_payoff(g, s, payoff);
    assert_int_equal(payoff[winner], 1);
    assert_int_equal(payoff[!winner], -1);
}

static void six_ejected(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    read_position(g, "5/6/7/8/2w3bbw/8/7/6/5 b 5 5 0", &s);
    assert_false(pes_over(g, PES_STATE(s)));
    play_moves(g, &s, "e7e8");
    assert_position(g, &s, "5/6/7/8/2w4bb/8/7/6/5 w 5 6 0");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), 0);
    assert_won(g, &s, ABALONE_BLACK);
    pes_game_close(g);

    g = open_table("eject=1");
    read_position(g, "5/6/7/8/wwb6/8/7/6/b4 w 0 0 0", &s);
    play_moves(g, &s, "e1e2");
    assert_false(pes_over(g, PES_STATE(s)));
    read_position(g, "5/6/7/8/6wwb/8/7/6/b4 w 0 0 0", &s);
    play_moves(g, &s, "e7e8");
    assert_won(g, &s, ABALONE_WHITE);
    pes_game_close(g);
}

/* A single marble in a corner between three that it cannot push. */
static void no_move_loses(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    read_position(g, "5/6/7/8/9/8/7/ww4/bw3 b 0 0 0", &s);
    assert_int_equal(pes_turn(g, PES_STATE(s)), ABALONE_BLACK);
    assert_int_equal(g->rules->count(g, PES_STATE(s)), 0);
    assert_int_equal(pes_draw(g, PES_STATE(s), &(struct pes_rng){{1, 2, 3, 4}}), PES_MOVE_NONE);
    assert_won(g, &s, ABALONE_WHITE);
    read_position(g, "5/6/7/8/9/8/7/6/b4 w 0 0 0", &s); /* White has no marble to move */
    assert_won(g, &s, ABALONE_BLACK);
    pes_game_close(g);
}

static void stopped_games(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        int black; /* Black's payoff at the ply cap */
    } golden[] = {{"5/6/7/8/4b4/8/7/6/w4 b 2 3 9", 1},
                  {"5/6/7/8/4b4/8/7/6/w4 b 3 2 9", -1},
                  {"5/6/7/8/4b4/8/7/6/w4 b 3 3 9", 0}};
    struct pes_game *g = open_table("");
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct pes_state_buf s;
        int32_t payoff[PES_PLAYERS_MAX];
        assert_int_equal(read_position(g, golden[i].position, &s), 9);
        pes_settle(g, PES_STATE(s), PES_END_PLIES, payoff);
        assert_int_equal(payoff[0], golden[i].black);
        assert_int_equal(payoff[1], -golden[i].black);
        pes_settle(g, PES_STATE(s), PES_END_REPETITION, payoff);
        assert_int_equal(payoff[0], 0);
        assert_int_equal(payoff[1], 0);
    }
    pes_game_close(g);
}

static void history_of(const struct pes_game *g, const char *position, const char *moves,
                       struct pes_history **h) {
    struct pes_note note = {0};
    int made = 0;
    assert_int_equal(pes_history_new(g, h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(*h, position, NULL, &note), PES_ERR_OK);
    if (pes_history_make_text(*h, moves, &made, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
}

static void clock_and_caps(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("plies=4");
    struct pes_history *h = NULL;
    char text[PES_STATE_TEXT_MAX];
    history_of(g, "5/6/7/8/6bbw/8/7/6/w4 b 0 0 41", "e7e6 a1b1", &h);
    pes_history_format(h, text);
    assert_string_equal(text, "5/6/7/8/5b1bw/8/7/w5/5 b 0 0 43");
    assert_int_equal(pes_history_end(h), PES_END_NONE);
    pes_history_free(h);
    history_of(g, "5/6/7/8/6bbw/8/7/6/w4 b 0 0 41", "e7e8 a1b1 e9d8 b1c1", &h);
    pes_history_format(h, text);
    assert_string_equal(text, "5/6/7/8/7b1/7b/w6/6/5 b 0 1 3");
    assert_int_equal(pes_history_end(h), PES_END_PLIES);
    pes_history_free(h);
    /* A game that is decided by the last move before the cap is not adjudicated. */
    history_of(g, "5/6/7/8/6bbw/8/7/6/w4 b 5 5 0", "e7e6 a1b1 e6e7 b1a1", &h);
    assert_int_equal(pes_history_end(h), PES_END_PLIES);
    pes_history_free(h);
    history_of(g, "5/6/7/8/5b1bw/8/7/6/w4 w 5 5 0", "a1b1 e6e7 b1a1 e7e8", &h);
    assert_int_equal(pes_history_end(h), PES_END_RULES);
    pes_history_free(h);
    pes_game_close(g);
}

static void repetition(void **unused) {
    (void)unused;
    static const char shuffle[] = "a1a2 i5i6 a2a1 i6i5 a1a2 i5i6 a2a1 i6i5";
    struct pes_game *g = open_table("");
    struct pes_history *h = NULL;
    history_of(g, "w4/6/7/8/9/8/7/6/b4 b 0 0 0", shuffle, &h);
    assert_int_equal(pes_history_occurrences(h), 3);
    assert_int_equal(pes_history_end(h), PES_END_REPETITION);
    pes_history_unmake(h);
    assert_int_equal(pes_history_end(h), PES_END_NONE);
    pes_history_free(h);
    /* The same marbles with the other side to move are another position. */
    history_of(g, "w4/6/7/8/9/8/7/6/b4 b 0 0 0", "a1a2 i5i6 a2b2 i6h5 b2a1 h5i5", &h);
    assert_int_equal(pes_history_occurrences(h), 2);
    pes_history_free(h);
    history_of(g, "w4/6/7/8/9/8/7/6/b4 b 0 0 0", "a1a2 i5i6 a2b2 i6i5 b2a1", &h);
    assert_int_equal(pes_history_occurrences(h), 1);
    pes_history_free(h);
    pes_game_close(g);
    g = open_table("repetition=0");
    history_of(g, "w4/6/7/8/9/8/7/6/b4 b 0 0 0", shuffle, &h);
    assert_int_equal(pes_history_end(h), PES_END_NONE);
    pes_history_free(h);
    pes_game_close(g);
}

/* Against the oracle. ------------------------------------------------------------------------- */

static void ring(void **unused) {
    (void)unused;
    for (int cell = 0, row = 0; row < ABALONE_ROWS; row++)
        for (int number = 1; number <= 9; number++) {
            if (!abalone_exists(row, number))
                continue;
            const int place = abalone_place(row, number);
            assert_int_equal(abalone_row(place), row);
            assert_int_equal(abalone_number(place), number);
            assert_int_equal(abalone_cell_of[place], cell);
            assert_int_equal(abalone_place_of[cell++], place);
            for (int d = 0; d < ABALONE_DIRECTIONS; d++) {
                const int r = row + plain_rows[d], n = number + plain_numbers[d];
                const int next = abalone_exists(r, n) ? abalone_place(r, n) : -1;
                assert_int_equal(abalone_next(place, d), next);
                const uint64_t bit = UINT64_C(1) << place;
                const uint64_t golden = next < 0 ? 0 : UINT64_C(1) << next;
                assert_true(abalone_step(bit, d) == golden);
                assert_true(next < 0 || abalone_before(golden, d) == bit);
            }
        }
}

/* Is it the same position? */
static bool same(const struct abalone *s, const struct plain *p) {
    if ((s->mover == ABALONE_WHITE) != (p->mover == 'w') || s->lost[0] != p->lost[0] ||
        s->lost[1] != p->lost[1])
        return false;
    uint64_t black = 0, white = 0;
    for (int row = 0; row < ABALONE_ROWS; row++) {
        const int first = abalone_first(row), width = abalone_width(row);
        const char *cells = &p->at[row + 1][first];
        const int place = abalone_place(row, first);
        for (int i = 0; i < width; i++) {
            black |= (uint64_t)(cells[i] == 'b') << (place + i);
            white |= (uint64_t)(cells[i] == 'w') << (place + i);
        }
    }
    return s->marbles[ABALONE_BLACK] == black && s->marbles[ABALONE_WHITE] == white;
}

/* The same list in the same order, the same position after each move, the same counts. */
static void compare(const struct pes_game *g, struct pes_state *s) {
    const struct abalone *now = abalone_at(s);
    char text[PES_STATE_TEXT_MAX], again[128];
    g->rules->state_format(g, s, 0, text);
    const struct plain p = plain_read(text, abalone_table(g)->eject);
    plain_text(&p, again);
    assert_string_equal(text, again);
    assert_true(same(now, &p));

    struct plain_move plain[PLAIN_MOVES_MAX];
    pes_move list[ABALONE_MOVES_MAX];
    const int n = plain_moves(&p, plain);
    if (pes_moves(g, s, list) != n || g->rules->count(g, s) != n)
        fail_msg("%s: %d moves, not %d", text, g->rules->count(g, s), n);
    if (!plain_over(&p)) {
        const uint64_t own = now->marbles[now->mover], opponent = now->marbles[now->mover ^ 1];
        pes_move plainly[ABALONE_MOVES_MAX];
        assert_int_equal(abalone_count_plain(own, opponent), n);
        assert_int_equal(abalone_list_plain(own, opponent, plainly), n);
        assert_memory_equal(plainly, list, (size_t)n * sizeof list[0]);
    }
    for (int i = 0; i < n; i++) {
        char move[PES_MOVE_TEXT_MAX];
        struct pes_undo_buf undo;
        g->rules->move_format(g, s, list[i], move);
        if (strcmp(move, plain[i].text) != 0)
            fail_msg("%s: move %d is %s, not %s", text, i, move, plain[i].text);
        const struct plain next = plain_make(&p, &plain[i]);
        const bool ejects = next.lost[0] + next.lost[1] > p.lost[0] + p.lost[1];
        assert_int_equal(g->rules->irreversible(g, s, list[i]), ejects);
        pes_make(g, s, list[i], undo.bytes);
        if (!same(now, &next))
            fail_msg("%s: %s leads elsewhere", text, move);
        pes_unmake(g, s, list[i], undo.bytes);
    }
}

/* 13 * 5000 positions of random games. */
static void random_games(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 60);
    for (int i = 0; i < STARTS; i++) {
        struct pes_game *g = open_start(all_starts[i]);
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        g->rules->init(g, PES_STATE(s));
        for (int k = 0; k < 5000; k++) {
            compare(g, PES_STATE(s));
            const pes_move m = k % 700 == 699 ? PES_MOVE_NONE : pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE)
                g->rules->init(g, PES_STATE(s));
            else
                pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        pes_game_close(g);
    }
}

/* 40000 positions with marbles at random places. */
static void scattered(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 61);
    struct pes_game *g = open_table("eject=14");
    int pushes = 0, ejects = 0;
    for (int k = 0; k < 40000; k++) {
        struct pes_state_buf s;
        int p = 0, e = 0;
        scatter(&rng, 1 + k % 14, 14, &s);
        assert_true(g->rules->valid(g, PES_STATE(s)));
        compare(g, PES_STATE(s));
        count_pushes(g, PES_STATE(s), &p, &e);
        pushes += p;
        ejects += e;
    }
    assert_true(pushes > 10000);
    assert_true(ejects > 2000);
    pes_game_close(g);
}

/* Both versions draw the same moves, each equally often. */
static void draws(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("start=the-wall");
    struct pes_state_buf s;
    pes_move list[ABALONE_MOVES_MAX];
    int hits[ABALONE_MOVES_MAX] = {0};
    struct pes_rng rng, same_rng;
    g->rules->init(g, PES_STATE(s));
    const struct abalone *now = abalone_at(PES_STATE(s));
    const int n = pes_moves(g, PES_STATE(s), list);
    pes_rng_init(&rng, 62);
    for (int k = 0; k < 200 * n; k++) {
        same_rng = rng;
        const pes_move m = g->rules->random_move(g, PES_STATE(s), &rng);
        assert_int_equal(abalone_draw_plain(now->marbles[0], now->marbles[1], &same_rng), m);
        int i = 0;
        while (i < n && list[i] != m)
            i++;
        assert_true(i < n);
        hits[i]++;
    }
    for (int i = 0; i < n; i++)
        assert_in_range(hits[i], 130, 270); /* 200, plus or minus five standard deviations */
    pes_game_close(g);
}

static void keys_are_dense(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    static bool seen[ABALONE_CELLS * ABALONE_SLOTS];
    assert_int_equal(g->move_keys, ABALONE_CELLS * ABALONE_SLOTS);
    for (int place = 0; place < ABALONE_CELLS; place++)
        for (int slot = 0; slot < ABALONE_SLOTS; slot++) {
            const uint32_t key = g->rules->move_key(g, abalone_move(place, slot));
            assert_true(key < g->move_keys);
            assert_false(seen[key]);
            seen[key] = true;
        }
    pes_game_close(g);
}

/* Real games. --------------------------------------------------------------------------------- */

/* One game of the list: all its moves are legal, every position is compared, and it ends where it
 * says. */
static int replay(const struct pes_game *g, char *line) {
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    char *rest = NULL;
    const char *result = strtok_r(line, " ", &rest), *ending = strtok_r(NULL, " ", &rest);
    int plies = 0;
    g->rules->init(g, PES_STATE(s));
    for (char *move = strtok_r(NULL, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        assert_false(pes_over(g, PES_STATE(s)));
        compare(g, PES_STATE(s));
        pes_make(g, PES_STATE(s), read_move(g, PES_STATE(s), move, strlen(move)), undo.bytes);
        plies++;
    }
    assert_int_equal(pes_over(g, PES_STATE(s)), strcmp(ending, "six") == 0);
    if (strcmp(ending, "six") == 0)
        assert_won(g, &s, strcmp(result, "1-0") == 0 ? ABALONE_BLACK : ABALONE_WHITE);
    return plies;
}

static void real_games(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    FILE *file = fopen(GOLDEN_DATA "/abalone_games.txt", "r");
    assert_non_null(file);
    static char line[8192];
    int games = 0, plies = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#')
            continue;
        plies += replay(g, line);
        games++;
    }
    fclose(file);
    assert_int_equal(games, 50);
    assert_true(plies > 4000);
    pes_game_close(g);
}

/* Variants. ----------------------------------------------------------------------------------- */

static void variants(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    assert_position(g, &s, "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0");
    assert_int_equal(g->repetition_max, 3);
    assert_int_equal(g->plies_cap, 400);
    assert_int_equal(abalone_table(g)->eject, 6);
    pes_game_close(g);
    g = open_table("start=standard,eject=14,repetition=0,plies=0");
    g->rules->init(g, PES_STATE(s));
    assert_position(g, &s, "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0 0");
    assert_int_equal(g->repetition_max, 0);
    assert_int_equal(g->plies_cap, 0);
    assert_int_equal(abalone_table(g)->eject, 14);
    pes_game_close(g);
    static const struct {
        const char *options;
        enum pes_err err;
    } bad[] = {{"eject=0", PES_ERR_RANGE},
               {"eject=15", PES_ERR_RANGE},
               {"repetition=101", PES_ERR_RANGE},
               {"plies=-1", PES_ERR_RANGE},
               {"start=chess", PES_ERR_RANGE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct pes_note note = {0};
        g = NULL;
        assert_int_equal(pes_game_open(&abalone_kit, bad[i].options, &g, &note), bad[i].err);
        assert_null(g);
    }
}

static void hashes(void **unused) {
    (void)unused;
    static const char *const different[] = {
        "5/6/7/8/4b4/8/7/6/w4 b 0 0 0", "5/6/7/8/4b4/8/7/6/w4 w 0 0 0",
        "5/6/7/8/4w4/8/7/6/b4 b 0 0 0", "5/6/7/8/5b3/8/7/6/w4 b 0 0 0",
        "5/6/7/8/4b4/8/7/6/w4 b 1 0 0", "5/6/7/8/4b4/8/7/6/w4 b 0 1 0",
    };
    enum { COUNT = sizeof different / sizeof different[0] };
    struct pes_game *g = open_table("");
    uint64_t hash[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct pes_state_buf s;
        read_position(g, different[i], &s);
        hash[i] = pes_hash(g, PES_STATE(s));
        for (int k = 0; k < i; k++)
            assert_true(hash[i] != hash[k]);
    }
    struct pes_state_buf s;
    assert_int_equal(read_position(g, "5/6/7/8/4b4/8/7/6/w4 b 0 0 77", &s), 77);
    assert_true(pes_hash(g, PES_STATE(s)) == hash[0]); /* the clock is not part of it */
    pes_game_close(g);
}

static void impossible_states(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    const struct abalone good = *abalone_at(PES_STATE(s));
    struct abalone bad[6];
    for (int i = 0; i < 6; i++)
        bad[i] = good;
    bad[0].marbles[1] |= bad[0].marbles[0] & -bad[0].marbles[0];
    bad[1].marbles[0] |= UINT64_C(1) << ABALONE_CELLS;
    bad[2].mover = 2;
    bad[3].lost[1] = 1;
    bad[4].zero[12] = 1;
    bad[5] = (struct abalone){.marbles = {1, 2}, .lost = {7, 0}};
    assert_true(g->rules->valid(g, PES_STATE(s)));
    for (int i = 0; i < 6; i++) {
        memcpy(s.bytes, &bad[i], sizeof bad[i]);
        assert_false(g->rules->valid(g, PES_STATE(s)));
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_counts),
        cmocka_unit_test(kinds_of_moves),
        cmocka_unit_test(list_order),
        cmocka_unit_test(pushes_of_the_sheet),
        cmocka_unit_test(pushes_made),
        cmocka_unit_test(six_ejected),
        cmocka_unit_test(no_move_loses),
        cmocka_unit_test(stopped_games),
        cmocka_unit_test(clock_and_caps),
        cmocka_unit_test(repetition),
        cmocka_unit_test(ring),
        cmocka_unit_test(random_games),
        cmocka_unit_test(scattered),
        cmocka_unit_test(draws),
        cmocka_unit_test(keys_are_dense),
        cmocka_unit_test(real_games),
        cmocka_unit_test(variants),
        cmocka_unit_test(hashes),
        cmocka_unit_test(impossible_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
