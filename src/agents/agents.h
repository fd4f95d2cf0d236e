/* The classes of agents there are, for the table in agent.c. To add one, write agent_<name>.c and
 * name it here and there: docs/howto/write-an-agent.md shows how. */
#ifndef AGENTS_AGENTS_H
#define AGENTS_AGENTS_H

#include "pessoi/search.h"
#include "search/budget.h"

/* `random`: every legal move is as likely as any other. It has no values. */
extern const struct pes_agent_class agent_random_class;

/* The players of a report, one for each rating of the kit that picks: the first best of the
 * ratings, or a move drawn with the ratings as weights. Scores and values are the mover's. */
extern const struct pes_agent_class agent_rating_class;

/* `minimax`: plain minimax as the report describes it, search/minimax.h.
 *
 * Options: those of the rating, then `depth`, `nodes`, `movetime`, then the kit's own (`model`). An
 * option with a variant_key makes the agent think in another variant of the game: the position is
 * carried over as text, and moves must be packed alike in both. Its root moves are those legal in
 * the game and in the model; where there are none, those legal in the game, valued by the game's
 * own rules. values() gives no value to the others.
 *
 * Scores and values are First's where kit->minimax->first_view says so, else the mover's.
 *
 * Where nodes, time or the stop flag end the search early, the answer is the best of the root moves
 * that were finished, in list order; if none was, it is the first root move, without a score. Its
 * depth is then 0: none was finished. values() leaves out the values of unfinished moves. */
extern const struct pes_agent_class agent_minimax_class;

/* `alphabeta`: the strong search of games in which chance does not play on, pessoi/search.h.
 *
 * Options: `depth`, `nodes`, `movetime`, `threads`, `table` (megabytes), `selective` and `eval`,
 * the name of one of the kit's evaluations (only where it has some; the first is the default).
 * Scores and values are the mover's. What it learns it keeps from move to move and forgets when a
 * game begins: equal games under limits by depth or nodes, on one thread, repeat.
 *
 * Where neither an option nor a limit bounds it, it makes ALPHABETA_NODES nodes. Time and the stop
 * flag never keep it from looking at every move once; nodes do. */
enum { ALPHABETA_NODES = 1000000 };
extern const struct pes_agent_class agent_alphabeta_class;

/* `mcts`: Monte Carlo tree search, pessoi/search.h.
 *
 * Options: `depth` (of the tree), `nodes`, `movetime`, `iterations` (simulated games), `threads`,
 * `memory` (megabytes), `plies` (of a playout; by default few where the kit has an evaluation to
 * judge it), `rave` (by default in games of bounded length without chance) and, where the kit has
 * evaluations, `bias` and `eval`. Scores and values are the mover's chance to win. It draws from
 * its rng, so that equal games come from equal seeds alone. The tree behind the moves played is
 * kept from move to move and forgotten when a game begins.
 *
 * Where neither an option nor a limit bounds it, it makes MCTS_NODES nodes. */
enum { MCTS_NODES = 2000000 };
extern const struct pes_agent_class agent_mcts_class;

/* `expectimax`: the strong search of games in which chance plays on, pessoi/search.h.
 *
 * Options: `depth`, `nodes`, `movetime`; `samples`, where 0 tries every outcome, or leaves outcomes
 * unknown where the game has such; `eval`, the name of one of the kit's evaluations (only where it
 * has some; the first is the default). Scores and values are the mover's. Equal games under limits
 * by depth or nodes repeat, unless it samples: then its luck is the game's. Where neither an option
 * nor a limit bounds it, it makes EXPECTIMAX_NODES nodes. */
enum { EXPECTIMAX_NODES = 200000 };
extern const struct pes_agent_class agent_expectimax_class;

/* `max`: the strongest we have for the game, by what its kit knows:
 *
 * - expectimax where chance plays on;
 * - mcts where chance does not and the kit has neither an evaluation, a rating of positions, an
 *   order of moves nor tactics: alpha-beta would only see ends of the game, playouts see more;
 * - alphabeta otherwise.
 *
 * Options: `depth`, `nodes` and `movetime`; `threads` and `table` of the alphabeta, or `threads`
 * and `memory` of the mcts. Where nothing bounds it, it makes EXPECTIMAX_NODES, MCTS_NODES or
 * ALPHABETA_NODES nodes. Time and the stop flag never keep it from looking at every move once;
 * nodes do. */
extern const struct pes_agent_class agent_max_class;

/* `level`: a player for people, for games whose kit has levels (struct pes_levels).
 *
 * Option: `n`, from 1, the weakest. It draws from its rng; a caller's limits only make it look at
 * less. It has no values and tells none. */
extern const struct pes_agent_class agent_level_class;

/* `oracle`: plays by a table of all positions (pessoi/solve.h), for games whose kit numbers them.
 *
 * It plays the quickest win or the longest resistance. Among moves of equal value that do not win
 * it shuns those that end the game or let a reply end it by repetition, and seeks them where it is
 * lost; then it prefers most ways
 * for the other to go wrong, then positions that are new to the game, then what the game's
 * evaluation likes, then the first. `mate` is exact. Scores and values are the mover's: the
 * search's for a proven end in so many plies, 0 for a draw. Repetition and the ply cap are not in
 * the table.
 *
 * Option: `table`, the folder of tables. A table that is there and not good is refused, with the
 * agent. A missing one is made when the first question comes, however long that takes, telling as
 * `nodes` the positions looked at; the stop flag ends it. */
extern const struct pes_agent_class agent_oracle_class;

/* Registered classes: registered.c. ---------------------------------------------------------- */

/* The i-th class that pes_agent_register() accepted, in that order, from 0; NULL: no more. */
const struct pes_agent_class *agents_registered(int i);

/* Is it the name of one of Pessoi's own classes? */
bool agents_is_built_in(const char *name);

/* Options that classes share. ---------------------------------------------------------------- */

/* Copies a table, which may be NULL, to the end of another that has `count` options and room for
 * PES_OPTIONS_MAX + 1; returns the new count. */
int agents_add_options(struct pes_option out[], int count, const struct pes_option *from);

/* Adds `depth` (1..depth_max, which is at most PES_DEPTH_MAX), `nodes` and `movetime`, the same for
 * every agent that searches; returns the new count. */
enum { AGENTS_PLAIN_DEPTH_MAX = 20 }; /* of searches that try everything */
int agents_add_budget(struct pes_option out[], int count, int depth, int depth_max);

/* Adds the `threads` and the `table` of the alphabeta; returns the new count. */
int agents_add_threads(struct pes_option out[], int count);

/* Adds the `threads` and the `memory` of the mcts; returns the new count. */
int agents_add_tree(struct pes_option out[], int count);

/* What the three of agents_add_budget() say in an agent that has them. */
struct budget agents_budget(const struct pes_agent *agent);

/* The number of an option that the agent has. */
int64_t agents_number(const struct pes_agent *agent, const char *key);

/* The caller's limits with the agent's own budget in them. Something must end a search: where
 * nothing does, it is `nodes_default`. */
struct pes_limits agents_limits(const struct pes_agent *agent, const struct pes_history *h,
                                const struct pes_limits *limits, uint64_t nodes_default);

/* Adds `eval` where the kit has evaluations; returns the new count. */
int agents_add_eval(struct pes_option out[], int count, const struct pes_kit *kit);

/* The evaluation that `eval` names; NULL in *out: the agent has no such option. */
PES_MUST_USE enum pes_err agents_find_eval(const struct pes_agent *agent,
                                           const struct pes_eval **out, struct pes_note *note);

#endif
