/* Moves and positions of Boats on the lake as text: a writer and a strict parser.
 *
 * A position is five fields separated by single blanks: the levels, one digit per column; the
 * columns of Red and Green; r or g to move; the last move or '-'. The position before the roll is
 * the word "random". Invariant: the parser accepts only what boats_state_format() writes, and only
 * positions without a flaw (boats_flaw()). */
#include "games/boats/boats.h"

#include "core/str.h"
#include "pessoi/fields.h"

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text field_names[] = {
    PES_TEXT("the levels", "στάθμες"),
    PES_TEXT("Red's column", "στήλη του Κόκκινου"),
    PES_TEXT("Green's column", "στήλη του Πράσινου"),
    PES_TEXT("the side to move", "σειρά"),
    PES_TEXT("the last move", "τελευταία κίνηση"),
};
enum { FIELD_LEVELS, FIELD_RED, FIELD_GREEN, FIELD_TURN, FIELD_LAST, FIELDS };

static const struct pes_text
    why_digits = PES_TEXT("field 1 (the levels) has {1} {1|digit|digits}, but this lake has {2} "
                          "columns",
                          "το πεδίο 1 (στάθμες) έχει {1} {1|ψηφίο|ψηφία}, αλλά η λίμνη έχει {2} "
                          "στήλες"),
    why_level = PES_TEXT("field 1 (the levels): '{1}' is not a level from 0 to {2}",
                         "πεδίο 1 (στάθμες): το «{1}» δεν είναι στάθμη από 0 έως {2}"),
    why_column = PES_TEXT("field {1} ({2}): '{3}' is not a column from 0 to {4}, written without "
                          "leading zeros",
                          "πεδίο {1} ({2}): το «{3}» δεν είναι στήλη από 0 έως {4}, γραμμένη "
                          "χωρίς αρχικά μηδενικά"),
    why_turn = PES_TEXT("field 4 (the side to move): '{1}' is neither r nor g",
                        "πεδίο 4 (σειρά): το «{1}» δεν είναι ούτε r ούτε g"),
    why_last = PES_TEXT("field 5 (the last move): '{1}' is none of -, L, R, +1..+{2}, -1..-{2}",
                        "πεδίο 5 (τελευταία κίνηση): το «{1}» δεν είναι κανένα από τα -, L, R, "
                        "+1..+{2}, -1..-{2}"),
    why_no_roll = PES_TEXT("the position 'random' exists only with start=random",
                           "η θέση «random» υπάρχει μόνο με start=random");

/* By enum boats_flaw. The arguments are always Red's column, Green's column, the last move. */
static const struct {
    int field; /* the field that is at fault */
    struct pes_text why;
} flaws[] = {
    [BOATS_FLAW_RED_HOME] = {FIELD_TURN,
                             PES_TEXT("field 4 (the side to move): Red has just reached column "
                                      "{1}, so Green must be to move (g)",
                                      "πεδίο 4 (σειρά): ο Κόκκινος μόλις έφτασε στη στήλη {1}, "
                                      "άρα πρέπει να παίζει ο Πράσινος (g)")},
    [BOATS_FLAW_GREEN_HOME] = {FIELD_TURN,
                               PES_TEXT("field 4 (the side to move): Green has just reached "
                                        "column {2}, so Red must be to move (r)",
                                        "πεδίο 4 (σειρά): ο Πράσινος μόλις έφτασε στη στήλη "
                                        "{2}, άρα πρέπει να παίζει ο Κόκκινος (r)")},
    [BOATS_FLAW_TWO_SUNK] = {FIELD_GREEN,
                             PES_TEXT("field 3 (Green's column): columns {1} and {2} are both "
                                      "empty, but two boats can only sink together on one column",
                                      "πεδίο 3 (στήλη του Πράσινου): οι στήλες {1} και {2} είναι "
                                      "και οι δύο άδειες, αλλά δύο βάρκες βυθίζονται μαζί μόνο "
                                      "στην ίδια στήλη")},
    [BOATS_FLAW_HOME_SUNK] = {FIELD_LEVELS,
                              PES_TEXT("field 1 (the levels): one boat has reached its goal, so "
                                       "the other cannot have sunk",
                                       "πεδίο 1 (στάθμες): η μία βάρκα έφτασε στον στόχο της, "
                                       "άρα η άλλη δεν μπορεί να έχει βυθιστεί")},
    [BOATS_FLAW_LAST_WATER] = {FIELD_LAST,
                               PES_TEXT("field 5 (the last move): {3} cannot have left its column "
                                        "at this level",
                                        "πεδίο 5 (τελευταία κίνηση): το {3} δεν μπορεί να άφησε "
                                        "τη στήλη του σε αυτή τη στάθμη")},
    [BOATS_FLAW_LAST_BOAT] = {FIELD_LAST,
                              PES_TEXT("field 5 (the last move): {3} cannot have brought a boat "
                                       "to where it is",
                                       "πεδίο 5 (τελευταία κίνηση): το {3} δεν μπορεί να έφερε "
                                       "μια βάρκα εκεί που βρίσκεται")},
    [BOATS_FLAW_LAST_OVER] = {FIELD_LAST,
                              PES_TEXT("field 5 (the last move): before {3} the game was already "
                                       "over",
                                       "πεδίο 5 (τελευταία κίνηση): πριν από το {3} το παιχνίδι "
                                       "είχε ήδη τελειώσει")},
};

static const struct pes_text
    why_no_move = PES_TEXT("'{1}' is not a move; moves are L, R, +1..+{2} and -1..-{2}",
                           "το «{1}» δεν είναι κίνηση· οι κινήσεις είναι L, R, +1..+{2} και "
                           "-1..-{2}"),
    why_no_outcome = PES_TEXT("'{1}' is not an outcome; the start is rolled first: #0, #1, #2 or "
                              "#3",
                              "το «{1}» δεν είναι αποτέλεσμα κλήρωσης· πρώτα κληρώνεται η αρχή: "
                              "#0, #1, #2 ή #3"),
    why_rolled = PES_TEXT("'{1}' is an outcome, but there is nothing to roll here; moves are L, R, "
                          "+1..+{2} and -1..-{2}",
                          "το «{1}» είναι αποτέλεσμα κλήρωσης, αλλά εδώ δεν κληρώνεται τίποτα· "
                          "οι κινήσεις είναι L, R, +1..+{2} και -1..-{2}"),
    why_over = PES_TEXT("'{1}' cannot be played: the game is over",
                        "το «{1}» δεν παίζεται: το παιχνίδι έχει τελειώσει"),
    why_shore = PES_TEXT("'{1}': {2}'s boat is at the end of the lake, column {3}",
                         "«{1}»: η βάρκα ({2}) είναι στην άκρη της λίμνης, στη στήλη {3}"),
    why_uphill = PES_TEXT("'{1}': column {2} is at level {3}, above level {4} of {5}'s boat",
                          "«{1}»: η στήλη {2} έχει στάθμη {3}, ψηλότερη από τη στάθμη {4} της "
                          "βάρκας ({5})"),
    why_full = PES_TEXT("'{1}': column {2} is already at level {3}, the highest",
                        "«{1}»: η στήλη {2} έχει ήδη την ανώτατη στάθμη, {3}"),
    why_empty =
        PES_TEXT("'{1}': column {2} is already empty", "«{1}»: η στήλη {2} είναι ήδη άδεια"),
    why_ko = PES_TEXT("'{1}' would undo the move just made, which rule=ko forbids",
                      "το «{1}» θα αναιρούσε την κίνηση που μόλις παίχτηκε, και το rule=ko το "
                      "απαγορεύει");

/* Moves. -------------------------------------------------------------------------------------- */

void boats_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    assert(m >= BOATS_LEFT && m < BOATS_OUTCOME + BOATS_OUTCOMES);
    if (m >= BOATS_OUTCOME)
        snprintf(out, PES_MOVE_TEXT_MAX, "#%u", (unsigned)(m - BOATS_OUTCOME));
    else if (boats_column(m) == 0)
        snprintf(out, PES_MOVE_TEXT_MAX, "%c", m == BOATS_LEFT ? 'L' : 'R');
    else
        snprintf(out, PES_MOVE_TEXT_MAX, "%c%d", boats_step(m) > 0 ? '+' : '-', boats_column(m));
}

/* Parses a whole token as a player's move; PES_MOVE_NONE if it is none. */
static pes_move read_move(const struct boats_lake *lake, const char *text, size_t length) {
    if (length == 1)
        return text[0] == 'L' ? BOATS_LEFT : text[0] == 'R' ? BOATS_RIGHT : PES_MOVE_NONE;
    if (length < 2 || (text[0] != '+' && text[0] != '-'))
        return PES_MOVE_NONE;
    const int column = pes_field_number(text + 1, length - 1, lake->columns);
    if (column < 1)
        return PES_MOVE_NONE;
    return text[0] == '+' ? boats_raise(column) : boats_lower(column);
}

static bool is_outcome(const char *text, size_t length) {
    return length == 2 && text[0] == '#' && text[1] >= '0' && text[1] < '0' + BOATS_OUTCOMES;
}

/* Explains why the boat cannot make the move m, which is L or R. */
static enum pes_err refuse_boat(const struct boats_lake *lake, const struct boats *s, pes_move m,
                                const char *quoted, struct pes_note *note) {
    const int from = s->boat[s->mover], to = from + boats_step(m);
    const struct pes_text *name = boats_name(s->mover);
    if (to < 0 || to > lake->columns + 1)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_shore,
                            PES_ARGS(PES_STR(quoted), PES_SAID(name), PES_INT(from)));
    return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_uphill,
                        PES_ARGS(PES_STR(quoted), PES_INT(to), PES_INT(boats_level(s, to)),
                                 PES_INT(boats_level(s, from)), PES_SAID(name)));
}

/* Explains why m, which is a move of this variant, is not legal here. */
static enum pes_err refuse(const struct boats_lake *lake, const struct boats *s, pes_move m,
                           const char *quoted, struct pes_note *note) {
    const int column = boats_column(m);
    if (column == 0)
        return refuse_boat(lake, s, m, quoted, note);
    if (boats_step(m) > 0 && boats_level(s, column) == lake->levels)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_full,
                            PES_ARGS(PES_STR(quoted), PES_INT(column), PES_INT(lake->levels)));
    if (boats_step(m) < 0 && boats_level(s, column) == 0)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_empty,
                            PES_ARGS(PES_STR(quoted), PES_INT(column)));
    assert(lake->ko);
    assert(s->last == (m ^ 1));
    return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_ko, PES_ARGS(PES_STR(quoted)));
}

enum pes_err boats_move_parse(const struct pes_game *g, const struct pes_state *state,
                              const char *text, size_t length, size_t *used, pes_move *out,
                              struct pes_note *note) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    char quote[PES_QUOTE_SIZE];
    const char *quoted = pes_quote(text, length, quote);
    *used = length;
    if (s->mover == BOATS_ROLL) {
        if (!is_outcome(text, length))
            return pes_note_say(note, PES_ERR_SYNTAX, 1, &why_no_outcome,
                                PES_ARGS(PES_STR(quoted)));
        *out = (pes_move)(BOATS_OUTCOME + text[1] - '0');
        return PES_ERR_OK;
    }
    if (is_outcome(text, length))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_rolled,
                            PES_ARGS(PES_STR(quoted), PES_INT(lake->columns)));
    const pes_move m = read_move(lake, text, length);
    if (m == PES_MOVE_NONE)
        return pes_note_say(note, PES_ERR_SYNTAX, 1, &why_no_move,
                            PES_ARGS(PES_STR(quoted), PES_INT(lake->columns)));
    if (boats_over(lake, s))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_over, PES_ARGS(PES_STR(quoted)));
    if (!(boats_legal(lake, s) >> m & 1))
        return refuse(lake, s, m, quoted, note);
    *out = m;
    return PES_ERR_OK;
}

/* Positions. ---------------------------------------------------------------------------------- */

static const char roll_text[] = "random";

void boats_state_format(const struct pes_game *g, const struct pes_state *state, int clock,
                        char out[PES_STATE_TEXT_MAX]) {
    (void)clock;
    const struct boats *s = boats_at(state);
    if (s->mover == BOATS_ROLL) {
        snprintf(out, PES_STATE_TEXT_MAX, "%s", roll_text);
        return;
    }
    char levels[BOATS_COLUMNS_MAX + 1] = "", last[PES_MOVE_TEXT_MAX] = "-";
    for (int c = 1; c <= boats_lake(g)->columns; c++)
        levels[c - 1] = (char)('0' + boats_level(s, c));
    if (s->last != 0)
        boats_move_format(g, state, s->last, last);
    snprintf(out, PES_STATE_TEXT_MAX, "%s %d %d %c %s", levels, s->boat[BOATS_RED],
             s->boat[BOATS_GREEN], s->mover == BOATS_RED ? 'r' : 'g', last);
}

static enum pes_err read_levels(const struct boats_lake *lake, const struct pes_field *field,
                                struct boats *s, struct pes_note *note) {
    s->water = (uint64_t)lake->levels | (uint64_t)lake->levels << (4 * (lake->columns + 1));
    for (size_t i = 0; i < field->length; i++) {
        const int level = pes_field_number(field->text + i, 1, lake->levels);
        if (level < 0)
            return pes_field_refuse_char(field, i, PES_ERR_RANGE, &why_level, lake->levels, note);
        if (i < lake->columns)
            s->water |= (uint64_t)level << (4 * (i + 1));
    }
    if (field->length == lake->columns)
        return PES_ERR_OK;
    const int32_t beyond = (int32_t)(field->length < lake->columns ? field->length : lake->columns);
    return pes_note_say(note, PES_ERR_SYNTAX, field->pos + beyond, &why_digits,
                        PES_ARGS(PES_INT((int64_t)field->length), PES_INT(lake->columns)));
}

static enum pes_err read_boat(const struct boats_lake *lake, const struct pes_field fields[FIELDS],
                              int player, struct boats *s, struct pes_note *note) {
    const int which = FIELD_RED + player;
    const struct pes_field *field = &fields[which];
    const int column = pes_field_number(field->text, field->length, lake->columns + 1);
    char quote[PES_QUOTE_SIZE];
    if (column < 0)
        return pes_note_say(note, PES_ERR_RANGE, field->pos, &why_column,
                            PES_ARGS(PES_INT(which + 1), PES_SAID(&field_names[which]),
                                     PES_STR(pes_quote(field->text, field->length, quote)),
                                     PES_INT(lake->columns + 1)));
    s->boat[player] = (uint8_t)column;
    return PES_ERR_OK;
}

static enum pes_err read_turn(const struct pes_field *field, struct boats *s,
                              struct pes_note *note) {
    if (!pes_field_is(field, "r") && !pes_field_is(field, "g"))
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_turn, 0, note);
    s->mover = field->text[0] == 'r' ? BOATS_RED : BOATS_GREEN;
    return PES_ERR_OK;
}

static enum pes_err read_last(const struct boats_lake *lake, const struct pes_field *field,
                              struct boats *s, struct pes_note *note) {
    if (pes_field_is(field, "-"))
        return PES_ERR_OK;
    s->last = (uint8_t)read_move(lake, field->text, field->length);
    if (s->last == 0)
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_last, lake->columns, note);
    return PES_ERR_OK;
}

/* Refuses a position that is well formed but cannot occur in a game. */
static enum pes_err check_flaws(const struct boats_lake *lake,
                                const struct pes_field fields[FIELDS], const struct boats *s,
                                struct pes_note *note) {
    const enum boats_flaw flaw = boats_flaw(lake, s);
    if (flaw == BOATS_FLAW_NONE)
        return PES_ERR_OK;
    const struct pes_field *last = &fields[FIELD_LAST];
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_ILLEGAL, fields[flaws[flaw].field].pos, &flaws[flaw].why,
                        PES_ARGS(PES_INT(s->boat[BOATS_RED]), PES_INT(s->boat[BOATS_GREEN]),
                                 PES_STR(pes_quote(last->text, last->length, quote))));
}

enum pes_err boats_state_parse(const struct pes_game *g, const char *text, size_t length,
                               struct pes_state *state, int *clock, struct pes_note *note) {
    const struct boats_lake *lake = boats_lake(g);
    *clock = 0;
    if (length == sizeof roll_text - 1 && memcmp(text, roll_text, length) == 0) {
        if (!lake->roll)
            return pes_note_say(note, PES_ERR_UNFIT, 1, &why_no_roll, PES_NO_ARGS);
        g->rules->init(g, state);
        return PES_ERR_OK;
    }
    struct boats s = {.water = 0};
    struct pes_field fields[FIELDS] = {{.text = ""}};
    enum pes_err err = pes_fields_split(text, length, field_names, FIELDS, fields, note);
    if (err == PES_ERR_OK)
        err = read_levels(lake, &fields[FIELD_LEVELS], &s, note);
    if (err == PES_ERR_OK)
        err = read_boat(lake, fields, BOATS_RED, &s, note);
    if (err == PES_ERR_OK)
        err = read_boat(lake, fields, BOATS_GREEN, &s, note);
    if (err == PES_ERR_OK)
        err = read_turn(&fields[FIELD_TURN], &s, note);
    if (err == PES_ERR_OK)
        err = read_last(lake, &fields[FIELD_LAST], &s, note);
    if (err == PES_ERR_OK)
        err = check_flaws(lake, fields, &s, note);
    assert(err != PES_ERR_OK || boats_in_bounds(lake, &s));
    if (err == PES_ERR_OK)
        memcpy(state, &s, sizeof s);
    return err;
}
