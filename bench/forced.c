/* Forced wins: finds positions of self-play in which one side wins by force, and measures how many
 * of them an agent finds.
 *
 *     bench/forced mine GAME[:VARIANT] COUNT [SEED]
 *     bench/forced measure FILE AGENT [MOVETIME_MS]
 *     bench/forced solve FILE NODES
 *
 * `mine` plays games between two searches of few nodes, after some random moves, and asks the
 * game's tactics about each position. It prints those that are a win of at least PLIES_LEAST plies
 * for a wide search, but not for a brief one; of a game, the first one only. A line holds the
 * plies, which kind of win it is (fours: without the wide search), GAME:VARIANT and the position.
 *
 * `measure` lets the agent look at every position of such a file. A win counts as found if the
 * agent's score says so; a proof, if it gives its length. `solve` asks the game's tactics alone,
 * and prints the nodes they took. */
#include "trial.h"

#include "core/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_LEAST = 7,
    PLIES_MAX = 200,
    RANDOM_PLIES = 6,
    NODES_PLAY = 2000,
    NODES_BRIEF = 256,
    NODES_FOURS = 100000,
    NODES_DEEP = 200000,
    LINE_MAX = 2048
};

/* Mining. ------------------------------------------------------------------------------------- */

struct miner {
    struct trial trial;
    const char *name; /* GAME:VARIANT */
    struct pes_agent *agent;
    void *memory;
    size_t memory_size;
};

static enum pes_verdict solve(const struct miner *m, uint64_t nodes, bool wide,
                              struct pes_proof *out) {
    const struct pes_effort effort = {
        .nodes_max = nodes, .wide = wide, .memory = wide ? m->memory : NULL};
    return m->trial.g->kit->tactics->solve(m->trial.g, pes_history_state(m->trial.h), NULL, &effort,
                                           out);
}

static void open_memory(struct miner *m) {
    const struct pes_tactics *tactics = m->trial.g->kit->tactics;
    if (tactics == NULL || tactics->memory_size == NULL)
        trial_die("the game has no tactics with a memory");
    m->memory_size = tactics->memory_size(m->trial.g);
    m->memory = aligned_alloc(64, m->memory_size);
    if (m->memory == NULL)
        trial_die("no memory");
    memset(m->memory, 0, m->memory_size);
}

/* Prints the position if it is a win that takes some finding. */
static bool prints(const struct miner *m) {
    struct pes_proof fours, proof;
    if (solve(m, NODES_BRIEF, false, &fours) == PES_VERDICT_WIN)
        return false;
    const bool by_fours = solve(m, NODES_FOURS, false, &fours) == PES_VERDICT_WIN;
    if (!by_fours && solve(m, NODES_DEEP, true, &proof) != PES_VERDICT_WIN)
        return false;
    const int plies = by_fours ? fours.plies : proof.plies;
    if (plies < PLIES_LEAST)
        return false;
    char text[PES_STATE_TEXT_MAX];
    const struct pes_game *g = m->trial.g;
    g->rules->state_format(g, pes_history_state(m->trial.h), 0, text);
    printf("%d %s %s %s\n", plies, by_fours ? "fours" : "threes", m->name, text);
    fflush(stdout);
    return true;
}

/* Plays a game until a position is printed or it ends. */
static bool mine_game(struct miner *m, uint64_t seed) {
    struct pes_rng rng;
    const struct pes_limits limits = {.nodes = NODES_PLAY};
    pes_rng_init(&rng, seed);
    trial_start(&m->trial, &rng);
    pes_agent_begin(m->agent, seed);
    memset(m->memory, 0, m->memory_size);
    for (int ply = 0; trial_goes_on(&m->trial, PLIES_MAX); ply++) {
        if (ply >= RANDOM_PLIES && prints(m))
            return true;
        struct pes_answer answer = trial_answer(&m->trial, m->agent, &limits);
        if (ply < RANDOM_PLIES) {
            /* A random candidate: near the stones, and not the best one only. */
            pes_move list[PES_MOVES_MAX];
            int32_t scores[PES_MOVES_MAX];
            const int n = m->trial.g->kit->order->candidates(
                m->trial.g, pes_history_state(m->trial.h), NULL, list, scores);
            answer.move = list[pes_rng_below(&rng, (uint32_t)n)];
        }
        trial_make(&m->trial, answer.move);
    }
    return false;
}

static int mine(const char *name, int count, uint64_t seed) {
    struct miner m = {.name = name};
    trial_open(&m.trial, name);
    open_memory(&m);
    m.agent = trial_agent(&m.trial, "alphabeta");
    for (uint64_t game = 0; count > 0; game++)
        count -= mine_game(&m, seed + game);
    pes_agent_free(m.agent);
    free(m.memory);
    trial_close(&m.trial);
    return 0;
}

/* Measuring. ---------------------------------------------------------------------------------- */

/* How the positions of a file are looked at. */
struct method {
    const char *agent;   /* NULL: the tactics alone */
    int32_t movetime_ms; /* of the agent; 0: as it likes */
    uint64_t nodes;      /* of the tactics */
};

struct tally {
    int positions, found, proved;
    double nodes, seconds, longest;
};

/* Splits a line into kind, game and position; false: it is a comment. */
static bool split(char *line, char *field[3]) {
    line[strcspn(line, "\n")] = '\0';
    field[0] = strchr(line, ' ');
    for (int i = 0; i < 3; i++) {
        if (line[0] == '#' || field[i] == NULL)
            return false;
        *field[i]++ = '\0';
        if (i < 2)
            field[i + 1] = strchr(field[i], ' ');
    }
    return true;
}

static struct pes_answer ask_agent(const struct trial *trial, const struct method *how) {
    const struct pes_limits limits = {.movetime_ms = how->movetime_ms};
    struct pes_agent *agent = trial_agent(trial, how->agent);
    pes_agent_begin(agent, 1);
    const struct pes_answer answer = trial_answer(trial, agent, &limits);
    pes_agent_free(agent);
    return answer;
}

static struct pes_answer ask_tactics(const struct trial *trial, const struct method *how) {
    struct miner m = {.trial = *trial};
    struct pes_proof proof;
    open_memory(&m);
    const bool won = solve(&m, how->nodes, true, &proof) == PES_VERDICT_WIN;
    free(m.memory);
    return (struct pes_answer){
        .has_score = won, .score = PES_EVAL_WIN, .has_mate = proof.plies > 0, .nodes = proof.nodes};
}

static void measure_position(char *const field[3], const struct method *how, struct tally *t) {
    struct trial trial;
    trial_open(&trial, field[1]);
    if (pes_history_start_text(trial.h, field[2], NULL, NULL) != PES_ERR_OK)
        trial_die("the file has a bad position");
    const int64_t before = clock_now_ns();
    const struct pes_answer answer =
        how->agent != NULL ? ask_agent(&trial, how) : ask_tactics(&trial, how);
    const double seconds = (double)(clock_now_ns() - before) / 1e9;
    const bool found = answer.has_score && answer.score >= PES_EVAL_WIN;
    t->positions++;
    t->found += found;
    t->proved += found && answer.has_mate;
    t->nodes += (double)answer.nodes;
    t->seconds += seconds;
    t->longest = seconds > t->longest ? seconds : t->longest;
    if (!found)
        printf("missed: %s %s\n", field[1], field[2]);
    trial_close(&trial);
}

static int measure(const char *path, const struct method *how) {
    struct tally tallies[2] = {{0}};
    char line[LINE_MAX], *field[3];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        trial_die("the file cannot be read");
    while (fgets(line, sizeof line, file) != NULL)
        if (split(line, field))
            measure_position(field, how, &tallies[field[0][0] == 't']);
    fclose(file);
    for (int i = 0; i < 2; i++) {
        const struct tally *t = &tallies[i];
        if (t->positions > 0)
            printf("%s: %d positions, %d found, %d with their length; %.0f nodes and %.3f s each, "
                   "%.2f s at most\n",
                   i == 0 ? "fours" : "threes", t->positions, t->found, t->proved,
                   t->nodes / t->positions, t->seconds / t->positions, t->longest);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 4 && strcmp(argv[1], "mine") == 0)
        return mine(argv[2], trial_count(argv[3], "COUNT"), argc > 4 ? trial_seed(argv[4]) : 1);
    if (argc >= 4 && strcmp(argv[1], "measure") == 0)
        return measure(
            argv[2],
            &(struct method){.agent = argv[3],
                             .movetime_ms = argc > 4 ? trial_count(argv[4], "MOVETIME_MS") : 0});
    if (argc >= 4 && strcmp(argv[1], "solve") == 0)
        return measure(argv[2], &(struct method){.nodes = (uint64_t)trial_count(argv[3], "NODES")});
    fprintf(stderr, "usage: forced mine GAME[:VARIANT] COUNT [SEED]\n"
                    "       forced measure FILE AGENT [MOVETIME_MS]\n"
                    "       forced solve FILE NODES\n");
    return 2;
}
