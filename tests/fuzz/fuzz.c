#include "fuzz/fuzz.h"

#include "core/str.h"

#include <stdlib.h>

enum { WALK_PLIES = 8 };

void fuzz_line(struct fuzz_input *in, char out[FUZZ_LINE_MAX]) {
    const char *end = in->length > 0 ? memchr(in->bytes, '\n', in->length) : NULL;
    const size_t length = end != NULL ? (size_t)(end - in->bytes) : in->length;
    const size_t kept = length < FUZZ_LINE_MAX ? length : FUZZ_LINE_MAX - 1;
    if (kept > 0)
        memcpy(out, in->bytes, kept);
    out[kept] = '\0';
    const size_t taken = end != NULL ? length + 1 : length;
    in->bytes += taken;
    in->length -= taken;
}

char *fuzz_rest(struct fuzz_input *in) {
    char *text = malloc(in->length + 1);
    FUZZ_CHECK(text != NULL);
    if (in->length > 0)
        memcpy(text, in->bytes, in->length);
    text[in->length] = '\0';
    in->bytes += in->length;
    in->length = 0;
    return text;
}

void fuzz_check_note(const struct pes_note *note, enum pes_err err, size_t length) {
    FUZZ_CHECK(err > PES_ERR_OK && err < PES_ERR_COUNT);
    for (int lang = 0; lang < PES_LANG_COUNT; lang++) {
        const char *why = note->why[lang], *end = memchr(why, '\0', PES_NOTE_MAX);
        FUZZ_CHECK(end != NULL);
        FUZZ_CHECK(end > why);
        FUZZ_CHECK(utf8_valid(why, (size_t)(end - why)));
    }
    FUZZ_CHECK(note->pos >= 0 && (size_t)note->pos <= length + 1);
}

struct pes_game *fuzz_open(struct fuzz_input *in) {
    char line[FUZZ_LINE_MAX];
    fuzz_line(in, line);
    char *options = strchr(line, ' ');
    if (options != NULL)
        *options++ = '\0';
    else
        options = line + strlen(line);
    const struct pes_kit *kit = pes_kit_find(line);
    if (kit == NULL)
        return NULL;
    struct pes_game *g = NULL;
    struct pes_note note = {0};
    const enum pes_err err = pes_game_open(kit, options, &g, &note);
    if (err != PES_ERR_OK) {
        fuzz_check_note(&note, err, strlen(options));
        return NULL;
    }
    return g;
}

/* The text of the present position must be parsed to the same bytes, whatever the buffer held. */
static void check_text(struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_STATE_TEXT_MAX];
    pes_history_format(h, text);

    struct pes_state_buf again;
    memset(&again, 0x5a, sizeof again);
    int clock = -1;
    const enum pes_err err =
        g->rules->state_parse(g, text, strlen(text), PES_STATE(again), &clock, NULL);
    FUZZ_CHECK(err == PES_ERR_OK);
    FUZZ_CHECK(memcmp(again.bytes, pes_history_state(h), g->state_size) == 0);
    FUZZ_CHECK(pes_hash(g, PES_STATE(again)) == pes_hash(g, pes_history_state(h)));
    FUZZ_CHECK(g->rules->valid == NULL || g->rules->valid(g, PES_STATE(again)));

    char second[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, PES_STATE(again), clock, second);
    FUZZ_CHECK(strcmp(text, second) == 0);
}

/* A listed move must be parsed from its text, and unmaking it must restore every byte. */
static void check_move(const struct pes_game *g, const struct pes_state *s, pes_move m) {
    char text[PES_MOVE_TEXT_MAX];
    memset(text, 'x', sizeof text);
    g->rules->move_format(g, s, m, text);
    FUZZ_CHECK(memchr(text, '\0', sizeof text) != NULL && text[0] != '\0');
    pes_move again = PES_MOVE_NONE;
    size_t used = 0;
    const enum pes_err err = g->rules->move_parse(g, s, text, strlen(text), &used, &again, NULL);
    FUZZ_CHECK(err == PES_ERR_OK);
    FUZZ_CHECK(again == m && used == strlen(text));
    FUZZ_CHECK(pes_legal(g, s, m));

    struct pes_state_buf there;
    struct pes_undo_buf undo;
    pes_copy(g, PES_STATE(there), s);
    pes_make(g, PES_STATE(there), m, undo.bytes);
    pes_unmake(g, PES_STATE(there), m, undo.bytes);
    FUZZ_CHECK(memcmp(there.bytes, s, g->state_size) == 0);
}

/* Checks all moves or outcomes of a position; returns their number. */
static int check_moves(const struct pes_game *g, const struct pes_state *s,
                       pes_move out[PES_MOVES_MAX]) {
    const pes_player turn = pes_turn(g, s);
    FUZZ_CHECK(turn >= PES_TERMINAL && turn < g->players);
    int n = pes_moves(g, s, out);
    FUZZ_CHECK(n >= 0 && n <= g->moves_max);
    FUZZ_CHECK(turn >= 0 || n == 0);
    FUZZ_CHECK(pes_count(g, s) == n);
    if (turn == PES_CHANCE) {
        struct pes_chance rolls[PES_CHANCES_MAX];
        n = pes_chances(g, s, rolls);
        FUZZ_CHECK(n > 0 && n <= g->chances_max);
        for (int i = 0; i < n; i++) {
            FUZZ_CHECK(rolls[i].weight > 0);
            out[i] = rolls[i].move;
        }
    }
    for (int i = 0; i < n; i++)
        check_move(g, s, out[i]);
    return n;
}

static void check_payoff(const struct pes_game *g, const struct pes_state *s) {
    int32_t payoff[PES_PLAYERS_MAX];
    pes_payoff(g, s, payoff);
    for (int i = 0; i < g->players; i++)
        FUZZ_CHECK(payoff[i] >= g->payoff_min && payoff[i] <= g->payoff_max);
}

void fuzz_check_position(struct pes_history *h) {
    const struct pes_game *g = pes_history_game(h);
    int made = 0;
    for (; made < WALK_PLIES; made++) {
        const struct pes_state *s = pes_history_state(h);
        pes_move moves[PES_MOVES_MAX];
        check_text(h);
        const int n = check_moves(g, s, moves);
        FUZZ_CHECK(pes_over(g, s) == (n == 0));
        if (n == 0) {
            check_payoff(g, s);
            break;
        }
        /* The position's hash chooses the move: the same input plays the same game. */
        const pes_move m = moves[pes_hash(g, s) % (uint64_t)n];
        if (pes_history_make(h, m) != PES_ERR_OK)
            break;
    }
    while (made-- > 0)
        FUZZ_CHECK(pes_history_unmake(h));
}
