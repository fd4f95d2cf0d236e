/* The table with two seats, without a terminal or a server. */
#include "dice.h"
#include "play/say.h"
#include "play/session_testing.h"

static void test_read_move(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    struct pes_note note = {0};
    pes_move exact, loose;
    assert_int_equal(session_read_move(&s, "R", 1, true, &exact, &note), PES_ERR_OK);
    assert_int_not_equal(session_read_move(&s, "r", 1, true, &loose, &note), PES_ERR_OK);
    assert_int_equal(session_read_move(&s, "r", 1, false, &loose, &note), PES_ERR_OK);
    assert_int_equal(exact, loose);
    /* The note for "l" says why L is illegal, not that "l" is unknown. */
    assert_int_equal(session_read_move(&s, "l", 1, false, &loose, &note), PES_ERR_ILLEGAL);
    assert_true(!pes_note_is_empty(&note));
    assert_int_not_equal(session_read_move(&s, "RR", 2, false, &loose, &note), PES_ERR_OK);
    assert_int_not_equal(session_read_move(&s, "\0", 1, false, &loose, &note), PES_ERR_OK);
    session_release(&s);
}

static void test_undo_against_agent(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "minimax");
    assert_false(session_undo(&s));
    type(&s, "R");
    assert_line(&s, "R -1");
    type(&s, "+1");
    assert_line(&s, "R -1 +1 L");
    assert_true(session_undo(&s));
    assert_line(&s, "R -1");
    assert_int_equal(session_turn(&s), 0);
    assert_true(session_undo(&s));
    assert_line(&s, "");
    assert_false(session_undo(&s));
    assert_int_equal(session_redo(&s), 2);
    assert_line(&s, "R -1");
    assert_int_equal(session_redo(&s), 2);
    assert_line(&s, "R -1 +1 L");
    assert_int_equal(session_redo(&s), 0);
    /* Another move: what was taken back is gone. */
    assert_true(session_undo(&s));
    type(&s, "-5");
    assert_int_equal(session_redo(&s), 0);
    session_release(&s);
}

/* The agent has begun, and its move is not the person's to take back. */
static void test_undo_as_second(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "minimax", "human");
    answer_all(&s);
    assert_int_equal(pes_history_count(s.history), 1);
    assert_false(session_undo(&s));
    assert_int_equal(pes_history_count(s.history), 1);
    assert_int_equal(s.redo_count, 0);
    type(&s, "L");
    assert_int_equal(pes_history_count(s.history), 3);
    assert_true(session_undo(&s));
    assert_int_equal(pes_history_count(s.history), 1);
    assert_int_equal(session_turn(&s), 1);
    session_release(&s);
}

static void test_undo_two_people(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    type(&s, "R");
    type(&s, "L");
    assert_true(session_undo(&s));
    assert_line(&s, "R");
    assert_int_equal(session_turn(&s), 1);
    assert_int_equal(session_redo(&s), 1);
    assert_line(&s, "R L");
    session_release(&s);
}

/* With chance before every turn: taking back ends where the person moved, and the same moves meet
 * the same throws however often they are taken back, and in a session that was saved. */
static void test_luck_belongs_to_the_seed(void **state) {
    (void)state;
    struct session s, again;
    open_session(&s, &toy_dice_kit, "", "human", "random", 11);
    open_session(&again, &toy_dice_kit, "", "human", "human", 11);
    answer_all(&s);
    answer_all(&again);
    for (int i = 0; i < 20 && session_turn(&s) >= 0; i++) {
        const int before = pes_history_count(s.history);
        pes_move list[PES_MOVES_MAX];
        assert_true(pes_moves(s.game, pes_history_state(s.history), list) > 0);
        assert_int_equal(session_make(&s, list[0]), PES_ERR_OK);
        if (session_turn(&s) == PES_CHANCE) {
            const pes_move roll = session_roll(&s);
            assert_true(session_undo(&s));
            assert_int_equal(pes_history_count(s.history), before);
            assert_true(session_is_person(&s, session_turn(&s)));
            assert_int_equal(session_make(&s, list[0]), PES_ERR_OK);
            assert_int_equal(session_roll(&s), roll);
        }
        answer_all(&s);
        for (int k = pes_history_count(again.history); k < pes_history_count(s.history); k++) {
            if (session_turn(&again) == PES_CHANCE)
                assert_int_equal(session_roll(&again), pes_history_move(s.history, k));
            assert_int_equal(session_make(&again, pes_history_move(s.history, k)), PES_ERR_OK);
        }
    }
    assert_true(pes_history_plies(s.history) > 4);
    session_release(&s);
    session_release(&again);
}

static void test_resign(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "minimax");
    type(&s, "R");
    assert_null(session_result(&s));
    session_stop(&s, PES_END_RESIGN, 0);
    assert_string_equal(session_result(&s), "0-1");
    assert_int_equal(session_turn(&s), PES_TERMINAL);
    assert_true(session_undo(&s));
    assert_line(&s, "R -1");
    assert_int_equal(session_turn(&s), 0);
    session_release(&s);
}

static void test_new_and_swap(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "minimax:depth=2");
    type(&s, "R");
    session_stop(&s, PES_END_RESIGN, 0);
    assert_int_equal(session_again(&s, true, 99, &note), PES_ERR_OK);
    assert_int_equal(s.seed, 99);
    assert_int_equal(pes_history_count(s.history), 0);
    assert_int_equal(session_end(&s), PES_END_NONE);
    assert_string_equal(s.seats[0].text, "minimax:depth=2");
    assert_string_equal(s.seats[1].text, "human");
    assert_false(session_is_person(&s, 0));
    assert_int_equal(s.redo_count, 0);
    s.moves = "R L";
    assert_int_equal(session_again(&s, false, 5, &note), PES_ERR_OK);
    assert_line(&s, "R L");
    session_release(&s);
}

static void test_bad_agent_leaves_the_seat(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "minimax");
    assert_int_not_equal(session_seat(&s, 1, "nobody", &note), PES_ERR_OK);
    assert_true(!pes_note_is_empty(&note));
    assert_string_equal(s.seats[1].text, "minimax");
    session_release(&s);
}

/* Two people may agree on a draw: neither loses, and the rules do not decide it. */
static void test_agreed(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    session_stop(&s, PES_END_AGREED, -1);
    assert_string_equal(session_result(&s), "1/2-1/2");
    assert_int_equal(session_turn(&s), PES_TERMINAL);
    struct str said;
    str_init(&said);
    say_end(&s, SAY_TO_ALL, PES_LANG_EN, &said);
    assert_string_equal(said.text, "The players agreed on a draw. A draw, 1/2-1/2.");
    str_release(&said);
    session_release(&s);
}

static void assert_why(const struct session *s, pes_player you, const char *expected) {
    struct str said;
    str_init(&said);
    say_why(s, you, PES_LANG_EN, &said);
    assert_string_equal(said.text, expected);
    str_release(&said);
}

/* The reason of an end addresses its reader. */
static void test_why(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    session_stop(&s, PES_END_AGREED, -1);
    assert_why(&s, SAY_TO_ALL, "both players agreed");
    session_release(&s);
    open_boats(&s, "human", "human");
    session_stop(&s, PES_END_RESIGN, 1);
    assert_why(&s, SAY_TO_ALL, "Green resigned");
    assert_why(&s, 0, "your opponent resigned");
    assert_why(&s, 1, "you resigned");
    session_release(&s);
    open_boats(&s, "human", "human");
    session_stop(&s, PES_END_TIME, 0);
    assert_why(&s, 0, "your time ran out");
    assert_why(&s, 1, "your opponent ran out of time");
    session_release(&s);
}

/* session_can_undo() changes nothing. */
static void test_can_undo(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "minimax", "human");
    answer_all(&s);
    assert_false(session_can_undo(&s));
    type(&s, "L");
    assert_true(session_can_undo(&s));
    assert_false(session_can_redo(&s));
    assert_true(session_undo(&s));
    assert_false(session_can_undo(&s));
    assert_true(session_can_redo(&s));
    session_stop(&s, PES_END_RESIGN, 1);
    assert_true(session_can_undo(&s));
    assert_false(session_can_redo(&s));
    session_release(&s);
}

/* A seat whose agent is made elsewhere is an agent's all the same, and its luck depends on the
 * number of moves alone. */
static void test_seats_without_agents(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    session_seat_text(&s, 1, "random");
    assert_false(session_is_person(&s, 1));
    assert_int_equal(session_persons(&s), 1);
    struct pes_rng before = session_luck(&s, 1), other = session_luck(&s, 0);
    assert_int_not_equal(pes_rng_next(&before), pes_rng_next(&other));
    before = session_luck(&s, 1);
    pes_move m;
    assert_int_equal(session_read_move(&s, "R", 1, true, &m, NULL), PES_ERR_OK);
    assert_int_equal(session_make(&s, m), PES_ERR_OK);
    struct pes_rng after = session_luck(&s, 1);
    assert_memory_not_equal(&before, &after, sizeof before);
    assert_true(session_undo(&s));
    after = session_luck(&s, 1);
    assert_memory_equal(&before, &after, sizeof before);
    session_release(&s);
}

/* Lines as people type them: blanks and case do not matter, the reason is that of the move. */
static void test_read_line(void **state) {
    (void)state;
    static const struct {
        const char *line;
        enum pes_err err;
    } lines[] = {{"R", PES_ERR_OK},       {" r ", PES_ERR_OK},          {"- 1", PES_ERR_OK},
                 {"-\t1 0", PES_ERR_OK},  {"L", PES_ERR_ILLEGAL},       {"+ 1", PES_ERR_ILLEGAL},
                 {"R L", PES_ERR_SYNTAX}, {"nonsense", PES_ERR_SYNTAX}, {"  ", PES_ERR_SYNTAX}};
    struct session s;
    open_boats(&s, "human", "human");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct pes_note note = {0};
        pes_move m;
        const enum pes_err err =
            session_read_line(&s, lines[i].line, strlen(lines[i].line), &m, &note);
        assert_int_equal(err, lines[i].err);
        assert_int_equal(pes_note_is_empty(&note), err == PES_ERR_OK);
    }
    session_release(&s);
}

static void assert_value_said(const struct session *s, int at, enum pes_lang lang,
                              const char *expected) {
    struct str out;
    str_init(&out);
    say_value(s, at, lang, &out);
    assert_string_equal(out.text, expected);
    str_release(&out);
}

/* The value of the printed game of the thesis: its second move is -1 (number 14), worth -1. */
static void test_values(void **state) {
    (void)state;
    struct session s;
    double value = 7;
    open_boats(&s, "human", "minimax");
    type(&s, "R");
    assert_false(session_value(&s, 0, &value));
    assert_true(session_value(&s, 1, &value));
    assert_true(value == -1.0);
    assert_value_said(&s, 0, PES_LANG_EN, "");
    assert_value_said(&s, 1, PES_LANG_EN, "MiniMax Boat: value -1, move number 14.");
    assert_value_said(&s, 1, PES_LANG_EL, "MiniMax Boat: τιμή -1, κίνηση με αριθμό 14.");
    type(&s, "+1");
    assert_value_said(&s, 3, PES_LANG_EN, "MiniMax Boat: value 0, move number 2.");
    /* Undone moves keep their values, until another move is made. */
    assert_true(session_undo(&s));
    assert_int_equal(session_redo(&s), 2);
    assert_true(session_value(&s, 3, &value));
    assert_true(value == 0.0);
    assert_true(session_undo(&s));
    assert_true(session_undo(&s));
    session_seat_text(&s, 1, "human");
    pes_move m;
    assert_int_equal(session_read_move(&s, "-10", 3, true, &m, NULL), PES_ERR_OK);
    assert_int_equal(session_make(&s, m), PES_ERR_OK);
    assert_int_equal(session_read_move(&s, "L", 1, true, &m, NULL), PES_ERR_OK);
    assert_int_equal(session_make(&s, m), PES_ERR_OK);
    assert_false(session_value(&s, 1, &value));
    session_release(&s);
}

/* A player that draws its move has no value for it, only a number; other agents are not the
 * report's, and nothing is said about them. */
static void test_values_of_others(void **state) {
    (void)state;
    struct session s;
    double value;
    open_boats(&s, "human", "forward");
    type(&s, "R");
    assert_true(session_value(&s, 1, &value));
    assert_value_said(&s, 1, PES_LANG_EN, "Forward Boat: value 2, move number 2.");
    session_release(&s);
    open_boats(&s, "human", "alphabeta:depth=1");
    type(&s, "R");
    assert_true(session_value(&s, 1, &value));
    assert_value_said(&s, 1, PES_LANG_EN, "");
    session_release(&s);
}

static enum pes_err append(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

static void test_annotate(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "minimax");
    type(&s, "R");
    type(&s, "+1");
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_of(s.history, &r), PES_ERR_OK);
    const int last = pes_record_child(
        r, pes_record_child(r, pes_record_child(r, pes_record_child(r, 0, 0), 0), 0), 0);
    assert_int_equal(pes_record_set_comment(r, last, "as printed"), PES_ERR_OK);
    assert_int_equal(session_annotate(&s, r), PES_ERR_OK);
    assert_int_equal(session_annotate(&s, r), PES_ERR_OK); /* a second time changes nothing */
    struct str out;
    str_init(&out);
    assert_int_equal(pes_record_format(r, append, &out), PES_ERR_OK);
    assert_non_null(strstr(out.text, "1. R -1 {eval=-1} 2. +1 L {eval=0 as printed} *"));
    str_release(&out);
    pes_record_free(r);
    session_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_line),
        cmocka_unit_test(test_read_move),
        cmocka_unit_test(test_undo_against_agent),
        cmocka_unit_test(test_undo_as_second),
        cmocka_unit_test(test_undo_two_people),
        cmocka_unit_test(test_luck_belongs_to_the_seed),
        cmocka_unit_test(test_resign),
        cmocka_unit_test(test_new_and_swap),
        cmocka_unit_test(test_bad_agent_leaves_the_seat),
        cmocka_unit_test(test_agreed),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_can_undo),
        cmocka_unit_test(test_seats_without_agents),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_values_of_others),
        cmocka_unit_test(test_annotate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
