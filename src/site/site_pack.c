/* Edits are a greedy difference: pieces that are in one list only are dropped or added where they
 * are found. Views list pieces in the order of their cells, and for ordered lists this is the
 * smallest edit; for others it is still a correct one. */
#include "site/site_pack.h"

#include <assert.h>
#include <string.h>

void pack_int(struct str *out, int32_t n) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    assert(n > INT32_MIN / 2 && n < INT32_MAX / 2);
    uint32_t rest = n < 0 ? ((uint32_t)-n << 1) | 1 : (uint32_t)n << 1;
    do {
        const uint32_t low = rest & 31;
        rest >>= 5;
        str_add_char(out, digits[rest > 0 ? low | 32 : low]);
    } while (rest > 0);
}

/* The place of a kind, which is added if it is new. */
static int place_of(struct pack_kinds *kinds, const char *name) {
    for (int i = 0; i < kinds->count; i++)
        if (strcmp(kinds->names[i], name) == 0)
            return i;
    assert(kinds->count < PACK_KINDS_MAX); /* a view has a handful */
    kinds->names[kinds->count] = name;
    return kinds->count++;
}

static bool same(const struct pes_piece *a, const struct pes_piece *b) {
    return a->cell == b->cell && a->player == b->player && a->layer == b->layer &&
           a->number == b->number && strcmp(a->kind, b->kind) == 0;
}

static bool contains(const struct pes_piece list[], int from, int to, const struct pes_piece *p) {
    for (int i = from; i < to; i++)
        if (same(&list[i], p))
            return true;
    return false;
}

/* `cell`: of the piece before it in the edit. */
static void add_piece(struct str *out, struct pack_kinds *kinds, const struct pes_piece *p,
                      int *cell) {
    pack_int(out, p->cell - *cell);
    *cell = p->cell;
    pack_int(out, place_of(kinds, p->kind));
    pack_int(out, p->player);
    pack_int(out, p->number);
    pack_int(out, p->layer);
}

void pack_edit(struct str *out, struct pack_kinds *kinds, const struct pes_piece old[],
               int old_count, const struct pes_piece now[], int now_count) {
    int i = 0, j = 0, cell = 0;
    /* The common end needs no search. */
    while (old_count > 0 && now_count > 0 && same(&old[old_count - 1], &now[now_count - 1])) {
        old_count--;
        now_count--;
    }
    while (i < old_count || j < now_count) {
        int drop = 0;
        const int kept = i;
        while (i < old_count && j < now_count && same(&old[i], &now[j])) {
            i++;
            j++;
        }
        pack_int(out, i - kept);
        const int first = j;
        while ((i < old_count || j < now_count) &&
               !(i < old_count && j < now_count && same(&old[i], &now[j]))) {
            /* If both pieces come again later, the order differs: drop the old one. */
            if (i < old_count &&
                (!contains(now, j, now_count, &old[i]) || contains(old, i, old_count, &now[j]))) {
                i++;
                drop++;
            } else {
                j++;
            }
        }
        pack_int(out, drop);
        pack_int(out, j - first);
        for (int k = first; k < j; k++)
            add_piece(out, kinds, &now[k], &cell);
    }
}

void pack_steps_init(struct pack_steps *p, struct pack_kinds *kinds) {
    *p = (struct pack_steps){.kinds = kinds};
    str_init(&p->out);
    str_init(&p->group);
}

void pack_steps_release(struct pack_steps *p) {
    str_release(&p->out);
    str_release(&p->group);
}

/* Completes the last group. */
static void end_group(struct pack_steps *p) {
    if (p->count == 0)
        return;
    for (size_t i = 0; i < sizeof p->header / sizeof p->header[0]; i++)
        pack_int(&p->out, p->header[i]);
    pack_int(&p->out, p->count);
    str_add_str(&p->out, &p->group);
    str_clear(&p->group);
    p->count = 0;
    p->from = 0;
}

void pack_steps_add(struct pack_steps *p, const struct pes_step *step, int wave) {
    const int32_t header[4] = {
        (int32_t)step->kind,
        step->piece != NULL ? place_of(p->kinds, step->piece) + 1 : 0,
        step->player,
        wave,
    };
    if (memcmp(header, p->header, sizeof header) != 0)
        end_group(p);
    memcpy(p->header, header, sizeof header);
    pack_int(&p->group, step->from - p->from);
    pack_int(&p->group, step->to - step->from);
    pack_int(&p->group, step->value);
    p->from = step->from;
    p->count++;
}

const struct str *pack_steps_end(struct pack_steps *p) {
    end_group(p);
    return &p->out;
}
