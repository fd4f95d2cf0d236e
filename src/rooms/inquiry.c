/* Inquiries: see inquiry.h. Invariant: `thought` is not NULL exactly while the world has one. */
#include "rooms/inquiry_int.h"

#include "core/mem.h"
#include "pessoi/view.h"

#include <assert.h>
#include <math.h>

enum request_code inquiry_new(const struct inquiry_world *world, void *owner,
                              const struct request *wanted, struct line *line,
                              const struct solved_tables *tables, struct inquiry **out,
                              struct refusal *why) {
    struct inquiry *q = mem_alloc(sizeof *q);
    if (q == NULL) {
        line_release(line);
        return refuse(why, REQUEST_SERVER, pes_err_text(PES_ERR_NOMEM), PES_NO_ARGS);
    }
    assert(wanted->action == REQUEST_LINES || wanted->action == REQUEST_REVIEW);
    q->world = world;
    q->owner = owner;
    q->line = *line;
    q->action = wanted->action;
    q->seq = wanted->seq;
    q->begun_ms = world->now_ms(owner);
    q->stop_ms = INT64_MAX;
    q->end = NAN;
    q->limits = (struct pes_limits){.depth = wanted->depth,
                                    .nodes = wanted->nodes,
                                    .movetime_ms = wanted->ms,
                                    .lines = wanted->count};
    const enum request_code code = q->action == REQUEST_LINES
                                       ? inquiry_lines_init(q, wanted, tables, why)
                                       : inquiry_review_init(q, wanted, why);
    if (code != REQUEST_OK) {
        inquiry_free(q);
        return code;
    }
    *out = q;
    return REQUEST_OK;
}

void inquiry_free(struct inquiry *q) {
    if (q == NULL)
        return;
    line_release(&q->line);
    mem_free(q->judged);
    mem_free(q);
}

bool inquiry_over(const struct inquiry *q) {
    return q->over;
}

void inquiry_start(struct inquiry *q) {
    assert(!q->over && q->thought == NULL);
    if (q->action == REQUEST_LINES)
        inquiry_lines_start(q);
    else
        inquiry_review_start(q);
}

void inquiry_thought(struct inquiry *q, struct thought *t) {
    assert(q->thought == t && !q->over);
    q->thought = NULL;
    if (q->action == REQUEST_LINES)
        inquiry_lines_thought(q, t);
    else
        inquiry_review_thought(q, t);
}

void inquiry_tick(struct inquiry *q) {
    if (!q->over && q->action == REQUEST_LINES)
        inquiry_lines_tick(q);
}

int64_t inquiry_wakes(const struct inquiry *q) {
    if (q->over || q->thought == NULL || q->action != REQUEST_LINES)
        return INT64_MAX;
    const int64_t next =
        q->told_ms == 0 ? q->begun_ms + INQUIRY_FIRST_MS : q->told_ms + INQUIRY_TELL_MS;
    return next < q->stop_ms ? next : q->stop_ms;
}

void inquiry_end(struct inquiry *q) {
    if (q->over)
        return;
    if (q->action == REQUEST_LINES)
        inquiry_lines_end(q);
    else
        inquiry_review_end(q);
    assert(q->over);
}

/* Shared ----------------------------------------------------------------------------------------
 */

void inquiry_think(struct inquiry *q, struct thought *t) {
    assert(q->thought == NULL && !q->over);
    q->thought = t;
    q->world->think(q->owner, t);
}

void inquiry_begin_message(const struct inquiry *q, const char *is, struct str *out) {
    str_init(out);
    put_open(out, NULL, '{');
    put_text(out, "is", is);
    if (q->seq >= 0)
        put_int(out, "re", q->seq);
}

void inquiry_tell(struct inquiry *q, struct str *out) {
    put_close(out, '}');
    if (str_err(out) == PES_ERR_OK)
        q->world->tell(q->owner, out->text, out->length);
    else
        inquiry_fail(q, PES_ERR_NOMEM);
    str_release(out);
}

void inquiry_fail(struct inquiry *q, enum pes_err err) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    struct str out;
    if (q->over)
        return;
    q->over = true;
    str_init(&out);
    refuse(&why, request_code_of(err),
           err == PES_ERR_NOMEM   ? pes_err_text(err)
           : err == PES_ERR_UNFIT ? TEXT(room_nobody_judges)
                                  : TEXT(room_no_thought),
           PES_NO_ARGS);
    refusal_format_message(&why, q->seq, NULL, &out);
    if (str_err(&out) == PES_ERR_OK)
        q->world->tell(q->owner, out.text, out.length);
    str_release(&out);
}

void inquiry_put_line(const struct pes_history *h, const char *key, const char *cells_key,
                      const pes_move line[], int count, struct str *out) {
    const struct pes_game *g = pes_history_game(h);
    struct pes_state_buf at;
    struct pes_undo_buf undo;
    int16_t cells[PES_LINE_MAX];
    assert(count <= PES_LINE_MAX);
    pes_copy(g, PES_STATE(at), pes_history_state(h));
    put_open(out, key, '[');
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        int16_t touched[PES_TOUCHES_MAX];
        if (!pes_legal(g, PES_STATE(at), line[i])) {
            count = i; /* found in a model of the game that differs here */
            break;
        }
        g->rules->move_format(g, PES_STATE(at), line[i], text);
        put_text(out, NULL, text);
        const int touches = g->kit->view->touches(g, PES_STATE(at), line[i], touched);
        cells[i] = PES_CELL_NONE;
        if (touches > 0)
            cells[i] = touched[touches - 1];
        pes_make(g, PES_STATE(at), line[i], undo.bytes);
    }
    put_close(out, ']');
    if (cells_key != NULL)
        put_cells(out, cells_key, cells, count);
}
