/* The puzzles of a game as JSON: the list without solutions, one puzzle, and what an attempt leads
 * to. All answers follow from the kit's file of puzzles: nothing is searched. */
#include "core/json_write.h"
#include "core/puzzle.h"
#include "core/words.h"
#include "rooms/path.h"
#include "rooms/room_int.h"
#include "rooms/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static enum pes_err open_set(const struct pes_kit *kit, struct puzzle_set *set) {
    struct pes_note note = {0};
    *set = (struct puzzle_set){.count = 0};
    if (kit->puzzles == NULL)
        return PES_ERR_OK;
    const enum pes_err err = puzzle_set_parse(set, kit->puzzles, strlen(kit->puzzles), &note);
    assert(err == PES_ERR_OK || err == PES_ERR_NOMEM); /* the conformance suite reads every file */
    return err;
}

static enum pes_err open_puzzle(const struct pes_kit *kit, const struct puzzle *p,
                                struct session *s) {
    struct pes_note note = {0};
    struct pes_game *game;
    struct pes_history *history;
    const enum pes_err err = puzzle_open(kit, p, &game, &history, &note);
    assert(err == PES_ERR_OK || err == PES_ERR_NOMEM);
    if (err == PES_ERR_OK)
        session_init(s, game, history, 0);
    return err;
}

/* The members of the list and of one puzzle. */
static void put_about(const struct puzzle *p, pes_player solver, struct str *out) {
    static const struct pes_text *const tasks[] = {[PUZZLE_WIN] = TEXT(room_puzzle_win),
                                                   [PUZZLE_SAVE] = TEXT(room_puzzle_save),
                                                   [PUZZLE_BEST] = TEXT(room_puzzle_best)};
    put_text(out, "id", p->id);
    put_text(out, "kind", puzzle_kind_word(p->kind));
    put_int(out, "grade", puzzle_grade(p));
    put_int(out, "turns", p->turn_count);
    put_int(out, "player", solver);
    put_word(out, "task", tasks[p->kind], PES_ARGS(PES_INT(p->turn_count)));
}

enum pes_err room_puzzles(const struct pes_kit *kit, struct str *out) {
    struct puzzle_set set;
    enum pes_err err = open_set(kit, &set);
    put_open(out, NULL, '{');
    put_open(out, "puzzles", '[');
    for (int i = 0; i < set.count && err == PES_ERR_OK; i++) {
        struct session s;
        err = open_puzzle(kit, &set.list[i], &s);
        if (err != PES_ERR_OK)
            break;
        put_open(out, NULL, '{');
        put_about(&set.list[i], pes_turn(s.game, pes_history_state(s.history)), out);
        put_close(out, '}');
        session_release(&s);
    }
    put_close(out, ']');
    put_close(out, '}');
    puzzle_set_release(&set);
    return err != PES_ERR_OK ? err : str_err(out);
}

/* Moves ---------------------------------------------------------------------------------------- */

/* Moves of players with the outcomes after each, as the elements of a list. */
struct player_moves {
    struct session *s;
    struct str *out;
    struct put_moved moved;
    bool open;  /* `moved` has a move */
    bool legal; /* the position after the present move lists the legal moves */
};

static void end_move(struct player_moves *m) {
    if (!m->open)
        return;
    put_open(m->out, NULL, '{');
    put_text(m->out, "move", m->moved.move);
    put_int(m->out, "player", m->moved.player);
    put_open(m->out, "steps", '[');
    str_add_str(m->out, &m->moved.steps);
    put_close(m->out, ']');
    put_said(m->out, "said", &m->moved.said);
    put_position(m->s, m->legal, m->out);
    put_close(m->out, '}');
    put_moved_release(&m->moved);
    m->open = false;
}

static enum pes_err add_move(struct player_moves *m, pes_move move) {
    const struct pes_state *state = pes_history_state(m->s->history);
    if (pes_turn(m->s->game, state) >= 0) {
        end_move(m);
        put_moved_init(&m->moved);
        m->open = true;
    }
    assert(m->open); /* an outcome follows a move */
    put_moved_add(&m->moved, m->s->game, state, move);
    return session_make(m->s, move);
}

/* The moves of a text from the file, which are legal; a word may be several outcomes. */
static enum pes_err add_moves(struct player_moves *m, struct words text) {
    const struct pes_game *g = m->s->game;
    enum pes_err err = PES_ERR_OK;
    for (struct words w = words_take(&text); w.length > 0; w = words_take(&text))
        while (w.length > 0 && err == PES_ERR_OK) {
            size_t used = 0;
            pes_move move;
            err = g->rules->move_parse(g, pes_history_state(m->s->history), w.at, w.length, &used,
                                       &move, NULL);
            if (err == PES_ERR_OK)
                err = add_move(m, move);
            w.at += used;
            w.length -= used;
        }
    return err;
}

static struct words words_of(const char *text) {
    return (struct words){text, strlen(text)};
}

/* Questions ------------------------------------------------------------------------------------ */

/* A question about one turn of a puzzle. */
struct asked_turn {
    const struct puzzle *p;
    struct session *s; /* at the turn */
    int turn;
    struct str *out;
};

/* The levels that find the first move, and what the moves are worth. */
static void put_puzzle(const struct asked_turn *a) {
    struct str *out = a->out;
    const struct pes_game *g = a->s->game;
    const struct pes_state *state = pes_history_state(a->s->history);
    put_about(a->p, pes_turn(g, state), out);
    put_int(out, "levels", a->p->levels);
    put_text(out, "variant", g->variant);
    put_text(out, "look", g->kit->view->look);
    put_board(g, out);
    put_players(g, state, out);
    put_position(a->s, true, out);
}

/* The whole line, and who finds its first move. */
static enum pes_err put_line(const struct asked_turn *a) {
    struct player_moves m = {.s = a->s, .out = a->out};
    enum pes_err err = PES_ERR_OK;
    put_open(a->out, "found_by", '[');
    for (int n = 1; n <= a->p->levels; n++)
        if (puzzle_found(a->p, n))
            put_int(a->out, NULL, n);
    put_close(a->out, ']');
    put_int(a->out, "percent", lrint(a->p->chance * 100));
    put_int(a->out, "next_percent", lrint(a->p->next * 100));
    put_open(a->out, "moves", '[');
    for (int i = 0; i < a->p->turn_count && err == PES_ERR_OK; i++) {
        err = add_moves(&m, words_of(a->p->turns[i].move));
        if (err == PES_ERR_OK)
            err = add_moves(&m, words_of(a->p->turns[i].reply));
    }
    end_move(&m);
    put_close(a->out, ']');
    return err;
}

/* An attempt, and what follows it: up to the next turn or, at the end, nothing more. */
static enum pes_err put_attempt(const struct asked_turn *a, pes_move move) {
    const struct puzzle_turn *t = &a->p->turns[a->turn];
    struct player_moves m = {.s = a->s, .out = a->out};
    struct puzzle_reply reply = {.moves = "", .percent = -1};
    char text[PES_MOVE_TEXT_MAX];
    a->s->game->rules->move_format(a->s->game, pes_history_state(a->s->history), move, text);
    const bool right = strcmp(text, t->move) == 0;
    const bool also = !right && puzzle_also(a->p, a->turn, text);
    const bool last = a->turn + 1 == a->p->turn_count;
    if (right && !last)
        reply = (struct puzzle_reply){t->reply, strlen(t->reply), -1};
    else if (!right && !also && !puzzle_wrong(a->p, a->turn, text, &reply))
        return PES_ERR_UNKNOWN;
    put_text(a->out, "is", right ? "right" : also ? "also" : "wrong");
    put_bool(a->out, "done", also || (right && last));
    if (reply.percent >= 0)
        put_int(a->out, "percent", reply.percent);
    else
        put_null(a->out, "percent");
    put_open(a->out, "moves", '[');
    enum pes_err err = add_move(&m, move);
    if (err == PES_ERR_OK)
        err = add_moves(&m, (struct words){reply.moves, reply.length});
    m.legal = right && !last; /* only then another move is asked for */
    end_move(&m);
    put_close(a->out, ']');
    return err;
}

static enum pes_err answer_move(const struct asked_turn *a, const char *at, bool see) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(a->s->game, pes_history_state(a->s->history), list);
    const int index = path_number(&at);
    if (index < 0 || index >= count || *at != '\0')
        return PES_ERR_UNKNOWN;
    if (!see)
        return put_attempt(a, list[index]);
    put_try(a->s, list[index], a->out);
    return PES_ERR_OK;
}

static enum pes_err answer_why(const struct asked_turn *a, const char *at) {
    struct pes_cell board[PES_CELLS_MAX];
    int16_t cells[PES_TOUCHES_MAX];
    const struct pes_game *g = a->s->game;
    const int count = path_cells(at, g->kit->view->cells(g, board), cells);
    if (count == 0)
        return PES_ERR_UNKNOWN;
    put_why(a->s, cells, count, a->out);
    return PES_ERR_OK;
}

/* Answers what follows the id: "", "/line", "/try/0/7", "/see/0/7" or "/why/0/4.12". */
static enum pes_err answer(struct asked_turn *a, const char *at) {
    enum { PUZZLE, LINE, TRY, SEE, WHY } what = PUZZLE;
    if (strcmp(at, "/line") == 0)
        what = LINE;
    else if (*at != '\0') {
        what = path_word(&at, "/try/") ? TRY : path_word(&at, "/see/") ? SEE : WHY;
        if (what == WHY && !path_word(&at, "/why/"))
            return PES_ERR_UNKNOWN;
        a->turn = path_number(&at);
        if (a->turn < 0 || a->turn >= a->p->turn_count || !path_word(&at, "/"))
            return PES_ERR_UNKNOWN;
        const enum pes_err err = puzzle_advance(a->p, a->s->history, a->turn, NULL);
        if (err != PES_ERR_OK)
            return err;
    }
    if (what == PUZZLE)
        put_puzzle(a);
    return what == PUZZLE ? PES_ERR_OK
           : what == LINE ? put_line(a)
           : what == WHY  ? answer_why(a, at)
                          : answer_move(a, at, what == SEE);
}

enum pes_err room_puzzle_ask(const struct pes_kit *kit, const char *question, struct str *out) {
    struct puzzle_set set;
    struct session s;
    char id[PUZZLE_ID_LENGTH + 1] = "";
    const char *at = question;
    if (!path_word(&at, "/") || strnlen(at, PUZZLE_ID_LENGTH) < PUZZLE_ID_LENGTH)
        return PES_ERR_UNKNOWN;
    memcpy(id, at, PUZZLE_ID_LENGTH);
    enum pes_err err = open_set(kit, &set);
    if (err != PES_ERR_OK)
        return err;
    const struct puzzle *p = puzzle_find(&set, id);
    err = p != NULL ? open_puzzle(kit, p, &s) : PES_ERR_UNKNOWN;
    if (err == PES_ERR_OK) {
        struct asked_turn asked = {.p = p, .s = &s, .out = out};
        put_open(out, NULL, '{');
        err = answer(&asked, at + PUZZLE_ID_LENGTH);
        put_close(out, '}');
        session_release(&s);
    }
    puzzle_set_release(&set);
    return err != PES_ERR_OK ? err : str_err(out);
}
