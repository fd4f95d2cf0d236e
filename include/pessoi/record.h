/* Records: games as text files that people can read and that reproduce a game byte for byte.
 *
 *     [Format "1"]
 *     [Game "boats"]
 *     [Position "4432132344 0 11 r -"]
 *     [First "human"]
 *     [Result "1-0"]
 *
 *     1. R L {a comment, eval=0} (L +7) 2. R +7 1-0
 *
 * Tags nobody knows survive a rewrite, comments and variations too. Chance outcomes stand in place
 * among the moves. docs/formats/record.md is the specification.
 *
 * A record is only text and its structure; pes_record_replay() is where the rules come in. */
#ifndef PES_RECORD_H
#define PES_RECORD_H

#include "pessoi/history.h"

enum {
    PES_RECORD_BYTES_MAX = 16 << 20, /* a larger file is refused */
    PES_RECORD_DEPTH_MAX = 32,       /* variations inside variations */
    PES_RECORD_TOKEN_MAX = 255       /* bytes of one move token */
};

struct pes_record;

/* Where output goes. Returns an error to stop the writer. */
typedef enum pes_err pes_sink(void *to, const char *bytes, size_t length);

PES_API PES_MUST_USE enum pes_err pes_record_new(struct pes_record **out); /* no tags, no moves */
PES_API void pes_record_free(struct pes_record *r);                        /* NULL is fine */

/* Reads text[0..length). A note names line and column. */
PES_API PES_MUST_USE enum pes_err pes_record_parse(const char *text, size_t length,
                                                   struct pes_record **out, struct pes_note *note);
PES_API PES_MUST_USE enum pes_err pes_record_format(const struct pes_record *r, pes_sink *sink,
                                                    void *to);

/* The same with files. Writing goes to a temporary name beside `path` and is renamed, so that the
 * old file or the new one is there whatever happens. */
PES_API PES_MUST_USE enum pes_err pes_record_read(const char *path, struct pes_record **out,
                                                  struct pes_note *note);
PES_API PES_MUST_USE enum pes_err pes_record_write(const struct pes_record *r, const char *path,
                                                   struct pes_note *note);

/* A tag's value, or NULL. This and all text a record gives out lasts until it changes. */
PES_API const char *pes_record_tag(const struct pes_record *r, const char *key);

/* Sets a tag, at the end if it is new; a NULL value removes it. SYNTAX where it could not be
 * written: a key that is no word, a value of two lines, a Result that is none. */
PES_API PES_MUST_USE enum pes_err pes_record_set(struct pes_record *r, const char *key,
                                                 const char *value);
PES_API int pes_record_tags(const struct pes_record *r);
PES_API void pes_record_tag_at(const struct pes_record *r, int i, const char **key,
                               const char **value);

/* Moves form a tree: node 0 is the start, a node's first child goes on, its other children are
 * variations. Each node but the start has a token; each may have a comment. */
PES_API int pes_record_child(const struct pes_record *r, int node, int i); /* -1: no such child */

/* The parent's next child, or -1: the way to visit all of them, for finding the i-th by its number
 * takes i steps. */
PES_API int pes_record_next(const struct pes_record *r, int node);
PES_API const char *pes_record_token(const struct pes_record *r, int node);
PES_API const char *pes_record_comment(const struct pes_record *r, int node); /* or NULL */

/* Adds a child to a node and tells its number in *out; comment may be NULL. SYNTAX for a token
 * that could not be read back, LIMIT where variations would be too deep. */
PES_API PES_MUST_USE enum pes_err pes_record_add(struct pes_record *r, int node, const char *token,
                                                 const char *comment, int *out);

/* Makes a record of a game: tags Format, Game, Variant, Position, the moves and, where rules or
 * history ended it, Result and Termination. Position is left out when the game began at a start
 * that the variant alone tells. */
PES_API PES_MUST_USE enum pes_err pes_record_of(const struct pes_history *h,
                                                struct pes_record **out);

/* Opens the variant the record names; `kit` is that of its Game tag. */
PES_API PES_MUST_USE enum pes_err pes_record_open(const struct pes_record *r,
                                                  const struct pes_kit *kit, struct pes_game **out,
                                                  struct pes_note *note);

/* Plays the main line into a history of that variant, up to `plies_max` players' moves (negative:
 * all). Checks every move and, at the end, the result where the rules alone tell it. A note names
 * the first bad move, its line and column. */
PES_API PES_MUST_USE enum pes_err pes_record_replay(const struct pes_record *r,
                                                    struct pes_history *h, int plies_max,
                                                    struct pes_note *note);

/* "1-0", "0-1", "1/2-1/2" from First's view, NULL for "not over". */
PES_API const char *pes_result_of(const int32_t payoff[PES_PLAYERS_MAX]);

/* The word of a Termination tag: "rules", "repetition", "plies", "resign", "time", "forfeit",
 * "agreed"; "*" for a game that is not over. */
PES_API const char *pes_end_word(enum pes_end end);

#endif
