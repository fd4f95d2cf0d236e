/* How much value the moves of each level lose, in even and in won positions, judged by a stronger
 * search.
 *
 *     bench/losses GAME[:VARIANT] [POSITIONS [SEED [FILE [FIRST LAST]]]]
 *
 * Each level plays itself after OPENING random plies until POSITIONS won positions are judged, or
 * GAMES_MAX games per position are played. One in EVERY positions is judged: DRAWS players of that
 * level, with different seeds, choose a move, and their mean loss is the position's. FILE has
 * levels to try (trial_read_levels), FIRST and LAST select some of them.
 *
 * The ratio of the losses in won and in even positions is printed twice: over all positions, and
 * between positions equally far into their games. The first moves of a game are nearly all even and
 * can lose little, so that the first ratio also compares early with late positions. For the second,
 * even positions are weighted to have the same distribution over stretches of the game as the won
 * ones. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 600, OPENING = 2, JUDGE_NODES = 20000, EVERY = 3, DRAWS = 4, GAMES_MAX = 4 };

/* Log-odds: |x| <= EVEN is even, x >= WON is won but not decided. Losses are in units of the
 * evaluation, each at most LOSS_MAX log-odds in the middle of the game. */
static const double EVEN = 0.6, WON = 1.2, DECIDED = 3.0, LOSS_MAX = 3.0;

/* Stretches of a game: ranges of plies, each half as long again as the one before. */
enum { STRETCHES = 18 };
static const double STRETCH = 1.5;

enum { EVEN_ONES, WON_ONES, CLASSES };

/* With fewer positions than this no ratio is printed. */
enum { FEW = 10 };

struct measurement {
    struct trial trial;
    struct pes_agent *judge;
    struct pes_agent *seats[2], *drawer; /* all of the level being judged */
    struct mean lost[CLASSES][STRETCHES];
};

static int stretch_of(int plies) {
    const int at = (int)(log(1.0 + plies) / log(STRETCH));
    return at < STRETCHES ? at : STRETCHES - 1;
}

/* The judge. ---------------------------------------------------------------------------------- */

/* The judge's values of a position. */
struct verdict {
    double best;                                 /* to the mover */
    struct pes_move_value values[PES_MOVES_MAX]; /* if chance may follow a move; else none */
    int count;
};

static const struct pes_limits judge_limits = {.nodes = JUDGE_NODES};

static double score_here(const struct measurement *c, pes_player player) {
    const double score = trial_answer(&c->trial, c->judge, &judge_limits).score;
    return pes_turn(c->trial.g, pes_history_state(c->trial.h)) == player ? score : -score;
}

/* In games without chance the judge searches the position before the move and the one after it,
 * each with all its nodes: that is deeper than one search for the values of all moves. */
static void look(const struct measurement *c, struct verdict *v) {
    v->count = 0;
    if (!c->trial.g->chance_in_play) {
        v->best = score_here(c, pes_turn(c->trial.g, pes_history_state(c->trial.h)));
        return;
    }
    if (pes_agent_values(c->judge, c->trial.h, &judge_limits, v->values, &v->count) != PES_ERR_OK)
        trial_die("the judge is silent");
    v->best = -INFINITY;
    for (int i = 0; i < v->count; i++)
        if (v->values[i].has_value && v->values[i].value > v->best)
            v->best = v->values[i].value;
}

static double value_after(struct measurement *c, const struct verdict *v, pes_move m) {
    for (int i = 0; i < v->count; i++)
        if (v->values[i].move == m && v->values[i].has_value)
            return v->values[i].value;
    const pes_player mover = pes_turn(c->trial.g, pes_history_state(c->trial.h));
    double value;
    trial_make(&c->trial, m);
    if (pes_history_end(c->trial.h) == PES_END_NONE) {
        value = score_here(c, mover);
    } else {
        const double result = 2.0 * trial_result(&c->trial) - 1.0;
        value = PES_EVAL_WIN * (mover == 0 ? result : -result);
    }
    pes_history_unmake(c->trial.h);
    return value;
}

static double odds_to_mover(const struct measurement *c, double value) {
    const struct pes_state *s = pes_history_state(c->trial.h);
    const double sign = pes_turn(c->trial.g, s) == 0 ? 1.0 : -1.0;
    return sign * pes_log_odds(c->trial.g, c->trial.eval, s, sign * value);
}

/* The mean loss of DRAWS players of the level in this position. */
static double mean_loss(struct measurement *c, const struct verdict *v, struct pes_rng *luck) {
    const double most = LOSS_MAX / c->trial.eval->odds(c->trial.g)->slope[PES_PHASES / 2];
    const struct pes_limits none = {0};
    pes_move moves[DRAWS];
    double lost[DRAWS], sum = 0.0;
    for (int i = 0; i < DRAWS; i++) {
        pes_agent_begin(c->drawer, pes_rng_next(luck));
        moves[i] = trial_answer(&c->trial, c->drawer, &none).move;
        int same = 0;
        while (moves[same] != moves[i])
            same++;
        if (same == i)
            lost[i] = fmin(most, fmax(0.0, v->best - value_after(c, v, moves[i])));
        sum += lost[same];
    }
    return sum / DRAWS;
}

static void judge_here(struct measurement *c, struct pes_rng *luck) {
    struct verdict v;
    look(c, &v);
    const double odds = odds_to_mover(c, v.best);
    const bool even = fabs(odds) <= EVEN, won = odds >= WON && odds < DECIDED;
    if (even || won)
        mean_add(&c->lost[won ? WON_ONES : EVEN_ONES][stretch_of(pes_history_plies(c->trial.h))],
                 mean_loss(c, &v, luck));
}

/* Games. -------------------------------------------------------------------------------------- */

static void play(struct measurement *c, uint64_t seed) {
    const struct pes_limits none = {0};
    struct pes_rng luck, judging;
    pes_rng_init(&luck, seed);
    pes_rng_init(&judging, ~seed);
    trial_start(&c->trial, &luck);
    for (int i = 0; i < 2; i++)
        pes_agent_begin(c->seats[i], pes_rng_next(&luck));
    while (trial_goes_on(&c->trial, PLIES_MAX)) {
        const struct pes_state *s = pes_history_state(c->trial.h);
        const pes_player turn = pes_turn(c->trial.g, s);
        if (turn == PES_CHANCE || pes_history_plies(c->trial.h) < OPENING) {
            trial_make(&c->trial, pes_draw(c->trial.g, s, &luck));
            continue;
        }
        if (pes_rng_below(&judging, EVERY) == 0)
            judge_here(c, &judging);
        trial_make(&c->trial, trial_answer(&c->trial, c->seats[turn], &none).move);
    }
}

/* Results. ------------------------------------------------------------------------------------ */

static struct mean all_of(const struct mean lost[STRETCHES]) {
    struct mean all = {0};
    for (int i = 0; i < STRETCHES; i++) {
        all.sum += lost[i].sum;
        all.squares += lost[i].squares;
        all.count += lost[i].count;
    }
    return all;
}

static void print_mean(const struct mean *m) {
    if (m->count > 1)
        printf(" %.3g ± %.2g (%d) |", mean_of(m), mean_spread(m), m->count);
    else if (m->count == 1)
        printf(" %.3g (1) |", mean_of(m));
    else
        printf(" |");
}

/* The ratio won / even, from sums over pairs of groups that are compared. */
struct ratio {
    double won, even, won_variance, even_variance; /* sums, each over the won positions */
    int won_count, even_count;
};

/* Even positions are weighted to the number of won ones. */
static void ratio_add(struct ratio *r, const struct mean *won, const struct mean *even) {
    if (won->count < 2 || even->count < 2)
        return;
    r->won += won->sum;
    r->won_variance += won->count * mean_variance(won);
    r->even += won->count * mean_of(even);
    r->even_variance += (double)won->count * won->count * mean_variance(even) / even->count;
    r->won_count += won->count;
    r->even_count += even->count;
}

static void ratio_print(const struct ratio *r) {
    if (r->won_count < FEW || r->even_count < FEW || r->won <= 0.0 || r->even <= 0.0) {
        printf(" |");
        return;
    }
    const double ratio = r->won / r->even;
    const double spread =
        sqrt(r->won_variance / (r->won * r->won) + r->even_variance / (r->even * r->even));
    printf(" %.2f ± %.2f |", ratio, 1.96 * ratio * spread);
}

static int won_positions(const struct measurement *c) {
    return all_of(c->lost[WON_ONES]).count;
}

static void judge_level(struct measurement *c, int n, int positions, uint64_t seed) {
    char text[32];
    snprintf(text, sizeof text, "level:n=%d", n);
    struct pes_agent **const all[] = {&c->seats[0], &c->seats[1], &c->drawer};
    for (int i = 0; i < 3; i++)
        *all[i] = trial_agent(&c->trial, text);
    memset(c->lost, 0, sizeof c->lost);
    for (int i = 0; i < GAMES_MAX * positions && won_positions(c) < positions; i++)
        play(c, seed + (uint64_t)i);
    const struct mean even = all_of(c->lost[EVEN_ONES]), won = all_of(c->lost[WON_ONES]);
    struct ratio plain = {0}, matched = {0};
    ratio_add(&plain, &won, &even);
    for (int i = 0; i < STRETCHES; i++)
        ratio_add(&matched, &c->lost[WON_ONES][i], &c->lost[EVEN_ONES][i]);
    printf("| `%s` |", text);
    print_mean(&even);
    print_mean(&won);
    ratio_print(&plain);
    ratio_print(&matched);
    printf("\n");
    fflush(stdout);
    for (int i = 0; i < 3; i++)
        pes_agent_free(*all[i]);
}

int main(int argc, char **argv) {
    struct measurement c = {0};
    if (argc < 2 || argc > 7 || argc == 6)
        trial_die("usage: losses GAME[:VARIANT] [POSITIONS [SEED [FILE [FIRST LAST]]]]");
    trial_open(&c.trial, argv[1]);
    if (argc > 4 && argv[4][0] != '\0')
        trial_read_levels(&c.trial, argv[4]);
    c.judge = trial_agent(&c.trial, "max");
    const int positions = argc > 2 ? trial_count(argv[2], "POSITIONS") : 200;
    const uint64_t seed = argc > 3 ? trial_seed(argv[3]) : 1;
    const int first = argc > 6 ? trial_count(argv[5], "FIRST") : 1;
    const int last = argc > 6 ? trial_count(argv[6], "LAST") : c.trial.levels.count;
    printf("| level | loss, even | loss, won | won to even | equally far into the game |\n"
           "|---|---|---|---|---|\n");
    for (int n = first; n <= last && n <= c.trial.levels.count; n++)
        judge_level(&c, n, positions, seed);
    pes_agent_free(c.judge);
    trial_close(&c.trial);
    return 0;
}
