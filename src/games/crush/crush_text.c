/* Moves and outcomes of Crush as text: `c4u`, `#3`. Several outcomes may be one token, `#3510`: the
 * parser takes the first one, and the rest has no mark. Positions are in crush_position.c.
 * Invariant: the parser returns only legal moves and outcomes. */
#include "games/crush/crush.h"

#include "pessoi/fields.h"

#include <stdlib.h>

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text
    why_no_move = PES_TEXT("'{1}' is not a move; a move is a cell and u, d, l or r, such as c4u",
                           "το «{1}» δεν είναι κίνηση· κίνηση είναι ένα κελί και u, d, l ή r, π.χ. "
                           "c4u"),
    why_far = PES_TEXT("'{1}': {2} and {3} are not neighbours; a tile changes places with the one "
                       "above, below or beside it",
                       "«{1}»: τα {2} και {3} δεν γειτονεύουν· ένα πλακίδιο αλλάζει θέση με το "
                       "από πάνω, το από κάτω ή το διπλανό του"),
    why_off_board = PES_TEXT("'{1}': {2} is off the board, which goes from a1 to {3}",
                             "«{1}»: το {2} είναι έξω από το ταμπλό, που πάει από a1 έως {3}"),
    why_edge = PES_TEXT("'{1}' leaves the board, which goes from a1 to {3}",
                        "το «{1}» βγαίνει από το ταμπλό, που πάει από a1 έως {3}"),
    why_hidden = PES_TEXT("'{1}': {2} is a hidden tile; only those from a1 to {3} move",
                          "«{1}»: το {2} είναι κρυφό· κινούνται μόνο τα πλακίδια από a1 έως {3}"),
    why_unknown = PES_TEXT("'{1}': the tile on {2} is unknown",
                           "«{1}»: κανείς δεν ξέρει το πλακίδιο στο {2}"),
    why_no_run = PES_TEXT("'{1}' completes no run: on {2} tile {3} would have {4} in its row and "
                          "{5} in its column, and it takes three",
                          "το «{1}» δεν κάνει σειρά: στο {2} το {3} θα είχε {4} στη γραμμή και {5} "
                          "στη στήλη, και χρειάζονται τρία"),
    why_over = PES_TEXT("'{1}' cannot be played: the game is over",
                        "το «{1}» δεν παίζεται: το παιχνίδι έχει τελειώσει"),
    why_fill_first = PES_TEXT("'{1}': first a tile comes to {2}: # and a colour 0..{3}, or #?",
                              "«{1}»: πρώτα έρχεται πλακίδιο στο {2}: # και χρώμα 0..{3}, ή #?"),
    why_no_mark = PES_TEXT("'{1}' needs a # before it: the first tile after a move, or of a new "
                           "board, begins a token",
                           "πριν από το «{1}» χρειάζεται #: το πρώτο πλακίδιο μετά από κίνηση, ή "
                           "νέου ταμπλό, γράφεται χωριστά"),
    why_no_colour = PES_TEXT("'{1}' is not a tile; a new tile is # and a colour 0..{3}, or #?",
                             "το «{1}» δεν είναι πλακίδιο· ένα νέο πλακίδιο γράφεται # και χρώμα "
                             "0..{3}, ή #?"),
    why_banned = PES_TEXT("'{1}': on {2} this colour would make a run, which no new board has",
                          "«{1}»: στο {2} αυτό το χρώμα θα έκανε σειρά, και νέο ταμπλό δεν έχει "
                          "σειρές"),
    why_not_missing = PES_TEXT("'{1}': no tile is to come now; {2} is to move",
                               "«{1}»: τώρα δεν έρχεται πλακίδιο· παίζει ο {2}");

/* Moves. -------------------------------------------------------------------------------------- */

void crush_name(int x, int y, char out[CRUSH_NAME_MAX]) {
    pes_cell_format(x, y, out);
}

char crush_symbol(int code) {
    assert(code >= 0 && (code < CRUSH_COLOURS_MAX || code >= CRUSH_UNKNOWN));
    if (code == CRUSH_DOT)
        return '.';
    if (code == CRUSH_UNKNOWN)
        return '?';
    return (char)('0' + code);
}

char crush_letter(int code) {
    if (code < CRUSH_COLOURS_MAX)
        return (char)('A' + code);
    return crush_symbol(code);
}

void crush_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                       char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    if (crush_is_outcome(m)) {
        snprintf(out, PES_MOVE_TEXT_MAX, "#%c", crush_symbol(crush_code_of(m)));
        return;
    }
    const struct crush_cell from = crush_swap_of(m).from;
    char name[CRUSH_NAME_MAX];
    crush_name(from.x, from.y, name);
    snprintf(out, PES_MOVE_TEXT_MAX, "%s%c", name, "udlr"[crush_direction(m)]);
}

/* The number of consecutive tiles of `code` from a cell on, not counting the cell. */
static int count_from(const struct crush_board *board, const struct crush *s, struct crush_cell at,
                      int dx, int dy, int code) {
    int n = 0;
    for (int x = at.x + dx, y = at.y + dy;
         crush_visible(board, x, y) && crush_tile(board, s, x, y) == code; x += dx, y += dy)
        n++;
    return n;
}

void crush_lines(const struct crush_board *board, const struct crush *state, struct crush_swap swap,
                 int *across, int *upright) {
    struct crush s = {.phase = CRUSH_PLAY};
    memcpy(s.near, state->near, sizeof s.near);
    const int code = crush_tile(board, &s, swap.from.x, swap.from.y);
    crush_put(board, &s, swap.from.x, swap.from.y, CRUSH_DOT);
    *across = 1 + count_from(board, &s, swap.to, -1, 0, code) +
              count_from(board, &s, swap.to, 1, 0, code);
    *upright = 1 + count_from(board, &s, swap.to, 0, -1, code) +
               count_from(board, &s, swap.to, 0, 1, code);
}

/* The token that is parsed. */
struct token {
    const struct crush_board *board;
    const struct crush *s;
    struct pes_note *note;
    const char *text;
    size_t length;
    char quote[PES_QUOTE_SIZE];
};

/* Refuses the token; {2} is a name, {3} the last cell or the last colour. */
static enum pes_err refuse(struct token *t, enum pes_err err, const struct pes_text *why,
                           const char *name, const char *last) {
    return pes_note_say(
        t->note, err, 1, why,
        PES_ARGS(PES_STR(pes_quote(t->text, t->length, t->quote)), PES_STR(name), PES_STR(last)));
}

static enum pes_err refuse_cell(struct token *t, const struct pes_text *why,
                                struct crush_cell cell) {
    char name[CRUSH_NAME_MAX] = "", last[CRUSH_NAME_MAX];
    crush_name(t->board->columns - 1, t->board->rows - 1, last);
    if (cell.x >= 0 && cell.y >= 0)
        crush_name(cell.x, cell.y, name);
    return refuse(t, why == &why_off_board ? PES_ERR_RANGE : PES_ERR_ILLEGAL, why, name, last);
}

static enum pes_err refuse_no_run(struct token *t, struct crush_swap swap) {
    int across, upright;
    char name[CRUSH_NAME_MAX];
    const char tile[2] = {crush_letter(crush_tile(t->board, t->s, swap.from.x, swap.from.y)), '\0'};
    crush_name(swap.to.x, swap.to.y, name);
    crush_lines(t->board, t->s, swap, &across, &upright);
    return pes_note_say(t->note, PES_ERR_ILLEGAL, 1, &why_no_run,
                        PES_ARGS(PES_STR(pes_quote(t->text, t->length, t->quote)), PES_STR(name),
                                 PES_STR(tile), PES_INT(across), PES_INT(upright)));
}

/* Checks whether a well-formed move is legal. */
static enum pes_err check_move(struct token *t, struct crush_cell from, int direction,
                               pes_move *out) {
    const struct crush_board *board = t->board;
    if (from.x >= board->columns || from.y >= board->height)
        return refuse_cell(t, &why_off_board, from);
    if (from.y >= board->rows)
        return refuse_cell(t, &why_hidden, from);
    const pes_move m = crush_move(from.x, from.y, direction);
    const struct crush_swap swap = crush_swap_of(m);
    if (!crush_visible(board, swap.to.x, swap.to.y))
        return swap.to.y == board->rows && board->hidden > 0 ? refuse_cell(t, &why_hidden, swap.to)
                                                             : refuse_cell(t, &why_edge, swap.to);
    if (crush_tile(board, t->s, from.x, from.y) == CRUSH_UNKNOWN)
        return refuse_cell(t, &why_unknown, from);
    struct crush_moves moves;
    crush_find_legal(board, t->s, &moves);
    if ((moves.go[direction].of[from.x] >> from.y & 1) == 0)
        return refuse_no_run(t, swap);
    *out = m;
    return PES_ERR_OK;
}

/* Does the text name two cells, "c4e7", that are not neighbours? Each has one letter and a number;
 * *second is where the second one begins. */
static bool names_far_cells(const char *text, size_t length, size_t *second) {
    int x[2], y[2];
    size_t at = 1;
    if (length < 4)
        return false;
    while (at < length && pes_field_digits(text + at, 1) > 0)
        at++;
    *second = at;
    if (!pes_cell_parse(text, at, &x[0], &y[0]) ||
        !pes_cell_parse(text + at, length - at, &x[1], &y[1]))
        return false;
    return abs(x[0] - x[1]) + abs(y[0] - y[1]) > 1;
}

/* Refuses a text that is no swap. */
static enum pes_err refuse_syntax(struct token *t) {
    size_t second = 0;
    char first[PES_QUOTE_SIZE], other[PES_QUOTE_SIZE];
    if (!names_far_cells(t->text, t->length, &second))
        return refuse(t, PES_ERR_SYNTAX, &why_no_move, "", "");
    return pes_note_say(t->note, PES_ERR_ILLEGAL, 1, &why_far,
                        PES_ARGS(PES_STR(pes_quote(t->text, t->length, t->quote)),
                                 PES_STR(pes_quote(t->text, second, first)),
                                 PES_STR(pes_quote(t->text + second, t->length - second, other))));
}

static enum pes_err parse_swap(struct token *t, pes_move *out) {
    static const char directions[] = "udlr";
    const size_t digits = t->length > 1 ? pes_field_digits(t->text + 1, t->length - 1) : 0;
    const int number = pes_field_number(t->text + 1, digits, 99);
    const char *d = t->length == digits + 2 ? strchr(directions, t->text[t->length - 1]) : NULL;
    if (t->length == 0 || t->text[0] < 'a' || t->text[0] > 'z' || number < 1 || !d || *d == '\0')
        return refuse_syntax(t);
    return check_move(t, (struct crush_cell){t->text[0] - 'a', number - 1}, (int)(d - directions),
                      out);
}

/* Has nothing been filled yet? Then the next outcome begins a token. */
static bool fill_begins(const struct crush_board *board, const struct crush *s) {
    const int missing = crush_missing(board, s);
    return s->phase == CRUSH_FILL ? missing == board->columns * board->height
                                  : s->wave == 0 && missing == s->first;
}

/* Does the text look like tiles without their mark? No move does. */
static bool is_bare(const char *text, size_t length) {
    return length > 0 && (text[0] == '?' || (text[0] >= '0' && text[0] <= '9'));
}

/* Parses "#3", or "3" if it may be the rest of a token. */
static enum pes_err parse_outcome(struct token *t, size_t *used, pes_move *out) {
    const struct crush_cell next = crush_next(t->board, t->s);
    const bool marked = t->length > 0 && t->text[0] == '#';
    const size_t at = marked ? 1 : 0;
    const int symbol = t->length > at ? (unsigned char)t->text[at] : 0;
    const char last[2] = {(char)('0' + t->board->colours - 1), '\0'};
    char name[CRUSH_NAME_MAX];
    assert(next.x >= 0);
    crush_name(next.x, next.y, name);
    if (!marked && !is_bare(t->text, t->length))
        return refuse(t, PES_ERR_ILLEGAL, &why_fill_first, name, last);
    if (!marked && fill_begins(t->board, t->s))
        return refuse(t, PES_ERR_ILLEGAL, &why_no_mark, name, last);
    const int code = symbol == '?' ? CRUSH_UNKNOWN : symbol - '0';
    if (code != CRUSH_UNKNOWN && (code < 0 || code >= t->board->colours))
        return refuse(t, PES_ERR_RANGE, &why_no_colour, name, last);
    if (crush_banned(t->board, t->s, next) >> code & 1)
        return refuse(t, PES_ERR_ILLEGAL, &why_banned, name, last);
    *used = at + 1;
    *out = crush_outcome(code);
    return PES_ERR_OK;
}

enum pes_err crush_move_parse(const struct pes_game *g, const struct pes_state *state,
                              const char *text, size_t length, size_t *used, pes_move *out,
                              struct pes_note *note) {
    const struct crush *s = crush_at(state);
    struct token t = {
        .board = crush_board(g), .s = s, .note = note, .text = text, .length = length};
    if (s->phase != CRUSH_PLAY)
        return parse_outcome(&t, used, out);
    if (crush_over(t.board, s))
        return refuse(&t, PES_ERR_ILLEGAL, &why_over, "", "");
    if ((length > 0 && text[0] == '#') || is_bare(text, length))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &why_not_missing,
                            PES_ARGS(PES_STR(pes_quote(text, length, t.quote)),
                                     PES_SAID(&crush_rules.players[s->side].name)));
    *used = length;
    return parse_swap(&t, out);
}
