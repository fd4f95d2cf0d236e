/* The oracle: it makes its table, plays what the table says, and prefers what is hard to answer. */
#include "dice.h"
#include "pessoi/agent.h"
#include "pessoi/solve.h"
#include "search/score.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_LENGTH = 256 };

/* A variant, an empty folder for its table, and an oracle that uses it. */
struct scene {
    struct pes_game *game;
    struct pes_history *history;
    struct pes_agent *oracle;
    char folder[PATH_LENGTH];
};

static void scene_open(struct scene *scene, const char *options) {
    char text[PES_AGENT_TEXT_MAX];
    snprintf(scene->folder, sizeof scene->folder, "/tmp/pessoi-oracle-XXXXXX");
    assert_non_null(mkdtemp(scene->folder));
    assert_int_equal(pes_game_open(pes_kit_find("boats"), options, &scene->game, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(scene->game, &scene->history), PES_ERR_OK);
    snprintf(text, sizeof text, "oracle:table=%s", scene->folder);
    assert_int_equal(pes_agent_new(scene->game, text, &scene->oracle, NULL), PES_ERR_OK);
    pes_agent_begin(scene->oracle, 1);
}

static void scene_close(struct scene *scene) {
    pes_agent_free(scene->oracle);
    pes_history_free(scene->history);
    pes_game_close(scene->game);
    DIR *dir = opendir(scene->folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[2 * PATH_LENGTH + 2];
        snprintf(path, sizeof path, "%s/%s", scene->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            assert_int_equal(unlink(path), 0);
    }
    closedir(dir);
    assert_int_equal(rmdir(scene->folder), 0);
}

static void test_offers(void **state) {
    (void)state;
    struct pes_offer offers[PES_OFFERS_MAX];
    for (int k = 0; k < 2; k++) {
        const struct pes_kit *kit = k == 0 ? pes_kit_find("gomoku") : &toy_dice_kit;
        const int count = pes_agent_offers(kit, offers);
        for (int i = 0; i < count; i++)
            assert_string_not_equal(offers[i].name, "oracle");
    }
}

/* How often a reply to m gives away what the other side has, counted by the table alone. */
static int errors_after(struct pes_table *table, const struct pes_game *g,
                        const struct pes_state *s, pes_move m) {
    struct pes_state_buf next;
    struct pes_undo_buf undo;
    pes_move list[PES_MOVES_MAX];
    pes_copy(g, PES_STATE(next), s);
    pes_make(g, PES_STATE(next), m, undo.bytes);
    if (pes_over(g, PES_STATE(next)))
        return 0;
    int32_t best, value;
    int errors = 0;
    assert_int_equal(pes_table_value(table, PES_STATE(next), &best), PES_ERR_OK);
    const int n = pes_moves(g, PES_STATE(next), list);
    for (int i = 0; i < n; i++) {
        assert_int_equal(pes_table_move(table, PES_STATE(next), list[i], &value), PES_ERR_OK);
        errors += (best > 0 && value <= 0) || (best == 0 && value < 0);
    }
    return errors;
}

/* Is the answer what the table says? */
static void check_answer(const struct scene *scene, struct pes_table *table,
                         const struct pes_answer *answer) {
    const struct pes_game *g = scene->game;
    const struct pes_state *s = pes_history_state(scene->history);
    int32_t value, move;
    pes_move list[PES_MOVES_MAX];
    assert_int_equal(pes_table_value(table, s, &value), PES_ERR_OK);
    assert_int_equal(pes_table_move(table, s, answer->move, &move), PES_ERR_OK);
    assert_true(answer->has_mate);
    assert_int_equal(answer->mate, value);
    assert_int_equal(move, value);
    if (value > 0)
        return;
    const int errors = errors_after(table, g, s, answer->move);
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        assert_int_equal(pes_table_move(table, s, list[i], &move), PES_ERR_OK);
        if (move != value)
            continue;
        assert_true(errors_after(table, g, s, list[i]) <= errors);
    }
}

/* A won or lost game ends as it says, when it says: the line is such a game. */
static void check_line(const struct scene *scene, const struct pes_answer *answer) {
    const struct pes_game *g = scene->game;
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(s), pes_history_state(scene->history));
    const pes_player mover = pes_turn(g, PES_STATE(s));
    assert_int_equal(answer->line[0], answer->move);
    for (int i = 0; i < answer->line_count; i++) {
        assert_true(pes_legal(g, PES_STATE(s), answer->line[i]));
        pes_make(g, PES_STATE(s), answer->line[i], undo.bytes);
    }
    if (answer->mate == 0)
        return;
    int32_t payoff[PES_PLAYERS_MAX];
    assert_int_equal(answer->line_count, abs(answer->mate));
    assert_true(pes_over(g, PES_STATE(s)));
    pes_payoff(g, PES_STATE(s), payoff);
    assert_int_equal(payoff[mover], answer->mate > 0 ? 1 : -1);
}

/* A value is the score of the mate distance in the table. */
static void check_values(const struct scene *scene, struct pes_table *table) {
    static struct pes_move_value values[PES_MOVES_MAX];
    int count;
    assert_int_equal(pes_agent_values(scene->oracle, scene->history, NULL, values, &count),
                     PES_ERR_OK);
    for (int i = 0; i < count; i++) {
        int32_t mate;
        assert_int_equal(
            pes_table_move(table, pes_history_state(scene->history), values[i].move, &mate),
            PES_ERR_OK);
        assert_true(values[i].has_value);
        const int32_t score = (int32_t)values[i].value;
        assert_int_equal(score_is_sure(score) ? score_mate(score) : score, mate);
    }
}

/* Decided positions hardly occur from the start: begin at random positions. */
static void start_anywhere(const struct scene *scene, struct pes_rng *rng) {
    const struct pes_index *index = scene->game->kit->index;
    const uint32_t count = (uint32_t)index->count(scene->game);
    struct pes_state_buf s;
    while (!index->unrank(scene->game, pes_rng_below(rng, count), PES_STATE(s)))
        continue;
    pes_history_start(scene->history, PES_STATE(s), 0);
}

/* Plays m and forgets what was before: nothing has come up twice. */
static void go_on_from(const struct scene *scene, pes_move m) {
    struct pes_state_buf s;
    assert_int_equal(pes_history_make(scene->history, m), PES_ERR_OK);
    pes_copy(scene->game, PES_STATE(s), pes_history_state(scene->history));
    pes_history_start(scene->history, PES_STATE(s), 0);
}

struct told {
    int count;
    struct pes_answer lines[PES_LINES_MAX];
};

static void take_line(void *to, const struct pes_answer *line) {
    struct told *told = to;
    if (line->line_count == 0)
        return; /* the table is being made */
    assert_int_equal(line->line_index, told->count);
    told->lines[told->count++] = *line;
}

/* Several lines have the best exact values, the answer first. */
static void test_lines(void **state) {
    (void)state;
    struct scene scene;
    struct pes_rng rng;
    pes_rng_init(&rng, 9);
    scene_open(&scene, "columns=4,levels=3");
    for (int i = 0; i < 200; i++) {
        struct told told = {.count = 0};
        struct pes_answer answer;
        struct pes_move_value values[PES_MOVES_MAX];
        const struct pes_limits limits = {.lines = 5, .info = take_line, .info_to = &told};
        int count = 0;
        start_anywhere(&scene, &rng);
        if (pes_over(scene.game, pes_history_state(scene.history)))
            continue;
        assert_int_equal(pes_agent_choose(scene.oracle, scene.history, &limits, &answer),
                         PES_ERR_OK);
        assert_int_equal(pes_agent_values(scene.oracle, scene.history, NULL, values, &count),
                         PES_ERR_OK);
        assert_int_equal(told.count, count < 5 ? count : 5);
        assert_true(told.lines[0].move == answer.move);
        for (int k = 0; k < told.count; k++) {
            int better = 0;
            for (int v = 0; v < count; v++) {
                better += values[v].value > told.lines[k].score;
                if (values[v].move == told.lines[k].move)
                    assert_true(values[v].value == told.lines[k].score);
            }
            assert_true(better <= k);
            assert_true(told.lines[k].has_mate);
            assert_true(k == 0 || told.lines[k].score <= told.lines[k - 1].score);
        }
    }
    scene_close(&scene);
}

static void test_play(void **state) {
    (void)state;
    static const char *const variants[] = {"columns=5,levels=3,rule=ko", "columns=5,levels=3"};
    for (int v = 0; v < 2; v++) {
        struct scene scene;
        struct pes_table *table = NULL;
        struct pes_rng rng;
        int wins = 0, losses = 0, draws = 0;
        pes_rng_init(&rng, 7);
        scene_open(&scene, variants[v]);
        for (int game = 0; game < 1000; game++) {
            start_anywhere(&scene, &rng);
            for (int ply = 0; ply < 4; ply++) {
                const struct pes_state *s = pes_history_state(scene.history);
                struct pes_answer answer;
                if (pes_over(scene.game, s))
                    break;
                assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer),
                                 PES_ERR_OK);
                if (table == NULL) /* the oracle has made it */
                    assert_int_equal(pes_table_open(scene.game, scene.folder, &table, NULL),
                                     PES_ERR_OK);
                check_answer(&scene, table, &answer);
                check_line(&scene, &answer);
                check_values(&scene, table);
                wins += answer.mate > 0;
                losses += answer.mate < 0;
                draws += answer.mate == 0;
                go_on_from(&scene, pes_draw(scene.game, s, &rng));
            }
        }
        assert_true(wins > 0 && losses > 0 && draws > 0);
        pes_table_close(table);
        scene_close(&scene);
    }
}

/* In a drawn game it must not let a weak player escape: it keeps the game going until the opponent
 * makes a mistake. */
static void test_weak_opponent(void **state) {
    (void)state;
    static const char *const variants[] = {"columns=5,levels=3,rule=ko", "columns=6,levels=3"};
    for (int v = 0; v < 2; v++) {
        struct scene scene;
        struct pes_rng rng;
        int halves = 0;
        enum { GAMES = 40 };
        pes_rng_init(&rng, 3);
        scene_open(&scene, variants[v]);
        for (int game = 0; game < GAMES; game++) {
            const pes_player side = game % 2;
            assert_int_equal(pes_history_start_text(scene.history, "startpos", &rng, NULL),
                             PES_ERR_OK);
            while (pes_history_end(scene.history) == PES_END_NONE) {
                const struct pes_state *s = pes_history_state(scene.history);
                struct pes_answer answer = {.move = pes_draw(scene.game, s, &rng)};
                if (pes_turn(scene.game, s) == side)
                    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer),
                                     PES_ERR_OK);
                assert_int_equal(pes_history_make(scene.history, answer.move), PES_ERR_OK);
            }
            int32_t payoff[PES_PLAYERS_MAX];
            pes_settle(scene.game, pes_history_state(scene.history), pes_history_end(scene.history),
                       payoff);
            assert_true(payoff[side] >= 0); /* drawn games are never lost */
            halves += payoff[side] > 0 ? 2 : 1;
        }
        if (halves < 2 * GAMES * 95 / 100)
            fail_msg("%s: %d of %d", variants[v], halves, 2 * GAMES);
        scene_close(&scene);
    }
}

/* Plays m, its reverse, and m again; false if m has no reverse. Reversing it once more leads to a
 * position that has occurred twice. */
static bool go_there_twice(const struct scene *scene, pes_move m) {
    const struct pes_game *g = scene->game;
    char there[PES_MOVE_TEXT_MAX], moves[4 * PES_MOVE_TEXT_MAX];
    g->rules->move_format(g, pes_history_state(scene->history), m, there);
    if (there[0] != '+' && there[0] != '-')
        return false;
    snprintf(moves, sizeof moves, "%s %c%s %s", there, there[0] == '+' ? '-' : '+', there + 1,
             there);
    int made;
    return pes_history_make_text(scene->history, moves, &made, NULL) == PES_ERR_OK && made == 3;
}

/* Is there a move as good as any by the table after which repetition ends the game? */
static bool can_be_saved(const struct scene *scene, struct pes_table *table, int32_t value) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(scene->game, pes_history_state(scene->history), list);
    bool saved = false;
    for (int i = 0; i < count; i++) {
        int32_t rescue;
        assert_int_equal(pes_table_move(table, pes_history_state(scene->history), list[i], &rescue),
                         PES_ERR_OK);
        assert_int_equal(pes_history_make(scene->history, list[i]), PES_ERR_OK);
        saved = saved || (rescue == value && pes_history_end(scene->history) == PES_END_REPETITION);
        pes_history_unmake(scene->history);
    }
    return saved;
}

/* Who is lost does not miss that repetition saves the game, where that costs nothing. */
static void test_lost(void **state) {
    (void)state;
    struct scene scene;
    struct pes_table *table;
    struct pes_rng rng;
    struct pes_answer answer;
    int saved = 0;
    pes_rng_init(&rng, 11);
    scene_open(&scene, "columns=5,levels=3");
    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer), PES_ERR_OK);
    assert_int_equal(pes_table_open(scene.game, scene.folder, &table, NULL), PES_ERR_OK);
    for (int game = 0; game < 20000; game++) {
        int32_t value;
        start_anywhere(&scene, &rng);
        if (!go_there_twice(&scene, pes_draw(scene.game, pes_history_state(scene.history), &rng)) ||
            pes_over(scene.game, pes_history_state(scene.history)))
            continue;
        assert_int_equal(pes_table_value(table, pes_history_state(scene.history), &value),
                         PES_ERR_OK);
        if (value >= 0 || !can_be_saved(&scene, table, value))
            continue;
        assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer), PES_ERR_OK);
        assert_int_equal(pes_history_make(scene.history, answer.move), PES_ERR_OK);
        assert_int_equal(pes_history_end(scene.history), PES_END_REPETITION);
        saved++;
    }
    assert_true(saved > 0);
    pes_table_close(table);
    scene_close(&scene);
}

struct heard {
    int times;
    uint64_t nodes;
    atomic_bool stop;
};
static void on_info(void *to, const struct pes_answer *so_far) {
    struct heard *heard = to;
    heard->times++;
    assert_true(so_far->nodes >= heard->nodes);
    heard->nodes = so_far->nodes;
    atomic_store(&heard->stop, true);
}

/* Making the table is reported and can be stopped; the next question continues it. */
static void test_making(void **state) {
    (void)state;
    struct scene scene;
    struct heard heard = {.times = 0};
    struct pes_answer answer;
    scene_open(&scene, "columns=5,levels=3,rule=ko");
    const struct pes_limits limits = {.info = on_info, .info_to = &heard, .stop = &heard.stop};
    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, &limits, &answer),
                     PES_ERR_STOPPED);
    assert_true(heard.times > 0);
    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer), PES_ERR_OK);
    assert_true(answer.has_mate);
    assert_true(pes_agent_deterministic(scene.oracle));
    scene_close(&scene);
}

static void write_table(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static size_t read_table(const char *path, char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t length = fread(bytes, 1, room, file);
    assert_true(length > 0 && length < room);
    fclose(file);
    return length;
}

/* A damaged table, whatever the damage, is refused with a sentence. */
static void check_refused(const struct scene *scene, const char *why) {
    char text[PES_AGENT_TEXT_MAX];
    struct pes_agent *agent;
    struct pes_note note = {0};
    snprintf(text, sizeof text, "oracle:table=%s", scene->folder);
    assert_int_equal(pes_agent_new(scene->game, text, &agent, &note), PES_ERR_IO);
    if (strstr(note.why[PES_LANG_EN], why) == NULL)
        fail_msg("'%s' does not say '%s'", note.why[PES_LANG_EN], why);
}

static void test_bad_tables(void **state) {
    (void)state;
    static char bytes[1 << 16];
    struct scene scene, other;
    struct pes_answer answer;
    char path[2 * PATH_LENGTH], other_path[2 * PATH_LENGTH];
    scene_open(&scene, "columns=4,levels=3,rule=ko");
    scene_open(&other, "columns=3,levels=3,rule=ko");
    snprintf(path, sizeof path, "%s/boats-rule=ko,columns=4,levels=3.table", scene.folder);
    snprintf(other_path, sizeof other_path, "%s/boats-rule=ko,columns=3,levels=3.table",
             other.folder);
    write_table(path, "nonsense", 8);
    check_refused(&scene, "is no table");
    /* Even one that was there when it asked is left alone. */
    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer), PES_ERR_IO);
    assert_int_equal(read_table(path, bytes, sizeof bytes), 8);
    assert_int_equal(pes_agent_choose(other.oracle, other.history, NULL, &answer), PES_ERR_OK);
    write_table(path, bytes, read_table(other_path, bytes, sizeof bytes));
    check_refused(&scene, "another game or variant");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(pes_agent_choose(scene.oracle, scene.history, NULL, &answer), PES_ERR_OK);
    const size_t length = read_table(path, bytes, sizeof bytes);
    bytes[length - 1] ^= 1;
    write_table(path, bytes, length);
    check_refused(&scene, "is damaged");
    write_table(path, bytes, length / 2);
    check_refused(&scene, "is damaged");
    scene_close(&scene);
    scene_close(&other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_offers),     cmocka_unit_test(test_lines),
        cmocka_unit_test(test_play),       cmocka_unit_test(test_weak_opponent),
        cmocka_unit_test(test_lost),       cmocka_unit_test(test_making),
        cmocka_unit_test(test_bad_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
