/* Fuzz target: the Gomocup protocol. Input: lines of a manager, read as those of
 * an engine too. */
#include "fuzz/fuzz.h"

#include "gomocup/gomocup.h"

#include <stdlib.h>

static bool same(const struct gomocup_command *a, const struct gomocup_command *b) {
    return a->verb == b->verb && a->bad == b->bad && a->size == b->size &&
           a->point.x == b->point.x && a->point.y == b->point.y && a->field == b->field &&
           a->key == b->key && a->value == b->value;
}

/* Each command sets the members that it documents, and no others. */
static void check_members(const struct gomocup_command *command) {
    const struct gomocup_command empty = {.verb = command->verb, .bad = command->bad};
    const bool has_members = command->verb == GOMOCUP_START || command->verb == GOMOCUP_TURN ||
                             command->verb == GOMOCUP_TAKEBACK || command->verb == GOMOCUP_POINT ||
                             command->verb == GOMOCUP_INFO || command->verb == GOMOCUP_YXNBEST;
    FUZZ_CHECK(command->verb <= GOMOCUP_YXHASHCLEAR);
    FUZZ_CHECK(command->key <= GOMOCUP_KEY_SHOW_DETAIL);
    FUZZ_CHECK(command->field <= GOMOCUP_FIELD_CLOSED);
    FUZZ_CHECK(has_members || !command->bad);
    FUZZ_CHECK((has_members && !command->bad) || same(command, &empty));
    FUZZ_CHECK(command->verb != GOMOCUP_INFO || command->key != GOMOCUP_KEY_OTHER ||
               command->value == 0);
}

/* Upper or lower case and the kind of line end make no difference. */
static void check_spelling(const char *line, const struct gomocup_command *command) {
    const size_t length = strlen(line);
    char *other = malloc(length + 4);
    FUZZ_CHECK(other != NULL);
    other[0] = ' ';
    for (size_t i = 0; i < length; i++) {
        other[i + 1] = line[i];
        if (line[i] >= 'a' && line[i] <= 'z')
            other[i + 1] = (char)(line[i] - 'a' + 'A');
    }
    other[length + 1] = '\r';
    other[length + 2] = '\n';
    const struct gomocup_command again = gomocup_parse(other, length + 3);
    FUZZ_CHECK(same(command, &again));
    free(other);
}

/* A point is parsed as it is formatted; the reply to any wrong line is one line. */
static void check_answers(const char *line, const struct gomocup_command *command) {
    char text[GOMOCUP_LINE_MAX];
    const struct gomocup_command again =
        gomocup_parse(text, strlen(gomocup_format_points(&command->point, 1, text)));
    FUZZ_CHECK(again.verb == GOMOCUP_POINT && !again.bad);
    FUZZ_CHECK(again.point.x == command->point.x && again.point.y == command->point.y);
    gomocup_format_text("ERROR", line, text);
    FUZZ_CHECK(strlen(text) < GOMOCUP_LINE_MAX && strpbrk(text, "\r\n") == NULL);
}

/* An engine's answer has points exactly if it is a move, and they are read as a manager's are. */
static void check_reply(const char *line) {
    char text[GOMOCUP_LINE_MAX];
    const struct gomocup_reply reply = gomocup_read(line, strlen(line));
    FUZZ_CHECK(reply.kind <= GOMOCUP_SAYS_MESSAGE);
    FUZZ_CHECK(reply.count >= 0 && reply.count <= GOMOCUP_POINTS_MAX);
    FUZZ_CHECK((reply.count > 0) == (reply.kind == GOMOCUP_SAYS_POINTS));
    gomocup_format_points(reply.points, reply.count, text);
    const struct gomocup_reply again = gomocup_read(text, strlen(text));
    FUZZ_CHECK(again.count == reply.count);
    for (int i = 0; i < reply.count; i++)
        FUZZ_CHECK(again.points[i].x == reply.points[i].x &&
                   again.points[i].y == reply.points[i].y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    while (in.length > 0) {
        char line[FUZZ_LINE_MAX];
        fuzz_line(&in, line);
        const struct gomocup_command command = gomocup_parse(line, strlen(line));
        check_members(&command);
        check_spelling(line, &command);
        check_answers(line, &command);
        check_reply(line);
    }
    return 0;
}
