/* Walks the tree of processes in /proc. It costs some 50 microseconds for a small program: the
 * caller does it some times per second, not per line. */
#include "process/watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>

enum {
    /* What the buffers of a local socket hold at most, unless the machine is set to more:
     * net.core.wmem_max twice. */
    SOCKET_KB = 416,
    FILE_KB = 1, /* of the system for an empty file in /tmp */
};

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

/* The memory of the process to which a thread belongs, -1 if the thread has ended. Page tables are
 * memory, too, and what was moved to the disk counts as if it were not. */
static int64_t read_memory(const char *pid, const char *thread) {
    char path[128], status[4096];
    snprintf(path, sizeof path, "/proc/%s/task/%s/status", pid, thread);
    read_text(path, status, sizeof status);
    if (strstr(status, "\nRssAnon:") == NULL)
        return -1;
    return read_kb(status, "\nRssAnon:") + read_kb(status, "\nRssShmem:") +
           read_kb(status, "\nVmSwap:") + read_kb(status, "\nVmPTE:");
}

/* The memory of a process: as its first living thread tells. The first of all may have ended. */
static int64_t measure_process(pid_t pid) {
    char path[64], name[24];
    int64_t memory_kb = -1;
    snprintf(name, sizeof name, "%d", (int)pid);
    snprintf(path, sizeof path, "/proc/%s/task", name);
    DIR *folder = opendir(path);
    if (folder == NULL)
        return 0;
    for (const struct dirent *entry; memory_kb < 0 && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            memory_kb = read_memory(name, entry->d_name);
    closedir(folder);
    return memory_kb > 0 ? memory_kb : 0;
}

/* The memory of the system for the files that the sandbox of a process has in a folder of its own.
 * Bubblewrap cannot limit their number. */
static int64_t measure_files(pid_t pid, const char *folder) {
    char path[64];
    struct statfs info;
    snprintf(path, sizeof path, "/proc/%d/root%s", (int)pid, folder);
    return statfs(path, &info) == 0 ? (int64_t)(info.f_files - info.f_ffree) * FILE_KB : 0;
}

/* The memory of the system for the sockets of the sandbox of a process: its network is its own. */
static int64_t measure_sockets(pid_t pid) {
    char path[64], text[64];
    snprintf(path, sizeof path, "/proc/%d/net/sockstat", (int)pid);
    read_text(path, text, sizeof text);
    return read_kb(text, "sockets: used") * SOCKET_KB;
}

bool watch_measure(pid_t pid, bool is_sandbox, struct watch_use *out) {
    pid_t pids[WATCH_MAX];
    int32_t own_threads = 0;
    *out = (struct watch_use){0};
    int count = take_process(pid, pids, 0, WATCH_MAX, &own_threads);
    if (!is_sandbox) {
        out->tasks = own_threads;
        out->memory_kb = measure_process(pid);
    } else if (count > 0) {
        out->memory_kb = measure_files(pids[0], "/tmp") + measure_files(pids[0], "/dev/shm") +
                         measure_sockets(pids[0]);
    }
    for (int i = 0; i < count; i++) {
        count = take_process(pids[i], pids, count, WATCH_MAX, &out->tasks);
        out->memory_kb += measure_process(pids[i]);
    }
    return true;
}

/* Stopping. ----------------------------------------------------------------------------------- */

/* The time that a process has computed; 0 if there is no such process. */
static int64_t read_cpu_ns(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static const struct watch_stopped *find(const struct watch_stopped stopped[], int count,
                                        pid_t pid) {
    for (int i = 0; i < count; i++)
        if (stopped[i].pid == pid)
            return &stopped[i];
    return NULL;
}

/* Some may have made others meanwhile: a round that finds nobody new is the last. */
int watch_stop(pid_t pid, struct watch_stopped out[], int max) {
    enum { ROUNDS = 16 };
    pid_t pids[WATCH_MAX];
    int count = 0;
    bool is_new = true;
    for (int round = 0; round < ROUNDS && is_new; round++) {
        const int known = count, found = watch_descendants(pid, pids, WATCH_MAX);
        is_new = false;
        for (int i = 0; i < found && count < max; i++) {
            if (find(out, known, pids[i]) != NULL)
                continue;
            (void)kill(pids[i], SIGSTOP);
            out[count++].pid = pids[i];
            is_new = true;
        }
    }
    for (int i = 0; i < count; i++)
        out[i].cpu_ns = read_cpu_ns(out[i].pid);
    return count;
}

void watch_continue(const struct watch_stopped stopped[], int count) {
    for (int i = 0; i < count; i++)
        (void)kill(stopped[i].pid, SIGCONT);
}

int64_t watch_ran_ns(pid_t pid, const struct watch_stopped stopped[], int count, int64_t since_ns) {
    pid_t pids[WATCH_MAX];
    int64_t ran_ns = 0;
    const int found = watch_descendants(pid, pids, WATCH_MAX);
    for (int i = 0; i < found; i++) {
        const struct watch_stopped *known = find(stopped, count, pids[i]);
        const int64_t now_ns = known != NULL ? read_cpu_ns(pids[i]) : 0;
        if (known == NULL)
            ran_ns += since_ns;
        else if (now_ns > known->cpu_ns)
            ran_ns += now_ns - known->cpu_ns;
    }
    return ran_ns;
}
