/* Matches in processes of their own, with agents that crash or never come back. */
#include "core/clock.h"
#include "pessoi/arena.h"
#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* `rogue` plays first legal moves until its move number `at` of a game, in games whose seed is
 * divisible by `every`; then it does something that no agent may. */
enum manner { ABORT, SEGFAULT, EXIT, GARBAGE, LOOP, MANNERS };

struct rogue {
    struct pes_agent base;
    int moves;
    bool wild;
};

static const struct pes_agent_class rogue_class;

static int rogue_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &rogue_class,
        .name = "rogue",
        .help = PES_TEXT("misbehaves", "κάνει αταξίες"),
        .options = {{.key = "how",
                     .kind = PES_OPTION_CHOICE,
                     .def = "abort",
                     .choices = "abort|segfault|exit|garbage|loop",
                     .help = PES_TEXT("what it does", "τι κάνει")},
                    {.key = "at",
                     .kind = PES_OPTION_INT,
                     .def = "2",
                     .max = 1000,
                     .help = PES_TEXT("when", "πότε")},
                    {.key = "every",
                     .kind = PES_OPTION_INT,
                     .def = "2",
                     .min = 1,
                     .max = 1000,
                     .help = PES_TEXT("in which games", "σε ποιες παρτίδες")},
                    {.key = NULL}},
    };
    return 1;
}

static void rogue_begin(struct pes_agent *agent) {
    struct rogue *rogue = (struct rogue *)(void *)agent;
    rogue->moves = 0;
    rogue->wild = pes_rng_next(&agent->rng) % (uint64_t)agent->values.number[2] == 0;
}

/* Into every open file, the pipe to the supervisor among them. */
static void write_garbage(void) {
    enum { FILES = 64 };
    unsigned char garbage[256];
    for (size_t i = 0; i < sizeof garbage; i++)
        garbage[i] = (unsigned char)(200 + 7 * i);
    for (int fd = STDERR_FILENO + 1; fd < FILES; fd++)
        (void)!write(fd, garbage, sizeof garbage);
}

static void misbehave(enum manner manner) {
    switch (manner) {
    case ABORT:
        abort();
    case SEGFAULT:
        raise(SIGSEGV);
        break;
    case EXIT:
        _exit(0);
    case GARBAGE:
        write_garbage();
        break;
    case LOOP:
    case MANNERS:
        break;
    }
    for (;;)
        pause(); // endless, without heating the machine
}

static enum pes_err rogue_choose(struct pes_agent *agent, const struct pes_history *h,
                                 const struct pes_limits *limits, struct pes_answer *answer) {
    (void)limits;
    struct rogue *rogue = (struct rogue *)(void *)agent;
    if (rogue->wild && rogue->moves++ == (int)agent->values.number[1])
        misbehave((enum manner)agent->values.number[0]);
    pes_move list[PES_MOVES_MAX];
    pes_moves(agent->game, pes_history_state(h), list);
    answer->move = list[0];
    return PES_ERR_OK;
}

static const struct pes_agent_class rogue_class = {
    .abi = PES_ABI,
    .name = "rogue",
    .offers = rogue_offers,
    .instance_size = sizeof(struct rogue),
    .choose = rogue_choose,
    .begin = rogue_begin,
};

/* What was handed out. */
struct seen {
    int count, forfeits, on_time;
    char texts[64][4096];
    size_t length;
};

static enum pes_err collect(void *to, const char *bytes, size_t length) {
    struct seen *seen = to;
    assert_true(seen->length + length < sizeof seen->texts[0]);
    memcpy(seen->texts[seen->count] + seen->length, bytes, length);
    seen->length += length;
    seen->texts[seen->count][seen->length] = '\0';
    return PES_ERR_OK;
}

static void on_game(void *to, const struct pes_match_game *game) {
    struct seen *seen = to;
    assert_int_equal(game->number, seen->count);
    assert_true(game->number < 64);
    seen->length = 0;
    assert_int_equal(pes_record_format(game->record, collect, seen), PES_ERR_OK);
    seen->count++;
    const char *why = pes_record_tag(game->record, "Termination");
    const char *won = pes_record_tag(game->record, "Result");
    const bool forfeited = strcmp(why, "forfeit") == 0;
    const bool late = strcmp(why, "time") == 0;
    seen->forfeits += forfeited;
    seen->on_time += late;
    if (forfeited || late) // only the rogue loses this way
        assert_non_null(strstr(
            pes_record_tag(game->record, strcmp(won, "1-0") == 0 ? "Second" : "First"), "rogue"));
}

static struct pes_match_result run(const struct pes_match *match) {
    struct pes_match_result r;
    struct pes_note note = {0};
    if (pes_match_run(match, &r, &note) != PES_ERR_OK)
        fail_msg("the match failed: %s", note.why[PES_LANG_EN]);
    return r;
}

static struct pes_game *open_game(const struct pes_kit *kit, const char *variant) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(kit, variant, &g, NULL), PES_ERR_OK);
    return g;
}

/* Processes give what threads give, in the same order, for any number of jobs. */
static void test_as_in_threads(void **state) {
    (void)state;
    static struct seen seen[4];
    for (int game = 0; game < 2; game++) {
        struct pes_game *g =
            game == 0 ? open_game(pes_kit_find("boats"), "") : open_game(&toy_dice_kit, "");
        struct pes_match_result results[4];
        for (int i = 0; i < 4; i++) {
            memset(&seen[i], 0, sizeof seen[i]);
            const struct pes_match match = {
                .game = g,
                .agents = {game == 0 ? "forward" : "greedy", "random"},
                .games = 40,
                .seed = 9,
                .jobs = i,
                .opening_plies = game == 0 ? 4 : 0,
                .isolated = i > 0,
                .on_game = on_game,
                .on_game_to = &seen[i],
            };
            results[i] = run(&match);
            results[i].seconds = 0;
            assert_int_equal(seen[i].count, 40);
            for (int k = 0; k < 40; k++)
                assert_string_equal(seen[i].texts[k], seen[0].texts[k]);
            assert_memory_equal(&results[i].games, &results[0].games, 4 * sizeof(int32_t));
            assert_true(results[i].score_low == results[0].score_low);
            assert_int_equal(results[i].distinct_pairs, results[0].distinct_pairs);
            assert_int_equal(results[i].openings, results[0].openings);
        }
        pes_game_close(g);
    }
}

/* A crash costs the game in which it happened: that one is forfeited with its moves so far, and all
 * others are what they would have been. */
static void test_crashes(void **state) {
    (void)state;
    static const char *const how[] = {"rogue:how=abort", "rogue:how=segfault", "rogue:how=exit",
                                      "rogue:how=abort,at=0,every=1", "rogue:how=garbage"};
    static struct seen seen[2];
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=7");
    for (size_t i = 0; i < sizeof how / sizeof how[0]; i++) {
        for (int jobs = 1; jobs <= 2; jobs++) {
            memset(&seen[jobs - 1], 0, sizeof seen[0]);
            const struct pes_match match = {
                .game = g,
                .agents = {how[i], "random"},
                .games = 20,
                .seed = 3,
                .jobs = jobs,
                .opening_plies = 2,
                .isolated = true,
                .on_game = on_game,
                .on_game_to = &seen[jobs - 1],
            };
            const struct pes_match_result r = run(&match);
            assert_int_equal(r.games, 20);
            assert_int_equal(r.forfeits, seen[jobs - 1].forfeits);
            assert_int_equal(seen[jobs - 1].on_time, 0);
            if (i == 3)
                assert_int_equal(r.forfeits, 20);
            else
                assert_true(r.forfeits >= 4 && r.forfeits <= 16);
        }
        for (int k = 0; k < 20; k++)
            assert_string_equal(seen[0].texts[k], seen[1].texts[k]);
    }
    pes_game_close(g);
}

/* An agent that does not come back loses on time, the next game is played. */
static void test_endless_loop(void **state) {
    (void)state;
    static struct seen seen;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=7");
    for (int i = 0; i < 2; i++) {
        memset(&seen, 0, sizeof seen);
        const struct pes_match match = {
            .game = g,
            .agents = {"rogue:how=loop,at=1,every=1", "random"},
            .games = 2,
            .seed = 3,
            .jobs = 2,
            .isolated = true,
            .limits = {.movetime_ms = i == 0 ? 10 : 0, .clock_ms = {i * 50, i * 50}},
            .on_game = on_game,
            .on_game_to = &seen,
        };
        const struct pes_match_result r = run(&match);
        assert_int_equal(r.games, 2);
        assert_int_equal(r.losses, 2);
        assert_int_equal(r.forfeits, 2);
        assert_int_equal(seen.on_time, 2);
    }
    pes_game_close(g);
}

/* As the command line does it: a signal sets the flag. By then every process loops, or will. */
static atomic_bool stop_flag;
static _Atomic int64_t stopped_ns;

static void on_alarm(int number) {
    (void)number;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    atomic_store(&stopped_ns, now.tv_sec * INT64_C(1000000000) + now.tv_nsec);
    atomic_store(&stop_flag, true);
}

static void start_alarm(void *to, const struct pes_match_game *game) {
    (void)to;
    if (game->number == 1)
        alarm(1);
}

/* The stop flag ends a match whose agents loop without a limit, and what was played counts. */
static void test_stop_ends_an_endless_loop(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=7");
    signal(SIGALRM, on_alarm);
    struct pes_match match = {
        .game = g,
        .agents = {"rogue:how=loop,every=6", "random"},
        .games = 10000000,
        .seed = 1, // its first pair is played to the end
        .jobs = 2,
        .isolated = true,
        .limits = {.stop = &stop_flag},
        .on_game = start_alarm,
    };
    struct pes_match_result r;
    assert_int_equal(pes_match_run(&match, &r, NULL), PES_ERR_STOPPED);
    assert_true(r.games >= 2 && r.games < match.games);
    assert_int_equal(r.wins + r.losses + r.draws, r.games);
    /* Generous, for machines with other work. */
    assert_true(clock_seconds_since(atomic_load(&stopped_ns)) < 20.0);

    /* Stopped before it began. */
    assert_int_equal(pes_match_run(&match, &r, NULL), PES_ERR_STOPPED);
    assert_int_equal(r.games, 0);
    pes_game_close(g);
}

/* Mistakes are found before a process is started, and failures on the way are those of the first
 * pair that fails. */
static void test_mistakes(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("boats"), "start=random");
    static const char *const lines[] = {"startpos; -5"}; // column 5 is dry in one start of four
    struct pes_match match = {
        .game = g, .agents = {"random", "nobody"}, .games = 200, .isolated = true};
    struct pes_match_result r;
    struct pes_note note = {0};
    assert_int_equal(pes_match_run(&match, &r, &note), PES_ERR_UNKNOWN);
    assert_non_null(strstr(note.why[PES_LANG_EN], "nobody"));
    match.agents[1] = "random";
    match.openings = lines;
    match.openings_count = 1;
    int games = -1;
    for (int jobs = 1; jobs <= 3; jobs++) {
        match.jobs = jobs;
        assert_int_equal(pes_err_exit_code(pes_match_run(&match, &r, &note)), 2);
        assert_int_equal(note.line, 1);
        assert_int_equal(note.pos, 11);
        if (games < 0)
            games = r.games;
        assert_int_equal(r.games, games);
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_in_threads), cmocka_unit_test(test_crashes),
        cmocka_unit_test(test_endless_loop),  cmocka_unit_test(test_stop_ends_an_endless_loop),
        cmocka_unit_test(test_mistakes),
    };
    if (pes_agent_register(&rogue_class) != PES_ERR_OK)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
