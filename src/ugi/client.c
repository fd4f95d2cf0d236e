#include "ugi/client.h"

#include "core/clock.h"
#include "ugi/text.h"

#include <assert.h>
#include <string.h>

enum {
    STOP_MS = 1000, /* for the answer to `stop`; then the program is started again */
    QUIT_MS = 100   /* for a program to end by itself */
};

void ugi_client_init(struct ugi_client *c) {
    *c = (struct ugi_client){.process = NULL};
    str_init(&c->out);
    str_init(&c->log);
}

/* Closes the program and keeps the end of its standard error. */
static void close_program(struct ugi_client *c) {
    if (c->process == NULL)
        return;
    size_t length;
    const char *bytes = process_log(c->process, &length);
    str_release(&c->log); // also forgets that an earlier one did not fit
    str_init(&c->log);
    str_add_bytes(&c->log, bytes, length);
    process_close(c->process);
    c->process = NULL;
    c->owes = false;
}

/* Lets the program end by itself: some write their statistics then. */
static void dismiss(struct ugi_client *c) {
    static const char quit[] = "quit\n";
    const int64_t until_ns = clock_in_ms(QUIT_MS);
    struct process_line line;
    if (c->process == NULL || process_has_ended(c->process))
        return;
    enum process_event event = process_send(c->process, quit, strlen(quit), until_ns, NULL);
    while (event == PROCESS_LINE)
        event = process_read(c->process, until_ns, NULL, &line);
}

void ugi_client_release(struct ugi_client *c) {
    dismiss(c);
    close_program(c);
    str_release(&c->out);
    str_release(&c->log);
}

const char *ugi_client_log(const struct ugi_client *c, size_t *length) {
    if (c->process != NULL)
        return process_log(c->process, length);
    *length = c->log.length;
    return c->log.text;
}

void ugi_client_clear_log(struct ugi_client *c) {
    str_clear(&c->log);
    if (c->process != NULL)
        process_log_clear(c->process);
}

/* Faults. ------------------------------------------------------------------------------------ */

/* The place of a fault: "at ply 17", or "at the start of the game" before there is one. */
static void say_place(const struct ugi_client *c, struct pes_note *out) {
    (void)!pes_note_say(out, PES_ERR_IO, 0, c->ply > 0 ? TEXT(ugi_at_ply) : TEXT(ugi_at_start),
                        PES_ARGS(PES_INT(c->ply)));
}

/* The program has ended or misbehaved: says so, and closes it. */
static enum pes_err fail(struct ugi_client *c, enum process_event event, struct pes_note *why) {
    struct pes_note how = {0}, place = {0};
    enum pes_err err = PES_ERR_STOPPED;
    assert(event != PROCESS_LINE && event != PROCESS_LATE);
    say_place(c, &place);
    if (event == PROCESS_ENDED) {
        process_say_end(c->process, &how);
        err = pes_note_say(why, PES_ERR_IO, 0, TEXT(ugi_ended),
                           PES_ARGS(PES_NOTED(&how), PES_NOTED(&place)));
    } else if (event == PROCESS_FLOOD) {
        err = pes_note_say(why, PES_ERR_SYNTAX, 0, TEXT(ugi_flood),
                           PES_ARGS(PES_INT(PROCESS_LINE_MAX), PES_NOTED(&place)));
    }
    close_program(c);
    return err;
}

/* It was silent, or said something else, instead of `expected`. */
static enum pes_err fail_late(struct ugi_client *c, const char *expected, int64_t limit_ms,
                              struct pes_note *why) {
    struct pes_note place = {0};
    enum pes_err err;
    say_place(c, &place);
    if (c->odd[0] != '\0')
        err = pes_note_say(
            why, PES_ERR_SYNTAX, 0, TEXT(ugi_odd),
            PES_ARGS(PES_STR(c->odd), PES_STR(expected), PES_INT(limit_ms), PES_NOTED(&place)));
    else if (c->ply > 0)
        err =
            pes_note_say(why, PES_ERR_LATE, 0, c->answered ? TEXT(ugi_late) : TEXT(ugi_late_first),
                         PES_ARGS(PES_INT(limit_ms), PES_NOTED(&place)));
    else
        err = pes_note_say(why, PES_ERR_LATE, 0, TEXT(ugi_mute),
                           PES_ARGS(PES_STR(expected), PES_INT(limit_ms)));
    close_program(c);
    return err;
}

/* The conversation. -------------------------------------------------------------------------- */

/* Sends c->out and empties it. */
static enum process_event send(struct ugi_client *c, int64_t until_ns, const atomic_bool *stop) {
    const enum process_event event =
        process_send(c->process, c->out.text, c->out.length, until_ns, stop);
    str_clear(&c->out);
    return event;
}

/* Reads the next line that is understood. */
static enum process_event listen(struct ugi_client *c, int64_t until_ns, const atomic_bool *stop,
                                 struct ugi_reply *out) {
    struct process_line line;
    for (;;) {
        const enum process_event event = process_read(c->process, until_ns, stop, &line);
        if (event != PROCESS_LINE)
            return event;
        *out = ugi_read(line.text, line.length);
        if (out->kind != UGI_OTHER)
            return event;
        if (c->odd[0] == '\0' && line.length > 0)
            pes_quote(line.text, line.length, c->odd);
    }
}

/* A line between `ugi` and `ugiok`. */
static void note_greeting(struct ugi_client *c, const struct ugi_reply *reply) {
    if (reply->kind == UGI_ID_NAME)
        pes_quote(reply->text.at, reply->text.length, c->name);
    else if (reply->kind == UGI_ID_AUTHOR)
        pes_quote(reply->text.at, reply->text.length, c->author);
    else if (reply->kind == UGI_OPTION && words_like(reply->text, UGI_OPTION_LEGAL))
        c->has_legal = true;
    else if (reply->kind == UGI_OPTION && words_like(reply->text, UGI_OPTION_VARIANT))
        c->has_variant = true;
    else if (reply->kind == UGI_OPTION && words_like(reply->text, UGI_OPTION_SEED))
        c->has_seed = true;
}

void ugi_client_expect(struct ugi_client *c) {
    c->ready_ns = clock_in_ms(UGI_START_MS);
}

/* Sends c->out and waits for one kind of line, `word`. */
static enum pes_err await(struct ugi_client *c, enum ugi_kind kind, const char *word,
                          const atomic_bool *stop, struct pes_note *why) {
    const int64_t until_ns = c->ready_ns;
    struct ugi_reply reply = {.kind = UGI_OTHER};
    c->odd[0] = '\0';
    if (str_err(&c->out) != PES_ERR_OK)
        return PES_ERR_NOMEM;
    enum process_event event = send(c, until_ns, stop);
    while (event == PROCESS_LINE && reply.kind != kind) {
        event = listen(c, until_ns, stop, &reply);
        if (event == PROCESS_LINE)
            note_greeting(c, &reply);
    }
    if (event == PROCESS_LATE)
        return fail_late(c, word, UGI_START_MS, why);
    if (event != PROCESS_LINE)
        return fail(c, event, why);
    process_pause(c->process);
    return PES_ERR_OK;
}

/* The options that both ends know. */
static void put_options(struct ugi_client *c, const struct pes_game *g) {
    if (c->has_legal)
        str_add(&c->out, "setoption name " UGI_OPTION_LEGAL " value true\n");
    if (c->has_variant && g->variant[0] != '\0')
        str_addf(&c->out, "setoption name " UGI_OPTION_VARIANT " value %s\n", g->variant);
}

enum pes_err ugi_client_start(struct ugi_client *c, const char *command,
                              const struct process_config *config, const struct pes_game *g,
                              const atomic_bool *stop, struct pes_note *why) {
    c->ply = 0;
    if (c->process != NULL && process_has_ended(c->process))
        close_program(c);
    if (c->process != NULL)
        return PES_ERR_OK;
    c->has_legal = c->has_variant = c->has_seed = c->answered = false;
    c->name[0] = c->author[0] = '\0';
    str_release(&c->out);
    str_init(&c->out);
    enum pes_err err = process_open(command, config, &c->process, why);
    if (err != PES_ERR_OK)
        return err;
    str_add(&c->out, "ugi\n");
    err = await(c, UGI_OK, "ugiok", stop, why);
    if (err != PES_ERR_OK)
        return err;
    put_options(c, g);
    str_add(&c->out, "isready\n");
    return await(c, UGI_READY, "readyok", stop, why);
}

/* Waits for the answer to a search that was stopped. */
static enum pes_err settle(struct ugi_client *c, const atomic_bool *stop, struct pes_note *why) {
    struct ugi_reply reply = {.kind = UGI_OTHER};
    enum process_event event = PROCESS_LINE;
    const int64_t until_ns = clock_in_ms(STOP_MS);
    while (c->owes && event == PROCESS_LINE) {
        event = listen(c, until_ns, stop, &reply);
        c->owes = event == PROCESS_LINE && reply.kind != UGI_BESTMOVE;
    }
    if (event == PROCESS_LATE)
        return fail_late(c, "bestmove MOVE", STOP_MS, why);
    return event == PROCESS_LINE ? PES_ERR_OK : fail(c, event, why);
}

enum pes_err ugi_client_new_game(struct ugi_client *c, uint32_t seed, const atomic_bool *stop,
                                 struct pes_note *why) {
    assert(c->process != NULL);
    c->ply = 0;
    const enum pes_err err = settle(c, stop, why);
    if (err != PES_ERR_OK)
        return err;
    str_clear(&c->out);
    if (c->has_seed)
        str_addf(&c->out, "setoption name " UGI_OPTION_SEED " value %u\n", (unsigned)seed);
    str_add(&c->out, "uginewgame\nisready\n");
    return await(c, UGI_READY, "readyok", stop, why);
}

/* The search was stopped: its answer comes later, and counts no more. */
static enum pes_err leave_search(struct ugi_client *c) {
    str_add(&c->out, "stop\n");
    c->owes = send(c, clock_in_ms(QUIT_MS), NULL) == PROCESS_LINE;
    if (c->owes)
        process_pause(c->process); // one that does not stop must not think on
    else
        close_program(c);
    return PES_ERR_STOPPED;
}

enum pes_err ugi_client_ask(struct ugi_client *c, int64_t allowed_ms, int64_t limit_ms,
                            const atomic_bool *stop, ugi_on_info *on_info, void *to,
                            struct str *move, struct pes_note *why) {
    assert(c->process != NULL);
    assert(c->ply > 0);
    enum pes_err err = str_err(&c->out);
    if (err == PES_ERR_OK)
        err = settle(c, stop, why);
    if (err != PES_ERR_OK)
        return err;
    struct ugi_reply reply = {.kind = UGI_OTHER};
    const int64_t until_ns = clock_in_ms(allowed_ms);
    c->odd[0] = '\0';
    process_skip(c->process); // what it wrote without being asked
    enum process_event event = send(c, until_ns, stop);
    const bool asked = event == PROCESS_LINE;
    while (event == PROCESS_LINE && reply.kind != UGI_BESTMOVE) {
        event = listen(c, until_ns, stop, &reply);
        if (event == PROCESS_LINE && reply.kind == UGI_INFO)
            on_info(to, &reply.info);
    }
    if (event == PROCESS_STOPPED && asked)
        return leave_search(c);
    if (event == PROCESS_LATE)
        return fail_late(c, "bestmove MOVE", limit_ms, why);
    if (event != PROCESS_LINE)
        return fail(c, event, why);
    c->answered = true;
    str_clear(move);
    str_add_bytes(move, reply.text.at, reply.text.length);
    process_pause(c->process);
    return str_err(move);
}
