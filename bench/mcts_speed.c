/* Simulations per second of CPU time of the Monte Carlo tree search, on one thread, from the start
 * of every game: once with random playouts to the end and nothing else, which is the work of rules
 * and tree, and once with the agent's defaults. The best of several rounds, because other load on
 * the machine can only make it slower.
 *
 *   bench/mcts_speed [GAME]... */
#include "pessoi/agent.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, SIMULATIONS_FIRST = 1000, SIMULATIONS_MOST = 1 << 30 };
static const double seconds_least = 0.2; /* of a round */

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The seconds of one search; negative: it failed. */
static double seconds_of(const struct pes_history *h, const char *options, int simulations) {
    struct pes_agent *agent;
    struct pes_answer answer;
    char text[PES_AGENT_TEXT_MAX];
    snprintf(text, sizeof text, "mcts:%s%siterations=%d", options, options[0] != '\0' ? "," : "",
             simulations);
    if (pes_agent_new(pes_history_game(h), text, &agent, NULL) != PES_ERR_OK)
        return -1.0;
    pes_agent_begin(agent, 1);
    const double start = cpu_seconds();
    const enum pes_err err = pes_agent_choose(agent, h, NULL, &answer);
    const double seconds = cpu_seconds() - start;
    pes_agent_free(agent);
    return err == PES_ERR_OK ? seconds : -1.0;
}

/* Simulations per second; 0: it failed. A round is long relative to the clock's resolution. */
static double rate_of(const struct pes_history *h, const char *options) {
    int simulations = SIMULATIONS_FIRST;
    double seconds = seconds_of(h, options, simulations);
    while (seconds >= 0.0 && seconds < seconds_least && simulations < SIMULATIONS_MOST / 2) {
        simulations *= 2;
        seconds = seconds_of(h, options, simulations);
    }
    double best = seconds;
    for (int i = 1; i < ROUNDS && best > 0.0; i++) {
        seconds = seconds_of(h, options, simulations);
        best = seconds < best ? seconds : best;
    }
    return best > 0.0 ? simulations / best : 0.0;
}

/* The start, after the chance moves before the first move. */
static enum pes_err start(const struct pes_game *g, struct pes_history **out) {
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    enum pes_err err = pes_history_new(g, out);
    if (err == PES_ERR_OK)
        err = pes_history_start_text(*out, "startpos", &rng, NULL);
    while (err == PES_ERR_OK && pes_turn(g, pes_history_state(*out)) == PES_CHANCE)
        err = pes_history_make(*out, pes_draw(g, pes_history_state(*out), &rng));
    return err;
}

static bool measure(const struct pes_kit *kit) {
    struct pes_game *g;
    struct pes_history *h = NULL;
    double plain = 0.0, own = 0.0;
    if (pes_game_open(kit, "", &g, NULL) != PES_ERR_OK)
        return false;
    if (start(g, &h) == PES_ERR_OK) {
        plain = rate_of(h, kit->evals != NULL ? "rave=off,plies=0,bias=0" : "rave=off,plies=0");
        own = rate_of(h, "");
    }
    pes_history_free(h);
    pes_game_close(g);
    printf("%-10s %10.0f %10.0f\n", kit->rules->name, plain, own);
    fflush(stdout);
    return plain > 0.0 && own > 0.0;
}

static bool is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv) {
    bool good = true;
    printf("%-10s %10s %10s\n", "", "playouts/s", "as played");
    for (int i = 0; i < pes_kit_count(); i++)
        if (is_wanted(pes_kit_at(i)->rules->name, argc, argv))
            good = measure(pes_kit_at(i)) && good;
    return good ? 0 : 1;
}
