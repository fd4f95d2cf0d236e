/* @Name@: a pile of stones, from which the players take in turn.
 *
 * This is the smallest complete game: Nim with one pile. Replace its rules by yours, function by
 * function; the tests of tests/conformance tell you at each step what does not hold together yet.
 * include/pessoi/game.h says what every function promises, docs/howto/add-a-game.md in which order
 * to go on; src/games/boats is a game with every part. */
#include "pessoi/hash.h"
#include "pessoi/kit.h"

#include <assert.h>
#include <stdio.h>

/* A position. No pointers, no padding, equal bytes for equal positions: positions are copied and
 * compared as bytes. */
struct position {
    uint8_t stones; /* left in the pile */
    uint8_t player; /* to move; at the end: who would be */
};
_Static_assert(sizeof(struct position) == 2, "no padding");

enum { PILE_MAX = 100, TAKE_MAX = 9 };

/* The variants, in the order of the options below. */
enum { OPT_PILE, OPT_TAKE, OPT_LAST };
static const struct pes_option options[] = {
    {
        .key = "pile",
        .kind = PES_OPTION_INT,
        .def = "21",
        .min = 1,
        .max = PILE_MAX,
        .help = PES_TEXT("stones at the start", "πέτρες στην αρχή"),
    },
    {
        .key = "take",
        .kind = PES_OPTION_INT,
        .def = "3",
        .min = 1,
        .max = TAKE_MAX,
        .help =
            PES_TEXT("stones a player may take at most", "πέτρες που παίρνει το πολύ ένας παίκτης"),
    },
    {
        .key = "last",
        .kind = PES_OPTION_CHOICE,
        .def = "wins",
        .choices = "wins|loses",
        .help =
            PES_TEXT("what taking the last stone does", "τι παθαίνει όποιος πάρει την τελευταία"),
    },
    {.key = NULL},
};

/* What people read when a text is refused. */
static const struct pes_text say_move =
    PES_TEXT("'{1}' is no move here; a move is the number of stones taken, 1..{2}",
             "το «{1}» δεν είναι κίνηση εδώ· κίνηση είναι πόσες πέτρες παίρνετε, 1..{2}");
static const struct pes_text say_position =
    PES_TEXT("not a position; one is the stones left and who moves, as in '{1}'",
             "δεν είναι θέση· γράφονται οι πέτρες που μένουν και ποιος παίζει, όπως «{1}»");
static const struct pes_text say_unreachable =
    PES_TEXT("no game could hold this position", "καμία παρτίδα δεν φτάνει σε αυτή τη θέση");

static const struct position *position_of(const struct pes_state *s) {
    return (const struct position *)(const void *)s;
}

static struct position *position_to(struct pes_state *s) {
    return (struct position *)(void *)s;
}

static int option(const struct pes_game *g, int place) {
    return (int)g->values.number[place];
}

static enum pes_err rules_open(struct pes_game *g, const struct pes_values *values,
                               struct pes_note *note) {
    (void)note; /* every pile goes with every hand */
    g->state_size = sizeof(struct position);
    g->undo_size = 0; /* a move says all that is needed to take it back */
    g->moves_max = TAKE_MAX;
    g->players = 2;
    g->payoff_min = -1;
    g->payoff_max = 1;
    g->plies_bound = (int32_t)values->number[OPT_PILE];
    return PES_ERR_OK;
}

static void rules_init(const struct pes_game *g, struct pes_state *s) {
    *position_to(s) = (struct position){.stones = (uint8_t)option(g, OPT_PILE)};
}

static pes_player rules_turn(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    return position_of(s)->stones > 0 ? position_of(s)->player : PES_TERMINAL;
}

static int rules_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    const int stones = position_of(s)->stones;
    const int count = stones < option(g, OPT_TAKE) ? stones : option(g, OPT_TAKE);
    for (int i = 0; i < count; i++)
        out[i] = (pes_move)(i + 1); /* a move is the number taken; fewest first */
    return count;
}

static void rules_make(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    (void)g;
    (void)undo;
    struct position *p = position_to(s);
    assert(m >= 1 && m <= p->stones);
    p->stones = (uint8_t)(p->stones - m);
    p->player ^= 1;
}

static void rules_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                         const void *undo) {
    (void)g;
    (void)undo;
    struct position *p = position_to(s);
    p->stones = (uint8_t)(p->stones + m);
    p->player ^= 1;
}

static void rules_payoff(const struct pes_game *g, const struct pes_state *s,
                         int32_t out[PES_PLAYERS_MAX]) {
    const int last_taker = 1 - position_of(s)->player;
    const int winner = option(g, OPT_LAST) == 0 ? last_taker : 1 - last_taker;
    out[winner] = 1;
    out[1 - winner] = -1;
}

static uint64_t rules_hash(const struct pes_game *g, const struct pes_state *s) {
    (void)g;
    const struct position *p = position_of(s);
    return pes_hash_key(1, (uint64_t)p->stones * 2 + p->player);
}

static int rules_chances(const struct pes_game *g, const struct pes_state *s,
                         struct pes_chance out[]) {
    (void)g;
    (void)s;
    (void)out;
    return 0; /* no dice */
}

static void rules_move_format(const struct pes_game *g, const struct pes_state *s, pes_move m,
                              char out[PES_MOVE_TEXT_MAX]) {
    (void)g;
    (void)s;
    snprintf(out, PES_MOVE_TEXT_MAX, "%u", (unsigned)m);
}

static enum pes_err rules_move_parse(const struct pes_game *g, const struct pes_state *s,
                                     const char *text, size_t length, size_t *used, pes_move *out,
                                     struct pes_note *note) {
    pes_move moves[TAKE_MAX];
    const int count = rules_moves(g, s, moves);
    const int number = length == 1 ? text[0] - '0' : 0;
    if (number < 1 || number > count) {
        char quoted[PES_QUOTE_SIZE];
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &say_move,
                            PES_ARGS(PES_STR(pes_quote(text, length, quoted)), PES_INT(count)));
    }
    *used = length;
    *out = (pes_move)number;
    return PES_ERR_OK;
}

static void rules_state_format(const struct pes_game *g, const struct pes_state *s, int clock,
                               char out[PES_STATE_TEXT_MAX]) {
    (void)g;
    (void)clock;
    const struct position *p = position_of(s);
    snprintf(out, PES_STATE_TEXT_MAX, "%u %c", (unsigned)p->stones, "bw"[p->player]);
}

/* Could so many stones be left with this player to move? */
static bool rules_valid(const struct pes_game *g, const struct pes_state *s) {
    const struct position *p = position_of(s);
    if (p->stones > option(g, OPT_PILE) || p->player > 1)
        return false;
    const int taken = option(g, OPT_PILE) - p->stones;
    /* Stones that could only be taken one by one tell how many moves were made; otherwise both an
     * odd and an even number of moves lead here. */
    const bool one_way = taken <= 1 || option(g, OPT_TAKE) == 1;
    return !one_way || taken % 2 == p->player;
}

/* Reading a position is easy where writing one is canonical: try every pile there could be. A game
 * with more positions than this reads its fields one by one and names the one that is wrong. */
static enum pes_err rules_state_parse(const struct pes_game *g, const char *text, size_t length,
                                      struct pes_state *s, int *clock, struct pes_note *note) {
    char canonical[PES_STATE_TEXT_MAX];
    *clock = 0;
    for (int i = 0; i <= 2 * PILE_MAX + 1; i++) {
        *position_to(s) = (struct position){.stones = (uint8_t)(i / 2), .player = (uint8_t)(i % 2)};
        rules_state_format(g, s, 0, canonical);
        if (strlen(canonical) != length || memcmp(canonical, text, length) != 0)
            continue;
        if (rules_valid(g, s))
            return PES_ERR_OK;
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &say_unreachable, PES_NO_ARGS);
    }
    rules_init(g, s);
    rules_state_format(g, s, 0, canonical);
    return pes_note_say(note, PES_ERR_SYNTAX, 1, &say_position, PES_ARGS(PES_STR(canonical)));
}

static const struct pes_rules rules = {
    .abi = PES_ABI,
    .name = "@name@",
    .title = PES_TEXT("@Name@", "@Name@"), /* as people call it, in each language */
    .players =
        {
            {.id = "black", .name = PES_TEXT("Black", "Μαύρος")},
            {.id = "white", .name = PES_TEXT("White", "Λευκός")},
        },
    .options = options,
    .open = rules_open,
    .init = rules_init,
    .turn = rules_turn,
    .moves = rules_moves,
    .make = rules_make,
    .unmake = rules_unmake,
    .payoff = rules_payoff,
    .hash = rules_hash,
    .chances = rules_chances,
    .move_format = rules_move_format,
    .move_parse = rules_move_parse,
    .state_format = rules_state_format,
    .state_parse = rules_state_parse,
    .valid = rules_valid,
};

/* Opinions and looks are added here: .ratings, .minimax, .view .. of include/pessoi/kit.h. With a
 * second file this declaration moves to a header of the folder, @name@.h. */
extern const struct pes_kit @name@_kit;
const struct pes_kit @name@_kit = {
    .abi = PES_ABI,
    .rules = &rules,
};
