/* What launch.c (in the caller's process) and child.c (in the new one, before it executes the
 * program) share. The caller may have threads: between fork and exec only functions that are safe
 * in a signal handler may be called, so that everything is allocated before. */
#ifndef PROCESS_LAUNCH_INT_H
#define PROCESS_LAUNCH_INT_H

#include "process/filter.h"
#include "process/launch.h"
#include "process/scope.h"

enum launch_limit {
    LAUNCH_FILES = 256,           /* open descriptors */
    LAUNCH_FILE_BYTES = 64 << 20, /* of one file */
    LAUNCH_TMP_BYTES = 64 << 20,  /* of all files in /tmp */
    LAUNCH_TMP_FILES = 4096,
};

/* Which step of the new process failed. */
enum launch_step {
    STEP_NONE,
    STEP_PARENT, /* the caller has ended */
    STEP_STREAMS,
    STEP_NAMESPACES,
    STEP_ITEM, /* to show an item of the scope */
    STEP_ROOT,
    STEP_LIMITS,
    STEP_USER,
    STEP_FOLDER,
    STEP_FILTER,
    STEP_EXEC
};

struct launch_fault {
    int32_t step;
    int32_t reason; /* an errno */
    int32_t item;   /* of the scope */
};

/* The word that lets the new process go on. */
struct launch_go {
    uid_t user; /* to become; 0: stay */
};

/* Everything that the new process needs. */
struct launch {
    enum launch_way way;
    struct launch_limits limits;
    bool counts_tasks;   /* the system counts the tasks of this sandbox alone: limit them */
    struct scope *scope; /* LAUNCH_NAMESPACES */
    const char *file;    /* to execute, with arguments and environment */
    char **argv;
    char **envp;
    const char *folder;   /* to work in; NULL: bubblewrap sees to it */
    struct filter filter; /* of system calls, in a sandbox */

    int streams[3]; /* its standard streams */
    int fault;      /* it writes a struct launch_fault here; executing the program closes it */
    int go;         /* it reads a struct launch_go here */
    int go_other;   /* the caller's end of that pipe */
    int code;       /* LAUNCH_BWRAP: bubblewrap reads the filter here */
};

/* Descriptors of the shell in bubblewrap: it reports, waits, and has the program's streams; and of
 * bubblewrap itself: the filter. */
enum { LAUNCH_READY_FD = 3, LAUNCH_GO_FD, LAUNCH_IN_FD, LAUNCH_OUT_FD, LAUNCH_FILTER_FD };

/* exec() takes pointers to non-const characters, but does not change them. */
static inline char *launch_word(const char *word) {
    union {
        const char *in;
        char *out;
    } same = {.in = word};
    return same.out;
}

/* The new process: executes the program, or reports a fault and ends. */
_Noreturn void child_start(const struct launch *l);
/* Reports a fault and ends. */
_Noreturn void child_fail(const struct launch *l, enum launch_step step, int32_t item);

#endif
