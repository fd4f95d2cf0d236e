/* For operators: health, metrics, and the access log with one line per reply. */
#include "server/net.h"

#include "core/clock.h"
#include "core/json_write.h"
#include "pessoi/version.h"

#include <inttypes.h>
#include <string.h>

/* Health and numbers --------------------------------------------------------------------------- */

static void put_moment(struct str *out, const char *key, int64_t moment_ms) {
    if (moment_ms > 0)
        put_int(out, key, moment_ms);
    else
        put_null(out, key);
}

int net_put_health(struct server *s, struct str *out) {
    const struct hub_numbers n = hub_numbers(s->hub);
    put_open(out, NULL, '{');
    put_bool(out, "ok", n.trouble == NULL);
    if (n.trouble != NULL)
        put_text(out, "reason", n.trouble);
    put_text(out, "version", pes_version());
    put_int(out, "games", hub_games(s->hub));
    put_int(out, "connections", limits_connections(s->limits));
    put_int(out, "rooms", hub_rooms(s->hub));
    put_bool(out, "shared", n.shared);
    put_bool(out, "class", s->options.class != NULL);
    put_bool(out, "tournament", s->options.pages != NULL);
    put_moment(out, "last_commit", n.committed_ms);
    put_int(out, "longest_turn_ms", s->metrics.turns.max_ns / 1000000);
    put_int(out, "thinking", n.running);
    put_int(out, "waiting", n.waiting);
    put_close(out, '}');
    return n.trouble == NULL ? 200 : 503;
}

static void put_store_metrics(struct server *s, const struct hub_numbers *n, struct str *out) {
    metrics_put(out, "games", "gauge", "Games in the database.", (double)hub_games(s->hub));
    metrics_put(out, "rooms", "gauge", "Games in memory.", hub_rooms(s->hub));
    metrics_put(out, "database_bytes", "gauge", "Used bytes of the database.", (double)n->bytes);
    metrics_put(out, "persisting", "gauge", "1: changes can be persisted, 0: they cannot.",
                n->trouble == NULL);
    metrics_put(out, "last_commit_seconds", "gauge", "Moment of the last commit, since 1970.",
                (double)n->committed_ms / 1000);
    metrics_put(out, "failed_turns_total", "counter", "Turns that could not be persisted.",
                (double)n->failures);
    metrics_put(out, "expired_games_total", "counter", "Games deleted by retention.",
                (double)n->expired);
    if (n->shared) {
        metrics_put(out, "lease_age_seconds", "gauge", "Since the leases of games were renewed.",
                    (double)(hub_now(s->hub) - n->renewed_ms) / 1000);
        metrics_put(out, "handed_over_games_total", "counter",
                    "Games given to another server that was asked for them.",
                    (double)n->handed_over);
        metrics_put(out, "lost_games_total", "counter",
                    "Games dropped because their leases may have expired.", (double)n->lost);
        metrics_put(out, "elsewhere_total", "counter",
                    "Requests for games that other servers have.", (double)n->elsewhere);
    }
    metrics_put_times(out, "commit_seconds", "Commits of the database.", n->commits);
}

void net_put_metrics(struct server *s, struct str *out) {
    const struct hub_numbers n = hub_numbers(s->hub);
    const struct metrics *m = &s->metrics;
    str_addf(out,
             "# HELP pessoi_info The version of the server.\n# TYPE pessoi_info gauge\n"
             "pessoi_info{version=\"%s\"} 1\n",
             pes_version());
    metrics_put(out, "uptime_seconds", "gauge", "Since the start.",
                (double)(hub_now(s->hub) - m->began_ms) / 1000);
    metrics_put(out, "connections", "gauge", "Open connections.", limits_connections(s->limits));
    put_store_metrics(s, &n, out);
    metrics_put(out, "thoughts_running", "gauge", "Agents that think.", n.running);
    metrics_put(out, "thoughts_waiting", "gauge", "Agents that wait for a thread.", n.waiting);
    metrics_put_answers(out, m);
    metrics_put(out, "messages_total", "counter", "Messages received over WebSockets.",
                (double)m->messages);
    metrics_put(out, "sent_bytes_total", "counter", "Bytes of answers and messages sent.",
                (double)m->bytes_sent);
    metrics_put_refused(out, m);
    metrics_put_times(out, "turn_seconds", "Turns of the event loop, without waiting.", &m->turns);
    metrics_put(out, "longest_turn_seconds", "gauge", "The longest turn since the start.",
                (double)m->turns.max_ns / 1e9);
}

/* Has the request a header that proxies add? */
static bool through_proxy(struct lws *wsi) {
    static const char forwarded[] = "forwarded:";
    return lws_hdr_custom_length(wsi, forwarded, sizeof forwarded - 1) >= 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0 ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_VIA) > 0;
}

/* Does the request come from this machine, and not through a proxy on it? */
bool net_metrics_allowed(const struct peer *p) {
    const bool local = p->who >> 24 == (UINT64_C(0xffff) << 8 | 127) || p->who == 0;
    return p->server->options.metrics && local && !through_proxy(p->wsi);
}

/* Answers ---------------------------------------------------------------------------------------
 */

/* The path without secrets: the id of a game is the right to watch it, so only its beginning is
 * logged, wherever in an address it stands. */
static void copy_path(char *out, size_t size, const char *path, size_t length) {
    static const char marks[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    enum { ID_SHOWN = 4 };
    char whole[256];
    size_t n = 0;
    snprintf(whole, sizeof whole, "%.*s", (int)(length < 255 ? length : 255), path);
    for (const char *at = whole; *at != '\0' && n + ID_SHOWN + 3 < size;) {
        const size_t run = strspn(at, marks);
        if (run >= ROOM_ID_SIZE - 1) {
            n += (size_t)snprintf(out + n, size - n, "%.*s..", ID_SHOWN, at);
            at += run;
            continue;
        }
        out[n++] = (char)(*at > ' ' && *at < 127 && *at != '"' ? *at : '?');
        at++;
    }
    out[n] = '\0';
}

void net_access_begin(struct peer *p, const char *method, const char *path, size_t length) {
    p->asked = true;
    p->access.begun_ns = clock_now_ns();
    p->access.method = method;
    p->access.bytes = 0;
    copy_path(p->access.path, sizeof p->access.path, path, length);
}

void net_access_end(struct peer *p, int status) {
    struct server *s = p->server;
    if (p->access.method == NULL)
        return;
    if (status >= 100 && status < 600)
        s->metrics.answers[status / 100]++;
    if (s->options.access != NULL) {
        char address[LIMITS_TEXT_SIZE];
        limits_address_format(p->who, address);
        const struct server_access access = {.address = address,
                                             .method = p->access.method,
                                             .path = p->access.path,
                                             .status = status,
                                             .bytes = p->access.bytes,
                                             .ms = (clock_now_ns() - p->access.begun_ns) / 1000000};
        s->options.access(s->options.log_arg, &access);
    }
    p->access.method = NULL;
}

void net_count_sent(struct peer *p, size_t bytes) {
    p->access.bytes += (int64_t)bytes;
    p->server->metrics.bytes_sent += (int64_t)bytes;
}
