#include "pessoi/history.h"

#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct fixture {
    struct pes_game *g;
    struct pes_history *h;
};

static struct fixture fixture_open(const char *options) {
    struct fixture f = {0};
    assert_int_equal(pes_game_open(&toy_dice_kit, options, &f.g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(f.g, &f.h), PES_ERR_OK);
    return f;
}

static void fixture_close(struct fixture *f) {
    pes_history_free(f->h);
    pes_game_close(f->g);
}

static void play(struct pes_history *h, const char *text) {
    struct pes_note note = {0};
    int made = 0;
    const enum pes_err err = pes_history_make_text(h, text, &made, &note);
    if (err)
        print_message("%s: %s at %d\n", text, note.why[PES_LANG_EN], (int)note.pos);
    assert_int_equal(err, PES_ERR_OK);
}

static void assert_position(const struct pes_history *h, const char *expected) {
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(h, text);
    assert_string_equal(text, expected);
}

static void a_game_by_hand(void **state) {
    (void)state;
    struct fixture f = fixture_open("");
    struct pes_history *h = f.h;
    assert_ptr_equal(pes_history_game(h), f.g);
    assert_position(h, "0 0 111111 0 0 - 1 0");
    play(h, "#5 #2");
    assert_position(h, "0 0 111111 0 0 25 1 0");
    assert_int_equal(pes_history_plies(h), 0);
    assert_int_equal(pes_history_count(h), 2);
    play(h, "+5 #33 +3"); /* equal dice: Second throws again, and takes a coin */
    assert_position(h, "5 3 011111 0 1 - 2 0");
    assert_int_equal(pes_history_plies(h), 2);
    play(h, "  #12 \t+2\n#41+1 ");
    assert_position(h, "6 5 001111 1 1 - 2 0");
    play(h, "#14 -4");
    assert_position(h, "6 1 001111 1 1 - 1 1");
    assert_int_equal(pes_history_plies(h), 5);
    assert_int_equal(pes_history_count(h), 15);
    assert_int_equal(pes_history_clock(h), 1);
    char token[PES_MOVE_TEXT_MAX];
    f.g->rules->move_format(f.g, pes_history_first(h), pes_history_move(h, 5), token);
    assert_string_equal(token, "+3");
    fixture_close(&f);
}

static void unmake_restores_everything(void **state) {
    (void)state;
    enum { STEPS = 400 };
    struct fixture f = fixture_open("length=40,plies=0");
    struct pes_rng rng;
    pes_rng_init(&rng, 5);
    struct {
        char text[PES_STATE_TEXT_MAX];
        int plies, occurrences, hashes;
        enum pes_end end;
    } *seen = calloc(STEPS + 1, sizeof *seen);
    assert_non_null(seen);
    int made = 0;
    for (;; made++) {
        pes_history_format(f.h, seen[made].text);
        seen[made].plies = pes_history_plies(f.h);
        seen[made].occurrences = pes_history_occurrences(f.h);
        pes_history_hashes(f.h, &seen[made].hashes);
        seen[made].end = pes_history_end(f.h);
        if (made == STEPS || pes_over(f.g, pes_history_state(f.h)))
            break;
        const pes_move m = pes_draw(f.g, pes_history_state(f.h), &rng);
        assert_int_equal(pes_history_make(f.h, m), PES_ERR_OK);
    }
    assert_true(made > 100);
    for (;; made--) {
        int hashes = 0;
        pes_history_hashes(f.h, &hashes);
        assert_position(f.h, seen[made].text);
        assert_int_equal(pes_history_count(f.h), made);
        assert_int_equal(pes_history_plies(f.h), seen[made].plies);
        assert_int_equal(pes_history_occurrences(f.h), seen[made].occurrences);
        assert_int_equal(hashes, seen[made].hashes);
        assert_int_equal(pes_history_end(f.h), seen[made].end);
        if (!pes_history_unmake(f.h))
            break;
    }
    assert_int_equal(made, 0);
    free(seen);
    fixture_close(&f);
}

static void repetition(void **state) {
    (void)state;
    struct fixture f = fixture_open("repetition=3,plies=0");
    struct pes_history *h = f.h;
    assert_int_equal(pes_history_occurrences(h), 0); /* chance nodes do not count */
    play(h, "#12");
    assert_int_equal(pes_history_occurrences(h), 1);
    play(h, "+1 #12 +2 #12 -1 #12 -2 #1");
    assert_int_equal(pes_history_occurrences(h), 0);
    play(h, "#2");
    assert_int_equal(pes_history_occurrences(h), 2);
    assert_int_equal(pes_history_end(h), PES_END_NONE);
    play(h, "+1 #12 +2 #12 -1 #12 -2");
    assert_int_equal(pes_history_end(h), PES_END_NONE); /* before the throw nothing is over */
    play(h, "#21");                                     /* the other order of the same throw */
    assert_int_equal(pes_history_occurrences(h), 3);
    assert_int_equal(pes_history_end(h), PES_END_REPETITION);
    play(h, "+2"); /* what is drawn may be played on: real games were */
    assert_int_equal(pes_history_end(h), PES_END_NONE);
    assert_true(pes_history_unmake(h));
    assert_int_equal(pes_history_end(h), PES_END_REPETITION);
    int count = 0;
    const uint64_t *hashes = pes_history_hashes(h, &count);
    assert_int_equal(count, 9);
    assert_int_equal(hashes[count - 1], pes_hash(f.g, pes_history_state(h)));
    assert_int_equal(hashes[0], hashes[count - 1]);
    fixture_close(&f);
}

static void irreversible_moves_bound_the_window(void **state) {
    (void)state;
    struct fixture f = fixture_open("repetition=2");
    struct pes_history *h = f.h;
    int count = 0;
    play(h, "#12 +1 #12 +1 #12");
    pes_history_hashes(h, &count);
    assert_int_equal(count, 3);
    assert_int_equal(pes_history_clock(h), 2);
    play(h, "+2"); /* takes the coin on 3 */
    assert_int_equal(pes_history_clock(h), 0);
    pes_history_hashes(h, &count);
    assert_int_equal(count, 0); /* chance is to throw */
    play(h, "#12");
    pes_history_hashes(h, &count);
    assert_int_equal(count, 1);
    assert_true(pes_history_unmake(h) && pes_history_unmake(h) && pes_history_unmake(h));
    pes_history_hashes(h, &count);
    assert_int_equal(count, 3);
    assert_int_equal(pes_history_clock(h), 2);
    fixture_close(&f);
}

static void the_cap_counts_players_moves(void **state) {
    (void)state;
    struct fixture f = fixture_open("plies=3,repetition=0");
    play(f.h, "#12 +1 #12 +1 #12");
    assert_int_equal(pes_history_end(f.h), PES_END_NONE);
    play(f.h, "+1");
    assert_int_equal(pes_history_plies(f.h), 3);
    assert_int_equal(pes_history_end(f.h), PES_END_NONE); /* a chance node is never over */
    play(f.h, "#12");
    assert_int_equal(pes_history_end(f.h), PES_END_PLIES);
    play(f.h, "+1 #12"); /* and may be played on */
    assert_int_equal(pes_history_end(f.h), PES_END_PLIES);
    fixture_close(&f);
}

static void the_rules_come_first(void **state) {
    (void)state;
    struct fixture f = fixture_open("length=5,plies=1,repetition=1");
    play(f.h, "#1 #5");
    assert_int_equal(pes_history_end(f.h), PES_END_REPETITION);
    play(f.h, "+5");
    assert_int_equal(pes_history_end(f.h), PES_END_RULES);
    assert_int_equal(pes_history_start_text(f.h, "1 3 0 0 1 66 1 7", NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_end(f.h), PES_END_RULES); /* stuck, though a player is to move */
    fixture_close(&f);
}

static void starting(void **state) {
    (void)state;
    struct fixture f = fixture_open("start=rolled");
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_turn(f.g, pes_history_state(f.h)), PES_CHANCE); /* new: not rolled */
    assert_int_equal(pes_history_start_text(f.h, "startpos", &rng, NULL), PES_ERR_OK);
    assert_int_equal(pes_turn(f.g, pes_history_state(f.h)), 0);
    assert_int_equal(pes_history_count(f.h), 0);
    assert_int_equal(pes_history_start_text(f.h, "startpos", NULL, NULL), PES_ERR_OK);
    assert_int_equal(pes_turn(f.g, pes_history_state(f.h)), PES_CHANCE);

    const char *text = "7 2 011111 0 1 36 2 12";
    assert_int_equal(pes_history_start_text(f.h, text, &rng, NULL), PES_ERR_OK);
    assert_position(f.h, text);
    assert_int_equal(pes_history_first_clock(f.h), 12);
    play(f.h, "+6"); /* lands on 8: no coin */
    assert_int_equal(pes_history_clock(f.h), 13);
    assert_int_equal(pes_history_first_clock(f.h), 12);

    struct pes_note note = {0};
    const char *bad[] = {"",
                         "startpos ",
                         "7 2 011111 0 1 36 2",
                         "7 2 011111 0 1 36 2 012",
                         "7 2 011111 0 1 63 2 12",
                         "7 2  011111 0 1 36 2 12",
                         "7 2 011111 0 1 36 0 12",
                         "7 2 011111 0 2 36 2 12",
                         "6 2 011111 0 1 36 2 12",
                         "21 2 011111 0 1 36 2 12",
                         "20 2 011111 0 1 36 2 12",
                         "7 2 011111 0 1 36 2 12 "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_not_equal(pes_history_start_text(f.h, bad[i], &rng, &note), PES_ERR_OK);
        assert_true(note.pos > 0);
        assert_position(f.h, "7 8 011111 0 1 - 1 13"); /* nothing changed */
    }

    /* Starting at the history's own present position. */
    pes_history_start(f.h, pes_history_state(f.h), 4);
    assert_position(f.h, "7 8 011111 0 1 - 1 4");
    assert_int_equal(pes_history_count(f.h), 0);
    assert_false(pes_history_unmake(f.h));
    fixture_close(&f);
}

/* The unknown outcome of a die: make() accepts it, and chances() does not list it. */
enum { UNSEEN = 16 + 7 };

static pes_move unseen(const struct pes_game *g, const struct pes_state *s) {
    (void)g, (void)s;
    return UNSEEN;
}

static void make_unseen(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    toy_dice_kit.rules->make(g, s, m == UNSEEN ? 16 + 1 : m, undo);
}

static void the_unknown_outcome_can_be_made(void **state) {
    (void)state;
    struct fixture f = fixture_open("");
    struct pes_rules rules = *f.g->rules;
    rules.chance_unknown = unseen;
    rules.make = make_unseen;
    struct pes_game g = *f.g;
    g.rules = &rules;
    struct pes_history *h;
    assert_int_equal(pes_history_new(&g, &h), PES_ERR_OK);
    assert_false(pes_legal(&g, pes_history_state(h), UNSEEN));
    assert_int_equal(pes_history_make(h, UNSEEN), PES_ERR_OK);
    assert_int_equal(pes_history_count(h), 1);
    assert_int_equal(pes_history_plies(h), 0);
    assert_int_equal(pes_history_move(h, 0), UNSEEN);
    assert_position(h, "0 0 111111 0 0 1 1 0");
    assert_true(pes_history_unmake(h));
    assert_position(h, "0 0 111111 0 0 - 1 0");
    pes_history_free(h);
    fixture_close(&f);
}

static void bad_moves_are_named(void **state) {
    (void)state;
    struct fixture f = fixture_open("length=5");
    struct pes_note note = {0};
    int made = 0;
    assert_int_equal(pes_history_make_text(f.h, "#12 +1  +1 #12", &made, &note), PES_ERR_ILLEGAL);
    assert_int_equal(made, 3);
    assert_int_equal(note.pos, 9);
    assert_int_equal(pes_history_count(f.h), 3);
    assert_int_equal(pes_history_make_text(f.h, "#19", &made, &note), PES_ERR_ILLEGAL);
    assert_int_equal(made, 1);
    assert_int_equal(note.pos, 3); /* inside the token: the 1 was fine */
    assert_int_equal(pes_history_make_text(f.h, "#4 +4 #41 +4 #2", &made, &note), PES_ERR_ILLEGAL);
    assert_int_equal(note.pos, 14);
    assert_int_equal(made, 5);
    assert_int_equal(pes_history_end(f.h), PES_END_RULES);
    assert_non_null(strstr(note.why[PES_LANG_EL], "«#2»"));
    assert_int_equal(pes_history_make_text(f.h, " \n", &made, &note), PES_ERR_OK);
    assert_int_equal(made, 0);
    fixture_close(&f);
}

/* The independent way to the same answers: replay everything from the start. */
static void assert_walks_agree(const struct fixture *f) {
    const struct pes_history *h = f->h;
    const int count = pes_history_count(h);
    struct pes_state_buf at, before, last_before;
    struct pes_undo_buf undo;
    int last = -1;
    bool moved[PES_PLAYERS_MAX] = {false, false};
    pes_copy(f->g, PES_STATE(at), pes_history_first(h));
    for (int i = 0; i <= count; i++) {
        struct pes_walk w;
        pes_walk_start(&w, h, i);
        assert_int_equal(w.at, i);
        assert_memory_equal(w.state.bytes, at.bytes, f->g->state_size);
        if (i == count)
            break;
        const pes_player turn = pes_turn(f->g, PES_STATE(at));
        assert_int_equal(pes_history_player(h, i), turn);
        if (turn >= 0) {
            last = i;
            moved[turn] = true;
            pes_copy(f->g, PES_STATE(last_before), PES_STATE(at));
        }
        pes_make(f->g, PES_STATE(at), pes_history_move(h, i), undo.bytes);
    }
    assert_int_equal(pes_history_last(h, PES_STATE(before)), last);
    if (last >= 0)
        assert_memory_equal(before.bytes, last_before.bytes, f->g->state_size);
    for (int player = 0; player < PES_PLAYERS_MAX; player++)
        assert_int_equal(pes_history_has_moved(h, player), moved[player]);
}

static void it_can_be_asked(void **state) {
    (void)state;
    struct fixture f = fixture_open("length=40,plies=0");
    struct pes_rng rng;
    pes_rng_init(&rng, 11);
    assert_walks_agree(&f);
    for (int i = 0; i < 150 && !pes_over(f.g, pes_history_state(f.h)); i++) {
        const pes_move m = pes_draw(f.g, pes_history_state(f.h), &rng);
        assert_int_equal(pes_history_make(f.h, m), PES_ERR_OK);
        assert_walks_agree(&f);
    }
    assert_true(pes_history_count(f.h) > 64); /* longer than the first allocation */
    fixture_close(&f);
}

static void a_clone_is_independent(void **state) {
    (void)state;
    struct fixture f = fixture_open("");
    play(f.h, "#52 +5 #33 +3 #12 +2");
    struct fixture clone = {.g = f.g};
    assert_int_equal(pes_history_clone(f.h, &clone.h), PES_ERR_OK);
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(f.h, text);
    assert_position(clone.h, text);
    play(clone.h, "#41 +1");
    assert_walks_agree(&clone);
    assert_position(f.h, text);
    while (pes_history_unmake(f.h))
        assert_int_equal(pes_history_count(clone.h), 12);
    assert_walks_agree(&clone);
    pes_history_free(clone.h);
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_can_be_asked),
        cmocka_unit_test(a_clone_is_independent),
        cmocka_unit_test(a_game_by_hand),
        cmocka_unit_test(unmake_restores_everything),
        cmocka_unit_test(repetition),
        cmocka_unit_test(irreversible_moves_bound_the_window),
        cmocka_unit_test(the_cap_counts_players_moves),
        cmocka_unit_test(the_rules_come_first),
        cmocka_unit_test(starting),
        cmocka_unit_test(the_unknown_outcome_can_be_made),
        cmocka_unit_test(bad_moves_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
