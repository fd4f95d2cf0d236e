/* How strong the levels of a game are: each against the one below, the first against `random`,
 * `max` against the last.
 *
 *     bench/levels GAME[:VARIANT] [GAMES [SEED [FILE [LEVEL]]]]
 *
 * FILE has levels to try instead of the game's own (trial_read_levels). LEVEL: only this one
 * against the one below; one more than there are levels: only `max`. bench/fit-levels finds levels.
 * Games are played in pairs with the same opening (OPENING random plies) and the same random seed,
 * sides swapped; the 95 % interval is that of the pairs' scores. bench/losses measures what the
 * moves of levels lose. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 600, OPENING = 2, MAX_NODES = 20000 };

/* One game between seats[0], who is First, and seats[1]. */
static double play(struct trial *t, struct pes_agent *const seats[2], uint64_t seed) {
    const struct pes_limits none = {0};
    struct pes_rng luck;
    pes_rng_init(&luck, seed);
    trial_start(t, &luck);
    for (int i = 0; i < 2; i++)
        pes_agent_begin(seats[i], pes_rng_next(&luck));
    while (trial_goes_on(t, PLIES_MAX)) {
        const struct pes_state *s = pes_history_state(t->h);
        const pes_player turn = pes_turn(t->g, s);
        if (turn == PES_CHANCE || pes_history_plies(t->h) < OPENING)
            trial_make(t, pes_draw(t->g, s, &luck));
        else
            trial_make(t, trial_answer(t, seats[turn], &none).move);
    }
    return trial_result(t);
}

static double elo(double score) {
    return -400.0 * log10(1.0 / score - 1.0);
}

static void match(struct trial *t, const char *better, const char *worse, int games,
                  uint64_t seed) {
    struct pes_agent *agents[2] = {trial_agent(t, better), trial_agent(t, worse)};
    struct pes_agent *const swapped[2] = {agents[1], agents[0]};
    struct mean score = {0};
    for (int i = 0; i < games / 2; i++) {
        const double one = play(t, agents, seed + (uint64_t)i);
        const double two = 1.0 - play(t, swapped, seed + (uint64_t)i);
        mean_add(&score, (one + two) / 2);
    }
    const double p = mean_of(&score);
    printf("| `%s` | `%s` | %.3f ± %.3f | %+.0f |\n", better, worse, p, mean_spread(&score),
           elo(p));
    fflush(stdout);
    pes_agent_free(agents[0]);
    pes_agent_free(agents[1]);
}

int main(int argc, char **argv) {
    struct trial trial;
    if (argc < 2 || argc > 6)
        trial_die("usage: levels GAME[:VARIANT] [GAMES [SEED [FILE [LEVEL]]]]");
    trial_open(&trial, argv[1]);
    if (argc > 4)
        trial_read_levels(&trial, argv[4]);
    const int games = argc > 2 ? trial_count(argv[2], "GAMES") : 200;
    const uint64_t seed = argc > 3 ? trial_seed(argv[3]) : 1;
    const int only = argc > 5 ? trial_count(argv[5], "LEVEL") : 0;
    printf("| agent | against | score | Elo |\n|---|---|---|---|\n");
    char better[32], worse[32] = "random";
    for (int n = 1; n <= trial.levels.count; n++) {
        snprintf(better, sizeof better, "level:n=%d", n);
        if (only == 0 || only == n)
            match(&trial, better, worse, games, seed);
        memcpy(worse, better, sizeof worse);
    }
    snprintf(better, sizeof better, "max:nodes=%d", MAX_NODES);
    if (only == 0 || only == trial.levels.count + 1)
        match(&trial, better, worse, games, seed);
    trial_close(&trial);
    return 0;
}
