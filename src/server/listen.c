/* Listening sockets, accepting, and the URLs to open. Sockets are non-blocking and have
 * SO_REUSEADDR. */
#include "server/listen.h"

#include "server/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum pes_err refuse(const char *bind, int port, int reason, struct pes_note *note) {
    char quote[PES_QUOTE_SIZE];
    const struct pes_text *why = reason == EADDRINUSE ? TEXT(net_port_taken)
                                 : reason == EACCES   ? TEXT(net_port_forbidden)
                                                      : TEXT(net_cannot_listen);
    return pes_note_say(note, PES_ERR_IO, 0, why,
                        PES_ARGS(PES_STR(pes_quote(bind, strlen(bind), quote)), PES_INT(port),
                                 PES_STR(strerror(reason))));
}

static void set_port(struct sockaddr_storage *at, int port) {
    if (at->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)at)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)at)->sin_port = htons((uint16_t)port);
}

static int port_of(int fd) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        return 0;
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* Opens one address; its descriptor, or -1 with errno set. */
static int open_one(const struct addrinfo *info, int port) {
    struct sockaddr_storage at = {0};
    const int on = 1, off = 0;
    memcpy(&at, info->ai_addr, info->ai_addrlen);
    set_port(&at, port);
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    /* After a restart the port must be usable while old connections are in TIME_WAIT. */
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (info->ai_family == AF_INET6) /* "::" accepts IPv4 too */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, (struct sockaddr *)&at, info->ai_addrlen) == 0 && listen(fd, 512) == 0)
        return fd;
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* Is it a loopback address? */
static bool is_loopback(const struct sockaddr *at) {
    if (at->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)at)->sin_addr.s_addr) >> 24 == 127;
    const struct in6_addr *in6 = &((const struct sockaddr_in6 *)at)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(in6) || (IN6_IS_ADDR_V4MAPPED(in6) && in6->s6_addr[12] == 127);
}

/* Resolves a name or numeric address; "[::1]", as URLs spell it, is "::1". */
static int resolve(const char *name, struct addrinfo **list) {
    struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    char inside[INET6_ADDRSTRLEN];
    const size_t length = strlen(name);
    if (name[0] != '[')
        return getaddrinfo(name, NULL, &hints, list);
    if (length < 3 || length - 2 >= sizeof inside || name[length - 1] != ']')
        return EAI_NONAME;
    memcpy(inside, name + 1, length - 2);
    inside[length - 2] = '\0';
    hints.ai_family = AF_INET6;
    hints.ai_flags |= AI_NUMERICHOST;
    return getaddrinfo(inside, NULL, &hints, list);
}

enum pes_err listen_open(struct listen *l, const char *name, int port, struct pes_note *note) {
    struct addrinfo *list = NULL;
    *l = (struct listen){.port = port, .loopback = true};
    const int code = resolve(name, &list);
    if (code != 0) {
        char quote[PES_QUOTE_SIZE];
        return pes_note_say(
            note, PES_ERR_IO, 0, TEXT(net_no_address),
            PES_ARGS(PES_STR(pes_quote(name, strlen(name), quote)), PES_STR(gai_strerror(code))));
    }
    int reason = 0;
    for (const struct addrinfo *i = list; i != NULL && l->count < LISTEN_MAX; i = i->ai_next) {
        const int fd = open_one(i, l->port);
        /* A name may resolve to an address family that this machine does not support. */
        if (fd < 0 && (errno == EAFNOSUPPORT || (errno == EADDRNOTAVAIL && i != list)))
            continue;
        if (fd < 0) {
            reason = errno;
            break;
        }
        l->fds[l->count++] = fd;
        l->loopback &= is_loopback(i->ai_addr);
        l->port = port_of(fd);
    }
    freeaddrinfo(list);
    l->everyone =
        strcmp(name, "0.0.0.0") == 0 || strcmp(name, "::") == 0 || strcmp(name, "[::]") == 0;
    if (reason == 0 && l->count > 0)
        return PES_ERR_OK;
    const enum pes_err err = refuse(name, l->port, reason != 0 ? reason : EADDRNOTAVAIL, note);
    listen_close(l);
    return err;
}

void listen_close(struct listen *l) {
    for (int i = 0; i < l->count; i++)
        close(l->fds[i]);
    l->count = 0;
}

static void address_of(const struct sockaddr_storage *at, unsigned char in6[16]) {
    static const unsigned char mapped[16] = {[10] = 0xff, [11] = 0xff};
    memcpy(in6, mapped, sizeof mapped);
    if (at->ss_family == AF_INET6)
        memcpy(in6, &((const struct sockaddr_in6 *)at)->sin6_addr, 16);
    else
        memcpy(in6 + 12, &((const struct sockaddr_in *)at)->sin_addr, 4);
}

int listen_accept(int fd, unsigned char in6[16]) {
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    const int on = 1;
    int got;
    do
        got = accept(fd, (struct sockaddr *)&at, &size);
    while (got < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (got < 0)
        return -1;
    fcntl(got, F_SETFD, FD_CLOEXEC);
    fcntl(got, F_SETFL, fcntl(got, F_GETFL) | O_NONBLOCK);
    /* A move is a small packet that a player waits for: no Nagle. NET_QUEUE_MAX bounds what waits
     * for a client that does not read, so the buffer of the kernel stays small. */
    const int kept = 1 << 17;
    setsockopt(got, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(got, SOL_SOCKET, SO_SNDBUF, &kept, sizeof kept);
    address_of(&at, in6);
    return got;
}

/* Addresses for people ---------------------------------------------------------------------------
 */

static void add_url(const struct sockaddr *at, int port, bool tls, struct str *out) {
    char text[INET6_ADDRSTRLEN] = "";
    const bool v6 = at->sa_family == AF_INET6;
    const void *bytes = v6 ? (const void *)&((const struct sockaddr_in6 *)at)->sin6_addr
                           : (const void *)&((const struct sockaddr_in *)at)->sin_addr;
    if (inet_ntop(at->sa_family, bytes, text, sizeof text) == NULL)
        return;
    str_addf(out, "%s://%s%s%s", tls ? "https" : "http", v6 ? "[" : "", text, v6 ? "]" : "");
    if (port != (tls ? 443 : 80))
        str_addf(out, ":%d", port);
    str_add(out, "/\n");
}

/* Can other machines use this address in a URL? Link-local IPv6 addresses (fe80::/10) would need a
 * scope. */
static bool reachable(const struct ifaddrs *i, bool v6) {
    if (i->ifa_addr == NULL || (i->ifa_flags & IFF_UP) == 0 || (i->ifa_flags & IFF_LOOPBACK) != 0)
        return false;
    if (i->ifa_addr->sa_family == AF_INET6)
        return v6 && !IN6_IS_ADDR_LINKLOCAL(&((struct sockaddr_in6 *)i->ifa_addr)->sin6_addr);
    return i->ifa_addr->sa_family == AF_INET;
}

static void add_all(const struct listen *l, bool v6, bool tls, struct str *out) {
    struct sockaddr_in here = {.sin_family = AF_INET};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    add_url((const struct sockaddr *)&here, l->port, tls, out);
    struct ifaddrs *list = NULL;
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *i = list; i != NULL; i = i->ifa_next) {
        if (reachable(i, v6))
            add_url(i->ifa_addr, l->port, tls, out);
    }
    freeifaddrs(list);
}

void listen_urls(const struct listen *l, bool tls, struct str *out) {
    struct sockaddr_storage at;
    socklen_t size = sizeof at;
    if (getsockname(l->fds[0], (struct sockaddr *)&at, &size) != 0)
        return;
    if (l->everyone)
        add_all(l, at.ss_family == AF_INET6, tls, out);
    else
        add_url((const struct sockaddr *)&at, l->port, tls, out);
}
