/* Speed, parallel speed-up and punctuality of the searching agents:
 *
 *     search speed      nodes per second of CPU time, one thread
 *     search threads    time to a fixed depth on two threads relative to one; and, as a control,
 *                       how much two independent searches slow each other down
 *     search lateness   how much later than movetime=50 the answer comes, per agent and game
 *
 * Positions come from random games with fixed seeds. Times are those of this machine as it is now:
 * docs/strength.md says how to read them. */
#include "agents/agents.h"
#include "core/clock.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Nothing here is expected to fail. */
static void must(enum pes_err err) {
    if (err != PES_ERR_OK) {
        fprintf(stderr, "search: error %d\n", (int)err);
        exit(1);
    }
}

/* A game with an agent that plays it, at a position. */
struct seat {
    struct pes_game *g;
    struct pes_history *h;
    struct pes_agent *agent;
};

static void sit_down(struct seat *seat, const struct pes_kit *kit, const char *agent) {
    must(pes_game_open(kit, "", &seat->g, NULL));
    must(pes_history_new(seat->g, &seat->h));
    must(pes_agent_new(seat->g, agent, &seat->agent, NULL));
}

static void stand_up(struct seat *seat) {
    pes_agent_free(seat->agent);
    pes_history_free(seat->h);
    pes_game_close(seat->g);
}

static bool may_choose(const struct seat *seat) {
    return pes_history_end(seat->h) == PES_END_NONE &&
           pes_turn(seat->g, pes_history_state(seat->h)) >= 0;
}

/* Sets up a position after `plies` random moves, or a few less, with a player to move. */
static void set_up(struct seat *seat, uint64_t seed, int plies) {
    struct pes_rng rng;
    struct pes_state_buf start;
    pes_rng_init(&rng, seed);
    pes_start(seat->g, &rng, PES_STATE(start));
    pes_history_start(seat->h, PES_STATE(start), 0);
    while (pes_history_end(seat->h) == PES_END_NONE &&
           (pes_history_plies(seat->h) < plies || !may_choose(seat)))
        must(pes_history_make(seat->h, pes_draw(seat->g, pes_history_state(seat->h), &rng)));
    while (!may_choose(seat))
        pes_history_unmake(seat->h);
    pes_agent_begin(seat->agent, seed);
}

static struct pes_answer choose(struct seat *seat, const struct pes_limits *limits) {
    struct pes_answer answer;
    must(pes_agent_choose(seat->agent, seat->h, limits, &answer));
    return answer;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[], int count) {
    qsort(values, (size_t)count, sizeof values[0], compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Speed. -------------------------------------------------------------------------------------- */

struct racer {
    const char *game, *agent;
};

static const struct racer racers[] = {
    {"boats", "alphabeta"},
    {"boats", "alphabeta:selective=off"},
    {"boats", "mcts"},
    {"abalone", "alphabeta:eval=report"},
    {"abalone", "alphabeta:eval=report,selective=off"},
    {"abalone", "alphabeta"},
    {"abalone", "mcts"},
    {"gomoku", "alphabeta"},
    {"gomoku", "mcts"},
    {"proximity", "expectimax"},
    {"proximity", "mcts"},
    {"crush", "expectimax"},
    {"crush", "mcts"},
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Nodes per second over a few positions, the start among them; the best of several rounds. */
static double speed_of(struct seat *seat) {
    enum { ROUNDS = 3, POSITIONS = 4, NODES = 250000 };
    const struct pes_limits limits = {.nodes = NODES};
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t nodes = 0;
        double seconds = 0;
        for (int i = 0; i < POSITIONS; i++) {
            set_up(seat, (uint64_t)i + 1, 8 * i);
            const double begin = cpu_seconds();
            nodes += choose(seat, &limits).nodes;
            seconds += cpu_seconds() - begin;
        }
        const double speed = (double)nodes / seconds;
        best = speed > best ? speed : best;
    }
    return best;
}

static void measure_speed(void) {
    printf("%-10s %-38s %s\n", "game", "agent", "million nodes a second");
    for (size_t i = 0; i < sizeof racers / sizeof racers[0]; i++) {
        struct seat seat;
        sit_down(&seat, pes_kit_find(racers[i].game), racers[i].agent);
        printf("%-10s %-38s %.2f\n", racers[i].game, racers[i].agent, speed_of(&seat) / 1e6);
        stand_up(&seat);
    }
}

/* Threads. ------------------------------------------------------------------------------------ */

/* One search, timed. */
struct run {
    struct seat *seat;
    int depth;
    double seconds;
};

static void *timed_run(void *item) {
    struct run *run = item;
    const struct pes_limits limits = {.depth = run->depth};
    const int64_t begin = clock_now_ns();
    choose(run->seat, &limits);
    run->seconds = clock_seconds_since(begin);
    return NULL;
}

/* Two independent searches of one position at the same time; the time of the slower one. */
static double side_by_side(struct seat *a, struct seat *b, int depth) {
    struct run runs[] = {{.seat = a, .depth = depth}, {.seat = b, .depth = depth}};
    pthread_t other;
    if (pthread_create(&other, NULL, timed_run, &runs[1]) != 0)
        must(PES_ERR_NOMEM);
    timed_run(&runs[0]);
    pthread_join(other, NULL);
    return runs[0].seconds > runs[1].seconds ? runs[0].seconds : runs[1].seconds;
}

static double alone(struct seat *seat, int depth) {
    struct run run = {.seat = seat, .depth = depth};
    timed_run(&run);
    return run.seconds;
}

static const double seconds_least = 0.05;
enum { SEATS = 3 }; /* one thread, another one of its kind, two threads */

/* Compares times to the depth that one thread reaches in a fixed time. False: it takes too little
 * time to compare. */
static bool compare_threads(struct seat seats[SEATS], uint64_t seed, double *ratio, double *loss) {
    const int plies = (int)(seed % 20) + 4;
    const struct pes_limits probe = {.movetime_ms = 250};
    set_up(&seats[0], seed, plies);
    const int depth = choose(&seats[0], &probe).depth;
    for (int i = 0; i < SEATS; i++)
        set_up(&seats[i], seed, plies);
    const double one = alone(&seats[0], depth), two = alone(&seats[2], depth);
    if (one < seconds_least)
        return false;
    for (int i = 0; i < SEATS; i++)
        set_up(&seats[i], seed, plies);
    *ratio = two / one;
    *loss = side_by_side(&seats[0], &seats[1], depth) / one - 1;
    return true;
}

static void measure_threads(void) {
    enum { POSITIONS = 40, SEEDS = 200 };
    static const char *const games[] = {"boats", "abalone", "gomoku"};
    static const char *const agents[SEATS] = {"alphabeta", "alphabeta", "alphabeta:threads=2"};
    printf("%-10s %-12s %-22s %s\n", "game", "positions", "two threads to one",
           "lost side by side");
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct seat seats[SEATS];
        double ratios[POSITIONS], losses[POSITIONS];
        for (int k = 0; k < SEATS; k++)
            sit_down(&seats[k], pes_kit_find(games[i]), agents[k]);
        int count = 0;
        for (uint64_t seed = 1; seed <= SEEDS && count < POSITIONS; seed++)
            count += compare_threads(seats, seed, &ratios[count], &losses[count]);
        if (count > 0)
            printf("%-10s %-12d %-22.2f %.0f %%\n", games[i], count, median(ratios, count),
                   100 * median(losses, count));
        for (int k = 0; k < SEATS; k++)
            stand_up(&seats[k]);
    }
}

/* Lateness. ----------------------------------------------------------------------------------- */

static bool has_option(const struct pes_offer *offer, const char *key) {
    for (const struct pes_option *o = offer->options; o->key != NULL; o++)
        if (strcmp(o->key, key) == 0)
            return true;
    return false;
}

static void measure_agent(const struct pes_kit *kit, const char *agent) {
    enum { POSITIONS = 32, MOVETIME_MS = 50 };
    const struct pes_limits limits = {.movetime_ms = MOVETIME_MS};
    double late[POSITIONS];
    struct seat seat;
    sit_down(&seat, kit, agent);
    for (int i = 0; i < POSITIONS; i++) {
        set_up(&seat, (uint64_t)i + 1, 2 * i);
        const int64_t begin = clock_now_ns();
        choose(&seat, &limits);
        late[i] = 1000 * clock_seconds_since(begin) - MOVETIME_MS;
    }
    const double middle = median(late, POSITIONS);
    printf("%-10s %-24s %8.1f %8.1f\n", kit->rules->name, agent, middle, late[POSITIONS - 1]);
    stand_up(&seat);
}

static void measure_lateness(void) {
    printf("%-10s %-24s %8s %8s   ms after movetime=50\n", "game", "agent", "median", "most");
    for (int i = 0; i < pes_kit_count(); i++) {
        struct pes_offer offers[PES_OFFERS_MAX];
        const int count = pes_agent_offers(pes_kit_at(i), offers);
        for (int k = 0; k < count; k++) {
            char threads[PES_AGENT_TEXT_MAX];
            if (!has_option(&offers[k], "movetime"))
                continue;
            measure_agent(pes_kit_at(i), offers[k].name);
            snprintf(threads, sizeof threads, "%s:threads=2", offers[k].name);
            if (has_option(&offers[k], "threads"))
                measure_agent(pes_kit_at(i), threads);
        }
    }
}

int main(int argc, char **argv) {
    const char *what = argc == 2 ? argv[1] : "";
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(what, "speed") == 0)
        measure_speed();
    else if (strcmp(what, "threads") == 0)
        measure_threads();
    else if (strcmp(what, "lateness") == 0)
        measure_lateness();
    else {
        fprintf(stderr, "usage: search speed|threads|lateness\n");
        return 2;
    }
    return 0;
}
