/* Reading results, the same for every class. Rows are streamed: memory does not grow with their
 * number. The queries are made for the filter, so that an index is used where there is one. */
#include "core/str.h"
#include "store/results_int.h"
#include "store/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* A query under construction: conditions, and their values. */
struct question {
    struct str sql;
    struct value values[8];
    int count;
};

/* Adds a condition; its value is between `before` and `after`. */
static void where(struct question *q, const char *before, const char *after, struct value value) {
    assert(q->count < (int)(sizeof q->values / sizeof q->values[0]));
    q->values[q->count++] = value;
    str_addf(&q->sql, " AND %s$%d%s", before, q->count, after);
}

/* The same, unless the filter has no such text. */
static void where_text(struct question *q, const char *before, const char *after,
                       const char *text) {
    if (text != NULL)
        where(q, before, after, value_text(text));
}

/* Sorts, limits and reads; releases the text. */
static enum pes_err each(struct results *r, struct question *q, const char *order, int64_t limit,
                         results_visit *visit, void *to, struct pes_note *note) {
    str_addf(&q->sql, " ORDER BY %s", order);
    if (limit > 0)
        str_addf(&q->sql, " LIMIT %" PRId64, limit);
    enum pes_err err = str_err(&q->sql);
    r->visits++;
    if (err == PES_ERR_OK)
        err = r->class->each(r, q->sql.text, q->values, q->count, visit, to, note);
    else
        err = pes_note_say(note, err, 0, pes_err_text(err), PES_NO_ARGS);
    r->visits--;
    str_release(&q->sql);
    return err;
}

/* Columns of a row ----------------------------------------------------------------------------- */

static int64_t int_at(const struct results_row *row, int column) {
    return row->class->number(row, column);
}

static int32_t int32_at(const struct results_row *row, int column) {
    return (int32_t)row->class->number(row, column);
}

static const char *text_or_null(const struct results_row *row, int column) {
    return row->class->text(row, column);
}

/* A text that our own tables always have; in forged ones it may be missing. */
static const char *text_at(const struct results_row *row, int column) {
    const char *text = text_or_null(row, column);
    return text != NULL ? text : "";
}

/* Events --------------------------------------------------------------------------------------- */

/* read_event() takes the columns in this order. */
#define EVENT_COLUMNS                                                                   \
    "e.id, e.key, e.kind, e.title, e.game, e.variant, e.seed, e.version, e.created_ms," \
    " e.finished"
enum { EVENT_COLUMNS_COUNT = 10 };

static struct results_event read_event(const struct results_row *row) {
    return (struct results_event){
        .id = int_at(row, 0),
        .key = text_at(row, 1),
        .kind = text_at(row, 2),
        .title = text_at(row, 3),
        .game = text_at(row, 4),
        .variant = text_at(row, 5),
        .seed = (uint64_t)int_at(row, 6),
        .version = text_at(row, 7),
        .created_ms = int_at(row, 8),
        .finished = int_at(row, 9) != 0,
    };
}

struct event_visit {
    bool (*visit)(void *to, const struct results_event *e);
    void *to;
};

static bool visit_event(void *to, const struct results_row *row) {
    const struct event_visit *v = to;
    struct results_event e = read_event(row);
    e.players = int_at(row, EVENT_COLUMNS_COUNT);
    e.games = int_at(row, EVENT_COLUMNS_COUNT + 1);
    return v->visit(v->to, &e);
}

enum pes_err results_each_event(struct results *r, const struct results_filter *filter,
                                bool (*visit)(void *to, const struct results_event *e), void *to,
                                struct pes_note *note) {
    const struct results_filter all = RESULTS_ALL, *f = filter != NULL ? filter : &all;
    struct event_visit v = {visit, to};
    struct question q = {0};
    str_init(&q.sql);
    str_add(&q.sql, "SELECT " EVENT_COLUMNS ", (SELECT count(*) FROM entry WHERE event=e.id),"
                    " (SELECT count(*) FROM game WHERE event=e.id) FROM event e WHERE true");
    if (f->event != 0)
        where(&q, "e.id=", "", value_int(f->event));
    where_text(&q, "e.kind=", "", f->kind);
    where_text(&q, "e.game=", "", f->game);
    where_text(&q,
               "EXISTS(SELECT 1 FROM entry x JOIN player p ON p.id=x.player"
               " WHERE x.event=e.id AND p.name=",
               ")", f->player);
    return each(r, &q, "e.id", f->limit, visit_event, &v, note);
}

/* Players -------------------------------------------------------------------------------------- */

struct player_visit {
    bool (*visit)(void *to, const struct results_player *p);
    void *to;
};

static bool visit_player(void *to, const struct results_row *row) {
    const struct player_visit *v = to;
    const struct results_player p = {
        .seat = int32_at(row, 0),
        .name = text_at(row, 1),
        .agent = text_at(row, 2),
        .files = text_or_null(row, 3),
        .excluded = {[PES_LANG_EN] = text_or_null(row, 4), [PES_LANG_EL] = text_or_null(row, 5)},
        .rated = text_or_null(row, 6) != NULL,
        .rating = row->class->real(row, 6),
        .rating_low = row->class->real(row, 7),
        .rating_high = row->class->real(row, 8),
    };
    return v->visit(v->to, &p);
}

enum pes_err results_each_player(struct results *r, int64_t event,
                                 bool (*visit)(void *to, const struct results_player *p), void *to,
                                 struct pes_note *note) {
    struct player_visit v = {visit, to};
    struct question q = {0};
    str_init(&q.sql);
    str_add(&q.sql,
            "SELECT x.seat, p.name, x.agent, x.files, x.excluded_en, x.excluded_el, x.rating,"
            " x.rating_low, x.rating_high FROM entry x JOIN player p ON p.id=x.player"
            " WHERE true");
    where(&q, "x.event=", "", value_int(event));
    return each(r, &q, "x.seat", 0, visit_player, &v, note);
}

/* Games ---------------------------------------------------------------------------------------- */

struct game_visit {
    bool (*visit)(void *to, const struct results_event *e, const char *const names[2],
                  const struct results_game *g);
    void *to;
    bool whole;
    bool bad; /* the checksum of a game did not match: this one's */
    int64_t bad_event, bad_number;
};

/* read_game() takes the columns in this order. */
#define GAME_COLUMNS                                                                           \
    "a.name, b.name, g.number, g.round, g.first_seat, g.second_seat, g.result, g.termination," \
    " g.reason_en, g.reason_el, g.margin, g.plies, g.opening, g.fingerprint, g.first_max_ms,"  \
    " g.second_max_ms, g.first_sum_ms, g.second_sum_ms, g.played_ms, g.checksum"
enum { GAME_CHECKSUM = 19, GAME_COLUMNS_COUNT = 20, TRANSCRIPT_CHECKSUM = 4 };

static struct results_game read_game(const struct results_row *row, int at) {
    return (struct results_game){
        .number = int_at(row, at + 2),
        .round = int32_at(row, at + 3),
        .seats = {int32_at(row, at + 4), int32_at(row, at + 5)},
        .result = text_at(row, at + 6),
        .end = text_at(row, at + 7),
        .reason =
            {[PES_LANG_EN] = text_or_null(row, at + 8), [PES_LANG_EL] = text_or_null(row, at + 9)},
        .margin = int32_at(row, at + 10),
        .plies = int32_at(row, at + 11),
        .opening = (uint64_t)int_at(row, at + 12),
        .fingerprint = (uint64_t)int_at(row, at + 13),
        .think_max_ms = {int32_at(row, at + 14), int32_at(row, at + 15)},
        .think_sum_ms = {int32_at(row, at + 16), int32_at(row, at + 17)},
        .played_ms = int_at(row, at + 18),
    };
}

static void read_transcript(const struct results_row *row, int at, struct results_game *g) {
    g->job = text_at(row, at);
    g->record = text_at(row, at + 1);
    for (int i = 0; i < 2; i++) {
        g->log[i] = row->class->bytes(row, at + 2 + i, &g->log_length[i]);
    }
}

/* Are the checksums of a game right, as far as it was read? `at`: the column of the first name. */
static bool is_sound(const struct results_row *row, int at, int64_t event,
                     const struct results_game *g) {
    const int last = at + GAME_COLUMNS_COUNT + TRANSCRIPT_CHECKSUM;
    return int_at(row, at + GAME_CHECKSUM) == results_sum_game(event, g) &&
           (g->record == NULL || int_at(row, last) == results_sum_transcript(event, g));
}

static bool visit_game(void *to, const struct results_row *row) {
    struct game_visit *v = to;
    const struct results_event e = read_event(row);
    const int at = EVENT_COLUMNS_COUNT;
    const char *const names[2] = {text_at(row, at), text_at(row, at + 1)};
    struct results_game g = read_game(row, at);
    if (v->whole)
        read_transcript(row, at + GAME_COLUMNS_COUNT, &g);
    if (!is_sound(row, at, e.id, &g)) {
        v->bad = true;
        v->bad_event = e.id;
        v->bad_number = g.number;
        return false;
    }
    return v->visit(v->to, &e, names, &g);
}

static enum pes_err refuse_game(const struct results *r, const struct game_visit *v,
                                struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(results_bad_game),
                        PES_ARGS(PES_STR(pes_quote(r->name, strlen(r->name), quote)),
                                 PES_INT(v->bad_event), PES_INT(v->bad_number)));
}

enum pes_err results_each_game(struct results *r, const struct results_filter *filter, bool whole,
                               bool (*visit)(void *to, const struct results_event *e,
                                             const char *const names[2],
                                             const struct results_game *g),
                               void *to, struct pes_note *note) {
    const struct results_filter all = RESULTS_ALL, *f = filter != NULL ? filter : &all;
    struct game_visit v = {.visit = visit, .to = to, .whole = whole};
    struct question q = {0};
    str_init(&q.sql);
    str_add(&q.sql, "SELECT " EVENT_COLUMNS ", " GAME_COLUMNS);
    str_add(&q.sql, whole ? ", t.job, t.record, t.first_log, t.second_log, t.checksum" : "");
    /* LEFT JOIN: in this order, so that the index of games gives their order and nothing must be
     * sorted before the first row; and a game of which something is missing is found, and refused.
     */
    str_add(&q.sql, " FROM game g LEFT JOIN event e ON e.id=g.event"
                    " LEFT JOIN entry x ON x.event=g.event AND x.seat=g.first_seat"
                    " LEFT JOIN entry y ON y.event=g.event AND y.seat=g.second_seat"
                    " LEFT JOIN player a ON a.id=x.player LEFT JOIN player b ON b.id=y.player");
    str_add(&q.sql, whole ? " LEFT JOIN transcript t ON t.game=g.id WHERE true" : " WHERE true");
    if (f->event != 0)
        where(&q, "g.event=", "", value_int(f->event));
    if (f->number >= 0)
        where(&q, "g.number=", "", value_int(f->number));
    where_text(&q, "e.kind=", "", f->kind);
    where_text(&q, "e.game=", "", f->game);
    where_text(&q, "", " IN (a.name, b.name)", f->player);
    where_text(&q, "g.result=", "", f->result);
    where_text(&q, "g.termination=", "", f->end);
    const enum pes_err err = each(r, &q, "g.event, g.number", f->limit, visit_game, &v, note);
    return err == PES_ERR_OK && v.bad ? refuse_game(r, &v, note) : err;
}
