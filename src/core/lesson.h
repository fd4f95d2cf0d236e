/* The lesson about a game (struct pes_lesson in pessoi/view.h): its steps as games under way. */
#ifndef CORE_LESSON_H
#define CORE_LESSON_H

#include "core/rule.h"

/* How many steps the lesson has; 0 without a view. */
int lesson_count(const struct pes_kit *kit);

/* Opens the variant of a step and plays up to the position in which the person moves; ownership of
 * both passes to the caller. On error nothing is open. */
PES_MUST_USE enum pes_err lesson_open(const struct pes_kit *kit, const struct pes_lesson *step,
                                      struct pes_game **game, struct pes_history **history,
                                      struct pes_note *note);

/* Does a legal move of the step's position do what its task says? */
bool lesson_accepts(const struct pes_lesson *step, const char *move);

/* The first move that does it, a legal one of `s`, the step's position; 0: none is legal. */
pes_move lesson_first(const struct pes_lesson *step, const struct pes_game *g,
                      const struct pes_state *s);

/* How many touches the step explains. */
int lesson_touches(const struct pes_lesson *step);

#endif
