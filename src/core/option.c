/* Options as text against a table: parsing, defaults and the canonical list.
 *
 * A list is first split into one slice per place of the table, then settle() checks all values and
 * builds a new struct pes_values from nothing, so that an error leaves the old one unchanged. */
#include "pessoi/option.h"
#include "core/nearest.h"
#include "core/str.h"
#include "core/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A part of a text, borrowed. */
struct slice {
    const char *text;
    size_t length;
    int32_t pos; /* its column, from 1; 0: it does not come from a list */
};

static struct slice slice_of(const char *text) {
    return (struct slice){.text = text, .length = strlen(text)};
}

static bool slice_is(struct slice a, const char *word) {
    return strlen(word) == a.length && memcmp(a.text, word, a.length) == 0;
}

static bool takes_rest(const struct pes_option *options) {
    return options && options->key && options->kind == PES_OPTION_REST;
}

static int count_options(const struct pes_option *options) {
    int count = 0;
    while (options && options[count].key)
        count++;
    assert(count <= PES_OPTIONS_MAX);
    assert(!takes_rest(options) || count == 1);
    return count;
}

/* The place of a key in a table, or -1. */
static int find(const struct pes_option *options, int count, struct slice key) {
    for (int i = 0; i < count; i++)
        if (slice_is(key, options[i].key))
            return i;
    return -1;
}

/* The known keys, joined by commas; ".." replaces those that do not fit. */
static void list_keys(const struct pes_option *options, char *out, size_t cap) {
    size_t used = 0;
    for (int i = 0; options[i].key; i++) {
        const char *comma = i > 0 ? ", " : "";
        const size_t need = strlen(comma) + strlen(options[i].key);
        if (used + need + sizeof ", .." > cap) {
            snprintf(out + used, cap - used, "%s..", comma);
            return;
        }
        used += (size_t)snprintf(out + used, cap - used, "%s%s", comma, options[i].key);
    }
}

/* Refuses an unknown key: suggests the nearest one, or lists all of them. */
static enum pes_err refuse_key(const struct pes_option *options, struct slice key,
                               struct pes_note *note) {
    char quote[PES_QUOTE_SIZE], known[96];
    pes_quote(key.text, key.length, quote);
    if (!options || !options->key)
        return pes_note_say(note, PES_ERR_UNKNOWN, key.pos, TEXT(option_none),
                            PES_ARGS(PES_STR(quote)));
    struct nearest nearest = {.word = NULL};
    for (const struct pes_option *option = options; option->key; option++)
        nearest_offer(&nearest, key.text, key.length, option->key);
    if (nearest.word)
        return pes_note_say(note, PES_ERR_UNKNOWN, key.pos, TEXT(option_unknown_near),
                            PES_ARGS(PES_STR(quote), PES_STR(nearest.word)));
    list_keys(options, known, sizeof known);
    return pes_note_say(note, PES_ERR_UNKNOWN, key.pos, TEXT(option_unknown),
                        PES_ARGS(PES_STR(quote), PES_STR(known)));
}

/* Refuses a value with the sentence `why`: {1} key, {2} value, {3} allowed values. */
static enum pes_err refuse_value(const struct pes_option *option, struct slice value,
                                 enum pes_err err, const struct pes_text *why,
                                 struct pes_note *note) {
    char quote[PES_QUOTE_SIZE], range[PES_NOTE_MAX];
    return pes_note_say(note, err, value.pos, why,
                        PES_ARGS(PES_STR(option->key),
                                 PES_STR(pes_quote(value.text, value.length, quote)),
                                 PES_STR(pes_option_range(option, range, sizeof range))));
}

const char *pes_option_choice(const struct pes_option *option, int place, size_t *length) {
    assert(option->kind == PES_OPTION_CHOICE);
    assert(place >= 0);
    const char *word = option->choices;
    for (; place > 0 && word; place--) {
        word = strchr(word, '|');
        word = word ? word + 1 : NULL;
    }
    *length = word ? strcspn(word, "|") : 0;
    return word;
}

enum number { NUMBER_GOOD, NUMBER_NONE /* not a number */, NUMBER_TOO_LARGE /* for 64 bits */ };

/* Reads decimal digits after an optional '-'. strtoll() would also accept " 5", "+5" and a part of
 * the slice. */
static enum number read_number(struct slice value, int64_t *out) {
    const bool negative = value.length > 0 && value.text[0] == '-';
    bool large = false;
    int64_t sum = 0; /* the negated number, because -INT64_MIN does not exist */
    if (value.length == (negative ? 1 : 0))
        return NUMBER_NONE;
    for (size_t i = negative ? 1 : 0; i < value.length; i++) {
        const char c = value.text[i];
        if (c < '0' || c > '9')
            return NUMBER_NONE;
        large = large || __builtin_mul_overflow(sum, 10, &sum) ||
                __builtin_sub_overflow(sum, c - '0', &sum);
    }
    if (large || (!negative && sum == INT64_MIN))
        return NUMBER_TOO_LARGE;
    *out = negative ? sum : -sum;
    return NUMBER_GOOD;
}

static enum pes_err read_int(const struct pes_option *option, struct slice value, int64_t *out,
                             struct pes_note *note) {
    assert(option->min <= option->max);
    const enum number kind = read_number(value, out);
    if (kind == NUMBER_NONE)
        return refuse_value(option, value, PES_ERR_SYNTAX, TEXT(option_not_number), note);
    if (kind == NUMBER_TOO_LARGE || *out < option->min || *out > option->max)
        return refuse_value(option, value, PES_ERR_RANGE, TEXT(option_out_of_range), note);
    return PES_ERR_OK;
}

static enum pes_err read_choice(const struct pes_option *option, struct slice value, int64_t *out,
                                struct pes_note *note) {
    size_t length = 0;
    const char *word;
    for (int place = 0; (word = pes_option_choice(option, place, &length)) != NULL; place++) {
        assert(place < PES_CHOICES_MAX);
        if (length == value.length && memcmp(word, value.text, length) == 0) {
            *out = place;
            return PES_ERR_OK;
        }
    }
    return refuse_value(option, value, PES_ERR_RANGE, TEXT(option_not_choice), note);
}

/* Checks one value and reads its number, 0 for text. */
static enum pes_err read_value(const struct pes_option *option, struct slice value, int64_t *out,
                               struct pes_note *note) {
    *out = 0;
    switch (option->kind) {
    case PES_OPTION_INT:
        return read_int(option, value, out, note);
    case PES_OPTION_CHOICE:
        return read_choice(option, value, out, note);
    case PES_OPTION_REST:
        return PES_ERR_OK;
    case PES_OPTION_TEXT:
        break;
    }
    if (memchr(value.text, '=', value.length) || memchr(value.text, ',', value.length))
        return refuse_value(option, value, PES_ERR_SYNTAX, TEXT(option_bad_value), note);
    return PES_ERR_OK;
}

static enum pes_err refuse_length(struct pes_note *note) {
    return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(option_too_long),
                        PES_ARGS(PES_INT(PES_OPTIONS_TEXT_MAX - 1)));
}

/* Is this option part of the canonical list? */
static bool is_listed(const struct pes_values *values, int i) {
    const struct pes_option *option = &values->options[i];
    return values->given[i] &&
           (option->def_follows || strcmp(pes_values_text(values, i), option->def) != 0);
}

/* Appends the text of option i to the pool; false if it does not fit. Numbers are formatted again,
 * so that "007" and "7" are the same variant. */
static bool pool_add(struct pes_values *values, int i, struct slice value) {
    char number[24];
    if (values->options[i].kind == PES_OPTION_INT) {
        snprintf(number, sizeof number, "%" PRId64, values->number[i]);
        value = slice_of(number);
    }
    if (value.length >= (size_t)(PES_OPTIONS_TEXT_MAX - values->pool_used))
        return false;
    assert(values->pool_used + value.length < sizeof values->pool);
    values->at[i] = values->pool_used;
    memcpy(values->pool + values->pool_used, value.text, value.length);
    values->pool[values->pool_used + value.length] = '\0';
    values->pool_used = (uint16_t)(values->pool_used + value.length + 1);
    return true;
}

/* Fills *out from one text per place; NULL is the default. The result is sure to fit into the
 * buffer of pes_values_format(). On error *out is unchanged. */
static enum pes_err settle(const struct pes_option *options, int count,
                           const struct slice given[PES_OPTIONS_MAX], struct pes_values *out,
                           struct pes_note *note) {
    struct pes_values next = {.options = options, .count = count};
    size_t listed = 0; /* bytes of the canonical list, with a comma or the NUL after each item */
    for (int i = 0; i < count; i++) {
        next.given[i] = given[i].text != NULL;
        const struct slice value = next.given[i] ? given[i] : slice_of(options[i].def);
        const enum pes_err err = read_value(&options[i], value, &next.number[i], note);
        if (err)
            return err;
        if (!pool_add(&next, i, value))
            return refuse_length(note);
        if (is_listed(&next, i))
            listed += strlen(options[i].key) + 1 + strlen(pes_values_text(&next, i)) + 1;
    }
    if (listed > PES_OPTIONS_TEXT_MAX)
        return refuse_length(note);
    *out = next;
    return PES_ERR_OK;
}

/* Splits one item, key=value, and stores the value at its place in `given`. */
static enum pes_err read_item(const struct pes_option *options, int count, struct slice item,
                              struct slice given[PES_OPTIONS_MAX], struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    if (item.length == 0)
        return pes_note_say(note, PES_ERR_SYNTAX, item.pos, TEXT(option_empty_item), PES_NO_ARGS);
    const char *equals = memchr(item.text, '=', item.length);
    struct slice key = item;
    key.length = equals ? (size_t)(equals - item.text) : item.length;
    if (key.length == 0)
        return pes_note_say(note, PES_ERR_SYNTAX, item.pos, TEXT(option_no_key), PES_NO_ARGS);
    const int i = find(options, count, key);
    if (i < 0)
        return refuse_key(options, key, note);
    if (!equals)
        return pes_note_say(note, PES_ERR_SYNTAX, item.pos, TEXT(option_no_value),
                            PES_ARGS(PES_STR(pes_quote(key.text, key.length, quote))));
    if (given[i].text)
        return pes_note_say(note, PES_ERR_SYNTAX, item.pos, TEXT(option_twice),
                            PES_ARGS(PES_STR(options[i].key)));
    given[i] = (struct slice){.text = equals + 1,
                              .length = item.length - key.length - 1,
                              .pos = item.pos + (int32_t)key.length + 1};
    return PES_ERR_OK;
}

/* Refuses control characters and invalid UTF-8: options are printed on terminals and in records. */
static enum pes_err check_characters(struct slice text, struct pes_note *note) {
    for (size_t i = 0; i < text.length;) {
        const int count = utf8_char(text.text + i, text.length - i);
        if (utf8_control(text.text + i, count))
            return pes_note_say(note, PES_ERR_SYNTAX, text.pos > 0 ? text.pos + (int32_t)i : 0,
                                TEXT(option_bad_character), PES_NO_ARGS);
        i += (size_t)count;
    }
    return PES_ERR_OK;
}

enum pes_err pes_values_parse(const struct pes_option *options, const char *text,
                              struct pes_values *out, struct pes_note *note) {
    const int count = count_options(options);
    struct slice given[PES_OPTIONS_MAX] = {{.text = NULL}};
    const size_t length = text ? strnlen(text, PES_OPTIONS_TEXT_MAX) : 0;
    if (length == PES_OPTIONS_TEXT_MAX)
        return refuse_length(note);
    enum pes_err err = PES_ERR_OK;
    if (length > 0)
        err = check_characters((struct slice){.text = text, .length = length, .pos = 1}, note);
    if (!err && length > 0 && takes_rest(options)) {
        given[0] = (struct slice){.text = text, .length = length, .pos = 1};
        return settle(options, count, given, out, note);
    }
    /* An item ends at a comma or at the end; a comma at the end is followed by an empty item. */
    for (size_t at = 0; !err && length > 0 && at <= length;) {
        const size_t item = strcspn(text + at, ",");
        err = read_item(options, count,
                        (struct slice){.text = text + at, .length = item, .pos = (int32_t)at + 1},
                        given, note);
        at += item + 1;
    }
    return err ? err : settle(options, count, given, out, note);
}

enum pes_err pes_values_set(struct pes_values *values, const char *key, const char *value,
                            struct pes_note *note) {
    const int place = pes_values_find(values, key);
    if (place < 0)
        return refuse_key(values->options, slice_of(key), note);
    if (strnlen(value, PES_OPTIONS_TEXT_MAX) == PES_OPTIONS_TEXT_MAX)
        return refuse_length(note);
    const enum pes_err err = check_characters(slice_of(value), note);
    if (err)
        return err;
    /* The slices refer to *values itself, which settle() replaces only after reading them. */
    struct slice given[PES_OPTIONS_MAX] = {{.text = NULL}};
    for (int i = 0; i < values->count; i++)
        if (values->given[i])
            given[i] = slice_of(pes_values_text(values, i));
    given[place] = slice_of(value);
    return settle(values->options, values->count, given, values, note);
}

int pes_values_find(const struct pes_values *values, const char *key) {
    return find(values->options, values->count, slice_of(key));
}

const char *pes_values_text(const struct pes_values *values, int place) {
    assert(place >= 0);
    assert(place < values->count);
    return values->pool + values->at[place];
}

void pes_values_format(const struct pes_values *values, char out[PES_OPTIONS_TEXT_MAX]) {
    size_t used = 0;
    out[0] = '\0';
    if (takes_rest(values->options)) {
        snprintf(out, PES_OPTIONS_TEXT_MAX, "%s", pes_values_text(values, 0));
        return;
    }
    for (int i = 0; i < values->count; i++) {
        if (!is_listed(values, i))
            continue;
        used += (size_t)snprintf(out + used, PES_OPTIONS_TEXT_MAX - used, "%s%s=%s",
                                 used > 0 ? "," : "", values->options[i].key,
                                 pes_values_text(values, i));
        assert(used < PES_OPTIONS_TEXT_MAX);
    }
}

/* The value in words: the title of a choice, otherwise its text. */
static const char *say_value(const struct pes_values *values, int i, enum pes_lang lang) {
    const struct pes_option *option = &values->options[i];
    if (option->kind != PES_OPTION_CHOICE || option->choice_titles == NULL)
        return pes_values_text(values, i);
    const char *title = option->choice_titles[values->number[i]].in[lang];
    return title ? title : pes_values_text(values, i);
}

size_t pes_values_say(const struct pes_values *values, enum pes_lang lang, char *out, size_t cap) {
    size_t used = 0;
    if (cap > 0)
        out[0] = '\0';
    for (int i = 0; i < values->count; i++) {
        if (!is_listed(values, i))
            continue;
        const struct pes_option *option = &values->options[i];
        const char *title = option->title.in[lang] ? option->title.in[lang] : option->key;
        const size_t at = used < cap ? used : cap;
        used += pes_say(lang, used > 0 ? TEXT(option_said_next) : TEXT(option_said),
                        PES_ARGS(PES_STR(title), PES_STR(say_value(values, i, lang))),
                        at < cap ? out + at : NULL, cap - at);
    }
    return used;
}

const char *pes_option_range(const struct pes_option *option, char *out, size_t cap) {
    assert(cap > 0);
    switch (option->kind) {
    case PES_OPTION_INT:
        snprintf(out, cap, "%" PRId64 "..%" PRId64, option->min, option->max);
        break;
    case PES_OPTION_CHOICE:
        snprintf(out, cap, "%s", option->choices);
        break;
    case PES_OPTION_TEXT:
    case PES_OPTION_REST:
        snprintf(out, cap, "text");
        break;
    }
    return out;
}
