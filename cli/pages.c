#include "cli/pages.h"

#include <string.h>

/* Games are passed on one by one as the store reads them. */
struct passing {
    const struct pages_from *from;
    struct site *site;
    struct str logs[2]; /* of the present game */
    struct str fresh;   /* numbers of games to write */
    bool whole;         /* with the record: to be written */
    enum pes_err err;
    struct pes_note *note;
};

static bool is_written(const struct pages_from *from, int64_t number) {
    return from->written != NULL && number >= 0 && number < from->written_size &&
           from->written[number] != 0;
}

/* The games of this pass: first those that are only listed, then those to be written, one by one,
 * because reading records and logs takes long. */
static enum pes_err pass_one(struct passing *p, const struct results_game *g,
                             const struct site_game *game) {
    const struct pages_from *from = p->from;
    const bool written = is_written(from, g->number);
    if (written)
        return site_list_game(p->site, game, g->plies, p->note);
    if (!p->whole) {
        str_add_bytes(&p->fresh, (const char *)&g->number, sizeof g->number);
        return str_err(&p->fresh);
    }
    const enum pes_err err = site_add_game(p->site, game, p->note);
    if (err == PES_ERR_OK && from->written != NULL && g->number >= 0 &&
        g->number < from->written_size)
        from->written[g->number] = 1;
    return err;
}

/* What an agent wrote as text: the store has any bytes, without a NUL at the end. */
static const char *log_text(struct str *out, const char *bytes, size_t length) {
    str_clear(out);
    if (bytes == NULL || length == 0)
        return NULL;
    str_add_bytes(out, bytes, length);
    for (char *at = out->text; (at = memchr(at, '\0', out->length - (size_t)(at - out->text)));)
        *at = '?';
    return out->text;
}

static bool visit_game(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    struct passing *p = to;
    const struct pages_from *from = p->from;
    (void)e, (void)names;
    for (int seat = 0; seat < 2; seat++)
        if (g->seats[seat] < 0 || g->seats[seat] >= from->seats)
            return true; /* its player came while we read */
    if (from->counts != NULL && !from->counts(from->arg, g))
        return true;
    struct site_game game = {.number = g->number,
                             .round = g->round,
                             .result = g->result,
                             .end = g->end,
                             .record = g->record};
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        game.reason[lang] = g->reason[lang];
    for (int seat = 0; seat < 2; seat++) {
        game.players[seat] = from->place[g->seats[seat]];
        game.think_max_ms[seat] = g->think_max_ms[seat];
        game.think_sum_ms[seat] = g->think_sum_ms[seat];
        game.logs[seat] = log_text(&p->logs[seat], g->log[seat], g->log_length[seat]);
        p->err = p->err == PES_ERR_OK ? str_err(&p->logs[seat]) : p->err;
    }
    if (p->err == PES_ERR_OK)
        p->err = pass_one(p, g, &game);
    return p->err == PES_ERR_OK;
}

static enum pes_err pass_all(struct passing *p, struct results_filter *filter) {
    const struct pages_from *from = p->from;
    p->whole = from->written == NULL;
    enum pes_err err = results_each_game(from->results, filter, p->whole, visit_game, p, p->note);
    p->whole = true;
    const size_t count = p->fresh.length / sizeof(int64_t);
    for (size_t i = 0; i < count && err == PES_ERR_OK && p->err == PES_ERR_OK; i++) {
        memcpy(&filter->number, p->fresh.text + i * sizeof(int64_t), sizeof(int64_t));
        err = results_each_game(from->results, filter, true, visit_game, p, p->note);
    }
    return err == PES_ERR_OK ? p->err : err;
}

enum pes_err pages_write(const struct pages_from *from, const struct site_about *about,
                         const char *folder, const struct site_player players[], int count,
                         struct pes_note *note) {
    struct passing p = {.from = from, .note = note};
    struct results_filter filter = RESULTS_ALL;
    filter.event = from->event;
    str_init(&p.logs[0]);
    str_init(&p.logs[1]);
    str_init(&p.fresh);
    enum pes_err err = site_begin(about, folder, &p.site, note);
    if (err == PES_ERR_OK)
        err = pass_all(&p, &filter);
    if (err == PES_ERR_OK)
        err = site_end(p.site, players, count, note);
    site_free(p.site);
    str_release(&p.logs[0]);
    str_release(&p.logs[1]);
    str_release(&p.fresh);
    return err;
}
