/* Classes that a program registers. Nothing can be unregistered, so the tests build on each other:
 * they run in the order of main(). */
#include "pessoi/agent.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>

/* Plays the first legal move, under the class's own name. */
static enum pes_err first_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    (void)limits;
    pes_move list[PES_MOVES_MAX];
    pes_moves(agent->game, pes_history_state(h), list);
    answer->move = list[0];
    return PES_ERR_OK;
}

static int offer_one(const struct pes_agent_class *class, const char *name, struct pes_offer out[],
                     int offers_max) {
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){.class = class, .help = PES_TEXT("a test", "μια δοκιμή")};
    snprintf(out[0].name, sizeof out[0].name, "%s", name);
    return 1;
}

#define CLASS(id, class_name, offered)                                                   \
    static const struct pes_agent_class id;                                              \
    static int id##_offers(const struct pes_kit *kit, struct pes_offer out[], int max) { \
        (void)kit;                                                                       \
        return offer_one(&(id), (offered), out, max);                                    \
    }                                                                                    \
    static const struct pes_agent_class id = {.abi = PES_ABI,                            \
                                              .name = (class_name),                      \
                                              .offers = id##_offers,                     \
                                              .instance_size = sizeof(struct pes_agent), \
                                              .choose = first_choose}

CLASS(good, "first-move", "first-move");
CLASS(same_name, "first-move", "another");
CLASS(shadow, "shadow", "random");
CLASS(built_in, "mcts", "own-mcts");
CLASS(racing, "racing", "racing");

static int index_of(const char *game, const char *name, int *count) {
    static struct pes_offer offers[PES_OFFERS_MAX];
    *count = pes_agent_offers(pes_kit_find(game), offers);
    int found = -1;
    for (int i = 0; i < *count; i++) {
        if (strcmp(offers[i].name, name) == 0) {
            assert_int_equal(found, -1);
            found = i;
        }
    }
    return found;
}

static void test_a_registered_agent_is_found(void **state) {
    (void)state;
    int before, after;
    struct pes_game *g = NULL;
    struct pes_agent *agent = NULL;
    assert_int_equal(pes_game_open(pes_kit_find("gomoku"), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(index_of("gomoku", "first-move", &before), -1);
    assert_int_equal(pes_agent_new(g, "first-move", &agent, NULL), PES_ERR_UNKNOWN);
    assert_int_equal(pes_agent_register(&good), PES_ERR_OK);
    assert_int_equal(index_of("gomoku", "first-move", &after), before);
    assert_int_equal(after, before + 1);

    struct pes_history *h = NULL;
    struct pes_answer answer;
    assert_int_equal(pes_agent_new(g, "first-move", &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    pes_move list[PES_MOVES_MAX];
    pes_moves(g, pes_history_state(h), list);
    assert_int_equal(answer.move, list[0]);
    pes_history_free(h);
    pes_agent_free(agent);
    pes_game_close(g);
}

static void test_refused(void **state) {
    (void)state;
    assert_int_equal(pes_agent_register(&good), PES_ERR_UNFIT);
    assert_int_equal(pes_agent_register(&same_name), PES_ERR_UNFIT);
    assert_int_equal(pes_agent_register(&built_in), PES_ERR_UNFIT);
    struct pes_agent_class bad[7];
    for (int i = 0; i < 7; i++) {
        bad[i] = good;
        bad[i].name = "fine";
    }
    bad[0].abi = 0;
    bad[1].abi = PES_ABI + 1;
    bad[2].name = "";
    bad[3].name = "two words";
    bad[4].offers = NULL;
    bad[5].choose = NULL;
    bad[6].instance_size = sizeof(struct pes_agent) - 1;
    for (int i = 0; i < 7; i++)
        assert_int_equal(pes_agent_register(&bad[i]), PES_ERR_SYNTAX);
    bad[0] = good;
    bad[0].name = NULL;
    assert_int_equal(pes_agent_register(&bad[0]), PES_ERR_SYNTAX);
    bad[0].name = "a-name-that-is-much-longer-than-it-may-be";
    assert_int_equal(pes_agent_register(&bad[0]), PES_ERR_SYNTAX);
}

/* Pessoi's own `random` stays what it is. */
static void test_a_taken_name_is_left_out(void **state) {
    (void)state;
    int before, after;
    struct pes_game *g = NULL;
    struct pes_agent *agent = NULL;
    const int place = index_of("boats", "random", &before);
    assert_int_equal(pes_agent_register(&shadow), PES_ERR_OK);
    assert_int_equal(index_of("boats", "random", &after), place);
    assert_int_equal(after, before);
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_new(g, "random", &agent, NULL), PES_ERR_OK);
    assert_ptr_not_equal(agent->class, &shadow);
    pes_agent_free(agent);
    pes_game_close(g);
}

/* A class with data around it: its offers come from there, and its agents find it again. */
struct wide_class {
    struct pes_agent_class base;
    const char *name;
};

static int wide_offers(const struct pes_agent_class *class, const struct pes_kit *kit,
                       struct pes_offer out[], int offers_max) {
    (void)kit;
    return offer_one(NULL, ((const struct wide_class *)(const void *)class)->name, out, offers_max);
}

static void test_a_class_with_data(void **state) {
    (void)state;
    static struct wide_class wide = {.base = {.abi = PES_ABI,
                                              .name = "wide",
                                              .offers_of = wide_offers,
                                              .instance_size = sizeof(struct pes_agent),
                                              .choose = first_choose}};
    struct pes_game *g = NULL;
    struct pes_agent *agent = NULL;
    wide.name = "from-data";
    assert_int_equal(pes_agent_register(&wide.base), PES_ERR_OK);
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_new(g, "from-data", &agent, NULL), PES_ERR_OK);
    assert_ptr_equal(agent->class, &wide.base);
    pes_agent_free(agent);
    pes_game_close(g);
}

static void *race(void *arg) {
    *(enum pes_err *)arg = pes_agent_register(&racing);
    return NULL;
}

/* Of several threads that register one class at the same time one succeeds. */
static void test_threads(void **state) {
    (void)state;
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    enum pes_err errs[THREADS];
    int count, accepted = 0;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, race, &errs[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        accepted += errs[i] == PES_ERR_OK;
        assert_true(errs[i] == PES_ERR_OK || errs[i] == PES_ERR_UNFIT);
    }
    assert_int_equal(accepted, 1);
    assert_true(index_of("boats", "racing", &count) > 0);
}

static void test_the_list_is_bounded(void **state) {
    (void)state;
    static struct pes_agent_class many[PES_AGENT_CLASSES_MAX];
    static char names[PES_AGENT_CLASSES_MAX][PES_AGENT_NAME_MAX];
    int accepted = 4; // good, shadow, wide and racing
    for (int i = 0; i < PES_AGENT_CLASSES_MAX; i++) {
        snprintf(names[i], sizeof names[i], "many-%d", i);
        many[i] = good;
        many[i].name = names[i];
        const enum pes_err err = pes_agent_register(&many[i]);
        assert_int_equal(err, accepted < PES_AGENT_CLASSES_MAX ? PES_ERR_OK : PES_ERR_LIMIT);
        accepted += err == PES_ERR_OK;
    }
    assert_int_equal(accepted, PES_AGENT_CLASSES_MAX);
    assert_int_equal(pes_agent_register(&good), PES_ERR_UNFIT); // said before the limit is
    int count; // they all offer the same name, which is listed once
    assert_true(index_of("boats", "first-move", &count) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_registered_agent_is_found),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_a_taken_name_is_left_out),
        cmocka_unit_test(test_a_class_with_data),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_the_list_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
