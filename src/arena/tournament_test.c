/* Tournaments of simulated players, whose strengths are known, and of agents. */
#include "arena/tournament.h"

#include "arena/standings.h"
#include "arena/tournament_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { PLAYERS = 32 };

static struct pes_game *game;
static struct tournament_player players[PLAYERS];

static int open_game(void **state) {
    (void)state;
    static char names[PLAYERS][8];
    for (int i = 0; i < PLAYERS; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        players[i] = (struct tournament_player){.name = names[i], .agent = "random"};
    }
    return pes_game_open(pes_kit_find("boats"), "start=s0", &game, NULL) != PES_ERR_OK;
}

static int close_game(void **state) {
    (void)state;
    pes_game_close(game);
    return 0;
}

static struct tournament_config config_of(enum tournament_type type, int32_t count) {
    return (struct tournament_config){
        .game = game, .players = players, .count = count, .type = type, .games = 2, .seed = 7};
}

/* A result that depends only on the number and the players, as a job does: the better one wins with
 * the probability of its lead in Elo (100 per seed); First leads by 40. */
static struct tournament_game simulate(const struct tournament *t, int64_t number) {
    struct tournament_game out = {.number = number};
    struct pes_rng root, rng;
    tournament_seats(t, number, out.seats);
    pes_rng_init(&root, t->config.seed);
    rng = pes_rng_split(&root, (uint64_t)number);
    const double lead = 100.0 * (out.seats[1] - out.seats[0]) + 40.0;
    const double win = pow(10.0, lead / 800.0), loss = 1.0 / win, draw = 0.3;
    const double x = pes_rng_real(&rng) * (win + draw + loss);
    out.end.fingerprint = pes_rng_next(&rng);
    out.end.halves = x < win ? 2 : x < win + draw ? 1 : 0;
    out.end.margin = 3 * (out.end.halves - 1);
    out.end.end = PES_END_RULES;
    out.scores[0] = 10 + out.end.margin;
    out.scores[1] = 10;
    return out;
}

static struct tournament *make(const struct tournament_config *config) {
    struct tournament *t = NULL;
    struct pes_note note = {0};
    assert_int_equal(tournament_new(config, &t, &note), PES_ERR_OK);
    return t;
}

/* Plays at most `most` more games, in the order in which they are given out or (`late`) with a few
 * under way at once that finish in reverse. Returns how many. */
static int64_t play(struct tournament *t, int64_t most, bool late) {
    enum { UNDER_WAY = 5 };
    int64_t played = 0;
    while (played < most) {
        int64_t numbers[UNDER_WAY];
        int count = 0;
        while (count < (late ? UNDER_WAY : 1) && played + count < most &&
               tournament_next(t, &numbers[count]))
            count++;
        if (count == 0)
            break;
        for (; count > 0; count--, played++) {
            const struct tournament_game game_now = simulate(t, numbers[count - 1]);
            assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
        }
    }
    return played;
}

static void assert_same(const struct tournament *a, const struct tournament *b) {
    assert_int_equal(a->slots, b->slots);
    assert_int_equal(a->known, b->known);
    assert_memory_equal(a->pairings, b->pairings, (size_t)a->slots * sizeof *a->pairings);
    for (int64_t i = 0; i < (int64_t)a->slots * a->stride; i++) {
        assert_int_equal(a->games[i].number, b->games[i].number);
        assert_int_equal(a->games[i].end.fingerprint, b->games[i].end.fingerprint);
    }
}

/* Of every type and size: an interrupted tournament that is continued from its known games, in
 * another order and from another place, ends exactly like an uninterrupted one. */
static void test_resume(void **state) {
    (void)state;
    for (int type = 0; type <= TOURNAMENT_KNOCKOUT; type++)
        for (int32_t n = 2; n <= 13; n++) {
            const struct tournament_config config = config_of((enum tournament_type)type, n);
            struct tournament *whole = make(&config);
            const int64_t games = play(whole, INT64_MAX, false);
            assert_true(tournament_is_complete(whole));
            assert_int_equal(games, whole->known);
            assert_int_equal(games, tournament_total(whole));
            for (int64_t cut = 1; cut < games; cut += 1 + games / 5) {
                struct tournament *first = make(&config), *second = make(&config);
                assert_int_equal(play(first, cut, true), cut);
                for (int64_t i = 0; i < (int64_t)first->slots * first->stride; i++)
                    if (first->games[i].number != 0)
                        assert_int_equal(tournament_add(second, &first->games[i], NULL),
                                         PES_ERR_OK);
                tournament_begin_at(second, (uint64_t)cut * 17);
                assert_int_equal(play(second, INT64_MAX, true), games - cut);
                assert_true(tournament_is_complete(second));
                assert_same(whole, second);
                tournament_free(first);
                tournament_free(second);
            }
            tournament_free(whole);
        }
}

/* Every pairing has all its games, with sides swapped, and both games of a pair the same job but
 * for the side. */
static void test_jobs(void **state) {
    (void)state;
    struct tournament_config config = config_of(TOURNAMENT_ROBIN, 5);
    config.games = 3;
    config.openings.plies = 2;
    config.max_plies = 50;
    struct tournament *t = make(&config);
    assert_int_equal(tournament_total(t), 10 * 4);
    int64_t number;
    char before[1024] = "";
    int first[PLAYERS] = {0};
    for (int64_t i = 1; tournament_next(t, &number); i++) {
        assert_int_equal(number, i);
        struct str line;
        str_init(&line);
        assert_int_equal(tournament_job(t, number, &line, NULL), PES_ERR_OK);
        assert_non_null(strstr(line.text, "plies=50"));
        assert_int_equal(strstr(line.text, "swap=1") != NULL, i % 2 == 0);
        char *opening = strstr(line.text, "opening=");
        assert_non_null(opening);
        opening[strcspn(opening, "\t")] = '\0';
        if (i % 2 == 0)
            assert_string_equal(opening, before);
        snprintf(before, sizeof before, "%s", opening);
        int32_t seats[2];
        tournament_seats(t, number, seats);
        first[seats[0]]++;
        str_release(&line);
    }
    for (int i = 0; i < 5; i++)
        assert_int_equal(first[i], 8);
    tournament_free(t);
}

/* Those who are excluded do not play; in a round robin the other games keep their numbers. */
static void test_excluded(void **state) {
    (void)state;
    const struct tournament_config all = config_of(TOURNAMENT_ROBIN, 6);
    struct tournament *t = make(&all);
    struct tournament_player some[6];
    memcpy(some, players, sizeof some);
    some[2].excluded = true;
    struct tournament_config config = all;
    config.players = some;
    struct tournament *without = make(&config);
    assert_int_equal(tournament_total(without), 10 * 2);
    (void)play(t, INT64_MAX, false);
    (void)play(without, INT64_MAX, false);
    for (int32_t slot = 0; slot < t->slots; slot++) {
        const struct pairing *p = &t->pairings[slot], *q = &without->pairings[slot];
        const bool out = p->a == 2 || p->b == 2;
        assert_int_equal(q->a, out ? PAIRING_BYE : p->a);
        assert_int_equal(q->b, out ? PAIRING_BYE : p->b);
    }
    assert_true(tournament_is_complete(without));
    tournament_free(t);
    tournament_free(without);
    for (int type = TOURNAMENT_GAUNTLET; type <= TOURNAMENT_KNOCKOUT; type++) {
        config.type = (enum tournament_type)type;
        struct tournament *other = make(&config);
        (void)play(other, INT64_MAX, true);
        assert_true(tournament_is_complete(other));
        for (int64_t i = 0; i < (int64_t)other->slots * other->stride; i++)
            assert_true(other->games[i].number == 0 ||
                        (other->games[i].seats[0] != 2 && other->games[i].seats[1] != 2));
        tournament_free(other);
    }
}

static void test_refusals(void **state) {
    (void)state;
    struct tournament *t = NULL;
    struct pes_note note = {0};
    struct tournament_config config = config_of(TOURNAMENT_ROBIN, 1);
    assert_int_equal(tournament_new(&config, &t, &note), PES_ERR_UNFIT);
    assert_non_null(strstr(note.why[PES_LANG_EN], "at least two"));
    config = config_of(TOURNAMENT_ROBIN, 32);
    config.games = 1000000;
    assert_int_equal(tournament_new(&config, &t, &note), PES_ERR_LIMIT);
    config.games = 0;
    assert_int_equal(tournament_new(&config, &t, &note), PES_ERR_RANGE);
    config = config_of(TOURNAMENT_SWISS, 4);
    config.rounds = TOURNAMENT_ROUNDS_MAX + 1;
    assert_int_equal(tournament_new(&config, &t, &note), PES_ERR_RANGE);
    struct tournament_player first_out[3] = {players[0], players[1], players[2]};
    first_out[0].excluded = true;
    config = config_of(TOURNAMENT_GAUNTLET, 3);
    config.players = first_out;
    assert_int_equal(tournament_new(&config, &t, &note), PES_ERR_UNFIT);
    assert_null(t);

    /* Games of another tournament. */
    config = config_of(TOURNAMENT_ROBIN, 4);
    t = make(&config);
    struct tournament_game game_now = simulate(t, 1);
    game_now.seats[0] ^= 1;
    assert_int_equal(tournament_add(t, &game_now, &note), PES_ERR_UNFIT);
    game_now.number = 1000;
    assert_int_equal(tournament_add(t, &game_now, &note), PES_ERR_UNFIT);
    game_now.number = 0;
    assert_int_equal(tournament_add(t, &game_now, &note), PES_ERR_UNFIT);
    tournament_free(t);
}

/* Knockout: a tied pairing has further pairs, then the better seed advances. */
static void test_ties(void **state) {
    (void)state;
    struct tournament_config config = config_of(TOURNAMENT_KNOCKOUT, 3);
    struct tournament *t = make(&config);
    assert_int_equal(t->pairings[0].b, PAIRING_BYE);
    int64_t number;
    int games = 0;
    for (; tournament_next(t, &number) && tournament_slot(t, number) < 2; games++) {
        struct tournament_game game_now = simulate(t, number);
        game_now.end.halves = 1;
        assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
    }
    assert_int_equal(games, 2 + 2 * TOURNAMENT_TIE_PAIRS);
    assert_int_equal(t->pairings[2].a, 0);
    assert_int_equal(t->pairings[2].b, 1);
    /* The second pair decides the final. */
    for (int k = 0; k < 4; k++) {
        struct tournament_game game_now = simulate(t, number);
        game_now.end.halves = k == 3 ? 2 : 1;
        assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
        assert_int_equal(tournament_next(t, &number), k < 3);
    }
    assert_true(tournament_is_complete(t));
    struct standings s;
    assert_int_equal(standings_make(t, &s), PES_ERR_OK);
    assert_int_equal(s.rows[0].player, 1);
    assert_int_equal(s.rows[1].player, 0);
    assert_int_equal(s.rows[2].player, 2);
    standings_release(&s);
    tournament_free(t);
}

/* Two games between two players, of which the first one's margins are `margins` as First and as
 * Second; points in halves under each scheme. */
static void assert_points(const int margins[2], enum tournament_points points, int64_t a,
                          int64_t b) {
    struct tournament_config config = config_of(TOURNAMENT_ROBIN, 2);
    config.points = points;
    struct tournament *t = make(&config);
    for (int k = 0; k < 2; k++) {
        struct tournament_game game_now = simulate(t, k + 1);
        const int margin = k == 0 ? margins[0] : -margins[1];
        game_now.end.margin = margin;
        game_now.end.halves = (uint8_t)(margin > 0 ? 2 : margin < 0 ? 0 : 1);
        game_now.scores[0] = 20 + margin;
        game_now.scores[1] = 20;
        assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
    }
    int64_t out[2];
    tournament_slot_points(t, 0, out);
    assert_int_equal(out[0], a);
    assert_int_equal(out[1], b);
    tournament_free(t);
}

static void test_points(void **state) {
    (void)state;
    static const int won[] = {5, 3}, split[] = {5, -3}, even[] = {4, -4}, half[] = {2, 0};
    assert_points(won, TOURNAMENT_BY_GAME, 4, 0);
    assert_points(split, TOURNAMENT_BY_GAME, 2, 2);
    assert_points(half, TOURNAMENT_BY_GAME, 3, 1);
    assert_points(won, TOURNAMENT_BY_MATCH, 4, 0);
    assert_points(split, TOURNAMENT_BY_MATCH, 2, 2);
    assert_points(half, TOURNAMENT_BY_MATCH, 4, 0);
    assert_points(won, TOURNAMENT_BY_DOUBLE, 4, 2);
    assert_points(split, TOURNAMENT_BY_DOUBLE, 4, 2); // one game each: the larger score wins
    assert_points(even, TOURNAMENT_BY_DOUBLE, 3, 3);
    assert_points(won, TOURNAMENT_BY_SCORE, INT64_C(2) * (10025 + 10020), INT64_C(2) * (20 + 17));
    assert_points(split, TOURNAMENT_BY_SCORE, INT64_C(2) * (10025 + 20), INT64_C(2) * (20 + 10023));
}

/* A bye of a Swiss tournament is a pairing won, once per player. */
static void test_byes(void **state) {
    (void)state;
    for (int points = 0; points <= TOURNAMENT_BY_SCORE; points++) {
        struct tournament_config config = config_of(TOURNAMENT_SWISS, 7);
        config.rounds = 6;
        config.points = (enum tournament_points)points;
        struct tournament *t = make(&config);
        (void)play(t, INT64_MAX, false);
        struct standings s;
        assert_int_equal(standings_make(t, &s), PES_ERR_OK);
        int32_t byes = 0;
        for (int32_t i = 0; i < s.count; i++) {
            assert_true(s.rows[i].byes <= 1);
            assert_int_equal(s.rows[i].games + 2 * s.rows[i].byes, 12);
            if (points == TOURNAMENT_BY_GAME)
                assert_int_equal(s.rows[i].points,
                                 2 * s.rows[i].wins + s.rows[i].draws + 4 * s.rows[i].byes);
            byes += s.rows[i].byes;
        }
        assert_int_equal(byes, 6);
        standings_release(&s);
        tournament_free(t);
    }
}

/* Equal points: the direct games decide, then the rating, then the list. */
static void test_order(void **state) {
    (void)state;
    struct tournament_config config = config_of(TOURNAMENT_ROBIN, 4);
    struct tournament *t = make(&config);
    /* Halves of the row's player in its two games against the column's, as First and as Second. 0
     * and 1 have 8 in all, but 1 beat 0. */
    static const int halves[4][4][2] = {{{0}, {1, 0}, {2, 1}, {2, 2}},
                                        {{2, 1}, {0}, {2, 1}, {1, 1}},
                                        {{1, 0}, {1, 0}, {0}, {1, 1}},
                                        {{0, 0}, {1, 1}, {1, 1}, {0}}};
    for (int64_t number = 1; number <= 12; number++) {
        struct tournament_game game_now = simulate(t, number);
        const int a = game_now.seats[0], b = game_now.seats[1];
        assert_int_equal(halves[a][b][0] + halves[b][a][1], 2);
        game_now.end.halves = (uint8_t)halves[a][b][0];
        assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
    }
    struct standings s;
    assert_int_equal(standings_make(t, &s), PES_ERR_OK);
    assert_int_equal(s.rows[0].points, 8);
    assert_int_equal(s.rows[1].points, 8);
    assert_int_equal(s.rows[0].player, 1);
    assert_int_equal(s.rows[1].player, 0);
    assert_int_equal(s.rows[2].points, 4);
    assert_int_equal(s.rows[3].points, 4);
    /* 2 and 3 drew their games: the one who took its points from stronger players is not lower. */
    assert_true(s.rows[2].rating >= s.rows[3].rating);
    standings_release(&s);
    tournament_free(t);
}

/* With enough games the table is the order of the strengths, and ratings are 100 apart. */
static void test_strengths(void **state) {
    (void)state;
    static const struct {
        enum tournament_type type;
        int32_t players, games, rounds;
    } cases[] = {{TOURNAMENT_ROBIN, 6, 200, 0},
                 {TOURNAMENT_GAUNTLET, 6, 600, 0},
                 {TOURNAMENT_SWISS, 8, 300, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tournament_config config = config_of(cases[i].type, cases[i].players);
        config.games = cases[i].games;
        config.rounds = cases[i].rounds;
        struct tournament *t = make(&config);
        (void)play(t, INT64_MAX, false);
        struct standings s;
        assert_int_equal(standings_make(t, &s), PES_ERR_OK);
        double mean = 0;
        for (int32_t k = 0; k < s.count; k++) {
            const double truth = STANDINGS_MEAN + 100.0 * ((s.count - 1) / 2.0 - s.rows[k].player);
            if (cases[i].type != TOURNAMENT_GAUNTLET)
                assert_int_equal(s.rows[k].player, k);
            assert_true(fabs(s.rows[k].rating - truth) < 60);
            assert_true(s.rows[k].rating_low < s.rows[k].rating);
            assert_true(s.rows[k].rating < s.rows[k].rating_high);
            mean += s.rows[k].rating / s.count;
        }
        assert_true(fabs(mean - STANDINGS_MEAN) < 0.001);
        assert_true(fabs(s.ratings.first_move - 40) < 20);
        standings_release(&s);
        tournament_free(t);
    }
}

/* Rock, paper, scissors is noticed; so is nothing where strengths explain the results. */
static void test_cycle(void **state) {
    (void)state;
    struct tournament_config config = config_of(TOURNAMENT_ROBIN, 4);
    config.games = 60;
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        struct tournament *t = make(&config);
        int64_t number;
        while (tournament_next(t, &number)) {
            struct tournament_game game_now = simulate(t, number);
            const int a = game_now.seats[0], b = game_now.seats[1];
            if (cyclic != 0 && a < 3 && b < 3 && game_now.end.fingerprint % 10 < 9)
                game_now.end.halves = (b - a + 3) % 3 == 1 ? 2 : 0;
            assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
        }
        struct standings s;
        assert_int_equal(standings_make(t, &s), PES_ERR_OK);
        assert_int_equal(s.cyclic, cyclic != 0);
        if (cyclic != 0)
            for (int i = 0; i < 3; i++)
                assert_int_equal((s.cycle[(i + 1) % 3] - s.cycle[i] + 3) % 3, 1);
        standings_release(&s);
        tournament_free(t);
    }
}

/* Pairs that repeat move by move are one piece of evidence. */
static void test_repeated(void **state) {
    (void)state;
    double width[2];
    for (int repeated = 0; repeated < 2; repeated++) {
        struct tournament_config config = config_of(TOURNAMENT_ROBIN, 2);
        config.games = 200;
        struct tournament *t = make(&config);
        for (int64_t number = 1; number <= 200; number++) {
            struct tournament_game game_now = simulate(t, number);
            game_now.end.halves = number % 2 == 1 ? 2 : 0;
            if (repeated != 0)
                game_now.end.fingerprint = (uint64_t)number % 2 + 1;
            assert_int_equal(tournament_add(t, &game_now, NULL), PES_ERR_OK);
        }
        struct standings s;
        assert_int_equal(standings_make(t, &s), PES_ERR_OK);
        width[repeated] = s.rows[0].rating_high - s.rows[0].rating_low;
        standings_release(&s);
        tournament_free(t);
    }
    assert_true(width[1] > 4 * width[0]);
}

/* With agents. ------------------------------------------------------------------------------- */

struct shelf {
    struct tournament_game games[64];
    int32_t count;
    int32_t most;     /* then the stop flag is set */
    atomic_bool stop; /* of the tournament */
};

static enum pes_err put(void *to, const struct tournament_finished *finished,
                        struct tournament_game *game_now, struct pes_note *note) {
    struct shelf *shelf = to;
    (void)note;
    assert_int_equal(finished->number, game_now->number);
    assert_non_null(finished->result->record);
    assert_non_null(strstr(finished->job, "game=boats"));
    for (int32_t i = 0; i < shelf->count; i++)
        assert_int_not_equal(shelf->games[i].number, game_now->number);
    shelf->games[shelf->count++] = *game_now;
    if (shelf->count == shelf->most)
        atomic_store(&shelf->stop, true);
    return PES_ERR_OK;
}

/* Stopped after every few games and continued, with 1 or 3 games at once, in processes or not. */
static void test_run(void **state) {
    (void)state;
    static const struct tournament_player agents[] = {
        {.name = "strong", .agent = "minimax:depth=2"},
        {.name = "crazy", .agent = "crazy"},
        {.name = "weak", .agent = "random"}};
    struct shelf whole = {.most = -1};
    for (int way = 0; way < 4; way++) {
        struct shelf shelf = {.most = way == 0 ? -1 : 4};
        struct tournament_config config = config_of(TOURNAMENT_ROBIN, 3);
        config.players = agents;
        config.games = 4;
        config.openings.plies = 2;
        config.limits.stop = &shelf.stop;
        enum pes_err err = PES_ERR_STOPPED;
        for (int tries = 0; err == PES_ERR_STOPPED && tries < 10; tries++) {
            struct tournament *t = make(&config);
            struct pes_note note = {0};
            for (int32_t i = 0; i < shelf.count; i++)
                assert_int_equal(tournament_add(t, &shelf.games[i], &note), PES_ERR_OK);
            atomic_store(&shelf.stop, false);
            shelf.most = way == 0 ? -1 : shelf.count + 4;
            const struct tournament_run run = {.tournament = t,
                                               .jobs = way >= 2 ? 3 : 1,
                                               .isolated = way % 2 == 1,
                                               .to = &shelf,
                                               .put = put};
            err = tournament_run(&run, &note);
            tournament_free(t);
        }
        assert_int_equal(err, PES_ERR_OK);
        assert_int_equal(shelf.count, 12);
        for (int32_t i = 0; i < 12; i++)
            if (way == 0)
                whole.games[shelf.games[i].number] = shelf.games[i];
            else
                assert_int_equal(whole.games[shelf.games[i].number].end.fingerprint,
                                 shelf.games[i].end.fingerprint);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resume),    cmocka_unit_test(test_jobs),
        cmocka_unit_test(test_excluded),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_ties),      cmocka_unit_test(test_points),
        cmocka_unit_test(test_byes),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_strengths), cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_repeated),  cmocka_unit_test(test_run),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
