/* Moves as text: see moves.h. */
#include "rooms/moves.h"

#include "core/game.h"
#include "core/json_write.h"

#include <string.h>

void moves_add(struct str *out, const struct pes_game *g, const struct pes_state *s, pes_move m,
               size_t *run) {
    char text[PES_MOVE_TEXT_MAX];
    const char *more = game_move_text(g, s, m, *run, text);
    if (more == text && out->length > 0)
        str_add_char(out, ' ');
    if (more == text)
        *run = 0;
    str_add(out, more);
    *run = pes_turn(g, s) == PES_CHANCE ? *run + strlen(more) : 0;
}

void moves_of(struct str *out, const struct pes_history *h, int from) {
    struct pes_walk w;
    size_t run = 0;
    for (pes_walk_start(&w, h, from); w.at < pes_history_count(h); pes_walk_next(&w))
        moves_add(out, pes_history_game(h), PES_STATE(w.state), pes_history_move(h, w.at), &run);
}

void put_moves(struct str *out, const char *key, const char *text, size_t length) {
    const char *const end = text + length;
    put_open(out, key, '[');
    while (text < end) {
        const char *blank = memchr(text, ' ', (size_t)(end - text));
        const size_t token = (size_t)((blank != NULL ? blank : end) - text);
        put_bytes(out, NULL, text, token);
        text += token + 1;
    }
    put_close(out, ']');
}
