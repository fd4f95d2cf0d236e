/* The rules of a game in pictures (struct pes_rule in pessoi/view.h), as games that were played. */
#ifndef CORE_RULE_H
#define CORE_RULE_H

#include "pessoi/history.h"
#include "pessoi/kit.h"
#include "pessoi/view.h"

/* How many pictures the game has; 0 without a view. */
int rule_count(const struct pes_kit *kit);

/* Opens the variant of a picture and plays all its moves; ownership of both passes to the caller.
 * On error nothing is open. */
PES_MUST_USE enum pes_err rule_open(const struct pes_kit *kit, const struct pes_rule *rule,
                                    struct pes_game **game, struct pes_history **history,
                                    struct pes_note *note);

/* The cells that are crossed out; returns how many, or -1 if a label is not one of the board's. */
int rule_crossed(const struct pes_game *g, const struct pes_rule *rule, int16_t out[PES_CELLS_MAX]);

#endif
