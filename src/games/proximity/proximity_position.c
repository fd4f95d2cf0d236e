/* Positions of Proximity as text, FEN-like: six fields separated by single blanks. The rows from
 * the top, 'b12' and 'r7' for tiles and numbers for runs of empty cells, with ',' between cells and
 * '/' between rows; the side to move; the number in hand; both pools; the coming numbers.
 * Invariant: the parser accepts only what proximity_state_format() writes, and only what
 * proximity_valid() does. */
#include "games/proximity/proximity.h"

#include "pessoi/fields.h"

/* Sentences. ---------------------------------------------------------------------------------- */

enum { FIELD_BOARD, FIELD_TURN, FIELD_HAND, FIELD_BLUE, FIELD_RED, FIELD_COMING, FIELDS };

static const struct pes_text field_names[FIELDS] = {
    [FIELD_BOARD] = PES_TEXT("the board", "ταμπλό"),
    [FIELD_TURN] = PES_TEXT("the side to move", "σειρά"),
    [FIELD_HAND] = PES_TEXT("the number in hand", "αριθμός στο χέρι"),
    [FIELD_BLUE] = PES_TEXT("Blue's pool", "απόθεμα του Μπλε"),
    [FIELD_RED] = PES_TEXT("Red's pool", "απόθεμα του Κόκκινου"),
    [FIELD_COMING] = PES_TEXT("the coming numbers", "επόμενοι αριθμοί"),
};

static const struct pes_text
    why_item = PES_TEXT("field 1 (the board): '{1}' is neither a tile such as b12 or r7 nor a "
                        "number of empty cells",
                        "πεδίο 1 (ταμπλό): το «{1}» δεν είναι ούτε πλακίδιο όπως b12 ή r7 ούτε "
                        "πλήθος κενών κελιών"),
    why_score = PES_TEXT("field 1 (the board): '{1}' has no score from 1 to {2}, written without "
                         "leading zeros",
                         "πεδίο 1 (ταμπλό): το «{1}» δεν έχει βαθμό από 1 έως {2}, γραμμένο χωρίς "
                         "αρχικά μηδενικά"),
    why_run = PES_TEXT("field 1 (the board): '{1}' is not a number of empty cells from 1 to {2}, "
                       "written without leading zeros",
                       "πεδίο 1 (ταμπλό): το «{1}» δεν είναι πλήθος κενών κελιών από 1 έως {2}, "
                       "γραμμένο χωρίς αρχικά μηδενικά"),
    why_runs = PES_TEXT("field 1 (the board): two numbers of empty cells side by side; write their "
                        "sum",
                        "πεδίο 1 (ταμπλό): δύο πλήθη κενών κελιών δίπλα δίπλα· γράψε το άθροισμά "
                        "τους"),
    why_short = PES_TEXT("field 1 (the board): row {1} has {2} {2|cell|cells} instead of {3}",
                         "πεδίο 1 (ταμπλό): η γραμμή {1} έχει {2} {2|κελί|κελιά} αντί για {3}"),
    why_long = PES_TEXT("field 1 (the board): row {1} has more than {2} cells",
                        "πεδίο 1 (ταμπλό): η γραμμή {1} έχει πάνω από {2} κελιά"),
    why_rows = PES_TEXT("field 1 (the board): there are {1} {1|row|rows} instead of {2}",
                        "πεδίο 1 (ταμπλό): οι γραμμές είναι {1} αντί για {2}"),
    why_turn = PES_TEXT("field 2 (the side to move): '{1}' is neither b nor r",
                        "πεδίο 2 (σειρά): το «{1}» δεν είναι ούτε b ούτε r"),
    why_side = PES_TEXT("field 2 (the side to move): with {1} {1|tile|tiles} on the board it must "
                        "be {2}",
                        "πεδίο 2 (σειρά): με {1} {1|πλακίδιο|πλακίδια} στο ταμπλό πρέπει να είναι "
                        "{2}"),
    why_hand = PES_TEXT("field 3 (the number in hand): '{1}' is neither ? nor a number from 1 to "
                        "{2}",
                        "πεδίο 3 (αριθμός στο χέρι): το «{1}» δεν είναι ούτε ? ούτε αριθμός από 1 "
                        "έως {2}"),
    why_full = PES_TEXT("field {1} ({2}): the board is full, so it must be {3}",
                        "πεδίο {1} ({2}): το ταμπλό είναι γεμάτο, άρα πρέπει να είναι {3}"),
    why_no_pool = PES_TEXT("field {1} ({2}): it must be -, because draw={3} has no pools",
                           "πεδίο {1} ({2}): πρέπει να είναι -, γιατί το draw={3} δεν έχει "
                           "αποθέματα"),
    why_digits = PES_TEXT("field {1} ({2}): there must be {3} digits: how many of 1, of 2 and so "
                          "on are still to be drawn",
                          "πεδίο {1} ({2}): πρέπει να είναι {3} ψηφία: πόσα 1, πόσα 2 κ.ο.κ. δεν "
                          "έχουν κληρωθεί ακόμη"),
    why_count = PES_TEXT("field {1} ({2}): {3} of the number {4}, but the pool begins with {5}",
                         "πεδίο {1} ({2}): ο αριθμός {4} υπάρχει {3} φορές, ενώ το απόθεμα αρχίζει "
                         "με {5}"),
    why_sum = PES_TEXT("field {1} ({2}): {2} holds {3} {3|number|numbers}, but with the tiles and "
                       "the numbers known it must hold {4}",
                       "πεδίο {1} ({2}): το {2} έχει {3} {3|αριθμό|αριθμούς}, αλλά με τα πλακίδια "
                       "και τους γνωστούς αριθμούς πρέπει να έχει {4}"),
    why_coming = PES_TEXT("field 6 (the coming numbers): '{1}' is not a number from 1 to {2}",
                          "πεδίο 6 (επόμενοι αριθμοί): το «{1}» δεν είναι αριθμός από 1 έως {2}"),
    why_coming_hand = PES_TEXT("field 6 (the coming numbers): it must be -, because the number in "
                               "hand is drawn before them",
                               "πεδίο 6 (επόμενοι αριθμοί): πρέπει να είναι -, γιατί πρώτα "
                               "κληρώνεται ο αριθμός στο χέρι"),
    why_many = PES_TEXT("field 6 (the coming numbers): there can be at most {1} here",
                        "πεδίο 6 (επόμενοι αριθμοί): εδώ μπορούν να είναι το πολύ {1}"),
    why_listed = PES_TEXT("field {1} ({2}): {3} is not what the list has here, which is {4}",
                          "πεδίο {1} ({2}): το {3} δεν είναι αυτό που έχει εδώ η λίστα, δηλαδή "
                          "{4}");

/* Writing. ------------------------------------------------------------------------------------ */

/* Appends text to a buffer that is large enough for every position. */
struct writer {
    char *at, *end;
};

static void add_char(struct writer *w, char c) {
    assert(w->at + 1 < w->end);
    *w->at++ = c;
    *w->at = '\0';
}

static void add_number(struct writer *w, int number) {
    w->at += snprintf(w->at, (size_t)(w->end - w->at), "%d", number);
    assert(w->at < w->end);
}

static void add_row(struct writer *w, const struct proximity_board *board,
                    const struct proximity *s, int y) {
    bool first = true;
    for (int x = 0; x < board->columns; first = false) {
        int run = 0;
        while (x + run < board->columns &&
               proximity_get(board, s, proximity_cell_of(board, x + run, y)) == 0)
            run++;
        if (!first)
            add_char(w, ',');
        if (run > 0) {
            add_number(w, run);
            x += run;
            continue;
        }
        const uint8_t tile = proximity_get(board, s, proximity_cell_of(board, x, y));
        add_char(w, proximity_owner(tile) == PROXIMITY_BLUE ? 'b' : 'r');
        add_number(w, proximity_score(tile));
        x++;
    }
}

static void add_pool(struct writer *w, const struct proximity_board *board, uint64_t pool) {
    if (board->draw != PROXIMITY_POOL) {
        add_char(w, '-');
        return;
    }
    for (int v = 1; v <= PROXIMITY_TOP; v++)
        add_char(w, (char)('0' + proximity_left(pool, v)));
}

void proximity_state_format(const struct pes_game *g, const struct pes_state *state, int clock,
                            char out[PES_STATE_TEXT_MAX]) {
    (void)clock;
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    struct writer w = {.at = out, .end = out + PES_STATE_TEXT_MAX};
    for (int y = 0; y < board->rows; y++) {
        if (y > 0)
            add_char(&w, '/');
        add_row(&w, board, s, y);
    }
    add_char(&w, ' ');
    add_char(&w, s->placed & 1 ? 'r' : 'b');
    add_char(&w, ' ');
    if (s->known > 0)
        add_number(&w, proximity_in_hand(s));
    else
        add_char(&w, '?');
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED; player++) {
        add_char(&w, ' ');
        add_pool(&w, board, s->pool[player]);
    }
    add_char(&w, ' ');
    if (s->known < 2)
        add_char(&w, '-');
    for (int i = 1; i < s->known; i++) {
        if (i > 1)
            add_char(&w, ',');
        add_number(&w, proximity_known(s, i));
    }
}

/* Reading the board. -------------------------------------------------------------------------- */

/* The state of the parser. */
struct reader {
    const struct pes_game *g;
    const struct proximity_board *board;
    struct proximity *s;
    struct pes_field fields[FIELDS];
    struct pes_note *note;
    int x, y; /* the next cell */
    bool run; /* the previous item was a run of empty cells */
};

/* The arguments that name field i: its number and its name. */
#define CALLED(i) PES_INT((i) + 1), PES_SAID(&field_names[i])

/* An item of a list: the text up to the next separator. */
static struct pes_field item_at(const struct pes_field *board, size_t at) {
    size_t length = 0;
    while (at + length < board->length && board->text[at + length] != ',' &&
           board->text[at + length] != '/')
        length++;
    return (struct pes_field){board->text + at, length, board->pos + (int32_t)at};
}

static enum pes_err read_run(struct reader *r, const struct pes_field *item, int *cells) {
    *cells = pes_field_number(item->text, item->length, r->board->columns);
    if (*cells < 1)
        return pes_field_refuse(item, PES_ERR_RANGE, &why_run, r->board->columns, r->note);
    if (r->run)
        return pes_note_say(r->note, PES_ERR_SYNTAX, item->pos, &why_runs, PES_NO_ARGS);
    return PES_ERR_OK;
}

static enum pes_err read_item(struct reader *r, const struct pes_field *item) {
    const bool digits =
        item->length > 0 && pes_field_digits(item->text, item->length) == item->length;
    const bool tile = item->length > 0 && (item->text[0] == 'b' || item->text[0] == 'r');
    int cells = 1, score = 0;
    if (!digits && !tile)
        return pes_field_refuse(item, PES_ERR_SYNTAX, &why_item, 0, r->note);
    if (digits) {
        const enum pes_err err = read_run(r, item, &cells);
        if (err != PES_ERR_OK)
            return err;
    } else {
        score = pes_field_number(item->text + 1, item->length - 1, PROXIMITY_TOP);
        if (score < 1)
            return pes_field_refuse(item, PES_ERR_RANGE, &why_score, PROXIMITY_TOP, r->note);
    }
    if (r->x + cells > r->board->columns)
        return pes_note_say(r->note, PES_ERR_SYNTAX, item->pos, &why_long,
                            PES_ARGS(PES_INT(r->y + 1), PES_INT(r->board->columns)));
    if (tile)
        proximity_set(r->board, r->s, proximity_cell_of(r->board, r->x, r->y),
                      item->text[0] == 'b' ? PROXIMITY_BLUE : PROXIMITY_RED, score);
    r->x += cells;
    r->run = digits;
    return PES_ERR_OK;
}

static enum pes_err end_row(struct reader *r, int32_t pos) {
    if (r->x == r->board->columns)
        return PES_ERR_OK;
    return pes_note_say(r->note, PES_ERR_SYNTAX, pos, &why_short,
                        PES_ARGS(PES_INT(r->y + 1), PES_INT(r->x), PES_INT(r->board->columns)));
}

static enum pes_err refuse_rows(const struct reader *r, int32_t pos) {
    const struct pes_field *field = &r->fields[FIELD_BOARD];
    int rows = 1;
    for (size_t i = 0; i < field->length; i++)
        rows += field->text[i] == '/';
    return pes_note_say(r->note, PES_ERR_SYNTAX, pos, &why_rows,
                        PES_ARGS(PES_INT(rows), PES_INT(r->board->rows)));
}

static enum pes_err read_board(struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_BOARD];
    for (size_t at = 0;;) {
        const struct pes_field item = item_at(field, at);
        enum pes_err err = read_item(r, &item);
        if (err != PES_ERR_OK)
            return err;
        at += item.length;
        const int32_t pos = field->pos + (int32_t)at;
        if (at < field->length && field->text[at] == ',') {
            at++;
            continue;
        }
        err = end_row(r, pos);
        if (err != PES_ERR_OK)
            return err;
        r->y++;
        r->x = 0;
        r->run = false;
        const bool more = at < field->length;
        if (more != (r->y < r->board->rows))
            return refuse_rows(r, pos);
        if (!more)
            return PES_ERR_OK;
        at++;
    }
}

/* Reading the rest. --------------------------------------------------------------------------- */

static enum pes_err read_turn(struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_TURN];
    const char *right = r->s->placed & 1 ? "r" : "b";
    if (!pes_field_is(field, "b") && !pes_field_is(field, "r"))
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_turn, 0, r->note);
    if (!pes_field_is(field, right))
        return pes_note_say(r->note, PES_ERR_ILLEGAL, field->pos, &why_side,
                            PES_ARGS(PES_INT(r->s->placed), PES_STR(right)));
    return PES_ERR_OK;
}

/* Adds a known number, if it is possible here. */
static enum pes_err know(struct reader *r, int number, int field, int32_t pos) {
    const int wanted = proximity_wanted(r->board, r->s), k = r->s->placed + r->s->known;
    if (wanted == 0)
        return pes_note_say(r->note, PES_ERR_ILLEGAL, pos, &why_full,
                            PES_ARGS(CALLED(field), PES_STR(field == FIELD_HAND ? "?" : "-")));
    if (r->s->known == wanted)
        return pes_note_say(r->note, PES_ERR_ILLEGAL, pos, &why_many,
                            PES_ARGS(PES_INT(wanted - 1)));
    if (r->board->draw == PROXIMITY_LIST && number != proximity_listed(r->board, k))
        return pes_note_say(
            r->note, PES_ERR_ILLEGAL, pos, &why_listed,
            PES_ARGS(CALLED(field), PES_INT(number), PES_INT(proximity_listed(r->board, k))));
    proximity_know(r->s, number);
    return PES_ERR_OK;
}

static enum pes_err read_hand(struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_HAND];
    if (pes_field_is(field, "?"))
        return PES_ERR_OK;
    const int number = pes_field_number(field->text, field->length, PROXIMITY_TOP);
    if (number < 1)
        return pes_field_refuse(field, PES_ERR_RANGE, &why_hand, PROXIMITY_TOP, r->note);
    return know(r, number, FIELD_HAND, field->pos);
}

static enum pes_err read_coming(struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_COMING];
    if (pes_field_is(field, "-"))
        return PES_ERR_OK;
    for (size_t at = 0; at <= field->length;) {
        const struct pes_field item = item_at(field, at);
        const int number = pes_field_number(item.text, item.length, PROXIMITY_TOP);
        if (number < 1)
            return pes_field_refuse(&item, PES_ERR_RANGE, &why_coming, PROXIMITY_TOP, r->note);
        if (at + item.length < field->length && item.text[item.length] == '/')
            return pes_field_refuse_char(field, at + item.length, PES_ERR_SYNTAX, &why_coming,
                                         PROXIMITY_TOP, r->note);
        if (r->s->known == 0 && r->s->placed < r->board->cells)
            return pes_note_say(r->note, PES_ERR_ILLEGAL, field->pos, &why_coming_hand,
                                PES_NO_ARGS);
        const enum pes_err err = know(r, number, FIELD_COMING, item.pos);
        if (err != PES_ERR_OK)
            return err;
        at += item.length + 1;
    }
    return PES_ERR_OK;
}

static enum pes_err read_pool(struct reader *r, int player) {
    const int name = player == PROXIMITY_BLUE ? FIELD_BLUE : FIELD_RED;
    const struct pes_field *field = &r->fields[name];
    if (r->board->draw != PROXIMITY_POOL) {
        const char *draw = pes_values_text(&r->g->values, PROXIMITY_OPTION_DRAW);
        return pes_field_is(field, "-")
                   ? PES_ERR_OK
                   : pes_note_say(r->note, PES_ERR_SYNTAX, field->pos, &why_no_pool,
                                  PES_ARGS(CALLED(name), PES_STR(draw)));
    }
    const size_t digits = pes_field_digits(field->text, field->length);
    if (digits != PROXIMITY_TOP || field->length != PROXIMITY_TOP)
        return pes_note_say(r->note, PES_ERR_SYNTAX, field->pos, &why_digits,
                            PES_ARGS(CALLED(name), PES_INT(PROXIMITY_TOP)));
    uint64_t pool = 0;
    for (int v = 1; v <= PROXIMITY_TOP; v++) {
        const int count = field->text[v - 1] - '0';
        const int most = proximity_left(r->board->pool[player], v);
        if (count > most)
            return pes_note_say(r->note, PES_ERR_RANGE, field->pos + v - 1, &why_count,
                                PES_ARGS(CALLED(name), PES_INT(count), PES_INT(v), PES_INT(most)));
        pool += proximity_one(v) * (uint64_t)count;
    }
    r->s->pool[player] = pool;
    return PES_ERR_OK;
}

/* Pool, known numbers and tiles must add up to the player's placements. */
static enum pes_err check_sum(const struct reader *r, int player) {
    const int name = player == PROXIMITY_BLUE ? FIELD_BLUE : FIELD_RED;
    const int drawn = r->s->placed + r->s->known;
    const int own = player == PROXIMITY_BLUE ? (drawn + 1) / 2 : drawn / 2;
    const int sum = proximity_pool_sum(r->s->pool[player]);
    if (r->board->draw != PROXIMITY_POOL || sum == r->board->turns[player] - own)
        return PES_ERR_OK;
    return pes_note_say(
        r->note, PES_ERR_ILLEGAL, r->fields[name].pos, &why_sum,
        PES_ARGS(CALLED(name), PES_INT(sum), PES_INT(r->board->turns[player] - own)));
}

enum pes_err proximity_state_parse(const struct pes_game *g, const char *text, size_t length,
                                   struct pes_state *state, int *clock, struct pes_note *note) {
    struct reader r = {
        .g = g,
        .board = proximity_board(g),
        .s = (struct proximity *)(void *)state,
        .note = note,
    };
    *clock = 0;
    proximity_reset(r.board, r.s);
    enum pes_err err = pes_fields_split(text, length, field_names, FIELDS, r.fields, note);
    if (err == PES_ERR_OK)
        err = read_board(&r);
    if (err == PES_ERR_OK)
        err = read_turn(&r);
    if (err == PES_ERR_OK)
        err = read_hand(&r);
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED && err == PES_ERR_OK; player++)
        err = read_pool(&r, player);
    if (err == PES_ERR_OK)
        err = read_coming(&r);
    for (int player = PROXIMITY_BLUE; player <= PROXIMITY_RED && err == PES_ERR_OK; player++)
        err = check_sum(&r, player);
    assert(err != PES_ERR_OK || proximity_valid(g, state));
    return err;
}
