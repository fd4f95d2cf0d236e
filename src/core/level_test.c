#include "core/level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_title(int n, int count, const char *english, const char *greek) {
    const struct pes_text *title = pes_level_title(n, count);
    assert_string_equal(title->in[PES_LANG_EN], english);
    assert_string_equal(title->in[PES_LANG_EL], greek);
}

static void all_titles(void **unused) {
    (void)unused;
    assert_title(1, 8, "Beginner", "Αρχάριος");
    assert_title(2, 8, "Relaxed", "Χαλαρός");
    assert_title(3, 8, "Easy-going", "Άνετος");
    assert_title(4, 8, "Steady", "Σταθερός");
    assert_title(5, 8, "Careful", "Προσεκτικός");
    assert_title(6, 8, "Sharp", "Οξύς");
    assert_title(7, 8, "Strong", "Δυνατός");
    assert_title(8, 8, "Expert", "Ειδικός");
    assert_title(8, 12, "Expert", "Ειδικός");
    assert_title(9, 12, "Veteran", "Βετεράνος");
    assert_title(10, 12, "Champion", "Πρωταθλητής");
    assert_title(11, 12, "Master", "Μετρ");
    assert_title(12, 12, "Grandmaster", "Γκρανμέτρ");
}

/* Fewer levels use fewer titles, none of them twice; only five or more reach the last. */
static void fewer_titles(void **unused) {
    (void)unused;
    assert_title(1, 3, "Beginner", "Αρχάριος");
    assert_title(2, 3, "Easy-going", "Άνετος");
    assert_title(3, 3, "Sharp", "Οξύς");
    assert_title(2, 2, "Careful", "Προσεκτικός");
    assert_title(4, 4, "Strong", "Δυνατός");
    assert_title(5, 5, "Expert", "Ειδικός");
    assert_title(1, 1, "Steady", "Σταθερός");
    for (int count = 2; count <= PES_LEVELS_MAX; count++) {
        assert_ptr_equal(pes_level_title(1, count), pes_level_title(1, 2));
        if (count >= 5 && count <= 8)
            assert_ptr_equal(pes_level_title(count, count), pes_level_title(8, 8));
        for (int n = 2; n <= count; n++)
            assert_ptr_not_equal(pes_level_title(n, count), pes_level_title(n - 1, count));
    }
}

/* Every level's text names that level; nothing else names one. */
static void texts(void **unused) {
    (void)unused;
    const struct pes_levels levels = {.count = 5};
    const struct pes_kit kit = {.levels = &levels}, without = {.levels = NULL};
    char text[LEVEL_TEXT_MAX];
    assert_string_equal(level_format(3, text), "level:n=3");
    for (int n = 1; n <= PES_LEVELS_MAX; n++)
        assert_int_equal(level_parse(&kit, level_format(n, text)), n <= 5 ? n : 0);
    assert_int_equal(level_parse(&without, "level:n=1"), 0);
    const struct pes_levels many = {.count = PES_LEVELS_MAX};
    const struct pes_kit kit_of_many = {.levels = &many};
    for (int n = 1; n <= PES_LEVELS_MAX; n++)
        assert_int_equal(level_parse(&kit_of_many, level_format(n, text)), n);
    static const char *const others[] = {
        "",           "level",      "level:n=",  "level:n=0", "level:n=10",
        "level:n=1,", "level:n=01", "level:m=1", "max"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(level_parse(&kit, others[i]), 0);
}

static void usual_level(void **unused) {
    (void)unused;
    for (int count = 1; count <= PES_LEVELS_MAX; count++) {
        const struct pes_levels unsaid = {.count = count}, said = {.count = count, .usual = count};
        assert_int_equal(level_usual(&unsaid), count < 3 ? count : 3);
        assert_int_equal(level_usual(&said), count);
    }
    assert_int_equal(level_usual(&(struct pes_levels){.count = 8, .usual = 1}), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_titles), cmocka_unit_test(fewer_titles),
                                       cmocka_unit_test(texts), cmocka_unit_test(usual_level)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
