/* Notes that are not errors: what a check has seen, what a program says of itself. */
#ifndef CORE_NOTE_H
#define CORE_NOTE_H

#include "pessoi/err.h"

/* Fills in a note, in every language. Its arguments must not point into it. */
static inline void note_fill(struct pes_note *out, const struct pes_text *text,
                             const struct pes_arg args[]) {
    *out = (struct pes_note){0};
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        pes_say((enum pes_lang)lang, text, args, out->why[lang], PES_NOTE_MAX);
}

#endif
