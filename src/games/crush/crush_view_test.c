/* The view of Crush: cells, touches, steps, sentences, threats, painted boards. */
#include "games/crush/crush_testing.h"

#include "core/str.h"

static void cells_and_pieces(void **unused) {
    (void)unused;
    enum { C1 = 2 * 20 };
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    static struct pes_cell cells[PES_CELLS_MAX];
    static struct pes_piece pieces[PES_PIECES_MAX];
    assert_int_equal(crush_view.cells(g, cells), 200);
    assert_string_equal(cells[0].label, "a1");
    assert_int_equal(cells[0].x, 500);
    assert_int_equal(cells[0].y, 19500);
    assert_int_equal(cells[0].shape, PES_SHAPE_SQUARE);
    assert_string_equal(cells[199].label, "j20");
    assert_int_equal(cells[199].y, 500);
    assert_int_equal(crush_view.target(g), 300);
    set_golden(g, &s, 4);
    assert_int_equal(crush_view.pieces(g, PES_STATE(s), pieces), 200);
    assert_int_equal(pieces[C1].cell, C1);
    assert_int_equal(pieces[C1].number, 5);
    assert_string_equal(pieces[C1].kind, "tile");
    assert_string_equal(pieces[C1 + 10].kind, "hidden");
    play_tokens(g, &s, "e2d #?");
    assert_int_equal(crush_view.pieces(g, PES_STATE(s), pieces), 196);
    assert_string_equal(pieces[C1 + 19].kind, "unknown");
    pes_game_close(g);
}

/* A swap that completes runs for both tiles can be touched from either side. */
static void touches(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=0");
    struct pes_state_buf s;
    int16_t a[PES_TOUCHES_MAX], b[PES_TOUCHES_MAX];
    char moves[256];
    read_position(g, "345601/123456/002134/220012/104560/013345 1 0,0 -", &s);
    list_moves(g, PES_STATE(s), moves, sizeof moves);
    assert_non_null(strstr(moves, "c3u"));
    assert_non_null(strstr(moves, "c4d"));
    assert_int_equal(crush_view.touches(g, PES_STATE(s), crush_move(2, 2, CRUSH_UP), a), 2);
    assert_int_equal(crush_view.touches(g, PES_STATE(s), crush_move(2, 3, CRUSH_DOWN), b), 2);
    assert_int_equal(a[0], 2 * 6 + 2);
    assert_int_equal(a[1], 2 * 6 + 3);
    assert_int_equal(b[0], a[1]);
    assert_int_equal(b[1], a[0]);
    pes_game_close(g);
}

/* The sentences of m, in one line. */
static void tell(const struct pes_game *g, struct pes_state_buf *s, pes_move m, enum pes_lang lang,
                 struct str *out) {
    static struct pes_step steps[PES_STEPS_MAX];
    const int n = crush_view.trace(g, PES_STATE(*s), m, steps);
    assert_true(n <= PES_STEPS_MAX);
    for (int i = 0; i < n; i++) {
        char sentence[PES_NOTE_MAX];
        if (crush_view.say_step(g, PES_STATE(*s), m, &steps[i], lang, sentence, sizeof sentence) ==
            0)
            continue;
        str_add(out, out->length > 0 ? " " : "");
        str_add(out, sentence);
    }
}

static void assert_all_told(const char *options, const char *position, const char *tokens,
                            enum pes_lang lang, const char *golden) {
    struct pes_game *g = open_crush(options);
    struct pes_state_buf s;
    struct pes_undo_buf undo;
    struct str told;
    str_init(&told);
    read_position(g, position, &s);
    size_t used = 0;
    for (size_t at = 0; tokens[at] != '\0'; at += used) {
        pes_move m = PES_MOVE_NONE;
        struct pes_note note = {0};
        if (tokens[at] == ' ') {
            used = 1;
            continue;
        }
        if (crush_move_parse(g, PES_STATE(s), tokens + at, strcspn(tokens + at, " "), &used, &m,
                             &note) != PES_ERR_OK)
            fail_msg("%s: %s", tokens + at, note.why[PES_LANG_EN]);
        tell(g, &s, m, lang, &told);
        pes_make(g, PES_STATE(s), m, undo.bytes);
    }
    assert_string_equal(told.text, golden);
    str_release(&told);
    pes_game_close(g);
}

static void told(void **unused) {
    (void)unused;
    static const char t1[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                             "6012345601/4560123456/2345601234/0550036012 1 0,0 -";
    static const char t4[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                             "6012345601/4560123456/2345501234/0155155012 1 0,0 -";
    assert_all_told(
        "open=no,scoring=tournament", t1, "f2d #012 #345", PES_LANG_EN,
        "First swaps f2 (A) with f1 (D). Wave 1: 3 tiles go (d1-f1), 3 points. Wave 2: 3 "
        "tiles go (b1-d1), 5 points. No move is left: the whole board is refilled, and "
        "Second moves.");
    assert_all_told(
        "open=no,scoring=tournament", t4, "e2d #60601", PES_LANG_EN,
        "First swaps e2 (F) with e1 (B). Wave 1: 5 tiles go (c1-g1), 5 points. First moves "
        "again: the first wave had 5 tiles. No move is left: the whole board is "
        "refilled, and First moves.");
    assert_all_told(
        "open=no,limit=5", t4, "e2d #12345", PES_LANG_EL,
        "Ο Πρώτος αλλάζει το e2 (F) με το e1 (B). Κύμα 1: φεύγουν 5 πλακίδια (c1-g1), 5 "
        "πόντοι. Ο Πρώτος έχει 5 από 5 πόντους και κερδίζει.");
}

/* The other rules for a board without moves. */
static void told_if_stuck(void **unused) {
    (void)unused;
    static const char t1[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                             "6012345601/4560123456/2345601234/0120036012 1 0,0 -";
    static const char t4[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                             "6012345601/4560123456/2345501234/0155155012 1 0,0 -";
    static const char stuck[] = "345601/123456/601234/456012/234560/002345 1 0,0 -";
    /* Second would move, has no move, and First moves again: no extra turn was earned. */
    assert_all_told("open=no,stuck=next,scoring=tournament", t1, "f2d #012", PES_LANG_EN,
                    "First swaps f2 (A) with f1 (D). Wave 1: 3 tiles go (d1-f1), 3 points. No move "
                    "is left: the whole board is refilled, and First moves.");
    /* First earned an extra turn, but has no move. */
    assert_all_told("open=no,stuck=next,scoring=tournament", t4, "e2d #60601", PES_LANG_EN,
                    "First swaps e2 (F) with e1 (B). Wave 1: 5 tiles go (c1-g1), 5 points. No move "
                    "is left: the whole board is refilled, and Second moves.");
    assert_all_told(
        "open=no,stuck=any", t1, "f2d #012 a1r", PES_LANG_EN,
        "First swaps f2 (A) with f1 (D). Wave 1: 3 tiles go (d1-f1), 3 points. No swap "
        "completes a run: any two neighbours may be swapped, and Second moves. Second swaps "
        "a1 (A) with b1 (B).");
    assert_all_told(
        "open=no,stuck=any", t1, "f2d #012", PES_LANG_EL,
        "Ο Πρώτος αλλάζει το f2 (A) με το f1 (D). Κύμα 1: φεύγουν 3 πλακίδια (d1-f1), 3 "
        "πόντοι. Καμία αλλαγή δεν κάνει σειρά: παίζει ο Δεύτερος και αλλάζει όποια "
        "γειτονικά θέλει.");
    assert_all_told("columns=6,rows=6,hidden=0,stuck=any", stuck, "c1l b4d b3d b2d", PES_LANG_EL,
                    "Ο Πρώτος αλλάζει το c1 (C) με το b1 (A). Ο Δεύτερος αλλάζει το b4 (A) με το "
                    "b3 (F). Ο Πρώτος αλλάζει το b3 (A) με το b2 (D). Ο Δεύτερος αλλάζει το b2 (A) "
                    "με το b1 (C). Κύμα 1: φεύγουν 3 πλακίδια (a1-c1), 3 πόντοι.");
}

/* Falling tiles are moves of the trace: nothing is missing and nothing is repeated. */
static void traces_add_up(void **unused) {
    (void)unused;
    static const char *const variants[] = {"",
                                           "colours=4,hidden=3,scoring=tournament",
                                           "open=no",
                                           "columns=12,rows=12,hidden=30,colours=4",
                                           "columns=6,rows=6,colours=9,hidden=1,stuck=next",
                                           "columns=6,rows=6,colours=9,hidden=1,stuck=any"};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct pes_game *g = open_crush(variants[v]);
        struct pes_state_buf s, after;
        struct pes_undo_buf undo;
        struct pes_rng rng;
        static struct pes_step steps[PES_STEPS_MAX];
        static struct pes_piece pieces[PES_PIECES_MAX];
        static int32_t number[PES_CELLS_MAX], next[PES_CELLS_MAX];
        pes_rng_init(&rng, 20 + v);
        pes_start(g, &rng, PES_STATE(s));
        for (int i = 0; i < 300 && !pes_over(g, PES_STATE(s)); i++) {
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            const int n = crush_view.trace(g, PES_STATE(s), m, steps);
            for (int k = 0; k < PES_CELLS_MAX; k++)
                number[k] = -1;
            int count = crush_view.pieces(g, PES_STATE(s), pieces);
            for (int k = 0; k < count; k++)
                number[pieces[k].cell] = pieces[k].number;
            int points = 0;
            for (int k = 0; k < n;) {
                memcpy(next, number, sizeof next);
                const int wave = steps[k].wave;
                int first = k;
                for (; k < n && steps[k].wave == wave; k++)
                    if (steps[k].from >= 0)
                        next[steps[k].from] = -1;
                for (; first < k; first++) {
                    const struct pes_step *step = &steps[first];
                    if (step->kind == PES_STEP_MOVE || step->kind == PES_STEP_REMOVE)
                        assert_int_equal(step->value, number[step->from]);
                    if (step->kind == PES_STEP_MOVE)
                        next[step->to] = number[step->from];
                    else if (step->kind == PES_STEP_PLACE)
                        next[step->to] = step->value;
                    else if (step->kind == PES_STEP_POINTS)
                        points += step->value;
                }
                memcpy(number, next, sizeof next);
            }
            after = s;
            pes_make(g, PES_STATE(after), m, undo.bytes);
            count = crush_view.pieces(g, PES_STATE(after), pieces);
            for (int k = 0; k < count; k++) {
                assert_int_equal(number[pieces[k].cell], pieces[k].number);
                number[pieces[k].cell] = -1;
            }
            for (int k = 0; k < PES_CELLS_MAX; k++)
                assert_int_equal(number[k], -1);
            const struct crush *a = crush_at(PES_STATE(after)), *b = crush_at(PES_STATE(s));
            assert_int_equal(points, a->score[0] + a->score[1] - b->score[0] - b->score[1]);
            s = after;
        }
        pes_game_close(g);
    }
}

/* The steps as data: kinds, colours and waves of a swap, of falling tiles and of new ones. */
static void steps(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("");
    struct pes_state_buf s;
    static struct pes_step found[PES_STEPS_MAX];
    set_golden(g, &s, 1);
    int n = crush_view.trace(g, PES_STATE(s), crush_move(5, 1, CRUSH_DOWN), found);
    assert_int_equal(n, 2 + 3 + 1 + 3 * 19);
    assert_int_equal(found[0].kind, PES_STEP_MOVE);
    assert_int_equal(found[0].value, 0);
    assert_int_equal(found[1].value, 3);
    assert_int_equal(found[2].kind, PES_STEP_REMOVE);
    assert_int_equal(found[2].wave, 1);
    assert_int_equal(found[2].value, 0);
    assert_int_equal(found[5].kind, PES_STEP_POINTS);
    assert_int_equal(found[5].wave, 1);
    assert_int_equal(found[5].value, 3);
    assert_int_equal(found[6 + 9].kind, PES_STEP_MOVE); /* d11 falls to d10 and becomes visible */
    assert_int_equal(found[6 + 9].from, 3 * 20 + 10);
    assert_int_equal(found[6 + 9].value, (3 + 2 * 10) % 7);
    assert_string_equal(found[6 + 9].piece, "tile");
    assert_string_equal(found[6 + 10].piece, "hidden");
    play_tokens(g, &s, "f2d");
    assert_int_equal(crush_view.trace(g, PES_STATE(s), crush_outcome(4), found), 1);
    assert_int_equal(found[0].kind, PES_STEP_PLACE);
    assert_int_equal(found[0].value, 4);
    assert_string_equal(found[0].piece, "hidden");
    crush_view.trace(g, PES_STATE(s), crush_outcome(CRUSH_UNKNOWN), found);
    assert_int_equal(found[0].value, 0);
    assert_string_equal(found[0].piece, "unknown");
    pes_game_close(g);
    /* A board that is refilled: all tiles go in one wave, and nothing else happens in it. */
    g = open_crush("open=no");
    set_golden(g, &s, 1);
    play_tokens(g, &s, "f2d #01");
    n = crush_view.trace(g, PES_STATE(s), crush_outcome(2), found);
    assert_int_equal(n, 1 + 100 + 1);
    assert_int_equal(found[1].kind, PES_STEP_REMOVE);
    assert_int_equal(found[100].kind, PES_STEP_REMOVE);
    assert_int_equal(found[100].wave, 1);
    assert_int_equal(found[101].kind, PES_STEP_CHANGE);
    assert_int_equal(found[101].wave, 2);
    pes_game_close(g);
}

/* Players who can see the points they need are listed, the player to move first. */
static void threats(void **unused) {
    (void)unused;
    static const char board[] = "4560123456/2345601234/0123456012/5601234560/3456012345/1234560123/"
                                "6012345601/4560123456/2345501234/0155155012";
    static const struct {
        const char *rest;
        int n, first;
        const char *english, *greek;
    } cases[] = {
        {"1 0,0 -", 0, 0, NULL, NULL},
        {"1 294,0 -", 0, 0, NULL, NULL},
        {"1 295,0 -", 1, 0, "First needs 5 points to win and sees 5: e2-e1.",
         "Ο Πρώτος χρειάζεται 5 πόντους για να κερδίσει και βλέπει 5: e2-e1."},
        {"1 0,299 -", 1, 1, "Second needs 1 point to win and sees 5: e2-e1.",
         "Ο Δεύτερος χρειάζεται 1 πόντο για να κερδίσει και βλέπει 5: e2-e1."},
        {"2 299,296 -", 2, 1, "Second needs 4 points to win and sees 5: e2-e1.",
         "Ο Δεύτερος χρειάζεται 4 πόντους για να κερδίσει και βλέπει 5: e2-e1."},
        {"2 300,0 -", 0, 0, NULL, NULL},
    };
    struct pes_game *g = open_crush("open=no");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pes_state_buf s;
        struct pes_threat found[PES_THREATS_MAX];
        char text[PES_STATE_TEXT_MAX], said[PES_NOTE_MAX];
        snprintf(text, sizeof text, "%s %s", board, cases[i].rest);
        read_position(g, text, &s);
        assert_int_equal(crush_view.threats(g, PES_STATE(s), found), cases[i].n);
        if (cases[i].n == 0)
            continue;
        assert_int_equal(found[0].player, cases[i].first);
        assert_int_equal(found[0].cell_count, 2);
        assert_int_equal(found[0].cells[0], 4 * 10 + 1);
        assert_int_equal(found[0].cells[1], 4 * 10 + 0);
        crush_view.say_threat(g, PES_STATE(s), found, PES_LANG_EN, said, sizeof said);
        assert_string_equal(said, cases[i].english);
        crush_view.say_threat(g, PES_STATE(s), found, PES_LANG_EL, said, sizeof said);
        assert_string_equal(said, cases[i].greek);
    }
    pes_game_close(g);
}

/* Painted boards. ----------------------------------------------------------------------------- */

static void row_text(const struct pes_canvas *canvas, int row, char *out, size_t cap) {
    size_t used = 0;
    for (int i = 0; i < canvas->columns; i++) {
        const char *glyph = canvas->at[row][i].glyph;
        used += (size_t)snprintf(out + used, cap - used, "%s", glyph[0] != '\0' ? glyph : " ");
    }
    while (used > 0 && out[used - 1] == ' ')
        out[--used] = '\0';
}

static void assert_picture(const char *options, int golden, const char *tokens,
                           const struct pes_draw *how, const char *const rows[], int count) {
    struct pes_game *g = open_crush(options);
    struct pes_state_buf s;
    struct pes_canvas canvas;
    set_golden(g, &s, golden);
    play_tokens(g, &s, tokens);
    crush_paint(g, PES_STATE(s), how, &canvas);
    assert_int_equal(canvas.rows, count);
    for (int i = 0; i < count; i++) {
        char text[512] = "";
        row_text(&canvas, i, text, sizeof text);
        assert_string_equal(text, rows[i]);
    }
    pes_game_close(g);
}

static void picture(void **unused) {
    (void)unused;
    static const char *const rows[] = {
        "13  D E A B C D E D E F     above that:",
        "12  B C F G A B C B C D     20  D E C . . . . D E F",
        "11  G A D E F G A G A B     19  B C F G A B C B C D",
        "    -------------------     18  G A D E F G A G A B",
        "10  E F B C D E F E F G     17  E F B C D E F E F G",
        " 9  C D G A B C D C D E     16  C D G A B C D C D E",
        " 8  A B E F G A B A B C     15  A B E F G A B A B C",
        " 7  F G C D E F G F G A     14  F G C D E F G F G A",
        " 6  D E A B C D E D E F",
        " 5  B C F G A B C B C D     > First       5",
        " 4  G A D E F G A G A B       Second      0",
        " 3  E F B C D E F E F G       300 points win",
        " 2  C D G A[B]C D C D E       wave 1",
        " 1  A B E F[B]A B A B C       4 tiles to come",
        "    a b c d e f g h i j       [ ] the last swap",
    };
    struct pes_state_buf before;
    const struct pes_draw how = {
        .before = PES_STATE(before), .last = crush_move(4, 1, CRUSH_DOWN), .lang = PES_LANG_EN};
    assert_picture("", 4, "e2d #2", &how, rows, 15);
    static const char *const small[] = {
        "10  E F B C D E F E F G", " 9  C D G A B C D C D E", " 8  A B E F G A B A B C",
        " 7  F G C D E F G F G A", " 6  D E A B C D E D E F", " 5  B C F G A B C B C D",
        " 4  G A D E F G A G A B", " 3  E F B C D E F E F G", " 2  C D G A[B]C D C D E",
        " 1  A B E F[B]A B A B C", "    a b c d e f g h i j", "> Πρώτος 5    Δεύτερος 0",
        "  νικούν οι 300 πόντοι",
    };
    const struct pes_draw narrow = {.before = PES_STATE(before),
                                    .last = crush_move(4, 1, CRUSH_DOWN),
                                    .lang = PES_LANG_EL,
                                    .columns = 40,
                                    .rows = 20};
    assert_picture("", 4, "e2d #2", &narrow, small, 13);
}

/* One point, one row: words agree with their numbers in both languages. */
static void words_agree(void **unused) {
    (void)unused;
    static const struct {
        const char *options, *rows[PES_LANG_COUNT], *goal[PES_LANG_COUNT];
    } lines[] = {
        {"hidden=12,limit=1",
         {"above that: (1 more row)", "πιο πάνω:   (άλλη 1 γραμμή)"},
         {"1 point wins", "νικά ο 1 πόντος"}},
        {"hidden=13,limit=2",
         {"above that: (2 more rows)", "πιο πάνω:   (άλλες 2 γραμμές)"},
         {"2 points win", "νικούν οι 2 πόντοι"}},
    };
    enum { GOAL_ROW = 12 };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            struct pes_game *g = open_crush(lines[i].options);
            struct pes_state_buf s;
            struct pes_canvas canvas;
            const struct pes_draw how = {.unicode = true, .lang = (enum pes_lang)lang};
            char text[512] = "";
            set_golden(g, &s, 4);
            crush_paint(g, PES_STATE(s), &how, &canvas);
            row_text(&canvas, 0, text, sizeof text);
            assert_string_equal(text + strlen(text) - strlen(lines[i].rows[lang]),
                                lines[i].rows[lang]);
            row_text(&canvas, GOAL_ROW, text, sizeof text);
            assert_string_equal(text + strlen(text) - strlen(lines[i].goal[lang]),
                                lines[i].goal[lang]);
            pes_game_close(g);
        }
}

/* No painted board exceeds 80 columns or 17 rows, and its tiles have their colours. */
static void pictures_fit(void **unused) {
    (void)unused;
    for (int rows = CRUSH_SIZE_MIN; rows <= CRUSH_SIZE_MAX; rows++)
        for (int hidden = 0; hidden <= CRUSH_HIDDEN_MAX; hidden += 3) {
            char options[96];
            snprintf(options, sizeof options, "columns=12,rows=%d,hidden=%d", rows, hidden);
            struct pes_game *g = open_crush(options);
            struct pes_state_buf s;
            struct pes_canvas canvas;
            struct pes_rng rng;
            const struct pes_draw how = {.unicode = true};
            pes_rng_init(&rng, 1);
            pes_start(g, &rng, PES_STATE(s));
            crush_paint(g, PES_STATE(s), &how, &canvas);
            assert_in_range(canvas.rows, rows + 1, 17);
            assert_in_range(canvas.columns, 28, 80);
            int inked = 0;
            for (int row = 0; row < canvas.rows; row++)
                for (int i = 0; i < canvas.columns; i++)
                    if (canvas.at[row][i].paper >= PES_INK_TILE_0) {
                        assert_int_equal(canvas.at[row][i].glyph[0] - 'A',
                                         canvas.at[row][i].paper - PES_INK_TILE_0);
                        inked++;
                    }
            assert_int_equal(inked, 12 * rows);
            pes_game_close(g);
        }
}

static void touched_cells(void **unused) {
    (void)unused;
    struct pes_game *g = open_crush("columns=6,rows=6,hidden=1");
    struct pes_state_buf s;
    read_position(g, "531420/345601/123456/002134/220012/104560/013345 1 0,0 -", &s);
    assert_touched(g, &s, "c3 c4", "c3u", NULL);
    assert_touched(g, &s, "c4 c3", "c4d", NULL);
    assert_touched(g, &s, "a1 a2", "a1u", "completes no run");
    assert_touched(g, &s, "b1 a1", "b1l", "completes no run");
    assert_touched(g, &s, "a1 b2", "a1b2", "a1 and b2 are not neighbours");
    assert_touched(g, &s, "a1 f6", "a1f6", "a1 and f6 are not neighbours");
    assert_touched(g, &s, "a6 a7", "a6u", "a7 is a hidden tile");
    assert_touched(g, &s, "a1 a1", NULL, NULL);
    assert_touched(g, &s, "a1", NULL, NULL);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_pieces),
        cmocka_unit_test(touches),
        cmocka_unit_test(touched_cells),
        cmocka_unit_test(told),
        cmocka_unit_test(told_if_stuck),
        cmocka_unit_test(traces_add_up),
        cmocka_unit_test(steps),
        cmocka_unit_test(threats),
        cmocka_unit_test(picture),
        cmocka_unit_test(words_agree),
        cmocka_unit_test(pictures_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
