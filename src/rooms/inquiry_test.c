/* Questions of connections in a simulated world: the test runs thoughts and sets the clock. */
#include "rooms/inquiry.h"

#include "rooms/thought_int.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct desk {
    int64_t now;
    struct thought *thought; /* handed out */
    struct inquiry *q;
    int told;
    char last[1 << 16];
    char kinds[1 << 12]; /* the first letters of the messages: l, r (reviewed), R (review), e */
};

static int64_t desk_now(void *owner) {
    return ((struct desk *)owner)->now;
}

static void desk_tell(void *owner, const char *json, size_t length) {
    struct desk *d = owner;
    json_error_t error;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL)
        fail_msg("%s: %s", error.text, json);
    const char *is = json_string_value(json_object_get(root, "is"));
    const size_t at = strlen(d->kinds);
    d->kinds[at] = is[0];
    if (strcmp(is, "review") == 0)
        d->kinds[at] = 'R';
    assert_true(at + 1 < sizeof d->kinds);
    json_decref(root);
    snprintf(d->last, sizeof d->last, "%.*s", (int)length, json);
    d->told++;
}

static void desk_think(void *owner, struct thought *thought) {
    struct desk *d = owner;
    assert_null(d->thought);
    d->thought = thought;
}

static const struct inquiry_world world = {
    .now_ms = desk_now, .tell = desk_tell, .think = desk_think};

/* Asks a question, given as its JSON. */
static enum request_code ask(struct desk *d, const char *json, const char *folder) {
    struct request r;
    struct refusal why = {.code = REQUEST_OK};
    struct line line;
    const struct solved_tables tables = {.folder = folder, .writable = true};
    memset(d, 0, sizeof *d);
    d->now = 1000;
    enum request_code code = request_read(json, strlen(json), &r, &why);
    if (code != REQUEST_OK)
        return code;
    struct document_reader reader = {.root = r.document, .why = &why};
    struct line_wanted wanted;
    line_read(&reader, reader.root, &wanted);
    assert_int_equal(reader.code, REQUEST_OK);
    code = line_open(&wanted, &line, &why);
    if (code == REQUEST_OK)
        code = inquiry_new(&world, d, &r, &line, folder != NULL ? &tables : NULL, &d->q, &why);
    request_release(&r);
    if (code == REQUEST_OK)
        inquiry_start(d->q);
    return code;
}

/* Runs the thought that was handed out. */
static void run(struct desk *d) {
    struct thought *t = d->thought;
    assert_non_null(t);
    d->thought = NULL;
    thought_run(t);
    inquiry_thought(d->q, t);
}

static void run_all(struct desk *d) {
    while (d->thought != NULL)
        run(d);
    assert_true(inquiry_over(d->q));
}

static void finish(struct desk *d) {
    thought_free(d->thought);
    inquiry_free(d->q);
    d->q = NULL;
    d->thought = NULL;
}

static void assert_last(const struct desk *d, const char *part) {
    if (strstr(d->last, part) == NULL)
        fail_msg("'%.400s' has no '%s'", d->last, part);
}

static double number_in(const struct desk *d, const char *key) {
    json_t *root = json_loads(d->last, 0, NULL);
    const json_t *value = json_object_get(root, key);
    if (!json_is_number(value))
        fail_msg("'%.400s' has no number '%s'", d->last, key);
    const double number = json_number_value(value);
    json_decref(root);
    return number;
}

/* Lines -----------------------------------------------------------------------------------------
 */

static void test_lines(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d,
                         "{\"do\":\"lines\",\"seq\":7,\"game\":\"gomoku\",\"moves\":\"h8 i9\","
                         "\"count\":3,\"nodes\":5000}",
                         NULL),
                     REQUEST_OK);
    assert_int_equal(d.told, 0);
    assert_true(inquiry_wakes(d.q) > d.now);
    run(&d);
    assert_string_equal(d.kinds, "l");
    assert_last(&d, "\"re\":7");
    assert_last(&d, "\"last\":true");
    assert_null(strstr(d.last, "\"why\""));
    assert_true(inquiry_over(d.q));
    assert_true(inquiry_wakes(d.q) == INT64_MAX);
    finish(&d);
}

/* What is found while the thought runs is told at most four times per second; the last answer comes
 * at once when the client wants no more. */
static void test_progress(void **state) {
    (void)state;
    struct desk d;
    struct lines lines = {.count = 1};
    assert_int_equal(ask(&d, "{\"do\":\"lines\",\"game\":\"gomoku\",\"moves\":\"h8 i9\"}", NULL),
                     REQUEST_OK);
    lines.line[0] = (struct pes_answer){
        .move = pes_history_move(d.thought->study->line, 0), .depth = 3, .nodes = 77};
    pes_move list[PES_MOVES_MAX];
    assert_true(pes_moves(pes_history_game(d.thought->study->line),
                          pes_history_state(d.thought->study->line), list) > 3);
    for (int i = 1; i <= 3; i++) {
        lines.line[0].move = list[i];
        lines.line[0].depth = i;
        shelf_put(&d.thought->study->shelf, &lines);
    }
    inquiry_tick(d.q);
    assert_int_equal(d.told, 1);
    assert_last(&d, "\"depth\":3,\"nodes\":77");
    assert_last(&d, "\"last\":false");
    assert_int_equal(inquiry_wakes(d.q), d.now + INQUIRY_TELL_MS);
    d.now += INQUIRY_TELL_MS;
    inquiry_tick(d.q); /* nothing new */
    assert_int_equal(d.told, 1);
    lines.line[0].depth = 4;
    shelf_put(&d.thought->study->shelf, &lines);
    inquiry_end(d.q);
    assert_int_equal(d.told, 2);
    assert_last(&d, "\"depth\":4");
    assert_last(&d, "\"last\":true");
    assert_null(strstr(d.last, "\"why\""));
    finish(&d);
}

/* A thought that had to stop for others, or at the server's limit, says so. */
static void test_why(void **state) {
    (void)state;
    struct desk d;
    const char *const endless = "{\"do\":\"lines\",\"game\":\"gomoku\",\"moves\":\"h8 i9\"}";
    assert_int_equal(ask(&d, endless, NULL), REQUEST_OK);
    thought_stop(d.thought); /* as the pool does */
    run(&d);
    assert_last(&d, "\"last\":true");
    assert_last(&d, "others need the thread");
    finish(&d);

    assert_int_equal(ask(&d, endless, NULL), REQUEST_OK);
    d.now += INQUIRY_MS_MAX - 1;
    inquiry_tick(d.q);
    assert_false(atomic_load(&d.thought->stop));
    assert_int_equal(inquiry_wakes(d.q), 1000 + INQUIRY_MS_MAX);
    d.now++;
    inquiry_tick(d.q);
    assert_true(atomic_load(&d.thought->stop));
    run(&d);
    assert_last(&d, "60 seconds");
    finish(&d);
}

static void test_refused(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d,
                         "{\"do\":\"lines\",\"game\":\"boats\",\"variant\":\"start=s0\",\"moves\":"
                         "\"R\",\"agent\":\"oracle\"}",
                         NULL),
                     REQUEST_UNFIT); /* there are no tables */
    assert_int_equal(ask(&d, "{\"do\":\"lines\",\"game\":\"gomoku\",\"agent\":\"oracle\"}", "/tmp"),
                     REQUEST_UNFIT); /* it has no numbers */
    assert_int_equal(ask(&d, "{\"do\":\"lines\",\"game\":\"crush\"}", NULL),
                     REQUEST_UNFIT); /* chance is to move */
    assert_int_equal(
        ask(&d, "{\"do\":\"lines\",\"game\":\"gomoku\",\"moves\":\"a1 b1 a2 b2 a3 b3 a4 b4 a5\"}",
            NULL),
        REQUEST_OVER);
}

/* Exact values of a small variant, which is solved at once and then known. */
static void test_exact(void **state) {
    (void)state;
    struct desk d;
    char folder[] = "/tmp/pessoi-inquiry-XXXXXX", file[128];
    assert_non_null(mkdtemp(folder));
    const char *const question =
        "{\"do\":\"lines\",\"game\":\"boats\",\"variant\":\"columns=3,levels=2\","
        "\"position\":\"222 3 4 r -\",\"agent\":\"oracle\",\"count\":2}";
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(&d, question, folder), REQUEST_OK);
        run(&d);
        assert_last(&d, "\"mate\":1");
        assert_last(&d, "\"chance\":1");
        assert_last(&d, "\"values\":[[\"");
        finish(&d);
    }
    snprintf(file, sizeof file, "%s/boats-rule=free,columns=3,levels=2.table", folder);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Review ----------------------------------------------------------------------------------------
 */

#define GAME "\"game\":\"gomoku\",\"moves\":\"h8 i9 g9 a1 h7\""

static void test_review(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"seq\":3,\"nodes\":1600," GAME "}", NULL),
                     REQUEST_OK);
    for (int i = 0; i < 4; i++)
        run(&d);
    assert_string_equal(d.kinds, "rrrr");
    assert_last(&d, "\"pass\":0,\"ply\":3,\"of\":5,\"player\":1,\"played\":\"a1\"");
    /* First's chances: the mover gave something away, so they have risen. */
    assert_true(number_in(&d, "after") > number_in(&d, "chance"));
    assert_last(&d, "\"line\":[\"");
    run(&d);
    run(&d); /* the end of the line */
    assert_string_equal(d.kinds, "rrrrrR");
    assert_last(&d, "\"pass\":0,\"known\":5,\"of\":5");
    assert_last(&d, "\"last\":false");
    assert_true(number_in(&d, "end") > 0.5);
    run_all(&d);
    assert_string_equal(d.kinds, "rrrrrRrrrrrR");
    assert_last(&d, "\"pass\":1,\"known\":5,\"of\":5");
    assert_last(&d, "\"last\":true");
    finish(&d);
}

/* Only the last moves: what a person tries in place of one of them. */
static void test_review_from(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"from\":4,\"nodes\":2000," GAME "}", NULL),
                     REQUEST_OK);
    run(&d);
    assert_string_equal(d.kinds, "r");
    assert_last(&d, "\"pass\":0,\"ply\":4,\"of\":5,\"player\":0,\"played\":\"h7\"");
    run_all(&d);
    assert_string_equal(d.kinds, "rRrR");
    assert_last(&d, "\"pass\":1,\"known\":1,\"of\":5");
    finish(&d);
    /* After the last move only the end is judged. */
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"from\":9,\"nodes\":500," GAME "}", NULL),
                     REQUEST_OK);
    run_all(&d);
    assert_string_equal(d.kinds, "RR");
    assert_last(&d, "\"known\":0,\"of\":5");
    finish(&d);
}

/* Stopped in the middle: the sum of what is known. */
static void test_review_stopped(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"nodes\":2000," GAME "}", NULL), REQUEST_OK);
    run(&d);
    run(&d);
    inquiry_end(d.q);
    assert_string_equal(d.kinds, "rrR");
    assert_last(&d, "\"known\":2,\"of\":5,\"end\":null,\"last\":true");
    finish(&d);
}

/* A thought that had to give way is begun again, with less time, and nothing is told. */
static void test_review_gives_way(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d, "{\"do\":\"review\"," GAME "}", NULL), REQUEST_OK);
    int32_t ms = d.thought->limits.movetime_ms;
    assert_int_equal(ms, INQUIRY_QUICK_MOST_MS);
    for (int i = 0; i < 3; i++) {
        thought_stop(d.thought);
        run(&d);
        assert_non_null(d.thought);
        assert_int_equal(d.thought->limits.movetime_ms, ms / 2);
        ms = d.thought->limits.movetime_ms;
    }
    assert_int_equal(d.told, 0);
    run(&d);
    assert_string_equal(d.kinds, "r");
    assert_int_equal(d.thought->limits.movetime_ms, INQUIRY_QUICK_MOST_MS);
    finish(&d);
}

/* A game with chance has luck, a rolled start is its own node, and the history goes to and fro. */
static void test_review_chance(void **state) {
    (void)state;
    struct desk d;
    for (int i = 0; i < pes_kit_count(); i++) {
        const struct pes_kit *kit = pes_kit_at(i);
        struct pes_game *g = NULL;
        struct pes_history *h = NULL;
        struct pes_rng rng;
        struct str text;
        if (!kit->rules->chance_in_play)
            continue;
        pes_rng_init(&rng, 5);
        assert_int_equal(pes_game_open(kit, "", &g, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        str_init(&text);
        str_addf(&text, "{\"do\":\"review\",\"nodes\":200,\"game\":\"%s\",\"moves\":\"",
                 kit->rules->name);
        while (pes_history_plies(h) < 5 || pes_turn(g, pes_history_state(h)) == PES_CHANCE) {
            char move[PES_MOVE_TEXT_MAX];
            const pes_move m = pes_draw(g, pes_history_state(h), &rng);
            g->rules->move_format(g, pes_history_state(h), m, move);
            str_addf(&text, "%s ", move);
            assert_int_equal(pes_history_make(h, m), PES_ERR_OK);
        }
        str_add(&text, "\"}");
        assert_int_equal(ask(&d, text.text, NULL), REQUEST_OK);
        run(&d);
        assert_last(&d, "\"luck\":");
        run_all(&d);
        assert_string_equal(d.kinds, "rrrrrRrrrrrR");
        assert_last(&d, "\"skill\":");
        finish(&d);
        str_release(&text);
        pes_history_free(h);
        pes_game_close(g);
    }
}

/* Lines without moves, over or not. */
static void test_review_empty(void **state) {
    (void)state;
    struct desk d;
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"nodes\":500,\"game\":\"gomoku\"}", NULL),
                     REQUEST_OK);
    run_all(&d);
    assert_string_equal(d.kinds, "RR");
    assert_last(&d, "\"known\":0,\"of\":0");
    finish(&d);
    assert_int_equal(ask(&d, "{\"do\":\"review\",\"game\":\"crush\"}", NULL), REQUEST_OK);
    assert_null(d.thought); /* chance is to move: nothing can be said */
    assert_true(inquiry_over(d.q));
    assert_last(&d, "\"end\":null,\"last\":true");
    finish(&d);
}

int main(void) {
    document_setup();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_why),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_review_from),
        cmocka_unit_test(test_review_stopped),
        cmocka_unit_test(test_review_gives_way),
        cmocka_unit_test(test_review_chance),
        cmocka_unit_test(test_review_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
