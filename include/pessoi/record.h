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
 * Unknown tags, comments and variations survive a rewrite. Chance outcomes are written among the
 * moves, where they happened. docs/formats/record.md is the specification.
 *
 * A record is text with its structure and knows no rules; pes_record_replay() applies them. */
#ifndef PES_RECORD_H
#define PES_RECORD_H

#include "pessoi/history.h"

enum {
    PES_RECORD_BYTES_MAX = 16 << 20, /* a larger file is refused */
    PES_RECORD_DEPTH_MAX = 32,       /* variations inside variations */
    PES_RECORD_TOKEN_MAX = 255       /* bytes of one move token */
};

struct pes_record;

/* Receives output in pieces; `to` is the caller's. An error stops the writer, which returns it. */
typedef enum pes_err pes_sink(void *to, const char *bytes, size_t length);

PES_API PES_MUST_USE enum pes_err pes_record_new(struct pes_record **out); /* no tags, no moves */
PES_API void pes_record_free(struct pes_record *r);                        /* NULL is fine */

/* Reads text[0..length). A note names line and column. */
PES_API PES_MUST_USE enum pes_err pes_record_parse(const char *text, size_t length,
                                                   struct pes_record **out, struct pes_note *note);
PES_API PES_MUST_USE enum pes_err pes_record_format(const struct pes_record *r, pes_sink *sink,
                                                    void *to);

/* The same with files. Writing is atomic: a temporary file beside `path` is written and renamed, so
 * that after a crash either the old file or the new one exists. */
PES_API PES_MUST_USE enum pes_err pes_record_read(const char *path, struct pes_record **out,
                                                  struct pes_note *note);
PES_API PES_MUST_USE enum pes_err pes_record_write(const struct pes_record *r, const char *path,
                                                   struct pes_note *note);

/* A tag's value, or NULL if there is no such tag. This and all text returned by a record is valid
 * until the record changes. */
PES_API const char *pes_record_tag(const struct pes_record *r, const char *key);

/* Sets a tag, appended if it is new; a NULL value removes it. Fails with SYNTAX for what the format
 * cannot represent: a key that is not a word, a value with a line break, an invalid Result. */
PES_API PES_MUST_USE enum pes_err pes_record_set(struct pes_record *r, const char *key,
                                                 const char *value);
PES_API int pes_record_tags(const struct pes_record *r);
PES_API void pes_record_tag_at(const struct pes_record *r, int i, const char **key,
                               const char **value);

/* Moves form a tree: node 0 is the start, a node's first child is the next move, its other children
 * begin variations. Each node except the start has a token; each may have a comment. */
PES_API int pes_record_child(const struct pes_record *r, int node, int i); /* -1: no such child */

/* The parent's next child after `node`, or -1. Use it to visit all children: pes_record_child()
 * takes i steps to find the i-th. */
PES_API int pes_record_next(const struct pes_record *r, int node);
PES_API const char *pes_record_token(const struct pes_record *r, int node);
PES_API const char *pes_record_comment(const struct pes_record *r, int node); /* or NULL */

/* Adds a child to a node and stores its number in *out; comment may be NULL. Fails with SYNTAX for
 * a token that could not be parsed again, LIMIT if variations would be nested too deep. */
PES_API PES_MUST_USE enum pes_err pes_record_add(struct pes_record *r, int node, const char *token,
                                                 const char *comment, int *out);

/* Replaces the comment of a node; NULL removes it. Fails with SYNTAX if it is not UTF-8. */
PES_API PES_MUST_USE enum pes_err pes_record_set_comment(struct pes_record *r, int node,
                                                         const char *comment);

/* Makes a record of a game: tags Format, Game, Variant, Position, the moves and, if rules or
 * history ended it, Result and Termination. Position is omitted if the variant alone determines the
 * start. */
PES_API PES_MUST_USE enum pes_err pes_record_of(const struct pes_history *h,
                                                struct pes_record **out);

/* Opens the variant the record names; `kit` is that of its Game tag. */
PES_API PES_MUST_USE enum pes_err pes_record_open(const struct pes_record *r,
                                                  const struct pes_kit *kit, struct pes_game **out,
                                                  struct pes_note *note);

/* Plays the main line into a history of that variant, up to `plies_max` players' moves (negative:
 * all). Checks every move and, if the whole line was played, the result if the rules alone
 * determine it. The note names the first bad move, its line and column. */
PES_API PES_MUST_USE enum pes_err pes_record_replay(const struct pes_record *r,
                                                    struct pes_history *h, int plies_max,
                                                    struct pes_note *note);

/* The result of these payoffs from First's view: "1-0", "0-1" or "1/2-1/2"; NULL if `payoff` is
 * NULL, for a game that is not over. */
PES_API const char *pes_result_of(const int32_t payoff[PES_PLAYERS_MAX]);

/* The word of a Termination tag: "rules", "repetition", "plies", "resign", "time", "forfeit",
 * "agreed"; "*" for a game that is not over. */
PES_API const char *pes_end_word(enum pes_end end);

#endif
