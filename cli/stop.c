#include "cli/stop.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler has no argument: these flags are the only mutable statics of the program. */
static atomic_bool stop_flag, reload_flag;

static void on_signal(int number) {
    (void)number;
    atomic_store_explicit(&stop_flag, true, memory_order_relaxed);
}

static void on_reload(int number) {
    (void)number;
    atomic_store_explicit(&reload_flag, true, memory_order_relaxed);
}

/* Never SA_RESTART: reading from the terminal must notice too. */
static void heed(int number, int flags, void (*handler)(int)) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action = (struct sigaction){.sa_handler = handler, .sa_flags = flags};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void ignore(int number) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

const atomic_bool *stop_install(void) {
    /* The second Ctrl-C meets the default action: nobody is ever locked in. The other two may come
     * in pairs, once for the program and once for its group, and mean one request. */
    heed(SIGINT, (int)SA_RESETHAND, on_signal);
    heed(SIGTERM, 0, on_signal);
    heed(SIGHUP, 0, on_signal);
    /* A reader that went away and a file that may not grow are failed writes like any other, told
     * in one line; nothing half written stays behind. */
    ignore(SIGPIPE);
    ignore(SIGXFSZ);
    return &stop_flag;
}

atomic_bool *stop_reload_install(void) {
    heed(SIGHUP, 0, on_reload);
    return &reload_flag;
}

void stop_request(void) {
    atomic_store_explicit(&stop_flag, true, memory_order_relaxed);
}
