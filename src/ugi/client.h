/* The driver's end of UGI: one program that speaks it, from its start to its end.
 *
 * The program is started when it is needed and again after it has failed. Functions that fail fill
 * in a note for the program's author; a program that has ended, is late or floods is closed then,
 * and what it wrote to standard error is kept. */
#ifndef UGI_CLIENT_H
#define UGI_CLIENT_H

#include "process/process.h"
#include "ugi/ugi.h"

enum {
    /* For everything until a program is ready for a game, in milliseconds: interpreters on a busy
     * machine are slow to start, and engines may load tables. */
    UGI_START_MS = 10000
};

struct ugi_client {
    struct process *process;                           /* NULL: it does not run */
    bool has_legal, has_variant, has_seed;             /* the options it listed */
    char name[PES_QUOTE_SIZE], author[PES_QUOTE_SIZE]; /* as it says; "": it does not */
    int64_t ready_ns;                                  /* until when it has to be ready */
    bool answered;                                     /* this process has made a move */
    bool owes;                /* the answer to a search that was stopped is still to come */
    struct str out;           /* what is sent next */
    struct str log;           /* standard error of the program that was closed last */
    char odd[PES_QUOTE_SIZE]; /* the first line that was not understood since the last answer */
    int ply;                  /* of the answer that is waited for; 0: before the first */
};

/* What a listener does with an `info` line. */
typedef void ugi_on_info(void *to, const struct ugi_info *info);

void ugi_client_init(struct ugi_client *c);
/* Asks it to quit, kills it if it does not, and releases everything. */
void ugi_client_release(struct ugi_client *c);

/* Begins the time for ugi_client_start() and ugi_client_new_game() together: one that dies or
 * dawdles in every step must not cost the others more than this per game. */
void ugi_client_expect(struct ugi_client *c);

/* Starts the program unless it runs: `ugi` to `ugiok`, then the options it has listed. */
PES_MUST_USE enum pes_err ugi_client_start(struct ugi_client *c, const char *command,
                                           const struct process_config *config,
                                           const struct pes_game *g, const atomic_bool *stop,
                                           struct pes_note *why);

/* A new game: `uginewgame`, `isready` to `readyok`. The seed is for programs with such an option.
 */
PES_MUST_USE enum pes_err ugi_client_new_game(struct ugi_client *c, uint32_t seed,
                                              const atomic_bool *stop, struct pes_note *why);

/* Sends c->out, which ends with `go`, and waits for the move: its text is copied to `move`. A
 * deadline of `allowed_ms`, in words `limit_ms`, both from now on. */
PES_MUST_USE enum pes_err ugi_client_ask(struct ugi_client *c, int64_t allowed_ms, int64_t limit_ms,
                                         const atomic_bool *stop, ugi_on_info *on_info, void *to,
                                         struct str *move, struct pes_note *why);

/* What it has written to standard error since ugi_client_clear_log(). */
const char *ugi_client_log(const struct ugi_client *c, size_t *length);
void ugi_client_clear_log(struct ugi_client *c);

#endif
