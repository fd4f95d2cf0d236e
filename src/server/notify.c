/* sd_notify() in a few lines: a datagram to a UNIX socket, which may be an abstract one. */
#include "server/notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void notify_send(const char *state) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t length = path != NULL ? strlen(path) : 0;
    if (length < 2 || length >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@'))
        return;
    memcpy(to.sun_path, path, length);
    if (path[0] == '@')
        to.sun_path[0] = '\0';
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    /* A supervisor that does not read must not block the event loop. */
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT,
                  (const struct sockaddr *)&to,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(fd);
}

/* An integer from the environment; -1: there is none. */
static int64_t number_of(const char *name) {
    const char *text = getenv(name);
    char *end;
    if (text == NULL || text[0] < '0' || text[0] > '9')
        return -1;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    return errno == 0 && *end == '\0' ? number : -1;
}

int64_t notify_watchdog_ms(void) {
    const int64_t usec = number_of("WATCHDOG_USEC");
    const int64_t pid = number_of("WATCHDOG_PID");
    if (usec <= 0 || (pid >= 0 && pid != (int64_t)getpid()))
        return 0;
    return usec / 1000 > 0 ? usec / 1000 : 1;
}
