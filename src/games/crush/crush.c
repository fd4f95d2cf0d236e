/* The rules of Crush: variants, turns, lists, the end.
 *
 * A move swaps two tiles; each outcome fills one cell, and the one that fills the last cell settles
 * the board (next wave, next turn, end, or refill). A free swap (stuck=any) deletes nothing and
 * ends the turn. A position is copied for undo (copy-make), since a wave may change any tile.
 * Invariant: in CRUSH_PLAY the board is full and has no run; scores never decrease. */
#include "games/crush/crush.h"

#include "pessoi/hash.h"

#include <math.h>

enum { SCORING_PLAIN, SCORING_TOURNAMENT };
enum { LIMIT_PLAIN = 300, LIMIT_TOURNAMENT = 500 };
enum { OPEN_YES, OPEN_NO };

static const struct pes_text stuck_titles[] = {
    [CRUSH_STUCK_SAME] = PES_TEXT("new board, same player", "νέο ταμπλό, παίζει ο ίδιος"),
    [CRUSH_STUCK_NEXT] = PES_TEXT("new board, other player", "νέο ταμπλό, παίζει ο άλλος"),
    [CRUSH_STUCK_ANY] = PES_TEXT("swap any neighbours", "αλλάζεις όποια γειτονικά θες"),
    {{NULL}},
};

static const struct pes_text scoring_titles[] = {
    PES_TEXT("plain", "απλή"),
    PES_TEXT("tournament", "τουρνουά"),
    {{NULL}},
};

static const struct pes_text open_titles[] = {
    [OPEN_YES] = PES_TEXT("known", "γνωστά"),
    [OPEN_NO] = PES_TEXT("unknown", "άγνωστα"),
    {{NULL}},
};

const struct pes_option crush_options[] = {
    [CRUSH_OPTION_SCORING] = {.key = "scoring",
                              .kind = PES_OPTION_CHOICE,
                              .def = "plain",
                              .choices = "plain|tournament",
                              .help = PES_TEXT("tournament: later waves count more, and a first "
                                               "wave of five or more earns an extra turn",
                                               "τουρνουά: τα επόμενα κύματα μετρούν "
                                               "περισσότερο, και πρώτο κύμα με πέντε ή "
                                               "περισσότερα δίνει επιπλέον σειρά"),
                              .title = PES_TEXT("Scoring", "Βαθμολογία"),
                              .choice_titles = scoring_titles},
    [CRUSH_OPTION_COLOURS] = {.key = "colours",
                              .kind = PES_OPTION_INT,
                              .def = "7",
                              .min = CRUSH_COLOURS_MIN,
                              .max = CRUSH_COLOURS_MAX,
                              .help = PES_TEXT("colours of tiles", "χρώματα πλακιδίων"),
                              .title = PES_TEXT("Colours", "Χρώματα")},
    [CRUSH_OPTION_COLUMNS] = {.key = "columns",
                              .kind = PES_OPTION_INT,
                              .def = "10",
                              .min = CRUSH_SIZE_MIN,
                              .max = CRUSH_SIZE_MAX,
                              .help = PES_TEXT("columns of the board", "στήλες του ταμπλό"),
                              .title = PES_TEXT("Columns", "Στήλες")},
    [CRUSH_OPTION_ROWS] = {.key = "rows",
                           .kind = PES_OPTION_INT,
                           .def = "10",
                           .min = CRUSH_SIZE_MIN,
                           .max = CRUSH_SIZE_MAX,
                           .help = PES_TEXT("visible rows", "ορατές γραμμές"),
                           .title = PES_TEXT("Rows", "Γραμμές")},
    [CRUSH_OPTION_HIDDEN] = {.key = "hidden",
                             .kind = PES_OPTION_INT,
                             .def = "10",
                             .min = 0,
                             .max = CRUSH_HIDDEN_MAX,
                             .help = PES_TEXT("rows of tiles that wait above the visible ones",
                                              "γραμμές πλακιδίων που περιμένουν πάνω από τις "
                                              "ορατές"),
                             .title = PES_TEXT("Waiting rows", "Γραμμές σε αναμονή")},
    [CRUSH_OPTION_OPEN] = {.key = "open",
                           .kind = PES_OPTION_CHOICE,
                           .def = "yes",
                           .choices = "yes|no",
                           .help = PES_TEXT("unknown: nobody knows what comes from above, as with "
                                            "no waiting rows",
                                            "άγνωστα: κανείς δεν ξέρει τι έρχεται από πάνω, όπως "
                                            "χωρίς γραμμές σε αναμονή"),
                           .title = PES_TEXT("Tiles above", "Πλακίδια από πάνω"),
                           .choice_titles = open_titles},
    [CRUSH_OPTION_LIMIT] = {.key = "limit",
                            .kind = PES_OPTION_INT,
                            .def = "300",
                            .min = 1,
                            .max = CRUSH_LIMIT_MAX,
                            .help = PES_TEXT("points that win; in a tournament 500 unless given",
                                             "πόντοι που νικούν· στο τουρνουά 500 αν δεν δοθούν"),
                            .title = PES_TEXT("Points to win", "Πόντοι για τη νίκη"),
                            .def_follows = true},
    [CRUSH_OPTION_PLIES] = {.key = "plies",
                            .kind = PES_OPTION_INT,
                            .def = "1000",
                            .min = 0,
                            .max = 100000,
                            .help = PES_TEXT("moves after which more points win; 0: never",
                                             "κινήσεις μετά τις οποίες νικούν οι περισσότεροι "
                                             "πόντοι· 0: ποτέ"),
                            .title = PES_TEXT("Move limit", "Όριο κινήσεων")},
    [CRUSH_OPTION_STUCK] = {.key = "stuck",
                            .kind = PES_OPTION_CHOICE,
                            .def = "same",
                            .choices = "same|next|any",
                            .help = PES_TEXT("if no swap completes a run: the board is refilled "
                                             "and the same or the other player moves, or any two "
                                             "neighbours may be swapped",
                                             "αν καμία αλλαγή δεν κάνει σειρά: νέο ταμπλό και "
                                             "παίζει ο ίδιος ή ο άλλος, ή αλλάζεις όποια "
                                             "γειτονικά θες"),
                            .title = PES_TEXT("When nothing lines up", "Όταν δεν βγαίνει σειρά"),
                            .choice_titles = stuck_titles},
    {.key = NULL},
};

static const struct pes_text why_not_open =
    PES_TEXT("open=no has no hidden rows, so hidden={1} does not fit; hidden=0 does",
             "με open=no δεν υπάρχουν κρυφές γραμμές, άρα δεν ταιριάζει το hidden={1}· ταιριάζει "
             "το hidden=0");

/* The variant. -------------------------------------------------------------------------------- */

static void board_init(struct crush_board *board, const struct pes_values *values) {
    board->tournament = values->number[CRUSH_OPTION_SCORING] == SCORING_TOURNAMENT;
    board->stuck = (enum crush_stuck)values->number[CRUSH_OPTION_STUCK];
    board->colours = (int32_t)values->number[CRUSH_OPTION_COLOURS];
    board->columns = (int32_t)values->number[CRUSH_OPTION_COLUMNS];
    board->rows = (int32_t)values->number[CRUSH_OPTION_ROWS];
    if (values->number[CRUSH_OPTION_OPEN] == OPEN_YES)
        board->hidden = (int32_t)values->number[CRUSH_OPTION_HIDDEN];
    board->height = board->rows + board->hidden;
    board->limit = board->tournament ? LIMIT_TOURNAMENT : LIMIT_PLAIN;
    if (values->given[CRUSH_OPTION_LIMIT])
        board->limit = (uint32_t)values->number[CRUSH_OPTION_LIMIT];
    for (int x = 0; x < board->columns; x++)
        board->all.of[x] = (uint16_t)((1u << board->rows) - 1);
    for (int y = 0; y <= board->rows; y++)
        board->power[y] = exp(board->rows - y);
}

static enum pes_err rules_open(struct pes_game *g, const struct pes_values *values,
                               struct pes_note *note) {
    struct crush_board *board = g->own;
    if (values->number[CRUSH_OPTION_OPEN] == OPEN_NO && values->given[CRUSH_OPTION_HIDDEN] &&
        values->number[CRUSH_OPTION_HIDDEN] > 0)
        return pes_note_say(note, PES_ERR_UNFIT, 0, &why_not_open,
                            PES_ARGS(PES_INT(values->number[CRUSH_OPTION_HIDDEN])));
    board_init(board, values);
    const int c = board->columns, r = board->rows;
    g->state_size = (uint32_t)crush_size(board);
    g->undo_size = g->state_size;
    g->moves_max = 2 * (c * (r - 1) + r * (c - 1));
    g->chances_max = board->colours;
    g->move_keys = (uint32_t)(c * r * CRUSH_DIRECTIONS + board->colours + 1);
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = (int32_t)values->number[CRUSH_OPTION_PLIES];
    g->repetition_max = 0;
    /* Every move scores at least one run; in the worst case both are one run short. Free swaps
     * score nothing. */
    if (board->stuck != CRUSH_STUCK_ANY)
        g->plies_bound = 2 * (((int32_t)board->limit + CRUSH_RUN - 1) / CRUSH_RUN) - 1;
    g->chance_in_play = true;
    g->start_rolled = true;
    return PES_ERR_OK;
}

static void rules_init(const struct pes_game *g, struct pes_state *state) {
    memset(state, 0, g->state_size);
    crush_clear(crush_board(g), crush_to(state));
}

static pes_player rules_turn(const struct pes_game *g, const struct pes_state *state) {
    const struct crush *s = crush_at(state);
    if (s->phase != CRUSH_PLAY)
        return PES_CHANCE;
    return crush_over(crush_board(g), s) ? PES_TERMINAL : s->side;
}

/* Turns. -------------------------------------------------------------------------------------- */

struct crush_swap crush_swap_of(pes_move m) {
    static const struct crush_cell steps[CRUSH_DIRECTIONS] = {[CRUSH_UP] = {0, 1},
                                                              [CRUSH_DOWN] = {0, -1},
                                                              [CRUSH_LEFT] = {-1, 0},
                                                              [CRUSH_RIGHT] = {1, 0}};
    const struct crush_cell step = steps[crush_direction(m)];
    const int cell = (int)(m - 1) / CRUSH_DIRECTIONS;
    const int x = cell / CRUSH_SIZE_MAX, y = cell % CRUSH_SIZE_MAX;
    return (struct crush_swap){.from = {x, y}, .to = {x + step.x, y + step.y}};
}

int crush_points(const struct crush_board *board, int count, int wave) {
    assert(count >= 0 && wave >= 0);
    return board->tournament ? (count * (2 + wave) + 1) / 2 : count;
}

/* Deletes the runs of wave number s->wave and adds their points. */
static void delete_runs(const struct crush_board *board, struct crush *s,
                        const struct crush_set *runs, int count) {
    const uint32_t points = (uint32_t)crush_points(board, count, s->wave);
    const uint32_t score = s->score[s->side] + points;
    s->score[s->side] = score < CRUSH_SCORE_MAX ? score : CRUSH_SCORE_MAX;
    crush_drop(board, s, runs);
    assert(crush_missing(board, s) == count);
}

/* Ends a turn after its last wave: the other player moves, unless an extra turn was earned. */
static void end_turn(const struct crush_board *board, struct crush *s) {
    assert(s->first >= CRUSH_RUN);
    if (!board->tournament || s->first < CRUSH_EXTRA_TURN)
        s->side ^= 1;
    s->wave = 0;
    s->first = 0;
}

void crush_settle(const struct crush_board *board, struct crush *s, struct crush_moves *moves) {
    assert(s->phase != CRUSH_PLAY);
    assert(crush_next(board, s).x < 0);
    const bool new_turn = s->phase == CRUSH_WAVE;
    if (new_turn) {
        struct crush_set runs;
        const int count = crush_find_runs(board, s, &runs);
        if (count > 0) {
            s->wave = (uint16_t)(s->wave + (s->wave < CRUSH_WAVE_MAX));
            delete_runs(board, s, &runs, count);
            return;
        }
        end_turn(board, s);
    }
    s->phase = CRUSH_PLAY;
    if (crush_over(board, s) || crush_find_legal(board, s, moves) || crush_has_unknown(board, s))
        return;
    /* A board that is stuck right after it was filled is filled again for the same player. */
    if (new_turn && board->stuck == CRUSH_STUCK_NEXT)
        s->side ^= 1;
    crush_clear(board, s);
}

static void play_swap(const struct crush_board *board, struct crush *s, pes_move m) {
    struct crush_set runs;
    assert(s->phase == CRUSH_PLAY);
    assert(crush_visible(board, crush_swap_of(m).to.x, crush_swap_of(m).to.y));
    crush_exchange(s, crush_swap_of(m));
    const int count = crush_find_runs(board, s, &runs);
    if (count == 0) {
        assert(board->stuck == CRUSH_STUCK_ANY);
        s->side ^= 1;
        return;
    }
    s->phase = CRUSH_WAVE;
    s->first = (uint16_t)count;
    delete_runs(board, s, &runs, count);
}

void crush_play(const struct crush_board *board, struct crush *s, pes_move m) {
    if (!crush_is_outcome(m)) {
        play_swap(board, s, m);
        return;
    }
    const struct crush_cell cell = crush_next(board, s);
    assert(s->phase != CRUSH_PLAY);
    assert(cell.x >= 0);
    assert((crush_banned(board, s, cell) >> crush_code_of(m) & 1) == 0);
    crush_put(board, s, cell.x, cell.y, crush_code_of(m));
    struct crush_moves unused;
    if (crush_next(board, s).x < 0)
        crush_settle(board, s, &unused);
}

static void rules_make(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    memcpy(undo, s, g->state_size);
    crush_play(crush_board(g), crush_to(s), m);
    assert(crush_at(s)->phase < CRUSH_PHASES && crush_at(s)->side <= 1);
}

/* Restores the copy: a wave may change any tile, and a position is small. */
static void rules_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                         const void *undo) {
    (void)m;
    assert(crush_at(s)->score[0] >= ((const struct crush *)undo)->score[0]);
    assert(crush_at(s)->score[1] >= ((const struct crush *)undo)->score[1]);
    memcpy(s, undo, g->state_size);
    assert(crush_is_outcome(m) == (crush_at(s)->phase != CRUSH_PLAY));
}

void crush_after_swap(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out) {
    pes_copy(g, out, s);
    crush_exchange(crush_to(out), crush_swap_of(m));
}

void crush_after_wave(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out) {
    pes_copy(g, out, s);
    crush_play(crush_board(g), crush_to(out), m);
}

void crush_after_move(const struct pes_game *g, const struct pes_state *s, pes_move m,
                      struct pes_state *out) {
    crush_after_wave(g, s, m, out);
    while (crush_at(out)->phase != CRUSH_PLAY)
        crush_play(crush_board(g), crush_to(out), crush_outcome(CRUSH_UNKNOWN));
}

/* Lists. -------------------------------------------------------------------------------------- */

int crush_list(const struct crush_board *board, const struct crush_moves *moves, pes_move out[]) {
    int n = 0;
    for (int x = 0; x < board->columns; x++) {
        unsigned go[CRUSH_DIRECTIONS], any = 0;
        for (int d = 0; d < CRUSH_DIRECTIONS; d++)
            any |= go[d] = moves->go[d].of[x];
        for (; any != 0; any &= any - 1) {
            const int y = __builtin_ctz(any);
            for (int d = 0; d < CRUSH_DIRECTIONS; d++) {
                out[n] = crush_move(x, y, d);
                n += (int)(go[d] >> y & 1);
            }
        }
    }
    assert(n < CRUSH_LIST_MAX); /* the entry after the last one is written too */
    return n;
}

static bool find(const struct pes_game *g, const struct pes_state *s, struct crush_moves *moves) {
    return rules_turn(g, s) >= 0 && crush_find_legal(crush_board(g), crush_at(s), moves);
}

static int rules_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    struct crush_moves moves;
    pes_move list[CRUSH_LIST_MAX]; /* `out` may have no room for the extra entry */
    if (!find(g, s, &moves))
        return 0;
    const int n = crush_list(crush_board(g), &moves, list);
    assert(n > 0 && n <= g->moves_max);
    memcpy(out, list, (size_t)n * sizeof list[0]);
    return n;
}

static int rules_count(const struct pes_game *g, const struct pes_state *s) {
    struct crush_moves moves;
    int n = 0;
    if (!find(g, s, &moves))
        return 0;
    for (int d = 0; d < CRUSH_DIRECTIONS; d++)
        for (int x = 0; x < crush_board(g)->columns; x++)
            n += __builtin_popcount(moves.go[d].of[x]);
    return n;
}

static int rules_chances(const struct pes_game *g, const struct pes_state *state,
                         struct pes_chance out[]) {
    const struct crush_board *board = crush_board(g);
    const struct crush *s = crush_at(state);
    if (s->phase == CRUSH_PLAY)
        return 0;
    const unsigned banned = crush_banned(board, s, crush_next(board, s));
    int n = 0;
    for (int colour = 0; colour < board->colours; colour++)
        if ((banned >> colour & 1) == 0)
            out[n++] = (struct pes_chance){.move = crush_outcome(colour), .weight = 1};
    assert(n >= 1 && n <= g->chances_max);
    return n;
}

static pes_move rules_chance_unknown(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    (void)s;
    return crush_outcome(CRUSH_UNKNOWN);
}

/* Ends. --------------------------------------------------------------------------------------- */

static void rules_scores(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    (void)g;
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        out[i] = (int32_t)crush_at(s)->score[i];
}

void crush_payoff(const struct crush *s, int32_t out[PES_PLAYERS_MAX]) {
    out[0] = (s->score[0] > s->score[1]) - (s->score[0] < s->score[1]);
    out[1] = -out[0];
}

/* The player who has reached the limit has more points; a board with unknown tiles and no known
 * move is adjudicated as at the cap. */
static void rules_payoff(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    (void)g;
    crush_payoff(crush_at(s), out);
}

static void rules_adjudicate(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                             int32_t out[PES_PLAYERS_MAX]) {
    (void)g;
    (void)why;
    crush_payoff(crush_at(s), out);
}

/* The waves so far matter for the future only under tournament scoring, and of the first wave only
 * whether it earned an extra turn. */
static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *state) {
    const struct crush_board *board = crush_board(g);
    struct crush s;
    memcpy(&s, state, g->state_size);
    s.wave = board->tournament ? s.wave : 0;
    s.first = board->tournament && s.first >= CRUSH_EXTRA_TURN;
    return pes_hash_bytes(0, &s, g->state_size);
}

/* Every move but a free swap scores points, and scores never decrease. */
static bool rules_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    const struct crush_board *board = crush_board(g);
    struct crush_moves unused;
    if (crush_is_outcome(m))
        return false;
    return board->stuck != CRUSH_STUCK_ANY || crush_find_moves(board, crush_at(s), &unused);
}

static uint32_t rules_move_key(const struct pes_game *g, pes_move m) {
    const struct crush_board *board = crush_board(g);
    if (crush_is_outcome(m)) {
        const int code = crush_code_of(m);
        return (uint32_t)(board->columns * board->rows * CRUSH_DIRECTIONS +
                          (code < board->colours ? code : board->colours));
    }
    const struct crush_cell from = crush_swap_of(m).from;
    assert(crush_visible(board, from.x, from.y));
    return (uint32_t)((from.x * board->rows + from.y) * CRUSH_DIRECTIONS + crush_direction(m));
}

static bool rules_valid(const struct pes_game *g, const struct pes_state *s) {
    struct crush_cell unused;
    return crush_flaw(crush_board(g), crush_at(s), &unused) == CRUSH_FLAW_NONE;
}

const struct pes_rules crush_rules = {
    .abi = PES_ABI,
    .name = "crush",
    .title = PES_TEXT("Crush", "Crush"),
    .players = {{.id = "one", .name = PES_TEXT("First", "Πρώτος")},
                {.id = "two", .name = PES_TEXT("Second", "Δεύτερος")}},
    .options = crush_options,
    .own_size = sizeof(struct crush_board),
    .open = rules_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = crush_move_format,
    .move_parse = crush_move_parse,
    .state_format = crush_state_format,
    .state_parse = crush_state_parse,
    .valid = rules_valid,
    .scores = rules_scores,
    .adjudicate = rules_adjudicate,
    .irreversible = rules_irreversible,
    .move_key = rules_move_key,
    .count = rules_count,
    .random_move = crush_random_move,
    .playout = crush_playout,
    .roll = crush_roll,
    .chance_unknown = rules_chance_unknown,
    .chance_in_play = true,
};

static const struct pes_ladder *const crush_ladders[] = {&crush_ladder, NULL};

const struct pes_kit crush_kit = {
    .abi = PES_ABI,
    .rules = &crush_rules,
    .ratings = crush_ratings,
    .minimax = &crush_minimax,
    .evals = crush_evals,
    .levels = &crush_levels,
    .order = &crush_order,
    .view = &crush_view,
    .ladders = crush_ladders,
    .puzzles = crush_puzzles,
};
