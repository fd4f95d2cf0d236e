/* Candidates: never a forbidden or illegal move, never without the moves that matter, best first.
 */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_oracle_testing.h"

/* One position: its moves, its candidates, and where each side would win at once. */
struct sight {
    const struct pes_game *g;
    struct pes_state_buf s;
    pes_move moves[PES_MOVES_MAX], candidates[PES_MOVES_MAX];
    int move_count, candidate_count;
    bool own_five[GOMOKU_POINTS_MAX], other_five[GOMOKU_POINTS_MAX];
    int own_fives, other_fives;
};

static bool listed(const pes_move list[], int n, pes_move m) {
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* By the oracle, for either colour. */
static int find_fives(struct plain *p, char colour, bool out[]) {
    int n = 0;
    for (int point = 0; point < p->size * p->size; point++) {
        char *at = &p->at[point / p->size][point % p->size];
        out[point] = false;
        if (*at != '.')
            continue;
        *at = colour;
        out[point] = plain_wins(p, point / p->size, point % p->size);
        *at = '.';
        n += out[point];
    }
    return n;
}

static void look(struct sight *v) {
    static struct gomoku_shapes a;
    const struct pes_state *s = PES_STATE(v->s);
    pes_move again[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX], scores_again[PES_MOVES_MAX];
    struct plain p;
    gomoku_shapes_refresh(gomoku_board(v->g), gomoku_at(s), &a);
    v->move_count = pes_moves(v->g, s, v->moves);
    v->candidate_count = gomoku_order.candidates(v->g, s, &a, v->candidates, scores);
    assert_int_equal(gomoku_order.candidates(v->g, s, NULL, again, scores_again),
                     v->candidate_count);
    assert_memory_equal(again, v->candidates, (size_t)v->candidate_count * sizeof again[0]);
    assert_memory_equal(scores_again, scores, (size_t)v->candidate_count * sizeof scores[0]);
    for (int i = 0; i < v->candidate_count; i++) {
        const int32_t score = gomoku_order.score(v->g, s, v->candidates[i], &a);
        assert_int_equal(gomoku_order.score(v->g, s, v->candidates[i], NULL), score);
        assert_int_equal(scores[i], score);
        assert_true(listed(v->moves, v->move_count, v->candidates[i]));
        assert_false(listed(v->candidates, i, v->candidates[i]));
    }
    plain_copy(&p, v->g, s);
    const char own = plain_mover(&p);
    v->own_fives = find_fives(&p, own, v->own_five);
    v->other_fives = find_fives(&p, own == 'b' ? 'w' : 'b', v->other_five);
}

/* A player who can win does, and one who must stop a five does. */
static bool check_fives(struct sight *v) {
    const bool *wanted = v->own_fives > 0 ? v->own_five : v->other_five;
    bool possible = false;
    if (v->own_fives + v->other_fives == 0)
        return false;
    for (int i = 0; i < v->move_count; i++)
        possible |= wanted[gomoku_target(v->moves[i])];
    for (int i = 0; possible && i < v->candidate_count; i++)
        assert_true(wanted[gomoku_target(v->candidates[i])]);
    return possible;
}

/* Does the move lose to a five that nothing stops, three plies later at most? */
static bool loses_soon(const struct sight *v, pes_move m) {
    struct pes_state_buf after = v->s;
    struct pes_undo_buf undo;
    struct pes_proof proof;
    const struct pes_effort effort = {.nodes_max = 100};
    pes_make(v->g, PES_STATE(after), m, undo.bytes);
    return !pes_over(v->g, PES_STATE(after)) &&
           gomoku_tactics.solve(v->g, PES_STATE(after), NULL, &effort, &proof) == PES_VERDICT_WIN &&
           proof.plies <= 3;
}

/* Moves that are left out although they are near stones lose at once. Returns how many. */
static int check_left_out(struct sight *v) {
    const struct gomoku_board *board = gomoku_board(v->g);
    const struct pes_state *s = PES_STATE(v->s);
    static struct gomoku_shapes a;
    int left_out = 0;
    gomoku_shapes_refresh(board, gomoku_at(s), &a);
    for (int i = 0; i < v->move_count; i++) {
        const pes_move m = v->moves[i];
        if (listed(v->candidates, v->candidate_count, m) || !gomoku_in(a.near, gomoku_target(m)))
            continue;
        assert_true(loses_soon(v, m));
        left_out++;
    }
    return left_out;
}

/* Does every move of a list that is not in another lose soon? */
static bool all_lose_soon(const struct sight *v, const pes_move list[], int n,
                          const pes_move other[], int other_count) {
    for (int i = 0; i < n; i++)
        if (!listed(other, other_count, list[i]) && !loses_soon(v, list[i]))
            return false;
    return true;
}

/* If any move at all holds out, one of the candidates does. */
static bool check_defence(const struct sight *v) {
    if (!all_lose_soon(v, v->candidates, v->candidate_count, NULL, 0))
        return false;
    assert_true(all_lose_soon(v, v->moves, v->move_count, v->candidates, v->candidate_count));
    return true;
}

/* Counters that show that each case was tested. */
struct seen {
    int fives, left_out;
};

static void check_game(const char *options, uint64_t seed, struct seen *seen) {
    static struct sight v;
    struct pes_game *g = open_board(options);
    struct pes_undo_buf undo;
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    v.g = g;
    g->rules->init(g, PES_STATE(v.s));
    while (!pes_over(g, PES_STATE(v.s))) {
        look(&v);
        assert_true(v.candidate_count > 0);
        if (check_fives(&v))
            seen->fives++;
        else if (gomoku_playing(gomoku_at(PES_STATE(v.s))))
            seen->left_out += check_left_out(&v);
        /* Careless play, in which threats accumulate. */
        const int few = v.candidate_count < 15 ? v.candidate_count : 15;
        const pes_move m = pes_rng_below(&rng, 3) != 0
                               ? v.candidates[pes_rng_below(&rng, (uint32_t)few)]
                               : v.moves[pes_rng_below(&rng, (uint32_t)v.move_count)];
        pes_make(g, PES_STATE(v.s), m, undo.bytes);
    }
    pes_game_close(g);
}

static void nothing_is_missed(void **unused) {
    (void)unused;
    static const char *const variants[] = {"",
                                           "size=9",
                                           "size=12,rule=standard",
                                           "rule=renju",
                                           "size=9,rule=renju",
                                           "size=5",
                                           "size=20,opening=swap2"};
    struct seen seen = {0, 0};
    for (int v = 0; v < 7; v++)
        for (uint64_t seed = 1; seed <= 12; seed++)
            check_game(variants[v], seed, &seen);
    assert_true(seen.fives > 100);
    assert_true(seen.left_out > 1000);
}

/* Boards of random stones, on which threats of all kinds meet. */
static void somebody_holds_out(void **unused) {
    (void)unused;
    static const char *const variants[] = {"", "rule=standard", "rule=renju", "size=20,rule=renju",
                                           "size=9,rule=renju"};
    static struct sight v;
    int lost = 0, tried = 0;
    for (int i = 0; i < 5; i++) {
        struct pes_rng rng;
        struct pes_game *g = open_board(variants[i]);
        v.g = g;
        pes_rng_init(&rng, 5);
        for (int k = 0; k < 400; k++) {
            if (!random_board(g, &rng, &v.s))
                continue;
            look(&v);
            lost += check_defence(&v);
            tried++;
        }
        pes_game_close(g);
    }
    assert_true(tried > 100);
    assert_true(lost > 10);
}

static int list_after(const char *options, const char *moves, pes_move out[]) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    g->rules->init(g, PES_STATE(s));
    play_moves(g, &s, moves);
    int32_t scores[PES_MOVES_MAX];
    const int n = gomoku_order.candidates(g, PES_STATE(s), NULL, out, scores);
    pes_game_close(g);
    return n;
}

static void openings(void **unused) {
    (void)unused;
    pes_move out[PES_MOVES_MAX];
    assert_int_equal(list_after("", "", out), 1);
    assert_int_equal(out[0], gomoku_move_to(7 * 15 + 7));
    assert_int_equal(list_after("size=20", "", out), 1);
    assert_int_equal(out[0], gomoku_move_to(9 * 20 + 9));
    assert_int_equal(list_after("", "h8", out), 24);
    assert_int_equal(list_after("opening=swap2", "h8", out), 80);
    assert_int_equal(list_after("opening=swap2", "h8 h9 g7", out), 3);
    assert_int_equal(out[0], GOMOKU_SECOND_TAKES_WHITE);
    assert_int_equal(list_after("opening=swap2", "h8 h9 g7 more a1 a2", out), 2);
}

/* Threes are answered where they would become open fours, or where these would become five. */
static void answers_to_threes(void **unused) {
    (void)unused;
    pes_move out[PES_MOVES_MAX];
    const int size = 15, row = 7;
    int n = list_after("", "g8 a1 h8 a3 i8", out);
    assert_int_equal(n, 2);
    assert_true(listed(out, n, gomoku_move_to(5 * size + row)));
    assert_true(listed(out, n, gomoku_move_to(9 * size + row)));
    n = list_after("", "g8 a1 i8 a3 j8", out);
    assert_int_equal(n, 3);
    assert_true(listed(out, n, gomoku_move_to(5 * size + row)));
    assert_true(listed(out, n, gomoku_move_to(7 * size + row)));
    assert_true(listed(out, n, gomoku_move_to(10 * size + row)));
    /* Own fours come before: here a2 and a6, besides the one between the stones. */
    n = list_after("", "g8 a3 h8 a4 o1 a5 i8", out);
    assert_int_equal(n, 6);
    assert_true(listed(out, n, gomoku_move_to(1)));
    assert_true(listed(out, n, gomoku_move_to(5)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missed),
        cmocka_unit_test(somebody_holds_out),
        cmocka_unit_test(openings),
        cmocka_unit_test(answers_to_threes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
