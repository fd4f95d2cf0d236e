/* The rules of Boats on the lake: variants, positions, moves, random play.
 *
 * A position is 16 bytes, so undo is a copy of it (copy-make). Moves come as a bit set computed
 * with SWAR arithmetic on the word of water; see boats.h for the layout. Invariant:
 * boats_in_bounds() is true before and after every move. */
#include "games/boats/boats.h"

#include "pessoi/hash.h"

enum { START_BASE, START_S0, START_S1, START_S2, START_S3, START_RANDOM };
enum { RULE_FREE, RULE_KO };

static const struct pes_text start_titles[] = {
    PES_TEXT("not shuffled", "χωρίς ανακάτεμα"),
    PES_TEXT("first shuffle", "πρώτο ανακάτεμα"),
    PES_TEXT("second shuffle", "δεύτερο ανακάτεμα"),
    PES_TEXT("third shuffle", "τρίτο ανακάτεμα"),
    PES_TEXT("fourth shuffle", "τέταρτο ανακάτεμα"),
    PES_TEXT("shuffled by lot", "ανακάτεμα με κλήρο"),
    {{NULL}},
};

static const struct pes_text rule_titles[] = {
    [RULE_FREE] = PES_TEXT("free", "ελεύθερος"),
    [RULE_KO] = PES_TEXT("ko", "ko"),
    {{NULL}},
};

const struct pes_option boats_options[] = {
    [BOATS_OPTION_START] = {.key = "start",
                            .kind = PES_OPTION_CHOICE,
                            .def = "random",
                            .choices = "base|s0|s1|s2|s3|random",
                            .help =
                                PES_TEXT("the lake at the start; by lot: one of the four shuffles",
                                         "η λίμνη στην αρχή· με κλήρο: ένα από τα τέσσερα "
                                         "ανακατέματα"),
                            .title = PES_TEXT("Lake", "Λίμνη"),
                            .choice_titles = start_titles},
    [BOATS_OPTION_RULE] = {.key = "rule",
                           .kind = PES_OPTION_CHOICE,
                           .def = "free",
                           .choices = "free|ko",
                           .help = PES_TEXT("ko: nobody may reverse the move just made",
                                            "ko: κανείς δεν αντιστρέφει την κίνηση που μόλις "
                                            "παίχτηκε"),
                           .title = PES_TEXT("Rule", "Κανόνας"),
                           .choice_titles = rule_titles},
    [BOATS_OPTION_COLUMNS] = {.key = "columns",
                              .kind = PES_OPTION_INT,
                              .def = "10",
                              .min = 3,
                              .max = BOATS_COLUMNS_MAX,
                              .help = PES_TEXT("columns of water between the docks",
                                               "στήλες νερού ανάμεσα στις αποβάθρες"),
                              .title = PES_TEXT("Columns", "Στήλες")},
    [BOATS_OPTION_LEVELS] = {.key = "levels",
                             .kind = PES_OPTION_INT,
                             .def = "4",
                             .min = 2,
                             .max = BOATS_LEVELS_MAX,
                             .help = PES_TEXT("highest level of the water", "ανώτατη στάθμη"),
                             .title = PES_TEXT("Highest level", "Ανώτατη στάθμη")},
    [BOATS_OPTION_REPETITION] = {.key = "repetition",
                                 .kind = PES_OPTION_INT,
                                 .def = "3",
                                 .min = 0,
                                 .max = 100,
                                 .help = PES_TEXT("a position that comes up this often is a draw; "
                                                  "0: never",
                                                  "μια θέση που εμφανίζεται τόσες φορές φέρνει "
                                                  "ισοπαλία· 0: ποτέ"),
                                 .title = PES_TEXT("Draw by repetition", "Ισοπαλία με επανάληψη")},
    [BOATS_OPTION_PLIES] = {.key = "plies",
                            .kind = PES_OPTION_INT,
                            .def = "300",
                            .min = 0,
                            .max = 100000,
                            .help = PES_TEXT("moves after which the game is a draw; 0: never",
                                             "κινήσεις μετά τις οποίες το παιχνίδι λήγει "
                                             "ισόπαλο· 0: ποτέ"),
                            .title = PES_TEXT("Move limit", "Όριο κινήσεων")},
    {.key = NULL},
};

static const struct pes_text why_small_lake =
    PES_TEXT("start={1} exists only with columns=10 and levels=4; a smaller lake has start=base",
             "το start={1} υπάρχει μόνο με columns=10 και levels=4· μια μικρότερη λίμνη έχει "
             "start=base");

/* The new levels of the two middle columns, by outcome of the roll. */
static const struct {
    int column[2], level[2];
} shuffles[BOATS_OUTCOMES] = {
    {{5, 6}, {1, 3}},
    {{5, 6}, {3, 1}},
    {{5, 6}, {0, 2}},
    {{5, 6}, {2, 0}},
};

/* The variant. -------------------------------------------------------------------------------- */

static int least(int a, int b) {
    return a < b ? a : b;
}
static int most(int a, int b) {
    return a > b ? a : b;
}
static uint64_t with_level(uint64_t water, int column, int level) {
    assert(column >= 0 && column < 16);
    assert(level >= 0 && level <= 15);
    return (water & ~((uint64_t)15 << (4 * column))) | (uint64_t)level << (4 * column);
}

/* Highest at the docks, one level lower per column towards the middle, never empty. */
static uint64_t base_water(int columns, int levels) {
    uint64_t water = with_level(with_level(0, 0, levels), columns + 1, levels);
    for (int c = 1; c <= columns; c++) {
        const int inwards = most(0, least(c - 1, columns - c) - 1);
        water = with_level(water, c, most(1, levels - inwards));
    }
    return water;
}

static void lake_init(struct boats_lake *lake, int columns, int levels) {
    assert(columns >= 3 && columns <= BOATS_COLUMNS_MAX);
    assert(levels >= 2 && levels <= BOATS_LEVELS_MAX);
    lake->columns = (uint8_t)columns;
    lake->levels = (uint8_t)levels;
    for (int c = 1; c <= columns; c++) {
        lake->tops = with_level(lake->tops, c, levels);
        lake->changeable = with_level(lake->changeable, c, 8);
    }
    lake->shores = with_level(15, columns + 3, 15);
    lake->start = base_water(columns, levels);
    for (int i = 0; i < BOATS_OUTCOMES; i++) {
        lake->rolled[i] = lake->start;
        for (int k = 0; k < 2; k++)
            lake->rolled[i] =
                with_level(lake->rolled[i], shuffles[i].column[k], shuffles[i].level[k]);
    }
}

static enum pes_err rules_open(struct pes_game *g, const struct pes_values *values,
                               struct pes_note *note) {
    struct boats_lake *lake = g->own;
    const int columns = (int)values->number[BOATS_OPTION_COLUMNS];
    const int levels = (int)values->number[BOATS_OPTION_LEVELS];
    int start = (int)values->number[BOATS_OPTION_START];
    if (columns != BOATS_COLUMNS_MAX || levels != BOATS_LEVELS_MAX) {
        if (values->given[BOATS_OPTION_START] && start != START_BASE)
            return pes_note_say(note, PES_ERR_UNFIT, 0, &why_small_lake,
                                PES_ARGS(PES_STR(pes_values_text(values, BOATS_OPTION_START))));
        start = START_BASE;
    }
    lake_init(lake, columns, levels);
    boats_index_init(lake);
    lake->ko = values->number[BOATS_OPTION_RULE] == RULE_KO;
    lake->roll = start == START_RANDOM;
    if (start >= START_S0 && start <= START_S3)
        lake->start = lake->rolled[start - START_S0];

    g->state_size = sizeof(struct boats);
    g->undo_size = sizeof(struct boats);
    g->moves_max = 2 + 2 * columns;
    g->chances_max = lake->roll ? BOATS_OUTCOMES : 0;
    g->move_keys = (uint32_t)(2 + 2 * columns + BOATS_OUTCOMES);
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_cap = (int32_t)values->number[BOATS_OPTION_PLIES];
    g->repetition_max = (int32_t)values->number[BOATS_OPTION_REPETITION];
    g->plies_bound = 0;
    g->chance_in_play = false;
    g->start_rolled = lake->roll;
    return PES_ERR_OK;
}

/* The position. ------------------------------------------------------------------------------- */

static struct boats *state_at(struct pes_state *s) {
    return (struct boats *)(void *)s;
}

static void rules_init(const struct pes_game *g, struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    *state_at(state) = (struct boats){
        .water = lake->start,
        .boat = {0, (uint8_t)(lake->columns + 1)},
        .mover = lake->roll ? BOATS_ROLL : BOATS_RED,
    };
    assert(boats_in_bounds(lake, boats_at(state)));
}

static pes_player rules_turn(const struct pes_game *g, const struct pes_state *state) {
    const struct boats *s = boats_at(state);
    if (boats_over(boats_lake(g), s))
        return PES_TERMINAL;
    return s->mover == BOATS_ROLL ? PES_CHANCE : s->mover;
}

int boats_winner(const struct boats_lake *lake, const struct boats *s) {
    assert(boats_over(lake, s));
    const bool red_lost = boats_sunk(s, BOATS_RED) || s->boat[BOATS_GREEN] == 0;
    const bool green_lost = boats_sunk(s, BOATS_GREEN) || s->boat[BOATS_RED] == lake->columns + 1;
    return red_lost && green_lost ? -1 : red_lost ? BOATS_GREEN : BOATS_RED;
}

static void payoff_of(const struct boats_lake *lake, const struct boats *s, int32_t out[]) {
    const int winner = boats_winner(lake, s);
    out[BOATS_RED] = winner < 0 ? 0 : winner == BOATS_RED ? 1 : -1;
    out[BOATS_GREEN] = -out[BOATS_RED];
}

static void rules_payoff(const struct pes_game *g, const struct pes_state *s, int32_t out[]) {
    payoff_of(boats_lake(g), boats_at(s), out);
}

/* A position fits into 64 bits and pes_hash_mix() is a bijection: hashes never collide. */
static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    const bool forbids = lake->ko && s->last > BOATS_RIGHT && !boats_over(lake, s);
    const uint64_t last = forbids ? s->last : 0;
    return pes_hash_mix(s->water | (uint64_t)s->boat[BOATS_RED] << 48 |
                        (uint64_t)s->boat[BOATS_GREEN] << 52 | (uint64_t)s->mover << 56 |
                        last << 58);
}

struct boats boats_before(const struct boats *s) {
    assert(s->last != 0);
    assert(s->mover != BOATS_ROLL);
    const int column = boats_column(s->last), step = boats_step(s->last);
    struct boats before = *s;
    before.mover ^= 1;
    before.last = 0;
    if (column > 0)
        before.water -= (uint64_t)(int64_t)step << (4 * column);
    else
        before.boat[before.mover] = (uint8_t)(before.boat[before.mover] - step);
    return before;
}

/* Checks the last move: undoing it must lead to a position that is not final and in which the move
 * was legal. */
static enum boats_flaw last_flaw(const struct boats_lake *lake, const struct boats *s) {
    const int column = boats_column(s->last);
    if (column > 0) {
        const int level = boats_level(s, column) - boats_step(s->last);
        if (level < 0 || level > lake->levels)
            return BOATS_FLAW_LAST_WATER;
    } else {
        const int from = s->boat[s->mover ^ 1] - boats_step(s->last);
        if (from < 0 || from > lake->columns + 1)
            return BOATS_FLAW_LAST_BOAT;
    }
    const struct boats before = boats_before(s);
    if (boats_over(lake, &before))
        return BOATS_FLAW_LAST_OVER;
    return boats_legal(lake, &before) >> s->last & 1 ? BOATS_FLAW_NONE : BOATS_FLAW_LAST_BOAT;
}

enum boats_flaw boats_flaw(const struct boats_lake *lake, const struct boats *s) {
    const bool red_home = s->boat[BOATS_RED] == lake->columns + 1;
    const bool green_home = s->boat[BOATS_GREEN] == 0;
    if (red_home && s->mover != BOATS_GREEN)
        return BOATS_FLAW_RED_HOME;
    if (green_home && s->mover != BOATS_RED)
        return BOATS_FLAW_GREEN_HOME;
    const bool red_sunk = boats_sunk(s, BOATS_RED), green_sunk = boats_sunk(s, BOATS_GREEN);
    if (red_sunk && green_sunk && s->boat[BOATS_RED] != s->boat[BOATS_GREEN])
        return BOATS_FLAW_TWO_SUNK;
    if ((red_home && green_sunk) || (green_home && red_sunk))
        return BOATS_FLAW_HOME_SUNK;
    return s->last == 0 ? BOATS_FLAW_NONE : last_flaw(lake, s);
}

static bool rules_valid(const struct pes_game *g, const struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    if (s->mover == BOATS_ROLL) {
        struct boats start;
        rules_init(g, (struct pes_state *)(void *)&start);
        return lake->roll && memcmp(s, &start, sizeof start) == 0;
    }
    static const uint8_t zero[sizeof s->zero];
    const int dock = lake->columns + 1;
    if (s->mover > BOATS_GREEN || s->boat[BOATS_RED] > dock || s->boat[BOATS_GREEN] > dock ||
        memcmp(s->zero, zero, sizeof zero) != 0)
        return false;
    for (int c = 0; c <= dock; c++)
        if (boats_level(s, c) > lake->levels)
            return false;
    if (boats_level(s, 0) != lake->levels || s->water >> (4 * dock) != lake->levels)
        return false;
    const bool known = s->last == 0 || ((s->last & 2) && s->last <= boats_lower(lake->columns));
    return known && boats_flaw(lake, s) == BOATS_FLAW_NONE;
}

/* Moves. -------------------------------------------------------------------------------------- */

int boats_list(uint64_t moves, pes_move out[]) {
    const uint64_t fours = 0x4444444444444440u;
    int n = 0;
    if (moves >> BOATS_LEFT & 1)
        out[n++] = BOATS_LEFT;
    if (moves >> BOATS_RIGHT & 1)
        out[n++] = BOATS_RIGHT;
    for (uint64_t rest = moves & fours; rest != 0; rest &= rest - 1)
        out[n++] = (pes_move)__builtin_ctzll(rest);
    for (uint64_t rest = moves & fours << 1; rest != 0; rest &= rest - 1)
        out[n++] = (pes_move)__builtin_ctzll(rest);
    assert(n == boats_set_count(moves));
    assert(n <= BOATS_MOVES_MAX);
    return n;
}

/* The legal moves of any position: none at the roll and in final positions. */
static uint64_t legal_set(const struct boats_lake *lake, const struct boats *s) {
    return s->mover == BOATS_ROLL || boats_over(lake, s) ? 0 : boats_legal(lake, s);
}

static int rules_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    return boats_list(legal_set(boats_lake(g), boats_at(s)), out);
}

static int rules_count(const struct pes_game *g, const struct pes_state *s) {
    return boats_set_count(legal_set(boats_lake(g), boats_at(s)));
}

static int rules_chances(const struct pes_game *g, const struct pes_state *s,
                         struct pes_chance out[]) {
    (void)g;
    if (boats_at(s)->mover != BOATS_ROLL)
        return 0;
    for (int i = 0; i < BOATS_OUTCOMES; i++)
        out[i] = (struct pes_chance){.move = (pes_move)(BOATS_OUTCOME + i), .weight = 1};
    return BOATS_OUTCOMES;
}

static void apply_outcome(const struct boats_lake *lake, struct boats *s, pes_move m) {
    assert(s->mover == BOATS_ROLL);
    assert(m >= BOATS_OUTCOME && m < BOATS_OUTCOME + BOATS_OUTCOMES);
    s->water = lake->rolled[m - BOATS_OUTCOME];
    s->mover = BOATS_RED;
    assert(boats_in_bounds(lake, s));
}

static void rules_make(const struct pes_game *g, struct pes_state *state, pes_move m, void *undo) {
    struct boats *s = state_at(state);
    memcpy(undo, s, sizeof *s);
    if (m >= BOATS_OUTCOME) {
        apply_outcome(boats_lake(g), s, m);
        return;
    }
    assert(legal_set(boats_lake(g), s) >> m & 1);
    boats_play(s, m);
    assert(boats_in_bounds(boats_lake(g), s));
}

static void rules_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                         const void *undo) {
    (void)g;
    (void)m;
    assert(m >= BOATS_OUTCOME || boats_at(s)->last == m);
    memcpy(s, undo, sizeof(struct boats));
    assert((boats_at(s)->mover == BOATS_ROLL) == (m >= BOATS_OUTCOME));
}

static uint32_t rules_move_key(const struct pes_game *g, pes_move m) {
    assert(m >= BOATS_OUTCOME || boats_column(m) <= boats_lake(g)->columns);
    assert(m < BOATS_OUTCOME + BOATS_OUTCOMES);
    if (m >= BOATS_OUTCOME)
        return m - BOATS_OUTCOME + 2 + 2 * (uint32_t)boats_lake(g)->columns;
    return m >> 2 << 1 | (m & 1);
}

/* The thesis numbers the moves of both boats and of a lake with ten columns: 0 Red left, 1 Red
 * right, 2 Green left, 3 Green right, 4..13 raise, 14..23 lower; 24 is "no move". Smaller lakes use
 * the same numbers. */
static int32_t rules_move_number(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    enum { RAISE = 3, LOWER = RAISE + BOATS_COLUMNS_MAX }; /* plus the column, from 1 */
    (void)g;
    assert(m >= BOATS_LEFT && m < BOATS_OUTCOME);
    const int column = boats_column(m);
    if (column == 0)
        return 2 * boats_at(s)->mover + (m == BOATS_RIGHT);
    return column + (boats_step(m) > 0 ? RAISE : LOWER);
}

/* Random play. -------------------------------------------------------------------------------- */

/* Rejection sampling: draws among all moves of the variant until one is legal. Four in five are,
 * and a draw is cheaper than finding the k-th bit of a set. */
static pes_move draw_from(uint64_t moves, uint32_t slots, struct pes_rng *rng) {
    assert(moves != 0);
    for (;;) {
        const uint32_t slot = pes_rng_below(rng, slots);
        const pes_move m = 2 * slot + 2 - (slot & 1);
        if (moves >> m & 1)
            return m;
    }
}

pes_move boats_draw(const struct boats_lake *lake, const struct boats *s, struct pes_rng *rng) {
    return draw_from(boats_legal(lake, s), 2u + 2u * lake->columns, rng);
}

static pes_move draw_outcome(struct pes_rng *rng) {
    return BOATS_OUTCOME + pes_rng_below(rng, BOATS_OUTCOMES);
}

static pes_move rules_random_move(const struct pes_game *g, const struct pes_state *state,
                                  struct pes_rng *rng) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    if (s->mover == BOATS_ROLL)
        return draw_outcome(rng);
    return boats_over(lake, s) ? PES_MOVE_NONE : boats_draw(lake, s, rng);
}

static int rules_playout(const struct pes_game *g, struct pes_state *state, struct pes_rng *rng,
                         int plies_max, int32_t out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const uint32_t slots = 2u + 2u * lake->columns;
    struct boats s = *boats_at(state);
    struct pes_rng draws = *rng;
    if (s.mover == BOATS_ROLL)
        apply_outcome(lake, &s, draw_outcome(&draws));
    int plies = 0;
    while (plies < plies_max && !boats_over(lake, &s)) {
        boats_play(&s, draw_from(boats_legal(lake, &s), slots, &draws));
        plies++;
    }
    if (boats_over(lake, &s))
        payoff_of(lake, &s, out);
    else
        out[BOATS_RED] = out[BOATS_GREEN] = 0;
    *rng = draws;
    *state_at(state) = s;
    return plies;
}

const struct pes_rules boats_rules = {
    .abi = PES_ABI,
    .name = "boats",
    .title = PES_TEXT("Boats on the lake", "Βάρκες στη λίμνη"),
    .players = {{.id = "red", .name = PES_TEXT("Red", "Κόκκινος")},
                {.id = "green", .name = PES_TEXT("Green", "Πράσινος")}},
    .options = boats_options,
    .own_size = sizeof(struct boats_lake),
    .open = rules_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = boats_move_format,
    .move_parse = boats_move_parse,
    .state_format = boats_state_format,
    .state_parse = boats_state_parse,
    .valid = rules_valid,
    .move_key = rules_move_key,
    .move_number = rules_move_number,
    .count = rules_count,
    .random_move = rules_random_move,
    .playout = rules_playout,
};

static const struct pes_ladder *const boats_ladders[] = {&boats_ladder, &boats_ko_ladder, NULL};

const struct pes_kit boats_kit = {
    .abi = PES_ABI,
    .rules = &boats_rules,
    .ratings = boats_ratings,
    .minimax = &boats_minimax,
    .evals = boats_evals,
    .levels = &boats_levels,
    .index = &boats_index,
    .view = &boats_view,
    .ladders = boats_ladders,
    .puzzles = boats_puzzles,
};
