/* The view of Proximity: cells, touches, steps, sentences, threats, painted boards. */
#include "games/proximity/proximity_testing.h"

#include "core/str.h"

static void cells_and_pieces(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    struct pes_cell cells[PES_CELLS_MAX];
    struct pes_piece pieces[PES_PIECES_MAX];
    int16_t touches[PES_TOUCHES_MAX];
    assert_int_equal(proximity_view.cells(g, cells), 120);
    assert_int_equal(cells[0].shape, PES_SHAPE_HEXAGON);
    assert_string_equal(cells[0].label, "a1");
    assert_int_equal(cells[0].x, 500);
    assert_string_equal(cells[1].label, "a2");
    assert_int_equal(cells[1].x, 1000);
    assert_int_equal(cells[1].y - cells[0].y, 866);
    assert_string_equal(cells[119].label, "l10");
    assert_int_equal(cells[119].x, 12000);
    read_position(g, FOUR_TILES " b 13 " FOUR_POOLS " -", &s);
    assert_int_equal(proximity_view.pieces(g, PES_STATE(s), pieces), 4);
    assert_int_equal(pieces[0].cell, 4 * 10 + 5);
    assert_int_equal(pieces[0].player, 1);
    assert_int_equal(pieces[0].number, 12);
    assert_string_equal(pieces[0].kind, "tile");
    assert_int_equal(pieces[1].cell, 5 * 10 + 4);
    assert_int_equal(pieces[1].player, 0);
    assert_int_equal(pieces[1].number, 8);
    assert_int_equal(
        proximity_view.touches(g, PES_STATE(s), read_move(g, PES_STATE(s), "f6", 2), touches), 1);
    assert_int_equal(touches[0], 55);
    assert_int_equal(proximity_view.touches(g, PES_STATE(s), proximity_draw_of(3), touches), 0);
    pes_game_close(g);
}

/* Neighbours are one cell width apart, up to rounding: the geometry is that of hexagons. */
static void places_are_hexagons(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("columns=7,rows=6");
    struct pes_cell cells[PES_CELLS_MAX];
    const int n = proximity_view.cells(g, cells);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const int dx = cells[a].x - cells[b].x, dy = cells[a].y - cells[b].y;
            const struct proximity_cell *at = &proximity_board(g)->at[a];
            bool neighbours = false;
            for (int i = 0; i < at->degree; i++)
                neighbours = neighbours || at->neighbour[i] == b;
            const bool near = a != b && dx * dx + dy * dy < 1100 * 1100;
            assert_int_equal(near, neighbours);
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
    static const char four[] = FOUR_TILES " b 13 " FOUR_POOLS " -";
    tell("", "startpos", "#7", PES_LANG_EN, "Blue draws 7.");
    tell("", "startpos", "#7", PES_LANG_EL, "Ο Μπλε τραβά 7.");
    tell("look=2", EMPTY_BOARD " b 7 33333323333333333333 " FULL_POOL " -", "#1", PES_LANG_EN,
         "Red draws 1.");
    tell("", four, "a1", PES_LANG_EN, "Blue places 13 on a1. Blue gets 13 points.");
    tell("", four, "f6", PES_LANG_EN,
         "Blue places 13 on f6. Blue captures g6, worth 6. Blue captures e6, worth 12. "
         "f5 grows to 9. Blue gets 32 points. Red loses 18 points.");
    tell("", four, "f6", PES_LANG_EL,
         "Ο Μπλε βάζει 13 στο f6. Ο Μπλε κατακτά το g6, που αξίζει 6. Ο Μπλε κατακτά το e6, "
         "που αξίζει 12. Το f5 γίνεται 9. Ο Μπλε κερδίζει 32 πόντους. Ο Κόκκινος χάνει 18 "
         "πόντους.");
    tell("columns=4,rows=4,draw=iid", "b9,3/4/4/4 r 1 - - -", "d4", PES_LANG_EN,
         "Red places 1 on d4. Red gets 1 point.");
}

#define LAST_BUT_ONE "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,1"

/* The end of the game: by points, by cells, a draw. */
static void told_ends(void **unused) {
    (void)unused;
    tell("columns=4,rows=4,draw=iid", LAST_BUT_ONE " r 1 - - -", "d4", PES_LANG_EN,
         "Red places 1 on d4. c4 grows to 2. d3 grows to 2. Red gets 3 points. "
         "The board is full: Red wins by 10 points to 8.");
    tell("columns=4,rows=4,draw=iid,komi=3", LAST_BUT_ONE " r 1 - - -", "d4", PES_LANG_EL,
         "Ο Κόκκινος βάζει 1 στο d4. Το c4 γίνεται 2. Το d3 γίνεται 2. Ο Κόκκινος κερδίζει "
         "3 πόντους. Το ταμπλό γέμισε: ο Μπλε κερδίζει με 11 πόντους έναντι 10.");
    tell("columns=4,rows=4,draw=iid,komi=2", LAST_BUT_ONE " r 1 - - -", "d4", PES_LANG_EN,
         "Red places 1 on d4. c4 grows to 2. d3 grows to 2. Red gets 3 points. "
         "The board is full: a draw with 10 points and 8 cells each.");
    tell("columns=4,rows=4,draw=iid,komi=0",
         "b1,b1,b1,b1/b1,b1,b1,b1/b2,r1,r1,r1/r1,r1,r1,1 r 1 - - -", "d4", PES_LANG_EN,
         "Red places 1 on d4. c4 grows to 2. d3 grows to 2. Red gets 3 points. "
         "The board is full: Blue wins by 10 points to 9.");
    tell("columns=4,rows=4,draw=iid,komi=-1",
         "b1,b1,b1,b1/b1,b1,b1,b1/b2,r1,r1,r1/r1,r1,r1,1 r 1 - - -", "d4", PES_LANG_EN,
         "Red places 1 on d4. c4 grows to 2. d3 grows to 2. Red gets 3 points. "
         "The board is full with 9 points each: Blue wins by 9 cells to 7.");
}

/* Why the game ended, from each side. */
static void reasons(void **unused) {
    (void)unused;
    struct pes_game *g;
    g = open_board("columns=4,rows=4,draw=iid");
    assert_why(g, "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,1 r 1 - - -", "d4", PES_LANG_EN,
               "10 points to 8; 10 points to 8; 10 points to 8");
    pes_game_close(g);
    g = open_board("columns=4,rows=4,draw=iid,komi=2");
    assert_why(
        g, "b1,b1,b1,b1/b1,b1,b1,b1/r1,r1,r1,r1/r1,r1,r1,1 r 1 - - -", "d4", PES_LANG_EN,
        "10 points and 8 cells each; 10 points and 8 cells each; 10 points and 8 cells each");
    pes_game_close(g);
    g = open_board("columns=4,rows=4,draw=iid,komi=-1");
    assert_why(g, "b1,b1,b1,b1/b1,b1,b1,b1/b2,r1,r1,r1/r1,r1,r1,1 r 1 - - -", "d4", PES_LANG_EL,
               "9 κελιά έναντι 7, με 9 πόντους ο καθένας; 9 κελιά έναντι 7, με 9 πόντους ο "
               "καθένας; 9 κελιά έναντι 7, με 9 πόντους ο καθένας");
    pes_game_close(g);
}

/* The steps as data: kind, cell, player, wave. */
static void steps(void **unused) {
    (void)unused;
    static const struct {
        enum pes_step_kind kind;
        int from, to, player, wave, value;
    } golden[] = {
        {PES_STEP_PLACE, PES_CELL_NONE, 55, 0, 0, 13},
        {PES_STEP_CAPTURE, 65, PES_CELL_NONE, 0, 1, 6},
        {PES_STEP_CAPTURE, 45, PES_CELL_NONE, 0, 1, 12},
        {PES_STEP_CHANGE, 54, PES_CELL_NONE, 0, 1, 1},
        {PES_STEP_POINTS, PES_CELL_NONE, PES_CELL_NONE, 0, 2, 32},
        {PES_STEP_POINTS, PES_CELL_NONE, PES_CELL_NONE, 1, 2, -18},
    };
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    struct pes_step found[PES_STEPS_MAX];
    read_position(g, FOUR_TILES " b 13 " FOUR_POOLS " -", &s);
    const int n = proximity_view.trace(g, PES_STATE(s), read_move(g, PES_STATE(s), "f6", 2), found);
    assert_int_equal(n, sizeof golden / sizeof golden[0]);
    for (int i = 0; i < n; i++) {
        assert_int_equal(found[i].kind, golden[i].kind);
        assert_int_equal(found[i].from, golden[i].from);
        assert_int_equal(found[i].to, golden[i].to);
        assert_int_equal(found[i].player, golden[i].player);
        assert_int_equal(found[i].wave, golden[i].wave);
        assert_int_equal(found[i].value, golden[i].value);
    }
    pes_game_close(g);
    g = open_board("columns=4,rows=4,draw=iid");
    read_position(g, LAST_BUT_ONE " r 1 - - -", &s);
    const int last =
        proximity_view.trace(g, PES_STATE(s), read_move(g, PES_STATE(s), "d4", 2), found) - 1;
    assert_int_equal(found[last].kind, PES_STEP_END);
    assert_int_equal(found[last].player, 1);
    assert_int_equal(found[last].wave, 3);
    pes_game_close(g);
}

/* Hands and threats. -------------------------------------------------------------------------- */

static void assert_hand(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    struct pes_piece hand[PES_HAND_MAX];
    char found[128] = "";
    read_position(g, position, &s);
    const int n = proximity_view.hand(g, PES_STATE(s), hand);
    for (int i = 0; i < n; i++) {
        assert_string_equal(hand[i].kind, "tile");
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%c%d", i > 0 ? " " : "",
                 "br"[hand[i].player], hand[i].number);
    }
    assert_string_equal(found, golden);
    pes_game_close(g);
}

static void hands(void **unused) {
    (void)unused;
    assert_hand("", "startpos", "");
    assert_hand("", FOUR_TILES " b 13 " FOUR_POOLS " -", "b13");
    assert_hand("columns=4,rows=4,draw=iid", "b9,3/4/4/4 r 1 - - -", "r1");
    assert_hand("columns=4,rows=4,look=6",
                "b3,3/2,r12,b5/4/1,r20,2 b 8 00000000010010100000 00100001000010000000 "
                "10,18,5,20,15",
                "b8 r10 b18 r5 b20 r15");
}

/* Threats as "b c4 > b4 c5; ..": player, cell, captured tiles. */
static void assert_threats(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s;
    struct pes_threat threats[PES_THREATS_MAX];
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    const int n = proximity_view.threats(g, PES_STATE(s), threats);
    for (int i = 0; i < n; i++) {
        char name[PROXIMITY_NAME_MAX];
        assert_int_equal(threats[i].at_count, 1);
        proximity_name(proximity_board(g), threats[i].at[0], name);
        str_addf(&found, "%s%c %s >", i > 0 ? "; " : "", "br"[threats[i].player], name);
        for (int k = 0; k < threats[i].cell_count; k++) {
            proximity_name(proximity_board(g), threats[i].cells[k], name);
            str_addf(&found, " %s", name);
        }
    }
    assert_string_equal(found.length > 0 ? found.text : "", golden);
    str_release(&found);
    pes_game_close(g);
}

static void threats(void **unused) {
    (void)unused;
    static const char small[] = "columns=4,rows=4,draw=iid,look=2";
    assert_threats("", "startpos", "");
    assert_threats("", FOUR_TILES " b 13 " FOUR_POOLS " -", "b f6 > g6 e6");
    /* Equal numbers take nothing, own tiles are not taken. */
    assert_threats(small, "4/1,r8,2/4/1,b3,2 b 8 - - 3", "");
    assert_threats(small, "4/1,r8,2/4/1,b3,2 b 9 - - 3", "b a2 > b2");
    assert_threats(small, "4/1,r8,2/4/1,b3,2 b 8 - - 4", "r a4 > b4");
    /* The player who takes more comes first; if equal, the mover. */
    assert_threats(small, "4/1,r8,2/4/1,b3,2 b 9 - - 4", "b a2 > b2; r a4 > b4");
    assert_threats(small, "4/1,r3,2/4/1,b8,2 b 9 - - 9", "r a4 > b4; b a2 > b2");
    assert_threats(small, "4/1,r8,2/4/1,b8,2 b 9 - - 9", "b a2 > b2; r a4 > b4");
    assert_threats(small, "4/1,r8,2/4/1,b8,1,b1 r 9 - - 9", "r c4 > d4 b4; b a2 > b2");
}

static void said_threats(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("columns=4,rows=4,draw=iid,look=2");
    struct pes_state_buf s;
    struct pes_threat found[PES_THREATS_MAX];
    char said[PES_NOTE_MAX];
    read_position(g, "4/1,r8,2/4/1,b1,2 b 9 - - 4", &s);
    assert_int_equal(proximity_view.threats(g, PES_STATE(s), found), 2);
    proximity_view.say_threat(g, PES_STATE(s), &found[0], PES_LANG_EN, said, sizeof said);
    assert_string_equal(said, "Blue can take 8 points with 9 on a2: b2.");
    proximity_view.say_threat(g, PES_STATE(s), &found[1], PES_LANG_EN, said, sizeof said);
    assert_string_equal(said, "Red can take 1 point with 4 on a4: b4.");
    proximity_view.say_threat(g, PES_STATE(s), &found[1], PES_LANG_EL, said, sizeof said);
    assert_string_equal(said, "Ο Κόκκινος μπορεί να πάρει 1 πόντο με το 4 στο a4: b4.");
    pes_game_close(g);
}

/* The mover's threat equals the captures of that move's trace, and no move captures more. */
static void threats_are_captures(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("columns=6,rows=6,look=3");
    struct pes_state_buf s;
    struct pes_rng rng;
    pes_rng_init(&rng, 31);
    for (int k = 0; k < 20; k++) {
        struct pes_undo_buf undo;
        pes_start(g, &rng, PES_STATE(s));
        while (!pes_over(g, PES_STATE(s))) {
            struct pes_threat found[PES_THREATS_MAX];
            pes_move list[PES_MOVES_MAX];
            struct pes_step steps[PES_STEPS_MAX];
            const pes_player mover = pes_turn(g, PES_STATE(s));
            int best = 0, told = 0;
            for (int n = mover >= 0 ? pes_moves(g, PES_STATE(s), list) : 0, i = 0; i < n; i++) {
                int points = 0;
                for (int count = proximity_view.trace(g, PES_STATE(s), list[i], steps), j = 0;
                     j < count; j++)
                    points += steps[j].kind == PES_STEP_CAPTURE ? steps[j].value : 0;
                best = points > best ? points : best;
            }
            for (int n = proximity_view.threats(g, PES_STATE(s), found), i = 0; i < n; i++)
                for (int j = 0; found[i].player == mover && j < found[i].cell_count; j++)
                    told += proximity_score(proximity_get(
                        proximity_board(g), proximity_at(PES_STATE(s)), found[i].cells[j]));
            assert_int_equal(told, best);
            pes_make(g, PES_STATE(s), pes_draw(g, PES_STATE(s), &rng), undo.bytes);
        }
    }
    pes_game_close(g);
}

/* Painted boards. ----------------------------------------------------------------------------- */

/* The painted board after some moves; `last` is the last one (NULL: none is marked). */
static void assert_picture(const char *options, const char *position, const char *last,
                           const char *after, struct pes_draw how, const char *golden) {
    struct pes_game *g = open_board(options);
    struct pes_state_buf s, before;
    static struct pes_canvas canvas;
    struct str found;
    str_init(&found);
    read_position(g, position, &s);
    before = s;
    if (last != NULL) {
        how.before = PES_STATE(before);
        how.last = read_move(g, PES_STATE(s), last, strlen(last));
        play_moves(g, &s, last);
    }
    play_moves(g, &s, after);
    g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
    for (int row = 0; row < canvas.rows; row++) {
        int width = canvas.columns;
        while (width > 0 && (canvas.at[row][width - 1].glyph[0] == '\0' ||
                             canvas.at[row][width - 1].glyph[0] == ' '))
            width--;
        for (int column = 0; column < width; column++)
            str_add(&found,
                    canvas.at[row][column].glyph[0] != '\0' ? canvas.at[row][column].glyph : " ");
        str_add_char(&found, '\n');
    }
    assert_string_equal(found.text, golden);
    str_release(&found);
    pes_game_close(g);
}

static void wide_pictures(void **unused) {
    (void)unused;
    const struct pes_draw ascii = {.lang = PES_LANG_EN, .unicode = false};
    const struct pes_draw greek = {.lang = PES_LANG_EL, .unicode = true};
    assert_picture("", FOUR_TILES " b 13 " FOUR_POOLS " -", "f6", "#5", ascii,

                   "    a   b   c   d   e   f   g   h   i   j   k   l\n"
                   " 1  .   .   .   .   .   .   .   .   .   .   .   .       b Blue\n"
                   " 2    .   .   .   .   .   .   .   .   .   .   .   .       60 points, 5 cells\n"
                   " 3  .   .   .   .   .   .   .   .   .   .   .   .       r Red\n"
                   " 4    .   .   .   .   .   .   .   .   .   .   .   .       0 points, 0 cells\n"
                   " 5  .   .   .   .   .   b9  .   .   .   .   .   .\n"
                   " 6    .   .   .   .   B12[b13]B6  .   .   .   .   .     to place: r5\n"
                   " 7  .   .   .   .   .   b20 .   .   .   .   .   .       [ ] the last tile\n"
                   " 8    .   .   .   .   .   .   .   .   .   .   .   .     B   just captured\n"
                   " 9  .   .   .   .   .   .   .   .   .   .   .   .\n"
                   "10    .   .   .   .   .   .   .   .   .   .   .   .\n"
                   "      a   b   c   d   e   f   g   h   i   j   k   l\n"
                   "left     1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20\n"
                   "b        2  3  3  3  3  3  3  2  3  3  3  3  3  3  3  3  3  3  3  2\n"
                   "r        3  3  3  3  2  2  3  3  3  3  3  2  3  3  3  3  3  3  3  3\n");
    assert_picture("columns=4,rows=4,look=6,komi=7",
                   "b3,3/2,r12,b5/4/1,r20,2 b 8 00000000010010100000 00100001000010000000 "
                   "10,18,5,20,15",
                   "c1", "", greek,
                   "    a   b   c   d\n"
                   " 1  μ3  ·  [μ8] ·       μ Μπλε\n"
                   " 2    ·   ·   κ12 μ5      23 πόντοι, 3 κελιά\n"
                   " 3  ·   ·   ·   ·       κ Κόκκινος\n"
                   " 4    ·   κ20 ·   ·       32 πόντοι, 2 κελιά\n"
                   "      a   b   c   d     μαζί με komi 7\n"
                   "\n"
                   "                        στο χέρι: κ10\n"
                   "                        μετά: μ18 κ5  μ20 κ15\n"
                   "                              μ?\n"
                   "                        [ ] τελευταίο πλακίδιο\n"
                   "\n"
                   "μένουν   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20\n"
                   "μ        ·  ·  ·  ·  ·  ·  ·  ·  ·  1  ·  ·  1  ·  1  ·  ·  ·  ·  ·\n"
                   "κ        ·  ·  1  ·  ·  ·  ·  1  ·  ·  ·  ·  1  ·  ·  ·  ·  ·  ·  ·\n");
}

/* The legend below a wide board; no numbers left to draw, or none at all. */
static void pictures_without_pools(void **unused) {
    (void)unused;
    const struct pes_draw ascii = {.lang = PES_LANG_EN, .unicode = false};
    assert_picture("columns=13,rows=4,draw=iid,look=2", "13/13/13/13 b 8 - - 9", NULL, "", ascii,

                   "    a   b   c   d   e   f   g   h   i   j   k   l   m\n"
                   " 1  .   .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 2    .   .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 3  .   .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 4    .   .   .   .   .   .   .   .   .   .   .   .   .\n"
                   "      a   b   c   d   e   f   g   h   i   j   k   l   m\n"
                   "\n"
                   "b Blue\n"
                   "  0 points, 0 cells\n"
                   "r Red\n"
                   "  0 points, 0 cells\n"
                   "\n"
                   "to place: b8\n"
                   "then: r9\n");
    assert_picture("columns=4,rows=4,draw=iid", LAST_BUT_ONE " r 1 - - -", "d4", "", ascii,
                   "    a   b   c   d\n"
                   " 1  b1  b1  b1  b1      b Blue\n"
                   " 2    b1  b1  b1  b1      8 points, 8 cells\n"
                   " 3  r1  r1  r1  r2      r Red\n"
                   " 4    r1  r1  r2 [r1]     10 points, 8 cells\n"
                   "      a   b   c   d\n"
                   "                        [ ] the last tile\n");
}

/* The number to place in one line; in narrow terminals without brackets. */
static void narrow_pictures(void **unused) {
    (void)unused;
    const struct pes_draw line = {.lang = PES_LANG_EL, .columns = 60, .rows = 20};
    const struct pes_draw small = {.lang = PES_LANG_EL, .columns = 40, .rows = 20};
    assert_picture("", FOUR_TILES " b 13 " FOUR_POOLS " -", "f6", "#5", line,
                   "    a   b   c   d   e   f   g   h   i   j   k   l\n"
                   " 1  .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 2    .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 3  .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 4    .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 5  .   .   .   .   .   μ9  .   .   .   .   .   .\n"
                   " 6    .   .   .   .   Μ12[μ13]Μ6  .   .   .   .   .\n"
                   " 7  .   .   .   .   .   μ20 .   .   .   .   .   .\n"
                   " 8    .   .   .   .   .   .   .   .   .   .   .   .\n"
                   " 9  .   .   .   .   .   .   .   .   .   .   .   .\n"
                   "10    .   .   .   .   .   .   .   .   .   .   .   .\n"
                   "      a   b   c   d   e   f   g   h   i   j   k   l\n"
                   "στο χέρι: κ5   τελευταίο: f6\n");
    assert_picture("", FOUR_TILES " b 13 " FOUR_POOLS " -", "f6", "#5", small,
                   "   a  b  c  d  e  f  g  h  i  j  k  l\n"
                   " 1 .  .  .  .  .  .  .  .  .  .  .  .\n"
                   " 2  .  .  .  .  .  .  .  .  .  .  .  .\n"
                   " 3 .  .  .  .  .  .  .  .  .  .  .  .\n"
                   " 4  .  .  .  .  .  .  .  .  .  .  .  .\n"
                   " 5 .  .  .  .  .  μ9 .  .  .  .  .  .\n"
                   " 6  .  .  .  .  Μ12μ13Μ6 .  .  .  .  .\n"
                   " 7 .  .  .  .  .  μ20.  .  .  .  .  .\n"
                   " 8  .  .  .  .  .  .  .  .  .  .  .  .\n"
                   " 9 .  .  .  .  .  .  .  .  .  .  .  .\n"
                   "10  .  .  .  .  .  .  .  .  .  .  .  .\n"
                   "    a  b  c  d  e  f  g  h  i  j  k  l\n"
                   "στο χέρι: κ5   τελευταίο: f6\n");
}

/* Every board fits the canvas, the usual one a terminal of 80 by 24 with the lines around it. */
static void sizes_fit(void **unused) {
    (void)unused;
    for (int columns = 4; columns <= 16; columns++)
        for (int rows = 4; rows <= 16; rows++) {
            char options[64];
            snprintf(options, sizeof options, "columns=%d,rows=%d,look=10,komi=1", columns, rows);
            struct pes_game *g = open_board(options);
            struct pes_state_buf s, before;
            struct pes_rng rng;
            static struct pes_canvas canvas;
            pes_rng_init(&rng, 5);
            read_position(g, "startpos", &s);
            g->rules->roll(g, PES_STATE(s), &rng, NULL, 10);
            before = s;
            play_moves(g, &s, "a1");
            const struct pes_draw how = {
                .unicode = true, .before = PES_STATE(before), .last = proximity_move_to(0)};
            g->kit->view->draw(g, PES_STATE(s), &how, &canvas);
            assert_true(canvas.columns <= 80);
            assert_true(canvas.rows <= PES_CANVAS_ROWS);
            if (columns <= 12 && rows <= 10)
                assert_true(canvas.rows <= 17);
            pes_game_close(g);
        }
}

static void touched_cells(void **unused) {
    (void)unused;
    struct pes_game *g = open_board("");
    struct pes_state_buf s;
    read_position(g, "startpos", &s);
    play_moves(g, &s, "#7 a1 #3");
    assert_touched(g, &s, "b2", "b2", NULL);
    assert_touched(g, &s, "a1", "a1", "is taken: Blue's 7 is there");
    assert_touched(g, &s, "a1 b2", NULL, NULL);
    pes_game_close(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_pieces),
        cmocka_unit_test(touched_cells),
        cmocka_unit_test(told),
        cmocka_unit_test(places_are_hexagons),
        cmocka_unit_test(told_ends),
        cmocka_unit_test(reasons),
        cmocka_unit_test(steps),
        cmocka_unit_test(hands),
        cmocka_unit_test(threats),
        cmocka_unit_test(said_threats),
        cmocka_unit_test(threats_are_captures),
        cmocka_unit_test(wide_pictures),
        cmocka_unit_test(pictures_without_pools),
        cmocka_unit_test(narrow_pictures),
        cmocka_unit_test(sizes_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
