/* HTTP: the API and the files of the application.
 *
 * A reply is prepared when its request is handled and sent after the turn has been committed. Every
 * request is checked in the same order: framing, rate limit, prefix, path and method, and for a
 * POST origin, content type and size. */
#include "server/net.h"

#include "core/clock.h"
#include "pessoi/kit.h"
#include "rooms/text.h"
#include "server/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { METHOD_OTHER, METHOD_GET, METHOD_HEAD, METHOD_POST };

/* Headers of every reply, the pages of the library included. The content security policy allows
 * scripts, styles, pictures and connections of this server only. */
static const char *const safety[][2] = {
    {"content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self' '" NET_PAGE_STYLE_HASH
     "'; img-src 'self' data:; "
     "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
     "worker-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-opener-policy:", "same-origin"},
    {"cross-origin-resource-policy:", "same-origin"},
    {"permissions-policy:", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
};

void net_set_headers(struct server *s) {
    int count = 0;
    for (size_t i = 0; i < sizeof safety / sizeof safety[0]; i++)
        s->headers[count++] =
            (struct lws_protocol_vhost_options){.name = safety[i][0], .value = safety[i][1]};
    if (s->options.hsts_s > 0) {
        snprintf(s->hsts, sizeof s->hsts, "max-age=%" PRId32, s->options.hsts_s);
        s->headers[count++] = (struct lws_protocol_vhost_options){
            .name = "strict-transport-security:", .value = s->hsts};
    }
    assert(count <= NET_HEADERS_MAX);
    for (int i = 0; i + 1 < count; i++)
        s->headers[i].next = &s->headers[i + 1];
}

/* Replies -------------------------------------------------------------------------------------- */

void net_reply_clear(struct peer *p) {
    enum { KEPT_MAX = 65536 /* bytes of memory that a connection keeps for its next reply */ };
    struct net_reply *r = &p->reply;
    if (r->text.cap > KEPT_MAX)
        str_release(&r->text);
    str_clear(&r->text);
    *r = (struct net_reply){.text = r->text, .head = r->head, .wait_ms = -1};
}

static void reply(struct peer *p, int status, const char *type, const char *cache) {
    struct net_reply *r = &p->reply;
    assert(!r->begun && status >= 200 && status < 600 && cache != NULL);
    r->ready = true;
    r->status = status;
    r->type = type;
    r->cache = cache;
    net_mark_pending(p);
}

/* The body is the text of the reply. */
static void reply_text(struct peer *p, int status, const char *type) {
    struct net_reply *r = &p->reply;
    if (str_err(&r->text) != PES_ERR_OK) { /* no memory for a sentence */
        str_release(&r->text);
        str_init(&r->text);
        status = 500;
        r->closing = true;
    }
    r->body = (const unsigned char *)r->text.text;
    r->length = r->text.length;
    reply(p, status, type, "no-store");
}

void net_reply_found(struct peer *p, int status, const char *type) {
    struct net_reply *r = &p->reply;
    r->body = (const unsigned char *)r->text.text;
    r->length = r->text.length;
    reply(p, status, type, "no-cache");
}

void net_reply_move(struct peer *p, const char *to) {
    reply(p, 301, NULL, "no-cache");
    p->reply.location = to;
}

void net_reply_refusal(struct peer *p, const struct refusal *why) {
    const int status = request_code_status(why->code);
    const bool page = net_page_wanted(p, status);
    str_clear(&p->reply.text);
    if (page)
        net_put_page(p, why, status, &p->reply.text);
    else
        refusal_format(why, &p->reply.text);
    p->reply.wait_ms = why->wait_ms;
    reply_text(p, status, page ? "text/html; charset=utf-8" : "application/json");
}

static void reply_error(struct peer *p, int status, enum request_code code,
                        const struct pes_text *text, const struct pes_arg args[]) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    refuse(&why, code, text, args);
    net_reply_refusal(p, &why);
    if (status != 0)
        p->reply.status = status;
}

/* Adds a header line; true: it did not fit, which does not happen with our constants. */
static bool add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) != 0;
}

static bool add_optional(struct peer *p, unsigned char **at, unsigned char *end) {
    const struct net_reply *r = &p->reply;
    char text[32];
    bool failed = false;
    if (r->type != NULL)
        failed |= add(p->wsi, "content-type:", r->type, at, end);
    if (r->packed)
        failed |= add(p->wsi, "content-encoding:", "gzip", at, end);
    if (r->tag[0] != '\0')
        failed |= add(p->wsi, "etag:", r->tag, at, end);
    if (r->tag[0] != '\0' || r->varies)
        failed |= add(p->wsi, "vary:", "accept-encoding", at, end);
    if (r->location != NULL)
        failed |= add(p->wsi, "location:", r->location, at, end);
    if (r->allow != NULL)
        failed |= add(p->wsi, "allow:", r->allow, at, end);
    if (r->wait_ms >= 0) {
        snprintf(text, sizeof text, "%" PRId64, (r->wait_ms + 999) / 1000);
        failed |= add(p->wsi, "retry-after:", text, at, end);
    }
    if (r->closing)
        failed |= add(p->wsi, "connection:", "close", at, end);
    return failed;
}

/* Sends status and header. Non-zero ends the connection. */
static int send_head(struct peer *p) {
    struct net_reply *r = &p->reply;
    assert(r->ready && !r->begun && p->released);
    /* The library would misread bytes behind a body. */
    r->closing |= p->has_body && p->held_back;
    unsigned char buffer[LWS_PRE + 4096];
    unsigned char *const start = buffer + LWS_PRE, *at = start;
    unsigned char *const end = buffer + sizeof buffer - 1;
    bool failed = lws_add_http_header_status(p->wsi, (unsigned)r->status, &at, end) != 0;
    failed |= add(p->wsi, "cache-control:", r->cache, &at, end);
    failed |= add_optional(p, &at, end);
    if (r->status != 304)
        failed |=
            lws_add_http_header_content_length(p->wsi, (lws_filepos_t)r->length, &at, end) != 0;
    failed = failed || lws_finalize_write_http_header(p->wsi, start, &at, end) != 0;
    r->begun = true;
    lws_set_timer_usecs(p->wsi, NET_REPLY_S * LWS_USEC_PER_SEC);
    return failed ? -1 : 0;
}

/* The reply has been sent: waits for the next request. Non-zero ends the connection. */
static int complete(struct peer *p) {
    const bool closing = p->reply.closing;
    assert(p->reply.ready && p->reply.begun && !p->socket);
    net_access_end(p, p->reply.status);
    /* Closing now would reset the connection, and the client might not get the reply. */
    if (p->draining && !p->server->closing) {
        lws_set_timer_usecs(p->wsi, NET_REQUEST_S * LWS_USEC_PER_SEC);
        p->reply.ready = p->released = false;
        return 0;
    }
    net_reply_clear(p);
    p->released = false;
    net_forget_body(p);
    if (closing || p->server->closing)
        return -1;
    lws_set_timer_usecs(p->wsi, NET_REPLY_S * LWS_USEC_PER_SEC);
    return lws_http_transaction_completed(p->wsi) != 0 ? -1 : 0;
}

/* Sends the next piece of a reply. Non-zero ends the connection. */
static int send_reply(struct peer *p) {
    struct net_reply *r = &p->reply;
    if (!r->ready || !p->released)
        return 0;
    if (!r->begun && send_head(p) != 0)
        return -1;
    const size_t left = r->head || r->status == 304 ? 0 : r->length - r->sent;
    if (left > 0) {
        unsigned char buffer[LWS_PRE + NET_PIECE];
        const size_t piece = left < NET_PIECE ? left : NET_PIECE;
        memcpy(buffer + LWS_PRE, r->body + r->sent, piece);
        const enum lws_write_protocol how = piece == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
        if (lws_write(p->wsi, buffer + LWS_PRE, piece, how) < (int)piece)
            return -1;
        r->sent += piece;
        net_count_sent(p, piece);
        assert(r->sent <= r->length);
        if (piece < left) {
            lws_callback_on_writable(p->wsi);
            return 0;
        }
    }
    return complete(p);
}

/* Requests ------------------------------------------------------------------------------------- */

static int method_of(struct lws *wsi) {
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0)
        return METHOD_GET;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0)
        return METHOD_HEAD;
    return lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 ? METHOD_POST : METHOD_OTHER;
}

/* A header line; NULL: missing, or too long to be valid. */
static const char *header(struct lws *wsi, enum lws_token_indexes which, char *out, int size) {
    return lws_hdr_copy(wsi, out, size, which) > 0 ? out : NULL;
}

/* Splits "/api/1/play/ID.." into the id and what follows it. */
static enum net_route game_route(const char *rest, char id[ROOM_ID_SIZE]) {
    const size_t length = strcspn(rest, "/");
    if (length != ROOM_ID_SIZE - 1)
        return ROUTE_NONE;
    memcpy(id, rest, length);
    id[length] = '\0';
    rest += length;
    return rest[0] == '\0'                ? ROUTE_GAME
           : strcmp(rest, "/join") == 0   ? ROUTE_JOIN
           : strcmp(rest, "/record") == 0 ? ROUTE_RECORD
                                          : ROUTE_NONE;
}

/* Splits "/api/1/games/NAME.." into the kit of that name and what follows it; NULL: the path is
 * another one, or there is no such game for people. */
static const struct pes_kit *kit_of(const char *path, int *index, const char **rest) {
    static const char games[] = "/api/1/games/";
    if (strncmp(path, games, strlen(games)) != 0)
        return NULL;
    const char *name = path + strlen(games);
    const size_t length = strcspn(name, "/");
    *rest = name + length;
    for (*index = 0; *index < pes_kit_count(); ++*index) {
        const struct pes_kit *kit = pes_kit_at(*index);
        if (kit->view != NULL && strlen(kit->rules->name) == length &&
            memcmp(kit->rules->name, name, length) == 0)
            return kit;
    }
    return NULL;
}

/* The route of a path below that of a game. */
static enum net_route kit_route(const char *path) {
    static const char lesson[] = "/lesson", puzzles[] = "/puzzles";
    int index;
    const char *rest;
    if (kit_of(path, &index, &rest) == NULL)
        return ROUTE_NONE;
    if (strncmp(rest, lesson, strlen(lesson)) == 0 && rest[strlen(lesson)] == '/')
        return ROUTE_LESSON_ASK;
    if (strncmp(rest, puzzles, strlen(puzzles)) == 0 && rest[strlen(puzzles)] == '/')
        return ROUTE_PUZZLE_ASK;
    return strcmp(rest, "/rules") == 0  ? ROUTE_RULES
           : strcmp(rest, lesson) == 0  ? ROUTE_LESSON
           : strcmp(rest, puzzles) == 0 ? ROUTE_PUZZLES
                                        : ROUTE_NONE;
}

static enum net_route route_of(const char *path, char id[ROOM_ID_SIZE],
                               const struct study_question **question) {
    static const char api[] = "/api/", play[] = "/api/1/play/", study[] = "/api/1/study";
    if (strcmp(path, "/metrics") == 0)
        return ROUTE_METRICS;
    if (strncmp(path, api, strlen(api)) != 0)
        return ROUTE_FILE;
    if (strncmp(path, play, strlen(play)) == 0)
        return game_route(path + strlen(play), id);
    if (strncmp(path, study, strlen(study)) == 0) {
        *question = study_find(path + strlen(study));
        return *question != NULL ? ROUTE_STUDY : ROUTE_NONE;
    }
    return strcmp(path, "/api/1/games") == 0    ? ROUTE_GAMES
           : strcmp(path, "/api/1/health") == 0 ? ROUTE_HEALTH
           : strcmp(path, "/api/1/play") == 0   ? ROUTE_PLAY
           : strcmp(path, "/api/1/class") == 0  ? ROUTE_CLASS
                                                : kit_route(path);
}

/* An origin as it is quoted in a refusal: printable ASCII, cut if it is long. */
enum { ORIGIN_SHOWN = 40 };
static const char *show_origin(const char *from, char out[ORIGIN_SHOWN + 1]) {
    size_t n = 0;
    for (; from != NULL && from[n] != '\0' && n < ORIGIN_SHOWN; n++)
        out[n] = (char)(from[n] > ' ' && from[n] < 127 && from[n] != '\'' ? from[n] : '?');
    out[n] = '\0';
    return out;
}

/* The largest body that the route of the request has. */
static size_t body_max(const struct peer *p) {
    return p->route == ROUTE_STUDY ? p->question->bytes_max : REQUEST_BYTES_MAX;
}

/* Takes one of the places for large bodies; false: there is none, and a reply was made. The body is
 * still read, as far as it is not larger, so that the reply arrives. */
static bool take_place(struct peer *p) {
    struct server *s = p->server;
    struct refusal why = {.place = -1, .wait_ms = -1};
    int own = 0;
    assert(!p->large_body);
    for (const struct peer *other = s->peers; other != NULL && s->large_bodies > 0;
         other = other->next)
        own += other->large_body && other->who == p->who;
    if (own < NET_LARGE_BODIES_ADDRESS && s->large_bodies < NET_LARGE_BODIES_MAX) {
        p->large_body = true;
        s->large_bodies++;
        return true;
    }
    s->metrics.refused[REFUSED_REQUEST]++;
    refuse(&why, REQUEST_BUSY, TEXT(net_busy_requests), PES_NO_ARGS);
    why.wait_ms = 1000;
    net_reply_refusal(p, &why);
    p->draining = lws_hdr_total_length(p->wsi, WSI_TOKEN_HTTP_EXPECT) == 0;
    return false;
}

/* Checks origin, content type and size of a POST before its body is read. */
static bool check_post(struct peer *p) {
    char origin[256], host[256], type[64], length[24];
    struct lws *wsi = p->wsi;
    const bool long_origin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) >= (int)sizeof origin;
    const char *from = header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    if (long_origin ||
        !origin_allowed(&p->server->origin, from, header(wsi, WSI_TOKEN_HOST, host, sizeof host))) {
        char shown[ORIGIN_SHOWN + 1];
        reply_error(p, 0, REQUEST_ORIGIN, TEXT(net_origin),
                    PES_ARGS(PES_STR(show_origin(from, shown))));
        return false;
    }
    const char *kind = header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type);
    static const char json[] = "application/json";
    if (kind == NULL || strncasecmp(kind, json, strlen(json)) != 0 ||
        strchr("; \t", kind[strlen(json)]) == NULL) {
        reply_error(p, 415, REQUEST_SYNTAX, TEXT(net_no_json), PES_NO_ARGS);
        return false;
    }
    const char *bytes = header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    if (bytes == NULL) {
        reply_error(p, 411, REQUEST_SYNTAX, TEXT(net_no_length), PES_NO_ARGS);
        return false;
    }
    const size_t bytes_max = body_max(p);
    const unsigned long long size = strtoull(bytes, NULL, 10);
    if (size > bytes_max) {
        reply_error(p, 0, REQUEST_LARGE, TEXT(room_too_large),
                    PES_ARGS(PES_INT((int64_t)bytes_max)));
        /* A client that sent "Expect: 100-continue" does not send the body after this reply. */
        p->draining = lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_EXPECT) == 0;
        return false;
    }
    return size <= REQUEST_BYTES_MAX || take_place(p);
}

/* Does the client want a page (a browser) rather than data (a script)? */
static bool wants_page(const struct peer *p, const char *path) {
    char accept[512];
    const char *text = header(p->wsi, WSI_TOKEN_HTTP_ACCEPT, accept, sizeof accept);
    return strncmp(path, "/api/", 5) != 0 && text != NULL && strstr(text, "text/html") != NULL;
}

/* Replies with a file; `lost`: it is shown in place of one that does not exist. */
static void reply_with(struct peer *p, const struct file *file, bool lost) {
    char encoding[256], match[512];
    const struct file_answer a = files_answer(
        file, header(p->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encoding, sizeof encoding),
        lost ? NULL : header(p->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, match, sizeof match));
    struct net_reply *r = &p->reply;
    r->packed = a.packed;
    memcpy(r->tag, a.tag, sizeof r->tag);
    r->body = a.body.bytes;
    r->length = a.body.length;
    reply(p, lost ? 404 : a.status, file->type,
          file->forever ? "public, max-age=31536000, immutable" : "no-cache");
}

static void reply_file(struct peer *p, const char *path) {
    const struct server *s = p->server;
    const struct file *page = files_find(&files_web, "/");
    const struct file *file = files_find(&files_web, path);
    const bool lost = file == NULL && wants_page(p, path);
    if (lost) /* the application shows a page that says so */
        file = page;
    if (file == page && s->page.file.path != NULL)
        file = &s->page.file;
    if (file == NULL)
        reply_error(p, 0, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
    else
        reply_with(p, file, lost);
}

/* Replies with what is known of a game from the start, or to a question about its lesson or a
 * puzzle. */
static void reply_kit(struct peer *p, const char *path) {
    int index;
    const char *rest;
    const struct pes_kit *kit = kit_of(path, &index, &rest);
    assert(kit != NULL);
    if (p->route == ROUTE_LESSON_ASK || p->route == ROUTE_PUZZLE_ASK) {
        const enum pes_err err =
            p->route == ROUTE_LESSON_ASK
                ? room_lesson_ask(kit, rest + strlen("/lesson"), &p->reply.text)
                : room_puzzle_ask(kit, rest + strlen("/puzzles"), &p->reply.text);
        if (err == PES_ERR_UNKNOWN)
            reply_error(p, 0, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
        else
            reply_text(p, 200, "application/json");
        return;
    }
    const struct pack *packs = p->route == ROUTE_LESSON    ? p->server->lessons
                               : p->route == ROUTE_PUZZLES ? p->server->puzzles
                                                           : p->server->rules;
    reply_with(p, &packs[index].file, false);
}

/* Compresses the text of the reply if it is large and the client accepts that. Without memory it is
 * sent as it is. */
static void pack_reply(struct peer *p) {
    struct net_reply *r = &p->reply;
    char encoding[256];
    r->varies = true;
    if (r->text.length < NET_PACKED_MIN || r->text.failed ||
        !files_wants_gzip(
            header(p->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encoding, sizeof encoding)))
        return;
    struct str packed;
    str_init(&packed);
    r->packed = pack_quickly(&r->text, &packed) == PES_ERR_OK;
    if (r->packed) {
        str_release(&r->text);
        r->text = packed;
    } else {
        str_release(&packed);
    }
}

/* Requests that need the hub. */
static void reply_hub(struct peer *p) {
    struct hub *hub = p->server->hub;
    struct str *out = &p->reply.text;
    struct refusal why = {.place = -1, .wait_ms = -1};
    enum request_code code = REQUEST_OK;
    switch (p->route) {
    case ROUTE_PLAY:
        code = hub_play(hub, p->who, p->inbox.text, p->inbox.length, out, &why);
        break;
    case ROUTE_CLASS:
        code = hub_class(hub, p->who, p->inbox.text, p->inbox.length, out, &why);
        break;
    case ROUTE_JOIN:
        code = hub_join(hub, p->id, p->inbox.text, p->inbox.length, out, &why);
        break;
    case ROUTE_GAME:
        code = hub_describe(hub, p->id, out, &why);
        break;
    case ROUTE_STUDY:
        code = hub_study(hub, p->question, p->inbox.text, p->inbox.length, p->id, out, &why);
        break;
    default:
        code = hub_record(hub, p->id, out, &why);
        break;
    }
    if (code != REQUEST_OK) {
        net_reply_refusal(p, &why);
        return;
    }
    /* The answers to these have keys: see pack.h. */
    if (p->route != ROUTE_PLAY && p->route != ROUTE_JOIN)
        pack_reply(p);
    reply_text(p, 200, p->route == ROUTE_RECORD ? "text/plain; charset=utf-8" : "application/json");
}

static void reply_get(struct peer *p, const char *path) {
    switch (p->route) {
    case ROUTE_PAGES:
        net_pages_reply(p, path);
        break;
    case ROUTE_FILE:
        reply_file(p, path);
        break;
    case ROUTE_GAMES:
        reply_with(p, &p->server->games.file, false);
        break;
    case ROUTE_RULES:
    case ROUTE_LESSON:
    case ROUTE_LESSON_ASK:
    case ROUTE_PUZZLES:
    case ROUTE_PUZZLE_ASK:
        reply_kit(p, path);
        break;
    case ROUTE_HEALTH:
        reply_text(p, net_put_health(p->server, &p->reply.text), "application/json");
        break;
    case ROUTE_METRICS:
        net_put_metrics(p->server, &p->reply.text);
        reply_text(p, 200, "text/plain; version=0.0.4; charset=utf-8");
        break;
    default:
        reply_hub(p);
        break;
    }
}

/* Replies 429 if the peer is over a limit; true if it did. */
static bool refuse_busy(struct peer *p, int64_t wait_ms) {
    struct refusal why = {.place = -1, .wait_ms = -1};
    if (p->over)
        wait_ms = 1000;
    if (wait_ms == 0)
        return false;
    p->server->metrics.refused[p->over ? REFUSED_CONNECTION : REFUSED_REQUEST]++;
    refuse(&why, REQUEST_BUSY, p->over ? TEXT(net_busy_connections) : TEXT(net_busy_requests),
           PES_NO_ARGS);
    why.wait_ms = wait_ms;
    net_reply_refusal(p, &why);
    p->reply.closing = true;
    return true;
}

/* The path without the prefix; NULL: it is not below the prefix, and a reply was made. */
static const char *below_prefix(struct peer *p, const char *path) {
    const struct server *s = p->server;
    const size_t length = strlen(s->prefix);
    if (strncmp(path, s->prefix, length) == 0 && path[length] == '/')
        return path + length;
    if (length > 0 && strcmp(path, s->prefix) == 0) {
        reply(p, 301, NULL, "no-cache");
        p->reply.location = s->root;
    } else {
        reply_error(p, 0, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
    }
    return NULL;
}

/* Sends "100 Continue" to a client that waits for it before it sends the body. */
static int invite_body(struct peer *p) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    char expect[32];
    unsigned char bytes[LWS_PRE + sizeof go_on];
    const char *text = header(p->wsi, WSI_TOKEN_HTTP_EXPECT, expect, sizeof expect);
    if (text == NULL || strcasecmp(text, "100-continue") != 0)
        return 0;
    memcpy(bytes + LWS_PRE, go_on, sizeof go_on);
    const int length = (int)strlen(go_on);
    return lws_write(p->wsi, bytes + LWS_PRE, (size_t)length,
                     LWS_WRITE_HTTP_HEADERS_CONTINUATION) == length
               ? 0
               : -1;
}

/* A new game, a person joins one, or a question to the class. Non-zero ends the connection. */
static int request_post(struct peer *p, int method) {
    if (method == METHOD_POST) {
        if (check_post(p))
            return invite_body(p);
        p->reply.closing = true; /* a body that is not read may follow */
        return 0;
    }
    reply_error(p, 405, REQUEST_UNKNOWN, TEXT(net_no_method), PES_ARGS(PES_STR("POST")));
    p->reply.allow = "POST";
    return 0;
}

/* Replies by path and method. Non-zero ends the connection. */
static int request_path(struct peer *p, int method, const char *in, size_t length) {
    char whole[256];
    int end = 0;
    const bool strange = length >= sizeof whole || memchr(in, '\0', length) != NULL;
    snprintf(whole, sizeof whole, "%.*s", strange ? 0 : (int)length, in);
    const char *path = strange ? "" : below_prefix(p, whole);
    p->route = strange || path == NULL ? ROUTE_NONE : route_of(path, p->id, &p->question);
    if (p->route == ROUTE_METRICS && !net_metrics_allowed(p))
        p->route = ROUTE_FILE;
    if (p->route == ROUTE_FILE && net_pages_wanted(p, path))
        p->route = ROUTE_PAGES;
    if (path == NULL) {
        ; /* a reply was made already */
    } else if (p->route == ROUTE_NONE) {
        reply_error(p, 0, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
    } else if (p->route == ROUTE_PLAY || p->route == ROUTE_JOIN || p->route == ROUTE_STUDY ||
               p->route == ROUTE_CLASS) {
        end = request_post(p, method);
    } else if (method == METHOD_GET || method == METHOD_HEAD) {
        reply_get(p, path);
    } else {
        reply_error(p, 405, REQUEST_UNKNOWN, TEXT(net_no_method), PES_ARGS(PES_STR("GET, HEAD")));
        p->reply.allow = "GET, HEAD";
    }
    /* A body that is not read may follow. */
    if (p->reply.ready && (p->has_body || (method != METHOD_GET && method != METHOD_HEAD)))
        p->reply.closing = true;
    return end;
}

/* The header of a request is complete. Non-zero ends the connection. */
static int request(struct peer *p, const char *in, size_t length) {
    static const char *const method_names[] = {"OTHER", "GET", "HEAD", "POST"};
    const int method = method_of(p->wsi);
    net_access_begin(p, method_names[method], in, length);
    net_reply_clear(p);
    p->released = false;
    p->drained = 0;
    p->reply.head = method == METHOD_HEAD;
    net_forget_body(p);
    lws_set_timer_usecs(p->wsi, NET_REQUEST_S * LWS_USEC_PER_SEC);
    net_find_client(p);
    net_page_begin(p);
    const enum net_framing framing = net_guard_request(p);
    if (framing == FRAMING_PIPELINED)
        return -1;
    if (refuse_busy(p, limits_request(p->server->limits, p->who, hub_now(p->server->hub))))
        return 0;
    if (framing == FRAMING_CLEAR)
        return request_path(p, method, in, length);
    reply_error(p, 400, REQUEST_SYNTAX, TEXT(net_unclear_length), PES_NO_ARGS);
    p->reply.closing = true;
    return 0;
}

static int complete_body(struct peer *p) {
    if (!net_guard_complete(p))
        return -1;
    if (p->draining) {
        p->draining = false; /* the reply may close the connection now, or has been sent */
        return p->reply.ready ? 0 : -1;
    }
    if (p->reply.ready)
        return 0;
    const int64_t begun_ns = clock_now_ns();
    reply_hub(p);
    net_forget_body(p);
    limits_spend(p->server->limits, p->who, (clock_now_ns() - begun_ns) / NET_REQUEST_NS,
                 hub_now(p->server->hub));
    return 0;
}

static int receive_body(struct peer *p, const char *bytes, size_t length) {
    p->drained += length;
    if (p->draining)
        return p->drained <= NET_DRAIN_MAX ? 0 : -1;
    if (p->reply.ready)
        return 0; /* it was refused already */
    assert(p->inbox.length <= body_max(p));
    if (p->inbox.length + length > body_max(p))
        return -1; /* more than its Content-Length */
    str_add_bytes(&p->inbox, bytes, length);
    return str_err(&p->inbox) == PES_ERR_OK ? 0 : -1;
}

/* "/api/1/socket", or "/api/1/socket/ID": a proxy in front of several servers sees then which one
 * is asked for. */
static bool read_socket_path(const char *path, char id[ROOM_ID_SIZE]) {
    static const char socket[] = "/api/1/socket";
    id[0] = '\0';
    if (strncmp(path, socket, strlen(socket)) != 0)
        return false;
    path += strlen(socket);
    if (path[0] == '/' && strlen(path + 1) == ROOM_ID_SIZE - 1) {
        memcpy(id, path + 1, ROOM_ID_SIZE);
        return true;
    }
    return path[0] == '\0';
}

/* An upgrade to WebSocket: 0 accepts it, 1: it was refused. */
static int confirm_upgrade(struct peer *p, const char *to) {
    char origin[256], host[256], path[128], protocols[64], shown[ORIGIN_SHOWN + 1];
    struct lws *wsi = p->wsi;
    const size_t prefix = strlen(p->server->prefix);
    net_reply_clear(p);
    if (p->held_back)
        return -1;
    net_find_client(p);
    const char *from = header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin);
    const bool long_origin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) >= (int)sizeof origin;
    const char *at = header(wsi, WSI_TOKEN_GET_URI, path, sizeof path);
    const char *speaks = header(wsi, WSI_TOKEN_PROTOCOL, protocols, sizeof protocols);
    net_access_begin(p, "WS", at != NULL ? at : "", at != NULL ? strlen(at) : 0);
    /* Limited by connections only: after a restart all clients come back at once. */
    if (refuse_busy(p, 0))
        ;
    else if (strcmp(to, "websocket") != 0 || at == NULL ||
             strncmp(at, p->server->prefix, prefix) != 0 ||
             !read_socket_path(at + prefix, p->client.game) || speaks == NULL ||
             strcmp(speaks, "pessoi.1") != 0)
        reply_error(p, 0, REQUEST_UNKNOWN, TEXT(net_no_page), PES_NO_ARGS);
    else if (long_origin || !origin_allowed(&p->server->origin, from,
                                            header(wsi, WSI_TOKEN_HOST, host, sizeof host)))
        reply_error(p, 0, REQUEST_ORIGIN, TEXT(net_origin),
                    PES_ARGS(PES_STR(show_origin(from, shown))));
    else
        return 0;
    /* This reply tells nothing of a room, so it need not wait for the end of the turn. */
    p->reply.closing = true;
    p->released = true;
    (void)send_reply(p);
    return 1;
}

int net_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t length) {
    struct peer *p = net_peer_of(wsi);
    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS) {
        struct server *s = lws_context_user(lws_get_context(wsi));
        s->ssl_ctx = user; /* to replace the certificate at run time */
    }
    if (p == NULL)
        return 0;
    net_guard_enter(p, reason);
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return request(p, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return receive_body(p, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return complete_body(p);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_reply(p);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(p, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 0;
    case LWS_CALLBACK_TIMER:
        return -1; /* it took too long */
    case LWS_CALLBACK_WSI_DESTROY:
        if (p->server->ssl_ctx != NULL && !p->asked && !p->server->closing)
            p->server->metrics.refused[REFUSED_TLS]++;
        lws_set_opaque_user_data(wsi, NULL);
        net_peer_free(p);
        return 0;
    default:
        return 0;
    }
}
