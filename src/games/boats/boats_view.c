/* The view of Boats on the lake: cells, pieces, touches, the steps of a move, threats.
 *
 * The board is a grid of seven rows: a column of level v has water in rows 6-v .. 5, its boat
 * floats in row 5-v, row 6 is the wall below the lake, the rows above are sky. A boat that has sunk
 * has left the board. The docks are walls as high as the highest water. Invariant: the steps of
 * view_trace(), applied in order to view_pieces() before the move, give those after it. */
#include "games/boats/boats.h"

enum { ROWS = 7, WALL_ROW = 6 };

static const char water[] = "water", boat[] = "boat", wall[] = "wall";

static int cell_at(const struct boats_lake *lake, int row, int column) {
    assert(row >= 0 && row < ROWS);
    assert(column >= 0 && column <= lake->columns + 1);
    return row * (lake->columns + 2) + column;
}

int boats_column_of_cell(const struct boats_lake *lake, int cell) {
    assert(cell >= 0 && cell < ROWS * (lake->columns + 2));
    return cell % (lake->columns + 2);
}

int boats_level_of_cell(const struct boats_lake *lake, int cell) {
    return WALL_ROW - cell / (lake->columns + 2);
}

/* The cell in which a boat on this column floats: the lowest one above the water. */
static int float_cell(const struct boats_lake *lake, const struct boats *s, int column) {
    return cell_at(lake, WALL_ROW - 1 - boats_level(s, column), column);
}

/* The dock that a player has to reach. */
static int goal_of(const struct boats_lake *lake, int player) {
    return player == BOATS_RED ? lake->columns + 1 : 0;
}

/* The topmost water cell of a column that is not empty. */
static int surface_cell(const struct boats_lake *lake, const struct boats *s, int column) {
    assert(boats_level(s, column) > 0);
    return cell_at(lake, WALL_ROW - boats_level(s, column), column);
}

static int view_cells(const struct pes_game *g, struct pes_cell out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const int columns = lake->columns + 2;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < columns; column++) {
            struct pes_cell *cell = &out[cell_at(lake, row, column)];
            *cell = (struct pes_cell){
                .shape = PES_SHAPE_SQUARE,
                .x = 1000 * column + 500,
                .y = 1000 * row + 500,
                .width = 1000,
                .height = 1000,
            };
            if (row == WALL_ROW)
                snprintf(cell->label, sizeof cell->label, "%d", (uint8_t)column);
        }
    return ROWS * columns;
}

/* The number of a floor piece is its column's level; water and dock pieces are numbered from below.
 * A dock piece belongs to the player whose goal it is, a floor piece to no player. */
static int view_pieces(const struct pes_game *g, const struct pes_state *state,
                       struct pes_piece out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    int n = 0;
    for (int column = 0; column <= lake->columns + 1; column++) {
        const bool dock = column == 0 || column == lake->columns + 1;
        const int guest = column == 0 ? BOATS_GREEN : BOATS_RED;
        out[n++] = (struct pes_piece){.cell = (int16_t)cell_at(lake, WALL_ROW, column),
                                      .player = -1,
                                      .number = boats_level(s, column),
                                      .kind = wall};
        for (int level = 1; level <= boats_level(s, column); level++)
            out[n++] = (struct pes_piece){.cell = (int16_t)cell_at(lake, WALL_ROW - level, column),
                                          .player = (int8_t)(dock ? guest : -1),
                                          .number = level,
                                          .kind = dock ? wall : water};
    }
    for (int player = BOATS_RED; player <= BOATS_GREEN; player++)
        if (!boats_sunk(s, player))
            out[n++] = (struct pes_piece){
                .cell = (int16_t)float_cell(lake, s, s->boat[player]),
                .player = (int8_t)player,
                .layer = (uint8_t)(1 + player),
                .kind = boat,
            };
    assert(n <= PES_PIECES_MAX);
    return n;
}

/* A boat move: the boat, then the cell where it will float. A water move: the surface to lower a
 * column, the cell above it to raise it; if the mover's own boat floats in that cell, it is touched
 * twice. */
static int view_touches(const struct pes_game *g, const struct pes_state *state, pes_move m,
                        int16_t out[PES_TOUCHES_MAX]) {
    if (m >= BOATS_OUTCOME)
        return 0;
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    const int own = s->boat[s->mover], column = boats_column(m);
    out[0] = (int16_t)float_cell(lake, s, own);
    if (column == 0) {
        out[1] = (int16_t)float_cell(lake, s, own + boats_step(m));
        return 2;
    }
    if (boats_step(m) > 0 && column == own) {
        out[1] = out[0];
        return 2;
    }
    out[0] =
        (int16_t)(boats_step(m) > 0 ? float_cell(lake, s, column) : surface_cell(lake, s, column));
    return 1;
}

/* The move of a touch of the own boat and then of another cell; PES_MOVE_NONE: there is none. */
static pes_move sail_touched(const struct boats_lake *lake, const struct boats *s, int cell) {
    const int own = s->boat[s->mover], column = cell % (lake->columns + 2);
    if (cell == float_cell(lake, s, own))
        return own >= 1 && own <= lake->columns ? boats_raise(own) : PES_MOVE_NONE;
    if (column != own + 1 && column != own - 1)
        return PES_MOVE_NONE;
    const pes_move m = column > own ? BOATS_RIGHT : BOATS_LEFT;
    const bool legal = boats_legal(lake, s) >> m & 1;
    return !legal || cell == float_cell(lake, s, column) ? m : PES_MOVE_NONE;
}

/* The move of one touch. In a full column all the air means to raise it, in an empty one the floor
 * means to lower it: both are refused. */
static pes_move water_touched(const struct boats_lake *lake, const struct boats *s, int cell) {
    const int column = cell % (lake->columns + 2), row = cell / (lake->columns + 2);
    if (column < 1 || column > lake->columns || cell == float_cell(lake, s, s->boat[s->mover]))
        return PES_MOVE_NONE;
    const int level = boats_level(s, column), top = WALL_ROW - level;
    if (row == top)
        return boats_lower(column);
    return row == top - 1 || (row < top && level == lake->levels) ? boats_raise(column)
                                                                  : PES_MOVE_NONE;
}

static bool view_touched(const struct pes_game *g, const struct pes_state *state,
                         const int16_t cells[], int count, char out[PES_MOVE_TEXT_MAX]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    const bool own = cells[0] == float_cell(lake, s, s->boat[s->mover]);
    pes_move m = PES_MOVE_NONE;
    if (count == 1)
        m = water_touched(lake, s, cells[0]);
    else if (count == 2 && own)
        m = sail_touched(lake, s, cells[1]);
    if (m != PES_MOVE_NONE)
        boats_move_format(g, state, m, out);
    return m != PES_MOVE_NONE;
}

/* Steps of a move. ---------------------------------------------------------------------------- */

static struct boats position_after(const struct boats_lake *lake, const struct boats *before,
                                   pes_move m) {
    struct boats after = *before;
    if (m >= BOATS_OUTCOME) {
        after.water = lake->rolled[m - BOATS_OUTCOME];
        after.mover = BOATS_RED;
    } else {
        boats_play(&after, m);
    }
    return after;
}

/* The water of a column: one step per level, each in its own wave. */
static int trace_water(const struct boats_lake *lake, const struct boats *before,
                       const struct boats *after, int column, struct pes_step out[]) {
    const int from = boats_level(before, column), to = boats_level(after, column);
    const int change = to > from ? 1 : -1;
    int n = 0;
    for (int level = from; level != to; level += change) {
        /* The cell that fills or empties is just above the lower of the two levels. */
        const int lower = change > 0 ? level : level - 1;
        out[n] = (struct pes_step){
            .kind = PES_STEP_CHANGE,
            .from = (int16_t)cell_at(lake, WALL_ROW - 1 - lower, column),
            .to = PES_CELL_NONE,
            .player = -1,
            .wave = (uint8_t)n,
            .value = change,
            .piece = water,
        };
        n++;
    }
    return n;
}

/* Boats that sail, and boats that rise or fall with the water. */
static int trace_boats(const struct boats_lake *lake, const struct boats *before,
                       const struct boats *after, struct pes_step out[]) {
    int n = 0;
    for (int player = BOATS_RED; player <= BOATS_GREEN; player++) {
        const int from = float_cell(lake, before, before->boat[player]);
        const int to = float_cell(lake, after, after->boat[player]);
        if (from != to)
            out[n++] = (struct pes_step){
                .kind = PES_STEP_MOVE,
                .from = (int16_t)from,
                .to = (int16_t)to,
                .player = (int8_t)player,
                .piece = boat,
            };
    }
    return n;
}

static int trace_end(const struct boats_lake *lake, const struct boats *after,
                     struct pes_step out[]) {
    if (!boats_over(lake, after))
        return 0;
    int n = 0;
    for (int player = BOATS_RED; player <= BOATS_GREEN; player++)
        if (boats_sunk(after, player))
            out[n++] = (struct pes_step){
                .kind = PES_STEP_REMOVE,
                .from = (int16_t)float_cell(lake, after, after->boat[player]),
                .to = PES_CELL_NONE,
                .player = (int8_t)player,
                .wave = 1,
                .piece = boat,
            };
    out[n] = (struct pes_step){
        .kind = PES_STEP_END,
        .from = PES_CELL_NONE,
        .to = PES_CELL_NONE,
        .player = (int8_t)boats_winner(lake, after),
        .wave = (uint8_t)(n > 0 ? 2 : 1),
    };
    return n + 1;
}

static int view_trace(const struct pes_game *g, const struct pes_state *state, pes_move m,
                      struct pes_step out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *before = boats_at(state);
    const struct boats after = position_after(lake, before, m);
    int n = 0;
    for (int column = 1; column <= lake->columns; column++)
        n += trace_water(lake, before, &after, column, out + n);
    n += trace_boats(lake, before, &after, out + n);
    n += trace_end(lake, &after, out + n);
    assert(n > 0 && n <= PES_STEPS_MAX);
    return n;
}

static const struct pes_text
    say_sails = PES_TEXT("{1} sails from column {2} to column {3}.",
                         "Ο {1} πλέει από τη στήλη {2} στη στήλη {3}."),
    say_raises = PES_TEXT("{3} raises column {1} to {2}.",
                          "Ο {3} ανεβάζει τη στάθμη της στήλης {1} στο {2}."),
    say_lowers = PES_TEXT("{3} lowers column {1} to {2}.",
                          "Ο {3} κατεβάζει τη στάθμη της στήλης {1} στο {2}."),
    say_rises = PES_TEXT("Column {1} rises to {2}.", "Η στάθμη της στήλης {1} ανεβαίνει στο {2}."),
    say_falls = PES_TEXT("Column {1} falls to {2}.", "Η στάθμη της στήλης {1} κατεβαίνει στο {2}."),
    say_sinks = PES_TEXT("{1} sinks on column {2}.", "Ο {1} βυθίζεται στη στήλη {2}."),
    say_arrives = PES_TEXT("{1} reaches the far dock and wins.",
                           "Ο {1} φτάνει στην απέναντι αποβάθρα και κερδίζει."),
    say_sinks_wins = PES_TEXT("{2} sinks on column {3}: {1} wins.",
                              "Ο {2} βυθίζεται στη στήλη {3}: κερδίζει ο {1}."),
    say_draw = PES_TEXT("Both boats are lost: a draw.", "Χάθηκαν και οι δύο βάρκες: ισοπαλία.");

static size_t say_end(const struct boats *after, const struct pes_step *step, enum pes_lang lang,
                      char *out, size_t cap) {
    if (step->player < 0)
        return pes_say(lang, &say_draw, PES_NO_ARGS, out, cap);
    const int loser = !step->player;
    return pes_say(lang, boats_sunk(after, loser) ? &say_sinks_wins : &say_arrives,
                   PES_ARGS(PES_SAID(boats_name(step->player)), PES_SAID(boats_name(loser)),
                            PES_INT(after->boat[loser])),
                   out, cap);
}

/* A column that changes by several levels, as in a roll, is described once; `mover` is who changes
 * it, BOATS_ROLL for a roll. */
static size_t say_change(const struct boats_lake *lake, const struct boats *after, int mover,
                         const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    const int column = step->from % (lake->columns + 2), row = step->from / (lake->columns + 2);
    const int level = step->value > 0 ? WALL_ROW - row : WALL_ROW - 1 - row;
    if (level != boats_level(after, column))
        return 0;
    if (mover == BOATS_ROLL)
        return pes_say(lang, step->value > 0 ? &say_rises : &say_falls,
                       PES_ARGS(PES_INT(column), PES_INT(level)), out, cap);
    return pes_say(lang, step->value > 0 ? &say_raises : &say_lowers,
                   PES_ARGS(PES_INT(column), PES_INT(level), PES_SAID(boats_name(mover))), out,
                   cap);
}

static size_t view_say_step(const struct pes_game *g, const struct pes_state *before, pes_move m,
                            const struct pes_step *step, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats after = position_after(lake, boats_at(before), m);
    const int columns = lake->columns + 2;
    const int from = step->from % columns, to = step->to % columns;
    if (cap > 0)
        out[0] = '\0';
    switch (step->kind) {
    case PES_STEP_MOVE: /* rising and falling with the water is not described */
        return from == to ? 0
                          : pes_say(lang, &say_sails,
                                    PES_ARGS(PES_SAID(boats_name(step->player)), PES_INT(from),
                                             PES_INT(to)),
                                    out, cap);
    case PES_STEP_REMOVE: /* a boat that sinks alone is described with the end of the game */
        if (!boats_sunk(&after, !step->player))
            return 0;
        return pes_say(lang, &say_sinks,
                       PES_ARGS(PES_SAID(boats_name(step->player)), PES_INT(from)), out, cap);
    case PES_STEP_CHANGE:
        return say_change(lake, &after, boats_at(before)->mover, step, lang, out, cap);
    case PES_STEP_END:
        return say_end(&after, step, lang, out, cap);
    case PES_STEP_PLACE:
    case PES_STEP_CAPTURE:
    case PES_STEP_POINTS:
        break;
    }
    return 0;
}

static size_t view_say_why(const struct pes_game *g, const struct pes_state *state, pes_player you,
                           enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text you_arrived = PES_TEXT("you reached the far dock",
                                                        "έφτασες στην απέναντι αποβάθρα"),
                                 arrived = PES_TEXT("{1} reached the far dock",
                                                    "ο {1} έφτασε στην απέναντι αποβάθρα"),
                                 yours_sank = PES_TEXT("your boat sank", "η βάρκα σου βυθίστηκε"),
                                 other_sank =
                                     PES_TEXT("the other boat sank", "η άλλη βάρκα βυθίστηκε"),
                                 sank = PES_TEXT("the boat of {1} sank", "ο {1} βυθίστηκε"),
                                 both =
                                     PES_TEXT("both boats are lost", "χάθηκαν και οι δύο βάρκες");
    const struct boats *s = boats_at(state);
    const int winner = boats_winner(boats_lake(g), s);
    if (winner < 0)
        return pes_say(lang, &both, PES_NO_ARGS, out, cap);
    if (!boats_sunk(s, !winner))
        return pes_say(lang, you == winner ? &you_arrived : &arrived,
                       PES_ARGS(PES_SAID(boats_name(winner))), out, cap);
    const struct pes_text *text = you < 0 ? &sank : you == winner ? &other_sank : &yours_sank;
    return pes_say(lang, text, PES_ARGS(PES_SAID(boats_name(!winner))), out, cap);
}

/* Highlights. --------------------------------------------------------------------------------- */

/* Where the boat that has arrived floats, or where boats sank. */
static int view_won_by(const struct pes_game *g, const struct pes_state *state, int16_t out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    if (!boats_over(lake, s))
        return 0;
    int n = 0;
    for (int player = BOATS_RED; player <= BOATS_GREEN; player++) {
        const int16_t cell = (int16_t)float_cell(lake, s, s->boat[player]);
        const bool arrived = s->boat[player] == goal_of(lake, player);
        if ((arrived || boats_sunk(s, player)) && (n == 0 || out[0] != cell))
            out[n++] = cell;
    }
    return n;
}

/* Kinds of threats: what wins with the next move. */
enum { THREAT_ARRIVE, THREAT_SINK };

/* Appends the threats of the mover of s to the n in `out`; returns the new count. */
static int add_threats(const struct boats_lake *lake, const struct boats *s,
                       struct pes_threat out[], int n) {
    const uint64_t legal = boats_legal(lake, s);
    const int own = s->boat[s->mover], other = s->boat[!s->mover];
    const int goal = goal_of(lake, s->mover), step = s->mover == BOATS_RED ? 1 : -1;
    if (own + step == goal && legal >> (step > 0 ? BOATS_RIGHT : BOATS_LEFT) & 1)
        out[n++] = (struct pes_threat){
            .player = (int8_t)s->mover,
            .kind = THREAT_ARRIVE,
            .cell_count = 1,
            .cells = {(int16_t)float_cell(lake, s, own)},
            .at_count = 1,
            .at = {(int16_t)float_cell(lake, s, goal)},
        };
    /* Sinking both boats is a draw, not a threat. */
    const bool in_water = other >= 1 && other <= lake->columns;
    if (in_water && other != own && boats_level(s, other) == 1 && legal >> boats_lower(other) & 1)
        out[n++] = (struct pes_threat){
            .player = (int8_t)s->mover,
            .kind = THREAT_SINK,
            .cell_count = 1,
            .cells = {(int16_t)float_cell(lake, s, other)},
            .at_count = 1,
            .at = {(int16_t)surface_cell(lake, s, other)},
        };
    return n;
}

/* The mover's threats come first: they are carried out first. Ko forbids none of them: no boat can
 * be on a column that has just risen to level 1. */
static int view_threats(const struct pes_game *g, const struct pes_state *state,
                        struct pes_threat out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    if (s->mover == BOATS_ROLL || boats_over(lake, s))
        return 0;
    struct boats other = *s;
    other.mover ^= 1;
    return add_threats(lake, &other, out, add_threats(lake, s, out, 0));
}

static const struct pes_text say_can_arrive =
                                 PES_TEXT("{1} can reach the far dock.",
                                          "Ο {1} μπορεί να φτάσει στην απέναντι αποβάθρα."),
                             say_can_sink = PES_TEXT(
                                 "{1} can lower column {3}, and {2} sinks.",
                                 "Ο {1} μπορεί να κατεβάσει τη στήλη {3}, και ο {2} βυθίζεται.");

static size_t view_say_threat(const struct pes_game *g, const struct pes_state *s,
                              const struct pes_threat *threat, enum pes_lang lang, char *out,
                              size_t cap) {
    (void)s;
    const int column = threat->at[0] % (boats_lake(g)->columns + 2);
    return pes_say(lang, threat->kind == THREAT_ARRIVE ? &say_can_arrive : &say_can_sink,
                   PES_ARGS(PES_SAID(boats_name(threat->player)),
                            PES_SAID(boats_name(!threat->player)), PES_INT(column)),
                   out, cap);
}

static const struct pes_text deeds[THREAT_SINK + 1][PES_DEED_ALLOWS + 1] = {
    [THREAT_ARRIVE] =
        {[PES_DEED_MAKES] = PES_TEXT("threatens to reach the far dock",
                                     "απειλεί να φτάσει στην απέναντι αποβάθρα"),
         [PES_DEED_STOPS] = PES_TEXT("cuts {1} off from its dock",
                                     "κόβει τον δρόμο του αντιπάλου προς την αποβάθρα"),
         [PES_DEED_LEAVES] = PES_TEXT("leaves the way to its dock open to {1}",
                                      "αφήνει στον αντίπαλο ανοιχτό τον δρόμο προς την αποβάθρα"),
         [PES_DEED_ALLOWS] = PES_TEXT("opens the way to its dock to {1}",
                                      "ανοίγει στον αντίπαλο τον δρόμο προς την αποβάθρα")},
    [THREAT_SINK] = {[PES_DEED_MAKES] =
                         PES_TEXT("threatens to sink {2}", "απειλεί να βυθίσει τον αντίπαλο"),
                     [PES_DEED_STOPS] =
                         PES_TEXT("saves {2} from sinking", "γλιτώνει τη βάρκα από τη βύθιση"),
                     [PES_DEED_LEAVES] = PES_TEXT("leaves {2} in danger of sinking",
                                                  "αφήνει τη βάρκα να κινδυνεύει να βυθιστεί"),
                     [PES_DEED_ALLOWS] = PES_TEXT("puts {2} in danger of sinking",
                                                  "βάζει τη βάρκα σε κίνδυνο να βυθιστεί")},
};

static size_t view_say_deed(const struct pes_game *g, const struct pes_state *s,
                            const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                            char *out, size_t cap) {
    (void)g;
    (void)s;
    return pes_say(
        lang, &deeds[threat->kind][deed],
        PES_ARGS(PES_SAID(boats_name(threat->player)), PES_SAID(boats_name(!threat->player))), out,
        cap);
}

/* Columns, not "right" and "left": a screen may show the lake from the other side. */
static size_t view_say_button(const struct pes_game *g, const struct pes_state *s, pes_move m,
                              enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text raise = PES_TEXT("Raise column {1}", "Ανέβασε τη στήλη {1}"),
                                 lower = PES_TEXT("Lower column {1}", "Κατέβασε τη στήλη {1}"),
                                 sail = PES_TEXT("Sail to column {1}", "Πλεύσε στη στήλη {1}"),
                                 dock = PES_TEXT("Sail to the dock", "Πλεύσε στην αποβάθρα");
    if (cap > 0)
        out[0] = '\0';
    if (m >= BOATS_OUTCOME)
        return 0;
    int column = boats_column(m);
    const struct pes_text *text = boats_step(m) > 0 ? &raise : &lower;
    if (column == 0) {
        column = boats_at(s)->boat[boats_at(s)->mover] + boats_step(m);
        text = column == 0 || column == boats_lake(g)->columns + 1 ? &dock : &sail;
    }
    return pes_say(lang, text, PES_ARGS(PES_INT(column)), out, cap);
}

const struct pes_view boats_view = {
    .abi = PES_ABI,
    .look = "lake",
    .cells = view_cells,
    .pieces = view_pieces,
    .touches = view_touches,
    .trace = view_trace,
    .say_step = view_say_step,
    .draw = boats_paint,
    .palette = boats_palette,
    .paint = boats_stroke,
    .won_by = view_won_by,
    .threats = view_threats,
    .say_threat = view_say_threat,
    .say_deed = view_say_deed,
    .say_button = view_say_button,
    .touched = view_touched,
    .say_why = view_say_why,
    .goal =
        PES_TEXT("Cross to the dock on the other side first. A boat sails only to water as high "
                 "or lower, and sinks where there is none.",
                 "Πέρνα πρώτος στην απέναντι αποβάθρα. Η βάρκα πάει μόνο σε νερό στο ίδιο "
                 "ύψος ή χαμηλότερα και βυθίζεται όπου δεν υπάρχει νερό."),
    .how_to_move = PES_TEXT("Type R or L to sail one column, +5 to raise the water of column 5, -5 "
                            "to lower it.",
                            "Γράψε R ή L για να πλεύσεις μία στήλη, +5 για να ανεβάσεις το νερό "
                            "της στήλης 5, -5 για να το κατεβάσεις."),
    .usual_variant = "rule=ko",
    .tagline = PES_TEXT("Raise and lower the water to cross before the other boat.",
                        "Ανέβασε και κατέβασε τη στάθμη για να περάσεις πρώτος."),
    .rules = boats_pictures,
    .lessons = boats_lessons,
    .source = PES_TEXT("A thesis of a Greek university, which brought this new game to Android so "
                       "that people could play against agents.",
                       "Πτυχιακή ενός ελληνικού πανεπιστημίου, που έφερε αυτό το νέο παιχνίδι στα "
                       "κινητά, για να παίζουν άνθρωποι με πράκτορες."),
    .known =
        PES_TEXT("The game is solved: all 1.18 thousand million positions of the lake are known. "
                 "From every start perfect play is a draw. Without ko every threat can be undone; "
                 "with ko there is a fight, and who leaves the dock first loses.",
                 "Το παιχνίδι έχει λυθεί: είναι γνωστές και οι 1,18 δισεκατομμύρια θέσεις της "
                 "λίμνης. Από κάθε αρχή το τέλειο παίξιμο δίνει ισοπαλία. Χωρίς ko κάθε απειλή "
                 "αναιρείται· με ko υπάρχει μάχη, και χάνει όποιος αφήσει πρώτος την αποβάθρα."),
};
