/* Reading results. Rows are streamed: memory does not grow with their number. The queries are made
 * for the filter, so that an index is used where there is one. */
#include "store/results_int.h"
#include "store/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* A query under construction: conditions, and the values of their question marks. */
struct question {
    struct str sql;
    struct {
        const char *text; /* NULL: the number */
        int64_t number;
    } values[8];
    int count;
};

static void add_value(struct question *q, const char *text, int64_t number) {
    assert(q->count < (int)(sizeof q->values / sizeof q->values[0]));
    q->values[q->count].text = text;
    q->values[q->count++].number = number;
}

/* Adds a condition with one question mark, unless the filter has no such text. */
static void where_text(struct question *q, const char *condition, const char *text) {
    if (text == NULL)
        return;
    str_addf(&q->sql, " AND %s", condition);
    add_value(q, text, 0);
}

static void where_number(struct question *q, const char *condition, bool given, int64_t number) {
    if (!given)
        return;
    str_addf(&q->sql, " AND %s", condition);
    add_value(q, NULL, number);
}

/* Sorts, limits and prepares; releases the text. */
static int ask(struct results *r, struct question *q, const char *order, int64_t limit,
               sqlite3_stmt **out) {
    str_addf(&q->sql, " ORDER BY %s LIMIT %" PRId64, order, limit > 0 ? limit : -1);
    int code = str_err(&q->sql) != PES_ERR_OK
                   ? SQLITE_NOMEM
                   : sqlite3_prepare_v2(r->db, q->sql.text, -1, out, NULL);
    str_release(&q->sql);
    for (int i = 0; i < q->count && code == SQLITE_OK; i++)
        code = q->values[i].text != NULL
                   ? sqlite3_bind_text(*out, i + 1, q->values[i].text, -1, SQLITE_STATIC)
                   : sqlite3_bind_int64(*out, i + 1, q->values[i].number);
    return code;
}

/* Calls a visitor with one row; false: it has seen enough. */
typedef bool visit_row(void *to, sqlite3_stmt *row);

/* Loads all texts of a row; false: out of memory, and a visitor would see them as missing. */
static bool load_texts(sqlite3_stmt *row) {
    bool all = true;
    for (int i = 0; i < sqlite3_column_count(row); i++) {
        if (sqlite3_column_type(row, i) == SQLITE_TEXT)
            all = sqlite3_column_text(row, i) != NULL && all;
    }
    return all;
}

static enum pes_err each(struct results *r, struct question *q, const char *order, int64_t limit,
                         visit_row *visit, void *to, struct pes_note *note) {
    sqlite3_stmt *row = NULL;
    int code = ask(r, q, order, limit, &row);
    r->visits++;
    bool more = true;
    while (more && code == SQLITE_OK) {
        code = sqlite3_step(row);
        if (code != SQLITE_ROW)
            break;
        code = load_texts(row) ? SQLITE_OK : SQLITE_NOMEM;
        more = code == SQLITE_OK && visit(to, row);
    }
    r->visits--;
    const enum pes_err err =
        code == SQLITE_OK || code == SQLITE_DONE ? PES_ERR_OK : results_refuse(r, code, note);
    sqlite3_finalize(row);
    return err;
}

/* A text that our own files always have; in a forged file it may be missing. */
static const char *text_at(sqlite3_stmt *row, int column) {
    const unsigned char *text = sqlite3_column_text(row, column);
    return text != NULL ? (const char *)text : "";
}

static const char *text_or_null(sqlite3_stmt *row, int column) {
    return (const char *)sqlite3_column_text(row, column);
}

/* Events --------------------------------------------------------------------------------------- */

/* read_event() takes the columns in this order. */
#define EVENT_COLUMNS                                                                   \
    "e.id, e.key, e.kind, e.title, e.game, e.variant, e.seed, e.version, e.created_ms," \
    " e.finished"
enum { EVENT_COLUMNS_COUNT = 10 };

static struct results_event read_event(sqlite3_stmt *row) {
    return (struct results_event){
        .id = sqlite3_column_int64(row, 0),
        .key = text_at(row, 1),
        .kind = text_at(row, 2),
        .title = text_at(row, 3),
        .game = text_at(row, 4),
        .variant = text_at(row, 5),
        .seed = (uint64_t)sqlite3_column_int64(row, 6),
        .version = text_at(row, 7),
        .created_ms = sqlite3_column_int64(row, 8),
        .finished = sqlite3_column_int64(row, 9) != 0,
    };
}

struct event_visit {
    bool (*visit)(void *to, const struct results_event *e);
    void *to;
};

static bool visit_event(void *to, sqlite3_stmt *row) {
    const struct event_visit *v = to;
    struct results_event e = read_event(row);
    e.players = sqlite3_column_int64(row, EVENT_COLUMNS_COUNT);
    e.games = sqlite3_column_int64(row, EVENT_COLUMNS_COUNT + 1);
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
                    " (SELECT count(*) FROM game WHERE event=e.id) FROM event e WHERE 1");
    where_number(&q, "e.id=?", f->event != 0, f->event);
    where_text(&q, "e.kind=?", f->kind);
    where_text(&q, "e.game=?", f->game);
    where_text(&q,
               "EXISTS(SELECT 1 FROM entry x JOIN player p ON p.id=x.player"
               " WHERE x.event=e.id AND p.name=?)",
               f->player);
    return each(r, &q, "e.id", f->limit, visit_event, &v, note);
}

/* Players -------------------------------------------------------------------------------------- */

struct player_visit {
    bool (*visit)(void *to, const struct results_player *p);
    void *to;
};

static bool visit_player(void *to, sqlite3_stmt *row) {
    const struct player_visit *v = to;
    const struct results_player p = {
        .seat = sqlite3_column_int(row, 0),
        .name = text_at(row, 1),
        .agent = text_at(row, 2),
        .files = text_or_null(row, 3),
        .excluded = {[PES_LANG_EN] = text_or_null(row, 4), [PES_LANG_EL] = text_or_null(row, 5)},
        .rated = sqlite3_column_type(row, 6) != SQLITE_NULL,
        .rating = sqlite3_column_double(row, 6),
        .rating_low = sqlite3_column_double(row, 7),
        .rating_high = sqlite3_column_double(row, 8),
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
            " WHERE 1");
    where_number(&q, "x.event=?", true, event);
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

static struct results_game read_game(sqlite3_stmt *row, int at) {
    return (struct results_game){
        .number = sqlite3_column_int64(row, at + 2),
        .round = sqlite3_column_int(row, at + 3),
        .seats = {sqlite3_column_int(row, at + 4), sqlite3_column_int(row, at + 5)},
        .result = text_at(row, at + 6),
        .end = text_at(row, at + 7),
        .reason =
            {[PES_LANG_EN] = text_or_null(row, at + 8), [PES_LANG_EL] = text_or_null(row, at + 9)},
        .margin = sqlite3_column_int(row, at + 10),
        .plies = sqlite3_column_int(row, at + 11),
        .opening = (uint64_t)sqlite3_column_int64(row, at + 12),
        .fingerprint = (uint64_t)sqlite3_column_int64(row, at + 13),
        .think_max_ms = {sqlite3_column_int(row, at + 14), sqlite3_column_int(row, at + 15)},
        .think_sum_ms = {sqlite3_column_int(row, at + 16), sqlite3_column_int(row, at + 17)},
        .played_ms = sqlite3_column_int64(row, at + 18),
    };
}

static void read_transcript(sqlite3_stmt *row, int at, struct results_game *g) {
    g->job = text_at(row, at);
    g->record = text_at(row, at + 1);
    for (int i = 0; i < 2; i++) {
        g->log[i] = sqlite3_column_blob(row, at + 2 + i);
        g->log_length[i] = (size_t)sqlite3_column_bytes(row, at + 2 + i);
    }
}

/* Are the checksums of a game right, as far as it was read? `at`: the column of the first name. */
static bool is_sound(sqlite3_stmt *row, int at, int64_t event, const struct results_game *g) {
    const int last = at + GAME_COLUMNS_COUNT + TRANSCRIPT_CHECKSUM;
    return sqlite3_column_int64(row, at + GAME_CHECKSUM) == results_sum_game(event, g) &&
           (g->record == NULL ||
            sqlite3_column_int64(row, last) == results_sum_transcript(event, g));
}

static bool visit_game(void *to, sqlite3_stmt *row) {
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
    str_add(&q.sql, whole ? " LEFT JOIN transcript t ON t.game=g.id WHERE 1" : " WHERE 1");
    where_number(&q, "g.event=?", f->event != 0, f->event);
    where_number(&q, "g.number=?", f->number >= 0, f->number);
    where_text(&q, "e.kind=?", f->kind);
    where_text(&q, "e.game=?", f->game);
    where_text(&q, "? IN (a.name, b.name)", f->player);
    where_text(&q, "g.result=?", f->result);
    where_text(&q, "g.termination=?", f->end);
    const enum pes_err err = each(r, &q, "g.event, g.number", f->limit, visit_game, &v, note);
    return err == PES_ERR_OK && v.bad ? refuse_game(r, &v, note) : err;
}
