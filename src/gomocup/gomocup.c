/* Parser and formatter of the Gomocup protocol: each function take_..() consumes a part of the
 * line, and a command is valid only if its arguments consume all of it. */
#include "gomocup/gomocup.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* The part of a line that is not parsed yet. */
struct rest {
    const char *at;
    size_t length;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Not tolower(), which depends on the locale. */
static char lower(char c) {
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    return c;
}

static void skip(struct rest *rest, size_t count) {
    assert(count <= rest->length);
    rest->at += count;
    rest->length -= count;
}

static void skip_blanks(struct rest *rest) {
    while (rest->length > 0 && is_blank(rest->at[0]))
        skip(rest, 1);
}

/* Takes the next word, up to a blank, and the blanks after it. */
static struct rest take_word(struct rest *rest) {
    skip_blanks(rest);
    struct rest word = {rest->at, 0};
    while (rest->length > 0 && !is_blank(rest->at[0])) {
        skip(rest, 1);
        word.length++;
    }
    skip_blanks(rest);
    return word;
}

/* Is the word, in any case, this name in lower case? */
static bool same_word(struct rest word, const char *name) {
    size_t i = 0;
    while (i < word.length && name[i] != '\0' && lower(word.at[i]) == name[i])
        i++;
    return i == word.length && name[i] == '\0';
}

/* Takes an integer with an optional sign, clamped to -max..max; false if there is none. */
static bool take_number(struct rest *rest, int64_t max, int64_t *out) {
    skip_blanks(rest);
    const bool negative = rest->length > 0 && rest->at[0] == '-';
    const size_t sign = negative || (rest->length > 0 && rest->at[0] == '+');
    if (rest->length <= sign || !is_digit(rest->at[sign]))
        return false;
    assert(max >= 9);
    skip(rest, sign);
    int64_t number = 0;
    while (rest->length > 0 && is_digit(rest->at[0])) {
        const int digit = rest->at[0] - '0';
        number = number > (max - digit) / 10 ? max : number * 10 + digit;
        skip(rest, 1);
    }
    skip_blanks(rest);
    *out = negative ? -number : number;
    return true;
}

static bool take_comma(struct rest *rest) {
    if (rest->length == 0 || rest->at[0] != ',')
        return false;
    skip(rest, 1);
    return true;
}

/* "x,y" */
static bool take_point(struct rest *rest, struct gomocup_point *out) {
    int64_t x, y;
    if (!take_number(rest, GOMOCUP_NUMBER_MAX, &x) || !take_comma(rest) ||
        !take_number(rest, GOMOCUP_NUMBER_MAX, &y))
        return false;
    *out = (struct gomocup_point){(int32_t)x, (int32_t)y};
    return true;
}

/* ",1" to ",3", or nothing at all. */
static bool take_field(struct rest *rest, enum gomocup_field *out) {
    int64_t field;
    *out = GOMOCUP_FIELD_NONE;
    if (rest->length == 0)
        return true;
    if (!take_comma(rest) || !take_number(rest, GOMOCUP_NUMBER_MAX, &field))
        return false;
    if (field < GOMOCUP_FIELD_OWN || field > GOMOCUP_FIELD_CLOSED)
        return false;
    *out = (enum gomocup_field)field;
    return true;
}

static bool parse_size(struct rest *rest, struct gomocup_command *command) {
    int64_t size;
    if (!take_number(rest, GOMOCUP_NUMBER_MAX, &size))
        return false;
    command->size = (int32_t)size;
    return true;
}

static bool parse_point(struct rest *rest, struct gomocup_command *command) {
    return take_point(rest, &command->point);
}

static bool parse_stone(struct rest *rest, struct gomocup_command *command) {
    return take_point(rest, &command->point) && take_field(rest, &command->field);
}

/* A key that we do not use may have any value, for example a path with blanks. */
static bool parse_info(struct rest *rest, struct gomocup_command *command) {
    static const struct {
        const char *name;
        enum gomocup_key key;
    } keys[] = {
        {"timeout_turn", GOMOCUP_KEY_TIMEOUT_TURN},
        {"timeout_match", GOMOCUP_KEY_TIMEOUT_MATCH},
        {"time_left", GOMOCUP_KEY_TIME_LEFT},
        {"max_memory", GOMOCUP_KEY_MAX_MEMORY},
        {"rule", GOMOCUP_KEY_RULE},
    };
    const struct rest word = take_word(rest);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (same_word(word, keys[i].name)) {
            command->key = keys[i].key;
            return take_number(rest, INT64_MAX, &command->value);
        }
    }
    skip(rest, rest->length);
    return true;
}

/* Accepts any arguments: RECTSTART is always refused. */
static bool parse_anything(struct rest *rest, struct gomocup_command *command) {
    (void)command;
    skip(rest, rest->length);
    return true;
}

static const struct {
    const char *name;
    enum gomocup_verb verb;
    bool (*parse)(struct rest *rest, struct gomocup_command *command); /* NULL: no arguments */
} verbs[] = {
    {"start", GOMOCUP_START, parse_size}, {"rectstart", GOMOCUP_RECTSTART, parse_anything},
    {"restart", GOMOCUP_RESTART, NULL},   {"begin", GOMOCUP_BEGIN, NULL},
    {"turn", GOMOCUP_TURN, parse_point},  {"takeback", GOMOCUP_TAKEBACK, parse_point},
    {"board", GOMOCUP_BOARD, NULL},       {"swap2board", GOMOCUP_SWAP2BOARD, NULL},
    {"done", GOMOCUP_DONE, NULL},         {"info", GOMOCUP_INFO, parse_info},
    {"about", GOMOCUP_ABOUT, NULL},       {"end", GOMOCUP_END, NULL},
};

/* Clears the members of a bad command, so that they cannot be used by mistake. */
static struct gomocup_command finish(struct gomocup_command command, bool good) {
    return good ? command : (struct gomocup_command){.verb = command.verb, .bad = true};
}

/* Parses a line that begins with a word. */
static struct gomocup_command parse_verb(struct rest rest) {
    const struct rest word = take_word(&rest);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (!same_word(word, verbs[i].name))
            continue;
        struct gomocup_command command = {.verb = verbs[i].verb};
        if (verbs[i].parse != NULL)
            return finish(command, verbs[i].parse(&rest, &command) && rest.length == 0);
        /* "END of the story" is not a command and must not end the program. */
        if (rest.length > 0)
            break;
        return command;
    }
    return (struct gomocup_command){.verb = GOMOCUP_UNKNOWN};
}

struct gomocup_command gomocup_parse(const char *line, size_t length) {
    struct rest rest = {line, length};
    skip_blanks(&rest);
    if (rest.length == 0)
        return (struct gomocup_command){.verb = GOMOCUP_BLANK};
    const char first = rest.at[0];
    if (!is_digit(first) && first != '-' && first != '+')
        return parse_verb(rest);
    struct gomocup_command command = {.verb = GOMOCUP_POINT};
    const bool good = parse_stone(&rest, &command) && rest.length == 0;
    return finish(command, good);
}

const char *gomocup_format_points(const struct gomocup_point points[], int count,
                                  char out[GOMOCUP_LINE_MAX]) {
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++) {
        const int n = snprintf(out + length, GOMOCUP_LINE_MAX - length, "%s%d,%d", i > 0 ? " " : "",
                               points[i].x, points[i].y);
        assert(n > 0);
        assert((size_t)n < GOMOCUP_LINE_MAX - length);
        length += (size_t)n;
    }
    return out;
}

/* Replaces control characters by blanks, so that the text stays one line. */
static const char *one_line(char out[GOMOCUP_LINE_MAX]) {
    for (char *at = out; *at != '\0'; at++) {
        if ((unsigned char)*at < ' ' || *at == '\x7f')
            *at = ' ';
    }
    return out;
}

const char *gomocup_format_text(const char *keyword, const char *sentence,
                                char out[GOMOCUP_LINE_MAX]) {
    snprintf(out, GOMOCUP_LINE_MAX, "%s %s", keyword, sentence);
    return one_line(out);
}

const char *gomocup_format_about(const char *name, const char *version, const char *author,
                                 const char *country, char out[GOMOCUP_LINE_MAX]) {
    assert(strchr(name, '"') == NULL && strchr(version, '"') == NULL);
    assert(strchr(author, '"') == NULL && strchr(country, '"') == NULL);
    snprintf(out, GOMOCUP_LINE_MAX, "name=\"%s\", version=\"%s\", author=\"%s\", country=\"%s\"",
             name, version, author, country);
    return one_line(out);
}
