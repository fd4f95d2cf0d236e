/* Searches for forced wins: the interface of the kit, and the board that they share.
 *
 * Victory by continuous fours is asked for everywhere; by continuous threats, which costs much
 * more, only with a wide effort, after the fours have been given a share of the nodes. */
#include "games/gomoku/gomoku_attack.h"

#include "pessoi/hash.h"

enum {
    KEY_SEED = 77,
    FOURS_PAIRS = 1 << 15, /* of the memory: powers of two */
    THREATS_PAIRS = 1 << 14,
    FOURS_BRIEF = 1 << 12, /* the same without a memory */
    THREATS_BRIEF = 1 << 10,
    FOURS_SHARE = 2 /* of a wide effort, the fraction that fours alone may use */
};

/* The board. ---------------------------------------------------------------------------------- */

uint64_t gomoku_attack_key(int point, int colour) {
    return pes_hash_key(KEY_SEED, 2 * (unsigned)point + (unsigned)colour);
}

void gomoku_attack_init(struct gomoku_attack *t, const struct pes_game *g, const struct gomoku *s,
                        const struct gomoku_shapes *a) {
    t->board = gomoku_board(g);
    memcpy(&t->s, s, g->state_size);
    memcpy(&t->a, a, gomoku_shapes_size(t->board));
    t->attacker = gomoku_colour(s);
    t->key = pes_hash_key(KEY_SEED, UINT64_MAX - (unsigned)t->attacker);
    for (int y = 0; y < t->board->size; y++)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
            for (uint32_t row = s->lines.of[y][colour]; row != 0; row &= row - 1)
                t->key ^=
                    gomoku_attack_key(gomoku_point_of(t->board, __builtin_ctz(row), y), colour);
    t->nodes = 0;
    t->stopped = false;
}

void gomoku_attack_place(struct gomoku_attack *t, int point, int colour) {
    gomoku_put(t->board, &t->s, point, colour);
    gomoku_shapes_follow(t->board, &t->s.lines, point, &t->a);
    t->key ^= gomoku_attack_key(point, colour);
}

void gomoku_attack_take(struct gomoku_attack *t, int point, int colour) {
    assert(gomoku_has(t->board, &t->s, point, colour));
    gomoku_clear(t->board, &t->s.lines, point, colour);
    t->s.empty[point / 64] |= UINT64_C(1) << (point % 64);
    t->s.stones--;
    gomoku_shapes_follow(t->board, &t->s.lines, point, &t->a);
    t->key ^= gomoku_attack_key(point, colour);
}

bool gomoku_attack_look(struct gomoku_attack *t) {
    const struct pes_effort *effort = t->effort;
    if (t->stopped || t->nodes >= t->limit)
        return false;
    const bool due = t->nodes > 0 && t->nodes % PES_EFFORT_LOOK == 0 && effort->go_on != NULL;
    t->stopped = t->nodes >= effort->nodes_max || (due && !effort->go_on(effort->caller));
    t->nodes += !t->stopped;
    return !t->stopped;
}

int gomoku_attack_five(const struct gomoku_attack *t, int colour, int point) {
    do
        point = gomoku_next(t->a.fours[colour], point);
    while (point >= 0 && gomoku_threat(&t->a.spots[point], colour) != THREAT_FIVE && ++point > 0);
    return point;
}

bool gomoku_attack_banned(const struct gomoku_attack *t, int point, int colour) {
    if (!t->board->renju || colour != GOMOKU_BLACK)
        return false;
    const enum gomoku_threat threat = gomoku_threat(&t->a.spots[point], GOMOKU_BLACK);
    return threat == THREAT_BANNED ||
           (threat == THREAT_DOUBT && gomoku_ban(t->board, &t->s, point) != GOMOKU_ALLOWED);
}

int gomoku_attack_any(const struct gomoku_attack *t, int colour) {
    int point = gomoku_next(t->s.empty, 0);
    while (point >= 0 && gomoku_attack_banned(t, point, colour))
        point = gomoku_next(t->s.empty, point + 1);
    return point;
}

/* The memory. --------------------------------------------------------------------------------- */

/* The layout of what is remembered. */
struct lasting {
    uint64_t fours[2 * FOURS_PAIRS];
    struct gomoku_proof_entry threats[2 * THREATS_PAIRS];
    uint16_t runs;
    char zero[62];
};
_Static_assert(sizeof(struct lasting) % 64 == 0, "a memory is a multiple of 64 bytes");

static size_t tactics_memory_size(const struct pes_game *g) {
    (void)g;
    return sizeof(struct lasting);
}

static struct gomoku_memory lasting_memory(struct lasting *m) {
    return (struct gomoku_memory){m->fours, FOURS_PAIRS - 1, m->threats, THREATS_PAIRS - 1,
                                  &m->runs};
}

/* The interface. ------------------------------------------------------------------------------ */

static enum pes_verdict search(struct gomoku_attack *t, const struct pes_effort *effort,
                               struct pes_proof *out) {
    struct gomoku_line line = {.count = 0};
    int32_t plies = -1;
    t->effort = effort;
    t->limit = effort->nodes_max;
    const uint64_t fours = effort->wide ? effort->nodes_max / FOURS_SHARE : effort->nodes_max;
    enum pes_verdict verdict = gomoku_vcf(t, fours, &line);
    if (verdict == PES_VERDICT_WIN)
        plies = line.count;
    else if (effort->wide && !t->stopped)
        verdict = gomoku_vct(t, &line, &plies);
    out->nodes = t->nodes;
    if (verdict != PES_VERDICT_WIN)
        return verdict;
    assert(line.count > 0);
    out->plies = plies;
    out->line_count = line.count;
    for (int i = 0; i < line.count; i++)
        out->line[i] = gomoku_move_to(line.points[i]);
    return verdict;
}

/* Without a memory the search has a small one of its own: there is little to clear. */
static enum pes_verdict search_briefly(struct gomoku_attack *t, const struct pes_effort *effort,
                                       struct pes_proof *out) {
    uint64_t fours[2 * FOURS_BRIEF];
    struct gomoku_proof_entry threats[2 * THREATS_BRIEF];
    uint16_t runs = 0;
    uint64_t pairs = 32;
    while (pairs < FOURS_BRIEF && 2 * pairs < effort->nodes_max)
        pairs *= 2;
    memset(fours, 0, 2 * pairs * sizeof fours[0]);
    if (effort->wide)
        memset(threats, 0, sizeof threats);
    t->memory = (struct gomoku_memory){fours, pairs - 1, threats, THREATS_BRIEF - 1, &runs};
    return search(t, effort, out);
}

static enum pes_verdict tactics_solve(const struct pes_game *g, const struct pes_state *state,
                                      const void *accumulator, const struct pes_effort *effort,
                                      struct pes_proof *out) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    const struct gomoku_shapes *a = accumulator;
    struct gomoku_shapes fresh;
    struct gomoku_attack t;
    out->line_count = 0;
    out->plies = -1;
    out->nodes = 0;
    if (!gomoku_playing(s) || gomoku_over(board, s))
        return PES_VERDICT_NO_WIN;
    if (a == NULL) {
        gomoku_shapes_refresh(board, s, &fresh);
        a = &fresh;
    }
    if (!effort->wide && gomoku_next(a->fours[gomoku_colour(s)], 0) < 0)
        return PES_VERDICT_NO_WIN;
    gomoku_attack_init(&t, g, s, a);
    if (effort->memory == NULL)
        return search_briefly(&t, effort, out);
    t.memory = lasting_memory(effort->memory);
    return search(&t, effort, out);
}

const struct pes_tactics gomoku_tactics = {
    .abi = PES_ABI,
    .memory_size = tactics_memory_size,
    .solve = tactics_solve,
};
