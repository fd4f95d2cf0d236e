/* Walks the tree of processes in /proc. It costs some 50 microseconds for a small program: the
 * caller does it some times per second, not per line. */
#include "process/watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads the beginning of a file as text; an empty text if it cannot be read. */
static void read_text(const char *path, char *out, size_t size) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t got = fd >= 0 ? read(fd, out, size - 1) : 0;
    if (fd >= 0)
        close(fd);
    out[got > 0 ? got : 0] = '\0';
}

/* Appends the children of one thread. */
static int take_children(const char *pid, const char *thread, pid_t out[], int count, int max) {
    char path[128], text[4096];
    snprintf(path, sizeof path, "/proc/%s/task/%s/children", pid, thread);
    read_text(path, text, sizeof text);
    for (char *at = text, *next; count < max; at = next) {
        const long child = strtol(at, &next, 10);
        if (next == at)
            break;
        out[count++] = (pid_t)child;
    }
    return count;
}

/* Appends the children of a process and counts its threads. */
static int take_process(pid_t pid, pid_t out[], int count, int max, int32_t *threads) {
    char path[64], name[24];
    snprintf(name, sizeof name, "%d", (int)pid);
    snprintf(path, sizeof path, "/proc/%s/task", name);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return count;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        (*threads)++;
        count = take_children(name, entry->d_name, out, count, max);
    }
    closedir(folder);
    return count;
}

int watch_descendants(pid_t pid, pid_t out[], int max) {
    int32_t threads = 0;
    int count = take_process(pid, out, 0, max, &threads);
    for (int i = 0; i < count; i++)
        count = take_process(out[i], out, count, max, &threads);
    return count;
}

static int64_t read_kb(const char *status, const char *key) {
    const char *line = strstr(status, key);
    return line != NULL ? strtoll(line + strlen(key), NULL, 10) : 0;
}

static int64_t read_resident(pid_t pid) {
    char path[64], status[4096];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    read_text(path, status, sizeof status);
    return read_kb(status, "\nRssAnon:") + read_kb(status, "\nRssShmem:");
}

bool watch_measure(pid_t pid, bool itself, struct watch_use *out) {
    pid_t pids[WATCH_MAX];
    int32_t own_threads = 0;
    *out = (struct watch_use){0};
    int count = take_process(pid, pids, 0, WATCH_MAX, &own_threads);
    if (itself) {
        out->tasks = own_threads;
        out->resident_kb = read_resident(pid);
    }
    for (int i = 0; i < count; i++) {
        count = take_process(pids[i], pids, count, WATCH_MAX, &out->tasks);
        out->resident_kb += read_resident(pids[i]);
    }
    return true;
}

/* Stopping. ----------------------------------------------------------------------------------- */

int watch_stop(pid_t pid, pid_t out[], int max) {
    int count = 0;
    for (int seen = -1; seen != count && count < max;) { /* some may have made others meanwhile */
        seen = count;
        count = watch_descendants(pid, out, max);
        for (int i = 0; i < count; i++)
            (void)kill(out[i], SIGSTOP);
    }
    return count;
}

void watch_continue(const pid_t pids[], int count) {
    for (int i = 0; i < count; i++)
        (void)kill(pids[i], SIGCONT);
}
