#include "search/tree_only.h"

#include "search/text.h"

#include <assert.h>
#include <strings.h>

/* Refuses a move that is not even a token of the right length. */
static enum pes_err refuse(const char *text, size_t length, int32_t column,
                           const struct pes_text *why, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    return pes_note_say(note, PES_ERR_ILLEGAL, column, why,
                        PES_ARGS(PES_STR(pes_quote(text, length, quote))));
}

/* Is it a legal move in another case ("H8" for h8)? */
static bool is_like_a_move(const struct pes_game *g, const struct pes_state *s, const char *text,
                           size_t length) {
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(g, s, list);
    for (int i = 0; i < count; i++) {
        char move[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, list[i], move);
        if (strlen(move) == length && strncasecmp(move, text, length) == 0)
            return true;
    }
    return false;
}

/* Adds one move, as the game writes it if it is legal in s, else as it was typed. */
static enum pes_err add(struct tree_only *only, bool must_be_legal, const struct pes_game *g,
                        const struct pes_state *s, const char *text, size_t length, int32_t column,
                        struct pes_note *note) {
    size_t used;
    pes_move m;
    struct pes_note why = {0};
    const enum pes_err err = g->rules->move_parse(g, s, text, length, &used, &m, &why);
    char *to = only->moves[only->count];
    if (err == PES_ERR_OK && used == length) {
        g->rules->move_format(g, s, m, to);
    } else if (must_be_legal && !is_like_a_move(g, s, text, length)) {
        if (err == PES_ERR_OK)
            return refuse(text, length, column, TEXT(search_only_root), note);
        if (note != NULL) {
            *note = why;
            note->pos = column + (why.pos > 0 ? why.pos - 1 : 0);
        }
        return err;
    } else if (length >= PES_MOVE_TEXT_MAX) {
        return refuse(text, length, column, TEXT(search_only_nowhere), note);
    } else {
        memcpy(to, text, length);
        to[length] = '\0';
    }
    only->columns[only->count++] = column;
    return PES_ERR_OK;
}

enum pes_err tree_only_parse(struct tree_only *only, const struct pes_tree_config *config,
                             const struct pes_game *g, const struct pes_state *s,
                             struct pes_note *note) {
    assert(config->only != NULL);
    *only = (struct tree_only){.count = 0};
    for (const char *at = config->only + strspn(config->only, " "); *at != '\0';) {
        const size_t length = strcspn(at, " ");
        const int32_t column = (int32_t)(at - config->only) + 1;
        if (only->count == PES_TREE_ONLY_MAX)
            return pes_note_say(note, PES_ERR_LIMIT, column, TEXT(search_only_many),
                                PES_ARGS(PES_INT(PES_TREE_ONLY_MAX)));
        const enum pes_err err = add(only, !config->everywhere, g, s, at, length, column, note);
        if (err != PES_ERR_OK)
            return err;
        at += length + strspn(at + length, " ");
    }
    if (only->count == 0)
        return pes_note_say(note, PES_ERR_SYNTAX, 0, TEXT(search_only_none), PES_NO_ARGS);
    return PES_ERR_OK;
}

/* Is it one of the moves? Marks it as found. */
static bool contains(struct tree_only *only, const char *text) {
    bool any = false;
    for (int i = 0; i < only->count; i++) {
        if (strcasecmp(only->moves[i], text) == 0)
            any = only->found[i] = true;
    }
    return any;
}

int tree_only_keep(struct tree_only *only, const struct pes_game *g, const struct pes_state *s,
                   pes_move list[], int count) {
    int kept = 0;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        g->rules->move_format(g, s, list[i], text);
        if (contains(only, text))
            list[kept++] = list[i];
    }
    return kept > 0 ? kept : count;
}

enum pes_err tree_only_check(const struct tree_only *only, const struct pes_text *why,
                             struct pes_note *note) {
    for (int i = 0; i < only->count; i++) {
        if (!only->found[i])
            return refuse(only->moves[i], strlen(only->moves[i]), only->columns[i], why, note);
    }
    return PES_ERR_OK;
}
