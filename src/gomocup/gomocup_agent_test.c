/* Gomocup engines as players: tests/gomocup/pbrain.py is one with many habits. */
#include "gomocup/gomocup_agent.h"
#include "pessoi/arena.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct program_class class;
static const char *brain; /* the path of pbrain.py */

static struct pes_game *open_game(const char *variant) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(pes_kit_find("gomoku"), variant, &g, NULL), PES_ERR_OK);
    return g;
}

/* The system's own Python, if there is one: on PATH there may be a slow wrapper. */
static const char *agent_text(const char *habit, char out[PES_AGENT_TEXT_MAX]) {
    static const char system[] = "/usr/bin/python3";
    snprintf(out, PES_AGENT_TEXT_MAX, "gomocup:%s %s %s",
             access(system, X_OK) == 0 ? system : "python3", brain, habit);
    return out;
}

/* The games of a match, as the engine (A) had them. */
struct seen {
    int games, forfeits, late;
    char fault[PES_LANG_COUNT][PES_NOTE_MAX]; /* of the last one */
    char log[4096];                           /* of the first game */
};

static void on_game(void *to, const struct pes_match_game *game) {
    struct seen *seen = to;
    seen->games++;
    seen->forfeits += game->end == PES_END_FORFEIT;
    seen->late += game->end == PES_END_TIME;
    memcpy(seen->fault, game->fault->why, sizeof seen->fault);
    if (game->number == 0)
        snprintf(seen->log, sizeof seen->log, "%.*s", (int)game->sides[0].log_length,
                 game->sides[0].log);
}

static struct seen play(const char *habit, const char *variant, int opening_plies,
                        struct pes_limits limits) {
    enum { GAMES = 2 };
    static struct seen seen;
    char text[PES_AGENT_TEXT_MAX];
    struct pes_game *g = open_game(variant);
    const struct pes_match match = {.game = g,
                                    .agents = {agent_text(habit, text), "random"},
                                    .games = GAMES,
                                    .seed = 3,
                                    .opening_plies = opening_plies,
                                    .limits = limits,
                                    .isolated = true,
                                    .on_game = on_game,
                                    .on_game_to = &seen};
    struct pes_match_result r;
    struct pes_note note = {0};
    seen = (struct seen){.games = 0};
    if (pes_match_run(&match, &r, &note) != PES_ERR_OK)
        fail_msg("%s: %s", habit, note.why[PES_LANG_EN]);
    assert_int_equal(seen.games, GAMES);
    pes_game_close(g);
    return seen;
}

static const struct pes_limits usual = {.movetime_ms = 20000};

/* Whole games, from the start and after openings, by time per move and by clock, in every variant
 * and with everything that engines may do. */
static void test_allowed_habits(void **state) {
    (void)state;
    static const struct {
        const char *habit, *variant;
        int opening_plies;
        struct pes_limits limits;
    } cases[] = {
        {"good", "size=7", 0, {.movetime_ms = 20000}},
        {"good", "size=6,rule=renju", 3, {.movetime_ms = 20000}},
        {"good", "size=20,rule=standard", 1, {.clock_ms = {60000, 60000}}},
        {"good", "size=7", 2, {.depth = 3}},
        {"crlf", "size=7", 3, {.movetime_ms = 20000}},
        {"chatty", "size=7", 0, {.movetime_ms = 20000}},
        {"no-restart", "size=7", 0, {.movetime_ms = 20000}},
        {"no-board", "size=7", 0, {.movetime_ms = 20000}},
        {"unknown-info", "size=7", 0, {.movetime_ms = 20000}},
        {"swap2", "size=7,opening=swap2", 0, {.movetime_ms = 20000}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct seen seen =
            play(cases[i].habit, cases[i].variant, cases[i].opening_plies, cases[i].limits);
        if (seen.forfeits + seen.late > 0)
            fail_msg("%s, %s: %s", cases[i].habit, cases[i].variant, seen.fault[PES_LANG_EN]);
    }
}

/* Each bad habit loses for its own reason; the engine is started again for the next game. */
static void test_bad_habits(void **state) {
    (void)state;
    static const struct {
        const char *habit, *says;
        bool late;
    } cases[] = {
        {"crash", "signal", false},
        {"leave", "exit code 3 at ply", false},
        {"silent", "no answer within 1000 ms at ply", true},
        {"garbage", "only 'I play in the middle'", true},
        {"outside", "99,99 is not on the board", false},
        {"twice", "illegal move at ply", false},
        {"error", "answered 'ERROR I have lost my board' at ply", false},
        {"unknown", "answered 'UNKNOWN' at ply", false},
        {"points", "'1,1 2,2' is no answer to TURN", false},
        {"flood", "a line of more than", false},
        {"picky", "answered 'ERROR only size 15'", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct pes_limits limits = {.movetime_ms = cases[i].late ? 1000 : 20000};
        const struct seen seen = play(cases[i].habit, "size=8", 0, limits);
        if (strstr(seen.fault[PES_LANG_EN], cases[i].says) == NULL)
            fail_msg("%s: %s", cases[i].habit, seen.fault[PES_LANG_EN]);
        assert_true(seen.fault[PES_LANG_EL][0] != '\0');
        assert_int_equal(cases[i].late ? seen.late : seen.forfeits, seen.games);
    }
}

/* What the engine is sent: BEGIN or TURN where that suffices, BOARD after an opening. */
static void test_questions(void **state) {
    (void)state;
    const struct seen plain = play("tell", "size=7", 0, usual);
    assert_non_null(strstr(plain.log,
                           "sent: START INFO-max_memory INFO-game_type INFO-rule INFO-folder "
                           "INFO-timeout_match INFO-timeout_turn INFO-time_left BEGIN\n"
                           "sent: INFO-timeout_match INFO-timeout_turn INFO-time_left TURN\n"));
    assert_null(strstr(plain.log, "BOARD"));
    const struct seen opened = play("tell", "size=7", 2, usual);
    assert_non_null(strstr(opened.log, "INFO-time_left BOARD\nsent: "));
    assert_non_null(strstr(opened.log, "INFO-time_left TURN\n"));
    const struct seen chatty = play("chatty", "size=7", 0, usual);
    assert_non_null(strstr(chatty.log, "MESSAGE thinking about move 1\nDEBUG depth 1\n"));
}

/* It can be asked about any position, in any order. */
static void test_out_of_sequence(void **state) {
    (void)state;
    static const char *const moves[] = {"", "d4", "d4 e5 c3", "d4 e5 c3 c4", "a1", "a1 b1"};
    char text[PES_AGENT_TEXT_MAX];
    struct pes_game *g = open_game("size=7");
    struct pes_agent *agent = NULL;
    struct pes_history *h = NULL;
    assert_int_equal(pes_agent_new(g, agent_text("tell", text), &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct pes_answer answer;
        int made;
        assert_int_equal(pes_history_start_text(h, "startpos", NULL, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_make_text(h, moves[i], &made, NULL), PES_ERR_OK);
        for (int again = 0; again < 2; again++) { // the same question twice
            struct pes_note fault;
            const enum pes_err err = pes_agent_choose(agent, h, &usual, &answer);
            pes_agent_fault(agent, &fault);
            if (err != PES_ERR_OK)
                fail_msg("after '%s': %s", moves[i], fault.why[PES_LANG_EN]);
        }
    }
    /* A position that was set up. */
    assert_int_equal(pes_history_start_text(h, "7/7/2b4/3w3/7/7/7 b", NULL, NULL), PES_ERR_OK);
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, &usual, &answer), PES_ERR_OK);
    pes_history_free(h);
    pes_agent_free(agent);
    pes_game_close(g);
}

static void test_about(void **state) {
    (void)state;
    static const struct {
        const char *habit, *says;
    } cases[] = {{"good", "Twig 0.3 by A. Tester"}, {"nameless", "does not say its name"}};
    struct pes_game *g = open_game("");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[PES_AGENT_TEXT_MAX];
        struct pes_agent *agent = NULL;
        struct pes_note words;
        assert_int_equal(pes_agent_new(g, agent_text(cases[i].habit, text), &agent, NULL),
                         PES_ERR_OK);
        pes_agent_begin(agent, 1);
        assert_int_equal(pes_agent_about(agent, &words), PES_ERR_OK);
        assert_non_null(strstr(words.why[PES_LANG_EN], cases[i].says));
        pes_agent_free(agent);
    }
    pes_game_close(g);
}

/* The stop flag ends the wait for an engine that thinks. */
static void test_stop(void **state) {
    (void)state;
    atomic_bool stop = true;
    char text[PES_AGENT_TEXT_MAX];
    struct pes_game *g = open_game("");
    struct pes_agent *agent = NULL;
    struct pes_history *h = NULL;
    struct pes_answer answer;
    const struct pes_limits limits = {.movetime_ms = 100000, .stop = &stop};
    assert_int_equal(pes_agent_new(g, agent_text("good", text), &agent, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_STOPPED);
    stop = false;
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    pes_history_free(h);
    pes_agent_free(agent);
    pes_game_close(g);
}

static void test_refused(void **state) {
    (void)state;
    struct pes_game *g = open_game(""), *boats = NULL;
    struct pes_agent *agent = NULL;
    struct pes_note note = {0};
    assert_int_equal(pes_agent_new(g, "gomocup", &agent, &note), PES_ERR_SYNTAX);
    assert_non_null(strstr(note.why[PES_LANG_EN], "gomocup:./bot"));
    assert_int_equal(pes_agent_new(g, "gomocup:./no-such-engine", &agent, &note), PES_ERR_UNKNOWN);
    assert_int_equal(pes_game_open(pes_kit_find("boats"), "", &boats, NULL), PES_ERR_OK);
    assert_int_equal(pes_agent_new(boats, "gomocup:python3", &agent, &note), PES_ERR_UNKNOWN);
    pes_game_close(boats);
    pes_game_close(g);
}

int main(int argc, char *argv[]) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_allowed_habits), cmocka_unit_test(test_bad_habits),
        cmocka_unit_test(test_questions),      cmocka_unit_test(test_out_of_sequence),
        cmocka_unit_test(test_about),          cmocka_unit_test(test_stop),
        cmocka_unit_test(test_refused),
    };
    if (argc != 2)
        return 2;
    brain = argv[1];
    gomocup_class_init(&class, &(struct program_config){.process = {.no_sandbox = true}});
    if (pes_agent_register(&class.base) != PES_ERR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
