/* The view of Boats on the lake: cells, touches, steps, sentences, threats, painted boards. */
#include "games/boats/boats_testing.h"

#include "core/str.h"

/* Touches. ------------------------------------------------------------------------------------ */

static bool begins_with(const int16_t *longer, int n, const int16_t *start, int k) {
    return k <= n && memcmp(longer, start, (size_t)k * sizeof *start) == 0;
}

static void check_touches(const struct pes_game *g, const struct pes_state *s, int cells) {
    pes_move list[BOATS_MOVES_MAX];
    int16_t touches[BOATS_MOVES_MAX][PES_TOUCHES_MAX];
    int lengths[BOATS_MOVES_MAX];
    const int n = pes_moves(g, s, list);
    for (int i = 0; i < n; i++) {
        lengths[i] = boats_view.touches(g, s, list[i], touches[i]);
        assert_true(lengths[i] > 0);
        for (int k = 0; k < lengths[i]; k++)
            assert_in_range(touches[i][k], 0, cells - 1);
        for (int k = 0; k < i; k++) {
            assert_false(begins_with(touches[i], lengths[i], touches[k], lengths[k]));
            assert_false(begins_with(touches[k], lengths[k], touches[i], lengths[i]));
        }
    }
}

static void assert_touches(const char *position, const char *move, int n, int first, int second) {
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    int16_t touches[PES_TOUCHES_MAX];
    read_position(g, position, &s);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    assert_int_equal(boats_view.touches(g, PES_STATE(s), m, touches), n);
    assert_int_equal(touches[0], first);
    if (n > 1)
        assert_int_equal(touches[1], second);
    pes_game_close(g);
}

/* A cell is 12 * row + column. */
static void touches_as_described(void **unused) {
    (void)unused;
    assert_touches("startpos", "R", 2, 12 * 1 + 0, 12 * 1 + 1);
    assert_touches("startpos", "-1", 1, 12 * 2 + 1, 0);
    assert_touches("startpos", "+5", 1, 12 * 4 + 5, 0);
    assert_touches("startpos", "-5", 1, 12 * 5 + 5, 0);
    assert_touches("4432132344 6 11 r -", "L", 2, 12 * 2 + 6, 12 * 4 + 5);
    assert_touches("4432132344 6 11 r -", "+6", 2, 12 * 2 + 6, 12 * 2 + 6);
    assert_touches("4432132344 6 11 r -", "-6", 1, 12 * 3 + 6, 0);
    /* Under the other boat one touch is enough. */
    assert_touches("4432132344 5 6 r -", "+6", 1, 12 * 2 + 6, 0);
    assert_touches("4432132344 6 6 g -", "+6", 2, 12 * 2 + 6, 12 * 2 + 6);
    assert_touches("4432032344 4 11 r -", "R", 2, 12 * 3 + 4, 12 * 5 + 5);
}

/* Steps. -------------------------------------------------------------------------------------- */

enum { PIECES_ROOM = 128 };

static int compare_pieces(const void *left, const void *right) {
    const struct pes_piece *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell - b->cell;
    if (a->player != b->player)
        return a->player - b->player;
    return strcmp(a->kind, b->kind);
}

static int find_piece(const struct pes_piece pieces[], int n, const struct pes_step *step) {
    for (int i = 0; i < n; i++)
        if (pieces[i].cell == step->from && pieces[i].player == step->player &&
            strcmp(pieces[i].kind, step->piece) == 0)
            return i;
    fail_msg("no %s on cell %d", step->piece, step->from);
    return -1;
}

/* Applies a step to the pieces; returns their new number. */
static int apply_step(struct pes_piece pieces[], int n, const struct pes_step *step) {
    const bool removes =
        step->kind == PES_STEP_REMOVE || (step->kind == PES_STEP_CHANGE && step->value < 0);
    if (step->kind == PES_STEP_MOVE)
        pieces[find_piece(pieces, n, step)].cell = step->to;
    else if (removes)
        pieces[find_piece(pieces, n, step)] = pieces[n - 1];
    else if (step->kind == PES_STEP_CHANGE)
        pieces[n] =
            (struct pes_piece){.cell = step->from, .player = step->player, .kind = step->piece};
    return n + (step->kind == PES_STEP_CHANGE || removes ? (removes ? -1 : 1) : 0);
}

/* The steps of m lead from the pieces before it to those after it. */
static void check_trace(const struct pes_game *g, struct pes_state_buf *s, pes_move m) {
    struct pes_piece pieces[PIECES_ROOM], after[PIECES_ROOM];
    struct pes_step steps[PES_STEPS_MAX];
    struct pes_undo_buf undo;
    int n = boats_view.pieces(g, PES_STATE(*s), pieces);
    const int count = boats_view.trace(g, PES_STATE(*s), m, steps);
    bool ends = false;
    for (int i = 0; i < count; i++) {
        char line[160];
        n = apply_step(pieces, n, &steps[i]);
        assert_true(i == 0 ? steps[i].wave == 0 : steps[i].wave >= steps[i - 1].wave);
        ends |= steps[i].kind == PES_STEP_END;
        const size_t length =
            boats_view.say_step(g, PES_STATE(*s), m, &steps[i], PES_LANG_EL, line, sizeof line);
        assert_int_equal(length, strlen(line));
    }
    assert_true(count > 0);
    pes_make(g, PES_STATE(*s), m, undo.bytes);
    assert_int_equal(ends, pes_turn(g, PES_STATE(*s)) == PES_TERMINAL);
    if (ends) {
        int32_t payoff[PES_PLAYERS_MAX];
        pes_payoff(g, PES_STATE(*s), payoff);
        const int winner = payoff[0] == payoff[1] ? -1 : payoff[0] < payoff[1];
        assert_int_equal(steps[count - 1].kind, PES_STEP_END);
        assert_int_equal(steps[count - 1].player, winner);
    }
    assert_int_equal(boats_view.pieces(g, PES_STATE(*s), after), n);
    qsort(pieces, (size_t)n, sizeof pieces[0], compare_pieces);
    qsort(after, (size_t)n, sizeof after[0], compare_pieces);
    for (int i = 0; i < n; i++)
        assert_int_equal(compare_pieces(&pieces[i], &after[i]), 0);
}

static void random_games(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 50);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        struct pes_state_buf s;
        struct pes_cell cells[PES_CELLS_MAX];
        const int n = boats_view.cells(g, cells);
        assert_int_equal(n, 7 * ((int)g->values.number[BOATS_OPTION_COLUMNS] + 2));
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 500; ply++) {
            check_touches(g, PES_STATE(s), n);
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            if (m == PES_MOVE_NONE)
                g->rules->init(g, PES_STATE(s));
            else
                check_trace(g, &s, m);
        }
        pes_game_close(g);
    }
}

static void pieces_as_described(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    struct pes_piece pieces[PIECES_ROOM];
    read_position(g, "4432132344 5 11 r -", &s);
    const int n = boats_view.pieces(g, PES_STATE(s), pieces);
    int waters = 0, walls = 0;
    for (int i = 0; i < n; i++) {
        waters += strcmp(pieces[i].kind, "water") == 0;
        walls += strcmp(pieces[i].kind, "wall") == 0;
    }
    assert_int_equal(pieces[0].player, -1); /* the floor of Green's goal */
    assert_int_equal(pieces[0].number, 4);
    assert_int_equal(pieces[1].player, 1);
    assert_int_equal(pieces[4].number, 4);
    assert_int_equal(pieces[n - 3].player, 0); /* the top of Red's goal */
    assert_int_equal(pieces[5 + 5 + 5 + 4].cell, 12 * 6 + 4);
    assert_int_equal(pieces[5 + 5 + 5 + 4].number, 2); /* the floor of column 4 and its water */
    assert_string_equal(pieces[5 + 5 + 5 + 4 + 2].kind, "water");
    assert_int_equal(pieces[5 + 5 + 5 + 4 + 2].number, 2);
    assert_int_equal(waters, 4 + 4 + 3 + 2 + 1 + 3 + 2 + 3 + 4 + 4);
    assert_int_equal(walls, 12 + 2 * 4);
    assert_int_equal(n, waters + walls + 2);
    assert_string_equal(pieces[n - 2].kind, "boat");
    assert_int_equal(pieces[n - 2].player, 0);
    assert_int_equal(pieces[n - 2].cell, 12 * 4 + 5);
    assert_int_equal(pieces[n - 1].player, 1);
    assert_int_equal(pieces[n - 1].cell, 12 * 1 + 11);
    pes_game_close(g);
}

/* Deciding cells and threats. ------------------------------------------------------------------ */

static void assert_won_by(const char *position, int n, int cell) {
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    int16_t cells[PES_CELLS_MAX];
    read_position(g, position, &s);
    assert_int_equal(boats_view.won_by(g, PES_STATE(s), cells), n);
    if (n > 0)
        assert_int_equal(cells[0], cell);
    pes_game_close(g);
}

/* A cell is 12 * row + column. */
static void won_by(void **unused) {
    (void)unused;
    assert_won_by("4432132344 5 8 r -", 0, 0);
    assert_won_by("4432132344 11 8 g -", 1, 12 * 1 + 11);
    assert_won_by("4432132344 5 0 r -", 1, 12 * 1 + 0);
    assert_won_by("4432032344 5 8 r -", 1, 12 * 5 + 5);
    assert_won_by("4432032344 3 5 r -", 1, 12 * 5 + 5);
    assert_won_by("4432032344 5 5 r -", 1, 12 * 5 + 5);
}

/* Threats as "r 32>20 g ..": player, boat, place. */
static void assert_threats(const char *options, const char *position, const char *golden) {
    struct pes_game *g = open_lake(options);
    struct pes_state_buf s;
    struct pes_threat threats[PES_THREATS_MAX];
    char found[128] = "";
    read_position(g, position, &s);
    const int n = boats_view.threats(g, PES_STATE(s), threats);
    for (int i = 0; i < n; i++) {
        assert_int_equal(threats[i].cell_count, 1);
        assert_int_equal(threats[i].at_count, 1);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%c %d>%d",
                 i > 0 ? " " : "", "rg"[threats[i].player], threats[i].cells[0], threats[i].at[0]);
    }
    assert_string_equal(found, golden);
    pes_game_close(g);
}

static void threats(void **unused) {
    (void)unused;
    assert_threats("start=random", "random", "");
    assert_threats("start=s0", "startpos", "");
    /* The far dock is as high as the highest water: it is reached only from that level. */
    assert_threats("start=s0", "4432132344 10 8 r -", "r 22>23");
    assert_threats("start=s0", "4432132344 10 8 g -", "r 22>23");
    assert_threats("start=s0", "4432132343 10 8 r -", "");
    assert_threats("start=s0", "4432132344 3 1 r -", "g 13>12");
    /* A boat on a column of level one; not if both would sink. */
    assert_threats("start=s0", "4432132344 5 8 r -", "g 53>65");
    assert_threats("start=s0", "4432132344 5 8 g -", "g 53>65");
    assert_threats("start=s0", "4432132344 5 5 r -", "");
    assert_threats("start=s0", "4432132344 3 5 r -", "r 53>65");
    /* Both players, the side to move first. */
    assert_threats("start=s0", "4432132344 10 5 r -", "r 22>23 r 53>65");
    assert_threats("start=s0", "4432132344 5 1 r -", "g 13>12 g 53>65");
    assert_threats("start=s0", "1432132344 10 1 r -", "r 22>23 r 49>61");
    assert_threats("start=s0", "4432132341 10 1 g -", "g 13>12 g 58>70");
    assert_threats("start=s0", "4432132344 10 1 g -", "g 13>12 r 22>23");
    assert_threats("start=s0", "4432132344 11 1 g -", "");
    /* No such move is ever forbidden by ko. */
    assert_threats("start=s0,rule=ko", "4432132344 4 5 r -4", "r 53>65");
}

static void assert_said_threat(const char *position, enum pes_lang lang, const char *golden) {
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    struct pes_threat threats[PES_THREATS_MAX];
    char said[PES_NOTE_MAX];
    read_position(g, position, &s);
    assert_int_equal(boats_view.threats(g, PES_STATE(s), threats), 1);
    assert_int_equal(boats_view.say_threat(g, PES_STATE(s), threats, lang, said, sizeof said),
                     strlen(golden));
    assert_string_equal(said, golden);
    pes_game_close(g);
}

static void said_threats(void **unused) {
    (void)unused;
    assert_said_threat("4432132344 10 8 g -", PES_LANG_EN, "Red can reach the far dock.");
    assert_said_threat("4432132344 10 8 g -", PES_LANG_EL,
                       "Ο Κόκκινος μπορεί να φτάσει στην απέναντι αποβάθρα.");
    assert_said_threat("4432132344 5 8 r -", PES_LANG_EN,
                       "Green can lower column 5, and Red sinks.");
    assert_said_threat("4432132344 5 8 r -", PES_LANG_EL,
                       "Ο Πράσινος μπορεί να κατεβάσει τη στήλη 5, και ο Κόκκινος βυθίζεται.");
}

/* A threat of the mover is listed if and only if a legal move wins. */
static void threats_win(void **unused) {
    (void)unused;
    struct pes_rng rng;
    pes_rng_init(&rng, 51);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        struct pes_state_buf s;
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 1000; ply++) {
            struct pes_threat found[PES_THREATS_MAX];
            pes_move list[BOATS_MOVES_MAX];
            int wins = 0, told = 0;
            const pes_player mover = pes_turn(g, PES_STATE(s));
            for (int n = mover >= 0 ? pes_moves(g, PES_STATE(s), list) : 0, k = 0; k < n; k++) {
                struct pes_undo_buf undo;
                int32_t payoff[PES_PLAYERS_MAX] = {0};
                pes_make(g, PES_STATE(s), list[k], undo.bytes);
                if (pes_over(g, PES_STATE(s)))
                    pes_payoff(g, PES_STATE(s), payoff);
                wins += payoff[mover] > 0;
                pes_unmake(g, PES_STATE(s), list[k], undo.bytes);
            }
            for (int n = boats_view.threats(g, PES_STATE(s), found), k = 0; k < n; k++)
                told += found[k].player == mover;
            assert_int_equal(wins, told);
            const pes_move m = pes_draw(g, PES_STATE(s), &rng);
            struct pes_undo_buf undo;
            if (m == PES_MOVE_NONE)
                g->rules->init(g, PES_STATE(s));
            else
                pes_make(g, PES_STATE(s), m, undo.bytes);
        }
        pes_game_close(g);
    }
}

static void tell(const char *options, const char *position, const char *move, enum pes_lang lang,
                 const char *golden) {
    struct pes_game *g = open_lake(options);
    assert_told(g, position, move, lang, golden);
    pes_game_close(g);
}

static void sentences(void **unused) {
    (void)unused;
    tell("start=s0", "4432132344 3 8 r -", "R", PES_LANG_EN,
         "Red sails from column 3 to column 4.");
    tell("start=s0", "4432132344 3 8 r -", "R", PES_LANG_EL,
         "Ο Κόκκινος πλέει από τη στήλη 3 στη στήλη 4.");
    tell("start=s0", "4432232344 5 8 r -", "+5", PES_LANG_EN, "Red raises column 5 to 3.");
    tell("start=s0", "4432232344 5 8 r -", "-5", PES_LANG_EL,
         "Ο Κόκκινος κατεβάζει τη στάθμη της στήλης 5 στο 1.");
    tell("start=s0", "4432132344 5 8 g -", "-5", PES_LANG_EN,
         "Green lowers column 5 to 0. Red sinks on column 5: Green wins.");
    tell("start=s0", "4432032344 4 8 r -", "R", PES_LANG_EN,
         "Red sails from column 4 to column 5. Red sinks on column 5: Green wins.");
    tell("start=s0", "4432132344 5 1 g -", "L", PES_LANG_EN,
         "Green sails from column 1 to column 0. Green reaches the far dock and wins.");
    tell("start=s0", "4432132344 10 9 r -", "R", PES_LANG_EL,
         "Ο Κόκκινος πλέει από τη στήλη 10 στη στήλη 11. Ο Κόκκινος φτάνει στην απέναντι αποβάθρα "
         "και κερδίζει.");
    tell("start=s0", "4432132344 5 5 r -", "-5", PES_LANG_EN,
         "Red lowers column 5 to 0. Red sinks on column 5. Green sinks on column 5. Both boats "
         "are lost: a draw.");
    tell("", "random", "#0", PES_LANG_EN, "Column 6 rises to 3.");
    tell("", "random", "#2", PES_LANG_EN, "Column 5 falls to 0. Column 6 rises to 2.");
}

/* Why the game ended, from each side. */
static void reasons(void **unused) {
    (void)unused;
    struct pes_game *g;
    g = open_lake("start=s0");
    assert_why(g, "4432132344 5 8 g -", "-5", PES_LANG_EN,
               "your boat sank; the other boat sank; the boat of Red sank");
    pes_game_close(g);
    g = open_lake("start=s0");
    assert_why(g, "4432132344 5 1 g -", "L", PES_LANG_EN,
               "Green reached the far dock; you reached the far dock; Green reached the far dock");
    pes_game_close(g);
    g = open_lake("start=s0");
    assert_why(g, "4432132344 5 8 g -", "-5", PES_LANG_EL,
               "η βάρκα σου βυθίστηκε; η άλλη βάρκα βυθίστηκε; ο Κόκκινος βυθίστηκε");
    pes_game_close(g);
    g = open_lake("start=s0");
    assert_why(g, "4432132344 5 5 r -", "-5", PES_LANG_EN,
               "both boats are lost; both boats are lost; both boats are lost");
    pes_game_close(g);
}

/* Painted boards. ----------------------------------------------------------------------------- */

static void paint(const struct pes_game *g, const struct pes_state *s, const struct pes_draw *how,
                  struct str *out) {
    static struct pes_canvas canvas;
    boats_view.draw(g, s, how, &canvas);
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
    assert_true(canvas.rows <= 15);
}

/* Paints `position` after `move` (NULL: none). */
static void paint_text(const char *options, const char *position, const char *move,
                       struct pes_draw how, struct str *out) {
    struct pes_game *g = open_lake(options);
    struct pes_state_buf before, s;
    struct pes_undo_buf undo;
    read_position(g, position, &before);
    s = before;
    if (move != NULL) {
        how.before = PES_STATE(before);
        how.last = read_move(g, PES_STATE(s), move, strlen(move));
        pes_make(g, PES_STATE(s), how.last, undo.bytes);
    }
    paint(g, PES_STATE(s), &how, out);
    pes_game_close(g);
}

static void drawn_lake(void **unused) {
    (void)unused;
    struct str picture;
    str_init(&picture);
    const struct pes_draw ascii = {.lang = PES_LANG_EN};
    paint_text("columns=5,levels=3", "32131 1 3 r -", "R", ascii, &picture);
    assert_string_equal(picture.text, " Red ->                              <- Green\n"
                                      "\n"
                                      "         ..>\n"
                                      "========~~~~~~  |>        ~~~~~~      ========\n"
                                      "Green's :::::: \\R/        ::::::       Red's\n"
                                      "  goal  ::::::~~~~~~ <|   ::::::        goal\n"
                                      "########:::::::::::: \\G/  ::::::      ########\n"
                                      "########::::::::::::~~~~~~::::::~~~~~~########\n"
                                      "########::::::::::::::::::::::::::::::########\n"
                                      "##############################################\n"
                                      "level      3     2     1     3     1\n"
                                      "column 0   1     2     3     4     5     6\n");
    paint_text("columns=5,levels=3", "32231 2 2 g -", "-4", ascii, &picture);
    assert_string_equal(picture.text, " Red ->                              <- Green\n"
                                      "\n"
                                      "\n"
                                      "========~~~~~~ |><|                   ========\n"
                                      "Green's ::::::\\R/\\G/                   Red's\n"
                                      "  goal  ::::::~~~~~~~~~~~~~~~~~~        goal\n"
                                      "########::::::::::::::::::::::::      ########\n"
                                      "########::::::::::::::::::::::::~~~~~~########\n"
                                      "########::::::::::::::::::::::::::::::########\n"
                                      "##############################################\n"
                                      "level      3     2     2     2v    1\n"
                                      "column 0   1     2     3     4     5     6\n");
    str_release(&picture);
}

/* In narrow terminals columns are narrower, levels one row high, and boats are hulls. */
static void small_lakes(void **unused) {
    (void)unused;
    struct str picture;
    str_init(&picture);
    const struct pes_draw small = {.lang = PES_LANG_EN, .columns = 60, .rows = 20};
    paint_text("", "4432132344 4 7 r -", "+6", small, &picture);
    assert_string_equal(picture.text, " Red ->                                        <- Green\n"
                                      "\n"
                                      "========~~~~~~~~            ~~~~        ~~~~~~~~========\n"
                                      "Green's ::::::::~~~~\\R/     ::::\\G/ ~~~~:::::::: Red's\n"
                                      "  goal  ::::::::::::~~~~    ::::~~~~::::::::::::  goal\n"
                                      "########::::::::::::::::~~~~::::::::::::::::::::########\n"
                                      "########################################################\n"
                                      "level     4   4   3   2   1   4^  2   3   4   4\n"
                                      "column 0  1   2   3   4   5   6   7   8   9  10  11\n");
    const struct pes_draw tiny = {.lang = PES_LANG_EL, .columns = 40, .rows = 20};
    paint_text("", "4432132344 4 4 r -", "R", tiny, &picture);
    assert_string_equal(picture.text, " Κόκκινος ->              <- Πράσινος\n"
                                      "\n"
                                      "====~~~~~~                  ~~~~~~====\n"
                                      " Π  ::::::~~~\\Π/   ~~~   ~~~:::::: Κ\n"
                                      "####:::::::::~~~\\Κ/:::~~~:::::::::####\n"
                                      "####::::::::::::~~~:::::::::::::::####\n"
                                      "######################################\n"
                                      "     4  4  3  2  1  3  2  3  4  4\n"
                                      "   0 1  2  3  4  5  6  7  8  9 10 11\n");
    /* Two boats on one narrow column. */
    paint_text("", "4432132344 4 4 r -", "+8", small, &picture);
    assert_non_null(strstr(picture.text, "\\RG/"));
    paint_text("", "4432132344 4 4 r -", "+8", tiny, &picture);
    assert_non_null(strstr(picture.text, "ΚΠ"));
    str_release(&picture);
}

/* ASCII if requested, and both boats are always visible. */
static void pictures_of_games(void **unused) {
    (void)unused;
    struct pes_rng rng;
    struct str picture;
    pes_rng_init(&rng, 51);
    str_init(&picture);
    char options[PES_OPTIONS_TEXT_MAX];
    for (int i = 0; variant_at(i, options); i++) {
        struct pes_game *g = open_lake(options);
        struct pes_state_buf before, s;
        struct pes_undo_buf undo;
        struct pes_draw how = {.lang = PES_LANG_EN, .unicode = false};
        g->rules->init(g, PES_STATE(s));
        for (int ply = 0; ply < 30; ply++) {
            paint(g, PES_STATE(s), &how, &picture);
            for (size_t k = 0; k < picture.length; k++)
                assert_true(picture.text[k] == '\n' ||
                            (picture.text[k] >= ' ' && picture.text[k] <= '~'));
            assert_true(strstr(picture.text, "\\R/") || strstr(picture.text, "/R\\"));
            assert_true(strstr(picture.text, "\\G/") || strstr(picture.text, "/G\\"));
            how.unicode = true;
            how.lang = PES_LANG_EL;
            paint(g, PES_STATE(s), &how, &picture);
            assert_non_null(strstr(picture.text, "Κ"));
            assert_true(utf8_valid(picture.text, picture.length));
            how.unicode = false;
            how.lang = PES_LANG_EN;
            before = s;
            how.last = pes_draw(g, PES_STATE(s), &rng);
            how.before = PES_STATE(before);
            if (how.last == PES_MOVE_NONE)
                break;
            pes_make(g, PES_STATE(s), how.last, undo.bytes);
        }
        pes_game_close(g);
    }
    str_release(&picture);
}

/* A cell is 12 * row + column. */
static void touched_cells(void **unused) {
    (void)unused;
    struct pes_game *g = open_lake("start=s0,rule=ko");
    struct pes_state_buf s;
    read_position(g, "4432032344 4 11 r +6", &s);
    assert_touched(g, &s, "39", "-3", NULL); /* the surface of column 3 */
    assert_touched(g, &s, "27", "+3", NULL); /* the air above it */
    assert_touched(g, &s, "15", NULL, NULL); /* more air */
    assert_touched(g, &s, "51", NULL, NULL); /* deeper water */
    assert_touched(g, &s, "13", "+1", "column 1 is already at level 4");
    assert_touched(g, &s, "1", "+1", "column 1 is already at level 4");
    assert_touched(g, &s, "25", "-1", NULL);
    assert_touched(g, &s, "77", "-5", "column 5 is already empty");
    assert_touched(g, &s, "65", "+5", NULL);
    assert_touched(g, &s, "42", "-6", "rule=ko forbids");
    assert_touched(g, &s, "12", NULL, NULL); /* a dock */
    /* The boat, then a cell. */
    assert_touched(g, &s, "40", NULL, NULL);
    assert_touched(g, &s, "40 40", "+4", NULL);
    assert_touched(g, &s, "40 65", "R", NULL);
    assert_touched(g, &s, "40 53", NULL, NULL);
    assert_touched(g, &s, "40 27", "L", "column 3 is at level 3, above level 2 of Red's boat");
    assert_touched(g, &s, "40 51", "L", "column 3 is at level 3, above level 2 of Red's boat");
    assert_touched(g, &s, "40 30", NULL, NULL);
    assert_touched(g, &s, "39 27", NULL, NULL);
    pes_game_close(g);
}

static void assert_label(const char *move, enum pes_lang lang, const char *golden) {
    struct pes_game *g = open_lake("start=s0");
    struct pes_state_buf s;
    char label[64];
    read_position(g, "4432032344 10 9 r -", &s);
    const pes_move m = read_move(g, PES_STATE(s), move, strlen(move));
    assert_int_equal(boats_view.say_button(g, PES_STATE(s), m, lang, label, sizeof label),
                     strlen(golden));
    assert_string_equal(label, golden);
    pes_game_close(g);
}

static void labels(void **unused) {
    (void)unused;
    assert_label("+3", PES_LANG_EN, "Raise column 3");
    assert_label("-3", PES_LANG_EL, "Κατέβασε τη στήλη 3");
    assert_label("R", PES_LANG_EN, "Sail to the dock");
    assert_label("L", PES_LANG_EN, "Sail to column 9");
    assert_label("L", PES_LANG_EL, "Πλεύσε στη στήλη 9");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touches_as_described),
        cmocka_unit_test(touched_cells),
        cmocka_unit_test(labels),
        cmocka_unit_test(random_games),
        cmocka_unit_test(pieces_as_described),
        cmocka_unit_test(won_by),
        cmocka_unit_test(threats),
        cmocka_unit_test(said_threats),
        cmocka_unit_test(threats_win),
        cmocka_unit_test(sentences),
        cmocka_unit_test(reasons),
        cmocka_unit_test(drawn_lake),
        cmocka_unit_test(small_lakes),
        cmocka_unit_test(pictures_of_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
