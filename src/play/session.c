/* A session: operations on a history, its redo stack, its seats and its random streams.
 *
 * Agents on seats observe every move. Whenever moves are taken back they begin again, because an
 * agent cannot unobserve a move. */
#include "play/session.h"

#include "core/history.h"
#include "core/mem.h"
#include "core/str.h"
#include "play/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Streams of the seed of a game. A new stream takes a free number: renumbering would change every
 * game with a given seed. */
enum { LINE_SIZE = 512 /* bytes of a typed move without blanks, NUL included */ };

enum {
    STREAM_BEGIN = 0, /* + player: agents that play a whole game */
    STREAM_SEATS = 2, /* + player: parents of the streams of agents made for one move each */
    STREAM_ROLLS = 16 /* + number of moves made: chance */
};
static const uint64_t STREAM_ADVISER = UINT64_MAX;

void session_init(struct session *s, struct pes_game *game, struct pes_history *history,
                  uint64_t seed) {
    assert(pes_history_game(history) == game);
    *s = (struct session){.game = game,
                          .history = history,
                          .seed = seed,
                          .position = "startpos",
                          .moves = "",
                          .stopped = PES_END_NONE};
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        snprintf(s->seats[i].text, sizeof s->seats[i].text, "%s", SESSION_PERSON);
}

void session_release(struct session *s) {
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        pes_agent_free(s->seats[i].agent);
    pes_agent_free(s->adviser);
    pes_record_free(s->origin);
    mem_free(s->redo);
    mem_free(s->values);
    pes_history_free(s->history);
    pes_game_close(s->game);
    *s = (struct session){.game = NULL};
}

/* Stream `key` of the session's seed. */
static struct pes_rng stream(const struct session *s, uint64_t key) {
    struct pes_rng rng;
    pes_rng_init(&rng, s->seed);
    return pes_rng_split(&rng, key);
}

uint64_t session_seat_seed(const struct session *s, pes_player player) {
    assert(player >= 0 && player < PES_PLAYERS_MAX);
    struct pes_rng rng = stream(s, STREAM_BEGIN + (uint64_t)player);
    return pes_rng_next(&rng);
}

uint64_t session_adviser_seed(const struct session *s) {
    struct pes_rng rng = stream(s, STREAM_ADVISER);
    return pes_rng_next(&rng);
}

/* Resets an agent after the history has changed in another way than by a move. */
static void begin_agent(const struct session *s, pes_player player) {
    if (s->seats[player].agent != NULL)
        pes_agent_begin(s->seats[player].agent, session_seat_seed(s, player));
}

static void begin_agents(const struct session *s) {
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        begin_agent(s, i);
}

enum pes_err session_seat(struct session *s, pes_player player, const char *text,
                          struct pes_note *note) {
    assert(player >= 0 && player < PES_PLAYERS_MAX);
    struct pes_agent *agent = NULL;
    if (strcmp(text, SESSION_PERSON) != 0) {
        const enum pes_err err = pes_agent_new(s->game, text, &agent, note);
        if (err)
            return err;
    }
    struct session_seat *seat = &s->seats[player];
    pes_agent_free(seat->agent);
    seat->agent = agent;
    if (agent != NULL)
        pes_agent_format(agent, seat->text);
    else
        snprintf(seat->text, sizeof seat->text, "%s", SESSION_PERSON);
    begin_agent(s, player);
    return PES_ERR_OK;
}

void session_seat_text(struct session *s, pes_player player, const char *text) {
    assert(player >= 0 && player < PES_PLAYERS_MAX);
    struct session_seat *seat = &s->seats[player];
    assert(strlen(text) < sizeof seat->text);
    pes_agent_free(seat->agent);
    seat->agent = NULL;
    snprintf(seat->text, sizeof seat->text, "%s", text);
}

bool session_is_person(const struct session *s, pes_player player) {
    return player >= 0 && strcmp(s->seats[player].text, SESSION_PERSON) == 0;
}

bool session_report_player(const struct session *s, pes_player player, struct pes_offer *offer) {
    struct pes_values values;
    return player >= 0 && !session_is_person(s, player) &&
           pes_agent_find(s->game, s->seats[player].text, offer, &values, NULL) == PES_ERR_OK &&
           offer->class->kind == PES_AGENT_REPORT;
}

int session_persons(const struct session *s) {
    return session_is_person(s, 0) + session_is_person(s, 1);
}

enum pes_end session_end(const struct session *s) {
    return s->stopped != PES_END_NONE ? s->stopped : pes_history_end(s->history);
}

pes_player session_turn(const struct session *s) {
    if (session_end(s) != PES_END_NONE)
        return PES_TERMINAL;
    return pes_turn(s->game, pes_history_state(s->history));
}

void session_payoff(const struct session *s, int32_t out[PES_PLAYERS_MAX]) {
    const enum pes_end end = session_end(s);
    assert(end != PES_END_NONE);
    if (s->stopped == PES_END_NONE) {
        pes_settle(s->game, pes_history_state(s->history), end, out);
        return;
    }
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        out[i] = s->loser < 0 ? 0 : i == s->loser ? s->game->payoff_min : s->game->payoff_max;
}

const char *session_result(const struct session *s) {
    if (session_end(s) == PES_END_NONE)
        return NULL;
    int32_t payoff[PES_PLAYERS_MAX];
    session_payoff(s, payoff);
    return pes_result_of(payoff);
}

/* A hint is valid for one position only. */
static void forget_hint(struct session *s) {
    s->hint = (struct hint){.line_count = 0};
    s->hints = 0;
}

/* Makes a move and lets the agents observe it; the redo stack is unchanged. */
static enum pes_err make_one(struct session *s, pes_move m) {
    const enum pes_err err = pes_history_make(s->history, m);
    if (err)
        return err;
    forget_hint(s);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        if (s->seats[i].agent != NULL)
            pes_agent_observe(s->seats[i].agent, s->history, m);
    return PES_ERR_OK;
}

enum pes_err session_make(struct session *s, pes_move m) {
    assert(session_end(s) == PES_END_NONE);
    const int at = pes_history_count(s->history);
    const enum pes_err err = make_one(s, m);
    if (err)
        return err;
    s->redo_count = 0;
    if (s->value_count > at)
        s->value_count = at;
    if (s->answered.known && s->answered.move == m)
        session_set_value(s, at, s->answered.value);
    s->answered.known = false;
    return PES_ERR_OK;
}

/* Values of moves ----------------------------------------------------------------------------- */

void session_answered(struct session *s, const struct pes_answer *answer) {
    s->answered.known = answer->has_score && isfinite(answer->score);
    s->answered.move = answer->move;
    s->answered.value = answer->score;
}

bool session_value(const struct session *s, int at, double *out) {
    assert(at >= 0);
    if (at >= s->value_count || isnan(s->values[at]))
        return false;
    *out = s->values[at];
    return true;
}

void session_set_value(struct session *s, int at, double value) {
    assert(at >= 0 && at >= s->value_count);
    if (at >= s->value_cap) {
        const int cap = at < 32 ? 64 : 2 * at;
        double *more = mem_grow(s->values, (size_t)cap * sizeof *more);
        if (more == NULL)
            return;
        s->values = more;
        s->value_cap = cap;
    }
    while (s->value_count < at)
        s->values[s->value_count++] = NAN;
    s->values[s->value_count++] = value;
}

/* The comment of a move: its value before what it says already. */
static enum pes_err annotate(struct pes_record *r, int node, double value) {
    static const char key[] = "eval=";
    const char *old = pes_record_comment(r, node);
    if (old != NULL && strncmp(old, key, strlen(key)) == 0)
        return PES_ERR_OK;
    struct str out;
    str_init(&out);
    str_addf(&out, "%s%.9g%s%s", key, value, old != NULL ? " " : "", old != NULL ? old : "");
    const enum pes_err err =
        str_err(&out) ? str_err(&out) : pes_record_set_comment(r, node, out.text);
    str_release(&out);
    return err;
}

/* The tokens of players' moves are in the order of the history; outcomes may share tokens, which
 * begin with '#'. */
enum pes_err session_annotate(const struct session *s, struct pes_record *r) {
    const struct pes_history *h = s->history;
    enum pes_err err = PES_ERR_OK;
    int at = 0;
    for (int node = 0; (node = pes_record_child(r, node, 0)) >= 0 && err == PES_ERR_OK;) {
        if (pes_record_token(r, node)[0] == '#')
            continue;
        while (at < pes_history_count(h) && pes_history_player(h, at) == PES_CHANCE)
            at++;
        double value;
        if (at < pes_history_count(h) && session_value(s, at, &value))
            err = annotate(r, node, value);
        at++;
    }
    return err;
}

/* Parses the word as typed. If it is not well formed, tries capitals: a person who types "r" should
 * learn why the move R is illegal, not that "r" is unknown. */
static enum pes_err parse_any_case(const struct session *s, const char *word, size_t length,
                                   size_t *used, pes_move *out, struct pes_note *note) {
    const struct pes_rules *rules = s->game->rules;
    const struct pes_state *state = pes_history_state(s->history);
    const enum pes_err err = rules->move_parse(s->game, state, word, length, used, out, note);
    char capitals[PES_MOVE_TEXT_MAX];
    if (err != PES_ERR_SYNTAX || length >= sizeof capitals)
        return err;
    for (size_t i = 0; i < length; i++)
        capitals[i] = (char)(word[i] >= 'a' && word[i] <= 'z' ? word[i] - 'a' + 'A' : word[i]);
    struct pes_note second = {0};
    const enum pes_err other =
        rules->move_parse(s->game, state, capitals, length, used, out, &second);
    if (other != PES_ERR_ILLEGAL)
        return err;
    *note = second;
    return other;
}

enum pes_err session_read_move(const struct session *s, const char *word, size_t length, bool exact,
                               pes_move *out, struct pes_note *note) {
    assert(session_turn(s) >= 0);
    if (!exact) {
        *out = history_move_like(s->history, word, length);
        if (*out != PES_MOVE_NONE)
            return PES_ERR_OK;
    }
    size_t used = 0;
    const enum pes_err err = parse_any_case(s, word, length, &used, out, note);
    if (err)
        return err;
    if (used < length)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(play_one_move), PES_NO_ARGS);
    return PES_ERR_OK;
}

/* Copies a text without its blanks; returns the length. */
static size_t squeeze(const char *text, size_t length, char out[], size_t size) {
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < size; i++)
        if (text[i] != ' ' && text[i] != '\t')
            out[n++] = text[i];
    assert(n < size);
    out[n] = '\0';
    return n;
}

enum pes_err session_read_line(const struct session *s, const char *line, size_t length,
                               pes_move *out, struct pes_note *note) {
    char text[LINE_SIZE];
    struct pes_note unused = {0};
    const size_t n = squeeze(line, length, text, sizeof text);
    const enum pes_err err = session_read_move(s, text, n, true, out, note);
    if (err == PES_ERR_OK || session_read_move(s, text, n, false, out, &unused) != PES_ERR_OK)
        return err;
    *note = (struct pes_note){0};
    return PES_ERR_OK;
}

struct pes_rng session_luck(const struct session *s, pes_player player) {
    assert(player >= 0);
    struct pes_rng seats = stream(s, STREAM_SEATS + (uint64_t)player);
    return pes_rng_split(&seats, (uint64_t)pes_history_count(s->history));
}

pes_move session_roll(const struct session *s) {
    assert(session_turn(s) == PES_CHANCE);
    struct pes_rng rng = stream(s, STREAM_ROLLS + (uint64_t)pes_history_count(s->history));
    return pes_draw(s->game, pes_history_state(s->history), &rng);
}

static bool stop_asked(const struct session *s) {
    return s->limits.stop != NULL && atomic_load(s->limits.stop);
}

enum pes_err session_think(struct session *s, struct pes_answer *answer) {
    const pes_player turn = session_turn(s);
    assert(turn >= 0 && !session_is_person(s, turn));
    assert(s->seats[turn].agent != NULL);
    const enum pes_err err = pes_agent_choose(s->seats[turn].agent, s->history, &s->limits, answer);
    if (stop_asked(s))
        return PES_ERR_STOPPED;
    if (err)
        return err;
    if (!pes_legal(s->game, pes_history_state(s->history), answer->move))
        return PES_ERR_ILLEGAL;
    session_answered(s, answer);
    return PES_ERR_OK;
}

/* Takes back the last move, *m, and returns who made it: a player or PES_CHANCE. The history must
 * not be empty. */
static pes_player take_back(struct session *s, pes_move *m) {
    assert(pes_history_count(s->history) > 0);
    *m = pes_history_move(s->history, pes_history_count(s->history) - 1);
    pes_history_unmake(s->history);
    return pes_turn(s->game, pes_history_state(s->history));
}

enum pes_err session_push_redo(struct session *s, pes_move m) {
    assert(s->redo_count <= s->redo_cap);
    if (s->redo_count == s->redo_cap) {
        const int cap = s->redo_cap > 0 ? s->redo_cap * 2 : 64;
        pes_move *more = mem_grow(s->redo, (size_t)cap * sizeof *more);
        if (more == NULL)
            return PES_ERR_NOMEM;
        s->redo = more;
        s->redo_cap = cap;
    }
    s->redo[s->redo_count++] = m;
    return PES_ERR_OK;
}

/* Makes the last `count` undone moves again. It cannot fail: they were legal, and the history still
 * has the memory. */
static void put_back(struct session *s, int count) {
    assert(count <= s->redo_count);
    for (; count > 0; count--) {
        const enum pes_err err = pes_history_make(s->history, s->redo[--s->redo_count]);
        assert(err == PES_ERR_OK);
        (void)err;
    }
}

bool session_can_undo(const struct session *s) {
    if (s->stopped != PES_END_NONE &&
        session_is_person(s, pes_turn(s->game, pes_history_state(s->history))))
        return true;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        if (session_is_person(s, i) && pes_history_has_moved(s->history, i))
            return true;
    return false;
}

bool session_can_redo(const struct session *s) {
    return s->redo_count > 0 && s->stopped == PES_END_NONE;
}

/* Pops moves until a person's move was taken back; if there is none, makes all of them again. */
bool session_undo(struct session *s) {
    if (s->stopped != PES_END_NONE) {
        s->stopped = PES_END_NONE;
        if (session_is_person(s, session_turn(s)))
            return true;
    }
    int taken = 0;
    while (pes_history_count(s->history) > 0) {
        pes_move m;
        const pes_player mover = take_back(s, &m);
        if (session_push_redo(s, m) != PES_ERR_OK) {
            /* Out of memory for the redo stack; the history still has the memory for the move. */
            const enum pes_err err = pes_history_make(s->history, m);
            assert(err == PES_ERR_OK);
            (void)err;
            break;
        }
        taken++;
        if (session_is_person(s, mover)) {
            /* Agents have observed moves that no longer exist: reset them. */
            forget_hint(s);
            begin_agents(s);
            return true;
        }
    }
    put_back(s, taken);
    return false;
}

int session_redo(struct session *s) {
    int made = 0;
    while (s->redo_count > 0 && s->stopped == PES_END_NONE) {
        if (make_one(s, s->redo[s->redo_count - 1]) != PES_ERR_OK)
            break;
        s->redo_count--;
        made++;
        if (session_is_person(s, session_turn(s)))
            break;
    }
    return made;
}

void session_stop(struct session *s, enum pes_end why, pes_player loser) {
    assert(why >= PES_END_RESIGN && why < PES_END_COUNT);
    assert((why == PES_END_AGREED) == (loser < 0));
    assert(session_end(s) == PES_END_NONE);
    s->stopped = why;
    s->loser = loser;
}

/* Sets the history to the session's start position and plays its first moves. */
static enum pes_err set_up(struct session *s, struct pes_note *note) {
    struct pes_rng rng;
    pes_rng_init(&rng, s->seed);
    int made = 0;
    /* The start is rolled by the seed, unless the moves contain its outcomes. */
    struct pes_rng *start = history_moves_roll(s->game, s->position, s->moves) ? NULL : &rng;
    const enum pes_err err = pes_history_start_text(s->history, s->position, start, note);
    return err ? err : pes_history_make_text(s->history, s->moves, &made, note);
}

enum pes_err session_again(struct session *s, bool swap, uint64_t seed, struct pes_note *note) {
    s->seed = seed;
    const enum pes_err err = set_up(s, note);
    if (err)
        return err;
    if (swap) {
        const struct session_seat first = s->seats[0];
        s->seats[0] = s->seats[1];
        s->seats[1] = first;
    }
    s->stopped = PES_END_NONE;
    s->redo_count = 0;
    s->value_count = 0;
    s->answered.known = false;
    pes_record_free(s->origin);
    s->origin = NULL;
    forget_hint(s);
    begin_agents(s);
    return PES_ERR_OK;
}
