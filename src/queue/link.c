#include "queue/link.h"

#include "core/clock.h"
#include "queue/text.h"

#include <stdio.h>
#include <string.h>

void link_key(const struct link_keys *keys, const char *what, const char *whose,
              char out[LINK_KEY_SIZE]) {
    snprintf(out, LINK_KEY_SIZE, "%.*s%s:%.*s", URL_NAME_SIZE, keys->prefix, what,
             LINK_KEY_SIZE - URL_NAME_SIZE - 12, whose);
}

static void name_keys(const char *name, struct link_keys *out) {
    snprintf(out->prefix, sizeof out->prefix, "%s:", name);
    snprintf(out->jobs, sizeof out->jobs, "%s:jobs", name);
    snprintf(out->aside, sizeof out->aside, "%s:aside", name);
    snprintf(out->stats, sizeof out->stats, "%s:stats", name);
    snprintf(out->workers, sizeof out->workers, "%s:workers", name);
    snprintf(out->runs, sizeof out->runs, "%s:runs", name);
}

enum pes_err link_init(struct link *link, const struct queue_config *config,
                       struct pes_note *note) {
    *link = (struct link){.conn = NULL};
    const enum pes_err err = url_parse(config->url, &link->url, note);
    name_keys(link->url.name, &link->keys);
    return err;
}

/* Waits in short steps, so that it ends soon if it is stopped, but not before an answer that is on
 * its way. */
static enum pes_err wait_for_reply(struct link *link, struct reply **out, struct pes_note *note) {
    enum { STEP_MS = 100 };
    const int64_t until_ns = clock_in_ms(LINK_CALL_MS);
    int64_t stopped_ns = 0;
    *out = NULL;
    enum pes_err err = conn_flush(link->conn, until_ns, note);
    while (err == PES_ERR_OK) {
        err = conn_reply(link->conn, clock_in_ms(STEP_MS), false, out, note);
        const int64_t now_ns = clock_now_ns();
        if (err != PES_ERR_LATE || now_ns > until_ns)
            break;
        err = PES_ERR_OK;
        if (stopped_ns == 0 && link->stop != NULL && atomic_load(link->stop))
            stopped_ns = now_ns;
        if (stopped_ns > 0 && now_ns - stopped_ns > LINK_STOP_MS * CLOCK_NS_PER_MS)
            return PES_ERR_STOPPED;
    }
    return err;
}

enum pes_err link_say_late(struct pes_note *note) {
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(queue_lost),
                        PES_ARGS(PES_WORDS(TEXT(queue_late))));
}

enum pes_err link_take(struct link *link, enum reply_kind kind, struct reply **out,
                       struct pes_note *note) {
    enum pes_err err = wait_for_reply(link, out, note);
    if (err == PES_ERR_LATE)
        return link_say_late(note);
    if (err != PES_ERR_OK)
        return err;
    const bool empty = kind == REPLY_LIST && (*out)->kind == REPLY_NIL;
    if ((*out)->kind == kind || empty)
        return PES_ERR_OK;
    err = conn_refused(link->conn, *out, note);
    reply_free(*out);
    *out = NULL;
    return err;
}

enum pes_err link_confirm(struct link *link, enum reply_kind kind, struct pes_note *note) {
    struct reply *reply;
    const enum pes_err err = link_take(link, kind, &reply, note);
    if (err == PES_ERR_OK)
        reply_free(reply);
    return err;
}

/* The stream and its group; that they exist already is fine. */
static enum pes_err make_group(struct link *link, struct pes_note *note) {
    struct reply *reply;
    conn_command(link->conn, (const char *const[]){"XGROUP", "CREATE", link->keys.jobs, LINK_GROUP,
                                                   "0", "MKSTREAM", NULL});
    enum pes_err err = conn_reply(link->conn, clock_in_ms(LINK_CALL_MS), true, &reply, note);
    if (err == PES_ERR_LATE)
        return link_say_late(note);
    if (err == PES_ERR_OK && reply->kind == REPLY_ERROR && !reply_begins(reply, "BUSYGROUP"))
        err = conn_refused(link->conn, reply, note);
    reply_free(reply);
    return err;
}

static enum pes_err load_scripts(struct link *link, struct pes_note *note) {
    enum pes_err err = PES_ERR_OK;
    for (int i = 0; i < SCRIPT_COUNT; i++)
        conn_command(link->conn, (const char *const[]){"SCRIPT", "LOAD", script_texts[i], NULL});
    for (int i = 0; i < SCRIPT_COUNT && err == PES_ERR_OK; i++) {
        struct reply *reply;
        err = link_take(link, REPLY_TEXT, &reply, note);
        if (err != PES_ERR_OK)
            break;
        snprintf(link->shas[i], sizeof link->shas[i], "%s", reply->text);
        reply_free(reply);
    }
    return err;
}

enum pes_err link_open(struct link *link, const struct queue_config *config, bool create,
                       int64_t until_ns, struct pes_note *note) {
    link_close(link);
    enum pes_err err = conn_open(config, &link->url, until_ns, &link->conn, note);
    if (err == PES_ERR_OK && create)
        err = make_group(link, note);
    if (err == PES_ERR_OK && create)
        err = load_scripts(link, note);
    if (err != PES_ERR_OK)
        link_close(link);
    return err;
}

void link_close(struct link *link) {
    conn_close(link->conn);
    link->conn = NULL;
}

void link_begin(struct link *link, enum script script, int keys, int args) {
    conn_begin(link->conn, 3 + keys + args);
    conn_add(link->conn, "EVALSHA");
    conn_add(link->conn, link->shas[script]);
    conn_add_int(link->conn, keys);
}

const struct reply *link_field(const struct reply *fields, const char *name) {
    for (size_t i = 0; i + 1 < fields->count; i += 2) {
        const struct reply *key = reply_at(fields, i), *value = reply_at(fields, i + 1);
        if (key->kind == REPLY_TEXT && value->kind == REPLY_TEXT && strcmp(key->text, name) == 0)
            return value;
    }
    return reply_at(fields, fields->count);
}
