#include "pessoi/record.h"

#include "core/records.h"
#include "core/str.h"
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

static enum pes_err to_str(void *to, const char *bytes, size_t length) {
    str_add_bytes(to, bytes, length);
    return str_err(to);
}

static struct pes_record *parse(const char *text) {
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_record_parse(text, strlen(text), &r, &note);
    if (err)
        fail_msg("%d:%d %s in\n%s", (int)note.line, (int)note.pos, note.why[PES_LANG_EN], text);
    return r;
}

/* What a record looks like; the caller releases it. */
static struct str format(const struct pes_record *r) {
    struct str out;
    str_init(&out);
    assert_int_equal(pes_record_format(r, to_str, &out), PES_ERR_OK);
    return out;
}

static void assert_formats_as(const struct pes_record *r, const char *expected) {
    struct str out = format(r);
    assert_string_equal(out.text, expected);
    str_release(&out);
}

/* Text in canonical form comes back byte for byte. */
static void assert_canonical(const char *text) {
    struct pes_record *r = parse(text);
    assert_formats_as(r, text);
    pes_record_free(r);
}

#define HEAD "[Format \"1\"]\n[Game \"dice\"]\n[Result \"*\"]\n\n"

static void canonical_text_survives(void **state) {
    (void)state;
    assert_canonical(HEAD "*\n");
    assert_canonical(HEAD "{before the first move} 1. a b 2. c *\n");
    assert_canonical(HEAD "1. a {one} 1... b {two\nlines, and \\} \\\\ {} 2. c *\n");
    assert_canonical(
        HEAD "1. a (1. x y 2. z {so} 2... w) (1. q) 1... b (1... r 2. t (2. s u) 2... v) *\n");
    assert_canonical(HEAD "#1 #2 1. +1 #3 #3 -3 #12 2. +1 {} #1 #4 2... +4 *\n");
    assert_canonical("[Format \"1\"]\n[Weather \"rain \\\"n\\\" \\\\wind, βροχή\"]\n[Empty \"\"]\n"
                     "[Result \"1/2-1/2\"]\n\n1. α β 1/2-1/2\n");
}

/* The example of docs/formats/record.md. */
static void the_documented_example(void **state) {
    (void)state;
    assert_canonical("[Format \"1\"]\n[Game \"boats\"]\n[Variant \"rule=ko\"]\n[Seed \"7\"]\n"
                     "[Position \"4432132344 0 11 r -\"]\n[First \"human\"]\n"
                     "[Second \"minimax:depth=4\"]\n[Result \"*\"]\n[Date \"2026-03-25\"]\n\n"
                     "{A quiet beginning.} 1. R L {eval=0 depth=4} (1... -1\n"
                     "{drains the column that Red has just reached} 2. +7) 2. +7 +3 *\n");
}

static void loose_text_is_put_in_order(void **state) {
    (void)state;
    struct pes_record *r =
        parse("\xef\xbb\xbf\r\n[ Format\t\"1\" ]\r\n[Game \"dice\"]\r\n\r\n[Result \"*\"] 1.a{x}"
              "{y}\r\n1...b(1... c{\r}){z}17. d\t(e)(f (g) h)*  \r\n\r\n");
    assert_formats_as(r,
                      HEAD "1. a {x y} 1... b {z} (1... c {\r}) 2. d (2. e) (2. f h) (2. g) *\n");
    pes_record_free(r);
    r = parse("[Format \"1\"] R L 0-1"); /* the result's tag is filled in */
    assert_string_equal(pes_record_tag(r, "Result"), "0-1");
    assert_formats_as(r, "[Format \"1\"]\n[Result \"0-1\"]\n\n1. R L 0-1\n");
    pes_record_free(r);
}

static void the_tree(void **state) {
    (void)state;
    struct pes_record *r = parse(HEAD "{start} 1. a {A} (1. x y) (1. z) b (c) *");
    const int a = pes_record_child(r, 0, 0);
    assert_string_equal(pes_record_token(r, 0), "");
    assert_string_equal(pes_record_comment(r, 0), "start");
    assert_string_equal(pes_record_token(r, a), "a");
    assert_string_equal(pes_record_comment(r, a), "A");
    const int x = pes_record_child(r, 0, 1), z = pes_record_child(r, 0, 2);
    assert_string_equal(pes_record_token(r, x), "x");
    assert_null(pes_record_comment(r, x));
    assert_string_equal(pes_record_token(r, pes_record_child(r, x, 0)), "y");
    assert_string_equal(pes_record_token(r, z), "z");
    assert_int_equal(pes_record_child(r, 0, 3), -1);
    assert_int_equal(pes_record_next(r, a), x);
    assert_int_equal(pes_record_next(r, x), z);
    assert_int_equal(pes_record_next(r, z), -1);
    assert_int_equal(pes_record_next(r, 0), -1);
    assert_int_equal(pes_record_child(r, z, 0), -1);
    assert_string_equal(pes_record_token(r, pes_record_child(r, a, 0)), "b");
    assert_string_equal(pes_record_token(r, pes_record_child(r, a, 1)), "c");
    pes_record_free(r);
}

static void building(void **state) {
    (void)state;
    struct pes_record *r = NULL;
    int a = 0, b = 0, c = 0;
    assert_int_equal(pes_record_new(&r), PES_ERR_OK);
    assert_formats_as(r, "[Format \"1\"]\n[Result \"*\"]\n\n*\n");
    assert_int_equal(pes_record_add(r, 0, "a", NULL, &a), PES_ERR_OK);
    assert_int_equal(pes_record_add(r, a, "b", "{\\}", &b), PES_ERR_OK);
    assert_int_equal(pes_record_add(r, a, "c", "", &c), PES_ERR_OK);
    assert_int_equal(pes_record_set(r, "Site", "x"), PES_ERR_OK);
    assert_int_equal(pes_record_set(r, "Result", "1-0"), PES_ERR_OK);
    assert_int_equal(pes_record_set(r, "Site", "lake \"\\"), PES_ERR_OK);
    assert_formats_as(r, "[Format \"1\"]\n[Result \"1-0\"]\n[Site \"lake \\\"\\\\\"]\n\n"
                         "1. a b {{\\\\\\}} (1... c {}) 1-0\n");
    const char *key = NULL, *value = NULL;
    assert_int_equal(pes_record_tags(r), 2);
    pes_record_tag_at(r, 0, &key, &value);
    assert_string_equal(key, "Result"); /* the format's own tags stand before other people's */
    assert_string_equal(value, "1-0");
    assert_int_equal(pes_record_set(r, "Event", "later"), PES_ERR_OK);
    pes_record_tag_at(r, 1, &key, &value);
    assert_string_equal(key, "Site"); /* and those keep the order in which they came */
    assert_int_equal(pes_record_set(r, "Site", NULL), PES_ERR_OK);
    assert_int_equal(pes_record_set(r, "Nothing", NULL), PES_ERR_OK);
    assert_null(pes_record_tag(r, "Site"));
    assert_string_equal(pes_record_tag(r, "Result"), "1-0");

    const char *bad_tokens[] = {"",    "a b", "a{",  "(a",   "1.", "3...x",
                                "1-0", "*",   "a\n", "\xff", "[",  "\""};
    for (size_t i = 0; i < sizeof bad_tokens / sizeof bad_tokens[0]; i++)
        assert_int_equal(pes_record_add(r, 0, bad_tokens[i], NULL, &a), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_add(r, 0, "d", "\xc0", &a), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_set(r, "Si te", "x"), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_set(r, "Site", "two\nlines"), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_set(r, "Site", "\xff"), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_set(r, "Result", "2-0"), PES_ERR_SYNTAX);
    assert_int_equal(pes_record_set(r, "Format", "2"), PES_ERR_SYNTAX);
    pes_record_free(r);
    pes_record_free(NULL);
}

static void lines_are_wrapped(void **state) {
    (void)state;
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_new(&r), PES_ERR_OK);
    int node = 0;
    for (int i = 0; i < 300; i++) {
        int other = 0;
        const int before = node;
        assert_int_equal(pes_record_add(r, before, "βήμα", i % 7 ? NULL : "μια κουβέντα", &node),
                         PES_ERR_OK);
        if (i % 5 == 0)
            assert_int_equal(pes_record_add(r, before, "αλλιώς", NULL, &other), PES_ERR_OK);
    }
    struct str text = format(r);
    int longest = 0;
    for (const char *line = text.text; *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        const int width = utf8_width(line, length);
        longest = width > longest ? width : longest;
        assert_true(length == 0 || line[length - 1] != ' ');
    }
    assert_int_equal(longest, 80); /* among so many lines one is full to the last column */
    struct pes_record *again = parse(text.text);
    assert_formats_as(again, text.text);
    pes_record_free(again);
    str_release(&text);
    pes_record_free(r);
}

static void bad_text_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, pos;
        const char *why;
    } cases[] = {
        {"", 1, 1, "Format"},
        {"[Game \"dice\"]\n\n*", 1, 1, "Format"},
        {"[Format \"2\"]\n\n*", 1, 10, "format '2'"},
        {"[Format \"1\"]\n[Result \"won\"]\n\n*", 2, 10, "'won'"},
        {"[Format \"1\"]\n[Game \"di", 2, 10, "cut off"},
        {"[Format \"1\"]\n[Game \"di\nce\"]\n*", 2, 10, "cut off"},
        {"[Format \"1\"]\n[Game \"dice\"\n*", 2, 13, "tag"},
        {"[Format \"1\"]\n[Game dice]\n*", 2, 7, "tag"},
        {"[Format \"1\"]\n[9 \"x\"]\n*", 2, 1, "tag"},
        {"[Format \"1\"]\n[A \"a\\nb\"]\n*", 2, 7, "backslash"},
        {"[Format \"1\"]\n[A \"\"]\n[A \"\"]\n*", 3, 1, "twice"},
        {HEAD "1. a b", 5, 7, "cut off"},
        {HEAD "1. a {never\nclosed 1-0", 5, 6, "never closed"},
        {HEAD "1. a {odd \\", 5, 6, "never closed"},
        {HEAD "1. a {odd \\x} *", 5, 12, "backslash"},
        {HEAD "1. a (b (c) *", 5, 6, "not closed"},
        {HEAD "1. a (b (c ", 5, 9, "not closed"},
        {HEAD "1. a ) *", 5, 6, "')'"},
        {HEAD "(a) *", 5, 1, "replaces"},
        {HEAD "1. a () *", 5, 7, "no moves"},
        {HEAD "1. a ({x} b) *", 5, 7, "follow a move"},
        {HEAD "1. a } *", 5, 6, "'}'"},
        {HEAD "1. a\n [B \"\"] *", 6, 2, "before the moves"},
        {HEAD "1. a * b", 5, 8, "'b'"},
        {HEAD "1. a 1-0", 5, 6, "says *"},
        {HEAD "1. a\n\x01 *", 6, 1, "'?'"},
        {HEAD "1. a\n{\xce} *", 6, 2, "UTF-8"},
        {HEAD "1. a 1.2.b *", 5, 8, "'2.b'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_record *r = NULL;
        struct pes_note note = {0};
        const char *text = cases[i].text;
        if (!pes_record_parse(text, strlen(text), &r, &note))
            fail_msg("accepted: %s", text);
        if (note.line != cases[i].line || note.pos != cases[i].pos ||
            !strstr(note.why[PES_LANG_EN], cases[i].why))
            fail_msg("%d:%d %s\n%s", (int)note.line, (int)note.pos, note.why[PES_LANG_EN], text);
        assert_int_not_equal(pes_record_parse(text, strlen(text), &r, NULL), PES_ERR_OK);
        assert_null(r);
    }
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    const char nul[] = "[Format \"1\"]\n\n{a\0b} *";
    assert_int_equal(pes_record_parse(nul, sizeof nul - 1, &r, &note), PES_ERR_SYNTAX);
    assert_int_equal(note.line, 3);
    assert_int_equal(note.pos, 3);
}

/* A record that is cut anywhere is refused, unless only its last line end is gone. */
static void truncation_is_noticed(void **state) {
    (void)state;
    const char *text = "[Format \"1\"]\n[Game \"dice\"]\n[Result \"1-0\"]\n\n"
                       "{c} 1. a (1. b {d}) 1... c 2. e 1-0\n";
    const size_t length = strlen(text);
    for (size_t cut = 0; cut < length - 1; cut++) {
        struct pes_record *r = NULL;
        assert_int_not_equal(pes_record_parse(text, cut, &r, NULL), PES_ERR_OK);
    }
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_parse(text, length - 1, &r, NULL), PES_ERR_OK);
    pes_record_free(r);
}

static void limits(void **state) {
    (void)state;
    struct pes_record *r = NULL;
    struct pes_note note = {0};
    struct str text;
    str_init(&text);
    for (int depth = PES_RECORD_DEPTH_MAX; depth <= PES_RECORD_DEPTH_MAX + 1; depth++) {
        str_clear(&text);
        str_add(&text, HEAD "a b");
        for (int i = 0; i < depth; i++)
            str_add(&text, " (c d");
        for (int i = 0; i < depth; i++)
            str_add(&text, ")");
        str_add(&text, " *");
        const bool fits = depth == PES_RECORD_DEPTH_MAX;
        assert_int_equal(pes_record_parse(text.text, text.length, &r, &note),
                         fits ? PES_ERR_OK : PES_ERR_LIMIT);
        if (fits) {
            struct str once = format(r);
            struct pes_record *again = parse(once.text);
            assert_formats_as(again, once.text);
            pes_record_free(again);
            str_release(&once);
            pes_record_free(r);
        }
    }
    str_clear(&text);
    str_add(&text, HEAD);
    for (int i = 0; i <= PES_RECORD_TOKEN_MAX; i++)
        str_add(&text, "x");
    str_add(&text, " *");
    assert_int_equal(pes_record_parse(text.text, text.length, &r, &note), PES_ERR_LIMIT);
    str_clear(&text);
    str_add(&text, "[Format \"1\"]\n");
    for (int i = 0; i < 256; i++)
        str_addf(&text, "[T%d \"\"]\n", i);
    str_add(&text, "*");
    assert_int_equal(pes_record_parse(text.text, text.length, &r, &note), PES_ERR_LIMIT);
    assert_int_equal(note.line, 257);
    while (text.length <= PES_RECORD_BYTES_MAX)
        str_add_bytes(&text, HEAD, sizeof HEAD - 1);
    assert_int_equal(pes_record_parse(text.text, text.length, &r, &note), PES_ERR_LIMIT);
    str_release(&text);
}

/* A variation of a variation of .. made by calls. Deeper ones could not be read back. */
static void variations_made_too_deep(void **state) {
    (void)state;
    struct pes_record *r = NULL;
    int node = 0, last = 0;
    assert_int_equal(pes_record_new(&r), PES_ERR_OK);
    for (int depth = 0; depth < PES_RECORD_DEPTH_MAX; depth++) {
        assert_int_equal(pes_record_add(r, node, "a", NULL, &last), PES_ERR_OK);
        assert_int_equal(pes_record_add(r, node, "b", NULL, &node), PES_ERR_OK);
    }
    assert_int_equal(pes_record_add(r, node, "a", NULL, &last), PES_ERR_OK);
    struct str text = format(r);
    assert_int_equal(pes_record_add(r, node, "b", "too deep", &last), PES_ERR_LIMIT);
    assert_int_equal(pes_record_child(r, node, 1), -1);
    assert_formats_as(r, text.text);
    struct pes_record *again = parse(text.text);
    assert_formats_as(again, text.text);
    pes_record_free(again);
    pes_record_free(r);
    str_release(&text);
}

/* Comments and variations by the hundred thousand cost time in proportion. */
static void much_of_everything(void **state) {
    (void)state;
    struct str text;
    str_init(&text);
    str_add(&text, HEAD "a");
    for (int i = 0; i < 200000; i++)
        str_add(&text, " {x}(b)");
    str_add(&text, " *");
    struct pes_record *r = parse(text.text);
    assert_int_equal(strlen(pes_record_comment(r, 1)), 2 * 200000 - 1);
    int children = 0;
    for (int child = pes_record_child(r, 0, 0); child >= 0; child = pes_record_next(r, child))
        children++;
    assert_int_equal(children, 1 + 200000);
    struct str once = format(r);
    struct pes_record *again = parse(once.text);
    assert_formats_as(again, once.text);
    pes_record_free(again);
    pes_record_free(r);
    str_release(&once);
    str_release(&text);
}

/* Random pieces of records: never a crash, and what is accepted keeps its bytes once formatted. */
static void random_text(void **state) {
    (void)state;
    static const char *const pieces[] = {"a",   " ",     "\n", "{",    "}",        "(",  ")", "1.",
                                         "\\",  "2... ", "*",  "1-0",  "{x y}",    "λ",  " ", "#3 ",
                                         "(b ", ") ",    "c ", "\r\n", "{\\}\n} ", " {", "} "};
    enum { PIECES = sizeof pieces / sizeof pieces[0], ROUNDS = 30000 };
    struct pes_rng rng;
    pes_rng_init(&rng, 2024);
    int accepted = 0;
    struct str text;
    str_init(&text);
    for (int round = 0; round < ROUNDS; round++) {
        str_clear(&text);
        str_add(&text, HEAD);
        const uint32_t count = pes_rng_below(&rng, 24);
        for (uint32_t i = 0; i < count; i++)
            str_add(&text, pieces[pes_rng_below(&rng, PIECES)]);
        str_add(&text, " *");
        struct pes_record *r = NULL;
        if (pes_record_parse(text.text, text.length, &r, NULL) == PES_ERR_OK) {
            accepted++;
            struct str once = format(r);
            struct pes_record *again = parse(once.text);
            assert_formats_as(again, once.text);
            pes_record_free(again);
            str_release(&once);
            pes_record_free(r);
        }
    }
    assert_in_range(accepted, ROUNDS / 50, ROUNDS / 2);
    str_release(&text);
}

static void files(void **state) {
    (void)state;
    char path[] = "/tmp/pessoi-record-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    struct pes_record *r = parse(HEAD "1. a {λ} *\n"), *again = NULL;
    struct pes_note note = {0};
    assert_int_equal(pes_record_write(r, path, &note), PES_ERR_OK);
    assert_int_equal(pes_record_read(path, &again, &note), PES_ERR_OK);
    assert_formats_as(again, HEAD "1. a {λ} *\n");
    unlink(path);
    pes_record_free(again);
    again = NULL;
    assert_int_equal(pes_record_read(path, &again, &note), PES_ERR_IO);
    assert_null(again);
    assert_int_equal(pes_record_write(r, "/nowhere/at/all", &note), PES_ERR_IO);
    pes_record_free(r);
}

static enum pes_err full_sink(void *to, const char *bytes, size_t length) {
    (void)bytes;
    size_t *left = to;
    if (length > *left)
        return PES_ERR_IO;
    *left -= length;
    return PES_ERR_OK;
}

static void a_full_sink_stops_the_writer(void **state) {
    (void)state;
    struct pes_record *r = parse(HEAD "1. a {b} (1. c) *");
    struct str text = format(r);
    for (size_t room = 0; room < text.length; room++) {
        size_t left = room;
        assert_int_equal(pes_record_format(r, full_sink, &left), PES_ERR_IO);
    }
    size_t left = text.length;
    assert_int_equal(pes_record_format(r, full_sink, &left), PES_ERR_OK);
    assert_int_equal(left, 0);
    str_release(&text);
    pes_record_free(r);
}

/* With the rules. --------------------------------------------------------------------------- */

struct replay {
    struct pes_game *g;
    struct pes_history *h;
};

static struct replay replay_open(const struct pes_record *r) {
    struct replay p = {0};
    struct pes_note note = {0};
    if (pes_record_open(r, &toy_dice_kit, &p.g, &note))
        fail_msg("%s", note.why[PES_LANG_EN]);
    assert_int_equal(pes_history_new(p.g, &p.h), PES_ERR_OK);
    return p;
}

static void replay_close(struct replay *p) {
    pes_history_free(p->h);
    pes_game_close(p->g);
}

static void random_games_come_back(void **state) {
    (void)state;
    static const char *const variants[] = {"", "start=rolled", "length=7,sides=2,repetition=0",
                                           "length=40,plies=20,start=rolled"};
    struct pes_rng rng;
    pes_rng_init(&rng, 99);
    for (int round = 0; round < 200; round++) {
        struct pes_game *g = NULL;
        struct pes_history *h = NULL;
        assert_int_equal(pes_game_open(&toy_dice_kit, variants[round % 4], &g, NULL), PES_ERR_OK);
        assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
        assert_int_equal(pes_history_start_text(h, "startpos", &rng, NULL), PES_ERR_OK);
        const int longest = (int)pes_rng_below(&rng, 300);
        while (pes_history_count(h) < longest && !pes_over(g, pes_history_state(h)))
            assert_int_equal(pes_history_make(h, pes_draw(g, pes_history_state(h), &rng)),
                             PES_ERR_OK);
        struct pes_record *r = NULL;
        assert_int_equal(pes_record_of(h, &r), PES_ERR_OK);
        assert_int_equal(pes_record_tag(r, "Position") != NULL, g->start_rolled);
        if (pes_over(g, pes_history_state(h))) {
            int32_t payoff[PES_PLAYERS_MAX];
            pes_payoff(g, pes_history_state(h), payoff);
            assert_int_equal(pes_record_set(r, "Result", pes_result_of(payoff)), PES_ERR_OK);
        }
        struct str text = format(r);
        struct pes_record *again = parse(text.text);
        assert_formats_as(again, text.text);
        struct replay p = replay_open(again);
        assert_string_equal(p.g->variant, g->variant);
        assert_int_equal(pes_record_replay(again, p.h, -1, NULL), PES_ERR_OK);
        assert_memory_equal(pes_history_state(p.h), pes_history_state(h), g->state_size);
        assert_int_equal(pes_history_count(p.h), pes_history_count(h));
        assert_int_equal(pes_history_clock(p.h), pes_history_clock(h));
        replay_close(&p);
        pes_record_free(again);
        pes_record_free(r);
        str_release(&text);
        pes_history_free(h);
        pes_game_close(g);
    }
}

/* Outcomes in a row are one token where the game reads them so. */
static void runs_of_outcomes(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    int made = 0;
    assert_int_equal(pes_game_open(&toy_dice_kit, "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    assert_int_equal(pes_history_make_text(h, "#3 #5 +5 #12 +2 #4", &made, NULL), PES_ERR_OK);
    assert_int_equal(made, 7);
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_of(h, &r), PES_ERR_OK);
    struct str text = format(r);
    assert_non_null(strstr(text.text, "\n\n#35 1. +5 #12 +2 #4 *\n"));
    str_release(&text);
    pes_record_free(r);
    pes_history_free(h);
    pes_game_close(g);
}

/* The start's own bytes, but five plies after the last coin: the record must say so. */
static void a_clock_at_the_start_is_kept(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct pes_history *h = NULL;
    assert_int_equal(pes_game_open(&toy_dice_kit, "", &g, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_new(g, &h), PES_ERR_OK);
    pes_history_start(h, pes_history_state(h), 5);
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_of(h, &r), PES_ERR_OK);
    assert_string_equal(pes_record_tag(r, "Position"), "0 0 111111 0 0 - 1 5");
    struct replay p = replay_open(r);
    assert_int_equal(pes_record_replay(r, p.h, -1, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_clock(p.h), 5);
    replay_close(&p);
    pes_record_free(r);
    pes_history_free(h);
    pes_game_close(g);
}

#define DICE5 "[Format \"1\"]\n[Game \"dice\"]\n[Variant \"length=5\"]\n"

static void replay_up_to_a_ply(void **state) {
    (void)state;
    struct pes_record *r = parse(DICE5 "\n#12 1. +1 #12+2#12-1 #44 +4 1-0");
    struct replay p = replay_open(r);
    const char *expected[] = {"0 0 1 0 0 - 1 0", "1 0 1 0 0 - 2 1", "1 2 1 0 0 - 1 2",
                              "0 2 1 0 0 - 2 3"};
    for (int plies = 0; plies < 4; plies++) {
        char text[PES_STATE_TEXT_MAX];
        assert_int_equal(pes_record_replay(r, p.h, plies, NULL), PES_ERR_OK);
        pes_history_format(p.h, text);
        assert_string_equal(text, expected[plies]);
        assert_int_equal(pes_history_plies(p.h), plies);
    }
    replay_close(&p);
    pes_record_free(r);
}

static void bad_games_are_named(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, pos;
        const char *why;
    } cases[] = {
        {DICE5 "\n#12 1. +1\n#12 +3 *", 6, 5, "ply 2, move '+3'"},
        {DICE5 "\n1. +1 *", 5, 4, "ply 1, move '+1'"},
        {DICE5 "\n#15 1. +5 #1 *", 5, 11, "ply 2, move '#1'"},
        {DICE5 "[Result \"0-1\"]\n\n#15 1. +5 0-1", 4, 10, "says 0-1"},
        {DICE5 "[Position \"0 0 1 0 7 - 1 0\"]\n\n*", 4, 20, "field 5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_record *r = parse(cases[i].text);
        struct replay p = replay_open(r);
        struct pes_note note = {0};
        assert_int_not_equal(pes_record_replay(r, p.h, -1, &note), PES_ERR_OK);
        if (note.line != cases[i].line || note.pos != cases[i].pos ||
            !strstr(note.why[PES_LANG_EN], cases[i].why))
            fail_msg("%d:%d %s\n%s", (int)note.line, (int)note.pos, note.why[PES_LANG_EN],
                     cases[i].text);
        assert_int_not_equal(pes_record_replay(r, p.h, -1, NULL), PES_ERR_OK);
        replay_close(&p);
        pes_record_free(r);
    }
}

/* What repetition, caps or people decide is theirs to say. */
static void other_results_are_believed(void **state) {
    (void)state;
    struct pes_record *r =
        parse("[Format \"1\"]\n[Game \"dice\"]\n[Variant \"plies=2,repetition=2\"]\n\n"
              "#12 +1 #12 +1 #12 -1 #12 -1 #12 +1 #12 0-1");
    struct replay p = replay_open(r);
    assert_int_equal(pes_record_replay(r, p.h, -1, NULL), PES_ERR_OK);
    assert_int_equal(pes_history_plies(p.h), 5);
    replay_close(&p);
    pes_record_free(r);

    /* A game that is over may be left open, though not be given to the other player. */
    static const struct {
        const char *text;
        enum pes_err err;
    } ended[] = {
        {DICE5 "\n#14 1. +4 #55 +5 *", PES_ERR_OK},
        {DICE5 "\n#14 1. +4 #55 +5 0-1", PES_ERR_OK},
        {DICE5 "\n#14 1. +4 #55 +5 1-0", PES_ERR_ILLEGAL},
    };
    for (size_t i = 0; i < sizeof ended / sizeof ended[0]; i++) {
        r = parse(ended[i].text);
        p = replay_open(r);
        assert_int_equal(pes_record_replay(r, p.h, -1, NULL), ended[i].err);
        assert_int_equal(pes_history_end(p.h), PES_END_RULES);
        replay_close(&p);
        pes_record_free(r);
    }
}

static void opening_the_variant(void **state) {
    (void)state;
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    struct pes_record *r = parse("[Format \"1\"]\n*");
    assert_int_equal(pes_record_open(r, &toy_dice_kit, &g, &note), PES_ERR_SYNTAX);
    pes_record_free(r);
    r = parse("[Format \"1\"]\n[Game \"chess\"]\n*");
    assert_int_equal(pes_record_open(r, &toy_dice_kit, &g, &note), PES_ERR_UNFIT);
    assert_int_equal(note.line, 2);
    assert_int_equal(note.pos, 8);
    pes_record_free(r);
    r = parse("[Format \"1\"]\n[Game \"dice\"]\n[Variant \"sides=9\"]\n*");
    assert_int_equal(pes_record_open(r, &toy_dice_kit, &g, &note), PES_ERR_RANGE);
    assert_int_equal(note.line, 3);
    assert_true(note.pos >= 11);
    pes_record_free(r);
}

struct several {
    int count, enough;
    struct str text; /* all of them again */
};

static enum pes_err on_record(void *to, struct pes_record *r) {
    struct several *s = to;
    if (s->count++ > 0)
        str_add_char(&s->text, '\n');
    assert_int_equal(pes_record_format(r, to_str, &s->text), PES_ERR_OK);
    pes_record_free(r);
    return s->count == s->enough ? PES_ERR_STOPPED : PES_ERR_OK;
}

static void several_records(void **state) {
    (void)state;
    static const char text[] =
        HEAD "{a} 1. a (1. x) 1... b {[not a tag]} *\n\n" HEAD "*\n\n" HEAD "{b} 1. c {d} *\n";
    struct pes_note note = {0};
    for (int enough = 1; enough <= 4; enough++) {
        struct several s = {.enough = enough};
        str_init(&s.text);
        assert_int_equal(records_each(text, strlen(text), on_record, &s, &note),
                         enough <= 3 ? PES_ERR_STOPPED : PES_ERR_OK);
        assert_int_equal(s.count, enough <= 3 ? enough : 3);
        if (enough > 3)
            assert_string_equal(s.text.text, text);
        str_release(&s.text);
    }
    /* A single record may not be followed by another one. */
    struct pes_record *r = NULL;
    assert_int_equal(pes_record_parse(text, strlen(text), &r, NULL), PES_ERR_SYNTAX);
    /* However it is cut, that is noticed, unless it is cut between two records. */
    for (size_t length = 0; length < strlen(text); length++) {
        struct several s = {0};
        str_init(&s.text);
        size_t end = length; /* without the line ends, of which a record needs none */
        while (end > 0 && text[end - 1] == '\n')
            end--;
        const bool whole = end > 0 && text[end - 1] == '*' && text[end] == '\n';
        assert_int_equal(records_each(text, length, on_record, &s, &note),
                         whole ? PES_ERR_OK : PES_ERR_SYNTAX);
        str_release(&s.text);
    }
    assert_true(note.line > 4);
}

static void words(void **state) {
    (void)state;
    assert_string_equal(pes_result_of((const int32_t[]){5, -5}), "1-0");
    assert_string_equal(pes_result_of((const int32_t[]){-1, 1}), "0-1");
    assert_string_equal(pes_result_of((const int32_t[]){0, 0}), "1/2-1/2");
    assert_null(pes_result_of(NULL));
    static const char *const expected[PES_END_COUNT] = {"*",      "rules", "repetition", "plies",
                                                        "resign", "time",  "forfeit",    "agreed"};
    for (int i = 0; i < PES_END_COUNT; i++)
        assert_string_equal(pes_end_word((enum pes_end)i), expected[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(canonical_text_survives),
        cmocka_unit_test(the_documented_example),
        cmocka_unit_test(loose_text_is_put_in_order),
        cmocka_unit_test(the_tree),
        cmocka_unit_test(building),
        cmocka_unit_test(lines_are_wrapped),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(truncation_is_noticed),
        cmocka_unit_test(limits),
        cmocka_unit_test(variations_made_too_deep),
        cmocka_unit_test(much_of_everything),
        cmocka_unit_test(random_text),
        cmocka_unit_test(files),
        cmocka_unit_test(a_full_sink_stops_the_writer),
        cmocka_unit_test(random_games_come_back),
        cmocka_unit_test(runs_of_outcomes),
        cmocka_unit_test(a_clock_at_the_start_is_kept),
        cmocka_unit_test(replay_up_to_a_ply),
        cmocka_unit_test(bad_games_are_named),
        cmocka_unit_test(other_results_are_believed),
        cmocka_unit_test(opening_the_variant),
        cmocka_unit_test(several_records),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
