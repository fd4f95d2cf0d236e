/* Examinations of agents that are good, and of agents that each have one fault. */
#include "arena/examine.h"
#include "arena/odd.h"
#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* `pupil` plays the first legal move, but for its fault. */
enum fault {
    GOOD,
    MUTE,    /* does not start */
    DEAF,    /* never answers */
    CRASH,   /* in the first position */
    ONCE,    /* fails in the second game of its process */
    NARROW,  /* plays illegally if it has fewer than five moves */
    LONG,    /* crashes after fifteen moves of both sides */
    SLOW,    /* thinks for over half a second longer than it may, sometimes */
    CARELESS /* does not look at a clock */
};

struct pupil {
    struct pes_agent base;
    int games;
    struct pes_note fault;
};

static struct pupil *own(const struct pes_agent *agent) {
    return (struct pupil *)(uintptr_t)agent;
}

static const struct pes_agent_class pupil_class;

static int pupil_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &pupil_class,
        .name = "pupil",
        .help = PES_TEXT("is examined", "εξετάζεται"),
        .options = {{.key = "fault",
                     .kind = PES_OPTION_CHOICE,
                     .def = "good",
                     .choices = "good|mute|deaf|crash|once|narrow|long|slow|careless",
                     .help = PES_TEXT("what it does", "τι κάνει")},
                    {.key = NULL}},
    };
    return 1;
}

static enum fault fault_of(const struct pes_agent *agent) {
    return (enum fault)agent->values.number[0];
}

static enum pes_err pupil_create(struct pes_agent *agent, struct pes_note *note) {
    static const struct pes_text refused = PES_TEXT("no ko here", "εδώ χωρίς κο");
    if (strstr(agent->game->variant, "ko") != NULL)
        return pes_note_say(note, PES_ERR_UNFIT, 0, &refused, PES_NO_ARGS);
    return PES_ERR_OK;
}

static void pupil_begin(struct pes_agent *agent) {
    own(agent)->games++;
}

static enum pes_err pupil_about(struct pes_agent *agent, struct pes_note *out) {
    static const struct pes_text words = PES_TEXT("Pupil 1", "Μαθητής 1");
    static const struct pes_text silence = PES_TEXT("said nothing", "δεν είπε τίποτα");
    if (fault_of(agent) == MUTE)
        return pes_note_say(&own(agent)->fault, PES_ERR_LATE, 0, &silence, PES_NO_ARGS);
    (void)!pes_note_say(out, PES_ERR_UNFIT, 0, &words, PES_NO_ARGS);
    return PES_ERR_OK;
}

static void pupil_fault(const struct pes_agent *agent, struct pes_note *out) {
    *out = own(agent)->fault;
}

static const char *pupil_log(const struct pes_agent *agent, size_t *length) {
    (void)agent;
    *length = 6;
    return "oh no\n";
}

static void rest_ms(int ms) {
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

static enum pes_err pupil_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(agent->game, pes_history_state(h), list);
    const enum fault fault = fault_of(agent);
    answer->move = list[0];
    if (fault == CRASH || (fault == LONG && pes_history_plies(h) >= 15))
        abort();
    if (fault == DEAF)
        for (;;)
            pause();
    if (fault == SLOW && pes_history_plies(h) == 6)
        rest_ms(limits->movetime_ms + EXAMINE_GRACE_MS + 100);
    if (fault == CARELESS && limits->movetime_ms == 0)
        rest_ms(EXAMINE_CLOCK_MS / 2);
    if (fault == NARROW && count < 5)
        answer->move = 0xfffffff0U;
    return fault == ONCE && own(agent)->games == 2 ? PES_ERR_IO : PES_ERR_OK;
}

static const struct pes_agent_class pupil_class = {
    .abi = PES_ABI,
    .name = "pupil",
    .offers = pupil_offers,
    .instance_size = sizeof(struct pupil),
    .choose = pupil_choose,
    .create = pupil_create,
    .begin = pupil_begin,
    .fault = pupil_fault,
    .log = pupil_log,
    .about = pupil_about,
};

static struct pes_game *open_game(const struct pes_kit *kit, const char *variant) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(kit, variant, &g, NULL), PES_ERR_OK);
    return g;
}

static void examine(const struct examine_config *config, struct examine_result *out) {
    struct pes_note note = {0};
    if (examine_run(config, out, &note) != PES_ERR_OK)
        fail_msg("%s: %s", config->agent, note.why[PES_LANG_EN]);
}

static const struct examine_check *find(const struct examine_result *r, const char *name) {
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->checks[i].name, name) == 0)
            return &r->checks[i];
    return NULL;
}

/* Good agents pass on every game, toys included, slowly or quickly. */
static void test_good(void **state) {
    (void)state;
    for (int i = 0; i <= pes_kit_count(); i++) {
        struct pes_game *g = open_game(i < pes_kit_count() ? pes_kit_at(i) : &toy_dice_kit, "");
        for (int quick = 0; quick < 2; quick++) {
            const struct examine_config config = {.game = g,
                                                  .agent = quick ? "random" : "pupil",
                                                  .seed = 7,
                                                  .limits = {.movetime_ms = 2000},
                                                  .quick = quick};
            struct examine_result r;
            examine(&config, &r);
            assert_true(r.passed);
            assert_int_equal(r.worst, -1);
            assert_true(pes_note_is_empty(&r.why));
            assert_int_equal(r.start.length, 0);
            assert_non_null(find(&r, "legal"));
            assert_null(find(&r, "clock")); // a time was given
            assert_true((find(&r, "repeats") == NULL) == (quick == 1));
            assert_true((find(&r, "starts") == NULL) == (quick == 1)); // random is no program
            for (int k = 0; k < r.count; k++)
                for (int lang = 0; lang < PES_LANG_COUNT; lang++)
                    assert_true(r.checks[k].detail.why[lang][0] != '\0');
            examine_result_release(&r);
        }
        pes_game_close(g);
    }
}

/* Each fault is found by the check that is about it, and its game is kept. */
static void test_faults(void **state) {
    (void)state;
    static const struct {
        const char *agent, *check, *says;
        int32_t movetime_ms; /* 0: the usual time, and a clock */
        bool has_game;
    } cases[] = {
        {"pupil:fault=mute", "starts", "said nothing", 1000, false},
        {"pupil:fault=deaf", "answers", "no answer at ply 1", 20, true},
        {"pupil:fault=crash", "answers", "crashed at ply 1", 1000, true},
        {"pupil:fault=once", "again", "no valid answer at ply 2", 1000, true},
        {"pupil:fault=narrow", "legal", "not allowed by the rules", 1000, true},
        {"pupil:fault=long", "legal", "crashed at ply", 1000, true},
        {"pupil:fault=slow", "time", "though it had 30 ms", 30, true},
        {"pupil:fault=careless", "clock", "out of time", 0, true},
    };
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=5");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct examine_config config = {.game = g,
                                              .agent = cases[i].agent,
                                              .seed = 1,
                                              .limits = {.movetime_ms = cases[i].movetime_ms}};
        struct examine_result r;
        examine(&config, &r);
        if (r.passed)
            fail_msg("%s passed", cases[i].agent);
        assert_in_range(r.worst, 0, r.count - 1);
        assert_string_equal(r.checks[r.worst].name, cases[i].check);
        assert_non_null(strstr(r.why.why[PES_LANG_EN], cases[i].says));
        assert_true(r.why.why[PES_LANG_EL][0] != '\0');
        assert_true((r.start.length > 0) == cases[i].has_game);
        assert_null(find(&r, "variants")); // not for those that failed
        if (cases[i].has_game && strcmp(cases[i].check, "answers") != 0)
            assert_true(r.moves.length > 0);
        if (strcmp(cases[i].check, "again") == 0 || !cases[i].has_game)
            assert_string_equal(r.log.text, "oh no\n");
        examine_result_release(&r);
    }
    pes_game_close(g);
}

/* A variant that an agent refuses is told, and is no fault. */
static void test_variants(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    const struct examine_config config = {
        .game = g, .agent = "pupil", .seed = 1, .limits = {.movetime_ms = 2000}};
    struct examine_result r;
    examine(&config, &r);
    assert_true(r.passed);
    const struct examine_check *check = find(&r, "variants");
    assert_non_null(check);
    assert_true(check->informs);
    assert_non_null(strstr(check->detail.why[PES_LANG_EN], "not rule=ko"));
    examine_result_release(&r);
    pes_game_close(g);
}

static void test_mistakes(void **state) {
    (void)state;
    atomic_bool stop = true;
    struct pes_game *g = open_game(pes_kit_find("boats"), "");
    struct examine_config config = {.game = g, .agent = "nobody"};
    struct examine_result r;
    struct pes_note note = {0};
    assert_int_equal(examine_run(&config, &r, &note), PES_ERR_UNKNOWN);
    assert_non_null(strstr(note.why[PES_LANG_EN], "nobody"));
    examine_result_release(&r);
    config.agent = "random";
    config.limits.stop = &stop;
    assert_int_equal(examine_run(&config, &r, &note), PES_ERR_STOPPED);
    examine_result_release(&r);
    pes_game_close(g);
}

/* Odd positions are open, have a player to move, and are the same for the same generator. */
static void test_odd_positions(void **state) {
    (void)state;
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    for (int i = 0; i < pes_kit_count(); i++) {
        struct pes_game *g = open_game(pes_kit_at(i), "");
        struct pes_history *h = NULL;
        int sides[PES_PLAYERS_MAX] = {0}, fewest = PES_MOVES_MAX;
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        assert_int_equal(odd_start(&rng, h), PES_ERR_OK);
        const int at_start = pes_count(g, pes_history_state(h));
        for (int number = 0; number < 40; number++) {
            char text[2][PES_STATE_TEXT_MAX];
            for (int k = 0; k < 2; k++) {
                assert_int_equal(odd_set(number, &rng, h), PES_ERR_OK);
                assert_int_equal(pes_history_end(h), PES_END_NONE);
                pes_history_format(h, text[k]);
            }
            assert_string_equal(text[0], text[1]);
            const pes_player side = pes_turn(g, pes_history_state(h));
            assert_in_range(side, 0, PES_PLAYERS_MAX - 1);
            sides[side]++;
            const int count = pes_count(g, pes_history_state(h));
            fewest = count < fewest ? count : fewest;
        }
        assert_true(sides[0] >= 5 && sides[1] >= 5);
        assert_true(fewest < at_start);
        pes_history_free(h);
        pes_game_close(g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),          cmocka_unit_test(test_faults),
        cmocka_unit_test(test_variants),      cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_odd_positions),
    };
    if (pes_agent_register(&pupil_class) != PES_ERR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
