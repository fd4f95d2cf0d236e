/* Symmetries: images are positions of the same game with the same player to move, the same results
 * and corresponding moves, and the symmetries form a group. */
#include "conformance.h"

#include <stdlib.h>

enum { SUCCESSORS_SHARE = 6 }; /* one position in so many: all its moves are compared */

static int count_of(const struct walk *w) {
    return w->game->kit->symmetry->count(w->game);
}

/* The image, in a buffer whose other bytes are zero. */
static void image(const struct walk *w, const struct pes_state *s, int k,
                  struct pes_state_buf *out) {
    memset(out, 0, sizeof *out);
    w->game->kit->symmetry->image(w->game, s, k, PES_STATE(*out));
}

static bool same(const struct walk *w, const struct pes_state *s, const struct pes_state *t) {
    return memcmp(s, t, w->game->state_size) == 0;
}

/* An image is valid and says the same about the game as the position does. */
static void check_facts(const struct walk *w, const struct pes_state *t, int k) {
    const struct pes_game *g = w->game;
    const struct pes_state *s = walk_state(w);
    CHECK(w, !g->rules->valid || g->rules->valid(g, t), "image %d is not valid", k);
    CHECK(w, pes_turn(g, t) == pes_turn(g, s), "image %d has another player to move", k);
    CHECK(w, pes_count(g, t) == pes_count(g, s), "image %d has %d moves, not %d", k,
          pes_count(g, t), pes_count(g, s));
    CHECK(w, pes_over(g, t) == pes_over(g, s), "image %d: is the game over?", k);
    CHECK(w, pes_symmetric_hash(g, t) == pes_symmetric_hash(g, s),
          "image %d has another pes_symmetric_hash()", k);
    static const enum pes_end ends[] = {PES_END_REPETITION, PES_END_PLIES, PES_END_RULES};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0] - !pes_over(g, s); i++) {
        int32_t mine[PES_PLAYERS_MAX], its[PES_PLAYERS_MAX];
        pes_settle(g, s, ends[i], mine);
        pes_settle(g, t, ends[i], its);
        CHECK(w, memcmp(mine, its, sizeof mine) == 0, "image %d has other payoffs", k);
    }
}

static void check_text(const struct walk *w, const struct pes_state *t, int k) {
    const struct pes_game *g = w->game;
    char text[PES_STATE_TEXT_MAX];
    struct pes_state_buf read = {0};
    int clock;
    g->rules->state_format(g, t, 0, text);
    CHECK(w,
          g->rules->state_parse(g, text, strlen(text), PES_STATE(read), &clock, NULL) == PES_ERR_OK,
          "image %d, \"%s\", is refused", k, text);
    CHECK(w, same(w, t, PES_STATE(read)), "image %d is read from \"%s\" differently", k, text);
}

/* What follows a move, up to hash: *out is sorted. If k > 0, the images of what follows. */
struct next {
    uint64_t hash, weight;
};

static int compare_next(const void *a, const void *b) {
    const struct next *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static int list_next(const struct walk *w, const struct pes_state *s, int k,
                     struct next out[PES_MOVES_MAX]) {
    const struct pes_game *g = w->game;
    pes_move list[PES_MOVES_MAX];
    struct pes_chance chances[PES_CHANCES_MAX];
    const int n = walk_list(w, s, list);
    const bool rolls = pes_turn(g, s) == PES_CHANCE;
    if (rolls)
        pes_chances(g, s, chances);
    for (int i = 0; i < n; i++) {
        struct pes_state_buf next, mirrored;
        struct pes_undo_buf undo;
        pes_copy(g, PES_STATE(next), s);
        pes_make(g, PES_STATE(next), list[i], undo.bytes);
        image(w, PES_STATE(next), k, &mirrored);
        out[i] = (struct next){pes_hash(g, PES_STATE(mirrored)), rolls ? chances[i].weight : 0};
    }
    qsort(out, (size_t)n, sizeof out[0], compare_next);
    return n;
}

/* The moves of an image lead to the images of what the moves of the position lead to. */
static void check_successors(const struct walk *w, const struct pes_state *t, int k) {
    static struct next mine[PES_MOVES_MAX], its[PES_MOVES_MAX];
    const int n = list_next(w, walk_state(w), k, mine);
    CHECK(w, list_next(w, t, 0, its) == n, "image %d has another number of moves", k);
    for (int i = 0; i < n; i++)
        CHECK(w, compare_next(&mine[i], &its[i]) == 0,
              "the moves of image %d do not lead to images of what follows", k);
}

/* Is t an image of the present position? */
static bool is_image(const struct walk *w, const struct pes_state *t) {
    for (int k = 0; k < count_of(w); k++) {
        struct pes_state_buf other;
        image(w, walk_state(w), k, &other);
        if (same(w, t, PES_STATE(other)))
            return true;
    }
    return false;
}

static void check_group(struct walk *w, const struct pes_state *t, int k) {
    const int j = (int)pes_rng_below(&w->rng, (uint32_t)count_of(w));
    struct pes_state_buf now, next;
    image(w, t, j, &next);
    CHECK(w, is_image(w, PES_STATE(next)), "image %d of image %d is not an image", j, k);
    image(w, walk_state(w), k, &now);
    int power = 1;
    for (; power < count_of(w) && !same(w, PES_STATE(now), walk_state(w)); power++) {
        image(w, PES_STATE(now), k, &next);
        now = next;
    }
    CHECK(w, same(w, PES_STATE(now), walk_state(w)), "no power of symmetry %d is the identity", k);
}

static void symmetry_position(struct walk *w) {
    const struct pes_symmetry *symmetry = w->game->kit->symmetry;
    if (symmetry == NULL)
        return;
    const bool deep = pes_rng_below(&w->rng, SUCCESSORS_SHARE) == 0;
    for (int k = 0; k < count_of(w); k++) {
        struct pes_state_buf t;
        image(w, walk_state(w), k, &t);
        CHECK(w, k > 0 || same(w, PES_STATE(t), walk_state(w)), "symmetry 0 is not the identity");
        check_facts(w, PES_STATE(t), k);
        check_text(w, PES_STATE(t), k);
        if (deep)
            check_successors(w, PES_STATE(t), k);
        check_group(w, PES_STATE(t), k);
    }
}

static void symmetry_start(struct walk *w) {
    const struct pes_kit *kit = w->game->kit;
    if (kit->symmetry == NULL)
        return;
    KIT_CHECK(kit, kit->symmetry->count && kit->symmetry->image, "a symmetry without functions");
    CHECK(w, count_of(w) >= 1 && count_of(w) <= PES_SYMMETRIES_MAX, "%d symmetries", count_of(w));
}

const struct chapter chapter_symmetry = {
    .name = "symmetry",
    .games = 4,
    .plies_max = 120,
    .start = symmetry_start,
    .position = symmetry_position,
};
