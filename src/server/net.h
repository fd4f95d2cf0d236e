/* Inside the server: connections, and the replies and messages that wait to be sent. For net_*.c
 * and server.c.
 *
 * A `struct peer` is one connection from accept() to its end, over HTTP or WebSocket. Persist
 * before sending: a reply or a message is prepared, the peer is put on the list of pending peers,
 * and the end of the turn lets it go (net_release()) or discards it (net_fail()). */
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
    NET_HEADERS_MAX = 8  /* headers that every reply has */
};

/* A message that waits to be sent. */
struct net_message {
    struct net_message *next;
    size_t length;
    unsigned char bytes[]; /* the first LWS_PRE of them are for the library */
};

/* A reply over HTTP. */
struct net_reply {
    bool ready;   /* there is one */
    bool begun;   /* its header has been sent */
    bool head;    /* HEAD: only its header is sent */
    bool closing; /* the connection ends after it */
    int status;
    const char *type;
    const char *cache;
    const char *allow;         /* Allow, with 405; NULL: none */
    const char *location;      /* Location, with 301; NULL: none */
    bool packed;               /* compressed by gzip */
    bool varies;               /* it may be compressed for another client */
    char tag[40];              /* ETag; "": none */
    int64_t wait_ms;           /* Retry-After; -1: none */
    struct str text;           /* the body, */
    const unsigned char *body; /* or where it is */
    size_t length, sent;
};

enum net_route {
    ROUTE_FILE,
    ROUTE_GAMES,
    ROUTE_RULES,
    ROUTE_LESSON,
    ROUTE_LESSON_ASK,
    ROUTE_PUZZLES,
    ROUTE_PUZZLE_ASK,
    ROUTE_HEALTH,
    ROUTE_METRICS,
    ROUTE_PAGES, /* of a tournament */
    ROUTE_CLASS,
    ROUTE_PLAY,
    ROUTE_GAME,
    ROUTE_JOIN,
    ROUTE_RECORD,
    ROUTE_STUDY,
    ROUTE_NONE
};

struct peer {
    struct server *server;
    struct lws *wsi;
    limits_address who;           /* the address that limits count it for */
    unsigned char in6[16];        /* address of the other end: the client, or a proxy */
    bool proxied;                 /* the other end is a trusted proxy */
    bool over;                    /* beyond the limit: it gets 429 and is closed */
    struct peer *previous, *next; /* list of all peers */
    bool pending;                 /* it has data that waits for the end of the turn */
    struct peer *next_pending;
    bool released; /* pending data may be sent */
    bool lost;     /* a message to it was lost: it must connect again */

    /* HTTP */
    bool has_body;   /* the request that is being read or answered */
    bool large_body; /* its body has more than 16 kB, and one of the places for such bodies */
    bool held_back;  /* the library has stored bytes behind a request: see net_guard.c */
    int completions; /* how often the body was reported complete */
    enum net_route route;
    const struct study_question *question; /* of ROUTE_STUDY */
    char id[ROOM_ID_SIZE];
    bool page;          /* the client is a browser that opens an address */
    enum pes_lang lang; /* its language */
    struct net_reply reply;

    bool asked;     /* a request has come, so the TLS handshake, if any, has succeeded */
    bool draining;  /* the reply was sent, the body that it refused is still coming */
    size_t drained; /* bytes of that body so far */

    /* For the access log; `method` is NULL if there was no request. */
    struct {
        const char *method;
        int64_t begun_ns, bytes;
        char path[96];
    } access;

    /* The body of a request, or the fragments of a message. */
    struct str inbox;

    /* WebSocket */
    bool socket;
    bool too_large; /* the incoming message is too large: the rest of it is skipped */
    bool paused;    /* it exceeds its rate: nothing is read for a moment */
    int64_t turn;   /* the turn in which it was last read, */
    int reads;      /* and the messages that were read in that turn */
    struct bucket messages;
    struct hub_client client;
    struct net_message *first, *last;
    struct net_message *sealed; /* the last message that may be sent; NULL: none */
    size_t queued;              /* bytes in the queue */
    uint16_t
        close_status; /* closes after everything has been sent, with this status; 0: does not */
};

struct server {
    struct server_options options;
    struct solved_tables tables;
    struct origin_rules origin;
    struct proxy_rules proxies;
    struct watchdog *watchdog;    /* NULL: there is none */
    int64_t notify_ms, notify_at; /* interval of messages to the supervisor; when the next is due */
    char machine[256];
    int32_t connections_wanted; /* as requested, before the limit of open files lowered them */
    struct store *store;
    struct limits *limits;
    struct hub *hub;
    struct listen listen;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    lws_sorted_usec_list_t timer;
    int64_t turn; /* number of the turn */
    struct peer *peers;
    int large_bodies; /* peers with a large body */
    struct peer *pending;
    struct pack games;    /* the reply to GET /api/1/games */
    struct pack *rules;   /* the replies to GET /api/1/games/NAME/rules, one per kit; NULL: none */
    struct pack *lessons; /* likewise /api/1/games/NAME/lesson */
    struct pack *puzzles; /* likewise /api/1/games/NAME/puzzles */
    struct pack page;     /* the page of the application below the prefix; empty without a prefix */
    char pages[NET_PREFIX_MAX + 16]; /* the path of a tournament's pages */
    char teacher[ROOM_KEY_SIZE];     /* the key drawn at this start, if there is a class */
    char prefix[NET_PREFIX_MAX + 1]; /* "/games"; "": none */
    char root[NET_PREFIX_MAX + 2];   /* "/games/" */
    struct lws_protocol_vhost_options headers[NET_HEADERS_MAX]; /* of every reply */
    char hsts[32];
    void *ssl_ctx; /* of the virtual host; NULL: without TLS */
    struct metrics metrics;
    bool closing;
};

/* net.c: peers */
struct peer *net_peer_of(struct lws *wsi); /* NULL: a socket of the library */
void net_accept(struct server *s, int listening);
void net_peer_free(struct peer *p);
void net_forget_body(struct peer *p);  /* its memory, and its place if it is large */
void net_find_client(struct peer *p);  /* the client behind a proxy; with each request */
void net_mark_pending(struct peer *p); /* it has data that waits for the end of the turn */
void net_release(struct server *s);
void net_release_unchanged(
    struct server *s); /* all but what tells of changes that are not persistent */
void net_fail(struct server *s);

/* net_guard.c: requests that the library would handle unsafely */
enum net_framing {
    FRAMING_CLEAR,
    FRAMING_UNCLEAR,  /* the length of the body is ambiguous: 400, and the connection ends */
    FRAMING_PIPELINED /* a pipelined request with a body: the connection ends at once */
};
void net_guard_install(void); /* called before the library is used */
void net_guard_enter(struct peer *p,
                     enum lws_callback_reasons reason); /* at the start of each callback */
void net_guard_forget(const struct peer *p);
PES_MUST_USE enum net_framing net_guard_request(struct peer *p); /* its header is complete */
PES_MUST_USE bool
net_guard_complete(struct peer *p); /* its body is complete; false: reported too often */

/* net_http.c */
int net_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t length);
void net_set_headers(struct server *s); /* fills s->headers */
void net_reply_refusal(struct peer *p, const struct refusal *why);
void net_reply_clear(struct peer *p);

/* net_pages.c: the pages of a tournament, from a folder */
bool net_pages_wanted(const struct peer *p, const char *path);
void net_pages_reply(struct peer *p, const char *path);
void net_reply_found(struct peer *p, int status, const char *type); /* its text is the body */
void net_reply_move(struct peer *p, const char *to);                /* 301 */

/* net_page.c: refusals as a page for browsers */
#define NET_PAGE_STYLE                                                                    \
    ":root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;margin:0}" \
    "main{max-width:34rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.75rem;line-height:1.2}"
#define NET_PAGE_STYLE_HASH \
    "sha256-/aHbFbXr9S/2QUV/62ZW8pGdElorTxzDL/0MypbikdY=" /* of the style, base64 */
void net_page_begin(struct peer *p); /* reads what a request's header says about it */
bool net_page_wanted(const struct peer *p, int status);
void net_put_page(const struct peer *p, const struct refusal *why, int status, struct str *out);

/* net_info.c: health, metrics and the access log */
int net_put_health(struct server *s, struct str *out); /* returns the status */
void net_put_metrics(struct server *s, struct str *out);
bool net_metrics_allowed(const struct peer *p);
void net_access_begin(struct peer *p, const char *method, const char *path, size_t length);
void net_access_end(struct peer *p, int status);
void net_count_sent(struct peer *p, size_t bytes);

/* net_socket.c */
int net_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length);
/* Queues a message; a peer with too much in its queue is disconnected. */
void net_tell(struct peer *p, const char *json, size_t length);
void net_tell_refusal(struct peer *p, enum request_code code, const struct pes_text *why,
                      const struct pes_arg args[]);
void net_socket_end(struct peer *p,
                    enum lws_close_status status); /* after everything has been sent */
void net_socket_seal(struct peer *p);              /* what waits may be sent */
void net_socket_unseal(struct peer *p);            /* discards the messages that are not sealed */
void net_socket_clear(struct peer *p);

/* The peer of a client of the hub. */
static inline struct peer *net_peer_of_client(struct hub_client *client) {
    return (struct peer *)(void *)((char *)client - offsetof(struct peer, client));
}

#endif
