#include "cli/tournament_pages.h"

#include "cli/pages.h"
#include "core/mem.h"

#include <assert.h>
#include <string.h>

/* Which of the stored games are on the pages: those that count. */
static bool counts(const void *arg, const struct results_game *g) {
    const struct tournament *t = arg;
    const int64_t numbers = (int64_t)t->slots * t->stride;
    return g->number >= 1 && g->number <= numbers && t->games[g->number - 1].number != 0;
}

/* When the last game was played. */
static bool visit_time(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    int64_t *last_ms = to;
    (void)e, (void)names;
    if (g->played_ms > *last_ms)
        *last_ms = g->played_ms;
    return true;
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
                                const struct tournament *t, const int32_t place[],
                                const struct site_player players[], int count,
                                struct pes_note *note) {
    struct results_filter filter = RESULTS_ALL;
    int64_t last_ms = 0;
    filter.event = store->event;
    const enum pes_err err =
        results_each_game(store->results, &filter, false, visit_time, &last_ms, note);
    if (err != PES_ERR_OK)
        return err;
    const struct site_about about = about_of(store->plan, t, last_ms);
    const struct pages_from from = {.results = store->results,
                                    .event = store->event,
                                    .place = place,
                                    .seats = store->plan->count,
                                    .counts = counts,
                                    .arg = t};
    return pages_write(&from, &about, folder, players, count, note);
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
        err = write_pages(store, folder, t, place, players, count, &note);
    }
    mem_free(players);
    mem_free(place);
    return err == PES_ERR_OK ? CLI_DONE : fail_file(store->c, folder, err, &note);
}
