/* The palette of Proximity: tiles, the known numbers, and the pools.
 *
 * Whose turn it is follows from the number of tiles. A tile does not tell which number made it, so
 * every change of the tiles or of the known numbers balances the pools: as many numbers are left as
 * the players will still place, the one just painted taken out first. The pools can then be
 * corrected one number at a time. Invariant: tiles and empty cells make up the board, and no more
 * numbers are known than wanted. */
#include "games/proximity/proximity.h"

static const char tile[] = "tile";

enum { BRUSH_NOTHING, BRUSH_BLUE, BRUSH_RED, BRUSH_TILES };
enum { POOL_BRUSHES = 2 };

static const struct pes_brush tiles[BRUSH_TILES] = {
    [BRUSH_NOTHING] = {.title = PES_TEXT("Nothing", "Τίποτα"), .player = -1, .on_cell = true},
    [BRUSH_BLUE] = {.title = PES_TEXT("Blue tile", "Μπλε πλακίδιο"),
                    .kind = tile,
                    .player = PROXIMITY_BLUE,
                    .on_cell = true,
                    .min = 1,
                    .max = PROXIMITY_TOP},
    [BRUSH_RED] = {.title = PES_TEXT("Red tile", "Κόκκινο πλακίδιο"),
                   .kind = tile,
                   .player = PROXIMITY_RED,
                   .on_cell = true,
                   .min = 1,
                   .max = PROXIMITY_TOP},
};

static const struct pes_text not_drawn = PES_TEXT("Number to be drawn", "Ο αριθμός θα κληρωθεί");

/* The titles of the known numbers; the first one is in hand. */
static const struct pes_text known_titles[PROXIMITY_LOOK_MAX] = {
    PES_TEXT("Number in hand", "Αριθμός στο χέρι"),
    PES_TEXT("Next number", "Επόμενος αριθμός"),
    PES_TEXT("2nd number to come", "2ος επόμενος αριθμός"),
    PES_TEXT("3rd number to come", "3ος επόμενος αριθμός"),
    PES_TEXT("4th number to come", "4ος επόμενος αριθμός"),
    PES_TEXT("5th number to come", "5ος επόμενος αριθμός"),
    PES_TEXT("6th number to come", "6ος επόμενος αριθμός"),
    PES_TEXT("7th number to come", "7ος επόμενος αριθμός"),
    PES_TEXT("8th number to come", "8ος επόμενος αριθμός"),
    PES_TEXT("9th number to come", "9ος επόμενος αριθμός"),
};

static const struct pes_text pool_titles[POOL_BRUSHES] = {
    PES_TEXT("One less in Blue's pool", "Ένας λιγότερος στο απόθεμα του Μπλε"),
    PES_TEXT("One less in Red's pool", "Ένας λιγότερος στο απόθεμα του Κόκκινου"),
};

/* What a brush after those of the tiles changes. */
enum what { WHAT_UNKNOWN, WHAT_KNOWN, WHAT_POOL };
struct target {
    enum what what;
    int index; /* of the known number, or the player of the pool */
};

/* A variant with a list has no such brushes: the list gives the known numbers. */
static int list_targets(const struct proximity_board *board, struct target out[PES_BRUSHES_MAX]) {
    int n = 0;
    if (board->draw == PROXIMITY_LIST)
        return 0;
    out[n++] = (struct target){WHAT_UNKNOWN, 0};
    for (int i = 0; i < board->look; i++)
        out[n++] = (struct target){WHAT_KNOWN, i};
    for (int player = 0; board->draw == PROXIMITY_POOL && player < POOL_BRUSHES; player++)
        out[n++] = (struct target){WHAT_POOL, player};
    assert(BRUSH_TILES + n <= PES_BRUSHES_MAX);
    return n;
}

int proximity_palette(const struct pes_game *g, struct pes_brush out[PES_BRUSHES_MAX]) {
    struct target targets[PES_BRUSHES_MAX];
    const int n = list_targets(proximity_board(g), targets);
    memcpy(out, tiles, sizeof tiles);
    for (int i = 0; i < n; i++) {
        const struct target t = targets[i];
        struct pes_brush *brush = &out[BRUSH_TILES + i];
        *brush = (struct pes_brush){.title = not_drawn, .player = -1};
        if (t.what == WHAT_UNKNOWN)
            continue;
        brush->title = t.what == WHAT_KNOWN ? known_titles[t.index] : pool_titles[t.index];
        brush->player = (int8_t)(t.what == WHAT_POOL ? t.index : -1);
        brush->min = 1;
        brush->max = PROXIMITY_TOP;
    }
    return BRUSH_TILES + n;
}

/* The pools. ---------------------------------------------------------------------------------- */

/* How many numbers a player's pool must hold. */
static int pool_size(const struct proximity_board *board, const struct proximity *s, int player) {
    const int drawn = s->placed + s->known;
    return board->turns[player] - (player == PROXIMITY_BLUE ? (drawn + 1) / 2 : drawn / 2);
}

/* The value of which a pool has the most to give (`out`), or misses the most. */
static int fullest(uint64_t pool, uint64_t full, bool give) {
    int best = 0, most = 0;
    for (int v = 1; v <= PROXIMITY_TOP; v++) {
        const int count =
            give ? proximity_left(pool, v) : proximity_left(full, v) - proximity_left(pool, v);
        if (count > most) {
            most = count;
            best = v;
        }
    }
    return best;
}

/* Takes numbers out of the pools, or puts some back, until they have their sizes; `number` first.
 */
static void balance(const struct proximity_board *board, struct proximity *s, int number) {
    for (int player = 0; board->draw == PROXIMITY_POOL && player < POOL_BRUSHES; player++) {
        uint64_t *pool = &s->pool[player];
        const uint64_t full = board->pool[player];
        const int size = pool_size(board, s, player);
        for (int sum = proximity_pool_sum(*pool); sum != size; sum += sum < size ? 1 : -1) {
            const bool give = sum > size;
            int v = number;
            if (v == 0 || (give ? proximity_left(*pool, v) == 0
                                : proximity_left(*pool, v) == proximity_left(full, v)))
                v = fullest(*pool, full, give);
            if (v == 0)
                break;
            *pool = give ? *pool - proximity_one(v) : *pool + proximity_one(v);
        }
    }
}

/* One less of a value; after none comes as many as there are at the start. */
static bool count_down(uint64_t *pool, uint64_t full, int v) {
    if (proximity_left(full, v) == 0)
        return false;
    *pool = proximity_left(*pool, v) > 0
                ? *pool - proximity_one(v)
                : *pool + proximity_one(v) * (uint64_t)proximity_left(full, v);
    return true;
}

/* Strokes. ------------------------------------------------------------------------------------ */

/* Keeps the first `count` known numbers. */
static void keep_known(struct proximity *s, int count) {
    assert(count >= 0);
    if (s->known <= count)
        return;
    s->known = (uint8_t)count;
    s->queue &= (UINT64_C(1) << (PROXIMITY_NUMBER_BITS * count)) - 1;
}

/* After the number of tiles has changed: a list says which numbers are known now. */
static void settle_known(const struct proximity_board *board, struct proximity *s) {
    const int wanted = proximity_wanted(board, s);
    keep_known(s, board->draw == PROXIMITY_LIST ? 0 : wanted);
    while (board->draw == PROXIMITY_LIST && s->known < wanted)
        proximity_know(s, proximity_listed(board, s->placed + s->known));
}

static bool put_tile(const struct proximity_board *board, struct proximity *s, int cell, int player,
                     int score) {
    const uint8_t before = proximity_get(board, s, cell);
    if (before == (score > 0 ? proximity_tile(player, score) : 0))
        return false;
    if (before != 0) {
        s->tile[board->at[cell].place] = 0;
        s->empty[cell / 64] |= UINT64_C(1) << (cell % 64);
        s->placed--;
    }
    if (score > 0)
        proximity_set(board, s, cell, player, score);
    assert(proximity_get(board, s, cell) == 0 || score > 0);
    settle_known(board, s);
    balance(board, s, score > 0 ? score : proximity_score(before));
    return true;
}

/* Sets one known number; those before it must be known. */
static bool know(const struct proximity_board *board, struct proximity *s, int i, int number) {
    if (i > s->known || i >= proximity_wanted(board, s) ||
        (i < s->known && proximity_known(s, i) == number))
        return false;
    const int player = (s->placed + i) & 1;
    if (i == s->known) {
        proximity_know(s, number);
    } else {
        const int before = proximity_known(s, i);
        const uint64_t mask = (UINT64_C(1) << PROXIMITY_NUMBER_BITS) - 1;
        s->queue &= ~(mask << (PROXIMITY_NUMBER_BITS * i));
        s->queue |= (uint64_t)number << (PROXIMITY_NUMBER_BITS * i);
        if (board->draw == PROXIMITY_POOL &&
            proximity_left(s->pool[player], before) < proximity_left(board->pool[player], before))
            s->pool[player] += proximity_one(before);
    }
    balance(board, s, number);
    return true;
}

bool proximity_stroke(const struct pes_game *g, struct pes_state *state, int brush, int32_t number,
                      int16_t cell) {
    const struct proximity_board *board = proximity_board(g);
    struct proximity *s = (struct proximity *)(void *)state;
    if (brush < BRUSH_TILES)
        return put_tile(board, s, cell, brush == BRUSH_RED ? PROXIMITY_RED : PROXIMITY_BLUE,
                        brush == BRUSH_NOTHING ? 0 : number);
    struct target targets[PES_BRUSHES_MAX];
    list_targets(board, targets);
    const struct target t = targets[brush - BRUSH_TILES];
    if (t.what == WHAT_POOL)
        return count_down(&s->pool[t.index], board->pool[t.index], number);
    if (t.what == WHAT_KNOWN)
        return know(board, s, t.index, number);
    if (s->known == 0)
        return false;
    keep_known(s, 0);
    balance(board, s, 0);
    return true;
}
