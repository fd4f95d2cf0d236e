/* The log of `pessoi serve`. */
#include "cli/serve_log.h"

#include "server/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { STAMP_SIZE = 24 };

/* "2026-11-16T23:59:08Z ", or nothing. */
static const char *stamp(const struct serve_log *log, char out[STAMP_SIZE]) {
    const time_t now = time(NULL);
    struct tm parts;
    out[0] = '\0';
    if (log->stamps && gmtime_r(&now, &parts) != NULL)
        strftime(out, STAMP_SIZE, "%Y-%m-%dT%H:%M:%SZ ", &parts);
    return out;
}

/* NULL: errno says why. Only its owner may read it: addresses of people are in it. */
static FILE *open_file(const char *path) {
    /* A FIFO without a reader would block the start, and one with a slow reader the event loop:
     * only what the system itself provides, like /dev/stdout, may be one. */
    const bool device = strncmp(path, "/dev/", 5) == 0;
    const int wait = device ? 0 : O_NONBLOCK;
    const int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | wait, 0600);
    struct stat about;
    if (fd >= 0 && !device && (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode))) {
        close(fd);
        errno = EINVAL;
        return NULL;
    }
    FILE *file = fd >= 0 ? fdopen(fd, "a") : NULL;
    if (file == NULL && fd >= 0)
        close(fd);
    return file;
}

bool serve_log_open(struct serve_log *log, struct cli *c, const char *path, int *code) {
    *log = (struct serve_log){.c = c,
                              .stamps = getenv("JOURNAL_STREAM") == NULL,
                              .at_terminal = c->err_tty,
                              .path = path};
    if (path == NULL)
        return true;
    log->access = strcmp(path, "-") == 0 ? c->out : open_file(path);
    if (log->access != NULL)
        return true;
    char quote[PES_QUOTE_SIZE];
    *code =
        fail_say(c, "--access-log", PES_ERR_IO, TEXT(cli_serve_access),
                 PES_ARGS(PES_STR(pes_quote(path, strlen(path), quote)), PES_STR(strerror(errno))));
    return false;
}

void serve_log_close(struct serve_log *log) {
    if (log->access != NULL && log->access != log->c->out)
        fclose(log->access);
    log->access = NULL;
}

void serve_log_say(void *argument, const struct pes_text *what, const struct pes_arg args[]) {
    const struct serve_log *log = argument;
    char text[2048], moment[STAMP_SIZE];
    if (log->at_terminal && (what == TEXT(net_log_start) || what == TEXT(net_log_stop)))
        return;
    pes_say(log->c->lang, what, args, text, sizeof text);
    for (char *at = text; *at != '\0'; at++) { /* one line, whatever names of files contain */
        if ((unsigned char)*at < ' ')
            *at = '?';
    }
    fprintf(log->c->err, "%spessoi: %s\n", stamp(log, moment), text);
    fflush(log->c->err);
}

void serve_log_access(void *argument, const struct server_access *a) {
    const struct serve_log *log = argument;
    char moment[STAMP_SIZE];
    if (log->access == NULL)
        return;
    fprintf(log->access, "%s%s %s %s %d %" PRId64 " %" PRId64 "\n", stamp(log, moment), a->address,
            a->method, a->path[0] != '\0' ? a->path : "-", a->status, a->bytes, a->ms);
    fflush(log->access);
}

void serve_log_reopen(void *argument) {
    struct serve_log *log = argument;
    if (log->access == NULL || log->access == log->c->out)
        return;
    FILE *fresh = open_file(log->path);
    if (fresh == NULL) {
        char quote[PES_QUOTE_SIZE];
        serve_log_say(log, TEXT(cli_serve_access),
                      PES_ARGS(PES_STR(pes_quote(log->path, strlen(log->path), quote)),
                               PES_STR(strerror(errno))));
        return; /* the old one is better than none */
    }
    fclose(log->access);
    log->access = fresh;
}
