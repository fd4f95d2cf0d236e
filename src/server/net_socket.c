/* WebSocket: messages in, complete and of bounded size; messages out, in order, in a bounded queue.
 * Messages up to `sealed` may be sent; those behind it wait for the end of their turn. */
#include "server/net.h"

#include "core/clock.h"
#include "core/mem.h"
#include "rooms/text.h"
#include "server/text.h"

#include <assert.h>
#include <string.h>

/* Out ----------------------------------------------------------------------------------------- */

/* The queue is empty at both ends or at neither, and the sealed message is part of it. */
static void check_queue(const struct peer *p) {
    assert((p->first == NULL) == (p->last == NULL));
    assert((p->first == NULL) == (p->queued == 0));
    assert(p->first != NULL || p->sealed == NULL);
    assert(p->last == NULL || p->last->next == NULL);
    (void)p;
}

/* Adds to the bytes that wait for this peer, and for its address; returns those of the address. */
static int64_t count_queued(struct peer *p, int64_t bytes) {
    p->queued = (size_t)((int64_t)p->queued + bytes);
    return limits_queue(p->server->limits, p->who, bytes, hub_now(p->server->hub));
}

static void forget_first(struct peer *p) {
    struct net_message *m = p->first;
    assert(m != NULL && p->queued >= m->length);
    count_queued(p, -(int64_t)m->length);
    p->first = m->next;
    if (p->last == m)
        p->last = NULL;
    if (p->sealed == m)
        p->sealed = NULL;
    mem_free(m);
    check_queue(p);
}

void net_socket_clear(struct peer *p) {
    while (p->first != NULL)
        forget_first(p);
}

void net_socket_seal(struct peer *p) {
    p->sealed = p->last;
    check_queue(p);
}

void net_socket_unseal(struct peer *p) {
    struct net_message *m = p->sealed != NULL ? p->sealed->next : p->first;
    p->last = p->sealed;
    *(p->sealed != NULL ? &p->sealed->next : &p->first) = NULL;
    while (m != NULL) {
        struct net_message *next = m->next;
        count_queued(p, -(int64_t)m->length);
        mem_free(m);
        m = next;
    }
    check_queue(p);
}

/* Disconnects a peer that could not be sent a message. */
static void cut_off(struct peer *p) {
    net_socket_clear(p);
    if (p->close_status == 0)
        p->close_status = LWS_CLOSE_STATUS_POLICY_VIOLATION;
    net_mark_pending(p);
    /* A peer that does not read would not reply to a close frame either: it is disconnected at
     * once. */
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_CLOSE_SEND, 1);
}

/* May a message wait? An empty queue takes one of any length: a long game must be readable. While
 * too much waits for the address as a whole, only small queues grow: those of clients that read. */
static bool may_wait(struct peer *p, size_t length) {
    const int64_t all = count_queued(p, 0) + (int64_t)length;
    if (all > NET_ADDRESS_QUEUE_MAX)
        return p->queued + length <= NET_QUEUE_SHARE;
    return p->queued == 0 || p->queued + length <= NET_QUEUE_MAX;
}

void net_tell(struct peer *p, const char *json, size_t length) {
    assert(p->socket && length > 0);
    if (p->close_status != 0)
        return;
    struct net_message *m = NULL;
    if (may_wait(p, length))
        m = mem_alloc(sizeof *m + LWS_PRE + length);
    if (m == NULL) {
        cut_off(p);
        return;
    }
    m->length = length;
    memcpy(m->bytes + LWS_PRE, json, length);
    *(p->last != NULL ? &p->last->next : &p->first) = m;
    p->last = m;
    count_queued(p, (int64_t)length);
    check_queue(p);
    net_mark_pending(p);
}

void net_tell_refusal(struct peer *p, enum request_code code, const struct pes_text *text,
                      const struct pes_arg args[]) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    struct str s;
    str_init(&s);
    refuse(&why, code, text, args);
    refusal_format_message(&why, -1, NULL, &s);
    if (str_err(&s) == PES_ERR_OK)
        net_tell(p, s.text, s.length);
    str_release(&s);
}

void net_socket_end(struct peer *p, enum lws_close_status status) {
    if (p->close_status == 0)
        p->close_status = (uint16_t)status;
    net_mark_pending(p);
}

/* Sends as much as the connection accepts, within bounds. Non-zero ends it. */
static int send_waiting(struct peer *p) {
    for (int i = 0; i < TURN_MESSAGES_MAX && p->sealed != NULL && !lws_send_pipe_choked(p->wsi);
         i++) {
        struct net_message *m = p->first;
        if (lws_write(p->wsi, m->bytes + LWS_PRE, m->length, LWS_WRITE_TEXT) < (int)m->length)
            return -1;
        net_count_sent(p, m->length);
        forget_first(p);
    }
    if (p->sealed != NULL) {
        lws_callback_on_writable(p->wsi);
        return 0;
    }
    if (p->close_status != 0 && p->first == NULL && p->released) {
        lws_close_reason(p->wsi, (enum lws_close_status)p->close_status, NULL, 0);
        return -1;
    }
    return 0;
}

/* In ------------------------------------------------------------------------------------------ */

static void refuse_large(struct peer *p) {
    net_tell_refusal(p, REQUEST_LARGE, TEXT(room_too_large), PES_ARGS(PES_INT(REQUEST_BYTES_MAX)));
    net_socket_end(p, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    p->too_large = true;
}

/* Counts a message, for its connection and for its address; returns for how many milliseconds the
 * connection should not be read. */
static int64_t count_message(struct peer *p) {
    const int64_t now = hub_now(p->server->hub);
    const int64_t own = bucket_take(&p->messages, now);
    const int64_t all = limits_message(p->server->limits, p->who, now);
    return own > all ? own : all;
}

/* Stops reading from a client that exceeds its rate, or whose address does, until it is within it
 * again. One that sent several messages at once is read on in the next turn. */
static void keep_pace(struct peer *p) {
    const int64_t wait_ms = count_message(p);
    p->reads = p->turn == p->server->turn ? p->reads + 1 : 1;
    p->turn = p->server->turn;
    if (p->paused || (wait_ms == 0 && p->reads < TURN_READS_MAX))
        return;
    p->paused = true;
    lws_rx_flow_control(p->wsi, 0);
    /* The shortest delay: the next turn. */
    lws_set_timer_usecs(p->wsi, wait_ms > 0 ? wait_ms * LWS_US_PER_MS : 1);
}

static void receive(struct peer *p, const char *bytes, size_t length) {
    if (p->too_large || p->close_status != 0)
        return;
    if (lws_is_first_fragment(p->wsi))
        str_clear(&p->inbox);
    if (lws_frame_is_binary(p->wsi)) {
        net_tell_refusal(p, REQUEST_SYNTAX, TEXT(net_binary), PES_NO_ARGS);
        net_socket_end(p, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
        return;
    }
    const size_t whole = p->inbox.length + length + lws_remaining_packet_payload(p->wsi);
    if (whole > REQUEST_BYTES_MAX) {
        refuse_large(p);
        return;
    }
    str_add_bytes(&p->inbox, bytes, length);
    if (str_err(&p->inbox) != PES_ERR_OK) {
        cut_off(p);
        return;
    }
    if (lws_remaining_packet_payload(p->wsi) > 0 || !lws_is_final_fragment(p->wsi))
        return;
    assert(p->inbox.length <= REQUEST_BYTES_MAX);
    const size_t before = p->queued;
    const int64_t begun_ns = clock_now_ns();
    p->server->metrics.messages++;
    hub_receive(p->server->hub, &p->client, p->inbox.text, p->inbox.length);
    str_clear(&p->inbox);
    /* A reply with a whole game costs as much as several messages, and so does a message that takes
     * long: the line of a question may have thousands of moves. */
    if (p->queued > before + NET_LARGE_ANSWER)
        (void)count_message(p);
    for (int64_t ns = clock_now_ns() - begun_ns; ns > NET_MESSAGE_NS; ns -= NET_MESSAGE_NS)
        (void)count_message(p);
    keep_pace(p);
}

static void resume(struct peer *p) {
    p->paused = false;
    lws_rx_flow_control(p->wsi, 1);
}

static void begin(struct peer *p) {
    assert(!p->socket && p->first == NULL);
    p->socket = true;
    lws_set_timer_usecs(p->wsi, LWS_SET_TIMER_USEC_CANCEL);
    bucket_init(&p->messages, 2 * (int64_t)NET_MESSAGES_PER_S, 2000, hub_now(p->server->hub));
    if (p->server->closing)
        net_socket_end(p, LWS_CLOSE_STATUS_GOINGAWAY);
}

int net_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length) {
    struct peer *p = net_peer_of(wsi);
    if (p == NULL)
        return 0;
    net_guard_enter(p, reason);
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        begin(p);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        receive(p, in, length);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_waiting(p);
    case LWS_CALLBACK_TIMER:
        resume(p);
        return 0;
    default:
        return net_http_callback(wsi, reason, user, in, length);
    }
}
