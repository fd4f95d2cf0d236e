/* Simulated players of known strength: are they rated right, with how many games? */
#include "arena/rate_play.h"

#include "pessoi/hash.h"
#include "pessoi/kit.h"
#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

static const struct pes_rung rungs[] = {
    {"random", -400, 40},
    {"mcts:iterations=4", 300, 30},
    {"heuristic", 700, 25},
    {"level:n=1", 1000, 15},
    {"level:n=2", 1150, 15},
    {"level:n=3", 1320, 15},
    {"level:n=4", 1480, 20},
    {"level:n=5", 1640, 20},
    {"max:nodes=1000", 1900, 25},
    {"max:nodes=9000", 2100, 30},
    {NULL, 0, 0},
};
static const struct pes_ladder ladder = {
    .variant = "", .rungs = rungs, .first_move = 40, .draws = 0.15};
enum { RUNGS = sizeof rungs / sizeof rungs[0] - 1, TOP = RUNGS - 1 };

/* The world as it is: the ladder was measured with errors. */
struct world {
    struct pes_rng rng;
    double truth[RUNGS];
    double player;
    double alike;  /* how often First is as lucky in both games of a pair */
    double draws;  /* between equal players */
    uint64_t pair; /* counts, so that all pairs differ */
};

static double normal(struct pes_rng *rng) {
    const double u = 1.0 - pes_rng_real(rng), v = pes_rng_real(rng);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

/* First's halves, by the quantile `luck` of its results. */
static uint8_t play_game(const struct world *w, double first, double second, double luck) {
    const double d = (first + ladder.first_move - second) * log(10.0) / 800.0;
    const double draw = 2.0 * w->draws / (1.0 - w->draws);
    const double win = exp(d), loss = exp(-d);
    const double x = luck * (win + draw + loss);
    return x < win ? 2 : x < win + draw ? 1 : 0;
}

static struct stats_pair play_pair(struct world *w, int rung) {
    struct stats_pair pair = {.opening = w->pair};
    const bool alike = pes_rng_real(&w->rng) < w->alike;
    const double luck = pes_rng_real(&w->rng), other = pes_rng_real(&w->rng);
    pair.games[0].halves = play_game(w, w->player, w->truth[rung], luck);
    pair.games[1].halves = play_game(w, w->truth[rung], w->player, alike ? luck : other);
    pair.games[0].fingerprint = pes_hash_mix(++w->pair);
    return pair;
}

static void make_world(struct world *w, uint64_t seed, double player) {
    pes_rng_init(&w->rng, seed);
    w->player = player;
    w->alike = 0.0;
    w->draws = ladder.draws;
    w->pair = 0;
    for (int i = 0; i < RUNGS; i++)
        w->truth[i] = rungs[i].rating + rungs[i].error * normal(&w->rng);
}

/* Plays until the interval is narrow enough, in batches as the command does; `fixed`: all rungs in
 * turn instead of the most informative one. Returns the number of games. */
static int rate_player(struct world *w, double within, bool fixed, struct rate_estimate *out) {
    enum { PAIRS_MAX = 4000, BATCH = 4 };
    struct rate r;
    rate_init(&r, &ladder);
    rate_estimate(&r, out);
    while (!rate_is_done(&r, out, within) && r.pairs < PAIRS_MAX) {
        int plan[BATCH];
        for (int i = 0; i < BATCH; i++)
            plan[i] = fixed ? (int)((r.pairs + i) % RUNGS) : rate_plan(&r);
        for (int i = 0; i < BATCH; i++) {
            const struct stats_pair pair = play_pair(w, plan[i]);
            assert_int_equal(rate_add(&r, plan[i], &pair), PES_ERR_OK);
        }
        rate_fit(&r);
        rate_estimate(&r, out);
    }
    const int games = 2 * r.pairs;
    rate_release(&r);
    return games;
}

/* The share of players whose true rating is in the interval. */
static void check_coverage(const char *name, double within, double alike, double draws) {
    enum { PLAYERS = 300 };
    int held = 0;
    double games = 0;
    for (int i = 0; i < PLAYERS; i++) {
        struct world w;
        struct rate_estimate e;
        make_world(&w, (uint64_t)i + 1, 200.0 + 2000.0 * i / PLAYERS);
        w.alike = alike;
        w.draws = draws;
        games += rate_player(&w, within, false, &e);
        assert_true(e.side != RATE_BELOW && e.low <= e.elo && e.elo <= e.high);
        held += e.low <= w.player && w.player <= e.high;
    }
    const double share = 100.0 * held / PLAYERS;
    print_message("%s: %.1f %% within +-%.0f, %.0f games each\n", name, share, within,
                  games / PLAYERS);
    assert_true(share >= 93.0 && share <= 97.8);
}

static void intervals_hold_the_truth(void **state) {
    (void)state;
    check_coverage("independent games", 50, 0.0, ladder.draws);
    check_coverage("wide interval", 80, 0.0, ladder.draws);
    check_coverage("pairs that depend on their opening", 60, 0.5, ladder.draws);
    check_coverage("more draws than on the ladder", 60, 0.0, 0.4);
}

static void choosing_saves_games(void **state) {
    (void)state;
    enum { PLAYERS = 24 };
    double chosen = 0, fixed = 0;
    for (int i = 0; i < PLAYERS; i++) {
        struct world w;
        struct rate_estimate e;
        const double player = 300.0 + 1700.0 * i / PLAYERS;
        make_world(&w, (uint64_t)i + 1, player);
        chosen += rate_player(&w, 50, false, &e);
        make_world(&w, (uint64_t)i + 1, player);
        fixed += rate_player(&w, 50, true, &e);
    }
    print_message("+-50 Elo: %.0f games chosen, %.0f in turn\n", chosen / PLAYERS, fixed / PLAYERS);
    assert_true(chosen < 0.7 * fixed);
}

static void knows_what_is_off_the_ladder(void **state) {
    (void)state;
    struct world w;
    struct rate_estimate e;
    make_world(&w, 1, -5000);
    assert_in_range(rate_player(&w, 40, false, &e), 1, 200);
    assert_int_equal(e.side, RATE_BELOW);
    assert_int_equal(e.like, 0);
    assert_true(isinf(e.low) && e.high < rungs[0].rating);
    make_world(&w, 1, 9000);
    assert_in_range(rate_player(&w, 40, false, &e), 1, 200);
    assert_int_equal(e.side, RATE_ABOVE);
    assert_int_equal(e.like, TOP);
    assert_true(isinf(e.high) && e.low > rungs[TOP].rating);
}

static void nothing_is_known_without_games(void **state) {
    (void)state;
    struct rate r;
    struct rate_estimate e;
    rate_init(&r, &ladder);
    rate_estimate(&r, &e);
    assert_int_equal(e.side, RATE_WITHIN);
    assert_true(e.high - e.low > 2000);
    assert_false(rate_is_done(&r, &e, 1000));
    rate_release(&r);
}

/* Draws only, wins only: always finite. */
static void extreme_results_are_finite(void **state) {
    (void)state;
    for (int halves = 0; halves <= 2; halves++) {
        struct rate r;
        struct rate_estimate e;
        rate_init(&r, &ladder);
        rate_estimate(&r, &e);
        for (uint64_t i = 0; i < 400 && !rate_is_done(&r, &e, 30); i++) {
            const int rung = rate_plan(&r);
            const struct stats_pair pair = {
                .games = {{.fingerprint = i + 1, .halves = (uint8_t)halves},
                          {.halves = (uint8_t)(2 - halves)}}};
            assert_int_equal(rate_add(&r, rung, &pair), PES_ERR_OK);
            rate_fit(&r);
            rate_estimate(&r, &e);
            assert_false(isnan(e.low) || isnan(e.high));
        }
        /* Whoever draws every game cannot be told from its opponents. */
        assert_int_equal(rate_is_done(&r, &e, 30), halves != 1);
        assert_int_equal(e.side, halves == 0 ? RATE_BELOW : halves == 2 ? RATE_ABOVE : RATE_WITHIN);
        rate_release(&r);
    }
}

/* Two deterministic players: the same pair again is no evidence, and in the end all opponents are
 * left out. */
static void repeated_pairs_count_once(void **state) {
    (void)state;
    struct rate r;
    rate_init(&r, &ladder);
    int rounds = 0;
    for (int rung; (rung = rate_plan(&r)) >= 0; rounds++) {
        const struct stats_pair pair = {.games = {{.halves = 2}, {.halves = 2}}};
        assert_int_equal(rate_add(&r, rung, &pair), PES_ERR_OK);
    }
    assert_int_equal(r.pairs, RUNGS);
    assert_int_equal(rounds, RUNGS * (RATE_REPEATS_MAX + 1));
    rate_release(&r);
}

static void levels_are_named_first(void **state) {
    (void)state;
    struct world w;
    struct rate_estimate e;
    make_world(&w, 3, 1480);
    rate_player(&w, 40, false, &e);
    assert_string_equal(rungs[e.like].agent, "level:n=4");
    make_world(&w, 3, 2000);
    rate_player(&w, 40, false, &e);
    assert_true(e.like == TOP || e.like == TOP - 1);
}

/* The ladders of all games: their agents exist and are not limited by time, so that the ratings
 * hold on every machine. */
static void ladders_have_agents(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_ladder *const *ladders = pes_kit_at(i)->ladders;
        for (; ladders != NULL && *ladders != NULL; ladders++) {
            struct pes_game *g = NULL;
            assert_int_equal(pes_game_open(pes_kit_at(i), (*ladders)->variant, &g, NULL),
                             PES_ERR_OK);
            for (const struct pes_rung *rung = (*ladders)->rungs; rung->agent != NULL; rung++) {
                struct pes_agent *agent = NULL;
                struct pes_note note = {0};
                if (pes_agent_new(g, rung->agent, &agent, &note) != PES_ERR_OK)
                    fail_msg("%s: %s: %s", g->rules->name, rung->agent, note.why[PES_LANG_EN]);
                assert_null(strstr(rung->agent, "movetime"));
                pes_agent_free(agent);
            }
            pes_game_close(g);
        }
    }
}

/* A rating of Boats' own rung, played for real: the same for any number of games at once. */
static void jobs_do_not_matter(void **state) {
    (void)state;
    const struct pes_kit *kit = pes_kit_find("boats");
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(kit, "", &g, NULL), PES_ERR_OK);
    struct rate_result results[3];
    for (int jobs = 1; jobs <= 3; jobs++) {
        const struct rate_config config = {.game = g,
                                           .ladder = kit->ladders[0],
                                           .agent = "random",
                                           .within = 150,
                                           .games_max = 400,
                                           .seed = 7,
                                           .jobs = jobs};
        assert_int_equal(rate_play(&config, &results[jobs - 1], NULL), PES_ERR_OK);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(results[i].end, RATE_END_DONE);
        assert_int_equal(results[i].games, results[0].games);
        assert_true(results[i].estimate.elo == results[0].estimate.elo);
        assert_true(results[i].estimate.low == results[0].estimate.low);
    }
    const struct rate_config bad = {
        .game = g, .ladder = kit->ladders[0], .agent = "randon", .within = 50, .games_max = 10};
    assert_int_equal(rate_play(&bad, &results[0], NULL), PES_ERR_UNKNOWN);
    atomic_bool stop = true;
    const struct rate_config stopped = {.game = g,
                                        .ladder = kit->ladders[0],
                                        .agent = "random",
                                        .within = 50,
                                        .games_max = 10,
                                        .limits.stop = &stop};
    assert_int_equal(rate_play(&stopped, &results[0], NULL), PES_ERR_STOPPED);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(choosing_saves_games),
        cmocka_unit_test(knows_what_is_off_the_ladder),
        cmocka_unit_test(nothing_is_known_without_games),
        cmocka_unit_test(extreme_results_are_finite),
        cmocka_unit_test(repeated_pairs_count_once),
        cmocka_unit_test(levels_are_named_first),
        cmocka_unit_test(ladders_have_agents),
        cmocka_unit_test(jobs_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
