/* The view of Crush: cells, pieces, touches, the steps of a move.
 *
 * Invariant: every tile's place, hidden ones included, is a cell, numbered by crush_view_cell(). */
#include "games/crush/crush.h"

static const char tile[] = "tile", hidden_tile[] = "hidden", unknown_tile[] = "unknown";

/* The values of a step of kind CHANGE. */
enum { CHANGE_EXTRA_TURN = 1, CHANGE_NEW_BOARD, CHANGE_FREE };

/* The kind of a tile in this row, and its number: the colour, 0 if it is unknown. */
static const char *kind_of(const struct crush_board *board, int code, int y) {
    return code == CRUSH_UNKNOWN ? unknown_tile : y < board->rows ? tile : hidden_tile;
}
static int number_of(int code) {
    return code == CRUSH_UNKNOWN ? 0 : code;
}

static int view_cells(const struct pes_game *g, struct pes_cell out[]) {
    const struct crush_board *board = crush_board(g);
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->height; y++) {
            struct pes_cell *cell = &out[crush_view_cell(board, x, y)];
            *cell = (struct pes_cell){
                .shape = PES_SHAPE_SQUARE,
                .x = 1000 * x + 500,
                .y = 1000 * (board->height - 1 - y) + 500,
                .width = 1000,
                .height = 1000,
            };
            crush_name(x, y, cell->label);
        }
    return board->columns * board->height;
}

static int view_pieces(const struct pes_game *g, const struct pes_state *state,
                       struct pes_piece out[]) {
    const struct crush_board *board = crush_board(g);
    int n = 0;
    for (int x = 0; x < board->columns; x++) {
        const struct crush_column c = crush_column(board, crush_at(state), x);
        for (int y = 0; y < board->height; y++) {
            const int code = crush_tile_in(&c, y);
            if (code == CRUSH_DOT)
                continue;
            out[n++] = (struct pes_piece){
                .cell = crush_view_cell(board, x, y),
                .player = -1,
                .number = number_of(code),
                .kind = kind_of(board, code, y),
            };
        }
    }
    return n;
}

/* The tile, then its goal: a swap that completes runs for both tiles is two moves. */
static int view_touches(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        int16_t out[PES_TOUCHES_MAX]) {
    (void)s;
    const struct crush_swap swap = crush_swap_of(m);
    out[0] = crush_view_cell(crush_board(g), swap.from.x, swap.from.y);
    out[1] = crush_view_cell(crush_board(g), swap.to.x, swap.to.y);
    return 2;
}

/* Neighbours are a swap, "c4u"; the parser says of any other two cells that they are none. */
static bool view_touched(const struct pes_game *g, const struct pes_state *s, const int16_t cells[],
                         int count, char out[PES_MOVE_TEXT_MAX]) {
    static const struct {
        int dx, dy;
        char letter;
    } ways[] = {{0, 1, 'u'}, {0, -1, 'd'}, {-1, 0, 'l'}, {1, 0, 'r'}};
    (void)s;
    if (count != 2 || cells[0] == cells[1])
        return false;
    const int height = crush_board(g)->height;
    const int x = cells[0] / height, y = cells[0] % height;
    const int dx = cells[1] / height - x, dy = cells[1] % height - y;
    char from[CRUSH_NAME_MAX], to[CRUSH_NAME_MAX];
    crush_name(x, y, from);
    crush_name(x + dx, y + dy, to);
    snprintf(out, PES_MOVE_TEXT_MAX, "%s%s", from, to);
    for (int i = 0; i < 4; i++)
        if (dx == ways[i].dx && dy == ways[i].dy)
            snprintf(out, PES_MOVE_TEXT_MAX, "%s%c", from, ways[i].letter);
    return true;
}

/* Steps of a move. ---------------------------------------------------------------------------- */

/* The board after the swap or the new tile, before anything is deleted. Returns the number of tiles
 * in runs that are deleted now. */
static int before_wave(const struct crush_board *board, const struct crush *before, pes_move m,
                       struct crush *s, struct crush_set *runs) {
    memcpy(s, before, crush_size(board));
    if (!crush_is_outcome(m)) {
        crush_exchange(s, crush_swap_of(m));
        return crush_find_runs(board, s, runs);
    }
    const struct crush_cell cell = crush_next(board, s);
    crush_put(board, s, cell.x, cell.y, crush_code_of(m));
    if (before->phase != CRUSH_WAVE || crush_next(board, s).x >= 0)
        return 0;
    return crush_find_runs(board, s, runs);
}

/* The wave that m makes, from 0. */
static int wave_of(const struct crush *before, pes_move m) {
    return crush_is_outcome(m) ? before->wave + 1 : 0;
}

/* The list of steps under construction; `tiles` is the board before them. */
struct tracer {
    const struct crush_board *board;
    const struct crush *tiles;
    struct pes_step *out;
    int count;
    uint8_t wave;
};

static struct pes_step *add(struct tracer *t, enum pes_step_kind kind) {
    assert(t->count < PES_STEPS_MAX);
    struct pes_step *step = &t->out[t->count++];
    *step = (struct pes_step){
        .kind = kind, .from = PES_CELL_NONE, .to = PES_CELL_NONE, .player = -1, .wave = t->wave};
    return step;
}

/* The kind of a moving tile is that of its destination: hidden tiles become visible ones. */
static void add_move(struct tracer *t, struct crush_cell from, struct crush_cell to) {
    struct pes_step *step = add(t, PES_STEP_MOVE);
    const int code = crush_tile(t->board, t->tiles, from.x, from.y);
    step->from = crush_view_cell(t->board, from.x, from.y);
    step->to = crush_view_cell(t->board, to.x, to.y);
    step->value = number_of(code);
    step->piece = kind_of(t->board, code, to.y);
}

static void add_remove(struct tracer *t, int x, int y) {
    struct pes_step *step = add(t, PES_STEP_REMOVE);
    const int code = crush_tile(t->board, t->tiles, x, y);
    step->from = crush_view_cell(t->board, x, y);
    step->value = number_of(code);
    step->piece = kind_of(t->board, code, y);
}

static void add_place(struct tracer *t, struct crush_cell to, int code) {
    struct pes_step *step = add(t, PES_STEP_PLACE);
    step->to = crush_view_cell(t->board, to.x, to.y);
    step->value = number_of(code);
    step->piece = kind_of(t->board, code, to.y);
}

/* The tiles of a wave leave, their points are counted, the tiles above them fall. */
static void trace_wave(struct tracer *t, const struct crush_set *runs, int side, int points) {
    const struct crush_board *board = t->board;
    t->wave++;
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            if (runs->of[x] >> y & 1)
                add_remove(t, x, y);
    struct pes_step *step = add(t, PES_STEP_POINTS);
    step->player = (int8_t)side;
    step->value = points;
    t->wave++;
    for (int x = 0; x < board->columns; x++) {
        int to = 0;
        for (int y = 0; y < board->height; y++) {
            if (y < board->rows && (runs->of[x] >> y & 1))
                continue;
            if (to < y)
                add_move(t, (struct crush_cell){x, y}, (struct crush_cell){x, to});
            to++;
        }
    }
}

static void add_change(struct tracer *t, int player, int change) {
    struct pes_step *step = add(t, PES_STEP_CHANGE);
    step->player = (int8_t)player;
    step->value = change;
}

/* Are free swaps the only legal moves? */
static bool is_free(const struct crush_board *board, const struct crush *s) {
    struct crush_moves moves;
    return board->stuck == CRUSH_STUCK_ANY && s->phase == CRUSH_PLAY &&
           !crush_find_moves(board, s, &moves) && crush_find_legal(board, s, &moves);
}

/* The end of a turn: what the last new tile, or a free swap, leads to if no wave follows. */
static void trace_turn(struct tracer *t, const struct crush *before, const struct crush *after) {
    const struct crush_board *board = t->board;
    t->wave++;
    if (crush_over(board, after)) {
        struct pes_step *step = add(t, PES_STEP_END);
        step->player = (int8_t)(after->score[1] >= board->limit);
        return;
    }
    /* Under stuck=next a new board may return the turn, or take an extra one away. */
    if (before->phase == CRUSH_WAVE && board->tournament && before->first >= CRUSH_EXTRA_TURN &&
        after->side == before->side)
        add_change(t, after->side, CHANGE_EXTRA_TURN);
    if (is_free(board, after) && before->phase != CRUSH_PLAY)
        add_change(t, after->side, CHANGE_FREE);
    if (after->phase != CRUSH_FILL)
        return;
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->height; y++)
            add_remove(t, x, y);
    t->wave++; /* new tiles join the last wave, which must not be that of the old tiles */
    add_change(t, after->side, CHANGE_NEW_BOARD);
}

static int view_trace(const struct pes_game *g, const struct pes_state *state, pes_move m,
                      struct pes_step out[]) {
    const struct crush_board *board = crush_board(g);
    const struct crush *before = crush_at(state);
    struct tracer t = {.board = board, .tiles = before, .out = out};
    struct crush s, after;
    struct crush_set runs;
    const int count = before_wave(board, before, m, &s, &runs);
    if (crush_is_outcome(m)) {
        add_place(&t, crush_next(board, before), crush_code_of(m));
    } else {
        const struct crush_swap swap = crush_swap_of(m);
        add_move(&t, swap.from, swap.to);
        add_move(&t, swap.to, swap.from);
    }
    t.tiles = &s;
    if (count > 0) {
        trace_wave(&t, &runs, before->side, crush_points(board, count, wave_of(before, m)));
    } else if (crush_next(board, &s).x < 0) {
        memcpy(&after, before, g->state_size);
        crush_play(board, &after, m);
        trace_turn(&t, before, &after);
    }
    return t.count;
}

/* Sentences. ---------------------------------------------------------------------------------- */

static const struct pes_text
    say_swaps = PES_TEXT("{1} swaps {2} ({3}) with {4} ({5}).",
                         "Ο {1} αλλάζει το {2} ({3}) με το {4} ({5})."),
    say_wave = PES_TEXT("Wave {1}: {2} tiles go ({3}), {4} {4|point|points}.",
                        "Κύμα {1}: φεύγουν {2} πλακίδια ({3}), {4} {4|πόντος|πόντοι}."),
    say_again = PES_TEXT("{1} moves again: the first wave had {2} tiles.",
                         "Ο {1} ξαναπαίζει: το πρώτο κύμα είχε {2} πλακίδια."),
    say_new_board = PES_TEXT("No move is left: the whole board is refilled, and {1} moves.",
                             "Δεν έμεινε κίνηση: όλο το ταμπλό κληρώνεται ξανά και παίζει ο {1}."),
    say_free = PES_TEXT("No swap completes a run: any two neighbours may be swapped, and {1} "
                        "moves.",
                        "Καμία αλλαγή δεν κάνει σειρά: παίζει ο {1} και αλλάζει όποια γειτονικά "
                        "θέλει."),
    say_wins = PES_TEXT("{1} has {2} of {3} points and wins.",
                        "Ο {1} έχει {2} από {3} πόντους και κερδίζει.");

/* Runs as text, "c1-e1 e1-e3", as many as fit. */
struct runs_text {
    char text[64];
    int length;
};

static void add_run(struct runs_text *r, struct crush_cell first, struct crush_cell last) {
    char from[CRUSH_NAME_MAX], to[CRUSH_NAME_MAX];
    crush_name(first.x, first.y, from);
    crush_name(last.x, last.y, to);
    const int room = (int)sizeof r->text - r->length;
    if (room < 16) {
        if (r->text[r->length - 1] != '.')
            r->length += snprintf(r->text + r->length, (size_t)room, " ..");
        return;
    }
    r->length +=
        snprintf(r->text + r->length, (size_t)room, "%s%s-%s", r->length > 0 ? " " : "", from, to);
}

/* Adds the runs that begin on a cell, to the right and upwards. */
static void add_runs_from(const struct crush_board *board, const struct crush *s,
                          struct crush_cell at, struct runs_text *r) {
    static const struct crush_cell steps[2] = {{1, 0}, {0, 1}};
    const int code = crush_tile(board, s, at.x, at.y);
    for (int i = 0; i < 2; i++) {
        const int dx = steps[i].x, dy = steps[i].y;
        if (crush_visible(board, at.x - dx, at.y - dy) &&
            crush_tile(board, s, at.x - dx, at.y - dy) == code)
            continue;
        struct crush_cell last = at;
        int n = 1;
        while (crush_visible(board, last.x + dx, last.y + dy) &&
               crush_tile(board, s, last.x + dx, last.y + dy) == code) {
            last = (struct crush_cell){last.x + dx, last.y + dy};
            n++;
        }
        if (n >= CRUSH_RUN)
            add_run(r, at, last);
    }
}

static size_t say_points(const struct crush_board *board, const struct crush *before, pes_move m,
                         const struct pes_step *step, enum pes_lang lang, char *out, size_t cap) {
    struct crush s;
    struct crush_set runs;
    struct runs_text r = {.length = 0};
    const int count = before_wave(board, before, m, &s, &runs);
    if (count == 0)
        return 0; /* not a step of view_trace() */
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            if (runs.of[x] >> y & 1)
                add_runs_from(board, &s, (struct crush_cell){x, y}, &r);
    return pes_say(lang, &say_wave,
                   PES_ARGS(PES_INT(wave_of(before, m) + 1), PES_INT(count), PES_STR(r.text),
                            PES_INT(step->value)),
                   out, cap);
}

static size_t say_swap(const struct crush_board *board, const struct crush *before, pes_move m,
                       enum pes_lang lang, char *out, size_t cap) {
    const struct crush_swap swap = crush_swap_of(m);
    char from[CRUSH_NAME_MAX], to[CRUSH_NAME_MAX];
    const char moved[2] = {crush_letter(crush_tile(board, before, swap.from.x, swap.from.y)), '\0'};
    const char other[2] = {crush_letter(crush_tile(board, before, swap.to.x, swap.to.y)), '\0'};
    crush_name(swap.from.x, swap.from.y, from);
    crush_name(swap.to.x, swap.to.y, to);
    return pes_say(lang, &say_swaps,
                   PES_ARGS(PES_SAID(&crush_rules.players[before->side].name), PES_STR(from),
                            PES_STR(moved), PES_STR(to), PES_STR(other)),
                   out, cap);
}

/* One sentence per swap, wave and change of the turn; falling, leaving and new tiles are not
 * described. */
static size_t view_say_step(const struct pes_game *g, const struct pes_state *state, pes_move m,
                            const struct pes_step *step, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct crush_board *board = crush_board(g);
    const struct crush *before = crush_at(state);
    const struct pes_text *name =
        step->player >= 0 ? &crush_rules.players[step->player].name : NULL;
    if (cap > 0)
        out[0] = '\0';
    switch (step->kind) {
    case PES_STEP_MOVE:
        if (step->wave > 0 || crush_is_outcome(m) ||
            step->from != crush_view_cell(board, crush_swap_of(m).from.x, crush_swap_of(m).from.y))
            break;
        return say_swap(board, before, m, lang, out, cap);
    case PES_STEP_POINTS:
        return say_points(board, before, m, step, lang, out, cap);
    case PES_STEP_CHANGE:
        return pes_say(lang,
                       step->value == CHANGE_EXTRA_TURN ? &say_again
                       : step->value == CHANGE_FREE     ? &say_free
                                                        : &say_new_board,
                       PES_ARGS(PES_SAID(name), PES_INT(before->first)), out, cap);
    case PES_STEP_END:
        return pes_say(lang, &say_wins,
                       PES_ARGS(PES_SAID(name), PES_INT((int)before->score[step->player]),
                                PES_INT((int)board->limit)),
                       out, cap);
    case PES_STEP_PLACE:
    case PES_STEP_REMOVE:
    case PES_STEP_CAPTURE:
        break;
    }
    return 0;
}

/* A board without a move, before its tiles are known, is decided by the points, too. */
static size_t view_say_why(const struct pes_game *g, const struct pes_state *state, pes_player you,
                           enum pes_lang lang, char *out, size_t cap) {
    static const struct pes_text by_points = PES_TEXT("{1} points to {2}", "{1} πόντοι έναντι {2}"),
                                 drawn = PES_TEXT("{1} points each", "{1} πόντοι ο καθένας");
    const struct crush *s = crush_at(state);
    const int winner = s->score[1] > s->score[0];
    (void)g;
    (void)you;
    return pes_say(lang, s->score[0] == s->score[1] ? &drawn : &by_points,
                   PES_ARGS(PES_INT((int)s->score[winner]), PES_INT((int)s->score[!winner])), out,
                   cap);
}

static int32_t view_target(const struct pes_game *g) {
    return (int32_t)crush_board(g)->limit;
}

const struct pes_view crush_view = {
    .abi = PES_ABI,
    .look = "shapes",
    .cells = view_cells,
    .pieces = view_pieces,
    .touches = view_touches,
    .trace = view_trace,
    .say_step = view_say_step,
    .draw = crush_paint,
    .palette = crush_palette,
    .paint = crush_stroke,
    .target = view_target,
    .threats = crush_threats,
    .say_threat = crush_say_threat,
    .touched = view_touched,
    .say_why = view_say_why,
    .goal = PES_TEXT("Swap two neighbouring tiles to line up three or more of a colour: they go, "
                     "columns fall, and every tile that goes brings points.",
                     "Άλλαξε θέση σε δύο γειτονικά πλακίδια για να μπουν στη σειρά τρία ή "
                     "περισσότερα ίδια: φεύγουν, οι στήλες πέφτουν, και παίρνεις πόντους."),
    .how_to_move = PES_TEXT("Type a cell and where its tile goes: c4u up, c4d down, c4l left, c4r "
                            "right. There it must stand in a line of three.",
                            "Γράψε κελί και πού πάει το πλακίδιό του: c4u πάνω, c4d κάτω, c4l "
                            "αριστερά, c4r δεξιά. Εκεί πρέπει να συμπληρώνει τριάδα."),
    .tagline = PES_TEXT("Swap two sweets, set off a chain, race to 300.",
                        "Άλλαξε δύο ζαχαρωτά, ξεκίνα αλυσίδα, πρώτος στα 300."),
    .rules = crush_pictures,
    .lessons = crush_lessons,
    .source = PES_TEXT("A match-three game for two, which began as a course report of a Greek "
                       "university and the course's own program.",
                       "Παιχνίδι με τρία ίδια, για δύο, που άρχισε ως εργασία μαθήματος ελληνικού "
                       "πανεπιστημίου και πρόγραμμα του ίδιου του μαθήματος."),
    .known = PES_TEXT("It is not solved: chance fills the board. Who reads the rows above the "
                      "board can plan chains some moves ahead.",
                      "Δεν έχει λυθεί: το ταμπλό το γεμίζει η τύχη. Όποιος διαβάζει τις σειρές "
                      "πάνω από το ταμπλό σχεδιάζει αλυσίδες μερικές κινήσεις νωρίτερα."),
};
