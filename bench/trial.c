/* Games, agents and means for the measurements that play whole games; see trial.h. */
#include "trial.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void trial_die(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

static void must(enum pes_err err, const char *what) {
    if (err != PES_ERR_OK)
        trial_die(what);
}

/* The whole text as a number up to `most`; false: it is not one. */
static bool read_number(const char *text, unsigned long long most, unsigned long long *out) {
    char *end;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *out <= most;
}

int trial_count(const char *text, const char *name) {
    unsigned long long n;
    if (!read_number(text, INT_MAX, &n) || n == 0) {
        fprintf(stderr, "bench: %s must be a number from 1, not '%s'\n", name, text);
        exit(2);
    }
    return (int)n;
}

uint64_t trial_seed(const char *text) {
    unsigned long long n;
    if (!read_number(text, UINT64_MAX, &n))
        trial_die("SEED must be a number from 0");
    return n;
}

const struct pes_kit *trial_find(const char *name, const char **variant) {
    const char *colon = strchr(name, ':');
    const size_t length = colon != NULL ? (size_t)(colon - name) : strlen(name);
    char game[32];
    *variant = colon != NULL ? colon + 1 : "";
    if (length >= sizeof game)
        return NULL;
    memcpy(game, name, length);
    game[length] = '\0';
    return pes_kit_find(game);
}

void trial_open(struct trial *t, const char *name) {
    const char *variant;
    const struct pes_kit *kit = trial_find(name, &variant);
    if (kit == NULL || kit->evals == NULL || kit->levels == NULL)
        trial_die("GAME must have an evaluation and levels; `pessoi games` lists the games");
    *t = (struct trial){.kit = *kit, .levels = *kit->levels, .eval = kit->evals[0]};
    t->kit.levels = &t->levels;
    must(pes_game_open(&t->kit, variant, &t->g, NULL),
         "no such variant; `pessoi games` lists the options");
    must(pes_history_new(t->g, &t->h), "no memory");
}

void trial_close(struct trial *t) {
    pes_history_free(t->h);
    pes_game_close(t->g);
}

void trial_read_levels(struct trial *t, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        trial_die("the file of levels cannot be read");
    for (t->levels.count = 0; t->levels.count < PES_LEVELS_MAX; t->levels.count++) {
        struct pes_level *level = &t->levels.at[t->levels.count];
        int depth, nodes, selective;
        if (fscanf(file, "%d %d %d %lf %lf", &depth, &nodes, &selective, &level->loss,
                   &level->blind) != 5)
            break;
        level->depth = depth;
        level->nodes = nodes;
        level->selective = selective != 0;
    }
    fclose(file);
    if (t->levels.count == 0)
        trial_die("no level in the file: a line is depth, nodes, selective, loss, blind");
}

struct pes_agent *trial_agent(const struct trial *t, const char *text) {
    struct pes_agent *agent;
    must(pes_agent_new(t->g, text, &agent, NULL), text);
    return agent;
}

void trial_start(struct trial *t, struct pes_rng *luck) {
    must(pes_history_start_text(t->h, "startpos", luck, NULL), "no start");
}

bool trial_goes_on(const struct trial *t, int plies_max) {
    return pes_history_end(t->h) == PES_END_NONE && pes_history_plies(t->h) < plies_max;
}

void trial_make(struct trial *t, pes_move m) {
    must(pes_history_make(t->h, m), "no memory");
}

struct pes_answer trial_answer(const struct trial *t, struct pes_agent *agent,
                               const struct pes_limits *limits) {
    struct pes_answer answer;
    must(pes_agent_choose(agent, t->h, limits, &answer), "an agent is silent");
    return answer;
}

double trial_result(const struct trial *t) {
    int32_t out[PES_PLAYERS_MAX];
    const enum pes_end end = pes_history_end(t->h);
    pes_settle(t->g, pes_history_state(t->h), end != PES_END_NONE ? end : PES_END_PLIES, out);
    return out[0] > out[1] ? 1.0 : out[0] < out[1] ? 0.0 : 0.5;
}

void mean_add(struct mean *m, double x) {
    m->sum += x;
    m->squares += x * x;
    m->count++;
}

double mean_of(const struct mean *m) {
    return m->count > 0 ? m->sum / m->count : 0.0;
}

double mean_variance(const struct mean *m) {
    if (m->count < 2)
        return 0.0;
    const double mean = mean_of(m), squares = m->squares - m->count * mean * mean;
    return squares > 0.0 ? squares / (m->count - 1) : 0.0;
}

double mean_spread(const struct mean *m) {
    return m->count < 2 ? 1.0 : 1.96 * sqrt(mean_variance(m) / m->count);
}
