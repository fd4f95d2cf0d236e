/* The rules of a game: the interface that every game implements, and the only one through which
 * searches, agents, terminal and server use a game.
 *
 * Three things kept apart:
 *
 *     struct pes_rules   what can be done   one const object per game: name, functions, tables
 *     struct pes_game    one variant        options, bounds, tables; immutable once open, so that
 *                                           all threads share it
 *     struct pes_state   one position       opaque bytes of a fixed size: memcpy clones one,
 *                                           memcmp compares two; no pointers, no history
 *
 * A game goes like this (error handling left out):
 *
 *     pes_game_open(pes_kit_find("boats"), "start=s0", &g, &note);
 *     pes_start(g, &rng, s);
 *     while (pes_turn(g, s) != PES_TERMINAL && (n = pes_moves(g, s, list)) > 0)
 *         pes_make(g, s, list[choose(n)], undo);
 *     pes_payoff(g, s, payoff);
 *
 * Chance is a player: turn() returns PES_CHANCE, chances() lists every outcome with its weight,
 * the caller rolls, and make() applies the outcome like any move. Rules never draw random numbers
 * themselves, except in a hook that receives the caller's generator.
 *
 * Repetition and ply caps depend on a game's history, not on a position: see history.h.
 * Every function here may run on any thread; states, undos and lists belong to the caller.
 * docs/adr/0001 describes how this interface was tried on five games before it was fixed. */
#ifndef PES_GAME_H
#define PES_GAME_H

#include "pessoi/err.h"
#include "pessoi/option.h"
#include "pessoi/rng.h"

#include <stdalign.h>
#include <stdbool.h>
#include <string.h>

enum {
    PES_PLAYERS_MAX = 2,
    PES_STATE_MAX = 4096,     /* bytes of a position */
    PES_UNDO_MAX = 4096,      /* bytes of an undo: what unmake() needs */
    PES_MOVES_MAX = 1024,     /* moves in a position */
    PES_CHANCES_MAX = 64,     /* outcomes of one roll */
    PES_MOVE_TEXT_MAX = 16,   /* bytes of a move as text, NUL included */
    PES_STATE_TEXT_MAX = 2048 /* bytes of a position as text, NUL included */
};

/* A move or a chance outcome, packed by its game into 32 bits. */
typedef uint32_t pes_move;
#define PES_MOVE_NONE ((pes_move)0)

/* Who is to move: 0 (First), 1 (Second), or one of these. */
typedef int pes_player;
enum { PES_CHANCE = -1, PES_TERMINAL = -2 };

struct pes_game;
struct pes_kit;
struct pes_state; /* opaque to everyone but its game */

/* Buffers large enough for any position or undo: `struct pes_state_buf b; .. PES_STATE(b) ..` */
struct pes_state_buf {
    alignas(16) unsigned char bytes[PES_STATE_MAX];
};
struct pes_undo_buf {
    alignas(16) unsigned char bytes[PES_UNDO_MAX];
};
#define PES_STATE(buf) ((struct pes_state *)(void *)(buf).bytes)

/* One outcome of a roll; its probability is weight / sum of the weights. */
struct pes_chance {
    pes_move move;
    uint32_t weight; /* > 0; the sum over a roll fits in 32 bits */
};

/* Why a game is over. Rules and history decide the first three ends; the others are decided by the
 * program that runs the game (match, session, server). */
enum pes_end {
    PES_END_NONE,       /* it is not over */
    PES_END_RULES,      /* the position is final */
    PES_END_REPETITION, /* the same position came up too often */
    PES_END_PLIES,      /* the ply cap was reached */
    PES_END_RESIGN,
    PES_END_TIME,
    PES_END_FORFEIT, /* an illegal answer, or no answer */
    PES_END_AGREED,  /* both players agreed on a draw */
    PES_END_COUNT
};

struct pes_player_name {
    const char *id;       /* for programs: "red"; never translated */
    struct pes_text name; /* for people: "Red" */
};

struct pes_rules {
    uint32_t abi;                                    /* PES_ABI */
    const char *name;                                /* "boats": commands, records, folders */
    struct pes_text title;                           /* "Boats on the lake" */
    struct pes_player_name players[PES_PLAYERS_MAX]; /* First, Second */
    const struct pes_option *options;                /* the variants; ends with a NULL key */
    size_t own_size;                                 /* bytes of g->own */

    /* Required. ---------------------------------------------------------------------------- */

    /* Makes a variant: fills in g->own (zeroed, own_size bytes, freed by the caller) and the
     * bounds of `struct pes_game`, which are all 0. `values` are g->values, already read and
     * within their ranges. May refuse values that do not go together. */
    enum pes_err (*open)(struct pes_game *g, const struct pes_values *values,
                         struct pes_note *note);

    /* The start position, in which chance may be to move. Callers use pes_start(). */
    void (*init)(const struct pes_game *g, struct pes_state *s);

    /* Who is to move, in O(1). If detecting "no legal moves" is expensive, turn() may still return
     * the player; then moves() returns 0, and payoff() is valid. */
    pes_player (*turn)(const struct pes_game *g, const struct pes_state *s);

    /* All legal moves of the player to move, distinct, in the order that docs/games/<game>.md
     * documents; returns how many: 0 at a chance node and at the end. `out` holds g->moves_max. */
    int (*moves)(const struct pes_game *g, const struct pes_state *s, pes_move out[]);

    /* Applies a legal move or outcome. `undo` holds g->undo_size bytes, is aligned to 16 and never
     * NULL; unmake() with the same move and undo restores every byte of the state. */
    void (*make)(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo);
    void (*unmake)(const struct pes_game *g, struct pes_state *s, pes_move m, const void *undo);

    /* The payoff of each player at the end, within g->payoff_min..max; more is better. */
    void (*payoff)(const struct pes_game *g, const struct pes_state *s,
                   int32_t out[PES_PLAYERS_MAX]);

    /* Equal for two positions exactly if the same games can follow them under this variant's rules:
     * move counters are not hashed, the last move only if it restricts the next one. */
    uint64_t (*hash)(const struct pes_game *g, const struct pes_state *s);

    /* All outcomes at a chance node, in the documented order; returns how many, 0 elsewhere. */
    int (*chances)(const struct pes_game *g, const struct pes_state *s, struct pes_chance out[]);

    /* A move or outcome as one token: no blanks, quotes, brackets, commas or semicolons, nothing
     * that begins like a move number ("12.") or is a result ("1-0"). Outcomes begin with '#', moves
     * never do, so a reader that does not know the rules can distinguish them. */
    void (*move_format)(const struct pes_game *g, const struct pes_state *s, pes_move m,
                        char out[PES_MOVE_TEXT_MAX]);

    /* Reads one legal move or outcome from the front of text[0..length), a token without blanks.
     * *used is the number of bytes read: if it is less than `length`, the caller makes the move
     * and parses the rest in the new position (Crush's "#3510" is four outcomes; the rest "510" has
     * no '#' of its own). Fails with a note that says why the move is not legal here. */
    enum pes_err (*move_parse)(const struct pes_game *g, const struct pes_state *s,
                               const char *text, size_t length, size_t *used, pes_move *out,
                               struct pes_note *note);

    /* A position as one line of canonical text. `clock` is the number of plies since the last
     * irreversible move, counted by the history; a game whose text has no such field ignores it. */
    void (*state_format)(const struct pes_game *g, const struct pes_state *s, int clock,
                         char out[PES_STATE_TEXT_MAX]);

    /* Reads canonical text[0..length). Accepts only positions that valid() accepts, and only text
     * that state_format() writes; docs/games/<game>.md says which fields at its end may be omitted.
     * *clock is 0 if the text has none. On error *s is undefined. */
    enum pes_err (*state_parse)(const struct pes_game *g, const char *text, size_t length,
                                struct pes_state *s, int *clock, struct pes_note *note);

    /* Optional: each comment says what NULL means. ------------------------------------------- */

    /* NULL: nothing to release. */
    void (*close)(struct pes_game *g);

    /* Can this position occur in a game of this variant? Must be false for every position that the
     * other functions cannot handle; may be true if reachability is expensive to decide.
     * docs/games/<game>.md lists what is refused. NULL: every parsed position is valid. */
    bool (*valid)(const struct pes_game *g, const struct pes_state *s);

    /* The index in `players` of this player's present name (after a swap of colours First may be
     * White). NULL: always the player's own index. */
    int (*name_of)(const struct pes_game *g, const struct pes_state *s, pes_player player);

    /* The score of each player in this position. NULL: the game has no scores. */
    void (*scores)(const struct pes_game *g, const struct pes_state *s,
                   int32_t out[PES_PLAYERS_MAX]);

    /* The payoffs if the game ends here by repetition or the ply cap. NULL: a draw, 0 each. */
    void (*adjudicate)(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                       int32_t out[PES_PLAYERS_MAX]);

    /* Is m, about to be made in s, irreversible: can no earlier position occur after it? It resets
     * the history's clock and bounds the search for repetitions. NULL: no move is. */
    bool (*irreversible)(const struct pes_game *g, const struct pes_state *s, pes_move m);

    /* Gives the turn to the other player without a move; a second call restores every byte of the
     * state. Only searches use it (null move pruning), where a player is to move. It does not
     * change the accumulator of an evaluation. NULL: in this game a turn may be worth less than
     * nothing, or means more than who moves. */
    void (*pass)(const struct pes_game *g, struct pes_state *s);

    /* A dense number < g->move_keys that indexes history tables, RAVE statistics and policies;
     * moves with the same meaning for a player may share one. NULL: no keys; move_keys is 0. */
    uint32_t (*move_key)(const struct pes_game *g, pes_move m);

    /* How many moves moves() would list, without listing them. NULL: callers use moves(). */
    int (*count)(const struct pes_game *g, const struct pes_state *s);

    /* Draws a move uniformly from moves(), or an outcome with the weights of chances();
     * PES_MOVE_NONE at the end. NULL: callers list the moves and draw one. */
    pes_move (*random_move)(const struct pes_game *g, const struct pes_state *s,
                            struct pes_rng *rng);

    /* Plays random moves (chance included) until the end, or until `plies_max` players' moves are
     * made, and adjudicates then; returns the number of players' moves made. NULL: callers make one
     * move at a time. */
    int (*playout)(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng,
                   int plies_max, int32_t out[PES_PLAYERS_MAX]);

    /* Rolls at chance nodes until a player is to move, the game is over, or `outcomes_max` outcomes
     * were rolled; writes them to `out` unless it is NULL and returns how many. It draws outcomes
     * with the weights of chances(). NULL: callers roll one outcome at a time. */
    int (*roll)(const struct pes_game *g, struct pes_state *s, struct pes_rng *rng, pes_move out[],
                int outcomes_max);

    /* The outcome "unknown" of this chance node: make() accepts it, chances() never lists it.
     * Searches use it, and people who set up a position with it. NULL: the game has none. */
    pes_move (*chance_unknown)(const struct pes_game *g, const struct pes_state *s);

    /* The number of m, a player's move in s, in the list of moves of the report that the game began
     * as: >= 0, different for all moves of a position. For output only. NULL: the report numbers no
     * moves. Callers use pes_move_number(). */
    int32_t (*move_number)(const struct pes_game *g, const struct pes_state *s, pes_move m);

    /* May chance move again after the start in some variant? Searches without chance nodes are not
     * offered for such a game. */
    bool chance_in_play;
};

/* One variant. Filled in by pes_game_open() and rules->open(), then never changed. */
struct pes_game {
    const struct pes_rules *rules;
    const struct pes_kit *kit;
    void *own;                          /* the game's own tables */
    struct pes_values values;           /* the options it was opened with */
    char variant[PES_OPTIONS_TEXT_MAX]; /* the same as canonical text; "": the default variant */

    uint32_t state_size;    /* bytes, a multiple of 16 or less than 16; <= PES_STATE_MAX */
    uint32_t undo_size;     /* bytes, <= PES_UNDO_MAX */
    int32_t moves_max;      /* most legal moves of a position, <= PES_MOVES_MAX */
    int32_t chances_max;    /* most outcomes of a roll, <= PES_CHANCES_MAX; 0: no chance here */
    uint32_t move_keys;     /* see rules->move_key */
    int32_t players;        /* 2 */
    int32_t payoff_min;     /* the payoff of the worst loss */
    int32_t payoff_max;     /* the payoff of the best win */
    int32_t plies_cap;      /* players' moves after which a game is stopped; 0: never */
    int32_t repetition_max; /* occurrences that end a game; 0: never */
    int32_t plies_bound;    /* upper bound of a game's plies by the rules alone; 0: not known */
    bool chance_in_play;    /* chance may move again after the start */
    bool start_rolled;      /* chance before the first move is part of the setup: pes_start() rolls
                             * it, records store the result as Position */
};

/* Opens a variant. The kit is borrowed, the options are copied. Close the game only when its
 * states, histories and agents are no longer used. */
PES_API PES_MUST_USE enum pes_err pes_game_open(const struct pes_kit *kit, const char *options,
                                                struct pes_game **out, struct pes_note *note);

/* Opens the variant of `g` with one option changed. */
PES_API PES_MUST_USE enum pes_err pes_game_reopen(const struct pes_game *g, const char *key,
                                                  const char *value, struct pes_game **out,
                                                  struct pes_note *note);
PES_API void pes_game_close(struct pes_game *g); /* NULL is fine */

/* The position in which a game starts: init(), then the rolls that belong to the setup. */
PES_API void pes_start(const struct pes_game *g, struct pes_rng *rng, struct pes_state *s);

/* Draws an outcome at a chance node, or a uniform move elsewhere, without making it;
 * PES_MOVE_NONE at the end. Uses random_move() if the game has it. */
PES_API pes_move pes_draw(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng);

/* Is m among moves() or chances()? */
PES_API bool pes_legal(const struct pes_game *g, const struct pes_state *s, pes_move m);

/* How many moves the player to move has. */
PES_API int pes_count(const struct pes_game *g, const struct pes_state *s);

/* The number of a legal move in the report's list of moves; -1: the game has no such numbers, or m
 * is an outcome of chance. */
PES_API int32_t pes_move_number(const struct pes_game *g, const struct pes_state *s, pes_move m);

/* The name of a player in this position. */
PES_API const struct pes_player_name *pes_player_name(const struct pes_game *g,
                                                      const struct pes_state *s, pes_player player);

/* Is the game over by its rules: turn() is PES_TERMINAL, or the player has no legal move? */
PES_API bool pes_over(const struct pes_game *g, const struct pes_state *s);

/* The payoffs if the game ends here for `why`: payoff() for PES_END_RULES, else adjudicate(). */
PES_API void pes_settle(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                        int32_t out[PES_PLAYERS_MAX]);

/* The vtable's functions, for shorter calls. */
static inline pes_player pes_turn(const struct pes_game *g, const struct pes_state *s) {
    return g->rules->turn(g, s);
}
static inline int pes_moves(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    return g->rules->moves(g, s, out);
}
static inline int pes_chances(const struct pes_game *g, const struct pes_state *s,
                              struct pes_chance out[]) {
    return g->rules->chances(g, s, out);
}
static inline void pes_make(const struct pes_game *g, struct pes_state *s, pes_move m, void *undo) {
    g->rules->make(g, s, m, undo);
}
static inline void pes_unmake(const struct pes_game *g, struct pes_state *s, pes_move m,
                              const void *undo) {
    g->rules->unmake(g, s, m, undo);
}
static inline void pes_payoff(const struct pes_game *g, const struct pes_state *s,
                              int32_t out[PES_PLAYERS_MAX]) {
    g->rules->payoff(g, s, out);
}
static inline uint64_t pes_hash(const struct pes_game *g, const struct pes_state *s) {
    return g->rules->hash(g, s);
}
static inline void pes_copy(const struct pes_game *g, struct pes_state *to,
                            const struct pes_state *from) {
    memcpy(to, from, g->state_size);
}

#endif
