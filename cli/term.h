/* Terminals: canvases become text, with or without colours, and text is wrapped.
 *
 * Colours are from the 256-colour palette of ECMA-48 terminals, near those of Okabe and Ito (2008),
 * which can be distinguished with any kind of colour vision. Boards are readable without colours
 * too: no meaning is shown by colour alone. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "core/str.h"
#include "pessoi/view.h"

#include <stdbool.h>
#include <stdio.h>

enum { TERM_COLUMNS_DEFAULT = 80 };

/* The default of --color: true if the stream is a terminal, NO_COLOR is empty or not set, and TERM
 * is set and not "dumb". */
bool term_wants_colour(FILE *stream);

/* Does the name of the locale contain UTF-8? */
bool term_speaks_utf8(void);

/* Columns of the terminal of this stream, within 20..500; 80 if it is not a terminal. */
int term_columns(FILE *stream);

/* Appends the canvas, one line per row, without trailing blanks (unless they have paper). */
void term_paint(struct str *out, const struct pes_canvas *canvas, bool colour);

/* Append the escape sequences that switch to an ink and back; nothing without colour. */
void term_ink_on(struct str *out, enum pes_ink ink, bool colour);
void term_ink_off(struct str *out, bool colour);

/* Appends text padded with blanks to `columns`; longer text is not cut. */
void term_pad(struct str *out, const char *text, int columns);

/* Appends `text` wrapped at blanks into lines of at most `columns`. Every line after the first is
 * indented by `indent` blanks; the first starts at column `used`. A list like "free|ko" that is
 * longer than a line is also wrapped after a '|'. Newlines in the text are kept, and one is added
 * at the end. */
void term_wrap(struct str *out, const char *text, int used, int indent, int columns);

#endif
