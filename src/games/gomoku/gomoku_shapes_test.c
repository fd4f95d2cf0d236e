/* Shapes and threats: against a scanner that places stones one by one, incremental against fresh
 * ones, and well-known examples. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_oracle_testing.h"

/* A scanner. ---------------------------------------------------------------------------------- */

static bool spoils(const struct plain *p, char colour) {
    return p->rule == GOMOKU_STANDARD || (p->rule == GOMOKU_RENJU && colour == 'b');
}

static enum gomoku_shape scan(struct plain *p, int x, int y, int d);

/* Counts, per shape, the points within five of (x, y), without an enemy stone between, where one
 * more stone gives the stone on (x, y) that shape. */
static void scan_places(struct plain *p, int x, int y, int d, int places[SHAPES]) {
    const char own = plain_get(p, x, y), enemy = own == 'b' ? 'w' : 'b';
    for (int sign = -1; sign <= 1; sign += 2)
        for (int k = 1; k <= 5; k++) {
            const int ex = x + sign * k * plain_dx[d], ey = y + sign * k * plain_dy[d];
            if (plain_get(p, ex, ey) == enemy || plain_get(p, ex, ey) == '#')
                break;
            if (plain_get(p, ex, ey) == own)
                continue;
            p->at[ex][ey] = own;
            places[scan(p, x, y, d)]++;
            p->at[ex][ey] = '.';
        }
}

/* The shape of the stone on (x, y), by the definitions in gomoku_shapes.h. */
static enum gomoku_shape scan(struct plain *p, int x, int y, int d) {
    const char colour = plain_get(p, x, y);
    const int row = plain_row(p, x, y, d);
    const bool bans = p->rule == GOMOKU_RENJU && colour == 'b';
    int places[SHAPES] = {0};
    if (row >= 5 && (row == 5 || !spoils(p, colour)))
        return SHAPE_FIVE;
    if (row > 5)
        return bans ? SHAPE_OVERLINE : SHAPE_NONE;
    scan_places(p, x, y, d, places);
    const int fives = places[SHAPE_FIVE], fours = places[SHAPE_OPEN_FOUR];
    const int threes = places[SHAPE_OPEN_THREE] + places[SHAPE_WIDE_THREE];
    if (bans && fives > 1 && !plain_straight_four(p, x, y, d))
        return SHAPE_TWO_FOURS;
    if (fives > 0)
        return fives > 1 ? SHAPE_OPEN_FOUR : SHAPE_FOUR;
    if (fours > 0)
        return fours > 1 ? SHAPE_WIDE_THREE : SHAPE_OPEN_THREE;
    if (places[SHAPE_FOUR] > 0)
        return SHAPE_THREE;
    if (threes > 0)
        return threes > 3 ? SHAPE_WIDE_TWO : SHAPE_OPEN_TWO;
    if (places[SHAPE_THREE] > 0)
        return SHAPE_TWO;
    if (places[SHAPE_OPEN_TWO] + places[SHAPE_WIDE_TWO] > 0)
        return SHAPE_OPEN_ONE;
    return places[SHAPE_TWO] > 0 ? SHAPE_ONE : SHAPE_NONE;
}

/* The directions of the oracle are the kinds of lines, in the same order. */
static void compare_point(struct plain *p, const struct gomoku_spot *spot, int x, int y, int d) {
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
        p->at[x][y] = colour == GOMOKU_BLACK ? 'b' : 'w';
        const enum gomoku_shape expected = scan(p, x, y, d);
        p->at[x][y] = '.';
        if (gomoku_shape(spot, colour, d) != expected)
            fail_msg("point %d,%d of a board of %d, direction %d, colour %d: %d instead of %d", x,
                     y, p->size, d, colour, gomoku_shape(spot, colour, d), expected);
    }
}

/* Fills boards with random stones, including won ones: the tables do not depend on the end of the
 * game. Returns the number of compared shapes. */
static int compare_boards(const char *options, int boards, uint64_t seed) {
    struct pes_game *g = open_board(options);
    const struct gomoku_board *board = gomoku_board(g);
    struct pes_rng rng;
    int compared = 0;
    pes_rng_init(&rng, seed);
    for (int i = 0; i < boards; i++) {
        struct pes_state_buf s;
        struct plain p;
        const uint32_t density = 5 + pes_rng_below(&rng, 4), blacks = 1 + pes_rng_below(&rng, 9);
        gomoku_reset(board, stones_of(&s));
        for (int point = 0; point < board->points; point++)
            if (pes_rng_below(&rng, 10) < density)
                gomoku_put(board, stones_of(&s), point, pes_rng_below(&rng, 10) >= blacks);
        plain_copy(&p, g, PES_STATE(s));
        for (int point = 0; point < board->points; point++) {
            if (!gomoku_empty(stones_of(&s), point) || pes_rng_below(&rng, 2) != 0)
                continue;
            const struct gomoku_spot spot = gomoku_spot_at(board, &stones_of(&s)->lines, point);
            compare_point(&p, &spot, point / p.size, point % p.size,
                          (int)pes_rng_below(&rng, GOMOKU_KINDS));
            compared += 2;
        }
    }
    pes_game_close(g);
    return compared;
}

static void scanner_agrees(void **unused) {
    (void)unused;
    static const char *const rules[] = {"freestyle", "standard", "renju"};
    int compared = 0;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++)
        for (int rule = 0; rule < 3; rule++) {
            char options[64];
            snprintf(options, sizeof options, "size=%d,rule=%s", size, rules[rule]);
            compared += compare_boards(options, 10000 / (size * size) + 16, (uint64_t)size);
        }
    assert_true(compared >= 100000);
}

/* Known shapes. ------------------------------------------------------------------------------- */

struct known {
    const char *row; /* the middle row of the board; the stone goes to '?' */
    const char *rule;
    enum gomoku_shape black, white;
};

static const struct known knowns[] = {
    {"...bb?b........", "freestyle", SHAPE_OPEN_FOUR, SHAPE_NONE},
    {"..wbb?b........", "freestyle", SHAPE_FOUR, SHAPE_NONE},
    {"bbbb?..........", "freestyle", SHAPE_FIVE, SHAPE_ONE},
    {"bbb?bb.........", "freestyle", SHAPE_FIVE, SHAPE_NONE},
    {"bbb?bb.........", "standard", SHAPE_NONE, SHAPE_NONE},
    {"bbb?bb.........", "renju", SHAPE_OVERLINE, SHAPE_NONE},
    {"www?ww.........", "renju", SHAPE_NONE, SHAPE_FIVE},
    {"...b.b?b.b.....", "freestyle", SHAPE_OPEN_FOUR, SHAPE_NONE},
    {"...b.b?b.b.....", "renju", SHAPE_TWO_FOURS, SHAPE_NONE},
    {"...w.w?w.w.....", "renju", SHAPE_NONE, SHAPE_OPEN_FOUR},
    {".....b?b.......", "freestyle", SHAPE_WIDE_THREE, SHAPE_NONE},
    {"....wb?b.......", "freestyle", SHAPE_THREE, SHAPE_NONE},
    {".....bb.?......", "freestyle", SHAPE_OPEN_THREE, SHAPE_OPEN_ONE},
    {"...b.bb?.......", "freestyle", SHAPE_FOUR, SHAPE_ONE},
    {"...b.?bbb......", "standard", SHAPE_FOUR, SHAPE_NONE},
    {"......?........", "freestyle", SHAPE_OPEN_ONE, SHAPE_OPEN_ONE},
    {"...w..?..w.....", "freestyle", SHAPE_ONE, SHAPE_WIDE_TWO},
    {"....w?..w......", "freestyle", SHAPE_NONE, SHAPE_THREE},
};

static void known_shapes(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof knowns / sizeof knowns[0]; i++) {
        char options[64];
        snprintf(options, sizeof options, "rule=%s", knowns[i].rule);
        struct pes_game *g = open_board(options);
        const struct gomoku_board *board = gomoku_board(g);
        struct pes_state_buf s;
        int asked = -1;
        gomoku_reset(board, stones_of(&s));
        for (int x = 0; x < board->size; x++) {
            const int point = gomoku_point_of(board, x, 7);
            if (knowns[i].row[x] == '?')
                asked = point;
            else if (knowns[i].row[x] != '.')
                gomoku_put(board, stones_of(&s), point, knowns[i].row[x] == 'w');
        }
        const struct gomoku_spot spot = gomoku_spot_at(board, &stones_of(&s)->lines, asked);
        const int black = (int)gomoku_shape(&spot, GOMOKU_BLACK, GOMOKU_ROW);
        const int white = (int)gomoku_shape(&spot, GOMOKU_WHITE, GOMOKU_ROW);
        if (black != (int)knowns[i].black || white != (int)knowns[i].white)
            fail_msg("%s %s: %d %d", knowns[i].row, knowns[i].rule, black, white);
        pes_game_close(g);
    }
}

/* Threats are what the rules say will happen. ------------------------------------------------- */

/* The number of empty points where this colour wins at once. */
static int count_wins(struct plain *p, char colour) {
    int wins = 0;
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++)
            if (p->at[x][y] == '.') {
                p->at[x][y] = colour;
                wins += plain_wins(p, x, y);
                p->at[x][y] = '.';
            }
    return wins;
}

static void check_threat(struct plain *p, const struct gomoku_spot *spot, int point, int colour,
                         int wins_before) {
    const enum gomoku_threat threat = gomoku_threat(spot, colour);
    const char stone = colour == GOMOKU_BLACK ? 'b' : 'w';
    const int x = point / p->size, y = point % p->size;
    const bool bans = p->rule == GOMOKU_RENJU && colour == GOMOKU_BLACK;
    const bool banned = bans && plain_banned(p, x, y);
    p->at[x][y] = stone;
    const bool five = plain_wins(p, x, y);
    const int more = five ? 0 : count_wins(p, stone) - wins_before;
    p->at[x][y] = '.';
    assert_int_equal(threat == THREAT_FIVE, five);
    if (five)
        return;
    assert_true(!banned || threat == THREAT_DOUBT || threat == THREAT_BANNED);
    assert_true(threat != THREAT_BANNED || banned);
    if (threat == THREAT_BANNED)
        return;
    /* A point where this colour could already win is not counted twice. */
    if (wins_before == 0) {
        assert_int_equal(gomoku_completions(spot, colour), more);
        assert_int_equal(threat == THREAT_FOURS, threat != THREAT_DOUBT && more > 1);
    }
}

/* Random games in which stones are placed near others, so that there are threats. */
static pes_move draw_near(const struct pes_game *g, const struct pes_state *s,
                          struct pes_rng *rng) {
    pes_move list[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX];
    int n = gomoku_order.candidates(g, s, NULL, list, scores);
    /* One of the twelve best: draws one, and drops worse ones until it is among them. */
    for (;;) {
        const int at = (int)pes_rng_below(rng, (uint32_t)n);
        int better = 0;
        for (int i = 0; i < n; i++)
            better += scores[i] > scores[at];
        if (better < 12)
            return list[at];
        list[at] = list[--n];
        scores[at] = scores[n];
    }
}

static void threats_come_true(void **unused) {
    (void)unused;
    static const char *const variants[] = {"size=9", "size=9,rule=standard", "size=11,rule=renju"};
    int fours = 0;
    for (int v = 0; v < 3; v++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct pes_game *g = open_board(variants[v]);
            const struct gomoku_board *board = gomoku_board(g);
            struct pes_state_buf s;
            struct pes_undo_buf undo;
            struct pes_rng rng;
            pes_rng_init(&rng, seed);
            g->rules->init(g, PES_STATE(s));
            while (!pes_over(g, PES_STATE(s))) {
                struct plain p;
                plain_copy(&p, g, PES_STATE(s));
                const int wins[2] = {count_wins(&p, 'b'), count_wins(&p, 'w')};
                for (int point = 0; point < board->points; point++) {
                    if (!gomoku_empty(stones_of(&s), point))
                        continue;
                    const struct gomoku_spot spot =
                        gomoku_spot_at(board, &stones_of(&s)->lines, point);
                    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++) {
                        check_threat(&p, &spot, point, colour, wins[colour]);
                        fours += gomoku_is_four(gomoku_threat(&spot, colour));
                    }
                }
                pes_make(g, PES_STATE(s), draw_near(g, PES_STATE(s), &rng), undo.bytes);
            }
            pes_game_close(g);
        }
    assert_true(fours > 1000);
}

/* Incremental updates. ------------------------------------------------------------------------ */

static struct gomoku_shapes kept[2], fresh, moved;

/* One game; every position is also left and restored in place. */
static int follow_game(const struct pes_game *g, uint64_t seed) {
    const struct gomoku_board *board = gomoku_board(g);
    const size_t size = gomoku_shapes_size(board);
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    struct pes_rng rng;
    int plies = 0;
    pes_rng_init(&rng, seed);
    g->rules->init(g, PES_STATE(s));
    g->kit->evals[0]->refresh(g, PES_STATE(s), &kept[0]);
    for (; !pes_over(g, PES_STATE(s)); plies++) {
        const pes_move m =
            seed % 2 ? pes_draw(g, PES_STATE(s), &rng) : draw_near(g, PES_STATE(s), &rng);
        const struct gomoku_shapes *now = &kept[plies % 2];
        g->kit->evals[0]->push(g, PES_STATE(s), m, now, &kept[(plies + 1) % 2]);
        memcpy(&moved, now, size);
        pes_make(g, PES_STATE(s), m, undo.bytes);
        gomoku_shapes_refresh(board, stones_of(&s), &fresh);
        assert_memory_equal(&kept[(plies + 1) % 2], &fresh, size);
        if (gomoku_is_choice(m))
            continue;
        gomoku_shapes_follow(board, &stones_of(&s)->lines, gomoku_target(m), &moved);
        memcpy(moved.near, fresh.near, sizeof moved.near);
        memcpy(moved.worth, fresh.worth, sizeof moved.worth);
        assert_memory_equal(&moved, &fresh, size);
        pes_unmake(g, PES_STATE(s), m, undo.bytes);
        gomoku_shapes_follow(board, &stones_of(&s)->lines, gomoku_target(m), &moved);
        memcpy(moved.near, now->near, sizeof moved.near);
        memcpy(moved.worth, now->worth, sizeof moved.worth);
        assert_memory_equal(&moved, now, size);
        pes_make(g, PES_STATE(s), m, undo.bytes);
    }
    return plies;
}

static void keeping_along_changes_nothing(void **unused) {
    (void)unused;
    static const char *const rules[] = {"freestyle", "standard", "renju"};
    int plies = 0;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++)
        for (int rule = 0; rule < 3; rule++)
            for (int swap2 = 0; swap2 < 2; swap2++) {
                char options[64];
                snprintf(options, sizeof options, "size=%d,rule=%s,opening=%s", size, rules[rule],
                         swap2 ? "swap2" : "none");
                struct pes_game *g = open_board(options);
                plies += follow_game(g, 1) + follow_game(g, 2) + follow_game(g, 4);
                pes_game_close(g);
            }
    assert_true(plies > 10000);
}

/* Every multiset of four shapes has a number of its own, in the order of its largest shape. */
static void combinations_are_numbered(void **unused) {
    (void)unused;
    int largest = 0;
    for (int number = 0; number < GOMOKU_COMBINATIONS; number++) {
        int shapes[GOMOKU_KINDS];
        gomoku_combination_shapes(number, shapes);
        for (int i = 0; i < GOMOKU_KINDS; i++) {
            assert_in_range(shapes[i], 0, SHAPES - 1);
            assert_true(i == 0 || shapes[i] <= shapes[i - 1]);
        }
        const int mixed[GOMOKU_KINDS] = {shapes[2], shapes[0], shapes[3], shapes[1]};
        assert_int_equal(gomoku_combination(shapes), number);
        assert_int_equal(gomoku_combination(mixed), number);
        assert_true(shapes[0] >= largest);
        largest = shapes[0];
        assert_int_equal(number < GOMOKU_COMBINATIONS_PLAIN, shapes[0] <= SHAPE_FIVE);
    }
    assert_int_equal(largest, SHAPES - 1);
}

static void worths_add_up(void **unused) {
    (void)unused;
    const int64_t sum = gomoku_worth_of(-70000, 5) + gomoku_worth_of(3, -90000);
    assert_int_equal(gomoku_worth_own(sum), -69997);
    assert_int_equal(gomoku_worth_other(sum), -89995);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scanner_agrees),
        cmocka_unit_test(known_shapes),
        cmocka_unit_test(threats_come_true),
        cmocka_unit_test(keeping_along_changes_nothing),
        cmocka_unit_test(combinations_are_numbered),
        cmocka_unit_test(worths_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
