/* Fuzz target: UGI, both directions. Input: "GAME OPTIONS", then lines of a manager or an engine.
 */
#include "fuzz/fuzz.h"

#include "ugi/board.h"
#include "ugi/ugi.h"

#include <stdlib.h>

static bool is_inside(struct words part, const char *line, size_t length) {
    return part.length == 0 || (part.at >= line && part.at + part.length <= line + length);
}

static bool same_words(struct words a, struct words b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static bool same_limits(const struct pes_limits *a, const struct pes_limits *b) {
    return a->depth == b->depth && a->nodes == b->nodes && a->movetime_ms == b->movetime_ms &&
           memcmp(a->clock_ms, b->clock_ms, sizeof a->clock_ms) == 0 &&
           memcmp(a->increment_ms, b->increment_ms, sizeof a->increment_ms) == 0;
}

static bool same_command(const struct ugi_command *a, const struct ugi_command *b) {
    return a->verb == b->verb && a->bad == b->bad && same_words(a->name, b->name) &&
           same_words(a->value, b->value) && same_words(a->fen, b->fen) &&
           same_words(a->moves, b->moves) && a->question == b->question &&
           same_limits(&a->limits, &b->limits) && a->infinite == b->infinite;
}

/* A command's parts are in the line; a bad one has none; `go` is read as it is written. */
static void check_command(const char *line, size_t length, const struct ugi_command *command) {
    const struct ugi_command empty = {.verb = command->verb, .bad = true};
    const struct pes_limits *limits = &command->limits;
    FUZZ_CHECK(command->verb <= UGI_QUIT && command->question <= UGI_GAMEOVER);
    FUZZ_CHECK(is_inside(command->name, line, length) && is_inside(command->value, line, length));
    FUZZ_CHECK(is_inside(command->fen, line, length) && is_inside(command->moves, line, length));
    FUZZ_CHECK(!command->bad || same_command(command, &empty));
    FUZZ_CHECK(limits->depth >= 0 && limits->movetime_ms >= 0);
    FUZZ_CHECK(limits->clock_ms[0] >= 0 && limits->increment_ms[0] >= 0);
    FUZZ_CHECK(limits->clock_ms[1] >= 0 && limits->increment_ms[1] >= 0);
    const bool clocks = limits->clock_ms[0] > 0 && limits->clock_ms[1] > 0;
    if (clocks || (limits->clock_ms[0] + limits->clock_ms[1] + limits->increment_ms[0] +
                   limits->increment_ms[1]) == 0) {
        struct str written;
        str_init(&written);
        ugi_put_go(&written, limits);
        const struct ugi_command again = ugi_parse(written.text, written.length);
        FUZZ_CHECK(again.verb == UGI_GO && same_limits(&again.limits, limits));
        str_release(&written);
    }
}

/* Blanks around a line, and the kind of line end, make no difference. */
static void check_spelling(const char *line, size_t length, const struct ugi_command *command,
                           const struct ugi_reply *reply) {
    char *other = malloc(length + 4);
    FUZZ_CHECK(other != NULL);
    other[0] = '\t';
    memcpy(other + 1, line, length);
    other[length + 1] = ' ';
    other[length + 2] = '\r';
    other[length + 3] = '\n';
    const struct ugi_command command_again = ugi_parse(other, length + 4);
    const struct ugi_reply reply_again = ugi_read(other, length + 4);
    FUZZ_CHECK(same_command(command, &command_again));
    FUZZ_CHECK(reply->kind == reply_again.kind && same_words(reply->text, reply_again.text));
    FUZZ_CHECK(same_words(reply->info.line, reply_again.info.line));
    free(other);
}

static void check_reply(const char *line, size_t length, const struct ugi_reply *reply) {
    FUZZ_CHECK(reply->kind <= UGI_BESTMOVE);
    FUZZ_CHECK(is_inside(reply->text, line, length) && is_inside(reply->info.line, line, length));
    FUZZ_CHECK(reply->info.depth >= 0);
    FUZZ_CHECK(reply->kind != UGI_OTHER || reply->text.length == 0);
    FUZZ_CHECK(reply->kind == UGI_INFO || (!reply->info.has_score && !reply->info.has_mate));
}

/* A refused position changes nothing; an accepted one is the same on the other board, which is sent
 * back to the start first and so knows nothing of the list before it. */
static void check_place(struct ugi_board *board, struct ugi_board *other,
                        const struct ugi_command *command) {
    const struct words none = {NULL, 0};
    char before[PES_STATE_TEXT_MAX], after[PES_STATE_TEXT_MAX], fresh[PES_STATE_TEXT_MAX];
    struct pes_note note = {0};
    pes_history_format(board->h, before);
    const int count = pes_history_count(board->h);
    const enum pes_err err = ugi_board_place(board, command->fen, command->moves, &note);
    FUZZ_CHECK(ugi_board_place(other, none, none, NULL) == PES_ERR_OK);
    FUZZ_CHECK(ugi_board_place(other, command->fen, command->moves, NULL) == err);
    pes_history_format(board->h, after);
    pes_history_format(other->h, fresh);
    if (err == PES_ERR_OK) {
        FUZZ_CHECK(strcmp(after, fresh) == 0);
        FUZZ_CHECK(pes_history_count(board->h) == pes_history_count(other->h));
    } else {
        FUZZ_CHECK(!pes_note_is_empty(&note));
        FUZZ_CHECK(strcmp(before, after) == 0 && count == pes_history_count(board->h));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_input in = {(const char *)data, size};
    struct pes_game *g = fuzz_open(&in);
    struct ugi_board board, other;
    if (g == NULL)
        return 0;
    FUZZ_CHECK(ugi_board_init(&board, g->kit, g->variant, 1, NULL) == PES_ERR_OK);
    FUZZ_CHECK(ugi_board_init(&other, g->kit, g->variant, 1, NULL) == PES_ERR_OK);
    while (in.length > 0) {
        char line[FUZZ_LINE_MAX];
        fuzz_line(&in, line);
        const size_t length = strlen(line);
        const struct ugi_command command = ugi_parse(line, length);
        const struct ugi_reply reply = ugi_read(line, length);
        check_command(line, length, &command);
        check_reply(line, length, &reply);
        check_spelling(line, length, &command, &reply);
        if (command.verb == UGI_POSITION && !command.bad)
            check_place(&board, &other, &command);
    }
    ugi_board_release(&board);
    ugi_board_release(&other);
    pes_game_close(g);
    return 0;
}
