/* The palette: strokes never break a position, what is painted and accepted is a position like any
 * other, and every position of a game can be painted. */
#include "conformance.h"

enum {
    STROKES = 6,       /* random ones per position */
    PAINT_EVERY = 24,  /* one position in so many is painted */
    NUMBERS_MAX = 64,  /* of a brush, that are all tried */
    REPEATS = 8,       /* a brush may have to be used more than once: it counts down */
    WRONG = 16,        /* the distance of a field that is not right */
    PALETTE_PLIES = 90 /* of a game */
};

struct palette_chapter {
    struct pes_brush brushes[PES_BRUSHES_MAX];
    int brushes_count, cells_count;
    struct pes_state_buf painted; /* by random strokes, from the start of the first game on */
    bool begun;
};

static void palette_start(struct walk *w) {
    static struct pes_cell cells[PES_CELLS_MAX];
    const struct pes_view *view = w->game->kit->view;
    struct palette_chapter *c = w->chapter;
    if (!view || !view->palette)
        return;
    CHECK(w, view->paint, "a palette without paint()");
    c->cells_count = view->cells(w->game, cells);
    c->brushes_count = view->palette(w->game, c->brushes);
    CHECK(w, c->brushes_count > 0 && c->brushes_count <= PES_BRUSHES_MAX, "%d brushes",
          c->brushes_count);
    for (int i = 0; i < c->brushes_count; i++) {
        const struct pes_brush *b = &c->brushes[i];
        CHECK(w, b->min <= b->max, "brush %d has no number", i);
        CHECK(w, b->player >= -1 && b->player < w->game->players, "brush %d has owner %d", i,
              b->player);
        for (int lang = 0; lang < PES_LANG_COUNT; lang++)
            CHECK(w, b->title.in[lang] && b->title.in[lang][0], "brush %d has no title", i);
        for (int k = 0; k < i; k++)
            CHECK(w, strcmp(b->title.in[0], c->brushes[k].title.in[0]) != 0,
                  "brushes %d and %d have one title", k, i);
    }
}

static const char *text_of(const struct walk *w, const struct pes_state *s,
                           char out[PES_STATE_TEXT_MAX]) {
    w->game->rules->state_format(w->game, s, 0, out);
    return out;
}

static bool paint(const struct walk *w, struct pes_state *s, int brush, int32_t number, int cell) {
    const struct palette_chapter *c = w->chapter;
    const int16_t at = (int16_t)(c->brushes[brush].on_cell ? cell : PES_CELL_NONE);
    return w->game->kit->view->paint(w->game, s, brush, number, at);
}

static int32_t any_number(struct walk *w, const struct pes_brush *b) {
    return b->min + (int32_t)pes_rng_below(&w->rng, (uint32_t)(b->max - b->min + 1));
}

/* Everything that must accept the position accepts it; if it parses, it is the same one. */
static void check_painted(struct walk *w, const struct pes_state *s) {
    static struct pes_piece pieces[PES_PIECES_MAX];
    const struct pes_game *g = w->game;
    const struct pes_view *view = g->kit->view;
    const struct palette_chapter *c = w->chapter;
    char text[PES_STATE_TEXT_MAX];
    int32_t scores[PES_PLAYERS_MAX];
    const int n = view->pieces(g, s, pieces);
    CHECK(w, n >= 0 && n <= PES_PIECES_MAX, "%d pieces", n);
    for (int i = 0; i < n; i++)
        CHECK(w, pieces[i].cell >= 0 && pieces[i].cell < c->cells_count, "piece on cell %d",
              pieces[i].cell);
    if (view->hand)
        CHECK(w, view->hand(g, s, pieces) <= PES_HAND_MAX, "too many pieces to come");
    if (g->rules->scores)
        g->rules->scores(g, s, scores);
    const pes_player turn = pes_turn(g, s);
    CHECK(w, turn >= PES_TERMINAL && turn < g->players, "turn %d", turn);
    CHECK(w, pes_player_name(g, s, 0), "no name");
    text_of(w, s, text);

    struct pes_state_buf read;
    struct pes_note note = {0};
    int clock = 0;
    memset(&read, 0, sizeof read);
    const enum pes_err err =
        g->rules->state_parse(g, text, strlen(text), PES_STATE(read), &clock, &note);
    if (err == PES_ERR_OK) {
        CHECK(w, memcmp(PES_STATE(read), s, g->state_size) == 0, "'%s' is read as another position",
              text);
        CHECK(w, !g->rules->valid || g->rules->valid(g, s), "'%s' is read but not valid", text);
        return;
    }
    CHECK(w, err == PES_ERR_ILLEGAL || err == PES_ERR_RANGE,
          "'%s' is refused as text, not as a position", text);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++)
        CHECK(w, note.why[lang][0], "'%s' is refused without a reason", text);
    CHECK(w, !g->rules->valid || !g->rules->valid(g, s), "'%s' is valid but refused", text);
}

static void stroke(struct walk *w, struct pes_state *s) {
    const struct palette_chapter *c = w->chapter;
    const int brush = (int)pes_rng_below(&w->rng, (uint32_t)c->brushes_count);
    const int cell = (int)pes_rng_below(&w->rng, (uint32_t)c->cells_count);
    struct pes_state_buf before;
    pes_copy(w->game, PES_STATE(before), s);
    const bool changed = paint(w, s, brush, any_number(w, &c->brushes[brush]), cell);
    CHECK(w, changed == (memcmp(PES_STATE(before), s, w->game->state_size) != 0),
          "brush %d says %d about its change of cell %d", brush, changed, cell);
    check_painted(w, s);
}

/* Painting a given position. --------------------------------------------------------------------
 */

/* The distance of two fields: Hamming's if they are of one length, else Levenshtein's. */
static int field_distance(const char *a, size_t m, const char *b, size_t n) {
    static int row[PES_STATE_TEXT_MAX + 1];
    int differ = 0;
    for (size_t i = 0; m == n && i < n; i++)
        differ += a[i] != b[i];
    if (m == n)
        return differ;
    for (size_t k = 0; k <= n; k++)
        row[k] = (int)k;
    for (size_t i = 1; i <= m; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t k = 1; k <= n; k++) {
            const int change = diagonal + (a[i - 1] != b[k - 1]);
            const int less = 1 + (row[k] < row[k - 1] ? row[k] : row[k - 1]);
            diagonal = row[k];
            row[k] = change < less ? change : less;
        }
    }
    return row[n];
}

/* How far the text of s is from the target, field by field and number by number. One that is right
 * counts more than others that are nearly right: to know a number may unbalance a pool. */
static int distance(const struct walk *w, const struct pes_state *s, const char *target) {
    char text[PES_STATE_TEXT_MAX];
    const char *at = text_of(w, s, text);
    int sum = 0;
    while (*at != '\0' || *target != '\0') {
        const size_t m = strcspn(at, " ,"), n = strcspn(target, " ,");
        const int far = field_distance(at, m, target, n);
        sum += far > 0 ? WRONG + far : 0;
        at += m + (at[m] != '\0');
        target += n + (target[n] != '\0');
    }
    return sum;
}

/* Uses a brush for the whole position until it is nearer to the target; false: it does not help. */
static bool nearer(const struct walk *w, struct pes_state *s, int brush, int32_t number,
                   const char *target) {
    struct pes_state_buf trial;
    const int before = distance(w, s, target);
    pes_copy(w->game, PES_STATE(trial), s);
    for (int i = 0; i < REPEATS && paint(w, PES_STATE(trial), brush, number, 0); i++)
        if (distance(w, PES_STATE(trial), target) < before) {
            pes_copy(w->game, s, PES_STATE(trial));
            return true;
        }
    return false;
}

/* The numbers to try: all of a short range, the scores of the target of a long one. */
static int list_numbers(const struct walk *w, const struct pes_brush *b, int32_t out[NUMBERS_MAX]) {
    int n = 0;
    if (b->max - b->min < NUMBERS_MAX) {
        for (int32_t number = b->min; number <= b->max; number++)
            out[n++] = number;
    } else {
        CHECK(w, w->game->rules->scores, "a brush of many numbers in a game without scores");
        w->game->rules->scores(w->game, walk_state(w), out);
        n = PES_PLAYERS_MAX;
    }
    return n;
}

/* Uses each brush that is not for cells with each number, if it helps; true if any did. */
static bool paint_once(const struct walk *w, struct pes_state *s, const char *target,
                       bool numbers) {
    const struct palette_chapter *c = w->chapter;
    int32_t list[NUMBERS_MAX];
    bool helped = false;
    for (int brush = 0; brush < c->brushes_count; brush++) {
        const struct pes_brush *b = &c->brushes[brush];
        if (b->on_cell || (!numbers && b->min < b->max))
            continue;
        const int n = list_numbers(w, b, list);
        for (int i = 0; i < n; i++)
            helped = nearer(w, s, brush, list[i], target) || helped;
    }
    return helped;
}

/* A stroke that helps only together with others that follow it. */
static bool paint_ahead(const struct walk *w, struct pes_state *s, const char *target) {
    const struct palette_chapter *c = w->chapter;
    const int before = distance(w, s, target);
    struct pes_state_buf trial;
    int32_t list[NUMBERS_MAX];
    for (int brush = 0; brush < c->brushes_count && before > 0; brush++) {
        const struct pes_brush *b = &c->brushes[brush];
        const int n = b->on_cell ? 0 : list_numbers(w, b, list);
        for (int i = 0; i < n; i++) {
            pes_copy(w->game, PES_STATE(trial), s);
            if (!paint(w, PES_STATE(trial), brush, list[i], 0))
                continue;
            while (paint_once(w, PES_STATE(trial), target, true))
                ;
            if (distance(w, PES_STATE(trial), target) < before) {
                pes_copy(w->game, s, PES_STATE(trial));
                return true;
            }
        }
    }
    return false;
}

static void paint_whole(const struct walk *w, struct pes_state *s, const char *target,
                        bool numbers) {
    while (paint_once(w, s, target, numbers) || (numbers && paint_ahead(w, s, target)))
        ;
}

static bool has_piece(const struct walk *w, const struct pes_state *s, const struct pes_piece *p) {
    static struct pes_piece pieces[PES_PIECES_MAX];
    const int n = w->game->kit->view->pieces(w->game, s, pieces);
    for (int i = 0; i < n; i++)
        if (pieces[i].cell == p->cell && pieces[i].player == p->player &&
            pieces[i].number == p->number && strcmp(pieces[i].kind, p->kind) == 0)
            return true;
    return false;
}

static void paint_piece(const struct walk *w, struct pes_state *s, const struct pes_piece *p) {
    const struct palette_chapter *c = w->chapter;
    struct pes_state_buf before;
    pes_copy(w->game, PES_STATE(before), s);
    for (int brush = 0; brush < c->brushes_count && !has_piece(w, s, p); brush++) {
        const struct pes_brush *b = &c->brushes[brush];
        if (!b->on_cell || !b->kind)
            continue;
        const bool chosen = p->number >= b->min && p->number <= b->max;
        if (paint(w, s, brush, chosen ? p->number : b->min, p->cell) && !has_piece(w, s, p))
            pes_copy(w->game, s, PES_STATE(before));
    }
}

/* Paints the present position over another one. */
static void check_reached(struct walk *w) {
    static struct pes_piece pieces[PES_PIECES_MAX];
    const struct pes_view *view = w->game->kit->view;
    struct palette_chapter *c = w->chapter;
    struct pes_state_buf s;
    char target[PES_STATE_TEXT_MAX], text[PES_STATE_TEXT_MAX];
    text_of(w, walk_state(w), target);
    pes_copy(w->game, PES_STATE(s), PES_STATE(c->painted));
    paint_whole(w, PES_STATE(s), target, false);
    for (int brush = 0; brush < c->brushes_count; brush++)
        for (int cell = 0;
             c->brushes[brush].on_cell && !c->brushes[brush].kind && cell < c->cells_count; cell++)
            paint(w, PES_STATE(s), brush, c->brushes[brush].min, cell);
    const int n = view->pieces(w->game, walk_state(w), pieces);
    for (int i = 0; i < n; i++)
        paint_piece(w, PES_STATE(s), &pieces[i]);
    paint_whole(w, PES_STATE(s), target, true);
    CHECK(w, strcmp(text_of(w, PES_STATE(s), text), target) == 0, "painted as '%s'", text);
    CHECK(w, memcmp(PES_STATE(s), walk_state(w), w->game->state_size) == 0,
          "the painted position has the same text, but is another one");
}

static void palette_position(struct walk *w) {
    struct palette_chapter *c = w->chapter;
    if (c->brushes_count == 0)
        return;
    if (!c->begun)
        pes_copy(w->game, PES_STATE(c->painted), walk_state(w));
    c->begun = true;
    for (int i = 0; i < STROKES; i++)
        stroke(w, PES_STATE(c->painted));
    if (pes_turn(w->game, walk_state(w)) >= 0 && pes_rng_below(&w->rng, PAINT_EVERY) == 0)
        check_reached(w);
}

const struct chapter chapter_palette = {
    .name = "palette",
    .games = 8,
    .plies_max = PALETTE_PLIES,
    .size = sizeof(struct palette_chapter),
    .start = palette_start,
    .position = palette_position,
};
