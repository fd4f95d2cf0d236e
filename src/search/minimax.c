/* Plain minimax, without pruning; minimax.h says exactly what it computes. It is the reference that
 * other searches are tested against, and the players of the reports: it is kept literal, and
 * nothing that would only make it faster belongs here.
 *
 * Invariant: the position is unchanged after every function, also when the search is stopped. */
#include "search/minimax.h"

#include "search/budget.h"

#include <assert.h>

/* The current search. */
struct walk {
    struct pes_minimax_search *search;
    const struct pes_game *g;
    struct pes_state *s; /* the current position */
    pes_player view;     /* the player whose value is computed, who maximises */
    struct watch watch;
    bool stopped; /* every value from now on is meaningless */
};

/* `depth` players' moves are left; `sum` is the path's value so far (moves rated, not positions).
 */
static double node_value(struct walk *w, int depth, double sum, struct minimax_line *line);

/* Called before every make(), which it counts. False: the search must end. */
static bool may_make(struct walk *w) {
    struct pes_minimax_search *search = w->search;
    if (search->nodes_max > 0 && search->nodes >= search->nodes_max)
        w->stopped = true;
    if (watch_is_up(&w->watch, search->nodes))
        w->stopped = true;
    search->nodes += !w->stopped;
    return !w->stopped;
}

static double leaf_value(const struct walk *w, double sum) {
    const struct pes_rating *rating = w->search->how->rating;
    if (rating->state == NULL)
        return sum;
    const double value = rating->state(w->g, w->s, w->search->rating_values);
    return w->view == 0 ? value : 0.0 - value; /* not -value: zero has no sign here */
}

/* The path's value with m, which `mover` is about to make, added to it. */
static double sum_with(const struct walk *w, double sum, pes_player mover, pes_move m) {
    const struct pes_rating *rating = w->search->how->rating;
    if (rating->state != NULL)
        return sum;
    const double value = rating->move(w->g, w->s, m, w->search->rating_values);
    return mover == w->view ? sum + value : sum - value;
}

/* The value of m, made by `mover` with `depth` moves left, this one included. */
static double move_value(struct walk *w, pes_player mover, pes_move m, int depth, double sum,
                         struct minimax_line *line) {
    struct pes_undo_buf undo;
    const double next = sum_with(w, sum, mover, m);
    line->count = 0;
    if (!may_make(w))
        return 0.0;
    pes_make(w->g, w->s, m, undo.bytes);
    const double value = node_value(w, depth - 1, next, line);
    pes_unmake(w->g, w->s, m, undo.bytes);
    return value;
}

static void line_set(struct minimax_line *line, pes_move first, const struct minimax_line *rest) {
    const int32_t kept = rest->count < PES_LINE_MAX ? rest->count : PES_LINE_MAX - 1;
    line->moves[0] = first;
    memcpy(line->moves + 1, rest->moves, (size_t)kept * sizeof rest->moves[0]);
    line->count = kept + 1;
}

static double player_value(struct walk *w, pes_player mover, int depth, double sum,
                           struct minimax_line *line) {
    pes_move list[PES_MOVES_MAX];
    assert(mover >= 0);
    assert(depth > 0);
    const int n = pes_moves(w->g, w->s, list);
    if (n == 0)
        return leaf_value(w, sum);
    double best = 0.0;
    for (int i = 0; i < n; i++) {
        struct minimax_line rest;
        const double value = move_value(w, mover, list[i], depth, sum, &rest);
        if (w->stopped)
            break;
        if (i == 0 || (mover == w->view ? value > best : value < best)) {
            best = value;
            line_set(line, list[i], &rest);
        }
    }
    return best;
}

/* A chance node: the mean of all outcomes by their weights. */
static double expected_value(struct walk *w, int depth, double sum) {
    struct pes_chance outcomes[PES_CHANCES_MAX];
    struct pes_undo_buf undo;
    struct minimax_line unused;
    const int n = pes_chances(w->g, w->s, outcomes);
    assert(n > 0);
    double total = 0.0;
    double weights = 0.0;
    for (int i = 0; i < n && may_make(w); i++) {
        pes_make(w->g, w->s, outcomes[i].move, undo.bytes);
        total += outcomes[i].weight * node_value(w, depth, sum, &unused);
        pes_unmake(w->g, w->s, outcomes[i].move, undo.bytes);
        weights += outcomes[i].weight;
    }
    return w->stopped ? 0.0 : total / weights;
}

/* A chance node with the unknown outcome in place of every roll. There may be dozens in a row: one
 * copy of the position takes the place of an undo for each. */
static double unknown_value(struct walk *w, int depth, double sum) {
    struct pes_state_buf before;
    struct pes_undo_buf undo;
    struct minimax_line unused;
    pes_copy(w->g, PES_STATE(before), w->s);
    while (pes_turn(w->g, w->s) == PES_CHANCE && may_make(w))
        pes_make(w->g, w->s, w->g->rules->chance_unknown(w->g, w->s), undo.bytes);
    const double value = w->stopped ? 0.0 : node_value(w, depth, sum, &unused);
    pes_copy(w->g, w->s, PES_STATE(before));
    return value;
}

static double node_value(struct walk *w, int depth, double sum, struct minimax_line *line) {
    assert(depth >= 0);
    line->count = 0;
    if (depth == 0)
        return leaf_value(w, sum);
    const pes_player mover = pes_turn(w->g, w->s);
    if (mover == PES_TERMINAL)
        return leaf_value(w, sum);
    if (mover != PES_CHANCE)
        return player_value(w, mover, depth, sum, line);
    return w->g->rules->chance_unknown != NULL ? unknown_value(w, depth, sum)
                                               : expected_value(w, depth, sum);
}

enum pes_err minimax_value(struct pes_minimax_search *search, const struct pes_state *s, pes_move m,
                           int64_t deadline_ns, double *out, struct minimax_line *line) {
    assert(search->depth >= 1);
    assert(search->depth <= PES_DEPTH_MAX);
    assert(pes_legal(search->game, s, m));
    const pes_player mover = pes_turn(search->game, s);
    assert(mover >= 0);

    struct pes_state_buf own;
    pes_copy(search->game, PES_STATE(own), s);
    struct walk w = {
        .search = search,
        .g = search->game,
        .s = PES_STATE(own),
        .view = search->how->first_view ? 0 : mover,
        .watch = {.deadline_ns = deadline_ns, .stop = search->stop},
    };
    struct minimax_line rest = {.count = 0};
    search->nodes = 0;
    const double value = move_value(&w, mover, m, search->depth, 0.0, &rest);
    if (w.stopped)
        return PES_ERR_STOPPED;
    *out = value;
    if (line != NULL)
        line_set(line, m, &rest);
    return PES_ERR_OK;
}

enum pes_err pes_minimax_value(struct pes_minimax_search *search, const struct pes_state *s,
                               pes_move m, double *out) {
    return minimax_value(search, s, m, 0, out, NULL);
}
