#include "ugi/board.h"

#include "core/history.h"

#include <assert.h>
#include <string.h>

static void set_words(struct str *to, struct words from) {
    str_clear(to);
    str_add_bytes(to, from.at, from.length);
}

/* A history of the position; board->fen and board->moves are not touched. */
static enum pes_err build(const struct ugi_board *board, const char *fen, const char *moves,
                          struct pes_history **out, struct pes_note *note) {
    const char *position = fen[0] != '\0' ? fen : "startpos";
    struct pes_history *h = NULL;
    int made;
    enum pes_err err = pes_history_new(board->game, &h);
    if (err == PES_ERR_OK && !history_moves_roll(board->game, position, moves)) {
        struct pes_rng rng;
        pes_rng_init(&rng, board->seed);
        err = pes_history_start_text(h, position, &rng, note);
    }
    if (err == PES_ERR_OK)
        err = pes_history_make_text(h, moves, &made, note);
    if (err != PES_ERR_OK) {
        pes_history_free(h);
        return err;
    }
    *out = h;
    return PES_ERR_OK;
}

enum pes_err ugi_board_init(struct ugi_board *board, const struct pes_kit *kit, const char *variant,
                            uint64_t seed, struct pes_note *note) {
    *board = (struct ugi_board){.kit = kit, .seed = seed};
    str_init(&board->fen);
    str_init(&board->moves);
    return ugi_board_vary(board, variant, note);
}

void ugi_board_release(struct ugi_board *board) {
    pes_history_free(board->h);
    pes_game_close(board->game);
    str_release(&board->fen);
    str_release(&board->moves);
}

enum pes_err ugi_board_vary(struct ugi_board *board, const char *variant, struct pes_note *note) {
    struct ugi_board other = *board;
    other.h = NULL;
    enum pes_err err = pes_game_open(board->kit, variant, &other.game, note);
    if (err != PES_ERR_OK)
        return err;
    err = build(&other, "", "", &other.h, note);
    if (err != PES_ERR_OK) {
        pes_game_close(other.game);
        return err;
    }
    pes_history_free(board->h);
    pes_game_close(board->game);
    *board = other;
    str_clear(&board->fen);
    str_clear(&board->moves);
    return PES_ERR_OK;
}

/* Does the new list begin with the moves that are made already? An empty list does not count: with
 * outcomes at its front the new one may have another start. */
static bool continues(const struct ugi_board *board, struct words fen, struct words moves) {
    const struct str *old = &board->moves;
    return old->length > 0 && moves.length >= old->length &&
           memcmp(moves.at, old->text, old->length) == 0 &&
           (moves.length == old->length || moves.at[old->length] == ' ') &&
           words_are(fen, board->fen.text);
}

/* Shortens the text to `length` bytes; one that could not grow becomes empty, which is always
 * right: the next list is then read from its beginning. */
static void forget_after(struct str *text, size_t length) {
    if (str_err(text) != PES_ERR_OK) {
        str_release(text);
        str_init(text);
        return;
    }
    assert(length <= text->length);
    text->length = length;
    text->text[length] = '\0';
}

/* Makes the moves after those that are made already; on error it takes them back. */
static enum pes_err extend(struct ugi_board *board, struct words moves, struct pes_note *note) {
    const int before = pes_history_count(board->h);
    const size_t known = board->moves.length;
    int made;
    set_words(&board->moves, moves);
    enum pes_err err = str_err(&board->moves);
    if (err == PES_ERR_OK)
        err = pes_history_make_text(board->h, board->moves.text + known, &made, note);
    if (err == PES_ERR_OK)
        return err;
    while (pes_history_count(board->h) > before && pes_history_unmake(board->h))
        continue;
    forget_after(&board->moves, known);
    if (note != NULL && note->pos > 0)
        note->pos += (int32_t)known;
    return err;
}

enum pes_err ugi_board_place(struct ugi_board *board, struct words fen, struct words moves,
                             struct pes_note *note) {
    if (continues(board, fen, moves))
        return extend(board, moves, note);
    struct str new_fen, new_moves;
    struct pes_history *h = NULL;
    str_init(&new_fen);
    str_init(&new_moves);
    set_words(&new_fen, fen);
    set_words(&new_moves, moves);
    enum pes_err err = str_err(&new_fen);
    if (err == PES_ERR_OK)
        err = str_err(&new_moves);
    if (err == PES_ERR_OK)
        err = build(board, new_fen.text, new_moves.text, &h, note);
    if (err != PES_ERR_OK) {
        str_release(&new_fen);
        str_release(&new_moves);
        return err;
    }
    pes_history_free(board->h);
    str_release(&board->fen);
    str_release(&board->moves);
    board->h = h;
    board->fen = new_fen;
    board->moves = new_moves;
    return PES_ERR_OK;
}
