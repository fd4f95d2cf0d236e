/* Terminals: pictures in ink become characters with or without colours.
 *
 * Colours are the 256 of ECMA-48 terminals, chosen from the palette of Okabe and Ito (2008) that
 * people of all kinds of colour vision can tell apart. Without colours every picture stays
 * readable: views draw so, and nothing here adds meaning by colour alone. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "core/str.h"
#include "pessoi/view.h"

#include <stdbool.h>
#include <stdio.h>

enum { TERM_COLUMNS_DEFAULT = 80 };

/* Should output to this stream be coloured when nobody said so? Not where it is no terminal, where
 * NO_COLOR is set and not empty, or where TERM is "dumb" or missing. */
bool term_wants_colour(FILE *stream);

/* Does the locale, read as text, promise UTF-8? */
bool term_speaks_utf8(void);

/* Columns of the terminal behind this stream, within 20..500; 80 where it is none. */
int term_columns(FILE *stream);

/* Appends the picture, a line a row, blanks at line ends left out (unless they have paper). */
void term_paint(struct str *out, const struct pes_canvas *canvas, bool colour);

/* Appends the sequences that switch to an ink and back to plain; nothing without colour. */
void term_ink_on(struct str *out, enum pes_ink ink, bool colour);
void term_ink_off(struct str *out, bool colour);

/* Appends text with blanks up to `columns`; longer text is kept whole. */
void term_pad(struct str *out, const char *text, int columns);

/* Appends `text` broken at blanks into lines of at most `columns`, each after the first begun with
 * `indent` blanks; the first begins `used` columns from the left. A list like "free|ko" that is
 * longer than a line is broken after its bars too. Ends with a newline. Newlines in the text stay.
 */
void term_wrap(struct str *out, const char *text, int used, int indent, int columns);

#endif
