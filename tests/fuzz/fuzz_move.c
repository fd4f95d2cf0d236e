/* Fuzz target: lists of moves after a position. Input: "GAME OPTIONS", a position or
 * "startpos", then the moves. */
#include "fuzz/fuzz.h"

#include <stdlib.h>

/* May m be made? The unknown outcome may, although it is never listed. */
static bool may_make(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    if (pes_turn(g, s) == PES_CHANCE && g->rules->chance_unknown != NULL &&
        g->rules->chance_unknown(g, s) == m)
        return true;
    return pes_legal(g, s, m);
}

/* All moves can be undone to the start, and made again to the same position. */
static void check_way_back(struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    const int count = pes_history_count(h);
    struct pes_state_buf last;
    pes_copy(g, PES_STATE(last), pes_history_state(h));
    pes_move *moves = calloc((size_t)count + 1, sizeof *moves);
    FUZZ_CHECK(moves != NULL);
    for (int i = 0; i < count; i++)
        moves[i] = pes_history_move(h, i);

    for (int i = 0; i < count; i++)
        FUZZ_CHECK(pes_history_unmake(h));
    FUZZ_CHECK(!pes_history_unmake(h));
    FUZZ_CHECK(memcmp(pes_history_state(h), pes_history_first(h), g->state_size) == 0);
    FUZZ_CHECK(pes_history_plies(h) == 0);

    for (int i = 0; i < count; i++) {
        FUZZ_CHECK(may_make(g, pes_history_state(h), moves[i]));
        FUZZ_CHECK(pes_history_make(h, moves[i]) == PES_ERR_OK);
    }
    FUZZ_CHECK(memcmp(pes_history_state(h), last.bytes, g->state_size) == 0);
    free(moves);
}

static void check_moves(struct pes_history *h, struct fuzz_input *in) {
    char position[FUZZ_LINE_MAX];
    fuzz_line(in, position);
    struct pes_rng rng;
    pes_rng_init(&rng, in->length);
    struct pes_note note = {0};
    enum pes_err err = pes_history_start_text(h, position, &rng, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, strlen(position));
        return;
    }

    char *text = fuzz_rest(in);
    int made = -1;
    err = pes_history_make_text(h, text, &made, &note);
    if (err != PES_ERR_OK)
        fuzz_check_note(&note, err, strlen(text));
    FUZZ_CHECK(made == pes_history_count(h));
    FUZZ_CHECK(pes_history_plies(h) <= made);
    check_way_back(h);
    fuzz_check_position(h);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct pes_game *g = fuzz_open(&in);
    struct pes_history *h = NULL;
    if (g != NULL && pes_history_new(g, &h) == PES_ERR_OK)
        check_moves(h, &in);
    pes_history_free(h);
    pes_game_close(g);
    return 0;
}
