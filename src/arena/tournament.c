#include "arena/tournament.h"

#include "arena/balance.h"
#include "arena/job.h"
#include "arena/text.h"
#include "core/mem.h"

#include <assert.h>

/* A stream of a pair's generator; openings_rng() uses number 0. */
enum { STREAM_SEED = 1 };

/* Making one. -------------------------------------------------------------------------------- */

static enum pes_err check(const struct tournament_config *c, struct pes_note *note) {
    int32_t active = 0;
    for (int32_t i = 0; i < c->count; i++)
        active += !c->players[i].excluded;
    if (c->count > TOURNAMENT_PLAYERS_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(tournament_players_range),
                            PES_ARGS(PES_INT(TOURNAMENT_PLAYERS_MAX), PES_INT(c->count)));
    if (active < 2)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(tournament_too_few),
                            PES_ARGS(PES_INT(active)));
    if (c->type == TOURNAMENT_GAUNTLET && c->players[0].excluded)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(tournament_gauntlet_first),
                            PES_ARGS(PES_STR(c->players[0].name)));
    if (c->games < 1 || c->games > TOURNAMENT_GAMES_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(tournament_games_range),
                            PES_ARGS(PES_INT(TOURNAMENT_GAMES_MAX), PES_INT(c->games)));
    if (c->rounds < 0 || c->rounds > TOURNAMENT_ROUNDS_MAX)
        return pes_note_say(note, PES_ERR_RANGE, 0, TEXT(tournament_rounds_range),
                            PES_ARGS(PES_INT(TOURNAMENT_ROUNDS_MAX), PES_INT(c->rounds)));
    return PES_ERR_OK;
}

/* Rounds and slots. In round robins and gauntlets the numbers of games do not depend on who is
 * excluded, so that a player may be admitted later. */
static void measure(struct tournament *t) {
    const struct tournament_config *c = &t->config;
    t->games_per_pairing = (c->games + 1) / 2 * 2;
    t->stride = t->games_per_pairing;
    switch (c->type) {
    case TOURNAMENT_ROBIN:
        t->rounds = pairing_robin_rounds(c->count);
        t->slots = t->rounds * (c->count / 2);
        break;
    case TOURNAMENT_GAUNTLET:
        t->rounds = t->slots = c->count - 1;
        break;
    case TOURNAMENT_SWISS:
        t->rounds = c->rounds > 0 ? c->rounds : pairing_swiss_rounds(t->active_count);
        t->slots = t->rounds * ((t->active_count + 1) / 2);
        break;
    case TOURNAMENT_KNOCKOUT:
        t->rounds = pairing_knockout_rounds(t->active_count);
        t->slots = pairing_knockout_size(t->active_count) - 1;
        t->stride += 2 * TOURNAMENT_TIE_PAIRS;
        break;
    }
}

/* How many balanced openings there are. They are made in order and with a search each, and a
 * tournament that is continued makes them again: so pairings share them. */
static int32_t balanced_max(const struct tournament *t) {
    return t->stride / 2 > TOURNAMENT_OPENINGS ? t->stride / 2 : TOURNAMENT_OPENINGS;
}

static enum pes_err advance(struct tournament *t, struct pes_note *note);

/* Parses every line of a list once, so that a bad one is found before the first game. */
static enum pes_err check_openings(struct tournament *t, struct pes_note *note) {
    const struct openings *openings = &t->config.openings;
    enum pes_err err = PES_ERR_OK;
    for (int32_t i = 0; openings->lines != NULL && i < openings->count && err == PES_ERR_OK; i++) {
        const struct pes_rng rng = openings_rng(&t->root, i);
        err = openings_set(openings, i, &rng, t->h, note);
    }
    return err;
}

static enum pes_err set_up(struct tournament *t, struct pes_note *note) {
    const struct tournament_config *c = &t->config;
    t->active = mem_alloc((size_t)c->count * sizeof *t->active);
    if (t->active == NULL)
        return PES_ERR_NOMEM;
    for (int32_t i = 0; i < c->count; i++)
        if (!c->players[i].excluded)
            t->active[t->active_count++] = i;
    measure(t);
    const int64_t numbers = (int64_t)t->slots * t->stride;
    if (numbers > TOURNAMENT_GAMES_MAX)
        return pes_note_say(note, PES_ERR_LIMIT, 0, TEXT(tournament_too_long),
                            PES_ARGS(PES_INT(numbers), PES_INT(TOURNAMENT_GAMES_MAX)));
    t->pairings = mem_alloc((size_t)t->slots * sizeof *t->pairings);
    t->games = mem_alloc((size_t)numbers * sizeof *t->games);
    t->submitted = mem_alloc((size_t)numbers * sizeof *t->submitted);
    if (t->pairings == NULL || t->games == NULL || t->submitted == NULL)
        return PES_ERR_NOMEM;
    enum pes_err err = pes_history_new(c->game, &t->h);
    if (err == PES_ERR_OK && c->balanced && c->openings.lines == NULL) {
        t->balanced = mem_alloc((size_t)balanced_max(t) * sizeof *t->balanced);
        err = t->balanced != NULL ? balance_new(c->game, &t->config.openings.balance, note)
                                  : PES_ERR_NOMEM;
    }
    if (err == PES_ERR_OK)
        err = check_openings(t, note);
    return err == PES_ERR_OK ? advance(t, note) : err;
}

enum pes_err tournament_new(const struct tournament_config *config, struct tournament **out,
                            struct pes_note *note) {
    enum pes_err err = check(config, note);
    if (err != PES_ERR_OK)
        return err;
    struct tournament *t = mem_alloc(sizeof *t);
    if (t == NULL)
        return PES_ERR_NOMEM;
    t->config = *config;
    t->config.openings.balance = NULL;
    t->opening_pair = -1;
    pes_rng_init(&t->root, config->seed);
    str_init(&t->opening);
    err = set_up(t, note);
    if (err != PES_ERR_OK) {
        tournament_free(t);
        return err;
    }
    *out = t;
    return PES_ERR_OK;
}

void tournament_free(struct tournament *t) {
    if (t == NULL)
        return;
    for (int32_t i = 0; i < t->balanced_count; i++)
        str_release(&t->balanced[i]);
    mem_free(t->balanced);
    balance_free(t->config.openings.balance);
    pes_history_free(t->h);
    str_release(&t->opening);
    mem_free(t->submitted);
    mem_free(t->games);
    mem_free(t->pairings);
    mem_free(t->active);
    mem_free(t);
}

/* Slots. ------------------------------------------------------------------------------------- */

/* The first slot of a round, and how many it has. */
static int32_t first_slot(const struct tournament *t, int32_t round) {
    const int32_t size = pairing_knockout_size(t->active_count);
    return t->config.type == TOURNAMENT_KNOCKOUT ? size - (size >> round)
                                                 : round * (t->slots / t->rounds);
}

int32_t tournament_round(const struct tournament *t, int32_t slot) {
    assert(slot >= 0 && slot < t->slots);
    int32_t round = 0;
    if (t->config.type != TOURNAMENT_KNOCKOUT)
        return slot / (t->slots / t->rounds);
    while (first_slot(t, round + 1) <= slot)
        round++;
    return round;
}

static bool has_games(const struct pairing *p) {
    return p->a != PAIRING_BYE && p->b != PAIRING_BYE;
}

const struct tournament_game *tournament_game(const struct tournament *t, int32_t slot, int32_t k) {
    assert(slot >= 0 && slot < t->slots);
    assert(k >= 0 && k < t->stride);
    const struct tournament_game *game = &t->games[(int64_t)slot * t->stride + k];
    return game->number != 0 ? game : NULL;
}

/* By how many points a leads over b in the first `count` games; *known: are all known?
 */
static int32_t lead_of(const struct tournament *t, int32_t slot, int32_t count, bool *known) {
    int32_t lead = 0;
    *known = true;
    for (int32_t k = 0; k < count; k++) {
        const struct tournament_game *game = tournament_game(t, slot, k);
        if (game == NULL)
            *known = false;
        else
            lead += (k % 2 == 0 ? 1 : -1) * (game->end.halves - 1);
    }
    return lead;
}

int32_t tournament_wanted(const struct tournament *t, int32_t slot) {
    if (!has_games(&t->pairings[slot]))
        return 0;
    int32_t wanted = t->games_per_pairing;
    for (bool known; wanted < t->stride; wanted += 2)
        if (lead_of(t, slot, wanted, &known) != 0 || !known)
            break;
    return wanted;
}

bool tournament_slot_complete(const struct tournament *t, int32_t slot) {
    bool known;
    (void)lead_of(t, slot, tournament_wanted(t, slot), &known);
    return known;
}

void tournament_seats(const struct tournament *t, int64_t number, int32_t out[2]) {
    const int32_t slot = tournament_slot(t, number);
    assert(slot < t->slots_made);
    const struct pairing *p = &t->pairings[slot];
    const bool swap = (number - 1) % t->stride % 2 == 1;
    out[0] = swap ? p->b : p->a;
    out[1] = swap ? p->a : p->b;
}

int32_t tournament_winner(const struct tournament *t, int32_t slot) {
    const struct pairing *p = &t->pairings[slot];
    if (p->b == PAIRING_BYE)
        return p->a;
    bool known;
    const int32_t lead = lead_of(t, slot, tournament_wanted(t, slot), &known);
    assert(known);
    assert(p->a < p->b);
    return lead >= 0 ? p->a : p->b; // still tied: the better seed
}

/* Points. ------------------------------------------------------------------------------------ */

int64_t tournament_score(const struct tournament_game *game, int seat) {
    const bool won = game->end.halves == (seat == 0 ? 2 : 0);
    return game->scores[seat] + (won ? TOURNAMENT_WON : 0);
}

/* By how much a leads over b in a pair of games with a won game's extra; false if one is not known.
 */
static bool pair_lead(const struct tournament *t, int32_t slot, int32_t pair, int64_t *lead) {
    *lead = 0;
    for (int k = 0; k < 2; k++) {
        const struct tournament_game *game = tournament_game(t, slot, 2 * pair + k);
        if (game == NULL)
            return false;
        const int64_t first = game->end.margin + (game->end.halves - 1) * (int64_t)TOURNAMENT_WON;
        *lead += k == 0 ? first : -first;
    }
    return true;
}

/* A bye: as many points as if every game had been won. */
static int64_t bye_points(const struct tournament *t) {
    switch (t->config.points) {
    case TOURNAMENT_BY_GAME:
        return 2 * (int64_t)t->games_per_pairing;
    case TOURNAMENT_BY_MATCH:
        return 4;
    case TOURNAMENT_BY_DOUBLE:
        return 2 * (int64_t)t->games_per_pairing;
    case TOURNAMENT_BY_SCORE:
        break;
    }
    return 2 * (int64_t)t->games_per_pairing * TOURNAMENT_WON;
}

/* Points of every game by itself. */
static void add_games(const struct tournament *t, int32_t slot, int32_t count, int64_t out[2]) {
    for (int32_t k = 0; k < count; k++) {
        const struct tournament_game *game = tournament_game(t, slot, k);
        for (int seat = 0; seat < 2 && game != NULL; seat++) {
            const int64_t halves = seat == 0 ? game->end.halves : 2 - game->end.halves;
            out[seat ^ (k % 2)] +=
                t->config.points == TOURNAMENT_BY_GAME ? halves : 2 * tournament_score(game, seat);
        }
    }
}

/* `lead` > 0: a won, < 0: b won. */
static void award(int64_t lead, int64_t winner, int64_t loser, int64_t out[2]) {
    const int64_t even = (winner + loser) / 2;
    out[0] += lead > 0 ? winner : lead < 0 ? loser : even;
    out[1] += lead > 0 ? loser : lead < 0 ? winner : even;
}

void tournament_slot_points(const struct tournament *t, int32_t slot, int64_t out[2]) {
    assert(slot < t->slots_made);
    const struct pairing *p = &t->pairings[slot];
    out[0] = out[1] = 0;
    if (!has_games(p)) {
        if (p->a != PAIRING_BYE && t->config.type == TOURNAMENT_SWISS)
            out[0] = bye_points(t);
        return;
    }
    const int32_t wanted = tournament_wanted(t, slot);
    if (t->config.points == TOURNAMENT_BY_MATCH) {
        bool known;
        const int32_t lead = lead_of(t, slot, wanted, &known);
        if (known)
            award(lead, 4, 0, out);
    } else if (t->config.points == TOURNAMENT_BY_DOUBLE) {
        int64_t lead;
        for (int32_t pair = 0; pair < wanted / 2; pair++)
            if (pair_lead(t, slot, pair, &lead))
                award(lead, 4, 2, out);
    } else {
        add_games(t, slot, wanted, out);
    }
}

/* Rounds. ------------------------------------------------------------------------------------ */

static void make_robin(struct tournament *t, int32_t round, struct pairing out[]) {
    const struct tournament_player *players = t->config.players;
    pairing_robin(t->config.count, round, out);
    for (int32_t i = 0; i < t->config.count / 2; i++)
        if (players[out[i].a].excluded || players[out[i].b].excluded)
            out[i] = (struct pairing){PAIRING_BYE, PAIRING_BYE};
}

static void make_gauntlet(struct tournament *t, int32_t round, struct pairing out[]) {
    const bool plays = !t->config.players[round + 1].excluded;
    out[0] = plays ? (struct pairing){0, round + 1} : (struct pairing){PAIRING_BYE, PAIRING_BYE};
}

/* From numbers among those that take part to indices of players. */
static void name_players(const struct tournament *t, struct pairing p[], int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        p[i].a = t->active[p[i].a];
        p[i].b = p[i].b != PAIRING_BYE ? t->active[p[i].b] : PAIRING_BYE;
    }
}

/* What a Swiss round is paired from, by number among those that take part. */
struct swiss_table {
    int32_t *place; /* of a player among them */
    int64_t *points;
    uint8_t *met, *byes;
};

static void count_slot(const struct tournament *t, int32_t slot, struct swiss_table *table) {
    const struct pairing *p = &t->pairings[slot];
    int64_t points[2];
    tournament_slot_points(t, slot, points);
    const int32_t a = table->place[p->a], n = t->active_count;
    table->points[a] += points[0];
    if (p->b == PAIRING_BYE) {
        table->byes[a]++;
        return;
    }
    const int32_t b = table->place[p->b];
    table->points[b] += points[1];
    table->met[a * n + b]++;
    table->met[b * n + a]++;
}

static enum pes_err make_swiss(struct tournament *t, struct pairing out[]) {
    const size_t n = (size_t)t->active_count;
    struct swiss_table table = {
        .place = mem_alloc((size_t)t->config.count * sizeof *table.place),
        .points = mem_alloc(n * sizeof *table.points),
        .met = mem_alloc(n * n),
        .byes = mem_alloc(n),
    };
    enum pes_err err = PES_ERR_NOMEM;
    if (table.place != NULL && table.points != NULL && table.met != NULL && table.byes != NULL) {
        for (int32_t i = 0; i < t->active_count; i++)
            table.place[t->active[i]] = i;
        for (int32_t slot = 0; slot < t->slots_made; slot++)
            count_slot(t, slot, &table);
        const struct swiss s = {.players = t->active_count,
                                .points = table.points,
                                .met = table.met,
                                .byes = table.byes};
        err = pairing_swiss(&s, out);
    }
    if (err == PES_ERR_OK)
        name_players(t, out, (t->active_count + 1) / 2);
    mem_free(table.place);
    mem_free(table.points);
    mem_free(table.met);
    mem_free(table.byes);
    return err;
}

static void make_knockout(struct tournament *t, int32_t round, struct pairing out[]) {
    if (round == 0) {
        pairing_knockout(t->active_count, out);
        name_players(t, out, pairing_knockout_size(t->active_count) / 2);
        return;
    }
    const int32_t before = first_slot(t, round - 1), here = first_slot(t, round);
    for (int32_t i = 0; i < (here - before) / 2; i++) {
        const int32_t a = tournament_winner(t, before + 2 * i);
        const int32_t b = tournament_winner(t, before + 2 * i + 1);
        out[i] = a < b ? (struct pairing){a, b} : (struct pairing){b, a};
    }
}

static enum pes_err check_seats(const struct tournament *t, const struct tournament_game *game,
                                struct pes_note *note) {
    int32_t seats[2];
    tournament_seats(t, game->number, seats);
    if (seats[0] == game->seats[0] && seats[1] == game->seats[1])
        return PES_ERR_OK;
    return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(tournament_other_players),
                        PES_ARGS(PES_INT(game->number)));
}

/* Games of a round that were known before it was made must fit its pairings. */
static enum pes_err check_round(const struct tournament *t, int32_t from, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    const int64_t end = (int64_t)t->slots_made * t->stride;
    for (int64_t i = (int64_t)from * t->stride; i < end && err == PES_ERR_OK; i++)
        if (t->games[i].number != 0)
            err = check_seats(t, &t->games[i], note);
    return err;
}

static enum pes_err make_round(struct tournament *t, struct pes_note *note) {
    const int32_t round = t->rounds_made, from = first_slot(t, round);
    struct pairing *out = &t->pairings[from];
    enum pes_err err = PES_ERR_OK;
    switch (t->config.type) {
    case TOURNAMENT_ROBIN:
        make_robin(t, round, out);
        break;
    case TOURNAMENT_GAUNTLET:
        make_gauntlet(t, round, out);
        break;
    case TOURNAMENT_SWISS:
        err = make_swiss(t, out);
        break;
    case TOURNAMENT_KNOCKOUT:
        make_knockout(t, round, out);
        break;
    }
    if (err != PES_ERR_OK)
        return err;
    t->rounds_made++;
    t->slots_made = t->rounds_made < t->rounds ? first_slot(t, t->rounds_made) : t->slots;
    t->scanned = 0;
    for (int32_t slot = from; slot < t->slots_made; slot++)
        t->wanted += tournament_wanted(t, slot);
    return check_round(t, from, note);
}

/* Is every game of the last round that was made known? */
static bool round_complete(const struct tournament *t) {
    for (int32_t slot = first_slot(t, t->rounds_made - 1); slot < t->slots_made; slot++)
        if (!tournament_slot_complete(t, slot))
            return false;
    return true;
}

/* Makes the rounds whose pairings are determined. */
static enum pes_err advance(struct tournament *t, struct pes_note *note) {
    const bool fixed = t->config.type == TOURNAMENT_ROBIN || t->config.type == TOURNAMENT_GAUNTLET;
    enum pes_err err = PES_ERR_OK;
    while (err == PES_ERR_OK && t->rounds_made < t->rounds &&
           (fixed || t->rounds_made == 0 || round_complete(t)))
        err = make_round(t, note);
    return err;
}

/* Games. ------------------------------------------------------------------------------------- */

/* A tied pairing needs further games: tournament_next() must look at it again. */
static void extend(struct tournament *t, int32_t slot, int32_t games) {
    const int64_t made = (int64_t)t->slots_made * t->stride;
    const int64_t offset = ((int64_t)slot * t->stride + made - t->start % made) % made;
    t->scanned = offset < t->scanned ? offset : t->scanned;
    t->wanted += games;
}

enum pes_err tournament_add(struct tournament *t, const struct tournament_game *game,
                            struct pes_note *note) {
    const int64_t numbers = (int64_t)t->slots * t->stride;
    bool fits = game->number >= 1 && game->number <= numbers;
    for (int i = 0; i < 2; i++)
        fits &= game->seats[i] >= 0 && game->seats[i] < t->config.count;
    if (!fits)
        return pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(tournament_other_players),
                            PES_ARGS(PES_INT(game->number)));
    struct tournament_game *place = &t->games[game->number - 1];
    if (place->number != 0)
        return PES_ERR_OK;
    const int32_t slot = tournament_slot(t, game->number);
    if (slot < t->slots_made) {
        const enum pes_err err = check_seats(t, game, note);
        if (err != PES_ERR_OK)
            return err;
    }
    const int32_t wanted = slot < t->slots_made ? tournament_wanted(t, slot) : 0;
    *place = *game;
    t->known++;
    if (slot >= t->slots_made)
        return PES_ERR_OK;
    if (tournament_wanted(t, slot) > wanted)
        extend(t, slot, tournament_wanted(t, slot) - wanted);
    return advance(t, note);
}

void tournament_begin_at(struct tournament *t, uint64_t number) {
    t->start = (int64_t)(number % ((uint64_t)t->slots * (uint64_t)t->stride)) / 2 * 2;
    t->scanned = 0;
}

bool tournament_next(struct tournament *t, int64_t *number) {
    const int64_t made = (int64_t)t->slots_made * t->stride;
    for (; t->scanned < made; t->scanned++) {
        const int64_t at = (t->start % made + t->scanned) % made;
        if (t->games[at].number != 0 || t->submitted[at] ||
            at % t->stride >= tournament_wanted(t, (int32_t)(at / t->stride)))
            continue;
        t->submitted[at] = true;
        *number = at + 1;
        return true;
    }
    return false;
}

/* Appends opening `index` as a line. */
static enum pes_err make_opening(struct tournament *t, int32_t index, struct str *out,
                                 struct pes_note *note) {
    const struct pes_rng rng = openings_rng(&t->root, index);
    const enum pes_err err = openings_set(&t->config.openings, index, &rng, t->h, note);
    if (err != PES_ERR_OK)
        return err;
    openings_format(t->h, out);
    return str_err(out);
}

/* Balanced openings depend on those before them. */
static enum pes_err make_balanced(struct tournament *t, int32_t index, struct pes_note *note) {
    assert(index < balanced_max(t));
    enum pes_err err = PES_ERR_OK;
    while (t->balanced_count <= index && err == PES_ERR_OK) {
        struct str *line = &t->balanced[t->balanced_count];
        str_init(line);
        err = make_opening(t, t->balanced_count, line, note);
        if (err == PES_ERR_OK)
            t->balanced_count++;
        else
            str_release(line);
    }
    return err;
}

/* The opening of a pair of games. Every pair of the tournament has its own one, as long as there
 * are enough of them. */
static enum pes_err set_opening(struct tournament *t, int64_t pair, struct pes_note *note) {
    if (t->opening_pair == pair)
        return PES_ERR_OK;
    t->opening_pair = -1;
    str_clear(&t->opening);
    enum pes_err err;
    if (t->balanced != NULL) {
        const int32_t index = (int32_t)(pair % balanced_max(t));
        err = make_balanced(t, index, note);
        if (err == PES_ERR_OK)
            str_add_str(&t->opening, &t->balanced[index]);
    } else {
        err = make_opening(t, (int32_t)pair, &t->opening, note);
    }
    if (err == PES_ERR_OK)
        err = str_err(&t->opening);
    if (err == PES_ERR_OK)
        t->opening_pair = pair;
    return err;
}

enum pes_err tournament_job(struct tournament *t, int64_t number, struct str *line,
                            struct pes_note *note) {
    const struct tournament_config *c = &t->config;
    const int64_t pair = (number - 1) / 2;
    const struct pes_rng rng = pes_rng_split(&t->root, (uint64_t)pair);
    const enum pes_err err = set_opening(t, pair, note);
    if (err != PES_ERR_OK)
        return err;
    const struct pairing *p = &t->pairings[tournament_slot(t, number)];
    assert(has_games(p));
    struct pes_rng seed_rng = pes_rng_split(&rng, STREAM_SEED);
    const struct job job = {.game = c->game->rules->name,
                            .variant = c->game->variant,
                            .opening = t->opening.text,
                            .agents = {c->players[p->a].agent, c->players[p->b].agent},
                            .files = {c->players[p->a].files, c->players[p->b].files},
                            .swap = (number - 1) % 2 == 1,
                            .seed = pes_rng_next(&seed_rng),
                            .limits = c->limits,
                            .max_plies = c->max_plies,
                            .version = pes_version()};
    job_format(&job, line);
    return str_err(line);
}

bool tournament_is_complete(const struct tournament *t) {
    if (t->rounds_made < t->rounds)
        return false;
    for (int32_t slot = 0; slot < t->slots; slot++)
        if (!tournament_slot_complete(t, slot))
            return false;
    return true;
}

int64_t tournament_total(const struct tournament *t) {
    int64_t total = t->wanted;
    if (t->config.type == TOURNAMENT_SWISS)
        total +=
            (int64_t)(t->rounds - t->rounds_made) * (t->active_count / 2) * t->games_per_pairing;
    else if (t->config.type == TOURNAMENT_KNOCKOUT)
        total += (int64_t)(t->slots - t->slots_made) * t->games_per_pairing;
    return total;
}
