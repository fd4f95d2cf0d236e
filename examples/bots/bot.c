/* A bot that plays any game of Pessoi: it reads its legal moves and answers with a random one.
 * Change choose() to make it stronger. docs/howto/write-a-bot.md explains every line.
 *
 *     cc -O2 -o bot bot.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1 << 20, MOVES_MAX = 1024 };

static char line[LINE_MAX_BYTES], position[LINE_MAX_BYTES], moves[LINE_MAX_BYTES];
static char *legal[MOVES_MAX]; /* point into `moves` */
static int count;
static unsigned long long state = 1;

/* Your idea goes here. `position` is "startpos moves h8 i9", legal[0..count) are "a1", "a2" .. */
static const char *choose(void) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return count > 0 ? legal[(state >> 33) % (unsigned)count] : "0000";
}

static void read_legal(const char *text) {
    count = 0;
    strcpy(moves, text);
    for (char *m = strtok(moves, " "); m != NULL && count < MOVES_MAX; m = strtok(NULL, " "))
        legal[count++] = m;
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* send every line at once */
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "ugi") == 0)
            puts("id name Random in C\nid author The Pessoi authors\n"
                 "option name Legal type check default false\n" /* "tell me my legal moves" */
                 "option name seed type spin default 1 min 0 max 2147483647\nugiok");
        else if (strcmp(line, "isready") == 0)
            puts("readyok");
        else if (strncmp(line, "setoption name seed value ", 26) == 0)
            state = strtoull(line + 26, NULL, 10); /* the same seed plays the same game */
        else if (strncmp(line, "position ", 9) == 0)
            strcpy(position, line + 9);
        else if (strncmp(line, "legal ", 6) == 0)
            read_legal(line + 6);
        else if (strncmp(line, "go", 2) == 0)
            printf("bestmove %s\n", choose());
        else if (strcmp(line, "quit") == 0)
            break;
        /* Every other line is ignored: setoption name Legal, uginewgame, stop .. */
    }
    return 0;
}
