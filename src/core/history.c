/* The history of a game: a stack of moves with their undos, and the hashes of all positions in
 * which a player is to move.
 *
 * Only the hashes since the last irreversible move can repeat: `window` is the index of the first
 * of them. Everything that a move changes besides the position is stored in its entry, so that
 * taking it back is exact. */
#include "core/history.h"

#include "core/fold.h"

#include "core/mem.h"
#include "core/text.h"

enum { CAP_FIRST = 64 };

/* One move that was made, and what taking it back restores. */
struct entry {
    pes_move move;
    int32_t clock;  /* before it */
    int32_t window; /* before it */
    int8_t player;  /* who made it; PES_CHANCE: an outcome, which is not a ply */
    bool hashed;    /* the position after it was added to `hashes` */
};

struct pes_history {
    const struct pes_game *game;
    struct entry *entries;
    unsigned char *undos; /* undo_stride bytes per entry */
    uint64_t *hashes;     /* of every position except chance nodes, the start included */
    size_t undo_stride;   /* a multiple of 16, so that each undo is aligned */
    int32_t cap;          /* capacity in entries; that of `hashes` is one more */
    int32_t count;        /* entries */
    int32_t hash_count;
    int32_t window;             /* index of the first of `hashes` that can repeat */
    int32_t plies;              /* players' moves */
    int32_t clock;              /* plies since the last irreversible move */
    int32_t first_clock;        /* the clock of the start */
    struct pes_state_buf first; /* the start */
    struct pes_state_buf now;   /* the present position */
};

/* The undo of entry i. */
static void *undo_at(const struct pes_history *h, int32_t i) {
    return h->undos + (size_t)i * h->undo_stride;
}

/* Reserves memory for `cap` entries. On error the history is unchanged. */
static enum pes_err reserve(struct pes_history *h, int32_t cap) {
    assert(cap >= h->count);
    struct entry *entries = mem_grow(h->entries, (size_t)cap * sizeof *entries);
    if (!entries)
        return PES_ERR_NOMEM;
    h->entries = entries;
    unsigned char *undos = mem_grow(h->undos, (size_t)cap * h->undo_stride);
    if (!undos)
        return PES_ERR_NOMEM;
    h->undos = undos;
    uint64_t *hashes = mem_grow(h->hashes, ((size_t)cap + 1) * sizeof *hashes);
    if (!hashes)
        return PES_ERR_NOMEM;
    h->hashes = hashes;
    h->cap = cap;
    return PES_ERR_OK;
}

/* Appends the hash of the present position unless chance is to move; true if it did. Repetition is
 * defined for positions in which a player chooses, not for chance nodes. */
static bool push_hash(struct pes_history *h) {
    if (pes_turn(h->game, PES_STATE(h->now)) == PES_CHANCE)
        return false;
    assert(h->hash_count <= h->cap);
    h->hashes[h->hash_count++] = pes_hash(h->game, PES_STATE(h->now));
    return true;
}

enum pes_err pes_history_new(const struct pes_game *g, struct pes_history **out) {
    struct pes_history *h = mem_alloc(sizeof *h);
    if (!h)
        return PES_ERR_NOMEM;
    h->game = g;
    h->undo_stride = g->undo_size > 0 ? ((size_t)g->undo_size + 15) / 16 * 16 : 16;
    if (reserve(h, CAP_FIRST) != PES_ERR_OK) {
        pes_history_free(h);
        return PES_ERR_NOMEM;
    }
    struct pes_state_buf start;
    g->rules->init(g, PES_STATE(start));
    pes_history_start(h, PES_STATE(start), 0);
    *out = h;
    return PES_ERR_OK;
}

void pes_history_free(struct pes_history *h) {
    if (!h)
        return;
    mem_free(h->entries);
    mem_free(h->undos);
    mem_free(h->hashes);
    mem_free(h);
}

enum pes_err pes_history_clone(const struct pes_history *h, struct pes_history **out) {
    struct pes_history *copy = mem_alloc(sizeof *copy);
    if (!copy)
        return PES_ERR_NOMEM;
    *copy = *h;
    copy->entries = NULL;
    copy->undos = NULL;
    copy->hashes = NULL;
    /* Copy what is in use; reserve as much again as a new history has, for the moves to come. */
    const int32_t cap = h->count < CAP_FIRST ? CAP_FIRST : h->count + CAP_FIRST;
    if (reserve(copy, cap) != PES_ERR_OK) {
        pes_history_free(copy);
        return PES_ERR_NOMEM;
    }
    memcpy(copy->entries, h->entries, (size_t)h->count * sizeof *h->entries);
    memcpy(copy->undos, h->undos, (size_t)h->count * h->undo_stride);
    memcpy(copy->hashes, h->hashes, (size_t)h->hash_count * sizeof *h->hashes);
    *out = copy;
    return PES_ERR_OK;
}

void pes_history_start(struct pes_history *h, const struct pes_state *s, int clock) {
    assert(clock >= 0);
    /* `s` may be the history's own present position. */
    memmove(h->first.bytes, s, h->game->state_size);
    pes_copy(h->game, PES_STATE(h->now), PES_STATE(h->first));
    h->count = 0;
    h->hash_count = 0;
    h->window = 0;
    h->plies = 0;
    h->clock = clock;
    h->first_clock = clock;
    push_hash(h);
}

enum pes_err pes_history_start_text(struct pes_history *h, const char *text, struct pes_rng *rng,
                                    struct pes_note *note) {
    const struct pes_game *g = h->game;
    struct pes_state_buf start;
    int clock = 0;
    if (strcmp(text, "startpos") != 0) {
        const enum pes_err err =
            g->rules->state_parse(g, text, strlen(text), PES_STATE(start), &clock, note);
        if (err)
            return err;
    } else if (rng) {
        pes_start(g, rng, PES_STATE(start));
    } else {
        g->rules->init(g, PES_STATE(start));
    }
    pes_history_start(h, PES_STATE(start), clock);
    return PES_ERR_OK;
}

enum pes_err pes_history_make(struct pes_history *h, pes_move m) {
    const struct pes_game *g = h->game;
    struct pes_state *s = PES_STATE(h->now);
    /* make() also accepts the unknown outcome, which is not listed. */
    assert(pes_legal(g, s, m) || (g->rules->chance_unknown && pes_turn(g, s) == PES_CHANCE &&
                                  m == g->rules->chance_unknown(g, s)));
    if (h->count == h->cap) {
        if (h->cap > INT32_MAX / 2)
            return PES_ERR_NOMEM;
        const enum pes_err err = reserve(h, h->cap * 2);
        if (err)
            return err;
    }
    struct entry *e = &h->entries[h->count];
    const pes_player player = pes_turn(g, s);
    const bool ply = player != PES_CHANCE;
    assert(player >= PES_CHANCE && player < PES_PLAYERS_MAX);
    *e =
        (struct entry){.move = m, .clock = h->clock, .window = h->window, .player = (int8_t)player};
    /* irreversible() looks at the position before the move. */
    const bool irreversible = g->rules->irreversible && g->rules->irreversible(g, s, m);
    pes_make(g, s, m, undo_at(h, h->count));
    h->count++;
    assert(h->count <= h->cap);
    h->plies += ply;
    h->clock += ply;
    if (irreversible) {
        /* No earlier position can occur again: repetitions are counted from here. */
        h->clock = 0;
        h->window = h->hash_count;
    }
    e->hashed = push_hash(h);
    return PES_ERR_OK;
}

bool pes_history_unmake(struct pes_history *h) {
    if (h->count == 0)
        return false;
    h->count--;
    const struct entry *e = &h->entries[h->count];
    pes_unmake(h->game, PES_STATE(h->now), e->move, undo_at(h, h->count));
    h->clock = e->clock;
    h->window = e->window;
    h->plies -= e->player != PES_CHANCE;
    h->hash_count -= e->hashed;
    assert(h->plies >= 0);
    assert(h->hash_count >= h->window);
    return true;
}

/* Makes the move at the front of a token; *used is the number of bytes it had. */
static enum pes_err make_next(struct pes_history *h, const char *text, size_t length, size_t *used,
                              struct pes_note *note) {
    const struct pes_game *g = h->game;
    const struct pes_state *s = PES_STATE(h->now);
    pes_move m = PES_MOVE_NONE;
    enum pes_err err = PES_ERR_ILLEGAL;
    const bool ended = pes_turn(g, s) == PES_TERMINAL;
    if (!ended)
        err = g->rules->move_parse(g, s, text, length, used, &m, note);
    /* Whether there is no legal move is asked last: it may cost a list of all moves. */
    if (err && (ended || pes_over(g, s))) {
        char quote[PES_QUOTE_SIZE];
        return pes_note_say(note, PES_ERR_ILLEGAL, 1, TEXT(move_after_end),
                            PES_ARGS(PES_STR(pes_quote(text, length, quote))));
    }
    if (err)
        return err;
    assert(*used > 0 && *used <= length);
    return pes_history_make(h, m);
}

enum pes_err history_make_token(struct pes_history *h, const char *text, size_t length,
                                int plies_max, int *made, struct pes_note *note) {
    assert(length > 0);
    size_t used = 0;
    for (size_t at = 0; at < length; at += used) {
        if (plies_max >= 0 && h->plies >= plies_max)
            break;
        const enum pes_err err = make_next(h, text + at, length - at, &used, note);
        if (err) {
            if (note)
                note->pos = (int32_t)at + 1;
            return err;
        }
        ++*made;
    }
    return PES_ERR_OK;
}

pes_move history_move_like(const struct pes_history *h, const char *word, size_t length) {
    const struct pes_state *s = pes_history_state(h);
    if (pes_turn(h->game, s) < 0)
        return PES_MOVE_NONE;
    pes_move list[PES_MOVES_MAX];
    const int count = pes_moves(h->game, s, list);
    char typed[WORD_FOLDED_MAX];
    word_fold(word, length, typed);
    pes_move found = PES_MOVE_NONE;
    for (int i = 0; i < count; i++) {
        char text[PES_MOVE_TEXT_MAX];
        char folded[WORD_FOLDED_MAX];
        h->game->rules->move_format(h->game, s, list[i], text);
        if (strcmp(word_fold(text, strlen(text), folded), typed) != 0)
            continue;
        if (found != PES_MOVE_NONE)
            return PES_MOVE_NONE; /* ambiguous */
        found = list[i];
    }
    return found;
}

/* Makes a token's moves; a token that cannot be parsed may be a move in another case. */
static enum pes_err make_any_case(struct pes_history *h, const char *token, size_t length,
                                  int *made, struct pes_note *note) {
    const int before = *made;
    const enum pes_err err = history_make_token(h, token, length, -1, made, note);
    if (err != PES_ERR_SYNTAX || *made > before)
        return err;
    const pes_move m = history_move_like(h, token, length);
    if (m == PES_MOVE_NONE)
        return err;
    const enum pes_err made_err = pes_history_make(h, m);
    *made += made_err == PES_ERR_OK;
    if (made_err == PES_ERR_OK && note != NULL)
        *note = (struct pes_note){0}; /* of the first attempt */
    return made_err;
}

enum pes_err pes_history_make_text(struct pes_history *h, const char *text, int *made,
                                   struct pes_note *note) {
    static const char blanks[] = " \t\r\n";
    *made = 0;
    const char *token = text + strspn(text, blanks);
    while (*token != '\0') {
        const size_t length = strcspn(token, blanks);
        const enum pes_err err = make_any_case(h, token, length, made, note);
        if (err) {
            if (note)
                note->pos += (int32_t)(token - text);
            return err;
        }
        token += length;
        token += strspn(token, blanks);
    }
    return PES_ERR_OK;
}

bool history_moves_roll(const struct pes_game *g, const char *position, const char *moves) {
    return g->start_rolled && moves[strspn(moves, " \t\r\n")] == '#' &&
           strcmp(position, "startpos") == 0;
}

bool history_at_start(const struct pes_history *h) {
    const struct pes_game *g = h->game;
    struct pes_state_buf start;
    g->rules->init(g, PES_STATE(start));
    return pes_history_first_clock(h) == 0 &&
           memcmp(start.bytes, pes_history_first(h), g->state_size) == 0;
}

const struct pes_game *pes_history_game(const struct pes_history *h) {
    return h->game;
}

const struct pes_state *pes_history_state(const struct pes_history *h) {
    return (const struct pes_state *)(const void *)h->now.bytes;
}

const struct pes_state *pes_history_first(const struct pes_history *h) {
    return (const struct pes_state *)(const void *)h->first.bytes;
}

int pes_history_first_clock(const struct pes_history *h) {
    return h->first_clock;
}

int pes_history_count(const struct pes_history *h) {
    return h->count;
}

pes_move pes_history_move(const struct pes_history *h, int i) {
    assert(i >= 0 && i < h->count);
    return h->entries[i].move;
}

pes_player pes_history_player(const struct pes_history *h, int i) {
    assert(i >= 0 && i < h->count);
    return h->entries[i].player;
}

bool pes_history_has_moved(const struct pes_history *h, pes_player player) {
    for (int32_t i = 0; i < h->count; i++)
        if (h->entries[i].player == player)
            return true;
    return false;
}

int pes_history_last(const struct pes_history *h, struct pes_state *before) {
    int last = h->count - 1;
    while (last >= 0 && h->entries[last].player == PES_CHANCE)
        last--;
    if (last < 0)
        return -1;
    struct pes_walk w;
    pes_walk_start(&w, h, last);
    pes_copy(h->game, before, PES_STATE(w.state));
    return last;
}

/* Reaches the position before move `from` by unmake() from the end or make() from the start,
 * whichever takes fewer steps. */
void pes_walk_start(struct pes_walk *w, const struct pes_history *h, int from) {
    assert(from >= 0 && from <= h->count);
    w->history = h;
    if (from > h->count / 2) {
        pes_copy(h->game, PES_STATE(w->state), pes_history_state(h));
        for (w->at = h->count; w->at > from; w->at--)
            pes_unmake(h->game, PES_STATE(w->state), h->entries[w->at - 1].move,
                       undo_at(h, w->at - 1));
        return;
    }
    pes_copy(h->game, PES_STATE(w->state), pes_history_first(h));
    for (w->at = 0; w->at < from;)
        pes_walk_next(w);
}

void pes_walk_next(struct pes_walk *w) {
    const struct pes_history *h = w->history;
    assert(w->at < h->count);
    struct pes_undo_buf undo;
    pes_make(h->game, PES_STATE(w->state), h->entries[w->at].move, undo.bytes);
    w->at++;
}

int pes_history_plies(const struct pes_history *h) {
    return h->plies;
}

int pes_history_clock(const struct pes_history *h) {
    return h->clock;
}

/* A linear search of the window, which is short in practice: irreversible moves reset it. */
int pes_history_occurrences(const struct pes_history *h) {
    if (pes_turn(h->game, pes_history_state(h)) == PES_CHANCE)
        return 0;
    assert(h->hash_count > h->window);
    const uint64_t present = h->hashes[h->hash_count - 1];
    int occurrences = 0;
    for (int32_t i = h->window; i < h->hash_count; i++)
        occurrences += h->hashes[i] == present;
    return occurrences;
}

const uint64_t *pes_history_hashes(const struct pes_history *h, int *count) {
    *count = h->hash_count - h->window;
    return h->hashes + h->window;
}

enum pes_end pes_history_end(const struct pes_history *h) {
    const struct pes_game *g = h->game;
    const struct pes_state *s = pes_history_state(h);
    /* The rules take precedence over repetition, and repetition over the ply cap. */
    if (pes_turn(g, s) == PES_CHANCE)
        return PES_END_NONE;
    if (pes_over(g, s))
        return PES_END_RULES;
    if (g->repetition_max > 0 && pes_history_occurrences(h) >= g->repetition_max)
        return PES_END_REPETITION;
    if (g->plies_cap > 0 && h->plies >= g->plies_cap)
        return PES_END_PLIES;
    return PES_END_NONE;
}

void pes_history_format(const struct pes_history *h, char out[PES_STATE_TEXT_MAX]) {
    h->game->rules->state_format(h->game, pes_history_state(h), h->clock, out);
}
