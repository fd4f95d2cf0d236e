/* Results as text: what is written is read again, and what no worker writes is refused. */
#include "queue/wire.h"

#include "arena/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char job[] = "game=boats\topening=startpos; R L\ta=minimax:depth=1\tb=random\tseed=7";

static void play(struct player *p, const char *text, struct runner_result *out) {
    char line[256];
    snprintf(line, sizeof line, "%s", text);
    player_run(p, 5, line, out);
    assert_int_equal(out->err, PES_ERR_OK);
}

/* A game: through the wire and the check it is the same. */
static void test_game(void **state) {
    (void)state;
    static const struct runner_config config = {.jobs = 1};
    struct player player;
    struct runner_result played, checked;
    struct wire wire;
    struct str text;
    char line[sizeof job];
    str_init(&text);
    player_init(&player, &config, NULL, NULL);
    play(&player, job, &played);
    char log[] = "hello\n\0world";
    played.notes.think_max_ms[1] = 12;
    played.notes.think_sum_ms[0] = 345;
    played.logs[1].bytes = log;
    played.logs[1].length = sizeof log;
    wire_format(&played, &text);
    assert_int_equal(str_err(&text), PES_ERR_OK);
    assert_int_equal(wire_parse(text.text, text.length, &wire, NULL), PES_ERR_OK);
    assert_int_equal(wire.err, PES_ERR_OK);
    assert_int_equal(wire.notes.think_max_ms[1], 12);
    assert_int_equal(wire.notes.think_sum_ms[0], 345);
    assert_int_equal(wire.logs[0].length, 0);
    assert_int_equal(wire.logs[1].length, sizeof log);
    assert_memory_equal(wire.logs[1].at, log, sizeof log);
    struct pes_record *record = NULL;
    assert_int_equal(pes_record_parse(wire.record.at, wire.record.length, &record, NULL),
                     PES_ERR_OK);
    memcpy(line, job, sizeof job);
    player_verify(&player, 5, line, record, &checked);
    assert_int_equal(checked.err, PES_ERR_OK);
    assert_int_equal(checked.number, 5);
    assert_int_equal(checked.opening, played.opening);
    assert_int_equal(checked.game.fingerprint, played.game.fingerprint);
    assert_int_equal(checked.game.margin, played.game.margin);
    assert_int_equal(checked.game.plies, played.game.plies);
    assert_int_equal(checked.game.halves, played.game.halves);
    assert_int_equal(checked.game.end, played.game.end);
    played.logs[1].bytes = NULL;
    runner_result_release(&played);
    runner_result_release(&checked);
    player_release(&player);
    str_release(&text);
}

/* The record of another job does not pass. */
static void test_other_game(void **state) {
    (void)state;
    static const struct runner_config config = {.jobs = 1};
    static const char *const others[] = {
        "game=boats\topening=startpos; R L\ta=minimax:depth=1\tb=random\tseed=8",
        "game=boats\topening=startpos; R\ta=minimax:depth=1\tb=random\tseed=7",
        "game=boats\topening=startpos; R L\ta=minimax:depth=1\tb=random\tswap=1\tseed=7",
        "game=boats\topening=startpos; R L\ta=minimax:depth=2\tb=random\tseed=7",
        "game=boats\tvariant=rule=ko\topening=startpos; R L\ta=minimax:depth=1\tb=random\tseed=7",
    };
    struct player player;
    player_init(&player, &config, NULL, NULL);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct runner_result played, checked;
        char line[sizeof job];
        play(&player, others[i], &played);
        memcpy(line, job, sizeof job);
        player_verify(&player, 5, line, played.record, &checked);
        assert_int_equal(checked.err, PES_ERR_UNFIT);
        assert_false(pes_note_is_empty(&checked.note));
        assert_null(checked.record);
    }
    player_release(&player);
}

static void test_failure(void **state) {
    (void)state;
    struct wire wire;
    struct str text;
    str_init(&text);
    const struct runner_result result = {.err = PES_ERR_UNKNOWN,
                                         .note = {.why = {"no \x1b[31m\xff game", "κανένα"}}};
    wire_format(&result, &text);
    assert_int_equal(wire_parse(text.text, text.length, &wire, NULL), PES_ERR_OK);
    assert_int_equal(wire.err, PES_ERR_UNKNOWN);
    assert_string_equal(wire.note.why[PES_LANG_EN], "no ?[31m? game");
    assert_string_equal(wire.note.why[PES_LANG_EL], "κανένα");
    str_clear(&text);
    const struct pes_note empty = {0};
    wire_format_failure(PES_ERR_NOMEM, &empty, &text);
    assert_int_equal(wire_parse(text.text, text.length, &wire, NULL), PES_ERR_OK);
    assert_false(pes_note_is_empty(&wire.note));
    str_release(&text);
}

#define HEAD "pessoi-result 1\n"

static void test_bad(void **state) {
    (void)state;
    static const char *const cases[] = {
        "",
        "pessoi-result 2\nerror=OK\nrecord=1\n\nx",
        HEAD,
        HEAD "\n",
        HEAD "error=OK\n\n",
        HEAD "error=OK\nrecord=0\n\n",
        HEAD "error=OK\nrecord=2\n\nx",
        HEAD "error=OK\nrecord=1\n\nxy",
        HEAD "error=OK\nrecord=1\nx",
        HEAD "error=OK\nrecord=-1\n\nx",
        HEAD "error=OK\nrecord=1 \n\nx",
        HEAD "error=OK\nrecord=99999999999999999999\n\nx",
        HEAD "error=OK\nlogs=1\nrecord=1\n\nxy",
        HEAD "error=OK\nlogs=99999 0\nrecord=1\n\nx",
        HEAD "error=OK\nwhy.en=x\nrecord=1\n\nx",
        HEAD "error=OK\nlonger=1 2\nrecord=1\n\nx",
        HEAD "error=OK\nlongest=1 2 3\nrecord=1\n\nx",
        HEAD "error=OK\nlongest=99999999999 1\nrecord=1\n\nx",
        HEAD "error=NOTHING\nwhy.en=x\n\n",
        HEAD "error=UNKNOWN\n\n",
        HEAD "error=UNKNOWN\nwhy.en=a\tb\n\n",
        HEAD "error=UNKNOWN\nwhy.en=a\xe2\x80\xae b\n\n",
        HEAD "error=UNKNOWN\nwhy.en=a\xff\n\n",
        HEAD "error=UNKNOWN\nwhy.en=x\nrecord=1\n\nx",
        HEAD "why.en=x\n\n",
        HEAD "error=UNKNOWN\nwhy.en=x\n\n",
        HEAD "error=UNKNOWN\nwhy.el=x\n\n",
        HEAD "error=STOPPED\nwhy.en=x\nwhy.el=x\n\n",
    };
    struct wire wire;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_note note = {0};
        if (wire_parse(cases[i], strlen(cases[i]), &wire, &note) != PES_ERR_SYNTAX)
            fail_msg("accepted: %s", cases[i]);
        assert_false(pes_note_is_empty(&note));
    }
    static const char good[] = HEAD "error=OK\nrecord=1\n\nx";
    assert_int_equal(wire_parse(good, strlen(good), &wire, NULL), PES_ERR_OK);
    char *large = malloc(WIRE_BYTES_MAX + 1);
    assert_non_null(large);
    memset(large, 'x', WIRE_BYTES_MAX + 1);
    assert_int_equal(wire_parse(large, WIRE_BYTES_MAX + 1, &wire, NULL), PES_ERR_SYNTAX);
    free(large);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game),
        cmocka_unit_test(test_other_game),
        cmocka_unit_test(test_failure),
        cmocka_unit_test(test_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
