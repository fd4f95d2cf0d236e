/* Internals of inquiries, for their own files only:
 *
 *     inquiry.c         what both kinds share: limits, thoughts, messages, the end
 *     inquiry_lines.c   `lines`
 *     inquiry_review.c  `review` */
#ifndef ROOMS_INQUIRY_INT_H
#define ROOMS_INQUIRY_INT_H

#include "core/json_write.h"
#include "rooms/inquiry.h"
#include "rooms/json.h"
#include "rooms/text.h"
#include "rooms/thought_int.h"

/* What is kept of a judged move, for the sums. */
struct judged {
    double chance, after, accuracy; /* the mover's, as in struct review_move */
    double luck;                    /* First's; NAN: unknown */
    int8_t player;
    int8_t class;
    bool known;
};

struct inquiry {
    const struct inquiry_world *world;
    void *owner;
    struct line line;
    enum request_action action; /* REQUEST_LINES or REQUEST_REVIEW */
    int64_t seq;
    struct pes_limits limits; /* of the client; of a review those of the deeper pass */
    int64_t begun_ms;         /* when the question came, */
    int64_t told_ms;          /* when lines were last told, */
    int64_t stop_ms;          /* and when its thought is stopped; INT64_MAX: never */
    struct thought *thought;  /* that waits or runs, owned by the world; NULL: none */
    bool over;

    /* Lines. */
    char agent[PES_AGENT_TEXT_MAX];
    const char *tables; /* of the oracle, borrowed; NULL: another agent is asked */
    bool no_limits;     /* the client gave none: the server's ends it */
    bool timed_out;     /* by stop_ms */
    struct lines known; /* that were told last */

    /* Review. */
    struct judged *judged; /* `of` moves */
    int of;
    int first;  /* the move with which every pass begins; at most `of` */
    int pass;   /* 0: the quick one, 1: the deeper one */
    int ply;    /* of the move that is judged; `of`: the end of the line */
    int at;     /* its index in the line's history */
    int halved; /* how often the time for this move was halved, because the thread was needed */
    double end; /* First's win probability at the end; NAN: unknown */
};

/* inquiry.c */

/* Begins a message. */
void inquiry_begin_message(const struct inquiry *q, const char *is, struct str *out);
/* Tells a message and releases it. */
void inquiry_tell(struct inquiry *q, struct str *out);
/* Ends the inquiry with an error. */
void inquiry_fail(struct inquiry *q, enum pes_err err);
/* Hands a new thought to the world, or the last one again. */
void inquiry_think(struct inquiry *q, struct thought *t);
/* A line from a position as text and as destination cells: the members `key` and `cells_key` (NULL:
 * without it). */
void inquiry_put_line(const struct pes_history *h, const char *key, const char *cells_key,
                      const pes_move line[], int count, struct str *out);

/* inquiry_lines.c */
enum request_code inquiry_lines_init(struct inquiry *q, const struct request *wanted,
                                     const struct solved_tables *tables, struct refusal *why);
void inquiry_lines_start(struct inquiry *q);
void inquiry_lines_thought(struct inquiry *q, struct thought *t);
void inquiry_lines_tick(struct inquiry *q);
void inquiry_lines_end(struct inquiry *q);

/* inquiry_review.c */
enum request_code inquiry_review_init(struct inquiry *q, const struct request *wanted,
                                      struct refusal *why);
void inquiry_review_start(struct inquiry *q);
void inquiry_review_thought(struct inquiry *q, struct thought *t);
void inquiry_review_end(struct inquiry *q);

#endif
