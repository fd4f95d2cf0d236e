/* Puzzles as games: opening, following and checking them. */
#include "core/puzzle.h"

#include "core/rule.h"
#include "core/text.h"
#include "core/words.h"

#include <assert.h>
#include <string.h>

enum pes_err puzzle_open(const struct pes_kit *kit, const struct puzzle *p, struct pes_game **game,
                         struct pes_history **history, struct pes_note *note) {
    const struct pes_rule start = {
        .variant = p->variant, .position = p->position, .moves = p->moves};
    return rule_open(kit, &start, game, history, note);
}

enum pes_err puzzle_advance(const struct puzzle *p, struct pes_history *h, int turns,
                            struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    int made;
    assert(turns <= p->turn_count);
    for (int i = 0; i < turns && err == PES_ERR_OK; i++) {
        err = pes_history_make_text(h, p->turns[i].move, &made, note);
        if (err == PES_ERR_OK)
            err = pes_history_make_text(h, p->turns[i].reply, &made, note);
    }
    return err;
}

/* Extras. ------------------------------------------------------------------------------------- */

/* Is `move` one of the words? */
static bool has_word(struct words list, const char *move) {
    for (struct words w = words_take(&list); w.length > 0; w = words_take(&list))
        if (words_are(w, move))
            return true;
    return false;
}

/* The next extra of a turn: behind its key; *at is what the next call begins with. */
static struct words next_extra(const char **at, bool *also) {
    struct words line = {*at, strlen(*at)};
    *at += line.length + 1;
    *also = words_are(words_take(&line), "also");
    return words_trim(line);
}

/* Empty lines and comments between the extras are not extras. */
static const char *skip_other(const char *at) {
    while (*at == '\0' || *at == '#')
        at += strlen(at) + 1;
    return at;
}

bool puzzle_also(const struct puzzle *p, int turn, const char *move) {
    const struct puzzle_turn *t = &p->turns[turn];
    const char *at = t->extras;
    for (int i = 0; i < t->extra_count; i++) {
        bool also;
        at = skip_other(at);
        const struct words line = next_extra(&at, &also);
        if (also && has_word(line, move))
            return true;
    }
    return false;
}

/* Reads "35% k12 h3" into a reply. */
static void read_reply(struct words part, struct puzzle_reply *out) {
    struct words rest = part, first = words_take(&rest);
    int64_t percent = -1;
    if (first.length > 1 && first.at[first.length - 1] == '%' &&
        words_number((struct words){first.at, first.length - 1}, 1000000000, &percent) &&
        percent >= 0 && percent <= 100)
        part = words_trim(rest);
    else
        percent = -1;
    *out = (struct puzzle_reply){.moves = part.at, .length = part.length, .percent = (int)percent};
}

bool puzzle_wrong(const struct puzzle *p, int turn, const char *move, struct puzzle_reply *out) {
    const struct puzzle_turn *t = &p->turns[turn];
    const char *at = t->extras;
    bool known = false;
    for (int i = 0; i < t->extra_count; i++) {
        bool also, colon;
        at = skip_other(at);
        struct words line = next_extra(&at, &also);
        if (also)
            continue;
        const struct words reply = words_until(&line, ":", &colon);
        const bool own = has_word(line, move);
        if (own || (!known && has_word(line, "*"))) {
            read_reply(reply, out);
            known = true;
        }
        if (own)
            return true;
    }
    return known;
}

/* Grades. ------------------------------------------------------------------------------------- */

int puzzle_grade(const struct puzzle *p) {
    int found = 0;
    const int all = p->levels * p->tries;
    for (int i = 0; i < p->levels; i++)
        found += p->found[i];
    if (all == 0)
        return (PUZZLE_GRADES + 1) / 2;
    const int grade = PUZZLE_GRADES - found * PUZZLE_GRADES / all;
    return grade > 0 ? grade : 1;
}

bool puzzle_found(const struct puzzle *p, int n) {
    assert(n >= 1);
    return n <= p->levels && 2 * p->found[n - 1] > p->tries;
}

/* Checking. ----------------------------------------------------------------------------------- */

/* The note of a move that cannot be played, with the puzzle it belongs to. */
static enum pes_err say_in(const struct puzzle *p, enum pes_err err, struct pes_note *note) {
    if (note == NULL || err == PES_ERR_NOMEM)
        return err;
    const struct pes_note why = *note;
    *note = (struct pes_note){0};
    const enum pes_err said =
        pes_note_say(note, err, 0, TEXT(puzzle_in), PES_ARGS(PES_STR(p->id), PES_NOTED(&why)));
    note->line = p->file_line;
    return said;
}

/* Makes the moves and takes them back; *over: they end the game. */
static enum pes_err try_moves(struct pes_history *h, const char *moves, size_t length,
                              struct pes_note *note) {
    char text[PES_STATE_TEXT_MAX];
    int made = 0;
    if (length >= sizeof text)
        return PES_ERR_LIMIT;
    memcpy(text, moves, length);
    text[length] = '\0';
    const enum pes_err err = pes_history_make_text(h, text, &made, note);
    while (made-- > 0)
        pes_history_unmake(h);
    return err;
}

/* Checks what the file says about one other move of a turn. */
static enum pes_err check_other(const struct puzzle *p, int turn, struct pes_history *h,
                                const char *move, struct pes_note *note) {
    struct puzzle_reply reply;
    if (puzzle_also(p, turn, move))
        return turn > 0 ? PES_ERR_OK
                        : pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(puzzle_not_alone),
                                       PES_ARGS(PES_STR(move)));
    if (!puzzle_wrong(p, turn, move, &reply))
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(puzzle_no_reply), PES_ARGS(PES_STR(move)));
    int made = 0;
    enum pes_err err = pes_history_make_text(h, move, &made, note);
    if (err == PES_ERR_OK)
        err = try_moves(h, reply.moves, reply.length, note);
    while (made-- > 0)
        pes_history_unmake(h);
    return err;
}

static enum pes_err check_turn(const struct puzzle *p, int turn, struct pes_history *h,
                               pes_player solver, struct pes_note *note) {
    const struct pes_game *g = pes_history_game(h);
    const struct pes_state *s = pes_history_state(h);
    pes_move list[PES_MOVES_MAX];
    char text[PES_MOVE_TEXT_MAX];
    bool legal = false;
    if (pes_history_end(h) != PES_END_NONE || pes_turn(g, s) != solver)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(puzzle_turn_of),
                            PES_ARGS(PES_INT(turn + 1)));
    const int count = pes_moves(g, s, list);
    if (count < 2 && turn == 0)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(puzzle_forced), PES_NO_ARGS);
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < count && err == PES_ERR_OK; i++) {
        g->rules->move_format(g, s, list[i], text);
        if (strcmp(text, p->turns[turn].move) == 0)
            legal = true;
        else
            err = check_other(p, turn, h, text, note);
    }
    if (err == PES_ERR_OK && !legal)
        err = pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(puzzle_illegal),
                           PES_ARGS(PES_STR(p->turns[turn].move)));
    return err;
}

enum pes_err puzzle_check(const struct pes_kit *kit, const struct puzzle *p,
                          struct pes_note *note) {
    struct pes_game *game;
    struct pes_history *h;
    int made;
    enum pes_err err = puzzle_open(kit, p, &game, &h, note);
    if (err != PES_ERR_OK)
        return say_in(p, err, note);
    const pes_player solver = pes_turn(game, pes_history_state(h));
    if (solver < 0)
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(puzzle_turn_of), PES_ARGS(PES_INT(1)));
    for (int i = 0; i < p->turn_count && err == PES_ERR_OK; i++) {
        err = check_turn(p, i, h, solver, note);
        if (err == PES_ERR_OK)
            err = pes_history_make_text(h, p->turns[i].move, &made, note);
        if (err == PES_ERR_OK)
            err = pes_history_make_text(h, p->turns[i].reply, &made, note);
    }
    if (err != PES_ERR_OK)
        err = say_in(p, err, note);
    pes_history_free(h);
    pes_game_close(game);
    return err;
}
