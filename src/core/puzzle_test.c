/* The file of puzzles: what is read, what is refused and on which line, and the check of a puzzle
 * by playing it. */
#include "core/puzzle.h"
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define HEAD "puzzles 1\ngame dice\nhow --agent max --nodes 5\nsearched 7\n"
/* The second player has thrown 3 and 5 and stands on the first square: two moves. */
#define START "id 0123abcd\nposition 6 0 101111 1 0 35 2 0\n"
#define VALUES "kind best search\nchance 0.7 0.25\nscore 1.5\nfound 5 : 0 3 5\n"
#define TURN "turn +5 : \n"
#define WRONG "wrong 25% : +3\n"
#define PUZZLE START VALUES TURN WRONG

static enum pes_err parse(struct puzzle_set *set, const char *text, struct pes_note *note) {
    *note = (struct pes_note){0};
    return puzzle_set_parse(set, text, strlen(text), note);
}

static void reads_all_lines(void **state) {
    (void)state;
    struct puzzle_set set;
    struct pes_note note;
    assert_int_equal(parse(&set,
                           HEAD "\n# a comment\n" PUZZLE "\nid 89abcdef\nvariant sides=6\nposition "
                                "x y\nmoves #1 +2\nkind win tactics 5\nchance 1 0.4\nscore 3\n"
                                "turn a : b c\nwrong d : *\nturn e :\nalso f g\n\nalso h\n"
                                "# between\nwrong 40% i j : k l\nwrong : *\n",
                           &note),
                     PES_ERR_OK);
    assert_string_equal(set.head.game, "dice");
    assert_string_equal(set.head.how, "--agent max --nodes 5");
    assert_int_equal(set.head.searched, 7);
    assert_int_equal(set.count, 2);
    const struct puzzle *p = puzzle_find(&set, "0123abcd");
    assert_ptr_equal(p, &set.list[0]);
    assert_null(puzzle_find(&set, "0123abce"));
    assert_string_equal(p->variant, "");
    assert_string_equal(p->moves, "");
    assert_int_equal(p->kind, PUZZLE_BEST);
    assert_int_equal(p->proof, PUZZLE_BY_SEARCH);
    assert_true(p->chance > 0.699 && p->chance < 0.701 && p->next > 0.249 && p->next < 0.251);
    assert_int_equal(p->levels, 3);
    assert_int_equal(p->tries, 5);
    assert_false(puzzle_found(p, 1));
    assert_true(puzzle_found(p, 2));
    assert_true(puzzle_found(p, 3));
    assert_false(puzzle_found(p, 4));
    assert_int_equal(p->file_line, 7);
    p = puzzle_find(&set, "89abcdef");
    assert_string_equal(p->variant, "sides=6");
    assert_string_equal(p->moves, "#1 +2");
    assert_int_equal(p->kind, PUZZLE_WIN);
    assert_int_equal(p->proof, PUZZLE_BY_TACTICS);
    assert_int_equal(p->plies, 5);
    assert_int_equal(p->turn_count, 2);
    assert_string_equal(p->turns[0].reply, "b c");
    assert_string_equal(p->turns[1].reply, "");
    puzzle_set_release(&set);
}

/* Which moves are as good, and what follows the others; a move's own line precedes "*". */
static void finds_replies(void **state) {
    (void)state;
    struct puzzle_set set;
    struct pes_note note;
    struct puzzle_reply reply;
    assert_int_equal(parse(&set,
                           HEAD "id 89abcdef\nposition x\nkind win table 5\nchance 1 0\nscore 3\n"
                                "turn a : b\nwrong d : x y\nturn e :\nalso f g\n\nalso h\n# no\n"
                                "wrong : *\nwrong 40% i j : k l\nwrong 101% i : m\n",
                           &note),
                     PES_ERR_OK);
    const struct puzzle *p = &set.list[0];
    assert_true(puzzle_wrong(p, 0, "x", &reply) && reply.length == 1 && reply.moves[0] == 'd');
    assert_int_equal(reply.percent, -1);
    assert_false(puzzle_wrong(p, 0, "z", &reply));
    assert_false(puzzle_also(p, 0, "f")); /* of another turn */
    assert_true(puzzle_also(p, 1, "f") && puzzle_also(p, 1, "g") && puzzle_also(p, 1, "h"));
    assert_false(puzzle_also(p, 1, "k"));
    assert_true(puzzle_wrong(p, 1, "l", &reply));
    assert_int_equal(reply.percent, 40);
    assert_int_equal(reply.length, 3);
    assert_memory_equal(reply.moves, "i j", 3);
    assert_true(puzzle_wrong(p, 1, "z", &reply) && reply.length == 0 && reply.percent == -1);
    assert_true(puzzle_wrong(p, 1, "m", &reply) && reply.percent == -1); /* more than all */
    puzzle_set_release(&set);
}

static void refuses(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *word; /* of the sentence */
    } bad[] = {
        {"", 0, "puzzles"},
        {"puzzles 2\n", 1, "format"},
        {"puzzles 1\nhow x\n", 2, "game"},
        {"puzzles 1\ngame dice\nhow x\n", 3, "searched"},
        {"puzzles 1\ngame dice\nhow x\nsearched -1\n", 4, "searched"},
        {"puzzles 1\ngame dice\nhow x\nsearched 99999999999999999999\n", 4, "searched"},
        {HEAD "position x\n", 5, "position"},
        {HEAD "id 0123abc\n", 5, "id"},
        {HEAD "id 0123abcde\n", 5, "id"},
        {HEAD "id 0123ABCD\n", 5, "id"},
        {HEAD "id 0123abcd\nhint x\n", 6, "hint"},
        {HEAD PUZZLE "score 1\n", 13, "score"},
        {HEAD START "kind best\n", 7, "kind"},
        {HEAD START "kind win search\n", 7, "kind"},
        {HEAD START "kind win search 0\n", 7, "kind"},
        {HEAD START "kind best search 3\n", 7, "kind"},
        {HEAD START "kind best luck\n", 7, "kind"},
        {HEAD START "chance 0.5\n", 7, "chance"},
        {HEAD START "chance 1.001 0\n", 7, "chance"},
        {HEAD START "chance 0.5 -0.1\n", 7, "chance"},
        {HEAD START "chance nan 0\n", 7, "chance"},
        {HEAD START "chance 0.1234 0\n", 7, "chance"},
        {HEAD START "score 1e3\n", 7, "score"},
        {HEAD START "score 1000\n", 7, "score"},
        {HEAD START "found 5 0 1\n", 7, "found"},
        {HEAD START "found 0 : 0\n", 7, "found"},
        {HEAD START "found 100 : 0\n", 7, "found"},
        {HEAD START "found 5 : 6\n", 7, "found"},
        {HEAD START
         "found 5 : 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
         7, "found"},
        {HEAD START "turn +5\n", 7, "turn"},
        {HEAD START "turn : +5\n", 7, "turn"},
        {HEAD START "turn +5 +3 : \n", 7, "turn"},
        {HEAD START "also +5\n", 7, "also"},
        {HEAD START "turn +5 : \nwrong +3\n", 8, "wrong"},
        {HEAD START "turn +5 : \nalso \n", 8, "also"},
        {HEAD START VALUES, 10, "turn"},
        {HEAD START TURN "id 0123abce\n", 8, "kind"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct puzzle_set set;
        struct pes_note note;
        assert_int_equal(parse(&set, bad[i].text, &note), PES_ERR_SYNTAX);
        assert_null(set.list);
        assert_int_equal(set.count, 0);
        if (note.line != bad[i].line || strstr(note.why[PES_LANG_EN], bad[i].word) == NULL)
            fail_msg("case %zu: line %d: %s", i, (int)note.line, note.why[PES_LANG_EN]);
        assert_true(strlen(note.why[PES_LANG_EL]) > 0);
    }
}

static void has_limits(void **state) {
    (void)state;
    struct puzzle_set set;
    struct pes_note note;
    struct str text;
    str_init(&text);
    str_add(&text, HEAD START VALUES);
    for (int i = 0; i < PUZZLE_TURNS_MAX; i++)
        str_add(&text, TURN);
    assert_int_equal(parse(&set, text.text, &note), PES_ERR_OK);
    assert_int_equal(set.list[0].turn_count, PUZZLE_TURNS_MAX);
    puzzle_set_release(&set);
    str_add(&text, TURN);
    assert_int_equal(parse(&set, text.text, &note), PES_ERR_SYNTAX);
    assert_int_equal(note.line, 11 + PUZZLE_TURNS_MAX);
    str_clear(&text);
    str_add(&text, HEAD);
    for (int i = 0; i < PUZZLES_MAX; i++)
        str_add(&text, PUZZLE);
    assert_int_equal(parse(&set, text.text, &note), PES_ERR_OK);
    assert_int_equal(set.count, PUZZLES_MAX);
    puzzle_set_release(&set);
    str_add(&text, PUZZLE);
    assert_int_equal(parse(&set, text.text, &note), PES_ERR_SYNTAX);
    while (text.length <= PUZZLE_BYTES_MAX)
        str_add(&text, PUZZLE);
    assert_int_equal(str_err(&text), PES_ERR_OK);
    assert_int_equal(parse(&set, text.text, &note), PES_ERR_LIMIT);
    assert_int_equal(puzzle_set_parse(&set, HEAD "\xff", strlen(HEAD) + 1, &note), PES_ERR_SYNTAX);
    str_release(&text);
}

static void grades(void **state) {
    (void)state;
    struct puzzle p = {.levels = 0, .tries = 0};
    assert_int_equal(puzzle_grade(&p), 3); /* nothing is known */
    p = (struct puzzle){.levels = 2, .tries = 5};
    for (int found = 0, last = PUZZLE_GRADES; found <= 10; found++) {
        p.found[0] = (int8_t)(found < 5 ? found : 5);
        p.found[1] = (int8_t)(found < 5 ? 0 : found - 5);
        const int grade = puzzle_grade(&p);
        assert_true(grade >= 1 && grade <= last);
        assert_true(found > 0 || grade == PUZZLE_GRADES);
        last = grade;
    }
    assert_int_equal(puzzle_grade(&p), 1);
}

static enum pes_err check(const char *text, struct pes_note *note) {
    struct puzzle_set set;
    assert_int_equal(parse(&set, text, note), PES_ERR_OK);
    const enum pes_err err = puzzle_check(&toy_dice_kit, &set.list[0], note);
    puzzle_set_release(&set);
    return err;
}

static void checks(void **state) {
    (void)state;
    struct pes_note note;
    assert_int_equal(check(HEAD PUZZLE, &note), PES_ERR_OK);
    assert_int_equal(check(HEAD START VALUES "turn +5 : #12\nwrong #12 : *\n", &note), PES_ERR_OK);
    /* Any text may be a position, a move, a reply. */
    assert_int_not_equal(check(HEAD START VALUES "turn +4 : \nwrong : *\n", &note), PES_ERR_OK);
    assert_non_null(strstr(note.why[PES_LANG_EN], "+4"));
    assert_int_equal(note.line, 5);
    assert_int_equal(check(HEAD START VALUES "turn +5 : \nalso +3\n", &note), PES_ERR_UNFIT);
    assert_int_equal(check(HEAD START VALUES TURN, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "+3"));
    assert_int_not_equal(check(HEAD START VALUES TURN "wrong +6 : *\n", &note), PES_ERR_OK);
    assert_int_not_equal(check(HEAD START VALUES "turn +5 : -9\n" WRONG, &note), PES_ERR_OK);
    assert_int_not_equal(check(HEAD START VALUES TURN WRONG TURN WRONG, &note), PES_ERR_OK);
    assert_int_equal(
        check(HEAD "id 0123abcd\nposition 6 0 101111 1 0 - 2 0\n" VALUES TURN WRONG, &note),
        PES_ERR_UNFIT); /* a throw comes first */
    assert_int_not_equal(check(HEAD "id 0123abcd\nposition x\n" VALUES TURN WRONG, &note),
                         PES_ERR_OK);
    assert_int_not_equal(
        check(HEAD "id 0123abcd\nvariant x=1\nposition 6 0 101111 1 0 35 2 0\n" VALUES TURN WRONG,
              &note),
        PES_ERR_OK);
}

/* Opening plays the moves before the puzzle; advancing plays its turns. */
static void opens(void **state) {
    (void)state;
    struct puzzle_set set;
    struct pes_note note;
    struct pes_game *game;
    struct pes_history *h;
    assert_int_equal(parse(&set,
                           HEAD "id 0123abcd\nposition 6 0 101111 1 0 - 2 0\nmoves #35\n" VALUES
                                "turn +5 : #12\n" WRONG,
                           &note),
                     PES_ERR_OK);
    const struct puzzle *p = &set.list[0];
    assert_int_equal(puzzle_check(&toy_dice_kit, p, &note), PES_ERR_OK);
    assert_int_equal(puzzle_open(&toy_dice_kit, p, &game, &h, &note), PES_ERR_OK);
    assert_int_equal(pes_history_count(h), 2);
    assert_int_equal(pes_turn(game, pes_history_state(h)), 1);
    assert_int_equal(puzzle_advance(p, h, 0, &note), PES_ERR_OK);
    assert_int_equal(pes_history_count(h), 2);
    assert_int_equal(puzzle_advance(p, h, 1, &note), PES_ERR_OK);
    assert_int_equal(pes_history_count(h), 5);
    assert_int_equal(pes_turn(game, pes_history_state(h)), 0);
    pes_history_free(h);
    pes_game_close(game);
    puzzle_set_release(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_lines), cmocka_unit_test(finds_replies),
        cmocka_unit_test(refuses),         cmocka_unit_test(has_limits),
        cmocka_unit_test(grades),          cmocka_unit_test(checks),
        cmocka_unit_test(opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
