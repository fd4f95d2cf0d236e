#include "cli/play_hint.h"
#include "cli/play_testing.h"
#include "cli/play_words.h"
#include "dice.h"

static void test_words(void **state) {
    (void)state;
    static const struct {
        const char *word;
        enum play_command command;
    } words[] = {{"undo", PLAY_UNDO},       {"UNDO", PLAY_UNDO},        {"αναίρεση", PLAY_UNDO},
                 {"ΑΝΑΙΡΕΣΗ", PLAY_UNDO},   {"αναιρεση", PLAY_UNDO},    {"Έξοδος", PLAY_QUIT},
                 {"ΕΞΟΔΟΣ", PLAY_QUIT},     {"exit", PLAY_QUIT},        {"βοήθεια", PLAY_HELP},
                 {"rules", PLAY_RULES},     {"ΚΑΝΟΝΕΣ", PLAY_RULES},    {"υπόδειξη", PLAY_HINT},
                 {"νέα", PLAY_NEW},         {"παραίτηση", PLAY_RESIGN}, {"φόρτωση", PLAY_LOAD},
                 {"save!", PLAY_SAVE_OVER}, {"αποθήκευση", PLAY_SAVE},  {"", PLAY_NONE},
                 {"und", PLAY_NONE},        {"undoo", PLAY_NONE},       {"\xce", PLAY_NONE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        assert_int_equal(play_command_find(words[i].word, strlen(words[i].word)), words[i].command);
    assert_int_equal(play_command_find("undo\0x", 6), PLAY_NONE);
    assert_int_equal(play_command_find_short("U", 1), PLAY_UNDO);
    assert_int_equal(play_command_find_short("r", 1), PLAY_NONE);
    assert_true(play_word_is_swap("αλλαγη", strlen("αλλαγη")));
    assert_int_equal(play_word_yes("Ναι", strlen("Ναι")), 1);
    assert_int_equal(play_word_yes("ΟΧΙ", strlen("ΟΧΙ")), 0);
    assert_int_equal(play_word_yes("perhaps", 7), -1);
    assert_int_equal(play_slips("αναιρσεη", strlen("αναιρσεη"), "αναίρεση"), 1);
    assert_int_equal(play_slips("hnit", 4, "hint"), 1);
    assert_int_equal(play_slips("hello", 5, "undo"), -1);
}

/* No two commands share a word, in whatever language or form. */
static void test_words_are_distinct(void **state) {
    (void)state;
    for (int i = PLAY_NONE + 1; i < PLAY_COMMAND_COUNT; i++) {
        const enum play_command command = (enum play_command)i;
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const char *name = play_command_name(command, (enum pes_lang)lang);
            assert_int_equal(play_command_find(name, strlen(name)), command);
            assert_int_equal(play_command_find_short(name, strlen(name)), PLAY_NONE);
        }
        const char *brief = play_command_short(command);
        if (brief != NULL)
            assert_int_equal(play_command_find_short(brief, strlen(brief)), command);
    }
}

static void test_hint_ladder(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    assert_int_equal(play_hint(&s), PES_ERR_OK);
    assert_int_equal(s.hints, PLAY_HINT_IDEA);
    assert_int_equal(s.hint.moves, 17);
    assert_int_equal(s.hint.wins, 0);
    assert_int_not_equal(hint_area(s.history, &s.hint), HINT_AREA_NONE);
    const pes_move advised = s.hint.line[0];
    assert_true(pes_legal(s.game, pes_history_state(s.history), advised));
    assert_int_equal(play_hint(&s), PES_ERR_OK);
    assert_int_equal(s.hints, PLAY_HINT_MOVE);
    assert_int_equal(play_hint(&s), PES_ERR_OK);
    assert_int_equal(s.hints, PLAY_HINT_LINE);
    assert_true(s.hint.line_count > 1);
    assert_int_equal(s.hint.line[0], advised);
    assert_int_equal(play_hint(&s), PES_ERR_OK);
    assert_int_equal(s.hints, PLAY_HINT_LINE);
    assert_int_equal(pes_history_count(s.history), 0); /* the board was only borrowed */
    type(&s, "R");
    assert_int_equal(s.hints, 0);
    assert_true(session_undo(&s));
    assert_int_equal(s.hints, 0);
    session_release(&s);
}

/* Files --------------------------------------------------------------------------------------- */

static void test_save_and_load(void **state) {
    (void)state;
    struct session s, other;
    struct pes_note note = {0};
    char path[PLAY_PATH_MAX], before[PES_STATE_TEXT_MAX], after[PES_STATE_TEXT_MAX];
    in_folder("game.pes", path);
    open_session(&s, pes_kit_find("boats"), "start=s2,rule=ko", "human", "minimax:depth=2", 1234);
    type(&s, "R");
    type(&s, "+5");
    assert_int_equal(play_save(&s, path, &note), PES_ERR_OK);
    open_boats(&other, "human", "human");
    assert_int_equal(play_load(&other, path, &note), PES_ERR_OK);
    pes_history_format(s.history, before);
    pes_history_format(other.history, after);
    assert_string_equal(before, after);
    assert_string_equal(other.game->variant, s.game->variant);
    assert_int_equal(other.seed, 1234);
    assert_string_equal(other.seats[1].text, "minimax:depth=2");
    assert_string_equal(pes_record_tag(other.origin, "Result"), "*");
    assert_int_equal(strlen(pes_record_tag(other.origin, "Date")), 10);

    /* A resignation comes back as one, and can still be taken back. */
    session_stop(&other, PES_END_RESIGN, 0);
    assert_int_equal(play_save(&other, path, &note), PES_ERR_OK);
    assert_int_equal(play_load(&s, path, &note), PES_ERR_OK);
    assert_int_equal(session_end(&s), PES_END_RESIGN);
    assert_string_equal(session_result(&s), "0-1");
    assert_true(session_undo(&s));
    assert_int_equal(session_turn(&s), 0);
    session_release(&s);
    session_release(&other);
}

static void test_bad_files_change_nothing(void **state) {
    (void)state;
    static const char illegal[] = "[Format \"1\"]\n[Game \"boats\"]\n[Variant \"start=s0\"]\n\n"
                                  "1. R L 2. L R 3. L *\n";
    static const char truncated[] = "[Format \"1\"]\n[Game \"boats\"]\n[Vari";
    static const char binary[] = "\0\1\2\xff\xfe garbage";
    static const char foreign[] = "[Format \"1\"]\n[Game \"chess\"]\n\n1. e4 *\n";
    static const struct {
        const char *text;
        size_t length;
    } files[] = {{illegal, sizeof illegal - 1},
                 {truncated, sizeof truncated - 1},
                 {binary, sizeof binary - 1},
                 {foreign, sizeof foreign - 1},
                 {"", 0}};
    struct session s;
    char path[PLAY_PATH_MAX];
    in_folder("game.pes", path);
    open_boats(&s, "human", "minimax");
    type(&s, "R");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct pes_note note = {0};
        write_text(path, files[i].text, files[i].length);
        assert_int_not_equal(play_load(&s, path, &note), PES_ERR_OK);
        assert_true(!pes_note_is_empty(&note));
        assert_line(&s, "R -1");
        assert_string_equal(s.seats[1].text, "minimax");
        assert_null(s.origin);
    }
    session_release(&s);
}

/* What others wrote into a record outlives a load and a save. */
static void test_rewrite_keeps_what_it_does_not_know(void **state) {
    (void)state;
    static const char text[] = "[Format \"1\"]\n[Game \"boats\"]\n[Variant \"start=s0\"]\n"
                               "[First \"human\"]\n[Second \"Άννα\"]\n[Date \"2001-02-03\"]\n"
                               "[Event \"λίμνη\"]\n\n"
                               "1. R {a bold start} L (+5 {calmer} 2. R) 2. R -1 *\n";
    struct session s;
    struct pes_note note = {0};
    char path[PLAY_PATH_MAX];
    struct str saved;
    in_folder("game.pes", path);
    write_text(path, text, sizeof text - 1);
    open_boats(&s, "human", "minimax");
    assert_int_equal(play_load(&s, path, &note), PES_ERR_OK);
    assert_string_equal(s.seats[1].text, "minimax"); /* nobody called Άννα is here */
    assert_true(session_undo(&s));
    type(&s, "+5"); /* leaves the line that was recorded */
    assert_int_equal(play_save(&s, path, &note), PES_ERR_OK);
    read_text(path, &saved);
    assert_non_null(strstr(saved.text, "[Event \"λίμνη\"]"));
    assert_non_null(strstr(saved.text, "[Date \"2001-02-03\"]"));
    assert_non_null(strstr(saved.text, "{a bold start}"));
    assert_non_null(strstr(saved.text, "{calmer}"));
    str_release(&saved);
    assert_int_equal(play_load(&s, path, &note), PES_ERR_OK);
    assert_int_equal(pes_history_plies(s.history), 4);
    struct str line;
    str_init(&line);
    screen_line(&s, 0, &line);
    assert_memory_equal(line.text, "R L +5 ", 7);
    str_release(&line);
    session_release(&s);
}

static void test_store(void **state) {
    (void)state;
    struct session s;
    struct play_store store, later;
    struct pes_note note = {0};
    open_boats(&s, "human", "minimax");
    play_store_init(&store, "boats");
    assert_true(store.usable);
    assert_null(play_store_waiting(&store));
    type(&s, "R");
    assert_int_equal(play_store_save(&store, &s, &note), PES_ERR_OK);
    assert_null(play_store_in_progress(&store)); /* it is ours */

    /* The next run finds it, plays something else, and finds it still. */
    play_store_init(&later, "boats");
    assert_string_equal(play_store_in_progress(&later), later.current);
    assert_int_equal(session_again(&s, false, 3, &note), PES_ERR_OK);
    type(&s, "-5");
    assert_int_equal(play_store_save(&later, &s, &note), PES_ERR_OK);
    type(&s, "-4");
    assert_int_equal(play_store_save(&later, &s, &note), PES_ERR_OK);
    assert_string_equal(play_store_waiting(&later), later.previous);
    assert_int_equal(play_store_resume(&later, &s, &note), PES_ERR_OK);
    assert_line(&s, "R -1");
    assert_int_equal(s.seed, 7);
    assert_false(later.ours); /* the other game is still in its place .. */
    type(&s, "+1");
    assert_int_equal(play_store_save(&later, &s, &note), PES_ERR_OK);
    struct str text;
    read_text(later.previous, &text); /* .. and has now stepped aside */
    assert_non_null(strstr(text.text, "1. -5 "));
    str_release(&text);
    play_store_finish(&later);
    assert_int_equal(play_place(later.current), PLAY_PLACE_FREE);
    assert_int_equal(play_place(later.previous), PLAY_PLACE_FILE);
    assert_int_equal(play_place(later.next), PLAY_PLACE_FREE);
    session_release(&s);
}

static void test_store_without_a_place(void **state) {
    (void)state;
    struct session s;
    struct play_store store;
    struct pes_note note = {0};
    char path[PLAY_PATH_MAX];
    open_boats(&s, "human", "minimax");
    /* A file where the folder should be: even root cannot make one there. */
    write_text(in_folder("pessoi", path), "x", 1);
    play_store_init(&store, "boats");
    assert_int_equal(play_store_save(&store, &s, &note), PES_ERR_IO);
    assert_true(!pes_note_is_empty(&note));
    assert_false(store.ours);
    char folder[PLAY_PATH_MAX];
    in_folder("", folder);
    setenv("XDG_STATE_HOME", "relative", 1);
    char home[PLAY_PATH_MAX];
    snprintf(home, sizeof home, "%s", getenv("HOME") != NULL ? getenv("HOME") : "");
    unsetenv("HOME");
    play_store_init(&store, "boats");
    assert_false(store.usable);
    assert_int_equal(play_store_save(&store, &s, &note), PES_ERR_IO);
    setenv("HOME", home, 1);
    setenv("XDG_STATE_HOME", folder, 1);
    session_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_words_are_distinct),
        cmocka_unit_test(test_hint_ladder),
        IN_FOLDER(test_save_and_load),
        IN_FOLDER(test_bad_files_change_nothing),
        IN_FOLDER(test_rewrite_keeps_what_it_does_not_know),
        IN_FOLDER(test_store),
        IN_FOLDER(test_store_without_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
