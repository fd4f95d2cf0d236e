/* A queue through one connection: its keys, its scripts, and calls that wait for their answer. */
#ifndef QUEUE_LINK_H
#define QUEUE_LINK_H

#include "queue/conn.h"

#define LINK_GROUP "workers" /* the consumer group of the stream of jobs */

enum {
    LINK_KEY_SIZE = URL_NAME_SIZE + 80,
    LINK_ID_SIZE = 48,  /* of an entry of a stream: two numbers of 64 bits and a dash */
    LINK_RUN_SIZE = 33, /* of a run: 32 hexadecimal digits */
    LINK_WORKER_SIZE = 96,
    LINK_CALL_MS = 5000,      /* Redis answers within this time, or the connection is given up */
    LINK_STOP_MS = 400,       /* that a stopped one still waits */
    LINK_LIVE_MS = 10000,     /* a worker without a sign of life is not counted */
    LINK_ASIDE_MAX = 1000,    /* jobs set aside that are kept */
    LINK_RESULTS_MS = 600000, /* after which results that nobody takes are forgotten */
};

/* The keys of a queue: "NAME:jobs" and so on. */
struct link_keys {
    char jobs[LINK_KEY_SIZE];    /* stream */
    char aside[LINK_KEY_SIZE];   /* stream: jobs that nobody could play */
    char stats[LINK_KEY_SIZE];   /* hash: done, failed */
    char workers[LINK_KEY_SIZE]; /* sorted set: names by the time of their last sign of life */
    char runs[LINK_KEY_SIZE];    /* set: of those who want games */
    char prefix[LINK_KEY_SIZE];  /* "NAME:", of the keys that belong to one worker or run */
};
/* "NAME:run:RUN", "NAME:results:RUN", "NAME:worker:WORKER". */
void link_key(const struct link_keys *keys, const char *what, const char *whose,
              char out[LINK_KEY_SIZE]);

/* The scripts, which Redis runs as one step each. scripts.c says what they do. */
enum script {
    SCRIPT_FINISH,
    SCRIPT_SETTLE,
    SCRIPT_DROP,
    SCRIPT_BEAT,
    SCRIPT_CLAIM,
    SCRIPT_LEAVE,
    SCRIPT_RENEW,
    SCRIPT_LOST,
    SCRIPT_FORGET,
    SCRIPT_COUNT
};
extern const char *const script_texts[SCRIPT_COUNT];

struct link {
    struct conn *conn; /* NULL: not connected */
    struct url url;
    struct link_keys keys;
    char shas[SCRIPT_COUNT][41]; /* by which Redis knows the scripts */
    const atomic_bool *stop; /* link_take() soon ends with STOPPED once it is true; NULL: never */
};

/* Reads the address. */
PES_MUST_USE enum pes_err link_init(struct link *link, const struct queue_config *config,
                                    struct pes_note *note);

/* Connects, makes the stream and the group unless they exist (`create`), and loads the scripts. The
 * errors are those of conn_open(). */
PES_MUST_USE enum pes_err link_open(struct link *link, const struct queue_config *config,
                                    bool create, int64_t until_ns, struct pes_note *note);
void link_close(struct link *link);

/* Begins the call of a script with `keys` and `args`, which the caller adds: keys first. */
void link_begin(struct link *link, enum script script, int keys, int args);

/* The next reply, which must be of this kind; where a list is expected, NIL is an empty one. An
 * error reply becomes an error (conn_refused()). */
PES_MUST_USE enum pes_err link_take(struct link *link, enum reply_kind kind, struct reply **out,
                                    struct pes_note *note);
/* The same for a reply that only has to be good. */
PES_MUST_USE enum pes_err link_confirm(struct link *link, enum reply_kind kind,
                                       struct pes_note *note);

/* IO: the answer did not come in time. */
PES_MUST_USE enum pes_err link_say_late(struct pes_note *note);

/* The value of a field in a list of names and values; a NIL reply if there is none. */
const struct reply *link_field(const struct reply *fields, const char *name);

#endif
