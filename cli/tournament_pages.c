#include "cli/tournament_pages.h"

#include "core/mem.h"
#include "site/site.h"

#include <assert.h>
#include <string.h>

/* Games are passed on one by one as the store reads them. */
struct passing {
    const struct tournament *t;
    struct site *site;
    struct str logs[2];   /* of the present game */
    const int32_t *place; /* by player: its index on the pages */
    int64_t last_ms;      /* when the last game was played */
    enum pes_err err;
    struct pes_note *note;
};

/* Which of the stored games are on the pages: those that count. */
static bool counts(const struct tournament *t, const struct results_game *g) {
    const int64_t numbers = (int64_t)t->slots * t->stride;
    return g->number >= 1 && g->number <= numbers && t->games[g->number - 1].number != 0;
}

static bool visit_time(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    struct passing *p = to;
    (void)e, (void)names;
    if (g->played_ms > p->last_ms)
        p->last_ms = g->played_ms;
    return true;
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
    (void)e, (void)names;
    if (!counts(p->t, g))
        return true;
    struct site_game game = {.number = g->number,
                             .round = g->round,
                             .result = g->result,
                             .end = g->end,
                             .record = g->record};
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        game.reason[lang] = g->reason[lang];
    for (int seat = 0; seat < 2; seat++) {
        game.players[seat] = p->place[g->seats[seat]];
        game.think_max_ms[seat] = g->think_max_ms[seat];
        game.think_sum_ms[seat] = g->think_sum_ms[seat];
        game.logs[seat] = log_text(&p->logs[seat], g->log[seat], g->log_length[seat]);
        p->err = p->err == PES_ERR_OK ? str_err(&p->logs[seat]) : p->err;
    }
    if (p->err == PES_ERR_OK)
        p->err = site_add_game(p->site, &game, p->note);
    return p->err == PES_ERR_OK;
}

/* The players of the pages: the standings, then those who did not take part. */
static int list_players(const struct plan *plan, const struct standings *s,
                        struct site_player out[], int32_t place[]) {
    int count = 0;
    for (int32_t i = 0; i < s->count; i++) {
        const struct standing *row = &s->rows[i];
        const struct entrant *e = &plan->entrants[row->player];
        place[row->player] = count;
        out[count++] = (struct site_player){.name = e->name,
                                            .agent = e->agent,
                                            .rank = i + 1,
                                            .points = (double)row->points / 2,
                                            .rated = row->rated,
                                            .rating = row->rating,
                                            .rating_low = row->rating_low,
                                            .rating_high = row->rating_high};
    }
    for (int32_t i = 0; i < plan->count; i++) {
        const struct entrant *e = &plan->entrants[i];
        if (pes_note_is_empty(&e->excluded))
            continue;
        place[i] = count;
        out[count] = (struct site_player){.name = e->name, .agent = e->agent};
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            out[count].excluded[lang] = e->excluded.why[lang];
        count++;
    }
    assert(count == plan->count);
    return count;
}

static struct site_about about_of(const struct plan *plan, const struct tournament *t,
                                  int64_t last_ms) {
    static const struct pes_text *const schemes[] = {
        [TOURNAMENT_BY_GAME] = NULL,
        [TOURNAMENT_BY_MATCH] = TEXT(cli_tournament_how_match),
        [TOURNAMENT_BY_DOUBLE] = TEXT(cli_tournament_how_double),
        [TOURNAMENT_BY_SCORE] = TEXT(cli_tournament_how_winner)};
    const struct tournament_config *config = &plan->config;
    return (struct site_about){.title = plan->title,
                               .kit = pes_kit_find(plan->game->rules->name),
                               .variant = plan->game->variant,
                               .type = plan_type_word(plan),
                               .games_each = t->games_per_pairing,
                               .movetime_ms = config->limits.movetime_ms,
                               .clock_ms = config->limits.clock_ms[0],
                               .increment_ms = config->limits.increment_ms[0],
                               .max_plies = config->max_plies,
                               .how = schemes[config->points],
                               .seed = config->seed,
                               .version = pes_version(),
                               .date_ms = last_ms,
                               .expected = tournament_total(t)};
}

static enum pes_err write_pages(struct tournament_store *store, const char *folder,
                                struct passing *p, const struct site_player players[], int count,
                                struct pes_note *note) {
    struct results_filter filter = RESULTS_ALL;
    filter.event = store->event;
    enum pes_err err = results_each_game(store->results, &filter, false, visit_time, p, note);
    if (err != PES_ERR_OK)
        return err;
    const struct site_about about = about_of(store->plan, p->t, p->last_ms);
    err = site_begin(&about, folder, &p->site, note);
    if (err == PES_ERR_OK)
        err = results_each_game(store->results, &filter, true, visit_game, p, note);
    if (err == PES_ERR_OK)
        err = p->err;
    if (err == PES_ERR_OK)
        err = site_end(p->site, players, count, note);
    site_free(p->site);
    return err;
}

int tournament_begin_pages(struct tournament_store *store, const char *folder,
                           const struct tournament *t) {
    const struct site_about about = about_of(store->plan, t, 0);
    struct site *site = NULL;
    struct pes_note note = {0};
    const enum pes_err err = site_begin(&about, folder, &site, &note);
    site_free(site);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(store->c, folder, err, &note);
}

int tournament_write_pages(struct tournament_store *store, const char *folder,
                           const struct tournament *t, const struct standings *s) {
    const size_t n = (size_t)store->plan->count;
    struct pes_note note = {0};
    struct site_player *players = mem_alloc(n * sizeof *players);
    int32_t *place = mem_alloc(n * sizeof *place);
    enum pes_err err = PES_ERR_NOMEM;
    if (players != NULL && place != NULL) {
        const int count = list_players(store->plan, s, players, place);
        struct passing p = {.t = t, .place = place, .note = &note};
        str_init(&p.logs[0]);
        str_init(&p.logs[1]);
        err = write_pages(store, folder, &p, players, count, &note);
        str_release(&p.logs[0]);
        str_release(&p.logs[1]);
    }
    mem_free(players);
    mem_free(place);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(store->c, folder, err, &note);
}
