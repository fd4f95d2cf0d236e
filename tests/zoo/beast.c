/* The beasts of the zoo: one bot that misbehaves in the way that its first argument names, and else
 * plays the first legal move. zoo.py says how each must lose. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_SIZE = 1 << 16, MOVE_SIZE = 64, MIDDLE = 3 };

struct beast {
    const char *kind;
    const char *argument;
    char legal[MOVE_SIZE]; /* the first legal move */
    int answers;           /* so far in this game */
};

static bool is(const struct beast *b, const char *kind) {
    return strcmp(b->kind, kind) == 0;
}

static void say(const char *line) {
    printf("%s\n", line);
    fflush(stdout);
}

static void sleep_for_ever(void) {
    for (;;)
        pause();
}

static void write_for_ever(int fd, const char *text) {
    while (write(fd, text, strlen(text)) > 0)
        ;
    sleep_for_ever();
}

static void answer(const struct beast *b) {
    printf("bestmove %s\n", b->legal);
    fflush(stdout);
}

/* Attempts that must fail: then it says so and gives up, else it plays on. */
static void give_up_if(bool refused, const char *what) {
    fprintf(stderr, refused ? "refused: %s\n" : "LEAK: %s\n", what);
    if (refused)
        exit(9);
}

static void open_socket(const struct beast *b) {
    struct sockaddr_in to = {.sin_family = AF_INET};
    to.sin_port = htons((uint16_t)strtol(b->argument, NULL, 10));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    give_up_if(fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) != 0, "the network");
}

static void spy(const struct beast *b) {
    char path[256];
    snprintf(path, sizeof path, "./%s", b->argument); /* the referee must not find it in a word */
    path[strlen(path) - 1] = '\0';
    give_up_if(access(path, R_OK) != 0, "the other bot's file");
}

static void eat_memory(void) {
    enum { PIECE = 4 << 20 };
    for (;;) {
        volatile char *piece = malloc(PIECE);
        for (int i = 0; piece != NULL && i < PIECE; i += 4096)
            piece[i] = 1;
    }
}

static void fork_for_ever(void) {
    for (;;)
        if (fork() < 0)
            (void)usleep(1000);
}

/* Leaves a process behind that has left everything but the output. */
static void leave_daemon(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int number = 1; number < 32; number++)
                signal(number, SIG_IGN);
            sleep_for_ever();
        }
        _exit(0);
    }
    wait(NULL);
}

static void fill_tmp(void) {
    static char piece[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    const int fd = open("/tmp/big", O_WRONLY | O_CREAT, 0600);
    int mb = 0;
    while (mb < 1000 && write(fd, piece, sizeof piece) == (ssize_t)sizeof piece)
        mb++;
    give_up_if(mb < 1000, "more than /tmp has");
}

static void write_long_line(void) {
    for (int i = 0; i < 100000; i++)
        putchar('x');
    say("");
}

/* What it does before it reads anything. */
static void begin(const struct beast *b) {
    if (is(b, "crash-at-start")) {
        fprintf(stderr, "cannot find my brain\n");
        raise(SIGSEGV);
    }
    if (is(b, "exit-at-start"))
        exit(0);
    if (is(b, "early"))
        say("bestmove zz9");
    if (is(b, "ignores-quit"))
        for (int number = 1; number < 32; number++)
            signal(number, SIG_IGN);
}

/* How it writes its answer. True: it has done something else instead. */
static bool talk_badly(const struct beast *b) {
    if (is(b, "illegal"))
        say("bestmove zz9");
    else if (is(b, "garbage"))
        say("\x1b[31m\xff\xfe\x01 what? \x80");
    else if (is(b, "endless-output"))
        write_for_ever(1, "info string thinking\n");
    else if (is(b, "endless-line"))
        write_for_ever(1, "thinking ");
    else if (is(b, "endless-error"))
        write_for_ever(2, "oh no\n");
    else if (is(b, "huge-line"))
        write_long_line();
    else if (is(b, "nul-bytes")) {
        const ssize_t written = write(1, "best\0move a1\n", 13);
        return written > 0;
    } else if (is(b, "twice")) {
        /* By one write: what comes after the next question would be the answer to it. */
        printf("bestmove %s\nbestmove zz9\nbestmove zz9\n", b->legal);
        fflush(stdout);
    } else
        return is(b, "silent");
    return true;
}

/* Tricks of processes and streams. True: it gives no answer. */
static bool act_badly(const struct beast *b) {
    if (is(b, "slow"))
        sleep(5);
    else if (is(b, "closes-output"))
        fclose(stdout);
    else if (is(b, "exits-early"))
        exit(0);
    else if (is(b, "stops"))
        raise(SIGSTOP);
    else if (is(b, "fork-bomb"))
        fork_for_ever();
    else if (is(b, "daemon")) {
        leave_daemon();
        exit(0);
    } else if (is(b, "silent-daemon")) {
        leave_daemon();
        return true;
    } else if (is(b, "memory"))
        eat_memory();
    else if (is(b, "killer")) {
        kill(getppid(), SIGKILL);
        kill(-1, SIGKILL);
        return true;
    } else
        return is(b, "closes-output");
    return false;
}

static void attack(const struct beast *b) {
    if (is(b, "spy"))
        spy(b);
    if (is(b, "socket"))
        open_socket(b);
    if (is(b, "fills-tmp"))
        fill_tmp();
}

static void go(struct beast *b) {
    b->answers++;
    if (b->answers >= MIDDLE && is(b, "crash-in-the-middle")) {
        fprintf(stderr, "my last words\n");
        abort();
    }
    if (b->answers >= MIDDLE && is(b, "illegal-in-the-middle")) {
        say("bestmove zz9");
        return;
    }
    attack(b);
    if (talk_badly(b) || act_badly(b))
        return;
    if (b->answers >= MIDDLE && is(b, "closes-input"))
        close(0);
    answer(b);
    if (b->answers >= MIDDLE && is(b, "closes-input"))
        sleep_for_ever();
}

static void greet(const struct beast *b) {
    if (is(b, "wrong-protocol")) {
        say("UNKNOWN command");
        return;
    }
    say("id name Beast");
    say("option name Legal type check default false");
    say("ugiok");
}

int main(int argc, char **argv) {
    static char line[LINE_SIZE];
    struct beast b = {.kind = argc > 1 ? argv[1] : "", .argument = argc > 2 ? argv[2] : ""};
    begin(&b);
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "ugi\n", 4) == 0)
            greet(&b);
        else if (strncmp(line, "isready", 7) == 0)
            say("readyok");
        else if (strncmp(line, "uginewgame", 10) == 0)
            b.answers = 0;
        else if (strncmp(line, "legal ", 6) == 0)
            snprintf(b.legal, sizeof b.legal, "%.*s", (int)strcspn(line + 6, " \n"), line + 6);
        else if (strncmp(line, "go", 2) == 0)
            go(&b);
        else if (strncmp(line, "quit", 4) == 0 && !is(&b, "ignores-quit"))
            return 0;
    }
    if (is(&b, "ignores-quit"))
        sleep_for_ever();
    return 0;
}
