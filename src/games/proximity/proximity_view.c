/* The view of Proximity: cells, pieces, the numbers in hand, the steps of a move.
 *
 * Invariant: a cell of the view is a cell of the board and has the same number; it is a hexagon
 * with a corner at the top. */
#include "games/proximity/proximity.h"

static const char tile_kind[] = "tile";

/* Thousandths of a hexagon's width. */
enum { WIDTH = 1000, HEIGHT = 1155, ROW_STEP = 866 };

/* The waves of a move. */
enum { WAVE_PLACE, WAVE_NEIGHBOURS, WAVE_POINTS, WAVE_END };

static int view_cells(const struct pes_game *g, struct pes_cell out[]) {
    const struct proximity_board *board = proximity_board(g);
    for (int cell = 0; cell < board->cells; cell++) {
        const struct proximity_cell *at = &board->at[cell];
        out[cell] = (struct pes_cell){
            .shape = PES_SHAPE_HEXAGON,
            .x = WIDTH * at->x + WIDTH / 2 * (1 + at->y % 2),
            .y = ROW_STEP * at->y + HEIGHT / 2,
            .width = WIDTH,
            .height = HEIGHT,
        };
        proximity_name(board, cell, out[cell].label);
    }
    return board->cells;
}

static int view_pieces(const struct pes_game *g, const struct pes_state *state,
                       struct pes_piece out[]) {
    const struct proximity_board *board = proximity_board(g);
    int n = 0;
    for (int cell = 0; cell < board->cells; cell++) {
        const uint8_t tile = proximity_get(board, proximity_at(state), cell);
        if (tile == 0)
            continue;
        out[n++] = (struct pes_piece){
            .cell = (int16_t)cell,
            .player = (int8_t)proximity_owner(tile),
            .number = proximity_score(tile),
            .kind = tile_kind,
        };
    }
    assert(n == proximity_at(state)->placed);
    return n;
}

/* The numbers that are known, the one to place first. */
static int view_hand(const struct pes_game *g, const struct pes_state *state,
                     struct pes_piece out[]) {
    (void)g;
    const struct proximity *s = proximity_at(state);
    for (int i = 0; i < s->known; i++)
        out[i] = (struct pes_piece){
            .cell = PES_CELL_NONE,
            .player = (int8_t)((s->placed + i) & 1),
            .number = proximity_known(s, i),
            .kind = tile_kind,
        };
    return s->known;
}

static int view_touches(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        int16_t out[PES_TOUCHES_MAX]) {
    (void)g;
    (void)s;
    if (proximity_is_drawn(m))
        return 0;
    out[0] = (int16_t)proximity_target(m);
    return 1;
}

static bool view_touched(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                         int count, char out[PES_MOVE_TEXT_MAX]) {
    (void)s;
    if (count != 1)
        return false;
    proximity_name(proximity_board(g), cells[0], out);
    return true;
}

/* Steps of a move. ---------------------------------------------------------------------------- */

static struct proximity_count count_after(const struct pes_game *g, const struct pes_state *before,
                                          pes_move m) {
    struct pes_state_buf after;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(after), before);
    pes_make(g, PES_STATE(after), m, undo.bytes);
    return proximity_count(proximity_board(g), proximity_at(PES_STATE(after)));
}

/* The neighbours that grow or change owner, in the order of directions. */
static int trace_neighbours(const struct proximity_board *board, const struct proximity *before,
                            int cell, struct pes_step out[]) {
    const int player = before->placed & 1, number = proximity_in_hand(before);
    const struct proximity_cell *at = &board->at[cell];
    int n = 0;
    for (int i = 0; i < at->degree; i++) {
        const uint8_t tile = proximity_get(board, before, at->neighbour[i]);
        const int score = proximity_score(tile);
        struct pes_step step = {
            .from = at->neighbour[i],
            .to = PES_CELL_NONE,
            .player = (int8_t)player,
            .wave = WAVE_NEIGHBOURS,
            .piece = tile_kind,
        };
        if (tile == 0)
            continue;
        if (proximity_owner(tile) == player && score < PROXIMITY_TOP) {
            step.kind = PES_STEP_CHANGE;
            step.value = 1;
            out[n++] = step;
        } else if (proximity_owner(tile) != player && score < number) {
            step.kind = PES_STEP_CAPTURE;
            step.value = score;
            out[n++] = step;
        }
    }
    return n;
}

/* The change of each side's points; a side without a change has no step. */
static int trace_points(const struct pes_game *g, const struct pes_state *before, pes_move m,
                        struct pes_step out[]) {
    const struct proximity_count from = proximity_count(proximity_board(g), proximity_at(before));
    const struct proximity_count to = count_after(g, before, m);
    const int mover = proximity_at(before)->placed & 1;
    int n = 0;
    for (int i = 0; i < 2; i++) {
        const int player = i == 0 ? mover : !mover;
        const int32_t points = to.points[player] - from.points[player];
        if (points != 0)
            out[n++] = (struct pes_step){
                .kind = PES_STEP_POINTS,
                .from = PES_CELL_NONE,
                .to = PES_CELL_NONE,
                .player = (int8_t)player,
                .wave = WAVE_POINTS,
                .value = points,
            };
    }
    return n;
}

/* A drawn number changes nothing on the board; it is still one step, so that it can be described.
 */
static struct pes_step trace_drawn(const struct proximity *before, int number) {
    return (struct pes_step){
        .kind = PES_STEP_CHANGE,
        .from = PES_CELL_NONE,
        .to = PES_CELL_NONE,
        .player = (int8_t)proximity_drawer(before),
        .value = number,
    };
}

static int view_trace(const struct pes_game *g, const struct pes_state *state, pes_move m,
                      struct pes_step out[]) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *before = proximity_at(state);
    if (proximity_is_drawn(m)) {
        out[0] = trace_drawn(before, proximity_drawn(m));
        return 1;
    }
    int n = 0;
    out[n++] = (struct pes_step){
        .kind = PES_STEP_PLACE,
        .from = PES_CELL_NONE,
        .to = (int16_t)proximity_target(m),
        .player = (int8_t)(before->placed & 1),
        .wave = WAVE_PLACE,
        .value = proximity_in_hand(before),
        .piece = tile_kind,
    };
    n += trace_neighbours(board, before, proximity_target(m), out + n);
    n += trace_points(g, state, m, out + n);
    if (before->placed + 1 < board->cells)
        return n;
    const struct proximity_count count = count_after(g, state, m);
    const int leader = proximity_leader(&count);
    out[n++] = (struct pes_step){
        .kind = PES_STEP_END,
        .from = PES_CELL_NONE,
        .to = PES_CELL_NONE,
        .player = (int8_t)(leader > 0   ? PROXIMITY_BLUE
                           : leader < 0 ? PROXIMITY_RED
                                        : -1),
        .wave = WAVE_END,
    };
    return n;
}

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text
    say_places = PES_TEXT("{1} places {2} on {3}.", "Ο {1} βάζει {2} στο {3}."),
    say_draws = PES_TEXT("{1} draws {2}.", "Ο {1} τραβά {2}."),
    say_grows = PES_TEXT("{1} grows to {2}.", "Το {1} γίνεται {2}."),
    say_captures =
        PES_TEXT("{1} captures {2}, worth {3}.", "Ο {1} κατακτά το {2}, που αξίζει {3}."),
    say_gets = PES_TEXT("{1} gets {2} {2|point|points}.", "Ο {1} κερδίζει {2} {2|πόντο|πόντους}."),
    say_loses = PES_TEXT("{1} loses {2} {2|point|points}.", "Ο {1} χάνει {2} {2|πόντο|πόντους}."),
    say_wins = PES_TEXT("The board is full: {1} wins by {2} points to {3}.",
                        "Το ταμπλό γέμισε: ο {1} κερδίζει με {2} πόντους έναντι {3}."),
    say_wins_cells = PES_TEXT("The board is full with {2} points each: {1} wins by {3} cells to "
                              "{4}.",
                              "Το ταμπλό γέμισε με {2} πόντους ο καθένας: ο {1} κερδίζει με {3} "
                              "κελιά έναντι {4}."),
    say_drawn = PES_TEXT("The board is full: a draw with {1} points and {2} cells each.",
                         "Το ταμπλό γέμισε: ισοπαλία με {1} πόντους και {2} κελιά ο καθένας.");

static const struct pes_text *name_of(int player) {
    assert(player == PROXIMITY_BLUE || player == PROXIMITY_RED);
    return &proximity_rules.players[player].name;
}

static size_t say_end(const struct pes_game *g, const struct pes_state *before, pes_move m,
                      const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    const struct proximity_count count = count_after(g, before, m);
    const int32_t *points = count.points, *cells = count.cells;
    if (step->player < 0)
        return pes_say(lang, &say_drawn, PES_ARGS(PES_INT(points[0]), PES_INT(cells[0])), out, cap);
    const int winner = step->player == PROXIMITY_BLUE ? PROXIMITY_BLUE : PROXIMITY_RED;
    const int loser = !winner;
    if (points[winner] == points[loser])
        return pes_say(lang, &say_wins_cells,
                       PES_ARGS(PES_SAID(name_of(winner)), PES_INT(points[winner]),
                                PES_INT(cells[winner]), PES_INT(cells[loser])),
                       out, cap);
    return pes_say(
        lang, &say_wins,
        PES_ARGS(PES_SAID(name_of(winner)), PES_INT(points[winner]), PES_INT(points[loser])), out,
        cap);
}

/* Describes a tile that grows, or a drawn number. */
static size_t say_change(const struct proximity_board *board, const struct proximity *before,
                         const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    char name[PROXIMITY_NAME_MAX];
    if (step->from == PES_CELL_NONE)
        return pes_say(lang, &say_draws,
                       PES_ARGS(PES_SAID(name_of(step->player)), PES_INT(step->value)), out, cap);
    proximity_name(board, step->from, name);
    const int score = proximity_score(proximity_get(board, before, step->from)) + step->value;
    return pes_say(lang, &say_grows, PES_ARGS(PES_STR(name), PES_INT(score)), out, cap);
}

static size_t view_say_step(const struct pes_game *g, const struct pes_state *state, pes_move m,
                            const struct pes_step *step, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct proximity_board *board = proximity_board(g);
    char name[PROXIMITY_NAME_MAX];
    if (cap > 0)
        out[0] = '\0';
    switch (step->kind) {
    case PES_STEP_PLACE:
        proximity_name(board, step->to, name);
        return pes_say(
            lang, &say_places,
            PES_ARGS(PES_SAID(name_of(step->player)), PES_INT(step->value), PES_STR(name)), out,
            cap);
    case PES_STEP_CHANGE:
        return say_change(board, proximity_at(state), step, lang, out, cap);
    case PES_STEP_CAPTURE:
        proximity_name(board, step->from, name);
        return pes_say(
            lang, &say_captures,
            PES_ARGS(PES_SAID(name_of(step->player)), PES_STR(name), PES_INT(step->value)), out,
            cap);
    case PES_STEP_POINTS:
        return pes_say(lang, step->value > 0 ? &say_gets : &say_loses,
                       PES_ARGS(PES_SAID(name_of(step->player)),
                                PES_INT(step->value > 0 ? step->value : -step->value)),
                       out, cap);
    case PES_STEP_END:
        return say_end(g, state, m, step, lang, out, cap);
    case PES_STEP_MOVE:
    case PES_STEP_REMOVE:
        break;
    }
    return 0;
}

static size_t view_say_why(const struct pes_game *g, const struct pes_state *s, pes_player you,
                           enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text by_points = PES_TEXT("{1} points to {2}", "{1} πόντοι έναντι {2}"),
                                 by_cells =
                                     PES_TEXT("{3} cells to {4}, with {1} points each",
                                              "{3} κελιά έναντι {4}, με {1} πόντους ο καθένας"),
                                 drawn = PES_TEXT("{1} points and {3} cells each",
                                                  "{1} πόντοι και {3} κελιά ο καθένας");
    const struct proximity_count count = proximity_count(proximity_board(g), proximity_at(s));
    const int leader = proximity_leader(&count);
    const int winner = leader < 0 ? PROXIMITY_RED : PROXIMITY_BLUE;
    const int32_t *points = count.points, *cells = count.cells;
    (void)you;
    return pes_say(lang,
                   leader == 0              ? &drawn
                   : points[0] == points[1] ? &by_cells
                                            : &by_points,
                   PES_ARGS(PES_INT(points[winner]), PES_INT(points[!winner]),
                            PES_INT(cells[winner]), PES_INT(cells[!winner])),
                   out, cap);
}

const struct pes_view proximity_view = {
    .abi = PES_ABI,
    .look = "numbers",
    .cells = view_cells,
    .pieces = view_pieces,
    .touches = view_touches,
    .trace = view_trace,
    .say_step = view_say_step,
    .draw = proximity_paint,
    .palette = proximity_palette,
    .paint = proximity_stroke,
    .hand = view_hand,
    .threats = proximity_threats,
    .say_threat = proximity_say_threat,
    .touched = view_touched,
    .say_why = view_say_why,
    .goal = PES_TEXT("Have the greater sum of scores when the board is full. Your tile takes over "
                     "smaller neighbours of your opponent; your own grow by one.",
                     "Να έχεις το μεγαλύτερο άθροισμα όταν γεμίσει το ταμπλό. Το πλακίδιό σου "
                     "κατακτά μικρότερα γειτονικά του αντιπάλου· τα δικά σου μεγαλώνουν κατά ένα."),
    .how_to_move = PES_TEXT("Type an empty cell for the number in hand, such as f6.",
                            "Γράψε ένα κενό κελί για τον αριθμό σου, π.χ. f6."),
    .tagline = PES_TEXT("Place numbers, take weaker neighbours, guard your own.",
                        "Βάλε αριθμούς, πάρε τους αδύναμους γείτονες, φύλαξε τους δικούς σου."),
    .rules = proximity_pictures,
    .lessons = proximity_lessons,
    .source = PES_TEXT("It was first played on-line, on 10 by 8 cells. Our version began as a "
                       "course report of a Greek university.",
                       "Παίχτηκε πρώτα στο διαδίκτυο, σε 10 επί 8 κελιά. Η εκδοχή μας άρχισε ως "
                       "εργασία μαθήματος ελληνικού πανεπιστημίου."),
    .known =
        PES_TEXT("It is not solved: luck is part of it. Who moves last has a small edge, which the "
                 "option komi can balance.",
                 "Δεν έχει λυθεί: η τύχη είναι μέρος του. Όποιος παίζει τελευταίος έχει μικρό "
                 "πλεονέκτημα, που το εξισώνουν πόντοι για τον Μπλε, μια επιλογή της παρτίδας."),
};
