/* Openings from a list or drawn at random; arena/openings.h defines them. Each try has a stream of
 * its own, so that an opening depends only on the pair's generator. */
#include "arena/openings.h"

#include "arena/balance.h"
#include "arena/text.h"
#include "core/keymap.h"
#include "core/str.h"
#include "pessoi/kit.h"

#include <math.h>

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

struct pes_rng openings_rng(const struct pes_rng *root, int32_t pair) {
    assert(pair >= 0);
    const struct pes_rng of_pair = pes_rng_split(root, (uint64_t)pair);
    return pes_rng_split(&of_pair, 0);
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

/* What is wrong with the opening in `h`: 0, nothing; INFINITY, it is not acceptable. */
static enum pes_err weigh(const struct openings *o, struct pes_history *h, bool fit, double *cost,
                          bool *searched) {
    *cost = fit ? 0.0 : INFINITY;
    *searched = false;
    return fit && o->balance != NULL ? balance_cost(o->balance, h, cost, searched) : PES_ERR_OK;
}

/* The best opening of some draws of one length. */
struct choice {
    double cost;        /* INFINITY: none is acceptable */
    struct pes_rng rng; /* draws it again */
    int32_t longest;    /* plies of the longest draw */
};

/* Draws openings of `plies` moves until one has no cost, or the tries are used up. */
static enum pes_err draw_length(const struct openings *o, int32_t plies, const struct pes_rng *rng,
                                struct pes_history *h, struct choice *out) {
    const struct pes_rng length_rng = pes_rng_split(rng, (uint64_t)plies);
    int searches = 0;
    *out = (struct choice){.cost = INFINITY};
    for (uint64_t i = 0; i < OPENINGS_TRIES_MAX && searches < OPENINGS_SEARCHES_MAX; i++) {
        const struct pes_rng try_rng = pes_rng_split(&length_rng, i);
        struct pes_rng drawing = try_rng;
        bool fit = false, searched = false;
        double cost = INFINITY;
        enum pes_err err = draw(h, plies, &drawing, &fit);
        if (err == PES_ERR_OK)
            err = weigh(o, h, fit, &cost, &searched);
        if (err != PES_ERR_OK)
            return err;
        searches += searched;
        out->longest = pes_history_plies(h) > out->longest ? pes_history_plies(h) : out->longest;
        if (cost < out->cost) {
            out->cost = cost;
            out->rng = try_rng;
        }
        if (out->cost <= 0.0)
            break;
    }
    assert(out->longest <= plies);
    return PES_ERR_OK;
}

/* Draws the chosen opening again, unless it was the last one drawn, and uses it. */
static enum pes_err take(const struct openings *o, int32_t plies, const struct choice *choice,
                         struct pes_history *h) {
    enum pes_err err = PES_ERR_OK;
    if (choice->cost > 0.0) {
        struct pes_rng rng = choice->rng;
        bool fit = false;
        err = draw(h, plies, &rng, &fit);
    }
    return err == PES_ERR_OK && o->balance != NULL ? balance_use(o->balance, h) : err;
}

static enum pes_err set_drawn(const struct openings *o, const struct pes_rng *rng,
                              struct pes_history *h) {
    assert(o->plies >= 0 && o->plies <= OPENINGS_PLIES_MAX);
    /* Starts differ only by chance; whether one is even matters only to balanced openings. */
    const int32_t shortest = o->balance != NULL ? 0 : 1;
    for (int32_t plies = o->plies; plies >= shortest;) {
        struct choice choice;
        const enum pes_err err = draw_length(o, plies, rng, h, &choice);
        if (err != PES_ERR_OK)
            return err;
        if (isfinite(choice.cost))
            return take(o, plies, &choice, h);
        plies = choice.longest < plies ? choice.longest : plies - 1;
    }
    const struct choice start = {.cost = INFINITY, .rng = pes_rng_split(rng, 0)};
    return take(o, 0, &start, h);
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
        return set_drawn(openings, rng, h);
    assert(openings->count > 0);
    const int32_t line = pair % openings->count;
    return openings_read(openings->lines[line], line + 1, rng, h, note);
}

enum pes_err openings_copies(const struct openings *openings, const struct pes_rng *root,
                             struct pes_history *h, int32_t *copies) {
    const struct pes_game *g = pes_history_game(h);
    struct keymap seen = {0};
    enum pes_err err = PES_ERR_OK;
    *copies = 0;
    for (int32_t i = 0; i < openings->count && err == PES_ERR_OK; i++) {
        const struct pes_rng rng = openings_rng(root, i);
        if (openings_set(openings, i, &rng, h, NULL) != PES_ERR_OK ||
            pes_turn(g, pes_history_state(h)) == PES_CHANCE)
            continue;
        uint64_t *times = keymap_add(&seen, pes_symmetric_hash(g, pes_history_state(h)));
        err = times != NULL ? PES_ERR_OK : PES_ERR_NOMEM;
        if (times != NULL)
            *copies += (*times)++ > 0;
    }
    keymap_release(&seen);
    return err;
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
