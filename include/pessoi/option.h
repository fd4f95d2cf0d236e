/* Options: `key=value,key=value`, for variants of a game and for agents.
 *
 * A game or an agent describes its options in a table; parsing, defaults, ranges, help and error
 * messages are common to all of them. A parsed list is a `struct pes_values`: plain bytes, copied
 * by assignment. Values are indexed by place, the index of the option in its table, so that reading
 * one in a hot loop is an array access. */
#ifndef PES_OPTION_H
#define PES_OPTION_H

#include "pessoi/err.h"

#include <stdbool.h>

enum {
    PES_OPTIONS_MAX = 16,        /* options in a table */
    PES_OPTIONS_TEXT_MAX = 2048, /* bytes of a list as text, NUL included */
    PES_CHOICES_MAX = 32         /* words of a PES_OPTION_CHOICE */
};

enum pes_option_kind {
    PES_OPTION_INT,    /* a whole number in min..max */
    PES_OPTION_CHOICE, /* one of the words of `choices`; its number is the word's place, from 0 */
    PES_OPTION_TEXT,   /* free text without ',' and '='; the owner checks it */
    PES_OPTION_REST    /* the whole list is this one value, whatever it contains, without a key: the
                        * command line of a program. The only option of its table. */
};

struct pes_option {
    const char *key; /* lower case, words joined by '-'; NULL ends a table */
    enum pes_option_kind kind;
    const char *def;     /* the default, as text */
    int64_t min, max;    /* PES_OPTION_INT */
    const char *choices; /* PES_OPTION_CHOICE: "free|ko" */
    struct pes_text help;

    /* For people: "Board size", and one text per word of `choices`, in their order, ended by a text
     * with NULL members. NULL: the key and the words themselves. */
    struct pes_text title;
    const struct pes_text *choice_titles;

    /* For agents that search in another variant than the one played: the key of the game's option
     * that this option replaces there (Boats' `model` replaces `rule`). NULL: an ordinary option.
     */
    const char *variant_key;

    /* The default depends on other options (Crush's `limit` on `scoring`), and `def` is only the
     * usual one: open() checks whether the option was given, and the canonical list contains it
     * whenever it was. */
    bool def_follows;

    /* For agents. `costly`: a larger number costs threads or memory, not only time, so the server
     * does not let its visitors raise it. `limits_search`: if given, it limits the search.
     * `names_file`: its text is the path of a file or folder, so a worker of a queue accepts it
     * only if its operator does. */
    bool costly;
    bool limits_search;
    bool names_file;
};

struct pes_values {
    const struct pes_option *options; /* borrowed: the table they were read against */
    int32_t count;
    bool given[PES_OPTIONS_MAX];     /* was it in the list, or is it the default? */
    int64_t number[PES_OPTIONS_MAX]; /* INT and CHOICE, by place */
    uint16_t at[PES_OPTIONS_MAX];    /* by place: the offset of the value's text in `pool` */
    uint16_t pool_used;              /* bytes */
    char pool[PES_OPTIONS_TEXT_MAX]; /* NUL-terminated texts */
};

/* Reads a list (NULL or "" is the empty one) against a table that ends with a NULL key. A key may
 * occur only once. Fails with SYNTAX, UNKNOWN, RANGE or LIMIT. */
PES_API PES_MUST_USE enum pes_err pes_values_parse(const struct pes_option *options,
                                                   const char *text, struct pes_values *out,
                                                   struct pes_note *note);

/* Sets one option, whether it was given before or not. */
PES_API PES_MUST_USE enum pes_err pes_values_set(struct pes_values *values, const char *key,
                                                 const char *value, struct pes_note *note);

/* The place of a key in the table, or -1. */
PES_API int pes_values_find(const struct pes_values *values, const char *key);

/* The value as text, by place. */
PES_API const char *pes_values_text(const struct pes_values *values, int place);

/* The canonical list: the given options that differ from their defaults or have `def_follows`, in
 * table order. */
PES_API void pes_values_format(const struct pes_values *values, char out[PES_OPTIONS_TEXT_MAX]);

/* The same options in words, for people: "Rule: ko · Lake: shuffled"; "" if there are none. Returns
 * the length as pes_say() does. */
PES_API size_t pes_values_say(const struct pes_values *values, enum pes_lang lang, char *out,
                              size_t cap);

/* Word `place` of a PES_OPTION_CHOICE, from 0, not NUL-terminated; NULL if there are fewer. */
PES_API const char *pes_option_choice(const struct pes_option *option, int place, size_t *length);

/* The allowed values, for help and messages: "1..10", "free|ko", "text". Returns `out`. */
PES_API const char *pes_option_range(const struct pes_option *option, char *out, size_t cap);

#endif
