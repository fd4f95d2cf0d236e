/* The board of a Gomocup game. The stones are kept twice: in `stones`, as the manager knows them,
 * and in the history of the seat, as the rules know them; every function changes both or neither.
 */
#include "gomocup/brain.h"

#include "gomocup/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Small pieces ----------------------------------------------------------------------------------
 */

const char *brain_rule_word(int64_t rule) {
    if ((rule & GOMOCUP_RULE_RENJU) != 0)
        return "renju";
    return (rule & GOMOCUP_RULE_EXACT) != 0 ? "standard" : "freestyle";
}

bool brain_rule_strange(int64_t rule) {
    return (rule & ~(int64_t)(GOMOCUP_RULE_EXACT | GOMOCUP_RULE_RENJU)) != 0;
}

/* The number of stones of a colour. */
static int count_of(const struct brain *b, char colour) {
    int count = 0;
    for (int i = 0; i < b->size * b->size; i++)
        count += b->stones[i] == colour;
    return count;
}

/* Black moves first, so equal numbers of stones mean that black is to move. */
static char colour_to_move(const struct brain *b) {
    return count_of(b, 'b') == count_of(b, 'w') ? 'b' : 'w';
}

static bool on_board(const struct brain *b, struct gomocup_point point) {
    return point.x >= 0 && point.x < b->size && point.y >= 0 && point.y < b->size;
}

/* The entry of a point on the board in `stones`. */
static char *stone_at(struct brain *b, struct gomocup_point point) {
    assert(on_board(b, point));
    return &b->stones[point.y * b->size + point.x];
}

void brain_point_format(struct gomocup_point point, char out[PES_MOVE_TEXT_MAX]) {
    assert(point.x >= 0 && point.x < BRAIN_SIZE_MAX);
    snprintf(out, PES_MOVE_TEXT_MAX, "%c%d", (char)('a' + point.x), point.y + 1);
}

bool brain_point_parse(const char *text, struct gomocup_point *out) {
    if (text[0] < 'a' || text[0] >= 'a' + BRAIN_SIZE_MAX || text[1] < '1' || text[1] > '9')
        return false;
    *out = (struct gomocup_point){text[0] - 'a', (int32_t)strtol(text + 1, NULL, 10) - 1};
    return true;
}

/* Refuses a point: {1} and {2} are its coordinates, {3} the largest coordinate. */
static enum pes_err say_point(struct pes_note *note, const struct pes_text *why,
                              struct gomocup_point point, int32_t size) {
    return pes_note_say(note, PES_ERR_ILLEGAL, 0, why,
                        PES_ARGS(PES_INT(point.x), PES_INT(point.y), PES_INT(size - 1)));
}

/* Fills in an empty note with the general sentence of the error. */
static enum pes_err say_err(struct pes_note *note, enum pes_err err) {
    if (err != PES_ERR_OK && pes_note_is_empty(note))
        (void)!pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
    return err;
}

/* The stones in the game's notation of positions: rows from the top, runs of empty points as
 * numbers. */
static void position_format(const struct brain *b, char out[PES_STATE_TEXT_MAX]) {
    size_t length = 0;
    for (int y = b->size - 1; y >= 0; y--) {
        int empty = 0;
        for (int x = 0; x <= b->size; x++) {
            const bool at_end = x == b->size;
            if (!at_end && b->stones[y * b->size + x] == '.') {
                empty++;
                continue;
            }
            if (empty > 0)
                length += (size_t)snprintf(out + length, PES_STATE_TEXT_MAX - length, "%d", empty);
            empty = 0;
            out[length] = '/';
            if (!at_end)
                out[length] = b->stones[y * b->size + x];
            length++;
        }
    }
    assert(length > 0 && out[length - 1] == '/');
    length--;
    snprintf(out + length, PES_STATE_TEXT_MAX - length, " %c", colour_to_move(b));
}

/* Seats ------------------------------------------------------------------------------------------
 */

static void seat_close(struct brain_seat *seat) {
    pes_agent_free(seat->agent);
    pes_history_free(seat->history);
    pes_game_close(seat->game);
    *seat = (struct brain_seat){NULL, NULL, NULL};
}

/* Opens the variant of the manager's rule at its start; `more` are further options. */
static enum pes_err seat_open(const struct brain *b, int32_t size, const char *more,
                              struct brain_seat *out, struct pes_note *note) {
    char options[PES_OPTIONS_TEXT_MAX];
    snprintf(options, sizeof options, "size=%d,rule=%s%s", size, brain_rule_word(b->rule), more);
    *out = (struct brain_seat){NULL, NULL, NULL};
    enum pes_err err = pes_game_open(b->kit, options, &out->game, note);
    if (err == PES_ERR_OK)
        err = pes_history_new(out->game, &out->history);
    if (err == PES_ERR_OK)
        err = pes_agent_new(out->game, b->agent, &out->agent, note);
    if (err != PES_ERR_OK) {
        seat_close(out);
        return say_err(note, err);
    }
    assert(out->game != NULL);
    pes_agent_begin(out->agent, b->seed);
    return PES_ERR_OK;
}

/* Replaces the seat; takes ownership of the new one. */
static void seat_replace(struct brain *b, struct brain_seat *seat) {
    seat_close(&b->seat);
    b->seat = *seat;
    b->rule_word = brain_rule_word(b->rule);
}

/* Applies the manager's last rule, which may come after the board or change between moves: the
 * position is transferred to the variant of the new rule. */
static enum pes_err apply_rule(struct brain *b, struct pes_note *note) {
    assert(b->size > 0);
    if (strcmp(b->rule_word, brain_rule_word(b->rule)) == 0)
        return PES_ERR_OK;
    struct brain_seat seat;
    char text[PES_STATE_TEXT_MAX];
    enum pes_err err = seat_open(b, b->size, "", &seat, note);
    if (err != PES_ERR_OK)
        return err;
    position_format(b, text);
    err = pes_history_start_text(seat.history, text, NULL, note);
    if (err != PES_ERR_OK) {
        seat_close(&seat);
        return say_err(note, err);
    }
    seat_replace(b, &seat);
    return PES_ERR_OK;
}

/* Sets the history to the position of b->stones; if the game refuses it, restores `old`. */
static enum pes_err set_position(struct brain *b, const char old[BRAIN_POINTS_MAX],
                                 struct pes_note *note) {
    char text[PES_STATE_TEXT_MAX];
    position_format(b, text);
    const enum pes_err err = pes_history_start_text(b->seat.history, text, NULL, note);
    if (err != PES_ERR_OK) {
        memcpy(b->stones, old, sizeof b->stones);
        return say_err(note, err);
    }
    pes_agent_begin(b->seat.agent, b->seed);
    return PES_ERR_OK;
}

/* Moves ------------------------------------------------------------------------------------------
 */

void brain_init(struct brain *b, const struct pes_kit *kit, const char *agent, uint64_t seed) {
    *b = (struct brain){.kit = kit, .agent = agent, .seed = seed};
}

void brain_release(struct brain *b) {
    seat_close(&b->seat);
    b->size = 0;
}

enum pes_err brain_start(struct brain *b, int32_t size, struct pes_note *note) {
    struct brain_seat seat;
    if (size < 1 || size > BRAIN_SIZE_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(gomocup_size),
                            PES_ARGS(PES_INT(size), PES_INT(BRAIN_SIZE_MAX)));
    const enum pes_err err = seat_open(b, size, "", &seat, note);
    if (err != PES_ERR_OK)
        return err;
    seat_replace(b, &seat);
    b->size = size;
    memset(b->stones, '.', sizeof b->stones);
    return PES_ERR_OK;
}

/* Checks a point before the rules do, so that the note has the manager's coordinates. */
static enum pes_err check_empty(struct brain *b, struct gomocup_point point,
                                struct pes_note *note) {
    if (!on_board(b, point))
        return say_point(note, TEXT(gomocup_outside), point, b->size);
    if (*stone_at(b, point) != '.')
        return say_point(note, TEXT(gomocup_taken), point, b->size);
    return PES_ERR_OK;
}

enum pes_err brain_put(struct brain *b, struct gomocup_point point, struct pes_note *note) {
    char text[PES_MOVE_TEXT_MAX];
    int made;
    enum pes_err err = check_empty(b, point, note);
    if (err == PES_ERR_OK)
        err = apply_rule(b, note);
    if (err != PES_ERR_OK)
        return err;
    if (pes_history_end(b->seat.history) != PES_END_NONE)
        return pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(gomocup_over), PES_NO_ARGS);
    brain_point_format(point, text);
    err = pes_history_make_text(b->seat.history, text, &made, note);
    if (err != PES_ERR_OK)
        return say_err(note, err);
    *stone_at(b, point) = colour_to_move(b);
    const int last = pes_history_count(b->seat.history) - 1;
    assert(made == 1);
    assert(last >= 0);
    pes_agent_observe(b->seat.agent, b->seat.history, pes_history_move(b->seat.history, last));
    return PES_ERR_OK;
}

enum pes_err brain_take_back(struct brain *b, struct gomocup_point point, struct pes_note *note) {
    if (!on_board(b, point))
        return say_point(note, TEXT(gomocup_outside), point, b->size);
    const char last = colour_to_move(b) == 'b' ? 'w' : 'b';
    if (*stone_at(b, point) != last)
        return say_point(note, TEXT(gomocup_no_takeback), point, b->size);
    /* The rules do not depend on the order of the stones, and after BOARD the order is unknown: set
     * up the position without the stone. */
    char old[BRAIN_POINTS_MAX];
    memcpy(old, b->stones, sizeof old);
    *stone_at(b, point) = '.';
    return set_position(b, old, note);
}

/* Places stones on an empty board; `own` is our colour. */
static enum pes_err place_all(struct brain *b, const struct brain_stone stones[], int count,
                              char own, struct pes_note *note) {
    assert(own == 'b' || own == 'w');
    for (int i = 0; i < count; i++) {
        const enum pes_err err = check_empty(b, stones[i].point, note);
        if (err != PES_ERR_OK)
            return err;
        if (stones[i].field == GOMOCUP_FIELD_OWN)
            *stone_at(b, stones[i].point) = own;
        else if (stones[i].field == GOMOCUP_FIELD_OPPONENT)
            *stone_at(b, stones[i].point) = own == 'b' ? 'w' : 'b';
        else if (stones[i].field == GOMOCUP_FIELD_NONE)
            return say_point(note, TEXT(gomocup_no_field), stones[i].point, b->size);
        else if ((b->rule & GOMOCUP_RULE_RENJU) == 0)
            return say_point(note, TEXT(gomocup_closed), stones[i].point, b->size);
    }
    return PES_ERR_OK;
}

enum pes_err brain_set_up(struct brain *b, const struct brain_stone stones[], int count,
                          struct pes_note *note) {
    int own = 0, opponent = 0;
    for (int i = 0; i < count; i++) {
        own += stones[i].field == GOMOCUP_FIELD_OWN;
        opponent += stones[i].field == GOMOCUP_FIELD_OPPONENT;
    }
    if (own != opponent && own + 1 != opponent)
        return pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(gomocup_counts),
                            PES_ARGS(PES_INT(own), PES_INT(opponent)));
    enum pes_err err = apply_rule(b, note);
    if (err != PES_ERR_OK)
        return err;
    char old[BRAIN_POINTS_MAX];
    memcpy(old, b->stones, sizeof old);
    memset(b->stones, '.', sizeof b->stones);
    err = place_all(b, stones, count, own == opponent ? 'b' : 'w', note);
    if (err != PES_ERR_OK) {
        memcpy(b->stones, old, sizeof old);
        return err;
    }
    err = set_position(b, old, note);
    if (err != PES_ERR_OK || pes_history_end(b->seat.history) == PES_END_NONE)
        return err;
    /* The game is over there: restore the old position, which the rules accepted before. */
    memcpy(b->stones, old, sizeof old);
    err = set_position(b, old, note);
    assert(err == PES_ERR_OK);
    (void)err;
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(gomocup_over), PES_NO_ARGS);
}

/* Lets the agent of a seat choose a move, makes it, and formats it as a token. */
static enum pes_err seat_move(struct brain_seat *seat, const struct pes_limits *limits,
                              char text[PES_MOVE_TEXT_MAX], struct pes_note *note) {
    const struct pes_game *g = seat->game;
    struct pes_answer answer;
    assert(g != NULL);
    if (pes_history_end(seat->history) != PES_END_NONE)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(gomocup_over), PES_NO_ARGS);
    enum pes_err err = pes_agent_choose(seat->agent, seat->history, limits, &answer);
    if (err != PES_ERR_OK)
        return say_err(note, err);
    g->rules->move_format(g, pes_history_state(seat->history), answer.move, text);
    err = pes_history_make(seat->history, answer.move);
    if (err != PES_ERR_OK)
        return say_err(note, err);
    pes_agent_observe(seat->agent, seat->history, answer.move);
    return PES_ERR_OK;
}

enum pes_err brain_move(struct brain *b, const struct pes_limits *limits, struct gomocup_point *out,
                        struct pes_note *note) {
    char text[PES_MOVE_TEXT_MAX] = "";
    enum pes_err err = apply_rule(b, note);
    if (err == PES_ERR_OK)
        err = seat_move(&b->seat, limits, text, note);
    if (err != PES_ERR_OK)
        return err;
    const bool is_point = brain_point_parse(text, out);
    assert(is_point);
    (void)is_point;
    *stone_at(b, *out) = colour_to_move(b);
    return PES_ERR_OK;
}

/* Swap2 ------------------------------------------------------------------------------------------
 */

/* Replays the stones in a seat of the swap2 variant; the fourth and fifth stones imply that the
 * opponent chose "more" before them. */
static enum pes_err swap2_replay(struct brain_seat *seat, const struct brain_stone stones[],
                                 int count, struct pes_note *note) {
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        int made;
        enum pes_err err = PES_ERR_OK;
        brain_point_format(stones[i].point, text);
        if (i == 3)
            err = pes_history_make_text(seat->history, "more", &made, note);
        if (err == PES_ERR_OK)
            err = pes_history_make_text(seat->history, text, &made, note);
        if (err != PES_ERR_OK)
            return say_err(note, err);
    }
    return PES_ERR_OK;
}

/* Moves as long as it is our turn: stones, and choices, which are not part of the answer, because
 * the manager derives them from the stones that follow. The time is divided among the moves. */
static enum pes_err swap2_answer(struct brain_seat *seat, const struct pes_limits *limits,
                                 struct gomocup_point out[BRAIN_SWAP2_MAX], int *count,
                                 struct pes_note *note) {
    const pes_player me = pes_turn(seat->game, pes_history_state(seat->history));
    struct pes_limits part = *limits;
    part.movetime_ms = (limits->movetime_ms + BRAIN_SWAP2_MAX - 1) / BRAIN_SWAP2_MAX;
    assert(me >= 0);
    *count = 0;
    do {
        char text[PES_MOVE_TEXT_MAX] = "";
        const enum pes_err err = seat_move(seat, &part, text, note);
        if (err != PES_ERR_OK)
            return err;
        assert(*count < BRAIN_SWAP2_MAX);
        *count += brain_point_parse(text, &out[*count]);
    } while (pes_turn(seat->game, pes_history_state(seat->history)) == me);
    return PES_ERR_OK;
}

/* Makes the opening's stones, black and white in turn, the position of the board. */
static enum pes_err swap2_keep(struct brain *b, const struct brain_stone stones[], int count,
                               const struct gomocup_point ours[], int our_count,
                               struct pes_note *note) {
    char old[BRAIN_POINTS_MAX];
    memcpy(old, b->stones, sizeof old);
    memset(b->stones, '.', sizeof b->stones);
    for (int i = 0; i < count + our_count; i++)
        *stone_at(b, i < count ? stones[i].point : ours[i - count]) = i % 2 == 0 ? 'b' : 'w';
    return set_position(b, old, note);
}

/* Checks the number of stones, and that they are on different points of the board. */
static enum pes_err swap2_check(struct brain *b, const struct brain_stone stones[], int count,
                                struct pes_note *note) {
    if (count != 0 && count != 3 && count != 5)
        return pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(gomocup_swap2),
                            PES_ARGS(PES_INT(count)));
    for (int i = 0; i < count; i++) {
        if (!on_board(b, stones[i].point))
            return say_point(note, TEXT(gomocup_outside), stones[i].point, b->size);
        for (int j = 0; j < i; j++) {
            if (stones[i].point.x == stones[j].point.x && stones[i].point.y == stones[j].point.y)
                return say_point(note, TEXT(gomocup_taken), stones[i].point, b->size);
        }
    }
    return apply_rule(b, note);
}

enum pes_err brain_swap2(struct brain *b, const struct brain_stone stones[], int count,
                         const struct pes_limits *limits, struct gomocup_point out[BRAIN_SWAP2_MAX],
                         int *out_count, struct pes_note *note) {
    struct brain_seat seat;
    enum pes_err err = swap2_check(b, stones, count, note);
    if (err == PES_ERR_OK)
        err = seat_open(b, b->size, ",opening=swap2", &seat, note);
    if (err != PES_ERR_OK)
        return err;
    err = swap2_replay(&seat, stones, count, note);
    if (err == PES_ERR_OK)
        err = swap2_answer(&seat, limits, out, out_count, note);
    if (err == PES_ERR_OK)
        err = swap2_keep(b, stones, count, out, *out_count, note);
    seat_close(&seat);
    return err;
}
