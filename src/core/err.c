/* Error codes with their sentences, notes in all languages, and quoted input. */
#include "pessoi/err.h"
#include "core/str.h"

#include <assert.h>
#include <string.h>

/* Indexed by enum pes_err. */
static const struct {
    const char *name;
    int exit_code;
    struct pes_text text;
} errors[PES_ERR_COUNT] = {
#define X(name, code, en, el) {#name, code, PES_TEXT(en, el)},
    PES_ERR_MAP(X)
#undef X
};

const char *pes_err_name(enum pes_err err) {
    assert((unsigned)err < PES_ERR_COUNT);
    return errors[err].name;
}

const struct pes_text *pes_err_text(enum pes_err err) {
    assert((unsigned)err < PES_ERR_COUNT);
    return &errors[err].text;
}

int pes_err_exit_code(enum pes_err err) {
    assert((unsigned)err < PES_ERR_COUNT);
    return errors[err].exit_code;
}

enum pes_err pes_note_say(struct pes_note *note, enum pes_err err, int32_t pos,
                          const struct pes_text *why, const struct pes_arg args[]) {
    assert(err != PES_ERR_OK);
    assert(pos >= 0);
    if (note) {
        note->line = 0; /* a parser of several lines fills it in afterwards */
        note->pos = pos;
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            pes_say((enum pes_lang)lang, why, args, note->why[lang], PES_NOTE_MAX);
    }
    return err;
}

const char *pes_quote(const char *text, size_t length, char out[PES_QUOTE_SIZE]) {
    size_t used = 0, i = 0;
    /* PES_QUOTE_SIZE is enough for PES_QUOTE_MAX characters of four bytes, "..", and the NUL. */
    for (int shown = 0; i < length && shown < PES_QUOTE_MAX; shown++) {
        const int count = utf8_char(text + i, length - i);
        if (utf8_control(text + i, count) || utf8_bidi(text + i, count)) {
            out[used++] = '?';
        } else {
            memcpy(out + used, text + i, (size_t)count);
            used += (size_t)count;
        }
        i += (size_t)count;
    }
    if (i < length) {
        out[used++] = '.';
        out[used++] = '.';
    }
    assert(used < PES_QUOTE_SIZE);
    out[used] = '\0';
    return out;
}
