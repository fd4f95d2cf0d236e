/* Starts a program as a child process: in a sandbox or without one. */
#ifndef PROCESS_LAUNCH_H
#define PROCESS_LAUNCH_H

#include "process/command.h"
#include "process/process.h"

#include <sys/types.h>

/* How a program is confined. */
enum launch_way {
    LAUNCH_PLAIN,      /* not at all: it has its own session and limits */
    LAUNCH_NAMESPACES, /* by namespaces of our own */
    LAUNCH_BWRAP       /* by bubblewrap */
};

/* The limits of a program, besides those of enum launch_limit. */
struct launch_limits {
    int32_t memory_mb;
    int32_t tasks_max;
};

struct launched {
    enum launch_way way;
    pid_t pid;        /* our child: the program, the sandbox's first process, or bubblewrap */
    int in, out, err; /* our ends of its standard streams: non-blocking, owned */
};

/* Starts the command. On return the sandbox is set up and the program runs in it, or has ended. */
PES_MUST_USE enum pes_err launch(const struct command *c, bool confined,
                                 const struct launch_limits *limits, struct launched *out,
                                 struct pes_note *note);

/* Kills everything that was started, and waits until all of it is gone. */
void launch_kill(const struct launched *launched);

#endif
