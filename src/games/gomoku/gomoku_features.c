/* Features for fitting: combinations of line shapes and the situation of the threats.
 *
 *     positions  of every empty point one combination of the mover and one of the opponent, and one
 *                situation: which kinds of threats both sides have
 *     moves      the combination that the stone makes, and the opponent's that it takes
 *
 * Under renju the colours have features of their own, because Black's forbidden points make
 * everything different; under the other rules they share them. Parents of a combination are its
 * four shapes one by one and its two largest together; those of a situation are its bits, and one
 * for the turn. gomoku_weights.c reads the fitted weights in the same order. */
#include "games/gomoku/gomoku_shapes.h"

enum { PAIRS = SHAPES * SHAPES, PARENTS_ROLE = SHAPES + PAIRS };

static int sides_of(const struct gomoku_board *board) {
    return board->renju ? 2 : 1;
}
static uint32_t combinations_of(const struct gomoku_board *board) {
    return board->renju ? GOMOKU_COMBINATIONS : GOMOKU_COMBINATIONS_PLAIN;
}

/* The part of the features for this colour. */
static uint32_t side_of(const struct gomoku_board *board, int colour) {
    return board->renju ? (uint32_t)colour : 0;
}

/* Features of positions: for each side (that of the combination's colour) the combinations of the
 * mover, then those of the opponent; then for each side (the mover's) the situations. */
static uint32_t situations_from(const struct gomoku_board *board) {
    return (uint32_t)sides_of(board) * 2 * combinations_of(board);
}
static uint32_t position_count(const struct pes_game *g) {
    const struct gomoku_board *board = gomoku_board(g);
    return situations_from(board) + (uint32_t)sides_of(board) * GOMOKU_SITUATIONS;
}

/* Features of moves: for each side (the mover's) the combinations made, then those taken. */
static uint32_t move_count(const struct pes_game *g) {
    return situations_from(gomoku_board(g));
}

static int features_of_position(const struct pes_game *g, const struct pes_state *state,
                                struct pes_feature out[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    const uint32_t combinations = combinations_of(board);
    const int mover = gomoku_colour(s);
    struct gomoku_shapes a;
    int n = 0;
    if (!gomoku_playing(s))
        return -1;
    gomoku_shapes_refresh(board, s, &a);
    if (gomoku_verdict(a.count[mover], a.count[!mover]) != VERDICT_OPEN)
        return -1;
    for (int point = gomoku_next(s->empty, 0); point >= 0; point = gomoku_next(s->empty, point + 1))
        for (int role = 0; role < 2; role++) {
            const int colour = role == 0 ? mover : !mover;
            const uint32_t part = (2 * side_of(board, colour) + (uint32_t)role) * combinations;
            const uint32_t combination = (uint32_t)gomoku_combination_of(&a.spots[point], colour);
            /* No lines are worth nothing, like points with stones. */
            if (combination != 0)
                out[n++] = (struct pes_feature){part + combination, 1};
        }
    out[n++] =
        (struct pes_feature){situations_from(board) + side_of(board, mover) * GOMOKU_SITUATIONS +
                                 gomoku_situation(a.count[mover], a.count[!mover]),
                             1};
    assert(n <= PES_POSITION_FEATURES_MAX);
    return n;
}

static void features_of_moves(const struct pes_game *g, const struct pes_state *state,
                              const pes_move moves[], int n,
                              struct pes_feature out[][PES_MOVE_FEATURES_MAX], int counts[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    const int mover = gomoku_colour(s);
    const uint32_t part = 2 * side_of(board, mover) * combinations_of(board);
    for (int i = 0; i < n; i++) {
        counts[i] = 0;
        if (gomoku_is_choice(moves[i]))
            continue;
        const struct gomoku_spot spot = gomoku_spot_at(board, &s->lines, gomoku_target(moves[i]));
        out[i][0] = (struct pes_feature){part + (uint32_t)gomoku_combination_of(&spot, mover), 1};
        out[i][1] = (struct pes_feature){
            part + combinations_of(board) + (uint32_t)gomoku_combination_of(&spot, !mover), 1};
        counts[i] = 2;
    }
}

static uint32_t parents_max(const struct pes_game *g, bool of_move) {
    const int sides = sides_of(gomoku_board(g));
    return (uint32_t)(sides * 2 * PARENTS_ROLE +
                      (of_move ? 0 : sides * (GOMOKU_SITUATION_BITS + 1)));
}

static int parents_of(const struct pes_game *g, bool of_move, uint32_t index,
                      uint16_t out[PES_PARENTS_MAX]) {
    const struct gomoku_board *board = gomoku_board(g);
    const uint32_t combinations = combinations_of(board);
    int n = 0;
    if (index < situations_from(board)) {
        const uint32_t from = index / combinations * PARENTS_ROLE;
        int shapes[GOMOKU_KINDS];
        gomoku_combination_shapes((int)(index % combinations), shapes);
        for (int kind = 0; kind < GOMOKU_KINDS; kind++)
            out[n++] = (uint16_t)(from + (uint32_t)shapes[kind]);
        out[n++] = (uint16_t)(from + (uint32_t)(SHAPES + shapes[0] * SHAPES + shapes[1]));
        return n;
    }
    (void)of_move;
    assert(!of_move); /* moves have no situations */
    const uint32_t side = (index - situations_from(board)) / GOMOKU_SITUATIONS;
    const uint32_t bits = (index - situations_from(board)) % GOMOKU_SITUATIONS;
    const uint32_t from =
        (uint32_t)sides_of(board) * 2 * PARENTS_ROLE + side * (GOMOKU_SITUATION_BITS + 1);
    out[n++] = (uint16_t)from;
    for (uint32_t bit = 0; bit < GOMOKU_SITUATION_BITS; bit++)
        if (bits >> bit & 1)
            out[n++] = (uint16_t)(from + 1 + bit);
    return n;
}

static const char *weights_name(const struct pes_game *g) {
    static const char *const names[] = {"gomoku_freestyle", "gomoku_standard", "gomoku_renju"};
    return names[g->values.number[GOMOKU_OPTION_RULE]];
}

const struct pes_features gomoku_features = {
    .abi = PES_ABI,
    .position_count = position_count,
    .move_count = move_count,
    .position = features_of_position,
    .moves = features_of_moves,
    .parents = parents_of,
    .parents_max = parents_max,
    .name = weights_name,
    .unit = 200,
};
