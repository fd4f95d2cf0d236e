#include "arena/openings.h"

#include "arena/balance.h"
#include "pessoi/kit.h"
#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>

struct scene {
    struct pes_game *g;
    struct pes_history *h;
    struct pes_rng rng;
};

static void open_scene(struct scene *sc, const struct pes_kit *kit, const char *variant) {
    assert_int_equal(pes_game_open(kit, variant, &sc->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(sc->g, &sc->h), PES_ERR_OK);
    pes_rng_init(&sc->rng, 3);
}

static void close_scene(struct scene *sc) {
    pes_history_free(sc->h);
    pes_game_close(sc->g);
}

static const struct pes_kit *boats(void) {
    return pes_kit_find("boats");
}

/* The opening of a pair as moves after a start: enough to compare two. */
static void describe(const struct pes_history *h, char out[PES_STATE_TEXT_MAX + 256]) {
    const struct pes_game *g = pes_history_game(h);
    char start[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, pes_history_first(h), 0, start);
    int used = snprintf(out, PES_STATE_TEXT_MAX, "%s;", start);
    for (int i = 0; i < pes_history_count(h) && i < 20; i++)
        used += snprintf(out + used, 12, " %x", (unsigned)pes_history_move(h, i));
}

static void set_random(struct scene *sc, int32_t plies, uint64_t pair) {
    const struct openings openings = {.plies = plies};
    const struct pes_rng rng = pes_rng_split(&sc->rng, pair);
    assert_int_equal(openings_set(&openings, (int32_t)pair, &rng, sc->h, NULL), PES_ERR_OK);
}

/* Random openings have their length, are not decided, repeat for the same pair, and differ. */
static void test_random_openings(void **state) {
    (void)state;
    static const struct {
        const char *variant;
        int32_t plies;
    } cases[] = {{"start=base", 4}, {"start=random", 1}, {"rule=ko", 12}, {"start=s2", 30}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct scene sc;
        open_scene(&sc, boats(), cases[c].variant);
        char first[PES_STATE_TEXT_MAX + 256];
        char text[PES_STATE_TEXT_MAX + 256];
        int different = 0;
        for (uint64_t pair = 0; pair < 200; pair++) {
            set_random(&sc, cases[c].plies, pair);
            assert_int_equal(pes_history_plies(sc.h), cases[c].plies);
            assert_int_equal(pes_history_end(sc.h), PES_END_NONE);
            assert_false(openings_decided(sc.g, pes_history_state(sc.h)));
            assert_true(pes_turn(sc.g, pes_history_first(sc.h)) >= 0);
            describe(sc.h, text);
            if (pair == 0)
                describe(sc.h, first);
            different += strcmp(first, text) != 0;
        }
        assert_true(different > 150);
        set_random(&sc, cases[c].plies, 0);
        describe(sc.h, text);
        assert_string_equal(text, first);
        close_scene(&sc);
    }
}

/* On the smallest lake every long opening is decided: it gets shorter instead of failing. */
static void test_short_games_have_short_openings(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "columns=3,levels=2");
    for (uint64_t pair = 0; pair < 5; pair++) {
        set_random(&sc, OPENINGS_PLIES_MAX, pair);
        assert_true(pes_history_plies(sc.h) < OPENINGS_PLIES_MAX);
        assert_int_equal(pes_history_end(sc.h), PES_END_NONE);
    }
    close_scene(&sc);
}

static void test_starts_are_rolled(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "start=random");
    static const char *const list[] = {"startpos"};
    const struct openings openings[2] = {{.plies = 0}, {.lines = list, .count = 1}};
    for (int k = 0; k < 2; k++) {
        char seen[8][PES_STATE_TEXT_MAX];
        int seen_count = 0;
        for (uint64_t pair = 0; pair < 60; pair++) {
            const struct pes_rng rng = pes_rng_split(&sc.rng, pair);
            char text[PES_STATE_TEXT_MAX];
            assert_int_equal(openings_set(&openings[k], (int32_t)pair, &rng, sc.h, NULL), 0);
            assert_int_equal(pes_history_count(sc.h), 0);
            pes_history_format(sc.h, text);
            int i = 0;
            while (i < seen_count && strcmp(seen[i], text) != 0)
                i++;
            assert_true(i < 4); // the four shuffles
            if (i == seen_count)
                memcpy(seen[seen_count++], text, sizeof text);
        }
        assert_int_equal(seen_count, 4);
    }
    close_scene(&sc);
}

/* Chance between the moves of an opening is rolled; rolls after its last move are the game's. */
static void test_random_openings_with_chance(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, &toy_dice_kit, "");
    for (uint64_t pair = 0; pair < 50; pair++) {
        set_random(&sc, 3, pair);
        assert_int_equal(pes_history_plies(sc.h), 3);
        assert_int_equal(pes_history_count(sc.h), 9); // two dice before each move
        assert_int_equal(pes_turn(sc.g, pes_history_state(sc.h)), PES_CHANCE);
    }
    close_scene(&sc);
}

/* Balanced openings. ------------------------------------------------------------------------ */

/* The openings of the first pairs of a match with this seed, as positions. */
enum { BOOK_MAX = 64 };
struct book {
    struct pes_state_buf at[BOOK_MAX];
    int count;
};

static void fill_book(struct scene *sc, int32_t plies, bool balanced, uint64_t seed, int count,
                      struct book *out) {
    struct balance *balance = NULL;
    if (balanced)
        assert_int_equal(balance_new(sc->g, &balance, NULL), PES_ERR_OK);
    const struct openings openings = {.plies = plies, .balance = balance};
    struct pes_rng root;
    pes_rng_init(&root, seed);
    memset(out, 0, sizeof *out);
    for (; out->count < count; out->count++) {
        const struct pes_rng rng = openings_rng(&root, out->count);
        assert_int_equal(openings_set(&openings, out->count, &rng, sc->h, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_end(sc->h), PES_END_NONE);
        assert_false(openings_decided(sc->g, pes_history_state(sc->h)));
        pes_copy(sc->g, PES_STATE(out->at[out->count]), pes_history_state(sc->h));
    }
    balance_free(balance);
}

/* How many positions are images of earlier ones, compared byte by byte. */
static int count_images(const struct scene *sc, struct book *book) {
    const struct pes_symmetry *symmetry = sc->g->kit->symmetry;
    int copies = 0;
    for (int i = 0; i < book->count; i++) {
        bool found = false;
        for (int j = 0; j < i && !found; j++)
            for (int k = 0; k < symmetry->count(sc->g) && !found; k++) {
                struct pes_state_buf image = {0};
                symmetry->image(sc->g, PES_STATE(book->at[j]), k, PES_STATE(image));
                found = memcmp(&image, &book->at[i], sc->g->state_size) == 0;
            }
        copies += found;
    }
    return copies;
}

/* No two are the same, although random openings of the same length repeat each other. */
static void test_balanced_are_distinct(void **state) {
    (void)state;
    static const struct {
        const char *game, *variant;
        int32_t plies;
    } cases[] = {{"gomoku", "size=7", 2},
                 {"gomoku", "size=7,rule=renju,opening=swap2", 2},
                 {"abalone", "", 1}};
    static struct book book;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene sc;
        const int count = i == 2 ? 12 : 40;
        open_scene(&sc, pes_kit_find(cases[i].game), cases[i].variant);
        fill_book(&sc, cases[i].plies, false, 1, count, &book);
        assert_true(count_images(&sc, &book) > 0);
        fill_book(&sc, cases[i].plies, true, 1, count, &book);
        assert_int_equal(count_images(&sc, &book), 0);
        close_scene(&sc);
    }
}

/* The same seed gives the same openings, however many there are; another seed gives others. */
static void test_balanced_repeat(void **state) {
    (void)state;
    static struct book books[3];
    struct scene sc;
    open_scene(&sc, pes_kit_find("gomoku"), "");
    fill_book(&sc, 4, true, 1, 20, &books[0]);
    fill_book(&sc, 4, true, 1, 10, &books[1]);
    fill_book(&sc, 4, true, 2, 10, &books[2]);
    assert_memory_equal(books[0].at, books[1].at, 10 * sizeof books[0].at[0]);
    assert_memory_not_equal(books[0].at, books[2].at, 10 * sizeof books[0].at[0]);
    close_scene(&sc);
}

/* The middle of a 5 x 5 board, its edges and so on are six openings of one move: when they are used
 * up they repeat, evenly. The start alone repeats too. */
static void test_balanced_run_out(void **state) {
    (void)state;
    static struct book book;
    struct scene sc;
    open_scene(&sc, pes_kit_find("gomoku"), "size=5");
    fill_book(&sc, 1, true, 1, BOOK_MAX, &book);
    const int different = BOOK_MAX - count_images(&sc, &book);
    assert_in_range(different, 3, 6);
    fill_book(&sc, 0, true, 1, 4, &book);
    assert_int_equal(count_images(&sc, &book), 3);
    close_scene(&sc);
}

/* A search with ten times the nodes agrees that they are more even than random ones. */
static void test_balanced_are_even(void **state) {
    (void)state;
    static const char *const games[] = {"gomoku", "abalone"};
    static struct book book;
    for (int i = 0; i < 2; i++) {
        enum { COUNT = 16 };
        const uint64_t nodes = UINT64_C(10) * BALANCE_NODES;
        struct scene sc;
        struct balance *judge = NULL;
        double uneven[2] = {0.0, 0.0};
        open_scene(&sc, pes_kit_find(games[i]), "");
        assert_int_equal(balance_new(sc.g, &judge, NULL), PES_ERR_OK);
        for (int balanced = 0; balanced < 2; balanced++) {
            fill_book(&sc, 6, balanced, 1, COUNT, &book);
            for (int k = 0; k < COUNT; k++) {
                struct judgement judgement;
                pes_history_start(sc.h, PES_STATE(book.at[k]), 0);
                assert_int_equal(balance_judge(judge, sc.h, nodes, &judgement), 0);
                assert_true(!balanced || !judgement.proven);
                assert_true(!balanced || fabs(judgement.first - 0.5) < 0.4);
                uneven[balanced] += fabs(judgement.first - 0.5);
            }
        }
        assert_true(uneven[1] < 0.8 * uneven[0]);
        balance_free(judge);
        close_scene(&sc);
    }
}

/* Games with chance: starts are rolled for each pair, and only even ones are taken. */
static void test_balanced_with_chance(void **state) {
    (void)state;
    static struct book book;
    struct scene sc;
    open_scene(&sc, &toy_dice_kit, "");
    fill_book(&sc, 2, true, 1, 10, &book);
    close_scene(&sc);
    open_scene(&sc, boats(), "start=random");
    fill_book(&sc, 3, true, 1, 10, &book);
    int different = 0;
    for (int i = 1; i < book.count; i++)
        different += memcmp(&book.at[0], &book.at[i], sc.g->state_size) != 0;
    assert_int_equal(different, 9);
    close_scene(&sc);
}

static enum pes_err set_line(struct scene *sc, const char *const lines[], int32_t count,
                             int32_t pair, struct pes_note *note) {
    const struct openings openings = {.lines = lines, .count = count};
    return openings_set(&openings, pair, &sc->rng, sc->h, note);
}

static void test_lists(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    static const char *const lines[] = {"startpos", "  startpos ;R L -3", "4432132344 0 11 r -",
                                        "4432132344 0 11 r -;  "};
    static const char *const ends[] = {"4432112344 0 11 r -", "4422112344 1 10 g -3",
                                       "4432132344 0 11 r -", "4432132344 0 11 r -"};
    static const int counts[] = {0, 3, 0, 0};
    for (int32_t pair = 0; pair < 12; pair++) {
        char text[PES_STATE_TEXT_MAX];
        assert_int_equal(set_line(&sc, lines, 4, pair, NULL), PES_ERR_OK);
        pes_history_format(sc.h, text);
        assert_string_equal(text, ends[pair % 4]);
        assert_int_equal(pes_history_count(sc.h), counts[pair % 4]);
    }
    close_scene(&sc);
}

/* Copies in a list: the same position, by other moves, or as an image. */
static void test_copies(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, pes_kit_find("gomoku"), "");
    static const char *const lines[] = {"startpos; h8 i9 j10 a1", "startpos; j10 i9 h8 a1",
                                        "startpos; h8 i7 j6 a15", "nonsense",
                                        "startpos; h8 i9 j10 a2", "startpos; h8 i9 j10 a1"};
    const struct openings openings = {.lines = lines, .count = 6};
    int32_t copies = -1;
    assert_int_equal(openings_copies(&openings, &sc.rng, sc.h, &copies), PES_ERR_OK);
    assert_int_equal(copies, 3);
    close_scene(&sc);
}

static void test_bad_lists(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    static const struct {
        const char *line;
        enum pes_err err; /* OK: any but OK */
        int32_t pos;      /* -1: any */
    } cases[] = {
        {"", PES_ERR_SYNTAX, 1},          {"  ; R L", PES_ERR_SYNTAX, 3},
        {"nonsense", PES_ERR_OK, -1},     {"startpos; R L xyz", PES_ERR_OK, 15},
        {" startpos; L", PES_ERR_OK, 12}, {"4432112344 11 11 g R", PES_ERR_UNFIT, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const lines[] = {"startpos", cases[i].line};
        struct pes_note note = {0};
        const enum pes_err err = set_line(&sc, lines, 2, 1, &note);
        assert_int_not_equal(err, PES_ERR_OK);
        if (cases[i].err != PES_ERR_OK)
            assert_int_equal(err, cases[i].err);
        assert_int_equal(note.line, 2);
        assert_true(!pes_note_is_empty(&note));
        if (cases[i].pos >= 0)
            assert_int_equal(note.pos, cases[i].pos);
        else
            assert_true(note.pos > 0);
        assert_int_not_equal(set_line(&sc, lines, 2, 1, NULL), PES_ERR_OK);
    }
    close_scene(&sc);
}

static void test_decided(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    static const struct {
        const char *position;
        bool decided;
    } cases[] = {
        {"4432112344 0 11 r -", false},  {"4432112344 10 11 r -", true}, // Red goes home
        {"4432112344 10 11 g -", false}, {"4432112344 5 11 g -", true},  // Green drains Red
        {"4432112344 5 11 r -", false}, // Red could only drain itself
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(pes_history_start_text(sc.h, cases[i].position, NULL, NULL), PES_ERR_OK);
        assert_int_equal(openings_decided(sc.g, pes_history_state(sc.h)), cases[i].decided);
    }
    close_scene(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_openings),
        cmocka_unit_test(test_short_games_have_short_openings),
        cmocka_unit_test(test_starts_are_rolled),
        cmocka_unit_test(test_random_openings_with_chance),
        cmocka_unit_test(test_balanced_are_distinct),
        cmocka_unit_test(test_balanced_repeat),
        cmocka_unit_test(test_balanced_run_out),
        cmocka_unit_test(test_balanced_are_even),
        cmocka_unit_test(test_balanced_with_chance),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_bad_lists),
        cmocka_unit_test(test_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
