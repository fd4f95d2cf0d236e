/* Memory runs out at every allocation in turn: each failure is reported, nothing leaks, and what
 * was there before stays whole. */
#include "core/file.h"
#include "core/mem.h"
#include "core/mem_torture.h"
#include "core/str.h"
#include "pessoi/option.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Runs `work` with the n-th allocation failing, and then all from the n-th on, for n = 1, 2 ..
 * until it gets through. Returns how many allocations it took. */
static int64_t torture(enum pes_err (*work)(void)) {
    for (int64_t n = 1;; n++) {
        assert_true(n < 1000);
        mem_torture_fail_from(n);
        const enum pes_err from = work();
        assert_int_equal(mem_torture_live(), 0);
        assert_int_equal(from, mem_torture_failed() ? PES_ERR_NOMEM : PES_ERR_OK);
        mem_torture_fail_at(n);
        const enum pes_err at = work();
        const bool failed = mem_torture_failed();
        mem_torture_fail_at(0);
        assert_int_equal(mem_torture_live(), 0);
        assert_int_equal(at, failed ? PES_ERR_NOMEM : PES_ERR_OK);
        if (!failed)
            return n - 1;
    }
}

static void test_counting(void **state) {
    (void)state;
    mem_torture_fail_at(2);
    unsigned char *p = mem_alloc(100);
    assert_non_null(p);
    for (int i = 0; i < 100; i++)
        assert_int_equal(p[i], 0);
    assert_false(mem_torture_failed());
    assert_null(mem_alloc(1));
    assert_true(mem_torture_failed());
    p[99] = 7;
    unsigned char *grown = mem_grow(p, 200);
    assert_non_null(grown);
    assert_ptr_not_equal(p, grown);
    assert_int_equal(grown[99], 7);
    assert_int_equal(mem_torture_live(), 1);
    mem_torture_fail_from(1);
    assert_null(mem_grow(grown, 300));
    assert_null(mem_alloc(1));
    assert_int_equal(grown[99], 7);
    mem_free(NULL);
    mem_free(grown);
    assert_int_equal(mem_torture_live(), 0);
}

static enum pes_err write_much(void) {
    static const struct pes_text line = PES_TEXT("line {1}\n", "γραμμή {1}\n");
    char whole[4096];
    size_t length = 0;
    struct str s;
    str_init(&s);
    for (int i = 0; i < 100; i++) {
        str_add(&s, "a word, ");
        str_addf(&s, "%d", i);
        str_add_char(&s, ' ');
        str_say(&s, PES_LANG_EL, &line, PES_ARGS(PES_INT(i)));
        length +=
            (size_t)snprintf(whole + length, sizeof whole - length, "a word, %d γραμμή %d\n", i, i);
    }
    const enum pes_err err = str_err(&s);
    assert_int_equal(s.length == length, err == PES_ERR_OK);
    assert_int_equal(strlen(s.text), s.length);
    assert_memory_equal(s.text, whole, s.length); /* cut off at the end, no holes */
    str_clear(&s);
    assert_int_equal(str_err(&s), err); /* what was lost stays lost */
    str_release(&s);
    return err;
}

static void test_buffers(void **state) {
    (void)state;
    assert_true(torture(write_much) >= 6);
}

static enum pes_err read_options(void) {
    static const struct pes_option table[] = {
        {.key = "depth", .kind = PES_OPTION_INT, .def = "4", .min = 1, .max = 10},
        {.key = NULL},
    };
    struct pes_values values;
    enum pes_err err = pes_values_parse(table, "depth=3", &values, NULL);
    return err ? err : pes_values_set(&values, "depth", "5", NULL);
}

static void test_options_need_no_memory(void **state) {
    (void)state;
    assert_int_equal(torture(read_options), 0);
}

static int names_here(void) {
    DIR *folder = opendir(".");
    assert_non_null(folder);
    int count = -2;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static enum pes_err rewrite(void) {
    struct pes_note note = {0};
    const enum pes_err err = file_write("file", "whole", 5, &note);
    assert_int_equal(names_here(), 2); /* the file and the link: nothing temporary */
    if (err)
        assert_string_equal(note.why[PES_LANG_EN], "out of memory");
    return err;
}

static enum pes_err rewrite_by_link(void) {
    const enum pes_err err = file_write("link", "whole", 5, NULL);
    assert_int_equal(names_here(), 2);
    return err;
}

static enum pes_err read_back(void) {
    struct str s;
    str_init(&s);
    const enum pes_err err = file_read("file", 100, &s, NULL);
    assert_string_equal(s.text, err ? "" : "whole");
    str_release(&s);
    return err;
}

static enum pes_err make_folder(void) {
    return file_make_folder("link.d/e", NULL);
}

static void test_files(void **state) {
    (void)state;
    char name[] = "/tmp/pessoi-torture-XXXXXX";
    assert_non_null(mkdtemp(name));
    assert_int_equal(chdir(name), 0);
    assert_int_equal(symlink("file", "link"), 0);
    assert_int_equal(file_write("file", "whole", 5, NULL), PES_ERR_OK);
    assert_true(torture(rewrite) >= 2);
    assert_true(torture(rewrite_by_link) >= 2);
    assert_true(torture(read_back) >= 1);
    assert_true(torture(make_folder) >= 1);
    assert_int_equal(rmdir("link.d/e") | rmdir("link.d") | unlink("link") | unlink("file"), 0);
    assert_int_equal(chdir("/") | rmdir(name), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting),
        cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_options_need_no_memory),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
