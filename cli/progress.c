#include "cli/progress.h"
#include "cli/text.h"

#include "core/clock.h"

#include <assert.h>
#include <string.h>

static const int64_t quiet_ns = 2000000000; /* short jobs show no progress */
static const int64_t pause_ns = 250000000;  /* between two updates */

void progress_begin(struct progress *p, struct cli *c) {
    *p = (struct progress){.c = c, .start_ns = clock_now_ns()};
}

void progress_clock(double seconds, char out[CLI_NUMBER_SIZE]) {
    /* Early estimates may be huge: keep them within the buffer. */
    const long total = seconds < 0 ? 0 : seconds > 1e9 ? 1000000000 : (long)(seconds + 0.5);
    const long hours = total / 3600, minutes = total / 60 % 60;
    if (hours > 0)
        snprintf(out, CLI_NUMBER_SIZE, "%ld:%02ld:%02ld", hours, minutes, total % 60);
    else
        snprintf(out, CLI_NUMBER_SIZE, "%ld:%02ld", minutes, total % 60);
}

/* Overwrites the old line, with blanks instead of escape sequences: works on any terminal. */
static void write_line(struct progress *p, const char *text) {
    const int width = utf8_width(text, strlen(text));
    fprintf(p->c->err, "\r%s%*s", text, p->width > width ? p->width - width : 0, "");
    fflush(p->c->err);
    p->width = width;
}

/* Is it time to print? Sets *seconds since the beginning. */
static bool is_due(struct progress *p, double *seconds) {
    const int64_t now_ns = clock_now_ns();
    if (!p->c->err_tty || now_ns - p->start_ns < quiet_ns || now_ns - p->shown_ns < pause_ns)
        return false;
    p->shown_ns = now_ns;
    *seconds = (double)(now_ns - p->start_ns) / 1e9;
    assert(*seconds > 0);
    return true;
}

void progress_think(struct progress *p, uint64_t nodes) {
    double seconds;
    char line[CLI_LINE_SIZE];
    if (!is_due(p, &seconds))
        return;
    pes_say(p->c->lang, TEXT(cli_progress_think),
            PES_ARGS(PES_INT((int64_t)nodes), PES_REAL((double)nodes / seconds, 0)), line,
            sizeof line);
    write_line(p, line);
}

void progress_show(struct progress *p, int64_t done, int64_t total) {
    assert(done >= 0);
    assert(done <= total);
    double seconds;
    if (!is_due(p, &seconds))
        return;
    const double rate = (double)(done - p->before) / seconds;
    char line[CLI_LINE_SIZE], left[CLI_NUMBER_SIZE];
    progress_clock(rate > 0 ? (double)(total - done) / rate : 0, left);
    pes_say(
        p->c->lang, TEXT(cli_progress),
        PES_ARGS(PES_INT(done), PES_INT(total), PES_REAL(rate, rate < 10 ? 2 : 0), PES_STR(left)),
        line, sizeof line);
    write_line(p, line);
}

void progress_part(struct progress *p, const struct pes_text *what, int64_t number, int64_t done,
                   int64_t total) {
    double seconds;
    if (p->part_ns == 0 || done < p->part_done)
        p->part_ns = clock_now_ns();
    p->part_done = done;
    if (!is_due(p, &seconds))
        return;
    const double rate = (double)done / clock_seconds_since(p->part_ns);
    char part[CLI_LABEL_SIZE], line[CLI_LINE_SIZE], left[CLI_NUMBER_SIZE];
    progress_clock(rate > 0 ? (double)(total - done) / rate : 0, left);
    pes_say(p->c->lang, what, PES_ARGS(PES_INT(number)), part, sizeof part);
    pes_say(p->c->lang, TEXT(cli_progress_part),
            PES_ARGS(PES_STR(part), PES_REAL(100.0 * (double)done / (double)total, 0),
                     PES_REAL(rate / 1e6, 1), PES_STR(left)),
            line, sizeof line);
    write_line(p, line);
}

void progress_say(struct progress *p, const struct pes_text *text, const struct pes_arg args[]) {
    double seconds;
    char line[CLI_LINE_SIZE];
    if (!is_due(p, &seconds))
        return;
    pes_say(p->c->lang, text, args, line, sizeof line);
    write_line(p, line);
}

void progress_end(struct progress *p) {
    if (p->width > 0) {
        p->width += 2; /* the terminal may have echoed "^C" */
        write_line(p, "");
        fputc('\r', p->c->err);
        fflush(p->c->err);
    }
}
