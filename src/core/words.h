/* The words of a line: for protocols whose lines are words with blanks between them.
 *
 *     struct words rest = {line, length};
 *     for (struct words w = words_take(&rest); w.length > 0; w = words_take(&rest))
 *         if (words_are(w, "depth"))
 *             ..
 *
 * Nothing is copied: a word is a part of the line. Blanks are spaces, tabs and the ends of a line.
 */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a line: one word, or several with the blanks between them. Not NUL-terminated. */
struct words {
    const char *at;
    size_t length;
};

/* Takes the first word off `rest`; an empty one at the end of the line. */
struct words words_take(struct words *rest);

/* The same without the blanks at both ends. */
struct words words_trim(struct words part);

/* Is it exactly this text? */
bool words_are(struct words part, const char *text);
/* Is it this text, but for the case of ASCII letters? */
bool words_like(struct words part, const char *text);

/* Reads a whole number with an optional sign, clamped to -max..max; false, and *out unchanged, if
 * the part is anything else. max >= 9. */
bool words_number(struct words part, int64_t max, int64_t *out);

/* Splits `rest` before the first word that is `word`: returns what is before it, trimmed, and *rest
 * becomes what follows it. Without that word all of `rest` is returned, and *found is false. */
struct words words_until(struct words *rest, const char *word, bool *found);

#endif
