/* Candidate moves by threats, and their order by a policy.
 *
 *     the mover can make five                 only those points
 *     the opponent threatens five             only the points that stop it
 *     the opponent threatens two fives        the points that stop all of these, and own fours
 *     otherwise                               the points near stones
 *
 * In the first three cases every other move loses at once, or wins more slowly: the pruning is
 * exact. The last case is heuristic, but threats of threes and fours are always near stones. If all
 * points of a case are forbidden to Black, the next case applies. Invariant: candidates are legal,
 * and there is one if there is a legal move. */
#include "games/gomoku/gomoku_shapes.h"

/* The most candidates that are searched: this pruning is worth about eighty Elo. */
enum { WIDTH = 32 };

/* The score of a stone here: a fitted policy, from the combination that it makes and the one that
 * it takes. */
static int32_t spot_score(const struct gomoku_board *board, const struct gomoku_spot *spot,
                          int mover) {
    return board->tables.making[mover][gomoku_combination_of(spot, mover)] +
           board->tables.taking[mover][gomoku_combination_of(spot, !mover)];
}

/* Sets of points. ----------------------------------------------------------------------------- */

/* The position whose moves are listed. */
struct view {
    const struct gomoku_board *board;
    const struct gomoku *s;
    const struct gomoku_shapes *a;
    int mover;
};

/* May the mover play here? */
static bool allowed(const struct view *v, int point) {
    if (!v->board->renju || v->mover != GOMOKU_BLACK)
        return true;
    const enum gomoku_threat threat = gomoku_threat(&v->a->spots[point], GOMOKU_BLACK);
    return threat < THREAT_DOUBT ||
           (threat == THREAT_DOUBT && gomoku_ban(v->board, v->s, point) == GOMOKU_ALLOWED);
}

/* Adds the spots where this colour has a threat between `least` and `most`. */
static void add_threats(const struct view *v, int colour, enum gomoku_threat least,
                        enum gomoku_threat most, uint64_t out[GOMOKU_WORDS]) {
    const uint64_t *fours = v->a->fours[colour];
    for (int point = gomoku_next(fours, 0); point >= 0; point = gomoku_next(fours, point + 1)) {
        const enum gomoku_threat threat = gomoku_threat(&v->a->spots[point], colour);
        if (threat >= least && threat <= most)
            gomoku_include(out, point);
    }
}

/* The places of this line that would complete a five after a stone of `colour` on a point, if the
 * points `blocked` were the enemy's. */
static int places_left(const struct view *v, int point, int colour, int kind, uint32_t blocked) {
    switch (gomoku_shape_at(v->board, &v->s->lines, point, colour, kind, blocked)) {
    case SHAPE_OPEN_FOUR:
        return 2;
    case SHAPE_FOUR:
        return 1;
    default:
        return 0;
    }
}

/* The points that prevent the opponent from threatening two fives with a stone on `point`: itself,
 * and those that leave at most one five. */
static void find_defences(const struct view *v, int point, uint64_t out[GOMOKU_WORDS]) {
    const struct gomoku_board *board = v->board;
    const struct gomoku_spot *spot = &v->a->spots[point];
    const int whole = gomoku_completions(spot, !v->mover);
    memset(out, 0, GOMOKU_WORDS * sizeof out[0]);
    gomoku_include(out, point);
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        const int here = places_left(v, point, !v->mover, kind, 0);
        if (here == 0)
            continue;
        const int number = board->at[point].line[kind], bit = gomoku_bit(board, point, kind);
        const uint32_t *words = v->s->lines.of[number];
        uint32_t left = board->full[number] & ~(words[GOMOKU_BLACK] | words[GOMOKU_WHITE]) &
                        (uint32_t)((uint64_t)0x1ff << bit >> 4) & ~((uint32_t)1 << bit);
        for (; left != 0; left &= left - 1) {
            const uint32_t block = left & (0 - left);
            if (whole - here + places_left(v, point, !v->mover, kind, block) <= 1)
                gomoku_include(out, point + (__builtin_ctz(left) - bit) * board->step[kind]);
        }
    }
}

/* The points that stop every THREAT_FOURS of the opponent, and the mover's own fours. Black's
 * doubtful points are ignored: they may be no threats. */
static void find_answers(const struct view *v, uint64_t out[GOMOKU_WORDS]) {
    const uint64_t *fours = v->a->fours[!v->mover];
    memcpy(out, v->s->empty, GOMOKU_WORDS * sizeof out[0]);
    for (int point = gomoku_next(fours, 0); point >= 0; point = gomoku_next(fours, point + 1)) {
        uint64_t defences[GOMOKU_WORDS];
        if (gomoku_threat(&v->a->spots[point], !v->mover) != THREAT_FOURS)
            continue;
        find_defences(v, point, defences);
        for (int i = 0; i < GOMOKU_WORDS; i++)
            out[i] &= defences[i];
    }
    add_threats(v, v->mover, THREAT_FOUR, THREAT_DOUBT, out);
}

/* Lists. -------------------------------------------------------------------------------------- */

/* The list that is being written. */
struct list {
    pes_move *moves;
    int32_t *scores;
};

/* Writes the legal points of a set with their scores; returns how many. */
static int list_set(const struct view *v, const uint64_t set[GOMOKU_WORDS], struct list out) {
    int n = 0;
    for (int point = gomoku_next(set, 0); point >= 0; point = gomoku_next(set, point + 1)) {
        if (!allowed(v, point))
            continue;
        out.scores[n] = spot_score(v->board, &v->a->spots[point], v->mover);
        out.moves[n++] = gomoku_move_to(point);
    }
    assert(n <= v->board->points - v->s->stones);
    return n;
}

/* The moves that threats force; 0: nothing is forced. */
static int list_forced(const struct view *v, struct list out) {
    const uint16_t *own = v->a->count[v->mover], *other = v->a->count[!v->mover];
    uint64_t set[GOMOKU_WORDS] = {0};
    int n = 0;
    if (own[THREAT_FIVE] > 0 || other[THREAT_FIVE] > 0) {
        add_threats(v, own[THREAT_FIVE] > 0 ? v->mover : !v->mover, THREAT_FIVE, THREAT_FIVE, set);
        n = list_set(v, set, out);
    }
    if (n == 0 && own[THREAT_FIVE] == 0 && other[THREAT_FIVE] == 0 && other[THREAT_FOURS] > 0) {
        find_answers(v, set);
        n = list_set(v, set, out);
    }
    return n;
}

/* The empty points near stones, or the centre of an empty board. In the placing phases of swap2 the
 * stones need not fight: points one step further count as near. */
static void find_near(const struct view *v, uint64_t out[GOMOKU_WORDS]) {
    const int centre = (v->board->size - 1) / 2;
    memcpy(out, v->a->near, GOMOKU_WORDS * sizeof out[0]);
    if (v->s->stones == 0)
        gomoku_include(out, gomoku_point_of(v->board, centre, centre));
    if (!gomoku_playing(v->s))
        for (int point = gomoku_next(v->a->near, 0); point >= 0;
             point = gomoku_next(v->a->near, point + 1))
            for (int i = 0; i < GOMOKU_WORDS; i++)
                out[i] |= v->board->tables.near[point][i];
    for (int i = 0; i < GOMOKU_WORDS; i++)
        out[i] &= v->s->empty[i];
}

/* All legal moves, with equal scores. */
static int list_all(const struct gomoku_board *board, const struct gomoku *s, struct list out) {
    const int n = gomoku_list(board, s, out.moves);
    memset(out.scores, 0, (size_t)n * sizeof out.scores[0]);
    return n;
}

static int list_candidates(const struct view *v, struct list out) {
    uint64_t set[GOMOKU_WORDS];
    int n = gomoku_playing(v->s) ? list_forced(v, out) : 0;
    if (n > 0)
        return n;
    find_near(v, set);
    n = list_set(v, set, out);
    return n > 0 ? n : list_all(v->board, v->s, out);
}

static int order_candidates(const struct pes_game *g, const struct pes_state *state,
                            const void *accumulator, pes_move out[], int32_t scores[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    struct gomoku_shapes fresh;
    if (gomoku_choosing(s) || gomoku_over(board, s))
        return list_all(board, s, (struct list){out, scores});
    if (accumulator == NULL)
        gomoku_shapes_refresh(board, s, &fresh);
    const struct view v = {board, s, accumulator != NULL ? accumulator : &fresh, gomoku_colour(s)};
    return list_candidates(&v, (struct list){out, scores});
}

static int32_t order_score(const struct pes_game *g, const struct pes_state *state, pes_move m,
                           const void *accumulator) {
    const struct gomoku_shapes *a = accumulator;
    const struct gomoku *s = gomoku_at(state);
    if (gomoku_is_choice(m))
        return 0;
    assert(gomoku_empty(s, gomoku_target(m)));
    if (a != NULL)
        return spot_score(gomoku_board(g), &a->spots[gomoku_target(m)], gomoku_colour(s));
    const struct gomoku_spot spot = gomoku_spot_at(gomoku_board(g), &s->lines, gomoku_target(m));
    return spot_score(gomoku_board(g), &spot, gomoku_colour(s));
}

/* No move is noisy: the evaluation accounts for threatened fives and fours, and the threat search
 * follows fours to their end. */
const struct pes_order gomoku_order = {
    .abi = PES_ABI,
    .candidates = order_candidates,
    .score = order_score,
    .width = WIDTH,
    .is_policy = true,
};
