/* Wins by continuous threats: every proof is replayed against all defences by a checker that knows
 * only the rules; on tiny BOARDS the verdicts are compared with a solver of full width.
 *
 * The checker asks for the attacker's move after every legal move of the defender, so that it needs
 * no proof tree, and it does not share the idea of which answers matter. It skips a defence only
 * where the rules decide at once: the attacker can make five. */
#include "games/gomoku/gomoku_shapes.h"

#include "games/gomoku/gomoku_forced_testing.h"

#include <stdlib.h>

/* The checker. -------------------------------------------------------------------------------- */

enum { SEEN_MAX = 1 << 18, POSITIONS_MAX = 50000 };

struct checker {
    const struct pes_game *g;
    char own;
    void *memory;
    uint64_t *seen; /* BOARDS that are checked, by number; open addressing */
    uint64_t nodes_max;
    long positions;
};

static void checker_init(struct checker *c, const struct pes_game *g) {
    const size_t size = gomoku_tactics.memory_size(g);
    *c = (struct checker){.g = g, .nodes_max = 100000};
    c->memory = aligned_alloc(64, size);
    assert_non_null(c->memory);
    memset(c->memory, 0, size);
    c->seen = calloc(SEEN_MAX, sizeof c->seen[0]);
    assert_non_null(c->seen);
}

static void checker_release(struct checker *c) {
    free(c->memory);
    free(c->seen);
}

static enum pes_verdict ask(const struct checker *c, const struct pes_state *s,
                            struct pes_proof *out) {
    const struct pes_effort effort = {.nodes_max = c->nodes_max, .wide = true, .memory = c->memory};
    const enum pes_verdict verdict = gomoku_tactics.solve(c->g, s, NULL, &effort, out);
    assert_true(out->nodes <= c->nodes_max);
    return verdict;
}

/* Is this board checked already? It is from now on. */
static bool is_seen(struct checker *c, const struct plain *p) {
    uint64_t number = 1;
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++)
            number = (number ^ (uint64_t)p->at[x][y]) * UINT64_C(0x100000001b3) + 1;
    number ^= number >> 31;
    uint64_t at = number % SEEN_MAX;
    while (c->seen[at] != 0 && c->seen[at] != number)
        at = (at + 1) % SEEN_MAX;
    const bool seen = c->seen[at] != 0;
    c->seen[at] = number;
    return seen;
}

static void check_attack(struct checker *c, const struct plain *p, const struct pes_state *s);

/* Plays a legal move on both BOARDS and checks what follows. */
static void check_reply(struct checker *c, const struct plain *p, const struct pes_state *s,
                        int point) {
    struct plain next = *p;
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    plain_play(&next, point);
    assert_int_equal(next.winner, '.');
    pes_copy(c->g, PES_STATE(after), s);
    pes_make(c->g, PES_STATE(after), gomoku_move_to(point), undo.bytes);
    check_attack(c, &next, PES_STATE(after));
}

/* The attacker has moved: every legal answer must lose. */
static void check_defences(struct checker *c, struct plain *p, const struct pes_state *s) {
    const char enemy = other_of(c->own);
    int fives[GOMOKU_POINTS_MAX], list[GOMOKU_POINTS_MAX];
    assert_int_equal(five_points(p, enemy, fives), 0);
    const int threats = five_points(p, c->own, fives);
    int n = plain_list(p, list);
    assert_true(n > 0);
    if (threats > 0) {
        /* Any answer elsewhere loses at once; so does each one if there are two fives. */
        n = 0;
        for (int i = 0; i < threats && threats == 1; i++)
            if (may_play(p, fives[i] / p->size, fives[i] % p->size, enemy))
                list[n++] = fives[i];
    }
    for (int i = 0; i < n; i++)
        check_reply(c, p, s, list[i]);
}

/* The attacker, to move, must win. */
static void check_attack(struct checker *c, const struct plain *p, const struct pes_state *s) {
    struct plain next = *p;
    struct pes_proof proof;
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    int fives[GOMOKU_POINTS_MAX];
    assert_int_equal(plain_mover(p), c->own);
    assert_true(++c->positions < POSITIONS_MAX);
    if (five_points(&next, c->own, fives) > 0 || is_seen(c, p))
        return;
    if (ask(c, s, &proof) != PES_VERDICT_WIN) {
        char text[PES_STATE_TEXT_MAX];
        c->g->rules->state_format(c->g, s, 0, text);
        fail_msg("no win after all: %s", text);
    }
    assert_true(proof.line_count > 0);
    const int point = gomoku_target(proof.line[0]);
    assert_true(may_play(&next, point / p->size, point % p->size, c->own));
    plain_play(&next, point);
    assert_int_equal(next.winner, '.');
    pes_copy(c->g, PES_STATE(after), s);
    pes_make(c->g, PES_STATE(after), proof.line[0], undo.bytes);
    check_defences(c, &next, PES_STATE(after));
}

/* Plays the main line by the rules: it ends with the attacker's five. */
static void check_line(const struct pes_game *g, const struct pes_state *s,
                       const struct pes_proof *proof) {
    struct plain p;
    plain_copy(&p, g, s);
    const char own = plain_mover(&p);
    if (proof->plies < 0)
        return; /* only the beginning is known */
    assert_int_equal(proof->plies, proof->line_count);
    for (int i = 0; i < proof->line_count; i++) {
        const int point = gomoku_target(proof->line[i]);
        assert_true(may_play(&p, point / p.size, point % p.size, plain_mover(&p)));
        plain_play(&p, point);
        assert_int_equal(p.winner, i + 1 == proof->line_count ? own : '.');
    }
}

/* Checks the win of the side to move, if the solver claims one with this many nodes; returns its
 * plies, 0: no win is known, -1: only that there is one. */
static int check_win(const struct pes_game *g, const struct pes_state *s, uint64_t nodes_max,
                     enum pes_verdict *verdict) {
    struct checker c;
    struct plain p;
    struct pes_proof proof;
    checker_init(&c, g);
    plain_copy(&p, g, s);
    c.own = plain_mover(&p);
    c.nodes_max = nodes_max;
    *verdict = ask(&c, s, &proof);
    if (*verdict == PES_VERDICT_WIN) {
        check_line(g, s, &proof);
        c.nodes_max = 20 * nodes_max; /* other defences may be harder to refute */
        check_attack(&c, &p, s);
    }
    checker_release(&c);
    return *verdict == PES_VERDICT_WIN ? proof.plies : 0;
}

/* Proofs of many positions. ------------------------------------------------------------------- */

/* Wins from self-play: plies, kind, variant, position. One in so many is checked here. */
enum { SKIPPED = 12 };

static void wins_of_self_play(void **unused) {
    (void)unused;
    FILE *file = fopen(GOLDEN_DATA "/gomoku_forced.txt", "r");
    assert_non_null(file);
    char line[1024];
    int count = 0, found = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *name = strstr(line, "gomoku"), *position = name == NULL ? NULL : strchr(name, ' ');
        if (line[0] == '#' || position == NULL || count++ % SKIPPED != 0)
            continue;
        *position++ = '\0';
        position[strcspn(position, "\n")] = '\0';
        const char *colon = strchr(name, ':');
        struct pes_game *g = open_board(colon != NULL ? colon + 1 : "");
        struct pes_state_buf s;
        enum pes_verdict verdict;
        read_position(g, position, &s);
        found += check_win(g, PES_STATE(s), 20000, &verdict) >= 7;
        assert_true(verdict != PES_VERDICT_NO_WIN);
        pes_game_close(g);
    }
    fclose(file);
    assert_true(count >= 300);
    assert_true(found >= count / SKIPPED / 2);
}

static const char *const variants[] = {
    "size=7",  "size=8,rule=standard", "size=9,rule=renju",     "size=11",
    "size=15", "size=15,rule=renju",   "size=13,rule=standard", "size=7,rule=renju",
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* A board with few stones near its centre, where threats take longest. */
static bool sparse_board(const struct pes_game *g, struct pes_rng *rng, struct pes_state_buf *s) {
    const struct gomoku_board *board = gomoku_board(g);
    struct gomoku *at = stones_of(s);
    const int stones = 8 + (int)pes_rng_below(rng, 16), area = board->size < 9 ? board->size : 9;
    const int corner = (board->size - area) / 2;
    gomoku_reset(board, at);
    while (at->stones < stones) {
        const int x = corner + (int)pes_rng_below(rng, (uint32_t)area);
        const int y = corner + (int)pes_rng_below(rng, (uint32_t)area);
        if (gomoku_empty(at, gomoku_point_of(board, x, y)))
            gomoku_put(board, at, gomoku_point_of(board, x, y), gomoku_colour(at));
    }
    return g->rules->valid(g, PES_STATE(*s)) && !pes_over(g, PES_STATE(*s));
}

static void wins_of_random_boards(void **unused) {
    (void)unused;
    enum { BOARDS = 40 };
    int wins = 0, long_wins = 0, refuted = 0;
    for (int v = 0; v < VARIANTS; v++) {
        struct pes_game *g = open_board(variants[v]);
        struct pes_rng rng;
        pes_rng_init(&rng, 11);
        for (int i = 0; i < BOARDS; i++) {
            struct pes_state_buf s;
            enum pes_verdict verdict;
            if (!(i % 3 == 0 ? random_board(g, &rng, &s) : sparse_board(g, &rng, &s)))
                continue;
            const int plies = check_win(g, PES_STATE(s), 3000, &verdict);
            wins += verdict == PES_VERDICT_WIN;
            long_wins += plies > 7;
            refuted += verdict == PES_VERDICT_NO_WIN;
        }
        pes_game_close(g);
    }
    assert_true(wins > 2 * BOARDS);
    assert_true(long_wins > BOARDS / 4);
    assert_true(refuted > 2 * BOARDS);
}

/* Against a solver of full width. ------------------------------------------------------------- */

/* Can the side to move force a win? Every move is tried. */
static bool full_width_wins(const struct plain *p) {
    int list[GOMOKU_POINTS_MAX], replies[GOMOKU_POINTS_MAX];
    struct plain own = *p;
    const int n = plain_list(&own, list);
    for (int i = 0; i < n; i++) {
        struct plain next = *p;
        plain_play(&next, list[i]);
        if (next.winner != '.')
            return true;
        const int m = plain_list(&next, replies);
        bool wins = m > 0;
        for (int k = 0; k < m && wins; k++) {
            struct plain after = next;
            plain_play(&after, replies[k]);
            wins = after.winner == '.' && full_width_wins(&after);
        }
        if (wins)
            return true;
    }
    return false;
}

static void full_width_agrees(void **unused) {
    (void)unused;
    static const char *const tiny[] = {"size=6", "size=6,rule=standard", "size=6,rule=renju"};
    enum { EMPTY = 8 };
    int found = 0, missed = 0, none = 0;
    for (int v = 0; v < 3; v++) {
        struct pes_game *g = open_board(tiny[v]);
        const struct gomoku_board *board = gomoku_board(g);
        struct pes_rng rng;
        pes_rng_init(&rng, 5);
        for (int i = 0; i < 300; i++) {
            struct pes_state_buf s;
            struct gomoku *at = stones_of(&s);
            struct plain p;
            enum pes_verdict verdict;
            gomoku_reset(board, at);
            while (at->stones < board->points - EMPTY) {
                const uint32_t left = (uint32_t)(board->points - at->stones);
                gomoku_put(board, at, gomoku_nth_empty(board, at, pes_rng_below(&rng, left)),
                           gomoku_colour(at));
            }
            if (!g->rules->valid(g, PES_STATE(s)) || pes_over(g, PES_STATE(s)))
                continue;
            check_win(g, PES_STATE(s), 3000, &verdict);
            plain_copy(&p, g, PES_STATE(s));
            const bool wins = full_width_wins(&p);
            assert_true(wins || verdict != PES_VERDICT_WIN);
            found += verdict == PES_VERDICT_WIN;
            missed += wins && verdict != PES_VERDICT_WIN;
            none += !wins;
        }
        pes_game_close(g);
    }
    assert_true(none > found / 2);
    assert_true(found > 10 * missed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_of_random_boards),
        cmocka_unit_test(full_width_agrees),
        cmocka_unit_test(wins_of_self_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
