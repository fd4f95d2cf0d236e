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

/* With SA_RESTART: a signal must not make a write fail that waits for a slow terminal. Whatever
 * reads polls the flags. */
static void catch_signal(int number, int flags, void (*handler)(int)) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action = (struct sigaction){.sa_handler = handler, .sa_flags = flags | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void ignore(int number) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

const atomic_bool *stop_install(void) {
    /* The second Ctrl-C has the default action, so that a hanging program can be ended. The other
     * two may arrive twice, for the process and for its group, and still mean one request. */
    catch_signal(SIGINT, (int)SA_RESETHAND, on_signal);
    catch_signal(SIGTERM, 0, on_signal);
    catch_signal(SIGHUP, 0, on_signal);
    /* A closed pipe and the file size limit become failed writes, which are reported in one line
     * and cleaned up. */
    ignore(SIGPIPE);
    ignore(SIGXFSZ);
    return &stop_flag;
}

atomic_bool *stop_reload_install(void) {
    catch_signal(SIGHUP, 0, on_reload);
    return &reload_flag;
}

void stop_request(void) {
    atomic_store_explicit(&stop_flag, true, memory_order_relaxed);
}

void stop_rearm(void) {
    atomic_store_explicit(&stop_flag, false, memory_order_relaxed);
}
