/* Pieces and steps as short text: most of a game's file.
 *
 * Numbers are base64 VLQ, as in source maps: five bits per character, the lowest first, bit 5 says
 * that more follow; of the whole number bit 0 is the sign.
 *
 * A move changes few pieces, so a game is stored as its first position and, for each ply, an edit
 * of the list of pieces, in groups of
 *
 *     keep, drop, add, then `add` pieces of five numbers: cell, kind, player, number, layer
 *
 * (each cell as the difference to the one before it in the edit, the first to 0) that copy `keep`
 * pieces of the old list, leave out `drop` and insert the new ones; the rest of the old list
 * follows. The order of the pieces is preserved.
 *
 * Steps are in groups with the same header,
 *
 *     what, kind + 1 (0: none), player, wave, count, then `count` times: from, to, value
 *
 * with `from` as the difference to the step before it in the group and `to` to `from`. */
#ifndef SITE_SITE_PACK_H
#define SITE_SITE_PACK_H

#include "core/str.h"
#include "pessoi/view.h"

enum { PACK_KINDS_MAX = 32 };

/* The kinds of pieces of a game: a piece names its kind by its place here. Kinds are static. */
struct pack_kinds {
    const char *names[PACK_KINDS_MAX];
    int count;
};

void pack_int(struct str *out, int32_t n);

/* Appends the edit that turns old[0..old_count) into now[0..now_count). */
void pack_edit(struct str *out, struct pack_kinds *kinds, const struct pes_piece old[],
               int old_count, const struct pes_piece now[], int now_count);

/* Steps of one ply under construction; release it with pack_steps_release(). */
struct pack_steps {
    struct pack_kinds *kinds; /* borrowed */
    struct str out;           /* complete groups */
    struct str group;         /* the last one, without its header */
    int32_t header[4];
    int count; /* of steps in the last group */
    int from;  /* of the last one of them */
};
void pack_steps_init(struct pack_steps *p, struct pack_kinds *kinds);
void pack_steps_release(struct pack_steps *p);
void pack_steps_add(struct pack_steps *p, const struct pes_step *step, int wave);
const struct str *pack_steps_end(struct pack_steps *p); /* all groups; no step may follow */

#endif
