/* Solving small lakes completely: against a naive solver that uses only the rules, by every
 * algorithm, with and without interruptions. */
#include "core/file.h"
#include "solve/solve_testing.h"
#include "solve/table_file.h"

static struct pes_solve_result solve_in(const struct pes_game *g, const char *folder, int jobs) {
    struct pes_solve_result result;
    struct pes_note note = {0};
    const struct pes_solve solve = {
        .game = g, .folder = folder, .jobs = jobs, .checkpoint_seconds = -1};
    if (pes_solve_run(&solve, &result, &note) != PES_ERR_OK)
        fail_msg("%s: %s", g->variant, note.why[PES_LANG_EN]);
    return result;
}

/* Every position of the naive solver, with the move that is forbidden in it. */
static void compare_all(const struct plain_solver *plain, struct pes_table *table) {
    uint64_t compared = 0;
    for (uint64_t at = 0; at < plain->places; at++) {
        const struct plain_node *node = &plain->nodes[at];
        if (node->state == NULL)
            continue;
        int32_t value = 99;
        assert_int_equal(
            pes_table_value(table, (const struct pes_state *)(void *)node->state, &value),
            PES_ERR_OK);
        assert_int_equal(value, node->value);
        compared++;
    }
    assert_int_equal(compared, plain->used);
}

/* The solver's totals against those of the naive solver. */
static void compare_totals(const struct plain_solver *plain, const struct pes_solve_result *r) {
    const struct pes_game *g = plain->game;
    uint64_t positions = 0, won = 0, lost = 0;
    int32_t longest_win = 0, longest_loss = 0;
    for (uint64_t number = 0; number < g->kit->index->count(g); number++) {
        struct pes_state_buf s;
        if (!g->kit->index->unrank(g, number, PES_STATE(s)))
            continue;
        const int32_t value = plain_find(plain, PES_STATE(s))->value;
        positions++;
        won += value > 0;
        lost += value < 0;
        longest_win = value > longest_win ? value : longest_win;
        longest_loss = -value > longest_loss ? -value : longest_loss;
    }
    assert_int_equal(r->positions, positions);
    assert_int_equal(r->won, won);
    assert_int_equal(r->lost, lost);
    assert_int_equal(r->drawn, positions - won - lost);
    assert_int_equal(r->longest_win, longest_win);
    assert_int_equal(r->longest_loss, longest_loss);
}

/* Kits without the optional parts of an index. */
enum way { WAY_ALL, WAY_ONE_LANE, WAY_NO_ENDINGS, WAY_FORWARD, WAYS };
struct odd_kit {
    struct pes_kit kit;
    struct pes_index index;
};
static void odd_kit_init(struct odd_kit *odd, enum way way) {
    const struct pes_kit *boats = pes_kit_find("boats");
    odd->kit = *boats;
    odd->index = *boats->index;
    odd->kit.index = &odd->index;
    if (way == WAY_ONE_LANE)
        odd->index.lanes = NULL;
    if (way == WAY_NO_ENDINGS)
        odd->index.endings = NULL;
    if (way == WAY_FORWARD)
        odd->index.predecessors = NULL;
}

static void test_against_plain(void **state) {
    (void)state;
    static const char *const rules[] = {"free", "ko"};
    for (int columns = 3; columns <= 5; columns++) {
        for (int levels = 2; levels <= 3; levels++) {
            for (int rule = 0; rule < 2; rule++) {
                char options[64], folder[TESTING_PATH_MAX];
                snprintf(options, sizeof options, "columns=%d,levels=%d,rule=%s", columns, levels,
                         rules[rule]);
                struct pes_game *g = testing_open(pes_kit_find("boats"), options);
                struct plain_solver plain;
                plain_solve(&plain, g);
                testing_folder(folder);
                const struct pes_solve_result r = solve_in(g, folder, 2);
                struct pes_table *table;
                assert_int_equal(pes_table_open(g, folder, &table, NULL), PES_ERR_OK);
                compare_all(&plain, table);
                compare_totals(&plain, &r);
                pes_table_close(table);
                testing_remove(folder);
                plain_release(&plain);
                pes_game_close(g);
            }
        }
    }
}

static void read_whole(const char *path, struct str *out) {
    str_init(out);
    assert_int_equal(file_read(path, 1 << 24, out, NULL), PES_ERR_OK);
}

/* The table is the same, byte by byte, with any optional parts of the index and any number of
 * threads. */
static void test_ways(void **state) {
    (void)state;
    static const char *const variants[] = {"columns=5,levels=3,rule=ko", "columns=6,levels=2"};
    for (int v = 0; v < 2; v++) {
        struct str expected = {.text = NULL};
        for (int way = 0; way < WAYS; way++) {
            for (int jobs = 1; jobs <= 3; jobs += 2) {
                char folder[TESTING_PATH_MAX];
                struct odd_kit odd;
                odd_kit_init(&odd, (enum way)way);
                struct pes_game *g = testing_open(&odd.kit, variants[v]);
                testing_folder(folder);
                const struct pes_solve_result r = solve_in(g, folder, jobs);
                assert_int_equal(r.from, PES_SOLVE_FROM_START);
                struct str bytes;
                read_whole(r.table, &bytes);
                assert_int_equal(bytes.length, r.table_bytes);
                if (expected.text == NULL) {
                    expected = bytes;
                } else {
                    assert_int_equal(bytes.length, expected.length);
                    assert_memory_equal(bytes.text, expected.text, bytes.length);
                    str_release(&bytes);
                }
                testing_remove(folder);
                pes_game_close(g);
            }
        }
        str_release(&expected);
    }
}

/* Without fsync(), unlike file_write(). */
static void write_quickly(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Interruptions. ------------------------------------------------------------------------------- */

/* Stops a run when it is in a given pass. */
struct stopper {
    atomic_bool stop;
    int32_t pass;
    int32_t last;
};
static void stop_in_pass(void *to, const struct pes_solve_progress *how) {
    struct stopper *stopper = to;
    assert_true(how->done <= how->total);
    stopper->last = how->pass;
    if (how->pass == stopper->pass)
        atomic_store(&stopper->stop, true);
}

static void test_resume(void **state) {
    (void)state;
    for (int forward = 0; forward < 2; forward++) {
        char folder[TESTING_PATH_MAX], other[TESTING_PATH_MAX];
        struct odd_kit odd;
        odd_kit_init(&odd, forward ? WAY_FORWARD : WAY_ALL);
        struct pes_game *g = testing_open(&odd.kit, "columns=5,levels=3,rule=ko");
        testing_folder(folder);
        testing_folder(other);
        const struct pes_solve_result whole = solve_in(g, other, 1);
        for (int pass = 0; pass <= 8; pass += 4) {
            struct stopper stopper = {.pass = pass};
            struct pes_solve_result r;
            const struct pes_solve solve = {.game = g,
                                            .folder = folder,
                                            .jobs = 1,
                                            .stop = &stopper.stop,
                                            .progress = stop_in_pass,
                                            .progress_to = &stopper};
            assert_int_equal(pes_solve_run(&solve, &r, NULL), PES_ERR_STOPPED);
            assert_int_equal(testing_files(folder, ".table", false), 0);
            assert_int_equal(testing_files(folder, ".tmp", false), 0);
            assert_int_equal(testing_files(folder, ".checkpoint", false), pass > 0);
        }
        const struct pes_solve_result r = solve_in(g, folder, 1);
        assert_int_equal(r.from, PES_SOLVE_FROM_CHECKPOINT);
        assert_int_equal(r.from_pass, 8);
        assert_int_equal(r.won, whole.won);
        assert_int_equal(r.lost, whole.lost);
        assert_int_equal(testing_files(folder, ".checkpoint", false), 0);
        struct str a, b;
        read_whole(r.table, &a);
        read_whole(whole.table, &b);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.text, b.text, a.length);
        str_release(&a);
        str_release(&b);

        /* An existing table is not solved again. */
        const struct pes_solve_result again = solve_in(g, folder, 2);
        assert_int_equal(again.from, PES_SOLVE_FROM_TABLE);
        assert_int_equal(again.won, whole.won);
        assert_int_equal(again.longest_win_banned, whole.longest_win_banned);
        assert_int_equal(again.positions, whole.positions);
        testing_remove(folder);
        testing_remove(other);
        pes_game_close(g);
    }
}

/* Stops after the checkpoint of a pass. */
static void leave_checkpoint(const struct pes_game *g, const char *folder) {
    struct stopper stopper = {.pass = 5};
    struct pes_solve_result r;
    const struct pes_solve solve = {.game = g,
                                    .folder = folder,
                                    .jobs = 1,
                                    .stop = &stopper.stop,
                                    .progress = stop_in_pass,
                                    .progress_to = &stopper};
    assert_int_equal(pes_solve_run(&solve, &r, NULL), PES_ERR_STOPPED);
}

/* A checkpoint that is damaged, truncated, or belongs to another variant is not used. */
static void test_bad_checkpoints(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX], path[2 * TESTING_PATH_MAX];
    struct pes_game *g = testing_open(pes_kit_find("boats"), "columns=4,levels=3,rule=ko");
    testing_folder(folder);
    const struct pes_solve_result whole = solve_in(g, folder, 1);
    snprintf(path, sizeof path, "%s/boats-rule=ko,columns=4,levels=3.checkpoint", folder);
    assert_int_equal(unlink(whole.table), 0);
    leave_checkpoint(g, folder);
    struct str good;
    read_whole(path, &good);
    enum { TRIES = 24 };
    for (size_t i = 0; i <= TRIES; i++) {
        struct str bad;
        str_init(&bad);
        str_add_bytes(&bad, good.text, good.length);
        const size_t at = good.length * i / TRIES; /* in the last round it is valid */
        if (i < TRIES && i % 2 == 0)
            bad.text[at] ^= 4;
        else
            bad.length = at;
        write_quickly(path, bad.text, bad.length);
        const struct pes_solve_result r = solve_in(g, folder, 1);
        assert_int_equal(r.from, i == TRIES ? PES_SOLVE_FROM_CHECKPOINT : PES_SOLVE_FROM_START);
        assert_int_equal(r.won, whole.won);
        assert_int_equal(r.lost, whole.lost);
        assert_int_equal(unlink(r.table), 0);
        str_release(&bad);
    }
    /* The checkpoint of another variant under this one's name. */
    struct pes_game *other = testing_open(pes_kit_find("boats"), "columns=3,levels=3,rule=ko");
    char other_path[2 * TESTING_PATH_MAX];
    snprintf(other_path, sizeof other_path, "%s/boats-rule=ko,columns=3,levels=3.checkpoint",
             folder);
    leave_checkpoint(other, folder);
    assert_int_equal(rename(other_path, path), 0);
    assert_int_equal(solve_in(g, folder, 1).from, PES_SOLVE_FROM_START);
    str_release(&good);
    testing_remove(folder);
    pes_game_close(other);
    pes_game_close(g);
}

/* Tables. -------------------------------------------------------------------------------------- */

static void test_bad_tables(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX];
    struct pes_table *table;
    struct pes_note note = {0};
    struct pes_game *g = testing_open(pes_kit_find("boats"), "columns=4,levels=3,rule=ko");
    testing_folder(folder);
    assert_int_equal(pes_table_open(g, folder, &table, &note), PES_ERR_UNKNOWN);
    const struct pes_solve_result whole = solve_in(g, folder, 1);
    struct str good;
    read_whole(whole.table, &good);
    struct pes_state_buf s;
    pes_start(g, NULL, PES_STATE(s));
    for (size_t at = 0; at < good.length; at++) {
        const char was = good.text[at];
        int32_t value;
        good.text[at] ^= 1;
        write_quickly(whole.table, good.text, good.length);
        good.text[at] = was;
        enum pes_err err = pes_table_open(g, folder, &table, &note);
        if (err == PES_ERR_OK) {
            err = pes_table_value(table, PES_STATE(s), &value);
            pes_table_close(table);
        }
        assert_int_equal(err, PES_ERR_IO);
    }
    /* On request it is solved again. */
    assert_int_equal(solve_in(g, folder, 1).from, PES_SOLVE_FROM_START);
    assert_int_equal(pes_table_open(g, folder, &table, &note), PES_ERR_OK);
    pes_table_close(table);
    /* A file that is not this table belongs to the user: it is not overwritten. */
    struct pes_solve_result r;
    const struct pes_solve solve = {.game = g, .folder = folder, .jobs = 1};
    write_quickly(whole.table, "precious\n", 9);
    assert_int_equal(pes_solve_run(&solve, &r, &note), PES_ERR_IO);
    assert_non_null(strstr(note.why[PES_LANG_EN], "is no table"));
    struct str kept;
    read_whole(whole.table, &kept);
    assert_string_equal(kept.text, "precious\n");
    str_release(&kept);
    str_release(&good);
    testing_remove(folder);
    pes_game_close(g);
}

/* The value of a position is that of its best move. */
static void test_moves(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX];
    struct pes_rng rng;
    struct pes_table *table;
    struct pes_game *g = testing_open(pes_kit_find("boats"), "columns=6,levels=3,rule=ko");
    pes_rng_init(&rng, 3);
    testing_folder(folder);
    solve_in(g, folder, 2);
    assert_int_equal(pes_table_open(g, folder, &table, NULL), PES_ERR_OK);
    for (int game = 0; game < 300; game++) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        for (int ply = 0; ply < 60 && !pes_over(g, PES_STATE(s)); ply++) {
            pes_move list[PES_MOVES_MAX];
            const int n = pes_moves(g, PES_STATE(s), list);
            int32_t value, best = 0;
            for (int i = 0; i < n; i++) {
                int32_t move;
                assert_int_equal(pes_table_move(table, PES_STATE(s), list[i], &move), PES_ERR_OK);
                if (i == 0 || pes_value_better(move, best))
                    best = move;
            }
            assert_int_equal(pes_table_value(table, PES_STATE(s), &value), PES_ERR_OK);
            assert_int_equal(value, best);
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        }
    }
    pes_table_close(table);
    testing_remove(folder);
    pes_game_close(g);
}

static void test_order_of_values(void **state) {
    (void)state;
    static const int32_t order[] = {1, 2, 125, 0, -125, -2, -1};
    for (int i = 0; i < 7; i++)
        for (int k = 0; k < 7; k++)
            assert_int_equal(pes_value_better(order[i], order[k]), i < k);
}

static void test_refusals(void **state) {
    (void)state;
    struct pes_note note = {0};
    struct pes_solve_result r;
    struct pes_game *g = testing_open(pes_kit_find("gomoku"), "");
    struct pes_solve solve = {.game = g, .folder = "/nowhere"};
    assert_int_equal(pes_solve_run(&solve, &r, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "gomoku cannot be solved"));
    pes_game_close(g);
    g = testing_open(pes_kit_find("boats"), "columns=3,levels=2");
    solve.game = g;
    solve.folder = "/dev/null/tables";
    assert_int_equal(pes_solve_run(&solve, &r, &note), PES_ERR_IO);
    pes_game_close(g);
}

static uint64_t no_count(const struct pes_game *g) {
    (void)g;
    return 0;
}

/* An index may decline a variant; its other functions are not called then. */
static void test_declined(void **state) {
    (void)state;
    struct pes_note note = {0};
    struct pes_solve_result r;
    struct pes_table *table = NULL;
    struct odd_kit odd;
    odd_kit_init(&odd, WAY_ALL);
    odd.index = (struct pes_index){.abi = PES_ABI, .count = no_count};
    struct pes_game *g = testing_open(&odd.kit, "columns=3,levels=2");
    const struct pes_solve solve = {.game = g, .folder = "/nowhere"};
    assert_int_equal(pes_solve_run(&solve, &r, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "this variant of boats cannot be solved"));
    assert_int_equal(pes_table_open(g, "/nowhere", &table, NULL), PES_ERR_UNFIT);
    assert_null(table);
    pes_game_close(g);
}

static uint64_t vast_count(const struct pes_game *g) {
    (void)g;
    return UINT64_C(1) << 50;
}

static void test_too_large(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX];
    struct pes_note note = {0};
    struct pes_solve_result r;
    struct odd_kit odd;
    odd_kit_init(&odd, WAY_ALL);
    odd.index.count = vast_count;
    struct pes_game *g = testing_open(&odd.kit, "columns=3,levels=2");
    testing_folder(folder);
    const struct pes_solve solve = {.game = g, .folder = folder};
    assert_int_equal(pes_solve_run(&solve, &r, &note), PES_ERR_NOMEM);
    assert_non_null(strstr(note.why[PES_LANG_EN], "MB of memory"));
    testing_remove(folder);
    pes_game_close(g);
}

static void test_folder(void **state) {
    (void)state;
    char out[PES_SOLVE_PATH_MAX];
    struct pes_note note = {0};
    setenv("XDG_CACHE_HOME", "/cache", 1);
    setenv("HOME", "/me", 1);
    assert_int_equal(pes_table_folder(out, &note), PES_ERR_OK);
    assert_string_equal(out, "/cache/pessoi");
    setenv("XDG_CACHE_HOME", "relative", 1);
    assert_int_equal(pes_table_folder(out, &note), PES_ERR_OK);
    assert_string_equal(out, "/me/.cache/pessoi");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_int_equal(pes_table_folder(out, &note), PES_ERR_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_plain),   cmocka_unit_test(test_ways),
        cmocka_unit_test(test_resume),          cmocka_unit_test(test_bad_checkpoints),
        cmocka_unit_test(test_bad_tables),      cmocka_unit_test(test_moves),
        cmocka_unit_test(test_order_of_values), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_declined),        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
