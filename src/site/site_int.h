/* What the files of this folder share; not for other folders.
 *
 *     site.c        the folder and its files
 *     site_data.c   the tournament as a script: everything but the moves
 *     site_moves.c  one game as a script: its positions, ply by ply
 *     site_pack.c   pieces and steps as short text */
#ifndef SITE_SITE_INT_H
#define SITE_SITE_INT_H

#include "core/embedded.h"
#include "core/str.h"
#include "site/site.h"

extern const struct file_set files_site; /* web/dist-site */

/* A text of a stranger as JSON: control characters except line breaks and tabs, and bidi controls,
 * become U+FFFD. */
void put_shown(struct str *out, const char *key, const char *text, size_t length);

/* The same for a sentence in every language. */
void put_shown_word(struct str *out, const char *key, const char *const text[PES_LANG_COUNT]);

/* Appends a script that calls `function` with a JSON value, escaped so that it is safe in any
 * context of a page. */
void add_script(struct str *out, const char *function, const struct str *json);

/* Appends the facts of the tournament, its players and `games`, the rows of site_put_row(). */
PES_MUST_USE enum pes_err site_put_data(const struct site_about *about, const struct str *games,
                                        const struct site_player players[], int count,
                                        struct str *out, struct pes_note *note);

/* The row of a game in the list. */
void site_put_row(const struct site_game *game, int plies, struct str *out);

/* Appends one game with its positions; *plies is the number of its players' moves. */
PES_MUST_USE enum pes_err site_put_moves(const struct pes_kit *kit, const struct site_game *game,
                                         struct str *out, int *plies, struct pes_note *note);

#endif
