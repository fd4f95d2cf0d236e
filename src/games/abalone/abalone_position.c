/* Positions of Abalone as text, FEN-like: five fields separated by single blanks.
 *
 *     ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0 0 0
 *
 * The rows i to a, with run-length digits for empty cells; the side to move; the marbles lost by
 * Black and by White; the plies since a marble was ejected. Invariant: the parser accepts only what
 * abalone_state_format() writes, and only positions without a flaw (abalone_flaw()). */
#include "games/abalone/abalone.h"

#include "core/str.h"
#include "pessoi/fields.h"

/* Sentences. ---------------------------------------------------------------------------------- */

enum { FIELD_BOARD, FIELD_TURN, FIELD_BLACK, FIELD_WHITE, FIELD_CLOCK, FIELDS };

static const struct pes_text field_names[FIELDS] = {
    [FIELD_BOARD] = PES_TEXT("the board", "ταμπλό"),
    [FIELD_TURN] = PES_TEXT("the side to move", "σειρά"),
    [FIELD_BLACK] = PES_TEXT("Black's marbles lost", "χαμένες μπίλιες του Μαύρου"),
    [FIELD_WHITE] = PES_TEXT("White's marbles lost", "χαμένες μπίλιες του Λευκού"),
    [FIELD_CLOCK] =
        PES_TEXT("the plies since a marble was ejected", "κινήσεις από τότε που βγήκε μπίλια"),
};

static const struct pes_text
    why_letter = PES_TEXT("field 1 (the board): '{1}' in row {2} is none of b, w, 1..9 and /",
                          "πεδίο 1 (ταμπλό): το «{1}» στη σειρά {2} δεν είναι κανένα από τα b, "
                          "w, 1..9 και /"),
    why_runs = PES_TEXT("field 1 (the board): two numbers side by side in row {1}; write their sum",
                        "πεδίο 1 (ταμπλό): δύο αριθμοί δίπλα δίπλα στη σειρά {1}· γράψε το "
                        "άθροισμά τους"),
    why_long = PES_TEXT("field 1 (the board): row {1} has more than its {2} cells",
                        "πεδίο 1 (ταμπλό): η σειρά {1} έχει πάνω από τις {2} θέσεις της"),
    why_short = PES_TEXT("field 1 (the board): row {1} has {2} {2|cell|cells} instead of {3}",
                         "πεδίο 1 (ταμπλό): η σειρά {1} έχει {2} {2|θέση|θέσεις} αντί για {3}"),
    why_rows = PES_TEXT("field 1 (the board): after row a the board ends; there are nine rows, i "
                        "to a",
                        "πεδίο 1 (ταμπλό): μετά τη σειρά a το ταμπλό τελειώνει· οι σειρές είναι "
                        "εννέα, i έως a"),
    why_turn = PES_TEXT("field 2 (the side to move): '{1}' is neither b nor w",
                        "πεδίο 2 (σειρά): το «{1}» δεν είναι ούτε b ούτε w"),
    why_number = PES_TEXT("field {1} ({2}): '{3}' is not a number from 0 to {4}, written without "
                          "leading zeros",
                          "πεδίο {1} ({2}): το «{3}» δεν είναι αριθμός από 0 έως {4}, γραμμένος "
                          "χωρίς αρχικά μηδενικά"),
    why_marbles =
        PES_TEXT("field {1} ({2}): with {3} on the board and {4} lost {5} has more than "
                 "14 marbles",
                 "πεδίο {1} ({2}): με {3} στο ταμπλό και {4} {4|χαμένη|χαμένες} ο {5} έχει πάνω "
                 "από 14 μπίλιες"),
    why_both = PES_TEXT("field 4 (White's marbles lost): both sides have lost {1}, but the game "
                        "ends when the first side has",
                        "πεδίο 4 (χαμένες μπίλιες του Λευκού): και οι δύο έχασαν {1}, αλλά το "
                        "παιχνίδι λήγει μόλις τις χάσει ο ένας"),
    why_just_lost = PES_TEXT("field 2 (the side to move): {1} has just lost the last of {2} "
                             "marbles, so {1} must be to move ({3})",
                             "πεδίο 2 (σειρά): ο {1} μόλις έχασε την τελευταία από {2} μπίλιες, "
                             "άρα πρέπει να παίζει ο ίδιος ({3})");

static const char sides[] = "bw";

/* Writing. ------------------------------------------------------------------------------------ */

/* Writes one row; returns its length in bytes. */
static size_t format_row(const struct abalone *s, int row, char *out) {
    const int first = abalone_first(row), beyond = first + abalone_width(row);
    size_t used = 0;
    int empty = 0;
    for (int number = first; number <= beyond; number++) {
        const int place = number < beyond ? abalone_place(row, number) : -1;
        const bool black = place >= 0 && abalone_holds(s->marbles[ABALONE_BLACK], place);
        const bool white = place >= 0 && abalone_holds(s->marbles[ABALONE_WHITE], place);
        if (place >= 0 && !black && !white) {
            empty++;
            continue;
        }
        if (empty > 0)
            out[used++] = (char)('0' + empty);
        empty = 0;
        if (place >= 0)
            out[used++] = sides[white];
    }
    assert(used >= 1 && used <= (size_t)abalone_width(row));
    return used;
}

void abalone_state_format(const struct pes_game *g, const struct pes_state *state, int clock,
                          char out[PES_STATE_TEXT_MAX]) {
    (void)g;
    const struct abalone *s = abalone_at(state);
    size_t used = 0;
    for (int row = ABALONE_ROWS - 1; row >= 0; row--) {
        used += format_row(s, row, out + used);
        out[used++] = row > 0 ? '/' : ' ';
    }
    assert(clock >= 0);
    snprintf(out + used, PES_STATE_TEXT_MAX - used, "%c %d %d %d", sides[s->mover],
             s->lost[ABALONE_BLACK], s->lost[ABALONE_WHITE],
             clock < ABALONE_CLOCK_MAX ? clock : ABALONE_CLOCK_MAX);
}

/* Reading. ------------------------------------------------------------------------------------ */

/* Refuses the contents of a row. */
static enum pes_err refuse_row(struct pes_note *note, int32_t pos, const struct pes_text *why,
                               int row, int a, int b) {
    const char letter[] = {(char)('a' + row), '\0'};
    return pes_note_say(note, PES_ERR_SYNTAX, pos, why,
                        PES_ARGS(PES_STR(letter), PES_INT(a), PES_INT(b)));
}

static enum pes_err refuse_letter(struct pes_note *note, const struct pes_field *field, size_t at,
                                  int row) {
    const char letter[] = {(char)('a' + row), '\0'};
    const size_t bytes = (size_t)utf8_char(field->text + at, field->length - at);
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(
        note, PES_ERR_SYNTAX, field->pos + (int32_t)at, &why_letter,
        PES_ARGS(PES_STR(pes_quote(field->text + at, bytes, quote)), PES_STR(letter)));
}

/* Reads one row from field->text[*at..) up to its '/' or the end of the field. */
static enum pes_err read_row(const struct pes_field *field, size_t *at, int row, struct abalone *s,
                             struct pes_note *note) {
    const int width = abalone_width(row), first = abalone_first(row);
    int cells = 0;
    bool after_run = false;
    for (; *at < field->length && field->text[*at] != '/'; ++*at) {
        const char c = field->text[*at];
        const int32_t pos = field->pos + (int32_t)*at;
        const bool run = c >= '1' && c <= '9';
        if (!run && c != sides[ABALONE_BLACK] && c != sides[ABALONE_WHITE])
            return refuse_letter(note, field, *at, row);
        if (run && after_run)
            return refuse_row(note, pos, &why_runs, row, 0, 0);
        const int count = run ? c - '0' : 1;
        if (cells + count > width)
            return refuse_row(note, pos, &why_long, row, width, 0);
        if (!run)
            s->marbles[c == sides[ABALONE_WHITE]] |= UINT64_C(1)
                                                     << abalone_place(row, first + cells);
        cells += count;
        after_run = run;
    }
    assert(cells <= width);
    if (cells < width)
        return refuse_row(note, field->pos + (int32_t)*at, &why_short, row, cells, width);
    return PES_ERR_OK;
}

static enum pes_err read_board(const struct pes_field *field, struct abalone *s,
                               struct pes_note *note) {
    size_t at = 0;
    for (int row = ABALONE_ROWS - 1; row >= 0; row--) {
        const enum pes_err err = read_row(field, &at, row, s, note);
        if (err != PES_ERR_OK)
            return err;
        at += row > 0 && at < field->length;
    }
    if (at < field->length)
        return pes_note_say(note, PES_ERR_SYNTAX, field->pos + (int32_t)at, &why_rows, PES_NO_ARGS);
    return PES_ERR_OK;
}

static enum pes_err read_turn(const struct pes_field *field, struct abalone *s,
                              struct pes_note *note) {
    const char *side = field->length == 1 ? memchr(sides, field->text[0], sizeof sides - 1) : NULL;
    if (side == NULL)
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_turn, 0, note);
    s->mover = (uint8_t)(side - sides);
    return PES_ERR_OK;
}

/* A number without sign or leading zero, at most `max`. */
static enum pes_err read_number(const struct pes_field fields[FIELDS], int which, int max, int *out,
                                struct pes_note *note) {
    const struct pes_field *field = &fields[which];
    *out = pes_field_number(field->text, field->length, max);
    if (*out >= 0)
        return PES_ERR_OK;
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_RANGE, field->pos, &why_number,
                        PES_ARGS(PES_INT(which + 1), PES_SAID(&field_names[which]),
                                 PES_STR(pes_quote(field->text, field->length, quote)),
                                 PES_INT(max)));
}

static enum pes_err read_lost(const struct abalone_table *table,
                              const struct pes_field fields[FIELDS], int player, struct abalone *s,
                              struct pes_note *note) {
    int lost = 0;
    const enum pes_err err = read_number(fields, FIELD_BLACK + player, table->eject, &lost, note);
    s->lost[player] = (uint8_t)lost;
    return err;
}

/* Refuses a position that is well formed but cannot occur in a game. */
static enum pes_err check_flaws(const struct abalone_table *table,
                                const struct pes_field fields[FIELDS], const struct abalone *s,
                                struct pes_note *note) {
    const enum abalone_flaw flaw = abalone_flaw(table, s);
    const int player = flaw == ABALONE_FLAW_WHITE_MARBLES || flaw == ABALONE_FLAW_WHITE_TURN;
    const char side[] = {sides[player], '\0'};
    switch (flaw) {
    case ABALONE_FLAW_NONE:
        break;
    case ABALONE_FLAW_BLACK_MARBLES:
    case ABALONE_FLAW_WHITE_MARBLES: {
        /* If the board alone has too many, blame the board, not the lost marbles. */
        const int stand = abalone_bits(s->marbles[player]);
        const int which = stand > ABALONE_MARBLES ? FIELD_BOARD : FIELD_BLACK + player;
        return pes_note_say(note, PES_ERR_ILLEGAL, fields[which].pos, &why_marbles,
                            PES_ARGS(PES_INT(which + 1), PES_SAID(&field_names[which]),
                                     PES_INT(stand), PES_INT(s->lost[player]),
                                     PES_SAID(abalone_name(player))));
    }
    case ABALONE_FLAW_BOTH_LOST:
        return pes_note_say(note, PES_ERR_ILLEGAL, fields[FIELD_WHITE].pos, &why_both,
                            PES_ARGS(PES_INT(table->eject)));
    case ABALONE_FLAW_BLACK_TURN:
    case ABALONE_FLAW_WHITE_TURN:
        return pes_note_say(
            note, PES_ERR_ILLEGAL, fields[FIELD_TURN].pos, &why_just_lost,
            PES_ARGS(PES_SAID(abalone_name(player)), PES_INT(table->eject), PES_STR(side)));
    }
    return PES_ERR_OK;
}

enum pes_err abalone_state_parse(const struct pes_game *g, const char *text, size_t length,
                                 struct pes_state *state, int *clock, struct pes_note *note) {
    const struct abalone_table *table = abalone_table(g);
    struct abalone s = {.mover = ABALONE_BLACK};
    struct pes_field fields[FIELDS] = {{.text = ""}};
    *clock = 0;
    enum pes_err err = pes_fields_split(text, length, field_names, FIELDS, fields, note);
    if (err == PES_ERR_OK)
        err = read_board(&fields[FIELD_BOARD], &s, note);
    if (err == PES_ERR_OK)
        err = read_turn(&fields[FIELD_TURN], &s, note);
    if (err == PES_ERR_OK)
        err = read_lost(table, fields, ABALONE_BLACK, &s, note);
    if (err == PES_ERR_OK)
        err = read_lost(table, fields, ABALONE_WHITE, &s, note);
    if (err == PES_ERR_OK)
        err = read_number(fields, FIELD_CLOCK, ABALONE_CLOCK_MAX, clock, note);
    if (err == PES_ERR_OK)
        err = check_flaws(table, fields, &s, note);
    assert(err != PES_ERR_OK || abalone_is_sound(&s));
    if (err == PES_ERR_OK)
        memcpy(state, &s, sizeof s);
    return err;
}
