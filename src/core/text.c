/* The sentences of core, and pes_say(): formatting of any sentence into a buffer of fixed size, as
 * snprintf() does. It allocates nothing and does not depend on the C locale. */
#include "core/text.h"
#include "core/str.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define X(name, en, el) TEXT_DEFINE(name, en, el)
#include "core/text.def"
#undef X

/* The output buffer: what fits is written, everything is counted. */
struct writer {
    enum pes_lang lang;
    char *out;
    size_t cap;
    size_t need; /* bytes so far, including those that did not fit */
};

/* Appends bytes as far as they fit, and counts all of them. */
static void put(struct writer *w, const char *bytes, size_t length) {
    if (w->need < w->cap) {
        const size_t left = w->cap - w->need;
        memcpy(w->out + w->need, bytes, length < left ? length : left);
    }
    w->need += length;
}

/* Writes the final NUL; a truncated sentence ends at a character boundary. */
static void finish(struct writer *w) {
    if (w->cap == 0)
        return;
    size_t end = w->need;
    if (end >= w->cap) {
        end = w->cap - 1;
        /* out[end] was written too: a continuation byte there means that a character is cut. */
        for (int back = 0; back < 3 && end > 0 && (w->out[end] & 0xc0) == 0x80; back++)
            end--;
    }
    w->out[end] = '\0';
}

/* Writes a number with the decimal mark of the sentence's language, whatever the C locale is. */
static void put_real(struct writer *w, double value, int digits) {
    if (!isfinite(value)) {
        const char *sign = isnan(value) ? "?" : value < 0 ? "-∞" : "∞";
        put(w, sign, strlen(sign));
        return;
    }
    enum { DIGITS_MAX = 17, SIZE = 352 }; /* DBL_MAX has 309 digits before the decimal mark */
    digits = digits < 0 ? 0 : digits > DIGITS_MAX ? DIGITS_MAX : digits;
    char text[SIZE];
    const int length = snprintf(text, sizeof text, "%.*f", digits, value);
    assert(length > 0 && length < SIZE);
    const char *at = text;
    if (strspn(text, "-0.,") == (size_t)length && *at == '-')
        at++; /* a number that rounds to zero has no sign */
    const size_t whole = strspn(at, "-0123456789");
    put(w, at, whole);
    if (digits > 0) {
        put(w, w->lang == PES_LANG_EL ? "," : ".", 1);
        put(w, text + length - digits, (size_t)digits);
    }
}

static void say(struct writer *w, const struct pes_text *text, const struct pes_arg args[]);

static void put_arg(struct writer *w, const struct pes_arg *arg) {
    char number[24];
    switch (arg->kind) {
    case PES_ARG_INT:
        snprintf(number, sizeof number, "%" PRId64, arg->as.number);
        put(w, number, strlen(number));
        break;
    case PES_ARG_REAL:
        put_real(w, arg->as.real, arg->digits);
        break;
    case PES_ARG_STR:
        put(w, arg->as.str, strlen(arg->as.str));
        break;
    case PES_ARG_TEXT:
        say(w, arg->as.text, PES_NO_ARGS);
        break;
    case PES_ARG_WORDS:
        put(w, arg->as.text->in[w->lang], strlen(arg->as.text->in[w->lang]));
        break;
    case PES_ARG_END:
        break;
    }
}

/* A placeholder for an argument, {1} or {1|one|other}. */
struct place {
    int number; /* from 1 */
    const char *one, *other;
    size_t one_length, other_length;
    size_t length; /* of the whole placeholder */
};

/* Reads the placeholder at `at`; false if there is none. */
static bool place_read(const char *at, struct place *out) {
    const char *end = strchr(at, '}');
    if (at[0] != '{' || at[1] < '1' || at[1] > '9' || !end)
        return false;
    *out = (struct place){.number = at[1] - '0', .length = (size_t)(end - at) + 1};
    if (at + 2 == end)
        return true;
    const char *bar = memchr(at + 3, '|', (size_t)(end - at) - 3);
    if (at[2] != '|' || !bar)
        return false;
    out->one = at + 3;
    out->one_length = (size_t)(bar - out->one);
    out->other = bar + 1;
    out->other_length = (size_t)(end - out->other);
    return true;
}

/* Writes the argument of a placeholder, or the word it chooses. */
static void put_place(struct writer *w, const struct place *place, const struct pes_arg args[]) {
    for (int i = 0; i < place->number; i++)
        if (args[i].kind == PES_ARG_END)
            return; /* the argument was not given */
    const struct pes_arg *arg = &args[place->number - 1];
    if (!place->one)
        put_arg(w, arg);
    else if (arg->kind == PES_ARG_INT && arg->as.number == 1)
        put(w, place->one, place->one_length);
    else
        put(w, place->other, place->other_length);
}

static void say(struct writer *w, const struct pes_text *text, const struct pes_arg args[]) {
    const char *at = text->in[w->lang];
    while (*at) {
        const size_t plain = strcspn(at, "{");
        put(w, at, plain);
        at += plain;
        struct place place;
        if (*at == '\0') {
            break;
        } else if (place_read(at, &place)) {
            put_place(w, &place, args);
            at += place.length;
        } else {
            /* "{{", or a mistake in the sentence, which is shown unchanged. */
            put(w, "{", 1);
            at += at[1] == '{' ? 2 : 1;
        }
    }
}

size_t pes_say(enum pes_lang lang, const struct pes_text *text, const struct pes_arg args[],
               char *out, size_t cap) {
    assert((unsigned)lang < PES_LANG_COUNT);
    assert(out != NULL || cap == 0);
    struct writer w = {.lang = lang, .out = out, .cap = cap};
    say(&w, text, args);
    finish(&w);
    return w.need;
}

const char *pes_lang_code(enum pes_lang lang) {
    static const char *const codes[PES_LANG_COUNT] = {[PES_LANG_EN] = "en", [PES_LANG_EL] = "el"};
    assert((unsigned)lang < PES_LANG_COUNT);
    return codes[lang];
}

int pes_lang_parse(const char *word) {
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        if (strcmp(word, pes_lang_code((enum pes_lang)lang)) == 0)
            return lang;
    return -1;
}

enum pes_lang pes_lang_of_locale(const char *locale) {
    /* A locale is language[_COUNTRY][.encoding][@modifier]; some write '-' for '_'. */
    const bool greek = locale && strncmp(locale, "el", 2) == 0 && strchr("_-.@", locale[2]);
    return greek ? PES_LANG_EL : PES_LANG_EN;
}

struct pes_arg text_value(double value, int digits) {
    const double exact_max = 1e15; /* up to here a double has all whole numbers */
    const bool whole = value > -exact_max && value < exact_max && value == (double)(int64_t)value;
    return whole ? PES_INT((int64_t)value) : PES_REAL(value, digits);
}
