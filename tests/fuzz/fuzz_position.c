/* Fuzz target: positions, a game's state_parse(). Input: "GAME OPTIONS", then the position. */
#include "fuzz/fuzz.h"

static void check_position(const struct pes_game *g, const char *text, size_t length) {
    struct pes_state_buf state;
    memset(&state, 0xa5, sizeof state);
    int clock = -1;
    struct pes_note note = {0};
    const enum pes_err err =
        g->rules->state_parse(g, text, length, PES_STATE(state), &clock, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, length);
        return;
    }

    /* Only output of state_format() is accepted, possibly without optional fields at the end. */
    FUZZ_CHECK(clock >= 0);
    char canonical[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, PES_STATE(state), clock, canonical);
    FUZZ_CHECK(strlen(canonical) >= length && memcmp(canonical, text, length) == 0);
    FUZZ_CHECK(canonical[length] == '\0' || canonical[length] == ' ');

    struct pes_history *h = NULL;
    if (pes_history_new(g, &h) != PES_ERR_OK)
        return;
    pes_history_start(h, PES_STATE(state), clock);
    fuzz_check_position(h);
    pes_history_free(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct pes_game *g = fuzz_open(&in);
    if (g != NULL)
        check_position(g, in.bytes, in.length);
    pes_game_close(g);
    return 0;
}
