/* Sentences for people, in every language of Pessoi.
 *
 * A sentence is a `struct pes_text`: all its translations side by side, made by PES_TEXT(english,
 * greek). PES_TEXT(english) is for games that are still being written: English is used in every
 * language, and tools/check-greek lists it. Arguments are written {1}, {2} .., so that each
 * language can order them differently; {1|one|other} is "one" if argument 1 is the number 1, and
 * "other" if not (plural forms). A literal brace is written {{.
 *
 *     static const struct pes_text moves_left = PES_TEXT("{1} {1|move|moves} left",
 *                                                        "απομένουν {1} {1|κίνηση|κινήσεις}");
 *     pes_say(PES_LANG_EL, &moves_left, PES_ARGS(PES_INT(n)), line, sizeof line);
 *
 * Nothing here allocates; every function may run on any thread. */
#ifndef PES_TEXT_H
#define PES_TEXT_H

#include "pessoi/version.h"

#include <stddef.h>
#include <stdint.h>

enum pes_lang { PES_LANG_EN, PES_LANG_EL, PES_LANG_COUNT };

struct pes_text {
    const char *in[PES_LANG_COUNT]; /* UTF-8, indexed by enum pes_lang */
};

/* PES_TEXT("English", "Ελληνικά"); with one argument English is used for Greek too. */
#define PES_TEXT(...) PES_TEXT_OF(__VA_ARGS__, __VA_ARGS__, )
#define PES_TEXT_OF(english, greek, ...) \
    {                                    \
        { (english), (greek) }           \
    }

enum pes_arg_kind {
    PES_ARG_END,
    PES_ARG_INT,
    PES_ARG_REAL,
    PES_ARG_STR,
    PES_ARG_TEXT, /* a sentence without arguments of its own */
    PES_ARG_WORDS /* finished text per language: braces in it have no meaning */
};

/* One argument of a sentence. Lists of them end with PES_ARG_END. */
struct pes_arg {
    enum pes_arg_kind kind;
    int digits; /* PES_ARG_REAL: digits after the decimal point (a comma in Greek) */
    union {
        int64_t number;
        double real;
        const char *str;             /* borrowed; the same in every language */
        const struct pes_text *text; /* borrowed; in the sentence's language */
    } as;
};

#define PES_INT(n) ((struct pes_arg){.kind = PES_ARG_INT, .as.number = (n)})
#define PES_REAL(x, after_point) \
    ((struct pes_arg){.kind = PES_ARG_REAL, .digits = (after_point), .as.real = (x)})
#define PES_STR(s) ((struct pes_arg){.kind = PES_ARG_STR, .as.str = (s)})
#define PES_SAID(t) ((struct pes_arg){.kind = PES_ARG_TEXT, .as.text = (t)})
#define PES_WORDS(t) ((struct pes_arg){.kind = PES_ARG_WORDS, .as.text = (t)})
#define PES_ARGS(...) ((const struct pes_arg[]){__VA_ARGS__, {.kind = PES_ARG_END}})
#define PES_NO_ARGS ((const struct pes_arg[]){{.kind = PES_ARG_END}})

/* Writes the sentence and a final NUL to out[0..cap), truncated at a character boundary if it does
 * not fit. Returns the length of the whole sentence in bytes without the NUL, as snprintf does. */
PES_API size_t pes_say(enum pes_lang lang, const struct pes_text *text, const struct pes_arg args[],
                       char *out, size_t cap);

/* "en" or "el". */
PES_API const char *pes_lang_code(enum pes_lang lang);

/* "en" or "el" to a language; -1 for any other word. */
PES_API int pes_lang_parse(const char *word);

/* The language of a locale name such as "el_GR.UTF-8"; English if we do not have it. */
PES_API enum pes_lang pes_lang_of_locale(const char *locale);

#endif
