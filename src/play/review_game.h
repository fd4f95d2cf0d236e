/* The review of a whole game, move after move on one thread.
 *
 *     struct review_game game;
 *     review_game(&asker, history, &visitor, &game);
 *     game.players[0].accuracy
 *     review_game_release(&game);
 */
#ifndef PLAY_REVIEW_GAME_H
#define PLAY_REVIEW_GAME_H

#include "play/review.h"

struct review_game {
    int count;                 /* players' moves */
    struct review_move *moves; /* all of them, in order */
    double *first;             /* count + 1 and count numbers: see review_sum() */
    double *luck;              /* NULL in games without chance */
    struct review_player players[PES_PLAYERS_MAX];
};

/* Called after each judgement, with the position before the move. An error ends the review. */
struct review_visitor {
    enum pes_err (*judged)(void *to, const struct pes_history *h, const struct review_move *move,
                           int index, int count);
    void *to; /* the caller's */
};

/* Judges every move of a history; the limits of the asker are for one move. Fails as review_find()
 * and review_luck() do, and then nothing needs to be released. */
PES_MUST_USE enum pes_err review_game(const struct hint_asker *asker, const struct pes_history *h,
                                      const struct review_visitor *visitor,
                                      struct review_game *out);
void review_game_release(struct review_game *game);

#endif
