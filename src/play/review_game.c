/* Judging all moves of a game: a history of its own follows the given one. */
#include "play/review_game.h"

#include "core/mem.h"

#include <assert.h>
#include <math.h>

static enum pes_err allocate(const struct pes_history *h, struct review_game *out) {
    const size_t count = (size_t)pes_history_plies(h);
    const bool has_luck = pes_history_game(h)->chance_in_play;
    *out = (struct review_game){.count = (int)count};
    out->moves = mem_alloc((count + 1) * sizeof out->moves[0]);
    out->first = mem_alloc((count + 1) * sizeof out->first[0]);
    out->luck = has_luck ? mem_alloc((count + 1) * sizeof out->luck[0]) : NULL;
    if (out->moves == NULL || out->first == NULL || (has_luck && out->luck == NULL))
        return PES_ERR_NOMEM;
    for (size_t i = 0; i < count; i++) {
        out->first[i] = NAN;
        if (has_luck)
            out->luck[i] = NAN;
    }
    return PES_ERR_OK;
}

void review_game_release(struct review_game *game) {
    mem_free(game->moves);
    mem_free(game->first);
    mem_free(game->luck);
    *game = (struct review_game){.count = 0};
}

/* Judges the next move of a player, number `index`, in the position that `own` has reached. */
static enum pes_err judge(const struct hint_asker *asker, struct pes_history *own, pes_move m,
                          int index, const struct review_visitor *visitor,
                          struct review_game *out) {
    struct review_move *move = &out->moves[index];
    const enum pes_err err = review_find(asker, own, m, move);
    if (err != PES_ERR_OK)
        return err;
    out->first[index] = move->player == 0 ? move->chance : 1.0 - move->chance;
    return visitor->judged(visitor->to, own, move, index, out->count);
}

/* Is the event over that follows the last move of a player? */
static bool is_settled(const struct pes_history *h) {
    return pes_turn(pes_history_game(h), pes_history_state(h)) != PES_CHANCE;
}

/* First's win probability at the end; NAN if the game ends amid an event of chance. */
static enum pes_err find_end(const struct hint_asker *asker, struct pes_history *own,
                             double *first) {
    *first = NAN;
    if (!is_settled(own))
        return PES_ERR_OK;
    double chance = 0.0;
    const enum pes_err err = review_chance(asker, own, &chance);
    const bool is_second = pes_history_end(own) == PES_END_NONE &&
                           pes_turn(pes_history_game(own), pes_history_state(own)) == 1;
    if (err == PES_ERR_OK)
        *first = is_second ? 1.0 - chance : chance;
    return err;
}

static enum pes_err follow(const struct hint_asker *asker, const struct pes_history *h,
                           struct pes_history *own, const struct review_visitor *visitor,
                           struct review_game *out) {
    enum pes_err err = PES_ERR_OK;
    int index = 0;
    for (int i = 0; err == PES_ERR_OK && i < pes_history_count(h); i++) {
        const pes_move m = pes_history_move(h, i);
        if (pes_history_player(h, i) >= 0)
            err = judge(asker, own, m, index++, visitor, out);
        if (err == PES_ERR_OK)
            err = pes_history_make(own, m);
        if (err == PES_ERR_OK && out->luck != NULL && index > 0 && is_settled(own))
            err = review_luck(asker, own, &out->luck[index - 1]);
    }
    assert(err != PES_ERR_OK || index == out->count);
    return err == PES_ERR_OK ? find_end(asker, own, &out->first[index]) : err;
}

enum pes_err review_game(const struct hint_asker *asker, const struct pes_history *h,
                         const struct review_visitor *visitor, struct review_game *out) {
    struct pes_history *own = NULL;
    enum pes_err err = allocate(h, out);
    if (err == PES_ERR_OK)
        err = pes_history_new(pes_history_game(h), &own);
    if (err == PES_ERR_OK) {
        pes_history_start(own, pes_history_first(h), pes_history_first_clock(h));
        err = follow(asker, h, own, visitor, out);
    }
    pes_history_free(own);
    if (err == PES_ERR_OK)
        review_sum(out->moves, out->first, out->luck, out->count, out->players);
    else
        review_game_release(out);
    return err;
}
