/* What a server writes while it runs: its log on the standard error, and on request a line for each
 * answer. Lines begin with the moment in UTC, unless the journal of systemd adds it. */
#ifndef CLI_SERVE_LOG_H
#define CLI_SERVE_LOG_H

#include "cli/cli.h"
#include "server/server.h"

struct serve_log {
    struct cli *c;
    bool stamps;      /* lines begin with the moment */
    bool at_terminal; /* a person reads along, who is shown the address and no summary of limits */
    const char *path; /* of the log of accesses, "-": standard output; NULL: none */
    FILE *access;     /* NULL: none */
};

/* False: the log of accesses cannot be opened; *code is the exit code, and why has been said. */
bool serve_log_open(struct serve_log *log, struct cli *c, const char *path, int *code);
void serve_log_close(struct serve_log *log);

/* The callbacks of server.h; the argument is the log. */
void serve_log_say(void *log, const struct pes_text *what, const struct pes_arg args[]);
void serve_log_access(void *log, const struct server_access *access);
void serve_log_reopen(void *log); /* a program that rotates logs has moved the file away */

#endif
