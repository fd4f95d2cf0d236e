/* minimax and max: the thesis' printed game, the model it thinks in, and what limits do. */
#include "core/clock.h"
#include "dice.h"
#include "pessoi/search.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { WON = 999999 }; /* INF - 1 */

static struct pes_game *open_game(const struct pes_kit *kit, const char *options) {
    struct pes_game *g;
    assert_non_null(kit);
    assert_int_equal(pes_game_open(kit, options, &g, NULL), PES_ERR_OK);
    return g;
}

static struct pes_game *open_lake(const char *options) {
    return open_game(pes_kit_find("boats"), options);
}

static struct pes_agent *new_agent(const struct pes_game *g, const char *text) {
    struct pes_agent *agent;
    assert_int_equal(pes_agent_new(g, text, &agent, NULL), PES_ERR_OK);
    pes_agent_begin(agent, 1);
    return agent;
}

static struct pes_history *history_at(const struct pes_game *g, const char *position,
                                      const char *moves) {
    struct pes_history *h;
    struct pes_rng rng;
    int made;
    pes_rng_init(&rng, 1);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_start_text(h, position, &rng, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, moves, &made, NULL), PES_ERR_OK);
    return h;
}

static const char *move_text(const struct pes_history *h, pes_move m,
                             char text[PES_MOVE_TEXT_MAX]) {
    const struct pes_game *g = pes_history_game(h);
    g->rules->move_format(g, pes_history_state(h), m, text);
    return text;
}

static pes_move move_of(const struct pes_history *h, const char *text) {
    const struct pes_game *g = pes_history_game(h);
    size_t used;
    pes_move m;
    assert_int_equal(
        g->rules->move_parse(g, pes_history_state(h), text, strlen(text), &used, &m, NULL),
        PES_ERR_OK);
    return m;
}

/* The line of an answer is legal from the history's present position. */
static void assert_line(const struct pes_history *h, const struct pes_answer *answer) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    assert_true(answer->line_count >= 1);
    assert_int_equal(answer->line[0], answer->move);
    for (int i = 0; i < answer->line_count; i++) {
        assert_true(pes_legal(g, PES_STATE(at), answer->line[i]));
        pes_make(g, PES_STATE(at), answer->line[i], undo.bytes);
    }
}

/* The thesis. --------------------------------------------------------------------------------- */

static void test_printed_game(void **state) {
    (void)state;
    static const char *const game[] = {"R", "-1", "+1", "L",  "R", "L",
                                       "R", "L",  "R",  "-4", "R", "-5"};
    static const double values[] = {-1, 0, 0, 0, -WON, -WON}; /* from s0 */
    static const char *const starts[] = {"start=s0", "start=base"};
    for (int start = 0; start < 2; start++) {
        struct pes_game *g = open_lake(starts[start]);
        struct pes_agent *green = new_agent(g, "minimax");
        struct pes_history *h = history_at(g, "startpos", "");
        for (int ply = 0; ply < 12; ply++) {
            char text[PES_MOVE_TEXT_MAX];
            struct pes_answer answer;
            if (ply % 2 == 1) {
                assert_int_equal(pes_agent_choose(green, h, NULL, &answer), PES_ERR_OK);
                assert_string_equal(move_text(h, answer.move, text), game[ply]);
                assert_int_equal(answer.depth, 4);
                assert_line(h, &answer);
                assert_true(answer.has_score);
                if (start == 0)
                    assert_true(answer.score == values[ply / 2]);
            }
            assert_int_equal(pes_history_make(h, move_of(h, game[ply])), PES_ERR_OK);
        }
        assert_int_equal(pes_history_end(h), PES_END_RULES);
        pes_history_free(h);
        pes_agent_free(green);
        pes_game_close(g);
    }
}

static void test_model_free(void **state) {
    (void)state;
    static const char *const starts[] = {"base", "s0", "s1", "s2", "s3"};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        char options[32], text[PES_MOVE_TEXT_MAX];
        struct pes_answer answer;
        snprintf(options, sizeof options, "start=%s", starts[i]);
        struct pes_game *g = open_lake(options);
        struct pes_agent *agent = new_agent(g, "minimax:model=free");
        struct pes_history *h = history_at(g, "startpos", "");
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_string_equal(move_text(h, answer.move, text), "R");
        assert_true(answer.score == 1);
        assert_int_equal(pes_history_make(h, answer.move), PES_ERR_OK);
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_string_equal(move_text(h, answer.move, text), "L");
        assert_true(answer.score == 0);
        pes_history_free(h);
        pes_agent_free(agent);
        pes_game_close(g);
    }
}

/* Perft's numbers: without pruning a search makes every sequence. */
static void test_nodes(void **state) {
    (void)state;
    static const uint64_t golden[] = {17, 17 + 289, 17 + 289 + 4936, 17 + 289 + 4936 + 84496};
    struct pes_game *g = open_lake("start=s0");
    struct pes_history *h = history_at(g, "startpos", "");
    struct pes_agent *agent = new_agent(g, "minimax:model=free");
    for (int depth = 1; depth <= 4; depth++) {
        const struct pes_limits limits = {.depth = depth};
        struct pes_answer answer;
        assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
        assert_int_equal(answer.nodes, golden[depth - 1]);
        assert_int_equal(answer.depth, depth);
    }
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* The model. ---------------------------------------------------------------------------------- */

/* Under `free` the ko model would not consider to undo the last water move. */
static void test_root_moves(void **state) {
    (void)state;
    struct pes_game *g = open_lake("start=s0,rule=free");
    struct pes_history *h = history_at(g, "startpos", "-5");
    const pes_move undoing = move_of(h, "+5");
    struct pes_move_value ko[PES_MOVES_MAX], free_[PES_MOVES_MAX];
    int count;
    struct pes_agent *agent = new_agent(g, "minimax:depth=2");
    assert_int_equal(pes_agent_values(agent, h, NULL, ko, &count), PES_ERR_OK);
    assert_int_equal(count, pes_count(g, pes_history_state(h)));
    pes_agent_free(agent);
    agent = new_agent(g, "minimax:depth=2,model=free");
    assert_int_equal(pes_agent_values(agent, h, NULL, free_, &count), PES_ERR_OK);
    pes_agent_free(agent);
    int without = 0;
    for (int i = 0; i < count; i++) {
        assert_int_equal(ko[i].move, free_[i].move);
        assert_true(free_[i].has_value);
        assert_int_equal(ko[i].has_value, ko[i].move != undoing);
        without += !ko[i].has_value;
    }
    assert_int_equal(without, 1);
    pes_history_free(h);
    pes_game_close(g);
}

/* It finds the values of its choice and the values of its list alike, and picks the first best. */
static void test_values_agree(void **state) {
    (void)state;
    static const char *const variants[] = {"start=s0", "start=s2,rule=ko", "columns=4,levels=3"};
    static const char *const agents[] = {"minimax:depth=2", "minimax:depth=3,model=free",
                                         "minimax:depth=1"};
    struct pes_rng rng;
    pes_rng_init(&rng, 21);
    for (int i = 0; i < 30; i++) {
        struct pes_game *g = open_lake(variants[i % 3]);
        struct pes_agent *agent = new_agent(g, agents[i / 3 % 3]);
        struct pes_history *h = history_at(g, "startpos", "");
        for (int ply = i; ply > 0 && pes_history_end(h) == PES_END_NONE; ply--)
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
        if (pes_history_end(h) != PES_END_NONE)
            assert_true(pes_history_unmake(h));
        struct pes_move_value values[PES_MOVES_MAX];
        struct pes_answer answer;
        int count, best = -1;
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
        const double sign = pes_turn(g, pes_history_state(h)) == 0 ? 1 : -1;
        for (int k = 0; k < count; k++)
            if (values[k].has_value &&
                (best < 0 || sign * values[k].value > sign * values[best].value))
                best = k;
        assert_int_equal(answer.move, values[best].move);
        assert_true(answer.score == values[best].value);
        assert_line(h, &answer);
        pes_history_free(h);
        pes_agent_free(agent);
        pes_game_close(g);
    }
}

/* Where the game is ko and the model is free, lines must not promise what ko forbids. */
static void test_lines_are_legal(void **state) {
    (void)state;
    struct pes_game *g = open_lake("start=s0,rule=ko");
    struct pes_agent *agent = new_agent(g, "minimax:depth=3,model=free");
    struct pes_rng rng;
    pes_rng_init(&rng, 4);
    int cut = 0;
    for (int i = 0; i < 60; i++) {
        struct pes_history *h = history_at(g, "startpos", "");
        for (int ply = i % 20; ply > 0 && pes_history_end(h) == PES_END_NONE; ply--)
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
        if (pes_history_end(h) == PES_END_NONE) {
            struct pes_answer answer;
            assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
            assert_line(h, &answer);
            cut += answer.line_count < 3 && answer.score < WON && answer.score > -WON;
        }
        pes_history_free(h);
    }
    assert_true(cut > 0); /* else nothing was tried */
    pes_agent_free(agent);
    pes_game_close(g);
}

/* A model that may have none of the moves. */

/* The toy with one more rule: without repetition there is no way back. */
static int no_way_back(const struct pes_game *g, const struct pes_state *s, pes_move out[]) {
    pes_move all[PES_MOVES_MAX];
    int count = 0;
    const int n = toy_dice_kit.rules->moves(g, s, all);
    const bool strict = g->values.number[pes_values_find(&g->values, "repetition")] == 0;
    for (int i = 0; i < n; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, all[i], text);
        if (!strict || text[0] != '-')
            out[count++] = all[i];
    }
    return count;
}

static void test_no_common_move(void **state) {
    (void)state;
    static const struct pes_option options[] = {
        {.key = "model",
         .kind = PES_OPTION_INT,
         .def = "0",
         .max = 100,
         .help = PES_TEXT("model", "μοντέλο"),
         .variant_key = "repetition"},
        {.key = NULL},
    };
    struct pes_rules rules = *toy_dice_kit.rules;
    rules.moves = no_way_back;
    rules.count = NULL;
    rules.random_move = NULL;
    struct pes_minimax how = *toy_dice_kit.minimax;
    how.options = options;
    struct pes_kit kit = toy_dice_kit;
    kit.rules = &rules;
    kit.minimax = &how;
    struct pes_game *g = open_game(&kit, "length=20");
    struct pes_agent *agent = new_agent(g, "minimax:depth=1");
    struct pes_move_value values[PES_MOVES_MAX];
    struct pes_answer answer;
    int count;

    struct pes_history *h = history_at(g, "4 0 111111 0 0 25 1 0", "");
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    assert_int_equal(count, 3); /* +2, +5 and -2, which the model lacks */
    assert_true(values[0].has_value && values[1].has_value && !values[2].has_value);
    pes_history_free(h);

    /* Nothing but back is left: then by the game's own rules. */
    h = history_at(g, "19 0 111111 0 0 25 1 0", "");
    assert_int_equal(pes_agent_values(agent, h, NULL, values, &count), PES_ERR_OK);
    assert_int_equal(count, 2);
    assert_true(values[0].has_value && values[0].value == -2);
    assert_true(values[1].has_value && values[1].value == -5);
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_int_equal(answer.move, values[0].move);
    pes_history_free(h);
    pes_agent_free(agent);
    pes_game_close(g);
}

/* Options of the rating reach it through the agent's longer table. */
static void test_rating_options(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "length=20");
    struct pes_history *h = history_at(g, "4 0 111111 0 0 25 1 0", "");
    struct pes_agent *agent = new_agent(g, "minimax:depth=1,coin=50");
    struct pes_answer answer;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.has_score && answer.score == 55);
    assert_int_equal(answer.line_count, 1); /* chance moves next */
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* Limits. ------------------------------------------------------------------------------------- */

static void count_thoughts(void *to, const struct pes_answer *so_far) {
    assert_true(so_far->has_score);
    ++*(int *)to;
}

/* Stopped at once: the first root move, and nothing is claimed about it. */
static void test_stopped_at_once(void **state) {
    (void)state;
    struct pes_game *g = open_lake("start=s0");
    struct pes_history *h = history_at(g, "startpos", "R");
    struct pes_agent *agent = new_agent(g, "minimax:model=free");
    const atomic_bool stop = true;
    const struct pes_limits limits = {.stop = &stop};
    struct pes_answer answer;
    pes_move list[PES_MOVES_MAX];
    pes_moves(g, pes_history_state(h), list);
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    assert_int_equal(answer.move, list[0]);
    assert_false(answer.has_score);
    assert_int_equal(answer.line_count, 0);
    assert_int_equal(answer.depth, 0);
    assert_int_equal(answer.nodes, 0);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

/* Stopped by nodes: the best of the moves that were finished, whose values are the right ones. */
static void test_stopped_by_nodes(void **state) {
    (void)state;
    struct pes_game *g = open_lake("start=s0");
    struct pes_history *h = history_at(g, "startpos", "R");
    struct pes_agent *agent = new_agent(g, "minimax:model=free");
    struct pes_move_value values[PES_MOVES_MAX], all[PES_MOVES_MAX];
    struct pes_answer answer;
    int count, thoughts = 0;
    const struct pes_limits limits = {.nodes = 30000, .info = count_thoughts, .info_to = &thoughts};
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    assert_int_equal(answer.nodes, 30000);
    assert_int_equal(answer.depth, 0);
    assert_true(thoughts > 0);
    assert_int_equal(pes_agent_values(agent, h, NULL, all, &count), PES_ERR_OK);
    assert_int_equal(pes_agent_values(agent, h, &limits, values, &count), PES_ERR_OK);
    int done = 0, best = 0;
    for (; done < count && values[done].has_value; done++) {
        assert_true(values[done].value == all[done].value);
        if (values[done].value < values[best].value) /* Green moves */
            best = done;
    }
    assert_in_range(done, 1, count - 1);
    for (int i = done; i < count; i++)
        assert_false(values[i].has_value);
    assert_int_equal(answer.move, values[best].move);
    assert_true(answer.score == values[best].value);
    pes_agent_free(agent);

    /* The same as an option; the smaller of the two counts. */
    agent = new_agent(g, "minimax:model=free,nodes=1000");
    assert_int_equal(pes_agent_choose(agent, h, &limits, &answer), PES_ERR_OK);
    assert_int_equal(answer.nodes, 1000);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

static void test_movetime(void **state) {
    (void)state;
    static const char *const agents[] = {"minimax:depth=20,movetime=30", "max:movetime=30"};
    struct pes_game *g = open_lake("start=s0");
    struct pes_history *h = history_at(g, "startpos", "");
    for (int i = 0; i < 2; i++) {
        struct pes_agent *agent = new_agent(g, agents[i]);
        struct pes_answer answer;
        const int64_t begin = clock_now_ns();
        assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
        assert_true(clock_seconds_since(begin) < 2.0); /* however busy the machine is */
        assert_true(answer.nodes > 0);
        pes_agent_free(agent);
    }
    pes_history_free(h);
    pes_game_close(g);
}

/* Where chance plays on max is expectimax: it looks further than the report and obeys its limits.
 */
static void test_max(void **state) {
    (void)state;
    struct pes_game *g = open_game(&toy_dice_kit, "start=rolled");
    struct pes_history *h = history_at(g, "startpos", "");
    struct pes_agent *agent = new_agent(g, "max");
    struct pes_answer answer, same, exact;
    assert_int_equal(pes_agent_choose(agent, h, NULL, &answer), PES_ERR_OK);
    assert_true(answer.depth > toy_dice_kit.minimax->depth);
    assert_int_equal(pes_agent_choose(agent, h, NULL, &same), PES_ERR_OK);
    assert_memory_equal(&same, &answer, sizeof answer);

    /* What it says is what expectimax says at that depth. */
    char text[PES_AGENT_TEXT_MAX];
    snprintf(text, sizeof text, "expectimax:depth=%d", (int)answer.depth);
    struct pes_agent *plain = new_agent(g, text);
    assert_int_equal(pes_agent_choose(plain, h, NULL, &exact), PES_ERR_OK);
    assert_int_equal(exact.move, answer.move);
    assert_true(exact.score == answer.score);
    pes_agent_free(plain);

    /* With few nodes it answers from the last depth it finished. */
    const struct pes_limits few = {.nodes = 1000}, shallow = {.depth = 2};
    assert_int_equal(pes_agent_choose(agent, h, &few, &answer), PES_ERR_OK);
    assert_true(answer.depth >= 1);
    assert_true(answer.nodes <= 1000);
    assert_true(answer.has_score);
    assert_int_equal(pes_agent_choose(agent, h, &shallow, &answer), PES_ERR_OK);
    assert_int_equal(answer.depth, 2);
    const atomic_bool stop = true;
    const struct pes_limits now = {.stop = &stop};
    assert_int_equal(pes_agent_choose(agent, h, &now, &answer), PES_ERR_OK);
    assert_int_equal(answer.depth, 1);
    assert_true(answer.has_score);
    pes_agent_free(agent);
    pes_history_free(h);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_printed_game),    cmocka_unit_test(test_model_free),
        cmocka_unit_test(test_nodes),           cmocka_unit_test(test_root_moves),
        cmocka_unit_test(test_values_agree),    cmocka_unit_test(test_lines_are_legal),
        cmocka_unit_test(test_no_common_move),  cmocka_unit_test(test_rating_options),
        cmocka_unit_test(test_stopped_at_once), cmocka_unit_test(test_stopped_by_nodes),
        cmocka_unit_test(test_movetime),        cmocka_unit_test(test_max),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
