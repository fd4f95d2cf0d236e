/* The walks: variants, random games, and the message of a failed check. */
#include "conformance.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    VARIANTS_MAX = 96,
    MIXTURES = 6, /* variants with several options changed */
    WALK_MOVES_MAX = 20000,
    GAMES_SHARE = 4 /* variants other than the default have 1 / GAMES_SHARE of its games */
};

void check_failed(const struct walk *w, const char *file, int line, const char *condition,
                  const char *format, ...) {
    static char why[16384];
    char position[PES_STATE_TEXT_MAX] = "(none)";
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    if (w->history)
        pes_history_format(w->history, position);
    fprintf(stderr, "%s --variant \"%s\", game seed %llu, move %d, position \"%s\":\n  %s (%s)\n",
            w->game->rules->name, w->game->variant, (unsigned long long)w->seed,
            w->history ? pes_history_count(w->history) : 0, position, why, condition);
    suite_failed(file, line);
}

void kit_failed(const char *file, int line, const struct pes_kit *kit, const char *format, ...) {
    va_list args;
    fprintf(stderr, "%s: ", kit->rules && kit->rules->name ? kit->rules->name : "(no name)");
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    suite_failed(file, line);
}

int walk_list(const struct walk *w, const struct pes_state *s, pes_move out[PES_MOVES_MAX]) {
    if (pes_turn(w->game, s) != PES_CHANCE)
        return pes_moves(w->game, s, out);
    struct pes_chance chances[PES_CHANCES_MAX];
    const int n = pes_chances(w->game, s, chances);
    for (int i = 0; i < n; i++)
        out[i] = chances[i].move;
    return n;
}

const char *walk_move_text(const struct walk *w, pes_move m, char out[PES_MOVE_TEXT_MAX]) {
    w->game->rules->move_format(w->game, walk_state(w), m, out);
    return out;
}

bool chi_square_fits(const double observed[], const double expected[], int cells) {
    double chi = 0;
    for (int i = 0; i < cells; i++) {
        const double d = observed[i] - expected[i];
        chi += d * d / expected[i];
    }
    /* Wilson and Hilferty 1931: the cube root of chi-square / k is nearly normal. 4.75 standard
     * deviations are exceeded by chance once in a million. */
    const double k = cells - 1;
    if (k < 1)
        return true;
    const double z = (cbrt(chi / k) - (1 - 2 / (9 * k))) / sqrt(2 / (9 * k));
    return z < 4.75;
}

/* Does the variant have a bound on plies that is small enough to reach? The default one must. */
static bool must_end(const struct pes_game *g) {
    const int bound = g->plies_cap ? g->plies_cap : g->plies_bound;
    return g->variant[0] == '\0' || (bound > 0 && bound <= WALK_MOVES_MAX / 8);
}

/* Plays one random game and calls the chapter at every position. */
static void walk_game(struct walk *w, const struct chapter *chapter) {
    struct pes_rng luck;
    pes_rng_init(&luck, w->seed);
    w->rng = pes_rng_split(&luck, 1);
    struct pes_state_buf start;
    memset(&start, 0, sizeof start);
    pes_start(w->game, &luck, PES_STATE(start));
    pes_history_start(w->history, PES_STATE(start), 0);
    const int moves_max = chapter->plies_max ? chapter->plies_max : WALK_MOVES_MAX;
    for (int made = 0;; made++) {
        chapter->position(w);
        if (pes_history_end(w->history) != PES_END_NONE)
            break;
        if (made == moves_max) {
            CHECK(w, chapter->plies_max || !must_end(w->game), "the game does not end");
            break;
        }
        const pes_move m = pes_draw(w->game, walk_state(w), &luck);
        CHECK(w, pes_history_make(w->history, m) == PES_ERR_OK, "move %u is not made", m);
    }
    if (chapter->game_over)
        chapter->game_over(w);
}

static void walk_variant(const struct pes_kit *kit, const struct chapter *chapter,
                         const char *variant, int number) {
    struct pes_note note = {0};
    struct pes_game *g;
    if (pes_game_open(kit, variant, &g, &note) != PES_ERR_OK) {
        /* Some options exclude each other; a game may refuse them with a message. */
        KIT_CHECK(kit, !pes_note_is_empty(&note), "open() refuses \"%s\" without a reason",
                  variant);
        return;
    }
    struct walk w = {.game = g};
    KIT_CHECK(kit, pes_history_new(g, &w.history) == PES_ERR_OK, "no memory");
    if (chapter->size) {
        w.chapter = calloc(1, chapter->size);
        KIT_CHECK(kit, w.chapter, "no memory");
    }
    if (chapter->start)
        chapter->start(&w);
    /* Every variant has its own seeds: with the same seeds, variants that differ little would
     * repeat the same positions. The default variant has the most games. */
    const int games =
        number == 0 ? chapter->games : (chapter->games + GAMES_SHARE - 1) / GAMES_SHARE;
    for (int i = 0; i < games; i++) {
        w.seed = 1000 + 100 * (uint64_t)number + (uint64_t)i;
        walk_game(&w, chapter);
    }
    if (chapter->finish)
        chapter->finish(&w);
    free(w.chapter);
    pes_history_free(w.history);
    pes_game_close(g);
}

/* The i-th value to try of an option: every choice, both ends of a range and a value in between;
 * false: there are no more. */
static bool sample_value(const struct pes_option *o, int i, char *out, size_t cap) {
    if (o->kind == PES_OPTION_CHOICE) {
        const char *word = o->choices;
        for (; i > 0 && word; i--) {
            word = strchr(word, '|');
            word = word ? word + 1 : NULL;
        }
        if (!word)
            return false;
        snprintf(out, cap, "%.*s", (int)strcspn(word, "|"), word);
        return true;
    }
    if (o->kind != PES_OPTION_INT || i > 2)
        return false;
    const int64_t value = i == 0 ? o->min : i == 1 ? o->max : o->min + (o->max - o->min) / 3;
    snprintf(out, cap, "%lld", (long long)value);
    return true;
}

/* Lists the variants to walk; returns their number. */
static int sample_variants(const struct pes_kit *kit, char out[][PES_OPTIONS_TEXT_MAX]) {
    const struct pes_option *options = kit->rules->options;
    int n = 0;
    out[n++][0] = '\0';
    char value[256];
    for (const struct pes_option *o = options; o && o->key; o++)
        for (int i = 0; n < VARIANTS_MAX - MIXTURES && sample_value(o, i, value, sizeof value); i++)
            snprintf(out[n++], PES_OPTIONS_TEXT_MAX, "%s=%s", o->key, value);
    struct pes_rng rng;
    pes_rng_init(&rng, 7);
    for (int k = 0; k < MIXTURES; k++, n++) {
        size_t used = 0;
        out[n][0] = '\0';
        for (const struct pes_option *o = options; o && o->key; o++) {
            int values = 0;
            while (sample_value(o, values, value, sizeof value))
                values++;
            if (!values || pes_rng_below(&rng, 2))
                continue;
            sample_value(o, (int)pes_rng_below(&rng, (uint32_t)values), value, sizeof value);
            used += (size_t)snprintf(out[n] + used, PES_OPTIONS_TEXT_MAX - used, "%s%s=%s",
                                     used ? "," : "", o->key, value);
        }
    }
    return n;
}

/* Every vtable has the version of its interface. */
static void check_abi(const struct pes_kit *kit) {
    KIT_CHECK(kit, kit->abi == PES_ABI, "the kit has no `.abi = PES_ABI`");
    KIT_CHECK(kit, kit->rules && kit->rules->abi == PES_ABI, "the rules have no `.abi = PES_ABI`");
    for (int i = 0; kit->evals && kit->evals[i]; i++)
        KIT_CHECK(kit, kit->evals[i]->abi == PES_ABI, "evaluation %d has no `.abi = PES_ABI`", i);
    KIT_CHECK(kit, !kit->order || kit->order->abi == PES_ABI, "`order` has no `.abi = PES_ABI`");
    KIT_CHECK(kit, !kit->tactics || kit->tactics->abi == PES_ABI,
              "`tactics` has no `.abi = PES_ABI`");
    KIT_CHECK(kit, !kit->index || kit->index->abi == PES_ABI, "`index` has no `.abi = PES_ABI`");
    KIT_CHECK(kit, !kit->symmetry || kit->symmetry->abi == PES_ABI,
              "`symmetry` has no `.abi = PES_ABI`");
    KIT_CHECK(kit, !kit->view || kit->view->abi == PES_ABI, "the view has no `.abi = PES_ABI`");
}

void walk_kit(const struct pes_kit *kit, const struct chapter *chapter) {
    static char variants[VARIANTS_MAX][PES_OPTIONS_TEXT_MAX];
    check_abi(kit);
    const int n = sample_variants(kit, variants);
    for (int i = 0; i < n; i++)
        walk_variant(kit, chapter, variants[i], i);
}
