/* Puzzles that are built: a second, slow way of finding forced wins agrees with what the file says
 * about every move, and the same seed gives the same puzzles. */
#include "core/mem.h"
#include "core/puzzle.h"
#include "puzzles/build.h"
#include "puzzles/mine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum {
    NODES = 3000,
    GAMES = 24,
    BRUTE_PLIES = 5 /* wins of so many plies are tried in every way */
};

static struct pes_game *open_game(const char *name, const char *options) {
    struct pes_game *g;
    assert_int_equal(pes_game_open(pes_kit_find(name), options, &g, NULL), PES_ERR_OK);
    return g;
}

/* Mines some games; the text is a whole file. */
static void mine_games(const struct pes_game *g, int jobs, struct str *out) {
    const struct mine mine = {.game = g, .adviser = "max", .nodes = NODES, .seed = 3, .jobs = jobs};
    struct miner *m;
    struct mined found[MINE_PUZZLES_MAX];
    assert_int_equal(miner_new(&mine, &m, NULL), PES_ERR_OK);
    assert_int_equal(miner_games(m), INT32_MAX);
    str_addf(out, "puzzles 1\ngame %s\nhow test\nsearched %d\n", g->rules->name, GAMES);
    for (int first = 0; first < GAMES; first += jobs) {
        assert_int_equal(miner_search(m, first, jobs, NULL), PES_ERR_OK);
        for (int i = 0; i < jobs; i++) {
            const int count = miner_found(m, i, found);
            for (int n = 0; n < count; n++)
                str_add_bytes(out, found[n].text, found[n].length);
        }
    }
    assert_int_equal(str_err(out), PES_ERR_OK);
    miner_free(m);
}

/* Does `solver` win within `plies`, whatever the other does? Every move is tried. */
static bool wins(struct pes_history *h, pes_player solver, int plies) {
    const struct pes_game *g = pes_history_game(h);
    pes_move moves[PES_MOVES_MAX];
    int32_t payoff[PES_PLAYERS_MAX];
    const enum pes_end end = pes_history_end(h);
    if (end != PES_END_NONE) {
        pes_settle(g, pes_history_state(h), end, payoff);
        return payoff[solver] > payoff[1 - solver];
    }
    if (plies == 0)
        return false;
    const bool own = pes_turn(g, pes_history_state(h)) == solver;
    const int count = pes_moves(g, pes_history_state(h), moves);
    bool result = !own;
    for (int i = 0; i < count && result != own; i++) {
        assert_int_equal(pes_history_make(h, moves[i]), PES_ERR_OK);
        result = wins(h, solver, plies - 1);
        pes_history_unmake(h);
    }
    return result;
}

/* Compares every move of a turn with what the file says; `plies` are left. Returns how many moves
 * were compared. */
static int compare_turn(const struct puzzle *p, int turn, struct pes_history *h, int plies) {
    const struct pes_game *g = pes_history_game(h);
    const pes_player solver = pes_turn(g, pes_history_state(h));
    pes_move moves[PES_MOVES_MAX];
    const int count = pes_moves(g, pes_history_state(h), moves);
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, pes_history_state(h), moves[i], text);
        assert_int_equal(pes_history_make(h, moves[i]), PES_ERR_OK);
        const bool won = wins(h, solver, plies - 1);
        pes_history_unmake(h);
        const bool is_best = strcmp(text, p->turns[turn].move) == 0;
        /* A move that is "also" good may take longer; one that wins as fast must be good. */
        if (is_best ? !won : won && !puzzle_also(p, turn, text))
            fail_msg("puzzle %s, turn %d: %s %s", p->id, turn + 1, text,
                     won ? "wins, too" : "does not win");
    }
    return count;
}

/* Tries all that is short enough; returns the number of moves that were compared. */
static int compare(const struct pes_kit *kit, const struct puzzle *p) {
    struct pes_game *game;
    struct pes_history *h;
    int compared = 0;
    assert_int_equal(puzzle_open(kit, p, &game, &h, NULL), PES_ERR_OK);
    const int begin = pes_history_count(h);
    for (int turn = 0; turn < p->turn_count; turn++) {
        struct puzzle one = *p;
        const int plies = p->plies - (pes_history_count(h) - begin);
        assert_true(plies > 0);
        if (plies <= BRUTE_PLIES)
            compared += compare_turn(p, turn, h, plies);
        one.turns[0] = p->turns[turn];
        assert_int_equal(puzzle_advance(&one, h, 1, NULL), PES_ERR_OK);
    }
    assert_int_equal(pes_history_count(h), begin + p->plies);
    assert_int_equal(pes_history_end(h), PES_END_RULES);
    pes_history_free(h);
    pes_game_close(game);
    return compared;
}

static void agrees_with_brute_force(void **state) {
    (void)state;
    struct pes_game *g = open_game("boats", "rule=ko");
    struct puzzle_set set;
    struct pes_note note = {0};
    struct str text;
    int compared = 0, wins_seen = 0;
    str_init(&text);
    mine_games(g, 2, &text);
    if (puzzle_set_parse(&set, text.text, text.length, &note) != PES_ERR_OK)
        fail_msg("line %d: %s", (int)note.line, note.why[PES_LANG_EN]);
    for (int i = 0; i < set.count; i++) {
        const struct puzzle *p = &set.list[i];
        if (puzzle_check(g->kit, p, &note) != PES_ERR_OK)
            fail_msg("line %d: %s", (int)note.line, note.why[PES_LANG_EN]);
        assert_true(p->chance > p->next);
        if (p->kind == PUZZLE_WIN) {
            wins_seen++;
            assert_in_range(p->plies, BUILD_PLIES_MIN, BUILD_PLIES_MAX);
            compared += compare(g->kit, p);
        }
    }
    assert_true(wins_seen > 0);
    assert_true(compared > 0);
    puzzle_set_release(&set);
    str_release(&text);
    pes_game_close(g);
}

/* How many games are searched at once does not matter. */
static void is_reproducible(void **state) {
    (void)state;
    struct pes_game *g = open_game("boats", "rule=ko");
    struct str one, two;
    str_init(&one);
    str_init(&two);
    mine_games(g, 1, &one);
    mine_games(g, 3, &two);
    assert_string_equal(one.text, two.text);
    str_release(&one);
    str_release(&two);
    pes_game_close(g);
}

/* Looking at a position leaves the history as it was, whatever is found. */
static void restores_the_history(void **state) {
    (void)state;
    struct pes_game *g = open_game("proximity", "");
    struct pes_agent *adviser;
    struct pes_history *h;
    struct pes_rng rng;
    struct builder b;
    struct str out;
    char before[PES_STATE_TEXT_MAX], after[PES_STATE_TEXT_MAX];
    pes_rng_init(&rng, 5);
    str_init(&out);
    assert_int_equal(pes_agent_new(g, "max", &adviser, NULL), PES_ERR_OK);
    pes_agent_begin(adviser, 1);
    assert_int_equal(builder_init(&b, g, adviser, 400, 0, NULL, NULL), PES_ERR_OK);
    assert_true(b.margin == build_margin(g));
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
    for (int looked = 0; looked < 4;) {
        if (pes_turn(g, pes_history_state(h)) >= 0) {
            struct built built;
            const int count = pes_history_count(h);
            const size_t length = out.length;
            pes_history_format(h, before);
            assert_int_equal(build_puzzle(&b, h, &out, &built, NULL), PES_ERR_OK);
            pes_history_format(h, after);
            assert_string_equal(before, after);
            assert_int_equal(pes_history_count(h), count);
            assert_int_equal(built.is_puzzle, out.length > length);
            assert_true(built.hash == build_hash(g, pes_history_state(h)));
            looked++;
        }
        assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)), PES_ERR_OK);
    }
    builder_release(&b);
    pes_agent_free(adviser);
    pes_history_free(h);
    str_release(&out);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_brute_force),
        cmocka_unit_test(is_reproducible),
        cmocka_unit_test(restores_the_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
