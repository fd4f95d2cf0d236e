/* What every move of a position is worth.
 *
 * In a game without chance every move is made and the adviser searches the position after it, so
 * that its answer is also the reply. In a game with chance a move's worth is an expectation, which
 * the adviser computes for all moves at once; its reply is one to outcomes that are drawn. Chances
 * are the mover's, a draw counts as half a win. */
#ifndef PUZZLES_JUDGE_H
#define PUZZLES_JUDGE_H

#include "core/puzzle.h"
#include "pessoi/agent.h"

enum { JUDGE_REPLY_MAX = 128 /* bytes of a reply as text, NUL included */ };

/* One move. */
struct judged {
    pes_move move;
    double chance; /* of its mover to win, 0..1 */
    bool decided;  /* proven, and then.. */
    int mate;      /* .. plies to the end from before the move: > 0 the mover wins, < 0 it loses */
    char reply[JUDGE_REPLY_MAX]; /* outcomes and the reply as text; "": the game is over, or it is
                                  * too long to be shown */
};

struct judge {
    struct pes_agent *adviser; /* borrowed */
    const atomic_bool *stop;   /* NULL: never */
    uint64_t seed;             /* of drawn outcomes */
};

/* The adviser's own answer within `nodes`. Fails with STOPPED, or as the agent does. */
PES_MUST_USE enum pes_err judge_best(const struct judge *j, const struct pes_history *h,
                                     uint64_t nodes, struct pes_answer *out);

/* Every legal move in list order, each within `nodes` (in a game with chance all of them within
 * `nodes` times their number); returns how many in *count. The history is changed meanwhile and
 * restored. */
PES_MUST_USE enum pes_err judge_all(const struct judge *j, struct pes_history *h, uint64_t nodes,
                                    struct judged out[], int *count);

/* One move within `nodes`, in a game without chance. */
PES_MUST_USE enum pes_err judge_move(const struct judge *j, struct pes_history *h, pes_move m,
                                     uint64_t nodes, struct judged *out);

/* Fills in the replies of moves judged in a game with chance; elsewhere they are known already. */
PES_MUST_USE enum pes_err judge_replies(const struct judge *j, struct pes_history *h,
                                        uint64_t nodes, struct judged moves[], int count);

/* Takes back moves until `count` are left. */
void judge_back_to(struct pes_history *h, int count);

#endif
