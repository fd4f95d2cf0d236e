/* The manager's side of the protocol. Engines are forgiven what managers forgive: messages at any
 * time, empty lines, lines that mean nothing, and UNKNOWN for an INFO, which should have no answer.
 */
#include "gomocup/rival.h"

#include "core/clock.h"
#include "core/note.h"
#include "gomocup/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WRITTEN_MAX = PROCESS_LOG_MAX }; /* bytes of messages; later ones are dropped */

void rival_init(struct rival *r, const char *command, int32_t size, int32_t rule,
                const struct process_config *config) {
    *r = (struct rival){.command = command, .size = size, .rule = rule, .config = *config};
    str_init(&r->out);
    str_init(&r->written);
    str_init(&r->log);
}

/* What it wrote. ---------------------------------------------------------------------------- */

static void keep_line(struct rival *r, const char *text, size_t length) {
    if (r->written.length + length < WRITTEN_MAX) {
        str_add_bytes(&r->written, text, length);
        str_add_char(&r->written, '\n');
    }
}

void rival_log_clear(struct rival *r) {
    str_clear(&r->written);
    if (r->process != NULL)
        process_log_clear(r->process);
}

const char *rival_log(struct rival *r, size_t *length) {
    str_clear(&r->log);
    str_add_bytes(&r->log, r->written.text, r->written.length);
    if (r->process != NULL) {
        size_t more;
        const char *bytes = process_log(r->process, &more);
        str_add_bytes(&r->log, bytes, more);
    }
    *length = r->log.length;
    return r->log.text;
}

/* The process. ------------------------------------------------------------------------------ */

/* Drops the lines that were not sent. */
static void forget_lines(struct rival *r) {
    str_clear(&r->out);
    r->infos = r->infos_sent = 0;
}

void rival_drop(struct rival *r) {
    if (r->process == NULL)
        return;
    size_t length;
    const char *bytes = process_log(r->process, &length);
    str_add_bytes(&r->written, bytes, length);
    process_close(r->process);
    r->process = NULL;
    r->empty = false;
    forget_lines(r);
}

void rival_release(struct rival *r) {
    if (r->process != NULL && !process_has_ended(r->process)) {
        const int64_t until_ns = clock_in_ms(RIVAL_END_MS);
        struct process_line line;
        enum process_event event = process_send(r->process, "END\n", 4, until_ns, NULL);
        while (event == PROCESS_LINE)
            event = process_read(r->process, until_ns, NULL, &line);
    }
    process_close(r->process);
    r->process = NULL;
    str_release(&r->out);
    str_release(&r->written);
    str_release(&r->log);
}

/* Faults. ----------------------------------------------------------------------------------- */

/* Books a fault, with the ply if there is one, ends the process, and returns `err`. */
static enum pes_err blame(struct rival *r, enum pes_err err, const struct pes_text *why,
                          const struct pes_arg args[]) {
    struct pes_note what = {0};
    note_fill(&what, why, args);
    if (r->ply > 0)
        note_fill(&r->fault, TEXT(gomocup_at_ply), PES_ARGS(PES_NOTED(&what), PES_INT(r->ply)));
    else
        r->fault = what;
    rival_drop(r);
    return err;
}

/* Why no line came. */
static enum pes_err blame_event(struct rival *r, enum process_event event, int64_t limit_ms) {
    struct pes_note end = {0};
    switch (event) {
    case PROCESS_LINE:
        break;
    case PROCESS_LATE:
        if (r->nonsense[0] != '\0')
            return blame(r, PES_ERR_LATE, TEXT(gomocup_late_nonsense),
                         PES_ARGS(PES_INT(limit_ms), PES_STR(r->nonsense)));
        return blame(r, PES_ERR_LATE, TEXT(gomocup_late), PES_ARGS(PES_INT(limit_ms)));
    case PROCESS_ENDED:
        process_say_end(r->process, &end);
        return blame(r, PES_ERR_IO, TEXT(gomocup_ended), PES_ARGS(PES_NOTED(&end)));
    case PROCESS_FLOOD:
        return blame(r, PES_ERR_LIMIT, TEXT(gomocup_flood), PES_ARGS(PES_INT(PROCESS_LINE_MAX)));
    case PROCESS_STOPPED:
        rival_drop(r); // it still thinks
        return PES_ERR_STOPPED;
    }
    return PES_ERR_OK;
}

/* Questions. -------------------------------------------------------------------------------- */

void rival_put(struct rival *r, const char *lines) {
    str_add(&r->out, lines);
}

static void count_info(struct rival *r) {
    r->infos++;
    r->infos_sent++;
}

void rival_info(struct rival *r, const char *key, int64_t value) {
    str_addf(&r->out, "INFO %s %" PRId64 "\n", key, value);
    count_info(r);
}

static enum pes_err send_all(struct rival *r, int64_t limit_ms, int64_t until_ns,
                             const atomic_bool *stop) {
    if (r->out.failed)
        return PES_ERR_NOMEM;
    const enum process_event event =
        process_send(r->process, r->out.text, r->out.length, until_ns, stop);
    str_clear(&r->out);
    return blame_event(r, event, limit_ms);
}

/* Could an UNKNOWN be the answer to an INFO? Not if the engine was silent about INFO before. */
static bool may_mean_info(struct rival *r) {
    return !r->silent && r->infos-- > 0;
}

/* Is the line the answer? If not, it is ignored, or an error is returned. */
static enum pes_err take_line(struct rival *r, const struct process_line *line,
                              struct gomocup_reply *out, bool *is_answer) {
    char quoted[PES_QUOTE_SIZE];
    *out = gomocup_read(line->text, line->length);
    *is_answer = false;
    switch (out->kind) {
    case GOMOCUP_SAYS_NOTHING:
        break;
    case GOMOCUP_SAYS_MESSAGE:
        keep_line(r, line->text, line->length);
        break;
    case GOMOCUP_SAYS_OTHER:
        keep_line(r, line->text, line->length);
        pes_quote(line->text, line->length, r->nonsense);
        break;
    case GOMOCUP_SAYS_UNKNOWN:
    case GOMOCUP_SAYS_ERROR:
        pes_quote(line->text, line->length, quoted);
        if (out->kind == GOMOCUP_SAYS_UNKNOWN && may_mean_info(r)) {
            memcpy(r->nonsense, quoted, sizeof quoted);
            break;
        }
        return blame(r, PES_ERR_UNFIT, TEXT(gomocup_refused), PES_ARGS(PES_STR(quoted)));
    case GOMOCUP_SAYS_OK:
    case GOMOCUP_SAYS_SWAP:
    case GOMOCUP_SAYS_POINTS:
        *is_answer = true;
        pes_quote(line->text, line->length, r->answer);
        r->silent = r->silent || (r->infos_sent > 0 && r->infos == r->infos_sent);
        r->infos = r->infos_sent = 0;
        break;
    }
    return PES_ERR_OK;
}

enum pes_err rival_ask(struct rival *r, int64_t limit_ms, int64_t until_ns, const atomic_bool *stop,
                       struct gomocup_reply *out) {
    assert(r->process != NULL);
    bool is_answer = false;
    r->nonsense[0] = '\0';
    process_skip(r->process);
    enum pes_err err = send_all(r, limit_ms, until_ns, stop);
    while (err == PES_ERR_OK && !is_answer) {
        struct process_line line;
        const enum process_event event = process_read(r->process, until_ns, stop, &line);
        err = blame_event(r, event, limit_ms);
        if (err == PES_ERR_OK)
            err = take_line(r, &line, out, &is_answer);
    }
    if (err == PES_ERR_OK)
        process_pause(r->process); // it is the other player's turn
    return err;
}

/* A question that is answered by OK. */
static enum pes_err ask_ok(struct rival *r, const char *question, int64_t limit_ms,
                           const atomic_bool *stop) {
    struct gomocup_reply reply;
    rival_put(r, question);
    const enum pes_err err = rival_ask(r, limit_ms, clock_in_ms(limit_ms), stop, &reply);
    if (err != PES_ERR_OK || reply.kind == GOMOCUP_SAYS_OK)
        return err;
    return blame(r, PES_ERR_SYNTAX, TEXT(gomocup_no_ok), PES_ARGS(PES_STR(question)));
}

/* Games. ------------------------------------------------------------------------------------ */

/* What does not change during a game. */
static void put_setting(struct rival *r) {
    const int64_t memory_mb = r->config.memory_mb > 0 ? r->config.memory_mb : PROCESS_MEMORY_MB;
    const int64_t bytes = memory_mb << 20;
    rival_info(r, "max_memory", bytes < GOMOCUP_NUMBER_MAX ? bytes : GOMOCUP_NUMBER_MAX);
    rival_info(r, "game_type", 1); // the opponent is a program
    rival_info(r, "rule", r->rule);
    rival_put(r, "INFO folder /tmp\n"); // the only one where it may write
    count_info(r);
}

static enum pes_err start(struct rival *r, const atomic_bool *stop) {
    struct pes_note note = {0};
    char question[GOMOCUP_LINE_MAX];
    enum pes_err err = process_open(r->command, &r->config, &r->process, &note);
    if (err != PES_ERR_OK) {
        r->process = NULL;
        r->fault = note;
        return err;
    }
    snprintf(question, sizeof question, "START %d\n", (int)r->size);
    return ask_ok(r, question, RIVAL_START_MS, stop);
}

enum pes_err rival_reset(struct rival *r, const atomic_bool *stop) {
    enum pes_err err = PES_ERR_OK;
    const int ply = r->ply;
    r->ply = 0;
    forget_lines(r);
    r->fault = (struct pes_note){0};
    if (r->process != NULL && !r->empty && !r->no_restart) {
        err = ask_ok(r, "RESTART\n", RIVAL_RESTART_MS, stop);
        r->no_restart = err != PES_ERR_OK && err != PES_ERR_STOPPED && err != PES_ERR_NOMEM;
    } else if (r->process != NULL && !r->empty) {
        rival_drop(r);
    }
    if (err == PES_ERR_STOPPED || err == PES_ERR_NOMEM)
        return err;
    if (r->process == NULL) {
        r->fault = (struct pes_note){0};
        err = start(r, stop);
    }
    if (err == PES_ERR_OK) {
        r->empty = true;
        put_setting(r);
    }
    r->ply = ply;
    return err;
}

/* The value of `key="value"` in a line, quoted; "": it has none. */
static void find_value(const struct process_line *line, const char *key, char out[PES_QUOTE_SIZE]) {
    const char *at = strstr(line->text, key);
    const char *from = at != NULL ? strchr(at, '"') : NULL;
    const char *to = from != NULL ? strchr(from + 1, '"') : NULL;
    out[0] = '\0';
    if (to != NULL)
        pes_quote(from + 1, (size_t)(to - from) - 1, out);
}

enum pes_err rival_about(struct rival *r, struct rival_card *out) {
    const int64_t until_ns = clock_in_ms(RIVAL_ABOUT_MS);
    *out = (struct rival_card){.name = ""};
    rival_put(r, "ABOUT\n");
    enum pes_err err = send_all(r, RIVAL_ABOUT_MS, until_ns, NULL);
    while (err == PES_ERR_OK) {
        struct process_line line;
        const enum process_event event = process_read(r->process, until_ns, NULL, &line);
        if (event == PROCESS_LATE)
            return PES_ERR_OK; // silent, but alive
        err = blame_event(r, event, RIVAL_ABOUT_MS);
        if (err != PES_ERR_OK)
            return err;
        const enum gomocup_kind kind = gomocup_read(line.text, line.length).kind;
        if (kind == GOMOCUP_SAYS_OTHER) {
            find_value(&line, "name=", out->name);
            find_value(&line, "version=", out->version);
            find_value(&line, "author=", out->author);
            return PES_ERR_OK;
        }
        if (kind == GOMOCUP_SAYS_UNKNOWN && !may_mean_info(r))
            return PES_ERR_OK;
    }
    return err;
}
