#include "arena/standings.h"

#include "core/mem.h"

#include <stdlib.h>

/* Chi-squared test of the model; ratings.h. */
static const double fit_doubtful = 0.05;
static const double cycle_likely = 0.95;

/* Counting. ---------------------------------------------------------------------------------- */

static void count_game(struct standings *s, struct standing *by_player,
                       const struct tournament_game *game) {
    for (int seat = 0; seat < 2; seat++) {
        const int halves = seat == 0 ? game->end.halves : 2 - game->end.halves;
        struct standing *row = &by_player[game->seats[seat]];
        struct standings_cell *cell =
            &s->cells[game->seats[seat] * s->players + game->seats[1 - seat]];
        row->games++;
        row->wins += halves == 2;
        row->draws += halves == 1;
        row->losses += halves == 0;
        row->forfeits += halves == 0 && stats_forfeited(&game->end);
        cell->wins += halves == 2;
        cell->draws += halves == 1;
        cell->losses += halves == 0;
    }
    s->games++;
}

static void count_slot(const struct tournament *t, int32_t slot, struct standings *s,
                       struct standing *by_player) {
    const struct pairing *p = &t->pairings[slot];
    if (p->a == PAIRING_BYE)
        return;
    int64_t points[2];
    tournament_slot_points(t, slot, points);
    by_player[p->a].points += points[0];
    by_player[p->a].byes += p->b == PAIRING_BYE && t->config.type == TOURNAMENT_SWISS;
    if (p->b != PAIRING_BYE)
        by_player[p->b].points += points[1];
    const int32_t wanted = tournament_wanted(t, slot);
    for (int32_t k = 0; k < wanted; k++)
        if (tournament_game(t, slot, k) != NULL)
            count_game(s, by_player, tournament_game(t, slot, k));
    if (t->config.type == TOURNAMENT_KNOCKOUT && tournament_slot_complete(t, slot))
        by_player[tournament_winner(t, slot)].reached = tournament_round(t, slot) + 1;
}

/* Ratings. ----------------------------------------------------------------------------------- */

/* A pair of games, for finding equal ones. */
struct seen_pair {
    int32_t players[2];
    uint64_t identity;
    int32_t index;
};

static int compare_seen(const void *a, const void *b) {
    const struct seen_pair *x = a, *y = b;
    for (int i = 0; i < 2; i++)
        if (x->players[i] != y->players[i])
            return x->players[i] < y->players[i] ? -1 : 1;
    if (x->identity != y->identity)
        return x->identity < y->identity ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The evidence for ratings: pairs and, of pairs under way, single games. */
struct evidence {
    struct rating_pair *pairs;
    struct seen_pair *seen;
    int32_t *place; /* of a player among the rated ones; -1: it has no games */
    int32_t count, rated;
};

static void add_pair(struct evidence *e, const struct tournament_game *const games[2]) {
    const int single = games[0] == NULL ? 1 : games[1] == NULL ? 0 : -1;
    const struct tournament_game *first = games[single == 1];
    struct rating_pair *pair = &e->pairs[e->count];
    struct stats_pair whole = {.opening = first->opening};
    for (int i = 0; i < 2; i++)
        pair->players[i] = (int16_t)e->place[first->seats[i]];
    pair->halves[0] = first->end.halves;
    pair->halves[1] = single < 0 ? games[1]->end.halves : 0;
    pair->single = single >= 0;
    whole.games[0] = first->end;
    if (single < 0)
        whole.games[1] = games[1]->end;
    e->seen[e->count] = (struct seen_pair){.players = {first->seats[0], first->seats[1]},
                                           .identity = stats_identity(&whole) + (single >= 0),
                                           .index = e->count};
    e->count++;
}

/* Pairs that repeat move by move are no new evidence: each counts once (docs/adr/0007). */
static void drop_repeated(struct evidence *e) {
    qsort(e->seen, (size_t)e->count, sizeof *e->seen, compare_seen);
    for (int32_t i = 1; i < e->count; i++) {
        const struct seen_pair *x = &e->seen[i - 1], *y = &e->seen[i];
        if (x->players[0] == y->players[0] && x->players[1] == y->players[1] &&
            x->identity == y->identity)
            e->pairs[y->index].players[0] = -1;
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < e->count; i++)
        if (e->pairs[i].players[0] >= 0)
            e->pairs[kept++] = e->pairs[i];
    e->count = kept;
}

static void collect(const struct tournament *t, const struct standing *by_player,
                    struct evidence *e) {
    for (int32_t i = 0; i < t->config.count; i++)
        e->place[i] = by_player[i].games > 0 ? e->rated++ : -1;
    for (int32_t slot = 0; slot < t->slots_made; slot++) {
        const int32_t wanted = tournament_wanted(t, slot);
        for (int32_t k = 0; k < wanted; k += 2) {
            const struct tournament_game *const games[2] = {tournament_game(t, slot, k),
                                                            tournament_game(t, slot, k + 1)};
            if (games[0] != NULL || games[1] != NULL)
                add_pair(e, games);
        }
    }
    drop_repeated(e);
}

static enum pes_err find_cycle(const struct tournament *t, const struct evidence *e,
                               struct standings *s) {
    double likelihood = 0;
    int32_t cycle[3];
    if (e->rated < 3 || s->ratings.fit >= fit_doubtful)
        return PES_ERR_OK;
    const enum pes_err err = ratings_cycle(e->pairs, e->count, e->rated, cycle, &likelihood);
    s->cyclic = err == PES_ERR_OK && likelihood >= cycle_likely;
    for (int i = 0; i < 3 && s->cyclic; i++)
        for (int32_t player = 0; player < t->config.count; player++)
            if (e->place[player] == cycle[i])
                s->cycle[i] = player;
    return err;
}

static enum pes_err rate(const struct tournament *t, struct evidence *e, struct standings *s,
                         struct standing *by_player) {
    collect(t, by_player, e);
    struct rating *ratings = mem_alloc((size_t)(e->rated + 1) * sizeof *ratings);
    if (ratings == NULL)
        return PES_ERR_NOMEM;
    struct pes_rng rng;
    pes_rng_init(&rng, t->config.seed);
    enum pes_err err = ratings_fold(e->pairs, e->count, e->rated, &rng, ratings, &s->ratings);
    if (err == PES_ERR_OK)
        err = find_cycle(t, e, s);
    for (int32_t i = 0; i < t->config.count && err == PES_ERR_OK; i++) {
        if (e->place[i] < 0)
            continue;
        const struct rating *r = &ratings[e->place[i]];
        by_player[i].rated = s->rated = true;
        by_player[i].rating = STANDINGS_MEAN + r->elo;
        by_player[i].rating_low = STANDINGS_MEAN + r->low;
        by_player[i].rating_high = STANDINGS_MEAN + r->high;
    }
    mem_free(ratings);
    return err;
}

static enum pes_err rate_all(const struct tournament *t, struct standings *s,
                             struct standing *by_player) {
    if (s->games == 0)
        return PES_ERR_OK;
    const size_t pairs = (size_t)s->games; // at most: every game could be single
    struct evidence e = {.pairs = mem_alloc(pairs * sizeof *e.pairs),
                         .seen = mem_alloc(pairs * sizeof *e.seen),
                         .place = mem_alloc((size_t)t->config.count * sizeof *e.place)};
    const enum pes_err err = e.pairs != NULL && e.seen != NULL && e.place != NULL
                                 ? rate(t, &e, s, by_player)
                                 : PES_ERR_NOMEM;
    mem_free(e.pairs);
    mem_free(e.seen);
    mem_free(e.place);
    return err;
}

/* The order. --------------------------------------------------------------------------------- */

static bool same_group(const struct standing *a, const struct standing *b) {
    return a->reached == b->reached && a->points == b->points;
}

static int compare(const void *a, const void *b) {
    const struct standing *x = a, *y = b;
    if (x->reached != y->reached)
        return x->reached > y->reached ? -1 : 1;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    if (x->direct != y->direct)
        return x->direct > y->direct ? -1 : 1;
    if (x->rated != y->rated)
        return x->rated ? -1 : 1;
    if (x->rated && x->rating != y->rating)
        return x->rating > y->rating ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

/* The games among rows[0..count), which have equal points; only if all of them met equally often.
 */
static void count_direct(const struct standings *s, struct standing rows[], int32_t count) {
    int32_t games = -1;
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < count; j++) {
            if (i == j)
                continue;
            const struct standings_cell *c = standings_cell(s, rows[i].player, rows[j].player);
            const int32_t met = c->wins + c->draws + c->losses;
            if (games < 0)
                games = met;
            if (met == 0 || met != games) {
                for (int32_t k = 0; k < count; k++)
                    rows[k].direct = 0;
                return;
            }
            rows[i].direct += 2 * c->wins + c->draws;
        }
}

static void sort_rows(struct standings *s) {
    qsort(s->rows, (size_t)s->count, sizeof *s->rows, compare);
    for (int32_t from = 0, to; from < s->count; from = to) {
        to = from + 1;
        while (to < s->count && same_group(&s->rows[from], &s->rows[to]))
            to++;
        count_direct(s, &s->rows[from], to - from);
    }
    qsort(s->rows, (size_t)s->count, sizeof *s->rows, compare);
}

/* All of it. --------------------------------------------------------------------------------- */

static enum pes_err fill(const struct tournament *t, struct standings *s,
                         struct standing *by_player) {
    for (int32_t i = 0; i < t->config.count; i++)
        by_player[i].player = i;
    for (int32_t slot = 0; slot < t->slots_made; slot++)
        count_slot(t, slot, s, by_player);
    const enum pes_err err = rate_all(t, s, by_player);
    for (int32_t i = 0; i < t->active_count; i++)
        s->rows[s->count++] = by_player[t->active[i]];
    sort_rows(s);
    return err;
}

enum pes_err standings_make(const struct tournament *t, struct standings *out) {
    const size_t n = (size_t)t->config.count;
    *out = (struct standings){.players = t->config.count,
                              .rows = mem_alloc(n * sizeof *out->rows),
                              .cells = mem_alloc(n * n * sizeof *out->cells)};
    struct standing *by_player = mem_alloc(n * sizeof *by_player);
    enum pes_err err = PES_ERR_NOMEM;
    if (out->rows != NULL && out->cells != NULL && by_player != NULL)
        err = fill(t, out, by_player);
    mem_free(by_player);
    if (err != PES_ERR_OK)
        standings_release(out);
    return err;
}

void standings_release(struct standings *s) {
    mem_free(s->rows);
    mem_free(s->cells);
    *s = (struct standings){0};
}
