/* Moves and positions as text: what is formatted is parsed to the same bytes, and nothing illegal
 * is accepted. */
#include "conformance.h"

enum { SEEN_MAX = 512, SEEN_TRIED = 24 };

struct text_chapter {
    char seen[SEEN_MAX][PES_MOVE_TEXT_MAX]; /* texts of moves from earlier positions */
    int seen_count;
};

static void remember(struct walk *w, const char *text) {
    struct text_chapter *c = w->chapter;
    const int at =
        c->seen_count < SEEN_MAX ? c->seen_count++ : (int)pes_rng_below(&w->rng, SEEN_MAX);
    snprintf(c->seen[at], sizeof c->seen[at], "%s", text);
}

static void check_moves_text(struct walk *w, const pes_move list[], int n,
                             char texts[][PES_MOVE_TEXT_MAX]) {
    const struct pes_game *g = w->game;
    for (int i = 0; i < n; i++) {
        memset(texts[i], 'x', PES_MOVE_TEXT_MAX);
        g->rules->move_format(g, walk_state(w), list[i], texts[i]);
        const char *end = memchr(texts[i], '\0', PES_MOVE_TEXT_MAX);
        CHECK(w, end && end > texts[i], "move %u has no text", list[i]);
        const size_t length = (size_t)(end - texts[i]);
        CHECK(w, strcspn(texts[i], " \t\n\"{}()[];,") == length, "'%s' is not one token", texts[i]);
        CHECK(w, (texts[i][0] == '#') == (pes_turn(g, walk_state(w)) == PES_CHANCE),
              "'%s': outcomes begin with '#', moves do not", texts[i]);
        pes_move m = PES_MOVE_NONE;
        size_t used = 0;
        struct pes_note note = {0};
        CHECK(w,
              g->rules->move_parse(g, walk_state(w), texts[i], length, &used, &m, &note) ==
                  PES_ERR_OK,
              "'%s' is not read back: %s", texts[i], note.why[PES_LANG_EN]);
        CHECK(w, m == list[i] && used == length, "'%s' is read back as another move", texts[i]);
    }
}

/* Move texts of other positions are accepted if and only if they name a move of this one. */
static void check_foreign_text(struct walk *w, const pes_move list[], int n) {
    const struct pes_game *g = w->game;
    const struct text_chapter *c = w->chapter;
    for (int k = 0; k < SEEN_TRIED && c->seen_count; k++) {
        const char *text = c->seen[pes_rng_below(&w->rng, (uint32_t)c->seen_count)];
        pes_move m = PES_MOVE_NONE;
        size_t used = 0;
        struct pes_note note = {0};
        const enum pes_err err =
            g->rules->move_parse(g, walk_state(w), text, strlen(text), &used, &m, &note);
        if (err != PES_ERR_OK) {
            CHECK(w, !pes_note_is_empty(&note), "'%s' is refused without a reason", text);
            continue;
        }
        bool listed = false;
        for (int i = 0; i < n; i++)
            listed = listed || list[i] == m;
        CHECK(w, listed, "'%s' is read, but it is not legal", text);
        CHECK(w, used > 0 && used <= strlen(text), "'%s': %zu bytes were read", text, used);
    }
}

static void check_position_text(struct walk *w) {
    const struct pes_game *g = w->game;
    static const int clocks[] = {0, 7};
    for (size_t k = 0; k < sizeof clocks / sizeof clocks[0]; k++) {
        char text[PES_STATE_TEXT_MAX], again[PES_STATE_TEXT_MAX];
        g->rules->state_format(g, walk_state(w), clocks[k], text);
        CHECK(w, memchr(text, '\0', sizeof text) && text[0], "the position has no text");
        CHECK(w, !strpbrk(text, "\n\r\t\"\\"), "the position is not one plain line");
        struct pes_state_buf buf;
        memset(&buf, 0x5a, sizeof buf);
        int clock = -1;
        struct pes_note note = {0};
        CHECK(w,
              g->rules->state_parse(g, text, strlen(text), PES_STATE(buf), &clock, &note) ==
                  PES_ERR_OK,
              "its own text is refused: %s", note.why[PES_LANG_EN]);
        CHECK(w, memcmp(buf.bytes, walk_state(w), g->state_size) == 0,
              "the position read back has other bytes");
        CHECK(w, clock == 0 || clock == clocks[k], "clock %d instead of %d", clock, clocks[k]);
        CHECK(w, pes_hash(g, PES_STATE(buf)) == pes_hash(g, walk_state(w)),
              "the incremental hash differs from the fresh one");
        g->rules->state_format(g, PES_STATE(buf), clock, again);
        CHECK(w, strcmp(text, again) == 0, "printed again it is \"%s\"", again);
    }
}

/* Is `text` the formatted position, possibly without optional fields at the end? */
static bool is_whole_or_brief(const char *text, const char *printed) {
    const size_t length = strlen(text);
    return strncmp(text, printed, length) == 0 &&
           (printed[length] == '\0' || printed[length] == ' ');
}

/* Damaged text is refused with a reason, unless it is the text of another position. */
static void check_damaged_text(struct walk *w) {
    const struct pes_game *g = w->game;
    char text[PES_STATE_TEXT_MAX], again[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, walk_state(w), 0, text);
    const uint32_t length = (uint32_t)strlen(text);
    for (int k = 0; k < 8; k++) {
        char damaged[PES_STATE_TEXT_MAX];
        memcpy(damaged, text, length + 1);
        damaged[pes_rng_below(&w->rng, length)] = (char)(' ' + pes_rng_below(&w->rng, 95));
        const size_t cut = k < 4 ? length : pes_rng_below(&w->rng, length);
        damaged[cut] = '\0';
        struct pes_state_buf buf;
        memset(&buf, 0, sizeof buf);
        int clock = 0;
        struct pes_note note = {0};
        if (g->rules->state_parse(g, damaged, cut, PES_STATE(buf), &clock, &note) != PES_ERR_OK) {
            CHECK(w, !pes_note_is_empty(&note), "\"%s\" is refused without a reason", damaged);
            continue;
        }
        g->rules->state_format(g, PES_STATE(buf), clock, again);
        CHECK(w, is_whole_or_brief(damaged, again), "\"%s\" is read but printed as \"%s\"", damaged,
              again);
        CHECK(w, !g->rules->valid || g->rules->valid(g, PES_STATE(buf)),
              "\"%s\" is read but not valid", damaged);
    }
}

static void text_position(struct walk *w) {
    pes_move list[PES_MOVES_MAX];
    static char texts[PES_MOVES_MAX][PES_MOVE_TEXT_MAX];
    check_position_text(w);
    check_damaged_text(w);
    const int n = walk_list(w, walk_state(w), list);
    check_moves_text(w, list, n, texts);
    check_foreign_text(w, list, n);
    if (n > 0)
        remember(w, texts[pes_rng_below(&w->rng, (uint32_t)n)]);
}

const struct chapter chapter_text = {
    .name = "text",
    .games = 8,
    .plies_max = 300,
    .size = sizeof(struct text_chapter),
    .position = text_position,
};
