/* A tournament for people: the standings, who beat whom, and what else is worth knowing. */
#include "cli/tournament_report.h"

#include "cli/grid.h"
#include "cli/programs.h"

#include <math.h>
#include <string.h>

enum { NAME_COLUMNS = 22, WIDTH_PLAIN = 80 };

/* A number in the language of the reader. */
static const char *number(const struct cli *c, double x, int digits, char out[CLI_NUMBER_SIZE]) {
    static const struct pes_text plain = PES_TEXT("{1}", "{1}");
    pes_say(c->lang, &plain, PES_ARGS(PES_REAL(x, digits)), out, CLI_NUMBER_SIZE);
    return out;
}

/* Points are shown with one decimal if any of them has one. */
static const char *points_text(const struct cli *c, int64_t halves, bool decimals,
                               char out[CLI_NUMBER_SIZE]) {
    return number(c, (double)halves / 2, decimals ? 1 : 0, out);
}

static bool has_decimals(const struct standings *s) {
    for (int32_t i = 0; i < s->count; i++)
        if (s->rows[i].points % 2 != 0)
            return true;
    return false;
}

/* A player's name, cut if it is long. */
static const char *name_text(const struct plan *plan, int32_t player, char out[PLAN_NAME_SIZE]) {
    const char *name = plan->entrants[player].name;
    const size_t length = strlen(name);
    size_t end = 0;
    if (utf8_width(name, length) <= NAME_COLUMNS)
        return name;
    for (int i = 0; i < NAME_COLUMNS - 2; i++)
        end += (size_t)utf8_char(name + end, length - end);
    snprintf(out, PLAN_NAME_SIZE, "%.*s..", (int)end, name);
    return out;
}

static void add_int(struct grid *g, int64_t n) {
    char text[CLI_NUMBER_SIZE];
    snprintf(text, sizeof text, "%lld", (long long)n);
    grid_add(g, text);
}

/* The standings. ----------------------------------------------------------------------------- */

/* An interval this wide says nothing about a player. */
static bool is_vague(const struct standing *row) {
    enum { ERROR_MAX = 1500 };
    return row->rated && row->rating_high - row->rating_low > 2 * ERROR_MAX;
}

static void add_rating(const struct cli *c, struct grid *g, const struct standing *row) {
    char text[CLI_LABEL_SIZE] = "";
    if (is_vague(row))
        snprintf(text, sizeof text, "?");
    else if (row->rated)
        snprintf(text, sizeof text, "%.0f %s%.0f", row->rating, c->unicode ? "±" : "+-",
                 (row->rating_high - row->rating_low) / 2);
    grid_add(g, text);
}

static void add_standings(struct cli *c, const struct plan *plan, const struct standings *s,
                          struct str *out) {
    const struct pes_text *const head[] = {
        TEXT(cli_tournament_col_place),   TEXT(cli_tournament_col_player),
        TEXT(cli_tournament_col_points),  TEXT(cli_tournament_col_rating),
        TEXT(cli_tournament_col_games),   TEXT(cli_tournament_col_wins),
        TEXT(cli_tournament_col_draws),   TEXT(cli_tournament_col_losses),
        TEXT(cli_tournament_col_forfeits)};
    enum { COLUMNS = sizeof head / sizeof head[0] };
    const bool decimals = has_decimals(s);
    struct grid g;
    grid_init(&g, COLUMNS, 2);
    for (int i = 0; i < COLUMNS; i++)
        grid_add(&g, head[i]->in[c->lang]);
    for (int32_t i = 0; i < s->count; i++) {
        const struct standing *row = &s->rows[i];
        char points[CLI_NUMBER_SIZE], name[PLAN_NAME_SIZE];
        add_int(&g, i + 1);
        grid_add(&g, name_text(plan, row->player, name));
        grid_add(&g, points_text(c, row->points, decimals, points));
        add_rating(c, &g, row);
        add_int(&g, row->games);
        add_int(&g, row->wins);
        add_int(&g, row->draws);
        add_int(&g, row->losses);
        add_int(&g, row->forfeits);
    }
    grid_format(&g, out);
    grid_release(&g);
}

/* Who beat whom. ----------------------------------------------------------------------------- */

/* Game points of a against b: "12.5"; "" if they never met. */
static void add_cell(const struct cli *c, struct grid *g, const struct standings_cell *cell,
                     bool self) {
    char text[CLI_NUMBER_SIZE] = "";
    const int32_t halves = 2 * cell->wins + cell->draws;
    if (self)
        snprintf(text, sizeof text, "%s", c->unicode ? "·" : "-");
    else if (cell->wins + cell->draws + cell->losses > 0)
        points_text(c, halves, halves % 2 != 0, text);
    grid_add(g, text);
}

static void add_crosstable(struct cli *c, const struct plan *plan, const struct standings *s,
                           struct str *out) {
    const int most = c->out_tty ? term_columns(c->out) : WIDTH_PLAIN;
    struct grid g;
    if (2 * (s->count + 2) > most + 2) {
        cli_add_line(c, out, TEXT(cli_tournament_cross_wide), PES_NO_ARGS);
        return;
    }
    grid_init(&g, s->count + 2, 2);
    grid_add(&g, "");
    grid_add(&g, TEXT(cli_tournament_cross)->in[c->lang]);
    for (int32_t i = 0; i < s->count; i++)
        add_int(&g, i + 1);
    for (int32_t i = 0; i < s->count; i++) {
        char name[PLAN_NAME_SIZE];
        add_int(&g, i + 1);
        grid_add(&g, name_text(plan, s->rows[i].player, name));
        for (int32_t j = 0; j < s->count; j++)
            add_cell(c, &g, standings_cell(s, s->rows[i].player, s->rows[j].player), i == j);
    }
    if (grid_width(&g) <= most)
        grid_format(&g, out);
    else
        cli_add_line(c, out, TEXT(cli_tournament_cross_wide), PES_NO_ARGS);
    grid_release(&g);
}

/* Knockout: one line per pairing, with who advanced. */
static void add_pairing(struct cli *c, const struct plan *plan, const struct tournament *t,
                        int32_t slot, struct str *out) {
    const struct pairing *p = &t->pairings[slot];
    const struct entrant *players = plan->entrants;
    int64_t halves[2] = {0, 0};
    char score[2][CLI_NUMBER_SIZE];
    if (p->b == PAIRING_BYE) {
        cli_add_line(c, out, TEXT(cli_tournament_bye), PES_ARGS(PES_STR(players[p->a].name)));
        return;
    }
    for (int32_t k = 0; k < t->stride; k++) {
        const struct tournament_game *game = tournament_game(t, slot, k);
        for (int seat = 0; seat < 2 && game != NULL; seat++)
            halves[seat ^ (k % 2)] += seat == 0 ? game->end.halves : 2 - game->end.halves;
    }
    for (int i = 0; i < 2; i++)
        points_text(c, halves[i], halves[i] % 2 != 0, score[i]);
    const bool complete = tournament_slot_complete(t, slot);
    const struct pes_text *what = !complete                ? TEXT(cli_tournament_playing)
                                  : halves[0] == halves[1] ? TEXT(cli_tournament_by_seed)
                                                           : TEXT(cli_tournament_beat);
    const bool a_wins = !complete || tournament_winner(t, slot) == p->a;
    cli_add_line(c, out, what,
                 PES_ARGS(PES_STR(players[a_wins ? p->a : p->b].name),
                          PES_STR(players[a_wins ? p->b : p->a].name), PES_STR(score[!a_wins]),
                          PES_STR(score[a_wins])));
}

static void add_bracket(struct cli *c, const struct plan *plan, const struct tournament *t,
                        struct str *out) {
    for (int32_t slot = 0; slot < t->slots_made; slot++) {
        const int32_t round = tournament_round(t, slot);
        if (slot == 0 || tournament_round(t, slot - 1) != round)
            cli_add_line(c, out, TEXT(cli_tournament_round),
                         PES_ARGS(PES_INT(round + 1), PES_INT(t->rounds)));
        add_pairing(c, plan, t, slot, out);
    }
}

/* Remarks. ----------------------------------------------------------------------------------- */

/* Who had a bye: their points are not all from games. */
static void add_byes(struct cli *c, const struct plan *plan, const struct standings *s,
                     struct str *out) {
    struct str names;
    str_init(&names);
    for (int32_t i = 0; i < s->count; i++)
        if (s->rows[i].byes > 0)
            str_addf(&names, "%s%s", names.length > 0 ? ", " : "",
                     plan->entrants[s->rows[i].player].name);
    if (names.length > 0)
        cli_add_line(c, out, TEXT(cli_tournament_byes), PES_ARGS(PES_STR(names.text)));
    out->failed |= names.failed;
    str_release(&names);
}

static void add_vague(struct cli *c, const struct standings *s, struct str *out) {
    int32_t count = 0;
    for (int32_t i = 0; i < s->count; i++)
        count += is_vague(&s->rows[i]);
    if (count > 0)
        cli_add_line(c, out, TEXT(cli_tournament_vague), PES_NO_ARGS);
}

static void add_remarks(struct cli *c, const struct plan *plan, const struct standings *s,
                        struct str *out) {
    const struct entrant *e = plan->entrants;
    const struct entrant *failed = NULL; // the first who did not take part
    add_byes(c, plan, s, out);
    add_vague(c, s, out);
    if (s->rated && isfinite(s->ratings.first_move_error))
        cli_add_line(c, out, TEXT(cli_tournament_first_move),
                     PES_ARGS(PES_REAL(s->ratings.first_move, 0),
                              PES_REAL(2 * s->ratings.first_move_error, 0)));
    if (s->cyclic)
        cli_add_line(c, out, TEXT(cli_tournament_cycle),
                     PES_ARGS(PES_STR(e[s->cycle[0]].name), PES_STR(e[s->cycle[1]].name),
                              PES_STR(e[s->cycle[2]].name)));
    for (int32_t i = 0; i < plan->count; i++) {
        if (pes_note_is_empty(&e[i].excluded))
            continue;
        if (failed == NULL) {
            cli_add_line(c, out, TEXT(cli_tournament_excluded), PES_NO_ARGS);
            failed = &e[i];
        }
        cli_add_line(c, out, TEXT(cli_tournament_excluded_line),
                     PES_ARGS(PES_STR(e[i].name), PES_NOTED(&e[i].excluded)));
    }
    if (failed != NULL)
        programs_add_check(c, plan->game, failed->agent, out);
    if (CLI_GIVEN(c, HTML))
        cli_add_line(c, out, TEXT(cli_tournament_pages),
                     PES_ARGS(PES_STR(cli_text(c, CLI_OPT_HTML, NULL))));
}

int tournament_report_text(struct cli *c, const struct plan *plan, const struct tournament *t,
                           const struct standings *s) {
    const struct pes_text *const types[] = {
        TEXT(cli_tournament_robin), TEXT(cli_tournament_gauntlet), TEXT(cli_tournament_swiss),
        TEXT(cli_tournament_knockout)};
    struct str out;
    str_init(&out);
    if (plan->title != NULL)
        str_addf(&out, "%s\n", plan->title);
    cli_add_line(c, &out, TEXT(cli_tournament_head),
                 PES_ARGS(PES_SAID(&plan->game->rules->title), PES_SAID(types[t->config.type]),
                          PES_INT(s->count), PES_INT(s->games), PES_INT(tournament_total(t))));
    str_add_char(&out, '\n');
    add_standings(c, plan, s, &out);
    str_add_char(&out, '\n');
    if (t->config.type == TOURNAMENT_KNOCKOUT)
        add_bracket(c, plan, t, &out);
    else
        add_crosstable(c, plan, s, &out);
    str_add_char(&out, '\n');
    add_remarks(c, plan, s, &out);
    return cli_print(c, &out);
}
