#include "cli/stop.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler can be told nothing, so this flag is the one mutable static of the program. */
static atomic_bool stop_flag;

static void on_signal(int number) {
    (void)number;
    atomic_store_explicit(&stop_flag, true, memory_order_relaxed);
}

const atomic_bool *stop_install(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    /* The second Ctrl-C meets the default action: nobody is ever locked in. No SA_RESTART: reading
     * from the terminal must notice too. */
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    /* A reader that went away is a failed write like any other, told in one line at the end. */
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigaction(SIGPIPE, &action, NULL);
    return &stop_flag;
}

void stop_request(void) {
    atomic_store_explicit(&stop_flag, true, memory_order_relaxed);
}

void stop_clear(void) {
    (void)stop_install();
    atomic_store_explicit(&stop_flag, false, memory_order_relaxed);
}
