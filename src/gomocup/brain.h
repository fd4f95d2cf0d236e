/* The board of a Gomocup game and the agent that plays on it.
 *
 * Everything about Gomoku is asked of the game's kit, found by name: rules, moves and positions as
 * text. A manager's point x,y is the move with letter x and number y + 1: 0,0 is a1, 7,7 is h8.
 *
 * The functions fail with a note that says why in a sentence; then the board is as it was. None is
 * called before brain_start() has succeeded, unless it says so. */
#ifndef GOMOCUP_BRAIN_H
#define GOMOCUP_BRAIN_H

#include "gomocup/gomocup.h"
#include "pessoi/agent.h"

enum {
    BRAIN_SIZE_MAX = 20,
    BRAIN_POINTS_MAX = BRAIN_SIZE_MAX * BRAIN_SIZE_MAX,
    BRAIN_SWAP2_MAX = 3 /* stones of one answer to SWAP2BOARD */
};

/* A variant of the game, a game under way in it, and who plays it. */
struct brain_seat {
    struct pes_game *game;
    struct pes_history *history;
    struct pes_agent *agent;
};

struct brain {
    const struct pes_kit *kit;
    const char *agent; /* as text */
    uint64_t seed;
    int64_t rule; /* as INFO told it; obeyed from the next move or board on */

    int32_t size;                  /* 0: there is no board yet */
    const char *rule_word;         /* of the seat's variant */
    struct brain_seat seat;        /* all NULL where there is no board */
    char stones[BRAIN_POINTS_MAX]; /* by y * size + x: 'b', 'w', or '.' for none */
};

/* A line of BOARD or SWAP2BOARD. */
struct brain_stone {
    struct gomocup_point point;
    enum gomocup_field field;
};

/* What a mask of rules is played as: "renju", "standard" or "freestyle". */
const char *brain_rule_word(int64_t rule);

/* Does the mask ask for rules that Pessoi does not play (continuous, caro, or unheard of)? */
bool brain_rule_strange(int64_t rule);

/* No board yet. `agent` is borrowed. */
void brain_init(struct brain *b, const struct pes_kit *kit, const char *agent, uint64_t seed);
void brain_release(struct brain *b);

/* An empty board; may be called at any time. */
PES_MUST_USE enum pes_err brain_start(struct brain *b, int32_t size, struct pes_note *note);

/* The side to move puts a stone. */
PES_MUST_USE enum pes_err brain_put(struct brain *b, struct gomocup_point point,
                                    struct pes_note *note);

/* Takes a stone of the side that moved last from the board. */
PES_MUST_USE enum pes_err brain_take_back(struct brain *b, struct gomocup_point point,
                                          struct pes_note *note);

/* Another board, with us to move: in any order, but as many stones of ours as of the opponent's, or
 * one less. */
PES_MUST_USE enum pes_err brain_set_up(struct brain *b, const struct brain_stone stones[],
                                       int count, struct pes_note *note);

/* Thinks, and puts the stone of the side to move. */
PES_MUST_USE enum pes_err brain_move(struct brain *b, const struct pes_limits *limits,
                                     struct gomocup_point *out, struct pes_note *note);

/* Our part of a swap2 opening after 0, 3 or 5 stones, in the order they were put: up to three
 * stones of ours, or none, which is SWAP. They stay on the board. */
PES_MUST_USE enum pes_err brain_swap2(struct brain *b, const struct brain_stone stones[], int count,
                                      const struct pes_limits *limits,
                                      struct gomocup_point out[BRAIN_SWAP2_MAX], int *out_count,
                                      struct pes_note *note);

#endif
