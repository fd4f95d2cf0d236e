/* Threats for display: for each player the empty cell where its next known number captures the most
 * points. Invariant: at most one threat per player, the greater one first. */
#include "games/proximity/proximity.h"

/* The tiles that `player` would capture with `number` on an empty cell; returns their points. */
static int captures(const struct proximity_board *board, const struct proximity *s, int cell,
                    int player, int number, struct pes_threat *out) {
    const struct proximity_cell *at = &board->at[cell];
    int points = 0;
    *out = (struct pes_threat){.player = (int8_t)player, .at_count = 1, .at = {(int16_t)cell}};
    for (int i = 0; i < at->degree; i++) {
        const uint8_t tile = proximity_get(board, s, at->neighbour[i]);
        if (tile == 0 || proximity_owner(tile) == player || proximity_score(tile) >= number)
            continue;
        out->cells[out->cell_count++] = at->neighbour[i];
        points += proximity_score(tile);
    }
    return points;
}

/* The best capture with the i-th number of the queue; returns its points, 0: none. */
static int most(const struct proximity_board *board, const struct proximity *s, int i,
                struct pes_threat *out) {
    int best = 0;
    for (int cell = 0; i < s->known && cell < board->cells; cell++) {
        struct pes_threat t;
        if (proximity_get(board, s, cell) != 0)
            continue;
        const int points = captures(board, s, cell, (s->placed + i) & 1, proximity_known(s, i), &t);
        if (points > best) {
            best = points;
            *out = t;
        }
    }
    return best;
}

/* The player who can take more comes first. */
int proximity_threats(const struct pes_game *g, const struct pes_state *state,
                      struct pes_threat out[]) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    struct pes_threat mover, other;
    if (proximity_turn(board, s) < 0)
        return 0;
    const int now = most(board, s, 0, &mover), next = most(board, s, 1, &other);
    int n = 0;
    if (next > now)
        out[n++] = other;
    if (now > 0)
        out[n++] = mover;
    if (next > 0 && next <= now)
        out[n++] = other;
    return n;
}

static const struct pes_text say_can_take =
    PES_TEXT("{1} can take {2} {2|point|points} with {3} on {4}: {5}.",
             "Ο {1} μπορεί να πάρει {2} {2|πόντο|πόντους} με το {3} στο {4}: {5}.");

size_t proximity_say_threat(const struct pes_game *g, const struct pes_state *state,
                            const struct pes_threat *threat, enum pes_lang lang, char *out,
                            size_t cap) {
    const struct proximity_board *board = proximity_board(g);
    const struct proximity *s = proximity_at(state);
    assert(threat->cell_count >= 1 && threat->cell_count <= PROXIMITY_DIRECTIONS);
    const int number = proximity_known(s, threat->player != (s->placed & 1));
    char at[PROXIMITY_NAME_MAX], tiles[PROXIMITY_DIRECTIONS * (PROXIMITY_NAME_MAX + 1)] = "";
    int points = 0, length = 0;
    for (int i = 0; i < threat->cell_count; i++) {
        char name[PROXIMITY_NAME_MAX];
        proximity_name(board, threat->cells[i], name);
        length +=
            snprintf(tiles + length, sizeof tiles - (size_t)length, i > 0 ? ", %s" : "%s", name);
        points += proximity_score(proximity_get(board, s, threat->cells[i]));
    }
    proximity_name(board, threat->at[0], at);
    return pes_say(lang, &say_can_take,
                   PES_ARGS(PES_SAID(&proximity_rules.players[threat->player].name),
                            PES_INT(points), PES_INT(number), PES_STR(at), PES_STR(tiles)),
                   out, cap);
}
