/* Questions of connections that take thinking: see rooms/inquiry.h. A connection has at most one;
 * its thoughts wait in the line of its address, behind those of games.
 *
 * Invariant: an inquiry is in the list `asked` while its client wants it, and then in `unasked` for
 * as long as a thread still runs its thought. */
#include "server/hub_int.h"

#include "core/json_write.h"
#include "core/mem.h"
#include "rooms/line.h"
#include "rooms/thought.h"
#include "server/bounds.h"

#include <assert.h>

/* What an inquiry needs of its world. -----------------------------------------------------------
 */

static int64_t inquiry_now(void *owner) {
    return hub_now(((struct hub_inquiry *)owner)->hub);
}

static void inquiry_tell(void *owner, const char *json, size_t length) {
    const struct hub_inquiry *a = owner;
    assert(a->client != NULL);
    a->hub->options.tell(a->hub->options.net, a->client, json, length);
}

static void inquiry_think(void *owner, struct thought *thought) {
    struct hub_inquiry *a = owner;
    assert(a->client != NULL);
    pool_add(a->hub->pool, POOL_STUDY, a->client->who, thought, a, POOL_STUDY_MS);
}

static const struct inquiry_world inquiry_world = {
    .now_ms = inquiry_now, .tell = inquiry_tell, .think = inquiry_think};

/* The lists. ------------------------------------------------------------------------------------
 */

static void link_to(struct hub_inquiry **list, struct hub_inquiry *a) {
    a->previous = NULL;
    a->next = *list;
    if (a->next != NULL)
        a->next->previous = a;
    *list = a;
}

static void unlink_from(struct hub_inquiry **list, struct hub_inquiry *a) {
    assert(a->previous != NULL ? a->previous->next == a : *list == a);
    *(a->previous != NULL ? &a->previous->next : list) = a->next;
    if (a->next != NULL)
        a->next->previous = a->previous;
}

static void free_inquiry(struct hub_inquiry *a) {
    inquiry_free(a->inquiry);
    mem_free(a);
}

/* The client wants no more of it, or it is over. */
static void drop(struct hub *h, struct hub_inquiry *a) {
    assert(a->client != NULL && a->client->inquiry == a);
    a->client->inquiry = NULL;
    a->client = NULL;
    unlink_from(&h->asked, a);
    if (pool_disown(h->pool, a) > 0)
        link_to(&h->unasked, a);
    else
        free_inquiry(a);
}

void hub_inquiries_close(struct hub *h) {
    assert(h->asked == NULL);
    assert(h->pool == NULL); /* nothing runs */
    while (h->unasked != NULL) {
        struct hub_inquiry *a = h->unasked;
        unlink_from(&h->unasked, a);
        free_inquiry(a);
    }
}

/* Questions. ------------------------------------------------------------------------------------
 */

/* After every call of an inquiry: schedules the next look at it, or drops it. */
static void reschedule(struct hub *h, struct hub_inquiry *a) {
    if (inquiry_over(a->inquiry)) {
        drop(h, a);
        return;
    }
    const int64_t wakes = inquiry_wakes(a->inquiry);
    h->ask_at = wakes < h->ask_at ? wakes : h->ask_at;
}

void hub_quiet(struct hub *h, struct hub_client *client) {
    struct hub_inquiry *a = client->inquiry;
    if (a == NULL)
        return;
    inquiry_end(a->inquiry);
    drop(h, a);
}

void hub_forget_inquiry(struct hub *h, struct hub_client *client) {
    if (client->inquiry != NULL)
        drop(h, client->inquiry);
}

/* Opens the line of a message. */
static enum request_code open_line(struct hub *h, const struct hub_client *client,
                                   const struct request *r, struct line *line,
                                   struct refusal *why) {
    struct document_reader reader = {.root = r->document, .why = why};
    struct line_wanted wanted;
    line_read(&reader, reader.root, &wanted);
    if (reader.code != REQUEST_OK)
        return reader.code;
    const bool routed = wanted.id != NULL && strcmp(client->game, wanted.id) == 0;
    return hub_line(h, &wanted, routed, line, why);
}

static enum request_code begin(struct hub *h, struct hub_client *client, const struct request *r,
                               struct refusal *why) {
    struct line line;
    enum request_code code = open_line(h, client, r, &line, why);
    if (code != REQUEST_OK)
        return code;
    struct hub_inquiry *a = mem_alloc(sizeof *a);
    if (a == NULL) {
        line_release(&line);
        return hub_refuse_memory(why);
    }
    a->owner = HUB_INQUIRY;
    a->hub = h;
    a->client = client;
    code = inquiry_new(&inquiry_world, a, r, &line, h->options.tables, &a->inquiry, why);
    if (code != REQUEST_OK) {
        mem_free(a);
        return code;
    }
    client->inquiry = a;
    link_to(&h->asked, a);
    inquiry_start(a->inquiry);
    reschedule(h, a);
    return REQUEST_OK;
}

static void tell_done(struct hub *h, struct hub_client *client, int64_t seq) {
    struct str out;
    if (seq < 0)
        return;
    str_init(&out);
    put_open(&out, NULL, '{');
    put_text(&out, "is", "done");
    put_int(&out, "re", seq);
    put_close(&out, '}');
    if (str_err(&out) == PES_ERR_OK)
        h->options.tell(h->options.net, client, out.text, out.length);
    else
        h->options.lost(h->options.net, client);
    str_release(&out);
}

enum request_code hub_ask(struct hub *h, struct hub_client *client, const struct request *r,
                          struct refusal *why) {
    assert(request_is_study(r));
    hub_quiet(h, client);
    if (r->action != REQUEST_QUIET)
        return begin(h, client, r, why);
    tell_done(h, client, r->seq);
    return REQUEST_OK;
}

/* Turns. ----------------------------------------------------------------------------------------
 */

void hub_inquiry_thought(struct hub *h, struct hub_inquiry *a, struct thought *t) {
    if (a->client == NULL) {
        thought_free(t);
        unlink_from(&h->unasked, a);
        free_inquiry(a);
        return;
    }
    inquiry_thought(a->inquiry, t);
    reschedule(h, a);
}

void hub_tick_inquiries(struct hub *h) {
    const int64_t now = hub_now(h);
    if (now < h->ask_at)
        return;
    h->ask_at = INT64_MAX;
    for (struct hub_inquiry *a = h->asked, *next; a != NULL; a = next) {
        next = a->next;
        if (inquiry_wakes(a->inquiry) <= now)
            inquiry_tick(a->inquiry);
        reschedule(h, a);
    }
    /* All of them are looked at together, and not too often. */
    if (h->ask_at < now + TURN_ASKS_MS)
        h->ask_at = now + TURN_ASKS_MS;
}
