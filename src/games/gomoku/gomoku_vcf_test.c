/* Wins by continuous fours: against a solver that only knows the rules, long ones, and what is
 * special about renju. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_plain.h"

/* A naive solver. ----------------------------------------------------------------------------- */

static char other_of(char colour) {
    return colour == 'b' ? 'w' : 'b';
}

static bool may_play(struct plain *p, int x, int y, char colour) {
    return p->at[x][y] == '.' &&
           (p->rule != GOMOKU_RENJU || colour == 'w' || !plain_banned(p, x, y));
}

static bool makes_five(struct plain *p, int x, int y, char colour) {
    if (p->at[x][y] != '.')
        return false;
    p->at[x][y] = colour;
    const bool wins = plain_wins(p, x, y);
    p->at[x][y] = '.';
    return wins;
}

/* The points where this colour wins at once; returns how many. */
static int five_points(struct plain *p, char colour, int out[]) {
    int n = 0;
    for (int point = 0; point < p->size * p->size; point++)
        if (makes_five(p, point / p->size, point % p->size, colour))
            out[n++] = point;
    return n;
}

static bool has_move(struct plain *p, char colour) {
    for (int point = 0; point < p->size * p->size; point++)
        if (may_play(p, point / p->size, point % p->size, colour))
            return true;
    return false;
}

static bool naive_wins(struct plain *p, char own, int attacks);

/* The attacker has just placed a stone: is it a four against which there is no help? Whatever does
 * not stop a five loses to it. */
static bool naive_four_wins(struct plain *p, char own, int attacks) {
    int fives[GOMOKU_POINTS_MAX], enemy[GOMOKU_POINTS_MAX];
    const int n = five_points(p, own, fives);
    if (n == 0 || five_points(p, other_of(own), enemy) > 0 || !has_move(p, other_of(own)))
        return false;
    for (int i = 0; i < n; i++) {
        const int x = fives[i] / p->size, y = fives[i] % p->size;
        if (!may_play(p, x, y, other_of(own)))
            continue;
        p->at[x][y] = other_of(own);
        const bool wins = naive_wins(p, own, attacks - 1);
        p->at[x][y] = '.';
        if (!wins)
            return false;
    }
    return true;
}

/* Does `own`, to move, win by fours within this many of its moves? */
static bool naive_wins(struct plain *p, char own, int attacks) {
    int fives[GOMOKU_POINTS_MAX];
    if (five_points(p, own, fives) > 0)
        return true;
    for (int point = 0; attacks > 1 && point < p->size * p->size; point++) {
        const int x = point / p->size, y = point % p->size;
        if (!may_play(p, x, y, own))
            continue;
        p->at[x][y] = own;
        const bool wins = naive_four_wins(p, own, attacks);
        p->at[x][y] = '.';
        if (wins)
            return true;
    }
    return false;
}

/* Proofs. ------------------------------------------------------------------------------------- */

/* Plays a proof by the plain rules: every move of the attacker but the last threatens five, the
 * defender cannot win at once, and does what can be done. So the line proves the win, and its
 * length. */
static void check_proof(const struct pes_game *g, const struct pes_state *s,
                        const struct pes_proof *proof) {
    struct plain p;
    int fives[GOMOKU_POINTS_MAX];
    plain_copy(&p, g, s);
    const char own = plain_mover(&p), enemy = other_of(own);
    assert_int_equal(proof->line_count, proof->plies);
    assert_int_equal(proof->plies % 2, 1);
    for (int i = 0; i < proof->line_count; i++) {
        const int point = gomoku_target(proof->line[i]), x = point / p.size, y = point % p.size;
        assert_true(may_play(&p, x, y, plain_mover(&p)));
        if (i % 2 == 1) {
            const int n = five_points(&p, own, fives);
            assert_true(n > 0);
            assert_int_equal(five_points(&p, enemy, fives), 0);
            /* The only answer, unless none helps any more: then the next move is the last. */
            if (i + 2 < proof->line_count) {
                assert_int_equal(n, 1);
                assert_true(makes_five(&p, x, y, own));
            }
        }
        plain_play(&p, point);
        assert_int_equal(p.winner, i + 1 == proof->line_count ? own : '.');
    }
}

/* Solves with an accumulator and without: it must be the same. */
static enum pes_verdict solve(const struct pes_game *g, const struct pes_state *s,
                              uint64_t nodes_max, struct pes_proof *proof) {
    static struct gomoku_shapes a;
    static struct pes_proof again;
    const struct pes_effort effort = {.nodes_max = nodes_max};
    gomoku_shapes_refresh(gomoku_board(g), gomoku_at(s), &a);
    const enum pes_verdict verdict = gomoku_tactics.solve(g, s, &a, &effort, proof);
    assert_int_equal(gomoku_tactics.solve(g, s, NULL, &effort, &again), verdict);
    assert_int_equal(again.nodes, proof->nodes);
    assert_true(proof->nodes <= nodes_max);
    assert_int_equal(again.line_count, proof->line_count);
    assert_memory_equal(again.line, proof->line, (size_t)proof->line_count * sizeof proof->line[0]);
    if (verdict == PES_VERDICT_WIN)
        check_proof(g, s, proof);
    else
        assert_int_equal(proof->line_count, 0);
    return verdict;
}

/* Against the naive solver. ------------------------------------------------------------------- */

enum { ATTACKS_MAX = 4 };

/* The fewest moves with which the naive solver wins, 0: more than ATTACKS_MAX. */
static int naive_fewest(const struct pes_game *g, const struct pes_state *s) {
    struct plain p;
    plain_copy(&p, g, s);
    const char own = plain_mover(&p);
    for (int attacks = 1; attacks <= ATTACKS_MAX; attacks++)
        if (naive_wins(&p, own, attacks))
            return attacks;
    return 0;
}

/* A board of random stones on which nobody has won yet. */
static bool random_board(const struct pes_game *g, struct pes_rng *rng, struct pes_state_buf *s) {
    const struct gomoku_board *board = gomoku_board(g);
    const int stones = board->points / 6 + (int)pes_rng_below(rng, (uint32_t)board->points / 2);
    gomoku_reset(board, stones_of(s));
    while (stones_of(s)->stones < stones) {
        const int point =
            gomoku_nth_empty(board, stones_of(s),
                             pes_rng_below(rng, (uint32_t)(board->points - stones_of(s)->stones)));
        gomoku_put(board, stones_of(s), point, gomoku_colour(stones_of(s)));
    }
    return g->rules->valid(g, PES_STATE(*s)) && !pes_over(g, PES_STATE(*s));
}

static void naive_solver_agrees(void **unused) {
    (void)unused;
    static const char *const variants[] = {"size=7", "size=9", "size=8,rule=standard",
                                           "size=9,rule=renju", "size=7,rule=renju"};
    int found[ATTACKS_MAX + 1] = {0};
    for (int v = 0; v < 5; v++) {
        struct pes_game *g = open_board(variants[v]);
        struct pes_rng rng;
        pes_rng_init(&rng, 7);
        for (int i = 0; i < 600; i++) {
            struct pes_state_buf s;
            struct pes_proof proof;
            if (!random_board(g, &rng, &s))
                continue;
            const enum pes_verdict verdict = solve(g, PES_STATE(s), 100000, &proof);
            /* Wins of one move are found all the same way. */
            if (verdict == PES_VERDICT_WIN && proof.plies == 1 && i % 8 != 0)
                continue;
            const int fewest = naive_fewest(g, PES_STATE(s));
            assert_true(verdict != PES_VERDICT_OPEN);
            if (fewest > 0)
                assert_int_equal(proof.plies, 2 * fewest - 1);
            else
                assert_true(verdict == PES_VERDICT_NO_WIN || proof.plies > 2 * ATTACKS_MAX - 1);
            found[fewest]++;
        }
        pes_game_close(g);
    }
    for (int attacks = 0; attacks <= ATTACKS_MAX; attacks++)
        assert_true(found[attacks] >= 3);
}

/* Long ones. ---------------------------------------------------------------------------------- */

/* Boards of random stones with long wins, of which a few in a hundred thousand have any. That there
 * is no shorter one only the search says; that these win, and how, the rules. */
struct long_win {
    const char *options, *position;
    int plies;
};

static const struct long_win longs[] = {
    {"",
     "w4b9/2b6b2w2/7b7/3wbwbwb6/6w4w1b1/2bb1bww2w1b1w/5w2b1b2b1/2w4b4w2/4w9b/1w1w1b8w/4w1w"
     "4bw2/b4b3w2b2/w3b6wwb1/1b3b2bbw4/2b8w2w w",
     31},
    {"",
     "6b2b2w2/5bbw3bb1w/1b4w1w6/3w3b3b1b1/2b12/www4w5ww/b2bb7b2/1w6b2bw2/4b5b1b1w/2w8b3/2w"
     "1w10/w3w1b3w4/5b3b5/3b1bw8/4w2ww6 w",
     27},
    {"",
     "1wwwbb2w5b/w9w4/2b6w3b1/6b1w2b1ww/3b10b/9w5/w2b1w1b2bb2b/2w1b4w1w3/8bw1wb2/3w4bw5/6b"
     "3b3b/7w6b/w2w2b6w1/4b4w5/1w3wwb3bb1b b",
     23},
    {"rule=renju",
     "wb3wb3b4/15/6b4w3/14b/7w4bb1/2w3ww5wb/b3b2bw3w2/b1b1b1ww7/1w6w2w1b1/2w3b3b1w2/1ww7ww"
     "1b1/4b1b8/5w9/1b2bb9/4w3w1b4 b",
     23},
    {"rule=standard",
     "w4b9/2b6b2w2/7b7/3wbwbwb6/6w4w1b1/2bb1bww2w1b1w/5w2b1b2b1/2w4b4w2/4w9b/1w1w1b8w/4w1w"
     "4bw2/b4b3w2b2/w3b6wwb1/1b3b2bbw4/2b8w2w w",
     31},
    {"rule=standard",
     "2b1w8ww/b8b5/2b4w7/2b5b6/3b11/2b3w3w4/13w1/4b10/1w2w4b5/2b11w/6b5w2/15/4w10/15/1w8b4"
     " b",
     27},
    {"size=20",
     "7w1w1w5ww1/3b16/b2b7w3b4/2b11w2w1b/10w9/5w3b10/3b6bw8/7w7b4/3w8b2w4/1b8w9/5bb3w9/4b1"
     "5/4w11wb2/1w3w2ww2b2w1b2/19b/8b5b5/1b18/14w5/16b2b/6b13 w",
     27},
    {"size=20",
     "8b11/b1wb1wb13/ww3b3w4b4w/2ww6b9/1b5w1wb7bw/9w4b5/2wb2w8b3b/1bw5bb2b2w4/w1w11b5/1w1w"
     "7b6b1/w15b3/3b3b12/2b8bw2b1b1w/w17w1/b2w1bw1b10w/5b12w1/7b4w7/3b1w2w11/b1ww9bb2b1b/w"
     "2w1w7w2w3 b",
     29},
};

static void long_wins(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof longs / sizeof longs[0]; i++) {
        struct pes_game *g = open_board(longs[i].options);
        struct pes_state_buf s;
        struct pes_proof proof;
        read_position(g, longs[i].position, &s);
        assert_int_equal(solve(g, PES_STATE(s), 200000, &proof), PES_VERDICT_WIN);
        assert_int_equal(proof.plies, longs[i].plies);
        assert_int_equal(solve(g, PES_STATE(s), 100, &proof), PES_VERDICT_OPEN);
        pes_game_close(g);
    }
}

/* Special cases. ------------------------------------------------------------------------------ */

struct puzzle {
    const char *what, *rule, *picture;
    char mover;
    int plies; /* 0: no win */
};

static const struct puzzle puzzles[] = {
    {"five at once", "freestyle",
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". O X X X X . . ."
     ". . . . . . . . ."
     ". . O . O . O . ."
     ". . . . . . . . ."
     ". . . . . . . . .",
     'b', 1},
    {"an open four", "freestyle",
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . X X X . . ."
     ". . . . . . . . ."
     ". . O . O . O . ."
     ". . . . . . . . ."
     ". . . . . . . . .",
     'b', 3},
    {"the enemy's five comes first", "freestyle",
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . X X X . . ."
     ". . . . . . . . ."
     ". . . O O O O . ."
     ". . . . . . . . X"
     ". . . . . . . . .",
     'b', 0},
    {"a four that stops the enemy's five", "freestyle",
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     ". . . O O O O X ."
     ". . . . . . . . ."
     ". . . . . . . . .",
     'b', 3},
    {"the answer to White's four is forbidden to Black", "renju",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . X . . . ."
     ". . . . . . X . . . ."
     ". . . . . . X . . . ."
     ". X O O O . . . . . ."
     ". . . . . . X . . . ."
     ". . . . . . X . . . ."
     ". . . . . . . . . . ."
     ". . . . O . . . O . ."
     ". . . . . . . . . . .",
     'w', 3},
    {"and is not under free rules", "freestyle",
     ". . . . . . . . . . ."
     ". . . . . . . . . . ."
     ". . . . . . X . . . ."
     ". . . . . . X . . . ."
     ". . . . . . . . . . ."
     ". X O O O . . . . . ."
     ". . . . . . X . . . ."
     ". . . . . . . . . . ."
     ". . . . . . X . . . ."
     ". . . . . . . . O . ."
     ". . . . . . . . . . .",
     'w', 0},
    {"two fours win under free rules", "freestyle",
     ". . . . . . . . ."
     ". . O . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     "O X . X X . . . ."
     ". . . . . . . . ."
     ". . . . O O . O ."
     ". . . . . . . O .",
     'b', 3},
    {"and are forbidden to Black in renju", "renju",
     ". . . . . . . . ."
     ". . O . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     ". . X . . . . . ."
     "O X . X X . . . ."
     ". . . . . . . . ."
     ". . . . O O . O ."
     ". . . . . . . O .",
     'b', 0},
    {"six do not win under the standard rule", "standard",
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". X X X . X X . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     ". . . . . . . . ."
     "O . O O . O . . O",
     'b', 0},
};

static void special_cases(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof puzzles / sizeof puzzles[0]; i++) {
        const struct puzzle *puzzle = &puzzles[i];
        int symbols = 0, size = 0;
        for (const char *at = puzzle->picture; *at != '\0'; at++)
            symbols += *at != ' ';
        while (size * size < symbols)
            size++;
        char options[64];
        snprintf(options, sizeof options, "size=%d,rule=%s", size, puzzle->rule);
        struct pes_game *g = open_board(options);
        struct pes_state_buf s;
        struct pes_proof proof;
        read_picture(g, puzzle->picture, &s);
        assert_int_equal(gomoku_colour(stones_of(&s)), puzzle->mover == 'b' ? 0 : 1);
        const enum pes_verdict verdict = solve(g, PES_STATE(s), 10000, &proof);
        if (verdict != (puzzle->plies ? PES_VERDICT_WIN : PES_VERDICT_NO_WIN) ||
            (puzzle->plies && proof.plies != puzzle->plies))
            fail_msg("%s: verdict %d, %d plies", puzzle->what, verdict, proof.plies);
        pes_game_close(g);
    }
}

/* Before the colours are settled nobody attacks, and without nodes nothing is known. */
static void no_attack(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s;
    struct pes_proof proof;
    g->rules->init(g, PES_STATE(s));
    assert_int_equal(solve(g, PES_STATE(s), 100, &proof), PES_VERDICT_NO_WIN);
    play_moves(g, &s, "h8 h9 g7");
    assert_int_equal(solve(g, PES_STATE(s), 100, &proof), PES_VERDICT_NO_WIN);
    pes_game_close(g);
    g = open_board("");
    g->rules->init(g, PES_STATE(s));
    play_moves(g, &s, "h8 a1 i8 a3 j8 a5");
    assert_int_equal(solve(g, PES_STATE(s), 0, &proof), PES_VERDICT_OPEN);
    assert_int_equal(solve(g, PES_STATE(s), 100, &proof), PES_VERDICT_WIN);
    assert_int_equal(proof.plies, 3);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naive_solver_agrees),
        cmocka_unit_test(long_wins),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(no_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
