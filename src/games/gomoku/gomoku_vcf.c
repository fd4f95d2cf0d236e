/* Threat search: victory by continuous fours (VCF). Every move of the attacker threatens five, so
 * that the defender has only one answer, until there are two places for a five, or the answer is
 * forbidden.
 *
 * Iterative deepening looks for wins of 1, 2, 3 .. moves of the attacker, so the first win found is
 * a shortest one of its kind, and its line is the one against the best defence: answers are forced,
 * and once two fives are threatened no answer delays the end. Refuted positions are stored in a
 * small transposition table by Zobrist key, because the same fours are tried in many orders. A
 * position that was refuted without cutting a line short is never searched again.
 *
 * A defender's answer may itself threaten five. Then the attacker must stop it, and continues only
 * if that stone is a four as well.
 *
 * Renju: Black makes no forbidden four, which gomoku_ban() decides where shapes cannot; and White
 * wins if the answer to a four is forbidden to Black.
 *
 * Invariant: place() and take_back() are paired, so that stones, shapes and key are those of the
 * root after every iteration. */
#include "games/gomoku/gomoku_shapes.h"

#include "pessoi/hash.h"

enum {
    ATTACKS_MAX = PES_PROOF_MAX / 2 - 1, /* moves of the attacker in a line */
    REFUTED_MAX = 16384,                 /* entries of the table, a power of two */
    KEY_SEED = 77,
    ATTACKS_MASK = 255, /* the bits of an entry that hold the depth of its search */
    ATTACKS_ALL = 255   /* searched to the end */
};

struct vcf {
    const struct gomoku_board *board;
    struct gomoku s;
    struct gomoku_shapes a;
    int attacker; /* colour */
    bool cut;     /* a line was cut short since this was last cleared */
    bool ended;   /* the effort is used up: results from now on are invalid */
    const struct pes_effort *effort;
    uint64_t nodes;
    uint64_t key; /* Zobrist key of the stones added since the root */
    uint64_t mask;
    uint64_t refuted[REFUTED_MAX]; /* the key, with the depth of the search in its low bits */
    struct pes_proof *proof;
};

/* Stones. ------------------------------------------------------------------------------------- */

/* The key of a stone of the side to move. */
static uint64_t stone_key(const struct vcf *v, int point) {
    const unsigned number = 2 * (unsigned)point + (unsigned)gomoku_colour(&v->s);
    return pes_hash_key(KEY_SEED, number);
}

static void place(struct vcf *v, int point) {
    v->key ^= stone_key(v, point);
    gomoku_play(v->board, &v->s, gomoku_move_to(point));
    gomoku_shapes_follow(v->board, &v->s.lines, point, &v->a);
}

static void take_back(struct vcf *v, int point) {
    gomoku_unplay(v->board, &v->s, gomoku_move_to(point), v->s.phase);
    gomoku_shapes_follow(v->board, &v->s.lines, point, &v->a);
    v->key ^= stone_key(v, point);
}

static int count_of(const struct vcf *v, int colour, enum gomoku_threat threat) {
    return v->a.count[colour][threat];
}

/* The first point from `point` on where this colour makes five; -1: there is none. */
static int next_five(const struct vcf *v, int colour, int point) {
    do
        point = gomoku_next(v->a.fours[colour], point);
    while (point >= 0 && gomoku_threat(&v->a.spots[point], colour) != THREAT_FIVE && ++point > 0);
    return point;
}

/* Is this point forbidden to the side to move? */
static bool banned(const struct vcf *v, int point) {
    if (!v->board->renju || gomoku_colour(&v->s) != GOMOKU_BLACK)
        return false;
    const enum gomoku_threat threat = gomoku_threat(&v->a.spots[point], GOMOKU_BLACK);
    return threat == THREAT_BANNED ||
           (threat == THREAT_DOUBT && gomoku_ban(v->board, &v->s, point) != GOMOKU_ALLOWED);
}

/* The end of a line. -------------------------------------------------------------------------- */

static void write_move(struct vcf *v, int ply, int point) {
    assert(ply >= 0 && ply < PES_PROOF_MAX);
    v->proof->line[ply] = gomoku_move_to(point);
}

static void end_line(struct vcf *v, int ply, int point) {
    write_move(v, ply, point);
    v->proof->line_count = v->proof->plies = ply + 1;
}

/* The defender, to move, cannot stop all fives: its move is one that stops some, if possible.
 * Returns false if it has no legal move, which is a draw. */
static bool end_unstoppable(struct vcf *v, int ply) {
    const int first = next_five(v, v->attacker, 0);
    int answer = first;
    while (answer >= 0 && banned(v, answer))
        answer = next_five(v, v->attacker, answer + 1);
    if (answer < 0) {
        pes_move list[GOMOKU_LIST_MAX];
        if (gomoku_list(v->board, &v->s, list) == 0)
            return false;
        answer = gomoku_target(list[0]);
    }
    write_move(v, ply, answer);
    end_line(v, ply + 1, answer == first ? next_five(v, v->attacker, first + 1) : first);
    return true;
}

/* The search. --------------------------------------------------------------------------------- */

static bool attack(struct vcf *v, int ply, int attacks);

/* Counts a node; false if the effort is used up. */
static bool may_look(struct vcf *v) {
    const struct pes_effort *effort = v->effort;
    if (v->ended)
        return false;
    const bool due = v->nodes > 0 && v->nodes % PES_EFFORT_LOOK == 0 && effort->go_on != NULL;
    v->ended = v->nodes >= effort->nodes_max || (due && !effort->go_on(effort->caller));
    v->nodes += !v->ended;
    return !v->ended;
}

/* The attacker's stone is a four: does it win? */
static bool four_wins(struct vcf *v, int ply, int attacks) {
    const int answer = next_five(v, v->attacker, 0);
    assert(answer >= 0);
    assert(gomoku_colour(&v->s) != v->attacker);
    if (count_of(v, v->attacker, THREAT_FIVE) > 1 || banned(v, answer))
        return end_unstoppable(v, ply);
    place(v, answer);
    const bool won = attack(v, ply + 1, attacks);
    take_back(v, answer);
    if (won)
        write_move(v, ply, answer);
    return won;
}

static bool try_four(struct vcf *v, int ply, int attacks, int point) {
    if (v->ended || banned(v, point) || !may_look(v))
        return false;
    place(v, point);
    const bool won = four_wins(v, ply + 1, attacks - 1);
    take_back(v, point);
    if (won)
        write_move(v, ply, point);
    return won;
}

/* Lists the fours, strongest first; if the defender threatens five, only one that stops it. */
static int list_fours(const struct vcf *v, uint16_t out[]) {
    const int own = v->attacker, stop = next_five(v, !own, 0);
    const uint64_t *fours = v->a.fours[own];
    int n = 0;
    if (count_of(v, !own, THREAT_FIVE) > 1)
        return 0;
    for (int point = gomoku_next(fours, 0); point >= 0; point = gomoku_next(fours, point + 1)) {
        if ((stop >= 0 && point != stop) || gomoku_completions(&v->a.spots[point], own) == 0)
            continue;
        int at = n++;
        const unsigned power = gomoku_power(&v->a.spots[point], own);
        for (; at > 0 && gomoku_power(&v->a.spots[out[at - 1]], own) < power; at--)
            out[at] = out[at - 1];
        out[at] = (uint16_t)point;
    }
    return n;
}

/* Was this position refuted at this depth or deeper? */
static bool is_refuted(struct vcf *v, int attacks) {
    const uint64_t entry = v->refuted[v->key >> 32 & v->mask];
    if ((entry ^ v->key) & ~(uint64_t)ATTACKS_MASK || (entry & ATTACKS_MASK) < (uint64_t)attacks)
        return false;
    v->cut |= (entry & ATTACKS_MASK) != ATTACKS_ALL;
    return true;
}

static void refute(struct vcf *v, int attacks, bool cut) {
    const uint64_t looked = cut ? (uint64_t)attacks : ATTACKS_ALL;
    v->refuted[v->key >> 32 & v->mask] = (v->key & ~(uint64_t)ATTACKS_MASK) | looked;
}

/* Does the attacker, to move, win with this many moves? */
static bool attack(struct vcf *v, int ply, int attacks) {
    uint16_t list[GOMOKU_POINTS_MAX];
    assert(gomoku_colour(&v->s) == v->attacker);
    if (count_of(v, v->attacker, THREAT_FIVE) > 0) {
        end_line(v, ply, next_five(v, v->attacker, 0));
        return true;
    }
    if (is_refuted(v, attacks))
        return false;
    const int n = list_fours(v, list);
    if (attacks < 2 && n > 0) {
        v->cut = true;
        return false;
    }
    /* `cut` must cover only this subtree while it is searched; earlier cuts are added back below.
     */
    const bool cut_elsewhere = v->cut;
    v->cut = false;
    for (int i = 0; i < n; i++)
        if (try_four(v, ply, attacks, list[i]))
            return true;
    if (!v->ended)
        refute(v, attacks, v->cut);
    v->cut |= cut_elsewhere;
    return false;
}

/* The interface. ------------------------------------------------------------------------------ */

/* The table is small for few nodes, so that there is little to clear. Empty entries have depth 0
 * and refute nothing. */
static void vcf_init(struct vcf *v, const struct pes_game *g, const struct gomoku *s,
                     const struct gomoku_shapes *a, const struct pes_effort *effort,
                     struct pes_proof *out) {
    const struct gomoku_board *board = gomoku_board(g);
    uint64_t entries = 64;
    while (entries < REFUTED_MAX && entries < effort->nodes_max)
        entries *= 2;
    v->board = board;
    memcpy(&v->s, s, g->state_size);
    memcpy(&v->a, a, gomoku_shapes_size(board));
    v->attacker = gomoku_colour(s);
    v->nodes = 0;
    v->ended = false;
    v->effort = effort;
    v->key = pes_hash_key(KEY_SEED, UINT64_MAX);
    v->mask = entries - 1;
    assert((entries & v->mask) == 0);
    memset(v->refuted, 0, (size_t)entries * sizeof v->refuted[0]);
    v->proof = out;
}

static enum pes_verdict deepen(struct vcf *v) {
    for (int attacks = 2; attacks <= ATTACKS_MAX; attacks++) {
        v->cut = false;
        const bool won = attack(v, 0, attacks);
        v->proof->nodes = v->nodes;
        assert(v->key == pes_hash_key(KEY_SEED, UINT64_MAX));
        assert(!won || (v->proof->line_count > 0 && v->proof->line_count % 2 == 1));
        if (won)
            return PES_VERDICT_WIN;
        if (v->ended)
            return PES_VERDICT_OPEN;
        if (!v->cut)
            break;
    }
    return PES_VERDICT_NO_WIN;
}

static enum pes_verdict tactics_solve(const struct pes_game *g, const struct pes_state *state,
                                      const void *accumulator, const struct pes_effort *effort,
                                      struct pes_proof *out) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    const struct gomoku_shapes *a = accumulator;
    struct gomoku_shapes fresh;
    struct vcf v;
    out->line_count = 0;
    out->plies = -1;
    out->nodes = 0;
    if (!gomoku_playing(s) || gomoku_over(board, s))
        return PES_VERDICT_NO_WIN;
    if (a == NULL) {
        gomoku_shapes_refresh(board, s, &fresh);
        a = &fresh;
    }
    if (gomoku_next(a->fours[gomoku_colour(s)], 0) < 0)
        return PES_VERDICT_NO_WIN;
    vcf_init(&v, g, s, a, effort, out);
    return deepen(&v);
}

const struct pes_tactics gomoku_tactics = {
    .abi = PES_ABI,
    .solve = tactics_solve,
};
