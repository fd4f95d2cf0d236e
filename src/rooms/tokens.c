/* Moves as tokens: see tokens.h. */
#include "rooms/tokens.h"

#include "core/json_write.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void tokens_end(struct tokens *t, struct str *out) {
    if (t->token[0] != '\0')
        put_text(out, NULL, t->token);
    t->token[0] = '\0';
}

void tokens_add(struct tokens *t, const struct pes_game *g, const struct pes_state *s, pes_move m,
                struct str *out) {
    char text[PES_MOVE_TEXT_MAX];
    size_t run = t->token[0] == '#' ? strlen(t->token) : 0;
    const char *more = game_move_text(g, s, m, run, text);
    if (more == text) {
        tokens_end(t, out);
        run = 0;
    }
    assert(run + strlen(more) < sizeof t->token);
    snprintf(t->token + run, sizeof t->token - run, "%s", more);
}
