/* The rules of Gomoku: variants, positions, flaws, moves.
 *
 * Stones are bitboards along the lines of four kinds (gomoku.h); a win is found from the four words
 * through the last stone. Moves are made and unmade in place, the undo holds only the phase.
 * Invariant: stones plus empty points are the points of the board, and each stone is in all four of
 * its lines. */
#include "games/gomoku/gomoku_shapes.h"

#include "pessoi/hash.h"

static const struct pes_text rule_titles[] = {
    PES_TEXT("freestyle", "ελεύθερος"),
    PES_TEXT("standard", "κανονικός"),
    PES_TEXT("renju", "renju"),
    {{NULL}},
};

static const struct pes_text opening_titles[] = {
    PES_TEXT("none", "χωρίς"),
    PES_TEXT("swap2", "swap2"),
    {{NULL}},
};

const struct pes_option gomoku_options[] = {
    [GOMOKU_OPTION_SIZE] = {.key = "size",
                            .kind = PES_OPTION_INT,
                            .def = "15",
                            .min = GOMOKU_SIZE_MIN,
                            .max = GOMOKU_SIZE_MAX,
                            .help = PES_TEXT("points per side", "σημεία ανά πλευρά"),
                            .title = PES_TEXT("Board size", "Μέγεθος ταμπλό")},
    [GOMOKU_OPTION_RULE] = {.key = "rule",
                            .kind = PES_OPTION_CHOICE,
                            .def = "freestyle",
                            .choices = "freestyle|standard|renju",
                            .help = PES_TEXT("standard: exactly five win; renju: Black may not "
                                             "make double threes, double fours or overlines",
                                             "κανονικός: νικούν ακριβώς πέντε· renju: ο Μαύρος "
                                             "δεν κάνει διπλή τριάδα, διπλή τετράδα ή σειρά "
                                             "άνω των πέντε"),
                            .title = PES_TEXT("Rule", "Κανόνας"),
                            .choice_titles = rule_titles},
    [GOMOKU_OPTION_OPENING] = {.key = "opening",
                               .kind = PES_OPTION_CHOICE,
                               .def = "none",
                               .choices = "none|swap2",
                               .help = PES_TEXT("swap2: First places three stones, Second "
                                                "chooses a colour or places two more",
                                                "swap2: ο πρώτος βάζει τρία πούλια, ο δεύτερος "
                                                "διαλέγει χρώμα ή βάζει άλλα δύο"),
                               .title = PES_TEXT("Opening", "Άνοιγμα"),
                               .choice_titles = opening_titles},
    {.key = NULL},
};

/* The variant. -------------------------------------------------------------------------------- */

/* The lines, bits and centrality of every point. */
static void board_points(struct gomoku_board *board) {
    const int n = board->size;
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++) {
            const int point = gomoku_point_of(board, x, y);
            board->at[point] = (struct gomoku_point){
                .line = {(uint16_t)y, (uint16_t)(n + x), (uint16_t)(2 * n + x + y),
                         (uint16_t)(4 * n - 1 + x + n - 1 - y)},
                .x = (uint8_t)x,
                .y = (uint8_t)y,
            };
            board->all[point / 64] |= UINT64_C(1) << (point % 64);
            board->centrality[point] = gomoku_centrality(n, x, y);
            for (int kind = 0; kind < GOMOKU_KINDS; kind++)
                board->full[board->at[point].line[kind]] |= (uint32_t)1
                                                            << gomoku_bit(board, point, kind);
        }
    board->step[GOMOKU_ROW] = n;
    board->step[GOMOKU_COLUMN] = 1;
    board->step[GOMOKU_FALLING] = n - 1;
    board->step[GOMOKU_RISING] = n + 1;
}

/* The set bits of every byte, for lists and counts. */
static void board_bytes(struct gomoku_board *board) {
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned bit = 0; bit < 8; bit++)
            if (byte >> bit & 1)
                board->places[byte][board->ones[byte]++] = (uint8_t)bit;
}

static enum pes_err rules_open(struct pes_game *g, const struct pes_values *values,
                               struct pes_note *note) {
    (void)note;
    struct gomoku_board *board = g->own;
    const int rule = (int)values->number[GOMOKU_OPTION_RULE];
    const int size = (int)values->number[GOMOKU_OPTION_SIZE];
    assert(size >= GOMOKU_SIZE_MIN && size <= GOMOKU_SIZE_MAX);
    board->size = size;
    board->points = size * size;
    board->lines = 6 * size - 2;
    board->renju = rule == GOMOKU_RENJU;
    board->swap2 = values->number[GOMOKU_OPTION_OPENING] == 1;
    board->exactly[GOMOKU_BLACK] = rule == GOMOKU_FREESTYLE ? 0 : UINT32_MAX;
    board->exactly[GOMOKU_WHITE] = rule == GOMOKU_STANDARD ? UINT32_MAX : 0;
    board_points(board);
    board_bytes(board);
    gomoku_shapes_open(board);
    board->list_points = gomoku_best_lister();

    g->state_size = (uint32_t)offsetof(struct gomoku, lines) +
                    (uint32_t)board->lines * (uint32_t)sizeof(uint32_t[2]);
    g->undo_size = 1;
    g->moves_max = (board->points + 7) / 8 * 8; /* lists are written eight moves at a time */
    g->chances_max = 0;
    g->move_keys = (uint32_t)board->points + (board->swap2 ? GOMOKU_CHOICES : 0);
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = 0;
    g->repetition_max = 0;
    g->plies_bound = board->points + (board->swap2 ? 2 : 0);
    return PES_ERR_OK;
}

/* The position. ------------------------------------------------------------------------------- */

static struct gomoku *state_at(struct pes_state *s) {
    return (struct gomoku *)(void *)s;
}

void gomoku_reset(const struct gomoku_board *board, struct gomoku *s) {
    memset(s, 0, offsetof(struct gomoku, lines) + (size_t)board->lines * sizeof s->lines.of[0]);
    s->phase = board->swap2 ? GOMOKU_FIRST_PLACES : GOMOKU_FIRST_BLACK;
    memcpy(s->empty, board->all, sizeof s->empty);
}

static void rules_init(const struct pes_game *g, struct pes_state *s) {
    gomoku_reset(gomoku_board(g), state_at(s));
}

/* The player to move, by phase and colour. */
static const int8_t movers[GOMOKU_PHASES][2] = {
    [GOMOKU_FIRST_BLACK] = {0, 1},   [GOMOKU_FIRST_WHITE] = {1, 0},
    [GOMOKU_FIRST_PLACES] = {0, 0},  [GOMOKU_SECOND_CHOOSES] = {1, 1},
    [GOMOKU_SECOND_PLACES] = {1, 1}, [GOMOKU_FIRST_CHOOSES] = {0, 0},
};

static pes_player rules_turn(const struct pes_game *g, const struct pes_state *state) {
    const struct gomoku *s = gomoku_at(state);
    if (gomoku_over(gomoku_board(g), s))
        return PES_TERMINAL;
    return movers[s->phase][gomoku_colour(s)];
}

static int rules_name_of(const struct pes_game *g, const struct pes_state *s, pes_player player) {
    (void)g;
    return gomoku_swapped(gomoku_at(s), player);
}

void gomoku_payoff(const struct gomoku *s, int32_t out[PES_PLAYERS_MAX]) {
    out[0] = out[1] = 0;
    assert(s->winner <= 1 + GOMOKU_WHITE);
    if (s->winner == 0)
        return;
    const int winner = gomoku_swapped(s, s->winner - 1);
    out[winner] = 1;
    out[!winner] = -1;
}

static void rules_payoff(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    (void)g;
    gomoku_payoff(gomoku_at(s), out);
}

/* The sum of the mixed rows. It is not incremental: playouts never need it, and a search needs it
 * once per node. */
static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *state) {
    const struct gomoku *s = gomoku_at(state);
    uint64_t sum = pes_hash_key(1, s->phase);
    for (int y = 0; y < gomoku_board(g)->size; y++) {
        const uint64_t row = s->lines.of[y][GOMOKU_BLACK] | (uint64_t)s->lines.of[y][GOMOKU_WHITE]
                                                                << 20;
        sum += pes_hash_mix(row | (uint64_t)(y + 1) << 40);
    }
    return pes_hash_mix(sum);
}

int gomoku_run(const struct gomoku_board *board, const struct gomoku_lines *lines, int point,
               int kind, int *first, int *last) {
    const uint32_t *words = lines->of[board->at[point].line[kind]];
    const int bit = gomoku_bit(board, point, kind);
    const uint32_t x = words[words[GOMOKU_BLACK] >> bit & 1 ? GOMOKU_BLACK : GOMOKU_WHITE];
    assert(x >> bit & 1);
    *first = *last = bit;
    while (*first > 0 && (x >> (*first - 1) & 1))
        --*first;
    while (x >> (*last + 1) & 1)
        ++*last;
    assert(*last < board->size);
    return *last - *first + 1;
}

int gomoku_winning_kind(const struct gomoku_board *board, const struct gomoku_lines *lines,
                        int point, int colour) {
    for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
        int first, last;
        const int length = gomoku_run(board, lines, point, kind, &first, &last);
        if (length == 5 || (length > 5 && !board->exactly[colour]))
            return kind;
    }
    return -1;
}

/* Flaws. -------------------------------------------------------------------------------------- */

static bool has_win(const struct gomoku_board *board, const struct gomoku_lines *lines,
                    int colour) {
    for (int i = 0; i < board->lines; i++)
        if (gomoku_wins_in(board, lines->of[i][colour], colour) != 0)
            return true;
    return false;
}

/* Does Black have a forbidden overline? */
static bool has_overline(const struct gomoku_board *board, const struct gomoku_lines *lines) {
    for (int i = 0; board->renju && i < board->lines; i++) {
        const uint32_t x = lines->of[i][GOMOKU_BLACK];
        if (((uint32_t)gomoku_fives(x) & x >> 5) != 0)
            return true;
    }
    return false;
}

/* Is there a stone without which this colour has neither a win nor an overline? */
static bool has_last_stone(const struct gomoku_board *board, const struct gomoku *s, int colour) {
    struct gomoku_lines lines;
    gomoku_copy_lines(board, &lines, &s->lines);
    for (int point = 0; point < board->points; point++) {
        if (!gomoku_has(board, s, point, colour))
            continue;
        gomoku_clear(board, &lines, point, colour);
        const bool fits = !has_win(board, &lines, colour) && !has_overline(board, &lines);
        gomoku_set(board, &lines, point, colour);
        if (fits)
            return true;
    }
    return false;
}

/* Can the opening have this many stones in this phase? */
static bool phase_fits(const struct gomoku_board *board, int phase, int stones) {
    if (!board->swap2)
        return phase == GOMOKU_FIRST_BLACK;
    switch (phase) {
    case GOMOKU_FIRST_PLACES:
        return stones < 3;
    case GOMOKU_SECOND_CHOOSES:
        return stones == 3;
    case GOMOKU_SECOND_PLACES:
        return stones == 3 || stones == 4;
    case GOMOKU_FIRST_CHOOSES:
        return stones == 5;
    default:
        return stones >= 3;
    }
}

enum gomoku_flaw gomoku_flaw(const struct gomoku_board *board, const struct gomoku *s) {
    int count[2] = {0, 0};
    for (int point = 0; point < board->points; point++)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
            count[colour] += gomoku_has(board, s, point, colour);
    const int ahead = count[GOMOKU_BLACK] - count[GOMOKU_WHITE];
    if (ahead != gomoku_colour(s) || count[GOMOKU_BLACK] + count[GOMOKU_WHITE] != s->stones)
        return GOMOKU_FLAW_STONES;
    if (!phase_fits(board, s->phase, s->stones))
        return GOMOKU_FLAW_PHASE;
    const int mover = gomoku_colour(s);
    if (has_win(board, &s->lines, mover))
        return GOMOKU_FLAW_LATE_WIN;
    if (has_win(board, &s->lines, !mover))
        return has_last_stone(board, s, !mover) ? GOMOKU_FLAW_NONE : GOMOKU_FLAW_TWO_WINS;
    return has_overline(board, &s->lines) ? GOMOKU_FLAW_OVERLINE : GOMOKU_FLAW_NONE;
}

void gomoku_settle(const struct gomoku_board *board, struct gomoku *s) {
    const int last = !gomoku_colour(s);
    s->winner = (uint8_t)(has_win(board, &s->lines, last) ? 1 + last : 0);
}

/* Rebuilds the position from its rows and its phase: every other byte must follow from them. */
static bool rules_valid(const struct pes_game *g, const struct pes_state *state) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    struct gomoku fresh;
    gomoku_reset(board, &fresh);
    if (s->phase >= GOMOKU_PHASES)
        return false;
    for (int point = 0; point < board->points; point++)
        for (int colour = GOMOKU_BLACK; colour <= GOMOKU_WHITE; colour++)
            if (gomoku_has(board, s, point, colour)) {
                if (!gomoku_empty(&fresh, point))
                    return false;
                gomoku_put(board, &fresh, point, colour);
            }
    fresh.phase = s->phase;
    gomoku_settle(board, &fresh);
    return memcmp(s, &fresh, g->state_size) == 0 && gomoku_flaw(board, s) == GOMOKU_FLAW_NONE;
}

/* Moves. -------------------------------------------------------------------------------------- */

static int list_choices(const struct gomoku *s, pes_move out[]) {
    assert(gomoku_choosing(s));
    const bool second = s->phase == GOMOKU_SECOND_CHOOSES;
    const int n = second ? 3 : 2;
    for (int i = 0; i < n; i++)
        out[i] = (pes_move)(i + (second ? GOMOKU_SECOND_TAKES_WHITE : GOMOKU_FIRST_TAKES_BLACK));
    return n;
}

int gomoku_list(const struct gomoku_board *board, const struct gomoku *s, pes_move out[]) {
    if (gomoku_over(board, s))
        return 0;
    if (gomoku_choosing(s))
        return list_choices(s, out);
    const int n = board->list_points(board, s, out);
    assert(n == board->points - s->stones);
    if (board->renju && gomoku_colour(s) == GOMOKU_BLACK)
        return gomoku_drop_banned(board, s, out, n);
    return n;
}

static int rules_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    return gomoku_list(gomoku_board(g), gomoku_at(s), out);
}

static int rules_count(const struct pes_game *g, const struct pes_state *state) {
    const struct gomoku_board *board = gomoku_board(g);
    const struct gomoku *s = gomoku_at(state);
    pes_move list[GOMOKU_LIST_MAX];
    if (gomoku_choosing(s) || (board->renju && gomoku_colour(s) == GOMOKU_BLACK))
        return gomoku_list(board, s, list);
    return gomoku_over(board, s) ? 0 : board->points - s->stones;
}

static int rules_chances(const struct pes_game *g, const struct pes_state *s,
                         struct pes_chance out[]) {
    (void)g;
    (void)s;
    (void)out;
    return 0;
}

static inline void take_point(struct gomoku *s, int point) {
    s->empty[point / 64] &= ~(UINT64_C(1) << (point % 64));
    s->stones++;
}

void gomoku_put(const struct gomoku_board *board, struct gomoku *s, int point, int colour) {
    assert(gomoku_empty(s, point));
    gomoku_set(board, &s->lines, point, colour);
    take_point(s, point);
    assert(s->stones <= board->points);
}

/* The phase that a choice leads to. */
static const uint8_t chosen[GOMOKU_CHOICES] = {
    [GOMOKU_SECOND_TAKES_WHITE - GOMOKU_CHOICE] = GOMOKU_FIRST_BLACK,
    [GOMOKU_SECOND_TAKES_BLACK - GOMOKU_CHOICE] = GOMOKU_FIRST_WHITE,
    [GOMOKU_SECOND_WANTS_MORE - GOMOKU_CHOICE] = GOMOKU_SECOND_PLACES,
    [GOMOKU_FIRST_TAKES_BLACK - GOMOKU_CHOICE] = GOMOKU_FIRST_BLACK,
    [GOMOKU_FIRST_TAKES_WHITE - GOMOKU_CHOICE] = GOMOKU_FIRST_WHITE,
};

/* Enters the next phase of the opening once enough stones are placed. */
static void end_placing(struct gomoku *s) {
    if (s->phase == GOMOKU_FIRST_PLACES && s->stones == 3)
        s->phase = GOMOKU_SECOND_CHOOSES;
    else if (s->phase == GOMOKU_SECOND_PLACES && s->stones == 5)
        s->phase = GOMOKU_FIRST_CHOOSES;
}

void gomoku_play(const struct gomoku_board *board, struct gomoku *s, pes_move m) {
    assert(!gomoku_over(board, s));
    assert(gomoku_is_choice(m) == gomoku_choosing(s));
    if (gomoku_is_choice(m)) {
        assert(m < GOMOKU_CHOICE + GOMOKU_CHOICES);
        s->phase = chosen[m - GOMOKU_CHOICE];
        return;
    }
    const int point = gomoku_target(m), colour = gomoku_colour(s);
    assert(gomoku_empty(s, point));
    const bool five = gomoku_set(board, &s->lines, point, colour);
    take_point(s, point);
    if (five && gomoku_winning_kind(board, &s->lines, point, colour) >= 0)
        s->winner = (uint8_t)(1 + colour);
    if (!gomoku_playing(s))
        end_placing(s);
    assert(gomoku_has(board, s, point, colour) && !gomoku_empty(s, point));
}

void gomoku_unplay(const struct gomoku_board *board, struct gomoku *s, pes_move m, int phase) {
    assert(phase >= 0 && phase < GOMOKU_PHASES);
    s->phase = (uint8_t)phase;
    assert(gomoku_is_choice(m) == gomoku_choosing(s));
    if (gomoku_is_choice(m))
        return;
    const int point = gomoku_target(m);
    assert(s->stones > 0 && !gomoku_empty(s, point));
    s->stones--;
    s->winner = 0;
    s->empty[point / 64] |= UINT64_C(1) << (point % 64);
    gomoku_clear(board, &s->lines, point, gomoku_colour(s));
}

static void rules_make(const struct pes_game *g, struct pes_state *state, pes_move m, void *undo) {
    struct gomoku *s = state_at(state);
    *(uint8_t *)undo = s->phase;
    gomoku_play(gomoku_board(g), s, m);
}

static void rules_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                         const void *undo) {
    gomoku_unplay(gomoku_board(g), state_at(s), m, *(const uint8_t *)undo);
}

/* Stones never move, and a choice is made only once. */
static bool rules_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    (void)s;
    (void)m;
    return true;
}

static uint32_t rules_move_key(const struct pes_game *g, pes_move m) {
    assert(gomoku_is_choice(m) || gomoku_target(m) < gomoku_board(g)->points);
    if (gomoku_is_choice(m))
        return (uint32_t)gomoku_board(g)->points + m - GOMOKU_CHOICE;
    return m - 1;
}

const struct pes_rules gomoku_rules = {
    .abi = PES_ABI,
    .name = "gomoku",
    .title = PES_TEXT("Gomoku", "Γκομόκου"),
    .players = {{.id = "black", .name = PES_TEXT("Black", "Μαύρος")},
                {.id = "white", .name = PES_TEXT("White", "Λευκός")}},
    .options = gomoku_options,
    .own_size = sizeof(struct gomoku_board),
    .open = rules_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = gomoku_move_format,
    .move_parse = gomoku_move_parse,
    .state_format = gomoku_state_format,
    .state_parse = gomoku_state_parse,
    .valid = rules_valid,
    .name_of = rules_name_of,
    .irreversible = rules_irreversible,
    .move_key = rules_move_key,
    .count = rules_count,
    .random_move = gomoku_random_move,
    .playout = gomoku_playout,
};

static const struct pes_ladder *const gomoku_ladders[] = {&gomoku_ladder, NULL};

const struct pes_kit gomoku_kit = {
    .abi = PES_ABI,
    .rules = &gomoku_rules,
    .ratings = gomoku_ratings,
    .minimax = &gomoku_minimax,
    .evals = gomoku_evals,
    .levels = &gomoku_levels,
    .order = &gomoku_order,
    .tactics = &gomoku_tactics,
    .view = &gomoku_view,
    .symmetry = &gomoku_symmetry,
    .ladders = gomoku_ladders,
    .features = &gomoku_features,
    .puzzles = gomoku_puzzles,
};
