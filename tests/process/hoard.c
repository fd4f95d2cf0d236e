/* Memory that a careless referee does not see: `hostile hoard WAY MB`. Each way takes pieces until
 * it has enough, or is refused. */
#include "hostile.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { PIECE_MB = 16, PIECE = PIECE_MB << 20, PAGE = 4096, HUGE = 2 << 20 };

static void touch(volatile char *memory, size_t size) {
    for (size_t i = 0; i < size; i += PAGE)
        memory[i] = 1;
}

/* Touches a piece of shared memory, and drops it from this process: its pages stay. */
static long leave_piece(void *memory) {
    if (memory == MAP_FAILED)
        return 0;
    touch(memory, PIECE);
    return madvise(memory, PIECE, MADV_DONTNEED) == 0 ? PIECE_MB : 0;
}

static void *map_shared(int fd, int flags) {
    return mmap(NULL, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
}

/* A piece each: returns its MB, or 0 if it was refused. ------------------------------------------
 */

static long take_shared(void) {
    return leave_piece(map_shared(-1, MAP_ANONYMOUS));
}

/* Shared memory of this device is shared anonymous memory. */
static long take_zero(void) {
    return leave_piece(map_shared(open("/dev/zero", O_RDWR), 0));
}

static long take_memfd(void) {
    const int fd = (int)syscall(SYS_memfd_create, "hoard", 0);
    return fd >= 0 && ftruncate(fd, PIECE) == 0 ? leave_piece(map_shared(fd, 0)) : 0;
}

static long take_system_v(void) {
    const int id = shmget(IPC_PRIVATE, PIECE, 0600);
    void *memory = id >= 0 ? shmat(id, NULL, 0) : MAP_FAILED;
    if ((intptr_t)memory == -1)
        return 0;
    touch(memory, PIECE);
    return shmdt(memory) == 0 ? PIECE_MB : 0;
}

static long take_semaphores(void) {
    enum { COUNT = 32000, EACH = 64 };
    return semget(IPC_PRIVATE, COUNT, 0600) >= 0 ? COUNT * EACH >> 20 : 0;
}

static long take_messages(void) {
    enum { QUEUES = 64, EACH = 8192 };
    struct {
        long type;
        char text[EACH];
    } message = {.type = 1};
    for (int i = 0; i < QUEUES; i++) {
        const int id = msgget(IPC_PRIVATE, 0600);
        if (id < 0 || msgsnd(id, &message, EACH, IPC_NOWAIT) != 0 ||
            msgsnd(id, &message, EACH, IPC_NOWAIT) != 0)
            return 0;
    }
    return QUEUES * EACH * 2 >> 20;
}

/* One small page in a pipe keeps the huge page to which it belongs. */
static long take_spliced(void) {
    enum { SLOTS = 8 };
    int ends[2];
    char *memory = mmap(NULL, (SLOTS + 1) * (size_t)HUGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || pipe(ends) != 0)
        return 0;
    char *first = memory + (HUGE - 1) - ((uintptr_t)memory + HUGE - 1) % HUGE;
    (void)madvise(first, SLOTS * (size_t)HUGE, MADV_HUGEPAGE);
    touch(first, SLOTS * (size_t)HUGE);
    for (int i = 0; i < SLOTS; i++) {
        const struct iovec page = {.iov_base = first + (size_t)i * HUGE, .iov_len = PAGE};
        if (vmsplice(ends[1], &page, 1, SPLICE_F_NONBLOCK) != PAGE)
            return 0;
    }
    return munmap(memory, (SLOTS + 1) * (size_t)HUGE) == 0 ? SLOTS * HUGE >> 20 : 0;
}

/* Pages that are only read cost nothing, but the tables that lead to them do. */
static long take_tables(void) {
    const size_t size = (size_t)PIECE / PAGE * HUGE;
    volatile char *memory =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return 0;
    for (size_t i = 0; i < size; i += HUGE)
        (void)memory[i];
    return PIECE_MB;
}

/* Empty files: about 1 kB of the system's memory each. */
static long take_files(void) {
    static int count;
    (void)prctl(PR_SET_DUMPABLE, 0); /* others may not look at it */
    const int last = count + PIECE / 1024;
    for (; count < last; count++) {
        char path[64];
        snprintf(path, sizeof path, "/tmp/%d", count);
        if (mknod(path, S_IFREG | 0600, 0) != 0)
            return 0;
    }
    return PIECE_MB;
}

/* Fills socket pairs with what nobody reads, in a child that keeps them; returns MB. */
static long take_sockets(void) {
    static char text[16384];
    int report[2];
    long bytes = 0;
    if (pipe(report) != 0)
        return 0;
    if (fork() == 0) {
        int pair[2];
        while (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
            for (int i = 0; i < 2; i++)
                for (ssize_t sent; (sent = send(pair[i], text, sizeof text, MSG_DONTWAIT)) > 0;)
                    bytes += sent;
        if (write(report[1], &bytes, sizeof bytes) > 0)
            sleep_for_ever();
        _exit(1);
    }
    close(report[1]);
    const bool said = read(report[0], &bytes, sizeof bytes) == (ssize_t)sizeof bytes;
    close(report[0]);
    return said ? bytes >> 20 : 0;
}

/* Ordinary memory, but of a process whose first thread has ended. */
static long take_private(void) {
    char *memory = malloc(PIECE);
    if (memory == NULL)
        return 0;
    touch(memory, PIECE);
    return PIECE_MB;
}

/* ---------------------------------------------------------------------------------------------- */

static const struct way {
    const char *name;
    long (*take)(void);
} ways[] = {{"shared", take_shared},         {"zero", take_zero},         {"memfd", take_memfd},
            {"system-v", take_system_v},     {"messages", take_messages}, {"spliced", take_spliced},
            {"semaphores", take_semaphores}, {"tables", take_tables},     {"files", take_files},
            {"sockets", take_sockets},       {"no-leader", take_private}};

struct plan {
    const struct way *way;
    long mb;
};

static void *carry_out(void *plan) {
    const struct plan *p = plan;
    long taken = 0, piece;
    do
        taken += piece = p->way->take();
    while (piece > 0 && taken < p->mb);
    printf("%ld\n", taken);
    fflush(stdout);
    sleep_for_ever();
}

void hoard(const char *name, long mb) {
    static struct plan plan;
    pthread_t thread;
    plan.mb = mb;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(name, ways[i].name) == 0)
            plan.way = &ways[i];
    if (plan.way == NULL)
        exit(2);
    if (strcmp(name, "no-leader") != 0)
        (void)carry_out(&plan);
    if (pthread_create(&thread, NULL, carry_out, &plan) == 0)
        pthread_exit(NULL);
}
