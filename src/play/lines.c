/* The best lines of a position: see lines.h. The lines of one depth are reported one after the
 * other; they count only when all of them are there. */
#include "play/lines.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MORE_NODES = 200000, /* for each move by which a proven line is extended */
    MORE_MS = 200
};

struct collector {
    const struct lines_asker *asker;
    int wanted;
    struct lines known;  /* of the last depth whose lines are all there */
    struct lines coming; /* of the depth that is being reported */
};

static void complete(struct collector *c) {
    if (c->coming.count == 0)
        return;
    c->known = c->coming;
    c->coming.count = 0;
    if (c->asker->found != NULL)
        c->asker->found(c->asker->to, &c->known);
}

static void collect(void *to, const struct pes_answer *so_far) {
    struct collector *c = to;
    const struct pes_limits *limits = &c->asker->limits;
    if (limits->info != NULL)
        limits->info(limits->info_to, so_far);
    /* An agent that is still preparing reports progress without a line. */
    if (so_far->line_count == 0)
        return;
    if (so_far->line_index == 0)
        complete(c); /* fewer lines than wanted */
    if (so_far->line_index != c->coming.count)
        return; /* of an agent that was not asked for several lines */
    c->coming.line[c->coming.count++] = *so_far;
    if (c->coming.count == c->wanted)
        complete(c);
}

/* One line is the answer itself, also if it was found after the last complete depth. Several lines
 * are those of that depth, so that they can be compared. */
static void take_lines(const struct collector *c, const struct pes_answer *answer,
                       struct lines *out) {
    if (c->wanted > 1 && c->known.count > 0) {
        *out = c->known;
        for (int i = 0; i < out->count; i++)
            out->line[i].nodes = answer->nodes > 0 ? answer->nodes : out->line[i].nodes;
    } else {
        out->count = 1;
        out->line[0] = *answer;
        out->line[0].line_index = 0;
    }
}

/* Makes the moves of a line, as far as they are legal; returns how many. */
static int make_line(struct pes_history *h, const struct pes_answer *line) {
    const struct pes_game *g = pes_history_game(h);
    int made = 0;
    while (made < line->line_count && pes_history_end(h) == PES_END_NONE &&
           pes_turn(g, pes_history_state(h)) >= 0 &&
           pes_legal(g, pes_history_state(h), line->line[made]) &&
           pes_history_make(h, line->line[made]) == PES_ERR_OK)
        made++;
    return made;
}

static bool is_stopped(const struct lines_asker *asker) {
    const atomic_bool *stop = asker->limits.stop;
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

/* Extends a proven line by what the agent thinks is best for both sides, up to the proven end. */
static void extend_line(const struct lines_asker *asker, struct pes_history *h,
                        struct pes_answer *line) {
    const struct pes_game *g = pes_history_game(h);
    const int plies = abs(line->mate) < PES_LINE_MAX ? abs(line->mate) : PES_LINE_MAX;
    int made = line->line_count < plies ? make_line(h, line) : 0;
    const bool whole = line->line_count > 0 && made == line->line_count;
    while (whole && made < plies && !is_stopped(asker) && pes_history_end(h) == PES_END_NONE &&
           pes_turn(g, pes_history_state(h)) >= 0) {
        struct pes_answer next = {.move = PES_MOVE_NONE};
        const struct pes_limits limits = {
            .nodes = MORE_NODES, .movetime_ms = MORE_MS, .stop = asker->limits.stop};
        if (pes_agent_choose(asker->agent, h, &limits, &next) != PES_ERR_OK)
            break;
        /* What does not keep the promise is not part of the proof. */
        if (!next.has_mate || (next.mate > 0) != ((line->mate > 0) == (made % 2 == 0)) ||
            pes_history_make(h, next.move) != PES_ERR_OK)
            break;
        line->line[made++] = next.move;
        line->line_count = made;
    }
    while (made-- > 0)
        pes_history_unmake(h);
}

enum pes_err lines_find(const struct lines_asker *asker, struct pes_history *h, struct lines *out) {
    const int wanted = asker->limits.lines > 1 ? asker->limits.lines : 1;
    struct collector c = {.asker = asker, .wanted = wanted};
    struct pes_limits limits = asker->limits;
    struct pes_answer answer = {.move = PES_MOVE_NONE};
    assert(wanted <= LINES_COUNT_MAX);
    out->count = 0;
    limits.info = collect;
    limits.info_to = &c;
    const enum pes_err err = pes_agent_choose(asker->agent, h, &limits, &answer);
    if (err == PES_ERR_STOPPED && c.known.count > 0) {
        *out = c.known;
        return PES_ERR_OK;
    }
    if (err != PES_ERR_OK)
        return err;
    take_lines(&c, &answer, out);
    const int before = pes_history_count(h);
    for (int i = 0; i < out->count; i++)
        if (out->line[i].has_mate && out->line[i].mate != 0)
            extend_line(asker, h, &out->line[i]);
    assert(pes_history_count(h) == before);
    (void)before;
    return PES_ERR_OK;
}

bool lines_chance(const struct pes_answer *line, double *out) {
    if (line->has_mate)
        *out = line->mate > 0 ? 1.0 : line->mate < 0 ? 0.0 : 0.5;
    else if (line->has_win_probability)
        *out = line->win_probability;
    return line->has_mate || line->has_win_probability;
}
