/* Positions as text are fields with one blank between them; what every game needs to read them.
 *
 *     static const struct pes_text names[FIELDS] = {PES_TEXT("the board", "ταμπλό"), ..};
 *     struct field fields[FIELDS];
 *     err = fields_split(text, length, names, FIELDS, fields, note);
 *     turn = field_number(fields[TURN].text, fields[TURN].length, 99);
 */
#ifndef CORE_FIELDS_H
#define CORE_FIELDS_H

#include "pessoi/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a field stands in the text. It is never empty. */
struct field {
    const char *text;
    size_t length;
    int32_t pos; /* of its first byte, from 1 */
};

/* Cuts the text at its blanks into exactly `count` fields. `names` are for the note that says which
 * of them is missing. */
PES_MUST_USE enum pes_err fields_split(const char *text, size_t length,
                                       const struct pes_text names[], int count, struct field out[],
                                       struct pes_note *note);

/* How many fields the text seems to have: one more than it has blanks. For games in which the last
 * ones may be left out, or belong to some variants only. */
int fields_count(const char *text, size_t length);

/* Is the field this word? */
bool field_is(const struct field *field, const char *word);

/* A number without sign or leading zeros, at most `max`; -1 for anything else. */
int field_number(const char *text, size_t length, int max);

/* How many digits text[0..length) begins with. */
size_t field_digits(const char *text, size_t length);

/* Refuses a whole field, or the character at `offset` of it: `why` is said with the quoted text as
 * {1} and `bound` as {2}. Returns err. */
enum pes_err field_refuse(const struct field *field, enum pes_err err, const struct pes_text *why,
                          int bound, struct pes_note *note);
enum pes_err field_refuse_char(const struct field *field, size_t offset, enum pes_err err,
                               const struct pes_text *why, int bound, struct pes_note *note);

#endif
