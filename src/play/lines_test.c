/* Tests of the best lines: the first is the answer of a single search, proven lines go to the end,
 * every report is complete, and a stopped search still gives what it had found. */
#include "play/lines.h"
#include "play/session_testing.h"

#include "pessoi/search.h"

struct seen {
    int reports, depth;
    struct lines last;
};

static void on_found(void *to, const struct lines *lines) {
    struct seen *seen = to;
    assert_true(lines->count >= 1);
    assert_true(lines->line[0].depth >= seen->depth); /* better and better */
    for (int i = 0; i < lines->count; i++) {
        assert_int_equal(lines->line[i].line_index, i);
        assert_true(i == 0 || lines->line[i].score <= lines->line[i - 1].score);
        for (int k = 0; k < i; k++)
            assert_true(lines->line[i].move != lines->line[k].move);
    }
    seen->reports++;
    seen->depth = lines->line[0].depth;
    seen->last = *lines;
}

/* Every line is legal from its first to its last move. */
static void check_line(const struct pes_history *h, const struct pes_answer *line) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    assert_true(line->line_count >= 1);
    assert_true(line->line[0] == line->move);
    for (int i = 0; i < line->line_count; i++) {
        assert_true(pes_legal(g, PES_STATE(at), line->line[i]));
        pes_make(g, PES_STATE(at), line->line[i], undo.bytes);
    }
}

static struct pes_agent *agent_for(const struct pes_game *g, const char *text) {
    struct pes_agent *agent = NULL;
    struct pes_note note = {0};
    assert_int_equal(pes_agent_new(g, text, &agent, &note), PES_ERR_OK);
    pes_agent_begin(agent, 5);
    return agent;
}

/* Plays a few moves at random, rolls included, so that a player is to move. */
static void walk(struct session *s, int plies, uint64_t seed) {
    struct pes_rng rng;
    pes_rng_init(&rng, seed);
    while (session_turn(s) != PES_TERMINAL && (plies-- > 0 || session_turn(s) == PES_CHANCE))
        assert_int_equal(session_make(s, pes_draw(s->game, pes_history_state(s->history), &rng)),
                         PES_ERR_OK);
}

static void check_position(const struct session *s) {
    enum { NODES = 6000 };
    for (int wanted = 1; wanted <= LINES_COUNT_MAX; wanted += 2) {
        struct seen seen = {.reports = 0};
        struct lines lines;
        struct pes_answer plain = {.move = PES_MOVE_NONE};
        struct pes_agent *agent = agent_for(s->game, "max");
        struct lines_asker asker = {.agent = agent,
                                    .limits = {.nodes = NODES, .lines = wanted},
                                    .found = on_found,
                                    .to = &seen};
        assert_int_equal(lines_find(&asker, s->history, &lines), PES_ERR_OK);
        pes_agent_free(agent);
        pes_move list[PES_MOVES_MAX];
        const int count = pes_moves(s->game, pes_history_state(s->history), list);
        /* Without an evaluation `max` samples games, and may have nothing to report before its end.
         */
        assert_true(seen.reports >= 1 || s->game->kit->evals == NULL);
        assert_true(lines.count >= 1 && lines.count <= wanted && lines.count <= count);
        for (int i = 0; i < lines.count; i++) {
            check_line(s->history, &lines.line[i]);
            assert_int_equal(lines.line[i].line_index, i);
        }
        /* One line is what the same search answers; several are one depth of it. */
        agent = agent_for(s->game, "max");
        const struct pes_limits limits = {.nodes = NODES, .lines = wanted};
        assert_int_equal(pes_agent_choose(agent, s->history, &limits, &plain), PES_ERR_OK);
        pes_agent_free(agent);
        assert_true(plain.nodes == lines.line[0].nodes);
        assert_int_equal(plain.depth, lines.line[0].depth);
        if (wanted > 1)
            continue;
        assert_true(plain.move == lines.line[0].move);
        assert_true(plain.score == lines.line[0].score);
        assert_true(plain.has_mate == lines.line[0].has_mate);
    }
}

static void test_all_games(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        for (int plies = 2; plies <= 26; plies += 8) {
            struct session s;
            open_session(&s, kit, "", "human", "human", 1);
            walk(&s, plies, (uint64_t)plies);
            if (session_turn(&s) >= 0)
                check_position(&s);
            session_release(&s);
        }
    }
}

/* Near the end of games wins are proven, and their lines go to the end. */
static void test_proofs(void **state) {
    (void)state;
    enum { NODES = 10000 };
    int proofs = 0;
    for (int i = 0; i < pes_kit_count(); i++) {
        for (uint64_t seed = 1; seed <= 6; seed++) {
            struct session s;
            struct lines lines;
            open_session(&s, pes_kit_at(i), "", "human", "human", seed);
            walk(&s, 400, seed); /* to the end, and back a little */
            for (int back = 0; back < 6 && pes_history_count(s.history) > 0; back++)
                pes_history_unmake(s.history);
            struct lines_asker asker = {.limits = {.nodes = NODES, .lines = 2}};
            if (session_turn(&s) >= 0 && !s.game->chance_in_play) {
                asker.agent = agent_for(s.game, "max");
                assert_int_equal(lines_find(&asker, s.history, &lines), PES_ERR_OK);
                pes_agent_free(asker.agent);
                const struct pes_answer *first = &lines.line[0];
                check_line(s.history, first);
                if (first->has_mate && first->mate > 0 && first->mate <= PES_LINE_MAX) {
                    proofs++;
                    assert_int_equal(first->line_count, first->mate);
                    for (int k = 0; k < first->line_count; k++)
                        assert_int_equal(pes_history_make(s.history, first->line[k]), PES_ERR_OK);
                    assert_true(pes_history_end(s.history) != PES_END_NONE);
                }
            }
            session_release(&s);
        }
    }
    assert_true(proofs >= 3);
}

struct seen_once {
    struct seen seen;
    atomic_bool stop;
};

/* A report during which the search is stopped is its last one. */
static void on_found_stop(void *to, const struct lines *lines) {
    struct seen_once *once = to;
    on_found(&once->seen, lines);
    atomic_store(&once->stop, true);
}

static void test_stopped(void **state) {
    (void)state;
    for (int i = 0; i < pes_kit_count(); i++) {
        struct seen_once both = {.stop = false};
        struct session s;
        struct lines lines;
        if (pes_kit_at(i)->evals == NULL) /* see check_position() */
            continue;
        open_session(&s, pes_kit_at(i), "", "human", "human", 3);
        walk(&s, 3, 3);
        struct lines_asker asker = {
            .agent = agent_for(s.game, "max"),
            .limits = {.movetime_ms = 600000, .lines = 3, .stop = &both.stop},
            .found = on_found_stop,
            .to = &both};
        assert_int_equal(lines_find(&asker, s.history, &lines), PES_ERR_OK);
        assert_int_equal(both.seen.reports, 1);
        assert_int_equal(lines.count, both.seen.last.count);
        check_line(s.history, &lines.line[0]);
        pes_agent_free(asker.agent);
        session_release(&s);
    }
}

static void test_chance(void **state) {
    (void)state;
    double chance = -1;
    struct pes_answer line = {.has_win_probability = true, .win_probability = 0.25};
    assert_true(lines_chance(&line, &chance) && chance == 0.25);
    line.has_mate = true;
    assert_true(lines_chance(&line, &chance) && chance == 0.5);
    line.mate = 3;
    assert_true(lines_chance(&line, &chance) && chance == 1.0);
    line.mate = -4;
    assert_true(lines_chance(&line, &chance) && chance == 0.0);
    line = (struct pes_answer){.mate = 1};
    assert_false(lines_chance(&line, &chance));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_games),
        cmocka_unit_test(test_proofs),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
