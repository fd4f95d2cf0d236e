/* Tactics inside a search: they stop at its limits, and their proofs are used. */
#include "search/alphabeta_testing.h"

/* A game of Gomoku with some parts of its kit replaced. */
struct puzzle {
    struct pes_kit kit;
    struct pes_game *g;
    struct pes_history *h;
};

static void open_puzzle(struct puzzle *p, const struct pes_tactics *tactics,
                        const struct pes_order *order, const char *moves) {
    int made;
    p->kit = *pes_kit_find("gomoku");
    if (tactics != NULL)
        p->kit.tactics = tactics;
    if (order != NULL)
        p->kit.order = order;
    assert_int_equal(pes_game_open(&p->kit, "", &p->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(p->g, &p->h), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(p->h, moves, &made, NULL), PES_ERR_OK);
}

static void close_puzzle(struct puzzle *p) {
    pes_history_free(p->h);
    pes_game_close(p->g);
}

static const char *const win_in_three = "h8 a1 i8 a3 j8 a5";
static const char *const must_defend = "a15 g8 o1 h8 o15 i8";

/* Ends. --------------------------------------------------------------------------------------- */

/* Tactics that never end by themselves. The stop flag of their caller is set while they run. */
static struct {
    atomic_bool flag;
    uint64_t raise_at; /* nodes; 0: never */
    bool reckless;     /* they ignore the node limit too */
    uint64_t looked, calls, after_flag;
} endless;

static enum pes_verdict endless_solve(const struct pes_game *g, const struct pes_state *s,
                                      const void *accumulator, const struct pes_effort *effort,
                                      struct pes_proof *out) {
    (void)g;
    (void)s;
    (void)accumulator;
    endless.calls++;
    out->line_count = 0;
    out->nodes = 0;
    while (endless.reckless || out->nodes < effort->nodes_max) {
        if (out->nodes > 0 && out->nodes % PES_EFFORT_LOOK == 0 && !effort->go_on(effort->caller))
            break;
        out->nodes++;
        endless.after_flag += atomic_load(&endless.flag);
        if (++endless.looked == endless.raise_at)
            atomic_store(&endless.flag, true);
    }
    return PES_VERDICT_OPEN;
}
static const struct pes_tactics endless_tactics = {.abi = PES_ABI, .solve = endless_solve};

static void run_endless(uint64_t raise_at, const struct pes_limits *limits,
                        struct pes_answer *answer) {
    struct puzzle p;
    open_puzzle(&p, &endless_tactics, NULL, win_in_three);
    struct pes_alphabeta *search = new_search(p.g, 1, 1, true);
    atomic_store(&endless.flag, false);
    endless.raise_at = raise_at;
    endless.looked = endless.calls = endless.after_flag = 0;
    pes_alphabeta_run(search, p.h, limits, answer);
    assert_true(answer->has_score);
    assert_line(p.h, answer);
    pes_alphabeta_free(search);
    close_puzzle(&p);
}

/* They obey the stop flag while they run, whether it is set at the root or deep in the tree. */
static void test_flag(void **state) {
    (void)state;
    const struct pes_limits limits = {.stop = &endless.flag};
    for (uint64_t raise_at = 1; raise_at < 200000; raise_at = raise_at * 5 + 3) {
        struct pes_answer answer;
        run_endless(raise_at, &limits, &answer);
        assert_true(endless.looked >= raise_at);
        assert_true(endless.after_flag <= PES_EFFORT_LOOK);
    }
}

/* Their nodes count for the node limit. */
static void test_nodes(void **state) {
    (void)state;
    for (uint64_t nodes = 1000; nodes < 200000; nodes *= 3) {
        const struct pes_limits limits = {.nodes = nodes};
        struct pes_answer answer;
        run_endless(0, &limits, &answer);
        assert_int_equal(answer.nodes, nodes);
        assert_true(endless.looked < nodes);
        assert_true(endless.calls > 0);
    }
}

/* The time limit ends them if nothing else does. */
static void test_deadline(void **state) {
    (void)state;
    const struct pes_limits limits = {.movetime_ms = 1};
    struct pes_answer answer;
    endless.reckless = true;
    run_endless(0, &limits, &answer);
    endless.reckless = false;
    assert_int_equal(endless.calls, 1);
    assert_int_equal(answer.depth, 1);
    assert_int_equal(endless.looked % PES_EFFORT_LOOK, 0);
}

/* Wins. --------------------------------------------------------------------------------------- */

/* Candidates that leave out every good move. */
static int corner_candidates(const struct pes_game *g, const struct pes_state *s,
                             const void *accumulator, pes_move out[], int32_t scores[]) {
    (void)accumulator;
    pes_move list[PES_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    out[0] = list[n - 1];
    scores[0] = 0;
    return 1;
}
static const struct pes_order corner_order = {.abi = PES_ABI, .candidates = corner_candidates};

/* A win is found although its first move is not a candidate. */
static void test_unknown_to_candidates(void **state) {
    (void)state;
    struct puzzle p;
    struct pes_answer answer;
    const struct pes_limits limits = {.depth = 3};
    open_puzzle(&p, NULL, &corner_order, win_in_three);
    struct pes_alphabeta *search = new_search(p.g, 1, 1, true);
    pes_alphabeta_run(search, p.h, &limits, &answer);
    assert_true(answer.has_mate);
    assert_int_equal(answer.mate, 3);
    assert_int_equal(answer.line_count, 3);
    assert_line(p.h, &answer);
    pes_alphabeta_free(search);
    close_puzzle(&p);
}

/* No mate score against a side because all its searched moves lose: with any number of nodes, a
 * loss is reported only after all moves were searched, and here one of them does not lose. */
static void test_no_false_loss(void **state) {
    (void)state;
    struct puzzle p;
    int widened = 0;
    open_puzzle(&p, NULL, &corner_order, must_defend);
    struct pes_alphabeta *search = new_search(p.g, 1, 1, true);
    for (uint64_t nodes = 1; nodes < 3000; nodes += 1 + nodes / 20) {
        const struct pes_limits limits = {.nodes = nodes};
        struct pes_answer answer;
        pes_alphabeta_forget(search);
        pes_alphabeta_run(search, p.h, &limits, &answer);
        assert_false(answer.has_mate);
        widened += answer.has_score && answer.score > -PES_EVAL_WIN && answer.depth > 2;
    }
    assert_true(widened > 0);
    pes_alphabeta_free(search);
    close_puzzle(&p);
}

/* A win beyond the ply cap does not count. */
static void test_cap(void **state) {
    (void)state;
    const struct pes_limits limits = {.depth = 4};
    for (int left = 1; left <= 4; left++) {
        struct puzzle p;
        struct pes_answer answer;
        open_puzzle(&p, NULL, NULL, win_in_three);
        p.g->plies_cap = pes_history_plies(p.h) + left;
        struct pes_alphabeta *search = new_search(p.g, 1, 1, true);
        pes_alphabeta_run(search, p.h, &limits, &answer);
        assert_int_equal(answer.has_mate && answer.mate == 3, left >= 3);
        assert_true(left >= 3 || !answer.has_mate || answer.mate == 0);
        pes_alphabeta_free(search);
        close_puzzle(&p);
    }
}

/* With several lines (multi-PV) the win is the first, and the others are searched to the same depth
 * as without it. */
static void test_lines(void **state) {
    (void)state;
    enum { LINES = 3 };
    struct puzzle p;
    struct pes_answer best, lines[LINES];
    const struct pes_limits limits = {.depth = 4, .lines = LINES};
    open_puzzle(&p, NULL, NULL, win_in_three);
    struct pes_alphabeta *search = new_search(p.g, 1, 1, true);
    pes_alphabeta_run(search, p.h, &limits, &best);
    assert_int_equal(pes_alphabeta_lines(search, lines, LINES), LINES);
    assert_true(lines[0].has_mate && lines[0].mate == 3);
    assert_true(best.has_mate && best.move == lines[0].move);
    for (int i = 0; i < LINES; i++) {
        assert_int_equal(lines[i].depth, 4);
        assert_true(lines[i].has_score);
        assert_line(p.h, &lines[i]);
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(lines[i].move, lines[k].move);
            assert_true(lines[i].score <= lines[k].score);
        }
    }
    pes_alphabeta_free(search);
    close_puzzle(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flag),          cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_deadline),      cmocka_unit_test(test_unknown_to_candidates),
        cmocka_unit_test(test_no_false_loss), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_cap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
