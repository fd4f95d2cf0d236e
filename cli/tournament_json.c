#include "cli/json.h"
#include "cli/tournament_report.h"

#include <math.h>

static void put_standings(struct str *doc, const struct plan *plan, const struct standings *s) {
    put_open(doc, "standings", '[');
    for (int32_t i = 0; i < s->count; i++) {
        const struct standing *row = &s->rows[i];
        put_open(doc, NULL, '{');
        put_text(doc, "agent", plan->entrants[row->player].agent);
        put_text(doc, "name", plan->entrants[row->player].name);
        put_exact(doc, "points", (double)row->points / 2);
        put_int(doc, "games", row->games);
        put_int(doc, "wins", row->wins);
        put_int(doc, "draws", row->draws);
        put_int(doc, "losses", row->losses);
        put_exact(doc, "rating", row->rated ? row->rating : NAN);
        put_exact(doc, "rating_low", row->rated ? row->rating_low : NAN);
        put_exact(doc, "rating_high", row->rated ? row->rating_high : NAN);
        put_int(doc, "forfeits", row->forfeits);
        put_int(doc, "byes", row->byes);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

/* The members of a pairing; b is PAIRING_BYE for a bye. */
static void put_pairing(struct str *doc, const struct plan *plan, int32_t a, int32_t b,
                        const struct standings_cell *cell) {
    const struct entrant *first = &plan->entrants[a];
    const struct entrant *second = b != PAIRING_BYE ? &plan->entrants[b] : NULL;
    put_open(doc, NULL, '{');
    put_text(doc, "first", first->agent);
    put_text(doc, "second", second != NULL ? second->agent : NULL);
    put_int(doc, "wins", cell->wins);
    put_int(doc, "draws", cell->draws);
    put_int(doc, "losses", cell->losses);
    put_text(doc, "first_name", first->name);
    put_text(doc, "second_name", second != NULL ? second->name : NULL);
    put_close(doc, '}');
}

/* Every two players who met, with all their games. */
static void put_pairings(struct str *doc, const struct plan *plan, const struct standings *s) {
    put_open(doc, "pairings", '[');
    for (int32_t a = 0; a < plan->count; a++)
        for (int32_t b = a + 1; b < plan->count; b++) {
            const struct standings_cell *cell = standings_cell(s, a, b);
            if (cell->wins + cell->draws + cell->losses > 0)
                put_pairing(doc, plan, a, b, cell);
        }
    put_close(doc, ']');
}

static struct standings_cell count_slot(const struct tournament *t, int32_t slot) {
    struct standings_cell cell = {0};
    for (int32_t k = 0; k < t->stride; k++) {
        const struct tournament_game *game = tournament_game(t, slot, k);
        if (game == NULL)
            continue;
        const int halves = k % 2 == 0 ? game->end.halves : 2 - game->end.halves;
        cell.wins += halves == 2;
        cell.draws += halves == 1;
        cell.losses += halves == 0;
    }
    return cell;
}

/* Who met whom in which round, where that depends on results; otherwise null. */
static void put_rounds(struct str *doc, const struct plan *plan, const struct tournament *t) {
    if (t->config.type != TOURNAMENT_SWISS && t->config.type != TOURNAMENT_KNOCKOUT) {
        put_null(doc, "rounds");
        return;
    }
    put_open(doc, "rounds", '[');
    for (int32_t slot = 0; slot < t->slots_made; slot++) {
        const struct standings_cell cell = count_slot(t, slot);
        if (slot == 0 || tournament_round(t, slot) != tournament_round(t, slot - 1))
            put_open(doc, NULL, '[');
        put_pairing(doc, plan, t->pairings[slot].a, t->pairings[slot].b, &cell);
        if (slot + 1 == t->slots_made || tournament_round(t, slot + 1) != tournament_round(t, slot))
            put_close(doc, ']');
    }
    put_close(doc, ']');
}

static void put_excluded(struct str *doc, const struct plan *plan) {
    put_open(doc, "excluded", '[');
    for (int32_t i = 0; i < plan->count; i++) {
        const struct entrant *e = &plan->entrants[i];
        if (pes_note_is_empty(&e->excluded))
            continue;
        put_open(doc, NULL, '{');
        put_text(doc, "agent", e->agent);
        put_text(doc, "reason", e->excluded.why[PES_LANG_EN]);
        put_text(doc, "name", e->name);
        put_close(doc, '}');
    }
    put_close(doc, ']');
}

static void put_cycle(struct str *doc, const struct plan *plan, const struct standings *s) {
    if (!s->cyclic) {
        put_null(doc, "cycle");
        return;
    }
    put_open(doc, "cycle", '[');
    for (int i = 0; i < 3; i++)
        put_text(doc, NULL, plan->entrants[s->cycle[i]].name);
    put_close(doc, ']');
}

int tournament_report_json(struct cli *c, const struct plan *plan, const struct tournament *t,
                           const struct standings *s) {
    static const char *const schemes[] = {"game", "match", "double", "winner"};
    struct str doc;
    json_begin(&doc, '{');
    put_text(&doc, "game", plan->game->rules->name);
    put_text(&doc, "variant", plan->game->variant);
    put_text(&doc, "type", plan_type_word(plan));
    put_int(&doc, "games", s->games);
    put_standings(&doc, plan, s);
    put_pairings(&doc, plan, s);
    put_excluded(&doc, plan);
    put_uint(&doc, "seed", plan->config.seed);
    put_text(&doc, "version", pes_version());
    put_text(&doc, "title", plan->title);
    put_bool(&doc, "complete", tournament_is_complete(t));
    put_int(&doc, "games_per_pairing", t->games_per_pairing);
    put_text(&doc, "points", schemes[plan->config.points]);
    put_rounds(&doc, plan, t);
    put_exact(&doc, "first_move", s->rated ? s->ratings.first_move : NAN);
    put_cycle(&doc, plan, s);
    const struct pes_limits *limits = &plan->config.limits;
    json_put_int_if(&doc, "movetime", limits->movetime_ms > 0, limits->movetime_ms);
    put_text(&doc, "tc", cli_text(c, CLI_OPT_TC, NULL));
    json_put_int_if(&doc, "max_plies", plan->config.max_plies > 0, plan->config.max_plies);
    return json_print(c, &doc, '}');
}
