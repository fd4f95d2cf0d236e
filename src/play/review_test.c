/* The review of moves: formulas, proven results, and properties over random games of all games. */
#include "play/review_game.h"
#include "play/review_testing.h"

#include <math.h>

#define ABOUT(a, b) (fabs((a) - (b)) < 1e-8)

enum { NODES = 20000 };

static void test_classes(void **state) {
    (void)state;
    static const struct {
        double chance, after;
        enum review_class class;
    } cases[] = {
        {0.5, 0.5, REVIEW_BEST},        {0.5, 0.4999, REVIEW_GOOD},
        {0.5, 0.489, REVIEW_GOOD},      {1.0, 0.951, REVIEW_GOOD},
        {0.65, 0.6, REVIEW_INACCURACY}, {0.9, 0.801, REVIEW_INACCURACY},
        {0.75, 0.65, REVIEW_MISTAKE},   {0.95, 0.801, REVIEW_MISTAKE},
        {0.95, 0.8, REVIEW_BLUNDER},    {0.65, 0.5, REVIEW_BLUNDER},
        {1.0, 0.0, REVIEW_BLUNDER},     {0.0, 0.0, REVIEW_BEST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(review_class_of(cases[i].chance, cases[i].after), cases[i].class);
    assert_string_equal(review_class_word(REVIEW_BLUNDER), "blunder");
    assert_string_equal(review_class_word(REVIEW_FORCED), "forced");
}

/* The values come from a program in another language. */
static void test_accuracy(void **state) {
    (void)state;
    static const struct {
        double lost, accuracy;
    } cases[] = {{0, 100},
                 {0.005, 98.778229391},
                 {0.01, 96.60440189},
                 {0.05, 80.817040063},
                 {0.1, 64.582619307},
                 {0.15, 51.524191605},
                 {0.3, 25.77555162},
                 {0.6, 5.401238224},
                 {1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(ABOUT(review_accuracy(cases[i].lost, 0.0), cases[i].accuracy));
}

enum { LONG_GAME = 90 };

/* A game of a list of win probabilities after each move, from its mover's view, in thousandths. */
struct judged_game {
    int count;
    int after[LONG_GAME];
    double accuracy[PES_PLAYERS_MAX];
};

static void sum_up(const struct judged_game *game, struct review_player out[PES_PLAYERS_MAX]) {
    static struct review_move moves[LONG_GAME];
    double first[LONG_GAME + 1] = {0.5};
    for (int i = 0; i < game->count; i++) {
        const double after = game->after[i] / 1000.0;
        const double chance = i % 2 == 0 ? first[i] : 1.0 - first[i];
        moves[i] = (struct review_move){.player = i % 2,
                                        .line_count = 1,
                                        .chance = chance,
                                        .after = after,
                                        .class = review_class_of(chance, after),
                                        .accuracy = review_accuracy(chance, after)};
        first[i + 1] = i % 2 == 0 ? after : 1.0 - after;
    }
    review_sum(moves, first, NULL, game->count, out);
}

/* The accuracy of whole games, computed by a program in another language with its own statistics.
 */
static void test_accuracy_of_games(void **state) {
    (void)state;
    static const struct judged_game games[] = {
        {6, {415, 418, 377, 258, 532, 211}, {45.416750449, 29.706905972}},
        {43,
         {500, 465, 221, 630, 181, 818, 169, 822, 158, 731, 269, 726, 270, 337, 455,
          543, 295, 704, 247, 752, 248, 404, 592, 405, 200, 428, 562, 165, 743, 201,
          794, 86,  703, 109, 446, 544, 441, 557, 442, 558, 434, 479, 521},
         {57.419315817, 57.830028345}},
        {90,
         {391, 593, 399, 370, 581, 410, 544, 344, 656, 121, 879, 85,  529, 471, 348, 630, 320, 680,
          320, 677, 126, 869, 91,  398, 250, 729, 263, 662, 228, 771, 162, 541, 255, 745, 104, 896,
          101, 756, 112, 864, 61,  833, 163, 818, 181, 819, 181, 631, 113, 884, 116, 290, 635, 348,
          646, 302, 422, 540, 436, 564, 201, 799, 184, 479, 520, 348, 261, 609, 257, 742, 243, 755,
          142, 843, 147, 257, 421, 202, 746, 233, 559, 407, 583, 398, 601, 384, 200, 305, 575, 388},
         {59.799727210, 54.941832507}},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct review_player players[PES_PLAYERS_MAX];
        sum_up(&games[i], players);
        for (int k = 0; k < PES_PLAYERS_MAX; k++) {
            int classes = 0;
            for (int c = 0; c < REVIEW_CLASS_COUNT; c++)
                classes += players[k].counts[c];
            assert_true(ABOUT(players[k].accuracy, games[i].accuracy[k]));
            assert_int_equal(players[k].moves, (games[i].count + 1 - k) / 2);
            assert_int_equal(classes, players[k].moves);
            assert_true(players[k].skill < 0.0);
        }
    }
}

/* What is not known yet does not count, nor do forced moves. */
static void test_sum_of_a_part(void **state) {
    (void)state;
    struct review_player players[PES_PLAYERS_MAX];
    struct review_move moves[4] = {
        {.player = 0, .line_count = 1, .class = REVIEW_FORCED, .accuracy = 100.0},
        {.player = 1, .line_count = 0},
        {.player = 0, .line_count = 1, .chance = 0.6, .after = 0.5, .class = REVIEW_MISTAKE},
        {.player = 1, .line_count = 0},
    };
    moves[2].accuracy = review_accuracy(0.6, 0.5);
    const double first[] = {0.5, NAN, 0.6, NAN, NAN};
    const double luck[] = {0.1, NAN, -0.3, NAN};
    review_sum(moves, first, luck, 4, players);
    assert_int_equal(players[0].moves, 2);
    assert_int_equal(players[0].counts[REVIEW_FORCED], 1);
    assert_true(ABOUT(players[0].accuracy, moves[2].accuracy));
    assert_true(ABOUT(players[0].skill, -0.1));
    assert_true(ABOUT(players[0].luck, -0.2));
    assert_int_equal(players[1].moves, 0);
    assert_true(ABOUT(players[1].accuracy, 100.0));
    assert_true(ABOUT(players[1].luck, 0.2));
    review_sum(moves, first, NULL, 0, players);
    assert_true(ABOUT(players[0].accuracy, 100.0));
}

/* Wins, losses and draws that are proven are exact. */
static void test_proven(void **state) {
    (void)state;
    struct table t;
    /* Red sails home at once; every other move lets Green do the same. */
    table_open(&t, "boats", "", "4444444444 10 1 r -", NODES);
    struct review_move judged = table_judge(&t, "R");
    assert_int_equal(judged.class, REVIEW_BEST);
    assert_true(judged.chance == 1.0);
    assert_true(judged.after == 1.0);
    assert_true(judged.has_mate_after);
    assert_int_equal(judged.mate_after, 1);
    assert_int_equal(judged.reply_count, 0);
    judged = table_judge(&t, "L");
    assert_int_equal(judged.class, REVIEW_BLUNDER);
    assert_true(judged.chance == 1.0);
    assert_true(judged.after == 0.0);
    assert_int_equal(judged.mate, 1);
    assert_int_equal(judged.mate_after, -2);
    assert_int_equal(judged.line[0], table_move(&t, "R"));
    assert_int_equal(judged.reply_count, 1);
    table_close(&t);
}

/* The last move of a game by the ply cap is decided by the history, not by a search. */
static void test_cap(void **state) {
    (void)state;
    struct table t;
    double chance = 0;
    struct pes_note note = {0};
    int made = 0;
    table_open(&t, "gomoku", "size=5", NULL, NODES);
    assert_int_equal(pes_history_make_text(
                         t.history,
                         "c3 c2 b3 d3 d2 b4 c4 c5 a2 b2 d4 e4 a4 d5 b5 a1 e1 d1 e2 b1 c1 a3 e5 "
                         "a5",
                         &made, &note),
                     PES_ERR_OK);
    assert_int_equal(pes_count(t.game, pes_history_state(t.history)), 1);
    const struct review_move judged = table_judge(&t, "e3");
    assert_int_equal(judged.class, REVIEW_FORCED);
    assert_true(judged.chance == 0.5);
    assert_true(judged.after == 0.5);
    assert_true(judged.accuracy == 100.0);
    assert_int_equal(pes_history_make(t.history, judged.played), PES_ERR_OK);
    assert_int_equal(review_chance(&t.asker, t.history, &chance), PES_ERR_OK);
    assert_true(chance == 0.5);
    table_close(&t);
}

static void test_stopped(void **state) {
    (void)state;
    struct table t;
    const atomic_bool stop = true;
    for (int i = 0; i < pes_kit_count(); i++) {
        struct review_move judged;
        struct pes_rng rng;
        double chance;
        pes_rng_init(&rng, 1);
        table_open(&t, pes_kit_at(i)->rules->name, "", NULL, NODES);
        assert_int_equal(pes_history_start_text(t.history, "startpos", &rng, NULL), PES_ERR_OK);
        while (pes_turn(t.game, pes_history_state(t.history)) == PES_CHANCE)
            assert_int_equal(
                pes_history_make(t.history, pes_draw(t.game, pes_history_state(t.history), &rng)),
                PES_ERR_OK);
        const int before = pes_history_count(t.history);
        t.asker.limits.stop = &stop;
        const pes_move m = pes_draw(t.game, pes_history_state(t.history), &rng);
        assert_int_equal(review_find(&t.asker, t.history, m, &judged), PES_ERR_STOPPED);
        assert_int_equal(review_chance(&t.asker, t.history, &chance), PES_ERR_STOPPED);
        assert_int_equal(pes_history_count(t.history), before);
        table_close(&t);
    }
}

/* One judged move of a random game, and what must be true of it. */
static void check_judged(const struct table *t, const struct review_move *m) {
    assert_true(m->after >= 0.0);
    assert_true(m->after <= m->chance);
    assert_true(m->chance <= 1.0);
    assert_true(m->line_count >= 1);
    assert_true(pes_legal(t->game, pes_history_state(t->history), m->line[0]));
    assert_true(m->accuracy >= 0.0 && m->accuracy <= 100.0);
    assert_true(!m->has_mate || m->chance == (m->mate > 0 ? 1.0 : m->mate < 0 ? 0.0 : 0.5));
    assert_true(!m->has_mate_after || m->after == (m->mate_after > 0   ? 1.0
                                                   : m->mate_after < 0 ? 0.0
                                                                       : 0.5));
    if (m->class != REVIEW_FORCED)
        assert_int_equal(m->class, review_class_of(m->chance, m->after));
    if (m->line[0] == m->played)
        assert_true(m->chance == m->after);
}

/* Both lines can be played. */
static void check_line(struct table *t, pes_move first, const pes_move line[], int count) {
    const int before = pes_history_count(t->history);
    assert_int_equal(pes_history_make(t->history, first), PES_ERR_OK);
    for (int i = 0; i < count; i++) {
        assert_true(pes_legal(t->game, pes_history_state(t->history), line[i]));
        assert_int_equal(pes_history_make(t->history, line[i]), PES_ERR_OK);
    }
    while (pes_history_count(t->history) > before)
        pes_history_unmake(t->history);
}

/* Judges a random move at every `step`-th position of a random game; a second adviser that judged
 * nothing before says the same. */
static void judge_random_game(const char *game, uint64_t seed, int step, uint64_t nodes) {
    struct table t, other;
    struct pes_rng rng;
    double luck = 0.0;
    table_open(&t, game, "", NULL, nodes);
    pes_rng_init(&rng, seed);
    assert_int_equal(pes_history_start_text(t.history, "startpos", &rng, NULL), PES_ERR_OK);
    for (int i = 0; pes_history_end(t.history) == PES_END_NONE; i++) {
        const struct pes_state *s = pes_history_state(t.history);
        const pes_move m = pes_draw(t.game, s, &rng);
        if (pes_turn(t.game, s) >= 0 && i % step == 0) {
            struct review_move judged, again;
            struct pes_state_buf before;
            pes_copy(t.game, PES_STATE(before), s);
            assert_int_equal(review_find(&t.asker, t.history, m, &judged), PES_ERR_OK);
            s = pes_history_state(t.history);
            assert_memory_equal(PES_STATE(before), s, t.game->state_size);
            check_judged(&t, &judged);
            check_line(&t, judged.line[0], judged.line + 1, judged.line_count - 1);
            check_line(&t, m, judged.reply, judged.reply_count);
            table_open(&other, game, "", NULL, nodes);
            assert_int_equal(review_find(&other.asker, t.history, m, &again), PES_ERR_OK);
            assert_memory_equal(&judged, &again, sizeof judged);
            table_close(&other);
            assert_int_equal(review_luck(&t.asker, t.history, &luck), PES_ERR_OK);
            assert_true(luck >= -1.0 && luck <= 1.0);
            assert_true(t.game->chance_in_play || luck == 0.0);
        }
        assert_int_equal(pes_history_make(t.history, m), PES_ERR_OK);
    }
    double end = -1.0;
    assert_int_equal(review_chance(&t.asker, t.history, &end), PES_ERR_OK);
    assert_true(end == 0.0 || end == 0.5 || end == 1.0);
    table_close(&t);
}

/* Plays random moves until an event of one roll follows a move of a player. */
static void play_to_roll(struct table *t, struct pes_rng *rng) {
    int moves = 0;
    assert_int_equal(pes_history_start_text(t->history, "startpos", rng, NULL), PES_ERR_OK);
    while (moves < 5 || pes_turn(t->game, pes_history_state(t->history)) != PES_CHANCE) {
        const pes_move m = pes_draw(t->game, pes_history_state(t->history), rng);
        moves += pes_turn(t->game, pes_history_state(t->history)) >= 0;
        assert_int_equal(pes_history_make(t->history, m), PES_ERR_OK);
    }
}

/* Luck is fair: its mean over all outcomes of a roll is 0, and some outcome is better than others.
 */
static void test_luck(void **state) {
    (void)state;
    struct table t;
    struct pes_rng rng;
    struct pes_chance outcomes[PES_CHANCES_MAX];
    double sum = 0.0, most = 0.0;
    pes_rng_init(&rng, 5);
    table_open(&t, "proximity", "", NULL, NODES);
    play_to_roll(&t, &rng);
    const int count = pes_chances(t.game, pes_history_state(t.history), outcomes);
    assert_true(count > 1);
    for (int i = 0; i < count; i++) {
        double luck = 0.0;
        assert_int_equal(pes_history_make(t.history, outcomes[i].move), PES_ERR_OK);
        assert_true(pes_turn(t.game, pes_history_state(t.history)) >= 0);
        assert_int_equal(review_luck(&t.asker, t.history, &luck), PES_ERR_OK);
        sum += luck * outcomes[i].weight;
        most = luck > most ? luck : most;
        pes_history_unmake(t.history);
    }
    assert_true(ABOUT(sum, 0.0));
    assert_true(most > 0.0);
    table_close(&t);
}

/* Counts the moves that it gets; fails at one of them. */
struct visit {
    int seen, fail_at;
};

static enum pes_err on_judged(void *to, const struct pes_history *h, const struct review_move *move,
                              int index, int count) {
    struct visit *visit = to;
    assert_int_equal(index, visit->seen);
    assert_true(index < count);
    assert_int_equal(pes_history_plies(h), index);
    assert_true(pes_legal(pes_history_game(h), pes_history_state(h), move->played));
    return ++visit->seen == visit->fail_at ? PES_ERR_STOPPED : PES_ERR_OK;
}

/* A whole game is the sum of its moves, in games with chance and without. */
static void test_games(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        struct table t;
        struct pes_rng rng;
        struct review_game game;
        struct review_player players[PES_PLAYERS_MAX];
        struct visit visit = {.fail_at = -1};
        const struct review_visitor visitor = {.judged = on_judged, .to = &visit};
        pes_rng_init(&rng, 7);
        table_open(&t, pes_kit_at(i)->rules->name, "", NULL, 500);
        assert_int_equal(pes_history_start_text(t.history, "startpos", &rng, NULL), PES_ERR_OK);
        while (pes_history_plies(t.history) < 7 ||
               pes_turn(t.game, pes_history_state(t.history)) == PES_CHANCE)
            assert_int_equal(
                pes_history_make(t.history, pes_draw(t.game, pes_history_state(t.history), &rng)),
                PES_ERR_OK);
        assert_int_equal(review_game(&t.asker, t.history, &visitor, &game), PES_ERR_OK);
        assert_int_equal(visit.seen, 7);
        assert_int_equal(game.count, 7);
        assert_int_equal(game.luck != NULL, t.game->chance_in_play);
        for (int k = 0; k <= game.count; k++)
            assert_true(game.first[k] >= 0.0 && game.first[k] <= 1.0);
        review_sum(game.moves, game.first, game.luck, game.count, players);
        assert_memory_equal(players, game.players, sizeof players);
        assert_int_equal(players[0].moves + players[1].moves, 7);
        review_game_release(&game);
        visit = (struct visit){.fail_at = 3};
        assert_int_equal(review_game(&t.asker, t.history, &visitor, &game), PES_ERR_STOPPED);
        assert_int_equal(visit.seen, 3);
        table_close(&t);
    }
}

static void test_random_games(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++)
        judge_random_game(pes_kit_at(i)->rules->name, 3 + (uint64_t)i, 9, 3000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_classes),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_accuracy_of_games),
        cmocka_unit_test(test_sum_of_a_part),
        cmocka_unit_test(test_proven),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_luck),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
