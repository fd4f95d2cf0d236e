/* How Abalone looks: cells, touches, steps, sentences, pictures. */
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
        for (int k = 0; k < i; k++) { /* neighbours are a cell apart, nobody is nearer */
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

/* That no sequence is the beginning of another is for the conformance suite. */
static void touches(void **unused) {
    (void)unused;
    assert_touches("2bbb4", "e5e6", "e5 e6");
    assert_touches("2bbb4", "e4e5", "e4 e5 e6");
    assert_touches("2bbb4", "e3e4", "e3 e5 e6");
    assert_touches("2bbb4", "e5e4", "e5 e3 e2");
    assert_touches("2bbb4", "e4e3", "e4 e3 e2");
    assert_touches("2bbbww2", "e3e4", "e3 e5 e6");
    assert_touches("2bbb4", "e3e5f3", "e3 e5 f5");
    assert_touches("2bbb4", "e4e3d3", "e3 e4 d3");
}

/* Steps. -------------------------------------------------------------------------------------- */

/* Does to a board of characters what the steps say, one after the other, and finds what stands
 * there after the move. */
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
         "wins.");
    tell("5/6/7/8/9/8/b6/bb4/w1b2 b 0 0 0", "a3a2", PES_LANG_EN,
         "Black moves a3 to a2. White has no move left: Black wins.");
    tell("5/6/7/8/9/8/b6/bb4/w1b2 b 0 0 0", "a3a2", PES_LANG_EL,
         "Ο Μαύρος πάει από το a3 στο a2. Ο Λευκός δεν έχει άλλη κίνηση: κερδίζει ο Μαύρος.");
}

/* Pictures. ----------------------------------------------------------------------------------- */

static void paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct str *out) {
    static struct pes_canvas canvas;
    abalone_view.draw(g, s, how, &canvas);
    str_clear(out);
    for (int row = 0; row < canvas.rows; row++) {
        int used = canvas.columns;
        while (used > 0 && canvas.at[row][used - 1].glyph[0] == '\0')
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
static void paint_text(const char *position, const char *move, bool unicode, struct str *out) {
    struct pes_game *g = open_table("");
    struct pes_state_buf before, s;
    struct pes_undo_buf undo;
    struct pes_draw how = {.lang = PES_LANG_EL, .unicode = unicode};
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
    paint_text("ww3/6/7/8/4bbbww/8/7/bb4/5 b 1 2 0", "e5e6", false, &picture);
    assert_string_equal(picture.text, "          i  O   O   .   .   .\n"
                                      "        h  .   .   .   .   .   .\n"
                                      "      g  .   .   .   .   .   .   .          X Black\n"
                                      "    f  .   .   .   .   .   .   .   .          lost 1 of 6\n"
                                      "  e  .   .   .   .  [.] [X] [X] [X] [O]       X\n"
                                      "    d  .   .   .   .   .   .   .   .   9\n"
                                      "      c  .   .   .   .   .   .   .   8      O White\n"
                                      "        b  X   X   .   .   .   .   7          lost 3 of 6\n"
                                      "          a  .   .   .   .   .   6            O O O\n"
                                      "               1   2   3   4   5\n");
    paint_text("ww3/6/7/8/4bbbw1/8/7/bb4/5 b 0 0 0", "b1b2a1", true, &picture);
    assert_string_equal(picture.text,
                        "          i  ○   ○   ·   ·   ·\n"
                        "        h  ·   ·   ·   ·   ·   ·\n"
                        "      g  ·   ·   ·   ·   ·   ·   ·          ● Μαύρος\n"
                        "    f  ·   ·   ·   ·   ·   ·   ·   ·          χαμένες 0 από 6\n"
                        "  e  ·   ·   ·   ·   ●   ●   ●   ○   ·\n"
                        "    d  ·   ·   ·   ·   ·   ·   ·   ·   9\n"
                        "      c  ·   ·   ·   ·   ·   ·   ·   8      ○ Λευκός\n"
                        "        b [·] [·]  ·   ·   ·   ·   7          χαμένες 0 από 6\n"
                        "          a [●] [●]  ·   ·   ·   6\n"
                        "               1   2   3   4   5\n");
    str_release(&picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells),     cmocka_unit_test(touches),     cmocka_unit_test(traces),
        cmocka_unit_test(sentences), cmocka_unit_test(drawn_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
