/* Equal hashes mean equal futures: the rules must not distinguish positions with the same hash.
 *
 * Pairs of different positions with the same hash come from three sources: the positions of all
 * walks of a variant, their successors, and positions whose text differs from theirs in one
 * character or by two exchanged ones. hash() may ignore what no longer matters (counters, the last
 * move if it restricts nothing), so that a pair alone is not an error: the same random moves are
 * played from both positions, and player to move, moves and their order, chances, hash and result
 * must stay equal. */
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    PLACES = 1 << 14, /* of the table */
    STORED_MAX = PLACES / 2,
    CHILDREN = 6,    /* successors tried per position */
    VARIATIONS = 12, /* modified texts per position */
    PAIRS_MAX = 30,  /* pairs compared per game */
    LINES = 2,       /* random games for each pair */
    LINE_PLIES = 200,
    LIST_TEXT_MAX = 2048,
};

struct place {
    uint64_t hash;
    uint32_t number; /* of the stored position, plus 1; 0: the slot is free */
};

struct hash_chapter {
    struct place places[PLACES];
    unsigned char *states; /* state_size bytes for each */
    uint32_t stored;
    int pairs;         /* compared in this game */
    char letters[128]; /* the characters seen in texts of this variant, each once */
    uint32_t letter_count;
};

static void hash_start(struct walk *w) {
    struct hash_chapter *c = w->chapter;
    c->states = malloc((size_t)STORED_MAX * w->game->state_size);
    KIT_CHECK(w->game->kit, c->states, "no memory");
}

static void hash_finish(struct walk *w) {
    free(((struct hash_chapter *)w->chapter)->states);
}

/* Two positions with the same hash, from which the same moves are played. */
struct pair {
    struct walk *walk;
    const struct pes_state *first[2];
    struct pes_state_buf now[2];
    char played[LIST_TEXT_MAX];
};

/* The player and the moves of a position, as text; truncated if there are too many. */
static void describe(struct pair *pair, int side, char out[LIST_TEXT_MAX]) {
    const struct walk *w = pair->walk;
    const struct pes_state *s = PES_STATE(pair->now[side]);
    const pes_player turn = pes_turn(w->game, s);
    pes_move list[PES_MOVES_MAX];
    const int n = walk_list(w, s, list);
    size_t used = (size_t)snprintf(out, LIST_TEXT_MAX, "%s, %d moves:",
                                   turn == PES_CHANCE     ? "chance"
                                   : turn == PES_TERMINAL ? "the end"
                                   : turn == 0            ? "First"
                                                          : "Second",
                                   n);
    for (int i = 0; i < n && used + PES_MOVE_TEXT_MAX + 2 < LIST_TEXT_MAX; i++) {
        char text[PES_MOVE_TEXT_MAX];
        w->game->rules->move_format(w->game, s, list[i], text);
        used += (size_t)snprintf(out + used, LIST_TEXT_MAX - used, " %s", text);
    }
}

static void report(struct pair *pair, const char *what) {
    const struct walk *w = pair->walk;
    const struct pes_game *g = w->game;
    static char position[2][PES_STATE_TEXT_MAX], list[2][LIST_TEXT_MAX];
    for (int i = 0; i < 2; i++) {
        g->rules->state_format(g, pair->first[i], 0, position[i]);
        describe(pair, i, list[i]);
    }
    check_failed(w, __FILE__, __LINE__, "one hash, one future",
                 "hash() is %016llx for two positions that the rules tell apart by %s:\n"
                 "    \"%s\"\n    \"%s\"\n  after these moves in both: %s\n    %s\n    %s\n ",
                 (unsigned long long)pes_hash(g, pair->first[0]), what, position[0], position[1],
                 pair->played[0] ? pair->played : "none", list[0], list[1]);
}

static void compare_chances(struct pair *pair) {
    const struct pes_game *g = pair->walk->game;
    struct pes_chance a[PES_CHANCES_MAX], b[PES_CHANCES_MAX];
    const int n = pes_chances(g, PES_STATE(pair->now[0]), a);
    if (pes_chances(g, PES_STATE(pair->now[1]), b) != n)
        report(pair, "their outcomes");
    for (int i = 0; i < n; i++)
        if (a[i].move != b[i].move || a[i].weight != b[i].weight)
            report(pair, "their outcomes");
}

/* Do the rules distinguish the two positions? */
static void compare_now(struct pair *pair) {
    const struct pes_game *g = pair->walk->game;
    const struct pes_state *s = PES_STATE(pair->now[0]), *t = PES_STATE(pair->now[1]);
    pes_move a[PES_MOVES_MAX], b[PES_MOVES_MAX];
    if (pes_turn(g, s) != pes_turn(g, t))
        report(pair, "who is to move");
    const int n = pes_moves(g, s, a);
    if (pes_moves(g, t, b) != n || memcmp(a, b, (size_t)n * sizeof a[0]) != 0)
        report(pair, "their moves");
    if (pes_turn(g, s) == PES_CHANCE)
        compare_chances(pair);
    if (pes_over(g, s)) {
        int32_t mine[PES_PLAYERS_MAX], its[PES_PLAYERS_MAX];
        pes_payoff(g, s, mine);
        pes_payoff(g, t, its);
        if (mine[0] != its[0] || mine[1] != its[1])
            report(pair, "their results");
    }
    if (pes_hash(g, s) != pes_hash(g, t))
        report(pair, "the hash of what follows");
}

static void play_on(struct pair *pair) {
    const struct walk *w = pair->walk;
    const struct pes_game *g = w->game;
    size_t used = 0;
    pair->played[0] = '\0';
    for (int i = 0; i < 2; i++)
        pes_copy(g, PES_STATE(pair->now[i]), pair->first[i]);
    for (int ply = 0;; ply++) {
        compare_now(pair);
        if (ply == LINE_PLIES || pes_over(g, PES_STATE(pair->now[0])))
            return;
        const pes_move m = pes_draw(g, PES_STATE(pair->now[0]), &pair->walk->rng);
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(pair->now[0]), m, text);
        if (used + PES_MOVE_TEXT_MAX + 1 < sizeof pair->played)
            used += (size_t)snprintf(pair->played + used, sizeof pair->played - used, "%s%s",
                                     used > 0 ? " " : "", text);
        for (int i = 0; i < 2; i++) {
            struct pes_undo_buf undo;
            pes_make(g, PES_STATE(pair->now[i]), m, undo.bytes);
        }
    }
}

static void compare(struct walk *w, const struct pes_state *s, const struct pes_state *t) {
    struct hash_chapter *c = w->chapter;
    static struct pair pair;
    if (c->pairs >= PAIRS_MAX || memcmp(s, t, w->game->state_size) == 0)
        return;
    c->pairs++;
    pair.walk = w;
    pair.first[0] = s;
    pair.first[1] = t;
    for (int i = 0; i < LINES; i++)
        play_on(&pair);
}

/* Compares a position with the one stored under its hash, or stores it. */
static void meet(struct walk *w, const struct pes_state *s) {
    struct hash_chapter *c = w->chapter;
    const size_t size = w->game->state_size;
    const uint64_t hash = pes_hash(w->game, s);
    uint64_t at = (hash ^ hash >> 32) % PLACES;
    while (c->places[at].number && c->places[at].hash != hash)
        at = (at + 1) % PLACES;
    if (c->places[at].number) {
        alignas(16) unsigned char known[PES_STATE_MAX];
        memcpy(known, c->states + (c->places[at].number - 1) * size, size);
        compare(w, (const struct pes_state *)(const void *)known, s);
    } else if (c->stored < STORED_MAX) {
        memcpy(c->states + c->stored * size, s, size);
        c->places[at] = (struct place){hash, ++c->stored};
    }
}

static void meet_children(struct walk *w) {
    pes_move list[PES_MOVES_MAX];
    const int n = walk_list(w, walk_state(w), list);
    for (int i = 0; i < CHILDREN && i < n; i++) {
        const int at = n <= CHILDREN ? i : (int)pes_rng_below(&w->rng, (uint32_t)n);
        struct pes_state_buf next;
        struct pes_undo_buf undo;
        pes_copy(w->game, PES_STATE(next), walk_state(w));
        pes_make(w->game, PES_STATE(next), list[at], undo.bytes);
        meet(w, PES_STATE(next));
    }
}

static void learn_letters(struct hash_chapter *c, const char *text) {
    for (; *text != '\0'; text++)
        if (*text != ' ' && c->letter_count < sizeof c->letters &&
            !memchr(c->letters, *text, c->letter_count))
            c->letters[c->letter_count++] = *text;
}

/* Positions with a similar text: one more piece, a piece elsewhere, another player to move. */
static void meet_variations(struct walk *w) {
    const struct pes_game *g = w->game;
    struct hash_chapter *c = w->chapter;
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, walk_state(w), 0, text);
    learn_letters(c, text);
    const uint32_t length = (uint32_t)strlen(text);
    for (int k = 0; k < VARIATIONS; k++) {
        const uint32_t i = pes_rng_below(&w->rng, length), j = pes_rng_below(&w->rng, length);
        const char was[2] = {text[i], text[j]};
        const bool swap = k % 2;
        struct pes_state_buf other;
        int clock;
        memset(&other, 0, g->state_size);
        text[i] = was[1];
        if (swap)
            text[j] = was[0];
        else
            text[i] = c->letters[pes_rng_below(&w->rng, c->letter_count)];
        if (text[i] == was[0])
            continue;
        if (g->rules->state_parse(g, text, length, PES_STATE(other), &clock, NULL) == PES_ERR_OK &&
            pes_hash(g, PES_STATE(other)) == pes_hash(g, walk_state(w)))
            compare(w, walk_state(w), PES_STATE(other));
        text[i] = was[0];
        text[j] = was[1];
    }
}

static void hash_position(struct walk *w) {
    if (pes_history_count(w->history) == 0)
        ((struct hash_chapter *)w->chapter)->pairs = 0;
    meet(w, walk_state(w));
    meet_children(w);
    meet_variations(w);
}

const struct chapter chapter_hash = {
    .name = "hash",
    .games = 6,
    .plies_max = 200,
    .size = sizeof(struct hash_chapter),
    .start = hash_start,
    .position = hash_position,
    .finish = hash_finish,
};
