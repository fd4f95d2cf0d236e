/* Labelled games: what is written can be read, a cut file is whole up to its last block, damage is
 * found, and equal commands make equal bytes. */
#include "learn/data.h"
#include "learn/make.h"

#include "pessoi/kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { GAMES = 5 };

static const struct data_head head = {"gomoku", "size=9", "1", "--seed 1"};

static struct pes_game *open_game(const char *name, const char *options) {
    struct pes_game *g = NULL;
    assert_int_equal(pes_game_open(pes_kit_find(name), options, &g, NULL), PES_ERR_OK);
    return g;
}

/* Games of a random walk, by a maker with these jobs. */
static void make(const struct pes_game *g, int32_t jobs, int64_t first, int32_t games,
                 struct str *payload) {
    const struct make how = {.game = g,
                             .agent = "alphabeta:nodes=100",
                             .seed = 7,
                             .jobs = jobs,
                             .opening_plies = 4,
                             .random_percent = 30};
    struct maker *maker = NULL;
    assert_int_equal(maker_new(&how, &maker, NULL), PES_ERR_OK);
    assert_int_equal(maker_block(maker, first, games, payload, NULL), PES_ERR_OK);
    maker_free(maker);
}

static void file_of(const struct pes_game *g, struct str *out) {
    struct str payload;
    data_put_head(out, &head);
    for (int block = 0; block < 2; block++) {
        str_init(&payload);
        make(g, 1, (int64_t)block * GAMES, GAMES, &payload);
        data_put_block(out, &payload, GAMES);
        str_release(&payload);
    }
    assert_int_equal(str_err(out), PES_ERR_OK);
}

static enum pes_err count_searched(void *to, const struct pes_history *h,
                                   const struct data_ply *ply, pes_move best) {
    const struct pes_game *g = pes_history_game(h);
    int *searched = to;
    if (ply == NULL)
        return PES_ERR_OK;
    assert_int_equal(best == PES_MOVE_NONE, ply->best == DATA_NONE);
    assert_int_equal(ply->value == DATA_NO_VALUE, ply->best == DATA_NONE);
    if (best != PES_MOVE_NONE)
        assert_int_equal(data_place(g, pes_history_state(h), best), ply->best);
    *searched += best != PES_MOVE_NONE;
    return PES_ERR_OK;
}

/* Replays all games; returns how many there are. */
static int replay_all(const struct pes_game *g, const struct data *data, int *searched) {
    struct data_reader r;
    struct data_game game;
    struct pes_history *h;
    int games = 0;
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    data_start(&r, data);
    while (data_next(&r, &game, NULL) == PES_ERR_OK && game.start != NULL) {
        games++;
        assert_int_equal(data_replay(&game, r.number, h, count_searched, searched, NULL),
                         PES_ERR_OK);
    }
    pes_history_free(h);
    return games;
}

static void games_come_back(void **unused) {
    (void)unused;
    struct pes_game *g = open_game("gomoku", "size=9");
    struct str bytes;
    struct data data;
    int searched = 0;
    str_init(&bytes);
    file_of(g, &bytes);
    assert_int_equal(data_parse(&data, bytes.text, bytes.length, NULL), PES_ERR_OK);
    assert_string_equal(data.head.game, head.game);
    assert_string_equal(data.head.variant, head.variant);
    assert_string_equal(data.head.how, head.how);
    assert_int_equal(data.games, 2 * GAMES);
    assert_int_equal(data.whole, bytes.length);
    assert_int_equal(replay_all(g, &data, &searched), 2 * GAMES);
    assert_true(searched > 2 * GAMES);
    data_release(&data);
    str_release(&bytes);
    pes_game_close(g);
}

/* However many games are played at once, and wherever a block begins. */
static void equal_commands_make_equal_bytes(void **unused) {
    (void)unused;
    struct pes_game *g = open_game("gomoku", "size=9");
    struct str one, three;
    str_init(&one), str_init(&three);
    make(g, 1, 0, 2 * GAMES, &one);
    make(g, 3, 0, GAMES, &three);
    make(g, 2, GAMES, GAMES, &three);
    assert_int_equal(one.length, three.length);
    assert_memory_equal(one.text, three.text, one.length);
    str_release(&one), str_release(&three);
    pes_game_close(g);
}

/* A file that was cut anywhere is whole up to its last block; a changed byte is never accepted. */
static void damage_is_found(void **unused) {
    (void)unused;
    struct pes_game *g = open_game("gomoku", "size=9");
    struct str bytes;
    struct data data;
    str_init(&bytes);
    file_of(g, &bytes);
    assert_int_equal(data_parse(&data, bytes.text, bytes.length, NULL), PES_ERR_OK);
    const size_t first = data.first, all = bytes.length;
    data_release(&data);
    for (size_t length = 0; length < all; length += 7) {
        const enum pes_err err = data_parse(&data, bytes.text, length, NULL);
        assert_int_equal(err == PES_ERR_OK, length >= first);
        if (err != PES_ERR_OK)
            continue;
        assert_true(data.whole <= length);
        assert_true(data.games == 0 || data.games == GAMES);
        data_release(&data);
    }
    for (size_t at = 0; at < all; at += 3) {
        bytes.text[at] ^= 16;
        if (data_parse(&data, bytes.text, all, NULL) == PES_ERR_OK) {
            assert_true(at >= first);
            assert_true(data.games < 2 * GAMES);
            data_release(&data);
        }
        bytes.text[at] ^= 16;
    }
    str_release(&bytes);
    pes_game_close(g);
}

/* A checksum is no proof: games that no rules allow are refused when they are replayed. */
static void illegal_games_are_refused(void **unused) {
    (void)unused;
    struct pes_game *g = open_game("gomoku", "size=9");
    struct pes_history *h;
    struct str bytes, payload;
    struct data data;
    struct data_reader r;
    struct data_game game;
    int searched = 0;
    const struct data_ply plies[] = {{0, DATA_NONE, DATA_NO_VALUE}, {80, 0, 100}};
    str_init(&bytes), str_init(&payload);
    data_put_head(&bytes, &head);
    data_put_game(&payload, "9/9/9/9/9/9/9/9/9 b", 2, plies, 2);
    data_put_game(&payload, "nonsense", 2, plies, 2);
    data_put_block(&bytes, &payload, 2);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(data_parse(&data, bytes.text, bytes.length, NULL), PES_ERR_OK);
    data_start(&r, &data);
    for (int i = 0; i < 2; i++) {
        struct pes_note note = {0};
        assert_int_equal(data_next(&r, &game, NULL), PES_ERR_OK);
        assert_int_not_equal(data_replay(&game, 1, h, count_searched, &searched, &note),
                             PES_ERR_OK);
        assert_false(pes_note_is_empty(&note));
    }
    data_release(&data);
    str_release(&bytes), str_release(&payload);
    pes_history_free(h);
    pes_game_close(g);
}

/* Chance outcomes are stored, too. */
static void dice_are_replayed(void **unused) {
    (void)unused;
    struct pes_game *g = open_game("proximity", "");
    struct str bytes, payload;
    struct data data;
    int searched = 0;
    const struct make how = {.game = g, .agent = "max:nodes=50", .seed = 1, .jobs = 1};
    const struct data_head own = {"proximity", g->variant, "1", ""};
    struct maker *maker = NULL;
    str_init(&bytes), str_init(&payload);
    assert_int_equal(maker_new(&how, &maker, NULL), PES_ERR_OK);
    assert_int_equal(maker_block(maker, 0, 1, &payload, NULL), PES_ERR_OK);
    maker_free(maker);
    data_put_head(&bytes, &own);
    data_put_block(&bytes, &payload, 1);
    assert_int_equal(data_parse(&data, bytes.text, bytes.length, NULL), PES_ERR_OK);
    assert_int_equal(replay_all(g, &data, &searched), 1);
    assert_true(searched > 10);
    data_release(&data);
    str_release(&bytes), str_release(&payload);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back),   cmocka_unit_test(equal_commands_make_equal_bytes),
        cmocka_unit_test(damage_is_found),   cmocka_unit_test(illegal_games_are_refused),
        cmocka_unit_test(dice_are_replayed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
