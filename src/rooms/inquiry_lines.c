/* `lines`: the best continuations of a position, told while they get better. */
#include "rooms/inquiry_int.h"
#include "rooms/solved.h"

#include <assert.h>
#include <stdio.h>

/* A player must be to move. */
static enum request_code check_turn(const struct inquiry *q, struct refusal *why) {
    const struct pes_history *h = q->line.session.history;
    if (pes_history_end(h) != PES_END_NONE)
        return refuse(why, REQUEST_OVER, TEXT(room_line_over), PES_NO_ARGS);
    if (pes_turn(pes_history_game(h), pes_history_state(h)) == PES_CHANCE)
        return refuse(why, REQUEST_UNFIT, TEXT(room_line_chance), PES_NO_ARGS);
    return REQUEST_OK;
}

enum request_code inquiry_lines_init(struct inquiry *q, const struct request *wanted,
                                     const struct solved_tables *tables, struct refusal *why) {
    const enum request_code code = check_turn(q, why);
    if (code != REQUEST_OK)
        return code;
    if (wanted->agent != NULL && !solved_has(q->line.session.game, tables))
        return refuse(why, REQUEST_UNFIT, TEXT(room_line_unsolved), PES_NO_ARGS);
    if (wanted->agent != NULL)
        q->tables = tables->folder;
    if (q->tables != NULL)
        snprintf(q->agent, sizeof q->agent, "oracle:table=%s", q->tables);
    else if (!pes_agent_strongest(q->line.session.game->kit, q->agent))
        return refuse(why, REQUEST_UNFIT, TEXT(room_nobody_judges), PES_NO_ARGS);
    q->no_limits = wanted->ms == 0 && wanted->depth == 0 && wanted->nodes == 0;
    if (q->no_limits)
        q->limits.movetime_ms = INQUIRY_MS_MAX; /* agents want a limit */
    return REQUEST_OK;
}

void inquiry_lines_start(struct inquiry *q) {
    struct thought *t = thought_study_new(THOUGHT_LINES, q->line.session.history);
    if (t == NULL) {
        inquiry_fail(q, PES_ERR_NOMEM);
        return;
    }
    snprintf(t->agent, sizeof t->agent, "%s", q->agent);
    t->limits = q->limits;
    t->study->tables = q->tables;
    t->study->at = pes_history_count(q->line.session.history);
    q->stop_ms = q->begun_ms + INQUIRY_MS_MAX;
    inquiry_think(q, t);
}

/* Telling ---------------------------------------------------------------------------------------
 */

static void put_one(const struct inquiry *q, const struct pes_answer *line, struct str *out) {
    const struct pes_history *h = q->line.session.history;
    const bool second = pes_turn(pes_history_game(h), pes_history_state(h)) == 1;
    double chance;
    put_open(out, NULL, '{');
    inquiry_put_line(h, "moves", "cells", line->line_count > 0 ? line->line : &line->move,
                     line->line_count > 0 ? line->line_count : 1, out);
    if (lines_chance(line, &chance))
        put_exact(out, "chance", second ? 1.0 - chance : chance);
    else
        put_null(out, "chance");
    if (line->has_score)
        put_exact(out, "score", line->score);
    else
        put_null(out, "score");
    if (line->has_mate)
        put_int(out, "mate", line->mate);
    put_close(out, '}');
}

/* Why a question ended before the limits of its client; NULL: it did not. */
static void put_why(struct str *out, const struct pes_text *why) {
    if (why != NULL)
        put_word(out, "why", why, PES_ARGS(PES_INT(INQUIRY_MS_MAX / 1000)));
}

/* The exact value of every move. */
static void put_exact_values(const struct inquiry *q, const struct thought_study *study,
                             struct str *out) {
    const struct pes_game *g = q->line.session.game;
    put_open(out, "values", '[');
    for (int i = 0; i < study->exact_count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, pes_history_state(q->line.session.history), study->exact[i].move,
                              text);
        put_open(out, NULL, '[');
        put_text(out, NULL, text);
        put_int(out, NULL, study->exact[i].mate);
        put_close(out, ']');
    }
    put_close(out, ']');
}

/* `study`: what the thought has found at the end; NULL: it is not at its end. */
static void tell(struct inquiry *q, bool last, const struct thought_study *study,
                 const struct pes_text *why) {
    struct str out;
    const struct lines *lines = &q->known;
    inquiry_begin_message(q, "lines", &out);
    put_int(&out, "depth", lines->count > 0 ? lines->line[0].depth : 0);
    put_int(&out, "nodes", lines->count > 0 ? (int64_t)lines->line[0].nodes : 0);
    put_int(&out, "ms", q->world->now_ms(q->owner) - q->begun_ms);
    put_bool(&out, "last", last);
    put_open(&out, "lines", '[');
    for (int i = 0; i < lines->count; i++)
        put_one(q, &lines->line[i], &out);
    put_close(&out, ']');
    if (study != NULL && study->exact_count > 0)
        put_exact_values(q, study, &out);
    put_why(&out, why);
    q->told_ms = q->world->now_ms(q->owner);
    inquiry_tell(q, &out);
    q->over |= last;
}

void inquiry_lines_tick(struct inquiry *q) {
    const int64_t now = q->world->now_ms(q->owner);
    if (q->thought == NULL)
        return;
    if (now >= q->stop_ms) {
        q->timed_out = true;
        q->stop_ms = INT64_MAX;
        thought_stop(q->thought);
    }
    const struct lines *fresh = shelf_take(&q->thought->study->shelf);
    if (fresh == NULL) {
        q->told_ms = now; /* looks again later */
        return;
    }
    q->known = *fresh;
    tell(q, false, NULL, NULL);
}

void inquiry_lines_end(struct inquiry *q) {
    const struct lines *fresh = q->thought != NULL ? shelf_take(&q->thought->study->shelf) : NULL;
    if (fresh != NULL)
        q->known = *fresh;
    tell(q, true, NULL, NULL);
}

void inquiry_lines_thought(struct inquiry *q, struct thought *t) {
    const bool stopped = atomic_load(&t->stop);
    const bool late = q->timed_out || (q->no_limits && !stopped &&
                                       q->world->now_ms(q->owner) - q->begun_ms >= INQUIRY_MS_MAX);
    if (t->err == PES_ERR_OK)
        q->known = t->study->lines;
    if (t->err != PES_ERR_OK && !(t->err == PES_ERR_STOPPED && stopped))
        inquiry_fail(q, t->err);
    else
        tell(q, true, t->study,
             late      ? TEXT(room_line_cap)
             : stopped ? TEXT(room_line_others)
                       : NULL);
    thought_free(t);
}
