/* A rival: a Gomocup engine of somebody else, as a process to which we are the manager.
 *
 *     rival_init(&r, "./pbrain-x", 15, GOMOCUP_RULE_FREESTYLE, &config);
 *     err = rival_reset(&r, stop);             START, or RESTART if it runs
 *     rival_put(&r, "TURN 7,7\n");
 *     err = rival_ask(&r, until_ns, stop, &reply);
 *     rival_release(&r);                       END
 *
 * A function that fails has filled in r->fault, in words for the engine's author, unless the error
 * is NOMEM or STOPPED. Then the process is ended, because its next line could answer an old
 * question; rival_reset() starts another one. */
#ifndef GOMOCUP_RIVAL_H
#define GOMOCUP_RIVAL_H

#include "core/str.h"
#include "gomocup/gomocup.h"
#include "process/process.h"

enum {
    RIVAL_START_MS = 10000, /* for START: interpreters start slowly on a busy machine */
    RIVAL_RESTART_MS = 2000,
    RIVAL_ABOUT_MS = 2000,
    RIVAL_END_MS = 200 /* for ending after END */
};

struct rival {
    const char *command; /* borrowed */
    int32_t size;
    int32_t rule; /* bits of enum gomocup_rule */
    struct process_config config;

    struct process *process; /* NULL: it does not run */
    bool empty;              /* its board is empty */
    bool no_restart;         /* it does not know RESTART */
    int infos, infos_sent; /* INFO lines since the last answer: not answered by UNKNOWN, and all */
    bool silent;           /* it does not answer INFO, as it should */
    int ply;               /* of the present move, for faults; 0: before the game */

    struct str out;                /* lines to be sent with the next question */
    struct str written;            /* its messages, and the standard error of ended processes */
    struct str log;                /* the last text of rival_log() */
    char nonsense[PES_QUOTE_SIZE]; /* the last line that was no answer; "": none */
    char answer[PES_QUOTE_SIZE];   /* the last answer */
    struct pes_note fault;
};

/* `command` is borrowed. Starts nothing. */
void rival_init(struct rival *r, const char *command, int32_t size, int32_t rule,
                const struct process_config *config);
void rival_release(struct rival *r);

/* Gives the engine an empty board, by RESTART or in a new process. */
PES_MUST_USE enum pes_err rival_reset(struct rival *r, const atomic_bool *stop);

/* Adds lines to be sent with the next question; each ends with LF. */
void rival_put(struct rival *r, const char *lines);
/* Adds `INFO key value`. */
void rival_info(struct rival *r, const char *key, int64_t value);

/* Sends what was put, and waits for the answer to its last line: POINTS, SWAP or OK. An ERROR, an
 * UNKNOWN that INFO cannot explain, and silence are faults. `limit_ms` is for the fault. */
PES_MUST_USE enum pes_err rival_ask(struct rival *r, int64_t limit_ms, int64_t until_ns,
                                    const atomic_bool *stop, struct gomocup_reply *out);

/* Asks a running engine who it is; what it does not say is "". */
struct rival_card {
    char name[PES_QUOTE_SIZE], version[PES_QUOTE_SIZE], author[PES_QUOTE_SIZE];
};
PES_MUST_USE enum pes_err rival_about(struct rival *r, struct rival_card *out);

/* Ends the process, whatever it does. */
void rival_drop(struct rival *r);

/* What it wrote since rival_log_clear(). */
const char *rival_log(struct rival *r, size_t *length);
void rival_log_clear(struct rival *r);

#endif
