/* Helpers to read and write positions and moves as text.
 *
 * The text of a position is a list of fields with one blank between them:
 *
 *     static const struct pes_text names[FIELDS] = {PES_TEXT("the board", "ταμπλό"), ..};
 *     struct pes_field fields[FIELDS];
 *     err = pes_fields_split(text, length, names, FIELDS, fields, note);
 *     turn = pes_field_number(fields[TURN].text, fields[TURN].length, 99);
 */
#ifndef PES_FIELDS_H
#define PES_FIELDS_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One field of the text, borrowed from it. It is never empty. */
struct pes_field {
    const char *text;
    size_t length;
    int32_t pos; /* of its first byte, from 1 */
};

/* Splits the text at its blanks into exactly `count` fields. `names` are for the note that says
 * which of them is missing. */
PES_API PES_MUST_USE enum pes_err pes_fields_split(const char *text, size_t length,
                                                   const struct pes_text names[], int count,
                                                   struct pes_field out[], struct pes_note *note);

/* The number of fields of the text, which is one more than its blanks. For games whose last fields
 * are optional, or belong to some variants only. */
PES_API int pes_fields_count(const char *text, size_t length);

/* Is the field this word? */
PES_API bool pes_field_is(const struct pes_field *field, const char *word);

/* A number without sign or leading zeros, at most `max`; -1 for anything else. */
PES_API int pes_field_number(const char *text, size_t length, int max);

/* How many digits text[0..length) begins with. */
PES_API size_t pes_field_digits(const char *text, size_t length);

/* Refuses a whole field, or the character at its `offset`: fills in the note with `why`, its {1}
 * the quoted text and its {2} `bound`. Returns err. */
PES_API enum pes_err pes_field_refuse(const struct pes_field *field, enum pes_err err,
                                      const struct pes_text *why, int bound, struct pes_note *note);
PES_API enum pes_err pes_field_refuse_char(const struct pes_field *field, size_t offset,
                                           enum pes_err err, const struct pes_text *why, int bound,
                                           struct pes_note *note);

/* The name of a cell on a grid: column 0..25 as a letter, row 0..98 as a number from 1. (0, 0) is
 * "a1", (7, 14) is "h15". Writes at most PES_CELL_TEXT_MAX bytes, final NUL included. */
enum { PES_CELL_TEXT_MAX = 4 };
PES_API void pes_cell_format(int column, int row, char out[PES_CELL_TEXT_MAX]);

/* Reads such a name from all of text[0..length), without leading zeros. Returns false, and sets
 * nothing, if it is not one. The caller checks whether its board has the cell. */
PES_API bool pes_cell_parse(const char *text, size_t length, int *column, int *row);

#endif
