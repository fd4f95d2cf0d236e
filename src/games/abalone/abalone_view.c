/* The view of Abalone: cells, pieces, touches, the steps of a move.
 *
 * The cells are hexagons in reading order, a1 to i9, row i on top. A group is touched at both ends,
 * the lower one first, and then at its goal: in line the cell ahead of it, at either end, which may
 * hold a marble to push; broadside the new place of the higher end. So each of the six directions
 * of a selected group has its own goal cell. For a single marble it is the marble and the empty
 * cell. Invariant: no touch sequence is a prefix of another, in whichever order the ends are
 * touched, because only an own marble touched second makes a group. */
#include "games/abalone/abalone.h"

enum { CELL_WIDTH = 1000, CELL_HEIGHT = 1155, ROW_HEIGHT = 866 }; /* 2/sqrt(3), sqrt(3)/2 */

static const char marble[] = "marble";

static int16_t cell_of(int place) {
    return (int16_t)(place < 0 ? PES_CELL_NONE : abalone_cell_of[place]);
}
static int place_of(uint64_t bit) {
    return bit != 0 ? __builtin_ctzll(bit) : -1;
}

static int view_cells(const struct pes_game *g, struct pes_cell out[]) {
    (void)g;
    for (int cell = 0; cell < ABALONE_CELLS; cell++) {
        const int place = abalone_place_of[cell], row = abalone_row(place);
        out[cell] = (struct pes_cell){
            .shape = PES_SHAPE_HEXAGON,
            .x = CELL_WIDTH * abalone_number(place) - CELL_WIDTH / 2 * (row - 3),
            .y = ROW_HEIGHT * (ABALONE_ROWS - 1 - row) + CELL_HEIGHT / 2,
            .width = CELL_WIDTH,
            .height = CELL_HEIGHT,
        };
        abalone_cell_name(place, out[cell].label);
    }
    return ABALONE_CELLS;
}

static int view_pieces(const struct pes_game *g, const struct pes_state *state,
                       struct pes_piece out[]) {
    (void)g;
    const struct abalone *s = abalone_at(state);
    int n = 0;
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++)
        for (uint64_t rest = s->marbles[player]; rest != 0; rest &= rest - 1)
            out[n++] = (struct pes_piece){
                .cell = cell_of(place_of(rest)), .player = (int8_t)player, .kind = marble};
    assert(n <= ABALONE_CELLS); /* more than 2 * ABALONE_MARBLES only while a person paints */
    return n;
}

static int view_touches(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        int16_t out[PES_TOUCHES_MAX]) {
    (void)g;
    (void)s;
    const struct abalone_slot *slot = abalone_slot(m);
    int n = 0;
    out[n++] = cell_of(abalone_lowest(m));
    if (slot->size > 1)
        out[n++] = cell_of(abalone_highest(m));
    out[n++] = cell_of(abalone_next(abalone_front(m), slot->direction));
    assert(out[n - 1] != PES_CELL_NONE);
    return n;
}

/* The direction from one place to its neighbour, or -1. */
static int direction_to(int from, int to) {
    for (int d = 0; d < ABALONE_DIRECTIONS; d++)
        if (abalone_next(from, d) == to)
            return d;
    return -1;
}

/* The direction of a straight row of two or three cells from one end to the other, or -1; *size is
 * its number of cells. */
static int row_between(int from, int to, int *size) {
    *size = 2;
    const int near = direction_to(from, to);
    if (near >= 0)
        return near;
    *size = 3;
    for (int d = 0; d < ABALONE_DIRECTIONS; d++) {
        const int middle = abalone_next(from, d);
        if (middle >= 0 && abalone_next(middle, d) == to)
            return d;
    }
    return -1;
}

static void write_names(const int places[], int count, char out[PES_MOVE_TEXT_MAX]) {
    assert(count <= 3);
    for (int i = 0; i < count; i++)
        abalone_cell_name(places[i], out + (size_t)(2 * i));
}

/* The move of a touched group, whose row goes from `low` to `high` in the direction `along`. In
 * line it is the text of its back and the next cell, broadside that of both ends and the goal of
 * the higher one. An own marble ahead of two makes a group of three, which is no move yet. */
static bool group_touched(const struct abalone *s, int low, int high, int along, int size, int goal,
                          char out[PES_MOVE_TEXT_MAX]) {
    const uint64_t own = s->marbles[s->mover];
    const bool up = abalone_next(high, along) == goal;
    if (up || abalone_next(low, along + ABALONE_LINES) == goal) {
        const int back = up ? low : high;
        const int next = abalone_next(back, up ? along : along + ABALONE_LINES);
        if ((size < ABALONE_GROUP && abalone_holds(own, goal)) || !abalone_holds(own, next))
            return false;
        write_names((const int[]){back, next}, 2, out);
        return true;
    }
    if (direction_to(high, goal) < 0 || direction_to(high, goal) == along + ABALONE_LINES)
        return false;
    write_names((const int[]){high, low, goal}, 3, out);
    return true;
}

static bool view_touched(const struct pes_game *g, const struct pes_state *state,
                         const int16_t cells[], int count, char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    const struct abalone *s = abalone_at(state);
    const uint64_t own = s->marbles[s->mover];
    if (count < 2 || count > 3 || !abalone_holds(own, abalone_place_of[cells[0]]))
        return false;
    const int first = abalone_place_of[cells[0]], goal = abalone_place_of[cells[count - 1]];
    if (count == 2) {
        if (direction_to(first, goal) < 0 || abalone_holds(own, goal))
            return false;
        write_names((const int[]){first, goal}, 2, out);
        return true;
    }
    int size;
    const int second = abalone_place_of[cells[1]], along = row_between(first, second, &size);
    if (along < 0 || !abalone_holds(own, second))
        return false;
    return along < ABALONE_LINES
               ? group_touched(s, first, second, along, size, goal, out)
               : group_touched(s, second, first, along - ABALONE_LINES, size, goal, out);
}

/* Steps of a move. ---------------------------------------------------------------------------- */

static struct abalone position_after(const struct abalone *before, pes_move m) {
    struct abalone after = *before;
    abalone_play(&after, m);
    return after;
}

/* A marble moves by one cell; off the edge it leaves the board. */
static struct pes_step step_of(int player, int place, int direction) {
    const int to = abalone_next(place, direction);
    return (struct pes_step){
        .kind = to < 0 ? PES_STEP_REMOVE : PES_STEP_MOVE,
        .from = cell_of(place),
        .to = cell_of(to),
        .player = (int8_t)player,
        .piece = marble,
    };
}

static bool is_over(const struct abalone_table *table, const struct abalone *s) {
    return abalone_over(table, s) ||
           table->count(s->marbles[s->mover], s->marbles[s->mover ^ 1]) == 0;
}

/* All marbles move in the same wave, but the front one is listed first: a client that applies the
 * steps one by one never has two marbles on a cell. */
static int view_trace(const struct pes_game *g, const struct pes_state *state, pes_move m,
                      struct pes_step out[]) {
    const struct abalone *before = abalone_at(state);
    const struct abalone_slot *slot = abalone_slot(m);
    const struct abalone_push push = abalone_push(before, m);
    int n = 0;
    if (push.first != 0)
        out[n++] = step_of(before->mover ^ 1, place_of(push.last), slot->direction);
    if (push.first != push.last)
        out[n++] = step_of(before->mover ^ 1, place_of(push.first), slot->direction);

    /* From the front to the back; broadside from the highest to the lowest. */
    const bool down = abalone_front(m) == abalone_lowest(m);
    const int back = down ? slot->line : slot->line + ABALONE_LINES;
    for (int i = 0, place = abalone_front(m); i < slot->size; i++) {
        out[n++] = step_of(before->mover, place, slot->direction);
        place = abalone_next(place, back);
    }
    const struct abalone after = position_after(before, m);
    if (is_over(abalone_table(g), &after))
        out[n++] = (struct pes_step){
            .kind = PES_STEP_END,
            .from = PES_CELL_NONE,
            .to = PES_CELL_NONE,
            .player = (int8_t)before->mover,
            .wave = 1,
        };
    assert(n >= slot->size && n <= ABALONE_GROUP + 3);
    return n;
}

static const struct pes_text
    say_one = PES_TEXT("{1} moves {2} to {4}.", "Ο {1} πάει από το {2} στο {4}."),
    say_line = PES_TEXT("{1} moves {2}-{3} to {4}-{5}.", "Ο {1} προχωρά τις {2}-{3} στις {4}-{5}."),
    say_sideways = PES_TEXT("{1} moves {2}-{3} sideways to {4}-{5}.",
                            "Ο {1} μετακινεί τις {2}-{3} πλάγια στις {4}-{5}."),
    say_push = PES_TEXT("{1} pushes {2} with {3}-{4}.", "Ο {1} σπρώχνει {2} με τις {3}-{4}."),
    say_eject = PES_TEXT("{1} pushes {2} with {3}-{4}. {5} is ejected: {6} of {7}.",
                         "Ο {1} σπρώχνει {2} με τις {3}-{4}. {5} βγαίνει: {6} από {7}."),
    say_wins[2] =
        {PES_TEXT(
             "{1} wins: {3} white {3|marble is|marbles are} off the board.",
             "Κερδίζει ο {1}: {3} {3|λευκή μπίλια βγήκε|λευκές μπίλιες βγήκαν} από το ταμπλό."),
         PES_TEXT("{1} wins: {3} black {3|marble is|marbles are} off the board.",
                  "Κερδίζει ο {1}: {3} {3|μαύρη μπίλια βγήκε|μαύρες μπίλιες βγήκαν} από το "
                  "ταμπλό.")},
    say_stuck =
        PES_TEXT("{2} has no move left: {1} wins.", "Ο {2} δεν έχει άλλη κίνηση: κερδίζει ο {1}.");

/* By their owner and their number, minus one. */
static const struct pes_text pushed_marbles[2][2] = {
    {PES_TEXT("a black marble", "μία μαύρη μπίλια"),
     PES_TEXT("two black marbles", "δύο μαύρες μπίλιες")},
    {PES_TEXT("a white marble", "μία λευκή μπίλια"),
     PES_TEXT("two white marbles", "δύο λευκές μπίλιες")},
};
static const struct pes_text ejected_marble[2] = {PES_TEXT("A black marble", "Μία μαύρη μπίλια"),
                                                  PES_TEXT("A white marble", "Μία λευκή μπίλια")};

static size_t say_moved(const struct abalone *before, pes_move m, enum pes_lang lang, char *out,
                        size_t cap) {
    const struct abalone_slot *slot = abalone_slot(m);
    const int back = abalone_back(m), front = abalone_front(m);
    char names[4][ABALONE_CELL_TEXT];
    const struct pes_text *text = slot->size == 1           ? &say_one
                                  : abalone_broadside(slot) ? &say_sideways
                                                            : &say_line;
    return pes_say(
        lang, text,
        PES_ARGS(PES_SAID(abalone_name(before->mover)), PES_STR(abalone_cell_name(back, names[0])),
                 PES_STR(abalone_cell_name(front, names[1])),
                 PES_STR(abalone_cell_name(abalone_next(back, slot->direction), names[2])),
                 PES_STR(abalone_cell_name(abalone_next(front, slot->direction), names[3]))),
        out, cap);
}

static size_t say_pushed(const struct abalone_table *table, const struct abalone *before,
                         pes_move m, enum pes_lang lang, char *out, size_t cap) {
    const struct abalone_push push = abalone_push(before, m);
    const int other = before->mover ^ 1;
    assert(push.first != 0);
    char back[ABALONE_CELL_TEXT], front[ABALONE_CELL_TEXT];
    return pes_say(lang, push.behind == 0 ? &say_eject : &say_push,
                   PES_ARGS(PES_SAID(abalone_name(before->mover)),
                            PES_SAID(&pushed_marbles[other][push.first != push.last]),
                            PES_STR(abalone_cell_name(abalone_back(m), back)),
                            PES_STR(abalone_cell_name(abalone_front(m), front)),
                            PES_SAID(&ejected_marble[other]), PES_INT(before->lost[other] + 1),
                            PES_INT(table->eject)),
                   out, cap);
}

/* A move is one sentence, attached to its first step: the farthest pushed marble, or else the front
 * of the group. */
static size_t view_say_step(const struct pes_game *g, const struct pes_state *state, pes_move m,
                            const struct pes_step *step, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *before = abalone_at(state);
    const struct abalone_push push = abalone_push(before, m);
    if (cap > 0)
        out[0] = '\0';
    if (step->kind == PES_STEP_END) {
        const struct abalone after = position_after(before, m);
        return pes_say(lang, abalone_over(table, &after) ? &say_wins[before->mover] : &say_stuck,
                       PES_ARGS(PES_SAID(abalone_name(before->mover)),
                                PES_SAID(abalone_name(after.mover)), PES_INT(table->eject)),
                       out, cap);
    }
    if (push.first != 0)
        return step->from == cell_of(place_of(push.last))
                   ? say_pushed(table, before, m, lang, out, cap)
                   : 0;
    return step->from == cell_of(abalone_front(m)) ? say_moved(before, m, lang, out, cap) : 0;
}

static size_t view_say_why(const struct pes_game *g, const struct pes_state *state, pes_player you,
                           enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text
        pushed_off = PES_TEXT("you pushed {1} {1|marble|marbles} off the board",
                              "έσπρωξες {1} {1|μπίλια|μπίλιες} έξω από το ταμπλό"),
        yours_off = PES_TEXT("{1} of your marbles {1|is|are} off the board",
                             "{1} {1|μπίλια σου βγήκε|μπίλιες σου βγήκαν} από το ταμπλό"),
        off[2] = {PES_TEXT("{1} black {1|marble is|marbles are} off the board",
                           "{1} {1|μαύρη μπίλια βγήκε|μαύρες μπίλιες βγήκαν} από το ταμπλό"),
                  PES_TEXT("{1} white {1|marble is|marbles are} off the board",
                           "{1} {1|λευκή μπίλια βγήκε|λευκές μπίλιες βγήκαν} από το ταμπλό")},
        you_stuck = PES_TEXT("you have no move left", "δεν έχεις άλλη κίνηση"),
        stuck = PES_TEXT("{1} has no move left", "ο {1} δεν έχει άλλη κίνηση");
    const struct abalone *s = abalone_at(state);
    int32_t payoff[PES_PLAYERS_MAX];
    g->rules->payoff(g, state, payoff);
    const int loser = payoff[ABALONE_BLACK] < 0 ? ABALONE_BLACK : ABALONE_WHITE;
    if (!abalone_over(abalone_table(g), s))
        return pes_say(lang, you == loser ? &you_stuck : &stuck,
                       PES_ARGS(PES_SAID(abalone_name(loser))), out, cap);
    const struct pes_text *text = you < 0 ? &off[loser] : you == loser ? &yours_off : &pushed_off;
    return pes_say(lang, text, PES_ARGS(PES_INT(s->lost[loser])), out, cap);
}

static int32_t view_target(const struct pes_game *g) {
    return abalone_table(g)->eject;
}

const struct pes_view abalone_view = {
    .abi = PES_ABI,
    .look = "marbles",
    .cells = view_cells,
    .pieces = view_pieces,
    .touches = view_touches,
    .trace = view_trace,
    .say_step = view_say_step,
    .draw = abalone_paint,
    .palette = abalone_palette,
    .paint = abalone_stroke,
    .target = view_target,
    .threats = abalone_threats,
    .say_threat = abalone_say_threat,
    .say_deed = abalone_say_deed,
    .touched = view_touched,
    .say_why = view_say_why,
    .goal = PES_TEXT("Push six of the other marbles off the board. Two marbles in line push one, "
                     "three push one or two, if there is room behind them.",
                     "Σπρώξε έξι μπίλιες του αντιπάλου έξω από το ταμπλό. Δύο στη σειρά σπρώχνουν "
                     "μία, τρεις σπρώχνουν μία ή δύο, αν πίσω τους υπάρχει χώρος."),
    .how_to_move = PES_TEXT("Type the marble at the back and the cell it goes to, a1b2: those in "
                            "front go along. Sideways: both ends, then the first one's goal, "
                            "f4h4e3.",
                            "Γράψε την πίσω μπίλια και πού πάει, a1b2: οι μπροστινές πάνε μαζί. "
                            "Πλάγια: τα δύο άκρα και πού πάει το πρώτο, f4h4e3."),
    .tagline = PES_TEXT("Push six of the other marbles off the edge.",
                        "Σπρώξε έξι μπίλιες του αντιπάλου έξω από το ταμπλό."),
    .rules = abalone_pictures,
    .lessons = abalone_lessons,
    .source =
        PES_TEXT("A game of 1987 by Michel Lalet and Laurent Lévi. Our version began as a course "
                 "report of a Greek university; its start is the Belgian daisy.",
                 "Παιχνίδι του 1987 των Μισέλ Λαλέ και Λοράν Λεβί. Η εκδοχή μας άρχισε ως εργασία "
                 "μαθήματος ελληνικού πανεπιστημίου· αρχίζει με τη βελγική μαργαρίτα."),
    .known = PES_TEXT(
        "It is not solved. Real games last about 100 moves, with about 53 legal moves each time. "
        "Marbles in the middle and close together are strong; those at the edge are in danger.",
        "Δεν έχει λυθεί. Οι πραγματικές παρτίδες κρατούν περίπου 100 κινήσεις, με περίπου 53 "
        "επιτρεπτές κάθε φορά. Δυνατές είναι οι μπίλιες στη μέση και κοντά η μία στην άλλη· όσες "
        "είναι στην άκρη κινδυνεύουν."),
};
