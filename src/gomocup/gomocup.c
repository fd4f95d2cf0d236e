/* Parser and formatter of the Gomocup protocol: each function take_..() consumes a part of the
 * line, and a command is valid only if its arguments consume all of it. */
#include "gomocup/gomocup.h"

#include "core/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static void skip(struct words *rest, size_t count) {
    assert(count <= rest->length);
    rest->at += count;
    rest->length -= count;
}

static void skip_blanks(struct words *rest) {
    *rest = words_trim(*rest);
}

/* Takes the next word and the blanks after it. */
static struct words take_word(struct words *rest) {
    const struct words word = words_take(rest);
    skip_blanks(rest);
    return word;
}

/* Takes an integer with an optional sign, clamped to -max..max; false if there is none. */
static bool take_number(struct words *rest, int64_t max, int64_t *out) {
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

static bool take_comma(struct words *rest) {
    if (rest->length == 0 || rest->at[0] != ',')
        return false;
    skip(rest, 1);
    return true;
}

/* "x,y" */
static bool take_point(struct words *rest, struct gomocup_point *out) {
    int64_t x, y;
    if (!take_number(rest, GOMOCUP_NUMBER_MAX, &x) || !take_comma(rest) ||
        !take_number(rest, GOMOCUP_NUMBER_MAX, &y))
        return false;
    *out = (struct gomocup_point){(int32_t)x, (int32_t)y};
    return true;
}

/* ",1" to ",3", or nothing at all. */
static bool take_field(struct words *rest, enum gomocup_field *out) {
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

static bool parse_size(struct words *rest, struct gomocup_command *command) {
    int64_t size;
    if (!take_number(rest, GOMOCUP_NUMBER_MAX, &size))
        return false;
    command->size = (int32_t)size;
    return true;
}

static bool parse_point(struct words *rest, struct gomocup_command *command) {
    return take_point(rest, &command->point);
}

static bool parse_stone(struct words *rest, struct gomocup_command *command) {
    return take_point(rest, &command->point) && take_field(rest, &command->field);
}

/* A key that we do not use may have any value, for example a path with blanks. */
static bool parse_info(struct words *rest, struct gomocup_command *command) {
    static const struct {
        const char *name;
        enum gomocup_key key;
    } keys[] = {
        {"timeout_turn", GOMOCUP_KEY_TIMEOUT_TURN},
        {"timeout_match", GOMOCUP_KEY_TIMEOUT_MATCH},
        {"time_left", GOMOCUP_KEY_TIME_LEFT},
        {"max_memory", GOMOCUP_KEY_MAX_MEMORY},
        {"rule", GOMOCUP_KEY_RULE},
        {"time_increment", GOMOCUP_KEY_TIME_INCREMENT},
        {"max_node", GOMOCUP_KEY_MAX_NODE},
        {"max_depth", GOMOCUP_KEY_MAX_DEPTH},
        {"thread_num", GOMOCUP_KEY_THREAD_NUM},
        {"hash_size", GOMOCUP_KEY_HASH_SIZE},
        {"show_detail", GOMOCUP_KEY_SHOW_DETAIL},
    };
    const struct words word = take_word(rest);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (words_like(word, keys[i].name)) {
            command->key = keys[i].key;
            return take_number(rest, INT64_MAX, &command->value);
        }
    }
    skip(rest, rest->length);
    return true;
}

static bool parse_count(struct words *rest, struct gomocup_command *command) {
    return take_number(rest, GOMOCUP_NUMBER_MAX, &command->value) && command->value >= 1;
}

/* Accepts any arguments: RECTSTART is always refused. */
static bool parse_anything(struct words *rest, struct gomocup_command *command) {
    (void)command;
    skip(rest, rest->length);
    return true;
}

static const struct {
    const char *name;
    enum gomocup_verb verb;
    bool (*parse)(struct words *rest, struct gomocup_command *command); /* NULL: no arguments */
} verbs[] = {
    {"start", GOMOCUP_START, parse_size},
    {"rectstart", GOMOCUP_RECTSTART, parse_anything},
    {"restart", GOMOCUP_RESTART, NULL},
    {"begin", GOMOCUP_BEGIN, NULL},
    {"turn", GOMOCUP_TURN, parse_point},
    {"takeback", GOMOCUP_TAKEBACK, parse_point},
    {"board", GOMOCUP_BOARD, NULL},
    {"swap2board", GOMOCUP_SWAP2BOARD, NULL},
    {"done", GOMOCUP_DONE, NULL},
    {"info", GOMOCUP_INFO, parse_info},
    {"about", GOMOCUP_ABOUT, NULL},
    {"end", GOMOCUP_END, NULL},
    {"yxboard", GOMOCUP_YXBOARD, NULL},
    {"yxnbest", GOMOCUP_YXNBEST, parse_count},
    {"yxstop", GOMOCUP_YXSTOP, NULL},
    {"stop", GOMOCUP_YXSTOP, NULL},
    {"yxshowforbid", GOMOCUP_YXSHOWFORBID, NULL},
    {"yxshowinfo", GOMOCUP_YXSHOWINFO, NULL},
    {"yxhashclear", GOMOCUP_YXHASHCLEAR, NULL},
};

/* Clears the members of a bad command, so that they cannot be used by mistake. */
static struct gomocup_command finish(struct gomocup_command command, bool good) {
    return good ? command : (struct gomocup_command){.verb = command.verb, .bad = true};
}

/* Parses a line that begins with a word. */
static struct gomocup_command parse_verb(struct words rest) {
    const struct words word = take_word(&rest);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (!words_like(word, verbs[i].name))
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
    struct words rest = {line, length};
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

/* One to GOMOCUP_POINTS_MAX points with blanks between them; false: anything else. */
static bool read_points(struct words rest, struct gomocup_reply *out) {
    while (rest.length > 0 && out->count < GOMOCUP_POINTS_MAX) {
        if (!take_point(&rest, &out->points[out->count]))
            return false;
        out->count++;
    }
    return rest.length == 0 && out->count > 0;
}

struct gomocup_reply gomocup_read(const char *line, size_t length) {
    static const struct {
        const char *name;
        enum gomocup_kind kind;
    } words[] = {
        {"ok", GOMOCUP_SAYS_OK},           {"swap", GOMOCUP_SAYS_SWAP},
        {"unknown", GOMOCUP_SAYS_UNKNOWN}, {"error", GOMOCUP_SAYS_ERROR},
        {"message", GOMOCUP_SAYS_MESSAGE}, {"debug", GOMOCUP_SAYS_MESSAGE},
        {"suggest", GOMOCUP_SAYS_MESSAGE},
    };
    struct words rest = {line, length};
    skip_blanks(&rest);
    if (rest.length == 0)
        return (struct gomocup_reply){.kind = GOMOCUP_SAYS_NOTHING};
    struct gomocup_reply points = {.kind = GOMOCUP_SAYS_POINTS};
    if (read_points(rest, &points))
        return points;
    const struct words word = take_word(&rest);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words_like(word, words[i].name))
            return (struct gomocup_reply){.kind = words[i].kind};
    return (struct gomocup_reply){.kind = GOMOCUP_SAYS_OTHER};
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

const char *gomocup_format_forbid(const struct gomocup_point points[], int count,
                                  char out[GOMOCUP_FORBID_SIZE]) {
    assert(count <= GOMOCUP_FORBID_MAX);
    size_t length = (size_t)snprintf(out, GOMOCUP_FORBID_SIZE, "FORBID ");
    for (int i = 0; i < count; i++) {
        assert(points[i].x >= 0 && points[i].x < 100 && points[i].y >= 0 && points[i].y < 100);
        length += (size_t)snprintf(out + length, GOMOCUP_FORBID_SIZE - length, "%02d%02d",
                                   points[i].x, points[i].y);
    }
    snprintf(out + length, GOMOCUP_FORBID_SIZE - length, ".");
    return out;
}

/* "7,7 8,8 ..": as many points as fit. */
static void format_row(const struct gomocup_line *line, char *out, size_t size) {
    enum { POINT_MAX = 24 }; /* bytes of a point, the blank before it and NUL included */
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < line->point_count && length + POINT_MAX < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%d,%d", i > 0 ? " " : "",
                                   line->points[i].x, line->points[i].y);
}

/* "+M7", "-M4" or "123". */
static void format_value(const struct gomocup_line *line, char out[16]) {
    if (line->has_mate && line->mate != 0)
        snprintf(out, 16, "%sM%d", line->mate > 0 ? "+" : "-", abs(line->mate));
    else
        snprintf(out, 16, "%d", line->has_mate ? 0 : line->score);
}

const char *gomocup_format_report(const struct gomocup_line *line, char out[GOMOCUP_REPORT_SIZE]) {
    char value[16], points[GOMOCUP_LINE_MAX / 2];
    format_value(line, value);
    const int64_t ms = line->time_ms > 0 ? line->time_ms : 1;
    int length = snprintf(out, GOMOCUP_REPORT_SIZE,
                          "INFO PV %d\nINFO NUMPV %d\nINFO DEPTH %d\nINFO TOTALNODES %" PRIu64
                          "\nINFO TOTALTIME %" PRId64 "\nINFO SPEED %" PRIu64 "\nINFO EVAL %s\n",
                          line->index, line->lines, line->depth, line->nodes, line->time_ms,
                          line->nodes * 1000 / (uint64_t)ms, value);
    if (line->chance >= 0)
        length += snprintf(out + length, GOMOCUP_REPORT_SIZE - (size_t)length,
                           "INFO WINRATE %.4f\n", line->chance);
    format_row(line, points, sizeof points);
    snprintf(out + length, GOMOCUP_REPORT_SIZE - (size_t)length, "INFO BESTLINE %s\nINFO PV DONE",
             points);
    return out;
}

const char *gomocup_format_summary(const struct gomocup_line *line, char out[GOMOCUP_REPORT_SIZE]) {
    char value[16], points[GOMOCUP_LINE_MAX / 2];
    format_value(line, value);
    format_row(line, points, sizeof points);
    snprintf(out, GOMOCUP_REPORT_SIZE, "MESSAGE (%d) %s | %d | %s", line->index + 1, value,
             line->depth, points);
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
