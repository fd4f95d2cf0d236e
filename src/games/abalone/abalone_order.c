/* Move ordering: ejections, then pushes, then moves towards the centre. Only ejections are noisy:
 * the quiescence search follows them.
 *
 * What does not depend on the position is tabulated per move (struct abalone_hint). Invariant: a
 * legal move pushes exactly if an opponent marble is on the hint's cell `ahead`. */
#include "games/abalone/abalone.h"

enum {
    SCORE_EJECTION = 10000,
    SCORE_PUSH = 1000,
    SCORE_TO_RIM = 500, /* the farthest pushed marble ends on the rim */
    SCORE_STEP = 10     /* each step of a marble towards the centre */
};

static int distance_of(uint64_t marbles) {
    int sum = 0;
    for (int ring = 0; ring < ABALONE_RINGS; ring++)
        sum += ring * abalone_bits(marbles & abalone_rings[ring]);
    return sum;
}

/* Only two or three marbles that move in line can push. */
static bool may_push(const struct abalone_slot *slot) {
    return slot->size > 1 && !abalone_broadside(slot);
}

static struct abalone_hint hint_of(pes_move m) {
    const struct abalone_slot *slot = abalone_slot(m);
    const uint64_t from = abalone_group(m);
    const uint64_t to = abalone_rotate(from, abalone_turn[slot->direction]);
    const int ahead = abalone_next(abalone_front(m), slot->direction);
    assert(ahead < ABALONE_NOWHERE);
    return (struct abalone_hint){
        .gain = (int8_t)(distance_of(from) - distance_of(to)),
        .ahead = (uint8_t)(may_push(slot) && ahead >= 0 ? ahead : ABALONE_NOWHERE),
    };
}

/* Codes that are no move of any position are never looked up and stay 0. */
void abalone_fill_hints(struct abalone_hint hints[ABALONE_CODES]) {
    for (int place = 0; place < ABALONE_CELLS; place++)
        for (int slot = 0; slot < ABALONE_SLOTS; slot++)
            hints[abalone_move(place, slot)] = hint_of(abalone_move(place, slot));
}

/* A legal move pushes exactly if an opponent marble is ahead of it. */
static bool pushes(const struct abalone *s, struct abalone_hint hint) {
    return abalone_holds(s->marbles[s->mover ^ 1], hint.ahead);
}

static int32_t order_score(const struct pes_game *g, const struct pes_state *state, pes_move m,
                           const void *accumulator) {
    (void)accumulator;
    const struct abalone *s = abalone_at(state);
    const struct abalone_hint hint = abalone_table(g)->hints[m];
    const int32_t quiet = SCORE_STEP * hint.gain;
    assert(pushes(s, hint) == (abalone_push(s, m).first != 0));
    if (!pushes(s, hint))
        return quiet;
    const uint64_t behind = abalone_push(s, m).behind;
    if (behind == 0)
        return quiet + SCORE_EJECTION;
    const bool to_rim = (behind & abalone_rings[ABALONE_RINGS - 1]) != 0;
    return quiet + SCORE_PUSH + (to_rim ? SCORE_TO_RIM : 0);
}

static bool order_noisy(const struct pes_game *g, const struct pes_state *state, pes_move m) {
    const struct abalone *s = abalone_at(state);
    return pushes(s, abalone_table(g)->hints[m]) && abalone_push(s, m).behind == 0;
}

static int order_noisy_moves(const struct pes_game *g, const struct pes_state *state,
                             pes_move out[]) {
    const struct abalone *s = abalone_at(state);
    assert(!abalone_over(abalone_table(g), s));
    (void)g;
    return abalone_ejections(s->marbles[s->mover], s->marbles[s->mover ^ 1], out);
}

const struct pes_order abalone_order = {
    .abi = PES_ABI,
    .score = order_score,
    .noisy = order_noisy,
    .noisy_moves = order_noisy_moves,
};
