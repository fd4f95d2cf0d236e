/* Threats for display: fours, which the next stone makes a five, and open threes, which it makes an
 * open four.
 *
 * Shapes give what a stone on a point would make under the rule of the variant; here the points are
 * grouped by the stones they complete. In renju a three of Black counts only if Black may extend
 * it. Invariant: two threats of one player never have the same stones. */
#include "games/gomoku/gomoku_shapes.h"

enum { KIND_FOUR, KIND_OPEN_FOUR, KIND_OPEN_THREE };

/* The list of threats under construction. */
struct finder {
    const struct gomoku_board *board;
    const struct gomoku *s;
    struct pes_threat *out;
    int count;
};

/* The stones adjacent to a point in its line, without a gap, from the first to the last. Returns
 * their number, or -1 if they exceed the capacity of a threat: so many stones make no five. */
static int stones_beside(const struct finder *f, int point, int kind, int colour,
                         int16_t out[PES_THREAT_CELLS_MAX]) {
    const struct gomoku_board *board = f->board;
    const uint32_t x = f->s->lines.of[board->at[point].line[kind]][colour];
    const int bit = gomoku_bit(board, point, kind);
    int first = bit, last = bit, n = 0;
    while (first > 0 && (x >> (first - 1) & 1))
        first--;
    while (x >> (last + 1) & 1)
        last++;
    if (last - first > PES_THREAT_CELLS_MAX)
        return -1;
    for (int i = first; i <= last; i++)
        if (i != bit)
            out[n++] = (int16_t)(point + (i - bit) * board->step[kind]);
    assert(n == last - first);
    return n;
}

/* Adds a completing point to the threat with these stones, or a new threat. */
static void add_point(struct finder *f, const struct pes_threat *t) {
    assert(t->at_count == 1 && t->cell_count > 0);
    for (int i = 0; i < f->count; i++) {
        struct pes_threat *old = &f->out[i];
        if (old->player != t->player || old->cell_count != t->cell_count ||
            memcmp(old->cells, t->cells, t->cell_count * sizeof t->cells[0]) != 0)
            continue;
        if (old->at_count < PES_THREAT_CELLS_MAX)
            old->at[old->at_count++] = t->at[0];
        if (old->kind == KIND_FOUR)
            old->kind = KIND_OPEN_FOUR;
        return;
    }
    if (f->count < PES_THREATS_MAX)
        f->out[f->count++] = *t;
}

/* Does a stone that makes this shape carry out a threat of this kind? */
static bool strikes(const struct finder *f, int point, int colour, enum gomoku_shape shape,
                    int kind_of_threat) {
    if (kind_of_threat == KIND_FOUR)
        return shape == SHAPE_FIVE;
    if (shape != SHAPE_OPEN_FOUR)
        return false;
    return !f->board->renju || colour == GOMOKU_WHITE ||
           gomoku_ban(f->board, f->s, point) == GOMOKU_ALLOWED;
}

static void find(struct finder *f, int colour, int kind_of_threat) {
    for (int point = gomoku_next(f->s->empty, 0); point >= 0;
         point = gomoku_next(f->s->empty, point + 1))
        for (int kind = 0; kind < GOMOKU_KINDS; kind++) {
            const enum gomoku_shape shape =
                gomoku_shape_at(f->board, &f->s->lines, point, colour, kind, 0);
            if (!strikes(f, point, colour, shape, kind_of_threat))
                continue;
            struct pes_threat t = {
                .player = (int8_t)gomoku_swapped(f->s, colour),
                .kind = (uint8_t)kind_of_threat,
                .at_count = 1,
                .at = {(int16_t)point},
            };
            const int n = stones_beside(f, point, kind, colour, t.cells);
            t.cell_count = (uint8_t)(n > 0 ? n : 0);
            /* Two fours in one line that share a gap are not an open four. */
            if (n > 0 && (kind_of_threat == KIND_FOUR || n == 3))
                add_point(f, &t);
        }
}

/* Fours before open threes, and those of the side to move first. */
int gomoku_threats(const struct pes_game *g, const struct pes_state *state,
                   struct pes_threat out[]) {
    struct finder f = {.board = gomoku_board(g), .s = gomoku_at(state), .out = out};
    if (!gomoku_playing(f.s) || pes_over(g, state))
        return 0;
    const int mover = gomoku_colour(f.s);
    find(&f, mover, KIND_FOUR);
    find(&f, !mover, KIND_FOUR);
    find(&f, mover, KIND_OPEN_THREE);
    find(&f, !mover, KIND_OPEN_THREE);
    return f.count;
}

static const struct pes_text says[] = {
    [KIND_FOUR] =
        PES_TEXT("{1} has a four: {2}; five at {3}.", "Ο {1} έχει τετράδα: {2}· πεντάδα στο {3}."),
    [KIND_OPEN_FOUR] = PES_TEXT("{1} has an open four: {2}; five at {3}.",
                                "Ο {1} έχει ανοιχτή τετράδα: {2}· πεντάδα στο {3}."),
    [KIND_OPEN_THREE] = PES_TEXT("{1} has an open three: {2}.", "Ο {1} έχει ανοιχτή τριάδα: {2}."),
};

/* "h10, i9, j8". */
enum { NAMES_MAX = PES_THREAT_CELLS_MAX * (GOMOKU_NAME_MAX + 1) };
static const char *names_of(const struct gomoku_board *board, const int16_t cells[], int n,
                            char out[NAMES_MAX]) {
    int length = 0;
    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        char name[GOMOKU_NAME_MAX];
        gomoku_name(board, cells[i], name);
        length += snprintf(out + length, (size_t)(NAMES_MAX - length), i > 0 ? ", %s" : "%s", name);
    }
    return out;
}

size_t gomoku_say_threat(const struct pes_game *g, const struct pes_state *s,
                         const struct pes_threat *threat, enum pes_lang lang, char *out,
                         size_t cap) {
    const struct gomoku_board *board = gomoku_board(g);
    const int colour = gomoku_swapped(gomoku_at(s), threat->player);
    assert(threat->kind <= KIND_OPEN_THREE);
    char cells[NAMES_MAX], at[NAMES_MAX];
    return pes_say(lang, &says[threat->kind],
                   PES_ARGS(PES_SAID(&gomoku_rules.players[colour].name),
                            PES_STR(names_of(board, threat->cells, threat->cell_count, cells)),
                            PES_STR(names_of(board, threat->at, threat->at_count, at))),
                   out, cap);
}

/* A stone never gives the other colour a threat. */
static const struct pes_text deeds[KIND_OPEN_THREE + 1][PES_DEED_ALLOWS] = {
    [KIND_FOUR] = {[PES_DEED_MAKES] = PES_TEXT("makes a four", "φτιάχνει τετράδα"),
                   [PES_DEED_STOPS] = PES_TEXT("blocks the four {1}", "κλείνει την τετράδα {1}"),
                   [PES_DEED_LEAVES] =
                       PES_TEXT("does not block the four {1}", "δεν κλείνει την τετράδα {1}")},
    [KIND_OPEN_FOUR] = {[PES_DEED_MAKES] =
                            PES_TEXT("makes an open four", "φτιάχνει ανοιχτή τετράδα"),
                        [PES_DEED_STOPS] = PES_TEXT("blocks one end of the open four {1}",
                                                    "κλείνει τη μία άκρη της ανοιχτής "
                                                    "τετράδας {1}"),
                        [PES_DEED_LEAVES] = PES_TEXT("cannot stop the open four {1}",
                                                     "δεν σταματά την ανοιχτή τετράδα {1}")},
    [KIND_OPEN_THREE] = {[PES_DEED_MAKES] =
                             PES_TEXT("makes an open three", "φτιάχνει ανοιχτή τριάδα"),
                         [PES_DEED_STOPS] = PES_TEXT("blocks the open three {1}",
                                                     "κλείνει την ανοιχτή τριάδα {1}"),
                         [PES_DEED_LEAVES] = PES_TEXT("does not block the open three {1}",
                                                      "δεν κλείνει την ανοιχτή τριάδα {1}")},
};

size_t gomoku_say_deed(const struct pes_game *g, const struct pes_state *s,
                       const struct pes_threat *threat, enum pes_deed deed, enum pes_lang lang,
                       char *out, size_t cap) {
    (void)s;
    assert(threat->kind <= KIND_OPEN_THREE);
    char cells[NAMES_MAX];
    if (deed >= PES_DEED_ALLOWS)
        return 0;
    return pes_say(
        lang, &deeds[threat->kind][deed],
        PES_ARGS(PES_STR(names_of(gomoku_board(g), threat->cells, threat->cell_count, cells))), out,
        cap);
}
