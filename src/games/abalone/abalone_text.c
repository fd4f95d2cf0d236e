/* Moves of Abalone as text; positions are in abalone_position.c.
 *
 * Aba-Pro notation: the marble at the back and the cell it moves to, "a1b2", moves every own marble
 * in front of it as well; a broadside move names both ends of the group and the goal of the first
 * one, "f4h4e3". The smaller of its two spellings is written, both are read.
 *
 * Nacre's notation names the first marble of the group and the goal of the last one, also for
 * broadside moves. It is accepted only if the text is no legal Aba-Pro move and fits exactly one
 * legal move. Invariant: the parser returns only legal moves. */
#include "games/abalone/abalone.h"

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text
    why_no_move =
        PES_TEXT("'{1}' is not a move; write a1b2 (the marble at the back, the next cell) "
                 "or sideways f4h4e3 (both ends, where the first one goes)",
                 "το «{1}» δεν είναι κίνηση· γράψε a1b2 (πίσω μπίλια, επόμενη θέση) ή "
                 "πλάγια f4h4e3 (δύο άκρα, πού πάει το πρώτο)"),
    why_no_cell = PES_TEXT("'{1}': there is no cell {2}; row {3} goes from {4} to {5}",
                           "«{1}»: δεν υπάρχει θέση {2}· η σειρά {3} πάει από {4} έως {5}"),
    why_over = PES_TEXT("'{1}' cannot be played: the game is over",
                        "το «{1}» δεν παίζεται: το παιχνίδι έχει τελειώσει"),
    why_empty = PES_TEXT("'{1}': there is no marble on {2}", "«{1}»: δεν υπάρχει μπίλια στο {2}"),
    why_whose = PES_TEXT("'{1}': the marble on {2} is not yours; it is {3}'s turn",
                         "«{1}»: η μπίλια στο {2} δεν είναι δική σου· παίζει ο {3}"),
    why_far = PES_TEXT("'{1}': {2} and {3} are not neighbours; name the next cell in the direction "
                       "of the move",
                       "«{1}»: τα {2} και {3} δεν γειτονεύουν· γράψε την επόμενη θέση προς την "
                       "κατεύθυνση της κίνησης"),
    why_several = PES_TEXT("'{1}' fits several moves; name both ends of the group and where the "
                           "first one goes, as in f4h4e3",
                           "το «{1}» ταιριάζει σε πολλές κινήσεις· γράψε τα δύο άκρα της ομάδας "
                           "και πού πάει το πρώτο, όπως f4h4e3"),
    why_four = PES_TEXT("'{1}': more than three marbles stand in line from {2}, and at most three "
                        "move",
                        "«{1}»: από το {2} βρίσκονται στη σειρά πάνω από τρεις μπίλιες, και "
                        "κινούνται το πολύ τρεις"),
    why_edge = PES_TEXT("'{1}': your own marble on {2} would leave the board",
                        "«{1}»: η δική σου μπίλια στο {2} θα έβγαινε από το ταμπλό"),
    why_behind = PES_TEXT("'{1}': behind the pushed marbles is one of your own, on {2}",
                          "«{1}»: πίσω από ό,τι σπρώχνεται υπάρχει δική σου μπίλια, στο {2}"),
    why_group = PES_TEXT("'{1}': {2} and {3} are not the ends of two or three marbles in line",
                         "«{1}»: τα {2} και {3} δεν είναι άκρα δύο ή τριών μπιλιών στη σειρά"),
    why_along = PES_TEXT("'{1}' goes along its own line; write the marble at the back and the next "
                         "cell: {2}{3}",
                         "το «{1}» πάει κατά μήκος της γραμμής του· γράψε την πίσω μπίλια και "
                         "την επόμενη θέση: {2}{3}"),
    why_outside = PES_TEXT("'{1}': from {2} there is no cell in that direction",
                           "«{1}»: από το {2} δεν υπάρχει θέση προς τα εκεί"),
    why_taken = PES_TEXT("'{1}': {2} is taken, and a sideways move never pushes",
                         "«{1}»: το {2} είναι πιασμένο, και μια πλάγια κίνηση ποτέ δεν "
                         "σπρώχνει");

/* By the number of moving marbles, minus one; {2} is the number of marbles in their way. */
static const struct pes_text why_weak[ABALONE_GROUP] = {
    PES_TEXT("'{1}': one marble cannot push {2}", "«{1}»: μία μπίλια δεν μπορεί να σπρώξει {2}"),
    PES_TEXT("'{1}': two marbles cannot push {2}",
             "«{1}»: δύο μπίλιες δεν μπορούν να σπρώξουν {2}"),
    PES_TEXT("'{1}': three marbles cannot push {2}",
             "«{1}»: τρεις μπίλιες δεν μπορούν να σπρώξουν {2}"),
};
static const struct pes_text numbers[ABALONE_ROWS + 1] = {
    PES_TEXT("none", "καμία"),  PES_TEXT("one", "μία"),       PES_TEXT("two", "δύο"),
    PES_TEXT("three", "τρεις"), PES_TEXT("four", "τέσσερις"), PES_TEXT("five", "πέντε"),
    PES_TEXT("six", "έξι"),     PES_TEXT("seven", "επτά"),    PES_TEXT("eight", "οκτώ"),
    PES_TEXT("nine", "εννέα"),
};

/* Writing. ------------------------------------------------------------------------------------ */

void abalone_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                         char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    const struct abalone_slot *slot = abalone_slot(m);
    const int from = abalone_back(m);
    assert(abalone_next(from, slot->direction) >= 0);
    abalone_cell_name(from, out);
    if (abalone_broadside(slot))
        abalone_cell_name(abalone_highest(m), out += 2);
    abalone_cell_name(abalone_next(from, slot->direction), out + 2);
}

/* Reading. ------------------------------------------------------------------------------------ */

enum { CELLS_MAX = 3 };

/* A move that is being read. */
struct reading {
    const struct abalone_table *table;
    const struct abalone *s;
    const char *quoted;
    struct pes_note *note;
    int count;           /* of cells: 2 or 3 */
    int cell[CELLS_MAX]; /* their places */
    uint64_t own, opponent;
};

static enum pes_err refuse(const struct reading *r, const struct pes_text *why) {
    return pes_note_say(r->note, PES_ERR_ILLEGAL, 1, why, PES_ARGS(PES_STR(r->quoted)));
}

/* Refuses for a reason that names one or two cells. */
static enum pes_err refuse_at(const struct reading *r, const struct pes_text *why, int a, int b) {
    char first[ABALONE_CELL_TEXT], second[ABALONE_CELL_TEXT];
    return pes_note_say(r->note, PES_ERR_ILLEGAL, 1, why,
                        PES_ARGS(PES_STR(r->quoted), PES_STR(abalone_cell_name(a, first)),
                                 PES_STR(abalone_cell_name(b, second))));
}

static enum pes_err refuse_cell(const struct reading *r, const char *at) {
    const int row = at[0] - 'a', first = abalone_first(row);
    assert(row >= 0 && row < ABALONE_ROWS);
    const char cell[] = {at[0], at[1], '\0'}, letter[] = {at[0], '\0'};
    char low[ABALONE_CELL_TEXT], high[ABALONE_CELL_TEXT];
    abalone_cell_name(abalone_place(row, first), low);
    abalone_cell_name(abalone_place(row, first + abalone_width(row) - 1), high);
    return pes_note_say(
        r->note, PES_ERR_RANGE, 1, &why_no_cell,
        PES_ARGS(PES_STR(r->quoted), PES_STR(cell), PES_STR(letter), PES_STR(low), PES_STR(high)));
}

static enum pes_err read_cells(struct reading *r, const char *text, size_t length) {
    bool fits = length == 4 || length == 6;
    for (size_t i = 0; fits && i < length; i += 2)
        fits = text[i] >= 'a' && text[i] <= 'i' && text[i + 1] >= '1' && text[i + 1] <= '9';
    if (!fits)
        return pes_note_say(r->note, PES_ERR_SYNTAX, 1, &why_no_move, PES_ARGS(PES_STR(r->quoted)));
    r->count = (int)length / 2;
    for (int i = 0; i < r->count; i++) {
        const char *at = text + (size_t)(2 * i);
        if (!abalone_exists(at[0] - 'a', at[1] - '0'))
            return refuse_cell(r, at);
        r->cell[i] = abalone_place(at[0] - 'a', at[1] - '0');
    }
    return PES_ERR_OK;
}

/* The direction from one place to its neighbour, or -1. */
static int direction_to(int from, int to) {
    for (int d = 0; d < ABALONE_DIRECTIONS; d++)
        if (abalone_next(from, d) == to)
            return d;
    return -1;
}

/* The number of consecutive members of a set from a place on, itself included; *end is the first
 * place that is no member, -1 off the board. */
static int run_of(uint64_t set, int place, int direction, int *end) {
    int n = 0;
    for (; place >= 0 && abalone_holds(set, place); n++)
        place = abalone_next(place, direction);
    *end = place;
    return n;
}

/* The in-line move of `size` marbles with this back; moving down, the lowest marble is at the
 * front. */
static pes_move in_line(int back, int size, int direction) {
    assert(size >= 1 && size <= ABALONE_GROUP);
    const int steps = direction >= ABALONE_LINES ? size - 1 : 0;
    const int lowest = (back + steps * abalone_turn[direction]) % ABALONE_CELLS;
    return abalone_move(lowest, abalone_slot_of(size, direction % ABALONE_LINES, direction));
}

/* Explains why the marbles from the first cell on cannot move to the second. */
static enum pes_err refuse_in_line(const struct reading *r, int direction) {
    const int back = r->cell[0];
    int front = back, ahead = -1, behind = -1;
    const int movers = run_of(r->own, back, direction, &ahead);
    for (int i = 1; i < movers; i++)
        front = abalone_next(front, direction);
    if (movers > ABALONE_GROUP)
        return refuse_at(r, &why_four, back, back);
    if (ahead < 0)
        return refuse_at(r, &why_edge, front, front);
    const int others = run_of(r->opponent, ahead, direction, &behind);
    assert(movers >= 1 && others <= ABALONE_ROWS);
    if (others >= movers)
        return pes_note_say(r->note, PES_ERR_ILLEGAL, 1, &why_weak[movers - 1],
                            PES_ARGS(PES_STR(r->quoted), PES_SAID(&numbers[others])));
    assert(behind >= 0 && abalone_holds(r->own, behind));
    return refuse_at(r, &why_behind, behind, behind);
}

/* Does the text, in Nacre's notation, mean m? Either end of a broadside group may be the first. */
static bool nacre_fits(const struct reading *r, pes_move m) {
    const int direction = abalone_slot(m)->direction, first = abalone_back(m);
    const int last = abalone_front(m);
    if (r->cell[0] == first && r->cell[1] == abalone_next(last, direction))
        return true;
    return abalone_broadside(abalone_slot(m)) && r->cell[0] == last &&
           r->cell[1] == abalone_next(first, direction);
}

/* The number of legal moves that the text fits in Nacre's notation; *out is the last of them. */
static int read_nacre(const struct reading *r, pes_move *out) {
    uint64_t sets[ABALONE_SLOTS];
    int fits = 0;
    abalone_legal_sets(r->own, r->opponent, sets);
    for (int slot = 0; slot < ABALONE_SLOTS; slot++)
        for (uint64_t rest = sets[slot]; rest != 0; rest &= rest - 1) {
            const pes_move m = abalone_move(__builtin_ctzll(rest), slot);
            if (!nacre_fits(r, m))
                continue;
            *out = m;
            fits++;
        }
    return fits;
}

/* Refuses a place that does not hold a marble of the mover. */
static enum pes_err check_own(const struct reading *r, int place) {
    if (abalone_holds(r->own, place))
        return PES_ERR_OK;
    char name[ABALONE_CELL_TEXT];
    if (!abalone_holds(r->opponent, place))
        return refuse_at(r, &why_empty, place, place);
    return pes_note_say(r->note, PES_ERR_ILLEGAL, 1, &why_whose,
                        PES_ARGS(PES_STR(r->quoted), PES_STR(abalone_cell_name(place, name)),
                                 PES_SAID(abalone_name(r->s->mover))));
}

static enum pes_err read_two(const struct reading *r, pes_move *out) {
    const enum pes_err err = check_own(r, r->cell[0]);
    if (err != PES_ERR_OK)
        return err;
    const int direction = direction_to(r->cell[0], r->cell[1]);
    int ahead = -1;
    if (direction >= 0) {
        const int run = run_of(r->own, r->cell[0], direction, &ahead);
        const int size = run < ABALONE_GROUP ? run : ABALONE_GROUP;
        *out = in_line(r->cell[0], size, direction);
        if (abalone_is_legal(r->table, r->s, *out))
            return PES_ERR_OK;
    }
    const int fits = read_nacre(r, out);
    if (fits == 1)
        return PES_ERR_OK;
    if (fits > 1)
        return refuse(r, &why_several);
    return direction >= 0 ? refuse_in_line(r, direction)
                          : refuse_at(r, &why_far, r->cell[0], r->cell[1]);
}

/* Explains why the marbles from the first cell on cannot move broadside: one is missing, or one has
 * no free cell to move to. */
static enum pes_err refuse_sideways(const struct reading *r, int size, int along, int direction) {
    int blocked = r->cell[0]; /* the last marble that cannot go */
    for (int i = 0, place = r->cell[0]; i < size; i++, place = abalone_next(place, along)) {
        const enum pes_err err = check_own(r, place);
        if (err != PES_ERR_OK)
            return err;
        const int goal = abalone_next(place, direction);
        if (goal < 0 || abalone_holds(r->own | r->opponent, goal))
            blocked = place;
    }
    const int goal = abalone_next(blocked, direction);
    return goal < 0 ? refuse_at(r, &why_outside, blocked, blocked)
                    : refuse_at(r, &why_taken, goal, goal);
}

static enum pes_err read_three(const struct reading *r, pes_move *out) {
    int size = 2, along = direction_to(r->cell[0], r->cell[1]);
    for (int d = 0; d < ABALONE_DIRECTIONS && along < 0; d++) {
        const int middle = abalone_next(r->cell[0], d);
        if (middle >= 0 && abalone_next(middle, d) == r->cell[1]) {
            size = 3;
            along = d;
        }
    }
    if (along < 0)
        return refuse_at(r, &why_group, r->cell[0], r->cell[1]);
    const int direction = direction_to(r->cell[0], r->cell[2]);
    if (direction < 0)
        return refuse_at(r, &why_far, r->cell[0], r->cell[2]);
    if (direction == along)
        return refuse_at(r, &why_along, r->cell[0], abalone_next(r->cell[0], along));
    if (direction % ABALONE_LINES == along % ABALONE_LINES)
        return refuse_at(r, &why_along, r->cell[1], abalone_next(r->cell[1], direction));
    const int lowest = along < ABALONE_LINES ? r->cell[0] : r->cell[1];
    *out = abalone_move(lowest, abalone_slot_of(size, along % ABALONE_LINES, direction));
    if (abalone_is_legal(r->table, r->s, *out))
        return PES_ERR_OK;
    return refuse_sideways(r, size, along, direction);
}

enum pes_err abalone_move_parse(const struct pes_game *g, const struct pes_state *state,
                                const char *text, size_t length, size_t *used, pes_move *out,
                                struct pes_note *note) {
    const struct abalone *s = abalone_at(state);
    char quote[PES_QUOTE_SIZE];
    struct reading r = {
        .table = abalone_table(g),
        .s = s,
        .quoted = pes_quote(text, length, quote),
        .note = note,
        .own = s->marbles[s->mover],
        .opponent = s->marbles[s->mover ^ 1],
    };
    *used = length;
    const enum pes_err err = read_cells(&r, text, length);
    if (err != PES_ERR_OK)
        return err;
    if (abalone_over(r.table, s))
        return refuse(&r, &why_over);
    return r.count == 2 ? read_two(&r, out) : read_three(&r, out);
}
