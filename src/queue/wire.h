/* The result of a job as text, for the way from a worker to the sender: docs/formats/queue.md.
 *
 * The sender does not trust it: sizes are bounded, sentences are checked, and everything that
 * counts is computed again from the record (player_verify()). */
#ifndef QUEUE_WIRE_H
#define QUEUE_WIRE_H

#include "arena/runner.h"

enum { WIRE_BYTES_MAX = 1 << 20 };

/* What a result says; texts point into it. */
struct wire {
    enum pes_err err;        /* OK: there is a record */
    struct pes_note note;    /* why it was not played */
    struct bout_notes notes; /* faults and times */
    struct wire_part {
        const char *at;
        size_t length;
    } logs[PES_PLAYERS_MAX], record;
};

/* Appends a result: of a failure its note, else its record, notes and logs. Logs that do not fit
 * are dropped; a record that does not fit makes it a failure with LIMIT. Errors stay in `out`. */
void wire_format(const struct runner_result *result, struct str *out);

/* Appends a failure. */
void wire_format_failure(enum pes_err err, const struct pes_note *note, struct str *out);

/* Fails with SYNTAX; *out is then undefined. */
PES_MUST_USE enum pes_err wire_parse(const char *text, size_t length, struct wire *out,
                                     struct pes_note *note);

#endif
