/* Fuzz target: files of labelled games. Input: a whole file; or "payload GAME", a line break and
 * the payload of one block, because a fuzzer does not find checksums. */
#include "fuzz/fuzz.h"

#include "learn/data.h"
#include "pessoi/kit.h"

static enum pes_err visit(void *to, const struct pes_history *h, const struct data_ply *ply,
                          pes_move best) {
    (void)to;
    FUZZ_CHECK((ply != NULL && ply->best != DATA_NONE) == (best != PES_MOVE_NONE));
    FUZZ_CHECK(ply == NULL || pes_history_end(h) == PES_END_NONE);
    return PES_ERR_OK;
}

/* Every game can be read, and replays or is refused. */
static void check_games(const struct data *data) {
    const struct pes_kit *kit = pes_kit_find(data->head.game);
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    struct data_reader r;
    struct data_game game;
    if (kit == NULL || pes_game_open(kit, data->head.variant, &g, NULL) != PES_ERR_OK)
        return;
    FUZZ_CHECK(pes_history_new(g, &h) == PES_ERR_OK);
    data_start(&r, data);
    while (data_next(&r, &game, NULL) == PES_ERR_OK && game.start != NULL) {
        struct pes_note note = {0};
        const enum pes_err err = data_replay(&game, r.number, h, visit, NULL, &note);
        FUZZ_CHECK(err == PES_ERR_OK || !pes_note_is_empty(&note));
    }
    pes_history_free(h);
    pes_game_close(g);
}

static void check_file(const char *bytes, size_t length) {
    struct data data;
    struct pes_note note = {0};
    if (data_parse(&data, bytes, length, &note) != PES_ERR_OK) {
        FUZZ_CHECK(!pes_note_is_empty(&note));
        return;
    }
    FUZZ_CHECK(data.first <= data.whole && data.whole <= length);
    check_games(&data);
    data_release(&data);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static const char word[] = "payload ";
    const char *text = (const char *)bytes;
    const char *end = memchr(text, '\n', length);
    if (length < sizeof word || memcmp(text, word, sizeof word - 1) != 0 || end == NULL) {
        check_file(text, length);
        return 0;
    }
    char game[32];
    const size_t name = (size_t)(end - text) - (sizeof word - 1);
    if (name >= sizeof game || memchr(text, '\0', (size_t)(end - text)) != NULL ||
        memchr(text, '\t', (size_t)(end - text)) != NULL)
        return 0;
    memcpy(game, text + sizeof word - 1, name);
    game[name] = '\0';
    struct str payload, file;
    const struct data_head head = {game, "", "1", ""};
    str_init(&payload), str_init(&file);
    str_add_bytes(&payload, end + 1, length - (size_t)(end + 1 - text));
    data_put_head(&file, &head);
    data_put_block(&file, &payload, 1);
    check_file(file.text, file.length);
    str_release(&payload), str_release(&file);
    return 0;
}
