/* A game under way: where it started, what was played, where it stands, whether it is over.
 *
 * Repetition and ply caps depend on what was played before, so their rules live here: match, play,
 * replay and server all ask the history. A search extends it by the positions of the variation it
 * is in (src/search/trail.h), with the same rules. Positions count as equal when
 * their hashes are. Chance outcomes are moves of the history too, but not plies.
 *
 * A history is used by one thread at a time; while nobody changes it any number may read it. It
 * grows as the game does; only growing can fail. */
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

/* Forgets everything and begins at `s`; `clock` plies have passed since the last irreversible
 * move. */
PES_API void pes_history_start(struct pes_history *h, const struct pes_state *s, int clock);

/* Begins anew from text, "startpos" included: that one is rolled from `rng` where the variant
 * says so; a NULL rng leaves it unrolled, as a record that tells its outcomes wants it. On error
 * nothing has changed. */
PES_API PES_MUST_USE enum pes_err pes_history_start_text(struct pes_history *h, const char *text,
                                                         struct pes_rng *rng,
                                                         struct pes_note *note);

/* Makes a legal move or outcome, or the unknown outcome. Fails only for memory, and then nothing
 * has changed. */
PES_API PES_MUST_USE enum pes_err pes_history_make(struct pes_history *h, pes_move m);

/* Plays a list of tokens separated by blanks; *made tells how many moves were made. A token in
 * another case ("H8" for h8) is taken where one legal move alone reads like it. On error the
 * moves before the bad one stay made, and the note's pos is the bad token's place in `text`. Goes
 * on through repetition and caps, because real games did; not past the end of the rules. */
PES_API PES_MUST_USE enum pes_err pes_history_make_text(struct pes_history *h, const char *text,
                                                        int *made, struct pes_note *note);

/* Takes the last move back; false where there is none. */
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
/* The last move of a player (outcomes after it do not count) with the position before it; returns
 * its number, or -1 and leaves *before alone where no player has moved. */
PES_API int pes_history_last(const struct pes_history *h, struct pes_state *before);
PES_API int pes_history_plies(const struct pes_history *h); /* players' moves */
PES_API int pes_history_clock(const struct pes_history *h); /* plies since an irreversible one */

/* How often the present position has come up, this time included; 0 at a chance node, which is
 * nobody's position and never counts as one that repeats. */
PES_API int pes_history_occurrences(const struct pes_history *h);

/* The hashes that can still come up again, oldest first, the present one last: what a search
 * copies to see repetitions. Chance nodes are left out. */
PES_API const uint64_t *pes_history_hashes(const struct pes_history *h, int *count);

/* NONE, RULES, REPETITION or PLIES. */
PES_API enum pes_end pes_history_end(const struct pes_history *h);

/* Walks through the positions of a history, which must not change meanwhile:
 *
 *     struct pes_walk w;
 *     for (pes_walk_start(&w, h, 0); w.at < pes_history_count(h); pes_walk_next(&w))
 *         .. pes_history_move(h, w.at) is about to be made in PES_STATE(w.state) ..
 *
 * Starting at move `from` takes as many steps as it is away from the nearer end. */
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
