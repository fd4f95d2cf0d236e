#include "pessoi/arena.h"

#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

enum { WATCHED_MAX = 64, TEXT_MAX = 8192 };

/* The records of a match's first games as texts, in the order in which they came. */
struct watched {
    int count; /* of all games */
    char texts[WATCHED_MAX][TEXT_MAX];
    size_t length; /* of the one being written */
    int stop_after;
    atomic_bool *stop;
};

static enum pes_err collect(void *to, const char *bytes, size_t length) {
    struct watched *w = to;
    assert_true(w->length + length < TEXT_MAX);
    memcpy(w->texts[w->count] + w->length, bytes, length);
    w->length += length;
    w->texts[w->count][w->length] = '\0';
    return PES_ERR_OK;
}

static void watch(void *to, const struct pes_match_game *game) {
    struct watched *w = to;
    assert_int_equal(game->number, w->count);
    w->length = 0;
    if (w->count < WATCHED_MAX)
        assert_int_equal(pes_record_format(game->record, collect, w), PES_ERR_OK);
    w->count++;
    if (w->stop != NULL && w->count == w->stop_after)
        atomic_store(w->stop, true);
}

static struct pes_game *open_game(const struct pes_kit *kit, const char *variant) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(kit, variant, &g, NULL), PES_ERR_OK);
    return g;
}

static const struct pes_kit *boats(void) {
    return pes_kit_find("boats");
}

static struct pes_match_result run(const struct pes_match *match) {
    struct pes_match_result r;
    struct pes_note note = {0};
    if (pes_match_run(match, &r, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
    return r;
}

/* Everything but the time it took. */
static void assert_same_result(struct pes_match_result a, struct pes_match_result b) {
    assert_int_equal(a.games, b.games);
    assert_int_equal(a.wins, b.wins);
    assert_int_equal(a.losses, b.losses);
    assert_int_equal(a.draws, b.draws);
    assert_int_equal(a.distinct_games, b.distinct_games);
    assert_int_equal(a.distinct_pairs, b.distinct_pairs);
    assert_int_equal(a.openings, b.openings);
    assert_int_equal(a.forfeits, b.forfeits);
    assert_int_equal(a.luck_state, b.luck_state);
    assert_true(a.score == b.score && a.score_low == b.score_low && a.score_high == b.score_high);
    assert_true(a.elo == b.elo && a.elo_low == b.elo_low && a.elo_high == b.elo_high);
    assert_true(a.first_player_score == b.first_player_score && a.plies_mean == b.plies_mean);
    assert_true(a.luck == b.luck && a.luck_low == b.luck_low && a.luck_high == b.luck_high);
}

/* Balanced openings: one per pair, the same ones in threads and in processes, and not the random
 * ones. */
static void test_balanced_openings(void **state) {
    (void)state;
    struct pes_game *g = open_game(pes_kit_find("gomoku"), "size=9");
    struct pes_match match = {.game = g,
                              .agents = {"heuristic", "random"},
                              .games = 30,
                              .seed = 3,
                              .jobs = 1,
                              .opening_plies = 2,
                              .openings_balanced = true};
    const struct pes_match_result once = run(&match);
    assert_int_equal(once.openings, 15);
    match.jobs = 3;
    assert_same_result(once, run(&match));
    match.isolated = true;
    assert_same_result(once, run(&match));
    match.openings_balanced = false;
    assert_true(run(&match).plies_mean != once.plies_mean);
    pes_game_close(g);
}

/* The same seed gives the same games in the same order, however many run at once. */
static void test_jobs_do_not_matter(void **state) {
    (void)state;
    static struct watched watched[4];
    for (int k = 0; k < 2; k++) {
        struct pes_game *g = k == 0 ? open_game(boats(), "") : open_game(&toy_dice_kit, "");
        struct pes_match match = {
            .game = g,
            .agents = {k == 0 ? "forward" : "greedy", "random"},
            .games = 40,
            .seed = 9,
            .opening_plies = k == 0 ? 4 : 0,
            .on_game = watch,
        };
        struct pes_match_result results[4];
        for (int jobs = 0; jobs < 4; jobs++) {
            memset(&watched[jobs], 0, sizeof watched[jobs]);
            match.jobs = jobs;
            match.on_game_to = &watched[jobs];
            results[jobs] = run(&match);
            assert_int_equal(watched[jobs].count, 40);
            assert_same_result(results[jobs], results[0]);
            for (int i = 0; i < 40; i++)
                assert_string_equal(watched[jobs].texts[i], watched[0].texts[i]);
        }
        assert_int_equal(results[0].games, 40);
        assert_int_equal(results[0].wins + results[0].losses + results[0].draws, 40);
        assert_int_equal(results[0].luck_state, k == 1 ? PES_LUCK_KNOWN : PES_LUCK_NO_CHANCE);

        /* Another seed, other games. */
        memset(&watched[1], 0, sizeof watched[1]);
        match.seed = 10;
        match.on_game_to = &watched[1];
        (void)run(&match);
        int different = 0;
        for (int i = 0; i < 40; i++)
            different += strcmp(strstr(watched[1].texts[i], "\n\n"),
                                strstr(watched[0].texts[i], "\n\n")) != 0;
        assert_true(different > 20);
        pes_game_close(g);
    }
}

/* Parses a record back and replays it; the caller frees both. */
static void replay(const char *text, const struct pes_game *g, struct pes_record **r,
                   struct pes_history **h) {
    struct pes_note note = {0};
    assert_int_equal(pes_record_parse(text, strlen(text), r, &note), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, h), PES_ERR_OK);
    if (pes_record_replay(*r, *h, -1, &note) != PES_ERR_OK)
        fail_msg("%s", note.why[PES_LANG_EN]);
}

/* Records tell the games: sides swap within a pair, openings agree, results add up. */
static void test_records_tell_the_match(void **state) {
    (void)state;
    static struct watched watched;
    memset(&watched, 0, sizeof watched);
    struct pes_game *g = open_game(boats(), "");
    const struct pes_match match = {
        .game = g,
        .agents = {"forward", "random"},
        .games = 39, // rounded up
        .seed = 4,
        .jobs = 2,
        .opening_plies = 3,
        .on_game = watch,
        .on_game_to = &watched,
    };
    const struct pes_match_result result = run(&match);
    assert_int_equal(watched.count, 40);
    int a_halves = 0;
    int first_halves = 0;
    int plies = 0;
    for (int i = 0; i < watched.count; i += 2) {
        struct pes_record *r[2];
        struct pes_history *h[2];
        for (int k = 0; k < 2; k++) {
            replay(watched.texts[i + k], g, &r[k], &h[k]);
            assert_string_equal(pes_record_tag(r[k], k == 0 ? "First" : "Second"), "forward");
            assert_string_equal(pes_record_tag(r[k], k == 0 ? "Second" : "First"), "random");
            assert_null(pes_record_tag(r[k], "Date"));
            const enum pes_end end = pes_history_end(h[k]);
            assert_int_not_equal(end, PES_END_NONE);
            assert_string_equal(pes_record_tag(r[k], "Termination"), pes_end_word(end));
            const char *won = pes_record_tag(r[k], "Result");
            const int halves = strcmp(won, "1-0") == 0 ? 2 : strcmp(won, "0-1") == 0 ? 0 : 1;
            first_halves += halves;
            a_halves += k == 0 ? halves : 2 - halves;
            plies += pes_history_plies(h[k]);
        }
        assert_string_equal(pes_record_tag(r[0], "Position"), pes_record_tag(r[1], "Position"));
        assert_string_equal(pes_record_tag(r[0], "Seed"), pes_record_tag(r[1], "Seed"));
        for (int m = 0; m < 3; m++)
            assert_int_equal(pes_history_move(h[0], m), pes_history_move(h[1], m));
        for (int k = 0; k < 2; k++) {
            pes_history_free(h[k]);
            pes_record_free(r[k]);
        }
    }
    assert_int_equal(2 * result.wins + result.draws, a_halves);
    assert_true(fabs(result.score - a_halves / 80.0) < 1e-12);
    assert_true(fabs(result.first_player_score - first_halves / 80.0) < 1e-12);
    assert_true(fabs(result.plies_mean - plies / 40.0) < 1e-12);
    assert_true(result.score_low <= result.score && result.score <= result.score_high);
    pes_game_close(g);
}

/* Two players who never draw are as many pairs as there are openings, however long they play. */
static void test_deterministic_players(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "start=base");
    static const char *const lines[] = {"startpos", "startpos; +5 +6", "startpos; -1 -10",
                                        "startpos"};
    struct pes_match match = {
        .game = g,
        .agents = {"forward", "minimax:depth=2"},
        .games = 8,
        .seed = 1,
        .openings = lines,
        .openings_count = 4,
    };
    const struct pes_match_result few = run(&match);
    assert_int_equal(few.openings, 3);
    assert_int_equal(few.distinct_pairs, 3);
    assert_int_equal(few.distinct_games, 6);
    match.games = 80;
    match.jobs = 2;
    match.seed = 2;
    const struct pes_match_result many = run(&match);
    assert_int_equal(many.games, 80);
    assert_int_equal(many.distinct_pairs, 3);
    assert_int_equal(many.distinct_games, 6);
    assert_true(many.score == few.score);
    assert_true(many.elo_low == few.elo_low && many.elo_high == few.elo_high);

    /* Without openings it is one pair, which says next to nothing. */
    match.openings = NULL;
    const struct pes_match_result one = run(&match);
    assert_int_equal(one.openings, 1);
    assert_int_equal(one.distinct_pairs, 1);
    assert_true(one.score_high - one.score_low > 0.9);
    pes_game_close(g);
}

/* Equal players from equal openings with equal luck: nothing but the names distinguishes the games
 * of a pair, so that every pair is even and says nothing about luck. */
static void test_mirror_match_with_luck(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "");
    const struct pes_match match = {
        .game = g,
        .agents = {"greedy", "greedy"},
        .games = 60,
        .seed = 5,
        .jobs = 2,
    };
    const struct pes_match_result r = run(&match);
    assert_int_equal(r.wins, r.losses);
    assert_true(r.score == 0.5);
    assert_int_equal(r.distinct_pairs, 30);
    assert_int_equal(r.distinct_games, 30);
    assert_int_equal(r.luck_state, PES_LUCK_SAME_GAMES);
    pes_game_close(g);
}

/* Who plays better is seen; swapping the names turns the result round. */
static void test_strength_shows(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "rule=ko");
    struct pes_match match = {
        .game = g,
        .agents = {"minimax:depth=2", "random"},
        .games = 60,
        .seed = 3,
        .jobs = 2,
        .opening_plies = 2,
    };
    const struct pes_match_result r = run(&match);
    assert_true(r.score > 0.8);
    assert_true(r.score_low > 0.5);
    match.agents[0] = "random";
    match.agents[1] = "minimax:depth=2";
    assert_true(run(&match).score < 0.2);
    pes_game_close(g);
}

/* Where a kit knows nothing but the rules, `max` is what plays best by them alone. */
static void test_max_by_rules_alone(void **state) {
    (void)state;
    struct pes_kit bare = *pes_kit_find("gomoku");
    bare.evals = NULL;
    bare.levels = NULL;
    bare.order = NULL;
    bare.tactics = NULL;
    struct pes_game *g = open_game(&bare, "size=7");
    const struct pes_match match = {
        .game = g,
        .agents = {"max:nodes=3000,memory=4", "alphabeta:nodes=3000,table=1"},
        .games = 20,
        .seed = 1,
        .jobs = 2,
        .opening_plies = 4,
    };
    const struct pes_match_result r = run(&match);
    assert_true(r.score > 0.5);
    assert_true(r.wins > r.losses + 4);
    pes_game_close(g);
}

/* A stopped match counts the pairs it handed out and nothing else. */
static void test_stop(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "");
    static struct watched full;
    static struct watched part;
    struct pes_match match = {
        .game = g,
        .agents = {"random", "forward"},
        .games = WATCHED_MAX,
        .seed = 6,
        .opening_plies = 2,
        .on_game = watch,
        .on_game_to = &full,
    };
    (void)run(&match);
    match.games = 1000000; // far more than can be played while one pair waits for a processor
    for (int jobs = 1; jobs <= 3; jobs++) {
        atomic_bool stop = false;
        memset(&part, 0, sizeof part);
        part.stop = &stop;
        part.stop_after = 9; // in the middle of a pair
        match.jobs = jobs;
        match.limits.stop = &stop;
        match.on_game_to = &part;
        struct pes_match_result r;
        assert_int_equal(pes_match_run(&match, &r, NULL), PES_ERR_STOPPED);
        assert_true(r.games >= 10 && r.games < match.games);
        assert_int_equal(r.games, part.count);
        assert_int_equal(r.wins + r.losses + r.draws, r.games);
        assert_true(r.score_low <= r.score && r.score <= r.score_high);
        for (int i = 0; i < part.count && i < WATCHED_MAX; i++)
            assert_string_equal(part.texts[i], full.texts[i]);

        /* Stopped before it began. */
        assert_int_equal(pes_match_run(&match, &r, NULL), PES_ERR_STOPPED);
        assert_int_equal(r.games, 0);
        assert_true(r.score_low == 0.0 && r.score_high == 1.0);
    }
    pes_game_close(g);
}

static void test_mistakes(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "");
    static const char *const bad_line[] = {"startpos", "startpos; +1 hello"};
    const struct pes_match good = {
        .game = g, .agents = {"random", "random"}, .games = 2, .seed = 1};
    struct pes_match bad[8];
    for (int i = 0; i < 8; i++)
        bad[i] = good;
    bad[0].games = 0;
    bad[1].games = PES_MATCH_GAMES_MAX + 1;
    bad[2].jobs = -1;
    bad[3].jobs = PES_JOBS_MAX + 1;
    bad[4].opening_plies = -1;
    bad[5].openings = bad_line;
    bad[6].openings = bad_line;
    bad[6].openings_count = 2; // its second line is bad, though only one is needed
    bad[7].agents[1] = "nobody";
    for (int i = 0; i < 8; i++) {
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            struct pes_match_result r;
            struct pes_note note = {0};
            const enum pes_err err = pes_match_run(&bad[i], &r, &note);
            assert_int_equal(pes_err_exit_code(err), 2);
            assert_true(!pes_note_is_empty(&note));
            assert_int_equal(r.games, 0);
            assert_int_equal(note.line, i == 6 ? 2 : 0);
            assert_int_equal(pes_match_run(&bad[i], &r, NULL), err);
        }
    }
    pes_game_close(g);
}

/* A line that only fails for some rolls of the start is reported for the first pair it fails in,
 * whatever the number of jobs. */
static void test_opening_that_fails_later(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "start=random");
    static const char *const lines[] = {"startpos; -5"}; // column 5 is dry in one start of four
    struct pes_match match = {
        .game = g,
        .agents = {"random", "random"},
        .games = 200,
        .openings = lines,
        .openings_count = 1,
    };
    int games = -1;
    for (int jobs = 1; jobs <= 3; jobs++) {
        struct pes_match_result r;
        struct pes_note note = {0};
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

/* Of two lines that fail for different rolls, the one that fails first by the pairs' numbers is
 * named, not the one whose worker happened to be first. */
static void test_first_failure_is_named(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "start=random");
    static const char *const lines[] = {"startpos; -5", "startpos; -6"};
    struct pes_match match = {
        .game = g,
        .agents = {"random", "random"},
        .games = 200,
        .openings = lines,
        .openings_count = 2,
    };
    int named[2] = {0, 0};
    for (uint64_t seed = 0; seed < 30; seed++) {
        int line = 0;
        match.seed = seed;
        for (int jobs = 1; jobs <= 8; jobs += 7) {
            struct pes_match_result r;
            struct pes_note note = {0};
            match.jobs = jobs;
            assert_int_not_equal(pes_match_run(&match, &r, &note), PES_ERR_OK);
            assert_in_range(note.line, 1, 2);
            line = jobs == 1 ? note.line : line;
            assert_int_equal(note.line, line);
        }
        named[line - 1]++;
    }
    assert_true(named[0] > 0 && named[1] > 0);
    pes_game_close(g);
}

/* A match that is resumed. ------------------------------------------------------------------- */

/* The games that an earlier run has stored: those of `watched` whose bit is set. */
struct stored {
    struct watched *watched;
    uint64_t games;
    const char *replace, *by; /* a part of every record to be changed; NULL: none */
};

static enum pes_err give_stored(void *to, int32_t number, struct pes_record **out,
                                struct pes_note *note) {
    const struct stored *stored = to;
    if (number >= WATCHED_MAX || (stored->games >> number & 1) == 0)
        return PES_ERR_OK;
    static char text[2 * TEXT_MAX];
    const char *whole = stored->watched->texts[number];
    const char *part = stored->replace != NULL ? strstr(whole, stored->replace) : NULL;
    if (part == NULL)
        snprintf(text, sizeof text, "%s", whole);
    else
        snprintf(text, sizeof text, "%.*s%s%s", (int)(part - whole), whole, stored->by,
                 part + strlen(stored->replace));
    return pes_record_parse(text, strlen(text), out, note);
}

struct counted {
    int games, known;
};

static void count_known(void *to, const struct pes_match_game *game) {
    struct counted *counted = to;
    assert_int_equal(game->number, counted->games++);
    assert_non_null(game->record);
    counted->known += game->known;
}

/* Whatever was stored, the result is that of the whole match. */
static void test_resumed(void **state) {
    (void)state;
    static struct watched watched;
    for (int k = 0; k < 2; k++) {
        watched = (struct watched){0};
        struct pes_game *g = k == 0 ? open_game(boats(), "") : open_game(&toy_dice_kit, "");
        struct pes_match match = {.game = g,
                                  .agents = {k == 0 ? "crazy" : "greedy", "random"},
                                  .games = 40,
                                  .seed = 3,
                                  .opening_plies = k == 0 ? 4 : 0,
                                  .on_game = watch,
                                  .on_game_to = &watched};
        const struct pes_match_result whole = run(&match);
        static const uint64_t sets[] = {0, 1, 0xff, 0x5555555555, 0xf000000001, UINT64_MAX};
        for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
            struct stored stored = {.watched = &watched, .games = sets[i]};
            struct counted counted = {0};
            struct pes_match again = match;
            again.on_game = count_known;
            again.on_game_to = &counted;
            again.known = give_stored;
            again.known_to = &stored;
            again.jobs = 1 + (int32_t)i % 3;
            assert_same_result(run(&again), whole);
            assert_int_equal(counted.games, 40);
            assert_int_equal(counted.known,
                             __builtin_popcountll(sets[i] & (((uint64_t)1 << 40) - 1)));
        }
        pes_game_close(g);
    }
}

/* A sequential test that is resumed ends with the same pair. */
static void test_resumed_test(void **state) {
    (void)state;
    static struct watched watched;
    struct pes_game *g = open_game(boats(), "");
    const struct pes_sprt sprt = {.elo0 = 0, .elo1 = 200, .alpha = 0.05, .beta = 0.05};
    struct pes_match match = {.game = g,
                              .agents = {"minimax:depth=1", "random"},
                              .games = 1000,
                              .opening_plies = 4,
                              .sprt = &sprt,
                              .on_game = watch,
                              .on_game_to = &watched};
    watched = (struct watched){0};
    const struct pes_match_result whole = run(&match);
    assert_int_equal(whole.verdict, PES_SPRT_H1);
    struct stored stored = {.watched = &watched, .games = 0x1f};
    struct counted counted = {0};
    match.on_game = count_known;
    match.on_game_to = &counted;
    match.known = give_stored;
    match.known_to = &stored;
    const struct pes_match_result again = run(&match);
    assert_same_result(again, whole);
    assert_true(again.llr == whole.llr && again.verdict == whole.verdict);
    pes_game_close(g);
}

/* Records of another match are refused, whatever is different. */
static void test_stored_of_another_match(void **state) {
    (void)state;
    static struct watched watched;
    watched = (struct watched){0};
    struct pes_game *g = open_game(boats(), "start=s0");
    struct pes_match match = {.game = g,
                              .agents = {"crazy", "minimax:depth=1"},
                              .games = 8,
                              .opening_plies = 2,
                              .on_game = watch,
                              .on_game_to = &watched};
    (void)run(&match);
    static const char *const changes[][2] = {
        {"[Game \"boats\"]", "[Game \"gomoku\"]"},
        {"[Variant \"start=s0\"]", "[Variant \"start=s1\"]"},
        {"[Seed \"", "[Seed \"1"},
        {"[First \"crazy", "[First \"forward"},
        {"depth=1", "depth=2"},
        {"[Termination \"rules\"]", "[Termination \"resign\"]"},
        {"[Termination \"rules\"]", "[Termination \"forfeit\"]"},
        {"[Termination \"rules\"]", "[X \"\"]"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct stored stored = {
            .watched = &watched, .games = 0xff, .replace = changes[i][0], .by = changes[i][1]};
        struct counted counted = {0};
        struct pes_match again = match;
        struct pes_match_result r;
        struct pes_note note = {0};
        again.on_game = count_known;
        again.on_game_to = &counted;
        again.known = give_stored;
        again.known_to = &stored;
        assert_int_equal(pes_match_run(&again, &r, &note), PES_ERR_UNFIT);
        assert_false(pes_note_is_empty(&note));
    }
    /* The openings of another length, all else equal. */
    struct stored stored = {.watched = &watched, .games = 0xff};
    struct pes_match other = match;
    struct pes_match_result r;
    other.opening_plies = 3;
    other.known = give_stored;
    other.known_to = &stored;
    other.on_game = NULL;
    assert_int_equal(pes_match_run(&other, &r, NULL), PES_ERR_UNFIT);
    pes_game_close(g);
}

/* Two deterministic players and one opening: the test ends open, and says why. */
static void test_exhausted(void **state) {
    (void)state;
    struct pes_game *g = open_game(boats(), "start=s0");
    const struct pes_sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    static const char *const lines[] = {"startpos", "startpos; R L"};
    const struct pes_match match = {.game = g,
                                    .agents = {"minimax:depth=1", "forward"},
                                    .games = 20000,
                                    .openings = lines,
                                    .openings_count = 2,
                                    .sprt = &sprt,
                                    .jobs = 2};
    const struct pes_match_result r = run(&match);
    assert_int_equal(r.verdict, PES_SPRT_OPEN);
    assert_true(r.exhausted);
    assert_in_range(r.distinct_pairs, 1, 2);
    assert_true(r.games < 500);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs_do_not_matter),
        cmocka_unit_test(test_balanced_openings),
        cmocka_unit_test(test_records_tell_the_match),
        cmocka_unit_test(test_deterministic_players),
        cmocka_unit_test(test_mirror_match_with_luck),
        cmocka_unit_test(test_strength_shows),
        cmocka_unit_test(test_max_by_rules_alone),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_opening_that_fails_later),
        cmocka_unit_test(test_first_failure_is_named),
        cmocka_unit_test(test_resumed),
        cmocka_unit_test(test_resumed_test),
        cmocka_unit_test(test_stored_of_another_match),
        cmocka_unit_test(test_exhausted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
