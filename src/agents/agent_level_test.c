/* level: what it gives away, what it never plays, what it overlooks. The levels are made here, upon
 * the games' own kits; how strong those of the games are is measured, not tested: bench/levels.c
 * and bench/losses.c. */
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>

#include <cmocka.h>

enum { DRAWS = 4000 };

/* A game with levels of ours, and its first position. */
struct desk {
    struct pes_kit kit;
    struct pes_levels levels;
    struct pes_game *g;
    struct pes_history *h;
    struct pes_move_value values[PES_MOVES_MAX]; /* as the level sees them */
    int count;
};

static void open_desk(struct desk *d, const char *game, const char *variant,
                      const struct pes_levels *levels, const char *sight) {
    struct pes_agent *agent;
    struct pes_rng rng;
    memset(d, 0, sizeof *d);
    d->kit = *pes_kit_find(game);
    d->levels = *levels;
    d->kit.levels = &d->levels;
    pes_rng_init(&rng, 5);
    assert_int_equal(pes_game_open(&d->kit, variant, &d->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(d->g, &d->h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(d->h, "startpos", &rng, NULL), PES_ERR_OK);
    /* Some way into a game, where moves differ. */
    while (pes_history_plies(d->h) < 6 || pes_turn(d->g, pes_history_state(d->h)) == PES_CHANCE)
        assert_int_equal(pes_history_make(d->h, pes_draw(d->g, pes_history_state(d->h), &rng)),
                         PES_ERR_OK);
    assert_int_equal(pes_agent_new(d->g, sight, &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_values(agent, d->h, NULL, d->values, &d->count), PES_ERR_OK);
    pes_agent_free(agent);
}

static void close_desk(struct desk *d) {
    pes_history_free(d->h);
    pes_game_close(d->g);
}

static struct pes_agent *new_level(const struct desk *d, const char *text, uint64_t seed) {
    struct pes_agent *agent;
    struct pes_note note = {0};
    if (pes_agent_new(d->g, text, &agent, &note) != PES_ERR_OK)
        fail_msg("%s: %s", text, note.why[PES_LANG_EN]);
    pes_agent_begin(agent, seed);
    return agent;
}

static pes_move draw(const struct desk *d, struct pes_agent *agent) {
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, d->h, NULL, &answer), PES_ERR_OK);
    return answer.move;
}

static double loss_of(const struct desk *d, pes_move m) {
    double best = -1e9, played = -1e9;
    for (int i = 0; i < d->count; i++) {
        best = d->values[i].value > best ? d->values[i].value : best;
        played = d->values[i].move == m ? d->values[i].value : played;
    }
    return best - played;
}

static const struct pes_levels two_levels = {.count = 2,
                                             .at = {{.depth = 1, .nodes = 100000, .loss = 100},
                                                    {.depth = 1, .nodes = 100000, .loss = 1e-6}}};

/* Its expected loss is that of its level in every position, and no single loss is much larger. */
static void check_loss(const char *game, const char *sight) {
    struct desk d;
    open_desk(&d, game, "", &two_levels, sight);
    struct pes_agent *agent = new_level(&d, "level:n=1", 1);
    double sum = 0, most = 0, mean = 0;
    for (int i = 0; i < d.count; i++)
        mean += loss_of(&d, d.values[i].move) / d.count;
    assert_true(mean > 0);
    const double loss = d.levels.at[0].loss = 0.4 * mean; /* less than by playing anything */
    for (int i = 0; i < DRAWS; i++) {
        const double lost = loss_of(&d, draw(&d, agent));
        sum += lost;
        most = lost > most ? lost : most;
    }
    assert_true(sum / DRAWS > 0.9 * loss && sum / DRAWS < 1.1 * loss);
    assert_true(most > loss && most <= 4 * loss);
    pes_agent_free(agent);

    struct pes_agent *careful = new_level(&d, "level:n=2", 1);
    for (int i = 0; i < 50; i++)
        assert_true(loss_of(&d, draw(&d, careful)) < 1e-3);
    pes_agent_free(careful);
    close_desk(&d);
}

static void test_loss(void **state) {
    (void)state;
    check_loss("proximity", "expectimax:depth=1");
    check_loss("crush", "expectimax:depth=1");
    check_loss("gomoku", "alphabeta:depth=1,selective=off");
}

/* Every other move is never thought of. */
static double half_unthinkable(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    return m % 2 == 0 ? 1.5 : 0.0;
}

static void test_never_thought_of(void **state) {
    (void)state;
    struct desk d;
    struct pes_levels levels = two_levels;
    levels.overlooked = half_unthinkable;
    open_desk(&d, "proximity", "", &levels, "expectimax:depth=1");
    struct pes_agent *agent = new_level(&d, "level:n=1", 1);
    for (int i = 0; i < 200; i++)
        assert_int_equal(draw(&d, agent) % 2, 1);
    pes_agent_free(agent);
    close_desk(&d);
}

static double all_unthinkable(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    (void)m;
    return 2.0;
}

/* Where it thinks of nothing it plays all the same, as well as it can. */
static void test_nothing_thought_of(void **state) {
    (void)state;
    struct desk d;
    struct pes_levels levels = two_levels;
    levels.overlooked = all_unthinkable;
    open_desk(&d, "proximity", "", &levels, "expectimax:depth=1");
    struct pes_agent *agent = new_level(&d, "level:n=2", 1);
    assert_true(loss_of(&d, draw(&d, agent)) < 1e-3);
    pes_agent_free(agent);
    close_desk(&d);
}

static double half_hidden(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    (void)m;
    return 0.5;
}

/* How many moves are ever drawn in a game with this luck, as a set of bits. */
static uint64_t moves_seen(const struct desk *d, uint64_t seed) {
    struct pes_agent *agent = new_level(d, "level:n=1", seed);
    uint64_t seen = 0;
    for (int i = 0; i < 3000; i++) {
        const pes_move m = draw(d, agent);
        for (int k = 0; k < d->count && k < 64; k++)
            seen |= d->values[k].move == m ? UINT64_C(1) << k : 0;
    }
    pes_agent_free(agent);
    return seen;
}

/* What it overlooks it overlooks for the whole game, and something else in the next. */
static void test_steady_blindness(void **state) {
    (void)state;
    struct desk d;
    struct pes_levels levels = two_levels;
    levels.overlooked = half_hidden;
    levels.at[0].loss = 100000; /* anything that it sees */
    levels.at[0].blind = 1.0;
    open_desk(&d, "proximity", "", &levels, "expectimax:depth=1");
    const int all = d.count < 64 ? d.count : 64;
    const uint64_t one = moves_seen(&d, 1), again = moves_seen(&d, 1), other = moves_seen(&d, 2);
    assert_true(one == again);
    assert_true(one != other);
    assert_in_range(__builtin_popcountll(one), all / 4, 3 * all / 4);
    levels.at[0].blind = 0.0;
    d.levels = levels;
    assert_int_equal(__builtin_popcountll(moves_seen(&d, 1)), all);
    close_desk(&d);
}

/* Equal luck, equal games; limits make it look at less, and it still answers. */
static void test_luck_and_limits(void **state) {
    (void)state;
    struct desk d;
    open_desk(&d, "gomoku", "", &two_levels, "alphabeta:depth=1,selective=off");
    struct pes_agent *one = new_level(&d, "level:n=1", 3), *same = new_level(&d, "level:n=1", 3);
    for (int i = 0; i < 20; i++)
        assert_int_equal(draw(&d, one), draw(&d, same));
    assert_false(pes_agent_deterministic(one));
    const atomic_bool stop = true;
    const struct pes_limits limits[] = {{.nodes = 1}, {.stop = &stop}, {.movetime_ms = 1}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct pes_answer answer;
        assert_int_equal(pes_agent_choose(one, d.h, &limits[i], &answer), PES_ERR_OK);
        assert_true(pes_legal(d.g, pes_history_state(d.h), answer.move));
    }
    pes_agent_free(one);
    pes_agent_free(same);
    close_desk(&d);
}

/* A game that has levels has them from 1 to as many as it says; the next one is refused. */
static void test_offers(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        struct pes_game *g;
        struct pes_agent *agent;
        struct pes_note note = {0};
        char text[PES_AGENT_TEXT_MAX];
        assert_int_equal(pes_game_open(kit, "", &g, NULL), PES_ERR_OK);
        if (kit->levels == NULL) {
            assert_int_equal(pes_agent_new(g, "level", &agent, &note), PES_ERR_UNKNOWN);
            pes_game_close(g);
            continue;
        }
        for (int n = 1; n <= kit->levels->count; n++) {
            snprintf(text, sizeof text, "level:n=%d", n);
            assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
            pes_agent_free(agent);
        }
        snprintf(text, sizeof text, "level:n=%d", (int)kit->levels->count + 1);
        assert_int_equal(pes_agent_new(g, text, &agent, &note), PES_ERR_RANGE);
        assert_true(strlen(note.why[PES_LANG_EN]) > 0);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_loss),
        cmocka_unit_test(test_never_thought_of),
        cmocka_unit_test(test_nothing_thought_of),
        cmocka_unit_test(test_steady_blindness),
        cmocka_unit_test(test_luck_and_limits),
        cmocka_unit_test(test_offers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
