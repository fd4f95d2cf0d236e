#include "cli/db_rows.h"

#include "cli/json.h"
#include "core/csv.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { TIME_SIZE = 32, HASH_SIZE = 17, COLUMNS_MAX = 8 };

/* Times -------------------------------------------------------------------------------------- */

/* For people: local time without seconds. */
static const char *local_time(int64_t ms, char out[TIME_SIZE]) {
    const time_t seconds = (time_t)(ms / 1000);
    struct tm parts;
    if (localtime_r(&seconds, &parts) == NULL ||
        strftime(out, TIME_SIZE, "%Y-%m-%d %H:%M", &parts) == 0)
        snprintf(out, TIME_SIZE, "-");
    return out;
}

/* For programs: ISO 8601 in UTC. */
static const char *utc_time(int64_t ms, char out[TIME_SIZE]) {
    const time_t seconds = (time_t)(ms / 1000);
    struct tm parts;
    if (gmtime_r(&seconds, &parts) == NULL ||
        strftime(out, TIME_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        snprintf(out, TIME_SIZE, "-");
    return out;
}

static const char *hash_text(uint64_t hash, char out[HASH_SIZE]) {
    snprintf(out, HASH_SIZE, "%016" PRIx64, hash);
    return out;
}

static const char *number_text(int64_t n, char out[CLI_NUMBER_SIZE]) {
    snprintf(out, CLI_NUMBER_SIZE, "%" PRId64, n);
    return out;
}

/* Tables for people ---------------------------------------------------------------------------- */

/* The widths are fixed: rows are printed while they are read, and longer cells only move what
 * follows them. */
struct column {
    const struct pes_text *title;
    int width;
    bool right; /* aligned to the right: numbers */
};

static void add_cell(struct str *out, const struct column *column, bool last, const char *text) {
    struct str cell;
    str_init(&cell);
    cli_add_printable(&cell, text, strlen(text), false);
    const int blanks = column->width - utf8_width(cell.text, cell.length);
    for (int i = 0; column->right && i < blanks; i++)
        str_add_char(out, ' ');
    str_add_str(out, &cell);
    for (int i = 0; !column->right && !last && i < blanks; i++)
        str_add_char(out, ' ');
    str_release(&cell);
}

static void add_row(struct str *out, const struct column columns[], int count,
                    const char *const cells[]) {
    assert(count <= COLUMNS_MAX);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            str_add(out, "  ");
        add_cell(out, &columns[i], i == count - 1, cells[i]);
    }
    str_add_char(out, '\n');
}

static void add_head(struct cli *c, struct str *out, const struct column columns[], int count) {
    const char *cells[COLUMNS_MAX];
    for (int i = 0; i < count; i++)
        cells[i] = columns[i].title->in[c->lang];
    term_ink_on(out, PES_INK_STRONG, c->colour);
    add_row(out, columns, count, cells);
    term_ink_off(out, c->colour);
}

static const struct column event_columns[] = {
    {TEXT(cli_db_event), 6, true},   {TEXT(cli_db_kind), 10, false},
    {TEXT(cli_db_game), 10, false},  {TEXT(cli_db_players), 7, true},
    {TEXT(cli_db_games), 8, true},   {TEXT(cli_db_state), 10, false},
    {TEXT(cli_db_begun), 16, false}, {TEXT(cli_db_title), 0, false},
};
enum { EVENT_COLUMNS = sizeof event_columns / sizeof event_columns[0] };

void db_add_events_head(struct cli *c, struct str *out) {
    add_head(c, out, event_columns, EVENT_COLUMNS);
}

void db_add_event(struct cli *c, const struct results_event *e, struct str *out) {
    char id[CLI_NUMBER_SIZE], players[CLI_NUMBER_SIZE], games[CLI_NUMBER_SIZE], when[TIME_SIZE];
    const struct pes_text *state = e->finished ? TEXT(cli_db_finished) : TEXT(cli_db_unfinished);
    const char *const cells[] = {number_text(e->id, id),
                                 e->kind,
                                 e->game,
                                 number_text(e->players, players),
                                 number_text(e->games, games),
                                 state->in[c->lang],
                                 local_time(e->created_ms, when),
                                 e->title};
    add_row(out, event_columns, EVENT_COLUMNS, cells);
}

static const struct column player_columns[] = {
    {TEXT(cli_db_event), 6, true},  {TEXT(cli_db_seat), 4, true},
    {TEXT(cli_db_name), 20, false}, {TEXT(cli_db_rating), 22, false},
    {TEXT(cli_db_agent), 0, false},
};
enum { PLAYER_COLUMNS = sizeof player_columns / sizeof player_columns[0] };

void db_add_players_head(struct cli *c, struct str *out) {
    add_head(c, out, player_columns, PLAYER_COLUMNS);
}

void db_add_player(struct cli *c, int64_t event, const struct results_player *p, struct str *out) {
    char id[CLI_NUMBER_SIZE], seat[CLI_NUMBER_SIZE], rating[CLI_LABEL_SIZE] = "-";
    if (p->rated)
        snprintf(rating, sizeof rating, "%.0f (%.0f..%.0f)", p->rating, p->rating_low,
                 p->rating_high);
    const char *const cells[] = {number_text(event, id), number_text(p->seat, seat), p->name,
                                 rating, p->agent};
    add_row(out, player_columns, PLAYER_COLUMNS, cells);
    if (p->excluded[c->lang] == NULL)
        return;
    struct str why;
    str_init(&why);
    cli_add_printable(&why, p->excluded[c->lang], strlen(p->excluded[c->lang]), false);
    str_add(out, "              ");
    str_say(out, c->lang, TEXT(cli_db_excluded), PES_ARGS(PES_STR(why.text)));
    str_add_char(out, '\n');
    out->failed |= why.failed;
    str_release(&why);
}

static const struct column game_columns[] = {
    {TEXT(cli_db_event), 6, true},    {TEXT(cli_db_number), 7, true},
    {TEXT(cli_db_round), 5, true},    {TEXT(cli_db_first), 14, false},
    {TEXT(cli_db_second), 14, false}, {TEXT(cli_db_result), 7, false},
    {TEXT(cli_db_plies), 5, true},    {TEXT(cli_db_end), 0, false},
};
enum { GAME_COLUMNS = sizeof game_columns / sizeof game_columns[0] };

void db_add_games_head(struct cli *c, struct str *out) {
    add_head(c, out, game_columns, GAME_COLUMNS);
}

/* "forfeit: illegal move d4 .." */
static void add_end(const struct cli *c, const struct results_game *g, struct str *out) {
    str_add(out, g->end);
    if (g->reason[c->lang] != NULL)
        str_addf(out, ": %s", g->reason[c->lang]);
}

void db_add_game(struct cli *c, const struct db_game *g, struct str *out) {
    char id[CLI_NUMBER_SIZE], number[CLI_NUMBER_SIZE], round[CLI_NUMBER_SIZE],
        plies[CLI_NUMBER_SIZE];
    struct str end;
    str_init(&end);
    add_end(c, g->game, &end);
    const char *const cells[] = {number_text(g->event->id, id),
                                 number_text(g->game->number, number),
                                 number_text(g->game->round, round),
                                 g->names[0],
                                 g->names[1],
                                 g->game->result,
                                 number_text(g->game->plies, plies),
                                 end.text};
    add_row(out, game_columns, GAME_COLUMNS, cells);
    out->failed |= end.failed;
    str_release(&end);
}

/* One game in full ----------------------------------------------------------------------------- */

/* A sentence with up to three texts from outside. */
static void add_said(struct cli *c, struct str *out, const struct pes_text *text, const char *a,
                     const char *b, int64_t n) {
    struct str first, second;
    str_init(&first);
    str_init(&second);
    cli_add_printable(&first, a, strlen(a), false);
    cli_add_printable(&second, b, strlen(b), false);
    cli_add_line(c, out, text, PES_ARGS(PES_STR(first.text), PES_STR(second.text), PES_INT(n)));
    out->failed |= first.failed || second.failed;
    str_release(&first);
    str_release(&second);
}

static void add_log(struct cli *c, const struct db_game *g, int seat, struct str *out) {
    if (g->game->log[seat] == NULL)
        return;
    str_add_char(out, '\n');
    add_said(c, out, TEXT(cli_db_log), g->names[seat], "", 0);
    cli_add_printable(out, g->game->log[seat], g->game->log_length[seat], true);
    if (g->game->log[seat][g->game->log_length[seat] - 1] != '\n')
        str_add_char(out, '\n');
}

void db_add_whole_game(struct cli *c, const struct db_game *g, struct str *out) {
    char when[TIME_SIZE];
    struct str end;
    str_init(&end);
    add_end(c, g->game, &end);
    add_said(c, out, TEXT(cli_db_one_game), g->event->title, g->event->game, g->game->number);
    add_said(c, out, TEXT(cli_db_one_pair), g->names[0], g->names[1], g->game->round);
    add_said(c, out, TEXT(cli_db_one_result), g->game->result, end.text, g->game->plies);
    for (int i = 0; i < 2; i++) {
        char sum[CLI_NUMBER_SIZE];
        add_said(c, out, TEXT(cli_db_one_think), g->names[i],
                 number_text(g->game->think_sum_ms[i], sum), g->game->think_max_ms[i]);
    }
    add_said(c, out, TEXT(cli_db_one_when), local_time(g->game->played_ms, when), "", 0);
    str_add_char(out, '\n');
    cli_add_printable(out, g->game->record, strlen(g->game->record), true);
    for (int i = 0; i < 2; i++)
        add_log(c, g, i, out);
    out->failed |= end.failed;
    str_release(&end);
}

/* JSON ----------------------------------------------------------------------------------------- */

void db_put_event(const struct results_event *e, struct str *out) {
    char when[TIME_SIZE];
    put_open(out, NULL, '{');
    put_int(out, "event", e->id);
    put_text(out, "kind", e->kind);
    put_text(out, "title", e->title);
    put_text(out, "game", e->game);
    put_text(out, "variant", e->variant);
    put_uint(out, "seed", e->seed);
    put_int(out, "players", e->players);
    put_int(out, "games", e->games);
    put_bool(out, "finished", e->finished);
    put_text(out, "created", utc_time(e->created_ms, when));
    put_text(out, "version", e->version);
    put_text(out, "key", e->key);
    put_close(out, '}');
}

void db_put_player(int64_t event, const struct results_player *p, struct str *out) {
    put_open(out, NULL, '{');
    put_int(out, "event", event);
    put_int(out, "seat", p->seat);
    put_text(out, "name", p->name);
    put_text(out, "agent", p->agent);
    put_exact(out, "rating", p->rated ? p->rating : NAN);
    put_exact(out, "rating_low", p->rated ? p->rating_low : NAN);
    put_exact(out, "rating_high", p->rated ? p->rating_high : NAN);
    put_text(out, "excluded", p->excluded[PES_LANG_EN]);
    put_close(out, '}');
}

/* job, record and logs */
static void put_transcript(const struct results_game *g, struct str *out) {
    put_text(out, "job", g->job);
    put_text(out, "record", g->record);
    put_open(out, "logs", '[');
    for (int i = 0; i < 2; i++) {
        if (g->log[i] != NULL)
            put_bytes(out, NULL, g->log[i], g->log_length[i]);
        else
            put_null(out, NULL);
    }
    put_close(out, ']');
}

void db_put_game(const struct db_game *row, struct str *out) {
    char when[TIME_SIZE], hash[HASH_SIZE];
    const struct results_game *g = row->game;
    put_open(out, NULL, '{');
    put_int(out, "event", row->event->id);
    put_text(out, "game", row->event->game);
    put_text(out, "variant", row->event->variant);
    put_int(out, "number", g->number);
    put_int(out, "round", g->round);
    put_text(out, "first", row->names[0]);
    put_text(out, "second", row->names[1]);
    put_text(out, "result", g->result);
    put_text(out, "end", g->end);
    put_text(out, "reason", g->reason[PES_LANG_EN]);
    put_int(out, "margin", g->margin);
    put_int(out, "plies", g->plies);
    put_open(out, "think_max_ms", '[');
    put_int(out, NULL, g->think_max_ms[0]);
    put_int(out, NULL, g->think_max_ms[1]);
    put_close(out, ']');
    put_open(out, "think_sum_ms", '[');
    put_int(out, NULL, g->think_sum_ms[0]);
    put_int(out, NULL, g->think_sum_ms[1]);
    put_close(out, ']');
    put_text(out, "opening", hash_text(g->opening, hash));
    put_text(out, "fingerprint", hash_text(g->fingerprint, hash));
    put_text(out, "played", utc_time(g->played_ms, when));
    if (g->record != NULL)
        put_transcript(g, out);
    put_close(out, '}');
}

/* CSV ------------------------------------------------------------------------------------------ */

/* Adds a field of text that is not the first of its line. */
static void add_field(struct str *out, const char *text) {
    str_add_char(out, ',');
    csv_add_text(out, text);
}

static void add_int_field(struct str *out, int64_t n) {
    str_addf(out, ",%" PRId64, n);
}

void db_add_csv_head(struct str *out) {
    str_add(out, "event,kind,title,game,variant,number,round,first,second,result,end,reason,margin,"
                 "plies,first_max_ms,second_max_ms,first_sum_ms,second_sum_ms,opening,fingerprint,"
                 "played\r\n");
}

void db_add_csv(const struct db_game *row, struct str *out) {
    char when[TIME_SIZE], hash[HASH_SIZE];
    const struct results_event *e = row->event;
    const struct results_game *g = row->game;
    str_addf(out, "%" PRId64, e->id);
    add_field(out, e->kind);
    add_field(out, e->title);
    add_field(out, e->game);
    add_field(out, e->variant);
    add_int_field(out, g->number);
    add_int_field(out, g->round);
    add_field(out, row->names[0]);
    add_field(out, row->names[1]);
    add_field(out, g->result);
    add_field(out, g->end);
    add_field(out, g->reason[PES_LANG_EN] != NULL ? g->reason[PES_LANG_EN] : "");
    add_int_field(out, g->margin);
    add_int_field(out, g->plies);
    add_int_field(out, g->think_max_ms[0]);
    add_int_field(out, g->think_max_ms[1]);
    add_int_field(out, g->think_sum_ms[0]);
    add_int_field(out, g->think_sum_ms[1]);
    add_field(out, hash_text(g->opening, hash));
    add_field(out, hash_text(g->fingerprint, hash));
    add_field(out, utc_time(g->played_ms, when));
    str_add(out, "\r\n");
}
