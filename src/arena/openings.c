/* Openings from a list or drawn at random; arena/openings.h defines them. Each try has a stream of
 * its own, so that an opening depends only on the pair's generator. */
#include "arena/openings.h"

#include "arena/text.h"
#include "core/str.h"

bool openings_decided(const struct pes_game *g, const struct pes_state *s) {
    struct pes_state_buf next;
    struct pes_undo_buf undo;
    pes_move moves[PES_MOVES_MAX];
    const pes_player mover = pes_turn(g, s);
    const int count = pes_moves(g, s, moves);
    assert(count <= PES_MOVES_MAX);
    for (int i = 0; i < count; i++) {
        pes_copy(g, PES_STATE(next), s);
        pes_make(g, PES_STATE(next), moves[i], undo.bytes);
        if (!pes_over(g, PES_STATE(next)))
            continue;
        int32_t payoff[PES_PLAYERS_MAX];
        pes_payoff(g, PES_STATE(next), payoff);
        if (payoff[mover] > payoff[1 - mover])
            return true;
    }
    return false;
}

/* Random openings. ------------------------------------------------------------------------- */

/* Draws one opening; *fit: the game is not over, and no move wins at once. Rolls after the last
 * move belong to the game, not to the opening. */
static enum pes_err draw(struct pes_history *h, int32_t plies, struct pes_rng *rng, bool *fit) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf start = {0};
    pes_start(g, rng, PES_STATE(start));
    pes_history_start(h, PES_STATE(start), 0);
    while (pes_history_plies(h) < plies && pes_history_end(h) == PES_END_NONE) {
        const enum pes_err err = pes_history_make(h, pes_draw(g, pes_history_state(h), rng));
        if (err != PES_ERR_OK)
            return err;
    }
    *fit = pes_history_end(h) == PES_END_NONE && !openings_decided(g, pes_history_state(h));
    return PES_ERR_OK;
}

static enum pes_err set_random(int32_t plies_max, const struct pes_rng *rng,
                               struct pes_history *h) {
    assert(plies_max >= 0 && plies_max <= OPENINGS_PLIES_MAX);
    for (int32_t plies = plies_max, longest = 0; plies > 0; longest = 0) {
        const struct pes_rng length_rng = pes_rng_split(rng, (uint64_t)plies);
        for (uint64_t i = 0; i < OPENINGS_TRIES_MAX; i++) {
            struct pes_rng try_rng = pes_rng_split(&length_rng, i);
            bool fit = false;
            const enum pes_err err = draw(h, plies, &try_rng, &fit);
            if (err != PES_ERR_OK || fit)
                return err;
            longest = pes_history_plies(h) > longest ? pes_history_plies(h) : longest;
        }
        assert(longest <= plies);
        plies = longest < plies ? longest : plies - 1;
    }
    struct pes_rng start_rng = pes_rng_split(rng, 0);
    bool fit = false;
    return draw(h, 0, &start_rng, &fit);
}

/* Lists. ----------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Finds the position in a line, line[*from..*to), without the blanks around it. */
static void find_position(const char *line, size_t *from, size_t *to) {
    *from = 0;
    while (is_blank(line[*from]))
        (*from)++;
    *to = *from + strcspn(line + *from, ";");
    while (*to > *from && is_blank(line[*to - 1]))
        (*to)--;
}

/* Changes the position of a note from one in a part of a line to one in the list. */
static enum pes_err place(struct pes_note *note, enum pes_err err, int32_t line, size_t offset) {
    if (note != NULL) {
        note->line = line;
        if (note->pos > 0)
            note->pos += (int32_t)offset;
    }
    return err;
}

enum pes_err openings_read(const char *line, int32_t number, const struct pes_rng *rng,
                           struct pes_history *h, struct pes_note *note) {
    size_t from, to;
    find_position(line, &from, &to);
    if (from == to) {
        const enum pes_err err = pes_note_say(note, PES_ERR_SYNTAX, (int32_t)from + 1,
                                              TEXT(opening_without_position), PES_NO_ARGS);
        return place(note, err, number, 0);
    }
    struct str position;
    str_init(&position);
    str_add_bytes(&position, line + from, to - from);
    enum pes_err err = str_err(&position);
    if (err == PES_ERR_OK) {
        struct pes_rng start_rng = *rng;
        err = pes_history_start_text(h, position.text, &start_rng, note);
    }
    str_release(&position);
    if (err != PES_ERR_OK)
        return place(note, err, number, from);

    const char *moves = strchr(line, ';');
    if (moves != NULL) {
        moves++;
        int made = 0;
        err = pes_history_make_text(h, moves, &made, note);
        if (err != PES_ERR_OK)
            return place(note, err, number, (size_t)(moves - line));
    }
    if (pes_history_end(h) != PES_END_NONE) {
        err = pes_note_say(note, PES_ERR_UNFIT, 0, TEXT(opening_over), PES_NO_ARGS);
        return place(note, err, number, 0);
    }
    return PES_ERR_OK;
}

enum pes_err openings_set(const struct openings *openings, int32_t pair, const struct pes_rng *rng,
                          struct pes_history *h, struct pes_note *note) {
    assert(pair >= 0);
    if (openings->lines == NULL)
        return set_random(openings->plies, rng, h);
    assert(openings->count > 0);
    const int32_t line = pair % openings->count;
    return openings_read(openings->lines[line], line + 1, rng, h, note);
}

void openings_format(const struct pes_history *h, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    char text[PES_STATE_TEXT_MAX];
    g->rules->state_format(g, pes_history_first(h), pes_history_first_clock(h), text);
    str_add(out, text);
    struct pes_walk w;
    for (pes_walk_start(&w, h, 0); w.at < pes_history_count(h); pes_walk_next(&w)) {
        char token[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, PES_STATE(w.state), pes_history_move(h, w.at), token);
        str_addf(out, w.at == 0 ? "; %s" : " %s", token);
    }
}
