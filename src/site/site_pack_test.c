/* What is packed can be unpacked: numbers, edits of random lists, and whole games of every game. */
#include "core/mem.h"
#include "pessoi/history.h"
#include "pessoi/kit.h"
#include "pessoi/rng.h"
#include "site/site_pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Reads the next number. */
static int32_t unpack(const char **at) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t sum = 0;
    for (int shift = 0;; shift += 5) {
        const char *digit = strchr(digits, **at);
        assert_true(digit != NULL && **at != '\0');
        const uint32_t bits = (uint32_t)(digit - digits);
        (*at)++;
        sum |= (bits & 31) << shift;
        if ((bits & 32) == 0)
            return sum & 1 ? -(int32_t)(sum >> 1) : (int32_t)(sum >> 1);
    }
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        int32_t n;
        const char *text;
    } golden[] = {{0, "A"}, {1, "C"}, {-1, "D"}, {15, "e"}, {16, "gB"}, {-16, "hB"}, {1000, "w+B"}};
    struct str out;
    str_init(&out);
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        str_clear(&out);
        pack_int(&out, golden[i].n);
        assert_string_equal(out.text, golden[i].text);
    }
    for (int32_t n = -70000; n <= 70000; n += 7) {
        str_clear(&out);
        pack_int(&out, n);
        const char *at = out.text;
        assert_int_equal(unpack(&at), n);
        assert_string_equal(at, "");
    }
    str_release(&out);
}

static bool same(const struct pes_piece *a, const struct pes_piece *b) {
    return a->cell == b->cell && a->player == b->player && a->layer == b->layer &&
           a->number == b->number && strcmp(a->kind, b->kind) == 0;
}

/* Applies the edit to `old`; the result must be `now`. */
static void assert_edit(struct str *edit, const struct pack_kinds *kinds,
                        const struct pes_piece old[], int old_count, const struct pes_piece now[],
                        int now_count) {
    int from = 0, to = 0, cell = 0;
    const char *at = edit->text;
    while (*at != '\0') {
        const int32_t keep = unpack(&at), drop = unpack(&at), add = unpack(&at);
        assert_true(keep >= 0 && drop >= 0 && add >= 0 && keep + drop + add > 0);
        assert_true(from + keep + drop <= old_count);
        for (int i = 0; i < keep; i++)
            assert_true(to < now_count && same(&old[from + i], &now[to + i]));
        from += keep + drop;
        to += keep;
        for (int i = 0; i < add; i++, to++) {
            cell += unpack(&at);
            const int32_t kind = unpack(&at), player = unpack(&at), number = unpack(&at),
                          layer = unpack(&at);
            assert_true(to < now_count && kind < kinds->count);
            const struct pes_piece piece = {.cell = (int16_t)cell,
                                            .kind = kinds->names[kind],
                                            .player = (int8_t)player,
                                            .number = number,
                                            .layer = (uint8_t)layer};
            assert_true(same(&piece, &now[to]));
        }
    }
    assert_int_equal(old_count - from, now_count - to);
    for (; to < now_count; from++, to++)
        assert_true(same(&old[from], &now[to]));
}

static void random_lists(void **state) {
    (void)state;
    enum { MOST = 12 };
    static const char *const names[] = {"stone", "wall", "water"};
    struct pes_rng rng;
    struct str edit;
    pes_rng_init(&rng, 5);
    str_init(&edit);
    for (int round = 0; round < 3000; round++) {
        struct pes_piece lists[2][MOST];
        int counts[2];
        struct pack_kinds kinds = {.count = 0};
        for (int k = 0; k < 2; k++) {
            counts[k] = (int)(pes_rng_next(&rng) % (MOST + 1));
            for (int i = 0; i < counts[k]; i++) /* few values: pieces repeat and change places */
                lists[k][i] =
                    (struct pes_piece){.cell = (int16_t)(pes_rng_next(&rng) % 6),
                                       .kind = names[pes_rng_next(&rng) % 3],
                                       .player = (int8_t)((int)(pes_rng_next(&rng) % 3) - 1),
                                       .number = round % 4 == 0 ? -300 : 0};
        }
        str_clear(&edit);
        pack_edit(&edit, &kinds, lists[0], counts[0], lists[1], counts[1]);
        assert_edit(&edit, &kinds, lists[0], counts[0], lists[1], counts[1]);
    }
    str_release(&edit);
}

/* Random games: every position follows from the one before it, and edits are short. */
static void real_games(void **state) {
    (void)state;
    struct pes_piece *lists = mem_alloc(2 * sizeof lists[0] * PES_PIECES_MAX);
    assert_non_null(lists);
    for (int k = 0; k < pes_kit_count(); k++) {
        const struct pes_view *view = pes_kit_at(k)->view;
        if (view == NULL)
            continue;
        struct pes_game *g = NULL;
        struct pes_history *h = NULL;
        struct pes_rng rng;
        struct pack_kinds kinds = {.count = 0};
        struct str edit;
        pes_rng_init(&rng, 9);
        str_init(&edit);
        assert_int_equal(pes_game_open(pes_kit_at(k), "", &g, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
        struct pes_piece *was = lists, *is = lists + PES_PIECES_MAX;
        int was_count = view->pieces(g, pes_history_state(h), was);
        while (pes_history_end(h) == PES_END_NONE && pes_history_count(h) < 300) {
            pes_move moves[PES_MOVES_MAX];
            pes_move m;
            if (pes_turn(g, pes_history_state(h)) == PES_CHANCE)
                m = pes_draw(g, pes_history_state(h), &rng);
            else
                m = moves[pes_rng_next(&rng) % (uint64_t)pes_moves(g, pes_history_state(h), moves)];
            assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
            const int is_count = view->pieces(g, pes_history_state(h), is);
            str_clear(&edit);
            pack_edit(&edit, &kinds, was, was_count, is, is_count);
            assert_edit(&edit, &kinds, was, was_count, is, is_count);
            struct pes_piece *swap = was;
            was = is;
            is = swap;
            was_count = is_count;
        }
        str_release(&edit);
        pes_history_free(h);
        pes_game_close(g);
    }
    mem_free(lists);
}

static void steps(void **state) {
    (void)state;
    struct pack_kinds kinds = {.count = 0};
    struct pack_steps p;
    static const struct pes_step list[] = {
        {.kind = PES_STEP_MOVE, .from = 20, .to = 21, .player = -1, .value = 3, .piece = "tile"},
        {.kind = PES_STEP_MOVE, .from = 22, .to = 20, .player = -1, .value = -4, .piece = "tile"},
        {.kind = PES_STEP_POINTS, .from = -1, .to = -1, .player = 1, .value = 3},
    };
    /* what, kind, player, wave, count, then from, to and value of each */
    static const int32_t golden[] = {0, 1, -1, 2, 2, 20, 1, 3, 2, -2, -4, 5, 0, 1, 2, 1, -1, 0, 3};
    pack_steps_init(&p, &kinds);
    for (int i = 0; i < 3; i++)
        pack_steps_add(&p, &list[i], 2);
    const char *at = pack_steps_end(&p)->text;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++)
        assert_int_equal(unpack(&at), golden[i]);
    assert_string_equal(at, "");
    assert_string_equal(kinds.names[0], "tile");
    pack_steps_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(random_lists),
        cmocka_unit_test(real_games),
        cmocka_unit_test(steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
