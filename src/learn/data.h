/* Labelled games: what a search thought of every position of many games, and how they ended.
 *
 * A file consists of a head and blocks; docs/formats/data.md describes every byte. A game is stored
 * as its start and the places of its moves in the lists of moves() and chances(), whose order is
 * documented, so that a position costs six bytes and no illegal move can be stored. Every block
 * ends with a checksum: a file whose writer was killed is complete up to its last whole block, and
 * `make` continues there. */
#ifndef LEARN_DATA_H
#define LEARN_DATA_H

#include "core/str.h"
#include "pessoi/history.h"

enum {
    DATA_FORMAT = 1,
    DATA_BYTES_MAX = 1 << 30, /* of a file */
    DATA_HEAD_MAX = 4096,     /* bytes of the head's text */
    DATA_PLIES_MAX = 65535,   /* of a game, outcomes included */
    DATA_NONE = 65535,        /* no best move */
    DATA_NO_VALUE = -32768,
    DATA_PROVEN = 32000, /* the value of a proven win to First; a proven loss is its negative */
    DATA_UNIT = 1000     /* a value of 1000 is a log odds of 1 */
};

/* One position of a game. */
struct data_ply {
    uint16_t played; /* the place of the move made in the list */
    uint16_t best;   /* the search's choice; DATA_NONE: there was no search */
    int16_t value;   /* First's log odds in thousandths by the search, or one of the above */
};

/* One game. */
struct data_game {
    const char *start; /* the position, as text, of `start_length` bytes */
    size_t start_length;
    int halves; /* First's result: 2 a win, 1 a draw, 0 a loss */
    int32_t count;
    const unsigned char *plies; /* use data_ply_at() */
    uint64_t hash;              /* of all that is stored */
};

struct data_ply data_ply_at(const struct data_game *game, int32_t i);

/* The head: each text is one line without tabs. */
struct data_head {
    const char *game, *variant;
    const char *version; /* of the program that made the file */
    const char *how;     /* the options of the command that makes it again */
};

/* Appends the head, a game to the payload of a block, and a block of `games` games. */
void data_put_head(struct str *out, const struct data_head *head);
void data_put_game(struct str *out, const char *start, int halves, const struct data_ply plies[],
                   int32_t count);
void data_copy_game(struct str *out, const struct data_game *game); /* the same bytes again */
void data_put_block(struct str *out, const struct str *payload, int32_t games);

/* A file in memory. */
struct data {
    struct str bytes;
    struct str head_text; /* owns the texts of `head` */
    struct data_head head;
    size_t first; /* where the first block begins */
    size_t whole; /* where the last whole block ends: what follows is damaged or incomplete */
    int32_t games;
    int32_t blocks;
};

/* Reads bytes[0..length), which are copied; the blocks are checked, the games are not. */
PES_MUST_USE enum pes_err data_parse(struct data *data, const char *bytes, size_t length,
                                     struct pes_note *note);
PES_MUST_USE enum pes_err data_read(struct data *data, const char *path, struct pes_note *note);
void data_release(struct data *data);

/* Iterates over the games:
 *
 *     struct data_reader r;
 *     struct data_game game;
 *     data_start(&r, data);
 *     while ((err = data_next(&r, &game, note)) == PES_ERR_OK && game.start != NULL) .. */
struct data_reader {
    const struct data *data;
    size_t at, block_end;
    int32_t number; /* of the games returned so far */
};
void data_start(struct data_reader *r, const struct data *data);
/* The next game; start is NULL at the end. Fails with SYNTAX if a block contains no whole games. */
PES_MUST_USE enum pes_err data_next(struct data_reader *r, struct data_game *out,
                                    struct pes_note *note);

/* Replays a game: `visit` is called before every move, and after the last one with `ply` NULL; it
 * may stop the replay by an error of its own. `h` is a history of the variant. Fails if the start
 * or a move is not legal; the note counts games from `number`. */
typedef enum pes_err data_visit(void *to, const struct pes_history *h, const struct data_ply *ply,
                                pes_move best);
PES_MUST_USE enum pes_err data_replay(const struct data_game *game, int32_t number,
                                      struct pes_history *h, data_visit *visit, void *to,
                                      struct pes_note *note);

/* The place of a move in the list of its position; DATA_NONE: it is not in the list. */
uint16_t data_place(const struct pes_game *g, const struct pes_state *s, pes_move m);

#endif
