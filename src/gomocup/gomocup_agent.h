/* The agent class `gomocup`: `gomocup:./pbrain-x` is a Gomocup engine as a player of Gomoku. The
 * process starts when a game begins, plays one game after another, and is replaced when it fails.
 * docs/formats/gomocup.md says what it is sent. */
#ifndef GOMOCUP_GOMOCUP_AGENT_H
#define GOMOCUP_GOMOCUP_AGENT_H

#include "process/program.h"

enum {
    GOMOCUP_MOVE_MS = 1000, /* per move, if the limits have no time */
    GOMOCUP_GRACE_MS = 500  /* by which an answer may be late: pipes and busy machines */
};

void gomocup_class_init(struct program_class *class, const struct program_config *config);

#endif
