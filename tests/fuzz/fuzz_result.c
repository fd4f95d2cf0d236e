/* Fuzz target: the result of a worker. Input: its text. What is accepted stays within its bounds,
 * and a failure that is written again is read as the same. */
#include "fuzz/fuzz.h"

#include "queue/wire.h"

static void check_part(struct wire_part part, const char *text, size_t length) {
    FUZZ_CHECK(part.at >= text && part.at + part.length <= text + length);
}

static void check_sentence(const char *text) {
    FUZZ_CHECK(strnlen(text, PES_NOTE_MAX) < PES_NOTE_MAX && utf8_valid(text, strlen(text)));
    FUZZ_CHECK(strpbrk(text, "\n\r\t\x1b") == NULL);
}

static void check_failure(const struct wire *wire) {
    struct str text;
    struct wire again;
    str_init(&text);
    wire_format_failure(wire->err, &wire->note, &text);
    FUZZ_CHECK(wire_parse(text.text, text.length, &again, NULL) == PES_ERR_OK);
    FUZZ_CHECK(again.err == wire->err);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        FUZZ_CHECK(strcmp(again.note.why[lang], wire->note.why[lang]) == 0);
    str_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    struct pes_note note = {0};
    struct wire wire;
    const enum pes_err err = wire_parse(text, size, &wire, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, size);
        return 0;
    }
    FUZZ_CHECK(wire.err >= PES_ERR_OK && wire.err < PES_ERR_COUNT);
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        check_part(wire.logs[seat], text, size);
        FUZZ_CHECK(wire.logs[seat].length <= RUNNER_LOG_MAX);
        FUZZ_CHECK(wire.notes.think_max_ms[seat] >= 0 && wire.notes.think_sum_ms[seat] >= 0);
    }
    check_part(wire.record, text, size);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        check_sentence(wire.note.why[lang]);
        check_sentence(wire.notes.fault.why[lang]);
    }
    FUZZ_CHECK((wire.err == PES_ERR_OK) == (wire.record.length > 0));
    if (wire.err != PES_ERR_OK)
        check_failure(&wire);
    return 0;
}
