/* Inside the server: connections, and what waits to be sent to them. For net_*.c and server.c.
 *
 * A `struct peer` is one connection from accept() to its end, whatever it speaks. Nothing is
 * written to it before the turn in which it was told something has been committed: a reply or a
 * message is prepared, the peer is put on the list of those that were spoken to, and the end of the
 * turn lets it go (net_release()) or takes it back (net_fail()). */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "server/bounds.h"
#include "server/files.h"
#include "server/hub.h"
#include "server/listen.h"
#include "server/metrics.h"
#include "server/origin.h"
#include "server/pack.h"
#include "server/proxy.h"
#include "server/server.h"
#include "server/watchdog.h"

#include <libwebsockets.h>

enum {
    NET_PREFIX_MAX = 64, /* characters of --prefix */
    NET_HEADERS_MAX = 8  /* that every answer has */
};

/* A message that waits. */
struct net_message {
    struct net_message *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE of them belong to the library */
};

/* An answer over HTTP. */
struct net_reply {
    bool ready;   /* there is one */
    bool begun;   /* its head has been sent */
    bool head;    /* only its head is wanted */
    bool closing; /* and then the connection ends */
    int status;
    const char *type;
    const char *cache;
    const char *allow;    /* methods, with 405; NULL */
    const char *location; /* with 301; NULL */
    bool packed;
    char tag[40];              /* ETag; "" */
    int64_t wait_ms;           /* Retry-After; -1 */
    struct str text;           /* the body, */
    const unsigned char *body; /* or where it lies */
    size_t length, sent;
};

enum net_route {
    ROUTE_FILE,
    ROUTE_GAMES,
    ROUTE_HEALTH,
    ROUTE_METRICS,
    ROUTE_PLAY,
    ROUTE_GAME,
    ROUTE_JOIN,
    ROUTE_RECORD,
    ROUTE_NONE
};

struct peer {
    struct server *server;
    struct lws *wsi;
    limits_address who;           /* whom the limits count it for */
    unsigned char in6[16];        /* the other end: the client itself, or a proxy */
    bool proxied;                 /* it is a proxy that is trusted */
    bool over;                    /* beyond the limit: it is told so, and goes */
    struct peer *previous, *next; /* all of them */
    bool spoken;
    struct peer *next_spoken;
    bool released; /* what waits may be sent */
    bool lost;     /* it could not be told what it should know, and must come again */

    /* HTTP */
    bool has_body;   /* the request that is being read or answered */
    bool held_back;  /* the library has read bytes behind a request: see net_guard.c */
    int completions; /* how often the body was reported complete */
    enum net_route route;
    char id[ROOM_ID_SIZE];
    struct net_reply reply;

    bool asked;     /* a request has come: TLS, if there is any, works */
    bool draining;  /* the answer has been sent, the body that it refused is still coming */
    size_t drained; /* bytes of it */

    /* For the log of accesses; `method` is NULL where nothing has been asked. */
    struct {
        const char *method;
        int64_t begun_ns, bytes;
        char path[96];
    } access;

    /* A request's body, or a message that comes in pieces. */
    struct str inbox;

    /* WebSocket */
    bool socket;
    bool too_large; /* the message that is coming in; the rest of it is skipped */
    bool paused;    /* it sends too fast: nothing is read for a moment */
    int64_t turn;   /* of the loop, in which it was read last, */
    int reads;      /* and so many messages in that turn */
    struct bucket messages;
    struct hub_client client;
    struct net_message *first, *last;
    struct net_message *sealed; /* the last that may be sent; NULL: none */
    size_t queued;              /* bytes */
    uint16_t close_status;      /* it is to be closed once all has been sent; 0: it is not */
};

struct server {
    struct server_options options;
    struct origin_rules origin;
    struct proxy_rules proxies;
    struct watchdog *watchdog;    /* NULL: there is none */
    int64_t notify_ms, notify_at; /* how often a supervisor is told that all is well; when next */
    char machine[256];
    int32_t connections_wanted; /* before the limit of open files lowered them */
    struct store *store;
    struct limits *limits;
    struct hub *hub;
    struct listen listen;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t timer;
    int64_t turn; /* counts the turns of the loop */
    struct peer *peers;
    struct peer *spoken;
    struct pack games; /* the answer to GET /api/1/games */
    struct pack page;  /* the application's page below the prefix; empty where there is none */
    char prefix[NET_PREFIX_MAX + 1];                            /* "/games"; "": none */
    char root[NET_PREFIX_MAX + 2];                              /* "/games/" */
    struct lws_protocol_vhost_options headers[NET_HEADERS_MAX]; /* of every answer */
    char hsts[32];
    void *ssl_ctx; /* of the virtual host; NULL: without TLS */
    struct metrics metrics;
    bool closing;
};

/* net.c: peers */
struct peer *net_peer_of(struct lws *wsi); /* NULL: none (the library's own sockets) */
void net_accept(struct server *s, int listening);
void net_peer_free(struct peer *p);
void net_find_client(struct peer *p);  /* whom a proxy speaks for; with each request */
void net_mark_pending(struct peer *p); /* something waits for it */
void net_release(struct server *s);
void net_release_unchanged(struct server *s); /* all but what changed rooms have to say */
void net_fail(struct server *s);

/* net_guard.c: requests that the library cannot be trusted with */
enum net_framing {
    FRAMING_CLEAR,
    FRAMING_UNCLEAR,  /* where the body ends is in doubt: 400, and the connection ends */
    FRAMING_PIPELINED /* a body behind an unanswered request: the connection ends at once */
};
void net_guard_install(void); /* before the library is used */
void net_guard_enter(struct peer *p, enum lws_callback_reasons reason); /* each callback */
void net_guard_forget(const struct peer *p);
PES_MUST_USE enum net_framing net_guard_request(struct peer *p); /* its head is here */
PES_MUST_USE bool net_guard_complete(struct peer *p); /* its body is here; false: again and again */

/* net_http.c */
int net_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t length);
void net_set_headers(struct server *s); /* fills s->headers */
void net_reply_refusal(struct peer *p, const struct refusal *why);
void net_reply_clear(struct peer *p);

/* net_info.c: what operators see */
int net_put_health(struct server *s, struct str *out); /* returns the status */
void net_put_metrics(struct server *s, struct str *out);
bool net_metrics_allowed(const struct peer *p);
void net_access_begin(struct peer *p, const char *method, const char *path, size_t length);
void net_access_end(struct peer *p, int status);
void net_count_sent(struct peer *p, size_t bytes);

/* net_socket.c */
int net_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length);
/* Adds a message; where too much waits the peer is cut off. */
void net_tell(struct peer *p, const char *json, size_t length);
void net_tell_refusal(struct peer *p, enum request_code code, const struct pes_text *why,
                      const struct pes_arg args[]);
void net_socket_end(struct peer *p, enum lws_close_status status); /* once all is sent */
void net_socket_seal(struct peer *p);                              /* what waits may be sent */
void net_socket_unseal(struct peer *p); /* what is not sealed is forgotten */
void net_socket_clear(struct peer *p);

/* The peer of a client of the hub. */
static inline struct peer *net_peer_of_client(struct hub_client *client) {
    return (struct peer *)(void *)((char *)client - offsetof(struct peer, client));
}

#endif
