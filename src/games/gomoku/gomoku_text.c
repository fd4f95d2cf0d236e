/* Moves and positions of Gomoku as text: a writer and a strict parser.
 *
 * A position is two fields separated by one blank, FEN-like: the rows from the top, 'b' and 'w' for
 * stones and numbers for runs of empty points, with '/' between rows; then the side to move. Under
 * swap2 a third field names the phase. Invariant: the parser accepts only what
 * gomoku_state_format() writes, and only positions without a flaw (gomoku_flaw()). */
#include "games/gomoku/gomoku.h"

#include "core/str.h"
#include "pessoi/fields.h"

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text field_names[] = {
    PES_TEXT("the board", "ταμπλό"),
    PES_TEXT("the side to move", "σειρά"),
    PES_TEXT("the opening", "άνοιγμα"),
};
enum { FIELD_BOARD, FIELD_TURN, FIELD_PHASE, FIELDS };

static const char *const phase_names[GOMOKU_PHASES] = {
    [GOMOKU_FIRST_BLACK] = "fb",    [GOMOKU_FIRST_WHITE] = "fw",   [GOMOKU_FIRST_PLACES] = "p1",
    [GOMOKU_SECOND_CHOOSES] = "c2", [GOMOKU_SECOND_PLACES] = "p2", [GOMOKU_FIRST_CHOOSES] = "c1",
};

static const char *const choice_names[GOMOKU_CHOICES] = {"white", "black", "more", "black",
                                                         "white"};

static const struct pes_text
    why_no_phase = PES_TEXT("field 3 (the opening): '{1}' has no place here; the field exists "
                            "only with opening=swap2",
                            "πεδίο 3 (άνοιγμα): το «{1}» δεν έχει θέση εδώ· το πεδίο υπάρχει "
                            "μόνο με opening=swap2"),
    why_symbol = PES_TEXT("field 1 (the board): '{1}' is none of b, w, / and numbers of empty "
                          "points",
                          "πεδίο 1 (ταμπλό): το «{1}» δεν είναι ούτε b ούτε w ούτε / ούτε "
                          "πλήθος κενών σημείων"),
    why_number = PES_TEXT("field 1 (the board): '{1}' is not a number of empty points from 1 to "
                          "{2}, written without leading zeros",
                          "πεδίο 1 (ταμπλό): το «{1}» δεν είναι πλήθος κενών σημείων από 1 έως "
                          "{2}, γραμμένο χωρίς αρχικά μηδενικά"),
    why_short = PES_TEXT("field 1 (the board): row {1} has {2} {2|point|points} instead of {3}",
                         "πεδίο 1 (ταμπλό): η γραμμή {1} έχει {2} {2|σημείο|σημεία} αντί για {3}"),
    why_long = PES_TEXT("field 1 (the board): row {1} has more than {2} points",
                        "πεδίο 1 (ταμπλό): η γραμμή {1} έχει πάνω από {2} σημεία"),
    why_rows = PES_TEXT("field 1 (the board): there are {1} {1|row|rows} instead of {2}",
                        "πεδίο 1 (ταμπλό): οι γραμμές είναι {1} αντί για {2}"),
    why_turn = PES_TEXT("field 2 (the side to move): '{1}' is neither b nor w",
                        "πεδίο 2 (σειρά): το «{1}» δεν είναι ούτε b ούτε w"),
    why_phase = PES_TEXT("field 3 (the opening): '{1}' is none of p1, c2, p2, c1, fb and fw",
                         "πεδίο 3 (άνοιγμα): το «{1}» δεν είναι κανένα από τα p1, c2, p2, c1, fb "
                         "και fw"),
    why_stones =
        PES_TEXT("field 1 (the board): {1} black and {2} white stones are impossible; Black "
                 "has as many as White, or one more",
                 "πεδίο 1 (ταμπλό): δεν γίνεται να υπάρχουν {1} μαύρα και {2} λευκά "
                 "πούλια· τα μαύρα είναι όσα τα λευκά ή ένα περισσότερο"),
    why_side =
        PES_TEXT("field 2 (the side to move): with {1} black and {2} white stones it must be "
                 "{3}",
                 "πεδίο 2 (σειρά): με {1} {1|μαύρο|μαύρα} και {2} {2|λευκό|λευκά} πούλια πρέπει να "
                 "είναι {3}");

/* By enum gomoku_flaw; the arguments are the phase and the number of stones. */
static const struct {
    int field; /* the field that is at fault */
    struct pes_text why;
} flaws[GOMOKU_FLAWS] = {
    [GOMOKU_FLAW_PHASE] =
        {FIELD_PHASE,
         PES_TEXT("field 3 (the opening): {1} does not go with {2} {2|stone|stones}; the first "
                  "player places at 0 to 2 (p1) and chooses at 5 (c1), the second chooses at 3 "
                  "(c2) and places at 3 or 4 (p2); fb and fw have 3 or more",
                  "πεδίο 3 (άνοιγμα): το {1} δεν πάει με {2} {2|πούλι|πούλια}· ο πρώτος βάζει στα "
                  "0-2 (p1), διαλέγει στα 5 (c1)· ο δεύτερος διαλέγει στα 3 (c2), βάζει στα 3-4 "
                  "(p2)· fb, fw: 3+")},
    [GOMOKU_FLAW_LATE_WIN] =
        {FIELD_TURN, PES_TEXT("field 2 (the side to move): the side to move has five in "
                              "a row, so the game was over before the last stone",
                              "πεδίο 2 (σειρά): όποιος παίζει τώρα έχει ήδη πέντε στη σειρά, άρα "
                              "το παιχνίδι είχε τελειώσει πριν από το τελευταίο πούλι")},
    [GOMOKU_FLAW_TWO_WINS] = {FIELD_BOARD,
                              PES_TEXT("field 1 (the board): no single last stone can have made "
                                       "all the rows of five",
                                       "πεδίο 1 (ταμπλό): κανένα τελευταίο πούλι δεν μπορεί να "
                                       "έφτιαξε μόνο του όλες τις πεντάδες")},
    [GOMOKU_FLAW_OVERLINE] = {FIELD_BOARD,
                              PES_TEXT("field 1 (the board): Black has more than five in a row, "
                                       "which rule=renju forbids",
                                       "πεδίο 1 (ταμπλό): ο Μαύρος έχει πάνω από πέντε στη "
                                       "σειρά, και το rule=renju το απαγορεύει")},
};

static const struct pes_text
    why_no_move = PES_TEXT("'{1}' is not a move; a move is a point from a1 to {2}",
                           "το «{1}» δεν είναι κίνηση· κίνηση είναι ένα σημείο από a1 έως {2}"),
    why_off_board = PES_TEXT("'{1}' is off the board, which goes from a1 to {2}",
                             "το «{1}» είναι έξω από το ταμπλό, που πάει από a1 έως {2}"),
    why_over = PES_TEXT("'{1}' cannot be played: the game is over",
                        "το «{1}» δεν παίζεται: το παιχνίδι έχει τελειώσει"),
    why_taken[2] = {PES_TEXT("'{1}' is taken: a black stone is there",
                             "το «{1}» είναι πιασμένο: έχει μαύρο πούλι"),
                    PES_TEXT("'{1}' is taken: a white stone is there",
                             "το «{1}» είναι πιασμένο: έχει λευκό πούλι")},
    why_choose[2] = {PES_TEXT("'{1}': the first player chooses a colour now, black or white",
                              "«{1}»: τώρα ο πρώτος παίκτης διαλέγει χρώμα, black ή white"),
                     PES_TEXT("'{1}': the second player chooses now: white, black or more",
                              "«{1}»: τώρα διαλέγει ο δεύτερος παίκτης: white, black ή more")},
    why_no_choice = PES_TEXT("'{1}': there is nothing to choose here; a move is a point from a1 to "
                             "{2}",
                             "«{1}»: εδώ δεν υπάρχει επιλογή· κίνηση είναι ένα σημείο από a1 έως "
                             "{2}"),
    why_banned[GOMOKU_BANS] = {
        [GOMOKU_OVERLINE] =
            PES_TEXT("'{1}' is forbidden to Black: it makes more than five in a row",
                     "το «{1}» απαγορεύεται στον Μαύρο: κάνει πάνω από πέντε στη "
                     "σειρά"),
        [GOMOKU_DOUBLE_FOUR] = PES_TEXT("'{1}' is forbidden to Black: it makes a double four",
                                        "το «{1}» απαγορεύεται στον Μαύρο: κάνει διπλή τετράδα"),
        [GOMOKU_DOUBLE_THREE] = PES_TEXT("'{1}' is forbidden to Black: it makes a double three",
                                         "το «{1}» απαγορεύεται στον Μαύρο: κάνει διπλή τριάδα"),
};

/* Moves. -------------------------------------------------------------------------------------- */

void gomoku_name(const struct gomoku_board *board, int point, char out[GOMOKU_NAME_MAX]) {
    const struct gomoku_point *at = &board->at[point];
    assert(point >= 0 && point < board->points);
    pes_cell_format(at->x, at->y, out);
}

void gomoku_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        char out[PES_MOVE_TEXT_MAX]) {
    (void)s;
    if (gomoku_is_choice(m))
        snprintf(out, PES_MOVE_TEXT_MAX, "%s", choice_names[m - GOMOKU_CHOICE]);
    else
        gomoku_name(gomoku_board(g), gomoku_target(m), out);
}

/* The choice that a word names, of First or of Second; PES_MOVE_NONE if it is none. */
static pes_move read_choice(const char *text, size_t length, bool first) {
    const int from = first ? GOMOKU_FIRST_TAKES_BLACK : GOMOKU_SECOND_TAKES_WHITE;
    const int until = first ? GOMOKU_CHOICE + GOMOKU_CHOICES : GOMOKU_FIRST_TAKES_BLACK;
    for (int m = from; m < until; m++) {
        const char *name = choice_names[m - GOMOKU_CHOICE];
        if (strlen(name) == length && memcmp(text, name, length) == 0)
            return (pes_move)m;
    }
    return PES_MOVE_NONE;
}

/* Parses a token in a position where the player to move has to choose. */
static enum pes_err parse_choice(const struct gomoku *s, const char *text, size_t length,
                                 pes_move *out, struct pes_note *note) {
    const bool first = s->phase == GOMOKU_FIRST_CHOOSES;
    char quote[PES_QUOTE_SIZE];
    *out = read_choice(text, length, first);
    if (*out != PES_MOVE_NONE)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_choose[!first],
                        PES_ARGS(PES_STR(pes_quote(text, length, quote))));
}

/* Refuses a point of the board where no stone may be placed. */
static enum pes_err check_point(const struct gomoku_board *board, const struct gomoku *s, int point,
                                const char *quoted, struct pes_note *note) {
    for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
        if (gomoku_has(board, s, point, colour))
            return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_taken[colour],
                                PES_ARGS(PES_STR(quoted)));
    if (!board->renju || gomoku_colour(s) != GOMOKU_BLACK)
        return PES_ERR_OK;
    const enum gomoku_ban ban = gomoku_ban(board, s, point);
    if (ban == GOMOKU_ALLOWED)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_banned[ban], PES_ARGS(PES_STR(quoted)));
}

enum pes_err gomoku_move_parse(const struct pes_game *g, const struct pes_state *state,
                               const char *text, size_t length, size_t *used, pes_move *out,
                               struct pes_note *note) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    char quote[PES_QUOTE_SIZE], corner[GOMOKU_NAME_MAX];
    const char *quoted = pes_quote(text, length, quote);
    *used = length;
    gomoku_name(board, board->points - 1, corner);
    const struct pes_arg *args = PES_ARGS(PES_STR(quoted), PES_STR(corner));
    if (gomoku_over(board, s))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_over, args);
    if (gomoku_choosing(s))
        return parse_choice(s, text, length, out, note);
    if (read_choice(text, length, false) != PES_MOVE_NONE)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_no_choice, args);
    int x, y;
    if (!pes_cell_parse(text, length, &x, &y))
        return pes_note_say(note, PES_ERR_SYNTAX, 1, &why_no_move, args);
    if (x >= board->size || y >= board->size)
        return pes_note_say(note, PES_ERR_RANGE, 1, &why_off_board, args);
    const int point = gomoku_point_of(board, x, y);
    *out = gomoku_move_to(point);
    return check_point(board, s, point, quoted, note);
}

/* Positions. ---------------------------------------------------------------------------------- */

/* Writes one row and returns its end. */
static char *format_row(const struct gomoku_board *board, const struct gomoku *s, int y, char *to,
                        char *end) {
    int run = 0;
    for (int x = 0; x <= board->size; x++) {
        const int point = x < board->size ? gomoku_point_of(board, x, y) : -1;
        if (point >= 0 && gomoku_empty(s, point)) {
            run++;
            continue;
        }
        if (run > 0)
            to += snprintf(to, (size_t)(end - to), "%d", run);
        run = 0;
        if (point >= 0)
            *to++ = gomoku_has(board, s, point, GOMOKU_BLACK) ? 'b' : 'w';
    }
    assert(to < end);
    return to;
}

void gomoku_state_format(const struct pes_game *g, const struct pes_state *state, int clock,
                         char out[PES_STATE_TEXT_MAX]) {
    (void)clock;
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    char *to = out, *end = out + PES_STATE_TEXT_MAX;
    for (int y = board->size - 1; y >= 0; y--) {
        to = format_row(board, s, y, to, end);
        *to++ = y > 0 ? '/' : ' ';
    }
    *to++ = gomoku_colour(s) == GOMOKU_BLACK ? 'b' : 'w';
    *to = '\0';
    if (board->swap2)
        snprintf(to, (size_t)(end - to), " %s", phase_names[s->phase]);
}

static enum pes_err split(const struct gomoku_board *board, const char *text, size_t length,
                          struct pes_field fields[FIELDS], struct pes_note *note) {
    const bool phased = pes_fields_count(text, length) == FIELDS && text[length - 1] != ' ';
    const int count = board->swap2 || phased ? FIELDS : FIELD_PHASE;
    const enum pes_err err = pes_fields_split(text, length, field_names, count, fields, note);
    if (err == PES_ERR_OK && phased && !board->swap2)
        return pes_field_refuse(&fields[FIELD_PHASE], PES_ERR_SYNTAX, &why_no_phase, 0, note);
    return err;
}

/* The state of the parser of the board. */
struct reader {
    const struct gomoku_board *board;
    struct gomoku *s;
    const struct pes_field *field;
    struct pes_note *note;
    size_t at;    /* in the field */
    int x, y;     /* the next point */
    int count[2]; /* stones so far, by colour */
};

static int32_t reader_pos(const struct reader *r) {
    return r->field->pos + (int32_t)r->at;
}

/* Rows are named by their numbers on the board. */
static enum pes_err refuse_long(const struct reader *r) {
    return pes_note_say(r->note, PES_ERR_SYNTAX, reader_pos(r), &why_long,
                        PES_ARGS(PES_INT(r->y + 1), PES_INT(r->board->size)));
}

/* A run of empty points: all its digits are one number. */
static enum pes_err read_run(struct reader *r) {
    const char *text = r->field->text + r->at;
    const size_t length = pes_field_digits(text, r->field->length - r->at);
    const int number = pes_field_number(text, length, r->board->size);
    char quote[PES_QUOTE_SIZE];
    if (number < 1)
        return pes_note_say(
            r->note, PES_ERR_RANGE, reader_pos(r), &why_number,
            PES_ARGS(PES_STR(pes_quote(text, length, quote)), PES_INT(r->board->size)));
    if (r->x + number > r->board->size)
        return refuse_long(r);
    r->x += number;
    r->at += length;
    return PES_ERR_OK;
}

static enum pes_err read_stone(struct reader *r) {
    const char *text = r->field->text + r->at;
    assert(r->x <= r->board->size && r->y >= 0);
    if (*text != 'b' && *text != 'w')
        return pes_field_refuse_char(r->field, r->at, PES_ERR_SYNTAX, &why_symbol, 0, r->note);
    if (r->x == r->board->size)
        return refuse_long(r);
    const int colour = *text == 'b' ? GOMOKU_BLACK : GOMOKU_WHITE;
    gomoku_put(r->board, r->s, gomoku_point_of(r->board, r->x, r->y), colour);
    r->count[colour]++;
    r->x++;
    r->at++;
    return PES_ERR_OK;
}

static enum pes_err end_row(struct reader *r) {
    if (r->x == r->board->size)
        return PES_ERR_OK;
    return pes_note_say(r->note, PES_ERR_SYNTAX, reader_pos(r), &why_short,
                        PES_ARGS(PES_INT(r->y + 1), PES_INT(r->x), PES_INT(r->board->size)));
}

static enum pes_err refuse_rows(const struct reader *r) {
    int rows = 1;
    for (size_t i = 0; i < r->field->length; i++)
        rows += r->field->text[i] == '/';
    return pes_note_say(r->note, PES_ERR_SYNTAX, reader_pos(r), &why_rows,
                        PES_ARGS(PES_INT(rows), PES_INT(r->board->size)));
}

static enum pes_err read_board(struct reader *r) {
    r->y = r->board->size - 1;
    while (r->at < r->field->length) {
        const char c = r->field->text[r->at];
        enum pes_err err = PES_ERR_OK;
        if (c == '/') {
            err = end_row(r);
            if (err == PES_ERR_OK && r->y == 0)
                err = refuse_rows(r);
            r->x = 0;
            r->y--;
            r->at++;
        } else {
            err = pes_field_digits(&c, 1) > 0 ? read_run(r) : read_stone(r);
        }
        if (err != PES_ERR_OK)
            return err;
    }
    const enum pes_err err = end_row(r);
    return err == PES_ERR_OK && r->y > 0 ? refuse_rows(r) : err;
}

static enum pes_err read_turn(const struct reader *r, const struct pes_field *field) {
    const int ahead = r->count[GOMOKU_BLACK] - r->count[GOMOKU_WHITE];
    const char right = ahead == 0 ? 'b' : 'w';
    if (!pes_field_is(field, "b") && !pes_field_is(field, "w"))
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_turn, 0, r->note);
    const struct pes_arg *args =
        PES_ARGS(PES_INT(r->count[GOMOKU_BLACK]), PES_INT(r->count[GOMOKU_WHITE]),
                 PES_STR(right == 'b' ? "b" : "w"));
    if (ahead != 0 && ahead != 1)
        return pes_note_say(r->note, PES_ERR_ILLEGAL, r->field->pos, &why_stones, args);
    if (field->text[0] != right)
        return pes_note_say(r->note, PES_ERR_ILLEGAL, field->pos, &why_side, args);
    return PES_ERR_OK;
}

static enum pes_err read_phase(const struct reader *r, const struct pes_field *field) {
    for (int phase = 0; phase < GOMOKU_PHASES; phase++)
        if (pes_field_is(field, phase_names[phase])) {
            r->s->phase = (uint8_t)phase;
            return PES_ERR_OK;
        }
    return pes_field_refuse(field, PES_ERR_SYNTAX, &why_phase, 0, r->note);
}

/* Refuses a position that is well formed but cannot occur in a game. */
static enum pes_err check_flaws(const struct reader *r, const struct pes_field fields[FIELDS]) {
    const enum gomoku_flaw flaw = gomoku_flaw(r->board, r->s);
    if (flaw == GOMOKU_FLAW_NONE)
        return PES_ERR_OK;
    assert(flaw != GOMOKU_FLAW_STONES); /* read_turn() has checked that */
    return pes_note_say(r->note, PES_ERR_ILLEGAL, fields[flaws[flaw].field].pos, &flaws[flaw].why,
                        PES_ARGS(PES_STR(phase_names[r->s->phase]), PES_INT(r->s->stones)));
}

enum pes_err gomoku_state_parse(const struct pes_game *g, const char *text, size_t length,
                                struct pes_state *state, int *clock, struct pes_note *note) {
    const struct gomoku_board *board = gomoku_board(g);
    struct gomoku *s = (struct gomoku *)(void *)state;
    struct pes_field fields[FIELDS] = {{.text = ""}};
    struct reader r = {.board = board, .s = s, .field = &fields[FIELD_BOARD], .note = note};
    *clock = 0;
    gomoku_reset(board, s);
    enum pes_err err = split(board, text, length, fields, note);
    if (err == PES_ERR_OK)
        err = read_board(&r);
    if (err == PES_ERR_OK)
        err = read_turn(&r, &fields[FIELD_TURN]);
    if (err == PES_ERR_OK && board->swap2)
        err = read_phase(&r, &fields[FIELD_PHASE]);
    if (err == PES_ERR_OK)
        err = check_flaws(&r, fields);
    assert(r.count[GOMOKU_BLACK] + r.count[GOMOKU_WHITE] == s->stones);
    if (err == PES_ERR_OK)
        gomoku_settle(board, s);
    return err;
}
