/* The view of Gomoku: cells, touches, steps, sentences, threats, painted boards. */
#include "games/gomoku/gomoku_testing.h"

#include "core/str.h"

static void cells_and_pieces(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    struct pes_cell cells[PES_CELLS_MAX];
    struct pes_piece pieces[PES_PIECES_MAX];
    assert_int_equal(gomoku_view.cells(g, cells), 225);
    assert_string_equal(cells[0].label, "a1");
    assert_int_equal(cells[0].x, 500);
    assert_int_equal(cells[0].y, 14500);
    assert_string_equal(cells[224].label, "o15");
    assert_int_equal(cells[224].y, 500);
    assert_string_equal(cells[7 * 15 + 7].label, "h8");
    assert_int_equal(cells[0].shape, PES_SHAPE_CIRCLE);
    read_position(g, "startpos", &s);
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 0);
    play_moves(g, &s, "h8 a2");
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 2);
    assert_int_equal(pieces[0].cell, 1);
    assert_int_equal(pieces[0].player, 1);
    assert_int_equal(pieces[0].number, 2);
    assert_string_equal(pieces[1].kind, "stone");
    assert_int_equal(pieces[1].player, 0);
    assert_int_equal(pieces[1].number, 1);
    pes_game_close(g);
}

/* After a swap the black stones are Second's, and still black. */
static void swapped_pieces(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("opening=swap2");
    struct pes_state_buf s;
    struct pes_piece pieces[PES_PIECES_MAX];
    int16_t touches[PES_TOUCHES_MAX];
    read_position(g, "startpos", &s);
    play_moves(g, &s, "a1 a2 a3");
    assert_int_equal(gomoku_view.touches(g, PES_STATE(s), GOMOKU_SECOND_TAKES_BLACK, touches), 0);
    play_moves(g, &s, "black");
    assert_int_equal(gomoku_view.touches(g, PES_STATE(s), 17, touches), 1);
    assert_int_equal(touches[0], 16);
    assert_int_equal(gomoku_view.pieces(g, PES_STATE(s), pieces), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pieces[i].number, i == 1 ? 2 : 1);
        assert_int_equal(pieces[i].player, i == 1 ? 0 : 1);
    }
    pes_game_close(g);
}

static void tell(const char *options, const char *position, const char *move, enum pes_lang lang,
                 const char *golden) {
    struct pes_game *g = open_board(options);
    assert_told(g, position, move, lang, golden);
    pes_game_close(g);
}

static void told(void **unused) {
    (void)unused;
    tell("", "startpos", "h8", PES_LANG_EN, "Black places h8.");
    tell("", "startpos", "h8", PES_LANG_EL, "Ο Μαύρος βάζει πούλι στο h8.");
    static const char rising[] = "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b";
    tell("size=9", rising, "f6", PES_LANG_EN,
         "Black places f6. Black wins with five in a row: b2-f6.");
    tell("size=9", rising, "a1", PES_LANG_EL,
         "Ο Μαύρος βάζει πούλι στο a1. Ο Μαύρος κερδίζει με πέντε στη σειρά: a1-e5.");
    tell("size=9", "9/9/9/9/1bbbb4/bwwww4/9/9/9 w", "f4", PES_LANG_EN,
         "White places f4. White wins with five in a row: b4-f4.");
    tell("size=9", "b8/b8/b8/9/b8/b8/wwww5/w8/9 b", "a6", PES_LANG_EN,
         "Black places a6. Black wins with 6 in a row: a4-a9.");
    tell("size=5", "bwbwb/bwbwb/wbwbw/wbwbw/bwbw1 b", "e1", PES_LANG_EN,
         "Black places e1. The board is full: a draw.");
    tell("size=6,rule=renju", "wwbwbw/wbwwbw/bb1bbb/bbb1bb/w1wbww/wbwwbw w", "b2", PES_LANG_EN,
         "White places b2. Black has no point left to play: a draw.");
    tell("size=6,opening=swap2", "startpos", "a1", PES_LANG_EN, "A black stone goes to a1.");
    tell("size=6,opening=swap2", "bwb3/6/6/6/6/6 w c2", "black", PES_LANG_EN,
         "The second player takes Black, the first plays White.");
    tell("size=6,opening=swap2", "bwbwb1/6/6/6/6/6 w c1", "black", PES_LANG_EL,
         "Ο πρώτος παίκτης παίρνει τα μαύρα, ο δεύτερος παίζει με τα λευκά.");
}

/* Why the game ended, from each side. */
static void reasons(void **unused) {
    (void)unused;
    struct pes_game *g;
    g = open_board("size=9");
    assert_why(g, "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b", "f6", PES_LANG_EN,
               "five in a row; five in a row; five in a row");
    pes_game_close(g);
    g = open_board("size=9");
    assert_why(g, "b8/b8/b8/9/b8/b8/wwww5/w8/9 b", "a6", PES_LANG_EL,
               "6 στη σειρά; 6 στη σειρά; 6 στη σειρά");
    pes_game_close(g);
}

/* The winning row is given by its ends, also in the steps. */
static void end_step(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=9,opening=swap2");
    struct pes_state_buf s;
    struct pes_step steps[PES_STEPS_MAX];
    read_position(g, "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b fw", &s);
    assert_int_equal(gomoku_view.trace(g, PES_STATE(s), read_move(g, PES_STATE(s), "f6", 2), steps),
                     2);
    assert_int_equal(steps[0].kind, PES_STEP_PLACE);
    assert_int_equal(steps[0].to, 5 * 9 + 5);
    assert_int_equal(steps[1].kind, PES_STEP_END);
    assert_int_equal(steps[1].from, 1 * 9 + 1);
    assert_int_equal(steps[1].to, 5 * 9 + 5);
    assert_int_equal(steps[1].player, 1);
    assert_int_equal(steps[1].value, 5);
    pes_game_close(g);
}

/* Buttons, deciding stones, threats. ---------------------------------------------------------- */

static void assert_button(const char *position, const char *move, const char *english,
                          const char *greek) {
    struct pes_game *g = open_board("size=6,opening=swap2");
    struct pes_state_buf s;
    char said[PES_NOTE_MAX];
    read_position(g, position, &s);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    gomoku_view.say_button(g, PES_STATE(s), m, PES_LANG_EN, said, sizeof said);
    assert_string_equal(said, english);
    gomoku_view.say_button(g, PES_STATE(s), m, PES_LANG_EL, said, sizeof said);
    assert_string_equal(said, greek);
    pes_game_close(g);
}

static void buttons(void **unused) {
    (void)unused;
    static const char second[] = "bwb3/6/6/6/6/6 w c2", first[] = "bwbwb1/6/6/6/6/6 w c1";
    assert_button(second, "white", "Play White", "Παίξε με τα λευκά");
    assert_button(second, "black", "Play Black", "Παίξε με τα μαύρα");
    assert_button(second, "more", "Add two stones", "Βάλε άλλα δύο πούλια");
    assert_button(first, "black", "Play Black", "Παίξε με τα μαύρα");
    assert_button(first, "white", "Play White", "Παίξε με τα λευκά");
}

static void add_names(const struct pes_game *g, const int16_t cells[], int n, struct str *out) {
    for (int i = 0; i < n; i++) {
        char name[GOMOKU_NAME_MAX];
        gomoku_name(gomoku_board(g), cells[i], name);
        str_addf(out, " %s", name);
    }
}

static void assert_won_by(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    int16_t cells[PES_CELLS_MAX];
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    add_names(g, cells, gomoku_view.won_by(g, PES_STATE(s), cells), &found);
    assert_string_equal(found.length > 0 ? found.text : "", golden);
    str_release(&found);
    pes_game_close(g);
}

static void won_by(void **unused) {
    (void)unused;
    assert_won_by("size=9", "startpos", "");
    assert_won_by("size=9", "9/9/9/9/1bbbb4/1wwww4/9/9/9 b", "");
    assert_won_by("size=9", "9/9/9/9/1bbbbb3/1wwww4/9/9/9 w", " b5 c5 d5 e5 f5");
    assert_won_by("size=9", "9/9/9/9/bbbbbb3/wwww1w3/9/9/9 w", " a5 b5 c5 d5 e5 f5");
    /* One stone may complete two rows; it is listed once. */
    assert_won_by("size=9", "9/9/9/9/bbbbb4/bwwww4/bwwww4/b8/b8 w", " a1 a2 a3 a4 a5 b5 c5 d5 e5");
    /* Six do not win where five must be exact, a five beside them does. */
    assert_won_by("size=9,rule=standard", "9/9/ww1ww1w2/ww1ww4/bbbbbb3/b8/b8/b8/b8 w",
                  " a1 a2 a3 a4 a5");
    assert_won_by("size=5", "bwbwb/bwbwb/wbwbw/wbwbw/bwbwb w", "");
}

/* Threats as "b four c3 d3 e3 f3 > b3 g3; ..": player, stones, completing points. */
static void assert_threats(const char *options, const char *position, const char *golden) {
    static const char *const kinds[] = {"four", "open four", "three"};
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    struct pes_threat threats[PES_THREATS_MAX];
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    const int n = gomoku_view.threats(g, PES_STATE(s), threats);
    for (int i = 0; i < n; i++) {
        str_addf(&found, "%s%d %s", i > 0 ? "; " : "", threats[i].player, kinds[threats[i].kind]);
        add_names(g, threats[i].cells, threats[i].cell_count, &found);
        str_add(&found, " >");
        add_names(g, threats[i].at, threats[i].at_count, &found);
    }
    assert_string_equal(found.length > 0 ? found.text : "", golden);
    str_release(&found);
    pes_game_close(g);
}

static void threats(void **unused) {
    (void)unused;
    assert_threats("size=9", "startpos", "");
    assert_threats("size=9", "9/9/9/9/2bbb4/9/w7w/9/9 w", "0 three c5 d5 e5 > b5 f5");
    /* With a gap the only place is the gap; at the edge the three is not open. */
    assert_threats("size=9", "9/9/9/9/2bb1b3/9/w7w/9/9 w", "0 three c5 d5 f5 > e5");
    assert_threats("size=9", "9/9/9/9/bbb6/9/w7w/9/9 w", "");
    assert_threats("size=9", "9/9/9/9/wbbb5/9/w8/9/9 w", "");
    /* Diagonals; fours before threes, the mover before the opponent. */
    assert_threats("size=9", "9/9/2w6/3w5/4w4/9/2bbb4/9/9 b",
                   "0 three c3 d3 e3 > b3 f3; 1 three c7 d6 e5 > b8 f4");
    assert_threats("size=9", "9/9/2w6/3w5/4w4/9/bbbb5/9/9 w",
                   "0 four a3 b3 c3 d3 > e3; 1 three c7 d6 e5 > b8 f4");
    assert_threats("size=9", "9/9/2wwww3/9/9/9/bbbb5/9/9 b",
                   "0 four a3 b3 c3 d3 > e3; 1 open four c7 d7 e7 f7 > b7 g7");
    /* Two fours in one line are two threats. */
    assert_threats("size=9", "9/9/w1w1w1w1w/9/9/9/b1bbb1b2/9/9 b",
                   "0 four a3 c3 d3 e3 > b3; 0 four c3 d3 e3 g3 > f3");
    assert_threats("size=9", "9/9/9/9/1bbbbb3/1wwww4/9/9/9 w", "");
}

/* Whether more than five win depends on the rule. */
static void threats_by_rule(void **unused) {
    (void)unused;
    static const char six[] = "9/9/9/ww7/bbb1bb3/ww7/w8/9/9 b";
    assert_threats("size=9", six, "0 four a5 b5 c5 e5 f5 > d5");
    assert_threats("size=9,rule=standard", six, "");
    assert_threats("size=9,rule=renju", six, "");
    /* b5 would be a four that a sixth stone spoils. */
    static const char spoilt[] = "9/9/9/9/b1bbb4/9/w1w1w1w2/9/9 b";
    assert_threats("size=9", spoilt, "0 four a5 c5 d5 e5 > b5; 0 three c5 d5 e5 > f5");
    assert_threats("size=9,rule=standard", spoilt, "0 four a5 c5 d5 e5 > b5");
    /* In renju Black may not play b5 nor f5, which make two fours each: there is no three. */
    static const char banned[] = "w1w1w1w1w/9/9/9/2bbb4/1b3b3/1b3b3/1b3b3/1w3w2w w";
    assert_threats("size=9", banned, "0 three c5 d5 e5 > b5 f5");
    assert_threats("size=9,rule=renju", banned, "");
}

/* After a swap of colours First is White; before the choice there are no threats. */
static void threats_after_swap(void **unused) {
    (void)unused;
    assert_threats("size=9,opening=swap2", "9/9/9/9/2bbb4/9/w7w/9/9 w fw",
                   "1 three c5 d5 e5 > b5 f5");
    assert_threats("size=9,opening=swap2", "9/9/9/9/2bbb4/9/w7w/9/9 w c1", "");
}

static void assert_said_threat(const char *options, const char *position, enum pes_lang lang,
                               const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    struct pes_threat threats[PES_THREATS_MAX];
    char said[PES_NOTE_MAX];
    read_position(g, position, &s);
    assert_true(gomoku_view.threats(g, PES_STATE(s), threats) >= 1);
    assert_int_equal(gomoku_view.say_threat(g, PES_STATE(s), threats, lang, said, sizeof said),
                     strlen(golden));
    assert_string_equal(said, golden);
    pes_game_close(g);
}

static void said_threats(void **unused) {
    (void)unused;
    static const char three[] = "9/9/9/9/2bbb4/9/w7w/9/9 w";
    static const char four[] = "9/9/9/9/bbbb5/9/w3w3w/9/9 w";
    static const char open[] = "9/9/9/9/1bbbb4/9/w3w3w/9/9 w";
    assert_said_threat("size=9", three, PES_LANG_EN, "Black has an open three: c5, d5, e5.");
    assert_said_threat("size=9", three, PES_LANG_EL, "Ο Μαύρος έχει ανοιχτή τριάδα: c5, d5, e5.");
    assert_said_threat("size=9", four, PES_LANG_EN,
                       "Black has a four: a5, b5, c5, d5; five at e5.");
    assert_said_threat("size=9", four, PES_LANG_EL,
                       "Ο Μαύρος έχει τετράδα: a5, b5, c5, d5· πεντάδα στο e5.");
    assert_said_threat("size=9", open, PES_LANG_EN,
                       "Black has an open four: b5, c5, d5, e5; five at a5, f5.");
    assert_said_threat("size=9,opening=swap2", "9/9/9/9/2bbb4/9/w7w/9/9 w fw", PES_LANG_EN,
                       "Black has an open three: c5, d5, e5.");
}

/* The completing points of fours are those where a stone wins at once, on any board. */
static void fours_win(void **unused) {
    (void)unused;
    static const char *const variants[] = {"size=9", "size=11,rule=standard", "rule=renju"};
    struct pes_rng rng;
    pes_rng_init(&rng, 77);
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        struct pes_game *g = open_board(variants[v]);
        for (int k = 0; k < 400; k++) {
            struct pes_state_buf s;
            struct pes_threat found[PES_THREATS_MAX];
            pes_move list[PES_MOVES_MAX];
            bool wins[PES_CELLS_MAX] = {false}, told[PES_CELLS_MAX] = {false};
            if (!random_board(g, &rng, &s))
                continue;
            const int mover = pes_turn(g, PES_STATE(s));
            for (int n = pes_moves(g, PES_STATE(s), list), i = 0; i < n; i++) {
                struct pes_undo_buf undo;
                pes_make(g, PES_STATE(s), list[i], undo.bytes);
                wins[gomoku_target(list[i])] = stones_of(&s)->winner != 0;
                pes_unmake(g, PES_STATE(s), list[i], undo.bytes);
            }
            for (int n = gomoku_view.threats(g, PES_STATE(s), found), i = 0; i < n; i++)
                for (int p = 0; found[i].player == mover && p < found[i].at_count; p++)
                    if (found[i].kind <= 1)
                        told[found[i].at[p]] = true;
            assert_memory_equal(wins, told, sizeof told);
        }
        pes_game_close(g);
    }
}

/* Painted boards. ----------------------------------------------------------------------------- */

static void assert_picture(const char *options, const char *position, const char *moves,
                           const char *last, struct pes_draw how, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s, before;
    static struct pes_canvas canvas;
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    play_moves(g, &s, moves);
    before = s;
    if (last != NULL) {
        how.before = PES_STATE(before);
        how.last = read_move(g, PES_STATE(s), last, strlen(last));
        play_moves(g, &s, last);
    }
    g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
    for (int row = 0; row < canvas.rows; row++) {
        size_t end = found.length;
        for (int column = 0; column < canvas.columns; column++) {
            const char *glyph = canvas.at[row][column].glyph;
            str_add(&found, glyph[0] != '\0' ? glyph : " ");
            if (glyph[0] != '\0' && glyph[0] != ' ')
                end = found.length;
        }
        found.length = end;
        found.text[end] = '\0';
        str_add(&found, "\n");
    }
    assert_string_equal(found.text, golden);
    str_release(&found);
    pes_game_close(g);
}

static void pictures(void **unused) {
    (void)unused;
    const struct pes_draw ascii = {.lang = PES_LANG_EN}, greek = {PES_LANG_EL, .unicode = true};
    const struct pes_draw below = {.lang = PES_LANG_EL, .columns = 40};
    const struct pes_draw bare = {.lang = PES_LANG_EL, .columns = 24};
    assert_picture("size=9", "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b", "", "f6", ascii,
                   " 9  . . . . . . . . .     X Black\n"
                   " 8  . . . . . . . . .     O White\n"
                   " 7  . . + . O O O O .     # the winning row\n"
                   " 6  . . . . .[#]. . .     [ ] the last stone\n"
                   " 5  . . . . # . . . .\n"
                   " 4  . . . # . . . . .\n"
                   " 3  . . # . . . + . .\n"
                   " 2  . # . . . . . . .\n"
                   " 1  . . . . . . . . .\n"
                   "    a b c d e f g h i\n");
    assert_picture("size=9,rule=renju", "9/9/4b4/4b4/2bb5/9/9/w7w/w7w b", "", NULL, greek,
                   " 9  · · · · · · · · ·     ● Μαύρος\n"
                   " 8  · · · · · · · · ·     ○ Λευκός\n"
                   " 7  · · + · ● · + · ·     × απαγορευμένο στον Μαύρο\n"
                   " 6  · · · · ● · · · ·\n"
                   " 5  · · ● ● × · · · ·\n"
                   " 4  · · · · · · · · ·\n"
                   " 3  · · + · · · + · ·\n"
                   " 2  ○ · · · · · · · ○\n"
                   " 1  ○ · · · · · · · ○\n"
                   "    a b c d e f g h i\n");
    assert_picture("size=5,opening=swap2", "startpos", "a1 a2", "c3", ascii,
                   " 5  . . . . .     X Black\n"
                   " 4  . . . . .     O White\n"
                   " 3  . .[X]. .     swap2: colours are open\n"
                   " 2  O . . . .     [ ] the last stone\n"
                   " 1  X . . . .\n"
                   "    a b c d e\n");
    assert_picture("size=9", "9/9/4wwww1/9/4b4/3b5/2b6/1b7/9 b", "", "f6", below,
                   " 9  . . . . . . . . .\n"
                   " 8  . . . . . . . . .\n"
                   " 7  . . + . O O O O .\n"
                   " 6  . . . . .[#]. . .\n"
                   " 5  . . . . # . . . .\n"
                   " 4  . . . # . . . . .\n"
                   " 3  . . # . . . + . .\n"
                   " 2  . # . . . . . . .\n"
                   " 1  . . . . . . . . .\n"
                   "    a b c d e f g h i\n"
                   "X Μαύρος   O Λευκός   # η νικηφόρα σειρά\n"
                   "[ ] το τελευταίο πούλι\n");
    assert_picture("size=5", "5/5/5/5/5 b", "", NULL, bare,
                   " 5  . . . . .\n"
                   " 4  . . . . .\n"
                   " 3  . . + . .\n"
                   " 2  . . . . .\n"
                   " 1  . . . . .\n"
                   "    a b c d e\n"
                   "X Μαύρος   O Λευκός\n");
}

/* Every size fits a terminal of 80 by 24. */
static void sizes_fit(void **unused) {
    (void)unused;
    for (int size = GOMOKU_SIZE_MIN; size <= GOMOKU_SIZE_MAX; size++) {
        char options[64];
        snprintf(options, sizeof options, "size=%d", size);
        struct pes_game *g = open_board(options);
        struct pes_state_buf s;
        static struct pes_canvas canvas;
        const struct pes_draw how = {.unicode = true};
        read_position(g, "startpos", &s);
        g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
        assert_true(canvas.columns <= 80);
        assert_int_equal(canvas.rows, size + 1);
        pes_game_close(g);
    }
}

static void touched_cells(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("size=9,rule=renju");
    struct pes_state_buf s;
    read_position(g, "9/9/9/3bb4/5b3/5b3/9/9/wwww5 b", &s);
    assert_touched(g, &s, "c6", "c6", NULL);
    assert_touched(g, &s, "a1", "a1", "is taken: a white stone");
    assert_touched(g, &s, "f6", "f6", "is forbidden to Black: it makes a double three");
    assert_touched(g, &s, "c6 c7", NULL, NULL);
    pes_game_close(g);
    g = open_board("opening=swap2");
    read_position(g, "startpos", &s);
    play_moves(g, &s, "a1 b1 c1");
    assert_touched(g, &s, "h8", "h8", "the second player chooses now");
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_pieces),
        cmocka_unit_test(swapped_pieces),
        cmocka_unit_test(told),
        cmocka_unit_test(end_step),
        cmocka_unit_test(touched_cells),
        cmocka_unit_test(reasons),
        cmocka_unit_test(buttons),
        cmocka_unit_test(won_by),
        cmocka_unit_test(threats),
        cmocka_unit_test(threats_by_rule),
        cmocka_unit_test(threats_after_swap),
        cmocka_unit_test(said_threats),
        cmocka_unit_test(fours_win),
        cmocka_unit_test(pictures),
        cmocka_unit_test(sizes_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
