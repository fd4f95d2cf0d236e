/* What one Redis can carry: the commands of senders and workers of a queue (src/queue), without
 * games, records and processes around them. bench/queue.py starts the server and runs it.
 *
 *     bench/queue_raw URL JOBS BATCH [BYTES]
 *
 * One connection is sender and worker in turn: it adds BATCH jobs, takes them, finishes each by the
 * script, reads the results and deletes them. BYTES is the size of a result. Prints the seconds. */
#include "core/clock.h"
#include "queue/link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    RESULT_BYTES = 600, /* of a short game */
    RESULT_BYTES_MAX = 1 << 20,
    BATCH_MAX = 1024,
    LEASE_MS = 600000
};

struct raw {
    struct link link;
    char run[LINK_RUN_SIZE], name[LINK_WORKER_SIZE];
    char run_key[LINK_KEY_SIZE], results_key[LINK_KEY_SIZE];
    char last[LINK_ID_SIZE]; /* of the results that were read */
    char ids[BATCH_MAX][LINK_ID_SIZE];
    char *result;
    size_t bytes;
    int64_t tickets;
};

static void must(enum pes_err err, const struct pes_note *note) {
    if (err == PES_ERR_OK)
        return;
    fprintf(stderr, "queue_raw: %s\n", note->why[PES_LANG_EN]);
    exit(3);
}

static void confirm(struct raw *raw, enum reply_kind kind) {
    struct pes_note note = {0};
    must(link_confirm(&raw->link, kind, &note), &note);
}

static struct reply *take(struct raw *raw) {
    struct pes_note note = {0};
    struct reply *reply;
    must(link_take(&raw->link, REPLY_LIST, &reply, &note), &note);
    return reply;
}

/* As a sender does it; the line is that of a short game. */
static void add_jobs(struct raw *raw, int batch) {
    static const char job[] = "version=0.2.0\tgame=boats\tvariant=\topening=startpos\ta=random\t"
                              "b=random\tseed=1234567890123456789";
    struct conn *conn = raw->link.conn;
    for (int i = 0; i < batch; i++) {
        conn_begin(conn, 9);
        conn_add(conn, "XADD");
        conn_add(conn, raw->link.keys.jobs);
        conn_add(conn, "*");
        conn_add(conn, "run");
        conn_add(conn, raw->run);
        conn_add(conn, "n");
        conn_add_int(conn, ++raw->tickets);
        conn_add(conn, "job");
        conn_add(conn, job);
    }
    for (int i = 0; i < batch; i++)
        confirm(raw, REPLY_TEXT);
}

/* The entries of a reply about one stream; keeps their ids. */
static int keep_ids(struct raw *raw, const struct reply *reply, int from) {
    const struct reply *entries = reply_at(reply_at(reply, 0), 1);
    for (size_t i = 0; i < entries->count && from < BATCH_MAX; i++)
        snprintf(raw->ids[from++], LINK_ID_SIZE, "%s", reply_at(reply_at(entries, i), 0)->text);
    return from;
}

/* As a worker does it. Others may have taken some: then it takes fewer. */
static int take_jobs(struct raw *raw, int batch) {
    char count[16];
    snprintf(count, sizeof count, "%d", batch);
    conn_command(raw->link.conn,
                 (const char *const[]){"XREADGROUP", "GROUP", LINK_GROUP, raw->name, "COUNT", count,
                                       "STREAMS", raw->link.keys.jobs, ">", NULL});
    struct reply *reply = take(raw);
    const int taken = keep_ids(raw, reply, 0);
    reply_free(reply);
    return taken;
}

static void finish_jobs(struct raw *raw, int count) {
    struct link *link = &raw->link;
    for (int i = 0; i < count; i++) {
        link_begin(link, SCRIPT_FINISH, 4, 5);
        conn_add(link->conn, link->keys.jobs);
        conn_add(link->conn, raw->results_key);
        conn_add(link->conn, raw->run_key);
        conn_add(link->conn, link->keys.stats);
        conn_add(link->conn, LINK_GROUP);
        conn_add(link->conn, raw->ids[i]);
        conn_add_int(link->conn, raw->tickets);
        conn_add_bytes(link->conn, raw->result, raw->bytes);
        conn_add_int(link->conn, LINK_RESULTS_MS);
    }
    for (int i = 0; i < count; i++)
        confirm(raw, REPLY_INT);
}

/* As a sender does it, 32 results at once. */
static void read_results(struct raw *raw, int count) {
    while (count > 0) {
        conn_command(raw->link.conn, (const char *const[]){"XREAD", "COUNT", "32", "STREAMS",
                                                           raw->results_key, raw->last, NULL});
        struct reply *reply = take(raw);
        const int found = keep_ids(raw, reply, 0);
        reply_free(reply);
        if (found == 0)
            return;
        snprintf(raw->last, sizeof raw->last, "%s", raw->ids[found - 1]);
        conn_command(raw->link.conn,
                     (const char *const[]){"XTRIM", raw->results_key, "MINID", raw->last, NULL});
        confirm(raw, REPLY_INT);
        count -= found;
    }
}

static void open_raw(struct raw *raw, const char *url) {
    const struct queue_config config = {.url = url};
    struct pes_note note = {0};
    must(link_init(&raw->link, &config, &note), &note);
    must(link_open(&raw->link, &config, true, clock_in_ms(LINK_CALL_MS), &note), &note);
    snprintf(raw->run, sizeof raw->run, "%032lx", (long)getpid());
    snprintf(raw->name, sizeof raw->name, "raw-%ld", (long)getpid());
    snprintf(raw->last, sizeof raw->last, "0");
    link_key(&raw->link.keys, "run", raw->run, raw->run_key);
    link_key(&raw->link.keys, "results", raw->run, raw->results_key);
    char lease[16];
    snprintf(lease, sizeof lease, "%d", LEASE_MS);
    conn_command(raw->link.conn,
                 (const char *const[]){"SET", raw->run_key, "raw", "PX", lease, NULL});
    confirm(raw, REPLY_STATUS);
}

int main(int argc, char *argv[]) {
    static struct raw raw;
    const int64_t jobs = argc > 2 ? strtoll(argv[2], NULL, 10) : 0;
    const int64_t batch = argc > 3 ? strtoll(argv[3], NULL, 10) : 0;
    const int64_t bytes = argc > 4 ? strtoll(argv[4], NULL, 10) : RESULT_BYTES;
    if (jobs < 1 || batch < 1 || batch > BATCH_MAX || bytes < 1 || bytes > RESULT_BYTES_MAX) {
        fprintf(stderr, "usage: queue_raw URL JOBS BATCH [BYTES]\n");
        return 2;
    }
    raw.bytes = (size_t)bytes;
    raw.result = malloc(raw.bytes);
    if (raw.result == NULL)
        return 3;
    memset(raw.result, 'r', raw.bytes);
    open_raw(&raw, argv[1]);
    const int64_t start = clock_now_ns();
    int64_t done = 0;
    while (done < jobs) {
        add_jobs(&raw, (int)batch);
        const int taken = take_jobs(&raw, (int)batch);
        finish_jobs(&raw, taken);
        read_results(&raw, taken);
        done += taken;
    }
    printf("%" PRId64 " %.3f\n", done, clock_seconds_since(start));
    link_close(&raw.link);
    free(raw.result);
    return 0;
}
