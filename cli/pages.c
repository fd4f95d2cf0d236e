#include "cli/pages.h"

#include <string.h>

/* Games are passed on one by one as the store reads them. */
struct passing {
    const struct pages_from *from;
    struct site *site;
    struct str logs[2]; /* of the present game */
    enum pes_err err;
    struct pes_note *note;
};

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
        p->err = site_add_game(p->site, &game, p->note);
    return p->err == PES_ERR_OK;
}

enum pes_err pages_write(const struct pages_from *from, const struct site_about *about,
                         const char *folder, const struct site_player players[], int count,
                         struct pes_note *note) {
    struct passing p = {.from = from, .note = note};
    struct results_filter filter = RESULTS_ALL;
    filter.event = from->event;
    str_init(&p.logs[0]);
    str_init(&p.logs[1]);
    enum pes_err err = site_begin(about, folder, &p.site, note);
    if (err == PES_ERR_OK)
        err = results_each_game(from->results, &filter, true, visit_game, &p, note);
    if (err == PES_ERR_OK)
        err = p.err;
    if (err == PES_ERR_OK)
        err = site_end(p.site, players, count, note);
    site_free(p.site);
    str_release(&p.logs[0]);
    str_release(&p.logs[1]);
    return err;
}
