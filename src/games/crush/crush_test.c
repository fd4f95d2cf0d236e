/* The rules of Crush: golden boards, the oracle, turns, ends, bounds. */
#include "games/crush/crush_oracle_testing.h"
#include "games/crush/crush_testing.h"

/* Golden boards. ------------------------------------------------------------------------------ */

static void assert_golden_moves(int number, const char *moves) {
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    char found[256];
    set_golden(g, &s, number);
    list_moves(g, PES_STATE(s), found, sizeof found);
    assert_string_equal(found, moves);
    assert_int_equal(pes_count(g, PES_STATE(s)), pes_moves(g, PES_STATE(s), (pes_move[576]){0}));
    assert_int_equal(crush_rules.valid(g, PES_STATE(s)), number != 0);
    pes_game_close(g);
}

static void golden_moves(void **unused) {
    (void)unused;
    assert_golden_moves(0, "");
    assert_golden_moves(1, "f2d");
    assert_golden_moves(2, "c1r d2d");
    assert_golden_moves(4, "c1u d1r e2d f1u f1l");
}

static void pattern_has_no_run(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    struct crush_set runs;
    set_golden(g, &s, 0);
    assert_int_equal(crush_find_runs(crush_board(g), crush_at(PES_STATE(s)), &runs), 0);
    pes_game_close(g);
}

/* The tiles that each wave of a move deletes, with the given new ones. */
static void assert_waves(const char *options, int number, const char *tokens, int score,
                         const char *end) {
    struct pes_game *g = open_crush(options);
    struct pes_state_buf s;
    char text[PES_STATE_TEXT_MAX];
    set_golden(g, &s, number);
    play_tokens(g, &s, tokens);
    crush_state_format(g, PES_STATE(s), 0, text);
    assert_int_equal(crush_at(PES_STATE(s))->score[0], score);
    assert_string_equal(strchr(text, ' '), end);
    pes_game_close(g);
}

static void golden_waves(void **unused) {
    (void)unused;
    assert_waves("", 1, "f2d", 3, " 1 3,0 0,3");
    assert_waves("", 2, "c1r", 3, " 1 3,0 0,3");
    assert_waves("", 4, "e2d", 5, " 1 5,0 0,5");
    /* No known move is left and no `?` is visible: the board is refilled. */
    assert_waves("", 1, "f2d #???", 3, " 2 3,0 fill");
    assert_waves("", 4, "e2d #12345", 5, " 2 5,0 fill");
    assert_waves("scoring=tournament", 4, "e2d #12345", 5, " 1 5,0 fill");
    assert_waves("scoring=tournament", 2, "c1r #123", 3, " 2 3,0 fill");
    assert_waves("limit=5", 4, "e2d #12345", 5, " 2 5,0 -");
    /* The other rules for a board without moves. */
    assert_waves("stuck=next", 1, "f2d #???", 3, " 1 3,0 fill");
    assert_waves("stuck=next,scoring=tournament", 4, "e2d #12345", 5, " 2 5,0 fill");
    assert_waves("stuck=any", 1, "f2d #???", 3, " 2 3,0 -");
    assert_waves("stuck=any,scoring=tournament", 4, "e2d #12345", 5, " 1 5,0 -");
    assert_waves("stuck=any,limit=5", 4, "e2d #12345", 5, " 2 5,0 -");
    /* Without hidden rows the unknown tiles are visible, and the board stays. */
    assert_waves("open=no", 1, "f2d #???", 3, " 2 3,0 -");
    assert_waves("open=no", 1, "f2d #44", 3, " 1 3,0 0,3");
}

static void scoring(void **unused) {
    (void)unused;
    static const struct {
        int waves[3], plain, tournament;
    } lines[] = {{{4, 6, 5}, 15, 23}, {{3, 3, 0}, 6, 8}, {{3, 5, 0}, 8, 11}, {{5, 0, 0}, 5, 5}};
    struct pes_game *plain = open_crush(""), *tournament = open_crush("scoring=tournament");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int sums[2] = {0, 0};
        for (int wave = 0; wave < 3; wave++) {
            sums[0] += crush_points(crush_board(plain), lines[i].waves[wave], wave);
            sums[1] += crush_points(crush_board(tournament), lines[i].waves[wave], wave);
        }
        assert_int_equal(sums[0], lines[i].plain);
        assert_int_equal(sums[1], lines[i].tournament);
    }
    pes_game_close(plain);
    pes_game_close(tournament);
}

/* T1 with two 5s beside: when d falls, its 5 completes them. */
static void cascades(void **unused) {
    (void)unused;
    static const struct change changes[] = {{3, 0, 0}, {4, 0, 0}, {5, 1, 0},
                                            {5, 0, 3}, {1, 0, 5}, {2, 0, 5}};
    for (int tournament = 0; tournament < 2; tournament++) {
        struct pes_game *g = open_crush(tournament ? "scoring=tournament" : "");
        struct pes_state_buf s;
        const struct crush *c = crush_at(PES_STATE(s));
        set_pattern(g, &s, changes, 6);
        play_tokens(g, &s, "f2d #01");
        assert_int_equal(c->score[0], 3);
        assert_int_equal(c->wave, 0);
        assert_int_equal(crush_missing(crush_board(g), c), 1);
        play_tokens(g, &s, "2");
        assert_int_equal(c->score[0], tournament ? 8 : 6);
        assert_int_equal(c->wave, 1);
        assert_int_equal(c->first, 3);
        assert_int_equal(crush_missing(crush_board(g), c), 3);
        assert_int_equal(c->side, 0);
        pes_game_close(g);
    }
}

/* The simulations of the course. */
static void helpers(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("open=no");
    struct pes_state_buf s, out;
    set_golden(g, &s, 4);
    const pes_move m = read_move(g, PES_STATE(s), "e2d", 3);
    static const char rest[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                               "6012345601/4560123456/";
    char text[PES_STATE_TEXT_MAX];
    crush_after_swap(g, PES_STATE(s), m, PES_STATE(out));
    crush_state_format(g, PES_STATE(out), 0, text);
    assert_memory_equal(text, rest, sizeof rest - 1);
    assert_string_equal(text + sizeof rest - 1, "2345101234/0155555012 1 0,0 -");
    crush_after_wave(g, PES_STATE(s), m, PES_STATE(out));
    assert_position(g, &out,
                    "45.....456/2360123234/0145601012/5623456560/3401234345/1256012123/"
                    "6034560601/4512345456/2360123234/0145101012 1 5,0 0,5");
    crush_after_move(g, PES_STATE(s), m, PES_STATE(out));
    assert_position(g, &out,
                    "45?????456/2360123234/0145601012/5623456560/3401234345/1256012123/"
                    "6034560601/4512345456/2360123234/0145101012 2 5,0 -");
    assert_int_equal(pes_turn(g, PES_STATE(out)), 1);
    assert_int_equal(pes_count(g, PES_STATE(out)), 0);
    pes_game_close(g);
}

/* Against the oracle. ------------------------------------------------------------------------- */

static void plain_start(struct plain *p, const struct pes_game *g) {
    const struct pes_values *v = &g->values;
    *p = (struct plain){
        .columns = (int)v->number[CRUSH_OPTION_COLUMNS],
        .rows = (int)v->number[CRUSH_OPTION_ROWS],
        .colours = (int)v->number[CRUSH_OPTION_COLOURS],
        .tournament = v->number[CRUSH_OPTION_SCORING] == 1,
        .stuck = pes_values_text(v, CRUSH_OPTION_STUCK)[0],
    };
    p->height = p->rows;
    if (v->number[CRUSH_OPTION_OPEN] == 0)
        p->height += (int)v->number[CRUSH_OPTION_HIDDEN];
    p->limit = v->given[CRUSH_OPTION_LIMIT] ? (int)v->number[CRUSH_OPTION_LIMIT]
               : p->tournament              ? 500
                                            : 300;
    plain_clear(p);
}

static void assert_same_moves(const struct pes_game *g, const struct pes_state *s,
                              const struct plain *p) {
    static char plain[PLAIN_MOVES][PLAIN_TEXT];
    pes_move list[PES_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    assert_int_equal(n, plain_moves(p, plain));
    assert_int_equal(pes_count(g, s), n);
    for (int i = 0; i < n; i++) {
        char text[PES_MOVE_TEXT_MAX];
        crush_move_format(g, s, list[i], text);
        assert_string_equal(text, plain[i]);
    }
}

static void assert_same_chances(const struct pes_game *g, const struct pes_state *s,
                                const struct plain *p) {
    struct pes_chance chances[PES_CHANCES_MAX];
    const int n = pes_chances(g, s, chances);
    int found = 0;
    for (int c = 0; p->phase != '-' && c < p->colours; c++) {
        const int weight = plain_weight(p, (char)('0' + c));
        if (weight == 0)
            continue;
        assert_true(found < n);
        assert_int_equal(chances[found].move, crush_outcome(c));
        assert_int_equal(chances[found++].weight, weight);
    }
    assert_int_equal(found, n);
}

static void assert_same(const struct pes_game *g, const struct pes_state *s,
                        const struct plain *p) {
    char text[PES_STATE_TEXT_MAX], plain[PES_STATE_TEXT_MAX];
    crush_state_format(g, s, 0, text);
    plain_format(p, plain);
    assert_string_equal(text, plain);
    assert_same_moves(g, s, p);
    assert_same_chances(g, s, p);
    const bool over = p->score[0] >= p->limit || p->score[1] >= p->limit;
    assert_int_equal(pes_turn(g, s), p->phase != '-' ? PES_CHANCE : over ? PES_TERMINAL : p->side);
    if (p->phase != '-' || !over)
        return;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    assert_int_equal(payoff[0], p->score[0] >= p->limit ? 1 : -1);
    assert_int_equal(payoff[1], -payoff[0]);
}

/* What occurred in the games that were compared. */
struct compared {
    int positions, free_swaps, refills;
};

/* Plays random games side by side, sometimes with unknown tiles. */
static struct compared compare_games(const char *options, int positions, uint64_t seed) {
    struct pes_game *g = open_crush(options);
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    struct compared done = {0};
    while (done.positions < positions) {
        struct pes_state_buf s, before;
        struct pes_undo_buf undo;
        struct plain p;
        const bool unknown = pes_rng_below(&rng, 4) == 0;
        g->rules->init(g, PES_STATE(s));
        plain_start(&p, g);
        for (;;) {
            assert_same(g, PES_STATE(s), &p);
            done.positions++;
            pes_move m = pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE || done.positions >= positions + 2000)
                break;
            if (unknown && crush_is_outcome(m) && pes_rng_below(&rng, 9) == 0)
                m = g->rules->chance_unknown(g, PES_STATE(s));
            char text[PES_MOVE_TEXT_MAX];
            crush_move_format(g, PES_STATE(s), m, text);
            before = s;
            pes_make(g, PES_STATE(s), m, undo.bytes);
            pes_unmake(g, PES_STATE(s), m, undo.bytes);
            assert_memory_equal(&s, &before, g->state_size);
            pes_make(g, PES_STATE(s), m, undo.bytes);
            const char phase = p.phase;
            plain_make(&p, text);
            done.free_swaps += phase == '-' && p.phase == '-';
            done.refills += phase == 'w' && p.phase == 'f';
        }
    }
    pes_game_close(g);
    return done;
}

static void plain_agrees(void **unused) {
    (void)unused;
    static const char *const variants[] = {
        "",
        "scoring=tournament",
        "hidden=0",
        "open=no,scoring=tournament",
        "colours=4",
        "colours=4,scoring=tournament,hidden=3",
        "colours=5,columns=6,rows=6,hidden=0,limit=60",
        "colours=9,columns=6,rows=6,hidden=1,limit=40",
        "colours=9,columns=12,rows=12,hidden=30,limit=40",
        "colours=8,columns=12,rows=6,hidden=2",
        "colours=6,columns=6,rows=12,hidden=5,scoring=tournament",
        "columns=7,rows=9,hidden=30",
        "columns=11,rows=8,hidden=12,colours=4,scoring=tournament,limit=2000",
        "stuck=next",
        "stuck=any",
    };
    int positions = 0;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        positions += compare_games(variants[i], 8000, 100 + i).positions;
    assert_true(positions >= 100000);
}

/* Small boards of many colours, which are stuck often. */
static void plain_agrees_if_stuck(void **unused) {
    (void)unused;
    static const struct {
        const char *options;
        bool free_swaps;
    } lines[] = {
        {"colours=9,columns=6,rows=6,hidden=0,limit=60", false},
        {"colours=9,columns=6,rows=6,hidden=0,limit=60,stuck=next", false},
        {"colours=8,columns=7,rows=6,hidden=2,limit=60,stuck=next,scoring=tournament", false},
        {"colours=9,columns=6,rows=6,hidden=0,limit=60,stuck=any", true},
        {"colours=8,columns=7,rows=6,hidden=2,limit=60,stuck=any,scoring=tournament", true},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const struct compared done = compare_games(lines[i].options, 8000, 200 + i);
        assert_int_equal(done.free_swaps >= 50, lines[i].free_swaps);
        assert_int_equal(done.refills >= 20, !lines[i].free_swaps);
    }
}

/* Counts from the oracle, as in crush.perft. */
static void plain_counts(void **unused) {
    (void)unused;
    static const struct {
        const char *options;
        int depth;
        uint64_t count;
    } lines[] = {
        {"colours=4,columns=6,rows=6,hidden=0", 6, 3276},
        {"colours=5", 5, 2800},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_crush(lines[i].options);
        struct plain p;
        plain_start(&p, g);
        assert_int_equal(plain_perft(&p, lines[i].depth), lines[i].count);
        pes_game_close(g);
    }
}

/* Free swaps. --------------------------------------------------------------------------------- */

static void assert_irreversible(const struct pes_game *g, struct pes_state_buf *s, const char *move,
                                bool irreversible) {
    const pes_move m = read_move(g, PES_STATE(*s), move, strlen(move));
    assert_int_equal(g->rules->irreversible(g, PES_STATE(*s), m), irreversible);
    play_tokens(g, s, move);
}

/* Players swap tiles for nothing until a run is possible; then only runs are legal. */
static void free_swaps(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0,stuck=any");
    struct pes_state_buf s;
    char list[1024];
    read_position(g, "345601/123456/601234/456012/234560/002345 1 0,0 -", &s);
    const uint64_t start = pes_hash(g, PES_STATE(s));
    assert_int_equal(pes_count(g, PES_STATE(s)), 120);
    /* Two tiles of one colour change nothing but the turn. */
    assert_irreversible(g, &s, "a1r", false);
    assert_position(g, &s, "345601/123456/601234/456012/234560/002345 2 0,0 -");
    assert_true(pes_hash(g, PES_STATE(s)) != start);
    assert_irreversible(g, &s, "b1l", false);
    assert_true(pes_hash(g, PES_STATE(s)) == start);
    assert_irreversible(g, &s, "c1l", false);
    assert_irreversible(g, &s, "b4d", false);
    assert_irreversible(g, &s, "b3d", false);
    assert_position(g, &s, "345601/123456/651234/436012/204560/020345 2 0,0 -");
    list_moves(g, PES_STATE(s), list, sizeof list);
    assert_string_equal(list, "b2d");
    assert_irreversible(g, &s, "b2d", true);
    assert_position(g, &s, "...601/345456/123234/651012/436560/224345 2 0,3 0,3");
    pes_game_close(g);
}

/* While a visible tile is unknown there may be a run, so that no swap is free. */
static void unknown_is_not_free(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0,stuck=any");
    struct pes_state_buf s;
    read_position(g, "34560?/123456/601234/456012/234560/002345 1 0,0 -", &s);
    assert_int_equal(pes_count(g, PES_STATE(s)), 0);
    pes_game_close(g);
}

/* Ends and bounds. ---------------------------------------------------------------------------- */

static void ends(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("limit=6");
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    set_golden(g, &s, 4);
    crush_to(PES_STATE(s))->score[0] = 1;
    play_tokens(g, &s, "e2d #1234");
    /* The limit is reached, but the move is not over yet. */
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_CHANCE);
    play_tokens(g, &s, "5");
    assert_int_equal(pes_turn(g, PES_STATE(s)), PES_TERMINAL);
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[0], 1);
    assert_int_equal(payoff[1], -1);
    pes_game_close(g);
}

/* At the cap more points win, equal points are a draw. */
static void cap(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("plies=7");
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX], scores[PES_PLAYERS_MAX];
    assert_int_equal(g->plies_cap, 7);
    set_golden(g, &s, 4);
    pes_settle(g, PES_STATE(s), PES_END_PLIES, payoff);
    assert_int_equal(payoff[0], 0);
    crush_to(PES_STATE(s))->score[1] = 3;
    pes_settle(g, PES_STATE(s), PES_END_PLIES, payoff);
    assert_int_equal(payoff[0], -1);
    g->rules->scores(g, PES_STATE(s), scores);
    assert_int_equal(scores[0], 0);
    assert_int_equal(scores[1], 3);
    pes_game_close(g);
}

static void limits_follow_scoring(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *variant;
        unsigned limit;
    } lines[] = {
        {"", "", 300},
        {"scoring=tournament", "scoring=tournament", 500},
        {"scoring=tournament,limit=300", "scoring=tournament,limit=300", 300},
        {"limit=500", "limit=500", 500},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_crush(lines[i].options);
        assert_int_equal(crush_board(g)->limit, lines[i].limit);
        assert_string_equal(g->variant, lines[i].variant);
        pes_game_close(g);
    }
}

static void options_that_clash(void **unused) {
    (void)unused;
    static const char *const bad[] = {"open=no,hidden=5", "colours=3", "colours=10", "rows=5",
                                      "columns=13",       "hidden=31", "limit=0"};
    struct pes_game *g = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct pes_note note = {0};
        assert_int_not_equal(pes_game_open(&crush_kit, bad[i], &g, &note), PES_ERR_OK);
        assert_true(!pes_note_is_empty(&note));
    }
    g = open_crush("open=no,hidden=0");
    assert_int_equal(crush_board(g)->height, 10);
    pes_game_close(g);
}

static void bounds(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    assert_int_equal(g->state_size, 304);
    assert_int_equal(g->undo_size, 304);
    assert_int_equal(g->plies_bound, 199);
    assert_int_equal(g->moves_max, 360);
    assert_true(g->chance_in_play && g->start_rolled);
    pes_game_close(g);
    g = open_crush("open=no");
    assert_int_equal(g->state_size, 144);
    pes_game_close(g);
    /* Free swaps score nothing: only the cap bounds such a game. */
    g = open_crush("stuck=any");
    assert_int_equal(g->plies_bound, 0);
    assert_int_equal(g->plies_cap, 1000);
    pes_game_close(g);
}

static void keys_are_dense(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=7,colours=5");
    bool seen[6 * 7 * 4 + 6] = {false};
    assert_int_equal(g->move_keys, sizeof seen);
    for (int x = 0; x < 6; x++)
        for (int y = 0; y < 7; y++)
            for (int d = 0; d < CRUSH_DIRECTIONS; d++)
                seen[g->rules->move_key(g, crush_move(x, y, d))] = true;
    for (int c = 0; c < 5; c++)
        seen[g->rules->move_key(g, crush_outcome(c))] = true;
    seen[g->rules->move_key(g, crush_outcome(CRUSH_UNKNOWN))] = true;
    for (size_t i = 0; i < sizeof seen; i++)
        assert_true(seen[i]);
    pes_game_close(g);
}

/* Of the waves so far the hash has only what matters for the future. */
static void hashes(void **unused) {
    (void)unused;
    static const char board[] = "45.....456/2360123234/0145601012/5623456560/3401234345/1256012123/"
                                "6034560601/4512345456/2360123234/0145101012";
    static const struct {
        const char *options, *a, *b;
        bool equal;
    } lines[] = {
        {"open=no", " 1 50,0 0,5", " 1 50,0 2,6", true},
        {"open=no", " 1 50,0 0,5", " 1 51,0 0,5", false},
        {"open=no", " 1 50,50 0,5", " 2 50,50 0,5", false},
        {"open=no,scoring=tournament", " 1 50,0 1,5", " 1 50,0 1,6", true},
        {"open=no,scoring=tournament", " 1 50,0 1,4", " 1 50,0 1,5", false},
        {"open=no,scoring=tournament", " 1 50,0 1,4", " 1 50,0 2,4", false},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_game *g = open_crush(lines[i].options);
        struct pes_state_buf a, b;
        char text[PES_STATE_TEXT_MAX];
        snprintf(text, sizeof text, "%s%s", board, lines[i].a);
        read_position(g, text, &a);
        snprintf(text, sizeof text, "%s%s", board, lines[i].b);
        read_position(g, text, &b);
        assert_int_equal(pes_hash(g, PES_STATE(a)) == pes_hash(g, PES_STATE(b)), lines[i].equal);
        pes_game_close(g);
    }
}

/* valid() refuses positions that the parser cannot produce. */
static void invalid_bytes(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=11,rows=10,hidden=4");
    const struct crush_board *board = crush_board(g);
    struct pes_state_buf start, s;
    set_golden(g, &start, 4);
    assert_true(g->rules->valid(g, PES_STATE(start)));
    struct crush *c = crush_to(PES_STATE(s));
#define REFUSES(change)                                 \
    do {                                                \
        s = start;                                      \
        change;                                         \
        assert_false(g->rules->valid(g, PES_STATE(s))); \
    } while (0)
    REFUSES(c->zero[0] = 1);
    REFUSES(c->phase = CRUSH_PHASES);
    REFUSES(c->side = 2);
    REFUSES(c->wave = 1);
    REFUSES(c->first = 3);
    REFUSES(c->score[0] = CRUSH_SCORE_MAX + 1);
    REFUSES(c->near[0][11] = 1);
    REFUSES(c->near[3][0] |= 1 << 10);
    REFUSES(c->far[3][2] |= 1u << 4);
    REFUSES(crush_put(board, c, 3, 12, 7));
    REFUSES(crush_put(board, c, 3, 12, CRUSH_DOT));
    REFUSES(c->score[0] = c->score[1] = 300);
    REFUSES(c->phase = CRUSH_FILL);
    REFUSES(c->phase = CRUSH_WAVE);
#undef REFUSES
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_moves),
        cmocka_unit_test(pattern_has_no_run),
        cmocka_unit_test(golden_waves),
        cmocka_unit_test(scoring),
        cmocka_unit_test(cascades),
        cmocka_unit_test(helpers),
        cmocka_unit_test(plain_agrees),
        cmocka_unit_test(plain_agrees_if_stuck),
        cmocka_unit_test(plain_counts),
        cmocka_unit_test(free_swaps),
        cmocka_unit_test(unknown_is_not_free),
        cmocka_unit_test(ends),
        cmocka_unit_test(cap),
        cmocka_unit_test(limits_follow_scoring),
        cmocka_unit_test(options_that_clash),
        cmocka_unit_test(bounds),
        cmocka_unit_test(keys_are_dense),
        cmocka_unit_test(hashes),
        cmocka_unit_test(invalid_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
