/* Questions about positions while every allocation fails in turn: each is answered or refused,
 * nothing leaks, and an answer is whole. */
#include "core/mem_torture.h"
#include "rooms/study_testing.h"

static const struct {
    const char *path, *body;
} questions[] = {
    {"", "{\"game\":\"proximity\",\"variant\":\"columns=4,rows=4\",\"moves\":\"#4 a1 #7 b1 #2\","
         "\"nodes\":true}"},
    {"", "{\"game\":\"proximity\",\"variant\":\"columns=4,rows=4\",\"moves\":\"#4 a1 #7\","
         "\"play\":\"b1\"}"},
    {"", "{\"game\":\"boats\",\"position\":\"4432132344 0 11 r -\",\"try\":\"R\"}"},
    {"", "{\"game\":\"gomoku\",\"moves\":\"h8\",\"why\":[112]}"},
    {"", "{\"game\":\"gomoku\",\"moves\":\"h8 h8\"}"},
    {"/edit", "{\"game\":\"gomoku\",\"moves\":\"h8\",\"paint\":[[1,3,1],[1,4,1]]}"},
    {"/edit", "{\"game\":\"crush\",\"variant\":\"columns=6,rows=6\",\"paint\":[[7,3,0]]}"},
    {"/explain", "{\"game\":\"boats\",\"position\":\"4432132344 0 11 r -\"}"},
    {"/read",
     "{\"text\":\"[Format \\\"1\\\"]\\n[Game \\\"proximity\\\"]\\n[Variant \\\"columns=4,"
     "rows=4\\\"]\\n[First \\\"a\\\"]\\n\\n#4 1. a1 {hi} #7 (#9 {other}) (1. b1 #3 {!}) 1... "
     "c1 #3 *\"}"},
    {"/read", "{\"text\":\"h8 i9 (h9 {why} i8)\",\"game\":\"gomoku\"}"},
    {"/read", "{\"text\":\"4432132344 0 11 r -\",\"game\":\"boats\"}"},
    {"/write",
     "{\"game\":\"proximity\",\"variant\":\"columns=4,rows=4\",\"tags\":{\"First\":\"a\"},"
     "\"nodes\":"
     "[{\"parent\":-1,\"moves\":[\"#4\"],\"comment\":\"x\"},{\"parent\":0,\"moves\":[\"a1\",\"#7\"]"
     ",\"comment\":\"hi\"},{\"parent\":0,\"moves\":[\"a1\",\"#9\"],\"comment\":\"other\"}]}"},
};

/* The answer as text, or "" if there was none. */
static void answer(size_t i, struct str *out) {
    struct refusal why;
    str_init(out);
    const enum request_code code =
        study_answer(study_find(questions[i].path), &alone, questions[i].body,
                     strlen(questions[i].body), out, &why);
    if (code != REQUEST_OK) {
        assert_int_equal(why.code, code);
        assert_true(why.why[PES_LANG_EN][0] != '\0');
        str_release(out);
    }
}

static void test_memory_runs_out(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct str whole;
        mem_torture_fail_at(0);
        answer(i, &whole);
        const int64_t live = mem_torture_live();
        int64_t n = 1;
        for (;; n++) {
            struct str out;
            mem_torture_fail_at(n);
            answer(i, &out);
            const bool failed = mem_torture_failed();
            /* jansson 2.14 shortens a string for which it had no memory: the question is another.
             */
            if (!failed)
                assert_string_equal(out.text, whole.text);
            str_release(&out);
            assert_int_equal(mem_torture_live(), live);
            if (!failed)
                break;
        }
        assert_true(n > 10);
        mem_torture_fail_at(0);
        str_release(&whole);
    }
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory_runs_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
