/* The view: the touches of a move are unique, traces stay on the board, pictures stay on the canvas
 * and are readable in ASCII. */
#include "conformance.h"

#include <ctype.h>

enum { TRACES_MAX = 24 }; /* moves per position whose trace is checked */

struct view_chapter {
    struct pes_cell cells[PES_CELLS_MAX];
    int cells_count;
    struct pes_state_buf before;
    pes_move last;
    int made;
};

static bool on_board(const struct walk *w, int cell) {
    const struct view_chapter *c = w->chapter;
    return cell >= 0 && cell < c->cells_count;
}

static void view_start(struct walk *w) {
    const struct pes_view *view = w->game->kit->view;
    struct view_chapter *c = w->chapter;
    if (!view)
        return;
    c->cells_count = view->cells(w->game, c->cells);
    CHECK(w, c->cells_count > 0 && c->cells_count <= PES_CELLS_MAX, "%d cells", c->cells_count);
    for (int i = 0; i < c->cells_count; i++) {
        CHECK(w, c->cells[i].width > 0 && c->cells[i].height > 0, "cell %d has no size", i);
        for (int k = 0; k < i; k++)
            CHECK(w, c->cells[i].x != c->cells[k].x || c->cells[i].y != c->cells[k].y,
                  "cells %d and %d are in one place", i, k);
    }
    CHECK(w, view->abi == PES_ABI && view->look, "a view without a look");
    CHECK(w, !view->threats || view->say_threat, "threats without say_threat()");
    CHECK(w, !view->say_deed || view->threats, "say_deed() without threats()");
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        CHECK(w, view->goal.in[lang] && view->how_to_move.in[lang],
              "no goal or how_to_move in language %d", lang);
        CHECK(w, !view->tagline.in[lang] == !view->tagline.in[0], "a tagline in one language");
    }
}

static void check_pieces(struct walk *w) {
    static struct pes_piece pieces[PES_PIECES_MAX];
    const int n = w->game->kit->view->pieces(w->game, walk_state(w), pieces);
    CHECK(w, n >= 0 && n <= PES_PIECES_MAX, "%d pieces", n);
    for (int i = 0; i < n; i++) {
        CHECK(w, on_board(w, pieces[i].cell), "piece %d is on cell %d", i, pieces[i].cell);
        CHECK(w, pieces[i].kind && pieces[i].kind[0], "piece %d has no kind", i);
        CHECK(w, pieces[i].player >= -1 && pieces[i].player < w->game->players, "owner %d",
              pieces[i].player);
    }
}

/* Is `a` a sub-multiset of the n cells of `b`? */
static bool all_among(const int16_t a[], int count, const int16_t b[], int n) {
    for (int i = 0; i < count; i++) {
        int needed = 0, found = 0;
        for (int k = 0; k < count; k++)
            needed += a[k] == a[i];
        for (int k = 0; k < n; k++)
            found += b[k] == a[i];
        if (found < needed)
            return false;
    }
    return true;
}

/* After all `count` touches of `a`, could the player still mean `b`, which is at least as long? All
 * cells but the last may be touched in any order. */
static bool may_begin(const int16_t a[], int count, const int16_t b[], int n) {
    if (count < n)
        return all_among(a, count, b, n - 1);
    return a[n - 1] == b[n - 1] && all_among(a, n - 1, b, n - 1);
}

/* The touches of no move are the beginning of another's. */
static void check_touches(struct walk *w, const pes_move list[], int n) {
    static int16_t touches[PES_MOVES_MAX][PES_TOUCHES_MAX];
    static int counts[PES_MOVES_MAX];
    char a[PES_MOVE_TEXT_MAX], b[PES_MOVE_TEXT_MAX];
    for (int i = 0; i < n; i++) {
        counts[i] = w->game->kit->view->touches(w->game, walk_state(w), list[i], touches[i]);
        CHECK(w, counts[i] >= 0 && counts[i] <= PES_TOUCHES_MAX, "%d touches", counts[i]);
        for (int k = 0; k < counts[i]; k++)
            CHECK(w, on_board(w, touches[i][k]), "%s touches cell %d",
                  walk_move_text(w, list[i], a), touches[i][k]);
        for (int j = 0; j < i && counts[i] > 0; j++) {
            if (counts[j] == 0)
                continue;
            const int less = counts[i] <= counts[j] ? i : j, more = less == i ? j : i;
            CHECK(w, !may_begin(touches[less], counts[less], touches[more], counts[more]),
                  "touching cannot tell %s from %s", walk_move_text(w, list[i], a),
                  walk_move_text(w, list[j], b));
        }
    }
}

/* Are these the touches of m, in any order before the last? */
static bool is_touches_of(const struct walk *w, pes_move m, const int16_t cells[], int count) {
    int16_t own[PES_TOUCHES_MAX];
    const int n = w->game->kit->view->touches(w->game, walk_state(w), m, own);
    return n == count && n > 0 && may_begin(cells, count, own, n);
}

/* The text of touches is read as the move whose touches they are, and refused with a reason if they
 * are those of none. */
static void check_touched(struct walk *w, const int16_t cells[], int count, pes_move m) {
    const struct pes_game *g = w->game;
    char text[PES_MOVE_TEXT_MAX];
    struct pes_note note = {0};
    size_t used = 0;
    pes_move read = PES_MOVE_NONE;
    memset(text, 0, sizeof text);
    if (!g->kit->view->touched(g, walk_state(w), cells, count, text)) {
        CHECK(w, m == PES_MOVE_NONE, "the touches of move %u have no text", (unsigned)m);
        return;
    }
    const size_t length = strnlen(text, sizeof text);
    CHECK(w, length > 0 && length < sizeof text, "touches have a text of %zu bytes", length);
    const enum pes_err err =
        g->rules->move_parse(g, walk_state(w), text, length, &used, &read, &note);
    if (m != PES_MOVE_NONE) {
        CHECK(w, err == PES_ERR_OK && used == length && read == m, "the touches of %u say %s",
              (unsigned)m, text);
    } else if (err == PES_ERR_OK) {
        CHECK(w, is_touches_of(w, read, cells, count), "%s is not what was touched", text);
    }
    for (int lang = 0; lang < PES_LANG_COUNT && err != PES_ERR_OK; lang++)
        CHECK(w, note.why[lang][0] != '\0', "%s is refused without a reason", text);
}

/* All legal moves; and touches that are a move's with one cell exchanged, or random. */
static void check_all_touched(struct walk *w, const pes_move list[], int n) {
    const struct view_chapter *c = w->chapter;
    int16_t cells[PES_TOUCHES_MAX] = {0};
    const uint32_t all = (uint32_t)c->cells_count;
    for (int i = 0; i < n && w->game->kit->view->touched; i++) {
        const int count = w->game->kit->view->touches(w->game, walk_state(w), list[i], cells);
        if (count == 0)
            continue;
        check_touched(w, cells, count, list[i]);
        if (count > 2) { /* the ends of a group the other way round */
            const int16_t first = cells[0];
            cells[0] = cells[1];
            cells[1] = first;
            check_touched(w, cells, count, list[i]);
        }
        cells[pes_rng_below(&w->rng, (uint32_t)count)] = (int16_t)pes_rng_below(&w->rng, all);
        check_touched(w, cells, count, PES_MOVE_NONE);
        for (int k = 0; k < PES_TOUCHES_MAX; k++)
            cells[k] = (int16_t)pes_rng_below(&w->rng, all);
        check_touched(w, cells, 1 + (int)pes_rng_below(&w->rng, 4), PES_MOVE_NONE);
    }
}

/* A sentence for people: not truncated, and UTF-8 without control characters. */
static void check_sentence(const struct walk *w, const char *what, size_t length, size_t cap,
                           const char *text) {
    CHECK(w, length > 0 && length < cap && length == strlen(text), "%s is said in %zu bytes", what,
          length);
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        const int more = *at < 0x80 ? 0 : *at >= 0xc2 && *at < 0xe0 ? 1 : *at >> 4 == 0xe ? 2 : 3;
        CHECK(w, *at >= 0x20 && *at < 0xf5 && (*at < 0x80 || *at >= 0xc2), "%s: '%s'", what, text);
        at++;
        for (int i = 0; i < more; i++, at++)
            CHECK(w, *at >> 6 == 2, "%s is no UTF-8: '%s'", what, text);
    }
}

static void check_buttons(const struct walk *w, const pes_move list[], int n) {
    const struct pes_view *view = w->game->kit->view;
    char text[PES_NOTE_MAX];
    int16_t touches[PES_TOUCHES_MAX];
    for (int i = 0; i < n && view->say_button; i++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            text[0] = '\0';
            const size_t length = view->say_button(w->game, walk_state(w), list[i],
                                                   (enum pes_lang)lang, text, sizeof text);
            if (length > 0 || view->touches(w->game, walk_state(w), list[i], touches) == 0)
                check_sentence(w, "a label", length, sizeof text, text);
        }
}

static void check_hand(const struct walk *w) {
    struct pes_piece hand[PES_HAND_MAX];
    const struct pes_view *view = w->game->kit->view;
    const int n = view->hand ? view->hand(w->game, walk_state(w), hand) : 0;
    CHECK(w, n >= 0 && n <= PES_HAND_MAX, "%d pieces in hand", n);
    for (int i = 0; i < n; i++) {
        CHECK(w, hand[i].cell == PES_CELL_NONE, "piece %d in hand is on cell %d", i, hand[i].cell);
        CHECK(w, hand[i].kind && hand[i].kind[0], "piece %d in hand has no kind", i);
        CHECK(w, hand[i].player >= -1 && hand[i].player < w->game->players, "its owner is %d",
              hand[i].player);
    }
}

/* No player has to move after reaching the winning score. */
static void check_target(const struct walk *w) {
    const struct pes_game *g = w->game;
    const int32_t target = g->kit->view->target ? g->kit->view->target(g) : 0;
    CHECK(w, target >= 0, "the score that wins is %d", (int)target);
    CHECK(w, target == 0 || g->rules->scores, "a score of %d wins, and there are none",
          (int)target);
    if (target == 0 || pes_turn(g, walk_state(w)) < 0)
        return;
    int32_t scores[PES_PLAYERS_MAX];
    g->rules->scores(g, walk_state(w), scores);
    for (int i = 0; i < g->players; i++)
        CHECK(w, scores[i] < target, "player %d has %d of %d points, and the game goes on", i,
              (int)scores[i], (int)target);
}

static void check_won_by(const struct walk *w) {
    static int16_t cells[PES_CELLS_MAX];
    const struct pes_view *view = w->game->kit->view;
    const int n = view->won_by ? view->won_by(w->game, walk_state(w), cells) : 0;
    CHECK(w, n >= 0 && n <= PES_CELLS_MAX, "%d cells decided the game", n);
    CHECK(w, n == 0 || pes_over(w->game, walk_state(w)), "%d cells decided a game that goes on", n);
    for (int i = 0; i < n; i++) {
        CHECK(w, on_board(w, cells[i]), "cell %d decided the game", cells[i]);
        for (int k = 0; k < i; k++)
            CHECK(w, cells[i] != cells[k], "cell %d decided the game twice", cells[i]);
    }
}

static void check_why(const struct walk *w) {
    const struct pes_view *view = w->game->kit->view;
    char why[PES_NOTE_MAX];
    if (!view->say_why || !pes_over(w->game, walk_state(w)))
        return;
    for (pes_player you = -1; you < w->game->players; you++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const size_t length =
                view->say_why(w->game, walk_state(w), you, (enum pes_lang)lang, why, sizeof why);
            CHECK(w, length > 0 && length < sizeof why, "a reason of %zu bytes", length);
            CHECK(w, length == strlen(why), "a reason ends early");
            CHECK(w, why[length - 1] != '.', "'%s' is a sentence", why);
        }
}

static void check_threat_cells(const struct walk *w, const int16_t cells[], int n) {
    CHECK(w, n >= 0 && n <= PES_THREAT_CELLS_MAX, "a threat has %d cells", n);
    for (int i = 0; i < n; i++) {
        CHECK(w, on_board(w, cells[i]), "a threat has cell %d", cells[i]);
        for (int k = 0; k < i; k++)
            CHECK(w, cells[i] != cells[k], "a threat has cell %d twice", cells[i]);
    }
}

/* A phrase begins with a verb and ends without a full stop: it becomes a part of sentences. */
static void check_deeds(const struct walk *w, const struct pes_threat *t) {
    const struct pes_view *view = w->game->kit->view;
    char text[PES_NOTE_MAX];
    for (int deed = 0; view->say_deed != NULL && deed <= PES_DEED_ALLOWS; deed++)
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const size_t length = view->say_deed(w->game, walk_state(w), t, (enum pes_deed)deed,
                                                 (enum pes_lang)lang, text, sizeof text);
            if (length == 0)
                continue;
            check_sentence(w, "a deed", length, sizeof text, text);
            CHECK(w, text[length - 1] != '.', "'%s' is a sentence", text);
            CHECK(w, text[0] < 'A' || text[0] > 'Z', "'%s' begins a sentence", text);
        }
}

static void check_threats(const struct walk *w) {
    struct pes_threat threats[PES_THREATS_MAX];
    char text[PES_NOTE_MAX];
    const struct pes_view *view = w->game->kit->view;
    if (!view->threats)
        return;
    const int n = view->threats(w->game, walk_state(w), threats);
    CHECK(w, n >= 0 && n <= PES_THREATS_MAX, "%d threats", n);
    CHECK(w, n == 0 || !pes_over(w->game, walk_state(w)), "%d threats after the end", n);
    for (int i = 0; i < n; i++) {
        const struct pes_threat *t = &threats[i];
        CHECK(w, t->player >= 0 && t->player < w->game->players, "player %d threatens", t->player);
        CHECK(w, t->cell_count + t->at_count > 0, "a threat is nowhere");
        check_threat_cells(w, t->cells, t->cell_count);
        check_threat_cells(w, t->at, t->at_count);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            text[0] = '\0';
            const size_t length =
                view->say_threat(w->game, walk_state(w), t, (enum pes_lang)lang, text, sizeof text);
            check_sentence(w, "a threat", length, sizeof text, text);
        }
        check_deeds(w, t);
    }
}

static void check_trace(struct walk *w, pes_move m) {
    const struct pes_view *view = w->game->kit->view;
    static struct pes_step steps[PES_STEPS_MAX];
    char text[PES_MOVE_TEXT_MAX], sentence[PES_NOTE_MAX];
    walk_move_text(w, m, text);
    const int n = view->trace(w->game, walk_state(w), m, steps);
    CHECK(w, n >= 0 && n <= PES_STEPS_MAX, "%s has %d steps", text, n);
    for (int i = 0; i < n; i++) {
        CHECK(w, steps[i].from == PES_CELL_NONE || on_board(w, steps[i].from), "%s from %d", text,
              steps[i].from);
        CHECK(w, steps[i].to == PES_CELL_NONE || on_board(w, steps[i].to), "%s to %d", text,
              steps[i].to);
        CHECK(w, i == 0 || steps[i].wave >= steps[i - 1].wave, "waves of %s go back", text);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
            const size_t length = view->say_step(w->game, walk_state(w), m, &steps[i],
                                                 (enum pes_lang)lang, sentence, sizeof sentence);
            CHECK(w, length < sizeof sentence, "a sentence of %zu bytes", length);
            CHECK(w, length == 0 || length == strlen(sentence), "a sentence ends early");
        }
    }
}

/* In a terminal of any size a view draws the richest picture that fits: one that is too wide has no
 * smaller one. Whoever asks for nothing gets 80 by 24. */
static void check_sizes(struct walk *w, struct pes_draw how) {
    static const struct {
        int columns, rows;
    } sizes[] = {{0, 0}, {80, 24}, {60, 20}, {40, 20}, {200, 100}};
    static struct pes_canvas canvas, least;
    const struct pes_view *view = w->game->kit->view;
    how.columns = how.rows = 1;
    view->draw(w->game, walk_state(w), &how, &least);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        how.columns = sizes[i].columns;
        how.rows = sizes[i].rows;
        view->draw(w->game, walk_state(w), &how, &canvas);
        CHECK(w, canvas.columns <= pes_draw_columns(&how) || canvas.columns <= least.columns,
              "%d columns wide in a terminal of %d, and %d would do", canvas.columns, how.columns,
              least.columns);
        CHECK(w, canvas.columns > 0 && canvas.rows > 0 && canvas.rows <= PES_CANVAS_ROWS,
              "%d columns, %d rows", canvas.columns, canvas.rows);
        /* The usual variant can be seen in a terminal of 60 by 20. */
        if (w->game->variant[0] == '\0' && sizes[i].columns >= 60)
            CHECK(w, pes_draw_fits(&how, &canvas, 1), "%d by %d in a terminal of %d by %d",
                  canvas.columns, canvas.rows, how.columns, how.rows);
    }
}

static void check_picture(struct walk *w) {
    static struct pes_canvas canvas;
    struct view_chapter *c = w->chapter;
    const int made = pes_history_count(w->history);
    struct pes_draw how = {.lang = (enum pes_lang)(made % PES_LANG_COUNT)};
    if (made > 0 && c->made == made - 1) {
        how.before = PES_STATE(c->before);
        how.last = pes_history_move(w->history, made - 1);
    }
    for (int unicode = 0; unicode < 2; unicode++) {
        how.unicode = unicode;
        w->game->kit->view->draw(w->game, walk_state(w), &how, &canvas);
        CHECK(w, canvas.columns > 0 && canvas.columns <= PES_CANVAS_COLUMNS, "%d columns wide",
              canvas.columns);
        CHECK(w, canvas.rows > 0 && canvas.rows <= PES_CANVAS_ROWS, "%d rows", canvas.rows);
        int inked = 0;
        for (int row = 0; row < canvas.rows; row++)
            for (int column = 0; column < canvas.columns; column++) {
                const char *glyph = canvas.at[row][column].glyph;
                inked += glyph[0] != '\0' && glyph[0] != ' ';
                CHECK(w,
                      unicode || how.lang != PES_LANG_EN || !glyph[0] ||
                          isprint((unsigned char)glyph[0]),
                      "'%s' is not ASCII", glyph);
            }
        CHECK(w, inked > 0, "an empty picture");
    }
    check_sizes(w, how);
    pes_copy(w->game, PES_STATE(c->before), walk_state(w));
    c->made = made;
}

static void view_position(struct walk *w) {
    if (!w->game->kit->view)
        return;
    pes_move list[PES_MOVES_MAX];
    const int n = walk_list(w, walk_state(w), list);
    check_pieces(w);
    check_hand(w);
    check_target(w);
    check_won_by(w);
    check_why(w);
    check_threats(w);
    if (pes_turn(w->game, walk_state(w)) >= 0) {
        check_touches(w, list, n);
        check_all_touched(w, list, n);
        check_buttons(w, list, n);
    }
    for (int i = 0; i < n && i < TRACES_MAX; i++)
        check_trace(w, list[n <= TRACES_MAX ? i : (int)pes_rng_below(&w->rng, (uint32_t)n)]);
    check_picture(w);
}

const struct chapter chapter_view = {
    .name = "view",
    .games = 4,
    .plies_max = 200,
    .size = sizeof(struct view_chapter),
    .start = view_start,
    .position = view_position,
};
