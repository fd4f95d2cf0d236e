/* The index of Boats on the lake: a perfect ranking of its positions, for the solver.
 *
 * Every position is ranked with Red to move; a position with Green to move has the rank of its
 * mirror image, with the columns reversed and the boats exchanged. The rank is a mixed-radix number
 * of the mover's distance from its dock, the other boat's distance from its own, and the water:
 *
 *     ((mover's distance * (n + 1)) + other's distance) * waters + water,   distances 0..n
 *
 * The digits of the water are the levels. The two columns of a mirrored pair are adjacent digits,
 * inner pairs lowest: mirroring swaps adjacent digits, and a solver that walks the ranks in order
 * has good cache locality.
 *
 * Invariant: rank < index_count(). Ranks in which a boat has sunk are holes; positions with a boat
 * at its goal have no rank. */
#include "games/boats/boats.h"

#include <stdio.h>

static struct boats *state_at(struct pes_state *s) {
    return (struct boats *)(void *)s;
}

/* Tables. ------------------------------------------------------------------------------------- */

/* The column of each digit, the lowest digit first. */
static void digit_columns(int columns, int out[BOATS_COLUMNS_MAX]) {
    int count = 0;
    const int middle = (columns + 1) / 2;
    if (columns % 2 == 1)
        out[count++] = middle;
    for (int c = columns / 2; c >= 1; c--) {
        out[count++] = c;
        out[count++] = columns + 1 - c;
    }
    assert(count == columns);
}

/* Tabulates all values of a part whose digits are the columns column[0..count). */
static void fill_part(struct boats_lake *lake, int part, const int column[], int count) {
    const uint32_t base = lake->levels + 1u;
    uint32_t values = 1;
    for (int i = 0; i < count; i++)
        values *= base;
    assert(values <= BOATS_PART_VALUES);
    lake->part_values[part] = values;
    lake->per_part[part] = (UINT64_C(1) << BOATS_PART_BITS) / values + 1;
    for (uint32_t v = 0; v < values; v++) {
        struct boats_part entry = {.water = 0};
        uint32_t rest = v;
        for (int i = 0; i < count; i++, rest /= base) {
            entry.water |= (uint64_t)(rest % base) << (4 * column[i]);
            entry.number += rest % base * lake->weight[lake->columns + 1 - column[i]];
        }
        lake->parts[part][v] = entry;
    }
}

void boats_index_init(struct boats_lake *lake) {
    int column[BOATS_COLUMNS_MAX];
    const int columns = lake->columns;
    digit_columns(columns, column);
    lake->waters = 1;
    for (int i = 0; i < columns; i++) {
        lake->weight[column[i]] = lake->waters;
        lake->waters *= lake->levels + 1u;
    }
    lake->per_waters = (UINT64_C(1) << BOATS_SLAB_BITS) / lake->waters + 1;
    /* With an odd number of columns the middle one is a digit of its own: the lowest part then has
     * three digits, so that no pair is split between two parts. */
    int from = 0;
    for (int part = 0; part < BOATS_PARTS; part++) {
        const int most = part == 0 && columns % 2 == 1 ? 3 : 4;
        const int count = columns - from < most ? columns - from : most;
        fill_part(lake, part, column + from, count);
        from += count;
    }
    assert(from == columns);
}

/* Ranks. -------------------------------------------------------------------------------------- */

/* A decoded rank, with Red to move. */
struct place {
    uint32_t way[2]; /* distances: the mover's from its dock, the other's from its own */
    uint64_t water;
    uint32_t mirrored; /* the water's digits of the mirror image */
};

static inline struct place place_of(const struct boats_lake *lake, uint64_t number) {
    const uint32_t ways = lake->columns + 1u;
    const uint32_t slab = (uint32_t)(number * lake->per_waters >> BOATS_SLAB_BITS);
    uint64_t rest = number - (uint64_t)slab * lake->waters;
    assert(slab < ways * ways);
    assert(rest < lake->waters);
    uint64_t water = (uint64_t)lake->levels | (uint64_t)lake->levels << (4 * ways);
    uint32_t mirrored = 0;
    for (int i = 0; i < BOATS_PARTS; i++) {
        const uint64_t above = rest * lake->per_part[i] >> BOATS_PART_BITS;
        const struct boats_part *part = &lake->parts[i][rest - above * lake->part_values[i]];
        water |= part->water;
        mirrored += part->number;
        rest = above;
    }
    assert(rest == 0);
    return (struct place){.way = {slab / ways, slab % ways}, .water = water, .mirrored = mirrored};
}

static struct boats boats_of(const struct boats_lake *lake, const struct place *p) {
    return (struct boats){
        .water = p->water,
        .boat = {(uint8_t)p->way[0], (uint8_t)(lake->columns + 1u - p->way[1])},
        .mover = BOATS_RED,
    };
}

static uint64_t index_count(const struct pes_game *g) {
    const struct boats_lake *lake = boats_lake(g);
    const uint64_t ways = lake->columns + 1u;
    return ways * ways * lake->waters;
}

static uint64_t index_rank(const struct pes_game *g, const struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    assert(s->mover != BOATS_ROLL);
    assert(!boats_over(lake, s));
    const int dock = lake->columns + 1;
    const bool mirror = s->mover == BOATS_GREEN;
    uint64_t water = 0;
    for (int c = 1; c <= lake->columns; c++)
        water += (uint64_t)boats_level(s, c) * lake->weight[mirror ? dock - c : c];
    assert(water < lake->waters);
    const int red_way = s->boat[BOATS_RED], green_way = dock - s->boat[BOATS_GREEN];
    const int own = mirror ? green_way : red_way, other = mirror ? red_way : green_way;
    assert(own < dock && other < dock);
    return (uint64_t)(own * dock + other) * lake->waters + water;
}

static bool index_unrank(const struct pes_game *g, uint64_t number, struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    const struct place p = place_of(lake, number);
    *state_at(state) = boats_of(lake, &p);
    return !boats_over(lake, boats_at(state));
}

/* Under ko the last water move may not be undone. */
static pes_move index_banned(const struct pes_game *g, const struct pes_state *state) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    return lake->ko && s->last > BOATS_RIGHT ? s->last ^ 1u : PES_MOVE_NONE;
}

static bool index_bans(const struct pes_game *g) {
    return boats_lake(g)->ko;
}

static pes_move index_mirror(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    if (boats_at(s)->mover == BOATS_RED)
        return m;
    if (m <= BOATS_RIGHT)
        return m ^ 1u;
    return m + 4u * (boats_lake(g)->columns + 1u - 2u * (uint32_t)boats_column(m));
}

/* Retrograde analysis. ------------------------------------------------------------------------ */

/* Keys as struct pes_edge stores them: move_key() plus 1. */
enum { KEY_LEFT = 1, KEY_RIGHT = 2 };
static uint16_t key_raise(int column) {
    return (uint16_t)(2 * column + 1);
}
static uint16_t key_lower(int column) {
    return (uint16_t)(2 * column + 2);
}

/* Predecessors by a boat move. Green moved last, so its boat came from a neighbouring column that
 * is not lower. The predecessor is ranked as its mirror image, in which a move to the left is one
 * to the right. */
static int boat_edges(const struct boats_lake *lake, const struct boats *s, uint64_t base,
                      struct pes_edge out[]) {
    const int at = s->boat[BOATS_GREEN];
    const uint64_t step = (uint64_t)lake->waters * (lake->columns + 1u);
    int n = 0;
    if (at <= lake->columns && boats_level(s, at) <= boats_level(s, at + 1))
        out[n++] = (struct pes_edge){.number = base - step, .move = KEY_RIGHT};
    if (at > 1 && boats_level(s, at) <= boats_level(s, at - 1))
        out[n++] = (struct pes_edge){.number = base + step, .move = KEY_LEFT};
    return n;
}

/* Predecessors by a water move: each column may have been one level lower, unless a boat would have
 * been aground there, or one higher. Every edge is written and then kept or overwritten: a branch
 * would be unpredictable. */
static int water_edges(const struct boats_lake *lake, const struct boats *s, uint64_t base,
                       int from, int to, struct pes_edge out[]) {
    const int columns = lake->columns;
    const int red = s->boat[BOATS_RED], green = s->boat[BOATS_GREEN];
    int n = 0;
    assert(from >= 1 && to <= columns);
    for (int c = from; c <= to; c++) {
        const int level = boats_level(s, c), image = columns + 1 - c;
        const uint32_t weight = lake->weight[image];
        out[n] = (struct pes_edge){.number = base - weight,
                                   .move = key_raise(image),
                                   .banned = (uint16_t)(lake->ko * key_lower(c))};
        n += level > ((c == red) | (c == green));
        out[n] = (struct pes_edge){.number = base + weight,
                                   .move = key_lower(image),
                                   .banned = (uint16_t)(lake->ko * key_raise(c))};
        n += level < lake->levels;
    }
    assert(n <= 2 * (to - from + 1));
    return n;
}

/* The only move that can forbid `banned` was made in the same column. */
static int banning_edge(const struct boats_lake *lake, const struct boats *s, uint64_t base,
                        uint16_t banned, struct pes_edge out[]) {
    const int column = (banned - 1) / 2;
    struct pes_edge both[2 + 1]; /* one spare: an edge is written before it is kept */
    const int n = column > 0 ? water_edges(lake, s, base, column, column, both) : 0;
    for (int i = 0; i < n; i++) {
        if (both[i].banned == banned) {
            out[0] = both[i];
            return 1;
        }
    }
    return 0;
}

static int index_predecessors(const struct pes_game *g, uint64_t number, uint16_t banned,
                              struct pes_edge out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct place p = place_of(lake, number);
    const struct boats s = boats_of(lake, &p);
    assert(boats_in_bounds(lake, &s));
    if (boats_over(lake, &s))
        return 0;
    const uint64_t ways = lake->columns + 1u;
    const uint64_t base = (p.way[1] * ways + p.way[0]) * lake->waters + p.mirrored;
    if (banned != 0)
        return banning_edge(lake, &s, base, banned, out);
    const int n = boat_edges(lake, &s, base, out);
    return n + water_edges(lake, &s, base, 1, lake->columns, out + n);
}

/* In all predecessors of a position the other boat's distance is the position's own mover's
 * distance: one lane per distance. */
static uint64_t index_lanes(const struct pes_game *g) {
    return boats_lake(g)->columns + 1u;
}

/* Final moves: a boat arrives or runs aground, or the water under a boat is drained. */
static int index_endings(const struct pes_game *g, const struct pes_state *state,
                         struct pes_ending out[]) {
    const struct boats_lake *lake = boats_lake(g);
    const struct boats *s = boats_at(state);
    const int red = s->boat[BOATS_RED], green = s->boat[BOATS_GREEN];
    assert(s->mover == BOATS_RED);
    assert(!boats_over(lake, s));
    int n = 0;
    if (red > 0 && boats_level(s, red - 1) == 0)
        out[n++] = (struct pes_ending){.move = BOATS_LEFT, .gain = -2};
    if (red == lake->columns && boats_level(s, red) == lake->levels)
        out[n++] = (struct pes_ending){.move = BOATS_RIGHT, .gain = 2};
    else if (boats_level(s, red + 1) == 0)
        out[n++] = (struct pes_ending){.move = BOATS_RIGHT, .gain = -2};
    if (red > 0 && boats_level(s, red) == 1)
        out[n++] = (struct pes_ending){.move = boats_lower(red), .gain = red == green ? 0 : -2};
    if (green <= lake->columns && green != red && boats_level(s, green) == 1)
        out[n++] = (struct pes_ending){.move = boats_lower(green), .gain = 2};
    return n;
}

/* Start, repetition and ply cap do not change the value of a position: they are left out. */
static void index_name(const struct pes_game *g, char out[PES_OPTIONS_TEXT_MAX]) {
    const struct boats_lake *lake = boats_lake(g);
    snprintf(out, PES_OPTIONS_TEXT_MAX, "rule=%s,columns=%d,levels=%d", lake->ko ? "ko" : "free",
             lake->columns, lake->levels);
}

const struct pes_index boats_index = {
    .abi = PES_ABI,
    .count = index_count,
    .rank = index_rank,
    .unrank = index_unrank,
    .banned = index_banned,
    .bans = index_bans,
    .mirror = index_mirror,
    .predecessors = index_predecessors,
    .lanes = index_lanes,
    .endings = index_endings,
    .name = index_name,
};
