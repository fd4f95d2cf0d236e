/* A small tournament, really played, for the tests of its pages: agents of ours and one that makes
 * mistakes. Every pairing is a match of two games with sides swapped. */
#ifndef SITE_SITE_TESTING_H
#define SITE_SITE_TESTING_H

#include "arena/ratings.h"
#include "core/str.h"
#include "pessoi/arena.h"
#include "site/site.h"

#include <assert.h>
#include <string.h>

enum { TOUR_PLAYERS_MAX = 16, TOUR_GAMES_MAX = 400, TOUR_FIRST_NUMBER = 1 };

struct tour {
    struct site_about about;
    struct site_player players[TOUR_PLAYERS_MAX]; /* in the order of the list, then of the table */
    int player_count;
    int playing; /* those that take part come first */

    struct site_game games[TOUR_GAMES_MAX];
    struct str records[TOUR_GAMES_MAX], logs[TOUR_GAMES_MAX][PES_PLAYERS_MAX];
    struct pes_note faults[TOUR_GAMES_MAX];
    int game_count;

    int pairing[2], round; /* that is being played */
};

/* `moody` moves at random; in the game of each match in which it is First it answers an illegal
 * move, in the other one it thinks for too long, or it does neither, by its option. */
struct moody {
    struct pes_agent base;
    int moves;
    char words[128];
    struct pes_note fault;
};

static const struct pes_agent_class moody_class;

static inline int moody_offers(const struct pes_kit *kit, struct pes_offer out[], int offers_max) {
    (void)kit;
    if (offers_max < 1)
        return 0;
    out[0] = (struct pes_offer){
        .class = &moody_class,
        .name = "moody",
        .help = PES_TEXT("makes mistakes", "κάνει λάθη"),
        .options = {{.key = "at",
                     .kind = PES_OPTION_INT,
                     .def = "4",
                     .min = 1,
                     .max = 1000,
                     .help = PES_TEXT("when", "πότε")},
                    {.key = NULL}},
    };
    return 1;
}

static inline void moody_begin(struct pes_agent *agent) {
    struct moody *m = (struct moody *)(void *)agent;
    m->moves = 0;
    m->fault = (struct pes_note){0};
    snprintf(m->words, sizeof m->words, "book: 0 entries\n");
}

static inline enum pes_err moody_choose(struct pes_agent *agent, const struct pes_history *h,
                                        const struct pes_limits *limits,
                                        struct pes_answer *answer) {
    struct moody *m = (struct moody *)(void *)agent;
    (void)limits;
    const struct pes_game *g = pes_history_game(h);
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, pes_history_state(h), list);
    const bool first = pes_turn(g, pes_history_state(h)) == 0;
    const int ply = pes_history_plies(h) + 1;
    if (++m->moves < (int)agent->values.number[0]) {
        *answer = (struct pes_answer){.move = list[pes_rng_next(&agent->rng) % (uint64_t)count]};
        return PES_ERR_OK;
    }
    snprintf(m->words, sizeof m->words,
             "book: 0 entries\nTraceback: line 88\nIndexError: <b>list</b> \x1b[31m</script>\n");
    snprintf(m->fault.why[0], PES_NOTE_MAX,
             first ? "illegal move zz9 at ply %d; legal were a1, b1, .."
                   : "out of time at ply %d: it thought for 1340 ms",
             ply);
    snprintf(m->fault.why[1], PES_NOTE_MAX,
             first ? "μη επιτρεπτή κίνηση zz9 στην κίνηση %d· επιτρέπονταν οι a1, b1, .."
                   : "τελείωσε ο χρόνος του στην κίνηση %d: σκέφτηκε 1340 ms",
             ply);
    return first ? PES_ERR_ILLEGAL : PES_ERR_LATE;
}

static inline void moody_fault(const struct pes_agent *agent, struct pes_note *out) {
    *out = ((const struct moody *)(const void *)agent)->fault;
}

static inline const char *moody_log(const struct pes_agent *agent, size_t *length) {
    const struct moody *m = (const struct moody *)(const void *)agent;
    *length = strlen(m->words);
    return m->words;
}

static const struct pes_agent_class moody_class = {
    .abi = PES_ABI,
    .name = "moody",
    .kind = PES_AGENT_PLAIN,
    .offers = moody_offers,
    .instance_size = sizeof(struct moody),
    .choose = moody_choose,
    .begin = moody_begin,
    .fault = moody_fault,
    .log = moody_log,
};

static inline enum pes_err tour_sink(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

static inline void tour_game(void *to, const struct pes_match_game *played) {
    struct tour *t = to;
    assert(t->game_count < TOUR_GAMES_MAX);
    const int at = t->game_count++;
    struct site_game *g = &t->games[at];
    *g = (struct site_game){.number = at + TOUR_FIRST_NUMBER, .round = t->round};
    str_init(&t->records[at]);
    (void)!pes_record_format(played->record, tour_sink, &t->records[at]);
    g->record = t->records[at].text;
    g->result = "1/2-1/2";
    const char *result = pes_record_tag(played->record, "Result");
    for (int i = 0; i < 2; i++)
        if (result != NULL && strcmp(result, i == 0 ? "1-0" : "0-1") == 0)
            g->result = i == 0 ? "1-0" : "0-1";
    g->end = pes_end_word(played->end);
    t->faults[at] = *played->fault;
    for (int lang = 0; lang < PES_LANG_COUNT && !pes_note_is_empty(played->fault); lang++)
        g->reason[lang] = t->faults[at].why[lang];
    for (int seat = 0; seat < PES_PLAYERS_MAX; seat++) {
        const int side = seat == 0 ? played->first : 1 - played->first;
        str_init(&t->logs[at][seat]);
        str_add_bytes(&t->logs[at][seat], played->sides[side].log, played->sides[side].log_length);
        g->logs[seat] = t->logs[at][seat].text;
        g->players[seat] = t->pairing[side];
        g->think_max_ms[seat] = played->sides[side].think_max_ms;
        g->think_sum_ms[seat] = played->sides[side].think_sum_ms;
    }
}

/* Plays `games` games between two players of the list; returns the half points of a. */
static inline enum pes_err tour_play(struct tour *t, int round, int a, int b, int games,
                                     struct pes_note *note) {
    struct pes_game *g = NULL;
    enum pes_err err = pes_game_open(t->about.kit, t->about.variant, &g, note);
    if (err)
        return err;
    t->round = round;
    t->pairing[0] = a;
    t->pairing[1] = b;
    struct pes_match_result result;
    const struct pes_match match = {
        .game = g,
        .agents = {t->players[a].agent, t->players[b].agent},
        .games = games,
        .seed = t->about.seed + (uint64_t)t->game_count,
        .opening_plies = g->rules->chance_in_play ? 0 : 2,
        .limits = {.movetime_ms = t->about.movetime_ms},
        .on_game = tour_game,
        .on_game_to = t,
    };
    err = pes_match_run(&match, &result, note);
    pes_game_close(g);
    return err;
}

/* The half points of a player in the games from number `from` on. */
static inline int tour_halves(const struct tour *t, int player, int from) {
    int halves = 0;
    for (int i = from; i < t->game_count; i++)
        for (int seat = 0; seat < 2; seat++)
            if (t->games[i].players[seat] == player)
                halves += strcmp(t->games[i].result, "1/2-1/2") == 0              ? 1
                          : strcmp(t->games[i].result, seat ? "0-1" : "1-0") == 0 ? 2
                                                                                  : 0;
    return halves;
}

static inline enum pes_err tour_robin(struct tour *t, int games, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    t->about.type = "robin";
    t->about.games_each = games;
    for (int a = 0; a < t->playing && !err; a++)
        for (int b = a + 1; b < t->playing && !err; b++)
            err = tour_play(t, 0, a, b, games, note);
    return err;
}

/* Pairs neighbours in the table so far; with an odd number the last one has a bye. */
static inline enum pes_err tour_swiss(struct tour *t, int rounds, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    t->about.type = "swiss";
    t->about.games_each = 2;
    for (int round = 1; round <= rounds && !err; round++) {
        int order[TOUR_PLAYERS_MAX];
        for (int i = 0; i < t->playing; i++) {
            int k = i;
            for (; k > 0 && tour_halves(t, order[k - 1], 0) < tour_halves(t, i, 0); k--)
                order[k] = order[k - 1];
            order[k] = i;
        }
        for (int i = 0; i + 1 < t->playing && !err; i += 2)
            err = tour_play(t, round, order[i], order[i + 1], 2, note);
    }
    return err;
}

/* Of six players or so: the best of the list have byes in the first round. */
static inline enum pes_err tour_knockout(struct tour *t, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    int slots[TOUR_PLAYERS_MAX], size = 1;
    t->about.type = "knockout";
    t->about.games_each = 2;
    while (size < t->playing)
        size *= 2;
    /* Slot i meets slot size-1-i: the standard bracket. */
    for (int i = 0; i < size; i++)
        slots[i] = i < t->playing ? i : -1;
    for (int round = 1; size > 1 && !err; round++, size /= 2)
        for (int i = 0; i < size / 2 && !err; i++) {
            const int a = slots[i], b = slots[size - 1 - i], from = t->game_count;
            if (b < 0)
                continue;
            err = tour_play(t, round, a, b, 2, note);
            slots[i] = tour_halves(t, b, from) > tour_halves(t, a, from) ? b : a;
        }
    return err;
}

/* Points, ratings and places; sorts the players, best first. */
static inline enum pes_err tour_rank(struct tour *t) {
    struct rating_pair pairs[TOUR_GAMES_MAX];
    struct rating ratings[TOUR_PLAYERS_MAX];
    struct ratings all;
    struct pes_rng rng;
    pes_rng_init(&rng, 1);
    for (int i = 0; i < t->game_count; i++)
        pairs[i] = (struct rating_pair){
            .players = {(int16_t)t->games[i].players[0], (int16_t)t->games[i].players[1]},
            .halves = {(uint8_t)(t->games[i].result[1] == '/'   ? 1
                                 : t->games[i].result[0] == '1' ? 2
                                                                : 0)},
            .single = true};
    const enum pes_err err = ratings_fold(pairs, t->game_count, t->playing, &rng, ratings, &all);
    if (err)
        return err;
    int place[TOUR_PLAYERS_MAX];
    struct site_player sorted[TOUR_PLAYERS_MAX];
    for (int i = 0; i < t->playing; i++) {
        struct site_player *p = &t->players[i];
        p->points = tour_halves(t, i, 0) / 2.0;
        p->rated = true;
        p->rating = 1500 + ratings[i].elo;
        p->rating_low = 1500 + ratings[i].low;
        p->rating_high = 1500 + ratings[i].high;
    }
    for (int i = 0; i < t->playing; i++) {
        place[i] = 0;
        for (int k = 0; k < t->playing; k++)
            place[i] += t->players[k].points > t->players[i].points ||
                        (t->players[k].points == t->players[i].points && k < i);
        sorted[place[i]] = t->players[i];
        sorted[place[i]].rank = place[i] + 1;
    }
    memcpy(t->players, sorted, (size_t)t->playing * sizeof sorted[0]);
    for (int i = 0; i < t->game_count; i++)
        for (int seat = 0; seat < 2; seat++)
            t->games[i].players[seat] = place[t->games[i].players[seat]];
    return PES_ERR_OK;
}

static inline enum pes_err tour_write(const struct tour *t, const char *folder,
                                      struct pes_note *note) {
    struct site *site = NULL;
    enum pes_err err = site_begin(&t->about, folder, &site, note);
    if (err)
        return err;
    for (int i = 0; i < t->game_count && !err; i++)
        err = site_add_game(site, &t->games[i], note);
    if (!err)
        err = site_end(site, t->players, t->player_count, note);
    site_free(site);
    return err;
}

static inline void tour_release(struct tour *t) {
    for (int i = 0; i < t->game_count; i++) {
        str_release(&t->records[i]);
        for (int seat = 0; seat < PES_PLAYERS_MAX; seat++)
            str_release(&t->logs[i][seat]);
    }
}

#endif
