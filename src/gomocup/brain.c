/* The board of a Gomocup game. The stones are kept twice: in `stones`, as the manager knows them,
 * and in the history of the seat, as the rules know them; every function changes both or neither.
 */
#include "gomocup/brain.h"

#include "gomocup/swap2.h"
#include "gomocup/text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
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
    *seat = (struct brain_seat){.game = NULL};
}

/* Adds an option to an agent's text, if the agent has it, the text does not set it, and the value
 * is not negative. */
static void add_option(const struct pes_game *g, const char *key, int64_t value,
                       char text[PES_AGENT_TEXT_MAX]) {
    struct pes_offer offer;
    struct pes_values values;
    char set[PES_AGENT_NAME_MAX];
    snprintf(set, sizeof set, "%s=", key);
    const size_t length = strlen(text);
    if (value < 0 || strstr(text, set) != NULL ||
        pes_agent_find(g, text, &offer, &values, NULL) != PES_ERR_OK)
        return;
    for (const struct pes_option *o = offer.options; o->key != NULL; o++) {
        if (strcmp(o->key, key) != 0)
            continue;
        const int64_t most = value < o->max ? value : o->max;
        snprintf(text + length, PES_AGENT_TEXT_MAX - length, "%s%s%" PRId64,
                 strchr(text, ':') != NULL ? "," : ":", set, most > o->min ? most : o->min);
    }
}

/* The agent with the manager's settings. */
static void agent_text(const struct brain *b, const struct pes_game *g,
                       char out[PES_AGENT_TEXT_MAX]) {
    snprintf(out, PES_AGENT_TEXT_MAX, "%s", b->agent);
    add_option(g, "table", b->table_mb, out);
    add_option(g, "threads", b->threads > 0 ? b->threads : -1, out);
}

/* Opens the variant of the manager's rule at its start. */
static enum pes_err seat_open(const struct brain *b, int32_t size, struct brain_seat *out,
                              struct pes_note *note) {
    char options[PES_OPTIONS_TEXT_MAX];
    snprintf(options, sizeof options, "size=%d,rule=%s", size, brain_rule_word(b->rule));
    *out = (struct brain_seat){.game = NULL};
    enum pes_err err = pes_game_open(b->kit, options, &out->game, note);
    if (err == PES_ERR_OK)
        err = pes_history_new(out->game, &out->history);
    if (err == PES_ERR_OK) {
        agent_text(b, out->game, out->text);
        err = pes_agent_new(out->game, out->text, &out->agent, note);
    }
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

/* Is the seat as the manager's settings want it? */
static bool is_current(const struct brain *b) {
    char text[PES_AGENT_TEXT_MAX];
    agent_text(b, b->seat.game, text);
    return strcmp(b->rule_word, brain_rule_word(b->rule)) == 0 && strcmp(b->seat.text, text) == 0;
}

/* Applies the manager's last settings, which may come after the board or change between moves: the
 * position is transferred to the variant of the new rule and to a new agent. If only the memory for
 * the agent is missing, the old one plays on. */
enum pes_err brain_apply(struct brain *b, struct pes_note *note) {
    assert(b->size > 0);
    if (is_current(b))
        return PES_ERR_OK;
    struct brain_seat seat;
    char text[PES_STATE_TEXT_MAX];
    enum pes_err err = seat_open(b, b->size, &seat, note);
    if (err == PES_ERR_NOMEM && strcmp(b->rule_word, brain_rule_word(b->rule)) == 0) {
        *note = (struct pes_note){0};
        return PES_ERR_OK;
    }
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
    return PES_ERR_OK;
}

/* Moves ------------------------------------------------------------------------------------------
 */

void brain_init(struct brain *b, const struct pes_kit *kit, const char *agent, uint64_t seed) {
    *b = (struct brain){.kit = kit, .agent = agent, .seed = seed, .table_mb = -1};
}

int32_t brain_table_mb(int64_t memory_bytes, int32_t threads) {
    const int64_t rest_mb = (memory_bytes >> 20) - BRAIN_BASE_MB -
                            (int64_t)BRAIN_THREAD_MB * (threads > 1 ? threads : 1);
    int32_t table_mb = BRAIN_TABLE_MAX_MB;
    while (memory_bytes > 0 && table_mb > rest_mb && table_mb > 0)
        table_mb /= 2;
    return table_mb;
}

void brain_forget(struct brain *b) {
    assert(b->size > 0);
    pes_agent_begin(b->seat.agent, b->seed);
}

void brain_release(struct brain *b) {
    seat_close(&b->seat);
    b->size = 0;
}

/* Another game in the same seat: a second transposition table beside the first could exceed the
 * manager's limit of memory. */
static enum pes_err begin_again(struct brain *b, struct pes_note *note) {
    char old[BRAIN_POINTS_MAX];
    memcpy(old, b->stones, sizeof old);
    memset(b->stones, '.', sizeof b->stones);
    const enum pes_err err = set_position(b, old, note);
    if (err == PES_ERR_OK)
        brain_forget(b);
    return err;
}

enum pes_err brain_start(struct brain *b, int32_t size, struct pes_note *note) {
    struct brain_seat seat;
    if (size < 1 || size > BRAIN_SIZE_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(gomocup_size),
                            PES_ARGS(PES_INT(size), PES_INT(BRAIN_SIZE_MAX)));
    if (size == b->size && is_current(b))
        return begin_again(b, note);
    enum pes_err err = seat_open(b, size, &seat, note);
    while (err == PES_ERR_NOMEM && b->table_mb > 0) {
        b->table_mb /= 2; // the manager allows more memory than there is
        *note = (struct pes_note){0};
        err = seat_open(b, size, &seat, note);
    }
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
        err = brain_apply(b, note);
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
                          bool either, struct pes_note *note) {
    int own = 0, opponent = 0;
    for (int i = 0; i < count; i++) {
        own += stones[i].field == GOMOCUP_FIELD_OWN;
        opponent += stones[i].field == GOMOCUP_FIELD_OPPONENT;
    }
    if (own != opponent && own + 1 != opponent && !(either && own == opponent + 1))
        return pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(gomocup_counts),
                            PES_ARGS(PES_INT(own), PES_INT(opponent)));
    enum pes_err err = brain_apply(b, note);
    if (err != PES_ERR_OK)
        return err;
    char old[BRAIN_POINTS_MAX];
    memcpy(old, b->stones, sizeof old);
    memset(b->stones, '.', sizeof b->stones);
    err = place_all(b, stones, count, own < opponent ? 'w' : 'b', note);
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

/* Makes the agent's move, on both boards. */
static enum pes_err make_move(struct brain *b, pes_move m, struct gomocup_point *out,
                              struct pes_note *note) {
    const struct pes_game *g = b->seat.game;
    char text[PES_MOVE_TEXT_MAX];
    g->rules->move_format(g, pes_history_state(b->seat.history), m, text);
    const enum pes_err err = pes_history_make(b->seat.history, m);
    if (err != PES_ERR_OK)
        return say_err(note, err);
    pes_agent_observe(b->seat.agent, b->seat.history, m);
    const bool is_point = brain_point_parse(text, out);
    assert(is_point);
    (void)is_point;
    *stone_at(b, *out) = colour_to_move(b);
    return PES_ERR_OK;
}

/* The distance of a point from the nearest side of the board. */
static int32_t from_side(const struct brain *b, struct gomocup_point p) {
    const int32_t x = p.x < b->size - 1 - p.x ? p.x : b->size - 1 - p.x;
    const int32_t y = p.y < b->size - 1 - p.y ? p.y : b->size - 1 - p.y;
    return x < y ? x : y;
}

/* The answer to a single stone, which no search can judge: beside it or diagonally, rather towards
 * the middle; or in the middle, if it is near a side. False: there is not exactly one stone, or the
 * agent does not search and has its own ways. */
static bool answer_first(const struct brain *b, struct gomocup_point *out) {
    enum { SIDE = 4 }; /* so near to a side a stone is worth little */
    const int points = b->size * b->size;
    int at = 0;
    while (at < points && b->stones[at] == '.')
        at++;
    if (b->seat.agent->class->kind != PES_AGENT_SEARCH || at == points ||
        count_of(b, 'b') + count_of(b, 'w') != 1)
        return false;
    const struct gomocup_point stone = {at % b->size, at / b->size};
    const int32_t middle = (b->size - 1) / 2;
    *out = (struct gomocup_point){middle, middle};
    if (from_side(b, stone) < SIDE && from_side(b, stone) < middle)
        return true;
    struct pes_rng rng;
    pes_rng_init(&rng, b->seed);
    const bool flip = pes_rng_below(&rng, 2) != 0;
    const int32_t dx = stone.x < middle || (stone.x == middle && flip) ? 1 : -1;
    const int32_t dy = stone.y < middle || (stone.y == middle && flip) ? 1 : -1;
    const uint32_t way = pes_rng_below(&rng, 3); // diagonally, or in one direction
    *out = (struct gomocup_point){stone.x + (way == 1 ? 0 : dx), stone.y + (way == 2 ? 0 : dy)};
    assert(on_board(b, *out));
    return true;
}

static enum pes_err choose(struct brain *b, const struct pes_limits *limits,
                           struct pes_answer *answer, struct pes_note *note) {
    if (pes_history_end(b->seat.history) != PES_END_NONE)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(gomocup_over), PES_NO_ARGS);
    return say_err(note, pes_agent_choose(b->seat.agent, b->seat.history, limits, answer));
}

enum pes_err brain_move(struct brain *b, const struct pes_limits *limits, struct gomocup_point *out,
                        struct pes_note *note) {
    struct pes_answer answer;
    enum pes_err err = brain_apply(b, note);
    if (err == PES_ERR_OK && limits->lines <= 1 && answer_first(b, out))
        return brain_put(b, *out, note);
    if (err == PES_ERR_OK)
        err = choose(b, limits, &answer, note);
    if (err == PES_ERR_OK)
        err = make_move(b, answer.move, out, note);
    return err;
}

int brain_points(const struct brain *b, const pes_move line[], int count,
                 struct gomocup_point out[PES_LINE_MAX]) {
    const struct pes_game *g = b->seat.game;
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    int made = 0;
    pes_copy(g, PES_STATE(at), pes_history_state(b->seat.history));
    for (; made < count && pes_legal(g, PES_STATE(at), line[made]); made++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(at), line[made], text);
        if (!brain_point_parse(text, &out[made]))
            break;
        pes_make(g, PES_STATE(at), line[made], undo.bytes);
    }
    return made;
}

int brain_forbidden(const struct brain *b, struct gomocup_point out[BRAIN_POINTS_MAX]) {
    const struct pes_game *g = b->seat.game;
    const struct pes_state *s = pes_history_state(b->seat.history);
    pes_move list[PES_MOVES_MAX];
    bool free[BRAIN_POINTS_MAX] = {false};
    if (pes_history_end(b->seat.history) != PES_END_NONE)
        return 0;
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        char text[PES_MOVE_TEXT_MAX];
        struct gomocup_point point;
        g->rules->move_format(g, s, list[i], text);
        if (brain_point_parse(text, &point))
            free[point.y * b->size + point.x] = true;
    }
    int count = 0;
    for (int i = 0; i < b->size * b->size; i++) {
        if (b->stones[i] == '.' && !free[i])
            out[count++] = (struct gomocup_point){i % b->size, i / b->size};
    }
    return count;
}

/* Swap2 ------------------------------------------------------------------------------------------
 */

/* Differences of the chances that count as none. */
static const double even = 0.03;

/* White's chances by the agent's answer in a position in which White is to move; 0.5 is exceeded if
 * the agent does not judge. */
static double chance_of(const struct brain *b, const struct pes_answer *answer) {
    if (answer->has_win_probability)
        return answer->win_probability;
    if (!answer->has_score)
        return 1;
    const bool for_black = b->seat.agent->first_view;
    return (for_black ? -answer->score : answer->score) < 0 ? 0 : 1;
}

/* Chooses the move of Black, to move now, after which the chances are most even, by the agent's
 * values. False: it has none that is even enough. */
static bool find_even(struct brain *b, const struct pes_limits *limits, pes_move *out) {
    const struct pes_game *g = b->seat.game;
    const struct pes_eval *eval = g->kit->evals != NULL ? g->kit->evals[0] : NULL;
    struct pes_move_value values[PES_MOVES_MAX];
    int count;
    if (eval == NULL || eval->odds == NULL ||
        pes_agent_values(b->seat.agent, b->seat.history, limits, values, &count) != PES_ERR_OK)
        return false;
    double nearest = even;
    bool found = false;
    for (int i = 0; i < count; i++) {
        const double odds =
            pes_log_odds(g, eval, pes_history_state(b->seat.history), values[i].value);
        const double far = fabs(pes_chance_of(odds) - 0.5);
        if (!values[i].has_value || fabs(values[i].value) >= PES_EVAL_WIN || far > nearest)
            continue;
        found = true;
        nearest = far;
        *out = values[i].move;
    }
    return found;
}

/* Answers with the stones on the board, White to move: SWAP, White's next stone, or that and one of
 * Black for the opponent to choose. `may_pass`: the last is allowed. */
static enum pes_err swap2_choose(struct brain *b, const struct pes_limits *limits, bool may_pass,
                                 struct gomocup_point out[BRAIN_SWAP2_MAX], int *count,
                                 struct pes_note *note) {
    struct pes_answer answer;
    pes_move balance;
    struct pes_limits part = *limits;
    part.movetime_ms = limits->movetime_ms > 1 ? limits->movetime_ms / 2 : limits->movetime_ms;
    *count = 0;
    enum pes_err err = choose(b, may_pass ? &part : limits, &answer, note);
    if (err != PES_ERR_OK)
        return err;
    const double chance = chance_of(b, &answer);
    const bool passes = may_pass && fabs(chance - 0.5) < even;
    if (chance < 0.5 && !passes)
        return PES_ERR_OK; // SWAP
    err = make_move(b, answer.move, &out[0], note);
    if (err != PES_ERR_OK || !passes) {
        *count = 1;
        return err;
    }
    if (find_even(b, &part, &balance)) {
        *count = 2;
        return make_move(b, balance, &out[1], note);
    }
    *count = chance < 0.5 ? 0 : 1; // the caller takes the stone back
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
    return brain_apply(b, note);
}

enum pes_err brain_swap2(struct brain *b, const struct brain_stone stones[], int count,
                         const struct pes_limits *limits, struct gomocup_point out[BRAIN_SWAP2_MAX],
                         int *out_count, struct pes_note *note) {
    char old[BRAIN_POINTS_MAX];
    enum pes_err err = swap2_check(b, stones, count, note);
    if (err != PES_ERR_OK)
        return err;
    if (count == 0) {
        *out_count = SWAP2_STONES;
        swap2_opening(b->size, b->rule_word, b->seed, out);
        return swap2_keep(b, stones, 0, out, SWAP2_STONES, note);
    }
    memcpy(old, b->stones, sizeof old);
    err = swap2_keep(b, stones, count, out, 0, note);
    if (err != PES_ERR_OK)
        return err;
    err = swap2_choose(b, limits, count == 3, out, out_count, note);
    if (err == PES_ERR_OK && *out_count == 0)
        return swap2_keep(b, stones, count, out, 0, note);
    if (err != PES_ERR_OK) {
        memcpy(b->stones, old, sizeof old);
        struct pes_note unused = {0};
        (void)!set_position(b, old, &unused);
    }
    return err;
}
