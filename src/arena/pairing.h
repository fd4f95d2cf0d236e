/* Who plays whom: pure functions of the number of players and, for Swiss and knockout, of the
 * results so far. Players are numbered from 0 in the order of their seeds. docs/adr/0025. */
#ifndef ARENA_PAIRING_H
#define ARENA_PAIRING_H

#include "pessoi/err.h"

enum { PAIRING_PLAYERS_MAX = 512, PAIRING_BYE = -1 };

/* b is PAIRING_BYE if a does not play in this round. Otherwise the order is that of the sides in
 * the first game of a pair: a is First. */
struct pairing {
    int32_t a, b;
};

/* Round robin by the circle method: everyone meets everyone exactly once. With an odd number one
 * player rests in each round; it has no pairing there. Fills in players / 2 pairings. */
int32_t pairing_robin_rounds(int32_t players);
void pairing_robin(int32_t players, int32_t round, struct pairing out[]);

/* What a Swiss round is paired from. */
struct swiss {
    int32_t players;
    const int64_t *points; /* by player */
    const uint8_t *met;    /* by a * players + b: how often they met; symmetric */
    const uint8_t *byes;   /* by player: how often it had a bye */
};

/* One Swiss round, (players + 1) / 2 pairings, a bye last. From the top of the standings each
 * player meets one of its own score group, the upper half against the lower half, or of the next
 * group below if nobody is left. Nobody meets the same opponent twice as long as that can be
 * avoided for all. The bye goes to the last player of those with the fewest byes. Fails with NOMEM.
 */
PES_MUST_USE enum pes_err pairing_swiss(const struct swiss *s, struct pairing out[]);
/* Rounds until at most one player can have won all its pairings. */
int32_t pairing_swiss_rounds(int32_t players);

/* Knockout: the first round of the standard bracket, in which the two best seeds can meet only in
 * the final. It has a power of two of places; the best seeds have byes where players are missing.
 * Fills in size / 2 pairings; the winners of 2i and 2i+1 meet in pairing i of the next round. */
int32_t pairing_knockout_size(int32_t players); /* places: the next power of two */
int32_t pairing_knockout_rounds(int32_t players);
void pairing_knockout(int32_t players, struct pairing out[]);

#endif
