#include "arena/pairing.h"

#include <assert.h>

/* Round robin. ------------------------------------------------------------------------------- */

int32_t pairing_robin_rounds(int32_t players) {
    assert(players >= 2);
    return players % 2 == 0 ? players - 1 : players;
}

/* All but the last sit in a circle, which turns by one place per round; opposite places meet. The
 * last one meets the player at the place where the circle was cut; with an odd number of players
 * there is no last one, and that player rests. */
void pairing_robin(int32_t players, int32_t round, struct pairing out[]) {
    const int32_t circle = pairing_robin_rounds(players);
    assert(round >= 0 && round < circle);
    int32_t count = 0;
    if (players % 2 == 0)
        out[count++] = (struct pairing){round, players - 1};
    for (int32_t i = 1; i <= (circle - 1) / 2; i++) {
        const int32_t a = (round + i) % circle, b = (round + circle - i) % circle;
        out[count++] = a < b ? (struct pairing){a, b} : (struct pairing){b, a};
    }
    assert(count == players / 2);
}

/* Knockout. ---------------------------------------------------------------------------------- */

int32_t pairing_knockout_size(int32_t players) {
    assert(players >= 1 && players <= PAIRING_PLAYERS_MAX);
    int32_t size = 1;
    while (size < players)
        size *= 2;
    return size;
}

int32_t pairing_knockout_rounds(int32_t players) {
    int32_t rounds = 0;
    for (int32_t size = pairing_knockout_size(players); size > 1; size /= 2)
        rounds++;
    return rounds;
}

int32_t pairing_swiss_rounds(int32_t players) {
    return pairing_knockout_rounds(players);
}

/* The seed at a place of the bracket. A bracket of one place has seed 0; each doubling puts beside
 * seed s of the smaller one its weakest possible opponent, size - 1 - s. */
static int32_t seed_at(int32_t place, int32_t size) {
    if (size == 1)
        return 0;
    const int32_t seed = seed_at(place / 2, size / 2);
    return place % 2 == 0 ? seed : size - 1 - seed;
}

void pairing_knockout(int32_t players, struct pairing out[]) {
    const int32_t size = pairing_knockout_size(players);
    for (int32_t i = 0; i < size / 2; i++) {
        const int32_t a = seed_at(2 * i, size), b = seed_at(2 * i + 1, size);
        assert(a < players);
        assert(a < b);
        out[i] = (struct pairing){a, b < players ? b : PAIRING_BYE};
    }
}
