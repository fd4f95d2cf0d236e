/* How strong the levels of a game are: each against the one below, the first against `random`,
 * `max` against the last; and what their moves lose by a judge that sees more, in even positions
 * and in won ones.
 *
 *     bench/levels GAME[:VARIANT] [GAMES [SEED [FILE]]]
 *
 * FILE has levels to try instead of the game's own, one a line: depth, nodes, selective (0 or 1),
 * loss, blind. Games come in pairs that share their opening (OPENING random plies) and their luck,
 * sides changed; the interval is that of the pairs' scores. */
#include "pessoi/agent.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 600,
    OPENING = 2,
    JUDGE_NODES = 20000,
    JUDGE_EVERY = 3, /* moves of a level */
    MAX_NODES = 20000
};

/* Log-odds: |x| <= EVEN is even, x >= WON is won but not decided. Losses are told in the units of
 * the evaluation, none as more than what LOSS_MAX log-odds are in the middle of the game. */
static const double EVEN = 0.6, WON = 1.2, DECIDED = 3.0, LOSS_MAX = 3.0;

struct mean {
    double sum, squares;
    int count;
};

static void mean_add(struct mean *m, double x) {
    m->sum += x;
    m->squares += x * x;
    m->count++;
}

static double mean_of(const struct mean *m) {
    return m->count > 0 ? m->sum / m->count : 0.0;
}

/* Half of the 95 % interval. */
static double spread_of(const struct mean *m) {
    if (m->count < 2)
        return 1.0;
    const double mean = mean_of(m), variance = m->squares / m->count - mean * mean;
    return 1.96 * sqrt((variance > 0.0 ? variance : 0.0) / (m->count - 1));
}

/* Who plays whom, and who judges. */
struct table {
    struct pes_game *g;
    const struct pes_eval *eval;
    struct pes_history *h;
    struct pes_agent *judge;
    struct mean even, won; /* what the moves of seat 0's agent lose */
};

static void die(const char *what) {
    fprintf(stderr, "levels: %s\n", what);
    exit(2);
}

static struct pes_agent *new_agent(const struct pes_game *g, const char *text) {
    struct pes_agent *agent;
    if (pes_agent_new(g, text, &agent, NULL) != PES_ERR_OK)
        die(text);
    return agent;
}

/* The judge. ---------------------------------------------------------------------------------- */

static double odds_to_mover(const struct table *t, double value) {
    const struct pes_state *s = pes_history_state(t->h);
    const double sign = pes_turn(t->g, s) == 0 ? 1.0 : -1.0;
    return sign * pes_log_odds(t->g, t->eval, s, sign * value);
}

/* What the best move and m are worth by the judge, where luck may follow a move: by its values for
 * all moves. */
static void weigh_all(const struct table *t, pes_move m, double *best, double *played) {
    struct pes_move_value values[PES_MOVES_MAX];
    const struct pes_limits limits = {.nodes = JUDGE_NODES};
    int count;
    if (pes_agent_values(t->judge, t->h, &limits, values, &count) != PES_ERR_OK)
        die("the judge is silent");
    *best = *played = -INFINITY;
    for (int i = 0; i < count; i++) {
        if (!values[i].has_value)
            continue;
        *best = values[i].value > *best ? values[i].value : *best;
        *played = values[i].move == m ? values[i].value : *played;
    }
}

static double score_here(const struct table *t, pes_player player) {
    struct pes_answer answer;
    const struct pes_limits limits = {.nodes = JUDGE_NODES};
    if (pes_agent_choose(t->judge, t->h, &limits, &answer) != PES_ERR_OK)
        die("the judge is silent");
    return pes_turn(t->g, pes_history_state(t->h)) == player ? answer.score : -answer.score;
}

/* The same where none does: the judge looks at the position before m and at the one after it. Each
 * search has all the nodes for one line, so that it sees further than one for all moves. */
static void weigh_two(const struct table *t, pes_move m, double *best, double *played) {
    const pes_player mover = pes_turn(t->g, pes_history_state(t->h));
    *best = *played = score_here(t, mover);
    if (pes_history_make(t->h, m) != PES_ERR_OK)
        die("no memory");
    if (pes_history_end(t->h) == PES_END_NONE)
        *played = score_here(t, mover);
    pes_history_unmake(t->h);
    *best = *played > *best ? *played : *best;
}

static void judge_move(struct table *t, pes_move m) {
    const double most = LOSS_MAX / t->eval->odds(t->g)->slope[PES_PHASES / 2];
    double best, played;
    if (t->g->chance_in_play)
        weigh_all(t, m, &best, &played);
    else
        weigh_two(t, m, &best, &played);
    const double lost = best - played < most ? best - played : most, odds = odds_to_mover(t, best);
    if (fabs(odds) <= EVEN)
        mean_add(&t->even, lost);
    else if (odds >= WON && odds < DECIDED)
        mean_add(&t->won, lost);
}

/* Games. -------------------------------------------------------------------------------------- */

/* The first seat's result: 0, 1/2 or 1. */
static double result_of(const struct table *t) {
    int32_t out[PES_PLAYERS_MAX];
    const enum pes_end end = pes_history_end(t->h);
    pes_settle(t->g, pes_history_state(t->h), end != PES_END_NONE ? end : PES_END_PLIES, out);
    return out[0] > out[1] ? 1.0 : out[0] < out[1] ? 0.0 : 0.5;
}

static pes_move answer_of(const struct table *t, struct pes_agent *agent) {
    struct pes_answer answer;
    const struct pes_limits none = {0};
    if (pes_agent_choose(agent, t->h, &none, &answer) != PES_ERR_OK)
        die("an agent is silent");
    return answer.move;
}

/* One game between seats[0], who is First, and seats[1]; `watched` is whose moves are judged. */
static double play(struct table *t, struct pes_agent *const seats[2], int watched, uint64_t seed) {
    struct pes_rng luck;
    pes_rng_init(&luck, seed);
    if (pes_history_start_text(t->h, "startpos", &luck, NULL) != PES_ERR_OK)
        die("no start");
    for (int i = 0; i < 2; i++)
        pes_agent_begin(seats[i], pes_rng_next(&luck));
    while (pes_history_end(t->h) == PES_END_NONE && pes_history_plies(t->h) < PLIES_MAX) {
        const struct pes_state *s = pes_history_state(t->h);
        const pes_player turn = pes_turn(t->g, s);
        const int ply = pes_history_plies(t->h);
        pes_move m;
        if (turn == PES_CHANCE || ply < OPENING)
            m = pes_draw(t->g, s, &luck);
        else
            m = answer_of(t, seats[turn]);
        if (turn >= 0 && turn == watched && ply >= OPENING && ply / 2 % JUDGE_EVERY == 0)
            judge_move(t, m);
        if (pes_history_make(t->h, m) != PES_ERR_OK)
            die("no memory");
    }
    return result_of(t);
}

static double elo(double score) {
    return -400.0 * log10(1.0 / score - 1.0);
}

/* `better` against `worse`; the moves of the first are judged. */
static void match(struct table *t, const char *better, const char *worse, int games,
                  uint64_t seed) {
    struct pes_agent *agents[2] = {new_agent(t->g, better), new_agent(t->g, worse)};
    struct pes_agent *const swapped[2] = {agents[1], agents[0]};
    struct mean score = {0};
    t->even = t->won = (struct mean){0};
    for (int i = 0; i < games / 2; i++) {
        const double one = play(t, agents, 0, seed + (uint64_t)i);
        const double two = 1.0 - play(t, swapped, 1, seed + (uint64_t)i);
        mean_add(&score, (one + two) / 2);
    }
    const double p = mean_of(&score), half = spread_of(&score);
    printf("| %s | %s | %.3f ± %.3f | %+.0f | %.3g ± %.2g (%d) | %.3g ± %.2g (%d) |\n", better,
           worse, p, half, elo(p), mean_of(&t->even), spread_of(&t->even), t->even.count,
           mean_of(&t->won), spread_of(&t->won), t->won.count);
    fflush(stdout);
    pes_agent_free(agents[0]);
    pes_agent_free(agents[1]);
}

/* Levels to try. ------------------------------------------------------------------------------ */

static void read_levels(const char *path, struct pes_levels *out) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        die("no such file");
    for (out->count = 0; out->count < PES_LEVELS_MAX; out->count++) {
        struct pes_level *level = &out->at[out->count];
        int depth, nodes, selective;
        if (fscanf(file, "%d %d %d %lf %lf", &depth, &nodes, &selective, &level->loss,
                   &level->blind) != 5)
            break;
        level->depth = depth;
        level->nodes = nodes;
        level->selective = selective != 0;
    }
    fclose(file);
    if (out->count == 0)
        die("no level in the file");
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 5)
        die("usage: levels GAME[:VARIANT] [GAMES [SEED [FILE]]]");
    char *variant = strchr(argv[1], ':');
    if (variant != NULL)
        *variant++ = '\0';
    const struct pes_kit *found = pes_kit_find(argv[1]);
    if (found == NULL || found->levels == NULL)
        die("no such game, or it has no levels");
    struct pes_kit kit = *found;
    struct pes_levels levels = *found->levels;
    if (argc > 4)
        read_levels(argv[4], &levels);
    kit.levels = &levels;
    struct table t = {.eval = kit.evals[0]};
    if (pes_game_open(&kit, variant != NULL ? variant : "", &t.g, NULL) != PES_ERR_OK ||
        pes_history_new(t.g, &t.h) != PES_ERR_OK)
        die("no such variant");
    t.judge = new_agent(t.g, "max");
    const int games = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 200;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    printf(
        "| agent | against | score | Elo | loss, even | loss, won |\n|---|---|---|---|---|---|\n");
    char better[32], worse[32] = "random";
    for (int n = 1; n <= levels.count; n++) {
        snprintf(better, sizeof better, "level:n=%d", n);
        match(&t, better, worse, games, seed);
        memcpy(worse, better, sizeof worse);
    }
    snprintf(better, sizeof better, "max:nodes=%d", MAX_NODES);
    match(&t, better, worse, games, seed);
    pes_agent_free(t.judge);
    pes_history_free(t.h);
    pes_game_close(t.g);
    return 0;
}
