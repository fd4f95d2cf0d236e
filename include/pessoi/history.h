/* A game under way: its start, its moves, its present position, and whether it is over.
 *
 * Repetition and ply caps depend on the earlier moves, so the history implements them: match, play,
 * replay and server all ask it. A search extends it by the positions of the variation it is in
 * (src/search/trail.h), with the same rules. Positions count as equal if their hashes are equal.
 * Chance outcomes are moves of the history too, but not plies.
 *
 * One thread at a time may change a history; while none does, any number of threads may read it.
 * It grows with the game; only growing can fail. */
#ifndef PES_HISTORY_H
#define PES_HISTORY_H

#include "pessoi/game.h"

struct pes_history;

/* An empty history at the variant's unrolled start. The game is borrowed. */
PES_API PES_MUST_USE enum pes_err pes_history_new(const struct pes_game *g,
                                                  struct pes_history **out);
PES_API void pes_history_free(struct pes_history *h); /* NULL is fine */

/* An independent copy, for a search on another thread. */
PES_API PES_MUST_USE enum pes_err pes_history_clone(const struct pes_history *h,
                                                    struct pes_history **out);

/* Drops all moves and starts at `s`; `clock` is the number of plies since the last irreversible
 * move. */
PES_API void pes_history_start(struct pes_history *h, const struct pes_state *s, int clock);

/* Drops all moves and starts at the position given as text. "startpos" is the variant's start: its
 * chance outcomes are rolled with `rng` if the variant has start_rolled; a NULL rng leaves it
 * unrolled, for records that contain the outcomes as moves. On error nothing changes. */
PES_API PES_MUST_USE enum pes_err pes_history_start_text(struct pes_history *h, const char *text,
                                                         struct pes_rng *rng,
                                                         struct pes_note *note);

/* Makes a legal move or outcome, or the unknown outcome. Fails only with NOMEM, and then nothing
 * changes. */
PES_API PES_MUST_USE enum pes_err pes_history_make(struct pes_history *h, pes_move m);

/* Makes the moves of a list of tokens separated by blanks; *made is the number of moves made. A
 * token in another case ("H8" for h8) is accepted if exactly one legal move matches it. On error
 * the moves before the bad one stay made, and the note's pos is the position of the bad token in
 * `text`. Continues after repetition and ply caps, because real games did; not after an end by the
 * rules. */
PES_API PES_MUST_USE enum pes_err pes_history_make_text(struct pes_history *h, const char *text,
                                                        int *made, struct pes_note *note);

/* Takes the last move back; false if there is none. */
PES_API bool pes_history_unmake(struct pes_history *h);

PES_API const struct pes_game *pes_history_game(const struct pes_history *h);
PES_API const struct pes_state *pes_history_state(const struct pes_history *h);
PES_API const struct pes_state *pes_history_first(const struct pes_history *h); /* the start */
PES_API int pes_history_first_clock(const struct pes_history *h);
PES_API int pes_history_count(const struct pes_history *h); /* moves, outcomes included */
PES_API pes_move pes_history_move(const struct pes_history *h, int i); /* i from 0 */
/* Who made move i: a player, or PES_CHANCE for an outcome. */
PES_API pes_player pes_history_player(const struct pes_history *h, int i);
/* Has this player made a move? */
PES_API bool pes_history_has_moved(const struct pes_history *h, pes_player player);
/* The last move made by a player (later outcomes do not count) and the position before it; returns
 * its index, or -1 without changing *before if no player has moved. */
PES_API int pes_history_last(const struct pes_history *h, struct pes_state *before);
PES_API int pes_history_plies(const struct pes_history *h); /* players' moves */
PES_API int pes_history_clock(const struct pes_history *h); /* plies since an irreversible one */

/* How often the present position has occurred, this time included; 0 at a chance node: only
 * positions with a player to move count as repeated. */
PES_API int pes_history_occurrences(const struct pes_history *h);

/* The hashes of the positions that can still repeat (since the last irreversible move), oldest
 * first, the present one last: a search copies them to detect repetitions. Chance nodes are left
 * out. */
PES_API const uint64_t *pes_history_hashes(const struct pes_history *h, int *count);

/* Is the game over, and why: NONE, RULES, REPETITION or PLIES. */
PES_API enum pes_end pes_history_end(const struct pes_history *h);

/* Iterates over the positions of a history, which must not change meanwhile:
 *
 *     struct pes_walk w;
 *     for (pes_walk_start(&w, h, 0); w.at < pes_history_count(h); pes_walk_next(&w))
 *         .. pes_history_move(h, w.at) is about to be made in PES_STATE(w.state) ..
 *
 * Starting at move `from` costs as many steps as its distance to the nearer end of the game. */
struct pes_walk {
    const struct pes_history *history;
    int at; /* moves made so far */
    struct pes_state_buf state;
};
PES_API void pes_walk_start(struct pes_walk *w, const struct pes_history *h, int from);
PES_API void pes_walk_next(struct pes_walk *w); /* w->at < pes_history_count() */

/* The present position as text, its clock included. */
PES_API void pes_history_format(const struct pes_history *h, char out[PES_STATE_TEXT_MAX]);

#endif
