/* The line of a question about a position: a game, where it began, and its moves up to the position
 * that is asked about. It is all that the server knows of a study, and it is gone with the answer.
 *
 *     struct line_wanted wanted;
 *     struct line line;
 *     line_read(&reader, reader.root, &wanted);       // the form; hub_line() then finds the game
 *     .. hub_line(hub, &wanted, routed, &line, &why)  // or line_open() for a line without an id
 *     .. line.session.game, line.session.history ..
 *     line_release(&line);
 *
 * A line owns its game and its history, so that a thought on another thread may keep it. Its
 * session has nobody on its seats; its luck is a function of the game and its moves alone, never
 * that of a game on the server. docs/formats/api.md is the specification. */
#ifndef ROOMS_LINE_H
#define ROOMS_LINE_H

#include "play/session.h"
#include "rooms/document.h"
#include "rooms/room.h"

enum { LINE_PLIES_MAX = ROOM_PLIES_MAX /* moves of players in a line */ };

/* The members of a line, checked for their form; its texts are those of the document. */
struct line_wanted {
    const char *game;     /* NULL: `id` is given */
    const char *variant;  /* "" */
    const char *position; /* "startpos" */
    const char *moves;    /* "" */
    const char *id;       /* of a game on the server; NULL: the others are given */
    int64_t ply;          /* only so many players' moves of it; -1: all */
};

struct line {
    struct session session;
};

/* Reads the members `game`, `variant`, `position` and `moves`, or `id` and `ply`, of an object. */
void line_read(struct document_reader *reader, const json_t *object, struct line_wanted *out);

/* Finds a game that people can see by its name; NULL: refused. */
const struct pes_kit *line_find_kit(const char *name, struct refusal *why);

/* Opens a line without an id. A refusal has the offset of the mistake in the text that has it. */
PES_MUST_USE enum request_code line_open(const struct line_wanted *wanted, struct line *out,
                                         struct refusal *why);

/* The line of a game on the server after `ply` moves of players (-1: all). Refused as unfit while
 * it goes on between two people who have not allowed hints. */
PES_MUST_USE enum request_code line_of_room(const struct room *room, int64_t ply, struct line *out,
                                            struct refusal *why);

/* The line is about to go on with m: gives it the luck that it would have if m were its last move.
 */
void line_lead(struct line *line, pes_move m);
void line_release(struct line *line);

#endif
