/* What an engine knows of the game: the variant, and the position that the manager sent last.
 *
 * A position that is refused changes nothing. The variant's start may have chance outcomes: they
 * are rolled with the seed, as in every command of Pessoi, unless the moves begin with them. */
#ifndef UGI_BOARD_H
#define UGI_BOARD_H

#include "core/words.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"

#include "core/str.h"

struct ugi_board {
    const struct pes_kit *kit;
    uint64_t seed;
    struct pes_game *game;
    struct pes_history *h;
    struct str fen, moves; /* as the manager sent them; an empty fen is the start */
};

/* The start of a variant. On failure there is nothing to release. */
PES_MUST_USE enum pes_err ugi_board_init(struct ugi_board *board, const struct pes_kit *kit,
                                         const char *variant, uint64_t seed, struct pes_note *note);
void ugi_board_release(struct ugi_board *board);

/* Another variant, at its start. Frees the previous game: no agent may use it any more. */
PES_MUST_USE enum pes_err ugi_board_vary(struct ugi_board *board, const char *variant,
                                         struct pes_note *note);

/* The position after the moves from `fen`, or from the start if it is empty. A list that continues
 * the last one costs only its new moves. */
PES_MUST_USE enum pes_err ugi_board_place(struct ugi_board *board, struct words fen,
                                          struct words moves, struct pes_note *note);

#endif
