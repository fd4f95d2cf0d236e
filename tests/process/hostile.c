/* A program that behaves badly, for process_test.c: `hostile WAY [ARGUMENT]`. Attacks on the
 * sandbox print "safe" for each attempt that failed, and "LEAK .." for one that worked. */
#include "hostile.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

void verdict(bool worked, const char *what) {
    printf(worked ? "LEAK %s\n" : "safe\n", what);
    fflush(stdout);
}

void sleep_for_ever(void) {
    for (;;)
        pause();
}

/* Manners of talking. ------------------------------------------------------------------------- */

static void echo(void) {
    char bytes[4096];
    for (ssize_t got; (got = read(0, bytes, sizeof bytes)) > 0;)
        if (write(1, bytes, (size_t)got) != got)
            return;
}

static void write_for_ever(int fd, const char *text) {
    const size_t length = strlen(text);
    while (write(fd, text, length) > 0)
        ;
    sleep_for_ever();
}

static void write_line(long length) {
    for (long i = 0; i < length; i++)
        putchar('x');
    putchar('\n');
    fflush(stdout);
    sleep_for_ever();
}

static void write_lines(void) {
    static const char text[] = "plain\nwith CR LF\r\nN\0UL\n\n\r\nCR\rinside\nhalf a line";
    if (write(1, text, sizeof text - 1) < 0)
        exit(1);
    sleep_for_ever();
}

/* Attacks on limits. -------------------------------------------------------------------------- */

static void bomb(void) {
    for (;;)
        if (fork() < 0)
            (void)usleep(1000);
}

/* Tells how many processes it could have at once. */
static void count_forks(void) {
    int count = 0;
    while (count < 2000) {
        const pid_t pid = fork();
        if (pid == 0)
            sleep_for_ever();
        if (pid < 0)
            break;
        count++;
    }
    printf("%d\n", count);
    fflush(stdout);
    sleep_for_ever();
}

static void eat(long mb, bool by_children) {
    enum { PIECE = 16 << 20 };
    printf("hungry\n");
    fflush(stdout);
    for (long eaten = 0; eaten < mb; eaten += PIECE >> 20) {
        if (by_children && fork() != 0)
            continue;
        volatile char *piece = malloc(PIECE); /* or the compiler would not write to it */
        if (piece == NULL)
            break;
        for (int i = 0; i < PIECE; i += 4096)
            piece[i] = 1;
        if (by_children)
            sleep_for_ever();
        (void)usleep(2000);
    }
    printf("full\n");
    fflush(stdout);
    sleep_for_ever();
}

/* What is done while others have their turn; shared by all processes. */
struct ticks {
    _Atomic long last_ms, gap_ms; /* when one of them last ran, the longest time without */
};

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void tick(struct ticks *t) {
    const long ms = now_ms();
    /* The gap is known before the tick, so that who sees the tick sees the gap, too. */
    const long last_ms = t->last_ms, gap = ms - last_ms;
    if (last_ms > 0 && gap > t->gap_ms)
        t->gap_ms = gap;
    if (gap > 0)
        t->last_ms = ms;
}

static void *tick_for_ever(void *ticks) {
    for (;;)
        tick(ticks);
    return NULL;
}

static void tick_in_children(struct ticks *t) {
    for (int i = 0; i < 3; i++)
        if (fork() == 0)
            (void)tick_for_ever(t);
}

static timer_t waker;
static bool has_waker;

static void do_nothing(int number) {
    (void)number;
}

/* A timer of the system will wake it: some threads, to get much time on a busy machine, too. */
static void make_waker(struct ticks *t) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    pthread_t thread;
    signal(SIGCONT, do_nothing);
    has_waker = timer_create(CLOCK_MONOTONIC, &event, &waker) == 0;
    for (int i = 0; i < 8; i++)
        if (pthread_create(&thread, NULL, tick_for_ever, t) != 0)
            exit(1);
}

/* Soon, but when it has been stopped. */
static void set_waker(void) {
    const struct itimerspec soon = {.it_value.tv_nsec = 20000000};
    if (has_waker)
        (void)timer_settime(waker, 0, &soon, NULL);
}

/* Answers every line with the longest time for which none of its processes ran, and forgets it. */
static void answer_ticks(struct ticks *t) {
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        /* The others may go on later than this one: on a busy machine much later. */
        const long asked_ms = now_ms();
        while (t->last_ms <= asked_ms)
            (void)usleep(1000);
        set_waker();
        printf("%ld\n", atomic_exchange(&t->gap_ms, 0));
        fflush(stdout);
    }
}

/* Every process wakes all others, all the time. */
static void wake_each_other(struct ticks *t) {
    for (int i = 0; i < 4; i++)
        if (fork() == 0)
            for (;;) {
                tick(t);
                (void)kill(-1, SIGCONT);
            }
}

/* Each process lives for a moment only: who looks for it finds its child. */
static void hand_over(struct ticks *t) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() != 0)
        return;
    for (;;) {
        tick(t);
        if (fork() > 0)
            _exit(0);
    }
}

static void *answer_in_thread(void *ticks) {
    answer_ticks(ticks);
    exit(0);
}

static void run_always(const char *how) {
    const int fd = shm_open("/ticks", O_RDWR | O_CREAT, 0600);
    struct ticks *t = fd >= 0 && ftruncate(fd, sizeof *t) == 0
                          ? mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                          : MAP_FAILED;
    pthread_t thread;
    if (t == MAP_FAILED || pthread_create(&thread, NULL, answer_in_thread, t) != 0)
        exit(1);
    if (strcmp(how, "timer") == 0)
        make_waker(t);
    if (strcmp(how, "children") == 0)
        tick_in_children(t);
    else if (strcmp(how, "wakers") == 0)
        wake_each_other(t);
    else if (strcmp(how, "chain") == 0)
        hand_over(t);
    else if (pthread_create(&thread, NULL, tick_for_ever, t) != 0)
        exit(1);
    if (strcmp(how, "leave") == 0)
        pthread_exit(NULL); /* a process whose first thread has ended */
    sleep_for_ever();
}

/* Writes a file until it cannot; tells how many MB. */
static void fill_disk(const char *path) {
    static char piece[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    long mb = 0;
    for (int n = 0; n < 100; n++) {
        char name[256];
        snprintf(name, sizeof name, "%s/%d", path, n);
        const int fd = open(name, O_WRONLY | O_CREAT, 0600);
        while (fd >= 0 && mb < 4096 && write(fd, piece, sizeof piece) == (ssize_t)sizeof piece)
            mb++;
    }
    printf("%ld\n", mb);
    fflush(stdout);
}

/* Attacks on other processes. ----------------------------------------------------------------- */

/* A daemon as in a textbook: it has left its session, its parent and its streams. */
static void leave_daemon(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int number = 1; number < 32; number++)
                signal(number, SIG_IGN);
            for (int fd = 0; fd < 3; fd++)
                close(fd);
            sleep_for_ever();
        }
        _exit(0);
    }
    wait(NULL);
    printf("left\n");
    fflush(stdout);
    sleep_for_ever();
}

static void kill_everything(void) {
    printf("%s\n", kill(-1, SIGKILL) == 0 || errno == ESRCH ? "done" : "refused");
    fflush(stdout);
    sleep_for_ever();
}

static void attack_processes(pid_t referee) {
    int others = 0;
    DIR *folder = opendir("/proc");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        others += entry->d_name[0] >= '1' && entry->d_name[0] <= '9';
    verdict(others > 4, "other processes are visible");
    verdict(kill(referee, 0) == 0 && referee > 4, "the referee can be killed");
    verdict(ptrace(PTRACE_ATTACH, referee, NULL, NULL) == 0 && referee > 4, "ptrace");
    struct stat root, outer;
    verdict(stat("/", &root) == 0 && stat("/proc/1/root", &outer) == 0 &&
                (root.st_ino != outer.st_ino || root.st_dev != outer.st_dev),
            "another root through /proc/1/root");
    verdict(access("/proc/1/root/root", F_OK) == 0, "/root through /proc/1/root");
    verdict(access("/proc/1/cwd/../../../root", F_OK) == 0, "/root through /proc/1/cwd");
    verdict(open("/proc/sysrq-trigger", O_WRONLY) >= 0, "sysrq");
    verdict(open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0, "core_pattern");
    verdict(setpriority(PRIO_PROCESS, 0, -5) == 0, "a higher priority");
}

/* Attacks on files. --------------------------------------------------------------------------- */

static void attack_files(const char *secret) {
    static const char *const places[] = {"/new",         "/etc/new",      "/usr/new",  "/bin/new",
                                         "/opt/new",     "/dev/new",      "/proc/new", "new",
                                         "/usr/lib/new", "/usr/local/new"};
    for (int fd = 3; fd < 1024; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            verdict(true, "a descriptor of the referee");
    verdict(access(secret, F_OK) == 0, secret);
    verdict(access("/etc/passwd", F_OK) == 0, "/etc/passwd");
    verdict(access("/etc/shadow", F_OK) == 0, "/etc/shadow");
    verdict(access("/root", F_OK) == 0, "/root");
    verdict(access("/home", F_OK) == 0, "/home");
    verdict(access("/sys", F_OK) == 0, "/sys");
    verdict(access("/run", F_OK) == 0, "/run");
    verdict(access("/var/lib", F_OK) == 0, "/var/lib");
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        verdict(open(places[i], O_WRONLY | O_CREAT, 0600) >= 0, places[i]);
    verdict(chmod("/usr/bin/env", 0777) == 0, "chmod");
    verdict(mknod("/tmp/disk", S_IFBLK | 0600, (dev_t)0x800) == 0, "mknod");
    verdict(mount("tmpfs", "/tmp", "tmpfs", 0, NULL) == 0, "mount");
    verdict(umount2("/tmp", MNT_DETACH) == 0, "umount");
    verdict(chroot("/tmp") == 0, "chroot");
    verdict(unshare(CLONE_NEWUSER) == 0, "a user namespace");
    verdict(setuid(0) == 0, "setuid");
    verdict(open("/tmp/mine", O_WRONLY | O_CREAT, 0600) < 0, "/tmp is not writable");
}

/* Attacks on the network. --------------------------------------------------------------------- */

static void attack_network(int port, const char *name) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int tcp = socket(AF_INET, SOCK_STREAM, 0);
    verdict(tcp >= 0 && connect(tcp, (struct sockaddr *)&to, sizeof to) == 0, "127.0.0.1");
    verdict(socket(AF_INET, SOCK_RAW, 1) >= 0, "a raw socket");
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    snprintf(local.sun_path + 1, sizeof local.sun_path - 1, "%s", name);
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    const int unix_fd = socket(AF_UNIX, SOCK_STREAM, 0);
    verdict(unix_fd >= 0 && connect(unix_fd, (struct sockaddr *)&local, length) == 0,
            "an abstract socket");
}

/* Attacks on the kernel. ---------------------------------------------------------------------- */

/* Calls that no player of games needs. All arguments are zero: a call that exists says EINVAL,
 * EFAULT or the like. */
static void attack_kernel(void) {
    static const struct {
        const char *name;
        long number;
    } calls[] = {
        {"memfd_secret", SYS_memfd_secret},
        {"io_uring_setup", SYS_io_uring_setup},
        {"io_setup", SYS_io_setup},
        {"userfaultfd", SYS_userfaultfd},
        {"bpf", SYS_bpf},
        {"perf_event_open", SYS_perf_event_open},
        {"add_key", SYS_add_key},
        {"request_key", SYS_request_key},
        {"keyctl", SYS_keyctl},
        {"ptrace", SYS_ptrace},
        {"inotify_init1", SYS_inotify_init1},
        {"process_vm_readv", SYS_process_vm_readv},
        {"unshare", SYS_unshare},
        {"fsopen", SYS_fsopen},
        {"open_tree", SYS_open_tree},
        {"pidfd_getfd", SYS_pidfd_getfd},
        {"kexec_load", SYS_kexec_load},
        {"name_to_handle_at", SYS_name_to_handle_at},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        verdict(syscall(calls[i].number, 0, 0, 0, 0, 0) >= 0 || errno != ENOSYS, calls[i].name);
    for (int family = 0; family < 64; family++)
        if (family != AF_UNIX)
            verdict(socket(family, SOCK_RAW, 0) >= 0 || errno != EAFNOSUPPORT, "a socket");
#ifdef __x86_64__
    enum { GETPID_I386 = 20, X32 = 0x40000000 };
    long result = GETPID_I386;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    verdict(result != -ENOSYS, "a call of i386");
    verdict(syscall(X32 | SYS_getpid) >= 0, "a call of x32");
#endif
}

static void show_environment(char **envp) {
    for (; *envp != NULL; envp++)
        printf("%s\n", *envp);
    fflush(stdout);
}

/* ---------------------------------------------------------------------------------------------- */

static bool talk(const char *way, const char *argument) {
    if (strcmp(way, "echo") == 0)
        echo();
    else if (strcmp(way, "lines") == 0)
        write_lines();
    else if (strcmp(way, "line") == 0)
        write_line(strtol(argument, NULL, 10));
    else if (strcmp(way, "silent") == 0)
        sleep_for_ever();
    else if (strcmp(way, "endless") == 0)
        write_for_ever(1, "info string still thinking\n");
    else if (strcmp(way, "endless-line") == 0)
        write_for_ever(1, "no end in sight ");
    else if (strcmp(way, "endless-error") == 0)
        write_for_ever(2, "this is wrong\n");
    else if (strcmp(way, "close-output") == 0) {
        printf("last\n");
        fclose(stdout);
        sleep_for_ever();
    } else if (strcmp(way, "close-input") == 0) {
        close(0);
        printf("closed\n");
        fflush(stdout);
        sleep_for_ever();
    } else
        return false;
    return true;
}

static bool end(const char *way, const char *argument) {
    if (strcmp(way, "exit") == 0) {
        fprintf(stderr, "last words\n");
        printf("going\nhalf");
        exit((int)strtol(argument, NULL, 10));
    }
    if (strcmp(way, "signal") != 0)
        return false;
    fprintf(stderr, "last words\n");
    raise((int)strtol(argument, NULL, 10));
    return true;
}

int main(int argc, char **argv, char **envp) {
    const char *way = argc > 1 ? argv[1] : "";
    const char *argument = argc > 2 ? argv[2] : "";
    const long number = strtol(argument, NULL, 10);
    if (talk(way, argument) || end(way, argument))
        return 0;
    if (strcmp(way, "stubborn") == 0) {
        for (int signal_number = 1; signal_number < 32; signal_number++)
            signal(signal_number, SIG_IGN);
        printf("ready\n");
        fflush(stdout);
        sleep_for_ever();
    }
    if (strcmp(way, "busy") == 0)
        run_always(argument);
    if (strcmp(way, "bomb") == 0)
        bomb();
    if (strcmp(way, "forks") == 0)
        count_forks();
    if (strcmp(way, "eat") == 0)
        eat(number, false);
    if (strcmp(way, "eat-many") == 0)
        eat(number, true);
    if (strcmp(way, "hoard") == 0 && argc > 3)
        hoard(argument, strtol(argv[3], NULL, 10));
    if (strcmp(way, "calls") == 0)
        attack_kernel();
    if (strcmp(way, "disk") == 0)
        fill_disk(argument);
    if (strcmp(way, "daemon") == 0)
        leave_daemon();
    if (strcmp(way, "kill") == 0)
        kill_everything();
    if (strcmp(way, "processes") == 0)
        attack_processes((pid_t)number);
    if (strcmp(way, "files") == 0)
        attack_files(argument);
    if (strcmp(way, "network") == 0 && argc > 3)
        attack_network((int)number, argv[3]);
    if (strcmp(way, "environment") == 0)
        show_environment(envp);
    return 0;
}
