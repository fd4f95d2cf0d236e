/* Both evaluations against the same sums counted cell by cell, on positions of random games, of
 * games between people and of scattered marbles; and what must hold for any evaluation. */
#include "games/abalone/abalone_oracle_testing.h"

#include "games/abalone/abalone_counts.h"
#include "games/abalone/abalone_testing.h"
#include "games/abalone/abalone_weights.inc"

static const struct pes_eval *eval_named(const char *name) {
    for (int i = 0; abalone_evals[i] != NULL; i++)
        if (strcmp(abalone_evals[i]->name, name) == 0)
            return abalone_evals[i];
    fail_msg("no evaluation %s", name);
    return NULL;
}

static int32_t value_of(const struct pes_game *g, const struct pes_eval *eval,
                        const struct abalone *s) {
    return eval->value(g, (const struct pes_state *)(const void *)s, NULL);
}

/* Cell by cell. ------------------------------------------------------------------------------- */

/* A board of characters, as in the oracle. */
static struct plain board_of(const struct abalone *s) {
    struct plain p = {.eject = 6, .mover = s->mover == ABALONE_BLACK ? 'b' : 'w'};
    memset(p.at, '#', sizeof p.at);
    for (int place = 0; place < ABALONE_CELLS; place++) {
        char *at = &p.at[abalone_row(place) + 1][abalone_number(place)];
        *at = '.';
        if (abalone_holds(s->marbles[ABALONE_BLACK], place))
            *at = 'b';
        if (abalone_holds(s->marbles[ABALONE_WHITE], place))
            *at = 'w';
    }
    p.lost[0] = s->lost[0];
    p.lost[1] = s->lost[1];
    return p;
}

static int distance(int row, int number) {
    const int dr = abs(row - 5), dn = abs(number - 5), slant = abs(row - number);
    const int most = dr > dn ? dr : dn;
    return most > slant ? most : slant;
}

/* The run of a side's marbles from a cell on, at most three. */
static int run_of(const struct plain *p, int row, int number, int direction, char side) {
    int n = 0;
    while (n < 3 && plain_look(p, row, number, direction, n) == side)
        n++;
    return n;
}

struct plain_counts {
    int by_distance[5], neighbours, triangles, lines, pushes, ejections;
};

/* A push is identified by its front marble and direction; the smallest group that can is counted.
 */
static void count_pushes(const struct plain *p, int row, int number, int direction,
                         struct plain_counts *out) {
    const char own = p->at[row][number], other = plain_other(own);
    const int back = (direction + 3) % 6;
    const int movers = run_of(p, row, number, back, own);
    const int ahead =
        run_of(p, row + plain_rows[direction], number + plain_numbers[direction], direction, other);
    const char behind = plain_look(p, row, number, direction, 1 + ahead);
    if (ahead == 0 || ahead >= movers || (behind != '.' && behind != '#'))
        return;
    out->pushes++;
    out->ejections += behind == '#';
}

static struct plain_counts count_side(const struct plain *p, char side) {
    struct plain_counts out = {0};
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++) {
            if (p->at[row][number] != side)
                continue;
            out.by_distance[distance(row, number)]++;
            for (int d = 0; d < 6; d++)
                count_pushes(p, row, number, d, &out);
            for (int line = 0; line < 3; line++) {
                const int run = run_of(p, row, number, line, side);
                out.neighbours += run >= 2;
                out.lines += run >= 3;
            }
            /* A triangle is identified by the first marble of its lowest row, or by its tip below.
             */
            const bool e = plain_look(p, row, number, 0, 1) == side;
            const bool ne = plain_look(p, row, number, 1, 1) == side;
            const bool nw = plain_look(p, row, number, 2, 1) == side;
            out.triangles += (e && ne) + (ne && nw);
        }
    return out;
}

/* The squared distance of the centre of mass, times the squared number of marbles; in sixteenths.
 */
static int eccentric_of(const struct plain *p, char side) {
    int rows = 0, numbers = 0;
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++)
            if (p->at[row][number] == side)
                rows += row - 5, numbers += number - 5;
    return (rows * rows + numbers * numbers - rows * numbers) / 16;
}

/* The features of a position in the order of abalone_counts.h, the mover's minus the other's. */
static void plain_features(const struct plain *p, int32_t out[ABALONE_FEATURES]) {
    memset(out, 0, ABALONE_FEATURES * sizeof out[0]);
    out[ABALONE_F_TURN] = 1;
    for (int k = 0; k < 2; k++) {
        const char sides[2] = {p->mover, plain_other(p->mover)}, side = sides[k];
        const int sign = k == 0 ? 1 : -1, both = p->lost[0] + p->lost[1];
        const struct plain_counts counts = count_side(p, side);
        int inner = 0, steps = 0;
        for (int i = 0; i < p->lost[side == 'w']; i++)
            out[ABALONE_F_LOST + (i < 4 ? i : 4)] += sign;
        for (int i = 0; i < 4; i++) {
            out[ABALONE_F_RING + i] += sign * counts.by_distance[i];
            steps += (4 - i) * counts.by_distance[i];
            inner += i < 3 ? counts.by_distance[i] : 0;
        }
        out[ABALONE_F_SATURATION] += sign * inner * inner;
        out[ABALONE_F_ECCENTRIC] += sign * eccentric_of(p, side);
        out[ABALONE_F_CENTRE_LATE] += sign * both * steps;
        out[ABALONE_F_NEIGHBOURS] += sign * counts.neighbours;
        out[ABALONE_F_TRIANGLES] += sign * counts.triangles;
        out[ABALONE_F_LINES] += sign * counts.lines;
        out[ABALONE_F_COHESION_LATE] += sign * both * (counts.neighbours - counts.triangles);
        out[ABALONE_F_PUSHES + k] = counts.pushes;
        out[ABALONE_F_EJECTIONS + k] = counts.ejections;
    }
}

/* Weights are in sixteenths; every term is rounded towards 0, and that of the lost marbles for each
 * side. */
static int32_t plain_own(const struct plain *p) {
    static const int ends[] = {ABALONE_F_LOST,   ABALONE_F_RING,      ABALONE_F_NEIGHBOURS,
                               ABALONE_F_PUSHES, ABALONE_F_EJECTIONS, ABALONE_FEATURES};
    int32_t features[ABALONE_FEATURES], sum = 0, lost[2] = {0, 0};
    plain_features(p, features);
    for (int from = 0, k = 0; k < 6; from = ends[k++]) {
        int32_t term = 0;
        for (int i = from; i < ends[k]; i++)
            term += abalone_values[i] * features[i];
        sum += from == ABALONE_F_LOST ? 0 : term / 16;
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->lost[side]; i++)
            lost[side] += abalone_values[ABALONE_F_LOST + (i < 4 ? i : 4)];
    return (p->mover == 'b' ? sum : -sum) + lost[0] / 16 - lost[1] / 16;
}

/* The report's definition: each marble, each of its six neighbours. */
static double report_side(const struct plain *p, char side) {
    static const double by_distance[5] = {3, 1, 0.5, -0.5, -1};
    static const int worth[15] = {100, 90, 75, 55, 30, 10};
    double sum = worth[p->lost[side == 'w']];
    for (int row = 1; row <= 9; row++)
        for (int number = 1; number <= 9; number++) {
            if (p->at[row][number] != side)
                continue;
            sum += by_distance[distance(row, number)];
            for (int d = 0; d < 6; d++) {
                const char next = plain_look(p, row, number, d, 1);
                sum += next == side ? 1 : next == '.' ? 0.5 : next == '#' ? 0 : 0.25;
            }
        }
    return sum;
}

static int32_t plain_report(const struct plain *p) {
    return (int32_t)(100 * (report_side(p, 'b') - report_side(p, 'w')));
}

/* Checks. ------------------------------------------------------------------------------------- */

static void check_terms(const struct pes_game *g, const struct pes_eval *eval,
                        const struct abalone *s, abalone_terms_fn *plainly) {
    const struct pes_state *state = (const struct pes_state *)(const void *)s;
    int32_t terms[PES_TERMS_MAX], again[PES_TERMS_MAX], sum = 0;
    const int n = eval->terms(g, state, NULL, terms);
    plainly(s, again);
    assert_memory_equal(terms, again, (size_t)n * sizeof terms[0]);
    for (int i = 0; i < n; i++)
        sum += terms[i];
    assert_int_equal(sum, value_of(g, eval, s));
    assert_string_equal(eval->term_names[n].in[PES_LANG_EN], "");
}

static void check_values_of(const struct pes_game *g, const struct abalone *s) {
    const struct pes_eval *own = eval_named("own"), *report = eval_named("report");
    const struct plain p = board_of(s);
    assert_int_equal(value_of(g, own, s), plain_own(&p));
    assert_int_equal(value_of(g, report, s), plain_report(&p));
    check_terms(g, own, s, abalone_own_terms_plain);
    check_terms(g, report, s, abalone_report_terms_plain);
}

static void random_games(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_rng rng;
    pes_rng_init(&rng, 61);
    for (int checked = 0; checked < 40000;) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        for (int ply = 0; ply < 400 && !pes_over(g, PES_STATE(s)); ply++, checked++) {
            check_values_of(g, abalone_at(PES_STATE(s)));
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        }
    }
    pes_game_close(g);
}

static void scattered(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("eject=14");
    struct pes_rng rng;
    pes_rng_init(&rng, 62);
    for (int k = 0; k < 40000; k++) {
        struct pes_state_buf s;
        scatter(&rng, 1 + k % 14, 14, &s);
        check_values_of(g, abalone_at(PES_STATE(s)));
    }
    pes_game_close(g);
}

/* Games between people; the winner's side of the value is better on average, and it grows. */
static void real_games(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    FILE *file = fopen(GOLDEN_DATA "/abalone_games.txt", "r");
    static char line[1 << 16];
    assert_non_null(file);
    int games = 0;
    double lead[3] = {0};
    int positions[3] = {0};
    while (fgets(line, sizeof line, file) != NULL && games < 300) {
        int result;
        if (line[0] != '0' && line[0] != '1')
            continue;
        result = line[0] == '1' ? 1 : -1;
        line[strcspn(line, "\n")] = '\0';
        const char *moves = strchr(strchr(line, ' ') + 1, ' ') + 1;
        int plies = 1, ply = 0;
        for (const char *at = moves; *at != '\0'; at++)
            plies += *at == ' ';
        struct pes_state_buf s;
        read_position(g, "startpos", &s);
        for (; *moves != '\0' && !pes_over(g, PES_STATE(s)); ply++) {
            const int third = 3 * ply / plies;
            check_values_of(g, abalone_at(PES_STATE(s)));
            lead[third] += result * value_of(g, eval_named("own"), abalone_at(PES_STATE(s)));
            positions[third]++;
            play_some(g, &s, moves, 1);
            moves += strcspn(moves, " ");
            moves += *moves == ' ';
        }
        games++;
    }
    fclose(file);
    assert_true(positions[0] > 100);
    assert_true(lead[0] > 0);
    for (int i = 1; i < 3; i++)
        assert_true(lead[i] / positions[i] > 2 * lead[i - 1] / positions[i - 1]);
    pes_game_close(g);
}

/* Symmetry. ----------------------------------------------------------------------------------- */

static struct abalone swapped(const struct abalone *s) {
    return (struct abalone){.marbles = {s->marbles[1], s->marbles[0]},
                            .lost = {s->lost[1], s->lost[0]},
                            .mover = s->mover ^ 1};
}

/* Moves every marble from row r and number n, both counted from e5, to a r + b n and c r + d n. */
static struct abalone turned(const struct abalone *s, int a, int b, int c, int d) {
    struct abalone out = *s;
    for (int player = 0; player < 2; player++) {
        out.marbles[player] = 0;
        for (uint64_t rest = s->marbles[player]; rest != 0; rest &= rest - 1) {
            const int place = __builtin_ctzll(rest);
            const int row = abalone_row(place) - 4, number = abalone_number(place) - 5;
            out.marbles[player] |=
                UINT64_C(1) << abalone_place(4 + a * row + b * number, 5 + c * row + d * number);
        }
    }
    return out;
}

static void symmetry(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_rng rng;
    pes_rng_init(&rng, 63);
    for (int k = 0; k < 5000; k++) {
        struct pes_state_buf buf;
        scatter(&rng, 6 + k % 9, 6, &buf);
        const struct abalone *s = abalone_at(PES_STATE(buf));
        const struct abalone other = swapped(s);
        struct abalone image = *s;
        for (int i = 0; abalone_evals[i] != NULL; i++)
            assert_int_equal(value_of(g, abalone_evals[i], &other),
                             -value_of(g, abalone_evals[i], s));
        for (int turn = 0; turn < 6; turn++) {
            const struct abalone mirrored = turned(&image, 0, 1, 1, 0);
            image = turned(&image, 0, 1, -1, 1);
            for (int i = 0; abalone_evals[i] != NULL; i++) {
                const int32_t value = value_of(g, abalone_evals[i], s);
                assert_int_equal(value_of(g, abalone_evals[i], &image), value);
                assert_int_equal(value_of(g, abalone_evals[i], &mirrored), value);
            }
        }
        assert_memory_equal(&image, s, sizeof image);
    }
    pes_game_close(g);
}

/* The report's own evaluation, as its player uses it. */
static void as_the_report(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_values values;
    struct pes_rng rng;
    pes_rng_init(&rng, 64);
    assert_int_equal(pes_values_parse(abalone_ratings[0]->options, "", &values, NULL), PES_ERR_OK);
    for (int k = 0; k < 20000; k++) {
        struct pes_state_buf s;
        scatter(&rng, 9, 6, &s);
        const double golden = 100 * abalone_ratings[0]->state(g, PES_STATE(s), &values);
        assert_true(value_of(g, eval_named("report"), abalone_at(PES_STATE(s))) == golden);
    }
    pes_game_close(g);
}

/* The terms of positions that are small enough to count by hand. */
static int32_t own_at(const char *row, int term) {
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    int32_t terms[PES_TERMS_MAX];
    read_row_e(g, row, &s);
    eval_named("own")->terms(g, PES_STATE(s), NULL, terms);
    pes_game_close(g);
    return terms[term];
}

static int32_t weight(int feature, int times) {
    return abalone_values[feature] * times / 16;
}

static void by_eye(void **unused) {
    (void)unused;
    enum { LOST, CENTRE, COHESION, PUSHES, RIM, TURN };
    assert_int_equal(own_at("9", TURN), weight(ABALONE_F_TURN, 1));
    assert_int_equal(own_at("4b4", CENTRE),
                     (abalone_values[ABALONE_F_RING] + abalone_values[ABALONE_F_SATURATION]) / 16);
    assert_int_equal(own_at("b8", CENTRE), weight(ABALONE_F_ECCENTRIC, 1));
    assert_int_equal(own_at("w8", CENTRE), -own_at("b8", CENTRE));
    assert_int_equal(own_at("4w4", CENTRE), -own_at("4b4", CENTRE));
    assert_int_equal(own_at("bb7", COHESION), weight(ABALONE_F_NEIGHBOURS, 1));
    assert_int_equal(own_at("bbb6", COHESION),
                     (2 * abalone_values[ABALONE_F_NEIGHBOURS] + abalone_values[ABALONE_F_LINES]) /
                         16);
    assert_int_equal(own_at("2bbw4", PUSHES), weight(ABALONE_F_PUSHES, 1));
    assert_int_equal(own_at("2bbw4", RIM), 0);
    assert_int_equal(own_at("6bbw", PUSHES), weight(ABALONE_F_PUSHES, 1));
    assert_int_equal(own_at("6bbw", RIM), weight(ABALONE_F_EJECTIONS, 1));
    assert_int_equal(own_at("4bbbww", RIM), weight(ABALONE_F_EJECTIONS, 1));
    assert_int_equal(own_at("3bbbwww", PUSHES), 0);
    assert_int_equal(own_at("bbww5", PUSHES), 0);
    assert_int_equal(own_at("bwww5", RIM), weight(ABALONE_F_EJECTIONS + 1, 1));
}

/* What the fit must find, whatever the data: signs, and that each lost marble costs more. */
static void weights(void **unused) {
    (void)unused;
    for (int i = 0; i < ABALONE_LOSSES; i++)
        assert_true(abalone_values[ABALONE_F_LOST + i] <
                    (i > 0 ? abalone_values[ABALONE_F_LOST + i - 1] : 0));
    for (int ring = 0; ring < ABALONE_RINGS - 1; ring++)
        assert_true(abalone_values[ABALONE_F_RING + ring] >
                    (ring < ABALONE_RINGS - 2 ? abalone_values[ABALONE_F_RING + ring + 1] : 0));
    assert_true(abalone_values[ABALONE_F_TURN] > 0);
    for (int feature = ABALONE_F_PUSHES; feature <= ABALONE_F_EJECTIONS; feature += 2) {
        assert_true(abalone_values[feature] > 0);
        assert_true(abalone_values[feature + 1] < 0);
    }
}

/* The phase is that of the side that lost more. */
static void phase(void **unused) {
    (void)unused;
    const struct pes_eval *own = eval_named("own");
    struct pes_game *g = open_table("eject=4");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    assert_true(own->phase(g, PES_STATE(s)) == 0.0);
    struct abalone *position = (struct abalone *)(void *)PES_STATE(s);
    position->lost[1] = 1;
    assert_true(own->phase(g, PES_STATE(s)) == 0.25);
    position->lost[0] = 3;
    assert_true(own->phase(g, PES_STATE(s)) == 0.75);
    position->lost[0] = 4;
    assert_true(own->phase(g, PES_STATE(s)) == 1.0);
    pes_game_close(g);
}

/* What is in position fades while nothing is ejected; the lost marbles stay. */
static void fade(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    const struct pes_eval *own = abalone_evals[0];
    struct pes_state_buf s;
    read_position(g, "5/6/7/3bbb2/3bbb3/8/ww5/ww4/ww3 b 4 4 0", &s);
    const int32_t ahead = own->value(g, PES_STATE(s), NULL);
    assert_true(ahead > 0);
    assert_int_equal(own->fade(g, PES_STATE(s), ahead, 0), ahead);
    int32_t last = ahead;
    for (int clock = 1; clock <= 400; clock++) {
        const int32_t now = own->fade(g, PES_STATE(s), ahead, clock);
        assert_true(now <= last);
        assert_true(now >= 0);
        last = now;
    }
    assert_true(last < ahead / 3);
    /* Two marbles behind, well placed: in the end only the marbles count. */
    read_position(g, "5/6/7/3bbb2/3bbb3/8/ww5/ww4/ww3 b 4 2 0", &s);
    const int32_t behind = own->value(g, PES_STATE(s), NULL);
    const int32_t marbles = behind - ahead;
    assert_true(marbles < 0);
    assert_true(own->fade(g, PES_STATE(s), behind, 399) < behind);
    assert_true(own->fade(g, PES_STATE(s), behind, 399) > marbles);
    pes_game_close(g);
}

static double chance_of(const struct pes_game *g, const struct pes_state *s, int clock) {
    const struct pes_eval *own = abalone_evals[0];
    const int32_t value = own->fade(g, s, own->value(g, s, NULL), clock);
    return pes_chance_of(pes_log_odds(g, own, s, value));
}

/* A side behind in marbles with every advantage in position: until the fading begins it may be
 * called the winner, and between equal players it is; a hundred plies without an ejection later it
 * must not be, and at the ply cap the marbles decide. */
static void behind_in_marbles(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        "w3w/6/w5w/3bbb2/w2bbbb1w/3bbb2/w2b3/w4w/w1w1w b 3 2 0",
        "w3w/6/w5w/3bbb2/w2bbbb1w/3bbb2/w2b3/w4w/w1w1w w 3 2 0",
        "ww3/ww4/www4/www1bbb1/4bbbb1/5bbb/6b/6/5 b 3 2 0",
        "w3w/6/w5w/3bbb2/w2bbb2w/3bbb2/w2b3/w4w/w1w1w b 4 2 0",
        "w3w/6/w5w/3bbb2/w2bb3w/3bbb2/w2b3/w4w/w1w1w b 5 2 0",
    };
    struct pes_game *g = open_table("");
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct pes_state_buf s;
        read_position(g, positions[i], &s);
        assert_true(chance_of(g, PES_STATE(s), 0) > 0.6);
        for (int clock = 100; clock < 400; clock++)
            assert_true(chance_of(g, PES_STATE(s), clock) < 0.9);
        assert_true(chance_of(g, PES_STATE(s), 399) < 0.6);
    }
    pes_game_close(g);
}

/* The fitter sees what the evaluation weighs. */
static void features(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("eject=14");
    struct pes_rng rng;
    pes_rng_init(&rng, 29);
    for (int k = 0; k < 3000; k++) {
        struct pes_state_buf s;
        struct pes_feature at[PES_POSITION_FEATURES_MAX];
        int32_t plainly[ABALONE_FEATURES];
        scatter(&rng, 1 + k % 14, 14, &s);
        const struct plain p = board_of(abalone_at(PES_STATE(s)));
        plain_features(&p, plainly);
        assert_int_equal(abalone_features.position(g, PES_STATE(s), at), ABALONE_FEATURES);
        for (uint32_t i = 0; i < ABALONE_FEATURES; i++) {
            assert_int_equal(at[i].index, i);
            assert_int_equal(at[i].count, plainly[i]);
        }
    }
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_eye),
        cmocka_unit_test(random_games),
        cmocka_unit_test(scattered),
        cmocka_unit_test(real_games),
        cmocka_unit_test(as_the_report),
        cmocka_unit_test(symmetry),
        cmocka_unit_test(phase),
        cmocka_unit_test(fade),
        cmocka_unit_test(features),
        cmocka_unit_test(weights),
        cmocka_unit_test(behind_in_marbles),
    };
    return cmocka_run_group_tests_name("abalone_eval", tests, NULL, NULL);
}
