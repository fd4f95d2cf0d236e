/* Opening variants, and the functions of pessoi/game.h that use only a game's vtable: start, draw,
 * legality, names, end and payoffs. */
#include "core/game.h"

#include "core/mem.h"
#include "pessoi/kit.h"

#include <limits.h>

/* The bounds that a game sets in open(); callers size their buffers by them. */
static void check_bounds(const struct pes_game *g) {
    assert(g->state_size > 0);
    assert(g->state_size <= PES_STATE_MAX);
    assert(g->state_size < 16 || g->state_size % 16 == 0);
    assert(g->undo_size <= PES_UNDO_MAX);
    assert(g->moves_max > 0);
    assert(g->moves_max <= PES_MOVES_MAX);
    assert(g->chances_max >= 0);
    assert(g->chances_max <= PES_CHANCES_MAX);
    assert((g->move_keys > 0) == (g->rules->move_key != NULL));
    assert(g->players == PES_PLAYERS_MAX);
    assert(g->payoff_min < g->payoff_max);
    assert(g->plies_cap >= 0);
    assert(g->repetition_max >= 0);
    assert(g->plies_bound >= 0);
    assert(!g->chance_in_play || g->chances_max > 0);
    assert(!g->start_rolled || g->chances_max > 0);
    (void)g;
}

/* A variant with the given options; *values is copied. */
static enum pes_err open_values(const struct pes_kit *kit, const struct pes_values *values,
                                struct pes_game **out, struct pes_note *note) {
    const struct pes_rules *rules = kit->rules;
    struct pes_game *g = mem_alloc(sizeof *g);
    if (!g)
        return PES_ERR_NOMEM;
    enum pes_err err = PES_ERR_NOMEM;
    g->rules = rules;
    g->kit = kit;
    g->values = *values;
    if (rules->own_size > 0) {
        g->own = mem_alloc(rules->own_size);
        if (!g->own)
            goto out_free_game;
    }
    err = rules->open(g, &g->values, note);
    if (err)
        goto out_free_own;

    /* Not earlier: open() may set values that depend on other options (a small lake has no
     * shuffles). */
    pes_values_format(&g->values, g->variant);
    check_bounds(g);
    *out = g;
    return PES_ERR_OK;

out_free_own:
    mem_free(g->own);
out_free_game:
    mem_free(g);
    return err;
}

enum pes_err pes_game_open(const struct pes_kit *kit, const char *options, struct pes_game **out,
                           struct pes_note *note) {
    assert(kit->abi >= 1 && kit->rules->abi >= 1);
    struct pes_values values;
    const enum pes_err err = pes_values_parse(kit->rules->options, options, &values, note);
    return err ? err : open_values(kit, &values, out, note);
}

enum pes_err pes_game_reopen(const struct pes_game *g, const char *key, const char *value,
                             struct pes_game **out, struct pes_note *note) {
    struct pes_values values = g->values;
    const enum pes_err err = pes_values_set(&values, key, value, note);
    return err ? err : open_values(g->kit, &values, out, note);
}

void pes_game_close(struct pes_game *g) {
    if (!g)
        return;
    if (g->rules->close)
        g->rules->close(g);
    mem_free(g->own);
    mem_free(g);
}

void pes_start(const struct pes_game *g, struct pes_rng *rng, struct pes_state *s) {
    g->rules->init(g, s);
    if (!g->start_rolled)
        return;
    if (g->rules->roll) {
        g->rules->roll(g, s, rng, NULL, INT_MAX);
        assert(pes_turn(g, s) != PES_CHANCE);
        return;
    }
    struct pes_undo_buf undo;
    while (pes_turn(g, s) == PES_CHANCE)
        pes_make(g, s, pes_draw(g, s, rng), undo.bytes);
}

/* Draws a number below the sum of the weights and finds the outcome by subtraction. */
pes_move game_draw_outcome(const struct pes_game *g, const struct pes_state *s,
                           struct pes_rng *rng) {
    struct pes_chance list[PES_CHANCES_MAX];
    const int count = pes_chances(g, s, list);
    assert(count > 0);
    uint32_t sum = 0;
    for (int i = 0; i < count; i++) {
        assert(list[i].weight > 0);
        assert(list[i].weight <= UINT32_MAX - sum);
        sum += list[i].weight;
    }
    uint32_t left = pes_rng_below(rng, sum);
    int i = 0;
    while (left >= list[i].weight)
        left -= list[i++].weight;
    assert(i < count);
    return list[i].move;
}

pes_move game_draw_move(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    assert(count >= 0 && count <= g->moves_max);
    return count > 0 ? list[pes_rng_below(rng, (uint32_t)count)] : PES_MOVE_NONE;
}

pes_move game_draw_listed(const struct pes_game *g, const struct pes_state *s,
                          struct pes_rng *rng) {
    return pes_turn(g, s) == PES_CHANCE ? game_draw_outcome(g, s, rng) : game_draw_move(g, s, rng);
}

pes_move pes_draw(const struct pes_game *g, const struct pes_state *s, struct pes_rng *rng) {
    return g->rules->random_move ? g->rules->random_move(g, s, rng) : game_draw_listed(g, s, rng);
}

const char *game_move_text(const struct pes_game *g, const struct pes_state *s, pes_move m,
                           size_t run, char text[PES_MOVE_TEXT_MAX]) {
    g->rules->move_format(g, s, m, text);
    if (run == 0 || pes_turn(g, s) != PES_CHANCE)
        return text;
    /* Continue the run only if the parser reads the text without '#' as the same outcome. */
    assert(text[0] == '#');
    const char *bare = text + 1;
    const size_t length = strlen(bare);
    size_t used = 0;
    pes_move read = PES_MOVE_NONE;
    if (run + length > GAME_RUN_MAX ||
        g->rules->move_parse(g, s, bare, length, &used, &read, NULL) != PES_ERR_OK)
        return text;
    return read == m && used == length ? bare : text;
}

bool pes_legal(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    if (pes_turn(g, s) == PES_CHANCE) {
        struct pes_chance list[PES_CHANCES_MAX];
        const int count = pes_chances(g, s, list);
        for (int i = 0; i < count; i++)
            if (list[i].move == m)
                return true;
        return false;
    }
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

int pes_count(const struct pes_game *g, const struct pes_state *s) {
    if (g->rules->count)
        return g->rules->count(g, s);
    pes_move list[PES_MOVES_MAX];
    return pes_moves(g, s, list);
}

int32_t pes_move_number(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    if (g->rules->move_number == NULL || pes_turn(g, s) < 0)
        return -1;
    const int32_t number = g->rules->move_number(g, s, m);
    assert(number >= 0);
    return number;
}

const struct pes_player_name *pes_player_name(const struct pes_game *g, const struct pes_state *s,
                                              pes_player player) {
    assert(player >= 0 && player < g->players);
    const int name = g->rules->name_of ? g->rules->name_of(g, s, player) : player;
    assert(name >= 0 && name < PES_PLAYERS_MAX);
    return &g->rules->players[name];
}

bool pes_over(const struct pes_game *g, const struct pes_state *s) {
    const pes_player turn = pes_turn(g, s);
    return turn == PES_TERMINAL || (turn != PES_CHANCE && pes_count(g, s) == 0);
}

void pes_settle(const struct pes_game *g, const struct pes_state *s, enum pes_end why,
                int32_t out[PES_PLAYERS_MAX]) {
    assert(why != PES_END_NONE);
    if (why == PES_END_RULES)
        pes_payoff(g, s, out);
    else if (g->rules->adjudicate)
        g->rules->adjudicate(g, s, why, out);
    else
        memset(out, 0, PES_PLAYERS_MAX * sizeof out[0]);
    for (int i = 0; i < PES_PLAYERS_MAX; i++)
        assert(out[i] >= g->payoff_min && out[i] <= g->payoff_max);
}

int game_line_text(const struct pes_game *g, const struct pes_state *s, const pes_move line[],
                   int count, char out[][PES_MOVE_TEXT_MAX]) {
    struct pes_state_buf state;
    struct pes_undo_buf undo;
    struct pes_state *at = PES_STATE(state);
    int i = 0;
    pes_copy(g, at, s);
    for (; i < count && pes_legal(g, at, line[i]); i++) {
        g->rules->move_format(g, at, line[i], out[i]);
        pes_make(g, at, line[i], undo.bytes);
    }
    return i;
}
