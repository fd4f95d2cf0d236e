/* The view of Gomoku: cells, pieces, touches, the steps of a move, the winning row.
 *
 * Invariant: a cell is a point of the board and has the same number. */
#include "games/gomoku/gomoku.h"

static const char stone[] = "stone";

static int view_cells(const struct pes_game *g, struct pes_cell out[]) {
    const struct gomoku_board *board = gomoku_board(g);
    for (int point = 0; point < board->points; point++) {
        const struct gomoku_point *at = &board->at[point];
        out[point] = (struct pes_cell){
            .shape = PES_SHAPE_CIRCLE,
            .x = 1000 * at->x + 500,
            .y = 1000 * (board->size - 1 - at->y) + 500,
            .width = 1000,
            .height = 1000,
        };
        gomoku_name(board, point, out[point].label);
    }
    return board->points;
}

/* After a swap First's stones are white: `number` is the colour, 1 black and 2 white. */
static int view_pieces(const struct pes_game *g, const struct pes_state *state,
                       struct pes_piece out[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    int n = 0;
    for (int point = 0; point < board->points; point++)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
            if (gomoku_has(board, s, point, colour))
                out[n++] = (struct pes_piece){
                    .cell = (int16_t)point,
                    .player = (int8_t)gomoku_swapped(s, colour),
                    .number = 1 + colour,
                    .kind = stone,
                };
    assert(n == s->stones);
    return n;
}

static int view_touches(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        int16_t out[PES_TOUCHES_MAX]) {
    (void)g;
    (void)s;
    if (gomoku_is_choice(m))
        return 0;
    out[0] = (int16_t)gomoku_target(m);
    return 1;
}

static bool view_touched(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                         int count, char out[PES_MOVE_TEXT_MAX]) {
    (void)s;
    if (count != 1)
        return false;
    gomoku_name(gomoku_board(g), cells[0], out);
    return true;
}

/* Steps of a move. ---------------------------------------------------------------------------- */

/* The end of the game, if the stone on `point` ended it; returns the number of steps, 0 or 1. The
 * winning row is from `from` to `to`. */
static int trace_end(const struct gomoku_board *board, const struct gomoku *after, int point,
                     struct pes_step *out) {
    pes_move list[GOMOKU_LIST_MAX];
    *out = (struct pes_step){
        .kind = PES_STEP_END, .from = PES_CELL_NONE, .to = PES_CELL_NONE, .player = -1, .wave = 1};
    if (after->winner == 0)
        return gomoku_list(board, after, list) == 0;
    const int colour = after->winner - 1;
    const int kind = gomoku_winning_kind(board, &after->lines, point, colour);
    assert(kind >= 0);
    const int bit = gomoku_bit(board, point, kind);
    int first, last;
    gomoku_run(board, &after->lines, point, kind, &first, &last);
    out->from = (int16_t)(point + (first - bit) * board->step[kind]);
    out->to = (int16_t)(point + (last - bit) * board->step[kind]);
    out->player = (int8_t)gomoku_swapped(after, colour);
    out->value = last - first + 1;
    return 1;
}

/* A choice changes nothing on the board; it is still one step, so that it can be described. */
static int view_trace(const struct pes_game *g, const struct pes_state *state, pes_move m,
                      struct pes_step out[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *before = gomoku_at(state);
    if (gomoku_is_choice(m)) {
        out[0] = (struct pes_step){
            .kind = PES_STEP_CHANGE,
            .from = PES_CELL_NONE,
            .to = PES_CELL_NONE,
            .player = (int8_t)(before->phase == GOMOKU_SECOND_CHOOSES),
        };
        return 1;
    }
    struct gomoku after;
    memcpy(&after, before, g->state_size);
    gomoku_play(board, &after, m);
    const int point = gomoku_target(m);
    out[0] = (struct pes_step){
        .kind = PES_STEP_PLACE,
        .from = PES_CELL_NONE,
        .to = (int16_t)point,
        .player = (int8_t)gomoku_swapped(before, gomoku_colour(before)),
        .value = 1 + gomoku_colour(before),
        .piece = stone,
    };
    return 1 + trace_end(board, &after, point, &out[1]);
}

static const struct pes_text
    say_places = PES_TEXT("{1} places {2}.", "Ο {1} βάζει πούλι στο {2}."),
    say_stone[2] = {PES_TEXT("A black stone goes to {1}.", "Ένα μαύρο πούλι μπαίνει στο {1}."),
                    PES_TEXT("A white stone goes to {1}.", "Ένα λευκό πούλι μπαίνει στο {1}.")},
    say_wins = PES_TEXT("{1} wins with five in a row: {2}-{3}.",
                        "Ο {1} κερδίζει με πέντε στη σειρά: {2}-{3}."),
    say_wins_more = PES_TEXT("{1} wins with {4} in a row: {2}-{3}.",
                             "Ο {1} κερδίζει με {4} στη σειρά: {2}-{3}."),
    say_full = PES_TEXT("The board is full: a draw.", "Το ταμπλό γέμισε: ισοπαλία."),
    say_stuck = PES_TEXT("Black has no point left to play: a draw.",
                         "Ο Μαύρος δεν έχει πού να παίξει: ισοπαλία."),
    say_choice[GOMOKU_CHOICES] = {
        PES_TEXT("The second player takes White, the first plays Black.",
                 "Ο δεύτερος παίκτης παίρνει τα λευκά, ο πρώτος παίζει με τα μαύρα."),
        PES_TEXT("The second player takes Black, the first plays White.",
                 "Ο δεύτερος παίκτης παίρνει τα μαύρα, ο πρώτος παίζει με τα λευκά."),
        PES_TEXT("The second player will place two more stones; then the first chooses.",
                 "Ο δεύτερος παίκτης θα βάλει άλλα δύο πούλια· μετά διαλέγει ο πρώτος."),
        PES_TEXT("The first player takes Black, the second plays White.",
                 "Ο πρώτος παίκτης παίρνει τα μαύρα, ο δεύτερος παίζει με τα λευκά."),
        PES_TEXT("The first player takes White, the second plays Black.",
                 "Ο πρώτος παίκτης παίρνει τα λευκά, ο δεύτερος παίζει με τα μαύρα."),
};

static size_t say_place(const struct gomoku_board *board, const struct gomoku *before,
                        const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    char name[GOMOKU_NAME_MAX];
    const int colour = gomoku_colour(before);
    gomoku_name(board, step->to, name);
    if (!gomoku_playing(before))
        return pes_say(lang, &say_stone[colour], PES_ARGS(PES_STR(name)), out, cap);
    return pes_say(lang, &say_places,
                   PES_ARGS(PES_SAID(&gomoku_rules.players[colour].name), PES_STR(name)), out, cap);
}

static size_t say_end(const struct gomoku_board *board, const struct gomoku *before,
                      const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    if (step->player < 0)
        return pes_say(lang, before->stones + 1 == board->points ? &say_full : &say_stuck,
                       PES_NO_ARGS, out, cap);
    char from[GOMOKU_NAME_MAX], to[GOMOKU_NAME_MAX];
    gomoku_name(board, step->from, from);
    gomoku_name(board, step->to, to);
    const struct pes_text *name = &gomoku_rules.players[gomoku_colour(before)].name;
    return pes_say(lang, step->value == 5 ? &say_wins : &say_wins_more,
                   PES_ARGS(PES_SAID(name), PES_STR(from), PES_STR(to), PES_INT(step->value)), out,
                   cap);
}

static size_t view_say_step(const struct pes_game *g, const struct pes_state *state, pes_move m,
                            const struct pes_step *step, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *before = gomoku_at(state);
    if (cap > 0)
        out[0] = '\0';
    switch (step->kind) {
    case PES_STEP_PLACE:
        return say_place(board, before, step, lang, out, cap);
    case PES_STEP_END:
        return say_end(board, before, step, lang, out, cap);
    case PES_STEP_CHANGE:
        return pes_say(lang, &say_choice[m - GOMOKU_CHOICE], PES_NO_ARGS, out, cap);
    case PES_STEP_MOVE:
    case PES_STEP_REMOVE:
    case PES_STEP_CAPTURE:
    case PES_STEP_POINTS:
        break;
    }
    return 0;
}

/* The longest row of the winner. */
static int longest_row(const struct gomoku_board *board, const struct gomoku *s) {
    const int colour = s->winner - 1;
    int longest = 0;
    for (int point = 0; point < board->points; point++) {
        if (!gomoku_has(board, s, point, colour))
            continue;
        const int kind = gomoku_winning_kind(board, &s->lines, point, colour);
        if (kind < 0)
            continue;
        int first, last;
        gomoku_run(board, &s->lines, point, kind, &first, &last);
        longest = last - first + 1 > longest ? last - first + 1 : longest;
    }
    assert(longest >= 5);
    return longest;
}

static size_t view_say_why(const struct pes_game *g, const struct pes_state *state, pes_player you,
                           enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text five = PES_TEXT("five in a row", "πέντε στη σειρά"),
                                 more = PES_TEXT("{1} in a row", "{1} στη σειρά"),
                                 full = PES_TEXT("the board is full", "το ταμπλό γέμισε"),
                                 stuck = PES_TEXT("Black has no point left to play",
                                                  "ο Μαύρος δεν έχει πού να παίξει");
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    (void)you;
    if (s->winner == 0)
        return pes_say(lang, s->stones == board->points ? &full : &stuck, PES_NO_ARGS, out, cap);
    const int row = longest_row(board, s);
    return pes_say(lang, row == 5 ? &five : &more, PES_ARGS(PES_INT(row)), out, cap);
}

/* Highlights and buttons. ---------------------------------------------------------------------- */

/* The stones of all winning rows; the last stone may have completed several. */
static int view_won_by(const struct pes_game *g, const struct pes_state *state, int16_t out[]) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    int n = 0;
    for (int point = 0; s->winner != 0 && point < board->points; point++)
        if (gomoku_has(board, s, point, s->winner - 1) &&
            gomoku_winning_kind(board, &s->lines, point, s->winner - 1) >= 0)
            out[n++] = (int16_t)point;
    assert(s->winner == 0 || n >= 5);
    return n;
}

static size_t view_say_button(const struct pes_game *g, const struct pes_state *s, pes_move m,
                              enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text black = PES_TEXT("Play Black", "Παίξε με τα μαύρα"),
                                 white = PES_TEXT("Play White", "Παίξε με τα λευκά"),
                                 more = PES_TEXT("Add two stones", "Βάλε άλλα δύο πούλια");
    static const struct pes_text *const says[GOMOKU_CHOICES] = {&white, &black, &more, &black,
                                                                &white};
    (void)g;
    (void)s;
    if (cap > 0)
        out[0] = '\0';
    if (!gomoku_is_choice(m))
        return 0;
    assert(m < GOMOKU_CHOICE + GOMOKU_CHOICES);
    return pes_say(lang, says[m - GOMOKU_CHOICE], PES_NO_ARGS, out, cap);
}

const struct pes_view gomoku_view = {
    .abi = PES_ABI,
    .look = "stones",
    .cells = view_cells,
    .pieces = view_pieces,
    .touches = view_touches,
    .trace = view_trace,
    .say_step = view_say_step,
    .draw = gomoku_paint,
    .palette = gomoku_palette,
    .paint = gomoku_stroke,
    .won_by = view_won_by,
    .threats = gomoku_threats,
    .say_threat = gomoku_say_threat,
    .say_deed = gomoku_say_deed,
    .say_button = view_say_button,
    .touched = view_touched,
    .say_why = view_say_why,
    .goal = PES_TEXT("Be the first with five stones side by side in a row, a column or a diagonal.",
                     "Βάλε πρώτος πέντε πούλια δίπλα δίπλα: σε γραμμή, στήλη ή διαγώνιο."),
    .how_to_move = PES_TEXT("Type an empty point: the letter below it and the number beside it, "
                            "such as h8. Where colours are chosen, type black, white or more.",
                            "Γράψε ένα κενό σημείο, πρώτα το γράμμα και μετά τον αριθμό, π.χ. h8. "
                            "Όπου διαλέγεις χρώμα, γράψε black, white ή more."),
    .tagline = PES_TEXT("Five in a row wins. Easy to learn, hard to stop.",
                        "Πέντε στη σειρά νικούν. Μαθαίνεται εύκολα, σταματά δύσκολα."),
    .rules = gomoku_pictures,
    .lessons = gomoku_lessons,
    .source = PES_TEXT("An old game of East Asia, also called five in a row. Our version began as "
                       "a course report of a Greek university.",
                       "Παλιό παιχνίδι της Ανατολικής Ασίας, γνωστό και ως πέντε στη σειρά. Η "
                       "εκδοχή μας άρχισε ως εργασία μαθήματος ελληνικού πανεπιστημίου."),
    .known = PES_TEXT("Without an opening rule Black wins on the board of 15 by 15 (Allis, van den "
                      "Herik and Huntjens, 1993). That is why there are renju and swap2. There are "
                      "about 10 to the power of 105 positions.",
                      "Χωρίς κανόνα ανοίγματος νικά ο Μαύρος στο ταμπλό 15 επί 15 (Άλις, φαν ντεν "
                      "Χέρικ και Χούντγιενς, 1993). Γι' αυτό υπάρχουν το renju και το swap2. Οι "
                      "θέσεις είναι περίπου 10 στην 105η."),
};
