/* Wins by continuous fours: against a naive solver that uses only the rules, long wins, and the
 * special cases of renju. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_forced_testing.h"

#include <stdlib.h>

/* A naive solver. ----------------------------------------------------------------------------- */

/* An exhaustive solver; so that it ends, it stores for each board the number of moves within which
 * there is no win. */
struct naive {
    struct plain p;
    char own;
    uint64_t seed; /* entries of other searches are invalid */
    struct {
        uint64_t board;
        int attacks;
    } refuted[1 << 16];
};

static uint64_t board_number(const struct naive *n) {
    uint64_t number = n->seed;
    for (int x = 0; x < n->p.size; x++)
        for (int y = 0; y < n->p.size; y++)
            number = (number ^ (uint64_t)n->p.at[x][y]) * UINT64_C(0x100000001b3);
    return number ^ number >> 29;
}

static bool naive_wins(struct naive *n, int attacks);

/* The attacker has just placed a stone: is it a four without a defence? A reply that does not stop
 * the five loses. */
static bool naive_four_wins(struct naive *n, int attacks) {
    struct plain *p = &n->p;
    const char enemy = other_of(n->own);
    int fives[GOMOKU_POINTS_MAX], theirs[GOMOKU_POINTS_MAX];
    const int count = five_points(p, n->own, fives);
    if (count == 0 || five_points(p, enemy, theirs) > 0 || !has_move(p, enemy))
        return false;
    for (int i = 0; i < count; i++) {
        const int x = fives[i] / p->size, y = fives[i] % p->size;
        if (!may_play(p, x, y, enemy))
            continue;
        p->at[x][y] = enemy;
        const bool wins = naive_wins(n, attacks - 1);
        p->at[x][y] = '.';
        if (!wins)
            return false;
    }
    return true;
}

/* Does the attacker, to move, win by fours within this many of its moves? */
static bool naive_wins(struct naive *n, int attacks) {
    struct plain *p = &n->p;
    int list[GOMOKU_POINTS_MAX];
    if (five_points(p, n->own, list) > 0)
        return true;
    const uint64_t board = board_number(n), place = board % (1 << 16);
    if (attacks < 2 || (n->refuted[place].board == board && n->refuted[place].attacks >= attacks))
        return false;
    const int count = row_points(p, n->own, 3, list);
    for (int i = 0; i < count; i++) {
        const int x = list[i] / p->size, y = list[i] % p->size;
        if (!may_play(p, x, y, n->own))
            continue;
        p->at[x][y] = n->own;
        const bool wins = naive_four_wins(n, attacks);
        p->at[x][y] = '.';
        if (wins)
            return true;
    }
    n->refuted[place].board = board;
    n->refuted[place].attacks = attacks;
    return false;
}

/* The fewest moves with which it wins, from `least` to `most`; 0: it takes more. */
static int naive_fewest(const struct pes_game *g, const struct pes_state *s, int least, int most) {
    static struct naive n;
    plain_copy(&n.p, g, s);
    n.own = plain_mover(&n.p);
    n.seed++;
    for (int attacks = least; attacks <= most; attacks++)
        if (naive_wins(&n, attacks))
            return attacks;
    return 0;
}

/* Proofs. ------------------------------------------------------------------------------------- */

/* Plays a proof by the rules alone: every move of the attacker but the last threatens five, and the
 * defender cannot win at once and plays the only defence. So the line proves the win and its
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
            /* The only answer, unless no answer helps: then the next move is the last. */
            if (i + 2 < proof->line_count) {
                assert_int_equal(n, 1);
                assert_true(makes_five(&p, x, y, own));
            }
        }
        plain_play(&p, point);
        assert_int_equal(p.winner, i + 1 == proof->line_count ? own : '.');
    }
}

/* Solves with an accumulator and without: the results must be equal. */
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
            /* Wins in one move are found in the same way. */
            if (verdict == PES_VERDICT_WIN && proof.plies == 1 && i % 8 != 0)
                continue;
            const int fewest = naive_fewest(g, PES_STATE(s), 1, ATTACKS_MAX);
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

/* Memory. ------------------------------------------------------------------------------------- */

static enum pes_verdict solve_remembering(const struct pes_game *g, const struct pes_state *s,
                                          uint64_t nodes_max, void *memory,
                                          struct pes_proof *proof) {
    const struct pes_effort effort = {.nodes_max = nodes_max, .memory = memory};
    const enum pes_verdict verdict = gomoku_tactics.solve(g, s, NULL, &effort, proof);
    if (verdict == PES_VERDICT_WIN)
        check_proof(g, s, proof);
    return verdict;
}

/* A memory of other positions changes no verdict and no length, and the second time costs less. An
 * open position is not tried again before there are four times the nodes. */
static void memory_changes_nothing(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=11,rule=renju");
    const size_t size = gomoku_tactics.memory_size(g);
    void *memory = aligned_alloc(64, size);
    assert_non_null(memory);
    assert_int_equal(size % 64, 0);
    memset(memory, 0, size);
    struct pes_rng rng;
    pes_rng_init(&rng, 3);
    int open = 0;
    for (int i = 0; i < 400; i++) {
        struct pes_state_buf s;
        struct pes_proof proof, with;
        if (!random_board(g, &rng, &s))
            continue;
        const enum pes_verdict brief = solve_remembering(g, PES_STATE(s), 8, memory, &with);
        if (brief == PES_VERDICT_OPEN) {
            open++;
            assert_int_equal(solve_remembering(g, PES_STATE(s), 31, memory, &with), brief);
            assert_int_equal(with.nodes, 0);
        }
        const enum pes_verdict verdict = solve(g, PES_STATE(s), 100000, &proof);
        assert_int_equal(solve_remembering(g, PES_STATE(s), 100000, memory, &with), verdict);
        assert_int_equal(with.plies, proof.plies);
        assert_int_equal(solve_remembering(g, PES_STATE(s), 100000, memory, &with), verdict);
        assert_int_equal(with.plies, proof.plies);
        assert_true(with.nodes <= (uint64_t)(proof.plies > 0 ? proof.plies : 0));
    }
    assert_true(open > 10);
    free(memory);
    pes_game_close(g);
}

/* Long ones. ---------------------------------------------------------------------------------- */

/* The file holds wins of every length up to 31 plies under each rule: length, variant, position. */
static void long_wins(void **unused) {
    (void)unused;
    FILE *file = fopen(GOLDEN_DATA "/gomoku_fours.txt", "r");
    assert_non_null(file);
    char line[1024], *variant;
    int count = 0, longest = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        const int plies = (int)strtol(line, &variant, 10);
        char *position = strchr(++variant, ' ');
        assert_non_null(position);
        *position++ = '\0';
        position[strcspn(position, "\n")] = '\0';
        struct pes_game *g = open_board(variant);
        struct pes_state_buf s;
        struct pes_proof proof;
        read_position(g, position, &s);
        assert_int_equal(solve(g, PES_STATE(s), 200000, &proof), PES_VERDICT_WIN);
        assert_int_equal(proof.plies, plies);
        const int fewest = (plies + 1) / 2, least = fewest > 1 ? fewest - 1 : 1;
        assert_int_equal(naive_fewest(g, PES_STATE(s), least, fewest), fewest);
        pes_game_close(g);
        longest = plies > longest ? plies : longest;
        count++;
    }
    fclose(file);
    assert_true(longest >= 31);
    assert_true(count > 60);
}

/* Stops the search after this many questions. */
struct patience {
    int asked, most;
};

static bool ask(void *caller) {
    struct patience *patience = caller;
    return ++patience->asked < patience->most;
}

static const char *const long_position =
    "w4b9/2b6b2w2/7b7/3wbwbwb6/6w4w1b1/2bb1bww2w1b1w/5w2b1b2b1/2w4b4w2/4w9b/1w1w1b8w/4w1w4bw2/"
    "b4b3w2b2/w3b6wwb1/1b3b2bbw4/2b8w2w w";

/* No node is searched after the caller has stopped the search. */
static void stops_at_once(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    struct pes_proof proof;
    read_position(g, long_position, &s);
    for (int most = 1; most < 6; most++) {
        struct patience patience = {.most = most};
        const struct pes_effort effort = {.nodes_max = 200000, .go_on = ask, .caller = &patience};
        assert_int_equal(gomoku_tactics.solve(g, PES_STATE(s), NULL, &effort, &proof),
                         PES_VERDICT_OPEN);
        assert_int_equal(patience.asked, most);
        assert_int_equal(proof.nodes, most * PES_EFFORT_LOOK);
        assert_int_equal(proof.line_count, 0);
    }
    assert_int_equal(solve(g, PES_STATE(s), 100, &proof), PES_VERDICT_OPEN);
    pes_game_close(g);
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

/* Before the colours are settled there is no attack, and without nodes no verdict. */
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
        cmocka_unit_test(memory_changes_nothing),
        cmocka_unit_test(naive_solver_agrees),
        cmocka_unit_test(long_wins),
        cmocka_unit_test(stops_at_once),
        cmocka_unit_test(special_cases),
        cmocka_unit_test(no_attack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
