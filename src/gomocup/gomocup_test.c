/* Managers' lines as they come, well formed and not. */
#include "gomocup/gomocup.h"

#include "pessoi/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct gomocup_command parse(const char *line) {
    return gomocup_parse(line, strlen(line));
}

static void test_verbs(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum gomocup_verb verb;
        bool bad;
    } cases[] = {
        {"", GOMOCUP_BLANK, false},
        {" \t\r\n", GOMOCUP_BLANK, false},
        {"START 20", GOMOCUP_START, false},
        {"START", GOMOCUP_START, true},
        {"START twenty", GOMOCUP_START, true},
        {"START 20 20", GOMOCUP_START, true},
        {"START20", GOMOCUP_UNKNOWN, false},
        {"RECTSTART 30,20", GOMOCUP_RECTSTART, false},
        {"RECTSTART", GOMOCUP_RECTSTART, false},
        {"RESTART", GOMOCUP_RESTART, false},
        {"BEGIN\r\n", GOMOCUP_BEGIN, false},
        {"  begin  ", GOMOCUP_BEGIN, false},
        {"BEGIN now", GOMOCUP_UNKNOWN, false},
        {"TURN 0,0", GOMOCUP_TURN, false},
        {"TURN 0", GOMOCUP_TURN, true},
        {"TURN 0;0", GOMOCUP_TURN, true},
        {"TURN 0,0,1", GOMOCUP_TURN, true},
        {"TURN a,b", GOMOCUP_TURN, true},
        {"TURN", GOMOCUP_TURN, true},
        {"TAKEBACK 9,9", GOMOCUP_TAKEBACK, false},
        {"BOARD", GOMOCUP_BOARD, false},
        {"Swap2Board", GOMOCUP_SWAP2BOARD, false},
        {"DONE\r", GOMOCUP_DONE, false},
        {"10,10,1", GOMOCUP_POINT, false},
        {"10,10", GOMOCUP_POINT, false},
        {"10,10,0", GOMOCUP_POINT, true},
        {"10,10,4", GOMOCUP_POINT, true},
        {"10,10,", GOMOCUP_POINT, true},
        {"10,,1", GOMOCUP_POINT, true},
        {"10", GOMOCUP_POINT, true},
        {"-", GOMOCUP_POINT, true},
        {"INFO", GOMOCUP_INFO, false},
        {"INFO rule", GOMOCUP_INFO, true},
        {"INFO rule standard", GOMOCUP_INFO, true},
        {"INFO nobody knows this", GOMOCUP_INFO, false},
        {"ABOUT", GOMOCUP_ABOUT, false},
        {"END", GOMOCUP_END, false},
        {"END of the story", GOMOCUP_UNKNOWN, false},
        {"ENDE", GOMOCUP_UNKNOWN, false},
        {"EN", GOMOCUP_UNKNOWN, false},
        {"YXSHOWINFO", GOMOCUP_YXSHOWINFO, false},
        {"yxboard", GOMOCUP_YXBOARD, false},
        {"YXNBEST 3", GOMOCUP_YXNBEST, false},
        {"YXNBEST", GOMOCUP_YXNBEST, true},
        {"YXNBEST 0", GOMOCUP_YXNBEST, true},
        {"YXSTOP", GOMOCUP_YXSTOP, false},
        {"STOP", GOMOCUP_YXSTOP, false},
        {"STOP it", GOMOCUP_UNKNOWN, false},
        {"yxshowforbid", GOMOCUP_YXSHOWFORBID, false},
        {"YXHASHCLEAR", GOMOCUP_YXHASHCLEAR, false},
        {"YXBALANCEONE 0", GOMOCUP_UNKNOWN, false},
        {"\xce\xb1", GOMOCUP_UNKNOWN, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct gomocup_command command = parse(cases[i].line);
        if (command.verb != cases[i].verb || command.bad != cases[i].bad)
            fail_msg("'%s' is read as %d, %s", cases[i].line, (int)command.verb,
                     command.bad ? "bad" : "good");
    }
}

static void test_points(void **state) {
    (void)state;
    struct gomocup_command command = parse("TURN 3,14");
    assert_int_equal(command.point.x, 3);
    assert_int_equal(command.point.y, 14);
    command = parse("turn\t 19 , 0 \r");
    assert_false(command.bad);
    assert_int_equal(command.point.x, 19);
    assert_int_equal(command.point.y, 0);
    command = parse("-1,+2,3");
    assert_false(command.bad);
    assert_int_equal(command.point.x, -1);
    assert_int_equal(command.point.y, 2);
    assert_int_equal(command.field, GOMOCUP_FIELD_CLOSED);
    command = parse("99999999999999999999,-99999999999999999999");
    assert_false(command.bad);
    assert_int_equal(command.point.x, GOMOCUP_NUMBER_MAX);
    assert_int_equal(command.point.y, -GOMOCUP_NUMBER_MAX);
    assert_int_equal(command.field, GOMOCUP_FIELD_NONE);
}

static void test_info(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum gomocup_key key;
        int64_t value;
    } cases[] = {
        {"INFO timeout_turn 0", GOMOCUP_KEY_TIMEOUT_TURN, 0},
        {"info TIMEOUT_TURN 30000", GOMOCUP_KEY_TIMEOUT_TURN, 30000},
        {"INFO timeout_match 180000\r\n", GOMOCUP_KEY_TIMEOUT_MATCH, 180000},
        {"INFO time_left -17", GOMOCUP_KEY_TIME_LEFT, -17},
        {"INFO time_left 2147483647", GOMOCUP_KEY_TIME_LEFT, GOMOCUP_NUMBER_MAX},
        {"INFO max_memory 367001600", GOMOCUP_KEY_MAX_MEMORY, 367001600},
        {"INFO max_memory 9223372036854775807", GOMOCUP_KEY_MAX_MEMORY, INT64_MAX},
        {"INFO max_memory 9223372036854775808", GOMOCUP_KEY_MAX_MEMORY, INT64_MAX},
        {"INFO max_memory 99999999999999999999999", GOMOCUP_KEY_MAX_MEMORY, INT64_MAX},
        {"INFO rule 5", GOMOCUP_KEY_RULE, 5},
        {"INFO game_type 2", GOMOCUP_KEY_OTHER, 0},
        {"INFO folder C:\\My files\\brain", GOMOCUP_KEY_OTHER, 0},
        {"INFO evaluate 3,4", GOMOCUP_KEY_OTHER, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct gomocup_command command = parse(cases[i].line);
        if (command.verb != GOMOCUP_INFO || command.bad || command.key != cases[i].key ||
            command.value != cases[i].value)
            fail_msg("'%s' is read as key %d, value %lld", cases[i].line, (int)command.key,
                     (long long)command.value);
    }
}

/* Every size a board has and every point on it, written and read. */
static void test_round_trip(void **state) {
    (void)state;
    for (int32_t x = 0; x < 20; x++) {
        for (int32_t y = 0; y < 20; y++) {
            char text[GOMOCUP_LINE_MAX];
            const struct gomocup_command command =
                parse(gomocup_format_points(&(struct gomocup_point){x, y}, 1, text));
            assert_int_equal(command.verb, GOMOCUP_POINT);
            assert_false(command.bad);
            assert_int_equal(command.point.x, x);
            assert_int_equal(command.point.y, y);
        }
    }
}

static void test_answers(void **state) {
    (void)state;
    char out[GOMOCUP_LINE_MAX];
    const struct gomocup_point points[] = {{7, 7}, {8, 7}, {9, 19}};
    assert_string_equal(gomocup_format_points(points, 3, out), "7,7 8,7 9,19");
    assert_string_equal(gomocup_format_points(points, 0, out), "");
    assert_string_equal(gomocup_format_text("ERROR", "two\r\nlines\x7f", out), "ERROR two  lines ");
    assert_string_equal(gomocup_format_about("P", "1.0", "me", "GR", out),
                        "name=\"P\", version=\"1.0\", author=\"me\", country=\"GR\"");
    char longer[3 * GOMOCUP_LINE_MAX];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    gomocup_format_text("MESSAGE", longer, out);
    assert_int_equal(strlen(out), GOMOCUP_LINE_MAX - 1);
}

static void test_replies(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum gomocup_kind kind;
        int count;
    } cases[] = {
        {"", GOMOCUP_SAYS_NOTHING, 0},
        {" \r\n", GOMOCUP_SAYS_NOTHING, 0},
        {"7,7", GOMOCUP_SAYS_POINTS, 1},
        {" 7 , 7 \r", GOMOCUP_SAYS_POINTS, 1},
        {"-1,99", GOMOCUP_SAYS_POINTS, 1},
        {"7,7 8,7", GOMOCUP_SAYS_POINTS, 2},
        {"7,7 8,7 9,9", GOMOCUP_SAYS_POINTS, 3},
        {"7,7 8,7 9,9 1,1", GOMOCUP_SAYS_OTHER, 0},
        {"7,7,1", GOMOCUP_SAYS_OTHER, 0},
        {"7,7 and more", GOMOCUP_SAYS_OTHER, 0},
        {"7", GOMOCUP_SAYS_OTHER, 0},
        {"OK", GOMOCUP_SAYS_OK, 0},
        {"ok - everything is fine\r\n", GOMOCUP_SAYS_OK, 0},
        {"OKAY", GOMOCUP_SAYS_OTHER, 0},
        {"swap", GOMOCUP_SAYS_SWAP, 0},
        {"UNKNOWN command", GOMOCUP_SAYS_UNKNOWN, 0},
        {"ERROR 7,7", GOMOCUP_SAYS_ERROR, 0},
        {"MESSAGE 7,7", GOMOCUP_SAYS_MESSAGE, 0},
        {"Debug", GOMOCUP_SAYS_MESSAGE, 0},
        {"SUGGEST 7,7", GOMOCUP_SAYS_MESSAGE, 0},
        {"name=\"Twig\"", GOMOCUP_SAYS_OTHER, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct gomocup_reply reply = gomocup_read(cases[i].line, strlen(cases[i].line));
        assert_int_equal(reply.kind, cases[i].kind);
        assert_int_equal(reply.count, cases[i].count);
    }
    const struct gomocup_reply reply = gomocup_read("7,8 9,10", 8);
    assert_int_equal(reply.points[0].y, 8);
    assert_int_equal(reply.points[1].x, 9);
}

/* Random bytes, often from the letters of commands: members stay within their promises, and
 * nothing is read beyond the length. */
static void test_noise(void **state) {
    (void)state;
    static const char letters[] = "STARURNBOEDINF 0123456789,-+ \r\n";
    struct pes_rng rng;
    pes_rng_init(&rng, 20);
    for (int i = 0; i < 200000; i++) {
        char line[24];
        const size_t length = pes_rng_below(&rng, sizeof line);
        for (size_t j = 0; j < length; j++) {
            line[j] = letters[pes_rng_below(&rng, sizeof letters - 1)];
            if (pes_rng_below(&rng, 16) == 0)
                line[j] = (char)pes_rng_below(&rng, 256);
        }
        const struct gomocup_command command = gomocup_parse(line, length);
        assert_in_range(command.verb, GOMOCUP_BLANK, GOMOCUP_END);
        assert_in_range(command.field, GOMOCUP_FIELD_NONE, GOMOCUP_FIELD_CLOSED);
        if (command.bad) {
            assert_int_equal(command.size, 0);
            assert_int_equal(command.point.x, 0);
            assert_int_equal(command.value, 0);
        }
        const struct gomocup_reply reply = gomocup_read(line, length);
        assert_in_range(reply.count, 0, GOMOCUP_POINTS_MAX);
        assert_true((reply.count > 0) == (reply.kind == GOMOCUP_SAYS_POINTS));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verbs),   cmocka_unit_test(test_points),
        cmocka_unit_test(test_info),    cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_answers), cmocka_unit_test(test_replies),
        cmocka_unit_test(test_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
