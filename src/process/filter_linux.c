/* The filter of system calls for Linux on x86-64 and AArch64. The two tables below say what is
 * refused; all else is allowed, because lists of what runtimes need are outdated with the next
 * runtime. docs/adr/0022 says what each group is about.
 *
 * The program compares the number of the call with each row in turn. It looks longer than it takes:
 * Linux (5.11) remembers which calls are always allowed and does not run it for those. */
#include "process/filter.h"

#include <assert.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Newer than the headers of some systems that run it; the numbers of all architectures. */
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

/* What one architecture has of its own. */
#ifdef __x86_64__
static const uint32_t native = AUDIT_ARCH_X86_64, calls_end = 0x40000000; /* x32 from here on */
#define OWN_CALLS , SYS_inotify_init, SYS_modify_ldt
#else
static const uint32_t native = AUDIT_ARCH_AARCH64, calls_end = UINT32_MAX;
#define OWN_CALLS
#endif

/* Calls that do not exist for a confined program (ENOSYS). */
static const int refused[] = {
    /* Memory that belongs to no process, so that nobody can count it. */
    SYS_memfd_create, SYS_memfd_secret, SYS_shmget, SYS_semget, SYS_msgget, SYS_vmsplice,
    SYS_io_setup, SYS_inotify_init1, SYS_fanotify_init,

    /* Large parts of the kernel that no player of games needs. */
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_userfaultfd, SYS_bpf,
    SYS_perf_event_open, SYS_add_key, SYS_request_key, SYS_keyctl, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_quotactl,

    /* Other processes. */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_pidfd_getfd,

    /* Namespaces and mounts: the sandbox itself is made of them. */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree,
    SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr,

    /* The machine: privileged, but need not even be asked. */
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_swapon, SYS_swapoff,
    SYS_reboot, SYS_syslog, SYS_acct OWN_CALLS};

/* Calls that are refused depending on an argument: if (argument & mask) == value, or if not. */
static const struct {
    int call;
    uint32_t argument;
    uint32_t mask, value;
    bool if_equal;
    uint32_t error;
} checked[] = {
    /* Shared memory that no file limits: its pages stay when no process has them mapped. Files in
     * /dev/shm, such as those of shm_open(), do the same and have a limit. */
    {SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS, true, EPERM},
    /* Huge pages that the machine has reserved for others. Transparent ones need no flag. */
    {SYS_mmap, 3, MAP_HUGETLB, MAP_HUGETLB, true, EPERM},
    /* There is no network; some families, such as AF_VSOCK, do not care about namespaces. */
    {SYS_socket, 0, UINT32_MAX, AF_UNIX, false, EAFNOSUPPORT},
    {SYS_socketpair, 0, UINT32_MAX, AF_UNIX, false, EAFNOSUPPORT},
    /* Who is stopped because it is not its turn must not be woken by a friend. */
    {SYS_kill, 1, UINT32_MAX, SIGCONT, true, EPERM},
    {SYS_tkill, 1, UINT32_MAX, SIGCONT, true, EPERM},
    {SYS_tgkill, 2, UINT32_MAX, SIGCONT, true, EPERM},
    {SYS_rt_sigqueueinfo, 1, UINT32_MAX, SIGCONT, true, EPERM},
    {SYS_rt_tgsigqueueinfo, 2, UINT32_MAX, SIGCONT, true, EPERM},
    {SYS_pidfd_send_signal, 1, UINT32_MAX, SIGCONT, true, EPERM},
};

/* Writing the program. ------------------------------------------------------------------------ */

static void add(struct filter *f, struct sock_filter one) {
    _Static_assert(sizeof one == sizeof f->code[0], "an instruction");
    assert(f->count < FILTER_MAX);
    memcpy(&f->code[f->count++], &one, sizeof one);
}

static void load(struct filter *f, size_t offset) {
    add(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/* Compares with `value`, then skips some instructions. */
static void compare(struct filter *f, uint16_t how, uint32_t value, uint8_t skip_if,
                    uint8_t skip_if_not) {
    add(f, (struct sock_filter)BPF_JUMP(BPF_JMP | how | BPF_K, value, skip_if, skip_if_not));
}

static void answer(struct filter *f, uint32_t value) {
    add(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

/* The lower half of an argument. */
static size_t offset_of(uint32_t argument) {
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "it comes first");
    return offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t);
}

void filter_make(struct filter *f) {
    f->count = 0;
    load(f, offsetof(struct seccomp_data, arch));
    compare(f, BPF_JEQ, native, 1, 0);
    answer(f, SECCOMP_RET_ERRNO | ENOSYS); /* i386 and ARM: the same calls by other numbers */
    load(f, offsetof(struct seccomp_data, nr));
    compare(f, BPF_JGE, calls_end, 0, 1);
    answer(f, SECCOMP_RET_ERRNO | ENOSYS);
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        compare(f, BPF_JEQ, (uint32_t)refused[i], 0, 1);
        answer(f, SECCOMP_RET_ERRNO | ENOSYS);
    }
    for (size_t i = 0; i < COUNT_OF(checked); i++) {
        compare(f, BPF_JEQ, (uint32_t)checked[i].call, 0, 5);
        load(f, offset_of(checked[i].argument));
        add(f, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, checked[i].mask));
        compare(f, BPF_JEQ, checked[i].value, !checked[i].if_equal, checked[i].if_equal);
        answer(f, SECCOMP_RET_ERRNO | checked[i].error);
        load(f, offsetof(struct seccomp_data, nr));
    }
    answer(f, SECCOMP_RET_ALLOW);
}

/* SPEC_ALLOW: before Linux 5.16 a filter would slow down the program's own code, too. */
bool filter_install(const struct filter *f) {
    const union {
        const uint64_t *code;
        struct sock_filter *filter;
    } same = {.code = f->code};
    const struct sock_fprog program = {.len = (unsigned short)f->count, .filter = same.filter};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &program) == 0;
}
