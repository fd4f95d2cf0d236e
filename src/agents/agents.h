/* The agent classes of Pessoi, and the options that several of them share. To add a class, write
 * agent_<name>.c, declare the class here and add it to the table in agent.c:
 * docs/howto/write-an-agent.md shows how. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "pessoi/search.h"
#include "search/budget.h"

/* `random`: a legal move, all equally likely. It has no values. */
extern const struct pes_agent_class agent_random_class;

/* The players of a report, one agent per rating of the kit that picks moves: the first of the moves
 * with the highest rating, or a move drawn with the ratings as weights. Scores and values are the
 * mover's. */
extern const struct pes_agent_class agent_rating_class;

/* `minimax`: plain minimax as the report describes it, search/minimax.h.
 *
 * Options: those of the rating, then `depth`, `nodes`, `movetime`, then the kit's own (`model`). An
 * option with a variant_key makes the agent search in another variant of the game, its model: the
 * position is transferred as text, and moves must be packed alike in both. Its root moves are those
 * legal in the game and in the model; if there are none, those legal in the game, searched in the
 * game itself. values() gives no value to other moves.
 *
 * Scores and values are First's if kit->minimax->first_view is set, else the mover's.
 *
 * If nodes, time or the stop flag end the search early, the answer is the best of the finished root
 * moves, in list order, or the first root move, without a score, if none was finished; its depth is
 * then 0. values() gives no value to unfinished moves. */
extern const struct pes_agent_class agent_minimax_class;

/* `alphabeta`: the strong search for games without chance after the start, pessoi/search.h.
 *
 * Options: `depth`, `nodes`, `movetime`, `threads`, `table` (megabytes), `selective` and `eval`,
 * the name of one of the kit's evaluations (only if it has any; the first is the default). Scores
 * and values are the mover's. The transposition table and the history tables are kept from move to
 * move and cleared when a game begins: with limits by depth or nodes, on one thread, equal games
 * give equal answers.
 *
 * Without an option or limit that bounds the search, it makes ALPHABETA_NODES nodes. It searches
 * every move at least to depth 1, whatever time and stop flag say, unless the node limit ends it.
 */
enum { ALPHABETA_NODES = 1000000 };
extern const struct pes_agent_class agent_alphabeta_class;

/* `mcts`: Monte Carlo tree search, pessoi/search.h.
 *
 * Options: `depth` (of the tree), `nodes`, `movetime`, `iterations` (simulated games), `threads`,
 * `memory` (megabytes), `plies` (of a playout; by default few if the kit has an evaluation), `rave`
 * (by default on in games of bounded length without chance) and, if the kit has evaluations, `bias`
 * and `eval`. Scores and values are the mover's win probability. It draws from its rng: only equal
 * seeds give equal answers. The subtree of the moves played is reused for the next move; the tree
 * is cleared when a game begins.
 *
 * Without an option or limit that bounds the search, it makes MCTS_NODES nodes. */
enum { MCTS_NODES = 2000000 };
extern const struct pes_agent_class agent_mcts_class;

/* `expectimax`: the strong search for games with chance after the start, pessoi/search.h.
 *
 * Options: `depth`, `nodes`, `movetime`; `samples`, where 0 means every outcome, or the unknown
 * outcome if the game has one; `eval`, the name of one of the kit's evaluations (only if it has
 * any; the first is the default). Scores and values are the mover's. With limits by depth or nodes
 * equal games give equal answers; if it samples, the answers also depend on the seed. Without an
 * option or limit that bounds the search, it makes EXPECTIMAX_NODES nodes. */
enum { EXPECTIMAX_NODES = 200000 };
extern const struct pes_agent_class agent_expectimax_class;

/* `max`: the strongest search for the game, chosen by the parts of its kit:
 *
 * - expectimax if the game has chance after the start;
 * - mcts if it has not, and the kit has no evaluation, rating of positions, move ordering or
 *   tactics: alpha-beta would then see only ends of the game, playouts see more;
 * - alphabeta otherwise.
 *
 * Options: `depth`, `nodes` and `movetime`; `threads` and `table` of alphabeta, or `threads` and
 * `memory` of mcts. Without an option or limit that bounds the search, it makes EXPECTIMAX_NODES,
 * MCTS_NODES or ALPHABETA_NODES nodes. */
extern const struct pes_agent_class agent_max_class;

/* `level`: an opponent of limited strength for people, for games whose kit has levels (struct
 * pes_levels).
 *
 * Option: `n`, from 1, the weakest. It draws from its rng; a caller's limits can only reduce its
 * search. It has no values and gives no score. */
extern const struct pes_agent_class agent_level_class;

/* `oracle`: plays from a table of all positions (pessoi/solve.h), for games whose kit numbers them.
 *
 * It plays the fastest win or the slowest loss. Among moves of equal value that do not win, it
 * avoids those that end the game or let a reply end it by repetition (in a lost position it seeks
 * them); then it prefers the move after which the opponent has the most mistakes to make, then
 * positions that have not occurred in the game, then those with the best evaluation, then the first
 * in list order. `mate` is exact. Scores and values are the mover's: those of a search for a proven
 * end in so many plies, 0 for a draw. The table does not know repetition and the ply cap.
 *
 * Option: `table`, the folder of tables. If the table exists but is damaged, create() fails. A
 * missing table is made by the first choose() or values(), however long that takes; info() reports
 * the positions examined as `nodes`, and the stop flag ends it. */
extern const struct pes_agent_class agent_oracle_class;

/* Registered classes: registered.c. ---------------------------------------------------------- */

/* The i-th class that pes_agent_register() accepted, in that order, from 0; NULL: no more. */
const struct pes_agent_class *agents_registered(int i);

/* Is it the name of one of Pessoi's own classes? */
bool agents_is_built_in(const char *name);

/* Options that classes share. ---------------------------------------------------------------- */

/* Appends the options of `from`, which may be NULL, to a table that has `count` options and holds
 * PES_OPTIONS_MAX + 1; returns the new count. */
int agents_add_options(struct pes_option out[], int count, const struct pes_option *from);

/* The titles of the choices "off|on". */
extern const struct pes_text agents_off_on[];

/* Adds `depth` (1..depth_max, which is at most PES_DEPTH_MAX), `nodes` and `movetime`, the same for
 * every agent that searches; returns the new count. */
enum { AGENTS_PLAIN_DEPTH_MAX = 20 }; /* of searches without pruning */
int agents_add_budget(struct pes_option out[], int count, int depth, int depth_max);

/* Adds `threads` and `table` of alphabeta; returns the new count. */
int agents_add_alphabeta(struct pes_option out[], int count);

/* Adds `threads` and `memory` of mcts; returns the new count. */
int agents_add_mcts(struct pes_option out[], int count);

/* The values of the options of agents_add_budget(), for an agent that has them. */
struct budget agents_budget(const struct pes_agent *agent);

/* The number of an option, which the agent must have. */
int64_t agents_number(const struct pes_agent *agent, const char *key);

/* The caller's limits combined with the agent's own budget. Every search must be bounded: if
 * neither bounds it, `nodes_default` does. */
struct pes_limits agents_limits(const struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, uint64_t nodes_default);

/* Adds `eval` if the kit has evaluations; returns the new count. */
int agents_add_eval(struct pes_option out[], int count, const struct pes_kit *kit);

/* The evaluation that the option `eval` names; *out is NULL if the agent has no such option. Fails
 * with UNKNOWN. */
PES_MUST_USE enum pes_err agents_find_eval(const struct pes_agent *agent,
                                           const struct pes_eval **out, struct pes_note *note);

#endif
