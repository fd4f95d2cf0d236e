/* The arena's store: tournaments, matches and their games, in one SQLite file (docs/adr/0024) or in
 * a PostgreSQL database (docs/adr/0029).
 *
 * An *event* is a tournament, match or rating. It is identified by its key: a canonical text of
 * everything that determines its games. The same key in the same database is the same event: that
 * is how an interrupted command resumes. A game belongs to an event and has a number there, which
 * says which game it is (round, pairing, colours): a number is stored once, even if two processes
 * play it.
 *
 * Puts are collected in a transaction until results_commit(), after which they survive a killed
 * process (a file: write-ahead log, synchronous=NORMAL). Several processes may write to one
 * database: the first put after a commit waits for the transaction of another one, at most
 * RESULTS_WAIT_MS. So commit soon after the first put; never play a game in between.
 *
 * If a put or a commit fails, everything since the last commit is discarded, and the handle can be
 * used again; only SYNTAX (a text is not UTF-8) leaves the transaction as it was. STOPPED: another
 * program held the lock for too long, or the connection was lost; the same puts may be tried again.
 * If the answer to a commit was lost, the commit finds out whether it was stored. Only if the
 * database does not come back in time, that stays unknown, and the note says so; the same puts do
 * no harm then, because a number is stored once.
 *
 * Every game has checksums: one that the disk changed is refused with IO, never returned.
 *
 * One thread at a time per handle, and no handle is used on both sides of a fork(). */
#ifndef STORE_RESULTS_H
#define STORE_RESULTS_H

#include "core/str.h"
#include "pessoi/err.h"

#include <stdbool.h>
#include <stdint.h>

struct results;

enum { RESULTS_WAIT_MS = 10000 }; /* for the lock of another process */

/* Opens or creates the file, or the tables in the database of a URL (postgresql://..), and upgrades
 * those of an older version. IO with a note where it cannot be used; UNFIT where it is not a store
 * of results (a server's games, another program's database), or of a newer version; SYNTAX where a
 * URL is wrong. ":memory:" persists nothing.
 *
 * `read_only`: it must exist and have results, else UNFIT; nothing in it is changed, and no file is
 * left beside it that was not there. Others may write meanwhile. */
PES_MUST_USE enum pes_err results_open(const char *where, bool read_only, struct results **out,
                                       struct pes_note *note);
/* Does the text name a database, not a file? It must not be quoted before it was opened: it may
 * have a password. */
bool results_is_url(const char *where);
void results_close(struct results *r); /* discards what was not committed; NULL is fine */

struct results_event {
    int64_t id;        /* given by the store */
    const char *key;   /* unique */
    const char *kind;  /* "tournament", "match", "rate" */
    const char *title; /* for people */
    const char *game, *variant;
    uint64_t seed;
    const char *version; /* of the program that created it */
    int64_t created_ms;
    bool finished;
    int64_t players, games; /* how many are stored; only results_each_event() fills them in */
};

/* Finds the event with this key, or creates it; *out_id is its id, *created tells which. What is
 * stored of an event that exists is not changed. */
PES_MUST_USE enum pes_err results_begin_event(struct results *r, const struct results_event *event,
                                              int64_t *out_id, bool *created,
                                              struct pes_note *note);
PES_MUST_USE enum pes_err results_finish_event(struct results *r, int64_t event,
                                               struct pes_note *note);

/* A player of an event. The same name in two events is the same player. */
struct results_player {
    int32_t seat;                         /* in the event, from 0: its seed */
    const char *name;                     /* for people: "alice" */
    const char *agent;                    /* as text: "cmd:bots/alice/run" */
    const char *files;                    /* of a program: a hash of its files; NULL: none */
    const char *excluded[PES_LANG_COUNT]; /* why it may not take part; NULL: it may */
    bool rated;
    double rating, rating_low, rating_high; /* if rated */
};
/* Adds a player or replaces what was stored for this seat. */
PES_MUST_USE enum pes_err results_put_player(struct results *r, int64_t event,
                                             const struct results_player *player,
                                             struct pes_note *note);

struct results_game {
    int64_t number; /* in the event */
    int32_t round;
    int32_t seats[2];                   /* First's and Second's seat in the event */
    const char *result;                 /* "1-0", "0-1", "1/2-1/2" */
    const char *end;                    /* pes_end_word() */
    const char *reason[PES_LANG_COUNT]; /* of a forfeit or loss on time; NULL: decided otherwise */
    int32_t margin;                     /* First's score minus Second's, or payoffs */
    int32_t plies;
    uint64_t opening, fingerprint;
    int32_t think_max_ms[2], think_sum_ms[2]; /* by seat of the game: First, Second */
    const char *job;                          /* the line that determines the game */
    const char *record;                       /* as text */
    const char *log[2];   /* what First and Second wrote to stderr, any bytes; NULL: nothing */
    size_t log_length[2]; /* bytes; 0: up to the NUL */
    int64_t played_ms;    /* when: since 1970 */
};
/* Stores a game unless its number is stored already; *added tells. Its players were put before. */
PES_MUST_USE enum pes_err results_put_game(struct results *r, int64_t event,
                                           const struct results_game *game, bool *added,
                                           struct pes_note *note);

PES_MUST_USE enum pes_err results_commit(struct results *r, struct pes_note *note);

/* Reading: calls `visit` for each row in order, until it returns false: events by id, players by
 * seat, games by event and number. Texts are borrowed for the call. What was put and not yet
 * committed is seen, too. A visitor may read, but not put. */
struct results_filter {
    int64_t event;      /* 0: of all events */
    const char *kind;   /* NULL: any */
    const char *game;   /* NULL: any */
    const char *player; /* by name, on either side; NULL: any */
    const char *result; /* NULL: any */
    const char *end;    /* NULL: any */
    int64_t number;     /* of the game; -1: any */
    int64_t limit;      /* 0: no limit */
};
/* The filter that everything passes; so does NULL. */
#define RESULTS_ALL ((struct results_filter){.number = -1})

/* Uses the filter's event, kind, game, player and limit. */
PES_MUST_USE enum pes_err results_each_event(struct results *r, const struct results_filter *filter,
                                             bool (*visit)(void *to, const struct results_event *e),
                                             void *to, struct pes_note *note);
PES_MUST_USE enum pes_err results_each_player(struct results *r, int64_t event,
                                              bool (*visit)(void *to,
                                                            const struct results_player *p),
                                              void *to, struct pes_note *note);
/* `names`: First's and Second's. Without `whole`, job, record and logs are NULL: that is faster. */
PES_MUST_USE enum pes_err
results_each_game(struct results *r, const struct results_filter *filter, bool whole,
                  bool (*visit)(void *to, const struct results_event *e, const char *const names[2],
                                const struct results_game *g),
                  void *to, struct pes_note *note);

#endif
