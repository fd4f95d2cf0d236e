/* The optional parts of a kit: ratings are finite, an incremental evaluation equals a fresh one,
 * candidates are legal moves, proofs are playable, rank() and unrank() are inverse. */
#include "conformance.h"

#include <math.h>

struct kit_chapter {
    /* Accumulators of the game so far, one per evaluation. */
    alignas(64) unsigned char kept[PES_EVALS_MAX][PES_ACCUMULATOR_MAX];
    struct pes_state_buf before; /* the position they belong to */
    int made;                    /* moves made when they were stored */
    void *memory;                /* of the tactics; NULL: they have none */
};

static void check_terms(struct walk *w, const struct pes_rating *rating, pes_move m,
                        const struct pes_values *values) {
    double terms[PES_TERMS_MAX];
    rating->terms(w->game, walk_state(w), m, values, terms);
    int count = 0;
    while (count < PES_TERMS_MAX && rating->term_names[count].in[PES_LANG_EN][0] != '\0')
        count++;
    CHECK(w, count > 0, "%s has terms without names", rating->name);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        CHECK(w, isfinite(terms[i]), "%s: term %d is %f", rating->name, i, terms[i]);
        sum += terms[i];
    }
    if (rating->how_terms.in[PES_LANG_EN] || !rating->move)
        return;
    const double value = rating->move(w->game, walk_state(w), m, values);
    CHECK(w, fabs(sum - value) <= 1e-9 * fmax(1, fabs(value)), "%s: the terms sum to %f, not %f",
          rating->name, sum, value);
}

/* A rating of positions rates a move by the position after it, so only weights need .move. */
static void check_rating(struct walk *w, const struct pes_rating *rating, const pes_move list[],
                         int n) {
    const struct pes_game *g = w->game;
    const bool weighted = rating->pick == PES_PICK_WEIGHTED;
    struct pes_values values;
    CHECK(w, rating->move || rating->state, "rating %s rates nothing", rating->name);
    CHECK(w, rating->move || !weighted, "%s has no weights", rating->name);
    CHECK(w, pes_values_parse(rating->options, "", &values, NULL) == PES_ERR_OK, "defaults of %s",
          rating->name);
    if (rating->state)
        CHECK(w, isfinite(rating->state(g, walk_state(w), &values)), "%s", rating->name);
    double sum = 0;
    for (int i = 0; rating->move && i < n; i++) {
        const double value = rating->move(g, walk_state(w), list[i], &values);
        CHECK(w, isfinite(value), "%s rates a move %f", rating->name, value);
        CHECK(w, !weighted || value >= 0, "%s: weight %f", rating->name, value);
        sum += value;
        if (rating->terms)
            check_terms(w, rating, list[i], &values);
    }
    CHECK(w, !weighted || n == 0 || sum > 0, "%s: no weight", rating->name);
}

static void check_ratings(struct walk *w, const pes_move list[], int n) {
    const struct pes_kit *kit = w->game->kit;
    for (int r = 0; kit->ratings && kit->ratings[r]; r++)
        check_rating(w, kit->ratings[r], list, n);
    if (kit->minimax)
        check_rating(w, kit->minimax->rating, list, n);
}

/* What a move does that is better in a term: in every language a phrase, or in none. */
static void check_term_deeds(const struct walk *w, const struct pes_eval *eval, int term) {
    for (int player = 0; eval->term_deeds != NULL && player < PES_PLAYERS_MAX; player++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const char *text = eval->term_deeds[term][player].in[lang];
            CHECK(w, (text == NULL) == (eval->term_deeds[term][player].in[0] == NULL),
                  "the deed of term %d is not in every language", term);
            CHECK(w, text == NULL || (text[0] != '\0' && text[strlen(text) - 1] != '.'),
                  "the deed of term %d is no phrase", term);
        }
}

/* The accumulator updated by the last move equals a fresh one. */
static void check_eval(struct walk *w, int which) {
    const struct pes_game *g = w->game;
    const struct pes_eval *eval = g->kit->evals[which];
    struct kit_chapter *c = w->chapter;
    alignas(64) unsigned char fresh[PES_ACCUMULATOR_MAX], next[PES_ACCUMULATOR_MAX];
    const size_t size = eval->accumulator_size(g);
    CHECK(w, size <= PES_ACCUMULATOR_MAX && size % 64 == 0, "an accumulator of %zu bytes", size);
    if (eval->refresh)
        eval->refresh(g, walk_state(w), fresh);
    const int made = pes_history_count(w->history);
    if (made > 0 && c->made == made - 1 && eval->push) {
        const pes_move last = pes_history_move(w->history, made - 1);
        eval->push(g, PES_STATE(c->before), last, c->kept[which], next);
        CHECK(w, memcmp(next, fresh, size) == 0, "incremental evaluation '%s' differs", eval->name);
    }
    memcpy(c->kept[which], fresh, size);
    if (g->rules->pass != NULL && eval->refresh != NULL && pes_turn(g, walk_state(w)) >= 0) {
        struct pes_state_buf other;
        pes_copy(g, PES_STATE(other), walk_state(w));
        g->rules->pass(g, PES_STATE(other));
        eval->refresh(g, PES_STATE(other), next);
        CHECK(w, memcmp(next, fresh, size) == 0, "a pass changes the accumulator of '%s'",
              eval->name);
    }
    if (pes_turn(g, walk_state(w)) < 0)
        return;
    const int32_t value = eval->value(g, walk_state(w), fresh);
    const int32_t win = eval->win > 0 ? eval->win : PES_EVAL_WIN;
    CHECK(w, value > -win && value < win, "value %d", value);
    for (int clock = 0; eval->fade != NULL && clock <= 1000; clock += 50) {
        const int32_t faded = eval->fade(g, walk_state(w), value, clock);
        CHECK(w, faded > -win && faded < win, "value %d after %d plies", faded, clock);
        CHECK(w, clock > 0 || faded == value, "value %d has faded to %d at once", value, faded);
    }
    if (eval->terms) {
        int32_t terms[PES_TERMS_MAX];
        int64_t sum = 0;
        const int n = eval->terms(g, walk_state(w), fresh, terms);
        CHECK(w, n <= PES_TERMS_MAX, "%d terms", n);
        for (int i = 0; i < n; i++) {
            sum += terms[i];
            for (int lang = 0; lang < PES_LANG_COUNT; lang++)
                CHECK(w, eval->term_names[i].in[lang], "term %d has no name", i);
            check_term_deeds(w, eval, i);
        }
        CHECK(w, sum == value, "terms sum to %lld, not %d", (long long)sum, value);
    }
    if (eval->phase != NULL) {
        const double phase = eval->phase(g, walk_state(w));
        CHECK(w, phase >= 0.0 && phase <= 1.0, "phase %f", phase);
    }
    for (int i = 0; eval->odds != NULL && i < PES_PHASES; i++)
        CHECK(w, eval->odds(g)->slope[i] > 0.0, "slope %d is not positive", i);
}

static void check_evals(struct walk *w) {
    const struct pes_kit *kit = w->game->kit;
    struct kit_chapter *c = w->chapter;
    for (int i = 0; kit->evals && kit->evals[i]; i++)
        check_eval(w, i);
    pes_copy(w->game, PES_STATE(c->before), walk_state(w));
    c->made = pes_history_count(w->history);
}

static void check_parents(struct walk *w, bool of_move, uint32_t index) {
    const struct pes_features *f = w->game->kit->features;
    uint16_t parents[PES_PARENTS_MAX];
    const int n = f->parents != NULL ? f->parents(w->game, of_move, index, parents) : 0;
    CHECK(w, n >= 0 && n <= PES_PARENTS_MAX, "feature %u has %d parents", index, n);
    for (int i = 0; i < n; i++)
        CHECK(w, parents[i] < f->parents_max(w->game, of_move), "parent %u", parents[i]);
}

/* Features and their parents are within the bounds that they declare. */
static void check_features(struct walk *w, const pes_move list[], int n) {
    const struct pes_features *f = w->game->kit->features;
    static struct pes_feature of_moves[PES_MOVES_MAX][PES_MOVE_FEATURES_MAX];
    struct pes_feature at[PES_POSITION_FEATURES_MAX];
    int counts[PES_MOVES_MAX];
    CHECK(w, f->position_count(w->game) <= PES_FEATURES_MAX, "too many features");
    const int k = f->position(w->game, walk_state(w), at);
    CHECK(w, k >= -1 && k <= PES_POSITION_FEATURES_MAX, "%d features", k);
    for (int i = 0; i < k; i++) {
        CHECK(w, at[i].index < f->position_count(w->game), "feature %u", at[i].index);
        check_parents(w, false, at[i].index);
    }
    if (f->moves == NULL)
        return;
    f->moves(w->game, walk_state(w), list, n, of_moves, counts);
    for (int i = 0; i < n; i++) {
        CHECK(w, counts[i] >= 0 && counts[i] <= PES_MOVE_FEATURES_MAX, "%d features", counts[i]);
        for (int j = 0; j < counts[i]; j++) {
            CHECK(w, of_moves[i][j].index < f->move_count(w->game), "feature of move %u", list[i]);
            check_parents(w, true, of_moves[i][j].index);
        }
    }
}

/* noisy_moves() lists each noisy move once, and no other. */
static void check_noisy(struct walk *w, const pes_move list[], int n) {
    const struct pes_order *order = w->game->kit->order;
    pes_move out[PES_MOVES_MAX];
    int noisy = 0, listed = 0;
    const int k = order->noisy_moves ? order->noisy_moves(w->game, walk_state(w), out) : 0;
    for (int i = 0; i < n; i++) {
        const bool is_noisy = order->noisy(w->game, walk_state(w), list[i]);
        noisy += is_noisy;
        for (int j = 0; j < k && is_noisy; j++)
            listed += out[j] == list[i];
    }
    if (order->noisy_moves)
        CHECK(w, k == noisy && listed == noisy, "%d of %d noisy moves, %d listed", listed, noisy,
              k);
}

static void check_order(struct walk *w, const pes_move list[], int n) {
    const struct pes_order *order = w->game->kit->order;
    const void *accumulator = ((struct kit_chapter *)w->chapter)->kept[0];
    pes_move out[PES_MOVES_MAX];
    int32_t scores[PES_MOVES_MAX];
    CHECK(w, order->width >= 0, "width %d", order->width);
    if (order->candidates) {
        const int k = order->candidates(w->game, walk_state(w), accumulator, out, scores);
        CHECK(w, k > 0 && k <= n, "%d candidates of %d moves", k, n);
        for (int i = 0; i < k; i++)
            CHECK(w, pes_legal(w->game, walk_state(w), out[i]), "candidate %u", out[i]);
    }
    for (int i = 0; i < n; i++) {
        if (order->score)
            order->score(w->game, walk_state(w), list[i], accumulator);
    }
    if (order->noisy)
        check_noisy(w, list, n);
}

static bool never_go_on(void *asked) {
    ++*(int *)asked;
    return false;
}

/* Tactics stop when their caller asks. */
static void check_tactics_stop(struct walk *w, const void *accumulator) {
    const struct pes_game *g = w->game;
    static struct pes_proof proof;
    int asked = 0;
    const struct pes_effort effort = {.nodes_max = 2000, .go_on = never_go_on, .caller = &asked};
    const enum pes_verdict verdict =
        g->kit->tactics->solve(g, walk_state(w), accumulator, &effort, &proof);
    CHECK(w, asked <= 1, "tactics ask %d times although the first answer was to stop", asked);
    CHECK(w, proof.nodes <= PES_EFFORT_LOOK, "tactics do not ask whether to go on");
    CHECK(w, (asked == 1) == (verdict == PES_VERDICT_OPEN), "stopped tactics must have no verdict");
}

/* The main line of a forced win is legal, and its owner wins at the end of it. */
static void check_proof(struct walk *w, const void *accumulator, const struct pes_effort *effort) {
    const struct pes_game *g = w->game;
    static struct pes_proof proof;
    if (g->kit->tactics->solve(g, walk_state(w), accumulator, effort, &proof) != PES_VERDICT_WIN)
        return;
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    const pes_player winner = pes_turn(g, walk_state(w));
    pes_copy(g, PES_STATE(s), walk_state(w));
    for (int i = 0; i < proof.line_count; i++) {
        CHECK(w, pes_legal(g, PES_STATE(s), proof.line[i]), "move %d of the proof", i);
        pes_make(g, PES_STATE(s), proof.line[i], undo.bytes);
    }
    int32_t payoff[PES_PLAYERS_MAX];
    CHECK(w, pes_over(g, PES_STATE(s)), "the proof does not end the game");
    pes_payoff(g, PES_STATE(s), payoff);
    CHECK(w, payoff[winner] == g->payoff_max, "the proof does not win");
}

/* Narrow and wide, with what earlier searches have left in the memory and without. */
static void check_tactics(struct walk *w) {
    const struct kit_chapter *c = w->chapter;
    check_tactics_stop(w, c->kept[0]);
    for (int i = 0; i < 4; i++)
        check_proof(w, c->kept[0],
                    &(struct pes_effort){.nodes_max = 2000,
                                         .wide = i >= 2,
                                         .memory = i % 2 == 1 ? c->memory : NULL});
}

/* The key of a move in an index, plus 1; 0 for none. */
static uint32_t index_key(const struct walk *w, pes_move m) {
    return m == PES_MOVE_NONE || !w->game->rules->move_key
               ? 0
               : w->game->rules->move_key(w->game, m) + 1;
}
static pes_move index_mirror(const struct walk *w, const struct pes_state *s, pes_move m) {
    const struct pes_index *index = w->game->kit->index;
    return m == PES_MOVE_NONE || !index->mirror ? m : index->mirror(w->game, s, m);
}
static pes_move index_banned(const struct walk *w, const struct pes_state *s) {
    const struct pes_index *index = w->game->kit->index;
    return index->banned ? index->banned(w->game, s) : PES_MOVE_NONE;
}

/* The predecessors of the position after m include m once, with the move that m forbids. */
static void check_edge(struct walk *w, const struct pes_state *next, uint64_t number, pes_move m) {
    const struct pes_game *g = w->game;
    const struct pes_index *index = g->kit->index;
    struct pes_edge edges[PES_MOVES_MAX];
    const uint32_t banned = index_key(w, index_mirror(w, next, index_banned(w, next)));
    const int all = index->predecessors(g, index->rank(g, next), 0, edges);
    /* So do the predecessors that forbid the same move. */
    const int n =
        banned == 0 ? all : index->predecessors(g, index->rank(g, next), (uint16_t)banned, edges);
    CHECK(w, n <= all, "%d of %d moves lead here", n, all);
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (edges[i].number != number || edges[i].move != index_key(w, m))
            continue;
        CHECK(w, edges[i].banned == banned, "it forbids %u, not %u", edges[i].banned, banned);
        found++;
    }
    CHECK(w, found == 1, "working backwards finds the move %d times", found);
}

/* The mirror image of m does in the numbered position what m does in the game. */
static void check_image(struct walk *w, const struct pes_state *image, pes_move m) {
    const struct pes_game *g = w->game;
    const struct pes_index *index = g->kit->index;
    const pes_move there = index_mirror(w, walk_state(w), m);
    CHECK(w, pes_legal(g, image, there), "the image of move %u is not legal", m);
    CHECK(w, index_mirror(w, walk_state(w), there) == m, "the mirror is not its own inverse");
    struct pes_state_buf a, b;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(a), walk_state(w));
    pes_copy(g, PES_STATE(b), image);
    pes_make(g, PES_STATE(a), m, undo.bytes);
    pes_make(g, PES_STATE(b), there, undo.bytes);
    const bool over = pes_over(g, PES_STATE(a));
    CHECK(w, over == pes_over(g, PES_STATE(b)), "only one of two images ends the game");
    if (over) {
        int32_t mine[PES_PLAYERS_MAX], its[PES_PLAYERS_MAX];
        const pes_player p = pes_turn(g, walk_state(w)), q = pes_turn(g, image);
        pes_payoff(g, PES_STATE(a), mine);
        pes_payoff(g, PES_STATE(b), its);
        CHECK(w, mine[p] == its[q] && mine[1 - p] == its[1 - q], "images end differently");
        return;
    }
    CHECK(w, index->rank(g, PES_STATE(a)) == index->rank(g, PES_STATE(b)),
          "mirror images have different ranks");
    if (index->predecessors)
        check_edge(w, PES_STATE(a), index->rank(g, image), there);
}

static void check_endings(struct walk *w, const struct pes_state *image) {
    const struct pes_game *g = w->game;
    struct pes_ending endings[PES_MOVES_MAX];
    pes_move list[PES_MOVES_MAX];
    const pes_player mover = pes_turn(g, image);
    const int n = pes_moves(g, image, list), known = g->kit->index->endings(g, image, endings);
    int ends = 0;
    for (int i = 0; i < n; i++) {
        struct pes_state_buf s;
        struct pes_undo_buf undo;
        int32_t payoff[PES_PLAYERS_MAX];
        pes_copy(g, PES_STATE(s), image);
        pes_make(g, PES_STATE(s), list[i], undo.bytes);
        if (!pes_over(g, PES_STATE(s)))
            continue;
        ends++;
        pes_payoff(g, PES_STATE(s), payoff);
        const int32_t gain = payoff[mover] - payoff[1 - mover];
        int at = 0;
        while (at < known && endings[at].move != list[i])
            at++;
        CHECK(w, at < known, "the end by move %u is not known", list[i]);
        CHECK(w, (endings[at].gain > 0) == (gain > 0) && (endings[at].gain < 0) == (gain < 0),
              "move %u ends with %d, not %d", list[i], endings[at].gain, gain);
    }
    CHECK(w, ends == known, "%d endings, not %d", known, ends);
}

static void check_index(struct walk *w, const pes_move list[], int n) {
    const struct pes_game *g = w->game;
    const struct pes_index *index = g->kit->index;
    const uint64_t number = index->rank(g, walk_state(w)), count = index->count(g);
    struct pes_state_buf s;
    memset(&s, 0, sizeof s);
    CHECK(w, number < count, "number %llu of %llu", (unsigned long long)number,
          (unsigned long long)count);
    CHECK(w, index->unrank(g, number, PES_STATE(s)), "no rank leads to the position");
    CHECK(w, index->rank(g, PES_STATE(s)) == number, "its rank leads to another position");
    CHECK(w, !index->lanes || count % index->lanes(g) == 0, "lanes of different lengths");

    /* The numbered position has the same moves, and the one that is forbidden in the game. */
    const pes_move banned = index_banned(w, walk_state(w));
    CHECK(w, pes_count(g, PES_STATE(s)) == n + (banned != PES_MOVE_NONE), "%d moves, its image %d",
          n, pes_count(g, PES_STATE(s)));
    CHECK(w, index_banned(w, PES_STATE(s)) == PES_MOVE_NONE, "a numbered position forbids a move");
    if (banned != PES_MOVE_NONE) {
        CHECK(w, !index->bans || index->bans(g), "a variant that forbids nothing forbids %u",
              banned);
        CHECK(w, pes_legal(g, PES_STATE(s), index_mirror(w, walk_state(w), banned)),
              "move %u is forbidden and could not be made anyway", banned);
        CHECK(w, index_key(w, banned) < 256, "a key too large for a table");
    }
    for (int i = 0; i < n; i++)
        check_image(w, PES_STATE(s), list[i]);
    if (index->endings)
        check_endings(w, PES_STATE(s));
}

static void kit_position(struct walk *w) {
    const struct pes_kit *kit = w->game->kit;
    pes_move list[PES_MOVES_MAX];
    const int n = pes_moves(w->game, walk_state(w), list);
    const bool playing = pes_turn(w->game, walk_state(w)) >= 0 && n > 0;
    if (pes_turn(w->game, walk_state(w)) != PES_CHANCE)
        check_ratings(w, list, n);
    check_evals(w);
    if (kit->features && n > 0)
        check_features(w, list, n);
    if (kit->order && playing)
        check_order(w, list, n);
    if (kit->tactics && playing)
        check_tactics(w);
    if (kit->index && kit->index->count(w->game) > 0 && playing)
        check_index(w, list, n);
}

static void check_levels(const struct walk *w, const struct pes_levels *levels) {
    enum { SENTENCE_MIN = 12 }; /* "Sees a ply." */
    CHECK(w, levels->count >= 1 && levels->count <= PES_LEVELS_MAX, "%d levels", levels->count);
    CHECK(w, levels->usual >= 0 && levels->usual <= levels->count,
          ".usual is level %d of %d; 0 means the third, or the last", levels->usual, levels->count);
    for (int i = 0; i < levels->count; i++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const char *sees = levels->sees[i].in[lang];
            CHECK(w, sees && strlen(sees) >= SENTENCE_MIN,
                  "level %d: .sees must be a sentence of at least %d characters, not \"%s\"", i + 1,
                  SENTENCE_MIN, sees ? sees : "");
            CHECK(w, strchr(".;", sees[strlen(sees) - 1]),
                  "level %d: .sees must end with a full stop: \"%s\"", i + 1, sees);
            for (int k = 0; k < i; k++)
                CHECK(w, strcmp(sees, levels->sees[k].in[lang]) != 0,
                      "levels %d and %d have the same .sees", k + 1, i + 1);
        }
}

/* One ladder: its variant is canonical, its rungs ascend and differ, its anchor has its rating.
 * That its agents exist is checked in src/arena/rate_test.c. */
static void check_ladder(const struct walk *w, const struct pes_ladder *ladder) {
    struct pes_game *g = NULL;
    CHECK(w, pes_game_open(w->game->kit, ladder->variant, &g, NULL) == PES_ERR_OK,
          "a ladder for \"%s\", which is no variant", ladder->variant);
    const bool canonical = strcmp(g->variant, ladder->variant) == 0;
    pes_game_close(g);
    CHECK(w, canonical, "a ladder for \"%s\", which is not canonical", ladder->variant);
    CHECK(w, ladder->draws >= 0.0 && ladder->draws < 1.0, "a share of draws of %g", ladder->draws);
    const struct pes_rung *rungs = ladder->rungs;
    bool anchored = false;
    int count = 0;
    for (; rungs[count].agent; count++) {
        const struct pes_rung *rung = &rungs[count];
        CHECK(w, count < PES_LADDER_MAX, "more than %d rungs", PES_LADDER_MAX);
        CHECK(w, count == 0 || rung->rating >= rung[-1].rating, "%s is rated below the rung before",
              rung->agent);
        CHECK(w, rung->error > 0.0, "%s has the error %g", rung->agent, rung->error);
        for (int k = 0; k < count; k++)
            CHECK(w, strcmp(rungs[k].agent, rung->agent) != 0, "%s is there twice", rung->agent);
        anchored |= w->game->kit->levels
                        ? strcmp(rung->agent, PES_LADDER_LEVEL) == 0 &&
                              rung->rating == PES_LADDER_LEVEL_RATING
                        : strcmp(rung->agent, "random") == 0 && rung->rating == 0.0;
    }
    CHECK(w, count >= 2 && anchored, "the ladder for \"%s\" has %d rungs or no anchor",
          ladder->variant, count);
}

static bool is_said(const struct pes_text *text) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (!text->in[lang] || !text->in[lang][0])
            return false;
    return true;
}

/* People see titles, never keys: every option has one, and every choice. */
static void check_titles(const struct walk *w, const char *of, const struct pes_option *options) {
    for (const struct pes_option *o = options; o && o->key; o++) {
        CHECK(w, is_said(&o->help), "%s: option %s has no .help", of, o->key);
        CHECK(w, is_said(&o->title), "%s: option %s has no .title", of, o->key);
        if (o->kind != PES_OPTION_CHOICE)
            continue;
        CHECK(w, o->choice_titles, "%s: option %s has no .choice_titles", of, o->key);
        size_t length = 0;
        int i = 0;
        for (; pes_option_choice(o, i, &length); i++)
            CHECK(w, is_said(&o->choice_titles[i]), "%s: choice %d of %s has no title", of, i + 1,
                  o->key);
        CHECK(w, !o->choice_titles[i].in[0],
              "%s: %s has %d choices, but .choice_titles does not end after %d", of, o->key, i, i);
    }
}

/* The ratings that play are agents; minimax has a title of its own, or that of its class. */
static void check_players(const struct walk *w) {
    const struct pes_kit *kit = w->game->kit;
    for (int r = 0; kit->ratings && kit->ratings[r]; r++) {
        const struct pes_rating *rating = kit->ratings[r];
        CHECK(w, is_said(&rating->help), "rating %s has no .help", rating->name);
        CHECK(w, rating->pick == PES_PICK_NEVER || is_said(&rating->title),
              "rating %s has no .title", rating->name);
        check_titles(w, rating->name, rating->options);
    }
    if (!kit->minimax)
        return;
    CHECK(w, kit->minimax->rating && kit->minimax->depth > 0, "minimax without a rating");
    check_titles(w, "minimax", kit->minimax->options);
}

/* The variant of a first game opens, and is written as the program writes it. */
static void check_usual_variant(const struct walk *w, const char *variant) {
    struct pes_game *g = NULL;
    CHECK(w, pes_game_open(w->game->kit, variant, &g, NULL) == PES_ERR_OK,
          ".usual_variant \"%s\" does not open", variant);
    CHECK(w, strcmp(g->variant, variant) == 0, ".usual_variant is \"%s\"; write \"%s\"", variant,
          g->variant);
    pes_game_close(g);
}

/* Names and help exist in every language; the tables are well formed. */
static void kit_start(struct walk *w) {
    struct kit_chapter *c = w->chapter;
    const struct pes_kit *kit = w->game->kit;
    CHECK(w, kit->abi == PES_ABI && kit->rules->abi == PES_ABI, "abi %u", kit->abi);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        CHECK(w, kit->rules->title.in[lang], "no title");
        for (int p = 0; p < w->game->players; p++)
            CHECK(w, kit->rules->players[p].id && kit->rules->players[p].name.in[lang],
                  "player %d has no name", p);
    }
    check_titles(w, kit->rules->name, kit->rules->options);
    check_players(w);
    if (kit->view && kit->view->usual_variant)
        check_usual_variant(w, kit->view->usual_variant);
    CHECK(w, kit->rules->chance_in_play || !w->game->chance_in_play,
          "chance in play without .chance_in_play in the rules");
    for (int i = 0; kit->evals && kit->evals[i]; i++)
        CHECK(w, i < PES_EVALS_MAX && kit->evals[i]->name, "evaluation %d", i);
    if (kit->levels)
        check_levels(w, kit->levels);
    for (int i = 0; kit->ladders && kit->ladders[i]; i++)
        check_ladder(w, kit->ladders[i]);
    if (kit->tactics && kit->tactics->memory_size) {
        const size_t size = kit->tactics->memory_size(w->game);
        CHECK(w, size > 0 && size % 64 == 0, "tactics with a memory of %zu bytes", size);
        CHECK(w, posix_memalign(&c->memory, 64, size) == 0, "no memory");
        memset(c->memory, 0, size);
    }
}

static void kit_finish(struct walk *w) {
    free(((struct kit_chapter *)w->chapter)->memory);
}

const struct chapter chapter_kit = {
    .name = "kit",
    .games = 6,
    .plies_max = 300,
    .size = sizeof(struct kit_chapter),
    .start = kit_start,
    .position = kit_position,
    .finish = kit_finish,
};
