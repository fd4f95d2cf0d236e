/* Errors, and the notes that explain them to people.
 *
 * Three kinds, never mixed: a bug is an assert(); an operating failure is an `enum pes_err`; a
 * person's mistake is an `enum pes_err` with a `struct pes_note` that says what was wrong, where,
 * and what is expected. The library never prints, exits or aborts on input. */
#ifndef PES_ERR_H
#define PES_ERR_H

#include "pessoi/text.h"
#include "pessoi/version.h"

#include <stdbool.h>

/* name, exit code of the command line, English, Greek */
#define PES_ERR_MAP(X)                                                            \
    X(OK, 0, "no error", "κανένα σφάλμα")                                         \
    X(SYNTAX, 2, "not well formed", "δεν είναι σωστά γραμμένο")                   \
    X(RANGE, 2, "out of range", "εκτός ορίων")                                    \
    X(UNKNOWN, 2, "no such name", "άγνωστο όνομα")                                \
    X(ILLEGAL, 2, "not allowed by the rules", "δεν επιτρέπεται από τους κανόνες") \
    X(LIMIT, 2, "too large", "πολύ μεγάλο")                                       \
    X(UNFIT, 2, "does not fit here", "δεν ταιριάζει εδώ")                         \
    X(NOMEM, 3, "out of memory", "η μνήμη δεν επαρκεί")                           \
    X(IO, 3, "reading or writing failed", "η ανάγνωση ή η εγγραφή απέτυχε")       \
    X(STOPPED, 3, "stopped", "διακόπηκε")                                         \
    X(LATE, 3, "took too long", "άργησε πολύ")

enum pes_err {
#define X(name, code, en, el) PES_ERR_##name,
    PES_ERR_MAP(X)
#undef X
        PES_ERR_COUNT
};

enum {
    PES_NOTE_MAX = 256, /* bytes of a note's sentence, NUL included */
    PES_QUOTE_MAX = 40  /* characters of a person's input that an error message repeats */
};

/* Why an input was refused, in every language. Initialise it with {0}, or pass NULL if the reason
 * is not needed; the function that finds the mistake fills it in. */
struct pes_note {
    int32_t line; /* of the text, from 1; 0: the text has only one line */
    int32_t pos;  /* column (byte) in that line, from 1; 0: the mistake has no position */

    /* One sentence, indexed by enum pes_lang, without the position and a final full stop. */
    char why[PES_LANG_COUNT][PES_NOTE_MAX];
};

/* Has the note not been filled in? Then only the error code says what is wrong: pes_err_text(). */
static inline bool pes_note_is_empty(const struct pes_note *note) {
    return note->why[PES_LANG_EN][0] == '\0';
}

/* A note as an argument of another sentence. */
#define PES_NOTED(note) \
    PES_WORDS(          \
        &((const struct pes_text)PES_TEXT((note)->why[PES_LANG_EN], (note)->why[PES_LANG_EL])))

/* "SYNTAX" for PES_ERR_SYNTAX: for logs and tests. */
PES_API const char *pes_err_name(enum pes_err err);

/* The general sentence of an error, to be used if the note is empty. */
PES_API const struct pes_text *pes_err_text(enum pes_err err);

/* The exit code with which a command ends on this error: 0, 2 or 3. */
PES_API int pes_err_exit_code(enum pes_err err);

/* Fills in a note (which may be NULL) and returns `err`: `return pes_note_say(note, ..);`. */
PES_API PES_MUST_USE enum pes_err pes_note_say(struct pes_note *note, enum pes_err err, int32_t pos,
                                               const struct pes_text *why,
                                               const struct pes_arg args[]);

/* Quotes input for an error message: at most PES_QUOTE_MAX characters, then ".."; control
 * characters, bidi controls and invalid UTF-8 become '?'. Returns `out`. */
enum { PES_QUOTE_SIZE = PES_QUOTE_MAX * 4 + 3 };
PES_API const char *pes_quote(const char *text, size_t length, char out[PES_QUOTE_SIZE]);

#endif
