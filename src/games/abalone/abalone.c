/* The rules of Abalone: variants, positions, moves.
 *
 * A position is two bitboards on a ring of 61 bits (abalone.h) and is copied for undo (copy-make).
 * Invariant, before and after every move: abalone_is_sound(); marbles on the board plus lost
 * marbles never change. The game ends by ejected marbles or when the mover has no legal move. */
#include "games/abalone/abalone.h"

#include "pessoi/hash.h"

/* The layouts, in the order of `choices`: for Black, then for White, the number of lost marbles,
 * then each row's letter and numbers. */
static const char *const layouts[] = {
    "0a12b123c23g78h789i89_0a45b456c56g45h456i56", "0a12345b123456c345_0g567h456789i56789",
    "0b12c123d23f78g789h89_0b56c567d67f34g345h45", "0a12b135c23g78h579i89_0a45b246c56g45h468i56",
    "0b12c136d23f78g479h89_0b56c257d67f34g358h45", "0b1c12d123e46f789g89h9_0b6c67d5678f2345g34h4",
    "0c67d678e6789f789g89_0c12d123e1234f234g34",   "0a3c35f38g468h5678i68_0a24b2345c246d27g57i7",
    "0a3c23456d12345678_0f23456789g45678i7",       "0a5b56c567d5678e6789_0e1234f2345g345h45i5",
    "0d23e24f256g3h4i56789_0a12345b6c7d458e68f78", "0a12345b25c35d45g6h67_0b34c4f56g57h58i56789",
    "0b34c35f56g468h58i579_0a135b25c246d45g57h67",
};

static const struct pes_text start_titles[] = {
    PES_TEXT("Belgian daisy", "βελγική μαργαρίτα"),
    PES_TEXT("standard", "κανονική"),
    PES_TEXT("German daisy", "γερμανική μαργαρίτα"),
    PES_TEXT("Dutch daisy", "ολλανδική μαργαρίτα"),
    PES_TEXT("Swiss daisy", "ελβετική μαργαρίτα"),
    PES_TEXT("domination", "κυριαρχία"),
    PES_TEXT("face to face", "πρόσωπο με πρόσωπο"),
    PES_TEXT("infiltration", "διείσδυση"),
    PES_TEXT("the wall", "το τείχος"),
    PES_TEXT("pyramid", "πυραμίδα"),
    PES_TEXT("snakes", "φίδια"),
    PES_TEXT("Fujiyama", "Φουτζιγιάμα"),
    PES_TEXT("alien attack", "επίθεση εξωγήινων"),
    {{NULL}},
};

const struct pes_option abalone_options[] = {
    [ABALONE_OPTION_START] = {.key = "start",
                              .kind = PES_OPTION_CHOICE,
                              .def = "belgian",
                              .choices = "belgian|standard|german|dutch|swiss|domination|"
                                         "face-to-face|infiltration|the-wall|pyramid|snakes|"
                                         "fujiyama|alien-attack",
                              .help = PES_TEXT("the layout of the marbles at the start",
                                               "η διάταξη των μπιλιών στην αρχή"),
                              .title = PES_TEXT("Layout", "Διάταξη"),
                              .choice_titles = start_titles},
    [ABALONE_OPTION_EJECT] = {.key = "eject",
                              .kind = PES_OPTION_INT,
                              .def = "6",
                              .min = 1,
                              .max = ABALONE_MARBLES,
                              .help = PES_TEXT("marbles to eject for a win",
                                               "πόσες μπίλιες πρέπει να βγουν για τη νίκη"),
                              .title = PES_TEXT("Marbles to win", "Μπίλιες για τη νίκη")},
    [ABALONE_OPTION_REPETITION] = {.key = "repetition",
                                   .kind = PES_OPTION_INT,
                                   .def = "3",
                                   .min = 0,
                                   .max = 100,
                                   .help = PES_TEXT("a position that comes up this often is a "
                                                    "draw; 0: never",
                                                    "μια θέση που εμφανίζεται τόσες φορές φέρνει "
                                                    "ισοπαλία· 0: ποτέ"),
                                   .title =
                                       PES_TEXT("Draw by repetition", "Ισοπαλία με επανάληψη")},
    [ABALONE_OPTION_PLIES] = {.key = "plies",
                              .kind = PES_OPTION_INT,
                              .def = "400",
                              .min = 0,
                              .max = 100000,
                              .help = PES_TEXT("moves after which more ejected marbles win; 0: "
                                               "never",
                                               "κινήσεις μετά τις οποίες κερδίζει όποιος έβγαλε "
                                               "περισσότερες μπίλιες· 0: ποτέ"),
                              .title = PES_TEXT("Move limit", "Όριο κινήσεων")},
    {.key = NULL},
};

/* The board. ---------------------------------------------------------------------------------- */

const uint8_t abalone_place_of[ABALONE_CELLS] = {
    0,  1,  2,  3,  4,                  /* a */
    13, 14, 15, 16, 17, 18,             /* b */
    26, 27, 28, 29, 30, 31, 32,         /* c */
    39, 40, 41, 42, 43, 44, 45, 46,     /* d */
    52, 53, 54, 55, 56, 57, 58, 59, 60, /* e */
    5,  6,  7,  8,  9,  10, 11, 12,     /* f */
    19, 20, 21, 22, 23, 24, 25,         /* g */
    33, 34, 35, 36, 37, 38,             /* h */
    47, 48, 49, 50, 51,                 /* i */
};

const uint8_t abalone_cell_of[ABALONE_CELLS] = {
    0,  1,  2,  3,  4,                  /* a */
    35, 36, 37, 38, 39, 40, 41, 42,     /* f */
    5,  6,  7,  8,  9,  10,             /* b */
    43, 44, 45, 46, 47, 48, 49,         /* g */
    11, 12, 13, 14, 15, 16, 17,         /* c */
    50, 51, 52, 53, 54, 55,             /* h */
    18, 19, 20, 21, 22, 23, 24, 25,     /* d */
    56, 57, 58, 59, 60,                 /* i */
    26, 27, 28, 29, 30, 31, 32, 33, 34, /* e */
};

int abalone_row(int place) {
    assert(place >= 0 && place < ABALONE_CELLS);
    int row = 0, cell = abalone_cell_of[place];
    while (cell >= abalone_width(row))
        cell -= abalone_width(row++);
    return row;
}

int abalone_number(int place) {
    const int row = abalone_row(place);
    return abalone_cell_of[place] - abalone_cell_of[abalone_place(row, abalone_first(row))] +
           abalone_first(row);
}

const char *abalone_cell_name(int place, char out[ABALONE_CELL_TEXT]) {
    out[0] = (char)('a' + abalone_row(place));
    out[1] = (char)('0' + abalone_number(place));
    out[2] = '\0';
    return out;
}

/* One slot per direction. */
#define SLOTS(size, line, shape)                                         \
    {size, line, ABALONE_E, shape}, {size, line, ABALONE_NE, shape},     \
        {size, line, ABALONE_NW, shape}, {size, line, ABALONE_W, shape}, \
        {size, line, ABALONE_SW, shape}, {                               \
        size, line, ABALONE_SE, shape                                    \
    }

const struct abalone_slot abalone_slots[ABALONE_SLOTS] = {
    SLOTS(1, ABALONE_E, 1),
    SLOTS(2, ABALONE_E, 1 | 1 << 1),
    SLOTS(2, ABALONE_NE, 1 | 1 << 14),
    SLOTS(2, ABALONE_NW, 1 | 1 << 13),
    SLOTS(3, ABALONE_E, 1 | 1 << 1 | 1 << 2),
    SLOTS(3, ABALONE_NE, 1 | 1 << 14 | 1 << 28),
    SLOTS(3, ABALONE_NW, 1 | 1 << 13 | 1 << 26),
};

/* The variant. -------------------------------------------------------------------------------- */

/* Places one side's part of a layout; returns the rest of the text. */
static const char *set_up(struct abalone *s, int player, const char *layout) {
    int row = 0;
    s->lost[player] = (uint8_t)(*layout++ - '0');
    for (; *layout != '_' && *layout != '\0'; layout++) {
        if (*layout >= 'a')
            row = *layout - 'a';
        else
            s->marbles[player] |= UINT64_C(1) << abalone_place(row, *layout - '0');
    }
    return *layout == '_' ? layout + 1 : layout;
}

static enum pes_err rules_open(struct pes_game *g, const struct pes_values *values,
                               struct pes_note *note) {
    (void)note;
    struct abalone_table *table = g->own;
    const char *layout = layouts[values->number[ABALONE_OPTION_START]];
    layout = set_up(&table->start, ABALONE_BLACK, layout);
    layout = set_up(&table->start, ABALONE_WHITE, layout);
    assert(*layout == '\0');
    assert(abalone_is_sound(&table->start));
    table->eject = (uint8_t)values->number[ABALONE_OPTION_EJECT];
    abalone_choose_list(table);
    abalone_choose_count(table);
    abalone_choose_eval(table);
    abalone_fill_hints(table->hints);

    g->state_size = sizeof(struct abalone);
    g->undo_size = sizeof(struct abalone);
    g->moves_max = ABALONE_MOVES_MAX;
    g->chances_max = 0;
    g->move_keys = ABALONE_CELLS * ABALONE_SLOTS;
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = (int32_t)values->number[ABALONE_OPTION_PLIES];
    g->repetition_max = (int32_t)values->number[ABALONE_OPTION_REPETITION];
    g->plies_bound = 0;
    g->chance_in_play = false;
    g->start_rolled = false;
    return PES_ERR_OK;
}

/* The position. ------------------------------------------------------------------------------- */

static struct abalone *state_at(struct pes_state *s) {
    return (struct abalone *)(void *)s;
}

static void rules_init(const struct pes_game *g, struct pes_state *s) {
    *state_at(s) = abalone_table(g)->start;
}

/* Whether the mover has a legal move is expensive to compute: the caller asks moves(). */
static pes_player rules_turn(const struct pes_game *g, const struct pes_state *state) {
    const struct abalone *s = abalone_at(state);
    return abalone_over(abalone_table(g), s) ? PES_TERMINAL : s->mover;
}

static void set_winner(int winner, int32_t out[]) {
    assert(winner == ABALONE_BLACK || winner == ABALONE_WHITE);
    out[winner] = 1;
    out[!winner] = -1;
}

/* If no side has lost enough marbles, the mover has lost because it has no legal move. */
static void rules_payoff(const struct pes_game *g, const struct pes_state *state, int32_t out[]) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    const int loser = s->lost[ABALONE_BLACK] >= table->eject   ? ABALONE_BLACK
                      : s->lost[ABALONE_WHITE] >= table->eject ? ABALONE_WHITE
                                                               : s->mover;
    set_winner(!loser, out);
}

/* The marbles that each player has ejected. */
static void rules_scores(const struct pes_game *g, const struct pes_state *state,
                         int32_t out[PES_PLAYERS_MAX]) {
    (void)g;
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++)
        out[player] = abalone_at(state)->lost[!player];
}

static void rules_adjudicate(const struct pes_game *g, const struct pes_state *state,
                             enum pes_end why, int32_t out[]) {
    (void)g;
    const struct abalone *s = abalone_at(state);
    const int black = s->lost[ABALONE_BLACK], white = s->lost[ABALONE_WHITE];
    out[ABALONE_BLACK] = out[ABALONE_WHITE] = 0;
    if (why == PES_END_PLIES && black != white)
        set_winner(black < white ? ABALONE_BLACK : ABALONE_WHITE, out);
}

/* Within one game the marbles on the board determine the lost ones; parsed positions may differ
 * only in the lost marbles, and then they have different futures. */
static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *state) {
    (void)g;
    const struct abalone *s = abalone_at(state);
    const uint64_t rest = (uint64_t)s->mover << 61;
    const uint64_t lost = (uint64_t)s->lost[0] << 4 | s->lost[1];
    const uint64_t black = pes_hash_mix((s->marbles[ABALONE_BLACK] | rest) + 0x9e3779b97f4a7c15u);
    return pes_hash_mix((black ^ s->marbles[ABALONE_WHITE]) + lost * 0xd1b54a32d192ed03u);
}

enum abalone_flaw abalone_flaw(const struct abalone_table *table, const struct abalone *s) {
    for (int player = ABALONE_BLACK; player <= ABALONE_WHITE; player++)
        if (abalone_bits(s->marbles[player]) + s->lost[player] > ABALONE_MARBLES)
            return player == ABALONE_BLACK ? ABALONE_FLAW_BLACK_MARBLES
                                           : ABALONE_FLAW_WHITE_MARBLES;
    const bool black = s->lost[ABALONE_BLACK] == table->eject;
    const bool white = s->lost[ABALONE_WHITE] == table->eject;
    if (black && white)
        return ABALONE_FLAW_BOTH_LOST;
    if (black && s->mover != ABALONE_BLACK)
        return ABALONE_FLAW_BLACK_TURN;
    return white && s->mover != ABALONE_WHITE ? ABALONE_FLAW_WHITE_TURN : ABALONE_FLAW_NONE;
}

static bool rules_valid(const struct pes_game *g, const struct pes_state *state) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    static const uint8_t zero[sizeof s->zero];
    const uint64_t both = s->marbles[ABALONE_BLACK] & s->marbles[ABALONE_WHITE];
    const uint64_t all = s->marbles[ABALONE_BLACK] | s->marbles[ABALONE_WHITE];
    return both == 0 && (all & ~ABALONE_BOARD) == 0 && s->mover <= ABALONE_WHITE &&
           s->lost[ABALONE_BLACK] <= table->eject && s->lost[ABALONE_WHITE] <= table->eject &&
           memcmp(s->zero, zero, sizeof zero) == 0 && abalone_flaw(table, s) == ABALONE_FLAW_NONE;
}

/* Moves. -------------------------------------------------------------------------------------- */

int abalone_highest(pes_move m) {
    const struct abalone_slot *slot = abalone_slot(m);
    return (abalone_lowest(m) + (slot->size - 1) * abalone_turn[slot->line]) % ABALONE_CELLS;
}

/* Does m move down its own line? Then its highest marble is at the back. */
static bool goes_down(pes_move m) {
    const struct abalone_slot *slot = abalone_slot(m);
    return slot->direction >= ABALONE_LINES && !abalone_broadside(slot);
}

int abalone_back(pes_move m) {
    return goes_down(m) ? abalone_highest(m) : abalone_lowest(m);
}

int abalone_front(pes_move m) {
    return goes_down(m) ? abalone_lowest(m) : abalone_highest(m);
}

bool abalone_is_legal(const struct abalone_table *table, const struct abalone *s, pes_move m) {
    const int slot = (int)(m & 63) - 1;
    uint64_t sets[ABALONE_SLOTS];
    if (slot < 0 || slot >= ABALONE_SLOTS || m >> 6 >= ABALONE_CELLS || abalone_over(table, s))
        return false;
    abalone_legal_sets(s->marbles[s->mover], s->marbles[s->mover ^ 1], sets);
    return abalone_holds(sets[slot], abalone_lowest(m));
}

static int rules_moves(const struct pes_game *g, const struct pes_state *state, pes_move out[]) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    if (abalone_over(table, s))
        return 0;
    const int n = table->list(s->marbles[s->mover], s->marbles[s->mover ^ 1], out);
    assert(n <= g->moves_max);
    return n;
}

static int rules_count(const struct pes_game *g, const struct pes_state *state) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    if (abalone_over(table, s))
        return 0;
    return table->count(s->marbles[s->mover], s->marbles[s->mover ^ 1]);
}

static int rules_chances(const struct pes_game *g, const struct pes_state *s,
                         struct pes_chance out[]) {
    (void)g;
    (void)s;
    (void)out;
    return 0;
}

static void rules_make(const struct pes_game *g, struct pes_state *state, pes_move m, void *undo) {
    (void)g;
    struct abalone *s = state_at(state);
    assert(!abalone_over(abalone_table(g), s));
    memcpy(undo, s, sizeof *s);
    abalone_play(s, m);
    assert(abalone_marbles_kept(undo, s));
}

static void rules_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                         const void *undo) {
    (void)g;
    (void)m;
    assert(abalone_at(s)->mover != ((const struct abalone *)undo)->mover);
    memcpy(s, undo, sizeof(struct abalone));
    assert((abalone_group(m) & ~abalone_at(s)->marbles[abalone_at(s)->mover]) == 0);
}

/* An ejected marble never returns. */
static bool rules_irreversible(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    (void)g;
    const struct abalone_push push = abalone_push(abalone_at(s), m);
    return push.first != 0 && push.behind == 0;
}

static uint32_t rules_move_key(const struct pes_game *g, pes_move m) {
    const int slot = abalone_slot_number(m);
    const uint32_t key = (uint32_t)(abalone_cell_of[abalone_lowest(m)] * ABALONE_SLOTS + slot);
    (void)g;
    assert(key < g->move_keys);
    return key;
}

static void rules_pass(const struct pes_game *g, struct pes_state *s) {
    (void)g;
    ((struct abalone *)(void *)s)->mover ^= 1;
}

/* Four times as fast as listing the moves and drawing one; a playout function would gain only a
 * tenth more. */
static pes_move rules_random_move(const struct pes_game *g, const struct pes_state *state,
                                  struct pes_rng *rng) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    if (abalone_over(table, s))
        return PES_MOVE_NONE;
    return table->draw(s->marbles[s->mover], s->marbles[s->mover ^ 1], rng);
}

const struct pes_rules abalone_rules = {
    .abi = PES_ABI,
    .name = "abalone",
    .title = PES_TEXT("Abalone", "Αβαλόνε"),
    .players = {{.id = "black", .name = PES_TEXT("Black", "Μαύρος")},
                {.id = "white", .name = PES_TEXT("White", "Λευκός")}},
    .options = abalone_options,
    .own_size = sizeof(struct abalone_table),
    .open = rules_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = abalone_move_format,
    .move_parse = abalone_move_parse,
    .state_format = abalone_state_format,
    .state_parse = abalone_state_parse,
    .valid = rules_valid,
    .scores = rules_scores,
    .adjudicate = rules_adjudicate,
    .irreversible = rules_irreversible,
    .pass = rules_pass,
    .move_key = rules_move_key,
    .count = rules_count,
    .random_move = rules_random_move,
};

static const struct pes_ladder *const abalone_ladders[] = {&abalone_ladder, NULL};

const struct pes_kit abalone_kit = {
    .abi = PES_ABI,
    .rules = &abalone_rules,
    .ratings = abalone_ratings,
    .minimax = &abalone_minimax,
    .evals = abalone_evals,
    .levels = &abalone_levels,
    .order = &abalone_order,
    .view = &abalone_view,
    .symmetry = &abalone_symmetry,
    .ladders = abalone_ladders,
    .features = &abalone_features,
    .puzzles = abalone_puzzles,
};
