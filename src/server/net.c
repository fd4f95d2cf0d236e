/* Connections from accept() to their end, and the end of a turn: what was prepared is sent, or
 * discarded. */
#include "server/net.h"

#include "core/mem.h"
#include "server/text.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

struct peer *net_peer_of(struct lws *wsi) {
    return wsi != NULL ? lws_get_opaque_user_data(wsi) : NULL;
}

static struct peer *peer_new(struct server *s, limits_address who, bool over,
                             const unsigned char in6[16]) {
    struct peer *p = mem_alloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->server = s;
    p->who = p->client.who = who;
    p->over = over;
    p->proxied = proxy_trusted(&s->proxies, in6);
    memcpy(p->in6, in6, sizeof p->in6);
    str_init(&p->inbox);
    str_init(&p->reply.text);
    assert(s->peers == NULL || s->peers->previous == NULL);
    p->next = s->peers;
    if (s->peers != NULL)
        s->peers->previous = p;
    s->peers = p;
    return p;
}

void net_forget_body(struct peer *p) {
    if (!p->large_body) {
        str_clear(&p->inbox);
        return;
    }
    assert(p->server->large_bodies > 0);
    p->large_body = false;
    p->server->large_bodies--;
    str_release(&p->inbox);
}

void net_peer_free(struct peer *p) {
    struct server *s = p->server;
    assert(p->previous != NULL ? p->previous->next == p : s->peers == p);
    assert(p->next == NULL || p->next->previous == p);
    net_access_end(p, p->socket ? 101 : 0);
    if (p->socket)
        hub_gone(s->hub, &p->client);
    for (struct peer **at = &s->pending; *at != NULL; at = &(*at)->next_pending) {
        if (*at == p) {
            *at = p->next_pending;
            break;
        }
    }
    *(p->previous != NULL ? &p->previous->next : &s->peers) = p->next;
    if (p->next != NULL)
        p->next->previous = p->previous;
    net_socket_clear(p); /* counted for the address until here */
    limits_close(s->limits, p->who, hub_now(s->hub));
    net_guard_forget(p);
    net_forget_body(p);
    str_release(&p->reply.text);
    str_release(&p->inbox);
    mem_free(p);
}

/* All lines of X-Forwarded-For, joined by commas; false: there are none, or they are too long. */
static bool copy_forwarded(struct lws *wsi, char out[PROXY_LINE_MAX]) {
    size_t length = 0;
    int size;
    for (int i = 0; (size = lws_hdr_fragment_length(wsi, WSI_TOKEN_X_FORWARDED_FOR, i)) > 0; i++) {
        if (length + (size_t)size + 2 > PROXY_LINE_MAX)
            return false;
        if (i > 0)
            out[length++] = ',';
        if (lws_hdr_copy_fragment(wsi, out + length, PROXY_LINE_MAX - (int)length,
                                  WSI_TOKEN_X_FORWARDED_FOR, i) != size)
            return false;
        length += (size_t)size;
    }
    out[length] = '\0';
    return length > 0;
}

void net_find_client(struct peer *p) {
    char forwarded[PROXY_LINE_MAX];
    unsigned char client[16];
    struct limits *limits = p->server->limits;
    if (!p->proxied)
        return;
    memcpy(client, p->in6, sizeof client);
    if (copy_forwarded(p->wsi, forwarded))
        (void)!proxy_client(&p->server->proxies, forwarded, client);
    const limits_address who = limits_address_of(client);
    if (who == p->who)
        return;
    /* The connection counts for the client whose request it carries now. */
    const int64_t now = hub_now(p->server->hub);
    bool drop;
    limits_close(limits, p->who, now);
    p->over = !limits_open(limits, who, now, &drop);
    if (drop)
        (void)!limits_open(limits, LIMITS_PROXY, now, &(bool){false});
    p->who = p->client.who = drop ? LIMITS_PROXY : who;
}

/* Adopts one accepted connection, within the limits. */
static void take(struct server *s, int fd, const unsigned char in6[16]) {
    const limits_address who =
        proxy_trusted(&s->proxies, in6) ? LIMITS_PROXY : limits_address_of(in6);
    bool drop;
    const bool over = !limits_open(s->limits, who, hub_now(s->hub), &drop);
    if (drop) {
        s->metrics.refused[REFUSED_DROPPED]++;
        close(fd);
        return;
    }
    struct peer *p = peer_new(s, who, over, in6);
    if (p == NULL) {
        limits_close(s->limits, who, hub_now(s->hub));
        close(fd);
        return;
    }
    p->wsi = lws_adopt_socket_vhost(s->vhost, fd); /* closes it on failure */
    if (p->wsi == NULL) {
        s->metrics.refused[REFUSED_TLS] += s->ssl_ctx != NULL;
        net_peer_free(p);
        return;
    }
    lws_set_opaque_user_data(p->wsi, p);
    lws_set_timer_usecs(p->wsi, NET_REQUEST_S * LWS_USEC_PER_SEC);
}

void net_accept(struct server *s, int listening) {
    unsigned char in6[16];
    int fd;
    for (int i = 0; i < TURN_ACCEPTS_MAX && (fd = listen_accept(listening, in6)) >= 0; i++)
        take(s, fd, in6);
}

void net_mark_pending(struct peer *p) {
    assert(p->pending || p->next_pending == NULL);
    if (p->pending)
        return;
    p->pending = true;
    p->next_pending = p->server->pending;
    p->server->pending = p;
}

static struct peer *take_pending(struct server *s) {
    struct peer *p = s->pending;
    if (p != NULL) {
        assert(p->pending);
        s->pending = p->next_pending;
        p->pending = false;
        p->next_pending = NULL;
    }
    return p;
}

/* The pending data of the peer may be sent. */
static void let_go(struct peer *p) {
    net_socket_seal(p);
    p->released = true;
    if (p->lost && p->close_status == 0)
        p->close_status = LWS_CLOSE_STATUS_UNEXPECTED_CONDITION;
    assert(p->wsi != NULL);
    lws_callback_on_writable(p->wsi);
}

void net_release(struct server *s) {
    for (struct peer *p; (p = take_pending(s)) != NULL;)
        let_go(p);
    assert(s->pending == NULL);
}

/* Does the pending data of the peer tell of a change that is not persistent yet? */
static bool holds_change(const struct peer *p) {
    const struct hub *hub = p->server->hub;
    if (p->socket)
        return hub_client_waits(hub, &p->client);
    return p->route == ROUTE_PLAY || (p->route == ROUTE_CLASS && hub_class_waits(hub)) ||
           ((p->route == ROUTE_GAME || p->route == ROUTE_JOIN || p->route == ROUTE_RECORD ||
             p->route == ROUTE_STUDY) &&
            hub_room_waits(hub, p->id));
}

void net_release_unchanged(struct server *s) {
    struct peer *held = NULL;
    for (struct peer *p; (p = take_pending(s)) != NULL;) {
        if (holds_change(p)) {
            p->pending = true;
            p->next_pending = held;
            held = p;
        } else {
            let_go(p);
        }
    }
    s->pending = held;
}

void net_fail(struct server *s) {
    for (struct peer *p; (p = take_pending(s)) != NULL;) {
        if (p->socket) {
            net_socket_unseal(p);
            net_tell_refusal(p, REQUEST_SERVER, TEXT(net_server), PES_NO_ARGS);
            net_socket_seal(p);
            net_socket_end(p, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION);
            /* The refusal made it pending again: it is released below. */
            if (p->pending) {
                assert(s->pending == p);
                (void)take_pending(s);
            }
        } else if (p->reply.ready && !p->reply.begun) {
            struct refusal why = {.place = -1, .wait_ms = -1};
            refuse(&why, REQUEST_SERVER, TEXT(net_server), PES_NO_ARGS);
            net_reply_clear(p);
            net_reply_refusal(p, &why);
            if (p->pending)
                (void)take_pending(s);
        }
        p->released = true;
        lws_callback_on_writable(p->wsi);
    }
}
