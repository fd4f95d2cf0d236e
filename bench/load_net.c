/* Sockets, HTTP and WebSocket framing for bench/load; see load_net.h. Frames are sent masked with
 * zeros, which the protocol allows and which costs nothing. */
#include "load_net.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* The server ------------------------------------------------------------------------------------
 */

static void run_program(const struct host *h, int out) {
    char port[16], db[96];
    snprintf(port, sizeof port, "%d", h->port);
    snprintf(db, sizeof db, "%s/games.db", h->folder);
    dup2(out, STDOUT_FILENO);
    execl(h->program, h->program, "serve", "--port", port, "--db", h->db != NULL ? h->db : db,
          "--movetime", h->movetime, "--max-connections", "5000", "--max-connections-all", "5000",
          "--max-games", "1000000", "--max-thinking", "64", (char *)NULL);
    _exit(127);
}

/* The port is the number after the last colon of the address that the server prints. */
static int read_port(int fd) {
    char line[512];
    size_t length = 0;
    while (length + 1 < sizeof line && memchr(line, '\n', length) == NULL) {
        const ssize_t got = read(fd, line + length, sizeof line - 1 - length);
        if (got <= 0)
            return 0;
        length += (size_t)got;
    }
    line[length] = '\0';
    const char *colon = strrchr(line, ':');
    return colon != NULL ? (int)strtol(colon + 1, NULL, 10) : 0;
}

bool host_start(struct host *h) {
    int fds[2];
    if (h->folder[0] == '\0') {
        snprintf(h->folder, sizeof h->folder, "/tmp/pessoi-load-XXXXXX");
        if (mkdtemp(h->folder) == NULL)
            return false;
    }
    if (pipe(fds) != 0)
        return false;
    h->pid = fork();
    if (h->pid == 0)
        run_program(h, fds[1]);
    close(fds[1]);
    h->out = fds[0];
    h->port = h->pid > 0 ? read_port(h->out) : 0;
    return h->port > 0;
}

void host_kill(struct host *h) {
    kill(h->pid, SIGKILL);
    waitpid(h->pid, NULL, 0);
    close(h->out);
}

static void remove_folder(const char *path) {
    DIR *folder = opendir(path);
    char name[512];
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        unlink(name);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

bool host_stop(struct host *h) {
    int status = 0;
    kill(h->pid, SIGTERM);
    waitpid(h->pid, &status, 0);
    close(h->out);
    remove_folder(h->folder);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

long host_memory_kb(const struct host *h) {
    char name[64], line[256];
    long kb = -1;
    snprintf(name, sizeof name, "/proc/%ld/status", (long)h->pid);
    FILE *file = fopen(name, "r");
    while (file != NULL && kb < 0 && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kb = strtol(line + 6, NULL, 10);
    }
    if (file != NULL)
        fclose(file);
    return kb;
}

/* HTTP ------------------------------------------------------------------------------------------
 */

static int connect_to(int port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd < 0)
        return -1;
    if (connect(fd, (const struct sockaddr *)&at, sizeof at) != 0) {
        close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

int http_ask(int port, const char *method, const char *path, const char *body, struct str *out) {
    struct str text;
    char chunk[16384];
    const int fd = connect_to(port);
    if (fd < 0)
        return 0;
    str_init(&text);
    str_addf(&text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n", method, path,
             port);
    if (body != NULL)
        str_addf(&text, "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    str_addf(&text, "\r\n%s", body != NULL ? body : "");
    bool failed = write(fd, text.text, text.length) != (ssize_t)text.length;
    str_clear(&text);
    for (ssize_t got; !failed && (got = read(fd, chunk, sizeof chunk)) > 0;)
        str_add_bytes(&text, chunk, (size_t)got);
    close(fd);
    const char *head = strstr(text.text, "\r\n\r\n");
    const int status = head != NULL ? (int)strtol(text.text + strlen("HTTP/1.1 "), NULL, 10) : 0;
    if (head != NULL)
        str_add(out, head + 4);
    str_release(&text);
    return status;
}

/* WebSocket -------------------------------------------------------------------------------------
 */

bool wire_connect(struct wire *w, int port) {
    *w = (struct wire){.fd = connect_to(port)};
    str_init(&w->in);
    str_init(&w->out);
    if (w->fd < 0)
        return false;
    fcntl(w->fd, F_SETFL, fcntl(w->fd, F_GETFL) | O_NONBLOCK);
    str_addf(&w->out,
             "GET /api/1/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
             "Sec-WebSocket-Protocol: pessoi.1\r\n\r\n",
             port);
    return wire_flush(w);
}

void wire_close(struct wire *w) {
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
    w->open = false;
    str_release(&w->in);
    str_release(&w->out);
}

/* Masked with zeros: the payload stays as it is. */
static void add_frame(struct wire *w, int opcode, const char *bytes, size_t length) {
    const char head[2] = {(char)(0x80 | opcode), (char)(0x80 | (length < 126 ? length : 126))};
    str_add_bytes(&w->out, head, 2);
    if (length >= 126) {
        const char more[2] = {(char)(length >> 8), (char)length};
        str_add_bytes(&w->out, more, 2);
    }
    str_add_bytes(&w->out, "\0\0\0\0", 4);
    str_add_bytes(&w->out, bytes, length);
}

void wire_send(struct wire *w, const char *text) {
    add_frame(w, 1, text, strlen(text));
}

/* Removes bytes from the front of a buffer. */
static void skip(struct str *s, size_t count) {
    memmove(s->text, s->text + count, s->length - count + 1);
    s->length -= count;
}

bool wire_flush(struct wire *w) {
    if (w->fd < 0)
        return false;
    while (w->out.length > 0) {
        const ssize_t put = send(w->fd, w->out.text, w->out.length, MSG_NOSIGNAL);
        if (put < 0)
            return errno == EAGAIN || errno == EINTR;
        skip(&w->out, (size_t)put);
    }
    return true;
}

bool wire_fill(struct wire *w) {
    char chunk[65536];
    for (;;) {
        const ssize_t got = read(w->fd, chunk, sizeof chunk);
        if (got < 0)
            return errno == EAGAIN || errno == EINTR;
        if (got == 0)
            return false;
        str_add_bytes(&w->in, chunk, (size_t)got);
        if (got < (ssize_t)sizeof chunk)
            return true;
    }
}

/* Has the handshake been answered? */
static bool agreed(struct wire *w) {
    if (w->open)
        return true;
    const char *end = strstr(w->in.text, "\r\n\r\n");
    if (end == NULL || strncmp(w->in.text, "HTTP/1.1 101", 12) != 0)
        return false;
    skip(&w->in, (size_t)(end - w->in.text) + 4);
    w->open = true;
    return true;
}

/* The size of a frame with its header, if it is complete; else 0. */
static size_t frame_size(const struct str *in, size_t *head) {
    const unsigned char *b = (const unsigned char *)in->text;
    if (in->length < 2)
        return 0;
    size_t length = b[1] & 127;
    *head = length < 126 ? 2 : length == 126 ? 4 : 10;
    if (in->length < *head)
        return 0;
    if (*head > 2) {
        length = 0;
        for (size_t i = 2; i < *head; i++)
            length = length << 8 | b[i];
    }
    return in->length >= *head + length ? *head + length : 0;
}

const char *wire_message(struct wire *w, size_t *length, size_t *whole) {
    size_t head = 0;
    if (!agreed(w))
        return NULL;
    while ((*whole = frame_size(&w->in, &head)) > 0) {
        const int opcode = w->in.text[0] & 15;
        *length = *whole - head;
        if (opcode == 1)
            return w->in.text + head;
        if (opcode == 9)
            add_frame(w, 10, w->in.text + head, *length);
        skip(&w->in, *whole);
    }
    return NULL;
}

void wire_done(struct wire *w, size_t whole) {
    skip(&w->in, whole);
}
