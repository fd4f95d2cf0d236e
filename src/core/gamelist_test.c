#include "core/gamelist.h"

#include "core/str.h"
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct pes_game *game;
static struct pes_history *history;

static int setup(void **state) {
    (void)state;
    return pes_game_open(&toy_dice_kit, "length=5", &game, NULL) || pes_history_new(game, &history);
}

static int teardown(void **state) {
    (void)state;
    pes_history_free(history);
    pes_game_close(game);
    return 0;
}

static void lists_are_played(void **state) {
    (void)state;
    struct gamelist_totals totals;
    const char *text = "# two games\r\n"
                       "#\n"
                       "1-0 goal #15 +5\r\n"
                       "\n"
                       "  \t\r\n"
                       "0-1\tgoal  #12 +1 #55 +5 \n"
                       "# the next one was given up, the one after never began\n"
                       "1-0 resigned #12 +1\n"
                       "* open";
    assert_int_equal(gamelist_replay(text, strlen(text), history, &totals, NULL), PES_ERR_OK);
    assert_int_equal(totals.games, 4);
    assert_int_equal(totals.plies, 4);
    assert_int_equal(gamelist_replay("", 0, history, &totals, NULL), PES_ERR_OK);
    assert_int_equal(totals.games, 0);
}

static void mistakes_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum pes_err err;
        int line, pos;
        const char *why; /* part of the sentence */
    } cases[] = {
        {"# x\n1-0 goal #15 +5\n1-0 goal #15 +4\n", PES_ERR_ILLEGAL, 3, 14, "game 2, ply 1"},
        {"1-0 goal #12 +1 #15 +5 #1", PES_ERR_ILLEGAL, 1, 24, "'#1'"},
        {"0-1 goal #15 +5", PES_ERR_ILLEGAL, 1, 1, "1-0"},
        {"\n* goal #15 +5", PES_ERR_ILLEGAL, 2, 1, "says *"},
        {"2-0 goal #15 +5", PES_ERR_SYNTAX, 1, 1, "'2-0'"},
        {"1-0", PES_ERR_SYNTAX, 1, 4, "how the game ended"},
        {"1-0 #15 +5", PES_ERR_SYNTAX, 1, 5, "'#15'"},
        {"1-0 goal #15 +5 \xff\xfe", PES_ERR_ILLEGAL, 1, 17, "'?\?'"},
        {"\x7f"
         "ELF\x02\x01\n",
         PES_ERR_SYNTAX, 1, 1, "'?ELF?\?'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct gamelist_totals totals;
        struct pes_note note = {0};
        const char *text = cases[i].text;
        assert_int_equal(gamelist_replay(text, strlen(text), history, &totals, &note),
                         cases[i].err);
        assert_int_equal(note.line, cases[i].line);
        assert_int_equal(note.pos, cases[i].pos);
        if (!strstr(note.why[PES_LANG_EN], cases[i].why))
            fail_msg("'%s' lacks '%s'", note.why[PES_LANG_EN], cases[i].why);
        assert_int_equal(gamelist_replay(text, strlen(text), history, &totals, NULL), cases[i].err);
    }
}

/* Ten million bytes of one word and of NULs, and a quarter of that of legal moves: an answer at
 * once, never a crash. */
static void huge_lines(void **state) {
    (void)state;
    enum { SIZE = 10000000 };
    struct str text;
    struct gamelist_totals totals;
    struct pes_note note = {0};
    str_init(&text);
    str_add(&text, "1-0 goal ");
    while (text.length < SIZE)
        str_add(&text, "x");
    assert_int_equal(str_err(&text), PES_ERR_OK);
    assert_int_equal(gamelist_replay(text.text, text.length, history, &totals, &note),
                     PES_ERR_LIMIT);
    assert_true(strlen(note.why[PES_LANG_EN]) < 128);
    memset(text.text, '\0', text.length);
    assert_int_equal(gamelist_replay(text.text, text.length, history, &totals, &note),
                     PES_ERR_SYNTAX);
    assert_true(strlen(note.why[PES_LANG_EN]) < 128);

    static const char round[] = "#12 +1 #12 +1 #12 -1 #12 -1 ";
    str_clear(&text);
    str_add(&text, "* going ");
    int64_t plies = 0;
    for (; text.length < SIZE / 4; plies += 4)
        str_add(&text, round);
    assert_int_equal(str_err(&text), PES_ERR_OK);
    assert_int_equal(gamelist_replay(text.text, text.length, history, &totals, &note), PES_ERR_OK);
    assert_int_equal(totals.plies, plies);
    str_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_played),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(huge_lines),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
