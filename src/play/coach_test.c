/* The sentences of the coach: constructed positions of every game in both languages, and properties
 * of what is said about random games. */
#include "play/coach.h"

#include "play/review_testing.h"

enum { NODES = 5000 };

/* `english` and `greek` are what is said about the move `played`, after `moves` from `position`. */
static const struct {
    const char *game, *variant, *position, *moves, *played, *english, *greek;
} cases[] = {
    {"gomoku", "", NULL, "h8 g9 h9 g8 h10", "a1",
     "a1 does not block the open three h8, h9, h10. h7 was better: it blocks the open three h8, "
     "h9, h10 and builds lines. The best answer to a1: h11 h7 h12.",
     "Η κίνηση a1 δεν κλείνει την ανοιχτή τριάδα h8, h9, h10. Καλύτερη ήταν η h7: κλείνει την "
     "ανοιχτή τριάδα h8, h9, h10 και χτίζει γραμμές. Η καλύτερη απάντηση στην κίνηση a1: h11 h7 "
     "h12."},
    {"gomoku", "", NULL, "h8 a1 i8 a2 j8", "g8", "g8 blocks the open three h8, i8, j8.",
     "Η κίνηση g8 κλείνει την ανοιχτή τριάδα h8, i8, j8."},
    {"gomoku", "", NULL, "h8 i9 h9 i8", "h10", "h10 makes an open three and builds lines.",
     "Η κίνηση h10 φτιάχνει ανοιχτή τριάδα και χτίζει γραμμές."},
    {"gomoku", "", NULL, "h8 a1 i8 a3", "j8", "j8 makes an open three and builds lines.",
     "Η κίνηση j8 φτιάχνει ανοιχτή τριάδα και χτίζει γραμμές."},
    {"gomoku", "", NULL, "h8 i9", "a1",
     "h7 was better: it builds lines. The best answer to a1: g9 h9 h10.",
     "Καλύτερη ήταν η h7: χτίζει γραμμές. Η καλύτερη απάντηση στην κίνηση a1: g9 h9 h10."},
    {"abalone", "", "2wbb/1w1b1b/w2b1b1/1www1b2/2b1w2ww/2b2b2/b1bww1w/1b4/1b1ww b 0 0 40", "",
     "a2a3",
     "c3d3 was better: it takes 1 piece and keeps the marbles together. The best answer to a2a3: "
     "f3f4 g8h9g7 c4c5d4.",
     "Καλύτερη ήταν η c3d3: παίρνει 1 κομμάτι και κρατά τις μπίλιες ενωμένες. Η καλύτερη απάντηση "
     "στην κίνηση a2a3: f3f4 g8h9g7 c4c5d4."},
    {"abalone", "", "2wbb/1w1b1b/w2b1b1/1www1b2/2b1w2ww/2b2b2/b1bww1w/1b4/1b1ww b 0 0 40", "",
     "c3d3", "c3d3 takes 1 piece and keeps the marbles together.",
     "Η κίνηση c3d3 παίρνει 1 κομμάτι και κρατά τις μπίλιες ενωμένες."},
    {"boats", "", "4444444444 10 1 r -", "", "L",
     "L lets the opponent win at once. R was better: it wins at once.",
     "Η κίνηση L αφήνει τον αντίπαλο να κερδίσει αμέσως. Καλύτερη ήταν η R: κερδίζει αμέσως."},
    {"boats", "", "4444444444 10 1 r -", "", "R", "R wins at once.", "Η κίνηση R κερδίζει αμέσως."},
    {"boats", "rule=ko", "4432212443 0 11 g -10", "", "L", "L shortens Green's way.",
     "Η κίνηση L συντομεύει τον δρόμο του Πράσινου."},
    {"boats", "", "4432132344 5 8 r -", "", "-5",
     "-5 lets the opponent win at once. +5 was better: it saves Red from sinking.",
     "Η κίνηση -5 αφήνει τον αντίπαλο να κερδίσει αμέσως. Καλύτερη ήταν η +5: γλιτώνει τη βάρκα "
     "από τη βύθιση."},
    {"boats", "", "4432132344 5 8 r -", "", "+5",
     "+5 saves Red from sinking and brings Red water for its way.",
     "Η κίνηση +5 γλιτώνει τη βάρκα από τη βύθιση και φέρνει νερό στον δρόμο του Κόκκινου."},
    {"proximity", "",
     "1,b7,10/1,b4,4,r19,5/2,b7,9/12/12/12/1,r18,10/9,b9,2/8,r17,2,b14/6,r10,1,r9,3 b 14 "
     "32333313233331333333 33333333223333323223 -",
     "", "g9", "g9 takes 1 piece and scores 24 points.",
     "Η κίνηση g9 παίρνει 1 κομμάτι και δίνει 24 πόντους."},
    {"crush", "",
     "2256012164/0605601314/5463231106/0623315000/4554232103/1166431364/0154660052/0325160322/"
     "1410212322/1463236641/4164166301/3403604116/2246130132/0130650236/5126252125/1321464162/"
     "3355136044/4462606551/1512623350/6200126300 1 46,55 -",
     "", "g1u", "h6u was better: it scores 6 points and leaves little to the opponent.",
     "Καλύτερη ήταν η h6u: δίνει 6 πόντους και αφήνει λίγα στον αντίπαλο."},
    {"crush", "",
     "2256012164/0605601314/5463231106/0623315000/4554232103/1166431364/0154660052/0325160322/"
     "1410212322/1463236641/4164166301/3403604116/2246130132/0130650236/5126252125/1321464162/"
     "3355136044/4462606551/1512623350/6200126300 1 46,55 -",
     "", "h6u", "h6u scores 6 points and leaves little to the opponent.",
     "Η κίνηση h6u δίνει 6 πόντους και αφήνει λίγα στον αντίπαλο."},
};

static void test_said(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table t;
        struct pes_note note = {0};
        int made = 0;
        table_open(&t, cases[i].game, cases[i].variant, cases[i].position, NODES);
        assert_int_equal(pes_history_make_text(t.history, cases[i].moves, &made, &note),
                         PES_ERR_OK);
        const struct review_move judged = table_judge(&t, cases[i].played);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            struct str said;
            str_init(&said);
            coach_say(t.history, &judged, (enum pes_lang)lang, &said);
            assert_string_equal(said.text, lang == PES_LANG_EN ? cases[i].english : cases[i].greek);
            str_release(&said);
        }
        table_close(&t);
    }
}

/* Texts that a person may see: whole sentences, without gaps or holes. */
static void check_sentences(const char *text) {
    const size_t length = strlen(text);
    assert_true(length < 600);
    assert_null(strstr(text, "  "));
    assert_null(strstr(text, "{"));
    assert_null(strstr(text, " ."));
    assert_null(strstr(text, ": ."));
    assert_null(strstr(text, "and ."));
    assert_null(strstr(text, "και ."));
    assert_true(length == 0 || (text[0] != ' ' && text[length - 1] == '.'));
}

/* What is said about a judged move: something if it was an error, in every language. */
static void check_judged(const struct table *t, const struct review_move *judged) {
    struct str said[PES_LANG_COUNT];
    const int before = pes_history_count(t->history);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        str_init(&said[lang]);
        coach_say(t->history, judged, (enum pes_lang)lang, &said[lang]);
        assert_int_equal(str_err(&said[lang]), PES_ERR_OK);
        check_sentences(said[lang].text);
    }
    assert_int_equal(pes_history_count(t->history), before);
    assert_true(judged->class < REVIEW_INACCURACY || said[0].length > 0);
    assert_int_equal(said[0].length == 0, said[1].length == 0);
    assert_true(said[0].length == 0 || strcmp(said[0].text, said[1].text) != 0);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        str_release(&said[lang]);
}

static void test_random_games(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        struct table t;
        struct pes_rng rng;
        table_open(&t, pes_kit_at(i)->rules->name, "", NULL, 1000);
        pes_rng_init(&rng, 11);
        assert_int_equal(pes_history_start_text(t.history, "startpos", &rng, NULL), PES_ERR_OK);
        for (int k = 0; pes_history_end(t.history) == PES_END_NONE; k++) {
            const struct pes_state *s = pes_history_state(t.history);
            const pes_move m = pes_draw(t.game, s, &rng);
            struct review_move judged;
            if (pes_turn(t.game, s) >= 0 && k % 3 == 0) {
                assert_int_equal(review_find(&t.asker, t.history, m, &judged), PES_ERR_OK);
                check_judged(&t, &judged);
            }
            assert_int_equal(pes_history_make(t.history, m), PES_ERR_OK);
        }
        table_close(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_said),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
