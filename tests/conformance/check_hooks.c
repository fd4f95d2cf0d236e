/* Every optional hook agrees with the required functions: counts exactly, draws in distribution. */
#include "conformance.h"
#include "pessoi/search.h"

#include <math.h>

enum {
    DRAWS_A_MOVE = 60,      /* draws per move of a position whose random_move() is tested */
    PLAYOUTS = 1500,        /* with the hook, and without; fewer if games are long .. */
    PLAYOUTS_PLIES = 50000, /* .. so that they have about this many plies in all .. */
    PLAYOUTS_MIN = 80,      /* .. but never fewer than this */
    PLAYOUT_PLIES = 400,
    DRAWN_POSITIONS = 40, /* positions whose random_move() is tested */
    OTHER_SHARE = 4,      /* variants other than the default have 1 / OTHER_SHARE of the work */
};

struct hooks_chapter {
    int drawn_positions;
    bool was_chance;                   /* the position before this one */
    double plies[2], plies_squared[2]; /* of playouts with the hook, and move by move */
    double payoff[2], payoff_squared[2];
    int playouts[2];
};

static int share_of(const struct walk *w) {
    return w->game->variant[0] == '\0' ? 1 : OTHER_SHARE;
}

static void check_random_move(struct walk *w, const pes_move list[], int n) {
    const struct pes_game *g = w->game;
    double observed[PES_MOVES_MAX] = {0}, expected[PES_MOVES_MAX];
    const int draws = DRAWS_A_MOVE * n;
    struct pes_chance chances[PES_CHANCES_MAX];
    const int outcomes = pes_chances(g, walk_state(w), chances);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += expected[i] = outcomes ? chances[i].weight : 1;
    for (int i = 0; i < n; i++)
        expected[i] *= draws / sum;
    for (int k = 0; k < draws; k++) {
        const pes_move m = g->rules->random_move(g, walk_state(w), &w->rng);
        int i = 0;
        while (i < n && list[i] != m)
            i++;
        CHECK(w, i < n, "random_move() draws %u, which is not in the list", m);
        observed[i]++;
    }
    CHECK(w, chi_square_fits(observed, expected, n), "random_move() has the wrong distribution");
}

/* The outcomes of roll() could also be rolled one by one. */
static void check_roll(struct walk *w) {
    const struct pes_game *g = w->game;
    struct pes_state_buf rolled, single;
    struct pes_undo_buf undo;
    static pes_move outcomes[4096];
    pes_copy(g, PES_STATE(rolled), walk_state(w));
    pes_copy(g, PES_STATE(single), walk_state(w));
    const int n = g->rules->roll(g, PES_STATE(rolled), &w->rng, outcomes, 4096);
    CHECK(w, n > 0, "nothing was rolled");
    for (int i = 0; i < n; i++) {
        CHECK(w, pes_turn(g, PES_STATE(single)) == PES_CHANCE, "rolled out of turn");
        CHECK(w, pes_legal(g, PES_STATE(single), outcomes[i]), "rolled an impossible outcome");
        pes_make(g, PES_STATE(single), outcomes[i], undo.bytes);
    }
    CHECK(w, memcmp(rolled.bytes, single.bytes, g->state_size) == 0,
          "roll() and single outcomes lead to different positions");
    CHECK(w, n == 4096 || pes_turn(g, PES_STATE(rolled)) != PES_CHANCE, "rolled too little");
}

static void check_numbers(struct walk *w, const pes_move list[], int n) {
    for (int i = 0; i < n; i++) {
        const int32_t number = w->game->rules->move_number(w->game, walk_state(w), list[i]);
        CHECK(w, number >= 0, "number of move %u", list[i]);
        for (int k = 0; k < i; k++)
            CHECK(w,
                  list[k] == list[i] ||
                      w->game->rules->move_number(w->game, walk_state(w), list[k]) != number,
                  "moves %u and %u have the same number", list[k], list[i]);
    }
}

/* After a pass the other player is to move in another position; a second pass restores all. */
static void check_pass(struct walk *w) {
    const struct pes_game *g = w->game;
    struct pes_state_buf s;
    pes_copy(g, PES_STATE(s), walk_state(w));
    g->rules->pass(g, PES_STATE(s));
    const pes_player turn = pes_turn(g, PES_STATE(s));
    CHECK(w, turn == 1 - pes_turn(g, walk_state(w)), "after a pass %d is to move", (int)turn);
    CHECK(w, pes_hash(g, PES_STATE(s)) != pes_hash(g, walk_state(w)), "a pass keeps the hash");
    g->rules->pass(g, PES_STATE(s));
    CHECK(w, memcmp(s.bytes, walk_state(w), g->state_size) == 0, "two passes change the position");
}

static void hooks_position(struct walk *w) {
    const struct pes_game *g = w->game;
    struct hooks_chapter *c = w->chapter;
    pes_move list[PES_MOVES_MAX];
    const int n = walk_list(w, walk_state(w), list);
    const pes_player turn = pes_turn(g, walk_state(w));
    if (g->rules->count && turn != PES_CHANCE)
        CHECK(w, g->rules->count(g, walk_state(w)) == n, "count() says %d, the list has %d",
              g->rules->count(g, walk_state(w)), n);
    CHECK(w, pes_count(g, walk_state(w)) == (turn == PES_CHANCE ? 0 : n), "pes_count()");
    if (g->rules->random_move) {
        if (n == 0)
            CHECK(w, g->rules->random_move(g, walk_state(w), &w->rng) == PES_MOVE_NONE,
                  "a move is drawn at the end");
        else if (c->drawn_positions < DRAWN_POSITIONS / share_of(w) &&
                 pes_rng_below(&w->rng, 8) == 0) {
            c->drawn_positions++;
            check_random_move(w, list, n);
        }
    }
    /* roll() also makes the outcomes that follow: start only some rolls in the middle of one. */
    const bool rolling = c->was_chance && turn == PES_CHANCE;
    if (g->rules->roll && turn == PES_CHANCE && (!rolling || pes_rng_below(&w->rng, 8) == 0))
        check_roll(w);
    c->was_chance = turn == PES_CHANCE;
    for (int i = 0; i < n && g->rules->move_key && turn != PES_CHANCE; i++)
        CHECK(w, g->rules->move_key(g, list[i]) < g->move_keys, "key of move %u", list[i]);
    if (g->rules->move_number && turn >= 0)
        check_numbers(w, list, n);
    if (g->rules->pass && turn >= 0)
        check_pass(w);
    if (g->rules->scores) {
        int32_t scores[PES_PLAYERS_MAX];
        g->rules->scores(g, walk_state(w), scores);
    }
}

static void play_out(struct walk *w, int way) {
    struct hooks_chapter *c = w->chapter;
    const struct pes_game *g = w->game;
    struct pes_state_buf s;
    int32_t payoff[PES_PLAYERS_MAX];
    memset(&s, 0, sizeof s);
    pes_start(g, &w->rng, PES_STATE(s));
    const int plies = way == 0 ? g->rules->playout(g, PES_STATE(s), &w->rng, PLAYOUT_PLIES, payoff)
                               : pes_playout_plain(g, PES_STATE(s), &w->rng, PLAYOUT_PLIES, payoff);
    CHECK(w, plies >= 0 && plies <= PLAYOUT_PLIES, "a playout of %d plies", plies);
    for (int p = 0; p < g->players; p++)
        CHECK(w, payoff[p] >= g->payoff_min && payoff[p] <= g->payoff_max, "payoff %d", payoff[p]);
    c->plies[way] += plies;
    c->plies_squared[way] += (double)plies * plies;
    c->payoff[way] += payoff[0];
    c->payoff_squared[way] += (double)payoff[0] * payoff[0];
    c->playouts[way]++;
}

/* Do two samples have the same mean (p > 1e-6)? */
static bool same_mean(const double sum[2], const double squares[2], const int n[2]) {
    double mean[2], variance = 1e-12;
    for (int i = 0; i < 2; i++) {
        mean[i] = sum[i] / n[i];
        variance += (squares[i] / n[i] - mean[i] * mean[i]) / n[i];
    }
    return fabs(mean[0] - mean[1]) < 4.9 * sqrt(variance);
}

static void hooks_finish(struct walk *w) {
    struct hooks_chapter *c = w->chapter;
    if (!w->game->rules->playout)
        return;
    const int share = share_of(w);
    for (int i = 0;
         i < PLAYOUTS / share && (i < PLAYOUTS_MIN || c->plies[1] < (double)PLAYOUTS_PLIES / share);
         i++) {
        play_out(w, 0);
        play_out(w, 1);
    }
    CHECK(w, same_mean(c->plies, c->plies_squared, c->playouts), "playouts have %f plies, not %f",
          c->plies[0] / c->playouts[0], c->plies[1] / c->playouts[1]);
    CHECK(w, same_mean(c->payoff, c->payoff_squared, c->playouts), "playouts are worth %f, not %f",
          c->payoff[0] / c->playouts[0], c->payoff[1] / c->playouts[1]);
}

const struct chapter chapter_hooks = {
    .name = "hooks",
    .games = 6,
    .plies_max = 300,
    .size = sizeof(struct hooks_chapter),
    .position = hooks_position,
    .finish = hooks_finish,
};
