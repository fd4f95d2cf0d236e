#include "cli/play_hint.h"

#include <assert.h>

enum pes_err play_hint(struct session *s) {
    assert(session_turn(s) >= 0);
    enum pes_err err = PES_ERR_OK;
    if (s->adviser == NULL)
        err = hint_adviser(s->game, session_adviser_seed(s), &s->adviser);
    if (err)
        return err;
    const struct hint_asker asker = {
        .adviser = s->adviser,
        .limits = {.movetime_ms = PLAY_HINT_TIME_MS, .stop = s->limits.stop}};
    const enum hint_step step = s->hints < PLAY_HINT_MOVE ? HINT_MOVE : HINT_LINE;
    err = hint_find(&asker, s->history, step, &s->hint);
    if (err)
        return err;
    const bool last = s->hints == PLAY_HINT_LINE ||
                      (s->hints == PLAY_HINT_MOVE && !hint_goes_on(s->history, &s->hint));
    if (!last)
        s->hints++;
    assert(s->hints >= PLAY_HINT_IDEA);
    assert(s->hints <= PLAY_HINT_LINE);
    return PES_ERR_OK;
}
