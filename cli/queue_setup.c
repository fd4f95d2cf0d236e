#include "cli/queue_setup.h"

#include "cli/text.h"
#include "core/file.h"

#include <stdlib.h>
#include <string.h>

enum { PASSWORD_MAX = 4096 };
static const char password_variable[] = "PESSOI_QUEUE_PASSWORD";

/* Reads the password, if there is one. */
static int read_password(struct cli *c, struct str *out) {
    const char *path = cli_text(c, CLI_OPT_QUEUE_PASSWORD_FILE, NULL);
    const char *given = getenv(password_variable);
    struct pes_note note = {0};
    if (path == NULL) {
        str_add(out, given != NULL ? given : "");
    } else {
        const enum pes_err err = file_read(path, PASSWORD_MAX, out, &note);
        if (err != PES_ERR_OK)
            return fail_note(c, "--queue-password-file", err, &note);
        out->text[strcspn(out->text, "\r\n")] = '\0';
        if (out->text[0] == '\0')
            return fail_say(c, "--queue-password-file", PES_ERR_SYNTAX, TEXT(cli_queue_no_password),
                            PES_NO_ARGS);
    }
    (void)unsetenv(password_variable); /* programs that are started need not know it */
    return str_err(out) == PES_ERR_OK ? CLI_DONE : fail_err(c, NULL, PES_ERR_NOMEM);
}

int queue_setup_read(struct cli *c, const char *url, struct queue_setup *out) {
    struct pes_note note = {0};
    *out = (struct queue_setup){.sender = {.what = c->command->name}};
    str_init(&out->password);
    struct queue_config *queue = &out->sender.queue;
    *queue = (struct queue_config){
        .url = url, .ca = cli_text(c, CLI_OPT_QUEUE_CA, NULL), .stop = c->stop};
    const enum pes_err err = queue_check(queue, &note);
    if (err != PES_ERR_OK)
        return fail_note(c, "--queue", err, &note);
    const int code = read_password(c, &out->password);
    queue->password = out->password.text[0] != '\0' ? out->password.text : NULL;
    return code;
}

static void say(void *to, const struct pes_text *what, const struct pes_arg args[]) {
    struct cli *c = to;
    if (c->err_tty)
        fputc('\r', c->err); /* over the line of progress */
    cli_remark(c, "--queue", what, args);
}

int queue_setup_open(struct cli *c, int64_t games, struct queue_setup *out) {
    *out = (struct queue_setup){.sender = {.what = NULL}};
    str_init(&out->password);
    if (!CLI_GIVEN(c, QUEUE))
        return CLI_DONE;
    const int code = queue_setup_read(c, cli_text(c, CLI_OPT_QUEUE, NULL), out);
    out->sender.games = games;
    out->sender.say = say;
    out->sender.to = c;
    sender_init(&out->sender);
    out->maker = &out->sender.maker;
    return code;
}

void queue_setup_release(struct queue_setup *setup) {
    if (setup->password.cap > 0)
        memset(setup->password.text, 0, setup->password.cap);
    str_release(&setup->password);
}
