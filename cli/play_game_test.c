/* The table: lines typed, words printed. */
#include "cli/play_game.h"
#include "cli/play_hint.h"
#include "cli/play_testing.h"
#include "core/rule.h"

struct desk {
    struct cli c;
    atomic_bool stop;
    char *printed;
    size_t printed_length;
    struct play_game t;
};

static void open_desk_of(struct desk *d, enum pes_lang lang, const struct pes_kit *kit,
                         const char *variant, const char *first, const char *second) {
    memset(d, 0, sizeof *d);
    d->c.lang = lang;
    d->c.unicode = true;
    d->c.stop = &d->stop;
    d->c.seed_given = true;
    d->c.out = open_memstream(&d->printed, &d->printed_length);
    assert_non_null(d->c.out);
    d->c.err = d->c.out;
    d->t.c = &d->c;
    d->t.screen.c = &d->c;
    d->t.changed = true;
    open_session(&d->t.session, kit, variant, first, second, 7);
    assert_int_equal(play_input_open(&d->c, NULL, &d->t.in), PES_ERR_OK);
    play_store_init(&d->t.store, "boats");
}

static void open_desk(struct desk *d, enum pes_lang lang, const struct pes_kit *kit) {
    open_desk_of(d, lang, kit, "start=s0", "human", "minimax");
}

static void close_desk(struct desk *d) {
    play_input_close(d->t.in);
    session_release(&d->t.session);
    fclose(d->c.out);
    free(d->printed);
}

/* What is printed after a line. */
static const char *tell(struct desk *d, const char *line) {
    fflush(d->c.out);
    const size_t from = d->printed_length;
    play_game_line(&d->t, line, strlen(line));
    fflush(d->c.out);
    return d->printed + from;
}

/* Is `part` in `text`? A line break and its indentation count as one blank. */
static bool contains(const char *text, const char *part) {
    for (; *text != '\0'; text++) {
        const char *t = text;
        const char *p = part;
        while (*p != '\0' && (*t == *p || (*p == ' ' && *t == '\n'))) {
            t += *t == '\n' && *p == ' ' ? 1 + strspn(t + 1, " ") : 1;
            p++;
        }
        if (*p == '\0')
            return true;
    }
    return false;
}

static void assert_said(const char *text, const char *part) {
    if (!contains(text, part))
        fail_msg("'%s' is not in '%s'", part, text);
}

static void test_lines(void **state) {
    (void)state;
    struct desk d;
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    assert_said(tell(&d, "hnit"), "Did you mean 'hint'?");
    assert_said(tell(&d, "L"), "Not possible:");
    assert_said(tell(&d, "R L"), "one move at a time");
    assert_said(tell(&d, "undo it"), "takes no argument");
    assert_said(tell(&d, "new game"), "'swap'");
    assert_said(tell(&d, "redo"), "nothing to redo");
    assert_string_equal(tell(&d, "   "), "");
    assert_line(&d.t.session, "");
    assert_said(tell(&d, "  r "), "You: R.");
    answer_all(&d.t.session);
    assert_said(tell(&d, "/undo"), "Taken back: R -1.");
    assert_said(tell(&d, "redo"), "Played again: R -1.");
    assert_said(tell(&d, "resign"), "You resigned.");
    assert_said(tell(&d, "R"), "The game is over: You resigned. You lose: Green wins, 0-1.\n'new'");
    assert_said(tell(&d, "/R"), "There is no command 'R'");
    assert_said(tell(&d, "udno"), "Did you mean 'undo'?");
    assert_said(tell(&d, "moves"), "The game is over");
    assert_int_equal(play_place(d.t.store.current), PLAY_PLACE_FREE);
    assert_said(tell(&d, "undo"), "resignation is taken back");
    assert_said(tell(&d, "new swap"), "You are Green");
    assert_int_equal(d.t.session.seed, 8);
    tell(&d, "quit");
    assert_true(d.t.done);
    close_desk(&d);
}

static void test_lines_in_greek(void **state) {
    (void)state;
    struct desk d;
    open_desk(&d, PES_LANG_EL, pes_kit_find("boats"));
    assert_said(tell(&d, "R"), "Εσύ: R.");
    answer_all(&d.t.session);
    assert_said(tell(&d, "ΑΝΑΙΡΕΣΗ"), "Αναίρεση: R -1.");
    assert_said(tell(&d, "υποδειξη"), "(ξανά «υπόδειξη»:");
    assert_said(tell(&d, "υπόδειξη"), "Δοκίμασε");
    assert_said(tell(&d, "υπόδειξη"), "Μια πιθανή συνέχεια:");
    assert_said(tell(&d, "βοηθια"), "Μήπως εννοείς «βοήθεια»;");
    assert_said(tell(&d, "βοήθεια"), "αποθήκευση ΑΡΧΕΙΟ");
    assert_said(tell(&d, "παραίτηση"), "Παραιτήθηκες.");
    close_desk(&d);
}

static void test_save_lines(void **state) {
    (void)state;
    struct desk d;
    char path[PLAY_PATH_MAX], line[PLAY_PATH_MAX + 8];
    struct str text;
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    write_text(in_folder("other.pes", path), "mine", 4);
    snprintf(line, sizeof line, "save %s", path);
    assert_said(tell(&d, line), "exists");
    read_text(path, &text);
    assert_string_equal(text.text, "mine");
    str_release(&text);
    snprintf(line, sizeof line, "save! %s", path);
    assert_said(tell(&d, line), "Saved in");
    snprintf(line, sizeof line, "save %s", path); /* its own file by now */
    assert_said(tell(&d, line), "Saved in");
    assert_said(tell(&d, "save /dev/full"), "not a regular file");
    assert_said(tell(&d, "save"), "Give a file name: save boats.pes");
    assert_said(tell(&d, "save /nowhere/at/all.pes"), "Not saved:");
    assert_said(tell(&d, "load /nowhere/at/all.pes"), "Not loaded:");
    tell(&d, "R");
    snprintf(line, sizeof line, "load %s", path);
    assert_said(tell(&d, line), "0 moves played");
    assert_line(&d.t.session, "");
    close_desk(&d);
}

/* Without a view a game is told by its texts alone. */
static void test_no_view(void **state) {
    (void)state;
    struct desk d;
    struct pes_kit kit = *pes_kit_find("boats");
    kit.view = NULL;
    open_desk(&d, PES_LANG_EN, &kit);
    screen_opening(&d.t.screen, &d.t.session);
    screen_board(&d.t.screen, &d.t.session);
    screen_turn(&d.t.screen, &d.t.session);
    fflush(d.c.out);
    assert_said(d.printed, "4432132344 0 11 r -\n");
    assert_said(d.printed, "You can play: R +3..+8 -1..-10\n");
    assert_string_equal(tell(&d, "R"), "You: R.\n");
    answer_all(&d.t.session);
    assert_said(tell(&d, "hint"), "again: the move)");
    assert_int_equal(hint_area(d.t.session.history, &d.t.session.hint), HINT_AREA_NONE);
    close_desk(&d);
}

/* Rolls in a row are told in one line, until one of them does something worth words. */
static void test_rolls(void **state) {
    (void)state;
    struct desk d;
    struct pes_note note = {0};
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    session_release(&d.t.session);
    open_session(&d.t.session, pes_kit_find("crush"), "columns=6,rows=6,hidden=0,limit=3", "human",
                 "random", 7);
    struct session *s = &d.t.session;
    s->position = "345601/123456/601234/450012/234560/012340 1 0,0 -";
    assert_int_equal(session_again(s, false, 7, &note), PES_ERR_OK);
    assert_said(tell(&d, "b4d"), "You: b4d. First swaps b4 (A) with b3 (F). Wave 1: 3 tiles go");
    fflush(d.c.out);
    const size_t from = d.printed_length;
    while (session_turn(s) == PES_CHANCE)
        play_game_roll(&d.t);
    fflush(d.c.out);
    const char *told = d.printed + from;
    assert_null(strchr(told, '#')); /* people read what chance did, not its codes */
    assert_said(told, "wins");
    assert_int_equal(session_turn(s), PES_TERMINAL);
    close_desk(&d);
}

/* A board drawn anew is many rolls that need no sentence: what they bring is on the board. */
static void test_many_rolls(void **state) {
    (void)state;
    struct desk d;
    struct pes_note note = {0};
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    session_release(&d.t.session);
    open_session(&d.t.session, pes_kit_find("crush"), "columns=6,rows=6,hidden=0", "human",
                 "random", 7);
    struct session *s = &d.t.session;
    s->position = "....../....../....../....../....../...... 2 3,0 fill";
    assert_int_equal(session_again(s, false, 7, &note), PES_ERR_OK);
    fflush(d.c.out);
    const size_t from = d.printed_length;
    while (session_turn(s) == PES_CHANCE)
        play_game_roll(&d.t);
    fflush(d.c.out);
    const char *told = d.printed + from;
    assert_string_equal(told, ""); /* the board shows them */
    close_desk(&d);
}

/* Where chance answers the advised move, no line is promised, and none is told. */
static void test_hint_before_chance(void **state) {
    (void)state;
    struct desk d;
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    session_release(&d.t.session);
    open_session(&d.t.session, pes_kit_find("proximity"), "", "human", "random", 7);
    while (session_turn(&d.t.session) == PES_CHANCE)
        play_game_roll(&d.t);
    assert_said(tell(&d, "hint"), "('hint' again:");
    const char *told = tell(&d, "hint");
    assert_said(told, "Try ");
    assert_null(strstr(told, "again"));
    assert_said(tell(&d, "hint"), "Try ");
    assert_int_equal(d.t.session.hints, PLAY_HINT_MOVE);
    close_desk(&d);
}

/* No line is wider than a terminal. */
static void assert_narrow(struct desk *d) {
    fflush(d->c.out);
    for (const char *at = d->printed; *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        assert_in_range(utf8_width(at, length), 0, 80);
        at += length + (at[length] == '\n');
    }
}

/* The first screen with its longest seed, up to the prompt of the person. */
static void show_first(struct desk *d) {
    struct session *s = &d->t.session;
    s->seed = UINT64_MAX >> 11;
    screen_opening(&d->t.screen, s);
    while (session_turn(s) != PES_TERMINAL && !session_is_person(s, session_turn(s))) {
        struct pes_rng rng;
        pes_rng_init(&rng, 5);
        if (session_turn(s) == PES_CHANCE)
            play_game_roll(&d->t);
        else
            play_game_move(&d->t, pes_draw(s->game, pes_history_state(s->history), &rng));
    }
    screen_board(&d->t.screen, s);
    screen_turn(&d->t.screen, s);
    assert_narrow(d);
}

/* The title of every game stays on the screen, whoever begins, and how to move is told: only rolls
 * before a person's first turn may take its place. */
static void test_first_screens(void **state) {
    (void)state;
    for (int i = 0; i < 4 * pes_kit_count(); i++) {
        struct desk d;
        const struct pes_kit *kit = pes_kit_at(i / 4);
        const enum pes_lang lang = i & 1 ? PES_LANG_EL : PES_LANG_EN;
        char told[40]; /* what surely stands in one line */
        if (kit->view == NULL)
            continue;
        open_desk_of(&d, lang, kit, "", i & 2 ? "random" : "human", i & 2 ? "human" : "random");
        show_first(&d);
        snprintf(told, sizeof told, "\n%s", kit->view->how_to_move.in[lang]);
        if (d.t.screen.rows > 23) /* and the prompt */
            fail_msg("%d rows:\n%s", d.t.screen.rows, d.printed);
        if (!(i & 2) || !d.t.session.game->chance_in_play)
            assert_said(d.printed, told);
        close_desk(&d);
    }
}

/* A board that leaves less room is not pushed off by words that 'help' shows too. */
static void test_first_screen_of_a_high_board(void **state) {
    (void)state;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        struct desk d;
        const struct pes_kit *kit = pes_kit_find("gomoku");
        char told[40];
        open_desk_of(&d, (enum pes_lang)lang, kit, "size=19", "human", "random");
        show_first(&d);
        assert_int_equal(d.t.screen.rows, 23);
        snprintf(told, sizeof told, "%s", kit->view->how_to_move.in[lang]);
        assert_null(strstr(d.printed, told));
        assert_said(tell(&d, "help"), told);
        close_desk(&d);
    }
}

/* A move is told once, blanks in it do not matter, and the refusal is that of the whole move. */
static void test_moves_with_blanks(void **state) {
    (void)state;
    struct desk d;
    open_desk_of(&d, PES_LANG_EN, pes_kit_find("gomoku"), "", "human", "human");
    assert_string_equal(tell(&d, "h 8"), "Black places h8.\n");
    assert_string_equal(tell(&d, "  H\t9 "), "White places h9.\n");
    assert_said(tell(&d, "h 8"), "'h8' is taken");
    assert_said(tell(&d, "h8 h9"), "Not possible:");
    assert_said(tell(&d, "hint 8"), "takes no argument");
    assert_line(&d.t.session, "h8 h9");
    close_desk(&d);
    open_desk(&d, PES_LANG_EN, pes_kit_find("boats"));
    assert_said(tell(&d, "- 1"), "You: -1. Red lowers column 1 to 3.");
    close_desk(&d);
}

/* What chance drew is told in words. */
static void test_draws_in_words(void **state) {
    (void)state;
    struct desk d;
    open_desk_of(&d, PES_LANG_EN, pes_kit_find("proximity"), "", "human", "random");
    fflush(d.c.out);
    const size_t from = d.printed_length;
    while (session_turn(&d.t.session) == PES_CHANCE)
        play_game_roll(&d.t);
    fflush(d.c.out);
    assert_memory_equal(d.printed + from, "Blue draws ", 11);
    assert_null(strchr(d.printed + from, '#'));
    close_desk(&d);
}

static const char *turn_of(struct desk *d) {
    fflush(d->c.out);
    const size_t from = d->printed_length;
    screen_turn(&d->t.screen, &d->t.session);
    fflush(d->c.out);
    return d->printed + from;
}

/* A position that has come up twice is warned of; once more ends the game. */
static void test_repetition(void **state) {
    (void)state;
    static const char *const moves[] = {"R", "L", "L", "R"};
    struct desk d;
    open_desk_of(&d, PES_LANG_EN, pes_kit_find("boats"), "start=s0", "human", "human");
    assert_memory_equal(turn_of(&d), "Red to move.", 12);
    for (int i = 0; i < 4; i++)
        tell(&d, moves[i]);
    assert_said(turn_of(&d),
                "Careful: this position has come up 2 times; once more is a draw. Red");
    for (int i = 0; i < 4; i++)
        tell(&d, moves[i]);
    assert_said(turn_of(&d), "The same position came up 3 times. A draw, 1/2-1/2.");
    close_desk(&d);
}

/* The last line says why, and to the only person who won or lost. */
static void test_ends(void **state) {
    (void)state;
    static const char *const seats[3][2] = {
        {"human", "random"}, {"random", "human"}, {"human", "human"}};
    static const char *const ends[3] = {
        "Red sinks on column 1: Green wins. You lost, 0-1.",
        "Red sinks on column 1: Green wins. You win, 0-1.",
        "Red sinks on column 1: Green wins. Result: 0-1.",
    };
    for (int i = 0; i < 3; i++) {
        struct desk d;
        struct pes_note note = {0};
        open_desk_of(&d, PES_LANG_EN, pes_kit_find("boats"), "start=s0", seats[i][0], seats[i][1]);
        struct session *s = &d.t.session;
        s->position = "1111111111 1 6 g -";
        assert_int_equal(session_again(s, false, 7, &note), PES_ERR_OK);
        pes_move m;
        assert_int_equal(session_read_move(s, "-1", 2, true, &m, &note), PES_ERR_OK);
        play_game_move(&d.t, m);
        assert_memory_equal(turn_of(&d), ends[i], strlen(ends[i]));
        assert_said(tell(&d, "R"), "The game is over: Red sinks on column 1: Green wins.");
        close_desk(&d);
    }
}

/* Agents have names for people; the seed is printed if it is asked for. */
static void test_names(void **state) {
    (void)state;
    struct desk d;
    open_desk_of(&d, PES_LANG_EN, pes_kit_find("boats"), "start=s0", "human", "level:n=1");
    screen_players(&d.t.screen, &d.t.session);
    fflush(d.c.out);
    assert_string_equal(d.printed, "You are Red; level 1 (Beginner) plays Green.\n");
    assert_string_equal(tell(&d, "seed"), "Seed 7.\n");
    close_desk(&d);
    open_desk_of(&d, PES_LANG_EL, pes_kit_find("boats"), "start=s0", "level:n=1", "human");
    screen_players(&d.t.screen, &d.t.session);
    fflush(d.c.out);
    assert_string_equal(d.printed, "Είσαι: Πράσινος. Αντίπαλος: Κόκκινος, επίπεδο 1 (Αρχάριος).\n");
    assert_string_equal(tell(&d, "σπόρος"), "Σπόρος 7.\n");
    close_desk(&d);
}

/* Few moves are listed, runs of them as ranges; of many, some. */
static void test_moves_in_short(void **state) {
    (void)state;
    struct desk d;
    const struct pes_kit *kit = pes_kit_find("gomoku");
    open_desk_of(&d, PES_LANG_EN, kit, "", "human", "random");
    show_first(&d);
    assert_said(d.printed,
                "\nYour turn (Black). 225 moves, such as a1, h8 and o15; 'moves' lists all.\n");
    assert_said(tell(&d, "moves"), "225 moves: a1..a15 b1..b15 c1..c15");
    close_desk(&d);
    open_desk_of(&d, PES_LANG_EL, kit, "", "human", "random");
    show_first(&d);
    assert_said(d.printed, "\nΗ σειρά σου (Μαύρος). 225 κινήσεις, π.χ. a1, h8, o15· όλες με "
                           "«κινήσεις».\n");
    close_desk(&d);
    open_desk_of(&d, PES_LANG_EN, kit, "size=5", "human", "random");
    show_first(&d);
    assert_said(d.printed,
                "\nYour turn (Black). You can play: a1..a5 b1..b5 c1..c5 d1..d5 e1..e5\n");
    close_desk(&d);
}

/* Whatever happens: no line over 80 columns, no turn over 24 rows. */
static void test_fits_80_by_24(void **state) {
    (void)state;
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        struct desk d;
        open_desk(&d, (enum pes_lang)lang, pes_kit_find("boats"));
        struct pes_rng rng;
        pes_rng_init(&rng, 5);
        for (int turn = 0; turn < 12 && session_turn(&d.t.session) >= 0; turn++) {
            struct str prompt;
            str_init(&prompt);
            screen_prompt(&d.t.screen, &d.t.session, &prompt);
            str_release(&prompt);
            struct session *s = &d.t.session;
            play_game_move(&d.t, pes_draw(s->game, pes_history_state(s->history), &rng));
            if (session_turn(s) == 1) {
                struct pes_answer answer = {.move = PES_MOVE_NONE};
                assert_int_equal(session_think(s, &answer), PES_ERR_OK);
                play_game_move(&d.t, answer.move);
            }
            screen_board(&d.t.screen, s);
            screen_turn(&d.t.screen, s);
            assert_in_range(d.t.screen.rows, 10, 23); /* and the prompt */
        }
        tell(&d, lang == PES_LANG_EN ? "help" : "βοήθεια");
        tell(&d, "hint");
        assert_narrow(&d);
        close_desk(&d);
    }
}

/* Every game explains its rules with pictures that fit 80 columns. */
static void test_rules(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count() * PES_LANG_COUNT; i++) {
        const enum pes_lang lang = i % 2 ? PES_LANG_EL : PES_LANG_EN;
        const struct pes_kit *kit = pes_kit_at(i / 2);
        struct desk d;
        open_desk_of(&d, lang, kit, "", "human", "random");
        const char *said = tell(&d, lang == PES_LANG_EL ? "κανόνες" : "rules");
        for (int k = 0; k < rule_count(kit); k++) {
            char begin[64];
            const char *text = kit->view->rules[k].text.in[lang];
            const int length = (int)strcspn(text, " ");
            snprintf(begin, sizeof begin, "%d. %.*s ", k + 1, length, text);
            assert_said(said, begin);
        }
        assert_narrow(&d);
        close_desk(&d);
    }
}

/* A game without pictures has its goal and how to type a move; one without a view says that. */
static void test_rules_in_words(void **state) {
    (void)state;
    struct pes_kit kit = *pes_kit_find("boats");
    struct pes_view view = *kit.view;
    struct desk d;
    view.rules = NULL;
    kit.view = &view;
    open_desk_of(&d, PES_LANG_EN, &kit, "", "human", "random");
    assert_said(tell(&d, "rules"), "Cross to the dock on the other side first.");
    assert_said(tell(&d, "rules"), "Type R or L to sail one column");
    close_desk(&d);
    kit.view = NULL;
    open_desk_of(&d, PES_LANG_EN, &kit, "", "human", "random");
    assert_said(tell(&d, "rules"), "no rules in pictures");
    close_desk(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_lines),
        IN_FOLDER(test_lines_in_greek),
        IN_FOLDER(test_save_lines),
        IN_FOLDER(test_no_view),
        IN_FOLDER(test_rules),
        IN_FOLDER(test_rules_in_words),
        IN_FOLDER(test_rolls),
        IN_FOLDER(test_many_rolls),
        IN_FOLDER(test_hint_before_chance),
        IN_FOLDER(test_first_screens),
        IN_FOLDER(test_first_screen_of_a_high_board),
        IN_FOLDER(test_moves_with_blanks),
        IN_FOLDER(test_draws_in_words),
        IN_FOLDER(test_repetition),
        IN_FOLDER(test_ends),
        IN_FOLDER(test_names),
        IN_FOLDER(test_moves_in_short),
        IN_FOLDER(test_fits_80_by_24),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
