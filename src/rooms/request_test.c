/* Requests: what is accepted, and every reason for a refusal. */
#include "rooms/room_testing.h"

#include "core/json_write.h"

#define ID "AAAAAAAAAAAAAAAA"
#define KEY "KKKKKKKKKKKKKKKKKKKKKKKK"

static enum request_code read_text(const char *json, struct request *out, struct refusal *why) {
    return request_read(json, strlen(json), out, why);
}

static void test_messages(void **state) {
    (void)state;
    struct request r;
    struct refusal why;
    assert_int_equal(read_text("{\"do\":\"follow\",\"id\":\"" ID "\",\"keys\":[null,\"" KEY
                               "\"],\"from\":17,\"seq\":3,\"unheard\":[{}]}",
                               &r, &why),
                     REQUEST_OK);
    assert_int_equal(r.action, REQUEST_FOLLOW);
    assert_string_equal(r.id, ID);
    assert_null(r.keys[0]);
    assert_string_equal(r.keys[1], KEY);
    assert_int_equal(r.from, 17);
    assert_int_equal(r.seq, 3);
    request_release(&r);
    assert_int_equal(
        read_text("{\"do\":\"move\",\"id\":\"" ID "\",\"ply\":4,\"move\":\"h8\"}", &r, &why),
        REQUEST_OK);
    assert_int_equal(r.action, REQUEST_MOVE);
    assert_int_equal(r.ply, 4);
    assert_int_equal(r.seq, -1);
    assert_int_equal(r.from, -1);
    assert_string_equal(r.move, "h8");
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"pace\",\"id\":\"" ID "\",\"ms\":-1}", &r, &why),
                     REQUEST_OK);
    assert_int_equal(r.pace_ms, -1);
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"offer\",\"id\":\"" ID "\",\"what\":\"undo\"}", &r, &why),
                     REQUEST_OK);
    assert_int_equal(r.offer, REQUEST_TAKE_BACK);
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"judge\",\"id\":\"" ID "\"}", &r, &why), REQUEST_OK);
    assert_int_equal(r.ply, -1);
    request_release(&r);
    assert_int_equal(
        read_text("{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":2,\"cells\":[7,0,32767]}", &r, &why),
        REQUEST_OK);
    assert_int_equal(r.action, REQUEST_WHY);
    assert_int_equal(r.ply, 2);
    assert_int_equal(r.cell_count, 3);
    assert_int_equal(r.cells[0], 7);
    assert_int_equal(r.cells[2], 32767);
    request_release(&r);
    assert_int_equal(
        read_text("{\"do\":\"try\",\"id\":\"" ID "\",\"ply\":2,\"move\":\"h8\"}", &r, &why),
        REQUEST_OK);
    assert_int_equal(r.action, REQUEST_TRY);
    assert_string_equal(r.move, "h8");
    request_release(&r);
}

static void test_refused_messages(void **state) {
    (void)state;
    static const struct {
        const char *json;
        enum request_code code;
        const char *why;
    } cases[] = {
        {"", REQUEST_SYNTAX, "not JSON"},
        {"{", REQUEST_SYNTAX, "not JSON"},
        {"[]", REQUEST_SYNTAX, "must be a JSON object"},
        {"17", REQUEST_SYNTAX, "not JSON"},
        {"{\"do\":\"leave\",\"id\":\"" ID "\"} x", REQUEST_SYNTAX, "not JSON"},
        {"{\"do\":\"leave\",\"do\":\"leave\",\"id\":\"" ID "\"}", REQUEST_SYNTAX, "twice"},
        {"{\"a\":[[[[[[[[1]]]]]]]]}", REQUEST_SYNTAX, "nested more than 8"},
        {"{\"id\":\"" ID "\"}", REQUEST_SYNTAX, "'do' is missing"},
        {"{\"do\":7,\"id\":\"" ID "\"}", REQUEST_SYNTAX, "'do' must be text"},
        {"{\"do\":\"dance\",\"id\":\"" ID "\"}", REQUEST_UNKNOWN,
         "stop, why, try or hints, not 'dance'"},
        {"{\"do\":\"leave\"}", REQUEST_SYNTAX, "'id' is missing"},
        {"{\"do\":\"leave\",\"id\":\"short\"}", REQUEST_SYNTAX, "'id' must be 16 of"},
        {"{\"do\":\"leave\",\"id\":\"AAAAAAAAAAAAAAA/\"}", REQUEST_SYNTAX, "'id' must be 16 of"},
        {"{\"do\":\"leave\",\"id\":\"" ID "\",\"seq\":-1}", REQUEST_RANGE, "'seq' must be from 0"},
        {"{\"do\":\"leave\",\"id\":\"" ID "\",\"seq\":1.5}", REQUEST_SYNTAX, "must be an integer"},
        {"{\"do\":\"follow\",\"id\":\"" ID "\",\"keys\":7}", REQUEST_SYNTAX, "must be a list"},
        {"{\"do\":\"follow\",\"id\":\"" ID "\",\"keys\":[7]}", REQUEST_SYNTAX, "must be text"},
        {"{\"do\":\"follow\",\"id\":\"" ID "\",\"keys\":[\"k\"]}", REQUEST_SYNTAX, "24 of"},
        {"{\"do\":\"follow\",\"id\":\"" ID "\",\"keys\":[null,null,null]}", REQUEST_RANGE, "two"},
        {"{\"do\":\"follow\",\"id\":\"" ID "\",\"from\":-3}", REQUEST_RANGE, "'from' must be"},
        {"{\"do\":\"move\",\"id\":\"" ID "\",\"move\":\"h8\"}", REQUEST_SYNTAX, "'ply' is missing"},
        {"{\"do\":\"move\",\"id\":\"" ID "\",\"ply\":1}", REQUEST_SYNTAX, "'move' is missing"},
        {"{\"do\":\"move\",\"id\":\"" ID "\",\"ply\":1,\"move\":\"a\\u0000b\"}", REQUEST_SYNTAX,
         "not JSON"},
        {"{\"do\":\"move\",\"id\":\"" ID "\",\"ply\":1,\"move\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
         REQUEST_RANGE, "'move' may have at most 64"},
        {"{\"do\":\"hint\",\"id\":\"" ID "\",\"step\":4}", REQUEST_RANGE,
         "'step' must be from 0 to "
         "3"},
        {"{\"do\":\"hint\",\"id\":\"" ID "\"}", REQUEST_SYNTAX, "'step' is missing"},
        {"{\"do\":\"at\",\"id\":\"" ID "\"}", REQUEST_SYNTAX, "'ply' is missing"},
        {"{\"do\":\"try\",\"id\":\"" ID "\",\"ply\":1}", REQUEST_SYNTAX, "'move' is missing"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"cells\":[1]}", REQUEST_SYNTAX, "'ply' is missing"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1}", REQUEST_SYNTAX, "'cells' is missing"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":3}", REQUEST_SYNTAX, "a list"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":[]}", REQUEST_RANGE,
         "'cells' must have 1 to 8 cells"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":[1,2,3,4,5,6,7,8,9]}",
         REQUEST_RANGE, "'cells' must have 1 to 8 cells"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":[\"h8\"]}", REQUEST_SYNTAX,
         "'cells' must be an integer"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":[-1]}", REQUEST_RANGE,
         "'cells' must be from 0 to 32767"},
        {"{\"do\":\"why\",\"id\":\"" ID "\",\"ply\":1,\"cells\":[32768]}", REQUEST_RANGE,
         "'cells' must be from 0 to 32767"},
        {"{\"do\":\"pace\",\"id\":\"" ID "\",\"ms\":60001}", REQUEST_RANGE, "'ms' must be from -1"},
        {"{\"do\":\"offer\",\"id\":\"" ID "\",\"what\":\"tea\"}", REQUEST_UNKNOWN, "not 'tea'"},
        {"{\"do\":\"\xff\",\"id\":\"" ID "\"}", REQUEST_SYNTAX, "not JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct request r;
        struct refusal why = {.code = REQUEST_OK};
        assert_int_equal(read_text(cases[i].json, &r, &why), cases[i].code);
        assert_int_equal(why.code, cases[i].code);
        assert_said(why.why[PES_LANG_EN], cases[i].why);
        assert_true(why.why[PES_LANG_EL][0] != '\0');
        assert_string_not_equal(why.why[PES_LANG_EL], why.why[PES_LANG_EN]);
        assert_null(r.document);
        assert_int_equal(read_text(cases[i].json, &r, NULL), cases[i].code);
    }
}

static void test_number_survives(void **state) {
    (void)state;
    struct request r;
    struct refusal why;
    assert_int_equal(read_text("{\"do\":\"dance\",\"seq\":12}", &r, &why), REQUEST_UNKNOWN);
    assert_int_equal(r.seq, 12);
    struct str out;
    str_init(&out);
    refusal_format_message(&why, r.seq, NULL, &out);
    assert_memory_equal(out.text, "{\"is\":\"error\",\"re\":12,\"error\":{\"code\":\"unknown\",",
                        46);
    assert_non_null(
        strstr(out.text, ", stop, why, try or hints, not 'dance'\",\"el\":\"το «do» πρέπει"));
    assert_non_null(strstr(out.text, ", stop, why, try ή hints, όχι «dance»\"}}}"));
    str_release(&out);
}

static void test_too_large(void **state) {
    (void)state;
    struct request r;
    struct refusal why;
    struct str json;
    str_init(&json);
    str_add(&json, "{\"do\":\"leave\",\"id\":\"" ID "\"");
    while (json.length < REQUEST_BYTES_MAX - 1)
        str_add_char(&json, ' ');
    str_add_char(&json, '}');
    assert_int_equal(request_read(json.text, json.length, &r, &why), REQUEST_OK);
    request_release(&r);
    str_add_char(&json, ' ');
    assert_int_equal(request_read(json.text, json.length, &r, &why), REQUEST_LARGE);
    str_release(&json);
}

static void test_play(void **state) {
    (void)state;
    struct request_play p;
    struct refusal why;
    const char *json = "{\"game\":\"gomoku\",\"variant\":\"rule=renju\",\"seats\":[{\"who\":\"me\","
                       "\"name\":\"Άννα\"},{\"who\":\"agent\",\"agent\":\"level:n=4\"}],\"clock\":{"
                       "\"base_ms\":300000,\"increment_ms\":5000},\"pace_ms\":0,\"seed\":12345}";
    assert_int_equal(request_read_play(json, strlen(json), &p, &why), REQUEST_OK);
    assert_string_equal(p.game, "gomoku");
    assert_string_equal(p.variant, "rule=renju");
    assert_string_equal(p.position, "startpos");
    assert_string_equal(p.moves, "");
    assert_int_equal(p.seats[0].who, REQUEST_ME);
    assert_string_equal(p.seats[0].name, "Άννα");
    assert_int_equal(p.seats[1].who, REQUEST_AGENT);
    assert_string_equal(p.seats[1].agent, "level:n=4");
    assert_null(p.seats[1].name);
    assert_true(p.has_clock);
    assert_int_equal(p.base_ms, 300000);
    assert_int_equal(p.increment_ms, 5000);
    assert_int_equal(p.pace_ms, 0);
    assert_true(p.has_seed);
    assert_int_equal(p.seed, 12345);
    request_release_play(&p);
    json = "{\"game\":\"boats\",\"clock\":null,\"seats\":[{\"who\":\"person\"},{\"who\":\"me\","
           "\"name\":\"\"}]}";
    assert_int_equal(request_read_play(json, strlen(json), &p, &why), REQUEST_OK);
    assert_false(p.has_clock);
    assert_false(p.has_seed);
    assert_int_equal(p.pace_ms, 800);
    assert_null(p.seats[1].name);
    request_release_play(&p);
}

static void test_refused_play(void **state) {
    (void)state;
#define SEATS "\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]"
    static const struct {
        const char *json;
        enum request_code code;
        const char *why;
    } cases[] = {
        {"{" SEATS "}", REQUEST_SYNTAX, "'game' is missing"},
        {"{\"game\":\"boats\"}", REQUEST_SYNTAX, "'seats' is missing"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"me\"}]}", REQUEST_SYNTAX, "exactly two"},
        {"{\"game\":\"boats\",\"seats\":[1,2]}", REQUEST_SYNTAX, "'seats' must be an object"},
        {"{\"game\":\"boats\",\"seats\":[{},{}]}", REQUEST_SYNTAX, "'who' is missing"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"x\"},{}]}", REQUEST_UNKNOWN, "not 'x'"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"agent\"},{\"who\":\"me\"}]}", REQUEST_SYNTAX,
         "'agent' is missing"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"me\",\"name\":\"a\\nb\"},{\"who\":\"me\"}]}",
         REQUEST_RANGE, "control characters"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"me\",\"name\":\"a\\u202eb\"},{\"who\":\"me\"}]"
         "}",
         REQUEST_RANGE, "control characters"},
        {"{\"game\":\"boats\",\"seats\":[{\"who\":\"me\",\"name\":\"123456789012345678901234567890"
         "123\"},{\"who\":\"me\"}]}",
         REQUEST_RANGE, "'name' may have at most 32"},
        {"{\"game\":\"boats\"," SEATS ",\"clock\":7}", REQUEST_SYNTAX, "'clock' must be an object"},
        {"{\"game\":\"boats\"," SEATS ",\"clock\":{}}", REQUEST_SYNTAX, "'base_ms' is missing"},
        {"{\"game\":\"boats\"," SEATS ",\"clock\":{\"base_ms\":1}}", REQUEST_RANGE, "'base_ms'"},
        {"{\"game\":\"boats\"," SEATS ",\"seed\":-1}", REQUEST_RANGE, "'seed' must be"},
        {"{\"game\":\"boats\"," SEATS ",\"seed\":99999999999999999999}", REQUEST_SYNTAX, "JSON"},
        {"{\"game\":\"boats\"," SEATS ",\"pace_ms\":-2}", REQUEST_RANGE, "'pace_ms' must be"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct request_play p;
        struct refusal why = {.code = REQUEST_OK};
        assert_int_equal(request_read_play(cases[i].json, strlen(cases[i].json), &p, &why),
                         cases[i].code);
        assert_said(why.why[PES_LANG_EN], cases[i].why);
        assert_null(p.document);
    }
}

static void test_join(void **state) {
    (void)state;
    struct request_join j;
    struct refusal why;
    assert_int_equal(request_read_join("{\"name\":\"Bob\"}", 14, &j, &why), REQUEST_OK);
    assert_string_equal(j.name, "Bob");
    request_release_join(&j);
    assert_int_equal(request_read_join("{}", 2, &j, &why), REQUEST_OK);
    assert_null(j.name);
    request_release_join(&j);
    assert_int_equal(request_read_join("{\"name\":[]}", 11, &j, &why), REQUEST_SYNTAX);
}

static void test_codes(void **state) {
    (void)state;
    assert_string_equal(request_code_word(REQUEST_BUSY), "busy");
    assert_int_equal(request_code_status(REQUEST_BUSY), 429);
    for (int i = 0; i < REQUEST_CODE_COUNT; i++) {
        assert_non_null(request_code_word((enum request_code)i));
        assert_true(request_code_status((enum request_code)i) >= 200);
    }
    for (int i = 0; i < PES_ERR_COUNT; i++)
        assert_true(request_code_of((enum pes_err)i) < REQUEST_CODE_COUNT);
    assert_int_equal(request_code_of(PES_ERR_NOMEM), REQUEST_SERVER);
    struct refusal why;
    static const struct pes_text text = PES_TEXT("wait", "περίμενε");
    assert_int_equal(refuse(&why, REQUEST_BUSY, &text, PES_NO_ARGS), REQUEST_BUSY);
    why.wait_ms = 500;
    why.place = 3;
    struct str out;
    str_init(&out);
    refusal_format(&why, &out);
    assert_string_equal(out.text, "{\"error\":{\"code\":\"busy\",\"why\":{\"en\":\"wait\",\"el\":"
                                  "\"περίμενε\"},\"place\":3,\"wait_ms\":500}}");
    str_release(&out);
}

/* Questions of a study belong to no game. */
static void test_questions(void **state) {
    (void)state;
    struct request r;
    struct refusal why;
    assert_int_equal(read_text("{\"do\":\"lines\",\"seq\":4,\"game\":\"gomoku\",\"count\":3,"
                               "\"depth\":9,\"nodes\":5000,\"ms\":60000}",
                               &r, &why),
                     REQUEST_OK);
    assert_int_equal(r.action, REQUEST_LINES);
    assert_true(request_is_study(&r));
    assert_null(r.id);
    assert_null(r.agent);
    assert_int_equal(r.count, 3);
    assert_int_equal(r.depth, 9);
    assert_int_equal(r.nodes, 5000);
    assert_int_equal(r.ms, 60000);
    assert_int_equal(r.seq, 4);
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"lines\",\"game\":\"x\",\"agent\":\"oracle\"}", &r, &why),
                     REQUEST_OK);
    assert_string_equal(r.agent, "oracle");
    assert_int_equal(r.count, 1);
    assert_int_equal(r.ms, 0);
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"lines\",\"agent\":\"max\"}", &r, &why), REQUEST_OK);
    assert_null(r.agent);
    request_release(&r);
    assert_int_equal(
        read_text("{\"do\":\"review\",\"id\":\"" ID "\",\"ms\":100,\"from\":7}", &r, &why),
        REQUEST_OK);
    assert_int_equal(r.action, REQUEST_REVIEW);
    assert_int_equal(r.first_ply, 7);
    assert_null(r.id); /* it is part of the line, and read with it */
    request_release(&r);
    assert_int_equal(read_text("{\"do\":\"quiet\"}", &r, &why), REQUEST_OK);
    assert_int_equal(r.action, REQUEST_QUIET);
    request_release(&r);
    static const char *const refused[] = {
        "{\"do\":\"lines\",\"count\":0}",          "{\"do\":\"lines\",\"count\":6}",
        "{\"do\":\"lines\",\"ms\":60001}",         "{\"do\":\"lines\",\"ms\":0}",
        "{\"do\":\"lines\",\"depth\":65}",         "{\"do\":\"review\",\"nodes\":0}",
        "{\"do\":\"lines\",\"agent\":\"random\"}", "{\"do\":\"lines\",\"agent\":3}",
        "{\"do\":\"review\",\"ms\":\"1\"}",        "{\"do\":\"review\",\"from\":-1}",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_int_not_equal(read_text(refused[i], &r, &why), REQUEST_OK);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_refused_messages),
        cmocka_unit_test(test_number_survives),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_refused_play),
        cmocka_unit_test(test_join),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
