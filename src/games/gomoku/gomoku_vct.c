/* Threat search: victory by continuous threats (VCT), by depth-first proof-number search (df-pn,
 * Nagai 2002).
 *
 * The attacker plays fours and threes. A stone that is no four is a threat if the attacker would
 * now win by fours, were the defender to pass (a null move); so open threes are threats, and so is
 * whatever else prepares fours. The win by fours that proves the threat also tells which answers
 * can matter, because every other answer leaves it as it is (dependency-based defences):
 *
 *     the points of its fours, of their answers and of its fives
 *     the defender's own fours, now or after any of these answers
 *
 * A proof holds against all of them, and so against every legal move. Where the win depends on
 * forbidden points of renju, which a distant stone can change, all legal moves are answers.
 *
 * Proof and disproof numbers of a node are the largest among its children plus one for every other
 * child that is not decided (weak proof numbers, Ueda et al. 2008): sums would count a position
 * that can be reached in many orders many times.
 *
 * Once the root is proved, its proof tree is walked through, which computes the length of the win
 * against the longest defence in it and the line. Invariant: stones are placed and taken back in
 * pairs. */
#include "games/gomoku/gomoku_attack.h"

enum {
    INFINITE = 1 << 28,
    PLIES_MAX = PES_PROOF_MAX / 2, /* of threats; the fours at the end come in addition */
    WALK_SHARE = 8, /* of the nodes, the fraction that is left for walking through the proof */
    FOURS_MAX = 32, /* nodes for one search for fours */
    GUESS = 3,      /* the proof number of a threat that was not searched yet */
    SLACK = 8,      /* a child is searched until it is worse than the next by this fraction */
    BANS_ROOM = 40  /* renju: with so many empty points Black has a legal move */
};

struct vct {
    struct gomoku_attack *t;
    uint16_t run; /* of the walk */
    bool ended;
};

enum state { STATE_OPEN, STATE_WON, STATE_FAILED }; /* by the attacker */

/* A position and its moves. */
struct node {
    bool attacking; /* the attacker is to move */
    bool soft;      /* a search for fours was left open */
    enum state state;
    int plies; /* STATE_WON: to the end */
    int count;
    uint16_t points[GOMOKU_POINTS_MAX];
};

static int side(const struct vct *v, bool attacking) {
    return attacking ? v->t->attacker : !v->t->attacker;
}

/* The table. ---------------------------------------------------------------------------------- */

static struct gomoku_proof_entry *find_pair(const struct vct *v, uint64_t key) {
    return v->t->memory.threats + 2 * (key & v->t->memory.threats_mask);
}

static struct gomoku_proof_entry *look_up(const struct vct *v, uint64_t key) {
    struct gomoku_proof_entry *pair = find_pair(v, key);
    for (int i = 0; i < 2; i++)
        if (pair[i].key == key)
            return &pair[i];
    return NULL;
}

static void remember(const struct vct *v, const struct gomoku_proof_entry *e) {
    struct gomoku_proof_entry *pair = find_pair(v, e->key);
    for (int i = 0; i < 2; i++)
        if (pair[i].key == e->key) {
            pair[i] = *e;
            return;
        }
    if (e->work >= pair[0].work) {
        pair[1] = pair[0];
        pair[0] = *e;
        return;
    }
    pair[1] = *e;
    pair[0].work--; /* entries age, so that those of earlier moves give way */
}

static uint8_t log2_of(uint64_t n) {
    return (uint8_t)(n < 2 ? 0 : 63 - __builtin_clzll(n));
}

/* Moves. -------------------------------------------------------------------------------------- */

static void add_point(struct node *n, int point) {
    assert(n->count < GOMOKU_POINTS_MAX);
    n->points[n->count++] = (uint16_t)point;
}

/* Adds a point of the attacker, the strongest first. */
static void add_attack(const struct gomoku_attack *t, struct node *n, int point) {
    const unsigned power = gomoku_power(&t->a.spots[point], t->attacker);
    add_point(n, point);
    int at = n->count - 1;
    for (; at > 0 && gomoku_power(&t->a.spots[n->points[at - 1]], t->attacker) < power; at--)
        n->points[at] = n->points[at - 1];
    n->points[at] = (uint16_t)point;
}

/* The attacker is to move. */
static void list_attacks(struct vct *v, struct node *n) {
    struct gomoku_attack *t = v->t;
    struct gomoku_line line;
    const int own = t->attacker, stop = gomoku_attack_five(t, !own, 0);
    const enum pes_verdict verdict = gomoku_vcf(t, FOURS_MAX, &line);
    if (verdict == PES_VERDICT_WIN) {
        n->state = STATE_WON;
        n->plies = line.count;
        return;
    }
    n->soft = verdict == PES_VERDICT_OPEN;
    if (stop >= 0) {
        if (gomoku_attack_count(t, !own, THREAT_FIVE) == 1 && !gomoku_attack_banned(t, stop, own))
            add_point(n, stop);
        return;
    }
    for (int point = 0; point < t->board->points; point++)
        if (gomoku_threat(&t->a.spots[point], own) != THREAT_NONE &&
            !gomoku_attack_banned(t, point, own))
            add_attack(t, n, point);
}

static void add_set(uint64_t out[GOMOKU_WORDS], const uint64_t set[GOMOKU_WORDS]) {
    for (int i = 0; i < GOMOKU_WORDS; i++)
        out[i] |= set[i];
}

/* Adds the points where the defender would have a four or a five. What is forbidden to Black there
 * may have been allowed earlier. */
static void add_counters(const struct gomoku_attack *t, bool later, uint64_t out[GOMOKU_WORDS]) {
    const int defender = !t->attacker;
    add_set(out, t->a.fours[defender]);
    if (!later || gomoku_attack_count(t, defender, THREAT_BANNED) == 0)
        return;
    for (int point = 0; point < t->board->points; point++)
        if (gomoku_threat(&t->a.spots[point], defender) == THREAT_BANNED)
            gomoku_include(out, point);
}

/* Plays one four of the line and collects what can prevent it. False: forbidden points decide. */
static bool collect_four(struct gomoku_attack *t, int four, uint64_t out[GOMOKU_WORDS]) {
    const int own = t->attacker;
    const bool doubt = gomoku_threat(&t->a.spots[four], own) == THREAT_DOUBT;
    gomoku_include(out, four);
    gomoku_attack_place(t, four, own);
    const int first = gomoku_attack_five(t, own, 0);
    for (int five = first; five >= 0; five = gomoku_attack_five(t, own, five + 1))
        gomoku_include(out, five);
    return !doubt &&
           (gomoku_attack_count(t, own, THREAT_FIVE) > 1 || !gomoku_attack_banned(t, first, !own));
}

/* The answers that can matter against a win by fours: all points that change it. */
static void collect_defences(struct gomoku_attack *t, const struct gomoku_line *line,
                             uint64_t out[GOMOKU_WORDS]) {
    const int own = t->attacker;
    bool sure =
        !t->board->renju || own == GOMOKU_BLACK || t->board->points - t->s.stones >= BANS_ROOM;
    int ply = 0;
    memset(out, 0, GOMOKU_WORDS * sizeof out[0]);
    add_counters(t, false, out);
    assert(line->count >= 3);
    for (; sure && ply + 3 < line->count; ply += 2) {
        sure = collect_four(t, line->points[ply], out);
        gomoku_attack_place(t, line->points[ply + 1], !own);
        add_counters(t, true, out);
    }
    if (sure) {
        sure = collect_four(t, line->points[ply], out);
        gomoku_attack_take(t, line->points[ply], own);
    }
    while (ply > 0) {
        ply -= 2;
        gomoku_attack_take(t, line->points[ply + 1], !own);
        gomoku_attack_take(t, line->points[ply], own);
    }
    if (!sure)
        memcpy(out, t->s.empty, GOMOKU_WORDS * sizeof out[0]);
}

/* The attacker has a four: there is one answer, or none. */
static void list_stop(const struct gomoku_attack *t, struct node *n) {
    const int own = t->attacker, stop = gomoku_attack_five(t, own, 0);
    if (gomoku_attack_count(t, own, THREAT_FIVE) == 1 && !gomoku_attack_banned(t, stop, !own)) {
        add_point(n, stop);
        return;
    }
    n->state = gomoku_attack_any(t, !own) >= 0 ? STATE_WON : STATE_FAILED;
    n->plies = 2;
}

/* The defender is to move. */
static void list_defences(struct vct *v, struct node *n) {
    struct gomoku_attack *t = v->t;
    const int own = t->attacker;
    struct gomoku_line line;
    uint64_t set[GOMOKU_WORDS];
    if (gomoku_attack_count(t, !own, THREAT_FIVE) > 0) {
        n->state = STATE_FAILED;
        return;
    }
    if (gomoku_attack_count(t, own, THREAT_FIVE) > 0) {
        list_stop(t, n);
        return;
    }
    const enum pes_verdict verdict = gomoku_vcf(t, FOURS_MAX, &line);
    if (verdict != PES_VERDICT_WIN) {
        n->state = STATE_FAILED;
        n->soft = verdict == PES_VERDICT_OPEN;
        return;
    }
    collect_defences(t, &line, set);
    for (int point = gomoku_next(set, 0); point >= 0; point = gomoku_next(set, point + 1))
        if (gomoku_empty(&t->s, point) && !gomoku_attack_banned(t, point, !own))
            add_point(n, point);
    if (n->count > 0)
        return;
    n->state = gomoku_attack_any(t, !own) >= 0 ? STATE_WON : STATE_FAILED;
    n->plies = 1 + line.count;
}

static void expand(struct vct *v, bool attacking, int ply, struct node *n) {
    n->attacking = attacking;
    n->state = STATE_OPEN;
    n->soft = false;
    n->plies = n->count = 0;
    if (attacking)
        list_attacks(v, n);
    else
        list_defences(v, n);
    if (n->state == STATE_OPEN && (n->count == 0 || ply >= PLIES_MAX)) {
        n->soft |= n->count > 0;
        n->state = STATE_FAILED;
    }
    v->ended |= v->t->stopped || v->t->nodes >= v->t->limit;
}

/* Proof numbers. ------------------------------------------------------------------------------ */

/* The numbers of a child that has not been visited, from its own view. An answer is forced and is
 * searched at once; a threat costs the attacker a line of play, and the less it looks promising the
 * later it is tried. */
static struct gomoku_proof_entry guess(const struct node *n, int i) {
    return (struct gomoku_proof_entry){.phi = 1, .delta = n->attacking ? GUESS + (uint32_t)i : 1};
}

/* What the children say of a node. */
struct survey {
    struct gomoku_proof_entry numbers;
    int best;        /* the child to search next */
    uint32_t second; /* the best delta of the others */
    uint32_t others; /* children that are not decided, but one */
};

static struct gomoku_proof_entry child_numbers(const struct vct *v, const struct node *n, int i) {
    const uint64_t stone = gomoku_attack_key(n->points[i], side(v, n->attacking));
    const struct gomoku_proof_entry *known = look_up(v, v->t->key ^ stone);
    return known != NULL ? *known : guess(n, i);
}

/* Takes over the length and softness of a decided child: of all children if the mover's aim fails,
 * of the best one if it succeeds. */
static void add_child(struct survey *s, const struct node *n, const struct gomoku_proof_entry *c,
                      int i) {
    struct gomoku_proof_entry *e = &s->numbers;
    const uint16_t plies = (uint16_t)(c->plies + 1);
    if (c->delta == 0 && (e->phi > 0 || (n->attacking ? plies < e->plies : c->soft < e->soft))) {
        e->phi = 0;
        e->delta = INFINITE;
        e->point = n->points[i];
        e->plies = plies;
        e->soft = c->soft;
    }
    if (e->phi == 0)
        return;
    e->plies = plies > e->plies ? plies : e->plies;
    e->soft |= c->soft;
    if (c->delta < e->phi) {
        s->second = e->phi;
        e->phi = c->delta;
        s->best = i;
    } else if (c->delta < s->second)
        s->second = c->delta;
    if (c->phi > 0) {
        s->others++;
        e->delta = c->phi > e->delta ? c->phi : e->delta;
    }
}

static struct survey survey(const struct vct *v, const struct node *n) {
    struct survey s = {.numbers = {.key = v->t->key, .phi = INFINITE, .soft = n->soft},
                       .best = -1,
                       .second = INFINITE};
    for (int i = 0; i < n->count; i++) {
        const struct gomoku_proof_entry child = child_numbers(v, n, i);
        add_child(&s, n, &child, i);
    }
    if (s.numbers.phi > 0 && s.others > 0) {
        s.others--;
        s.numbers.delta += s.others;
    }
    return s;
}

/* The numbers of a node that is decided without looking at its moves. */
static struct gomoku_proof_entry decided(const struct vct *v, const struct node *n) {
    const bool mover_wins = n->attacking == (n->state == STATE_WON);
    return (struct gomoku_proof_entry){.key = v->t->key,
                                       .phi = mover_wins ? 0 : INFINITE,
                                       .delta = mover_wins ? INFINITE : 0,
                                       .plies = (uint16_t)n->plies,
                                       .soft = n->soft};
}

/* Searches a node until one of its numbers reaches its threshold. */
static void search(struct vct *v, bool attacking, int ply, uint32_t phi_max, uint32_t delta_max) {
    struct gomoku_attack *t = v->t;
    const uint64_t before = t->nodes;
    struct node n;
    struct survey s;
    expand(v, attacking, ply, &n);
    if (v->ended)
        return;
    if (n.state != STATE_OPEN) {
        s.numbers = decided(v, &n);
        s.numbers.work = log2_of(t->nodes - before);
        remember(v, &s.numbers);
        return;
    }
    for (;;) {
        s = survey(v, &n);
        if (s.numbers.phi >= phi_max || s.numbers.delta >= delta_max || v->ended)
            break;
        const int point = n.points[s.best], colour = side(v, attacking);
        const uint32_t reach = s.second + s.second / SLACK + 1;
        v->ended = !gomoku_attack_look(t);
        gomoku_attack_place(t, point, colour);
        if (!v->ended)
            search(v, !attacking, ply + 1, delta_max - s.others, reach < phi_max ? reach : phi_max);
        gomoku_attack_take(t, point, colour);
    }
    s.numbers.work = log2_of(t->nodes - before);
    remember(v, &s.numbers);
}

/* The proof tree. ----------------------------------------------------------------------------- */

static int walk(struct vct *v, bool attacking, int ply);

/* The length of a proof after a move. */
static int walk_after(struct vct *v, bool attacking, int ply, int point) {
    struct gomoku_attack *t = v->t;
    const int colour = side(v, attacking);
    if (!gomoku_attack_look(t))
        return -1;
    gomoku_attack_place(t, point, colour);
    const int plies = walk(v, !attacking, ply + 1);
    gomoku_attack_take(t, point, colour);
    return plies < 0 ? -1 : plies + 1;
}

/* The attacker's proved move; -1: the nodes do not suffice to find one. */
static int proved_move(struct vct *v, int ply) {
    const struct gomoku_proof_entry *e = look_up(v, v->t->key);
    if (e == NULL || e->phi > 0) {
        search(v, true, ply, INFINITE, INFINITE);
        e = look_up(v, v->t->key);
    }
    return e != NULL && e->phi == 0 ? e->point : -1;
}

/* Checks the proof of this position, move by move, and returns the plies that it takes; -1: the
 * nodes do not suffice. */
static int walk(struct vct *v, bool attacking, int ply) {
    struct node n;
    expand(v, attacking, ply, &n);
    if (n.state != STATE_OPEN || v->ended)
        return n.state == STATE_WON ? n.plies : -1;
    const struct gomoku_proof_entry *known = look_up(v, v->t->key);
    if (known != NULL && known->run == v->run)
        return known->plies;
    int plies = 0, move = 0;
    if (attacking) {
        move = proved_move(v, ply);
        plies = move < 0 ? -1 : walk_after(v, true, ply, move);
    }
    for (int i = 0; i < n.count && !attacking && plies >= 0; i++) {
        const int after = walk_after(v, false, ply, n.points[i]);
        plies = after < 0 || after > plies ? after : plies;
    }
    if (plies < 0)
        return -1;
    const struct gomoku_proof_entry checked = {.key = v->t->key,
                                               .phi = attacking ? 0 : INFINITE,
                                               .delta = attacking ? INFINITE : 0,
                                               .point = (uint16_t)move,
                                               .plies = (uint16_t)plies,
                                               .run = v->run,
                                               .work = 8};
    remember(v, &checked);
    return plies;
}

static void append(struct gomoku_line *line, int point) {
    assert(line->count < PES_PROOF_MAX);
    line->points[line->count++] = (uint16_t)point;
}

/* The defender's answer that delays the end the most; -1: the nodes do not suffice. */
static int longest_defence(struct vct *v, const struct node *n, int ply) {
    int best = -1, most = -1;
    for (int i = 0; i < n->count; i++) {
        const int plies = walk_after(v, false, ply, n->points[i]);
        if (plies < 0)
            return -1;
        if (plies > most) {
            most = plies;
            best = n->points[i];
        }
    }
    return best;
}

/* Appends the end of the line, where fours decide or the defender has no answer left. */
static void append_end(struct vct *v, const struct node *n, struct gomoku_line *line) {
    struct gomoku_attack *t = v->t;
    struct gomoku_line fours = {.count = 0};
    int answer = -1;
    if (!n->attacking) {
        answer = gomoku_attack_five(t, t->attacker, 0);
        if (answer < 0 || gomoku_attack_banned(t, answer, !t->attacker))
            answer = gomoku_attack_any(t, !t->attacker);
        append(line, answer);
        gomoku_attack_place(t, answer, !t->attacker);
    }
    gomoku_vcf(t, FOURS_MAX, &fours);
    for (int i = 0; i < fours.count; i++)
        append(line, fours.points[i]);
    if (answer >= 0)
        gomoku_attack_take(t, answer, !t->attacker);
}

/* Writes the line of a proof; it may be cut short if the nodes do not suffice. */
static void write_line(struct vct *v, bool attacking, int ply, struct gomoku_line *line) {
    struct node n;
    expand(v, attacking, ply, &n);
    if (n.state == STATE_WON)
        append_end(v, &n, line);
    if (n.state != STATE_OPEN)
        return;
    const int point = attacking ? proved_move(v, ply) : longest_defence(v, &n, ply);
    if (point < 0)
        return;
    append(line, point);
    gomoku_attack_place(v->t, point, side(v, attacking));
    write_line(v, !attacking, ply + 1, line);
    gomoku_attack_take(v->t, point, side(v, attacking));
}

/* The interface. ------------------------------------------------------------------------------ */

enum pes_verdict gomoku_vct(struct gomoku_attack *t, struct gomoku_line *out, int32_t *plies) {
    struct vct v = {.t = t};
    const uint64_t limit = t->limit;
    out->count = 0;
    *plies = -1;
    const struct gomoku_proof_entry *root = look_up(&v, t->key);
    if (root == NULL || (root->phi > 0 && root->delta > 0)) {
        t->limit = limit - limit / WALK_SHARE;
        search(&v, true, 0, INFINITE, INFINITE);
        t->limit = limit;
        root = look_up(&v, t->key);
    }
    if (root == NULL || root->phi > 0)
        return root != NULL && root->delta == 0 && !root->soft && !v.ended ? PES_VERDICT_NO_WIN
                                                                           : PES_VERDICT_OPEN;
    const int first = root->point;
    v.run = ++*t->memory.runs;
    v.ended = false;
    *plies = walk(&v, true, 0);
    write_line(&v, true, 0, out);
    if (*plies != out->count)
        *plies = -1;
    if (out->count == 0)
        append(out, first);
    return PES_VERDICT_WIN;
}
