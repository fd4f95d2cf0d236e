/* Threat search: victory by continuous fours (VCF). Every move of the attacker threatens five, so
 * that the defender has only one answer, until there are two places for a five, or the answer is
 * forbidden.
 *
 * Iterative deepening looks for wins of 1, 2, 3 .. moves of the attacker, so the first win found is
 * a shortest one of its kind, and its line is the one against the best defence: answers are forced,
 * and once two fives are threatened no answer delays the end. Results are stored in a transposition
 * table by Zobrist key, because the same fours are tried in many orders, and again in the next node
 * and iteration of the search that asks. A position that was refuted without cutting a line short
 * is never searched again; one that was left open is tried again only with four times the nodes.
 * A stored win is only the move to try first: every win is played to its end, so that a wrong entry
 * (equal keys of different positions) may cost a win, but never invents one. Wins are stored only
 * along a line of the shortest length, so their lengths are exact.
 *
 * A defender's answer may itself threaten five. Then the attacker must stop it, and continues only
 * if that stone is a four as well.
 *
 * Renju: Black makes no forbidden four, which gomoku_ban() decides where shapes cannot; and White
 * wins if the answer to a four is forbidden to Black.
 *
 * Invariant: stones are placed and taken back in pairs, so that stones, shapes and key are those of
 * the root after every iteration. */
#include "games/gomoku/gomoku_attack.h"

enum {
    ATTACKS_MAX = PES_PROOF_MAX / 2 - 1, /* moves of the attacker in a line */
    ATTACKS_ALL = 255,                   /* searched to the end */
    RETRY = 2 /* an open position needs this many times twice the nodes */
};

struct vcf {
    struct gomoku_attack *t;
    uint64_t limit; /* of t->nodes */
    bool cut;       /* a line was cut short since this was last cleared */
    bool ended;     /* the effort is used up: results from now on are invalid */
    int refuted;    /* there is no win of so many moves */
    struct gomoku_line *line;
};

/* The table. ---------------------------------------------------------------------------------- */

/* An entry in one word: 39 bits of the key, and from the top down the point of a win, whether it is
 * a win, whether the search was left open, the logarithm of its nodes, and the attacker's moves: of
 * the win, or within which there is none. An empty entry refutes nothing. */
struct entry {
    int point;
    bool won, open;
    unsigned work; /* < 64 */
    unsigned attacks;
};
enum { TAG_SHIFT = 25 };

static uint64_t pack(uint64_t key, const struct entry *e) {
    assert(e->work < 64);
    assert(e->attacks <= ATTACKS_ALL);
    return key >> TAG_SHIFT << TAG_SHIFT | (uint64_t)e->point << 16 | (uint64_t)e->won << 15 |
           (uint64_t)e->open << 14 | (uint64_t)e->work << 8 | e->attacks;
}

static struct entry unpack(uint64_t word) {
    return (struct entry){.point = (int)(word >> 16 & 511),
                          .won = word >> 15 & 1,
                          .open = word >> 14 & 1,
                          .work = (unsigned)(word >> 8 & 63),
                          .attacks = (unsigned)(word & 255)};
}

static unsigned log2_of(uint64_t n) {
    return n < 2 ? 0 : 63 - (unsigned)__builtin_clzll(n);
}

static uint64_t *find_pair(const struct gomoku_attack *t) {
    return t->memory.fours + 2 * (t->key & t->memory.fours_mask);
}

static bool is_for(uint64_t word, uint64_t key) {
    return (word ^ key) >> TAG_SHIFT == 0;
}

/* What is known of the position; nothing: no win within 0 moves. */
static struct entry look_up(const struct gomoku_attack *t) {
    const uint64_t *pair = find_pair(t);
    for (int i = 0; i < 2; i++)
        if (is_for(pair[i], t->key))
            return unpack(pair[i]);
    return (struct entry){0};
}

static void remember(const struct gomoku_attack *t, struct entry e) {
    uint64_t *pair = find_pair(t);
    for (int i = 0; i < 2; i++) {
        if (!is_for(pair[i], t->key))
            continue;
        const struct entry old = unpack(pair[i]);
        if (old.won && !e.won)
            return;
        if (!e.won && old.open) {
            e.open = e.attacks != ATTACKS_ALL;
            e.work = e.work > old.work ? e.work : old.work;
        }
        pair[i] = pack(t->key, &e);
        return;
    }
    struct entry first = unpack(pair[0]);
    if (e.work >= first.work) {
        pair[1] = pair[0];
        pair[0] = pack(t->key, &e);
        return;
    }
    pair[1] = pack(t->key, &e);
    pair[0] -= (uint64_t)1 << 8; /* entries age, so that those of earlier moves give way */
}

/* The end of a line. -------------------------------------------------------------------------- */

static void write_point(struct vcf *v, int ply, int point) {
    assert(ply >= 0 && ply < PES_PROOF_MAX);
    v->line->points[ply] = (uint16_t)point;
}

static void end_line(struct vcf *v, int ply, int point) {
    write_point(v, ply, point);
    v->line->count = ply + 1;
}

/* The defender, to move, cannot stop all fives: its move is one that stops some, if possible.
 * Returns false if it has no legal move, which is a draw. */
static bool end_unstoppable(struct vcf *v, int ply) {
    const struct gomoku_attack *t = v->t;
    const int first = gomoku_attack_five(t, t->attacker, 0);
    int answer = first;
    while (answer >= 0 && gomoku_attack_banned(t, answer, !t->attacker))
        answer = gomoku_attack_five(t, t->attacker, answer + 1);
    if (answer < 0)
        answer = gomoku_attack_any(t, !t->attacker);
    if (answer < 0)
        return false;
    write_point(v, ply, answer);
    end_line(v, ply + 1, answer == first ? gomoku_attack_five(t, t->attacker, first + 1) : first);
    return true;
}

/* The search. --------------------------------------------------------------------------------- */

static bool attack(struct vcf *v, int ply, int attacks);

/* Counts a node; false if the effort is used up. */
static bool may_look(struct vcf *v) {
    v->ended = v->ended || v->t->nodes >= v->limit || !gomoku_attack_look(v->t);
    return !v->ended;
}

/* The attacker's stone is a four: does it win? */
static bool four_wins(struct vcf *v, int ply, int attacks) {
    struct gomoku_attack *t = v->t;
    const int answer = gomoku_attack_five(t, t->attacker, 0), defender = !t->attacker;
    assert(answer >= 0);
    if (gomoku_attack_count(t, t->attacker, THREAT_FIVE) > 1 ||
        gomoku_attack_banned(t, answer, defender))
        return end_unstoppable(v, ply);
    gomoku_attack_place(t, answer, defender);
    const bool won = attack(v, ply + 1, attacks);
    gomoku_attack_take(t, answer, defender);
    if (won)
        write_point(v, ply, answer);
    return won;
}

static bool try_four(struct vcf *v, int ply, int attacks, int point) {
    struct gomoku_attack *t = v->t;
    if (v->ended || gomoku_attack_banned(t, point, t->attacker) || !may_look(v))
        return false;
    gomoku_attack_place(t, point, t->attacker);
    const bool won = four_wins(v, ply + 1, attacks - 1);
    gomoku_attack_take(t, point, t->attacker);
    if (won)
        write_point(v, ply, point);
    return won;
}

/* Lists the fours, strongest first; if the defender threatens five, only one that stops it. */
static int list_fours(const struct gomoku_attack *t, uint16_t out[]) {
    const int own = t->attacker, stop = gomoku_attack_five(t, !own, 0);
    const uint64_t *fours = t->a.fours[own];
    int n = 0;
    if (gomoku_attack_count(t, !own, THREAT_FIVE) > 1)
        return 0;
    for (int point = gomoku_next(fours, 0); point >= 0; point = gomoku_next(fours, point + 1)) {
        if ((stop >= 0 && point != stop) || gomoku_completions(&t->a.spots[point], own) == 0)
            continue;
        int at = n++;
        const unsigned power = gomoku_power(&t->a.spots[point], own);
        for (; at > 0 && gomoku_power(&t->a.spots[out[at - 1]], own) < power; at--)
            out[at] = out[at - 1];
        out[at] = (uint16_t)point;
    }
    return n;
}

/* Brings a point of the list to its front; false: it is not in the list. */
static bool put_first(uint16_t list[], int n, int point) {
    int i = 0;
    while (i < n && list[i] != point)
        i++;
    if (i == n)
        return false;
    for (; i > 0; i--)
        list[i] = list[i - 1];
    list[0] = (uint16_t)point;
    return true;
}

/* Tries the listed fours; the position's result is remembered. */
static bool try_fours(struct vcf *v, int ply, int attacks, const uint16_t list[], int n) {
    const uint64_t before = v->t->nodes;
    /* `cut` must cover only this subtree while it is searched; earlier cuts are added back below.
     */
    const bool cut_elsewhere = v->cut;
    v->cut = false;
    int i = 0;
    while (i < n && !try_four(v, ply, attacks, list[i]))
        i++;
    const unsigned work = log2_of(v->t->nodes - before);
    if (i < n)
        remember(v->t, (struct entry){.point = list[i],
                                      .won = true,
                                      .work = work,
                                      .attacks = (unsigned)(v->line->count - ply + 1) / 2});
    else if (!v->ended)
        remember(v->t,
                 (struct entry){.work = work, .attacks = v->cut ? (unsigned)attacks : ATTACKS_ALL});
    v->cut |= cut_elsewhere;
    return i < n;
}

/* Does the attacker, to move, win with this many moves? */
static bool attack(struct vcf *v, int ply, int attacks) {
    struct gomoku_attack *t = v->t;
    uint16_t list[GOMOKU_POINTS_MAX];
    if (gomoku_attack_count(t, t->attacker, THREAT_FIVE) > 0) {
        end_line(v, ply, gomoku_attack_five(t, t->attacker, 0));
        return true;
    }
    const struct entry known = look_up(t);
    if (known.won ? known.attacks > (unsigned)attacks : known.attacks >= (unsigned)attacks) {
        v->cut |= known.won || known.attacks != ATTACKS_ALL;
        return false;
    }
    const int n = list_fours(t, list);
    if (attacks < 2 && n > 0) {
        v->cut = true;
        return false;
    }
    if (known.won)
        put_first(list, n, known.point);
    return try_fours(v, ply, attacks, list, n);
}

/* Looks for wins of more and more moves, from those on that the table does not answer. */
static enum pes_verdict deepen(struct vcf *v, int attacks) {
    for (; attacks <= ATTACKS_MAX; attacks++) {
        v->cut = false;
        const bool won = attack(v, 0, attacks);
        assert(!won || v->line->count % 2 == 1);
        if (won)
            return PES_VERDICT_WIN;
        if (v->ended)
            return PES_VERDICT_OPEN;
        if (!v->cut)
            break;
        v->refuted = attacks;
    }
    return PES_VERDICT_NO_WIN;
}

enum pes_verdict gomoku_vcf(struct gomoku_attack *t, uint64_t nodes_max, struct gomoku_line *out) {
    out->count = 0;
    if (gomoku_next(t->a.fours[t->attacker], 0) < 0)
        return PES_VERDICT_NO_WIN;
    const struct entry known = look_up(t);
    if (!known.won && known.attacks == ATTACKS_ALL)
        return PES_VERDICT_NO_WIN;
    if (known.open && log2_of(nodes_max) < known.work + RETRY)
        return PES_VERDICT_OPEN;
    const uint64_t left = t->limit > t->nodes ? t->limit - t->nodes : 0;
    const bool whole = left >= nodes_max;
    struct vcf v = {.t = t, .limit = t->nodes + (whole ? nodes_max : left), .line = out};
    v.refuted = (int)known.attacks - known.won;
    const enum pes_verdict verdict = deepen(&v, v.refuted > 1 ? v.refuted + 1 : 2);
    if (verdict != PES_VERDICT_OPEN)
        return verdict;
    /* Remembered only if the search was not cut short from outside. */
    if (whole && !t->stopped)
        remember(t, (struct entry){
                        .open = true, .work = log2_of(nodes_max), .attacks = (unsigned)v.refuted});
    return verdict;
}
