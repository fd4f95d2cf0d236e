/* The brain: the board of a Gomocup game and the agent that plays on it. (Gomocup calls an engine a
 * brain.)
 *
 * The rules come from the game's kit, found by name; the brain writes moves and positions in the
 * notation of docs/games/gomoku.md. A manager's point x,y is the move with letter x and number
 * y + 1: 0,0 is a1, 7,7 is h8.
 *
 * Functions that fail fill in the note and leave the board unchanged. brain_start() must have
 * succeeded before the others are called, unless they say otherwise. */
#ifndef GOMOCUP_BRAIN_H
#define GOMOCUP_BRAIN_H

#include "gomocup/gomocup.h"
#include "pessoi/agent.h"

enum {
    BRAIN_SIZE_MAX = 20,
    BRAIN_POINTS_MAX = BRAIN_SIZE_MAX * BRAIN_SIZE_MAX,
    BRAIN_SWAP2_MAX = 3, /* stones of one answer to SWAP2BOARD */

    /* What the program needs besides its transposition table, measured and rounded up, in
     * megabytes: in all, and per thread. */
    BRAIN_BASE_MB = 14,
    BRAIN_THREAD_MB = 4,
    BRAIN_TABLE_MAX_MB = 256 /* the largest table that a limit of memory leads to */
};

/* A variant of the game, a game under way in it, and the agent that plays it; all owned. */
struct brain_seat {
    struct pes_game *game;
    struct pes_history *history;
    struct pes_agent *agent;
    char text[PES_AGENT_TEXT_MAX]; /* of the agent */
};

struct brain {
    const struct pes_kit *kit;
    const char *agent; /* as text; borrowed */
    uint64_t seed;
    /* Settings, applied from the next move or board on. */
    int64_t rule;     /* the last INFO rule */
    int32_t table_mb; /* of the transposition table; negative: the agent's own */
    int32_t threads;  /* 0: the agent's own */

    int32_t size;                  /* 0: there is no board yet */
    const char *rule_word;         /* the rule of the seat's variant */
    struct brain_seat seat;        /* all NULL while there is no board */
    char stones[BRAIN_POINTS_MAX]; /* by y * size + x: 'b', 'w', or '.' for none */
};

/* A line of BOARD or SWAP2BOARD. */
struct brain_stone {
    struct gomocup_point point;
    enum gomocup_field field;
};

/* A point within BRAIN_SIZE_MAX as a move's token, and back; false: the token is not a point but
 * one of swap2's choices. */
void brain_point_format(struct gomocup_point point, char out[PES_MOVE_TEXT_MAX]);
bool brain_point_parse(const char *text, struct gomocup_point *out);

/* The variant that a bit mask of rules means: "renju", "standard" or "freestyle". */
const char *brain_rule_word(int64_t rule);

/* Does the mask contain rules that Pessoi does not play (continuous, caro, or unknown ones)? */
bool brain_rule_strange(int64_t rule);

/* The largest transposition table, in megabytes, with which the program stays within so many bytes;
 * 0: no limit. */
int32_t brain_table_mb(int64_t memory_bytes, int32_t threads);

/* Initialises a brain without a board. `agent` is borrowed. */
void brain_init(struct brain *b, const struct pes_kit *kit, const char *agent, uint64_t seed);
void brain_release(struct brain *b);

/* Starts a game on an empty board; may be called at any time. */
PES_MUST_USE enum pes_err brain_start(struct brain *b, int32_t size, struct pes_note *note);

/* Places a stone of the side to move. */
PES_MUST_USE enum pes_err brain_put(struct brain *b, struct gomocup_point point,
                                    struct pes_note *note);

/* Removes a stone of the side that moved last. */
PES_MUST_USE enum pes_err brain_take_back(struct brain *b, struct gomocup_point point,
                                          struct pes_note *note);

/* Sets up a position. The stones may come in any order; we must have as many as the opponent or one
 * less, so that we are to move, or, for `either`, one more. What the agent remembers is kept. */
PES_MUST_USE enum pes_err brain_set_up(struct brain *b, const struct brain_stone stones[],
                                       int count, bool either, struct pes_note *note);

/* Applies settings that changed since the last move or board. */
PES_MUST_USE enum pes_err brain_apply(struct brain *b, struct pes_note *note);

/* Lets the agent forget the game. */
void brain_forget(struct brain *b);

/* Lets the agent choose a move for the side to move, and makes it. Agents that search answer a
 * single stone without thinking, next to it or in the middle, unless several lines are wanted. */
PES_MUST_USE enum pes_err brain_move(struct brain *b, const struct pes_limits *limits,
                                     struct gomocup_point *out, struct pes_note *note);

/* The points of a variation that begins in the position on the board; returns how many. */
int brain_points(const struct brain *b, const pes_move line[], int count,
                 struct gomocup_point out[PES_LINE_MAX]);

/* The empty points on which the side to move may not play; returns how many. */
int brain_forbidden(const struct brain *b, struct gomocup_point out[BRAIN_POINTS_MAX]);

/* Our part of a swap2 opening after 0, 3 or 5 stones, given in the order in which they were placed.
 * The answer is up to three stones, or none, which means SWAP. All stones stay on the board.
 *
 * The first three are one of the prepared openings of swap2.h. Later the agent's judgement of the
 * position decides: we take the side that it prefers; if it finds three stones even, two more that
 * keep them so may follow. An agent without a judgement stays White. */
PES_MUST_USE enum pes_err brain_swap2(struct brain *b, const struct brain_stone stones[], int count,
                                      const struct pes_limits *limits,
                                      struct gomocup_point out[BRAIN_SWAP2_MAX], int *out_count,
                                      struct pes_note *note);

#endif
