/* The pages of a tournament that is under way: see serve_live.h. The thread owns everything but
 * `stop` and the mutex around it. */
#include "cli/serve_live.h"

#include "arena/ratings.h"
#include "cli/pages.h"
#include "core/clock.h"
#include "core/mem.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOK_MS = 2000,     /* between two looks at the store */
    SHARE = 4,          /* of the time, at most one part in so many is spent on pages */
    GAMES_MAX = 50000,  /* of a tournament that is shown */
    RATINGS_MEAN = 1500 /* as in the tables of the command line */
};

struct live_player {
    struct str text; /* name, agent and reasons, each with its NUL */
    struct site_player shown;
    int64_t halves; /* points so far */
    bool stored;
};

struct serve_live {
    char *file;
    char folder[64];
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool stop;

    int64_t event, games, players; /* what the pages show */
    bool finished;
    unsigned char *written; /* by number: which games of the event are in the folder */
};

/* One pass over the newest tournament of the file. */
struct pass {
    struct results_event event; /* texts are in `text` */
    struct str title, game, variant, version;
    struct live_player *people;
    int32_t count, capacity;
    struct rating_pair *pairs;
    int32_t pair_count;
    int64_t last_ms;
    bool rounds;
    enum pes_err err;
};

static bool visit_event(void *to, const struct results_event *e) {
    struct pass *p = to;
    if (strcmp(e->kind, "tournament") != 0)
        return true;
    p->event = *e;
    struct {
        struct str *to;
        const char *from;
    } texts[] = {{&p->title, e->title},
                 {&p->game, e->game},
                 {&p->variant, e->variant},
                 {&p->version, e->version}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        str_clear(texts[i].to);
        str_add(texts[i].to, texts[i].from != NULL ? texts[i].from : "");
        p->err = p->err == PES_ERR_OK ? str_err(texts[i].to) : p->err;
    }
    return true; /* the last one is the newest */
}

/* Adds a text with its NUL; its offset. */
static size_t keep_text(struct str *out, const char *text) {
    const size_t at = out->length;
    str_add(out, text);
    str_add_bytes(out, "", 1);
    return at;
}

static bool visit_player(void *to, const struct results_player *from) {
    struct pass *p = to;
    if (from->seat < 0 || from->seat >= p->capacity)
        return true;
    struct live_player *one = &p->people[from->seat];
    const size_t name = keep_text(&one->text, from->name);
    const size_t agent = keep_text(&one->text, from->agent);
    size_t why[PES_LANG_COUNT];
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        why[lang] = keep_text(&one->text, from->excluded[lang] != NULL ? from->excluded[lang] : "");
    p->err = p->err == PES_ERR_OK ? str_err(&one->text) : p->err;
    if (p->err != PES_ERR_OK)
        return false;
    one->shown =
        (struct site_player){.name = one->text.text + name, .agent = one->text.text + agent};
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        one->shown.excluded[lang] =
            from->excluded[lang] != NULL ? one->text.text + why[lang] : NULL;
    one->stored = true;
    p->count = from->seat + 1 > p->count ? from->seat + 1 : p->count;
    return true;
}

static bool visit_result(void *to, const struct results_event *e, const char *const names[2],
                         const struct results_game *g) {
    struct pass *p = to;
    (void)e, (void)names;
    const int32_t first = g->seats[0], second = g->seats[1];
    if (first < 0 || second < 0 || first >= p->count || second >= p->count)
        return true;
    const int halves = strcmp(g->result, "1-0") == 0 ? 2 : strcmp(g->result, "0-1") == 0 ? 0 : 1;
    p->people[first].halves += halves;
    p->people[second].halves += 2 - halves;
    p->rounds |= g->round > 0;
    p->last_ms = g->played_ms > p->last_ms ? g->played_ms : p->last_ms;
    if (p->pair_count < GAMES_MAX && first < RATINGS_PLAYERS_MAX && second < RATINGS_PLAYERS_MAX)
        p->pairs[p->pair_count++] =
            (struct rating_pair){.players = {(int16_t)first, (int16_t)second},
                                 .halves = {(uint8_t)halves},
                                 .single = true};
    return true;
}

/* Those who take part by points, then by seat; the excluded last. */
static int compare(const void *a, const void *b) {
    const struct live_player *one = *(const struct live_player *const *)a;
    const struct live_player *other = *(const struct live_player *const *)b;
    const bool out_one = one->shown.excluded[0] != NULL,
               out_other = other->shown.excluded[0] != NULL;
    if (out_one != out_other)
        return out_one ? 1 : -1;
    if (one->halves != other->halves)
        return one->halves > other->halves ? -1 : 1;
    return one < other ? -1 : one > other;
}

static enum pes_err rate(struct pass *p) {
    struct rating *ratings = mem_alloc((size_t)p->count * sizeof *ratings);
    struct pes_rng rng;
    struct ratings all;
    enum pes_err err = PES_ERR_NOMEM;
    pes_rng_init(&rng, p->event.seed);
    if (ratings != NULL)
        err = ratings_fold(p->pairs, p->pair_count, p->count, &rng, ratings, &all);
    for (int32_t i = 0; err == PES_ERR_OK && i < p->count; i++) {
        struct site_player *s = &p->people[i].shown;
        s->rated = s->excluded[0] == NULL;
        s->rating = RATINGS_MEAN + ratings[i].elo;
        s->rating_low = RATINGS_MEAN + ratings[i].low;
        s->rating_high = RATINGS_MEAN + ratings[i].high;
    }
    mem_free(ratings);
    return err;
}

/* Writes the pages of what the pass has read. */
static enum pes_err write_out(const struct pass *p, struct results *r,
                              const struct serve_live *live, struct pes_note *note) {
    struct live_player **order = mem_alloc((size_t)p->count * sizeof(struct live_player *));
    struct site_player *players = mem_alloc((size_t)p->count * sizeof *players);
    int32_t *place = mem_alloc((size_t)p->count * sizeof *place);
    enum pes_err err = PES_ERR_NOMEM;
    if (order != NULL && players != NULL && place != NULL) {
        for (int32_t i = 0; i < p->count; i++)
            order[i] = &p->people[i];
        qsort(order, (size_t)p->count, sizeof(struct live_player *), compare);
        for (int32_t i = 0; i < p->count; i++) {
            struct live_player *one = order[i];
            one->shown.points = (double)one->halves / 2;
            one->shown.rank =
                i > 0 && order[i - 1]->halves == one->halves ? order[i - 1]->shown.rank : i + 1;
            players[i] = one->shown;
            place[one - p->people] = i;
        }
        const struct site_about about = {.title = p->title.text,
                                         .kit = pes_kit_find(p->game.text),
                                         .variant = p->variant.text,
                                         .type = p->rounds ? "swiss" : "robin",
                                         .seed = p->event.seed,
                                         .version = p->version.text,
                                         .date_ms = p->last_ms,
                                         .running = !p->event.finished};
        const struct pages_from from = {.results = r,
                                        .event = p->event.id,
                                        .place = place,
                                        .seats = p->count,
                                        .written = live->written,
                                        .written_size = GAMES_MAX};
        err = about.kit == NULL ? PES_ERR_UNKNOWN
                                : pages_write(&from, &about, live->folder, players, p->count, note);
    }
    mem_free(place);
    mem_free(players);
    mem_free(order);
    return err;
}

static enum pes_err read_tournament(struct pass *p, struct results *r, struct pes_note *note) {
    struct results_filter filter = RESULTS_ALL;
    filter.event = p->event.id;
    p->capacity = (int32_t)p->event.players + 1;
    p->people = mem_alloc((size_t)p->capacity * sizeof *p->people);
    p->pairs = mem_alloc(GAMES_MAX * sizeof *p->pairs);
    if (p->people == NULL || p->pairs == NULL)
        return PES_ERR_NOMEM;
    memset(p->people, 0, (size_t)p->capacity * sizeof *p->people);
    for (int32_t i = 0; i < p->capacity; i++)
        str_init(&p->people[i].text);
    enum pes_err err = results_each_player(r, p->event.id, visit_player, p, note);
    if (err == PES_ERR_OK)
        err = p->err;
    if (err == PES_ERR_OK)
        err = results_each_game(r, &filter, false, visit_result, p, note);
    if (err == PES_ERR_OK && p->pair_count > 0 && p->count <= RATINGS_PLAYERS_MAX)
        err = rate(p);
    return err;
}

static void pass_release(struct pass *p) {
    for (int32_t i = 0; p->people != NULL && i < p->capacity; i++)
        str_release(&p->people[i].text);
    mem_free(p->people);
    mem_free(p->pairs);
    str_release(&p->title);
    str_release(&p->game);
    str_release(&p->variant);
    str_release(&p->version);
}

/* Looks at the store; writes the pages if they would show something new. */
static enum pes_err refresh(struct serve_live *live, struct pes_note *note) {
    struct results *r = NULL;
    struct pass p = {.count = 0};
    str_init(&p.title);
    str_init(&p.game);
    str_init(&p.variant);
    str_init(&p.version);
    enum pes_err err = results_open(live->file, true, &r, note);
    if (err == PES_ERR_OK)
        err = results_each_event(r, NULL, visit_event, &p, note);
    if (err == PES_ERR_OK)
        err = p.err;
    const bool news = p.event.id != live->event || p.event.games != live->games ||
                      p.event.players != live->players || p.event.finished != live->finished;
    if (err == PES_ERR_OK && p.event.id > 0 && p.event.players > 0 && news) {
        if (p.event.id != live->event)
            memset(live->written, 0, GAMES_MAX);
        live->event = p.event.id;
        err = read_tournament(&p, r, note);
        if (err == PES_ERR_OK)
            err = write_out(&p, r, live, note);
        if (err == PES_ERR_OK) {
            live->games = p.event.games;
            live->players = p.event.players;
            live->finished = p.event.finished;
        }
    }
    pass_release(&p);
    results_close(r);
    return err;
}

/* Waits; false: the server ends. */
static bool rest(struct serve_live *live, int64_t ms) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += (time_t)(ms / 1000);
    pthread_mutex_lock(&live->mutex);
    int waited = 0;
    while (!live->stop && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&live->wake, &live->mutex, &until);
    const bool goes_on = !live->stop;
    pthread_mutex_unlock(&live->mutex);
    return goes_on;
}

static void *run(void *to) {
    struct serve_live *live = to;
    int64_t took_ms = 0;
    do {
        struct pes_note note = {0};
        const int64_t begun = clock_now_ns();
        /* The file may be away for a moment, or be written: the old pages stay until the next look.
         */
        (void)!refresh(live, &note);
        took_ms = (clock_now_ns() - begun) / 1000000;
    } while (rest(live, took_ms * SHARE > LOOK_MS ? took_ms * SHARE : LOOK_MS));
    return NULL;
}

static void remove_files(const char *folder) {
    char path[512];
    const struct dirent *entry;
    DIR *dir = opendir(folder);
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path) != 0 && strcmp(entry->d_name, "games") == 0)
            remove_files(path);
    }
    if (dir != NULL)
        closedir(dir);
    (void)rmdir(folder);
}

enum pes_err serve_live_open(const char *file, struct serve_live **out, struct pes_note *note) {
    struct serve_live *live = mem_alloc(sizeof *live);
    if (live == NULL)
        return PES_ERR_NOMEM;
    const char *tmp = getenv("TMPDIR");
    *live =
        (struct serve_live){.file = mem_alloc(strlen(file) + 1), .written = mem_alloc(GAMES_MAX)};
    const int length = snprintf(live->folder, sizeof live->folder, "%s/pessoi-live-XXXXXX",
                                tmp != NULL && tmp[0] == '/' ? tmp : "/tmp");
    if (length >= (int)sizeof live->folder)
        snprintf(live->folder, sizeof live->folder, "/tmp/pessoi-live-XXXXXX");
    if (live->file == NULL || live->written == NULL || mkdtemp(live->folder) == NULL) {
        const enum pes_err err =
            live->file == NULL || live->written == NULL ? PES_ERR_NOMEM : PES_ERR_IO;
        mem_free(live->written);
        mem_free(live->file);
        mem_free(live);
        return err;
    }
    memset(live->written, 0, GAMES_MAX);
    memcpy(live->file, file, strlen(file) + 1);
    pthread_mutex_init(&live->mutex, NULL);
    pthread_cond_init(&live->wake, NULL);
    struct results *r = NULL;
    enum pes_err err = results_open(file, true, &r, note);
    results_close(r);
    if (err == PES_ERR_OK && pthread_create(&live->thread, NULL, run, live) != 0)
        err = PES_ERR_NOMEM;
    if (err == PES_ERR_OK) {
        *out = live;
        return PES_ERR_OK;
    }
    remove_files(live->folder);
    pthread_cond_destroy(&live->wake);
    pthread_mutex_destroy(&live->mutex);
    mem_free(live->written);
    mem_free(live->file);
    mem_free(live);
    return err;
}

const char *serve_live_folder(const struct serve_live *live) {
    return live->folder;
}

void serve_live_close(struct serve_live *live) {
    if (live == NULL)
        return;
    pthread_mutex_lock(&live->mutex);
    live->stop = true;
    pthread_cond_signal(&live->wake);
    pthread_mutex_unlock(&live->mutex);
    pthread_join(live->thread, NULL);
    remove_files(live->folder);
    pthread_cond_destroy(&live->wake);
    pthread_mutex_destroy(&live->mutex);
    mem_free(live->written);
    mem_free(live->file);
    mem_free(live);
}
