/* The view of Abalone: cells, touches, steps, sentences, painted boards. */
#include "core/str.h"
#include "games/abalone/abalone_testing.h"

static void cells(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_cell cell[PES_CELLS_MAX];
    assert_int_equal(abalone_view.cells(g, cell), ABALONE_CELLS);
    assert_string_equal(cell[0].label, "a1");
    assert_string_equal(cell[30].label, "e5");
    assert_string_equal(cell[60].label, "i9");
    assert_int_equal(cell[26].x, 500); /* e1 */
    assert_int_equal(cell[34].x, 8500);
    assert_int_equal(cell[0].x, cell[56].x); /* a1 below i5 */
    assert_int_equal(cell[30].x, 4500);
    assert_int_equal(cell[30].y, (cell[0].y + cell[60].y) / 2);
    for (int i = 0; i < ABALONE_CELLS; i++)
        for (int k = 0; k < i; k++) { /* neighbours are one cell apart, no two cells are nearer */
            const double dx = cell[i].x - cell[k].x, dy = cell[i].y - cell[k].y;
            const double square = dx * dx + dy * dy;
            bool neighbours = false;
            for (int d = 0; d < ABALONE_DIRECTIONS; d++)
                neighbours |= abalone_next(abalone_place_of[i], d) == abalone_place_of[k];
            assert_int_equal(neighbours, square < 1.1e6);
            assert_true(square > 0.99e6);
        }
    pes_game_close(g);
}

static void assert_touches(const char *row_e, const char *move, const char *golden) {
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    struct pes_cell cell[PES_CELLS_MAX];
    int16_t touches[PES_TOUCHES_MAX];
    char found[32] = "";
    read_row_e(g, row_e, &s);
    abalone_view.cells(g, cell);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    const int n = abalone_view.touches(g, PES_STATE(s), m, touches);
    for (int i = 0; i < n; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "",
                 cell[touches[i]].label);
    assert_string_equal(found, golden);
    pes_game_close(g);
}

/* The conformance suite checks that no sequence is a prefix of another. */
static void touches(void **unused) {
    (void)unused;
    assert_touches("2bbb4", "e5e6", "e5 e6");
    assert_touches("2bbb4", "e4e5", "e4 e5 e6");
    assert_touches("2bbb4", "e3e4", "e3 e5 e6");
    assert_touches("2bbb4", "e5e4", "e3 e5 e2");
    assert_touches("2bbb4", "e4e3", "e3 e4 e2");
    assert_touches("2bbbww2", "e3e4", "e3 e5 e6");
    assert_touches("2bbb4", "e3e5f3", "e3 e5 f5");
    assert_touches("2bbb4", "e4e3d3", "e3 e4 d3");
}

/* Threats as "b e8 e7 > e9; ..": player, marbles from the front, ejected marble. */
static void assert_threats(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_table(options);
    struct pes_state_buf s;
    struct pes_cell cell[PES_CELLS_MAX];
    struct pes_threat threats[PES_THREATS_MAX];
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    abalone_view.cells(g, cell);
    const int n = abalone_view.threats(g, PES_STATE(s), threats);
    for (int i = 0; i < n; i++) {
        str_addf(&found, "%s%c", i > 0 ? "; " : "", "bw"[threats[i].player]);
        for (int k = 0; k < threats[i].cell_count; k++)
            str_addf(&found, " %s", cell[threats[i].cells[k]].label);
        assert_int_equal(threats[i].at_count, 1);
        str_addf(&found, " > %s", cell[threats[i].at[0]].label);
    }
    assert_string_equal(found.length > 0 ? found.text : "", golden);
    str_release(&found);
    pes_game_close(g);
}

static void threats(void **unused) {
    (void)unused;
    assert_threats("", "startpos", "");
    assert_threats("", "5/6/7/8/6wwb/8/7/6/b4 b 0 0 0", "w e8 e7 > e9");
    assert_threats("", "5/6/7/8/6wwb/8/7/6/b4 w 0 0 0", "w e8 e7 > e9");
    /* Three push two; a third marble behind two adds nothing to the push of one. */
    assert_threats("", "5/6/7/8/4wwwbb/8/7/6/b4 b 0 0 0", "w e7 e6 e5 > e9");
    assert_threats("", "5/6/7/8/5wwwb/8/7/6/b4 b 0 0 0", "w e8 e7 > e9");
    assert_threats("", "5/6/7/8/bwww5/8/7/6/b4 b 0 0 0", "w e2 e3 > e1");
    /* Two do not push two, nor against their own marble, nor off the board if there is an empty
     * cell behind. */
    assert_threats("", "5/6/7/8/5wwbb/8/7/6/b4 b 0 0 0", "");
    assert_threats("", "5/6/7/8/5wwbw/8/7/6/b4 b 0 0 0", "");
    assert_threats("", "5/6/7/8/5wwb1/8/7/6/b4 b 0 0 0", "");
}

/* Both players: the mover first, unless only the opponent would win. */
static void threats_by_gravity(void **unused) {
    (void)unused;
    static const char black_first[] = "b a2 a3 > a1; w e8 e7 > e9";
    static const char white_first[] = "w e8 e7 > e9; b a2 a3 > a1";
    assert_threats("", "5/6/7/8/6wwb/8/7/6/wbb2 b 0 0 0", black_first);
    assert_threats("", "5/6/7/8/6wwb/8/7/6/wbb2 w 0 0 0", white_first);
    assert_threats("", "5/6/7/8/6wwb/8/7/6/wbb2 b 5 0 0", white_first);
    assert_threats("", "5/6/7/8/6wwb/8/7/6/wbb2 b 5 5 0", black_first);
    assert_threats("", "5/6/7/8/6wwb/8/7/6/wbb2 b 6 0 0", "");
    assert_threats("eject=7", "5/6/7/8/6wwb/8/7/6/wbb2 b 5 0 0", black_first);
}

static void assert_said_threat(const char *position, enum pes_lang lang, const char *golden) {
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    struct pes_threat found[PES_THREATS_MAX];
    char said[PES_NOTE_MAX];
    read_position(g, position, &s);
    assert_int_equal(abalone_view.threats(g, PES_STATE(s), found), 1);
    assert_int_equal(abalone_view.say_threat(g, PES_STATE(s), found, lang, said, sizeof said),
                     strlen(golden));
    assert_string_equal(said, golden);
    pes_game_close(g);
}

static void said_threats(void **unused) {
    (void)unused;
    assert_said_threat("5/6/7/8/6wwb/8/7/6/b4 b 0 0 0", PES_LANG_EN,
                       "White can push e9 off with e7-e8.");
    assert_said_threat("5/6/7/8/6wwb/8/7/6/b4 b 0 0 0", PES_LANG_EL,
                       "Ο Λευκός μπορεί να βγάλει τη μπίλια στο e9 με τις e7-e8.");
    assert_said_threat("5/6/7/8/4wwwbb/8/7/6/b4 b 5 0 0", PES_LANG_EN,
                       "White can push e9 off with e5-e7 and win.");
    assert_said_threat("5/6/7/8/4wwwbb/8/7/6/b4 b 5 0 0", PES_LANG_EL,
                       "Ο Λευκός μπορεί να βγάλει τη μπίλια στο e9 με τις e5-e7 και να κερδίσει.");
}

/* A threat of the mover is listed if and only if a legal move ejects the marble. */
static void threats_are_moves(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 91);
    struct pes_game *g = open_table("");
    for (int k = 0; k < 1500; k++) {
        struct pes_state_buf s;
        pes_move list[ABALONE_MOVES_MAX];
        struct pes_step steps[PES_STEPS_MAX];
        struct pes_threat found[PES_THREATS_MAX];
        bool falls[ABALONE_CELLS] = {false}, told[ABALONE_CELLS] = {false};
        scatter(&rng, 1 + k % 14, 6, &s);
        const int mover = abalone_at(PES_STATE(s))->mover;
        for (int n = pes_moves(g, PES_STATE(s), list), i = 0; i < n; i++) {
            abalone_view.trace(g, PES_STATE(s), list[i], steps);
            if (steps[0].kind == PES_STEP_REMOVE)
                falls[steps[0].from] = true;
        }
        for (int n = abalone_view.threats(g, PES_STATE(s), found), i = 0; i < n; i++)
            if (found[i].player == mover)
                told[found[i].at[0]] = true;
        assert_memory_equal(falls, told, sizeof told);
    }
    pes_game_close(g);
}

/* Every ejected marble is a point. */
static void scores(void **unused) {
    (void)unused;
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    int32_t found[PES_PLAYERS_MAX];
    read_position(g, "5/6/7/8/6wwb/8/7/6/wbb2 w 2 3 0", &s);
    play_moves(g, &s, "e7e8");
    g->rules->scores(g, PES_STATE(s), found);
    assert_int_equal(found[ABALONE_BLACK], 3);
    assert_int_equal(found[ABALONE_WHITE], 3);
    assert_int_equal(abalone_view.target(g), 6);
    pes_game_close(g);
    g = open_table("eject=2");
    assert_int_equal(abalone_view.target(g), 2);
    pes_game_close(g);
}

/* Steps. -------------------------------------------------------------------------------------- */

/* Applies the steps one by one to a board of characters; the result must be the position after the
 * move. */
static void check_trace(const struct pes_game *g, struct pes_state *s, pes_move m) {
    static const char sides[] = "bw";
    char board[ABALONE_CELLS + 1], after[ABALONE_CELLS + 1];
    struct pes_piece pieces[PES_PIECES_MAX];
    struct pes_step steps[PES_STEPS_MAX];
    struct pes_undo_buf undo;
    memset(board, '.', sizeof board);
    memset(after, '.', sizeof after);
    for (int n = abalone_view.pieces(g, s, pieces), i = 0; i < n; i++)
        board[pieces[i].cell] = sides[pieces[i].player];
    const int count = abalone_view.trace(g, s, m, steps);
    int said = 0;
    for (int i = 0; i < count; i++) {
        char line[200];
        said += abalone_view.say_step(g, s, m, &steps[i], PES_LANG_EL, line, sizeof line) > 0;
        if (steps[i].kind == PES_STEP_END)
            continue;
        assert_int_equal(steps[i].wave, 0);
        assert_int_equal(board[steps[i].from], sides[steps[i].player]);
        board[steps[i].from] = '.';
        if (steps[i].kind == PES_STEP_REMOVE)
            continue;
        assert_int_equal(steps[i].kind, PES_STEP_MOVE);
        assert_int_equal(board[steps[i].to], '.');
        board[steps[i].to] = sides[steps[i].player];
    }
    const int mover = abalone_at(s)->mover;
    pes_make(g, s, m, undo.bytes);
    for (int n = abalone_view.pieces(g, s, pieces), i = 0; i < n; i++) {
        after[pieces[i].cell] = sides[pieces[i].player];
        assert_string_equal(pieces[i].kind, "marble");
    }
    assert_memory_equal(board, after, ABALONE_CELLS);
    const bool over = pes_over(g, s);
    assert_int_equal(steps[count - 1].kind == PES_STEP_END, over);
    assert_int_equal(said, over ? 2 : 1);
    if (over)
        assert_int_equal(steps[count - 1].player, mover);
    pes_unmake(g, s, m, undo.bytes);
}

static void traces(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 90);
    struct pes_game *g = open_table("");
    for (int k = 0; k < 1500; k++) {
        struct pes_state_buf s;
        pes_move list[ABALONE_MOVES_MAX];
        scatter(&rng, 1 + k % 14, 6, &s);
        const int n = pes_moves(g, PES_STATE(s), list);
        for (int i = 0; i < n; i++)
            check_trace(g, PES_STATE(s), list[i]);
    }
    pes_game_close(g);
}

static void tell(const char *position, const char *move, enum pes_lang lang, const char *golden) {
    struct pes_game *g = open_table("");
    assert_told(g, position, move, lang, golden);
    pes_game_close(g);
}

static void sentences(void **unused) {
    (void)unused;
    tell("5/6/7/8/2bbb4/8/7/6/w4 b 0 0 0", "e5e6", PES_LANG_EN, "Black moves e5 to e6.");
    tell("5/6/7/8/2bbb4/8/7/6/w4 b 0 0 0", "e5e6", PES_LANG_EL, "Ο Μαύρος πάει από το e5 στο e6.");
    tell("5/6/7/8/2bbb4/8/7/6/w4 b 0 0 0", "e5e4", PES_LANG_EN, "Black moves e5-e3 to e4-e2.");
    tell("5/6/7/8/2bbb4/8/7/6/w4 b 0 0 0", "e3e5f4", PES_LANG_EN,
         "Black moves e3-e5 sideways to f4-f6.");
    tell("5/6/7/8/2bbbww2/8/7/6/5 b 0 0 0", "e3e4", PES_LANG_EN,
         "Black pushes two white marbles with e3-e5.");
    tell("5/6/7/8/6wwb/8/7/6/b4 w 1 0 0", "e7e8", PES_LANG_EN,
         "White pushes a black marble with e7-e8. A black marble is ejected: 2 of 6.");
    tell("5/6/7/8/6wwb/8/7/6/b4 w 1 0 0", "e7e8", PES_LANG_EL,
         "Ο Λευκός σπρώχνει μία μαύρη μπίλια με τις e7-e8. Μία μαύρη μπίλια βγαίνει: 2 από 6.");
    tell("5/6/7/8/4bbbww/8/7/6/5 b 1 5 0", "e5e6", PES_LANG_EN,
         "Black pushes two white marbles with e5-e7. A white marble is ejected: 6 of 6. Black "
         "wins: 6 white marbles are off the board.");
    tell("5/6/7/8/9/8/b6/bb4/w1b2 b 0 0 0", "a3a2", PES_LANG_EN,
         "Black moves a3 to a2. White has no move left: Black wins.");
    tell("5/6/7/8/9/8/b6/bb4/w1b2 b 0 0 0", "a3a2", PES_LANG_EL,
         "Ο Μαύρος πάει από το a3 στο a2. Ο Λευκός δεν έχει άλλη κίνηση: κερδίζει ο Μαύρος.");
}

/* Why the game ended, from each side. */
static void reasons(void **unused) {
    (void)unused;
    struct pes_game *g;
    g = open_table("");
    assert_why(g, "5/6/7/8/4bbbww/8/7/6/5 b 1 5 0", "e5e6", PES_LANG_EN,
               "you pushed 6 marbles off the board; 6 of your marbles are off the board; 6 white "
               "marbles are off the board");
    pes_game_close(g);
    g = open_table("eject=1");
    assert_why(g, "5/6/7/8/4bbbww/8/7/6/5 b 0 0 0", "e5e6", PES_LANG_EL,
               "έσπρωξες 1 μπίλια έξω από το ταμπλό; 1 μπίλια σου βγήκε από το ταμπλό; 1 λευκή "
               "μπίλια βγήκε από το ταμπλό");
    pes_game_close(g);
    g = open_table("");
    assert_why(g, "5/6/7/8/9/8/b6/bb4/w1b2 b 0 0 0", "a3a2", PES_LANG_EN,
               "White has no move left; you have no move left; White has no move left");
    pes_game_close(g);
}

/* Painted boards. ----------------------------------------------------------------------------- */

static void paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct str *out) {
    static struct pes_canvas canvas;
    abalone_view.draw(g, s, how, &canvas);
    str_clear(out);
    for (int row = 0; row < canvas.rows; row++) {
        int used = canvas.columns;
        while (used > 0 && (canvas.at[row][used - 1].glyph[0] == '\0' ||
                            canvas.at[row][used - 1].glyph[0] == ' '))
            used--;
        for (int column = 0; column < used; column++) {
            const char *glyph = canvas.at[row][column].glyph;
            str_add(out, glyph[0] == '\0' ? " " : glyph);
        }
        str_add_char(out, '\n');
    }
    assert_true(canvas.columns <= 80);
    assert_true(canvas.rows <= 17);
}

/* Paints `position` after `move`. */
static void paint_text(const char *position, const char *move, struct pes_draw how,
                       struct str *out) {
    struct pes_game *g = open_table("");
    struct pes_state_buf before, s;
    struct pes_undo_buf undo;
    read_position(g, position, &before);
    s = before;
    how.before = PES_STATE(before);
    how.last = read_move(g, PES_STATE(s), move, strlen(move));
    pes_make(g, PES_STATE(s), how.last, undo.bytes);
    paint(g, PES_STATE(s), &how, out);
    pes_game_close(g);
}

static void drawn_board(void **unused) {
    (void)unused;
    struct str picture;
    str_init(&picture);
    paint_text("ww3/6/7/8/4bbbww/8/7/bb4/5 b 1 2 0", "e5e6", (struct pes_draw){.lang = PES_LANG_EN},
               &picture);
    assert_string_equal(picture.text, "        i  O   O   .   .   .\n"
                                      "      h  .   .   .   .   .   .\n"
                                      "    g  .   .   .   .   .   .   .          X Black\n"
                                      "  f  .   .   .   .   .   .   .   .          lost 1 of 6\n"
                                      "e  .   .   .   .  [.] [X] [X] [X] [O]       X\n"
                                      "  d  .   .   .   .   .   .   .   .   9\n"
                                      "    c  .   .   .   .   .   .   .   8      O White\n"
                                      "      b  X   X   .   .   .   .   7          lost 3 of 6\n"
                                      "        a  .   .   .   .   .   6            O O O\n"
                                      "             1   2   3   4   5\n");
    paint_text("ww3/6/7/8/4bbbw1/8/7/bb4/5 b 0 0 0", "b1b2a1",
               (struct pes_draw){.lang = PES_LANG_EL, .unicode = true}, &picture);
    assert_string_equal(picture.text,
                        "        i  ○   ○   ·   ·   ·\n"
                        "      h  ·   ·   ·   ·   ·   ·\n"
                        "    g  ·   ·   ·   ·   ·   ·   ·          ● Μαύρος\n"
                        "  f  ·   ·   ·   ·   ·   ·   ·   ·          χαμένες 0 από 6\n"
                        "e  ·   ·   ·   ·   ●   ●   ●   ○   ·\n"
                        "  d  ·   ·   ·   ·   ·   ·   ·   ·   9\n"
                        "    c  ·   ·   ·   ·   ·   ·   ·   8      ○ Λευκός\n"
                        "      b [·] [·]  ·   ·   ·   ·   7          χαμένες 0 από 6\n"
                        "        a [●] [●]  ·   ·   ·   6\n"
                        "             1   2   3   4   5\n");
    paint_text("ww3/6/7/8/4bbbw1/8/7/bb4/5 b 0 1 0", "b1b2a1",
               (struct pes_draw){.lang = PES_LANG_EL, .columns = 40, .rows = 20}, &picture);
    assert_string_equal(picture.text, "        i  O   O   .   .   .\n"
                                      "      h  .   .   .   .   .   .\n"
                                      "    g  .   .   .   .   .   .   .\n"
                                      "  f  .   .   .   .   .   .   .   .\n"
                                      "e  .   .   .   .   X   X   X   O   .\n"
                                      "  d  .   .   .   .   .   .   .   .   9\n"
                                      "    c  .   .   .   .   .   .   .   8\n"
                                      "      b [.] [.]  .   .   .   .   7\n"
                                      "        a [X] [X]  .   .   .   6\n"
                                      "             1   2   3   4   5\n"
                                      "X Μαύρος χαμένες 0 από 6\n"
                                      "O Λευκός χαμένη 1 από 6\n");
    str_release(&picture);
}

static void check_touched(const char *row_e, const char *touches, const char *move,
                          const char *why) {
    struct pes_game *g = open_table("");
    struct pes_state_buf s;
    read_row_e(g, row_e, &s);
    assert_touched(g, &s, touches, move, why);
    pes_game_close(g);
}

static void touched_cells(void **unused) {
    (void)unused;
    /* One marble. */
    check_touched("2bbb4", "e5 e6", "e5e6", NULL);
    check_touched("2bbbw3", "e5 e6", "e5e6", "one marble cannot push one");
    check_touched("2bbb4", "e3 e4", NULL, NULL); /* a group is being chosen */
    check_touched("2bbb4", "e5 g5", NULL, NULL);
    check_touched("2bbb4", "a1 a2", NULL, NULL);
    check_touched("2bbb4", "e3", NULL, NULL);
    /* In line, either end first. */
    check_touched("2bbb4", "e3 e5 e6", "e3e4", NULL);
    check_touched("2bbb4", "e5 e3 e6", "e3e4", NULL);
    check_touched("2bbb4", "e5 e3 e2", "e5e4", NULL);
    check_touched("bbbwww3", "e1 e3 e4", "e1e2", "three marbles cannot push three");
    check_touched("2bbw1b2", "e3 e4 e5", "e3e4", NULL);
    check_touched("2bbwb3", "e4 e3 e5", "e3e4", "behind the pushed marbles is one of your own");
    check_touched("2bbb4", "e3 e4 e5", NULL, NULL); /* a group of three is being chosen */
    check_touched("2bbbb3", "e3 e5 e6", "e3e4", "more than three marbles stand in line");
    check_touched("2b1b4", "e3 e5 e6", NULL, NULL);
    /* Broadside, either end first; the goal is that of the higher end. */
    check_touched("2bbb4", "e3 e5 f5", "e5e3f5", NULL);
    check_touched("2bbb4", "e5 e3 f5", "e5e3f5", NULL);
    check_touched("2b1b4", "e3 e5 f5", "e5e3f5", "there is no marble on e4");
    check_touched("2bbb4", "e3 e5 f3", NULL, NULL);
    check_touched("2bbb4", "e3 e5 a1", NULL, NULL);
    check_touched("2bbb1b2", "e3 e7 f7", NULL, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells),
        cmocka_unit_test(touches),
        cmocka_unit_test(touched_cells),
        cmocka_unit_test(threats),
        cmocka_unit_test(threats_by_gravity),
        cmocka_unit_test(said_threats),
        cmocka_unit_test(threats_are_moves),
        cmocka_unit_test(scores),
        cmocka_unit_test(traces),
        cmocka_unit_test(sentences),
        cmocka_unit_test(reasons),
        cmocka_unit_test(drawn_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
