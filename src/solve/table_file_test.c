/* Table files: written cells are read back, in one piece or block by block; any other file is
 * refused. */
#include "solve/table_file.h"

#include "core/file.h"
#include "solve/solve_testing.h"

enum { COUNT = 2 * TABLE_FILE_BLOCK + 1000, PLANES = 3 };

static unsigned char byte_of(uint64_t cell, int plane) {
    return (unsigned char)(cell * 7 / 3 + (uint64_t)plane * 101);
}

static void fill(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    (void)to;
    for (int plane = 0; plane < PLANES; plane++)
        for (uint64_t i = 0; i < count; i++)
            bytes[(uint64_t)plane * count + i] = byte_of(first + i, plane);
}

/* Counts the correct cells. */
static void take(void *to, uint64_t first, uint64_t count, unsigned char *bytes) {
    atomic_uint_fast64_t *right = to;
    uint64_t good = 0;
    for (uint64_t i = 0; i < count; i++) {
        bool same = true;
        for (int plane = 0; plane < PLANES; plane++)
            same = same && bytes[(uint64_t)plane * count + i] == byte_of(first + i, plane);
        good += same;
    }
    atomic_fetch_add(right, good);
}

static const struct table_file_head head = {
    .kind = TABLE_FILE_TABLE, .count = COUNT, .planes = PLANES, .plies = 17, .name = "toy size=3"};

static void test_round_trip(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX], path[2 * TESTING_PATH_MAX];
    testing_folder(folder);
    snprintf(path, sizeof path, "%s/toy", folder);
    for (int jobs = 1; jobs <= 4; jobs += 3) {
        const struct parallel parallel = {.jobs = jobs};
        struct table_file file;
        assert_int_equal(table_file_write(path, &head, &parallel, fill, NULL, NULL), PES_ERR_OK);
        assert_int_equal(table_file_open(path, &head, &file, NULL), PES_ERR_OK);
        assert_int_equal(file.head.plies, 17);
        assert_int_equal(file.blocks, 3);
        atomic_uint_fast64_t right = 0;
        assert_int_equal(table_file_read(&file, &parallel, take, &right), PES_ERR_OK);
        assert_int_equal(right, COUNT);
        static unsigned char block[TABLE_FILE_BLOCK * PLANES];
        uint64_t count;
        assert_true(table_file_unpack(&file, 2, block, &count));
        assert_int_equal(count, 1000);
        assert_int_equal(block[1000 + 5], byte_of(2 * TABLE_FILE_BLOCK + 5, 1));
        table_file_close(&file);
    }
    assert_int_equal(testing_files(folder, "", false), 1); /* no temporary file is left */
    testing_remove(folder);
}

static void test_other_heads(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX], path[2 * TESTING_PATH_MAX];
    const struct parallel parallel = {.jobs = 1};
    struct table_file file;
    struct pes_note note = {0};
    testing_folder(folder);
    snprintf(path, sizeof path, "%s/toy", folder);
    assert_int_equal(table_file_open(path, &head, &file, &note), PES_ERR_UNKNOWN);
    assert_int_equal(table_file_write(path, &head, &parallel, fill, NULL, NULL), PES_ERR_OK);
    struct table_file_head wanted[4] = {head, head, head, head};
    wanted[0].kind = TABLE_FILE_CHECKPOINT;
    wanted[1].count--;
    wanted[2].planes = 1;
    snprintf(wanted[3].name, sizeof wanted[3].name, "toy size=4");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(table_file_open(path, &wanted[i], &file, &note), PES_ERR_IO);
        assert_non_null(strstr(note.why[PES_LANG_EN], "another game"));
    }
    assert_int_equal(file_write(path, "a text\n", 7, NULL), PES_ERR_OK);
    assert_int_equal(table_file_open(path, &head, &file, &note), PES_ERR_IO);
    assert_non_null(strstr(note.why[PES_LANG_EN], "is no table"));
    testing_remove(folder);
}

static void test_stop(void **state) {
    (void)state;
    char folder[TESTING_PATH_MAX], path[2 * TESTING_PATH_MAX];
    static const atomic_bool stop = true;
    const struct parallel parallel = {.jobs = 2, .stop = &stop};
    testing_folder(folder);
    snprintf(path, sizeof path, "%s/toy", folder);
    assert_int_equal(table_file_write(path, &head, &parallel, fill, NULL, NULL), PES_ERR_STOPPED);
    assert_int_equal(testing_files(folder, "", false), 0);
    testing_remove(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_other_heads),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
