#include "cli/tournament_store.h"

#include "core/clock.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

enum { TOURNAMENT_KEY_SIZE = PLAN_KEY_SIZE + 24 }; /* the plan's key and a number */

int tournament_store_fail(struct tournament_store *s, enum pes_err err,
                          const struct pes_note *note) {
    const char *db = cli_text(s->c, CLI_OPT_DB, "--db");
    return fail_file(s->c, results_is_url(db) ? "--db" : db, err, note);
}

/* The store said STOPPED: locked for long, or a database that is away. A tournament of a night
 * waits for a restart of its database. False: give up. */
static bool wait_to_repeat(const struct tournament_store *s, enum pes_err err, int64_t began_ns) {
    enum { PATIENCE_S = 300 };
    const struct timespec pause = {.tv_nsec = 200000000};
    if (err != PES_ERR_STOPPED || atomic_load(s->c->stop) ||
        clock_seconds_since(began_ns) > PATIENCE_S)
        return false;
    (void)nanosleep(&pause, NULL);
    return true;
}

/* The event and its players. ----------------------------------------------------------------- */

static bool visit_player(void *to, const struct results_player *p) {
    struct tournament_store *s = to;
    if (p->seat < 0 || p->seat >= s->plan->count)
        return true;
    s->has_players = true;
    struct pes_note *excluded = &s->plan->entrants[p->seat].excluded;
    *excluded = (struct pes_note){0};
    for (int lang = 0; lang < PES_LANG_COUNT && p->excluded[lang] != NULL; lang++)
        snprintf(excluded->why[lang], sizeof excluded->why[lang], "%s", p->excluded[lang]);
    return true;
}

static bool visit_any(void *to, const struct results_event *e, const char *const names[2],
                      const struct results_game *g) {
    struct tournament_store *s = to;
    (void)e, (void)names, (void)g;
    s->has_games = true;
    return false;
}

/* Programs with other files are other players: the same command is then another event, whose key
 * has a number after it. Programs that were excluded have no games, so that they may change. */
struct versions {
    struct tournament_store *store;
    char key[PLAN_KEY_SIZE]; /* of the plan */
    int64_t count;           /* events of this command */
    int64_t fit;             /* the number of the last one with the same files; 0: none */
    struct str changed;      /* names of the programs that differ from the last event's */
    enum pes_err err;
    struct pes_note *note;
};

static bool compare_player(void *to, const struct results_player *p) {
    struct versions *v = to;
    const struct plan *plan = v->store->plan;
    if (p->seat < 0 || p->seat >= plan->count || p->excluded[PES_LANG_EN] != NULL)
        return true;
    const struct entrant *e = &plan->entrants[p->seat];
    if (strcmp(p->files != NULL ? p->files : "", e->files) != 0)
        str_addf(&v->changed, "%s%s", v->changed.length > 0 ? ", " : "", e->name);
    return true;
}

static bool compare_event(void *to, const struct results_event *e) {
    struct versions *v = to;
    const size_t length = strlen(v->key);
    if (strncmp(e->key, v->key, length) != 0 || (e->key[length] != '\0' && e->key[length] != ' '))
        return true;
    v->count++;
    str_clear(&v->changed);
    v->err = results_each_player(v->store->results, e->id, compare_player, v, v->note);
    if (v->err == PES_ERR_OK)
        v->err = str_err(&v->changed);
    if (v->changed.length == 0)
        v->fit = v->count;
    return v->err == PES_ERR_OK;
}

/* The key of the event with the present files of all programs; says if they are new. */
static enum pes_err find_key(struct tournament_store *s, char out[TOURNAMENT_KEY_SIZE],
                             struct pes_note *note) {
    struct versions v = {.store = s, .note = note};
    struct results_filter filter = RESULTS_ALL;
    filter.kind = "tournament";
    enum pes_err err = plan_key(s->plan, v.key);
    str_init(&v.changed);
    if (err == PES_ERR_OK)
        err = results_each_event(s->results, &filter, compare_event, &v, note);
    if (err == PES_ERR_OK)
        err = v.err;
    if (err == PES_ERR_OK && v.count > 0 && v.fit == 0)
        cli_remark(s->c, "--db", TEXT(cli_tournament_changed), PES_ARGS(PES_STR(v.changed.text)));
    str_release(&v.changed);
    const int64_t number = v.fit > 0 ? v.fit : v.count + 1;
    if (number == 1)
        snprintf(out, TOURNAMENT_KEY_SIZE, "%s", v.key);
    else
        snprintf(out, TOURNAMENT_KEY_SIZE, "%s %" PRId64, v.key, number);
    return err;
}

static enum pes_err open_event(struct tournament_store *s, struct pes_note *note) {
    const struct plan *plan = s->plan;
    const struct pes_game *g = plan->game;
    char key[TOURNAMENT_KEY_SIZE], title[CLI_LINE_SIZE];
    bool created;
    enum pes_err err = find_key(s, key, note);
    if (err != PES_ERR_OK)
        return err;
    snprintf(title, sizeof title, "%s %s", g->rules->name, plan_type_word(plan));
    const struct results_event event = {.key = key,
                                        .kind = "tournament",
                                        .title = plan->title != NULL ? plan->title : title,
                                        .game = g->rules->name,
                                        .variant = g->variant,
                                        .seed = plan->config.seed,
                                        .version = pes_version(),
                                        .created_ms = clock_wall_ms()};
    err = results_begin_event(s->results, &event, &s->event, &created, note);
    if (err == PES_ERR_OK)
        err = results_commit(s->results, note);
    if (err == PES_ERR_OK)
        err = results_each_player(s->results, s->event, visit_player, s, note);
    struct results_filter filter = RESULTS_ALL;
    filter.event = s->event;
    filter.limit = 1;
    if (err == PES_ERR_OK)
        err = results_each_game(s->results, &filter, false, visit_any, s, note);
    return err;
}

int tournament_store_open(struct cli *c, struct plan *plan, struct tournament_store *s) {
    struct pes_note note = {0};
    const char *path = cli_text(c, CLI_OPT_DB, NULL);
    *s = (struct tournament_store){.c = c, .plan = plan, .in_file = path != NULL};
    s->scores = plan->config.points == TOURNAMENT_BY_SCORE || CLI_GIVEN(c, RESULTS);
    enum pes_err err = results_open(path != NULL ? path : ":memory:", false, &s->results, &note);
    const int64_t began_ns = clock_now_ns();
    if (err == PES_ERR_OK) {
        do
            err = open_event(s, &note);
        while (wait_to_repeat(s, err, began_ns));
    }
    return err == PES_ERR_OK ? CLI_DONE : tournament_store_fail(s, err, &note);
}

void tournament_store_close(struct tournament_store *s) {
    results_close(s->results);
    s->results = NULL;
}

/* The row of a player; NULL if it does not take part or there is no table yet. */
static const struct standing *row_of(const struct standings *standings, int32_t player) {
    for (int32_t i = 0; standings != NULL && i < standings->count; i++)
        if (standings->rows[i].player == player)
            return &standings->rows[i];
    return NULL;
}

static enum pes_err put_players_once(struct tournament_store *s, const struct standings *standings,
                                     bool finished, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; i < s->plan->count && err == PES_ERR_OK; i++) {
        const struct entrant *e = &s->plan->entrants[i];
        struct results_player player = {.seat = i, .name = e->name, .agent = e->agent};
        if (e->files[0] != '\0')
            player.files = e->files;
        for (int lang = 0; lang < PES_LANG_COUNT && !pes_note_is_empty(&e->excluded); lang++)
            player.excluded[lang] = e->excluded.why[lang];
        const struct standing *row = row_of(standings, i);
        if (row != NULL && row->rated) {
            player.rated = true;
            player.rating = row->rating;
            player.rating_low = row->rating_low;
            player.rating_high = row->rating_high;
        }
        err = results_put_player(s->results, s->event, &player, note);
    }
    if (err == PES_ERR_OK && finished)
        err = results_finish_event(s->results, s->event, note);
    return err == PES_ERR_OK ? results_commit(s->results, note) : err;
}

static enum pes_err put_players(struct tournament_store *s, const struct standings *standings,
                                bool finished, struct pes_note *note) {
    const int64_t began_ns = clock_now_ns();
    enum pes_err err;
    do
        err = put_players_once(s, standings, finished, note);
    while (wait_to_repeat(s, err, began_ns));
    return err;
}

int tournament_store_verdicts(struct tournament_store *s, bool changed) {
    struct pes_note note = {0};
    enum pes_err err = PES_ERR_OK;
    const bool had_players = s->has_players;
    if (!had_players)
        err = results_each_player(s->results, s->event, visit_player, s, &note);
    if (err == PES_ERR_OK && (!s->has_players || (had_players && changed)))
        err = put_players(s, NULL, false, &note);
    return err == PES_ERR_OK ? CLI_DONE : tournament_store_fail(s, err, &note);
}

int tournament_store_players(struct tournament_store *s, const struct standings *standings,
                             bool finished) {
    struct pes_note note = {0};
    const enum pes_err err = put_players(s, standings, finished, &note);
    return err == PES_ERR_OK ? CLI_DONE : tournament_store_fail(s, err, &note);
}

/* Games. ------------------------------------------------------------------------------------- */

static const char *const results[] = {"0-1", "1/2-1/2", "1-0"}; /* by First's halves */

/* Scores on the board from the text of a record. */
static enum pes_err read_scores(const struct pes_game *g, const char *record, int32_t out[2],
                                struct pes_note *note) {
    struct pes_record *r;
    enum pes_err err = pes_record_parse(record, strlen(record), &r, note);
    if (err != PES_ERR_OK)
        return err;
    err = tournament_read_scores(g, r, out, note);
    pes_record_free(r);
    return err;
}

/* Reading stored games: into a tournament, or (`one`) one game by itself. */
struct loading {
    const struct tournament_store *store;
    struct tournament *t;
    struct tournament_game *one;
    enum pes_err err;
    struct pes_note *note;
};

static bool visit_game(void *to, const struct results_event *e, const char *const names[2],
                       const struct results_game *g) {
    struct loading *l = to;
    (void)e, (void)names;
    const int64_t numbers = l->t != NULL ? (int64_t)l->t->slots * l->t->stride : 0;
    if (g->number >= 1 && g->number <= numbers && l->t->games[g->number - 1].number != 0)
        return true; // known already
    struct tournament_game game = {
        .number = g->number,
        .seats = {g->seats[0], g->seats[1]},
        .opening = g->opening,
        .end = {.fingerprint = g->fingerprint, .margin = g->margin, .plies = g->plies}};
    for (uint8_t halves = 0; halves <= 2; halves++)
        if (strcmp(g->result, results[halves]) == 0)
            game.end.halves = halves;
    for (int end = 0; end < PES_END_COUNT; end++)
        if (strcmp(g->end, pes_end_word((enum pes_end)end)) == 0)
            game.end.end = (uint8_t)end;
    if (g->record != NULL)
        l->err = read_scores(l->store->plan->game, g->record, game.scores, l->note);
    if (l->err == PES_ERR_OK && l->one != NULL)
        *l->one = game;
    else if (l->err == PES_ERR_OK)
        l->err = tournament_add(l->t, &game, l->note);
    return l->err == PES_ERR_OK;
}

enum pes_err tournament_store_load(void *store, struct tournament *t, struct pes_note *note) {
    struct tournament_store *s = store;
    struct loading l = {.store = s, .t = t, .note = note};
    struct results_filter filter = RESULTS_ALL;
    filter.event = s->event;
    const int64_t began_ns = clock_now_ns();
    enum pes_err err;
    do /* games that are known already are skipped */
        err = results_each_game(s->results, &filter, s->scores, visit_game, &l, note);
    while (wait_to_repeat(s, err, began_ns));
    return err != PES_ERR_OK ? err : l.err;
}

static enum pes_err collect(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

/* Puts a game and commits it, again if need be: a number is stored once. */
static enum pes_err put_row(struct tournament_store *s, const struct results_game *row, bool *added,
                            struct pes_note *note) {
    const int64_t began_ns = clock_now_ns();
    enum pes_err err;
    do {
        err = results_put_game(s->results, s->event, row, added, note);
        if (err == PES_ERR_OK)
            err = results_commit(s->results, note);
    } while (wait_to_repeat(s, err, began_ns));
    return err;
}

/* The stored game with this number. */
static enum pes_err load_one(struct tournament_store *s, int64_t number,
                             struct tournament_game *game, struct pes_note *note) {
    struct loading l = {.store = s, .one = game, .note = note};
    struct results_filter filter = RESULTS_ALL;
    filter.event = s->event;
    filter.number = number;
    const int64_t began_ns = clock_now_ns();
    enum pes_err err;
    do
        err = results_each_game(s->results, &filter, s->scores, visit_game, &l, note);
    while (wait_to_repeat(s, err, began_ns));
    return err != PES_ERR_OK ? err : l.err;
}

enum pes_err tournament_store_put(void *store, const struct tournament_finished *finished,
                                  struct tournament_game *game, struct pes_note *note) {
    struct tournament_store *s = store;
    const struct runner_result *r = finished->result;
    struct str record;
    str_init(&record);
    enum pes_err err = pes_record_format(r->record, collect, &record);
    struct results_game row = {
        .number = finished->number,
        .round = finished->round + 1,
        .seats = {finished->seats[0], finished->seats[1]},
        .result = results[r->game.halves],
        .end = pes_end_word((enum pes_end)r->game.end),
        .margin = r->game.margin,
        .plies = r->game.plies,
        .opening = r->opening,
        .fingerprint = r->game.fingerprint,
        .job = finished->job,
        .record = record.text,
        .played_ms = clock_wall_ms(),
    };
    for (int lang = 0; lang < PES_LANG_COUNT && !pes_note_is_empty(&r->notes.fault); lang++)
        row.reason[lang] = r->notes.fault.why[lang];
    for (int seat = 0; seat < 2; seat++) {
        row.think_max_ms[seat] = r->notes.think_max_ms[seat];
        row.think_sum_ms[seat] = r->notes.think_sum_ms[seat];
        row.log[seat] = r->logs[seat].bytes;
        row.log_length[seat] = r->logs[seat].length;
    }
    bool added = false;
    if (err == PES_ERR_OK)
        err = put_row(s, &row, &added, note);
    str_release(&record);
    /* Another program was first: its game counts. */
    return err != PES_ERR_OK || added ? err : load_one(s, finished->number, game, note);
}
