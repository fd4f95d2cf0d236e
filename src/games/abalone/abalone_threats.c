/* Threats for display: the marbles that can be ejected by the next move.
 *
 * Both players are looked at as if each were to move. If two marbles suffice, the same push with a
 * third one behind them is the same threat. Invariant: of such moves only the smallest group is
 * listed. */
#include "games/abalone/abalone.h"

enum { LAST_MARBLE = 1 }; /* the kind of a threat that would win the game; the others are 0 */

static int16_t cell_of_bit(uint64_t bit) {
    return (int16_t)abalone_cell_of[__builtin_ctzll(bit)];
}

/* The earlier threat that pushes the same marble from the same front, or NULL. Moves are listed by
 * the lowest marble, so the smaller group may come first or last. */
static struct pes_threat *same_threat(const struct pes_threat *t, struct pes_threat out[], int n) {
    for (int i = 0; i < n; i++)
        if (out[i].player == t->player && out[i].at[0] == t->at[0] &&
            out[i].cells[0] == t->cells[0])
            return &out[i];
    return NULL;
}

/* A threat; its cells are the group from front to back. */
static struct pes_threat threat_of(const struct abalone_table *table, const struct abalone *s,
                                   pes_move m, const struct abalone_push *push) {
    const struct abalone_slot *slot = abalone_slot(m);
    const int back = (slot->direction + ABALONE_LINES) % ABALONE_DIRECTIONS;
    struct pes_threat t = {
        .player = (int8_t)s->mover,
        .kind = s->lost[!s->mover] + 1 == table->eject ? LAST_MARBLE : 0,
        .at_count = 1,
        .at = {cell_of_bit(push->last)},
    };
    for (int i = 0, place = abalone_front(m); i < slot->size; i++) {
        assert(place >= 0);
        t.cells[t.cell_count++] = (int16_t)abalone_cell_of[place];
        place = abalone_next(place, back);
    }
    return t;
}

/* Appends the threats of the mover of s to the n in `out`; returns the new count. */
static int add_threats(const struct abalone_table *table, const struct abalone *s,
                       struct pes_threat out[], int n) {
    pes_move list[ABALONE_MOVES_MAX];
    const int count = table->list(s->marbles[s->mover], s->marbles[!s->mover], list);
    for (int i = 0; i < count && n < PES_THREATS_MAX; i++) {
        const struct abalone_push push = abalone_push(s, list[i]);
        if (push.first == 0 || push.behind != 0)
            continue;
        const struct pes_threat t = threat_of(table, s, list[i], &push);
        struct pes_threat *same = same_threat(&t, out, n);
        if (same == NULL)
            out[n++] = t;
        else if (t.cell_count < same->cell_count)
            *same = t;
    }
    return n;
}

/* Threats that win come first, then those of the side to move: they are carried out first. */
int abalone_threats(const struct pes_game *g, const struct pes_state *state,
                    struct pes_threat out[]) {
    const struct abalone_table *table = abalone_table(g);
    const struct abalone *s = abalone_at(state);
    if (pes_over(g, state))
        return 0;
    struct abalone other = *s;
    other.mover ^= 1;
    const bool other_wins = s->lost[s->mover] + 1 == table->eject;
    const bool mover_wins = s->lost[other.mover] + 1 == table->eject;
    const bool other_first = other_wins && !mover_wins;
    const int n = add_threats(table, other_first ? &other : s, out, 0);
    return add_threats(table, other_first ? s : &other, out, n);
}

static const struct pes_text
    say_push_off = PES_TEXT("{1} can push {2} off with {3}-{4}.",
                            "Ο {1} μπορεί να βγάλει τη μπίλια στο {2} με τις {3}-{4}."),
    say_last = PES_TEXT("{1} can push {2} off with {3}-{4} and win.",
                        "Ο {1} μπορεί να βγάλει τη μπίλια στο {2} με τις {3}-{4} και να κερδίσει.");

size_t abalone_say_threat(const struct pes_game *g, const struct pes_state *s,
                          const struct pes_threat *threat, enum pes_lang lang, char *out,
                          size_t cap) {
    (void)g;
    (void)s;
    char falls[ABALONE_CELL_TEXT], back[ABALONE_CELL_TEXT], front[ABALONE_CELL_TEXT];
    assert(threat->cell_count >= 2 && threat->cell_count <= ABALONE_GROUP);
    const int16_t last = threat->cells[threat->cell_count - 1];
    return pes_say(lang, threat->kind == LAST_MARBLE ? &say_last : &say_push_off,
                   PES_ARGS(PES_SAID(abalone_name(threat->player)),
                            PES_STR(abalone_cell_name(abalone_place_of[threat->at[0]], falls)),
                            PES_STR(abalone_cell_name(abalone_place_of[last], back)),
                            PES_STR(abalone_cell_name(abalone_place_of[threat->cells[0]], front))),
                   out, cap);
}

static const struct pes_text deeds[LAST_MARBLE + 1][PES_DEED_ALLOWS + 1] = {
    [0] = {[PES_DEED_MAKES] =
               PES_TEXT("threatens to push {1} off", "απειλεί να βγάλει τη μπίλια στο {1}"),
           [PES_DEED_STOPS] = PES_TEXT("saves the marble on {1}", "σώζει τη μπίλια στο {1}"),
           [PES_DEED_LEAVES] = PES_TEXT("leaves the marble on {1} in danger",
                                        "αφήνει τη μπίλια στο {1} σε κίνδυνο"),
           [PES_DEED_ALLOWS] = PES_TEXT("lets the opponent push {1} off",
                                        "αφήνει τον αντίπαλο να βγάλει τη μπίλια στο {1}")},
    [LAST_MARBLE] =
        {[PES_DEED_MAKES] = PES_TEXT("threatens to win by pushing {1} off",
                                     "απειλεί να κερδίσει βγάζοντας τη μπίλια στο {1}"),
         [PES_DEED_STOPS] = PES_TEXT("saves the marble on {1}, the last one to lose",
                                     "σώζει τη μπίλια στο {1}, που θα έκρινε την παρτίδα"),
         [PES_DEED_LEAVES] = PES_TEXT("leaves the marble on {1} to the opponent, who wins "
                                      "with it",
                                      "αφήνει τη μπίλια στο {1} στον αντίπαλο, που κερδίζει "
                                      "με αυτήν"),
         [PES_DEED_ALLOWS] = PES_TEXT("lets the opponent push {1} off and win",
                                      "αφήνει τον αντίπαλο να βγάλει τη μπίλια στο {1} και "
                                      "να κερδίσει")},
};

size_t abalone_say_deed(const struct pes_game *g, const struct pes_state *s,
                        const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                        char *out, size_t cap) {
    (void)g;
    (void)s;
    char falls[ABALONE_CELL_TEXT];
    assert(threat->at_count == 1);
    return pes_say(lang, &deeds[threat->kind][deed],
                   PES_ARGS(PES_STR(abalone_cell_name(abalone_place_of[threat->at[0]], falls))),
                   out, cap);
}
