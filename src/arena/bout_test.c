#include "arena/bout.h"

#include "core/clock.h"
#include "toys/dice.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* What a test agent does when its turn comes. */
enum manner { FIRST_LEGAL, ILLEGAL, FAILS, NO_MEMORY, DAWDLES, STOPS };

struct actor {
    struct pes_agent base;
    enum manner manner;
    int honest_moves; /* first legal moves before it turns to its manner */
    int observed;
    atomic_bool *stop;
};

static enum pes_err act(struct pes_agent *agent, const struct pes_history *h,
                        const struct pes_limits *limits, struct pes_answer *answer) {
    (void)limits;
    struct actor *actor = (struct actor *)(void *)agent;
    pes_move moves[PES_MOVES_MAX];
    assert_true(pes_moves(agent->game, pes_history_state(h), moves) > 0);
    answer->move = moves[0];
    if (actor->honest_moves-- > 0)
        return PES_ERR_OK;
    const int64_t start_ns = clock_now_ns();
    switch (actor->manner) {
    case FIRST_LEGAL:
        break;
    case ILLEGAL:
        answer->move = 0xffffffffu; /* no move of any game */
        break;
    case FAILS:
        return PES_ERR_IO;
    case NO_MEMORY:
        return PES_ERR_NOMEM;
    case DAWDLES:
        while (clock_seconds_since(start_ns) < 0.03)
            continue;
        break;
    case STOPS:
        atomic_store(actor->stop, true);
        break;
    }
    return PES_ERR_OK;
}

static void watch(struct pes_agent *agent, const struct pes_history *h, pes_move m) {
    assert_int_equal(pes_history_move(h, pes_history_count(h) - 1), m);
    ((struct actor *)(void *)agent)->observed++;
}

static const struct pes_agent_class actor_class = {
    .abi = PES_ABI,
    .name = "actor",
    .instance_size = sizeof(struct actor),
    .choose = act,
    .observe = watch,
};

struct scene {
    struct pes_game *g;
    struct pes_history *h;
    struct actor actors[2];
    struct bout bout;
    atomic_bool stop;
};

static void open_scene(struct scene *sc, const struct pes_kit *kit, const char *variant) {
    *sc = (struct scene){.g = NULL};
    assert_int_equal(pes_game_open(kit, variant, &sc->g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(sc->g, &sc->h), PES_ERR_OK);
    sc->bout.h = sc->h;
    sc->bout.limits.stop = &sc->stop;
    pes_rng_init(&sc->bout.luck, 11);
    for (int seat = 0; seat < 2; seat++) {
        struct actor *actor = &sc->actors[seat];
        actor->base = (struct pes_agent){.class = &actor_class, .game = sc->g};
        (void)snprintf(actor->base.offer.name, sizeof actor->base.offer.name, "actor");
        actor->stop = &sc->stop;
        sc->bout.seats[seat] = &actor->base;
        sc->bout.names[seat] = "actor";
    }
}

static void close_scene(struct scene *sc) {
    pes_history_free(sc->h);
    pes_game_close(sc->g);
}

static const struct pes_kit *boats(void) {
    return pes_kit_find("boats");
}

/* An agent with a bad answer loses, in either seat; the moves before it are kept. */
static void test_forfeits(void **state) {
    (void)state;
    struct bout_notes notes;
    static const enum manner manners[] = {ILLEGAL, FAILS};
    for (int i = 0; i < 4; i++) {
        const int guilty = i % 2;
        struct scene sc;
        open_scene(&sc, boats(), "start=base");
        sc.actors[guilty].manner = manners[i / 2];
        sc.actors[guilty].honest_moves = 1;
        struct stats_game game;
        assert_int_equal(bout_play(&sc.bout, &game, &notes), PES_ERR_OK);
        assert_int_equal(game.end, PES_END_FORFEIT);
        assert_string_equal(
            notes.fault.why[PES_LANG_EN],
            manners[i / 2] == ILLEGAL
                ? (guilty == 0 ? "no valid answer at ply 3: not allowed by the rules"
                               : "no valid answer at ply 4: not allowed by the rules")
                : (guilty == 0 ? "no valid answer at ply 3: reading or writing failed"
                               : "no valid answer at ply 4: reading or writing failed"));
        assert_true(stats_forfeited(&game));
        assert_int_equal(game.halves, guilty == 0 ? 0 : 2);
        assert_int_equal(game.plies, guilty == 0 ? 2 : 3);
        assert_int_equal(pes_history_plies(sc.h), game.plies);
        assert_int_equal(sc.actors[0].observed, game.plies);
        assert_int_equal(sc.actors[1].observed, game.plies);
        close_scene(&sc);
    }
}

static void test_late_answers_lose(void **state) {
    (void)state;
    struct bout_notes notes;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    sc.actors[1].manner = DAWDLES;
    sc.bout.limits.clock_ms[0] = 60000;
    sc.bout.limits.clock_ms[1] = 10;
    struct stats_game game;
    assert_int_equal(bout_play(&sc.bout, &game, &notes), PES_ERR_OK);
    assert_int_equal(game.end, PES_END_TIME);
    assert_non_null(strstr(notes.fault.why[PES_LANG_EN], "out of time at ply 2: it thought for "));
    assert_true(notes.think_max_ms[1] >= 10);
    assert_int_equal(notes.think_max_ms[1], notes.think_sum_ms[1]);
    assert_int_equal(game.halves, 2);
    assert_int_equal(game.plies, 1);
    close_scene(&sc);
}

/* A clock that is refilled faster than it runs never falls. */
static void test_increments(void **state) {
    (void)state;
    struct bout_notes notes;
    struct scene sc;
    open_scene(&sc, boats(), "start=base,plies=6");
    for (int seat = 0; seat < 2; seat++) {
        sc.actors[seat].manner = DAWDLES;
        sc.bout.limits.clock_ms[seat] = 1000;
        sc.bout.limits.increment_ms[seat] = 2147483647;
    }
    struct stats_game game;
    assert_int_equal(bout_play(&sc.bout, &game, &notes), PES_ERR_OK);
    assert_false(stats_forfeited(&game));
    close_scene(&sc);
}

static void test_stop_and_memory_end_without_a_result(void **state) {
    (void)state;
    struct bout_notes notes;
    for (int i = 0; i < 2; i++) {
        struct scene sc;
        open_scene(&sc, boats(), "start=base");
        sc.actors[1].manner = i == 0 ? STOPS : NO_MEMORY;
        struct stats_game game;
        const enum pes_err err = bout_play(&sc.bout, &game, &notes);
        assert_int_equal(err, i == 0 ? PES_ERR_STOPPED : PES_ERR_NOMEM);
        assert_int_equal(pes_history_plies(sc.h), 1);
        close_scene(&sc);
    }
}

/* Writes into a buffer. */
struct text {
    char bytes[16384];
    size_t length;
};

static enum pes_err collect(void *to, const char *bytes, size_t length) {
    struct text *text = to;
    assert_true(text->length + length < sizeof text->bytes);
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
    return PES_ERR_OK;
}

static void test_record_of_a_forfeit(void **state) {
    (void)state;
    struct bout_notes notes;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    sc.actors[0].manner = ILLEGAL;
    sc.actors[0].honest_moves = 2;
    struct stats_game game;
    struct pes_record *r = NULL;
    assert_int_equal(bout_play(&sc.bout, &game, &notes), PES_ERR_OK);
    assert_int_equal(bout_record(&sc.bout, &game, &notes, 18446744073709551615u, &r), PES_ERR_OK);
    assert_string_equal(pes_record_tag(r, "Game"), "boats");
    assert_string_equal(pes_record_tag(r, "Variant"), "start=base");
    assert_string_equal(pes_record_tag(r, "Seed"), "18446744073709551615");
    assert_string_equal(pes_record_tag(r, "First"), "actor");
    assert_string_equal(pes_record_tag(r, "Second"), "actor");
    assert_string_equal(pes_record_tag(r, "Result"), "0-1");
    assert_string_equal(pes_record_tag(r, "Termination"), "forfeit");
    assert_null(pes_record_tag(r, "Date"));

    struct text text = {.length = 0};
    assert_int_equal(pes_record_format(r, collect, &text), PES_ERR_OK);
    pes_record_free(r);
    assert_int_equal(pes_record_parse(text.bytes, text.length, &r, NULL), PES_ERR_OK);
    struct pes_history *again = NULL;
    assert_int_equal(pes_history_new(sc.g, &again), PES_ERR_OK);
    assert_int_equal(pes_record_replay(r, again, -1, NULL), PES_ERR_OK);
    assert_int_equal(bout_fingerprint(again), game.fingerprint);
    pes_history_free(again);
    pes_record_free(r);
    close_scene(&sc);
}

/* The rolls of a history, each with the seat that moved before it (-1: none) and the number of
 * that seat's move. */
struct rolls {
    int count;
    struct {
        pes_player seat;
        int move;
        pes_move outcome;
    } at[1024];
};

static void list_rolls(const struct pes_history *played, const struct pes_game *g,
                       struct rolls *out) {
    struct pes_history *h = NULL;
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_history_start(h, pes_history_first(played), pes_history_first_clock(played));
    pes_player seat = -1;
    int made[2] = {0, 0};
    out->count = 0;
    for (int i = 0; i < pes_history_count(played); i++) {
        const pes_player turn = pes_turn(g, pes_history_state(h));
        const pes_move m = pes_history_move(played, i);
        if (turn == PES_CHANCE) {
            assert_true(out->count < 1024);
            out->at[out->count].seat = seat;
            out->at[out->count].move = seat < 0 ? 0 : made[seat];
            out->at[out->count++].outcome = m;
        } else {
            seat = turn;
            made[seat]++;
        }
        assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
    }
    pes_history_free(h);
}

/* Players who play differently meet the same throws in the same seats. */
static void test_luck_belongs_to_the_seat(void **state) {
    (void)state;
    struct bout_notes notes;
    struct scene sc;
    open_scene(&sc, &toy_dice_kit, "length=40");
    static struct rolls rolls[2];
    static const char *const players[2] = {"greedy", "random"};
    struct stats_game games[2];
    for (int k = 0; k < 2; k++) {
        struct pes_agent *agents[2];
        struct pes_state_buf start = {0};
        sc.g->rules->init(sc.g, PES_STATE(start));
        pes_history_start(sc.h, PES_STATE(start), 0);
        for (int seat = 0; seat < 2; seat++) {
            const char *name = players[seat ^ k];
            assert_int_equal(pes_agent_new(sc.g, name, &agents[seat], NULL), PES_ERR_OK);
            pes_agent_begin(agents[seat], 5);
            sc.bout.seats[seat] = agents[seat];
        }
        assert_int_equal(bout_play(&sc.bout, &games[k], &notes), PES_ERR_OK);
        list_rolls(sc.h, sc.g, &rolls[k]);
        for (int seat = 0; seat < 2; seat++)
            pes_agent_free(agents[seat]);
    }
    assert_int_not_equal(games[0].fingerprint, games[1].fingerprint);
    const int both = rolls[0].count < rolls[1].count ? rolls[0].count : rolls[1].count;
    assert_true(both > 12);
    for (int i = 0; i < both; i++) {
        assert_int_equal(rolls[0].at[i].seat, rolls[1].at[i].seat);
        assert_int_equal(rolls[0].at[i].move, rolls[1].at[i].move);
        assert_int_equal(rolls[0].at[i].outcome, rolls[1].at[i].outcome);
    }

    /* Every move has luck of its own: throws after a seat's moves are not always the same. */
    for (int seat = 0; seat < 2; seat++) {
        int throws = 0, same = 0;
        for (int i = 2, first = -1; i < rolls[0].count; i += 2) {
            if (rolls[0].at[i].seat != seat)
                continue;
            first = first < 0 ? i : first;
            throws++;
            same += rolls[0].at[i].outcome == rolls[0].at[first].outcome;
        }
        assert_true(throws > 3);
        assert_true(same < throws);
    }

    /* Other luck, other throws. */
    const struct rolls before = rolls[0];
    sc.bout.seats[0] = &sc.actors[0].base;
    sc.bout.seats[1] = &sc.actors[1].base;
    pes_rng_init(&sc.bout.luck, 12);
    pes_history_start(sc.h, pes_history_first(sc.h), 0);
    assert_int_equal(bout_play(&sc.bout, &games[0], &notes), PES_ERR_OK);
    list_rolls(sc.h, sc.g, &rolls[0]);
    int different = 0;
    for (int i = 0; i < rolls[0].count && i < before.count; i++)
        different += rolls[0].at[i].outcome != before.at[i].outcome;
    assert_true(different > 0);
    close_scene(&sc);
}

static void test_margins(void **state) {
    (void)state;
    struct bout_notes notes;
    struct scene sc;
    open_scene(&sc, &toy_dice_kit, "");
    struct stats_game game;
    assert_int_equal(bout_play(&sc.bout, &game, &notes), PES_ERR_OK);
    int32_t points[PES_PLAYERS_MAX];
    sc.g->rules->scores(sc.g, pes_history_state(sc.h), points);
    assert_int_equal(game.margin, points[0] - points[1]);
    close_scene(&sc);
}

static void test_fingerprints(void **state) {
    (void)state;
    struct scene sc;
    open_scene(&sc, boats(), "start=base");
    const uint64_t empty = bout_fingerprint(sc.h);
    int made;
    assert_int_equal(pes_history_make_text(sc.h, "R L", &made, NULL), PES_ERR_OK);
    const uint64_t two = bout_fingerprint(sc.h);
    assert_int_not_equal(empty, two);
    pes_history_unmake(sc.h);
    assert_int_not_equal(bout_fingerprint(sc.h), two);
    pes_history_unmake(sc.h);
    assert_int_equal(bout_fingerprint(sc.h), empty);
    /* The same moves from another start are another game. */
    struct scene other;
    open_scene(&other, boats(), "start=s0");
    assert_int_equal(pes_history_make_text(other.h, "R L", &made, NULL), PES_ERR_OK);
    assert_int_not_equal(bout_fingerprint(other.h), two);
    close_scene(&other);
    close_scene(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forfeits),
        cmocka_unit_test(test_late_answers_lose),
        cmocka_unit_test(test_increments),
        cmocka_unit_test(test_stop_and_memory_end_without_a_result),
        cmocka_unit_test(test_record_of_a_forfeit),
        cmocka_unit_test(test_luck_belongs_to_the_seat),
        cmocka_unit_test(test_margins),
        cmocka_unit_test(test_fingerprints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
