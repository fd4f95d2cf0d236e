/* Several records in one text: docs/formats/record.md, "Files of several records". */
#ifndef CORE_RECORDS_H
#define CORE_RECORDS_H

#include "pessoi/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECORDS_BYTES_MAX = 256 << 20 }; /* of all records together */

/* Parses one record after the other and passes each to `visit`, which takes ownership of it; there
 * is at least one. Stops at the first error, of a record or of `visit`. Lines in notes, also those
 * of pes_record_replay(), count from the beginning of the text. */
PES_MUST_USE enum pes_err records_each(const char *text, size_t length,
                                       enum pes_err (*visit)(void *to, struct pes_record *r),
                                       void *to, struct pes_note *note);

/* The records of a text as slices, found without reading them, so that a text which ends in the
 * middle of a record (its writer was killed) can be continued. */
struct records {
    const char *text; /* borrowed */
    size_t length;
    size_t at;    /* what is before it was returned */
    int32_t line; /* of `at`, from 1 */
};

struct record_slice {
    const char *text; /* begins with its first tag, ends with its result */
    size_t length;
    int32_t line;  /* of its first byte in the whole text, from 1 */
    bool complete; /* false: the text ends before its result */
};

void records_init(struct records *records, const char *text, size_t length);

/* The next record; false if only blanks are left. */
bool records_next(struct records *records, struct record_slice *out);

#endif
