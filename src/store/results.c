/* Writing results: transactions and puts, the same for every class. Reading: results_read.c. */
#include "store/results.h"

#include "core/mem.h"
#include "core/str.h"
#include "store/results_int.h"
#include "store/sql.h"
#include "store/text.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

const char *const results_queries[RESULTS_QUERY_COUNT] = {
    [RESULTS_FIND_EVENT] = "SELECT id FROM event WHERE key=$1",
    [RESULTS_ADD_EVENT] =
        "INSERT INTO event(key, kind, title, game, variant, seed, version, created_ms, finished)"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id",
    [RESULTS_FINISH_EVENT] = "UPDATE event SET finished=1 WHERE id=$1",
    [RESULTS_ADD_NAME] = "INSERT INTO player(name) VALUES($1) ON CONFLICT DO NOTHING",
    [RESULTS_PUT_ENTRY] =
        "INSERT INTO entry(event, seat, player, agent, files, excluded_en, excluded_el, rating,"
        " rating_low, rating_high) VALUES($1, $2, (SELECT id FROM player WHERE name=$3), $4, $5,"
        " $6, $7, $8, $9, $10) ON CONFLICT(event, seat) DO UPDATE SET player=excluded.player,"
        " agent=excluded.agent, files=excluded.files, excluded_en=excluded.excluded_en,"
        " excluded_el=excluded.excluded_el, rating=excluded.rating,"
        " rating_low=excluded.rating_low, rating_high=excluded.rating_high",
    [RESULTS_ADD_GAME] =
        "INSERT INTO game(event, number, round, first_seat, second_seat, result, termination,"
        " reason_en, reason_el, margin, plies, opening, fingerprint, first_max_ms, second_max_ms,"
        " first_sum_ms, second_sum_ms, played_ms, checksum) VALUES($1, $2, $3, $4, $5, $6, $7, $8,"
        " $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)"
        " ON CONFLICT(event, number) DO NOTHING RETURNING id",
    [RESULTS_ADD_TRANSCRIPT] = "INSERT INTO transcript(game, job, record, first_log, second_log,"
                               " checksum) VALUES($1, $2, $3, $4, $5, $6)",
};

struct results *results_new(size_t size, const struct results_class *class, const char *name,
                            bool read_only) {
    const size_t length = strlen(name) + 1;
    struct results *r = mem_alloc(size + length);
    if (r == NULL)
        return NULL;
    char *copy = (char *)r + size;
    memcpy(copy, name, length);
    r->class = class;
    r->name = copy;
    r->read_only = read_only;
    return r;
}

enum pes_err results_open(const char *where, bool read_only, struct results **out,
                          struct pes_note *note) {
    assert(where != NULL);
    if (where[0] == '\0') /* SQLite would make a temporary file */
        return sql_say(where, TEXT(store_cannot_open), strerror(ENOENT), note);
    return sql_is_url(where) ? results_open_pq(where, read_only, out, note)
                             : results_open_lite(where, read_only, out, note);
}

bool results_is_url(const char *where) {
    return sql_is_url(where);
}

/* Transactions --------------------------------------------------------------------------------- */

static void undo(struct results *r) {
    if (r->open)
        r->class->undo(r);
    r->open = false;
}

/* Begins the transaction unless one is open. */
static enum pes_err begin(struct results *r, struct pes_note *note) {
    assert(!r->read_only);
    assert(r->visits == 0);
    if (r->open)
        return PES_ERR_OK;
    const enum pes_err err = r->class->begin(r, note);
    r->open = err == PES_ERR_OK;
    return err;
}

/* After a failure nothing since the last commit is left: what a caller believes to be stored must
 * not lack a part. */
static enum pes_err end_put(struct results *r, enum pes_err err) {
    if (err != PES_ERR_OK)
        undo(r);
    return err;
}

enum pes_err results_commit(struct results *r, struct pes_note *note) {
    if (!r->open)
        return PES_ERR_OK;
    const enum pes_err err = end_put(r, r->class->commit(r, note));
    r->open = false;
    return err;
}

void results_close(struct results *r) {
    if (r == NULL)
        return;
    assert(r->visits == 0);
    undo(r);
    r->class->close(r);
}

/* Values of a query ---------------------------------------------------------------------------- */

/* Values one after the other; they stay the caller's. */
struct values {
    struct value items[20];
    int count;
    const char *bad; /* a text that is not UTF-8 */
};

static void add(struct values *v, struct value value) {
    assert(v->count < (int)(sizeof v->items / sizeof v->items[0]));
    if (value.kind == VALUE_TEXT && v->bad == NULL && !utf8_valid(value.bytes, value.length))
        v->bad = value.bytes;
    v->items[v->count++] = value;
}

static void add_text(struct values *v, const char *text) {
    add(v, value_text(text));
}

static void add_int(struct values *v, int64_t n) {
    add(v, value_int(n));
}

static void add_real(struct values *v, bool known, double x) {
    add(v, known ? value_real(x) : (struct value){.kind = VALUE_NULL});
}

/* SYNTAX: one of the texts cannot be stored. */
static enum pes_err check_texts(const struct values *v, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    if (v->bad == NULL)
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(results_not_text),
                        PES_ARGS(PES_STR(pes_quote(v->bad, strlen(v->bad), quote))));
}

/* Runs a query with its values in the transaction. */
static enum pes_err run(struct results *r, enum results_query which, const struct values *v,
                        int64_t *out, struct pes_note *note) {
    const enum pes_err err = begin(r, note);
    return err == PES_ERR_OK ? r->class->run(r, which, v->items, v->count, out, note) : err;
}

/* Events --------------------------------------------------------------------------------------- */

/* *out: the event with this key; 0: there is none. */
static enum pes_err find_event(struct results *r, const char *key, int64_t *out,
                               struct pes_note *note) {
    const struct value value = value_text(key);
    return r->class->run(r, RESULTS_FIND_EVENT, &value, 1, out, note);
}

static enum pes_err add_event(struct results *r, const struct values *v, const char *key,
                              int64_t *out_id, bool *created, struct pes_note *note) {
    /* Another process may have created it before this transaction began. */
    enum pes_err err = begin(r, note);
    if (err == PES_ERR_OK)
        err = find_event(r, key, out_id, note);
    if (err != PES_ERR_OK || *out_id != 0)
        return err;
    err = run(r, RESULTS_ADD_EVENT, v, out_id, note);
    *created = err == PES_ERR_OK;
    return err;
}

enum pes_err results_begin_event(struct results *r, const struct results_event *event,
                                 int64_t *out_id, bool *created, struct pes_note *note) {
    const char *const texts[] = {event->key, event->kind, event->title, event->game,
                                 event->variant};
    struct values v = {.count = 0};
    *created = false;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert(texts[i] != NULL);
        add_text(&v, texts[i]);
    }
    assert(event->version != NULL);
    add_int(&v, (int64_t)event->seed);
    add_text(&v, event->version);
    add_int(&v, event->created_ms);
    add_int(&v, event->finished);
    enum pes_err err = check_texts(&v, note);
    if (err != PES_ERR_OK)
        return err;
    /* One that exists is found without waiting for another process that writes. */
    err = find_event(r, event->key, out_id, note);
    if (err == PES_ERR_OK && *out_id == 0)
        err = add_event(r, &v, event->key, out_id, created, note);
    return end_put(r, err);
}

enum pes_err results_finish_event(struct results *r, int64_t event, struct pes_note *note) {
    struct values v = {.count = 0};
    add_int(&v, event);
    return end_put(r, run(r, RESULTS_FINISH_EVENT, &v, NULL, note));
}

/* Players -------------------------------------------------------------------------------------- */

enum pes_err results_put_player(struct results *r, int64_t event,
                                const struct results_player *player, struct pes_note *note) {
    struct values name = {.count = 0}, v = {.count = 0};
    assert(player->name != NULL);
    assert(player->agent != NULL);
    add_text(&name, player->name);
    add_int(&v, event);
    add_int(&v, player->seat);
    add_text(&v, player->name);
    add_text(&v, player->agent);
    add_text(&v, player->files);
    add_text(&v, player->excluded[PES_LANG_EN]);
    add_text(&v, player->excluded[PES_LANG_EL]);
    add_real(&v, player->rated, player->rating);
    add_real(&v, player->rated, player->rating_low);
    add_real(&v, player->rated, player->rating_high);
    enum pes_err err = check_texts(&v, note);
    if (err != PES_ERR_OK)
        return err;
    err = run(r, RESULTS_ADD_NAME, &name, NULL, note);
    if (err == PES_ERR_OK)
        err = run(r, RESULTS_PUT_ENTRY, &v, NULL, note);
    return end_put(r, err);
}

/* Games ---------------------------------------------------------------------------------------- */

static void add_game(struct values *v, int64_t event, const struct results_game *g) {
    add_int(v, event);
    add_int(v, g->number);
    add_int(v, g->round);
    add_int(v, g->seats[0]);
    add_int(v, g->seats[1]);
    add_text(v, g->result);
    add_text(v, g->end);
    add_text(v, g->reason[PES_LANG_EN]);
    add_text(v, g->reason[PES_LANG_EL]);
    add_int(v, g->margin);
    add_int(v, g->plies);
    add_int(v, (int64_t)g->opening);
    add_int(v, (int64_t)g->fingerprint);
    add_int(v, g->think_max_ms[0]);
    add_int(v, g->think_max_ms[1]);
    add_int(v, g->think_sum_ms[0]);
    add_int(v, g->think_sum_ms[1]);
    add_int(v, g->played_ms);
    add_int(v, results_sum_game(event, g));
}

/* The first value is the row of the game, which is not known yet. */
static void add_transcript(struct values *v, int64_t event, const struct results_game *g) {
    add_int(v, 0);
    add_text(v, g->job);
    add_text(v, g->record);
    add(v, value_bytes(g->log[0], g->log_length[0]));
    add(v, value_bytes(g->log[1], g->log_length[1]));
    add_int(v, results_sum_transcript(event, g));
}

/* The same game with the lengths of its logs; an empty log is none. */
static struct results_game with_lengths(const struct results_game *game) {
    struct results_game g = *game;
    for (int i = 0; i < 2; i++) {
        if (g.log[i] != NULL && g.log_length[i] == 0)
            g.log_length[i] = strlen(g.log[i]);
        if (g.log[i] == NULL || g.log_length[i] == 0) {
            g.log[i] = NULL;
            g.log_length[i] = 0;
        }
    }
    return g;
}

enum pes_err results_put_game(struct results *r, int64_t event, const struct results_game *game,
                              bool *added, struct pes_note *note) {
    struct values v = {.count = 0}, transcript = {.count = 0};
    int64_t row = 0;
    assert(game->result != NULL);
    assert(game->end != NULL);
    assert(game->job != NULL);
    assert(game->record != NULL);
    const struct results_game g = with_lengths(game);
    *added = false;
    add_game(&v, event, &g);
    add_transcript(&transcript, event, &g);
    enum pes_err err = check_texts(&v, note);
    if (err == PES_ERR_OK)
        err = check_texts(&transcript, note);
    if (err != PES_ERR_OK)
        return err;
    err = run(r, RESULTS_ADD_GAME, &v, &row, note);
    transcript.items[0].number = row;
    if (err == PES_ERR_OK && row != 0)
        err = run(r, RESULTS_ADD_TRANSCRIPT, &transcript, NULL, note);
    *added = row != 0 && err == PES_ERR_OK;
    return end_put(r, err);
}
