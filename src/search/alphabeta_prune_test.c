/* Forward pruning: with it a proven win or loss is still one, without margins there is none of it,
 * and the evaluation of a selective search fades while nothing irreversible happens. */
#include "search/alphabeta_testing.h"

/* Compares claims of a selective search with the exact search of as many plies. */
struct claims {
    int wins, losses, none;
};

static void check_claim(struct pes_history *h, struct pes_alphabeta *exact,
                        struct pes_alphabeta *selective, int depth, struct claims *claims) {
    enum { EXACT_MAX = 4 };
    const struct pes_limits limits = {.depth = depth};
    struct pes_answer answer, truth;
    pes_alphabeta_run(selective, h, &limits, &answer);
    assert_line(h, &answer);
    const int plies = abs(answer.mate);
    claims->none += !answer.has_mate;
    if (!answer.has_mate || plies > EXACT_MAX)
        return;
    const struct pes_limits within = {.depth = plies};
    pes_alphabeta_run(exact, h, &within, &truth);
    assert_true(truth.has_mate);
    assert_int_equal(answer.mate > 0, truth.mate > 0);
    assert_true(abs(truth.mate) <= plies);
    claims->wins += answer.mate > 0;
    claims->losses += answer.mate < 0;
}

static struct claims check_game(struct table_game *table, uint64_t seed, int plies, int positions) {
    struct claims claims = {0};
    struct pes_history *h;
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    assert_int_equal(pes_history_new(table->g, &h), PES_ERR_OK);
    struct pes_alphabeta *exact = new_search(table->g, 1, 4, false);
    struct pes_alphabeta *selective = new_search(table->g, 1, 4, true);
    for (int i = 0; i < positions; i++) {
        play_random(h, &rng, plies);
        check_claim(h, exact, selective, 2 + i % 5, &claims);
    }
    pes_alphabeta_free(exact);
    pes_alphabeta_free(selective);
    pes_history_free(h);
    return claims;
}

/* Random games of Abalone that the next ejection decides, or the one after it, or the ply cap. */
static void test_claims(void **state) {
    (void)state;
    static const struct {
        const char *options;
        int plies;
    } variants[] = {{"eject=1", 90}, {"eject=2", 160}, {"eject=1,start=standard,plies=120", 118}};
    struct claims all = {0};
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct table_game table;
        open_game(&table, "abalone", variants[i].options, false);
        const struct claims found = check_game(&table, 5 + i, variants[i].plies, 60);
        all.wins += found.wins;
        all.losses += found.losses;
        all.none += found.none;
        pes_game_close(table.g);
    }
    assert_true(all.wins > 10);
    assert_true(all.losses > 0);
    assert_true(all.none > 10);
}

/* A policy made of hashes: the likeliest moves are arbitrary ones, so that pruning errs as often as
 * it can. Claims must be right all the same. */
static int policy_candidates(const struct pes_game *g, const struct pes_state *s,
                             const void *accumulator, pes_move out[], int32_t scores[]) {
    enum { SCORES = 12 * PES_POLICY_UNIT };
    (void)accumulator;
    const int n = pes_moves(g, s, out);
    for (int i = 0; i < n; i++)
        scores[i] = (int32_t)(pes_hash_key(pes_hash(g, s), out[i]) % SCORES);
    return n;
}

static void test_policy(void **state) {
    (void)state;
    static const struct pes_order policy = {
        .abi = PES_ABI, .candidates = policy_candidates, .is_policy = true};
    struct table_game table;
    table.kit = *pes_kit_find("gomoku");
    table.kit.order = &policy;
    table.kit.tactics = NULL;
    assert_int_equal(pes_game_open(&table.kit, "size=6", &table.g, NULL), PES_ERR_OK);
    const struct claims found = check_game(&table, 3, 24, 150);
    assert_true(found.wins > 10);
    assert_true(found.none > 10);
    pes_game_close(table.g);
}

/* The score of a search of depth 1 after `clock` plies without an ejection. */
static int32_t score_after(const struct pes_game *g, struct pes_alphabeta *search,
                           struct pes_history *h, const char *position, int clock) {
    struct pes_state_buf s;
    struct pes_answer answer;
    int unused;
    const struct pes_limits limits = {.depth = 2};
    assert_int_equal(
        g->rules->state_parse(g, position, strlen(position), PES_STATE(s), &unused, NULL),
        PES_ERR_OK);
    pes_history_start(h, PES_STATE(s), clock);
    pes_alphabeta_forget(search);
    pes_alphabeta_run(search, h, &limits, &answer);
    assert_true(answer.has_score);
    return (int32_t)answer.score;
}

static void test_fade(void **state) {
    (void)state;
    static const char position[] = "5/6/7/3bbb2/3bbb3/8/ww5/ww4/ww3 b 4 4 0";
    struct table_game table;
    struct pes_history *h;
    open_game(&table, "abalone", "", false);
    assert_int_equal(pes_history_new(table.g, &h), PES_ERR_OK);
    struct pes_alphabeta *exact = new_search(table.g, 1, 1, false);
    struct pes_alphabeta *selective = new_search(table.g, 1, 1, true);
    const int32_t fresh = score_after(table.g, selective, h, position, 0);
    assert_true(fresh > 0);
    assert_true(score_after(table.g, selective, h, position, 300) < fresh / 2);
    assert_int_equal(score_after(table.g, exact, h, position, 300),
                     score_after(table.g, exact, h, position, 0));
    pes_alphabeta_free(exact);
    pes_alphabeta_free(selective);
    pes_history_free(h);
    pes_game_close(table.g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_policy),
        cmocka_unit_test(test_fade),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
