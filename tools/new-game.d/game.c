/* @Name@: two players take stones from one pile in turn.
 *
 * This is the smallest complete game: Nim with one pile. Replace its rules by yours, function by
 * function. docs/howto/add-a-game.md gives the order; include/pessoi/game.h says what each function
 * must do; the conformance suite reports what is still wrong. src/games/boats is a complete
 * example.
 */
#include "pessoi/fields.h"
#include "pessoi/hash.h"
#include "pessoi/kit.h"

#include <assert.h>
#include <stdio.h>

/* A position. It is copied and compared as bytes: no pointers, no padding, and equal positions have
 * equal bytes. */
struct position {
    uint8_t stones; /* left in the pile */
    uint8_t player; /* the player to move, 0 or 1; at the end: the one who would be next */
};
_Static_assert(sizeof(struct position) == 2, "no padding");

enum { PILE_MAX = 100, TAKE_MAX = 9 };

/* The options that make variants, in the order of the table below. */
enum { OPT_PILE, OPT_TAKE, OPT_LAST };
static const struct pes_option options[] = {
    {
        .key = "pile",
        .kind = PES_OPTION_INT,
        .def = "21",
        .min = 1,
        .max = PILE_MAX,
        .help = PES_TEXT("stones at the start"),
    },
    {
        .key = "take",
        .kind = PES_OPTION_INT,
        .def = "3",
        .min = 1,
        .max = TAKE_MAX,
        .help = PES_TEXT("stones a player may take at most"),
    },
    {
        .key = "last",
        .kind = PES_OPTION_CHOICE,
        .def = "wins",
        .choices = "wins|loses",
        .help = PES_TEXT("what taking the last stone does"),
    },
    {.key = NULL},
};

/* The messages when a text is refused; {1} is the refused text. English is enough at first; later
 * PES_TEXT("English", "Ελληνικά") gives both languages. */
static const struct pes_text say_move =
    PES_TEXT("'{1}' is not a move here; a move is the number of stones taken, 1..{2}");
static const struct pes_text say_stones =
    PES_TEXT("field 1 (the stones): '{1}' is not a number from 0 to {2}");
static const struct pes_text say_player =
    PES_TEXT("field 2 (the player): '{1}' is neither b nor w");
static const struct pes_text say_unreachable = PES_TEXT("no game could hold this position");

/* The fields of a position's text. */
enum { FIELD_STONES, FIELD_PLAYER, FIELDS };
static const struct pes_text field_names[FIELDS] = {PES_TEXT("the stones"), PES_TEXT("the player")};

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
    (void)note; /* every combination of options is valid */
    g->state_size = sizeof(struct position);
    g->undo_size = 0; /* the move alone is enough to unmake it */
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
        out[i] = (pes_move)(i + 1); /* a move is the number of stones; the order is documented */
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
    /* Everything the future depends on, including the player to move, and nothing else. */
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

/* Can a game of this variant reach this position? */
static bool rules_valid(const struct pes_game *g, const struct pes_state *s) {
    const struct position *p = position_of(s);
    if (p->stones > option(g, OPT_PILE) || p->player > 1)
        return false;
    const int taken = option(g, OPT_PILE) - p->stones;
    /* If stones could only be taken one by one, their number determines the player to move. */
    const bool one_by_one = taken <= 1 || option(g, OPT_TAKE) == 1;
    return !one_by_one || taken % 2 == p->player;
}

/* Accepts exactly what rules_state_format() writes. */
static enum pes_err rules_state_parse(const struct pes_game *g, const char *text, size_t length,
                                      struct pes_state *s, int *clock, struct pes_note *note) {
    struct pes_field fields[FIELDS];
    *clock = 0;
    const enum pes_err err = pes_fields_split(text, length, field_names, FIELDS, fields, note);
    if (err != PES_ERR_OK)
        return err;
    const struct pes_field *stones = &fields[FIELD_STONES], *player = &fields[FIELD_PLAYER];
    const int pile = option(g, OPT_PILE),
              number = pes_field_number(stones->text, stones->length, pile);
    if (number < 0)
        return pes_field_refuse(stones, PES_ERR_SYNTAX, &say_stones, pile, note);
    if (!pes_field_is(player, "b") && !pes_field_is(player, "w"))
        return pes_field_refuse(player, PES_ERR_SYNTAX, &say_player, 0, note);
    *position_to(s) =
        (struct position){.stones = (uint8_t)number, .player = (uint8_t)pes_field_is(player, "w")};
    if (!rules_valid(g, s))
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, &say_unreachable, PES_NO_ARGS);
    return PES_ERR_OK;
}

static const struct pes_rules rules = {
    .abi = PES_ABI,
    .name = "@name@",
    .title = PES_TEXT("@Name@"), /* for people */
    .players =
        {
            {.id = "black", .name = PES_TEXT("Black")},
            {.id = "white", .name = PES_TEXT("White")},
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

/* The other parts of the game are added here: .ratings, .evals, .view .. of include/pessoi/kit.h.
 * When they get a second file, this declaration moves to a header @name@.h in this folder. */
extern const struct pes_kit @name @_kit;
const struct pes_kit @name @_kit = {
    .abi = PES_ABI,
    .rules = &rules,
};
