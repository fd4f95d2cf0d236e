/* Positions of Crush as text: a writer and a strict parser.
 *
 * A position is four fields separated by single blanks: the rows from the top, hidden ones first,
 * one character per tile and '/' between rows; the side; the two scores; the phase, which may be
 * omitted if it is '-'. Invariant: otherwise the parser accepts only what crush_state_format()
 * writes, and only positions without a flaw (crush_flaw()). */
#include "games/crush/crush.h"

#include "pessoi/fields.h"

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text field_names[] = {
    PES_TEXT("the board", "ταμπλό"),
    PES_TEXT("the side", "σειρά"),
    PES_TEXT("the scores", "βαθμολογία"),
    PES_TEXT("the phase", "φάση"),
};
enum { FIELD_BOARD, FIELD_SIDE, FIELD_SCORES, FIELD_PHASE, FIELDS };

static const struct pes_text
    why_symbol =
        PES_TEXT("field 1 (the board): '{1}' is not a tile; tiles are colours 0..{2}, ? for "
                 "an unknown one and . for one to come",
                 "πεδίο 1 (ταμπλό): το «{1}» δεν είναι πλακίδιο· πλακίδια είναι τα "
                 "χρώματα 0..{2}, το ? (άγνωστο) και το . (θα έρθει)"),
    why_short = PES_TEXT("field 1 (the board): row {1} has {2} {2|tile|tiles} instead of {3}",
                         "πεδίο 1 (ταμπλό): η γραμμή {1} έχει {2} {2|πλακίδιο|πλακίδια} αντί για "
                         "{3}"),
    why_long = PES_TEXT("field 1 (the board): row {1} has more than {2} tiles",
                        "πεδίο 1 (ταμπλό): η γραμμή {1} έχει πάνω από {2} πλακίδια"),
    why_rows = PES_TEXT("field 1 (the board): there are {1} {1|row|rows} instead of {2}",
                        "πεδίο 1 (ταμπλό): οι γραμμές είναι {1} αντί για {2}"),
    why_side = PES_TEXT("field 2 (the side): '{1}' is neither 1 nor 2",
                        "πεδίο 2 (σειρά): το «{1}» δεν είναι ούτε 1 ούτε 2"),
    why_scores = PES_TEXT("field 3 (the scores): '{1}' is not two numbers up to {2} with a comma "
                          "between them, such as 12,30",
                          "πεδίο 3 (βαθμολογία): το «{1}» δεν είναι δύο αριθμοί έως {2} με κόμμα "
                          "ανάμεσα, όπως 12,30"),
    why_phase = PES_TEXT("field 4 (the phase): '{1}' is none of -, fill and WAVE,FIRST such as "
                         "0,3",
                         "πεδίο 4 (φάση): το «{1}» δεν είναι ούτε - ούτε fill ούτε "
                         "ΚΥΜΑ,ΠΡΩΤΟ όπως 0,3");

/* By enum crush_flaw. The arguments are the cell, the tile on it, the limit, the visible rows. */
static const struct {
    int field; /* the field that is at fault */
    struct pes_text why;
} flaws[CRUSH_FLAWS] = {
    [CRUSH_FLAW_DOT] = {FIELD_BOARD, PES_TEXT("field 1 (the board): {1} has no tile, but no tile "
                                              "is to come in phase -",
                                              "πεδίο 1 (ταμπλό): το {1} δεν έχει πλακίδιο, αλλά "
                                              "στη φάση - δεν έρχεται κανένα")},
    [CRUSH_FLAW_FULL] = {FIELD_PHASE, PES_TEXT("field 4 (the phase): no tile of the board is to "
                                               "come, so it must be -",
                                               "πεδίο 4 (φάση): δεν λείπει κανένα πλακίδιο, άρα "
                                               "πρέπει να είναι -")},
    [CRUSH_FLAW_FLOAT] = {FIELD_BOARD, PES_TEXT("field 1 (the board): a tile floats above {1}; "
                                                "only . may be above a .",
                                                "πεδίο 1 (ταμπλό): ένα πλακίδιο αιωρείται πάνω "
                                                "από το {1}· πάνω από . υπάρχουν μόνο .")},
    [CRUSH_FLAW_ORDER] = {FIELD_BOARD, PES_TEXT("field 1 (the board): {1} has a tile, but the "
                                                "board is filled row by row and has a . before it",
                                                "πεδίο 1 (ταμπλό): το {1} έχει πλακίδιο, αλλά το "
                                                "ταμπλό γεμίζει ανά γραμμή και πριν από αυτό "
                                                "υπάρχει .")},
    [CRUSH_FLAW_DEEP] = {FIELD_BOARD, PES_TEXT("field 1 (the board): the column of {1} lacks more "
                                               "than its {4} visible tiles",
                                               "πεδίο 1 (ταμπλό): από τη στήλη του {1} λείπουν "
                                               "πάνω από τα {4} ορατά πλακίδια")},
    [CRUSH_FLAW_RUN] = {FIELD_BOARD, PES_TEXT("field 1 (the board): {1} is part of a run of three "
                                              "or more tiles {2}, which would be deleted",
                                              "πεδίο 1 (ταμπλό): το {1} ανήκει σε σειρά τριών ή "
                                              "περισσότερων {2}, που θα διαγραφόταν")},
    [CRUSH_FLAW_FIRST] = {FIELD_PHASE, PES_TEXT("field 4 (the phase): the first wave cannot have "
                                                "deleted so many tiles, or so few",
                                                "πεδίο 4 (φάση): το πρώτο κύμα δεν μπορεί να "
                                                "διέγραψε τόσα πλακίδια, ή τόσο λίγα")},
    [CRUSH_FLAW_BOTH] = {FIELD_SCORES, PES_TEXT("field 3 (the scores): only one player can reach "
                                                "the limit of {3}",
                                                "πεδίο 3 (βαθμολογία): μόνο ένας παίκτης μπορεί "
                                                "να φτάσει το όριο των {3}")},
    [CRUSH_FLAW_LATE] = {FIELD_SCORES, PES_TEXT("field 3 (the scores): the limit of {3} was "
                                                "reached before, so the game was over",
                                                "πεδίο 3 (βαθμολογία): το όριο των {3} είχε ήδη "
                                                "καλυφθεί, άρα το παιχνίδι είχε τελειώσει")},
    [CRUSH_FLAW_POOR] = {FIELD_SCORES, PES_TEXT("field 3 (the scores): the waves of the phase gave "
                                                "the side more points than it has",
                                                "πεδίο 3 (βαθμολογία): τα κύματα της φάσης έδωσαν "
                                                "στη σειρά περισσότερους πόντους από όσους έχει")},
    [CRUSH_FLAW_STUCK] = {FIELD_BOARD, PES_TEXT("field 1 (the board): no move is possible, so the "
                                                "board would have been refilled",
                                                "πεδίο 1 (ταμπλό): δεν υπάρχει κίνηση, άρα το "
                                                "ταμπλό θα είχε κληρωθεί ξανά")},
};

/* Writing. ------------------------------------------------------------------------------------ */

void crush_state_format(const struct pes_game *g, const struct pes_state *state, int clock,
                        char out[PES_STATE_TEXT_MAX]) {
    (void)clock;
    const struct crush_board *board = crush_board(g);
    const struct crush *s = crush_at(state);
    char *to = out, *end = out + PES_STATE_TEXT_MAX;
    struct crush_column columns[CRUSH_SIZE_MAX];
    for (int x = 0; x < board->columns; x++)
        columns[x] = crush_column(board, s, x);
    for (int y = board->height - 1; y >= 0; y--) {
        for (int x = 0; x < board->columns; x++)
            *to++ = crush_symbol(crush_tile_in(&columns[x], y));
        if (y > 0)
            *to++ = '/';
    }
    assert(to < end);
    to += snprintf(to, (size_t)(end - to), " %d %u,%u ", s->side + 1, (unsigned)s->score[0],
                   (unsigned)s->score[1]);
    assert(to < end);
    if (s->phase == CRUSH_WAVE)
        snprintf(to, (size_t)(end - to), "%u,%u", (unsigned)s->wave, (unsigned)s->first);
    else
        snprintf(to, (size_t)(end - to), "%s", s->phase == CRUSH_FILL ? "fill" : "-");
}

/* Reading. ------------------------------------------------------------------------------------ */

/* The state of the parser. */
struct reader {
    const struct crush_board *board;
    struct crush *s;
    struct pes_field fields[FIELDS];
    struct pes_note *note;
};

static int32_t board_pos(const struct reader *r, size_t at) {
    return r->fields[FIELD_BOARD].pos + (int32_t)at;
}

/* The position of a cell's tile in the text. */
static int32_t cell_pos(const struct reader *r, struct crush_cell cell) {
    const int row = r->board->height - 1 - cell.y;
    return r->fields[FIELD_BOARD].pos + row * (r->board->columns + 1) + cell.x;
}

/* The code of a character, or -1. */
static int code_of(const struct crush_board *board, char c) {
    if (c == '?')
        return CRUSH_UNKNOWN;
    if (c == '.')
        return CRUSH_DOT;
    return c >= '0' && c < '0' + board->colours ? c - '0' : -1;
}

/* Reads one row; errors name rows by their numbers on the board. */
static enum pes_err read_row(const struct reader *r, int y, size_t *at) {
    const struct pes_field *field = &r->fields[FIELD_BOARD];
    const int columns = r->board->columns;
    int x = 0;
    for (; *at < field->length && field->text[*at] != '/'; ++*at, x++) {
        const int code = code_of(r->board, field->text[*at]);
        if (code < 0)
            return pes_field_refuse_char(field, *at, PES_ERR_SYNTAX, &why_symbol,
                                         r->board->colours - 1, r->note);
        if (x == columns)
            return pes_note_say(r->note, PES_ERR_SYNTAX, board_pos(r, *at), &why_long,
                                PES_ARGS(PES_INT(y + 1), PES_INT(columns)));
        crush_put(r->board, r->s, x, y, code);
    }
    if (x == columns)
        return PES_ERR_OK;
    return pes_note_say(r->note, PES_ERR_SYNTAX, board_pos(r, *at), &why_short,
                        PES_ARGS(PES_INT(y + 1), PES_INT(x), PES_INT(columns)));
}

static enum pes_err read_board(const struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_BOARD];
    int rows = 1;
    for (size_t i = 0; i < field->length; i++)
        rows += field->text[i] == '/';
    if (rows != r->board->height)
        return pes_note_say(r->note, PES_ERR_SYNTAX, field->pos, &why_rows,
                            PES_ARGS(PES_INT(rows), PES_INT(r->board->height)));
    size_t at = 0;
    enum pes_err err = PES_ERR_OK;
    for (int y = r->board->height - 1; y >= 0 && err == PES_ERR_OK; y--, at++)
        err = read_row(r, y, &at);
    return err;
}

static enum pes_err read_side(const struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_SIDE];
    if (!pes_field_is(field, "1") && !pes_field_is(field, "2"))
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_side, 0, r->note);
    r->s->side = (uint8_t)(field->text[0] - '1');
    return PES_ERR_OK;
}

/* Reads two numbers separated by a comma; false if the field is anything else. */
static bool read_pair(const struct pes_field *field, int max, int out[2]) {
    const char *comma = memchr(field->text, ',', field->length);
    if (!comma)
        return false;
    const size_t first = (size_t)(comma - field->text);
    out[0] = pes_field_number(field->text, first, max);
    out[1] = pes_field_number(comma + 1, field->length - first - 1, max);
    return out[0] >= 0 && out[1] >= 0;
}

static enum pes_err read_scores(const struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_SCORES];
    int scores[2];
    if (!read_pair(field, CRUSH_SCORE_MAX, scores))
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_scores, CRUSH_SCORE_MAX, r->note);
    for (int i = 0; i < 2; i++)
        r->s->score[i] = (uint32_t)scores[i];
    return PES_ERR_OK;
}

static enum pes_err read_phase(const struct reader *r) {
    const struct pes_field *field = &r->fields[FIELD_PHASE];
    int wave[2];
    if (field->length == 0 || pes_field_is(field, "-")) {
        r->s->phase = CRUSH_PLAY;
    } else if (pes_field_is(field, "fill")) {
        r->s->phase = CRUSH_FILL;
    } else if (read_pair(field, CRUSH_WAVE_MAX, wave)) {
        r->s->phase = CRUSH_WAVE;
        r->s->wave = (uint16_t)wave[0];
        r->s->first = (uint16_t)wave[1];
    } else {
        return pes_field_refuse(field, PES_ERR_SYNTAX, &why_phase, 0, r->note);
    }
    return PES_ERR_OK;
}

/* Refuses a position that is well formed but cannot occur in a game. */
static enum pes_err check_flaws(const struct reader *r) {
    struct crush_cell cell;
    const enum crush_flaw flaw = crush_flaw(r->board, r->s, &cell);
    if (flaw == CRUSH_FLAW_NONE)
        return PES_ERR_OK;
    assert(flaw != CRUSH_FLAW_BYTES);
    const int field = flaws[flaw].field;
    const char tile[2] = {crush_symbol(crush_tile(r->board, r->s, cell.x, cell.y)), '\0'};
    char name[CRUSH_NAME_MAX];
    crush_name(cell.x, cell.y, name);
    int32_t pos = r->fields[field].pos;
    if (field == FIELD_BOARD && flaw != CRUSH_FLAW_STUCK)
        pos = cell_pos(r, cell);
    return pes_note_say(r->note, PES_ERR_ILLEGAL, pos, &flaws[flaw].why,
                        PES_ARGS(PES_STR(name), PES_STR(tile), PES_INT((int)r->board->limit),
                                 PES_INT(r->board->rows)));
}

enum pes_err crush_state_parse(const struct pes_game *g, const char *text, size_t length,
                               struct pes_state *state, int *clock, struct pes_note *note) {
    struct reader r = {.board = crush_board(g), .s = crush_to(state), .note = note};
    *clock = 0;
    memset(state, 0, g->state_size);
    const int count = pes_fields_count(text, length) == FIELD_PHASE ? FIELD_PHASE : FIELDS;
    r.fields[FIELD_PHASE] = (struct pes_field){.text = "", .pos = (int32_t)length + 1};
    enum pes_err err = pes_fields_split(text, length, field_names, count, r.fields, note);
    if (err == PES_ERR_OK)
        err = read_board(&r);
    if (err == PES_ERR_OK)
        err = read_side(&r);
    if (err == PES_ERR_OK)
        err = read_scores(&r);
    if (err == PES_ERR_OK)
        err = read_phase(&r);
    return err == PES_ERR_OK ? check_flaws(&r) : err;
}
