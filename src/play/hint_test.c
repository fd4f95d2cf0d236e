/* Hints from a history alone. */
#include "play/session_testing.h"

enum { TIME_MS = 200 };

/* Finds a step for the position on the table. */
static void find(struct session *s, enum hint_step step) {
    struct hint_asker asker = {.limits = {.movetime_ms = TIME_MS}};
    assert_int_equal(hint_adviser(s->game, 1, &asker.adviser), PES_ERR_OK);
    assert_int_equal(hint_find(&asker, s->history, step, &s->hint), PES_ERR_OK);
    pes_agent_free(asker.adviser);
}

static void test_hint_sees_wins_and_dangers(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "human");
    s.position = "4444444444 9 1 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_MOVE);
    assert_int_equal(s.hint.wins, 0);
    /* Green on column 1 sails home over equal water unless column 1 falls below the dock. */
    assert_int_equal(s.hint.moves, 12);
    assert_int_equal(s.hint.loses, 11);
    s.position = "4444444444 10 5 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_MOVE);
    assert_int_equal(s.hint.wins, 1);
    assert_int_equal(hint_area(s.history, &s.hint), HINT_AREA_RIGHT);
    session_release(&s);
}

/* What was found is not looked for again; the board is only borrowed. */
static void test_steps(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    find(&s, HINT_IDEA);
    const pes_move advised = s.hint.line[0];
    assert_false(s.hint.is_line);
    find(&s, HINT_LINE);
    assert_true(s.hint.is_line);
    assert_true(s.hint.line_count > 1);
    assert_int_equal(s.hint.line[0], advised);
    assert_int_equal(pes_history_count(s.history), 0);
    session_release(&s);
}

static void test_stopped(void **state) {
    (void)state;
    struct session s;
    open_boats(&s, "human", "human");
    const atomic_bool stop = true;
    struct hint_asker asker = {.limits = {.movetime_ms = TIME_MS, .stop = &stop}};
    assert_int_equal(hint_adviser(s.game, 1, &asker.adviser), PES_ERR_OK);
    assert_int_equal(hint_find(&asker, s.history, HINT_LINE, &s.hint), PES_ERR_STOPPED);
    pes_agent_free(asker.adviser);
    session_release(&s);
}

/* The areas of a board are its cells, each once. */
static void test_areas(void **state) {
    (void)state;
    static const char *const games[] = {"gomoku", "abalone", "boats"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct pes_game *g = NULL;
        struct pes_cell cells[PES_CELLS_MAX];
        bool seen[PES_CELLS_MAX] = {false};
        assert_int_equal(pes_game_open(pes_kit_find(games[i]), "", &g, NULL), PES_ERR_OK);
        int count = 0;
        for (int area = 0; area < HINT_AREA_COUNT; area++) {
            int16_t list[PES_CELLS_MAX];
            const int n = hint_area_cells(g, (enum hint_area)area, list);
            for (int k = 0; k < n; k++) {
                assert_false(seen[list[k]]);
                seen[list[k]] = true;
            }
            count += n;
        }
        assert_int_equal(count, g->kit->view->cells(g, cells));
        assert_int_equal(hint_area_cells(g, HINT_AREA_NONE, (int16_t[PES_CELLS_MAX]){0}), 0);
        pes_game_close(g);
    }
}

static void test_said(void **state) {
    (void)state;
    struct session s;
    struct pes_note note = {0};
    open_boats(&s, "human", "human");
    s.position = "4444444444 10 5 r -";
    assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
    find(&s, HINT_LINE);
    static const char *const begins[HINT_STEP_COUNT] = {"You can win with your next move.",
                                                        "Look at the right.", "Try R.",
                                                        "A possible continuation: R"};
    for (int step = 0; step < HINT_STEP_COUNT; step++) {
        struct str said, greek;
        str_init(&said);
        str_init(&greek);
        hint_say(s.history, &s.hint, (enum hint_step)step, PES_LANG_EN, &said);
        hint_say(s.history, &s.hint, (enum hint_step)step, PES_LANG_EL, &greek);
        assert_memory_equal(said.text, begins[step], strlen(begins[step]));
        assert_string_not_equal(said.text, greek.text);
        str_release(&said);
        str_release(&greek);
    }
    session_release(&s);
}

/* Ideas of every game, and moves that are said once. */
static void test_ideas(void **state) {
    (void)state;
    static const struct {
        const char *game, *position;
        enum hint_step step;
        const char *english, *greek;
    } cases[] = {
        {"boats", "3342131241 1 10 r +3", HINT_IDEA, "You can win with your next move.",
         "Μπορείς να νικήσεις με την επόμενη κίνηση."},
        {"boats", "2312104443 2 11 r -3", HINT_IDEA,
         "Careful: 1 of your 18 moves lets your opponent win at once.",
         "Προσοχή: με 1 από τις 18 κινήσεις σου ο αντίπαλος μπορεί να νικήσει αμέσως."},
        {"boats", "4432212443 0 11 g -10", HINT_IDEA, "Look for a move that shortens Green's way.",
         "Ψάξε μια κίνηση που συντομεύει τον δρόμο του Πράσινου."},
        {"boats", "4432212443 0 11 g -10", HINT_MOVE,
         "Try L. Green sails from column 11 to column 10.", NULL},
        {"gomoku", "5w9/15/14b/2b4ww4b1/15/15/15/1b13/15/1b13/1b13/15/5w5wb2/2w8w3/1b13 w",
         HINT_IDEA, "Your opponent threatens something. Black has an open three: b5, b6, b8.",
         "Ο αντίπαλος απειλεί κάτι. Ο Μαύρος έχει ανοιχτή τριάδα: b5, b6, b8."},
        {"gomoku", "5w9/15/14b/2b4ww4b1/15/15/15/1b13/15/1b13/1b13/15/5w5wb2/2w8w3/1b13 w",
         HINT_MOVE, "Try this: White places b7.", NULL},
        {"abalone", "2wbb/1w1b1b/w2b1b1/1www1b2/2b1w2ww/2b2b2/b1bww1w/1b4/1b1ww b 0 0 40",
         HINT_IDEA, "Look for a move that takes 1 piece and keeps the marbles together.",
         "Ψάξε μια κίνηση που παίρνει 1 κομμάτι και κρατά τις μπίλιες ενωμένες."},
        {"proximity",
         "1,b7,10/1,b4,4,r19,5/2,b7,9/12/12/12/1,r18,10/9,b9,2/8,r17,2,b14/6,r10,1,r9,3 b 14 "
         "32333313233331333333 33333333223333323223 -",
         HINT_IDEA, "Look for a move that takes 2 pieces and scores 33 points.",
         "Ψάξε μια κίνηση που παίρνει 2 κομμάτια και δίνει 33 πόντους."},
        {"crush",
         "2256012164/0605601314/5463231106/0623315000/4554232103/1166431364/0154660052/0325160322/"
         "1410212322/1463236641/4164166301/3403604116/2246130132/0130650236/5126252125/1321464162/"
         "3355136044/4462606551/1512623350/6200126300 1 46,55 -",
         HINT_IDEA, "Look for a move that scores 6 points and leaves little to the opponent.",
         "Ψάξε μια κίνηση που δίνει 6 πόντους και αφήνει λίγα στον αντίπαλο."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct session s;
        struct pes_note note = {0};
        struct hint_asker asker = {.limits = {.nodes = 2000}};
        open_session(&s, pes_kit_find(cases[i].game), "", "human", "human", 1);
        s.position = cases[i].position;
        assert_int_equal(session_again(&s, false, 1, &note), PES_ERR_OK);
        assert_int_equal(hint_adviser(s.game, 1, &asker.adviser), PES_ERR_OK);
        assert_int_equal(hint_find(&asker, s.history, cases[i].step, &s.hint), PES_ERR_OK);
        pes_agent_free(asker.adviser);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const char *expected = lang == PES_LANG_EN ? cases[i].english : cases[i].greek;
            struct str said;
            str_init(&said);
            hint_say(s.history, &s.hint, cases[i].step, (enum pes_lang)lang, &said);
            assert_string_equal(said.text, expected != NULL ? expected : said.text);
            str_release(&said);
        }
        session_release(&s);
    }
}

/* The idea in random positions of every game names something; "one move is better" and its like are
 * the last resort. */
static void test_ideas_of_random_positions(void **state) {
    (void)state;
    enum { GAMES = 12, EVERY = 5, PLIES = 40 };
    for (int i = 0; i < pes_kit_count(); i++) {
        int asked = 0, empty = 0;
        for (int seed = 1; seed <= GAMES; seed++) {
            struct session s;
            struct pes_rng rng;
            pes_rng_init(&rng, (uint64_t)seed);
            open_session(&s, pes_kit_at(i), "", "human", "human", (uint64_t)seed);
            while (pes_history_plies(s.history) < PLIES && session_turn(&s) != PES_TERMINAL) {
                const bool chance = session_turn(&s) == PES_CHANCE;
                const pes_move m = chance ? session_roll(&s)
                                          : pes_draw(s.game, pes_history_state(s.history), &rng);
                assert_int_equal(session_make(&s, m), PES_ERR_OK);
                if (pes_history_plies(s.history) % EVERY != 0 || session_turn(&s) < 0)
                    continue;
                struct hint_asker asker = {.limits = {.nodes = 2000}};
                assert_int_equal(hint_adviser(s.game, 1, &asker.adviser), PES_ERR_OK);
                assert_int_equal(hint_find(&asker, s.history, HINT_IDEA, &s.hint), PES_ERR_OK);
                pes_agent_free(asker.adviser);
                asked++;
                empty += s.hint.idea >= HINT_IDEA_CHANCE;
            }
            session_release(&s);
        }
        print_message("%s: %d of %d first hints are empty\n", pes_kit_at(i)->rules->name, empty,
                      asked);
        assert_true(asked > 0);
        /* What a quiet move improves is known only by an evaluation. */
        assert_true(pes_kit_at(i)->evals == NULL || 10 * empty <= asked);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hint_sees_wins_and_dangers),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_areas),
        cmocka_unit_test(test_said),
        cmocka_unit_test(test_ideas),
        cmocka_unit_test(test_ideas_of_random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
