/* Levels of play as the texts of agents: "level:n=3". */
#ifndef CORE_LEVEL_H
#define CORE_LEVEL_H

#include "pessoi/kit.h"

enum { LEVEL_TEXT_MAX = 24 /* bytes, NUL included */ };

/* The agent that plays level n, from 1. */
const char *level_format(int n, char out[LEVEL_TEXT_MAX]);

/* The level of the game that an agent's text names, from 1; 0: it names none. */
int level_parse(const struct pes_kit *kit, const char *agent);

/* The level for a person's first game, from 1; the game must have levels. */
int level_usual(const struct pes_levels *levels);

#endif
