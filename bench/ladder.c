/* Measures the ladder of a game (struct pes_ladder): plays the agents against their neighbours,
 * rates all of them together, and prints the C file that the game's folder contains.
 *
 *     bench/ladder GAME[:VARIANT] NAME FILE PAIRS AGENT AGENT ..
 *
 * NAME is the C name of the ladder, AGENT .. are in rough order of strength, the weakest first; one
 * of them is the anchor. Each plays PAIRS pairs of games against its REACH neighbours on both
 * sides; those who turn out to be neighbours by the ratings only then meet afterwards. FILE keeps
 * the results of finished pairings, one per line: the same command continues where it was stopped,
 * and another computer gets the same ladder, because no agent may be limited by time. */
#include "trial.h"

#include "arena/rate.h"
#include "arena/ratings.h"
#include "pessoi/arena.h"
#include "pessoi/hash.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGENTS_MAX = PES_LADDER_MAX,
    REACH = 3,
    ROUNDS = 3, /* of looking for new neighbours */
    SEED = 1,
    LINE_MAX_BYTES = 1 << 16
};

struct ladder {
    struct pes_game *g;
    const char *path; /* of the results */
    int pairs_each;
    const char *const *agents;
    int count;
    bool met[AGENTS_MAX][AGENTS_MAX];
    char *kept[AGENTS_MAX][AGENTS_MAX]; /* results of an earlier run; NULL: none */
    struct rating_pair *pairs;
    int32_t pairs_count;
    struct rating ratings[AGENTS_MAX];
    struct ratings all;
    int order[AGENTS_MAX]; /* agents from the weakest */
};

/* Results. ----------------------------------------------------------------------------------- */

/* Appends pairs from digits: two per pair, the halves of First in each game; a is First in the
 * first game. */
static void add_digits(struct ladder *l, int a, int b, const char *digits) {
    l->met[a][b] = l->met[b][a] = true;
    for (; digits[0] != '\0'; digits += 2)
        l->pairs[l->pairs_count++] = (struct rating_pair){
            .players = {(int16_t)a, (int16_t)b},
            .halves = {(uint8_t)(digits[0] - '0'), (uint8_t)(digits[1] - '0')}};
}

/* Keeps the results of a pairing for the time when it is its turn: the ladder does not depend on
 * what else the file contains. */
static void keep(struct ladder *l, int a, int b, const char *digits) {
    const size_t length = strlen(digits);
    if (length != 2 * (size_t)l->pairs_each || strspn(digits, "012") != length)
        trial_die("FILE has results of another number of pairs: use another file");
    char *copy = malloc(length + 1);
    if (copy == NULL)
        trial_die("no memory");
    memcpy(copy, digits, length + 1);
    free(l->kept[a][b]);
    l->kept[a][b] = copy;
}

static int agent_number(const struct ladder *l, const char *text, size_t length) {
    for (int i = 0; i < l->count; i++)
        if (strlen(l->agents[i]) == length && memcmp(l->agents[i], text, length) == 0)
            return i;
    return -1;
}

/* Pairings of agents that are not wanted are skipped, and so is a line cut short. */
static void read_results(struct ladder *l) {
    FILE *file = fopen(l->path, "r");
    if (file == NULL && errno == ENOENT)
        return;
    if (file == NULL)
        trial_die("FILE cannot be read");
    static char line[LINE_MAX_BYTES];
    while (fgets(line, sizeof line, file) != NULL) {
        char *end = strchr(line, '\n');
        char *first_tab = strchr(line, '\t');
        char *second_tab = first_tab != NULL ? strchr(first_tab + 1, '\t') : NULL;
        if (end == NULL || second_tab == NULL)
            continue;
        *end = '\0';
        const int a = agent_number(l, line, (size_t)(first_tab - line));
        const int b = agent_number(l, first_tab + 1, (size_t)(second_tab - first_tab - 1));
        if (a >= 0 && b >= 0)
            keep(l, a, b, second_tab + 1);
    }
    fclose(file);
}

struct tape {
    char digits[LINE_MAX_BYTES];
};

static void on_game(void *to, const struct pes_match_game *game) {
    struct tape *tape = to;
    tape->digits[game->number] = (char)('0' + game->halves);
}

/* Its openings and dice depend on the texts of the two agents, not on who else takes part. */
static uint64_t seed_of(const struct ladder *l, int a, int b) {
    const uint64_t hash = pes_hash_bytes(SEED, l->agents[a], strlen(l->agents[a]));
    return pes_hash_bytes(hash, l->agents[b], strlen(l->agents[b]));
}

static void play(struct ladder *l, int a, int b) {
    static struct tape tape;
    if (l->kept[a][b] != NULL) {
        add_digits(l, a, b, l->kept[a][b]);
        return;
    }
    memset(&tape, 0, sizeof tape);
    const struct pes_match match = {.game = l->g,
                                    .agents = {l->agents[a], l->agents[b]},
                                    .games = 2 * l->pairs_each,
                                    .seed = seed_of(l, a, b),
                                    .opening_plies = RATE_OPENING_PLIES,
                                    .on_game = on_game,
                                    .on_game_to = &tape,
                                    .without_records = true};
    struct pes_match_result result;
    struct pes_note note = {0};
    if (pes_match_run(&match, &result, &note) != PES_ERR_OK)
        trial_die(note.why[PES_LANG_EN]);
    FILE *file = fopen(l->path, "a");
    if (file == NULL ||
        fprintf(file, "%s\t%s\t%s\n", l->agents[a], l->agents[b], tape.digits) < 0 ||
        fclose(file) != 0)
        trial_die("FILE cannot be written");
    fprintf(stderr, "%s - %s: %.3f (%.1f s)\n", l->agents[a], l->agents[b], result.score,
            result.seconds);
    add_digits(l, a, b, tape.digits);
}

/* Ratings. ----------------------------------------------------------------------------------- */

static const struct ladder *sorted; /* for compare(): qsort has no argument of the caller */

static int compare(const void *x, const void *y) {
    const double a = sorted->ratings[*(const int *)x].elo;
    const double b = sorted->ratings[*(const int *)y].elo;
    return (a > b) - (a < b);
}

static void rate(struct ladder *l) {
    struct pes_rng rng;
    pes_rng_init(&rng, SEED);
    if (ratings_fold(l->pairs, l->pairs_count, l->count, &rng, l->ratings, &l->all) != PES_ERR_OK)
        trial_die("no memory");
    sorted = l;
    qsort(l->order, (size_t)l->count, sizeof l->order[0], compare);
}

/* Plays the pairings of neighbours that have not met; false if all have. */
static bool play_neighbours(struct ladder *l) {
    bool played = false;
    for (int i = 0; i < l->count; i++) {
        for (int j = i + 1; j <= i + REACH && j < l->count; j++) {
            const int a = l->order[i] < l->order[j] ? l->order[i] : l->order[j];
            const int b = l->order[i] < l->order[j] ? l->order[j] : l->order[i];
            if (l->met[a][b])
                continue;
            play(l, a, b);
            played = true;
        }
    }
    return played;
}

/* The file. ---------------------------------------------------------------------------------- */

/* The rating that is known by definition: see docs/adr/0027-ladder.md. */
static double anchor(const struct ladder *l, const char **text) {
    const int level = agent_number(l, PES_LADDER_LEVEL, strlen(PES_LADDER_LEVEL));
    const int random = agent_number(l, "random", strlen("random"));
    if (level < 0 && random < 0)
        trial_die("the agents must include " PES_LADDER_LEVEL " or random");
    *text = l->agents[level >= 0 ? level : random];
    return level >= 0 ? PES_LADDER_LEVEL_RATING - l->ratings[level].elo : -l->ratings[random].elo;
}

static void print(const struct ladder *l, const char *name, char *const argv[]) {
    const char *anchored;
    const double shift = anchor(l, &anchored);
    printf("/* Reference opponents of %s and their ratings: data, made by\n *\n *     bench/ladder",
           l->g->rules->name);
    int column = 80;
    for (int i = 1; argv[i] != NULL; i++) {
        const int length = (int)strlen(argv[i]) + 1;
        column += length;
        if (column > 90) {
            printf(" \\\n *        ");
            column = 11 + length;
        }
        printf(" %s", argv[i]);
    }
    printf(
        "\n *\n * %d games; `%s` is the anchor. The probability of such results if one number per\n"
        " * agent explains them: %.2f. docs/adr/0027-ladder.md says how to read the ratings. */\n",
        2 * (int)l->pairs_count, anchored, l->all.fit);
    printf("#include \"games/%s/%s.h\"\n\nstatic const struct pes_rung rungs[] = {\n",
           l->g->rules->name, l->g->rules->name);
    for (int i = 0; i < l->count; i++) {
        const struct rating *r = &l->ratings[l->order[i]];
        printf("    {\"%s\", %.0f, %.0f},\n", l->agents[l->order[i]], r->elo + shift, r->error);
    }
    printf("    {NULL, 0, 0},\n};\n\nconst struct pes_ladder %s = {\n    .variant = \"%s\",\n"
           "    .rungs = rungs,\n    .first_move = %.0f,\n    .draws = %.4f,\n};\n",
           name, l->g->variant, l->all.first_move, l->all.draws);
}

static struct pes_game *open_game(const char *name) {
    const char *variant;
    const struct pes_kit *kit = trial_find(name, &variant);
    if (kit == NULL)
        trial_die("no such game; `pessoi games` lists them");
    struct pes_game *g;
    struct pes_note note = {0};
    if (pes_game_open(kit, variant, &g, &note) != PES_ERR_OK)
        trial_die(note.why[PES_LANG_EN]);
    return g;
}

int main(int argc, char **argv) {
    enum { FIXED = 5 };
    if (argc < FIXED + 2 || argc > FIXED + AGENTS_MAX)
        trial_die("usage: ladder GAME[:VARIANT] NAME FILE PAIRS AGENT AGENT ..");
    static struct ladder l;
    l = (struct ladder){.g = open_game(argv[1]),
                        .path = argv[3],
                        .pairs_each = trial_count(argv[4], "PAIRS"),
                        .agents = (const char *const *)argv + FIXED,
                        .count = argc - FIXED};
    if (2 * l.pairs_each >= LINE_MAX_BYTES / 2)
        trial_die("PAIRS is too large");
    const size_t most = (size_t)(l.count * l.count) * (size_t)l.pairs_each;
    l.pairs = calloc(most, sizeof *l.pairs);
    if (l.pairs == NULL)
        trial_die("no memory");
    for (int i = 0; i < l.count; i++)
        l.order[i] = i;
    read_results(&l);
    for (int round = 0; round < ROUNDS && play_neighbours(&l); round++)
        rate(&l);
    rate(&l);
    print(&l, argv[2], argv);
    for (int i = 0; i < l.count * AGENTS_MAX; i++)
        free(l.kept[i / AGENTS_MAX][i % AGENTS_MAX]);
    free(l.pairs);
    pes_game_close(l.g);
    return 0;
}
