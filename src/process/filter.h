/* The system calls that a confined program may not make: a seccomp filter, as a list of what is
 * refused. A refused call fails with an error; nothing is killed, so that a runtime which tries
 * something new falls back to something old. Architectures other than x86-64 and AArch64 have none
 * (filter_none.c). */
#ifndef PROCESS_FILTER_H
#define PROCESS_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILTER_MAX = 256 };

/* A program of the kernel's classic BPF machine. */
struct filter {
    size_t count;              /* instructions; 0: no filter on this machine */
    uint64_t code[FILTER_MAX]; /* each a struct sock_filter */
};

void filter_make(struct filter *out);

/* For the new process: applies the filter to it and all its descendants, for ever. Only system
 * calls. False: errno says why. */
bool filter_install(const struct filter *f);

#endif
