/* A guard against request smuggling and against defects of the library with pipelined requests.
 *
 * libwebsockets 4.1 stores the bytes behind a request until that request is answered. If the next
 * request has a body, the library takes the first bytes of its header for the body, reports the
 * body complete without end, or goes on in memory that it has freed. It has no function that tells
 * whether such bytes exist, but it allocates memory when it stores them: its allocator is watched
 * here. A request with a body that was stored like this is never let through: see
 * net_guard_request(). */
#include "server/net.h"

#include "core/mem.h"

#include <assert.h>
#include <string.h>

/* The connection whose request the library is reading; NULL: none. */
static struct peer *reading;

/* realloc() with the semantics of the library: a size of 0 frees. */
static void *watch_allocation(void *old, size_t size, const char *reason) {
    if (size == 0) {
        mem_free(old);
        return NULL;
    }
    if (reading != NULL && strcmp(reason, "lws_buflist_append_segment") == 0)
        reading->held_back = true;
    return mem_grow(old, size);
}

void net_guard_install(void) {
    lws_set_allocator(watch_allocation);
}

void net_guard_enter(struct peer *p, enum lws_callback_reasons reason) {
    const bool reads = reason == LWS_CALLBACK_HTTP || reason == LWS_CALLBACK_HTTP_BODY ||
                       reason == LWS_CALLBACK_HTTP_BODY_COMPLETION;
    assert(p != NULL);
    reading = reads ? p : NULL;
    const bool writes =
        reason == LWS_CALLBACK_HTTP_WRITEABLE || reason == LWS_CALLBACK_SERVER_WRITEABLE;
    if (reads || writes || reason == LWS_CALLBACK_RECEIVE)
        watchdog_enter(p->server->watchdog, writes ? PHASE_SENDING : PHASE_READING, p->who);
}

void net_guard_forget(const struct peer *p) {
    if (reading == p)
        reading = NULL;
}

/* Length of the body; -1: missing, repeated or contradictory. */
static int64_t body_length(struct lws *wsi) {
    char text[24];
    const int length = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return -1;
    if (length <= 0)
        return 0;
    enum { DIGITS_MAX = 18 };
    if (length > DIGITS_MAX || lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, 1) > 0 ||
        lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) != length ||
        text[strspn(text, "0123456789")] != '\0')
        return -1;
    return strtoll(text, NULL, 10);
}

enum net_framing net_guard_request(struct peer *p) {
    const int64_t length = body_length(p->wsi);
    p->has_body = length != 0;
    p->completions = 0;
    if (p->has_body && p->held_back)
        return FRAMING_PIPELINED;
    return length < 0 ? FRAMING_UNCLEAR : FRAMING_CLEAR;
}

bool net_guard_complete(struct peer *p) {
    return ++p->completions <= NET_COMPLETIONS_MAX;
}
