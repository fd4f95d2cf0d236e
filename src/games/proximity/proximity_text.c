/* Moves and outcomes of Proximity as text: "f6" is a cell, "#7" the number to place. Positions are
 * in proximity_position.c. Invariant: the parser returns only legal moves and outcomes. */
#include "games/proximity/proximity.h"

#include "pessoi/fields.h"

static const struct pes_text
    why_no_move = PES_TEXT("'{1}' is not a move; a move is an empty cell from a1 to {2}",
                           "το «{1}» δεν είναι κίνηση· κίνηση είναι ένα κενό κελί από a1 έως {2}"),
    why_off_board = PES_TEXT("'{1}' is off the board, which goes from a1 to {2}",
                             "το «{1}» είναι έξω από το ταμπλό, που πάει από a1 έως {2}"),
    why_over = PES_TEXT("'{1}' cannot be played: the game is over",
                        "το «{1}» δεν παίζεται: το παιχνίδι έχει τελειώσει"),
    why_taken[2] = {PES_TEXT("'{1}' is taken: Blue's {2} is there",
                             "το «{1}» είναι πιασμένο: έχει το {2} του Μπλε"),
                    PES_TEXT("'{1}' is taken: Red's {2} is there",
                             "το «{1}» είναι πιασμένο: έχει το {2} του Κόκκινου")},
    why_undrawn[2] = {PES_TEXT("'{1}' comes too early: first Blue's next number is drawn, written "
                               "# and a number such as #{2}",
                               "το «{1}» είναι νωρίς: πρώτα κληρώνεται ο επόμενος αριθμός του "
                               "Μπλε, που γράφεται με # και έναν αριθμό, π.χ. #{2}"),
                      PES_TEXT("'{1}' comes too early: first Red's next number is drawn, written "
                               "# and a number such as #{2}",
                               "το «{1}» είναι νωρίς: πρώτα κληρώνεται ο επόμενος αριθμός του "
                               "Κόκκινου, που γράφεται με # και έναν αριθμό, π.χ. #{2}")},
    why_drawn = PES_TEXT("'{1}' is not possible: no number is drawn now, {2} is to be placed on an "
                         "empty cell",
                         "το «{1}» δεν γίνεται: τώρα δεν κληρώνεται αριθμός, το {2} πρέπει να μπει "
                         "σε ένα κενό κελί"),
    why_number = PES_TEXT("'{1}' is not a number to place: those are #1 to #{2}",
                          "το «{1}» δεν είναι αριθμός για το ταμπλό: αυτοί είναι από #1 έως #{2}"),
    why_not_left[2] = {PES_TEXT("'{1}' is not in Blue's pool; left are {2}",
                                "το «{1}» δεν υπάρχει στο απόθεμα του Μπλε· έμειναν {2}"),
                       PES_TEXT("'{1}' is not in Red's pool; left are {2}",
                                "το «{1}» δεν υπάρχει στο απόθεμα του Κόκκινου· έμειναν {2}")},
    why_listed[2] = {PES_TEXT("'{1}' is not possible: Blue's list has {2} here",
                              "το «{1}» δεν γίνεται: η λίστα του Μπλε έχει εδώ {2}"),
                     PES_TEXT("'{1}' is not possible: Red's list has {2} here",
                              "το «{1}» δεν γίνεται: η λίστα του Κόκκινου έχει εδώ {2}")};

void proximity_name(const struct proximity_board *board, int cell, char out[PROXIMITY_NAME_MAX]) {
    assert(cell >= 0 && cell < board->cells);
    pes_cell_format(board->at[cell].x, board->at[cell].y, out);
}

void proximity_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           char out[PES_MOVE_TEXT_MAX]) {
    (void)s;
    if (proximity_is_drawn(m))
        snprintf(out, PES_MOVE_TEXT_MAX, "#%d", proximity_drawn(m));
    else
        proximity_name(proximity_board(g), proximity_target(m), out);
}

/* Writes the numbers that may be drawn now, separated by blanks. */
static const char *list_drawable(const struct proximity_board *board, const struct proximity *s,
                                 char *out, size_t cap) {
    size_t used = 0;
    out[0] = '\0';
    for (uint64_t left = proximity_drawable(board, s); left != 0; left &= left - 1)
        used += (size_t)snprintf(out + used, cap - used, used > 0 ? " %d" : "%d",
                                 proximity_number_of(__builtin_ctzll(left)));
    assert(used < cap);
    return out;
}

/* Parses a token that begins with '#'. */
static enum pes_err parse_drawn(const struct proximity_board *board, const struct proximity *s,
                                const char *text, size_t length, const char *quoted, pes_move *out,
                                struct pes_note *note) {
    char list[64];
    if (proximity_turn(board, s) != PES_CHANCE)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_drawn,
                            PES_ARGS(PES_STR(quoted), PES_INT(proximity_in_hand(s))));
    const int number = pes_field_number(text + 1, length - 1, PROXIMITY_TOP);
    if (number < 1)
        return pes_note_say(note, PES_ERR_RANGE, 1, &why_number,
                            PES_ARGS(PES_STR(quoted), PES_INT(PROXIMITY_TOP)));
    if ((proximity_drawable(board, s) & proximity_one(number)) == 0) {
        const struct pes_text *why = board->draw == PROXIMITY_LIST ? why_listed : why_not_left;
        list_drawable(board, s, list, sizeof list);
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why[proximity_drawer(s)],
                            PES_ARGS(PES_STR(quoted), PES_STR(list)));
    }
    *out = proximity_draw_of(number);
    return PES_ERR_OK;
}

/* Refuses a cell of the board where no tile can be placed now. */
static enum pes_err check_cell(const struct proximity_board *board, const struct proximity *s,
                               int cell, const char *quoted, struct pes_note *note) {
    const uint8_t tile = proximity_get(board, s, cell);
    if (tile != 0)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_taken[proximity_owner(tile)],
                            PES_ARGS(PES_STR(quoted), PES_INT(proximity_score(tile))));
    if (proximity_turn(board, s) != PES_CHANCE)
        return PES_ERR_OK;
    const int example = proximity_number_of(__builtin_ctzll(proximity_drawable(board, s)));
    return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_undrawn[proximity_drawer(s)],
                        PES_ARGS(PES_STR(quoted), PES_INT(example)));
}

enum pes_err proximity_move_parse(const struct pes_game *g, const struct pes_state *state,
                                  const char *text, size_t length, size_t *used, pes_move *out,
                                  struct pes_note *note) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    char quote[PES_QUOTE_SIZE], corner[PROXIMITY_NAME_MAX];
    const char *quoted = pes_quote(text, length, quote);
    *used = length;
    proximity_name(board, board->cells - 1, corner);
    const struct pes_arg *args = PES_ARGS(PES_STR(quoted), PES_STR(corner));
    if (proximity_turn(board, s) == PES_TERMINAL)
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_over, args);
    if (length > 0 && text[0] == '#')
        return parse_drawn(board, s, text, length, quoted, out, note);
    int x, y;
    if (!pes_cell_parse(text, length, &x, &y))
        return pes_note_say(note, PES_ERR_SYNTAX, 1, &why_no_move, args);
    if (x >= board->columns || y >= board->rows)
        return pes_note_say(note, PES_ERR_RANGE, 1, &why_off_board, args);
    const int cell = proximity_cell_of(board, x, y);
    *out = proximity_move_to(cell);
    return check_cell(board, s, cell, quoted, note);
}
