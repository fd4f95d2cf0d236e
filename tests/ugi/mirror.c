/* A program that speaks UGI, for tests: it plays its first legal move, and repeats on standard
 * error what it is sent. Its argument: first; plain, without options; slow, which answers only
 * `stop`. */
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
    static char line[1 << 16], first[16];
    const char *how = argc > 1 ? argv[1] : "first";
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin) != NULL) {
        fputs(line, stderr);
        if (strcmp(line, "ugi\n") == 0) {
            puts("id name Mirror 2\nid author Nobody at all");
            if (strcmp(how, "plain") != 0)
                puts("option name Legal type check default false\n"
                     "option name seed type spin default 1 min 0 max 99");
            puts("ugiok");
        } else if (strcmp(line, "isready\n") == 0) {
            puts("readyok");
        } else if (strncmp(line, "legal ", 6) == 0) {
            const size_t length = strcspn(line + 6, " \n");
            snprintf(first, sizeof first, "%.*s", (int)length, line + 6);
        } else if (strncmp(line, "go", 2) == 0 && strcmp(how, "slow") != 0) {
            printf("info depth 2 nodes 10 score mate 3 pv %s\nbestmove %s\n", first, first);
        } else if (strcmp(line, "stop\n") == 0) {
            printf("bestmove %s\n", first);
        } else if (strcmp(line, "quit\n") == 0) {
            break;
        }
    }
    return 0;
}
