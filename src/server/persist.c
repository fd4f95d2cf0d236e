/* Persisting turns: see persist.h. After any failed turn no transaction is open. */
#include "server/persist.h"

#include "core/clock.h"
#include "server/text.h"

#include <assert.h>
#include <stdio.h>

#define DAY_MS INT64_C(86400000)

void persist_init(struct persist *p, struct store *store, int64_t now_ms) {
    assert(store != NULL);
    const int64_t newest_ms = store_newest(store);
    *p = (struct persist){.store = store,
                          .waiting_since_ms = -1,
                          .logged_ms = -1,
                          .expire_ms = now_ms,
                          .believed_ms = newest_ms >= 0 ? newest_ms : now_ms};
}

static void set_why(struct persist *p, enum pes_err err, const struct pes_note *note) {
    const bool waited = err == PES_ERR_STOPPED || err == PES_ERR_LIMIT;
    p->reason = waited                 ? store_shared(p->store) ? "away" : "locked"
                : err == PES_ERR_NOMEM ? "memory"
                : err == PES_ERR_UNFIT ? "owner"
                                       : "write";
    p->why = *note;
    if (pes_note_is_empty(&p->why))
        (void)!pes_note_say(&p->why, err, 0, pes_err_text(err), PES_NO_ARGS);
}

enum pes_err persist_begin(struct persist *p, struct pes_note *note) {
    return store_begin(p->store, note);
}

enum pes_err persist_wait(struct persist *p, int64_t now_ms, const struct pes_note *note) {
    store_undo(p->store);
    if (p->waiting_since_ms < 0) {
        p->waiting_since_ms = now_ms;
        set_why(p, PES_ERR_STOPPED, note);
        p->log(p->net, TEXT(net_log_waits), PES_ARGS(PES_NOTED(&p->why)));
    }
    return now_ms - p->waiting_since_ms < PERSIST_WAIT_MS ? PES_ERR_STOPPED : PES_ERR_LIMIT;
}

/* Writing works (again). */
static void note_success(struct persist *p, int64_t now_ms) {
    if (p->waiting_since_ms >= 0)
        p->log(p->net, TEXT(net_log_waited), PES_ARGS(PES_INT(now_ms - p->waiting_since_ms)));
    else if (p->failing)
        p->log(p->net, TEXT(net_log_kept_again), PES_NO_ARGS);
    p->waiting_since_ms = p->logged_ms = -1;
    p->failing = false;
    p->committed_ms = now_ms;
}

enum pes_err persist_commit(struct persist *p, int64_t now_ms, struct pes_note *note) {
    const int64_t begun_ns = clock_now_ns();
    const enum pes_err err = store_commit(p->store, note);
    if (err != PES_ERR_OK)
        return err;
    metrics_observe(&p->commits, clock_now_ns() - begun_ns);
    note_success(p, now_ms);
    return PES_ERR_OK;
}

void persist_fail(struct persist *p, enum pes_err err, const struct pes_note *note,
                  int64_t now_ms) {
    assert(err != PES_ERR_OK);
    store_undo(p->store);
    set_why(p, err, note);
    p->failures++;
    if (err == PES_ERR_UNFIT && store_shared(p->store)) {
        p->waiting_since_ms = -1;
        p->log(p->net, TEXT(net_log_lost), PES_ARGS(PES_NOTED(&p->why)));
        return;
    }
    p->failing = true;
    p->waiting_since_ms = -1;
    p->probed_ms = now_ms;
    if (err == PES_ERR_UNFIT) {
        p->second_owner = true;
        p->log(p->net, TEXT(net_log_owner), PES_ARGS(PES_NOTED(&p->why)));
    } else if (p->logged_ms < 0 || now_ms - p->logged_ms >= PERSIST_LOG_MS) {
        p->logged_ms = now_ms;
        p->log(p->net, TEXT(net_log_store), PES_ARGS(PES_NOTED(&p->why)));
    }
}

void persist_abandon(struct persist *p) {
    p->waiting_since_ms = -1;
}

/* After a failure there may be no change to persist for a while: only a write shows that writing
 * works again. */
static void probe(struct persist *p, int64_t now_ms) {
    struct pes_note note = {0};
    if (now_ms - p->probed_ms < PERSIST_PROBE_MS)
        return;
    p->probed_ms = now_ms;
    if (store_probe(p->store, &note) == PES_ERR_OK)
        note_success(p, now_ms);
}

/* Is it as late as the clock says? A wall clock that is a year ahead would make every game old. The
 * time of the newest game, and then the time that passes while the server runs, are believed; a
 * jump from there is not, until the server is restarted after a game was changed. */
static bool believe(struct persist *p, int64_t now_ms) {
    if (!p->doubted && now_ms - p->believed_ms > PERSIST_JUMP_DAYS * DAY_MS) {
        p->doubted = true;
        p->log(p->net, TEXT(net_log_clock), PES_ARGS(PES_INT((now_ms - p->believed_ms) / DAY_MS)));
    }
    if (!p->doubted && now_ms > p->believed_ms)
        p->believed_ms = now_ms;
    return !p->doubted;
}

static void expire(struct persist *p, bool (*in_use)(void *arg, const char *id), void *arg,
                   int64_t now_ms) {
    const int64_t open_ms =
        p->keep_ms > PERSIST_OPEN_DAYS_MIN * DAY_MS ? p->keep_ms : PERSIST_OPEN_DAYS_MIN * DAY_MS;
    const struct store_expiry expiry = {.over_before_ms = now_ms - p->keep_ms,
                                        .open_before_ms = now_ms - open_ms,
                                        .in_use = in_use,
                                        .arg = arg};
    struct pes_note note = {0};
    int deleted = 0;
    bool more = false;
    const enum pes_err err = store_expire(p->store, &expiry, &deleted, &more, &note);
    p->expired += deleted;
    p->expire_ms = now_ms + (more ? PERSIST_EXPIRE_MS : PERSIST_PASS_MS);
    if (err == PES_ERR_OK)
        return;
    p->expire_ms = now_ms + PERSIST_LOG_MS; /* retention is not urgent */
    if (err == PES_ERR_UNFIT)
        persist_fail(p, err, &note, now_ms);
    else if (err != PES_ERR_STOPPED)
        p->log(p->net, TEXT(net_log_expire), PES_ARGS(PES_NOTED(&note)));
}

void persist_idle(struct persist *p, bool (*in_use)(void *arg, const char *id), void *arg,
                  int64_t now_ms) {
    if (p->second_owner || p->waiting_since_ms >= 0)
        return;
    if (p->failing)
        probe(p, now_ms);
    else if (p->keep_ms > 0 && now_ms >= p->expire_ms && believe(p, now_ms))
        expire(p, in_use, arg, now_ms);
}

const char *persist_trouble(const struct persist *p) {
    return p->failing || p->waiting_since_ms >= 0 ? p->reason : NULL;
}
