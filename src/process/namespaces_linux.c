/* The sandbox by Linux namespaces (5.12 or later): docs/adr/0022 describes it.
 *
 * The new process is the first one of its own process namespace: when it ends, the system kills all
 * others in it. Its file system is an empty tmpfs to which the items of the scope are attached. All
 * items are opened before that tmpfs is mounted, because it covers /tmp. */
#include "process/namespaces.h"

#include "process/raw.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    /* Users that nobody has, one per sandbox: this number plus the process id, below 2^31. Systemd
     * lists the range as unused. */
    USER_FIRST = 0x70000000,
    USER_NOBODY = 65534, /* where the users are limited, as in a container */
    RANGES_MAX = 32,
    COPY_SIZE = 16384,
};

static const unsigned long spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                    CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

/* The caller's side. -------------------------------------------------------------------------- */

/* fork() as a system call: the C library's would run the caller's handlers of pthread_atfork(). */
static pid_t raw_clone(unsigned long flags) {
#ifdef __s390x__
    return (pid_t)syscall(SYS_clone, NULL, flags | SIGCHLD, NULL, NULL, NULL);
#else
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
#endif
}

pid_t namespaces_fork(const struct launch *l) {
    if (l->way != LAUNCH_NAMESPACES)
        return raw_clone(0);
    const pid_t pid = raw_clone(spaces);
    if (pid >= 0 || geteuid() != 0)
        return pid;
    return raw_clone(spaces & ~(unsigned long)CLONE_NEWUSER); /* root needs no user namespace */
}

/* Writes a small file of /proc; false: errno says why. */
static bool write_file(const char *path, const char *text) {
    const int fd = raw_open(path, O_WRONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return false;
    const ssize_t length = (ssize_t)strlen(text);
    const bool done = raw_write(fd, text, (size_t)length) == length;
    const int reason = errno;
    (void)raw_close(fd);
    errno = reason;
    return done;
}

/* A range of users (or groups), as /proc/self/uid_map lists them. */
struct range {
    int64_t first, count;
};

static int read_ranges(const char *path, struct range ranges[RANGES_MAX]) {
    int count = 0;
    char line[128];
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return 0;
    while (count < RANGES_MAX && fgets(line, sizeof line, file) != NULL) {
        char *at = line;
        ranges[count].first = strtoll(at, &at, 10);
        (void)strtoll(at, &at, 10); /* its number outside */
        ranges[count].count = strtoll(at, &at, 10);
        count += ranges[count].count > 0;
    }
    fclose(file);
    return count;
}

/* As root: maps all users that this process knows to themselves. */
static bool map_all(const char *from, const char *to) {
    struct range ranges[RANGES_MAX];
    char text[RANGES_MAX * 40];
    size_t length = 0;
    const int count = read_ranges(from, ranges);
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "%" PRId64 " %" PRId64 " %" PRId64 "\n", ranges[i].first,
                                   ranges[i].first, ranges[i].count);
    return count > 0 && write_file(to, text);
}

/* As another user: maps this user alone. */
static bool map_one(const char *to, int64_t id) {
    char text[64];
    snprintf(text, sizeof text, "%" PRId64 " %" PRId64 " 1\n", id, id);
    return write_file(to, text);
}

static uid_t choose_user(pid_t pid) {
    struct range ranges[RANGES_MAX];
    const int count = read_ranges("/proc/self/uid_map", ranges);
    const int64_t wanted = (int64_t)USER_FIRST + pid;
    for (int i = 0; i < count; i++)
        if (wanted >= ranges[i].first && wanted < ranges[i].first + ranges[i].count)
            return (uid_t)wanted;
    return USER_NOBODY;
}

/* Is the process in this user namespace? */
static bool shares_users(pid_t pid) {
    char path[64];
    struct stat own, other;
    snprintf(path, sizeof path, "/proc/%d/ns/user", (int)pid);
    return stat("/proc/self/ns/user", &own) == 0 && stat(path, &other) == 0 &&
           own.st_ino == other.st_ino;
}

bool namespaces_give_users(const struct launch *l, pid_t pid, uid_t *user) {
    const bool root = geteuid() == 0;
    char path[3][64];
    *user = root && l->way != LAUNCH_PLAIN ? choose_user(pid) : 0;
    if (l->way != LAUNCH_NAMESPACES || shares_users(pid))
        return true;
    snprintf(path[0], sizeof path[0], "/proc/%d/uid_map", (int)pid);
    snprintf(path[1], sizeof path[1], "/proc/%d/gid_map", (int)pid);
    snprintf(path[2], sizeof path[2], "/proc/%d/setgroups", (int)pid);
    if (root)
        return map_all("/proc/self/uid_map", path[0]) && map_all("/proc/self/gid_map", path[1]);
    return map_one(path[0], geteuid()) && write_file(path[2], "deny") &&
           map_one(path[1], getegid());
}

bool namespaces_count_tasks(void) {
    struct utsname system;
    if (uname(&system) != 0)
        return false;
    char *at;
    const long major = strtol(system.release, &at, 10);
    const long minor = *at == '.' ? strtol(at + 1, &at, 10) : 0;
    return major > 5 || (major == 5 && minor >= 14); /* per user of a user namespace since 5.14 */
}

void namespaces_limit_tasks(pid_t pid, int32_t tasks_max) {
    const struct rlimit wanted = {.rlim_cur = (rlim_t)tasks_max, .rlim_max = (rlim_t)tasks_max};
    (void)prlimit(pid, RLIMIT_NPROC, &wanted, NULL);
}

/* The new process: only system calls from here on. -------------------------------------------- */

/* Opens what is to be shown, as it is outside. */
static int open_item(const struct scope_item *item) {
    if (item->kind == SCOPE_COPY)
        return raw_open(item->from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0);
    return open_tree(AT_FDCWD, item->from, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static void open_items(const struct launch *l) {
    struct mount_attr bare = {.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV};
    for (int32_t i = 0; i < l->scope->count; i++) {
        struct scope_item *item = &l->scope->items[i];
        if (item->kind != SCOPE_SHOW && item->kind != SCOPE_COPY)
            continue;
        item->fd = open_item(item);
        if (item->fd < 0)
            child_fail(l, STEP_ITEM, i);
        if (item->kind == SCOPE_SHOW &&
            mount_setattr(item->fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &bare, sizeof bare) != 0)
            child_fail(l, STEP_ITEM, i);
    }
}

/* Makes the folders that lead to a path below the current folder; false: errno says why. */
static bool make_way(const char *path) {
    char part[4096];
    for (size_t i = 0; path[i] != '\0'; i++) {
        if (i + 1 >= sizeof part) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (path[i] == '/' && i > 0) {
            part[i] = '\0';
            if (mkdir(part, 0755) != 0 && errno != EEXIST)
                return false;
        }
        part[i] = path[i];
    }
    return true;
}

/* Makes an empty file to which another one is attached. */
static bool make_file(const char *path, mode_t mode, int *fd) {
    *fd = raw_open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
    return *fd >= 0;
}

static bool look_at(int folder, const char *path, int flags, struct statx *out) {
    return syscall(SYS_statx, folder, path, flags, STATX_TYPE | STATX_INO, out) == 0;
}

/* Attaches what fd shows at a path, unless it is there already: a command may name a file twice. */
static bool attach(int fd, const char *to) {
    struct statx info, there;
    int empty = -1;
    if (!look_at(fd, "", AT_EMPTY_PATH, &info))
        return false;
    if (look_at(AT_FDCWD, to, 0, &there) && there.stx_ino == info.stx_ino &&
        there.stx_dev_major == info.stx_dev_major && there.stx_dev_minor == info.stx_dev_minor)
        return true;
    if (S_ISDIR(info.stx_mode) ? mkdir(to, 0755) != 0 && errno != EEXIST
                               : !make_file(to, 0444, &empty))
        return false;
    if (empty >= 0)
        (void)raw_close(empty);
    return move_mount(fd, "", AT_FDCWD, to, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

static bool copy(int fd, const char *to, bool runs) {
    char bytes[COPY_SIZE];
    int out;
    ssize_t got;
    if (!make_file(to, runs ? 0555 : 0444, &out))
        return false;
    while ((got = raw_read(fd, bytes, sizeof bytes)) > 0)
        if (raw_write(out, bytes, (size_t)got) != got)
            return false;
    (void)raw_close(out);
    return got == 0;
}

static bool show_item(const struct scope_item *item) {
    const char *to = item->to + 1; /* the current folder will be the root */
    if (!make_way(to))
        return false;
    switch (item->kind) {
    case SCOPE_SHOW:
        return attach(item->fd, to);
    case SCOPE_COPY:
        return copy(item->fd, to, item->runs);
    case SCOPE_LINK:
        return symlink(item->from, to) == 0;
    case SCOPE_FOLDER:
        return mkdir(to, 0755) == 0 || errno == EEXIST;
    }
    errno = EINVAL;
    return false;
}

/* Without /dev/zero: mapping it makes shared memory that nobody can count. */
static bool make_devices(void) {
    static const char *const devices[] = {"/dev/full", "/dev/null", "/dev/random", "/dev/urandom"};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        const int fd = open_tree(AT_FDCWD, devices[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        if (fd < 0 || !attach(fd, devices[i] + 1))
            return false;
    }
    return symlink("/proc/self/fd", "dev/fd") == 0 && symlink("fd/0", "dev/stdin") == 0 &&
           symlink("fd/1", "dev/stdout") == 0 && symlink("fd/2", "dev/stderr") == 0;
}

/* An empty file system in the current folder's subfolder. */
static bool make_space(const char *path, const char *options) {
    return mkdir(path, 0755) == 0 &&
           mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

/* The root, and what every program has in it; the current folder will be the root. */
static bool make_root(void) {
    if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=512m") != 0 ||
        chdir("/tmp") != 0)
        return false;
    _Static_assert(LAUNCH_TMP_BYTES == 64 << 20 && LAUNCH_TMP_FILES == 4096, "as below");
    return make_space("tmp", "mode=1777,size=64m,nr_inodes=4096") && mkdir("dev", 0755) == 0 &&
           make_space("dev/shm", "mode=1777,size=16m,nr_inodes=256") && make_devices() &&
           mkdir("proc", 0555) == 0 &&
           mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

/* Makes the current folder the root, and forgets everything outside of it. */
static bool change_root(void) {
    struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
    return syscall(SYS_pivot_root, ".", ".") == 0 && umount2(".", MNT_DETACH) == 0 &&
           chdir("/") == 0 && mount_setattr(AT_FDCWD, "/", 0, &read_only, sizeof read_only) == 0;
}

void namespaces_enter(const struct launch *l) {
    static const char name[] = "pessoi";
    (void)umask(022);
    if (mount(NULL, "/", NULL, MS_SLAVE | MS_REC, NULL) != 0)
        child_fail(l, STEP_NAMESPACES, 0);
    open_items(l);
    if (!make_root())
        child_fail(l, STEP_ROOT, 0);
    for (int32_t i = 0; i < l->scope->count; i++)
        if (!show_item(&l->scope->items[i]))
            child_fail(l, STEP_ITEM, i);
    if (!change_root() || sethostname(name, sizeof name - 1) != 0)
        child_fail(l, STEP_ROOT, 1);
    /* With namespaces of its own a program could reach more of the kernel. */
    (void)write_file("/proc/sys/user/max_user_namespaces", "0");
}

void namespaces_drop(const struct launch *l, uid_t user) {
    if (user != 0 && !raw_become(user))
        child_fail(l, STEP_USER, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        child_fail(l, STEP_USER, 1);
}

/* The first process. -------------------------------------------------------------------------- */

/* Is the address in the mapping? */
static bool holds(uintptr_t from, uintptr_t to, const void *address) {
    return (uintptr_t)address >= from && (uintptr_t)address < to;
}

/* Reads a hexadecimal number. */
static uintptr_t read_hex(const char **at) {
    uintptr_t number = 0;
    for (;; (*at)++) {
        const char c = **at;
        if (c >= '0' && c <= '9')
            number = number * 16 + (uintptr_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            number = number * 16 + (uintptr_t)(c - 'a' + 10);
        else
            return number;
    }
}

static bool begins_with(const char *text, const char *beginning) {
    for (; *beginning != '\0'; text++, beginning++)
        if (*text != *beginning)
            return false;
    return true;
}

/* Forgets one mapping, a line of /proc/self/maps ("from-to rw-p offset device inode path"), if it
 * is private memory that no file backs, except this thread's stack and its own variables. */
static void forget_mapping(const char *line, const int *own) {
    const char *at = line;
    const uintptr_t from = read_hex(&at);
    at += *at == '-';
    const uintptr_t to = read_hex(&at);
    if (begins_with(at, " rw-p 00000000 00:00 0") && !holds(from, to, &line) &&
        !holds(from, to, own))
        (void)syscall(SYS_madvise, from, to - from, MADV_DONTNEED);
}

/* Gives back the memory of the caller, of which this process is a copy: else it would exist twice
 * as soon as the caller changes it. From then on only syscall() works: what the dynamic linker and
 * the C library knew is forgotten, too. */
static void forget_caller(void) {
    char line[128], bytes[4096];
    size_t length = 0;
    const int *own = &errno;
    const int fd = raw_open("/proc/self/maps", O_RDONLY, 0);
    for (ssize_t got; fd >= 0 && (got = raw_read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] == '\n') {
                line[length] = '\0';
                forget_mapping(line, own);
                length = 0;
            } else if (length + 1 < sizeof line) {
                line[length++] = bytes[i];
            }
        }
    (void)raw_close(fd);
}

static _Noreturn void reap(pid_t program) {
    int status = 0;
    for (;;) {
        const long pid = syscall(SYS_wait4, -1, &status, 0, NULL);
        if (pid == program)
            raw_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        if (pid < 0) /* no signal can interrupt it: there are no children */
            raw_exit(127);
    }
}

void namespaces_split(const struct launch *l) {
    /* The program must not read what is left in this memory; before it exists, so that it cannot be
     * faster. Executing it ends this for itself. */
    (void)prctl(PR_SET_DUMPABLE, 0);
    const pid_t program = raw_clone(0);
    if (program == 0)
        return;
    if (program < 0)
        child_fail(l, STEP_LIMITS, 0);
    (void)close_range(0, ~0U, 0);
    forget_caller();
    reap(program);
}

/* Small services. ------------------------------------------------------------------------------ */

void namespaces_limit_more(void) {
    const struct rlimit none = {0};
    (void)raw_limit(RLIMIT_MSGQUEUE, &none, NULL);
    (void)write_file("/proc/self/oom_score_adj", "1000");
}

void namespaces_close_from(int first) {
    if (close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    struct rlimit most; /* Linux before 5.11 */
    if (raw_limit(RLIMIT_NOFILE, NULL, &most) != 0)
        most.rlim_max = 1 << 16;
    for (int fd = first; fd < (int)most.rlim_max; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}
