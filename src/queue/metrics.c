#include "queue/metrics.h"

#include "core/clock.h"
#include "queue/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void set_fd_up(int fd) {
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
}

enum pes_err metrics_open(struct metrics_http *m, int port, struct pes_note *note) {
    const struct sockaddr_in here = {.sin_family = AF_INET,
                                     .sin_port = htons((uint16_t)port),
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int yes = 1;
    m->fd = -1;
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++)
        m->clients[i] = (struct metrics_client){.fd = -1};
    if (port == 0)
        return PES_ERR_OK;
    m->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (m->fd >= 0) {
        set_fd_up(m->fd);
        (void)setsockopt(m->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(m->fd, (const struct sockaddr *)&here, sizeof here) == 0 &&
            listen(m->fd, METRICS_CLIENTS_MAX) == 0)
            return PES_ERR_OK;
    }
    const int failed = errno;
    metrics_close(m);
    return pes_note_say(note, PES_ERR_IO, 0, TEXT(worker_port),
                        PES_ARGS(PES_INT(port), PES_STR(strerror(failed))));
}

static void drop(struct metrics_client *client) {
    if (client->fd < 0)
        return;
    (void)shutdown(client->fd, SHUT_RDWR); /* children have copies of it */
    close(client->fd);
    str_release(&client->answer);
    client->fd = -1;
}

void metrics_close(struct metrics_http *m) {
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++)
        drop(&m->clients[i]);
    if (m->fd >= 0)
        close(m->fd);
    m->fd = -1;
}

int metrics_poll(const struct metrics_http *m, struct pollfd *out) {
    int count = 0;
    if (m->fd >= 0)
        out[count++] = (struct pollfd){.fd = m->fd, .events = POLLIN};
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++) {
        const struct metrics_client *client = &m->clients[i];
        const short events = client->answer.length > 0 ? POLLOUT : POLLIN;
        if (client->fd >= 0)
            out[count++] = (struct pollfd){.fd = client->fd, .events = events};
    }
    return count;
}

static void accept_client(struct metrics_http *m) {
    const int fd = accept(m->fd, NULL, NULL);
    if (fd < 0)
        return;
    set_fd_up(fd);
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++) {
        struct metrics_client *client = &m->clients[i];
        if (client->fd >= 0)
            continue;
        *client = (struct metrics_client){.fd = fd, .until_ns = clock_in_ms(METRICS_CLIENT_MS)};
        str_init(&client->answer);
        return;
    }
    close(fd); /* as many at once as are served */
}

/* Reads the request, of which only the end matters; false: it is gone. */
static bool read_request(struct metrics_client *client) {
    char bytes[1024];
    const ssize_t n = recv(client->fd, bytes, sizeof bytes, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    for (ssize_t i = 0; i < n && client->newlines < 2; i++)
        client->newlines = bytes[i] == '\n'   ? client->newlines + 1
                           : bytes[i] == '\r' ? client->newlines
                                              : 0;
    return n > 0;
}

/* Sends what the socket takes; false: it is all sent, or the client is gone. */
static bool send_answer(struct metrics_client *client) {
    const ssize_t n = send(client->fd, client->answer.text + client->sent,
                           client->answer.length - client->sent, MSG_NOSIGNAL);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    client->sent += (size_t)n;
    return client->sent < client->answer.length;
}

static bool serve_client(struct metrics_client *client, void (*page)(void *to, struct str *out),
                         void *to) {
    if (client->answer.length == 0) {
        if (!read_request(client))
            return false;
        if (client->newlines < 2)
            return true;
        struct str body;
        str_init(&body);
        page(to, &body);
        str_addf(&client->answer,
                 "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n"
                 "Content-Length: %zu\r\nConnection: close\r\n\r\n",
                 body.length);
        str_add_str(&client->answer, &body);
        str_release(&body);
        if (client->answer.failed)
            return false;
    }
    return send_answer(client);
}

void metrics_serve(struct metrics_http *m, void (*page)(void *to, struct str *out), void *to) {
    const int64_t now_ns = clock_now_ns();
    if (m->fd < 0)
        return;
    accept_client(m);
    for (int i = 0; i < METRICS_CLIENTS_MAX; i++) {
        struct metrics_client *client = &m->clients[i];
        if (client->fd >= 0 && (now_ns > client->until_ns || !serve_client(client, page, to)))
            drop(client);
    }
}
