/* Records and rules: a record made from a history, and a record replayed into a history. Every move
 * of a record is checked by the rules, and so is the result if the rules determine it. */
#include "core/game.h"
#include "core/history.h"
#include "core/mem.h"
#include "core/record_int.h"
#include "core/record_tour.h"
#include "core/text.h"
#include "pessoi/kit.h"

#include <assert.h>

const char *pes_result_of(const int32_t payoff[PES_PLAYERS_MAX]) {
    if (!payoff)
        return NULL;
    if (payoff[0] == payoff[1])
        return "1/2-1/2";
    return payoff[0] > payoff[1] ? "1-0" : "0-1";
}

const char *pes_end_word(enum pes_end end) {
    static const char *const words[PES_END_COUNT] = {
        [PES_END_NONE] = "*",          [PES_END_RULES] = "rules",
        [PES_END_RESIGN] = "resign",   [PES_END_REPETITION] = "repetition",
        [PES_END_PLIES] = "plies",     [PES_END_TIME] = "time",
        [PES_END_FORFEIT] = "forfeit", [PES_END_AGREED] = "agreed",
    };
    assert((unsigned)end < PES_END_COUNT);
    return words[end];
}

/* Sets the tags of a record made from a history. */
static enum pes_err set_tags(struct pes_record *r, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    enum pes_err err = pes_record_set(r, "Format", "1");
    if (!err)
        err = pes_record_set(r, "Game", g->rules->name);
    if (!err && g->variant[0] != '\0')
        err = pes_record_set(r, "Variant", g->variant);
    if (!err && !history_at_start(h)) {
        char text[PES_STATE_TEXT_MAX];
        g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), text);
        err = pes_record_set(r, "Position", text);
    }
    const enum pes_end end = pes_history_end(h);
    if (!err && end != PES_END_NONE) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_settle(g, pes_history_state(h), end, payoff);
        err = pes_record_set(r, "Result", pes_result_of(payoff));
        if (!err)
            err = pes_record_set(r, "Termination", pes_end_word(end));
    }
    return err;
}

/* Adds one node per token: a move, or a run of outcomes. */
static enum pes_err add_moves(struct pes_record *r, const struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_walk w;
    char token[GAME_RUN_MAX + PES_MOVE_TEXT_MAX] = "";
    enum pes_err err = PES_ERR_OK;
    int node = 0;
    const int count = pes_history_count(h);
    for (pes_walk_start(&w, h, 0); w.at < count && !err; pes_walk_next(&w)) {
        const pes_move m = pes_history_move(h, w.at);
        char text[PES_MOVE_TEXT_MAX];
        const size_t run = token[0] == '#' ? strlen(token) : 0;
        const char *more = game_move_text(g, PES_STATE(w.state), m, run, text);
        if (more == text && token[0] != '\0')
            err = pes_record_add(r, node, token, NULL, &node);
        snprintf(token + (more == text ? 0 : run), sizeof token - run, "%s", more);
    }
    return !err && count > 0 ? pes_record_add(r, node, token, NULL, &node) : err;
}

enum pes_err pes_record_of(const struct pes_history *h, struct pes_record **out) {
    struct pes_record *r = NULL;
    enum pes_err err = pes_record_new(&r);
    if (err)
        return err;
    err = set_tags(r, h);
    if (!err)
        err = add_moves(r, h);
    if (err)
        pes_record_free(r);
    else
        *out = r;
    return err;
}

/* Changes the position of a note from one in a tag's value to one in the record. */
static void place_in_tag(struct pes_note *note, const struct record_tag *tag) {
    if (!note)
        return;
    const int32_t within = note->pos > 0 ? note->pos - 1 : 0;
    note->line = tag->place.line;
    note->pos = tag->place.pos > 0 ? tag->place.pos + within : note->pos;
}

enum pes_err pes_record_open(const struct pes_record *r, const struct pes_kit *kit,
                             struct pes_game **out, struct pes_note *note) {
    const struct record_tag *game = record_find(r, "Game");
    if (!game)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(record_no_game), PES_NO_ARGS);
    if (strcmp(game->value, kit->rules->name) != 0) {
        char quote[PES_QUOTE_SIZE];
        const enum pes_err err =
            pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(record_other_game),
                         PES_ARGS(PES_STR(pes_quote(game->value, strlen(game->value), quote)),
                                  PES_STR(kit->rules->name)));
        place_in_tag(note, game);
        return err;
    }
    const struct record_tag *variant = record_find(r, "Variant");
    const enum pes_err err = pes_game_open(kit, variant ? variant->value : "", out, note);
    if (err && err != PES_ERR_NOMEM && variant)
        place_in_tag(note, variant);
    return err;
}

/* Fills in the note with the bad move and the reason that the game gave in `inner`. */
static enum pes_err say_bad_move(const struct pes_record *r, int node, int ply, enum pes_err err,
                                 const struct pes_note *inner, struct pes_note *note) {
    const char *token = pes_record_token(r, node);
    const struct record_place place = r->nodes[node].place;
    char quote[PES_QUOTE_SIZE];
    pes_quote(token, strlen(token), quote);
    err = pes_note_say(note, err, place.pos, TEXT(bad_move),
                       PES_ARGS(PES_INT(ply), PES_STR(quote), PES_NOTED(inner)));
    if (note)
        note->line = place.line;
    return err;
}

/* Starts the history at the tag Position, or at the unrolled start: outcomes are in the moves. */
static enum pes_err start_position(const struct pes_record *r, struct pes_history *h,
                                   struct pes_note *note) {
    const struct record_tag *position = record_find(r, "Position");
    if (!position)
        return pes_history_start_text(h, "startpos", NULL, note);
    const enum pes_err err = pes_history_start_text(h, position->value, NULL, note);
    if (err && err != PES_ERR_NOMEM)
        place_in_tag(note, position);
    return err;
}

/* If the game is over by the rules, the record's result must be the same, or "*". */
static enum pes_err check_result(const struct pes_record *r, const struct pes_history *h,
                                 struct pes_note *note) {
    const struct pes_game *g = pes_history_game(h);
    const struct record_tag *result = record_find(r, "Result");
    if (!result || strcmp(result->value, "*") == 0 || !pes_over(g, pes_history_state(h)))
        return PES_ERR_OK;
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, pes_history_state(h), payoff);
    const char *by_rules = pes_result_of(payoff);
    if (strcmp(result->value, by_rules) == 0)
        return PES_ERR_OK;
    const enum pes_err err = pes_note_say(note, PES_ERR_ILLEGAL, 0, TEXT(result_against_rules),
                                          PES_ARGS(PES_STR(result->value), PES_STR(by_rules)));
    place_in_tag(note, result);
    return err;
}

/* Plays the token of a node. */
static enum pes_err play_node(const struct pes_record *r, int node, struct pes_history *h,
                              int plies_max, struct pes_note *note) {
    struct pes_note inner = {0};
    const char *token = pes_record_token(r, node);
    int made = 0;
    const enum pes_err err = history_make_token(h, token, strlen(token), plies_max, &made, &inner);
    return err == PES_ERR_OK || err == PES_ERR_NOMEM
               ? err
               : say_bad_move(r, node, pes_history_plies(h) + 1, err, &inner, note);
}

enum pes_err pes_record_replay(const struct pes_record *r, struct pes_history *h, int plies_max,
                               struct pes_note *note) {
    enum pes_err err = start_position(r, h, note);
    if (err)
        return err;
    for (int node = r->nodes[0].child; node >= 0; node = r->nodes[node].child) {
        err = play_node(r, node, h, plies_max, note);
        if (err)
            return err;
        /* The result belongs to the end of the line: check it only if the whole line was played. */
        if (plies_max >= 0 && pes_history_plies(h) >= plies_max)
            return r->nodes[node].child < 0 ? check_result(r, h, note) : PES_ERR_OK;
    }
    return check_result(r, h, note);
}

/* Takes moves back until `count` are left. */
static void unmake_to(struct pes_history *h, int count) {
    while (pes_history_count(h) > count)
        pes_history_unmake(h);
}

/* The node after this one and all below it, in the order of the text; 0: there is none. The history
 * is that before its token. */
static int next_after(const struct pes_record *r, int node, const int32_t counts[],
                      struct pes_history *h) {
    for (; node > 0; node = r->nodes[node].parent) {
        unmake_to(h, counts[node]);
        if (r->nodes[node].next >= 0)
            return r->nodes[node].next;
    }
    return 0;
}

/* Plays the token of a node and visits it. */
static enum pes_err visit_node(const struct pes_record *r, int node, struct pes_history *h,
                               const struct record_tour *tour, struct pes_note *note) {
    const int from = pes_history_count(h);
    enum pes_err err = play_node(r, node, h, -1, note);
    if (err)
        return err;
    if (pes_history_plies(h) > tour->plies_max) {
        const struct record_place place = r->nodes[node].place;
        err = pes_note_say(note, PES_ERR_LIMIT, place.pos, TEXT(record_too_long),
                           PES_ARGS(PES_INT(tour->plies_max)));
        if (note)
            note->line = place.line;
        return err;
    }
    return tour->visit(tour->to, node, h, from);
}

enum pes_err record_visit(const struct pes_record *r, struct pes_history *h,
                          const struct record_tour *tour, struct pes_note *note) {
    enum pes_err err = start_position(r, h, note);
    if (err)
        return err;
    int32_t *counts =
        mem_alloc((size_t)r->node_count * sizeof *counts); /* of moves before a node */
    if (!counts)
        return PES_ERR_NOMEM;
    int node = r->nodes[0].child >= 0 ? r->nodes[0].child : 0;
    err = tour->visit(tour->to, 0, h, pes_history_count(h));
    while (node > 0 && !err) {
        counts[node] = pes_history_count(h);
        err = visit_node(r, node, h, tour, note);
        if (!err)
            node =
                r->nodes[node].child >= 0 ? r->nodes[node].child : next_after(r, node, counts, h);
    }
    mem_free(counts);
    return err;
}

int record_parent(const struct pes_record *r, int node) {
    assert(node >= 0 && node < r->node_count);
    return r->nodes[node].parent;
}

bool record_in_main_line(const struct pes_record *r, int node) {
    assert(node >= 0 && node < r->node_count);
    return r->nodes[node].depth == 0;
}

int record_nodes(const struct pes_record *r) {
    return r->node_count;
}
