/* Tests of the lines of UGI, in both directions. */
#include "ugi/ugi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static struct ugi_command parse(const char *line) {
    return ugi_parse(line, strlen(line));
}

static struct ugi_reply read_line(const char *line) {
    return ugi_read(line, strlen(line));
}

static void test_verbs(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum ugi_verb verb;
        bool bad;
    } cases[] = {
        {"ugi", UGI_UGI, false},
        {"  ugi \r\n", UGI_UGI, false},
        {"isready", UGI_ISREADY, false},
        {"uginewgame", UGI_NEWGAME, false},
        {"stop now", UGI_STOP, false},
        {"quit", UGI_QUIT, false},
        {"go", UGI_GO, false},
        {"", UGI_UNKNOWN, false},
        {"UGI", UGI_UNKNOWN, false},
        {"ugiok", UGI_UNKNOWN, false},
        {"legal a1 a2", UGI_UNKNOWN, false},
        {"query", UGI_QUERY, true},
        {"query turn", UGI_QUERY, true},
        {"query p1turn", UGI_QUERY, false},
        {"position", UGI_POSITION, true},
        {"position fen", UGI_POSITION, true},
        {"position fen moves a1", UGI_POSITION, true},
        {"position startpos a1", UGI_POSITION, true},
        {"position moves a1", UGI_POSITION, true},
        {"setoption", UGI_SETOPTION, true},
        {"setoption name", UGI_SETOPTION, true},
        {"setoption name value x", UGI_SETOPTION, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct ugi_command command = parse(cases[i].line);
        assert_int_equal(command.verb, cases[i].verb);
        assert_int_equal(command.bad, cases[i].bad);
    }
    assert_int_equal(parse("query result").question, UGI_RESULT);
    assert_int_equal(parse("query gameover").question, UGI_GAMEOVER);
}

static void test_setoption(void **state) {
    (void)state;
    struct ugi_command command = parse("setoption name Clear  Hash");
    assert_true(words_are(command.name, "Clear  Hash"));
    assert_int_equal(command.value.length, 0);
    command = parse("setoption name variant value start=s2, rule=ko \r");
    assert_true(words_are(command.name, "variant") &&
                words_are(command.value, "start=s2, rule=ko"));
    command = parse("setoption name variant value <empty>");
    assert_int_equal(command.value.length, 0);
    assert_false(command.bad);
}

static void test_position(void **state) {
    (void)state;
    struct ugi_command command = parse("position startpos");
    assert_int_equal(command.fen.length + command.moves.length, 0);
    command = parse("position startpos moves  a1 #7\ta2 ");
    assert_int_equal(command.fen.length, 0);
    assert_true(words_are(command.moves, "a1 #7\ta2"));
    command = parse("position fen 4432132344 0 11 r - moves R L");
    assert_true(words_are(command.fen, "4432132344 0 11 r -"));
    assert_true(words_are(command.moves, "R L"));
    command = parse("position fen 4432132344 0 11 r - moves");
    assert_true(words_are(command.fen, "4432132344 0 11 r -"));
    assert_int_equal(command.moves.length, 0);
}

static void test_go(void **state) {
    (void)state;
    struct ugi_command command = parse("go p1time 60000 p2time 59000 p1inc 100 p2inc 200");
    assert_int_equal(command.limits.clock_ms[0], 60000);
    assert_int_equal(command.limits.clock_ms[1], 59000);
    assert_int_equal(command.limits.increment_ms[0], 100);
    assert_int_equal(command.limits.increment_ms[1], 200);
    command = parse("go ponder movetime 250 foo 3 nodes 5000 depth 7 bar");
    assert_int_equal(command.limits.movetime_ms, 250);
    assert_int_equal(command.limits.nodes, 5000);
    assert_int_equal(command.limits.depth, 7);
    assert_false(command.infinite);
    assert_true(parse("go infinite").infinite);
    /* Out of time, or none at all: as little as possible, not "no limit". */
    command = parse("go p1time -5 p2time 0 p1inc -1 movetime 0");
    assert_int_equal(command.limits.clock_ms[0], 1);
    assert_int_equal(command.limits.clock_ms[1], 1);
    assert_int_equal(command.limits.increment_ms[0], 0);
    assert_int_equal(command.limits.movetime_ms, 1);
    command = parse("go movetime 99999999999999999999 depth 99999999999");
    assert_int_equal(command.limits.movetime_ms, PES_MOVETIME_MAX_MS);
    assert_int_equal(command.limits.depth, INT32_MAX);
    command = parse("go movetime depth 3");
    assert_int_equal(command.limits.movetime_ms, 0);
    assert_int_equal(command.limits.depth, 3);
}

/* What the driver writes, the engine reads. */
static void test_go_back(void **state) {
    (void)state;
    const struct pes_limits cases[] = {
        {.movetime_ms = 100},
        {.nodes = UINT64_C(123456789012), .depth = 9},
        {.clock_ms = {1000, 2000}, .increment_ms = {0, 50}, .movetime_ms = 7},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct str line;
        str_init(&line);
        ugi_put_go(&line, &cases[i]);
        assert_int_equal(line.text[line.length - 1], '\n');
        const struct ugi_command command = ugi_parse(line.text, line.length);
        assert_memory_equal(&command.limits, &cases[i], sizeof cases[i]);
        str_release(&line);
    }
}

static void test_replies(void **state) {
    (void)state;
    assert_int_equal(read_line("ugiok").kind, UGI_OK);
    assert_int_equal(read_line("readyok \r").kind, UGI_READY);
    struct ugi_reply reply = read_line("id name My Bot 1.0");
    assert_true(reply.kind == UGI_ID_NAME && words_are(reply.text, "My Bot 1.0"));
    reply = read_line("id author Ada");
    assert_true(reply.kind == UGI_ID_AUTHOR && words_are(reply.text, "Ada"));
    reply = read_line("option name Clear Hash type button");
    assert_true(reply.kind == UGI_OPTION && words_are(reply.text, "Clear Hash"));
    reply = read_line("bestmove h8");
    assert_true(reply.kind == UGI_BESTMOVE && words_are(reply.text, "h8"));
    reply = read_line("bestmove +10 ponder L");
    assert_true(reply.kind == UGI_BESTMOVE && words_are(reply.text, "+10"));
    reply = read_line("bestmove");
    assert_true(reply.kind == UGI_BESTMOVE && reply.text.length == 0);
    static const char *const others[] = {"",         "bestmov h8",  "id",   "id version 3",
                                         "option x", "BESTMOVE a1", "hello"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(read_line(others[i]).kind, UGI_OTHER);
}

static void test_info(void **state) {
    (void)state;
    struct ugi_reply reply = read_line(
        "info depth 4 seldepth 6 score cp -107 time 3 nodes 473 hashfull 0 pv f1 b1 g2 depth 9");
    assert_int_equal(reply.kind, UGI_INFO);
    assert_int_equal(reply.info.depth, 4);
    assert_int_equal(reply.info.nodes, 473);
    assert_true(reply.info.has_score && !reply.info.has_mate);
    assert_int_equal(reply.info.centis, -107);
    assert_true(words_are(reply.info.line, "f1 b1 g2 depth 9"));
    reply = read_line("info score mate -3 string depth 7");
    assert_true(reply.info.has_mate && !reply.info.has_score);
    assert_int_equal(reply.info.mate, -3);
    assert_int_equal(reply.info.depth, 0);
    reply = read_line("info score cp nodes 5 depth x nodes -4");
    assert_false(reply.info.has_score);
    assert_int_equal(reply.info.depth, 0);
    assert_int_equal(reply.info.nodes, 0);
}

static void test_info_back(void **state) {
    (void)state;
    const struct ugi_info info = {.depth = 3, .nodes = 99, .has_score = true, .centis = -250};
    struct str line;
    str_init(&line);
    ugi_put_info(&line, &info, 12, "a1 b2");
    assert_string_equal(line.text, "info depth 3 score cp -250 time 12 nodes 99 pv a1 b2");
    const struct ugi_reply reply = ugi_read(line.text, line.length);
    assert_int_equal(reply.info.centis, -250);
    str_clear(&line);
    ugi_put_info(&line, &(struct ugi_info){.has_mate = true, .mate = 5}, 0, "");
    assert_string_equal(line.text, "info score mate 5 time 0");
    str_release(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verbs),    cmocka_unit_test(test_setoption),
        cmocka_unit_test(test_position), cmocka_unit_test(test_go),
        cmocka_unit_test(test_go_back),  cmocka_unit_test(test_replies),
        cmocka_unit_test(test_info),     cmocka_unit_test(test_info_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
