/* An inquiry: a question of a connection that takes thinking, about a line of moves. `lines` finds
 * the best continuations of the position, `review` judges every move of the line.
 *
 * An inquiry belongs to one connection and to no room. It has one thought under way at a time; the
 * world runs it and hands it back. What has been found is told while the thinking goes on, at most
 * once per INQUIRY_TELL_MS, and again at the end. A thought that had to give way to games is begun
 * again with less time if it is one of many (review), and ends the question otherwise (lines).
 *
 * All functions are for the thread of the event loop. docs/formats/api.md has the messages. */
#ifndef ROOMS_INQUIRY_H
#define ROOMS_INQUIRY_H

#include "rooms/line.h"
#include "rooms/solved.h"

enum {
    INQUIRY_MS_MAX = 60000, /* the longest thought, and all of a question for lines */
    INQUIRY_TELL_MS = 250,  /* between two messages with lines */
    INQUIRY_FIRST_MS = 60,  /* until the first one */

    /* A review without limits: so many milliseconds for all moves of a pass, within these bounds
     * for each. Sixty moves take about 20 seconds. */
    INQUIRY_QUICK_ALL_MS = 4000,
    INQUIRY_QUICK_LEAST_MS = 20,
    INQUIRY_QUICK_MOST_MS = 65,
    INQUIRY_DEEP_ALL_MS = 15000,
    INQUIRY_DEEP_LEAST_MS = 100,
    INQUIRY_DEEP_MOST_MS = 250,
    INQUIRY_NODES_LEAST = 200 /* of the quick pass, if nodes limit the deep one */
};
#define INQUIRY_NODES_MAX INT64_C(1000000000000)

struct inquiry;
struct thought;

/* What an inquiry needs of the world around it; every function is called with `owner`. */
struct inquiry_world {
    int64_t (*now_ms)(void *owner);
    void (*tell)(void *owner, const char *json, size_t length);

    /* Runs the thought when its turn comes and hands it back by inquiry_thought(), never from
     * within this call; takes ownership. */
    void (*think)(void *owner, struct thought *thought);
};

/* A new question; takes ownership of the line, also if it is refused. `tables` are
 * borrowed; NULL: none. */
PES_MUST_USE enum request_code inquiry_new(const struct inquiry_world *world, void *owner,
                                           const struct request *wanted, struct line *line,
                                           const struct solved_tables *tables, struct inquiry **out,
                                           struct refusal *why);

/* Begins to think, or answers at once. */
void inquiry_start(struct inquiry *q);

/* A thought has ended; takes ownership. */
void inquiry_thought(struct inquiry *q, struct thought *thought);

/* Tells what is new; called when inquiry_wakes() says so. */
void inquiry_tick(struct inquiry *q);
int64_t inquiry_wakes(const struct inquiry *q); /* INT64_MAX: never */

/* The client wants no more: tells the last answer. Its thought may still run. */
void inquiry_end(struct inquiry *q);

/* Has it told its last answer? */
bool inquiry_over(const struct inquiry *q);

void inquiry_free(struct inquiry *q); /* without a thought that runs; NULL is fine */

#endif
