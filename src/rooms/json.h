/* Boards, positions and moves as JSON, for the server's messages and for pages without a server.
 * docs/formats/api.md specifies the members. */
#ifndef ROOMS_JSON_H
#define ROOMS_JSON_H

#include "core/said.h"
#include "play/session.h"

/* The member `options`: a table that ends with a NULL key; `no_costly` leaves out those that
 * clients may not set. */
void put_option_list(struct str *out, const struct pes_option *options, bool no_costly);

void put_board(const struct pes_game *g, struct str *out);
void put_players(const struct pes_game *g, const struct pes_state *s, struct str *out);

/* The present position of the session, as the member `position` or with another key. */
void put_position(const struct session *s, bool legal, struct str *out);
void put_position_as(const struct session *s, const char *key, bool legal, struct str *out);

/* The same for a position that a person is setting up and that cannot be played: it has no end, no
 * moves, and instead of whose turn it is, `why`. */
void put_painted(const struct pes_game *g, const struct pes_state *s, const char *text,
                 const struct said *why, struct str *out);
void put_cells(struct str *out, const char *key, const int16_t cells[], int count);

/* One move and the chance outcomes after it, as steps and in words. */
struct put_moved {
    char move[PES_MOVE_TEXT_MAX];
    pes_player player;
    struct str steps; /* elements of the list `steps` */
    struct said said; /* the move in words */
    int32_t number;   /* of the move in the report's list; -1: it has none */
    bool has_value;   /* the agent that made the move said what it is worth */
    double value;
    int wave;    /* number of the next wave of steps */
    int placing; /* the wave in which chance places tiles; -1: none */

    /* Receives the steps instead of `steps`; NULL: none does. */
    void (*on_step)(void *to, const struct pes_step *step, int wave);
    void *on_step_to;
};
void put_moved_init(struct put_moved *m);
void put_moved_release(struct put_moved *m);

/* Adds a move or an outcome that is about to be made in s. */
void put_moved_add(struct put_moved *m, const struct pes_game *g, const struct pes_state *s,
                   pes_move move);

/* Makes a legal move in s, and the outcomes of chance after it by the luck of s. Without a move
 * (PES_MOVE_NONE) only the outcomes that are due. */
PES_MUST_USE enum pes_err put_moved_make(struct put_moved *m, struct session *s, pes_move move);

/* Adds the last move of a player in h and the outcomes after it; nothing if no player has moved. */
void put_moved_last(struct put_moved *m, const struct pes_history *h);
void put_steps(struct str *out, const struct put_moved *m); /* the member `steps` */

/* The members `move` and `steps`: what a legal move would do, up to the first outcome of chance. */
void put_try(const struct session *s, pes_move move, struct str *out);

#endif
